# ruff: noqa: E501 - tables of code
"""What a claim states decides whether a change merely touches it or makes it drift."""

import pytest

from standfast.code.literals import compute
from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge

PAY = '''"""Payments."""
import decimal
from shop.audit import note

LIMIT = 100
RETRIES = 3


class PaymentError(ValueError):
    pass


class Gateway(Base):
    timeout = 30

    @cached
    def send(self, body, retries=3, *, dry_run=False):
        """Send it, 30 times at most."""
        for attempt in range(retries):
            note(body, attempt)
            if attempt > LIMIT:
                raise PaymentError("too many")
        return self.post(body)

    def post(self, body):
        return http("POST", body, timeout=self.timeout)
'''


@pytest.fixture
def pay(repo):
    repo.write("src/pay.py", PAY)
    repo.commit("Pay")
    return repo


def stand(repo, claim, anchor, *changes):
    """Say how a claim stands after some words of the file were replaced."""
    at = parse_anchor(anchor)
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, claim)
    text = PAY
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    repo.write("src/pay.py", text)
    repo.commit("Change")
    return judge(open_snapshot(str(repo.root)), at, taken)


SEND = "src/pay.py::Gateway.send"

STANDS = {
    "annotations": (
        "`Gateway.send` takes body, retries and dry_run as parameters",
        SEND,
        ("body, retries=3, *, dry_run=False)", "body: dict, retries: int = 3, *, dry_run: bool = False) -> bool"),
    ),
    "docstring": ("Gateway.send raises `PaymentError`", SEND, ("30 times at most", "and hope for the best")),
    "renamed local": ("`send` calls `note`", SEND, ("attempt", "turn")),
    "another call": ("Gateway.send has `retries` defaulting to 3", SEND, ("note(body, attempt)", "audit(body, attempt)")),
    "another constant": ("LIMIT is 100 in src/pay.py", "src/pay.py::LIMIT", ("RETRIES = 3", "RETRIES = 5")),
    "another base": ("`Gateway` has a timeout of 30", "src/pay.py::Gateway", ("Gateway(Base)", "Gateway(Base, Mixin)")),
    "typing decorator": ("send is decorated with `cached`", SEND, ("    @cached", "    @override\n    @cached")),
    "extracted helper": (
        "`Gateway.send` stops after `LIMIT` attempts",
        SEND,
        ("            if attempt > LIMIT:\n                raise PaymentError(\"too many\")\n", "            check(attempt)\n"),
        ("class PaymentError(ValueError):", "def check(attempt):\n    if attempt > LIMIT:\n        raise PaymentError('too many')\n\n\nclass PaymentError(ValueError):"),
    ),
    "number spelled otherwise": ("LIMIT is 100", "src/pay.py", ("LIMIT = 100", "LIMIT = 1_00"), ("RETRIES = 3", "RETRIES = 4")),
    "prose": ("Sending is deliberately simple", SEND, ("note(body, attempt)", "audit(body, attempt)")),
}  # fmt: skip

DRIFTS = {
    "default": ("Gateway.send has `retries` defaulting to 3", SEND, ("retries=3", "retries=5"), "retries"),
    "default in plain words": ("send retries 3 times by default (retries=3)", SEND, ("retries=3", "retries=4"), "retries"),
    "parameter added": ("`Gateway.send` takes body, retries and dry_run as parameters", SEND,
                        ("dry_run=False)", "dry_run=False, trace=None)"), "send"),
    "base": ("Gateway inherits from Base", "src/pay.py::Gateway", ("Gateway(Base)", "Gateway(Other)"), "Base"),
    "decorator": ("send is decorated with `cached`", SEND, ("    @cached\n", ""), "cached"),
    "call": ("`send` calls `note`", SEND, ("note(body, attempt)", "audit(body, attempt)"), "note"),
    "raise": ("send fails with PaymentError", SEND, ('PaymentError("too many")', 'RuntimeError("too many")'),
              "PaymentError"),
    "constant": ("LIMIT is 100 in src/pay.py", "src/pay.py::LIMIT", ("LIMIT = 100", "LIMIT = 200"), "LIMIT"),
    "constant of a file": ("LIMIT is 100", "src/pay.py", ("LIMIT = 100", "LIMIT = 200"), "LIMIT"),
    "attribute": ("`Gateway` has a timeout of 30", "src/pay.py::Gateway", ("timeout = 30", "timeout = 60"), "timeout"),
    "import": ("src/pay.py imports `decimal`", "src/pay.py", ("import decimal\n", ""), "decimal"),
    "string": ("`post` goes out as \"POST\"", "src/pay.py::Gateway.post", ('"POST"', '"PUT"'), "POST"),
    "name of the place": ("`Gateway.send` does the sending", SEND, ("def send(", "def transmit("), "send"),
    "absence": ("`post` never uses `requests`", "src/pay.py::Gateway.post", ("return http(", "return requests.post("),
                "requests"),
}  # fmt: skip


