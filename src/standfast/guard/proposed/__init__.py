"""Proposed edits: what files would hold after an agent's tool call, computed without touching the disk.

Owns the way from a tool call's input to a `Change`. Calls are known by the shape of their input, not by an agent's
name: replace, several replaces, write, insert, patch, shell command. What cannot be computed is left out, and the gate
at commit time sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from standfast.guard.change import ChangeSet, edit
from standfast.guard.proposed.overlay import Overlay
from standfast.model.session import COMMAND_KEYS

_PATHS = (
    "file_path",
    "filePath",
    "path",
    "target_file",
    "targetFile",
    "TargetFile",
    "file",
    "filename",
    "absolute_path",
)
_OLD = ("old_string", "oldString", "old_str", "oldText", "old_text", "TargetContent", "search")
_NEW = ("new_string", "newString", "new_str", "newText", "new_text", "ReplacementContent", "replace")
_WHOLE = ("content", "contents", "file_text", "fileText", "CodeContent", "text")
_PATCH = ("patch", "patchText", "patch_text", "diff", "input")
_EDITS = ("edits", "replacements", "ReplacementChunks", "changes", "operations", "files")


def proposed_change(tool_input: Any, *, root: Path, cwd: Path | None = None) -> ChangeSet | None:
    """Return the change a tool call would make inside `root`, or None when it makes none that can be seen."""
    overlay = Overlay(root, cwd or root)
    if isinstance(tool_input, str):
        tool_input = {"patch": tool_input}
    if not hasattr(tool_input, "get"):
        return None
    _apply(tool_input, overlay)
    pairs, moved, deleted = overlay.result()
    return edit(pairs, moved=moved, deleted=deleted) if pairs or deleted else None


def _apply(tool_input: Mapping[str, Any], overlay: Overlay) -> None:
    path = _text(tool_input, _PATHS)
    command = _first(tool_input, COMMAND_KEYS)
    if command is not None and _text(tool_input, (*_OLD, *_NEW)) is None:
        if command in _SUBCOMMANDS:  # an editor tool that names its verb `command`
            _edit_file(tool_input, path, overlay)
            return
        from standfast.guard.proposed.shell import run_command

        run_command(command, overlay)
        return
    _edit_file(tool_input, path, overlay)


_SUBCOMMANDS = ("create", "str_replace", "insert", "view", "undo_edit", "write", "edit")


def _edit_file(tool_input: Mapping[str, Any], path: str | None, overlay: Overlay) -> None:
    edits = _first(tool_input, _EDITS)
    old, new, whole = _text(tool_input, _OLD), _text(tool_input, _NEW), _text(tool_input, _WHOLE)
    patch = _text(tool_input, _PATCH)
    if isinstance(edits, list):
        for item in edits:
            if hasattr(item, "get"):
                _edit_file(item, _text(item, _PATHS) or path, overlay)
    elif patch is not None and new is None and whole is None:
        from standfast.guard.proposed.patch import apply_patch

        apply_patch(patch, overlay, path=path)
    elif path is None:
        return
    elif new is not None and "insert_line" in tool_input:
        _insert(overlay, path, tool_input["insert_line"], new)
    elif isinstance(tool_input.get("insert_text"), str) and "insert_line" in tool_input:
        _insert(overlay, path, tool_input["insert_line"], tool_input["insert_text"])
    elif new is not None:
        everywhere = bool(_first(tool_input, ("replace_all", "replaceAll", "AllowMultiple", "allow_multiple")))
        replace(overlay, path, old or "", new, everywhere=everywhere)
    elif whole is not None:
        overlay.write(path, whole)


def _first(mapping: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((mapping[name] for name in names if mapping.get(name) is not None), None)


def _text(mapping: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((mapping[name] for name in names if isinstance(mapping.get(name), str)), None)


def replace(overlay: Overlay, path: str, old: str, new: str, *, everywhere: bool) -> None:
    """Replace text in a file as editor tools do; line ends may differ between the file and the text."""
    text = overlay.read(path)
    if text is None or not old:
        if not text:
            overlay.write(path, new)
        return
    if old not in text and "\r\n" in text:
        text = text.replace("\r\n", "\n")
    if old in text:
        overlay.write(path, text.replace(old, new) if everywhere else text.replace(old, new, 1))


def _insert(overlay: Overlay, path: str, line: Any, new: str) -> None:
    text = overlay.read(path)
    if text is not None and isinstance(line, int):
        lines = text.split("\n")
        at = max(0, min(line, len(lines)))
        overlay.write(path, "\n".join([*lines[:at], *new.removesuffix("\n").split("\n"), *lines[at:]]))
