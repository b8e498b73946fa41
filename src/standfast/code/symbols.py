"""Symbols of a source file: what it defines, under which qualified name, on which lines.

Owns: parsing a text and finding definitions in its tree. Must not: hash or judge. The syntax library is imported at
the first parse, never when this module is imported. Neighbours: `languages.py`, `tokens.py`, `outline.py`.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

from standfast.code.languages import LANGUAGES, Language
from standfast.model.pattern import compile_later

if TYPE_CHECKING:
    from collections.abc import Callable

    from ast_grep_py import Rule, SgNode

MAX_SOURCE = 2 << 20  # a larger file is generated or data; its text fingerprint has to do
_SEPARATORS = compile_later(r"::|->|[.#/:]")
_CPP_HEADER = compile_later(r"^[^\S\n]*(?:class|namespace|template)\b", re.MULTILINE)
_NAME_KINDS = ("identifier", "name", "constant", "operator")
_FUNCTION_VALUES = frozenset(("arrow_function", "function_expression", "function", "lambda", "class", "func_literal"))


_known_kinds: "dict[str, list[Rule]]" = {}


class Symbol(NamedTuple):
    """One definition: `path` is its qualified name in parts, `node` its syntax (with decorators and modifiers)."""

    path: tuple[str, ...]
    kind: str
    node: "SgNode"
    first: int
    last: int
    container: bool

    @property
    def name(self) -> str:
        """The qualified name."""
        return ".".join(self.path)


def parse_source(text: str, language: Language) -> "tuple[SgNode, Language] | None":
    """Parse a text; None when it is too large. A C header that is C++ is parsed as that."""
    if len(text) > MAX_SOURCE:
        return None
    from ast_grep_py import SgRoot

    if language.name == "c" and _CPP_HEADER.search(text):
        language = next(other for other in LANGUAGES if other.name == "cpp")
    return SgRoot(text, language.name).root(), language


def list_symbols(root: "SgNode", language: Language) -> list[Symbol]:
    """List definitions in the order of the text, outer ones before what they contain."""
    found = root.find_all(any=_matcher(root, language))
    symbols: list[Symbol] = []
    open_: list[tuple[int, tuple[str, ...], bool]] = []  # end, qualified name, is a function
    for node in sorted(found, key=lambda n: (n.range().start.index, -n.range().end.index)):
        span = node.range()
        while open_ and open_[-1][0] <= span.start.index:
            open_.pop()
        kind = node.kind()
        inside_function = any(function for _, _, function in open_)
        above = open_[-1][1] if open_ else ()
        if kind not in language.definitions:
            open_.append((span.end.index, above, True))  # an anonymous function: what it holds is local to it
            continue
        names = _names_of(node, kind, language)
        if not names or (kind in language.values and inside_function and not _is_function_value(node)):
            continue
        whole = _with_wrappers(node, language)
        lines = whole.range()
        for name in names:
            path = (*above, *name)
            symbols.append(
                Symbol(path, kind, whole, lines.start.line + 1, _last_line(lines), kind in language.containers)
            )
        function = kind in language.functions or _is_function_value(node)
        if kind == "assignment" and not function:
            continue  # `A = B = None` defines two names, not one inside the other
        open_.append((span.end.index, (*above, *names[0]), function))
    return symbols


def _matcher(root: "SgNode", language: Language) -> list["Rule"]:
    """Name the kinds that this build of the grammar knows; one it does not makes the library refuse the whole rule."""
    known = _known_kinds.get(language.name)
    if known is None:
        known = []
        for kind in sorted(language.definitions | language.scopes):
            try:
                root.find(kind=kind)
            except RuntimeError:
                continue
            known.append({"kind": kind})
        _known_kinds[language.name] = known
    return known


def split_symbol(text: str) -> tuple[str, ...]:
    """Split a symbol as people write it (`A.b`, `A::b`, `A#b`, `(*S).Run()`) into its parts."""
    clean = _without_call(text.strip()).replace("(*", "").replace("(", "").replace(")", "").replace("*", "")
    parts = tuple(part for part in _SEPARATORS.split(clean) if part)
    return parts or (text.strip(),)


def _without_call(text: str) -> str:
    """Return a name without the arguments behind it."""
    depth = 0
    for at in range(len(text) - 1, -1, -1) if text.endswith(")") else ():
        depth += (text[at] == ")") - (text[at] == "(")
        if not depth:
            return text[:at]
    return text


def find_symbol(symbols: list[Symbol], wanted: str) -> list[Symbol]:
    """Find the definitions that `wanted` means: all that share one qualified name (overloads), outermost first."""
    parts = split_symbol(wanted)
    exact = [symbol for symbol in symbols if symbol.path == parts]
    if exact:
        return exact
    fits = [symbol for symbol in symbols if symbol.path[-len(parts) :] == parts]
    if not fits:
        return []
    best = min(fits, key=lambda symbol: len(symbol.path))
    return [symbol for symbol in fits if symbol.path == best.path]


def _last_line(span: "object") -> int:
    end = span.end  # type: ignore[attr-defined]
    return int(end.line + 1 if end.column else max(end.line, 1))


def _with_wrappers(node: "SgNode", language: Language) -> "SgNode":
    """Widen a definition to what belongs to it alone: decorators, `export`, `const`, `template <…>`."""
    whole = node
    parent = node.parent()
    while parent is not None and parent.kind() in language.wrappers:
        inner = [kid for kid in parent.named_children() if kid.kind() == whole.kind()]
        if len(inner) > 1:
            break  # `const a = 1, b = 2`: each has its own declarator
        whole, parent = parent, parent.parent()
    return whole


def _is_function_value(node: "SgNode") -> bool:
    value = node.field("value") or node.field("right")
    return value is not None and value.kind() in _FUNCTION_VALUES


def _names_of(node: "SgNode", kind: str, language: Language) -> list[tuple[str, ...]]:
    """Name what a node defines: no name for what only looks like a definition."""
    special = _SPECIAL.get((language.name if language.name != "tsx" else "typescript", kind)) or _SPECIAL.get(
        ("", kind)
    )
    if special is not None:
        return special(node)
    name = node.field("name") or node.field("property") or _first_name(node)
    if name is None or name.kind() == "computed_property_name":
        return []
    if name.kind() == "string":
        return [(name.text().strip("'\""),)]
    text = name.text()
    return [_parts(text.removeprefix("$") if language.name == "php" else text)]


def _first_name(node: "SgNode") -> "SgNode | None":
    named = (child for child in node.children() if child.is_named())
    return next((child for child in named if any(word in child.kind() for word in _NAME_KINDS)), None)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in _SEPARATORS.split(text) if part) or (text,)


def _python_assignment(node: "SgNode") -> list[tuple[str, ...]]:
    left = node.field("left")
    return [(left.text(),)] if left is not None and left.kind() == "identifier" else []


def _js_pair(node: "SgNode") -> list[tuple[str, ...]]:
    key = node.field("key")
    return [(key.text().strip("'\""),)] if key is not None and _is_function_value(node) else []


def _js_assignment(node: "SgNode") -> list[tuple[str, ...]]:
    left = node.field("left")
    if left is None or left.kind() != "member_expression" or not _is_function_value(node):
        return []
    dull = {"module", "exports", "prototype", "window", "globalThis", "this"}
    parts = tuple(part for part in left.text().split(".") if part not in dull)
    return [parts] if parts and all(re.fullmatch(r"[\w$#]+", part) for part in parts) else []


def _js_declarator(node: "SgNode") -> list[tuple[str, ...]]:
    name = node.field("name")
    return [(name.text(),)] if name is not None and name.kind() == "identifier" else []


def _go_method(node: "SgNode") -> list[tuple[str, ...]]:
    name, receiver = node.field("name"), node.field("receiver")
    owner = receiver.find(kind="type_identifier") if receiver is not None else None
    if name is None:
        return []
    return [(owner.text(), name.text()) if owner is not None else (name.text(),)]


def _all_names(node: "SgNode") -> list[tuple[str, ...]]:
    return [(name.text(),) for name in node.field_children("name") if name.kind() != ","]


def _rust_impl(node: "SgNode") -> list[tuple[str, ...]]:
    of = node.field("type")
    name = of if of is None or of.kind() == "type_identifier" else of.find(kind="type_identifier")
    return [(name.text(),)] if name is not None else []


def _declarators(node: "SgNode") -> list[tuple[str, ...]]:
    """Names in a Java, C# or C field or variable declaration."""
    names: list[tuple[str, ...]] = []
    for declarator in node.find_all(kind="variable_declarator"):
        name = declarator.field("name") or next(iter(declarator.named_children()), None)
        if name is not None:
            names.append((name.text(),))
    return names


