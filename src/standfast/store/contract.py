"""What a store is: the contract an engine keeps, and the values that cross it.

A store holds partitions (`user`, `group:NAME`, `project:ID`); nothing read or ranked in one sees another. Each
partition has a log of operations, which is canonical, and projections of it, which are written in the same
transaction and can be rebuilt. Reading needs no lock; everything inside `writing()` is one transaction.

What belongs to this machine is in `home`, what is about files in `files`: an engine may be shared and keep none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from standfast.model.ids import DeviceId, MemoryId, OperationId, ProjectId
from standfast.model.kind import Kind
from standfast.model.memory import Content, Memory, Version
from standfast.model.operation import Operation
from standfast.model.receipt import Receipt
from standfast.model.session import Event, Session
from standfast.store.files import Files
from standfast.store.people import Judged, People
from standfast.store.values import (
    Addressed,
    Carried,
    Change,
    Damage,
    Document,
    LogFilter,
    Project,
    Purge,
    Statistics,
    Stone,
    View,
)


class Indexer(Protocol):
    """How content becomes searchable; the composition chooses it, engines only call it."""

    @property
    def model(self) -> str:
        """The name recorded with every vector, or nothing when there is no dense side."""
        ...

    @property
    def dimensions(self) -> int:
        """How many bytes a vector has."""
        ...

    @property
    def is_dense(self) -> bool:
        """Whether there is a dense side; asks nobody."""
        ...

    @property
    def is_remote(self) -> bool:
        """Whether an endpoint makes the vectors, which may take long or fail; asks nobody."""
        ...

    def fields(self, content: Content) -> tuple[str, str, str]:
        """Return the search terms of title, body and place, each as words joined by blanks."""
        ...

    def addresses(self, content: Content) -> Sequence[int]:
        """Return under which numbers to look up what a content claims."""
        ...

    def vectors(self, contents: Sequence[Content]) -> list[bytes]:
        """Return one vector each."""
        ...


class Log(Protocol):
    """The canonical operations."""

    def append(self, change: Change) -> Operation:
        """Stamp and add one operation, and bring the projections up to it."""
        ...

    def of_memory(self, memory: MemoryId) -> list[Operation]:
        """Return every operation that bears on a memory, oldest first, reverted ones included."""
        ...

    def reverts_of(self, operations: Iterable[OperationId]) -> list[Operation]:
        """Return the reverts that name these operations, and the reverts that name those."""
        ...

    def is_reverted(self, operation: OperationId) -> bool:
        """Tell whether an operation is undone now."""
        ...

    def any_revised(self) -> bool:
        """Tell whether a memory here was ever given other words."""
        ...

    def undone(self, text: str) -> list[Operation]:
        """Return the operations that said this text, whatever its spacing, and are undone now."""
        ...

    def find(self, operation: OperationId) -> Operation | None:
        """Return one operation, or None."""
        ...

    def resolve(self, reference: str) -> list[OperationId]:
        """Return the operations whose id starts like this, a few at most."""
        ...

    def sessions(self, reference: str) -> list[str]:
        """Return the sessions that wrote here and whose id starts like this, a few at most."""
        ...

    def iterate(self, wanted: LogFilter, *, newest_first: bool = True, limit: int = 0) -> Iterator[Operation]:
        """Yield operations that fit."""
        ...

    def memories_with(self, text: str) -> list[MemoryId]:
        """Return the memories in whose history this text was ever written."""
        ...

    def problems(self) -> list[str]:
        """Verify every chain and commitment; return what is wrong and not known yet."""
        ...

    def damaged(self) -> list[Damage]:
        """Return the operations that cannot be read as they were written."""
        ...

    def count(self) -> int:
        """Return how many operations there are."""
        ...


class Memories(Protocol):
    """The current state, projected from the log."""

    def find(self, memory: MemoryId) -> Memory | None:
        """Return a memory as it is now."""
        ...

    def find_several(self, memories: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        """Return memories as they are now, by id; what is not there is left out."""
        ...

    def resolve(self, reference: str) -> list[MemoryId]:
        """Return the memories whose id, or its random suffix, starts like this; a few at most."""
        ...

    def find_equal(self, key: str) -> list[Memory]:
        """Return the memories whose current content has this key."""
        ...

    def versions(self, memory: MemoryId) -> list[Version]:
        """Return every revision that was ever written and not purged."""
        ...

    def as_of(self, memory: MemoryId, moment: datetime) -> Memory | None:
        """Return a memory as it was at a moment."""
        ...

    def placed(self, view: View) -> list[tuple[str, MemoryId]]:
        """Return every file that memories in a view are about or were read from, the last changed memories first."""
        ...

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
        """Yield memories in a view, by their last change and then by id; only those after `beyond`, in that order."""
        ...

    def count_kind(self, kind: Kind) -> int:
        """Return how many active memories are of a kind."""
        ...

    def counts(self, now: datetime | None = None) -> Mapping[str, int]:
        """Return how many memories there are per status; with `now`, what is due by then counts as expired."""
        ...

    def scopes(self) -> list[str]:
        """Return the distinct scopes in use; a handful."""
        ...

    def last_revision(self, memory: MemoryId) -> int:
        """Return the highest revision number ever given out for a memory."""
        ...

    def titled(self, kind: Kind, title: str, scope: str, *, limit: int) -> list[MemoryId]:
        """Return current memories with exactly this kind, title and scope, the latest first."""
        ...

    def linking(self, kind: str, *, limit: int) -> list[MemoryId]:
        """Return memories that carry a link of this kind."""
        ...

    def due(self, moment: datetime) -> list[MemoryId]:
        """Return active memories whose time is over, a hundred at most."""
        ...

    def any_purged(self) -> bool:
        """Tell whether anything was ever purged here."""
        ...

    def is_purged(self, key: str, memory: MemoryId | None = None) -> bool:
        """Tell whether this content or memory was purged and must not come back."""
        ...


class Index(Protocol):
    """Candidates for recall. Engines bring them; the recall room ranks."""

    def statistics(self, terms: Sequence[str], before: datetime | None = None) -> Statistics:
        """Return collection statistics for these terms: of what is current, or of all that was said by a moment."""
        ...

    def vocabulary(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """Return the terms in use that start so, each with its number of current documents."""
        ...

    def lexical(
        self,
        terms: Sequence[str],
        view: View,
        limit: int,
        *,
        joint: Sequence[Sequence[str]] = (),
        besides: Sequence[Sequence[str]] = (),
    ) -> list[Document]:
        """Return the documents that share most with these terms, or have one of every group in `joint`.

        Of the latter, those that have one of a group in `besides` as well come first.
        """
        ...

    def placed(self, paths: Sequence[str], view: View, limit: int) -> list[Document]:
        """Return the documents anchored at these paths, newest first."""
        ...

    def addressed(self, addresses: Sequence[int], limit: int) -> Iterator[Addressed]:
        """Yield what is in force at these addresses: what weighs most, then what few share an address with."""
        ...

    def expect(self, addresses: Iterable[int], limit: int) -> None:
        """Prepare for being asked what stands at these addresses, one after the other, within one transaction."""
        ...

    def linked(self, memories: Sequence[MemoryId], view: View, limit: int) -> list[tuple[MemoryId, Document]]:
        """Return documents related to these memories, each with the memory it is related to."""
        ...

    def neighbours(self, documents: Sequence[Document], view: View) -> list[tuple[int, Document]]:
        """Return the two turns before and after in the same session: (position of the document, neighbour)."""
        ...

    def compare(self, model: str, vector: bytes) -> "Comparison":
        """Compare a question with every vector of a model."""
        ...

    def models(self) -> list[str]:
        """Return the models that vectors are there of; the first has them all, as far as any does."""
        ...

    def terms_of(self, memories: Sequence[MemoryId]) -> list[str]:
        """Return the search terms stored for these memories, a line per field."""
        ...


class Comparison(Protocol):
    """How close everything in a partition is to one question: exact, in whole numbers of the stored vectors."""

    def nearest(self, view: View, limit: int) -> list[Document]:
        """Return the documents closest to the question that the view allows, best first, ties by position."""
        ...

    def cosines(self, documents: Sequence[Document]) -> Mapping[int, float]:
        """Return the cosine of each document that has a vector, by its position."""
        ...


class Journal(Protocol):
    """Sessions and their events."""

    def record(self, session: Session, events: Sequence[Event]) -> int:
        """Add events that are not there yet and bring the session up to date; return how many were new."""
        ...

    def knows(self, session: str, key: str) -> bool:
        """Say whether an event is on record."""
        ...

    def models(self, session: str) -> list[tuple[str, datetime]]:
        """Return the models that worked in a session, each with when it was first heard of."""
        ...

    def find(self, session: str) -> Session | None:
        """Return a session by id."""
        ...

    def resolve(self, reference: str) -> list[str]:
        """Return the sessions whose id starts like this, a few at most."""
        ...

    def sessions(self, *, limit: int = 50, offset: int = 0) -> list[Session]:
        """Return sessions, the latest first."""
        ...

    def events(self, session: str, *, limit: int = 0) -> Iterator[Event]:
        """Yield a session's events in order."""
        ...

    def search(self, words: Sequence[str], *, limit: int, latest: int = 0) -> list[Event]:
        """Return the events whose text holds most of these lower-case words, of equal ones the latest first.

        Looked through are the `latest` events, or all.
        """
        ...

    def close(self, session: str, at: datetime, outcome: str) -> None:
        """Mark a session as ended."""
        ...

    def close_idle(self, before: datetime) -> int:
        """Mark sessions as abandoned that were last heard of before; return how many."""
        ...

    def trim(self, *, before: datetime | None = None, keep: int = 0) -> int:
        """Drop old events by number, and by age as the journal's own order shows it; return how many went.

        No gap between two events counts for more than a week: a clock that was wrong once makes nothing old.
        """
        ...

    def saying(self, carries: Callable[[str], bool]) -> list[tuple[str, str]]:
        """Return session and key of every event that carries something."""
        ...

    def forget_where(self, carries: Callable[[str], bool]) -> int:
        """Drop every event that carries something; return how many went."""
        ...


