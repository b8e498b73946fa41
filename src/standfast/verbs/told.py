"""Told: what a person asks to be remembered, in their own prompt or when they are asked, is stored at once.

Neighbours: `verbs.heed` sees whether a prompt asks, `verbs.unremember` takes back, `verbs.learn` learns from the rest.
"""

from __future__ import annotations

from standfast.capture.draft import Draft
from standfast.errors import Refused
from standfast.learn.session.belief.promotion import links_against, said_before
from standfast.learn.session.signs.told import find_order, kind_of
from standfast.learn.session.turns import turn_ref
from standfast.learn.session.words.place import scope_of
from standfast.learn.session.words.spoken import leans_outside
from standfast.model.kind import parse_kind
from standfast.model.memory import Content
from standfast.model.operation import Act
from standfast.model.scope import parse_scope
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.values import Change
from standfast.trust.record import Remembered, remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory

NOT_KEPT = (
    "From this project's memory (Standfast): the person asked to remember a sentence that holds a secret or a private "
    "word. It was not kept: secrets and private words are never stored, and nothing would be left of it. Tell "
    "them so in one short sentence."
)
NAMES_NOTHING = (
    "From this project's memory (Standfast): the person asked to remember a sentence that says nothing without what "
    "stands before it, and it was not kept. Where it is plain what they mean, call `remember` once with one "
    "self-contained claim; otherwise ask them, in one short sentence, what is to be remembered."
)
WAITS = (
    "From this project's memory (Standfast): the person asked to remember something, and it is not in force. Tell them "
    "so in one short sentence, with the reason: "
)


def remember_told(context: Context, prompt: str, turn: str, transcript: str = "") -> str | None:
    """Store at once what a person asks to be remembered in their own prompt, and return what to say about it.

    `transcript` is the client's own record of the session, in which the prompt is looked up later.
    """
    if "told" in context.settings.signs_off:
        return None
    if not find_order(prompt):
        return None
    text = find_order(context.clean(prompt))
    if text and leans_outside(text):
        return NAMES_NOTHING
    return keep_told(context, text, turn, transcript) if text else NOT_KEPT


def speaker(context: Context, turn: str) -> Source:
    """Return the person whose live prompt a turn is."""
    from standfast.trust.person import find_person

    return replace(find_person(context.where, context.settings.user), session=context.who.session, turn=turn)


def keep_told(context: Context, text: str, turn: str, transcript: str, instead: Sequence[Memory] = ()) -> str | None:
    """Store a person's order, in the place of what they take back with it, and return what to say about it."""
    try:
        result = store_told(context, text, turn, speaker(context, turn), instead)
    except Refused as refused:
        return f"{WAITS}{refused.message}"
    if result.operation is None:
        return None  # it is in force in these very words
    if result.status is not Status.ACTIVE:
        return f"{WAITS}{', '.join(result.reasons) or result.status.value}. `standfast review` shows it as {result.id}."
    from standfast.moments.persons_words import give_told
    from standfast.verbs.witness import await_record

    await_record(context, turn, transcript)
    return give_told(context, result, text)


def store_told(
    context: Context, text: str, turn: str, person: Source | None = None, instead: Sequence[Memory] = ()
) -> Remembered:
    """Store what a person wants to be known from now on, with their turn as evidence; who asks, unless it is said."""
    person = person or context.who
    kind, place = kind_of(text), place_named(context, text)
    older, outdated = said_before(context.partition(context.scope), content_said(context, text, kind, place), person)
    draft = Draft(
        text=text,
        kind=kind,
        scope=place,
        evidence=[turn_ref(person.session, turn)],
        supersedes=list(dict.fromkeys(item.id for item in (*older, *instead))),
        links=links_against([item for item in outdated if item not in instead]),
        source=person,
    )
    return remember(context, draft)


def content_said(context: Context, text: str, kind: str, place: str) -> Content:
    """Return what a person's words say, as far as they are held against what they said before of the same place."""
    return Content(parse_kind(kind), text, parse_scope(place, here=context.scope) if place else context.scope)


def place_named(context: Context, text: str, branch: str = "") -> str:
    """Return the scope that a person's words name: a folder of the repository, or the branch they were said on."""
    root, branch = context.here.root, branch or context.here.branch
    named = branch if "," not in branch else ""  # a scope cannot name such a branch
    return scope_of(text, lambda path: root is not None and (root / path).is_dir(), named)


def store_untold(context: Context, text: str, turn: str) -> None:
    """Keep a person's words out, because they said so: what was rejected once is not proposed again."""
    source = Source("session", context.who.session, session=context.who.session, turn=turn)
    evidence = [turn_ref(source.session, turn)]
    draft = Draft(text=text, kind=kind_of(text), evidence=evidence, status=Status.PROPOSED.value, source=source)
    result = remember(context, draft)
    if result.status is Status.PROPOSED:
        partition = context.partition(context.scope)
        with partition.writing():
            partition.log.append(Change(Act.REJECT, context.who, result.id))
