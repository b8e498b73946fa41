"""Vetting: rules that cannot run, or can be slow, are refused before they are stored."""

import pytest

from standfast.guard.ambiguity import is_exponential
from standfast.guard.rule import BadRule, Guard, Snippet
from standfast.guard.trial import try_out
from standfast.guard.vet import vet_guard


def guard(kind: str, rule: dict[str, object], **more: object) -> Guard:
    languages = ("python",) if kind in {"structural", "import"} else ()
    base = Guard("g", "block", kind, rule, "m", (Snippet("a"),), (Snippet("b"),), languages)
    return base._replace(**more)


def refusal(vetted: Guard) -> str:
    """Return why a rule is refused, or nothing."""
    try:
        vet_guard(vetted)
    except BadRule as refused:
        return refused.message
    return ""


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+$",
        r"(a*)*b",
        r"(a|a)*b",
        r"(a|aa)+$",
        r"(\w+\s?)+$",
        r"^(([a-z])+.)+[A-Z]([a-z])+$",
        r"(x+x+)+y",
        r"(.*a){20}",
        r"(?:a?){30}a{30}",
        r"(\d+|[0-9a-f]+)*z",
        r"((a{1,50})b?)+c",
        r"(?=(a+)+b)x",
        r"(?i)(ka|KA)*z",
    ],
)
def test_a_loop_with_two_ways_through_is_seen_without_running_it(pattern: str) -> None:
    assert is_exponential(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(\w+\s)+x",
        r"(?:a?)*b",
        r"(a|b)*c",
        r"(?:[0-9a-f]{20})+g",
        r"(?:\.\w+)+\(",
        r"(?:[^\"\\]|\\.)*\"",
        r"(?i)(api|secret)[_-]?key\s*[:=]\s*['\"][^'\"]{16,}['\"]",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
        r"(?:(?:25[0-5]|1\d\d|\d\d?)\.){3}\d+",
        r"(?>a+)+b",
    ],
)
def test_an_honest_loop_is_left_alone(pattern: str) -> None:
    assert not is_exponential(pattern)


def test_time_that_grows_with_the_cube_of_the_text_is_refused_by_the_trial() -> None:
    assert not is_exponential(r"(.*),(.*),(.*),(.*),(.*)$x")
    assert try_out(r"(.*),(.*),(.*),(.*),(.*)$x", 0)


def test_a_usual_pattern_passes_the_trial() -> None:
    assert try_out(r"(?i)password\s*=\s*['\"][^'\"]+['\"]", 0) == ""


@pytest.mark.parametrize(
    "wrong",
    [
        guard("structural", {"kind": "no_such_kind"}),
        guard("structural", {"pattern": "f($A)"}, constraints={"B": {"regex": "x"}}),
        guard("structural", {"matches": "nobody"}),
        guard("structural", {"pattern": "   "}),
        guard("structural", {"pattern": "def ("}),
        guard("structural", {"pattern": "f($A)", "regex": "("}),
        guard("structural", {"has": "text"}),
        guard("regex", {"regex": "("}),
        guard("regex", {"regex": "x*"}),
        guard("regex", {"regex": "(a+)+$"}),
        guard("regex", {"regex": {"keywords": ["a"]}}),
        guard("regex", {"regex": {"pattern": "a", "flags": ["sideways"]}}),
        guard("regex", {"regex": {"pattern": "a", "keywords": "a"}}),
        guard("size", {"size": {"max_bytes": "many"}}),
        guard("filename", {"filename": {}}),
        guard("filename", {"filename": {"deny_regex": "(a+)+$"}}),
        guard("filename", {"filename": {"deny": ["a{b"]}}),
        guard("companion", {"companion": {"when": ["a"]}}),
        guard("import", {"import": {"from": "src/**"}}),
        guard("dependency", {"dependency": {}}),
        guard("dependency", {"dependency": {"forbid": ["lodash@<<4"]}}),
    ],
)
def test_a_rule_that_cannot_run_is_refused_with_the_reason(wrong: Guard) -> None:
    with pytest.raises(BadRule) as refused:
        vet_guard(wrong)
    assert refused.value.hint
    assert "Stack backtrace" not in refused.value.message


@pytest.mark.parametrize(
    "right",
    [
        guard("structural", {"pattern": "f($A)", "inside": {"kind": "function_definition", "stopBy": "end"}}),
        guard("structural", {"any": [{"pattern": "f($$$)"}, {"matches": "g"}]}, utils={"g": {"pattern": "g()"}}),
        guard("regex", {"regex": "TODO"}),
        guard("size", {"size": {"max_bytes": 1000}}),
        guard("filename", {"filename": {"deny": ["*.orig"]}}),
        guard("companion", {"companion": {"when": ["api/*.proto"], "require": ["docs/api.md"]}}),
        guard("import", {"import": {"from": ["src/web/**"], "forbid": ["app.db"]}}),
        guard("dependency", {"dependency": {"forbid": ["lodash@<4.17.21", "@acme/x"], "require": ["structlog"]}}),
    ],
)
def test_a_sound_rule_is_accepted(right: Guard) -> None:
    assert refusal(right) == ""
