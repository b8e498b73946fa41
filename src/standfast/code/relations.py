"""What a file says about its names: which value each has, what a function takes and calls, what a class is made of.

Owns: reading relations out of a syntax tree, the same ones in every language, each under the definition it stands in.
Literals are spelled one way, so that quotes, digit separators and line breaks make no difference. Must not: know of
claims or memories; `standing/claims/claim.py` asks. Neighbours: `symbols.py` (what is defined), `literals.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise

from standfast.code.imports import expand_group, read_python_import
from standfast.code.literals import spell
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ast_grep_py import Rule, SgNode

    from standfast.code.languages import Language
    from standfast.code.symbols import Symbol

DEFINES, PARAMETER, PARAMETERS, DEFAULT = "defines", "parameter", "parameters", "default"
VALUE, TYPE, RETURNS = "value", "type", "returns"
BASE, DECORATOR, CALLS, IMPORTS, MODIFIER = "base", "decorator", "calls", "imports", "modifier"
RAISES = "raises"
GIVES = "gives"
"""A value that a table, an option or a fallback gives a name: `Setting("limit", 5)`, `limit ?? 5`."""
PATTERN = "{}"
"""A parameter that is taken apart at once and has no name of its own."""
MODIFIERS = frozenset(("async", "static", "abstract", "final", "unsafe", "export", "pub", "private", "protected"))

_BINDINGS = (
    "assignment keyword_argument named_expression pair variable_declarator assignment_expression field_definition"
    " public_field_definition enum_assignment const_spec var_spec short_var_declaration assignment_statement"
    " keyed_element const_item static_item let_declaration field_initializer enum_variant init_declarator preproc_def"
    " enumerator element_value_pair const_element property_element property_declaration"
    " array_element_initializer field_declaration property_signature enum_entry class_parameter"
)
_CALLS = (
    "call call_expression new_expression method_invocation macro_invocation object_creation_expression"
    " invocation_expression function_call_expression member_call_expression scoped_call_expression"
)
_LISTS = "argument_list arguments tuple list array array_expression tuple_expression"
_FALLBACKS = "binary_expression boolean_operator binary operator_assignment augmented_assignment_expression"
_ENTRY = re.compile(r"[\"'](?:--?)?([A-Za-z][\w.-]*)[\"']")
_PLAIN = re.compile(r"-?\d[\w.]*|true|false", re.IGNORECASE)
_RAISES = "raise_statement throw_statement throw_expression jump_expression"
_DECORATORS = "decorator attribute_item annotation marker_annotation attribute_list"
_BASES = (
    "class_heritage extends_clause implements_clause extends_type_clause superclass super_interfaces extends_interfaces"
    " base_class_clause base_list trait_bounds delegation_specifier inheritance_specifier base_clause"
    " class_interface_clause"
)
_IMPORTS = (
    "import_statement import_from_statement future_import_statement import_spec use_declaration import_declaration"
    " preproc_include using_directive using_declaration namespace_use_declaration import_header"
    " extern_crate_declaration"
)
_NAME_FIELDS = ("name", "left", "key", "property", "pattern", "field", "declarator")
_VALUE_FIELDS = ("value", "right", "default_value", "default")
_TYPE_FIELDS = ("type", "return_type", "result")
_RECEIVERS = frozenset(("self", "cls", "this", "$this", "self_parameter", "receiver_parameter"))
_MOST_ENTRIES = 12
_SPACE = re.compile(r"\s+")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_DOTTED = re.compile(r"[A-Za-z_$@][\w$]*(?:(?:\.|::|->|/)[\w$*]+)*")


class Relation(Value):
    """One thing a file says: within `scope` (a qualified name, empty for the file), of `name`, that it is `value`."""

    kind: str
    scope: str
    name: str
    value: str = ""


def list_relations(root: SgNode, symbols: Sequence[Symbol], language: Language) -> list[Relation]:
    """List what a parsed file says, in the order of the text within each kind."""
    reader = _Reader(root, symbols, language)
    found = [*reader.definitions(), *reader.bindings(), *reader.calls(), *reader.heads(), *reader.imports()]
    found += reader.entries()
    return list(dict.fromkeys(found))


@lru_cache(maxsize=256)
def list_kinds(language: str, words: str) -> tuple[str, ...]:
    """Name the kinds of a list that this grammar knows; one it does not makes the library refuse the whole rule."""
    from ast_grep_py import SgRoot

    root = SgRoot("", language).root()
    known: list[str] = []
    for word in words.split():
        try:
            root.find(kind=word)
        except RuntimeError:
            continue
        known.append(word)
    return tuple(known)


class _Reader:
    """One walk over one file."""

    def __init__(self, root: SgNode, symbols: Sequence[Symbol], language: Language) -> None:
        self._root = root
        self._language = language
        rows = sorted(
            ((s.node.range().start.index, -s.node.range().end.index, s) for s in symbols), key=lambda r: r[:2]
        )
        self._symbols = [row[2] for row in rows]
        self._starts = [row[0] for row in rows]
        self._ends = [-row[1] for row in rows]

    def _find(self, words: str) -> list[SgNode]:
        rules: list[Rule] = [{"kind": kind} for kind in list_kinds(self._language.name, words)]
        return self._root.find_all(any=rules) if rules else []

    def _around(self, node: SgNode) -> Symbol | None:
        """Find the innermost definition that a node stands in."""
        start, end = node.range().start.index, node.range().end.index
        at = bisect_right(self._starts, start) - 1
        best: Symbol | None = None
        width = 1 << 60
        while at >= 0:
            if self._ends[at] >= end and self._ends[at] - self._starts[at] < width:
                best, width = self._symbols[at], self._ends[at] - self._starts[at]
                break
            at -= 1
        return best

    def _scope(self, node: SgNode, name: str = "") -> str:
        around = self._around(node)
        if around is None:
            return ""
        path = around.path[:-1] if name and around.path[-1] == name and self._opens(around, node) else around.path
        return ".".join(path)

    @staticmethod
    def _opens(symbol: Symbol, node: SgNode) -> bool:
        """Tell whether a node is the definition itself, and not something of the same name inside it."""
        return node.range().end.index >= symbol.node.range().end.index - 2 or symbol.node == node

    def definitions(self) -> Iterator[Relation]:
        """Yield what is defined where, what functions take and give, and the types of what is declared."""
        for symbol in self._symbols:
            if not symbol.path[-1]:
                continue  # code that does not parse there: a decompiler's names, say
            scope = ".".join(symbol.path[:-1])
            yield Relation(DEFINES, scope, symbol.path[-1])
            head = symbol.node.text()[:200].partition(symbol.path[-1])[0]
            for word in MODIFIERS.intersection(_IDENTIFIER.findall(head)):
                yield Relation(MODIFIER, symbol.name, word)
            function = self._function(symbol)
            if function is not None:
                yield from self._signature(symbol.name, function)

    def _function(self, symbol: Symbol) -> SgNode | None:
        """Find the node that carries the parameters of a definition."""
        node = symbol.node
        for _ in range(6):
            if any(kid.kind() in self._language.parameters for kid in node.children()) or node.field("parameters"):
                return node
            step = None
            for field in ("definition", "declaration", "value", "right", "declarator"):
                step = step or node.field(field)
            if step is None:
                step = next((kid for kid in node.named_children() if kid.kind() in _inner(self._language)), None)
            if step is None:
                return None
            node = step
        return None

    def _signature(self, name: str, function: SgNode) -> Iterator[Relation]:
        receiver = function.field("receiver")
        lists = [kid for kid in function.children() if kid.kind() in self._language.parameters and kid != receiver]
        given = function.field("parameters") or next(iter(lists), None)
        parts = given.named_children() if given is not None else []
        if "parameter" in self._language.parameters:  # they stand in the head one by one, without a list around them
            parts = lists
        names: list[str] = []
        for part in parts:
            before = part.prev()
            if "comment" in part.kind() or (before is not None and before.kind() == "="):
                continue  # in some grammars a default stands beside its parameter
            for word in _parameter_names(part):
                if word in _RECEIVERS or part.kind() in _RECEIVERS:
                    continue
                names.append(word)
                if word == PATTERN:
                    continue
                yield Relation(PARAMETER, name, word)
                value = _field(part, _VALUE_FIELDS) or _after_sign(part) or _beside(part)
                if value is not None:
                    yield Relation(DEFAULT, name, word, spell(value.text()))
                if (kind := part.field("type")) is not None:
                    yield Relation(TYPE, name, word, spell(kind.text().lstrip(": ")))
        yield Relation(PARAMETERS, name, "", ",".join(names))
        result = function.field("return_type") or function.field("result")
        if result is not None:
            yield Relation(RETURNS, name, "", spell(result.text().lstrip(":-> ")))

    def bindings(self) -> Iterator[Relation]:
        """Yield which name is given which value."""
        for node in self._find(_BINDINGS):
            left, value = _field(node, _NAME_FIELDS), _field(node, _VALUE_FIELDS)
            kids = node.named_children()
            if value is None and node.kind() in {"keyed_element", "const_element", "array_element_initializer"}:
                left, value = (kids[0], kids[-1]) if len(kids) > 1 else (None, None)
            if value is None and node.kind() in {"property_element", "enum_entry"}:
                value = kids[-1] if len(kids) > 1 and "=" in node.text() else None
            if value is None and node.kind() in {"property_declaration", "variable_declarator", "class_parameter"}:
                value = _after_sign(node)
                left = left or _declared(node)
            names = [left] if left is not None else []
            if node.kind() in {"const_spec", "var_spec"}:
                names = [kid for kid in node.field_children("name") if kid.is_named()]
            values = _values(value, len(names))
            for place, each in enumerate(names):
                name = _last_name(each.text())
                scope = self._scope(node, name)
                if not name:
                    continue
                if place < len(values) and not _is_body(values[place]):
                    yield Relation(VALUE, scope, name, spell(values[place].text()))
                kind = _field(node, _TYPE_FIELDS)
                if kind is not None and kind != each:
                    yield Relation(TYPE, scope, name, spell(kind.text().lstrip(": ")))

    def entries(self) -> Iterator[Relation]:
        """Yield what tables, options and fallbacks give to names."""
        for node in self._find(_LISTS):
            kids = [kid for kid in node.named_children() if "comment" not in kid.kind()][:_MOST_ENTRIES]
            name = _ENTRY.fullmatch(kids[0].text()) if len(kids) > 1 else None
            if name is None:
                continue
            given = next((kid.field("value") for kid in kids[1:] if _option_name(kid) == "default"), kids[1])
            if given is not None and _PLAIN.fullmatch(given.text()):
                yield Relation(GIVES, self._scope(node), name[1].replace("-", "_"), spell(given.text()))
        for node in self._find(_FALLBACKS):
            parts = node.children()
            if len(parts) != 3 or parts[1].text() not in {"??", "||", "or", "??=", "||="}:
                continue
            name_of, value = _last_name(parts[0].text()), parts[2].text()
            if name_of and (_PLAIN.fullmatch(value) or value[:1] in "\"'"):
                yield Relation(GIVES, self._scope(node), name_of, spell(value))

    def calls(self) -> Iterator[Relation]:
        """Yield what is called where: under the last part of its name and, where that is short, under all of it."""
        for node in self._find(_CALLS):
            callee = _field(node, ("function", "constructor", "macro", "type", "method", "name"))
            if callee is None:
                callee = next(iter(node.named_children()), None)
            if callee is None:
                continue
            scope, whole = self._scope(node), callee.text()
            if node.kind() in {"call", "method_invocation", "member_call_expression"} and (
                owner := node.field("receiver") or node.field("object")
            ):
                whole = f"{owner.text()}.{whole}"
            yield from _both(CALLS, scope, whole)

        for node in self._find(_RAISES):
            kids = node.named_children()
            thrown = re.sub(r"^(?:new|throw)\s+|\(.*", "", kids[0].text(), flags=re.DOTALL) if kids else ""
            yield from _both(RAISES, self._scope(node), thrown)

    def heads(self) -> Iterator[Relation]:
        """Yield what classes are made of and what definitions are decorated with."""
        for symbol in self._symbols:
            if symbol.container:
                yield from self._class_head(symbol)
        for node in self._find(_BASES):
            around = self._around(node)
            if around is not None:
                yield from _mentioned(BASE, around.name, node)
        for node in self._find(_DECORATORS):
            target = self._decorated(node)
            if target is not None:
                text = node.text().lstrip("@#[! ").rstrip("]")
                yield Relation(DECORATOR, target.name, "", spell(text))
                yield from _mentioned(DECORATOR, target.name, node)

    def _class_head(self, symbol: Symbol) -> Iterator[Relation]:
        node = symbol.node
        inner = node.field("definition") or node
        given = inner.field("superclasses")
        for part in given.named_children() if given is not None else ():
            if part.kind() != "keyword_argument":
                yield from _both(BASE, symbol.name, part.text())
        trait = inner.field("trait")
        if trait is not None:
            yield from _both(BASE, symbol.name, re.sub(r"<.*", "", trait.text(), flags=re.DOTALL))
        for field in inner.find_all(kind="field_declaration") if self._language.name == "go" else ():
            kids = [kid for kid in field.named_children() if kid.kind() != "raw_string_literal"]
            if field.field("name") is None and kids:
                yield from _both(BASE, symbol.name, kids[0].text().lstrip("*"))

    def _decorated(self, node: SgNode) -> Symbol | None:
        around = self._around(node)
        if around is not None and node.range().start.index - around.node.range().start.index < 2000:
            before = around.node.text()[: node.range().start.index - around.node.range().start.index]
            if not re.search(r"[{:]\s*$|\bclass\b|\bdef\b|\binterface\b|[{;]", before):
                return around
        at = bisect_right(self._starts, node.range().end.index - 1)
        return self._symbols[at] if at < len(self._symbols) else None

    def imports(self) -> Iterator[Relation]:
        """Yield what a file imports: modules, names, and names within modules."""
        for node in self._find(_IMPORTS):
            quoted = re.findall(r"[\"'<]([^\"'>]+)[\">']", node.text())
            for module in quoted:
                yield Relation(IMPORTS, "", module)
            yield from self._imported(node.text())

    def _imported(self, text: str) -> Iterator[Relation]:
        if self._language.name == "python" and (read := read_python_import(text))[0]:
            module, names = read
            yield Relation(IMPORTS, "", module)
            for name in names:
                yield Relation(IMPORTS, "", name)
                yield Relation(IMPORTS, "", f"{module.rstrip('.')}.{name}")
            return
        if self._language.name == "rust":
            for name in expand_group(text):
                yield Relation(IMPORTS, "", name)
                yield Relation(IMPORTS, "", name.rpartition("::")[2])
            return
        bare = re.sub(r"[\"'<][^\"'>]*[\"'>]", "", text)
        for name in _DOTTED.findall(bare):
            if name not in {"import", "from", "as", "using", "static", "type", "package"}:
                yield Relation(IMPORTS, "", name)
                yield Relation(IMPORTS, "", re.split(r"\.|::|/", name)[-1])


def _option_name(node: SgNode) -> str:
    name = node.field("name") if node.kind() == "keyword_argument" else None
    return name.text() if name is not None else ""


def _inner(language: Language) -> frozenset[str]:
    return language.definitions | language.scopes | frozenset(("lexical_declaration", "variable_declaration"))


def _field(node: SgNode, names: Sequence[str]) -> SgNode | None:
    return next((found for name in names if (found := node.field(name)) is not None), None)


def _after_sign(node: SgNode) -> SgNode | None:
    """Return what follows the equals sign among a node's parts, where the grammar gives it no name."""
    parts = node.children()
    at = next((at for at, part in enumerate(parts) if part.kind() == "="), len(parts))
    return next((part for part in parts[at + 1 :] if part.is_named()), None)


