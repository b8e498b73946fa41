"""A change: the files to look at, their content before and after, and which lines are new.

Owns also what was there before where hunks cannot say (under another name, in wide text, among waivers), and the four
places a change comes from: the index, two commits, files on disk, and text an agent proposes. Content is read late and
one file at a time, so that a commit of ten thousand files costs what the guards look at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, Self

from standfast.code import changes
from standfast.code.changes import Blobs, ChangedFile
from standfast.code.filetypes import any_covers, language_of, may_be_script
from standfast.code.globs import matches_any
from standfast.code.lines import Lines, compare
from standfast.errors import NotFound
from standfast.guard.file import File, decode
from standfast.guard.rule import Guard
from standfast.guard.waiver import new_waivers


class Contents(Protocol):
    """Where the bytes of a change are."""

    def sizes(self, entries: Sequence[ChangedFile]) -> dict[str, int]:
        """Return the size of each file after the change, by path."""

    def expect(self, entries: Sequence[ChangedFile]) -> None:
        """Say which files will be read next, in order."""

    def read(self, entry: ChangedFile) -> bytes:
        """Return a file's bytes after the change."""

    def read_before(self, entry: ChangedFile) -> bytes | None:
        """Return a file's bytes before the change, or None when it is new."""

    def size_before(self, entry: ChangedFile) -> int:
        """Return the size before the change, -1 when the file is new."""

    def added(self, entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
        """Return the new lines of each file, None for all of them."""

    def close(self) -> None:
        """Release what was opened to read."""


class ChangeSet:
    """The files of one change. A context manager, because reading may hold a process."""

    __slots__ = ("contents", "entries", "name", "partial")

    def __init__(self, name: str, entries: Sequence[ChangedFile], contents: Contents, *, partial: bool = False) -> None:
        self.name = name
        self.partial = partial
        self.entries = tuple(entries)
        self.contents = contents

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.contents.close()


class GitContents:
    """Contents kept in Git: the index (`ends` is None) or two commits."""

    def __init__(self, root: Path, ends: tuple[str, str] | None) -> None:
        self._root = root
        self._ends = ends
        self._blobs = Blobs(root)

    def sizes(self, entries: Sequence[ChangedFile]) -> dict[str, int]:
        """Ask Git for all sizes at once."""
        known = self._blobs.sizes(entry.oid for entry in entries if entry.oid)
        return {entry.path: known[entry.oid] for entry in entries if entry.oid in known}

    def size_before(self, entry: ChangedFile) -> int:
        """Ask Git for the size of the old blob."""
        return self._blobs.sizes([entry.old_oid]).get(entry.old_oid, -1) if _real(entry.old_oid) else -1

    def expect(self, entries: Sequence[ChangedFile]) -> None:
        """Let Git work ahead."""
        self._blobs.expect([entry.oid for entry in entries])

    def read(self, entry: ChangedFile) -> bytes:
        """Read the new blob."""
        return self._blobs.read(entry.oid)

    def read_before(self, entry: ChangedFile) -> bytes | None:
        """Read the old blob."""
        return self._blobs.read(entry.old_oid) if _real(entry.old_oid) else None

    def added(self, entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
        """Take Git's own hunks; what they do not cover is compared here."""
        found: dict[str, Lines | None] = {entry.path: None for entry in entries if not _real(entry.old_oid)}
        asked = [entry for entry in entries if entry.path not in found]
        if asked and self._ends is None:
            found.update(changes.staged_lines(self._root, asked))
        elif asked and self._ends is not None:
            found.update(changes.diff_lines(self._root, *self._ends, asked))
        for entry in asked:
            if entry.path not in found:
                found[entry.path] = compare(self.read_before(entry), self.read(entry))
        return found

    def close(self) -> None:
        """End the reading process."""
        self._blobs.close()


def _real(oid: str) -> bool:
    return bool(oid.strip("0"))


class HeldContents:
    """Contents in memory: pairs of before and after, by path."""

    def __init__(self, pairs: Mapping[str, tuple[bytes | None, bytes]]) -> None:
        self._pairs = pairs

    def sizes(self, entries: Sequence[ChangedFile]) -> dict[str, int]:
        """Measure what is held."""
        return {entry.path: len(self._pairs[entry.path][1]) for entry in entries}

    def size_before(self, entry: ChangedFile) -> int:
        """Measure what was there."""
        before = self._pairs[entry.path][0]
        return -1 if before is None else len(before)

    def expect(self, entries: Sequence[ChangedFile]) -> None:
        """Need no warning."""

    def read(self, entry: ChangedFile) -> bytes:
        """Return the text after."""
        return self._pairs[entry.path][1]

    def read_before(self, entry: ChangedFile) -> bytes | None:
        """Return the text before."""
        return self._pairs[entry.path][0]

    def added(self, entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
        """Compare before and after."""
        return {entry.path: compare(*self._pairs[entry.path]) for entry in entries}

    def close(self) -> None:
        """Hold nothing open."""


class DiskContents:
    """Contents of files as they are on disk, every line of which counts as new."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def sizes(self, entries: Sequence[ChangedFile]) -> dict[str, int]:
        """Ask the file system, without following links."""
        return {entry.path: (self._root / entry.path).lstat().st_size for entry in entries}

    def size_before(self, entry: ChangedFile) -> int:  # noqa: ARG002 - there is no before
        """Know of no before."""
        return -1

    def expect(self, entries: Sequence[ChangedFile]) -> None:
        """Need no warning."""

    def read(self, entry: ChangedFile) -> bytes:
        """Read the file."""
        return (self._root / entry.path).read_bytes()

    def read_before(self, entry: ChangedFile) -> bytes | None:  # noqa: ARG002 - there is no before
        """Know of no before."""
        return None

    def added(self, entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
        """Count every line."""
        return {entry.path: None for entry in entries}

    def close(self) -> None:
        """Hold nothing open."""


def staged(root: Path) -> ChangeSet:
    """Return what is staged in the repository at `root`: index blobs only."""
    return ChangeSet("staged", changes.staged_entries(root), GitContents(root, None))


def ends_of(root: Path, revisions: str) -> tuple[str, str]:
    """Return the commits that `A..B` is between: where B left A, and B."""
    return changes.merge_base(root, *tips_of(root, revisions))


def tips_of(root: Path, revisions: str) -> tuple[str, str]:
    """Return the commits that `A..B` names, A first."""
    base, dots, head = revisions.partition("...") if "..." in revisions else revisions.partition("..")
    return changes.resolve_commit(root, base or "HEAD"), changes.resolve_commit(root, head if dots and head else "HEAD")


def between(root: Path, revisions: str) -> ChangeSet:
    """Return what `A..B` changes: what B has done since it left A. A single `A` means `A..HEAD`."""
    ends = ends_of(root, revisions)
    return ChangeSet(revisions, changes.diff_entries(root, *ends), GitContents(root, ends))


def of_commit(root: Path, revision: str) -> ChangeSet:
    """Return what one commit changed against its first parent."""
    head = changes.resolve_commit(root, revision)
    parents = changes.run_git(root, "rev-list", "--parents", "-n", "1", head).decode("ascii").split()[1:]
    base = parents[0] if parents else changes.empty_tree(root)
    return ChangeSet(head[:12], changes.diff_entries(root, base, head), GitContents(root, (base, head)))


def from_to(root: Path, base: str, head: str) -> ChangeSet:
    """Return what differs between two commits or trees, whichever came first."""
    return ChangeSet(f"{base}..{head}", changes.diff_entries(root, base, head), GitContents(root, (base, head)))


def on_disk(root: Path, paths: Sequence[str]) -> ChangeSet:
    """Return files as they are under `root`; a folder stands for what Git does not ignore below it."""
    found: dict[str, ChangedFile] = {}
    for path in paths:
        for name in _files_at(root, path):
            whole = root / name
            if whole.is_symlink():
                found[name] = ChangedFile(name, "added", mode="link")
            elif whole.is_file():
                found[name] = ChangedFile(name, "added")
    return ChangeSet("files", list(found.values()), DiskContents(root))


def _files_at(root: Path, path: str) -> list[str]:
    whole = root / path
    try:
        name = (whole.parent.resolve() / whole.name).relative_to(root.resolve()).as_posix()
    except ValueError:
        raise NotFound(f"{path} is outside {root}.", hint="Name files of this repository.") from None
    if not whole.exists() and not whole.is_symlink():
        raise NotFound(f"There is no {path}.", hint="Paths are taken from the top of the repository.")
    if not whole.is_dir() or whole.is_symlink():
        return [name]
    listed = changes.files_below(root, name)
    if listed is not None:
        return listed
    return sorted(file.relative_to(root).as_posix() for file in whole.rglob("*") if file.is_file())


def held(name: str, pairs: Mapping[str, tuple[bytes | None, bytes]]) -> ChangeSet:
    """Return a change held in memory: path to what was there (None for nothing) and what will be."""
    entries = [ChangedFile(path, "added" if before is None else "modified") for path, (before, _) in pairs.items()]
    return ChangeSet(name, entries, HeldContents(pairs))


def edit(
    pairs: Mapping[str, tuple[bytes | None, bytes]], *, moved: Mapping[str, str], deleted: Sequence[str]
) -> ChangeSet:
    """Return one step of an agent's work: a part of a change, which companions cannot be asked of."""
    entries = [
        ChangedFile(
            path, "renamed" if path in moved else "added" if before is None else "modified", moved.get(path, "")
        )
        for path, (before, _) in pairs.items()
    ]
    entries += [ChangedFile(path, "deleted") for path in deleted if path not in moved.values()]
    return ChangeSet("edit", entries, HeldContents(pairs), partial=True)


def looked_before(change: ChangeSet, guard: Guard, entry: ChangedFile) -> bool:
    """Tell whether a guard looks at a renamed file under its old name too."""
    if guard.paths and not matches_any(entry.old_path, guard.paths):
        return False
    if not guard.languages or any_covers(guard.languages, language_of(entry.old_path)):
        return True
    if not may_be_script(entry.old_path):
        return False
    return any_covers(guard.languages, File(entry.old_path, change.contents.read_before(entry) or b"").language)


def wide_lines(change: ChangeSet, entry: ChangedFile, file: File) -> Lines | None:
    """Return the new lines of a file whose bytes Git cannot count as lines."""
    before = change.contents.read_before(entry)
    return compare(None if before is None else decode(before).encode("utf-8", "replace"), file.text.encode())


def added_waivers(
    change: ChangeSet, entry: ChangedFile, file: File, guards: Sequence[Guard]
) -> list[tuple[int, Guard, str]]:
    """Return the waivers of these guards that a change brings into a file: line, guard and words."""
    came_in = entry.old_path and not all(looked_before(change, guard, entry) for guard in guards)
    before = None if came_in else change.contents.read_before(entry)
    named = {guard.id: guard for guard in guards}
    found = new_waivers(decode(before or b""), file.text)
    return [(line, named[item], words) for line, ids, words in found for item in ids if item in named]
