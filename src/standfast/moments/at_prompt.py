"""At the prompt: what answers it, and under the floor nothing.

Owns which prompts are looked up at all and which of what was found clearly answers. A memory answers when it holds
enough of what the prompt is about (`support`, words nobody here knows counted against it), with words that tell
something: "let's continue with the next step" shares words with much and is about nothing. A short question may have
one plain answer, and who wants done what was tried and taken back hears of that first. Must not rank (`recall` does) or
choose by session (`known` does). Hook path: words only, nothing scanned.
"""

from __future__ import annotations

import re

from standfast.context.view import views
from standfast.learn.session.finding import may_hold_said, tells_session
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.moments.known import is_noted
from standfast.moments.notes.role import FORBIDDEN, role_of
from standfast.moments.notes.task import telling_words, words_of_work
from standfast.recall.answer import recall_light
from standfast.recall.floor import stretch
from standfast.recall.terms import query_terms
from standfast.trust.kind_from_words import says_what_to_do

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.table import Moment
    from standfast.recall.receipts import Result

_SHORTEST = 8
_LONGEST = 4_000  # characters of a prompt that are looked up: its beginning says what it is about
_CONSIDERED = 9
_SAID = 2  # unconfirmed words from sessions, only where nothing in force answers
_ADDRESS = compile_later(r"\bhttps?://\S+")  # where something is; its words are no words of what is asked
_WORD = compile_later(r"[^\W\d_]{3,}")
_FILE = compile_later(r"\b[\w-]{1,80}\.[a-z]\w{0,4}\b")
_QUESTION = compile_later(
    r"\?|^\W*(?:what|which|how|why|where|when|who|whose|is there|do we|remind me)\b", re.IGNORECASE
)
# Of earlier sessions only who wants to know something is told, not who wants something done or asks about this one.
_WANTS_TO_KNOW = compile_later(
    r"(?:^|[—–:]\s)\W*(?:what|which|how|why|where|when|who|whose|does|do(?= (?:i|we|you|they|the|all|any)\b)|is there|"
    r"walk me through|tell me)\b",
    re.IGNORECASE,
)
_AT_HAND = compile_later(
    r"(?<!can )(?<!could )(?<!how do )\b(?:you|your|this|these|those|here)\b"
    r"(?! (?:project|repo|repository|developer|team|app|application|codebase|user|company)\b)|"
    r"\bthat(?=\s*(?:[?.,!]|$))|\b(?:is|was|does|like) that\b|"
    r"\b(?:should|shall|would|could|can)(?:n?['’]?t)? (?:i|we)\b|\bdo i\b|\bmy\b|\bwould\b|"
    r"\bdo we (?:really |still )?need\b|\bbest practices?\b|, (?:no|right|correct)\?",
    re.IGNORECASE,
)  # who points at something asks about what is before both; who wants advice, about what comes
_RECALLS = compile_later(
    r"\b(?:(?:did(?:n'?t)?|have(?:n'?t)?|had(?:n'?t)?) we|we (?:already|had|decided|agreed|settled))\b|"
    r"\blast (?:time|session)\b|\bremind me\b|\bremember (?:how|what|when|where|why|which)\b|"
    r"^\W*(?:are|is|was|were|has|have)\b[^?\n]{1,80}\b(?:complete|done|finished|implemented|fixed|settled|decided)\b",
    re.IGNORECASE,
)
# Set on 275 questions that memories answer and 350 prompts of seven other projects, in five stores.
SHARE = 0.3  # of the weight of a prompt's words, that must stand in a memory
TELLING = 3  # words in common that are not everyday words; one fewer where the prompt is a question
MOST = 0.6  # of a question: then one telling word is enough
NEAR = 0.6  # of the best score: what is further behind is not said beside it
# The one commit that explains: of 16 lines in real sessions a lower floor brought, 4 were to the point.
EXPLAINED = 0.65  # of the weight of a prompt's words
TOGETHER = 0.5  # of them in one stretch
STANDS = 0.5  # of the lines that it added
NEARLY = 0.9  # of its support: a newer commit that has so much has overtaken it
TRIED_BEFORE = 0.4  # of both, where something that was taken back is called the same
# Sessions: set on 175 questions about 25 chats among 140 others (127 get one that answers), and 307 questions about
# other things (36 of 150 get one, most by two words in common, and 5 of 157).
SETTLED = 0.35  # of the weight of a question's words
CLOSE = 0.3  # of them in one stretch: a long talk shares words with much
WORDS = 40  # of a question; with more something was pasted, which shares words with much
SESSIONS = 2  # earlier sessions that answer a question; one fewer beside what is in force
# One plain question, one answer: set on a dozen questions about one project and 354 prompts of seven others in five,
# and held against 60 about eight others: docs/explanation/moments.md.
BRIEF = 16  # words of a question that asks for one thing
PLAIN = 0.9  # of the weight of its words, in one memory and in one stretch of it
DONE_SO = 0.7  # the same, for how something is done here: few memories say that
AHEAD = 1.25  # times the score of the next: with less, several answer and none does plainly
MOSTLY = 0.75  # of the weight of its words, where the next is far behind
FAR = 1.5  # times the score of the next
SAME = 0.6  # of the telling words by which something tried is called, that a prompt must have
TRIED = "tried before and reverted"
_TOGETHER = 2  # words that a prompt and a rule about the same have in common
_NAME = compile_later(r"(?<![\w./@-])[A-Z][\w.]{2,40}(?<=\w)|(?<![\w./@-])\w+[._]\w+")  # written as a name is
_AGAINST = compile_later(r"\b(?:against|dropped|rejected|away from|abandoned) (?:the )?[`'\"]?$", re.IGNORECASE)
_HOW = compile_later(
    r"\bhow (?:do|does|can|should|would|to)\b(?: (?:i|we|you|one)\b)?|"
    r"\b(?:what(?:'s| is| are)|which) (?:the )?commands?\b",
    re.IGNORECASE,
)


