"""Lines: a text on one of them, and line ends made one."""


def one_line(text: str, most: int = 0) -> str:
    """Return a text on one line, of at most so many characters where a bound is given."""
    line = " ".join(text.split())
    return line if not most or len(line) <= most else line[: most - 1].rstrip() + "…"


def unify_ends(text: str) -> str:
    """Return a text whose lines all end the same way."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
