"""What moves a memory up or down, each seen alone through a real store."""

from datetime import timedelta

import pytest

from standfast.model.kind import Kind
from standfast.model.memory import Link
from standfast.model.operation import Act
from standfast.model.trust import Standing
from standfast.recall.rank import context, with_standing
from standfast.recall.words import together
from tests.unit.recall.notes import NOW, Notes


def test_a_short_turn_is_found_by_what_was_said_before_it(notes: Notes) -> None:
    for number in range(12):
        notes.say(f"Shall we order lunch number {number}?", kind=Kind.EPISODE, session=f"other{number}")
        notes.say(f"Yes, please do so, thanks {number}.", kind=Kind.EPISODE, session=f"other{number}")
    notes.say("Shall we move the billing worker to Kubernetes?", kind=Kind.EPISODE, session="talk")
    notes.say("Yes, on Monday.", kind=Kind.EPISODE, session="talk")
    assert set(notes.found("billing worker kubernetes")[:2]) == {
        "Shall we move the billing worker to Kubernetes?",
        "Yes, on Monday.",
    }


def test_turns_of_another_session_lend_nothing(notes: Notes) -> None:
    notes.say("Shall we move the billing worker to Kubernetes?", kind=Kind.EPISODE, session="one")
    notes.say("Yes, on Monday.", kind=Kind.EPISODE, session="two")
    scores = {hit.document.session: hit.scores for hit in notes.ask("billing worker kubernetes").hits}
    assert scores.get("two", {"context": 0.0})["context"] == 0.0


def test_of_two_turns_alike_the_one_from_the_session_about_it_comes_first(notes: Notes) -> None:
    notes.say("We change the worker on Friday.", kind=Kind.EPISODE, session="other")
    notes.say("The billing worker moves to Kubernetes.", kind=Kind.EPISODE, session="talk")
    for number in range(6):
        notes.say(f"Lunch number {number} has soup.", kind=Kind.EPISODE, session="talk")
    notes.say("We change the worker on Monday.", kind=Kind.EPISODE, session="talk")
    hits = {notes.said[hit.document.memory]: hit.scores for hit in notes.ask("billing worker kubernetes").hits}
    best, from_it, other = (text for text in hits if "worker" in text)
    assert (from_it[-7:], other[-7:]) == ("Monday.", "Friday.")
    assert hits[from_it]["session"] > 0
    assert "session" not in hits[best] | hits[other]


def test_a_standing_order_comes_before_talk_that_shares_as_much_with_a_question(notes: Notes) -> None:
    notes.say("Tell me the cost of the travel to Rome.", kind=Kind.EPISODE, session="talk")
    for number in range(6):
        notes.say(f"Lunch number {number} has soup.", kind=Kind.EPISODE, session="talk")
    notes.say("user: Always tell me the cost of a travel.", kind=Kind.EPISODE, session="talk")
    hits = {notes.said[hit.document.memory]: hit for hit in notes.ask("travel to Lyon next month").hits}
    first = hits["user: Always tell me the cost of a travel."]
    assert next(iter(hits.values())) is first
    assert first.scores["order"] > 0
    assert sum(first.scores.values()) == pytest.approx(first.score)


def test_what_was_said_before_counts_more_than_what_came_after() -> None:
    assert context([1.0], []) > context([], [1.0]) > context([], [0.0, 1.0]) > 0


def test_a_linked_memory_comes_along(notes: Notes) -> None:
    cause = notes.say("The queue lost messages on 3 March.", kind=Kind.EPISODE)
    notes.say("Consumers acknowledge after the write.", kind=Kind.DECISION, links=(Link("because-of", cause),))
    for number in range(30):
        notes.say(f"Menu {number} has soup.")
    hits = notes.ask("lost queue messages in march", embedder=None).hits
    assert [notes.said[hit.document.memory] for hit in hits][:2] == [
        "The queue lost messages on 3 March.",
        "Consumers acknowledge after the write.",
    ]
    assert hits[1].scores["link"] > 0


def test_of_two_changes_to_a_file_the_later_comes_first(notes: Notes) -> None:
    notes.say("Reworked the retry loop.", kind=Kind.EPISODE, anchors=("src/retry.py",), days_ago=200)
    notes.say("Rewrote the retry loop.", kind=Kind.EPISODE, anchors=("src/retry.py",), days_ago=2)
    assert notes.found("retry loop", files=("src/retry.py",))[0].startswith("Rewrote")


