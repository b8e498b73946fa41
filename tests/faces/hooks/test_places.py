"""Where what a person says holds: in a folder, on a branch, for the person, and at the command it names."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.faces.hooks.test_learning import Agent

if TYPE_CHECKING:
    from tests.faces.hooks.conftest import Shop


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop)


def git(shop: Shop, *words: str) -> None:
    name = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    subprocess.run(["git", *name, *words], cwd=shop.folder, check=True, env=shop.env, capture_output=True)


def tell(shop: Shop, agent: Agent, words: str) -> tuple[str, str, list[str]]:
    """Say something to an agent; return kind, scope and anchors of what is then known."""
    agent.hold("s1", words)
    with shop.memory() as memory:
        known = memory.list(status=["active", "proposed"]).shown
        (shown,) = (item for item in known if item.memory.content.kind.value != "episode")
        content = shown.memory.content
        return content.kind.value, str(content.scope), [str(item.anchor) for item in content.anchors]


def test_a_rule_for_a_folder_holds_in_it(shop: Shop, agent: Agent) -> None:
    (shop.folder / "frontend").mkdir()
    _, scope, _ = tell(shop, agent, "From now on, in the frontend/ folder use tabs for indentation")
    assert scope.endswith("path:frontend/**")


def test_what_is_said_on_a_branch_that_no_scope_can_name_is_kept_for_the_project(shop: Shop, agent: Agent) -> None:
    git(shop, "checkout", "--quiet", "-b", "fix,all")
    _, scope, _ = tell(shop, agent, "Remember that on this branch the parser must not log tokens")
    assert "branch:" not in scope


def test_a_folder_that_is_not_there_narrows_nothing(shop: Shop, agent: Agent) -> None:
    _, scope, _ = tell(shop, agent, "From now on, in the frontend/ folder use tabs for indentation")
    assert "path:" not in scope


@pytest.mark.parametrize(
    "words",
    [
        "From now on always answer me in German",
        "Remember that my name is Ana and I work in Berlin",
        "Please remember that I'm left-handed and prefer dark themes",
        "Remember that I prefer short answers without emojis",
    ],
)
def test_what_is_about_the_person_goes_with_the_person_and_is_kept_once(shop: Shop, agent: Agent, words: str) -> None:
    kind, scope, _ = tell(shop, agent, words)
    assert (kind, scope) == ("preference", "user")


def test_a_rule_about_a_file_that_only_the_branch_has_belongs_to_the_branch(shop: Shop, agent: Agent) -> None:
    git(shop, "checkout", "-q", "-b", "main")
    git(shop, "add", "-A")
    git(shop, "commit", "-q", "-m", "Start")
    git(shop, "checkout", "-q", "-b", "vat")
    (shop.folder / "vat.py").write_text("def vat(amount):\n    return amount * 7\n")
    git(shop, "add", "-A")
    git(shop, "commit", "-q", "-m", "Add VAT")
    agent.hold("s1", "From now on amounts in vat.py are cents only", "From now on amounts in refunds.py are cents only")
    agent.hold("s2", "Remember: on this branch we target Python 3.9 only")
    with shop.memory() as memory:
        rules = memory.list(kind="convention").shown
        scopes = {item.memory.content.text: item.memory.content.scope.branch for item in rules}
    found = {
        words: next(branch for text, branch in scopes.items() if words in text) for words in ("vat", "3.9", "refunds")
    }
    assert found == {"vat": "vat", "3.9": "vat", "refunds": ""}


@pytest.fixture
def branches(shop: Shop) -> None:
    """A main branch with a commit, and two that grew from it."""
    git(shop, "checkout", "-q", "-b", "main")
    for branch in ("", "one", "two"):
        if branch:
            git(shop, "checkout", "-q", "-b", branch, "main")
        (shop.folder / f"{branch or 'main'}.py").write_text("x = 1\n")
        git(shop, "add", "-A")
        git(shop, "commit", "-q", "-m", "Add a file")


def known(shop: Shop, branch: str, words: str) -> list[str]:
    """Return what is found on a branch."""
    git(shop, "checkout", "-q", branch)
    with shop.memory() as memory:
        return [item.memory.content.text for item in memory.recall(words).results]


@pytest.mark.usefixtures("branches")
def test_what_is_told_of_a_branch_or_a_folder_takes_the_place_of_nothing_elsewhere(shop: Shop, agent: Agent) -> None:
    (shop.folder / "api").mkdir()
    (shop.folder / "api" / "till.py").write_text("x = 1\n")
    agent.hold("s1", "remember: the dev server runs on port 3000")
    agent.hold("s2", "remember: in the api/ folder the dev server runs on port 4000")
    for branch, port in (("one", 5000), ("two", 6000)):
        git(shop, "checkout", "-q", branch)
        told = agent.report(
            branch, "UserPromptSubmit", prompt=f"remember: on this branch the dev server runs on port {port}"
        )
        assert "It replaces" not in told
    for branch, port in (("main", 3000), ("one", 5000), ("two", 6000)):
        found = known(shop, branch, "which port does the dev server run on?")
        assert "the dev server runs on port 3000" in found
        assert {text[-4:] for text in found} == {"3000", "4000", str(port)}


@pytest.mark.usefixtures("branches")
def test_this_branch_is_the_one_that_was_checked_out_while_it_was_said(shop: Shop, agent: Agent) -> None:
    git(shop, "checkout", "-q", "one")
    agent.start("s1")
    for words in ("fix the header", "no, on this branch never touch refunds.py, the locking there is fragile"):
        agent.report("s1", "UserPromptSubmit", prompt=words)
    git(shop, "checkout", "-q", "two")
    agent.report("s1", "SessionEnd", reason="exit")
    assert "locking there is fragile" not in agent.start("s2")
    git(shop, "checkout", "-q", "one")
    assert "locking there is fragile" in agent.start("s3")


def test_what_was_said_of_all_is_not_learned_as_a_rule_of_a_folder(shop: Shop, agent: Agent) -> None:
    (shop.folder / "web").mkdir()
    agent.hold("s1", "fix it", "never edit the migration files by hand!")
    agent.hold("s2", "fix it", "in the web/ folder you should never edit migration files by hand")
    shop.wait_until_learned()
    with shop.memory() as memory:
        said = [item.memory.content.scope.paths for item in memory.list(kind="convention", status=["proposed"]).shown]
    assert set(said) == {(), ("web/**",)}


@pytest.mark.parametrize("manifest", [{"devDependencies": {"vitest": "1"}}, {"scripts": {"vitest": "vitest"}}])
def test_a_rule_is_anchored_at_the_command_it_names(shop: Shop, agent: Agent, manifest: dict[str, object]) -> None:
    (shop.folder / "package.json").write_text(json.dumps(manifest))
    _, _, anchors = tell(shop, agent, "Remember that tests run with pnpm vitest run")
    assert anchors == ["cmd:pnpm vitest run"]


def test_a_command_that_the_repository_does_not_know_is_no_anchor(shop: Shop, agent: Agent) -> None:
    _, _, anchors = tell(shop, agent, "Remember that tests run with pnpm vitest run")
    assert anchors == []