class Receipts(Protocol):
    """What was given to whom."""

    def record(self, receipt: Receipt) -> None:
        """Put a receipt on record."""
        ...

    def given_in(self, session: str) -> Mapping[MemoryId, int]:
        """Return the memories a session was given, with the latest revision given."""
        ...

    def told_in(self, session: str, to: str) -> list[tuple[MemoryId, int, str]]:
        """Return (memory, revision, verb) of what one reader was told in a session since its last `compact`."""
        ...

    def spent_in(self, session: str, to: str) -> int:
        """Return the tokens that one reader was given unasked in a session, beyond its brief."""
        ...

    def sessions_told(self, memory: MemoryId, verb: str, since: datetime) -> int:
        """Return in how many sessions a memory was given in this way since then."""
        ...

    def of_session(self, session: str) -> list[Receipt]:
        """Return a session's receipts, oldest first."""
        ...

    def of_memory(self, memory: MemoryId, *, limit: int = 0) -> list[Receipt]:
        """Return the receipts that name a memory, the latest first."""
        ...

    def find(self, reference: str) -> Receipt | None:
        """Return one receipt."""
        ...


class Exchange(Protocol):
    """Operations on their way between two stores of one partition."""

    def held(self) -> Mapping[DeviceId, Sequence[tuple[int, int]]]:
        """Return which operations of which device are here: ranges of numbers, first and last."""
        ...

    def carried(self, device: DeviceId, first: int, last: int, *, limit: int) -> Iterator[Carried]:
        """Yield operations of one device as they were written, in order."""
        ...

    def receive(self, carried: Sequence[Carried]) -> list[Operation]:
        """Write operations that are not here yet, within the transaction at hand; return those that were new."""
        ...


