"""Hooks: what the hooks of agents and of Git call, and how a person stops them. Reached as `memory.hooks`."""

from __future__ import annotations

from standfast.memory.verb import Later, Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.moments import tell
    from standfast.verbs import after_git, capture, consult, moments, pause, witness
else:
    tell = Later("standfast.moments.tell")
    after_git, capture, consult, moments, pause, witness = verbs(
        "after_git", "capture", "consult", "moments", "pause", "witness"
    )


class Hooks(Space):
    """What an agent's or Git's hook calls."""

    drain = verb(capture.drain)
    recorded = verb(capture.recorded)
    capture = verb(capture.capture)
    tell = verb(tell.tell)
    look_up_told = verb(witness.look_up)
    after_git = verb(after_git.after_git)
    after_merge = verb(consult.consult_merge)
    moments = verb(moments.list_moments)
    unpause = verb(pause.unpause)
    pause = verb(pause.pause)

    def wait_for_record(self, turn: str, transcript: str) -> None:
        """Learn from a prompt only where the client's own record, not written yet, holds it when the turn ends."""
        witness.await_record(self.context, turn, transcript, unseen=True)

    def heed(self, prompt: str, turn: str, transcript: str = "") -> str | None:
        """Store or withdraw what a person asks to be remembered or forgotten in their own prompt; return what to tell.

        Where nobody asks, the agent may be asked once what a user meant. `transcript` names the client's own record.
        """
        from standfast.learn.session.belief.asking import ask
        from standfast.learn.session.markers import may_have
        from standfast.moments.quiet import captures

        if not captures(self.context):
            return None
        told = None
        if may_have("withdraw", prompt):
            from standfast.verbs.unremember import unremember

            told = unremember(self.context, prompt, turn, transcript)
        if not told and may_have("order", prompt):
            from standfast.verbs.learn import heed

            told = heed(self.context, prompt, turn, transcript)
        return told or ask(self.context, prompt, turn)
