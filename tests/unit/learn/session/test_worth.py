"""Whether a sentence that carries a sign is likely to hold beyond its task."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from standfast.learn.session.signs.corrected import hear, undoubted
from standfast.learn.session.turns import Turn
from standfast.learn.session.words.spoken import find_spoken
from standfast.learn.session.words.worth import FLOOR, worth_of

SIGNS = ("told", "corrected")


def _said(prompt: str) -> list[str]:
    turn = Turn("t1", datetime(2026, 3, 1, tzinfo=UTC), prompt, prompt, answers=True)
    return [lesson.text for lesson in undoubted(hear([turn], SIGNS))]


@pytest.mark.parametrize(
    "prompt",
    [
        "no, not this way. Plugin names are snake_case, not PascalCase",
        "that's wrong, use paths.isAbsolute instead of regex checks",
        "nope. Fixtures live in tests/data, not in the test module",
        "wrong, settings are read from the config file rather than the environment",
    ],
)
def test_how_it_is_and_how_it_is_not_is_kept_after_a_rejection(prompt: str) -> None:
    (said,) = _said(prompt)
    assert prompt.endswith(said)


@pytest.mark.parametrize(
    "prompt",
    [
        "stop writing backup copies next to the sources",
        "always run the integration suite before you push",
        "why did you commit straight to the release branch?",
        "don't install packages unless I ask for it",
        "never touch the vendored stylesheets",
        "when declaring variables, always start the name with 'n_'",
        "always add the '@trace_class' decorator to all your classes",
    ],
)
def test_what_is_about_how_work_is_done_is_kept(prompt: str) -> None:
    assert _said(prompt) == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "Plugin names are snake_case, not PascalCase",
        "no, not this way. I meant the other file, not this one",
        "that's wrong, it is the header, not the footer",
        "argh, you forgot the closing bracket on line 12 again",
        "you missed the import in parser.ts:40 again",
    ],
)
def test_a_description_a_slip_and_a_complaint_about_one_place_name_no_rule(prompt: str) -> None:
    assert _said(prompt) == []


def test_a_complaint_about_one_place_is_heard_with_the_rule_beside_it() -> None:
    prompt = "you forgot the test on line 12, always write a test first"
    assert [item.text for item in find_spoken(prompt, answers=True)] == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "don't put the second chart (the one with 12 bars) beside the first column",
        "why did you give the title 40 pixels and the outline another colour?",
        "never render the tooltip of a row that has 0 entries, the window gets in the way of the menu",
    ],
)
def test_what_is_about_one_artefact_is_left_out(prompt: str) -> None:
    assert _said(prompt) == []


def test_what_a_person_asks_to_be_remembered_is_kept_whatever_it_is_about() -> None:
    prompt = "remember that the outline of a chart (any of the 12) gets the colour of its title"

    assert worth_of(prompt, len(prompt)) < FLOOR
    assert _said(prompt) == [prompt]


def test_the_mark_a_client_leaves_for_a_picture_says_nothing_against_a_sentence() -> None:
    plain = "you did not run the tests before claiming success"

    assert worth_of(f"[Image #12] {plain}", 60) == worth_of(plain, 60)


def test_the_same_words_count_for_less_in_a_long_specification() -> None:
    sentence = "make sure to update the changelog"

    assert worth_of(sentence, 1_100) < worth_of(sentence, len(sentence))
