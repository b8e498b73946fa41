"""What `help` and an editor say of a verb is what it takes and what is said of it where it is written."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import TYPE_CHECKING

from standfast import Memory
from standfast.config import Settings
from standfast.memory.namespaces import Maintenance, Sessions
from standfast.model.source import Source
from standfast.verbs.recall import recall

if TYPE_CHECKING:
    from pathlib import Path

UNLOADED = """
import sys
from standfast.memory import Memory, namespaces
print([name for name in sys.modules if name.startswith("standfast.verbs.") or name == "inspect"])
"""


def test_help_shows_a_verb_as_it_is_called() -> None:
    taken = [name for name in inspect.signature(recall).parameters if name != "context"]
    assert list(inspect.signature(Memory.recall).parameters) == ["self", *taken]
    assert inspect.getdoc(Memory.recall) == inspect.getdoc(recall)
    assert (Memory.recall.__name__, Memory.recall.__qualname__) == ("recall", "Memory.recall")
    assert list(inspect.signature(Sessions.recall).parameters) == ["self", "query", "limit", "preview"]
    assert "source" in inspect.signature(Maintenance.check_audit).parameters


def test_help_shows_the_verb_of_a_memory_at_hand(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}", embedder="off")
    with Memory(settings, Source("person", "ana"), tmp_path) as memory:
        assert "context" not in inspect.signature(memory.recall).parameters
        assert inspect.getdoc(memory.recall) == inspect.getdoc(recall)
        kept = memory.remember("Locks are keyed by payment")
        sheet = memory.page(kept.id)
        assert memory.edit(kept.id, page=sheet.text) is None


def test_no_verb_is_loaded_before_one_is_used() -> None:
    done = subprocess.run([sys.executable, "-c", UNLOADED], check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]"
