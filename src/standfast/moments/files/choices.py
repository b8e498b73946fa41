"""Commits that are told at a file where nobody said what the session is about: a choice, or what was taken back.

Owns which commits these are (a reason, few files, no passing word), and holding them against the code: what does not
stand is not told. Must not look at what persons and documents said (`about` does) or word lines (`history` does). Hook
path: the latest commits are read first, and no more than are needed; Git is asked about a few, once for each.
"""

from __future__ import annotations

import re

from standfast.learn.telling import BECAUSE, decides, gathers, is_trivial, reverted_by
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.value import replace
from standfast.moments.files.history import NARROW, UNASKED, commits_at, explained, own_files
from standfast.moments.known import spent_in
from standfast.moments.notes.named_files import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.files.history import About
    from standfast.moments.notes.named_files import Hand
    from standfast.standing.memories import Judge
    from standfast.store.contract import Partition
    from standfast.store.values import View

_AT_ONCE = 24  # commits whose messages are read together
_CHECKED = 5  # commits that are held against the code, for one file
_EDITED = 3  # commits at one edit
_READ = 1  # commits to who only reads
_HEARD = 250  # tokens that a session was told beyond its brief: then who reads is told no more of history
_STANDS = 0.5  # of the lines that a commit changed
_BACK = 0.3  # of the lines of a try: with more that stand it was made again
_MAIN = 1 / 3  # of the lines that a commit changed: in which it is about that file
_LISTED = compile_later(r"^\s{0,6}(?:[-*•]|\d{1,2}[.)]) (\S[^\n]{10,80})", re.MULTILINE)
_ITEM = 30  # characters by which an item is known again
_PASSES = compile_later(
    r"\b(?:for (?:now|the moment|the time being)|temporar\w+|in this (?:PR|pull request|MR|branch|release)|idiomatic"
    r"|readab\w+|cosmetic\w*)\b",
    re.IGNORECASE,
)  # what is to be otherwise soon, or is a matter of taste, is no lasting word


def chosen_at(partition: Partition, view: View, hand: Hand) -> tuple[list[tuple[float, str, About]], int]:
    """Return the latest commits at the files that chose something or took it back, and how many others there are."""
    documents = list(commits_at(partition, view, hand))
    choices: list[Memory] = []
    found: list[tuple[float, str, About]] = []
    for start in range(0, len(documents), _AT_ONCE):
        read = partition.memories.find_several(documents[start : start + _AT_ONCE]).values()
        choices += (fresh := [memory for memory in read if _is_choice(memory)])
        lines = explained(choices, {}, hand, frozenset(), UNASKED) if fresh else []
        found = [(worth, word, replace(line, chosen=True)) for worth, word, line in lines if _is_of_file(line)] or found
        if len(found) >= _CHECKED:
            break
    return found, len(documents) - len(found)


def standing(context: Context, lines: Sequence[About], paths: Sequence[str], *, changes: bool) -> list[About]:
    """Return the first of these commits that are held against the code and still stand; few to who only reads."""
    most = _EDITED if changes else _READ
    if not lines or (not changes and spent_in(context) >= _HEARD):
        return []
    from standfast.standing.memories import Judge

    judge = Judge(context, light=True)
    told: list[About] = []
    for line in sorted(lines, key=lambda line: not _is_back(line))[:_CHECKED]:
        if len(told) < most and _stands(judge, line, paths):
            told.append(line)
    judge.kept.save()
    return told


def _is_choice(memory: Memory) -> bool:
    """Tell whether a commit of few files chose something, or took something back; what is quickly seen comes first."""
    content = memory.content
    if len(own_files(content)) > NARROW or gathers(content.text) or is_trivial(content.title):
        return False
    back = content.kind is Kind.ATTEMPT or content.title.startswith("Revert") or bool(reverted_by(content.text))
    return back or decides(content.title, content.text)


def _is_of_file(line: About) -> bool:
    """Tell whether what is said of a commit gives its reason, and one that lasts."""
    content = line.result.memory.content
    if not _is_back(line) and not (decides(content.title, content.text) and BECAUSE.search(line.text)):
        return False
    return bool(content.why or line.reasoned) and not _is_listed(line) and not _PASSES.search(line.text)


def _is_back(line: About) -> bool:
    return line.word == "reverted" or line.result.memory.content.kind is Kind.ATTEMPT


def _is_listed(line: About) -> bool:
    """Tell whether what is said of a commit is an item of a list of what it did: no reason, but one more change."""
    content = line.result.memory.content
    told = line.text.replace(content.title.rstrip(".:"), "") if content.title else line.text  # often an item as well
    return any(item[1][:_ITEM] in told for item in _LISTED.finditer(content.text))


def _stands(judge: Judge, line: About, paths: Sequence[str]) -> bool:
    """Tell whether a commit was above all about these files, and what it did was not undone since.

    Of what was tried and taken back nothing may stand: else it was made again. Of what else it names in code something
    must be there. Where Git does not know the commit, nobody can tell.
    """
    from standfast.standing.survival import count_in, list_changed

    content = line.result.memory.content
    lines, own = list_changed(judge.snapshot, line.commit, judge.kept), own_files(content)
    if lines is None:
        return False
    if not lines:  # it changed none that could be known again
        return own <= set(paths)
    if sum(lines.get(path, 0) for path in paths) < _MAIN * sum(lines.get(path, 0) for path in own):
        return False
    is_attempt = content.kind is Kind.ATTEMPT
    changed, stands = count_in(judge.snapshot, line.commit, paths, judge.kept)
    if not changed or (not is_attempt and not _is_there(judge, line, paths)):
        return False
    if stands >= _BACK * changed if is_attempt else stands <= _STANDS * changed:
        return False
    if not _is_back(line):
        return True
    total, left = count_in(judge.snapshot, line.commit, lines, judge.kept)
    return left < _BACK * total if is_attempt else left > _STANDS * total


def _is_there(judge: Judge, line: About, paths: Sequence[str]) -> bool:
    """Tell whether one of the names that a line writes stands in these files, if it writes any."""
    from standfast.standing.survival import read_text

    names = names_in(line.text.partition("“")[2])
    text = "\n".join(read_text(judge.snapshot, path) for path in paths) if names else ""
    return not names or any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)
