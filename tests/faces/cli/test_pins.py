"""A version that is pinned, and a task that is named, are held against what the repository says from the first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

NEST, EGG = "example.com/heron/nest/v3", "github.com/heron/egg"
PIN = f"we're pinned to {NEST} 3.13.1 because 3.14 lost the twigs"


def _require(desk: Desk, nest: str, egg: str = "v1.19.0") -> None:
    desk.write("go.mod", f"module example.com/shop\n\ngo 1.24\n\nrequire (\n\t{NEST} {nest}\n\t{EGG} {egg}\n)\n")
    desk.commit(f"Require {nest}")


def _standings(desk: Desk, identity: str) -> set[str]:
    """Return how a memory stands wherever it is given."""
    recalled = desk.ask("recall", "pinned")["results"]
    given = [item["standing"] for item in recalled if item["id"] == identity]
    return {desk.ask("show", identity)["standing"], *given}


def test_a_pin_that_the_manifest_never_had_is_told_at_once_and_never_holds(desk: Desk) -> None:
    _require(desk, "v3.13.2-0.20260817215856-d6550df7ed8d")
    done = desk.ask("remember", PIN)
    assert done["doubts"]
    assert _standings(desk, done["id"]) == {"drifted"}
    assert "(holds)" not in desk.run("remember", f"we're pinned to {EGG} v1.0.0").out


def test_a_pin_drifts_as_soon_as_the_manifest_has_a_later_version(desk: Desk) -> None:
    _require(desk, "v3.13.1")
    done = desk.ask("remember", PIN)
    assert "doubts" not in done
    assert _standings(desk, done["id"]) == {"holds"}
    _require(desk, "v3.14.0")
    assert _standings(desk, done["id"]) == {"drifted"}
    assert [item["id"] for item in desk.ask("drift")["memories"]] == [done["id"]]


def test_what_go_sum_keeps_of_other_versions_decides_nothing(desk: Desk) -> None:
    desk.write("go.sum", f"{NEST} v3.14.0 h1:a=\n{NEST} v3.13.1 h1:b=\n")
    _require(desk, "v3.13.1")
    assert "doubts" not in desk.ask("remember", PIN)


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("We are on react 18", "holds"),
        ("Stay on react 18.2 until the forms are ported", "holds"),
        ("react is at 18.1", "drifted"),
        ("Keep react at 18.1", "drifted"),
        ("react is locked to 17", "drifted"),
        ("react must be exactly 18.2.1", "drifted"),
        ("The forms need at least react 16.8", "holds"),
        ("react 17 or newer is fine", "holds"),
        ("The forms require react 17", "holds"),
        ("react has to be at least 18.3", "drifted"),
    ],
)
def test_words_say_whether_a_version_is_the_only_one_or_the_least(desk: Desk, text: str, standing: str) -> None:
    lock = {"packages": {"node_modules/react": {"version": "18.2.0"}}}
    desk.write("package-lock.json", json.dumps(lock))
    desk.commit("Lock")
    assert desk.ask("show", desk.remember(text))["standing"] == standing


def test_pins_of_two_libraries_are_no_conflict_and_two_pins_of_one_are(desk: Desk) -> None:
    desk.remember(PIN)
    assert desk.ask("remember", f"we're pinned to {EGG} v1.0.0")["conflicts"] == []
    assert desk.ask("remember", f"we're pinned to {EGG} v1.2.0")["conflicts"] != []


@pytest.mark.parametrize(
    "text",
    [
        "task test:watch reruns what changed",
        "After a change of mocks, task test:watch is enough",
        "Use `task test:watch` while you write",
        "Locally we use task test-all",
        "npm run test-all takes a minute",
        "The release needs just test-all",
        "make test-all before every push",
        "make fmt before every push",
    ],
)
def test_a_named_task_breaks_when_it_gets_another_name(desk: Desk, text: str) -> None:
    files = {
        "Taskfile.yml": "version: '3'\ntasks:\n  test:watch:\n    cmds:\n      - go test\n  test-all:\n    - go test\n",
        "package.json": json.dumps({"scripts": {"test-all": "vitest"}}),
        "justfile": "test-all:\n  go test\n",
        "Makefile": "test-all:\n\tgo test\n\nfmt:\n\tgofmt .\n",
    }
    for path, content in files.items():
        desk.write(path, content)
    desk.commit("Tasks")
    identity = desk.remember(text)
    assert desk.ask("show", identity)["standing"] == "holds"
    for path, content in files.items():
        desk.write(path, content.replace("test:watch", "watch").replace("test-all", "check").replace("fmt:", "format:"))
    desk.commit("Rename them")
    assert [item["id"] for item in desk.ask("drift")["memories"]] == [identity]


@pytest.mark.parametrize("text", ["make sure the tests pass", "make release notes short", "It is just test data"])
def test_english_that_has_the_word_of_a_runner_names_no_task(desk: Desk, text: str) -> None:
    desk.write("Makefile", "release:\n\tgo build\n")
    desk.write("justfile", "test:\n  go test\n")
    desk.commit("Tasks")
    assert desk.ask("show", desk.remember(text))["anchors"] == []


def test_remember_always_says_what_it_is_anchored_to(desk: Desk) -> None:
    anchored = desk.run("remember", "Locks are taken in src/locks.py::acquire").out
    assert "src/locks.py::acquire (not checked)" in anchored
    for text in ("Locks are keyed by payment_id", "I prefer short answers"):
        assert desk.run("remember", text).out.count("not anchored") == 1