@pytest.mark.parametrize("case", STANDS)
def test_a_change_that_leaves_what_the_claim_states_only_touches_it(pay, case):
    claim, anchor, *changes = STANDS[case]
    assert stand(pay, claim, anchor, *changes).standing in {"touched", "holds"}


@pytest.mark.parametrize("case", DRIFTS)
def test_a_change_of_what_the_claim_states_makes_it_drift_and_names_the_word(pay, case):
    claim, anchor, change, word = DRIFTS[case]
    found = stand(pay, claim, anchor, change)
    assert found.standing == "drifted"
    assert word in found.reason


def test_a_rename_that_the_claim_does_not_speak_of_has_moved(pay):
    found = stand(pay, "The sending is retried", SEND, ("def send(", "def transmit("))
    assert found.standing == "moved"
    assert str(found.now) == "src/pay.py::Gateway.transmit"


def test_a_file_that_moved_under_a_claim_that_names_its_path_drifts(pay):
    at = parse_anchor("src/pay.py::LIMIT")
    taken = take_fingerprint(open_snapshot(str(pay.root)), at, "LIMIT in src/pay.py is 100")
    pay.git("mv", "src/pay.py", "src/money.py")
    pay.commit("Move")
    assert judge(open_snapshot(str(pay.root)), at, taken).standing == "drifted"


OTHERS = {
    "go": ("a.go", "package a\n\nconst Limit = 5\n\nfunc Send(a int, b string) error {\n\treturn check(a)\n}\n",
           [("`Limit` is 5", "Limit", "Limit = 5", "Limit = 6"), ("Send calls `check`", "Send", "check(a)", "verify(a)"),
            ("Send takes the parameters a, b", "Send", "b string)", "b string, c int)")]),
    "rust": ("a.rs", ("use std::fmt;\n\npub const LIMIT: usize = 5;\n\npub struct Gate {\n    timeout: u32,\n}\n\n"
             "impl Gate {\n    pub fn send(&self, a: u32, b: u32) -> u32 {\n        check(a)\n    }\n}\n"),
             [("LIMIT is 5", "LIMIT", "usize = 5", "usize = 6"), ("`Gate.send` calls `check`", "Gate.send", "check(a)", "a"),
              ("send takes the parameters a, b", "Gate.send", "b: u32)", "c: u32)")]),
    "typescript": ("a.ts", ("import { x } from './x'\nexport const LIMIT = 5\nexport class Gate extends Base {\n"
                   "  send(a: string, b = 3) {\n    return check(a)\n  }\n}\n"),
                   [("LIMIT is 5", "LIMIT", "LIMIT = 5", "LIMIT = 6"), ("Gate extends Base", "Gate", "extends Base", "extends Other"),
                    ("`b` of Gate.send defaults to 3", "Gate.send", "b = 3", "b = 4")]),
    "java": ("A.java", ("class Gate extends Base {\n  static final int LIMIT = 5;\n  int send(int a, int b) {\n    return check(a);\n"
             "  }\n}\n"),
             [("Gate extends Base", "Gate", "extends Base", "extends Other"), ("`LIMIT` is 5", "Gate.LIMIT", "LIMIT = 5", "LIMIT = 6"),
              ("`send` calls `check`", "Gate.send", "check(a)", "a")]),
    "ruby": ("a.rb", "LIMIT = 5\nclass Gate < Base\n  def send_it(a, b = 3)\n    check(a)\n  end\nend\n",
             [("LIMIT is 5", "LIMIT", "LIMIT = 5", "LIMIT = 6"), ("`Gate.send_it` calls `check`", "Gate.send_it", "check(a)", "a"),
              ("`b` defaults to 3", "Gate.send_it", "b = 3", "b = 4")]),
    "csharp": ("A.cs", "class Gate {\n  const int LIMIT = 5;\n  int Send(int a, int b = 3) {\n    return check(a);\n  }\n}\n",
               [("`LIMIT` is 5", "Gate.LIMIT", "LIMIT = 5", "LIMIT = 6"), ("`b` defaults to 3", "Gate.Send", "b = 3", "b = 4")]),
    "kotlin": ("a.kt", "const val LIMIT = 5\n\nfun send(a: Int, b: Int = 3): Int {\n  return check(a)\n}\n",
               [("`LIMIT` is 5", "LIMIT", "LIMIT = 5", "LIMIT = 6"), ("`b` defaults to 3", "send", "Int = 3", "Int = 4"),
                ("send takes the parameters a, b", "send", "b: Int = 3", "b: Int = 3, c: Int = LIMIT")]),
    "swift": ("a.swift", "let LIMIT = 5\n\nfunc send(a: Int, b: Int = 3) -> Int {\n  return check(a)\n}\n",
              [("`b` defaults to 3", "send", "Int = 3", "Int = 4"), ("send takes the parameters a, b", "send", "b: Int = 3", "c: Int = 3")]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "number"), [(language, number) for language in OTHERS for number in range(len(OTHERS[language][2]))]
)
def test_what_a_claim_states_is_read_in_every_language(repo, language, number):
    path, text, cases = OTHERS[language]
    claim, name, old, new = cases[number]
    repo.write(path, text)
    repo.commit("First")
    at = parse_anchor(f"{path}::{name}")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, claim)
    repo.write(path, text.replace("\n", "\n\n", 1))
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "holds"
    repo.write(path, text.replace(old, new))
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "drifted"


