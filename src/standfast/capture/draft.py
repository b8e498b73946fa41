"""Drafts: a memory as a caller words it, and the same once it is safe to write. Values and their reading; no I/O.

Neighbours: `trust.admission` redacts, screens and decides what a draft may become; `trust.record` writes it.
"""

from __future__ import annotations

from standfast.errors import ConfigError
from standfast.model.value import Value, fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from standfast.model.memory import Content
    from standfast.model.source import Source
    from standfast.model.trust import Status


class Draft(Value):
    """A memory as a caller words it, in the words of the command line."""

    text: str
    kind: str = ""
    title: str = ""
    why: str = ""
    rejected: str = ""
    anchors: Sequence[str] = ()
    scope: str = ""
    tags: Sequence[str] = ()
    supersedes: Sequence[str] = ()
    links: Sequence[str] = ()
    evidence: Sequence[str] = ()
    at: str = ""
    expires: str = ""
    guard: str = ""
    status: str = ""
    source: Source | None = None


class Prepared(Value):
    """A draft that is safe to write: its content, status, the reasons for that, and what was redacted."""

    content: Content
    status: Status
    reasons: tuple[str, ...]
    redactions: tuple[str, ...]
    source: Source
    supersedes: tuple[str, ...]
    at: datetime | None
    notes: tuple[str, ...] = ()
    verdict: str = "clean"
    doubt: bool = False  # suspect words of people: kept and given, at the lowest authority
    loose: bool = False  # said of the code, and anchored to none of it
    likely: str = ""  # then the place that it is probably about
    worded: bool = False  # nobody gave its kind: its words did
    load: int = 0  # with what it was given at once, where it was not given alone


def draft_from(record: Mapping[str, Any]) -> Draft:
    """Read a draft from a JSON record; the words are those of the command line."""
    known = {name for name in fields_of(Draft) if name != "source"} | {"id", "session", "files"}
    unknown = sorted(set(record) - known)
    if unknown:
        hint = "Known: " + ", ".join(sorted(known)) + "."
        raise ConfigError(f"Unknown field {unknown[0]!r}.", hint=hint, code="bad-record")
    values: dict[str, Any] = {}
    for name, value in record.items():
        if value is None or name in {"id", "session", "files"}:
            continue
        listed = name in {"anchors", "tags", "supersedes", "links", "evidence"}
        good = (
            isinstance(value, list) and all(isinstance(item, str) for item in value)
            if listed
            else isinstance(value, str)
        )
        if not good:
            wanted = "a list of strings" if listed else "a string"
            raise ConfigError(f"{name} must be {wanted}.", hint="See `standfast remember --help`.", code="bad-record")
        values[name] = value
    if "text" not in values:
        raise ConfigError("A memory needs a text.", hint='Write {"text": "…"}.', code="bad-record")
    files = record.get("files") or []
    if not isinstance(files, list) or not all(isinstance(file, str) for file in files):
        raise ConfigError(
            "files must be a list of strings.", hint="See `standfast remember --help`.", code="bad-record"
        )
    return Draft(**{**values, "anchors": [*values.get("anchors", []), *files]})
