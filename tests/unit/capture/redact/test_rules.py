"""Every rule finds what it is for and lets the placeholder of the same form through."""

from __future__ import annotations

import re
import re._parser as parser

import pytest

from standfast.capture.redact import gitleaks, redact, runs, vendors
from tests.unit.capture.redact.draw_secrets import draw, fitting

KEY = b"a key of one home"
TOKENS = (*gitleaks.TOKENS, *vendors.TOKENS)
LETTERS = sorted({rule[0][0] for rule in TOKENS})


def covered(text: str, secret: str) -> bool:
    start = text.index(secret)
    return any(f.start <= start and start + len(secret) <= f.end for f in redact(text, key=KEY).findings)


def survives(text: str) -> bool:
    return redact(text, key=KEY).text == text


def test_the_tables_have_the_breadth_they_should() -> None:
    assert len(gitleaks.TOKENS) + len(gitleaks.ASSIGNED) > 200
    assert len(vendors.TOKENS) > 150


@pytest.mark.parametrize("letter", LETTERS)
def test_every_rule_takes_its_token_out_of_a_sentence(letter: str) -> None:
    missed = []
    for rule in TOKENS:
        for seed in range(2 if rule[0][0] == letter else 0):
            token = fitting(rule[6], seed=seed, needs=rule[1] if rule[2] else ("",))
            match = re.compile(rule[6], re.ASCII).match(token)
            secret = match[1] if match.re.groups and match[1] else match[0]
            if not covered(f"we used {token} for it", secret):
                missed.append((rule[0], token))
    assert missed == []


@pytest.mark.parametrize("letter", LETTERS)
def test_the_beginning_of_a_token_alone_survives_and_so_does_a_row_of_x(letter: str) -> None:
    hurt = []
    for rule in TOKENS:
        for anchor in rule[1] if rule[0][0] == letter else ():
            texts = [f"it begins with {anchor} and says no more"]
            if rule[7] >= 0:  # else the prefix alone says enough
                texts.append(f"put {anchor}{'x' * 60} there")
            hurt += [(rule[0], text) for text in texts if not survives(text)]
    assert hurt == []


def test_the_widths_that_spare_compiling_are_true() -> None:
    wrong = [rule[0] for rule in TOKENS if rule[5] > parser.parse(rule[6], re.ASCII).getwidth()[0]]
    assert wrong == []


def test_every_assigned_rule_finds_the_value_beside_its_vendors_name() -> None:
    missed = []
    for rule, names, pattern, _ in gitleaks.ASSIGNED:
        for seed in range(2):
            value = next(v for s in range(9) if not (v := fitting(pattern, seed=9 * seed + s)).isalpha())
            texts = (f'{names[0]}_value = "{value}"', f"{names[-1]}: {value}\n")
            missed += [(rule, text) for text in texts if not covered(text, value)]
    assert missed == []


def test_prose_about_vendors_survives() -> None:
    names = sorted({name for row in gitleaks.ASSIGNED for name in row[1]})
    texts = [f"{n}: how we set up {n}, see {n}-documentation = internationalization, {n}_id: none" for n in names]
    assert [text for text in texts if not survives(text)] == []


@pytest.mark.parametrize("shape", runs._SHAPES, ids=[shape[0] for shape in runs._SHAPES])
def test_a_token_known_by_its_shape_is_taken_out(shape: tuple) -> None:
    token = fitting(shape[3].replace("(?=", "(?:") if shape[0] == "google-client-id" else shape[3])
    assert token not in redact(f"use {token} here", key=KEY).text


@pytest.mark.parametrize("shape", runs._SHAPES, ids=[shape[0] for shape in runs._SHAPES])
def test_a_row_of_zeros_in_that_shape_survives(shape: tuple) -> None:
    token = fitting(shape[3].replace("(?=", "(?:") if shape[0] == "google-client-id" else shape[3])
    assert survives(f"use {re.sub('[a-zA-Z0-9]', '0', token)} here")


def test_a_key_with_a_telling_prefix_needs_no_rule_of_its_own() -> None:
    token = "newvendor_live_" + draw(32)
    assert token not in redact(f"use {token} here", key=KEY).text


def test_an_identifier_of_the_same_form_survives() -> None:
    assert survives(f"the call toolu_{draw(24)} answered msg_{draw(24)}")


def test_a_random_string_that_a_command_printed_alone_goes() -> None:
    value = draw(40, seed=11)
    assert value not in redact(f"$ op read op://vault/item\n{value}\n$ ", key=KEY).text
    assert value not in redact(f'client("{value}")', key=KEY).text


def test_lines_of_encoded_content_survive() -> None:
    lines = "\n".join(draw(64, seed=n) for n in range(5))
    assert survives(f"payload follows\n{lines}\nend")


def test_an_encoded_picture_in_quotes_survives() -> None:
    assert survives(f'PIXEL = "iVBORw0KGgoAAAANSUhEUg{draw(60)}=="')


def test_a_token_that_is_longer_than_its_pattern_leaves_no_remainder() -> None:
    token = "ghp_" + draw(70)
    assert redact(f"with {token}, once", key=KEY).text.endswith("], once")


def test_example_keys_of_documentation_survive() -> None:
    examples = [*sorted(gitleaks.EXAMPLES), "AKIAIOSFODNN7EXAMPLE"]
    assert [key for key in examples if not survives(f"such as {key} in the manual")] == []
