"""What a question means, in the words of the model whose vectors a partition has.

Owns which embedder serves a partition, and what is told about it. After the embedder was changed, the vectors are of
the one before until `standfast reindex` has made new ones: that one goes on serving, where it can be opened, because
vectors of two models must never meet.
"""

from standfast.errors import StandfastError, Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.recall.ask import Ask
    from standfast.recall.embed.contract import Embedder
    from standfast.store.contract import Partition


class Meaning:
    """One question as each model in use reads it."""

    def __init__(self, ask: "Ask") -> None:
        self._ask = ask
        self._read: dict[str, bytes | None] = {}
        self.told = "off" if ask.embedder is None or ask.light else "on"

    def of(self, partition: "Partition") -> tuple[str, bytes] | None:
        """Return (model, vector) for a partition, or None where meaning cannot be compared."""
        wanted = self._ask.embedder
        if wanted is None or self._ask.light:
            return None
        try:
            embedder = self._serving(partition, wanted)
            if embedder is None:
                return None
            model = embedder.model
            if model not in self._read:
                vector = embedder.embed_query(self._ask.query)
                self._read[model] = vector if any(vector) else None
        except Unavailable as error:
            self.told = f"broken: {error.message}"
            return None
        read = self._read[model]
        return (model, read) if read is not None else None

    def _serving(self, partition: "Partition", wanted: "Embedder") -> "Embedder | None":
        there = partition.index.models()
        if not there or wanted.model == there[0]:
            return wanted
        older = there[0]
        opened = _reopened(self._ask, older)
        if opened is None:
            self.told = f"broken: the vectors are of {older}, not of {wanted.model}; run `standfast reindex`"
        else:
            self.told = f"older: {older} serves until `standfast reindex` has made vectors of {wanted.model}"
        return opened


def _reopened(ask: "Ask", model: str) -> "Embedder | None":
    try:
        opened = ask.reopen(model) if ask.reopen else None
    except StandfastError:
        return None
    return opened if opened is not None and opened.model == model else None
