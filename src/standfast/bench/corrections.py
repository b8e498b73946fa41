"""`standfast bench corrections`: is a correction delivered before the user has to repeat it?

A folder holds `sessions.jsonl` (`session, at, turns: [[role, text, …], …]`, oldest first) and `cases.json` (`later`:
words that find the repeated turn, `need`: an expression that a delivered text must match). Every session is replayed
through the hooks of one agent, in order, in a temporary home, with nobody approving anything; what the hooks answer
before a repeated turn is what was delivered. Owns the replay and the count, nothing that learns.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from standfast.agents.hook import answer
from standfast.errors import ConfigError
from standfast.learn.session.belief.for_brief import SAID_HEADING
from standfast.model.value import Value
from standfast.recall.pack import count_tokens

Tell = Callable[[int, int], None]
AGENT = "claude-code"
LIMITS = (300, 600, 2_000)


class Case(Value):
    """One repeated turn: in which session and turn it stands, what must have been delivered before, and what was."""

    session: int
    turn: int
    later: str
    need: str


class Delivered(Value):
    """One text a session was given: at which event, and after how many tokens it began."""

    event: str
    text: str


def bench_corrections(folder: Path, *, tell: Tell | None = None) -> dict[str, Any]:
    """Replay the sessions of a folder; return the share of repeated corrections that were delivered in time."""
    sessions, cases = _load(folder)
    outcomes: list[dict[str, Any]] = []
    said: list[int] = []
    events = size = 0
    spent = 0.0
    with tempfile.TemporaryDirectory(prefix="standfast-bench-") as home:
        replay = _Replay(Path(home))
        for place, session in enumerate(sessions):
            asked = [case for case in cases if case.session == place]
            delivered = replay.run(place, session, asked, outcomes)
            events += len(session["turns"])
            size += sum(len(turn[1]) for turn in session["turns"])
            said.append(max((_unconfirmed(item.text) for item in delivered), default=0))
            if tell:
                tell(place + 1, len(sessions))
        spent = replay.learning_s
    return _figures(outcomes, said, events, size, spent)


class _Replay:
    """One project in a temporary home, to whose hooks sessions are reported."""

    def __init__(self, home: Path) -> None:
        self.repository = home / "project"
        self.repository.mkdir()
        kept = ("PATH", "SYSTEMROOT", "HOME")
        self.env = {name: os.environ[name] for name in kept if name in os.environ}
        self.env |= {"STANDFAST_HOME": str(home / "home"), "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(["git", "init", "-q", str(self.repository)], env=self.env, check=True, capture_output=True)
        self.learning_s = 0.0

    def run(
        self, place: int, session: Mapping[str, Any], asked: Sequence[Case], outcomes: list[dict[str, Any]]
    ) -> list[Delivered]:
        """Report one session from its start to its end; note for each case what had been delivered by then."""
        name = f"bench-{place}"
        delivered: list[Delivered] = []
        self._report(name, "SessionStart", delivered, source="startup")
        for number, turn in enumerate(session["turns"]):
            role, text = turn[0], turn[1]
            outcomes += [_outcome(case, delivered) for case in asked if case.turn == number]
            if role == "user":
                self._report(name, "UserPromptSubmit", delivered, prompt=text)
            else:
                self._report(name, "Stop", delivered, last_assistant_message=text)
        before = time.process_time()
        self._report(name, "SessionEnd", delivered, reason="exit")
        self.learning_s += time.process_time() - before
        return delivered

    def _report(self, session: str, event: str, delivered: list[Delivered], **fields: str) -> None:
        payload = {"session_id": session, "cwd": str(self.repository), "hook_event_name": event, **fields}
        told, _ = answer(AGENT, event, payload, self.env)
        if told:
            text = json.loads(told).get("hookSpecificOutput", {}).get("additionalContext", "")
            delivered.append(Delivered(event, text))


def _outcome(case: Case, delivered: Sequence[Delivered]) -> dict[str, Any]:
    """Return at which event and after how many tokens what was needed had been delivered."""
    spent = 0
    for item in delivered:
        match = re.search(case.need, item.text)
        if match:
            spent += count_tokens(item.text[: match.end()])
            return {"later": case.later, "event": item.event, "tokens": spent}
        spent += count_tokens(item.text)
    return {"later": case.later, "event": "", "tokens": spent}


def _unconfirmed(text: str) -> int:
    """Return how many tokens of a text are unconfirmed words."""
    _, found, rest = text.partition(f"## {SAID_HEADING}")
    return count_tokens(found + rest.partition("\n\n")[0]) if found else 0


def _figures(
    outcomes: Sequence[Mapping[str, Any]], said: Sequence[int], events: int, size: int, spent: float
) -> dict[str, Any]:
    total = len(outcomes) or 1
    figures: dict[str, Any] = {"n": len(outcomes)}
    for limit in LIMITS:
        within = [outcome for outcome in outcomes if outcome["event"] and outcome["tokens"] <= limit]
        figures[f"within_{limit}"] = round(100 * len(within) / total, 1)
    figures["by_brief"] = sum(outcome["event"] == "SessionStart" for outcome in outcomes)
    figures["by_prompt"] = sum(outcome["event"] == "UserPromptSubmit" for outcome in outcomes)
    figures["unconfirmed_tokens_max"] = max(said, default=0)
    figures["learning_ms_per_1000_events"] = round(1e6 * spent / max(1, events), 1)
    figures["learning_ms_per_mb"] = round(1e9 * spent / max(1, size), 1)
    figures["missed"] = [outcome["later"] for outcome in outcomes if not outcome["event"]]
    return figures


def _load(folder: Path) -> tuple[list[dict[str, Any]], list[Case]]:
    try:
        lines = (folder / "sessions.jsonl").read_text(encoding="utf-8").splitlines()
        sessions = [json.loads(line) for line in lines if line.strip()]
        records = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        hint = "A folder with sessions.jsonl and cases.json; see the reference of `standfast bench`."
        raise ConfigError(f"{folder} has no corrections to replay: {error}.", hint=hint, code="bad-set") from error
    cases = [case for record in records if (case := _find(record, sessions)) is not None]
    return sessions, cases


def _find(record: Mapping[str, Any], sessions: Sequence[Mapping[str, Any]]) -> Case | None:
    wanted = " ".join(record["later"].split())
    for place, session in enumerate(sessions):
        for number, turn in enumerate(session["turns"]):
            if turn[0] == "user" and wanted in " ".join(turn[1].split()):
                return Case(place, number, record["later"], record["need"])
    return None
