"""Feedback: say that a memory was helpful, wrong or stale."""

from __future__ import annotations

from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError
from standfast.mirror.block import refresh_blocks
from standfast.model.fold import authority_of
from standfast.model.memory import Memory
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.trust.admission import clean_remark
from standfast.trust.overrule import may_overrule
from standfast.trust.record import Changed
from standfast.verbs.governed import act_on

VERDICTS = ("helpful", "wrong", "stale")


def feedback(context: Context, reference: str, verdict: str, *, note: str = "") -> Changed:
    """Say that a memory was helpful, wrong or stale; it changes its rank, visibly and reversibly."""
    # What a person says is wrong is told to nobody any more until a person decides on it, or takes the verdict back.
    # Its guard stays in force: the answer names it.
    if verdict not in VERDICTS:
        raise ConfigError(f"{verdict!r} is not a verdict.", hint="Say helpful, wrong or stale.", code="bad-verdict")
    partition, memory = get_memory(context, reference)
    payload: dict[str, Any] = {"verdict": verdict, "note": clean_remark(context, note)}
    weight = authority_of(memory.content, (context.who,))
    if verdict != "wrong" or not context.who.is_person or not may_overrule(weight, context.who, memory):
        return act_on(context, partition, memory, Act.FEEDBACK, payload)
    done = act_on(context, partition, memory, Act.FEEDBACK, {**payload, "disputes": True})
    refresh_blocks(context)
    return replace(done, guard=_find_guard(context, memory) if done.status is Status.DISPUTED else "")


def _find_guard(context: Context, memory: Memory) -> str:
    """Return the guard of a memory that is in force here, if there is one."""
    from standfast.guard.carried import read_carried
    from standfast.verbs.enforced import find_carriers

    carriers = find_carriers(context) if memory.content.guard else []
    return next((read_carried(item).id for item in carriers if item.id == memory.id), "")
