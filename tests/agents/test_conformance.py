"""The protocol's own judges: the Inspector on both transports, the conformance suite over HTTP.

`make conformance` installs and runs them. The suite has scenarios for everything a server may have (sampling, tasks,
images …), each with fixture tools of its own; listed here are those that apply to what Standfast offers.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.agents.clients import find_tool
from tests.program import plain_env, write_program

if TYPE_CHECKING:
    from collections.abc import Iterator

SUITE, INSPECTOR = find_tool("conformance"), find_tool("mcp-inspector")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (SUITE and INSPECTOR), reason="not installed: `python -m tests.agents.clients` does it"),
]
SCENARIOS = {
    "2025-11-25": (
        "server-initialize",
        "server-session-lifecycle",
        "ping",
        "tools-list",
        "resources-list",
        "prompts-list",
        "dns-rebinding-protection",
        "server-sse-multiple-streams",
        "server-sse-polling",
    ),
    "2026-07-28": (
        "server-stateless",
        "tools-list",
        "resources-list",
        "prompts-list",
        "dns-rebinding-protection",
        "server-sse-multiple-streams",
        "caching",
        "http-header-validation",
        "sep-2164-resource-not-found",
        "input-required-result-unsupported-methods",
    ),
}
# A check that needs a tool of the suite's own example server says so itself.
NEEDS_FIXTURE = "Not testable: server does not list the diagnostic tool"


class Served:
    """A server on a free port, with one thing to know."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = plain_env(folder / "home", STANDFAST_PROJECT="conformance")
        self.program = [str(write_program(folder / "bin"))]
        words = [*self.program, "serve", "--port", "0", "--no-token", "--json"]
        self.process = subprocess.Popen(words, cwd=folder, env=self.env, stdout=subprocess.PIPE)
        assert self.process.stdout
        self.url = json.loads(self.process.stdout.readline())["mcp"]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run one of the judges."""
        env = {**self.env, "PATH": os.pathsep.join([str(Path(words[0]).parent), os.environ["PATH"]])}
        return subprocess.run(words, cwd=self.folder, env=env, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("conformance"))
    yield made
    made.process.terminate()
    made.process.communicate(timeout=120)


@pytest.mark.parametrize(
    ("version", "scenario"), [(version, item) for version, many in SCENARIOS.items() for item in many]
)
def test_the_conformance_suite_finds_nothing_wrong(served: Served, tmp_path: Path, version: str, scenario: str) -> None:
    done = served.run(
        *SUITE, "server", "--url", served.url, "--spec-version", version, "--scenario", scenario, "-o", str(tmp_path)
    )
    checks: list[dict[str, Any]] = [
        check for file in tmp_path.rglob("checks.json") for check in json.loads(file.read_text(encoding="utf-8"))
    ]
    wrong = [
        (check["id"], check.get("errorMessage"))
        for check in checks
        if check["status"] in {"FAILURE", "WARNING"} and NEEDS_FIXTURE not in check.get("errorMessage", "")
    ]
    assert wrong == []
    assert checks, done.stdout + done.stderr
    assert any(check["status"] == "SUCCESS" for check in checks) or scenario == "server-sse-polling"


@pytest.mark.parametrize("era", ["legacy", "auto", "modern"])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_the_inspector_finds_nothing_wrong_with_the_tools_and_can_call_them(
    served: Served, transport: str, era: str
) -> None:
    target = [served.url] if transport == "http" else [*served.program, "mcp"]
    listed = served.run(*INSPECTOR, "--cli", *target, "--method", "tools/list", "--strict", "--protocol-era", era)
    assert listed.returncode == 0, listed.stderr
    assert len(json.loads(listed.stdout)["tools"]) == 6
    words = ["--method", "tools/call", "--tool-name", "recall", "--tool-arg", "query=locks", "--protocol-era", era]
    called = served.run(*INSPECTOR, "--cli", *target, *words)
    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout)["content"][0]["type"] == "text"
