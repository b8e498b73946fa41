"""Local names: which variables of a function are its own business.

Owns: noticing where a function begins and which names it binds inside. Parameters are not local, they are what callers
see; a Go receiver is. Must not: emit tokens. Neighbours: `tokens.py` (walks), `languages.py` (what binds a name).
"""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ast_grep_py import SgNode

    from standfast.code.languages import Language

_NEVER_LOCAL = frozenset(("self", "this", "cls", "$this", "it", "super"))
_OUTER = frozenset(("global_statement", "nonlocal_statement", "global_declaration"))
_SWIFT_BINDING = frozenset(("if_statement", "guard_statement", "while_statement"))
# Inside a pattern, names under these are not new variables: types, members, constructors, labels.
_SKIPPED = ("type", "annotation", "attribute", "member", "subscript", "field_exp", "call", "access", "navigation")
_SKIPPED_PATTERNS = frozenset(("class_pattern", "keyword_pattern"))
_STOPS = frozenset(("=", "if", ":=", "in", "where", "{"))


class Scopes:
    """The functions met on one walk, numbered; inner functions belong to the outermost."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._bound: list[set[str]] = []
        self._fixed: list[set[str]] = []
        self.current = -1

    def enter(self, node: SgNode, kind: str) -> bool:
        """Note what a node binds; tell whether it opened a function that the walk must `leave`."""
        opened = kind in self._language.scopes and self.current < 0
        if opened:
            self.current = len(self._bound)
            self._bound.append(set())
            self._fixed.append(set(_NEVER_LOCAL))
            self._collect(_own_parameters(node, self._language), self._fixed[self.current])
        if self.current < 0:
            return False
        name = self._language.binders.get(kind)
        if name is not None:
            self._bind(node.field_children(name) if name else [node])
        elif kind in _OUTER:
            self._fixed[self.current].update(child.text() for child in node.named_children())
        elif kind in _SWIFT_BINDING and self._language.name == "swift":
            self._bind(kid for let, kid in pairwise(node.children()) if let.kind() == "value_binding_pattern")
        return opened

    def leave(self) -> None:
        """Close the function that `enter` opened."""
        self.current = -1

    def local_names(self) -> list[set[str]]:
        """List the names local to each function."""
        return [bound - fixed for bound, fixed in zip(self._bound, self._fixed, strict=True)]

    def _bind(self, nodes: Iterable[SgNode]) -> None:
        self._collect(nodes, self._bound[self.current])

    def _collect(self, nodes: Iterable[SgNode], into: set[str]) -> None:
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
            if not first and (kind in _SKIPPED_PATTERNS or any(part in kind for part in _SKIPPED)):
                continue
            for child in node.children():
                if child.kind() in _STOPS and not child.is_named():
                    break
                pending.append((child, False))


def _own_parameters(node: SgNode, language: Language) -> list[SgNode]:
    """Find the parameter lists of a function itself."""
    receiver = node.field("receiver")
    found = [kid for kid in node.children() if kid.kind() in language.parameters and kid != receiver]
    if not found and (single := node.field("parameter")) is not None:
        return [single]
    declarator = node.field("declarator")
    while not found and declarator is not None:
        found = [kid for kid in declarator.children() if kid.kind() in language.parameters]
        declarator = declarator.field("declarator")
    return found
