from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.errors import NotFound
from standfast.model.ids import ProjectId
from standfast.store.values import Project
from tests.contract.saying import say

if TYPE_CHECKING:
    from standfast.store.contract import Store

ONE, TWO = ProjectId("p000000-0000001"), ProjectId("p000000-0000002")


def test_a_project_is_found_by_any_piece_of_its_evidence(store: Store) -> None:
    catalog = store.catalog
    catalog.add_project(Project(ONE, "shop", (("root", "abc"), ("remote", "example.com/shop"))))
    catalog.add_project(Project(ONE, "shop", (("remote", "example.com/fork"),)))
    assert catalog.find_project([("remote", "example.com/fork"), ("root", "zzz")]) == [
        ("remote", "example.com/fork", ONE)
    ]
    assert catalog.has_project(ONE)
    assert not catalog.has_project(TWO)
    assert set(catalog.get_project(ONE).evidence) == {
        ("root", "abc"),
        ("remote", "example.com/shop"),
        ("remote", "example.com/fork"),
    }
    assert [project.id for project in catalog.projects()] == [ONE]
    with pytest.raises(NotFound):
        catalog.get_project(TWO)
    assert catalog.contains("example.com/sh")
    assert not catalog.contains("example.org")
    assert catalog.problems() == []


def test_whoever_comes_second_gets_the_project_of_the_first(store: Store) -> None:
    assert store.catalog.ensure_project(Project(ONE, "shop", (("name", "shop"),))) == ONE
    assert store.catalog.ensure_project(Project(TWO, "shop", (("name", "shop"),))) == ONE


def test_evidence_moves_from_one_project_to_another(store: Store) -> None:
    store.catalog.add_project(Project(ONE, "shop", (("root", "abc"),)))
    store.catalog.add_project(Project(TWO, "till", ()))
    store.catalog.move_evidence(ONE, Project(TWO, "till", (("root", "abc"),)))
    assert store.catalog.find_project([("root", "abc")]) == [("root", "abc", TWO)]


def test_a_project_joins_and_leaves_groups(store: Store) -> None:
    store.catalog.add_project(Project(ONE, "shop", ()))
    store.catalog.join_group("team", ONE)
    store.catalog.join_group("all", ONE)
    store.catalog.join_group("all", TWO)
    assert store.catalog.groups_of(ONE) == ["all", "team"]
    assert store.catalog.members("all") == sorted([ONE, TWO])
    store.catalog.leave_group("team", ONE)
    assert store.catalog.groups_of(ONE) == ["all"]
    assert store.catalog.members("team") == []


def test_a_project_is_called_by_its_id_or_its_name_which_others_may_share(store: Store) -> None:
    store.catalog.add_project(Project(ONE, "shop", ()))
    store.catalog.add_project(Project(TWO, ONE, ()))
    assert store.catalog.called("shop") == [ONE]
    assert sorted(store.catalog.called(ONE)) == sorted([ONE, TWO])
    assert store.catalog.called("nobody") == []


def test_bookmarks_are_of_a_project_and_a_name(store: Store) -> None:
    store.catalog.add_bookmarks(ONE, "mined", ["abc 5", "abc 5", "def 0"])
    assert store.catalog.bookmarks(ONE, "mined") == ["abc 5", "def 0"]
    assert store.catalog.bookmarks(ONE, "else") == []
    assert store.catalog.bookmarks(TWO, "mined") == []


def test_what_was_purged_in_one_partition_is_known_in_all(store: Store) -> None:
    assert not store.catalog.any_purged()
    store.catalog.bury(["hash", ""])
    assert store.catalog.any_purged()
    assert store.catalog.is_purged("hash")
    assert not store.catalog.is_purged("other")
    assert not store.catalog.is_purged("")
    store.catalog.bury(["6:abc"], "run")
    store.catalog.bury(["def"], "session")
    assert store.catalog.buried("run") == ["6:abc"]
    assert store.catalog.is_purged("def", "session")
    assert not store.catalog.is_purged("def"), "a session's id is not a content"


def test_the_secret_of_a_shared_store_is_the_same_for_everybody(store: Store) -> None:
    assert store.catalog.key() == store.catalog.key()


def test_partitions_are_made_on_first_use_and_found_afterwards(store: Store) -> None:
    assert store.find_partition("user") is None
    say(store.partition("user"), "one")
    found = store.find_partition("user")
    assert found is not None
    assert found.key == "user"
    assert store.partitions() == ["user"]
    assert not store.is_read_only
    store.seal_purge(["user"])
    assert store.problems() == []
    assert list(store.files.losses()) == []


def test_what_a_store_gave_back_between_two_calls_it_takes_again(store: Store) -> None:
    partition = store.partition("project:p000000-0000001")
    say(partition, "Before.")
    store.release()
    say(partition, "After.")
    assert partition.log.count() == 2


def test_only_a_shared_store_has_people_and_judgements(store: Store) -> None:
    partition = store.partition("project:p000000-0000000")
    assert (store.people is None) == (partition.judged is None)
