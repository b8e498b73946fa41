"""Configuration keys and the values they had."""

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import restate, take_fingerprint
from standfast.standing.anchors.judge import judge

FORMS = [
    ("a.json", '{"server": {"port": 8081, "host": "x"}}', "server.port"),
    ("a.jsonc", '{\n // why\n "server": {"port": 8081, /* c */ "url": "http://x",},\n}', "server.port"),
    ("a.yaml", "server:\n  port: 8081\n  host: x\n", "server.port"),
    ("a.yml", "Resources:\n  X: !Ref Y\n  server:\n    - port: 8081\n", "Resources.server.0.port"),
    ("a.toml", "[server]\nport = 8081\n", "server.port"),
    ("a.ini", "[server]\nport = 8081\nhost: x\n", "server.port"),
    (".env", "export PORT=8081\nHOST=x\n", "PORT"),
    ("a.properties", "server.port=8081\n", "server.port"),
    ("tool.json", '{"tool.x": {"a/b": 8081}}', "tool.x.a/b"),
    ("nginx.conf", "port: 8081\n", "port"),
]


@pytest.mark.parametrize(("path", "text", "key"), FORMS)
def test_a_value_is_followed_in_every_form(repo, path, text, key):
    repo.write(path, text)
    repo.commit("Configure")
    anchored = repo.anchor(f"conf:{path}#{key}")
    repo.write(path, text + "\n\n")
    assert anchored.standing == "holds"
    repo.edit(path, ("8081", "8082"))
    assert anchored.standing == "drifted"
    repo.write(path, "{}")
    assert anchored.standing == "broken"


def test_reordered_keys_are_no_change(repo):
    repo.write("a.json", '{"s": {"a": 1, "b": [1, 2]}}')
    repo.commit("Configure")
    anchored = repo.anchor("conf:a.json#s")
    repo.write("a.json", '{"t": 0,\n "s": {"b": [1, 2], "a": 1}}')
    assert anchored.standing == "holds"
    repo.write("a.json", '{"s": {"b": [2, 1], "a": 1}}')
    assert anchored.standing == "drifted"


def test_a_renamed_configuration_file_is_followed(repo):
    repo.write("a.yaml", "server:\n  port: 8081\n")
    repo.commit("Configure")
    anchored = repo.anchor("conf:a.yaml#server.port")
    repo.git("mv", "a.yaml", "b.yaml")
    repo.commit("Move")
    judgement = anchored.judge()
    assert str(judgement.standing) == "moved"
    assert str(judgement.now) == "conf:b.yaml#server.port"


def test_the_value_is_not_in_the_fingerprint(repo):
    repo.write(".env", "TOKEN=correct-horse\n")
    assert "correct-horse" not in repo.anchor("conf:.env#TOKEN").fingerprint.data


BOMB = "z0: &z0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"z{level}: &z{level} [{', '.join([f'*z{level - 1}'] * 10)}]\n" for level in range(1, 12)
)


@pytest.mark.parametrize(
    "text", [f"{BOMB}a: *z11\n", "a: &a [*a]\n", f"a: {'[' * 2000}{']' * 2000}\n"], ids=["bomb", "ring", "deep"]
)
def test_a_configuration_that_no_walk_would_finish_is_read_by_lines(repo, text):
    repo.write("a.yaml", "a: 1\n")
    repo.commit("Configure")
    anchored = repo.anchor("conf:a.yaml#a")
    repo.write("a.yaml", text)
    assert anchored.standing == "drifted"


MANIFEST = '[workspace.package]\nrust-version = "1.96"\n[profile.release]\nopt-level = 3\ntoken-age = "30"\n'
KEY = "conf:Cargo.toml#workspace.package.rust-version"


@pytest.mark.parametrize(
    ("claim", "anchor", "reason"),
    [
        ("rust-version is 1.96", KEY, ""),
        ("rust-version is 1.96.0", KEY, ""),
        ("rust-version is 1.60", KEY, "`rust-version` is 1.96, not 1.60"),
        ("The minimum Rust version is 1.60", KEY, "`rust-version` is 1.96, not 1.60"),
        ("The Rust version is 1.60, as rust-version in Cargo.toml says", "Cargo.toml", "is 1.96, not 1.60"),
        ("`opt-level` = 2", "Cargo.toml", "`opt-level` is 3, not 2"),
        ("The Rust version is 1.96, as rust-version in Cargo.toml says", "Cargo.toml", ""),
        ("token-age is 30 seconds", "Cargo.toml", ""),
        ("rust-version was 1.60 until May", "Cargo.toml", ""),
        ("rust-version is not 1.60", KEY, ""),
        ("Set rust-version to 1.60 for the old branch", "Cargo.toml", ""),
        ("rust-version is 1.60 and opt-level is 3", "Cargo.toml", ""),
        ("The parser understands version 1.60 of the format", "Cargo.toml", ""),
    ],
)
def test_what_a_claim_gives_a_key_is_held_against_the_value_it_has(repo, claim, anchor, reason):
    repo.write("Cargo.toml", MANIFEST)
    repo.commit("Configure")
    at = parse_anchor(anchor)
    now = open_snapshot(str(repo.root))
    found = judge(now, at, take_fingerprint(now, at, claim))
    assert found.standing == ("drifted" if reason else "holds")
    assert reason in found.reason


def test_a_claim_of_a_key_that_the_file_came_to_bear_out_is_no_longer_false(repo):
    repo.write("Cargo.toml", MANIFEST)
    repo.commit("Configure")
    at = parse_anchor("Cargo.toml")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, "rust-version is 1.60")
    repo.edit("Cargo.toml", ('"1.96"', '"1.60"'))
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == "touched"


@pytest.mark.parametrize("anchor", [KEY, "cmd:make check", "dep:left-pad"])
def test_other_words_leave_what_is_known_of_a_named_anchor(repo, anchor):
    repo.write("Cargo.toml", MANIFEST)
    repo.write("Makefile", "check:\n\tpytest\n")
    repo.write("package.json", '{"dependencies": {"left-pad": "1.3.0"}}')
    repo.commit("Configure")
    at = parse_anchor(anchor)
    now = open_snapshot(str(repo.root))
    taken = take_fingerprint(now, at, "One thing is so")
    assert taken is not None
    assert judge(now, at, restate(now, at, taken, "Another thing is so")).standing == "holds"
