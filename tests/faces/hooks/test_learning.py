"""What users say in one session reaches the next: told at once, said as unconfirmed, learned when it comes back."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from standfast.agents.hook import answer
from standfast.config import load_settings
from standfast.learn.session.belief.for_brief import FADES_AFTER, LEARNED_HEADING, SAID_HEADING, said_lines
from standfast.learn.session.belief.promotion import fade_said
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.recall.pack import count_tokens

if TYPE_CHECKING:
    from tests.faces.hooks.conftest import Shop

ASKED = "no, never use npm here, we always use pnpm. Remember that: tests run with pnpm vitest run"


class Agent:
    """Claude Code as its hooks see it: sessions that start, hear prompts, run commands and end."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.calls = 0

    def report(self, session: str, event: str, **fields: Any) -> str:
        """Report one event and return what the agent is told."""
        payload = {"session_id": session, "cwd": str(self.shop.folder), "hook_event_name": event, **fields}
        printed, status = answer("claude-code", event, payload, self.shop.env)
        assert status == 0
        told = json.loads(printed)["hookSpecificOutput"]["additionalContext"] if printed else ""
        return str(told)

    def start(self, session: str) -> str:
        """Start a session and return its brief."""
        return self.report(session, "SessionStart", source="startup")

    def run(self, session: str, command: str, output: str = "", *, failed: bool = False) -> str:
        """Run a command in the session's shell."""
        self.calls += 1
        fields = {"tool_name": "Bash", "tool_use_id": f"call-{self.calls}", "tool_input": {"command": command}}
        event = "PostToolUseFailure" if failed else "PostToolUse"
        return self.report(session, event, **fields, tool_response={"stdout": output, "stderr": ""})

    def ask(self, session: str, command: str) -> str:
        """Be about to run a command; return what is said before it."""
        return self.report(session, "PreToolUse", tool_name="Bash", tool_input={"command": command})

    def memory(self, session: str) -> Memory:
        """Open the memory as the agent's tools do."""
        who = Source("agent", "claude-code", session=session)
        return Memory.open(self.shop.folder, settings=load_settings(self.shop.env), who=who)

    def hold(self, session: str, *prompts: str) -> str:
        """Hold a whole session of these prompts, each answered; return its brief."""
        brief = self.start(session)
        for prompt in prompts:
            self.report(session, "UserPromptSubmit", prompt=prompt)
            self.report(session, "Stop", last_assistant_message="Done.")
        self.report(session, "SessionEnd", reason="exit")
        return brief


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop)


def section(brief: str, heading: str) -> str:
    """Return what stands under a heading of a brief."""
    return brief.partition(f"## {heading}\n")[2].partition("\n\n")[0]


def active(memory: Memory) -> list[str]:
    """Return what is in force."""
    return [shown.memory.content.text for shown in memory.newest(limit=50)]


