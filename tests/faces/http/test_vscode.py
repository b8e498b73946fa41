"""The corner in VS Code: the built extension with a real server, in Node with a stub of it, and in VS Code itself."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.agents.clients import find_editor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faces.http.conftest import Server

SOURCE = Path(__file__).parents[3] / "plugins" / "vscode"
NPM, NODE, BROWSER = shutil.which("npm"), shutil.which("node"), shutil.which("chromium")
CODE = '''"""Locks."""


def acquire(payment_id):
    key = "lock:" + payment_id
    return key
'''

pytestmark = pytest.mark.skipif(
    not NPM or not NODE or not (SOURCE / "node_modules").exists(), reason="`make vscode` installs what it is built with"
)


@pytest.fixture
def known(server: Server) -> Server:
    """Yield a server that knows two things about a file, one of them hostile; both are no longer true there."""
    path = server.folder / "locks.py"
    path.write_text(CODE)
    server.git("commit", "--quiet", "--all", "--message", "Lock by payment")
    claim = {"text": "The lock is keyed by payment_id", "why": "two refunds raced", "anchors": ["locks.py::acquire"]}
    server.rest("POST", "/memories", {**claim, "kind": "decision"}, person=True)
    hostile = "<img src=x onerror=alert(1)> [click](command:workbench.action.terminal.new)"
    server.rest("POST", "/memories", {"text": hostile, "anchors": ["locks.py"]}, person=True)
    path.write_text(CODE.replace("payment_id", "order_id"))
    server.git("commit", "--quiet", "--all", "--message", "Lock by order")
    return server


def build() -> None:
    assert NPM
    built = subprocess.run([NPM, "run", "--silent", "build"], cwd=SOURCE, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


def run(*words: str, env: dict[str, str] | None = None) -> str:
    assert NODE
    done = subprocess.run([NODE, *words], cwd=SOURCE, capture_output=True, text=True, check=False, timeout=300, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_line_says_what_is_known_there_and_whether_it_still_stands(known: Server) -> None:
    build()
    told = run("test/drive.cjs", known.told["url"], known.told["token_file"], str(known.folder))
    assert told == "nothing is wrong\n"


@contextmanager
def editor(known: Server, folder: Path) -> Iterator[str]:
    """Yield the address of a VS Code that has the extension installed and set to the server."""
    held = folder / "extensions" / "standfast.standfast-0.1.0"
    for part in ("package.json", "media", "dist"):
        source = SOURCE / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        held.mkdir(parents=True, exist_ok=True)
        copy(source, held / part)
    settings = folder / "server" / "data" / "Machine" / "settings.json"
    settings.parent.mkdir(parents=True)
    told = {"standfast.url": known.told["url"], "standfast.tokenFile": known.told["token_file"]}
    settings.write_text(json.dumps(told), encoding="utf-8")
    words = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms"]
    places = ["--server-data-dir", str(folder / "server"), "--extensions-dir", str(folder / "extensions")]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([*find_editor(), *words, *places], env=known.env, stdout=log, stderr=log)
    try:
        for _ in range(1_800):
            found = re.search(r"listening on (\d+)", (folder / "log").read_text())
            if found:
                break
            time.sleep(0.1)
        assert found, (folder / "log").read_text()
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        process.terminate()
        process.wait(120)


@pytest.mark.slow
@pytest.mark.skipif(not find_editor() or not BROWSER, reason="`make clients` installs the editor; it needs Chromium")
def test_a_real_editor_shows_it_in_its_gutter_its_hover_and_its_status_bar(known: Server, tmp_path: Path) -> None:
    build()
    folder = tmp_path / "editor"
    folder.mkdir()
    with editor(known, folder) as url:
        told = run("test/editor.mjs", url, str(known.folder), str(folder / "shot.png"), env=dict(os.environ))
    assert told == "nothing is wrong\n"
