"""What a guard's tests show is what a file shows, in every language: a line alone may not be what it is in a function.

Each file here holds a legacy import, function, assignment and call, each in the place where its language has it.
"""

import json

import pytest

from standfast.code.filetypes import NAMES, extension
from standfast.guard.change import held
from standfast.guard.check import check
from standfast.guard.prove import accept_rule, prove
from standfast.guard.rule import BadRule

FILES = {
    "bash": "source legacy.sh\nold() { run; }\ng() {\n  y=legacy\n  eval x\n}\n",
    "c": "#include <l.h>\nint old(int a) { return a; }\nint g(void) {\n  y = legacy();\n  gets(b);\n  return 0;\n}\n",
    "cpp": "#include <l.h>\nclass K { int old(int a) { return a; } };\nint g() {\n  y = legacy();\n  gets(b);\n}\n",
    "csharp": "using L;\nclass K {\n  void Old(int a) { Run(); }\n  void G() {\n    y = legacy();\n"
    "    C.W(1);\n  }\n}\n",
    "dart": "import 'l.dart';\nvoid old(int a) { run(); }\nclass K {\n  void g() {\n"
    "    y = legacy();\n    p(1);\n  }\n}\n",
    "elixir": "defmodule K do\n  import L\n  def old(a) do\n    run()\n  end\n  def g do\n"
    "    y = legacy()\n    p(1)\n  end\nend\n",
    "go": 'package k\n\nimport "l"\n\nfunc Old(a int) { run() }\n\nfunc g() {\n\ty := legacy()\n\tfmt.P(1)\n}\n',
    "haskell": "module K where\n\nimport L\n\ng = legacy y\n",
    "java": "import l.L;\nclass K {\n  void old(int a) { run(); }\n  void g() {\n    y = legacy();\n"
    "    S.exit(1);\n  }\n}\n",
    "javascript": "import a from 'l'\nfunction old(a) { run() }\nfunction g() {\n  y = legacy()\n  p(1)\n}\n",
    "kotlin": "import l.L\nclass K {\n  fun old() { run() }\n  fun g() {\n    y = legacy()\n    p(1)\n  }\n}\n",
    "lua": "require('l')\nfunction old(a) run() end\nfunction g()\n  y = legacy()\n  p(1)\nend\n",
    "php": "<?php\nuse L\\O;\nfunction old($a) { run(); }\nclass K {\n  function g() {\n"
    "    $y = legacy();\n    p(1);\n  }\n}\n",
    "python": "import l\nclass K:\n    def old(a): run()\n    def g():\n        y = legacy()\n        p(1)\n",
    "ruby": "require 'l'\nclass K\n  def old(a)\n    run\n  end\n  def g\n    y = legacy()\n    p(1)\n  end\nend\n",
    "rust": "use l::O;\nimpl K {\n    fn old(a: i32) { run(); }\n}\nfn g() {\n    y = legacy();\n    p(1);\n}\n",
    "scala": "import l.L\nobject K {\n  def old(a: Int) = run()\n  def g() = {\n    y = legacy()\n    p(1)\n  }\n}\n",
    "solidity": 'import "./l.sol";\ncontract K {\n  function old(uint a) public { run(); }\n'
    "  function g() public {\n    y = legacy();\n    p(1);\n  }\n}\n",
    "swift": "import L\nclass K {\n  func old() { run() }\n  func g() {\n    y = legacy()\n    p(1)\n  }\n}\n",
}
FILES |= {"typescript": FILES["javascript"], "tsx": FILES["javascript"]}
BODY = "{ $$$B }"
# The pattern and the snippet that it must catch: a call, an import, an assignment and a function.
RULES = {
    "bash": (("eval $A", "eval x"), ("source legacy.sh",), ("y=legacy",), ("old() { $$$B; }", "old() { run; }")),
    "c": (("gets($A)", "gets(b)"), ("#include <l.h>\n",), ("y = $V", "y = legacy();"), f"int old($$$P) {BODY}"),
    "cpp": (
        ("gets($A)", "gets(b);"),
        ("#include <l.h>\n",),
        ("y = $V", "y = legacy()"),
        "int old(int $A) { return $A; }",
    ),
    "csharp": (("C.W($A)", "C.W(1);"), ("using L;",), ("$X = legacy()", "y = legacy();"), f"void Old($$$P) {BODY}"),
    "dart": (("p($A)", "p(1);"), ("import 'l.dart';",), ("$X = legacy()", "y = legacy();"), f"void old($$$P) {BODY}"),
    "elixir": (("p($A)", "p(1)"), ("import L",), ("$X = legacy()", "y = legacy()"), "def old($$$P) do\n  $$$B\nend"),
    "go": (("fmt.P($$$A)", "fmt.P(1)"), ('import "l"',), ("$X := legacy()", "y := legacy()"), f"func Old($$$P) {BODY}"),
    "haskell": (("legacy $A", "g = legacy y"), ("import L",)),
    "java": (
        ("S.exit($A)", "S.exit(1);"),
        ("import l.L;",),
        ("$X = legacy()", "y = legacy();"),
        f"void old($$$P) {BODY}",
    ),
    "javascript": (
        ("p($A)", "p(1)"),
        ("import a from 'l'",),
        ("$X = legacy()", "y = legacy()"),
        f"function old($$$P) {BODY}",
    ),
    "kotlin": (("p($A)", "p(1)"), ("import l.L",), ("$X = legacy()", "y = legacy()"), f"fun old($$$P) {BODY}"),
    "lua": (("p($A)", "p(1)"), ("require('l')",), ("$X = legacy()", "y = legacy()"), "function old($$$P) $$$B end"),
    "php": (("p($A)", "p(1);"), ("use L\\O;",), ("$y = $V", "$y = legacy();"), f"function old($$$P) {BODY}"),
    "python": (("p($A)", "p(1)"), ("import l",), ("$X = legacy()", "y = legacy()"), "def old($$$P): $$$B"),
    "ruby": (("p($A)", "p(1)"), ("require 'l'",), ("$X = legacy()", "y = legacy()"), "def old($$$P)\n  $$$B\nend"),
    "rust": (("p($A)", "p(1);"), ("use l::O;",), ("$X = legacy()", "y = legacy()"), f"fn old($$$P) {BODY}"),
    "scala": (("p($A)", "p(1)"), ("import l.L",), ("$X = legacy()", "y = legacy()"), "def old($$$P) = $B"),
    "solidity": (
        ("p($A)", "p(1)"),
        ('import "./l.sol";',),
        ("$X = legacy()", "y = legacy();"),
        f"function old($$$P) public {BODY}",
    ),
    "swift": (("p($A)", "p(1)"), ("import L",), ("$X = legacy()", "y = legacy()"), f"func old() {BODY}"),
}
RULES |= {"typescript": RULES["javascript"], "tsx": RULES["javascript"]}
NO_STATEMENTS = {"css", "hcl", "html", "json", "markdown", "nix", "yaml"}
OLD = {"bash": "old() { run; }", "elixir": "def old(a) do\n  run()\nend", "ruby": "def old(a)\n  run\nend"}


