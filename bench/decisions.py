"""Is a decision told before the work that needs it? Plays the tasks of `judged/decisions.tsv` through the hooks.

`python bench/decisions.py CHECKOUT…`: a checkout is named after its repository (`black`). Each is mined in a temporary
home. For each task a session starts, is asked, reads the file and is about to change it, as Claude Code reports it. It
counts when the commit is among what was told at one of these moments.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from standfast.agents.hook import answer
from standfast.config import load_settings
from standfast.memory import Memory
from standfast.model.memory import Memory as Remembered
from standfast.store.values import View

_JUDGED = Path(__file__).with_name("judged") / "decisions.tsv"
Task = tuple[str, str, str]


def read_tasks(name: str) -> list[Task]:
    """Return commit, file and task of a repository."""
    lines = [line.split("\t") for line in _JUDGED.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [(sha, file, task) for repository, sha, file, task in lines if repository.rpartition("/")[2] == name]


def play(checkout: Path, home: Path, session: str, file: str, task: str) -> dict[str, str]:
    """Play one session; return what was told at each moment."""
    env = {**os.environ, "STANDFAST_HOME": str(home), "STANDFAST_DURABILITY": "normal"}

    def hook(event: str, **more: object) -> str:
        payload = {"session_id": session, "cwd": str(checkout), "hook_event_name": event, **more}
        said, _ = answer("claude-code", event, payload, env)
        return str(json.loads(said).get("hookSpecificOutput", {}).get("additionalContext", "")) if said else ""

    touched = {"file_path": str(checkout / file)}
    hook("SessionStart", source="startup")
    return {
        "prompt": hook("UserPromptSubmit", prompt=task),
        "read": hook("PreToolUse", tool_name="Read", tool_input=touched, tool_use_id="1"),
        "edit": hook("PreToolUse", tool_name="Edit", tool_input={**touched, "old_string": "", "new_string": ""}),
    }


def main() -> None:
    """Print how many of each checkout's decisions were told, and at which moment first."""
    for name in sys.argv[1:]:
        checkout = Path(name).resolve()
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            settings = load_settings({**os.environ, "STANDFAST_HOME": folder, "STANDFAST_DURABILITY": "normal"})
            with Memory.open(checkout, settings=settings) as memory:
                memory.mine()
                tasks = read_tasks(checkout.name)
                moments = []
                for number, (sha, file, task) in enumerate(tasks):
                    told = play(checkout, home, f"s{number}", file, task)
                    ids = _ids(memory, sha)
                    moments.append(next((when for when, said in told.items() if any(item in said for item in ids)), ""))
        counts = {when: moments.count(when) for when in ("prompt", "read", "edit")}
        print(checkout.name, f"{sum(counts.values())} of {len(tasks)}", counts, flush=True)


def _ids(memory: Memory, sha: str) -> list[str]:
    """Return what was made of a commit: of one that takes another back, also what was tried."""
    partition = memory.context.partition(memory.context.scope)
    return [
        str(item.id) for item in partition.memories.select(View()) if any(ref.startswith(sha) for ref in _refs(item))
    ]


def _refs(item: Remembered) -> list[str]:
    return [item.source.name, *(evidence.ref for evidence in item.content.evidence if evidence.kind == "commit")]


if __name__ == "__main__":
    main()
