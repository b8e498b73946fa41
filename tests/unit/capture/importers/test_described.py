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
