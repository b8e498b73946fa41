"""Reading memories as they are now, or were at a moment."""

from __future__ import annotations

import json
from datetime import datetime
from functools import lru_cache

from standfast.model.encode import decode_content, decode_memory
from standfast.model.fold import as_of, begun, effective
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Memory, Version
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.store.relational.database import EVERYTHING, guarded, rounded
from standfast.store.relational.views import conditions_of
from standfast.store.replay import UNREADABLE, fold_readable, read_operation, versions_of
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from standfast.store.relational.database import Database
    from standfast.store.relational.log import TableLog

KEPT = 2_048  # memories that were read, by the very text they were read from
RARE = 500  # documents with a tag: up to so many are read before they are put in order


@lru_cache(maxsize=KEPT)
def _decoded(state: str) -> Memory:
    """Read a memory from its state; what was read stays at hand, because answers give the same ones again."""
    return decode_memory(json.loads(state))


@lru_cache(maxsize=KEPT)
def _begun(memory: MemoryId, header: str | bytes, digest: str, body: str | bytes | None, key: str) -> Memory | None:
    """Read a memory from the one operation that made it; None where it was damaged."""
    made = read_operation(header, digest, body, key)
    if made is None:
        return None
    first, payload = made.header, made.payload
    if first.act is Act.REMEMBER and first.memory == memory and payload and memory not in first.supersedes:
        try:
            return begun(memory, made, decode_content(payload["content"]))  # what folding this one comes to
        except UNREADABLE:
            pass
    return fold_readable(memory, [made])


def forget_decoded() -> None:
    """Let go of every memory that was read: what is purged is not kept at hand either."""
    _decoded.cache_clear()
    _begun.cache_clear()


