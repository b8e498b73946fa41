"""From an agent's event to the moments of a session: the one place where the two vocabularies meet.

Owns which moments an event is. A tool call may be several: a command that writes a file is a command and an edit. Where
an agent takes no context before a tool runs, what belongs before it is told right after it. Hook path: light.
"""

from __future__ import annotations

from standfast.agents import contract as c
from standfast.moments import table as t
from standfast.moments.table import Occasion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.agents.contract import Agent, HookEvent
    from standfast.context.context import Context


def occasions_of(agent: Agent, seen: HookEvent, context: Context) -> list[Occasion]:
    """Return the moments that an event is, in the order in which they are told."""
    loaded = loaded_by(agent, context)
    if seen.kind == c.SESSION_START:
        moment = {"resume": t.RESUME, "compact": t.COMPACT, "clear": t.COMPACT}.get(seen.source, t.START)
        return [Occasion(moment, loaded=loaded, lost=agent.forgets_brief)]
    if seen.kind == c.COMPACT:
        return [Occasion(t.COMPACT, loaded=loaded)]
    if seen.kind == c.SUBAGENT_START:
        return [Occasion(t.SUBAGENT, prompt=seen.task or _task_of(context), loaded=loaded)]
    if seen.kind == c.PROMPT:
        return [Occasion(t.PROMPT, prompt=seen.prompt, loaded=loaded)]
    if seen.own_tool:
        return []
    if seen.kind == c.BEFORE_TOOL:
        return _before(seen, loaded)
    late = [] if c.BEFORE_TOOL in agent.injects else _before(seen, loaded)
    if seen.failed:
        known = [item for item in late if item.moment == t.COMMAND]
        return [*known, Occasion(t.FAILURE, command=seen.command, output=seen.output, loaded=loaded)]
    broken = [Occasion(t.BREAK, changes=seen.changes, loaded=loaded)] if seen.changes else []
    return [*broken, *late]  # what this edit broke is told from how it stood when it was looked at last


def _before(seen: HookEvent, loaded: tuple[str, ...]) -> list[Occasion]:
    found = [Occasion(t.COMMAND, command=seen.command, loaded=loaded)] if seen.command else []
    if seen.changes:
        edit = seen.tool_input if seen.writes else seen.command
        return [*found, Occasion(t.EDIT, changes=seen.changes, edit=edit, loaded=loaded)]
    if seen.files:
        found.append(Occasion(t.READ, files=seen.files, loaded=loaded))
    return found


def _task_of(context: Context) -> str:
    """Return what the sub-agent that starts now was sent to do: the agent reported it just before."""
    from standfast.model.session import EventKind

    task = ""
    for event in context.partition(context.scope).journal.events(context.who.session):
        if event.kind is EventKind.SUBAGENT and event.tool.lower() in c.SENDERS:
            task = event.body
    return task


def note_loaded(context: Context) -> None:
    """Note what the agent that asks, over MCP or in its shell, knows by itself; of a client without a name nothing."""
    from standfast.agents import NAMES, get_agent

    if context.who.kind == "agent" and context.who.name in NAMES and context.loaded is None:
        loaded_by(get_agent(context.who.name), context)


def loaded_by(agent: Agent, context: Context) -> tuple[str, ...]:
    """Return what the agent knows by itself here: instruction files as globs, and the memory of its own as a source.

    What a file of the top brings with it is named as `/path`: that one file, not its like in other folders.
    """
    root = context.here.root
    found: list[str] = []
    for name in agent.loads:
        first, _, fallback = name.partition(" else ")
        chosen = fallback if fallback and not (root and (root / first).exists()) else first
        found.append(chosen)
        if root and (root / chosen).is_file():
            from standfast.agents.included import list_brought

            found += (f"/{path}" for path in list_brought(str(root), chosen, follow=agent.includes))
    found += [f"import:{agent.own_memory}"] if agent.own_memory else []
    context.loaded = tuple(found)
    return context.loaded
