# ruff: noqa: E501 - programs as one string a line
"""Two degrees of change, in every language we read: what a claim states still stands, or it does not.

    python bench/standing_claims.py [--json]

One small program in each language; each row is an edit, a claim about what is anchored (a function, or a range of its
lines), and how it has to stand afterwards: `touched` while what is claimed still stands there, `drifted` once it does
not, `moved` for what is elsewhere and of whose old name or place the claim does not speak. `bench/standing.py` prints
the same table after its own.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from standfast.code.snapshot import Snapshot
from standfast.code.tree import Files
from standfast.model.anchor import Anchor, parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge

_LANGUAGES = {
    # File, then: opening | LIMIT | check | send | with a parameter more | with annotations | comment | total | guard |
    # its call | the check's call | end | other | the helper's opening | closing | a second file's name, what imports it
    "python": ("a.py", "b.py", "", "LIMIT = 10\n\n\n", "def check(value):\n    return value > 1\n\n\n", "def send(body, retries):\n", "def send(body, retries, trace):\n",
        "def send(body: str, retries: int) -> bool:\n", "    # careful\n", "    total = len(body) + retries\n", "    if total > LIMIT:\n        fail(\"too long\")\n", "    guard(total)\n",
        "    return check(total)\n", "\n\n", "def other(x):\n    return x\n\n\n", "def guard(total):\n", "", "from b import LIMIT, check\n\n\n"),
    "javascript": ("a.js", "b.js", "", "export const LIMIT = 10\n\n", "export function check(value) {\n  return value > 1\n}\n\n", "export function send(body, retries) {\n", "export function send(body, retries, trace) {\n",
        "export function send(/** @type {string} */ body, /** @type {number} */ retries) {\n", "  // careful\n", "  const total = body.length + retries\n", "  if (total > LIMIT) {\n    fail(\"too long\")\n  }\n", "  guard(total)\n",
        "  return check(total)\n", "}\n\n", "function other(x) {\n  return x\n}\n\n", "function guard(total) {\n", "", "import { LIMIT, check } from './b.js'\n\n"),
    "typescript": ("a.ts", "b.ts", "", "export const LIMIT = 10\n\n", "export function check(value) {\n  return value > 1\n}\n\n", "export function send(body, retries) {\n", "export function send(body, retries, trace) {\n",
        "export function send(body: string, retries: number): boolean {\n", "  // careful\n", "  const total = body.length + retries\n", "  if (total > LIMIT) {\n    fail(\"too long\")\n  }\n", "  guard(total)\n",
        "  return check(total)\n", "}\n\n", "function other(x) {\n  return x\n}\n\n", "function guard(total) {\n", "", "import { LIMIT, check } from './b'\n\n"),
    "tsx": ("a.tsx", "b.tsx", "", "export const LIMIT = 10\n\n", "export const check = (value) => {\n  return value > 1\n}\n\n", "export const send = (body, retries) => {\n", "export const send = (body, retries, trace) => {\n",
        "export const send = (body: string, retries: number): boolean => {\n", "  // careful\n", "  const total = body.length + retries\n", "  if (total > LIMIT) {\n    fail(\"too long\")\n  }\n", "  guard(total)\n",
        "  return check(total)\n", "}\n\n", "const other = (x) => {\n  return x\n}\n\n", "const guard = (total) => {\n", "", "import { LIMIT, check } from './b'\n\n"),
    "go": ("a.go", "b.go", "package a\n\n", "const LIMIT = 10\n\n", "func check(value int) bool {\n\treturn value > 1\n}\n\n", "func send(body string, retries int) bool {\n", "func send(body string, retries int, trace bool) bool {\n",
        "func send(body Text, retries Count) bool {\n", "\t// careful\n", "\ttotal := len(body) + retries\n", "\tif total > LIMIT {\n\t\tfail(\"too long\")\n\t}\n", "\tguard(total)\n",
        "\treturn check(total)\n", "}\n\n", "func other(x int) int {\n\treturn x\n}\n\n", "func guard(total int) {\n", "", ""),
    "rust": ("src/a.rs", "src/b.rs", "", "pub const LIMIT: usize = 10;\n\n", "pub fn check(value: usize) -> bool {\n    value > 1\n}\n\n", "fn send(body: &str, retries: usize) -> bool {\n", "fn send(body: &str, retries: usize, trace: bool) -> bool {\n",
        "#[must_use]\nfn send(body: &'static str, retries: u64) -> bool {\n", "    // careful\n", "    let total = body.len() + retries;\n", "    if total > LIMIT {\n        fail(\"too long\");\n    }\n", "    guard(total);\n",
        "    return check(total);\n", "}\n\n", "fn other(x: u8) -> u8 {\n    x\n}\n\n", "fn guard(total: usize) {\n", "", "use crate::b::{check, LIMIT};\n\n"),
    "java": ("A.java", "B.java", "class A {\n", "  static final int LIMIT = 10;\n\n", "  static boolean check(int value) {\n    return value > 1;\n  }\n\n", "  boolean send(String body, int retries) {\n", "  boolean send(String body, int retries, boolean trace) {\n",
        "  boolean send(@NonNull final String body, final int retries) {\n", "    // careful\n", "    int total = body.length() + retries;\n", "    if (total > LIMIT) {\n      fail(\"too long\");\n    }\n", "    guard(total);\n",
        "    return check(total);\n", "  }\n\n", "  int other(int x) {\n    return x;\n  }\n\n", "  void guard(int total) {\n", "}\n", ""),
    "c": ("a.c", "b.h", "", "static const int LIMIT = 10;\n\n", "int check(int value) {\n  return value > 1;\n}\n\n", "int send(char *body, int retries) {\n", "int send(char *body, int retries, int trace) {\n",
        "int send(const char *body, unsigned retries) {\n", "  // careful\n", "  int total = length(body) + retries;\n", "  if (total > LIMIT) {\n    fail(\"too long\");\n  }\n", "  guard(total);\n",
        "  return check(total);\n", "}\n\n", "int other(int x) {\n  return x;\n}\n\n", "void guard(int total) {\n", "", "#include \"b.h\"\n\n"),
    "cpp": ("a.cpp", "b.hpp", "", "constexpr int LIMIT = 10;\n\n", "bool check(int value) {\n  return value > 1;\n}\n\n", "bool send(std::string body, int retries) {\n", "bool send(std::string body, int retries, bool trace) {\n",
        "[[nodiscard]] bool send(const std::string& body, unsigned retries) {\n", "  // careful\n", "  auto total = body.size() + retries;\n", "  if (total > LIMIT) {\n    fail(\"too long\");\n  }\n", "  guard(total);\n",
        "  return check(total);\n", "}\n\n", "int other(int x) {\n  return x;\n}\n\n", "void guard(int total) {\n", "", "#include \"b.hpp\"\n\n"),
    "csharp": ("A.cs", "B.cs", "class A {\n", "  public const int LIMIT = 10;\n\n", "  public static bool check(int value) {\n    return value > 1;\n  }\n\n", "  bool send(string body, int retries) {\n", "  bool send(string body, int retries, bool trace) {\n",
        "  bool send([NotNull] string? body, in int retries) {\n", "    // careful\n", "    var total = body.Length + retries;\n", "    if (total > LIMIT) {\n      fail(\"too long\");\n    }\n", "    guard(total);\n",
        "    return check(total);\n", "  }\n\n", "  int other(int x) {\n    return x;\n  }\n\n", "  void guard(int total) {\n", "}\n", ""),
    "ruby": ("a.rb", "b.rb", "", "LIMIT = 10\n\n", "def check(value)\n  value > 1\nend\n\n", "def send(body, retries)\n", "def send(body, retries, trace)\n",
        "sig { params(body: String, retries: Integer).returns(T::Boolean) }\ndef send(body, retries)\n", "  # careful\n", "  total = body.length + retries\n", "  if total > LIMIT\n    fail(\"too long\")\n  end\n", "  guard(total)\n",
        "  return check(total)\n", "end\n\n", "def other(x)\n  x\nend\n\n", "def guard(total)\n", "", "require_relative 'b'\n\n"),
    "php": ("a.php", "b.php", "<?php\n", "const LIMIT = 10;\n\n", "function check($value) {\n  return $value > 1;\n}\n\n", "function send($body, $retries) {\n", "function send($body, $retries, $trace) {\n",
        "function send(string $body, int $retries): bool {\n", "  // careful\n", "  $total = strlen($body) + $retries;\n", "  if ($total > LIMIT) {\n    fail(\"too long\");\n  }\n", "  guard($total);\n",
        "  return check($total);\n", "}\n\n", "function other($x) {\n  return $x;\n}\n\n", "function guard($total) {\n", "", "require 'b.php';\n\n"),
    "kotlin": ("a.kt", "b.kt", "package a\n\n", "const val LIMIT = 10\n\n", "fun check(value: Int): Boolean {\n  return value > 1\n}\n\n", "fun send(body: String, retries: Int): Boolean {\n", "fun send(body: String, retries: Int, trace: Boolean): Boolean {\n",
        "fun send(body: CharSequence, retries: Long): Boolean {\n", "  // careful\n", "  val total = body.length + retries\n", "  if (total > LIMIT) {\n    fail(\"too long\")\n  }\n", "  guard(total)\n",
        "  return check(total)\n", "}\n\n", "fun other(x: Int): Int {\n  return x\n}\n\n", "fun guard(total: Int) {\n", "", ""),
    "swift": ("a.swift", "b.swift", "", "let LIMIT = 10\n\n", "func check(value: Int) -> Bool {\n  return value > 1\n}\n\n", "func send(body: String, retries: Int) -> Bool {\n", "func send(body: String, retries: Int, trace: Bool) -> Bool {\n",
        "@discardableResult\nfunc send(body: Substring, retries: UInt) -> Bool {\n", "  // careful\n", "  let total = body.count + retries\n", "  if total > LIMIT {\n    fail(\"too long\")\n  }\n", "  guard_(total)\n",
        "  return check(total)\n", "}\n\n", "func other(x: Int) -> Int {\n  return x\n}\n\n", "func guard_(total: Int) {\n", "", ""),
}  # fmt: skip


class Program(NamedTuple):
    """A file with LIMIT, check(), send(body, retries) and other(), in pieces."""

    path: str
    far: str
    opening: str
    limit: str
    check: str
    head: str
    wider: str
    annotated: str
    comment: str
    total: str
    guard: str
    guarded: str
    call: str
    end: str
    other: str
    helper: str
    closing: str
    importing: str

    def send(self, *, head: str = "", guard: str | None = None, call: str = "") -> str:
        """Write the anchored function, with another head, guard or last call."""
        middle = self.guard if guard is None else guard
        return (head or self.head) + self.comment + self.total + middle + (call or self.call) + self.end

    def file(self, *definitions: str) -> str:
        """Write the file with these definitions; all of them as they were, when none are given."""
        whole = definitions or (self.limit, self.check, self.send(), self.other)
        return self.opening + "".join(whole) + self.closing


class Row(NamedTuple):
    """One edit: what is claimed of what, the files before and after, and how it has to stand."""

    label: str
    claim: str
    expected: str
    before: dict[str, str]
    after: dict[str, str]
    lines: bool = False


_MANIFESTS = {
    "pyproject.toml": '[project]\ndependencies = ["lib>=1.1.{}"]\n',
    "requirements.txt": "lib>=1.1.{}\n",
    "package.json": '{{"dependencies": {{"lib": ">=1.1.{}"}}}}\n',
    "Cargo.toml": '[dependencies]\nlib = ">=1.1.{}"\n',
    "Gemfile": 'gem "lib", ">=1.1.{}"\n',
    "composer.json": '{{"require": {{"lib": ">=1.1.{}"}}}}\n',
}

PROGRAMS = {language: Program(*pieces) for language, pieces in _LANGUAGES.items()}
_CALLS = "`send` calls `check`"
_TAKES = "send takes the parameters body, retries"
_FAILS = "`send` fails on more than `LIMIT`"
_SAYS = 'send says "too long"'
_ABOVE = "`send` fails above `LIMIT`, which is 10"
_UNNAMED = "The sending is checked at the end"


def list_rows(program: Program) -> list[Row]:
    """List the edits of one file."""
    helper = program.helper + program.guard + program.end
    cut = program.send(guard=program.guarded)
    without = program.send(guard="")

    def edit(*definitions: str, **pieces: str) -> dict[str, str]:
        return {program.path: program._replace(**pieces).file(*definitions)}

    def renamed(old: str, new: str) -> dict[str, str]:
        return {program.path: program.file().replace(old, new)}

    whole = (program.limit, program.check, program.send(), program.other)
    split = (program.limit, program.check, without, helper, program.other)
    extracted = (program.limit, program.check, helper, cut, program.other)
    changed = [
        ("comment edited", _CALLS, "holds", edit(comment=program.comment.replace("careful", "careful now"))),
        ("annotations", _CALLS, "holds or touched", edit(head=program.annotated)),
        ("annotations, claim on a text", _SAYS, "holds or touched", edit(head=program.annotated)),
        ("local renamed", _CALLS, "touched", renamed("total", "total_size")),
        ("another function edited", _CALLS, "holds", renamed("other", "another")),
        ("definitions reordered", _CALLS, "holds", edit(program.limit, program.other, program.send(), program.check)),
        ("helper extracted, claim elsewhere", _CALLS, "touched", edit(*extracted)),
        ("helper extracted, claim on what it took", _FAILS, "touched", edit(*extracted)),
        ("helper extracted, claim on its text", _SAYS, "touched", edit(*extracted)),
        ("split in two, claim on what stayed", _CALLS, "touched", edit(*split)),
        ("split in two, claim on what left", _FAILS, "drifted", edit(*split)),
        ("split in two, claim on the text that left", _SAYS, "drifted", edit(*split)),
        ("callee changed", _CALLS, "touched", edit(check=program.check.replace("> 1", "> 2"))),
        ("constant that it uses changed", _CALLS, "touched", edit(limit=program.limit.replace("10", "20"))),
        ("constant's value claimed", _ABOVE, "drifted", edit(limit=program.limit.replace("10", "20"))),
        ("callee renamed everywhere", _CALLS, "drifted", renamed("check", "verify")),
        ("other function called", _CALLS, "drifted", edit(call=program.call.replace("check", "verify"))),
        ("other function called, claim elsewhere", _FAILS, "touched", edit(call=program.call.replace("check", "verify"))),
        ("parameter added", _TAKES, "drifted", edit(head=program.wider)),
        ("parameter added, claim elsewhere", _CALLS, "touched", edit(head=program.wider)),
        ("text changed", _SAYS, "drifted", edit(guard=program.guard.replace("too long", "too much"))),
        ("renamed, named in the claim", _CALLS, "drifted", renamed("send", "transmit")),
        ("renamed, not named", _UNNAMED, "moved", renamed("send", "transmit")),
        ("renamed and annotated, named", _CALLS, "drifted", edit(head=program.annotated.replace("send", "transmit"))),
        ("gone", _CALLS, "broken", edit(program.limit, program.check, program.other)),
    ]  # fmt: skip
    rows = [Row(label, claim, expected, edit(*whole), after) for label, claim, expected, after in changed]
    return rows + _list_range_rows(program, edit, helper, cut) + _list_far_rows(program)


def _list_range_rows(program: Program, edit: Callable[..., dict[str, str]], helper: str, cut: str) -> list[Row]:
    """List the edits at a range of lines: the guard inside the function."""
    text = 'It says "too long"'
    shifted = edit(program.limit, program.other, program.check, program.send())
    changed = [
        ("range: nothing changed", text, "holds", edit()),
        ("range: shifted by what is above", text, "moved", shifted),
        ("range: rest of the function changed", text, "holds", edit(call=program.call.replace("check", "verify"))),
        ("range: annotations above", text, "holds or moved", edit(head=program.annotated)),
        ("range: condition changed, claim on the text", text, "touched", edit(guard=program.guard.replace(">", ">="))),
        ("range: condition changed, claim on it", "It fails above `LIMIT`", "drifted", edit(guard=program.guard.replace("LIMIT", "CEILING"))),
        ("range: text changed", text, "drifted", edit(guard=program.guard.replace("too long", "too much"))),
        ("range: taken out into a helper", text, "moved", edit(program.limit, program.check, cut, program.other, helper)),
        ("range: removed", text, "broken", edit(program.limit, program.check, program.send(guard=""), program.other)),
    ]  # fmt: skip
    return [Row(label, claim, expected, edit(), after, lines=True) for label, claim, expected, after in changed]


def _list_far_rows(program: Program) -> list[Row]:
    """List the edits of what is used from another file."""
    owner = program.opening.replace(" A ", " B ")
    named = program.closing != ""  # where everything is a member, it is reached through its class
    send = program.send().replace("LIMIT", "B.LIMIT").replace("check(", "B.check(") if named else program.send()
    near = program.opening + program.importing + send + program.other + program.closing

    def far(limit: str, check: str) -> dict[str, str]:
        return {program.path: near, program.far: owner + limit + check + program.closing}

    before = far(program.limit, program.check)
    return [
        Row(
            "elsewhere: callee changed",
            _CALLS,
            "touched",
            before,
            far(program.limit, program.check.replace("> 1", "> 2")),
        ),
        Row(
            "elsewhere: constant changed",
            _CALLS,
            "touched",
            before,
            far(program.limit.replace("10", "20"), program.check),
        ),
        Row(
            "elsewhere: constant's value claimed",
            _ABOVE,
            "drifted",
            before,
            far(program.limit.replace("10", "20"), program.check),
        ),
        Row(
            "elsewhere: nothing of it changed",
            _CALLS,
            "holds",
            before,
            far(program.limit + program.other, program.check),
        ),
    ]


def judge_row(program: Program, row: Row) -> str:
    """Say how what is anchored stands after an edit."""
    before, after = (
        Snapshot(Files({path: text.encode() for path, text in files.items()}), None, None)
        for files in (row.before, row.after)
    )
    anchor = _find_guard(program, row.before) if row.lines else parse_anchor(f"{program.path}::send")
    after.assume("", [])
    return judge(after, anchor, take_fingerprint(before, anchor, row.claim)).standing.value


def judge_ranges() -> list[dict[str, str]]:
    """Judge the range of a dependency before and after a manifest asks for another."""
    found: list[dict[str, str]] = []
    anchor = parse_anchor("dep:lib@>=1.1.2")
    for path, form in _MANIFESTS.items():
        before, same, after = (Snapshot(Files({path: form.format(n).encode()}), None, None) for n in (2, 2, 3))
        taken = take_fingerprint(before, anchor)
        for label, expected, snapshot in (("as it was", "holds", same), ("changed", "drifted", after)):
            standing = judge(snapshot, anchor, taken).standing.value
            told = {"language": path, "edit": f"dependency's range {label}", "expected": expected, "found": standing}
            found.append(told | {"right": str(standing == expected)})
    return found


def _find_guard(program: Program, files: dict[str, str]) -> Anchor:
    text = files[program.path]
    first = text[: text.index(program.guard)].count("\n") + 1
    return Anchor("lines", program.path, first=first, last=first + program.guard.count("\n") - 1)


def run() -> list[dict[str, str]]:
    """Judge every edit in every language, and of every manifest."""
    found = judge_ranges()
    for language, item in PROGRAMS.items():
        for row in list_rows(item):
            standing = judge_row(item, row)
            right = standing in row.expected.split(" or ")
            told = {"language": language, "edit": row.label, "expected": row.expected, "found": standing}
            found.append(told | {"right": str(right)})
    return found


def print_table(rows: Sequence[dict[str, str]]) -> None:
    """Print edits by languages: a dot where it was judged right, what was found instead where not."""
    languages = list(PROGRAMS)
    ranges = [row for row in rows if row["language"] in _MANIFESTS]
    print(f"{'edit':46}{'must be':18}" + "".join(f"{language[:9]:>10}" for language in languages))
    for label in dict.fromkeys(row["edit"] for row in rows if row not in ranges):
        cells = {row["language"]: row for row in rows if row["edit"] == label}
        expected = next(iter(cells.values()))["expected"]
        marks = ["." if cells[name]["right"] == "True" else cells[name]["found"] for name in languages]
        print(f"{label:46}{expected:18}" + "".join(f"{mark:>10}" for mark in marks))
    right = sum(row["right"] == "True" for row in rows)
    for row in ranges:
        print(
            f"{row['edit']:46}{row['expected']:18}{row['language']:>20} {'.' if row['right'] == 'True' else row['found']}"
        )
    print(f"{right} of {len(rows)} right, in {len(languages)} languages and {len(_MANIFESTS)} manifests")


def main() -> int:
    """Print the table; fail when anything is judged wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = run()
    if args.json:
        print(json.dumps(rows))
    else:
        print_table(rows)
    return 0 if all(row["right"] == "True" for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
