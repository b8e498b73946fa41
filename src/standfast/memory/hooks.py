"""Hooks: what the hooks of agents and of Git call, and how a person stops them for a while.

One method a verb, reached as `memory.hooks`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.moments.quiet import Pause
    from standfast.moments.table import Occasion, Told
    from standfast.standing.land import Landed
    from standfast.verbs.capture import Report
    from standfast.verbs.consult import Consulted
    from standfast.verbs.moments import Seen


class Hooks:
    """What an agent's or Git's hook calls."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def capture(self, report: Report) -> bool:
        """Record what an agent reported; False when it waits in the spool."""
        from standfast.verbs.capture import capture

        return capture(self._context, report)

    def drain(self) -> int:
        """Store what hooks had to leave in the spool; return how much that was."""
        from standfast.verbs.capture import drain

        return drain(self._context)

    def tell(self, occasion: Occasion) -> Told:
        """Return what an agent is told at a moment of its session, on record, or nothing and why."""
        from standfast.moments.tell import tell

        return tell(self._context, occasion)

    def heed(self, prompt: str, turn: str, transcript: str = "") -> str | None:
        """Store or withdraw what a person asks to be remembered or forgotten in their own prompt; return what to tell.

        Where nobody asks, the agent may be asked once what a user meant. `transcript` names the client's own record.
        """
        from standfast.learn.session.asking import ask
        from standfast.learn.session.markers import may_have
        from standfast.moments.quiet import captures

        if not captures(self._context):
            return None
        told = None
        if may_have("withdraw", prompt):
            from standfast.verbs.unremember import unremember

            told = unremember(self._context, prompt, turn, transcript)
        if not told and may_have("order", prompt):
            from standfast.verbs.learn import heed

            told = heed(self._context, prompt, turn, transcript)
        return told or ask(self._context, prompt, turn)

    def wait_for_record(self, turn: str, transcript: str) -> None:
        """Learn from a prompt only where the client's own record, not written yet, holds it when the turn ends."""
        from standfast.verbs.witness import await_record

        await_record(self._context, turn, transcript, unseen=True)

    def look_up_told(self) -> int:
        """Look prompts up in the clients' own records; return how many were made up by a program, and are reverted."""
        from standfast.verbs.witness import look_up

        return look_up(self._context)

    def after_git(self) -> Landed:
        """Bring branches and standings up to date after Git did something; for its hooks."""
        from standfast.verbs.after_git import after_git

        return after_git(self._context)

    def after_merge(self) -> Consulted:
        """Let the person's command look at what was merged, and propose what stale memories should say now."""
        from standfast.verbs.consult import consult_merge

        return consult_merge(self._context)

    def moments(self, *, sessions: int = 10) -> list[Seen]:
        """Return what was said where in the last sessions, at what cost, and what came of it."""
        from standfast.verbs.moments import list_moments

        return list_moments(self._context, sessions=sessions)

    def pause(self, pause: Pause) -> None:
        """Stop capturing or speaking: somewhere, for a while. A person's act."""
        from standfast.verbs.pause import pause as stop

        stop(self._context, pause)

    def unpause(self) -> int:
        """End all pauses; return how many there were. A person's act."""
        from standfast.verbs.pause import unpause

        return unpause(self._context)
