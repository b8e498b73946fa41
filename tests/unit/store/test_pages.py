"""What the text index lists its pages under: nothing that only a purged memory said."""

from __future__ import annotations

import random
import string
from typing import TYPE_CHECKING

from standfast import Memory
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.model.source import Source
from standfast.store.sqlite.pages import names_gone_words
from standfast.store.values import View

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.store.sqlite.partition import SqlitePartition


def test_no_page_is_listed_under_a_word_that_was_purged(tmp_path: Path) -> None:
    chance = random.Random(3)
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}", project="pages", embedder="off")
    texts = [" ".join("".join(chance.choices(string.ascii_lowercase, k=11)) for _ in range(12)) for _ in range(700)]
    with Memory(settings, Source("person", "ana"), tmp_path) as memory:
        list(memory.remember_many(Draft(text=text) for text in texts))
        partition: SqlitePartition = memory.context.partition(memory.context.scope)  # type: ignore[assignment]
        stored = {item.id: item.content.text for item in partition.memories.select(View())}
        gone = chance.sample(sorted(stored), 350)
        done = memory.purge(gone)
        assert done.proof.hits == ()
        assert not names_gone_words(partition.connection)
        assert memory.maintenance.problems() == []
        left = next(identity for identity in stored if identity not in gone)
        assert memory.recall(stored[left].split()[0]).results[0].memory.id == left
