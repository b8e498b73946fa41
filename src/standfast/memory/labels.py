"""Labels: what to call a memory in one line. Reached as `memory.labels`."""

from __future__ import annotations

from standfast.memory.verb import Later, Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context import references
    from standfast.verbs import words
else:
    references = Later("standfast.context.references")
    (words,) = verbs("words")


class Labels(Space):
    """How a list names memories."""

    standings = verb(words.standing_words)
    words = verb(words.tell_words)
    shortest = verb(references.shortest)