def test_what_a_person_asks_to_be_remembered_is_theirs_at_once_and_they_hear_of_it(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    told = agent.report("s1", "UserPromptSubmit", prompt=ASKED)
    with shop.memory() as memory:
        (shown,) = memory.newest()
        assert shown.memory.source.kind == "person"
        assert (shown.memory.source.session, bool(shown.memory.source.turn)) == ("s1", True)
        assert shown.memory.id in told
        assert told.count("pnpm vitest run") == 1
        memory.retract(shown.memory.id)
        assert active(memory) == []


def test_the_next_brief_and_recall_know_what_was_asked_for(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.run("s1", "npm test", "npm error Missing script", failed=True)
    agent.report("s1", "UserPromptSubmit", prompt=ASKED)
    agent.run("s1", "pnpm vitest run", "12 passed")
    agent.report("s1", "SessionEnd", reason="exit")
    assert "pnpm vitest run" in agent.start("s2")
    with shop.memory() as memory:
        first = memory.recall("how do I run the tests").results[0]
        assert first.memory.content.text == "tests run with pnpm vitest run"


def test_a_correction_is_told_to_the_next_session_as_unconfirmed(agent: Agent) -> None:
    agent.hold("s1", "change the header", "why did you edit the generated files in dist?")
    brief = agent.start("s2")
    assert "generated files in dist" in section(brief, SAID_HEADING)
    assert "generated files" not in brief.partition(f"## {SAID_HEADING}")[0]


def test_a_session_that_ended_without_saying_so_is_learned_from_when_the_next_starts(agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="change the header")
    agent.report("s1", "UserPromptSubmit", prompt="no, never touch the vendored stylesheets")
    assert "vendored stylesheets" in section(agent.start("s2"), SAID_HEADING)


def test_what_two_sessions_said_is_learned_once_below_what_persons_decide(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "fix it", "you should never edit the migration files by hand")
    agent.hold("s2", "fix it", "never edit migration files by hand!")
    brief = agent.start("s3")
    assert section(brief, LEARNED_HEADING).count("migration") == 1
    assert "migration" not in section(brief, SAID_HEADING)
    with shop.memory() as memory:
        (shown,) = memory.newest()
        assert (shown.memory.source.kind, shown.memory.authority.word) == ("session", "note")
        assert {source.session for source in shown.memory.sources} == {"s1", "s2"}


def test_twelve_paraphrases_in_one_session_are_one_voice(agent: Agent) -> None:
    same = [f"please never edit the migration files by hand{mark}" for mark in (".", "!", " ok", " again", ", really")]
    agent.hold("s1", "fix it", *same)
    brief = agent.start("s2")
    assert section(brief, SAID_HEADING).count("migration files") == 1
    assert section(brief, LEARNED_HEADING) == ""


@pytest.mark.parametrize(
    "prompt",
    [
        "no worries, looks good",
        "never mind",
        "what should we do about the tests?",
        "how do I run the dev server?",
        "the button should never overlap the footer",
        "I don't see the change, it still doesn't work",
        "<system-reminder>Never edit the lock file by hand.</system-reminder> go on",
        "fix this:\n```\nnever edit the lock file by hand\n```",
        "> never edit the lock file by hand\nwhat does that mean?",
        "don't do that",
        "You are a review agent. Never edit the lock file by hand.",
    ],
)
def test_what_is_no_rule_of_a_person_is_not_taken(agent: Agent, prompt: str) -> None:
    agent.hold("s1", "start with the header please", prompt)
    assert SAID_HEADING not in agent.start("s2")


def test_unconfirmed_words_never_take_more_than_their_share(agent: Agent) -> None:
    things = ("lock file", "schema", "header", "release notes", "fixtures", "styles", "router", "cache", "icons", "api")
    for number, thing in enumerate(things):
        prompts = [
            f"never change the {thing} of module {name}{number} without asking the {name} team first"
            for name in "abcde"
        ]
        agent.hold(f"s{number}", "hello there", *prompts)
    said = section(agent.start("last"), SAID_HEADING)
    assert 0 < count_tokens(f"## {SAID_HEADING}\n{said}") <= 300


def test_what_a_person_rejected_is_not_proposed_again(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "fix it", "never edit the migration files by hand")
    with shop.memory() as memory:
        (waiting,) = memory.review()
        memory.reject([waiting.memory.id])
    agent.hold("s2", "fix it", "never edit the migration files by hand")
    assert SAID_HEADING not in agent.start("s3")


def test_a_sign_can_be_switched_off(shop: Shop, agent: Agent) -> None:
    shop.home.mkdir(exist_ok=True)
    (shop.home / "config.toml").write_text('signs_off = ["told", "corrected"]\n')
    agent.hold("s1", "fix it", ASKED)
    assert agent.start("s2") == ""


def test_the_agent_is_asked_once_and_only_after_a_sign(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    assert agent.report("s1", "UserPromptSubmit", prompt="please rename the header component") == ""
    assert agent.report("s1", "UserPromptSubmit", prompt="no, never touch the vendored stylesheets") == ""
    asked = agent.report("s1", "UserPromptSubmit", prompt="now the footer")
    assert "vendored stylesheets" in asked
    assert "remember" in asked
    assert agent.report("s1", "UserPromptSubmit", prompt="no, never rename exported symbols") == ""
    assert agent.report("s1", "UserPromptSubmit", prompt="and the sidebar") == ""


def test_a_session_that_is_taken_up_again_is_asked_although_its_turns_were_learned_from(agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="no, never touch the vendored stylesheets")
    agent.report("s1", "SessionEnd", reason="exit")
    agent.report("s1", "SessionStart", source="resume")
    assert "vendored stylesheets" in agent.report("s1", "UserPromptSubmit", prompt="now the footer")


def test_the_agent_is_not_asked_to_remember_what_an_instruction_file_says(shop: Shop, agent: Agent) -> None:
    (shop.folder / "CLAUDE.md").write_text("# Rules\n\n- Never use print for logging, use structlog.\n")
    with shop.memory() as memory:
        memory.mine()
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="no, never use print for logging, use structlog")
    assert "`remember`" not in agent.report("s1", "UserPromptSubmit", prompt="now the footer")


def test_a_correction_that_says_it_was_said_is_learned_with_the_first(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "set up the queue", "no, never use celery here, we use NATS for queues")
    agent.hold("s2", "set up the queue", "I said never use celery here, use NATS for queues")
    assert "celery" in section(agent.start("s3"), LEARNED_HEADING)


def test_nobody_is_asked_where_something_was_remembered(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="no, never touch the vendored stylesheets")
    with Memory.open(
        shop.folder, settings=load_settings(shop.env), who=Source("agent", "claude-code", session="s1")
    ) as m:
        m.remember("Vendored stylesheets are never changed by hand", kind="convention")
    assert "vendored" not in agent.report("s1", "UserPromptSubmit", prompt="now the footer")


def test_what_the_agent_answers_rests_on_the_users_turn(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="restyle the page")
    agent.report("s1", "UserPromptSubmit", prompt="no, never touch the vendored stylesheets")
    with Memory.open(
        shop.folder, settings=load_settings(shop.env), who=Source("agent", "claude-code", session="s1")
    ) as m:
        done = m.remember(
            "Vendored stylesheets are never changed by hand", kind="convention", why="updates overwrite them"
        )
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        shown = memory.show(done.id).memory
        assert any(item.kind == "turn" for item in shown.content.evidence)
        assert shown.authority.word == "note"
    brief = agent.start("s2")
    assert brief.count("endored stylesheets") == 1
    assert "endored stylesheets" in section(brief, LEARNED_HEADING)


def test_an_answer_in_a_session_that_was_taken_up_again_takes_the_place_of_the_users_words(
    shop: Shop, agent: Agent
) -> None:
    agent.hold("s1", "restyle the page", "no, never touch the vendored stylesheets")
    agent.report("s1", "SessionStart", source="resume")
    agent.report("s1", "UserPromptSubmit", prompt="now the footer")
    with agent.memory("s1") as memory:
        done = memory.remember("Vendored stylesheets are never changed by hand", kind="convention")
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        assert [item.kind for item in memory.show(done.id).memory.content.evidence] == ["turn"]
    assert agent.start("s2").count("endored stylesheets") == 1


def test_past_sessions_can_be_searched_and_are_never_told_unasked(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="set up OpenTelemetry for the checkout service")
    agent.run("s1", "pnpm add @opentelemetry/sdk-node", "added 12 packages")
    agent.report("s1", "Stop", last_assistant_message="Tracing starts in src/telemetry.ts with the OTLP exporter.")
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        found = memory.sessions.recall("how did we set up OpenTelemetry")
        assert {hit.kind for hit in found.hits} >= {"prompt", "tool"}
        assert found.hits[0].session == "s1"
        assert memory.sessions.recall("zebra crossing").hits == ()
        (receipt,) = memory.why(str(found.receipt))
        assert [(item.session, item.turn) for item in receipt.turns] == [(hit.session, hit.turn) for hit in found.hits]
    assert "OTLP" not in agent.start("s2")


def test_what_only_a_past_session_speaks_of_is_found_by_asking_plainly(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="which queue should carry the invoices?")
    agent.report("s1", "Stop", last_assistant_message="NATS fits: JetStream keeps the invoices for a week.")
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        answer = memory.recall("which queue carries our invoices")
        assert answer.results == ()
        assert {excerpt.session for excerpt in answer.sessions} == {"s1"}
        assert "sessions" not in memory.recall("when does the zebra cross").to_dict()
        assert memory.recall("which queue carries our invoices", kinds=["decision"]).sessions == ()
        memory.remember("Invoices go over NATS, the queue with JetStream", kind="decision")
        assert memory.recall("which queue carries our invoices").sessions == ()


def test_what_a_talk_settled_answers_a_question_of_a_later_session_by_itself(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="We need a queue that carries the invoices. Which one fits?")
    agent.report("s1", "Stop", last_assistant_message="NATS fits: JetStream keeps the invoices for a week.")
    agent.report("s1", "UserPromptSubmit", prompt="Good, let's use it.")
    agent.report("s1", "Stop", last_assistant_message="Added `nats-py` to the requirements.")
    agent.report("s1", "SessionEnd", reason="exit")
    agent.start("s2")
    told = agent.report("s2", "UserPromptSubmit", prompt="which queue did we choose to carry the invoices?")
    assert "JetStream keeps the invoices" in told
    assert "episode by session:s1" in told
    assert "NATS" not in agent.report("s2", "UserPromptSubmit", prompt="which font does the landing page use?")
    agent.start("s3")
    pointed = "does this queue carry the invoices as you just wrote here?"  # at what both see, not at an earlier talk
    assert "episode by session" not in agent.report("s3", "UserPromptSubmit", prompt=pointed)
    with shop.memory() as memory:
        (found,) = memory.recall("what did we decide about the queue for invoices").results
        assert {item.ref.partition("/")[0] for item in found.memory.content.evidence} == {"s1"}


def test_that_the_same_was_asked_in_an_earlier_session_is_no_answer(shop: Shop, agent: Agent) -> None:
    asked = "which queue should carry the invoices of the night run?"
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt=asked)
    call = {"tool_name": "Edit", "tool_input": {"file_path": "queue.py"}, "tool_use_id": "t1"}
    agent.report("s1", "PostToolUse", **call, tool_response="done")
    agent.report("s1", "Stop", last_assistant_message="Done.")
    agent.report("s1", "SessionEnd", reason="exit")
    agent.start("s2")
    assert "episode by session" not in agent.report("s2", "UserPromptSubmit", prompt=asked)


def test_a_weak_memory_does_not_hide_a_session_that_answers(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="which port does the staging proxy listen on?")
    agent.report("s1", "Stop", last_assistant_message="The staging proxy listens on port 8443.")
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        memory.remember("The proxy of the office printer is turned off at night", kind="fact")
        answer = memory.recall("which port does the staging proxy listen on")
        assert [item.memory.content.kind.value for item in answer.results] == ["fact"]
        assert {excerpt.session for excerpt in answer.sessions} == {"s1"}


def test_the_latest_of_two_values_is_told_and_the_first_is_not(agent: Agent) -> None:
    agent.hold("s1", "hello there", "when naming attributes, always end the name with '_i'")
    agent.hold("s2", "hello there", "From now on, all your attribute names end with '_t'.")
    brief = agent.start("s3")
    assert "'_t'" in brief
    assert "'_i'" not in brief


def test_a_session_is_no_answer_once_a_later_one_changed_what_it_told(shop: Shop, agent: Agent) -> None:
    rules = {
        "s1": "Always end the attribute names of a record with '_i'.",
        "s2": "End attribute names of a record with '_t' from now on, I want that everywhere.",
    }
    for session, rule in rules.items():
        agent.start(session)
        agent.report(session, "UserPromptSubmit", prompt="Which ending do attribute names of a record get?")
        agent.report(session, "Stop", last_assistant_message=rule)
        agent.report(session, "UserPromptSubmit", prompt="Good, let's use it.")
        agent.report(session, "SessionEnd", reason="exit")
    with shop.memory() as memory:
        told = [item.memory for item in memory.recall("which ending do attribute names of a record get").results]
        assert [item.source.session for item in told] == ["s2"]


def test_a_session_is_not_told_at_a_prompt_once_its_user_said_otherwise(agent: Agent) -> None:
    asked = "Which ending did we choose for attribute names of a record?"
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="Which ending do attribute names of a record get?")
    agent.report("s1", "Stop", last_assistant_message="Always end the attribute names of a record with '_i'.")
    agent.report("s1", "UserPromptSubmit", prompt="Good, let's use it.")
    agent.report("s1", "SessionEnd", reason="exit")
    agent.start("s2")
    assert "episode by session:s1" in agent.report("s2", "UserPromptSubmit", prompt=asked)
    agent.hold("s3", "hello there", "always end attribute names of a record with '_t'")
    agent.start("s4")
    assert "episode by session:s1" not in agent.report("s4", "UserPromptSubmit", prompt=asked)


