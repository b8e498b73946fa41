"""Who changed it: the commit after which an anchor no longer stood as it did, and the lines before and after.

Owns: walking the commits that touched a file and judging what each left behind, so that the commit named is the one
that made the difference, not merely the last one near it. Asked only when a person wants to know.
Must not: be part of recall. Neighbours: `judge.py`, `git.py`.
"""

import posixpath
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from standfast.code.git import Git, PathChange
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.code.tree import Files
from standfast.model.anchor import Anchor, Fingerprint
from standfast.model.memory import Anchored
from standfast.model.trust import RANK, Standing
from standfast.model.value import Value
from standfast.standing.anchors.fingerprint import read_fingerprint
from standfast.standing.anchors.judge import MUCH, PART, judge
from standfast.standing.anchors.judgement import Judgement
from standfast.standing.judged import STALE
from standfast.text.lexicon import STOP
from standfast.text.lines import shared_ends
from standfast.text.stem import stem

_MAX_COMMITS = 300
_FORM = "--format=%H%x00%an%x00%aI%x00%s"
_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+|\d[\d.]*")
_MAX_LINES = 200
_AROUND = 3  # lines shown before the first change
_MAX_EXACT = 1_000  # lines: in longer stretches, lines that come often are not matched one by one


class Culprit(Value):
    """The commit that made the difference; `sha` is empty when it is not committed yet."""

    sha: str
    author: str
    at: str
    subject: str


class LineRange(Value):
    """Some lines of a file, and where they begin."""

    path: str
    first: int
    lines: tuple[str, ...]


def find_culprit(snapshot: Snapshot, anchor: Anchor, fingerprint: Fingerprint, judgement: Judgement) -> Culprit | None:
    """Find the commit after which an anchor no longer held; None while it holds or when history does not say."""
    if snapshot.git is None or judgement.standing in {Standing.HOLDS, Standing.UNANCHORED} or not snapshot.head:
        return None
    data = read_fingerprint(fingerprint) or {}
    new = judgement.now.path if judgement.now is not None else ""
    paths = tuple(dict.fromkeys(path for path in (anchor.path, str(data.get("p", "")), new) if path))
    if not paths:
        return None
    case = _Case(snapshot.git, anchor, fingerprint, paths, snapshot)
    dirty = not snapshot.rev and any(change.path in paths for change in snapshot.list_dirty())
    if dirty and case.judge_at(snapshot.head).standing != judgement.standing:
        return Culprit("", "", "", "not committed yet")
    return _walk(case, snapshot.head, judgement if not dirty else case.judge_at(snapshot.head))


class _Case(NamedTuple):
    """One anchor whose past is looked through, in the files it was and is in.

    What was read and parsed for one is kept by the snapshot for the others: many are anchored in the same few files.
    """

    git: Git
    anchor: Anchor
    fingerprint: Fingerprint
    paths: tuple[str, ...]
    snapshot: Snapshot

    @property
    def past(self) -> dict[str, Source | None]:
        """What was read of earlier commits, by commit and path; whatever is asked of this snapshot shares it."""
        return self.snapshot.once("past", "", dict)

    def read(self, commits: Sequence[str]) -> None:
        """Read the files as these commits have them, with one process."""
        names = [f"{commit}:{path}" for commit in commits for path in self.paths]
        unread = [name for name in names if name not in self.past]
        blobs = self.git.find_blobs(unread)
        for name in unread:
            path = name.partition(":")[2]
            self.past[name] = Source(path, blobs[name]) if name in blobs else None

    def judge_at(self, commit: str) -> Judgement:
        """Say how the anchor stood at a commit."""
        self.read([commit])
        found = [self.past[f"{commit}:{path}"] for path in self.paths]
        sources = [source for source in found if source is not None]
        snapshot = Snapshot(Files({source.path: source.data for source in sources}), None, None)
        for source in sources:
            snapshot.sources.share(source)
        # Where it went is known; without that, every commit after a rename would look like a deletion.
        snapshot.assume(self.fingerprint.commit, [PathChange("R", path, self.anchor.path) for path in self.paths[::-1]])
        return judge(snapshot, self.anchor, self.fingerprint)

    def list_commits(self, head: str) -> list[list[str]]:
        """List the commits that touched the files since the fingerprint was taken, the latest first.

        Of each: sha, the commits before it that touched them, author, date and subject.
        """
        since = self.fingerprint.commit
        return self.snapshot.once("log", "\0".join((since, head, *self.paths)), lambda: self._read_log(since, head))

    def _read_log(self, since: str, head: str) -> list[list[str]]:
        span = f"{since}..{head}" if self.git.find_commit(since) else head
        form = "--format=%H%x00%P%x00%an%x00%aI%x00%s"
        out = self.git.read("log", f"-{_MAX_COMMITS}", "--topo-order", "--parents", form, span, "--", *self.paths)
        lines = out.decode("utf-8", "replace").splitlines()
        return [line.split("\0", 4) for line in lines if line.count("\0") >= 4]


