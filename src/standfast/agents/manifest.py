"""What setup wrote on this machine: each file without us, what we left there, and our pieces in it.

Owns the manifest (one JSON file) and the backups beside it, both readable by their owner alone. Must not decide what
to write or undo. Neighbours: `plan` decides, `edit.files` takes pieces out, `written` writes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import Any

from standfast.agents.edit.files import undo_edits
from standfast.agents.edit.kinds import Edit, Piece
from standfast.agents.written import read_bytes, remove_folder, write
from standfast.errors import ConfigError, StandfastError

VERSION = 1


@dataclass(slots=True)
class Part:
    """One edit in a file: what it did (None: it was there already) and which agents want it."""

    name: str
    piece: Piece | None
    agents: set[str]


@dataclass(slots=True)
class Record:
    """One file in the manifest: what it was without us, what we left, and our parts in it."""

    created: bool
    before: str
    after: str
    backup: str
    parts: list[Part]

    def original(self, current: bytes) -> bytes | None:
        """Give the bytes of the file without us, when nobody wrote since; None when there was no file."""
        if self.created:
            return None
        data = read_bytes(self.backup)
        if data is None or digest(data) != self.before:
            # The copy is gone: what we put in is known too, and the digest says whether taking it out was exact.
            data = undo_edits(current, [part.piece for part in self.parts if part.piece])
        if data is None or digest(data) != self.before:
            raise ConfigError("its backup is gone or was changed", hint="Take Standfast's entries out by hand.")
        return data

    def to_json(self) -> dict[str, Any]:
        """Write the record for the manifest."""
        parts = [
            {"edit": part.name, "agents": sorted(part.agents), "piece": part.piece.to_json() if part.piece else None}
            for part in self.parts
        ]
        return {**asdict(self), "parts": parts}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        """Read the record from the manifest."""
        parts = [
            Part(part["edit"], Piece.from_json(part["piece"]) if part["piece"] else None, set(part["agents"]))
            for part in data["parts"]
        ]
        return cls(**{**data, "parts": parts})


@dataclass(slots=True)
class Manifest:
    """Everything setup wrote on this machine, by file."""

    path: Path
    files: dict[str, Record]
    folders: list[str]  # that setup had to make, outermost first

    @classmethod
    def load(cls, path: str) -> Manifest:
        """Read the manifest; an absent one is empty."""
        data = read_bytes(path)
        if data is None:
            return cls(Path(path), {}, [])
        try:
            read = json.loads(data)
            version = read["version"]
            files = {name: Record.from_json(record) for name, record in read["files"].items()}
            folders = list(read["folders"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ConfigError(f"{path} cannot be read", hint="Restore it, or take the entries out by hand.") from None
        if version != VERSION:
            raise ConfigError(f"{path} was written by a later version", hint="Use that version to undo.")
        return cls(Path(path), files, folders)

    def save(self) -> None:
        """Write the manifest."""
        files = {name: record.to_json() for name, record in self.files.items()}
        text = json.dumps({"version": VERSION, "files": files, "folders": self.folders}, indent=1, ensure_ascii=False)
        write(str(self.path), text.encode(), private=True)

    def record(self, change: FileChange, pieces: Sequence[Piece | None], backups: Path) -> None:
        """Remember a change: the file without us goes to a backup, our parts and their owners into the record."""
        assert change.after is not None
        known = self.files.get(change.path) if change.before is not None else None
        parts = list(known.parts) if known else []
        for edit, piece in zip(distinct(change.edits), pieces, strict=True):
            owners = {name for name, asked in change.edits if asked == edit}
            merge(parts, Part(identity(edit), piece, owners))
        base = change.before
        if known and change.before is not None and digest(change.before) != known.after:
            # Others wrote since: without us, the file is what it is now less our pieces.
            base = undo_edits(change.before, [part.piece for part in known.parts if part.piece])
            base = None if known.created and is_blank(base) else base
        elif known:
            base = known.original(change.before) if change.before is not None else None
        self.folders += [folder for folder in missing_folders(change.path) if folder not in self.folders]
        self.files[change.path] = Record(
            created=base is None,
            before=digest(base or b""),
            after=digest(change.after),
            backup=keep(base, change.path, backups) if base is not None else "",
            parts=parts,
        )

    def tidy(self) -> None:
        """Remove the folders that setup made, as far as they are empty."""
        for folder in sorted(self.folders, key=len, reverse=True):
            if any(Path(path).is_relative_to(folder) for path in self.files):
                continue
            self.folders.remove(folder)
            remove_folder(folder)

    def forget_undone(self, change: FileChange, leaving: set[str]) -> None:
        """Forget what an undo has taken out."""
        record = self.files[change.path]
        record.parts = [part for part in record.parts if part.agents - leaving]
        for part in record.parts:
            part.agents -= leaving
        record.after = digest(change.after or b"")
        if not record.parts:
            del self.files[change.path]


def merge(parts: list[Part], new: Part) -> None:
    """Add a part, or its owners to the one that is there.

    Renewing our own text leaves the first piece, which knows what stood there before us; a piece that was put in
    afresh (somebody had taken ours out) replaces it.
    """
    for part in parts:
        if part.name == new.name:
            part.agents |= new.agents
            if part.piece is None or (new.piece is not None and new.piece.previous is None):
                part.piece = new.piece
            return
    parts.append(new)


def is_blank(data: bytes | None) -> bool:
    """Whether nothing is left but space, or what a tool noted about the file itself ($schema, $version)."""
    text = b"" if data is None else data.strip(b"\xef\xbb\xbf \t\r\n")
    if not text:
        return True
    try:
        rest = json.loads(text)
    except ValueError:
        return False
    return isinstance(rest, dict) and all(key.startswith("$") for key in rest)


def identity(edit: Edit) -> str:
    """Name what an edit is about, whatever its content: the same edit of a later version has the same name."""
    keys: tuple[str, ...] = getattr(edit, "keys", ()) or getattr(edit, "table", ())
    return f"{type(edit).__name__}:{'/'.join(keys)}:{getattr(edit, 'mark', '')}"


def digest(data: bytes) -> str:
    """Name content."""
    return hashlib.sha256(data).hexdigest()


def keep(data: bytes, path: str, backups: Path) -> str:
    """Store a copy of a file under its content's name, readable by its owner alone."""
    label = base64.b32encode(hashlib.sha256(path.encode()).digest()[:5]).decode().lower()
    target = backups / f"{Path(path).name}.{label}.{digest(data)[:16]}"
    write(str(target), data, private=True)
    return str(target)


