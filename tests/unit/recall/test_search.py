"""What recall brings back, through a real store."""

from collections.abc import Callable
from datetime import timedelta

from holdfast.errors import Unavailable
from holdfast.model.operation import Act
from holdfast.recall.ask import Ask
from holdfast.recall.search import search
from holdfast.store.values import View
from tests.unit.recall.notes import NOW, Notes, ask


def test_a_memory_is_found_by_its_words(notes: Notes) -> None:
    notes.say("We cache sessions in Redis for twenty minutes.")
    notes.say("The nightly job exports invoices to the accountant.")
    assert notes.found("redis session cache")[0].startswith("We cache")


def test_a_memory_is_found_by_its_meaning_alone(notes: Notes) -> None:
    notes.say("Passwords are hashed with argon2 before they are stored.")
    for number in range(30):
        notes.say(f"Report {number} lists invoices of the month.")
    assert notes.found("how do we protect user credentials")[0].startswith("Passwords")


def test_a_memory_is_found_by_the_file_at_hand_alone(notes: Notes) -> None:
    notes.say("Retry three times, then give up.", anchors=("src/queue/worker.py",))
    for number in range(30):
        notes.say(f"Button {number} is blue.", anchors=(f"ui/button{number}.tsx",))
    assert notes.found("", files=("src/queue/worker.py",))[0].startswith("Retry")


def test_what_was_superseded_does_not_come_back(notes: Notes) -> None:
    old = notes.say("Deploys happen on Friday.", days_ago=9)
    notes.say("Deploys happen on Tuesday.", supersedes=(old,))
    assert notes.found("when do deploys happen") == ["Deploys happen on Tuesday."]


def test_as_of_answers_as_it_would_have_then(notes: Notes) -> None:
    old = notes.say("Deploys happen on Friday.", days_ago=9)
    notes.say("Deploys happen on Tuesday.", supersedes=(old,), days_ago=2)
    then = NOW - timedelta(days=5)
    assert notes.found("when do deploys happen", view=View(before=then), now=then) == ["Deploys happen on Friday."]


def test_a_retracted_memory_stays_visible_in_the_past_only(notes: Notes) -> None:
    memory = notes.say("The API key rotates weekly.", days_ago=9)
    notes.change(Act.RETRACT, memory, at=NOW - timedelta(days=2))
    assert notes.found("api key rotation") == []
    then = NOW - timedelta(days=5)
    assert notes.found("api key rotation", view=View(before=then), now=then) == ["The API key rotates weekly."]


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
    scores = notes.ask("feature flags", files=("config/flags.yml",)).hits[0].scores
    assert scores["lexical"] == 1.0
    assert scores["dense"] > 0
    assert scores["anchor"] == 1.0


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
    assert notes.ask("flags", light=True).dense == "rescored"
    assert search(view, Ask("flags", NOW)).dense == "off"
    broken = search(view, Ask("flags", NOW, embedder=_Broken()))
    assert broken.dense.startswith("broken: ")
    assert len(broken.hits) == 1