def _walk(case: _Case, head: str, now: Judgement) -> Culprit | None:
    """Find the commit since which an anchor stands as it does now, by halving: few states of the file are read.

    What was looked for in the whole repository may stand worse in its files alone: then since when it stands badly.
    Where branches were merged, only what is before a commit can say what it changed: it is named if it stood better
    in all that is right before it, and nobody is where that cannot be told.
    """
    rows = case.list_commits(head)
    if not rows:
        return None
    last = case.judge_at(rows[0][0])
    worst = now.standing if last.standing == now.standing else Standing.DRIFTED
    is_same = last.standing == now.standing and last.reason == now.reason and now.standing in STALE

    def stands_so(commit: str) -> bool:
        found = case.judge_at(commit)
        if is_same:  # the words that no longer match are told with the commit
            return found.standing == now.standing and found.reason == now.reason
        return found.standing == now.standing if last.standing == now.standing else found.standing in STALE

    if not stands_so(rows[0][0]):
        return None
    places = {row[0]: place for place, row in enumerate(rows)}
    history = [0] * len(rows)  # of each, the bits of itself and of what is before it
    for place in range(len(rows) - 1, -1, -1):
        history[place] = 1 << place
        for parent in rows[place][1].split():
            history[place] |= history[places[parent]] if parent in places else 0
    left, bad = history[0], 0
    while left.bit_count() > 1:
        half = left.bit_count() / 2
        inside = [place for place in range(len(rows)) if left >> place & 1 and place != bad]
        middle = min(inside, key=lambda place: abs((history[place] & left).bit_count() - half))
        if stands_so(rows[middle][0]):
            left, bad = left & history[middle], middle
        else:
            left &= ~history[middle]
    sha, parents, author, at, subject = rows[bad]
    before = parents.split()
    if not before or any(stands_so(item) or RANK[case.judge_at(item).standing] < RANK[worst] for item in before):
        return None
    return Culprit(sha, author, at, subject)


def explain_lines(snapshot: Snapshot, anchored: Anchored, judgement: Judgement) -> dict[str, Any]:
    """Return the lines then and now, and the reason with how many of them changed."""
    if anchored.fingerprint is None:
        return {}
    data = read_fingerprint(anchored.fingerprint) or {}
    more: dict[str, Any] = {}
    before = find_before(snapshot, anchored.anchor, anchored.fingerprint, data)
    after = find_after(snapshot, judgement, data)
    if before and after:
        changed = "{} of {} lines changed".format(*count_changed(before, after))
        more["reason"] = judgement.reason.replace(PART, changed).replace(MUCH, changed)
    for name, lines in zip(("before", "after"), shorten(before, after), strict=True):
        if lines:
            more[name] = {"path": lines.path, "first": lines.first, "lines": list(lines.lines)}
    return more


def find_nearest(
    snapshot: Snapshot, anchored: Anchored, judgement: Judgement, claim: str
) -> tuple[dict[str, Any], Culprit | None]:
    """Return the changed line nearest a claim, then and now, with its number; and the last commit that changed it.

    Nearest is what has most words and numbers of the claim; nothing where no changed line has any.
    """
    if anchored.fingerprint is None:
        return {}, None
    data = read_fingerprint(anchored.fingerprint) or {}
    before = find_before(snapshot, anchored.anchor, anchored.fingerprint, data)
    after = find_after(snapshot, judgement, data)
    if before is None or after is None:
        return {}, None
    said = _words(f"{claim} {anchored.anchor.detail}")
    changes = _list_changes(before, after)
    old = _choose(said, [before.lines[at] for change in changes for at in change[0]])
    lines = [(after.lines[at], after.first + at) for change in changes for at in change[1]]
    sayings = [line for line, number in lines if number == judgement.line] if judgement.line else []
    sayings = sayings or [line for line, _ in lines if judgement.says and judgement.says in line]
    new = _choose(said, sayings) or next(iter(sayings), "")
    new = new or _choose(said | (_words(old) if old else set()), [line for line, _ in lines])
    if not old and not said & _words(new):
        return {}, None
    number = next((number for line, number in lines if line == new), 0)
    nearest = {"line": number, "before": " ".join(old.split()), "after": " ".join(new.split())}
    return nearest, _find_changer(snapshot, anchored, after.path, old or new)


def _words(text: str) -> set[str]:
    found = {stem(word.lower()) for word in _WORD.findall(text) if word.lower() not in STOP}
    return {word for word in found if len(word) > 1}


def _choose(said: set[str], lines: Sequence[str]) -> str:
    """Return the line with most of what is said, the shorter one of two; nothing where none has any of it."""
    best = max(lines, key=lambda line: (len(said & _words(line)), -len(line)), default="")
    return best if said & _words(best) else ""


