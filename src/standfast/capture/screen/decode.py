"""Owns the disguises of a payload: encodings and spellings under which instructions travel.

Each disguise has a cheap sign (a long base64 word, a rot13 spelling of a telling word, letters set apart); only text
that shows the sign is decoded, and no more than a bounded part of it. It must not judge what it finds: it returns the
readings, and `verdict` screens them like any text.
"""

from __future__ import annotations

import re

_LIMIT = 4096
_MOST = 8
_BASE64 = r"(?<![\w+/=-])[A-Za-z0-9+/_-]{24,4096}={0,2}(?![\w+/-])"
_HEX = r"(?<![\w])(?:[0-9a-fA-F]{2}[ :]?){16,2048}(?![\w])|(?:\\x[0-9a-fA-F]{2}){8,2048}"
_ESCAPES = r"(?:(?:\\u00[0-9a-fA-F]{2}|&#x?[0-9a-fA-F]{2,5};|%[2-7][0-9a-fA-F])\w{0,16}){4,64}"
_ESCAPE = r"\\u00([0-9a-fA-F]{2})|&#x([0-9a-fA-F]{2,5});|&#(\d{2,5});|%([2-7][0-9a-fA-F])"
_SPACED = r"(?<!\w)(?:[A-Za-z][ ._*|-]{1,3}){7,400}[A-Za-z](?!\w)"
_LEET = str.maketrans("01345789@$!|+", "oieastbgasiit")
_LEET_L = str.maketrans("01345789@$!|+", "oleastbgasilt")  # a 1 passes for i and for l
_LEET_WORD = r"(?<!\S)(?=\S{0,24}[a-zA-Z])(?=\S{0,24}[01345789@$!|+])[\w@$!|+]{3,24}"
_GLUED = (
    "(?i)ignore|disregard|forget|all|previous|prior|above|earlier|instructions?|rules|system|prompt|reveal|your|the"
    "|and|send|password"
)
_ROT13 = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "nopqrstuvwxyzabcdefghijklmNOPQRSTUVWXYZABCDEFGHIJKLM"
)
_TELLING = (
    "ignore", "instruction", "previous", "system prompt", "disregard", "override", "forget all", "password",
    "reveal",
)  # fmt: skip
_ROT13_TELLING = tuple(word.translate(_ROT13) for word in _TELLING)
_REVERSED_TELLING = tuple(word[::-1] for word in _TELLING if len(word) > 5)


def readings(folded: str) -> list[tuple[str, str]]:
    """Return the ways the text can be read besides as it stands: name of the disguise and plain text."""
    lowered = folded.lower()
    found: list[tuple[str, str]] = []
    if any(len(word) >= 24 for word in folded.split()):
        found += [("base64", text) for text in _from_base64(folded)]
        found += [("hexadecimal", text) for text in _from_hex(folded)]
    if ("\\u00" in folded or "&#" in folded or folded.count("%") > 3) and re.search(_ESCAPES, folded):
        found.append(("escaped characters", re.sub(_ESCAPE, _unescape, folded)))
    if sum(word in lowered for word in _ROT13_TELLING) >= 1:
        found.append(("rot13", folded.translate(_ROT13)))
    if sum(word in lowered for word in _REVERSED_TELLING) >= 1:
        found.append(("reversed text", folded[::-1]))
    spaced = re.findall(_SPACED, folded)
    if spaced:
        found.append(("letters set apart", " ".join(_join_letters(run) for run in spaced[:_MOST])))
    if _has_leet(lowered):
        found.append(("look-alike digits", re.sub(_LEET_WORD, _read_leet, folded)))
    return found


def _has_leet(lowered: str) -> bool:
    readings_of = [lowered.translate(table) for table in (_LEET, _LEET_L)]
    if lowered == readings_of[0] or not any(sign in plain for plain in readings_of for sign in _TELLING):
        return False
    words = re.findall(_LEET_WORD, lowered)
    return any(_tells(word, table) for word in words if word.isascii() for table in (_LEET, _LEET_L))


def _tells(word: str, table: dict[int, int]) -> bool:
    plain = word.translate(table)
    return any(sign in plain for sign in _TELLING)


def _read_leet(hit: re.Match[str]) -> str:
    """Read the digits of a word as letters: a 1 as an l where that makes a telling word, else as an i."""
    word = hit[0]
    return word.translate(_LEET_L if _tells(word.lower(), _LEET_L) else _LEET)


def _from_base64(text: str) -> list[str]:
    from binascii import Error, a2b_base64

    found = []
    for hit in re.findall(_BASE64, text)[: 4 * _MOST]:
        plain = hit.replace("-", "+").replace("_", "/").rstrip("=")
        try:
            decoded = a2b_base64(plain + "=" * (-len(plain) % 4))
        except Error:
            continue
        found += _readable(decoded)
    return found[:_MOST]


def _from_hex(text: str) -> list[str]:
    found = []
    for hit in re.findall(_HEX, text)[:_MOST]:
        digits = re.sub(r"\\x|[ :]", "", hit)
        found += _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    return found


def _readable(decoded: bytes) -> list[str]:
    """Keep what decodes to words; digests, keys and images do not."""
    try:
        text = decoded.decode("utf-8")
    except UnicodeDecodeError:
        return []
    letters = sum(sign.isalpha() or sign.isspace() for sign in text)
    return [text[:_LIMIT]] if " " in text and letters >= 0.75 * len(text) else []


def _unescape(hit: re.Match[str]) -> str:
    number = int(hit[3]) if hit[3] else int(hit[1] or hit[2] or hit[4], 16)
    return chr(number) if number < 0xD800 or 0xE000 <= number < 0x110000 else ""


def _join_letters(run: str) -> str:
    """Join letters to words; where nothing marks the ends of words, telling words are cut out."""
    words = re.split(r" {2,}| [|._*-] ", run)
    joined = " ".join(re.sub(r"[^A-Za-z]", "", word) for word in words)
    return re.sub(_GLUED, r" \g<0> ", joined) if " " not in joined else joined
