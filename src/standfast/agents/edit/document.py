"""The bytes around the text: byte order mark, line ends, and the refusal to touch what we cannot read.

Neighbours: every editor of this folder works on the `str` that this module hands out.
"""

from __future__ import annotations

from standfast.errors import ConfigError

BOM = "\ufeff"


class Malformed(ConfigError):
    """A configuration file that we cannot read, and therefore will not write."""

    code = "malformed-config"

    def __init__(self, reason: str, *, hint: str = "") -> None:
        super().__init__(reason, hint=hint or "It was left as it is. Repair it, then run setup again.")


def decode(data: bytes) -> tuple[str, str]:
    """Split bytes into the byte order mark (or nothing) and the text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as failure:
        raise Malformed(f"it is not UTF-8 (byte {failure.start})") from None
    return (BOM, text[1:]) if text.startswith(BOM) else ("", text)


def encode(mark: str, text: str) -> bytes:
    """Put the bytes back together."""
    return (mark + text).encode("utf-8")


def newline_of(text: str) -> str:
    """Name the line end in use: CRLF where the file has more of them than not."""
    windows = text.count("\r\n")
    return "\r\n" if windows * 2 > text.count("\n") else "\n"


def without_lead(before: str, lead: str, rest: str) -> str:
    """Take off the breaks that set our text apart, less the one that now keeps two lines of others' apart."""
    unbroken = before[: len(before) - len(lead)]
    needed = bool(rest) and bool(unbroken) and not unbroken.endswith("\n")
    return unbroken + (newline_of(lead) if needed else "")


def splice(text: str, *changes: tuple[int, int, str]) -> str:
    """Replace ranges of a text; ranges do not overlap and refer to the text as it was."""
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def position(text: str, offset: int) -> str:
    """Say where in a text something is, for an error message."""
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return f"line {line}, column {column}"
