"""Anchoring: take the fingerprint of what a memory is about, at the moment it is learned."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property

from standfast.capture.draft import Prepared
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.model.anchor import PLACES, Anchor, parse_anchor
from standfast.model.kind import HAPPENED, OF_CODE, Kind
from standfast.model.memory import Anchored, Content, Memory
from standfast.model.pattern import compile_later
from standfast.model.value import replace

_MOST = 4
_MARKS = ('"x":', '"v":', '"y":', '"p":', '"o":')  # of a fingerprint whose claim is not borne out
# How to work here holds wherever it was said, even if the words happen to name a file.
_RULES = frozenset((Kind.CONVENTION, Kind.PREFERENCE, Kind.PROCEDURE))
# Something that looks like code: a path, a call, a dotted, underscored or camel-cased name, anything in back-ticks.
_NAMES_CODE = compile_later(
    r"`|\w/\w|\w\.\w|\w\(|[a-z]_[a-z]|[a-z][A-Z]|\b(?:make|just|task|npm|pnpm|yarn|bun|cargo|go|tox|nox) \w"
)
_PINS = compile_later(  # "we are on react 18" has no other sign of code
    r"\b(?:pin\w*|lock\w*|stay\w*|keep|on|at|exactly|least|requires?|supports?|needs?) .{0,60}\d"
    r"|\d`?(?:\+| (?:or|and) (?:newer|later|above|higher|up)\b)"
)
_NAMES_VERSION = compile_later(r"[A-Za-z].{0,40}\d")
_RUN = compile_later(r"[\w./+@-]+")
_FOLDER = compile_later(r"\w/")
_EXTENSION = compile_later(r"\.[A-Za-z]")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.code.snapshot import Snapshot
    from standfast.standing.branches.landed import Grounds


class Look:
    """One look at the repository at hand: what was read for one draft serves the next ones."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @cached_property
    def snapshot(self) -> Snapshot:
        """The files as they are now."""
        from standfast.code.snapshot import open_snapshot

        return open_snapshot(str(self.context.here.root))

    @cached_property
    def grounds(self) -> Grounds | None:
        """The repository for asking about the branch at hand; None on the main one, and where there is none."""
        return _grounds_of_branch(self.context)

    @cached_property
    def is_on_branch(self) -> bool:
        """Whether the caller works on a branch that others do not start from; where git cannot tell, not."""
        here = self.context.here
        with suppress(StandfastError):
            if self.grounds is None:
                return False
            git, defaults = self.grounds.git, self.grounds.defaults
            # Detached at a commit of the main line is not a branch.
            return bool(here.branch) or not any(git.is_ancestor(here.commit, name) for name in defaults)
        return False


def _names_file(text: str) -> bool:
    """Tell whether a text names a file by its folder; each run of such signs is read once."""
    for run in _RUN.finditer(text):
        folder = _FOLDER.search(run[0])
        if folder and _EXTENSION.search(run[0], folder.end()):
            return True
    return False


def anchored(context: Context, prepared: Prepared, *, asked: str = "", look: Look | None = None) -> Prepared:
    """Return the draft with fingerprints of its anchors, where the repository can be read.

    What is said on a feature branch about the code belongs to the branch until it lands, anchored or not; how to work
    here belongs to the project at once, unless it is about code that only the branch has. A person may ask for another
    scope; an agent's word does not reach beyond its branch.
    """
    # What an import or a commit mentions was there then; what is there now says nothing about it.
    of_now = context.here.root is not None and prepared.source.kind not in {"import", "commit"}
    if not of_now or prepared.content.scope.level != "project":
        return prepared
    look = look or Look(context)
    told = [anchor.anchor for anchor in prepared.content.anchors]
    # Files come by the hundred, and name their paths themselves.
    is_file = prepared.source.kind == "document"
    wanted = told or ([] if is_file else _likely(look, prepared))
    known = {anchor.path for anchor in wanted}
    asking = [anchor for anchor in _asking(look, prepared) if anchor.path not in known]
    if any(anchor.kind == "dep" for anchor in wanted):  # all else in the file that lists it has nothing to do with it
        asking = [anchor for anchor in asking if anchor.kind != "path"]
    wanted = [*wanted, *asking]
    content = prepared.content
    if wanted:
        content = replace(content, anchors=_taken(look.snapshot, wanted, claim_of(content)))
        content, spelled = _spelled(look.snapshot, content)
        prepared = replace(prepared, notes=(*prepared.notes, *spelled, *list_doubts(look.snapshot, content.anchors)))
    elif content.kind in OF_CODE - HAPPENED and prepared.source.kind in {"person", "agent"}:
        from standfast.standing.anchors.likely import find_likely
        from standfast.text.amounts import find_amounts

        likely = find_likely(look.snapshot, claim_of(content))
        of_code = bool(likely or _NAMES_CODE.search(content.text) or any(find_amounts(content.text)))
        prepared = replace(prepared, loose=of_code, likely=likely)
    if prepared.source.kind in {"person", "agent"} and _names_file(content.text):
        prepared = replace(prepared, notes=(*prepared.notes, *_missing(look.snapshot, content)))
    if content.kind is Kind.THREAD:
        from standfast.standing.branches.threads import with_branch

        content = with_branch(context, content)
    scope = content.scope
    is_open = not asked or (prepared.source.kind == "agent" and asked.strip() == "project")
    if is_open and not is_file and scope.partition == context.scope.partition and not scope.branch:
        branch = _branch_of(look, content, told=bool(told))
        content = replace(content, scope=replace(scope, branch=branch)) if branch else content
    here = context.here
    if content.scope.branch and content.scope.branch in {here.branch, here.commit[:12]}:
        from standfast.standing.branches.land import note_branch

        note_branch(context, content.scope.branch)
    return replace(prepared, content=content)