WRONG = {
    "default": ("`retries` of Gateway.send defaults to 5", SEND),
    "constant": ("LIMIT is 200 in src/pay.py", "src/pay.py::LIMIT"),
    "base": ("`Gateway` inherits from `Mixin`", "src/pay.py::Gateway"),
    "call": ("`Gateway.send` calls `audit_log`", SEND),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_claim_that_the_code_does_not_bear_out_never_holds(pay, case):
    claim, anchor = WRONG[case]
    at = parse_anchor(anchor)
    taken = take_fingerprint(open_snapshot(str(pay.root)), at, claim)
    assert judge(open_snapshot(str(pay.root)), at, taken).standing == "drifted"


IMPORTER, HANDED_ON = "web/id.ts", "web/index.ts"
IMPORTS = {
    "by another, from this": ("`web/id.ts` imports `relative` from `web/path.ts`", "web/path.ts", "holds"),
    "by another, not from this": ("`web/id.ts` imports `relative` directly (not via `web/other.ts`)", "web/other.ts", "holds"),
    "from this, by nobody named": ("It imports `relative` from `web/path.ts`", "web/path.ts", "holds"),
    "by this": ("`web/id.ts` imports `relative` from `web/path.ts`", IMPORTER, "holds"),
    "handed on": ("`web/index.ts` imports `join` from `web/path.ts`", HANDED_ON, "holds"),
    "required": ("`web/index.ts` imports `walk`", HANDED_ON, "holds"),
    "not at all": ("`web/id.ts` imports `resolve` from `web/path.ts`", IMPORTER, "drifted"),
    "defined here": ("`web/path.ts` imports `relative`", "web/path.ts", "drifted"),
}  # fmt: skip


@pytest.mark.parametrize("case", IMPORTS)
def test_only_of_the_file_that_imports_is_it_said_what_it_imports(repo, case):
    claim, anchor, standing = IMPORTS[case]
    repo.write("web/path.ts", "export function relative(a) { return a; }\nexport function join(a) { return a; }\n")
    repo.write(IMPORTER, "import { relative } from './path';\nexport const id = (a) => relative(a);\n")
    repo.write("web/other.ts", "export const isAbsolute = (a) => a;\n")
    repo.write(HANDED_ON, "export { join } from './path';\nconst { walk } = require('./walk');\n")
    repo.commit("Paths")
    at = parse_anchor(anchor)
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, claim)
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == standing


