"""Abridging a long text to what is asked about."""

from __future__ import annotations

import pytest

from standfast.recall.abridge import abridge


def test_of_a_long_text_the_pieces_that_are_asked_about_are_told() -> None:
    text = "Goal: keep jobs. " + "The logo is blue. " * 30 + "Jobs wait in a redis queue. " + "Lunch was late. " * 30
    assert "Jobs wait in a redis queue." in abridge(text, "where do jobs wait, in a redis queue?", 200)


def test_a_piece_that_is_longer_than_the_room_is_told_from_its_beginning() -> None:
    text = "Goal: do a thing\nAnswered: the redis retry queue " + "is drained by a worker and " * 60
    told = abridge(text, "redis retry queue", 700)
    assert "redis retry queue" in told
    assert len(told) <= 700


@pytest.mark.parametrize("text", ["的" * 900, " " * 900])
def test_a_text_without_words_between_spaces_is_cut_and_not_lost(text: str) -> None:
    told = abridge(text, "anything", 300)
    assert len(told) <= 300
    assert told.strip(" …") == text.strip()[:298]
