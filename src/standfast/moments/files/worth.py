"""Which lines about a file are worth an interruption, and in which order.

Owns the floor of the file moments: which notes are told there, which rules of documents, and which commits that speak
of the task; those whose code is gone come last. Where no task is known, `choices` says which commits. Must not look
memories up (`about` does) or word them (`lines`). Hook path: Git is asked about a few commits at most, once for each.
"""

from __future__ import annotations

import re

from standfast.learn.session.finding import is_of_failure
from standfast.learn.telling import gathers
from standfast.model.kind import NORMS, Kind
from standfast.model.pattern import compile_later
from standfast.model.value import replace
from standfast.moments.files.history import REWRITTEN
from standfast.moments.known import DOCUMENT, is_noted, voice_of
from standfast.moments.notes.dependency import is_manifest
from standfast.trust.kind_from_words import says_what_to_do

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.files.history import About
    from standfast.moments.notes.named_files import Hand

TOLD = frozenset(Kind) - {Kind.EPISODE, Kind.FACT, Kind.PROCEDURE, Kind.THREAD}
_WIDE = 15  # files of a commit that is still about some of them
_HISTORY = 3  # commits at one edit
_CHECKED = 5  # commits that are held against the code, for one file
_TRACE = 0.25  # of the lines that a commit changed here: with fewer that stand, what it did was done anew
_SENTENCE = compile_later(r"(?<=[.!?;:])\s+|\n")
_PASSING = compile_later(
    r"\b(?:from|see|like|e\.?g\.?|such as|as in|similar to|follow\w*|read|per)\b"
    r"(?:[^\w;\n]{1,4}\w+){0,3}[^\w;\n]{0,4}$",
    re.IGNORECASE,
)  # a few words before a file's name: it is named in passing
_BOUNDS = compile_later(r"\b(?:never|must|always|do not|forbidden)\b|n['’]t\b", re.IGNORECASE)
_RULE = 240  # characters of a rule of a document: what is longer tells a tale
_NAMED = compile_later(r"[^\W_]+")
_SORTS = frozenset(("test", "tests", "spec", "specs", "stories", "fixture", "fixtures", "component", "config"))
_ADDS = compile_later(
    r"(?:\w+(?:\([^)]*\))?!?:\s*)?(?:add(?:s|ed|ing)?|creat(?:es?|ed|ing)|introduc(?:es?|ed|ing))\b", re.IGNORECASE
)
_SPARES = compile_later(
    r"\b(?:avoid|prevent|ensur|instead|rather than|error|fail|because|so that|otherwise|due to)\w*", re.IGNORECASE
)  # what something was added against
_PROSE = compile_later(r"\.(?:md|mdx|rst|adoc|txt)$", re.IGNORECASE)
_ENDING = compile_later(r"\.(?:\w+|\{[^}]*\})$")


def worth_telling(context: Context, about: Sequence[About], paths: Sequence[str], *, changes: bool) -> list[About]:
    """Return the lines that are worth an interruption, the most telling first: notes, and commits that stand."""
    near = _ordered([item for item in about if item.word and not item.chosen and _is_told(item, paths)])
    commits = _gone_last(context, near, paths)[:_HISTORY]
    if choices := [item for item in about if item.chosen]:
        from standfast.moments.files.choices import standing

        commits += standing(context, choices, paths, changes=changes)
    return _ordered([*(item for item in about if not item.word), *commits])


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
    spelled = memory.is_persons and hand.named_in(memory)
    return ruled or spelled or bool(memory.content.anchors) or hand.is_for(memory)


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
    return not _SORTS.issuperset(words) if "*" in name else bool(words)


def _is_named(path: str, sentence: str) -> bool:
    """Tell whether a sentence names a file, not only in passing."""
    names = (path, path.rpartition("/")[2])
    found = [at for name in names for at in re.finditer(rf"(?<![\w/.-]){re.escape(name)}(?![\w-])", sentence)]
    return any(not _PASSING.search(sentence[: at.start()]) for at in found)


def _is_told(about: About, paths: Sequence[str]) -> bool:
    """Tell whether a commit that speaks of the task says what the file does not.

    A page of notes has a line of every commit, and what was added stands in the file.
    """
    content = about.result.memory.content
    if all(map(is_prose, paths)) or len(content.anchors) > _WIDE or gathers(content.text):
        return False
    return not _ADDS.match(content.title) or bool(_SPARES.search(f"{content.title}\n{content.text}"))


def is_prose(path: str) -> bool:
    """Tell whether a file is a page: names of code in it are spoken of, not changed. A list of packages is none."""
    return bool(_PROSE.search(path)) and not is_manifest(path)


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


def _ordered(lines: Sequence[About]) -> list[About]:
    """Put a ban on changing these files first, then what persons said, a rule, what was tried, the nearest commits."""

    def key(line: About) -> tuple[int, float]:
        memory = line.result.memory
        if line.word:
            return (3 if memory.content.kind is Kind.ATTEMPT else 4), -line.shared
        return (0 if line.ban else 1 if voice_of(memory) != DOCUMENT else 2), 0.0

    return sorted(lines, key=key)
