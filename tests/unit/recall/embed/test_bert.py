"""Reading text as full BERT models do."""

from __future__ import annotations

from standfast.recall.embed.bert import BertTokeniser, split_words

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "walk", "##ing", "cafe", "!", "(", ")", "日"]


def read(text: str, max_tokens: int = 16) -> list[str]:
    return [WORDS[number] for number in BertTokeniser(WORDS, max_tokens=max_tokens).ids(text)]


def test_words_stand_between_the_marks() -> None:
    assert read("The walking café!") == ["[CLS]", "the", "walk", "##ing", "cafe", "!", "[SEP]"]


def test_a_word_that_cannot_be_pieced_together_is_one_unknown() -> None:
    assert read("walked (the)") == ["[CLS]", "[UNK]", "(", "the", ")", "[SEP]"]
    assert read("walk" * 40) == ["[CLS]", "[UNK]", "[SEP]"]


def test_reading_stops_at_the_limit_and_still_ends_with_its_mark() -> None:
    assert read("the " * 50, max_tokens=5) == ["[CLS]", "the", "the", "the", "[SEP]"]


def test_punctuation_and_ideographs_stand_alone() -> None:
    assert split_words("a_b+c 日本\x00—d\u200be") == ["a", "_", "b", "+", "c", "日", "本", "—", "de"]


def test_nothing_gives_the_marks_alone() -> None:
    assert read(" ") == ["[CLS]", "[SEP]"]
