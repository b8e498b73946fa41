"""Read a text as it looks: without signs that are not seen, and with wide, styled and imitating letters as plain ones.

A zero-width sign inside a token, a colour around it, or a name with a Cyrillic letter in it are the same to whoever
reads them. Owns the way back: every place of the plain text is a place of the original. Must not judge.
Neighbours: engine.py scans both; the screen's fold knows the look-alikes.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled

_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_STYLED = "\uff01-\uff5e\U0001d400-\U0001d7ff\u2460-\u24ff\U0001fbf0-\U0001fbf9"
# Escape sequences of a terminal, also as JSON and source code write them.
_ESCAPE = r"(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e)\[[0-9;:?]{0,32}[A-Za-z]"
_MIXED = r"[A-Za-z_][\u0370-\u052f\u0530-\u058f]|[\u0370-\u052f\u0530-\u058f][A-Za-z_]"
_FOREIGN = "\u0370-\u052f\u0530-\u058f"


def read_plain(text: str) -> tuple[str, list[int]] | None:
    """Return the plain text and where each of its characters stood; None when the text is plain as it is."""
    coloured = "\x1b" in text or "1b[" in text or "033[" in text or "\\e[" in text
    if text.isascii() and not coloured:
        return None
    foreign = "".join(compiled(r"[^\x00-\x7f]{1,4096}").findall(text))
    if not coloured and not compiled(f"[{_UNSEEN}{_STYLED}{_FOREIGN}]").search(foreign):
        return None
    mixed = compiled(f"[{_FOREIGN}]").search(foreign) and compiled(_MIXED).search(text)
    looks = _look_alikes() if mixed else {}
    letters = f"[{_STYLED}{_FOREIGN if looks else ''}]"
    odd = list(compiled(f"(?P<unseen>[{_UNSEEN}]|{_ESCAPE})|{letters}").finditer(text))
    if not odd:
        return None
    import unicodedata

    parts: list[str] = []
    places: list[int] = []
    last = 0
    for sign in odd:
        at = sign.start()
        said = "" if sign["unseen"] else looks.get(ord(sign[0])) or unicodedata.normalize("NFKC", sign[0])
        parts += (text[last:at], said)
        places += [*range(last, at), *([at] * len(said))]
        last = sign.end()
    parts.append(text[last:])
    places += range(last, len(text))
    return "".join(parts), places


def _look_alikes() -> dict[int, str]:
    from standfast.capture.screen.fold import look_alikes

    return look_alikes()
