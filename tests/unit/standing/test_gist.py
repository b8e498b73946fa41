"""What a claim says in plain words, without back-ticks, is held against the statements of its code."""

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge

SHOP = """
import json
import sys

def parts(path):
    return tuple(path.rsplit(".", 1))

def paragraph(lines):
    return "\\n\\n".join(lines)

def find(orders, number):
    if number not in orders:
        return None
    return orders[number]

def note(message, times=3):
    for _ in range(times):
        print(message, file=sys.stderr)

def load(path):
    if not path.exists():
        raise FileNotFoundError(path)
    return json.loads(path.read_text())

def wait(seconds=300):
    folder = "~/.config/shop"
    return open(folder, timeout=seconds, strict=True)

def label(order):
    title = order.title.strip()
    if order.paid and not order.refunded:
        return title.upper()
    return title
"""
BASKET = """
const LIMIT = 1 << 16;

function total(basket, options) {
  const rounded = options ? options.rounded : false;
  if (!basket.status || !rounded) {
    return null;
  }
  return [basket.sum, LIMIT];
}
"""


def stand(repo, path, text, claim, name, old, new):
    """Say how a claim stands after some words of a file were replaced."""
    repo.write(path, text)
    repo.commit("Begin")
    at = parse_anchor(f"{path}::{name}")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, claim)
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "holds"
    assert text.count(old) == 1
    repo.write(path, text.replace(old, new))
    repo.commit("Change")
    return judge(open_snapshot(str(repo.root)), at, taken)


@pytest.mark.parametrize(
    ("claim", "name", "old", "new"),
    [
        ("Splitting gives a tuple of head and tail", "parts", 'tuple(path.rsplit(".", 1))', 'path.rsplit(".", 1)'),
        ("Paths are cut at the last dot", "parts", '"."', '"/"'),
        ("Paragraphs are separated by two newlines", "paragraph", '"\\n\\n"', '"\\n"'),
        ("An unknown number gives None", "find", "return None", 'return "unknown"'),
        ("Looking up an unknown number does not raise", "find", "return None", "raise KeyError(number)"),
        ("Messages are printed three times by default", "note", "times=3", "times=5"),
        ("Messages go to stderr", "note", "sys.stderr", "sys.stdout"),
        ("A missing file is an error", "load", "raise FileNotFoundError(path)", "return {}"),
        ("Orders are read as JSON", "load", "json.loads", "yaml.safe_load"),
        ("It waits five minutes unless told otherwise", "wait", "300", "60"),
        ("Settings are kept in ~/.config/shop", "wait", "~/.config/shop", "~/.shop"),
        ("The folder is opened in strict mode", "wait", "strict=True", "strict=False"),
        ("A paid order that was refunded keeps its title as it is", "label", "and not order", "and order"),
    ],
)
def test_what_plain_words_say_and_the_code_no_longer_does_is_drifted(repo, claim, name, old, new):
    found = stand(repo, "shop.py", SHOP, claim, name, old, new)
    assert found.standing == "drifted", found
    assert found.reason != "its content changed"


@pytest.mark.parametrize(
    ("claim", "name", "old", "new"),
    [
        ("A basket without a status has no total", "total", "!basket.status || !rounded", "basket.status && !rounded"),
        ("Totals are not rounded by default", "total", "options.rounded : false", "options.rounded : true"),
        ("It returns a pair of sum and limit", "total", "return [basket.sum, LIMIT]", "return basket.sum"),
    ],
)
def test_the_same_in_another_language(repo, claim, name, old, new):
    assert stand(repo, "basket.js", BASKET, claim, name, old, new).standing == "drifted"


def test_a_number_that_the_code_computes_is_the_one_that_is_said(repo):
    found = stand(repo, "basket.js", BASKET, "A basket holds 65536 things", "LIMIT", "1 << 16", "1 << 12")
    assert found.standing == "drifted"


