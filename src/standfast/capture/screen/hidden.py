"""Owns what cannot be seen: characters that carry text, or change how text reads, without showing.

It reads raw text and reports findings; what is left when hidden characters are gone is read by `rules` and `linear`.
It must stay quiet about the joiners and selectors that emoji and several scripts need.
"""

from __future__ import annotations

import re

from standfast.capture.screen.fold import imitations
from standfast.capture.screen.rules import HINT, HOSTILE, SUSPECT, Doubt, snip

_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f"
_TAGS = "[\U000e0000-\U000e007f]+"
_SELECTORS = "[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
_ZERO_WIDTH = "\u200b\u200c\u200d\u2060-\u2064\ufeff\u180e\u00ad\u034f"
_RUN = f"[{_ZERO_WIDTH}]{{8,}}"
_INSIDE = f"(?<=[A-Za-z])[{_ZERO_WIDTH}]{{1,8}}(?=[A-Za-z])"
_OVERRIDE = "[\u202d\u202e]"
_STEER = "[\u202a\u202b\u2066-\u2069]"
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_CONCEAL = r"\x1b\[(?:\d{1,3};){0,6}8m|\x1b\]8;|\x1b\[[0-3]?[JK]|\x1b\[\d{0,3}[ABFG]\S"


def find_hidden(text: str) -> list[Doubt]:
    """Return what the text hides from a reader, and the hidden text itself where it can be read."""
    found = []
    if "\x1b" in text and re.search(_CONCEAL, text):
        found.append(Doubt("hidden", HINT, "contains terminal sequences that hide or rewrite text"))
    if text.isascii():
        return found
    found += _smuggled(text)
    if len(re.findall(_INSIDE, text)) >= 3:
        found.append(Doubt("hidden", SUSPECT, "contains invisible characters inside words", snip(_sample(text))))
    if re.search(_OVERRIDE, text):
        found.append(Doubt("hidden", HOSTILE, "contains bidirectional overrides that change how the text reads"))
    elif re.search(_STEER, text) and not re.search(_RIGHT_TO_LEFT, text):
        found.append(Doubt("hidden", SUSPECT, "contains bidirectional controls in left-to-right text"))
    lookalikes = imitations(text)
    if len(lookalikes) >= 2:
        shown = ", ".join(sorted(lookalikes)[:3])
        found.append(Doubt("hidden", SUSPECT, "mixes look-alike letters of other alphabets into words", snip(shown)))
    return found


def decode_tags(text: str) -> str:
    """Return the ASCII text that tag characters spell, flags left out."""
    return "".join(chr(ord(sign) - 0xE0000) for sign in re.sub(_FLAG, "", text) if 0xE0020 <= ord(sign) <= 0xE007E)


def decode_selectors(text: str) -> str:
    """Return the text that runs of variation selectors spell, one byte a selector."""
    carried = bytearray()
    for run in re.findall(_SELECTORS, text):
        carried += bytes(ord(sign) - 0xFE00 if ord(sign) < 0xFF00 else ord(sign) - 0xE0100 + 16 for sign in run)
    return carried.decode("utf-8", "replace")


def _smuggled(text: str) -> list[Doubt]:
    found = []
    if re.search(_TAGS, re.sub(_FLAG, "", text)):
        label = "carries hidden text in Unicode tag characters"
        found.append(Doubt("hidden", HOSTILE, label, snip(decode_tags(text))))
    runs = re.findall(_SELECTORS, text)
    if sum(map(len, runs)) >= 4:
        label = "carries hidden data in variation selectors"
        found.append(Doubt("hidden", HOSTILE, label, snip(decode_selectors(text))))
    if any(len(set(run)) > 1 for run in re.findall(_RUN, text)):
        found.append(Doubt("hidden", HOSTILE, "carries hidden data in runs of zero-width characters"))
    return found


def _sample(text: str) -> str:
    hit = re.search(_INSIDE, text)
    assert hit is not None
    around = text[max(0, hit.start() - 12) : hit.end() + 12]
    return re.sub(f"[{_ZERO_WIDTH}]+", "·", around)