def test_a_memory_about_a_folder_is_found_for_a_file_in_it(notes: Notes) -> None:
    notes.say("Generated code, never edit by hand.", anchors=("src/api/gen",))
    for number in range(30):
        notes.say(f"Menu {number} has soup.", anchors=(f"menu/{number}.md",))
    assert notes.found("", files=("src/api/gen/v2/client.py",))[0].startswith("Generated")


def test_the_file_itself_counts_more_than_its_folder_and_its_name_elsewhere_counts_nothing(notes: Notes) -> None:
    notes.say("One about limits.", anchors=("src/db/pool.py",))
    notes.say("Two about limits.", anchors=("src/db/keys.py",))
    notes.say("Three about limits.", anchors=("old/lib/pool.py",))
    notes.say("Four about limits.", anchors=("docs/index.md",))
    hits = notes.ask("limits", files=("src/db/pool.py",)).hits
    assert [hit.scores["anchor"] > 0 for hit in hits] == [True, True, False, False]
    assert [notes.said[hit.document.memory].split()[0] for hit in hits[:2]] == ["One", "Two"]


def test_a_question_about_now_puts_the_later_version_first(notes: Notes) -> None:
    notes.say("From now on, start attribute names with a_.", kind=Kind.EPISODE, days_ago=90)
    notes.say("From now on, start attribute names with b_.", kind=Kind.EPISODE, days_ago=60)
    notes.say("From now on, start attribute names with c_.", kind=Kind.EPISODE, days_ago=30)
    assert [text[-3] for text in notes.found("what is our rule for attributes?")] == ["c", "b", "a"]


def test_a_later_note_of_an_agent_does_not_go_before_a_persons_rule(notes: Notes) -> None:
    notes.say("Start attribute names with a_.", kind=Kind.CONVENTION, days_ago=90)
    notes.say("Start attribute names with b_.", kind=Kind.EPISODE, days_ago=1, person=False)
    assert notes.found("what is our rule for attribute names?")[0].endswith("a_.")


def test_a_suspicion_changes_no_order_of_versions(notes: Notes) -> None:
    notes.say("Start attribute names with a_.", kind=Kind.EPISODE, days_ago=90, person=False)
    notes.say("Start attribute names with b_.", kind=Kind.EPISODE, days_ago=1, person=False, doubt=True)
    assert notes.found("what is our rule for attribute names?")[0].endswith("b_.")


def test_feedback_changes_rank_and_is_visible(notes: Notes) -> None:
    liked = notes.say("Deploy with make ship, the short way.")
    other = notes.say("Deploy with make send, the short way.")
    for _ in range(3):
        notes.change(Act.FEEDBACK, liked, payload={"verdict": "helpful"})
        notes.change(Act.FEEDBACK, other, payload={"verdict": "stale"})
    hits = notes.ask("deploy the short way").hits
    assert [hit.document.memory for hit in hits] == [liked, other]
    assert hits[0].scores["feedback"] > 0 > hits[1].scores["feedback"]


def test_words_that_stand_together_count(notes: Notes) -> None:
    filler = "a note on lunch menus, printers, parking lots and holidays in the summer, with soup and bread. " * 3
    notes.say(f"Function. {filler} Decorator. {filler}")
    notes.say(f"{filler} A function decorator must be pure. {filler}")
    assert "must be pure" in notes.found("function decorator")[0]


def test_words_that_only_hold_a_sentence_together_make_no_name(notes: Notes) -> None:
    way = notes.say("Run the tests with cargo.")
    notes.say("Cite the paper by its doi.")
    (found,) = (hit for hit in notes.ask("how do I run the tests").hits if hit.document.memory == way)
    assert found.support == pytest.approx(1.0)


def test_a_stretch_counts_each_thing_once() -> None:
    assert together([(1, 0, 2.0), (2, 0, 1.0), (3, 1, 1.0), (90, 2, 5.0)]) == 5.0
    assert together([(1, 0, 2.0), (2, 0, 1.0), (3, 1, 1.0)]) == 3.0


def test_what_another_branch_says_does_not_change_scores(notes: Notes) -> None:
    notes.say("Refunds need two approvals.")
    notes.say("Payments go through Stripe.")
    before = [(hit.document.memory, hit.score) for hit in notes.ask("who approves refunds").hits]
    for number in range(10):
        notes.say(f"Refund approval number {number} is skipped.", branch="spike")
    view = notes.main_view()
    assert [(hit.document.memory, hit.score) for hit in notes.ask("who approves refunds", view=view).hits] == before


