"""Pages of memories: what the mirror's file of a memory says, and what a file means in the store's words.

Owns the way between `Memory` and `Page`. The way out is `trust.release`, so nothing is in a page that may not leave;
both sides of every comparison have gone through the same mask. Neighbours: `survey`, `take`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.mirror.folder import KINDS
from standfast.mirror.format import CONTENT, Page
from standfast.mirror.front import BadPage
from standfast.model.anchor import parse_anchor
from standfast.model.kind import HAPPENED, Kind
from standfast.model.memory import Memory, Version
from standfast.model.moment import parse_horizon, parse_time, render_time
from standfast.model.trust import Authority, Status
from standfast.model.value import replace
from standfast.text.lines import one_line, unify_ends
from standfast.trust.release import KINDS as KINDS_OUT, SHARED, Withheld, release


def page_of(context: Context, memory: Memory, supersedes: Sequence[str] = ()) -> Page | Withheld:
    """Return what the mirror may say of a memory, or why nothing."""
    if is_of_documents(memory):
        return Withheld(memory.id, memory.content.kind.value, "a file of this repository says it already")
    released = release(memory, mask=context.mask)
    if isinstance(released, Withheld):
        return released
    record, content = released.record, memory.content
    return Page(
        id=memory.id,
        kind=record["kind"],
        title=one_line(record.get("title", "")),
        text=unify_ends(record.get("text", "")).strip(),
        why=unify_ends(record.get("why", "")).strip(),
        guard=_guard_out(context, content.guard),
        tags=tuple(item for item in record.get("tags", ()) if item.isprintable()),
        anchors=tuple(record.get("anchors", ())),
        paths=content.scope.paths,
        supersedes=tuple(supersedes),
        at=render_time(memory.at),
        expires=render_time(content.expires_at) if content.expires_at else "",
        verified=render_time(memory.verified_at) if memory.verified_at else "",
        # Git says which person; only what no person stands behind says so itself.
        source=one_line(context.mask(f"{memory.source}")) if memory.authority < Authority.APPROVED else "",
    )


def is_of_documents(memory: Memory) -> bool:
    """Tell whether only documents of the repository ever said this: then it stands in them, and not in the mirror."""
    return all(item.kind == "document" for item in (*memory.sources, memory.version.source))


def page_of_version(context: Context, memory: Memory, version: Version) -> Page | None:
    """Return what the mirror would have said of an earlier revision."""
    found = page_of(context, replace(memory, version=version, status=Status.ACTIVE))
    return found if isinstance(found, Page) else None


def _guard_out(context: Context, stored: str) -> str:
    """Return a guard as a rule file; one that holds something private stays here, whole."""
    if not stored or context.mask(stored) != stored:
        return ""
    from standfast.guard.render import render_document

    try:
        document = json.loads(stored)
        return render_document(document).strip("\n") if isinstance(document, dict) else ""
    except (ValueError, RecursionError):
        return ""


def guard_in(text: str) -> dict[str, object]:
    """Return the mapping that a page's guard stands for."""
    from standfast.guard.rule import read_document

    return read_document(text)


def same_guard(one: str, other: str) -> bool:
    """Tell whether two rule files mean the same."""
    if one == other:
        return True
    try:
        return bool(one and other) and guard_in(one) == guard_in(other)
    except StandfastError:
        return False


def completed(context: Context, page: Page, path: str) -> Page:
    """Return a file's page in the store's words: kind from the folder, anchors, tags and times as we write them."""
    folder = path.split("/")[1] if path.count("/") > 1 else ""
    kind = page.kind or (KINDS[folder].value if folder in KINDS else Kind.FACT.value)
    if Kind(kind) not in KINDS_OUT | HAPPENED:
        raise BadPage(f"A {kind} is private and has no file.", hint=f"`standfast remember … --kind {kind}` keeps it.")
    tags = tuple(dict.fromkeys(one_line(tag).lower() for tag in page.tags))
    if Kind(kind) in HAPPENED and SHARED not in tags:
        tags = (*tags, SHARED)  # whoever put it here chose to share it
    try:
        anchors = tuple(dict.fromkeys(str(parse_anchor(anchor)) for anchor in page.anchors))
        expires = render_time(parse_horizon(page.expires, now=context.clock.now())) if page.expires else ""
        at = render_time(parse_time(page.at, now=context.clock.now())) if page.at else ""
        verified = render_time(parse_time(page.verified, now=context.clock.now())) if page.verified else ""
    except StandfastError as error:
        raise BadPage(error.message, hint=error.hint) from None
    paths = tuple(item.replace("\\", "/") for item in page.paths)
    if any("," in item for item in paths):
        raise BadPage("A glob under `paths` has no comma in it.", hint="Write one glob per item.")
    others = tuple(completed(context, other, path) for other in page.others)
    return replace(
        page,
        kind=kind,
        tags=tags,
        anchors=anchors,
        expires=expires,
        at=at,
        verified=verified,
        paths=paths,
        others=others,
    )


def masked(context: Context, page: Page, like: Page | None = None) -> Page:
    """Return a page as it would come out of the store; a guard that means the same as that of `like` is that one."""
    guard = like.guard if like is not None and same_guard(page.guard, like.guard) else page.guard
    return replace(
        page,
        title=one_line(context.mask(page.title)),
        text=unify_ends(context.mask(page.text)).strip(),
        why=unify_ends(context.mask(page.why)).strip(),
        tags=tuple(tag for tag in page.tags if context.mask(tag) == tag),
        anchors=tuple(anchor for anchor in page.anchors if context.mask(anchor) == anchor),
        guard=guard,
    )


def holds_secret(context: Context, page: Page) -> bool:
    """Tell whether a file holds what may not be written anywhere."""
    said = (page.title, page.text, page.why, page.guard, *page.tags, *page.anchors, *page.paths)
    return any(context.clean(item) != item for item in said if item)


def to_write(context: Context, ours: Page, old: Page | None, path: str) -> Page:
    """Return the page to write over an old one: what it says already stays in its own words."""
    if old is None:
        return ours
    told = masked(context, completed(context, old, path), ours)
    secret = holds_secret(context, old)
    kept = {
        name: getattr(old, name)
        for name in CONTENT
        if getattr(told, name) == getattr(ours, name) and not secret and getattr(old, name)
    }
    supersedes = tuple(dict.fromkeys((*old.supersedes, *ours.supersedes)))
    verified = max(told.verified, ours.verified)
    return replace(ours, **kept, extra=old.extra, at=old.at or ours.at, verified=verified, supersedes=supersedes)
