"""Read a text as it looks: without signs that are not seen, and with wide, styled and imitating letters as plain ones.

A zero-width sign inside a token, a colour around it, or a name with a Cyrillic letter in it are the same to whoever
reads them. Owns the way back: every place of the plain text is a place of the original. Must not judge.
Neighbours: engine.py scans both; the screen's fold knows the look-alikes.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_STYLED = "\uff01-\uff5e\U0001d400-\U0001d7ff\u2460-\u24ff\U0001fbf0-\U0001fbf9"
# Escape sequences of a terminal, also as JSON and source code write them.
_ESCAPE = r"(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e)\[[0-9;:?]{0,32}[A-Za-z]"
_MIXED = r"[A-Za-z_][\u0370-\u052f\u0530-\u058f]|[\u0370-\u052f\u0530-\u058f][A-Za-z_]"
_FOREIGN = "\u0370-\u052f\u0530-\u058f"
_BLOCKS = (("-----BEGIN", "-----END"), ("<private", "</private"))
_FAR = 20_000  # characters of a key
_AROUND = 800  # characters before and behind a sign: most finders look at the line, some at the lines above


def read_plain(text: str) -> list[tuple[str, list[int]]]:
    """Return the parts of a text that look otherwise than they are written, and where each character stands.

    Nothing when the text is plain as it is. A part reaches as far as what stands there can change what is found.
    """
    coloured = "\x1b" in text or "1b[" in text or "033[" in text or "\\e[" in text
    if text.isascii() and not coloured:
        return []
    foreign = "".join(compiled(r"[^\x00-\x7f]{1,4096}").findall(text))
    if not coloured and not compiled(f"[{_UNSEEN}{_STYLED}{_FOREIGN}]").search(foreign):
        return []
    mixed = compiled(f"[{_FOREIGN}]").search(foreign) and compiled(_MIXED).search(text)
    looks = _look_alikes() if mixed else {}
    letters = f"[{_STYLED}{_FOREIGN if looks else ''}]"
    odd = list(compiled(f"(?P<unseen>[{_UNSEEN}]|{_ESCAPE})|{letters}").finditer(text))
    return [_read_part(text, *part, looks) for part in _parts(text, odd)]


def _parts(text: str, odd: list[Match[str]]) -> list[tuple[int, int, list[Match[str]]]]:
    """Return where the parts begin and end, whole lines unless that is far away, and the odd signs in each."""
    parts: list[tuple[int, int, list[Match[str]]]] = []
    for sign in odd:
        if parts and sign.end() + _AROUND <= parts[-1][1]:
            parts[-1][2].append(sign)
            continue
        low, high = _reach(text, *sign.span())
        start = text.rfind("\n", max(0, low - _AROUND), low) + 1 or low
        end = text.find("\n", high, high + _AROUND)
        end = high if end < 0 else end
        if parts and start <= parts[-1][1]:
            start, _, signs = parts.pop()
            signs.append(sign)
            parts.append((start, end, signs))
        else:
            parts.append((start, end, [sign]))
    return parts


def _reach(text: str, start: int, end: int) -> tuple[int, int]:
    """Return from where to where a sign may matter: as far as a key or a private part goes that it stands in."""
    low, high = max(0, start - _AROUND), min(len(text), end + 2 * _AROUND)
    for opened, closed in _BLOCKS:
        at = text.rfind(opened, max(0, start - _FAR), start)
        if at >= 0 and text.find(closed, at, start) < 0:
            low, high = min(low, at), min(len(text), end + _FAR)
    line = text[text.rfind("\n", low, start) + 1 : end + 80]
    return low, min(len(text), end + _FAR) if "-----" in line or "<" in line else high


def _read_part(text: str, start: int, end: int, odd: list[Match[str]], looks: dict[int, str]) -> tuple[str, list[int]]:
    import unicodedata

    parts: list[str] = []
    places: list[int] = []
    last = start
    for sign in odd:
        at = sign.start()
        said = "" if sign["unseen"] else looks.get(ord(sign[0])) or unicodedata.normalize("NFKC", sign[0])
        parts += (text[last:at], said)
        places += [*range(last, at), *([at] * len(said))]
        last = sign.end()
    parts.append(text[last:end])
    places += range(last, end)
    return "".join(parts), places


def _look_alikes() -> dict[int, str]:
    from standfast.capture.screen.fold import look_alikes

    return look_alikes()
