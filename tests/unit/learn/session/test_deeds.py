"""Signs in what an agent did: exit statuses and edits tell, never words."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from standfast.learn.session import episode
from standfast.learn.session.failure import fingerprint_failure
from standfast.learn.session.signs import corrected, decided, green, retried, routine, undone
from standfast.learn.session.turns import read_turns
from standfast.model.session import Event, EventKind

START = datetime(2026, 3, 1, tzinfo=UTC)


class Journal:
    """A session as its events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, kind: EventKind, body: Any, tool: str = "", files: tuple[str, ...] = ()) -> Journal:
        text = body if isinstance(body, str) else json.dumps(body)
        at = START + timedelta(minutes=len(self.events))
        self.events.append(Event("s", f"k{len(self.events)}", kind, at, tool, text, files))
        return self

    def says(self, text: str) -> Journal:
        return self.add(EventKind.PROMPT, text)

    def runs(self, command: str, output: str = "", *, code: int = 0) -> Journal:
        response = {"stdout": output, "exit_code": code}
        return self.add(
            EventKind.TOOL, {"input": {"command": command}, "failed": code != 0, "response": response}, "Bash"
        )

    def is_refused(self, **arguments: str) -> Journal:
        refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected."
        body = {"input": arguments, "failed": True, "response": refusal}
        return self.add(EventKind.TOOL, body, "Bash" if "command" in arguments else "Write", tuple(arguments.values()))

    def edits(self, path: str) -> Journal:
        return self.add(EventKind.TOOL, {"input": {"file_path": path}, "failed": False}, "Edit", (path,))


def inside(path: str) -> str:
    return path


def test_another_command_with_the_same_aim_that_worked_is_a_gotcha_with_its_break() -> None:
    missing = 'npm error Missing script: "test"'
    session = Journal().says("run the tests").runs("npm test", missing, code=1).runs("pnpm vitest run", "12 passed")
    (found,) = retried.find(read_turns(session.events))
    assert (found.kind, found.anchors) == ("gotcha", ("cmd:pnpm vitest run", "cmd:npm test"))
    assert found.tags == (fingerprint_failure("npm test", missing).tag,)
    assert "npm test" in found.text


def test_a_command_that_a_person_refused_did_not_fail() -> None:
    session = Journal().says("run the tests").is_refused(command="npm test").runs("pnpm vitest run", "12 passed")
    assert retried.find(read_turns(session.events)) == []


def test_what_is_said_to_a_refused_command_is_how_work_is_done_here() -> None:
    session = Journal().says("run the tests").is_refused(command="pytest -q").says("prepend uv run")
    (found,) = corrected.undoubted(corrected.hear(read_turns(session.events), ("corrected",)))
    assert (found.sign, found.text) == ("corrected", "prepend uv run")


def test_what_is_said_to_a_refused_edit_or_after_work_is_judged_by_its_words() -> None:
    edit = Journal().says("write the parser").is_refused(file_path="parser.py").says("prepend uv run")
    done = Journal().says("run the tests").runs("pytest -q", "12 passed").says("prepend uv run")
    asked = Journal().says("run the tests").is_refused(command="pytest -q").says("what does -q do?")
    later = Journal().says("run the tests").is_refused(command="pytest -q")
    later.says("[Request interrupted by user for tool use]").says("commit to the open request")
    for told in (edit, done, asked, later):
        assert corrected.undoubted(corrected.hear(read_turns(told.events), ("corrected",))) == []


def test_an_order_to_remember_weighs_as_much_where_it_is_typed_to_a_refused_command() -> None:
    order = "Remember that: tests run with pnpm vitest run, never with npm"
    refused = Journal().says("run the tests").is_refused(command="npm test").says(order)
    plain = Journal().says("run the tests").runs("npm test", "ok").says(order)
    signs = ("corrected", "told")
    one, other = (corrected.undoubted(corrected.hear(read_turns(told.events), signs)) for told in (refused, plain))
    assert other
    assert [(item.sign, item.weight) for item in one] == [(item.sign, item.weight) for item in other]


@pytest.mark.parametrize(
    "aside", ["the logs page looks broken on Safari", "I changed my mind about dinner plans tonight"]
)
def test_what_is_no_instruction_is_none_where_it_is_typed_to_a_refused_command(aside: str) -> None:
    session = Journal().says("run the tests").is_refused(command="npm test").says(aside)
    assert corrected.undoubted(corrected.hear(read_turns(session.events), ("corrected",))) == []