def missing_folders(path: str) -> list[str]:
    """List the folders that would have to be made for a file, outermost first."""
    missing = []
    folder = Path(path).parent
    while not os.path.lexists(folder) and folder != folder.parent:
        missing.append(str(folder))
        folder = folder.parent
    return missing[::-1]


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after (None: there is no file), why, and for whom; or the problem that forbids it."""

    path: str
    before: bytes | None
    after: bytes | None
    why: tuple[str, ...]
    agents: tuple[str, ...] = ()
    executable: bool = False
    problem: StandfastError | None = None
    edits: tuple[tuple[str, Edit], ...] = field(default=(), repr=False)

    @property
    def changes(self) -> bool:
        """Whether anything would be written."""
        return self.problem is None and self.before != self.after


def distinct(edits: Sequence[tuple[str, Edit]]) -> list[Edit]:
    """Drop what a second agent asks for in the same words."""
    chosen: list[Edit] = []
    for _, edit in edits:
        if edit not in chosen:
            chosen.append(edit)
    return chosen


def diff(change: FileChange) -> str:
    """Show a change as a unified diff; nothing when there is none."""
    if not change.changes:
        return ""
    old, new = (lines_of(data) for data in (change.before, change.after))
    before = os.devnull if change.before is None else change.path
    after = os.devnull if change.after is None else change.path
    return "".join(unified_diff(old, new, before, after))


def lines_of(data: bytes | None) -> list[str]:
    """Split content into lines for showing, each with a line break."""
    text = (data or b"").decode("utf-8", "replace")
    return [line + "\n" for line in text.splitlines()]
