"""Recall: find what is relevant, check what still holds, leave a receipt, then answer."""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial
from itertools import islice

from standfast.context.context import Context
from standfast.context.view import BRANCHES, parse_statuses, views
from standfast.errors import ConfigError
from standfast.learn.session.belief.for_brief import find_said, said_about
from standfast.learn.session.belief.outdated import leave_out_outdated
from standfast.learn.session.finding import tells_session, tells_talk
from standfast.model.kind import Kind, parse_kind
from standfast.model.moment import Time, as_time
from standfast.model.value import replace
from standfast.recall import weights
from standfast.recall.answer import Recalled, found_whole, judge_results, one_look, reopen_embedder
from standfast.recall.ask import Ask
from standfast.recall.everything import asked_time, asks_for_everything
from standfast.recall.floor import answer_of
from standfast.recall.receipts import Result, leave_receipt
from standfast.recall.search import search
from standfast.recall.way import IN_CI, asked_way
from standfast.standing.catch_up import catch_up
from standfast.standing.memories import Judge
from standfast.text.lines import readable
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.model.memory import Content
    from standfast.model.session import Excerpt
    from standfast.store.contract import Partition
    from standfast.store.values import View


MOST = 1000
_SAID = 3  # unconfirmed words from sessions among the answers
_MOSTLY = 0.6  # how much of the question a place in a past session must hold, where no memory holds as much
_TOLD = 0.65  # what words and meaning of the best session must bring: an episode is long, and shares words with much
_FLOOR = 0.15  # how much of the question must stand together in them: it was asked, so less than unasked
_COMMAND = re.compile(r"`([^`\n]+)`")
_WORD = re.compile(r"[^\W\d_]+")
_SAYS_RUN = "run execute use using with by via and then"
_LOOKED_AT = 20_000  # of the memories changed last, for a time that a question names and nothing beside
_SPARE = 5  # how many more are judged than asked for, so that a drifted one can sink out of the answer


def recall(
    context: Context,
    query: str,
    *,
    limit: int = 10,
    files: Sequence[str] = (),
    kinds: Sequence[str] = (),
    tags: Sequence[str] = (),
    scope: str = "",
    as_of: Time = None,
    include: Sequence[str] = (),
    preview: bool = False,
) -> Recalled:
    """Return the memories that answer a query, best first, with reasons; a person's `preview` leaves no receipt."""
    if not 0 < limit <= MOST:
        raise ConfigError(f"A limit is between 1 and {MOST}.", hint="Use --limit 10.", code="bad-limit")
    query, as_of = readable(query), as_time(as_of, context.clock)
    paths = [readable(path).replace("\\", "/") for path in files]
    filtered = bool(kinds or tags or scope or as_of or include)
    unrecorded = preview and context.who.is_person
    if not filtered and not paths and asks_for_everything(query):
        best, more = _everything(context, limit)
        if best:
            kept = None if unrecorded else leave_receipt(context, "recall", query, best, more)
            return Recalled(kept, best, more, "")
    catch_up(context)
    seen = views(
        context,
        files=paths,
        scope=scope,
        kinds=tuple(parse_kind(kind) for kind in kinds),
        tags=tags,
        statuses=parse_statuses(include),
        before=as_of,
        elsewhere=any(word.strip().lower() == BRANCHES for word in include),
    )
    if not (paths or as_of) and (dated := _of_time(context, query, seen, limit)) is not None:
        best, more = dated
        return Recalled(None if unrecorded else leave_receipt(context, "recall", query, best, more), best, more, "")
    ask = Ask(
        query=query,
        files=tuple(paths),
        limit=limit + _SPARE,
        now=as_of or context.clock.now(),
        embedder=context.embedder,
        reopen=partial(reopen_embedder, context),
        tagged=partial(_tagged, context),
    )
    judge = Judge(context, blame=True)
    with one_look(seen):
        ranking = search(seen, ask)
        found = found_whole(ranking, as_of, limit)
        judge.look_ahead([memory for _, memory in found])
        said = [] if filtered else find_said(context, query, limit=min(_SAID, limit), floor=_FLOOR)
    answering = _answering(judge_results(found, judge))
    outdated = 0
    if filtered:
        answer = tuple(answering[:limit])
    else:
        answer, outdated = _with_said(context, query, _one_way(query, answering)[:limit], said, limit)
    withheld = max(0, ranking.withheld + len(ranking.hits) - len(answer) - outdated)
    receipt = None if unrecorded else leave_receipt(context, "recall", query, answer, withheld)
    sessions: tuple[Excerpt, ...] = ()
    answered = any(item.support >= _MOSTLY and _holds_answer(item) for item in answer)
    if not (answered or filtered or paths or unrecorded):
        sessions = _find_in_sessions(context, query, besides=answer)
    read_as = _read_as(query, ranking.corrected, answer) if ranking.corrected else {}
    return Recalled(receipt, answer, withheld, ranking.dense, ranking.hidden, sessions, read_as)


