"""Before a command: what is anchored to it or is about what it does; a warning first, where it destroys something.

Owns which memories are about a command. A memory is, when it is anchored there (`cmd:`), when it spells the command
out, when it names the command as its occasion ("before every commit"), when it speaks of an act that is seldom spoken
of, or when it is about the choice between programs that do the same job. Must not choose by session (`known`) or word
anything (`lines`). Hook path: words and places, nothing scanned.
"""

from __future__ import annotations

import re

from standfast.context.view import views
from standfast.learn.session.finding import failure_of, is_of_failure, is_said, is_sure
from standfast.model.kind import NORMS, Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Status
from standfast.moments.known import DOCUMENT, is_noted, voice_of
from standfast.moments.notes.ban import denies_added
from standfast.moments.notes.command import ACTS, FAMILIES, destroys, is_whole, parts_of, read_acts
from standfast.moments.notes.dependency import is_about_taking, taken_by
from standfast.moments.notes.named_commands import branch_of, does_as_told, offers_other, role_in
from standfast.moments.notes.occasion import called, is_time_for
from standfast.moments.notes.peril import imperils
from standfast.moments.notes.role import FORBIDDEN, OCCASION, SENT, SPOKEN, role_of
from standfast.moments.notes.script import lines_behind
from standfast.moments.table import COMMAND, WAYS
from standfast.recall.answer import one_look
from standfast.recall.receipts import Result
from standfast.recall.terms import query_terms, whole_of
from standfast.standing.memories import Judge
from standfast.trust.kind_from_words import says_what_to_do

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.moments.notes.command import Act

_KINDS = tuple(kind for kind in Kind if kind not in {Kind.EPISODE, Kind.THREAD})
AGAINST = "against"  # among the scores of a result: it rules against the very command
CLOSE = frozenset((AGAINST, "anchor", "named"))  # ways of what is about the very command
_CONSIDERED = 48  # memories that share a word with a command
_ALIKE = 0.7  # of the words of two commands: then they are the same for who wonders whether it will fail again
_LOOKED = 10  # words of a command that are looked up
_SELDOM = 6  # memories that speak of an act: more, and the act alone says nothing
_WEIGHTY = frozenset(("deploy", "migrate", "release", "rollback", "seed"))
_TELLS = frozenset((Kind.GOTCHA, Kind.ATTEMPT, Kind.DECISION, Kind.REQUIREMENT, Kind.PREFERENCE))
_CONDITION = compile_later(
    r"\b(?:before|after|first|unless|until|only|never|always|must|don'?t|do not|not|instead|without|requires?|needs?|"
    r"make sure|otherwise|or else|fails?|wait)\b",
    re.IGNORECASE,
)
_WHEN = compile_later(r"\b(?:unless|until|only (?:when|if|after|with|in|on|from|by|for|inside|via))\b", re.IGNORECASE)
_FIRST = compile_later(r"^\W*first\b", re.MULTILINE)  # what one is sent to do comes first, not what comes before it
_IN_TIME = compile_later(r"[\W_]*(?:before|after|when(?:ever)?|once|on every|on each)\b")  # it is done at its time
_BOUND = compile_later(
    rf"{_WHEN.pattern}|\b(?:first|fails?|hangs?|wait|ask)\b", re.IGNORECASE
)  # when one may do what one is sent to do, and what comes of it
_WHOLE = compile_later(
    r"\b(?:whole|entire|full|complete|all the|all) (?:[\w-]+ ){0,2}?(?:suite|tests?|build|workspace|repo\w*|project)\b"
    r"|\b(?:at|from) the root\b|\bwithout (?:an? |any )?(?:path|file|project|filter|target|test|name)s?\b",
    re.IGNORECASE,
)
_OFFERS = compile_later(
    r"\b(?:instead|rather than|direct(?:ly)?|bare|yourself|by hand|through|via|use|uses|go through)\b|, not\b",
    re.IGNORECASE,
)  # another way than the call itself
_NEEDS = compile_later(
    r"\b(?:hangs?|fails?|flaky|needs?|requires?|wants?|expects?|tim(?:e|es|ing) out|before|first|slow|takes?"
    r"|only (?:pass|work|run)\w*)\b"
)  # what it takes to do something
_CREATES = compile_later(r"(?:^|[\s:_-])(?:make|add|create|new|generate|revision)")  # writes what is done later
_WARNS = compile_later(
    r"\b(?:never|don'?t|do not|must not|mustn'?t|should not|shouldn'?t|cannot|avoid|careful|forbidden|not allowed|lost|"
    r"loses?|destroy\w*|wipe[ds]?|deleted|outage|incident|irreversibl\w+|before you|only after|ask first|instead of"
    r"|beware)\b",
    re.IGNORECASE,
)
_RULES = frozenset((Kind.CONVENTION, Kind.DECISION, Kind.PREFERENCE, Kind.FACT))


