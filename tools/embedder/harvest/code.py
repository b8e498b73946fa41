"""Source code: what a function says of itself with what it does, errors with the code that raises them."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING

from .pair import Pair, make, tidy
from .prose import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"((?:^[ \t]*#[^\n!]*\n){1,8})((?:^[ \t]*[^\s#][^\n]*\n){1,8})", re.MULTILINE)
_DOC = re.compile(
    r"((?:^[ \t]*///[^\n]*\n){1,60}|^[ \t]*/\*\*(?:[^*]|\*(?!/)){20,2500}\*/[ \t]*\n)"
    r"((?:^[ \t]*[^\s/*][^\n]*\n){1,14})",
    re.MULTILINE,
)
_STARS = re.compile(r"^\s*(?:///?|/\*\*?|\*/|\*)\s?", re.MULTILINE)
_FENCED = re.compile(r"```.*?```", re.DOTALL)


def read_python(source: str, path: str, text: str) -> Iterator[Pair | None]:
    """Yield pairs of one Python module."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = text.splitlines(keepends=True)
    module = path.removesuffix(".py").replace("/", ".")
    summary = _summary(ast.get_docstring(tree))
    if summary:
        yield make("path", source, path, summary)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _read_definition(source, module, node, lines)
    for found in _COMMENT.finditer(text):
        note = tidy(re.sub(r"^\s*#+\s?", "", found[1], flags=re.MULTILINE).replace("\n", " "))
        if len(note.split()) >= 5 and "=" not in note:
            yield make("comment", source, note, found[2])


def _read_definition(source: str, module: str, node: ast.AST, lines: list[str]) -> Iterator[Pair | None]:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    docstring = ast.get_docstring(node)
    summary = _summary(docstring)
    first = node.body[0]
    has_docstring = docstring is not None and isinstance(first, ast.Expr)
    head = "".join(lines[node.lineno - 1 : first.lineno - 1])
    start = (first.end_lineno or first.lineno) if has_docstring else first.lineno - 1
    body = tidy(head + "".join(lines[start : node.end_lineno]), 700)
    if summary:
        yield make("docstring", source, summary, body)
        rest = plain(docstring or "")[len(summary) :].strip()
        yield make("name", source, f"{module.rpartition('.')[2]} {node.name}", f"{summary} {rest}")
        if len(rest) > 60:
            yield make("explained", source, summary, rest)
    elif node.name.startswith("test_") and len(node.name) > 14:
        yield make("test", source, node.name, body)
    if not isinstance(node, ast.ClassDef):
        yield from _read_errors(source, module, node, summary, body)


def _read_errors(source: str, module: str, node: ast.AST, summary: str, body: str) -> Iterator[Pair | None]:
    name = getattr(node, "name", "")
    for child in ast.walk(node):
        if not isinstance(child, ast.Raise) or not isinstance(child.exc, ast.Call):
            continue
        words = [c.value for c in ast.walk(child.exc) if isinstance(c, ast.Constant) and isinstance(c.value, str)]
        message = " ".join(words).strip()
        if len(message.split()) >= 4:
            error = getattr(child.exc.func, "id", getattr(child.exc.func, "attr", ""))
            yield make("error", source, f"{error}: {message}", f"{module} {name} {summary}\n{body}")


def read_documented(source: str, text: str) -> Iterator[Pair | None]:
    """Yield doc comments of Rust, JavaScript, TypeScript, C and C++ with the code that follows."""
    for found in _DOC.finditer(text):
        note = plain(_FENCED.sub("", _STARS.sub("", found[1]))).strip()
        summary, _, rest = note.partition("\n\n")
        if len(summary.split()) >= 4:
            yield make("docstring", source, summary.replace("\n", " "), found[2])
            if len(rest) > 60:
                yield make("explained", source, summary.replace("\n", " "), rest.replace("\n", " "))


def _summary(docstring: str | None) -> str:
    if not docstring:
        return ""
    summary = plain(docstring.strip().split("\n\n")[0]).replace("\n", " ").strip()
    return summary if len(summary.split()) >= 3 and ">>>" not in summary else ""
