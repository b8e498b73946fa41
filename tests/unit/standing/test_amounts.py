"""An amount in plain words is held against the code that it is said of, whatever unit either is in."""

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge
from standfast.standing.claims.amounts import find_quantity
from standfast.text.amounts import spell_amounts

SETTINGS = """class Timeout(Setting):
    name = "timeout"
    section = "Worker Processes"
    default = 30


class Keepalive(Setting):
    name = "keepalive"
    default = 2
"""
LOCK = """package lock

import "time"

const defaultRefreshInterval = 5 * time.Minute

var retrySleepMax = 60 * time.Second

func attempts() int { return 10 }
"""


@pytest.fixture
def shop(repo):
    repo.write("settings.py", SETTINGS)
    repo.write("lock.go", LOCK)
    repo.commit("Begin")
    return repo


def stand(repo, claim, anchor, *change):
    """Say how a claim stands, where its code changes after it was said."""
    at = parse_anchor(anchor)
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, claim)
    if change:
        text = (repo.root / at.path).read_text()
        assert change[0] in text
        repo.write(at.path, text.replace(*change, 1))
        repo.commit("Change")
    found = judge(open_snapshot(str(repo.root)), at, taken)
    return found.standing.value, found.reason


@pytest.mark.parametrize(
    ("claim", "anchor"),
    [
        ("default timeout is 60s", "settings.py::Timeout"),
        ("The default timeout is 60 seconds.", "settings.py::Timeout"),
        ("The default is 60", "settings.py::Timeout"),
        ("timeout defaults to 1 minute", "settings.py::Timeout"),
        ("Keepalive is 5 sec", "settings.py::Keepalive"),
        ("locks get refreshed every 10 min", "lock.go"),
        ("Locks are refreshed every 10 minutes.", "lock.go::defaultRefreshInterval"),
        ("The refresh interval is 300 ms", "lock.go"),
    ],
)
def test_an_amount_that_the_code_gives_otherwise_is_told_when_it_is_said(shop, claim, anchor):
    assert stand(shop, claim, anchor)[0] == "drifted"


@pytest.mark.parametrize(
    ("claim", "anchor"),
    [
        ("default timeout is 30s", "settings.py::Timeout"),
        ("the default timeout is half a minute", "settings.py::Timeout"),
        ("timeout defaults to 30000 ms", "settings.py::Timeout"),
        ("default keepalive is 60 s", "settings.py::Timeout"),
        ("The default worker count is 60", "settings.py::Timeout"),
        ("Set the default to 60 for slow uploads", "settings.py::Timeout"),
        ("Raise it if the default is 60 elsewhere", "settings.py::Timeout"),
        ("locks get refreshed every 5 min", "lock.go"),
        ("locks get refreshed every 300 seconds", "lock.go"),
        ("The retry sleep is at most 1 minute", "lock.go"),
    ],
)
def test_an_amount_that_is_the_same_in_another_unit_or_of_another_thing_is_not_doubted(shop, claim, anchor):
    assert stand(shop, claim, anchor)[0] in {"holds", "unanchored"}


@pytest.mark.parametrize(
    ("claim", "anchor", "change"),
    [
        ("default timeout is 30s", "settings.py::Timeout", ("default = 30", "default = 45")),
        ("The default is 30", "settings.py::Timeout", ("default = 30", "default = 45")),
        ("locks get refreshed every 5 min", "lock.go::defaultRefreshInterval", ("5 * time", "10 * time")),
    ],
)
def test_an_amount_that_the_code_gives_otherwise_later_has_drifted(shop, claim, anchor, change):
    assert stand(shop, claim, anchor)[0] == "holds"
    assert stand(shop, claim, anchor, *change)[0] == "drifted"


def test_a_wrong_amount_holds_once_the_code_says_so(shop):
    claim = "locks get refreshed every 10 min"
    assert stand(shop, claim, "lock.go::defaultRefreshInterval", "5 * time", "10 * time")[0] in {"holds", "touched"}


def test_an_amount_that_nothing_there_gives_is_said_not_to_be_checked(shop):
    standing, reason = stand(shop, "Backups are pruned within 20 min", "lock.go")
    assert (standing, "20 min" in reason) == ("holds", True)
    assert stand(shop, "Sleeps 60 seconds at most", "lock.go") == ("holds", "")


@pytest.mark.parametrize(
    "same",
    [
        ("60s", "60 s", "60 sec", "60 seconds", "sixty seconds", "1 minute", "1 min"),
        ("500ms", "500 milliseconds", "0.5 s", "half a second"),
        ("64KB", "64 KiB", "65,536 bytes"),
        ("2h", "two hours", "120 minutes"),
    ],
)
def test_one_amount_is_spelled_one_way_whatever_its_unit(same):
    assert len({spell_amounts(f"It waits {words}.") for words in same}) == 1


