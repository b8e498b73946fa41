"""Named memories: how an adapter finds again what a program stored under names of its own.

Owns the tags that stand for names and the memory of one program. Names are hashed into tags whole, so that no name
can be taken for the beginning of another, and looked up in the query, never by filtering afterwards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from standfast.config import load_settings
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.model.value import replace

MOST = 100_000
UNDECIDED = ("proposed", "disputed")
"""Statuses in which a program still gets back by name what it stored."""


def open_memory(project: str, agent: str) -> Memory:
    """Open the memory of one program: a project of that name, apart from every repository's."""
    settings = replace(load_settings(), project=project)
    return Memory(settings, Source("agent", agent), Path.cwd())


def tag_of(kind: str, *names: str) -> str:
    """Return the tag that stands for these names, and for no others."""
    digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()
    return "-".join((kind, digest[:8], digest[8:16], digest[16:24]))  # in one run it would look like a secret


def cleaned(memory: Memory, value: Any) -> Any:
    """Redact every text inside a value, so that redacting it as a whole cannot break its form."""
    if isinstance(value, str):
        return memory.context.clean(value)
    if isinstance(value, dict):
        return {str(name): cleaned(memory, entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [cleaned(memory, item) for item in value]
    return value


def packed(value: Any, *, plain: bool = False) -> str:
    """Write a value as one line of JSON; a plain one is printable, whatever the value holds."""
    written = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return json.dumps(value, sort_keys=True) if plain and not written.isprintable() else written


def unpacked(text: str) -> Any:
    """Read it back; None where redaction left no JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def prefixes(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the beginnings of a path of names, the empty one first."""
    return [tuple(names[:length]) for length in range(len(names) + 1)]
