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


@pytest.mark.parametrize(
    "line",
    [
        "**`TokenStore`** - Keeps the tokens of a session. A token must be renewed before it is passed on.",
        "**`TokenStore`** (`_tokens.py`) — Keeps the tokens of a session; exactly one is active. Never more.",
        "`Reader`/`Writer`: two ends of one pipe. Both should be closed by their owner.",
    ],
)
def test_a_class_that_is_described_is_a_fact_whatever_the_description_demands(line: str) -> None:
    assert kind_of(f"# House\n\n## Main classes\n\n- {line}\n") == ["fact"]


def test_what_a_tool_can_do_is_no_list_of_rules() -> None:
    text = (
        "# House\n\n## Tools\n\nUse the `house` tool for what is done often:\n\n"
        "- `house test <unit|all>` to run the tests\n- `house docs <dev|build>` for the pages\n- ... and more\n"
    )
    assert not {"convention", "requirement"} & set(kind_of(text))
    assert not [item for item in read_instructions("CLAUDE.md", text) if "more" in item.text]
    assert kind_of("# House\n\n## Tools\n\nYou must use these:\n\n- `house lint` for every change\n") == ["convention"]


def test_an_item_does_not_carry_what_stands_below_its_other_paragraphs() -> None:
    text = (
        "# Guide\n\n- Write good messages.\n\n  - Write in the present tense.\n\n  For more, read these:\n\n"
        "  - [A note](https://example.org/note)\n"
    )
    (rule,) = read_instructions("CONTRIBUTING.md", text)
    assert "present tense" in rule.text
    assert "example.org" not in rule.text


@pytest.mark.parametrize(
    "text",
    [
        "Make sure you have a GitHub account.",
        "Ensure that you have Node 20 installed.",
        "Sign up for an account, if you don't already have one.",
    ],
)
def test_what_one_has_before_one_begins_is_no_rule(text: str) -> None:
    found = read_instructions("CONTRIBUTING.md", f"# Guide\n\n## How to open a pull request\n\n- {text}\n")
    assert not [item for item in found if item.kind in {"convention", "requirement"}]


@pytest.mark.parametrize(
    ("path", "table"),
    [
        (
            "docs/developer/style.rst",
            "Names\n-----\n\n====== =====\nSymbol Style\n====== =====\nClass  Camel\nOther  snake\n====== =====\n",
        ),
        (
            "AGENTS.md",
            "## Imports\n\n| Avoid | Use instead |\n| --- | --- |\n| `os.path` | `pathlib` |\n| `%` | f-strings |\n",
        ),
    ],
)
def test_a_table_of_what_to_do_is_a_rule(path: str, table: str) -> None:
    (rule,) = read_instructions(path, table)
    assert rule.kind == "convention"
    assert len(rule.text.splitlines()) == 3


def test_another_table_is_no_rule() -> None:
    text = "# House\n\n## Parts\n\n| Part | Format |\n| --- | --- |\n| reader | csv |\n| writer | json |\n"
    assert not kind_of(text)


@pytest.mark.parametrize(
    ("path", "table"),
    [
        ("AGENTS.md", "| who | does |\n|---|---|\n| Ana | must approve |\n"),
        ("AGENTS.rst", "===== =====\nwho   does\n===== =====\nAna   must\n===== =====\n"),
    ],
)
def test_a_table_of_people_says_nothing(path: str, table: str) -> None:
    assert not read_instructions(path, table)
