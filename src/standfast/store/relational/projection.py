"""Projections: the current memories and everything searchable, derived from the log in the same transaction.

Owns the derived tables. A memory is folded from its effective operations and its rows are replaced as a whole, so that
what is here after any history is what a replay would make. Neighbour: `vectors`, which has a vector for each document.
"""

from __future__ import annotations

from standfast.model.encode import encode_memory
from standfast.model.fold import begun, fold
from standfast.model.ids import TAIL, MemoryId
from standfast.model.key import content_key
from standfast.model.memory import Content, Memory, Version
from standfast.model.moment import render_time
from standfast.model.operation import Operation, canonical
from standfast.model.trust import Status
from standfast.store.relational import log as log_module
from standfast.store.replay import fold_readable, versions_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from standfast.store.contract import Indexer
    from standfast.store.relational.database import Database
    from standfast.store.relational.vectors import TableVectors, Waiting

    Pending = tuple[bool, dict[str, int], dict[str, int], dict[int, Content]]

CURRENT, ASIDE = 1, 0
_PLACES = frozenset(("path", "symbol", "lines", "conf", "cmd"))  # kinds of anchors that are looked up as a place

_UNADDRESSED = "unaddressed"  # in `meta`: documents before this one have no addresses yet
_ADDRESS_FORM = "address_form"  # in `meta`: which form addresses have, but for those documents
_ADDRESSED_AT_ONCE = 1_000  # such documents, with every write: half a second
_ALL = 1 << 62  # past every document