def at_prompt(context: Context, moment: Moment, prompt: str) -> tuple[list[Result], int]:
    """Return what answers a prompt, and how much of what was found stays below the floor."""
    asked = _ADDRESS.sub(" ", prompt[:_LONGEST]).strip()
    if len(asked) < _SHORTEST or len(_WORD.findall(asked)) < 2:
        return [], 0
    found = recall_light(context, asked, limit=_CONSIDERED)
    wide = moment.name in context.settings.talkative
    told = [result for result in found if result.memory.content.kind is not Kind.EPISODE]
    told = [result for result in told if wide or is_noted(result.memory)]
    tried = tried_before(asked, found)[:1]
    clear = over_floor(asked, told, moment.floor) or over_floor(asked, _said(context, asked), moment.floor)
    clear = clear or ruling(asked, told) or plain_answer(asked, found)
    commits = explaining(asked, [item for item in found if not tells_same(item, tried)])
    clear, commits = (_still_true(context, items, found) for items in (clear, commits))
    earlier = [result for result in found if tells_session(result.memory)]
    if earlier and not wide and not asks_about_the_past(asked):
        earlier = []
    sessions = _in_force(context, asked, settled(asked, earlier))[: SESSIONS - bool(clear)]
    said = list({item.memory.id: item for item in (*tried, *clear, *commits, *sessions)}.values())
    said = [item for item in said if item in tried or not tells_same(item, tried)]
    return said, max(0, len(found) - len(said))


def _is_history(memory: Memory) -> bool:
    """Tell whether a memory is a commit's and nobody made it theirs: it must explain what is asked (`explaining`)."""
    return memory.source.kind == "commit" and not memory.is_decided


def _still_true(context: Context, told: Sequence[Result], found: Sequence[Result]) -> list[Result]:
    """Return what is told without the commits that were overtaken, the others with how much of their code stands.

    A commit was, where most of its lines are gone, or where a newer one speaks of nearly as much of what is asked.
    """
    if not any(_is_history(item.memory) for item in told):
        return list(told)
    from standfast.standing.memories import Judge
    from standfast.standing.survival import find_left

    judge, kept = Judge(context, history=True, light=True), []
    for item in told:
        memory = item.memory
        if not _is_history(memory):
            kept.append(item)
            continue
        judged = judge(memory)
        left = find_left(judge.snapshot, memory.source.name, judge.kept, thorough=False) if judged.detail else None
        if not (left is not None and left.share < STANDS) and not _is_overtaken(item, found):
            kept.append(replace(item, judged=judged))
    return kept


def _is_overtaken(commit: Result, found: Sequence[Result]) -> bool:
    """Tell whether a newer commit speaks of nearly as much of what is asked, and as close together."""
    return any(
        _is_history(item.memory)
        and item.memory.at > commit.memory.at
        and item.support >= NEARLY * commit.support
        and stretch(item.scores) >= NEARLY * stretch(commit.scores)
        for item in found
    )