def at_command(context: Context, command: str) -> tuple[list[tuple[str, Result]], int]:
    """Return what is known about a command, each with the word that leads it, and how much is not about it.

    What is about the very command comes first. A script of the repository is what it runs, too; but who runs it goes
    the way that a rule offers instead of a call.
    """
    acts, root, inside = read_acts(command), context.here.root, context.here.inside
    scripts = [lines_behind(act, root, inside) if root else "" for act in acts]
    behind = [read_acts(lines) if lines else [] for lines in scripts]
    ruinous = [act for act, run in zip(acts, behind, strict=True) if any(map(destroys, (act, *run)))]
    led, below = _led(context, acts, command, ruinous)
    ranked = [(0 if word or not CLOSE.isdisjoint(item.scores) else 2, word, item) for word, item in led]
    if inner := [act for run in behind for act in run]:
        told = {item.memory.id for _, item in led}
        more, _ = _led(context, inner, "\n".join(scripts), list(filter(destroys, inner)))
        ranked += [
            (3 - 2 * bool(word), word, item)
            for word, item in more
            if OCCASION not in item.scores and item.memory.id not in told and _is_of_script(item.memory, acts)
        ]
    ranked.sort(key=lambda row: (row[0], not row[1], not is_broken(row[2])))
    return [(word, item) for _, word, item in ranked], below


def _is_of_script(memory: Memory, acts: Sequence[Act]) -> bool:
    """Tell whether what is said of a command behind a script matters to who runs the script."""
    return not _OFFERS.search(memory.content.text) and role_in(memory.content.text, acts) != SENT


def _led(
    context: Context, acts: Sequence[Act], command: str, ruinous: Sequence[Act]
) -> tuple[list[tuple[str, Result]], int]:
    """Return what is known about these commands; a warning of one that takes something away is led by the word."""
    if not acts:
        return [], 0
    wide = COMMAND in context.settings.talkative
    anchored = [item for item in _anchored(context, acts, command) if not _is_followed(item.memory, acts)]
    known = {result.memory.id for result in anchored}
    worded = [memory for memory in _worded(context, acts) if memory.id not in known]
    ways = {memory.id: _way_of(context, memory, acts, command, worded, ruinous) for memory in worded}
    about = _in_place(worded, ways)
    judge = Judge(context, light=True)
    found = [*anchored, *(Result(memory, 1.0, {ways[memory.id]: 1.0}, judge(memory)) for memory in about)]
    warned = {item.memory.id for item in found if _is_warned(context, item, ruinous)}
    found = [item for item in found if item.memory.id in warned or _is_news(item, acts, wide=wide)]
    led = [("WARNING" if item.memory.id in warned else "", item) for item in _in_force(context, found)]
    return led, len(worded) - len(about)


def _in_place(worded: Sequence[Memory], ways: dict[MemoryId, str]) -> list[Memory]:
    """Return what has a way to speak: of what is against a command what counts most, else what somebody noted."""
    noted = [memory for memory in worded if memory.status is Status.ACTIVE and not is_said(memory)]
    against = _strongest([item for item in worded if ways[item.id] == AGAINST], list(filter(is_noted, noted)))
    other = [item for item in noted if ways[item.id] not in {"", AGAINST}]
    if all(ways[item.id] != OCCASION for item in other):  # what a person said by the name of a command, unconfirmed
        due = [item for item in worded if is_sure(item) and ways[item.id] == OCCASION and "`" in item.content.text]
        other += _strongest(due, ())
    order = list(WAYS)
    return sorted([*against, *other], key=lambda item: (order.index(ways[item.id]), not item.is_persons))


