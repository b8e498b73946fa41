"""How a sentence reads once its person approved it."""

import pytest

from standfast.learn.session.words.approved import as_rule


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("ugh. stop writing essays in commit messages", "Stop writing essays in commit messages"),
        ("no - never push to the release branch", "Never push to the release branch"),
        ("no-verify must never be used when you commit", "no-verify must never be used when you commit"),
        ("No-op migrations must not be committed", "No-op migrations must not be committed"),
        ("Well-known ports must never be used in tests", "Well-known ports must never be used in tests"),
        (
            "No. 5 on the list must never be skipped in a release",
            "No. 5 on the list must never be skipped in a release",
        ),
        ("so-called smoke tests never replace unit tests", "so-called smoke tests never replace unit tests"),
    ],
)
def test_what_only_opened_a_sentence_is_left_out_and_no_word_of_it(said: str, rule: str) -> None:
    assert as_rule(said) == rule
