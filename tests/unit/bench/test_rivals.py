"""What `bench/rivals.py` compares: servers over stdio, each asked the same in turn."""

import os
from pathlib import Path

import pytest
from bench.rivals import OwnServer, ask_in_turn, measure_servers

QUESTIONS = ["lock in payments", "queue in billing", "warm up", "warm up again"]


def test_two_servers_get_the_same_questions_one_after_the_other(tmp_path: Path) -> None:
    order: list[tuple[str, str]] = []
    env = {**os.environ, "STANDFAST_HOME": str(tmp_path)}
    with OwnServer(env) as one, OwnServer(env) as other:
        servers = {
            "one": (one, lambda query: order.append(("one", query))),
            "other": (other, lambda query: order.append(("other", query))),
        }
        told = ask_in_turn(servers, QUESTIONS)
    asked = order[4:]
    assert [query for _, query in asked] == ["lock in payments"] * 2 + ["queue in billing"] * 2
    assert [name for name, _ in asked] == ["one", "other", "other", "one"], "neither always comes first"
    assert told.keys() == {"one", "other"}
    assert all(read["cpu_ms"] >= 0 for read in told.values())


def test_without_the_reference_server_ours_is_measured_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STANDFAST_REFERENCE", raising=False)
    monkeypatch.chdir(tmp_path)
    found = measure_servers(tmp_path, ["The lock is keyed by payment_id."], QUESTIONS)
    assert "not installed" in found["reference"]
    assert found["mcp"]["read"]["p50_ms"] > 0
