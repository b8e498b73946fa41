"""Survey: where everything anchored in the project stands, doing only what changed since the last survey.

Owns the book of the last survey, kept beside the judgements: which memories are anchored, under which names their
judgements are kept, and up to which operation the log was read. A memory is read again only if an operation touched it
or something its judgement depended on changed. Must not: tell or fix anything; `drift.py` does.
"""

from __future__ import annotations

import json
from pathlib import Path

from standfast.code.cache import open_cache
from standfast.code.hashing import hash_text
from standfast.context.context import Context
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Memory
from standfast.model.operation import Act, Operation
from standfast.model.trust import Standing, Status
from standfast.model.value import Value
from standfast.standing.anchors.judgement import Judgement
from standfast.standing.anchors.nowhere import points_nowhere
from standfast.standing.judged import NOT_CHECKED, STALE, Judged, worst
from standfast.standing.memories import Judge
from standfast.store.contract import Partition
from standfast.store.values import LogFilter, View

_SPARE = 6
_MARK = "read-to"
_LAST = "stale"  # what stood badly then, after the moment it was looked at
_NOTES = frozenset((_MARK, _LAST))
_KINDS = tuple(
    kind for kind in Kind if kind is not Kind.EPISODE
)  # what happened stays so, whatever the code does since
_NOWHERE = "nowhere"  # the row of what has anchors, and nothing was found at any of them
_MANY_OPERATIONS = 5000  # beyond that, reading all memories is cheaper than asking what each operation touched


class Surveyed(Value):
    """Standings by memory; how many could not be looked at; and what it cost: memories read.

    `nowhere` is what has anchors, and nothing was found at any of them; `unchecked` what stands at code that is as it
    was, and nothing of what it says could be checked there; `unsure` what stands at code that changed, and nobody can
    tell whether it still holds; `late` those of them whose place came after they were said.
    """

    standings: dict[MemoryId, Standing]
    unknown: int = 0
    read: int = 0
    nowhere: tuple[MemoryId, ...] = ()
    unchecked: frozenset[MemoryId] = frozenset()
    unsure: frozenset[MemoryId] = frozenset()
    late: frozenset[MemoryId] = frozenset()

    def judged(self, identity: MemoryId) -> Judged | None:
        """Return what was found out of a memory, without its anchors."""
        standing = self.standings.get(identity)
        more = {
            **({"word": NOT_CHECKED} if identity in self.unchecked | self.late else {}),
            **({"check": True} if identity in self.unsure else {}),
        }
        return None if standing is None else Judged(standing, ({"standing": standing.value, **more},))

    def counts(self) -> dict[str, int]:
        """Return how many memories stand how."""
        found = [standing.value for standing in self.standings.values()]
        return {item.value: found.count(item.value) for item in Standing if item.value in found}


def survey(context: Context, judge: Judge, *, most: int = 0) -> Surveyed:
    """Return where everything anchored stands; with `most`, no more than so many memories are read for it."""
    partition = context.store.find_partition(context.scope.partition)
    if partition is None or context.here.root is None or judge.snapshot.place is None:
        return Surveyed({})
    book = _Book(context, partition, judge)
    return book.bring_up_to_date(most)


def find_last(context: Context, judge: Judge) -> Surveyed | None:
    """Return what stood badly at the last survey; None where memories or git have changed since, or nobody looked.

    For what is asked every few seconds: files that somebody has edited since are not read.
    """
    partition = context.store.find_partition(context.scope.partition)
    if partition is None or context.here.root is None or judge.snapshot.place is None:
        return Surveyed({})
    return _Book(context, partition, judge).find_last()


