"""Which memories leave for the team by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.config import Settings
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.model.trust import Authority
from standfast.model.value import replace
from standfast.sync.leaving import why_stays

if TYPE_CHECKING:
    from pathlib import Path


def test_what_nobody_trusts_stays_though_it_is_in_force(tmp_path: Path) -> None:
    store = f"sqlite://{tmp_path / 'store'}"
    settings = Settings(home=tmp_path / "home", store_url=store, project="shared", embedder="off")
    with Memory(settings, Source("person", "ana"), tmp_path) as memory:
        said = memory.show(memory.remember("Locks are keyed by payment_id", kind="decision").id).memory
    assert why_stays(said) == ""
    assert why_stays(replace(said, authority=Authority.UNTRUSTED))
