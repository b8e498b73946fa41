"""The gate: the guards in force here, asked about a change. Of the store it writes only receipts.

On the hook path: where nothing carries a guard, it costs one query and loads neither rules nor parser. A guard that
cannot be read is reported as broken and never blocks. Neighbours: `verbs.guard` (adding and proving guards),
`guard.check` (the matching), `repo.gatebook` (what the gate saw before).
"""

from __future__ import annotations

import json
from pathlib import Path

from standfast.errors import ConfigError, StandfastError
from standfast.model.trust import Authority, Status
from standfast.model.value import Value
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from standfast.context.context import Context
    from standfast.guard.backtest import ReplayedCommit
    from standfast.guard.change import Change
    from standfast.guard.finding import Broken, Finding, Report, Waiver
    from standfast.guard.rule import Guard
    from standfast.model.memory import Memory
    from standfast.store.contract import Partition

EDIT_BUDGET_S = 2.0
WAIT_S = 2.0  # a commit waits for the answer: rather let pass, loudly, than keep it waiting for a busy store
_REASON = 600


class Carried(Value):
    """A memory with its guard, or with what is wrong with it."""

    memory: Memory
    document: dict[str, Any]
    guard: Guard | None = None
    problem: str = ""
    hint: str = ""

    @property
    def id(self) -> str:
        """The guard's id, or the memory's where it has none that can be read."""
        return str(self.document.get("id") or self.memory.id)

    def to_dict(self) -> dict[str, Any]:
        """Return the guard, the memory that carries it and its words, or what is wrong with it, as plain data."""
        guard, content = self.guard, self.memory.content
        return {
            "guard": self.id,
            "memory": self.memory.id,
            "words": content.title or content.text,
            "status": self.memory.status.value,
            "severity": guard.severity if guard else None,
            "kind": guard.kind if guard else None,
            "languages": list(guard.languages) if guard else [],
            "paths": list(guard.paths) if guard else [],
            "since": guard.since if guard else "",
            "expires": guard.expires if guard else "",
            "message": guard.message if guard else "",
            "waivers": self.document.get("waivers") or [],
            "problem": self.problem,
        }


