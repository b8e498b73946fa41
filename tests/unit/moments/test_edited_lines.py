"""The lines of an edit call up the notes about what they change; an edit beside them does not."""

from __future__ import annotations

from tests.unit.moments.test_tell import Shop, say_in_session, shop, told

__all__ = ["shop"]
TILL = "def read_vat(text):\n    return text.strip()\n\n\ndef total(lines):\n    amount = sum(lines)\n    return amount"


def edit(shop: Shop, session: str, path: str, old: str, new: str) -> str:
    return told(shop.open(session), "edit", changes=(path,), edit={"old_string": old, "new_string": new})


def test_a_note_about_a_newer_version_is_told_where_a_manifest_takes_it_in(shop: Shop) -> None:
    (shop.root / "requirements.txt").write_text("celery==5.3.6\n")
    shop.know("celery 5.4 leaks, don't upgrade it")
    assert "leaks" in edit(shop, "s1", "requirements.txt", "celery==5.3.6", "celery==5.4.0")
    assert edit(shop, "s2", "requirements.txt", "flask==3.0", "flask==3.1") == ""


def test_a_rule_on_new_dependencies_is_not_told_to_who_takes_a_newer_version(shop: Shop) -> None:
    (shop.root / "requirements.txt").write_text("celery==5.3.6\n")
    shop.know("No new dependencies in requirements.txt without asking first")
    assert edit(shop, "s1", "requirements.txt", "celery==5.3.6", "celery==5.4.0") == ""
    assert "asking" in edit(shop, "s2", "requirements.txt", "celery==5.3.6", "celery==5.3.6\nredis==5.0")


def test_a_note_about_a_dependency_is_told_where_a_manifest_changes_it(shop: Shop) -> None:
    (shop.root / "requirements.txt").write_text("redis==5.0\nflask==3.0\n")
    shop.know("6 drops the old protocol that the gateway speaks", kind="gotcha", anchors=["dep:redis@<6"])
    assert "old protocol" in edit(shop, "s1", "requirements.txt", "redis==5.0", "redis==6.1")
    assert edit(shop, "s2", "requirements.txt", "flask==3.0", "flask==3.1") == ""


def test_a_note_about_one_definition_is_not_told_where_another_is_edited(shop: Shop) -> None:
    (shop.root / "till.py").write_text(TILL)
    shop.know("read_vat has to stay tolerant of spaces", kind="requirement", anchors=["till.py::read_vat"])
    assert edit(shop, "s1", "till.py", "    amount = sum(lines)", "    amount = sum(lines, 0)") == ""
    said = edit(shop, "s2", "till.py", "    return text.strip()", "    return text")
    assert "this edit changes what it is about" in said
    assert "tolerant" in told(shop.open("s3"), "read", files=("till.py",))


def test_that_an_edit_changes_what_a_note_is_about_is_said_of_what_the_brief_told_as_well(shop: Shop) -> None:
    (shop.root / "till.py").write_text(TILL)
    shop.know("read_vat has to stay tolerant of spaces", kind="requirement", anchors=["till.py::read_vat"])
    assert "tolerant" in told(shop.open("s1"), "start")
    assert "this edit changes what it is about" in edit(shop, "s1", "till.py", "text.strip()", "text")


def test_a_hand_over_is_told_at_the_file_that_it_names_and_not_where_it_shares_a_word(shop: Shop) -> None:
    (shop.root / "refund.py").write_text("A = 1\n")
    shop.know("The refund retry is half done, next look at its timeout", kind="thread")
    assert edit(shop, "s1", "refund.py", "A = 1", "A = 2") == ""
    shop.know("Half done: the second branch in refund.py is still open", kind="thread")
    assert "second branch" in edit(shop, "s2", "refund.py", "A = 1", "A = 2")


def test_what_was_said_against_a_file_without_an_anchor_is_told_where_it_is_changed(shop: Shop) -> None:
    (shop.root / "Cargo.lock").write_text("a\n")
    say_in_session(shop, "dont ever touch Cargo.lock by hand again")
    assert "Cargo.lock by hand" in edit(shop, "s1", "Cargo.lock", "a", "b")


def test_a_session_that_was_compacted_has_its_share_again(shop: Shop) -> None:
    parts = ("apple", "barn", "cliff", "dune", "elm", "fjord", "grove", "heath", "isle", "jetty", "knoll", "lake")
    for part in parts:
        (shop.root / f"{part}.py").write_text("A = 1\n")
        shop.know(f"The {part} " + f"of the {part} keeps the {part} in the {part} box, " * 5, anchors=[f"{part}.py"])
    heard = [part for part in parts if edit(shop, "s1", f"{part}.py", "A", "B")]
    assert heard[:1] == ["apple"]
    assert "lake" not in heard
    told(shop.open("s1"), "compact")
    assert edit(shop, "s1", "lake.py", "A", "B")
