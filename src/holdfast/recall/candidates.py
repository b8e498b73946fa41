"""Candidates from every side: words, meaning, places, links and neighbours; each may bring a memory in on its own.

Owns which documents are looked at, never their order. Everything is asked of one partition through a view, so what
may not be seen is not among them.
"""

from holdfast.model.trust import Status
from holdfast.recall import weights
from holdfast.recall.embed.vector import cosine
from holdfast.recall.question import Question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.recall.ask import Ask
    from holdfast.recall.dense import Found
    from holdfast.store.contract import Partition
    from holdfast.store.values import Document, View

MOST_PATHS = 16
MOST_ROWS = 4096


class Pool:
    """What was found in one partition: documents and cosines by row, and which rows stand beside a row."""

    def __init__(self, partition: "Partition", question: Question) -> None:
        self.partition = partition
        self.question = question
        self.documents: dict[int, Document] = {}
        self.cosines: dict[int, float] = {}
        self.neighbours: dict[int, list[int]] = {}
        self.links: dict[int, list[int]] = {}

    def add(self, documents: "list[Document]") -> None:
        """Take documents in."""
        for document in documents:
            self.documents.setdefault(document.row, document)


def gather(partition: "Partition", view: "View", ask: "Ask", question: Question, vector: bytes | None) -> Pool:
    """Ask every side of one partition."""
    index = partition.index
    pool = Pool(partition, question)
    pool.add(index.lexical(question.telling, view, weights.LEXICAL_LIMIT))
    pool.add(index.placed(places(ask.files), view, weights.PLACED_LIMIT))
    scanned = _add_nearest(pool, view, ask, vector) if vector is not None and not ask.light else None
    _add_neighbours(pool, view)
    if view.before is not None:
        _keep_what_held(pool, view)
    _add_links(pool, view)
    if scanned is not None:
        pool.cosines = scanned.cosines_of(list(pool.documents))
    elif vector is not None and ask.embedder is not None:
        stored = index.vectors_of(ask.embedder.model, list(pool.documents))
        pool.cosines = {row: cosine(vector, other) for row, other in stored.items()}
    return pool


def places(files: tuple[str, ...]) -> list[str]:
    """Return the paths at hand and the folders they are in: a memory may be about a whole folder."""
    found = dict.fromkeys(files[:MOST_PATHS])
    for path in files[:MOST_PATHS]:
        folder = path.rpartition("/")[0]
        while folder:
            found[folder] = None
            folder = folder.rpartition("/")[0]
    return list(found)


def _add_nearest(pool: Pool, view: "View", ask: "Ask", vector: bytes) -> "Found":
    """Bring the closest documents the view allows: what it hides makes room for the next."""
    from holdfast.recall.dense import scan

    assert ask.embedder is not None
    index = pool.partition.index
    found = scan(index, ask.embedder.model, vector)
    wanted, seen, asked = weights.DENSE_LIMIT, 0, 2 * weights.DENSE_LIMIT
    while wanted > 0 and seen < MOST_ROWS:
        best = found.nearest(asked)
        visible = index.documents(best[seen:], view) if len(best) > seen else []
        pool.add(visible)
        wanted -= len(visible)
        if len(best) < asked:
            break
        seen, asked = len(best), asked * 4
    return found


def _add_neighbours(pool: Pool, view: "View") -> None:
    """Bring what was said just before and after: it lends a short turn its words, and may answer itself."""
    spoken = [document for document in pool.documents.values() if document.session]
    for row, neighbour in pool.partition.index.neighbours(spoken, view):
        pool.add([neighbour])
        pool.neighbours.setdefault(row, []).append(neighbour.row)


def _add_links(pool: Pool, view: "View") -> None:
    pass


def _keep_what_held(pool: Pool, view: "View") -> None:
    """Drop what was not current at the moment the view looks from."""
    moment = view.before
    assert moment is not None
    allowed = view.statuses or tuple(Status)
    for row, document in list(pool.documents.items()):
        if document.settled:
            holds = document.status in allowed
        else:
            then = pool.partition.memories.as_of(document.memory, moment)
            holds = then is not None and then.revision == document.revision and then.status in allowed
        if not holds:
            del pool.documents[row]
