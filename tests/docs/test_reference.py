"""The reference of commands, of moments and of the library is what the code says."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path
from typing import Any

import standfast
from standfast.cli import list_commands
from standfast.moments.table import MOMENTS
from standfast.verbs.declared import PARAMETERS

# What callers may rely on, beyond the words that every face knows: a parameter that is missing here is no promise yet.
PROMISED = frozenset({
    "again", "agent", "agents", "because", "clear", "clock", "command", "conflicts", "cwd", "drafts", "entries",
    "everything", "evidence", "fix", "folder", "form", "given", "granted", "guard", "history", "identity",
    "incident", "key", "leaks", "links", "login", "match", "memories", "near", "new", "occasion", "old", "others",
    "page", "paths", "pause", "person", "profile", "progress", "project", "projects", "prompt", "propose",
    "question", "quiet", "receipts", "records", "reference", "references", "remembered", "remove", "reply",
    "report", "revisions", "rule", "rules", "settings", "severity", "signer", "signers", "store", "target", "team",
    "tool", "tool_input", "transcript", "trust", "turn", "unhooked", "value", "version", "where", "who",
})  # fmt: skip
LONGEST = 60  # words
ROOT = Path(__file__).parent.parent.parent


def load_tool(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def rendered(name: str) -> str:
    page: str = load_tool(name).render()
    return page


def test_the_table_of_moments_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "moments.md").read_text(encoding="utf-8")
    assert page == rendered("moments"), "run `make docs`"
    assert all(f"| `{name}` |" in page for name in MOMENTS)


def test_the_reference_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert page == rendered("reference"), "run `make docs`"
    assert all(f"\n### {name}\n" in page for name in list_commands())


def test_the_page_of_the_library_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert page == rendered("library"), "run `make docs`"
    assert all(name in page for name in standfast.__all__ if not name.startswith("__"))


def test_every_verb_of_the_library_says_plainly_what_it_does_and_takes_only_what_is_promised() -> None:
    tool = load_tool("library")
    verbs = tool.listed_verbs()
    assert {"memory.recall", "memory.sessions.recall", "memory.maintenance.backup"} <= verbs.keys()
    for name, member in verbs.items():
        said = tool.describe(member)
        assert said.endswith("."), name
        assert len(said.split()) <= LONGEST, name
        taken = set(inspect.signature(member).parameters) - {"self"}
        assert taken <= PROMISED | set(PARAMETERS), (name, taken - PROMISED - set(PARAMETERS))


def test_the_page_of_the_library_begins_with_what_one_uses_first() -> None:
    verbs = list(load_tool("library").listed_verbs())
    order = [
        f"memory.{name}" for name in ("open", "remember", "remember_many", "recall", "brief", "retract_all", "purge")
    ]
    assert sorted(order, key=verbs.index) == order
    for first, then in (("pause", "unpause"), ("capture", "recorded")):
        assert verbs.index(f"memory.hooks.{first}") < verbs.index(f"memory.hooks.{then}")