def _read_as(query: str, corrected: Mapping[str, tuple[str, ...]], answer: Sequence[Result]) -> dict[str, str]:
    """Return the words of a question that were taken for others, each with the word that an answer has for it."""
    texts = " ".join(f"{item.memory.content.title} {item.memory.content.text}" for item in answer)
    said = {stem(word): word for word in reversed(re.findall(r"[a-z]+", texts.lower()))}
    asked = {stem(word): word for word in re.findall(r"[a-z]+", query.lower())}
    found = {term: next((said[other] for other in others if other in said), "") for term, others in corrected.items()}
    return {asked.get(term, term): other for term, other in found.items() if other}


def _everything(context: Context, limit: int) -> tuple[tuple[Result, ...], int]:
    """Return the best of what a brief would say, and how many more there are."""
    from standfast.moments.brief import draw

    drawn = draw(context, budget=context.settings.brief_tokens, again=True)
    best = drawn.results[:limit]
    return best, drawn.withheld + len(drawn.results) - len(best)


def _of_time(
    context: Context, query: str, seen: Sequence[tuple[Partition, View]], limit: int
) -> tuple[tuple[Result, ...], int] | None:
    """Return what was learned at the time that a question asks for and names nothing beside, newest first."""
    asked = asked_time(query, context.clock.now())
    if asked is None:
        return None
    when, kind = asked
    if kind and any(view.kinds and kind not in view.kinds for _, view in seen):
        return None  # other kinds were asked for by name
    views_of = [(partition, replace(view, kinds=(kind,)) if kind else view) for partition, view in seen]
    looked = [item for partition, view in views_of for item in islice(partition.memories.select(view), _LOOKED_AT)]
    start, end = when.start, when.end
    found = [item for item in looked if (start is None or item.at >= start) and (end is None or item.at < end)]
    if not found and len(looked) >= _LOOKED_AT:
        return None
    newest = sorted(found, key=lambda memory: memory.at, reverse=True)[:limit]
    judge = Judge(context, blame=True)
    judge.look_ahead(newest)
    results = tuple(Result(memory, weights.SPAN, {"time": weights.SPAN}, judge(memory)) for memory in newest)
    return results, len(found) - len(results)


def _with_said(
    context: Context, query: str, answer: Sequence[Result], said: Sequence[Result], limit: int
) -> tuple[tuple[Result, ...], int]:
    """Return an answer with what was said in sessions among it, and how many outdated ones were left out."""
    ranked = sorted((*answer, *said), key=lambda item: -item.score)
    told = any(tells_session(item.memory) for item in ranked)
    standing = leave_out_outdated(ranked, query, said_about(context, query) if told else ())
    return tuple(standing[:limit]), len(ranked) - len(standing)


def _answering(results: list[Result]) -> list[Result]:
    """Leave out the sessions where none of them answers, however few memories there are."""
    told = [item for item in results if tells_session(item.memory)]
    if not told or max(answer_of(item) for item in told) >= _TOLD:
        return results
    return [item for item in results if item not in told]


def _one_way(query: str, results: list[Result]) -> list[Result]:
    """Leave out what only says the repository's own way to do what is asked once more, its parts, and what CI does.

    Another way stays, another folder's, and whatever a guide or anybody says beyond the command.
    """
    way = asked_way(query)
    own = [item.memory.content.text for item in results if way and item.memory.content.title == way]
    if not own:
        return results
    commands = sorted(_COMMAND.findall("\n".join(own)), key=len, reverse=True)
    asked = {stem(word) for word in _WORD.findall(f"{way.lower()} {_SAYS_RUN}")}

    def varies(content: Content) -> bool:
        name, _, part = content.title.partition(": ")
        if part and (name == way or (name == IN_CI and way.endswith(f" {part}"))):
            return True
        rest = content.text
        for command in commands:
            rest = rest.replace(command, " ")
        return rest != content.text and {stem(word) for word in _WORD.findall(rest.lower())} <= asked

    return [
        item
        for item in results
        if item.memory.content.title == way
        or item.memory.content.kind is not Kind.PROCEDURE
        or item.memory.source.kind != "document"
        or not varies(item.memory.content)
    ]


def _holds_answer(item: Result) -> bool:
    """Tell whether a result may hold an answer itself.

    The episode of a session that only did things does not, nor what that session taught and only stands beside it.
    """
    if tells_session(item.memory):
        return tells_talk(item.memory)
    return item.memory.source.kind != "session" or item.scores.get("lexical", 0.0) > 0


def _find_in_sessions(context: Context, query: str, *, besides: Sequence[Result]) -> tuple[Excerpt, ...]:
    """Return where past sessions mention most of what is asked, besides those an answer tells of; on record as that.

    Weak memories do not stand in the way of a session that answers.
    """
    from standfast.verbs.sessions import find_places

    told = {item.memory.source.session for item in besides if tells_talk(item.memory)}
    return find_places(context, query, limit=_SAID, floor=_MOSTLY, besides=told).hits


def _tagged(context: Context, version: str) -> tuple[datetime | None, datetime] | None:
    """Return when a version was tagged in the repository at hand, and the tag before it."""
    if context.here.root is None:
        return None
    from standfast.code.history import find_tagged  # starts git, for the few questions that name a version

    return find_tagged(str(context.here.root), version)
