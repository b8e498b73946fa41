"""Guards: rules that came from memories, and what they say of a change. Reached as `memory.guards`."""

from __future__ import annotations

from standfast.memory.verb import Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.verbs import commit_gate, foresee, guard, guard_check
else:
    commit_gate, foresee, guard, guard_check = verbs("commit_gate", "foresee", "guard", "guard_check")


class Guards(Space):
    """The guards of the project at hand."""

    list = verb(guard.list_guards)
    add = verb(guard.add_guard)
    remove = verb(guard.remove_guard)
    waive = verb(guard.waive_guard)
    check_staged = verb(guard_check.look_staged)
    check_past = verb(guard_check.look_past)
    check_between = verb(guard_check.look_between)
    check_files = verb(guard_check.look_at_files)
    prove = verb(guard.prove_guards)
    backtest = verb(guard.backtest_guards)
    draft = verb(guard.draft_guard)
    starter_rules = verb(guard.list_packs)
    add_pack = verb(guard.add_pack)
    foresee = verb(foresee.foresee)
    foresee_commit = verb(commit_gate.foresee_commit)
