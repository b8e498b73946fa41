"""Edit: a memory as one page of text, and what becomes of it when a person has changed the page.

Owns the way there and back; the form is the mirror's, but nothing is masked: the page stays on this machine. A page
written from an outdated revision disputes the memory, as any revision does. Neighbours: `mirror.format`, `revise`.
"""

from __future__ import annotations

import json
from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError, StandfastError
from standfast.guard.render import render_document
from standfast.mirror.format import Page, parse_page, render_page
from standfast.mirror.front import BadPage
from standfast.mirror.page import same_guard
from standfast.model.memory import Memory
from standfast.model.moment import render_time
from standfast.model.value import Value
from standfast.text.lines import unify_ends
from standfast.trust.record import Changed
from standfast.verbs.guard import add_guard, remove_guard
from standfast.verbs.revise import revise

_PLAIN = ("kind", "title", "text", "why", "expires")
_LISTS = ("tags", "anchors")


class Sheet(Value):
    """A memory as a page, and the revision it is of."""

    id: str
    revision: int
    text: str


def write_sheet(context: Context, reference: str) -> Sheet:
    """Return a memory as the page a person edits."""
    _, memory = get_memory(context, reference)
    return Sheet(memory.id, memory.revision, render_page(_page(memory)).decode())


def edit(context: Context, reference: str, page: str, *, based_on: int | None = None) -> Changed | None:
    """Write what a person changed in the page of a memory; None where nothing changed."""
    _, memory = get_memory(context, reference)
    try:
        new = parse_page(page.encode("utf-8", "replace"))
    except BadPage as error:
        where = f" (line {error.line})" if error.line else ""
        raise ConfigError(f"{error.message}{where}", hint=error.hint, code="bad-page") from None
    old = _page(memory)
    if new.id not in {"", memory.id}:
        hint = "Leave `id` as it is; `standfast remember` stores another memory."
        raise ConfigError(f"The page is of {memory.id}, not of {new.id}.", hint=hint, code="bad-page")
    if not new.text.strip():
        hint = f"`standfast retract {memory.id}` withdraws it, `standfast purge` deletes it for good."
        raise ConfigError("The page says nothing.", hint=hint, code="bad-page")
    changes: dict[str, Any] = {
        name: getattr(new, name) for name in (*_PLAIN, *_LISTS) if getattr(new, name) != getattr(old, name)
    }
    if not new.kind:
        changes.pop("kind", None)
    if new.paths != old.paths:
        scope = memory.content.scope
        changes["scope"] = str(scope.narrowed(paths=new.paths, branch=scope.branch))
    guarded = _change_guard(context, memory, old, new)
    if not changes:
        return guarded
    return revise(context, memory.id, **changes, based_on=None if guarded else based_on)


def _change_guard(context: Context, memory: Memory, old: Page, page: Page) -> Changed | None:
    if same_guard(old.guard, page.guard):
        return None
    done = add_guard(context, memory.id, page.guard) if page.guard else remove_guard(context, memory.id)
    _, now = get_memory(context, memory.id)
    return Changed(memory.id, now.revision, done.operation, now.status)


def _page(memory: Memory) -> Page:
    content = memory.content
    return Page(
        id=memory.id,
        kind=content.kind.value,
        title=" ".join(content.title.split()),
        text=unify_ends(content.text).strip(),
        why=unify_ends(content.why).strip(),
        guard=_rule(content.guard),
        tags=content.tags,
        anchors=tuple(str(anchor.anchor) for anchor in content.anchors),
        paths=content.scope.paths,
        expires=render_time(content.expires_at) if content.expires_at else "",
    )


def _rule(stored: str) -> str:
    if not stored:
        return ""
    try:
        return render_document(json.loads(stored)).strip("\n")
    except (ValueError, RecursionError, StandfastError):
        return ""
