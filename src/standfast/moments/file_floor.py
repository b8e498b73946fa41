"""Which lines about a file are worth an interruption, and in which order.

Owns the floor of the file moments: what who reads is told, what who is about to change something is told, and that of
history only what still stands in the code is said. Must not look memories up (`file` does) or word them (`said`). Hook
path: Git is asked about a few commits at most, once for each.
"""

from __future__ import annotations

import re
from datetime import timedelta

from standfast.learn.session.finding import is_of_failure
from standfast.learn.telling import BECAUSE, gathers, is_trivial
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.moments.hand import forbids_change
from standfast.moments.known import PERSON, spent_in, voice_of
from standfast.text.identifier import split_identifier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Content, Memory
    from standfast.moments.history import About
    from standfast.standing.memories import Judge

TOLD = frozenset(Kind) - {Kind.EPISODE, Kind.FACT, Kind.PROCEDURE, Kind.THREAD}
_RULES = 2  # of documents, before what history tells
_NARROW = 4  # files of a commit that is about each of them
_PART = 0.24  # of the same: a commit with a reason that speaks of so much is told
_PLAIN = 0.3  # of the same, for a commit that only changed something
_NEAR = 0.4  # of the weight of a task's words: a commit that speaks of so much of it is told whatever it is
_WIDE = 15  # files of a commit that is still about some of them
_HISTORY = 3  # commits at one edit
_OWN = 2  # of them, such as are not near the task
_READ = 1  # commits to who only reads
_HEARD = 250  # tokens that a session was told beyond its brief: then who reads is told no more of history
_BESIDE = 0.7  # of what the nearest commit shares with the task: one further behind is not said beside it
_CHECKED = 5  # commits that are not near the task and are held against the code, for one file
_OLD = timedelta(days=3650)  # before the latest that is known: what such a commit speaks of has changed around it
_STANDS = 0.5  # of the lines that a commit changed
_BACK = 0.3  # of the lines of a try: with more that stand it was made again
_MAIN = 1 / 3  # of the lines that a commit changed: in which it is about that file
_SENTENCE = compile_later(r"(?<=[.!?;:])\s+|\n")
_PASSING = compile_later(
    r"\b(?:from|see|like|e\.?g\.?|such as|as in|similar to|follow\w*|read|per)\b"
    r"(?:[^\w;\n]{1,4}\w+){0,3}[^\w;\n]{0,4}$",
    re.IGNORECASE,
)  # a few words before a file's name: it is named in passing
_BOUNDS = compile_later(
    r"\b(?:never|must|always|only|do not|avoid|cannot|forbidden|(?:auto-?)?generated|not be|use\b.{1,80}\binstead)\b|"
    r"n['’]t\b",
    re.IGNORECASE,
)
_LISTED = compile_later(r"^\s{0,6}(?:[-*•]|\d{1,2}[.)]) (\S[^\n]{10,80})", re.MULTILINE)
_ITEM = 30  # characters by which an item is known again
_NARROWED = compile_later(r"\w")
_ADDS = compile_later(
    r"(?:\w+(?:\([^)]*\))?!?:\s*)?(?:add(?:s|ed|ing)?|creat(?:es?|ed|ing)|introduc(?:es?|ed|ing))\b", re.IGNORECASE
)
_SPARES = compile_later(
    r"\b(?:avoid|prevent|ensur|instead|rather than|error|fail|because|so that|otherwise|due to)\w*", re.IGNORECASE
)  # what something was added against
_PROSE = compile_later(r"\.(?:md|mdx|rst|adoc|txt)$", re.IGNORECASE)
_BESIDES = compile_later(
    r"(?:^|[/._-])(?:tests?|specs?|__tests__|testing)(?=[/._-]|$)|\.(?:md|mdx|rst|adoc|txt)$", re.IGNORECASE
)
_PASSES = compile_later(
    r"\b(?:for (?:now|the moment|the time being)|temporar\w+|in this (?:PR|pull request|MR|branch|release)|idiomatic"
    r"|readab\w+|cosmetic\w*)\b",
    re.IGNORECASE,
)  # what is to be otherwise soon, or is a matter of taste, is no lasting word
_ENDING = compile_later(r"\.(?:\w+|\{[^}]*\})$")
_NAME = compile_later(r"(?<![\w/.-])[A-Za-z_$][\w$]{3,60}(?![\w/-])")


def worth_telling(
    context: Context, about: Sequence[About], paths: Sequence[str], text: str, *, changes: bool
) -> list[About]:
    """Return the lines that are worth an interruption, the most telling first.

    `text` are the lines that are about to change; `changes` says that something is, and nobody only reads.
    """
    telling = _nearest([item for item in about if _matters(item, paths, text, changes=changes)])
    newest = max((item.result.memory.at for item in about), default=context.clock.now())
    telling = [item for item in telling if item.shared or not item.word or newest - item.result.memory.at < _OLD]
    most = _HISTORY if changes else _READ if spent_in(context) < _HEARD else 0
    return _ordered(_few(context, telling, paths, most), paths)