def _c_declarator(node: "SgNode") -> list[tuple[str, ...]]:
    """The innermost name of a C declarator: `*f(int a)[3]` is `f`."""
    names: list[tuple[str, ...]] = []
    for start in node.field_children("declarator"):
        inner = start
        while (deeper := inner.field("declarator")) is not None or inner.kind().endswith("_declarator"):
            step = deeper or next((kid for kid in inner.named_children() if "declarator" in kid.kind()), None)
            if step is None:
                step = next((kid for kid in inner.named_children() if "identifier" in kid.kind()), None)
            if step is None:
                break
            inner = step
        names.append(_parts(re.sub(r"<[^>]*(?:>|\Z)", "", inner.text())))
    return names


def _c_type(node: "SgNode") -> list[tuple[str, ...]]:
    name = node.field("name")
    return [_parts(name.text())] if name is not None and node.field("body") is not None else []


def _constant_assignment(node: "SgNode") -> list[tuple[str, ...]]:
    left = node.field("left")
    return [(left.text(),)] if left is not None and left.kind() == "constant" else []


def _property(node: "SgNode") -> list[tuple[str, ...]]:
    name = node.find(kind="simple_identifier")
    return [(name.text(),)] if name is not None else []


def _kotlin_object(node: "SgNode") -> list[tuple[str, ...]]:
    """The grammar reads `object Name { … }` as an infix call on an empty object literal."""
    kids = node.named_children()
    wanted = len(kids) == 3 and kids[0].kind() == "object_literal" and kids[1].kind() == "simple_identifier"
    return [(kids[1].text(),)] if wanted else []


