"""What a brief tells of a person's words in earlier sessions: two sections of their own, each with its own share.

After what persons decided, before agents' notes. Owns putting the lines into sections; `learn.session.belief.for_brief`
chooses and orders them.
"""

from __future__ import annotations

from standfast.context.view import views
from standfast.model.trust import Standing, Status
from standfast.model.value import Value
from standfast.moments.lines import Line, record
from standfast.moments.table import PROMPT, SAID, Told
from standfast.recall.fence import in_quotes
from standfast.recall.pack import BriefLine, Section, count_tokens
from standfast.recall.receipts import Result
from standfast.standing.judged import Judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.trust.record import Remembered

_WAITING = 400  # proposals read; those of sessions are chosen among them
_FIRST_WORDS = 80  # characters of another rule that is named beside a new one


class PersonsWords(Value):
    """The sections, what is in them, and what of the pinned memories stands elsewhere."""

    sections: tuple[Section, ...]
    results: tuple[Result, ...]
    rest: tuple[Result, ...]


def spoken_before(
    context: Context, pinned: Sequence[Result], known: Mapping[MemoryId, int], budget: int
) -> PersonsWords:
    """Take what was learned from sessions out of the pinned memories and add what was only said."""
    waiting: list[Memory] = []
    for partition, view in views(context, statuses=(Status.PROPOSED,)):
        waiting += (item for item in partition.memories.select(view, limit=_WAITING) if item.source.kind == "session")
    if not pinned and not waiting:
        return PersonsWords((), (), ())
    from standfast.learn.session.belief.for_brief import (
        LEARNED_HEADING,
        LEARNED_TOKENS,
        SAID_HEADING,
        SAID_TOKENS,
        is_learned,
        learned_lines,
        said_lines,
        spoken_rules,
    )

    learned = [item for item in pinned if is_learned(item.memory)]
    rest = tuple(item for item in pinned if not is_learned(item.memory))
    fresh = [item for item in waiting if known.get(item.id, 0) < item.revision]
    share = min(LEARNED_TOKENS, budget // 4)
    repeated = learned_lines((item.memory for item in learned), said=waiting, most=share)
    most = min(SAID_TOKENS, budget // 2)
    besides = [memory.content.text for memory, _ in repeated]
    rules = spoken_rules(context) if fresh else []
    said = said_lines(fresh, context.clock.now(), besides=besides, rules=rules, most=most)
    sections = (_section(LEARNED_HEADING, repeated, share), _section(SAID_HEADING, said, most))
    return PersonsWords(sections, tuple(_result(memory) for memory, _ in (*repeated, *said)), rest)


def give_told(context: Context, done: Remembered, text: str) -> str:
    """Say what was just stored because the person asked, and which older rules it replaced or stands against."""
    told = (
        f"From this project's memory (Standfast): the person asked to remember this, and it is stored as {done.id}: "
        f"“{in_quotes(text)}”. "
    )
    partition = context.partition(context.scope)
    memory = partition.memories.find(done.id)
    operation = partition.log.find(done.operation) if done.operation else None
    replaced = partition.memories.find_several(operation.header.supersedes if operation else ())
    links = memory.content.links if memory else ()
    linked = [link.target for link in links if link.kind == "contradicts"]
    others = partition.memories.find_several(linked).values()  # type: ignore[arg-type]
    against = [item for item in others if item.status is Status.ACTIVE]
    named = [
        *((item, f"It replaces {_named(item)}. ") for item in replaced.values()),
        *((item, f"It conflicts with {_named(item)}, unsettled: `standfast review` settles it. ") for item in against),
    ]
    told += "".join(words for _, words in named)
    told += "Tell them so in one short sentence of your answer; "
    if replaced:
        told += f"`standfast revert {done.operation}` undoes it, and what it replaced is active again."
    else:
        told += f"`standfast retract {done.id}` withdraws it."
    if memory is not None:
        given = [(memory, text), *named]  # an older rule that is named beside it is given as well
        lines = [Line(_result(item), words) for item, words in given]
        record(context, Told(PROMPT, told, SAID, count_tokens(told), len(lines)), lines)
    return told


def _named(memory: Memory) -> str:
    """Return the id of a memory and its first words."""
    from textwrap import shorten

    return f"{memory.id} (“{in_quotes(shorten(memory.content.text, _FIRST_WORDS, placeholder=' …'))}”)"


def _section(heading: str, lines: Sequence[tuple[Memory, str]], share: int) -> Section:
    return Section(heading, tuple(BriefLine(memory.id, text, named=False) for memory, text in lines), share=share)


def _result(memory: Memory) -> Result:
    return Result(memory, 0.5, {"said": 0.5}, Judged(Standing.UNANCHORED))
