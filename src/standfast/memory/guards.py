"""Guards: rules that came from memories, and what they say of a change.

One method a verb, reached as `memory.guards`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from standfast.context.context import Context
    from standfast.guard.backtest import Backtest
    from standfast.guard.carried import CarriedGuard
    from standfast.guard.draft import GuardDraft
    from standfast.guard.rule import Guard
    from standfast.store.contract import Progress
    from standfast.verbs.foresee import Foreseen
    from standfast.verbs.guard import Guarded, Proven
    from standfast.verbs.guard_check import Looked

    Many = list  # within the class, `list` is a verb


class Guards:
    """The guards of the project at hand."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def list(self, *, everything: bool = False) -> Many[CarriedGuard]:
        """Return the guards that apply here."""
        from standfast.verbs.guard import list_guards

        return list_guards(self._context, everything=everything)

    def add(self, reference: str, rule: str, *, name: str = "the rule") -> Guarded:
        """Give a memory a guard from the text of a rule file."""
        from standfast.verbs.guard import add_guard

        return add_guard(self._context, reference, rule, name=name)

    def remove(self, reference: str) -> Guarded:
        """Remove the guard from its memory."""
        from standfast.verbs.guard import remove_guard

        return remove_guard(self._context, reference)

    def waive(self, reference: str, *, until: str, because: str, paths: Sequence[str] = ()) -> Guarded:
        """Waive a guard until a date, with a reason on record."""
        from standfast.verbs.guard import waive_guard

        return waive_guard(self._context, reference, until=until, because=because, paths=paths)

    def check_staged(self, *, everything: bool = False) -> Looked:
        """Check what is staged."""
        from standfast.verbs.guard_check import look_staged

        return look_staged(self._context, everything=everything)

    def check_past(self, since: str) -> Looked:
        """Return commits after `since` that bypassed the gate."""
        from standfast.verbs.guard_check import look_past

        return look_past(self._context, since)

    def check_between(self, revisions: str, *, everything: bool = False) -> Looked:
        """Check what B changed since it branched from A, for `A..B`."""
        from standfast.verbs.guard_check import look_between

        return look_between(self._context, revisions, everything=everything)

    def check_files(self, paths: Sequence[str]) -> Looked:
        """Check whole files on disk."""
        from standfast.verbs.guard_check import look_at_files

        return look_at_files(self._context, paths)

    def prove(self, reference: str = "") -> Many[Proven]:
        """Run every snippet of the guards."""
        from standfast.verbs.guard import prove_guards

        return prove_guards(self._context, reference)

    def backtest(
        self,
        reference: str = "",
        *,
        incident: str = "",
        fix: str = "",
        limit: int = 1000,
        progress: Progress | None = None,
    ) -> Many[Backtest]:
        """Replay guards over the last `limit` commits; tell whether they catch the incident and let its fix pass."""
        from standfast.verbs.guard import backtest_guards

        return backtest_guards(self._context, reference, incident=incident, fix=fix, limit=limit, progress=progress)

    def draft(
        self, fix: str, *, incident: str = "", limit: int = 1000, progress: Progress | None = None
    ) -> Many[GuardDraft]:
        """Propose guards from a fix commit, best first; nothing is stored."""
        from standfast.verbs.guard import draft_guard

        return draft_guard(self._context, fix, incident=incident, limit=limit, progress=progress)

    def starter_rules(self) -> Many[tuple[str, Guard, bool]]:
        """Return every starter rule with its pack and whether it is on here."""
        from standfast.verbs.guard import list_packs

        return list_packs(self._context)

    def add_pack(self, name: str, rules: Sequence[str] = (), *, severity: str = "") -> Many[Guarded]:
        """Turn starter rules on."""
        from standfast.verbs.guard import add_pack

        return add_pack(self._context, name, rules, severity=severity)

    def foresee(self, tool_input: Any, *, cwd: str = "") -> Foreseen:
        """Check what an agent's tool call would change."""
        from standfast.verbs.foresee import foresee

        return foresee(self._context, tool_input, cwd=cwd)

    def foresee_commit(self, command: str, *, cwd: str = "", unhooked: bool = False) -> Foreseen:
        """Check what a shell command would commit or merge where no Git hook does."""
        from standfast.verbs.commit_gate import foresee_commit

        return foresee_commit(self._context, command, cwd=cwd, unhooked=unhooked)