@pytest.mark.parametrize(("who", "sessions"), [("agent", ["s1"]), ("person", [])])
def test_a_session_is_outdated_by_what_a_person_says_later_and_not_by_what_an_agent_notes(
    shop: Shop, agent: Agent, who: str, sessions: list[str]
) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="Which ending do attribute names of a record get?")
    agent.report("s1", "Stop", last_assistant_message="Always end the attribute names of a record with '_i'.")
    agent.report("s1", "UserPromptSubmit", prompt="Good, let's use it.")
    agent.report("s1", "SessionEnd", reason="exit")
    with Memory.open(shop.folder, settings=load_settings(shop.env), who=Source(who, "ana")) as memory:
        memory.remember("End the attribute names of a record with '_t'.", kind="fact")
        found = memory.recall("which ending do attribute names of a record get")
        assert [
            item.memory.source.session for item in found.results if item.memory.source.kind == "session"
        ] == sessions
        assert found.withheld == 0


def test_recall_answers_from_what_was_said_where_nothing_is_in_force(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "hello there", "always start variable names of the parser with 'p_'")
    with shop.memory() as memory:
        (found,) = memory.recall("how are variable names of the parser written").results
        assert (found.memory.status.value, found.memory.source.kind) == ("proposed", "session")


def test_recall_leaves_out_what_was_said_and_changed_since(shop: Shop, agent: Agent) -> None:
    for session, start in (("s1", "p_"), ("s2", "q_"), ("s3", "r_")):
        agent.hold(session, "hello there", f"always start variable names of the parser with '{start}'")
    with shop.memory() as memory:
        found = memory.recall("what do variable names of the parser start with").results
        said = [item.memory.content.text for item in found if item.memory.content.kind.value != "episode"]
        assert len(said) == 1
        assert "'r_'" in said[0]


