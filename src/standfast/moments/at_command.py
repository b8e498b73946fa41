"""Before a command: what is anchored to it or is about what it does; a warning first, where it destroys something.

Owns which memories are about a command. A memory is, when it is anchored there (`cmd:`), when it spells the command
out, when it speaks of an act that is seldom spoken of, or when it is about the choice between programs that do the same
job. Must not choose by session (`known`) or word anything (`said`). Hook path: words and places, nothing scanned.
"""

from __future__ import annotations

import re

from standfast.context.view import views
from standfast.learn.session.finding import failure_of, is_of_failure
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.value import replace
from standfast.moments.acts import ACTS, FAMILIES, destroys, read_acts
from standfast.moments.known import DOCUMENT, SESSION, voice_of
from standfast.moments.table import COMMAND
from standfast.recall.answer import one_look, recall_light
from standfast.recall.receipts import Result
from standfast.standing.memories import Judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.acts import Act

_KINDS = tuple(kind for kind in Kind if kind not in {Kind.EPISODE, Kind.THREAD})
_CONSIDERED = 16
_ALIKE = 0.7  # of the words of two commands: then they are the same for who wonders whether it will fail again
_SELDOM = 6  # memories that speak of an act: more, and the act alone says nothing
_WEIGHTY = frozenset(("deploy", "migrate", "release", "rollback", "seed"))
_TELLS = frozenset((Kind.GOTCHA, Kind.ATTEMPT, Kind.DECISION, Kind.REQUIREMENT, Kind.PREFERENCE))
_RULES = frozenset((Kind.CONVENTION, Kind.DECISION, Kind.PREFERENCE, Kind.GOTCHA))
_CONDITION = compile_later(
    r"\b(?:before|after|first|unless|until|only|never|always|must|don'?t|do not|not|instead|without|requires?|needs?|"
    r"make sure|otherwise|or else|fails?|wait)\b",
    re.IGNORECASE,
)
_ORDER = compile_later(
    r"\b(?:before|after|first|unless|until|only (?:when|if|after|with)|then|wait|requires?|needs?|otherwise|fails?|"
    r"hangs?)\b",
    re.IGNORECASE,
)  # when a command may run, and what comes of it
_RELEASED = compile_later(r"(?:^|/)(?:change(?:log|s)|history|news|releases?|release[-_ ]?notes)\b", re.IGNORECASE)
_QUOTED = compile_later(r"`([^`\n]{2,120})`")
_DENIED = compile_later(
    r"\b(?:never|not|no|don'?t|avoid|instead of|rather than|stop)\b(?:\W+\w+){0,3}\W*$", re.IGNORECASE
)
_DENIES = compile_later(
    r"\b(?:never|not|no|nobody|cannot|avoid\w*|forbid\w*|prohibit\w*|banned|disallowed|instead|rather than|stop|"
    r"without|refrain|beware|off[- ]limits|only (?:in|on|from|by|through|via|inside)|"
    r"(?:do|does|ca|wo|must|should)nt)\b|n['’]t\b",
    re.IGNORECASE,
)
_DENIED_FORM = compile_later(
    r"\b(?:never|not|no|don['’]?t|avoid|instead of|rather than|stop)\b(?:[ ,]{1,3}[\w'’-]+){0,3} ?`[^`\n]{2,120}`",
    re.IGNORECASE,
)  # a denial, and the one form that it denies
_ORDERS = compile_later(r"\b(?:use|run|always|prefer|call)\b[^.;!?\n]*$", re.IGNORECASE)
_AGAINST = r"(?:instead of|rather than|never|not|no|don'?t|do not|avoid|without|stop using|over|than)"
_TAKES = r"\b(?:requires?|needs?|fails?|hangs?|only)\b"
_SENTENCE = compile_later(r"(?<=[.!?;])\s+|\n")
_WARNS = compile_later(
    r"\b(?:never|don'?t|do not|must not|mustn'?t|should not|shouldn'?t|cannot|avoid|careful|forbidden|not allowed|lost|"
    r"destroy\w*|wipe[ds]?|deleted|outage|incident|irreversibl\w+|before you|only after|ask first|instead of|beware)\b",
    re.IGNORECASE,
)


