"""Recall under any input: never an exception, receipts that match, rebuilt indexes that answer the same."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from standfast import Memory
from standfast.config import Settings
from standfast.model.moment import Clock
from standfast.model.source import Source
from standfast.recall.pack import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTES = [
    ("decision", "Locks are keyed by payment_id, never by user_id", "Payment lock"),
    ("gotcha", "getUserById in src/middleware/auth.ts returns null for E11000 duplicates", ""),
    ("convention", "Commits never use --no-verify", ""),
    ("fact", "The billing service listens on port 8081", "Billing port"),
    ("fact", "The payments service listens on port 8082", "Payments port"),
    ("attempt", "Caching sessions in Redis was tried and dropped: eviction logged users out", ""),
    ("procedure", "Release: tag v1.2.3, push, wait for the pipeline, announce", ""),
    ("thread", "The migration of invoices is half done; refunds are left", ""),
]
QUERIES = [
    "which key for the payment lock",
    "auth.ts",
    "user by id",
    "E11000",
    "port",
    "redis sessions",
    "release v1.2.3",
]


class StandingClock(Clock):
    """A clock that stands still, so that nothing ages between two answers."""

    def now(self) -> datetime:
        return datetime(2026, 6, 1, tzinfo=UTC)


def open_memory(home: Path, project: str = "one") -> Memory:
    options = Settings(home=home, store_url=f"sqlite://{home / 'store'}", project=project)
    return Memory(options, Source("agent", "codex", session="s"), home, clock=StandingClock())


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recall")
    with open_memory(folder) as memory:
        for kind, text, title in NOTES:
            memory.remember(text, kind=kind, title=title)
    return folder


@pytest.fixture(scope="module")
def memory(home: Path) -> Iterator[Memory]:
    with open_memory(home) as opened:
        yield opened


def answers(memory: Memory) -> list[list[tuple[str, float]]]:
    return [
        [(result.memory.id, round(result.score, 9)) for result in memory.recall(query).results] for query in QUERIES
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    query=st.one_of(
        st.text(max_size=300), st.text(alphabet="\"'()*:^-+/\\.{}[]<>~%&|!?\0\n AND OR NOT NEAR", max_size=60)
    )
)
def test_any_input_is_a_valid_query_and_leaves_a_matching_receipt(memory: Memory, query: str) -> None:
    found = memory.recall(query, limit=5)
    receipt = memory.why(found.receipt)[0]
    assert [(item.memory, item.revision, item.rank) for item in receipt.given] == [
        (item.memory.id, item.memory.revision, rank) for rank, item in enumerate(found.results, 1)
    ]
    assert receipt.withheld == found.withheld


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(budget=st.integers(0, 700), task=st.text(max_size=80))
def test_a_brief_never_exceeds_its_budget(home: Path, budget: int, task: str) -> None:
    options = Settings(home=home, store_url=f"sqlite://{home / 'store'}", project="one")
    with Memory(options, Source("person", "ana"), home) as person:
        brief = person.brief(budget=budget or 1, task=task)
    assert count_tokens(brief.text) <= max(budget, 1)


def test_a_ten_kilobyte_stack_trace_is_answered(memory: Memory) -> None:
    trace = "\n".join(
        f'  File "src/app/handler{n}.py", line {n}, in handle_{n}\n    raise E11000({n})' for n in range(160)
    )
    assert len(trace) > 10_000
    assert any("E11000" in result.memory.content.text for result in memory.recall(trace).results)


def test_rebuilding_everything_derived_changes_no_answer(home: Path) -> None:
    with open_memory(home) as memory:
        before = answers(memory)
        memory.maintenance.reindex()
        assert answers(memory) == before


def test_another_project_changes_nothing_here(home: Path) -> None:
    with open_memory(home) as memory:
        before = answers(memory)
        with open_memory(home, "other") as other:
            for number in range(60):
                other.remember(f"payment lock key port release {number} redis sessions auth.ts")
        assert answers(memory) == before
        assert not any(
            "redis sessions auth.ts" in result.memory.content.text for result in memory.recall("redis auth").results
        )


def test_the_command_line_the_library_and_mcp_give_the_same_answers(home: Path) -> None:
    env = {"STANDFAST_HOME": str(home), "STANDFAST_PROJECT": "one", "PATH": "/usr/bin:/bin", "HOME": str(home)}
    calls = [
        {
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}},
        }
    ]
    for number, query in enumerate(QUERIES, 1):
        params = {"name": "recall", "arguments": {"query": query, "limit": 5}}
        calls.append({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    lines = "".join(json.dumps(call) + "\n" for call in calls)
    done = subprocess.run(
        [sys.executable, "-m", "standfast", "mcp"],
        input=lines,
        check=True,
        env=env,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=120,
    )
    spoken = {item["id"]: item["result"] for item in map(json.loads, done.stdout.splitlines())}
    options = Settings(home=home, store_url=f"sqlite://{home / 'store'}", project="one")
    with Memory(options, Source("person", "ana"), home) as memory:
        for number, query in enumerate(QUERIES, 1):
            expected = [result.memory.id for result in memory.recall(query, limit=5).results]
            text = spoken[number]["content"][0]["text"]
            assert [
                line.split(" ")[0][1:] for line in text.splitlines() if line.startswith("[m") and " · " in line
            ] == expected
            command = [sys.executable, "-m", "standfast", "recall", query, "--limit", "5", "--json"]
            printed = subprocess.run(
                command, env=env, cwd=home, capture_output=True, text=True, timeout=120, check=True
            )
            assert [result["id"] for result in json.loads(printed.stdout)["results"]] == expected
