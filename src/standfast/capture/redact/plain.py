"""Read a text as it looks: without signs that are not seen, and with wide and styled letters as the plain ones.

A zero-width sign inside a token, or a token in full-width letters, is the same token to whoever copies it. Owns the way
back: every place of the plain text is a place of the original. Must not judge. Neighbour: engine.py scans both.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled

_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_STYLED = "\uff01-\uff5e\U0001d400-\U0001d7ff\u2460-\u24ff\U0001fbf0-\U0001fbf9"


def read_plain(text: str) -> tuple[str, list[int]] | None:
    """Return the plain text and where each of its characters stood; None when the text is plain as it is."""
    if text.isascii():
        return None
    odd = list(compiled(f"(?P<unseen>[{_UNSEEN}])|[{_STYLED}]").finditer(text))
    if not odd:
        return None
    import unicodedata

    parts: list[str] = []
    places: list[int] = []
    last = 0
    for sign in odd:
        at = sign.start()
        said = "" if sign["unseen"] else unicodedata.normalize("NFKC", sign[0])
        parts += (text[last:at], said)
        places += [*range(last, at), *([at] * len(said))]
        last = at + 1
    parts.append(text[last:])
    places += range(last, len(text))
    return "".join(parts), places
