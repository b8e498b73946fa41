"""The action for GitHub: well-formed, safe from what a pull request names things, and its steps run as they stand."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.program import plain_env, write_program

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = ACTION["runs"]["steps"]
SCRIPTS = [step for step in STEPS if "run" in step]
GH = """#!/bin/sh
echo "$@" >> "$GH_LOG"
for word in "$@"; do
  case "$word" in body=@*) cat "${word#body=@}" >> "$GH_LOG";; esac
done
"""


def test_it_is_a_composite_action_whose_inputs_are_all_there() -> None:
    assert ACTION["runs"]["using"] == "composite"
    assert ACTION["name"]
    assert ACTION["description"]
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"inputs\.([a-z-]+)", text))
    assert named == set(ACTION["inputs"])
    assert all(item["description"].endswith(".") and "default" in item for item in ACTION["inputs"].values())


@pytest.mark.parametrize("step", SCRIPTS, ids=lambda step: step["name"])
def test_no_script_is_put_together_from_what_others_write(step: dict[str, Any]) -> None:
    assert step["shell"] == "bash"
    assert "${{" not in step["run"]
    subprocess.run(["bash", "-n"], input=step["run"], text=True, check=True)
    used = set(re.findall(r"\$\{?([A-Z_]+)", step["run"]))
    assert used - {"GITHUB_REPOSITORY"} <= set(step["env"])


def test_actions_that_it_uses_are_pinned_to_a_version() -> None:
    assert [step["uses"] for step in STEPS if "uses" in step if not re.search(r"@v?\d", step["uses"])] == []


def test_its_steps_run_on_a_pull_request(tmp_path: Path) -> None:
    repository, programs = tmp_path / "shop", tmp_path / "bin"
    repository.mkdir()
    write_program(programs)
    (programs / "gh").write_text(GH)
    (programs / "gh").chmod(0o755)
    env = plain_env(tmp_path, STANDFAST_HOME=str(tmp_path / "developer"), GH_LOG=str(tmp_path / "gh.log"))
    env["PATH"] = f"{programs}{os.pathsep}{env['PATH']}"

    def run(*words: str) -> str:
        done = subprocess.run(words, cwd=repository, env=env, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(message: str) -> str:
        run("git", "add", "-A")
        run("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "-m", message)
        return run("git", "rev-parse", "HEAD")

    run("git", "init", "--quiet", "--initial-branch=main")
    (repository / "locks.py").write_text("def acquire(payment):\n    return lock(payment.id)\n")
    commit("Start")
    run("standfast", "remember", "Locks are keyed by payment.id", "--kind", "decision", "--anchor", "locks.py::acquire")
    run("standfast", "mirror", "export")
    base = commit("Write down what is known")
    run("git", "checkout", "--quiet", "-b", "change")
    (repository / "locks.py").write_text("def acquire(payment):\n    return lock(payment.order)\n")
    commit("Key locks by order")
    ci = {"BASE": base, "STANDFAST_HOME": str(tmp_path / "ci"), "GITHUB_REPOSITORY": "acme/shop", "PULL": "7"}
    ci |= {"GH_TOKEN": "x", "MARK": SCRIPTS[-1]["env"]["MARK"]}
    for step in SCRIPTS[1:]:
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]],
            cwd=repository,
            env={**env, **ci},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (step["name"], done.stdout, done.stderr)
    told = (tmp_path / "gh.log").read_text(encoding="utf-8")
    assert "repos/acme/shop/issues/7/comments" in told
    assert "Locks are keyed by payment.id" in told
    assert ci["MARK"] in told
