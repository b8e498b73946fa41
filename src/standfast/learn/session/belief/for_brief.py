"""Said: what a brief may tell of a person's words in earlier sessions, ordered and bounded.

Two parts: what was *learned* (said in several sessions, or confirmed) and what was *said* (once, unconfirmed). Both
are the person's own words, dated, never worded as a rule. Owns the order (most repeated first, plain words before
vague ones, nothing twice in other words) and the bounds. Must not write or judge standing. Neighbours: the brief puts
the lines in their sections; `belief` says what is alike.
"""

from __future__ import annotations

from datetime import timedelta

from standfast.context.view import views
from standfast.learn.session.belief.grouping import Group, Voice, groups_of, rarity_of
from standfast.learn.session.finding import UNSURE, is_said, is_sure, may_hold_said
from standfast.learn.session.markers import pattern
from standfast.learn.session.words.own_words import REDACTED
from standfast.learn.session.words.spoken import content_words, weight_of
from standfast.learn.session.words.subject import Subject, subject_of
from standfast.learn.session.words.worth import worth_of
from standfast.model.kind import TRAITS
from standfast.model.trust import Authority, Standing, Status
from standfast.recall.fence import clean_for_model
from standfast.recall.pack import count_tokens
from standfast.recall.receipts import Result
from standfast.standing.judged import Judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.store.contract import Partition
    from standfast.store.values import View

SAID_TOKENS = 300
LEARNED_TOKENS = 300
SAID_HEADING = "Said in earlier sessions, unconfirmed"
LEARNED_HEADING = "Learned from earlier sessions"
FADES_AFTER = timedelta(weeks=6)
UNSURE_FADES_AFTER = timedelta(weeks=3)
_CONSIDERED = 200
_NEWEST = 24  # of what was said and has not faded: twice what finds room; comparing more costs a start too much
_REPEATED = 1.0  # what each further session weighs, against the weight of a marker (2 to 4)
_MOST_REPEATED = 5
_LENGTH = 24.0  # tokens that cost as much as one step of plainness
_OVERLAP = 2.0  # what saying the same in other words loses
_AGE = 2.0  # what the oldest loses against the newest
_HOLDS = 0.5  # what being about how work is done gains, and about one artefact loses
_POINTS = 1.2  # what pointing to something that is not there any more loses
_NEAREST = 60  # sentences beside those found that may have changed what they say
_TERMS = 40
_UNSURE = 2.0  # the weight of words that may hold in their task only: below every marker
_ROW = 3  # tokens around a line: dash, blank, line break
_LEAST = 12  # tokens of a short line: where fewer are left, the others are not ordered
ENOUGH = 0.3  # how much of a question must stand together in a sentence that answers it
_QUOTES = str.maketrans({"“": "'", "”": "'", '"': "'"})


def is_unsure(memory: Memory) -> bool:
    """Tell whether a person's words may hold in their task only: a brief tells them where room is left."""
    return is_said(memory) and UNSURE in memory.content.tags


def has_faded(memory: Memory, now: datetime) -> bool:
    """Tell whether something said went unconfirmed for too long to be told."""
    return now - memory.version.recorded_at > (UNSURE_FADES_AFTER if is_unsure(memory) else FADES_AFTER)


def is_learned(memory: Memory) -> bool:
    """Tell whether a memory was learned from a person's turns, and no person decided it since."""
    learned = memory.status is Status.ACTIVE and (memory.source.kind == "session" or is_confirmed(memory))
    return learned and memory.authority <= Authority.OBSERVED and TRAITS[memory.content.kind].pinned


def is_confirmed(memory: Memory) -> bool:
    """Tell whether a memory is an agent's claim that rests on a turn in which its user said so."""
    spoken = any(source.kind == "session" for source in memory.sources)
    return memory.source.kind == "agent" and spoken and any(ref.kind == "turn" for ref in memory.content.evidence)


