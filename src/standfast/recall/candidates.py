"""Candidates from every side: words, meaning, places, links and neighbours; each may bring a memory in on its own.

Owns which documents are looked at, never their order. Everything is asked of one partition through a view, so what
may not be seen is not among them.
"""

from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.recall import weights
from standfast.recall.rank import span
from standfast.recall.terms import folders_of
from standfast.recall.words import is_about, is_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.recall.ask import Ask
    from standfast.recall.question import Question
    from standfast.recall.when import When
    from standfast.store.contract import Comparison, Partition
    from standfast.store.values import Document, View

KEPT_BACK = (Status.PROPOSED, Status.DISPUTED, Status.QUARANTINED, Status.SUPERSEDED, Status.EXPIRED)
MOST_PATHS = 16


class Pool:
    """What was found in one partition: documents and cosines by position, which stand beside one or are linked."""

    def __init__(
        self, partition: "Partition", view: "View", question: "Question", sense: "tuple[str, bytes] | None" = None
    ) -> None:
        self.partition = partition
        self.view = view
        self.question = question
        self.documents: dict[int, Document] = {}
        self.cosines: dict[int, float] = {}
        self.neighbours: dict[int, set[int]] = {}
        self.links: dict[int, set[int]] = {}
        self._sense = sense
        self._compared: Comparison | None = None
        self._kept_back: list[Document] | None = None
        self._wide = 1

    def bring(self, documents: "list[Document]") -> None:
        """Take in what was found already."""
        self._add(documents)

    def gather(self, ask: "Ask", when: "When | None" = None) -> list[int]:
        """Ask words, places and meaning; return the rows found."""
        index = self.partition.index
        self._wide = max(1, -(-ask.limit // weights.WIDE))
        self._add_worded()
        if when is not None:
            self._add_dated(when)
        if ask.files:
            self._add(index.placed(places(ask.files), self.view, weights.PLACED_LIMIT))
        if self._sense is not None:
            self._add_nearest(*self._sense)
        rows = list(self.documents)
        self._compare(rows)
        return rows

    def _add_worded(self) -> None:
        """Bring what shares words with the question; common words that hardly ever meet are looked up apart."""
        question, find, limit = self.question, self.partition.index.lexical, weights.LEXICAL_LIMIT * self._wide
        found = find(question.telling, self.view, limit, joint=question.joint, besides=question.besides)
        if len(question.joint) > 1 and len(found) < limit // 4:
            found += find((), self.view, limit, joint=question.joint[:1])
        self._add(found)

    def _add_dated(self, when: "When") -> None:
        """Bring what shares words with the question among what was said at the time it names."""
        question, limit = self.question, weights.LEXICAL_LIMIT * self._wide
        found = self.partition.index.lexical(
            question.telling, self.view, weights.DATED_LIMIT, joint=question.joint, besides=question.besides
        )
        self._add([document for document in found if span(document, when) == 1.0][:limit])

    def kept_back(self) -> "list[Document]":
        """Return what has most of the words of the question and would be seen, were its status not what it is."""
        if self._kept_back is None:
            self._kept_back = [item for item in self._find_kept_back() if is_about(item, self.question)]
        return self._kept_back

    def add_successors(self, replaced: "Sequence[Document]") -> "dict[int, Document]":
        """Bring what took the place of memories that are no longer current: by position, what it replaced."""
        by_memory = {item.memory: item for item in replaced if item.status == Status.SUPERSEDED.value}
        found: dict[int, Document] = {}
        if by_memory:
            for memory, document in self.partition.index.linked(list(by_memory), self.view, weights.LINKED_LIMIT):
                if self._takes(document):
                    found[document.position] = by_memory[memory]
            self._compare(list(found))
        return found

    def _find_kept_back(self) -> "list[Document]":
        if self.view.before is not None or not self.view.statuses:
            return []
        others = tuple(item for item in KEPT_BACK if item not in self.view.statuses)
        view = replace(self.view, statuses=others)
        # The two rarest words must meet: what is not current may be a lot, and this is a hint, not an answer.
        joint = [(term,) for term in self.question.asked[:2]]
        return self.partition.index.lexical((), view, weights.HIDDEN_LIMIT, joint=joint)

    def add_neighbours(self, best: "Sequence[int]") -> list[int]:
        """Bring what was said just before and after the best: it lends them its words, and may answer itself."""
        known = set(self.documents)
        spoken = [item for row in best if is_turn(item := self.documents[row])]
        if not spoken:
            return []
        for row, neighbour in self.partition.index.neighbours(spoken, self.view):
            if self._takes(neighbour):
                self.neighbours.setdefault(row, set()).add(neighbour.position)
                self.neighbours.setdefault(neighbour.position, set()).add(row)
        return self._compare([row for row in self.documents if row not in known])

    def follow_links(self, best: "Sequence[int]") -> list[int]:
        """Bring what the best candidates are linked to; return the rows that are new."""
        if not best:
            return []
        row_of = {self.documents[row].memory: row for row in best}
        known = set(self.documents)
        for memory, document in self.partition.index.linked(list(row_of), self.view, weights.LINKED_LIMIT):
            if self._takes(document):
                self.links.setdefault(document.position, set()).add(row_of[memory])
        return self._compare([row for row in self.documents if row not in known])

    def _add(self, documents: "list[Document]") -> None:
        """Take in what may be seen."""
        for document in documents:
            self._takes(document)

    def _takes(self, document: "Document") -> bool:
        """Take in a document, and tell whether it may be seen."""
        seen = document.position in self.documents or self._held(document)
        if seen:
            self.documents[document.position] = document
        return seen

    def _held(self, document: "Document") -> bool:
        """Tell whether a document was current at the moment the view looks from."""
        moment = self.view.before
        if moment is None:
            return True
        allowed = self.view.statuses or tuple(Status)
        if document.settled:
            return document.status in allowed
        then = self.partition.memories.as_of(document.memory, moment)
        return then is not None and then.revision == document.revision and then.status in allowed

    def _add_nearest(self, model: str, vector: bytes) -> None:
        """Bring the closest documents the view allows."""
        self._compared = self.partition.index.compare(model, vector)
        self._add(self._compared.nearest(self.view, weights.DENSE_LIMIT * self._wide))

    def _compare(self, rows: list[int]) -> list[int]:
        if self._compared is not None:
            self.cosines.update(self._compared.cosines([self.documents[row] for row in rows]))
        return rows


def places(files: tuple[str, ...]) -> list[str]:
    """Return the paths at hand and the folders they are in: a memory may be about a whole folder."""
    sound = [path.encode("utf-8", "replace").decode() for path in files[:MOST_PATHS]]
    return list(dict.fromkeys([*sound, *(folder for path in sound for folder in folders_of(path))]))
