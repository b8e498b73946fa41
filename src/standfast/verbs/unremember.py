"""Unremember: a person's live "forget that" takes back what this person had asked to be remembered.

Owns which memory is meant: the last one told in this session, or the only one that the words name. Where that is not
plain nothing changes, and the agent shows the person the command. Undone by `restore`, and by the witness where the
client's own record holds no such prompt. Neighbours: `learn.session.words.withdrawn` reads the words, `verbs.told`
stores.
"""

from __future__ import annotations

from textwrap import shorten

from standfast.context.view import is_here
from standfast.learn.session.signs.told import find_order
from standfast.learn.session.words.spoken import content_words
from standfast.learn.session.words.withdrawn import find_withdrawal
from standfast.model.operation import Act
from standfast.model.session import EventKind
from standfast.model.source import SourceFilter
from standfast.model.trust import Status
from standfast.store.values import Change, LogFilter
from standfast.verbs.told import keep_told, speaker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.learn.session.words.withdrawn import Withdrawal
    from standfast.model.memory import Memory
    from standfast.model.source import Source

_LOOKED_AT = 200  # what one person told last
_SHOWN = 2
_FIRST_WORDS = 80
_RESTATES = 0.6  # of a memory's words stand in those that name it
_HEAD = "From this project's memory (Standfast): "


def unremember(context: Context, prompt: str, turn: str, transcript: str = "") -> str | None:
    """Withdraw what a person's own prompt takes back, plainly one memory of theirs, and return what to say."""
    found = find_withdrawal(prompt) if "told" not in context.settings.signs_off else None
    if found is None or not context.who.session:
        return None
    person = speaker(context, turn)
    meant, plain = _choose(context, found, _told_by(context, person), turn)
    plain = plain and found.leads
    if not meant:
        return None
    order = context.clean(find_order(found.rest)) if found.rest else ""
    if not plain:
        return None if order else _ask_back(context, meant)
    if order and (told := keep_told(context, order, turn, transcript, meant)):
        return told
    return _withdraw(context, meant[0], person, transcript)


def _told_by(context: Context, person: Source) -> list[Memory]:
    """Return what a person asked to be remembered in their prompts and is in force, the latest first."""
    wanted = LogFilter(source=SourceFilter(person.kind, person.name), acts=(Act.REMEMBER,))
    found: dict[str, Memory] = {}
    for partition in context.partitions():
        for operation in partition.log.iterate(wanted, limit=_LOOKED_AT):
            memory = partition.memories.find(operation.header.memory) if operation.header.memory else None
            if memory is None or memory.status is not Status.ACTIVE or not operation.header.source.turn:
                continue
            if is_here(context, memory.content.scope.branch):
                found.setdefault(memory.id, memory)
    return sorted(found.values(), key=lambda memory: memory.recorded_at, reverse=True)


def _choose(context: Context, found: Withdrawal, told: Sequence[Memory], turn: str) -> tuple[list[Memory], bool]:
    """Return the memories that may be meant, two at most, and whether it is plainly the one that is returned."""
    session = context.who.session
    here = [item for item in told if item.source.session == session]
    events = context.partition(context.scope).journal.events(session)
    earlier = [event for event in events if event.kind is EventKind.PROMPT and event.key != turn]
    about = content_words(found.about)
    if about:
        if found.restated or not found.of_memory:  # "forget that file" names no rule
            named = [item for item in told if _shares(about, item) and _is_restated(about, item)]
        else:
            named = [item for item in told if _shares(about, item)]
        inside = [item for item in named if item in here]
        if not inside and any(about <= content_words(event.body) for event in earlier):
            return named[:_SHOWN], False  # it was spoken of in this session, too
        named = inside or named
        return named[:_SHOWN], len(named) == 1
    if not here:
        return [], False
    just = bool(earlier) and here[0].source.turn == earlier[-1].key
    aside = content_words(found.rest)
    elsewhere = bool(aside) and not found.of_memory and aside.isdisjoint(content_words(here[0].content.text))
    plain = (just or found.of_memory) and not elsewhere
    return here[: 1 if plain or just else _SHOWN], plain


def _shares(about: frozenset[str], memory: Memory) -> bool:
    return about <= content_words(memory.content.text)


def _is_restated(about: frozenset[str], memory: Memory) -> bool:
    words = content_words(memory.content.text)
    return len(about & words) >= _RESTATES * len(words)


def _withdraw(context: Context, memory: Memory, person: Source, transcript: str) -> str:
    from standfast.context.references import get_memory
    from standfast.mirror.block import refresh_blocks
    from standfast.verbs.witness import await_record

    partition, _ = get_memory(context, memory.id)
    with partition.writing():
        partition.log.append(Change(Act.RETRACT, person, memory.id, {"reason": "the person asked to forget it"}))
    refresh_blocks(context)
    await_record(context, person.turn, transcript)
    return _record(
        context,
        [memory],
        f"{_HEAD}the person asked to forget what they had asked to remember, and {_named(memory)} is withdrawn. Tell "
        f"them so in one short sentence of your answer; `standfast restore {memory.id}` brings it back.",
    )


def _ask_back(context: Context, meant: Sequence[Memory]) -> str:
    """Return what the agent shows the person where it is not plain what they mean."""
    commands = " or ".join(f"`standfast retract {item.id}` for “{_quoted(item)}”" for item in meant)
    return _record(
        context,
        meant,
        f"{_HEAD}nothing was withdrawn, since it is not plain what the person wants forgotten. If they mean what they "
        f"had asked to remember, show them the command to run: {commands}. Otherwise do not mention this.",
    )


def _record(context: Context, given: Sequence[Memory], told: str) -> str:
    from standfast.moments.persons_words import record_told

    return record_told(context, [(memory, _named(memory)) for memory in given], told)


def _named(memory: Memory) -> str:
    return f"{memory.id} (“{_quoted(memory)}”)"


def _quoted(memory: Memory) -> str:
    from standfast.recall.fence import in_quotes

    return in_quotes(shorten(memory.content.text, _FIRST_WORDS, placeholder=" …"))