class Partition(Protocol):
    """One project, group or user, apart from all others."""

    @property
    def key(self) -> str:
        """The scope it is for, as `Scope.partition` names it."""
        ...

    @property
    def log(self) -> Log:
        """The canonical operations."""
        ...

    @property
    def memories(self) -> Memories:
        """The current state."""
        ...

    @property
    def index(self) -> Index:
        """Candidates for recall."""
        ...

    @property
    def journal(self) -> Journal:
        """Sessions and their events."""
        ...

    @property
    def receipts(self) -> Receipts:
        """What was given to whom."""
        ...

    @property
    def judged(self) -> Judged | None:
        """What checkouts judged last, where a store is shared with those who have none."""
        ...

    @property
    def exchange(self) -> Exchange:
        """Operations on their way out and in."""
        ...

    def noting(self) -> AbstractContextManager[None]:
        """Open a write transaction for what need not outlive a power cut, such as what was given to whom.

        Once it ends, every process sees it and no crash of a program takes it away; the disk has it by the next write
        of memory.
        """
        ...

    def writing(self) -> AbstractContextManager[None]:
        """Open one write transaction; nothing of it is visible or kept unless it ends without an error."""
        ...

    def trying(self) -> AbstractContextManager[None]:
        """Open a part of a write transaction that may fail by itself: then nothing of it is kept, of the rest all."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Hold one snapshot for several reads."""
        ...

    def reindex(self, progress: "Progress | None" = None) -> int:
        """Build everything derived again from the log; return how many memories there are."""
        ...

    def unembedded(self) -> int:
        """Return how many memories wait for a vector."""
        ...

    def purge(self, purge: "Purge") -> None:
        """Remove content for good: payloads, projections, vectors and journal text."""
        ...

    def bury(self, memory: MemoryId, stones: Sequence["Stone"]) -> None:
        """Drop what a memory said, where one is named, and leave tombstones."""
        ...

    def tombstones(self) -> list[tuple[MemoryId, "Stone"]]:
        """Return what stays of everything purged here, with the memory it was, if it was one."""
        ...

    def note_key(self, key: str) -> None:
        """Note the fingerprint of a secret that tombstones here were made with."""
        ...

    def keys(self) -> list[str]:
        """Return the fingerprints of the secrets that tombstones here were made with."""
        ...

    def contains(self, text: str) -> bool:
        """Tell whether anything but an event of the journal still contains these characters."""
        ...

    def differing(self) -> list[MemoryId]:
        """Return the memories that are not kept, or cannot be found, as the log makes them.

        Both are written at once, so where they differ a disk did that.
        """
        ...

    def problems(self) -> list[str]:
        """Check the log and what is derived from it; return what is wrong."""
        ...

    def close(self) -> None:
        """Let go of the partition."""
        ...


