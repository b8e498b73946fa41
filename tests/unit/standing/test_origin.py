"""A rule stands while its document says it and what it names is there; history says how much of it is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

RULES = (
    "# Rules\n\n- Run `make lint` before every push to the server.\n- Never call the gateway twice for one payment.\n"
)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    shop = Repository(tmp_path / "shop")
    shop.commit("Add the rules of the shop", **{"AGENTS.md": RULES, "Makefile": "lint:\n\truff check\n"})
    return shop


def standing(repo: Repository, home: Path, question: str) -> tuple[str, str]:
    with repo.open(home) as memory:
        found = memory.recall(question).results
        one = next(item for item in found if item.memory.source.kind in {"document", "commit"})
        return one.judged.standing.value, " ".join(str(row["reason"]) for row in one.judged.detail)


def test_a_rule_holds_while_its_file_says_it(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
    assert standing(repo, tmp_path / "home", "gateway twice for one payment")[0] == "holds"


def test_a_rule_of_a_document_that_is_a_link_stands_by_the_file_it_leads_to(repo: Repository, tmp_path: Path) -> None:
    repo.write("docs/contributing.md", "# Contributing\n\n- Never rebase a branch that somebody has checked out.\n")
    (repo.root / "CONTRIBUTING.md").symlink_to("docs/contributing.md")
    repo.git("add", "-A")
    repo.git("commit", "--quiet", "-m", "Say how to contribute")
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
    assert standing(repo, tmp_path / "home", "rebase a branch somebody has checked out")[0] == "holds"
    repo.write("docs/contributing.md", "# Contributing\n\n- Be kind.\n")
    repo.git("commit", "--quiet", "-am", "Say less")
    assert standing(repo, tmp_path / "home", "rebase a branch somebody has checked out")[0] == "broken"


LISTS = (
    "# Contributing\n\n## Rules\n\nDon't:\n\n* Manual header management\n* Wildcard imports\n* Global handlers\n\n"
    "Do:\n\n* Write tests for every fix\n* Keep functions short\n\n## Style\n\n- ❌ Nested callbacks in views\n"
)
LISTS_RST = (
    "Contributing\n============\n\nDon't:\n\n* Manual header management\n* Wildcard imports in tests\n\n"
    "Never\n-----\n\n#. Merge without review\n#. Push to main directly\n"
)


@pytest.mark.parametrize(("name", "said"), [("CONTRIBUTING.md", LISTS), ("CONTRIBUTING.rst", LISTS_RST)])
def test_every_item_under_a_short_lead_holds_while_its_file_says_it(tmp_path: Path, name: str, said: str) -> None:
    shop = Repository(tmp_path / "shop")
    shop.commit("Say how to contribute", **{name: said})
    with shop.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
        rules = [item.memory for item in memory.list(limit=50).shown if item.memory.source.kind == "document"]
        assert len(rules) == said.count("\n* ") + said.count("\n- ") + said.count("#. ")
        assert {rule.content.kind.value for rule in rules} == {"convention"}
        standings = {rule.content.text: memory.show(str(rule.id)).judged.standing.value for rule in rules}
    assert set(standings.values()) == {"holds"}, standings
    gone = "Push to main directly" if "rst" in name else "Wildcard imports"
    shop.write(name, said.replace(gone, "Something else"))
    shop.git("commit", "--quiet", "-am", "Say something else")
    with shop.open(tmp_path / "home") as memory:
        now = {rule.content.text: memory.show(str(rule.id)).judged.standing.value for rule in rules}
    lead = "Never" if "rst" in name else "Don't"
    assert [text for text, standing in now.items() if standing == "broken"] == [f"{lead}: {gone}"]


@pytest.mark.parametrize("change", ["line", "file"])
def test_a_rule_whose_line_or_file_is_gone_is_broken_without_another_init(
    repo: Repository, tmp_path: Path, change: str
) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
    if change == "file":
        (repo.root / "AGENTS.md").unlink()
    else:
        repo.write("AGENTS.md", RULES.replace("- Never call the gateway twice for one payment.\n", "- Be kind.\n"))
    repo.git("commit", "--quiet", "-am", "Change the rules")
    found, reason = standing(repo, tmp_path / "home", "gateway twice for one payment")
    assert found == "broken"
    assert "AGENTS.md" in reason


def test_a_rule_that_names_what_is_not_there_is_broken_with_the_line_and_the_nearest(
    repo: Repository, tmp_path: Path
) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
    repo.write("Makefile", "lint-all:\n\truff check\n")
    found, reason = standing(repo, tmp_path / "home", "make lint before every push")
    assert found == "broken"
    assert "AGENTS.md:3" in reason
    assert "lint-all" in reason


def test_history_says_how_much_of_what_it_added_is_left(repo: Repository, tmp_path: Path) -> None:
    body = "".join(
        f"def handler_number_{number}(request):\n    return respond({number}, request)\n\n" for number in range(6)
    )
    repo.commit("Answer requests with handlers", handlers_py=body)
    repo.commit("Say something unrelated", other_py="x = 1\n")
    home = tmp_path / "home"
    with repo.open(home) as memory:
        memory.mine()
    assert standing(repo, home, "answer requests with handlers")[0] == "holds"
    repo.git("mv", "handlers.py", "src_handlers.py")
    repo.git("mv", "src_handlers.py", "handlers.py")
    half = body.split("def handler_number_3")[0]
    repo.commit("Drop half of them", handlers_py=half)
    assert standing(repo, home, "answer requests with handlers")[0] == "touched"
    repo.commit("Start over with something else", handlers_py="# nothing is left here\n")
    assert standing(repo, home, "answer requests with handlers")[0] == "broken"


def test_a_commit_that_removes_something_stands_while_that_is_gone(repo: Repository, tmp_path: Path) -> None:
    body = "".join(f"def old_exporter_{number}(orders):\n    return write_old({number})\n\n" for number in range(6))
    repo.commit("Export orders in the old format", export_py=body + "def version_of_the_export():\n    return 1\n")
    repo.commit(
        "Remove the old export of orders", export_py="def version_of_the_export():\n    return 2 if new else 0\n"
    )
    home = tmp_path / "home"
    with repo.open(home) as memory:
        memory.mine()
    repo.commit("Number exports anew", export_py="def number_of_the_export():\n    return 3\n")
    found, reason = standing(repo, home, "remove the old export of orders")
    assert (found, "still gone" in reason) == ("holds", True)
    repo.commit("Bring some of the old export back", export_py=body.split("def old_exporter_3")[0])
    found, reason = standing(repo, home, "remove the old export of orders")
    assert (found, "back" in reason) == ("touched", True)


def test_a_removed_comment_of_two_dashes_is_no_name_of_a_file(repo: Repository, tmp_path: Path) -> None:
    views = "".join(f"-- exports the orders of the year {number}\ncreate view old_{number};\n" for number in range(6))
    repo.commit("Export orders in the old format", export_sql=f"{views}select version_of_the_export();\n")
    repo.commit("Remove the old export of orders", export_sql="select version_of_the_export();\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    repo.commit("Bring some of the old export back", export_sql=views.split("create view old_3")[0])
    found, reason = standing(repo, tmp_path / "home", "remove the old export of orders")
    assert (found, "back" in reason) == ("touched", True)


def test_a_list_says_of_commits_what_each_shown_alone_says(repo: Repository, tmp_path: Path) -> None:
    body = "".join(f"def handler_number_{number}(request):\n    return respond({number})\n\n" for number in range(6))
    repo.commit("Answer requests with handlers", handlers_py=body)
    repo.commit("Start over with something else", handlers_py="# nothing is left of the handlers here\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
    with repo.open(tmp_path / "home") as memory:
        listed = {item.memory.id: item.judged.standing for item in memory.list().shown}
        alone = {identity: memory.show(identity).judged.standing for identity in listed}
    assert "broken" in alone.values()
    assert listed == alone


def test_a_commit_that_is_not_in_this_history_is_marked_with_its_branch(repo: Repository, tmp_path: Path) -> None:
    start = repo.git("rev-parse", "HEAD").strip()
    repo.commit("Queue refunds in the evening", refunds_py="def queue_refunds_in_the_evening():\n    pass\n")
    home = tmp_path / "home"
    with repo.open(home) as memory:
        memory.mine()
    repo.git("checkout", "--quiet", "-b", "old", start)
    found, reason = standing(repo, home, "queue refunds in the evening")
    assert found == "broken"
    assert "main" in reason


def test_a_rule_is_as_old_as_the_commit_that_wrote_its_line(repo: Repository, tmp_path: Path) -> None:
    first = repo.git("rev-parse", "HEAD").strip()
    at = int(repo.git("log", "-1", "--format=%at"))
    repo.commit("Say more", **{"AGENTS.md": RULES + "- Ship on Tuesdays, never on a Friday.\n"})
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
        (found,) = [
            result.memory
            for result in memory.recall("gateway twice for one payment").results
            if "gateway" in result.memory.content.text
        ]
        assert int(found.version.at.timestamp()) == at
        assert ("commit", first) in {(item.kind, item.ref) for item in found.content.evidence}


@pytest.mark.parametrize(("guide", "expected"), [("scripts/install", "holds"), ("pip install -e .", "broken")])
def test_a_way_gathered_from_a_guide_stands_while_the_guide_names_its_script(
    repo: Repository, tmp_path: Path, guide: str, expected: str
) -> None:
    text = "# Contributing\n\n## Set up\n\nInstall the project:\n\n```sh\n$ cd web\n$ {}\n```\n"
    repo.commit("Say how", **{"CONTRIBUTING.md": text.format("scripts/install"), "scripts/install": "#!/bin/sh\n"})
    repo.commit("Add a page", **{"web/index.html": "<p>\n"})
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
    repo.write("CONTRIBUTING.md", text.format(guide))
    with repo.open(tmp_path / "home") as memory:
        found = {
            item.memory.content.title: item.judged.standing
            for item in memory.recall("how to set up the project").results
        }
    assert found["How to set up the project"] == expected


def test_what_its_document_no_longer_says_stands_against_nothing(repo: Repository, tmp_path: Path) -> None:
    old, new = "All amounts are stored as 32 bit floats.", "All amounts are stored as 64 bit floats."
    home = tmp_path / "home"
    repo.commit("Say it", **{"CLAUDE.md": f"# Rules\n\n- {old}\n"})
    with repo.open(home) as memory:
        memory.mine(history=-1)
        said = memory.remember(new, kind="convention").id
        against = memory.show(said).judged.against
    assert against
    repo.commit("Say it otherwise", **{"CLAUDE.md": "# Rules\n\n- Be kind.\n"})
    with repo.open(home) as memory:
        assert memory.show(said).judged.against == ()
        assert memory.show(against[0]).judged.against == ()
