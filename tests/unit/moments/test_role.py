"""What a note does with a thing that it names: forbids it, takes it for its occasion, sends one to it, speaks of it."""

from __future__ import annotations

import pytest

from standfast.moments.notes.role import role_of


@pytest.mark.parametrize(
    ("text", "thing", "role"),
    [
        ("use pnpm, never npm or npx", "npx", "forbidden"),
        ("use pnpm, never npm or npx", "pnpm", "sent"),
        ("take a till instead of yarn, bun, or npm", "bun", "forbidden"),
        ("Don't ever under any circumstances run `shop wipe`", "shop wipe", "forbidden"),
        ("Don't forget to run shop count", "shop count", "sent"),
        ("never guess flags of till, look at its help", "till", "spoken"),
        ("run bin/check before you push", "push", "occasion"),
        ("run bin/check before you push", "bin/check", "sent"),
        ("before a push: make check", "make check", "sent"),
        ("ask before changing anything under shop/till", "shop/till", "occasion"),
        ("drawers have to be tested with shop/open, plain till test lies", "till test", "spoken"),
        ("change prices.json and let till sync write it", "prices.json", "sent"),
        ("shop/till is old, no new features there", "shop/till", "spoken"),
    ],
)
def test_the_word_that_governs_a_thing_gives_it_its_role(text: str, thing: str, role: str) -> None:
    assert role_of(text, text.rindex(thing)) == role
