"""Shapes: rules that fit a file before a fix and not after it, read off the two syntax trees.

Owns finding the smallest code the fix replaced and generalising it. Every shape returned has been tried on both texts.
Whether a shape is any good is for `draft.py`, which proves it and replays it over history.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from standfast.code.lines import compare
from standfast.guard.file import File

_MAX_TEXT = 300
_MAX_LINES = 6
_MAX_CORES = 8
# Kinds of nodes that mean something on their own; anything smaller is a name, anything larger a whole function.
_TELLING = re.compile(
    r"call|new_expression|assignment|short_var|binary|comparison|boolean|unary|subscript|attribute$|member_expression|"
    r"selector_expression|keyword_argument|pair|keyed_element|decorator|with_item|with_statement|raise|throw|return|"
    r"import|default_parameter|literal_value|composite_literal|except|catch|await|defer|go_statement|const_spec|augmented"
)
_NAMES = re.compile(r"^(?:function|operator|attribute|property|field|name|key|method|module_name|type)$")
_PLAIN = re.compile(r"identifier|string|integer|float|number|true|false|none|null|nil|template|literal", re.IGNORECASE)
_VALUE = re.compile(_PLAIN.pattern + r"|attribute$|member_expression|selector_expression", re.IGNORECASE)
_FIELDS = (
    "function", "operator", "attribute", "property", "field", "key", "method", "constructor", "type", "object",
)  # fmt: skip


class Shape(NamedTuple):
    """A rule and what it is: `narrowed` allows only the fixed value, `missing` asks for an argument the fix added,
    `wrapped` asks for the block the fix put around it, `general` and `exact` are the old code itself."""

    form: str
    rule: dict[str, Any]
    constraints: dict[str, Any] | None = None


FORMS = ("narrowed", "missing", "wrapped", "general", "exact")


def shapes(before: File, after: File, language: str) -> list[Shape]:
    """Return the rules that tell the two texts apart, without repeats."""
    old, new = before.tree(language), after.tree(language)
    gone = compare(after.text.encode(), before.text.encode())
    found: dict[str, Shape] = {}
    for node in _cores(old, new, gone.added if gone else ()):
        for shape in _of_node(node, new):
            if _tells_apart(shape, old, new):
                found.setdefault(f"{shape.rule}{shape.constraints}", shape)
    return list(found.values())


def _config(shape: Shape) -> dict[str, Any]:
    return {"rule": shape.rule, **({"constraints": shape.constraints} if shape.constraints else {})}


def _find(tree: Any, pattern: str) -> Any:
    """Return the first match of a pattern, None also when the pattern cannot be read."""
    try:
        return tree.find({"rule": {"pattern": pattern}})
    except Exception:  # noqa: BLE001 - the binding raises bare Exception for a pattern it cannot read
        return None


def _readable(tree: Any, pattern: str) -> bool:
    try:
        tree.find({"rule": {"pattern": pattern}})
    except Exception:  # noqa: BLE001 - see _find
        return False
    return True


def _tells_apart(shape: Shape, old: Any, new: Any) -> bool:
    try:
        return old.find(_config(shape)) is not None and new.find(_config(shape)) is None
    except Exception:  # noqa: BLE001 - see _find
        return False


def _cores(old: Any, new: Any, gone: tuple[tuple[int, int], ...]) -> list[Any]:
    """Return the smallest telling nodes on changed lines, and their nearest telling parents."""
    cores: list[Any] = []
    for first, last in gone:
        on_lines = [node for node in _walk(old, first - 1, last - 1) if _TELLING.search(node.kind()) and _small(node)]
        changed = [node for node in on_lines if _find(new, node.text()) is None or not _same_place(node, new)]
        spans = [(node.range().start.index, node.range().end.index) for node in changed]
        for node, (start, end) in zip(changed, spans, strict=True):
            inside = [span for span in spans if start <= span[0] and span[1] <= end and span != (start, end)]
            if len(inside) <= 2:
                cores.append(node)
    return cores[:_MAX_CORES]


def _same_place(node: Any, new: Any) -> bool:
    """Tell whether the same code stands in the fixed text inside the same kinds of blocks."""
    twin = _find(new, node.text())
    return twin is not None and [up.kind() for up in twin.ancestors()] == [up.kind() for up in node.ancestors()]


def _walk(node: Any, first: int, last: int) -> Iterator[Any]:
    """Yield the named nodes that start on the lines, inner ones first."""
    place = node.range()
    if place.end.line < first or place.start.line > last:
        return
    for child in node.children():
        yield from _walk(child, first, last)
    if node.is_named() and first <= place.start.line <= last:
        yield node


def _small(node: Any) -> bool:
    place = node.range()
    return len(node.text()) <= _MAX_TEXT and place.end.line - place.start.line < _MAX_LINES


def _of_node(node: Any, new: Any) -> Iterator[Shape]:
    text = node.text()
    if "import" in node.kind():
        yield Shape("exact", {"pattern": text})  # a name that is imported is not a value to generalise
        return
    parts = list(_replaceable(node))
    yield from _narrowed(node, parts, new)
    yield from _missing(node, new)
    yield from _wrapped(node, parts, new)
    general = _generalised(node, parts, new)
    if general != text:
        yield Shape("general", {"pattern": general})
    yield Shape("exact", {"pattern": text})


def _replaceable(node: Any) -> Iterator[Any]:
    """Yield the parts of a node that are values: arguments, operands, literals, but no names of what is called."""
    for child in node.children():
        if not child.is_named() or _is_name(node, child):
            continue
        if _PLAIN.search(child.kind()) or _TELLING.search(child.kind()):
            yield child
        if not _PLAIN.search(child.kind()):
            yield from _replaceable(child)


def _is_name(node: Any, child: Any) -> bool:
    for field in _FIELDS:
        found = node.field(field)
        if found is not None and found.range().start.index == child.range().start.index and _NAMES.match(field):
            return True
    first = node.children()[0].range().start.index if node.kind() == "keyword_argument" else -1
    return bool(first == child.range().start.index)


def _with(node: Any, holes: dict[Any, str]) -> str:
    """Return the node's text with some parts replaced."""
    start: int = node.range().start.index
    text: str = node.text()
    for part, name in sorted(holes.items(), key=lambda item: -item[0].range().start.index):
        place = part.range()
        text = text[: place.start.index - start] + name + text[place.end.index - start :]
    return text


