"""Every language: what a formatter or a comment changes is nothing, what a meaning change changes is something."""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from standfast.code.languages import LANGUAGES, find_language
from standfast.code.source import Source

SAMPLES = Path(__file__).parent / "samples"  # one file a language: as written by hand, and reformatted


class Case(NamedTuple):
    """A file name, a symbol in it, a local variable with another name for it, and changes of meaning."""

    path: str
    symbol: str
    local: tuple[str, str] | None
    changes: list[tuple[str, str]]

    @property
    def texts(self):
        name = next(name for name, case in CASES.items() if case is self)
        return (SAMPLES / f"{name}.txt").read_text(encoding="utf-8").split("=====\n")

    @property
    def text(self):
        return self.texts[0]


CASES = {
    "python": Case(
        "a.py",
        "A.f",
        ("q", "rows"),
        [
            ("b=2", "b=3"),
            ("a > 1", "a >= 1"),
            ('"k"', '"j"'),
            ("g(i", "h(i"),
            ("(self, a", "(self, z"),
            ("@deco", "@other"),
            ("!", "?"),
        ],
    ),
    "typescript": Case(
        "a.ts",
        "f",
        None,
        [
            ("c = 1", "c = 2"),
            ("if (q)", "if (!q)"),
            ("'k'", "'j'"),
            ("send(o", "post(o"),
            ("x + c", "x - c"),
            ("'x'", "'y'"),
            ("{ a, b }", "{ a, d }"),
        ],
    ),
    "tsx": Case("a.tsx", "C", ("t", "text"), [("hi there", "hi here"), ("className", "id"), ("use(n)", "use()")]),
    "javascript": Case(
        "a.js",
        "A.m",
        ("h", "rest"),
        [("i < 3", "i < 4"), ("[, h]", "[h]"), ("/x y/g", "/x y/"), ("??", "||"), ("async m", "m")],
    ),
    "go": Case(
        "a.go",
        "S.Run",
        ("q", "sum"),
        [
            ("a + b", "a - b"),
            ("q > 3", "q > 4"),
            ('"k"', '"j"'),
            ("a: 1", "c: 1"),
            ("s.list", "s.rest"),
            ("a, b int", "a, c int"),
        ],
    ),
    "rust": Case(
        "a.rs",
        "S.run",
        ("q", "total"),
        [
            ("a + 1", "a + 2"),
            ("0..3", "0..=3"),
            ("1 => 2", "1 => 3"),
            ("self.k", "self.j"),
            ("of {}", "by {}"),
            ("Some(z)", "Ok(z)"),
            ("a: i32", "b: i32"),
        ],
    ),
    "java": Case(
        "A.java",
        "A.run",
        ("q", "size"),
        [
            ("+ 1;", "+ 2;"),
            ("q > 3", "q < 3"),
            ("log(", "warn("),
            ("String a", "String c"),
            ("long text", "longer text"),
            ("@Override ", ""),
            ("throws E", "throws F"),
        ],
    ),
    "c": Case(
        "a.c",
        "f",
        ("q", "sum"),
        [
            ("i < MAX", "i <= MAX"),
            ("g(q", "k(q"),
            ("one two", "one too"),
            ("int a", "long a"),
            ("*r)", "r)"),
            ("static ", ""),
        ],
    ),
    "cpp": Case(
        "a.cpp", "n.A.g", ("q", "add"), [("q(1)", "q(2)"), ("[&]", "[=]"), ("use(v)", "drop(v)"), ("T a", "T b")]
    ),
    "csharp": Case(
        "a.cs",
        "N.A.Run",
        ("q", "size"),
        [
            ("b = 2", "b = 3"),
            ("q > 3", "q > 4"),
            ("name:", "title:"),
            ("v{", "w{"),
            ("z + 1", "z + 2"),
            ("a.Length", "a.Count"),
        ],
    ),
    "ruby": Case(
        "a.rb",
        "M.A.run",
        ("q", "total"),
        [
            ("b = 2", "b = 3"),
            ("q > 3", "q > 4"),
            ("k: q", "l: q"),
            ("'x'", "'y'"),
            ("d: 1", "e: 1"),
            ("list.each", "list.map"),
        ],
    ),
    "php": Case(
        "a.php",
        "A.m",
        ("$q", "$sum"),
        [
            ("$b = 2", "$b = 3"),
            ("> 3", ">= 3"),
            ("'k'", "'j'"),
            ("send(", "post("),
            ("$this->l", "$this->m"),
            ("string $a", "string $c"),
        ],
    ),
    "kotlin": Case(
        "a.kt",
        "A.f",
        ("q", "sum"),
        [
            ("1..3", "1..4"),
            ("q > 3", "q > 4"),
            ("k = l", "j = l"),
            ("g(i)", "z(i)"),
            ("a: Int", "c: Int"),
            ('= "x"', '= "y"'),
        ],
    ),
    "swift": Case(
        "a.swift",
        "A.f",
        ("q", "sum"),
        [
            ("0..<3", "0...3"),
            ("k: q", "j: q"),
            ("return 1", "return 2"),
            ("list[0]", "list(0)"),
            ("label b", "name b"),
            ('= "x"', '= "y"'),
        ],
    ),
}