def _said(context: Context, asked: str) -> list[Result]:
    """Return what was said in sessions, unconfirmed, and may answer."""
    if not any(may_hold_said(part, view) for part, view in views(context, statuses=(Status.PROPOSED,))):
        return []
    from standfast.learn.session.belief.for_brief import find_said

    return find_said(context, asked, limit=_SAID)


def _in_force(context: Context, asked: str, sessions: list[Result]) -> list[Result]:
    """Leave out the sessions that tell of what is asked something that persons said otherwise since."""
    if not sessions:
        return []
    from standfast.learn.session.belief.for_brief import said_about
    from standfast.learn.session.belief.outdated import leave_out_outdated

    return leave_out_outdated(sessions, asked, said_about(context, asked))


def settled(prompt: str, found: Sequence[Result]) -> list[Result]:
    """Return the earlier sessions that clearly answer a question with what was settled in them.

    What is asked about by its name must be named. That the same was asked before answers nothing, unless no
    session answers better. Of a session that did something, which shares words with much, only who recalls it is told.
    """
    if not found or not _QUESTION.search(prompt):
        return []
    from standfast.moments.notes.named_files import names_in

    telling, names = telling_words(prompt), names_in(prompt.replace(".", " "))
    recalls = bool(_RECALLS.search(prompt))
    clear = [
        result
        for result in found
        if result.support >= SETTLED
        and stretch(result.scores) >= CLOSE
        and (recalls or not _did_something(result.memory))
        and all(name.lower() in result.memory.content.text.lower() for name in names)
        and len(telling & _terms_of(result.memory)) >= TELLING - 1
        and (result is found[0] or not telling.isdisjoint(_settled_terms(result.memory)))
    ]
    return [result for result in clear if result.score >= NEAR * clear[0].score]


def _did_something(memory: Memory) -> bool:
    """Tell whether a session changed files or ran commands, and did not only settle something."""
    from standfast.learn.session.signs.routine import RAN

    return bool(memory.content.anchors) or f"\n{RAN}" in memory.content.text


def asks_about_the_past(prompt: str) -> bool:
    """Tell whether somebody wants to know something that an earlier session may have settled."""
    if len(prompt.split()) > WORDS:
        return False
    return bool(_RECALLS.search(prompt) or (_WANTS_TO_KNOW.search(prompt) and not _AT_HAND.search(prompt)))


def _settled_terms(memory: Memory) -> set[str]:
    """Return the words of what came of a session."""
    lines = memory.content.text.split("\n")
    return set(query_terms("\n".join(line for line in lines if not line.startswith(("Goal: ", "Changed: ")))))


def tried_before(prompt: str, found: Sequence[Result]) -> list[Result]:
    """Return what was tried and taken back that a prompt wants done again, or asks about: it is called the same."""
    telling = telling_words(_without_paths(prompt))
    if len(telling) < TELLING:
        return []
    return [
        result
        for result in found
        if result.memory.content.kind is Kind.ATTEMPT
        and min(result.support, stretch(result.scores)) >= TRIED_BEFORE
        and len(shared := telling & (called := _called(result.memory))) >= TELLING
        and len(shared) >= SAME * len(called)
    ]


def _called(memory: Memory) -> set[str]:
    """Return the telling words of what a memory is called; the number of a request is none."""
    content = memory.content
    words = telling_words(content.title or content.text.partition("\n")[0])
    return {word for word in words if not word.isdigit()}


def lead_of(result: Result) -> str:
    """Return the words before what history says was tried and taken back; a person's own say it themselves."""
    memory = result.memory
    return TRIED if memory.content.kind is Kind.ATTEMPT and _is_history(memory) else ""


def tells_same(result: Result, tried: Sequence[Result]) -> bool:
    """Tell whether a commit is part of the story that a try tells: the commit itself, or the one that took it back."""
    source = result.memory.source
    return source.kind == "commit" and any(
        source.name.startswith(evidence.ref)
        for other in tried
        for evidence in other.memory.content.evidence
        if evidence.kind == "commit" and evidence.ref
    )


def ruling(prompt: str, found: Sequence[Result]) -> list[Result]:
    """Return the rules that begin with what a prompt is about and speak of more of it, or that decide against a name.

    Who asks how something is done here is told the rules for it. A short rule holds little of any prompt.
    """
    words = prompt.split()
    if len(words) > WORDS:
        return []
    asked, telling = set(query_terms(prompt)), telling_words(prompt) - words_of_work()
    how = bool(_HOW.search(prompt)) and len(words) <= BRIEF
    names = [word for word in _NAME.findall(prompt) if not telling.isdisjoint(query_terms(word))]
    clear: list[Result] = []
    for result in found:
        text = result.memory.content.text
        if not says_what_to_do(result.memory):
            continue
        known = telling_words(text)
        is_about = next((word for word in query_terms(text) if word in known), "") in telling
        shared = asked & _terms_of(result.memory)
        enough = how or len(shared) > _TOGETHER or len(shared & telling) >= _TOGETHER
        if (is_about and enough) or any(_is_against(text, name) for name in names):
            clear.append(result)
    return clear