def test_recall_leaves_out_what_a_sentence_changed_that_does_not_answer_itself(shop: Shop, agent: Agent) -> None:
    asked = "billing service of the shop"
    agent.hold("s1", "hello there", f"we always start module names with 'm_' in the {asked}")
    with shop.memory() as memory:
        assert "proposed" in {item.memory.status.value for item in memory.recall(asked).results}
    agent.hold("s2", "hello there", "always start module names with 'x_'")
    with shop.memory() as memory:
        assert "proposed" not in {item.memory.status.value for item in memory.recall(asked).results}


def test_what_is_said_fades_when_nothing_confirms_it(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "hello there", "never edit the migration files by hand")
    with shop.memory() as memory:
        (waiting,) = memory.review()
        later = waiting.memory.recorded_at + FADES_AFTER
        assert said_lines([waiting.memory], later)
        assert not said_lines([waiting.memory], later + timedelta(seconds=1))
        partition = memory.context.partition(memory.context.scope)
        fade_said(partition, later)
        assert [item.memory.id for item in memory.review()] == [waiting.memory.id]
        fade_said(partition, later + timedelta(seconds=1))
        assert list(memory.review()) == []


def test_what_misled_two_sessions_says_so_and_waits_for_a_person(agent: Agent) -> None:
    person = Memory.open(agent.shop.folder, settings=load_settings(agent.shop.env), who=Source("person", "ana"))
    told = person.remember("Heron tests run with npm test", kind="convention")
    for session in ("s1", "s2"):
        agent.hold(session, "add a test for the heron", "no, never do that. Heron tests run with pnpm test, not npm")
        agent.memory(session).sessions.learn(session)
    use = person.show(told.id).use
    assert use is not None
    assert (use.given, use.corrected) == (2, 2)
    assert str(use) == "in 2 sessions, 2 corrected afterwards"
    assert any("the person said otherwise" in item.reason for item in person.review() if item.memory.id == told.id)
    assert person.show(told.id).memory.feedback.wrong == 0  # what a program concludes lowers nothing by itself


def test_a_person_who_repeats_a_rule_was_not_misled_by_it(agent: Agent) -> None:
    person = Memory.open(agent.shop.folder, settings=load_settings(agent.shop.env), who=Source("person", "ana"))
    told = person.remember("Heron tests run with pnpm test", kind="convention")
    agent.hold("s1", "add a test for the heron", "no! I said heron tests run with pnpm test")
    agent.memory("s1").sessions.learn("s1")
    use = person.show(told.id).use
    assert use is not None
    assert (use.given, use.corrected) == (1, 0)


def test_a_rule_that_its_person_changed_in_other_words_is_given_with_what_they_said_since(agent: Agent) -> None:
    agent.hold("s1", "From now on, end all variable names with '_w'.")
    agent.hold("s2", "No, never end variable names like that in our naming convention: they end with '_wr'.")
    asked = agent.report("s3", "UserPromptSubmit", prompt="how do variable names end here?")
    for text in (agent.start("s4"), asked):
        older = [line for line in text.splitlines() if "'_w'" in line]
        assert older
        assert all("may be outdated, said differently on" in line and "'_wr'" in line for line in older)


