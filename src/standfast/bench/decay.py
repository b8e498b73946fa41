"""`standfast bench decay`: mechanical facts written at an old commit, replayed to the newest: what is still true?

Facts are remembered through the public verb at `HEAD~N`, in a copy of the repository and a temporary home. The copy
then walks forward, and at every stop the standing of each is held against an independent reading of the code. A memory
without standing ("naive") presents everything for ever. Percentages are 0 to 100.
"""

from __future__ import annotations

import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from standfast.bench.decay_facts import Fact, Reading, is_true, make_facts, read_file
from standfast.config import load_settings
from standfast.errors import ConfigError
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.standing.memories import Judge
from standfast.standing.survey import survey

Tell = Callable[[str], None]
_CURRENT = frozenset(("holds", "moved", "touched"))
_FLAGGED = frozenset(("drifted", "broken"))
_SKIPPED = ("test", "doc", "example", "vendor", "bench", "fixture", "node_modules", "dist/", "migrations")
_SINGLE = 25


def bench_decay(
    repositories: Sequence[Path], *, facts: int = 200, commits: int = 500, stops: int = 10, seed: int = 7,
    tell: Tell | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Measure on each repository; return a row for each, and all of them together."""
    say = tell or (lambda _: None)
    rows: list[dict[str, Any]] = []
    for repository in repositories:
        with tempfile.TemporaryDirectory(prefix="standfast-decay-") as folder:
            replay = _Replay(repository, Path(folder), say)
            rows.append(replay.run(facts, commits, stops, seed))
    return {"repositories": rows, "together": _together(rows)}


class _Replay:
    """One repository, copied, walked from an old commit to the newest."""

    def __init__(self, repository: Path, folder: Path, say: Tell) -> None:
        self._name = repository.parent.name if repository.name == "repo" else repository.name
        self._copy = folder / "copy"
        self._home = folder / "home"
        self._say = say
        command = ["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(self._copy)]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            raise ConfigError(f"{repository} is not a repository that can be copied.", hint="Give a local clone.")
        self.mistakes: list[dict[str, str]] = []

    def _git(self, *args: str) -> str:
        done = subprocess.run(["git", "-C", str(self._copy), *args], check=True, capture_output=True)
        return done.stdout.decode("utf-8", "replace")

    def _open(self) -> Memory:
        env = {"STANDFAST_HOME": str(self._home), "STANDFAST_DURABILITY": "normal", "STANDFAST_EMBEDDER": "off"}
        return Memory.open(self._copy, who=Source("agent", "bench"), settings=load_settings(env))

    def run(self, count: int, commits: int, stops: int, seed: int) -> dict[str, Any]:
        """Write the facts at the old commit and look at every stop."""
        line = self._git("rev-list", "--first-parent", f"--max-count={commits + 1}", "HEAD").split()[::-1]
        self._git("checkout", "-q", "-B", "decay", line[0])
        facts, ids = self._remember(self._facts(2 * count, seed), count)
        curve: list[dict[str, Any]] = []
        wanted = sorted({round((len(line) - 1) * stop / stops) for stop in range(1, stops + 1)})
        for at in wanted:
            if at == wanted[-1]:
                self._cost(line[max(0, at - _SINGLE) : at])
            self._git("checkout", "-q", "-B", "decay", line[at])
            curve.append({"commits": at, **self._look(facts, ids, last=at == wanted[-1])})
            self._say(f"{self._name} {curve[-1]}")
        return {"repository": self._name, "facts": len(facts), **curve[-1], "cpu_ms_per_commit": self._spent,
                "curve": curve, "mistakes": self.mistakes}  # fmt: skip

    def _facts(self, count: int, seed: int) -> list[Fact]:
        chance = random.Random(seed)  # noqa: S311 - data, not secrets
        by_kind: dict[str, list[Fact]] = {}
        for path in self._git("ls-files", "-z").split("\0"):
            if not path or any(word in path.lower() for word in _SKIPPED):
                continue
            reading = self._read(path)
            for fact in make_facts(path, reading, chance) if reading else ():
                by_kind.setdefault(fact.key[0], []).append(fact)
        chosen: list[Fact] = []
        for pool in by_kind.values():
            chance.shuffle(pool)
        while len(chosen) < count and any(by_kind.values()):
            for kind in sorted(by_kind):
                if by_kind[kind] and len(chosen) < count:
                    chosen.append(by_kind[kind].pop())
        return chosen

    def _now(self, path: str) -> str:
        """Return the path that a written one means now: itself, or the one file that it is the end of."""
        if (self._copy / path).is_file():
            return path
        longer = [part for part in self._git("ls-files", "-z").split("\0") if part.endswith("/" + path)]
        return longer[0] if len(longer) == 1 else path

    def _read(self, path: str) -> Reading | None:
        try:
            return read_file(path, (self._copy / path).read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            return None

    def _remember(self, facts: Sequence[Fact], count: int) -> tuple[list[Fact], list[str]]:
        """Remember the first facts that are admitted as they are: a sentence may read like a secret or an attack."""
        kept: list[tuple[Fact, str]] = []
        with self._open() as memory:
            for fact in facts:
                told = memory.remember(fact.text, kind="fact", anchors=[fact.anchor])
                kept += [(fact, str(told.id))] if told.status is Status.ACTIVE else []
                if len(kept) == count:
                    break
        return [item for item, _ in kept], [identity for _, identity in kept]

    def _look(self, facts: Sequence[Fact], ids: Sequence[str], *, last: bool) -> dict[str, Any]:
        with self._open() as memory:
            standings = survey(memory.context, judge := Judge(memory.context)).standings
            found = {str(identity): standing.value for identity, standing in standings.items()}
            readings = {path: self._read(self._now(path)) for path in {fact.path for fact in facts}}
            rows = [(found.get(item, "unanchored"), is_true(fact, readings[fact.path]), fact, item)
                    for fact, item in zip(facts, ids, strict=True)]  # fmt: skip
            if last:
                self._note(memory, judge, rows)
        return _figures([(standing, true) for standing, true, *_ in rows])

    def _note(self, memory: Memory, judge: Judge, rows: Sequence[tuple[str, bool, Fact, str]]) -> None:
        """Keep what was judged wrong, for whoever wants to fix it."""
        for standing, true, fact, item in rows:
            if (standing in _CURRENT) == true:
                continue
            state = memory.context.partition(memory.context.scope).memories.find(item)  # type: ignore[arg-type]
            reasons = [str(each["reason"]) for each in judge.judge_here(state).detail] if state else []
            self.mistakes.append({"fact": fact.text, "anchor": fact.anchor, "true": str(true), "standing": standing,
                                  "reason": "; ".join(reasons)})  # fmt: skip

    def _cost(self, line: Sequence[str]) -> None:
        """Measure what judging after each single commit costs, as the processor counts it."""
        spent: list[float] = []
        for place, commit in enumerate(line):
            self._git("checkout", "-q", "-B", "decay", commit)
            with self._open() as memory:
                started = time.process_time()
                survey(memory.context, Judge(memory.context))
                if place:
                    spent.append(time.process_time() - started)
        self._spent = round(sorted(spent)[len(spent) // 2] * 1000, 1) if spent else 0.0


def _figures(rows: Sequence[tuple[str, bool]]) -> dict[str, Any]:
    current = [true for standing, true in rows if standing in _CURRENT]
    false = [standing for standing, true in rows if not true]
    still = [standing for standing, true in rows if true]
    return {
        "became_false": len(false),
        "naive_true": _share(len(still), len(rows)),
        "presented": len(current),
        "presented_true": _share(sum(current), len(current)),
        "still_true": len(still),
        "false_alarms": _share(sum(item in _FLAGGED for item in still), len(still)),
        "caught": _share(sum(item not in _CURRENT for item in false), len(false)),
    }


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 100.0


def _together(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    def total(name: str, weight: str) -> float:
        whole = sum(row[weight] for row in rows)
        return round(sum(row[name] * row[weight] for row in rows) / whole, 1) if whole else 100.0

    return {
        "facts": sum(row["facts"] for row in rows),
        "became_false": sum(row["became_false"] for row in rows),
        "naive_true": total("naive_true", "facts"),
        "presented_true": total("presented_true", "presented"),
        "false_alarms": total("false_alarms", "still_true"),
        "caught": total("caught", "became_false"),
    }
