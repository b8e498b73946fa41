"""How an anchor stands after a change, for every kind of anchor."""

import sys

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge

PAY = '''"""Payments."""
import os
import sys

LIMIT = 100


def charge(payment_id, amount, retries=3):
    """Charge once."""
    # guard
    total = amount + fee(amount)
    if total > LIMIT:
        raise ValueError("too much")
    return gateway.send({"payment_id": payment_id, "total": total}, retries)


def refund(payment_id):
    note = lookup(payment_id)
    audit(note)
    return gateway.back(note.id)


class Gateway:
    timeout = 30

    def send(self, body, retries):
        for attempt in range(retries):
            self.post(body, attempt)
        return True

    def back(self, ident):
        return self.post({"back": ident}, 0)

    def post(self, body, attempt):
        return http("POST", self.url, body, timeout=self.timeout)

    def ping(self):
        return http("GET", self.url, None, timeout=1)
'''


@pytest.fixture
def pay(repo):
    repo.write("src/pay.py", PAY)
    repo.commit("Pay")
    return repo


def test_what_did_not_change_holds(pay):
    for text in ("src/pay.py", "src/pay.py::charge", "src/pay.py::Gateway.send", "src/pay.py:8-14", "src"):
        assert pay.anchor(text).standing == "holds"


FORMATTED = [
    ("    # guard\n", ""),
    ('    """Charge once."""\n', '    """Charge exactly once.\n\n    Or not at all.\n    """\n'),
    ("import os\nimport sys\n", "import sys\nimport os\n"),
    ("    if total > LIMIT:", "    if (\n        total > LIMIT\n    ):"),
    ('raise ValueError("too much")', "raise ValueError('too much',)"),
    ("def charge(payment_id, amount, retries=3):", "def charge(\n    payment_id,\n    amount,\n    retries=3,\n):"),
]


@pytest.mark.parametrize("change", FORMATTED)
@pytest.mark.parametrize("text", ["src/pay.py", "src/pay.py::charge", "src/pay.py:8-14"])
def test_formatting_and_comments_are_no_change(pay, text, change):
    anchored = pay.anchor(text)
    pay.edit("src/pay.py", change)
    assert anchored.standing in {"holds", "moved"}


def test_a_local_variable_renamed_throughout_is_only_touched(pay):
    anchors = [pay.anchor(text) for text in ("src/pay.py::charge", "src/pay.py:8-14", "src/pay.py")]
    pay.edit("src/pay.py", ("total", "summe"), ('"summe"', '"total"'))
    assert [anchored.standing for anchored in anchors] == ["touched", "touched", "touched"]


DRIFT = [
    ("payment_id, amount", "user_id, amount"),
    ('"payment_id": payment_id', '"user_id": payment_id'),
    ("retries=3", "retries=5"),
    ("total > LIMIT", "total >= LIMIT"),
    ("amount + fee(amount)", "amount"),
    ("amount + fee(amount)", "fee(amount) + amount"),
    ("gateway.send(", "gateway.post("),
    ('"too much"', '"too little"'),
]


@pytest.mark.parametrize("change", DRIFT)
def test_a_change_of_meaning_is_drift(pay, change):
    symbol, lines, other = (pay.anchor(t) for t in ("src/pay.py::charge", "src/pay.py:8-14", "src/pay.py::refund"))
    pay.edit("src/pay.py", change)
    assert symbol.standing == "drifted"
    assert lines.standing == "drifted"
    assert other.standing == "holds"


def test_an_unrelated_edit_touches_a_file_and_not_its_symbols(pay):
    file, symbol = pay.anchor("src/pay.py"), pay.anchor("src/pay.py::charge")
    pay.edit("src/pay.py", ("timeout=1", "timeout=2"))
    assert file.standing == "touched"
    assert symbol.standing == "holds"


def test_a_rewritten_file_has_drifted(pay):
    file = pay.anchor("src/pay.py")
    pay.edit("src/pay.py", ("payment_id", "ident"), ("self.post", "self.put"))
    assert file.standing == "drifted"


def test_a_class_is_touched_by_one_method_and_drifts_with_its_fields(pay):
    cls = pay.anchor("src/pay.py::Gateway")
    pay.edit("src/pay.py", ("timeout=1", "timeout=2"))
    assert cls.standing == "touched"
    pay.edit("src/pay.py", ("timeout = 30", "timeout = 60"))
    assert cls.standing == "drifted"


def test_a_renamed_file_is_followed(pay):
    anchors = [pay.anchor(t) for t in ("src/pay.py", "src/pay.py::charge", "src/pay.py:8-14")]
    (pay.root / "lib").mkdir()
    pay.git("mv", "src/pay.py", "lib/billing.py")
    for commit in (False, True):
        if commit:
            pay.commit("Move")
        found = [anchored.judge() for anchored in anchors]
        assert [str(judgement.standing) for judgement in found] == ["moved"] * 3
        assert [str(j.now) for j in found] == ["lib/billing.py", "lib/billing.py::charge", "lib/billing.py:8-14"]


