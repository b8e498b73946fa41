"""What commit messages teach, in their own words."""

from __future__ import annotations

import pytest

from standfast.code.history import Commit
from standfast.learn.episodes import is_robot, read_episode
from standfast.learn.message import read_message, sentences
from standfast.learn.proposals import Proposal, choose, from_sign
from standfast.learn.signs import Sign, named_commits, read_sign
from standfast.learn.telling import explains, is_trivial, tell
from standfast.model.value import replace
from tests.property.growth import MOST, growth


def commit(message: str, *files: str, author: str = "Ana", parents: tuple[str, ...] = ("b" * 40,)) -> Commit:
    return Commit(
        "a" * 40, parents, 1_700_000_000, 1_700_000_100, author, "ana@example.org", message, files or ("a.py",)
    )


def sign(message: str) -> Sign | None:
    return read_sign(commit(message), read_message(message), ("a.py",))


REVERT = (
    'Revert "Cache the rates"\n\nThis reverts commit 1234567890abcdef1234567890abcdef12345678.\n\n'
    "The cache kept yesterday's rates and refunds were wrong by noon.\n\nSigned-off-by: Ana <ana@example.org>\n"
)


def test_a_revert_with_its_reason_is_an_attempt() -> None:
    found = sign(REVERT)
    assert found is not None
    assert (found.reason, found.kind) == ("revert", "attempt")
    assert (found.title, found.text) == ("Cache the rates", "Cache the rates")
    assert found.why == "The cache kept yesterday's rates and refunds were wrong by noon."
    assert found.others == ("1234567890abcdef1234567890abcdef12345678",)


def test_a_revert_without_a_reason_teaches_nothing() -> None:
    assert sign('Revert "Cache the rates"\n\nThis reverts commit 1234567890abcdef1234567890abcdef12345678.\n') is None


@pytest.mark.parametrize(
    "line",
    [
        'Fixes: 1234567 ("Cache the rates")',
        "Fixes a regression introduced in 1234567.",
        "Follow-up for 1234567.",
        "This was broken by commit 1234567.",
    ],
)
def test_a_fix_that_names_what_it_repairs_is_a_gotcha(line: str) -> None:
    found = sign(
        f"Key the cache by currency\n\nEntries must never be shared, two currencies took the first one's.\n\n{line}\n"
    )
    assert found is not None
    assert (found.reason, found.kind, found.others) == ("repair", "gotcha", ("1234567",))
    assert found.text.startswith("Entries must never be shared, two currencies took the first one's.")


WHY = "Polling cost too much CPU, because every worker asked once a second."


@pytest.mark.parametrize(
    ("message", "text", "why"),
    [
        (f"perf(jobs): use a queue instead of polling (#12)\n\n{WHY}", "Use a queue instead of polling", WHY),
        (f"Lock\n\nWe decided to key locks by payment and not by user.\n\n{WHY}",
         "We decided to key locks by payment and not by user.", WHY),
    ],
)  # fmt: skip
def test_a_choice_with_its_reason_is_a_decision(message: str, text: str, why: str) -> None:
    found = sign(message)
    assert found is not None
    assert (found.reason, found.kind, found.text, found.why) == ("choice", "decision", text, why)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("feat: new api\n\nBREAKING CHANGE: The function `open` needs a path now and opens nothing by itself.\n",
         "The function `open` needs a path now and opens nothing by itself."),
        ("feat(api)!: drop the old reader\n\nNobody has used the old reader since the second release of spring.",
         "Drop the old reader"),
    ],
)  # fmt: skip
def test_a_break_is_a_decision(message: str, text: str) -> None:
    found = sign(message)
    assert found is not None
    assert (found.reason, found.kind, found.text) == ("breaking", "decision", text)


@pytest.mark.parametrize(
    "message",
    [
        "Add a test",
        "Fix typo",
        "Use x instead of y\n\nSee above.",
        "Use x instead of y\n\n* use z instead of w so that tests pass",
        f"Fix the queue instead of the poller\n\n{WHY}",
        f"Add a worker\n\n{WHY}\n\nThis brings back what was lost when commit 1234567 was reverted.",
        "Rename x to y\n\nNo change otherwise intended here.",
    ],
)
def test_plain_commits_teach_nothing(message: str) -> None:
    assert sign(message) is None


