"""The real clients: how each is installed, told to use the scripted model, and run once without a terminal.

`python -m tests.agents.clients` installs them (2.2 GB, with the protocol's own test tools, a Node for those, and a VS
Code) into a folder that stays, in the versions pinned here; STANDFAST_TEST_CLIENTS names another folder. Without them
the tests say so and are skipped.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.agents.scripted_model import Use

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.agents.scripted_model import Document

# Read while tests are collected: later the environment is stripped.
ENV = dict(os.environ)
FOLDER = Path(ENV.get("STANDFAST_TEST_CLIENTS") or Path.home() / ".cache" / "standfast-test-clients")
PACKAGES = {
    "@anthropic-ai/claude-code": "2.1.325",
    "@openai/codex": "0.166.0",
    "@google/gemini-cli": "0.61.0",
    "@github/copilot": "1.0.102",
    "opencode-ai": "1.18.33",
    "@qwen-code/qwen-code": "0.24.4",
}
TOOLS = {
    "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
    "@modelcontextprotocol/inspector": "2.12.0",
}
NODE = "22.23.3"  # what the tools need; the clients do with less
EDITOR = "4.100.3"  # code-server: a VS Code that is a package, with packages of its own within
INSTALL_S = 900
_EDITOR = FOLDER / "editor" / "node_modules" / "code-server" / "lib" / "vscode"


class Client(NamedTuple):
    """One client: its program below node_modules, its words, its variables, and the configuration of its model."""

    name: str
    program: str
    words: tuple[str, ...]
    variables: Callable[[str], dict[str, str]]
    prepare: Callable[[Path, Path, str], None]
    read: tuple[tuple[str, ...], Callable[[Path], Document]]
    shell: tuple[tuple[str, ...], Callable[[str], Document]]
    free: tuple[str, ...] = ()  # what lets any command through: tests of what is told around one use it
    meanwhile: Use | None = None  # what the model does while the tool is not offered


class Moves(NamedTuple):
    """What else a client can do: change a file, send a sub-agent off, take its last session up again.

    `full` is how long its model says the conversation is, so that the client compacts it (0: nothing is told then),
    and `room` what the client is told of the model's window.
    """

    edit: tuple[tuple[str, ...], Callable[[Path], Document]]
    send: tuple[tuple[str, ...], Document]
    resumed: Callable[[tuple[str, ...]], tuple[str, ...]]
    full: int = 0
    room: tuple[tuple[str, str], ...] = ()
    searched: str = ""  # what brings the sub-agent's tool up, where it is kept back


def _system() -> str:
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), "arm64")
    return f"{sys.platform}-{machine}"


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _nothing(home: Path, project: Path, url: str) -> None:
    pass


def _codex(home: Path, project: Path, url: str) -> None:
    _put(
        home / ".codex" / "config.toml",
        f"""model = "gpt-5.5"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"