class Enforced(Value):
    """What is enforced here today: guards, waivers on record, guards that cannot be asked, and what carries them."""

    guards: tuple[Guard, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    broken: tuple[Broken, ...] = ()
    memories: tuple[Memory, ...] = ()


class Looked(Value):
    """One look of the gate: its report, the guards asked, and commits that went past it since the last look."""

    report: Report
    guards: tuple[Guard, ...]
    past: tuple[tuple[ReplayedCommit, Report], ...] = ()


def find_carriers(context: Context, *, statuses: Sequence[Status] = (Status.ACTIVE,)) -> list[Memory]:
    """Return the memories in reach that carry a guard a person stands behind."""
    if not context.has_store:
        return []
    now = context.clock.now()
    found: list[Memory] = []
    for partition in _partitions(context):
        for memory in partition.memories.select(View(statuses=tuple(statuses)), guarded=True, newest_first=False):
            content = memory.content
            expired = content.expires_at is not None and content.expires_at <= now
            # An agent may write a memory; only what a person approved may stop others.
            if memory.authority >= Authority.APPROVED and not expired and _is_here(context, content.scope.branch):
                found.append(memory)
    return found


def _partitions(context: Context) -> list[Partition]:
    """Return what is in reach: a project that the environment names takes nothing away from the repository's own."""
    reached = {partition.key: partition for partition in context.partitions()}
    if context.settings.project:
        reached |= {partition.key: partition for partition in context.at(context.where).partitions()}
    return list(reached.values())


def _is_here(context: Context, branch: str) -> bool:
    """Tell whether a guard of a branch is in force where the change is made: as its memory is told there, or not."""
    if not branch:
        return True
    from standfast.context.view import is_here

    return is_here(context, branch)


def read_carried(memory: Memory) -> Carried:
    """Read the guard of a memory, or say what is wrong with it."""
    from standfast.guard.rule import read_guard

    document: dict[str, Any] = {}
    try:
        loaded = json.loads(memory.content.guard)
        document = loaded if isinstance(loaded, dict) else {}
        guard = read_guard(_whole(document), name=f"the guard of {memory.id}")
    except StandfastError as error:
        said = error.message.removeprefix(f"{document.get('id')}: ").removesuffix(".")
        return Carried(memory, document, None, said, error.hint)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        hint = f"`standfast guard remove {memory.id}`, or add it again."
        return Carried(memory, document, None, f"it cannot be read: {error}", hint)
    paths = guard.paths or memory.content.scope.paths
    return Carried(
        memory, document, guard._replace(memory=memory.id, reason=reason_of(memory, guard.message), paths=paths)
    )


def _whole(document: dict[str, Any]) -> dict[str, Any]:
    """Fill in a starter rule that is kept by name, because its snippets look like the secrets it finds."""
    if "pack" not in document or "rule" in document:
        return document
    from standfast.guard.pack import load_pack
    from standfast.guard.render import guard_document

    shipped = {guard.id: guard for guard in load_pack(str(document["pack"]))}
    return {**guard_document(shipped[str(document["id"])]), **document}


def reason_of(memory: Memory, message: str = "") -> str:
    """Quote what the memory says, and why; what the guard's own message says already is not repeated."""
    said, why = " ".join(memory.content.text.split()), " ".join(memory.content.why.split())
    parts = [said, f"Why: {why}"] if why else [said]
    if why and said == " ".join(message.split()):
        parts = [why]
    whole = " ".join(parts)
    return whole if len(whole) <= _REASON else whole[: _REASON - 1] + "…"


def today(context: Context) -> str:
    """Return the date that dates in guards and waivers are held against."""
    return f"{context.clock.now():%Y-%m-%d}"


def enforced(
    context: Context, *, found: dict[str, str] | None = None, revisions: Sequence[str] = ("HEAD",)
) -> Enforced:
    """Return what is enforced here today; `found` says when each guard last fired, for warnings that become blocks.

    Where the store does not have the mirror's guards, they are read from the mirror at `revisions`; the first counts
    most, so that a change cannot disarm what it runs into.
    """
    memories = find_carriers(context)
    settled = {memory.id for memory in memories}
    unread: tuple[tuple[str, str, str], ...] = ()
    if len(revisions) > 1 or not context.has_store or _has_unread_mirror(context):
        from standfast.mirror.guards import mirrored

        more = mirrored(context, revisions)
        memories, unread = [*memories, *more.memories], more.broken
        # What only the change brings may be enforced, and may not waive anything.
        settled |= {
            memory.id for memory in (more if len(revisions) == 1 else mirrored(context, revisions[:1])).memories
        }
    if not memories and not unread:
        return Enforced()
    from standfast.guard.finding import Broken

    carried = [read_carried(memory) for memory in memories]
    guards = [item.guard for item in carried if item.guard]
    if any("promote_after" in item.document for item in carried):
        from standfast.guard.gate import promoted

        date = today(context)
        guards = [promoted(guard, last_found=(found or {}).get(guard.id, ""), today=date) for guard in guards]
    waivers = tuple(waiver for item in carried if item.memory.id in settled for waiver in read_waivers(item.document))
    broken = [Broken(item.id, item.problem, item.hint) for item in carried if item.guard is None]
    broken += [Broken(*item) for item in unread]
    return Enforced(tuple(guards), waivers, tuple(broken), tuple(memories))


def read_waivers(document: dict[str, Any]) -> list[Waiver]:
    """Return the waivers that a guard carries; one without reason or date does not count."""
    from standfast.guard.finding import Waiver

    found: list[Waiver] = []
    for item in document.get("waivers") or ():
        if isinstance(item, dict) and item.get("reason") and item.get("until"):
            paths = tuple(str(path) for path in item.get("paths") or ())
            waiver = (str(document["id"]), str(item["reason"]), str(item["until"]), str(item.get("person", "")), paths)
            found.append(Waiver(*waiver))
    return found


def ask(
    context: Context,
    inforce: Enforced,
    change: Change,
    *,
    everything: bool = False,
    budget_s: float | None = None,
    by_person: bool = True,
) -> Report:
    """Hold the guards against a change."""
    from standfast.guard.check import check

    report = check(
        inforce.guards,
        change,
        today=today(context),
        waivers=inforce.waivers,
        everything=everything,
        budget_s=budget_s,
        by_person=by_person,
    )
    return report._replace(broken=(*inforce.broken, *report.broken))


def look_staged(context: Context, *, everything: bool = False) -> Looked:
    """Check what is staged, name commits that went past the gate, and note what was let through."""
    from standfast.code.locate import find_place, read_head
    from standfast.guard.bypass import GateBook

    context.hurry(WAIT_S)
    root = get_root(context)
    place = find_place(str(root))
    book = GateBook(Path(place.git_dir if place else root))
    inforce = enforced(context, found=book.found)
    if not inforce.guards and not inforce.broken:
        from standfast.guard.finding import Report

        book.mark(passed=True)
        return Looked(Report("staged"), ())
    from standfast.guard.change import staged
    from standfast.guard.gate import change_digest

    with staged(root) as change:
        by_person = context.who.ceiling is Authority.INSTRUCTION
        report = ask(context, inforce, change, everything=everything, by_person=by_person)
        digest = "" if report.blocked else change_digest(change.entries)
    book.mark(passed=not report.blocked)
    head = read_head(place).commit if place else ""
    past = _past(context, inforce, book, book.seen) if head and book.seen and head != book.seen else []
    book.note(head=head, digest=digest, found={finding.guard: today(context) for finding in report.findings})
    return Looked(report, inforce.guards, tuple(past))


def look_past(context: Context, since: str) -> Looked:
    """Name commits after `since` that the gate was not asked about and would have blocked: Git has them already."""
    from standfast.code.locate import find_place, read_head
    from standfast.guard.bypass import GateBook
    from standfast.guard.finding import Report

    context.hurry(WAIT_S)
    place = find_place(str(get_root(context)))
    head = read_head(place).commit if place else ""
    if place is None or not head:
        return Looked(Report("past"), ())
    book = GateBook(Path(place.git_dir))
    inforce = enforced(context, found=book.found)
    past = _past(context, inforce, book, since) if inforce.guards else []
    book.note(head=head, digest="", found={})
    return Looked(Report("past"), inforce.guards, tuple(past))


def _past(context: Context, inforce: Enforced, book: Any, since: str) -> list[tuple[ReplayedCommit, Report]]:
    from standfast.guard.gate import find_unchecked

    try:
        return find_unchecked(
            get_root(context),
            inforce.guards,
            since=since,
            checked=set(book.checked),
            today=today(context),
            waivers=inforce.waivers,
        )
    except StandfastError:
        return []  # the last commit seen is gone: history was rewritten


def look_between(context: Context, revisions: str, *, everything: bool = False) -> Looked:
    """Check what B has done since it left A, for `A..B`."""
    from standfast.guard.change import between, tips_of

    context.hurry(WAIT_S)
    root = get_root(context)
    with between(root, revisions) as change:
        return _look(context, change, everything=everything, revisions=tips_of(root, revisions))


def look_at_files(context: Context, paths: Sequence[str]) -> Looked:
    """Check whole files as they lie on the disk."""
    from standfast.guard.change import on_disk

    context.hurry(WAIT_S)
    with on_disk(get_root(context), paths) as change:
        return _look(context, change, everything=True)


def _look(context: Context, change: Change, *, everything: bool, revisions: Sequence[str] = ("HEAD",)) -> Looked:
    inforce = enforced(context, revisions=revisions)
    # Of a range nobody says who wrote it: a change does not waive its own findings.
    by_person = len(revisions) == 1
    return Looked(ask(context, inforce, change, everything=everything, by_person=by_person), inforce.guards)


class Foreseen(Value):
    """What the guards say of a tool call before it is made, in words for the agent: why not, or what to mind."""

    denied: str = ""
    warned: str = ""


def foresee(context: Context, tool_input: Any, *, cwd: str = "") -> Foreseen:
    """Hold the guards against what a tool call would change."""
    if context.here.root is None:
        return Foreseen()
    inforce = enforced(context)
    if not inforce.guards:
        return Foreseen()
    from standfast.guard.proposed import proposed_change

    change = proposed_change(tool_input, root=context.here.root, cwd=Path(cwd) if cwd else None)
    if change is None:
        return Foreseen()
    with change:
        report = ask(context, inforce, change, budget_s=EDIT_BUDGET_S, by_person=False)
    if not report.blocked and not report.warnings:
        return Foreseen()
    return tell_agent(context, inforce, report)


def tell_agent(context: Context, inforce: Enforced, report: Report) -> Foreseen:
    """Word it for a model: everything quoted is defused, and on record before it is said."""
    from standfast.guard.report import most_told, render_deny, render_warning

    told = [_defused(item) for item in most_told(report.blocking or report.warnings)]
    if not _on_record(context, inforce, told):
        told = [
            item._replace(reason="") for item in told
        ]  # what cannot be put on record is not quoted; a guard still holds
    spoken = report._replace(findings=tuple(told))
    more = len(report.blocking or report.warnings) - len(told)
    if report.blocked:
        return Foreseen(denied=render_deny(spoken, more=more))
    return Foreseen(warned=render_warning(spoken, more=more))


def _defused(finding: Finding) -> Finding:
    """Return a finding whose words are data to a model: each on one line, with nothing unseen and no tag of ours."""
    from standfast.recall.fence import clean_for_model

    def flat(said: str) -> str:
        return " ".join(clean_for_model(said).split())

    return finding._replace(
        path=flat(finding.path),
        text=flat(finding.text.strip().partition("\n")[0]),
        message=flat(finding.message),
        why=flat(finding.why),
        reason=flat(finding.reason),
        note=flat(finding.note),
    )


def _on_record(context: Context, inforce: Enforced, told: Sequence[Finding]) -> bool:
    """Leave a receipt for the memories that are about to be quoted; False where nothing can be written."""
    from standfast.recall.receipts import give
    from standfast.standing.memories import Judge

    said = {item.memory: item.reason for item in told}
    judge = Judge(context)
    try:
        shown = [
            (item, judge(item))
            for item in {memory.id: memory for memory in inforce.memories}.values()
            if item.id in said
        ]
        give(
            context,
            "guard",
            shown,
            query=" ".join(sorted({item.path for item in told})),
            said=[said[entry.id] for entry, _ in shown],
        )
    except (StandfastError, OSError):
        return False
    return True


def get_root(context: Context) -> Path:
    """Return the top of the repository at hand."""
    if not context.has_store:
        from standfast.code.locate import find_root

        found = find_root(str(context.where))
        root = Path(found) if found else None
    else:
        root = context.here.root
    if root is None:
        raise ConfigError("This is not a Git repository.", hint="Guards look at changes in one.", code="no-project")
    return root


def count_mirrored(where: Path, revisions: str = "") -> int:
    """Count the guards that the mirror carries at A of `A..B`, or at HEAD: what a change is held against."""
    from standfast.code.locate import find_root
    from standfast.guard.change import tips_of
    from standfast.mirror.guards import count_guards_at

    root = find_root(str(where))
    if root is None:
        return 0
    return count_guards_at(Path(root), tips_of(Path(root), revisions)[0] if revisions else "HEAD")


def has_mirror(where: Path) -> bool:
    """Tell whether the checkout at hand carries a mirror."""
    from standfast.code.identity import MIRROR_FILE
    from standfast.code.locate import find_root

    root = find_root(str(where))
    return root is not None and Path(root, MIRROR_FILE).exists()


def _has_unread_mirror(context: Context) -> bool:
    """Tell whether the mirror may hold what was not taken in here, from files alone: it is on the hook path."""
    if not has_mirror(context.where):
        return False
    from standfast.code.identity import MIRROR_FILE
    from standfast.code.locate import find_place, read_head
    from standfast.mirror.book import Book, stamp_folder

    place = find_place(str(context.where))
    if place is None or not context.has_store:
        return place is not None
    book = Book(Path(place.git_dir))
    # Guards come from commits: while HEAD is where it was, none came; and most commits leave the mirror alone.
    return book.head != read_head(place).commit and book.stamp != stamp_folder(Path(place.root, MIRROR_FILE).parent)
