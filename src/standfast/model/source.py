"""Source: who said it and how. Stamped by the program at the boundary, never taken from a model's words."""

from __future__ import annotations

from standfast.errors import ConfigError
from standfast.model.trust import Authority
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KINDS = ("person", "agent", "commit", "document", "import", "session")
_HINT = "Write person:NAME, agent:NAME, session:ID, commit:SHA, document:PATH or import:NAME."


class Source(Value):
    """Who (`kind`, `name`), in which session and turn, as which record of where it came from, and how far trusted.

    `item` is the record's own id in the place it came from: two records with equal words stay two memories.
    `untrusted` marks words that reached us through the web, tool output or other people's files.
    """

    kind: str
    name: str
    session: str = ""
    turn: str = ""
    item: str = ""
    untrusted: bool = False

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"

    @property
    def identity(self) -> tuple[str, str, str]:
        """What makes two statements come from the same source."""
        return (self.kind, self.name, self.item)

    @property
    def is_person(self) -> bool:
        """Whether a person says it, in their own name."""
        return self.kind == "person" and not self.untrusted

    @property
    def ceiling(self) -> Authority:
        """The most authority words from here may carry on their own."""
        if self.untrusted:
            return Authority.UNTRUSTED
        if self.kind in {"person", "document"}:
            return Authority.INSTRUCTION
        return Authority.OBSERVED if self.kind == "commit" else Authority.NOTE

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; what does not apply is left out."""
        record: dict[str, Any] = {"kind": self.kind, "name": self.name, "session": self.session}
        more = {"turn": self.turn, "item": self.item, "untrusted": self.untrusted}
        return {**record, **{name: value for name, value in more.items() if value}}


BY_US = Source("import", "standfast")
"""Who is on record for what the program concluded by itself: a branch landed, something faded, a place was found."""


class SourceFilter(Value):
    """Which sources a revert or purge means: `person:ana`, `agent:codex`, `session:ID`, `commit:SHA`, `import:NAME`."""

    kind: str
    name: str

    def matches(self, source: Source) -> bool:
        """Tell whether `source` is one of those meant, however its name is capitalized."""
        if self.kind == "session":
            return source.session == self.name
        return source.kind == self.kind and source.name.casefold() == self.name.casefold()


def parse_source(text: str) -> SourceFilter:
    """Read a source as people write it."""
    kind, _, name = text.partition(":")
    if kind not in KINDS or not name:
        raise ConfigError(f"{text!r} is not a source.", hint=_HINT, code="bad-source")
    return SourceFilter(kind, name)