[projects."{project}"]
trust_level = "trusted"
""",
    )


def _gemini(home: Path, project: Path, url: str) -> None:
    _put(home / ".gemini" / "settings.json", '{"security": {"auth": {"selectedType": "gemini-api-key"}}}\n')


def _opencode(home: Path, project: Path, url: str) -> None:
    provider: dict[str, Any] = {
        "npm": "@ai-sdk/openai-compatible",
        "options": {"baseURL": f"{url}/v1", "apiKey": "none"},
        "models": {"scripted": {"name": "Scripted", "tool_call": True, "limit": {"context": 200_000, "output": 8_000}}},
    }
    settings = {"model": "scripted/scripted", "provider": {"scripted": provider}}
    _put(home / ".config" / "opencode" / "opencode.json", json.dumps(settings, indent=2))


def _patch(path: Path) -> Document:
    return {"input": f"*** Begin Patch\n*** Update File: {path.name}\n@@\n-x = 1\n+x = 2\n*** End Patch\n"}


PROMPT = "Good morning, please begin."
TASK = "Count the refunds of last month, please"
OLD_LINE, NEW_LINE = "x = 1", "x = 2"
CLIENTS = {
    item.name: item
    for item in (
        Client(
            "claude-code",
            f"@anthropic-ai/claude-code-{_system()}/claude",
            ("-p", PROMPT, "--output-format", "json"),
            lambda url: {
                "ANTHROPIC_BASE_URL": url,
                "ANTHROPIC_API_KEY": "none",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_AUTOUPDATER": "1",
            },
            _nothing,
            (("Read",), lambda path: {"file_path": str(path)}),
            (("Bash",), lambda command: {"command": command, "description": "try it"}),
            ("--allowedTools", "Bash"),
        ),
        Client(
            "codex",
            ".bin/codex",
            (*("exec", "--json", PROMPT),),
            lambda url: {"SCRIPTED_KEY": "none"},
            _codex,
            (("apply_patch",), _patch),
            (("exec_command", "shell_command", "shell"), lambda command: {"cmd": command, "command": command}),
            ("--dangerously-bypass-approvals-and-sandbox",),
            # Codex keeps the tools of servers back until its model searches for them.
            meanwhile=Use(("tool_search",), {"query": "remember a decision in the memory of the project"}),
        ),
        Client(
            "gemini-cli",
            ".bin/gemini",
            (
                "-m",
                "gemini-2.5-pro",
                "-p",
                PROMPT,
                "--output-format",
                "json",
            ),
            lambda url: {
                "GEMINI_API_KEY": "none",
                "GOOGLE_GEMINI_BASE_URL": url,
            },
            _gemini,
            (("read_file",), lambda path: {"file_path": str(path)}),
            (("run_shell_command",), lambda command: {"command": command, "description": "try it"}),
            ("--approval-mode", "yolo"),
        ),
        Client(
            "copilot-cli",
            ".bin/copilot",
            ("-p", PROMPT, "--disable-builtin-mcps"),
            lambda url: {
                "COPILOT_OFFLINE": "true",
                "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
                "COPILOT_PROVIDER_API_KEY": "none",
                "COPILOT_MODEL": "scripted",
                "COPILOT_AUTO_UPDATE": "false",
            },
            _nothing,
            (("view",), lambda path: {"path": str(path)}),
            (("bash",), lambda command: {"command": command, "description": "try it", "initial_wait": 10}),
            ("--allow-all-tools",),
        ),
        Client(
            "opencode",
            f"opencode-{_system()}/bin/opencode",
            ("run", "--format", "json", PROMPT),
            lambda url: {
                "OPENCODE_DISABLE_MODELS_FETCH": "1",
                "OPENCODE_DISABLE_AUTOUPDATE": "1",
                "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
                "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
                # It fetches a package for plugins when it can; what answers here has none, at once.
                "npm_config_registry": url,
                "BUN_CONFIG_REGISTRY": url,
            },
            _opencode,
            (("read",), lambda path: {"filePath": str(path)}),
            (("bash",), lambda command: {"command": command, "description": "try it"}),
        ),
        Client(
            "qwen-code",
            ".bin/qwen",
            ("-p", PROMPT, "--output-format", "json"),
            lambda url: {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "scripted"},
            _nothing,
            (("read_file",), lambda path: {"file_path": str(path)}),
            (("run_shell_command",), lambda command: {"command": command, "description": "x", "is_background": False}),
            ("--approval-mode", "yolo"),
        ),
    )
}


def _sent(**more: str) -> Document:
    return {"description": "count them", "prompt": TASK, "message": TASK, **more}


def _last(*flags: str) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    return lambda words: (*words, *flags)


MOVES = {
    "claude-code": Moves(
        (("Edit",), lambda path: {"file_path": str(path), "old_string": OLD_LINE, "new_string": NEW_LINE}),
        (("Agent", "Task"), _sent(subagent_type="general-purpose")),
        _last("--continue"),
        full=190_000,
        room=(("CLAUDE_CODE_AUTO_COMPACT_WINDOW", "200000"),),
    ),
    "codex": Moves(
        (("apply_patch",), _patch),
        (("spawn_agent",), {"message": TASK}),
        lambda words: (*words[:1], "resume", "--last", *words[1:]),
        full=900_000,
        searched="spawn a sub-agent",
    ),
    "gemini-cli": Moves(
        (
            ("replace",),
            lambda path: {
                "file_path": str(path),
                "instruction": "raise it",
                "old_string": OLD_LINE,
                "new_string": NEW_LINE,
            },
        ),
        (("invoke_agent",), {"agent_name": "generalist", "prompt": TASK}),
        _last("--resume", "latest"),
    ),
    "copilot-cli": Moves(
        (("edit",), lambda path: {"path": str(path), "old_str": OLD_LINE, "new_str": NEW_LINE}),
        (("task",), _sent(agent_type="general-purpose", name="count", mode="sync")),
        _last("--continue"),
    ),
    "opencode": Moves(
        (("edit",), lambda path: {"filePath": str(path), "oldString": OLD_LINE, "newString": NEW_LINE}),
        (("task",), _sent(subagent_type="general")),
        lambda words: (*words[:1], "--continue", *words[1:]),
        full=199_000,
    ),
    "qwen-code": Moves(
        (("edit",), lambda path: {"file_path": str(path), "old_string": OLD_LINE, "new_string": NEW_LINE}),
        (("agent",), _sent(subagent_type="general-purpose")),
        _last("--continue"),
    ),
}


def asked(client: Client, prompt: str, *, free: bool = False) -> Client:
    """Return a client that is asked something else; `free` to run any command."""
    words = tuple(prompt if word == PROMPT else word for word in client.words)
    return client._replace(words=(*words, *client.free) if free else words)


def program_of(client: Client) -> Path:
    """Return where a client's program is, installed or not."""
    return FOLDER / "node_modules" / client.program


