"""Text that can be written: whatever came from outside, as UTF-8, and names as one plain line."""

_MARKUP = frozenset('<>"`“”')
_UNSEEN = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")  # within a word, so they leave no gap


def readable(text: str) -> str:
    """Return text that can be written: half characters and bytes that were not text become question marks."""
    return text.encode("utf-8", "replace").decode()


def one_name(text: str, longest: int) -> str:
    """Return a name as one line of signs that are seen, none of which quotes or makes a tag, and not longer."""
    if text.isprintable() and len(text) <= longest and not _MARKUP.intersection(text):
        return text
    seen = "".join(char if char.isprintable() else " " for char in text if char not in _UNSEEN)
    return " ".join("".join("_" if char in _MARKUP else char for char in seen).split())[:longest].rstrip()
