"""`init`, `up` and `import` on a repository that already says something."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

RULES = "# Shop\n\n## Style\n\n- Use four spaces.\n- Never push to main.\n"
RECORD = (
    "# 1. Redis\n\n## Status\n\nAccepted\n\n## Context\n\nTwo refunds raced.\n\n## Decision\n\nLocks live in Redis.\n"
)


def test_init_learns_rules_decisions_and_history(desk: Desk) -> None:
    desk.write("AGENTS.md", RULES)
    desk.write("docs/adr/0001-redis.md", RECORD)
    desk.commit("Add a style guide")
    mined = desk.ask("init")["mined"]
    assert mined["documents"] == {"instructions": {"files": 1, "added": 2}, "adr": {"files": 1, "added": 1}}
    assert mined["history"]["commits"] == 2
    assert mined["history"]["episodes"] == 2
    (found,) = desk.ask("recall", "where do locks live", "--kind", "decision")["results"]
    assert (found["text"], found["authority"]) == ("Locks live in Redis.", "approved")
    assert found["source"]["kind"] == "document"
    told = desk.ask("brief")["text"]
    assert "Locks live in Redis." in told
    assert "four spaces" not in told  # every agent loads AGENTS.md itself


def test_init_again_adds_nothing_and_later_only_what_is_new(desk: Desk) -> None:
    desk.ask("init")
    before = desk.ask("init")
    assert before["mined"]["history"]["episodes"] == 0
    desk.write("src/locks.py", "x = 1\n")
    desk.commit("Lock by payment instead of user\n\nBecause two refunds of one user raced in March.")
    after = desk.ask("init")["mined"]["history"]
    assert (after["commits"], after["episodes"], after["proposals"]) == (1, 1, 1)


def test_a_dry_run_changes_nothing(desk: Desk) -> None:
    desk.write("AGENTS.md", RULES)
    would = desk.ask("init", "--dry-run")
    assert would["mined"]["documents"]["instructions"]["added"] == 2
    assert would["mined"]["dry_run"] is True
    assert desk.ask("status")["memories"] == {}


def test_history_is_chosen_by_number_all_or_none(desk: Desk) -> None:
    for number in range(3):
        desk.write("a.py", f"{number}\n")
        desk.commit(f"Change number {number}")
    assert "history" not in desk.ask("init", "--history", "none")["mined"]
    assert desk.ask("init", "--history", "2")["mined"]["history"]["episodes"] == 2
    assert desk.ask("init", "--history", "all")["mined"]["history"]["episodes"] == 2
    assert desk.run("init", "--history", "many").code == 2


def test_people_see_a_table_and_what_to_do_next(desk: Desk) -> None:
    desk.write("AGENTS.md", RULES)
    desk.write("src/style.py", "WIDTH = 120\n")
    desk.commit(
        "Keep a style guide instead of telling everyone\n\nBecause nobody remembered what had been said last week."
    )
    done = desk.run("init")
    assert done.code == 0
    assert "instruction files" in done.out
    assert "standfast review" in done.out


def test_up_learns_too(desk: Desk) -> None:
    desk.write("AGENTS.md", RULES)
    desk.commit("Write the rules down")
    shown = desk.ask("up", "--once")
    assert shown["mined"]["documents"]["instructions"]["added"] == 2
    assert "four spaces" not in shown["brief"]["text"]


def test_files_can_be_imported_by_name(desk: Desk) -> None:
    desk.write("notes/0001-redis.md", RECORD)
    assert desk.ask("import", "adr", "notes") == {"added": 1, "known": 0, "retired": 0, "refused": 0}
    assert desk.ask("import", "adr", "notes/0001-redis.md")["known"] == 1
    assert desk.fail("import", "adr", "nowhere", code=1)["code"] == "no-file"


def test_rules_are_not_imported_as_decision_records(desk: Desk) -> None:
    desk.write("CLAUDE.md", "# Rules\n\n- Use tabs everywhere.\n")
    assert desk.fail("import", "adr", "CLAUDE.md", code=1)["code"] == "not-a-record"
    desk.write("notes/0001-redis.md", RECORD)
    desk.write("notes/README.md", "# Notes\n\nAll that was decided.\n")
    assert desk.ask("import", "adr", "notes")["added"] == 1
    (desk.folder / "news.md").write_text("# Changelog\n\n## 2.0.0\n\n- Breaking: the port moved from 8080 to 9090.\n")
    assert desk.ask("import", "changes", "news.md")["added"] == 1


def test_the_screen_prints_nothing_twice(desk: Desk) -> None:
    desk.write("Makefile", "test:\n\tpytest\n")
    desk.write("CONTRIBUTING.md", "# Contributing\n\n## Style\n\n- Always use four spaces.\n")
    desk.commit("Say how to test")
    told = desk.run("up", "--once").out
    assert told.count("make test") == 1
    assert "four spaces" in told.partition("What the next session would be told")[2]
    assert "make test" in desk.ask("brief")["text"]


def test_the_screen_shows_what_no_file_says_however_much_files_say(desk: Desk) -> None:
    desk.remember("Refunds take the payment lock first", "--kind", "decision")
    lines = "".join(f"- Always check the refund of country {number} twice.\n" for number in range(60))
    desk.write("CONTRIBUTING.md", f"# Contributing\n\n## Style\n\n{lines}")
    desk.commit("Say how to work")
    told = desk.run("up", "--once").out
    assert "payment lock" in told.partition("What is known that no file says")[2].partition("What the next")[0]


def test_the_screen_shows_what_is_told_at_a_busy_file_and_a_command_that_works(desk: Desk) -> None:
    because = "because the bank answers only once a minute and takes whoever asks again before that for an attack"
    for place, line in enumerate(("Ask the bank twice", "Keep the rates for a minute", "Round down")):
        said = "".join(f"{line.replace(' ', '_')}_{number} = {number}\n" for number in range(place * 3 + 3))
        desk.write("src/rates.py", (desk.folder / "src/rates.py").read_text("utf-8") + said if place else said)
        desk.commit(f"{line}\n\nThis is how it is, {because} in round {place}.")
    told = desk.run("up", "--once").out.partition("What is known about src/rates.py")[2]
    assert f"{because} in round 2" in told
    command = told.partition("→ `standfast ")[2].partition("`")[0]
    assert because in desk.run(*command.split()).out


def test_of_a_file_nobody_knows_anything_of_a_brief_says_nothing_and_show_what_can_be_done(desk: Desk) -> None:
    desk.write("src/locks.py", "a = 1\n")
    desk.write("src/rates.py", "b = 1\n")
    desk.commit("Lock and rate")
    desk.remember("Locks are keyed by payment", "--anchor", "src/locks.py")
    desk.remember("Amounts are in cents")
    assert "rates.py" not in desk.run("brief", "--files", "src/locks.py,src/rates.py").err
    shown = desk.run("show", "src/rates.py")
    assert "remember" in shown.out + shown.err
    assert "--anchor src/rates.py" in shown.out + shown.err


def test_recall_says_of_a_try_that_it_was_taken_back(desk: Desk) -> None:
    desk.write("rates.py", "poll\n")
    desk.commit("Poll the queue")
    desk.write("rates.py", "plain\n")
    desk.commit('Revert "Poll the queue"\n\nOld ones were billed to customers in two countries.')
    desk.ask("up", "--once")
    assert "tried before and reverted: Poll the queue" in desk.run("recall", "poll the queue", "--limit", "9").out


def test_a_file_that_is_not_there_is_named_with_the_nearest(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment", "--anchor", "src/locks.py")
    said = desk.run("brief", "--files", "src/lock.py").err
    assert "There is no file 'src/lock.py' here. The nearest name is src/locks.py." in said
    assert "There is no file" not in desk.run("brief", "--files", "src/locks.py").err
    assert "nearest" not in desk.run("brief", "--files", "src/look_up.py").err  # an ending in common is not near
    both = desk.run("brief", "--files", "src/lock.py", "src/block.py,src/locks.py").err
    assert both.count("There is no file") == 2
    error = desk.fail("show", "lib/locks.py", code=1)
    assert (error["code"], error["hint"]) == ("no-file", "The nearest name is src/locks.py.")


def test_what_was_worked_out_from_a_cmake_file_is_not_said_to_be_gone(desk: Desk) -> None:
    desk.write("CMakeLists.txt", "project(shop)\nenable_testing()\nadd_test(NAME rates COMMAND rates)\n")
    desk.commit("Build with CMake")
    desk.ask("up", "--once")
    told = desk.run("brief").out
    assert "ctest" in told
    assert "BROKEN" not in told


def test_the_history_of_a_bare_repository_is_read(desk: Desk) -> None:
    desk.write("src/rates.py", "rate = 1\n")
    desk.commit("Ask the bank once\n\nTwice was too slow, because it answers only once a minute.")
    bare = desk.folder.parent / "bare.git"
    subprocess.run(["git", "clone", "-q", "--bare", str(desk.folder), str(bare)], check=True)
    assert desk.ask("up", str(bare), "--once")["mined"]["history"]["episodes"] == 2


def test_a_clone_inside_a_plain_folder_is_another_project(bare: Desk) -> None:
    bare.write("CONTRIBUTING.md", "# Contributing\n\n## Style\n\n- Always use four spaces.\n")
    bare.write("clone/CONTRIBUTING.md", "# Contributing\n\n## Style\n\n- Never use tabs in this clone.\n")
    bare.write("clone/.git/HEAD", "ref: refs/heads/main\n")
    bare.ask("up", "--once")
    texts = [item["text"] for item in bare.ask("list", "--kind", "convention")["memories"]]
    assert any("four spaces" in text for text in texts)
    assert not any("this clone" in text for text in texts)


def test_import_names_the_word_that_is_missing(desk: Desk) -> None:
    error = desk.fail("import", "src/locks.py", code=2)
    assert error["message"] == "What is 'src/locks.py'? Say that first."
    assert "instructions" in error["hint"]
    assert desk.fail("import", "adr", code=2)["message"] == "Where is the adr to import?"
    assert desk.fail("import", "docs/adr", "adr", code=2)["hint"] == "`standfast import adr docs/adr`"


def test_headings_that_repeat_are_listed_with_their_text_and_one_count_is_told(desk: Desk) -> None:
    desk.write("CONTRIBUTING.md", "# Contributing\n\n## Style\n\n- Always use four spaces.\n- Never use tabs.\n")
    desk.commit("Say how to work")
    told = desk.run("up", "--once").out
    listed = desk.run("list").out
    assert "Style: Always use four spaces." in listed
    assert "Style: Never use tabs." in listed
    status = desk.ask("status")
    counted = f"known here: {status['known']}, and {status['episodes']:,} commits and sessions"
    assert counted in told
    assert counted not in desk.run("up", "--once").out
    desk.remember("acquire takes a payment", "--anchor", "src/locks.py::acquire")
    assert "Anchored to code: 1 holds" in desk.run("drift").out


def test_who_undid_a_reading_and_asks_for_it_again_has_it_again_without_what_they_retracted(desk: Desk) -> None:
    desk.write("AGENTS.md", "# Rules\n- Always run `make all` before pushing.\n- Never import from `legacy`.\n")
    desk.commit("Add rules")
    for ask in (("up", "--once"), ("init",)):
        desk.ask(*ask)
        known = {item["text"] for item in desk.ask("list")["memories"]}
        assert any("legacy" in text for text in known)
        desk.ask("undo")
        assert desk.ask("list")["memories"] == []
    desk.ask("init")
    (rule,) = (item["id"] for item in desk.ask("list")["memories"] if "legacy" in item["text"])
    desk.ask("retract", rule)
    desk.ask("init")
    assert {item["text"] for item in desk.ask("list")["memories"]} == {text for text in known if "legacy" not in text}


def test_who_undid_an_import_and_imports_again_has_it_again(desk: Desk) -> None:
    desk.write("notes.md", "- Never import from `legacy`.\n")
    desk.commit("Add rules")
    assert desk.ask("import", "instructions", "notes.md")["added"] == 1
    desk.ask("undo")
    assert desk.ask("import", "instructions", "notes.md")["restored"] == 1
    assert len(desk.ask("list")["memories"]) == 1


def test_an_import_names_the_undo_that_took_back_more_than_it_reads(desk: Desk) -> None:
    desk.write("AGENTS.md", "- Never import from `legacy`.\n")
    desk.commit("Add rules")
    desk.ask("init")
    desk.ask("undo")
    said = desk.run("import", "instructions", "AGENTS.md").out
    (name,) = (word for word in said.replace("`", " ").split() if word.startswith("o") and "-" in word)
    desk.ask("revert", name)
    assert any("legacy" in item["text"] for item in desk.ask("list")["memories"])