def _swift_type(node: "SgNode") -> list[tuple[str, ...]]:
    name = node.field("name")
    if name is None:
        return []
    inner = name.find(kind="type_identifier") if name.kind() != "type_identifier" else name
    return [_parts((inner or name).text())]


def _first_word(node: "SgNode") -> list[tuple[str, ...]]:
    return [(node.children()[0].text(),)] if node.children() else []


def _ruby_singleton(_node: "SgNode") -> list[tuple[str, ...]]:
    return []


def _kotlin_companion(_node: "SgNode") -> list[tuple[str, ...]]:
    return [("Companion",)]


_SPECIAL: dict[tuple[str, str], "Callable[[SgNode], list[tuple[str, ...]]]"] = {
    ("python", "assignment"): _python_assignment,
    ("", "pair"): _js_pair,
    ("", "assignment_expression"): _js_assignment,
    ("", "variable_declarator"): _js_declarator,
    ("go", "method_declaration"): _go_method,
    ("go", "const_spec"): _all_names,
    ("go", "var_spec"): _all_names,
    ("go", "field_declaration"): _all_names,
    ("rust", "impl_item"): _rust_impl,
    ("java", "field_declaration"): _declarators,
    ("java", "constant_declaration"): _declarators,
    ("csharp", "field_declaration"): _declarators,
    ("csharp", "event_field_declaration"): _declarators,
    ("c", "function_definition"): _c_declarator,
    ("cpp", "function_definition"): _c_declarator,
    ("c", "declaration"): _c_declarator,
    ("cpp", "declaration"): _c_declarator,
    ("c", "field_declaration"): _c_declarator,
    ("cpp", "field_declaration"): _c_declarator,
    ("", "type_definition"): _c_declarator,
    ("", "struct_specifier"): _c_type,
    ("", "union_specifier"): _c_type,
    ("", "enum_specifier"): _c_type,
    ("", "class_specifier"): _c_type,
    ("ruby", "assignment"): _constant_assignment,
    ("ruby", "singleton_class"): _ruby_singleton,
    ("kotlin", "infix_expression"): _kotlin_object,
    ("kotlin", "property_declaration"): _property,
    ("swift", "property_declaration"): _property,
    ("swift", "protocol_property_declaration"): _property,
    ("swift", "class_declaration"): _swift_type,
    ("swift", "init_declaration"): _first_word,
    ("swift", "deinit_declaration"): _first_word,
    ("kotlin", "secondary_constructor"): _first_word,
    ("kotlin", "companion_object"): _kotlin_companion,
}
