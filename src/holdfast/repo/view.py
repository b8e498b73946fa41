"""The repository as it is read: the working tree on disk, or the tree of one commit.

Owns: reading files by repository path, their blob ids, and parsing each at most once (`Source`). Must not: judge.
Neighbours: `git.py`, `symbols.py`, `judge.py`.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from holdfast.repo.digest import Digest, digest_stream, sketch
from holdfast.repo.git import Git
from holdfast.repo.languages import Language, find_language
from holdfast.repo.outline import Unit, list_container_units, list_source_units, list_text_units
from holdfast.repo.symbols import Symbol, find_symbol, list_symbols, parse_source
from holdfast.repo.tokens import Stream, read_tokens

if TYPE_CHECKING:
    from ast_grep_py import SgNode

MAX_FILE = 8 << 20


class View(Protocol):
    """One state of a repository."""

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None where there is none (or it is too large to judge)."""

    def stamp(self, path: str) -> str:
        """Return something cheap that changes when the file may have; empty where there is no file."""


class WorkingTree:
    """Files as they lie on disk."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._real_root = Path(root).resolve()

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None."""
        target = Path(self.root, path)
        try:
            if not target.parent.resolve().is_relative_to(self._real_root):
                return None  # a linked folder may lead anywhere
            if target.is_symlink():
                return str(target.readlink()).encode("utf-8", "surrogateescape")
            if not target.is_file() or target.stat().st_size > MAX_FILE:
                return None
            return target.read_bytes()
        except (OSError, ValueError):
            return None

    def stamp(self, path: str) -> str:
        """Return size, times and inode, as git itself does to see what changed."""
        try:
            stat = Path(self.root, path).lstat()
        except (OSError, ValueError):
            return ""
        return f"{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ctime_ns}:{stat.st_ino}"


class Files:
    """Files given as they are, for asking "what if it looked like this"."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None."""
        return self._contents.get(path)

    def stamp(self, path: str) -> str:
        """Return the blob id."""
        return blob_id(self._contents[path]) if path in self._contents else ""

    def list_paths(self) -> list[str]:
        """List all files."""
        return list(self._contents)


class CommitTree:
    """Files as one commit holds them."""

    def __init__(self, git: Git, rev: str) -> None:
        self._git = git
        self.rev = rev
        self._ids = git.list_tree(rev)
        self._ready: dict[str, bytes] = {}

    def prefetch(self, paths: Iterable[str]) -> None:
        """Read many files with one process."""
        ids = {path: self._ids[path] for path in paths if path in self._ids and path not in self._ready}
        found = self._git.find_blobs(ids.values(), limit=MAX_FILE)
        self._ready.update({path: found[blob] for path, blob in ids.items() if blob in found})

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None."""
        if path not in self._ready:
            self.prefetch([path])
        return self._ready.get(path)

    def stamp(self, path: str) -> str:
        """Return the blob id."""
        return self._ids.get(path, "")

    def list_paths(self) -> list[str]:
        """List all files."""
        return list(self._ids)


def blob_id(data: bytes, algorithm: str = "sha1") -> str:
    """Name content the way git does."""
    digest = hashlib.new(algorithm, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


class Source:
    """One file's content, parsed and digested as far as anyone asks, once."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self._digests: dict[int, Digest] = {}
        self._sketches: dict[int, list[int]] = {}

    @cached_property
    def text(self) -> str:
        """The content as text, line ends made one."""
        return self.data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def is_binary(self) -> bool:
        """Tell whether this is no text, by git's own rule."""
        return b"\0" in self.data[:8000]

    @cached_property
    def _parsed(self) -> "tuple[SgNode, Language] | None":
        language = None if self.is_binary else find_language(self.path)
        return parse_source(self.text, language) if language else None

    @property
    def root(self) -> "SgNode | None":
        """The syntax tree, where the language is known."""
        return self._parsed[0] if self._parsed else None

    @property
    def language(self) -> Language | None:
        """The language it was parsed as."""
        return self._parsed[1] if self._parsed else None

    @cached_property
    def symbols(self) -> list[Symbol]:
        """All definitions."""
        return list_symbols(*self._parsed) if self._parsed else []

    @cached_property
    def units(self) -> list[Unit]:
        """The whole file cut into units."""
        if self.is_binary:
            return [Unit("m", blob_id(self.data)[:8], blob_id(self.data)[:8], 1)]
        if self._parsed is not None:
            root, language = self._parsed
            return list_source_units(root, self.symbols, language)
        return list_text_units(self.text, self.path)

    @cached_property
    def stream(self) -> Stream:
        """The tokens of the whole file."""
        assert self._parsed is not None
        return read_tokens(*self._parsed)

    def digest(self, symbol: Symbol) -> Digest:
        """Digest one of the symbols, its own name left out."""
        known = self._digests.get(id(symbol))
        if known is None:
            known = self._digests[id(symbol)] = digest_stream(self._read(symbol))
        return known

    def sketch(self, symbol: Symbol) -> list[int]:
        """Sketch one of the symbols, to find it again after a change."""
        known = self._sketches.get(id(symbol))
        if known is None:
            known = sketch([token.text for token in self._read(symbol).tokens if token.leaf])
            self._sketches[id(symbol)] = known
        return known

    def container_units(self, symbol: Symbol) -> list[Unit]:
        """Cut a class or the like into units."""
        assert self.language is not None
        return list_container_units(symbol, self.symbols, self.language)

    def find(self, wanted: str) -> list[Symbol]:
        """Find the definitions that a name means."""
        return find_symbol(self.symbols, wanted)

    def _read(self, symbol: Symbol) -> Stream:
        assert self.language is not None
        return read_tokens(symbol.node, self.language, symbol.path[-1])


class Sources:
    """Files of one view, each read and parsed at most once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._known: dict[str, Source | None] = {}
        self.touched: set[str] = set()

    def find(self, path: str) -> Source | None:
        """Open a file, or None where there is none."""
        self.touched.add(path)
        if path not in self._known:
            data = self.view.read(path)
            self._known[path] = None if data is None else Source(path, data)
        return self._known[path]

    @property
    def opened(self) -> int:
        """How many files were read; what incremental work is measured by."""
        return sum(1 for source in self._known.values() if source is not None)