def test_the_same_command_run_again_teaches_nothing() -> None:
    session = Journal().says("go").runs("npm test", "Error: flaky", code=1).runs("npm test", "ok")
    assert retried.find(read_turns(session.events)) == []


def test_a_command_that_works_after_one_that_prepared_it_tells_what_was_missing() -> None:
    refused = "Error: connect ECONNREFUSED 127.0.0.1:5432"
    session = Journal().says("go").runs("npm run report", refused, code=1)
    session.runs("docker compose up -d", "started").runs("npm run report", "ok")
    (found,) = retried.find(read_turns(session.events))
    assert "worked after `docker compose up -d`" in found.text


def test_a_build_prepares_what_failed_for_something_that_it_makes() -> None:
    missing, other = "Error: Cannot find module '@shop/types/dist/index.mjs'", "Error: Cannot find module 'left-pad'"
    for error, taught in ((missing, 1), (other, 0)):
        session = Journal().says("go").runs("pnpm test packages/core", error, code=1)
        session.runs("pnpm build", "done").runs("pnpm test packages/core", "12 passed")
        found = retried.find(read_turns(session.events))
        assert ["pnpm build" in one.text for one in found] == [True] * taught


def test_a_toolchain_with_which_the_same_command_worked_is_its_way() -> None:
    error = "error: unstable features are only available in nightly"
    session = Journal().says("go").runs("cargo fmt", error, code=1).runs("cargo +nightly fmt")
    (found,) = retried.find(read_turns(session.events))
    assert "cargo +nightly fmt" in found.text
    linted = Journal().says("go").runs("cargo lint", error, code=1).runs("cargo +nightly lint --fix")
    assert retried.find(read_turns(linted.events)) == []


def test_what_looked_around_between_two_runs_prepared_nothing() -> None:
    session = Journal().says("go").runs("npm run report", "Error: flaky", code=1)
    session.runs("curl -s localhost:3000 > /dev/null", "").runs("npm run report", "ok")
    assert retried.find(read_turns(session.events)) == []


def test_a_program_that_is_only_there_in_an_environment_is_told_with_the_way_in() -> None:
    session = Journal().says("go").runs("pytest -q", "bash: pytest: command not found", code=127)
    session.runs("source .venv/bin/activate && pytest -q", "3 passed")
    (found,) = retried.find(read_turns(session.events))
    assert found.anchors == ("cmd:source .venv/bin/activate && pytest -q",)


@pytest.mark.parametrize("lead", ["export PROFILE=shop && ", "PROFILE=shop ", "source env.sh && "])
def test_a_command_that_works_with_its_ground_set_is_told_with_what_sets_it(lead: str) -> None:
    refused = "An error occurred (InvalidClientTokenId): the token is not valid"
    session = Journal().says("go").runs("aws sts whoami --region north", refused, code=254)
    session.runs(f"{lead}aws sts whoami --region north", "ana")
    (found,) = retried.find(read_turns(session.events))
    assert f"`{lead}aws sts whoami --region north` worked" in found.text


def test_a_build_that_must_be_told_what_to_build_is_told_with_the_call_that_worked() -> None:
    unsure = "MSBUILD : error MSB1011: Specify which project or solution file to use because this folder has more"
    session = Journal().says("go").runs("dotnet build", unsure, code=1).runs("dotnet build shop.sln", "done")
    (found,) = retried.find(read_turns(session.events))
    assert "`dotnet build shop.sln` worked" in found.text


def test_a_program_that_was_called_wrongly_is_told_with_the_call_that_worked() -> None:
    session = Journal().says("go").runs("railway link shop", "error: unexpected argument 'shop' found", code=2)
    session.runs("railway link --service shop", "linked")
    (found,) = retried.find(read_turns(session.events))
    assert "`railway link --service shop` worked" in found.text


def test_no_other_command_repairs_what_the_code_at_hand_got_wrong() -> None:
    wrong = "src/till.cs(12,9): error CS0117: 'Till' does not contain a definition for 'Close'"
    session = Journal().says("go").runs("rm -f out.txt && dotnet build", wrong, code=1).runs("msbuild build", "ok")
    assert retried.find(read_turns(session.events)) == []


