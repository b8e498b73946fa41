"""A store that was spread over a Citus cluster answers as before.

No package of Citus is to be had where the tests usually run: `STANDFAST_CITUS` names an empty database of a cluster
(with pgvector, and a node that may hold shards). Without one, `test_postgres` holds the catalogue to what
Citus asks for.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.unit.store.test_postgres import open_memory, rows

if TYPE_CHECKING:
    from pathlib import Path

CLUSTER = os.environ.get("STANDFAST_CITUS", "")


@pytest.mark.skipif(not CLUSTER, reason="STANDFAST_CITUS names no cluster")
def test_a_store_that_was_spread_answers_as_before(tmp_path: Path) -> None:
    with open_memory(tmp_path, CLUSTER) as memory:
        known = [memory.remember(f"the queue {number} waits for the ledger", kind="decision") for number in range(5)]
        before = [item.memory.id for item in memory.recall("what does the queue wait for?").results]
        spread = memory.team.distribute()
        assert memory.team.distribute() == spread  # a second time changes nothing
        kinds = dict(rows(CLUSTER, "SELECT table_name::text, citus_table_type FROM citus_tables"))
        assert {kinds[f"standfast.{table}"] for table in ("operation", "posting", "event")} == {"distributed"}
        assert kinds["standfast.token"] == "reference"
        assert [item.memory.id for item in memory.recall("what does the queue wait for?").results] == before
        later = memory.remember("the socket closes at noon", kind="decision", anchors=["a.py"], tags=["x"])
        memory.revise(later.id, "the socket closes at one")
        assert memory.recall("when does the socket close?").results[0].memory.id == later.id
        memory.purge([known[0].id])
        memory.revert([memory.log(later.id)[0].operation.id])
        assert memory.maintenance.problems() == []
        assert memory.maintenance.reindex()
        assert known[0].id not in {item.memory.id for item in memory.recall("what does the queue wait for?").results}
