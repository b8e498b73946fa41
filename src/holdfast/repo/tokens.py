"""The normalised token stream of a piece of source: what is left when formatting and comments are taken away.

Owns: the walk over a syntax tree that yields tokens which do not change when a formatter, a comment, a docstring or a
re-indentation does, and do change when the meaning may. Tree structure is part of the stream, so optional parentheses,
semicolons, trailing commas and braces can be left out without two meanings becoming one.
Must not: find symbols or decide a standing. Neighbours: `languages.py` (the table), `digest.py` (hashes of a stream).
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from holdfast.repo.languages import Language
from holdfast.repo.literals import is_content, normalise_number, plain_string, string_piece, tidy_leaf

if TYPE_CHECKING:
    from ast_grep_py import SgNode

OWN_NAME = "\x01"  # stands for the symbol's own name, so that renaming a symbol does not change its content
_DROPPED = frozenset((",", ";", "(", ")", "{", "}", "]", "then"))
_AFTER = frozenset((".", "->", "::", "?.", "&.", "?->", "optional_chain", "safe_nav"))
_LABELLED = frozenset(("keyword_argument", "argument", "value_argument", "keyed_element", "keyword_pattern"))
_SHORTHAND = {
    "shorthand_property_identifier": "pair",
    "shorthand_property_identifier_pattern": "pair_pattern",
    "shorthand_field_identifier": "",
}
_SKIPPED = (
    "type",
    "annotation",
    "attribute",
    "member",
    "subscript",
    "field_exp",
    "call",
    "access",
    "navigation",
    "class_pattern",
    "keyword_p",
)
_KEYED = frozenset(
    ("method_definition", "method_signature", "property_signature", "public_field_definition", "field_definition")
)
_SUMS = frozenset(("binary_expression", "additive_expression"))
_ATOMS = frozenset(("string_content", "heredoc_content", "variable_name"))
_STOPS = frozenset(("=", "if", ":=", "in", "where", "{"))
_CONTROL = ("if", "else", "for", "while", "do", "enhanced_for", "statements", "control", "when")
_RUST_INLINE = re.compile(r"(?<!\{)\{([A-Za-z_]\w*)(?=[:}])")
_NUMBER = re.compile(r"integer|float|number|decimal|hex|int_literal|real_literal")


class Token(NamedTuple):
    """One token: `scope` numbers the function a variable's name is used in (-1: not a variable); leaves carry text."""

    text: str
    scope: int
    line: int
    leaf: bool


class Stream(NamedTuple):
    """Tokens, and for each function scope the names that are local to it."""

    tokens: list[Token]
    local_names: list[set[str]]


_VISIT, _EMIT, _LEAVE, _UNFLATTEN = 0, 1, 2, 3


def read_tokens(
    node: "SgNode", language: Language, own_name: str = "", without: frozenset[tuple[int, int]] = frozenset()
) -> Stream:
    """Read the normalised tokens of a syntax node, leaving out the nodes inside it that span `without`."""
    return _Reader(language, own_name, without).read(node)


