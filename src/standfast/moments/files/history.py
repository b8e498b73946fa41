"""The commits that explain something about the files at hand, each as a line with what it is worth.

Owns which commits are told of a file, their order and words, and how much of each is left in the code. Must not look at
what persons and documents said (`about` does) or leave receipts. Light: no numpy, no parser; Git only with `with_left`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from standfast.code.filetypes import is_beside_code
from standfast.learn.message import fold_title
from standfast.learn.telling import (
    BECAUSE,
    TAG,
    Telling,
    decides,
    gives_reason,
    is_repair,
    is_trivial,
    reverted_by,
    tell,
)
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Standing
from standfast.model.value import Value, replace
from standfast.moments.notes.named_files import NAMES
from standfast.moments.notes.task import count_shared, shared_part, weigh
from standfast.recall.fence import in_quotes
from standfast.recall.receipts import Result
from standfast.recall.terms import exactly
from standfast.standing.judged import Judged
from standfast.standing.memories import Judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Content, Memory
    from standfast.moments.notes.named_files import Hand
    from standfast.store.contract import Partition
    from standfast.store.values import Document, View

LINE = 330  # characters of a commit's line: whole sentences, so often fewer
UNASKED = 230  # of the same at a moment, where longer ones push out a line that is needed
_EXPLAINED = 96
_LATEST = 12
_ASKED = 60  # commits that share words with the task; those at the files at hand are looked at
_YEARS_S = 3 * 365 * 86_400.0
REWRITTEN = "its code was rewritten since"
_LEFT = {
    "all": "its code still stands",
    "part": "part of its code still stands",
    "none": REWRITTEN,
}
_UNANCHORED = Judged(Standing.UNANCHORED)
_SHOWN = {"reverted": "a revert"}  # of something else, that is; what was itself reverted is an attempt
_LONG_AGO_S = 7 * 365 * 86_400.0  # before the latest that is known: the code around it has changed since
_FEW = 3
_EXPLAINS = 80  # characters of a reason: of 40 that were shorter 14 were worth a line, of 99 others 63
# Of the lines that a commit changed in code: with fewer in a file it is about others, unless the line names the file.
# Of 79 such lines 29 were worth their place, of 25 that named it 18, of 164 others 102.
_MAIN = 0.25
_TRACE = 0.25  # of the lines that a commit changed in a file: with fewer that still stand it is about something else
_EACH = {"tried and reverted": 2, "reverted": 1, "decision": 5, "breaking": 2, "fix": 1, "change": 1}
_PART = 0.15  # of the weight of a task's words: what shares less is not near it
_SHARED = 2  # telling words of a task that a commit has which is told unasked: a name alone was to the point in 1 of 4
HALF = 0.5  # of the same: a commit that speaks of so much of a task may be told unasked
TRIED = 0.3  # of the same, for a try that was taken back
_NEAR = 8.0  # what all of the task would add to the worth of a commit
_ON_PAGES = 3.0  # less worth at code is what was only done to what is written about it
_OF_PAGES = compile_later(
    r"^(?:[\w()!]+: )?document(?:s|ed|ing)?\b"
    r"|\b(?:docs?|documentation|doc-?strings?|typos?|moduledocs?|examples?|readme)\b",
    re.IGNORECASE,
)
_PAGE = compile_later(r"\.(?:md|mdx|rst|adoc|txt|livemd)$|(?:^|/)(?:docs?|examples?)/", re.IGNORECASE)
NARROW = 4  # files of a commit that is about each of them
_lies_beside = lru_cache(4096)(is_beside_code)  # the commits at one file change much the same ones


class About(Value):
    """One line about a file: the memory it says, with where it stands, and the words."""

    result: Result
    text: str
    word: str = ""
    """Of a commit: what sort of word it is."""
    reasoned: bool = False
    """Of a commit: a reason is said."""
    telling: bool = False
    """Of a commit: the reason says in so many words that it is one."""
    named: bool = False
    """Of a commit: what is told of it speaks of a file at hand, or of something defined there."""
    shared: float = 0.0
    """Of a commit: the part of the session's task that it speaks of, by the weight of words; 0 where it is small."""
    chosen: bool = False
    """Of a commit: told because nobody said what the session is about."""
    story: str = ""
    """Of a commit: what it did, folded; the commit and the merge of its request tell one story."""
    ban: bool = False
    """It forbids changing the files."""

    @property
    def id(self) -> MemoryId:
        """The memory it says."""
        return self.result.memory.id

    @property
    def commit(self) -> str:
        """The commit it is from, if it is from one."""
        source = self.result.memory.source
        return source.name if source.kind == "commit" else ""

    @property
    def row(self) -> str:
        """The line as it is given."""
        return f"- {self.text} [{self.id}]"