def test_a_rule_about_another_thing_in_the_same_words_outdates_nothing(agent: Agent) -> None:
    agent.hold("s1", "From now on, end all variable names with '_w'.")
    agent.hold("s2", "No, you must always end all function names with '_f'.")
    assert "outdated" not in agent.start("s3")


def test_reverting_one_of_two_sessions_leaves_the_words_of_the_other_as_they_were(shop: Shop, agent: Agent) -> None:
    for session in ("s1", "s2"):
        agent.start(session)
        agent.report(session, "UserPromptSubmit", prompt="please look at the header", prompt_id=f"{session}-1")
        agent.report(session, "Stop", last_assistant_message="I changed the vendored stylesheet.")
        agent.report(session, "UserPromptSubmit", prompt="no, never touch the vendored stylesheets", prompt_id=session)
        if session == "s2":
            with shop.memory() as memory:
                before = sorted((item.id, item.memory.status.value) for item in memory.list(status="all").shown)
        agent.report(session, "SessionEnd", reason="exit")
    with shop.memory() as memory:
        assert any(item.memory.status.value == "active" for item in memory.list().shown), "two sessions said it"
        memory.revert(session="s2")
        after = sorted((item.id, item.memory.status.value) for item in memory.list(status="all").shown)
    assert after == before


def test_a_person_hears_what_their_new_rule_replaces_and_how_to_take_it_back(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="remember: releases are cut on Tuesdays only")
    with shop.memory() as memory:
        (first,) = memory.newest()
    told = agent.report(
        "s1", "UserPromptSubmit", prompt="please remember that releases are cut on Fridays, never on Tuesdays"
    )
    assert f"It replaces {first.memory.id} (“releases are cut on Tuesdays only”)" in told
    with shop.memory() as memory:
        assert active(memory) == ["releases are cut on Fridays, never on Tuesdays"]
        memory.revert([told.partition("`standfast revert ")[2].partition("`")[0]])
        assert active(memory) == ["releases are cut on Tuesdays only"]


def test_a_person_hears_which_rule_their_new_one_stands_against(shop: Shop, agent: Agent) -> None:
    with shop.memory() as memory:
        other = memory.remember("always squash commits before merging", kind="convention")
    agent.start("s1")
    told = agent.report("s1", "UserPromptSubmit", prompt="remember: never squash commits before merging")
    assert f"It conflicts with {other.id} (“always squash commits before merging”), unsettled" in told
    assert "standfast retract" in told
    with shop.memory() as memory:
        said = [receipt for receipt in memory.why("s1") if receipt.verb == "prompt" and len(receipt.given) == 2]
        assert [other.id in {item.memory for item in receipt.given} for receipt in said] == [True], (
            "its words were said"
        )


def test_what_was_stored_from_a_turn_is_not_proposed_when_the_session_ends(shop: Shop, agent: Agent) -> None:
    agent.hold(
        "s1",
        "remember: releases are cut on Tuesdays only",
        "please remember that releases are cut on Fridays, never on Tuesdays",
        "never touch the vendored stylesheets",
    )
    with shop.memory() as memory:
        assert [item.memory.content.text for item in memory.review()] == ["never touch the vendored stylesheets"]


DOUBTED = "never put the totals (all 3 of them) beside the first column"


def test_a_doubted_sentence_is_told_when_a_second_session_says_it_and_learned_with_a_third(
    shop: Shop, agent: Agent
) -> None:
    agent.hold("s1", "draw the table", DOUBTED)
    assert "totals" not in agent.hold("s2", "draw the table", f"please {DOUBTED}!")
    assert section(agent.start("s3"), SAID_HEADING).count("totals") == 1
    agent.hold("s4", "draw the table", f"I said {DOUBTED}")
    brief = agent.start("s5")
    assert section(brief, LEARNED_HEADING).count("totals") == 1
    assert "3x" in section(brief, LEARNED_HEADING), "in three sessions it was said"
    with shop.memory() as memory:
        (shown,) = memory.newest()
        assert {source.session for source in shown.memory.sources} == {"s2", "s4"}


def test_reverting_the_session_that_said_a_doubted_sentence_again_leaves_nothing_of_it(
    shop: Shop, agent: Agent
) -> None:
    agent.hold("s1", "draw the table", DOUBTED)
    agent.hold("s2", "draw the table", f"please {DOUBTED}!")
    with shop.memory() as memory:
        memory.revert(session="s2")
    assert "totals" not in agent.start("s3")


def test_words_about_the_work_just_done_are_told_when_another_session_says_them_too(agent: Agent) -> None:
    agent.hold("s1", "draw the table", "don't squeeze the legend below the axis")
    assert "legend" not in agent.hold("s2", "draw the table", "no, don't squeeze the legend below the axis!")
    assert section(agent.start("s3"), SAID_HEADING).count("legend") == 1


def test_a_correction_behind_a_rejection_is_told_to_the_next_session(agent: Agent) -> None:
    agent.hold("s1", "write a reporter", "no, not like that. Reporter names are kebab-case, not camelCase")
    agent.hold("s2", "check the types", "that's wrong, use utils.isString instead of typeof checks")
    said = section(agent.start("s3"), SAID_HEADING)
    assert "kebab-case" in said
    assert "utils.isString" in said
    agent.hold("s4", "add the queue", "use the search agent in the sidebar")
    assert "sidebar" not in agent.start("s5")


def test_a_doubted_sentence_with_another_value_confirms_nothing(agent: Agent) -> None:
    agent.hold("s1", "draw the table", DOUBTED)
    agent.hold("s2", "draw the table", DOUBTED.replace("3", "5"))
    assert "totals" not in agent.start("s3")


