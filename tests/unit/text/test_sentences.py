"""Where a sentence ends."""

from __future__ import annotations

from standfast.text.sentences import first_sentence, split_sentences


def test_a_sentence_ends_where_the_next_begins_with_a_capital_and_keeps_its_closing_marks() -> None:
    said = 'Write "Done." Then stop. `make` runs it.'
    assert split_sentences(said) == ['Write "Done."', "Then stop.", "`make` runs it."]


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    assert split_sentences("Use a flag, e.g. `-x`. Not two.") == ["Use a flag, e.g. `-x`.", "Not two."]


def test_typed_words_need_no_capital() -> None:
    assert split_sentences("stop it. run the tests", typed=True) == ["stop it.", "run the tests"]
    assert split_sentences("stop it. run the tests") == ["stop it. run the tests"]


def test_an_empty_text_has_no_sentence() -> None:
    assert split_sentences("  ") == []
    assert first_sentence("") == ""
