"""A file at hand: the few things that matter about it, one line each, whether or not anybody anchored them to it.

Owns the choice and the order: what persons and documents decided about the file, its folder or a name in it, then what
was tried there and taken back, choices and fixes with their reason, the last change that was explained. Light: hooks
call `unasked` when a file is touched (no numpy, no parser, no Git). Must not: leave receipts; who says the lines
does. Neighbours: `named_files` (the files and their names), `task` (what the session is about), `history` (commits).
"""

from __future__ import annotations

from standfast.code.globs import matches_any
from standfast.context.view import views
from standfast.learn.message import paragraphs
from standfast.model.encode import decode_scope
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Standing, Status
from standfast.model.value import replace
from standfast.moments.files.history import (
    LINE,
    About,
    commits_at,
    happened,
    is_history,
    mixed,
    near_task,
    quoted,
    with_left,
)
from standfast.moments.notes.named_files import NAMES, Hand
from standfast.moments.notes.task import ASKS, asked_in, words_of_task
from standfast.moments.wording import render_words, standing_note, told_by
from standfast.recall.pack import count_tokens
from standfast.recall.receipts import Result
from standfast.recall.terms import read_chunk, whole_of
from standfast.standing.memories import Judge
from standfast.text.markup import as_read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.notes.ban import Lines
    from standfast.standing.judged import Judged
    from standfast.store.contract import Partition
    from standfast.store.values import View

    Keep = Callable[[Memory, Hand], bool]

SAID = tuple(kind for kind in Kind if kind is not Kind.EPISODE)
_ANCHORED = 24
_LABELS = {Standing.DRIFTED: "DRIFTED", Standing.BROKEN: "BROKEN", Standing.TOUCHED: "code nearby changed"}
_FOLLOWED = 3  # files whose earlier names are asked of Git
_PATIENCE_S = 5.0
_COMMITS = 3  # of each file, where the task is not known
_MOST, _ROOM = 24, 2_400  # lines and tokens of what is said unasked: what the session knows is taken out afterwards
_SEVERAL = 2  # sentences, of which a later one may give another value
_WRITTEN = 2  # statements of documents before what history tells
_RELEASE = compile_later(r"[\w.-]+: \D{0,40}\d+\.\d+")
_TAKES_BACK = compile_later(r'^revert\W+"(?P<title>.+?)"?$')


def about_file(
    context: Context,
    paths: Sequence[str],
    *,
    limit: int = 8,
    budget: int = 400,
    hint: str = "",
    after: Iterable[str] = (),
    left: bool = False,
) -> list[About]:
    """Return the few lines that matter at these files, the most telling first, within `budget` tokens.

    `hint` is what the session is about (else what it was asked): of several reasons the one that shares its words
    comes first. `after` are memories that were told already. With `left`, commits are told with how much of what they
    added is still in the code, and those of which nothing is come last: Git is asked once for each, and for the names
    that the files had before.
    """
    if not paths or limit < 1:
        return []
    hand = Hand(context, paths)
    if left:
        hand.earlier = _earlier_names(context, hand.paths)
    words = words_of_task(hint or asked_in(context), hand.paths)
    judge = Judge(context, blame=left, light=not left)
    said: list[About] = []
    events: list[tuple[float, str, About]] = []
    for partition, view in views(context, files=hand.paths):
        said += [_say(memory, judge(memory), hand) for memory in _said(partition, view, hand)]
        events += happened(partition, view, hand, words)
    events.sort(key=lambda item: (-item[0], item[2].id))
    first, last = _ordered(said, hand)
    told, approved = set(after), {item.commit for item in said}
    history = [item for item in mixed(events) if item.id not in told and item.commit not in approved]
    if left:
        history = with_left(history[: 2 * limit], judge, hand.places)
    history = _by_turns(history, hand.paths)
    history = history[: _COMMITS * len(paths)] if len(words) < ASKS else history
    gone = [item for item in history if item.result.judged.standing is Standing.BROKEN]
    history = [item for item in history if item not in gone]
    return _fill([item for item in (*first, *history, *last, *gone) if item.id not in told], limit, budget)


