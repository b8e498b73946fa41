"""Tell: one moment, one answer. Looks up what is known, leaves out what the session has, and puts it on record.

Owns the walk that every moment takes: look up, choose, word, pack, record, say. Little, relevant, new to the session:
giving more made agents worse. Neighbours: `table` (the bounds), `at_*` (what each moment looks up), `known` (what is
left out and why), `lines` (words and record).
"""

from __future__ import annotations

from standfast.model.kind import Kind
from standfast.model.value import replace
from standfast.moments.known import choose, spent_in, told_in
from standfast.moments.lines import Line, line_of, lookup, record
from standfast.moments.table import (
    BELOW_FLOOR,
    BREAK,
    COMMAND,
    COMPACT,
    EDIT,
    EXACT,
    FAILURE,
    INFERRED,
    MOMENTS,
    NOT_NOW,
    NOTHING_KNOWN,
    PROMPT,
    READ,
    RESUME,
    SAID,
    SPENT,
    START,
    SUBAGENT,
    Told,
    way_of,
)
from standfast.recall.fence import label
from standfast.trust.kind_from_words import says_what_to_do

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from standfast.context.context import Context
    from standfast.moments.table import Moment, Occasion
    from standfast.recall.receipts import Result

REMINDER = "again, since it is about this"


def tell(context: Context, occasion: Occasion) -> Told:
    """Return what is to be said at a moment, on record, or nothing and why."""
    moment = MOMENTS[occasion.moment]
    if not moment.speaks or moment.name not in _WAYS:
        return Told(moment.name)
    if moment.share and spent_in(context) >= moment.share:
        if moment.name not in {EDIT, COMMAND, PROMPT}:
            told = Told(moment.name, cause=SPENT)
            record(context, told)
            return told
        moment = replace(moment, most=0)  # only what is first
    return _WAYS[moment.name](context, moment, occasion)


def _start(context: Context, moment: Moment, occasion: Occasion) -> Told:
    from standfast.moments.at_start import after_compaction, fitted_brief, meanwhile

    if moment.name == RESUME and told_in(context):
        text, tokens = meanwhile(context)
        if occasion.lost:
            found = fitted_brief(context, context.settings.brief_tokens, again=True, besides=len(text) + 2)
            text, tokens = "\n\n".join(filter(None, (found.text, text))), found.tokens + tokens
    elif moment.name == COMPACT:
        text, tokens = after_compaction(context)
    elif moment.name == SUBAGENT:
        found = fitted_brief(context, moment.tokens, task=occasion.prompt, again=True)
        text, tokens = found.text, found.tokens
    else:
        first = _first_steps(context)  # what a person prefers everywhere does not stand for the repository
        found = fitted_brief(context, context.settings.brief_tokens, besides=len(first) + 2)
        text, tokens = "\n\n".join(filter(None, (found.text, first))), found.tokens
    told = Told(moment.name, text, SAID if text else NOTHING_KNOWN, tokens, text.count("\n- "))
    record(context, told)
    return told


def _first_steps(context: Context) -> str:
    from standfast.moments.first import first_steps

    return first_steps(context)


def _prompt(context: Context, moment: Moment, occasion: Occasion) -> Told:
    from standfast.moments.at_prompt import at_prompt, lead_of

    found, below = at_prompt(context, moment, occasion.prompt)
    tried = frozenset(item.memory.id for item in found if lead_of(item))  # it would be done again
    return _said(context, moment, occasion, [(lead_of(item), item) for item in found], below, occasion.prompt, tried)


def _command(context: Context, moment: Moment, occasion: Occasion) -> Told:
    from standfast.moments.at_command import at_command, is_broken

    found, below = at_command(context, occasion.command)
    broken = frozenset(item.memory.id for _, item in found if is_broken(item))
    return _said(context, moment, occasion, found, below, occasion.command, broken)


def _failure(context: Context, moment: Moment, occasion: Occasion) -> Told:
    from standfast.moments.at_failure import at_failure

    found, below = at_failure(context, moment, occasion.command, occasion.output)
    return _said(context, moment, occasion, found, below, occasion.command)


def _said(
    context: Context,
    moment: Moment,
    occasion: Occasion,
    found: list[tuple[str, Result]],
    below: int,
    query: str,
    first: frozenset[str] = frozenset(),
) -> Told:
    """Take the last steps of the moments that look memories up by words; what is `first` is always said."""
    words = {result.memory.id: word for word, result in found}
    chosen = choose(context, moment, occasion, [result for _, result in found])
    lines = [line_of(item, word=words[item.memory.id], asked=query) for item in chosen.fresh]
    again = [item for item in chosen.again if _is_due(item)]
    lines += [line_of(item, word=words[item.memory.id] or REMINDER, brief=True) for item in again]
    lines = [replace(line, first=line.result.memory.id in first) for line in lines]
    order = list(words)
    lines.sort(key=lambda line: order.index(line.result.memory.id))
    causes = {**chosen.causes, **({BELOW_FLOOR: below} if below else {})}
    return lookup(context, moment, lines, query=query, causes=causes)


def _file(context: Context, moment: Moment, occasion: Occasion) -> Told:
    from standfast.moments.at_file import after_edit, at_file, inside_of

    paths = occasion.changes if moment.name in {EDIT, BREAK} else occasion.files
    if moment.name == BREAK:
        found, below = after_edit(context, paths), 0
    else:
        found, below = at_file(context, moment, paths, edit=occasion.edit if moment.name == EDIT else None)
    chosen = choose(context, moment, occasion, [line.result for line in found])
    news = chosen.fresh if moment.name != BREAK else (*chosen.fresh, *chosen.again)  # that it broke was not said
    fresh = {item.memory.id for item in news}
    again = {item.memory.id for item in chosen.again if _is_due(item)} - fresh
    lines: list[Line] = []
    for line in found:
        if line.result.memory.id in fresh:
            lines.append(line)
        elif line.result.memory.id in again or (line.first and line.result in chosen.again):
            lines.append(replace(line_of(line.result, word=line.word or REMINDER, brief=True), first=line.first))
    lines.sort(key=lambda line: not line.first)
    inside = inside_of(context, paths[:1])
    more = f"standfast brief --files {label(inside[0], 120)}" if inside else ""
    causes = {**chosen.causes, **({NOT_NOW: below} if below else {})}
    return lookup(context, moment, lines, query=" ".join(paths), causes=causes, more=more)


def _is_due(result: Result) -> bool:
    """Tell whether what a session was told may be said once more: it rules, or this very thing is what it is about."""
    content, way = result.memory.content, way_of(result.scores)
    rules = content.kind is not Kind.FACT or says_what_to_do(result.memory)
    return rules or way in EXACT or (way in INFERRED and any(item.anchor.path for item in content.anchors))


_WAYS: dict[str, Callable[[Context, Moment, Occasion], Told]] = {
    START: _start,
    RESUME: _start,
    COMPACT: _start,
    SUBAGENT: _start,
    PROMPT: _prompt,
    READ: _file,
    EDIT: _file,
    BREAK: _file,
    COMMAND: _command,
    FAILURE: _failure,
}