def test_a_symbol_moved_to_another_file_is_followed(pay):
    anchored = pay.anchor("src/pay.py::refund")
    body = PAY[PAY.index("def refund") : PAY.index("class Gateway")]
    pay.edit("src/pay.py", (body, ""))
    pay.write("src/back.py", "import gateway\n\n\n" + body)
    pay.commit("Move refund")
    judgement = anchored.judge()
    assert str(judgement.standing) == "moved"
    assert str(judgement.now) == "src/back.py::refund"


def test_a_renamed_symbol_is_followed(pay):
    anchored = pay.anchor("src/pay.py::charge")
    pay.edit("src/pay.py", ("def charge", "def charge_card"))
    judgement = anchored.judge()
    assert str(judgement.standing) == "moved"
    assert str(judgement.now) == "src/pay.py::charge_card"


def test_a_symbol_renamed_and_changed_has_drifted_to_its_new_name(pay):
    anchored = pay.anchor("src/pay.py::charge")
    pay.edit("src/pay.py", ("def charge", "def charge_card"), ("retries=3", "retries=4"))
    judgement = anchored.judge()
    assert str(judgement.standing) == "drifted"
    assert str(judgement.now) == "src/pay.py::charge_card"


def test_what_is_gone_is_broken(pay):
    anchors = [pay.anchor(t) for t in ("src/pay.py", "src/pay.py::charge", "src/pay.py:8-14", "src")]
    pay.git("rm", "-q", "-r", "src")
    pay.commit("Remove")
    assert [a.standing for a in anchors] == ["broken"] * 4


def test_a_removed_function_is_broken(pay):
    anchored = pay.anchor("src/pay.py::refund")
    body = PAY[PAY.index("def refund") : PAY.index("class Gateway")]
    pay.edit("src/pay.py", (body, ""))
    assert anchored.standing == "broken"


def test_lines_are_followed_when_they_shift(pay):
    anchored = pay.anchor("src/pay.py:17-20")
    pay.write("src/pay.py", "# a\n# b\nX = 1\n" + PAY)
    judgement = anchored.judge()
    assert str(judgement.standing) == "moved"
    assert str(judgement.now) == "src/pay.py:20-23"


def test_removed_lines_are_broken(pay):
    anchored = pay.anchor("src/pay.py:11-11")
    pay.edit("src/pay.py", ("    total = amount + fee(amount)\n", ""))
    assert anchored.standing == "broken"


def test_an_anchor_can_be_taken_at_an_earlier_commit(pay):
    first = pay.git("rev-parse", "HEAD")
    pay.edit("src/pay.py", ("retries=3", "retries=4"))
    pay.commit("Four")
    assert pay.anchor(f"src/pay.py::charge@{first}").standing == "drifted"


def test_standing_can_be_asked_for_another_commit(pay):
    anchored = pay.anchor("src/pay.py::charge")
    pay.edit("src/pay.py", ("retries=3", "retries=4"))
    second = pay.commit("Four")
    pay.edit("src/pay.py", ("retries=4", "retries=3"))
    pay.commit("Three")
    assert anchored.standing == "holds"
    assert str(anchored.judge(second).standing) == "drifted"


def test_documents_are_followed_by_paragraph(repo):
    repo.write("README.md", "\n\n".join(f"Paragraph {n} says something of its own." for n in range(9)))
    repo.commit("Readme")
    anchored = repo.anchor("README.md")
    repo.edit("README.md", ("Paragraph 3 says something", "Paragraph 3 says\nsomething"))
    assert anchored.standing == "holds"
    repo.edit("README.md", ("Paragraph 3", "Section 3"))
    assert anchored.standing == "touched"
    repo.write("README.md", "Nothing of that is left.")
    assert anchored.standing == "drifted"


def test_a_fingerprint_holds_no_source_text(pay):
    for text in ("src/pay.py", "src/pay.py::charge", "src/pay.py:8-14", "src/pay.py::Gateway"):
        data = pay.anchor(text).fingerprint.data
        for word in ("payment_id", "total", "LIMIT", "too much", "timeout"):
            assert word not in data


def test_there_is_no_fingerprint_of_what_is_not_there(pay):
    snapshot = open_snapshot(str(pay.root))
    for text in (
        "src/nope.py",
        "src/pay.py::nope",
        "src/pay.py:900-901",
        "dep:nope",
        "cmd:nope",
        "conf:src/pay.py#nope",
    ):
        assert take_fingerprint(snapshot, parse_anchor(text)) is None


def test_without_a_fingerprint_nothing_is_claimed(pay):
    assert str(judge(open_snapshot(str(pay.root)), parse_anchor("src/pay.py"), None).standing) == "unanchored"


