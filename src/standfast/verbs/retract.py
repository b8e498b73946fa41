"""Retract: take memories back; they stay in the history and are given to nobody."""

from __future__ import annotations

from collections.abc import Sequence

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.model.operation import Act
from standfast.trust.admission import clean_remark
from standfast.trust.record import Changed
from standfast.verbs.governed import act_on, must_overrule, quoted


def retract(context: Context, reference: str, *, reason: str = "") -> Changed:
    """Take a memory back: it stays in the history and is no longer given to anyone."""
    partition, memory = get_memory(context, reference)
    must_overrule(context, memory)
    return quoted(context, act_on(context, partition, memory, Act.RETRACT, {"reason": clean_remark(context, reason)}))


def retract_all(context: Context, references: Sequence[str], *, reason: str = "") -> list[Changed]:
    """Take several memories back: all of them, or none where one is not there or not the caller's to take back."""
    meant = list(dict.fromkeys(get_memory(context, reference)[1].id for reference in references))
    for identity in meant:
        must_overrule(context, get_memory(context, identity)[1])
    return [retract(context, identity, reason=reason) for identity in meant]
