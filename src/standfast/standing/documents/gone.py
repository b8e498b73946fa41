"""What is gone: which commit took a path away, and whether a state of the repository defined a name.

Every path that a history ever lost is read from Git in one walk: one for each would take minutes in a large repository.
What there is no time for is not known. A name that is imported, called or quoted is not defined; lines of `git grep`
are read without a parser, as files of long ago in any language must be. Neighbours: `instructions.py` (asks),
`lookup.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property

from standfast.code.git import Git, decode
from standfast.errors import StandfastError

DOCUMENTS = (":(exclude)*.md", ":(exclude)*.mdx", ":(exclude)*.mdc", ":(exclude)*.rst", ":(exclude)*.txt",
              ":(exclude,glob)**/CHANGE*", ":(exclude,glob)**/.cursorrules")  # fmt: skip

_COMMIT = "\x01"
_WALK_S = 20.0


_KEYWORDS = (
    r"def|class|function|func|fn|const|let|var|val|struct|enum|interface|type|trait|module|macro_rules!|#define|object"
    r"|record|protocol|extension|namespace|table|view|message|service|rpc|alias|defp|defmodule|typedef"
)
_TYPES = r"class|struct|enum|interface|type|trait|object|record|protocol|defmodule|module"
_MODIFIERS = (
    r"pub(?:\([^)\n]{0,40}\))?|public|private|protected|internal|static|readonly|export|default|final|override|abstract"
    r"|async|virtual|mut|declare|const|let|var|val|self\.|this\.|@|\"|'|-\s"
)
_CALLS = re.compile(
    r"\b(?:return|await|new|throw|yield|else|not|in|and|or|if|elif|assert|case|print|raise|import|from|use|go|defer"
    r"|while|when|until|unless|is|with|do|delete|typeof|lambda|match)\b"
)
_DATA = tuple(f":(exclude)*.{end}" for end in ("lock", "snap", "svg", "csv", "map", "ipynb", "min.js", "po", "xml"))
_LONGEST = 400  # characters of a line
_MOST_LINES = 4_000
_TYPED = re.compile(r"\s*(?P<first>[\w<>\[\],.&*:?]+)(?:\s+[\w<>\[\],.&*:?]+){0,3}\s*[\s*&]$")


class Deletions:
    """The commits that deleted paths, as one text: a line for each path, newest first, with a slash at both ends."""

    def __init__(self, git: Git) -> None:
        self._git = git

    @cached_property
    def _read(self) -> tuple[str, list[int], list[tuple[str, int]]]:
        command = ["log", f"--format={_COMMIT}%H %ct", "--diff-filter=D", "--no-renames", "--name-only", "HEAD"]
        said = ""
        with suppress(StandfastError):
            said = decode(self._git.ask(*command, timeout_s=_WALK_S).out)
        parts, starts, commits = ["\n"], list[int](), list[tuple[str, int]]()
        length = 1
        for entry in said.split(_COMMIT)[1:]:
            head, _, names = entry.partition("\n")
            sha, _, when = head.partition(" ")
            lines = "".join(f"/{name}/\n" for name in names.split("\n") if name)
            if lines:
                starts.append(length)
                commits.append((sha, int(when or 0)))
                parts.append(lines)
                length += len(lines)
        return "".join(parts), starts, commits

    def find(self, *spots: str, anywhere: str = "") -> list[tuple[str, int]]:
        """Return the last two commits, with their times, that deleted one of these, or what was in such a folder.

        `anywhere`: a path that may have been below any folder.
        """
        text, starts, commits = self._read
        needles = [f"\n/{spot}/" for spot in spots] + ([f"/{anywhere}/"] if anywhere else [])
        places = {place for needle in needles for place in _first_two(text, needle, starts)}
        return [commits[place] for place in sorted(places)[:2]]


def _first_two(text: str, needle: str, starts: list[int]) -> Iterator[int]:
    """Yield the numbers of the first two commits in whose lines a text stands."""
    at, last, found = 0, -1, 0
    while found < 2 and (at := text.find(needle, at)) >= 0:
        place = bisect_right(starts, at + 1) - 1
        if place != last:
            yield place
            last, found = place, found + 1
        at += 1


def list_defined(git: Git, commit: str, names: Iterable[str]) -> set[str]:
    """List those of some names that the code of a commit defines, all with one search; of the environment, reads."""
    wanted = sorted(set(names))
    patterns = [part for name in wanted for part in ("-e", name)]
    try:
        answer = git.ask("grep", "-h", "-I", "-w", "-F", *patterns, commit, "--", ".", *DOCUMENTS, *_DATA, globs=True)
    except StandfastError:
        return set()
    found: set[str] = set()
    for line in decode(answer.out).split("\n")[:_MOST_LINES]:
        fresh = (name for name in wanted if name in line and name not in found)
        found.update(name for name in fresh if name.isupper() or is_defined(name, line))
    return found


def is_defined(name: str, line: str) -> bool:
    """Tell whether a line of code introduces a name: a definition, a field, a key, a constant, a method.

    A word of the language with a capital ("Database") is also a heading, a key and a label: of such only types count.
    """
    line = line[:_LONGEST]
    if name.isalpha() and name.istitle():
        return re.search(rf"(?:^|[^\w$-])(?:{_TYPES})\s+{name}(?![\w$-])", line) is not None
    for match in re.finditer(rf"(?<![\w$]){re.escape(name)}(?![\w$])", line):
        before, after = line[: match.start()], line[match.end() :]
        if re.search(rf"(?:^|[^\w$])(?:{_KEYWORDS})\s+(?:\([^)\n]{{0,80}}\)\s*)?[*&\"']?$", before, re.IGNORECASE):
            return True
        led = re.fullmatch(rf"\s*(?:(?:{_MODIFIERS})\s*)*", before) is not None
        if led and re.match(r"[\"']?\s*+[?!]?\s*+(?::(?!:)|=(?![=>]))", after):
            return True
        if led and re.match(r"\s*\([^()\n]{0,200}\)\s*(?:\{|:|->)", after):
            return True  # a method without a keyword
        if led and before.strip() == "" and re.fullmatch(r"\s+[\w\[\]*.]+(?:\s+`[^`\n]*`)?\s*(?://.*)?;?", after):
            return True  # a field of Go, or a column of SQL
        typed = _TYPED.fullmatch(before) if re.match(r"\s*[(;=]", after) else None
        if typed is not None and _CALLS.search(before) is None:
            return True
    return False