def _beside(part: SgNode) -> SgNode | None:
    """Return the default that stands after a parameter, not in it."""
    sign = part.next()
    return sign.next() if sign is not None and sign.kind() == "=" else None


def _declared(node: SgNode) -> SgNode | None:
    """Return the name that is declared, where the grammar does not mark it."""
    inner = next((kid for kid in node.named_children() if kid.kind() == "variable_declaration"), node)
    return next((kid for kid in inner.named_children() if kid.kind() in {"simple_identifier", "identifier"}), None)


def _values(value: SgNode | None, count: int) -> list[SgNode]:
    if value is None:
        return []
    if value.kind() == "expression_list":
        parts = [kid for kid in value.named_children() if "comment" not in kid.kind()]
        return parts if len(parts) == count or count > 1 else [value]
    return [value]


def _is_body(node: SgNode) -> bool:
    return node.kind() in {
        "arrow_function", "function_expression", "function", "class", "func_literal", "lambda_expression",
        "closure_expression",
    }  # fmt: skip


def _last_name(text: str) -> str:
    """Return the name that an assignment's left side ends in."""
    text = text.strip().strip("\"'").removeprefix("mut ").removeprefix("$").removeprefix("r#")
    if (item := re.search(r"\[[\"']([\w.-]+)[\"']\]$", text)) is not None:
        return item[1]
    parts = re.split(r"\.|::|->", text)
    last = parts[-1].strip().lstrip("*&$#@:")
    return last if re.fullmatch(r"[\w$-]+", last) else ""