def test_a_ban_with_its_reason_is_a_decision() -> None:
    why = "Some shops have no clock, because their tills are older than the standard."
    found = sign(f"Don't rely on the clock of the till (#7)\n\n{why}\n")
    assert found is not None
    assert (found.kind, found.text, found.why) == ("decision", "Don't rely on the clock of the till", why)


@pytest.mark.parametrize(
    "message",
    [
        "Only print whole prices\n\nThis is due to a division that rounds down what the till has to say.",
        "Set a default name instead of none\n\nTests cannot be added, due to the tills that we have no access to.",
        "feat: offer to open the till instead of saying how\n\nShops ask for it, because its manual is long.",
        "Use a list of names to find the till\n\nThe list of the tills is looked at, since there are many of them.",
        "Return whole prices instead of text\n\nIntroduce a macro for the till so that it has numbers of its own.",
        "Avoid a race in the till\n\nThe till ends with a TillError, because two of them open the same drawer.",
    ],
)
def test_what_was_done_or_went_wrong_is_no_reason_to_ask_a_person_about(message: str) -> None:
    assert sign(message) is None


@pytest.mark.parametrize(
    "reason",
    [
        "We are not sure what to do with it, so that it has to wait.",
        "Somehow the wrong code was committed here last night.",
        "See the notes in #1946 for why it was reverted and what it takes to do this again.",
        "Remove the logic from the till that wrapped every date of a receipt in brackets.",
    ],
)
def test_a_revert_that_does_not_know_why_teaches_nothing(reason: str) -> None:
    body = "This reverts commit 1234567890abcdef1234567890abcdef12345678."
    assert sign(f'Revert "Cache the rates"\n\n{body}\n\n{reason}\n') is None


def test_a_choice_about_pages_and_tests_alone_is_not_proposed() -> None:
    found = sign(f"Use a queue instead of polling\n\n{WHY}")
    assert found is not None
    assert from_sign(found, {"a.py"}) is not None
    assert (
        from_sign(
            replace(found, files=("docs/queue.md", "tests/test_queue.py")), {"docs/queue.md", "tests/test_queue.py"}
        )
        is None
    )


def test_every_sentence_of_a_sign_stands_in_its_message() -> None:
    for message in (REVERT, "Use locks instead of luck\n\nTwo refunds raced in March, because one user paid\ntwice.\n"):
        found = sign(message)
        assert found is not None
        flat = " ".join(message.split())
        assert all(sentence in flat for sentence in (*sentences(found.text), *sentences(found.why)))


def test_a_number_that_is_no_commit_is_not_named() -> None:
    assert named_commits(read_message("Fix it\n\nFixes: #1234\nSee since 2024.")) == ()


@pytest.mark.parametrize(
    "odd",
    [
        commit("Bump lodash from 1 to 2", author="dependabot[bot]"),
        commit("Update translations", author="Weblate"),
        commit("wip"),
        commit(""),
        commit("fixup! Cache the rates"),
        commit("Merge branch 'main' of example.org/shop", parents=("b" * 40, "c" * 40)),
        commit("...!!! 12345"),
        commit("Remember how locks are keyed", ".standfast/decisions/a.md", ".standfast/index.json"),
    ],
)
def test_machines_and_empty_words_are_no_episode(odd: Commit) -> None:
    assert read_episode(odd) is None


def test_a_merge_with_words_is_an_episode_of_those_words() -> None:
    found = read_episode(
        commit("Merge pull request #12 from ana/cache\n\nCache the rates per currency", parents=("b", "c"))
    )
    assert found is not None
    assert found.text == "Cache the rates per currency"


def test_an_episode_leaves_trailers_out_and_is_bounded() -> None:
    found = read_episode(commit("Cache rates\n\nOne per currency.\n\nSigned-off-by: Ana <a@b.c>\nChange-Id: I123\n"))
    assert found is not None
    assert (found.title, found.text) == ("Cache rates", "One per currency.")
    long = read_episode(commit("Cache rates\n\n" + "word \n" * 50_000, *(f"f{n}.py" for n in range(500))))
    assert long is not None
    assert len(long.text) < 7_000
    assert len(long.files) <= 24


