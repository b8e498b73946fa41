"""A name that a claim uses and no code has any more makes it drift, wherever that name stood."""

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge

CLAIM = "`send` raises `PaymentError` while the `fail_hard` option is on"
SEND = parse_anchor("src/pay.py::send")


@pytest.fixture
def taken(repo):
    repo.write(
        "src/pay.py", "def send(body):\n    if body is None:\n        raise PaymentError(body)\n    return body\n"
    )
    repo.write("src/options.py", "OPTIONS = {\n    'fail_hard': True,\n}\n")
    repo.write("docs/options.md", "Set `fail_hard` to fail early.\n")
    repo.commit("First")
    return take_fingerprint(open_snapshot(str(repo.root)), SEND, CLAIM)


def test_an_option_that_is_renamed_elsewhere_makes_the_claim_drift(repo, taken):
    assert judge(open_snapshot(str(repo.root)), SEND, taken).standing == "holds"
    repo.write("src/options.py", "OPTIONS = {\n    'fail_early': True,\n}\n")
    repo.commit("Rename the option")
    found = judge(open_snapshot(str(repo.root)), SEND, taken)
    assert found.standing == "drifted"
    assert "fail_hard" in found.reason


def test_an_option_that_moved_to_another_file_is_still_there(repo, taken):
    repo.write("src/options.py", "OPTIONS = {}\n")
    repo.write("src/flags.py", "FLAGS = {'fail_hard': True}\n")
    repo.commit("Move the option")
    assert judge(open_snapshot(str(repo.root)), SEND, taken).standing == "holds"


def test_what_no_code_ever_had_is_not_missed(repo, taken):
    repo.write("docs/options.md", "Nothing is set.\n")
    repo.commit("Say less")
    assert judge(open_snapshot(str(repo.root)), SEND, taken).standing == "holds"


def test_a_value_of_a_name_that_nothing_has_never_holds(repo, taken):
    at = parse_anchor("src/options.py")
    snapshot = open_snapshot(str(repo.root))
    made_up = take_fingerprint(snapshot, at, "MAX_TRIES in src/options.py is 5")
    found = judge(snapshot, at, made_up)
    assert found.standing == "drifted"
    assert "MAX_TRIES" in found.reason
    repo.write("src/options.py", "MAX_TRIES = 5\nOPTIONS = {'fail_hard': True}\n")
    assert judge(open_snapshot(str(repo.root)), at, made_up).standing in {"holds", "touched"}
