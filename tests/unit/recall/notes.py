"""A real store with the shipped embedder, and short ways to say things to it."""

from datetime import UTC, datetime, timedelta

from standfast.model.anchor import parse_anchor
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content, Link
from standfast.model.operation import Act
from standfast.model.scope import parse_partition
from standfast.model.source import Source
from standfast.recall.ask import Ask, Ranking
from standfast.recall.embed import open_embedder
from standfast.recall.search import search
from standfast.store.sqlite.partition import SqlitePartition
from standfast.store.values import Change, View

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
EMBEDDER = open_embedder()


class Notes:
    """One partition to say things to and ask."""

    def __init__(self, partition: SqlitePartition) -> None:
        self.partition = partition
        self.said: dict[MemoryId, str] = {}

    def say(
        self,
        text: str,
        *,
        kind: Kind = Kind.FACT,
        title: str = "",
        tags: tuple[str, ...] = (),
        anchors: tuple[str, ...] = (),
        links: tuple[Link, ...] = (),
        session: str = "",
        days_ago: float = 1,
        supersedes: tuple[MemoryId, ...] = (),
        person: bool = True,
        branch: str = "",
        doubt: bool = False,
    ) -> MemoryId:
        """Write one memory."""
        memory = MemoryId(mint("memory"))
        content = Content(
            kind=kind,
            text=text,
            scope=parse_partition(self.partition.key).narrowed(branch=branch),
            title=title,
            tags=tags,
            anchors=tuple(Anchored(parse_anchor(anchor)) for anchor in anchors),
            links=links,
        )
        source = Source("person" if person else "agent", "ana", session=session)
        at = NOW - timedelta(days=days_ago)
        payload = {"content": encode_content(content), **({"doubt": True} if doubt else {})}
        with self.partition.writing():
            self.partition.log.append(
                Change(Act.REMEMBER, source, memory, payload, at, supersedes=supersedes, revision=1)
            )
        self.said[memory] = text
        return memory

    def change(self, act: Act, memory: MemoryId, **options: object) -> None:
        """Append another operation on a memory."""
        with self.partition.writing():
            self.partition.log.append(Change(act, Source("person", "ana"), memory, **options))  # type: ignore[arg-type]

    def main_view(self) -> View:
        """Return the view of somebody who is on no branch of interest."""
        return View(scopes=(self.partition.key,))

    def ask(self, query: str, **options: object) -> Ranking:
        """Ask this partition with the shipped embedder."""
        return ask([self], query, **options)

    def found(self, query: str, **options: object) -> list[str]:
        """Return the texts that answer, best first."""
        return [self.said[hit.document.memory] for hit in self.ask(query, **options).hits]


def ask(notes: list[Notes], query: str, *, view: View | None = None, **options: object) -> Ranking:
    """Ask several partitions at once."""
    settings: dict[str, object] = {"now": NOW, "embedder": EMBEDDER, **options}
    return search([(note.partition, view or View()) for note in notes], Ask(query, **settings))  # type: ignore[arg-type]