def test_proposals_are_few_and_mixed() -> None:
    def one(number: int, item: str, weight: float) -> Proposal:
        return Proposal(
            item, f"{number:040x}", 1_700_000_000 + number, "decision", "t", f"x{number}", "", (), (), weight
        )

    many = [one(number, "breaking", 3.0) for number in range(300)] + [one(999, "revert", 2.0)]
    chosen = choose(many, 40)
    assert len(chosen) == 40
    assert any(item.item == "revert" for item in chosen)


@pytest.mark.parametrize(
    ("message", "explained"),
    [
        ("Rename the lock helper", False),
        ("Rename the lock helper\n\nShorter.", False),
        ("Use a queue instead of polling", True),
        ("Rename the lock helper\n\nTwo modules had the same name, because both were copied from payments.", True),
    ],
)
def test_a_message_explains_when_it_gives_a_reason_and_not_by_being_there(message: str, explained: bool) -> None:
    assert explains(read_message(message)) is explained


@pytest.mark.parametrize(
    "subject",
    ["Code cleanups", "Fix compile warning", "Update to Ledger 1.8.0", "Migrate to Spotless (#4025)", "Use import."],
)
def test_housekeeping_is_nothing_to_tell(subject: str) -> None:
    assert is_trivial(subject)
    assert not is_trivial("Update the ledger before the stock, because a refund may come in between")


@pytest.mark.parametrize(
    "item",
    [
        "Silence the type checker with type: ignore to avoid mypy errors on old versions",
        "Run black over the queue, because it was formatted by hand",
    ],
)
def test_an_item_about_lint_or_format_is_never_the_reason_of_a_commit(item: str) -> None:
    reason = "The queue replaces the poll loop because two refunds raced in March"
    told = tell("Queue refunds (#12)", f"* Queue refunds\n* {item}\n* Tests", 300)
    assert (told.word, told.claim, told.reason) == ("change", "Queue refunds (#12)", "")
    assert tell("Queue refunds (#12)", f"* {reason}\n* {item}", 300).reason == reason


def test_a_reason_that_repeats_the_claim_is_no_proposal() -> None:
    found = sign(REVERT)
    assert found is not None
    assert from_sign(found, {"a.py"}) is not None
    assert from_sign(replace(found, why='Revert: "cache the rates".'), {"a.py"}) is None
    cut_off = "Still, we saw gains of forty percent on every machine that we tried."
    assert from_sign(replace(found, why=cut_off), {"a.py"}) is None
    done = replace(
        found, title="refactor!: Remove old tools", why="Remove the deprecated functions of the last release."
    )
    assert from_sign(done, {"a.py"}) is None


def test_a_revert_of_a_revert_took_nothing_back() -> None:
    why = "The bank has answered within a second for twelve months, so that the cache can be used again."
    assert sign(f'Revert "Revert "Cache the rates""\n\n{why}') is None


def test_what_a_program_carried_along_is_not_what_was_said() -> None:
    lines = [
        "Copybara import of the project:",
        "",
        "--",
        f"{'c' * 40} by Ana <ana@example.org>:",
        "",
        "Key the cache by currency",
        "",
        "COPYBARA_INTEGRATE_REVIEW=https://example.org/pull/1",
        "Import-RevId: 764853016",
    ]
    said = read_message("\n".join(lines))
    assert (said.subject, said.body) == ("Key the cache by currency", "")


def test_a_drawn_table_is_no_sentence_of_a_message() -> None:
    body = "Reads are faster now.\n┃ T1 ┃ T2 ┃\n├────┼────┤\nThe old way read twice."
    assert sentences(body) == ["Reads are faster now.", "The old way read twice."]


BLOOM = (
    "indexmap: use a bloom filter to speed up the check for unknown blobs\n\nThe filters are embedded in the entries. "
    "In principle it would be possible to add a single large bloom filter instead of embedding them in the entries. "
    "However, this would be slow because every lookup has to touch another page of memory.\n"
)


@pytest.mark.parametrize("most", [200, 400, 2_000])
def test_an_alternative_that_was_not_taken_is_never_told_without_why_not(most: int) -> None:
    told = tell(*BLOOM.split("\n\n"), most).reason
    assert ("In principle" in told) == ("However" in told)
    assert "In principle" in tell(*BLOOM.split("\n\n"), 2_000).reason
    assert "In principle" not in tell(*BLOOM.replace("However, t", "T").split("\n\n"), 2_000).reason