def test_what_stands_before_a_command_does_not_make_it_another_one() -> None:
    session = Journal().says("go").runs("rm -f out.txt && make build", "no rule", code=2).runs("make build", "ok")
    assert retried.find(read_turns(session.events)) == []


def test_a_word_like_error_in_an_output_is_no_failure() -> None:
    session = Journal().says("go").runs("npm test", "0 errors, error handling ok").runs("pnpm vitest run", "ok")
    assert retried.find(read_turns(session.events)) == []


def test_a_command_of_another_aim_is_no_second_try() -> None:
    session = Journal().says("go").runs("npm test", "Error: x", code=1).runs("pnpm install", "done")
    assert retried.find(read_turns(session.events)) == []


def test_where_a_program_is_not_there_the_way_is_what_did_the_same_to_the_same_thing() -> None:
    session = Journal().says("go").runs("psql -f seed.sql", "bash: psql: command not found", code=127)
    (found,) = retried.find(read_turns(session.runs("docker exec db psql -f seed.sql", "done").events))
    assert found.anchors == ("cmd:docker exec db psql -f seed.sql",)


def test_ending_a_program_is_no_way_to_start_it() -> None:
    session = Journal().says("go").runs("npm run dev", "Error: address in use", code=1)
    assert retried.find(read_turns(session.runs('pkill -f "next dev"', "").events)) == []


def test_what_a_command_is_done_to_is_not_what_it_is_for() -> None:
    session = Journal().says("go").runs("dotnet build tests/Till.Tests", "no browser", code=1)
    assert retried.find(read_turns(session.runs("playwright install chromium", "done").events)) == []


def test_what_runs_while_one_develops_is_no_way_to_migrate() -> None:
    session = Journal().says("go").runs("npx prisma migrate dev", "Error: kill EACCES: not permitted", code=1)
    assert retried.find(read_turns(session.runs("npm run dev", "listening").events)) == []


def test_starting_something_else_is_no_way_to_start_what_is_not_there() -> None:
    session = Journal().says("go").runs("dock compose up -d", "sh: dock: command not found", code=127)
    assert retried.find(read_turns(session.runs("pnpm --filter api dev", "listening").events)) == []
    session = Journal().says("go").runs("nmp run dev", "sh: nmp: command not found", code=127)
    (found,) = retried.find(read_turns(session.runs("npm run dev", "listening").events))
    assert "`npm run dev` worked" in found.text


def test_a_check_that_passes_after_its_surroundings_were_repaired_names_the_break_and_the_files() -> None:
    missing = "Error: Cannot find module 'vitest'"
    session = Journal().says("go").runs("npm test", missing, code=1).edits("package.json").runs("npm test")
    (found,) = green.find(read_turns(session.events), inside)
    assert found.anchors == ("package.json",)
    assert missing in found.text


@pytest.mark.parametrize(
    ("output", "changed"),
    [("KeyError: 'user'", "src/login.py"), ("Error: Cannot find module './login'", "src/login.js")],
)
def test_that_code_was_wrong_until_it_was_changed_teaches_nothing(output: str, changed: str) -> None:
    session = Journal().says("fix it").runs("npm test", output, code=1).edits(changed).runs("npm test")
    assert green.find(read_turns(session.events), inside) == []


def test_another_call_that_passed_does_not_tell_what_repaired_the_first() -> None:
    refused = "Error: unknown flag: --strict"
    session = Journal().says("go").runs("npm test --strict", refused, code=1).edits("package.json").runs("npm test")
    assert green.find(read_turns(session.events), inside) == []


def test_a_lesson_is_also_about_the_program_with_the_word_that_it_does_not_take() -> None:
    refused = "error: unknown flag: --no-pager"
    session = Journal().says("go").runs("ship status --no-pager", refused, code=1).runs("ship status", "fine")
    (found,) = retried.find(read_turns(session.events))
    assert found.anchors == ("cmd:ship status", "cmd:ship --no-pager")


@pytest.mark.parametrize("next_call", ["ship status --help", "ship log --no-pager"])
def test_neither_help_nor_a_call_with_the_refused_option_is_a_way(next_call: str) -> None:
    refused = "error: unknown flag: --no-pager"
    session = Journal().says("go").runs("ship status --no-pager", refused, code=1).runs(next_call, "fine")
    assert retried.find(read_turns(session.events)) == []


