"""Near-duplicates: the same words said twice take one place in an answer."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.recall.rank import Scored


def fold_duplicates(ranked: "list[Scored]") -> "list[Scored]":
    """Keep the best of those that say the same, and name the others in it."""
    kept: list[Scored] = []
    by_words: dict[tuple[str, str], Scored] = {}
    for item in ranked:
        words = (item.document.title, item.document.body)
        best = by_words.get(words) if any(words) else None
        if best is None:
            by_words[words] = item
            kept.append(item)
        elif best.document.memory != item.document.memory:
            best.folded.append(item.document.memory)
    return kept