def at_command(context: Context, command: str) -> tuple[list[tuple[str, Result]], int]:
    """Return what is known about a command, each with the word that leads it, and how much is not about it."""
    acts = read_acts(command)
    if not acts:
        return [], 0
    anchored = _anchored(context, acts, command)
    known = {result.memory.id for result in anchored}
    worded = [item for item in _worded(context, acts) if item.memory.id not in known]
    about = [item for item in worded if _is_about(item.memory, acts, command, worded)]
    dangerous = destroys(command)
    wide = COMMAND in context.settings.talkative
    found = [item for item in (*anchored, *about) if dangerous or _is_news(item.memory, acts, wide=wide)]
    found = _in_force(context, found)
    warnings = [item for item in found if dangerous and _warns(item.memory)]
    rest = [item for item in found if item not in warnings]
    led = [*(("WARNING", warning) for warning in warnings), *(("", item) for item in rest)]
    return led, len(worded) - len(about)


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
                if length and (_failed_alike(memory, acts, command) if is_of_failure(memory) else _tells(memory)):
                    found[memory.id] = (length, memory)
    judge = Judge(context)
    ordered = sorted(found.values(), key=lambda item: (-item[0], -item[1].hlc))
    return [Result(memory, 1.0, {"anchor": 1.0}, judge(memory)) for _, memory in ordered]


def _worded(context: Context, acts: Sequence[Act]) -> list[Result]:
    """Return what shares words with what the commands do."""
    words: dict[str, None] = {}
    for act in acts:
        words.update(dict.fromkeys(act.words[:4]))
        words.update(dict.fromkeys(act.acts))
        if act.acts:
            words.update(dict.fromkeys(sorted(FAMILIES.get(act.program, ()))))
    found = recall_light(context, " ".join(words), limit=_CONSIDERED)
    return [
        replace(item, scores={**item.scores, "command": 1.0}) for item in found if item.memory.content.kind in _KINDS
    ]


def _is_about(memory: Memory, acts: Sequence[Act], command: str, others: Sequence[Result]) -> bool:
    content = memory.content
    text = f"{content.title}\n{content.text}".lower()
    if is_of_failure(memory):
        return _failed_alike(memory, acts, command)
    return any(
        (_spells(text, act) and _adds(memory))
        or _speaks(text, memory, act, others)
        or (memory.content.kind in _RULES and _chooses(text, act))
        for act in acts
    )


def _is_news(memory: Memory, acts: Sequence[Act], *, wide: bool) -> bool:
    """Tell whether a memory says something that who runs these commands does not do already.

    Of documents only what bounds the very command is: what it is for, and that it is run, the agent can read.
    """
    if voice_of(memory) == DOCUMENT and not wide and not any(_bounds(memory, act) for act in acts):
        return False
    return not _is_heeded(memory, acts)


def _bounds(memory: Memory, act: Act) -> bool:
    """Tell whether a sentence of a document denies a command, warns of it, or says what it takes first."""
    content = memory.content
    if _RELEASED.search(memory.source.name):
        return False  # what a release changed rules on nothing
    text = f"{content.title}\n{content.text}\n{content.why}".lower()
    if _chooses(text, act):
        return True
    words = [word for name in act.acts if name in _WEIGHTY for word in ACTS[name][:3]]
    form = re.escape(" ".join(act.words[: act.telling]).lower())
    for sentence in _SENTENCE.split(text):
        spelled = _spells(sentence, act)
        if spelled and (_DENIES.search(sentence) or _WARNS.search(sentence)):
            return True
        if _has(sentence, words) and _CONDITION.search(sentence):
            return True
        if spelled and re.search(rf"\b(?:before|prior to)\b.{{0,40}}{form}|{form}.{{0,40}}{_TAKES}", sentence):
            return True
    return False


def _is_heeded(memory: Memory, acts: Sequence[Act]) -> bool:
    """Tell whether these commands do what a rule asks for already: the very form it orders, or not the one it forbids.

    A rule that says when, or what comes first, is told all the same; so is what somebody was warned of, and so is a
    form that nobody orders or that something in the text may deny: silence there would hide what is being broken.
    """
    content = memory.content
    text = f"{content.text} {content.why}"
    if content.kind not in _RULES or content.kind is Kind.GOTCHA or _ORDER.search(text):
        return False
    denies = _denies(f"{content.title}\n{text}")
    judged: list[bool] = []
    for quoted in _QUOTED.finditer(text):
        for told in read_acts(quoted[1]):
            for act in acts:
                if told.words[:2] == act.words[:2] and told.program == act.program:
                    before = text[: quoted.start()]
                    if _DENIED.search(before):
                        judged.append(_is_other(told, act))
                    else:
                        judged.append(not denies and bool(_ORDERS.search(before)) and _is_form(told, act))
    return bool(judged) and all(judged)


