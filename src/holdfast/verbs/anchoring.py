"""Anchoring: take the fingerprint of what a memory is about, at the moment it is learned."""

from __future__ import annotations

import re

from holdfast.model.anchor import Anchor
from holdfast.model.memory import Anchored
from holdfast.model.value import replace
from holdfast.verbs.context import Context
from holdfast.verbs.draft import Prepared

_MOST = 4
# Something that looks like code: a path, a call, a dotted, underscored or camel-cased name, anything in back-ticks.
_NAMES_CODE = re.compile(r"`|\w/\w|\w\.\w|\w\(|[a-z]_[a-z]|[a-z][A-Z]|\bmake \w")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def anchored(context: Context, prepared: Prepared) -> Prepared:
    """Return the draft with fingerprints of its anchors, where the repository can be read."""
    # What an import or a commit speaks of was there then; what is there now says nothing about it.
    of_now = context.here.root is not None and prepared.source.kind not in {"import", "commit"}
    if not of_now or prepared.content.scope.level != "project":
        return prepared
    wanted = [one.anchor for one in prepared.content.anchors]
    if not wanted and prepared.source.kind != "document":  # files come by the hundred, and name their paths themselves
        wanted = _likely(context, prepared)
    if not wanted:
        return prepared
    return replace(prepared, content=replace(prepared.content, anchors=fingerprinted(context, wanted)))


def _likely(context: Context, prepared: Prepared) -> list[Anchor]:
    """Return what the text itself names, as far as it exists: paths, symbols, commands, dependencies."""
    content = prepared.content
    text = f"{content.title}\n{content.text}"
    if not _NAMES_CODE.search(text):
        return []
    from holdfast.repo.scene import open_scene
    from holdfast.repo.suggest import suggest_anchors

    return suggest_anchors(open_scene(str(context.here.root)), text)[:_MOST]


def fingerprinted(context: Context, anchors: Sequence[Anchor]) -> tuple[Anchored, ...]:
    """Return anchors with the fingerprints of what is there now; without one where nothing can be read."""
    if context.here.root is None:
        return tuple(Anchored(one) for one in anchors)
    from holdfast.repo.fingerprint import take_fingerprint
    from holdfast.repo.scene import open_scene

    scene = open_scene(str(context.here.root))
    return tuple(Anchored(one, take_fingerprint(scene, one)) for one in anchors)
