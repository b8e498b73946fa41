"""revert and purge: undo with a report, and deletion with a proof."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

from tests.faces.cli.conftest import AGENT

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def bytes_of(desk: Desk) -> bytes:
    return b"".join(path.read_bytes() for path in desk.home.rglob("*") if path.is_file())


def test_revert_of_one_operation_answers_as_if_it_never_happened(desk: Desk) -> None:
    identity = desk.remember("Before")
    done = desk.ask("revise", identity, "After")
    undone = desk.ask("revert", done["operation"])
    assert {"operations", "reverts", "memories", "sessions", "derived", "dry_run"} <= set(undone)
    assert (undone["operations"], undone["memories"]) == ([done["operation"]], [identity])
    assert desk.ask("show", identity)["text"] == "Before"
    assert [operation["reverted"] for operation in desk.ask("log", identity)["operations"]] == [False, True, False]
    desk.ask("revert", *undone["reverts"])
    assert desk.ask("show", identity)["text"] == "After"


def test_revert_of_a_source_names_the_sessions_that_were_given_it(desk: Desk) -> None:
    kept = desk.remember("By Ana")
    gone = desk.remember("The agent's own note", env=AGENT)
    other = {**AGENT, "CLAUDE_CODE_SESSION_ID": "session-two"}
    desk.ask("recall", "agent note", env=other)
    preview = desk.ask("revert", "--source", "agent:claude-code", "--dry-run")
    assert (preview["memories"], preview["reverts"], preview["dry_run"]) == ([gone], [], True)
    assert [session["session"] for session in preview["sessions"]] == ["session-two"]
    assert desk.ask("show", gone)["status"] == "active"
    desk.ask("revert", "--source", "agent:claude-code")
    assert desk.fail("show", gone, code=1)["code"] == "not-found"
    assert desk.ask("show", kept)["status"] == "active"


def test_revert_of_a_session_and_since_a_moment(desk: Desk) -> None:
    one = desk.remember("Session one", env=AGENT)
    two = desk.remember("Session two", env={**AGENT, "CLAUDE_CODE_SESSION_ID": "session-two"})
    assert desk.ask("revert", "--session", "session-one")["memories"] == [one]
    assert desk.ask("show", two)["status"] == "active"
    assert desk.ask("revert", "--since", "1h", "--dry-run")["operations"]
    assert desk.ask("revert", "--source", "person:Nobody")["operations"] == []


def test_reverting_twice_and_the_unknown_are_refused(desk: Desk) -> None:
    done = desk.ask("remember", "Something")
    desk.ask("revert", done["operation"])
    assert desk.fail("revert", done["operation"], code=1)["code"] == "already"
    assert desk.fail("revert", "zzzzzzz", code=1)["code"] == "not-found"
    assert desk.fail("revert", "--source", "martian:x", code=2)["code"] == "bad-source"


def test_purge_proves_that_it_is_gone(desk: Desk) -> None:
    identity = desk.remember("The flamboyant xylophone plays at midnight", "--why", "quixotic zephyrs")
    desk.ask("revise", identity, "The flamboyant xylophone rests")
    desk.ask("recall", "xylophone")
    desk.ask("backup")
    assert b"xylophone" in bytes_of(desk)
    done = desk.ask("purge", identity, "--yes")
    assert done["purged"] == [identity]
    assert set(done["proof"]) == {"files_scanned", "bytes", "found", "hits", "unreached"}
    assert done["proof"]["found"] == 0
    assert done["proof"]["files_scanned"] > 0
    assert done["proof"]["bytes"] > 0
    for word in (b"xylophone", b"flamboyant", b"quixotic"):
        assert word not in bytes_of(desk)
    assert desk.fail("show", identity, code=1)["code"] == "not-found"
    assert desk.fail("remember", "The flamboyant xylophone rests", code=1)["code"] == "purged"


def test_words_that_the_store_itself_uses_do_not_spoil_the_proof(desk: Desk) -> None:
    words = "Ana decided that the shop project must not delete documents, vectors or sessions of any length"
    identity = desk.remember(words, "--title", "secure delete of current terms")
    assert desk.ask("purge", identity, "--yes")["proof"]["found"] == 0


def test_purge_needs_a_yes_where_nobody_can_be_asked(desk: Desk) -> None:
    identity = desk.remember("Still here")
    assert desk.fail("purge", identity, code=2)["code"] == "needs-yes"
    assert desk.run("purge", identity).code == 2
    assert desk.ask("show", identity)["status"] == "active"


def test_a_dry_run_of_a_purge_lists_and_keeps(desk: Desk) -> None:
    identity = desk.remember("The staging database is called nightingale")
    desk.remember("Unrelated")
    preview = desk.ask("purge", "--match", "called nightingale", "--dry-run")
    assert (preview["purged"], preview["dry_run"]) == ([identity], True)
    assert desk.ask("show", identity)["status"] == "active"
    assert desk.ask("purge", "--match", "called nightingale", "--yes")["purged"] == [identity]


def test_purge_of_a_session_and_of_a_source(desk: Desk) -> None:
    first = desk.remember("First from an agent", env=AGENT)
    second = desk.remember("Second from an agent", env={**AGENT, "CLAUDE_CODE_SESSION_ID": "session-two"})
    mine = desk.remember("Mine")
    assert desk.ask("purge", "--session", "session-one", "--yes")["purged"] == [first]
    assert desk.ask("purge", "--source", "agent:claude-code", "--yes")["purged"] == [second]
    assert desk.ask("show", mine)["status"] == "active"
    assert desk.ask("purge", "--match", "no such words", "--yes")["purged"] == []


def test_purge_of_a_source_keeps_what_it_only_judged(desk: Desk) -> None:
    mine = desk.remember("Locks are keyed by payment_id")
    desk.ask("feedback", mine, "helpful", env=AGENT)
    assert desk.ask("purge", "--source", "agent:claude-code", "--yes")["purged"] == []
    assert desk.ask("show", mine)["status"] == "active"


def test_an_agent_does_not_purge(desk: Desk) -> None:
    identity = desk.remember("Mine")
    done = desk.run("purge", identity, "--yes", "--json", env=AGENT)
    assert (done.code, done.error["code"]) == (1, "authority")


def test_what_was_purged_does_not_come_back_by_import_or_restore(desk: Desk) -> None:
    identity = desk.remember("The flamboyant xylophone plays at midnight")
    exported = desk.run("export").out
    saved = desk.ask("backup", str(desk.folder / "outside.standfast"))["file"]
    desk.ask("purge", identity, "--yes")
    done = desk.run("import", "standfast", "-", "--json", given=exported)
    assert json.loads(done.out)["purged"] == 1
    desk.ask("backup", "--restore", saved)
    assert desk.fail("show", identity, code=1)["code"] == "not-found"


QUOTED = 'The "flamboyant" xylophone\nplays at C:\\midnight'


def fire(desk: Desk, event: str, **payload: object) -> None:
    body = {"session_id": "session-one", "cwd": str(desk.folder), "hook_event_name": event, **payload}
    done = desk.start("hook", "claude-code", event, given=json.dumps(body).encode())
    assert (done.returncode, done.stderr) == (0, b"")


def call(desk: Desk, tool: str, number: int, **arguments: object) -> None:
    told = {"tool_name": tool, "tool_input": arguments, "tool_use_id": f"call-{number}", "tool_response": "done"}
    fire(desk, "PostToolUse", **told)


def test_a_purge_takes_the_calls_with_it_in_which_the_words_stand_as_json(desk: Desk) -> None:
    identity = desk.remember(QUOTED, "--title", "Odd", env=AGENT)
    call(desk, "mcp__standfast__remember", 1, text=QUOTED, title="Odd")
    call(desk, "Bash", 2, command="post " + json.dumps({"text": QUOTED}))
    call(desk, "Bash", 3, command="make lint")
    assert b"xylophone" in bytes_of(desk)
    assert desk.ask("purge", identity, "--yes")["proof"]["found"] == 0
    assert b"xylophone" not in bytes_of(desk)
    assert [item["body"].count("make lint") for item in desk.ask("replay", "session-one")["journal"]] == [1]


def test_a_purge_reaches_the_journals_of_other_projects_and_their_backups(desk: Desk, bare: Desk) -> None:
    identity = desk.remember("The flamboyant xylophone plays at midnight")
    fire(bare, "UserPromptSubmit", prompt="Why is it that The flamboyant xylophone plays at midnight?")
    desk.ask("backup")
    assert desk.ask("purge", identity, "--yes")["proof"]["found"] == 0
    assert b"xylophone" not in bytes_of(desk)


def test_an_event_that_kept_the_words_does_not_excuse_them(desk: Desk) -> None:
    identity = desk.remember("The flamboyant xylophone plays at midnight")
    fire(desk, "UserPromptSubmit", prompt="The flamboyant xylophone plays at midnight")
    store = sqlite3.connect(next((desk.home / "store").glob("project-*.db")))
    store.execute("CREATE TRIGGER kept BEFORE DELETE ON event BEGIN SELECT RAISE(IGNORE); END")
    store.close()
    done = desk.run("purge", identity, "--yes", "--json")
    assert (done.code, done.error["code"]) == (3, "purge-incomplete")
    assert done.json["proof"]["found"] > 0


def test_a_purge_keeps_events_that_only_share_a_short_title_or_reason(desk: Desk) -> None:
    identity = desk.remember("Refunds take it first.", "--title", "Lock", "--why", "a race")
    fire(desk, "UserPromptSubmit", prompt="Lock the door after a race, payment by payment")
    call(desk, "mcp__standfast__remember", 1, text="Refunds take it first.", title="Lock", why="a race")
    assert desk.ask("purge", identity, "--yes")["proof"]["found"] == 0
    bodies = [item["body"] for item in desk.ask("replay", "session-one")["journal"] if item["kind"] == "prompt"]
    assert bodies == ["Lock the door after a race, payment by payment"]


def test_a_purge_takes_events_that_quote_a_long_title(desk: Desk) -> None:
    identity = desk.remember("Refunds take it first.", "--title", "The flamboyant xylophone of the vault")
    fire(desk, "UserPromptSubmit", prompt="What is The flamboyant xylophone of the vault?")
    assert desk.ask("purge", identity, "--yes")["proof"]["found"] == 0
    assert b"xylophone" not in bytes_of(desk)


def test_a_session_is_named_by_the_beginning_of_its_id(desk: Desk) -> None:
    fire(desk, "UserPromptSubmit", prompt="Make refunds idempotent")
    first = desk.remember("First from an agent", env=AGENT)
    other = desk.remember("Second from an agent", env={**AGENT, "CLAUDE_CODE_SESSION_ID": "another"})
    assert desk.ask("revert", "--session", "session-o", "--dry-run")["memories"] == [first]
    assert desk.ask("purge", "--session", "session-o", "--yes")["purged"] == [first]
    assert b"idempotent" not in bytes_of(desk)
    assert desk.ask("purge", "--session", "anoth", "--yes")["purged"] == [other]


def test_a_session_that_is_not_there_or_could_be_two_is_not_passed_over_in_silence(desk: Desk) -> None:
    desk.remember("First from an agent", env=AGENT)
    desk.remember("Second from an agent", env={**AGENT, "CLAUDE_CODE_SESSION_ID": "session-two"})
    for verb in (["purge", "--yes"], ["revert"]):
        assert desk.fail(*verb, "--session", "nobody", code=1)["code"] == "not-found"
        assert desk.fail(*verb, "--session", "session", code=1)["code"] == "ambiguous"


def test_what_was_undone_can_still_be_purged_by_the_end_of_its_id(desk: Desk) -> None:
    identity = desk.remember("The spare key lies under the blue flowerpot.")
    desk.ask("undo")
    assert desk.ask("purge", identity.partition("-")[2], "--yes")["purged"] == [identity]
    assert "flowerpot" not in desk.run("log").out


def test_the_undo_of_an_approval_names_no_commit_from_before_it(desk: Desk) -> None:
    desk.env |= {"GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z", "GIT_AUTHOR_DATE": "2020-01-01T00:00:00Z"}
    desk.write("src/locks.py", "x = 1\n")
    desk.commit("Lock by payment instead of user\n\nBecause two refunds of one user raced in March.")
    desk.env |= {"GIT_COMMITTER_DATE": "2021-01-01T00:00:00Z", "GIT_AUTHOR_DATE": "2021-01-01T00:00:00Z"}
    desk.write("src/locks.py", "x = 2\n")
    desk.commit("Count the locks")
    desk.ask("init")
    (waiting,) = desk.ask("review")["waiting"]
    desk.ask("review", "--approve", waiting["id"])
    assert desk.ask("undo")["commits"] == []


def test_undo_of_what_was_purged_does_not_lend_it_the_words_of_what_took_its_place(desk: Desk) -> None:
    first = desk.remember("Retries stop after three attempts", "--kind", "decision")
    second = desk.remember("Herons settle in cents from now on", "--kind", "decision", "--supersedes", first)
    desk.ask("purge", first, "--yes")
    said = desk.ask("revert", "--since", "1h")["words"]
    assert set(said) == {second}


def test_what_an_undone_memory_rested_on_was_not_built_on_it(desk: Desk) -> None:
    ground = desk.remember("Deploys go out on Tuesdays only", "--kind", "decision")
    desk.ask("revise", ground, "Deploys go out on any day", env=AGENT)
    assert desk.ask("undo", env=AGENT)["derived"] == []
    middle = desk.remember("The release train leaves on Tuesdays", "--link", f"derived-from:{ground}")
    top = desk.remember("The release notes are written on Mondays", "--link", f"derived-from:{middle}")
    (said,) = (item["operation"] for item in desk.ask("log", middle)["operations"])
    assert desk.ask("revert", said)["derived"] == [top]


def test_a_person_who_looked_it_up_is_no_session_that_had_been_given_it(desk: Desk) -> None:
    desk.remember("Herons settle in cents from now on")
    desk.ask("recall", "herons settle in cents")
    assert desk.ask("undo")["sessions"] == []
