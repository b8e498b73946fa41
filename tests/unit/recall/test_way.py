"""Which questions ask for a way, and by which name it goes."""

from standfast.learn.procedures.way import TITLES
from standfast.recall.way import WAYS, asked_way


def test_the_names_are_those_that_ways_are_given() -> None:
    assert sorted(WAYS) == sorted(TITLES)


def test_a_name_is_asked_for_by_itself() -> None:
    assert [asked_way(name.lower()) for name in TITLES if name != "How to lint and check types"] == [
        name for name in TITLES if name != "How to lint and check types"
    ]


def test_a_long_question_costs_no_time() -> None:
    assert asked_way("how do I run " + "the " * 5_000) == ""
    assert asked_way("how do I run" + " the" * 25 + "x") == ""
