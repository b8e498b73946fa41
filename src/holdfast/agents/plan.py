"""What setup would change, doing it, and undoing it: one list of file changes, a manifest, backups.

Owns `plan`, `apply` and `undo`. Files are written whole or not at all, through symbolic links, with their mode kept.
The manifest remembers what each file was without us and which pieces are ours, so that undo gives back the very bytes
when nobody wrote since, and otherwise takes out our pieces and nothing else. Neighbours: each agent's `edits` (what to
write), `edit.files` (how), `written` (atomic writes); the faces show and confirm.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.agents import NAMES, get_agent
from holdfast.agents.edit.files import apply_edits, undo_edits
from holdfast.agents.edit.kinds import Edit, Piece, WholeFile
from holdfast.agents.site import Site
from holdfast.agents.written import delete, read_bytes, remove_folder, write
from holdfast.errors import ConfigError, HoldfastError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

VERSION = 1


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after (None: there is no file), why, and for whom; or the problem that forbids it."""

    path: str
    before: bytes | None
    after: bytes | None
    why: tuple[str, ...]
    agents: tuple[str, ...] = ()
    executable: bool = False
    problem: HoldfastError | None = None
    edits: tuple[tuple[str, Edit], ...] = field(default=(), repr=False)

    @property
    def changes(self) -> bool:
        """Whether anything would be written."""
        return self.problem is None and self.before != self.after


@dataclass(frozen=True, slots=True)
class Found:
    """An agent that is installed here, and by what it was recognised."""

    name: str
    title: str
    by: str


def detect(home: str, env: Mapping[str, str], platform: str, agents: Iterable[str] = NAMES) -> list[Found]:
    """List the agents installed here: a configuration folder, or a program on the search path."""
    site = Site("user", home, "", env, platform, "")
    found = []
    for name in agents:
        agent = get_agent(name)
        folder = next((path for path in agent.folders(site) if Path(path).is_dir()), None)
        program = next(filter(None, (shutil.which(tool, path=env.get("PATH", "")) for tool in agent.binaries)), None)
        if folder or program:
            found.append(Found(name, agent.title, folder or program or ""))
    return found


def plan(
    agents: Iterable[str],
    level: str,
    *,
    home: str,
    project_root: str,
    env: Mapping[str, str],
    platform: str,
    executable: str,
) -> list[FileChange]:
    """Work out every file that setup would write; files that already say so are in the list with no change."""
    if level not in ("user", "project"):
        raise ConfigError(f"there is no level {level!r}", hint="Choose user or project.")
    site = Site(level, home, project_root, env, platform, executable)
    by_path: dict[str, list[tuple[str, Edit]]] = {}
    for name in agents:
        for edit in get_agent(name).edits(site):
            by_path.setdefault(edit.path, []).append((name, edit))
    return [change_of(path, edits) for path, edits in by_path.items()]


def change_of(path: str, edits: Sequence[tuple[str, Edit]]) -> FileChange:
    """Work out one file."""
    change = FileChange(
        path,
        None,
        None,
        why=tuple(dict.fromkeys(edit.why for _, edit in edits if edit.why)),
        agents=tuple(dict.fromkeys(name for name, _ in edits)),
        executable=any(isinstance(edit, WholeFile) and edit.executable for _, edit in edits),
        edits=tuple(edits),
    )
    try:
        before = read_bytes(path)
        change = replace(change, before=before, after=before)
        after, _ = apply_edits(before, distinct(edits))
    except HoldfastError as problem:
        located = HoldfastError(f"{path}: {problem.message}", hint=problem.hint, code=problem.code)
        return replace(change, problem=located)
    return replace(change, after=after)


def distinct(edits: Sequence[tuple[str, Edit]]) -> list[Edit]:
    """Drop what a second agent asks for in the same words."""
    chosen: list[Edit] = []
    for _, edit in edits:
        if edit not in chosen:
            chosen.append(edit)
    return chosen


def apply(changes: Iterable[FileChange], *, backups: str, manifest: str) -> list[FileChange]:
    """Write the changes, keep what was there, remember what is ours; returns what was written."""
    book = Manifest.load(manifest)
    done = []
    for change in changes:
        if change.problem is not None:
            continue
        current = read_bytes(change.path)
        after, pieces = apply_edits(current, distinct(change.edits))
        if after == current and change.path not in book.files:
            continue
        written = replace(change, before=current, after=after)
        book.record(written, pieces, Path(backups))
        if written.changes:
            # The manifest goes first: a record of a change that did not happen is harmless, the reverse is not.
            book.save()
            write(change.path, after, executable=change.executable)
            done.append(written)
    book.save()
    return done


def undo(
    *, manifest: str, agents: Iterable[str] | None = None, under: str | None = None, dry_run: bool = False
) -> list[FileChange]:
    """Take back what setup wrote, for all agents or some, everywhere or below one folder; returns what was changed."""
    book = Manifest.load(manifest)
    leaving = set(NAMES if agents is None else agents)
    done = []
    for path, record in list(book.files.items()):
        if under is not None and not Path(path).is_relative_to(under):
            continue
        change = undone(path, record, leaving)
        if change is None:
            continue
        done.append(change)
        if dry_run or change.problem is not None:
            continue
        book.settle(change, leaving)
        if change.changes:
            delete(path) if change.after is None else write(path, change.after)
        book.save()
    if not dry_run:
        book.tidy()
    return done


def undone(path: str, record: Record, leaving: set[str]) -> FileChange | None:
    """Work out a file without the agents that leave; None when it is none of theirs."""
    users = {name for part in record.parts for name in part.agents}
    if not users & leaving:
        return None
    gone = [part.piece for part in record.parts if part.agents <= leaving and part.piece]
    stays = any(part.agents - leaving for part in record.parts)
    why = ("undo: takes out what setup wrote",)
    change = FileChange(path, None, None, why, agents=tuple(sorted(users & leaving)))
    try:
        current = read_bytes(path)
        change = replace(change, before=current, after=current)
        if current is None or (stays and not gone):
            return change
        if not stays and digest(current) == record.after:
            return replace(change, after=record.original())
        if any(piece.kind == "whole" for piece in gone) and digest(current) != record.after:
            raise ConfigError("it was changed since setup wrote it", hint="Remove it by hand if you do not need it.")
        after = undo_edits(current, gone)
    except HoldfastError as problem:
        located = HoldfastError(f"{path}: {problem.message}", hint=problem.hint, code=problem.code)
        return replace(change, problem=located)
    if record.created and not stays and is_blank(after):
        after = None
    return replace(change, after=after)


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

    def original(self) -> bytes | None:
        """Give the bytes of the file without us; None when there was no file."""
        if self.created:
            return None
        data = read_bytes(self.backup)
        if data is None or digest(data) != self.before:
            raise ConfigError("its backup is gone or was changed", hint="Take Holdfast's entries out by hand.")
        return data

    def to_json(self) -> dict[str, Any]:
        """Write the record for the manifest."""
        parts = [
            {"edit": part.name, "agents": sorted(part.agents), "piece": part.piece.to_json() if part.piece else None}
            for part in self.parts
        ]
        return {
            "created": self.created,
            "before": self.before,
            "after": self.after,
            "backup": self.backup,
            "parts": parts,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        """Read the record from the manifest."""
        parts = [
            Part(part["edit"], Piece.from_json(part["piece"]) if part["piece"] else None, set(part["agents"]))
            for part in data["parts"]
        ]
        return cls(data["created"], data["before"], data["after"], data["backup"], parts)


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
            base = known.original()
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
        self.save()

    def settle(self, change: FileChange, leaving: set[str]) -> None:
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
