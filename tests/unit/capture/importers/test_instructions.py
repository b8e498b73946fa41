"""What instruction files become."""

from __future__ import annotations

import pytest

from standfast.capture.importers.changes import read_changes
from standfast.capture.importers.context_folder import read_context
from standfast.capture.importers.designs import read_design
from standfast.capture.importers.discover import sort_paths
from standfast.capture.importers.instructions import read_instructions
from standfast.code.kept_out import KeptOut

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
    found = {
        instruction.text: (instruction.kind, instruction.title) for instruction in read_instructions("CLAUDE.md", RULES)
    }
    assert found == {
        "make test": ("procedure", "Commands"),
        "Use four spaces.": ("convention", "Style"),
        "Never import from `tests` in `src/`.": ("convention", "Style"),
        "Names are nouns.": ("fact", "Style"),
        "The cache keeps yesterday's rates until noon.": ("gotcha", "Gotchas"),
        "1. Bump the version.\n2. Tag it.": ("procedure", "Release"),
        "We chose SQLite over Postgres because there is one writer.": ("decision", "Decisions"),
    }


def test_every_word_of_a_finding_stands_in_the_file() -> None:
    for instruction in read_instructions("CLAUDE.md", RULES):
        assert instruction.text in RULES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Avoid:\n\n- ❌ Manual header management\n", "Avoid: ❌ Manual header management"),
        ("## Don't\n\n- Use the order parameter\n", "Don't: Use the order parameter"),
        ("- ❌ Manual header management\n", "Don't: ❌ Manual header management"),
        ("Patches should:\n\n- pass all tests\n", "Patches should: pass all tests"),
        ("- Never:\n  - push to main\n", "Never: push to main"),
    ],
)
def test_an_item_keeps_what_its_list_makes_of_it(text: str, said: str) -> None:
    (found,) = read_instructions("AGENTS.md", text)
    assert (found.text, found.kind) == (said, "convention")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Files in `dist` are generated. Never edit them by hand.\n", "Never edit them"),
        ("- We use Changesets. Please add one to every change.\n", "Please add one"),
        ("- We have recorded pages. If you change the output, run `make pages` to renew them.\n", "renew them"),
        ("Tests follow the folders of `src`. If you add a test, it should stand in the same folder.\n", "same folder"),
        ("We do not use `assert` in the core. Instead we use:\n\n```c\nCHECK(x);\n```\n", "We do not use `assert`"),
        ("Pipes should follow these conventions for equal output:\n\n- Do not prefix errors.\n", "Do not prefix"),
        ("We discourage these changes:\n\n- Reformatting. Why should one?\n", "Reformatting"),
        ("Contributors are encouraged to:\n\n- Write a test for each fix.\n", "Write a test"),
        ("Feel free to add pages, but follow these guidelines:\n\n- Keep sentences short.\n", "Keep sentences short"),
        ("- Keep it listed in `optionalDeps`, so that it stays apart.\n", "stays apart"),
        ("AI usage is permitted as long as it is disclosed.\n", "disclosed"),
        ("Before you commit, run:\n\n```sh\ntask fmt\n```\n", "task fmt"),
        ("1. Change the code.\n2. Commit it. Messages must follow the house style.\n", "house style"),
        ("Before a patch is merged, ensure that the following are true for it\n\n- CI passes for it\n", "CI passes"),
        ("You must disclose generated code. Whoever intentionally hides it is banned.\n", "must disclose"),
        ("- Comments should be indented with the code, e.g. like this:\n\n  ```c\n  // one\n  ```\n", "indented"),
        ("For Windows, exceptionally, please use CRLF.\n", "please use"),
    ],
)
def test_a_rule_of_a_guide_counts_wherever_it_stands_in_its_block(text: str, rule: str) -> None:
    found = [item for item in read_instructions("CONTRIBUTING.md", f"# Guide\n\n{text}") if item.kind == "convention"]
    assert [rule in item.text for item in found] == [True]


def test_running_text_of_a_guide_that_only_begins_with_a_verb_is_found_and_not_pinned() -> None:
    text = "# Guide\n\n## Work\n\nAdd a heading and a page.\n\nAdd a heading before every page.\n"
    found = read_instructions("CONTRIBUTING.md", text)
    assert [item.kind for item in found] == ["fact", "convention"]


