"""Anchoring: take the fingerprint of what a memory is about, at the moment it is learned."""

from __future__ import annotations

import re
from contextlib import suppress

from standfast.capture.draft import Prepared
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.model.anchor import Anchor
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content, Memory
from standfast.model.value import replace

_MOST = 4
# What a project wants of everyone holds wherever it was said, even if the words happen to name a file.
_RULES = frozenset((Kind.CONVENTION, Kind.REQUIREMENT, Kind.PREFERENCE))
# Something that looks like code: a path, a call, a dotted, underscored or camel-cased name, anything in back-ticks.
_NAMES_CODE = re.compile(r"`|\w/\w|\w\.\w|\w\(|[a-z]_[a-z]|[a-z][A-Z]|\bmake \w")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def anchored(context: Context, prepared: Prepared, *, asked: str = "") -> Prepared:
    """Return the draft with fingerprints of its anchors, where the repository can be read.

    What is about code that only the branch at hand has is for that branch, unless a scope was asked for.
    """
    # What an import or a commit speaks of was there then; what is there now says nothing about it.
    of_now = context.here.root is not None and prepared.source.kind not in {"import", "commit"}
    if not of_now or prepared.content.scope.level != "project":
        return prepared
    told = [one.anchor for one in prepared.content.anchors]
    # Files come by the hundred, and name their paths themselves.
    wanted = told or ([] if prepared.source.kind == "document" else _likely(context, prepared))
    if not wanted:
        return prepared
    content = replace(prepared.content, anchors=fingerprinted(context, wanted, claim_of(prepared.content)))
    if doubts := _doubts(context, content.anchors):
        prepared = replace(prepared, notes=(*prepared.notes, *doubts))
    ruled = not told and content.kind in _RULES
    if not asked and not ruled and content.scope == context.scope and (branch := _only_branch(context, content)):
        content = replace(content, scope=replace(content.scope, branch=branch))
    return replace(prepared, content=content)


def _doubts(context: Context, anchors: Sequence[Anchored]) -> list[str]:
    """Return what the claim says and the code does not, at the moment it is said."""
    taken = [one for one in anchors if one.fingerprint is not None and '"x":' in one.fingerprint.data]
    if not taken:
        return []
    from standfast.code.snapshot import open_scene
    from standfast.standing.judge import judge

    scene = open_scene(str(context.here.root))
    return [f"{one.anchor}: {judge(scene, one.anchor, one.fingerprint).reason}" for one in taken]


def _only_branch(context: Context, content: Content) -> str:
    """Return the branch that what is anchored is only true on, or nothing."""
    if not is_only_here(context, content.anchors):
        return ""
    from standfast.standing.land import note_branch

    branch = context.here.branch or context.here.commit[:12]
    note_branch(context, branch)
    return context.clean(branch)


def is_only_here(context: Context, anchors: Sequence[Anchored]) -> bool:
    """Tell whether what is anchored is so on the branch at hand alone; where git cannot tell, it is not."""
    here = context.here
    pairs = [(one.anchor, one.fingerprint) for one in anchors if one.anchor.kind != "commit"]
    if not here.commit or not any(fingerprint for _, fingerprint in pairs):
        return False
    from standfast.code.default_branch import is_plainly_main
    from standfast.code.locate import find_place

    place = find_place(str(here.root))
    if place is not None and here.branch and is_plainly_main(place, here.branch):
        return False  # by far the most is said there, and asking Git takes longer than all the rest
    from standfast.standing.land import find_grounds

    with suppress(StandfastError):
        grounds = find_grounds(context)
        if grounds is None or not grounds.defaults or (here.branch and grounds.is_default(here.branch)):
            return False
        return grounds.is_branch_only(pairs, here.commit)
    return False


def beside(memory: Memory, fresh: Sequence[Anchored]) -> tuple[Anchored, ...]:
    """Return a memory's anchors with what this branch made of them: elsewhere, what was there still counts."""
    from standfast.standing.fingerprint import join_fingerprints

    pairs = zip(memory.content.anchors, fresh, strict=True)
    return tuple(
        Anchored(old.anchor, join_fingerprints(old.fingerprint, new.fingerprint))
        if old.fingerprint and new.fingerprint
        else new
        for old, new in pairs
    )


def _likely(context: Context, prepared: Prepared) -> list[Anchor]:
    """Return what the text itself names, as far as it exists: paths, symbols, commands, dependencies."""
    content = prepared.content
    text = claim_of(content)
    if not _NAMES_CODE.search(text):
        return []
    from standfast.code.snapshot import open_scene
    from standfast.standing.suggest import suggest_anchors

    return suggest_anchors(open_scene(str(context.here.root)), text)[:_MOST]


def claim_of(content: Content) -> str:
    """Return the words that code can be held against: what is claimed, not why."""
    return f"{content.title}\n{content.text}"


def restated(context: Context, content: Content) -> Content:
    """Return a content whose words changed with anchors that go with the new ones."""
    if context.here.root is None:
        return content
    from standfast.code.snapshot import open_scene
    from standfast.standing.fingerprint import restate
    from standfast.standing.judge import judge

    scene = open_scene(str(context.here.root))
    anchors = []
    for one in content.anchors:
        taken = one.fingerprint
        if taken is not None and one.anchor.kind in {"path", "symbol", "lines"}:
            now = judge(scene, one.anchor, taken).now or one.anchor
            anchors.append(Anchored(one.anchor, restate(scene, now, taken, claim_of(content))))
        else:
            anchors.append(one)
    return replace(content, anchors=tuple(anchors))


def fingerprinted(context: Context, anchors: Sequence[Anchor], claim: str | None = None) -> tuple[Anchored, ...]:
    """Return anchors with the fingerprints of what is there now; without one where nothing can be read."""
    if context.here.root is None:
        return tuple(Anchored(one) for one in anchors)
    from standfast.code.snapshot import open_scene
    from standfast.standing.fingerprint import take_fingerprint

    scene = open_scene(str(context.here.root))
    return tuple(Anchored(one, take_fingerprint(scene, one, claim)) for one in anchors)
