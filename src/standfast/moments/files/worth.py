"""Which lines about a file are worth an interruption, and in which order.

Owns the floor of the file moments: what who reads is told, what who is about to change something is told, and that of
history only what still stands in the code is said. Must not look memories up (`about` does) or word them (`lines`).
Hook path: Git is asked about a few commits at most, once for each.
"""

from __future__ import annotations

import re
from datetime import timedelta

from standfast.learn.session.finding import is_of_failure
from standfast.learn.telling import BECAUSE, gathers, is_trivial
from standfast.model.kind import NORMS, Kind
from standfast.model.pattern import compile_later
from standfast.model.value import replace
from standfast.moments.files.history import NARROW, REWRITTEN, is_near, own_files
from standfast.moments.known import DOCUMENT, is_noted, spent_in, voice_of
from standfast.moments.notes.file_sort import sorts_in, sorts_of
from standfast.text.word_lists import read_lists
from standfast.trust.kind_from_words import says_what_to_do

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.files.history import About
    from standfast.moments.notes.named_files import Hand
    from standfast.standing.memories import Judge

TOLD = frozenset(Kind) - {Kind.EPISODE, Kind.FACT, Kind.PROCEDURE, Kind.THREAD}
_WIDE = 15  # files of a commit that is still about some of them
_HISTORY = 3  # commits at one edit
_READ = 1  # commits to who only reads
_HEARD = 250  # tokens that a session was told beyond its brief: then who reads is told no more of history
_CHECKED = 5  # commits that are held against the code, for one file
_OLD = timedelta(days=3650)  # before the latest that is known: what such a commit speaks of has changed around it
_STANDS = 0.5  # of the lines that a commit changed
_TRACE = 0.25  # of the same, in the files at hand: with fewer that stand, what it did was done anew
_BACK = 0.3  # of the lines of a try: with more that stand it was made again
_MAIN = 1 / 3  # of the lines that a commit changed: in which it is about that file
_SENTENCE = compile_later(r"(?<=[.!?;:])\s+|\n")
_PASSING = compile_later(
    r"\b(?:from|see|like|e\.?g\.?|such as|as in|similar to|follow\w*|read|per)\b"
    r"(?:[^\w;\n]{1,4}\w+){0,3}[^\w;\n]{0,4}$",
    re.IGNORECASE,
)  # a few words before a file's name: it is named in passing
_BOUNDS = compile_later(r"\b(?:never|must|always|do not|forbidden)\b|n['’]t\b", re.IGNORECASE)
_RULE = 240  # characters of a rule of a document: what is longer tells a tale
_LISTED = compile_later(r"^\s{0,6}(?:[-*•]|\d{1,2}[.)]) (\S[^\n]{10,80})", re.MULTILINE)
_ITEM = 30  # characters by which an item is known again
_NAMED = compile_later(r"[^\W_]+")
_ADDS = compile_later(
    r"(?:\w+(?:\([^)]*\))?!?:\s*)?(?:add(?:s|ed|ing)?|creat(?:es?|ed|ing)|introduc(?:es?|ed|ing))\b", re.IGNORECASE
)
_SPARES = compile_later(
    r"\b(?:avoid|prevent|ensur|instead|rather than|error|fail|because|so that|otherwise|due to)\w*", re.IGNORECASE
)  # what something was added against
_PROSE = compile_later(r"\.(?:md|mdx|rst|adoc|txt)$", re.IGNORECASE)
_PASSES = compile_later(
    r"\b(?:for (?:now|the moment|the time being)|temporar\w+|in this (?:PR|pull request|MR|branch|release)|idiomatic"
    r"|readab\w+|cosmetic\w*)\b",
    re.IGNORECASE,
)  # what is to be otherwise soon, or is a matter of taste, is no lasting word
_ENDING = compile_later(r"\.(?:\w+|\{[^}]*\})$")
_BRANDS = frozenset(read_lists(__file__, "words")["brands"])  # products: written as no word of prose is
_NAME = compile_later(r"(?<![\w/.-])[A-Za-z_$][\w$]{3,60}(?![\w/-])")


