"""One hook file of Git's: where it is, reading it, writing it whole, and telling whether it is as we wrote it.

Owns what every hook of ours shares. Must not: know what a hook does. Neighbours: `gate.py` (before a
commit), `events.py` (after Git's events), `mirror/driver.py` (names the interpreter the same way).
"""

from __future__ import annotations

import hashlib
import os
from contextlib import AbstractContextManager
from pathlib import Path

from standfast.code.git import Git
from standfast.errors import StoreError, remedy
from standfast.text.files import write_whole
from standfast.text.lock import held

_WAIT_S = 10.0


def find_folder(git: Git) -> tuple[Path, bool]:
    """Find the folder Git takes hooks from, and whether it is the repository's own."""
    root, own = Path(git.place.root or git.place.git_dir), Path(git.place.common_dir) / "hooks"
    told = git.find_line("rev-parse", "--git-path", "hooks")
    folder = Path(os.path.normpath(root / told)) if told else own
    return folder, folder.resolve() == own.resolve()


def alone(git: Git) -> AbstractContextManager[bool]:
    """Keep others from changing hooks here meanwhile: of two who set the same hook aside, the second would lose it."""
    return held(Path(git.place.common_dir) / "standfast-hooks.lock", wait_s=_WAIT_S)


def quote_program(program: str) -> str:
    """Return an interpreter's path as a word of the shell."""
    return "'" + Path(program).as_posix().replace("'", "'\\''") + "'"


def sign(body: bytes) -> bytes:
    """Return what a hook of ours carries of its own body, to tell later whether it was changed."""
    return hashlib.sha256(body).hexdigest()[:32].encode()


def is_whole(held: bytes, mark: bytes) -> bool:
    """Tell whether a hook is ours and as it was written."""
    head, _, body = held.partition(b"\n\n")
    return mark in head and sign(body) in head


def exists(path: Path) -> bool:
    """Tell whether something is there, be it a link that leads nowhere."""
    return path.exists() or path.is_symlink()


def read(path: Path) -> bytes:
    """Return what a hook says; nothing where there is none."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def write(path: Path, data: bytes) -> None:
    """Put a hook in place, whole and ready to run."""
    write_whole(path, data, mode=0o755)


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return the error for a hook that cannot be changed."""
    return StoreError(f"Cannot change {path}: {error.strerror}.", hint=remedy(error), code="hook-read-only")