def test_a_call_that_looks_around_is_learned_from_where_its_option_is_refused() -> None:
    refused = "fatal: unrecognized argument: --no-stat"
    session = Journal().says("go").runs("git show --no-stat", refused, code=128).runs("git show", "commit")
    (found,) = retried.find(read_turns(session.events))
    assert "`git show` worked" in found.text


def test_what_the_shell_itself_misses_is_no_fault_of_a_call_that_looks_around() -> None:
    missed = "/home/ana/.profile:3: command not found: fnm"
    session = Journal().says("go").runs("ls -l prices", missed, code=1).runs("ls prices", "prices")
    assert retried.find(read_turns(session.events)) == []


@pytest.mark.parametrize(
    ("output", "way"),
    [("$ biome check --error-on-warnings\nsrc/a.ts:1:2 lint/style\nFound 2 errors.", "npm run lint:fix"),
     ("[lint] ERROR task failed", "npx eslint src"), ("func get(name) (shop, error) {", "npx eslint src")],
)  # fmt: skip
def test_a_check_that_ran_says_something_of_the_code_and_not_of_the_way_it_is_run(output: str, way: str) -> None:
    session = Journal().says("go").runs("npm run lint", output, code=1).runs(way, "fine")
    assert retried.find(read_turns(session.events)) == []


def test_what_the_user_had_taken_back_is_an_attempt_with_their_reason() -> None:
    session = Journal().says("cache it").edits("src/cache.py").says("revert that, the cache breaks the login tests")
    (found,) = undone.find(read_turns(session.events), inside)
    assert (found.kind, found.anchors) == ("attempt", ("src/cache.py",))
    assert "breaks the login tests" in found.text


def test_a_short_reason_behind_the_words_that_take_something_back_is_enough() -> None:
    session = Journal().says("batch it").edits("src/mail.py").says("no, take that back, batching doubles the mails")
    (found,) = undone.find(read_turns(session.runs("git checkout -- src/mail.py").events), inside)
    assert "doubles the mails" in found.text


@pytest.mark.parametrize("words", ["revert this change plz", "undo that, then fix the parser tests instead"])
def test_that_something_is_to_be_taken_back_is_no_reason_for_it(words: str) -> None:
    session = Journal().says("cache it").edits("src/cache.py").says(words)
    assert undone.find(read_turns(session.events), inside) == []


def test_a_choice_with_what_it_was_chosen_over_is_a_decision() -> None:
    session = Journal().says("plan it").says("let's go with postgres instead of mongo because we need joins")
    (found,) = decided.find(read_turns(session.events))
    assert (found.kind, found.step) == ("decision", "said")


def test_a_choice_without_a_reason_is_only_the_next_step() -> None:
    session = Journal().says("plan it").says("let's go with option 2")
    assert decided.find(read_turns(session.events)) == []


def test_an_episode_tells_goal_changes_failures_and_commits() -> None:
    session = Journal().says("Add a retry to the uploader").edits("src/upload.py")
    session.runs("pytest -q", "KeyError: 'x'", code=1).edits("src/upload.py").runs("pytest -q", "3 passed")
    session.runs("git commit -am retry", "[main 1a2b3c4] Retry uploads\n 1 file changed")
    (found,) = episode.find(read_turns(session.events), inside, [])
    assert found.commits == ("1a2b3c4",)
    for part in ("Add a retry", "src/upload.py", "KeyError", "`pytest -q`", "Retry uploads"):
        assert part in found.text


def test_the_goal_of_an_episode_is_the_first_thing_that_was_asked_for() -> None:
    session = Journal().says("load CLAUDE.md").says("continue").says("Add a retry to the uploader").edits("src/up.py")
    (found,) = episode.find(read_turns(session.events), inside, [])
    assert found.text.startswith("Goal: Add a retry to the uploader")


def test_code_typed_for_the_moment_and_an_installation_are_no_way_to_run_what_failed() -> None:
    error = "error: Cannot find module 'x'"
    typed = Journal().says("go").runs("bun test a.test.ts", error, code=1).runs("bun -e 'import test; test()'", "ok")
    assert retried.find(read_turns(typed.events)) == []
    absent = Journal().says("go").runs("cargo build", "bash: cargo: command not found", code=127)
    absent.runs("sudo apt-get install -y cargo", "done")
    assert retried.find(read_turns(absent.events)) == []


