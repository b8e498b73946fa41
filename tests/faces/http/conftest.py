"""The real server process over HTTP, and the same home through the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import standfast
from tests.faces.asking import Reply, send
from tests.program import plain_env

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Server:
    """A repository, a home, and a server on a free port."""

    def __init__(self, folder: Path, *words: str, **env: str) -> None:
        self.folder = folder / "shop"
        source = str(Path(standfast.__file__).parent.parent)
        self.env = plain_env(folder, STANDFAST_HOME=str(folder / "standfast"), PYTHONPATH=source, **env)
        if not self.folder.exists():
            self.folder.mkdir()
            (self.folder / "locks.py").write_text("KEY = 'payment_id'\n")
            self.git("init", "--quiet", "--initial-branch=main")
            self.git("add", ".")
            self.git("commit", "--quiet", "--message", "Start")
        self.words = words
        self.port = 0
        self.again()

    def again(self) -> None:
        """Start, or start again at the same port."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "standfast", "serve", "--port", str(self.port), "--json", *self.words],
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, self._process.communicate()[1]
        self.told = json.loads(line)
        self.port = int(self.told["url"].rpartition(":")[2])
        self.token = Path(self.told["token_file"]).read_text().strip()
        self.agent_token = Path(self.told["agent_token_file"]).read_text().strip()

    def git(self, *words: str) -> None:
        name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
        subprocess.run(["git", *name, *words], cwd=self.folder, check=True, env=self.env)

    def ask(
        self, method: str, path: str, /, body: Any = None, *, headers: dict[str, str] | None = None, **query: Any
    ) -> Reply:
        """Send one request, with the agents' token unless the headers say otherwise."""
        sent = {"Authorization": f"Bearer {self.agent_token}", **(headers or {})}
        return send(self.port, method, path, body, sent, query)

    def rest(self, method: str, path: str, /, body: Any = None, *, person: bool = False, **query: Any) -> Any:
        """Call an operation that must succeed."""
        headers = {"Authorization": f"Bearer {self.token}"} if person else {}
        reply = self.ask(method, f"/api/v1{path}", body, headers=headers, **query)
        assert reply.status in (200, 201), reply.body
        return reply.json

    def command(self, *words: str) -> Any:
        """Run a command in the same place and return its JSON."""
        done = subprocess.run(
            [sys.executable, "-m", "standfast", *words, "--json"],
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def stop(self) -> int:
        """Interrupt the server as Ctrl-C does; return its exit status."""
        assert self.end() == ""
        return self._process.returncode

    def end(self, by: int = signal.SIGINT) -> str:
        """Interrupt the server; return what it wrote to standard error."""
        self._process.send_signal(by)
        return self._process.communicate(timeout=120)[1].decode()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers with these words; all are stopped in the end."""
    started: list[Server] = []

    def starting(*words: str, **env: str) -> Server:
        started.append(Server(tmp_path, *words, **env))
        return started[-1]

    yield starting
    assert [server.stop() for server in started] == [0] * len(started)


@pytest.fixture
def server(start: Callable[..., Server]) -> Server:
    return start()