def installed() -> bool:
    """Tell whether every client is there."""
    return all(program_of(client).exists() for client in CLIENTS.values())


def find_tool(name: str) -> list[str]:
    """Return the words that start one of the protocol's own tools, or none where it cannot run."""
    node = FOLDER / "node_modules" / f"node-{_system()}" / "bin" / "node"
    script = FOLDER / "node_modules" / ".bin" / name
    return [str(node), str(script.resolve())] if node.exists() and script.exists() else []


def find_editor() -> list[str]:
    """Return the words that start VS Code's own server, or none where it cannot run."""
    node = FOLDER / "node_modules" / f"node-{_system()}" / "bin" / "node"
    return [str(node), str(_EDITOR / "out" / "server-main.js")] if node.exists() and _EDITOR.exists() else []


def _complete() -> bool:
    """Tell whether everything is there in the versions of today."""
    try:
        held = json.loads((FOLDER / "versions.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return installed() and held == _wanted()


def _wanted() -> dict[str, str]:
    return {**PACKAGES, **TOOLS, f"node-{_system()}": NODE, "code-server": EDITOR}


def install() -> str:
    """Install what is missing or of another version; return why that failed, or nothing."""
    if _complete():
        return ""
    npm = shutil.which("npm", path=ENV.get("PATH", ""))
    if npm is None:
        return "there is no npm here"
    (FOLDER / "editor").mkdir(parents=True, exist_ok=True)
    wanted = [f"{name}@{version}" for name, version in _wanted().items() if name != "code-server"]
    with (FOLDER / "lock").open("w") as lock:
        _wait_for(lock.fileno())
        if _complete():
            return ""
        why = (
            _npm(npm, FOLDER, "--no-save", *wanted)
            or _npm(npm, FOLDER / "editor", "--no-save", f"code-server@{EDITOR}")
            or _npm(npm, _EDITOR, "--omit=dev")
        )
        if not why:
            asar = _EDITOR / "node_modules.asar"  # where it looks for its packages
            if not asar.exists():
                asar.symlink_to("node_modules")
            (FOLDER / "versions.json").write_text(json.dumps(_wanted()), encoding="utf-8")
    return why


def _npm(npm: str, folder: Path, *words: str) -> str:
    """Install packages into a folder; return why that failed, or nothing."""
    # Their install scripts are not run: the programs come with the packages, and nobody looked at the scripts.
    words = ("install", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", *words)
    run = [npm, *words, "--prefix", str(folder)]
    try:
        done = subprocess.run(run, cwd=folder, env=ENV, capture_output=True, text=True, check=False, timeout=INSTALL_S)
    except subprocess.TimeoutExpired:
        return f"npm took more than {INSTALL_S} seconds"
    if done.returncode == 0:
        return ""
    last = (done.stderr.strip().splitlines() or ["npm failed"])[-1]
    return f"npm could not install the clients: {last}"


def _wait_for(handle: int) -> None:
    """Let one process install at a time."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


if __name__ == "__main__":
    sys.exit(install() or 0)