def test_a_correction_said_letter_for_letter_in_two_sessions_is_learned(agent: Agent) -> None:
    said = "No, don't use sleep() in the client package, use the fake clock instead."
    agent.hold("s1", "write the test", said)
    agent.hold("s2", "write another test", said)
    assert section(agent.start("s3"), LEARNED_HEADING).count("fake clock") == 1


def test_a_way_out_is_told_until_the_command_works_as_it_stands_and_again_once_it_fails(agent: Agent) -> None:
    absent, failing, way = "bash: gulp: command not found", "gulp build", "npx gulp build"

    def hold(session: str, *, works: bool) -> tuple[str, str]:
        """Hold a session that runs the command, and the way out where it fails; return what it heard at both."""
        agent.start(session)
        agent.report(session, "UserPromptSubmit", prompt="build it")
        before = agent.ask(session, failing)
        after = agent.run(session, failing, "built" if works else absent, failed=not works)
        if not works:
            agent.run(session, way, "built")
        agent.report(session, "Stop", last_assistant_message="Built.")
        agent.report(session, "SessionEnd", reason="exit")
        return before, after

    assert hold("s1", works=False) == ("", "")
    assert way in hold("s2", works=True)[0]
    assert hold("s3", works=True)[0] == ""
    assert way in hold("s4", works=False)[1]
    assert way in hold("s5", works=False)[0]


def test_what_a_person_is_told_of_their_order_counts_among_what_was_said_at_the_prompt(agent: Agent) -> None:
    agent.start("s1")
    told = agent.report("s1", "UserPromptSubmit", prompt=ASKED)
    rows = {item.moment: item for item in agent.memory("s1").hooks.moments()}
    assert (rows["prompt"].said, rows["prompt"].memories) == (1, 1)
    assert rows["prompt"].tokens == count_tokens(told)


def test_a_scolding_that_repeats_two_rules_stands_behind_both_in_their_first_words(shop: Shop, agent: Agent) -> None:
    agent.hold("s1", "fix it", "stop adding comments", "we use uv here, not pip.")
    with shop.memory() as memory:
        reasons = [item.reason for item in memory.review()]
        assert reasons == ["you said it in session s1: it is told as unconfirmed until you approve it"] * 2
    agent.hold("s2", "fix it", "I told you we use uv, not pip. And stop adding comments.")
    brief = agent.start("s3")
    learned = section(brief, LEARNED_HEADING)
    assert '"stop adding comments"' in learned
    assert '"we use uv here, not pip."' in learned
    assert "I told you" not in brief


def test_review_says_that_words_are_told_as_unconfirmed_only_where_a_brief_tells_them(shop: Shop, agent: Agent) -> None:
    shop.home.mkdir(exist_ok=True)
    (shop.home / "config.toml").write_text("brief_tokens = 180\n")
    rules = [f"never commit the {name} by hand" for name in ("fixtures", "snapshots", "lock file", "changelog")]
    agent.hold("s1", "work on the importer", *rules)
    with shop.memory() as memory:
        reasons = {item.memory.content.text: item.reason for item in memory.review()}
    told = section(agent.start("s2"), SAID_HEADING)
    assert set(reasons) == set(rules)
    assert {text for text, reason in reasons.items() if "told as unconfirmed" in reason} == {
        text for text in rules if text in told
    }
    assert any("no brief tells it" in reason for reason in reasons.values())
    assert "never commit" in told


def test_an_episode_of_deeds_does_not_hide_the_turns_that_hold_the_answer(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="Run the tests please")
    agent.run("s1", "npm test", "npm ERR! missing script: test", failed=True)
    agent.run("s1", "pnpm vitest run", "3 passed")
    agent.report("s1", "Stop", last_assistant_message="Green.")
    agent.report("s1", "UserPromptSubmit", prompt="Set up OpenTelemetry tracing for the checkout service")
    agent.run("s1", "git commit -am 'Set up OpenTelemetry'", "[main 1a2b3c4] Set up OpenTelemetry")
    agent.report("s1", "Stop", last_assistant_message="OpenTelemetry is set up: OTLP over gRPC goes to port 4317.")
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        answer = memory.recall("how did we set up OpenTelemetry")
        assert any("4317" in excerpt.text for excerpt in answer.sessions)


def test_a_break_whose_way_out_is_known_is_not_learned_again(agent: Agent) -> None:
    for session, name in (("one", "alpha"), ("two", "beta")):
        agent.start(session)
        agent.report(session, "UserPromptSubmit", prompt=f"close the ticket {name}")
        agent.run(session, f"desk close {name} --comment done", "Error: unknown flag: --comment", failed=True)
        agent.run(session, f"desk close {name} --reason done", "closed")
        agent.report(session, "SessionEnd", reason="exit")
    with agent.memory("three") as memory:
        ways = [text for text in active(memory) if "unknown flag" in text and text.startswith("`")]
    assert len(ways) == 1


@pytest.mark.parametrize(
    "prompt",
    [
        "please commit it, but don't push",
        "Good, open the request but don't merge it.",
        "run the tests but don't commit",
        "don't push.",
        "you forgot the changelog.",
        "you didn't run the linter",
    ],
)
def test_what_is_said_of_the_step_at_hand_is_told_when_another_session_says_it_too(
    shop: Shop, agent: Agent, prompt: str
) -> None:
    agent.hold("s1", "draw the table", prompt)
    with shop.memory() as memory:
        assert memory.review() == []
    assert SAID_HEADING not in agent.hold("s2", "draw the table", prompt)
    assert section(agent.start("s3"), SAID_HEADING).count(prompt) == 1


