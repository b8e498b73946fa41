"""Owns how screened text is read: without what cannot be seen, and with look-alike letters as the letters they imitate.

Every detector that looks at words looks at folded text, so that a zero-width space or a Cyrillic letter buys an
attacker nothing. Folding keeps line breaks where they are: a finding can name its line. It must not judge anything;
`hidden` reports what folding takes away, `rules` and `linear` read what is left.
"""

from __future__ import annotations

import re

# One class for everything that has no width or steers the reader: soft hyphen, joiners, bidi controls, invisible
# operators, variation selectors, tag characters, fillers and unassigned default-ignorables.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Lone surrogates cannot be encoded; they are not text either.
_DROPPED = f"[{INVISIBLE}\ud800-\udfff\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]+"
_CONTROLS = "[\x00-\x08\x0e-\x1f\x7f]+"
_LINE_BREAK = "\r\n?|[\x0b\x0c\x85\u2028\u2029]"
_ESCAPE = r"\x1b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\)?|[@-Z\\-_])"
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"

# Letters of other alphabets that pass for Latin ones, written as target letter and its imitations.
_LOOKS_LIKE = (
    "aаɑαᴀꭺ bЬᏏʙЪв cсϲᴄꮯⅽ dԁժᴅꓒ eеҽεᴇꭼє fғꜰϝ gɡցɢԍ hһнհʜᏂ iіιɩıɪӏⅰ jјϳᴊյ kкκᴋ lⅼʟƖ mмᴍꮇ nпոηɴո oоοօᴏσ০ఠ pрρᴘ "
    "qԛզ rгᴦʀꭇ sѕꜱꮪ tтτᴛ uυսᴜʋц vνѵᴠ wԝωᴡɯш xхχ× yуγʏү zᴢʐ "
    "AАΑᎪ BВΒᏴ CСϹᏟ DᎠ EЕΕᎬ FϜ GԌᏀ HНΗᎻ IІΙӀ JЈᎫ KКΚᏦ LᏞ MМΜᎷ NΝ OОΟՕ PРΡᏢ QԚ RᏒ SЅᏚ TТΤᎢ UՍ VᏙѴ WԜᎳ XХΧ YҮΥ ZΖᏃ "
    "<‹〈⟨〈ᐸ˂❮❬⧼𐀼 >›〉⟩〉ᐳ˃❯❭⧽ /∕⁄╱⧸〳 |ǀ∣ⵏ│┃ [⟦〚【 ]⟧〛】 '‘’ʼ′‛ \"“”„‟″«» -‐‑‒–—―−"
)
_folded: dict[int, str] = {}


def strip_invisible(text: str) -> str:
    """Return the text as it looks on a page: no escape sequences, controls, zero-width or steering characters."""
    if "\x1b" in text:
        text = re.sub(_ESCAPE, "", text)
    if text.isascii() and text.isprintable():
        return text
    text = re.sub(_LINE_BREAK, "\n", text)
    return re.sub(_CONTROLS if text.isascii() else _DROPPED, "", text)


def fold(text: str) -> str:
    """Return stripped text with look-alike letters, widths, styles and accents reduced to plain ASCII."""
    text = strip_invisible(text)
    if text.isascii():
        return text
    import unicodedata

    text = unicodedata.normalize("NFKC", text)
    text = re.sub(_LINE_BREAK, "\n", re.sub(_DROPPED, "", text))
    text = re.sub(_MARK, "", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", text.translate(_table()))


def imitations(text: str) -> frozenset[str]:
    """Return the words of the text in which Latin letters stand beside letters that only imitate them."""
    if text.isascii():
        return frozenset()
    return frozenset(word for word in re.findall(r"\w{3,40}", strip_invisible(text)) if _is_mixed(word))


def _is_mixed(word: str) -> bool:
    if word.isascii():
        return False
    latin = sum("a" <= letter.lower() <= "z" for letter in word)
    foreign = [letter for letter in word if ord(letter) >= 0x370]
    # A unit or a formula has one foreign letter at an edge (µs, Δt, λx); an imitation stands among Latin letters.
    return bool(latin >= 2 and foreign and all(_table().get(ord(letter), "").isalpha() for letter in foreign))


def look_alikes() -> dict[int, str]:
    """Return the letters of other alphabets that pass for Latin ones, each with the letter it imitates."""
    return _table()


def _table() -> dict[int, str]:
    if not _folded:
        _folded.update({ord(sign): group[0] for group in _LOOKS_LIKE.split(" ") if group for sign in group[1:]})
    return _folded
