"""What other tools remembered comes in once, in their words, with the tool as its source."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from standfast.errors import ConfigError, NotFound
from standfast.model.trust import Status
from tests.unit.verbs.test_memory_life import CODEX, at

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory
    from standfast.model.memory import Memory as State


def brought(memory: Memory, tool: str, path: Path) -> list[State]:
    memory.transfer.import_store(tool, path)
    return [entry.memory for entry in memory.list(source=f"import:{tool}", limit=100).shown]


def write(path: Path, record: object) -> Path:
    path.write_text(record if isinstance(record, str) else json.dumps(record))
    return path


def test_the_graph_of_the_reference_server_becomes_sentences(tmp_path: Path) -> None:
    lines = [
        {"type": "entity", "name": "Billing", "entityType": "service", "observations": ["runs on port 8082"]},
        {"type": "relation", "from": "Billing", "to": "Ledger", "relationType": "depends_on"},
    ]
    path = write(tmp_path / "memory.jsonl", "\n".join(map(json.dumps, lines)))
    found = brought(at(tmp_path / "home"), "mcp-memory", path)
    assert {state.content.text for state in found} == {"Billing: runs on port 8082", "Billing depends on Ledger"}


def test_of_mem0_only_the_last_word_on_each_memory_comes_and_nothing_that_was_deleted(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,"
            " created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT)"
        )
        rows = [
            ("1", "a", None, "Uses port 8080", "ADD", "2026-01-01T00:00:00+00:00", None, 0, None, None),
            ("2", "b", None, "Likes tea", "ADD", "2026-01-02T00:00:00+00:00", None, 0, None, None),
            ("3", "a", "Uses port 8080", "Uses port 9090", "UPDATE", "2026-01-03T00:00:00+00:00", None, 0, None, None),
            ("4", "b", "Likes tea", None, "DELETE", "2026-01-04T00:00:00+00:00", None, 1, None, None),
        ]
        connection.executemany("INSERT INTO history VALUES (?,?,?,?,?,?,?,?,?,?)", rows)
    connection.close()
    found = brought(at(tmp_path / "home"), "mem0", path)
    assert [state.content.text for state in found] == ["Uses port 9090"]
    assert found[0].at.date().isoformat() == "2026-01-03"


def claude_mem(path: Path) -> Path:
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT,"
            " type TEXT, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,"
            " files_modified TEXT, created_at TEXT, created_at_epoch INTEGER)"
        )
        connection.execute(
            "CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT,"
            " request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT,"
            " files_edited TEXT, notes TEXT, created_at TEXT, created_at_epoch INTEGER)"
        )
        observed = "INSERT INTO observations VALUES (?,'s',?,'',?,?,'',?,?,?,'[]',?,'',?)"
        facts, files = '["Refunds raced"]', '["pay.py","/elsewhere/x.py"]'
        row = (1, "home", "decision", "Lock by payment", facts, "We lock by payment_id.", '["locking"]', files)
        connection.execute(observed, (*row, 1767225600000))
        connection.execute(observed, (2, "other", "change", "Else", "[]", "Not ours.", "[]", "[]", 1767225600001))
        connection.execute(
            "INSERT INTO session_summaries VALUES (1,'s','home','Fix refunds','','Locks need keys.','Fixed.',"
            "'Write tests',NULL,'[]','','',1767225600002)"
        )
    connection.close()
    return path


def test_claude_mem_keeps_kinds_files_reasons_and_what_is_open(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "pay.py").write_text("pass\n")
    memory = at(home)
    found = {state.content.kind.value: state for state in brought(memory, "claude-mem", claude_mem(tmp_path / "c.db"))}
    assert set(found) == {"decision", "episode"}
    assert found["decision"].content.text == "We lock by payment_id.\n\n- Refunds raced"
    assert found["decision"].content.tags == ("locking",)
    assert "Open: Write tests" in found["episode"].content.text


def test_what_claude_mem_saw_in_a_worktree_comes_with_the_project_it_was_merged_into(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    store = claude_mem(tmp_path / "c.db")
    with sqlite3.connect(store) as connection:
        connection.execute("ALTER TABLE observations ADD COLUMN merged_into_project TEXT")
        connection.execute("UPDATE observations SET merged_into_project = 'home', type = 'security_note' WHERE id = 2")
    connection.close()
    memory = at(home)
    found = {state.content.text: state.content.kind.value for state in brought(memory, "claude-mem", store)}
    assert found["Not ours."] == "gotcha"
    assert len(found) == 3


def test_what_a_tool_kept_for_another_project_stays_out_and_is_counted_by_name(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    done = at(home).transfer.import_store("claude-mem", claude_mem(tmp_path / "c.db"))
    assert (done.added, done.elsewhere, done.projects) == (2, 1, ("other",))


def test_of_agentmemory_only_latest_versions_come(tmp_path: Path) -> None:
    record = {
        "version": "0.9.29",
        "memories": [
            {
                "id": "1",
                "type": "bug",
                "title": "Race",
                "content": "Refunds race.",
                "isLatest": True,
                "concepts": ["x"],
            },
            {"id": "2", "type": "fact", "title": "Old", "content": "Port 1.", "isLatest": False},
        ],
        "lessons": [
            {"id": "3", "content": "Run migrations first", "context": "The deploy broke"},
            {"id": "5", "content": "Deleted there", "deleted": True},
        ],
        "proceduralMemories": [
            {"id": "4", "name": "Release", "steps": ["Tag", "Push"], "triggerCondition": "a release"}
        ],
        "summaries": [{"sessionId": "s", "title": "Did it", "narrative": "Done.", "keyDecisions": ["Use pnpm"]}],
    }
    found = {
        state.content.text: state.content
        for state in brought(at(tmp_path / "h"), "agentmemory", write(tmp_path / "e.json", record))
    }
    assert set(found) == {
        "Refunds race.",
        "Run migrations first",
        "When: a release\n\n1. Tag\n2. Push",
        "Done.\n\nDecided:\n- Use pnpm",
    }
    assert found["Refunds race."].kind.value == "gotcha"
    assert found["Run migrations first"].why == "The deploy broke"


def test_observations_of_basic_memory_stand_alone_with_category_tags_and_context(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    write(
        notes / "coffee.md",
        "---\ntitle: Coffee\ntags: [brewing]\n---\n# Coffee\n\nWe brew by hand.\n\n## Observations\n"
        "- [decision] Use the V60 #pour (the kettle is gone)\n- [x] buy beans\n\n## Relations\n- relates_to [[Tea]]\n",
    )
    found = {state.content.kind.value: state.content for state in brought(at(tmp_path / "h"), "basic-memory", notes)}
    assert (found["decision"].text, found["decision"].why) == ("Use the V60", "the kettle is gone")
    assert set(found["decision"].tags) == {"brewing", "decision", "pour"}
    assert "We brew by hand." in found["fact"].text
    assert "Coffee relates to Tea" in found["fact"].text


def test_a_tag_within_a_sentence_stays_one_of_its_words_and_a_note_is_as_old_as_its_file(tmp_path: Path) -> None:
    note = write(tmp_path / "locks.md", "- [tech] uses #redis cluster #infra\n- relates to [[Refunds]] (weakly)\n")
    os.utime(note, (1_767_225_600, 1_767_225_600))
    found = {state.content.text: state for state in brought(at(tmp_path / "h"), "basic-memory", note)}
    assert set(found) == {"uses redis cluster", "locks relates to Refunds (weakly)"}
    assert {"redis", "infra"} <= set(found["uses redis cluster"].content.tags)
    assert found["uses redis cluster"].at.date().isoformat() == "2026-01-01"


def test_what_a_server_of_agentmemory_without_an_engine_keeps_is_read_as_it_lies(tmp_path: Path) -> None:
    kept = {"id": "m1", "type": "workflow", "title": "Run pnpm", "content": "Run pnpm test", "isLatest": True}
    record = {"mem:memories": {"m1": kept}, "mem:audit": {"a1": {"operation": "save"}}}
    (found,) = brought(at(tmp_path / "h"), "agentmemory", write(tmp_path / "standalone.json", record))
    assert (found.content.kind.value, found.content.text, found.content.title) == ("procedure", "Run pnpm test", "")


def test_the_categories_that_an_owner_gave_a_memory_of_mem0_are_its_tags(tmp_path: Path) -> None:
    item = {"id": "1", "memory": "Prices are in cents", "metadata": {"category": "billing"}, "created_at": None}
    (found,) = brought(at(tmp_path / "h"), "mem0", write(tmp_path / "all.json", {"results": [item]}))
    assert found.content.tags == ("billing",)


@pytest.mark.parametrize(
    "record",
    [
        [{"id": "1", "text": "Use pnpm", "embedding": [0.1]}],
        {"documents": ["Use pnpm"], "ids": ["1"], "embeddings": [[0.1]], "metadatas": [{"tags": ["x"]}]},
        {"memories": [{"content": "Use pnpm", "vector": [0.1], "metadata": {"timestamp": 1767225600}}]},
        {"1": {"text": "Use pnpm", "embedding": [0.1]}},
        {"data": {"1": {"metadata": {"text": "Use pnpm"}, "values": [0.1]}}},
    ],
    ids=["list", "parallel lists", "within", "by id", "by id within"],
)
def test_the_vector_store_of_a_tutorial_is_read_in_its_usual_shapes(tmp_path: Path, record: object) -> None:
    found = brought(at(tmp_path / "home"), "vector-store", write(tmp_path / "vector_store.json", record))
    assert [state.content.text for state in found] == ["Use pnpm"]


MERGED = {
    "number": 7,
    "title": "Lock by payment",
    "state": "MERGED",
    "mergedAt": "2026-03-01T10:00:00Z",
    "url": "https://example.com/7",
    "body": "<!-- template -->\n## Why\nTwo refunds raced.\n\n- [x] tests\n\n## Notes\n",
    "author": {"login": "ana"},
    "files": [{"path": "pay.py"}],
    "mergeCommit": {"oid": "a" * 40},
    "reviews": [
        {
            "author": {"login": "bo"},
            "body": "Keyed by user would still race, as in March; payment is right.",
            "submittedAt": "2026-02-28T10:00:00Z",
        }
    ],
    "comments": [
        {"author": {"login": "codecov[bot]"}, "body": "x" * 200},
        {"author": {"login": "bo"}, "body": "LGTM"},
    ],
}
CLOSED = {
    "number": 8,
    "title": "Use Redis",
    "state": "CLOSED",
    "closedAt": "2026-03-02T10:00:00Z",
    "mergedAt": None,
    "url": "https://example.com/8",
    "body": "Locks in Redis.",
    "headRefName": "redis",
    "comments": [{"author": {"login": "bo"}, "body": "We do not run Redis anywhere, and will not for this alone."}],
}
OPEN = {"number": 9, "title": "Open", "state": "OPEN", "body": "Not yet.", "headRefName": "open"}


def test_a_merged_request_is_an_episode_a_closed_one_an_attempt_with_its_reason(tmp_path: Path) -> None:
    states = brought(at(tmp_path / "home"), "github", write(tmp_path / "pulls.json", [MERGED, CLOSED, OPEN]))
    found = {state.content.kind.value: state.content for state in states}
    assert set(found) == {"episode", "attempt"}
    assert found["episode"].title == "Lock by payment"
    assert found["episode"].text.startswith("## Why\nTwo refunds raced.")
    assert "Keyed by user" in found["episode"].text
    for word in ("template", "tests", "xxx", "LGTM"):
        assert word not in found["episode"].text, word
    assert "We do not run Redis" in found["attempt"].why


def test_an_issue_of_gitlab_says_how_it_ended(tmp_path: Path) -> None:
    note = {"author": {"username": "bo"}, "body": "The webhook was retried; deduplicated by event id since."}
    issue = {
        "iid": 3,
        "title": "Refunds twice",
        "state": "closed",
        "closed_at": "2026-01-01T00:00:00Z",
        "labels": ["bug"],
        "description": "A refund was paid twice.",
        "web_url": "https://example.com/3",
        "notes": [{**note, "system": False}],
    }
    (state,) = brought(at(tmp_path / "h"), "gitlab", write(tmp_path / "i.json", [issue]))
    assert state.content.kind.value == "gotcha"
    assert "How it ended: bo: The webhook was retried" in state.content.text


def test_a_page_of_notion_loses_the_id_in_its_name_and_keeps_its_decision(tmp_path: Path) -> None:
    pages = tmp_path / "export"
    pages.mkdir()
    write(
        pages / f"Use PostgreSQL {'a1' * 16}.md",
        "# Use PostgreSQL\n\nStatus: Accepted\nDate: March 3, 2026\nTags: storage, team\n\n## Context\n\n"
        "We need one store for all.\n\n## Decision\n\nWe use PostgreSQL for the team store.\n",
    )
    (state,) = brought(at(tmp_path / "h"), "notion", pages)
    assert state.content.kind.value == "decision"
    assert state.content.title == "Use PostgreSQL"
    assert state.at.date().isoformat() == "2026-03-03"
    assert set(state.content.tags) == {"storage", "team"}


def test_a_topic_of_an_agents_own_memory_keeps_its_reason(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    folder.mkdir()
    write(folder / "MEMORY.md", "# Memory\n\n- [No mocks](no_mocks.md) — tests\n- Deploys happen on Tuesdays\n")
    write(
        folder / "no_mocks.md",
        "---\nname: no-mocks\ndescription: Integration tests use a real database\ntype: feedback\n---\n\n"
        "Integration tests must not mock the database.\n\n**Why:** a mock hid a broken migration.\n\n"
        "**How to apply:** start one in a container.\n",
    )
    found = {state.content.kind.value: state.content for state in brought(at(tmp_path / "h"), "claude-memory", folder)}
    assert found["convention"].why == "a mock hid a broken migration."
    assert "start one in a container" in found["convention"].text
    assert found["fact"].text == "Deploys happen on Tuesdays"


def test_doing_it_again_adds_nothing_and_brings_nothing_retracted_back(tmp_path: Path) -> None:
    memory = at(tmp_path / "home")
    path = write(tmp_path / "v.json", ["Use pnpm", "Use ruff"])
    first, _ = brought(memory, "vector-store", path)
    memory.retract(first.id)
    again = memory.transfer.import_store("vector-store", path)
    assert (again.added, again.known) == (0, 2)
    assert memory.show(first.id).memory.status is Status.RETRACTED


def test_secrets_are_taken_out_and_what_an_agent_brings_in_is_an_agents_word(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    path = write(tmp_path / "v.json", [f"The deploy key is {token}, never print it"])
    (state,) = brought(at(tmp_path / "home", CODEX), "vector-store", path)
    assert token not in state.content.text
    assert state.authority.word == "note"


def test_a_file_of_another_sort_and_a_missing_one_are_said_kindly(tmp_path: Path) -> None:
    memory = at(tmp_path / "home")
    with pytest.raises(NotFound):
        memory.transfer.import_store("mem0", tmp_path / "none.db")
    with pytest.raises(ConfigError) as seen:
        memory.transfer.import_store("mem0", write(tmp_path / "odd.db", "not a database at all, only words"))
    assert seen.value.code == "bad-file"
    with pytest.raises(ConfigError):
        memory.transfer.import_store("agentmemory", write(tmp_path / "odd.json", "{}"))


def test_a_procedure_becomes_a_skill_and_comes_back_as_one(tmp_path: Path) -> None:
    memory = at(tmp_path / "home")
    said = memory.remember("1. Tag the commit\n2. Push the tag", kind="procedure", title="Release: cut a version")
    (skill,) = memory.transfer.export_skills([said.id], tmp_path / "skills")
    assert skill.file == tmp_path / "skills/release-cut-a-version/SKILL.md"
    assert f"standfast: {said.id}" in skill.file.read_text()
    (state,) = brought(at(tmp_path / "other"), "skills", tmp_path / "skills")
    assert state.content.kind.value == "procedure"
    assert "Push the tag" in state.content.text


def test_a_skill_that_was_written_here_is_known_here_and_a_word_for_it_is_not_enough(tmp_path: Path) -> None:
    memory = at(tmp_path / "home")
    said = memory.remember("1. Tag the commit\n2. Push the tag", kind="procedure", title="Release: cut a version")
    (skill,) = memory.transfer.export_skills([said.id], tmp_path / "skills")
    again = memory.transfer.import_store("skills", tmp_path / "skills")
    assert (again.added, again.known) == (0, 1)
    skill.file.write_text(skill.file.read_text().replace("Push the tag", "Send the tag to a stranger"))
    forged = memory.transfer.import_store("skills", tmp_path / "skills")
    assert (forged.added, forged.known) == (1, 0)
    assert "stranger" not in memory.show(said.id).memory.content.text


def test_only_procedures_in_force_become_skills_and_all_or_none_are_written(tmp_path: Path) -> None:
    memory = at(tmp_path / "home")
    procedure = memory.remember("Run make release", kind="procedure").id
    decision = memory.remember("We use uv", kind="decision").id
    with pytest.raises(ConfigError):
        memory.transfer.export_skills([procedure, decision], tmp_path / "skills")
    assert not (tmp_path / "skills").exists()


def test_a_pull_request_whose_words_were_purged_does_not_bring_them_back(tmp_path: Path) -> None:
    said = "Customer Zorblaxian pays forty percent less than the list price since the merger."
    pull = {
        "number": 7,
        "title": "Prices by contract",
        "body": said,
        "state": "merged",
        "mergedAt": "2026-03-01T12:00:00Z",
    }
    path = write(tmp_path / "pulls.json", [pull])
    with at(tmp_path / "home") as memory:
        (state,) = brought(memory, "github", path)
        assert memory.purge([state.id]).proof.found == 0
        for body in (said, f"{said} Reviewed by two.", said.upper(), f"> {said}\n\nAgreed."):
            write(path, [{**pull, "body": body, "title": "Prices by contract, again"}])
            assert brought(memory, "github", path) == []
        assert memory.recall("Zorblaxian").results == ()
    kept = [
        file for file in (tmp_path / "home").rglob("*") if file.is_file() and b"orblaxian" in file.read_bytes().lower()
    ]
    assert kept == []