class _Reader:
    """One walk, with an explicit stack: generated code nests deeper than Python likes to recurse."""

    def __init__(self, language: Language, own_name: str, without: frozenset[tuple[int, int]]) -> None:
        self._language = language
        self._own = own_name
        self._without = without
        self._tokens: list[Token] = []
        self._bound: list[set[str]] = []
        self._fixed: list[set[str]] = []
        self._scope = -1
        self._flat = False
        self._line = 0
        # Action; node or text; kind of the parent; for nodes: names no variable, for texts: counts as a leaf.
        self._stack: list[tuple[int, SgNode | str, str, bool]] = []

    def read(self, node: "SgNode") -> Stream:
        self._stack.append((_VISIT, node, "", False))
        while self._stack:
            action, item, parent, plain = self._stack.pop()
            if action == _EMIT:
                self._emit(str(item), leaf=plain)
            elif action == _LEAVE:
                self._scope = -1
            elif action == _UNFLATTEN:
                self._flat = False
            elif not isinstance(item, str):
                self._visit(item, parent, plain=plain)
        return Stream(self._tokens, [bound - fixed for bound, fixed in zip(self._bound, self._fixed, strict=True)])

    def _emit(self, text: str, *, scope: int = -1, leaf: bool = True) -> None:
        self._tokens.append(Token(text, scope, self._line, leaf))

    def _visit(self, node: "SgNode", parent: str, *, plain: bool) -> None:
        kind = node.kind()
        span = node.range()
        self._line = span.start.line + 1
        if self._without and (span.start.index, span.end.index) in self._without:
            return
        if kind in self._language.strings:
            self._string(node, kind)
            return
        children = node.children()
        if not children or kind in _ATOMS:
            self._leaf(node, kind, plain=plain)
            return
        kids = [child for child in children if not _is_layout(child)]
        if self._language.name == "python" and _is_docstring(kind, kids):
            return
        opened = self._enter(node, kind)
        named = [kid for kid in kids if kid.is_named()]
        marked = not self._flat and not self._is_transparent(kind, parent, kids, named)
        items = self._arrange(node, kind, kids, named, plain=plain)
        if opened:
            self._stack.append((_LEAVE, "", "", False))
        if len(items) == 1 and items[0][0] == _EMIT and (kind in _SUMS or kind == "concatenated_string"):
            marked = False
        if marked:
            self._emit("(" + self._language.same.get(kind, kind), leaf=False)
            self._stack.append((_EMIT, ")", "", False))
            if kind == "type" and self._language.name == "python":
                # With and without parentheses around them, annotations are parsed as different kinds of node.
                self._flat = True
                self._stack.append((_UNFLATTEN, "", "", False))
        self._stack.extend(reversed(items))

    def _is_transparent(self, kind: str, parent: str, kids: Sequence["SgNode"], named: Sequence["SgNode"]) -> bool:
        """Tell whether a node is only layout around the one thing inside it."""
        if kind in self._language.transparent:
            return True
        if len(named) != 1:
            return False
        if kind in self._language.blocks:
            return parent.startswith(_CONTROL)
        match self._language.name:
            case "typescript" | "tsx" | "swift":
                return kind in {"union_type", "tuple_expression"}
            case "python":
                inner = kind == "case_pattern" and parent != "case_clause"
                return inner or (kind == "tuple_pattern" and not any(kid.kind() == "," for kid in kids))
            case "rust":
                return _is_rust_layout(kind, parent, kids, named[0])
        return False

    def _arrange(
        self, node: "SgNode", kind: str, kids: Sequence["SgNode"], named: Sequence["SgNode"], *, plain: bool
    ) -> list[tuple[int, "SgNode | str", str, bool]]:
        """Choose which children count, in order, and which identifiers among them name no variable."""
        if kind == "token_tree":
            kept = [kid for i, kid in enumerate(kids) if not (kid.kind() == "," and i == len(kids) - 2)]
            return [(_VISIT, kid, kind, False) for kid in kept]
        if kind == "concatenated_string":
            return self._join_strings(named)
        if kind in _SUMS and any(kid.kind() == "+" for kid in kids):
            operands = self._list_operands(node)
            if any(self._is_plain(one) for one in operands):
                return self._join_strings(operands)
        items: list[tuple[int, SgNode | str, str, bool]] = []
        before = ""
        for i, kid in enumerate(kids):
            word = kid.kind()
            after = kids[i + 1].kind() if i + 1 < len(kids) else ""
            if self._counts(kid, word, before, after, kind):
                items.extend(self._place(kid, word, before, after, kind, plain=plain))
            before = word
        if kind == "shorthand_field_initializer":
            items = [(_EMIT, named[-1].text(), "", False), (_EMIT, ":", "", False), *items]
        if kind == "type_switch_statement":
            self._bind(node.field_children("alias"))
        return items

    def _counts(self, kid: "SgNode", word: str, before: str, after: str, parent: str) -> bool:
        if word == ";":
            return parent.startswith("for")
        if word == ",":
            return before in {",", "["}  # a hole in an array pattern; any other comma is layout
        if not kid.is_named() and (word in _DROPPED or (word in {"do", "end"} and self._language.name == "ruby")):
            return False
        if word in {"|", "&"} and not before and parent.endswith("_type"):
            return False
        if word in {"arguments", "argument_list"} and not after:
            return not (parent in {"new_expression", "class_definition"} and not kid.named_children())
        return True

    def _place(
        self, kid: "SgNode", word: str, before: str, after: str, parent: str, *, plain: bool
    ) -> list[tuple[int, "SgNode | str", str, bool]]:
        if parent == "arrow_function" and word == "identifier" and after == "=>":
            inner = "required_parameter" if self._language.name != "javascript" else ""
            wraps = [f"({kind}" for kind in ("formal_parameters", inner) if kind]
            return [
                *((_EMIT, wrap, "", False) for wrap in wraps),
                (_VISIT, kid, parent, False),
                *((_EMIT, ")", "", False) for _ in wraps),
            ]
        if word == "string" and (parent in _KEYED or (parent == "pair" and not before)):
            key = plain_string(kid.text(), "").removeprefix("s:")
            return [(_EMIT, OWN_NAME if key == self._own else key, "", True)]
        named_only = before in _AFTER or parent == "value_argument_label"
        if not before and after in {"=", ":"} and parent in _LABELLED:
            named_only = True
        if self._language.name == "java" and after == "argument_list":
            named_only = True
        return [(_VISIT, kid, parent, named_only or (plain and parent == "literal_element"))]

    def _is_plain(self, node: "SgNode") -> bool:
        """Tell whether a node is a string literal without expressions inside."""
        if node.kind() not in self._language.strings:
            return False
        return not any(child.is_named() and not is_content(child.kind()) for child in node.children())

    def _list_operands(self, node: "SgNode") -> list["SgNode"]:
        """List what a chain of `+` adds up, outermost last."""
        operands: list[SgNode] = []
        pending = [node]
        while pending:
            one = pending.pop()
            kids = [kid for kid in one.children() if not _is_layout(kid)]
            if one.kind() == "parenthesized_expression" and len(kids) == 3 and kids[1].kind() in _SUMS:
                inner = self._list_operands(kids[1])
                operands.extend(inner if all(self._is_plain(part) for part in inner) else [one])
            elif one.kind() in _SUMS and len(kids) == 3 and kids[1].kind() == "+":
                pending.extend((kids[2], kids[0]))
            else:
                operands.append(one)
        return operands

    def _join_strings(self, parts: Sequence["SgNode"]) -> list[tuple[int, "SgNode | str", str, bool]]:
        """Write literals that stand side by side as one: formatters split long ones and join short ones."""
        items: list[tuple[int, SgNode | str, str, bool]] = []
        for part in parts:
            text = plain_string(part.text(), self._language.raw_quotes) if self._is_plain(part) else ""
            if text and items and items[-1][0] == _EMIT:
                items[-1] = (_EMIT, str(items[-1][1]) + text.partition(":")[2], "", True)
            elif text:
                items.append((_EMIT, text, "", True))
            else:
                items.append((_VISIT, part, "", False))
        return items

    def _leaf(self, node: "SgNode", kind: str, *, plain: bool) -> None:
        text = node.text()
        if kind in self._language.variables:
            self._name(kind, text, plain=plain)
        elif not node.is_named():
            if word := text.replace(" ", "") if text.startswith("#") else text.strip():
                self._emit(word)
        elif text == self._own:
            self._emit(OWN_NAME)
        elif _NUMBER.search(kind):
            self._emit(normalise_number(text))
        elif tidy := tidy_leaf(kind, text):
            self._emit(tidy)

    def _name(self, kind: str, text: str, *, plain: bool) -> None:
        if kind in _SHORTHAND:
            # `{q}` says both the key and the variable; written out, so that renaming the variable shows as that.
            wrap = _SHORTHAND[kind]
            if wrap:
                self._emit("(" + wrap, leaf=False)
            self._emit(text, leaf=False)
            self._emit(":", leaf=False)
            self._emit(text, scope=self._scope)
            if wrap:
                self._emit(")", leaf=False)
        elif text == self._own:
            self._emit(OWN_NAME)
        else:
            self._emit(text, scope=-1 if plain else self._scope)

    def _string(self, node: "SgNode", kind: str) -> None:
        children = node.children()
        inner = [child for child in children if child.is_named() and not is_content(child.kind())]
        if not inner:
            dedent = self._language.name in {"java", "csharp", "swift"}
            text = plain_string(node.text(), self._language.raw_quotes, dedent=dedent)
            if self._language.name == "rust":
                self._inline_names(text)
            else:
                self._emit(text)
            return
        items: list[tuple[int, SgNode | str, str, bool]] = [(_EMIT, "(string", "", False)]
        for child in children:
            if child.is_named() and not is_content(child.kind()):
                items.append((_VISIT, child, kind, False))
            elif child.is_named() and (text := string_piece(child.kind(), child.text())):
                items.append((_EMIT, text, "", True))
        items.append((_EMIT, ")", "", False))
        self._stack.extend(reversed(items))

    def _inline_names(self, text: str) -> None:
        """Emit a Rust string, with the variables that format macros read from inside it as variables."""
        for i, part in enumerate(_RUST_INLINE.split(text)):
            if i % 2:
                self._emit(part, scope=self._scope)
            elif part:
                self._emit(part)

    def _enter(self, node: "SgNode", kind: str) -> bool:
        """Open a function scope and note the names that `node` binds."""
        opened = False
        if kind in self._language.scopes and self._scope < 0:
            self._scope = len(self._bound)
            self._bound.append(set())
            self._fixed.append({"self", "this", "cls", "$this", "it", "super"})
            self._collect(_own_parameters(node, self._language), self._fixed[self._scope])
            opened = True
        if self._scope >= 0 and kind in self._language.binders:
            name = self._language.binders[kind]
            self._bind(node.field_children(name) if name else [node])
        if kind in {"global_statement", "nonlocal_statement", "global_declaration"} and self._scope >= 0:
            self._fixed[self._scope].update(child.text() for child in node.named_children())
        if self._language.name == "swift" and kind in {"if_statement", "guard_statement", "while_statement"}:
            kids = node.children()
            self._bind(kid for let, kid in pairwise(kids) if let.kind() == "value_binding_pattern")
        return opened

    def _bind(self, nodes: Iterable["SgNode"]) -> None:
        if self._scope >= 0:
            self._collect(nodes, self._bound[self._scope])

    def _collect(self, nodes: Iterable["SgNode"], into: set[str]) -> None:
        """Collect the names bound by patterns, leaving out types, defaults, members and constructors."""
        pending = [(node, True) for node in nodes]
        while pending:
            node, first = pending.pop()
            kind = node.kind()
            if kind in self._language.variables:
                text = node.text()
                if text != "_" and not (self._language.upper_is_constant and text[:1].isupper()):
                    into.add(text)
                continue
            if not first and any(part in kind for part in _SKIPPED):
                continue
            for child in node.children():
                if child.kind() in _STOPS and not child.is_named():
                    break
                pending.append((child, False))


