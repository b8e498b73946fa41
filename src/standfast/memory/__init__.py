"""Memory: the library. Every face calls this and nothing below it; what is about hooks, guards, sessions and upkeep
is in namespaces, one module each, loaded when they are asked for.

from standfast import Memory

with Memory.open() as memory:
    memory.remember("Locks are keyed by payment_id", kind="decision", why="two refunds raced in March")
    for result in memory.recall("which key does the payment lock use?").results:
        print(result.text)
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from standfast.config import Settings, load_settings
from standfast.context.context import Context
from standfast.model.moment import Clock, parse_time
from standfast.model.receipt import Receipt
from standfast.model.source import Source

Time = str | datetime | None


class Memory:
    """The verbs, for one caller in one place."""

    def __init__(self, settings: Settings, who: Source, where: Path, *, clock: Clock | None = None) -> None:
        self.context = Context(settings, who, where, clock or Clock())

    @classmethod
    def open(
        cls,
        where: str | Path = ".",
        *,
        who: Source | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
    ) -> Self:
        """Open the memory of the project at `where`, as whoever runs this: an agent's shell is never a person."""
        from standfast.agents.caller import find_caller

        chosen = settings or load_settings()
        place = Path(where).absolute()
        if who is None or who.is_person:
            caller = find_caller(os.environ, place, chosen.user)
            who = caller if who is None or not caller.is_person else who
        return cls(chosen, who, place, clock=clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the store."""
        self.context.close()

    def renew(self) -> None:
        """Read the working directory's state again: a long-lived caller's branch may have changed between calls."""
        self.context.renew()

    def _time(self, moment: Time) -> datetime | None:
        if moment is None or isinstance(moment, datetime):
            return moment
        return parse_time(moment, now=self.context.clock.now())

    def remember(
        self,
        text: str,
        *,
        kind: str = "",
        title: str = "",
        why: str = "",
        rejected: str = "",
        anchors: Sequence[str] = (),
        scope: str = "",
        tags: Sequence[str] = (),
        supersedes: Sequence[str] = (),
        links: Sequence[str] = (),
        evidence: Sequence[str] = (),
        at: str = "",
        expires: str = "",
        dry_run: bool = False,
    ) -> Remembered:
        """Store one memory."""
        from standfast.capture.draft import Draft
        from standfast.trust.record import remember

        draft = Draft(
            text=text, kind=kind, title=title, why=why, rejected=rejected, anchors=anchors, scope=scope,
            tags=tags, supersedes=supersedes,
            links=links, evidence=evidence, at=at, expires=expires,
        )  # fmt: skip
        done = remember(self.context, draft, dry_run=dry_run)
        if supersedes and not dry_run:
            from standfast.mirror.block import refresh_blocks

            refresh_blocks(self.context)
        return done

    def remember_many(self, drafts: Iterable[Draft]) -> Iterator[Remembered | StandfastError]:
        """Store many memories; each is yielded once it is committed."""
        from standfast.trust.record import remember_many

        return remember_many(self.context, drafts)

    def recall(
        self,
        query: str,
        *,
        limit: int = 10,
        files: Sequence[str] = (),
        kinds: Sequence[str] = (),
        tags: Sequence[str] = (),
        scope: str = "",
        as_of: Time = None,
        include: Sequence[str] = (),
        preview: bool = False,
    ) -> Recalled:
        """Return the memories that answer a query, best first; a person's `preview` leaves no receipt."""
        from standfast.verbs.recall import recall

        return recall(
            self.context, query, limit=limit, files=files, kinds=kinds, tags=tags, scope=scope,
            as_of=self._time(as_of), include=include, preview=preview,
        )  # fmt: skip

    def brief(self, *, budget: int = 0, files: Sequence[str] = (), task: str = "", again: bool = False) -> Brief:
        """Return what a session would be told now, within a token budget; with `again`, what it was told, too."""
        from standfast.moments.brief import brief

        budget = budget or self.context.settings.brief_tokens
        return brief(self.context, budget=budget, files=files, task=task, again=again)

    def show(self, reference: str, *, as_of: Time = None, given: bool = False) -> Shown:
        """Return one memory as it is, or was; `given` leaves a receipt where an agent asks."""
        from standfast.verbs.show import show

        return show(self.context, reference, as_of=self._time(as_of), given=given)

    def log(self, reference: str = "", *, limit: int = 50, skip: int = 0) -> Many[Entry]:
        """Return operations, the latest first, after `skip` of them."""
        from standfast.verbs.show import log

        return log(self.context, reference, limit=limit, skip=skip)

    def diff(self, reference: str, revision: int | None = None) -> Many[str]:
        """Return what a revision changed."""
        from standfast.verbs.show import diff

        return diff(self.context, reference, revision)

    def why(self, reference: str) -> Many[Receipt]:
        """Return what a session was given, or who was given a memory."""
        from standfast.verbs.show import why

        return why(self.context, reference)

    def blame(self, *, budget: int = 0, files: Sequence[str] = (), task: str = "") -> Blamed:
        """Return the brief as it would be given now, with where each line came from; an agent gets it on record."""
        from standfast.verbs.blame import blame

        return blame(self.context, budget=budget or self.context.settings.brief_tokens, files=files, task=task)

    def blame_given(self, reference: str) -> Many[Blamed]:
        """Return what a session, or one receipt, was given, with where each line came from."""
        from standfast.verbs.blame import blame_given

        return blame_given(self.context, reference)

    def graph(self, reference: str, *, hops: int = 1, limit: int = 50, given: bool = False) -> Graph:
        """Return what a memory, or something memories are about, is related to; `given` leaves a receipt."""
        from standfast.verbs.graph import graph

        return graph(self.context, reference, hops=hops, limit=limit, given=given)

    def status(self) -> StatusReport:
        """Return what is in reach here."""
        from standfast.verbs.status import status

        return status(self.context)

    def list(
        self,
        *,
        kind: str | Sequence[str] = (),
        tag: str | Sequence[str] = (),
        status: str | Sequence[str] = (),
        standing: str | Sequence[str] = (),
        source: str = "",
        file: str = "",
        path: str = "",
        scope: str = "",
        branch: str = "",
        since: str = "",
        ending: str = "",
        text: str = "",
        sort: str = "",
        limit: int = 50,
        cursor: str = "",
        given: bool = False,
    ) -> Listed:
        """Return one page of the memories in reach that fit, and the cursor of the next; `given` leaves a receipt.

        `status` also knows `waiting` and `all`, `standing` also `stale`; `ending` is when they end at the latest: a
        date, or a span from now on. Sorted newest, oldest, title, standing or ending.
        """
        from standfast.verbs.list_ import list_memories
        from standfast.verbs.list_filter import ListFilter

        wanted = ListFilter(
            kind=kind, tag=tag, status=status, standing=standing, source=source, file=file, path=path, scope=scope,
            branch=branch, since=since, ending=ending, text=text, sort=sort, limit=limit, cursor=cursor,
        )  # fmt: skip
        return list_memories(self.context, wanted, given=given)

    def newest(
        self,
        *,
        limit: int = 10,
        kinds: Sequence[str] = (),
        tags: Sequence[str] = (),
        include: Sequence[str] = (),
        given: bool = False,
    ) -> Many[Shown]:
        """Return what was learned last, of these kinds, with all of these tags; `given` leaves a receipt for agents."""
        from standfast.model.kind import parse_kind
        from standfast.verbs.list_ import newest

        wanted = [parse_kind(kind) for kind in kinds]
        return newest(self.context, limit=limit, kinds=wanted, tags=tags, include=include, given=given)

    def revise(
        self,
        reference: str,
        text: str | None = None,
        *,
        title: str | None = None,
        why: str | None = None,
        kind: str | None = None,
        scope: str | None = None,
        tags: Sequence[str] | None = None,
        anchors: Sequence[str] | None = None,
        guard: str | None = None,
        expires: str | None = None,
        based_on: int | None = None,
    ) -> Changed:
        """Write a new revision: what is None stays as it is. One based on an outdated revision disputes the memory."""
        from standfast.verbs.revise import revise

        return revise(
            self.context, reference, text=text, title=title, why=why, kind=kind, scope=scope, tags=tags,
            anchors=anchors, guard=guard, expires=expires, based_on=based_on,
        )  # fmt: skip

    def page(self, reference: str) -> Sheet:
        """Return a memory as the page a person edits, in the form of the mirror."""
        from standfast.verbs.edit import write_sheet

        return write_sheet(self.context, reference)

    def edit(self, reference: str, page: str, *, based_on: int | None = None) -> Changed | None:
        """Write what was changed in the page of a memory; None where nothing was."""
        from standfast.verbs.edit import edit

        return edit(self.context, reference, page, based_on=based_on)

    def supersede(self, old: str, new: str) -> Changed:
        """Replace one memory by another."""
        from standfast.verbs.revise import supersede

        return supersede(self.context, old, new)

    def retract(self, reference: str, *, reason: str = "") -> Changed:
        """Retract a memory."""
        from standfast.verbs.revise import retract

        return retract(self.context, reference, reason=reason)

    def retract_all(self, references: Sequence[str], *, reason: str = "") -> Sequence[Changed]:
        """Retract several memories as one act, or none of them."""
        from standfast.context.acts import one_act
        from standfast.verbs.revise import retract_all

        with one_act(self.context):
            return retract_all(self.context, references, reason=reason)

    def restore(self, reference: str) -> Changed:
        """Make a memory current again."""
        from standfast.verbs.revise import restore

        return restore(self.context, reference)

    def drift(self, *, since: str = "", fix: bool = False, propose: bool = False, store: bool = False) -> Drift:
        """Return the standing of everything anchored, and what changed it."""
        from standfast.verbs.drift import drift

        if not (fix or propose):
            return drift(self.context, since=since, store=store)
        from standfast.context.acts import one_act

        with one_act(self.context):
            return drift(self.context, since=since, fix=fix, propose=propose, store=store)

    def verify(self, reference: str, *, note: str = "") -> Changed:
        """Confirm that a memory still holds."""
        from standfast.verbs.revise import verify

        return verify(self.context, reference, note=note)

    def feedback(self, reference: str, verdict: str, *, note: str = "") -> Changed:
        """Say that a memory was helpful, wrong or stale."""
        from standfast.verbs.revise import feedback

        return feedback(self.context, reference, verdict, note=note)

    def review(
        self, *, limit: int = 100, given: bool = False, everything: bool = False, conflicts: bool = False
    ) -> Many[Waiting]:
        """Return what waits for a person; of what history proposes the best few, or `everything`.

        With `conflicts`, all active memories are compared with each other, and the conflicts are returned.
        """
        from standfast.verbs.review import review

        return review(self.context, limit=limit, given=given, everything=everything, conflicts=conflicts)

    def try_threshold(self, entries: Sequence[str]) -> Many[Waiting]:
        """Return which past memories these entries of the setting `review` would have held; nothing changes."""
        from standfast.verbs.review import try_threshold

        return try_threshold(self.context, entries)

    def about(self, paths: Sequence[str], *, given: bool = False) -> FileAbout:
        """Return what matters at files, and who knows them."""
        from standfast.verbs.about import about

        return about(self.context, paths, given=given)

    def approve(self, references: Sequence[str], *, version: int | None = None) -> Many[Changed]:
        """Approve memories."""
        from standfast.context.acts import one_act
        from standfast.verbs.review import approve

        with one_act(self.context):
            return approve(self.context, references, version=version)

    def reject(self, references: Sequence[str]) -> Many[Changed]:
        """Reject memories."""
        from standfast.context.acts import one_act
        from standfast.verbs.review import reject

        with one_act(self.context):
            return reject(self.context, references)

    def revert(
        self,
        references: Sequence[str] = (),
        *,
        session: str = "",
        source: str = "",
        model: str = "",
        since: Time = None,
        until: Time = None,
        derived: bool = False,
        dry_run: bool = False,
    ) -> Reverted:
        """Undo operations, a session, everything a source said or a model did, or what was recorded in a time."""
        from standfast.context.acts import one_act
        from standfast.verbs.revert import revert

        since, until = self._time(since), self._time(until)
        with one_act(self.context):
            return revert(
                self.context,
                references,
                session=session,
                source=source,
                model=model,
                since=since,
                until=until,
                derived=derived,
                dry_run=dry_run,
            )

    def undo(self, *, dry_run: bool = False) -> Reverted:
        """Undo the caller's own last act here, an import as a whole; a purge cannot be undone."""
        from standfast.verbs.undo import undo

        return undo(self.context, dry_run=dry_run)

    def purge(
        self,
        references: Sequence[str] = (),
        *,
        session: str = "",
        source: str = "",
        match: str = "",
        dry_run: bool = False,
        granted: bool = False,
        progress: Progress | None = None,
        on_wait: Callable[[], None] | None = None,
    ) -> Purged:
        """Delete for good, and prove it; `granted` is for the administrator's tools."""
        from standfast.verbs.purge import purge

        wanted = {"session": session, "source": source, "match": match}
        return purge(
            self.context,
            references,
            **wanted,
            dry_run=dry_run,
            granted=granted,
            progress=progress,
            on_wait=on_wait,
        )

    def mine(self, *, history: int | None = None, dry_run: bool = False, progress: Progress | None = None) -> Mined:
        """Learn what this repository already says; `history` bounds the commits read, 0 for all, -1 for none."""
        from standfast.context.acts import one_act
        from standfast.verbs.mine import mine

        with one_act(self.context):
            return mine(self.context, history=history, dry_run=dry_run, progress=progress)

    @property
    def guards(self) -> Guards:
        """Rules that came from memories, and what they say of a change."""
        from standfast.memory.guards import Guards

        return Guards(self.context)

    @property
    def hooks(self) -> Hooks:
        """What the hooks of agents and of Git call, and how a person stops them for a while."""
        from standfast.memory.hooks import Hooks

        return Hooks(self.context)

    @property
    def sessions(self) -> Sessions:
        """What agents did, what they handed over, and what is learned from it."""
        from standfast.memory.sessions import Sessions

        return Sessions(self.context)

    @property
    def pages(self) -> Pages:
        """What a person looks at to see everything: files, the whole graph, time, themselves."""
        from standfast.memory.pages import Pages

        return Pages(self.context)

    @property
    def mirror(self) -> Mirror:
        """The project's memory as Markdown files in its repository."""
        from standfast.memory.mirror import Mirror

        return Mirror(self.context)

    @property
    def team(self) -> Team:
        """What is shared with a team."""
        from standfast.memory.team import Team

        return Team(self.context)

    @property
    def transfer(self) -> Transfer:
        """Everything out as records, and records, transcripts and documents in."""
        from standfast.memory.transfer import Transfer

        return Transfer(self.context)

    @property
    def maintenance(self) -> Maintenance:
        """Settings, backups, repair, encryption, and secrets stored before a rule knew them."""
        from standfast.memory.maintenance import Maintenance

        return Maintenance(self.context)

    @property
    def project(self) -> Project:
        """Which project this is, and with which others it shares."""
        from standfast.memory.project import Project

        return Project(self.context)

    @property
    def labels(self) -> Labels:
        """What to call a memory in one line."""
        from standfast.memory.labels import Labels

        return Labels(self.context)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Self

    Many = list  # within the class, `list` is a verb

    from standfast.capture.draft import Draft
    from standfast.errors import StandfastError
    from standfast.memory.guards import Guards
    from standfast.memory.hooks import Hooks
    from standfast.memory.labels import Labels
    from standfast.memory.maintenance import Maintenance
    from standfast.memory.mirror import Mirror
    from standfast.memory.pages import Pages
    from standfast.memory.project import Project
    from standfast.memory.sessions import Sessions
    from standfast.memory.team import Team
    from standfast.memory.transfer import Transfer
    from standfast.moments.brief import Brief
    from standfast.recall.answer import Recalled, Shown
    from standfast.store.contract import Progress
    from standfast.trust.record import Changed, Remembered
    from standfast.verbs.about import FileAbout
    from standfast.verbs.blame import Blamed
    from standfast.verbs.drift import Drift
    from standfast.verbs.edit import Sheet
    from standfast.verbs.graph import Graph
    from standfast.verbs.list_ import Listed
    from standfast.verbs.mine import Mined
    from standfast.verbs.purge import Purged
    from standfast.verbs.revert import Reverted
    from standfast.verbs.review import Waiting
    from standfast.verbs.show import Entry
    from standfast.verbs.status import StatusReport
