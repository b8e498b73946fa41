"""Hand-over: what one session leaves for the next, as a thread memory, with what the journal knows of it."""

from __future__ import annotations

import os
from typing import Any

from standfast.capture.draft import Draft
from standfast.code.snapshot import SKIPPED
from standfast.context.context import Context
from standfast.errors import NotFound
from standfast.learn.session.turns import touched_by
from standfast.model.kind import Kind
from standfast.model.session import EventKind, Session
from standfast.model.source import Source
from standfast.model.value import Value
from standfast.recall.answer import Shown
from standfast.text.lines import one_line
from standfast.trust.record import Remembered, remember
from standfast.verbs.list_ import newest

_FILES = 12
_ANCHORS = 5
_ASKED = 400
_ANSWERED = 800


class Did(Value):
    """What a session did: the files it touched, latest last, what it was asked last and what it answered."""

    session: Session
    files: tuple[str, ...] = ()
    asked: str = ""
    answered: str = ""


class HandedOver(Value):
    """The memory that was written and what it says about the session, if there was one."""

    remembered: Remembered
    did: Did | None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data: the memory, and the session it is about."""
        did = self.did
        session = {"session": did.session.to_dict() if did else None, "files": list(did.files) if did else []}
        return {**self.remembered.to_dict(), **session}


def hand_over(context: Context, text: str = "", *, session: str = "") -> HandedOver:
    """Leave an open thread: these words, and what the session did so far."""
    did = find_did(context, session)
    if not text.strip() and did is None:
        raise NotFound("There is no session here to hand over.", hint='Say what to hand over: `standfast handoff "…"`.')
    # What an agent answered keeps the agent's weight: a person's own words do not carry it.
    mine = context.who.kind == "person"
    words = "\n".join(
        part for part in (text.strip(), _told(did, answer=not (mine and text.strip())) if did else "") if part
    )
    anchors = [] if did is None else [file for file in did.files[-_ANCHORS:] if _exists(context, file)]
    source = Source("agent", did.session.agent, session=did.session.id) if did and mine and not text.strip() else None
    evidence = [f"turn:{did.session.id}"] if did else []
    kind = Kind.THREAD.value
    draft = Draft(text=words, kind=kind, anchors=anchors, tags=["handoff"], evidence=evidence, source=source)
    return HandedOver(remember(context, draft), did)


def open_threads(context: Context, *, limit: int = 20, given: bool = False) -> list[Shown]:
    """Return what was handed over and is still open, newest first; with `given`, on record unless a person asks."""
    return newest(context, limit=limit, kinds=(Kind.THREAD.value,), given=given)


def find_did(context: Context, session: str = "") -> Did | None:
    """Return what a session did: the one named, the caller's own, or the latest here."""
    journal = context.partition(context.scope).journal
    found: Session | None
    if session:
        from standfast.context.references import get_session

        found = journal.find(get_session(context, session))
    elif context.who.session:
        found = journal.find(context.who.session)
    else:
        found = next(iter(journal.sessions(limit=1)), None)
    if found is None:
        return None
    files: dict[str, None] = {}
    asked = answered = ""
    for event in journal.events(found.id):
        for path in touched_by(event):
            inside = _inside(context, path)
            if not SKIPPED.isdisjoint(inside.split("/")):
                continue  # what was installed or built
            files.pop(inside, None)
            files[inside] = None
        if event.kind is EventKind.PROMPT and event.body:
            asked = event.body
        elif event.kind is EventKind.ANSWER and event.body:
            answered = event.body
    files.pop("", None)
    return Did(found, tuple(files), asked, answered)


def _told(did: Did, *, answer: bool) -> str:
    lines = []
    if did.files:
        shown = did.files[-_FILES:]
        more = f" and {len(did.files) - len(shown)} more" if len(did.files) > len(shown) else ""
        lines.append(f"Files touched: {', '.join(shown)}{more}.")
    if did.asked:
        lines.append(f"Last asked: {one_line(did.asked, _ASKED)}")
    if did.answered and answer:
        lines.append(f"Last answer: {one_line(did.answered, _ANSWERED)}")
    return "\n".join(lines)


def _inside(context: Context, path: str) -> str:
    """Return a file as the repository names it; nothing when it is outside."""
    root = context.here.root
    whole = os.path.normpath(os.path.join(context.where, path))  # noqa: PTH118 - Windows and odd names alike
    if root is None:
        return whole
    try:
        inside = os.path.relpath(whole, root)
    except ValueError:
        return ""
    return "" if inside.startswith("..") else inside.replace("\\", "/")


def _exists(context: Context, path: str) -> bool:
    root = context.here.root
    return root is not None and (root / path).is_file()