def _matters(about: About, paths: Sequence[str], text: str, *, changes: bool) -> bool:
    """Tell whether a line is worth an interruption: what was decided or warned of, and commits about this very change.

    Who reads is told what persons said or approved and sessions noted, and of history a choice about this file alone
    with its reason (`_is_of_file`); documents and the rest are asked for. Who is about to change something is told the
    rule of a document for this file, and a commit that speaks of much of the task, decided something about few files,
    or gives the reason for a name in the lines that change.
    """
    memory = about.result.memory
    approved = voice_of(memory) == PERSON
    if memory.source.kind == "document" and not approved:
        return changes and (forbids_change(memory, paths) or _rules_on(memory, paths, text))
    if is_of_failure(memory):
        return False  # what a check once said is for who sees it fail again
    if memory.source.kind == "commit" and not approved:
        if _is_of_file(about, paths):
            return True
        page = all(map(_PROSE.search, paths))  # it has a line of every commit, and tells itself what it says
        return changes and not page and _is_near(about, text)
    return memory.content.kind in TOLD or bool(memory.content.anchors)


def _is_of_file(about: About, paths: Sequence[str]) -> bool:
    """Tell whether a commit chose something, or took it back, with a reason, and is about these files.

    It changed them and few others, tests and pages of notes apart. It must not be about something else than the task,
    where that is known; what was taken back in these files alone is told all the same.
    """
    content = about.result.memory.content
    back = _is_back(about)
    chosen = about.firm and BECAUSE.search(about.text)  # what is said gives the reason, not only what is left out
    if not (back or chosen) or not (content.why or about.reasoned):
        return False
    if is_trivial(content.title) or _is_listed(about) or gathers(content.text) or _PASSES.search(about.text):
        return False
    own = _own_files(content)
    if about.asked and not about.shared:
        return back and own <= set(paths)
    return len(own) <= _NARROW


def _is_back(about: About) -> bool:
    return about.word == "reverted" or about.result.memory.content.kind is Kind.ATTEMPT


def _own_files(content: Content) -> set[str]:
    """Return the files that a commit is about; tests and pages of notes go with a change."""
    changed = {anchored.anchor.path for anchored in content.anchors if anchored.anchor.path}
    return {path for path in changed if not _BESIDES.search(path)} or changed


def _is_near(about: About, text: str) -> bool:
    content = about.result.memory.content
    reasoned = bool(content.why) or about.reasoned
    explained = reasoned and (about.firm or not _is_listed(about))
    if len(content.anchors) > _WIDE or gathers(content.text):
        return False
    if _ADDS.match(content.title) and not _SPARES.search(f"{content.title}\n{content.text}"):
        return False  # what was added stands in the file
    if about.shared >= _NEAR:
        return True
    if about.asked and not about.shared:
        return False
    if about.shared and about.firm and len(content.anchors) <= _NARROW:
        return True
    if explained and about.shared >= (_PART if _rules_out(about) else _PLAIN):
        return True
    return reasoned and any(_stands_in(name, text) for name in names_in(about.text))


def _is_listed(about: About) -> bool:
    """Tell whether what is said of a commit is an item of a list of what it did: no reason, but one more change."""
    content = about.result.memory.content
    told = about.text.replace(content.title.rstrip(".:"), "") if content.title else about.text  # often an item as well
    return any(item[1][:_ITEM] in told for item in _LISTED.finditer(content.text))


def names_in(text: str) -> set[str]:
    """Return the names of code in a message: no word of prose is written so, and no abbreviation is one (`HTTP`)."""
    found = {name for name in _NAME.findall(text) if name[1:] != name[1:].lower() or "_" in name.strip("_")}
    return {name for name in found if "_" in name or not name.isupper()}


