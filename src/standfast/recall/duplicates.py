"""Near-duplicates: the same words said twice take one place in an answer."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.recall.rank import Scored


def fold_duplicates(ranked: "list[Scored]") -> "list[Scored]":
    """Keep the best of those that say the same, and name the others in it."""
    kept: list[Scored] = []
    by_words: dict[tuple[str, str], Scored] = {}
    for one in ranked:
        words = (one.document.title, one.document.body)
        best = by_words.get(words) if any(words) else None
        if best is None:
            by_words[words] = one
            kept.append(one)
        elif best.document.memory != one.document.memory:
            best.folded.append(one.document.memory)
    return kept
