"""Where a repository is and what its HEAD says, without starting a program.

Owns: the walk from a path up to its `.git`, the meaning of `gitdir:` and `commondir` files, and reading HEAD and refs
as files. It is on the hook path, so it imports next to nothing and starts nothing.
Must not: judge, hash or run anything. Where a file does not tell (reftable), it says so with an empty commit and
`git.py` is asked. Neighbours: `git.py`, `identity.py`.
"""

# pathlib would cost the hook more time than all of this module.
# ruff: noqa: PTH100, PTH110, PTH112, PTH116, PTH118, PTH120, PTH123
import os

from standfast.model.value import Value

_READ_LIMIT = 4096
_CONFIG_LIMIT = 1 << 22
_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe of an archive would never end
_REF_DEPTH = 5  # git itself gives up on longer chains of symbolic refs


class Checkout(Value):
    """One checkout: its top folder, its own git folder, and the one all its worktrees share."""

    root: str
    git_dir: str
    common_dir: str


class Head(Value):
    """What is checked out: `branch` is empty when detached, `commit` when unborn (or kept where only git can read)."""

    branch: str
    commit: str


def find_checkout(path: str) -> Checkout | None:
    """Find the checkout that `path` (which need not exist) is in."""
    here = os.path.abspath(path)
    while True:
        git_dir = _git_dir_of(os.path.join(here, ".git"))
        if git_dir:
            return Checkout(here, git_dir, _common_dir_of(git_dir))
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above


def find_root(path: str) -> str | None:
    """Find the top folder of the checkout that `path` is in."""
    place = find_checkout(path)
    return place.root if place else None


def find_bare(path: str) -> str | None:
    """Find a repository without a working tree at `path` itself."""
    here = os.path.abspath(path)
    return here if _is_git_dir(here) else None


def read_head(place: Checkout) -> Head:
    """Read what is checked out in `place`."""
    content = _read(os.path.join(place.git_dir, "HEAD"))
    branch = ""
    for _ in range(_REF_DEPTH):
        if not content.startswith("ref:"):
            return Head(branch, content if _is_sha(content) else "")
        ref = content[4:].strip()
        if not branch:
            branch = ref.removeprefix("refs/heads/") if ref != "refs/heads/.invalid" else ""
        content = _read_ref(place, ref)
    return Head(branch, "")


def find_branch(place: Checkout, head: Head) -> str:
    """Find the branch that is worked on: the one checked out, or the one that a rebase is about to move."""
    if head.branch:
        return head.branch
    for folder in ("rebase-merge", "rebase-apply"):
        name = _read(os.path.join(place.git_dir, folder, "head-name"))
        if name.startswith("refs/heads/"):
            return name.removeprefix("refs/heads/")
    return ""


def find_ref(place: Checkout, ref: str) -> str:
    """Find the commit a ref names; nothing where there is none, or where only git can read it."""
    content = _read_ref(place, ref)
    return content if _is_sha(content) else ""


def find_target(place: Checkout, ref: str) -> str:
    """Find the ref that a symbolic ref stands for; nothing where it is none."""
    content = _read_ref(place, ref)
    return content[4:].strip() if content.startswith("ref:") else ""


def stamp_refs(place: Checkout, refs: list[str]) -> str:
    """Return something that changes when one of these refs may have: their files, and what packs the others."""
    stamps = [f"{ref}={_read(os.path.join(place.common_dir, *ref.split('/')))}" for ref in refs if ".." not in ref]
    for name in ("packed-refs", os.path.join("reftable", "tables.list")):
        try:
            found = os.stat(os.path.join(place.common_dir, name))
            stamps.append(f"{name}={found.st_mtime_ns}:{found.st_size}:{found.st_ino}")
        except OSError:
            stamps.append("")
    return "\n".join(stamps)


def is_shallow(place: Checkout) -> bool:
    """Tell whether history ends early here."""
    return os.path.exists(os.path.join(place.common_dir, "shallow"))


def hash_name(place: Checkout) -> str:
    """Name the hash that object ids of this repository are made with."""
    config = (read_config(place) or "").lower().replace(" ", "")
    return "sha256" if "objectformat=sha256" in config else "sha1"


def read_config(place: Checkout) -> str | None:
    """Read the configuration that is the repository's own, and this worktree's; None where it is too long to read."""
    files = (os.path.join(place.common_dir, "config"), os.path.join(place.git_dir, "config.worktree"))
    texts = [read_bytes(file, _CONFIG_LIMIT) for file in files]
    return None if max(map(len, texts)) == _CONFIG_LIMIT else "\n".join(map(_decode, texts))


def _git_dir_of(dot_git: str) -> str:
    if os.path.isdir(dot_git):
        return dot_git if _is_git_dir(dot_git) else ""
    content = _read(dot_git) if os.path.exists(dot_git) else ""  # a look costs less than to open in vain
    if not content.startswith("gitdir:"):
        return ""
    target = os.path.normpath(os.path.join(os.path.dirname(dot_git), content[7:].strip()))
    return target if os.path.exists(os.path.join(target, "HEAD")) else ""


def _is_git_dir(path: str) -> bool:
    return os.path.exists(os.path.join(path, "HEAD")) and os.path.isdir(os.path.join(path, "objects"))


def _common_dir_of(git_dir: str) -> str:
    content = _read(os.path.join(git_dir, "commondir"))
    return os.path.normpath(os.path.join(git_dir, content)) if content else git_dir


def _read_ref(place: Checkout, ref: str) -> str:
    parts = ref.split("/")
    if ".." in parts or not ref.startswith("refs/"):
        return ""
    # Refs of one worktree (bisect, rewritten) are beside its HEAD; branches are shared.
    for folder in dict.fromkeys((place.git_dir, place.common_dir)):
        content = _read(os.path.join(folder, *parts))
        if content:
            return content
    return _find_packed(os.path.join(place.common_dir, "packed-refs"), ref)


def _find_packed(path: str, ref: str) -> str:
    wanted = f" {ref}".encode("utf-8", "surrogateescape")
    try:
        with open(path, "rb") as file:
            for line in file:
                if line.rstrip(b"\r\n").endswith(wanted) and not line.startswith((b"#", b"^")):
                    sha = line.split(b" ", 1)[0].decode("ascii", "replace")
                    return sha if _is_sha(sha) else ""
    except OSError:
        pass
    return ""


def _is_sha(text: str) -> bool:
    return len(text) in {40, 64} and all(c in "0123456789abcdef" for c in text)


def _read(path: str) -> str:
    return _decode(read_bytes(path, _READ_LIMIT)).strip()


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def read_bytes(path: str, limit: int) -> bytes:
    """Read the beginning of a file, nothing where it cannot be read; a pipe, which never ends, is not waited for."""
    try:
        file = os.open(path, os.O_RDONLY | _AT_ONCE)
    except OSError:
        return b""
    try:
        return os.read(file, limit)
    except OSError:
        return b""
    finally:
        os.close(file)