def cases() -> list[tuple[str, str, str]]:
    found = []
    for language, rules in RULES.items():
        line = next((line.strip() for line in FILES[language].split("\n") if "old" in line.lower()), "")
        line = line.removeprefix("class K { ").removesuffix(" };") if language == "cpp" else line
        for rule in rules:
            pattern, *snippet = (rule, OLD.get(language, line)) if isinstance(rule, str) else rule
            found.append((language, pattern, (snippet or [pattern])[0]))
    return found


def rule(language: str, pattern: object, caught: str, passes: str = "") -> str:
    told = {"id": "old", "language": language, "rule": {"pattern": pattern}, "message": "Leave the old one."}
    return json.dumps({**told, "tests": {"caught": [caught], "passes": [passes]}})


def test_every_language_with_statements_is_among_the_cases() -> None:
    assert set(RULES) == set(FILES) == set(NAMES) - NO_STATEMENTS


@pytest.mark.parametrize(("language", "pattern", "caught"), cases())
def test_what_a_guard_catches_in_its_snippet_it_catches_in_a_file(language: str, pattern: str, caught: str) -> None:
    guard = accept_rule(rule(language, pattern, caught))
    path = f"zz.{extension(language)}"
    report = check([guard], held("change", {path: (None, FILES[language].encode())}), today="2026-01-01")
    assert report.findings
    assert not report.broken


def test_a_rule_that_fits_a_line_only_outside_every_function_is_refused() -> None:
    alone = json.loads(rule("go", "", 'fmt.Println("x")')) | {"rule": {"kind": "type_conversion_expression"}}
    with pytest.raises(BadRule):
        accept_rule(json.dumps(alone))


def test_a_snippet_that_must_pass_is_read_inside_a_function_too() -> None:
    call = json.loads(rule("go", "", "log.Fatal(err)", "log.Print(err)")) | {"rule": {"kind": "call_expression"}}
    with pytest.raises(BadRule):
        accept_rule(json.dumps(call))


def test_the_rest_of_a_rule_still_counts_for_a_pattern_that_is_read_inside_a_function() -> None:
    told = json.loads(rule("go", "", "func f() { log.Fatal(err) }", "func main() { log.Fatal(err) }"))
    inside = {"kind": "function_declaration", "has": {"field": "name", "regex": "^main$"}, "stopBy": "end"}
    guard = accept_rule(json.dumps(told | {"rule": {"pattern": "log.Fatal($A)", "not": {"inside": inside}}}))
    assert not any(verdict.problem for verdict in prove(guard))


def test_a_snippet_nested_deeper_than_calls_can_be_is_read() -> None:
    deep = "f(" * 900 + "x" + ")" * 900
    assert not any(verdict.problem for verdict in prove(accept_rule(rule("go", "f($A)", deep))))
