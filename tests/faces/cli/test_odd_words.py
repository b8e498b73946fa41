"""Whatever is typed, the answer is an answer or an error, never a bug, and JSON stays JSON."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from standfast.cli import program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]

ODD = [
    "",
    " ",
    "-",
    "--",
    "\x00",
    "%",
    "_",
    "*",
    "'",
    '"',
    "../..",
    "\u202e",
    "m",
    "o",
    "7qp",
    "0" * 15,
    "ü",
    "世界",
    "NaN",
]
WORD = st.one_of(
    st.sampled_from(ODD), st.text(max_size=20), st.from_regex(r"m[0-9a-z]{2,6}-?[0-9a-z]{0,7}", fullmatch=True)
)
TIME = st.one_of(
    WORD, st.sampled_from(["2026-01-01", "3d", "yesterday", "99999999d", "0001-01-01", "9999-12-31T23:59:59Z"])
)
SCOPE = st.one_of(WORD, st.sampled_from(["user", "project", "group:x", "path:a/**", "branch:b", "project,branch:main"]))
ANCHOR = st.one_of(
    WORD, st.sampled_from(["a.py", "a.py::f", "a.py:1-2", "dep:x@1", "cmd:ls", "conf:a#b", "commit:abcd1234"])
)
NUMBER = st.one_of(WORD, st.integers(-5, 10**20).map(str))

LINES = st.one_of(
    st.tuples(st.just("remember"), WORD, st.just("--scope"), SCOPE, st.just("--anchor"), ANCHOR),
    st.tuples(st.just("remember"), WORD, st.just("--at"), TIME, st.just("--tag"), WORD, st.just("--title"), WORD),
    st.tuples(st.just("recall"), WORD, st.just("--files"), WORD, st.just("--limit"), NUMBER),
    st.tuples(st.just("recall"), WORD, st.just("--as-of"), TIME, st.just("--scope"), SCOPE),
    st.tuples(st.just("brief"), st.just("--task"), WORD, st.just("--budget"), NUMBER),
    st.tuples(st.sampled_from(["show", "log", "diff", "why", "retract", "restore", "verify", "replay"]), WORD),
    st.tuples(st.just("show"), WORD, st.just("--as-of"), TIME),
    st.tuples(st.just("revise"), WORD, WORD, st.just("--based-on"), NUMBER),
    st.tuples(st.just("supersede"), WORD, WORD),
    st.tuples(st.just("feedback"), WORD, WORD),
    st.tuples(st.just("revert"), WORD),
    st.tuples(st.just("revert"), st.just("--since"), TIME, st.just("--source"), WORD),
    st.tuples(st.just("purge"), st.just("--match"), WORD, st.just("--yes")),
    st.tuples(st.just("review"), st.just("--approve"), WORD),
    st.tuples(st.just("group"), st.sampled_from(["join", "leave"]), WORD),
    st.tuples(st.sampled_from(["status", "up", "import", "export", "backup", "screen", "redact"]), WORD),
    st.lists(WORD, max_size=3),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder: Path = tmp_path_factory.mktemp("odd") / "shop"
    folder.mkdir()
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    (folder / "a.py").write_text("def f():\n    return 1\n", encoding="utf-8")
    env = {**os.environ, "STANDFAST_HOME": str(folder.parent / "home"), "STANDFAST_DURABILITY": "normal"}

    def call(words: list[str], standard_input: bytes = b"") -> tuple[int, str, str]:
        real = sys.stdin
        sys.stdin = io.TextIOWrapper(io.BytesIO(standard_input), encoding="utf-8")
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = program.main(["--json", "-C", str(folder), *words], env)
        finally:
            sys.stdin = real
        return code, out.getvalue(), err.getvalue()

    call(["remember", "The payment lock is keyed by payment_id", "--anchor", "a.py::f"])
    return call


PROGRESS = re.compile(r"^\w+: \d+ %\n", re.MULTILINE)  # told of whatever takes long, on a busy machine of a purge


@settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(words=LINES)
def test_no_words_are_a_bug(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(list(words))
    incomplete = code == 3 and "purge-incomplete" in err  # the text stands in something that was not to be deleted
    assert code in {0, 1, 2} or incomplete, (words, err)
    if code == 0 and words and words[0] != "export":
        assert PROGRESS.sub("", err) == ""
        assert out.startswith("usage:") or isinstance(json.loads(out), dict)
    elif code:
        assert set(json.loads(err)["error"]) == {"code", "message", "hint"}


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(command=st.sampled_from(["remember", "redact", "screen"]), data=st.binary(max_size=200))
def test_no_bytes_are_a_bug(run: Run, command: str, data: bytes) -> None:
    code, out, _ = run([command, "--jsonl"], data)
    assert code in {0, 1}
    assert len(out.splitlines()) == sum(1 for line in data.split(b"\n") if line.removeprefix(b"\xef\xbb\xbf").strip())


RECORD = st.dictionaries(
    st.sampled_from(
        ["text", "kind", "title", "why", "tags", "anchors", "scope", "at", "files", "links", "status", "x"]
    ),
    st.one_of(st.none(), st.booleans(), st.integers(), WORD, st.lists(WORD, max_size=2)),
    max_size=5,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(records=st.lists(RECORD, max_size=4))
def test_no_record_is_a_bug(run: Run, records: list[dict[str, object]]) -> None:
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    code, out, _ = run(["remember", "--jsonl"], data)
    assert code in {0, 1}
    assert len(out.splitlines()) == len(records)
