"""Editing JSON and JSONC text: add a member or an item in the file's own style, and take it out to the byte.

Owns `insert` and `remove` for `JsonEntry`, `JsonDefault` and `JsonItem`. Additions go to the end of their container:
the order of what is already there carries meaning (Codex ties its trust in a hook to the hook's position).
Neighbours: `jsontree` (positions), `files` (which edits go into which file).
"""

from __future__ import annotations

import json
from typing import Any

from standfast.agents.edit.document import Malformed, newline_of, splice
from standfast.agents.edit.jsontree import Node, read, value_of
from standfast.agents.edit.kinds import JsonDefault, JsonEntry, JsonItem, Piece

Json = JsonEntry | JsonDefault | JsonItem
INDENT = "  "


def insert(text: str, edit: Json) -> tuple[str, Piece | None]:
    """Carry out one edit; the piece is None when the file already says so."""
    root = read(text)
    if root is None:
        return begin(text, edit)
    if root.kind != "object":
        raise Malformed("an object was expected, and the file holds something else")
    node, depth = descend(text, root, edit.keys)
    if depth == len(edit.keys):
        if isinstance(edit, JsonItem):
            return into_list(text, node, edit)
        return in_place(text, node, edit)
    piece = Piece(
        "default" if isinstance(edit, JsonDefault) else "item" if isinstance(edit, JsonItem) else "entry",
        edit.keys,
        edit.mark if isinstance(edit, JsonItem) else "",
        made=[edit.keys[:length] for length in range(depth + 1, len(edit.keys) + isinstance(edit, JsonItem))],
    )
    if isinstance(edit, JsonDefault):
        piece.beside = [slot.key for slot in node.slots if slot.key is not None]
    value: Any = [edit.value] if isinstance(edit, JsonItem) else edit.value
    for key in reversed(edit.keys[depth + 1 :]):
        value = {key: value}
    return append(text, node, edit.keys[:depth], piece, value, key=edit.keys[depth]), piece


def begin(text: str, edit: Json) -> tuple[str, Piece]:
    """Write the first object of a file that has none, after whatever comments it holds."""
    end = newline_of(text)
    lead = "" if not text or text.endswith("\n") else end
    made, piece = insert("{}", edit)
    assert piece is not None
    piece.lead = lead
    piece.made.insert(0, ())
    return text + lead + made.replace("\n", end) + end, piece


def descend(text: str, root: Node, keys: tuple[str, ...]) -> tuple[Node, int]:
    """Follow keys as far as they exist; every one but the last must lead into an object."""
    node = root
    for depth, key in enumerate(keys):
        if node.kind != "object":
            place = ".".join(keys[:depth])
            raise Malformed(f"{place} is not an object there: {text[node.start : node.end][:40]}")
        index = node.find(key)
        if index is None:
            return node, depth
        node = node.slots[index].node
    return node, len(keys)


def in_place(text: str, node: Node, edit: JsonEntry | JsonDefault) -> tuple[str, Piece | None]:
    """Replace the value of a member that is already there."""
    if isinstance(edit, JsonDefault) or value_of(text, node) == edit.value:
        return text, None
    shown = dumped(edit.value, text, node.start, flat=is_flat(text, node) and bool(node.slots))
    piece = Piece("entry", edit.keys, previous=text[node.start : node.end])
    return splice(text, (node.start, node.end, shown)), piece


def into_list(text: str, node: Node, edit: JsonItem) -> tuple[str, Piece | None]:
    """Append our item to a list, or renew the one that is there."""
    if node.kind != "list":
        raise Malformed(f"{'.'.join(edit.keys)} is not a list there: {text[node.start : node.end][:40]}")
    for slot in node.slots:
        found = value_of(text, slot.node)
        if not is_ours(found, edit.mark):
            continue
        if found == edit.value:
            return text, None
        if not only_ours(found, edit.mark):
            raise Malformed(
                f"{'.'.join(edit.keys)} holds our hook together with somebody else's",
                hint="Move the other hook into an entry of its own, then run setup again.",
            )
        shown = dumped(edit.value, text, slot.start, flat=is_flat(text, slot.node))
        piece = Piece("item", edit.keys, edit.mark, previous=text[slot.node.start : slot.node.end])
        return splice(text, (slot.node.start, slot.node.end, shown)), piece
    piece = Piece("item", edit.keys, edit.mark)
    return append(text, node, edit.keys, piece, edit.value), piece