def said_lines(
    memories: Iterable[Memory],
    now: datetime,
    *,
    besides: Iterable[str] = (),
    rules: Iterable[Memory] = (),
    most: int = SAID_TOKENS,
) -> list[tuple[Memory, str]]:
    """Return what was said and is not confirmed, as it may be told within `most` tokens.

    `besides` is told already; `rules` are in force, and what they gave another value since is left out.
    """
    fresh = [memory for memory in memories if is_said(memory) and not has_faded(memory, now)]
    fresh = [memory for memory in fresh if REDACTED not in memory.content.text]
    # What is surer comes first, also where much that may hold in its task only is newer.
    fresh = sorted(fresh, key=lambda item: (is_sure(item), item.version.recorded_at, item.at))[-_NEWEST:]
    sure = in_force([item for item in fresh if is_sure(item)], rules)  # what may hold in its task only outdates nothing
    unsure = [item for item in in_force(fresh, rules) if is_unsure(item)] if any(map(is_unsure, fresh)) else []
    return _chosen([*sure, *unsure], most, besides=besides)


def learned_lines(
    memories: Iterable[Memory], *, said: Iterable[Memory] = (), most: int = LEARNED_TOKENS
) -> list[tuple[Memory, str]]:
    """Return what was learned from a person's turns, as it may be told within `most` tokens.

    What they `said` since with another value is left out: it is not current, and what they said is told instead.
    """
    learned = [memory for memory in memories if is_learned(memory)][-_CONSIDERED:]
    if not learned:
        return []
    since = [memory for memory in said if is_sure(memory)]
    return _chosen(in_force(learned, since), most)


def _chosen(memories: Sequence[Memory], most: int, *, besides: Iterable[str] = ()) -> list[tuple[Memory, str]]:
    by_id = {item.id: item for item in memories}
    groups = groups_of(voice_of(item) for item in memories)
    lines: list[tuple[Memory, str]] = []
    spent = count_tokens(f"## {SAID_HEADING}") + 2
    for group in ordered(groups, besides):
        memory = by_id[group.best.id]  # type: ignore[index]
        line = _line(memory, group.said_in)
        cost = count_tokens(line) + _ROW
        if spent + cost <= most:
            spent += cost
            lines.append((memory, line))
        if most - spent < _LEAST:
            break
    return lines


def in_force(memories: Sequence[Memory], rules: Iterable[Memory] = ()) -> list[Memory]:
    """Leave out what a later sentence, or a later one of these rules, gives another value for the same thing."""
    newest = sorted((*memories, *rules), key=lambda item: item.at, reverse=True)
    kept: list[tuple[Memory, Subject]] = []
    for memory in newest:
        subject = subject_of(memory.content.text)
        if not any(later.replaces(subject) for _, later in kept):
            kept.append((memory, subject))
    held = {memory.id for memory, _ in kept}
    return [item for item in memories if item.id in held]


def find_said(context: Context, query: str, *, limit: int, floor: float = ENOUGH) -> list[Result]:
    """Return what was said in sessions, unconfirmed, that answers a question; of what changed, the latest."""
    waiting = views(context, statuses=(Status.PROPOSED,))
    seen = [(part, view) for part, view in waiting if may_hold_said(part, view)]
    if not seen:
        return []
    from standfast.recall.answer import one_look, whole
    from standfast.recall.ask import Ask
    from standfast.recall.floor import stretch
    from standfast.recall.search import search

    ask = Ask(query=query, files=(), limit=limit * 4, now=context.clock.now(), light=True)
    with one_look(seen):
        hits = [hit for hit in search(seen, ask).hits if stretch(hit.scores) >= floor]
        found = [(hit, memory) for hit, memory in whole(hits) if is_sure(memory)]
    if not found:
        return []
    memories = [memory for _, memory in found]
    known = {memory.id for memory in memories}
    near = _said_with(seen, " ".join(memory.content.text for memory in memories))
    later = (*spoken_rules(context), *(memory for memory in near if memory.id not in known))
    standing = {item.id for item in in_force(memories, later)}
    results = [Result(memory, hit.score, hit.scores, Judged(Standing.UNANCHORED)) for hit, memory in found]
    return [result for result in results if result.memory.id in standing][:limit]


