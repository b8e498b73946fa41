"""The folder `.standfast/`: finding its files, naming new ones, writing them whole or not at all.

Owns the layout and the wall around it: links are never followed, nothing outside the folder is read or written, names
come from a title and an id and never from inside a file, sizes and numbers are bounded. Must not know what a page
means. Neighbours: `format.py` (one file), `index.py`, `code/identity.py` (reads the project's id from here).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from standfast.code.git import Git
from standfast.errors import Refused, unwritable
from standfast.mirror.format import FORMAT, LARGEST, Page
from standfast.model.kind import TRAITS, Kind
from standfast.model.value import Value
from standfast.text.files import write_whole

FOLDER = ".standfast"
PROJECT = "project.json"
INDEX = "index.json"
ATTRIBUTES = ".gitattributes"
ATTRIBUTES_TEXT = (
    b"# How Git treats these files; `standfast init` installs the merge driver, without it Git merges them as text.\n"
    b"*.md text eol=lf merge=standfast\n*.json text eol=lf merge=standfast\n"
)
MOST = 50_000
DEEPEST = 3
FOLDERS = {kind: traits.folder for kind, traits in TRAITS.items() if traits.folder}
KINDS = {name: kind for kind, name in reversed(FOLDERS.items())} | {"rules": Kind.CONVENTION}
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # those of every id
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_HOSTILE = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')


class Problem(Value):
    """Something in the folder that a person has to fix: `kind` is broken, conflict, duplicate, link, name, …"""

    path: str
    kind: str
    message: str
    hint: str = ""
    line: int = 0


class File(Value):
    """One file as it is there; `path` is from the top of the repository."""

    path: str
    data: bytes


class TooNew(Refused):
    """The mirror was written by a later version."""

    code = "mirror-too-new"


def scan_folder(root: Path) -> tuple[list[File], list[Problem]]:
    """Read every page of the mirror, in order of their paths, and say what cannot be read."""
    files: list[File] = []
    problems: list[Problem] = []
    lowered: dict[str, str] = {}
    for path, entry in _walk(root, problems):
        if not _is_text(path):
            shown = path.encode("utf-8", "replace").decode()
            problems.append(Problem(shown, "name", "Its name is not UTF-8.", "Rename it."))
            continue
        size = entry.stat(follow_symlinks=False).st_size
        if size > LARGEST:
            hint = "Keep one claim per file; anchor or link longer documents instead."
            problems.append(Problem(path, "too-large", f"The file is larger than {LARGEST >> 10} KB.", hint))
            continue
        if len(files) >= MOST:
            problems.append(
                Problem(FOLDER, "too-many", f"There are more than {MOST:,} files.", "The rest is left out.")
            )
            break
        problems += _odd_name(path, lowered)
        try:
            files.append(File(path, _read(root / path)))
        except OSError as error:
            problems.append(Problem(path, "unreadable", f"It cannot be read: {error.strerror}.", "Check permissions."))
    return files, problems


def _walk(root: Path, problems: list[Problem]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield the Markdown files below the folder, never through a link."""
    waiting = [(FOLDER, 0)]
    if (root / FOLDER).is_symlink():
        problems.append(_link(FOLDER))
        return
    while waiting:
        folder, depth = waiting.pop()
        try:
            entries = sorted(os.scandir(root / folder), key=lambda item: item.name)
        except OSError:
            continue
        below: list[tuple[str, int]] = []
        for entry in entries:
            path = f"{folder}/{entry.name}"
            page = entry.name.lower().endswith(".md") and (depth or entry.name.lower() != "readme.md")
            if entry.is_symlink():
                problems.append(_link(path))
            elif entry.is_dir(follow_symlinks=False):
                below.append((path, depth + 1))
            elif page and entry.is_file(follow_symlinks=False):
                yield path, entry
        waiting += [item for item in reversed(below) if item[1] <= DEEPEST]


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return path.isprintable()


def _link(path: str) -> Problem:
    path = path.encode("utf-8", "replace").decode()
    return Problem(path, "link", "It is a link, and links are not followed.", "Put the file itself there.")


