"""The packages say the same as setup does, and call the program by name."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from standfast import __version__
from standfast.agents import get_agent
from standfast.agents.site import Site

ROOT = Path(__file__).parents[3]
SPEC = importlib.util.spec_from_file_location("packages", ROOT / "tools" / "packages.py")
assert SPEC
assert SPEC.loader
packages = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(packages)


def commands(agent: str, executable: str) -> set[str]:
    site = Site("user", "/home/ada", "", {}, "linux", executable)
    groups = [edit.value for edit in get_agent(agent).edits(site) if getattr(edit, "keys", ("",))[0] == "hooks"]
    return {handler["command"] for group in groups for handler in group["hooks"]}


def in_file(path: Path) -> set[str]:
    hooks = json.loads(path.read_bytes())["hooks"]
    return {handler["command"] for groups in hooks.values() for group in groups for handler in group["hooks"]}


def test_the_plugin_registers_what_setup_registers(tmp_path: Path) -> None:
    written = packages.write_claude_plugin(str(tmp_path))
    market = json.loads((tmp_path / ".claude-plugin" / "marketplace.json").read_bytes())
    plugin = tmp_path / market["plugins"][0]["source"]
    manifest = json.loads((plugin / ".claude-plugin" / "plugin.json").read_bytes())
    assert (manifest["name"], manifest["version"]) == ("standfast", __version__)
    assert json.loads((plugin / ".mcp.json").read_bytes())["mcpServers"]["standfast"]["command"] == "standfast"
    assert in_file(plugin / "hooks" / "hooks.json") == commands("claude-code", "standfast")
    assert {str(path) for path in tmp_path.rglob("*") if path.is_file()} == {
        str((tmp_path / p).resolve()) for p in written
    }


def test_the_extension_registers_what_setup_registers(tmp_path: Path) -> None:
    packages.write_gemini_extension(str(tmp_path), program="/opt/standfast")
    manifest = json.loads((tmp_path / "gemini-extension.json").read_bytes())
    # Extensions may not ask for trust.
    assert manifest["mcpServers"] == {"standfast": {"command": "/opt/standfast", "args": ["mcp"]}}
    assert in_file(tmp_path / "hooks" / "hooks.json") == commands("gemini-cli", "/opt/standfast")


def test_writing_a_package_twice_gives_the_same_files(tmp_path: Path) -> None:
    first = [(path, Path(path).read_bytes()) for path in packages.write_claude_plugin(str(tmp_path))]
    assert [(path, Path(path).read_bytes()) for path in packages.write_claude_plugin(str(tmp_path))] == first


def test_the_packages_in_the_repository_are_those_of_today(tmp_path: Path) -> None:
    for written in map(Path, packages.write(tmp_path)):
        kept = ROOT / written.relative_to(tmp_path)
        assert kept.read_bytes() == written.read_bytes(), f"{kept}: run `python tools/packages.py`"