def _denies(text: str) -> bool:
    """Tell whether a text denies or warns of anything but a form that stands right behind the denial."""
    rest = _DENIED_FORM.sub(" ", text)
    return bool(_DENIES.search(rest) or _WARNS.search(rest))


def _is_form(told: Act, act: Act) -> bool:
    """Tell whether a command has every option that a form has."""
    given = act.raw.split()
    return all(word in given for word in told.raw.split() if word.startswith("-"))


def _is_other(told: Act, act: Act) -> bool:
    """Tell whether a command is aimed at something else than the form that is forbidden, with none of its options."""
    options = [word for word in told.raw.split() if word.startswith("-")]
    aims, given = told.words[2:], act.words[2:]
    return bool(aims) and bool(given) and set(aims).isdisjoint(given) and set(options).isdisjoint(act.raw.split())


def _tells(memory: Memory) -> bool:
    """Tell whether what is anchored to a command is worth saying there: that it is run, documents and sessions show."""
    return voice_of(memory) not in {DOCUMENT, SESSION} or _adds(memory)


def _lacks_ground(failed: str, worked: str, command: str) -> bool:
    """Tell whether a command calls the program that works here only with its ground set, and does not set it."""
    from standfast.learn.session.failure import name_of
    from standfast.learn.session.retried import lead_of

    lead = lead_of(worked)
    return bool(lead) and not lead_of(failed) and not lead_of(command) and name_of(command) == name_of(failed)


def _failed_alike(memory: Memory, acts: Sequence[Act], command: str) -> bool:
    """Tell whether a command is nearly the one that a memory says fails here, and what works: it quotes both.

    Where the error named the words that the program does not take, any call of it with these words is. That a check was
    red until some file was changed is for who sees it fail again.
    """
    from standfast.learn.session.retried import culprits, lead_of

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
    from standfast.learn.session.retried import bare_words

    program, *rest = bare_words(failed)
    if act.program != program.lower() or not set(wrong).issubset(bare_words(act.raw)):
        return False
    named = {word for word in rest if not word.startswith("-")}
    return not named or not all(word.startswith("-") for word in wrong) or not named.isdisjoint(act.words[1:])


def _spells(text: str, act: Act) -> bool:
    """Tell whether a text spells a command out, with the word that says what it does (`npm run` says nothing)."""
    form = " ".join(act.words[: act.telling]).lower()
    return act.telling > 0 and bool(re.search(rf"(?<![\w-]){re.escape(form)}(?![\w:-])", text))


def _adds(memory: Memory) -> bool:
    """Tell whether a memory says more about a command than that it exists: who runs it knows that."""
    content = memory.content
    return content.kind in _TELLS or bool(_CONDITION.search(f"{content.title} {content.text} {content.why}"))


def _speaks(text: str, memory: Memory, act: Act, others: Sequence[Result]) -> bool:
    """Tell whether a text speaks of a weighty act; where many do, it must name what the command is aimed at as well."""
    for name in act.acts:
        if name not in _WEIGHTY or not _has(text, ACTS[name][:3]) or not _adds(memory):
            continue
        spoken = sum(
            _has(f"{other.memory.content.title}\n{other.memory.content.text}".lower(), ACTS[name]) for other in others
        )
        targets = [word for word in act.targets if word not in ACTS[name]]
        if spoken <= _SELDOM or _has(text, targets):
            return True
    return False


def _chooses(text: str, act: Act) -> bool:
    """Tell whether a text is against the program of a command, or for another one that does the same job."""
    family = FAMILIES.get(act.program)
    if not family:
        return False
    named = {program for program in family if re.search(rf"(?<![\w-]){re.escape(program)}(?![\w-])", text)}
    if act.program in named:
        longer = r"(?![\w-]| [^`\n]*`)"  # in a form that is quoted, only that form is meant
        return bool(re.search(rf"{_AGAINST}(?:\W+\w+){{0,2}}\W+{re.escape(act.program)}{longer}", text))
    return bool(named) and bool(act.acts) and _has(text, [word for name in act.acts for word in ACTS[name]])


def _has(text: str, words: Sequence[str]) -> bool:
    return any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w])", text) for word in words)


def _warns(memory: Memory) -> bool:
    content = memory.content
    return content.kind in {Kind.GOTCHA, Kind.ATTEMPT} or bool(
        _WARNS.search(f"{content.title} {content.text} {content.why}")
    )