def worth_telling(context: Context, about: Sequence[About], paths: Sequence[str], *, changes: bool) -> list[About]:
    """Return the lines that are worth an interruption, the most telling first; `changes`: nobody only reads."""
    newest = max((item.result.memory.at for item in about), default=context.clock.now())
    noted = [item for item in about if not item.word and item.worth]
    commits = [item for item in about if item.word]
    near = _ordered([item for item in commits if changes and _is_near(item, paths)])
    near = _gone_last(context, near, paths)[:_HISTORY]
    if any(item.asked for item in commits):
        return _ordered([*noted, *near])
    most = _HISTORY - len(near) if changes else _READ if spent_in(context) < _HEARD else 0
    told = {item.id for item in near}
    own = [item for item in commits if item.id not in told and newest - item.result.memory.at < _OLD]
    return _ordered([*noted, *near, *_standing(context, [x for x in own if _is_of_file(x)], paths, most)])


def may_be_told(memory: Memory, hand: Hand, *, changes: bool) -> bool:
    """Tell whether a memory that is no commit's is worth an interruption: what was decided or warned of.

    Of documents that nobody approved only a ban on this change or on what it puts in is, and a rule for this very file.
    """
    if voice_of(memory) == DOCUMENT:
        return changes and (hand.is_barred_by(memory) or hand.is_broken(memory) or _rules_on(memory, hand.paths))
    if not is_noted(memory) or is_of_failure(memory) or hand.is_followed(memory):
        return False  # what a check once said is for who sees it fail again
    kind = memory.content.kind
    ruled = kind in TOLD or (kind is Kind.FACT and says_what_to_do(memory))
    if kind is Kind.THREAD:  # where others left off is said in the brief, and at the very file
        return hand.named_in(memory) or any(item.anchor.path in hand.paths for item in memory.content.anchors)
    return ruled or bool(memory.content.anchors) or hand.is_for(memory)


def _rules_on(memory: Memory, paths: Sequence[str]) -> bool:
    """Tell whether a document rules on one of these files: it is for files of this name, or its sentence names it.

    What holds for a whole folder or all files of a language or a sort (`*.test.ts`) is no more about this file than
    about the next; what only names a file (where to look, an example, what is done there anyway) is about something
    else, and a tale of what once happened is no rule.
    """
    content = memory.content
    if content.kind not in TOLD:
        return False
    if any(map(_is_narrow, content.scope.paths)):
        return True
    if content.kind not in NORMS or len(content.text) > _RULE:
        return False
    sentences = _SENTENCE.split(f"{content.title}. {content.text}")
    return any(_BOUNDS.search(said) and any(_is_named(path, said) for path in paths) for said in sentences)


def _is_narrow(glob: str) -> bool:
    """Tell whether a glob names files, and not only their ending or their sort."""
    name = _ENDING.sub("", glob.rpartition("/")[2])
    words = _NAMED.findall(name)
    return any(not sorts_in(word) for word in words) if "*" in name else bool(words)


def _is_named(path: str, sentence: str) -> bool:
    """Tell whether a sentence names a file, not only in passing."""
    names = (path, path.rpartition("/")[2])
    found = [at for name in names for at in re.finditer(rf"(?<![\w/.-]){re.escape(name)}(?![\w-])", sentence)]
    return any(not _PASSING.search(sentence[: at.start()]) for at in found)


def _is_of_file(about: About) -> bool:
    """Tell whether a commit chose something, or took it back, with a reason, in few files, tests and pages apart."""
    content = about.result.memory.content
    chosen = about.firm and BECAUSE.search(about.text)  # what is said gives the reason, not only what is left out
    if not (_is_back(about) or chosen) or not (content.why or about.reasoned):
        return False
    if is_trivial(content.title) or _is_listed(about) or gathers(content.text) or _PASSES.search(about.text):
        return False
    return len(own_files(content)) <= NARROW


