"""The log of one partition: appends operations and reads them back.

Canonical. After each append the projection is brought up to it in the same transaction (`projection`).
"""

from __future__ import annotations

import json
import os

from standfast.model.fold import reverted_by
from standfast.model.ids import DeviceId, MemoryId, OperationId, mint
from standfast.model.moment import Clock, render_time, tick
from standfast.model.operation import (
    GENESIS,
    Act,
    Header,
    Operation,
    canonical,
    commit_to,
    decode_header,
    hash_header,
    verify_chain,
)
from standfast.store.appended import tell_appended
from standfast.store.relational.database import guarded, marks
from standfast.store.relational.rows import HASH, HEADER, read_rows
from standfast.store.replay import UNREADABLE, read_operation
from standfast.store.values import Change, Damage, LogFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from standfast.model.memory import Content
    from standfast.store.relational.database import Database
    from standfast.store.relational.projection import Projection

GAPS = "gaps:"  # with the id of a device: of its chain not every operation came here


@guarded
class TableLog:
    """Operations in SQLite."""

    def __init__(
        self, connection: Database, key: str, device: Callable[[], DeviceId], clock: Clock, projection: Projection
    ) -> None:
        self._db = connection
        self._sql = connection.statements("log")
        self._rows_sql = connection.statements("rows")
        self.key = key
        self._find_device = device
        self._device = DeviceId("")
        self._clock = clock
        self._projection = projection
        self._head: tuple[int, int, str] | None = None
        self.rows: list[int] = []  # of what the transaction at hand has added: the first and the last
        # For one transaction: bulk asks for every draft.
        self._undone: dict[str, list[OperationId]] | None = None
        self._past: bool | None = None

    def forget_head(self) -> None:
        """Read clock and chain afresh at the next append: another process may have written in between."""
        self._head = self._undone = self._past = None
        self.rows = []

    def _read_head(self) -> tuple[int, int, str]:
        self._device = self._find_device()
        clock = self._db.execute(self._sql["last_clock"]).get
        last = self._db.execute(self._sql["last_of_device"], (self._device,)).fetchone()
        number, previous = last or (0, GENESIS)
        return clock, number, previous

    def append(self, change: Change) -> Operation:
        last_clock, number, previous = self._head or self._read_head()
        now = self._clock.now()
        nonce = os.urandom(16)
        body = canonical(change.payload) if change.payload is not None else None
        header = Header(
            id=OperationId(mint("operation", seconds=now.timestamp())),
            partition=self.key,
            device=self._device,
            number=number + 1,
            hlc=tick(last_clock, now),
            act=change.act,
            source=change.source,
            at=change.at or now,
            recorded_at=now,
            memory=change.memory,
            supersedes=change.supersedes,
            targets=change.targets,
            based_on=change.based_on,
            revision=change.revision,
            previous=previous,
            commitment=commit_to(body, nonce) if body is not None else "",
        )
        text = header.encode()
        operation = Operation(header, hash_header(text), change.payload)
        if change.supersedes or change.act is not Act.REMEMBER:
            self._past = None
        row = self.insert(operation, text, nonce, body)
        self._head = (header.hlc, header.number, operation.hash)
        self._project(operation, row, change.content)
        tell_appended(operation)
        return operation

    def insert(self, operation: Operation, text: str, nonce: bytes, body: str | None) -> int:
        """Write the rows of one operation and return its place; what follows from it is not brought up to it."""
        header, execute = operation.header, self._db.execute
        at = render_time(header.at)
        session, source = header.source.session, str(header.source)
        row = self._db.insert(
            self._sql["add"],
            (
                header.id, header.device, header.number, header.hlc, header.act.value, header.memory,
                session, source, at, text, operation.hash,
            ),
        )  # fmt: skip
        self.rows = [self.rows[0] if self.rows else row, row]
        if body is not None:
            execute(self._sql["add_payload"], (row, nonce, body))
        for memory in header.touched:
            execute(self._sql["add_touch"], (memory, row))
        for target in header.targets:
            execute(self._sql["add_undo"], (target, row))
        return row

    def _project(self, operation: Operation, row: int, content: Content | None) -> None:
        header = operation.header
        if header.act is Act.REVERT:
            self._undone = None
            for memory in self._note_undone([operation]):
                self._projection.refresh(memory)
        elif header.act is Act.REMEMBER and header.revision == 1:
            self._projection.add(operation, row, content)
            for memory in header.supersedes:
                self._projection.refresh(memory)
        else:
            for memory in header.touched:
                self._projection.refresh(memory)

    def of_memory(self, memory: MemoryId) -> list[Operation]:
        return list(self._read(self._db.execute(self._sql["of_memory"], (memory,))))

    def reverts_of(self, operations: Iterable[OperationId]) -> list[Operation]:
        found: dict[OperationId, Operation] = {}
        waiting = list(operations)
        while waiting:
            for revert in self._read(self._db.execute(self._sql["reverts_of"], (waiting.pop(),)).fetchall()):
                if revert.id not in found:
                    found[revert.id] = revert
                    waiting.append(revert.id)
        return list(found.values())

    def is_reverted(self, operation: OperationId) -> bool:
        return bool(self._db.execute(self._sql["reverted"], (operation,)).get)

    def any_past(self) -> bool:
        if self._past is None or not self._db.in_transaction:
            self._past = bool(self._db.execute(self._sql["any_past"]).get)
        return self._past

    def undone(self, text: str) -> list[Operation]:
        if self._undone is None or not self._db.in_transaction:
            self._undone = {}
            for identity, said in self._db.execute(self._sql["undone"]):
                if said is not None:
                    self._undone.setdefault(" ".join(said.split()), []).append(OperationId(identity))
        found = map(self.find, self._undone.get(" ".join(text.split()), ()))
        return [operation for operation in found if operation is not None]

    def find(self, operation: OperationId) -> Operation | None:
        row = self._db.execute(self._sql["find"], (operation,)).fetchone()
        return decode_row(row, self.key) if row else None

    def resolve(self, reference: str) -> list[OperationId]:
        return [OperationId(row[0]) for row in self._db.execute(self._sql["resolve"], (reference,))]

    def sessions(self, reference: str) -> list[str]:
        return [row[0] for row in self._db.execute(self._sql["sessions"], (reference,))]

    def iterate(self, wanted: LogFilter, *, newest_first: bool = True, limit: int = 0) -> Iterator[Operation]:
        clauses, values = _clauses(wanted)
        sql = self._sql["iterate_memory" if wanted.memory else "iterate"]
        if clauses:
            sql += " WHERE " + " AND ".join(clauses)
        sql += " ORDER BY o.hlc " + ("DESC" if newest_first else "ASC")
        if limit:
            sql += " LIMIT ?"
            values.append(limit)
        yield from self._read(self._db.execute(sql, values))

    def said(self) -> Iterator[tuple[MemoryId, str]]:
        for memory, body in self._db.execute(self._sql["said"]):
            yield MemoryId(memory), bytes(body).decode("utf-8", "replace")

    def told_by(self) -> Iterator[tuple[OperationId, str, str]]:
        for operation, source, session in self._db.execute(self._sql["told_by"]):
            yield OperationId(operation), source, session

    def memories_with(self, text: str) -> list[MemoryId]:
        written = json.dumps(text, ensure_ascii=False)[1:-1]
        return [MemoryId(row[0]) for row in self._db.execute(self._sql["memories_with"], (written,))]

    def contains(self, text: str) -> bool:
        """Tell whether anything kept still contains these characters."""
        written = json.dumps(text, ensure_ascii=False)[1:-1]
        return any(self._db.execute(self._sql["contains"], (form,)).get for form in {text, written})

    def problems(self) -> list[str]:
        known = {damage.operation for damage in self.known_damage()}
        salvaged = {device for (device,) in self._db.execute(self._rows_sql["salvaged"])}
        partial = {name.removeprefix(GAPS) for (name,) in self._db.execute(self._rows_sql["partial"])}
        found: list[str] = []
        chains: dict[str, list[tuple[int, str, str]]] = {}
        gaps: set[str] = set()
        for row in read_rows(self._db):
            header, damage = row.read, row.damage()
            if damage and row.name not in known:
                found.append(f"{damage} of operation {row.name} is not as it was written")
            if header is None or damage in {HEADER, HASH}:
                gaps.add("")  # of whichever chain it was
            elif header is not None:
                chains.setdefault(header.device, []).append((header.number, row.header.decode(), row.digest.decode()))
        for device, links in chains.items():
            links.sort()
            allowed = bool(gaps) or device in salvaged or device in partial
            if problem := verify_chain([link[1:] for link in links], gaps=allowed):
                found.append(problem)
        return found

    def damaged(self) -> list[Damage]:
        return [
            Damage(OperationId(row.name), MemoryId(row.memory) if row.memory else None, damage)
            for row in read_rows(self._db)
            if (damage := row.damage())
        ]

    def known_damage(self) -> list[Damage]:
        """Return the damage that a repair found and could not undo."""
        rows = self._db.execute(self._rows_sql["known_damage"]).fetchall()
        return [Damage(OperationId(name), MemoryId(memory) if memory else None, what) for name, memory, what in rows]

    def count_missing(self) -> int:
        """Return how many operations of salvaged chains are not there."""
        return int(self._db.execute(self._rows_sql["missing"]).get)

    def unmade(self) -> list[MemoryId]:
        """Return the memories that operations are there of, and that they make nothing of."""
        return [MemoryId(row[0]) for row in self._db.execute(self._rows_sql["unmade"])]

    def find_latest(self, wanted: LogFilter) -> Operation | None:
        return next(iter(self.iterate(wanted, limit=1)), None)

    def mark(self) -> tuple[int, int]:
        latest = self.find_latest(LogFilter())
        return self.count(), latest.header.hlc if latest else 0

    def count(self) -> int:
        return int(self._db.execute(self._sql["count"]).get)

    def rebuild(self) -> Iterator[MemoryId]:
        """Derive again what the log keeps beside its operations, then yield every memory that was ever touched."""
        execute = self._db.execute
        execute(self._sql["clear_touch"])
        execute(self._sql["clear_undo"])
        for row, text in execute(self._sql["headers"]).fetchall():
            try:
                header = decode_header(text)
            except UNREADABLE:
                continue  # it costs itself
            for memory in header.touched:
                execute(self._sql["add_touch"], (memory, row))
            for target in header.targets:
                execute(self._sql["add_undo"], (target, row))
        execute(self._sql["clear_reverted"])
        for target in reverted_by(self._read(execute(self._sql["reverts"]).fetchall())):
            execute(self._sql["set_reverted"], (1, target, 1))
        for (memory,) in execute(self._sql["all_memories"]).fetchall():
            yield MemoryId(memory)

    def take_in(self, arrived: Sequence[Operation]) -> None:
        """Bring what is derived up to operations that arrived in any order: what is undone, then every memory.

        A revert may come before what it undoes, and what undoes a revert before both.
        """
        self.forget_head()
        for memory in self._note_undone(arrived):
            self._projection.refresh(memory)

    def _note_undone(self, operations: Sequence[Operation]) -> list[MemoryId]:
        """Note what is undone of these and of what they name; return the memories that any of it bears on.

        A revert that came from elsewhere may name itself.
        """
        affected: dict[MemoryId, None] = {}
        waiting = [operation.id for operation in operations]
        looked: set[OperationId] = set()
        while waiting:
            if (name := waiting.pop()) not in looked:
                looked.add(name)
                if (operation := self.find(name)) is not None:
                    affected.update(dict.fromkeys(operation.header.touched))
                    waiting.extend(operation.header.targets)
        undone = reverted_by(self.reverts_of(looked))
        for name in looked:
            now = int(name in undone)
            self._db.execute(self._sql["set_reverted"], (now, name, now))
        return list(affected)

    def _read(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[Operation]:
        for row in rows:
            if (operation := decode_row(row, self.key)) is not None:
                yield operation

    def drop_payloads(self, memory: MemoryId) -> None:
        """Drop what every operation on a memory said; the headers stay."""
        self._db.execute(self._sql["drop_payloads"], (memory,))


def _clauses(wanted: LogFilter) -> tuple[list[str], list[Any]]:
    clauses: list[str] = []
    values: list[Any] = []
    if wanted.memory:
        clauses.append("t.memory = ?")
        values.append(wanted.memory)
    session = wanted.session or (wanted.source.name if wanted.source and wanted.source.kind == "session" else "")
    if session:
        clauses.append("o.session = ? AND o.session <> ''")  # its index leaves out what no session wrote
        values.append(session)
    elif wanted.source:
        clauses.append("o.source = ?")
        values.append(f"{wanted.source.kind}:{wanted.source.name}")
    if wanted.since:
        clauses.append("o.hlc >= ?")
        values.append(min(int(wanted.since.timestamp() * 1000) << 16, 2**63 - 1))
    if wanted.acts:
        # All that was done in one way is walked only where nothing narrower is asked for.
        act = "o.act || ''" if wanted.memory or session or wanted.source else "o.act"
        clauses.append(f"{act} IN ({marks(len(wanted.acts))})")
        values.extend(act.value for act in wanted.acts)
    return clauses, values


def decode_row(row: tuple[Any, ...], key: str) -> Operation | None:
    """Read an operation from a row of header, hash and payload; None where it was damaged."""
    header, digest, body, *_ = row
    return read_operation(header, digest, body, key)
