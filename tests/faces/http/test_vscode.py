"""The corner in VS Code: the built extension, in Node, with a stub of the editor's API and a real server."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faces.http.conftest import Server

SOURCE = Path(__file__).parents[3] / "plugins" / "vscode"
NPM, NODE = shutil.which("npm"), shutil.which("node")
CODE = '''"""Locks."""


def acquire(payment_id):
    key = "lock:" + payment_id
    return key
'''

pytestmark = pytest.mark.skipif(
    not NPM or not NODE or not (SOURCE / "node_modules").exists(), reason="`make vscode` installs what it is built with"
)


@pytest.mark.slow
def test_a_line_says_what_is_known_there_and_whether_it_still_stands(server: Server) -> None:
    assert NPM
    assert NODE
    built = subprocess.run([NPM, "run", "--silent", "build"], cwd=SOURCE, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    path = server.folder / "locks.py"
    path.write_text(CODE)
    server.git("commit", "--quiet", "--all", "--message", "Lock by payment")
    claim = {"text": "The lock is keyed by payment_id", "why": "two refunds raced", "anchors": ["locks.py::acquire"]}
    server.rest("POST", "/memories", {**claim, "kind": "decision"}, person=True)
    hostile = "<img src=x onerror=alert(1)> [click](command:workbench.action.terminal.new)"
    server.rest("POST", "/memories", {"text": hostile, "anchors": ["locks.py"]}, person=True)
    path.write_text(CODE.replace("payment_id", "order_id"))
    server.git("commit", "--quiet", "--all", "--message", "Lock by order")
    words = [NODE, "test/drive.cjs", server.told["url"], server.told["token_file"], str(server.folder)]
    done = subprocess.run(words, cwd=SOURCE, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
