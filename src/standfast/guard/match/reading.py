"""Readings: what code says where it stands, since a line on its own may not be what it is inside a function.

Owns the places that code stands in, per language, and reading a rule's patterns there. On its own `fmt.Println(x)` is a
type conversion to the Go grammar, `gets(x)` a macro to that of C, and a C# method a local function: a pattern read only
so would find nothing in a file. Neighbours: `lean` hands the rules on to the parser; `prove` reads snippets the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

_METAVARIABLE = re.compile(r"(?<!\$)\$+([A-Z_][A-Z0-9_]*)|\$\$\$")
_OF_RELATION = ("stopBy", "field")
_CLASS = ("class C {", "}")
_METHOD = ("class C { void f() {", "} }")
# Inside a function, and inside a type where methods are not written as functions are; no entry: a file is a function.
_PLACES = {
    "c": (("void f() {", "}"),),
    "cpp": (("void f() {", "}"), ("class C {", "};")),
    "csharp": (_METHOD, _CLASS),
    "dart": (("void f() {", "}"), _CLASS),
    "go": (("func f() {", "}"),),
    "java": (_METHOD, _CLASS),
    "kotlin": (("fun f() {", "}"), _CLASS),
    "php": (("function f() {", "}"), _CLASS),
    "rust": (("fn f() {", "}"), ("impl C {", "}")),
    "scala": (("def f() = {", "}"), _CLASS),
    "solidity": (("contract C { function f() public {", "} }"), ("contract C {", "}")),
    "swift": (("func f() {", "}"), _CLASS),
}
_NEEDS_SEMICOLON = frozenset(("c", "cpp", "csharp", "dart", "java", "php", "rust", "solidity"))


def placed(text: str, language: str, *, unclear: int = 0) -> Iterator[tuple[str, bool]]:
    """Yield code inside a function and inside a type, where it reads as code there and otherwise than on its own.

    With each comes whether it is a function. Inside a type is tried for what cannot be in a function, or has a body.
    As many places as are `unclear` may be no code: a name that stands for many statements is none.
    """
    own = [_shape(node) for node in _parse(text, language).children() if node.is_named()]
    in_function = False
    for number, (before, after) in enumerate(_PLACES.get(language, ())):
        if number and in_function and not text.rstrip().endswith("}"):
            return
        end = ";" if language in _NEEDS_SEMICOLON and text.rstrip()[-1:] not in ("", ";", "}") else ""
        whole = f"{before}\n{text.rstrip()}{end}\n{after}"
        root = _parse(whole, language)
        if _errors(root) > unclear:
            continue
        in_function = True
        last = whole.count("\n")
        if [_shape(node) for node in _between(root, last)] != own:
            yield whole, number == 0


@lru_cache(maxsize=1024)
def patterns(pattern: str, language: str) -> tuple[str | Mapping[str, str], ...]:
    """Return the ways to read a pattern in a language, as the parser takes them."""
    if language not in _PLACES or not pattern.strip():
        return (pattern,)
    plain = _METAVARIABLE.sub(r"x\1", pattern).strip()
    alone = _parse(plain, language)
    unclear, own = _errors(alone), _shape(_innermost(alone))
    found: dict[str, Mapping[str, str]] = {}
    for whole, _ in placed(plain, language, unclear=unclear):
        root = _parse(whole, language)
        node = _with_text(root, plain, whole.count("\n"))
        if node is None or (first := root.find({"rule": {"kind": node.kind()}})) is None or first.text() != plain:
            continue
        if (shape := _shape(node)) != own or _is_error(alone):
            found[shape] = {"context": whole.replace(plain, pattern.strip(), 1), "selector": node.kind()}
    return (*(() if found and _is_error(alone) else (pattern,)), *found.values())


def in_place(rule: Any, language: str) -> Any:
    """Return a rule, or what it is made of, with each pattern read in every way it can be meant."""
    if isinstance(rule, list):
        return [in_place(item, language) for item in rule]
    if not isinstance(rule, Mapping):
        return rule
    inner = {key: in_place(item, language) for key, item in rule.items()}
    pattern = rule.get("pattern")
    ways = patterns(pattern, language) if isinstance(pattern, str) else ()
    if not ways or ways == (pattern,):
        return inner
    del inner["pattern"]
    relation = {key: inner.pop(key) for key in _OF_RELATION if key in inner}
    # The pattern first, because what it names is asked for by the rest.
    return {**relation, "all": [{"any": [{"pattern": way} for way in ways]}, *([inner] if inner else [])]}


def _parse(text: str, language: str) -> Any:
    from ast_grep_py import SgRoot

    return SgRoot(text, language).root()


def _between(node: Any, last: int) -> Iterator[Any]:
    """Yield the outermost named nodes on the lines between the first and the last one."""
    for child in node.children():
        place = child.range()
        if place.start.line >= 1 and place.end.line < last:
            if child.is_named():
                yield child
        elif place.end.line >= 1 and place.start.line < last:
            yield from _between(child, last)


def _with_text(root: Any, text: str, last: int) -> Any:
    node = next(_between(root, last), None)
    while node is not None and node.text() != text:
        node = next((child for child in node.children() if child.text().startswith(text)), None)
    return _innermost(node) if node is not None else None


def _innermost(node: Any) -> Any:
    """Return what the parser takes a pattern for: the first node down that is not alone in the one above."""
    while len(node.children()) == 1:
        node = node.children()[0]
    return node


def _errors(root: Any) -> int:
    return len(root.find_all({"rule": {"kind": "ERROR"}}))


def _is_error(root: Any) -> bool:
    """Tell whether what stands on its own is, as a whole, no code."""
    return root.kind() == "ERROR" or any(child.kind() == "ERROR" for child in root.children())


def _shape(node: Any) -> str:
    """Return the kinds of a node and of all below it. A text may nest deeper than calls can."""
    said: list[str] = []
    waiting = [(node, 0)]
    while waiting:
        one, depth = waiting.pop()
        said.append(f"{depth} {one.kind()}")
        waiting += [(child, depth + 1) for child in one.children() if child.is_named()]
    return ",".join(said)
