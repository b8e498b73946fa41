"""What a session leaves to learn: done by a process of its own, for which no agent waits."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from errno import ENOLCK
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from standfast.agents import hook, later
from standfast.context import aside
from standfast.context.aside import start_aside, started
from standfast.errors import StoreBusy
from standfast.learn.session import alone as alone_module
from standfast.learn.session.alone import alone, stop_learning
from standfast.learn.session.waiting import list_waiting
from standfast.model.session import Event, EventKind, Session
from standfast.verbs import learn, purge
from standfast.verbs.learn import learn_pending

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from standfast.context.context import Context
    from standfast.store.contract import Partition
    from tests.faces.hooks.conftest import Shop

SAID = "No, never use npm here, we always use pnpm."
HOLD = """
import sys, time
from standfast.memory import Memory
from standfast.learn.session.alone import alone
with Memory.open(".") as memory, alone(memory.context) as mine:
    print(mine, flush=True)
    time.sleep(120)
"""


def report(shop: Shop, event: str, session: str, **more: str) -> str:
    """Report an event of a session of Claude Code by a real hook process."""
    told = shop.told(f"claude-code/{event}", session_id=session, transcript_path="", cwd=str(shop.folder), **more)
    return shop.fire(told)


def work(shop: Shop, session: str) -> None:
    """Let a person say something in a session that goes on."""
    report(shop, "SessionStart", session, source="startup")
    report(shop, "UserPromptSubmit", session, prompt=SAID, prompt_id=f"{session}-1")


def prepare(shop: Shop, count: int) -> None:
    """Record sessions that were never learned from."""
    with shop.memory() as memory:
        partition, now = memory.context.partition(memory.context.scope), memory.context.clock.now()
        for number in range(count):
            at = now - timedelta(days=2, minutes=number)
            session = Session(f"past-{number}", "claude-code", at, at)
            with partition.writing():
                partition.journal.record(session, [Event(session.id, "p1", EventKind.PROMPT, at, body=SAID)])


def wait_for(what: Callable[[], bool]) -> None:
    until = monotonic() + 120
    while not what():
        assert monotonic() < until
        sleep(0.02)


def said(shop: Shop) -> list[str]:
    with shop.memory() as memory:
        return [item.text for item in memory.list(status="proposed").shown]


def test_what_was_said_is_learned_after_the_end_and_told_at_the_next_start(shop: Shop) -> None:
    work(shop, "s1")
    report(shop, "SessionEnd", "s1", reason="exit")
    shop.wait_until_learned()
    assert said(shop) == [SAID]
    assert "pnpm" in report(shop, "SessionStart", "s2", source="startup")


def test_a_session_that_was_killed_is_learned_from_when_the_next_one_starts(shop: Shop) -> None:
    work(shop, "s1")
    report(shop, "SessionStart", "s2", source="startup")
    shop.wait_until_learned(besides="s2")
    assert said(shop) == [SAID]


@pytest.mark.parametrize("source", ["startup", "clear"])
def test_a_start_waits_a_moment_for_what_the_session_before_it_left(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    work(shop, "s1")
    if source == "clear":
        report(shop, "SessionEnd", "s1", reason="clear")
    monkeypatch.setattr(later, "_GRACE_S", 120.0)
    payload = {"session_id": "s2", "cwd": str(shop.folder), "hook_event_name": "SessionStart", "source": source}
    printed = io.StringIO()
    with monkeypatch.context() as inner:
        for name, value in shop.env.items():
            inner.setenv(name, value)
        inner.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode())))
        inner.setattr(sys, "stdout", printed)
        assert hook.main(["claude-code", "SessionStart"]) == 0
    assert "pnpm" in printed.getvalue()


def test_no_hook_waits_for_one_that_learns_nor_leaves_it_its_pipes(shop: Shop) -> None:
    work(shop, "s1")
    ours, theirs = os.pipe()
    with shop.memory() as memory, alone(memory.context) as mine:
        assert mine
        given = {"session_id": "s1", "cwd": str(shop.folder), "hook_event_name": "SessionEnd", "reason": "exit"}
        subprocess.run(  # ends when nobody has its output any more
            [sys.executable, "-m", "standfast", "hook", "claude-code", "SessionEnd"],
            input=json.dumps(given).encode(), cwd=shop.folder, env=shop.env, capture_output=True, check=True,
            timeout=120, pass_fds=(theirs,),
        )  # fmt: skip
        os.close(theirs)
        os.set_blocking(ours, False)  # while somebody has the other end, reading is refused; else it ends
        assert os.read(ours, 1) == b"", "the other end of a client's own file is open"
        assert said(shop) == []
        report(shop, "SessionStart", "s2", source="startup")  # gives up waiting
    os.close(ours)
    shop.wait_until_learned(besides="s2")
    assert said(shop) == [SAID]


def test_what_a_killed_process_did_not_learn_the_next_one_does(shop: Shop) -> None:
    work(shop, "s1")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD], cwd=shop.folder, env=shop.env, stdout=subprocess.PIPE
    )  # fmt: skip
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"True\n"
    report(shop, "SessionEnd", "s1", reason="exit")
    holder.kill()
    holder.communicate()
    shop.wait_until_learned()
    assert said(shop) == [SAID]


def test_one_learns_at_a_time_and_no_more_than_one_waits(shop: Shop) -> None:
    with shop.memory() as memory, ThreadPoolExecutor(4) as pool:

        def take() -> bool:
            with alone(memory.context, patience_s=0.0) as mine:
                return mine

        with alone(memory.context) as mine:
            assert mine
            others = [pool.submit(take) for _ in range(4)]
            wait_for(lambda: sum(other.done() for other in others) == 3)
        assert sorted(other.result(timeout=60) for other in others) == [False, False, False, True]
        assert take()


def test_where_the_system_has_no_locks_learning_goes_on_without(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_file: int) -> None:
        raise OSError(ENOLCK, "No locks available")

    monkeypatch.setattr(alone_module, "_lock", refuse)
    monkeypatch.setattr(alone_module, "sleep", lambda _s: pytest.fail("nobody has it: there is nothing to wait for"))
    prepare(shop, 1)
    with shop.memory() as memory:
        assert learn_pending(memory.context).sessions == 1


def test_however_many_sessions_wait_the_next_end_leaves_none(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(shop, 25)
    monkeypatch.setattr(alone_module, "PATIENCE_S", 0.0)
    with shop.memory() as memory:
        partition = memory.context.partition(memory.context.scope)
        with alone(memory.context) as mine:
            assert mine
            assert learn_pending(memory.context, patience_s=0.0).waiting == 25  # reported, not left out in silence
        assert memory.sessions.learn().sessions == 20
        assert len(list_waiting(partition)) == 5
        assert list_waiting(partition, latest=20) == []  # a start sees none of them
    work(shop, "s1")
    report(shop, "SessionEnd", "s1", reason="exit")
    shop.wait_until_learned()


def test_what_came_back_is_learned_before_the_last_session_is_marked(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(shop, 2)
    left: list[str] = []
    with shop.memory() as memory:

        def promote(_context: Context, partition: Partition) -> int:
            left.extend(item.id for item in list_waiting(partition))
            return 0

        monkeypatch.setattr(learn, "promote", promote)
        learn_pending(memory.context)
    assert left == ["past-0"]


def test_a_purge_beside_one_that_learns_is_refused_and_may_be_repeated(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge, "PATIENCE_S", 0.1)
    shop.remember()
    with shop.memory() as memory:
        (known,) = memory.list().shown
        with alone(memory.context) as mine:
            assert mine
            told: list[str] = []
            with pytest.raises(StoreBusy) as refused:
                purge.purge_waiting(memory.context, [known.id], on_wait=lambda: told.append("waits"))
            assert refused.value.retryable
            assert told == ["waits"]  # once, and before it gave up
            monkeypatch.setattr(purge, "is_pending", lambda _context: True)
            with pytest.raises(StoreBusy):
                memory.maintenance.finish_purge()
        assert [item.id for item in memory.list().shown] == [known.id]
        assert purge.purge_waiting(memory.context, [known.id], on_wait=lambda: told.append("waits")).purged == (
            known.id,
        )
    assert told == ["waits"]  # not where nobody learns


def test_a_purge_that_waits_is_not_taken_for_one_that_will_learn(shop: Shop) -> None:
    def stop() -> bool:
        with stop_learning(memory.context, patience_s=60.0) as stopped:
            return stopped

    def take() -> bool:
        with alone(memory.context, patience_s=0.0) as mine:
            return mine

    with shop.memory() as memory, ThreadPoolExecutor(2) as pool:
        with alone(memory.context) as mine:
            assert mine
            purging = pool.submit(stop)
            sleep(0.1)
            learner = pool.submit(take)
            sleep(0.1)
            assert not learner.done()
        assert purging.result(timeout=60)
        assert learner.result(timeout=60)


def test_the_process_does_not_stay_in_the_folder_of_the_session(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = shop.folder / "gone"
    gone.mkdir()
    report(shop, "SessionStart", "s1", source="startup")
    report(shop, "UserPromptSubmit", "s1", prompt=SAID, prompt_id="s1-1")
    given = {"session_id": "s1", "cwd": str(gone), "hook_event_name": "SessionEnd", "reason": "exit"}
    where: list[str] = []
    monkeypatch.setattr(aside, "start_aside", lambda _context, _words, place, _given: where.append(place))
    for name, value in shop.env.items():
        monkeypatch.setenv(name, value)
    hook.answer("claude-code", "SessionEnd", given, shop.env, apart=True)
    assert where == [str(shop.home)]


def test_modules_of_a_repository_are_not_taken_for_ours(shop: Shop, tmp_path: Path) -> None:
    for name in ("standfast.py", "json.py", "argparse.py"):
        (shop.folder / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})\n")
    shop.remember()
    with shop.memory() as memory:
        given = json.dumps({"session": "s1", "payload": {"cwd": str(shop.folder), "session_id": "s1"}})
        assert start_aside(
            memory.context, ["hook", "claude-code", "SessionEnd", "later"], str(shop.folder), given.encode()
        )
        assert started.pop().wait(timeout=120) == 0
    assert not (tmp_path / "ran").exists()


def test_where_nothing_can_be_written_the_agent_goes_on_and_doctor_knows(shop: Shop) -> None:
    work(shop, "s1")
    (shop.home / "learning").write_text("in the way")
    report(shop, "SessionEnd", "s1", reason="exit")
    wait_for((shop.home / "log" / "hooks.log").exists)
    (shop.home / "learning").unlink()
    report(shop, "SessionStart", "s2", source="startup")
    shop.wait_until_learned(besides="s2")
    assert said(shop) == [SAID]
