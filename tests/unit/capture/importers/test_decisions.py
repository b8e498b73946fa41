"""What decision records and post-mortems become."""

from __future__ import annotations

import pytest

from standfast.capture.importers.decisions import looks_decided, may_be_record, read_decision, resolve
from standfast.capture.importers.finding import Statement
from standfast.capture.importers.incidents import read_incident

NYGARD = """# 3. Use Redis for locks

Date: 2024-03-05

## Status

{status}

## Context

Two refunds raced.

## Decision

We take a lock in Redis.

## Consequences

Redis must be up.
"""
MADR = """---
status: {status}
date: 2024-05-06
---
# Use Postgres

## Context and Problem Statement

Locks in Redis were lost at failover.

## Considered Options

* Redis
* Postgres

## Decision Outcome

Chosen option: "Postgres", because it survives a failover.

### Consequences

* Good, because one system less
"""


def nygard(status: str, path: str = "docs/adr/0003-redis.md") -> Statement:
    found = read_decision(path, NYGARD.format(status=status))
    assert found is not None
    return found


def test_a_nygard_record_gives_decision_reason_date_and_title() -> None:
    found = nygard("Accepted")
    assert (found.title, found.text, found.why, found.at) == (
        "Use Redis for locks", "We take a lock in Redis.", "Two refunds raced.", "2024-03-05",
    )  # fmt: skip
    assert found.becomes == "active"


def test_a_madr_record_gives_its_outcome() -> None:
    found = read_decision("docs/decisions/0004-postgres.md", MADR.format(status="accepted"))
    assert found is not None
    assert found.text.startswith('"Postgres", because it survives a failover.')
    assert found.why == "Locks in Redis were lost at failover."
    assert (found.title, found.at, found.becomes) == ("Use Postgres", "2024-05-06", "active")


def test_a_record_with_bold_leads_is_read_the_same() -> None:
    text = "# 7. Keep it small\n\n**Decision.** No plugin system.\n\n**Why.** Nobody asked for one.\n"
    found = read_decision("docs/decisions/0007-small.md", text)
    assert found is not None
    assert (found.title, found.text, found.why) == ("Keep it small", "No plugin system.", "Nobody asked for one.")


@pytest.mark.parametrize(
    ("status", "becomes"),
    [
        ("Accepted", "active"),
        ("Rejected", "retracted"),
        ("Deprecated", "retracted"),
        ("Superseded by [4. Use Postgres](0004-postgres.md)", "superseded"),
        ("Proposed 2024-03-01\n\nAccepted 2024-03-05", "active"),
        ("Accepted\n\nSuperseded by ADR-0004", "superseded"),
    ],
)
def test_a_record_has_the_status_it_says(status: str, becomes: str) -> None:
    assert nygard(status).becomes == becomes


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Superseded by [4. Use Postgres](0004-postgres.md)", "accepted"),
        ("Superseded by ADR-0004", "accepted"),
        ("Superseded by 4", "accepted"),
        ("Accepted", "accepted\nsupersedes: ADR-0003"),
    ],
)
def test_supersession_is_found_from_either_side(older: str, newer: str) -> None:
    one = nygard(older)
    text = MADR.format(status=newer)
    if "supersedes" in newer:
        text = MADR.format(status="accepted").replace("# Use Postgres\n", "# Use Postgres\n\nSupersedes: ADR-0003\n")
    two = read_decision("docs/adr/0004-postgres.md", text)
    assert two is not None
    assert resolve([one, two]) == [("docs/adr/0003-redis.md", "docs/adr/0004-postgres.md")]


def test_a_supersession_by_what_is_not_there_names_nothing() -> None:
    assert resolve([nygard("Superseded by ADR-0099")]) == []


def test_an_index_is_no_decision() -> None:
    assert read_decision("docs/adr/notes.md", "") is None
    assert read_decision("docs/adr/notes.md", "# Title only\n") is None


@pytest.mark.parametrize(("left", "right"), ["{}", "[]"])
def test_a_page_that_waits_to_be_filled_in_is_no_record_and_one_without_a_title_bears_its_files(
    left: str, right: str
) -> None:
    title = f"{left}what was solved and how{right}"
    untitled = MADR.format(status="accepted").replace("Use Postgres", title)
    form = f'"{left}name of option 1{right}", because {left}why, such as {left}force{right}, so{right}'
    empty = untitled.replace('"Postgres", because it survives a failover', form)
    assert read_decision("docs/decisions/0000-form.md", empty) is None
    found = read_decision("docs/decisions/0004-use-postgres.md", untitled)
    assert found is not None
    assert (found.title, found.text.startswith('"Postgres"')) == ("use postgres", True)


@pytest.mark.parametrize(
    "decision",
    [
        "[Redis](https://redis.io) keeps them.",
        "[Redis] keeps them from now on.",
        "{tenant}/orders is the key.",
        "{tenant}:{order} names the lock that guards an order.",
    ],
)
def test_a_decision_that_begins_with_a_link_a_name_in_brackets_or_a_pattern_is_one(decision: str) -> None:
    text = f"# 8. Locks\n\n## Context\n\nRaces.\n\n## Decision\n\n{decision}\n"
    assert read_decision("docs/decisions/0008-locks.md", text) is not None


def test_a_post_mortem_gives_what_was_learned_and_the_cause() -> None:
    text = (
        "# Refunds doubled\n\nDate: 2024-06-07\n\n## Summary\n\n120 refunds went out twice.\n\n## Root cause\n\n"
        "The lock was keyed by user.\n\n## Lessons learned\n\nKey locks by payment.\n"
    )
    (found,) = read_incident("docs/postmortems/refunds.md", text)
    assert (found.kind, found.title, found.why, found.at) == (
        "gotcha", "Refunds doubled", "The lock was keyed by user.", "2024-06-07",
    )  # fmt: skip
    for words in ("120 refunds went out twice.", "Key locks by payment."):
        assert words in found.text


def test_a_post_mortem_keeps_every_section_and_its_decision_is_one() -> None:
    text = (
        "# Refunds doubled\n\n## Timeline\n\n09:00 it began.\n\n## Detection\n\nA customer called.\n\n## Decision\n\n"
        "Refunds go through one queue.\n"
    )
    incident, decision = read_incident("docs/incidents/refunds.md", text)
    assert all(words in incident.text for words in ("09:00 it began.", "A customer called.", "through one queue"))
    assert (decision.kind, decision.text) == ("decision", "Refunds go through one queue.")


@pytest.mark.parametrize("text", [NYGARD.format(status="Accepted"), MADR.format(status="accepted")])
def test_a_record_is_known_by_its_shape_wherever_it_lies(text: str) -> None:
    assert may_be_record(text)
    assert looks_decided("notes/whatever.md", text)


@pytest.mark.parametrize(
    "text", ["# Guide\n\n## Status\n\nAll green.\n", "# Notes\n\n## Context\n\nA class.\n\n## Usage\n\nCall it.\n"]
)
def test_a_page_without_a_decision_is_not_a_record(text: str) -> None:
    assert not looks_decided("docs/guide.md", text)


DRIVEN = (
    "---\nstatus: accepted\n---\n\n# Where locks live\n\n## Context and Problem Statement\n\nLocks were lost.\n\n"
    "## Decision Drivers\n\n* It must survive a failover.\n\n## Considered Options\n\n{options}\n\n"
    "## Decision Outcome\n\n{outcome}\n"
)


def driven(outcome: str, options: str = "* Postgres\n* Redis") -> Statement | None:
    return read_decision("docs/decisions/0004-locks.md", DRIVEN.format(options=options, outcome=outcome))


def test_what_drove_a_decision_is_not_the_decision() -> None:
    found = driven("Locks live in Postgres.")
    assert found is not None
    assert (found.kind, found.text) == ("decision", "Locks live in Postgres.")


@pytest.mark.parametrize("outcome", ["TBD.", "To be decided", "*Pending*", "", "Not yet decided."])
def test_a_record_whose_outcome_is_open_decides_nothing(outcome: str) -> None:
    assert driven(outcome) is None


def test_what_is_only_proposed_is_found_and_no_decision() -> None:
    found = nygard("Proposed")
    assert (found.kind, found.becomes) == ("fact", "active")
    assert "roposed" in found.title


@pytest.mark.parametrize(
    ("outcome", "options"),
    [
        ("Chosen option 2.", "1. Locks in Redis\n2. Locks in Postgres\n"),
        (
            "Choose B.",
            "- **A. Locks in Redis.** Rejected: lost at failover.\n- **B. Locks in Postgres (chosen).** Safe.\n",
        ),
        ("Option B", "### Option A: Locks in Redis\n\nFast.\n\n### Option B: Locks in Postgres\n\nSafe.\n"),
        ("We chose (b).", "* (a) Locks in Redis\n* (b) Locks in Postgres\n"),
        (
            "Choose B.",
            "| Option | Cost |\n| --- | --- |\n| A. Locks in Redis | low |\n| B. Locks in Postgres | some |\n",
        ),
    ],
)
def test_a_decision_that_names_an_option_by_its_label_says_what_that_is(outcome: str, options: str) -> None:
    found = driven(outcome, options)
    assert found is not None
    assert "Locks in Postgres" in found.text
    assert "Redis" not in found.text


@pytest.mark.parametrize(
    "outcome", ["**Option B** - locks in Postgres.", "Option B: locks in Postgres", "**Option B: locks**"]
)
def test_a_decision_does_not_carry_a_label_that_only_its_record_knows(outcome: str) -> None:
    found = driven(f"Chosen option: {outcome}", "### Option A: Redis\n\n### Option B: Postgres\n")
    assert found is not None
    assert "Option B" not in found.text
    assert found.text.count("**") in {0, 2}


def test_a_record_without_a_decision_section_decides_for_the_option_it_marks_as_chosen() -> None:
    text = (
        "# 0001 — Locks in Postgres\n\nStatus: accepted (2026-07-16, founding decision;\nwritten down later).\n\n"
        "## Context\n\nLocks were lost.\n\n## Options\n\n- **(a) Postgres — chosen.** It survives a failover.\n"
        "- **(b) Redis.** Not chosen; lost at failover.\n\n## Consequences\n\n- Slower.\n"
    )
    assert looks_decided("context/.notes/0001-locks.md", text)
    found = read_decision("context/.notes/0001-locks.md", text)
    assert found is not None
    assert (found.kind, found.at, found.becomes) == ("decision", "2026-07-16", "active")
    assert "survives a failover" in found.text
    assert "Redis" not in found.text
    assert "written down later" not in found.text


def test_a_record_of_several_decisions_keeps_the_heading_of_each() -> None:
    text = (
        "# 0001 — Releases: key decisions\n\nStatus: accepted\n\n## One version for all\n\nPackages move together.\n\n"
        "## No release on Fridays\n\nNobody is there.\n"
    )
    found = read_decision("docs/.decisions/0001-releases.md", text)
    assert found is not None
    assert "One version for all\n\nPackages move together." in found.text
