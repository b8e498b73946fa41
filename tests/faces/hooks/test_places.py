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


@pytest.mark.parametrize("manifest", [{"devDependencies": {"vitest": "1"}}, {"scripts": {"vitest": "vitest"}}])
def test_a_rule_is_anchored_at_the_command_it_names(shop: Shop, agent: Agent, manifest: dict[str, object]) -> None:
    (shop.folder / "package.json").write_text(json.dumps(manifest))
    _, _, anchors = tell(shop, agent, "Remember that tests run with pnpm vitest run")
    assert anchors == ["cmd:pnpm vitest run"]


def test_a_command_that_the_repository_does_not_know_is_no_anchor(shop: Shop, agent: Agent) -> None:
    _, _, anchors = tell(shop, agent, "Remember that tests run with pnpm vitest run")
    assert anchors == []