def test_another_subcommand_is_no_way_for_one_that_is_not_known() -> None:
    error = 'Error: unknown command "list" for "desk agent"'
    other = Journal().says("go").runs("desk agent list", error, code=1).runs("desk agent status", "ok")
    assert retried.find(read_turns(other.events)) == []
    named = Journal().says("go").runs("desk agent list", error, code=1).runs("desk agent list-all", "ok")
    assert len(retried.find(read_turns(named.events))) == 1


def test_what_only_forces_a_command_is_no_way() -> None:
    refused = Journal().says("go").runs("desk agent remove a", "Error: a is in use", code=1)
    refused.runs("desk agent remove a --force", "ok")
    assert retried.find(read_turns(refused.events)) == []


def test_a_test_that_passed_does_not_tell_what_broke() -> None:
    output = "(pass) fails clearly without a file\n✓ error is shown\nerror: port 80 in use"
    assert fingerprint_failure("bun test", output).line == fingerprint_failure("bun test", "error: port 80 in use").line


def test_a_session_that_did_nothing_or_ended_red_leaves_no_episode() -> None:
    talk = Journal().says("what does this do?").add(EventKind.ANSWER, "It uploads.")
    assert episode.find(read_turns(talk.events), inside, []) == []
    red = Journal().says("fix it").edits("src/a.py").runs("pytest -q", "1 failed", code=1)
    assert episode.find(read_turns(red.events), inside, []) == []


def test_a_talk_that_settled_something_is_an_episode_with_what_the_person_took_up() -> None:
    talk = Journal().says("We need sessions that survive a restart. Where should they live?")
    talk.add(EventKind.ANSWER, "Options:\n\n- **Valkey**: survives restarts, 2 ms\n- files: slow\n\nShall I set it up?")
    talk.says("Good, Valkey it is. Keep the TTL at one day.").add(EventKind.ANSWER, "Set `SESSION_TTL=86400`.")
    (found,) = episode.find(read_turns(talk.events), inside, [])
    decided_line = next(line for line in found.text.splitlines() if line.startswith("Decided:"))
    assert "Valkey: survives restarts, 2 ms" in decided_line
    assert "Shall I" not in found.text
    assert found.text.endswith("Answered: Set `SESSION_TTL=86400`")
    assert found.turns == ("k0", "k2")


def test_an_answer_that_the_person_objects_to_is_not_decided() -> None:
    session = Journal().says("plan the cache")
    session.add(EventKind.ANSWER, "Use memcached, because the cluster runs one already, with little memory.")
    session.says("ok but that is not what we run")
    session.add(EventKind.ANSWER, "Then Valkey, because its snapshots survive a restart of the cluster.")
    session.says("yes, do it").edits("src/cache.py").runs("pytest -q", "1 passed")
    (found,) = episode.find(read_turns(session.events), inside, [])
    assert "Decided: Then Valkey" in found.text
    assert "memcached" not in found.text


def test_commands_of_three_sessions_in_one_order_are_a_procedure() -> None:
    session = Journal().says("go").edits("src/a.py").runs("ruff check .").runs("pytest -q")
    turns = read_turns(session.events)
    (told,) = episode.find(turns, inside, [])
    assert routine.find(turns, [(told.text, "turn:a/k1")]) == []
    (found,) = routine.find(turns, [(told.text, "turn:a/k1"), (told.text, "turn:b/k1")])
    assert found.earlier == ("turn:a/k1", "turn:b/k1")
    assert (found.kind, found.anchors) == ("procedure", ("cmd:ruff check .", "cmd:pytest -q"))


def test_a_command_of_signs_alone_has_no_program_to_tell_of() -> None:
    said = "error: unexpected argument '--x' found\nusage: x"
    session = Journal().says("go").runs("''", said, code=2).runs("'' --x", "ok")
    assert [lesson.anchors for lesson in retried.find(read_turns(session.events))] == [("cmd:'' --x",)]


