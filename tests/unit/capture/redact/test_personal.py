"""Personal data: kept at home, masked on the way out."""

from __future__ import annotations

import pytest

from standfast.capture.redact import redact

KEY = b"a key of one home"


def luhn(stem: str) -> str:
    digits = [int(d) for d in stem + "0"]
    total = sum(d if n % 2 == 0 else (2 * d - 9 if d > 4 else 2 * d) for n, d in enumerate(reversed(digits)))
    return stem + str(-total % 10)


def iban(country: str, rest: str) -> str:
    number = int("".join(str(int(c, 36)) for c in rest + country + "00"))
    return f"{country}{98 - number % 97:02d}{rest}"


CARD = luhn("453201511283036")
ACCOUNT = iban("DE", "370400440532013000")
PERSONAL = {
    "email": "ask jane.doe+list@acme.co.uk about it",
    "card-number": f"paid with {CARD}",
    "phone": "call +49 30 123 456 78 today",
    "iban": f"to {ACCOUNT}",
    "national-number": "ssn 123-45-6789",
}


@pytest.mark.parametrize(("rule", "text"), PERSONAL.items(), ids=PERSONAL)
def test_personal_data_is_masked_on_the_way_out_only(rule: str, text: str) -> None:
    assert redact(text, key=KEY).text == text
    result = redact(text, key=KEY, personal=True)
    assert [finding.rule for finding in result.findings] == [rule]


@pytest.mark.parametrize(
    "text",
    [
        f"paid with {' '.join(CARD[i : i + 4] for i in range(0, 16, 4))}",
        f"to {' '.join(ACCOUNT[i : i + 4] for i in range(0, 22, 4))}",
        "call (415) 555-2671 or 415-555-2671",
        "cpf 123.456.789-09",
        "nino AB 12 34 56 C",
    ],
)
def test_other_spellings_are_masked_too(text: str) -> None:
    result = redact(text, key=KEY, personal=True)
    assert result.findings
    assert not any(part in result.text for part in (CARD, ACCOUNT[4:], "2671", "789-09", "34 56"))


@pytest.mark.parametrize(
    "text",
    [
        "run 4532015112830367 steps",
        "version 10.20.30.40 of 2024-05-17",
        "noreply@github.com and bo@example.com",
        "@decorator and a@b",
        "1,234,567 rows in 12.5 s, 192.168.100.200",
        "id 12345678901234567890",
        "0000 0000 0000 0000",
        "git@github.com:a/b.git",
        "range 100-200-3000",
    ],
)
def test_ordinary_numbers_and_addresses_survive_the_way_out(text: str) -> None:
    assert redact(text, key=KEY, personal=True).text == text
