"""Kept out: which paths a person keeps from being captured and learned from, for good.

Owns what the entries of the setting `keep_out` mean: a glob is about the repository at hand; one that begins with `/`,
`~` or a drive is also about that place on the disk. A folder stands for everything in it, by whatever links one came
there; a checkout, for all its worktrees. Hook path where a person keeps anything out: light.
Neighbours: `capture.kept_out` finds such paths in what agents report.
"""

# pathlib would cost the hook more time than all of this module.
# ruff: noqa: PTH100, PTH111, PTH118
from __future__ import annotations

import os
import re
from collections.abc import Sequence

from standfast.code.globs import BadGlob, matches_any
from standfast.code.locate import find_checkout
from standfast.errors import ConfigError
from standfast.model.pattern import compile_later

_ABSOLUTE = compile_later(r"!?(?:[/\\]|~[/\\]|~$|[A-Za-z]:[/\\])")
_LITERAL = compile_later(r"[^*?\[{]*/")
_WILD = compile_later(r"[*?{},]+")
_ODD = compile_later(r"[\s\"'`<>|;&()\[\]=:!#]")  # signs at which a path ends for who reads a text
_ANY = "\uffff\uffff"  # a name that only a wildcard fits


class KeptOut:
    """What is kept out, as seen from a folder `where` of the repository at `root`."""

    def __init__(self, entries: Sequence[str], root: str, where: str) -> None:
        self._where = os.path.abspath(where)
        self._wheres = _real(where)
        self._roots = _real(root or where)
        self._mains = _mains(root) if root else ()
        globs = [entry.replace("\\", "/") for entry in entries]
        places = [place for entry in entries if _ABSOLUTE.match(entry) for place in _places(entry)]
        self._odd, self._bare = _odd_parts([*globs, *places]), _bare_names(globs)
        self._globs, self._places = _as_written(globs), _as_written(places)
        try:
            # Where a later entry lets something in again, only what is named path by path is out.
            lists = [item for item in (self._globs, self._places) if not any(glob.startswith("!") for glob in item)]
            self.everything = any(
                _fits(path, item) for item in lists for place in self._wheres for path in self._ways(place, item)
            )
            self.everything |= self._places in lists and any(
                _fits(path, self._places)
                for place in (*self._roots, *self._mains)
                for path in self._ways(place, self._places)
            )
        except BadGlob as error:
            hint = "Fix keep_out in the configuration: nothing is captured meanwhile."
            raise ConfigError(f"keep_out: {error}.", hint=hint, code="bad-setting") from None

    def covers(self, path: str, *, resolve: bool = False) -> bool:
        """Tell whether a file or folder is kept out; `resolve` looks at the disk for where links lead."""
        if self.everything:
            return True
        plain = os.path.expanduser(path) if path.startswith("~") else path
        bases = (*self._wheres, *self._roots)
        found = list(dict.fromkeys(os.path.normpath(os.path.join(base, plain)) for base in bases))
        found += [os.path.realpath(item) for item in found] if resolve else []
        return any(
            _fits(way, globs)
            for globs in (self._globs, self._places)
            for item in found
            for way in self._ways(item, globs)
        )

    def is_told(self, text: str) -> bool:
        """Tell whether a text has what no reader of paths finds: a name with spaces or brackets, or a plain word.

        A word is told as programs print the names of files: as a line of its own, before a colon, or in quotes.
        """
        if any(part in text for part in self._odd):
            return True
        return any(name in text for name in self._bare) and bool(re.search(self._lines_of_bare(), text))

    def _lines_of_bare(self) -> str:
        names = "|".join(map(re.escape, self._bare))
        return rf"(?m)^[ \t]{{0,8}}(?:{names})(?=:|[ \t\r]{{0,8}}$)|(?:==> |[\"'`])(?:{names})(?= <==|[\"'`])"

    def at(self, path: str) -> str:
        """Return a path as it is on the disk, from the folder at hand."""
        return os.path.join(self._where, path)

    def _ways(self, path: str, globs: tuple[str, ...]) -> list[str]:
        """Return a path as the globs write it: from the root of the repository, or from that of the disk.

        On the disk, a file of a worktree is also what it is in the main one.
        """
        roots = [root for root in self._roots if path == root or path.startswith(root.rstrip(os.sep) + os.sep)]
        below = [os.path.relpath(path, root) for root in roots]
        if globs is not self._places:
            return [_slashed(item) for item in below]
        found = (path, *(os.path.normpath(os.path.join(main, item)) for main in self._mains for item in below))
        return [_slashed(item).lstrip("/") for item in dict.fromkeys(found)]


def _real(place: str) -> tuple[str, ...]:
    """Return a place as it is written and where links lead, each once."""
    return tuple(dict.fromkeys((os.path.abspath(place), os.path.realpath(place))))


def _mains(root: str) -> tuple[str, ...]:
    """Return where the main worktree of a checkout is, where that is another; of a bare repository, its own folder."""
    place = find_checkout(root)
    if place is None or place.git_dir == place.common_dir:
        return ()
    folder, name = os.path.split(place.common_dir.rstrip(os.sep))
    return _real(folder if name == ".git" else place.common_dir)


def _as_written(globs: Sequence[str]) -> tuple[str, ...]:
    """Return globs and, beside each with brackets, what it means where they are part of a name: `pages/[client]`."""
    return tuple(
        item
        for glob in globs
        for item in dict.fromkeys((glob, glob.replace("[", "\\[").replace("]", "\\]") if "[" in glob[1:] else glob))
    )


def _odd_parts(globs: Sequence[str]) -> tuple[str, ...]:
    """Return of each glob the longest part that is written out and has a sign at which paths seem to end."""
    found = []
    for glob in globs:
        plain = "" if glob.startswith("!") else glob.removeprefix("./")
        parts = [part.strip("/") for part in _WILD.split(plain[2:] if plain[1:2] == ":" else plain)]
        odd = [part for part in parts if _ODD.search(part)]
        found += [max(odd, key=len)] if odd else []
    return tuple(dict.fromkeys(part for part in found if len(part) > 2))


def _bare_names(globs: Sequence[str]) -> tuple[str, ...]:
    """Return the globs that are one plain word."""
    return tuple(name for glob in globs if (name := glob.strip("/")).replace("_", "").replace("-", "").isalnum())


def _fits(path: str, globs: tuple[str, ...]) -> bool:
    """Tell whether globs take a path, or whatever may be in it."""
    below = _ANY if path == "." else f"{path}/{_ANY}"
    return bool(globs) and (matches_any(path, globs) or matches_any(below, globs))


def _places(entry: str) -> list[str]:
    """Return an entry about a place on the disk as globs: as it is written, and where links lead."""
    sign, plain = ("!", entry[1:]) if entry.startswith("!") else ("", entry)
    path = _slashed(os.path.expanduser(plain)).rstrip("/")
    literal = _LITERAL.match(f"{path}/")
    fixed = literal[0] if literal else ""
    real = _slashed(os.path.realpath(fixed)).rstrip("/")
    return [f"{sign}/{item.strip('/')}" for item in dict.fromkeys((path, f"{real}/{path[len(fixed) :]}".rstrip("/")))]


def _slashed(path: str) -> str:
    return path.replace("\\", "/") if os.sep == "\\" else path
