"""Comments and documentation strings: where they stand in a syntax tree, and a text without them.

Neighbours: `source.py`, `tokens.py` (which leaves them out of the token stream).
"""

from __future__ import annotations

import re

from standfast.code.relations import list_kinds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

    from standfast.code.languages import Language

_COMMENTS = "comment line_comment block_comment multiline_comment doc_comment"


def blank_comments(text: str, root: SgNode, language: Language) -> str:
    """Return a file's text with comments and documentation strings blanked out, lines kept."""
    parts: list[str] = []
    done = 0
    for start, end in _list_comments(root, language):
        parts += text[done:start], re.sub(r"[^\n]", " ", text[start:end])
        done = end
    return "".join((*parts, text[done:]))


def _list_comments(root: SgNode, language: Language) -> list[tuple[int, int]]:
    kinds = list_kinds(language.name, _COMMENTS)
    nodes = root.find_all(any=[{"kind": kind} for kind in kinds]) if kinds else []
    if language.name == "python":
        nodes += root.find_all(kind="string", inside={"kind": "expression_statement"})
    spans = sorted({(node.range().start.index, node.range().end.index) for node in nodes})
    kept: list[tuple[int, int]] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept
