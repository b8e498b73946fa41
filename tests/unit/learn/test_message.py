"""What is read of a commit's message: each thing once, and of a squashed branch what tells something."""

from __future__ import annotations

import pytest

from standfast.learn.message import read_message


def test_a_paragraph_that_a_squashed_branch_repeats_is_kept_once() -> None:
    block = "* Add a lock command\n\nIt writes one file per environment."
    read = read_message(f"Lock environments (#12)\n\n{block}\n\n{block}\n\n* Read the lock before installing")

    assert read.body == f"{block}\n\n* Read the lock before installing"


@pytest.mark.parametrize(
    "title",
    [
        "fix",
        "Fix lint 2",
        "Apply suggestions from code review",
        "merge",
        "Merge branch 'main' into lock",
        "address feedback",
    ],
)
def test_idle_titles_of_a_squashed_branch_are_left_out(title: str) -> None:
    read = read_message(f"Lock environments (#12)\n\n* Lock environments\n\n* {title}\n\n* Keep hashes\n\n---------")

    assert read.body == "* Keep hashes"


def test_short_titles_that_name_a_thing_are_kept() -> None:
    read = read_message("Lock environments\n\n* Drop npm\n\n* Fix deadlock\n\n* Update SQLAlchemy")

    assert read.body == "* Drop npm\n\n* Fix deadlock\n\n* Update SQLAlchemy"


def test_a_plain_list_and_plain_paragraphs_stay_as_they_were_written() -> None:
    body = "Why: two writers raced.\n\n- fix\n- update\n\nThe lock is per file now."

    assert read_message(f"Lock per file\n\n{body}").body == body
