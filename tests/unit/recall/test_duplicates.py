"""The same said twice takes one place in an answer, and finding that out does not compare all with all."""

from typing import TYPE_CHECKING, cast

from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.recall.duplicates import fold_duplicates
from standfast.recall.rank import Scored
from standfast.store.values import Document
from tests.property.growth import LONGEST, MOST, growth

if TYPE_CHECKING:
    from standfast.store.contract import Partition


def scored(number: int, body: str, *, title: str = "", kind: Kind = Kind.FACT) -> Scored:
    at, scope = "2026-03-01T12:00:00.000Z", "project:p"
    length = len(body.split())
    document = Document(
        number, MemoryId(f"m{number}"), 1, "active", kind, scope, at, "", 2, 0, length, title, body, "", True
    )
    return Scored(cast("Partition", None), document)


def test_the_same_words_are_folded_into_the_first() -> None:
    kept = fold_duplicates([scored(1, "lock key"), scored(2, "queue"), scored(3, "lock key"), scored(4, "lock")])
    assert [(item.document.position, item.folded) for item in kept] == [(1, ["m3"]), (2, []), (4, [])]


def test_a_title_keeps_equal_words_apart_and_brings_an_episode_to_what_it_taught() -> None:
    told = "the lock is keyed by the payment"
    kept = fold_duplicates(
        [
            scored(1, told, title="lock"),
            scored(2, told),
            scored(3, told, title="key"),
            scored(4, f"{told} since march", title="lock", kind=Kind.EPISODE),
        ]
    )
    assert [(item.document.position, item.folded) for item in kept] == [(1, ["m4"]), (2, []), (3, [])]


def test_nothing_without_words_is_folded() -> None:
    assert len(fold_duplicates([scored(1, ""), scored(2, "")])) == 2


def test_folding_grows_with_the_number_of_candidates() -> None:
    found = [scored(number, f"note {number}") for number in range(LONGEST // 8)]
    assert growth(lambda text: fold_duplicates(found[: len(text) // 8]), "x", start=8_000) <= MOST