def test_what_the_code_came_to_bear_out_holds_from_then_on(pay):
    found = stand(pay, "LIMIT is 200 in src/pay.py", "src/pay.py::LIMIT", ("LIMIT = 100", "LIMIT = 200"))
    assert found.standing == "touched"


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("`Gateway.send` gives up after too many attempts", ("LIMIT = 100", "LIMIT = 200")),
        ("Sending ends in `post`", ('http("POST", body', 'http("POST", dict(body)')),
    ],
)
def test_a_change_of_what_the_anchored_code_uses_touches_it(pay, claim, change):
    found = stand(pay, claim, SEND, change)
    assert found.standing == "touched"


def test_a_value_that_the_claim_gives_to_what_the_code_uses_drifts_with_it(pay):
    found = stand(pay, "`Gateway.send` gives up above `LIMIT`, which is 100", SEND, ("LIMIT = 100", "LIMIT = 200"))
    assert found.standing == "drifted"
    assert "LIMIT" in found.reason


def test_a_name_that_the_code_no_longer_uses_drifts_though_the_file_still_defines_it(pay):
    found = stand(pay, "`Gateway.send` gives up above `LIMIT`", SEND, ("attempt > LIMIT", "attempt > RETRIES"))
    assert found.standing == "drifted"


def test_lines_that_were_taken_out_into_a_helper_have_moved(pay):
    text = (pay.root / "src/pay.py").read_text()
    block = '            if attempt > LIMIT:\n                raise PaymentError("too many")\n'
    first = text[: text.index(block)].count("\n") + 1
    at = parse_anchor(f"src/pay.py:{first}-{first + 1}")
    taken = take_fingerprint(open_snapshot(str(pay.root)), at, "Too many attempts are refused")
    helper = '\n\ndef stop(attempt):\n    if attempt > LIMIT:\n        raise PaymentError("too many")\n'
    pay.write("src/pay.py", text.replace(block, "            stop(attempt)\n") + helper)
    found = judge(open_snapshot(str(pay.root)), at, taken)
    assert found.standing == "moved"
    assert found.now is not None
    assert found.now.first > first


def test_a_change_of_an_imported_function_touches_what_calls_it(repo):
    repo.write("shop/audit.py", "def note(body, attempt):\n    return (body, attempt)\n")
    repo.write("shop/pay.py", PAY)
    repo.commit("Pay")
    at = parse_anchor("shop/pay.py::Gateway.send")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, "Sending is noted")
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "holds"
    repo.write("shop/audit.py", "def note(body, attempt):\n    return (body, attempt, 1)\n")
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "touched"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Use `send` of the Gateway for every payment", "touched"),
        ("Payments go out one by one, the oldest first", "drifted"),
    ],
)
def test_a_claim_that_only_names_what_changed_is_touched_and_one_in_other_words_drifts(pay, claim, expected):
    whole = PAY[PAY.index("        for attempt") : PAY.index("    def post")]
    other = (
        "        queue = sorted(self.waiting)\n        self.waiting = []\n        yield from map(self.post, queue)\n\n"
    )
    assert stand(pay, claim, SEND, (whole, other)).standing.value == expected


@pytest.mark.parametrize(("kept", "expected"), [(12, "touched"), (4, "drifted")])
def test_a_claim_in_other_words_about_a_whole_file_drifts_when_most_of_it_is_another(repo, kept, expected):
    lines = [f"def step_{at}(value):\n    return value + {at}\n" for at in range(20)]
    repo.write("steps.py", "\n\n".join(lines))
    repo.commit("Begin")
    at = parse_anchor("steps.py")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, "Everything is done one small piece at a time")
    other = [f"def other_{at}(text):\n    print(text, {at * 7})\n" for at in range(20 - kept)]
    repo.write("steps.py", "\n\n".join(lines[:kept] + other))
    assert str(judge(open_snapshot(str(repo.root)), at, taken).standing) == expected


def test_a_number_inside_a_quotation_is_not_a_value_of_its_own(pay):
    claim = 'Gateway.send(body, retries) waits as "retries 3 times" in the log says'
    assert stand(pay, claim, SEND, ("retries=3", "retries=option(3)")).standing.value == "touched"


def test_a_member_that_is_set_instead_of_defined_is_still_there(pay):
    change = ("    timeout = 30\n", "    def __init__(self, timeout=30):\n        self.timeout = timeout\n")
    assert stand(pay, "The Gateway has a timeout", "src/pay.py::Gateway.timeout", change).standing.value == "touched"


