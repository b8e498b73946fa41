"""Where the names that a file uses may be defined: the files beside it and the ones it imports, language by language.

Owns: turning a file's package, imports and includes into paths that are there. Python and scripts say which name comes
from which file, and `ground.py` reads that itself. Bounded. Must not: parse, or say what is used.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from standfast.code.filetypes import is_test
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source

_MOST = 40
# One folder is one package: what a sibling defines needs no import.
_PACKAGES = {
    ".go": (".go",), ".java": (".java", ".kt"), ".kt": (".kt", ".java"), ".cs": (".cs",), ".php": (".php",),
    ".swift": (".swift",), ".rs": (".rs",), ".rb": (".rb",),
}  # fmt: skip
_GO = re.compile(r"^[^\S\n]*(?:import\s+)?(?:[\w.]+\s+)?\"(?P<name>[\w.~/-]+/[\w.~/-]+)\"\s*$", re.MULTILINE)
_DOTTED = re.compile(r"^[^\S\n]*import\s+(?:static\s+)?(?P<name>\w+(?:\.\w+)+)", re.MULTILINE)
_PHP = re.compile(r"^[^\S\n]*use\s+(?:function\s+|const\s+)?\\?(?P<name>\w+(?:\\\w+)+)", re.MULTILINE)
_CSHARP = re.compile(r"^[^\S\n]*(?:global\s+)?using\s+(?:static\s+)?(?P<name>\w+(?:\.\w+)+)\s*;", re.MULTILINE)
_RUST = re.compile(r"^[^\S\n]*(?:pub(?:\([^)]*\))?\s+)?use\s+(?P<path>(?:crate|super|self)(?:::\w+)+)", re.MULTILINE)
_RUBY = re.compile(r"^[^\S\n]*require(?P<near>_relative)?\s*+\(?\s*+['\"](?P<path>[\w./-]+)['\"]", re.MULTILINE)
_INCLUDE = re.compile(r"^[^\S\n]*#\s*include\s+\"(?P<path>[\w./-]+)\"", re.MULTILINE)
_QUALIFIED = {
    ".java": (_DOTTED, ".", (".java", ".kt")), ".kt": (_DOTTED, ".", (".java", ".kt")), ".php": (_PHP, "\\", (".php",)),
}  # fmt: skip
_C = (".c", ".h", ".cc", ".cpp", ".hpp", ".cxx")


def list_reach(snapshot: Snapshot, source: Source) -> list[str]:
    """List the files whose names a file may use, imported ones first."""
    suffix = posixpath.splitext(source.path)[1]
    if suffix not in _PACKAGES and suffix not in _C:
        return []
    found = dict.fromkeys([*_imported(snapshot, source, suffix), *_beside(snapshot, source.path, suffix)])
    found.pop(source.path, None)
    return list(found)[:_MOST]


def _beside(snapshot: Snapshot, path: str, suffix: str) -> list[str]:
    folder = posixpath.dirname(path)
    front = f"{folder}/" if folder else ""
    among_tests = is_test(path)
    near = [front + name.lstrip("/") for name in _names_in(snapshot, folder)]
    return sorted(
        other for other in near if other.endswith(_PACKAGES.get(suffix, ())) and (among_tests or not is_test(other))
    )


def _names_in(snapshot: Snapshot, folder: str) -> list[str]:
    names = (
        [name[len(folder) :].lstrip("/") for name in snapshot.list_folder(folder)] if folder else snapshot.list_paths()
    )
    return [name for name in names if "/" not in name]


def _imported(snapshot: Snapshot, source: Source, suffix: str) -> Iterator[str]:
    if suffix in _QUALIFIED:
        pattern, between, suffixes = _QUALIFIED[suffix]
        for match in pattern.finditer(source.text):
            yield from _ending(snapshot, match["name"].replace(between, "/"), suffixes)
    elif suffix in {".go", ".cs"}:
        for match in (_GO if suffix == ".go" else _CSHARP).finditer(source.text):
            yield from _package(snapshot, match["name"].replace(".", "/") if suffix == ".cs" else match["name"], suffix)
    elif suffix == ".rs":
        for match in _RUST.finditer(source.text):
            yield from _module(snapshot, source.path, match["path"].split("::"))
    elif suffix == ".rb":
        for match in _RUBY.finditer(source.text):
            base = posixpath.dirname(source.path) if match["near"] else ""
            wanted = posixpath.normpath(posixpath.join(base, match["path"])).removesuffix(".rb")
            yield from [f"{wanted}.rb"] if match["near"] else _ending(snapshot, wanted, (".rb",))
    else:
        for match in _INCLUDE.finditer(source.text):
            yield from _ending(snapshot, posixpath.splitext(match["path"])[0], _C)


def _ending(snapshot: Snapshot, stem: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the files that a qualified name means: its end, as much of it as one file has."""
    name = stem.rpartition("/")[2]
    for suffix in suffixes:
        paths = snapshot.list_named(name + suffix)
        best = sorted(paths, key=lambda path: -_shared(path.removesuffix(suffix), stem))
        yield from best[:1]


def _shared(path: str, stem: str) -> int:
    mine, theirs = path.split("/")[::-1], stem.split("/")[::-1]
    return next((at for at, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), len(theirs))


def _package(snapshot: Snapshot, path: str, suffix: str) -> Iterator[str]:
    """Yield the files of the folder that an import path ends in, as much of it as there is here."""
    parts = path.split("/")
    for start in range(len(parts)):
        folder = "/".join(parts[start:])
        files = [f"{folder}/{name}" for name in _names_in(snapshot, folder) if name.endswith(suffix)]
        if files:
            yield from (name for name in sorted(files) if not is_test(name))
            return


def _module(snapshot: Snapshot, path: str, parts: list[str]) -> Iterator[str]:
    """Yield the file of a Rust module, seen from a file of the same crate."""
    folder = posixpath.dirname(path)
    is_root = posixpath.basename(path) in {"mod.rs", "lib.rs", "main.rs"}
    if parts[0] == "crate":
        folder = path.partition("/src/")[0] + "/src" if "/src/" in path else "src"
    elif parts[0] == "super" and is_root:
        folder = posixpath.dirname(folder)
    known = set(snapshot.list_folder(folder)) if folder else set(snapshot.list_paths())
    for size in range(len(parts), 1, -1):
        stem = posixpath.join(folder, *parts[1:size])
        for name in (f"{stem}.rs", f"{stem}/mod.rs"):
            if name in known:
                yield name
                return
