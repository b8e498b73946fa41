"""Belief: which words of different sessions say the same, and what that makes of them.

Owns the grouping at promotion: same kind, complete link on the words that mean something, rare words weighing more.
Twelve paraphrases in one session are one voice. Must not store anything; `verbs.learn` promotes what is returned here.
"""

from __future__ import annotations

from math import log

from standfast.learn.session.markers import pattern
from standfast.learn.session.words.spoken import content_words, core_of
from standfast.learn.session.words.subject import Subject, subject_of
from standfast.model.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

ALIKE = 0.5  # share of the weight of all words that two sentences have in common
NEAR = 0.34  # enough to raise what was said before, not enough to say it twice with one voice
PASTED = 80  # characters: nobody types so many twice in the same way
_MOST = 2_000  # sentences compared; older ones beyond that wait


class Voice(Value):
    """One sentence as it was said: which memory holds it, in which session, when, how plainly."""

    id: str
    text: str
    session: str
    at: datetime
    weight: float
    kind: str = "convention"
    turn: str = ""
    earlier: frozenset[str] = frozenset()  # other sessions that said it and need not be among the voices


class Group(Value):
    """Sentences that say the same; `voices` are newest first, `sessions` how many of them were distinct."""

    voices: tuple[Voice, ...]
    best: Voice  # the sentence that stands for all
    sessions: int
    near: int = 0  # sessions in which something close to it was said

    @property
    def said_in(self) -> int:
        """In how many sessions it was said, as far as is known."""
        return len({voice.session for voice in self.voices}.union(*(voice.earlier for voice in self.voices)))

    @property
    def is_learned(self) -> bool:
        """Whether it was said in two sessions or more, in words that stand by themselves."""
        return self.sessions > 1 and not pattern("pointing").search(self.best.text)


_LONG = 140
_PURE = 0.8  # share of a sentence that carries its sign: less, and it is mixed with a task


def _best_of(voices: Sequence[Voice]) -> Voice:
    """Return the sentence that stands for all: one that points to nothing else nor scolds, the plainest, the newest."""
    return min(voices, key=_rank)


def _rank(voice: Voice) -> tuple[bool, int, float, bool, bool, float]:
    points = bool(pattern("pointing").search(voice.text))
    mixed = len(core_of(voice.text)) < _PURE * len(voice.text)
    leans = 2 * _reminds(voice.text) + bool(pattern("leans").search(voice.text))
    return (points, leans, -voice.weight, len(voice.text) > _LONG, mixed, -voice.at.timestamp())


def _reminds(text: str) -> bool:
    """Tell whether a sentence says of itself that it was said before."""
    return any(pattern(name).search(text) for name in ("said_before", "reminds"))


def groups_of(voices: Iterable[Voice]) -> list[Group]:
    """Put together what says the same; every sentence of a group is alike to every other.

    Of one that says it was said before ("I told you …"), what it repeats is enough: the rest went without saying.
    """
    ordered = sorted(voices, key=lambda voice: (voice.at, voice.id))[-_MOST:]
    pasted = _pasted(ordered)
    ordered = [item for item in ordered if item.text not in pasted]
    cores = {item.id: core_of(item.text) for item in ordered}
    words = {item.id: content_words(cores[item.id]) for item in ordered}
    subjects = {item.id: subject_of(cores[item.id]) for item in ordered}
    rarity = rarity_of(words.values())
    members: list[list[Voice]] = []
    homes: dict[str, list[int]] = {}
    for item in ordered:
        home = _home(item, words, subjects, rarity, members, homes)
        if home is None:
            home = len(members)
            members.append([])
        members[home].append(item)
        for word in words[item.id]:
            homes.setdefault(word, []).append(home)
    groups = [tuple(reversed(group)) for group in members]
    found = [Group(group, _best_of(group), len({item.session for item in group})) for group in groups]
    return [_with_near(group, found, words, rarity) for group in found]


def _pasted(voices: Sequence[Voice]) -> set[str]:
    """Return what stands letter for letter in turns of several sessions, long or beside other such words.

    A person says a thing again in other words; a saved command, or a button of the client, in the same.
    """
    turns: dict[str, set[tuple[str, str]]] = {}
    for voice in voices:
        turns.setdefault(voice.text, set()).add((voice.session, voice.turn))
    again = {text: where for text, where in turns.items() if len({session for session, _ in where}) > 1}
    found = {text for text in again if len(text) >= PASTED}
    for text, where in again.items():
        if any(len(where & other) > 1 for name, other in again.items() if name != text):
            found.add(text)
    return found


def rarity_of(texts: Iterable[frozenset[str]]) -> dict[str, float]:
    """Return how much each word says: one that stands everywhere in a project says little there."""
    counts: dict[str, int] = {}
    total = 0
    for words in texts:
        total += 1
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    return {word: log(1 + total / count) for word, count in counts.items()}


def likeness(one: frozenset[str], other: frozenset[str], rarity: dict[str, float]) -> float:
    """Return the share of the weight of all words that both have."""
    if one.isdisjoint(other):
        return 0.0
    common = sum(rarity.get(word, 1.0) for word in one & other)
    return common / (sum(rarity.get(word, 1.0) for word in one | other) or 1.0)


def overlap(one: frozenset[str], other: frozenset[str], rarity: dict[str, float]) -> float:
    """Return how much of the shorter of two sentences stands in the other."""
    common = sum(rarity.get(word, 1.0) for word in one & other)
    return common / min(sum(rarity.get(word, 1.0) for word in words) or 1.0 for words in (one, other))


def _home(
    voice: Voice,
    words: dict[str, frozenset[str]],
    subjects: dict[str, Subject],
    rarity: dict[str, float],
    members: Sequence[Sequence[Voice]],
    homes: dict[str, list[int]],
) -> int | None:
    mine = words[voice.id]
    reached = {home for word in mine for home in homes.get(word, ())}
    best, where = ALIKE, None
    alike = overlap if len(mine) > 1 and _reminds(voice.text) else likeness
    for home in reached:
        group = members[home]
        if group[0].kind != voice.kind:
            continue
        least = min(alike(mine, words[other.id], rarity) for other in group)
        if least >= best and all(subjects[voice.id].agrees(subjects[other.id]) for other in group):
            best, where = least, home
    return where


def _with_near(
    group: Group, found: Sequence[Group], words: dict[str, frozenset[str]], rarity: dict[str, float]
) -> Group:
    mine = words[group.best.id]
    sessions = {voice.session for voice in group.voices}
    for other in found:
        if other is not group and likeness(mine, words[other.best.id], rarity) >= NEAR:
            sessions |= {voice.session for voice in other.voices}
    return replace(group, near=max(len(sessions), group.said_in))