def _narrowed(node: Any, parts: list[Any], new: Any) -> Iterator[Shape]:
    """Where the fix changed one value and nothing else: everything but the new value is caught."""
    for part in parts:
        if not _VALUE.search(part.kind()):
            continue
        pattern = _with(node, {part: "$VALUE"})
        twin = _find(new, pattern)
        value = twin.get_match("VALUE") if twin is not None else None
        if value is None or len(value.text()) > 80 or "\n" in value.text():
            continue
        name = re.escape(value.text())
        allowed = rf"(?:^|[.>:]){name}$" if re.fullmatch(r"\w+", value.text()) else f"^{name}$"
        others = [
            other for other in parts if other is not part and not _overlaps(other, part) and _PLAIN.search(other.kind())
        ]
        loose = _with(node, {part: "$VALUE", **{other: f"$ANY{number}" for number, other in enumerate(others)}})
        for wanted in (loose, pattern) if others else (pattern,):
            yield Shape("narrowed", {"pattern": wanted}, {"VALUE": {"not": {"regex": allowed}}})


def _overlaps(one: Any, other: Any) -> bool:
    left, right = one.range(), other.range()
    return bool(left.start.index < right.end.index and right.start.index < left.end.index)


def _missing(node: Any, new: Any) -> Iterator[Shape]:
    """Where the fix added a named argument to a call: calls without it are caught."""
    function = node.field("function")
    if function is None or not node.kind().endswith(("call", "call_expression")):
        return
    pattern = f"{function.text()}($$$ARGS)"
    twin = _find(new, pattern)
    arguments = twin.field("arguments") if twin is not None else None
    if arguments is None:
        return
    for argument in arguments.children():
        if argument.kind() == "keyword_argument":
            name = argument.text().partition("=")[0].strip()
            has = {"kind": arguments.kind(), "has": {"kind": "keyword_argument", "regex": rf"^{re.escape(name)}\s*="}}
            yield Shape("missing", {"pattern": pattern, "not": {"has": has}})


def _wrapped(node: Any, parts: list[Any], new: Any) -> Iterator[Shape]:
    """Where the fix put a block around code that stayed the same: the code outside such a block is caught."""
    twin = _find(new, node.text())
    if twin is None:
        return
    known = [up.kind() for up in node.ancestors()]
    for up in twin.ancestors():
        if up.kind() in known:
            known.remove(up.kind())
            continue
        if re.search(r"^(?:with|try|if|using|lock)_|synchronized|closure|lambda|arrow", up.kind()):
            head = re.match(r"[\w\s.]+\(?", up.text())
            inside = {"kind": up.kind(), "stopBy": "end"}
            if head and len(head[0].split()) > 1:
                inside["regex"] = "^" + re.escape(head[0].rstrip())
            loose = _with(
                node, {part: f"$ANY{n}" for n, part in enumerate(p for p in parts if _PLAIN.search(p.kind()))}
            )
            for pattern in dict.fromkeys((loose, node.text())):
                yield Shape("wrapped", {"pattern": pattern, "not": {"inside": inside}})
            return


def _generalised(node: Any, parts: list[Any], new: Any) -> str:
    """Replace value after value by a metavariable for as long as the fixed text stays free of matches."""
    holes: dict[Any, str] = {}
    for part in parts:
        if any(_overlaps(part, other) for other in holes):
            continue
        tried = {**holes, part: f"$ANY{len(holes)}"}
        pattern = _with(node, tried)
        if not re.search(r"\w{3,}", re.sub(r"\$\w+", "", pattern)):
            continue
        if _readable(new, pattern) and _find(new, pattern) is None:
            holes = tried
    return _with(node, holes)
