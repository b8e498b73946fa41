"""`standfast bench moments`: was what is known given before the action it is about, at which cost, how much in vain?

A file holds sessions of one project, oldest first, one JSON object a line: `session`, `at`, `events`; an event is
`{"kind": "prompt"|"answer", "text"}`, `{"kind": "command", "command", "output", "failed"}` or `{"kind": "read"|"edit",
"file"}`, an edit with the lines it puts in (`text`) where they are known. Every session is replayed through the hooks
of one agent, in order, with the clock of its day, in a temporary home; with `repo`, in a checkout of it whose history
was read first. Nobody approves anything.

Owns the replay and the counts. Verdicts on what was given stand in a file of their own (`judged`): project, session,
event, a hash of the line, whether it was of use, whether it was relevant, why; never the text.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from statistics import median
from typing import Any

from standfast.agents.hook import answer
from standfast.config import load_settings
from standfast.errors import ConfigError
from standfast.learn.session.commands import only_handles
from standfast.learn.session.failure import Failure, fingerprint_failure, mask
from standfast.learn.session.signs.retried import find
from standfast.learn.session.turns import Step, Turn
from standfast.memory import Memory
from standfast.model.moment import Clock
from standfast.model.value import Value
from standfast.recall.pack import count_tokens

Tell = Callable[[int, int], None]
AGENT = "claude-code"
_STEP = timedelta(seconds=30)


class GivenLine(Value):
    """One line that was given: in which session, at which event and moment, and the words."""

    session: str
    event: int
    moment: str
    line: str

    @property
    def mark(self) -> str:
        """The hash by which a verdict finds the line again; memory ids differ from run to run."""
        said = self.line.rpartition(" [")[0]
        return blake2b(said.encode("utf-8", "replace"), digest_size=6).hexdigest()


class Day(Clock):
    """A clock that stands at an event of a session."""

    def __init__(self) -> None:
        self.at = datetime(2000, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the moment that is replayed."""
        return self.at