def append(text: str, node: Node, path: tuple[str, ...], piece: Piece, value: Any, *, key: str | None = None) -> str:
    """Put a value at the end of a container, in the style of its neighbours."""
    end = newline_of(text)
    flat = is_flat(text, node) and not node.line_comment
    tight = flat and is_tight(text)
    inside = child_indent(text, node)
    shown = dumped(value, text, node.start, flat=flat, tight=tight, indent=inside)
    if key is not None:
        shown = json.dumps(key, ensure_ascii=False) + (":" if tight else ": ") + shown
    lead = ("" if tight or not node.slots else " ") if flat else end + inside
    tail = ""
    if node.slots and node.slots[-1].comma >= 0:
        tail = ","
    elif not node.slots:
        piece.inner[json.dumps(path)] = text[node.start + 1 : node.end - 1]
        if not flat and "\n" not in text[node.last : node.end]:
            tail = end + line_indent(text, node.start)
    if node.slots and node.slots[-1].comma < 0:
        after = node.slots[-1].node.end
        if after == node.last:
            return splice(text, (after, after, "," + lead + shown))
        return splice(text, (after, after, ","), (node.last, node.last, lead + shown))
    return splice(text, (node.last, node.last, lead + shown + tail))


def remove(text: str, pieces: list[Piece]) -> str:
    """Take pieces out again, last one first, then the containers that only held them."""
    for piece in reversed(pieces):
        if piece.kind != "default":
            text = take_out(text, piece, pieces)
    for path in sorted({path for piece in pieces for path in piece.made if path}, key=len, reverse=True):
        text = drop_empty(text, path, pieces)
    for piece in pieces:
        if piece.kind == "default":
            text = drop_default(text, piece, pieces)
    if any(() in piece.made for piece in pieces):
        text = drop_root(text, next(piece.lead for piece in pieces if () in piece.made))
    return text


def take_out(text: str, piece: Piece, pieces: list[Piece]) -> str:
    """Take one member or item out, or put back what stood there."""
    root = read(text)
    if root is None or root.kind != "object":
        return text
    keys = piece.keys if piece.kind == "item" else piece.keys[:-1]
    try:
        node, depth = descend(text, root, keys)
    except Malformed:
        return text
    if depth < len(keys):
        return text
    if piece.kind == "entry":
        index = node.find(piece.keys[-1]) if node.kind == "object" else None
    else:
        index = next((i for i, slot in enumerate(node.slots) if is_ours(value_of(text, slot.node), piece.mark)), None)
    if index is None:
        return text
    found = node.slots[index].node
    if piece.previous is not None:
        return splice(text, (found.start, found.end, piece.previous))
    if piece.kind == "item" and not only_ours(value_of(text, found), piece.mark):
        return take_out_inner(text, found, piece.mark)
    return cut_slot(text, node, index, keys, pieces)


def take_out_inner(text: str, group: Node, mark: str) -> str:
    """Take our handler out of a group to which somebody added theirs."""
    for slot in group.slots:
        if slot.node.kind != "list":
            continue
        for index, inner in enumerate(slot.node.slots):
            if is_ours(value_of(text, inner.node), mark):
                return cut_slot(text, slot.node, index, (), [])
    return text


def cut_slot(text: str, node: Node, index: int, path: tuple[str, ...], pieces: list[Piece]) -> str:
    """Cut one slot with the space before it and the comma that it needed."""
    slot = node.slots[index]
    before = text[: slot.start].rstrip(" \t\r\n")
    start = len(before)
    rest = (slot.node.end, slot.node.end)
    if slot.comma >= 0:
        rest = (slot.comma, slot.comma + 1)
    elif index > 0 and node.slots[index - 1].comma >= 0:
        comma = node.slots[index - 1].comma
        rest = (comma, comma + 1)
    changed = splice(text, (start, slot.node.end, ""), (*rest, ""))
    if len(node.slots) == 1:
        changed = restore_inner(changed, node.start, path, pieces)
    if not same_without(text, changed, node, index):
        # What stands before us is a comment that our line break ends: leave the break.
        changed = splice(text, (slot.start, slot.node.end, ""), (*rest, ""))
    return changed


def same_without(text: str, changed: str, node: Node, index: int) -> bool:
    """Check that the container still reads as before, less the one slot."""
    try:
        root = read(changed)
    except Malformed:
        return False
    if root is None:
        return False
    held = find_at(root, node.start)
    wanted = [value_of(text, slot.node) for i, slot in enumerate(node.slots) if i != index]
    return held is not None and [value_of(changed, slot.node) for slot in held.slots] == wanted


def find_at(node: Node, start: int) -> Node | None:
    """Find the container that begins at an offset."""
    if node.start == start:
        return node
    for slot in node.slots:
        if slot.node.start <= start < slot.node.end:
            return find_at(slot.node, start)
    return None


