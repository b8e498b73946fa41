"""A mirror that came with somebody's branch, made to do harm; and one that is merely large, broken or odd."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faces.cli.mirrors import edit, files, page

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

ID = "m5x0k3f-7qp2rta"


def test_broken_files_are_named_with_their_lines_and_the_rest_comes_in(desk: Desk) -> None:
    desk.write(".standfast/facts/good.md", "Retries are capped at three.\n")
    desk.write(".standfast/facts/bad.md", "---\nkind: fact\nwhat is this\n---\nText.\n")
    desk.write(".standfast/facts/anchor.md", "---\nanchors: [../../etc/passwd]\n---\nText.\n")
    desk.write(".standfast/facts/empty.md", "---\nkind: fact\n---\n")
    (desk.folder / ".standfast/facts/bytes.md").write_bytes(b"\xff\xfe\x00")
    (desk.folder / ".standfast/facts/link.md").symlink_to("/etc/passwd")
    done = desk.run("mirror", "import", "--json")
    assert done.code == 1
    assert [item["path"] for item in done.json["taken"]] == [".standfast/facts/good.md"]
    found = {problem["path"].rsplit("/", 1)[1]: problem for problem in done.json["problems"]}
    assert set(found) == {"bad.md", "anchor.md", "bytes.md", "link.md"}
    assert (found["bad.md"]["line"], bool(found["bad.md"]["hint"])) == (3, True)
    assert [item["path"] for item in done.json["waiting"]] == [".standfast/facts/empty.md"]
    before = files(desk)
    desk.ask("mirror", "export")
    assert {name: text for name, text in files(desk).items() if "bad.md" in name or "anchor.md" in name} == {
        name: text for name, text in before.items() if "bad.md" in name or "anchor.md" in name
    }, "what cannot be read is never written over"


def test_check_writes_nothing(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.write(".standfast/facts/new.md", "Retries are capped at three.\n")
    before = {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()}
    done = desk.run("mirror", "check", "--json")
    assert done.code == 1
    assert sorted(difference["state"] for difference in done.json["differences"]) == ["missing", "new"]
    assert {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()} == before


def test_two_files_with_one_id_are_both_left_alone(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    path = page(desk, identity)
    desk.write(".standfast/decisions/copy.md", files(desk)[path].replace("payment_id", "user_id"))
    done = desk.run("mirror", "import", "--json")
    assert {problem["kind"] for problem in done.json["problems"]} == {"duplicate"}
    assert desk.ask("show", identity)["text"] == "Locks are keyed by payment_id."


def test_a_file_cannot_take_the_id_of_something_private(desk: Desk) -> None:
    private = desk.remember("My own note.", "--scope", "user")
    desk.write(".standfast/facts/x.md", f"---\nid: {private}\nkind: fact\n---\nSomething else.\n")
    desk.run("mirror", "import")
    desk.ask("mirror", "export")
    assert desk.ask("show", private)["text"] == "My own note."
    assert "My own note" not in str(files(desk))


def test_a_project_with_no_memory_gets_no_folder(desk: Desk) -> None:
    assert desk.ask("mirror", "export")["written"] == []
    assert not (desk.folder / ".standfast").exists()
    assert desk.ask("mirror", "check")["agrees"]


def test_outside_a_repository_there_is_no_mirror(bare: Desk) -> None:
    for act in ("export", "import", "check"):
        assert bare.fail("mirror", act, code=2)["code"] == "no-project"


def test_the_edit_of_a_masked_file_keeps_what_only_the_store_knows(desk: Desk) -> None:
    identity = desk.remember("Ask eve@acme-payments.io about locks.", "--kind", "decision", "--why", "She wrote them.")
    desk.ask("mirror", "export")
    edit(desk, identity, ("She wrote them.", "She knows them."))
    desk.ask("mirror", "import")
    shown = desk.ask("show", identity)
    assert (shown["text"], shown["why"]) == ("Ask eve@acme-payments.io about locks.", "She knows them.")
    assert "eve@acme" not in str(files(desk))


def test_an_uncommitted_removal_is_no_decision(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("Export")
    path = page(desk, identity)
    (desk.folder / path).unlink()
    assert desk.ask("mirror", "import")["taken"] == []
    assert desk.ask("mirror", "export")["written"] == [path]
    desk.git("rm", "--quiet", path)
    desk.git("commit", "--quiet", "-m", "Drop it")
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["retracted"]
    assert desk.ask("show", identity)["status"] == "retracted"
    assert desk.ask("mirror", "export")["written"] == [".standfast/index.json"]
    assert desk.ask("mirror", "check")["agrees"]


def test_a_renamed_file_is_the_same_memory(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("Export")
    desk.git("mv", page(desk, identity), ".standfast/decisions/locks.md")
    desk.commit("Rename")
    assert desk.ask("mirror", "import")["taken"] == []
    desk.ask("mirror", "export")
    assert page(desk, identity) == ".standfast/decisions/locks.md"


def test_a_store_and_a_file_that_both_changed_are_merged_or_disputed(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision", "--title", "Locks")
    desk.ask("mirror", "export")
    desk.commit("Export")
    desk.ask("revise", identity, "Locks are keyed by refund_id.")
    edit(desk, identity, ("# Locks", "# Payment locks"))
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["revised"]
    shown = desk.ask("show", identity)
    assert (shown["title"], shown["text"]) == ("Payment locks", "Locks are keyed by refund_id.")
    assert desk.ask("mirror", "import")["taken"] == []
    desk.ask("mirror", "export")
    assert "refund_id" in files(desk)[page(desk, identity)]
    desk.commit("Both")
    desk.ask("revise", identity, "Locks are keyed by order_id.")
    edit(desk, identity, ("refund_id", "user_id"))
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["disputed"]
    shown = desk.run("show", identity).out
    assert "order_id" in shown
    assert "user_id" in shown


def test_the_block_follows_what_is_pinned_and_touches_nothing_else(desk: Desk) -> None:
    pinned = desk.remember("Amounts are integers in cents.", "--kind", "convention", "--title", "Money")
    desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.remember("The queue holds ten thousand jobs.", "--kind", "fact")
    own = "# How we work\r\n\r\nBe kind.\r\n"
    (desk.folder / "AGENTS.md").write_bytes(own.encode())
    desk.ask("mirror", "export")
    assert desk.fail("mirror", "block", code=2)["code"] == "no-block"
    assert desk.ask("mirror", "block", "AGENTS.md", ".cursor/rules/standfast.mdc")["changed"]
    text = (desk.folder / "AGENTS.md").read_bytes().decode()
    assert text.startswith(own)
    assert "integers in cents" in text
    assert page(desk, pinned) in text
    assert "payment_id" in text
    assert "ten thousand" not in text
    desk.ask("revise", pinned, "Amounts are integers in pence.")
    assert [difference["path"] for difference in desk.run("mirror", "check", "--json").json["differences"]]
    desk.ask("mirror", "export")
    assert "pence" in (desk.folder / "AGENTS.md").read_text()
    assert "pence" in (desk.folder / ".cursor/rules/standfast.mdc").read_text()
    assert desk.ask("mirror", "check")["agrees"]
    desk.ask("mirror", "block", "--remove")
    assert (desk.folder / "AGENTS.md").read_bytes() == own.encode()


@pytest.mark.parametrize("path", ["../outside.md", "/tmp/outside.md", "src/locks.py"])
def test_the_block_goes_into_instruction_files_only(desk: Desk, path: str) -> None:
    desk.remember("Amounts are integers in cents.", "--kind", "convention")
    assert desk.fail("mirror", "block", path, code=2)["code"] == "bad-path"


def test_damaged_markers_are_said_and_stop_nothing_else(desk: Desk) -> None:
    desk.remember("Amounts are integers in cents.", "--kind", "convention")
    desk.write("AGENTS.md", "<!-- standfast:memory:end -->\n")
    done = desk.ask("mirror", "export")
    assert [problem["kind"] for problem in done["problems"]] == ["block"]
    assert done["written"]
    assert (desk.folder / "AGENTS.md").read_text() == "<!-- standfast:memory:end -->\n"
    assert desk.run("mirror", "check").code == 1


def test_a_link_out_of_the_repository_gets_no_block(desk: Desk) -> None:
    desk.remember("Amounts are integers in cents.", "--kind", "convention")
    outside = desk.folder.parent / "outside.md"
    outside.write_text("Mine.\n")
    (desk.folder / "CLAUDE.md").symlink_to(outside)
    (desk.folder / ".cursor").symlink_to(desk.folder.parent)
    for path in ("CLAUDE.md", ".cursor/rules.md"):
        assert desk.fail("mirror", "block", path, code=2)["code"] == "bad-path"
    assert outside.read_text() == "Mine.\n"
    (desk.folder / "CLAUDE.md").unlink()
    desk.write("AGENTS.md", "Ours.\n")
    (desk.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    desk.ask("mirror", "block", "CLAUDE.md")
    assert (desk.folder / "CLAUDE.md").is_symlink()
    assert "cents" in (desk.folder / "AGENTS.md").read_text()


def test_an_edit_of_what_was_taken_back_is_not_lost(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id.", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.ask("retract", identity)
    path = edit(desk, identity, ("payment_id", "refund_id"))
    assert [item["state"] for item in desk.ask("mirror", "import")["waiting"]] == ["waiting"]
    assert desk.ask("mirror", "export")["removed"] == []
    assert "refund_id" in files(desk)[path]
    desk.ask("restore", identity)
    assert [item["act"] for item in desk.ask("mirror", "import")["taken"]] == ["revised"]
    assert desk.ask("show", identity)["text"] == "Locks are keyed by refund_id."