def test_a_file_that_is_only_named_by_its_last_name_may_be_elsewhere(repo):
    repo.write("src/theme/index.hbs", "<html>\n<body>{{ content }}</body>\n</html>\n")
    repo.commit("Theme")
    at = parse_anchor("src/theme/index.hbs")
    there = open_snapshot(str(repo.root))
    named, placed = (
        take_fingerprint(there, at, f"`{name}` renders a page") for name in ("index.hbs", "theme/index.hbs")
    )
    repo.git("rm", "-q", "src/theme/index.hbs")
    repo.write("front/templates/index.hbs", "{{#each pages}}\n{{> page}}\n{{/each}}\nquite another thing\n")
    repo.commit("Elsewhere, and rewritten")
    now = open_snapshot(str(repo.root))
    assert judge(now, at, named).standing.value == "touched"
    assert judge(now, at, placed).standing.value == "broken"


def test_what_counts_if_something_is_not_given_is_said_to_be_there(pay):
    claim = "If not specified, `retries` is taken from `RETRIES`"
    assert stand(pay, claim, "src/pay.py", ("timeout = 30", "timeout = 31")).standing.value == "touched"


@pytest.mark.parametrize(
    "claim",
    [
        "Set `retries` to 5 to try more often in `Gateway.send`",
        "`Gateway.send` is patient if called with `retries=5`",
        "A gateway of ours is a subclass of `Gateway`",
    ],
)
def test_what_a_caller_may_give_and_what_is_said_of_others_contradicts_nothing(pay, claim):
    for anchor in (SEND, "src/pay.py::Gateway"):
        at = parse_anchor(anchor)
        taken = take_fingerprint(open_snapshot(str(pay.root)), at, claim)
        assert judge(open_snapshot(str(pay.root)), at, taken).standing == "holds"


@pytest.mark.parametrize(
    ("claim", "anchor", "stands"),
    [
        ("retries are 5", "src/pay.py", "drifted"),
        ("The retry limit is 5", "src/pay.py::RETRIES", "drifted"),
        ("Sending gives up after five retries", SEND, "drifted"),
        ("retries are 3", "src/pay.py", "holds"),
        ("Sending gives up after three retries", SEND, "holds"),
        ("The gateway's timeout is 30000 ms", "src/pay.py::Gateway", "holds"),
        ("The gateway's timeout is 10 seconds", "src/pay.py::Gateway", "drifted"),
        ("Use at least 5 retries for refunds of 100 boats", SEND, "holds"),
        ("It never makes 5 retries", SEND, "holds"),
    ],
)
def test_an_amount_in_plain_words_that_the_code_gives_otherwise_is_false_at_birth(pay, claim, anchor, stands):
    at = parse_anchor(anchor)
    taken = take_fingerprint(open_snapshot(str(pay.root)), at, claim)
    assert judge(open_snapshot(str(pay.root)), at, taken).standing == stands


BUFFER = """//! Buffers.
pub const BUFFER_CAPACITY: usize = 64 * (1 << 10); // 64 KB
pub const LEASE_US: u64 = 5 * 60 * 1_000_000;
pub const PAGE: usize = 4 * crate::BLOCK;
"""


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("BUFFER_CAPACITY is 32 KB", "`BUFFER_CAPACITY` is 64*(1<<10) = 65536, not 32 KB"),
        ("`BUFFER_CAPACITY` is 32KiB", "= 65536, not 32 KiB"),
        ("BUFFER_CAPACITY is 32768", "= 65536, not 32768"),
        ("The buffer capacity is 32 KB", "= 65536, not 32 KB"),
        ("LEASE_US is 10 minutes", "= 300000000, not 10 minutes"),
        ("BUFFER_CAPACITY is 64 KB", ""),
        ("BUFFER_CAPACITY is 64KiB, which one read fills", ""),
        ("BUFFER_CAPACITY is 65536 bytes", ""),
        ("BUFFER_CAPACITY is 64 (in KB)", ""),
        ("BUFFER_CAPACITY is 16 pages", ""),
        ("The buffer capacity is 16 pages", ""),
        ("Set BUFFER_CAPACITY to 32 KB on small machines", ""),
        ("LEASE_US is 5 minutes", ""),
        ("LEASE_US is 300 s", ""),
        ("PAGE is 8 KB", ""),
    ],
)
def test_a_constant_that_the_code_works_out_is_held_against_the_amount_that_is_said(repo, claim, reason):
    repo.write("src/buffer.rs", BUFFER)
    repo.commit("Buffer")
    at = parse_anchor("src/buffer.rs")
    now = open_snapshot(str(repo.root))
    found = judge(now, at, take_fingerprint(now, at, claim))
    assert found.standing == ("drifted" if reason else "holds")
    assert reason in found.reason