def _is_back(about: About) -> bool:
    return about.word == "reverted" or about.result.memory.content.kind is Kind.ATTEMPT


def _is_near(about: About, paths: Sequence[str]) -> bool:
    """Tell whether a commit speaks of half the task.

    A page of notes has a line of every commit, and what was added stands in the file. A name in the lines that change
    is not enough: of 14 commits that it brought at first sight, 7 were to the point.
    """
    content = about.result.memory.content
    if all(map(is_prose, paths)) or len(content.anchors) > _WIDE or gathers(content.text):
        return False
    if _ADDS.match(content.title) and not _SPARES.search(f"{content.title}\n{content.text}"):
        return False
    return is_near(about.result.memory, about.shared)


def _is_listed(about: About) -> bool:
    """Tell whether what is said of a commit is an item of a list of what it did: no reason, but one more change."""
    content = about.result.memory.content
    told = about.text.replace(content.title.rstrip(".:"), "") if content.title else about.text  # often an item as well
    return any(item[1][:_ITEM] in told for item in _LISTED.finditer(content.text))


def is_prose(path: str) -> bool:
    """Tell whether a file is a page: names of code in it are spoken of, not changed. A list of packages is none."""
    return bool(_PROSE.search(path)) and "dependency" not in sorts_of(path)


def names_in(text: str) -> set[str]:
    """Return the names of code in a message: no word of prose is written so, and no abbreviation is one (`HTTP`)."""
    found = {name for name in _NAME.findall(text) if name[1:] != name[1:].lower() or "_" in name.strip("_")}
    return {name for name in found if ("_" in name or not name.isupper()) and name.lower() not in _BRANDS}


def _stands_in(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def _gone_last(context: Context, lines: Sequence[About], paths: Sequence[str]) -> list[About]:
    """Put the commits last, and mark them, of whose lines in these files nothing is left.

    What a commit settled may outlast its lines: left out, 2 of 10 needed decisions of one project were not told.
    """
    if not lines:
        return []
    from standfast.standing.memories import Judge
    from standfast.standing.survival import count_in, list_changed

    judge = Judge(context, light=True)
    there: list[About] = []
    gone: list[About] = []
    for line in lines[:_CHECKED]:
        is_try = line.result.memory.content.kind is Kind.ATTEMPT
        known = not is_try and list_changed(judge.snapshot, line.commit, judge.kept)
        changed, stands = count_in(judge.snapshot, line.commit, paths, judge.kept) if known else (0, 0)
        if not changed or stands > _TRACE * changed:
            there.append(line)
        else:
            gone.append(replace(line, text=line.text.replace("):", f"; {REWRITTEN}):", 1)))
    judge.kept.save()
    return [*there, *gone]


def _standing(context: Context, lines: Sequence[About], paths: Sequence[str], most: int) -> list[About]:
    """Return the first commits that are held against the code and still stand."""
    if most < 1 or not lines:
        return []
    from standfast.standing.memories import Judge

    judge = Judge(context, light=True)
    told: list[About] = []
    for line in sorted(lines, key=lambda line: not _is_back(line))[:_CHECKED]:
        if len(told) < most and _stands(judge, line, paths):
            told.append(line)
    judge.kept.save()
    return told


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
    return not names or any(_stands_in(name, text) for name in names)


def _ordered(lines: Sequence[About]) -> list[About]:
    """Put a ban on changing these files first, then what persons said, a rule, what was tried, the nearest commits."""

    def key(line: About) -> tuple[int, float]:
        memory = line.result.memory
        if line.word:
            return (3 if memory.content.kind is Kind.ATTEMPT else 4), -line.shared
        return (0 if line.ban else 1 if voice_of(memory) != DOCUMENT else 2), 0.0

    return sorted(lines, key=key)