class _Book:
    """What is known of the project's anchored memories, in one checkout."""

    def __init__(self, context: Context, partition: Partition, judge: Judge) -> None:
        self._context = context
        self._partition = partition
        self._judge = judge
        # A book each: another home may look at the same checkout. Rows and mark are of one moment, so one file.
        own = hash_text(f"{context.home.device} {partition.key}")
        self._rows = open_cache(
            judge.snapshot.place.git_dir if judge.snapshot.place else str(context.here.root), book=own
        )
        self._began = ""  # the moment of which the survey at hand tells
        self._here: dict[str, bool] = {"": True}
        self._elsewhere: set[MemoryId] = set()  # what is true on another branch has no standing here
        self._unchecked: set[MemoryId] = set()
        self._unsure: set[MemoryId] = set()
        self._late: set[MemoryId] = set()

    def find_last(self) -> Surveyed | None:
        """Return what stood badly at the last survey, while nothing has changed that is seen at a glance."""
        moment, _, stale = self._rows.get(_LAST, "").partition("\t")
        if moment != self._moment(self._read_mark()):
            return None
        return Surveyed({MemoryId(name): Standing(standing) for name, standing in json.loads(stale)})

    def _moment(self, mark: str) -> str:
        """Return what changes with every operation, and with nearly everything that git does."""
        place = self._judge.snapshot.place
        index = Path(place.git_dir, "index") if place else None
        return f"{mark} {index.stat().st_mtime_ns if index and index.exists() else 0}"

    def bring_up_to_date(self, most: int) -> Surveyed:
        """Judge what changed and return where everything stands."""
        rows = {MemoryId(name): value for name, value in self._rows.list_rows() if name not in _NOTES}
        mark = self._read_mark()  # before anything is read: what comes meanwhile is read next time
        self._began = self._moment(mark)
        touched = self._touched(mark)
        if touched is None:
            return self._start_anew(rows, mark, most)
        found: dict[MemoryId, Standing] = {}
        unread: list[MemoryId] = []
        for identity in dict.fromkeys([*rows, *touched]) if touched else rows:
            standing = self._known(identity, rows[identity]) if identity not in touched else None
            if standing is None:
                unread.append(identity)
            elif identity not in self._elsewhere:
                found[identity] = standing
        wanted = unread[: most or None]
        for identity in wanted:
            self._look(identity, self._partition.memories.find(identity), found)
        return self._finish(found, mark, read=len(wanted), unknown=len(unread) - len(wanted))

    def _start_anew(self, rows: dict[MemoryId, str], mark: str, most: int) -> Surveyed:
        """Read all memories that may be anchored, as far as that is not too many."""
        total = self._partition.memories.counts().get(Status.ACTIVE.value, 0)
        total -= self._partition.memories.count_kind(Kind.EPISODE)
        if most and total > most:
            return Surveyed({}, total)
        found: dict[MemoryId, Standing] = {}
        gone = dict(rows)
        for memory in self._partition.memories.select(View(statuses=(Status.ACTIVE,), kinds=_KINDS)):
            gone.pop(memory.id, None)
            self._look(memory.id, memory, found)
        for identity in gone:
            self._look(identity, None, found)
        return self._finish(found, mark, read=total, unknown=0)

    def _finish(self, found: dict[MemoryId, Standing], mark: str, *, read: int, unknown: int) -> Surveyed:
        if not unknown:
            self._rows[_MARK] = mark
            stale = [(identity, standing.value) for identity, standing in found.items() if standing in STALE]
            self._rows[_LAST] = f"{self._began}\t{json.dumps(stale)}"
            self._tidy()
        self._judge.kept.save()
        self._rows.save()  # last: a row says that its judgements are there
        nowhere = sorted((MemoryId(name) for name, row in self._rows.items() if row == _NOWHERE), reverse=True)
        return Surveyed(
            found,
            unknown,
            read,
            tuple(nowhere),
            frozenset(self._unchecked),
            frozenset(self._unsure),
            frozenset(self._late),
        )

    def _tidy(self) -> None:
        """Forget judgements that nothing asks for any more, once they are many."""
        kept = self._judge.kept
        if len(kept) <= _SPARE * len(self._rows) + _MANY_OPERATIONS:
            return
        wanted = {
            name
            for identity, row in self._rows.items()
            if identity not in _NOTES and row != _NOWHERE
            for name in json.loads(row.rpartition("\t")[2])[0]
        }
        for name in list(kept):
            if name.removeprefix("c:") not in wanted:
                del kept[name]

    def _known(self, identity: MemoryId, row: str) -> Standing | None:
        """Return what is still known of a memory; what is true elsewhere is noted as that."""
        if row == _NOWHERE:
            return None  # something may have come there since: they are few, and read again
        *quick, plain = row.split("\t")
        if quick:  # it held in one file: by far the most, so seen without JSON and without its judgement
            stamp, _, path = quick[0].partition(" ")
            if self._judge.surveyor.stamp(path) == stamp:
                return Standing.HOLDS
            if len(quick) > 1 and self._is_as_written(path, quick[1]):
                self._rows[identity] = "\t".join((f"{self._judge.surveyor.stamp(path)} {path}", quick[1], plain))
                return Standing.HOLDS
        try:
            names, branch = json.loads(plain)
        except ValueError:
            return None
        if not self._is_here(branch):
            self._elsewhere.add(identity)
            return Standing.UNANCHORED
        judgements = [judgement for name in names if (judgement := self._judge.surveyor.find(name))]
        if len(judgements) < len(names):
            return None
        standing = self._stand(identity, judgements)
        self._write(identity, names, branch, standing, quick[1] if len(quick) > 1 else "")
        return standing

    def _stand(self, identity: MemoryId, judgements: list[Judgement]) -> Standing:
        """Return where a memory stands by its anchors, and note where none of those that hold could be checked."""
        standing = worst(judgement.standing for judgement in judgements)
        held = [judgement for judgement in judgements if judgement.standing is Standing.HOLDS]
        if standing is Standing.HOLDS and all(judgement.is_unchecked for judgement in held):
            self._unchecked.add(identity)
        if standing is Standing.TOUCHED and any(judgement.check for judgement in judgements):
            self._unsure.add(identity)
            if all(judgement.is_late for judgement in judgements if judgement.standing is standing):
                self._late.add(identity)
        return standing

    def _write(self, identity: MemoryId, names: list[str], branch: str, standing: Standing, written: str) -> None:
        """Write a memory's row: where its judgements are kept, and the one file in which it was seen to hold.

        `written` says how the one definition it is about is written there, where nothing else bears on it.
        """
        row = json.dumps([names, branch])
        held = standing is Standing.HOLDS and identity not in self._unchecked
        places = {self._judge.surveyor.find_plain(name) for name in names} if held else set()
        place = places.pop() if len(places) == 1 and not branch else ""
        quick = [place, written] if place and written else [place] if place else []
        self._rows[identity] = "\t".join((*quick, row))

    def _is_as_written(self, path: str, written: str) -> bool:
        """Tell whether a definition is still written as it was, in a file that changed around it."""
        from standfast.standing.anchors.fingerprint import hash_lines

        mark, _, name = written.partition(" ")
        source = self._judge.snapshot.find_source(path)
        found = [symbol for symbol in source.symbols if symbol.name == name] if source is not None else []
        return source is not None and len(found) == 1 and hash_lines(source, found[0]) == mark

    def _is_here(self, branch: str) -> bool:
        if branch not in self._here:
            from standfast.context.view import is_here

            self._here[branch] = is_here(self._context, branch)
        return self._here[branch]

    def _look(self, identity: MemoryId, memory: Memory | None, found: dict[MemoryId, Standing]) -> None:
        """Judge one memory and write its row; what is not anchored has none, what is true elsewhere no standing."""
        from standfast.standing.anchors.batch import find_written

        anchors = [anchor for anchor in memory.content.anchors if anchor.fingerprint] if memory else []
        if memory is None or memory.status is not Status.ACTIVE or not anchors or memory.content.kind not in _KINDS:
            self._rows.pop(identity, None)
            if memory is not None and points_nowhere(memory):
                self._rows[identity] = _NOWHERE
                if (judged := self._judge.judge_nowhere(memory)).standing is Standing.BROKEN:
                    found[identity] = judged.standing
            return
        branch = memory.content.scope.branch
        standing = Standing.UNANCHORED
        if self._is_here(branch):
            judgements = [self._judge.surveyor.judge(anchor) for anchor in anchors]
            standing = found[identity] = self._stand(identity, judgements)
        written = find_written(anchors[0]) if len(anchors) == 1 else ""
        self._write(identity, [self._judge.surveyor.name(anchor) for anchor in anchors], branch, standing, written)

    def _read_mark(self) -> str:
        count, latest = self._partition.log.mark()
        return f"{count} {latest}"

    def _touched(self, mark: str) -> set[MemoryId] | None:
        """Return the memories that operations bore on since the last survey; None when all have to be read."""
        log = self._partition.log
        try:
            count, seen = (int(part) for part in self._rows.get(_MARK, "").split(" "))
        except ValueError:
            return None
        fresh = int(mark.split(" ", maxsplit=1)[0]) - count
        if not 0 <= fresh <= _MANY_OPERATIONS:
            return None
        found: set[MemoryId] = set()
        newer = 0
        for operation in log.iterate(LogFilter()) if fresh else ():
            header = operation.header
            if header.hlc <= seen:
                break
            newer += 1
            found.update(self._bears_on(operation))
        # What was made elsewhere before the last survey, and arrived since, is not among the newest.
        return found if newer >= fresh else None

    def _bears_on(self, operation: Operation) -> set[MemoryId]:
        """Return the memories that an operation touched: of a revert, also what it took back."""
        found: set[MemoryId] = set()
        waiting, looked = [operation], {operation.id}  # a revert that came from elsewhere may name itself
        while waiting:
            header = waiting.pop().header
            found.update(header.touched)
            fresh = [target for target in header.targets if header.act is Act.REVERT and target not in looked]
            looked.update(fresh)
            waiting += filter(None, map(self._partition.log.find, fresh))
        return found
