"""Two failed commands are the same break when the program and the line that tells are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.learn.session.failure import find_tagged, fingerprint_failure, mask, name_of, salient_line
from tests.property.growth import MOST, growth
from tests.unit.verbs.test_memory_life import at

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("npm test", "npm test"),
        ("cd web && CI=1 npm run build -- --prod 2>&1 | tail -20", "npm build"),
        ("sudo timeout 30 git push origin main", "git push"),
        ("python -m pytest -q tests/unit", "python -m pytest"),
        ("./scripts/check.sh --all", "check.sh"),
        ("uv run pytest -x", "uv pytest"),
        ("", ""),
    ],
)
def test_a_command_is_named_by_its_program_and_verb(command: str, name: str) -> None:
    assert name_of(command) == name


def test_what_differs_from_run_to_run_does_not_make_another_break() -> None:
    first = "12:01:03 src/app.ts:10:5 - error TS2345: Argument of type 'A' is wrong (took 31 ms)"
    second = "14:22:59 src/app.ts:88:1 - error TS2345: Argument of type 'A' is wrong (took 7 ms)"
    assert fingerprint_failure("pnpm tsc", first).tag == fingerprint_failure("pnpm tsc --watch", second).tag


def test_error_codes_keep_breaks_apart() -> None:
    first = fingerprint_failure("pnpm tsc", "src/a.ts(3,4): error TS2345: no")
    second = fingerprint_failure("pnpm tsc", "src/a.ts(3,4): error TS2339: no")
    assert first.fingerprint != second.fingerprint


def test_another_program_is_another_break() -> None:
    assert fingerprint_failure("npm test", "Error: x") != fingerprint_failure("pnpm test", "Error: x")


def test_the_raised_error_is_the_line_that_tells() -> None:
    output = (
        "Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in f\nKeyError: 'user'\n1 failed in 0.1s\n"
    )
    assert salient_line(output) == "KeyError: 'user'"


def test_an_output_without_an_error_has_no_such_line() -> None:
    assert salient_line("all good\n12 passed\n") == ""


def test_masking_a_very_long_line_stays_within_bounds() -> None:
    assert len(mask("error " + "a/" * 200_000)) <= 300


def test_which_thing_is_missing_keeps_breaks_apart_and_where_it_was_looked_for_does_not() -> None:
    one, other = (f"ls: {path}: No such file or directory" for path in ("docs/images", "src/utils"))
    assert fingerprint_failure("ls docs/images", one) != fingerprint_failure("ls src/utils", other)
    same = (f"cat: {path}: No such file or directory" for path in ("/home/ana/shop/.env", "/srv/shop/.env"))
    assert len({fingerprint_failure("cat .env", line).fingerprint for line in same}) == 1


@pytest.mark.parametrize("said", ["Error:", "======== 3 failed ========", "The user doesn't want to proceed with this"])
def test_a_line_that_says_nothing_of_the_cause_is_not_the_one_that_tells(said: str) -> None:
    assert salient_line(f"{said}\nKeyError: 'price'") == "KeyError: 'price'"
    assert salient_line(said) == ""


def test_a_long_line_of_signs_is_read_in_linear_time() -> None:
    assert salient_line("." * 20_000 + "x\nerror: no disk") == "error: no disk"
    assert growth(lambda text: salient_line(f"{text}x\nerror: no disk"), ".") <= MOST


@pytest.mark.parametrize(
    "line",
    [
        *("== 3 failed in 2s ==", "make: *** [all] Error 2", "x ====== error", "say: the tool use was rejected, error"),
        *("[lint:go] ERROR task failed", "Found 3 errors.", 'error: script "lint" exited with code 1'),
        *("$ check --error-on-warnings", "> check --error-on-warnings", "  > 12 │ throw new Error(said)"),
    ],
)
def test_a_line_that_only_sums_up_does_not_tell_what_broke(line: str) -> None:
    assert salient_line(line) == ""


def test_which_folder_is_missing_keeps_breaks_apart() -> None:
    first = fingerprint_failure("ls dist/", "ls: out/dist/: No such file or directory")
    second = fingerprint_failure("ls docs/", "ls: out/docs/: No such file or directory")
    assert first.fingerprint != second.fingerprint
    assert "docs" in second.line


@pytest.mark.parametrize("scopes", [("user", "project"), ("project", "user")])
def test_of_two_scopes_the_newest_of_a_tag_comes_first(tmp_path: Path, scopes: tuple[str, str]) -> None:
    with at(tmp_path) as memory:
        told = [memory.remember(f"Said in {scope}.", tags=["failed-make"], scope=scope).id for scope in scopes]
        assert [found.id for found in find_tagged(memory.context, "failed-make", limit=1)] == told[1:]


def test_what_a_client_writes_before_an_output_is_no_part_of_the_break() -> None:
    plain = fingerprint_failure("npm test", "npm ERR! missing script: test")
    assert fingerprint_failure("npm test", "Command: npm test\nStderr: npm ERR! missing script: test") == plain


def test_what_people_read_of_a_failure_is_its_line_as_it_was_said() -> None:
    said = "bash: line 1: pytest: command not found"
    failure = fingerprint_failure("pytest -q", f"Exit code 127\n{said}")
    assert (failure.said, failure.line == said) == (said, False)
    assert failure.tag == fingerprint_failure("pytest -q", said.replace("1", "7")).tag