def _is_warned(context: Context, item: Result, ruinous: Sequence[Act]) -> bool:
    """Tell whether a memory warns of one of these commands that take something away."""
    memory = item.memory
    if not ruinous or not _warns(memory):
        return False
    text, forms = memory.content.text, {form for act in ruinous for form in act.forms}
    return (
        any(anchor.anchor.target in forms for anchor in memory.content.anchors)
        or bool(role_in(text, ruinous, context.here.branch))
        or any(imperils(text, act, _place(context)) for act in ruinous)
    )


def _place(context: Context) -> str:
    """Return the folder at hand, whole."""
    here = context.here
    return f"{here.root}/{here.inside}" if here.root else "/"


def _is_followed(memory: Memory, acts: Sequence[Act]) -> bool:
    """Tell whether a rule that is anchored to a command only sends one to it, or only forbids another form of it."""
    text = memory.content.text
    if memory.content.kind not in _RULES or _is_bounded(text, acts):
        return False
    role = role_in(text, acts)
    return role == SENT or (
        not role and any(len(act.words) > 2 and " ".join(act.words[:2]) in text.lower() for act in acts)
    )


def _way_of(
    context: Context,
    memory: Memory,
    acts: Sequence[Act],
    command: str,
    others: Sequence[Memory],
    ruinous: Sequence[Act],
) -> str:
    """Return the way by which a memory comes to speak before these commands, or nothing.

    It is *against* one of them, names it or its deed as its *occasion*, speaks of it (*named*) or of the weighty *act*
    that it is, or knows that it *failed*. Who does what it wants done is told nothing.
    """
    text, directs = memory.content.text, says_what_to_do(memory)
    if is_of_failure(memory):
        return "failed" if _failed_alike(memory, acts, command) else ""
    role = role_in(text, acts, context.here.branch)
    if directs and (role == FORBIDDEN or any(denies_added(text, act) for act in acts)):
        return AGAINST
    meant = [act for act in acts if is_noted(memory) or act.program in text.lower()]  # a page must name the program
    if directs and any(offers_other(text, act) for act in meant):
        return AGAINST
    if any(imperils(text, act, _place(context)) for act in acts):
        return AGAINST
    if is_about_taking(memory, [name for act in acts for name in taken_by(act)]):
        return "named"
    followed = role == SENT or any(does_as_told(text, act) for act in acts)
    if directs and not followed and (role == OCCASION or any(is_time_for(text, act, _line(acts)) for act in acts)):
        return OCCASION
    if role == SPOKEN and (_adds(memory) or role_in(text, ruinous)):
        return "named"
    if role == SENT and (COMMAND in context.settings.talkative or _is_bounded(text, acts)):
        return "named"
    return "act" if not followed and any(_speaks(memory, act, others) for act in acts) else ""


def _is_bounded(text: str, acts: Sequence[Act]) -> bool:
    """Tell whether a text says when one may do what it sends one to do, or what comes of it."""
    behind = "\n".join(text.lower().rpartition(act.words[-1].lower())[2] for act in acts)
    return bool(_WHEN.search(text) or (not _IN_TIME.match(behind) and _BOUND.search(_FIRST.sub("", behind))))


def _line(acts: Sequence[Act]) -> str:
    return " ".join(act.raw for act in acts if act.words[:2] != ("git", "commit"))


def is_broken(result: Result) -> bool:
    """Tell whether the command at hand is what a rule is against."""
    return AGAINST in result.scores


def _warns(memory: Memory) -> bool:
    """Tell whether a memory warns of something."""
    content = memory.content
    text = f"{content.title} {content.text} {content.why}"
    return content.kind in {Kind.GOTCHA, Kind.ATTEMPT} or bool(_WARNS.search(text))


def _in_force(context: Context, found: Sequence[Result]) -> list[Result]:
    """Return what was found, of all lessons from one failure only the latest, and none told last for nothing."""
    return [item for item in found if not is_of_failure(item.memory) or _holds(context, item.memory)]


