"""A store behind a pooler that lends connections by the transaction: nothing may be left on a connection."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from standfast import Memory
from standfast.config import Settings
from standfast.errors import StandfastError
from standfast.model.source import Source
from tests.pooler import Pooler

psycopg = pytest.importorskip("psycopg")


@pytest.fixture
def pooler(fresh_database: str) -> Iterator[Pooler]:
    opened = Pooler(parse_qs(urlsplit(fresh_database).query)["host"][0])
    yield opened
    opened.close()


def open_memory(folder: Path, pooler: Pooler, project: str, *, way: str = "transaction") -> Memory:
    url = f"postgresql://postgres@127.0.0.1:{pooler.port}/postgres"
    settings = Settings(home=folder / project, store_url=url, project=project, pooler=way)
    return Memory(settings, Source("person", "ana"), folder)


def test_memories_are_written_found_revised_reindexed_and_purged_through_it(tmp_path: Path, pooler: Pooler) -> None:
    with open_memory(tmp_path, pooler, "shop") as shop, open_memory(tmp_path, pooler, "bank") as bank:
        made = shop.remember("The refund lock is keyed by payment_id", kind="decision")
        bank.remember("The refund lock is keyed by account_id", kind="decision")
        assert [item.text for item in shop.recall("refund lock").results] == ["The refund lock is keyed by payment_id"]
        shop.revise(made.id, "The refund lock is keyed by payment_id and currency")
        shop.maintenance.reindex()
        assert "currency" in shop.recall("refund lock").results[0].text
        shop.purge([made.id], granted=True)
        assert shop.recall("refund lock").results == ()
        assert len(bank.recall("refund lock").results) == 1
    assert pooler.transactions > 20
    assert pooler.refused == []


def test_two_projects_that_write_at_once_stay_apart(tmp_path: Path, pooler: Pooler) -> None:
    failed: list[BaseException] = []

    def work(project: str) -> None:
        try:
            with open_memory(tmp_path, pooler, project) as memory:
                for number in range(6):
                    memory.remember(f"Rule {number} of {project} about deployment step {number}")
                    memory.recall("deployment step")
        except BaseException as error:  # noqa: BLE001 - told below
            failed.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("shop", "bank")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=600)
    assert failed == []
    for project in ("shop", "bank"):
        with open_memory(tmp_path, pooler, project) as memory:
            texts = [result.text for result in memory.recall("deployment step", limit=20).results]
            assert len(texts) == 6
            assert all(project in text for text in texts)


def test_without_the_setting_such_a_pooler_is_refused_and_said(tmp_path: Path, pooler: Pooler) -> None:
    with pytest.raises(StandfastError) as refused, open_memory(tmp_path, pooler, "shop", way="") as memory:
        memory.remember("Nothing of this is kept")
    assert refused.value.code == "store-pooler"
    assert pooler.refused
