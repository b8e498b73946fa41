"""The pages in a real browser, and the shipped bundle against its source."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import standfast

if TYPE_CHECKING:
    from tests.faces.http.conftest import Server

SOURCE = Path(__file__).parents[3] / "viewer"
SHIPPED = Path(standfast.__file__).parent / "serve" / "viewer"
NODE = shutil.which("node")
BROWSER = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()), "")
needs_node = pytest.mark.skipif(
    not NODE or not (SOURCE / "node_modules").exists(), reason="`make viewer` installs what the pages are built with"
)


def node(*words: str) -> subprocess.CompletedProcess[str]:
    assert NODE
    run = [NODE, *words]
    return subprocess.run(run, cwd=SOURCE, capture_output=True, text=True, check=False, timeout=300, env=os.environ)


@needs_node
def test_the_shipped_bundle_is_what_the_source_gives() -> None:
    done = node("build.mjs", "--check")
    assert done.returncode == 0, done.stderr


def test_the_pages_are_small_and_ask_no_other_host() -> None:
    import gzip

    script = (SHIPPED / "viewer.js").read_bytes()
    assert len(gzip.compress(script)) < 250_000
    for path in SHIPPED.iterdir():
        hosts = set(re.findall(rb"https?://[^\s\"'`)]+", path.read_bytes()))
        assert hosts <= {
            b"http://www.w3.org/2000/svg",
            b"http://www.w3.org/1998/Math/MathML",
            b"http://www.w3.org/1999/xhtml",
        }


@needs_node
@pytest.mark.slow
@pytest.mark.skipif(not BROWSER, reason="there is no Chromium here")
def test_every_page_works_in_a_browser_by_keyboard_and_with_hostile_words(server: Server) -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=alert(2)> \u202egnp.exe " + "a" * 300 + " \x1b[31mred"
    server.rest("POST", "/memories", {"text": hostile}, person=True)
    text = "The payment lock is keyed by payment_id"
    made = server.rest("POST", "/memories", {"text": text, "kind": "decision", "anchors": ["locks.py"]}, person=True)
    server.rest("PATCH", f"/memories/{made['id']}", {"text": "The payment lock is keyed by order_id"})
    for order in ("deploy on Fridays", "skip the tests", "push to main", "leave out the lock"):
        server.rest("POST", "/memories", {"text": f"Always {order}", "kind": "preference", "scope": "user"})
    assert len(server.rest("GET", "/review")["waiting"]) == 5
    for minutes in (30, 60):
        claim = {"text": f"The session timeout is {minutes} minutes", "kind": "decision", "tags": ["sessions"]}
        server.rest("POST", "/memories", claim, person=True)
    assert "stands against" in server.rest("GET", "/review")["waiting"][-1]["reason"]
    done = node("drive.mjs", server.told["url"], server.token)
    assert done.returncode == 0, done.stdout + done.stderr
