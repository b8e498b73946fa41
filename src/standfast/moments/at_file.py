"""At a file: what matters about it, what an edit is about to touch, and what an edit has just made untrue.

Owns the paths at hand as the repository names them, and which memories an edit concerns. What matters about a file is
`file.about_file`'s; where a memory stands, `standing`'s. Hook path: one look at the index, one at each anchored file.
"""

from __future__ import annotations

import os
import re

from standfast.code.qualified import last_name
from standfast.context.view import views
from standfast.learn.session.finding import is_of_failure
from standfast.learn.telling import gathers, is_trivial
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Standing
from standfast.model.value import replace
from standfast.moments.heard import heard
from standfast.moments.known import PERSON, voice_of
from standfast.moments.said import Line, line_of
from standfast.moments.table import EDIT
from standfast.recall.receipts import Result
from standfast.standing.memories import Judge
from standfast.text.identifier import split_identifier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.history import About
    from standfast.moments.table import Moment

CHANGES = "this edit changes what it is about: revise it if it is no longer true"
NOW_UNTRUE = "after this edit it no longer matches the code: revise it"
_ANCHORED = 12
_CONSIDERED = 24
_RULES = 2  # of documents, before what history tells
_NARROW = 4  # files of a commit that is about each of them
_PART = 0.24  # of the same: a commit with a reason that speaks of so much is told
_PLAIN = 0.3  # of the same, for a commit that only changed something
_NEAR = 0.4  # of the weight of a task's words: a commit that speaks of so much of it is told whatever it is
_WIDE = 15  # files of a commit that is still about some of them
_HISTORY = 3  # commits at one edit
_OWN = 1  # of them, to who only reads
_BESIDE = 0.7  # of what the nearest commit shares with the task: one further behind is not said beside it
_LONGEST = 40_000  # characters of an edit that are looked at
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
_PROSE = compile_later(r"\.(?:md|mdx|rst|adoc|txt)$", re.IGNORECASE)
_BESIDES = compile_later(
    rf"(?:^|[/._-])(?:tests?|specs?|__tests__|testing)(?=[/._-]|$)|{_PROSE.pattern}", re.IGNORECASE
)
_ENDING = compile_later(r"\.(?:\w+|\{[^}]*\})$")
_NAME = compile_later(r"(?<![\w/.-])[A-Za-z_$][\w$]{3,60}(?![\w/-])")
_TOLD = frozenset(Kind) - {Kind.EPISODE, Kind.FACT, Kind.PROCEDURE, Kind.THREAD}
_STALE = frozenset((Standing.DRIFTED, Standing.BROKEN))


def at_file(context: Context, moment: Moment, paths: Sequence[str], *, edit: object = None) -> tuple[list[Line], int]:
    """Return what matters at these files, and how much more is known of them that does not.

    Where lines are about to change, what is about these lines comes first: a person's word about a name in them, then
    what is anchored there.
    """
    from standfast.moments.file import about_file

    inside = inside_of(context, paths)
    if not inside:
        return [], 0
    # More than fits: what the session knows is taken out afterwards, and makes room.
    text = _changed_text(edit)
    names = names_in(text)
    about = about_file(context, inside, limit=_CONSIDERED, budget=8 * moment.tokens, names=names)
    changes = moment.name == EDIT or moment.name in context.settings.talkative
    telling = [item for item in about if _matters(item, inside, text, changes=changes)]
    telling = _ordered(_nearest(telling, changes=changes))
    below = len(about) - len(telling)
    lines = [Line(item.result, item.text, first=_speaks_of(item.result.memory, names)) for item in telling]
    if edit is None:
        return lines, below
    called = [*names, *(path.rpartition("/")[2] for path in inside)]
    lines += [line_of(item) for item in heard(context, called, lambda memory: _rules_on(memory, inside, text))]
    touched = [line for line in lines if _concerns(line.result.memory, inside, text)]
    marked = [replace(line_of(line.result, word=CHANGES), first=line.first) for line in touched]
    ordered = [*marked, *(line for line in lines if line not in touched)]
    return sorted(ordered, key=lambda line: not line.first), below


def _speaks_of(memory: Memory, names: Collection[str]) -> bool:
    """Tell whether a person decided, ruled or warned of something that has one of these names."""
    from standfast.moments.hand import words_of

    return memory.content.kind in _TOLD and voice_of(memory) == PERSON and not words_of(memory).isdisjoint(names)


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
        return changes and _rules_on(memory, paths, text)
    if is_of_failure(memory):
        return False  # what a check once said is for who sees it fail again
    if memory.source.kind == "commit" and not approved:
        if _is_of_file(about, paths):
            return True
        wide = len(memory.content.anchors) > _NARROW and all(map(_PROSE.search, paths))
        return changes and not wide and _is_near(about, text)  # a page of notes has a line of every commit
    return memory.content.kind in _TOLD or bool(memory.content.anchors)