def test_what_answers_a_sentence_is_not_told_without_it() -> None:
    body = "You are just fooling the remote about the scheme. However, it offers an oracle, because headers show up."
    told = tell("Ignore the scheme headers in trailers", body, 400).reason
    assert told.startswith("You are just fooling") or "However" not in told
    assert not tell("Ignore the scheme headers", "However, it offers an oracle, because headers show up.", 400).reason


STALLED = "The loop would be stalled for half a second because the socket is not referenced."
WRONG = "The cache kept the rates of yesterday and refunds were wrong."
COMMIT = "This reverts commit 1234567890abcdef1234567890abcdef12345678."


@pytest.mark.parametrize(
    ("message", "claim"),
    [
        (f"fix: revert idle checks to setTimeout(0) (#56)\n\n{STALLED}", "Revert idle checks to setTimeout(0)"),
        (f"Drop the cache\n\n{COMMIT}\n\n{WRONG}", "Drop the cache"),
    ],
)
def test_what_was_done_is_not_proposed_as_what_was_tried(message: str, claim: str) -> None:
    found = sign(message)
    assert found is not None
    assert (found.kind, found.text) == ("decision", claim)


def test_what_a_template_puts_into_a_message_is_not_what_was_said() -> None:
    said = read_message(
        "Add riscv64 (#33)\n\n<!-- Thank you for the request!\nOpen an issue first. -->\n\nThe runner is slow.\n\n"
        "## Checks\n\n- [x] I am happy for others to push to it\n- [ ] I looked for others like it\n\nSame thing.\n"
    )
    assert (said.subject, said.body) == ("Add riscv64 (#33)", "The runner is slow.\n\nSame thing.")


def test_a_comment_that_never_ends_and_a_heading_with_words_below_it_are_kept() -> None:
    said = read_message("Add it\n\n## Why\n\nIt is slow. <!-- so\n\n## Left open\n\nSpeed.\n")
    assert said.body == "## Why\n\nIt is slow. <!-- so\n\n## Left open\n\nSpeed."


@pytest.mark.parametrize("unit", ["<!-- ", "## a\n\n", "- [ ] a\n", "\n \n", "<!-- a --> "])
def test_twice_the_message_of_a_template_costs_about_twice(unit: str) -> None:
    assert growth(lambda text: read_message(f"Add\n\n{text}"), unit) <= MOST


@pytest.mark.parametrize(
    "filler",
    [
        "What changes are made here, and is it needed because of a bug?",
        "What changes are made? see the notes, because they are long",
        "until we can do that right) because the parser is slow.",
        "The parser is slow (because of the lock.",
        "This diff is big and it mostly doesn't matter because it's testing code which you can ignore!",
        "To see why it is so: https://example.com/discussions/7",
    ],
)
def test_what_is_no_whole_sentence_about_the_change_is_not_told(filler: str) -> None:
    told = tell("Read schemas once", f"{filler}\n\nSchemas are read once because reading locks the file.", 400)
    assert told.reason == "Schemas are read once because reading locks the file."
    assert tell("Read schemas once (#7)", filler, 400).word == "change"


def test_brackets_in_code_and_marks_of_items_leave_a_sentence_whole() -> None:
    for said in ("Use `f(` instead of `g`, to avoid a call.", "It is kept because a) two are slow b) one is not :)"):
        assert tell("Read schemas once", said, 400).reason == said


@pytest.mark.parametrize("subject", ["docs: fix simple typo, viewier", "Replace phrase 'the the' in two places"])
def test_a_corrected_word_is_no_choice(subject: str) -> None:
    assert tell(subject, "It should read `viewer` rather than `viewier` in the list of views.", 400).weight < 0
    assert tell(subject, "The wrong key was never found, because it was misspelt in the table.", 400).weight >= 0


@pytest.mark.parametrize("name", ["Lit Robot", "shop-bot", "Release Bot", "AI assistant of Ana", "dependabot[bot]"])
def test_a_name_that_says_it_is_a_program_is_no_persons(name: str) -> None:
    assert is_robot(name, "a@b.example")


@pytest.mark.parametrize("name", ["Tom Abbot", "Talbot", "Robota Nowak", "Ana"])
def test_a_name_that_only_ends_like_one_is_a_persons(name: str) -> None:
    assert not is_robot(name, "a@b.example")
