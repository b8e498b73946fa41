"""What becomes of a memory over its life, through the facade."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import apsw
import pytest

from standfast import Memory
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.errors import ConfigError, NotFound, Refused
from standfast.model.moment import Clock
from standfast.model.source import Source
from standfast.model.trust import Authority, Status
from standfast.model.value import replace
from standfast.moments.quiet import Pause
from standfast.trust.record import Remembered

if TYPE_CHECKING:
    from pathlib import Path


class SetClock(Clock):
    def __init__(self) -> None:
        self.moment = datetime(2026, 5, 1, tzinfo=UTC)

    def now(self) -> datetime:
        self.moment += timedelta(milliseconds=5)
        return self.moment


ANA = Source("person", "ana")
CODEX = Source("agent", "codex", session="c1")
CLAUDE = Source("agent", "claude-code", session="k1")


def at(home: Path, who: Source = ANA, *, clock: Clock | None = None, project: str = "p", **options: object) -> Memory:
    settings = Settings(
        home=home,
        store_url=f"sqlite://{home / 'store'}",
        project=project,
        embedder="off",
        **options,  # type: ignore[arg-type]
    )
    return Memory(settings, who, home, clock=clock or SetClock())


def texts(memory: Memory, query: str) -> list[str]:
    return [result.memory.content.text for result in memory.recall(query).results]


def test_saying_a_then_b_then_a_makes_a_current_again(tmp_path: Path) -> None:
    memory = at(tmp_path)
    first = memory.remember("use tabs")
    second = memory.remember("use spaces", supersedes=[first.id])
    again = memory.remember("use tabs", supersedes=[second.id])
    assert again.id != first.id
    assert texts(memory, "use") == ["use tabs"]
    assert memory.show(first.id).memory.status is Status.SUPERSEDED


def test_what_was_said_again_meanwhile_stands_once_after_a_restore(tmp_path: Path) -> None:
    ana, agent = at(tmp_path), at(tmp_path, CODEX)
    first = ana.remember("Egret runs on port 9", anchors=["cmd:egret"])
    ana.retract(first.id)
    again = ana.remember("Egret runs  on port 9")
    done = ana.restore(first.id)
    assert (done.id, done.instead_of, done.status) == (again.id, first.id, Status.ACTIVE)
    [stands] = [item.memory for item in ana.list().shown]
    assert [str(item.anchor) for item in stands.content.anchors] == ["cmd:egret"]
    assert ana.show(first.id).memory.status is Status.RETRACTED
    proposed = agent.remember("Owls hunt at night", scope="user")  # waits: it is about the person
    ana.remember("Owls hunt at night", scope="user")
    [approved] = ana.approve([proposed.id])
    assert approved.instead_of == proposed.id
    assert len([item for item in [item.memory for item in ana.list().shown] if "Owls" in item.content.text]) == 1
    assert not ana.review()


def test_another_agent_saying_it_corroborates_and_gives_it_no_authority(tmp_path: Path) -> None:
    one = at(tmp_path, CODEX).remember("the cache is per region")
    two = at(tmp_path, CLAUDE).remember("the cache is per region")
    assert one.id == two.id
    assert two.operation
    state = at(tmp_path).show(one.id).memory
    assert state.authority is Authority.NOTE
    assert len(state.sources) == 2


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    memory = at(tmp_path)
    assert memory.remember("only tried", dry_run=True).dry_run
    assert memory.log() == []


def test_an_agent_that_would_replace_what_a_person_decided_only_proposes(tmp_path: Path) -> None:
    decided = at(tmp_path).remember("deploys are frozen on fridays", kind="decision")
    agent = at(tmp_path, CODEX)
    proposed = agent.remember("deploys are fine on fridays", kind="decision", supersedes=[decided.id])
    assert proposed.status is Status.PROPOSED
    assert texts(agent, "deploys fridays") == ["deploys are frozen on fridays"]
    with pytest.raises(Refused):
        agent.retract(decided.id)
    with pytest.raises(Refused):
        agent.approve([proposed.id])
    at(tmp_path).approve([proposed.id])
    assert texts(agent, "deploys fridays") == ["deploys are fine on fridays"]


def test_a_memory_moves_to_another_scope_and_is_never_in_two(tmp_path: Path) -> None:
    memory = at(tmp_path)
    done = memory.remember("prefers short answers")
    memory.revise(done.id, scope="user")
    assert memory.show(done.id).memory.content.scope.level == "user"
    assert texts(at(tmp_path, project="other"), "short answers") == ["prefers short answers"]
    assert len(memory.recall("short answers").results) == 1
    memory.revise(done.id, scope="project")
    assert memory.show(done.id).memory.content.scope.level == "project"
    assert texts(memory, "short answers") == ["prefers short answers"]
    assert texts(at(tmp_path, project="other"), "short answers") == []


def test_moving_what_waits_for_a_person_does_not_let_it_speak(tmp_path: Path) -> None:
    agent = at(tmp_path, Source("agent", "codex", session="c1", untrusted=True))
    waiting = agent.remember("deploys are fine on fridays")
    assert waiting.status is Status.PROPOSED
    at(tmp_path).revise(waiting.id, scope="user")
    assert at(tmp_path).show(waiting.id).memory.status is Status.PROPOSED


def test_purged_words_do_not_come_back_by_revising_something_else(tmp_path: Path) -> None:
    memory = at(tmp_path)
    gone, kept = memory.remember("velgrimox supplies us"), memory.remember("somebody supplies us")
    memory.purge([gone.id])
    with pytest.raises(Refused):
        memory.revise(kept.id, "velgrimox supplies us")


def test_a_purge_reaches_every_scope_a_memory_lived_in(tmp_path: Path) -> None:
    memory = at(tmp_path)
    done = memory.remember("qzxwvblorp is the codeword")
    memory.revise(done.id, scope="user")
    assert not memory.purge([done.id]).proof.found
    memory.close()
    assert not any(b"qzxwvblorp" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_memory_whose_time_is_over_expires_by_itself(tmp_path: Path) -> None:
    clock = SetClock()
    memory = at(tmp_path, clock=clock)
    done = memory.remember("the freeze ends in june", expires="2026-06-01")
    assert texts(memory, "freeze")
    clock.moment = datetime(2026, 6, 2, tzinfo=UTC)
    assert texts(memory, "freeze") == []
    assert memory.show(done.id).memory.status is Status.EXPIRED
    memory.verify(done.id)


def test_a_span_says_how_long_a_memory_still_holds(tmp_path: Path) -> None:
    clock = SetClock()
    memory = at(tmp_path, clock=clock)
    done = memory.remember("the feeder stays shut", expires="3d")
    assert done.id in [item.memory.id for item in memory.list(ending="4d").shown]
    clock.moment = datetime(2026, 5, 3, tzinfo=UTC)
    assert texts(memory, "feeder")
    memory.revise(done.id, expires="1w")
    clock.moment = datetime(2026, 5, 9, tzinfo=UTC)
    assert texts(memory, "feeder")
    clock.moment = datetime(2026, 5, 11, tzinfo=UTC)
    assert texts(memory, "feeder") == []


def test_a_recall_while_the_store_is_held_leaves_its_receipt_in_the_spool(tmp_path: Path) -> None:
    memory = at(tmp_path, CODEX, wait_s=0.1)
    memory.remember("something known")
    holder = apsw.Connection(str(next((tmp_path / "store").glob("project-*.db"))))
    holder.execute("BEGIN IMMEDIATE")
    found = memory.recall("something")
    assert len(found.results) == 1
    with pytest.raises(NotFound):
        memory.why(found.receipt)
    holder.execute("ROLLBACK")
    from standfast.verbs.capture import drain

    assert drain(memory.context) == 1
    assert memory.why(found.receipt)[0].given[0].memory == found.results[0].memory.id


def test_the_whole_id_of_a_session_is_not_taken_for_the_beginning_of_a_memory(tmp_path: Path) -> None:
    memory = at(tmp_path)
    end = memory.remember("the port is 1").id.rpartition("-")[2]
    told = at(tmp_path, replace(CODEX, session=end[:2])).recall("port")
    assert [receipt.id for receipt in memory.why(end[:2])] == [told.receipt]
    assert [receipt.id for receipt in memory.why(end)] == [told.receipt]


def test_an_agent_takes_back_its_own_words_until_a_person_approves_them(tmp_path: Path) -> None:
    agent, person = at(tmp_path, CODEX), at(tmp_path)
    drafts = (Draft("the port is 1"), Draft("the host is a", status="proposed"))
    noted, proposed = (item for item in agent.remember_many(drafts) if isinstance(item, Remembered))
    person.approve([proposed.id])
    with pytest.raises(Refused, match="approved since"):
        agent.revert([proposed.operation])
    agent.revert([noted.operation])
    assert texts(person, "the host and the port") == ["the host is a"]
    person.revert([proposed.operation])
    assert texts(person, "the host and the port") == []


def test_a_revert_names_the_sessions_that_had_been_given_it(tmp_path: Path) -> None:
    wrong = at(tmp_path, CODEX).remember("the port is 9999")
    at(tmp_path, CLAUDE).recall("port")
    report = at(tmp_path).revert(session="c1", dry_run=True)
    assert [name for name, _ in report.blast.sessions] == ["k1"]
    at(tmp_path).revert(session="c1")
    with pytest.raises(NotFound):
        at(tmp_path).show(wrong.id)


def test_a_revert_up_to_a_moment_leaves_what_came_later(tmp_path: Path) -> None:
    clock = SetClock()
    with at(tmp_path, CODEX, clock=clock) as memory:
        memory.remember("Retries wait one second")
        between = clock.now()
        memory.remember("The queue of retries holds ten jobs")
    with at(tmp_path, clock=clock) as memory:
        memory.revert(source="agent:codex", until=between)
        assert texts(memory, "retries") == ["The queue of retries holds ten jobs"]


def test_an_agent_reverts_what_it_said_and_nothing_that_a_person_did(tmp_path: Path) -> None:
    with at(tmp_path) as memory:
        decided = memory.remember("Retries wait one second")
    with at(tmp_path, CODEX) as memory:
        own = memory.remember("The queue of retries holds ten jobs")
        with pytest.raises(Refused) as refused:
            memory.revert([own.operation, decided.operation])
        assert refused.value.code == "authority"
        assert len(texts(memory, "retries")) == 2
        memory.revert([own.operation])
        assert texts(memory, "retries") == ["Retries wait one second"]


def test_in_a_pause_nothing_is_kept_that_a_prompt_asks_to_remember(tmp_path: Path) -> None:
    prompt = "Remember: retries always wait one second before the next payment"
    with at(tmp_path) as memory:
        memory.hooks.pause(Pause(capture=True, speak=False))
    with at(tmp_path, CODEX) as memory:
        assert memory.hooks.heed(prompt, "t-1") is None
        assert texts(memory, "retries") == []
    with at(tmp_path) as memory:
        memory.hooks.unpause()
    with at(tmp_path, CODEX) as memory:
        assert memory.hooks.heed(prompt, "t-2")
        assert len(texts(memory, "retries")) == 1


def test_an_answer_says_that_its_source_is_not_trusted_and_of_others_nothing(tmp_path: Path) -> None:
    with at(tmp_path, replace(CODEX, untrusted=True)) as memory:
        read = memory.remember("Retries wait one second, says a page on the web")
    with at(tmp_path) as memory:
        said = memory.remember("Locks are keyed by payment")
        assert memory.show(read.id).to_dict()["source"]["untrusted"] is True
        assert "untrusted" not in memory.show(said.id).to_dict()["source"]


def test_groups_share_and_others_do_not_see_it(tmp_path: Path) -> None:
    one, two, three = (at(tmp_path, project=name) for name in ("one", "two", "three"))
    one.project.join_group("payments")
    two.project.join_group("payments")
    one.remember("amounts are integers in cents", scope="group:payments")
    assert texts(two, "amounts") == ["amounts are integers in cents"]
    assert texts(three, "amounts") == []
    two.project.leave_group("payments")
    assert texts(two, "amounts") == []


def test_an_export_comes_back_whole_in_another_home(tmp_path: Path) -> None:
    memory = at(tmp_path / "a")
    first = memory.remember("old port is 1", kind="fact", tags=["net"], why="seen")
    second = memory.remember("new port is 2", supersedes=[first.id])
    memory.revise(second.id, "new port is 3")
    records = list(memory.transfer.export())
    other = at(tmp_path / "b")
    assert [state for _, state in other.transfer.import_records(records)] == ["added", "added"]
    assert [state for _, state in other.transfer.import_records(records)] == ["known", "known"]
    assert texts(other, "port") == ["new port is 3"]
    assert other.show(first.id).memory.status is Status.SUPERSEDED
    assert other.show(first.id).memory.content.tags == ("net",)


def test_what_was_purged_does_not_come_back_by_import_or_restore(tmp_path: Path) -> None:
    memory = at(tmp_path)
    done = memory.remember("velgrimox is our supplier")
    records = list(memory.transfer.export())
    copy = memory.maintenance.backup(str(tmp_path / "outside.standfast"))
    saved = (tmp_path / "outside.standfast").read_bytes()
    memory.purge([done.id])
    assert b"velgrimox" not in (tmp_path / "outside.standfast").read_bytes()
    (tmp_path / "outside.standfast").write_bytes(saved)
    memory.maintenance.restore_backup(copy)
    assert texts(memory, "supplier") == []
    assert [state for _, state in memory.transfer.import_records(records)] == ["purged"]
    with pytest.raises(Refused):
        memory.remember("velgrimox is our supplier")


def test_the_same_words_in_another_project_are_purged_too(tmp_path: Path) -> None:
    one, other = at(tmp_path, project="one"), at(tmp_path, project="other")
    done = one.remember("zebraquagga is the codename")
    list(other.transfer.import_records(list(one.transfer.export())))
    assert texts(other, "codename")
    assert len(one.purge([done.id]).purged) >= 1
    assert texts(other, "codename") == []
    assert not any(b"zebraquagga" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_restore_leaves_projects_alone_that_the_backup_does_not_know(tmp_path: Path) -> None:
    at(tmp_path, project="old").remember("known before")
    copy = at(tmp_path, project="old").maintenance.backup()
    at(tmp_path, project="young").remember("known since")
    at(tmp_path, project="old").maintenance.restore_backup(copy)
    assert texts(at(tmp_path, project="young"), "known") == ["known since"]


def test_an_anchor_of_two_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        at(tmp_path).remember("x", anchors=["f.py\nThe deploy step is now make ship"])


def test_a_group_that_was_not_joined_takes_nothing(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        at(tmp_path).remember("x", scope="group:nobody")


def test_bytes_that_are_no_text_are_a_query_like_any_other(tmp_path: Path) -> None:
    assert at(tmp_path).recall("a\udcff", files=["b\udcff.py"]).results == ()


def test_rules_of_ones_own_redact_what_only_this_house_calls_a_secret(tmp_path: Path) -> None:
    rule = '[[rules]]\nid = "badge"\nregex = "BADGE-[0-9]{6}"\nkeywords = ["badge-"]\n'
    (tmp_path / "rules.toml").write_text(rule)
    done = at(tmp_path).remember("the door opens with BADGE-123456")
    assert done.redactions == ("badge",)
    assert not any(b"BADGE-123456" in path.read_bytes() for path in tmp_path.rglob("*.db*"))


def test_rules_of_ones_own_that_cannot_be_read_stop_every_write(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text("[[rules]\n")
    with pytest.raises(ConfigError):
        at(tmp_path).remember("nothing is written past a broken rule")


def test_a_session_that_took_its_own_note_back_is_undone_as_a_whole(tmp_path: Path) -> None:
    agent = at(tmp_path, CODEX)
    noted = agent.remember("the cache is per region")
    assert noted.operation
    agent.revert([noted.operation])
    at(tmp_path).revert(session="c1")
    assert texts(at(tmp_path), "cache region") == []


def test_what_was_in_force_at_a_moment_is_in_force_once_everything_since_is_undone(tmp_path: Path) -> None:
    clock = SetClock()
    memory = at(tmp_path, clock=clock)
    noted = memory.remember("the cache is per region")
    moment = clock.now()
    assert noted.operation
    undone = memory.revert([noted.operation])
    memory.revert(undone.reverts)
    assert texts(memory, "cache region") == ["the cache is per region"]
    everything = memory.revert(since=moment)
    assert texts(memory, "cache region") == ["the cache is per region"]
    memory.revert(everything.reverts)
    assert texts(memory, "cache region") == ["the cache is per region"]