def unasked(
    context: Context, paths: Sequence[str], keep: Keep, *, changes: bool, lines: Lines | None = None
) -> tuple[list[About], int]:
    """Return what may be said unasked at these files, the notes first, and how much is known there besides.

    What `keep` does not keep is only counted. Where the task is known, only commits are told that speak of it, to who
    `changes` something; rules for the folder, and for what the `lines` put in, count then as well. Where it is not, a
    choice or what was taken back is told to who reads as well.
    """
    hand = Hand(context, paths, changes=changes, lines=lines)
    words = words_of_task(asked_in(context), hand.paths)
    judge = Judge(context, light=True)
    said: list[About] = []
    events: list[tuple[float, str, About]] = []
    besides = 0
    for partition, view in views(context, files=hand.paths):
        found = list(_said(partition, view, hand))
        kept = [memory for memory in found if keep(memory, hand)]
        said += [_say(memory, judge(memory), hand) for memory in kept]
        if len(words) < ASKS:
            from standfast.moments.files.choices import chosen_at

            commits, others = chosen_at(partition, view, hand)
        elif changes:
            commits, others = near_task(partition, view, hand, words)
        else:
            commits, others = [], len(commits_at(partition, view, hand))
        events += commits
        besides += len(found) - len(kept) + others
    events.sort(key=lambda item: (-item[0], item[2].id))
    first, last = _ordered(said, hand)
    approved = {item.commit for item in said}
    history = [item for item in mixed(events) if item.commit not in approved]
    return _fill([*first, *history, *last], _MOST, _ROOM), besides


def _earlier_names(context: Context, paths: Sequence[str]) -> list[str]:
    """Return the names that the first files at hand had before they were renamed, and no other file has now."""
    from standfast.code.git import find_git
    from standfast.code.history import list_earlier_names

    root = context.here.root
    git = find_git(str(root)) if root else None
    if root is None or git is None:
        return []
    names = [name for path in paths[:_FOLLOWED] for name in list_earlier_names(git, path, timeout_s=_PATIENCE_S)]
    return [name for name in names if not (root / name).exists()]


def _by_turns(lines: Sequence[About], paths: Sequence[str]) -> list[About]:
    """Let every file have its best line before one has its second: a busy file does not hide a quiet one."""
    if len(paths) == 1:
        return list(lines)
    counts: dict[str, int] = {}
    turns: list[tuple[int, About]] = []
    for line in lines:
        anchored = {item.anchor.path for item in line.result.memory.content.anchors}
        place = min((path for path in paths if path in anchored), key=lambda path: counts.get(path, 0), default="")
        counts[place] = counts.get(place, 0) + 1
        turns.append((counts[place], line))
    return [line for _, line in sorted(turns, key=lambda item: item[0])]


def _fill(found: Sequence[About], limit: int, budget: int) -> list[About]:
    lines: list[About] = []
    seen: set[str] = set()
    for item in found:
        cost = count_tokens(item.row) + 1
        words = item.story or " ".join(item.text.rpartition("“")[2].lower().split())
        stories = {words} | _quoted_titles(item.story)
        if cost <= budget and seen.isdisjoint(stories):
            lines.append(item)
            seen |= stories
            budget -= cost
        if len(lines) == limit:
            break
    return lines


def _quoted_titles(story: str) -> set[str]:
    """Return what a commit that takes another back says of it: both tell one story."""
    match = _TAKES_BACK.match(story)
    return {match["title"]} if match else set()


def _said(partition: Partition, view: View, hand: Hand) -> Iterable[Memory]:
    """Return what was decided, ruled or warned of about the files, anchored there or only naming them."""
    narrowed = replace(view, kinds=SAID)
    placed = partition.index.placed([*hand.places, *hand.folders], narrowed, _ANCHORED)
    put = list(dict.fromkeys(term for word in hand.words() for term in (whole_of(word), *read_chunk(word))))
    named = [
        item
        for terms in (list(hand.terms), put, hand.around)
        if terms
        for item in partition.index.lexical(terms[:NAMES], narrowed, _ANCHORED)
    ]
    memories = partition.memories.find_several([item.memory for item in (*placed, *named)])
    anchored = {item.memory for item in placed}
    found = {
        memory.id: memory
        for memory in memories.values()
        if not is_history(memory)
        and not _says_itself(memory, hand)
        and (memory.id in anchored or (hand.is_about(memory) and not _is_of_release(memory)))
    }
    for memory in (*_of_path(partition, narrowed, hand), *_said_unconfirmed(partition, narrowed, hand, put)):
        found[memory.id] = memory
    return found.values()


