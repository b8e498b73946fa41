"""A team's server as a process on a real PostgreSQL, with two projects, and people who have tokens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import standfast
from tests.faces.asking import Reply, send
from tests.faces.team.issuer import Issuer
from tests.program import plain_env

if TYPE_CHECKING:
    from collections.abc import Iterator

PROFILES = ("reader", "agent", "maintainer", "admin")
SECRET = "hook secret of the tests"


class TeamServer:
    """One server on one database; `command` is the administrator's shell on the same database."""

    def __init__(self, folder: Path, database: str, *, source: str = "", **env: str) -> None:
        source = source or str(Path(standfast.__file__).parent.parent)
        self.folder, self.database = folder, database
        self.env = plain_env(
            folder, STANDFAST_HOME=str(folder / "standfast"), PYTHONPATH=source, STANDFAST_STORE=database,
            STANDFAST_HOOK_SECRET=SECRET, STANDFAST_EMBEDDER="off", **env,
        )  # fmt: skip
        self.port = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "standfast", "serve", "--port", str(self.port), "--json"],
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        told = json.loads(line)
        assert "token_file" not in told
        self.port = int(told["url"].rpartition(":")[2])

    def stop(self, how: int = signal.SIGINT) -> None:
        self.process.send_signal(how)
        self.process.communicate(timeout=120)

    def command(self, *words: str, project: str = "shop", **env: str) -> Any:
        """Run a command as the administrator."""
        done = subprocess.run(
            [sys.executable, "-m", "standfast", *words, "--json"],
            cwd=self.folder,
            env={**self.env, "STANDFAST_PROJECT": project, **env},
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def token(self, person: str, profile: str, *words: str, project: str = "shop") -> str:
        made = self.command("token", "new", person, "--profile", profile, "--project", project, *words)
        return str(made["token"])

    def ask(
        self, method: str, path: str, /, body: Any = None, *, token: str = "", headers: dict[str, str] | None = None,
        **query: Any,
    ) -> Reply:  # fmt: skip
        sent = {**({"Authorization": f"Bearer {token}"} if token else {}), **(headers or {})}
        return send(self.port, method, path, body, sent, query)

    def rest(self, method: str, path: str, /, body: Any = None, *, token: str, **query: Any) -> Any:
        reply = self.ask(method, f"/api/v1{path}", body, token=token, **query)
        while reply.status == 429:  # as every client does that is told to wait
            time.sleep(float(reply.headers["retry-after"]))
            reply = self.ask(method, f"/api/v1{path}", body, token=token, **query)
        assert reply.status in (200, 201), reply.body
        return reply.json


@pytest.fixture
def team(tmp_path: Path, fresh_database: str) -> Iterator[TeamServer]:
    made = TeamServer(tmp_path, fresh_database)
    made.command("remember", "Locks are keyed by payment_id", "--kind", "decision")
    made.command("remember", "The bank closes at noon", "--kind", "fact", project="bank")
    yield made
    made.stop()


@pytest.fixture
def own_env() -> dict[str, str]:
    return dict(os.environ)


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    made = Issuer()
    yield made
    made.server.shutdown()
    made.server.server_close()