def _is_of_file(about: About, paths: Sequence[str]) -> bool:
    """Tell whether a commit chose something, or took it back, with a reason, and changed nothing but these files.

    Tests and pages of notes go with a change. A choice must not be about something else than the task, where that is
    known; what was taken back is told all the same.
    """
    content = about.result.memory.content
    back = about.word == "reverted" or content.kind is Kind.ATTEMPT
    chosen = about.firm and (about.shared > 0 or not about.asked)
    if not (back or chosen) or not (content.why or about.reasoned) or is_trivial(content.title):
        return False
    changed = {anchored.anchor.path for anchored in content.anchors}
    own = {path for path in changed if path and not _BESIDES.search(path)} or changed
    return own <= set(paths) and not _is_listed(about) and not gathers(content.text)


def _is_near(about: About, text: str) -> bool:
    content = about.result.memory.content
    reasoned = bool(content.why) or about.reasoned
    explained = reasoned and (about.firm or not _is_listed(about))
    if len(content.anchors) > _WIDE or gathers(content.text):
        return False
    if about.shared >= _NEAR:
        return True
    if about.asked and not about.shared:
        return False
    if (about.firm and len(content.anchors) <= _NARROW) or (
        about.shared >= (_PART if _rules_out(about) else _PLAIN) and explained
    ):
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
    than about the next, and what only names a file (where to look, an example, what is done there anyway) is about
    something else.
    """
    content = memory.content
    own = any(_NARROWED.search(_ENDING.sub("", glob.rpartition("/")[2])) for glob in content.scope.paths)
    if content.kind in _TOLD and (own or (content.scope.paths and _is_headed(content.title, paths))):
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


def _nearest(lines: Sequence[About], *, changes: bool) -> list[About]:
    """Leave out commits that share much less with the task than the nearest one does, and more than a few.

    A choice that was made about it, or a try that was taken back, stands beside any other: it may be the later word.
    """
    least = _BESIDE * max((line.shared for line in lines), default=0.0)
    near = [
        line for line in lines if not line.asked or line.shared >= (min(least, _NEAR) if _rules_out(line) else least)
    ]
    most = _HISTORY if changes else _OWN
    history = sorted((line for line in near if line.word), key=lambda line: -line.shared)[most:]
    return [line for line in near if line not in history]


def _rules_out(line: About) -> bool:
    return line.firm or line.result.memory.content.kind is Kind.ATTEMPT


def _ordered(lines: Sequence[About]) -> list[About]:
    """Put what persons said first, then what is near the task, a rule or two, choices with a reason, and the rest."""
    written = [line for line in lines if not line.word and line.result.memory.source.kind == "document"]
    late = {line.id for line in written[_RULES:]}

    def key(line: About) -> tuple[int, float]:
        if not line.word:
            place = 0 if line not in written else 4 if line.id in late else 2
        else:
            place = 1 if line.shared else 3 if line.firm else 5
        return place, -line.shared

    return sorted(lines, key=key)


def after_edit(context: Context, paths: Sequence[str]) -> list[Line]:
    """Return what is anchored in files that were just changed and no longer matches them."""
    inside = inside_of(context, paths)
    if not inside:
        return []
    judge = Judge(context)
    found: dict[str, Result] = {}
    for partition, view in views(context, files=inside):
        documents = partition.index.placed(inside, view, _ANCHORED)
        for memory in partition.memories.find_several([document.memory for document in documents]).values():
            if any(anchor.fingerprint is not None for anchor in memory.content.anchors):
                judged = judge(memory)
                if judged.standing in _STALE:
                    found[memory.id] = Result(memory, 1.0, {"anchor": 1.0}, judged)
    return [line_of(result, word=NOW_UNTRUE) for result in found.values()]


def inside_of(context: Context, paths: Sequence[str]) -> list[str]:
    """Return paths as the repository names them; what is outside is left out."""
    root = context.here.root
    if root is None:
        return []
    found: dict[str, None] = {}
    for path in paths:
        whole = os.path.normpath(os.path.join(context.where, path))  # noqa: PTH118 - Windows and odd names alike
        try:
            inside = os.path.relpath(whole, root)
        except ValueError:
            continue
        if not inside.startswith(".."):
            found[inside.replace("\\", "/")] = None
    found.pop(".", None)
    return list(found)


def _changed_text(edit: object) -> str:
    """Return the lines that an edit takes out or puts in, as far as its arguments say so."""
    if isinstance(edit, str):
        return edit[:_LONGEST]
    if isinstance(edit, dict):
        keys = (
            "old_string",
            "new_string",
            "oldString",
            "newString",
            "old_str",
            "new_str",
            "patch",
            "patchText",
            "input",
        )
        parts = [str(edit[key]) for key in (*keys, "command", "diff") if isinstance(edit.get(key), str)]
        for key in ("edits", "replacements"):
            parts += [_changed_text(part) for part in edit.get(key) or () if isinstance(part, dict)]
        return "\n".join(parts)[:_LONGEST]
    return ""


def _concerns(memory: Memory, paths: Sequence[str], text: str) -> bool:
    """Tell whether a memory is anchored at a name in these files that stands in the lines of an edit."""
    for anchor in memory.content.anchors:
        name = last_name(anchor.anchor.detail)
        if anchor.anchor.path in paths and name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            return True
    return False
