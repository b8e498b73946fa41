"""Heed: what a prompt asks for beside its task: to remember something, or to forget it. On the hook path.

Neighbours: `verbs.told` stores, `verbs.unremember` takes back, `learn.session.belief.asking` asks where nobody did.
"""

from __future__ import annotations

from standfast.learn.session.belief.asking import ask
from standfast.learn.session.markers import may_have
from standfast.moments.quiet import captures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context


def heed(context: Context, prompt: str, turn: str, transcript: str = "") -> str | None:
    """Store or withdraw what a person asks to be remembered or forgotten in their own prompt; return what to tell.

    Where nobody asks, the agent may be asked once what a user meant. `transcript` names the client's own record.
    """
    if not captures(context):
        return None
    told = None
    if may_have("withdraw", prompt):
        from standfast.verbs.unremember import unremember

        told = unremember(context, prompt, turn, transcript)
    if not told and may_have("order", prompt):
        from standfast.verbs.told import remember_told

        told = remember_told(context, prompt, turn, transcript)
    return told or ask(context, prompt, turn)