def _own_parameters(node: "SgNode", language: Language) -> list["SgNode"]:
    """Find the parameter lists of a function itself; a Go receiver is as private as a local variable."""
    receiver = node.field("receiver")
    found = [kid for kid in node.children() if kid.kind() in language.parameters and kid != receiver]
    if not found and (single := node.field("parameter")) is not None:
        return [single]
    declarator = node.field("declarator")
    while not found and declarator is not None:
        found = [kid for kid in declarator.children() if kid.kind() in language.parameters]
        declarator = declarator.field("declarator")
    return found


def _is_rust_layout(kind: str, parent: str, kids: Sequence["SgNode"], only: "SgNode") -> bool:
    """Braces around one expression, and a semicolon after what leaves anyway, come and go with the formatter."""
    if kind == "expression_statement":
        return len(kids) == 1 or only.kind() in {"return_expression", "break_expression", "continue_expression"}
    if kind != "block" or parent not in {"match_arm", "closure_expression"}:
        return False
    if only.kind() == "expression_statement":
        return len(only.children()) == 1
    return not only.kind().endswith(("_declaration", "_item"))


def _is_layout(node: "SgNode") -> bool:
    kind = node.kind()
    return node.is_named() and ("comment" in kind or kind in {"empty_statement", "line_continuation"})


def _is_docstring(kind: str, kids: Sequence["SgNode"]) -> bool:
    return kind == "expression_statement" and len(kids) == 1 and kids[0].kind() in {"string", "concatenated_string"}
