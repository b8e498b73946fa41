# ruff: noqa: E501 - programs as one string a line
"""Two degrees of change, by language: what a claim states still stands, or it does not.

    python bench/standing_claims.py [--json]

One small program in each language; each row is an edit, a claim about the anchored function, and how it has to stand
afterwards: `touched` while what is claimed still stands there, `drifted` once it does not, `moved` for a rename that the
claim does not speak of.
"""

from __future__ import annotations

import argparse
import json
from typing import NamedTuple

from standfast.code.snapshot import Snapshot
from standfast.code.tree import Files
from standfast.model.anchor import parse_anchor
from standfast.standing.fingerprint import take_fingerprint
from standfast.standing.judge import judge


class Program(NamedTuple):
    """A file with LIMIT, check(), send(body, retries) and other(); what differs between languages is spelled out."""

    path: str
    text: str
    limit: str
    call: str
    local: str
    comment: str
    signature: tuple[str, str]
    annotated: tuple[str, str]
    helper: str


PROGRAMS = {
    "python": Program(
        "a.py",
        "LIMIT = 10\n\n\ndef check(value):\n    return value > 1\n\n\ndef send(body, retries):\n    # careful\n    total = len(body) + retries\n"
        "    if total > LIMIT:\n        fail(\"too long\")\n    return check(total)\n\n\ndef other(x):\n    return x\n",
        "LIMIT = 10", "return check(total)", "total", "# careful", ("def send(body, retries)", "def send(body, retries, trace)"),
        ("def send(body, retries):", "def send(body: str, retries: int) -> bool:"),
        "def guard(total):\n    if total > LIMIT:\n        fail(\"too long\")\n\n\n",
    ),
    "typescript": Program(
        "a.ts",
        "const LIMIT = 10\n\nfunction check(value) {\n  return value > 1\n}\n\nfunction send(body, retries) {\n  // careful\n  const total = body.length + retries\n"
        "  if (total > LIMIT) {\n    fail(\"too long\")\n  }\n  return check(total)\n}\n\nfunction other(x) {\n  return x\n}\n",
        "LIMIT = 10", "return check(total)", "total", "// careful", ("function send(body, retries)", "function send(body, retries, trace)"),
        ("function send(body, retries)", "function send(body: string, retries: number): boolean"),
        "function guard(total) {\n  if (total > LIMIT) {\n    fail(\"too long\")\n  }\n}\n\n",
    ),
    "go": Program(
        "a.go",
        "package a\n\nconst LIMIT = 10\n\nfunc check(value int) bool {\n\treturn value > 1\n}\n\nfunc send(body string, retries int) bool {\n\t// careful\n"
        "\ttotal := len(body) + retries\n\tif total > LIMIT {\n\t\tfail(\"too long\")\n\t}\n\treturn check(total)\n}\n\nfunc other(x int) int {\n\treturn x\n}\n",
        "LIMIT = 10", "return check(total)", "total", "// careful", ("retries int) bool {\n\t//", "retries int, trace bool) bool {\n\t//"),
        ("body string, retries int", "body string, retries int"),
        "func guard(total int) {\n\tif total > LIMIT {\n\t\tfail(\"too long\")\n\t}\n}\n\n",
    ),
    "rust": Program(
        "a.rs",
        "const LIMIT: usize = 10;\n\nfn check(value: usize) -> bool {\n    value > 1\n}\n\nfn send(body: &str, retries: usize) -> bool {\n    // careful\n"
        "    let total = body.len() + retries;\n    if total > LIMIT {\n        fail(\"too long\");\n    }\n    return check(total);\n}\n\nfn other(x: u8) -> u8 {\n    x\n}\n",
        "usize = 10", "return check(total)", "total", "// careful", ("retries: usize) -> bool {\n    //", "retries: usize, trace: bool) -> bool {\n    //"),
        ("body: &str", "body: &str"),
        "fn guard(total: usize) {\n    if total > LIMIT {\n        fail(\"too long\");\n    }\n}\n\n",
    ),
    "java": Program(
        "A.java",
        "class A {\n  static final int LIMIT = 10;\n\n  boolean check(int value) {\n    return value > 1;\n  }\n\n  boolean send(String body, int retries) {\n    // careful\n"
        "    int total = body.length() + retries;\n    if (total > LIMIT) {\n      fail(\"too long\");\n    }\n    return check(total);\n  }\n\n  int other(int x) {\n    return x;\n  }\n}\n",
        "LIMIT = 10", "return check(total)", "total", "// careful", ("int retries) {\n    //", "int retries, boolean trace) {\n    //"),
        ("String body", "final String body"),
        "  void guard(int total) {\n    if (total > LIMIT) {\n      fail(\"too long\");\n    }\n  }\n\n",
    ),
    "csharp": Program(
        "A.cs",
        "class A {\n  const int LIMIT = 10;\n\n  bool check(int value) {\n    return value > 1;\n  }\n\n  bool send(string body, int retries) {\n    // careful\n"
        "    var total = body.Length + retries;\n    if (total > LIMIT) {\n      fail(\"too long\");\n    }\n    return check(total);\n  }\n\n  int other(int x) {\n    return x;\n  }\n}\n",
        "LIMIT = 10", "return check(total)", "total", "// careful", ("int retries) {\n    //", "int retries, bool trace) {\n    //"),
        ("string body", "in string body"),
        "  void guard(int total) {\n    if (total > LIMIT) {\n      fail(\"too long\");\n    }\n  }\n\n",
    ),
    "ruby": Program(
        "a.rb",
        "LIMIT = 10\n\ndef check(value)\n  value > 1\nend\n\ndef send(body, retries)\n  # careful\n  total = body.length + retries\n  if total > LIMIT\n    fail(\"too long\")\n"
        "  end\n  return check(total)\nend\n\ndef other(x)\n  x\nend\n",
        "LIMIT = 10", "return check(total)", "total", "# careful", ("def send(body, retries)", "def send(body, retries, trace)"), ("def send(body, retries)", "def send(body, retries)"),
        "def guard(total)\n  if total > LIMIT\n    fail(\"too long\")\n  end\nend\n\n",
    ),
    "php": Program(
        "a.php",
        "<?php\nconst LIMIT = 10;\n\nfunction check($value) {\n  return $value > 1;\n}\n\nfunction send($body, $retries) {\n  // careful\n  $total = strlen($body) + $retries;\n"
        "  if ($total > LIMIT) {\n    fail(\"too long\");\n  }\n  return check($total);\n}\n\nfunction other($x) {\n  return $x;\n}\n",
        "LIMIT = 10", "return check($total)", "$total", "// careful", ("$retries) {\n  //", "$retries, $trace) {\n  //"), ("function send($body, $retries)", "function send(string $body, int $retries): bool"),
        "function guard($total) {\n  if ($total > LIMIT) {\n    fail(\"too long\");\n  }\n}\n\n",
    ),
}  # fmt: skip

