"""Anchors that a text suggests."""

import json

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.suggest import find_near, list_missing, suggest_anchors


@pytest.fixture
def snapshot(repo):
    repo.write("src/middleware/auth.ts", "export function getUserById(id: string) {\n  return db.find(id);\n}\n")
    repo.write(
        "src/pay.py", "class Gateway:\n    def send(self, body):\n        return post(body)\n\n\nRETRY_LIMIT = 3\n"
    )
    repo.write("src/util/index.ts", "export const x = 1;\n")
    repo.write("lib/util/index.ts", "export const y = 1;\n")
    repo.write("package.json", json.dumps({"scripts": {"build": "tsc"}, "dependencies": {"react": "^18.2.0"}}))
    repo.sha = repo.commit("All")
    return repo


def suggest(repo, text):
    return [str(anchor) for anchor in suggest_anchors(open_snapshot(str(repo.root)), text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sessions expire in src/middleware/auth.ts after an hour.", ["src/middleware/auth.ts"]),
        ("Sessions expire, see auth.ts.", ["src/middleware/auth.ts"]),
        ("getUserById throws on unknown ids", ["src/middleware/auth.ts::getUserById"]),
        ("`Gateway.send` retries at most RETRY_LIMIT times", ["src/pay.py::Gateway.send", "src/pay.py::RETRY_LIMIT"]),
        ("Call `send(body)` of src/pay.py only once", ["src/pay.py::Gateway.send"]),
        ("See src/pay.py::Gateway for why", ["src/pay.py::Gateway"]),
        ("Mind src/pay.py:1-3 here", ["src/pay.py:1-3"]),
        ("Run `npm run build` first", ["cmd:npm run build"]),
        ("We stay on react 18 for now", ["dep:react@==18"]),
        ("Everything under src/middleware/ is legacy", ["src/middleware"]),
    ],
)
def test_what_a_text_names_is_suggested(snapshot, text, expected):
    assert suggest(snapshot, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "We never use tabs.",
        "See src/nope.py and getNothing() and `Nope.nope`",
        "index.ts is where it starts",
        "Run `npm run nope` and vue 3",
        "src/pay.py:900-950",
        "e.g. this/that, and/or, 1.5 times, v2.0, http://example.org/a/b.html",
        "",
    ],
)
def test_what_does_not_exist_or_is_ambiguous_is_not_suggested(snapshot, text):
    assert [anchor for anchor in suggest(snapshot, text) if anchor != "src/pay.py"] == []


def test_a_commit_is_suggested(snapshot):
    assert suggest(snapshot, f"Broken since {snapshot.sha[:9]}.") == [f"commit:{snapshot.sha}"]


def test_nothing_is_suggested_between_namesakes(snapshot):
    snapshot.write("a.py", "def send(x):\n    return x\n")
    snapshot.write("b.py", "def send(x):\n    return x\n")
    assert suggest(snapshot, "`send` is slow") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`body` is what the `send` option of a request is called", []),
        ("`send` of the Gateway is slow", ["src/pay.py::Gateway.send"]),
        ("Call `send()` once", ["src/pay.py::Gateway.send"]),
        ("RETRY_LIMIT says how often ([more](src/util/index.ts))", ["src/pay.py::RETRY_LIMIT"]),
        ("Sessions expire ([how](src/middleware/auth.ts))", ["src/middleware/auth.ts"]),
        ("It answers with status react 200", []),
    ],
)
def test_a_word_that_some_member_happens_to_have_too_is_not_meant(snapshot, text, expected):
    assert suggest(snapshot, text) == expected


def test_what_is_defined_inside_a_function_or_a_test_is_not_meant(snapshot):
    snapshot.write("src/run.py", "def run():\n    def cleanup_all():\n        return 1\n\n    return cleanup_all\n")
    snapshot.write("tests/test_run.py", "def make_order():\n    return 1\n")
    snapshot.write("src/lib.rs", "pub mod order_book;\n")
    assert suggest(snapshot, "`cleanup_all` and `make_order` and `order_book` are slow") == []


def test_a_bare_file_name_means_no_file_that_only_a_test_has(repo):
    repo.write("tests/fixtures/shop/requirements.txt", "flask\n")
    repo.commit("First")
    snapshot = open_snapshot(str(repo.root))
    assert not suggest_anchors(snapshot, "The default is to write `requirements.txt`.")
    named = suggest_anchors(snapshot, "See `fixtures/shop/requirements.txt`.")
    assert [str(anchor) for anchor in named] == ["tests/fixtures/shop/requirements.txt"]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Sessions are checked in src/middleware/session.ts.", ["src/middleware/session.ts"]),
        ("Sessions are checked in `src/middleware/session.ts`", ["src/middleware/session.ts"]),
        ("Sessions are checked in src/middleware/auth.ts.", []),
        ("Sessions are checked in middleware/auth.ts.", []),
        ("Helpers live in util/index.ts", []),
        ("Sessions are checked in elsewhere/session.ts", []),
        ("src/middleware/session.ts was removed", []),
        ("Put helpers in src/util/dates.ts", []),
        ("The client is src/http.Client", []),
        ("Each service has src/NAME/index.ts", []),
        ("Sessions live in src/local.ts", []),
    ],
)
def test_a_file_that_is_said_to_be_there_and_is_not_is_missing(snapshot, text, missing):
    snapshot.write(".gitignore", "local.ts\n")
    snapshot.write("src/local.ts", "export const z = 1;\n")
    assert list_missing(open_snapshot(str(snapshot.root)), text) == missing


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("DEFAULT_MAX_CONNS", "DEFAULT_MAX_CONNECTIONS"),
        ("default_max_conn", "DEFAULT_MAX_CONNECTIONS"),
        ("DEFAULT_MAX_TOKNES", "DEFAULT_MAX_TOKENS"),
        ("DEFAULT_MIN_TOKENS", "DEFAULT_MAX_TOKENS"),
    ],
)
def test_a_name_that_was_cut_short_is_taken_for_the_one_that_begins_so(repo, said, meant):
    repo.write("limits.py", "DEFAULT_MAX_TOKENS = 1\nDEFAULT_MAX_CONNECTIONS = 10\n")
    repo.commit("Limits")
    anchor = parse_anchor(f"limits.py::{said}")
    assert find_near(open_snapshot(str(repo.root)), anchor) == f"limits.py::{meant}"


def test_a_path_from_the_folder_of_a_package_means_the_one_file_that_ends_so(repo):
    for path in (
        "crates/jar/src/span.rs",
        "crates/jar/src/error/span.rs",
        "crates/jar/src/lib.rs",
        "crates/cli/src/lib.rs",
    ):
        repo.write(path, "pub fn f() {}\n")
    repo.commit("Two crates")
    snapshot = open_snapshot(str(repo.root))
    assert find_near(snapshot, parse_anchor("src/span.rs")) == "crates/jar/src/span.rs"
    assert find_near(snapshot, parse_anchor("src/span.rs::f")) == "crates/jar/src/span.rs::f"