@pytest.mark.parametrize(
    "prompt",
    [
        "you forgot the changelog again",
        "you forgot the changelog: every change needs an entry",
        "commit it, and don't add a signature",
        "don't push to the main branch",
    ],
)
def test_a_scolding_or_a_limit_that_states_a_rule_is_told_to_the_next_session(agent: Agent, prompt: str) -> None:
    agent.hold("s1", "draw the table", prompt)
    assert prompt in section(agent.start("s2"), SAID_HEADING)


SECRET = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"


@pytest.mark.parametrize(
    "prompt",
    [
        f"The API key for staging is {SECRET}, remember that",
        f"The API key for staging is {SECRET}. Remember that.",
        f"remember: always push to staging with {SECRET} as the token",
    ],
)
def test_who_asks_to_remember_a_secret_hears_that_it_was_not_kept(shop: Shop, agent: Agent, prompt: str) -> None:
    agent.start("s1")
    told = agent.report("s1", "UserPromptSubmit", prompt=prompt)
    assert "not kept" in told
    assert SECRET not in told
    agent.report("s1", "SessionEnd", reason="exit")
    assert "staging" not in agent.start("s2")
    with shop.memory() as memory:
        assert (active(memory), memory.review()) == ([], [])


@pytest.mark.parametrize(
    "prompt",
    [
        "remember this: always do it that way",
        "remember that it must never be called there",
        "from now on use that one",
        "from now on always use the second option",
    ],
)
def test_what_says_nothing_without_the_turn_before_is_not_kept_and_the_agent_hears_of_it(
    shop: Shop, agent: Agent, prompt: str
) -> None:
    agent.hold("s1", "which of requests and httpx for refunds.py?")
    agent.start("s2")
    assert "`remember`" in agent.report("s2", "UserPromptSubmit", prompt=prompt)
    agent.report("s2", "SessionEnd", reason="exit")
    assert prompt not in agent.start("s3")
    with shop.memory() as memory:
        assert [item for item in active(memory) if item in prompt] == []


def test_what_was_redacted_is_not_told_and_the_rule_beside_it_is(agent: Agent) -> None:
    agent.hold("s1", "deploy it", f"Never deploy with the token {SECRET}. Never deploy on a Friday afternoon.")
    agent.start("s2")
    agent.report("s2", "UserPromptSubmit", prompt="go on")
    said = section(agent.start("s3"), SAID_HEADING)
    assert "Friday afternoon" in said
    assert "redacted" not in said


def test_the_agent_is_not_asked_about_a_sentence_with_a_secret(agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt=f"no, always use {SECRET} as the token for staging")
    assert agent.report("s1", "UserPromptSubmit", prompt="go on with the next step") == ""


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        ("don't use any in public option types, we type all of them", "And always type the options, no any."),
        ("never edit the migration files of a release by hand", "and you should never edit migration files"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_what_a_session_says_twice_is_told_once_in_the_plainer_words(
    shop: Shop, agent: Agent, plain: str, other: str, *, first: bool
) -> None:
    agent.hold("s1", "add the link", *((plain, other) if first else (other, plain)))
    with shop.memory() as memory:
        assert [item.memory.content.text for item in memory.review()] == [plain]


def test_two_rules_of_a_session_that_share_their_words_are_both_told(agent: Agent) -> None:
    rules = ["always run the tests before committing", "never run the tests against the production database"]
    agent.hold("s1", "add the link", *rules)
    said = section(agent.start("s2"), SAID_HEADING)
    assert all(rule in said for rule in rules)


def test_how_a_session_ended_is_said_in_words(agent: Agent) -> None:
    for session, reason in (("s1", "prompt_input_exit"), ("s2", "logout"), ("s3", "some_new_reason"), ("s4", "")):
        agent.start(session)
        agent.report(session, "UserPromptSubmit", prompt="add the link")
        agent.report(session, "SessionEnd", reason=reason)
    with agent.memory("s5") as memory:
        ended = {item.id: item.to_dict()["outcome"] for item in memory.sessions.list()}
    assert ended == {"s1": "ended", "s2": "logged out", "s3": "ended", "s4": "ended"}


def test_a_question_in_a_session_brings_its_answer_and_what_was_corrected_comes_last(shop: Shop, agent: Agent) -> None:
    said = [
        ("How long do we keep exports?", "Ninety days, then the lifecycle rule removes them."),
        ("Explain the export job.", "The export job renders the export of each tenant and uploads the export. " * 40),
        ("Cap the batch size at 500 rows.", "Done, BATCH is 500."),
        ("Actually make that 200, the workers run out of memory.", "Changed, BATCH is 200 now."),
    ]
    agent.start("s1")
    for asked, answered in said:
        agent.report("s1", "UserPromptSubmit", prompt=asked)
        agent.report("s1", "Stop", last_assistant_message=answered)
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        found = [hit.text for hit in memory.sessions.recall("how long do we keep exports").hits]
        assert {said[0][0], said[0][1]} == set(found[:2])
        sizes = [hit.text for hit in memory.sessions.recall("what is the batch size").hits]
        assert "200" in sizes[0]
        assert sizes.index(said[3][0]) < sizes.index(said[2][0])


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("no, never rename exported symbols", "Never rename exported symbols"),
        ("stop using lodash", "Code here goes without lodash"),
        ("don't ever stub the queue in tests", "Tests run against the real queue; it is never stubbed"),
    ],
)
def test_a_faithful_answer_of_the_agent_is_learned_with_the_users_turn(
    shop: Shop, agent: Agent, said: str, claim: str
) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="tidy up the parser")
    agent.report("s1", "UserPromptSubmit", prompt=said)
    assert "call `remember` once" in agent.report("s1", "UserPromptSubmit", prompt="go on")
    with agent.memory("s1") as memory:
        done = memory.remember(claim, kind="convention", why="the user said so")
    agent.report("s1", "SessionEnd", reason="exit")
    brief = agent.start("s2")
    assert claim in section(brief, LEARNED_HEADING)
    assert brief.count(claim) == 1
    assert SAID_HEADING not in brief
    with shop.memory() as memory:
        assert [ref.kind for ref in memory.show(done.id).memory.content.evidence] == ["turn"]


