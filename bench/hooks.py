"""What hooks cost and say in a store that is there: several versions of the code in turns, on copies of one home.

`python bench/hooks.py CHECKOUT HOME [SOURCE…] [--files 20] [--rounds 1] [--only KIND,…]`: the checkout was mined into
that home; a source is a folder with another `standfast` in it (`OTHER_CHECKOUT/src`), the first one is this code. Each
moment is a session of its own, made from the checkout: its busiest files are read and edited, and the titles of
commits are asked for. Prints, for each kind, the median of the CPU time of a whole process as a ratio to
`python -I -c "import json, re, sqlite3"`, and how many answers are not those of the first, byte for byte.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

BARE = [sys.executable, "-I", "-c", "import json, re, sqlite3"]
COMMANDS = ("go test ./...", "make lint", "git push --force", "git commit -m wip", "npm run deploy", "rm -rf vendor")
ERROR = "Traceback (most recent call last):\nLockError: payment lock is held by service 3\nExit code 1"
Moment = tuple[str, str, dict[str, Any]]


def list_moments(checkout: Path, files: int) -> Iterator[Moment]:
    """Yield kind, event and payload of each moment."""
    history = _git(checkout, "log", "-2000", "--no-merges", "--format=%x00%s", "--name-only")
    titles, touched = [], Counter[str]()
    for part in history.split("\0")[1:]:
        title, *names = filter(None, part.split("\n"))
        titles.append(title)
        touched.update(names)
    for source in ("startup", "resume", "compact"):
        yield source, "SessionStart", {"source": source}
    yield "end", "SessionEnd", {"reason": "exit"}
    yield "sub-agent", "SubagentStart", {"agent_id": "a1", "agent_type": "explorer"}
    for title in titles[:: max(1, len(titles) // files)][:files]:
        subject = re.sub(r"^[^:]*: ", "", title)
        yield "prompt", "UserPromptSubmit", {"prompt": f"Please {subject[:1].lower()}{subject[1:]}"}
        yield "why", "UserPromptSubmit", {"prompt": f"Why did we {subject[:1].lower()}{subject[1:]}?"}
    for command in COMMANDS:
        run = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "t"}
        yield "command", "PreToolUse", run
        yield "failure", "PostToolUseFailure", {**run, "error": ERROR}
        yield "capture", "PostToolUse", {**run, "tool_response": "ok: all is well\n" * 200}
    busy = [name for name, _ in touched.most_common() if _is_text(checkout / name)]
    for name in busy[:files]:
        lines = (checkout / name).read_text("utf-8").splitlines()
        line = max(lines[len(lines) // 3 : len(lines) // 3 + 20] or lines or [""], key=len)
        at = {"file_path": str(checkout / name)}
        yield "read", "PreToolUse", {"tool_name": "Read", "tool_input": at, "tool_use_id": "r"}
        change = {**at, "old_string": line, "new_string": f"{line} // again"}
        yield "edit", "PreToolUse", {"tool_name": "Edit", "tool_input": change, "tool_use_id": "e"}


def _is_text(file: Path) -> bool:
    return file.is_file() and b"\0" not in file.read_bytes()[:8000]


def _git(checkout: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=checkout, check=True, capture_output=True, text=True).stdout


def run(words: list[str], checkout: Path, given: str = "", **env: str) -> tuple[float, str]:
    """Run a process; return its CPU time and what it said."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write(given.encode())
        stdin.seek(0)
        env = {**os.environ, **env, "PYTHONDONTWRITEBYTECODE": ""}  # Python keeps its byte code
        process = subprocess.Popen(words, env=env, cwd=checkout, stdin=stdin, stdout=stdout)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{words} ended with {process.returncode}")
        stdout.seek(0)
        return used.ru_utime + used.ru_stime, stdout.read().decode()


def _hook(
    home: Path, source: Path, checkout: Path, session: str, event: str, said: dict[str, Any]
) -> tuple[float, str]:
    payload = json.dumps({"session_id": session, "cwd": str(checkout), "hook_event_name": event, **said})
    words = [sys.executable, "-m", "standfast", "hook", "claude-code", event]
    return run(words, checkout, payload, STANDFAST_HOME=str(home), PYTHONPATH=str(source))


def _warm(folder: Path, home: Path, source: Path, checkout: Path, moments: list[Moment]) -> Path:
    """Return a copy of a home in which nothing was said, and whose expressions are compiled."""
    used = Path(shutil.copytree(home, folder / "used"))
    for number, (_, event, said) in enumerate(moments):
        _hook(used, source, checkout, f"w{number}", event, said)
    fresh = Path(shutil.copytree(home, folder / "fresh"))
    for kept in used.glob("patterns-*"):
        shutil.copy2(kept, fresh)
    return fresh


def main() -> None:
    """Print the ratios of each kind, and how many answers differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("home", type=Path)
    parser.add_argument("sources", nargs="*", type=Path)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    sources = [Path(__file__).resolve().parents[1] / "src", *(source.resolve() for source in args.sources)]
    spent: dict[str, list[list[float]]] = {}
    bare: list[float] = []
    other = [0] * len(sources)
    spoke = count = 0
    with tempfile.TemporaryDirectory(prefix="standfast-hooks-") as folder:
        checkout = args.checkout.resolve()
        moments = [item for item in list_moments(checkout, args.files) if item[0] in (args.only or item[0]).split(",")]
        homes = [_warm(Path(folder, str(number)), args.home, source, checkout, moments)
                 for number, source in enumerate(sources)]  # fmt: skip
        for number, (kind, event, said) in enumerate(moments * args.rounds):
            bare.append(run(BARE, checkout)[0])
            told = [
                _hook(home, source, checkout, f"s{number}", event, said)
                for home, source in zip(homes, sources, strict=True)
            ]
            spent.setdefault(kind, []).append([seconds for seconds, _ in told])
            count, spoke = count + 1, spoke + bool(told[0][1].strip())
            other = [so_far + (text != told[0][1]) for so_far, (_, text) in zip(other, told, strict=True)]
    print(f"{count} moments, {spoke} with something said; not as the first: {other}; bare {median(bare) * 1000:.0f} ms")
    for kind, seconds in spent.items():
        ratios = [[each / median(bare) for each in one] for one in zip(*seconds, strict=True)]
        print(f"{kind:>10}  " + "  ".join(f"{median(each):5.2f} (most {max(each):5.2f})" for each in ratios))


if __name__ == "__main__":
    main()
