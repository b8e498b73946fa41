"""Import statements: what they name, in full, groups written out. Text of one statement in, names out.

Must not: see the syntax tree or resolve a name. Neighbours: `relations.py`, `guard/match/imports.py`.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later

_NOT_WORDS = compile_later(r"#[^\n]*|\\\n|[()]")
_FROM = compile_later(r"\s*from\s+([\w.]+)\s+import\s+(.*)", re.DOTALL)
_FRAME = compile_later(
    r"^(?:pub(?:\([^)]*\))?\s+)?(?:use|import)\s+(?:function\s+|const\s+)?|;$|(?<!\s)\s+as\s+\w+|(?<!\s)\s*=>\s*\w+"
)


def read_python_import(text: str) -> tuple[str, list[str]]:
    """Return the module and the names of a Python `from … import …`; of a plain `import`, no module and the modules."""
    plain = _NOT_WORDS.sub(" ", text)
    found = _FROM.match(plain)
    names = found[2] if found else plain.strip().removeprefix("import")
    return found[1] if found else "", [part.split()[0] for part in names.split(",") if part.split()]


def expand_group(text: str) -> list[str]:
    """Write out what an import with braces names: `use a::{b, c::{self, d}}` is a::b, a::c and a::c::d.

    Rust, and PHP and Scala, which write groups the same way.
    """
    tree = re.sub(r"\s", "", _FRAME.sub("", text.strip()))
    found: list[str] = []
    fronts: list[str] = [""]
    word = ""
    for mark in [*re.findall(r"[{},]|[^{},]+", tree), ","]:
        if mark == "{":
            fronts.append(fronts[-1] + word)
            word = ""
        elif mark in {",", "}"}:
            if word:
                found.append((fronts[-1] + word).removesuffix("::self"))
            word = ""
            if mark == "}" and len(fronts) > 1:
                fronts.pop()
        else:
            word = mark
    return found