@guarded
class TableMemories:
    """The current state in SQLite."""

    def __init__(self, connection: Database, log: TableLog) -> None:
        self._db = connection
        self._sql = connection.statements("memories")
        self._columns = self._sql["columns"].format(index="")
        self._over = connection.statements("index")["over_m"]
        self._log = log

    def find(self, memory: MemoryId) -> Memory | None:
        row = self._db.execute(self._columns + " WHERE m.id = ?", (memory,)).fetchone()
        return self._memory(row) if row else None

    def find_several(self, memories: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        if not memories:
            return {}
        listed, values = rounded(memories)
        read = map(self._memory, self._db.execute(f"{self._columns} WHERE m.id IN ({listed})", values))
        return {memory.id: memory for memory in read if memory is not None}

    def resolve(self, reference: str) -> list[MemoryId]:
        found = [MemoryId(row[0]) for row in self._db.execute(self._sql["resolve"], (reference,))]
        return found or [MemoryId(row[0]) for row in self._db.execute(self._sql["resolve_gone"], (reference,))]

    def find_equal(self, key: str) -> list[Memory]:
        same = [MemoryId(row[0]) for row in self._db.execute(self._sql["equal"], (key,))]
        found = [memory for memory in map(self.find, same) if memory]
        return sorted(found, key=lambda memory: memory.hlc)

    def versions(self, memory: MemoryId) -> list[Version]:
        return versions_of(memory, self._log.of_memory(memory))

    def as_of(self, memory: MemoryId, moment: datetime) -> Memory | None:
        return self._replayed(memory, moment)

    def _replayed(self, memory: MemoryId, moment: datetime | None) -> Memory | None:
        operations = self._log.of_memory(memory)
        operations = as_of(operations, moment) if moment else operations
        reverts = self._log.reverts_of(operation.id for operation in operations)
        return fold_readable(memory, effective(operations, as_of(reverts, moment) if moment else reverts))

    def placed(self, view: View) -> list[tuple[str, MemoryId]]:
        if view.scopes is not None and not view.scopes:
            return []
        clauses, values = conditions_of(view, "m", self._over, self._sql["tagged"])
        within = "".join(f" AND {clause}" for clause in clauses)
        rows = {
            row for name in ("anchored", "documented") for row in self._db.execute(self._sql[name] + within, values)
        }
        ordered = sorted(rows, key=lambda row: (-row[2], row[1]))
        return [(path, MemoryId(memory)) for path, memory, _ in ordered]

    def select(
        self,
        view: View,
        *,
        pinned: bool | None = None,
        guarded: bool | None = None,
        newest_first: bool = True,
        limit: int = 0,
        offset: int = 0,
        beyond: tuple[int, str] | None = None,
    ) -> Iterator[Memory]:
        if view.scopes is not None and not view.scopes:
            return
        rare = bool(view.tags) and not pinned and not guarded and all(map(self._is_rare, view.tags))
        clauses, values = conditions_of(view, "m", self._over, self._sql["rarely_tagged" if rare else "tagged"])
        if pinned is not None:
            clauses.append(f"m.pinned = {int(pinned)}")
        if guarded is not None:
            clauses.append(f"m.guarded = {int(guarded)}")
        if beyond is not None:
            clauses.append(f"(m.hlc {'<' if newest_first else '>'} ? OR (m.hlc = ? AND m.id > ?))")
            values += [beyond[0], *beyond]
        index = ""
        if pinned and tuple(view.statuses) == (Status.ACTIVE,):
            index = self._hint("of_pinned")
            clauses.append("m.status = 'active'")
        elif guarded:
            index = self._hint("of_guarded")
        elif rare:
            index = self._hint("of_rare")
        sql = self._sql["columns"].format(index=index) + (" WHERE " + " AND ".join(clauses) if clauses else "")
        sql += f" ORDER BY m.hlc {'DESC' if newest_first else 'ASC'}, m.id"
        if limit or offset:
            sql += " LIMIT ? OFFSET ?"
            values += [limit or EVERYTHING, offset]
        for row in self._db.execute(sql, values):
            if (memory := self._memory(row)) is not None:
                yield memory.seen_at(view.now)

    def _memory(self, row: tuple[Any, ...]) -> Memory | None:
        """Read a memory from its state, or from the one operation that made it; from the log where that was damaged."""
        memory, state, header, digest, body = row
        try:
            if state is not None:
                return _decoded(state)
            return _begun(memory, header, digest, body, self._log.key) if header is not None else None
        except UNREADABLE:
            return self._replayed(memory, None)

    def _is_rare(self, tag: str) -> bool:
        """Tell whether few enough have a tag to begin with them; of many, the newest are found sooner."""
        return self._db.execute(self._sql["often"], (tag, RARE)).fetchone() is None

    def _hint(self, name: str) -> str:
        """Return what tells an engine which index to walk, where it has to be told."""
        return "\n".join(line for line in self._sql[name].splitlines() if not line.startswith("--"))

    def counts(self, now: datetime | None = None) -> Mapping[str, int]:
        found: dict[str, int] = dict(self._db.execute(self._sql["counts"]).fetchall())
        due = int(self._db.execute(self._sql["count_due"], (render_time(now),)).get) if now else 0
        if due:
            found[Status.EXPIRED.value] = found.get(Status.EXPIRED.value, 0) + due
            found[Status.ACTIVE.value] -= due
        return {status: number for status, number in found.items() if number}

    def count_kind(self, kind: Kind) -> int:
        return int(self._db.execute(self._sql["count_kind"], (kind.value,)).get)

    def scopes(self) -> list[str]:
        return [row[0] for row in self._db.execute(self._sql["scopes"])]

    def last_revision(self, memory: MemoryId) -> int:
        return int(self._db.execute(self._sql["last_revision"], (memory,)).get or 0)

    def titled(self, kind: Kind, title: str, scope: str, *, limit: int) -> list[MemoryId]:
        rows = self._db.execute(self._sql["titled"], (title, kind.value, scope, limit))
        return [MemoryId(row[0]) for row in rows]

    def linking(self, kind: str, *, limit: int) -> list[MemoryId]:
        return [MemoryId(row[0]) for row in self._db.execute(self._sql["linking"], (kind, limit))]

    def due(self, moment: datetime) -> list[MemoryId]:
        return [MemoryId(row[0]) for row in self._db.execute(self._sql["due"], (render_time(moment),))]

    def any_purged(self) -> bool:
        """Tell whether anything was ever purged here: most partitions need not look further."""
        return bool(self._db.execute(self._sql["any_purged"]).get)

    def is_purged(self, key: str, memory: MemoryId | None = None) -> bool:
        return bool(self._db.execute(self._sql["purged"], (key, memory or "")).get)