def happened(partition: Partition, view: View, hand: Hand, words: frozenset[str]) -> list[tuple[float, str, About]]:
    """Return the commits that explain something about the files, each with its sort and what it is worth."""
    documents, weights = commits_at(partition, view, hand, words), weigh(partition, words)
    memories = list(partition.memories.find_several(list(documents)).values())
    shared = {memory.id: shared_part(documents[memory.id], weights) for memory in memories}
    return explained(memories, shared, hand, words, LINE)


def near_task(
    partition: Partition, view: View, hand: Hand, words: frozenset[str]
) -> tuple[list[tuple[float, str, About]], int]:
    """Return the commits at the files that speak of the session's task, and how many others there are.

    The messages of the others are not read: a busy file has hundreds.
    """
    documents, weights = commits_at(partition, view, hand, words), weigh(partition, words)
    shared = {key: part for key, item in documents.items() if (part := shared_part(item, weights)) >= TRIED}
    memories = list(partition.memories.find_several(list(shared)).values())
    lines = explained(memories, shared, hand, words, UNASKED)
    near = [item for item in lines if is_near(item[2].result.memory, shared[item[2].id])]
    near = [item for item in near if _is_tried(item) or count_shared(documents[item[2].id], weights) >= _SHARED]
    return near, len(documents) - len(near)


def commits_at(
    partition: Partition, view: View, hand: Hand, words: frozenset[str] = frozenset()
) -> dict[MemoryId, Document]:
    """Return the commits at the files, as they are looked up, the latest first; then those with words of the task."""
    episodes = replace(view, kinds=(Kind.EPISODE, Kind.ATTEMPT))
    reasoned = partition.index.placed(hand.places, replace(episodes, tags=(TAG,)), _EXPLAINED)
    latest = partition.index.placed(hand.places, episodes, _LATEST)
    asked = partition.index.lexical(sorted(words)[:NAMES], episodes, _ASKED) if words else []
    here = {exactly(path) for path in hand.places}
    near = [item for item in asked if not here.isdisjoint(item.place.split())]
    return {item.memory: item for item in (*latest, *reasoned, *near)}


def explained(
    memories: Sequence[Memory], shares: Mapping[MemoryId, float], hand: Hand, words: frozenset[str], most: int
) -> list[tuple[float, str, About]]:
    """Return the commits that explain something, each with its sort and worth; `shares`: of the task, where known."""
    # Of what was tried and taken back one line is told: with what was tried, or else with the commit that took it back.
    tried = [memory for memory in memories if memory.content.kind is Kind.ATTEMPT]
    takers = {item.ref[:7] for memory in tried for item in memory.content.evidence if item.kind == "commit"}
    takers -= {memory.source.name[:7] for memory in tried}
    undone = {sha[:7] for memory in memories for sha in reverted_by(memory.content.text)}
    undone -= {memory.source.name[:7] for memory in tried}
    elsewhere = undone | takers
    newest = max((memory.at.timestamp() for memory in memories), default=0.0)
    found: list[tuple[float, str, About]] = []
    code = not any(map(_PAGE.search, hand.paths))
    for memory in memories:
        if not is_history(memory) or memory.source.name[:7] in elsewhere:
            continue
        shared = shares.get(memory.id, 0.0)
        told = _told(memory, words, most)
        if memory.content.kind is not Kind.ATTEMPT and hand.has_again(told.claim):
            continue
        if told.weight < 0 or not (told.reason or shared >= HALF):
            continue  # what only says what was done stands in the file: of 18 such lines one was worth its place
        if not shared and newest - memory.at.timestamp() > _LONG_AGO_S:
            continue
        on_pages = code and _OF_PAGES.search(told.claim) is not None
        age = 2.0 ** (-(newest - memory.at.timestamp()) / _YEARS_S)
        named = hand.named_in(memory)
        focus = 1.5 / max(1, len(memory.content.anchors)) + 0.8 * named + 0.6 * _is_headed(told.claim, hand)
        worth = told.weight + focus + age + _NEAR * shared - _ON_PAGES * on_pages
        joint = "; " if told.reason[:1].islower() else ". "
        said = f"{told.claim.rstrip('.:')}{joint}{told.reason}" if told.reason else told.claim
        firm = decides(memory.content.title, memory.content.text)
        line = replace(
            _tell(memory, told.word, said),
            reasoned=bool(told.reason),
            telling=gives_reason(told.reason) and (firm or len(told.reason) >= _EXPLAINS),
            named=_is_headed(told.claim, hand) or hand.is_named(said),
            # of a word or two nobody knows what is near
            shared=shared if len(words) >= _FEW and shared >= _PART else 0.0,
            story=fold_title(told.claim),
        )
        found.append((worth, "change" if on_pages else told.word, line))
    return found


def _is_headed(subject: str, hand: Hand) -> bool:
    """Tell whether a subject begins with the name of a file at hand, as in `tree: …` or `fix(tree): …`."""
    head = subject.partition(":")[0].lower()
    names = {path.rpartition("/")[2].partition(".")[0].strip("_").lower() for path in hand.paths} - {""}
    return len(head) < 40 and any(name in head for name in names)