def test_a_ban_after_a_statement_is_a_rule_of_an_agents_file_with_what_it_is_about() -> None:
    found = read_instructions("AGENTS.md", "## Data\n\n- Migrations live beside each crate. Never change an old one.\n")
    assert [(item.kind, item.text) for item in found] == [
        ("convention", "Migrations live beside each crate. Never change an old one.")
    ]


def test_a_lead_that_only_announces_rules_is_not_repeated_with_each() -> None:
    text = "## Docs\n\nPlease follow these guidelines:\n\n- Never use contractions.\n"
    assert [item.text for item in read_instructions("CONTRIBUTING.md", text)] == ["Never use contractions."]


@pytest.mark.parametrize(
    "text",
    [
        "We build it in C++: we do not assume that you use CMake.\n",
        "Our users should do the same.\n",
        "We only use dispatch on x64, at the moment.\n",
        "People can contribute by:\n\n- Share what you know\n",
        "Large changes take time. Please be patient.\n",
        "Most of the time, this should result in no changes.\n",
        "For example:\n\n- Always import pdb here\n",
        "```python\nimport pdb  # always use this\n```\n",
        "```diff\n- Never do this\n+ Always do that\n```\n",
        "## Examples\n\n- Use `x = 1` for one\n",
        "> You must never do that.\n",
        "[style]: https://example.org/always-use-this\n",
        "Thanks for taking the time to contribute! You should feel great.\n",
        "## Contact\n\n- Ana must be asked first\n",
        "You should see the page in your browser now.\n",
        "There are many ways to contribute:\n\n- Write documentation\n",
        "![badge](https://example.org/always.svg)\n",
        "You need to have the SDK.\n",
        "The key is required for the shop to work.\n",
    ],
)
@pytest.mark.parametrize("path", ["AGENTS.md", "CONTRIBUTING.md"])
def test_what_only_looks_like_a_rule_is_none(path: str, text: str) -> None:
    kinds = {instruction.kind for instruction in read_instructions(path, text)}
    assert not kinds & {"convention", "requirement"}


def test_a_guide_in_restructured_text_gives_its_rules() -> None:
    text = (
        "Contributing\n============\n\nHello there.\n\nCoding style\n------------\n\n- Never use tabs.\n\n"
        "  .. code-block:: python\n\n     always = 1\n\n.. _tabs: https://example.org\n\n"
        ".. warning::\n\n   The cache is stale.\n"
    )
    found = [
        (instruction.kind, instruction.title, instruction.text, instruction.line)
        for instruction in read_instructions("CONTRIBUTING.rst", text)
    ]
    assert ("convention", "Coding style", "Never use tabs.", 9) in found
    assert [kind for kind, *_ in found] == ["convention", "gotcha"]


def test_a_title_is_never_cut_inside_a_word() -> None:
    heading = " ".join(f"word{number}" for number in range(60))
    (found,) = read_instructions(
        "AGENTS.md", f"# Top\n\n## {heading}\n\n- Never push to main.\n\n# Other\n\ntext here\n"
    )[:1]
    assert len(found.title) <= 160
    assert set(found.title.removesuffix(" …").split()) <= {*heading.split(), "Top", "›"}


@pytest.mark.parametrize("path", ["docs/contributing.md", "www/content/resources/contributing.md"])
def test_a_guide_on_the_projects_site_is_about_the_whole_project(path: str) -> None:
    assert [item.paths for item in read_instructions(path, "Never import from the tests.\n")] == [()]


@pytest.mark.parametrize(
    ("path", "form", "scope"),
    [
        ("master/docs/developer/style.rst", "instructions", ("master/**",)),
        ("docs/developer/tests.rst", "instructions", ()),
        ("docs/about/codestyle.md", "instructions", ()),
        ("dev-docs/contributing.md", "instructions", ()),
    ],
)
def test_a_guide_of_developers_is_known_wherever_their_pages_are(path: str, form: str, scope: tuple[str, ...]) -> None:
    assert sort_paths([path])[form] == (path,)
    (rule,) = read_instructions(path, "Style\n=====\n\n* Names must be nouns.\n")
    assert rule.paths == scope


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("master/docs/manual/upgrading/5.0-upgrade.rst", "changes"),
        ("dev-docs/design/hydration.md", "designs"),
        ("dev-docs/our-release-process.md", "policies"),
        ("docs/about/releasing.md", "policies"),
    ],
)
def test_pages_of_maintainers_are_known_wherever_they_keep_them(path: str, form: str) -> None:
    assert sort_paths([path])[form] == (path,)