def test_a_folder_without_git_is_judged_too(tmp_path):
    (tmp_path / "a.py").write_text("def f(x):\n    return x + 1\n")
    anchor = parse_anchor("a.py::f")
    taken = take_fingerprint(open_snapshot(str(tmp_path)), anchor)
    (tmp_path / "a.py").write_text("def f(x):\n    return x + 2\n")
    assert str(judge(open_snapshot(str(tmp_path)), anchor, taken).standing) == "drifted"


def test_binary_files_change_as_a_whole(repo):
    (repo.root / "logo.png").write_bytes(b"\x89PNG\0\1\2")
    repo.commit("Logo")
    anchored = repo.anchor("logo.png")
    (repo.root / "logo.png").write_bytes(b"\x89PNG\0\1\3")
    assert anchored.standing == "drifted"


def test_a_namesake_that_was_there_all_along_is_not_where_a_symbol_went(repo):
    body = "    for item in self.items:\n        item.close()\n        self.log(item)\n    return len(self.items)\n"
    text = "".join(
        f"class {name}:\n    def close(self):\n    {body.replace(chr(10), chr(10) + '    ')}\n" for name in "AB"
    )
    repo.write("a.py", text)
    repo.commit("Two classes")
    anchored = repo.anchor("a.py::A.close")
    repo.write("a.py", text[text.index("class B") :])
    repo.commit("One class")
    assert anchored.standing == "broken"


def test_a_comment_can_be_anchored(pay):
    anchored = pay.anchor("src/pay.py:10-10")
    pay.write("src/pay.py", "# first\n" + pay.read("src/pay.py"))
    assert str(anchored.judge().now) == "src/pay.py:11-11"
    pay.edit("src/pay.py", ("# guard", "# mind"))
    assert anchored.standing in {"drifted", "broken"}


def test_what_a_sparse_checkout_leaves_out_is_not_gone(pay):
    pay.write("lib/x.py", "x = 1\n")
    pay.commit("Lib")
    anchors = [pay.anchor(text) for text in ("src/pay.py", "src/pay.py::charge", "src/pay.py:8-14")]
    pay.git("sparse-checkout", "set", "--cone", "lib")
    assert not (pay.root / "src/pay.py").exists()
    assert [anchored.standing for anchored in anchors] == ["holds"] * 3


def test_a_file_that_grew_too_large_is_not_called_gone(pay):
    anchored = pay.anchor("src/pay.py::charge")
    with (pay.root / "src/pay.py").open("ab") as file:
        file.truncate(9 << 20)
    assert anchored.standing == "unanchored"


def test_a_changed_file_is_compared_only_up_to_a_size(pay):
    anchored = [pay.anchor(text) for text in ("src/pay.py", "src/pay.py::charge", "src/pay.py:8-14")]
    pay.write("src/pay.py", PAY + "x = 1\n" * 200_000)
    assert [(item.standing, "too large" in item.judge().reason) for item in anchored] == [("unanchored", True)] * 3
    pay.write("src/pay.py", PAY)
    assert [item.standing for item in anchored] == ["holds"] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_linked_folder_does_not_lead_out_of_the_repository(pay, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text("TOKEN = 'hidden'\n")
    (pay.root / "link").symlink_to(outside)
    assert take_fingerprint(open_snapshot(str(pay.root)), parse_anchor("link/secret.py")) is None
    assert take_fingerprint(open_snapshot(str(pay.root)), parse_anchor("link/secret.py::TOKEN")) is None


@pytest.mark.parametrize("at", [0, 100, 250, 399])
def test_a_change_anywhere_in_a_long_file_or_class_is_noticed(repo, at):
    """Only a sample of its parts is kept: what is not among them counts too."""
    values = [f"OPTION_{number} = {number}\n" for number in range(400)]
    methods = [f"    def step_{number}(self):\n        return {number}\n" for number in range(400)]
    texts = ("".join(values), "class Steps:\n" + "".join(methods))
    for name, text in zip(("options.py", "steps.py"), texts, strict=True):
        repo.write(name, text)
    taken = [
        (place, take_fingerprint(open_snapshot(str(repo.root)), place, claim))
        for place in map(parse_anchor, ("options.py", "steps.py", "steps.py::Steps"))
        for claim in (None, "Nobody knows what this is for")
    ]
    repo.write("options.py", texts[0].replace(f"OPTION_{at} = {at}\n", f"OPTION_{at} = 7777\n"))
    repo.write("steps.py", texts[1].replace(f"return {at}\n", "return 7777\n"))
    now = open_snapshot(str(repo.root))
    assert [str(judge(now, *item).standing) for item in taken] == ["touched"] * 6
    for name, text in zip(("options.py", "steps.py"), texts, strict=True):
        repo.write(name, text.replace(" = ", "  =  ").replace("return ", "return  ") + "\n# the end\n")
    now = open_snapshot(str(repo.root))
    assert {str(judge(now, *item).standing) for item in taken} == {"holds"}