@pytest.mark.parametrize(
    ("failed", "error", "worked"),
    [
        ("yarn install", 'error pkg@1: The engine "node" is incompatible', "yarn install --ignore-engines"),
        ("go test ./...", "build constraints exclude all Go files", "go test -tags integration ./..."),
        (
            "cargo test",
            "error[E0433]: failed to resolve: use of undeclared crate or module",
            "cargo test --features std",
        ),
        (
            "cargo test",
            "error: target `search` in package `core` requires the features: `fast`",
            "cargo test --workspace --features fast",
        ),
        ("pip install .", "error: externally-managed-environment", "pip install --break-system-packages ."),
    ],
)
def test_the_same_command_with_an_option_that_then_worked_is_a_gotcha(failed: str, error: str, worked: str) -> None:
    session = Journal().says("go").runs(failed, error, code=1).runs(worked, "ok")
    (found,) = retried.find(read_turns(session.events))
    assert f"`{worked}` worked" in found.text


@pytest.mark.parametrize(
    ("failed", "error", "worked"),
    [
        ("pytest", "E   AssertionError: assert 1 == 2", "pytest -x --lf"),
        ("pytest", "ERROR: file or directory not found: tests", "pytest -k refunds"),
        ("npm test", "Error: connect ECONNREFUSED", "npm test -- --testPathPattern=unit"),
        ("mvn package", "[ERROR] Could not find artifact", "mvn package -DskipTests"),
        ("go test ./...", "--- FAIL: TestRefund", "go test -run TestLock ./..."),
        ("npm install", "npm error code ERESOLVE", "npm install left-pad"),
        ("npm run build", "Error: Cannot find module 'left'", "npm run build --workspace ui"),
    ],
)
def test_an_option_that_only_leaves_out_what_failed_is_no_way(failed: str, error: str, worked: str) -> None:
    session = Journal().says("go").runs(failed, error, code=1).runs(worked, "ok")
    assert retried.find(read_turns(session.events)) == []


@pytest.mark.parametrize(
    ("failed", "worked"),
    [
        ("pnpm test retryLink", "pnpm test retryLink --watch false"),
        ("pnpm test retryLink", "pnpm test --watch=false retryLink"),
        ("npx vitest", "npx vitest --run"),
        ("npm test", "npm test -- --watchAll=false"),
        ("npx mocha", "npx mocha --exit"),
        ("npm test", "CI=true npm test"),
    ],
)
def test_a_command_that_was_stopped_and_ends_with_an_option_is_a_gotcha(failed: str, worked: str) -> None:
    over = "Command timed out after 2m 0.0s\n ✓ links/retry.test.ts\nError: printed by a test that passed\n"
    session = Journal().says("go").runs(failed, over, code=143).runs(worked, "3 passed")
    (found,) = retried.find(read_turns(session.events))
    assert f"`{worked}` worked" in found.text
    assert "timed out" in found.text


@pytest.mark.parametrize(
    "worked", ["pnpm test --filter retryLink", "pnpm test --timeout 9", "pnpm test -t retry", "pnpm test retryLink"]
)
def test_a_command_that_was_stopped_and_then_did_less_teaches_nothing(worked: str) -> None:
    over = "Command timed out after 2m 0.0s"
    session = Journal().says("go").runs("pnpm test", over, code=143).runs(worked, "3 passed")
    assert retried.find(read_turns(session.events)) == []


def test_an_option_is_no_lesson_where_the_code_was_edited_before_it() -> None:
    session = Journal().says("go").runs("yarn install", "error: incompatible", code=1)
    session.edits("package.json").runs("yarn install --ignore-engines", "ok")
    assert retried.find(read_turns(session.events)) == []


def test_what_was_run_before_the_same_command_in_one_line_is_its_preparation() -> None:
    missing = "Error: Cannot find module './undici-fetch'"
    session = Journal().says("go").runs("npm run test:fetch", missing, code=1)
    session.runs("npm run build:node && npm run test:fetch", "ok")
    (found,) = retried.find(read_turns(session.events))
    assert "it worked after `npm run build:node`" in found.text
    looked = Journal().says("go").runs("npm run test:fetch", missing, code=1)
    looked.runs("ls lib && npm run test:fetch", "ok")
    assert retried.find(read_turns(looked.events)) == []


def test_a_runner_of_the_language_itself_has_the_aim_of_the_one_that_is_not_there() -> None:
    session = Journal().says("go").runs("pytest tests", "bash: pytest: command not found", code=127)
    session.runs("python3 -m unittest", "OK")
    (found,) = retried.find(read_turns(session.events))
    assert "python3 -m unittest" in found.text
    assert episode.find(read_turns(session.events), inside, ())


