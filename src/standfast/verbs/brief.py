"""Brief: what a session should know now, packed to a budget and on record before it is given."""

from __future__ import annotations

from standfast.moments import brief as composed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.moments.brief import Brief


def brief(
    context: Context, *, budget: int = 0, files: Sequence[str] = (), task: str = "", again: bool = False
) -> Brief:
    """Give the brief for what is at hand; a session is not told the same twice, unless `again`."""
    budget = budget or context.settings.brief_tokens
    return composed.brief(context, budget=budget, files=files, task=task, again=again)