@pytest.mark.parametrize(
    "path",
    [
        "examples/docs/developer/style.rst",
        "docs/manual/style.rst",
        "docs/changes/dev/12.fix.rst",
        "packages/docs/upgrading/1.md",
    ],
)
def test_pages_of_examples_and_manuals_are_no_guides(path: str) -> None:
    found = sort_paths([path])
    assert (found["instructions"], found["changes"], found["designs"]) == ((), (), ())


def test_the_items_of_what_is_called_a_procedure_are_its_steps() -> None:
    text = "## Audits\n\nThe general procedure for a new audit can be described as:\n\n- Define a file in `src/audit`\n"
    assert [item.kind for item in read_instructions("CONTRIBUTING.md", text)] == ["procedure"]


def test_a_guide_for_upgrading_tells_each_version_once_with_what_stands_below_it() -> None:
    text = (
        "# Migration\n\n## From v2.0\n\nThe old names are gone in this one.\n\n### Hard breaks\n\n"
        "- The loader takes a list of paths now.\n\n## From the fork\n\nReplace the name of the package everywhere.\n"
    )
    found = read_changes("docs/guide/migrate.md", text)
    assert [item.title for item in found] == ["migrate: From v2.0", "migrate: From the fork"]
    assert "list of paths" in found[0].text


def test_release_notes_give_what_changed_with_the_version() -> None:
    text = (
        "# Changelog\n\n## [2.0.0] - 2024-05-06\n\n### Removed\n\n- The old parser is gone.\n\n"
        "## 1.9.0\n\n- Faster start of workers.\n"
    )
    first, second = read_changes("CHANGELOG.md", text)
    assert ("2.0.0" in first.title, first.at) == (True, "2024-05-06")
    assert "The old parser is gone." in first.text
    assert "old parser" not in second.text


def test_a_hole_that_was_closed_and_what_breaks_are_found_by_themselves_with_their_release() -> None:
    log = (
        "# Log\n\n## 2.0.0 (2026-05-06)\n\n- SECURITY: files were read through links (CVE-2026-1234)\n"
        "- Added: colours\n\n### Breaking changes\n\n- Drop the old format.\n\n"
        "## 1.9.0 (2026-04-06)\n\n- Added: shapes and many sizes\n"
    )
    found = read_changes("CHANGELOG.md", log)
    alone = [item for item in found if "colours" not in item.text and "shapes" not in item.text]
    assert [(item.line, item.at) for item in alone] == [(5, "2026-05-06"), (10, "2026-05-06")]
    assert {item.title for item in alone} == {found[0].title}
    assert len(found) == 4


def test_a_design_page_gives_choices_and_boundaries_that_are_found_not_pinned() -> None:
    text = (
        "# Design\n\nIntro to it.\n\n## Store\n\nWe use one file per project, because a lock then stops nobody.\n\n"
        "The store must not know anything about ranking.\n"
    )
    found = [(item.kind, item.title) for item in read_design("docs/DESIGN.md", text)]
    assert found == [("decision", "Store"), ("fact", "Store")]


@pytest.mark.parametrize(
    ("path", "said", "kind"),
    [
        ("docs/concepts/modes.md", "In this mode the proxy speaks SOCKS5 instead of HTTP with its clients.", ""),
        ("docs/concepts/modes.md", "Say you're a developer: change the hosts file so that the name points here.", ""),
        (
            "docs/concepts/modes.md",
            "We keep one socket for all clients because a second one would need a lock.",
            "decision",
        ),
        (
            "docs/concepts/modes.md",
            "A request that breaks the protocol is deliberately forwarded as it came in.",
            "decision",
        ),
        ("docs/DESIGN.md", "The parser returns both texts so that a place can be found in either one.", "decision"),
        ("docs/DESIGN.md", "You can set the interval so that the connection is not closed by the server.", ""),
        ("docs/DESIGN.md", "A word of no bytes at all is considered an error by this function here.", ""),
    ],
)
def test_a_decision_says_that_something_was_chosen_or_why_and_not_how_the_program_is_used(
    path: str, said: str, kind: str
) -> None:
    assert [item.kind for item in read_design(path, f"# Page\n\n## Part\n\n{said}\n")] == [kind][: bool(kind)]