def test_a_commit_behind_other_commands_belongs_to_the_episode() -> None:
    session = Journal().says("fix the refund").edits("pay.py")
    session.runs("git add -A && git commit -m 'Fix; refunds'", "[main 1a2b3c4] Fix; refunds\n 1 file changed")
    (found,) = episode.find(read_turns(session.events), inside, ())
    assert found.commits == ("1a2b3c4",)
    assert "Committed: 1a2b3c4 Fix; refunds" in found.text


def test_a_routine_that_prepares_is_not_called_a_check_and_holds_every_step() -> None:
    lines = ("docker compose up -d db", "make migrate", "python3 manage.py runtests")
    session = Journal().says("go").edits("a.py")
    for line in lines:
        session.runs(line, "ok")
    turns = read_turns(session.events)
    (told,) = episode.find(turns, inside, ())
    (found,) = routine.find(turns, [(told.text, "turn:a/k1"), (told.text, "turn:b/k1")])
    assert all(line in found.text for line in lines)
    assert "checked" not in found.text


@pytest.mark.parametrize(
    "words",
    [
        "Let us key the lock by payment_id instead of by order id, because two refunds raced",
        "yes, a queue per tenant, not one for all, because the big ones starve the rest",
        "ok lets keep the ref'd setImmediate in the idle check, not setTimeout, because the timer floor costs 1ms",
    ],
)
def test_a_choice_in_free_words_is_a_decision_with_its_reason_and_what_it_was_chosen_over(words: str) -> None:
    (found,) = decided.find(read_turns(Journal().says("go").says(words).events))
    assert found.text == words


@pytest.mark.parametrize(
    "words",
    [
        "let's fix the failing test instead of the docs",
        "we will look at it, because why not",
        "yes, because the build was red",
    ],
)
def test_a_task_is_no_decision(words: str) -> None:
    assert decided.find(read_turns(Journal().says("go").says(words).events)) == []


def test_an_answer_that_ends_in_a_question_is_told_without_it() -> None:
    answer = "A dict is enough for the cache: keys are strings and it keeps their order. Shall I go with the dict?"
    session = Journal().says("which container for the cache?").add(EventKind.ANSWER, answer)
    session.says("Yes, go with the dict.").edits("cache.py")
    (found,) = episode.find(read_turns(session.events), inside, ())
    assert "Decided: A dict is enough for the cache" in found.text
    assert "Shall I" not in found.text


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (
            "Refunds are locked now. Still open: the retry when the lock times out.",
            ["the retry when the lock times out."],
        ),
        (
            "Done.\n\n**Next steps:**\n- add the retry\n- tell the team\n\nAsk me any time.",
            ["add the retry", "tell the team"],
        ),
        ("The file is open: I read it.", []),
        ("Open http://localhost:5172 in your browser", []),
    ],
)
def test_what_the_last_answer_leaves_open_is_told(answer: str, left: list[str]) -> None:
    session = Journal().says("lock the refunds").edits("pay.py").add(EventKind.ANSWER, answer)
    (found,) = episode.find(read_turns(session.events), inside, ())
    assert [line.removeprefix("Open: ") for line in found.text.split("\n") if line.startswith("Open: ")] == left


@pytest.mark.parametrize(
    ("last", "left"),
    [
        ("Good. Remember that every new link option needs a page in the docs.", []),
        ("Remember that every new link option needs a page in the docs. Then rename the retry helper.", ["rename"]),
        ("no, never touch the vendored stylesheets", []),
        ("now rename the retry helper", ["rename"]),
    ],
)
def test_what_a_person_told_last_is_not_open_and_what_they_asked_for_is(last: str, left: list[str]) -> None:
    session = Journal().says("Add a retry link").edits("src/retry.ts").says(last)
    (found,) = episode.find(read_turns(session.events), inside, [])
    lines = [line for line in found.text.split("\n") if line.startswith("Open: ")]
    assert len(lines) == len(left)
    assert all(word in line and "docs" not in line for word, line in zip(left, lines, strict=True))


