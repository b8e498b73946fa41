"""How text is read: identifiers, paths, prose, and what is left out."""

from __future__ import annotations

from standfast.recall.embed import words
from standfast.recall.embed.words import Tokeniser, is_hash, split_identifier, split_runs

WORDS = "get user by id src middle ##ware auth ts http header 2 github resume walk ##ing ##s 日 本 e 110 ##00"
VOCABULARY = {word: number for number, word in enumerate(WORDS.split())}


def read(text: str) -> list[str]:
    names = list(VOCABULARY)
    return [names[number] for number in Tokeniser(VOCABULARY).ids(text)]


def test_camel_case_snake_case_and_dashes_read_alike() -> None:
    expected = ["get", "user", "by", "id"]
    for written in (
        "getUserById",
        "get_user_by_id",
        "get-user-by-id",
        "GET_USER_BY_ID",
        "(getUserByID)",
        "Get user, by id!",
    ):
        assert read(written) == expected, written


def test_a_path_is_read_by_its_parts() -> None:
    assert read("src/middleware/auth.ts") == ["src", "middle", "##ware", "auth", "ts"]


def test_an_acronym_inside_an_identifier_stays_whole() -> None:
    assert split_identifier("parseHTTPHeader2") == ["parse", "HTTP", "Header", "2"]


def test_a_name_the_vocabulary_knows_is_not_cut_at_its_capitals() -> None:
    assert read("GitHub") == ["github"]


def test_letters_and_digits_part_company() -> None:
    assert read("E11000") == ["e", "110", "##00"]


def test_accents_are_taken_off() -> None:
    assert read("Résumé") == ["resume"]


def test_ideographs_are_words_of_their_own() -> None:
    assert read("日本語") == ["日", "本"]
    assert split_runs("a日b") == ["a", "日", "b"]


def test_a_word_that_does_not_end_in_a_known_piece_is_left_out() -> None:
    assert read("walking walks walked") == ["walk", "##ing", "walk", "##s"]


def test_commit_ids_are_no_words() -> None:
    assert is_hash("90755dac69df")
    assert not is_hash("defaced")
    assert not is_hash("20260131")
    assert read("get 90755dac69df user") == ["get", "user"]


def test_reading_stops_after_so_many_words() -> None:
    assert len(read("user " * (words.MAX_WORDS + 50))) == words.MAX_WORDS


def test_one_endless_word_costs_nothing() -> None:
    assert read("a" * 1_000_000) == []
    assert read("user" * 40) == []


def test_the_memory_of_seen_words_is_bounded() -> None:
    tokeniser = Tokeniser(VOCABULARY)
    for number in range(words.CACHE_LIMIT + 2):
        tokeniser._seen[str(number)] = ()
    assert tokeniser.ids("user") == [VOCABULARY["user"]]
    assert len(tokeniser._seen) == 1


def test_odd_text_is_read_without_complaint() -> None:
    for text in ("", " \n\t", "\x00", "\ud800", "🙂🙂", "'\"`", "((((", "٣", "ﬁ", "İ", "ß", "a\u0301"):
        assert isinstance(read(text), list)
