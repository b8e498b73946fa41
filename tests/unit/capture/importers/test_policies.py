"""Policies, checklists and guides of maintainers."""

from __future__ import annotations

from standfast.capture.importers.discover import sort_paths
from standfast.capture.importers.policies import read_policy

CHECKLIST = """# Cutting a release

The person on duty does this.

## Before

- [ ] Run `make check` on the branch.
- [ ] Update `CHANGES.md`.

## After

1. Push the tag.
2. Write to the list.

## Who

The people who have done it are named in the wiki.
"""


def test_each_section_of_a_checklist_is_one_procedure_in_its_order() -> None:
    found = read_policy("RELEASING.md", CHECKLIST)
    assert [item.kind for item in found] == ["procedure", "procedure"]
    assert [item.title for item in found] == [
        "How to release it: Cutting a release › Before",
        "How to release it: Cutting a release › After",
    ]
    assert found[0].text.index("make check") < found[0].text.index("CHANGES.md")
    assert [item.line for item in found] == [5, 10]


def test_a_page_named_after_releases_may_be_what_changed() -> None:
    text = "# Releases\n\n## 2.0.0\n\nDrops the old parser with its flag.\n\n## 1.9.0\n\nAdds a parser behind a flag.\n"
    assert {item.kind for item in read_policy("RELEASE.md", text)} == {"fact"}


def test_a_policy_gives_the_rules_that_it_sets() -> None:
    text = """# Use of assistants

We like tools, and many of us use them.

- Contributors must say which assistant they used.
- Never paste answers of an assistant into a review.

## How decisions are made

Most of us live in different places.
"""
    found = read_policy("AI_POLICY.md", text)
    assert [(item.kind, item.line) for item in found] == [("convention", 5), ("convention", 6)]
    assert {item.title for item in found} == {"AI policy"}


def test_a_guide_for_tests_gives_what_one_runs_and_no_rules() -> None:
    text = "# Tests\n\nResults should never depend on the clock.\n\n```sh\nmake test\n```\n"
    assert [item.kind for item in read_policy("TESTING.md", text)] == ["procedure"]


def test_notes_of_meetings_set_no_rules() -> None:
    text = "# Governance\n\n## Meeting notes\n\n- Alex should never have merged it, said Kim.\n"
    assert read_policy("GOVERNANCE.md", text) == []


def test_policies_are_found_where_maintainers_keep_them() -> None:
    kept = [
        "AI_POLICY.md",
        "RELEASE-CHECKLIST.md",
        "docs/releasing.md",
        ".github/triage.md",
        "docs/dev/release-process.rst",
    ]
    others = ["docs/guide/policies.md", "PRIVACY_POLICY.md", "docs/testing.md", "src/checklist.md"]
    assert sorted(sort_paths([*kept, *others])["policies"]) == sorted(kept)
