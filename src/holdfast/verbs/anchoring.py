"""Anchoring: take the fingerprint of what a memory is about, at the moment it is learned."""

from __future__ import annotations

from holdfast.model.anchor import Anchor
from holdfast.model.memory import Anchored
from holdfast.model.value import replace
from holdfast.verbs.context import Context
from holdfast.verbs.draft import Prepared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def anchored(context: Context, prepared: Prepared) -> Prepared:
    """Return the draft with fingerprints of its anchors, where the repository can be read."""
    if context.here.root is None or not prepared.content.anchors or prepared.source.kind == "import":
        return prepared
    anchors = fingerprinted(context, [one.anchor for one in prepared.content.anchors])
    return replace(prepared, content=replace(prepared.content, anchors=anchors))


def fingerprinted(context: Context, anchors: Sequence[Anchor]) -> tuple[Anchored, ...]:
    """Return anchors with the fingerprints of what is there now; without one where nothing can be read."""
    if context.here.root is None:
        return tuple(Anchored(one) for one in anchors)
    from holdfast.repo.fingerprint import take_fingerprint
    from holdfast.repo.scene import open_scene

    scene = open_scene(str(context.here.root))
    return tuple(Anchored(one, take_fingerprint(scene, one)) for one in anchors)