def test_an_agents_note_that_the_user_says_again_is_learned(shop: Shop, agent: Agent) -> None:
    with agent.memory("s0") as memory:
        memory.remember("Never rename exported symbols", kind="convention", why="the user said so")
    agent.hold("s1", "tidy up the parser", "do we ever rename exported symbols?")
    assert LEARNED_HEADING not in agent.start("s2")
    agent.hold("s3", "tidy up the parser", "no, never rename exported symbols")
    assert "Never rename exported symbols" in section(agent.start("s4"), LEARNED_HEADING)


@pytest.mark.parametrize(
    "claim",
    [
        "HTTP calls in nowhere/client.py use httpx, never requests",
        "HTTP calls use httpx via `fetch_it_all`, never requests",
    ],
)
def test_an_answer_that_names_what_is_not_there_is_not_learned(agent: Agent, claim: str) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="tidy up the client")
    agent.report("s1", "UserPromptSubmit", prompt="no, never use requests here, we use httpx")
    with agent.memory("s1") as memory:
        memory.remember(claim, kind="convention")
    agent.report("s1", "SessionEnd", reason="exit")
    assert claim not in section(agent.start("s2"), LEARNED_HEADING)


def test_an_answer_that_says_instead_of_what_is_learned_with_the_users_turn(shop: Shop, agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="no, don't use print for logging, use structlog")
    with agent.memory("s1") as memory:
        done = memory.remember("Use structlog instead of print for logging in `refund()`", kind="convention")
    agent.report("s1", "SessionEnd", reason="exit")
    with shop.memory() as memory:
        assert [ref.kind for ref in memory.show(done.id).memory.content.evidence] == ["turn"]


def test_an_agent_that_claims_the_opposite_of_what_its_user_said_is_not_believed(agent: Agent) -> None:
    agent.start("s1")
    agent.report("s1", "UserPromptSubmit", prompt="no, never rename exported symbols")
    with agent.memory("s1") as memory:
        memory.remember("Always rename exported symbols", kind="convention", why="the user said so")
    agent.report("s1", "SessionEnd", reason="exit")
    assert "Always rename" not in section(agent.start("s2"), LEARNED_HEADING)


def test_a_rule_that_its_person_corrects_in_three_sessions_is_told_with_what_they_say_now(
    shop: Shop, agent: Agent
) -> None:
    agent.hold("s0", "remember: dates are formatted with moment in every view")
    correction = "no, don't format dates with moment, we use date-fns"
    for session in ("s1", "s2", "s3"):
        agent.hold(session, "print the date of the invoice", correction)
    brief = agent.start("s4")
    rule = next(line for line in brief.splitlines() if "in every view" in line)
    assert "date-fns" in rule
    with shop.memory() as memory:
        waiting = [item for item in memory.review() if "moment" in item.memory.content.text]
        assert len(waiting) == 2
        said = memory.list(status=["proposed", "active"]).shown
        assert sum(item.memory.content.text == correction for item in said) == 1


def test_a_check_that_fails_once_speaks_against_no_rule_that_names_it(agent: Agent) -> None:
    with agent.memory("s0") as memory:
        done = memory.remember("Run `cargo test` before a push", kind="convention")
    for session in ("s1", "s2"):
        agent.start(session)
        agent.report(session, "UserPromptSubmit", prompt="fix the parser before a push")
        agent.run(session, "cargo test", "test parser::reads_rows ... FAILED\n1 failed", failed=True)
        agent.report(session, "SessionEnd", reason="exit")
    with agent.shop.memory() as memory:
        assert done.id not in {item.memory.id for item in memory.review()}


def test_a_routine_is_learned_although_each_session_began_with_the_same_words(shop: Shop, agent: Agent) -> None:
    for session in ("s1", "s2", "s3"):
        agent.start(session)
        agent.report(session, "UserPromptSubmit", prompt="ship the release")
        for command in ("npm run build", "npm version patch", "npm publish"):
            agent.run(session, command, "ok")
        agent.report(session, "SessionEnd", reason="exit")
    with shop.memory() as memory:
        (found,) = (item.memory for item in memory.list(kind="procedure").shown)
        assert all(step in found.content.text for step in ("npm run build", "npm version patch", "npm publish"))
        assert len({ref.ref.partition("/")[0] for ref in found.content.evidence}) == 3


def test_a_bare_word_is_told_where_it_names_a_file_and_not_where_it_names_nothing(shop: Shop, agent: Agent) -> None:
    with shop.memory() as memory:
        memory.remember("asdf", kind="convention")
        memory.remember("@no-silent-errors.mdc", kind="convention")
    brief = agent.start("s1")
    assert "no-silent-errors.mdc" in brief
    assert "asdf" not in brief