def _find_changer(snapshot: Snapshot, anchored: Anchored, path: str, line: str) -> Culprit | None:
    """Find the last commit that brought a line or took it away; None where history does not say."""
    if snapshot.git is None or anchored.fingerprint is None or not snapshot.head or not line.strip():
        return None
    since = anchored.fingerprint.commit
    span = f"{since}..{snapshot.head}" if snapshot.git.find_commit(since) else snapshot.head
    paths = dict.fromkeys((anchored.anchor.path, path))
    out = snapshot.git.read("log", "-1", f"-S{line.strip()}", _FORM, span, "--", *paths)
    row = out.decode("utf-8", "replace").strip("\n").split("\0")
    return Culprit(*row[:4]) if len(row) > 3 else None


def find_heir(snapshot: Snapshot, anchor: Anchor, sha: str) -> str:
    """Return the one file that a commit added when it took another away, with the same name but for the ending."""
    parent = snapshot.git.find_commit(f"{sha}~1") if snapshot.git is not None and sha and anchor.path else ""
    if snapshot.git is None or not parent:
        return ""
    wanted = _stem_of(anchor.path)
    added = [item.path for item in snapshot.git.list_changes(parent, sha) if item.status == "A"]
    same = [path for path in added if _stem_of(path) == wanted and snapshot.view.stamp(path)]
    return same[0] if len(same) == 1 else ""


def _stem_of(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0].lower()


def find_before(snapshot: Snapshot, anchor: Anchor, fingerprint: Fingerprint, data: dict[str, Any]) -> LineRange | None:
    """Find the anchored lines as they were, if git still has them."""
    if snapshot.git is None or not anchor.path:
        return None
    blob, at = str(data.get("b", "")), f"{fingerprint.commit}:{anchor.path}"
    found = snapshot.git.find_blobs([blob, at])
    content = found.get(blob, found.get(at))
    if content is None:
        return None
    source = Source(anchor.path, content)
    if source.is_binary:
        return None
    first, last = data.get("l") or (1, len(source.text.split("\n")))
    return _cut(source, first, last)


def find_after(snapshot: Snapshot, judgement: Judgement, data: dict[str, Any]) -> LineRange | None:
    """Find the anchored lines as they are now."""
    now = judgement.now
    source = snapshot.sources.find(now.path) if now is not None and now.path else None
    if now is None or source is None or source.is_binary:
        return None
    if now.kind == "symbol":
        wanted = data.get("q") if now.path and not source.find(now.detail) else now.detail
        found = source.find(str(wanted))
        return _cut(source, found[0].first, found[-1].last) if found else None
    if now.kind == "lines":
        return _cut(source, now.first, now.last)
    return _cut(source, 1, len(source.text.split("\n")))


def _cut(source: Source, first: int, last: int) -> LineRange:
    return LineRange(source.path, first, tuple(source.text.removesuffix("\n").split("\n")[first - 1 : last]))


def count_changed(before: LineRange, after: LineRange) -> tuple[int, int]:
    """Count the lines that changed, came or went, and all there are."""
    changed = sum(max(old.stop - old.start, new.stop - new.start) for old, new in _list_changes(before, after))
    return changed, max(len(before.lines), len(after.lines))


def shorten(before: LineRange | None, after: LineRange | None) -> tuple[LineRange | None, LineRange | None]:
    """Return lines then and now, of long ones only the stretch from the first change on, as far as changes fit."""
    if before is None or after is None:
        return before and _part(before, 0, _MAX_LINES), after and _part(after, 0, _MAX_LINES)
    if max(len(before.lines), len(after.lines)) <= _MAX_LINES:
        return before, after
    changes = _list_changes(before, after)
    first = changes[0] if changes else (range(1), range(1))
    starts = [max(part.start - _AROUND, 0) for part in first]
    ends = [start + _MAX_LINES for start in starts]
    for change in changes:
        stops = [part.stop for part in change]
        if any(stop - start > _MAX_LINES for stop, start in zip(stops, starts, strict=True)):
            break
        ends = stops
    return _part(before, starts[0], ends[0]), _part(after, starts[1], ends[1])


def _part(lines: LineRange, start: int, end: int) -> LineRange:
    return LineRange(lines.path, lines.first + start, lines.lines[start:end])


def _list_changes(before: LineRange, after: LineRange) -> list[tuple[range, range]]:
    """List the stretches that differ, then and now; what is the same at both ends is not compared."""
    old, new = before.lines, after.lines
    head, tail = shared_ends(old, new)
    middle = old[head : len(old) - tail], new[head : len(new) - tail]
    matcher = SequenceMatcher(None, *middle, autojunk=len(middle[0]) > _MAX_EXACT)
    return [
        (range(head + i, head + j), range(head + k, head + m))
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag != "equal"
    ]
