"""The values that cross the store's contract. Light: hooks load them at every call."""

from __future__ import annotations

from standfast.model.trust import Status
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from typing import Any

    from standfast.model.ids import MemoryId, OperationId, ProjectId
    from standfast.model.kind import Kind
    from standfast.model.memory import Content
    from standfast.model.operation import Act
    from standfast.model.source import Source, SourceFilter


LEVELS = 127  # a stored vector is of unit length times this, one signed byte a component


class Change(Value):
    """What an operation is to say, before the log stamps it; `content` spares reading a first payload back."""

    act: Act
    source: Source
    memory: MemoryId | None = None
    payload: Mapping[str, Any] | None = None
    at: datetime | None = None
    supersedes: tuple[MemoryId, ...] = ()
    targets: tuple[OperationId, ...] = ()
    based_on: OperationId | None = None
    revision: int = 0
    content: Content | None = None


class Document(Value):
    """One searchable revision, as ranking sees it."""

    position: int
    """Where the operation that brought it stands in the log of its partition: its identity, and order of arrival."""
    memory: MemoryId
    revision: int
    status: str
    kind: Kind
    scope: str
    at: str
    session: str
    authority: int
    feedback: int
    length: int
    title: str
    body: str
    place: str
    settled: bool
    """One operation made it, so that it was never otherwise: an as-of view need not fold it."""


class Addressed(Value):
    """What stands at an address: a memory as it was worded in a revision, and what weight it carries now."""

    memory: MemoryId
    revision: int
    authority: int


class View(Value):
    """What a reader may see: exact scopes, statuses, kinds and tags, all enforced in the query.

    `scopes` None means every scope of the partition, no statuses means every status. `before` limits to what had been
    learned by then and brings in past revisions; the caller then folds each candidate to that moment. `now` leaves out
    what is active and whose time is over by then, or shows it as expired where that is asked for: it is so before the
    operation that says it is written.
    """

    scopes: tuple[str, ...] | None = None
    statuses: tuple[Status, ...] = (Status.ACTIVE,)
    kinds: tuple[Kind, ...] = ()
    tags: tuple[str, ...] = ()
    before: datetime | None = None
    now: datetime | None = None
    aside: bool = False
    """Only what is not current, past revisions among it; of every status."""


class Statistics(Value):
    """What BM25 needs to know of a partition: only of what is current there, or of what was said by a moment."""

    documents: int
    length: int
    frequency: Mapping[str, int]


class LogFilter(Value):
    """Which operations are meant; all given parts must fit."""

    memory: MemoryId | None = None
    session: str = ""
    source: SourceFilter | None = None
    since: datetime | None = None
    acts: tuple[Act, ...] = ()


class Damage(Value):
    """An operation that cannot be read as it was written, and the memory it is about, where that is known."""

    operation: OperationId
    memory: MemoryId | None
    what: str


CONTENT, RUN, SESSION = "content", "run", "session"


class Stone(Value):
    """What stays of something purged: a keyed hash, of a content, of a run of words or of a session's id."""

    kind: str
    content: str
    at: str
    source: str


class Purge(Value):
    """What one partition is to forget: memories, whole sessions' events, and events that carry what is gone."""

    memories: tuple[MemoryId, ...]
    sessions: tuple[str, ...]
    carries: Callable[[str], bool]
    tombstones: Mapping[MemoryId, tuple[str, ...]]
    source: Source
    keys: tuple[str, ...] = ()
    """The fingerprints of the secrets that the tombstones were made with: with others they keep nothing out."""
    on_record: tuple[MemoryId, ...] = ()
    """Memories whose purge is an operation already, written elsewhere."""
    marks: tuple[tuple[str, str], ...] = ()
    """Kind and hash of what else must not come back: runs of words, sessions."""
    turns: tuple[tuple[str, str], ...] = ()
    """Session and key of the events that go anywhere: receipts of every partition may name them."""


class Project(Value):
    """A repository under an id of its own, and what finds it again."""

    id: ProjectId
    name: str
    evidence: tuple[tuple[str, str], ...]


class Carried(Value):
    """One operation on its way between two stores: header and payload as they were written, to the byte."""

    header: str
    hash: str
    nonce: bytes | None
    body: str | None
