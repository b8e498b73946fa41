"""Layout: what in a syntax tree a formatter may add or take away without changing what the program does.

Owns: which nodes are only a wrapping, which tokens do not count, which identifiers name no variable. The rules were met
in what ruff, rustfmt, prettier and clang-format do to whole repositories. Must not: walk or emit.
Neighbours: `tokens.py`, `languages.py`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ast_grep_py import SgNode

    from standfast.code.languages import Language

    Kid = tuple[SgNode, str, bool]  # a child, its kind, and whether it is a named node

_NOTHING = frozenset(("empty_statement", "line_continuation"))
_DROPPED = frozenset((",", ";", "(", ")", "{", "}", "]", "then", "\n", "\r\n", ""))
_CONTROL = ("if", "else", "for", "while", "do", "enhanced_for", "statements", "control", "when")
_AFTER = frozenset((".", "->", "::", "?.", "&.", "?->", "optional_chain", "safe_nav"))
_LABELLED = frozenset(("keyword_argument", "argument", "value_argument", "keyed_element", "keyword_pattern"))
_EMPTY_CALLS = frozenset(("new_expression", "class_definition"))
_KEYED = frozenset(
    ("method_definition", "method_signature", "property_signature", "public_field_definition", "field_definition")
)


def list_kids(node: SgNode) -> list[Kid]:
    """List the children of a node that are more than comments."""
    kids: list[Kid] = []
    for child in node.children():
        kind, named = child.kind(), child.is_named()
        if not named or ("comment" not in kind and kind not in _NOTHING):
            kids.append((child, kind, named))
    return kids


def is_docstring(kind: str, kids: Sequence[Kid]) -> bool:
    """Tell whether a statement is nothing but a string."""
    return kind == "expression_statement" and len(kids) == 1 and kids[0][1] in {"string", "concatenated_string"}


def is_wrapping(kind: str, parent: str, kids: Sequence[Kid], language: Language) -> bool:
    """Tell whether a node is only layout around the one thing inside it."""
    if kind in language.transparent:
        return True
    named = [kid for kid in kids if kid[2]]
    if len(named) != 1:
        return False
    if kind in language.blocks:
        return parent.startswith(_CONTROL)
    match language.name:
        case "typescript" | "tsx" | "swift":
            return kind in {"union_type", "tuple_expression"}
        case "python":
            inner = kind == "case_pattern" and parent != "case_clause"
            return inner or (kind == "tuple_pattern" and not any(kid[1] == "," for kid in kids))
        case "rust":
            return _is_rust_wrapping(kind, parent, kids, named[0])
    return False


def _is_rust_wrapping(kind: str, parent: str, kids: Sequence[Kid], only: Kid) -> bool:
    """Braces around one expression, and a semicolon after what leaves anyway, come and go with the formatter."""
    if kind == "expression_statement":
        return len(kids) == 1 or only[1] in {"return_expression", "break_expression", "continue_expression"}
    if kind != "block" or parent not in {"match_arm", "closure_expression"}:
        return False
    if only[1] == "expression_statement":
        return len(only[0].children()) == 1
    return not only[1].endswith(("_declaration", "_item"))


def counts(kid: Kid, before: str, after: str, parent: str, language: Language) -> bool:
    """Tell whether a child is more than punctuation that layout decides on."""
    node, word, named = kid
    if named:
        empty = word in {"arguments", "argument_list"} and not after and parent in _EMPTY_CALLS
        return not (empty and not node.named_children())
    if word == ";":
        return parent.startswith("for")
    if word == ",":
        return before in {",", "["}  # a hole in an array pattern; any other comma is layout
    if word in {"|", "&"} and not before and parent.endswith("_type"):
        return False
    return word not in _DROPPED and not (word in {"do", "end"} and language.name == "ruby")


def names_no_variable(before: str, after: str, parent: str, language: Language) -> bool:
    """Tell whether an identifier between these siblings is a member, a label or a method, and no variable."""
    if before in _AFTER or parent == "value_argument_label":
        return True
    if not before and after in {"=", ":"} and parent in _LABELLED:
        return True
    return language.name == "java" and after == "argument_list"


def is_key(word: str, before: str, parent: str) -> bool:
    """Tell whether a string stands where a bare key could stand, so that its quotes mean nothing."""
    return word == "string" and (parent in _KEYED or (parent == "pair" and not before))
