"""Guards on memories: add, list, remove, waive, prove, replay and draft them.

Owns how a guard is kept: as the `guard` of a memory's content, one revision per change, so that it has a history and
goes where its memory goes. Only a person adds, removes or waives one. Neighbours: `verbs.guard_check` asks them.
"""

from __future__ import annotations

import json

from standfast.context.references import get_memory
from standfast.errors import ConfigError, NotFound, Refused
from standfast.guard.carried import CarriedGuard, read_carried
from standfast.guard.render import render_rule
from standfast.guard.rule import BadRule
from standfast.model.ids import OperationId
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.store.revised import revised
from standfast.trust.person import require_person
from standfast.verbs.enforced import find_carriers, get_root, is_in_force, today

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from standfast.context.context import Context
    from standfast.guard.backtest import Backtest
    from standfast.guard.draft import GuardDraft
    from standfast.guard.prove import Verdict
    from standfast.guard.rule import Guard
    from standfast.model.memory import Memory
    from standfast.store.contract import Progress

PACK_KIND = "gotcha"  # found when it matters; forty pinned rules would crowd out what the team itself decided


class Guarded(Value):
    """What became of a memory's guard; `operation` is None when nothing needed to change."""

    guard: str
    memory: Memory
    operation: OperationId | None
    replaced: str = ""  # another guard that the memory carried until now


class Proven(Value):
    """A guard, the verdicts of its snippets, and what else is wrong with it."""

    carried: CarriedGuard
    verdicts: tuple[Verdict, ...] = ()
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether it proved itself."""
        return not self.problem and not any(verdict.problem for verdict in self.verdicts)


def add_guard(context: Context, reference: str, rule: str, *, name: str = "the rule") -> Guarded:
    """Give a memory a guard from the text of a rule file; one it has already is replaced."""
    from standfast.guard.prove import accept_rule

    require_person(context.who, "adds a guard")
    _, memory = get_memory(context, reference)
    if memory.status is not Status.ACTIVE:
        hint = f"`standfast restore {memory.id}` or `standfast review` first: a guard follows its memory's status."
        raise Refused(f"{memory.id} is {memory.status}.", hint=hint)
    guard = _dated(accept_rule(rule, name=name), today(context))
    _must_be_new(context, guard.id, memory)
    before = read_carried(memory).id if memory.content.guard else guard.id
    done = _carry(context, memory, guard.id, _storable(context, guard))
    return done if before == guard.id else replace(done, replaced=before)


def _dated(guard: Guard, date: str) -> Guard:
    """Start the clean days of a warning that is to become a block."""
    return guard._replace(since=date) if "promote_after" in dict(guard.extra) and not guard.since else guard


def _must_be_new(context: Context, guard_id: str, memory: Memory) -> None:
    for other in find_carriers(context):
        if other.id != memory.id and read_carried(other).id == guard_id:
            hint = "Give the rule another `id`: waivers and reports name it."
            raise Refused(f"There is a guard {guard_id!r} already, on {other.id}.", hint=hint, code="guard-exists")


def _storable(context: Context, guard: Guard) -> str:
    """Return the guard as it is stored, without secrets; one that no longer proves itself then is refused."""
    from standfast.guard.prove import accept_rule

    text = render_rule(guard, form="json")
    cleaned = context.redaction_of(text)
    if cleaned.text == text:
        return text
    rules = ", ".join(sorted({finding.rule for finding in cleaned.findings}))
    try:
        return render_rule(accept_rule(cleaned.text), form="json")
    except BadRule:
        hint = "Secrets are never stored. Write the snippets with a value that is plainly made up, or shorter."
        raise Refused(f"{guard.id} holds what looks like a secret ({rules}).", hint=hint, code="secret") from None


def _carry(context: Context, memory: Memory, guard_id: str, stored: str) -> Guarded:
    """Write a revision that differs in its guard alone; the words were judged when they came in."""
    partition, _ = get_memory(context, memory.id)
    with partition.writing():
        current = partition.memories.find(memory.id) or memory
        if current.content.guard == stored:
            return Guarded(guard_id, current, None)
        content = replace(current.content, guard=stored)
        operation = partition.log.append(revised(partition, current, content, context.who))
        return Guarded(guard_id, partition.memories.find(memory.id) or current, operation.id)


def list_guards(context: Context, *, everything: bool = False) -> list[CarriedGuard]:
    """Return the guards in force here; with `everything`, also those whose memory no longer speaks."""
    return [read_carried(memory) for memory in find_carriers(context, everything=everything)]


def find_guards(context: Context, reference: str = "") -> list[CarriedGuard]:
    """Return the guards that a guard id or a memory names, or all in force."""
    if not reference:
        return list_guards(context)
    named = [guard for guard in list_guards(context, everything=True) if guard.id == reference]
    if named:
        inforce = [item for item in named if is_in_force(item.memory)]
        return inforce or named[-1:]
    try:
        _, memory = get_memory(context, reference)
    except NotFound:
        hint = "`standfast guard list` shows what is enforced here."
        raise NotFound(f"There is no guard or memory {reference!r} here.", hint=hint) from None
    if not memory.content.guard:
        raise NotFound(
            f"{memory.id} carries no guard.", hint=f"`standfast guard add {memory.id} RULE.yml` gives it one."
        )
    return [read_carried(memory)]


def remove_guard(context: Context, reference: str) -> Guarded:
    """Take the guard off its memory; the memory and its history stay."""
    require_person(context.who, "removes a guard")
    carried = find_guards(context, reference)[0]
    return _carry(context, carried.memory, carried.id, "")


def waive_guard(context: Context, reference: str, *, until: str, because: str, paths: Sequence[str] = ()) -> Guarded:
    """Let findings of a guard pass until a date, on the record with person and reason."""
    from datetime import date

    require_person(context.who, "waives a guard")
    try:
        day = date.fromisoformat(until).isoformat()
    except ValueError:
        raise ConfigError(f"{until!r} is not a date.", hint="Write --until 2026-12-31.", code="bad-time") from None
    if day < today(context):
        raise ConfigError(f"{day} is in the past.", hint="A waiver runs until a later day.", code="bad-time")
    reason = context.clean(because.strip())
    if not reason:
        raise ConfigError("A waiver needs a reason.", hint="Say it with --because.", code="no-reason")
    carried = find_guards(context, reference)[0]
    waiver: dict[str, Any] = {"reason": reason, "until": day, "person": context.who.name}
    if paths:
        waiver["paths"] = list(paths)
    document = {**carried.document, "waivers": [*(carried.document.get("waivers") or ()), waiver]}
    return _carry(context, carried.memory, carried.id, json.dumps(document, ensure_ascii=False))


def prove_guards(context: Context, reference: str = "") -> list[Proven]:
    """Run every snippet of the guards."""
    return [_prove(carried) for carried in find_guards(context, reference)]


def _prove(carried: CarriedGuard) -> Proven:
    from standfast.guard.prove import prove
    from standfast.guard.vet import vet_guard

    if carried.guard is None:
        return Proven(carried, problem=carried.problem)
    try:
        vet_guard(carried.guard)
        return Proven(carried, tuple(prove(carried.guard)))
    except BadRule as error:
        return Proven(carried, problem=error.message)


def backtest_guards(
    context: Context,
    reference: str = "",
    *,
    incident: str = "",
    fix: str = "",
    limit: int = 1000,
    progress: Progress | None = None,
) -> list[Backtest]:
    """Replay guards over this repository's own history."""
    from standfast.guard.backtest import backtest

    guards = [guard.guard for guard in find_guards(context, reference) if guard.guard]
    root = get_root(context)
    return backtest(root, guards, incident=incident, fix=fix, limit=limit, progress=progress) if guards else []