def _stands_in(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def _rules_on(memory: Memory, paths: Sequence[str], text: str) -> bool:
    """Tell whether a document rules on one of these files, or on a name in the lines that change.

    A rule is for files of this name (`**/pay*.py`), stands under what the file is called after, or sets bounds in the
    very sentence that names it. What holds for a whole folder or all files of a language is no more about this file
    than about the next (a ban on changing what lies there is: `forbids_change`), and what only names a file (where to
    look, an example, what is done there anyway) is about something else.
    """
    content = memory.content
    own = any(_NARROWED.search(_ENDING.sub("", glob.rpartition("/")[2])) for glob in content.scope.paths)
    if content.kind in TOLD and (own or (content.scope.paths and _is_headed(content.title, paths))):
        return True
    for sentence in _SENTENCE.split(f"{content.title}. {content.text}"):
        if _BOUNDS.search(sentence) and (
            own
            or any(_is_named(path, sentence) for path in paths)
            or any(_stands_in(name, text) for name in names_in(sentence))
        ):
            return True
    return False


def _is_headed(title: str, paths: Sequence[str]) -> bool:
    """Tell whether a heading is what one of these files is called after: "Search" and `useSearch.ts`."""
    heading = title.rpartition("›")[2].strip().lower()
    names = [run for path in paths for run in re.split(r"[\W_]+", path.rpartition("/")[2].partition(".")[0])]
    return heading in {part.lower() for name in names for part in split_identifier(name)}


def _is_named(path: str, sentence: str) -> bool:
    """Tell whether a sentence names a file, not only in passing."""
    names = (path, path.rpartition("/")[2])
    found = [at for name in names for at in re.finditer(rf"(?<![\w/.-]){re.escape(name)}(?![\w-])", sentence)]
    return any(not _PASSING.search(sentence[: at.start()]) for at in found)


def _nearest(lines: Sequence[About]) -> list[About]:
    """Leave out commits that share much less with the task than the nearest one does.

    A choice that was made about it, or a try that was taken back, stands beside any other: it may be the later word.
    """
    least = _BESIDE * max((line.shared for line in lines), default=0.0)
    return [
        line for line in lines if not line.asked or line.shared >= (min(least, _NEAR) if _rules_out(line) else least)
    ]


def _few(context: Context, lines: Sequence[About], paths: Sequence[str], most: int) -> list[About]:
    """Return the lines with no more than `most` commits: the nearest to the task, then such as still stand."""
    from standfast.standing.memories import Judge

    judge = Judge(context)
    told: list[About] = []
    checked = 0
    for line in sorted((line for line in lines if line.word), key=lambda line: (-line.shared, not _is_back(line))):
        if len(told) == most or checked == _CHECKED or (not line.shared and len(told) >= _OWN):
            break
        checked += not line.shared
        if line.shared or _stands(judge, line, paths):
            told.append(line)
    if checked:
        judge.kept.save()
    return [line for line in lines if not line.word or line in told]


def _stands(judge: Judge, line: About, paths: Sequence[str]) -> bool:
    """Tell whether a commit was above all about these files, and what it did was not undone since.

    Of what was tried and taken back nothing may stand: else it was made again. Of what else it names in code something
    must be there. Where Git does not know the commit, nobody can tell.
    """
    from standfast.standing.survival import count_in, list_changed

    content = line.result.memory.content
    lines, own = list_changed(judge.snapshot, line.commit, judge.kept), _own_files(content)
    if lines is None:
        return False
    if not lines:  # it changed none that could be known again
        return own <= set(paths)
    if sum(lines.get(path, 0) for path in paths) < _MAIN * sum(lines.get(path, 0) for path in own):
        return False
    changed, stands = count_in(judge.snapshot, line.commit, paths, judge.kept)
    if not changed or (content.kind is not Kind.ATTEMPT and not _is_there(judge, line, paths)):
        return False
    if not _is_back(line):
        return stands > _STANDS * changed
    total, left = count_in(judge.snapshot, line.commit, lines, judge.kept)
    if content.kind is Kind.ATTEMPT:
        return stands < _BACK * changed and left < _BACK * total
    return stands > _STANDS * changed and left > _STANDS * total


def _is_there(judge: Judge, line: About, paths: Sequence[str]) -> bool:
    """Tell whether one of the names that a line writes stands in these files, if it writes any."""
    from standfast.standing.survival import read_text

    names = names_in(line.text.partition("“")[2])
    text = "\n".join(read_text(judge.snapshot, path) for path in paths) if names else ""
    return not names or any(_stands_in(name, text) for name in names)


def _rules_out(line: About) -> bool:
    return line.firm or line.result.memory.content.kind is Kind.ATTEMPT


def _ordered(lines: Sequence[About], paths: Sequence[str]) -> list[About]:
    """Put a ban on changing these files first, then what persons said, what is near the task, a rule or two, the rest.

    Of commits beside the task, choices with a reason come before others.
    """
    written = [line for line in lines if not line.word and line.result.memory.source.kind == "document"]
    late = {line.id for line in written[_RULES:]}

    def key(line: About) -> tuple[int, float]:
        if forbids_change(line.result.memory, paths) and not line.word:
            place = -1
        elif not line.word:
            place = 0 if line not in written else 4 if line.id in late else 2
        else:
            place = 1 if line.shared else 3 if line.firm else 5
        return place, -line.shared

    return sorted(lines, key=key)