@pytest.mark.parametrize(
    ("claim", "name", "old", "new"),
    [
        ("Messages go to stderr", "note", "for _ in range(times):", "for _turn in range(times):"),
        (
            "Orders are read as JSON",
            "load",
            "    return json.loads(path.read_text())",
            "    text = path.read_text()\n    return json.loads(text)",
        ),
        (
            "Paths are cut at the last dot",
            "parts",
            'return tuple(path.rsplit(".", 1))',
            'found = path.rsplit(".", 1)\n    return tuple(found)',
        ),
        (
            "A missing file is an error",
            "load",
            "if not path.exists():\n        raise FileNotFoundError(path)\n",
            "if path.exists() is False:\n        raise FileNotFoundError(str(path))\n",
        ),
        ("Titles are stripped", "label", "title.upper()", "title.title()"),
    ],
)
def test_an_edit_that_leaves_what_plain_words_say_does_not_drift_them(repo, claim, name, old, new):
    assert stand(repo, "shop.py", SHOP, claim, name, old, new).standing in {"touched", "holds"}


def test_what_was_taken_out_into_a_function_of_its_own_is_still_said(repo):
    helper = "return read(path)\n\ndef read(path):\n    return json.loads(path.read_text())"
    found = stand(
        repo, "shop.py", SHOP, "Orders are read as JSON", "load", "return json.loads(path.read_text())", helper
    )
    assert found.standing == "touched"


def test_a_claim_whose_own_lines_were_rewritten_is_to_be_checked_and_one_about_others_is_not(repo):
    rewritten = "if order.refunded or not order.paid:\n        return title\n    return title.upper()"
    old = SHOP[SHOP.index("if order.paid") :].rstrip("\n")
    repo.write("shop.py", SHOP)
    repo.commit("Begin")
    at = parse_anchor("shop.py::label")
    claims = ("A refunded order that was paid keeps its title as it is", "Titles are stripped of spaces around them")
    taken = [take_fingerprint(open_snapshot(str(repo.root)), at, claim) for claim in claims]
    repo.write("shop.py", SHOP.replace(old, rewritten))
    repo.commit("Change")
    about, other = (judge(open_snapshot(str(repo.root)), at, fingerprint) for fingerprint in taken)
    assert (about.standing, about.check) == ("touched", True)
    assert (other.standing, other.check) == ("touched", False)


def test_of_only_these_any_change_is_to_be_checked(repo):
    found = stand(
        repo,
        "shop.py",
        SHOP,
        "Only titles of paid orders are in capitals",
        "label",
        "title.strip()",
        "title.strip().lower()",
    )
    assert (found.standing, found.check) == ("touched", True)


def test_a_number_that_is_longer_than_anyone_could_mean_is_no_obstacle(repo):
    repo.write("shop.py", SHOP)
    repo.commit("Begin")
    at = parse_anchor("shop.py::wait")
    claims = ("It waits five minutes", f"It waits {'9' * 400} seconds", f"It waits {'9' * 5000} minutes")
    taken = [take_fingerprint(open_snapshot(str(repo.root)), at, claim) for claim in claims]
    large = ("0x" + "f" * 4000, "9 ** 64 ** 64 ** 64", " * ".join(["9999999999"] * 500), "7" * 5000)
    extra = "".join(f"    x = {number}\n" for number in large)
    repo.write("shop.py", SHOP.replace("    folder = ", extra + "    folder = "))
    repo.commit("Change")
    found = [judge(open_snapshot(str(repo.root)), at, fingerprint).standing for fingerprint in taken]
    assert found == ["touched", "touched", "touched"]


OPTIONS = """
import os

RETRY_ENABLED = True
RETRY_TIMES = 2
DNS_TIMEOUT = 60
CONCURRENT_REQUESTS = 16


def delay(attempt):
    return 2 if attempt > 3 else 60
"""


