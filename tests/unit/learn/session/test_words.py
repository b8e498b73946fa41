"""What a person's sentence is: a rule of working, a wish about the product, a task, a question, a word of thanks."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from standfast.learn.session import markers
from standfast.learn.session.agreed import takes_up
from standfast.learn.session.belief.grouping import Voice, groups_of
from standfast.learn.session.signs.told import find_order
from standfast.learn.session.words.orders import find_order_in
from standfast.learn.session.words.own_words import own_words
from standfast.learn.session.words.sentences import sentences
from standfast.learn.session.words.spoken import ORDER, content_words, find_spoken
from standfast.learn.session.words.subject import subject_of
from standfast.learn.session.words.withdrawn import find_withdrawal
from standfast.learn.session.words.worth import FLOOR, worth_of


@pytest.mark.parametrize(
    "prompt",
    [
        "never commit straight to the release branch",
        "don't reformat files you were not asked to change",
        "why did you delete the fixtures folder?",
        "you should run the linter before committing",
        "we use tabs in the firmware folder",
        "I asked you to write a plan, not to start coding it",
        "please be careful not to flood the context window with logs",
        "can you avoid opening a browser when running the suite",
        "push the branch and never rewrite history on a shared one",
        "we are using poetry",
        "use poetry instead of conda",
        "do not push until I tell you to",
        "I strongly prefer short docstrings",
        "all the test files should start with a number",
        "never ever use goto in zig code",
        "quit importing moment",
        "we don't patch the vendored sources",
        "whenever you add a flag it goes into the manual, too",
        "why on earth do you keep renaming fixtures?",
    ],
)
def test_a_rule_of_working_is_heard(prompt: str) -> None:
    assert [item.text for item in find_spoken(prompt, answers=True)] == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "update the readme to mention the new flag",
        'the manual says "never call flush() by hand". is that so?',
        "can you still hear me?",
        "they never answered our mail, so skip it",
        "Build the exporter: always wait a second between calls, never send twice",
        "# Rules for /srv/app\n\n<RULES>\nalways use bun\n</RULES>",
        "<command-name>/audit</command-name>\nalways check the licence first",
        "don't forget to bump the version as well",
        "stop the worker and start it with --trace",
        "let's add a dark theme",
        "the modal should close when the user clicks outside",
        "if we wanted to support mobile, would we use the same router?",
        "no problem, thanks a lot",
        "it still doesn't work, I don't see the banner",
        "yes go ahead",
        "can you explain how the cache is filled?",
        "the spinner never disappears",
        "use it",
        "update AGENTS.md",
        "from now on, how do we find the newest log?",
        "use these figures to update the chapter on costs",
        "make sure to check src/app.py where the clock is set",
        "fix the header, don't touch the footer",
        "nope, still no colour in the header",
        "use the same button as on the start page",
        "you need to make it change to white",
        "don't stop until all of it is done",
        "Implement the plan as specified. Do NOT edit the plan file itself.",
        "System.AccessException: Role 'clerk' is not allowed to list orders.",
        "I want you to create a chart for each product",
        "add a test that checks the exit status",
        "use the parser to build a table of contents",
        "then make sure the tests pass",
        "but why do you think the cache shouldn't be cleared?",
        "what can we use here (a language server?)",
        "user edits made before the first prompt are never captured",
        "the queue is there because we still use streams",
        "we don't need the description at the top",
        "keep in mind that this export is called twice when you move it",
    ],
)
def test_tasks_wishes_questions_and_reports_are_not(prompt: str) -> None:
    assert find_spoken(prompt, answers=True) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "commit without running the tests",
        "push it without the tests for now",
        "merge the branch without the pre-commit hooks",
        "today, merge the branch without a squash",
        "merge this without waiting for CI, we are in a hurry",
        "commit and push it without the lock file",
        "release it without the changelog today",
        "deploy with no cache",
        "publish the package, no beta tag",
    ],
)
def test_a_passing_permission_is_no_rule(prompt: str) -> None:
    assert find_spoken(prompt, answers=True) == []


def test_what_limits_one_task_counts_only_where_it_comes_back() -> None:
    limit = "Do not change anything else on the page."
    assert find_spoken(limit, answers=True) == []
    assert [item.passing for item in find_spoken(limit, answers=True, passing=True)] == [True]


def test_words_that_come_back_letter_by_letter_were_pasted_and_confirm_nothing() -> None:
    def said(name: str, text: str, turn: str = "t") -> Voice:
        return Voice(f"{name}{len(text)}", text, name, datetime(2026, 3, 1, tzinfo=UTC), 3.0, turn=turn)

    pasted = ["Never list what was there before.", "Do not keep it as a diary."]
    again = [said(session, text) for session in ("a", "b") for text in pasted]
    assert groups_of(again) == []
    typed = [said("a", "never list the tills"), said("b", "please never list the tills")]
    assert [group.sessions for group in groups_of(typed)] == [2]


def test_only_what_was_typed_counts() -> None:
    pasted = "look:\n```\nnever do this\n```\n> never do that\nTraceback (most recent call last):\n"
    typed = own_words(f"<system-reminder>never say so</system-reminder>{pasted}fix the parser")
    assert typed.split() == ["look:", "fix", "the", "parser"]


def test_what_stands_indented_below_a_line_was_printed_unless_it_lists() -> None:
    pasted = "the check is wrong:\n  Status: not installed\n\tNever run twice.\n  - use bun\nalways show the path"
    assert own_words(pasted).split("\n") == ["the check is wrong:", "- use bun", "always show the path"]
    assert own_words("  never push to main\n  use bun") == "never push to main\nuse bun"


def test_messages_pasted_with_the_code_they_are_about_were_not_typed() -> None:
    pasted = "load(path) {\nDon't use the context across gaps.\n  close();\nnow look at the loader"
    assert own_words(pasted) == "now look at the loader"
    message = "Don't use the context of a widget after it was closed."
    assert own_words(f"{message}\nlib/one\n{message}\nlib/two").split() == ["lib/one", "lib/two"]


def test_what_other_agents_and_monitors_put_into_a_turn_was_not_typed() -> None:
    told = (
        '<teammate-message id="lead">take no tests</teammate-message><ci-monitor-event>never reply</ci-monitor-event>'
    )
    assert own_words(f"{told}\ngo on</user_query>") == "go on"


@pytest.mark.parametrize(
    "written",
    [
        "<turn_aborted>\nThe user stopped the turn. Always verify what ran.\n</turn_aborted>",
        "<skill>\n<name>planner</name>\n---\nname: planner\n---\nAlways ask for a date first.\n</skill>",
        '<plan kind="draft">\nnever skip a step\n</plan>',
        "Base directory for this skill: /skills/planner\n\n# Planner\n\nAlways ask for a date first.",
        "[Terminal build.4 completed notification]\nnever mind",
        "---\ndescription: plan a sprint\n---\nUse when somebody asks for a plan. Never guess dates.",
        "'User' is defined but never used",
        "Read the output file to retrieve the result: /tmp/tasks/1.output",
        "## User Input\n\n```text\n$ARGUMENTS\n```\n\nYou **MUST** consider the user input.\n\n## Outline\n1. read",
    ],
)
def test_what_a_client_or_a_command_wrote_was_not_typed(written: str) -> None:
    assert own_words(written) == ""


def test_of_a_command_the_words_behind_it_were_typed() -> None:
    sent = (
        "## User Input\n\n```text\nadd an export to CSV\n```\n\nYou **MUST** consider the user input.\n1. Never guess."
    )
    assert own_words(sent) == "add an export to CSV"


def test_letters_that_grow_when_lowered_do_not_shift_what_is_cut_out() -> None:
    assert own_words("İ" * 10 + "\n<log>out</log>\nNever use npm here.").split("\n")[-1] == "Never use npm here."


def test_a_tag_that_nothing_closes_hides_nothing() -> None:
    assert own_words("<id>\nnever use that name").split("\n")[-1] == "never use that name"
    assert own_words("<id>" * 5 + "\n<a>\n" * 20_000) is not None


def test_no_marker_is_defined_twice() -> None:
    names: list[str] = []
    path = Path(markers.__file__).with_name("en.json")
    json.loads(path.read_text("utf-8"), object_pairs_hook=lambda pairs: names.extend(name for name, _ in pairs))
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "prompt",
    [
        "does the importer support a mirror instead of the main host",
        "but before you code, which one should we take as the reference",
        "not really, maybe change the test so that you don't stop the server",
        "use the reviewer and the planner to plan the next steps of the build",
        "use the context from the changes on the branch and the docs",
        "I meant the other script in this repository",
        "the importer runs now, but you forgot a crucial step",
        "use the browser and test the upload",
        "use the @row value to compute the height of the table",
        "make sure to include the export of invoices",
        "@build/steps.yml sort the steps and use the newest version of each",
        "I don't want this program to merge by itself",
        "don't use a staging folder either",
        "great, make a note of that method",
        "remember to also look at the importer for reference",
        "avoid inventing our own.",
        "you need to read the @src/importer/rows.py to understand the format first",
        "make a rule or update an existing one to make sure you never do this again",
    ],
)
def test_questions_suggestions_and_tasks_without_their_usual_signs_are_not_rules(prompt: str) -> None:
    assert find_spoken(prompt, answers=True, passing=True) == []


def test_asking_for_the_instructions_to_be_read_at_the_start_corrects_nothing() -> None:
    assert find_spoken("load CLAUDE.md", answers=False) == []


def test_sentences_are_cut_as_they_were_typed() -> None:
    assert sentences("no, stop. use e.g. uv for that! ok?") == ["no, stop.", "use e.g. uv for that!", "ok?"]


@pytest.mark.parametrize(
    ("prompt", "order"),
    [
        ("Remember: releases are cut from trunk", "releases are cut from trunk"),
        ("please remember that we tag releases by hand", "we tag releases by hand"),
        ("read the notes of the last release and remember it", ""),
        ("check the parser, remember it is a short file", ""),
        ("remember that we've now looked at one folder of the three", ""),
        ("audit the pipeline and remember that the cache may be cold", ""),
        (
            "update the notes, remember to do this after each finished release",
            "update the notes, remember to do this after each finished release",
        ),
        ("From now on write commit messages in English", "From now on write commit messages in English"),
        ("we deploy with make ship. remember that", "we deploy with make ship. remember that"),
        ("do you remember where the config lives?", ""),
        ("the bot should remember the user's name", ""),
        ('the user types "remember that I like tea" and it answers', ""),
        ("remember this is only a mock for now", ""),
        ("add a rule for what I wrote in my last message", ""),
        ("remember to keep going until it works", ""),
        ("hey, can you remember that the export runs at night?", "the export runs at night"),
        ("one thing to keep in mind: ids are never reused", "ids are never reused"),
        ("let's make it a habit to lint before each commit", "lint before each commit"),
        ("remember our runners have no network", "our runners have no network"),
        ("fix the parser and from now on never mock the clock", "from now on never mock the clock"),
        ("for future reference: the nightly job needs the big runner", "the nightly job needs the big runner"),
        ("starting today we write the notes in English", "starting today we write the notes in English"),
        ("the cache should remember the last ten queries", ""),
        ("remember to rename the column in the loader", ""),
        ("add a 'remember my choice' box to the form", ""),
        ("the banner has to read: remember to verify your mail", ""),
        ("put this line into the guide:\nFrom now on all hooks are async", ""),
        ("[9:14] Ines: from now on we freeze on Thursdays\nsummarize this", ""),
        ("the vendor said that from now on keys expire after a year", ""),
        ("from now on the sidebar should fold on small screens", ""),
        ("so per the charter, services must from now on log in JSON. where is that set?", ""),
        ("User: remember that we use bun\nAssistant: noted", ""),
    ],
)
def test_an_order_to_remember_is_the_persons_own_and_complete(prompt: str, order: str) -> None:
    assert find_order(prompt) == order


def test_forms_of_a_word_are_one_word() -> None:
    assert content_words("naming names") == content_words("name")


def test_a_later_value_at_the_same_address_succeeds() -> None:
    first = subject_of("when naming attributes, always end the name with '_i'")
    later = subject_of("From now on all attribute names end with '_t'")
    assert later.succeeds(first)
    assert not subject_of("variable names end with '_t'").succeeds(first)
    assert not subject_of("attribute names always end with '_i'").succeeds(first)


def test_the_same_value_of_another_thing_is_not_the_same_said_again() -> None:
    rule = "From now on, start your module names with 'x_'."
    other = "I'd like you to start column names with 'x_'."
    assert not subject_of(other).agrees(subject_of(rule))
    assert subject_of("Please start all module names with 'x_'").agrees(subject_of(rule))
    said = [
        Voice(text, text, session, datetime(2026, 3, 1, tzinfo=UTC), 3.0)
        for session, text in zip("ab", (rule, other), strict=True)
    ]
    assert [group.sessions for group in groups_of(said)] == [1, 1]


def test_a_part_of_a_sentence_is_replaced_by_a_part_of_a_later_one() -> None:
    first = subject_of("Always start column names with 'j_' and keep a single digit in module names.")
    later = subject_of("Besides, and this is another matter than last week, start all column names with 'r_'.")
    assert later.replaces(first)
    assert not later.succeeds(first)
    assert not subject_of("Besides, start all table names with 'r_'.").replaces(first)


def test_a_later_sentence_replaces_what_is_said_of_the_same_thing_in_other_words() -> None:
    first = subject_of("Always start your module names with 'm_' going forward")
    assert subject_of("One more thing, when naming modules, start the name with 'x_' as a prefix").replaces(first)
    assert not subject_of("Please start your column names with 'c_'").replaces(first)
    assert not subject_of("module names start with 'm_' as a prefix").replaces(first)


def test_neither_a_purpose_in_front_nor_beginning_to_do_something_is_what_a_rule_is_about() -> None:
    wanted = subject_of("to maintain the order of our tables, I want you to start ending view names with '_v'")
    assert wanted.words == subject_of("end view names with '_w'").words


def test_an_apostrophe_opens_no_quotation() -> None:
    wanted = subject_of("I'd like you to start table names with 't_'")
    assert wanted.values == {"t_"}
    assert wanted.words == subject_of("start table names with 'c_'").words


def test_reading_a_huge_prompt_stays_quick() -> None:
    assert find_spoken("never " * 200_000, answers=True) == []
    assert own_words("<context " * 50_000) is not None


@pytest.mark.parametrize(
    "prompt",
    [
        "don't let me down on this release, please",
        "@.cursor/rules/forms.mdc Let's make a new date picker",
        "the totals row should always be shown below the last product",
        "Do not change the header.",
    ],
)
def test_pleas_tasks_and_wishes_about_the_product_are_not_heard_as_rules(prompt: str) -> None:
    assert find_spoken(prompt, answers=True) == []


def test_what_is_to_be_remembered_is_kept_without_the_praise_before_it() -> None:
    assert (
        find_order("Looks good. Remember that the core tests need a build first.")
        == "the core tests need a build first."
    )
    assert find_order("The staging database is read-only, remember that!").startswith("The staging database")


def test_what_is_to_be_done_at_the_end_of_the_task_is_not_remembered() -> None:
    assert find_order("Remember to close the server when you're done with the screenshots") == ""
    assert find_order("Remember to run the linter whenever you are done with a change") != ""


def test_a_turn_written_like_a_document_says_nothing_of_its_own() -> None:
    advice = "\n".join(f"{number}. **Step {number}**: always check the result of step {number}" for number in range(9))
    assert find_spoken(advice, answers=True) == []
    assert find_order(f"Remember to keep the order of these steps.\n{advice}") == ""
    assert find_spoken("never push to the release branch", answers=True) != []


LIST = """
- it finds the unused imports that reviewers had to point out by hand so far
- it formats the whole tree in the same way as the pipeline does later on
- it checks the spelling of names in the documentation of every package
- it takes two seconds and nobody waits for it"""


def test_an_order_above_a_list_is_kept() -> None:
    order = "From now on always run `make lint` before you commit anything here."
    assert find_order(order + LIST) == order
    assert [item.text for item in find_spoken(order + LIST, answers=True)] == [order]


def test_an_order_that_announces_a_list_is_kept_with_the_list() -> None:
    prompt = "Remember these rules for the linter of this repository from now on:" + LIST
    assert find_order(prompt) == " ".join(prompt.split())
    assert [item.text for item in find_spoken(prompt, answers=True)] == [" ".join(prompt.split())]
    assert find_order(prompt + LIST + LIST) == ""
    assert find_spoken(prompt + LIST + LIST, answers=True) == []
    assert find_spoken("These are the steps of the linter:" + LIST, answers=True) == []


def test_an_order_inside_a_list_is_a_part_of_the_document() -> None:
    assert find_order("This is the plan" + LIST + "\n- from now on always run `make lint` on each commit") == ""
    assert find_order("- from now on always run `make lint` on each commit of yours" + LIST) == ""


@pytest.mark.parametrize(
    "words",
    [
        "OK why did you delete my file?",
        "okay no",
        "Continue? No.",
        "Sure? I think that is dangerous",
        "Right now nothing is shown.",
        "Correct the typo in the README title.",
        "Right-align the header",
        "Fine-tune the model on the new set",
        "Good question. What about sqlite?",
        "OK. But that drops the index.",
        "Good. Why did you drop the table?",
    ],
)
def test_an_objection_a_question_or_a_new_task_is_no_consent(words: str) -> None:
    assert not takes_up(words)


@pytest.mark.parametrize(
    "words",
    [
        "yes",
        "Sure",
        "yes use sqlite",
        "Great, thanks!",
        "Good idea.",
        "Right, let's do that.",
        "great now add the tests",
        "fine by me",
        "OK - let's use uv",
        "That fixed it. No more timeouts.",
        "Perfect! Now add the tests.",
    ],
)
def test_consent_is_heard_in_the_words_people_use(words: str) -> None:
    assert takes_up(words)


@pytest.mark.parametrize(
    "prompt",
    ["from now on run the suite (all of it) before a push", "let me know first: never push without asking"],
)
def test_words_that_begin_like_code_are_a_persons_own(prompt: str) -> None:
    assert own_words(prompt) == prompt


@pytest.mark.parametrize("line", ["from os import (path,", "let total = add(1)", "const { name } = props"])
def test_pasted_code_is_not(line: str) -> None:
    assert own_words(line) == ""


def test_a_rule_that_says_prefix_and_one_that_says_start_are_about_the_same() -> None:
    older = subject_of("We prefix all variable names with 'm_'.")
    later = subject_of("Always start variable names with 'n_' to indicate that they are new.")
    assert later.replaces(older)
    assert not later.replaces(subject_of("We end all variable names with '_m'."))


@pytest.mark.parametrize(
    "prompt",
    [
        "No, don't use sleep() in the client package, use the clock of the test instead.",
        "That's wrong: tests go in data/samples.toml, not in the module",
        "stop writing helpers that repeat the library",
        "we never call exit() in shared modules",
    ],
)
def test_an_objection_a_relative_clause_or_a_call_does_not_hide_a_rule(prompt: str) -> None:
    (spoken,) = find_spoken(prompt, answers=True)
    assert spoken.text == prompt
    assert worth_of(prompt, len(prompt)) >= FLOOR


@pytest.mark.parametrize("prompt", ["no, don't do that", "that's wrong, try again", "stop doing that now"])
def test_an_objection_that_only_points_is_still_left_out(prompt: str) -> None:
    assert find_spoken(prompt, answers=True) == []


def test_what_was_typed_into_the_memory_of_a_client_is_asked_to_be_remembered() -> None:
    prompt = "<user-memory-input> Never edit the lock file by hand </user-memory-input>"
    assert find_order(prompt) == "Never edit the lock file by hand"
    assert [item.weight for item in find_spoken(prompt, answers=True)] == [ORDER]


def test_a_line_typed_behind_the_sign_of_a_clients_memory_is_asked_to_be_remembered() -> None:
    assert find_order("#never edit the lock file by hand") == "never edit the lock file by hand"
    assert find_order("# Use of the lock file") == ""


@pytest.mark.parametrize("below", ["ports: [8080]\n\nwhich rule complains about this comment?", "\nwho wrote this?"])
def test_a_comment_pasted_above_a_question_is_no_order(below: str) -> None:
    assert find_order(f"# Never expose the admin port in staging\n{below}") == ""


def test_what_a_program_advises_below_a_command_was_not_typed() -> None:
    advice = "This is not the compiler you look for\nUse npm install to avoid running what is not installed"
    assert own_words(f"shop on main ❯ npx tsc\n{advice}\n\nnever use npx here") == "never use npx here"


def test_a_condition_belongs_to_what_a_rule_is_about() -> None:
    voices = [
        Voice(text, text, session, datetime(2026, 3, 1, tzinfo=UTC), 3.0)
        for session, text in zip(
            "ab",
            (
                "from now on, start table names with 'x_'",
                "when naming views, I'd like you to start the names with 'x_'",
            ),
            strict=True,
        )
    ]
    assert [group.sessions for group in groups_of(voices)] == [1, 1]


def test_a_line_break_typed_in_a_terminal_is_none_of_the_words() -> None:
    assert own_words("never push to main\\\nrun the tests first \\") == "never push to main\nrun the tests first"


def test_an_order_that_only_announces_something_is_not_remembered_without_it() -> None:
    schema = "\n".join(f"table {number} with many columns of many kinds" for number in range(12))
    assert find_order(f"Remember, we need tables like:\n{schema}") == ""


def test_two_rules_in_one_turn_are_two() -> None:
    both = "I told you we use uv, not pip. And stop adding comments."
    assert [item.text for item in find_spoken(both, answers=True)] == [
        "I told you we use uv, not pip.",
        "And stop adding comments.",
    ]


@pytest.mark.parametrize(
    ("clean", "again"),
    [
        ("stop adding comments", "And stop adding comments."),
        ("Also we use uv here, not pip. Don't run pip install.", "I told you we use uv, not pip."),
        ("never edit the lock file by hand", "I've already told you: never edit the lock file by hand!"),
    ],
)
def test_what_is_said_again_stands_behind_the_first_words_and_does_not_replace_them(clean: str, again: str) -> None:
    voices = [
        Voice(text, text, session, datetime(2026, 3, day, tzinfo=UTC), 3.0)
        for day, session, text in ((1, "a", clean), (2, "b", again))
    ]
    (group,) = groups_of(voices)
    assert (group.best.text, group.sessions) == (clean, 2)


def test_a_reminder_of_another_thing_is_no_repetition() -> None:
    voices = [
        Voice(text, text, session, datetime(2026, 3, 1, tzinfo=UTC), 3.0)
        for session, text in (("a", "never edit the lock file by hand"), ("b", "I told you to use the staging key"))
    ]
    assert [group.sessions for group in groups_of(voices)] == [1, 1]


@pytest.mark.parametrize(
    ("prompt", "about", "rest"),
    [
        ("Forget that.", "", ""),
        ("Forget that, releases happen any day", "", "releases happen any day"),
        ("ok, forget what I just told you about releases. Ship any day.", "releases", "Ship any day."),
        ("never mind that rule please", "", ""),
        ("delete that memory", "", ""),
        ("actually, don't remember that", "", ""),
        ("forget that releases happen on Tuesdays", "releases happen on Tuesdays", ""),
    ],
)
def test_what_a_person_takes_back_is_named_apart_from_what_they_say_besides(prompt: str, about: str, rest: str) -> None:
    found = find_withdrawal(prompt)
    assert found is not None
    assert (found.about, found.rest) == (about, rest)
    assert markers.may_have("withdraw", prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "don't forget that releases happen on Tuesdays",
        "you forgot that again",
        "never mind",
        "can you forget that?",
        "> forget that",
        "```\nforget that\n```",
        "Bob wrote: forget that",
        'the button says "forget that"',
        "remove that rule from the linter",
        "<system-reminder>forget that</system-reminder>",
    ],
)
def test_what_takes_nothing_back_is_not_heard_so(prompt: str) -> None:
    assert find_withdrawal(prompt) is None


@pytest.mark.parametrize(
    ("prompt", "claim"),
    [
        ("remember that deploys happen at 10:30 on Mondays", "deploys happen at 10:30 on Mondays"),
        (
            "remember that payments go through https://pay.example.com/v2",
            "payments go through https://pay.example.com/v2",
        ),
        ("remember that we have two modes: dev and prod", "we have two modes: dev and prod"),
        ("remember for all my projects: never use tabs", "never use tabs"),
        ("Remember this rule for the future: always squash", "always squash"),
        ("Remember: use pnpm", "use pnpm"),
    ],
)
def test_an_order_is_kept_whole_and_only_what_announces_it_is_left_out(prompt: str, claim: str) -> None:
    order = find_order_in(prompt)
    assert order is not None
    assert order.claim == claim


def test_a_sentence_in_a_language_without_markers_is_no_rule_and_one_with_a_foreign_name_is() -> None:
    assert find_spoken("faça commit no ramo que já está pronto", answers=True) == []
    assert find_spoken("never rename the Müller module", answers=True) != []
