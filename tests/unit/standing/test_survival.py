"""What a commit changed, as Git tells it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from standfast.standing.survival import list_changed

if TYPE_CHECKING:
    from standfast.code.snapshot import Snapshot


def test_git_is_asked_once_at_each_state_for_a_commit_that_it_does_not_know() -> None:
    asked: list[str] = []

    def ask(*words: str) -> Any:
        asked.append(words[-1])
        return SimpleNamespace(code=128, out=b"")

    def at(head: str) -> Snapshot:
        return SimpleNamespace(git=SimpleNamespace(ask=ask), head=head)  # type: ignore[return-value]

    kept: dict[str, str] = {}
    assert [list_changed(at(head), "gone", kept) for head in ("one", "one", "two")] == [None, None, None]
    assert asked == ["gone", "gone"]
