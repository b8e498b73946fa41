"""What a session is told at its start, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.model.source import Source
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory

AGENT = Source("agent", "codex", session="s1")


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "shop")


def sections(memory: Memory, budget: int = 1_500) -> dict[str, list[str]]:
    """Return the lines of a brief by the heading they stand under."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in memory.brief(budget=budget, again=True).text.splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("- "):
            found.setdefault(heading, []).append(line)
    return found


def heading_of(memory: Memory, words: str) -> str:
    """Return the heading that a line with these words stands under, or nothing."""
    return next((heading for heading, lines in sections(memory).items() if any(words in line for line in lines)), "")


def test_nothing_that_the_agent_loads_itself_is_told_and_what_it_does_not_load_is(
    repo: Repository, tmp_path: Path
) -> None:
    repo.write("AGENTS.md", "- Use four spaces.\n")
    repo.write("CLAUDE.md", "- Never push to main.\n")
    repo.write("CONTRIBUTING.md", "# Guide\n\n## Style\n\n- Always sign your commits.\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "four spaces" not in memory.brief().text
        assert "sign your commits" in memory.brief().text
        memory.context.loaded = ("AGENTS.md",)
        told = memory.brief().text
        assert "push to main" in told
        assert "four spaces" not in told


def test_where_only_loaded_files_say_something_the_brief_says_nothing(repo: Repository, tmp_path: Path) -> None:
    repo.write("AGENTS.md", "- Use four spaces.\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert memory.brief().text == ""
        assert memory.brief().receipt is None


def test_open_threads_come_first_then_persons_then_agents(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Never deploy on Friday.", kind="convention")
        memory.remember("Locks live in Redis.", kind="decision")
        memory.remember("The migration is half done.", kind="thread")
    with repo.open(tmp_path / "home", AGENT) as memory:
        memory.remember("The worker seems slow.", kind="gotcha")
        text = memory.brief().text
        places = [text.index(words) for words in ("half done", "on Friday", "in Redis", "seems slow")]
        assert places == sorted(places)


def test_what_no_person_reviewed_never_stands_under_rules(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Never deploy on Friday.", kind="convention")
        rules = heading_of(memory, "on Friday")
    with repo.open(tmp_path / "home", AGENT) as memory:
        for kind in ("convention", "requirement", "preference", "decision"):
            memory.remember(f"Every service takes a {kind} header.", kind=kind)
        for kind in ("convention", "requirement", "preference", "decision"):
            assert heading_of(memory, f"takes a {kind} header") not in {"", rules}


def test_a_flood_of_threads_by_one_agent_does_not_displace_a_persons(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Ana waits for the bank's answer.", kind="thread")
        memory.remember("Never deploy on Friday.", kind="convention")
    with repo.open(tmp_path / "home", AGENT) as memory:
        for number in range(80):
            memory.remember(f"Left off at step {number} of the great rewrite of the worker.", kind="thread")
        text = memory.brief().text
        assert "the bank's answer" in text
        assert "on Friday" in text
        assert "step 79" in text
        assert "threads" in text.splitlines()[-1]


def test_a_long_decision_arrives_whole_or_is_counted_as_left_out(repo: Repository, tmp_path: Path) -> None:
    why = " ".join(f"Reason number {number} is that two refunds raced." for number in range(20))
    with repo.open(tmp_path / "home", AGENT) as memory:
        kept = memory.remember("Locks are keyed by payment.", kind="decision", why=why).id
        memory.remember("Short note about queues.", kind="fact")
        whole = memory.brief(budget=1_500)
        assert "Reason number 19" in whole.text
        assert kept in whole.given
    with repo.open(tmp_path / "home", Source("agent", "codex", session="s2")) as memory:
        small = memory.brief(budget=150)
        assert kept not in small.given
        assert "Reason number 0" not in small.text
        assert "1 decision" in small.text
        assert kept in memory.brief(budget=1_500).given


def test_what_the_agent_does_not_show_is_not_on_the_receipt(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        for number in range(120):
            memory.remember(f"Rule {number}: the service of team {number} answers within a second.", kind="convention")
    with repo.open(tmp_path / "home", AGENT) as memory:
        memory.context.longest = 4_000
        found = memory.brief(budget=20_000)
        assert len(found.text) <= 4_000
        assert all(f"[{item}]" in found.text for item in found.given)
        (receipt,) = memory.context.partition(memory.context.scope).receipts.of_session("s1")
        assert [item.memory for item in receipt.given] == list(found.given)
        assert len(found.given) + found.withheld == 120


def test_the_most_repeated_and_the_newest_rule_come_first(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        for number in range(5):
            memory.remember(f"Rule {number} of the house of queues.", kind="convention")
    with repo.open(tmp_path / "home", Source("agent", "codex", session="s9")) as memory:
        memory.remember("Rule 1 of the house of queues.", kind="convention")
        rules = next(iter(sections(memory).values()))
        assert [line.partition("Rule ")[2][0] for line in rules] == ["1", "4", "3", "2", "0"]


def test_what_certainly_finds_no_room_is_counted_though_nobody_looked_at_it(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        for number in range(60):
            memory.remember(
                f"Queue {number} of the ledger is drained by worker_{number} in the night.", kind="decision"
            )
        small = memory.brief(budget=300)
        assert small.withheld == 60 - len(small.given)
        assert f"{small.withheld} decisions" in small.text


def test_a_rule_that_two_copies_of_a_page_have_is_told_once(repo: Repository, tmp_path: Path) -> None:
    rule = "# Contributing\n\n## Style\n\nNever edit the generated rates by hand: the next release overwrites them.\n"
    repo.write("docs/latest/contributing.md", rule)
    repo.write("docs/next/contributing.md", rule)
    repo.commit("Write the guide down twice")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert memory.brief().text.count("generated rates") == 1


@pytest.mark.parametrize(("records", "told"), [(4, [1, 2, 3, 4]), (30, [26, 27, 28, 29, 30])])
def test_of_more_than_a_handful_of_decision_records_the_newest_are_told_and_the_others_counted(
    repo: Repository, tmp_path: Path, records: int, told: list[int]
) -> None:
    numbers = range(1, records + 1)
    for number in numbers:
        what = f"# {number}. Queue {number}\n\nDate: 2024-03-{number:02}\n\n## Status\n\nAccepted\n\n"
        why = f"## Context\n\nOrders were lost.\n\n## Decision\n\nQueue {number} keeps its orders on disk.\n"
        repo.write(f"docs/adr/{number:04}-queue.md", f"{what}{why}")
    repo.commit("Decide")
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
        brief = memory.brief(budget=3_000)
        assert [number for number in numbers if f"Queue {number} keeps" in brief.text] == told
        assert brief.withheld == records - len(told)
        assert "standfast list --kind decision" in brief.text or not brief.withheld


def test_many_decision_records_take_a_small_share_of_the_brief(repo: Repository, tmp_path: Path) -> None:
    for number in range(1, 31):
        words = " ".join(f"Queue {number} keeps part {part} of its orders on disk." for part in range(12))
        text = f"# {number}. Queue {number}\n\n## Context\n\nOrders were lost.\n\n## Decision\n\n{words}\n"
        repo.write(f"docs/adr/{number:04}-queue.md", text)
    repo.commit("Decide")
    with repo.open(tmp_path / "home") as memory:
        memory.mine(history=-1)
        assert memory.brief(budget=1_500).tokens < 1_500 / 3


def test_rules_for_a_release_are_for_whoever_asks(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.write(
        "CONTRIBUTING.md",
        "# Contributing\n\n## Releases\n\nEvery release must be tagged as `vX.Y`, not `X.Y`.\n\n"
        "## Code\n\n- Never import from the tests in the sources.\n",
    )
    repo.commit("Begin")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        text = memory.brief().text
        assert "Never import" in text
        assert "Every release" not in text
        assert "Every release" in memory.recall("how is a release tagged").results[0].memory.content.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Don't comment on closed issues or PRs, instead open a new one.", False),
        ("We never merge without the consensus of two maintainers.", False),
        ("Always be nice.", False),
        ("Never round amounts half up.", True),
        ("Please don't include changes to `dist/` in your pull request.", True),
        ("Contributions must not include text generated by large language models.", True),
        ("Never use `nock` in tests, because it changes every request.", True),
        ("All commits must include a *Signed-off-by* trailer.", True),
        ("All source files must be ASCII.", True),
        ("AI usage is permitted as long as it is disclosed.", True),
        ("Add `--no-global` if you keep a personal file, so that it does not change the result.", False),
        ("Test that `till watch` works. These tests only use the folder `samples`.", False),
        ("We do not accept what was made with generative artificial intelligence tools.", True),
        ("Write to `tests/form` what is only bundled. They do not run the code.", False),
        ("Use LLMs intelligently. Most of what they write is not usable.", False),
    ],
)
def test_manners_are_found_and_not_told_while_bans_of_the_work_are(tmp_path: Path, said: str, told: bool) -> None:
    repo = Repository(tmp_path / "shop")
    repo.write("CONTRIBUTING.md", f"# Contributing\n\n## Working here\n\n{said}\n")
    repo.commit("Begin")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert (said.strip("`") in memory.brief().text) is told


def test_what_was_tried_and_taken_back_is_told_at_its_files_and_not_to_every_session(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    repo.commit("Start", pools_py="x = 0\n")
    tried = repo.commit("Share pools between all workers", pools_py="x = 1\n")
    because = "The workers of a host wait for each other when pools are shared."
    repo.commit(f"Revert sharing of pools\n\nThis reverts commit {tried}.\n\n{because}", pools_py="x = 0\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "Share pools" not in memory.brief().text
        assert because in memory.brief(files=["pools.py"]).text


def test_the_brief_tells_of_documents_what_bounds_and_of_manifests_what_is_not_everybodys(tmp_path: Path) -> None:
    repo = Repository(tmp_path / "shop")
    rules = "- Never round amounts half up.\n- Prefer short names for variables.\n"
    repo.write("CONTRIBUTING.md", f"# Contributing\n\n## Code\n\n{rules}")
    scripts = '{"build": "vite build", "dev": "vite", "test": "vitest", "check:types": "tsc"}'
    repo.write("package.json", f'{{"name": "shop", "scripts": {scripts}}}')
    repo.commit("Begin")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        text = memory.brief().text
    assert "half up" in text
    assert "short names" not in text
    assert "check:types" in text
    assert "run build" not in text


def test_a_rule_for_some_files_is_told_where_they_are_at_hand_and_not_to_every_session(
    repo: Repository, tmp_path: Path
) -> None:
    rules = {
        ".cursor/rules/a.mdc": (
            "globs: ['packages/query/**/*.test.tsx']\nalwaysApply: false",
            "Never use `__helpers`.",
        ),
        ".github/instructions/b.instructions.md": ("applyTo: 'packages/query/**'", "Never export the `cache`."),
        ".claude/rules/c.md": ('paths:\n  - "**/query/**"', "Never import `zod`."),
        ".cursor/rules/d.mdc": ("globs: '**/*.tsx'", "Never use `any`."),
    }
    for path, (front, rule) in rules.items():
        repo.write(path, f"---\n{front}\n---\n\n# Rules\n\n- {rule}\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        memory.context.loaded = ("AGENTS.md",)
        start = memory.brief(again=True).text
        assert [words for words in ("__helpers", "`cache`", "`zod`", "`any`") if words in start] == ["`any`"]
        there = memory.brief(files=["packages/query/src/a.test.tsx"], again=True).text
        assert all(words in there for words in ("__helpers", "`cache`", "`zod`"))
        assert "`cache`" not in memory.brief(files=["packages/server/a.tsx"], again=True).text


def test_a_persons_way_of_doing_something_comes_before_those_of_manifests(repo: Repository, tmp_path: Path) -> None:
    names = ("test", "lint", "format", "check:types", "docs", "release", "bench", "e2e")
    scripts = ", ".join(f'"{name}": "node scripts/{name}.js --with every --option {name}"' for name in names)
    repo.write("package.json", f'{{"name": "shop", "scripts": {{{scripts}}}}}')
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        memory.remember("To test one package: build it first, then run its tests alone.", kind="procedure")
        ways = sections(memory, budget=500)["How things are done here"]
    assert "build it first" in ways[0]


def test_a_rule_of_a_document_for_some_files_is_told_where_one_of_them_is_at_hand(
    repo: Repository, tmp_path: Path
) -> None:
    scoped = "---\nglobs: ['packages/query/**/*.ts']\nalwaysApply: false\n---\n\n# Query\n\n"
    repo.write(".cursor/rules/query.mdc", f"{scoped}- **NEVER** use `routerOf()` in `packages/query/`.\n")
    repo.write("packages/rates/AGENTS.md", "- Never round `rates` half up.\n")
    always = "---\nalwaysApply: true\n---\n\n# Use pnpm\n\n"
    repo.write(".cursor/rules/pnpm.mdc", f"{always}Always use pnpm to install packages, never npm or yarn.\n")
    repo.write("packages/query/client.ts", "export const client = 1\n")
    repo.commit("Begin")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        memory.context.loaded = ("CLAUDE.md",)
        everywhere = memory.brief()
        assert "Always use pnpm" in everywhere.text
        assert "routerOf" not in everywhere.text
        assert "half up" not in everywhere.text
        assert everywhere.withheld == 0
        assert "routerOf" in memory.brief(files=["packages/query/client.ts"]).text
        assert "half up" in memory.brief(files=["packages/rates/half.ts"]).text


def test_only_decisions_stand_under_decided_and_preferences_under_rules(repo: Repository, tmp_path: Path) -> None:
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Locks live in Redis.", kind="decision")
        for kind in ("fact", "gotcha"):
            memory.remember(f"The mailer has a {kind} of its own.", kind=kind)
        memory.remember("I prefer small commits.", kind="preference")
        assert heading_of(memory, "in Redis") == "Decided here"
        assert heading_of(memory, "a fact of its own") == heading_of(memory, "a gotcha of its own") == "Known here"
        assert heading_of(memory, "small commits") == "Rules and preferences"


def test_a_brief_for_a_task_begins_with_what_it_calls_for_and_keeps_the_bans(tmp_path: Path, repo: Repository) -> None:
    repo.commit("Start", refunds_py="def refund(): ...\n", till_py="def open_till(): ...\n")
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Refunds are locked by the payment id", kind="decision")
        memory.remember("till.py: the drawer is opened twice by the old printer", kind="gotcha")
        memory.remember("Never push to the release branch by hand", kind="convention")
        for number in range(14):
            memory.remember(f"Rule {number}: page {number} of the handbook has a heading in blue", kind="convention")
        text = memory.brief(budget=450, task="Fix the lock of refunds, then look at till.py", again=True).text
        lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert any("locked by the payment id" in line for line in lines[:2])
    assert any("opened twice" in line for line in lines[:3])
    assert "push to the release branch" in text
    assert text.index("push to the release") < text.find("handbook") or "handbook" not in text


def test_what_the_agents_own_file_says_word_for_word_is_not_said_again(tmp_path: Path, repo: Repository) -> None:
    repo.write("CLAUDE.md", "# Rules\n\n- **Commit messages** start with the ticket number, e.g. TILL-1\n")
    repo.commit("Start")
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Commit messages start with the ticket number, e.g. TILL-1", kind="convention")
        memory.remember("Refunds are locked by the payment id", kind="decision")
    with repo.open(tmp_path / "home", AGENT) as memory:
        memory.context.loaded = ("CLAUDE.md",)
        text = memory.brief(again=True).text
    assert "payment id" in text
    assert "ticket number" not in text


def test_a_note_that_says_nothing_is_in_no_brief(tmp_path: Path, repo: Repository) -> None:
    repo.commit("Start", a_py="a = 1\n")
    with repo.open(tmp_path / "home") as memory:
        memory.remember("asdf")
        memory.remember("the deploy token is ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5")
        memory.remember("Refunds run at night")
        text = memory.brief(again=True).text
    assert "Refunds run at night" in text
    assert "asdf" not in text
    assert "deploy token" not in text


@pytest.mark.parametrize("path", ["..", "../..", "a/..", "a/"])
def test_a_path_that_ends_in_no_name_is_about_no_file(tmp_path: Path, repo: Repository, path: str) -> None:
    repo.commit("Start", a_py="a = 1\n")
    with repo.open(tmp_path / "home") as memory:
        memory.remember("Refunds run at night", anchors=["a.py"])
        elsewhere = memory.brief(files=["nowhere.py"], again=True)
        assert memory.brief(files=[path], again=True).given == elsewhere.given


def test_a_hand_over_that_finds_no_room_is_named_and_a_command_shows_the_others(
    tmp_path: Path, repo: Repository
) -> None:
    repo.commit("Start", a_py="a = 1\n")
    with repo.open(tmp_path / "home") as memory:
        for part in ("drawer", "printer", "ledger", "window", "scale", "scanner", "shelf", "door"):
            memory.remember(
                f"Half done: the {part}. " + f"The {part} needs a longer look at its timeout. " * 8, kind="thread"
            )
        text = memory.brief(again=True).text
        left = text.rpartition("Left out: ")[2]
    assert "“Half done: the drawer" in left
    assert "`standfast list --kind thread`" in left


def test_what_is_only_named_is_on_record_and_still_told_whole_to_the_same_session(
    tmp_path: Path, repo: Repository
) -> None:
    repo.commit("Start", a_py="a = 1\n")
    who = Source("agent", "claude-code", session="s1")
    with repo.open(tmp_path / "home") as memory:
        threads = [
            memory.remember(f"Half done: the {part}. " + f"The {part} needs a longer look. " * 10, kind="thread").id
            for part in ("drawer", "printer", "ledger", "window", "scale", "scanner", "shelf", "door")
        ]
    with repo.open(tmp_path / "home", who=who) as memory:
        first = memory.brief()
        named = set(threads).difference(first.given)
        receipts = [receipt for identity in threads for receipt in memory.why(identity)]
        on_record = {given.memory for receipt in receipts for given in receipt.given}
        again = memory.brief()
    assert named
    assert on_record == set(threads)
    assert named.intersection(again.given)
    assert not set(first.given).intersection(again.given)
