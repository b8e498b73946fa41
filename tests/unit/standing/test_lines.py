"""What manifests, configuration and documents say of a value that a claim gives: then, and now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.anchor import parse_anchor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

OLD = '[package]\nname = "heron"\nversion = "3.1.0"\nedition = "2021"\nrust-version = "1.72"\nlog = "0.4"\n'
NEW = (
    '[package]\nname = "heron"\nversion = "4.0.0"\nedition.workspace = true\nrust-version.workspace = true\n\n'
    '[workspace.package]\nedition = "2024"\nrust-version = "1.96"\n\n[dependencies]\nlog = "0.4"\n'
)
WORDINGS = [
    ("MSRV is 1.72, don't use let chains", "1.96"),
    ("MSRV is 1.72, no let chains", "1.96"),
    ("MSRV: 1.72", "1.96"),
    ("the minimum Rust version is 1.72", "1.96"),
    ("edition is 2021 everywhere", "2024"),
    ("we are on edition 2021", "2024"),
    ("rust edition is 2021", "2024"),
]


@pytest.mark.parametrize(("words", "now"), WORDINGS)
@pytest.mark.parametrize("anchors", [(), ("Cargo.toml",)], ids=["by its words", "anchored"])
def test_what_a_manifest_no_longer_says_has_drifted_however_it_is_worded(
    tmp_path: Path, words: str, now: str, anchors: tuple[str, ...]
) -> None:
    repo = Repository(tmp_path / "heron")
    (repo.root / "Cargo.toml").write_text(OLD)
    repo.commit("Start")
    with repo.open(tmp_path / "home") as memory:
        told = memory.remember(words, anchors=anchors)
        assert told.doubts == ()
        (repo.root / "Cargo.toml").write_text(OLD.replace("3.1.0", "3.2.0").replace('log = "0.4"', 'log = "0.5"'))
        repo.commit("Release")
        assert memory.show(told.id).judged.standing in {"holds", "touched"}
        assert not memory.show(told.id).judged.is_unsure
        (repo.root / "Cargo.toml").write_text(NEW)
        repo.commit("Share what all packages say")
        judged = memory.show(told.id).judged
        assert judged.standing == "drifted"
        assert now in judged.detail[0]["says"]
        assert now in memory.brief().text


def test_a_version_that_is_still_admitted_has_not_drifted(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    manifest = repo.root / "pyproject.toml"
    manifest.write_text('[project]\nname = "shop"\nrequires-python = ">=3.8"\n')
    repo.commit("Start")
    with repo.open(tmp_path / "home") as memory:
        told = memory.remember("python 3.8 is still supported, no match statements")
        assert told.anchors
        manifest.write_text('[project]\nname = "shop"\nrequires-python = ">=3.7"\n')
        assert memory.show(told.id).judged.standing != "drifted"
        manifest.write_text('[project]\nname = "shop"\nrequires-python = ">=3.10"\n')
        assert memory.show(told.id).judged.standing == "drifted"


@pytest.mark.parametrize(
    ("claim", "before", "after", "standing"),
    [
        ("the proxy listens on port 8080", "port: 8080\nhost: a\n", "port: 9090\nhost: a\n", "drifted"),
        ("the proxy listens on port 8080", "port: 8080\nhost: a\n", "port: 8080\nhost: b\n", "touched"),
        ("the proxy listens on port 8080", "port: 8080\nhost: a\n", "host: a\nport: 8080 # as ever\n", "touched"),
        ("In 2021 we chose the proxy", "edition: 2021\nhost: a\n", "edition: 2024\nhost: a\n", "touched"),
        ("since 3.1.0 it caches", "version: 3.1.0\nhost: a\n", "version: 4.0.0\nhost: a\n", "touched"),
        ("coverage stays above 80", "coverage: 80\nhost: a\n", "coverage: 85\nhost: a\n", "touched"),
    ],
)
def test_the_very_line_that_gave_the_value_decides(repo, claim, before, after, standing) -> None:
    repo.write("proxy.yaml", before + "".join(f"route{n}: r\n" for n in range(20)))
    repo.commit("Configure")
    at = parse_anchor("proxy.yaml")
    taken = take_fingerprint(open_snapshot(str(repo.root)), at, claim)
    repo.edit("proxy.yaml", (before, after))
    assert judge(open_snapshot(str(repo.root)), at, taken).standing == standing


def test_what_a_package_leaves_to_the_file_above_it_is_looked_for_there(repo) -> None:
    repo.write("Cargo.toml", '[workspace]\nmembers = ["a"]\n\n[workspace.package]\nrust-version = "1.72"\n')
    repo.write("a/Cargo.toml", '[package]\nname = "a"\nedition = "2021"\nrust-version.workspace = true\n')
    repo.commit("Start")
    at = parse_anchor("a/Cargo.toml")
    now = open_snapshot(str(repo.root))
    claims = ("rust edition is 2021", "it is built with Rust 1.72")
    edition, version = (take_fingerprint(now, at, claim) for claim in claims)
    repo.write("a/Cargo.toml", '[package]\nname = "a"\nedition.workspace = true\nrust-version.workspace = true\n')
    repo.edit("Cargo.toml", ("[workspace.package]\n", '[workspace.package]\nedition = "2021"\n'))
    now = open_snapshot(str(repo.root))
    assert [str(judge(now, at, taken).standing) for taken in (edition, version)] == ["touched", "touched"]
    assert not judge(now, at, edition).check
    repo.edit("Cargo.toml", ("2021", "2024"), ("1.72", "1.96"))
    now = open_snapshot(str(repo.root))
    assert [judge(now, at, taken).says for taken in (edition, version)] == ["2024", "1.96"]


def test_a_number_that_a_manifest_contradicts_is_not_taken_in_silence(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "heron")
    (repo.root / "Cargo.toml").write_text(OLD)
    repo.commit("Start", client_py="class Client:\n    def __init__(self, limit=None):\n        limit = 80\n")
    with repo.open(tmp_path / "home") as memory:
        assert memory.remember("edition is 2018").doubts
        assert memory.remember("MSRV is 1.60").doubts
        assert memory.remember("limit defaults to 100", anchors=["client.py::Client"]).doubts
        assert not memory.remember("limit defaults to 80", anchors=["client.py::Client"]).doubts
        assert not memory.remember("version: 3.0 had the bug").doubts


def test_a_version_that_is_only_said_to_be_so_is_no_rule_that_the_code_breaks(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "heron")
    (repo.root / "Cargo.toml").write_text(OLD)
    repo.commit("Start")
    with repo.open(tmp_path / "home") as memory:
        said = memory.remember("MSRV is 1.72, don't use let chains", anchors=["Cargo.toml"])
        asked = memory.remember("MSRV must stay at 1.72", kind="convention", anchors=["Cargo.toml"])
        (repo.root / "Cargo.toml").write_text(NEW)
        repo.commit("Share what all packages say")
        breaches = {item.memory.id: item.breach for item in memory.drift().stale}
        assert breaches[said.id] == ""
        assert breaches[asked.id].startswith("Cargo.toml")
