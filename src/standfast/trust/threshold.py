"""Thresholds: what waits for a person before it counts, by kind, source and scope. A person's setting, and only theirs.

Owns reading the setting `review`: each entry names what it is about in words that must all fit (`agent decision`,
`session`, `requirement branch`); `everything` asks before anything is kept that a person did not say themselves.
Nothing in a repository can loosen it. Neighbour: `admission`, which asks.
"""

from __future__ import annotations

from standfast.errors import ConfigError
from standfast.model.kind import Kind
from standfast.model.source import KINDS as SOURCES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.memory import Content
    from standfast.model.source import Source

EVERYTHING = "everything"
_SCOPES = ("user", "group", "project", "branch")
_WORDS = frozenset((EVERYTHING, *SOURCES, *Kind, *_SCOPES))


def asks_first(entries: Sequence[str], content: Content, source: Source) -> str:
    """Return the entry by which a content waits for a person, or nothing; a person's own words never wait."""
    if source.is_person:
        return ""
    scope = content.scope
    said = {EVERYTHING, source.kind, content.kind.value, scope.level, *(["branch"] if scope.branch else [])}
    return next((entry for entry in entries if said.issuperset(check_entry(entry))), "")


def check_entry(entry: str) -> list[str]:
    """Return the words of an entry; refuse one that names nothing."""
    words = entry.lower().split()
    if not words or any(word not in _WORDS for word in words):
        hint = "Use everything, kinds, sources and scopes: " + ", ".join(sorted(_WORDS)) + "."
        raise ConfigError(f"review: {entry!r} is not understood.", hint=hint, code="bad-setting")
    return words
