"""Patches: the three text forms agents send, applied to the overlay.

Owns `*** Begin Patch` envelopes, unified diffs, and search-and-replace blocks. Each becomes chunks of old lines and new
lines; a chunk is placed where its old lines stand, exactly or but for spaces at line ends, as the tools themselves do.
A chunk that fits nowhere is left out: the tool would refuse it too.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from standfast.guard.proposed.overlay import Overlay

_SEARCH = re.compile(
    r"^(?:<{5,}|-{5,}) SEARCH>?\n(?P<old>.*?)(?:^)={5,}\n(?P<new>.*?)(?:^)(?:>{5,}|\+{5,}) REPLACE",
    re.MULTILINE | re.DOTALL,
)


class Chunk(NamedTuple):
    """Old lines, the new lines in their place, and a line to look for first."""

    old: list[str]
    new: list[str]
    heading: str = ""


def apply_patch(text: str, overlay: Overlay, *, path: str | None = None) -> None:
    """Apply a patch in any of the three forms; `path` is the file for forms that do not name one."""
    text = text.replace("\r\n", "\n")
    if "*** Begin Patch" in text or text.lstrip().startswith(("*** Update File:", "*** Add File:", "*** Delete File:")):
        _envelope(text.split("\n"), overlay)
    elif path is not None and " SEARCH" in text and " REPLACE" in text:
        chunks = [Chunk(_lines(match["old"]), _lines(match["new"])) for match in _SEARCH.finditer(text)]
        _update(overlay, path, chunks)
    elif "@@" in text:
        _unified(text.split("\n"), overlay, path)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _envelope(lines: list[str], overlay: Overlay) -> None:
    at = 0
    while at < len(lines):
        verb, _, path = lines[at].partition(":")
        at += 1
        path = path.strip()
        if verb == "*** Delete File":
            overlay.delete(path)
        elif verb in {"*** Add File", "*** Update File"}:
            end = at
            while end < len(lines) and not re.match(r"\*\*\* (?:Add|Update|Delete) File:|\*\*\* End Patch", lines[end]):
                end += 1
            body = lines[at:end]
            at = end
            if verb == "*** Add File":
                added = [line[1:] for line in body if line.startswith("+")]
                overlay.write(path, "\n".join(added) + ("\n" if added else ""))
            else:
                _update_file(path, body, overlay)


def _update_file(path: str, body: list[str], overlay: Overlay) -> None:
    target = path
    if body and body[0].startswith("*** Move to:"):
        target = body.pop(0).partition(":")[2].strip()
    _update(overlay, path, _chunks(body))
    if target != path:
        overlay.move(path, target)


def _chunks(body: list[str]) -> list[Chunk]:
    chunks: list[Chunk] = []
    for line in body:
        if line.startswith("@@"):
            chunks.append(Chunk([], [], _heading(line)))
            continue
        if line.startswith(("*** ", "\\")):
            continue
        if not chunks:
            chunks.append(Chunk([], []))
        if line[:1] in {" ", "-", ""}:
            chunks[-1].old.append(line[1:])
        if line[:1] in {" ", "+", ""}:
            chunks[-1].new.append(line[1:])
    return [_without_trailing_blank(chunk) for chunk in chunks if chunk.old or chunk.new]


def _without_trailing_blank(chunk: Chunk) -> Chunk:
    """Drop the empty line that splitting a patch leaves at its end."""
    if chunk.old and chunk.new and chunk.old[-1] == chunk.new[-1] == "":
        return Chunk(chunk.old[:-1], chunk.new[:-1], chunk.heading)
    return chunk


def _heading(line: str) -> str:
    """Return the line a chunk says it stands under; in a unified diff that is a guess of Git's, so it is not used."""
    return "" if re.match(r"@@ -\d", line) else line[2:].strip().removesuffix("@@").strip()


def _unified(lines: list[str], overlay: Overlay, path: str | None) -> None:
    """Split a unified diff into files, each with its chunks."""
    old_path = new_path = path or ""
    body: list[str] = []
    for number, line in enumerate(lines):
        follows = lines[number + 1] if number + 1 < len(lines) else ""
        if line.startswith("--- ") and follows.startswith("+++ "):
            _unified_file(overlay, old_path, new_path, body)
            old_path, new_path, body = _diff_path(line), _diff_path(follows), []
        elif line.startswith(("+++ ", "diff --git ", "index ")) and not body:
            continue
        elif line.startswith("diff --git "):
            _unified_file(overlay, old_path, new_path, body)
            old_path = new_path = path or ""
            body = []
        elif body or line.startswith("@@"):
            body.append(line)
    _unified_file(overlay, old_path, new_path, body)


def _diff_path(line: str) -> str:
    name = line[4:].split("\t", 1)[0].strip().strip('"')
    return "" if name == "/dev/null" else re.sub(r"^[abiwco]/", "", name)


def _unified_file(overlay: Overlay, old: str, new: str, body: list[str]) -> None:
    if not body or not (old or new):
        return
    if not new:
        overlay.delete(old)
    elif not old:
        overlay.write(new, "\n".join(line[1:] for line in body if line.startswith("+")) + "\n")
    else:
        _update(overlay, old, _chunks(body))
        if old != new:
            overlay.move(old, new)


def _update(overlay: Overlay, path: str, chunks: list[Chunk]) -> None:
    text = overlay.read(path)
    if text is None:
        return
    lines = text.replace("\r\n", "\n").split("\n")
    cursor = 0
    changed = False
    for chunk in chunks:
        start = cursor
        if chunk.heading:
            under = _place(lines, [chunk.heading], cursor)
            start = cursor if under is None else under + 1
        at = _place(lines, chunk.old, start) if chunk.old else _end(lines)
        if at is None and start:
            at = _place(lines, chunk.old, 0)
        if at is not None:
            lines[at : at + len(chunk.old)] = chunk.new
            cursor = at + len(chunk.new)
            changed = True
    if changed:
        overlay.write(path, "\n".join(lines))


def _end(lines: list[str]) -> int:
    return len(lines) - 1 if lines and lines[-1] == "" else len(lines)


def _place(lines: list[str], wanted: list[str], start: int) -> int | None:
    """Return where the wanted lines stand, exactly, then but for trailing spaces, then but for indentation."""
    for shape in (str, str.rstrip, str.strip):
        shaped = [shape(line) for line in wanted]
        first = shaped[0]
        for at in range(start, len(lines) - len(shaped) + 1):
            if shape(lines[at]) == first and [shape(line) for line in lines[at : at + len(shaped)]] == shaped:
                return at
    return None
