"""The normalised token stream of a piece of source: what is left when formatting and comments are taken away.

Owns: the walk over a syntax tree that yields tokens which do not change when a formatter, a comment, a docstring or a
re-indentation does, and do change when the meaning may. Tree structure is part of the stream, so optional parentheses,
semicolons, trailing commas and braces can be left out without two meanings becoming one.
Must not: find symbols or decide a standing. Neighbours: `layout.py` (what does not count), `literals.py`,
`local_names.py`, `digest.py` (hashes of a stream).
"""

from __future__ import annotations

from typing import NamedTuple

from standfast.code.layout import counts, is_docstring, is_key, is_wrapping, list_kids, names_no_variable
from standfast.code.literals import is_content, normalise_number, plain_string, string_piece, tidy_leaf
from standfast.code.local_names import Scopes
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ast_grep_py import SgNode

    from standfast.code.languages import Language
    from standfast.code.layout import Kid

    # Action; node; its kind, or the text to emit; kind of the parent; for nodes: names no variable, for texts: a leaf.
    Step = tuple[int, SgNode | None, str, str, bool]

OWN_NAME = "\x01"  # stands for the symbol's own name, so that renaming a symbol does not change its content
_SHORTHAND = {
    "shorthand_property_identifier": "pair",
    "shorthand_property_identifier_pattern": "pair_pattern",
    "shorthand_field_identifier": "",
}
_SUMS = frozenset(("binary_expression", "additive_expression"))
_ATOMS = frozenset(("string_content", "heredoc_content", "variable_name"))
_RUST_INLINE = compile_later(r"(?<!\{)\{([A-Za-z_]\w*)(?=[:}])")
_NUMBER = compile_later(r"integer|float|number|decimal|hex|int_literal|real_literal")
_VISIT, _EMIT, _LEAVE, _UNFLATTEN = 0, 1, 2, 3
_CLOSE: Step = (_EMIT, None, ")", "", False)


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


def read_tokens(
    node: SgNode,
    language: Language,
    own_name: str = "",
    without: frozenset[tuple[int, int]] = frozenset(),
    *,
    lines: bool = False,
) -> Stream:
    """Read the normalised tokens of a node, leaving out nodes that span `without`; with their `lines` when asked."""
    reader = _Reader(language, own_name, without, lines=lines)
    return Stream(reader.read(node), reader.scopes.local_names())


