"""A block in an instruction file (AGENTS.md, CLAUDE.md, GEMINI.md, a Cursor rule), kept between two markers.

Owns those markers and what stands between them; every other byte of the file is somebody else's. Neighbours: `folder`
knows where the memories are that the block points to. Must not choose the memories: the verb does.
After a memory changed, `refresh_blocks` makes what is quoted of it follow at once; light where there is no block.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from standfast.code.locate import find_checkout
from standfast.context.context import Context
from standfast.errors import Refused, StandfastError
from standfast.mirror.book import Book
from standfast.model.value import Value
from standfast.text.lines import without_break

BEGIN = "<!-- standfast:memory:begin (kept by `standfast mirror block`; edits in here are lost) -->"
END = "<!-- standfast:memory:end -->"
_BEGIN = "<!-- standfast:memory:begin"
FILES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursor/rules/standfast.mdc", ".github/copilot-instructions.md")
_RULE_HEAD = "---\ndescription: What this project decided\nalwaysApply: true\n---\n"
_LONGEST = 400


class Pinned(Value):
    """One line of the block: what a memory says, and the file that says more."""

    text: str
    path: str


def render_block(pinned: Sequence[Pinned], newline: str = "\n") -> str:
    """Return the block, markers included."""
    lines = [BEGIN, "## What this project decided", ""]
    lines += [f"- {_line(item)}" for item in pinned] or ["Nothing is pinned yet."]
    return newline.join([*lines, END])


def _line(pinned: Pinned) -> str:
    said = " ".join(pinned.text.split()).replace("<!--", "<! --").replace("-->", "-- >")
    short = said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"
    return f"{short} ([more]({pinned.path}))" if pinned.path else short


def put_block(text: str, pinned: Sequence[Pinned], *, name: str) -> str:
    """Return a file with the block up to date: in place where it stands, at the end where it is new."""
    newline = "\r\n" if "\r\n" in text else "\n"
    block = render_block(pinned, newline)
    found = find_block(text, name)
    if found:
        return text[: found[0]] + block + text[found[1] :]
    if not text:
        return (_RULE_HEAD if name.endswith(".mdc") else "") + block + newline
    lead = "" if text.endswith(newline * 2) else newline if text.endswith("\n") else newline * 2
    return text + lead + block + newline


def take_block(text: str, *, name: str) -> str:
    """Return a file without the block and the blank line that set it apart."""
    found = find_block(text, name)
    if not found:
        return text
    before, after = text[: found[0]], without_break(text[found[1] :])
    for blank in ("\r\n\r\n", "\n\n"):
        if before.endswith(blank) and not after.strip():
            before = before[: -len(blank) // 2]
    return before + after


def has_block(text: str) -> bool:
    """Tell whether a file carries a block of ours, be it damaged."""
    return _BEGIN in text or END in text


def find_block(text: str, name: str) -> tuple[int, int] | None:
    """Find the block; refuse a file in which it cannot be told where it ends."""
    start, stop = text.find(_BEGIN), text.find(END)
    if start < 0 and stop < 0:
        return None
    if start < 0 or stop < start or text.count(_BEGIN) > 1 or text.count(END) > 1:
        hint = "Remove what is left of the block by hand, then run it again."
        raise Refused(f"The markers in {name} are incomplete; nothing was changed.", hint=hint, code="bad-block")
    return start, stop + len(END)


def list_named(root: Path) -> list[str]:
    """Return the files in which a block may stand: those agents read, and those a person named."""
    place = find_checkout(str(root))
    noted = Book(Path(place.git_dir)).blocks if place else []
    return list(dict.fromkeys((*FILES, *noted)))


def refresh_blocks(context: Context) -> list[str]:
    """Bring the blocks of the checkout at hand up to date; return the files changed. Never in the way of a change."""
    root = context.here.root
    if root is None or not any(_has_block(root / name) for name in list_named(root)):
        return []
    from standfast.mirror.pinned import mirror_block

    try:
        return mirror_block(context)
    except (StandfastError, OSError):
        return []  # `mirror check` names what is behind


def _has_block(path: Path) -> bool:
    try:
        return has_block(path.read_text("utf-8", "replace"))
    except OSError:
        return False


def find_behind(context: Context, memory: str) -> str:
    """Return the mirror's file of a memory in the checkout at hand: it says what it said before a change."""
    root = context.here.root
    place = find_checkout(str(root)) if root is not None else None
    agreed = Book(Path(place.git_dir)).files.get(memory) if place else None
    return agreed.path if agreed is not None and agreed.path and Path(str(root), agreed.path).exists() else ""
