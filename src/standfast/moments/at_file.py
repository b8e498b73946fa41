"""At a file: what matters about it, what an edit is about to touch, and what an edit has just made untrue.

Owns the paths at hand as the repository names them, and which memories an edit concerns. What matters about a file is
`files.about`'s, what of it is worth an interruption `files.worth`'s; where a memory stands, `standing`'s. Hook path:
one look at the index, one at each anchored file.
"""

from __future__ import annotations

import os
import re

from standfast.code.qualified import last_name
from standfast.context.view import views
from standfast.learn.session.finding import is_said
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.value import replace
from standfast.moments.files.worth import is_prose, may_be_told, worth_telling
from standfast.moments.lines import Line, line_of
from standfast.moments.notes.ban import Lines
from standfast.moments.table import EDIT
from standfast.recall.receipts import Result
from standfast.standing.judged import STALE
from standfast.standing.memories import Judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Anchored, Memory
    from standfast.moments.notes.named_files import Hand
    from standfast.moments.table import Moment

CHANGES = "this edit changes what it is about: revise it if it is no longer true"
SAID_OF = "a person said of what this edit changes"
NOW_UNTRUE = "after this edit it no longer matches the code: revise it"
_ANCHORED = 12
_LONGEST = 40_000  # characters of an edit that are looked at
_PUT_IN = ("new_string", "newString", "new_str", "content", "file_text", "insert_text", "new_source")
_TAKEN_OUT = ("old_string", "oldString", "old_str")
_RULES = frozenset((Kind.CONVENTION, Kind.PREFERENCE, Kind.REQUIREMENT))
_REMOVING = compile_later(
    r"\b(?:rm|remov|delet|destroy|wipe|drop|clean|purge|keep|kept|lose|lost|restor|backup|copy|copies|gone)\w*",
    re.IGNORECASE,
)  # what is said of taking something away


def at_file(context: Context, moment: Moment, paths: Sequence[str], *, edit: object = None) -> tuple[list[Line], int]:
    """Return what matters at these files, and how much more is known of them that does not.

    Where lines are about to change, a ban comes first, then a person's word about a name in them, then
    what is anchored there.
    """
    from standfast.moments.files.about import unasked

    inside = inside_of(context, paths)
    if not inside:
        return [], 0
    changes = moment.name == EDIT or moment.name in context.settings.talkative
    ways, touched, spoken = dict[str, str](), set[str](), set[str]()

    def keep(memory: Memory, hand: Hand) -> bool:
        ways[memory.id] = hand.way_of(memory)
        if ways[memory.id] == "anchor" and (hand.is_placed_by_words(memory) or hand.is_beside(memory)):
            return False
        if hand.changes_what_is(memory):
            touched.add(memory.id)
        if hand.speaks_of_lines(memory):
            spoken.add(memory.id)
        return may_be_told(memory, hand, changes=changes)

    lines_at = _lines_of(edit) if not all(map(is_prose, inside)) else None
    about, besides = unasked(context, inside, keep, changes=changes, lines=lines_at)
    telling = worth_telling(context, about, inside, changes=changes)
    if isinstance(edit, str) and _removes(edit):
        telling = [item for item in telling if item.word or item.ban or _is_of_removing(item.result.memory)]
    below = besides + len(about) - len(telling)
    lines = [Line(_by(item.result, ways), item.text, first=item.ban) for item in telling]
    if edit is None:
        return lines, below
    text = _changed_text(edit)
    touched |= {line.result.memory.id for line in lines if _concerns(line.result.memory, inside, text)}
    concerned = [line for line in lines if line.result.memory.id in touched]
    marked = [replace(line_of(line.result, word=_lead_of(line.result.memory)), first=line.first) for line in concerned]
    ordered = [*marked, *(line for line in lines if line not in concerned)]
    return sorted(ordered, key=lambda line: (not line.first, line.result.memory.id not in spoken)), below


def _lead_of(memory: Memory) -> str:
    return SAID_OF if is_said(memory) else CHANGES


def _by(result: Result, ways: Mapping[str, str]) -> Result:
    """Return what was found with the way by which it comes to speak; commits come by what they did there."""
    return replace(result, scores={ways.get(result.memory.id, "commit"): 1.0})


def _removes(command: str) -> bool:
    from standfast.moments.notes.command import removes

    return removes(command)


def _is_of_removing(memory: Memory) -> bool:
    """Tell whether a memory bears on taking its file away: what the code there is to be like does not."""
    content = memory.content
    return content.kind not in _RULES or bool(_REMOVING.search(f"{content.title} {content.text} {content.why}"))


def after_edit(context: Context, paths: Sequence[str]) -> list[Line]:
    """Return what is anchored in files that were just changed and no longer matches them, and did before."""
    inside = inside_of(context, paths)
    if not inside:
        return []
    judge = Judge(context, light=True)
    found: dict[str, Result] = {}
    for partition, view in views(context, files=inside):
        documents = partition.index.placed(inside, view, _ANCHORED)
        for memory in partition.memories.find_several([document.memory for document in documents]).values():
            placed = [anchor for anchor in memory.content.anchors if anchor.fingerprint is not None]
            held = [anchor for anchor in placed if judge.surveyor.recall_last(anchor) not in STALE]
            if held:
                judged = judge(memory)
                if judged.standing in STALE and any(_is_new(context, judge, anchor) for anchor in held):
                    found[memory.id] = Result(memory, 1.0, {"anchor": 1.0}, judged)
    return [line_of(result, word=NOW_UNTRUE) for result in found.values()]


def _is_new(context: Context, judge: Judge, anchored: Anchored) -> bool:
    """Tell whether an anchor no longer matches, and what is committed says nothing against it."""
    if judge.anchor(anchored).standing not in STALE:
        return False
    head, taken = judge.snapshot.head, anchored.fingerprint
    if not head or (taken is not None and taken.commit == head):
        return True  # it was said of what is committed, or of changes to that
    return Judge(context, light=True, rev=head).anchor(anchored).standing not in STALE


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
            "old_string", "new_string", "oldString", "newString", "old_str", "new_str", "patch", "patchText",
            "input",
        )  # fmt: skip
        parts = [str(edit[key]) for key in (*keys, "command", "diff") if isinstance(edit.get(key), str)]
        for key in ("edits", "replacements"):
            parts += [_changed_text(part) for part in edit.get(key) or () if isinstance(part, dict)]
        return "\n".join(parts)[:_LONGEST]
    return ""


def _lines_of(edit: object) -> Lines:
    """Return the lines that an edit takes out and those that it puts in, as far as its arguments tell them apart."""
    if not isinstance(edit, dict):
        return Lines()
    added = [str(edit[key]) for key in _PUT_IN if isinstance(edit.get(key), str)]
    removed = [str(edit[key]) for key in _TAKEN_OUT if isinstance(edit.get(key), str)]
    for key in ("patch", "patchText", "input", "diff"):
        for line in str(edit[key])[:_LONGEST].splitlines() if isinstance(edit.get(key), str) else ():
            (added if line.startswith("+") else removed if line.startswith("-") else []).append(line[1:])
    for key in ("edits", "replacements"):
        for part in edit.get(key) or ():
            lines = _lines_of(part)
            added.append(lines.added)
            removed.append(lines.removed)
    return Lines("\n".join(added), "\n".join(removed), tuple(removed))


def _concerns(memory: Memory, paths: Sequence[str], text: str) -> bool:
    """Tell whether a memory is anchored at a name in these files that stands in the lines of an edit."""
    for anchor in memory.content.anchors:
        name = last_name(anchor.anchor.detail)
        if anchor.anchor.path in paths and name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            return True
    return False