_CALLS, _TAKES = "`send` calls `check`", "send takes the parameters body, retries"


def edits(one: Program) -> list[tuple[str, str, str, str]]:
    """List label, claim, the changed text and how the claim has to stand."""
    text = one.text
    start = text.rindex("\n", 0, text.index("if", text.index(one.comment))) + 1
    end = text.rindex("\n", 0, text.index(one.call)) + 1
    block = text[start:end]
    indent = block[: len(block) - len(block.lstrip())]
    call = f"{indent}guard({one.local}){';' if ';' in block else ''}\n"
    called = text[:start] + call + text[end:]
    helper = called.replace(_head(one), one.helper + _head(one), 1)
    return [
        ("comment edited", _CALLS, text.replace(one.comment, one.comment + " now"), "holds"),
        ("annotations", _CALLS, text.replace(*one.annotated), "touched"),
        ("local renamed", _CALLS, text.replace(one.local, one.local + "_size"), "touched"),
        ("another function edited", _CALLS, text.replace("other", "another"), "holds"),
        ("helper extracted, claim elsewhere", _CALLS, helper, "touched"),
        ("helper extracted, claim on what it took", "`send` fails on more than `LIMIT`", helper, "touched"),
        ("callee changed", _CALLS, text.replace("value > 1", "value > 2").replace("$value > 1", "$value > 2"), "touched"),
        ("constant that it uses changed", _CALLS, text.replace(one.limit, one.limit.replace("10", "20")), "touched"),
        ("other function called", _CALLS, text.replace(one.call, one.call.replace("check", "verify")), "drifted"),
        ("parameter added", _TAKES, text.replace(*one.signature), "drifted"),
        ("parameter added, claim elsewhere", _CALLS, text.replace(*one.signature), "touched"),
        ("text changed", "send says \"too long\"", text.replace("too long", "too much"), "drifted"),
        ("renamed, named in the claim", _CALLS, text.replace("send(", "transmit("), "drifted"),
        ("renamed, not named", "The sending is checked at the end", text.replace("send(", "transmit("), "moved"),
    ]  # fmt: skip


def _head(one: Program) -> str:
    """Return the line that the anchored function begins with."""
    return next(line for line in one.text.split("\n") if "send(" in line)


def run() -> list[dict[str, str]]:
    """Judge every edit in every language."""
    rows: list[dict[str, str]] = []
    for language, one in PROGRAMS.items():
        anchor = parse_anchor(f"{one.path}::send")
        for label, claim, text, expected in edits(one):
            before = Snapshot(Files({one.path: one.text.encode()}), None, None)
            after = Snapshot(Files({one.path: text.encode()}), None, None)
            after.assume("", [])
            taken = take_fingerprint(before, anchor, claim)
            found = judge(after, anchor, taken).standing.value if text != one.text else "holds"
            fine = found == expected or (found == "holds" and expected == "touched" and text == one.text)
            rows.append({"language": language, "edit": label, "expected": expected, "found": found, "right": str(fine)})
    return rows


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = run()
    if args.json:
        print(json.dumps(rows))
        return 0
    wrong = [row for row in rows if row["right"] != "True"]
    for row in wrong:
        print(f"{row['language']:11} {row['edit']:42} expected {row['expected']:8} found {row['found']}")
    print(f"{len(rows) - len(wrong)} of {len(rows)} right, in {len(PROGRAMS)} languages")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
