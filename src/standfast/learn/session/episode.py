"""Episode: one session in a few lines: goal, what changed, what was decided, what failed, what is open.

Every line comes from evidence: the first prompt, files that tools wrote, exit statuses, commits that Git printed. A
session that did nothing leaves nothing; one that ended badly leaves no episode, only its attempts and gotchas. It rests
on the turns in which it began, something was decided or taken back, and it ended, and on its commits.
"""

from __future__ import annotations

import re

from standfast.learn.session import agreed
from standfast.learn.session.commands import plain, ran
from standfast.learn.session.ending import ended_badly
from standfast.learn.session.failure import fingerprint_failure
from standfast.learn.session.finding import Lesson
from standfast.learn.session.markers import pattern
from standfast.learn.session.signs.routine import RAN, commands_of
from standfast.learn.session.signs.told import find_order
from standfast.learn.session.words.sentences import sentences
from standfast.learn.session.words.spoken import find_spoken, names_something

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from standfast.learn.session.turns import Turn

_GOAL = 240
_FILES = 8
_ANCHORS = 6
_SETTLED = 3  # answers the person took up, where the session did something besides: the latest
_ENDING = 4_000  # characters of the last answer
_LEFT, _MOST_LEFT = 200, 4  # characters of what is open, and how much of it
_ENTRY = re.compile(r"\s*(?:[-*+•–]|\(?\d{1,2}[.)])\s")
_MARKS = re.compile(r"^\s*(?:#{1,6} |[-*+•–] |\(?\d{1,2}[.)] |> )|\*\*|__|\[[ x]\] ")
_COMMITTED = re.compile(r"^(?:(?:Stdout|Output): )?\[[^\]\n]{1,120} ([0-9a-f]{7,64})\] (.{1,120})$", re.MULTILINE)


def find(turns: Sequence[Turn], inside: Callable[[str], str], found: Sequence[Lesson]) -> list[Lesson]:
    """Return the episode of a session, or nothing; `found` is what its signs found."""
    files = changed_in(turns, inside)
    commits = commits_in(turns)
    worked = commands_of(turns)
    if ended_badly(turns):
        return []
    did = bool(files or commits or worked)
    settled = agreed.find(turns)[-_SETTLED:] if did else agreed.outline(turns)
    if not (did or settled):
        return []
    spoken = [turn.words for turn in turns if turn.words]
    goal = _goal(next((words for words in spoken if _is_telling(words)), next(iter(spoken), "")))
    if not goal:
        return []
    lines = [f"Goal: {goal}"]
    if files:
        more = f" and {len(files) - _FILES} more" if len(files) > _FILES else ""
        lines.append(f"Changed: {', '.join(files[:_FILES])}{more}")
    lines += [f"Decided: {item.text}" for item in found if item.sign == "decided"]
    lines += [item.line for item in settled]
    lines += [f"Decided against: {item.text}" for item in found if item.sign == "undone"]
    lines += [f"Failed: {line}" for line in _failed(turns)]
    if worked:
        lines.append(RAN + "; ".join(f"`{line}`" for line in worked))
    lines += [f"Committed: {sha} {subject}" for sha, subject in commits[:4]]
    lines += [f"Open: {open_}" for open_ in _open(turns)]
    told = [key for item in found if item.sign in {"decided", "undone"} for key in item.turns]
    told += [item.turn for item in settled]
    keys = tuple(dict.fromkeys((turns[0].key, *told, turns[-1].key)))
    shas = tuple(sha for sha, _ in commits[:4])
    anchors = tuple(files[:_ANCHORS])
    return [
        Lesson(
            "episode",
            "found",
            "episode",
            "\n".join(lines),
            turns[-1].at,
            keys,
            goal[:120],
            anchors=anchors,
            commits=shas,
        )
    ]


def _is_telling(words: str) -> bool:
    """Tell whether a turn names what is to be done: "continue" and "load CLAUDE.md" name nothing."""
    return names_something(pattern("ruled").sub(" ", words))


def _goal(words: str) -> str:
    goal = ""
    for part in sentences(words):
        if len(goal) + len(part) > _GOAL and goal:
            break
        goal = f"{goal} {part}".strip()
    return goal[:_GOAL]


def changed_in(turns: Sequence[Turn], inside: Callable[[str], str]) -> list[str]:
    """Return the files of the repository that tools wrote."""
    named = (inside(path) for turn in turns for step in turn.steps if step.writes for path in step.files)
    return list(dict.fromkeys(path for path in named if path))


def commits_in(turns: Sequence[Turn]) -> list[tuple[str, str]]:
    """Return the commits that Git printed, with their subjects."""
    outputs = (step.output for step in ran(turns) if "commit" in step.command and step.failed is not True)
    return list(dict.fromkeys(match for output in outputs for match in _COMMITTED.findall(output[:4_000])))


def _failed(turns: Sequence[Turn]) -> list[str]:
    found: dict[str, None] = {}
    for step in ran(turns):
        if step.failed and (line := plain(step.command)):
            said = fingerprint_failure(step.command, step.output).said
            found[f"`{line}`" + (f" ({said[:120]})" if said else "")] = None
    return list(found)[:3]


def _open(turns: Sequence[Turn]) -> list[str]:
    """Return what the last prompt asked for when nothing was done about it any more, or what the last answer names.

    What a person told to hold from now on asks for nothing: it is kept as what was told or said.
    """
    last = turns[-1]
    if last.answer:
        return _left_open(last.answer)
    if last.steps or len(turns) < 2:
        return []
    told = [find_order(last.prompt), *(item.text for item in find_spoken(last.prompt, answers=True))]
    told = [text for text in told if text]
    asked = [part for part in sentences(last.words) if not any(part in text or text in part for text in told)]
    return [_goal("\n".join(asked))] if any(map(names_something, asked)) else []


def _left_open(answer: str) -> list[str]:
    """Return what an answer says is still open: behind such a label, or in the list below it."""
    found: list[str] = []
    inside = False
    for typed in answer[-_ENDING:].split("\n"):
        entry = _ENTRY.match(typed)
        line = " ".join(_MARKS.sub("", typed).split())
        said = next((part for part in sentences(line) if pattern("left_open").match(part)), "")
        if label := pattern("left_open").match(said):
            rest = line[line.index(said) + label.end() :].lstrip(" :")
            found += [rest] if rest else []
            inside = not rest
        elif inside and line:
            inside = bool(entry)
            found += [line] if entry else []
    return [line[:_LEFT] for line in found[:_MOST_LEFT]]