def test_tags_of_a_template_are_no_words_unless_the_text_is_about_them() -> None:
    text = (
        '# Rules\n\n{{% note %}}\nNever edit the [pages]({{< relref "/a" >}}) by hand.\n{{% /note %}}\n\n'
        "{% hint %}\nAlways sign commits.\n{% endhint %}\n\n:::tip\nAlways rebase branches.\n:::\n\n"
        "Always write `{{< note >}}` and `{% raw %}` in lower case.\n"
    )
    assert [item.text for item in read_instructions("AGENTS.md", text)] == [
        "Never edit the [pages]() by hand.",
        "Always sign commits.",
        "Always rebase branches.",
        "Always write `{{< note >}}` and `{% raw %}` in lower case.",
    ]


@pytest.mark.parametrize(
    ("path", "front", "scope"),
    [
        ("AGENTS.md", "", ()),
        ("packages/api/AGENTS.md", "", ("packages/api/**",)),
        (".cursor/rules/a.mdc", "globs: **/*.ts, web/*.js\nalwaysApply: false", ("*.ts", "web/*.js")),
        (".cursor/rules/a.mdc", "globs: src/**\nalwaysApply: true", ()),
        (".cursor/rules/a.mdc", 'globs: ["src/*.{ts,tsx}"]', ("src/*.ts", "src/*.tsx")),
        ("web/.cursor/rules/a.mdc", "globs: '*.vue'", ("web/**/*.vue",)),
        (".claude/rules/a.md", 'paths:\n  - "**/tests/**"\n  - "src/api/"', ("**/tests/**", "src/api/")),
        (".github/instructions/a.instructions.md", "applyTo: '**/*.cs,ui/**'", ("*.cs", "ui/**")),
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
    assert [item.kind for item in read_context("agent-context/gotchas.md", "- Noon is 13:00 in the cron.\n")] == [
        "gotcha"
    ]
    assert [item.kind for item in read_context("agent-context/sessions/may.md", "We moved the cron.\n")] == ["episode"]
    record = "# Keep SQLite\n\n## Status\n\nAccepted\n\n## Context\n\nOne writer.\n\n## Decision\n\nSQLite stays.\n"
    assert [(item.kind, item.text) for item in read_context("agent-context/x.md", record)] == [
        ("decision", "SQLite stays.")
    ]


def test_files_are_known_by_their_names() -> None:
    found = sort_paths(
        [
            "AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules", ".windsurfrules", "CONTRIBUTING.rst",
            ".cursor/rules/deep/a.mdc", ".github/copilot-instructions.md", "pkg/AGENTS.md", "src/agents.py",
            "node_modules/x/AGENTS.md", "deps/x/AGENTS.md", "src/_vendor/y/AGENTS.md", "tests/fixtures/AGENTS.md",
            "go/pkg/mod/host/x@v1.0.2/AGENTS.md", ".claude/plugins/cache/x/1.3.0/CLAUDE.md",
            "docs/adr/0001-a.md", "docs/adr/template.md",
            "docs/architecture/decisions/0002-b.md", "docs/decisions/README.md", ".standfast/decisions/x.md",
            "docs/postmortems/2024-01-01.md", "agent-context/notes.md", "README.md", "docs/adr/0003.png",
        ]
    )  # fmt: skip
    assert found["instructions"] == (
        ".cursor/rules/deep/a.mdc", ".cursorrules", ".github/copilot-instructions.md", ".windsurfrules", "AGENTS.md",
        "CLAUDE.md", "CONTRIBUTING.rst", "GEMINI.md", "pkg/AGENTS.md",
    )  # fmt: skip
    assert found["adr"] == ("docs/adr/0001-a.md", "docs/architecture/decisions/0002-b.md")
    assert found["postmortems"] == ("docs/postmortems/2024-01-01.md",)
    assert found["agent-context"] == ("agent-context/notes.md",)
    assert found["shaped"] == ()
    assert sort_paths(["AGENTS.md", "docs/CLAUDE.md"], keep_out=KeptOut(["docs/**"], "/shop", "/shop"))[
        "instructions"
    ] == ("AGENTS.md",)


ASIDES = """# Contributing

- Example: Reading the pages on our website is recommended.
- See [the guide](https://example.org/guide) for all you must know.
- Check `site.yml` to understand how the pages must be ordered.
- We'll always try to answer.
- If it is refused, don't despair!
- **Vite** - Build tool and server
- We use a formatter to ensure one style.

Also make sure that

- Never import with a wildcard.
"""


def test_examples_pointers_promises_and_leads_are_not_rules() -> None:
    (said,) = read_instructions("CONTRIBUTING.md", ASIDES)
    assert said.text.endswith("Never import with a wildcard.")


def test_what_a_page_imports_is_not_a_rule() -> None:
    assert not read_instructions("docs/contributing.mdx", "# Contributing\n\nimport Content from '../text.mdx';\n")


def test_a_page_about_agents_is_not_an_instruction_file() -> None:
    paths = ["docs/zh/agents.md", "docs/AGENTS.md", "agents.md"]
    assert sort_paths(paths)["instructions"] == ("agents.md", "docs/AGENTS.md")


DESCRIBED = """# AGENTS.md

## Stack and routes

- Vite - Build tool
- `src/` — sources of the shop
- POST /orders - Place an order
- **Test matrix**: Python 3.11 and 3.12
- **No secrets required**: Uses the token of the run
- **Lint jobs** (lint, audit, test)
- `lint`, `test` and `docs` exist
- The directive (preferred, registered for all pages) hides a button
- **Problem**: Jobs wait but don't start

Review focus:

- Check coverage

Common targets include:

- **long**: run everything 15 times

Commit history during a review:

- Small ones help readers.

Correct: use the other one

## Work

- Fail fast.
- Use `queue.put()` — the worker reads nothing else.
- **Fixtures**: Add them to `conftest.py`.
- **Keep handlers small**: long ones hide their failures.
- Test every refund.
"""


def test_what_names_or_describes_a_thing_in_a_file_for_agents_is_not_a_rule() -> None:
    said = [
        instruction for instruction in read_instructions("AGENTS.md", DESCRIBED) if instruction.kind == "convention"
    ]
    assert {item.title for item in said} == {"Work"}
    assert len(said) == 5


HOW_TO = """# Contributing

## Layout

Each worker relies on a queue rather than on threads. The queue never drops a job, and we know it must be fed.

Consider for example a shop that must refund an order.

The targets of this group are:

- Share the work of those who no longer have time

This will:

- Start the server

If you are using Windows, set the path first.

To debug the queue, you must start it by hand.

Please note that this project adheres to a code of conduct.

## Running tests

Run one test

```sh
pytest tests/one.py
```

## Adding a queue

- Create a folder for it.
- Queues must have a name.

## Tips

- Use the short form of the command.

## Debt

- [x] remove old queues
- [ ] queues should be named

## Anti-patterns

- Workers without a name

See also:

- `docs/workers.md` for workers

## Style

1. Use four spaces.
2. Write comments as sentences.
"""


def test_stories_steps_tips_and_tasks_of_a_guide_are_not_rules() -> None:
    said = [
        instruction.text
        for instruction in read_instructions("CONTRIBUTING.md", HOW_TO)
        if instruction.kind == "convention"
    ]
    assert said == [
        "Queues must have a name.",
        "Anti-patterns: Workers without a name",
        "Use four spaces.",
        "Write comments as sentences.",
    ]


TOLD = """# Contributing

This section describes what you need to do before you begin.

If you feel like repairing the shop, please do! Fixes are always wanted.

Some checks reformat a file, so all you need to do is to add it once more.

In order to extract the labels, call `shop labels`.

This helps make sure that no two people repair the same till.

There are a couple of conventions you should follow.

If you have taken a ticket, please follow these steps:

- Stage what you changed and commit it.

If a till needs to print, that is one for the bench. Test benches do not yet support paper.

In contrast, "tills are grey" should be left to taste.

## Debugging tills

Save the log and push it.


## Changes

If your change is seen (by cashiers, guests, or auditors), please run `shop notes` and commit the file.
"""


def test_what_is_told_of_a_way_a_case_or_a_purpose_is_not_a_rule() -> None:
    said = [one.text for one in read_instructions("CONTRIBUTING.md", TOLD) if one.kind == "convention"]
    assert [one.partition("please run")[2] for one in said] == [" `shop notes` and commit the file."]


AGENT_TOLD = """# Shop

Build from root: pnpm build:shop

Use this file as the guide to the shop.

- Use `shop logs --follow` to stream logs.
- Use when two tills share a drawer.

Turn tasks into goals you can check:

- "Fix the till" → "Write a test that fails first"

How to open the shop:

- Tag the manager

Use `shop start --background` to start the shop; never start it by hand.
"""


def test_commands_pairs_and_pointers_in_a_file_for_agents_are_not_rules() -> None:
    said = [one.text for one in read_instructions("AGENTS.md", AGENT_TOLD) if one.kind == "convention"]
    assert said == ["Use `shop start --background` to start the shop; never start it by hand."]


def test_the_mark_of_a_box_is_not_part_of_the_rule() -> None:
    (rule,) = read_instructions("CONTRIBUTING.md", "# Work\n\n!!! tip\n    Never open two tills at once.\n")
    assert rule.text == "Never open two tills at once."


def test_pages_of_old_releases_are_passed_by() -> None:
    paths = ["docs/guide/contributing.md", "docs/site_versioned_docs/version-6.1.0/contributing.md"]
    assert sort_paths(paths)["instructions"] == ("docs/guide/contributing.md",)


def test_a_line_above_commands_is_what_they_do() -> None:
    found = [
        instruction for instruction in read_instructions("CONTRIBUTING.md", HOW_TO) if instruction.kind == "procedure"
    ]
    assert "Run one test:\npytest tests/one.py" in [item.text for item in found]


def test_what_a_project_hands_out_to_others_is_not_its_own_instruction() -> None:
    paths = ["docs/_static/CLAUDE.md", "cli/templates/app/AGENTS.md", "cli/AGENTS.md"]
    assert sort_paths(paths)["instructions"] == ("cli/AGENTS.md",)


def test_a_translation_is_passed_by_where_the_original_is_there() -> None:
    original = ["CHANGELOG.md", "docs/en/release-notes.md", "docs/fr/migration.md"]
    paths = [*original, "docs/zh/release-notes.md", "CHANGELOG.zh-CN.md", "docs/ja/CHANGELOG.md"]
    assert sort_paths(paths)["changes"] == tuple(original)


@pytest.mark.parametrize(
    ("heading", "below", "day"),
    [
        ("2.0 (6th December, 2024)", "", "2024-12-06"),
        ("2.0 (August 17, 2019)", "", "2019-08-17"),
        ("v2.0 - 2021/3/4", "", "2021-03-04"),
        ("2.0", "Released 2022-05-06\n\n", "2022-05-06"),
        ("2.0 (31st February, 2024)", "", ""),
        ("2.0", "The clock of 2022-05-06 broke all builds that had been made before it.\n\n", ""),
    ],
)
def test_a_release_has_the_day_it_names_itself(heading: str, below: str, day: str) -> None:
    (found,) = read_changes("CHANGELOG.md", f"# Log\n\n## {heading}\n\n{below}- The old parser is gone.\n")
    assert found.at == day


def test_a_long_log_in_restructured_text_gives_every_release_with_its_line_and_day() -> None:
    releases = [
        f"1.{step}.0\n=====\n\n:release-date: 2020-03-03\n\nFixed\n-----\n\n"
        + f"- The cache of sort {step} is gone.\n" * 40
        + "\n"
        for step in range(60, 0, -1)
    ]
    text = "Changes\n*******\n\n" + "".join(releases)
    found = read_changes("CHANGES.rst", text)
    assert [item.title for item in found] == [f"CHANGES: 1.{step}.0" for step in range(60, 0, -1)]
    assert {item.at for item in found} == {"2020-03-03"}
    lines = text.split("\n")
    assert all(item.title.endswith(lines[item.line - 1]) for item in found)
    assert "sort 59 " in found[1].text


def rules_of(text: str, path: str = "CONTRIBUTING.md") -> list[str]:
    return [item.text for item in read_instructions(path, text) if item.kind == "convention"]


@pytest.mark.parametrize(
    "lead", ["❌ Bad:", "✅ Good:", "**Wrong**:", "Incorrect:", "These are examples of what you must not copy:"]
)
def test_what_only_shows_what_is_good_or_bad_is_no_rule(lead: str) -> None:
    assert rules_of(f"# Contributing\n\n## Commits\n\n{lead}\n\n- always WIP\n- fix stuff\n") == []


def test_a_step_of_a_set_up_is_no_rule_unless_it_holds_for_ever() -> None:
    steps = "- Make sure that Docker is installed.\n- You should also install the `rust-src` component.\n"
    assert rules_of(f"# Shop\n\n## Setting up the toolchain\n\n{steps}") == []
    assert rules_of("# Shop\n\n## Install\n\n- Never commit to main directly\n") == ["Never commit to main directly"]
    assert rules_of("# Shop\n\n## Style\n\n- You should always sort the imports.\n") != []


def test_what_is_done_to_reach_something_is_a_way_and_no_rule() -> None:
    text = "# Contributing\n\n## Style\n\nTo run the checks locally:\n\n- Use `rustup` to get the toolchain of `{}`.\n"
    assert rules_of(text) == []
    text = "# Contributing\n\n## Docs\n\nTo see the docs, use the file `x.txt`. After that, build it with `make`.\n"
    assert rules_of(text) == []
    text = "# Contributing\n\n## Style\n\nTo keep the history readable:\n\n- Use one commit for one thing.\n"
    assert len(rules_of(text)) == 1


def test_the_beginning_of_a_list_without_its_items_is_no_rule() -> None:
    assert rules_of("# Shop\n\nScripts should\n\n1. Use few programs.\n2. Never use `sed`.\n")[0] != "Scripts should"


def test_a_rule_that_only_refers_to_what_was_said_brings_it_along_or_is_none() -> None:
    text = "# Shop\n\n## Tests\n\nUnit tests live in `tests/unit`.\n\nRun them before every push, never after it.\n"
    assert rules_of(text) == ["Unit tests live in `tests/unit`. Run them before every push, never after it."]
    assert rules_of("- Run them before every push, never after it.\n") == []


def test_of_a_long_paragraph_an_order_keeps_the_sentence_it_refers_to() -> None:
    text = (
        "# Shop\n\n## Data\n\nFixtures are generated. The seed is in `seed.json`. It must never be changed by hand. "
        "There is a page about seeds. It was written long ago.\n"
    )
    assert rules_of(text) == ["The seed is in `seed.json`. It must never be changed by hand."]


@pytest.mark.parametrize(
    "text",
    [
        "Set `SKIP_SHA` to `TRUE` in `deps.txt` to skip the check of sums.",
        "If the shop exits unexpectedly, check `/tmp/shop.log` for log files with errors.",
        "If it compiles, `shop --version` should reply `development`.",
        "Please be sure to read the contribution guidelines before making a change.",
        "If you do so you'll never get the two remotes confused.",
        "As an example, a list of the core should be named `coreList`.",
        "It's likely that your reviewer finds something that needs to be changed.",
    ],
)
def test_what_one_may_do_or_will_see_is_no_rule(text: str) -> None:
    assert rules_of(f"# Shop\n\n## Hacking\n\n{text}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "## Dictionaries\n\n**Always Available:**\n\n- `opts` - the options of a test\n",
        "## Rules\n\n- Rules are located in the `lib/rules` folder\n",
        "## Guides\n\n- **[docs/testing.md](docs/testing.md)** - Test structure and templates\n",
    ],
)
def test_where_things_are_is_a_fact_also_under_a_heading_of_rules(text: str) -> None:
    assert rules_of(f"# Shop\n\n{text}", "AGENTS.md") == []


def test_of_the_editions_of_a_page_the_one_that_is_worked_on_is_read() -> None:
    pages = [f"website/src/{edition}/docs/contributing/CONTRIBUTING.md" for edition in ("latest", "next", "v2", "1.0")]
    assert sort_paths(pages)["instructions"] == (pages[1],)
    apart = ["envs/dev/AGENTS.md", "envs/main/AGENTS.md"]
    assert sort_paths(apart)["instructions"] == tuple(apart)


def test_a_step_that_bans_is_a_rule_of_its_own_and_a_long_list_is_found_step_by_step() -> None:
    steps = [
        "Fork the project on the website if you have not done so already, and clone your fork to work on it.",
        "Create a branch for what you are about to change, and commit your changes there in small pieces.",
        "If anything changes for users (a fix, a feature, …) please add an entry in `changelog/unreleased`.",
        "Do not edit the pages under `doc/man`, they are generated before a release.",
        "You will receive comments on your code; push new commits to the same branch to answer them.",
    ]
    for more in (0, 10):
        listed = [*steps, *(f"Then do {number} more things that are described at length elsewhere, one after the other "
                            "and with some care." for number in range(more))]  # fmt: skip
        text = "# Contributing\n\n## Patches\n\nIt boils down to the following steps:\n\n"
        text += "".join(f"{number}. {step}\n" for number, step in enumerate(listed, 1))
        found = read_instructions("CONTRIBUTING.md", text)
        ban = next(item for item in found if item.text.startswith("Do not edit"))
        assert (ban.kind, ban.line) == ("convention", 10)
        whole = [item for item in found if "Fork the project" in item.text]
        assert [item.kind for item in whole] == ["procedure"]
        entry = next(item for item in found if "changelog/unreleased" in item.text)
        assert ("Fork the project" in entry.text) is (more == 0)
        assert entry.line == (9 if more else 7)


def test_a_name_in_code_at_the_end_of_a_heading_keeps_both_its_marks() -> None:
    text = "# Work\n\n## Update `llhttp`\n\n- Never edit it.\n\n## `lib`\n\n- Never edit that.\n"
    assert [item.title for item in read_instructions("CONTRIBUTING.md", text)] == ["Update `llhttp`", "lib"]


def test_the_name_of_a_page_does_not_put_its_sections_aside() -> None:
    text = "# Maintainers\n\n## Making a release\n\n1. Run the workflow.\n2. Merge it.\n\n## Thanks\n\n- Never mind.\n"
    assert [item.title for item in read_instructions("MAINTAINERS.md", text, guide=True)] == ["Making a release"]


def test_how_something_is_done_may_begin_with_what_happens_by_itself() -> None:
    text = "# Work\n\n## Issuing releases\n\nRelease is automatic on main. Use the action to begin one.\n"
    (found,) = read_instructions("CONTRIBUTING.md", text)
    assert (found.kind, found.text.startswith("Release is automatic")) == ("procedure", True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("When running tests, use the `--once` flag to avoid watch mode:\n\nWe have workspaces.", True),
        ("Never import dialects directly:\n\n```python\nfrom a import b\n```", True),
        ("- Always use type hints:\n\n  ```python\n  def a(b: int) -> int: ...\n  ```", True),
        ("We have one logger. **Always pass an object as its context:**\n\n```ts\nlog({ id })\n```", True),
        ("Always use the following form:\n\n```python\nfrom a import b\n```", False),
        ("Always write it like this:\n\n```python\nfrom a import b\n```", False),
        ("Run the code quality checks:\n\n![a picture](a.png)", False),
        ("You must always use:\n\n```python\nfrom a import b\n```", False),
    ],
)
def test_a_rule_that_ends_with_a_colon_is_one_where_what_is_below_only_shows_it(text: str, said: bool) -> None:
    found = [item for item in read_instructions("AGENTS.md", f"# Rules\n\n{text}\n") if item.kind == "convention"]
    assert bool(found) == said
    assert all(item.text.rstrip("*")[-1] != ":" and item.line == 3 for item in found)


def test_what_is_listed_below_a_rule_is_told_with_it_and_not_apart_from_it() -> None:
    lead = "Always test these parts"
    text = f"# Rules\n\n{lead}, whatever else you change:\n\n- the parser\n- the printer\n"
    assert [item.text for item in read_instructions("AGENTS.md", text)] == [
        f"{lead}, whatever else you change: the parser",
        f"{lead}, whatever else you change: the printer",
    ]


def test_a_few_conventions_are_all_of_them_and_no_choice() -> None:
    text = "# Conventions\n\nThere are a few conventions we use here:\n\n- Never call `print`.\n- Use f-strings.\n"
    assert [item.kind for item in read_instructions("CONTRIBUTING.md", text)] == ["convention", "convention"]