def _spelled(snapshot: Snapshot, content: Content) -> tuple[Content, list[str]]:
    """Return a content with anchors as the code spells them, where only capitals differ, and what was said for what."""
    if all(item.fingerprint for item in content.anchors):
        return content, []
    from standfast.standing.anchors.suggest import find_near

    anchors, told = list(content.anchors), []
    for place, item in enumerate(anchors):
        near = find_near(snapshot, item.anchor) if item.fingerprint is None else ""
        if near and near.casefold() == str(item.anchor).casefold():
            anchors[place] = _taken(snapshot, [parse_anchor(near)], claim_of(content))[0]
            told.append(f"{item.anchor}: taken for {near}, as the code spells it")
    return replace(content, anchors=tuple(dict.fromkeys(anchors))), told


def list_doubts(snapshot: Snapshot, anchors: Sequence[Anchored]) -> list[str]:
    """Return what the claim says and the code does not, at the moment it is said, and what was meant by no place."""
    told: list[str] = []
    for item in anchors:
        if item.fingerprint is None:
            from standfast.standing.anchors.suggest import find_near

            near = find_near(snapshot, item.anchor)
            told += [f"{item.anchor}: nothing is there; did you mean {near}?"] if near else []
        elif any(mark in item.fingerprint.data for mark in _MARKS):
            from standfast.standing.anchors.judge import judge
            from standfast.standing.anchors.judgement import NEVER, UNCHECKED, UNSHOWN

            # The same letters mean other things for other kinds of anchors: what is as it is said has no reason.
            reason = judge(snapshot, item.anchor, item.fingerprint).reason
            reason = reason.removesuffix(NEVER).removesuffix(" when it was said")
            # A bare number may count anything; an amount that nothing there gives is worth a second look.
            is_plain = reason.endswith(UNSHOWN) and " " not in reason.removesuffix(UNSHOWN)
            told += [f"{item.anchor}: {reason}"] if reason and not is_plain and reason != UNCHECKED else []
    return told


def _missing(snapshot: Snapshot, content: Content) -> list[str]:
    """Return which files the claim says are there and are not; what was told as an anchor is answered as one."""
    from standfast.standing.anchors.suggest import find_near, list_missing

    told = {item.anchor.path for item in content.anchors}
    missing = [path for path in list_missing(snapshot, claim_of(content)) if path not in told]
    near = {path: find_near(snapshot, Anchor("path", path)) for path in missing}
    return [f"{path}: there is no such file{f'; did you mean {near[path]}?' if near[path] else ''}" for path in missing]


def _asking(look: Look, prepared: Prepared) -> list[Anchor]:
    """Return where the files at the top say what is claimed of a version or a value: the claim is about them."""
    content = prepared.content
    if prepared.source.kind not in {"person", "agent"} or content.kind in HAPPENED or content.kind is Kind.THREAD:
        return []
    if not _NAMES_VERSION.search(content.text):
        return []
    from standfast.standing.claims.settings import list_asking

    return list_asking(look.snapshot, claim_of(content))[:_MOST]


def _branch_of(look: Look, content: Content, *, told: bool) -> str:
    """Return the branch that a content is for, or nothing where it is the project's."""
    context = look.context
    of_code = content.kind in OF_CODE and look.is_on_branch
    of_here = _names_file_of_branch if content.kind in _RULES and not told else is_only_here
    if not of_code and not of_here(context, content.anchors, look):
        return ""
    branch = context.here.branch or context.here.commit[:12]
    return context.clean(branch)


def is_only_here(context: Context, anchors: Sequence[Anchored], look: Look | None = None) -> bool:
    """Tell whether what is anchored is so on the branch at hand alone; where git cannot tell, it is not."""
    here = context.here
    pairs = [(anchor.anchor, anchor.fingerprint) for anchor in anchors if anchor.anchor.kind != "commit"]
    if not any(fingerprint for _, fingerprint in pairs):
        return False
    with suppress(StandfastError):
        grounds = (look or Look(context)).grounds
        return grounds is not None and grounds.is_branch_only(pairs, here.commit)
    return False