def _read(path: Path) -> bytes:
    """Read a file that is not a link, even if somebody has just put one there."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        return file.read(LARGEST + 1)


def _odd_name(path: str, lowered: dict[str, str]) -> list[Problem]:
    """Name what cannot be checked out on every system; `lowered` remembers the names seen."""
    folded = unicodedata.normalize("NFC", path).casefold()
    other = lowered.setdefault(folded, path)
    if other != path:
        hint = "Rename one of them: some systems know only one of the two names."
        return [Problem(path, "name", f"Its name differs from {other} only in case.", hint)]
    parts = path.split("/")[1:]
    if any(_RESERVED.fullmatch(part) or _HOSTILE.search(part) for part in parts):
        return [Problem(path, "name", "Windows cannot have a file of this name.", "Rename it.")]
    return []


def read_commit(git: Git, rev: str) -> list[File]:
    """Read every page of the mirror as a commit has it; links are left out."""
    wanted: dict[str, str] = {}
    answer = git.ask("ls-tree", "-r", "-z", "--full-tree", rev, "--", FOLDER)
    for line in answer.out.split(b"\0") if answer.code == 0 else ():
        meta, _, raw = line.partition(b"\t")
        words, path = meta.split(), raw.decode("utf-8", "surrogateescape")
        if len(words) == 3 and words[0].startswith(b"100") and path.lower().endswith(".md") and path.count("/") > 1:
            wanted[path] = words[2].decode()
    blobs = git.find_blobs(list(wanted.values())[:MOST], limit=LARGEST)
    return [File(path, blobs[name]) for path, name in sorted(wanted.items()) if name in blobs]


def read_project(root: Path) -> dict[str, object]:
    """Return what `project.json` says, or nothing; a later format is refused."""
    try:
        return _parse_project(_read(root / FOLDER / PROJECT))
    except OSError:
        return {}


def read_project_at(git: Git, rev: str) -> dict[str, object]:
    """Return what `project.json` says as a commit has it, or nothing; a later format is refused."""
    answer = git.ask("cat-file", "blob", f"{rev}:{FOLDER}/{PROJECT}")
    return _parse_project(answer.out) if answer.code == 0 else {}


def _parse_project(data: bytes) -> dict[str, object]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        # Two ids between conflict marks: everybody must choose the same one.
        ids = re.findall(rb'"id": "(p[0-9a-z]{6}-[0-9a-z]{7})"', data)
        return {"id": min(ids).decode()} if ids else {}
    record = found if isinstance(found, dict) else {}
    number = record.get("format", FORMAT)
    if not isinstance(number, int) or number > FORMAT:
        hint = "Update Standfast. Until then nothing is read from it or written to it, and nothing else stops working."
        raise TooNew(f"The mirror has format {number!r}; this version knows {FORMAT}.", hint=hint)
    return record


def render_project(project: str) -> bytes:
    """Write `project.json`: the id under which every clone finds the same project."""
    return (json.dumps({"format": FORMAT, "id": project}, indent=2) + "\n").encode()


def name_page(page: Page, taken: set[str]) -> str:
    """Choose a readable path for a new page: words of its title, and the end of its id."""
    said = page.title or " ".join(page.text.split()[:9])
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48].strip("-")
    tail = page.id.partition("-")[2]
    folder = f"{FOLDER}/{FOLDERS[Kind(page.kind)]}"
    names = (f"{folder}/{words}-{tail}.md" if words else f"{folder}/{tail}.md", f"{folder}/{page.id}.md")
    return next((name for name in names if name.casefold() not in taken), names[-1])


def derive_id(path: str, said: bytes) -> str:
    """Return the id of a page that carries none: whoever meets the same page first gives it the same id."""
    seed = path.encode("utf-8", "surrogateescape") + b"\0" + said
    value = int.from_bytes(hashlib.sha256(seed).digest()[:9], "big")
    letters = "".join(_LETTERS[value >> 5 * place & 31] for place in range(13))
    return f"m{letters[:6]}-{letters[6:]}"


def write_file(root: Path, path: str, data: bytes) -> bool:
    """Put a file of the mirror in place in one step; False when it stands there already."""
    target = _inside(root, path)
    try:
        if target.is_symlink() or (target.exists() and not target.is_file()):
            raise _refused(path)
        if target.is_file() and target.read_bytes() == data:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, data)
    except OSError as error:
        raise unwritable(path, error) from error
    return True


def delete_file(root: Path, path: str) -> bool:
    """Remove a file of the mirror, and its folder when that is empty then."""
    target = _inside(root, path)
    if target.is_symlink() or not target.is_file():
        return False
    try:
        target.unlink()
    except OSError as error:
        raise unwritable(path, error, "remove") from error
    with contextlib.suppress(OSError):
        target.parent.rmdir()
    return True


def _inside(root: Path, path: str) -> Path:
    """Return where a path of the mirror is; refuse one that leads out of it, by name or through a link."""
    parts = path.split("/")
    if parts[0] != FOLDER or len(parts) < 2 or any(part in {"", ".", ".."} or "\\" in part for part in parts):
        raise _refused(path)
    place = root
    for part in parts[:-1]:
        place /= part
        if place.is_symlink():
            raise _refused(path)
    return place / parts[-1]


def _refused(path: str) -> Refused:
    hint = "Links and folders in the way are not followed. Remove them and try again."
    return Refused(f"{path} is not in the mirror.", hint=hint, code="bad-path")
