"""The mirror over time: branches, worktrees, rebases, lost notes, and what runs it without being asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from standfast.config import load_settings
from standfast.memory import Memory
from standfast.mirror.survey import Surveyor
from standfast.mirror.take import Taker
from standfast.model.source import Source
from tests.faces.cli.conftest import Desk
from tests.faces.cli.mirrors import edit, files, page, program_on_path, share, team, write_agents_note

if TYPE_CHECKING:
    from tests.faces.cli.mirrors import Team

__all__ = ["team"]


def quietly(desk: Desk) -> int:
    """Import as a Git hook does, and return how much was taken in."""
    with Memory.open(desk.folder, who=Source("person", "Ana"), settings=load_settings(desk.env)) as memory:
        return len(memory.mirror.import_(quiet=True).taken)


def test_a_quiet_import_opens_no_store_when_nothing_changed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    assert quietly(desk) == 0
    with Memory.open(desk.folder, settings=load_settings(desk.env)) as memory:
        memory.mirror.import_(quiet=True)
        assert not memory.context.is_open
    edit(desk, identity, ("payment_id", "refund_id"))
    assert quietly(desk) == 0  # nobody can say who wrote what is not committed
    desk.commit("Key locks by refund")
    assert quietly(desk) == 1
    assert quietly(desk) == 0


@pytest.mark.parametrize("way", ["merge", "import"])
def test_what_is_committed_on_a_branch_waits_for_its_merge_or_for_a_person_who_asks(desk: Desk, way: str) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("Export memory")
    desk.git("checkout", "--quiet", "-b", "side")
    edit(desk, identity, ("payment_id", "user_id"))
    desk.commit("Reword it")  # agents commit under the name of the person whose clone it is
    assert quietly(desk) == 0
    assert desk.ask("show", identity)["text"] == "Locks are keyed by payment_id."
    if way == "merge":
        desk.git("checkout", "--quiet", "main")
        quietly(desk)
        desk.git("merge", "--quiet", "side")
        assert quietly(desk) == 1
    else:
        assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["revised"]
    assert desk.ask("show", identity)["text"] == "Locks are keyed by user_id."


def test_a_quiet_import_never_fails(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.write(".standfast/project.json", '{"format": 99}')
    desk.write(".standfast/facts/broken.md", "---\nbroken")
    assert quietly(desk) == 0


def test_what_waited_comes_in_when_it_lands_although_no_file_changes(desk: Desk, team: Team) -> None:
    desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    share(desk)
    bea = team("Bea")
    bea.git("checkout", "--quiet", "-b", "feature")
    bea.write(".standfast/facts/retries.md", "Retries are capped at three.\n")
    bea.commit("Add")
    bea.git("push", "--quiet", "-u", "origin", "feature")
    desk.git("fetch", "--quiet")
    desk.git("checkout", "--quiet", "feature")
    desk.ask("mirror", "import")
    assert "capped" not in desk.run("recall", "retries").out
    desk.git("checkout", "--quiet", "main")
    quietly(desk)
    desk.git("merge", "--quiet", "--ff-only", "feature")
    assert quietly(desk) == 1
    assert "capped" in desk.run("recall", "retries").out


def test_trust_takes_in_what_is_on_an_unmerged_branch(desk: Desk, team: Team) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    share(desk)
    bea = team("Bea")
    bea.git("checkout", "--quiet", "-b", "feature")
    edit(bea, identity, ("payment_id", "order_id"))
    bea.commit("Reword")
    bea.git("push", "--quiet", "-u", "origin", "feature")
    desk.git("fetch", "--quiet")
    desk.git("checkout", "--quiet", "feature")
    assert desk.ask("mirror", "import")["taken"] == []
    taken = desk.ask("mirror", "import", "--trust")["taken"]
    assert [(item["act"], item["source"]) for item in taken] == [("revised", "person:Ana")]


def test_worktrees_share_the_store_and_keep_their_own_notes(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("Export")
    other = desk.folder.parent / "other"
    desk.git("worktree", "add", "--quiet", "-b", "side", str(other))
    there = Desk(other, desk.home, capsys)
    assert there.ask("mirror", "import")["taken"] == []
    desk.ask("revise", identity, "Locks are keyed by refund_id.")
    desk.ask("mirror", "export")
    desk.commit("Revise")
    assert there.ask("mirror", "import")["taken"] == [], "an older file is no edit"
    assert there.ask("show", identity)["text"] == "Locks are keyed by refund_id."
    edit(there, identity, ("kind: decision", "kind: convention"))
    there.commit("Edit there")
    assert [item["act"] for item in there.ask("mirror", "import")["taken"]] == ["revised"]
    shown = there.ask("show", identity)
    assert (shown["kind"], shown["text"]) == ("convention", "Locks are keyed by refund_id.")


def test_lost_notes_lose_nothing(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("One")
    desk.ask("revise", identity, "Locks are keyed by refund_id.")
    desk.ask("mirror", "export")
    desk.commit("Two")
    book = desk.folder / ".git/standfast-mirror.json"
    assert "payment" not in book.read_text().replace(Path(page(desk, identity)).name, "")
    book.unlink()
    edit(desk, identity, ("refund_id", "order_id"))
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["revised"]
    assert desk.ask("show", identity)["text"] == "Locks are keyed by order_id."
    book.write_text("nonsense")
    assert desk.ask("mirror", "import")["taken"] == []


def test_two_clones_that_exported_before_they_met_are_one_project(desk: Desk, team: Team) -> None:
    bea = team("Bea")
    mine = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    other = bea.remember("Retries are capped at three.", "--kind", "fact")
    share(desk)
    bea.ask("mirror", "export")
    bea.commit("Export too")
    program_on_path(bea)
    bea.git("pull", "--quiet", "--no-rebase", "--no-edit")
    bea.ask("mirror", "import")
    bea.ask("mirror", "export")
    assert bea.ask("show", mine)["status"] == "active"
    assert bea.ask("show", other)["status"] == "active"
    if bea.git("status", "--porcelain"):
        bea.commit("Merge memory")
    bea.git("push", "--quiet")
    desk.git("pull", "--quiet")
    desk.ask("mirror", "import")
    assert desk.ask("show", other)["status"] == "active"
    assert desk.ask("mirror", "export")["written"] == []
    assert desk.ask("mirror", "check")["agrees"]
    assert bea.ask("mirror", "check")["agrees"]


def test_the_same_new_file_gets_the_same_id_everywhere(desk: Desk, team: Team) -> None:
    desk.write(".standfast/facts/retries.md", "Retries are capped at three.\n")
    desk.commit("By hand")
    desk.git("push", "--quiet")
    bea = team("Bea")
    mine = desk.ask("mirror", "import")["taken"][0]["id"]
    bea.write(".standfast/facts/retries.md", "Retries are capped at four.\n")
    bea.commit("Edit before anybody exported")
    assert bea.ask("mirror", "import")["taken"][0]["id"] == mine


def test_the_index_says_what_is_where(desk: Desk) -> None:
    import json

    identity = desk.remember(
        "Locks are keyed by payment_id.", "--kind", "decision", "--tag", "pay", "--anchor", "src/locks.py::acquire"
    )
    desk.ask("mirror", "export")
    index = json.loads(files(desk)[".standfast/index.json"])
    (listed,) = index["memories"]
    assert (listed["id"], listed["path"], listed["tags"]) == (identity, page(desk, identity), ["pay"])
    assert (listed["standing"], listed["anchors"]) == ("holds", ["src/locks.py::acquire"])
    assert listed["at"]
    desk.write("src/locks.py", "LIMIT = 3\n")
    desk.ask("mirror", "export")
    assert json.loads(files(desk)[".standfast/index.json"])["memories"][0]["standing"] == "broken"


def test_an_anchor_is_taken_as_the_code_was_when_the_file_was_committed(desk: Desk, team: Team) -> None:
    identity = desk.remember("Locks are keyed by payment.", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    share(desk)
    desk.write("src/locks.py", "def acquire(user):\n    return lock(user.id, 3)\n")
    desk.commit("Change the code")
    desk.git("push", "--quiet")
    bea = team("Bea")
    bea.ask("mirror", "import")
    assert bea.ask("show", identity)["standing"] == "drifted"


def test_ones_own_work_stays_ones_own_after_a_rebase(desk: Desk, team: Team) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    share(desk)
    bea = team("Bea")
    bea.ask("mirror", "import")
    bea.git("checkout", "--quiet", "-b", "feature")
    edit(bea, identity, ("payment_id", "order_id"))
    bea.commit("Reword")
    desk.write("other.txt", "x")
    desk.commit("Other")
    desk.git("push", "--quiet")
    bea.git("fetch", "--quiet")
    bea.git("rebase", "--quiet", "origin/main")
    assert [(item["act"], item["source"]) for item in bea.ask("mirror", "import")["taken"]] == [
        ("revised", "person:Bea")
    ]


def test_a_project_file_left_in_conflict_still_names_one_project(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    ids = ("p000000-0000002", "p000000-0000001")
    sides = [f'  "format": 1,\n  "id": "{item}"\n' for item in ids]
    desk.write(".standfast/project.json", f"{{\n<<<<<<< ours\n{sides[0]}=======\n{sides[1]}>>>>>>> theirs\n}}\n")
    desk.write(".standfast/index.json", "<<<<<<< ours\n")
    assert set(desk.ask("mirror", "export")["written"]) == {".standfast/project.json", ".standfast/index.json"}
    assert ids[1] in files(desk)[".standfast/project.json"]
    assert ids[0] not in files(desk)[".standfast/project.json"]


def test_init_in_a_fresh_clone_knows_what_the_mirror_says(desk: Desk, team: Team) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    share(desk)
    bea = team("Bea")
    bea.ask("init", "--yes")
    assert bea.ask("show", identity)["text"] == "Locks are keyed by payment_id."


def test_a_private_kind_has_no_file(desk: Desk) -> None:
    desk.write(".standfast/facts/mine.md", "---\nkind: preference\n---\nShort answers.\n")
    done = desk.run("mirror", "import", "--json")
    assert [problem["kind"] for problem in done.json["problems"]] == ["broken"]
    desk.ask("mirror", "export")
    assert (desk.folder / ".standfast/facts/mine.md").exists()


def test_a_person_who_approves_an_agents_note_is_heard_by_the_others(desk: Desk, team: Team) -> None:
    identity = write_agents_note(desk)
    share(desk)
    bea = team("Bea")
    bea.ask("mirror", "import")
    edit(bea, identity, ("source: agent:claude-code\n", ""))
    bea.commit("I stand behind this")
    bea.git("push", "--quiet")
    bea.ask("mirror", "import")
    desk.git("pull", "--quiet")
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["approved"]
    assert desk.ask("show", identity)["authority"] == "approved"
    assert bea.ask("mirror", "check")["agrees"]
    assert desk.ask("mirror", "check")["agrees"]
    assert bea.ask("show", identity)["authority"] == "approved"


def test_what_comes_back_in_other_words_comes_back_in_those(desk: Desk, team: Team) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    share(desk)
    bea = team("Bea")
    bea.ask("mirror", "import")
    text = files(desk)[page(desk, identity)]
    path = page(desk, identity)
    desk.ask("retract", identity)
    share(desk, "Retract")
    bea.git("pull", "--quiet")
    bea.ask("mirror", "import")
    desk.write(path, text.replace("payment_id", "refund_id"))
    desk.commit("By hand, in other words")
    desk.git("push", "--quiet")
    for item in (desk, bea):
        item.git("pull", "--quiet")
        assert [done["act"] for done in item.ask("mirror", "import")["taken"]] == ["restored", "revised"]
        assert item.ask("show", identity)["text"] == "Locks are keyed by refund_id."
        assert item.ask("mirror", "import")["taken"] == []


def test_a_proposal_that_lands_in_other_words_lands_in_those(desk: Desk, team: Team) -> None:
    desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    share(desk)
    bea = team("Bea")
    bea.git("checkout", "--quiet", "-b", "feature")
    bea.write(".standfast/facts/retries.md", "Retries are capped at three.\n")
    bea.commit("Add")
    bea.git("push", "--quiet", "-u", "origin", "feature")
    desk.git("fetch", "--quiet")
    desk.git("checkout", "--quiet", "feature")
    (taken,) = desk.ask("mirror", "import")["taken"]
    assert taken["status"] == "proposed"
    bea.write(".standfast/facts/retries.md", "Retries are capped at four.\n")
    bea.commit("Change")
    bea.git("push", "--quiet")
    desk.git("fetch", "--quiet")
    desk.git("checkout", "--quiet", "main")
    desk.git("merge", "--quiet", "--no-edit", "origin/feature")
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["settled"]
    shown = desk.ask("show", taken["id"])
    assert (shown["text"], shown["status"]) == ("Retries are capped at four.", "active")


def test_going_back_by_hand_is_an_edit_like_any_other(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("One")
    desk.ask("revise", identity, "Locks are keyed by refund_id.")
    desk.ask("mirror", "export")
    desk.commit("Two")
    desk.ask("mirror", "import")
    desk.write("other.txt", "x")
    desk.commit("Three")
    edit(desk, identity, ("refund_id", "payment_id"))
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["revised"]
    assert desk.ask("show", identity)["text"] == "Locks are keyed by payment_id."
    desk.commit("Four")
    desk.git("revert", "--no-edit", "HEAD")
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["revised"]
    assert desk.ask("show", identity)["text"] == "Locks are keyed by refund_id."


def test_what_git_hooks_run_takes_the_mirror_in(desk: Desk, team: Team) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    share(desk)
    bea = team("Bea")
    bea.run("drift", "--event", "post-merge")
    assert bea.ask("show", identity)["source"]["name"] == "Ana"
    edit(bea, identity, ("payment_id", "refund_id"))
    bea.commit("Key locks by refund")
    bea.run("drift", "--event", "post-commit")
    assert bea.ask("log", identity)["operations"][0]["source"]["name"] == "Bea"


def test_a_person_and_a_hook_importing_at_once_take_each_file_in_once(desk: Desk, team: Team) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.write(".standfast/facts/retries.md", "Retries are capped at three.\n")
    share(desk)
    bea = team("Bea")
    settings = load_settings(bea.env)
    with Memory.open(bea.folder, settings=settings) as slow, Memory.open(bea.folder, settings=settings) as quick:
        survey = Surveyor(slow.context)
        found = survey.look(incoming=True)
        assert len(quick.mirror.import_().taken) == 2
        taker = Taker(survey)
        assert [taker.take(item) for item in found.items if item.state == "new"] == [None, None]
        assert slow.maintenance.problems() == []
        found_now = [result.memory.id for result in slow.recall("payment_id locks, retries").results]
        assert len(found_now) == 2
        assert identity in found_now


def test_whatever_an_author_is_called_what_they_deleted_is_taken_in(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("Export memory")
    desk.git("rm", "--quiet", "-r", ".standfast/decisions")
    desk.git("-c", "user.name=E\x1fv\x1fe", "commit", "--quiet", "-m", "Drop it")
    assert [item["id"] for item in desk.ask("mirror", "import")["taken"]] == [identity]
    assert desk.ask("show", identity)["status"] == "retracted"
