"""Needles are found whichever way they are looked for."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given, settings, strategies as st

from standfast.capture.needles import Needles
from standfast.capture.redact import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NEEDLES = ("pass", "pw", "set password", " user ", "pdo(", "::", "密码", "x", "passphrase", "login\tas")
PIECES = st.lists(st.sampled_from((*NEEDLES, " ", "\n", "\xa0", "pas", "s", "word", "set", "log")), max_size=12)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(PIECES.map("".join), st.text(max_size=12)), min_size=60, max_size=60))
def test_the_needles_of_many_texts_are_those_that_a_search_finds(texts: list[str]) -> None:
    needles = Needles(NEEDLES)
    assert [needles.held_by(text) for text in texts] == [{word for word in NEEDLES if word in text} for text in texts]


def test_words_are_let_go_and_read_again_without_a_difference() -> None:
    needles = Needles(NEEDLES)
    texts = [f"{'q' * 100}{number} passphrase{number}" for number in range(7_000)]
    assert all(needles.held_by(text) == {"pass", "passphrase"} for text in texts)


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads that give way to one another after next to nothing."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty_threads")
def test_threads_that_ask_at_once_are_told_all_that_a_text_holds() -> None:
    words = [f"{number}word" for number in range(1_000, 6_000)]
    texts = [" ".join(words[place::50]) for place in range(8)]
    with ThreadPoolExecutor(len(texts)) as pool:
        for _ in range(12):
            needles, start = Needles(words), Barrier(len(texts))
            for _ in range(24):
                needles.held_by("")

            def ask(text: str, needles: Needles = needles, start: Barrier = start) -> set[str]:
                start.wait()
                return needles.held_by(text)

            wanted = [set(text.split()) for text in texts]
            assert list(pool.map(ask, texts)) == wanted
            assert list(map(needles.held_by, texts)) == wanted, "nothing wrong is kept"


def test_words_that_are_named_later_are_looked_for_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy, "_wanted", {"early"})
    assert lazy.held("early and late") == {"early"}
    lazy.wanted(["late"])
    assert lazy.held("early and later") == {"early", "late"}
