"""Near-duplicates: the same words said twice take one place in an answer."""

from standfast.model.kind import Kind
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.recall.rank import Scored
    from standfast.store.values import Document

_WORD = compile_later(r"\w+")
_SAME = 0.85  # of the words of the shorter of two that have one title: the longer one says it too


def fold_duplicates(ranked: "list[Scored]") -> "list[Scored]":
    """Keep the best of those that say the same, and name the others in it.

    So is what was proposed from a commit beside the commit itself: one title, and the words of one in the other.
    """
    kept: list[Scored] = []
    alike: dict[tuple[str, str], list[Scored]] = {}
    for item in ranked:
        title, body = item.document.title, item.document.body
        # Without a title only the very same words are the same: the others need not be looked at.
        others = alike.setdefault((title, "" if title else body), []) if title or body else []
        best = next((other for other in others if _is_same(other.document, item.document)), None) if others else None
        if best is None:
            others.append(item)
            kept.append(item)
        elif best.document.memory != item.document.memory:
            best.folded.append(item.document.memory)
    return kept


def _is_same(one: "Document", other: "Document") -> bool:
    """Tell whether two say the same: word for word, or an episode holds the words of what was learned from it."""
    happened = (one.kind is Kind.EPISODE) != (other.kind is Kind.EPISODE)
    if one.body == other.body or not (happened and one.title):
        return one.body == other.body
    shorter, longer = sorted((frozenset(_WORD.findall(item.body.lower())) for item in (one, other)), key=len)
    return len(shorter & longer) >= _SAME * len(shorter) > 0
