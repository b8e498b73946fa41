"""undo, edit, config, and what people type who know other programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from standfast.config import _FILE_KEYS
from tests.faces.cli.conftest import AGENT

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def test_undo_walks_back_step_by_step_and_shows_the_words(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id")
    desk.ask("revise", identity, "Locks are keyed by order_id")
    desk.remember("By an agent meanwhile", env=AGENT)
    assert "Locks are keyed by" in desk.run("undo", "--dry-run").out
    assert desk.ask("show", identity)["text"] == "Locks are keyed by order_id"
    desk.ask("undo")
    assert desk.ask("show", identity)["text"] == "Locks are keyed by payment_id"
    done = desk.run("undo")
    assert "Locks are keyed by payment_id" in done.out
    assert [memory["text"] for memory in desk.ask("list")["memories"]] == ["By an agent meanwhile"]
    assert desk.fail("undo", code=1)["code"] == "nothing-to-undo"


def test_a_revert_is_undone_as_one_step(desk: Desk) -> None:
    done = desk.ask("remember", "Kept after all")
    desk.ask("revert", done["operation"])
    desk.ask("undo")
    assert desk.ask("show", done["id"])["text"] == "Kept after all"


def test_an_approval_is_undone_with_what_it_retired(desk: Desk) -> None:
    old = desk.remember("Use tabs", "--kind", "convention")
    new = desk.ask("revise", old, "Use four spaces", env=AGENT)
    assert new["status"] == "proposed"
    desk.ask("review", "--approve", new["id"])
    assert desk.ask("show", old)["status"] == "superseded"
    desk.ask("undo")
    assert desk.ask("show", old)["status"] == "active"
    assert desk.ask("show", new["id"])["status"] == "proposed"


def test_a_purge_cannot_be_undone_and_says_so(desk: Desk) -> None:
    desk.remember("Stays")
    gone = desk.remember("Goes for good")
    desk.ask("purge", gone, "--yes")
    error = desk.fail("undo", code=1)
    assert error["code"] == "purged"
    assert "gone for good" in error["message"]
    assert "standfast revert" in error["hint"]


def test_asked_again_after_a_purge_undo_takes_back_what_was_done_before_it(desk: Desk) -> None:
    stays = desk.remember("Locks are keyed by payment_id")
    for gone in (desk.remember("Goes for good"), desk.remember("Goes for good, too")):
        desk.ask("purge", gone, "--yes")
    assert "Locks are keyed by payment_id" in desk.fail("undo", "--dry-run", code=1)["hint"]
    assert "run again" in desk.fail("undo", code=1)["hint"]
    assert desk.ask("undo")["memories"] == [stays]
    assert desk.fail("undo", code=1)["code"] == "nothing-to-undo"


RULES = "# Rules\n\n- Never log card numbers.\n- Every migration needs a rollback script.\n"


def test_an_import_is_undone_as_a_whole_and_the_note_before_it_stays(desk: Desk) -> None:
    note = desk.remember("Precious: two refunds raced on one payment", "--kind", "gotcha")
    (desk.folder / "RULES.md").write_text(RULES, encoding="utf-8")
    assert "`standfast undo` undoes this" in desk.run("import", "instructions", "RULES.md").out
    assert len(desk.ask("list")["memories"]) == 3
    done = desk.ask("undo")
    assert len(done["memories"]) == 2
    assert note not in done["memories"]
    assert [memory["id"] for memory in desk.ask("list")["memories"]] == [note]
    desk.ask("revert", *done["reverts"])
    assert len(desk.ask("list")["memories"]) == 3
    desk.ask("undo")
    assert desk.ask("undo")["memories"] == [note]


def test_an_export_brought_back_is_undone_as_a_whole(desk: Desk) -> None:
    first, second = desk.remember("Locks are keyed by payment_id"), desk.remember("Refunds run at night")
    exported = desk.run("export").out
    desk.ask("undo")
    desk.ask("undo")
    other = desk.folder.parent / "elsewhere"
    other.mkdir()
    note = desk.ask("-C", str(other), "remember", "Said over there")["id"]
    desk.run("-C", str(other), "import", "standfast", "-", "--json", given=exported)
    assert set(desk.ask("-C", str(other), "undo")["memories"]) == {first, second}
    assert desk.ask("-C", str(other), "undo")["memories"] == [note]


def test_a_review_of_several_is_undone_as_a_whole(desk: Desk) -> None:
    old = [desk.remember(text, "--kind", "convention") for text in ("Use tabs", "Name tests test_x")]
    new = [desk.ask("revise", one, "Something else: " + one, env=AGENT)["id"] for one in old]
    desk.ask("review", "--approve", *new)
    assert {desk.ask("show", one)["status"] for one in old} == {"superseded"}
    desk.ask("undo")
    assert {desk.ask("show", one)["status"] for one in old} == {"active"}
    assert {desk.ask("show", one)["status"] for one in new} == {"proposed"}


def test_undo_says_what_came_in_since_and_was_nobodys_act(desk: Desk) -> None:
    note = desk.remember("Locks are keyed by payment_id")
    (desk.folder / "RULES.md").write_text(RULES, encoding="utf-8")
    desk.ask("import", "instructions", "RULES.md")
    for book in (desk.home / "acts").iterdir():
        book.unlink()
    preview = desk.ask("undo", "--dry-run")
    assert (preview["memories"], list(preview["passed"].values())) == ([note], [2])
    assert "standfast revert --source document:RULES.md" in desk.run("undo").out


def test_an_agent_is_told_once_that_it_cannot_undo_what_it_had_read_from_a_file(desk: Desk) -> None:
    note = desk.remember("Locks are keyed by payment_id", env=AGENT)
    (desk.folder / "RULES.md").write_text(RULES, encoding="utf-8")
    desk.ask("import", "instructions", "RULES.md", env=AGENT)
    refused = desk.run("undo", "--json", env=AGENT)
    assert (refused.code, refused.error["code"]) == (1, "authority")
    assert desk.ask("undo", env=AGENT)["memories"] == [note]


def test_log_revert_and_the_preview_of_a_purge_show_words(desk: Desk) -> None:
    done = desk.ask("remember", "The quick brown lock")
    desk.ask("feedback", done["id"], "helpful")
    assert [operation["words"] for operation in desk.ask("log")["operations"]] == ["The quick brown lock"] * 2
    assert "The quick brown lock" in desk.run("log").out
    assert desk.ask("purge", done["id"], "--dry-run")["preview"][0]["words"] == "The quick brown lock"
    assert "The quick brown lock" in desk.run("revert", done["operation"]).out
    assert "The quick brown lock" in desk.run("log").out


def editor(script: str) -> dict[str, str]:
    """Return an environment whose editor runs this on the words of the page."""
    program = f"import sys, pathlib; f = pathlib.Path(sys.argv[-1]); t = f.read_text(); f.write_text({script})"
    return {"VISUAL": "", "EDITOR": f'{sys.executable} -c "{program}"'}


@pytest.mark.skipif(sys.platform == "win32", reason="the editor is quoted for a POSIX shell")
def test_edit_opens_the_page_and_writes_what_changed(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id", "--kind", "decision", "--why", "two refunds raced")
    changed = desk.ask("edit", identity, env=editor("t.replace('payment_id', 'order_id').replace('decision', 'fact')"))
    assert changed["revision"] == 2
    shown = desk.ask("show", identity)
    assert (shown["text"], shown["kind"], shown["why"]) == ("Locks are keyed by order_id", "fact", "two refunds raced")
    assert desk.ask("edit", identity, env=editor("t"))["operation"] is None
    dated = desk.ask("edit", identity, env=editor("t.replace('---', '---\\nexpires: 2999-01-01', 1)"))
    assert dated["revision"] == 3
    assert desk.ask("show", identity)["expires_at"].startswith("2999-01-01")
    assert not list(desk.home.glob("edit-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="the editor is quoted for a POSIX shell")
def test_edit_refuses_a_broken_page_an_agent_and_a_missing_editor(desk: Desk) -> None:
    identity = desk.remember("Something")
    broken = desk.run("edit", identity, "--json", env=editor("'---\\nkind: fact\\n'"))
    assert (broken.code, broken.error["code"]) == (2, "bad-page")
    empty = desk.run("edit", identity, "--json", env=editor("''"))
    assert (empty.code, empty.error["code"]) == (2, "bad-page")
    absent = desk.run("edit", identity, "--json", env={"VISUAL": "", "EDITOR": "no-such-editor"})
    assert (absent.code, absent.error["code"]) == (2, "no-editor")
    agent = desk.run("edit", identity, "--json", env={**AGENT, **editor("t + 'x'")})
    assert (agent.code, agent.error["code"]) == (1, "authority")
    assert desk.ask("show", identity)["revision"] == 1


def test_config_says_where_a_value_comes_from_and_a_person_changes_it(desk: Desk) -> None:
    assert desk.ask("config", "get", "brief_tokens")["from"] == "default"
    (desk.home / "config.toml").parent.mkdir(parents=True, exist_ok=True)
    (desk.home / "config.toml").write_text('# mine\nprivate_words = [\n  "apollo",\n]\nuser = "Ana"\n')
    assert desk.ask("config", "set", "brief_tokens", "1800")["value"] == 1800
    assert desk.ask("config", "set", "private_words", "apollo, zeus")["value"] == ["apollo", "zeus"]
    text = (desk.home / "config.toml").read_text()
    assert text == '# mine\nprivate_words = ["apollo", "zeus"]\nuser = "Ana"\nbrief_tokens = 1800\n'
    assert desk.ask("config", "get", "brief_tokens")["from"].endswith("config.toml")
    assert desk.ask("config", "get", "durability")["from"] == "STANDFAST_DURABILITY"
    assert desk.ask("config", "set", "brief_tokens")["from"] == "default"
    names = {setting["name"] for setting in desk.ask("config", "list")["settings"]}
    assert names == {"store", *_FILE_KEYS}
    for words in (["set", "brief_tokens", "many"], ["set", "brief_token", "3"], ["set", "encryption", "true"]):
        assert desk.fail("config", *words, code=2)["code"] == "bad-setting"
    refused = desk.run("config", "set", "brief_tokens", "9", "--json", env=AGENT)
    assert (refused.code, refused.error["code"]) == (1, "authority")


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("signs_off", "told, nonsense", "corrected"),
        ("talkative", "loud", "prompt"),
        ("quiet", "nonsense", "compact"),
        ("quiet", "codex:nonsense", "codex"),
        ("review", "agent nonsense", "decision"),
        ("keep_out", "a/{b", "private/**"),
        ("embedder", "magic", "static"),
        ("learner", "magic", "command:"),
        ("learner_url", "example.org", "https://"),
        ("team", "example.org", "postgresql://"),
        ("read_clones", "perhaps", "clone"),
    ],
)
def test_a_value_that_nothing_answers_to_is_refused_and_what_may_be_said_is_named(
    desk: Desk, name: str, value: str, allowed: str
) -> None:
    refused = desk.fail("config", "set", name, value, code=2)
    assert refused["code"] == "bad-setting"
    assert allowed in refused["hint"]
    assert desk.ask("config", "get", name)["from"] == "default"


def test_values_that_mean_something_are_taken_as_they_are_meant(desk: Desk) -> None:
    for name, value, kept in (
        ("signs_off", "told, asked_again", ["told", "asked_again"]),
        ("quiet", "prompt, codex, codex:read, project:p1, all", ["prompt", "codex", "codex:read", "project:p1", "all"]),
        ("keep_out", "a/{b,c}, !a/b/open, ~/x", ["a/{b,c}", "!a/b/open", "~/x"]),
        ("read_clones", "no", False),
        ("read_clones", "yes", True),
        ("embedder", "off", "off"),
    ):
        assert desk.ask("config", "set", name, value)["value"] == kept


def test_doctor_tells_what_a_hand_written_configuration_says_in_vain(desk: Desk) -> None:
    (desk.home).mkdir(parents=True, exist_ok=True)
    (desk.home / "config.toml").write_text('signs_off = ["tolled"]\n')
    found = desk.run("doctor", "--json").json["checks"]
    assert any(item["check"] == "settings" and "tolled" in item["message"] for item in found)


@pytest.mark.parametrize("words", [["1h"], ["--all"], ["--session", "s-17"], ["--speak", "--moment", "prompt"]])
def test_status_and_up_say_that_it_is_paused_until_it_goes_on(desk: Desk, words: list[str]) -> None:
    assert desk.ask("status")["paused"] == []
    desk.ask("pause", *words)
    assert len(desk.ask("status")["paused"]) == 1
    assert len(desk.ask("up", "--once")["status"]["paused"]) == 1
    assert "paused" in desk.run("status").out
    assert "paused" in desk.run("up", "--once").out
    desk.ask("pause", "--off")
    assert desk.ask("status")["paused"] == []


def test_status_and_up_say_that_a_place_is_kept_out(desk: Desk) -> None:
    desk.ask("config", "set", "keep_out", str(desk.folder))
    assert desk.ask("status")["kept_out"]
    assert desk.ask("up", "--once")["mined"]["kept_out"]
    assert "keep_out" in desk.run("up", "--once").out
    assert desk.ask("statusline")["paused"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("search", "recall"),
        ("ls", "list"),
        ("rm", "retract"),
        ("delete", "purge"),
        ("forget", "purge"),
        ("lsit", "list"),
    ],
)
def test_what_people_type_leads_to_what_they_mean(desk: Desk, typed: str, meant: str) -> None:
    error = desk.fail(typed, code=2)
    assert error["hint"].startswith("Did you mean")
    assert f"standfast {meant}" in error["hint"]


def test_every_face_counts_what_review_shows(desk: Desk) -> None:
    for number in range(7):
        desk.write("src/locks.py", f"x = {number}\n")
        desk.commit(f"Lock by key {number} instead of user\n\nBecause refund {number} of one user raced in March.")
    mined = desk.ask("init")["mined"]
    desk.ask("revise", desk.remember("Use tabs", "--kind", "convention"), "Use four spaces", env=AGENT)
    shown, everything = (len(desk.ask("review", *flags)["waiting"]) for flags in ((), ("--all",)))
    assert (mined["waiting"] + 1, mined["waiting_all"] + 1) == (shown, everything) == (6, 8)
    status = desk.ask("status")
    assert (status["waiting"], status["waiting_all"]) == (shown, everything)
    assert desk.ask("statusline")["waiting"] == shown
    told = "`standfast review` shows 6 memories that wait for you, 8 with --all."
    assert told in desk.run("status").out
    assert "Waits for you: 6, the first 5" in desk.run("up", "--once").out
    assert "2 more are there with --all." in desk.run("review").out


def test_what_took_the_place_of_a_memory_was_not_built_on_it(desk: Desk) -> None:
    old, new = desk.remember("Use tabs"), desk.remember("Indent by four spaces")
    desk.ask("supersede", old, new)
    done = desk.run("undo")
    assert "Use tabs" in done.out
    assert "Built on it" not in done.out
    assert desk.ask("show", old)["status"] == "active"


@pytest.mark.parametrize("command", [["init"], ["up", "--once"]])
def test_undo_takes_back_all_that_a_project_brought_in_and_nothing_else(desk: Desk, command: list[str]) -> None:
    note = desk.remember("We write to the ledger before we answer")
    desk.write("AGENTS.md", "# Rules\n\n- Run `make test` before a commit.\n- Never log a card number.\n")
    desk.write("Makefile", "test:\n\tpytest\n")
    desk.commit("Say how we work")
    assert desk.run(*command).code == 0
    assert len(desk.ask("list")["memories"]) > 1
    assert note not in desk.ask("undo")["memories"]
    assert [memory["id"] for memory in desk.ask("list")["memories"]] == [note]
    assert desk.ask("undo")["memories"] == [note]
