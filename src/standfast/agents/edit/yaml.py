"""Editing YAML text: write one entry of a top-level mapping and take it out, leaving every other line alone.

Owns `insert` and `remove` for `YamlEntry`. Positions come from PyYAML's own marks; the reader judges before and after.
Anchors, several documents and other tricks that do not survive a textual edit are refused, not guessed at.
"""

from __future__ import annotations

import json
from typing import Any

import yaml

from standfast.agents.edit.document import Malformed, newline_of
from standfast.agents.edit.kinds import Piece, YamlEntry
from standfast.text.lines import without_break

INDENT = "  "


def load(text: str) -> dict[str, Any]:
    """Read a text as any YAML reader would; an empty one is an empty mapping."""
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as failure:
        raise Malformed(f"it is not valid YAML: {' '.join(str(failure).split())[:160]}") from None
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise Malformed("a mapping was expected, and the file holds something else")
    return data


def insert(text: str, edit: YamlEntry) -> tuple[str, Piece | None]:
    """Write the entry; the piece is None when the file already says so."""
    old = load(text)
    outer, name = edit.keys
    inner = old.get(outer)
    if inner is not None and not isinstance(inner, dict):
        raise Malformed(f"{outer} is not a mapping there")
    if inner and inner.get(name) == edit.value:
        return text, None
    piece = Piece("yaml", edit.keys)
    new = place(text, edit, piece)
    expected = {**old, outer: {**(inner or {}), name: edit.value}}
    if try_load(new) != expected:
        raise Malformed(
            f"{outer} is written there in a form that cannot be extended in place",
            hint=f"Write {outer} as an indented mapping, one entry below the other, then run setup again.",
        )
    return new, piece


def place(text: str, edit: YamlEntry, piece: Piece) -> str:
    """Put the entry where it belongs: over an older one, into the mapping, or at the end of the file."""
    end = newline_of(text)
    outer, name = edit.keys
    pair = find(compose(text), outer)
    if pair is None:
        piece.lead = "" if not text or text.endswith("\n") else end
        piece.made = [(outer,)]
        block = [f"{outer}:", *(INDENT + line for line in lines(edit))]
        return text + piece.lead + end.join(block) + end
    value = pair[1]
    mine = find(value, name)
    if mine is not None:
        start, stop = mine[0].start_mark.index, leaf_end(text, mine[1])
        piece.previous = text[start:stop]
        return text[:start] + (end + margin(text, start)).join(lines(edit)) + text[stop:]
    if isinstance(value, yaml.MappingNode) and value.value and not value.flow_style:
        indent = margin(text, value.value[0][0].start_mark.index)
        at = line_end(text, leaf_end(text, value))
        piece.lead = end
        return text[:at] + end + end.join(indent + line for line in lines(edit)) + text[at:]
    if isinstance(value, yaml.MappingNode) and value.flow_style and not value.value:
        # `extensions: {}`: the braces make room for the mapping and come back on removal.
        start, stop = value.start_mark.index, value.end_mark.index
        piece.inner[outer] = text[start:stop]
        piece.made = [(outer,)]
        block_text = end.join(INDENT + line for line in lines(edit))
        stripped = text[:start].rstrip(" ")
        piece.lead = text[len(stripped) : start]
        return stripped + end + block_text + text[stop:]
    if isinstance(value, yaml.ScalarNode) and value.value == "":
        at = line_end(text, pair[0].end_mark.index + 1)
        piece.inner[outer] = ""
        piece.made = [(outer,)]
        return text[:at] + end + end.join(INDENT + line for line in lines(edit)) + text[at:]
    return text


def remove(text: str, pieces: list[Piece]) -> str:
    """Take our entries out again."""
    for piece in reversed(pieces):
        text = take_out(text, piece)
    return text


def take_out(text: str, piece: Piece) -> str:
    """Take one entry out, with the mapping around it when that was ours and is empty."""
    root = compose(text)
    pair = find(root, piece.keys[0])
    mine = find(pair[1], piece.keys[1]) if pair else None
    if pair is None or mine is None or not isinstance(pair[1], yaml.MappingNode):
        return text
    start, stop = mine[0].start_mark.index, leaf_end(text, mine[1])
    if piece.previous is not None:
        return text[:start] + piece.previous + text[stop:]
    if pair[1].flow_style:
        return text
    alone = len(pair[1].value) == 1
    if alone and piece.made and piece.keys[0] not in piece.inner:
        return drop_lines(text, pair[0].start_mark.index, stop, unlead=piece.lead, whole=True)
    if alone and piece.made:
        start = line_start(text, start)
        before = text[:start].rstrip("\r\n")
        return before + piece.lead + piece.inner[piece.keys[0]] + text[stop:]
    return drop_lines(text, start, stop, unlead=piece.lead, whole=False)


def drop_lines(text: str, start: int, stop: int, *, unlead: str, whole: bool) -> str:
    """Drop lines of ours: with the break behind them where it is ours (`whole`), else with the one before."""
    before, rest = text[: line_start(text, start)], text[line_end(text, stop) :]
    led = bool(unlead) and before.endswith(unlead)
    if led and not whole:
        return before[: -len(unlead)] + rest
    rest = without_break(rest)
    return (before[: -len(unlead)] if led and not rest else before) + rest


def compose(text: str) -> yaml.Node | None:
    """Read a text into nodes with positions; several documents are refused."""
    try:
        documents = list(yaml.compose_all(text))
    except (yaml.YAMLError, RecursionError) as failure:
        raise Malformed(f"it is not valid YAML: {' '.join(str(failure).split())[:160]}") from None
    if len(documents) > 1:
        raise Malformed("it holds several documents")
    return documents[0] if documents else None


def find(node: yaml.Node | None, key: str) -> tuple[yaml.Node, yaml.Node] | None:
    """Find an entry of a mapping."""
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((pair for pair in node.value if pair[0].value == key), None)


def leaf_end(text: str, node: yaml.Node) -> int:
    """Find where a value really ends: block collections claim the blank lines and comments behind them."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        if isinstance(last, tuple):
            last = last[1] if last[1].end_mark.index > last[0].end_mark.index else last[0]
        node = last
    index: int = node.end_mark.index
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return len(text[:index].rstrip("\r\n"))
    return index


def line_start(text: str, offset: int) -> int:
    """Find where the line of an offset begins."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Find where the line of an offset ends, before its line break."""
    stop = text.find("\n", offset)
    stop = len(text) if stop < 0 else stop
    return stop - 1 if stop > offset and text[stop - 1] == "\r" else stop


def margin(text: str, offset: int) -> str:
    """Give what stands before an offset on its line, as space."""
    return " " * (offset - line_start(text, offset))


def lines(edit: YamlEntry) -> list[str]:
    """Write the entry, one field a line; JSON's spelling of values is YAML's too."""
    fields = [f"{INDENT}{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in edit.value.items()]
    return [f"{edit.keys[1]}:", *fields]


def try_load(text: str) -> Any:
    """Read a text, or nothing."""
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError):
        return None
