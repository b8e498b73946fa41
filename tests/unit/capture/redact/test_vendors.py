"""Every row of the vendor table finds what it is for, and lets the placeholder of the same form through."""

from __future__ import annotations

import re

import pytest

from standfast.capture.redact import redact, shapes, vendors
from tests.unit.capture.redact.draw_secrets import draw, fitting

KEY = b"a key of one home"
LETTERS = sorted({row[0][0] for row in vendors.ROWS})


def covered(text: str, secret: str) -> bool:
    start = text.index(secret)
    return any(f.start <= start and start + len(secret) <= f.end for f in redact(text, key=KEY).findings)


def survives(text: str) -> bool:
    return redact(text, key=KEY).text == text


def test_every_row_names_the_vendor_and_is_written_once() -> None:
    assert [row for row in vendors.ROWS if not all(row)] == []
    assert len(set(vendors.ROWS)) == len(vendors.ROWS)
    assert len({row[0] for row in vendors.ROWS}) > 200


@pytest.mark.parametrize("letter", LETTERS)
def test_every_row_takes_its_token_out_of_a_sentence(letter: str) -> None:
    missed = []
    for row in vendors.ROWS:
        for seed in range(2 if row[0][0] == letter else 0):
            token = fitting(shapes.pattern_of(row), seed=seed)
            match = re.compile(shapes.pattern_of(row), re.ASCII).match(token)
            if not covered(f"we used {token} for it", match[1]):
                missed.append((row[0], token))
    assert missed == []


@pytest.mark.parametrize("letter", LETTERS)
def test_the_beginning_of_a_token_alone_survives_and_so_does_a_row_of_x(letter: str) -> None:
    hurt = []
    for row in vendors.ROWS:
        for anchor in row[2].split() if row[0][0] == letter else ():
            texts = [f"it begins with {anchor} and says no more"]
            if row[3][-1] != "*":  # else the anchor alone says enough
                texts.append(f"put {anchor}{'x' * 60} there")
            hurt += [(row[0], text) for text in texts if not survives(text)]
    assert hurt == []


def test_a_token_cut_off_after_a_telling_beginning_goes_as_far_as_it_goes() -> None:
    token = "ghp_" + draw(18)
    assert token not in redact(f"first half {token}", key=KEY).text
    assert draw(18, seed=3) not in redact(f"second half {draw(18, seed=3)}", key=KEY).text


def test_a_token_that_has_a_name_before_it_goes_as_in_the_name_of_a_file() -> None:
    for token in ("ghp_" + draw(36), "AKIA" + draw(16).upper(), "glpat-" + draw(20)):
        assert token not in redact(f"backup_{token}.py", key=KEY).text


def test_an_installation_token_that_carries_a_jwt_goes_whole() -> None:
    token = f"ghs_{1234567}_eyJ{draw(30)}.eyJ{draw(60, seed=1)}.{draw(80, seed=2)}"
    assert redact(f"GH {token} end", key=KEY).text.endswith("] end")
    assert draw(60, seed=1) not in redact(f"GH {token} end", key=KEY).text


def test_a_key_with_a_telling_prefix_needs_no_row_of_its_own() -> None:
    token = "newvendor_live_" + draw(32)
    assert token not in redact(f"use {token} here", key=KEY).text


def test_an_identifier_of_the_same_form_survives() -> None:
    assert survives(f"the call toolu_{draw(24)} answered msg_{draw(24)}")


def test_a_token_that_is_longer_than_its_form_leaves_no_remainder() -> None:
    token = "ghp_" + draw(70)
    assert redact(f"with {token}, once", key=KEY).text.endswith("], once")


def test_example_keys_of_documentation_survive() -> None:
    examples = ["AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"]
    assert [key for key in examples if not survives(f"such as {key} in the manual")] == []
