"""Anchoring: take the fingerprint of what a memory is about, at the moment it is learned."""

from dataclasses import replace

from holdfast.model.memory import Anchored
from holdfast.verbs.context import Context
from holdfast.verbs.draft import Prepared


def anchored(context: Context, prepared: Prepared) -> Prepared:
    """Return the draft with fingerprints of its anchors, where the repository can be read."""
    root = context.here.root
    if root is None or not prepared.content.anchors or prepared.source.kind == "import":
        return prepared
    from holdfast.repo.anchor import take_fingerprint

    anchors = tuple(Anchored(one.anchor, take_fingerprint(root, one.anchor)) for one in prepared.content.anchors)
    return replace(prepared, content=replace(prepared.content, anchors=anchors))
