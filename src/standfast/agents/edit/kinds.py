"""What can be asked of a configuration file, and the record an edit leaves behind so that it can be taken back.

Values only. Neighbours: `jsonc`, `toml`, `yaml`, `markdown` (they carry edits out), each agent's `edits` (asks).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class JsonEntry:
    """Set the member at `keys` of an object; an existing one is replaced and remembered."""

    path: str
    keys: tuple[str, ...]
    value: Any
    why: str = ""


@dataclass(frozen=True, slots=True)
class JsonDefault:
    """Set the member at `keys` only where there is none: a field the file needs, not a choice of ours."""

    path: str
    keys: tuple[str, ...]
    value: Any
    why: str = ""


@dataclass(frozen=True, slots=True)
class JsonItem:
    """Append to the list at `keys`; `mark` is the part of a command by which our item is known again."""

    path: str
    keys: tuple[str, ...]
    value: Any
    mark: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class TomlTable:
    """Write one table, such as `mcp_servers.standfast`."""

    path: str
    table: tuple[str, ...]
    values: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class YamlEntry:
    """Write one entry of a top-level mapping, such as `extensions: standfast:`."""

    path: str
    keys: tuple[str, str]
    value: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Keep a block of text between markers in a file that is otherwise somebody else's."""

    path: str
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class WholeFile:
    """Write a file that is ours alone; `signature` is in every version of it, so that we know our own."""

    path: str
    text: str
    signature: str
    executable: bool = False
    why: str = ""


Edit = JsonEntry | JsonDefault | JsonItem | TomlTable | YamlEntry | TextBlock | WholeFile


@dataclass(slots=True)
class Piece:
    """What one edit did: enough to take it out again, whatever others wrote around it since."""

    kind: str
    keys: tuple[str, ...] = ()
    mark: str = ""
    previous: str | None = None  # the text that stood where ours stands now
    lead: str = ""  # what we put before our text so that it stands apart
    made: list[tuple[str, ...]] = field(default_factory=list)  # containers that were not there
    beside: list[str] = field(default_factory=list)  # the members next to which a default was put
    inner: dict[str, str] = field(default_factory=dict)  # what an empty container held, by its JSON path

    def to_json(self) -> dict[str, Any]:
        """Write the record for the manifest."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Piece:
        """Read the record from the manifest."""
        lists = {"keys": tuple(data["keys"]), "made": [tuple(path) for path in data["made"]]}
        return cls(**{**data, **lists})
