"""What is read of a commit's message: each thing once, and of a squashed branch what tells something."""

from __future__ import annotations

import pytest

from standfast.learn.message import paragraphs, read_message, without_squashed


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


def test_what_a_program_wrote_about_a_request_and_what_git_wrote_below_is_not_what_was_said() -> None:
    bot = (
        "<!-- This is an auto-generated comment: notes by a bot\n-->\n## Summary\n\nIt is faster.\n"
        "<!-- end of auto-generated comment: notes by a bot -->"
    )
    edited = "# Please enter the commit message for your changes. Lines starting\n# with '#' will be ignored."
    assert read_message(f"Lock once\n\nTwo locks cost too much.\n\n{bot}").body == "Two locks cost too much."
    read = read_message(f"Lock once\n\nTwo locks cost too much.\n {edited}\n\nOne is enough.")
    assert read.body == "Two locks cost too much.\n\nOne is enough."


def test_a_title_has_no_mark_of_a_list() -> None:
    assert read_message("* Lock once\n\nTwo locks cost too much.").subject == "Lock once"


def test_what_a_squashed_branch_says_of_its_steps_is_not_said_of_the_whole() -> None:
    steps = (
        "* Lock environments before they are installed so\nthat none is read twice\n\n* Keep hashes\n\nThey are short."
    )
    assert without_squashed(f"Reading took a minute.\n\n{steps}") == "Reading took a minute."


def test_the_items_of_a_list_are_no_titles_of_a_squashed_branch() -> None:
    items = "* Drops the limit, and hardens cycles\nfor both readers\n* Support lazy schemas"
    body = f"{items}\n\n## Notes\n\n* **Fixes**\n* One"
    assert without_squashed(body) == body
    assert paragraphs(body)[:2] == ["Drops the limit, and hardens cycles for both readers", "Support lazy schemas"]


def test_a_heading_and_an_empty_item_are_no_part_of_a_sentence() -> None:
    assert paragraphs("## Summary\nOne name everywhere.\n*\n# Note\n") == ["One name everywhere."]
