"""Memory files that agents keep for themselves: read, kept in step, not repeated to the agent that owns them."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import pytest

from standfast.agents.hook import answer
from standfast.config import load_settings
from standfast.moments.quiet import Pause
from standfast.serve.mcp.call import Calls

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faces.hooks.conftest import Shop

TOPIC = """---
name: package manager
description: which package manager is used
type: feedback
---
Always install with pnpm.

**Why:** The lock file is pnpm's.
**How to apply:** Use `pnpm add`, never `npm install`.
"""
HANDBOOK = """# Task Group: Shop payments
scope: payments
applies_to: cwd={folder}; reuse_rule=safe in this checkout

## Task 1: Add the ledger, success

### rollout_summary_files

- rollout_summaries/one.md (thread_id=1)

### keywords

- ledger, payments

## User preferences

- Answers are wanted in one paragraph. [Task 1]

## Failures and how to do differently

- The ledger test hangs without a database: start it first. [Task 1]

# Task Group: Another project
applies_to: cwd=/somewhere/else; reuse_rule=none

## Reusable knowledge

- Zebras are striped.
"""


def report(shop: Shop, agent: str, event: str, session: str, **fields: str) -> str:
    payload = {"session_id": session, "cwd": str(shop.folder), "hook_event_name": event, **fields}
    return answer(agent, event, payload, shop.env)[0]


class Claude:
    """Claude Code, with a folder of sessions and the memory beside them."""

    def __init__(self, shop: Shop, folder: Path) -> None:
        self.shop, self.memory = shop, folder / "projects" / "shop" / "memory"
        self.memory.mkdir(parents=True)

    def session(self, name: str) -> str:
        """Start and end a session; return what it was told."""
        transcript = str(self.memory.parent / f"{name}.jsonl")
        told = report(self.shop, "claude-code", "SessionStart", name, source="startup", transcript_path=transcript)
        report(self.shop, "claude-code", "SessionEnd", name, reason="exit", transcript_path=transcript)
        return told


@pytest.fixture
def claude(shop: Shop, tmp_path: Path) -> Claude:
    found = Claude(shop, tmp_path / "claude")
    (found.memory / "package_manager.md").write_text(TOPIC)
    (found.memory / "MEMORY.md").write_text("- [Package manager](package_manager.md)\n- Prices are in cents\n")
    return found


def active(shop: Shop) -> list[str]:
    with shop.memory() as memory:
        return sorted(item.text for item in memory.list(source="import:claude-memory").shown)


def test_what_claude_keeps_for_itself_is_known_to_the_others_with_its_why_and_how(claude: Claude, shop: Shop) -> None:
    told = claude.session("s1")
    assert "pnpm" not in told
    with shop.memory() as memory:
        (found,) = [item.memory for item in memory.recall("install packages", limit=1).results]
    assert "never `npm install`" in found.content.text
    assert "lock file" in found.content.why
    assert str(found.source) == "import:claude-memory"
    other = report(shop, "codex", "SessionStart", "c1", source="startup")
    assert "pnpm" in other
    assert "cents" in other


def test_it_is_not_repeated_to_the_agent_that_owns_it(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    assert "pnpm" not in claude.session("s2")
    with shop.memory() as memory:
        found = next(item for item in memory.list(source="import:claude-memory").shown if "pnpm" in item.text).memory
        memory.remember(found.content.text, kind="convention", title=found.content.title, why=found.content.why)
    assert "pnpm" in claude.session("s3"), "now a person says it, too"


def test_what_changed_in_its_own_files_is_no_news_to_the_agent_that_owns_them(claude: Claude, shop: Shop) -> None:
    report(shop, "codex", "SessionStart", "c0", source="startup")
    report(shop, "codex", "UserPromptSubmit", "c0", prompt="Which package manager do we use?")
    claude.session("s0")
    for word in ("yarn", "bun"):  # new, then in other words: both are changes since the last session
        (claude.memory / "package_manager.md").write_text(TOPIC.replace("pnpm", word))
        told = claude.session(f"s-{word}")
        assert not {"pnpm", "yarn", "cents"} & set(re.findall(r"\w+", told))
    (claude.memory / "package_manager.md").unlink()
    assert "bun" not in claude.session("s-last")
    resumed = report(shop, "claude-code", "SessionStart", "s0", source="resume")
    assert not {"pnpm", "yarn", "bun", "cents"} & set(re.findall(r"\w+", resumed))
    assert "cents" in report(shop, "codex", "SessionStart", "c1", source="startup")


def test_an_agent_that_asks_over_mcp_is_not_told_its_own_memory_either(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    for name, told in (("claude-code", False), ("codex", True)):
        calls = Calls(load_settings(shop.env), {}, shop.folder)
        calls.meet({"name": name}, [])
        for arguments in ({}, {"task": "install packages"}):
            assert ("pnpm" in calls.tool("brief", arguments, {})[0]) is told
        calls.close()


def test_what_changes_there_changes_here(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    (claude.memory / "package_manager.md").write_text(TOPIC.replace("pnpm", "yarn"))
    claude.session("s2")
    assert len(active(shop)) == 2
    assert not any("pnpm" in text for text in active(shop))
    with shop.memory() as memory:
        (old,) = memory.list(source="import:claude-memory", status="superseded").shown
    assert "pnpm" in old.text


def test_what_is_deleted_there_is_taken_back_here_and_comes_back_with_its_file(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    before = active(shop)
    (claude.memory / "package_manager.md").unlink()
    (claude.memory / "MEMORY.md").write_text("- Prices are in cents\n")
    claude.session("s2")
    assert active(shop) == ["Prices are in cents"]
    (claude.memory / "package_manager.md").write_text(TOPIC)
    claude.session("s3")
    assert active(shop) == before


def test_what_was_purged_does_not_come_back_with_a_file_that_grew(claude: Claude, shop: Shop) -> None:
    said = "The vault opens only after the blue lamp was lit twice."
    (claude.memory / "package_manager.md").write_text(TOPIC + f"\n{said}\n")
    claude.session("s1")
    assert any("vault" in text for text in active(shop))
    with shop.memory() as memory:
        memory.purge(match="blue lamp")
    (claude.memory / "package_manager.md").write_text(TOPIC + f"\n{said}\n\nOn Mondays, too.\n")
    claude.session("s2")
    assert active(shop) == ["Prices are in cents"]


def test_a_purge_names_the_file_of_the_agent_that_still_says_it(claude: Claude, shop: Shop) -> None:
    said = "The vault opens only after the blue lamp was lit twice."
    file = claude.memory / "package_manager.md"
    file.write_text(TOPIC + f"\n{said}\n")
    claude.session("s1")
    with shop.memory() as memory:
        proof = memory.purge(match="blue lamp").proof
        assert [hit.where for hit in proof.hits] == [str(file)]
        assert not memory.maintenance.is_purge_pending()  # nothing of ours is left, so nothing has to be done again
        file.write_text(TOPIC.replace("pnpm", "yarn"))
        assert memory.purge(match="blue lamp").proof.found == 0


def test_a_purge_does_not_name_a_file_of_the_agent_for_a_word_alone(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    with shop.memory() as memory:
        made = memory.remember("The manager of the warehouse signs every return").id
        assert memory.purge([made]).proof.found == 0


def test_a_link_that_leads_nowhere_stops_neither_the_brief_nor_the_rest(claude: Claude, shop: Shop) -> None:
    (claude.memory / "lost.md").symlink_to(claude.memory / "nowhere.md")
    claude.session("s1")
    assert len(active(shop)) == 2


def test_a_folder_that_is_gone_takes_everything_with_it(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    for file in claude.memory.iterdir():
        file.unlink()
    claude.memory.rmdir()
    claude.session("s2")
    assert active(shop) == []


def test_what_a_person_decided_about_it_stands(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    with shop.memory() as memory:
        cents, pnpm = sorted(memory.list(source="import:claude-memory").shown, key=lambda item: item.text, reverse=True)
        memory.remember(cents.text, kind="fact")
        memory.retract(pnpm.id)
    (claude.memory / "MEMORY.md").unlink()
    (claude.memory / "package_manager.md").write_text(TOPIC + "\n")
    claude.session("s2")
    with shop.memory() as memory:
        assert memory.show(cents.id).memory.status == "active"
        assert memory.show(pnpm.id).memory.status == "retracted"


def test_while_nothing_changes_nothing_is_written(claude: Claude, shop: Shop) -> None:
    claude.session("s1")
    with shop.memory() as memory:
        before = len(memory.log(limit=500))
    claude.session("s2")
    with shop.memory() as memory:
        assert len(memory.log(limit=500)) == before


def test_while_capture_is_paused_nothing_is_read(claude: Claude, shop: Shop) -> None:
    with shop.memory() as memory:
        memory.hooks.pause(Pause(capture=True, speak=False))
    claude.session("s1")
    assert active(shop) == []


def test_codex_handbook_is_read_for_the_project_at_hand(shop: Shop, tmp_path: Path) -> None:
    home = tmp_path / "codex"
    (home / "memories" / "rollout_summaries").mkdir(parents=True)
    (home / "memories" / "MEMORY.md").write_text(HANDBOOK.format(folder=shop.folder))
    (home / "memories" / "raw_memories.md").write_text("# Raw\n- Half a thought\n")
    (home / "memories" / "rollout_summaries" / "one.md").write_text("Some summary\n")
    shop.env["CODEX_HOME"] = str(home)
    told = report(shop, "codex", "SessionStart", "c1", source="startup")
    assert "ledger test hangs" not in told
    with shop.memory() as memory:
        found = {item.text: item.memory.content.kind.value for item in memory.list(source="import:codex-memory").shown}
    assert found == {
        "Answers are wanted in one paragraph.": "preference",
        "The ledger test hangs without a database: start it first.": "gotcha",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes need rights there")
def test_links_and_pipes_among_them_are_passed_by_and_the_session_is_briefed(
    claude: Claude, shop: Shop, tmp_path: Path
) -> None:
    shop.remember("Walks of the heron are counted daily", kind="decision")
    (tmp_path / "private.md").write_text(TOPIC.replace("pnpm", "walrus"))
    (claude.memory / "out.md").symlink_to(tmp_path / "private.md")
    (claude.memory / "nowhere.md").symlink_to(tmp_path / "gone.md")
    os.mkfifo(claude.memory / "pipe.md")
    assert "heron" in claude.session("s1")
    assert not any("walrus" in text for text in active(shop))
    assert any("pnpm" in text for text in active(shop))
