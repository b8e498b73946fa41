"""The page on guards is true: its rule file is accepted and its commands run, in order, in a repository with a past."""

from __future__ import annotations

import os
import re
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import standfast
from tests.program import plain_env, write_program

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "guards.md"
BEFORE = "def refund(user_id, payment_id):\n    with acquire_lock(user_id):\n        return pay(payment_id)\n"


class Place:
    """A repository, a home and the program on the path."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "repository"
        self.root.mkdir()
        home = folder / "home"
        home.mkdir()
        path = f"{write_program(folder / 'bin').parent}{os.pathsep}{os.environ['PATH']}"
        source = str(Path(standfast.__file__).parent.parent)
        who = {
            f"GIT_{role}_{what}": "ana@example.net" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        own = {
            "PATH": path,
            "PYTHONPATH": source,
            "STANDFAST_HOME": str(home / "standfast"),
            "STANDFAST_EMBEDDER": "off",
        }
        self.env = {**plain_env(home), **own, **who}

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Type a line into a shell."""
        return subprocess.run(
            ["sh", "-c", command],
            cwd=self.root,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def must(self, command: str) -> str:
        """Type a line that must succeed."""
        done = self.run(command)
        assert done.returncode == 0, f"$ {command}\n{done.stdout}\n{done.stderr}"
        return done.stdout.strip()

    def commit(self, text: str, subject: str) -> str:
        """Commit one file."""
        target = self.root / "payments" / "processor.py"
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
        self.must(f"git add -A && git commit --quiet --no-verify -m '{subject}'")
        return self.must("git rev-parse HEAD")


def commands(page: str) -> list[str]:
    """Return what the page types, without its remarks."""
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [line[2:].partition("   #")[0].strip() for line in lines]


@pytest.mark.slow
def test_the_commands_of_the_page_on_guards_run(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    place = Place(tmp_path)
    place.must("git init --quiet --initial-branch=main")
    place.commit("x = 1\n", "Start")
    incident = place.commit(BEFORE, "Refund")
    fix = place.commit(BEFORE.replace("acquire_lock(user_id)", "acquire_lock(payment_id)"), "Fix double refunds")
    (rule,) = re.findall(r"```yaml\n(# payment-lock.yml\n.*?)```", page, re.DOTALL)
    (place.root / "payment-lock.yml").write_text(rule, encoding="utf-8")
    said = [place.must(f"standfast remember 'Lesson {number}' --kind gotcha --json") for number in (1, 2)]
    first, second = (re.search(r'"id": "([^"]+)"', item)[1] for item in said)
    known = {
        "m5x0k3f-7qp2rta": first,
        "m5x0k3g-9ab2rtc": second,
        "4f1c2aa": fix,
        "9be01d3": incident,
        "2026-12-31": f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}",
    }
    typed = commands(page)
    assert len(typed) > 9
    for command in typed:
        real = re.sub("|".join(known), lambda name: known[name[0]], command)
        done = place.run(real)
        healthy = done.returncode == 0 or (command == "standfast doctor" and "gate" in done.stdout)
        assert healthy, f"$ {real}\n{done.stdout}\n{done.stderr}"
    assert "rule:" in (place.root / "rule.yml").read_text(encoding="utf-8")
    assert f"waived until {known['2026-12-31']}" in place.must(f"standfast show {first}")
