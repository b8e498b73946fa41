"""How a question is fitted to what a project holds."""

import random
from functools import cache

import pytest

from standfast.recall import weights
from standfast.recall.question import _abbreviated, _common, asks_now, read_question, slips, subject_of
from standfast.text.lexicon import ABBREVIATIONS, COMMON
from standfast.text.stem import stem
from tests.unit.recall.notes import Notes


def _terms(notes: Notes, text: str) -> set[str]:
    return set(read_question(text, notes.partition.index).terms)


def test_rare_words_are_looked_up_and_all_words_count(notes: Notes) -> None:
    for number in range(40):
        notes.say(f"The service number {number} writes a log.")
    notes.say("The quorum service lost its leader.")
    text = "service log " + " ".join(f"number service log word{n}" for n in range(30)) + " quorum leader"
    question = read_question(text, notes.partition.index)
    assert {"quorum", "leader"} <= set(question.telling)
    assert len(question.telling) <= weights.TELLING
    assert {"servic", "log"} <= question.terms


def test_a_misspelt_word_is_repaired_from_the_words_in_use(notes: Notes) -> None:
    notes.say("The scheduler starves when the queue is full.")
    question = read_question("shceduler", notes.partition.index)
    assert question.corrected == {"shceduler": ("scheduler",)}


def test_every_word_that_one_slip_makes_of_a_word_in_use_is_taken_for_it(notes: Notes) -> None:
    notes.say("The scheduler starves when the queue is full.")
    word = "scheduler"
    swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    short = {word[:at] + word[at + 1 :] for at in range(2, len(word))}
    other = {word[:at] + "x" + word[at + 1 :] for at in range(2, len(word))}
    long = {word[:at] + "z" + word[at:] for at in range(2, len(word))}
    for wrong in (swapped | short | other | long) - {word}:
        corrected = read_question(wrong, notes.partition.index).corrected
        assert ("scheduler",) in corrected.values(), (wrong, corrected)


def test_a_known_word_is_not_repaired(notes: Notes) -> None:
    notes.say("The form has a field.")
    notes.say("The farm has a field.")
    assert "farm" not in _terms(notes, "form")


def test_abbreviations_mean_their_long_forms_and_the_other_way_round(notes: Notes) -> None:
    notes.say("The database is slow.")
    notes.say("Check the cfg first.")
    assert "databas" in _terms(notes, "db")
    assert "cfg" in _terms(notes, "configuration")


def test_only_words_in_use_are_looked_for(notes: Notes) -> None:
    notes.say("The bike is blue.")
    assert _terms(notes, "bike") == {"bike"}


@pytest.mark.parametrize(
    "text", ["what is our rule for imports?", "the newest address of the broker", "latest decision on queues"]
)
def test_a_question_about_what_holds_now_is_seen(text: str) -> None:
    assert asks_now(text)


@pytest.mark.parametrize(
    "text",
    [
        "when did we drop celery",
        "getUserById",
        "",
        "why was the importer killed",
        "what score did I get in the quiz about derivative rules",
        "how are ignore rules of parent folders applied",
    ],
)
def test_other_questions_do_not_ask_for_now(text: str) -> None:
    assert not asks_now(text)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("abc", "abc", 0),
        ("abc", "abd", 1),
        ("abc", "acb", 1),
        ("abc", "ab", 1),
        ("abc", "xabc", 1),
        ("abcd", "badc", 2),
    ],
)
def test_slips_are_counted(one: str, other: str, count: int) -> None:
    assert slips(one, other, 2) == count


def test_slips_are_counted_as_the_fewest_steps_from_one_word_to_the_other() -> None:
    chance = random.Random(5)
    words = ["".join(chance.choices("abc", k=chance.randrange(1, 8))) for _ in range(60)]

    @cache
    def steps(one: str, other: str) -> int:
        if not one or not other:
            return len(one) + len(other)
        fewest = min(
            steps(one[1:], other) + 1, steps(one, other[1:]) + 1, steps(one[1:], other[1:]) + (one[0] != other[0])
        )
        swapped = len(one) > 1 and len(other) > 1 and one[0] == other[1] and one[1] == other[0]
        return min(fewest, steps(one[2:], other[2:]) + 1) if swapped else fewest

    for one, other in zip(words, words[1:] + words[:1], strict=True):
        for limit in (1, 2):
            assert min(slips(one, other, limit), limit + 1) == min(steps(one, other), limit + 1), (one, other)


def test_every_word_of_the_lists_is_found_by_its_stem() -> None:
    for word, others in ABBREVIATIONS.items():
        assert set(map(stem, others)) <= set(_abbreviated(stem(word)))
    for word in COMMON:
        assert _common(stem(word)) in COMMON.values()


def test_the_address_of_the_machine_at_hand_is_nothing_that_is_asked_for(notes: Notes) -> None:
    notes.say("The suite starts servers on port 8000.")
    asked, bare = (read_question(text, notes.partition.index) for text in ("127.0.0.1:8000", "8000"))
    assert asked.sought == bare.sought
    assert read_question("10.1.2.3:8000", notes.partition.index).sought > bare.sought


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Can you list the order in which I brought up parts of the billing worker on Kubernetes in our chats?",
            "parts of the billing worker on Kubernetes ?",
        ),
        ("Give me a short summary of how my parser rewrite went across our sessions", "how my parser rewrite went"),
        ("List the order in which orders are billed", "List the order in which orders are billed"),
        ("How is the summary of a session built?", "How is the summary of a session built?"),
        ("Summarize our chats", "Summarize our chats"),
        (
            "Summarize how we handle timeouts in our session store",
            "how we handle timeouts in our session store",
        ),
        ("How long do we keep things in our session?", "How long do we keep things in our session?"),
    ],
)
def test_a_question_about_a_whole_talk_keeps_its_subject_alone(text: str, left: str) -> None:
    assert subject_of(text) == left


def test_a_word_a_slip_and_an_ending_away_is_another_word(notes: Notes) -> None:
    notes.say("The notary refuses the bundle.")
    notes.say("The validation of coupons is slow.")
    assert _terms(notes, "refund") == set()
    assert "valid" in _terms(notes, "vaildations")
