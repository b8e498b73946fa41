"""Symbols as people name them."""

import pytest

from standfast.code.source import Source

PYTHON = """
LIMIT = A = 3
class Outer:
    field: int = 1
    class Inner:
        def run(self): pass
    @property
    def size(self): return 1
    @size.setter
    def size(self, value): self.x = value
def run():
    local = 1
    def nested(): return local
    return nested
if True:
    def guarded(): pass
"""


def find(path, text, wanted):
    return [(symbol.name, symbol.first) for symbol in Source(path, text.encode()).find(wanted)]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("run", [("run", 11)]),
        ("Inner.run", [("Outer.Inner.run", 6)]),
        ("Outer.Inner.run", [("Outer.Inner.run", 6)]),
        ("Outer::Inner::run()", [("Outer.Inner.run", 6)]),
        ("Inner#run", [("Outer.Inner.run", 6)]),
        ("nested", [("run.nested", 13)]),
        ("guarded", [("guarded", 16)]),
        ("LIMIT", [("LIMIT", 2)]),
        ("A", [("A", 2)]),
        ("Outer.field", [("Outer.field", 4)]),
        ("size", [("Outer.size", 7), ("Outer.size", 9)]),
        ("local", []),
        ("nothing", []),
        ("Other.run", []),
        ("", []),
    ],
)
def test_a_symbol_is_found_by_any_part_of_its_name_that_ends_it(wanted, expected):
    assert find("a.py", PYTHON, wanted) == expected


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        ("a.go", "package p\nfunc (s *S) Run() {}\n", "(*S).Run"),
        ("a.go", "package p\nfunc (s S[T]) Run() {}\n", "S.Run"),
        ("a.rs", "impl<T> fmt::Display for S<T> { fn fmt(&self) {} }\n", "S::fmt"),
        ("a.cpp", "int n::A::g(int a) { return a; }\n", "n::A::g"),
        ("a.js", "A.prototype.z = function (w) { return w }\n", "A.z"),
        ("a.js", "module.exports.h = () => 1\n", "h"),
        ("a.js", "const o = { m() {}, 'a-b': () => 1 }\n", "o.a-b"),
        ("a.ts", "export default class A { #p = 1; get y() { return 1 } }\n", "A.y"),
        ("a.ts", "export const enum E { A = 1 }\n", "E.A"),
        ("a.ts", "describe('x', () => { const helper = () => 1 })\n", "helper"),
        ("a.php", "<?php class A { private int $x = 3; }", "A.x"),
        ("a.kt", "object O {\n  fun x() {\n  }\n}\n", "O.x"),
        ("a.swift", "extension A { func e() {} }\n", "A.e"),
        ("a.cs", "namespace N.M { class A { int P { get; set; } } }\n", "A.P"),
        ("a.rb", "module M\n  class A\n    def self.build; end\n  end\nend\n", "M::A.build"),
        ("A.java", "class A { static final int MAX = 3; enum E { ONE } }\n", "A.MAX"),
        ("a.c", "#define ADD(a, b) ((a) + (b))\n", "ADD"),
        ("a.c", "typedef struct { int x; } T;\n", "T"),
    ],
)
def test_symbols_are_found_the_way_their_language_writes_them(path, text, wanted):
    assert len(find(path, text, wanted)) == 1


def test_variables_of_anonymous_functions_are_no_symbols():
    assert find("a.ts", "describe('x', () => { const local = 1 })\n", "local") == []


def test_a_definition_whose_name_cannot_be_read_does_not_hide_the_others() -> None:
    from standfast.code.source import Source

    decompiled = (
        b"class Till {\n\tprivate struct <Drag>d__35 : IStep\n\t{\n\t\tint a;\n\t}\n\tint Close() { return 1; }\n}\n"
    )
    defined = {relation.name for relation in Source("Till.cs", decompiled).relations if relation.kind == "defines"}
    assert {"Till", "Close"} <= defined
