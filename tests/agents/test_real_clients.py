"""Real clients, real configuration, real processes; only the model is scripted.

One client is briefed, remembers, and is told about a file when it touches it; then another client, which never saw the
first, is briefed with what the first remembered.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from standfast.config import load_settings
from standfast.memory import Memory
from standfast.purge.others import TRANSCRIPTS
from tests.agents.clients import CLIENTS, Client, asked, installed, program_of
from tests.agents.scripted_model import Model, Say, Use
from tests.program import plain_env, write_program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the console script of these tests is a POSIX one"),
]
OLD = "Invoices are numbered per country since the audit of March"
NEW = "Deploys are frozen on the last working day of a month"
ABOUT = "The rounding in prices must stay half-even, the ledger depends on it"
# Where each client keeps its own record of what it was told and said.
RECORDS = {
    "claude-code": (".claude", "projects"),
    "codex": (".codex", "sessions"),
    "gemini-cli": (".gemini", "tmp"),
    "copilot-cli": (".copilot", "session-state"),
    "opencode": (".local", "share"),
    "qwen-code": (".qwen", "projects"),
}
NEXT = dict(zip(CLIENTS, [*list(CLIENTS)[1:], next(iter(CLIENTS))], strict=True))


@pytest.fixture(scope="session", autouse=True)
def _installed() -> None:
    if not installed():
        pytest.skip("the real clients are not installed: `python -m tests.agents.clients` does it (1.9 GB)")


LIMIT_S = 10  # that `setup` gives a hook; the client then goes on without its answer
TIMED = """import os, time
began, leave = time.time(), os._exit
def note(word):
    with open({log!r}, "a") as log:
        log.write(f"{{' '.join(sys.argv[1:])}}\\t{{word}}\\t{{began}}\\t{{time.time() - began}}\\n")
def ended(code):
    note("ended")
    leave(code)
