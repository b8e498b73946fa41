"""Rules that people add: what they find, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from standfast.capture.redact import custom, load_rules, redact
from standfast.errors import ConfigError
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
ACME = """
[[rules]]
id = "acme-badge"
regex = '''badge no\\. (\\d{3}-[a-z]{4})'''
keywords = ["badge"]
"""


def test_a_rule_of_ones_own_finds_its_secret() -> None:
    result = redact("my badge no. 123-abcd opens it", key=KEY, rules=load_rules(ACME))
    assert result.text.startswith("my badge no. [redacted:acme-badge:")
    assert "123-abcd" not in result.text


def test_without_the_rule_the_text_survives() -> None:
    text = "my badge no. 123-abcd opens it"
    assert redact(text, key=KEY).text == text


def test_a_rule_finds_its_secret_deep_in_a_long_text() -> None:
    text = "a b c " * 3000 + "badge no. 123-abcd " + "d e f " * 3000
    assert "123-abcd" not in redact(text, key=KEY, rules=load_rules(ACME)).text


def test_allowed_values_and_plain_ones_survive() -> None:
    rules = load_rules(ACME + "entropy = 2.5\nallow = ['''^000''']\n")
    for value in ("000-abcd", "111-aaaa"):
        text = f"badge no. {value}"
        assert redact(text, key=KEY, rules=rules).text == text
    assert "123-abcd" not in redact("badge no. 123-abcd", key=KEY, rules=rules).text


def test_no_rules_are_no_error() -> None:
    assert load_rules("") == ()


@pytest.mark.parametrize(
    "regex",
    [
        "(a+)+b",
        "(a|a)*c",
        "(?:a|aa)+x",
        "([a-z]+)*!",
        "(x+x+)+y",
        "(.*)*=",
        "(?:[a-z0-9]+-?)+;",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(a|b|ab|ba|aa|bb)*c",
    ],
)
def test_a_pattern_that_could_run_away_is_refused(regex: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load_rules(f"[[rules]]\nid = 'slow'\nregex = '''{regex}'''\nkeywords = ['key']\n")
    assert refused.value.hint


@pytest.mark.parametrize(
    "toml",
    [
        "not toml at all [",
        "rules = 3",
        "[[rules]]\nregex = 'abc'\nkeywords = ['abc']",
        "[[rules]]\nid = 'Not An Id'\nregex = 'abc'\nkeywords = ['abc']",
        "[[rules]]\nid = 'x'\nkeywords = ['abc']",
        "[[rules]]\nid = 'x'\nregex = '('\nkeywords = ['abc']",
        "[[rules]]\nid = 'x'\nregex = 'a*'\nkeywords = ['abc']",
        "[[rules]]\nid = 'x'\nregex = 'abc'",
        "[[rules]]\nid = 'x'\nregex = 'abc'\nkeywords = ['a']",
        "[[rules]]\nid = 'x'\nregex = 'abc'\nkeywords = ['abc']\nentropy = 'much'",
        ACME + ACME,
    ],
)
def test_a_malformed_rule_is_refused_with_a_hint(toml: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load_rules(toml)
    assert refused.value.hint


@pytest.mark.parametrize("regex", ["acme_[a-z0-9]{32}", r"\bACME-(\d{4}-){3}\d{4}\b", "acme:([^\\s\"']{8,64})"])
def test_an_honest_pattern_is_taken(regex: str) -> None:
    (rule,) = load_rules(f"[[rules]]\nid = 'fine'\nregex = '''{regex}'''\nkeywords = ['acme']\n")
    assert rule.name == "fine"


def test_words_are_masked_wherever_they_stand() -> None:
    result = redact("Project Nightjar ships; nightjar's lead", key=KEY, words=["nightjar"])
    assert "ightjar" not in result.text
    assert result.findings[0].rule == "word"


def test_a_word_inside_another_survives() -> None:
    text = "the starting line"
    assert redact(text, key=KEY, words=["art", "", "  "]).text == text


def test_a_word_in_another_script_is_masked() -> None:
    assert "соловей" not in redact("проект Соловей готов: соловей", key=KEY, words=["Соловей"]).text.lower()


def test_words_of_tokens_keep_their_placeholder_when_read_again() -> None:
    once = redact(f"nightjar token {draw(32)}", key=KEY, words=["redacted", "token"])
    assert redact(once.text, key=KEY, words=["redacted", "token"]).text == once.text


def test_rules_are_tried_once_for_each_text_of_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    trial = custom._check_speed
    monkeypatch.setattr(custom, "_check_speed", lambda *parts: (tried.append(parts[0]), trial(*parts)))
    text = "[[rules]]\nid = 'acme'\nregex = '''acme-[0-9]{6}'''\nkeywords = ['acme']\n"
    for _ in range(3):
        (rule,) = load_rules(text, tmp_path / "vetted")
    assert tried == ["acme"]
    assert redact("badge acme-123456", key=KEY, rules=[rule]).findings[0].rule == "acme"
    load_rules(text.replace("{6}", "{7}"), tmp_path / "vetted")
    assert tried == ["acme", "acme"]


def test_a_rule_that_could_be_slow_is_refused_however_often_it_is_read(tmp_path: Path) -> None:
    text = "[[rules]]\nid = 'slow'\nregex = '''(a+)+b'''\nkeywords = ['aaa']\n"
    for _ in range(2):
        with pytest.raises(ConfigError):
            load_rules(text, tmp_path / "vetted")
