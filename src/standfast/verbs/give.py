"""Give: put on record what an agent is about to be shown, where nothing was searched for.

Owns receipts without a ranking: one memory shown whole, a list, a queue, what a guard quotes. A person who looks at
their own memory leaves none. Neighbour: `verbs.recall` writes the receipts, and its own.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.model.memory import Memory
    from standfast.verbs.context import Context
    from standfast.verbs.standing import Judged


def give(
    context: Context,
    verb: str,
    shown: Iterable[tuple[Memory, Judged]],
    *,
    query: str = "",
    said: Sequence[str] = (),
    tokens: int = 0,
) -> None:
    """Leave a receipt for what the caller is about to be shown; `said` is what each is shown as, if not whole."""
    if context.is_person:
        return
    from standfast.verbs.recall import Result, leave_receipt

    results = [Result(memory, 0.0, {}, judged) for memory, judged in shown]
    if results:
        leave_receipt(context, verb, query, results, 0, said=said, tokens=tokens)