def test_an_amount_that_the_code_came_to_is_no_longer_false(repo):
    repo.write("src/buffer.rs", BUFFER)
    repo.commit("Buffer")
    at = parse_anchor("src/buffer.rs")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, "BUFFER_CAPACITY is 32 KB")
    repo.write("src/buffer.rs", BUFFER.replace("64 * (1", "32 * (1"))
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "touched"


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("64*(1<<10)", 65536),
        ("2**20", 1 << 20),
        ("30L*1_000L", 30_000),
        ("1<<2*3", None),
        ("9**9**9", None),
        ("1<<999", None),
        ("(5)(6)", None),
        ("2*010", None),
        ("64", None),
        ("4*BLOCK", None),
    ],
)
def test_only_products_powers_and_shifts_of_numbers_are_worked_out(text, worth):
    assert compute(text) == worth


def test_a_data_file_that_a_claim_names_may_change(repo):
    repo.write("assets/rates.bin", "\0\1\2 rates of May\n")
    repo.commit("First")
    at = parse_anchor("assets/rates.bin")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, "The rates are kept in `rates.bin`")
    repo.write("assets/rates.bin", "\0\3\4 other rates, of June\n")
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "touched"


def test_an_english_word_that_stood_in_a_whole_file_by_chance_may_go(pay):
    found = stand(pay, "Run `make check post` on `src/pay.py`", "src/pay.py", ("def post(self", "def deliver(self"))
    assert found.standing in {"holds", "touched"}


def test_a_member_whose_owner_was_renamed_is_there_unless_the_claim_names_the_owner(pay):
    change = ("class Gateway(Base):", "class Terminal(Other):")
    at = parse_anchor("src/pay.py::Gateway.post")
    snapshot = open_snapshot(str(pay.root))
    plain, named = (
        take_fingerprint(snapshot, at, text) for text in ("Everything ends in `post`", "`Gateway.post` is the end")
    )
    text = pay.read("src/pay.py").replace(*change).replace('http("POST", body, timeout=self.timeout)', "None")
    pay.write("src/pay.py", text)
    assert judge(open_snapshot(str(pay.root)), at, plain).standing == "touched"
    assert judge(open_snapshot(str(pay.root)), at, named).standing in {"drifted", "broken"}


@pytest.mark.parametrize(
    ("claim", "stands"),
    [
        ("Slow is 90 ms here: this._slow = 90", "drifted"),
        ("The clock begins at `this._slow = 90`", "drifted"),
        ("this._slow: 90 is where it begins", "drifted"),
        ("Slow is 60 ms here: this._slow = 60", "holds"),
        ("Once it is resumed, this._slow = 10", "holds"),
        ("Callers may pass `_slow = 90`", "holds"),
    ],
)
def test_an_assignment_that_a_claim_writes_out_is_held_against_those_inside_the_file(repo, claim, stands):
    body = (
        "this._slow = 60;\n  }\n  slow(ms) {\n    this._slow = ms;\n  }\n  resume() {\n    this._slow = 10;\n  }\n}\n"
    )
    repo.write("lib/clock.js", f"class Clock {{\n  constructor() {{\n    {body}")
    repo.commit("Clock")
    at = parse_anchor("lib/clock.js")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, claim)
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == stands


@pytest.mark.parametrize("said", ["Try it by calling `client.post(body, dry_run=True)` on a `Gateway.send`",
                                  "`Gateway.send` is what `client.post(..., retries=5)` ends in"])  # fmt: skip
def test_what_a_caller_gives_to_another_call_is_no_claim_about_the_default(pay, said):
    assert stand(pay, said, "src/pay.py::Gateway.send").standing != "drifted"
    assert stand(pay, "`send(body, retries=5)` is its signature", "src/pay.py::Gateway.send").standing == "drifted"