class Progress(Protocol):
    """Called during long work with how much is done and how much there is."""

    def __call__(self, done: int, total: int) -> None:
        """Report progress."""
        ...


class Catalog(Protocol):
    """What is known across partitions: projects and what finds them on any machine, groups, what was purged."""

    def find_project(self, evidence: Sequence[tuple[str, str]]) -> list[tuple[str, str, ProjectId]]:
        """Return (kind, value, project) for every piece of evidence that is known."""
        ...

    def has_project(self, project: ProjectId) -> bool:
        """Tell whether a project is known."""
        ...

    def get_project(self, project: ProjectId) -> Project:
        """Return a project."""
        ...

    def add_project(self, project: Project) -> None:
        """Add a project, or evidence to a known one."""
        ...

    def ensure_project(self, project: Project) -> ProjectId:
        """Add a project unless its first piece of evidence is known by now; return the id that holds it."""
        ...

    def move_evidence(self, old: ProjectId, project: Project) -> None:
        """Take these pieces of evidence from the old project and give them to this one."""
        ...

    def called(self, name: str) -> list[ProjectId]:
        """Return the projects that have this id or this name."""
        ...

    def members(self, group: str) -> list[ProjectId]:
        """Return the projects that share with a group."""
        ...

    def projects(self) -> list[Project]:
        """Return all projects."""
        ...

    def groups_of(self, project: ProjectId) -> list[str]:
        """Return the groups a project chose to share with."""
        ...

    def join_group(self, group: str, project: ProjectId) -> None:
        """Let a project share with a group."""
        ...

    def leave_group(self, group: str, project: ProjectId) -> None:
        """End that."""
        ...

    def bookmarks(self, project: ProjectId, name: str) -> list[str]:
        """Return how far something of a project was read before."""
        ...

    def add_bookmarks(self, project: ProjectId, name: str, values: Iterable[str]) -> None:
        """Note how far something of a project was read."""
        ...

    def key(self) -> bytes | None:
        """Return the secret that tombstones of a shared store are made with; None where the home's own serves."""
        ...

    def bury(self, hashes: Iterable[str], kind: str = "content") -> None:
        """Keep out, in every partition, what was purged in one: keyed hashes of contents, runs of words or sessions."""
        ...

    def is_purged(self, entry: str, kind: str = "content") -> bool:
        """Tell whether what has this hash was purged anywhere and must not come back."""
        ...

    def any_purged(self) -> bool:
        """Tell whether anything was ever purged."""
        ...

    def buried(self, kind: str) -> list[str]:
        """Return the hashes of everything of a kind that was purged."""
        ...

    def contains(self, text: str) -> bool:
        """Tell whether names or remotes of projects and groups contain these characters."""
        ...

    def problems(self) -> list[str]:
        """Check what keeps it; return what is wrong."""
        ...


class Store(Protocol):
    """All partitions, and the catalogue over them."""

    @property
    def catalog(self) -> Catalog:
        """What is known across partitions."""
        ...

    @property
    def people(self) -> People | None:
        """Who may come in, where a store is shared; an embedded one belongs to whoever owns its folder."""
        ...

    @property
    def files(self) -> Files:
        """What is about files."""
        ...

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written now: a person may still read."""
        ...

    def partition(self, key: str) -> Partition:
        """Return a partition, made on first use; one that was there and is gone is not begun anew."""
        ...

    def find_partition(self, key: str) -> Partition | None:
        """Return a partition that exists already, or None."""
        ...

    def partitions(self) -> list[str]:
        """Return the keys of all partitions."""
        ...

    def problems(self) -> list[str]:
        """Check what is kept; return what is wrong."""
        ...

    def seal_purge(self, keys: Sequence[str]) -> None:
        """Make sure that purged bytes are out of the free space and logs of these partitions."""
        ...

    def release(self) -> None:
        """Give back between two calls what others may need, such as connections; the next call takes it again."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...
