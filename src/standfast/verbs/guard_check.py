"""The gate: the guards in force here, held against a change. Of the store it writes nothing.

Neighbours: `verbs.enforced` (which guards), `guard.check` (the matching), `guard.gate` (what the gate saw before).
"""

from __future__ import annotations

from pathlib import Path

from standfast.errors import StandfastError
from standfast.model.trust import Authority
from standfast.model.value import Value
from standfast.verbs.enforced import enforced, get_root, today

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.guard.backtest import ReplayedCommit
    from standfast.guard.change import ChangeSet
    from standfast.guard.finding import Report
    from standfast.guard.gate import GateBook
    from standfast.guard.rule import Guard
    from standfast.verbs.enforced import Enforced

WAIT_S = 2.0  # a commit waits for the answer: rather let pass, loudly, than keep it waiting for a busy store


class Looked(Value):
    """One look of the gate: its report, the guards asked, and commits that went past it since the last look."""

    report: Report
    guards: tuple[Guard, ...]
    past: tuple[tuple[ReplayedCommit, Report], ...] = ()


def ask(
    context: Context,
    inforce: Enforced,
    change: ChangeSet,
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
    from standfast.code.locate import find_checkout, read_head
    from standfast.guard.gate import GateBook

    context.hurry(WAIT_S)
    root = get_root(context)
    place = find_checkout(str(root))
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
    from standfast.code.locate import find_checkout, read_head
    from standfast.guard.finding import Report
    from standfast.guard.gate import GateBook

    context.hurry(WAIT_S)
    place = find_checkout(str(get_root(context)))
    head = read_head(place).commit if place else ""
    if place is None or not head:
        return Looked(Report("past"), ())
    book = GateBook(Path(place.git_dir))
    inforce = enforced(context, found=book.found)
    past = _past(context, inforce, book, since) if inforce.guards else []
    book.note(head=head, digest="", found={})
    return Looked(Report("past"), inforce.guards, tuple(past))


def _past(context: Context, inforce: Enforced, book: GateBook, since: str) -> list[tuple[ReplayedCommit, Report]]:
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
    """Check whole files as they are on the disk."""
    from standfast.guard.change import on_disk

    context.hurry(WAIT_S)
    with on_disk(get_root(context), paths) as change:
        return _look(context, change, everything=True)


def _look(context: Context, change: ChangeSet, *, everything: bool, revisions: Sequence[str] = ("HEAD",)) -> Looked:
    inforce = enforced(context, revisions=revisions)
    # Of a range nobody says who wrote it: a change does not waive its own findings.
    by_person = len(revisions) == 1
    return Looked(ask(context, inforce, change, everything=everything, by_person=by_person), inforce.guards)
