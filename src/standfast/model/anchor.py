"""Anchor: the code a memory is about, and the fingerprint of what was there.

Written `PATH`, `PATH::SYMBOL`, `PATH:10-20`, `commit:SHA`, `dep:NAME@RANGE`, `cmd:COMMAND`, `conf:FILE#KEY`, each
optionally `@COMMIT`. Parsing only; what the repository says about an anchor is for `standing` to find out.
"""

from __future__ import annotations

import re
from functools import lru_cache

from standfast.errors import ConfigError
from standfast.model.pattern import compile_later
from standfast.model.value import Value

_COMMIT = compile_later(r"(?P<rest>.+)@(?P<commit>[0-9a-fA-F]{7,64})")
_LINES = compile_later(r"(?P<path>.+):(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?")
_SHA = compile_later(r"[0-9a-fA-F]{4,64}")
_LONGEST = 1000
_HINT = "Write PATH, PATH::SYMBOL, PATH:10-20, commit:SHA, dep:NAME@RANGE, cmd:COMMAND or conf:FILE#KEY."

PLACES = frozenset(("path", "symbol", "lines"))
"""The kinds of anchors that are a place in a file."""


class Anchor(Value):
    """One place: `kind` is path, symbol, lines, commit, dep, cmd or conf; unused parts are empty.

    `target` is the path for path, symbol, lines and conf, and the name otherwise; `detail` is the symbol, version
    range or key.
    """

    kind: str
    target: str
    detail: str = ""
    first: int = 0
    last: int = 0
    commit: str = ""

    @property
    def path(self) -> str:
        """The file it is in, or nothing."""
        return self.target if self.kind in {"path", "symbol", "lines", "conf"} else ""

    def __str__(self) -> str:
        text = {
            "path": self.target,
            "symbol": f"{self.target}::{self.detail}",
            "lines": f"{self.target}:{self.first}-{self.last}",
            "commit": f"commit:{self.target}",
            "dep": f"dep:{self.target}" + (f"@{self.detail}" if self.detail else ""),
            "cmd": f"cmd:{self.target}",
            "conf": f"conf:{self.target}#{self.detail}",
        }[self.kind]
        return f"{text}@{self.commit}" if self.commit else text


class Fingerprint(Value):
    """What was there when the memory was anchored: hashes and places, never source text.

    `data` is `standing`'s own compact, versioned description; nothing else reads it.
    """

    scheme: str
    commit: str
    data: str


def clean_path(path: str) -> str:
    """Return a repository path with forward slashes and no leading `./`; refuse what leaves the repository."""
    text = path.strip().replace("\\", "/")
    while text.startswith("./"):
        text = text[2:]
    if not text or text.startswith("/") or re.match(r"[A-Za-z]:/", text) or ".." in text.split("/") or "\0" in text:
        raise ConfigError(f"{path!r} is not a path inside the repository.", hint=_HINT, code="bad-anchor")
    return text.rstrip("/")


@lru_cache(maxsize=4096)
def parse_anchor(text: str) -> Anchor:
    """Read an anchor as people write it; kept, because history names the same paths over and over."""
    body, commit = text.strip(), ""
    if not body.isprintable() or len(body) > _LONGEST:
        # A line break in a name would stand outside the fence that quotes the memory.
        raise ConfigError(f"{text[:80]!r} is not an anchor.", hint=_HINT, code="bad-anchor")
    if not body.startswith(("dep:", "cmd:")) and (match := _COMMIT.fullmatch(body)):
        body, commit = match["rest"], match["commit"].lower()
    word, _, value = body.partition(":")
    if word == "commit" and _SHA.fullmatch(value):
        return Anchor("commit", value.lower(), commit=commit)
    if word == "dep" and value:
        start = 1 if value.startswith("@") else 0  # scoped npm names start with @
        name, _, wanted = value[start:].partition("@")
        return Anchor("dep", value[:start] + name, wanted)
    if word == "cmd" and value.strip():
        return Anchor("cmd", value.strip())
    if word == "conf" and "#" in value:
        target, _, key = value.partition("#")
        return Anchor("conf", clean_path(target), key, commit=commit)
    if "::" in body:
        target, _, symbol = body.partition("::")
        if symbol.strip():
            return Anchor("symbol", clean_path(target), symbol.strip(), commit=commit)
    if match := _LINES.fullmatch(body):
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if 0 < first <= last:
            return Anchor("lines", clean_path(match["path"]), first=first, last=last, commit=commit)
    if not body or word in {"commit", "dep", "cmd", "conf"}:
        raise ConfigError(f"{text!r} is not an anchor.", hint=_HINT, code="bad-anchor")
    return Anchor("path", clean_path(body), commit=commit)
