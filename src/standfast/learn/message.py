"""Commit messages: their subject, their body without trailers, their sentences. Word for word, never reworded."""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_TRAILER = compile_later(
    r"^(signed-off-by|co-?authored-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|cc|change-id|git-svn-id|"
    r"reviewed-on|pull-request|closes?|link|original-commit|[a-z]+-[a-z-]*-id|[\w-]*signature|helped-by|commit-queue|"
    r"auto-submit|approved-by|phabricator|differential revision|test plan|bug|refs?|issue)\s*:\s",
    re.IGNORECASE,
)
_MERGE = compile_later(
    r"^merge (branch|branches|pull request|remote-tracking|tag|commit|origin/|upstream/|\S+ into )", re.IGNORECASE
)
_FENCE = compile_later(r"^(```|~~~| {4}|\t|[|>])")
_BULLET = compile_later(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")


class Message(Value):
    """A subject, the body below it, and the trailers under that."""

    subject: str
    body: str
    trailers: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """Subject and body."""
        return f"{self.subject}\n\n{self.body}" if self.body else self.subject


def read_message(text: str) -> Message:
    """Read a message; the generated first line of a merge is not what was said."""
    lines = text.replace("\r\n", "\n").strip().split("\n")
    if lines and _MERGE.match(lines[0]):
        lines = "\n".join(lines[1:]).strip().split("\n")
    subject = " ".join(lines[0].split()) if lines else ""
    body = [line.rstrip() for line in lines[1:] if not _TRAILER.match(line)]
    trailers = tuple(line.strip() for line in lines[1:] if _TRAILER.match(line))
    return Message(subject, re.sub(r"\n{3,}", "\n\n", "\n".join(body)).strip(), trailers)


def paragraphs(body: str) -> list[str]:
    """Return the paragraphs and list items of a body as single lines; code and quotes are left out."""
    found: list[list[str]] = [[]]
    for line in body.split("\n"):
        if not line.strip() or _FENCE.match(line):
            found.append([])
        elif _BULLET.match(line):
            found.append([_BULLET.sub("", line)])
        else:
            found[-1].append(line.strip())
    return [" ".join(" ".join(lines).split()) for lines in found if lines]


def sentences(body: str) -> list[str]:
    """Return the sentences of a body."""
    return [sentence for part in paragraphs(body) for sentence in split_sentences(part)]


def first_of(parts: Sequence[str], most: int) -> str:
    """Return as many whole parts, from the first on, as fit."""
    said: list[str] = []
    length = 0
    for part in parts:
        length += len(part) + 1
        if length > most and said:
            break
        said.append(part)
    return " ".join(said)[:most]