def own_files(content: Content) -> set[str]:
    """Return the files that a commit is about; tests and pages of notes go with a change."""
    changed = {anchored.anchor.path for anchored in content.anchors if anchored.anchor.path}
    return {path for path in changed if not _lies_beside(path)} or changed


def _is_tried(row: tuple[float, str, About]) -> bool:
    return row[2].result.memory.content.kind is Kind.ATTEMPT


def is_near(memory: Memory, shared: float) -> bool:
    """Tell whether a commit speaks of so much of the task that it may be told unasked."""
    return shared >= (TRIED if memory.content.kind is Kind.ATTEMPT else HALF)


def is_history(memory: Memory) -> bool:
    """Tell whether a memory is told as a commit: it is one, and no person made it theirs."""
    return memory.source.kind == "commit" and (memory.content.kind is Kind.EPISODE or not memory.is_decided)


def _told(memory: Memory, words: frozenset[str], most: int) -> Telling:
    content = memory.content
    if content.kind is not Kind.ATTEMPT:
        return tell(content.title, content.text, most, words)
    claim = content.title or content.text.split("\n", 1)[0]
    weight = 2.4 if content.why else -1.0 if is_trivial(claim) else 0.6
    return Telling("tried and reverted", claim, _first_sentences(content.why), weight)


def _first_sentences(text: str) -> str:
    """Return the beginning of a text, whole sentences that fit into a line; of one long sentence what fits."""
    from standfast.text.sentences import split_sentences

    said = ""
    for sentence in split_sentences(text):
        if len(said) + len(sentence) >= LINE:
            break
        said = f"{said} {sentence}".lstrip()
    return said or (text if len(text) <= LINE else f"{text[:LINE].rpartition(' ')[0]} …")


def _tell(memory: Memory, word: str, said: str) -> About:
    by = next((item.note.removeprefix("by ") for item in memory.content.evidence if item.kind == "commit"), "")
    shown = "fix" if word == "decision" and is_repair(said) else _SHOWN.get(word, word)
    text = f"{shown} ({memory.at:%Y-%m}{f', {by}' if by else ''}): {quoted(said)}"
    return About(Result(memory, 0.5, {"anchor": 1.0}, _UNANCHORED), text, word)


def quoted(words: str) -> str:
    """Return words as one quoted line."""
    return f"“{in_quotes(words)}”"


def mixed(found: Sequence[tuple[float, str, About]]) -> list[About]:
    """Take the best of each sort first, so that ten fixes do not hide the one decision; then the rest by worth."""
    counts: dict[str, int] = {}
    first: list[About] = []
    rest: list[About] = []
    for _, word, line in found:
        counts[word] = counts.get(word, 0) + 1
        (first if counts[word] <= _EACH[word] else rest).append(line)
    return first + rest


def with_left(history: Sequence[About], judge: Judge, places: Collection[str]) -> list[About]:
    """Say of each commit how much of what it added is left.

    What is gone here, not of this branch, or mostly about other files is told only where it speaks of the task, and
    last. A short reason is told where there is no other; what gives none was worth a line in five of ten cases.
    """
    from standfast.standing.survival import count_in

    there: list[About] = []
    aside: list[About] = []
    gone: list[About] = []
    for item in history:
        judged = judge(item.result.memory)
        told = replace(item, text=_mark(item.text, judged), result=replace(item.result, judged=judged))
        if judged.standing is Standing.BROKEN:
            gone.append(told)
            continue
        changed, stands = count_in(judge.snapshot, item.commit, places, judge.kept) if judged.detail else (1, 1)
        plain = not changed and len(own_files(item.result.memory.content)) <= NARROW  # no line that is known again
        near = plain or (stands > _TRACE * changed and (item.named or _is_main(judge, item.commit, places)))
        (there if near else aside).append(told)
    telling = [item for item in there if item.telling or item.shared]
    short = [item for item in there if "reverted" in item.word or BECAUSE.search(item.text)]
    return [*(telling or short[:1]), *(item for item in (*aside, *gone) if item.shared)]


def _is_main(judge: Judge, commit: str, places: Collection[str]) -> bool:
    """Tell whether a commit changed the files at hand, and not mostly others."""
    from standfast.standing.survival import list_changed

    counts = list_changed(judge.snapshot, commit, judge.kept) or {}
    here = sum(count for path, count in counts.items() if path in places)
    others = sum(count for path, count in counts.items() if path not in places and not _lies_beside(path))
    return here >= _MAIN * (here + others)


def _mark(text: str, judged: Judged) -> str:
    """Put what is left of a commit behind its day and author."""
    word = tell_left(judged)
    return text.replace("):", f"; {word}):", 1) if word else text


def tell_left(judged: Judged) -> str:
    """Say how much of what a commit added is left in the code; nothing where that is not known."""
    left = next((item for item in judged.detail if item.get("left")), None)
    if left is None:
        return ""
    told: str = left["reason"]
    return told if "branch" in told or "removed" in told else _LEFT[left["left"]]
