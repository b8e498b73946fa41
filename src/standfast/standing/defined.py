"""Which names a state of the repository defined: what a line of code introduces, not what it merely uses.

Owns: reading lines that `git grep` finds, without a parser: files of a commit of long ago in any language. A name that
is imported, called or quoted is not defined; of a name of another library nobody can say that it is gone. Must not:
look at the working tree. Neighbours: `instructions.py` (asks), `named.py` (what is there now).
"""

from __future__ import annotations

import re

from standfast.code.git import decode
from standfast.errors import StandfastError
from standfast.standing.named import DOCUMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.code.git import Git

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