def test_standing_lowers_what_no_longer_holds() -> None:
    order = [Standing.HOLDS, Standing.DRIFTED, Standing.BROKEN]
    values = [with_standing(1.0, item) for item in order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3
    assert with_standing(1.0, Standing.TOUCHED) == 1.0
    assert with_standing(0.7, Standing.UNANCHORED) == 0.7


def test_recent_and_old_rules_weigh_the_same(notes: Notes) -> None:
    notes.say("Use tabs in Makefiles.", kind=Kind.CONVENTION, days_ago=900)
    old = notes.ask("tabs makefiles", now=NOW).hits[0].score
    assert notes.ask("tabs makefiles", now=NOW - timedelta(days=890)).hits[0].score == old


def test_a_title_is_found_however_long_the_text_under_it_is(notes: Notes) -> None:
    filler = "the parser of the gateway reads frames and drops what it cannot use, one by one. " * 80
    notes.say(f"{filler} rework {filler}", kind=Kind.EPISODE, title="gateway: rework the frame parser")
    for number in range(60):
        notes.say(f"rework of the frame parser, step {number}", kind=Kind.EPISODE)
        notes.say(f"rework frame parser {number}", kind=Kind.EPISODE, title=f"parser: rework frame {number}")
    hits = notes.ask("gateway: rework the frame parser").hits
    assert notes.said[hits[0].document.memory].startswith(filler[:40])


def test_a_long_answer_does_not_outrank_the_short_statement_it_answers(notes: Notes) -> None:
    advice = "Consider a budget, milestones, reviews and a schedule for the tracker, step by step. " * 30
    for number in range(6):
        notes.say(f"I set the tracker budget to {number} thousand.", kind=Kind.EPISODE, session=f"talk{number}")
        notes.say(f"{advice} Your tracker budget {number} is noted.", kind=Kind.EPISODE, session=f"talk{number}")
    assert all(text.startswith("I set") for text in notes.found("what is my tracker budget")[:5])


def test_the_first_line_of_a_long_question_says_what_it_is_about(notes: Notes) -> None:
    notes.say("The exporter drops rows when the disk is full.")
    notes.say("We ran it again on the staging host, saw the logs, and the version was the same.")
    question = "exporter drops rows\nsaw it again on the staging host, version and logs are the same as before"
    assert notes.found(question)[0].startswith("The exporter")


def test_a_statement_that_amends_another_goes_before_it(notes: Notes) -> None:
    notes.say("Sessions are stored in Redis.", days_ago=400)
    notes.say("Sessions are no longer stored in Redis but in PostgreSQL.", days_ago=30)
    notes.say("The frontend is built with webpack.", days_ago=400)
    notes.say("The frontend is built with vite, webpack was too slow.", days_ago=30)
    assert "PostgreSQL" in notes.found("where are sessions stored")[0]
    assert "vite" in notes.found("what builds the frontend")[0]


def test_an_agents_amendment_does_not_go_before_a_persons_statement(notes: Notes) -> None:
    notes.say("Sessions are stored in Redis.", days_ago=400)
    notes.say("Sessions are no longer stored in Redis but in PostgreSQL.", days_ago=30, person=False)
    assert notes.found("where are sessions stored")[0] == "Sessions are stored in Redis."


def test_of_two_that_differ_in_what_is_asked_for_the_later_does_not_take_the_place(notes: Notes) -> None:
    notes.say("Ticket 4711 changed the login page.", days_ago=30)
    notes.say("Ticket 4790 changed the login page.", days_ago=3)
    assert notes.found("what did ticket 4711 change on the login page")[0].startswith("Ticket 4711")


def test_a_rare_identifier_outweighs_a_shared_file(notes: Notes) -> None:
    notes.say("Parse unions with validate.union_get where a key may be missing.", kind=Kind.EPISODE, days_ago=900)
    for number in range(12):
        anchors = ("src/plugins/twitch.py",)
        notes.say(
            f"Get the stream of page {number} in twitch.", kind=Kind.EPISODE, anchors=anchors, days_ago=number + 1
        )
    assert "union_get" in notes.found("what about union_get", files=("src/plugins/twitch.py",))[0]


def test_a_time_in_a_question_restricts_a_history_where_the_subject_is_inside(notes: Notes) -> None:
    for number in range(20):
        notes.say(f"Change what changed in twitch: part {number}", kind=Kind.EPISODE, days_ago=1500 + number)
    inside = notes.say("plugins.twitch: read the new page", kind=Kind.EPISODE, days_ago=170)
    hits = notes.ask("what changed in twitch since September 2025").hits
    assert hits[0].document.memory == inside
    for hit in hits:
        assert hit.score == pytest.approx(sum(hit.scores.values()))
