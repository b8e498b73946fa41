"""Which files an instruction file brings with it: those it includes by `@path`, those it links to, and its copies.

Owns reading `@path` as Claude Code, Gemini CLI and Qwen Code do: relative to the file that says it, not in code, a few
deep. Only names leave this module. Hook path: few files, none read further than `_MOST_BYTES`. Neighbour: `occasions`.
"""

from __future__ import annotations

# pathlib would cost the hook more time than all of this module.
# ruff: noqa: PTH113, PTH118, PTH120, PTH123
import os
import re

from standfast.model.pattern import compile_later

_TWINS = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
_DEEP = 5
_MOST_FILES = 24
_MOST_NAMED = 100  # places that one file includes
_MOST_BYTES = 1 << 16
_CODE = compile_later(
    r"^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)|\Z)|(?<!`)`{1,8}[^`\n]+`", re.MULTILINE | re.DOTALL
)
_INCLUDED = compile_later(r"(?:^|(?<=\s))@((?:\\ |[^\s`])+)")


def list_brought(root: str, name: str, *, follow: bool) -> list[str]:
    """List the files of a repository whose words an agent has read with one of the top, by their paths from the root.

    Those are what it links to, its copies for other agents, and, for an agent that does `follow`, what it includes;
    nothing outside the repository, and each once, so that a circle ends.
    """
    top = os.path.realpath(root)
    found: dict[str, None] = {}
    wave = [os.path.join(top, name), *(os.path.join(top, twin) for twin in _TWINS if _are_copies(top, name, twin))]
    for _ in range(_DEEP + 1 if follow else 1):
        fresh = [path for path in wave if _note(path, top, found)]
        wave = [other for path in fresh for other in _includes(path)] if follow else []
    return [path for path in found if path != name]


def _are_copies(top: str, name: str, other: str) -> bool:
    """Tell whether two files of the top are one, or say the same to the byte."""
    second = os.path.join(top, other)
    return name != other and os.path.isfile(second) and _read(second) == _read(os.path.join(top, name)) != b""


def _note(path: str, top: str, found: dict[str, None]) -> bool:
    """Note a file and what it links to; tell whether it is one of the repository that is new."""
    real = os.path.realpath(path)
    if not real.startswith(os.path.join(top, "")) or len(found) >= _MOST_FILES or not os.path.isfile(real):
        return False
    names = [os.path.relpath(item, top).replace(os.sep, "/") for item in (os.path.normpath(path), real)]
    is_new = names[1] not in found
    found.update(dict.fromkeys(item for item in names if not item.startswith("../")))
    return is_new


def _includes(path: str) -> list[str]:
    """List the places that a file includes, whether or not there is a file."""
    text = _read(path).decode("utf-8", "replace")
    if "@" not in text:
        return []
    named = [item.replace("\\ ", " ") for item in _INCLUDED.findall(_CODE.sub(" ", text))[:_MOST_NAMED]]
    folder = os.path.dirname(path)
    return [os.path.join(folder, item) for name in named for item in {name, name.rstrip(".,;:!?)")} if item]


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_MOST_BYTES)
    except OSError:
        return b""