def _says_itself(memory: Memory, hand: Hand) -> bool:
    """Tell whether a manifest at hand says how something is done: whoever touches it reads that there."""
    return memory.content.kind is Kind.PROCEDURE and memory.source.name in hand.paths


def _is_of_release(memory: Memory) -> bool:
    """Tell whether a document says what a release changed: it is news of that day, not what to know of a file."""
    return memory.source.kind == "document" and bool(_RELEASE.match(memory.content.title))


def _said_unconfirmed(partition: Partition, view: View, hand: Hand, put: Sequence[str]) -> Iterable[Memory]:
    """Return what a person said in a session, unconfirmed, of the very thing that is about to change.

    It is against changing the file, it is anchored to the definition that is edited, or it forbids what is put in.
    """
    if not hand.changes:
        return ()
    from standfast.learn.session.finding import is_sure

    waiting = replace(view, statuses=(Status.PROPOSED,))
    found = partition.index.placed(hand.places, waiting, _ANCHORED)
    for terms in filter(None, (list(hand.terms)[:NAMES], put[:NAMES])):
        found += partition.index.lexical(terms, waiting, _ANCHORED)
    memories = filter(is_sure, partition.memories.find_several([item.memory for item in found]).values())
    ways = (hand.is_barred_by, hand.changes_what_is, hand.is_put_in_exactly)
    meant = [memory for memory in memories if any(is_so(memory) for is_so in ways)]
    if len(meant) < _SEVERAL:
        return meant
    from standfast.learn.session.belief.for_brief import in_force

    return in_force(meant)


def _of_path(partition: Partition, view: View, hand: Hand) -> Iterable[Memory]:
    """Return the rules whose scope is a path that a file at hand fits."""
    scopes = tuple(
        scope
        for scope in view.scopes or ()
        if "path:" in scope and any(matches_any(path, decode_scope(scope).paths) for path in hand.paths)
    )
    return partition.memories.select(replace(view, scopes=scopes), limit=_ANCHORED) if scopes else ()


def _ordered(said: Sequence[About], hand: Hand) -> tuple[list[About], list[About]]:
    """Put what forbids to change the files first, then what persons decided, what warns, the rest; the newest first.

    Long statements of documents, those that hold for a whole folder, and more than a few come after what history tells.
    """
    order = {Kind.DECISION: 0, Kind.GOTCHA: 0, Kind.ATTEMPT: 1, Kind.REQUIREMENT: 1, Kind.CONVENTION: 1}

    def key(about: About) -> tuple[bool, bool, int, float]:
        memory = about.result.memory
        ours = memory.source.kind not in {"document", "import"} and memory.is_decided
        return (not about.ban, not ours, order.get(memory.content.kind, 2), -memory.at.timestamp())

    first: list[About] = []
    last: list[About] = []
    for item in sorted(said, key=key):
        written = item.result.memory.source.kind == "document"
        few = sum(other.result.memory.source.kind == "document" for other in first) < _WRITTEN
        near = few and len(item.text) <= LINE and hand.named_in(item.result.memory)
        (first if not written or near or item.ban else last).append(item)
    return first, last


def _excerpt(text: str, hand: Hand) -> str:
    """Return the paragraphs and items of a long text that name a file at hand, or its first, as many as fit."""
    lines = paragraphs(text)
    naming = [line for line in lines if any(name in line for name in hand.literal)]
    chosen = ""
    for line in naming or lines:
        if chosen and len(chosen) + len(line) >= LINE:
            break
        chosen = f"{chosen} … {line}" if chosen else line
    return chosen


def _say(memory: Memory, judged: Judged, hand: Hand) -> About:
    content = memory.content
    stale = standing_note(memory, judged, _LABELS)
    stale = ", ".join(
        filter(None, (f"{memory.at:%Y-%m-%d}, unconfirmed" if memory.status is Status.PROPOSED else "", stale))
    )
    words = render_words(memory)
    if memory.source.kind == "document" and content.kind is Kind.FACT and len(words) > LINE:
        words = as_read(f"{content.title}: {_excerpt(content.text, hand)}".removeprefix(": "))
    words = quoted(words)
    text = f"{content.kind} by {told_by(memory)}{f', {stale}' if stale else ''}: {words}"
    return About(
        Result(memory, 1.0, {"anchor": 1.0}, judged), text, ban=hand.is_barred_by(memory) or hand.is_broken(memory)
    )