@pytest.mark.parametrize("text", ["5-10 minutes", "5 to 10 minutes", "the 1990s", "100s of files", "v1.2 sec"])
def test_what_is_no_amount_stays_as_it_is(text):
    assert spell_amounts(text) == text


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("5*time.Minute", 300), ("time.Second", 1), ("timedelta(hours=1,minutes=30)", 5400),
        ("Duration::from_millis(500)", 0.5), ("Duration.ofMinutes(5)", 300), ("TimeSpan.FromSeconds(30)", 30),
        ("TimeUnit.MINUTES.toMillis(2)", 120), ("5.minutes", 300), ('"30s"', 30),
    ],
)  # fmt: skip
def test_a_value_that_says_its_unit_is_read_in_every_language(value, seconds):
    assert find_quantity(value) == (seconds, "second")


TABLE = """SETTINGS = (
    Setting("max_returned_rows", 1000, "Maximum rows that can be returned"),
    Setting("sql_time_limit_ms", 1000, "Time limit for a SQL query"),
)


class Client:
    def __init__(self, http2: bool = False, trust_env: bool = True, timeout=5.0):
        self.seen = 0

    def redirect(self, status=None):
        return self.answer(status or 302)


def limit_body(stream):
    size = 0
    for part in stream:
        size += len(part)
    return size
"""


@pytest.fixture
def table(repo):
    repo.write("client.py", TABLE)
    repo.commit("Begin")
    return repo


@pytest.mark.parametrize(
    ("claim", "anchor"),
    [
        ("Client enables HTTP/2 by default (http2=True)", "client.py::Client.__init__"),
        ("trust_env defaults to False", "client.py::Client"),
        ("sql_time_limit_ms is 500", "client.py"),
        ("SQL time limit is 2000 ms", "client.py"),
        ("redirect() default status is 301", "client.py"),
        ("max_returned_rows must not exceed 500", "client.py"),
        ("HTTP2 is on by default", "client.py"),
    ],
)
def test_a_value_that_the_code_gives_the_very_name_otherwise_is_told_when_it_is_said(table, claim, anchor):
    assert stand(table, claim, anchor)[0] == "drifted"


@pytest.mark.parametrize(
    ("claim", "anchor"),
    [
        ("Max returned rows default is 1000", "client.py"),
        ("Timeouts default to 5 seconds", "client.py"),
        ("max_returned_rows must not exceed 5000", "client.py"),
        ("http2 defaults to False", "client.py::Client"),
    ],
)
def test_a_value_that_the_code_gives_the_very_name_was_checked(table, claim, anchor):
    assert stand(table, claim, anchor) == ("holds", "")


@pytest.mark.parametrize(
    ("claim", "anchor"),
    [
        ("Max body limit default is 100kb", "client.py::limit_body"),
        ("Upload limit is 10 MB", "client.py::limit_body"),
        ("Read limit is 2000", "client.py"),
        ("limit_body keeps nothing in memory", "client.py::limit_body"),
    ],
)
def test_what_nothing_there_is_called_is_neither_doubted_nor_said_to_hold(table, claim, anchor):
    standing, reason = stand(table, claim, anchor)
    assert standing in {"holds", "unanchored"}
    assert reason


def test_the_same_number_of_another_name_may_change(table):
    claim = "Max returned rows default is 1000"
    change = ('limit_ms", 1000', 'limit_ms", 1500')
    assert stand(table, claim, "client.py", *change)[0] == "touched"


def test_a_bound_that_is_lowered_is_kept_and_one_that_is_passed_is_not(table):
    claim = "max_returned_rows must not exceed 1000"
    assert stand(table, claim, "client.py", 'rows", 1000', 'rows", 500')[0] == "touched"
    assert stand(table, claim, "client.py", 'rows", 500', 'rows", 2000')[0] == "drifted"


@pytest.mark.parametrize("amount", ["10 μs", "10 µs", "10 ΜS"])
def test_micro_may_be_the_sign_or_the_greek_letter(amount: str) -> None:
    assert spell_amounts(f"The spin lock waits {amount}") == "The spin lock waits 1e-05 seconds"


@pytest.mark.parametrize("amount", ["10 ſ", "ſix seconds", "10 \u212ab", "10 mıllisecond"])
def test_a_letter_that_only_folds_to_one_of_a_unit_is_no_amount_and_no_failure(amount: str) -> None:
    assert isinstance(spell_amounts(f"It waits {amount} at most"), str)
