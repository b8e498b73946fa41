"""Memory: the one door. Every face calls this and nothing below it.

from standfast import Memory

with Memory.open() as memory:
    memory.remember("Locks are keyed by payment_id", kind="decision", why="two refunds raced in March")
    for result in memory.recall("which key does the payment lock use?").results:
        print(result.memory.content.text)
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from standfast.config import Settings, load_settings
from standfast.context.context import Context
from standfast.model.ids import MemoryId, ProjectId
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
        """Let go of the store."""
        self.context.close()

    def renew(self) -> None:
        """Look at the place again: between the calls of a long-lived caller, its branch may have changed."""
        self.context.renew()

    def _time(self, moment: Time) -> datetime | None:
        if moment is None or isinstance(moment, datetime):
            return moment
        return parse_time(moment, now=self.context.clock.now())

    # -- what goes in

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
        from standfast.verbs.remember import remember

        draft = Draft(
            text=text, kind=kind, title=title, why=why, rejected=rejected, anchors=anchors, scope=scope,
            tags=tags, supersedes=supersedes,
            links=links, evidence=evidence, at=at, expires=expires,
        )  # fmt: skip
        return remember(self.context, draft, dry_run=dry_run)

    def remember_many(self, drafts: Iterable[Draft]) -> Iterator[Remembered | StandfastError]:
        """Store many memories; each is yielded once it is committed."""
        from standfast.verbs.remember import remember_many

        return remember_many(self.context, drafts)

    # -- what comes out

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
    ) -> Recalled:
        """Return the memories that answer a query, best first."""
        from standfast.verbs.recall import recall

        return recall(
            self.context, query, limit=limit, files=files, kinds=kinds, tags=tags, scope=scope,
            as_of=self._time(as_of), include=include,
        )  # fmt: skip

    def recall_sessions(self, query: str, *, limit: int = 10) -> RecalledSessions:
        """Return the places in past sessions that answer a query, best first."""
        from standfast.verbs.recall_sessions import recall_sessions

        return recall_sessions(self.context, query, limit=limit)

    def brief(self, *, budget: int = 0, files: Sequence[str] = (), task: str = "", again: bool = False) -> Brief:
        """Return what a session would be given now, within a token budget; with `again`, what it was told as well."""
        from standfast.verbs.brief import brief

        budget = budget or self.context.settings.brief_tokens
        return brief(self.context, budget=budget, files=files, task=task, again=again)

    def show(self, reference: str, *, as_of: Time = None, given: bool = False) -> Shown:
        """Return one memory as it is, or was; `given` leaves a receipt where an agent asks."""
        from standfast.verbs.show import show

        return show(self.context, reference, as_of=self._time(as_of), given=given)

    def log(self, reference: str = "", *, limit: int = 50) -> Many[Entry]:
        """Return operations, the latest first."""
        from standfast.verbs.show import log

        return log(self.context, reference, limit=limit)

    def diff(self, reference: str, revision: int | None = None) -> Many[str]:
        """Return what a revision changed."""
        from standfast.verbs.show import diff

        return diff(self.context, reference, revision)

    def why(self, reference: str) -> Many[Receipt]:
        """Return what a session was given, or who was given a memory."""
        from standfast.verbs.show import why

        return why(self.context, reference)

    def blame(self, *, budget: int = 0, files: Sequence[str] = (), task: str = "") -> Blamed:
        """Return the brief as it would be given now, with where each line came from; nothing goes on record."""
        from standfast.verbs.blame import blame

        return blame(self.context, budget=budget or self.context.settings.brief_tokens, files=files, task=task)

    def blame_given(self, reference: str) -> Many[Blamed]:
        """Return what a session, or one receipt, was given, with where each line came from."""
        from standfast.verbs.blame import blame_given

        return blame_given(self.context, reference)

    def graph(self, reference: str, *, hops: int = 1, limit: int = 50) -> Graph:
        """Return what a memory, or something memories are about, is related to."""
        from standfast.verbs.graph import graph

        return graph(self.context, reference, hops=hops, limit=limit)

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
        from standfast.verbs.list_ import Wanted, list_memories

        wanted = Wanted(
            kind=kind, tag=tag, status=status, standing=standing, source=source, file=file, path=path, scope=scope,
            branch=branch, since=since, ending=ending, text=text, sort=sort, limit=limit, cursor=cursor,
        )  # fmt: skip
        return list_memories(self.context, wanted, given=given)

    def words(self, memories: Iterable[MemoryId]) -> dict[MemoryId, str]:
        """Return what each of these memories says or said, in one line; what was purged is left out."""
        from standfast.verbs.words import words_of

        return words_of(self.context, memories)

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

    def shortest(self, memories: Iterable[MemoryId]) -> dict[MemoryId, int]:
        """Return how many characters of each id, after its dash, are enough to name it here."""
        from standfast.context.short_ids import shortest

        return shortest(self.context, memories)

    def sessions(self, *, limit: int = 50) -> Many[Session]:
        """Return the sessions of agents here, the latest first."""
        from standfast.verbs.sessions import sessions

        return sessions(self.context, limit=limit)

    def replay(self, reference: str) -> tuple[Session, Iterator[Event]]:
        """Return a session and what happened in it."""
        from standfast.verbs.sessions import replay

        return replay(self.context, reference)

    def handoff(self, text: str = "", *, session: str = "") -> HandedOver:
        """Leave an open thread for the next session, with what this one did."""
        from standfast.verbs.handoff import hand_over

        return hand_over(self.context, text, session=session)

    def threads(self, *, limit: int = 20, given: bool = False) -> Many[Shown]:
        """Return what was handed over and is still open, newest first; `given` leaves a receipt for agents."""
        from standfast.verbs.handoff import open_threads

        return open_threads(self.context, limit=limit, given=given)

    # -- governed changes

    def revise(self, reference: str, text: str | None = None, **changes: Any) -> Changed | Remembered:
        """Write a new revision; see `verbs.revise.revise` for what can change."""
        from standfast.verbs.revise import revise

        return revise(self.context, reference, text=text, **changes)

    def page(self, reference: str) -> Sheet:
        """Return a memory as the page a person edits, in the form of the mirror."""
        from standfast.verbs.edit import write_sheet

        return write_sheet(self.context, reference)

    def edit(self, reference: str, page: str, *, based_on: int | None = None) -> Changed | Remembered | None:
        """Write what was changed in the page of a memory; None where nothing was."""
        from standfast.verbs.edit import edit

        return edit(self.context, reference, page, based_on=based_on)

    def supersede(self, old: str, new: str) -> Changed:
        """Say that one memory takes another's place."""
        from standfast.verbs.revise import supersede

        return supersede(self.context, old, new)

    def retract(self, reference: str, *, reason: str = "") -> Changed:
        """Take a memory back."""
        from standfast.verbs.revise import retract

        return retract(self.context, reference, reason=reason)

    def restore(self, reference: str) -> Changed:
        """Make a memory current again."""
        from standfast.verbs.revise import restore

        return restore(self.context, reference)

    def drift(self, *, since: str = "", fix: bool = False, propose: bool = False, store: bool = False) -> Drift:
        """Return the standing of everything anchored, and what changed it."""
        from standfast.verbs.drift import drift

        return drift(self.context, since=since, fix=fix, propose=propose, store=store)

    def after_git(self) -> Landed:
        """Bring branches and standings up to date after Git did something; for its hooks."""
        from standfast.verbs.after_git import after_git

        return after_git(self.context)

    def verify(self, reference: str, *, note: str = "") -> Changed:
        """Say that a memory still holds."""
        from standfast.verbs.revise import verify

        return verify(self.context, reference, note=note)

    def feedback(self, reference: str, verdict: str, *, note: str = "") -> Changed:
        """Say that a memory was helpful, wrong or stale."""
        from standfast.verbs.revise import feedback

        return feedback(self.context, reference, verdict, note=note)

    def review(self, *, limit: int = 100, given: bool = False, everything: bool = False) -> Many[Waiting]:
        """Return what waits for a person; of what history proposes the best few, or `everything`."""
        from standfast.verbs.review import review

        return review(self.context, limit=limit, given=given, everything=everything)

    def about(self, paths: Sequence[str], *, given: bool = False) -> FileAbout:
        """Return what matters at files, and who knows them."""
        from standfast.verbs.about import about

        return about(self.context, paths, given=given)

    def approve(self, references: Sequence[str], *, version: int | None = None) -> Many[Changed]:
        """Let memories speak."""
        from standfast.verbs.review import approve

        return approve(self.context, references, version=version)

    def reject(self, references: Sequence[str]) -> Many[Changed]:
        """Keep memories out."""
        from standfast.verbs.review import reject

        return reject(self.context, references)

    def revert(
        self,
        references: Sequence[str] = (),
        *,
        session: str = "",
        source: str = "",
        since: Time = None,
        until: Time = None,
        dry_run: bool = False,
    ) -> Reverted:
        """Undo operations, a session, everything a source said, or what was recorded in a stretch of time."""
        from standfast.verbs.revert import revert

        since, until = self._time(since), self._time(until)
        return revert(
            self.context, references, session=session, source=source, since=since, until=until, dry_run=dry_run
        )

    def undo(self, *, dry_run: bool = False) -> Reverted:
        """Take back the caller's own last operation here; a purge cannot be taken back."""
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
    ) -> Purged:
        """Delete for good, and prove it; `granted` is for the administrator's tools."""
        from standfast.verbs.purge import purge

        wanted = {"session": session, "source": source, "match": match}
        return purge(self.context, references, **wanted, dry_run=dry_run, granted=granted)

    # -- guards

    def add_guard(self, reference: str, rule: str, *, name: str = "the rule") -> Guarded:
        """Give a memory a guard from the text of a rule file."""
        from standfast.verbs.guard import add_guard

        return add_guard(self.context, reference, rule, name=name)

    def remove_guard(self, reference: str) -> Guarded:
        """Take the guard off its memory."""
        from standfast.verbs.guard import remove_guard

        return remove_guard(self.context, reference)

    def waive_guard(self, reference: str, *, until: str, because: str, paths: Sequence[str] = ()) -> Guarded:
        """Let findings of a guard pass until a date, on the record."""
        from standfast.verbs.guard import waive_guard

        return waive_guard(self.context, reference, until=until, because=because, paths=paths)

    def guards(self, *, everything: bool = False) -> Many[Carried]:
        """Return the guards in force here."""
        from standfast.verbs.guard import list_guards

        return list_guards(self.context, everything=everything)

    def check_staged(self, *, everything: bool = False) -> Looked:
        """Hold the guards against what is staged."""
        from standfast.verbs.guard_check import look_staged

        return look_staged(self.context, everything=everything)

    def check_between(self, revisions: str, *, everything: bool = False) -> Looked:
        """Hold the guards against what B has done since it left A, for `A..B`."""
        from standfast.verbs.guard_check import look_between

        return look_between(self.context, revisions, everything=everything)

    def check_files(self, paths: Sequence[str]) -> Looked:
        """Hold the guards against whole files on the disk."""
        from standfast.verbs.guard_check import look_at_files

        return look_at_files(self.context, paths)

    def prove_guards(self, reference: str = "") -> Many[Proven]:
        """Run every snippet of the guards."""
        from standfast.verbs.guard import prove_guards

        return prove_guards(self.context, reference)

    def backtest_guards(self, reference: str = "", **options: Any) -> Many[Backtest]:
        """Replay guards over the repository's history; see `verbs.guard.backtest_guards` for the options."""
        from standfast.verbs.guard import backtest_guards

        return backtest_guards(self.context, reference, **options)

    def draft_guards(self, fix: str, **options: Any) -> Many[GuardDraft]:
        """Propose guards from a fix commit; see `verbs.guard.draft_guard` for the options."""
        from standfast.verbs.guard import draft_guard

        return draft_guard(self.context, fix, **options)

    def starter_rules(self) -> Many[tuple[str, Guard, bool]]:
        """Return every starter rule with its pack and whether it is on here."""
        from standfast.verbs.guard import list_packs

        return list_packs(self.context)

    def add_pack(self, name: str, rules: Sequence[str] = (), *, severity: str = "") -> Many[Guarded]:
        """Turn starter rules on."""
        from standfast.verbs.guard import add_pack

        return add_pack(self.context, name, rules, severity=severity)

    def foresee(self, tool_input: Any, *, cwd: str = "") -> Foreseen:
        """Hold the guards against what an agent's tool call would change."""
        from standfast.verbs.guard_check import foresee

        return foresee(self.context, tool_input, cwd=cwd)

    def foresee_commit(self, command: str) -> Foreseen:
        """Hold the guards against the commit that a shell command would make."""
        from standfast.verbs.commit_gate import foresee_commit

        return foresee_commit(self.context, command)

    # -- for hooks

    def capture(self, report: Report) -> bool:
        """Record what an agent reported; False when it waits in the spool."""
        from standfast.verbs.capture import capture

        return capture(self.context, report)

    def drain(self) -> int:
        """Store what hooks had to leave in the spool; return how much that was."""
        from standfast.verbs.capture import drain

        return drain(self.context)

    def tell(self, occasion: Occasion) -> Told:
        """Return what an agent is told at a moment of its session, on record, or nothing and why."""
        from standfast.moments.tell import tell

        return tell(self.context, occasion)

    def pause(self, pause: Pause) -> None:
        """Stop capturing or speaking: somewhere, for a while. A person's act."""
        from standfast.verbs.pause import pause as stop

        stop(self.context, pause)

    def unpause(self) -> int:
        """Take every pause back; return how many there were. A person's act."""
        from standfast.verbs.pause import unpause

        return unpause(self.context)

    def moments(self, *, sessions: int = 10) -> Many[Seen]:
        """Return what was said where in the last sessions, at what cost, and what came of it."""
        from standfast.verbs.moments import list_moments

        return list_moments(self.context, sessions=sessions)

    def heed(self, prompt: str, turn: str) -> str | None:
        """Store what a person asks to be remembered in their own prompt, and return what to tell about it.

        Where nobody asks, the agent may be asked once what a user meant.
        """
        from standfast.learn.session.asking import ask
        from standfast.learn.session.markers import may_have
        from standfast.moments.quiet import captures

        if not captures(self.context):
            return None
        told = None
        if may_have("order", prompt):
            from standfast.verbs.learn import heed

            told = heed(self.context, prompt, turn)
        return told or ask(self.context, prompt, turn)

    def learn(self, session: str = "", *, limit: int = 20, progress: Progress | None = None) -> Learned:
        """Learn from a session that ended, or from those that were not learned from yet."""
        from standfast.verbs.learn import learn_pending, learn_session

        if session:
            return learn_session(self.context, session)
        return learn_pending(self.context, limit=limit, besides=self.context.who.session, progress=progress)

    # -- care

    def configure(self, name: str, value: str | None) -> Setting:
        """Change a setting in the configuration file, or take it out; a person's act."""
        from standfast.config import change_setting
        from standfast.trust.person import require_person

        require_person(self.context.who, "changes settings")
        return change_setting(self.context.settings.home, name, value)

    def backup(self, target: str = "", progress: Progress | None = None) -> str:
        """Write a backup of everything, online."""
        from standfast.verbs.backup import backup

        return backup(self.context, target, progress)

    def restore_backup(self, source: str) -> tuple[str, Many[str]]:
        """Put a backup in place of what is here."""
        from standfast.verbs.backup import restore_backup

        return restore_backup(self.context, source)

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild everything derived."""
        from standfast.verbs.reindex import reindex

        return reindex(self.context, progress)

    def scan(self) -> Iterator[Leak]:
        """Yield stored memories and events in which today's rules find a secret."""
        from standfast.verbs.scan import scan

        return scan(self.context)

    def purge_leaks(self, leaks: Sequence[Leak]) -> Proof:
        """Delete for good what a scan found, and prove it."""
        from standfast.verbs.scan import purge_leaks

        return purge_leaks(self.context, leaks)

    def problems(self) -> Many[str]:
        """Check the whole store; return what is wrong."""
        from standfast.verbs.doctor import problems

        return problems(self.context)

    def salvage(self) -> Many[str]:
        """Save what can be saved of damaged files."""
        from standfast.verbs.doctor import salvage

        return salvage(self.context)

    def losses(self) -> Many[str]:
        """Return what a repair could not bring back."""
        from standfast.verbs.doctor import losses

        return losses(self.context)

    def damaged(self) -> Many[str]:
        """Return the operations in reach here that cannot be read as they were written."""
        from standfast.verbs.doctor import damaged

        return damaged(self.context)

    def leftovers(self, *, clear: bool = False) -> Many[str]:
        """Return what killed processes of ours left behind; `clear` deletes it."""
        from standfast.verbs.doctor import leftovers

        return leftovers(self.context, clear=clear)

    def lost_keys(self) -> int:
        """Return in how many partitions purges were made with a secret that the home no longer has."""
        from standfast.verbs.doctor import lost_keys

        return lost_keys(self.context)

    def is_purge_pending(self) -> bool:
        """Tell whether a purge was stopped before it was done."""
        from standfast.verbs.purge import is_pending

        return is_pending(self.context)

    def finish_purge(self) -> tuple[MemoryId, ...]:
        """Go on with a purge that was stopped; return what it was to remove."""
        from standfast.verbs.purge import finish_purge

        return finish_purge(self.context)

    def export(self) -> Iterator[dict[str, Any]]:
        """Yield everything in reach, one record per memory with its history."""
        from standfast.verbs.portable import export

        return export(self.context)

    def export_for_others(self) -> Iterator[Released | Withheld]:
        """Yield what other people would get of each memory here, or why they get nothing of it."""
        from standfast.verbs.portable import export_for_others

        return export_for_others(self.context)

    def encrypt(self) -> Many[str]:
        """Encrypt everything kept here; return the files changed. Nothing else may have it open."""
        from standfast.verbs.encrypt import encrypt

        return encrypt(self.context)

    def decrypt(self) -> Many[str]:
        """Turn everything kept here into plain files; return those changed."""
        from standfast.verbs.encrypt import decrypt

        return decrypt(self.context)

    def import_records(self, records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[MemoryId, str]]:
        """Bring exported memories in."""
        from standfast.verbs.portable import import_records

        return import_records(self.context, records)

    def import_transcripts(self, agent: str, path: str | Path, progress: Progress | None = None) -> Imported:
        """Bring an agent's past sessions into the journal."""
        from standfast.verbs.import_transcripts import import_transcripts

        return import_transcripts(self.context, agent, Path(path), progress)

    def mine(self, *, history: int | None = None, dry_run: bool = False, progress: Progress | None = None) -> Mined:
        """Learn what this repository already says; `history` bounds the commits read, 0 for all, -1 for none."""
        from standfast.verbs.mine import mine

        return mine(self.context, history=history, dry_run=dry_run, progress=progress)

    def import_documents(self, form: str, path: str | Path) -> Taken:
        """Bring in instruction files, decision records, post-mortems or a context folder."""
        from standfast.verbs.mine import import_documents

        return import_documents(self.context, form, Path(path))

    # -- the mirror

    def mirror_export(self) -> Exported:
        """Write the project's memory as Markdown files in the repository."""
        from standfast.verbs.mirror import mirror_export

        return mirror_export(self.context)

    def mirror_import(
        self, *, trust: bool = False, quiet: bool = False, progress: Progress | None = None
    ) -> MirrorImported:
        """Take in what people changed in the files; `quiet` is cheap when nothing changed, and never fails."""
        from standfast.verbs.mirror import mirror_import

        return mirror_import(self.context, trust=trust, quiet=quiet, progress=progress)

    def mirror_check(self) -> Checked:
        """Say where files and store differ; change nothing."""
        from standfast.verbs.mirror import mirror_check

        return mirror_check(self.context)

    def mirror_block(self, paths: Sequence[str] = (), *, remove: bool = False) -> Many[str]:
        """Keep what is pinned in instruction files, between markers; return the files that changed."""
        from standfast.mirror.pinned import mirror_block

        return mirror_block(self.context, paths, remove=remove)

    # -- which project this is, and what it shares with

    def claims(self) -> Many[ProjectId]:
        """Return the projects whose id or remote this repository shows without sharing their history."""
        from standfast.context.here import list_claims

        return list_claims(self.context.store.catalog, self.context.here)

    def join_project(self, project: str) -> None:
        """Say that this repository is a clone of a known project, which its history does not show."""
        from standfast.context.here import join_project
        from standfast.trust.person import require_person

        require_person(self.context.who, "says that two repositories are one project")
        context = self.context
        join_project(context.store.catalog, context.home, context.here, ProjectId(project), clean=context.clean)
        self.renew()

    def join_group(self, name: str) -> None:
        """Let the project at hand share with a group."""
        self._group(self.context.store.catalog.join_group, name)

    def leave_group(self, name: str) -> None:
        """End that."""
        self._group(self.context.store.catalog.leave_group, name)

    def _group(self, act: Callable[..., None], name: str) -> None:
        from standfast.errors import ConfigError
        from standfast.model.scope import parse_scope
        from standfast.trust.admission import refuse_secret
        from standfast.trust.person import require_person

        require_person(self.context.who, "decides which groups a project shares with")
        parse_scope(f"group:{name}", here=self.context.scope)
        refuse_secret(self.context, name)
        if not self.context.here.project:
            raise ConfigError("There is no project here.", hint="Run inside a Git repository.", code="no-project")
        act(name, self.context.here.project)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Self

    Many = list  # within the class, `list` is a verb

    from standfast.capture.draft import Draft
    from standfast.config import Setting
    from standfast.errors import StandfastError
    from standfast.guard.backtest import Backtest
    from standfast.guard.draft import Draft as GuardDraft
    from standfast.guard.rule import Guard
    from standfast.learn.documents import Taken
    from standfast.model.session import Event, Session
    from standfast.moments.brief import Brief
    from standfast.moments.quiet import Pause
    from standfast.moments.table import Occasion, Told
    from standfast.purge.proof import Proof
    from standfast.recall.answer import Recalled, Shown
    from standfast.standing.land import Landed
    from standfast.store.contract import Progress
    from standfast.trust.record import Remembered
    from standfast.trust.release import Released, Withheld
    from standfast.verbs.about import FileAbout
    from standfast.verbs.blame import Blamed
    from standfast.verbs.capture import Report
    from standfast.verbs.drift import Drift
    from standfast.verbs.edit import Sheet
    from standfast.verbs.graph import Graph
    from standfast.verbs.guard import Guarded, Proven
    from standfast.verbs.guard_check import Carried, Foreseen, Looked
    from standfast.verbs.handoff import HandedOver
    from standfast.verbs.import_transcripts import Imported
    from standfast.verbs.learn import Learned
    from standfast.verbs.list_ import Listed
    from standfast.verbs.mine import Mined
    from standfast.verbs.mirror import Checked, Exported
    from standfast.verbs.mirror import Imported as MirrorImported
    from standfast.verbs.moments import Seen
    from standfast.verbs.purge import Purged
    from standfast.verbs.recall_sessions import RecalledSessions
    from standfast.verbs.revert import Reverted
    from standfast.verbs.review import Waiting
    from standfast.verbs.revise import Changed
    from standfast.verbs.scan import Leak
    from standfast.verbs.show import Entry
    from standfast.verbs.status import StatusReport