os._exit = ended  # a hook's way out
note("began")
sys.exit(run())
"""


class Machine:
    """A clean home and a repository, with Standfast installed."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.project = folder / "shop"
        self.project.mkdir()
        self.program = write_program(folder / "bin")
        self.calls = folder / "calls.log"
        script = self.program.read_text().replace("sys.exit(run())\n", TIMED.format(log=str(self.calls)))
        self.program.write_text(script)
        self.env = plain_env(self.home, PATH=os.pathsep.join([str(folder / "bin"), os.environ["PATH"]]), TERM="dumb")
        self.home.mkdir()
        self.file = self.project / "prices.py"
        self.file.write_text("x = 1\n")
        for words in (["init", "--quiet"], ["config", "user.name", "Ana"], ["config", "user.email", "ana@example.net"]):
            subprocess.run(["git", *words], cwd=self.project, check=True, env=self.env)

    def standfast(self, *words: str) -> str:
        """Run Standfast as a user does."""
        done = subprocess.run(
            [str(self.program), *words], cwd=self.project, env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def late(self) -> list[str]:
        """Return the hooks that had no answer within the client's limit: the machine was too busy for them."""
        rows = [line.split("\t") for line in self.calls.read_text().splitlines() if line.startswith("hook ")]
        ended = {(row[0], row[2]) for row in rows if row[1] == "ended" and float(row[3]) < LIMIT_S - 1}
        return [row[0] for row in rows if row[1] == "began" and (row[0], row[2]) not in ended]

    def expect(self, words: str, request: str, why: str) -> None:
        """Hold that something reached the model; of a hook that the client ended at its limit nothing can be held."""
        busy = os.getloadavg()[0] > 2 * (os.cpu_count() or 1)
        if words not in request and busy and (late := self.late()):
            pytest.skip(f"the client went on without the answer of {late}")
        assert words in request, why

    def memory(self) -> Memory:
        """Open what the clients' processes wrote."""
        return Memory.open(self.project, settings=load_settings(self.env))

    def learn(self, text: str, **more: object) -> None:
        """Store a memory from outside, as another session would."""
        with self.memory() as memory:
            memory.remember(text, **more)  # type: ignore[arg-type]

    def session(self, client: Client, model: Model, *, noted: str = "") -> str:
        """Run a client once from start to end; return what it said. Hooks note no failure but one that is expected."""
        client.prepare(self.home, self.project, model.url)
        # What a person in a terminal is asked: Gemini CLI starts in no folder that nobody trusts.
        self.standfast("setup", client.name, "--yes", "--trust-folder")
        done = subprocess.run(
            [str(program_of(client)), *client.words],
            cwd=self.project,
            env={**self.env, **client.variables(model.url)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=180,
        )
        said = done.stdout + done.stderr
        assert done.returncode == 0, said[-2000:]
        log = self.home / ".local/share/standfast/log/hooks.log"
        lines = log.read_text().splitlines() if log.exists() else []
        assert [line for line in lines if not noted or not line.endswith(noted)] == []
        return said


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("name", list(CLIENTS))
def test_a_client_is_briefed_remembers_and_the_next_client_knows(machine: Machine, name: str) -> None:
    client, other = CLIENTS[name], CLIENTS[NEXT[name]]
    for item in (client, other):
        if not program_of(item).exists():
            pytest.skip(f"{item.name} is not installed for this system")
    machine.learn(OLD, kind="decision")
    tools, arguments = client.read

    def tell() -> None:
        machine.learn(ABOUT, kind="gotcha", anchors=["prices.py"])

    script = [
        Use(
            ("remember",),
            {"text": NEW, "kind": "convention", "why": "the bank closes early"},
            meanwhile=client.meanwhile,
        ),
        Use(tools, arguments(machine.file), before=tell),
        Say("All done."),
    ]
    with Model(script) as model:
        said = machine.session(client, model)
    assert model.missing == []
    assert len(model.asked) >= 3, said[-2000:]
    machine.expect(OLD, model.asked[0], "the brief did not reach the model")
    assert "Remembered" in model.asked[-2], "the result of the tool did not reach the model"
    machine.expect(ABOUT, model.asked[-1], "what is known about the file did not reach the model")
    with machine.memory() as memory:
        (found,) = [result.memory for result in memory.recall(NEW, limit=1).results]
        assert (found.content.text, found.source.name) == (NEW, name)
        assert found.source.session in {item.id for item in memory.sessions.list()}, (
            "filed under a session nobody knows"
        )
        assert memory.revert(session=found.source.session, dry_run=True).operations
        kinds = {event.kind.value for item in memory.sessions.list() for event in memory.sessions.replay(item.id)[1]}
        assert {"start", "prompt", "tool"} <= kinds
    with Model([Say("Noted.")]) as second:
        machine.session(other, second)
    assert NEW in second.asked[0], f"{other.name} was not briefed with what {name} remembered"
    with machine.memory() as memory:
        agents = [item.agent for item in memory.sessions.list()]
        assert set(agents) == {name, other.name}
        hits = memory.purge([found.id]).proof.hits
    assert {hit.place for hit in hits} == {TRANSCRIPTS}, "the client's own record of the session was not searched"
    folders = {Path(hit.where).relative_to(machine.home).parts[:2] for hit in hits}
    assert RECORDS[name] in folders


DEPLOY = "Purge the CDN after deploy.sh, or old prices are shown"
ANSWER = "Invoices of Norwegian customers are rounded to whole kroner since the audit"
CURE = "ModuleNotFoundError: No module named 'ledger_core' goes away after `make link`"
QUESTION = "How are invoices of Norwegian customers rounded since the audit?"


@pytest.mark.parametrize("name", list(CLIENTS))
def test_a_client_is_told_at_the_prompt_before_a_command_and_after_it_failed(machine: Machine, name: str) -> None:
    client = asked(CLIENTS[name], QUESTION, free=True)
    if not program_of(client).exists():
        pytest.skip(f"{client.name} is not installed for this system")
    (machine.project / "deploy.sh").write_text(
        "echo \"ModuleNotFoundError: No module named 'ledger_core'\" >&2; exit 1\n"
    )
    machine.learn("Something else entirely about the weather", kind="convention")
    tools, arguments = client.shell

    def know() -> None:
        machine.learn(DEPLOY, kind="procedure", anchors=["cmd:sh deploy.sh"])
        machine.learn(CURE, kind="gotcha")

    machine.learn(ANSWER, kind="fact")
    script = [
        Use(tools, arguments("sh deploy.sh"), before=know),
        Use(tools, arguments("cat prices.py && echo 'y = 2' >> notes.txt")),
        Say("Done."),
    ]
    with Model(script) as model:
        said = machine.session(client, model)
    assert model.missing == []
    assert len(model.asked) >= 3, said[-2000:]
    machine.expect(ANSWER, model.asked[0], "what answers the prompt did not reach the model")
    machine.expect(DEPLOY, model.asked[1], "what is anchored to the command did not reach the model")
    machine.expect("make link", model.asked[1], "what helped before did not reach the model")
    with machine.memory() as memory:
        events = [event for item in memory.sessions.list() for event in memory.sessions.replay(item.id)[1]]
    tools_used = [event for event in events if event.kind.value == "tool"]
    assert ['"failed": true' in event.body for event in tools_used] == [True, False]
    assert {Path(path).name for path in tools_used[1].files} == {"prices.py", "notes.txt"}


def test_the_packages_of_this_repository_are_what_their_clients_accept(machine: Machine) -> None:
    root = str(Path(__file__).parents[2])
    for name, words in (
        ("claude-code", ["plugin", "validate", root]),
        ("claude-code", ["plugin", "validate", f"{root}/plugins/standfast"]),
        ("gemini-cli", ["extensions", "validate", f"{root}/plugins/gemini"]),
    ):
        client = CLIENTS[name]
        env = {**machine.env, **client.variables("http://127.0.0.1:9")}
        done = subprocess.run(
            [str(program_of(client)), *words], env=env, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_codex_finds_a_home_that_was_moved_with_its_server_and_with_its_hooks(machine: Machine, tmp_path: Path) -> None:
    client = CLIENTS["codex"]
    machine.env["STANDFAST_HOME"] = str(tmp_path / "elsewhere")
    machine.learn(OLD, kind="decision")
    script = [Use(("remember",), {"text": NEW, "kind": "convention"}, meanwhile=client.meanwhile), Say("Done.")]
    with Model(script) as model:
        machine.session(client, model)
    assert OLD in model.asked[0]
    with machine.memory() as memory:
        assert memory.recall(NEW, limit=1).results[0].memory.content.text == NEW
        assert [item.agent for item in memory.sessions.list()] == ["codex"]
    assert not (machine.home / ".local/share/standfast").exists()
