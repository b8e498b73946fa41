# ruff: noqa: E501 - tables of code
"""What anchored code uses from other files is its ground, in every language that has a word for it."""

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge

CASES = {
    "go: the same package": (
        ("shop/pay.go::Send", "package shop\n\nfunc Send(body string) error {\n\treturn post(body, MaxTries)\n}\n"),
        ("shop/http.go", "package shop\n\nconst MaxTries = 3\n\nfunc post(body string, tries int) error {\n\treturn nil\n}\n"),
        ("MaxTries = 3", "MaxTries = 4"),
    ),
    "go: an imported package": (
        ("shop/pay.go::Send", 'package shop\n\nimport (\n\t"example.org/x/wire/http"\n)\n\nfunc Send(b string) error {\n\treturn http.Deliver(b)\n}\n'),
        ("wire/http/http.go", "package http\n\nfunc Deliver(b string) error {\n\treturn retry(b, 3)\n}\n"),
        ("retry(b, 3)", "retry(b, 5)"),
    ),
    "rust: a module of the crate": (
        ("src/pay.rs::send", "use crate::wire::deliver;\n\npub fn send(body: &str) -> bool {\n    deliver(body)\n}\n"),
        ("src/wire.rs", "pub fn deliver(body: &str) -> bool {\n    retry(body, 3)\n}\n"),
        ("retry(body, 3)", "retry(body, 5)"),
    ),
    "java: a base class that is imported": (
        ("src/shop/Pay.java::Pay", "package shop;\n\nimport wire.Gateway;\n\npublic class Pay extends Gateway {\n  void send() { open(); }\n}\n"),
        ("src/wire/Gateway.java", "package wire;\n\npublic class Gateway {\n  int tries = 3;\n}\n"),
        ("tries = 3", "tries = 5"),
    ),
    "csharp: a class beside it": (
        ("Shop/Pay.cs::Pay.Send", "namespace Shop;\n\npublic class Pay {\n  public bool Send(string b) { return new Gateway().Deliver(b); }\n}\n"),
        ("Shop/Gateway.cs", "namespace Shop;\n\npublic class Gateway {\n  public int Tries = 3;\n}\n"),
        ("Tries = 3", "Tries = 5"),
    ),
    "ruby: a required file": (
        ("lib/pay.rb::send_all", 'require_relative "wire/gateway"\n\ndef send_all(body)\n  deliver(body)\nend\n'),
        ("lib/wire/gateway.rb", "def deliver(body)\n  retry_for(body, 3)\nend\n"),
        ("retry_for(body, 3)", "retry_for(body, 5)"),
    ),
    "php: a used class": (
        ("src/Pay.php::Pay.send", "<?php\nnamespace Shop;\n\nuse Wire\\Gateway;\n\nclass Pay {\n  function send($b) { return new Gateway($b); }\n}\n"),
        ("lib/Wire/Gateway.php", "<?php\nnamespace Wire;\n\nclass Gateway {\n  public $tries = 3;\n}\n"),
        ("tries = 3", "tries = 5"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_used_from_another_file_touches_what_is_anchored(repo, name):
    (anchor, text), (path, other), (old, new) = CASES[name]
    at = parse_anchor(anchor)
    repo.write(at.path, text)
    repo.write(path, other)
    repo.commit("Before")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, "Payments go out through here")
    assert judge(open_snapshot(str(repo.root)), at, taken).standing.value == "holds"
    repo.write(path, other.replace(old, new))
    repo.commit("After")
    now = judge(open_snapshot(str(repo.root)), at, taken)
    assert now.standing.value == "touched"
    assert path in now.reason
