"""Delegated: a prompt that is not a person's word, because an agent sent a sub-agent off with it.

Owns knowing such a prompt again, where an agent reports it like any other in a session that never started: the sending
agent reported the same words just before. It then counts as the start of a sub-agent of the sender's session. Hook
path, at prompts of such agents only.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.agents.contract import HookEvent
    from standfast.memory import Memory

_SENDERS = 3  # sessions looked at, the latest first


def as_delegated(memory: Memory, seen: HookEvent) -> None:
    """Turn a prompt into the start of a sub-agent, where another session of the same agent sent it."""
    from standfast.model.session import EventKind
    from standfast.model.value import replace

    context = memory.context
    journal = context.partition(context.scope).journal
    if journal.find(context.who.session) is not None:
        return
    told = context.clean(seen.prompt).strip()
    for session in journal.sessions(limit=_SENDERS):
        sent = (event.body for event in journal.events(session.id) if event.kind is EventKind.SUBAGENT)
        if session.agent == seen.agent and any(body.strip() == told for body in sent if body):
            seen.kind, seen.task, seen.prompt = c.SUBAGENT_START, seen.prompt, ""
            seen.subagent_id, seen.session_id = seen.session_id, session.id
            context.who = replace(context.who, session=session.id, turn=seen.subagent_id)
            return