def restore_inner(text: str, start: int, path: tuple[str, ...], pieces: list[Piece]) -> str:
    """Give an emptied container the space it held before us."""
    root = read(text)
    node = find_at(root, start) if root else None
    if node is None or text[node.start + 1 : node.end - 1].strip(" \t\r\n"):
        return text
    key = json.dumps(path)
    inner = next((piece.inner[key] for piece in pieces if key in piece.inner), "")
    return splice(text, (node.start + 1, node.end - 1, inner))


def drop_empty(text: str, path: tuple[str, ...], pieces: list[Piece]) -> str:
    """Drop a container that we made and that holds nothing any more."""
    root = read(text)
    if root is None or root.kind != "object":
        return text
    try:
        parent, depth = descend(text, root, path[:-1])
    except Malformed:
        return text
    index = parent.find(path[-1]) if depth == len(path) - 1 and parent.kind == "object" else None
    if index is None or not is_empty(text, parent.slots[index].node):
        return text
    return cut_slot(text, parent, index, path[:-1], pieces)


def drop_default(text: str, piece: Piece, pieces: list[Piece]) -> str:
    """Drop a field that the file only needed for our sake: when nothing new stands beside it."""
    root = read(text)
    if root is None or root.kind != "object":
        return text
    node, depth = descend(text, root, piece.keys[:-1])
    index = node.find(piece.keys[-1]) if depth == len(piece.keys) - 1 and node.kind == "object" else None
    if index is None or any(slot.key not in (*piece.beside, piece.keys[-1]) for slot in node.slots):
        return text
    return cut_slot(text, node, index, piece.keys[:-1], pieces)


def drop_root(text: str, lead: str) -> str:
    """Drop the outermost object of a file that had none, when it is empty."""
    root = read(text)
    if root is None or root.slots or not is_empty(text, root):
        return text
    before, after = text[: root.start], text[root.end :]
    if lead and before.endswith(lead):
        before = before[: -len(lead)]
    for end in ("\r\n", "\n"):
        if after.startswith(end):
            return before + after[len(end) :]
    return before + after


def is_empty(text: str, node: Node) -> bool:
    """Whether a container holds neither values nor comments."""
    return node.kind != "scalar" and not text[node.start + 1 : node.end - 1].strip(" \t\r\n")


def is_ours(value: Any, mark: str) -> bool:
    """Whether one of the texts in a value is the command with our mark in it, as whole words."""
    if isinstance(value, str):
        found = value.find(mark)
        return found > 0 and "standfast" in value and value[found + len(mark) :][:1] in ("", " ", ";")
    if isinstance(value, dict):
        return any(is_ours(inner, mark) for inner in value.values())
    return isinstance(value, list) and any(is_ours(inner, mark) for inner in value)


def only_ours(value: Any, mark: str) -> bool:
    """Whether every handler in a group is ours (a plain handler always is)."""
    handlers = value.get("hooks") if isinstance(value, dict) else None
    return not isinstance(handlers, list) or all(is_ours(handler, mark) for handler in handlers)


def is_flat(text: str, node: Node) -> bool:
    """Whether a container is written on one line; an empty one is when the whole file is."""
    if node.slots:
        return "\n" not in text[node.start : node.slots[0].start]
    root = read(text)
    return root is not None and bool(root.slots) and "\n" not in text[root.start : root.end]


def is_tight(text: str) -> bool:
    """Whether a file has no space after its colons: written by a program for programs."""
    return '": ' not in text and '":' in text


def line_indent(text: str, offset: int) -> str:
    """Give the space with which the line of an offset begins."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:offset]
    return line[: len(line) - len(line.lstrip(" \t"))]


def child_indent(text: str, node: Node) -> str:
    """Give the space before what stands in a container: its neighbours', else one step more than its own line."""
    if node.slots:
        indent = line_indent(text, node.slots[0].start)
        if text[: node.slots[0].start].endswith("\n" + indent):
            return indent
    return line_indent(text, node.start) + unit(text)


def unit(text: str) -> str:
    """Find one step of indentation: that of the first member that stands on a line of its own."""
    root = read(text)
    if root is not None and root.slots:
        indent = line_indent(text, root.slots[0].start)
        outer = line_indent(text, root.start)
        if indent.startswith(outer) and len(indent) > len(outer):
            return indent[len(outer) :]
    return INDENT


def dumped(value: Any, text: str, offset: int, *, flat: bool, tight: bool = False, indent: str | None = None) -> str:
    """Write a value in the file's style, to stand at an offset."""
    if flat:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":") if tight else (", ", ": "))
    shown = json.dumps(value, ensure_ascii=False, indent=unit(text))
    outer = line_indent(text, offset) if indent is None else indent
    return shown.replace("\n", newline_of(text) + outer)
