"""What recall brings back, through a real store."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from standfast.errors import Unavailable
from standfast.model.kind import Kind
from standfast.model.operation import Act
from standfast.recall import weights
from standfast.recall.ask import Ask
from standfast.recall.embed.contract import Embedder
from standfast.recall.embed.vector import quantise
from standfast.recall.indexer import TermIndexer
from standfast.recall.question import read_question
from standfast.recall.search import search
from standfast.store.sqlite.scan import lanes
from standfast.store.sqlite.scan.matrix import Matrix
from standfast.store.sqlite.vectors import CHUNK
from standfast.store.values import View
from tests.unit.recall.notes import EMBEDDER, NOW, Notes, ask


def test_a_memory_is_found_by_its_words(notes: Notes) -> None:
    notes.say("We cache sessions in Redis for twenty minutes.")
    notes.say("The nightly job exports invoices to the accountant.")
    assert notes.found("redis session cache")[0].startswith("We cache")


def test_a_memory_is_found_by_its_meaning_alone(notes: Notes) -> None:
    notes.say("Passwords are hashed with argon2 before they are stored.")
    for number in range(30):
        notes.say(f"Report {number} lists invoices of the month.")
    assert notes.found("how do we protect user credentials")[0].startswith("Passwords")


def test_words_that_mean_nothing_here_are_answered_with_nothing(notes: Notes) -> None:
    notes.say("Passwords are hashed with argon2 before they are stored.")
    notes.say("The nightly job exports invoices to the accountant.")
    assert notes.found("zzzqqq") == []


def test_a_memory_is_found_by_the_file_at_hand_alone(notes: Notes) -> None:
    notes.say("Retry three times, then give up.", anchors=("src/queue/worker.py",))
    for number in range(30):
        notes.say(f"Button {number} is blue.", anchors=(f"ui/button{number}.tsx",))
    assert notes.found("", files=("src/queue/worker.py",))[0].startswith("Retry")


def test_what_was_superseded_does_not_come_back(notes: Notes) -> None:
    old = notes.say("Deploys happen on Friday.", days_ago=9)
    notes.say("Deploys happen on Tuesday.", supersedes=(old,))
    assert notes.found("when do deploys happen") == ["Deploys happen on Tuesday."]


def test_the_words_of_what_was_superseded_lead_to_what_took_its_place(notes: Notes) -> None:
    old = notes.say("Sessions are kept in memcached behind the balancer.", days_ago=9)
    notes.say("Logins are written to a table of their own.", supersedes=(old,))
    for number in range(40):
        notes.say(f"The balancer of region {number} is drained at night.")
    assert notes.found("memcached sessions", embedder=None, view=notes.main_view())[0].startswith("Logins")


def test_what_shares_one_word_does_not_stand_before_the_successor_of_what_has_them_all(notes: Notes) -> None:
    old = notes.say("The job queue runs on RabbitMQ with celery workers.", kind=Kind.DECISION, days_ago=90)
    notes.say("Emails are sent by a worker.", kind=Kind.DECISION, days_ago=7)
    notes.say("The retry budget is shared by all workers.")
    notes.say("Background tasks go through NATS JetStream.", kind=Kind.DECISION, supersedes=(old,))
    for question in ("celery RabbitMQ workers", "celery workers"):
        assert notes.found(question)[0].startswith("Background")


def test_as_of_answers_as_it_would_have_then(notes: Notes) -> None:
    old = notes.say("Deploys happen on Friday.", days_ago=9)
    notes.say("Deploys happen on Tuesday.", supersedes=(old,), days_ago=2)
    then = NOW - timedelta(days=5)
    assert notes.found("when do deploys happen", view=View(before=then), now=then) == ["Deploys happen on Friday."]


@pytest.mark.parametrize("embedder", [EMBEDDER, None])
def test_a_retracted_memory_stays_visible_in_the_past_only(notes: Notes, embedder: Embedder | None) -> None:
    memory = notes.say("The API key rotates weekly.", days_ago=9)
    notes.change(Act.RETRACT, memory, at=NOW - timedelta(days=2))
    assert notes.found("api key rotation", embedder=embedder) == []
    then = NOW - timedelta(days=5)
    found = notes.found("api key rotation", embedder=embedder, view=View(before=then), now=then)
    assert found == ["The API key rotates weekly."]


@pytest.mark.parametrize("embedder", [EMBEDDER, None])
def test_what_came_later_changes_no_score_of_a_question_about_the_past(notes: Notes, embedder: Embedder | None) -> None:
    then = NOW - timedelta(days=5)
    notes.say("Sessions are kept in memcached behind the balancer.", days_ago=9)
    for number in range(120):
        notes.say(f"Region {number} is drained at night by the balancer of shard {number % 9}.", days_ago=8)

    def told() -> list[tuple[str, float]]:
        hits = notes.ask("memcached balancer shard 3", embedder=embedder, view=View(before=then), now=then).hits
        return [(hit.document.memory, round(hit.score, 9)) for hit in hits]

    before = told()
    for number in range(300):
        notes.say(f"Shard {number} moves its memcached elsewhere, and every note is longer than it was.", days_ago=2)
    assert before
    assert told() == before


def test_equal_texts_take_one_place_and_name_each_other(notes: Notes) -> None:
    first = notes.say("Use tabs in Makefiles.", title="Tabs")
    second = notes.say("Use tabs in Makefiles.", title="Tabs")
    hits = notes.ask("tabs in makefiles").hits
    assert len(hits) == 1
    assert {hits[0].document.memory, *hits[0].folded} == {first, second}


def test_several_partitions_make_one_ranking(open_notes: Callable[[str], Notes]) -> None:
    project, user = open_notes("project:shop"), open_notes("user")
    project.say("Payments go through Stripe.")
    user.say("I prefer short commit messages.")
    keys = [hit.partition.key for hit in ask([project, user], "commit messages").hits]
    assert keys[0] == "user"


def test_another_project_does_not_change_scores(open_notes: Callable[[str], Notes]) -> None:
    project, other = open_notes("project:shop"), open_notes("project:blog")
    project.say("Payments go through Stripe.")
    project.say("Refunds need two approvals.")
    before = [(hit.document.memory, hit.score) for hit in project.ask("who approves refunds").hits]
    for number in range(20):
        other.say(f"Refund approvals number {number} for payments.")
    assert [(hit.document.memory, hit.score) for hit in project.ask("who approves refunds").hits] == before


def test_what_does_not_fit_is_counted(notes: Notes) -> None:
    for number in range(8):
        notes.say(f"Release {number} shipped with known limits.")
    answer = notes.ask("release shipped", limit=3)
    assert len(answer.hits) == 3
    assert answer.withheld == 5


def test_every_part_of_a_score_is_visible(notes: Notes) -> None:
    notes.say("Feature flags live in flags.yml.", anchors=("config/flags.yml",))
    hit = notes.ask("feature flags", files=("config/flags.yml",)).hits[0]
    assert all(hit.scores[side] > 0 for side in ("lexical", "dense", "together", "anchor", "recency"))
    assert sum(hit.scores.values()) == pytest.approx(hit.score)


class _Broken:
    model = "broken"
    dimensions = 4

    def embed(self, texts: list[str]) -> list[bytes]:
        raise Unavailable("no endpoint")

    def embed_query(self, text: str) -> bytes:
        raise Unavailable("no endpoint")


def test_the_answer_says_what_the_dense_side_did(notes: Notes) -> None:
    notes.say("Feature flags live in flags.yml.")
    view = [(notes.partition, View())]
    assert notes.ask("flags").dense == "on"
    assert notes.ask("flags", light=True).dense == "off"
    assert search(view, Ask("flags", NOW)).dense == "off"
    broken = search(view, Ask("flags", NOW, embedder=_Broken()))
    assert broken.dense.startswith("broken: ")
    assert len(broken.hits) == 1


class _Letters:
    """Another embedder: counts letters."""

    model = "letters/26"
    dimensions = 26

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        return [quantise([float(text.lower().count(chr(97 + at))) for at in range(26)]) for text in texts]

    def embed_query(self, text: str) -> bytes:
        return self.embed([text])[0]


def test_after_a_change_of_embedder_the_one_before_serves_until_everything_is_embedded_again(
    notes: Notes, reopened: Callable[[Notes, TermIndexer], Notes]
) -> None:
    wanted = notes.say("Customers get their money back within a week.")
    notes.say("The build cache is kept on the runner.")
    question = "refund policy for buyers"
    before = notes.ask(question)
    assert before.hits[0].document.memory == wanted
    changed = notes.ask(question, embedder=_Letters(), reopen={EMBEDDER.model: EMBEDDER}.get)
    assert changed.dense.startswith(f"older: {EMBEDDER.model}")
    assert [(hit.document.memory, hit.score) for hit in changed.hits] == [
        (hit.document.memory, hit.score) for hit in before.hits
    ]
    gone = notes.ask(question, embedder=_Letters())
    assert gone.dense.startswith("broken: ")
    assert "reindex" in gone.dense
    seen: list[tuple[int, int]] = []
    again = reopened(notes, TermIndexer(_Letters()))
    again.partition.reindex(lambda done, total: seen.append((done, total)))
    assert seen[-1] == (2, 2)
    assert again.ask(question, embedder=_Letters()).dense == "on"
    assert again.partition.index.models() == ["letters/26"]


def test_the_two_ways_to_scan_give_the_same_answer(notes: Notes) -> None:
    for number in range(300):
        notes.say(f"Note {number}: the queue of worker {number % 17} is drained before release {number % 7}.")
    vector = EMBEDDER.embed_query("how are queues emptied before a deployment?")
    chunks = notes.partition.connection.execute("SELECT chunk, data FROM vector ORDER BY chunk").fetchall()  # type: ignore[attr-defined]
    slow = lanes.compare(CHUNK, chunks, vector)
    fast = Matrix(CHUNK, chunks, EMBEDDER.model, 0, EMBEDDER.dimensions).compare(vector)
    assert slow.nearest(40) == fast.nearest(40)
    rows = [*range(0, 320, 7), 10_000]
    assert slow.cosines_of(rows) == fast.cosines_of(rows)
    assert len(slow.nearest(1000)) > 250


def test_what_would_have_answered_is_counted_by_the_status_that_keeps_it_back(notes: Notes) -> None:
    old = notes.say("The payment lock is keyed by customer.")
    notes.say("The payment lock is keyed by order.", supersedes=(old,))
    notes.say("Invoices are numbered per year.")
    found = notes.ask("payment lock keyed", view=notes.main_view())
    assert found.hidden == {"superseded": 1}
    assert notes.ask("invoices numbered", view=notes.main_view()).hidden == {}


def test_common_words_are_looked_up_where_they_meet(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "POSTINGS", 20)
    monkeypatch.setattr(weights, "LEXICAL_LIMIT", 5)
    things, places = ("cache", "queue", "parser", "index"), ("gateway", "worker", "mailer", "export")
    for number in range(96):
        notes.say(f"The {things[number % 4]} of the {places[number // 4 % 4]} holds {number} entries.")
    wanted = notes.say("The gateway cache is dropped when the queue of the worker is full.")
    question = read_question("gateway cache queue worker", notes.partition.index)
    assert not question.telling
    assert len(question.joint) > 1
    assert wanted in {hit.document.memory for hit in notes.ask("gateway cache queue worker", embedder=None).hits}


def test_a_larger_limit_brings_more(notes: Notes) -> None:
    for number in range(150):
        notes.say(f"Release {number} moved the scheduler to queue {number}.")
    assert len(notes.ask("scheduler queue release", limit=10).hits) == 10
    assert len(notes.ask("scheduler queue release", limit=140).hits) == 140


def test_pinned_memories_are_selected_whatever_may_be_seen(notes: Notes) -> None:
    rule = notes.say("Never log card numbers.", kind=Kind.CONVENTION)
    notes.say("The queue is drained at night.")
    select = notes.partition.memories.select
    assert [item.id for item in select(notes.main_view(), pinned=True)] == [rule]
    assert [item.id for item in select(View(statuses=()), pinned=True)] == [rule]
    assert not list(select(View(scopes=()), pinned=True))
    assert not list(select(View(scopes=()), guarded=True))
    assert not list(select(notes.main_view(), guarded=True))


def test_the_same_question_gets_the_same_scores_all_through_an_hour(notes: Notes) -> None:
    for number in range(12):
        notes.say(f"Gizmo {number % 4} talks to widget {number} over a channel.", days_ago=number / 50)
    first, later, next_day = (
        [(hit.document.memory, hit.score) for hit in notes.ask("gizmo widget", now=NOW + passed).hits]
        for passed in (timedelta(), timedelta(minutes=59), timedelta(days=1))
    )
    assert first == later
    assert first != next_day


def test_how_something_is_done_is_answered_by_its_way_among_many_that_speak_of_it(notes: Notes) -> None:
    for number in range(60):
        notes.say(
            f"Run tests of part {number} in CI, run the test twice.", kind=Kind.EPISODE, title=f"Run tests {number}"
        )
    notes.say("`make t` (Makefile).", kind=Kind.PROCEDURE, title="How to run the tests")
    notes.say("`make t-slow` (Makefile).", kind=Kind.PROCEDURE, title="How to run the tests: slow")
    for question in ("how do I run the tests", "What is the command to run all tests?", "how are the tests run"):
        assert notes.found(question)[0] == "`make t` (Makefile)."


def test_a_way_answers_in_words_that_it_does_not_have(notes: Notes) -> None:
    for number in range(60):
        notes.say(f"Set up environment {number} for development.", kind=Kind.EPISODE)
    notes.say("`uv sync` (README.md).", kind=Kind.PROCEDURE, title="How to set up the project")
    assert notes.found("how do I set up a development environment") == ["`uv sync` (README.md)."]


def test_how_something_is_done_is_not_answered_by_commits_or_by_the_way_to_do_something_else(notes: Notes) -> None:
    notes.say("`make t` (Makefile).", kind=Kind.PROCEDURE, title="How to run the tests")
    for number in range(20):
        notes.say(f"Run process {number} with a fixed locale.", kind=Kind.EPISODE)
    assert notes.found("how do I run it") == []


def test_a_question_about_something_particular_is_not_read_as_one_for_a_way(notes: Notes) -> None:
    notes.say("`make t` (Makefile).", kind=Kind.PROCEDURE, title="How to run the tests")
    notes.say("Run the lexer tests on Windows with a short path.", kind=Kind.EPISODE)
    assert notes.found("how do I run the lexer tests on windows")[0].startswith("Run the lexer")


def test_a_note_says_nothing_for_what_was_noted_beside_it(notes: Notes) -> None:
    notes.say("The payments queue is drained at night.", session="talk")
    notes.say("Lunch is at noon in the canteen.", session="talk")
    hits = notes.ask("when is the payments queue drained").hits
    assert [notes.said[hit.document.memory] for hit in hits][:1] == ["The payments queue is drained at night."]
    assert all(hit.scores["context"] == 0 for hit in hits)
