"""Later: what the start and the end of a session leave to do, in a process of its own, because no agent may wait.

That is: follow the memory files that the agent keeps for itself, learn from sessions, ask the model that a person
configured. Whatever is broken off is done when the next session starts. Neighbours:
`hook` calls `leave_work` at both moments; `learn.session.alone` lets one process learn at a time.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from standfast.agents.contract import SESSION_END, SESSION_START
from standfast.agents.hook import LONGEST, captures_here, note_failure, open_memory
from standfast.errors import StandfastError
from standfast.learn.session.waiting import AT_ONCE, is_learned, list_waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.agents.contract import Agent, HookEvent
    from standfast.memory import Memory
    from standfast.model.session import Session

WORD = "later"
_BEGINS = frozenset(("", "startup"))
_CLEARED = "clear"  # the session before it has just ended
_FEW = 3  # sessions that may be learned from within a moment: for more no start waits
_GRACE_S = 1.0  # what a session that starts waits at most to be told what those before it left
_LOOK_S = 0.1
_WAIT_S = 30.0  # for the store: nobody waits here


def leave_work(memory: Memory, agent: Agent, seen: HookEvent, env: Mapping[str, str], words: Sequence[str]) -> None:
    """Do what there is to do at the start or the end of a session; with `words`, let the process do it that they name.

    What the sessions before left belongs into the brief: a start waits for it, unless that takes more than a moment.
    It does not for news in the agent's own files: the agent reads those itself.
    """
    starts = seen.kind == SESSION_START
    if starts and seen.source not in (_BEGINS | {_CLEARED} if words else _BEGINS):
        return  # it goes on, and waits for its answer: what others left is learned when one begins
    if not words:
        _follow(memory, agent, seen, env)
        _learn(memory, seen, apart=False)
        return
    waiting = _list_waiting(memory) if starts else []
    if seen.source != _CLEARED and (not starts or waiting or _has_news(memory, agent, seen, env)):
        from standfast.context.aside import start_aside

        given = {"session": memory.context.who.session, "payload": seen.raw}
        home = str(memory.context.settings.home)  # the session's folder must not be held, and may be gone
        where = home if os.path.isabs(seen.cwd) else seen.cwd  # noqa: PTH117 - hook path
        if not start_aside(memory.context, ["hook", *words, WORD], where, json.dumps(given).encode()):
            return
    if 0 < len(waiting) <= _FEW:
        _await(memory, waiting[-1])


def main(argv: Sequence[str]) -> int:
    """Do what a hook left, in the process that it started: AGENT EVENT, and the rest as JSON on standard input."""
    from standfast.agents import read_event
    from standfast.config import find_home
    from standfast.context.patterns import open_patterns

    try:
        told = json.loads(sys.stdin.buffer.read(LONGEST))
        home = find_home(os.environ)
        if not home.is_dir():
            return 0  # it was removed since: nothing there is to be made anew
        patterns = open_patterns(home)
        agent, seen = read_event(argv[0], argv[1], told["payload"], os.environ)
        seen.session_id = told["session"]
        memory = open_memory(agent, seen, os.environ, wait_s=_WAIT_S)
        try:
            _follow(memory, agent, seen, os.environ)
            _learn(memory, seen, apart=True)
        finally:
            memory.close()
        patterns.save()
    except Exception as error:  # noqa: BLE001 - the outermost edge: `doctor` shows it
        note_failure(error)
        return 1
    return 0


def _learn(memory: Memory, seen: HookEvent, *, apart: bool) -> None:
    """Learn from the session that ended or those before the one that starts; apart, from all that wait."""
    from standfast.verbs.learn import learn_pending, learn_session

    context, ends = memory.context, seen.kind == SESSION_END
    if context.is_kept_out:
        return
    live = "" if ends else context.who.session
    try:
        if apart:
            learn_pending(context, besides=live, patience_s=0.0)
        elif ends:
            learn_session(context, context.who.session)
        else:
            learn_pending(context, limit=AT_ONCE, besides=live)
        if apart and ends and context.settings.learner:
            memory.sessions.consult(context.who.session)
    except StandfastError as error:
        note_failure(error)


def _follow(memory: Memory, agent: Agent, seen: HookEvent, env: Mapping[str, str]) -> None:
    """Keep what the agent remembers in files of its own in step."""
    folder = _own_files(memory, agent, seen, env)
    try:
        if folder:
            memory.transfer.follow(agent.own_memory, folder)
    except (StandfastError, OSError) as error:  # whatever is wrong with a file of theirs, the rest is done
        note_failure(error)


def _own_files(memory: Memory, agent: Agent, seen: HookEvent, env: Mapping[str, str]) -> str:
    folder = agent.memory_folder(seen, env) if agent.own_memory else ""
    here = folder and os.path.isdir(os.path.dirname(folder))  # noqa: PTH112, PTH120 - hook path
    return folder if here and captures_here(memory) else ""


def _has_news(memory: Memory, agent: Agent, seen: HookEvent, env: Mapping[str, str]) -> bool:
    """Tell whether files of the agent's own changed since they were read."""
    from standfast.context.beyond_checkouts import find_change

    folder = _own_files(memory, agent, seen, env)
    return bool(folder) and bool(find_change(memory.context, Path(folder)))


def _list_waiting(memory: Memory) -> list[Session]:
    context = memory.context
    if context.is_kept_out:
        return []
    return list_waiting(context.partition(context.scope), latest=AT_ONCE, besides=context.who.session)


def _await(memory: Memory, session: Session) -> None:
    """Wait until a session was learned from, if that is soon."""
    from time import monotonic, sleep

    partition, until = memory.context.partition(memory.context.scope), monotonic() + _GRACE_S
    while not is_learned(partition, session) and monotonic() < until:
        sleep(_LOOK_S)