class _Reader:
    """One walk, with an explicit stack: generated code nests deeper than Python likes to recurse."""

    def __init__(self, language: Language, own_name: str, without: frozenset[tuple[int, int]], *, lines: bool) -> None:
        self._language = language
        self._own = own_name
        self._without = without
        self._placed = lines or bool(without)
        self._tokens: list[Token] = []
        self._flat = False
        self._line = 0
        self._stack: list[Step] = []
        self.scopes = Scopes(language)

    def read(self, node: SgNode) -> list[Token]:
        stack = self._stack
        stack.append((_VISIT, node, node.kind(), "", False))
        while stack:
            action, item, word, parent, flag = stack.pop()
            if action == _EMIT:
                self._tokens.append(Token(word, -1, self._line, flag))
            elif action == _LEAVE:
                self.scopes.leave()
            elif action == _UNFLATTEN:
                self._flat = False
            elif item is not None:
                self._visit(item, word, parent, plain=flag)
        return self._tokens

    def _visit(self, node: SgNode, kind: str, parent: str, *, plain: bool) -> None:
        if self._placed:
            span = node.range()
            self._line = span.start.line + 1
            if self._without and (span.start.index, span.end.index) in self._without:
                return
        if kind in self._language.strings:
            self._string(node, kind)
            return
        kids = list_kids(node) if kind not in _ATOMS else []
        if not kids:
            if kind in _ATOMS or node.is_leaf():
                self._leaf(node, kind, plain=plain)
            return
        if is_docstring(kind, kids) and self._language.name == "python":
            return
        if self.scopes.enter(node, kind):
            self._stack.append((_LEAVE, None, "", "", False))
        steps = self._arrange(node, kind, kids, plain=plain)
        if not self._flat and not self._is_bare(kind, parent, kids, steps):
            self._tokens.append(Token("(" + self._language.same.get(kind, kind), -1, self._line, leaf=False))
            self._stack.append(_CLOSE)
            if kind == "type" and self._language.name == "python":
                # With and without parentheses around them, annotations are parsed as different kinds of node.
                self._flat = True
                self._stack.append((_UNFLATTEN, None, "", "", False))
        steps.reverse()
        self._stack.extend(steps)

    def _is_bare(self, kind: str, parent: str, kids: Sequence[Kid], steps: Sequence[Step]) -> bool:
        joined = len(steps) == 1 and steps[0][0] == _EMIT and (kind in _SUMS or kind == "concatenated_string")
        return joined or is_wrapping(kind, parent, kids, self._language)

    def _arrange(self, node: SgNode, kind: str, kids: Sequence[Kid], *, plain: bool) -> list[Step]:
        """Choose which children count, in order, and which identifiers among them name no variable."""
        if kind == "token_tree":
            kept = [kid for i, kid in enumerate(kids) if not (kid[1] == "," and i == len(kids) - 2)]
            return [self._step(kid, kind, plain=False) for kid in kept]
        if kind == "concatenated_string":
            return self._join_strings([kid[0] for kid in kids if kid[2]])
        if kind in _SUMS and any(kid[1] == "+" for kid in kids):
            operands = self._list_operands(node)
            if any(self._is_plain(operand) for operand in operands):
                return self._join_strings(operands)
        steps: list[Step] = []
        before = ""
        for i, kid in enumerate(kids):
            after = kids[i + 1][1] if i + 1 < len(kids) else ""
            if counts(kid, before, after, kind, self._language):
                if kid[2]:
                    self._place(steps, kid, before, after, kind, plain=plain)
                else:
                    steps.append((_EMIT, None, kid[1], "", True))
            before = kid[1]
        if kind == "shorthand_field_initializer":
            return [(_EMIT, None, kids[-1][0].text(), "", False), (_EMIT, None, ":", "", False), *steps]
        return steps

    def _step(self, kid: Kid, parent: str, *, plain: bool) -> Step:
        return (_VISIT, kid[0], kid[1], parent, plain) if kid[2] else (_EMIT, None, kid[1], "", True)

    def _place(self, steps: list[Step], kid: Kid, before: str, after: str, parent: str, *, plain: bool) -> None:
        node, word, _ = kid
        if parent == "arrow_function" and word == "identifier" and after == "=>":
            # `x => …` and `(x) => …` are one.
            wraps = ["(formal_parameters"]
            if self._language.name != "javascript":
                wraps.append("(required_parameter")
            steps.extend((_EMIT, None, wrap, "", False) for wrap in wraps)
            steps.append((_VISIT, node, word, parent, False))
            steps.extend(_CLOSE for _ in wraps)
        elif is_key(word, before, parent):
            key = plain_string(node.text(), "").removeprefix("s:")
            steps.append((_EMIT, None, OWN_NAME if key == self._own else key, "", True))
        else:
            bare = names_no_variable(before, after, parent, self._language) or (plain and parent == "literal_element")
            steps.append((_VISIT, node, word, parent, bare))

    def _is_plain(self, node: SgNode) -> bool:
        """Tell whether a node is a string literal without expressions inside."""
        if node.kind() not in self._language.strings:
            return False
        return not any(child.is_named() and not is_content(child.kind()) for child in node.children())

    def _list_operands(self, node: SgNode) -> list[SgNode]:
        """List what a chain of `+` adds up, outermost last."""
        operands: list[SgNode] = []
        pending = [node]
        while pending:
            node = pending.pop()
            kids = list_kids(node)
            if node.kind() == "parenthesized_expression" and len(kids) == 3 and kids[1][1] in _SUMS:
                inner = self._list_operands(kids[1][0])
                operands.extend(inner if all(self._is_plain(part) for part in inner) else [node])
            elif node.kind() in _SUMS and len(kids) == 3 and kids[1][1] == "+":
                pending.extend((kids[2][0], kids[0][0]))
            else:
                operands.append(node)
        return operands

    def _join_strings(self, parts: Sequence[SgNode]) -> list[Step]:
        """Write literals that stand side by side as one: formatters split long ones and join short ones."""
        steps: list[Step] = []
        for part in parts:
            text = plain_string(part.text(), self._language.raw_quotes) if self._is_plain(part) else ""
            if text and steps and steps[-1][0] == _EMIT:
                steps[-1] = (_EMIT, None, steps[-1][2] + text.partition(":")[2], "", True)
            elif text:
                steps.append((_EMIT, None, text, "", True))
            else:
                steps.append((_VISIT, part, part.kind(), "", False))
        return steps

    def _emit(self, text: str, *, scope: int = -1, leaf: bool = True) -> None:
        self._tokens.append(Token(text, scope, self._line, leaf))

    def _leaf(self, node: SgNode, kind: str, *, plain: bool) -> None:
        text = node.text()
        if kind in self._language.variables:
            self._name(kind, text, plain=plain)
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
            self._emit(text, scope=self.scopes.current)
            if wrap:
                self._emit(")", leaf=False)
        elif text == self._own:
            self._emit(OWN_NAME)
        else:
            self._emit(text, scope=-1 if plain else self.scopes.current)

    def _string(self, node: SgNode, kind: str) -> None:
        kids = [(child, child.kind()) for child in node.children() if child.is_named()]
        if all(is_content(word) for _, word in kids):
            dedent = self._language.name in {"java", "csharp", "swift"}
            text = plain_string(node.text(), self._language.raw_quotes, dedent=dedent)
            if self._language.name == "rust":
                self._inline_names(text)
            else:
                self._emit(text)
            return
        steps: list[Step] = [(_EMIT, None, "(string", "", False)]
        for child, word in kids:
            if not is_content(word):
                steps.append((_VISIT, child, word, kind, False))
            elif text := string_piece(word, child.text()):
                steps.append((_EMIT, None, text, "", True))
        steps.append(_CLOSE)
        steps.reverse()
        self._stack.extend(steps)

    def _inline_names(self, text: str) -> None:
        """Emit a Rust string, with the variables that format macros read from inside it as variables."""
        for i, part in enumerate(_RUST_INLINE.split(text)):
            if i % 2:
                self._emit(part, scope=self.scopes.current)
            elif part:
                self._emit(part)
