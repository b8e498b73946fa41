"""Asking: whether what a user just said should outlive the task, asked of the agent that is already there.

Once in a session, at the prompt after the one in which a sign fired, and only where nothing was remembered since. No
other model, no cost that nobody sees: the question is short, on record, and needs no answer. Hook path: nothing is
compiled before a hint is found. Neighbours: `verbs.learn` stores what was asked for outright; `confirmed` reads the
answer when the session ends.
"""

from __future__ import annotations

from standfast.learn.session.markers import may_have
from standfast.model.operation import Act
from standfast.model.session import Event, EventKind, Session
from standfast.store.values import LogFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context

PENDING = "ask:pending"
ASKED = "ask:asked"
_MOST = 20  # operations of a session that are looked at
_TERMS, _NEAREST = 12, 12  # of a sentence, by which what is known already is looked up
_PLAIN = 3.0  # how plainly a sentence must carry its sign to be worth a question


def ask(context: Context, prompt: str, turn: str) -> str | None:
    """Return the question, when it is time for it; note a sign that fires now for the prompt after this one."""
    session = context.who.session
    if not session or "corrected" in context.settings.signs_off:
        return None
    if context.partition(context.scope).journal.knows(session, PENDING):
        pending = find_pending(context)
        return _question(context, *pending) if pending else None
    if may_have("hard", prompt):
        _note_sign(context, prompt, turn)
    return None


def _note_sign(context: Context, prompt: str, turn: str) -> None:
    from standfast.learn.session.words.spoken import find_spoken

    plain = [
        item for item in find_spoken(context.clean(prompt), answers=True) if item.weight >= _PLAIN and not item.passing
    ]
    new = next((item for item in plain if not _is_known(context, item.text)), None)
    if new is not None:
        note(context, PENDING, f"{turn}\n{new.text}")


def _is_known(context: Context, words: str) -> bool:
    """Tell whether memory has the rule already that a sentence states: nobody need remember it again."""
    from standfast.context.view import views
    from standfast.learn.session.belief.known import COMPARED, SAME, says_again
    from standfast.recall.terms import query_terms

    terms = query_terms(words)[:_TERMS]
    for partition, view in views(context, kinds=COMPARED) if terms else ():
        near = [item.memory for item in partition.index.lexical(terms, view, _NEAREST)]
        if any(says_again(words, memory, least=SAME) for memory in partition.memories.find_several(near).values()):
            return True
    return False


def find_pending(context: Context) -> tuple[str, str] | None:
    """Return the turn and the words that a question is due about: asked of nobody yet, and nothing was remembered."""
    journal, session = context.partition(context.scope).journal, context.who.session
    if not journal.knows(session, PENDING) or journal.knows(session, ASKED) or _remembered(context):
        return None
    noted = next((event for event in journal.events(session) if event.key == PENDING), None)
    if noted is None:
        return None
    turn, _, words = noted.body.partition("\n")
    return turn, words


def _question(context: Context, turn: str, words: str) -> str:
    from standfast.recall.fence import in_quotes

    note(context, ASKED, turn)
    said = in_quotes(words)
    return (
        f"From this project's memory (Standfast): earlier the user said “{said}”. If that should hold beyond this "
        "task, call `remember` once with one self-contained claim and why; if it was only about this task, do "
        "nothing and do not mention it."
    )


def _remembered(context: Context) -> bool:
    """Tell whether anybody remembered anything in this session; what was learned from its turns is not that."""
    partition = context.partition(context.scope)
    wanted = LogFilter(session=context.who.session, acts=(Act.REMEMBER,))
    return any(item.header.source.kind != "session" for item in partition.log.iterate(wanted, limit=_MOST))


def note(context: Context, key: str, body: str) -> None:
    """Put on record that a sign fired, or that somebody was asked about it."""
    partition, now = context.partition(context.scope), context.clock.now()
    session = Session(context.who.session, context.who.name, now, now)
    with partition.writing():
        partition.journal.record(session, [Event(session.id, key, EventKind.NOTE, now, body=context.clean(body))])
