"""Lines: a text on one of them, line ends made one, and what came from outside made text that can be written."""

_MARKUP = frozenset('<>"`“”')
_UNSEEN = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")  # within a word, so they leave no gap


def one_line(text: str, most: int = 0) -> str:
    """Return a text on one line, of at most so many characters where a bound is given."""
    line = " ".join(text.split())
    return line if not most or len(line) <= most else line[: most - 1].rstrip() + "…"


def unify_ends(text: str) -> str:
    """Return a text whose lines all end the same way."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def readable(text: str) -> str:
    """Return text that can be written: half characters and bytes that were not text become question marks."""
    return text.encode("utf-8", "replace").decode()


def one_name(text: str, longest: int) -> str:
    """Return a name as one line of signs that are seen, none of which quotes or makes a tag, and not longer."""
    if text.isprintable() and len(text) <= longest and not _MARKUP.intersection(text):
        return text
    seen = "".join(char if char.isprintable() else " " for char in text if char not in _UNSEEN)
    return " ".join("".join("_" if char in _MARKUP else char for char in seen).split())[:longest].rstrip()
