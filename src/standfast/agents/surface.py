"""What each agent's surface allows at each moment: told by a hook, told after the call, asked for in words, or lost.

Owns `way_of`, for the reference page; derived from what each agent's file declares and nothing else, so
that the table cannot say what the adapter does not do. Setup side, never loaded by a hook.
"""

from __future__ import annotations

from standfast.agents import contract as c
from standfast.agents import get_agent
from standfast.moments import table as t

HOOK, AFTER, WORDS, GATE, LOST = "yes", "after the call", "by instructions", "refused or warned", "-"

_KINDS = {
    t.START: c.SESSION_START,
    t.RESUME: c.SESSION_START,
    t.PROMPT: c.PROMPT,
    t.READ: c.BEFORE_TOOL,
    t.EDIT: c.BEFORE_TOOL,
    t.COMMAND: c.BEFORE_TOOL,
    t.FAILURE: c.TOOL_FAILED,
    t.BREAK: c.AFTER_TOOL,
    t.SUBAGENT: c.SUBAGENT_START,
}
_RECORDED = {t.SUBAGENT_END: c.SUBAGENT_STOP, t.END: c.SESSION_END}


def way_of(name: str, moment: str) -> str:
    """Say how an agent learns what is known at a moment."""
    agent = get_agent(name)
    reported = set(agent.events.values())
    if moment in _RECORDED:
        return "recorded" if _RECORDED[moment] in reported else LOST
    if moment == t.COMMIT:
        return GATE if c.BEFORE_TOOL in agent.denies else "Git hook"
    if moment == t.COMPACT:
        told = agent.tells_compaction and c.SESSION_START in agent.injects
        return HOOK if told or c.COMPACT in agent.injects else WORDS
    kind = _KINDS[moment]
    if kind in agent.injects and kind in reported:
        return HOOK
    if moment in {t.READ, t.EDIT, t.COMMAND, t.FAILURE} and c.AFTER_TOOL in agent.injects:
        return AFTER if moment != t.FAILURE else HOOK
    return LOST if moment in {t.BREAK, t.FAILURE, t.SUBAGENT} else WORDS
