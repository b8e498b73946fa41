"""Real hook processes with the payloads that real agents sent, in a repository with something to know."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import standfast
from standfast.config import load_settings
from standfast.context.aside import started
from standfast.memory import Memory
from tests.program import plain_env, wait_until_learned

if TYPE_CHECKING:
    from collections.abc import Iterator

FIXTURES = Path(__file__).parents[2] / "agents" / "fixtures"
CLAIM = "Refunds take the payment lock first"


class Told:
    """One recorded call: whose configuration named us, the event, what was sent, and the environment."""

    def __init__(self, name: str, shop: Path) -> None:
        text = (FIXTURES / f"{name}.json").read_text(encoding="utf-8").replace("/home/ada/shop", str(shop))
        record = json.loads(text.replace("/home/ada", str(shop.parent)))
        self.agent = name.partition("/")[0]
        self.words: list[str] = record["argv"]
        self.payload: dict[str, Any] = record["payload"]
        self.env: dict[str, str] = record["env"]
        self.shape: str | None = record["context"]
        self.kind: str = record["neutral"]["kind"]


class Shop:
    """A repository, a home and the hook program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "shop"
        self.folder.mkdir()
        self.home = folder / "standfast"
        source = str(Path(standfast.__file__).parent.parent)
        self.env = plain_env(folder, STANDFAST_HOME=str(self.home), PYTHONPATH=source)
        subprocess.run(["git", "init", "--quiet"], cwd=self.folder, check=True, env=self.env)
        (self.folder / "refunds.py").write_text("def refund(payment):\n    return lock(payment.id)\n")

    def told(self, name: str, **more: Any) -> Told:
        """Return a recorded call as if it had been made here; `more` replaces parts of what was sent."""
        found = Told(name, self.folder)
        found.payload |= more
        return found

    def fire(self, told: Told, **env: str) -> str:
        """Run the hook; it must succeed without a word on stderr. Return what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "standfast", "hook", *told.words],
            cwd=self.folder,
            env={**self.env, **told.env, **env},
            input=json.dumps(told.payload).encode(),
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    def memory(self) -> Memory:
        """Open what the hooks wrote."""
        return Memory.open(self.folder, settings=load_settings(self.env))

    def remember(self, text: str = CLAIM, **more: Any) -> None:
        """Store something to know."""
        with self.memory() as memory:
            memory.remember(text, **{"kind": "decision", **more})

    def wait_until_learned(self, *, besides: str = "") -> None:
        """Wait until every session but this was learned from."""
        with self.memory() as memory:
            wait_until_learned(memory, besides=besides)

    def journal(self) -> list[tuple[str, str, str]]:
        """Return agent, kind and body of every event of every session, in order; not what memory looked up."""
        with self.memory() as memory:
            return [
                (session.agent, event.kind.value, event.body)
                for session in memory.sessions.list()
                for event in memory.sessions.replay(session.id)[1]
                if event.kind.value != "given"
            ]

    def lookups(self) -> list[tuple[str, str]]:
        """Return moment and cause of every look-up, in order."""
        with self.memory() as memory:
            events = [event for session in memory.sessions.list() for event in memory.sessions.replay(session.id)[1]]
        return [(event.tool, json.loads(event.body)["cause"]) for event in events if event.kind.value == "given"]


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    yield Shop(tmp_path)
    while started:  # by hooks that were answered in this process
        started.pop().wait(timeout=120)