def digest(path, name, text):
    source = Source(path, text.encode())
    found = source.find(name)
    assert found, [symbol.name for symbol in source.symbols]
    return source.digest(found[0])


def test_every_language_has_a_case():
    assert set(CASES) == {language.name for language in LANGUAGES}


@pytest.mark.parametrize("language", CASES)
def test_formatting_is_no_change(language):
    case = CASES[language]
    one, other = (digest(case.path, case.symbol, text) for text in case.texts)
    assert one == other


@pytest.mark.parametrize("language", [name for name, case in CASES.items() if case.local])
def test_renaming_a_local_variable_is_seen_as_that(language):
    case = CASES[language]
    old, new = case.local
    renamed = re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", new, case.text)
    one, other = (digest(case.path, case.symbol, text) for text in (case.text, renamed))
    assert one.exact != other.exact
    assert one.renamed == other.renamed


def test_renaming_a_variable_in_shorthand_is_seen_as_that():
    path, name, text = "a.ts", "f", CASES["typescript"].text
    renamed = (
        text.replace("const q", "const row")
        .replace("(q)", "(row)")
        .replace("{ q,", "{ q: row,")
        .replace("${q}", "${row}")
    )
    one, other = digest(path, name, text), digest(path, name, renamed)
    assert one.exact != other.exact
    assert one.renamed == other.renamed


@pytest.mark.parametrize(
    ("language", "old", "new"), [(name, old, new) for name, case in CASES.items() for old, new in case.changes]
)
def test_a_change_of_meaning_is_a_change(language, old, new):
    case = CASES[language]
    assert old in case.text
    one, other = (digest(case.path, case.symbol, text) for text in (case.text, case.text.replace(old, new)))
    assert one.exact != other.exact
    assert one.renamed != other.renamed


@pytest.mark.parametrize("language", CASES)
def test_every_letter_counts(language):
    """No part of a definition is left out of its digest, but comments, documentation and its own name."""
    case = CASES[language]
    path, text = case.path, case.text
    source = Source(path, text.encode())
    symbol = source.find(case.symbol)[0]
    span, before = symbol.node.range(), source.digest(symbol).exact
    own, missed = symbol.path[-1], []
    for at in range(span.start.index, span.end.index):
        word = text[at]
        if not word.isalnum() or '"""Doc' in text[max(0, at - 7) : at + 4]:
            continue
        changed = Source(path, (text[:at] + ("7" if word.isdigit() and word != "7" else "Z") + text[at + 1 :]).encode())
        same = [s for s in changed.symbols if s.name == symbol.name and changed.digest(s).exact == before]
        if same and own not in text[max(0, at - len(own)) : at + len(own) + 1]:
            missed.append(text[max(0, at - 10) : at + 10])
    assert missed == []


@pytest.mark.parametrize("language", CASES)
@pytest.mark.parametrize(
    "text", ["", "\x00", "}}}}((((", "def class function fn func {", "\ud83d" * 3, "a" * 5000, "(" * 3000]
)
def test_broken_sources_are_read_without_error(language, text):
    path = CASES[language].path
    source = Source(path, text.encode("utf-8", "surrogatepass"))
    assert isinstance(source.units, list)
    assert isinstance(source.symbols, list)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b.PY", "python"),
        ("x.d.ts", "typescript"),
        ("Makefile", ""),
        (".py", ""),
        ("a.unknown", ""),
        ("dir.py/readme", ""),
    ],
)
def test_a_language_is_known_by_its_suffix(path, expected):
    found = find_language(path)
    assert (found.name if found else "") == expected


def test_a_header_with_classes_is_read_as_cpp():
    assert Source("a.h", b"namespace n { class A { int m(); }; }").find("A.m")
    assert Source("a.h", b"struct s { int a; };").find("s.a")


def test_nothing_is_parsed_when_modules_are_only_imported():
    modules = "standfast.standing.anchors.judge, standfast.standing.anchors.suggest"
    code = f"import sys, {modules}; print('ast_grep_py' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