def _holds(context: Context, lesson: Memory) -> bool:
    from standfast.learn.session.failure import find_tagged
    from standfast.trust.use import was_needless

    latest = find_tagged(context, failure_of(lesson), limit=1)
    return [item.id for item in latest] == [lesson.id] and not was_needless(
        context.partition(lesson.content.scope), lesson.id
    )


def _anchored(context: Context, acts: Sequence[Act], command: str) -> list[Result]:
    """Return what is anchored to a beginning of one of these commands, the longest match first."""
    forms = list(dict.fromkeys(form for act in acts for form in act.forms))
    found: dict[str, tuple[int, Memory]] = {}
    seen = views(context, kinds=_KINDS)
    with one_look(seen):
        for partition, view in seen:
            documents = partition.index.placed([f"cmd:{form}" for form in forms], view, _CONSIDERED)
            for memory in partition.memories.find_several([document.memory for document in documents]).values():
                length = max(
                    (len(anchor.anchor.target) for anchor in memory.content.anchors if anchor.anchor.target in forms),
                    default=0,
                )
                if length and (
                    _failed_alike(memory, acts, command) if is_of_failure(memory) else is_noted(memory) or _adds(memory)
                ):
                    found[memory.id] = (length, memory)
    judge = Judge(context, light=True)
    ordered = sorted(found.values(), key=lambda item: (-item[0], -item[1].hlc))
    return [Result(memory, 1.0, {_anchor_way(memory, acts): 1.0}, judge(memory)) for _, memory in ordered]


def _anchor_way(memory: Memory, acts: Sequence[Act]) -> str:
    if is_of_failure(memory):
        return "failed"
    forbids = says_what_to_do(memory) and role_in(memory.content.text, acts) == FORBIDDEN
    return AGAINST if forbids else "anchor"


def _worded(context: Context, acts: Sequence[Act]) -> list[Memory]:
    """Return what shares words with what the commands do, and with how rules may speak of it, the nearest first.

    By words alone: a short rule holds too little of a command for `recall` to call it an answer.
    """
    branch = context.here.branch
    said = [
        (*act.raw.split()[:_LOOKED], *act.fed.split()[:_LOOKED], branch_of(act, branch), called(act)) for act in acts
    ]
    words = " ".join(word for line in said for word in line)
    kin = " ".join(word for act in acts for name in act.acts for word in (name, *sorted(FAMILIES.get(act.program, ()))))
    terms = list(dict.fromkeys((*query_terms(f"{words} {kin}"), *filter(None, map(whole_of, words.split())))))
    found: list[Memory] = []
    for partition, view in views(context, kinds=_KINDS, statuses=(Status.ACTIVE, Status.PROPOSED)):
        documents = partition.index.lexical(terms, view, _CONSIDERED)
        several = partition.memories.find_several([item.memory for item in documents]) if documents else {}
        found += [several[item.memory] for item in documents if item.memory in several]
    return found


def _strongest(against: Sequence[Memory], noted: Sequence[Memory]) -> list[Memory]:
    """Return of what is against a command the notes, else what was said, else what pages say, that nothing replaced."""
    if not against:
        return []
    from standfast.learn.session.belief.for_brief import in_force

    known = {item.id for item in noted}
    groups = ([item for item in against if item.id in known], list(filter(is_sure, against)))
    return next(filter(None, map(in_force, (*groups, list(filter(_is_written, against))))), [])


def _is_written(memory: Memory) -> bool:
    """Tell whether a memory is a rule of a page."""
    return memory.status is Status.ACTIVE and memory.content.kind in NORMS and voice_of(memory) == DOCUMENT


def _is_news(result: Result, acts: Sequence[Act], *, wide: bool) -> bool:
    """Tell whether a memory that nobody noted is worth a word: where it is against the very command."""
    memory = result.memory
    if not (wide or is_noted(memory) or is_of_failure(memory) or is_broken(result)):
        return False
    return not _WHOLE.search(memory.content.text) or any(map(is_whole, acts))  # of a whole suite: no matter of one file