def _is_against(text: str, name: str) -> bool:
    """Tell whether a text decides against something that it has by this very name."""
    return any(
        role_of(text, at.start()) == FORBIDDEN or _AGAINST.search(text, 0, at.start())
        for at in re.finditer(rf"(?<![\w./@-]){re.escape(name)}(?![\w/-]|\.\w)", text)
    )


def plain_answer(prompt: str, found: Sequence[Result]) -> list[Result]:
    """Return the one memory that plainly answers a short question: it holds all that is asked, far ahead of others.

    How something is done here is asked in everyday words ("run the tests"); it must be what the memory is called.
    """
    how = bool(_HOW.search(prompt))
    asks = how or _WANTS_TO_KNOW.search(prompt)
    if not found or not asks or len(prompt.split()) > BRIEF or _AT_HAND.search(_HOW.sub(" ", prompt)):
        return []
    best, behind = found[0], found[1].score if len(found) > 1 else 0.0
    memory, telling = best.memory, telling_words(prompt)
    if tells_session(memory) or not telling <= _terms_of(memory):
        return []
    if how and memory.content.kind is Kind.PROCEDURE:
        title, asked = set(query_terms(memory.content.title)), set(query_terms(_HOW.sub(" ", prompt)))
        held = 1.0 if asked <= title else best.support
        return [best] if asked & title and min(held, stretch(best.scores)) >= DONE_SO else []
    if _is_history(memory) and (len(telling) < TELLING - 1 or telling.isdisjoint(query_terms(memory.content.title))):
        return []  # a commit must be called so: its message has many a word in passing
    held = min(best.support, stretch(best.scores))
    plain = (held >= PLAIN and best.score >= AHEAD * behind) or (held >= MOSTLY and best.score >= FAR * behind)
    return [best] if telling and plain else []


def _without_paths(prompt: str) -> str:
    """Return a prompt without the files that it names: their words say where, not what is asked."""
    words = (word.partition("@")[0] for word in prompt.split() if "/" not in word and "\\" not in word)
    return _FILE.sub(" ", " ".join(words))


def explaining(prompt: str, found: Sequence[Result]) -> list[Result]:
    """Return the commit with a reason that clearly speaks of what is asked, if the best that was found is one."""
    telling = telling_words(_without_paths(prompt)) - words_of_work()
    if not found or found[0].memory.source.kind != "commit" or len(telling) < TELLING:
        return []
    from standfast.learn.telling import TAG, gathers, is_trivial

    best, content = found[0], found[0].memory.content
    explains = (
        (TAG in content.tags or content.why)
        and best.support >= EXPLAINED
        and stretch(best.scores) >= TOGETHER
        and len(telling & _terms_of(best.memory)) >= TELLING
        and not telling.isdisjoint(query_terms(content.title))
        and not gathers(content.text)
        and not is_trivial(content.title)
        and _shared_words(prompt, telling & _terms_of(best.memory)) >= TELLING - 1
    )
    return [best] if explains else []


def _shared_words(prompt: str, shared: set[str]) -> int:
    """Return how many words of a prompt are shared: the parts of one name are looked up apart and are one."""
    return sum(not shared.isdisjoint(query_terms(word)) for word in dict.fromkeys(prompt.split()))


def over_floor(prompt: str, found: Sequence[Result], floor: float) -> list[Result]:
    """Return what clearly answers a prompt: `floor` is how much of it must stand together in one stretch."""
    telling = telling_words(prompt)
    asks = bool(_QUESTION.search(prompt))
    clear: list[Result] = []
    for result in found:
        shared = len(telling & _terms_of(result.memory))
        enough = result.support >= SHARE and shared >= TELLING - asks
        whole = asks and result.support >= MOST and shared > 0
        if stretch(result.scores) >= floor and (enough or whole):
            clear.append(result)
    return [result for result in clear if result.score >= NEAR * clear[0].score]


def _terms_of(memory: Memory) -> set[str]:
    content = memory.content
    return set(query_terms(f"{content.title}\n{content.text}\n{content.why}"))
