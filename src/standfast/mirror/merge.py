"""Three-way merge, field by field: two people may change one memory, and neither's words are lost.

Owns which fields merge how. What both changed differently is not decided here: the page becomes disputed and carries
both versions, in an order that does not depend on who merges. Must not read files. Neighbour: `format.py`.
"""

from __future__ import annotations

import json
from typing import Any

from standfast.mirror.format import DISPUTED, LISTS, Page, parse_page, render_page
from standfast.mirror.front import BadPage
from standfast.mirror.index import read_records, render_records
from standfast.model.value import Value, replace

_SINGLE = ("kind", "title", "text", "why", "guard", "expires")


class Merged(Value):
    """The page that came out, and the fields in which both sides changed something else."""

    page: Page
    conflicts: tuple[str, ...] = ()


def merge_pages(base: Page, ours: Page, theirs: Page) -> Merged:
    """Merge two pages that started from `base`; where they conflict, the page keeps the words of `ours`."""
    fields: dict[str, Any] = {}
    conflicts: list[str] = []
    for name in _SINGLE:
        before, mine, other = (getattr(item, name) for item in (base, ours, theirs))
        fields[name], clash = _choose(before, mine, other)
        if clash:
            conflicts.append(name)
    for name in LISTS:
        fields[name] = _union(getattr(base, name), getattr(ours, name), getattr(theirs, name))
    extra, clashes = _extra(base, ours, theirs)
    times = [item.at for item in (ours, theirs) if item.at]
    page = Page(
        **fields,
        id=ours.id or theirs.id,
        at=min(times, default=""),
        verified=max(ours.verified, theirs.verified),
        # Where one side dropped the agent's name, a person stands behind it now.
        source=ours.source if ours.source and theirs.source else "",
        extra=extra,
    )
    return Merged(page, (*conflicts, *clashes))


def _choose(before: Any, mine: Any, other: Any) -> tuple[Any, bool]:
    if mine in (other, before):
        return other, False
    return mine, other != before


def _union(before: tuple[str, ...], mine: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Keep what neither side removed, and add what either side added; in an order that knows no sides."""
    if before in (mine, other):
        return other if before == mine else mine
    kept = [item for item in before if item in mine and item in other]
    return (*kept, *sorted({*mine, *other} - set(before)))


def _extra(base: Page, ours: Page, theirs: Page) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], list[str]]:
    before, mine, other = dict(base.extra), dict(ours.extra), dict(theirs.extra)
    found: dict[str, tuple[str, ...]] = {}
    clashes: list[str] = []
    for name in (*before, *sorted({*mine, *other} - set(before))):
        value, clash = _choose(before.get(name, ()), mine.get(name, ()), other.get(name, ()))
        if value:
            found[name] = value
        if clash:
            clashes.append(name)
    return tuple(found.items()), clashes


def dispute(base: Page, ours: Page, theirs: Page) -> Page:
    """Return a page that carries both versions, each merged as far as it goes; the same whoever merges."""
    # Versions that a side carries already stay: a third opinion joins them.
    mine = replace(merge_pages(base, ours, theirs).page, status="", others=())
    other = replace(merge_pages(base, theirs, ours).page, status="", others=())
    versions = [mine, other, *ours.others, *theirs.others]
    plain = {
        render_page(replace(version, status="", others=())): replace(version, status="", others=())
        for version in versions
    }
    ordered = [plain[name] for name in sorted(plain)]
    if len(ordered) == 1:
        return ordered[0]
    return replace(ordered[0], status=DISPUTED, others=tuple(ordered[1:]))


def merge_files(name: str, base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, tuple[str, ...]] | None:
    """Merge one file of the mirror; None when it has to be merged as text."""
    if name.endswith(".json"):
        return _merge_json(name, base, ours, theirs)
    try:
        before, mine, other = (parse_page(data) if data.strip() else Page() for data in (base, ours, theirs))
    except BadPage:
        return None
    if mine.id != other.id:
        return None
    if mine.others or other.others:
        return _merge_disputed(before, mine, other, ours, theirs)
    merged = merge_pages(before, mine, other)
    if merged.conflicts:
        return render_page(dispute(before, mine, other)), merged.conflicts
    return render_page(merged.page, ours), ()


def _merge_disputed(base: Page, mine: Page, other: Page, ours: bytes, theirs: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Merge where a side is disputed: what only one side touched is that side's, else all versions stay."""
    if mine in (base, other):
        return theirs, ()
    if other == base:
        return ours, ()
    return render_page(dispute(Page(), mine, other)), ("text",)


def _merge_json(name: str, base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, tuple[str, ...]] | None:
    if name.endswith("project.json"):
        # Two clones got an id each before they met: both must choose the same one.
        try:
            sides = [json.loads(item) for item in (ours, theirs)]
            return min(zip((str(side["id"]) for side in sides), (ours, theirs), strict=True))[1], ()
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
    before, mine, other = read_records(base) or {}, read_records(ours), read_records(theirs)
    if mine is None or other is None:
        return None
    found: dict[str, dict[str, Any]] = {}
    for key in {*mine, *other}:
        value, _ = _choose(before.get(key), mine.get(key), other.get(key))
        if value:
            found[key] = value
    return render_records(found), ()