def test_what_is_taken_back_by_name_or_by_git_is_an_attempt_with_its_reason() -> None:
    named = Journal().says("make the cache fast").edits("lru.py").says("take the linked list LRU back, it is slower")
    (found,) = undone.find(read_turns(named.events), inside)
    assert "it is slower" in found.text
    done = (
        Journal()
        .says("make the cache fast")
        .edits("lru.py")
        .says("the linked list is slower, it makes every hit a miss")
    )
    done.runs("git revert --no-edit HEAD", "[main 1a2b3c4] Revert")
    (found,) = undone.find(read_turns(done.events), inside)
    assert "slower" in found.text
    unexplained = Journal().says("make the cache fast").edits("lru.py").says("now the docs please")
    assert undone.find(read_turns(unexplained.runs("git revert HEAD", "ok").events), inside) == []


@pytest.mark.parametrize(
    ("failed", "error", "worked", "taken"),
    [
        ("rig crew pending", 'Error: unknown command "pending" for "rig crew"', "rig crew trigger-pending", True),
        ("rig list --labels=old", "Error: unknown flag: --labels\nUsage: rig list", "rig list -l old", True),
        ("rig stauts", 'Error: unknown command "stauts"', "rig status", True),
        ("rig daemon stop", "Error: accepts 1 arg(s), received 0", "rig daemons list", False),
        ("rig start", "Error: the daemon does not answer\nUsage: rig start [flags]", "rig doctor", False),
        ("rig update 7 --gated", "Error: unknown flag: --gated", "rig close 7", False),
        (
            "rig warrant 7",
            'Error: unknown command "warrant"',
            'log close --reason "the warrant command is not there"',
            False,
        ),
    ],
)
def test_a_program_that_was_called_wrongly_is_called_rightly_for_the_same_thing(
    failed: str, error: str, worked: str, *, taken: bool
) -> None:
    session = Journal().says("go").runs(failed, error, code=1).runs(worked, "ok")
    assert bool(retried.find(read_turns(session.events))) is taken


@pytest.mark.parametrize(
    ("failed", "worked", "taken"),
    [
        ("python tests/fixtures.py shop.db", "uv run python tests/fixtures.py shop.db", True),
        ("python tests/fixtures.py shop.db", "uv run --with rich python tests/fixtures.py shop.db", True),
        ("python tests/fixtures.py shop.db", "pytest", False),
        ("python tests/fixtures.py shop.db", "uv run python tests/other.py", False),
        ("python tests/fixtures.py shop.db", "sqlite3 shop.db .tables", False),
        ("node scripts/test.mjs", "bun scripts/test.mjs", True),
    ],
)
def test_the_way_to_run_a_file_is_what_runs_that_very_file(failed: str, worked: str, *, taken: bool) -> None:
    absent = "ModuleNotFoundError: No module named 'rich'"
    session = Journal().says("go").runs(failed, absent, code=1).runs(worked, "ok")
    assert bool(retried.find(read_turns(session.events))) is taken


def test_another_program_between_does_not_hide_the_way_to_run_a_file() -> None:
    absent = "ModuleNotFoundError: No module named 'rich'"
    session = Journal().says("go").runs("python tests/fixtures.py shop.db", absent, code=1).runs("pytest", "3 passed")
    (found,) = retried.find(read_turns(session.runs("uv run python tests/fixtures.py shop.db", "ok").events))
    assert "`uv run python tests/fixtures.py shop.db` worked" in found.text


@pytest.mark.parametrize(
    "words",
    [
        "let's decide: a cookie lives 400 days because browsers cap it there",
        "let's settle on one queue per shop, since two raced",
        "let's go with the write-ahead log off because the replica breaks",
    ],
)
def test_a_choice_that_says_it_is_one_is_a_decision_with_its_reason(words: str) -> None:
    (found,) = decided.find(read_turns(Journal().says("go").says(words).events))
    assert found.text == words


def test_no_lesson_shows_what_only_matching_needs() -> None:
    broken = "bash: line 1: pytest: command not found"
    session = Journal().says("Run the checks").runs("pytest -q", broken, code=127).runs("hatch test", "ok")
    (found,) = retried.find(read_turns(session.events))
    assert broken in found.text


def test_a_call_that_was_denied_touched_nothing() -> None:
    session = Journal().says("Raise the limit of the queue in the settings")
    denied = {"input": {"file_path": "src/limits.py"}, "failed": True, "response": "denied by the user"}
    session.add(EventKind.TOOL, denied, "Edit", ("src/limits.py",))
    (turn,) = read_turns(session.events)
    assert episode.changed_in([turn], str) == []
