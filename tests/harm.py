"""Damage to a store as a disk would do it: past every check of the engine, and outside any contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from standfast.store.contract import Partition


def change_rows(partition: Partition, statement: str) -> None:
    """Change rows of a partition by a statement of SQL."""
    with partition.writing():
        cast("Any", partition.journal)._db.execute(statement)
