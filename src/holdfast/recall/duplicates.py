"""Near-duplicates: the same words said twice take one place in an answer."""

from holdfast.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.recall.ask import Hit


def fold_duplicates(hits: "list[Hit]") -> "list[Hit]":
    """Keep the best of those that say the same, and name the others in it."""
    kept: dict[tuple[str, str], Hit] = {}
    for hit in hits:
        document = hit.document
        key = (document.title, document.body)
        best = kept.get(key) if document.body or document.title else None
        if best is None:
            kept[key if document.body or document.title else (document.memory, "")] = hit
        elif best.document.memory != document.memory:
            kept[key] = replace(best, folded=(*best.folded, document.memory))
    return list(kept.values())
