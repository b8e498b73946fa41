"""Mirror: the project's memory as Markdown files in its repository. Reached as `memory.mirror`."""

from __future__ import annotations

from standfast.memory.verb import Later, Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.mirror import pinned
    from standfast.verbs import mirror
else:
    pinned = Later("standfast.mirror.pinned")
    (mirror,) = verbs("mirror")


class Mirror(Space):
    """The Markdown files of the project at hand."""

    export = verb(mirror.mirror_export)
    carry = verb(mirror.mirror_carry)
    import_ = verb(mirror.mirror_import)
    check = verb(mirror.mirror_check)
    write_block = verb(pinned.mirror_block)
