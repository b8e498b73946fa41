"""Instruction files of agents and teams: one finding per rule, its heading as the title, its folder as the scope.

Knows the names of such files, not the agents that read them. Neighbours: `markdown.py`, `kinds.py`.
"""

from __future__ import annotations

import re
from posixpath import basename, dirname

from standfast.capture.importers.finding import Finding
from standfast.capture.importers.kinds import kind_of
from standfast.capture.importers.markdown import Block, own_words, split_blocks, split_front

MOST = 200  # findings of one file
_TEXT = 4_000
_TITLE = 160
_PREAMBLE = re.compile(
    r"^(this (file|document) (provides|contains|gives|is|describes)\b.*\b(guidance|instructions|context|rules)\b"
    r"|see @?\S+$|@\S+$|!?\[[^\]]*\]\([^)]*\)$)",
    re.IGNORECASE | re.DOTALL,
)
_BRACES = re.compile(r"\{([^{}]*)\}")
_GLOBS = ("globs", "applyto", "paths")


def read_instructions(path: str, text: str, *, usual: str = "", everywhere: bool = False) -> list[Finding]:
    """Return the rules of an instruction file, in its own words and order; `everywhere`: its folder is no scope."""
    front, body = split_front(own_words(text))
    paths = scope_of("" if everywhere else path, front)
    title = " ".join(front.get("description", ())) if basename(path).endswith((".mdc", ".instructions.md")) else ""
    found: dict[tuple[str, str], Finding] = {}
    blocks = split_blocks(body)
    tops = {block.headings[0] for block in blocks if block.headings}
    named = len(tops) == 1 and body.lstrip().startswith(("# ", next(iter(tops))))
    for block in blocks:
        finding = _finding(path, block, paths, title, usual, named=named)
        if finding:
            found.setdefault((finding.title, finding.text), finding)
    return list(found.values())[:MOST]


def _finding(path: str, block: Block, paths: tuple[str, ...], title: str, usual: str, *, named: bool) -> Finding | None:
    text = shorten(block.text, _TEXT)
    if len(text.split()) < 2 or len(text) < 8 or _PREAMBLE.match(text) or text.endswith(":"):
        return None
    if block.kind == "code" and not block.headings:
        return None
    kind = kind_of(text, (*block.headings, block.lead), steps=block.kind == "steps", usual=usual)
    return Finding(path, text, kind, title=_title(block, title, named=named), paths=paths)


def _title(block: Block, title: str, *, named: bool) -> str:
    """Return the headings a block stands under; the first is left out where it is the name of the whole file."""
    trail = block.headings[1:] if named else block.headings
    parts = [part for part in (*trail, block.lead) if part] or [title]
    return " › ".join(part.strip("*_` ") for part in parts)[-_TITLE:]


def scope_of(path: str, front: dict[str, list[str]]) -> tuple[str, ...]:
    """Return the globs a file's rules are for: what its front matter says, else the folder it lies in."""
    home = _home(path)
    globs = [glob for key in _GLOBS for glob in front.get(key, ())]
    always = front.get("alwaysapply", ["false"])[:1] == ["true"]
    if globs and not always:
        if {"**", "*", "**/*", "/"} & set(globs):
            return (f"{home}/**",) if home else ()
        return tuple(dict.fromkeys(joined for glob in globs for joined in _joined(home, glob)))
    return (f"{home}/**",) if home else ()


def _home(path: str) -> str:
    """Return the folder whose code a file is about; folders of tools stand for the folder they lie in."""
    folder = dirname(path)
    parts = folder.split("/") if folder else []
    for place, part in enumerate(parts):
        if part.startswith("."):
            return "/".join(parts[:place])
    return "" if parts == ["docs"] and basename(path).upper().startswith("CONTRIBUTING") else folder


def _joined(home: str, glob: str) -> list[str]:
    """Return a glob as scopes write it: from the top of the repository, braces spelled out, `*` for any depth."""
    match = _BRACES.search(glob)
    if match:
        parts = [glob[: match.start()] + one.strip() + glob[match.end() :] for one in match[1].split(",")[:20]]
        return [joined for part in parts for joined in _joined(home, part)]
    plain = glob.removeprefix("./").removeprefix("/").removeprefix("**/")
    if not plain or not plain.isprintable() or "," in plain:
        return []
    return [f"{home}/{plain}" if home else plain]


def shorten(text: str, most: int) -> str:
    """Return a text cut at the end of a line or sentence when it is too long."""
    plain = text.strip()
    if len(plain) <= most:
        return plain
    cut = plain[:most]
    end = max(cut.rfind("\n"), cut.rfind(". ") + 1)
    return cut[: end if end > most // 2 else most].rstrip() + " …"
