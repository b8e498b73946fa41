"""The runbooks are true: every block of the page is run, and an upgrade happens beside a server that goes on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import psycopg

import standfast
from standfast.store.postgres import migrate
from tests.faces.team.conftest import TeamServer
from tests.program import plain_env, write_program

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "runbooks.md"
SOURCE = Path(standfast.__file__).parent
LATER = migrate.NEWEST + 1


def blocks(heading: str) -> list[str]:
    """Return the commands of one section of the page, block by block."""
    text = PAGE.read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [
        "\n".join(line.strip() for line in found.splitlines())
        for found in re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    ]


class Desk:
    """The administrator's shell, or a person's: a folder, a home, and the programs that came with the server."""

    def __init__(self, folder: Path, url: str, **env: str) -> None:
        folder.mkdir(parents=True)
        with psycopg.connect(url, autocommit=True) as connection:
            found = connection.execute("SELECT setting FROM pg_config() WHERE name = 'BINDIR'").fetchone()
        assert found
        path = os.pathsep.join((str(write_program(folder / "bin").parent), str(found[0]), os.environ["PATH"]))
        self.folder = folder
        home = {"STANDFAST_HOME": str(folder / "home"), "STANDFAST_EMBEDDER": "off", "STANDFAST_PROJECT": "shop"}
        self.env = {**plain_env(folder), **home, "PATH": path, **env}

    def run(self, script: str, **env: str) -> str:
        done = subprocess.run(
            ["sh", "-ec", script], cwd=self.folder, env={**self.env, **env}, capture_output=True, text=True,
            check=False, timeout=180, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        return done.stdout


def dumped(desk: Desk) -> str:
    """Return every byte of the database, as its own program writes it out."""
    return desk.run('pg_dump --schema=standfast "$DATABASE"')


def test_a_restored_dump_is_whole_and_what_was_purged_since_goes_again(tmp_path: Path, fresh_database: str) -> None:
    admin = Desk(tmp_path / "admin", fresh_database, DATABASE=fresh_database)
    (tmp_path / "server").mkdir()
    team = TeamServer(tmp_path / "server", fresh_database)
    try:
        ana = Desk(tmp_path / "ana", fresh_database, STANDFAST_TOKEN=team.token("ana", "admin", project="*"))
        ana.run(f"standfast config set team http://127.0.0.1:{team.port} && standfast config set user ana")
        kept = ana.run("standfast remember 'Locks are keyed by payment_id' --kind decision --json")
        gone = ana.run("standfast remember 'The auditor of zebracorn is Quentin' --kind fact --json")
        ana.run("standfast sync push --yes")
        for script in blocks("Back up"):
            admin.run(script)
        ana.run(f"standfast purge {json.loads(gone)['id']} --yes && standfast sync push --yes")
        assert "zebracorn" not in dumped(admin)
    finally:
        team.stop()
    bring_back, check, push = blocks("Restore")
    admin.run(bring_back)
    assert "zebracorn" in dumped(admin)  # the dump is older than the purge
    admin.run(check)
    team.start()
    try:
        ana.run(f"standfast config set team http://127.0.0.1:{team.port}")
        ana.run(push)
        assert "zebracorn" not in dumped(admin)
        reader = team.token("ben", "reader")
        assert team.rest("GET", f"/memories/{json.loads(kept)['id']}", token=reader)["text"].startswith("Locks")
    finally:
        team.stop()
    for script in blocks("Keep it small"):
        admin.run(script)


def later_release(folder: Path, *, beside: bool) -> Path:
    """Write the program as a release with one more migration; return where it is."""
    source = folder / "later" / "standfast"
    shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("__pycache__"))
    module = source / "store" / "postgres" / "migrate.py"
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace(f"\nNEWEST = {migrate.NEWEST}", f"\nNEWEST = {LATER}"), encoding="utf-8")
    steps = module.parent / "migrations"
    steps.mkdir(exist_ok=True)
    head = f"-- Beside: {migrate.NEWEST}\n" if beside else ""
    step = f"{head}ALTER TABLE event ADD COLUMN extra words;\n"
    (steps / f"{LATER:04d}_extra.sql").write_text(step, encoding="utf-8")
    return source.parent


def versions(url: str) -> list[int]:
    with psycopg.connect(url, autocommit=True) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM standfast.migration ORDER BY number")]


def test_an_upgrade_happens_beside_a_server_of_the_release_before(tmp_path: Path, fresh_database: str) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    old = TeamServer(tmp_path / "old", fresh_database)
    servers, said, failed = [old], [], []
    stop = threading.Event()
    try:
        old.command("remember", "Locks are keyed by payment_id", "--kind", "decision")
        tokens = [old.token(f"ana{number}", "agent") for number in range(3)]
        assert versions(fresh_database)[-1] == migrate.NEWEST

        def work(number: int) -> None:
            turn = 0
            while not stop.is_set():
                turn += 1
                text = f"Worker {number} learned lesson {turn} of the upgrade"
                reply = servers[-1].ask(
                    "POST", "/api/v1/memories", {"text": text, "kind": "fact"}, token=tokens[number]
                )
                found = old.ask("GET", "/api/v1/recall", token=tokens[number], query="which lock is keyed?")
                (said if reply.status == 201 else failed).append(text if reply.status == 201 else reply)
                if found.status != 200:
                    failed.append(found)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        new = TeamServer(tmp_path / "new", fresh_database, source=str(later_release(tmp_path, beside=True)))
        reader = new.token("ben", "reader")  # the first command of the new release: the database is migrated by now
        assert versions(fresh_database)[-2:] == [migrate.NEWEST, LATER]
        fresh = old.ask("GET", "/api/v1/recall", token=new.token("carl", "reader"), query="which lock?")
        assert fresh.status == 200, fresh.body  # a caller the old server never saw before
        before = len(said)
        servers.append(new)
        while len(said) < before + 6 and not failed:
            threads[0].join(timeout=0.2)
        stop.set()
        for thread in threads:
            thread.join(timeout=60)
        assert failed == []
        assert new.ask("GET", "/healthz").status == 200
        listed = new.command("list", "--limit", "1000")["memories"]
        assert set(said) <= {item["text"] for item in listed}
        assert new.rest("GET", "/recall", token=reader, query="which lock is keyed?")["results"]
        old.stop(signal.SIGINT)
        assert new.rest("GET", "/recall", token=reader, query="which lock is keyed?")["results"]
    finally:
        stop.set()
        for server in {old, servers[-1]}:
            if server.process.poll() is None:
                server.stop(signal.SIGKILL)


def test_a_database_that_says_so_is_not_touched_by_the_release_before(tmp_path: Path, fresh_database: str) -> None:
    env: dict[str, Any] = {
        **plain_env(tmp_path), "STANDFAST_STORE": fresh_database, "STANDFAST_HOME": str(tmp_path / "home"),
        "STANDFAST_PROJECT": "shop", "STANDFAST_EMBEDDER": "off",
    }  # fmt: skip

    def remember(source: Path, text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "standfast", "remember", text], cwd=tmp_path, env={**env, "PYTHONPATH": str(source)},
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    assert remember(SOURCE.parent, "made by this one").returncode == 0
    assert remember(later_release(tmp_path, beside=False), "made by the one after").returncode == 0
    refused = remember(SOURCE.parent, "made by this one again")
    assert refused.returncode == 3
    assert "later Standfast" in refused.stderr