class Replay:
    """Sessions of one project, told to the hooks one event after another."""

    def __init__(self, home: Path, root: Path, env: Mapping[str, str] | None = None) -> None:
        self.root = root
        self.clock = Day()
        self.env = {**os.environ, "STANDFAST_HOME": str(home), "STANDFAST_DURABILITY": "normal", **(env or {})}
        for name in list(self.env):
            if name.startswith(("CLAUDE", "CODEX", "GEMINI", "COPILOT", "QWEN")):
                del self.env[name]

    def hook(self, session: str, event: str, **more: Any) -> str:
        """Fire one hook; return what the agent would be told."""
        self.clock.at += _STEP
        payload = {"session_id": session, "cwd": str(self.root), "hook_event_name": event, **more}
        said, _ = answer(AGENT, event, payload, self.env, clock=self.clock)
        if not said:
            return ""
        told: str = json.loads(said).get("hookSpecificOutput", {}).get("additionalContext", "")
        return told

    def session(self, record: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
        """Replay one session; yield the number of the event (0 is the start), its moment, and what was said."""
        name = record["session"]
        at = datetime.fromisoformat(record["at"])
        self.clock.at = max(self.clock.at, at if at.tzinfo else at.replace(tzinfo=UTC))
        yield 0, "start", self.hook(name, "SessionStart", source="startup")
        for number, event in enumerate(record["events"], 1):
            yield from self._event(name, number, event)
        self.hook(name, "SessionEnd", reason="exit")

    def _event(self, session: str, number: int, event: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
        kind = event["kind"]
        if kind == "prompt":
            yield number, kind, self.hook(session, "UserPromptSubmit", prompt=event["text"], prompt_id=f"p{number}")
        elif kind == "answer":
            self.hook(session, "Stop", last_assistant_message=event["text"])
        elif kind == "command":
            call = {"tool_name": "Bash", "tool_input": {"command": event["command"]}, "tool_use_id": f"c{number}"}
            yield number, "command", self.hook(session, "PreToolUse", **call)
            if event.get("failed"):
                said = self.hook(session, "PostToolUseFailure", **call, error=event.get("output", ""))
                yield number, "failure", said
            else:
                self.hook(
                    session, "PostToolUse", **call, tool_response={"stdout": event.get("output", ""), "exit_code": 0}
                )
        elif kind in {"read", "edit"}:
            lines = {"old_string": "", "new_string": event.get("text", "")}
            told = {"file_path": event["file"], **(lines if kind == "edit" else {})}
            call = {"tool_name": kind.capitalize(), "tool_input": told, "tool_use_id": f"f{number}"}
            yield number, kind, self.hook(session, "PreToolUse", **call)
            self.hook(session, "PostToolUse", **call, tool_response="done")


def bench_moments(
    file: Path, *, repo: Path | None = None, judged: Path | None = None, tell: Tell | None = None
) -> tuple[dict[str, Any], list[GivenLine]]:
    """Replay the sessions of a project; return the figures and every line that was given beyond the brief."""
    sessions = load(file)
    given: list[GivenLine] = []
    counts: dict[str, dict[str, int]] = {}
    tokens: list[int] = []
    repeated = Repeated()
    with tempfile.TemporaryDirectory(prefix="standfast-bench-") as folder:
        replay = Replay(Path(folder, "home"), _checkout(repo, Path(folder, "project")))
        if repo is not None:
            _mine(replay)
        for place, record in enumerate(sessions):
            spent = 0
            heard: list[str] = []
            for number, moment, said in replay.session(record):
                row = counts.setdefault(moment, {"came": 0, "said": 0, "tokens": 0})
                row["came"] += 1
                row["said"] += bool(said)
                row["tokens"] += count_tokens(said)
                event = record["events"][number - 1] if number else {}
                if moment == "failure":
                    repeated.failed(place, event, heard)
                heard.append(said)
                if number:
                    spent += count_tokens(said)
                    lines = [line for line in said.splitlines() if line.startswith("- ")]
                    given += [GivenLine(record["session"], number, moment, line) for line in lines]
            repeated.ended(record)
            tokens.append(spent)
            if tell is not None:
                tell(place + 1, len(sessions))
    figures: dict[str, Any] = {
        "sessions": len(sessions),
        "tokens_beyond_brief_median": int(median(tokens)) if tokens else 0,
        "tokens_beyond_brief_most": max(tokens, default=0),
        "repeated_failures": repeated.count,
        "repeated_as_expected": repeated.expected,
        "way_known": repeated.known,
        "way_given_before": repeated.given,
        "given": len(given),
        "moments": [{"moment": name, **row} for name, row in counts.items()],
    }
    return {**figures, **(precision(given, judged) if judged else {})}, given


class Repeated:
    """Failures that an earlier session had had: how many a way out was known for, and whether it was given in time.

    The same failure is the same program with the same telling line, once a session. It is *expected* where no other
    command would have spared it: somebody looked whether something is there, the code at hand was wrong, it only took
    too long, or commands that succeed print that line too (the shell's own complaints). A way is *known* where an
    earlier session went from that failure to a command that worked, with nothing edited between, as `retried` sees it.
    """

    def __init__(self) -> None:
        self._ways: dict[str, set[str]] = {}
        self._seen: dict[str, int] = {}
        self._harmless: set[str] = set()
        self.count = 0
        self.expected = 0
        self.known = 0
        self.given = 0

    def failed(self, place: int, event: dict[str, Any], heard: Sequence[str]) -> None:
        """Take note of a failure, with what the session had heard before it happened."""
        failure = fingerprint_failure(event["command"], event.get("output", ""))
        before = self._seen.get(failure.fingerprint, place)
        self._seen[failure.fingerprint] = place
        if not failure.line or before == place:
            return
        self.count += 1
        if ways := self._ways.get(failure.fingerprint):
            self.known += 1
            self.given += any(way in text for way in ways for text in heard)
        elif self._is_expected(event["command"], failure):
            self.expected += 1

    def _is_expected(self, command: str, failure: Failure) -> bool:
        late = "timed out" in failure.line.lower()
        return only_handles(command) or failure.lies_in_code or late or failure.line in self._harmless

    def ended(self, record: dict[str, Any]) -> None:
        """Learn which ways out a session found, as `retried` sees them; the next sessions should know."""
        at = datetime.fromisoformat(record["at"])
        steps = tuple(
            Step(str(number), at, "Bash", event.get("command", ""), event.get("output", ""), event.get("failed", False),
                 (), event["kind"] == "edit")
            for number, event in enumerate(record["events"])
            if event["kind"] in {"command", "edit"}
        )  # fmt: skip
        for step in steps:
            if not step.failed and not step.writes:
                self._harmless.update(mask(line.strip()) for line in step.output.split("\n") if line.strip())
        for found in find([Turn("t", at, "", "", answers=False, steps=steps, answer="", before=())]):
            tag = next(tag for tag in found.tags)
            worked = found.text.rpartition("`")[0].rpartition("`")[2]
            self._ways.setdefault(tag.partition(":")[2], set()).add(worked)


def precision(given: Sequence[GivenLine], judged: Path) -> dict[str, Any]:
    """Return which share of judged lines was relevant, and which of use; a line is found again by its hash.

    The aim is held against *relevant*: about the very thing that is being done. *Of use* is stricter: it helped, or
    would have helped, at this very action. A line that is `-` in a column was not judged in that respect.
    """
    rows = [line.split("\t") for line in judged.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    verdicts = {(row[1], row[3]): (row[4], row[5]) for row in rows}
    found = [verdicts[key] for item in given if (key := (item.session, item.mark)) in verdicts]
    shares = [_share([verdict[column] for verdict in found]) for column in (0, 1)]
    return {"judged": len(found), "of_use": shares[0], "precision": shares[1]}


def _share(verdicts: Sequence[str]) -> float | None:
    said = [verdict for verdict in verdicts if verdict != "-"]
    return round(100 * said.count("yes") / len(said), 1) if said else None


def load(file: Path) -> list[dict[str, Any]]:
    """Read the sessions of a file, oldest first."""
    try:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        return sorted(rows, key=lambda row: (row["at"], row["session"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "One JSON object a line: session, at, events."
        raise ConfigError(f"{file} cannot be replayed: {error}.", hint=hint, code="bad-record") from error


def _checkout(repo: Path | None, target: Path) -> Path:
    if repo is None:
        target.mkdir(parents=True)
        subprocess.run(["git", "init", "--quiet"], cwd=target, check=True)
        return target
    git = shutil.which("git") or "git"
    subprocess.run([git, "clone", "--quiet", "--no-hardlinks", str(repo), str(target)], check=True, capture_output=True)
    return target


def _mine(replay: Replay) -> None:
    with Memory.open(replay.root, settings=load_settings(replay.env)) as memory:
        memory.mine()