def _parameter_names(part: SgNode) -> list[str]:
    """Return the names that one parameter binds; a pattern binds several."""
    kind = part.kind()
    if kind in {"identifier", "variable_name", "simple_identifier"}:
        return [part.text().lstrip("$")]
    if kind in {"keyword_separator", "positional_separator", "attribute_item", "decorator"}:
        return []
    several = [kid.text() for kid in part.field_children("name") if kid.is_named() and not kid.kind().endswith("type")]
    if several:
        return [re.sub(r"^[*&$.]+", "", name) for name in several]
    inner = _field(part, ("pattern", "left", "declarator", "name"))
    if inner is None:
        kids = part.named_children()
        inner = next((kid for kid in kids if kid.kind() == "variable_declarator"), next(iter(kids), None))
    if inner is None or (kind == "parameter_declaration" and inner.kind().endswith("type_identifier")):
        return []
    text = inner.text()
    if text.startswith(("{", "[")):
        return [PATTERN]
    found = _IDENTIFIER.findall(text.removeprefix("mut "))
    return found[:1] if found else []


def _both(kind: str, scope: str, text: str) -> Iterator[Relation]:
    whole = _SPACE.sub("", text)
    parts = [part for part in re.split(r"\.|::|->", re.sub(r"<[^<>]*>|\(.*\)$", "", whole)) if part]
    last = parts[-1].strip("?!*&") if parts else ""
    if _IDENTIFIER.fullmatch(last):
        yield Relation(kind, scope, last)
    plain = re.sub(r"<[^<>]*>", "", whole)
    if plain != last and len(plain) <= 80 and _DOTTED.fullmatch(plain):
        yield Relation(kind, scope, plain)


def _mentioned(kind: str, scope: str, node: SgNode) -> Iterator[Relation]:
    text = re.sub(r"\b(?:extends|implements|public|private|protected|virtual|derive)\b", " ", node.text())
    words = _DOTTED.findall(re.sub(r"[\"'`].*?[\"'`]|@", " ", text))
    for word in words:
        yield Relation(kind, scope, word)
        for _, part in pairwise(["", *re.split(r"\.|::|/", word)]):
            yield Relation(kind, scope, part)
