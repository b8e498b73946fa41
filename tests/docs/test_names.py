"""What the pages say about installing and about working here is what the package and the Makefile know."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = [ROOT / "README.md", ROOT / "AGENTS.md", *(ROOT / "docs").rglob("*.md"), *ROOT.glob("plugins/*/*.md")]
OTHERS = {"apsw-sqlite3mc", "fastembed", "sentence-transformers", "onnxruntime"}  # drivers and embedders of others
INSTALL = re.compile(r"(?:pip|pipx|uv tool|uv pip)\s+install\s+([^\n#`|]+)|uvx\s+([^\s`]+)")
HOSTS = re.compile(r"pypi\.org|pythonhosted\.org|registry\.npmjs\.org|deb\.debian\.org")


def installs() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for match in INSTALL.finditer(page.read_text(encoding="utf-8")):
            words = shlex.split(match[1] or match[2])
            found += [(page.name, word) for word in words if not word.startswith("-")]
    return found


@pytest.mark.parametrize(("page", "wanted"), installs())
def test_every_install_line_names_this_package_its_extras_or_a_known_driver(page: str, wanted: str) -> None:
    name, _, extras = wanted.strip("'\"").partition("[")
    assert name in {PROJECT["name"], *OTHERS}, page
    for extra in filter(None, extras.rstrip("]").split(",")):
        assert extra in PROJECT["optional-dependencies"], (page, extra)


def test_the_command_and_the_package_have_one_name() -> None:
    assert PROJECT["name"] == "standfast"
    assert PROJECT["scripts"] == {"standfast": "standfast.__main__:run"}


def test_the_commands_of_agents_md_exist() -> None:
    text = (ROOT / "AGENTS.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make (\w+)", text))
    assert targets >= {"run", "test", "check", "fix"}
    for target in sorted(targets):
        done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (target, done.stderr)
    for path in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / path).exists(), path
    for path in re.findall(r"`((?:verbs|trust|purge|model|code|text)/?[\w/]*(?:\.py)?)`", text):
        assert (ROOT / "src/standfast" / path).exists(), path


def test_no_package_registry_is_named() -> None:
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    named = []
    for raw in filter(None, files):
        path = ROOT / raw.decode()
        if path.suffix in {".bin", ".png", ".lock"} or path == Path(__file__) or not path.is_file():
            continue
        if HOSTS.search(path.read_text(encoding="utf-8", errors="replace")):
            named.append(path.name)
    assert named == []