class Projection:
    """Writes derived rows of one partition."""

    def __init__(self, connection: Database, key: str, indexer: Indexer, vectors: TableVectors) -> None:
        self._db = connection
        self._key = key
        self._sql = connection.statements("projection")
        self._log_sql = connection.statements("log")
        self._indexer = indexer
        self.vectors = vectors
        self._has_form = self._has_readdressed = False  # addresses have the form of today; are being given it
        self.begin()

    def begin(self, pending: Pending | None = None) -> None:
        """Start a transaction with nothing pending, or go back to what was."""
        touched, counts, scopes, fresh = pending or (False, {"documents": 0, "length": 0}, {}, {})
        self._touched = touched
        if pending is None:
            self._has_readdressed = False
        self._counts: dict[str, int] = counts
        self._scopes: dict[str, int] = scopes
        self.vectors.begin(fresh)

    def pending(self) -> Pending:
        """Return what was collected so far and is not written yet, to go back to."""
        return self._touched, dict(self._counts), dict(self._scopes), self.vectors.pending()

    def finish(self) -> None:
        """Write what was collected during the transaction: vectors, statistics, scopes."""
        execute = self._db.execute
        self.vectors.finish()
        if self._touched and not self._has_readdressed:
            self._address_earlier()
        counts = {"vectors": int(self._touched), **self._counts}
        self._db.executemany(self._sql["add_to_meta"], [(change, name) for name, change in counts.items() if change])
        self._db.executemany(self._sql["count_scope"], [pair for pair in self._scopes.items() if pair[1]])
        if any(change < 0 for change in self._scopes.values()):
            execute(self._sql["drop_empty_scopes"])

    def add(self, operation: Operation, row: int, content: Content | None) -> None:
        """Project a memory's first operation without reading anything back; `content` is what its payload encodes."""
        memory = operation.header.memory
        if memory is None:
            return
        state = begun(memory, operation, content) if content else fold(memory, [operation])
        if state:
            self._put(state, row)
            self._index(state.id, state, [(row, state.version)], settled=True)

    def refresh(self, memory: MemoryId) -> None:
        """Fold a memory again and replace its rows."""
        execute = self._db.execute
        rows = execute(self._log_sql["of_memory"], (memory,)).fetchall()
        state, versions = self._read(memory, rows)
        self._drop_documents(memory)
        execute(self._sql["drop_links"], (memory,))
        if state is None:
            execute(self._sql["drop_memory"], (memory,))
        else:
            self._put(state, rows[0][3] if len(rows) == 1 else None)
        self._index(memory, state, versions, settled=False)

    def contents(self, waiting: Sequence[Waiting]) -> list[Content]:
        """Return what documents say, in order."""
        known: dict[int, Content] = {}
        for memory in {item.memory for item in waiting}:
            rows = self._db.execute(self._log_sql["of_memory"], (memory,)).fetchall()
            known.update((row, version.content) for row, version in self._read(memory, rows)[1])
        return [known[item.row] for item in waiting]

    def differing(self) -> list[MemoryId]:
        found = []
        documents = self._kept_documents()
        for kept in self._db.execute(self._sql["kept"]).fetchall():
            memory = MemoryId(_raw(kept[0]).decode("utf-8", "replace"))
            rows = self._db.execute(self._log_sql["of_memory"], (memory,)).fetchall()
            state, versions = self._read(memory, rows)
            row = self._row(state, rows[0][3] if len(rows) == 1 else None) if state else ()
            searched = sorted([*map(_raw, self._placed(place, state, version))] for place, version in versions)
            there = documents.pop(_raw(kept[0]), [])
            if [*map(_raw, kept)] != [*map(_raw, row)] or there != searched:
                found.append(memory)
        return found + [MemoryId(name.decode("utf-8", "replace")) for name in documents if not self._is_gone(name)]

    def miscounted(self) -> list[str]:
        """Return what is not there as often as is counted."""
        found = []
        documents, counted = map(int, self._db.execute(self._sql["counted_documents"]).fetchone())
        if documents != counted:
            found.append(f"{documents} searchable memories, but {counted} counted")
        rows = self._db.execute(self._sql["counted_scopes"]).fetchall()
        there, counts = ({row[1:] for row in rows if row[0] == name} for name in ("there", "counted"))
        if there != counts:
            found.append("its scopes are not counted as they are")
        return found

    def _kept_documents(self) -> dict[bytes, list[list[Any]]]:
        """Return what is searchable, by memory; of a damaged text its place alone."""
        found: dict[bytes, list[list[Any]]] = {}
        for memory, length, title, body, place, *row in self._db.execute(self._sql["kept_documents"]).fetchall():
            words = _raw(title).count(b" ") + _raw(body).count(b" ") + 2
            whole = words == length and all(map(_is_text, (title, body, place)))
            found.setdefault(_raw(memory), []).append([*map(_raw, row)] if whole else row[:1])
        return {memory: sorted(rows) for memory, rows in found.items()}

    def _is_gone(self, memory: bytes) -> bool:
        """Tell whether a memory that has past revisions was taken back as a whole: only those are left of it."""
        rows = self._db.execute(self._log_sql["of_memory"], (memory.decode("utf-8", "replace"),)).fetchall()
        return bool(rows) and self._read(MemoryId(memory.decode("utf-8", "replace")), rows)[0] is None

    @staticmethod
    def _placed(row: int, state: Memory | None, version: Version) -> tuple[Any, ...]:
        """Return where a revision is searched: its row, number, status, shelf and what rank and filters look at."""
        is_current = state is not None and state.revision == version.revision
        status = state.status.value if state and is_current else "past"
        shelf = CURRENT if status == Status.ACTIVE and not version.content.scope.branch else ASIDE
        feedback, authority = (state.sway, int(state.authority)) if state else (0, 1)
        return (
            row, version.revision, status, shelf, version.content.kind.value, str(version.content.scope),
            render_time(version.at), version.source.session, authority, feedback,
        )  # fmt: skip

    def _put(self, state: Memory, made: int | None) -> None:
        self._db.execute(self._sql["put_memory"], self._row(state, made))
        for link in state.content.links:
            self._db.execute(self._sql["add_link"], (state.id, link.kind, link.target))
        if state.superseded_by:
            # A row of its own, so that it goes and comes with this memory and not with the one that took its place.
            self._db.execute(self._sql["add_link"], (state.id, "superseded-by", state.superseded_by))

    @staticmethod
    def _row(state: Memory, made: int | None) -> tuple[Any, ...]:
        """Return a memory as a row; `made` is the operation that says all of it, where one does."""
        content = state.content
        return (
            state.id,
            state.id[TAIL:],
            state.revision,
            content.kind.value,
            content.title,
            state.status.value,
            int(state.is_pinned),
            int(bool(content.guard)),
            str(content.scope),
            render_time(state.at),
            state.hlc,
            content_key(content, state.source),
            render_time(content.expires_at) if content.expires_at else None,
            made,
            canonical(encode_memory(state)) if made is None else None,
        )

    def _index(
        self, memory: MemoryId, state: Memory | None, versions: list[tuple[int, Version]], *, settled: bool
    ) -> None:
        for row, version in versions:
            placed = self._placed(row, state, version)
            self._add_document(memory, placed, version.content, settled=settled)
            self._attach(row, version.content)
            if state and placed[2] == Status.ACTIVE:
                self._add_addresses((row, memory, version.revision), int(state.authority), version.content)

    def _add_document(self, memory: MemoryId, placed: tuple[Any, ...], content: Content, *, settled: bool) -> None:
        row, revision, status, shelf, kind, scope, at, session, authority, feedback = placed
        self.readdress()
        self._touched = True
        title, body, place = self._indexer.fields(content)
        length = title.count(" ") + body.count(" ") + 2
        self._db.execute(
            self._sql["add_document"],
            (
                row, memory, revision, status, shelf, int(settled), kind, scope, at, session, authority, feedback,
                length, title, body, place,
            ),
        )  # fmt: skip
        self._add_terms(row, shelf, (title, body, place))
        self._count(scope, shelf, length, 1)

    def _add_terms(self, row: int, shelf: int, terms: tuple[str, ...]) -> None:
        self._db.execute(self._sql["add_current_terms" if shelf else "add_aside_terms"], (row, *terms))

    def _drop_terms(self, row: int, shelf: int, terms: tuple[str, ...]) -> None:
        self._db.execute(self._sql["drop_current_terms" if shelf else "drop_aside_terms"], (row, *terms))

    def _attach(self, row: int, content: Content) -> None:
        execute = self._db.execute
        for place in {
            anchor.anchor.path or str(anchor.anchor) for anchor in content.anchors if anchor.anchor.kind in _PLACES
        }:
            execute(self._sql["add_place"], (place, row))
        for tag in content.tags:
            execute(self._sql["add_tag"], (tag, row))
        self.vectors.add(row, content)

    def _add_addresses(self, document: tuple[int, MemoryId, int], authority: int, content: Content) -> Sequence[int]:
        """Write where the claims of a document stand: its row, memory and revision are given."""
        found = self._indexer.addresses(content)
        if found:
            self._db.executemany(self._sql["add_address"], [(address, authority, document[0]) for address in found])
        return found

    def _drop_addresses(self, row: int) -> None:
        self._db.execute(self._sql["drop_addresses"], (row,))

    def readdress(self) -> None:
        if self.is_behind():
            self._has_readdressed = True  # until this is committed, it may be undone
            self._db.execute(self._sql["put_meta"], (_ADDRESS_FORM, str(self._indexer.address_form)))
            self._db.execute(self._sql["put_meta"], (_UNADDRESSED, str(_ALL)))
            self._address_earlier()

    def unaddressed(self) -> int:
        """Return how many memories have addresses of an earlier form, or none."""
        beyond = _ALL if self.is_behind() else self._db.execute(self._sql["get_meta"], (_UNADDRESSED,)).get
        return 0 if beyond is None else int(self._db.execute(self._sql["count_unaddressed"], (int(beyond),)).get)

    def is_behind(self) -> bool:
        """Tell whether addresses are of an earlier form; those of a later one are left to the version that made it."""
        if not self._has_form and not self._has_readdressed:
            kept = self._db.execute(self._sql["get_meta"], (_ADDRESS_FORM,)).get
            self._has_form = str(kept).isdigit() and int(kept) >= self._indexer.address_form
        return not self._has_form and not self._has_readdressed

    def _address_earlier(self) -> None:
        """Give the next documents that have no addresses, or old ones, theirs, the latest first."""
        execute = self._db.execute
        beyond = execute(self._sql["get_meta"], (_UNADDRESSED,)).get
        if beyond is None:
            return
        rows = execute(self._sql["unaddressed"], (int(beyond), _ADDRESSED_AT_ONCE)).fetchall()
        for row, memory, authority in rows:
            operations = execute(self._log_sql["of_memory"], (memory,)).fetchall()
            known = dict(self._read(memory, operations)[1])
            self._drop_addresses(row)
            if row in known:
                self._add_addresses((row, memory, known[row].revision), authority, known[row].content)
        if len(rows) < _ADDRESSED_AT_ONCE:
            execute(self._sql["drop_meta"], (_UNADDRESSED,))
        else:
            execute(self._sql["put_meta"], (_UNADDRESSED, str(rows[-1][0])))

    def _count(self, scope: str, shelf: int, length: int, sign: int) -> None:
        self._scopes[scope] = self._scopes.get(scope, 0) + sign
        if shelf:
            self._counts["documents"] += sign
            self._counts["length"] += sign * length

    def _drop_documents(self, memory: MemoryId) -> None:
        execute = self._db.execute
        self.readdress()
        for row, _, shelf, scope, length, *terms in execute(self._sql["documents_of"], (memory,)).fetchall():
            self._drop_terms(row, shelf, tuple(terms))
            execute(self._sql["drop_places"], (row,))
            execute(self._sql["drop_tags"], (row,))
            self._drop_addresses(row)
            execute(self._sql["drop_document"], (row,))
            self._count(scope, shelf, length, -1)
            self._touched = True
            self.vectors.drop(row)

    def _read(self, memory: MemoryId, rows: Sequence[Any]) -> tuple[Memory | None, list[tuple[int, Version]]]:
        """Return a memory's state and its searchable revisions, each with its row."""
        read = [(operation, row) for row in rows if (operation := log_module.decode_row(row, self._key)) is not None]
        everything = [operation for operation, _ in read]
        state = fold_readable(memory, [operation for operation, row in read if not row[4]])
        places = {operation.id: row[3] for operation, row in read}
        versions = {version.revision: version for version in versions_of(memory, everything)}
        if state:
            versions[state.revision] = state.version
        return state, [(places[version.operation], version) for version in versions.values()]

    def clear(self) -> None:
        """Drop everything derived but the vectors: they serve until there are new ones."""
        self._db.execute(self._sql["clear"]).fetchall()


def _raw(value: Any) -> Any:
    """Return a text as the bytes that stand on the disk: damaged ones are not text."""
    return value.encode() if isinstance(value, str) else value


def _is_text(value: Any) -> bool:
    """Tell whether what stands on the disk can be a text that was written there."""
    raw = _raw(value)
    return b"\0" not in raw and raw.decode("utf-8", "ignore").encode() == raw