def _names_file_of_branch(context: Context, anchors: Sequence[Anchored], look: Look) -> bool:
    """Tell whether a rule names files, and only the branch at hand has any of them."""
    paths = [item.anchor.path for item in anchors if item.anchor.kind in PLACES]
    if not paths or len(paths) < len(anchors) or not context.here.commit:
        return False
    with suppress(StandfastError):
        return look.grounds is not None and look.grounds.lacks(paths)
    return False


def _grounds_of_branch(context: Context) -> Grounds | None:
    """Return the repository for asking about the branch at hand; None on the main one, and where there is none."""
    here = context.here
    if not here.commit:
        return None
    from standfast.code.default_branch import is_plainly_main
    from standfast.code.locate import find_checkout

    place = find_checkout(str(here.root))
    if place is not None and here.branch and is_plainly_main(place, here.branch):
        return None  # by far the most is said there, and asking Git takes longer than all the rest
    from standfast.standing.branches.land import find_grounds

    grounds = find_grounds(context)
    if grounds is None or not grounds.defaults or (here.branch and grounds.is_default(here.branch)):
        return None
    return grounds


def beside(memory: Memory, fresh: Sequence[Anchored]) -> tuple[Anchored, ...]:
    """Return a memory's anchors with what this branch made of them: elsewhere, what was there still counts."""
    from standfast.standing.anchors.fingerprint import join_fingerprints

    pairs = zip(memory.content.anchors, fresh, strict=True)
    return tuple(
        Anchored(old.anchor, join_fingerprints(old.fingerprint, new.fingerprint))
        if old.fingerprint and new.fingerprint
        else new
        for old, new in pairs
    )


def _likely(look: Look, prepared: Prepared) -> list[Anchor]:
    """Return what the text itself names, as far as it exists: paths, symbols, commands, dependencies."""
    content = prepared.content
    text = claim_of(content)
    if not _NAMES_CODE.search(text) and not _PINS.search(text):
        return []
    from standfast.standing.anchors.suggest import suggest_anchors

    return suggest_anchors(look.snapshot, text)[:_MOST]


def claim_of(content: Content) -> str:
    """Return the words that code can be held against: what is claimed, not why."""
    return f"{content.title}\n{content.text}"


def restated(context: Context, content: Content) -> Content:
    """Return a content whose words changed with anchors that go with the new ones: they are said of the code of now.

    Where the code is so on the branch at hand alone, what everyone else has still counts beside it, unless that is
    what the new words are no longer true of.
    """
    if context.here.root is None:
        return content
    from standfast.standing.anchors.fingerprint import join_fingerprints, restate, take_fingerprint
    from standfast.standing.anchors.judge import judge

    look, claim = Look(context), claim_of(content)
    anchors = []
    for anchor in content.anchors:
        taken = anchor.fingerprint
        if anchor.anchor.kind == "commit":
            anchors.append(anchor)
            continue
        now = judge(look.snapshot, anchor.anchor, taken).now or anchor.anchor
        old = restate(look.snapshot, now, taken, claim) if taken is not None else None
        fresh = Anchored(now, take_fingerprint(look.snapshot, now, claim))
        if fresh.fingerprint is None:
            fresh = Anchored(anchor.anchor, old)
        elif old is not None and not content.scope.branch and _counts_elsewhere(look, fresh):
            fresh = Anchored(anchor.anchor, join_fingerprints(old, fresh.fingerprint))
        anchors.append(fresh)
    return replace(content, anchors=tuple(anchors))


def _counts_elsewhere(look: Look, fresh: Anchored) -> bool:
    """Tell whether something is so here alone, and what is claimed of it is not untrue of what everyone else has."""
    if not is_only_here(look.context, [fresh], look):
        return False
    with suppress(StandfastError):
        return look.grounds is not None and not look.grounds.denies(fresh.anchor, fresh.fingerprint)
    return False


def fingerprinted(context: Context, anchors: Sequence[Anchor], claim: str | None = None) -> tuple[Anchored, ...]:
    """Return anchors with the fingerprints of what is there now; without one where nothing can be read."""
    if context.here.root is None:
        return tuple(Anchored(anchor) for anchor in anchors)
    return _taken(Look(context).snapshot, anchors, claim)


def _taken(snapshot: Snapshot, anchors: Sequence[Anchor], claim: str | None) -> tuple[Anchored, ...]:
    from standfast.standing.anchors.fingerprint import take_fingerprint

    return tuple(Anchored(anchor, take_fingerprint(snapshot, anchor, claim)) for anchor in anchors)