def draft_guard(
    context: Context,
    fix: str,
    *,
    incident: str = "",
    limit: int = 1000,
    progress: Progress | None = None,
) -> list[GuardDraft]:
    """Propose guards from a fix commit, best first; nothing is stored."""
    from standfast.guard.draft import draft_guards

    return draft_guards(get_root(context), fix, incident=incident, limit=limit, progress=progress)


def list_packs(context: Context) -> list[tuple[str, Guard, bool]]:
    """Return every starter rule with its pack and whether it is on here."""
    from standfast.guard import pack

    held = {item.id for item in list_guards(context)}
    return [(name, guard, guard.id in held) for name in pack.list_packs() for guard in pack.load_pack(name)]


def add_pack(context: Context, name: str, rules: Sequence[str] = (), *, severity: str = "") -> list[Guarded]:
    """Turn starter rules on: each becomes a memory that carries it. Rules that are on already are left alone."""
    from standfast.guard.pack import load_pack

    require_person(context.who, "turns starter rules on")
    guards = {guard.id: guard for guard in load_pack(name)}
    unknown = [rule for rule in rules if rule not in guards]
    if unknown:
        raise NotFound(f"The pack {name} has no rule {unknown[0]!r}.", hint="`standfast guard pack list` shows them.")
    held = {item.id for item in list_guards(context)}
    chosen = [guards[rule] for rule in rules or guards if rule not in held]
    return [_turn_on(context, name, guard, severity) for guard in chosen]


def _turn_on(context: Context, pack: str, guard: Guard, severity: str) -> Guarded:
    from standfast.capture.draft import Draft
    from standfast.trust.record import remember
    from standfast.verbs.decide import approve

    if severity:
        guard = guard._replace(severity=severity)
    tags = ("guard", f"pack {pack}")
    done = remember(context, Draft(text=guard.message, kind=PACK_KIND, title=guard.id, why=guard.reason, tags=tags))
    if done.status is Status.PROPOSED:
        approve(context, [done.id])  # the person who turns the pack on stands behind its words
    _, memory = get_memory(context, done.id)
    try:
        stored = _storable(context, guard)
    except Refused:
        # A rule that finds secrets shows some in its snippets: it is kept by name and read from the package.
        stored = json.dumps({"id": guard.id, "pack": pack, **({"severity": severity} if severity else {})})
    return _carry(context, memory, guard.id, stored)