def said_about(context: Context, words: str) -> list[Memory]:
    """Return what persons said in sessions with these words, confirmed or not."""
    seen = list(views(context, statuses=(Status.PROPOSED,)))
    return [*spoken_rules(context), *_said_with(seen, words)]


def _said_with(seen: Sequence[tuple[Partition, View]], words: str) -> list[Memory]:
    """Return what was said with these words: it may give another value and need not answer a question."""
    from standfast.recall.terms import query_terms

    terms = query_terms(words)[:_TERMS]
    found: list[Memory] = []
    for partition, view in seen if terms else ():
        documents = partition.index.lexical(terms, view, _NEAREST)
        found += partition.memories.find_several([item.memory for item in documents]).values() if documents else ()
    return [item for item in found if is_sure(item)]


def spoken_rules(context: Context) -> list[Memory]:
    """Return what persons asked to be remembered, or sessions taught, and is in force."""
    found = [
        memory for part, view in views(context) for memory in part.memories.select(view, pinned=True, limit=_CONSIDERED)
    ]
    return [item for item in found if item.source.turn]


def voice_of(memory: Memory) -> Voice:
    """Return a memory of a person's words as one voice among others."""
    weight = _UNSURE if is_unsure(memory) else weight_of(memory.content.text)
    session = memory.source.session
    turn, kind = memory.source.turn, memory.content.kind.value
    earlier = memory.content.sessions_behind.union(source.session for source in memory.sources) - {session}
    return Voice(memory.id, memory.content.text, session, memory.at, weight, kind, turn, earlier)


def _line(memory: Memory, sessions: int) -> str:
    words = clean_for_model(" ".join(memory.content.text.split())).translate(_QUOTES)
    times = f"{sessions}x, " if sessions > 1 else ""
    when = f"{times}{memory.at.day} {memory.at:%b}"
    return f"{when} {words}" if is_confirmed(memory) else f'{when} "{words}"'


def ordered(groups: Sequence[Group], besides: Iterable[str] = ()) -> Iterator[Group]:
    """Yield the groups in the order they are told: each next one is the most worth telling beside those before."""
    waiting = sorted(groups, key=lambda group: (group.best.at, group.best.id), reverse=True)
    words = {group.best.id: content_words(group.best.text) for group in waiting}
    rarity = rarity_of(words.values())
    whole = {name: sum(rarity[word] for word in found) or 1.0 for name, found in words.items()}
    step = _AGE / max(1, len(waiting))
    worth = {group.best.id: _worth(group) - step * place for place, group in enumerate(waiting)}
    overlap = dict.fromkeys(worth, 0.0)

    def tell(told: frozenset[str]) -> None:
        weight = sum(rarity.get(word, 1.0) for word in told) or 1.0
        for name in (group.best.id for group in waiting if not told.isdisjoint(words[group.best.id])):
            common = sum(rarity[word] for word in told & words[name])
            overlap[name] = max(overlap[name], common / min(weight, whole[name]))

    for text in besides:
        tell(content_words(text))
    while waiting:
        best = max(waiting, key=lambda group: worth[group.best.id] - _OVERLAP * overlap[group.best.id])
        waiting.remove(best)
        yield best
        tell(words[best.best.id])


def _worth(group: Group) -> float:
    repeated = _REPEATED * (min(max(group.near, group.sessions), _MOST_REPEATED) - 1)
    pointing = _POINTS if pattern("pointing").search(group.best.text) else 0.0
    text = group.best.text
    holds = _HOLDS * max(-1.0, min(1.0, worth_of(text, len(text))))
    return group.best.weight + holds + repeated - pointing - count_tokens(text) / _LENGTH
