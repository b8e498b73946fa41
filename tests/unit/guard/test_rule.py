"""Rule files: what is read, what is refused, what is written back."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from standfast.guard.render import guard_document, render_rule
from standfast.guard.rule import BadRule, parse_rule, parse_rules

LOCK_RULE = (Path(__file__).parent / "lock.yml").read_text()


def test_a_rule_file_becomes_a_guard_with_everything_it_says() -> None:
    guard = parse_rule(LOCK_RULE + "since: 2026-01-02\nexpires: 2027-01-02\nowner: payments team\n")
    assert (guard.id, guard.severity, guard.kind, guard.languages) == (
        "payment-lock-key",
        "block",
        "structural",
        ("python",),
    )
    assert guard.paths == ("payments/**",)
    assert (guard.since, guard.expires) == ("2026-01-02", "2027-01-02")
    assert [snippet.text for snippet in guard.passes] == [
        "acquire_lock(payment_id)",
        "acquire_lock(payment.payment_id)",
    ]
    assert guard.extra == (("owner", "payments team"),)


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_a_guard_reads_back_as_it_was_written(form: str) -> None:
    guard = parse_rule(
        LOCK_RULE + "since: 2026-01-02\nowner: {team: payments}\nutils: {any_lock: {pattern: lock($A)}}\n"
    )
    assert parse_rule(render_rule(guard, form=form)) == guard


@given(
    st.lists(st.text(max_size=60).filter(lambda text: "\0" not in text), min_size=1, max_size=3),
    st.text(min_size=1, max_size=40).filter(lambda text: bool(text.strip())),
)
def test_any_snippet_and_message_survive_the_json_form(snippets: list[str], message: str) -> None:
    guard = parse_rule(LOCK_RULE)._replace(message=message.strip())
    guard = guard._replace(caught=tuple(guard.caught[0]._replace(text=text) for text in snippets))
    assert parse_rule(render_rule(guard, form="json")) == guard


def test_the_written_order_is_the_usual_one() -> None:
    keys = list(guard_document(parse_rule("zeta: 1\n" + LOCK_RULE)))
    assert keys == ["id", "severity", "language", "paths", "rule", "constraints", "message", "tests", "zeta"]


def broken(**changes: object) -> str:
    import json

    document = guard_document(parse_rule(LOCK_RULE))
    document.update(changes)
    return json.dumps({key: value for key, value in document.items() if value is not None})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just text",
        "id: [unclosed",
        "- 1\n- 2\n",
        broken(id=None),
        broken(id="has spaces"),
        broken(severity="fatal"),
        broken(language="klingon"),
        broken(language=None),
        broken(language=7),
        broken(rule=None),
        broken(rule={"patern": "x"}),
        broken(rule={"regex": "x", "companion": {}}),
        broken(rule={"companion": "x"}),
        broken(message=""),
        broken(tests=None),
        broken(tests={"caught": ["x"]}),
        broken(tests={"caught": [], "passes": ["x"]}),
        broken(tests={"caught": [3], "passes": ["x"]}),
        broken(tests={"caught": [{"cod": "x"}], "passes": ["x"]}),
        broken(paths=["a{b"]),
        broken(paths=7),
        broken(constraints="x"),
        broken(since="soon"),
        broken(expires="2026-13-40"),
    ],
)
def test_a_wrong_rule_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(BadRule) as refused:
        parse_rule(text, name="rule.yml")
    assert refused.value.hint
    assert refused.value.code == "bad-rule"


def test_yaml_aliases_cannot_make_a_small_file_huge() -> None:
    layers = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
    with pytest.raises(BadRule):
        parse_rule("a0: &a0 [x, x]\n" + layers)


def test_several_rules_are_read_from_one_file() -> None:
    import yaml

    one = guard_document(parse_rule(LOCK_RULE))
    both = parse_rules(yaml.safe_dump({"guards": [one, {**one, "id": "second"}]}))
    assert [guard.id for guard in both] == ["payment-lock-key", "second"]


def test_a_guard_is_in_force_from_since_to_expires() -> None:
    guard = parse_rule(LOCK_RULE + "since: 2026-02-01\nexpires: 2026-03-01\n")
    assert [guard.in_force(day) for day in ("2026-01-31", "2026-02-01", "2026-03-01", "2026-03-02")] == [
        False,
        True,
        True,
        False,
    ]
