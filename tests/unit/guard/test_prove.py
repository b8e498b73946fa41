"""A guard proves itself with its own snippets."""

from pathlib import Path

import pytest

from standfast.guard.prove import accept_rule, prove
from standfast.guard.rule import BadRule, Guard, Snippet, parse_rule

LOCK = (Path(__file__).parent / "lock.yml").read_text()
GUARD = parse_rule(LOCK)


def problems(guard: Guard) -> list[str]:
    return [verdict.problem for verdict in prove(guard) if verdict.problem]


def test_a_sound_guard_has_no_problem_and_one_verdict_per_snippet() -> None:
    assert [(verdict.expected, verdict.problem) for verdict in prove(GUARD)] == [
        ("caught", ""),
        ("caught", ""),
        ("passes", ""),
        ("passes", ""),
    ]


def test_a_snippet_on_the_wrong_side_is_named() -> None:
    turned = GUARD._replace(caught=GUARD.passes, passes=GUARD.caught)
    assert len(problems(turned)) == 4


def test_a_rule_that_breaks_is_a_problem_for_passing_snippets_too() -> None:
    assert len(problems(GUARD._replace(rule={"kind": "nope"}, constraints=None))) == 4


def test_a_snippet_with_a_path_is_held_against_the_globs() -> None:
    elsewhere = Snippet("acquire_lock(user_id)", path="billing/a.py")
    assert problems(GUARD._replace(caught=(elsewhere,)))
    assert not problems(GUARD._replace(passes=(elsewhere,)))


def test_an_expired_guard_is_still_provable() -> None:
    assert not problems(GUARD._replace(expires="2001-01-01"))


def test_every_kind_of_rule_can_be_proved() -> None:
    def make(kind: str, rule: dict[str, object], caught: Snippet, passes: Snippet, *languages: str) -> Guard:
        return Guard("g", "block", kind, rule, "m", (caught,), (passes,), languages)

    guards = [
        make("regex", {"regex": "secret"}, Snippet("a secret"), Snippet("open")),
        make("size", {"size": {"max_bytes": 10}}, Snippet(size=11), Snippet(size=10)),
        make("filename", {"filename": {"deny": ["*.orig"]}}, Snippet(path="a.orig"), Snippet(path="a.py")),
        make(
            "companion",
            {"companion": {"when": ["a"], "require": ["b"]}},
            Snippet(changed=("a",)),
            Snippet(changed=("a", "b")),
        ),
        make("dependency", {"dependency": {"forbid": ["x"]}}, Snippet("x==1\n"), Snippet("y==1\n")),
        make("dependency", {"dependency": {"require": ["x"]}}, Snippet("y\n", before="x\ny\n"), Snippet("x\n")),
        make(
            "import",
            {"import": {"from": ["src/web/**/*.py"], "forbid": ["db"]}},
            Snippet("import db\n"),
            Snippet("import os\n"),
            "python",
        ),
    ]
    for guard in guards:
        assert not problems(guard), guard
        assert problems(guard._replace(caught=guard.passes)), guard


def test_a_rule_file_is_accepted_when_it_reads_runs_and_proves_itself() -> None:
    assert accept_rule(LOCK) == GUARD
    for broken in (
        LOCK.replace("acquire_lock($KEY)", "release_lock($KEY)"),
        LOCK.replace("regex: payment_id", "regex: '('"),
        LOCK.replace("- acquire_lock(payment_id)", "- acquire_lock(user)"),
        LOCK.replace("language: python", "language: klingon"),
    ):
        with pytest.raises(BadRule) as refused:
            accept_rule(broken, name="lock.yml")
        assert refused.value.hint