def _lacks_ground(failed: str, worked: str, command: str) -> bool:
    """Tell whether a command calls the program that works here only with its ground set, and does not set it."""
    from standfast.learn.session.failure import name_of
    from standfast.learn.session.signs.retried import lead_of

    lead = lead_of(worked)
    return bool(lead) and not lead_of(failed) and not lead_of(command) and name_of(command) == name_of(failed)


def _failed_alike(memory: Memory, acts: Sequence[Act], command: str) -> bool:
    """Tell whether a command is nearly the one that a memory says fails here, and what works: it quotes both.

    Where the error named the words that the program does not take, any call of it with these words is. That a check was
    red until some file was changed is for who sees it fail again.
    """
    from standfast.learn.session.signs.retried import culprits, lead_of

    text = memory.content.text
    if not any(anchor.anchor.kind == "cmd" for anchor in memory.content.anchors):
        return False
    failed, _, rest = text.partition("`")[2].partition("`")
    line, _, worked = rest.rpartition("`")[0].rpartition("`")
    if _lacks_ground(failed, worked, command):
        return True
    if wrong := culprits(failed, worked, line):
        return not lead_of(command) and any(_takes_as_little(act, failed, wrong) for act in acts)
    quoted = {word for act in read_acts(failed) for word in act.raw.lower().split()}
    words = {word for act in acts for word in act.raw.lower().split()}
    return bool(quoted) and len(quoted & words) >= _ALIKE * len(quoted | words)


def _takes_as_little(act: Act, failed: str, wrong: Sequence[str]) -> bool:
    """Tell whether a command calls a program with the words that it did not take; an option is its subcommand's."""
    from standfast.learn.session.signs.retried import bare_words

    program, *rest = bare_words(failed)
    if act.program != program.lower() or not set(wrong).issubset(bare_words(act.raw)):
        return False
    named = next((word for word in rest if not word.startswith("-")), "")
    return not named or not all(word.startswith("-") for word in wrong) or named in act.words[1:]


def _adds(memory: Memory) -> bool:
    """Tell whether a memory says more about a command than that it exists: who runs it knows that."""
    content = memory.content
    return (
        content.kind in _TELLS
        or says_what_to_do(memory)
        or bool(_CONDITION.search(f"{content.title} {content.text} {content.why}"))
    )


def _speaks(memory: Memory, act: Act, others: Sequence[Memory]) -> bool:
    """Tell whether a text speaks of a weighty act; where many do, it must name what the command is aimed at as well.

    Of other acts, what it takes to do them with the very part that the command is aimed at: "integration tests need …".
    """
    text = _text_of(memory).replace("release note", "")  # a page, no act
    for name in act.acts:
        named = parts_of(act)
        parts = [f"{part} {word}" for part in named for word in ACTS[name][:3]]
        parts += [f"{word} {of} {part}" for part in named for word in ACTS[name][:3] for of in ("of the", "of", "in")]
        if _NEEDS.search(text) and _names(text, parts, but=(SENT, FORBIDDEN)):
            return True
        if name not in _WEIGHTY or not _adds(memory) or not _names(text, ACTS[name][:3]):
            continue
        if name == "migrate" and not _CREATES.search(act.raw) and _is_of_writing(text, name):
            continue
        spoken = sum(_names(_text_of(other), ACTS[name]) for other in others)
        if spoken <= _SELDOM or _names(text, [word for word in act.targets if word not in ACTS[name]]):
            return True
    return False


def _is_of_writing(text: str, name: str) -> bool:
    """Tell whether a text says how the files of an act are written, and nothing of doing it."""
    bound = _NEEDS.search(text) or _WHEN.search(text)
    return not bound and not _names(text, ACTS[name][:3], but=(SENT, SPOKEN))


def _text_of(memory: Memory) -> str:
    return f"{memory.content.title}\n{memory.content.text}".lower()


def _names(text: str, words: Sequence[str], but: Sequence[str] = (SENT,)) -> bool:
    """Tell whether a text speaks of one of these words, and does not only send one there."""
    named = (word for word in words if word in text)
    found = (at for word in named for at in re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w])", text))
    return any(role_of(text, at.start()) not in but for at in found)
