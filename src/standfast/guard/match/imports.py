"""Import boundaries: which files may not import what.

`import: {from: [globs], forbid: [names], allow: [names]}`. A name fits an import as it is written (`app.db`,
`@acme/db`, `github.com/acme/db`), everything below it, and, for relative imports, the path it leads to; `*` stands for
one part of a name and `**` for any number. Imports are read from the syntax tree, so that text in strings and comments
is none.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import Any

from standfast.code.filetypes import covers
from standfast.code.globs import matches_any
from standfast.code.imports import expand_group, read_python_import
from standfast.guard.file import File
from standfast.guard.match import Match
from standfast.guard.match.filename import as_globs
from standfast.guard.rule import Guard

_STATEMENTS = {
    "python": ("import_statement", "import_from_statement", "future_import_statement", "call"),
    "javascript": ("import_statement", "export_statement", "call_expression"),
    "typescript": ("import_statement", "export_statement", "call_expression"),
    "tsx": ("import_statement", "export_statement", "call_expression"),
    "go": ("import_spec",),
    "java": ("import_declaration",),
    "kotlin": ("import_header",),
    "scala": ("import_declaration",),
    "csharp": ("using_directive",),
    "rust": ("use_declaration",),
    "php": ("namespace_use_declaration",),
    "ruby": ("call",),
    "c": ("preproc_include",),
    "cpp": ("preproc_include",),
    "swift": ("import_declaration",),
    "dart": ("import_or_export",),
    "elixir": ("call",),
}
_CALLS = re.compile(r"""(?:require|import|require_relative|load|alias|use)\s*\(?\s*["']?([^"'()\s,]+)""")
# In Python a call imports only where it says so, by a name that is spelled out.
_LOADED = re.compile(r"""^(?:[\w.]*\bimport_module|__import__)\(\s*(?:name\s*=\s*)?["']([\w.]+)["']""")
_STRING = re.compile(r"""["'<]([^"'<>]+)["'>]""")
_NAME = re.compile(r"(?:import|using|use|open)\s+(?:static\s+|function\s+|const\s+|type\s+)?([\w.:\\*]+)")


def find(guard: Guard, file: File) -> list[Match]:
    """Return the imports of a file that its place forbids."""
    wanted = guard.rule["import"]
    language = file.language
    if language not in _STATEMENTS or not matches_any(file.path, as_globs(wanted.get("from"))):
        return []
    if guard.languages and not any(covers(name, language) for name in guard.languages):
        return []
    forbid, allow = as_globs(wanted["forbid"]), as_globs(wanted.get("allow"))
    if not any(_first_word(name) in file.text for name in forbid):
        return []
    rule = {"any": [{"kind": kind} for kind in _STATEMENTS[language]]}
    found: list[Match] = []
    for node in file.tree(language).find_all({"rule": rule}):
        for module in _modules(node, language):
            names = _spellings(module, file.path, language)
            hit = next((name for name in forbid if _fits_any(name, names)), None)
            if hit and not any(_fits_any(name, names) for name in allow):
                place = node.range()
                why = f"{module} is out of bounds here ({hit})"
                found.append(Match(place.start.line + 1, place.end.line + 1, node.text(), why))
                break
    return found


def _first_word(name: str) -> str:
    words = re.findall(r"\w{2,}", re.split(r"[*?\[{]", name, maxsplit=1)[0])
    return words[-1] if words else ""


def _modules(node: Any, language: str) -> list[str]:
    text = node.text()
    if language == "python":
        return _LOADED.findall(text)[:1] if node.kind() == "call" else _python_modules(text)
    if node.kind() in {"call_expression", "call"}:
        call = _CALLS.match(text)
        return [call[1]] if call else []
    if language in {"javascript", "typescript", "tsx", "go", "c", "cpp", "dart"}:
        strings = _STRING.findall(text)
        if node.kind() == "export_statement" and not re.search(r"\bfrom\s*[\"']", text):
            return []
        return strings[-1:]
    if language in {"rust", "php", "scala"}:
        return [name.rstrip(".*:\\_") for name in expand_group(text)]
    name = _NAME.search(text)
    return [name[1].rstrip(".*:\\")] if name else []


def _python_modules(text: str) -> list[str]:
    module, names = read_python_import(text)
    joint = "" if module.endswith(".") or not module else "."
    return [module] if names == ["*"] else [f"{module}{joint}{name}" for name in names]


def _spellings(module: str, path: str, language: str) -> list[str]:
    """Return the ways an import may be named in a rule."""
    folder = posixpath.dirname(path)
    if language == "python":
        if not module.startswith("."):
            return [module, module.replace(".", "/")]
        rest = module.lstrip(".")
        for _ in range(len(module) - len(rest) - 1):
            folder = posixpath.dirname(folder)
        resolved = posixpath.join(folder, rest.replace(".", "/"))
        dotted = resolved.replace("/", ".")
        return [module, resolved, dotted, dotted.removeprefix("src.")]
    if module.startswith("."):
        return [module, posixpath.normpath(posixpath.join(folder, module))]
    return [module, module.replace("::", "/").replace("\\", "/").replace(".", "/")] if language != "go" else [module]


def _fits_any(name: str, spellings: list[str]) -> bool:
    pattern = _compiled(name)
    return any(pattern.fullmatch(spelling) for spelling in spellings)


@lru_cache(maxsize=512)
def _compiled(name: str) -> re.Pattern[str]:
    """Compile a forbidden name: it stands for itself and everything below it, after a dot, slash, or colons."""
    body = re.escape(name.rstrip("/")).replace(r"\*\*", ".*").replace(r"\*", r"[^./]*")
    return re.compile(rf"{body}(?:(?:[./\\]|::).*)?", re.DOTALL)
