"""What was said is known again in any case, spacing, punctuation and encoding; what only resembles it is not."""

from __future__ import annotations

import base64
import io
import json
from urllib.parse import quote

import pytest

from standfast.text.quotation import Quotation, quotation_from, quotation_of_hashes
from tests.property.growth import MOST, growth

KEY = b"k" * 32
SAID = "Customer Zorblaxian Kumquat pays forty percent less than the list price. Nobody else may know."


@pytest.fixture
def said() -> Quotation:
    found = Quotation(KEY)
    found.add(SAID)
    return found


@pytest.mark.parametrize(
    "text",
    [
        SAID,
        SAID.upper(),
        "He wrote: customer  zorblaxian\n\tKUMQUAT pays, forty percent -- less than list.",
        json.dumps({"a": json.dumps({"b": SAID.replace(" ", "\n")})}),
        base64.b64encode(SAID.encode()).decode(),
        "x" + base64.b64encode(b"yy" + SAID.encode()).decode(),
        SAID.encode().hex(),
        quote(SAID),
        "they said nobody else may know, so be it",
    ],
)
def test_it_is_known_again_however_it_is_written(said: Quotation, text: str) -> None:
    assert said.carries(text)


@pytest.mark.parametrize(
    "text", ["", "The customer pays less than the list price.", "Percent of the list", "Nobody knows", "Zorblaxian"]
)
def test_what_only_shares_words_is_not(said: Quotation, text: str) -> None:
    assert not said.carries(text)


def test_sentences_without_spaces_are_known_again_inside_others() -> None:
    found = Quotation(KEY)
    found.add("客户佐布拉支付四成折扣价格。")
    assert found.carries("他说客户佐布拉支付四成折扣价格吗")


def test_a_file_is_searched_in_every_encoding_and_across_blocks(said: Quotation) -> None:
    for raw in (SAID.encode(), SAID.encode("utf-16-le"), SAID.encode("utf-16-be")):
        padded = b"\x01" * ((1 << 20) - 30) + raw + b"\x02" * 100
        found, size = said.found_in(io.BytesIO(padded))
        assert found
        assert size == len(padded)
    assert said.found_in(io.BytesIO(b"nothing of it")) == (set(), 13)


@pytest.mark.parametrize("before", range(3, 36, 4))
def test_a_sentence_is_found_wherever_a_border_of_blocks_cuts_it(before: int) -> None:
    sentence = b"kites never fly above quiet harbour"
    looked_for = Quotation(KEY)
    looked_for.add_runs(sentence.decode())
    assert len(looked_for.found_in(io.BytesIO(b" " * ((1 << 20) - before) + sentence + b" " * 100))[0]) == 1


def test_what_is_looked_for_can_be_written_down_without_a_word_of_it(said: Quotation) -> None:
    record = json.dumps(said.to_record())
    assert "orblax" not in record
    assert quotation_from(KEY, json.loads(record)).carries(SAID.upper())
    assert quotation_of_hashes(KEY, said.run_hashes()).carries(SAID.upper())
    assert not quotation_of_hashes(b"x" * 32, said.run_hashes()).carries(SAID)


def test_words_that_others_say_too_prove_nothing(said: Quotation) -> None:
    living = said.words_in("Any customer pays a percentage; zorblaxian ones too.")
    left = said.without_words(living)
    assert not left.found_in(io.BytesIO(b"customer zorblaxian"))[0]
    assert len(left.found_in(io.BytesIO(b"kumquat"))[0]) == 1


@pytest.mark.parametrize("piece", ["<a ", "%41", "\\u0041", "QUJD", "a b ", "客"])
def test_reading_grows_with_the_text_and_no_faster(said: Quotation, piece: str) -> None:
    said.carries(piece * 2_000)
    assert growth(said.carries, piece, start=20_000) <= MOST


def test_a_short_text_is_looked_for_in_words_and_not_among_random_bytes() -> None:
    wanted = Quotation(KEY)
    wanted.add_literal("7qp")
    assert wanted.carries("the id 7qp2 was named")
    assert wanted.found_in(io.BytesIO(b"\x00 7qp \x00")) == (set(), 7)
    again = quotation_from(KEY, json.loads(json.dumps(wanted.to_record())))
    assert again.found_in(io.BytesIO(b"\x00 7qp \x00")) == (set(), 7)


def test_what_stands_for_a_secret_makes_no_two_texts_alike() -> None:
    said = Quotation(KEY)
    said.add("The api key is [redacted:openai-key:34b6]")
    assert not said.carries("Staging key is [redacted:openai-key:34b6] for now")


def test_of_what_a_search_found_a_part_is_told_without_searching_again(said: Quotation) -> None:
    found, _ = said.found_in(io.BytesIO(SAID.encode()))
    assert said.of(found) == found
    assert said.without_runs(said.runs_in(SAID)).of(found) < found
    assert not Quotation(KEY).of(found)


def test_what_was_read_back_from_hashes_finds_what_the_words_themselves_find() -> None:
    """Words at hand spare hashing every word of a text; hashes alone must not find less, nor more."""
    given = Quotation(KEY)
    given.add("Rotate the harbour credentials before midnight; tell Miroslava afterwards.")
    again = quotation_from(KEY, given.to_record())
    texts = (
        "rotate THE harbour credentials before midnight",
        base64.b64encode(b"Rotate the harbour credentials before midnight, please").decode(),
        b"rotate the harbour credentials before midnight".hex() + "ff",
        "nothing of it, only credentials",
        "一 rotate the harbour credentials before midnight 二",
    )
    for text in texts:
        assert given.runs_in(text) == again.runs_in(text)
        assert given.words_in(text) == again.words_in(text)
        assert given.found_in(io.BytesIO(text.encode())) == again.found_in(io.BytesIO(text.encode()))
    assert [given.carries(text) for text in texts] == [True, True, True, False, True]


@pytest.mark.parametrize("far", [0, 900, 3_000, 90_000])
def test_what_is_written_with_percent_signs_is_found_however_far_from_others(said: Quotation, far: int) -> None:
    before, after = f"100%25 sure {'x ' * far}", f"{' y' * far} 5%20"
    assert said.carries(f"{before}Zorblaxian%20Kumquat pays%20forty percent less%20than{after}")
    assert not said.carries(f"{before}Zorblaxian%20Kumquat pays%20twice as much{after}")
