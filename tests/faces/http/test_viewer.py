"""The pages in a real browser, and the shipped bundle against its source."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pytest

import standfast
from tests.faces.http.crowd import crowd

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faces.http.conftest import Server

SOURCE = Path(__file__).parents[3] / "viewer"
SHIPPED = Path(standfast.__file__).parent / "serve" / "viewer"
NODE = shutil.which("node")
BROWSER = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()), "")
CROWD = int(os.environ.get("STANDFAST_CROWD", "20000"))  # 100,000 by hand; fewer in CI, for the generation's sake
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> \u202egnp.exe " + "a" * 300 + " \x1b[31mred",
    "\"><svg/onload=alert(3)><iframe srcdoc='<script>alert(4)</script>'>",
    "</p></article><details open ontoggle=alert(5)>`<img src=1 onerror=alert(6)>`",
    "<a href='javascript:alert(7)'>here</a> [x](javascript:alert(8)) {{constructor.constructor('alert(9)')()}}",
    "\u2066\u2069\u200b zero\u200bwidth <math><mtext><style><img src onerror=alert(10)></style>",
)
needs_node = pytest.mark.skipif(
    not NODE or not (SOURCE / "node_modules").exists(), reason="`make viewer` installs what the pages are built with"
)
needs_browser = pytest.mark.skipif(not BROWSER, reason="there is no Chromium here")


def node(*words: str) -> subprocess.CompletedProcess[str]:
    assert NODE
    run = [NODE, *words]
    return subprocess.run(run, cwd=SOURCE, capture_output=True, text=True, check=False, timeout=400, env=os.environ)


FINE = "nothing is wrong\n"


def drive(scenario: str, server: Server, *more: str) -> str:
    done = node("drive.mjs", scenario, server.told["url"], server.token, *more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def hook(server: Server, name: str, session: str, **more: str | dict[str, str]) -> None:
    payload = {"session_id": session, "cwd": str(server.folder), "hook_event_name": name, **more}
    words = [sys.executable, "-m", "standfast", "hook", "claude-code", name]
    subprocess.run(words, input=json.dumps(payload).encode(), env=server.env, check=True, capture_output=True)


def furnish(server: Server) -> dict[str, str]:
    """Let people and agents live in the repository for a while; return the ids of what they left."""
    (server.folder / "AGENTS.md").write_text("# Rules\n\nRun `make check` before each commit.\n")
    (server.folder / "Makefile").write_text("test:\n\tpytest\n")
    (server.folder / "evil.py").write_text("# <script>alert(11)</script>\n")
    server.git("add", ".")
    server.git("commit", "--quiet", "--message", "Rules")
    hostile = [server.rest("POST", "/memories", {"text": text}, person=True)["id"] for text in HOSTILE]
    words = "The payment lock is keyed by payment_id"
    claim = {"text": words, "kind": "decision", "anchors": ["locks.py"], "why": "two refunds raced"}
    lock = server.rest("POST", "/memories", claim, person=True)["id"]
    rule = "id: lock-key\nlanguage: python\nrule: {pattern: lock($X)}\nmessage: Key it\n"
    (server.folder.parent / "rule.yml").write_text(rule + "tests: {caught: ['lock(1)'], passes: ['key(1)']}\n")
    server.command("guard", "add", lock, "../rule.yml")
    hook(server, "SessionStart", "s1", source="startup")
    hook(server, "UserPromptSubmit", "s1", prompt="Which key does the payment lock use? <script>alert(12)</script>")
    command = {"command": "echo '<img src=x onerror=alert(13)>'" + "x" * 1_000_000}
    hook(server, "PostToolUse", "s1", tool_name="Bash", tool_input=command, tool_response={"stdout": "\x1b[31m<b>"})
    return {"lock": lock, "hostile": hostile[0]}


def await_review(server: Server, lock: str) -> None:
    """Let five things wait, then one that stands against another."""
    server.rest("PATCH", f"/memories/{lock}", {"text": "The payment lock is keyed by payment_id and by nothing else"})
    for order in ("deploy on Fridays", "skip the tests", "push to main", "leave out the lock"):
        server.rest("POST", "/memories", {"text": f"Always {order}", "kind": "preference", "scope": "user"})
    assert len(server.rest("GET", "/review")["waiting"]) == 5
    for minutes in (30, 60):
        timeout = {"text": f"The session timeout is {minutes} minutes", "kind": "decision", "tags": ["sessions"]}
        server.rest("POST", "/memories", timeout, person=True)
    assert server.rest("GET", "/review")["waiting"][-1]["against"]


@needs_node
def test_the_shipped_bundle_is_what_the_source_gives() -> None:
    done = node("build.mjs", "--check")
    assert done.returncode == 0, done.stderr


def test_the_pages_are_small_and_ask_no_other_host() -> None:
    page = (SHIPPED / "index.html").read_text()
    first = {"viewer.js"}
    for name in list(first):
        first |= set(re.findall(r'from"\./([\w.-]+\.js)"', (SHIPPED / name).read_text()))
    assert 'src="/viewer.js"' in page
    assert sum(len(gzip.compress((SHIPPED / name).read_bytes())) for name in first) < 250_000
    for path in SHIPPED.glob("*.[jc]s*"):
        named = set(re.findall(rb"https?://[^\s\"'`)]+", path.read_bytes()))
        warnings = {place for place in named if place.startswith(b"https://github.com/highlightjs/highlight.js/")}
        assert named - warnings <= {
            b"http://www.w3.org/2000/svg",
            b"http://www.w3.org/1998/Math/MathML",
            b"http://www.w3.org/1999/xhtml",
        }, path.name


@needs_node
@needs_browser
@pytest.mark.slow
class TestInABrowser:
    def test_every_page_fits_in_light_and_dark_down_to_a_phone_and_can_be_used_by_everyone(
        self, server: Server
    ) -> None:
        known = furnish(server)
        await_review(server, known["lock"])
        assert drive("pages", server, known["hostile"], "s1") == FINE

    def test_nothing_remembered_runs_and_the_policy_stops_what_would(self, server: Server) -> None:
        known = furnish(server)
        assert drive("hostile", server, known["hostile"], "s1") == FINE

    def test_someone_new_settles_five_by_keyboard_and_gets_anywhere_with_it(self, server: Server) -> None:
        known = furnish(server)
        assert drive("token", server) == FINE
        await_review(server, known["lock"])
        before = len(server.rest("GET", f"/memories/{known['lock']}/why", person=True)["receipts"])
        assert drive("keyboard", server) == FINE
        after = server.rest("GET", f"/memories/{known['lock']}/why", person=True)["receipts"]
        assert len(after) == before, "a person who types leaves receipts"

    def test_every_action_does_what_it_says(self, server: Server) -> None:
        furnish(server)
        assert drive("actions", server, server.agent_token) == FINE

    def test_the_false_rule_is_on_the_first_screen_and_the_reason_of_an_agent_two_clicks_away(
        self, server: Server
    ) -> None:
        furnish(server)
        assert drive("reasons", server) == FINE

    def test_an_empty_store_teaches_the_next_step(self, server: Server) -> None:
        assert drive("empty", server) == FINE

    def test_a_server_that_only_shows_has_no_button_that_changes_anything(self, start: Callable[..., Server]) -> None:
        first = start()
        known = furnish(first)
        await_review(first, known["lock"])
        assert drive("readonly", start("--read-only"), known["lock"]) == FINE

    def test_two_tabs_on_one_memory_lose_nothing(self, server: Server) -> None:
        known = furnish(server)
        assert drive("tabs", server, known["lock"]) == FINE

    def test_a_session_is_watched_while_it_runs(self, server: Server) -> None:
        furnish(server)
        with self._driven("live", server, "s1") as page:
            page.reach("ready")
            hook(server, "UserPromptSubmit", "s1", prompt="Does the refund take the lock?")
            page.go_on()
            page.reach("seen")
            hook(server, "SessionEnd", "s1", reason="exit")
            page.go_on()
        assert page.verdict == FINE

    def test_a_server_that_stops_and_comes_back_is_noticed_and_gone_on_with(self, start: Callable[..., Server]) -> None:
        server = start()
        furnish(server)
        with self._driven("restart", server, "s1") as page:
            page.reach("ready")
            server.stop()
            page.go_on()
            page.reach("seen")
            server.again()
            page.go_on()
        assert page.verdict == FINE

    def test_many_memories_and_sessions_stay_quick(self, start: Callable[..., Server], tmp_path: Path) -> None:
        repository = tmp_path / "shop"
        (repository / "src").mkdir(parents=True)
        for number in range(400):
            (repository / "src" / f"queue_{number}.py").write_text(f"LIMIT = {number}\n")
        git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
        for words in (["init", "--quiet", "--initial-branch=main"], ["add", "."], ["commit", "--quiet", "-m", "Start"]):
            subprocess.run([*git, *words], cwd=repository, check=True)
        crowd(tmp_path / "standfast", repository, memories=CROWD, sessions=CROWD // 10)
        assert drive("big", start(STANDFAST_EMBEDDER="off"), str(CROWD)).endswith(FINE)

    @staticmethod
    def _driven(scenario: str, server: Server, *more: str) -> Driven:
        assert NODE
        return Driven([NODE, "drive.mjs", scenario, server.told["url"], server.token, *more])


class Driven:
    """A scenario that talks with its test: it says where it is, and goes on when it is told to."""

    def __init__(self, words: list[str]) -> None:
        self.verdict = ""  # what it said at its end
        self._process = subprocess.Popen(
            words, cwd=SOURCE, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is not None:
            self._process.kill()
        self.verdict, _ = self._process.communicate(timeout=120)

    def reach(self, word: str) -> None:
        """Wait until the scenario says that it is there."""
        assert self._process.stdout
        said = []
        for line in self._process.stdout:
            said.append(line)
            if line.strip() == word:
                return
        raise AssertionError("".join(said))

    def go_on(self) -> None:
        """Let the scenario go on."""
        assert self._process.stdin
        self._process.stdin.write("go on\n")
        self._process.stdin.flush()


def test_every_picture_that_the_docs_show_is_there_and_all_of_them_are_small() -> None:
    root = SOURCE.parent
    for page in (root / "README.md", root / "docs" / "how-to" / "viewer.md"):
        shown = re.findall(r"\(([^)\s]+\.png)\)", page.read_text())
        assert shown, page
        assert all((page.parent / name).is_file() for name in shown), page
    assert sum(path.stat().st_size for path in (root / "docs" / "screens").iterdir()) < 2_000_000
