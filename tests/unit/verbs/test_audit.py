"""The audit log leaves as a file that anybody can check, without what memories say; a revert names its reach."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from standfast.errors import Refused
from standfast.model.trust import Status
from tests.unit.conftest import Sandbox
from tests.unit.verbs.test_memory_life import CODEX, at


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path


def test_an_exported_log_is_whole_and_holds_no_words(tmp_path: Path) -> None:
    ana = at(tmp_path)
    said = ana.remember("heron locks are keyed by payment_id")
    ana.retract(said.id)
    file = str(tmp_path / "audit.jsonl")
    assert ana.maintenance.export_audit(file).operations == 2
    assert "heron" not in Path(file).read_text()
    checked = ana.maintenance.check_audit(file)
    assert (checked.operations, checked.problems) == (2, ())


def test_a_line_taken_out_or_changed_is_found(tmp_path: Path) -> None:
    ana = at(tmp_path)
    for number in range(4):
        ana.remember(f"heron fact number {number}")
    file = tmp_path / "audit.jsonl"
    ana.maintenance.export_audit(str(file))
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:1], *lines[2:]]))
    assert ana.maintenance.check_audit(str(file)).problems
    file.write_text("\n".join(lines).replace("ana", "eve"))
    assert ana.maintenance.check_audit(str(file)).problems


def test_a_signature_holds_for_its_signer_and_its_bytes_only(tmp_path: Path, key: Path) -> None:
    ana = at(tmp_path)
    ana.remember("heron locks are keyed by payment_id")
    file, signers = tmp_path / "audit.jsonl", tmp_path / "signers"
    ana.maintenance.export_audit(str(file), key=str(key))
    signers.write_text(f"ana@example.org {key.with_suffix('.pub').read_text()}")
    options = {"signers": str(signers), "signer": "ana@example.org"}
    assert ana.maintenance.check_audit(str(file), **options).signed == "ana@example.org"
    assert ana.maintenance.check_audit(str(file), signers=str(signers), signer="eve@example.org").problems
    file.write_text(file.read_text() + "\n")
    assert ana.maintenance.check_audit(str(file), **options).problems


def test_an_agent_does_not_export_the_audit_log(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        at(tmp_path, CODEX).maintenance.export_audit(str(tmp_path / "audit.jsonl"))


def test_reverting_with_everything_derived_takes_back_what_was_built_on_it(tmp_path: Path) -> None:
    ana = at(tmp_path)
    base = ana.remember("heron locks are keyed by payment_id")
    built = ana.remember("the audit names the payment", links=[f"derived-from:{base.id}"])
    again = ana.remember("reports group by payment", links=[f"derived-from:{built.id}"])
    done = ana.revert([base.operation or ""], derived=True)
    assert set(done.memories) == {base.id, built.id, again.id}
    assert ana.recall("payment").results == ()
    ana.revert(list(done.reverts))
    assert len(ana.recall("payment").results) == 3


def test_a_revert_names_the_commits_made_at_its_files_while_it_was_in_force(repo: Sandbox) -> None:
    repo.commit("locks", **{"locks.py": "KEY = 1\n"})
    ana = at(repo.root)
    said = ana.remember("heron locks have KEY 1", anchors=["locks.py"], at="2020-01-01")
    repo.commit("Rekey the locks", **{"locks.py": "KEY = 2\n"})
    done = ana.revert([said.operation or ""], dry_run=True)
    assert "Rekey the locks" in [item["words"] for item in done.blast.commits]


def test_a_threshold_is_tried_on_the_past_and_changes_nothing(tmp_path: Path) -> None:
    ana = at(tmp_path)
    note = at(tmp_path, CODEX).remember("heron locks are slow", kind="decision")
    ana.remember("owls hunt by night", kind="decision")
    assert [item.memory.id for item in ana.try_threshold(["agent decision"])] == [note.id]
    assert ana.try_threshold(["agent requirement"]) == []
    assert ana.show(note.id).memory.status is Status.ACTIVE