@pytest.mark.parametrize(
    ("claim", "old", "new", "expected"),
    [
        ("A failed request is retried two times", "RETRY_TIMES = 2", "RETRY_TIMES = 5", "drifted"),
        ("DNS lookups give up after sixty seconds", "DNS_TIMEOUT = 60", "DNS_TIMEOUT = 5", "drifted"),
        ("Sixteen requests run concurrently", "CONCURRENT_REQUESTS = 16", "CONCURRENT_REQUESTS = 8", "drifted"),
        ("Retry is enabled by default", "RETRY_ENABLED = True", "RETRY_ENABLED = False", "drifted"),
        ("A failed request is retried two times", "DNS_TIMEOUT = 60", "DNS_TIMEOUT = 5", "touched"),
        ("DNS lookups give up after sixty seconds", "return 2 if", "return 4 if", "touched"),
        ("Sixteen requests run concurrently", "import os\n", "", "touched"),
        ("A failed request is retried two times", "RETRY_TIMES = 2", "RETRY_TIMES  =  2  # twice", "holds"),
    ],
)
def test_a_claim_about_a_file_is_held_against_the_statements_it_speaks_of(repo, claim, old, new, expected):
    repo.write("options.py", OPTIONS)
    place = parse_anchor("options.py")
    taken = take_fingerprint(open_snapshot(str(repo.root)), place, claim)
    repo.write("options.py", OPTIONS.replace(old, new))
    assert str(judge(open_snapshot(str(repo.root)), place, taken).standing) == expected


@pytest.mark.parametrize(
    ("path", "name", "old", "new"),
    [
        ("a.py", "wait", "def wait():\n    return sleep(30)\n", "PAUSE = 30\n\ndef wait():\n    return sleep(PAUSE)\n"),
        ("a.js", "wait", "function wait() { sleep(30); }\n", "const PAUSE = 30;\nfunction wait() { sleep(PAUSE); }\n"),
        ("A.java", "A.rest", "class A { void rest() { sleep(30); } }\n",
         "class A { static final int PAUSE = 30; void rest() { sleep(PAUSE); } }\n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("said", ["30", "thirty"])
def test_a_number_that_was_given_a_name_is_still_said_and_another_is_not(repo, path, name, old, new, said):
    claim = f"It waits {said} seconds before trying again"
    assert stand(repo, path, old, claim, name, old, new).standing == "touched"
    other = new.replace("30", "60")
    assert stand(repo, path, old, claim, name, old, other).standing == "drifted"


def test_a_name_that_was_there_before_does_not_say_what_is_gone(repo):
    text = "OTHER = 30\n\ndef wait():\n    note(OTHER)\n    return sleep(30)\n"
    found = stand(repo, "a.py", text, "It waits thirty seconds", "wait", "sleep(30)", "sleep(20)")
    assert found.standing == "drifted"


def test_a_literal_without_its_hyphen_is_the_same(repo):
    text = "def load(path):\n    return path.read_text(encoding='utf-8')\n"
    for new, standing in (("'utf8'", "touched"), ("'latin-1'", "drifted")):
        assert stand(repo, "a.py", text, "Files are read as UTF-8", "load", "'utf-8'", new).standing == standing


def test_the_value_that_came_instead_is_told(repo):
    repo.write("shop.py", SHOP)
    at = parse_anchor("shop.py::wait")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, "It gives up after five minutes")
    repo.write("shop.py", SHOP.replace("seconds=300", "seconds=600"))
    assert "`300` is `600` now" in judge(open_snapshot(str(repo.root)), at, taken).reason


def test_where_a_claim_marks_its_code_the_loss_of_another_word_is_no_drift(repo):
    old = "    title = order.title.strip()\n    if order.paid and not order.refunded:\n        return title.upper()\n"
    said = "{}: a title is in capitals once the order is paid"
    found = {}
    for name, words in {"plain": said.format("How labels look"), "marked": said.format("`label()`")}.items():
        repo.write("src/shop.py", SHOP)
        repo.commit("Shop")
        at = parse_anchor("src/shop.py::label")
        taken = take_fingerprint(open_snapshot(str(repo.root)), at, words)
        repo.write("src/shop.py", SHOP.replace(old, old.replace("order.paid", "order.settled")))
        repo.commit("Rename a field")
        found[name] = judge(open_snapshot(str(repo.root)), at, taken).standing
    assert found == {"plain": "drifted", "marked": "touched"}
