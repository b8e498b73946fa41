"""The decision pages: numbered without a gap, each under its own number."""

from __future__ import annotations

from pathlib import Path

PAGES = sorted((Path(__file__).parents[2] / "docs" / "decisions").glob("*.md"))


def test_decisions_are_numbered_without_a_gap() -> None:
    assert [int(page.name[:4]) for page in PAGES] == list(range(1, len(PAGES) + 1))


def test_a_decision_says_its_own_number() -> None:
    for page in PAGES:
        assert page.read_text(encoding="utf-8").startswith(f"# {int(page.name[:4])}. "), page.name
