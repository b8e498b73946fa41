"""Find personal data: e-mail addresses, telephone, card, account and national numbers. For the way out.

Owns what is masked by policy rather than always; nothing here runs on the way in. Numbers that carry a check digit must
pass it, so that ordinary numbers survive. Neighbours: engine.py calls it when asked for.
"""

from __future__ import annotations

import re

Span = tuple[int, int, str]

_EMAIL = re.compile(r"(?<![\w.+-])[A-Za-z0-9][\w.+%-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])")
_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])")
_PHONE = re.compile(
    r"(?<![\w.+/=-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,4}"
    r"|\([2-9]\d{2}\)[ .-]?[2-9]\d{2}[.-]\d{4}|[2-9]\d{2}[.-][2-9]\d{2}[.-]\d{4})(?![\w-]|\.\d)"
)
_SSN = re.compile(r"(?<![\w.-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-]|\.\d)")
_NINO = re.compile(r"(?<!\w)(?![DFIQUV])[A-CEGHJ-PR-TW-Z](?![DFIQUVO])[A-Z] ?\d\d ?\d\d ?\d\d ?[A-D](?!\w)")
_NATIONAL = re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d\d(?!\w)|(?<!\w)\d{6}[-+A]\d{3}[0-9A-FHJ-NPR-Y](?!\w)")
_NOT_PERSONAL = ("noreply", "no-reply", "git", "example", "postmaster", "root")
_HOSTS = ("example.com", "example.org", "example.net", "localhost", "users.noreply.github.com")


def find_personal(text: str, lower: str) -> list[Span]:
    """Return the spans of personal data."""
    found: list[Span] = []
    if "@" in text:
        found += [(*m.span(), "email") for m in _EMAIL.finditer(text) if not _is_nobody(lower[m.start() : m.end()])]
    found += [(*m.span(), "card-number") for m in _CARD.finditer(text) if _is_card(m[0])]
    found += [(*m.span(), "iban") for m in _IBAN.finditer(text) if _is_iban(m[0])]
    found += [(*m.span(), "national-number") for p in (_SSN, _NINO, _NATIONAL) for m in p.finditer(text)]
    found += [(*m.span(), "phone") for m in _PHONE.finditer(text) if 7 <= sum(map(str.isdigit, m[0])) <= 15]
    return found


def _is_nobody(address: str) -> bool:
    name, _, host = address.partition("@")
    return name in _NOT_PERSONAL or host in _HOSTS or host.endswith((".example", ".test", ".invalid", ".local"))


def _is_card(number: str) -> bool:
    digits = [int(c) for c in number if c.isdigit()]
    if len(set(digits)) < 2 or digits[0] not in (2, 3, 4, 5, 6):
        return False
    total = 0
    for place, digit in enumerate(reversed(digits)):
        double = digit * 2 if place % 2 else digit
        total += double - 9 if double > 9 else double
    return total % 10 == 0


def _is_iban(number: str) -> bool:
    plain = number.replace(" ", "")
    if not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1
