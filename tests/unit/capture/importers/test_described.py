"""What describes how something is built is a fact; what one runs is a procedure."""

from __future__ import annotations

import pytest

from standfast.capture.importers.instructions import read_instructions


def kind_of(text: str) -> list[str]:
    return [item.kind for item in read_instructions("CLAUDE.md", text)]


@pytest.mark.parametrize(
    "line",
    [
        "`src/parser/`: reads the source and builds the tree",
        "`TokenStore` - keeps the tokens of a session",
        "`core/loader.ts` — loads plugins in the order of their names",
        "Main settings: `config/app.yml`",
        "`readAll()`: returns every row of the table",
    ],
)
def test_a_named_part_is_a_fact(line: str) -> None:
    assert kind_of(f"# House\n\n## Architecture\n\n- {line}\n") == ["fact"]


@pytest.mark.parametrize("line", ["Tests: `make test`", "`npm run build` - builds the bundle", "`tox`: all of it"])
def test_a_named_command_is_a_procedure(line: str) -> None:
    assert kind_of(f"# House\n\n## Commands\n\n- {line}\n") == ["procedure"]


def test_numbered_parts_are_a_fact_and_numbered_steps_a_procedure() -> None:
    flow = "# House\n\n## Data flow\n\n1. The reader hands rows to the parser.\n2. The parser makes a tree of them.\n"
    steps = "# House\n\n## Adding a page\n\n1. Create the file.\n2. Add it to the index.\n"
    assert (kind_of(flow), kind_of(steps)) == (["fact"], ["procedure"])


@pytest.mark.parametrize(
    "line",
    [
        "The store uses SQLite for the index.",
        "`test/data/start.sh` — sourced before the suite",
        "**Stamp**: Made by `git describe --always`",
        "Target returns `true` when the letter was read.",
    ],
)
def test_what_a_user_does_and_what_a_part_does_is_a_fact(line: str) -> None:
    assert kind_of(f"# House\n\n## Letters\n\n- {line}\n") == ["fact"]


@pytest.mark.parametrize(
    "line",
    [
        "**Mail**: Use the gateway for letters",
        "**After a release**: update `NEWS.md`",
        "Add/update tests with every change.",
        "`send()` must be atomic — use one transaction",
    ],
)
def test_a_label_or_a_name_does_not_hide_a_rule(line: str) -> None:
    assert kind_of(f"# House\n\n## Letters\n\n- {line}\n") == ["convention"]


@pytest.mark.parametrize(
    "text",
    ["**Run all tests.**", "and never call it twice.", "If that happens, use the second port.", "Must be set to `on`."],
)
def test_a_caption_a_torn_sentence_and_what_refers_to_nothing_are_no_rules(text: str) -> None:
    assert "convention" not in kind_of(f"# House\n\n## Letters\n\n{text}\n")


@pytest.mark.parametrize(
    "text",
    ["use tabs for indentation, never spaces.", "never commit letters.", "all letters must be signed."],
)
def test_a_rule_may_begin_with_a_small_letter(text: str) -> None:
    assert kind_of(f"# House\n\n## Letters\n\n{text}\n") == ["convention"]


@pytest.mark.parametrize("name", ["CLAUDE.md", "CONTRIBUTING.md"])
@pytest.mark.parametrize("said", ["Never commit", "Please do not commit"])
def test_what_is_forbidden_on_ones_own_machine_is_a_rule(name: str, said: str) -> None:
    found = read_instructions(name, f"# House\n\n## Letters\n\n{said} configuration files of your IDE.\n")
    assert [item.kind for item in found] == ["convention"]


def test_items_of_a_lead_that_explains_are_no_rules() -> None:
    text = "# House\n\n## Letters\n\nThe script will:\n\n- Import letters\n- Complete the list\n"
    crossed = "# House\n\n## Letters\n\nIf you skip this:\n\n- ❌ Old letters stay\n"
    reason = "# House\n\n## Letters\n\nThe patch is required because:\n\n- Long letters arrive in pieces.\n"
    assert [kind for page in (text, crossed, reason) for kind in kind_of(page) if kind == "convention"] == []


def test_what_one_installs_and_runs_is_a_procedure_in_a_guide() -> None:
    found = read_instructions("CONTRIBUTING.md", "# House\n\n## Tooling\n\n- Install the press, if it is not there.\n")
    assert [item.kind for item in found] == ["procedure"]
