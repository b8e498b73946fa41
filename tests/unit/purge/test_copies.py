"""What goes with a memory that is purged, and what stays because it says something of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.model.session import EventKind
from standfast.model.source import Source
from standfast.verbs.capture import Report
from tests.unit.purge.test_places import busy_home

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory

RULE = "Invoices of Zorblaxian Industries are rounded down to a full cent"


def say(memory: Memory, session: str, prompt: str) -> None:
    """Let a person ask an agent of the same home to remember something."""
    from standfast import Memory as Opened

    settings, root = memory.context.settings, memory.context.here.root
    assert root
    with Opened(settings, Source("agent", "codex", session=session), root) as agent:
        agent.hooks.capture(Report(session, "turn-1", EventKind.PROMPT, body=prompt))
        agent.hooks.heed(prompt, "turn-1")


def texts(memory: Memory) -> list[str]:
    return [record["state"]["version"]["content"]["text"] for record in memory.transfer.export()]


def test_what_a_session_was_told_in_the_same_words_goes_with_it(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        say(memory, "s-7", f"Please remember: {RULE}")
        assert any(RULE in text for text in texts(memory))
        done = memory.purge([memory.remember(RULE.upper()).id])
        assert len(done.purged) == 2
        assert done.proof.hits == ()
        assert not any("zorblaxian industries" in text.lower() for text in texts(memory))


def test_a_hand_over_that_is_purged_does_not_take_the_rule_it_quotes(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        say(memory, "s-7", f"Please remember: {RULE}")
        note = memory.sessions.handoff(session="s-7").remembered.id
        done = memory.purge([note])
        assert done.purged == (note,)
        assert "memory" in {hit.place for hit in done.proof.hits}
        assert any(RULE in text for text in texts(memory))
        assert not memory.maintenance.is_purge_pending()
        assert memory.purge(match="a word that nobody said").proof.hits == ()


def test_notes_that_only_begin_alike_stay(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        first = memory.remember("Files touched: none.\nLast asked: how do kites fly over the harbour", kind="thread").id
        memory.remember("Files touched: none.\nLast asked: why are otters wet in winter time", kind="thread")
        memory.remember("Please remember: otters are wet in winter", kind="convention")
        assert memory.purge([first]).purged == (first,)
        assert memory.purge([memory.remember("Please remember: kites need wind").id]).proof.hits == ()
        assert sum("otters" in text for text in texts(memory)) == 2


def test_a_block_in_any_file_and_names_of_branches_are_reached(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        root = memory.context.here.root
        assert root
        memory.remember(RULE, kind="convention")
        memory.mirror.write_block(["docs/team/RULES.md"])
        assert "Zorblaxian Industries" in (root / "docs" / "team" / "RULES.md").read_text()
        kept = root / ".git" / "standfast-branches"
        kept.mkdir(exist_ok=True)
        (kept / "1-aa").write_text(f'["{RULE}"]')
        assert memory.purge(match="Zorblaxian Industries").proof.hits == ()
        assert "Zorblaxian Industries" not in (root / "docs" / "team" / "RULES.md").read_text()
        assert not (kept / "1-aa").exists()


def test_a_block_follows_what_becomes_of_a_memory_at_once(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        root = memory.context.here.root
        assert root
        block = root / "AGENTS.md"
        first = memory.remember(RULE, kind="convention").id
        memory.mirror.write_block(["AGENTS.md"])
        assert RULE in block.read_text()
        memory.retract(first)
        assert RULE not in block.read_text()
        memory.restore(first)
        assert RULE in block.read_text()
        memory.revise(first, "Invoices are rounded up")
        assert RULE not in block.read_text()
        assert "rounded up" in block.read_text()
        memory.remember("Invoices are never rounded", kind="convention", supersedes=[first])
        assert "rounded up" not in block.read_text()
        memory.undo()
        assert "rounded up" in block.read_text()


def test_a_change_names_the_file_of_the_mirror_that_is_behind(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        first = memory.remember(RULE, kind="convention").id
        assert memory.retract(first).behind == ""
        memory.restore(first)
        memory.mirror.export()
        behind = memory.retract(first).behind
        assert behind.startswith(".standfast/")
        memory.mirror.export()
        root = memory.context.here.root
        assert root
        assert not (root / behind).exists()


def test_a_blank_at_the_end_of_what_is_matched_is_the_end_of_a_word(tmp_path: Path) -> None:
    with busy_home(tmp_path) as memory:
        for number in (1, 10, 11):
            memory.remember(f"note quokka{number} of its own about widget {number}")
        assert len(memory.purge(match="quokka1 ").purged) == 1
        assert len(memory.purge(match="quokka1").purged) == 2
