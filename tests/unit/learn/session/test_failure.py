"""Two failed commands are the same break when the program and the line that tells are the same."""

from __future__ import annotations

import pytest

from standfast.learn.session.failure import fingerprint_failure, mask, name_of, salient_line


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
    assert fingerprint_failure("pnpm tsc", first) == fingerprint_failure("pnpm tsc --watch", second)


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
