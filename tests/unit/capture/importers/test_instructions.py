"""What instruction files become."""

from __future__ import annotations

import pytest

from standfast.capture.importers.context_folder import read_context
from standfast.capture.importers.discover import sort_paths
from standfast.capture.importers.instructions import read_instructions

RULES = """# CLAUDE.md

This file provides guidance to Claude Code when working with code in this repository.

## Commands

```bash
make test
```

## Style

- Use four spaces.
- Never import from `tests` in `src/`.
- Names are nouns.

## Gotchas

- The cache keeps yesterday's rates until noon.

## Release

1. Bump the version.
2. Tag it.

## Decisions

- We chose SQLite over Postgres because there is one writer.
"""


def test_rules_have_their_heading_and_the_kind_their_words_say() -> None:
    found = {one.text: (one.kind, one.title) for one in read_instructions("CLAUDE.md", RULES)}
    assert found == {
        "```bash\nmake test\n```": ("procedure", "Commands"),
        "Use four spaces.": ("convention", "Style"),
        "Never import from `tests` in `src/`.": ("convention", "Style"),
        "Names are nouns.": ("convention", "Style"),
        "The cache keeps yesterday's rates until noon.": ("gotcha", "Gotchas"),
        "1. Bump the version.\n2. Tag it.": ("procedure", "Release"),
        "We chose SQLite over Postgres because there is one writer.": ("decision", "Decisions"),
    }


def test_every_word_of_a_finding_stands_in_the_file() -> None:
    for one in read_instructions("CLAUDE.md", RULES):
        assert one.text in RULES


@pytest.mark.parametrize(
    ("path", "front", "scope"),
    [
        ("AGENTS.md", "", ()),
        ("packages/api/AGENTS.md", "", ("packages/api/**",)),
        (".cursor/rules/a.mdc", "globs: **/*.ts, web/*.js\nalwaysApply: false", ("*.ts", "web/*.js")),
        (".cursor/rules/a.mdc", "globs: src/**\nalwaysApply: true", ()),
        (".cursor/rules/a.mdc", 'globs: ["src/*.{ts,tsx}"]', ("src/*.ts", "src/*.tsx")),
        ("web/.cursor/rules/a.mdc", "globs: '*.vue'", ("web/*.vue",)),
        (".github/instructions/py.instructions.md", "applyTo: '**/*.py'", ("*.py",)),
        (".github/instructions/py.instructions.md", "applyTo: '**'", ()),
        (".github/copilot-instructions.md", "", ()),
        ("docs/CONTRIBUTING.md", "", ()),
    ],
)
def test_a_file_speaks_for_its_folder_or_its_globs(path: str, front: str, scope: tuple[str, ...]) -> None:
    head = f"---\n{front}\n---\n" if front else ""
    (found,) = read_instructions(path, f"{head}- Keep it short.\n")
    assert found.paths == scope


def test_a_context_folder_names_its_kinds() -> None:
    assert [one.kind for one in read_context("agent-context/gotchas.md", "- Noon is 13:00 in the cron.\n")] == [
        "gotcha"
    ]
    assert [one.kind for one in read_context("agent-context/sessions/may.md", "We moved the cron.\n")] == ["episode"]
    record = "# Keep SQLite\n\n## Status\n\nAccepted\n\n## Context\n\nOne writer.\n\n## Decision\n\nSQLite stays.\n"
    assert [(one.kind, one.text) for one in read_context("agent-context/x.md", record)] == [
        ("decision", "SQLite stays.")
    ]


def test_files_are_known_by_their_names() -> None:
    found = sort_paths(
        [
            "AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules", ".windsurfrules", "CONTRIBUTING.rst",
            ".cursor/rules/deep/a.mdc", ".github/copilot-instructions.md", "pkg/AGENTS.md", "src/agents.py",
            "node_modules/x/AGENTS.md", "tests/fixtures/AGENTS.md", "docs/adr/0001-a.md", "docs/adr/template.md",
            "docs/architecture/decisions/0002-b.md", "docs/decisions/README.md", ".standfast/decisions/x.md",
            "docs/postmortems/2024-01-01.md", "agent-context/notes.md", "README.md", "docs/adr/0003.png",
        ]
    )  # fmt: skip
    assert found.instructions == (
        ".cursor/rules/deep/a.mdc", ".cursorrules", ".github/copilot-instructions.md", ".windsurfrules", "AGENTS.md",
        "CLAUDE.md", "CONTRIBUTING.rst", "GEMINI.md", "pkg/AGENTS.md",
    )  # fmt: skip
    assert found.decisions == ("docs/adr/0001-a.md", "docs/architecture/decisions/0002-b.md")
    assert found.incidents == ("docs/postmortems/2024-01-01.md",)
    assert found.context == ("agent-context/notes.md",)
