"""Projections: the current memories and everything searchable, derived from the log in the same transaction.

Owns the derived tables. A memory is folded from its effective operations and its rows are replaced as a whole, so that
what is here after any history is what a replay would make. Vectors are computed in one batch before the commit.
"""

from __future__ import annotations

from holdfast.errors import Unavailable
from holdfast.model.encode import decode_content, encode_memory
from holdfast.model.fold import begun, fold
from holdfast.model.ids import TAIL, MemoryId
from holdfast.model.key import content_key
from holdfast.model.kind import TRAITS
from holdfast.model.memory import Content, Memory, Version
from holdfast.model.moment import render_time
from holdfast.model.operation import Act, Operation, canonical
from holdfast.model.trust import Status
from holdfast.store.sqlite import log as log_module
from holdfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.store.contract import Indexer
    from holdfast.store.sqlite.connect import Database

    Pending = tuple[bool, dict[str, int], dict[str, int], list[tuple[int, Content]]]

SQL = load("projection")
CHUNK = 256  # vectors per blob: 64 kB at 256 dimensions, so a small project stays small
CURRENT, ASIDE = 1, 0


class Projection:
    """Writes derived rows of one partition."""

    def __init__(self, connection: Database, indexer: Indexer) -> None:
        self._db = connection
        self._indexer = indexer
        self.begin()

    def begin(self, pending: Pending | None = None) -> None:
        """Start a transaction with nothing pending, or go back to what was."""
        touched, counts, scopes, unembedded = pending or (False, {"documents": 0, "length": 0}, {}, [])
        self._touched = touched
        self._counts: dict[str, int] = counts
        self._scopes: dict[str, int] = scopes
        self._unembedded: list[tuple[int, Content]] = unembedded

    def pending(self) -> Pending:
        """Return what was collected so far and is not written yet, to go back to."""
        return self._touched, dict(self._counts), dict(self._scopes), list(self._unembedded)

    def finish(self, *, whole: bool = False) -> None:
        """Write what was collected during the transaction: vectors, statistics, scopes.

        `whole` is for building everything again: without an embedder the old vectors are worth more than none.
        """
        execute = self._db.execute
        self._embed(whole=whole)
        if self._touched:
            execute(SQL["add_to_meta"], (1, "vectors"))
        for name, change in self._counts.items():
            if change:
                execute(SQL["add_to_meta"], (change, name))
        for scope, change in self._scopes.items():
            if change:
                execute(SQL["count_scope"], (scope, change))
        if any(change < 0 for change in self._scopes.values()):
            execute(SQL["drop_empty_scopes"])
        self.begin()

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
        rows = execute(log_module.SQL["of_memory"], (memory,)).fetchall()
        everything = [log_module.decode_row(row) for row in rows]
        state = fold(memory, [one for one, row in zip(everything, rows, strict=True) if not row[4]])
        self._drop_documents(memory)
        execute(SQL["drop_links"], (memory,))
        if state is None:
            execute(SQL["drop_memory"], (memory,))
        else:
            self._put(state, rows[0][3] if len(rows) == 1 else None)
        places = {one.id: row[3] for one, row in zip(everything, rows, strict=True)}
        versions = {one.revision: one for one in versions_of(memory, everything)}
        if state:
            versions[state.revision] = state.version
        self._index(memory, state, [(places[one.operation], one) for one in versions.values()], settled=False)

    def _put(self, state: Memory, made: int | None) -> None:
        content = state.content
        row = (
            state.id,
            state.id[TAIL:],
            state.revision,
            content.kind.value,
            content.title,
            state.status.value,
            int(TRAITS[content.kind].pinned),
            int(bool(content.guard)),
            str(content.scope),
            render_time(state.at),
            state.hlc,
            content_key(content, state.source),
            render_time(content.expires_at) if content.expires_at else None,
            made,
            canonical(encode_memory(state)) if made is None else None,
        )
        self._db.execute(SQL["put_memory"], row)
        for link in content.links:
            self._db.execute(SQL["add_link"], (state.id, link.kind, link.target))
        if state.superseded_by:
            self._db.execute(SQL["add_link"], (state.superseded_by, "supersedes", state.id))

    def _index(
        self, memory: MemoryId, state: Memory | None, versions: list[tuple[int, Version]], *, settled: bool
    ) -> None:
        for row, version in versions:
            is_current = state is not None and state.revision == version.revision
            status = state.status.value if state and is_current else "past"
            shelf = CURRENT if status == Status.ACTIVE and not version.content.scope.branch else ASIDE
            self._add_document(row, memory, state, version, (status, shelf, int(settled)))
            self._attach(row, version.content)

    def _add_document(
        self, row: int, memory: MemoryId, state: Memory | None, version: Version, place_of: tuple[str, int, int]
    ) -> None:
        execute, content = self._db.execute, version.content
        title, body, place = self._indexer.fields(content)
        length = title.count(" ") + body.count(" ") + 2
        feedback = state.feedback.helpful - state.feedback.wrong - state.feedback.stale if state else 0
        authority = int(state.authority) if state else 1
        execute(
            SQL["add_document"],
            (
                row, memory, version.revision, *place_of, content.kind.value, str(content.scope),
                render_time(version.at), version.source.session, authority, feedback, length, title, body, place,
            ),
        )  # fmt: skip
        shelf = place_of[1]
        self._touched = True
        execute(SQL["add_current_terms" if shelf else "add_aside_terms"], (row, title, body, place))
        self._count(str(content.scope), shelf, length, 1)

    def _attach(self, row: int, content: Content) -> None:
        execute = self._db.execute
        for path in {one.anchor.path for one in content.anchors if one.anchor.path}:
            execute(SQL["add_place"], (path, row))
        for tag in content.tags:
            execute(SQL["add_tag"], (tag, row))
        if self._indexer.model:
            self._unembedded.append((row, content))

    def _count(self, scope: str, shelf: int, length: int, sign: int) -> None:
        self._scopes[scope] = self._scopes.get(scope, 0) + sign
        if shelf:
            self._counts["documents"] += sign
            self._counts["length"] += sign * length

    def _drop_documents(self, memory: MemoryId) -> None:
        execute = self._db.execute
        for row, _, shelf, scope, length, title, body, place in execute(SQL["documents_of"], (memory,)).fetchall():
            execute(SQL["drop_current_terms" if shelf else "drop_aside_terms"], (row, title, body, place))
            execute(SQL["drop_places"], (row,))
            execute(SQL["drop_tags"], (row,))
            execute(SQL["drop_document"], (row,))
            self._count(scope, shelf, length, -1)
            self._touched = True
            self._unembedded = [one for one in self._unembedded if one[0] != row]
            for chunk, _ in execute(SQL["vector_chunks"], (row // CHUNK,)).fetchall():
                self._write_vectors(chunk, {row % CHUNK: b""})

    def _embed(self, *, whole: bool) -> None:
        if not self._unembedded:
            return
        try:
            vectors = self._indexer.vectors([content for _, content in self._unembedded])
        except Unavailable:
            if whole:
                raise
            self._db.execute(SQL["add_to_meta"], (len(self._unembedded), "unembedded"))
            return
        chunks: dict[int, dict[int, bytes]] = {}
        for (row, _), vector in zip(self._unembedded, vectors, strict=True):
            chunks.setdefault(row // CHUNK, {})[row % CHUNK] = vector
        for chunk, members in chunks.items():
            self._write_vectors(self._chunk(chunk), members)

    def _chunk(self, chunk: int) -> int:
        model = self._indexer.model
        found = self._db.execute(SQL["find_chunk"], (model, chunk)).get
        if found is None:
            self._db.execute(SQL["add_chunk"], (model, chunk, CHUNK * self._indexer.dimensions))
            found = self._db.last_insert_rowid()
        return int(found)

    def _write_vectors(self, chunk: int, vectors: dict[int, bytes]) -> None:
        """Write vectors to their places in a chunk; an empty one clears its place."""
        with self._db.blob_open("main", "vector", "data", chunk, True) as blob:  # noqa: FBT003
            width = blob.length() // CHUNK
            for place, vector in vectors.items():
                blob.seek(place * width)
                blob.write(vector or bytes(width))

    def clear(self) -> None:
        """Drop everything derived."""
        self._db.execute(SQL["clear"]).fetchall()


def versions_of(memory: MemoryId, operations: list[Operation]) -> list[Version]:
    """Return every revision of a memory that was ever written and is not purged."""
    found: list[Version] = []
    for operation in operations:
        header = operation.header
        content = header.act in {Act.REMEMBER, Act.REVISE} and header.memory == memory and header.revision
        if content and operation.payload is not None:
            decoded = decode_content(operation.payload["content"])
            found.append(Version(header.revision, decoded, header.id, header.source, header.at, header.recorded_at))
    return found
