"""`standfast bench speed`: what each verb costs as the store grows, beside a plain FTS5 table in the same run.

Read ratios, not absolutes. Neighbour: `bench/rivals.py` of a checkout asks another memory server the same.
"""

from __future__ import annotations

import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import apsw

from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.errors import StandfastError
from standfast.memory import Memory
from standfast.model.source import Source
from standfast.store.single_thread import import_numpy

Tell = Callable[[str], None]
_WRITES = 60
_READS = 40
_BRIEFS = 10
_COLD = 7

_SUBJECTS = ("lock", "queue", "cache", "token", "session", "invoice", "refund", "webhook", "parser", "index", "schema")
_VERBS = ("keyed", "limited", "shared", "rebuilt", "dropped", "renamed", "cached", "retried", "batched", "guarded")
_PLACES = ("payments", "billing", "gateway", "worker", "scheduler", "reports", "auth", "search", "export", "mailer")


def make_texts(count: int, seed: int = 7) -> list[str]:
    """Return texts as developers write them: some words common, some rare, one of its own each."""
    chance = random.Random(seed)  # noqa: S311 - data, not secrets
    texts = []
    for number in range(count):
        subject, place = chance.choice(_SUBJECTS), chance.choice(_PLACES)
        rare = f"{chance.choice(_PLACES)}{chance.randrange(count)}"
        texts.append(
            f"The {subject} in {place} is {chance.choice(_VERBS)} by {rare}_id since release {number % 97}."
            f"{number % 13}; "
            f"before that {chance.choice(_SUBJECTS)} and {chance.choice(_SUBJECTS)} raced in {chance.choice(_PLACES)}."
        )
    return texts


def bench_speed(sizes: Sequence[int], *, tell: Tell | None = None) -> dict[str, Any]:
    """Measure at each size; return a row for each, and the ratios that matter."""
    say = tell or (lambda _: None)
    rows = []
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="standfast-speed-") as folder:
            say(f"{size:,} memories")
            rows.append(_measure(Path(folder), size, say))
    return {"sizes": rows, "ratios": _ratios(rows), "start": start_up()}


def _measure(folder: Path, size: int, say: Tell) -> dict[str, Any]:
    texts = make_texts(size)
    queries = [" ".join(text.split()[1:9]) for text in make_texts(_READS, seed=11)]
    row: dict[str, Any] = {"memories": size, "raw": _measure_raw(folder / "raw", texts, queries)}
    say("  plain FTS5 done")
    row["standfast"] = _measure_standfast(folder / "home", texts, queries)
    say("  standfast done")
    return row


def _measure_raw(folder: Path, texts: list[str], queries: list[str]) -> dict[str, Any]:
    folder.mkdir()
    db = apsw.Connection(str(folder / "raw.db"))
    db.pragma("journal_mode", "wal")
    db.pragma("synchronous", 2)
    db.execute("CREATE VIRTUAL TABLE note USING fts5 (text, tokenize = 'porter unicode61')")
    spent = _Spent()
    db.execute("BEGIN")
    for text in texts:
        db.execute("INSERT INTO note (text) VALUES (?)", (text,))
    db.execute("COMMIT")
    loaded = spent.rates(len(texts))
    writes = [
        timed(partial(db.execute, "INSERT INTO note (text) VALUES (?)", (text,))) for text in make_texts(_WRITES, 3)
    ]
    sql = "SELECT rowid FROM note WHERE note MATCH ? ORDER BY rank LIMIT 10"
    reads = _spent(partial(_fetch, db, sql, _or(query)) for query in queries)
    scan = _scan_time(len(texts))
    db.close()
    return {
        **loaded,
        "write": spread(writes),
        "read": reads,
        "scan": scan,
    }


def _fetch(db: apsw.Connection, sql: str, expression: str) -> list[Any]:
    return db.execute(sql, (expression,)).fetchall()


def _or(query: str) -> str:
    words = [word for word in "".join(c if c.isalnum() else " " for c in query).split() if len(word) > 2]
    return " OR ".join(f'"{word}"' for word in words[:8])


def _scan_time(count: int) -> dict[str, float]:
    """Return how long one exact scan over that many int8 vectors takes, in blocks that stay in the cache."""
    import_numpy()
    import numpy as np

    table = np.random.default_rng(1).integers(-127, 127, (count, 256), dtype=np.int8)
    query = table[0].astype(np.float32)

    def scan() -> Any:
        parts = [table[at : at + 1024].astype(np.float32) @ query for at in range(0, count, 1024)]
        return np.argpartition(-np.concatenate(parts), min(count - 1, 100))

    return _spent([scan] * 9)


def _measure_standfast(home: Path, texts: list[str], queries: list[str]) -> dict[str, Any]:
    settings = Settings(home=home, store_url=f"sqlite://{home / 'store'}", project="speed")
    with Memory(settings, Source("agent", "bench", session="speed"), home) as memory:
        spent = _Spent()
        for result in memory.remember_many(Draft(text=text) for text in texts):
            if isinstance(result, StandfastError):
                raise result
        loaded = spent.rates(len(texts))
        memory.recall("warm up")
        writes = [timed(partial(memory.remember, text)) for text in make_texts(_WRITES, 5)]
        reads = _spent(partial(memory.recall, query) for query in queries)
        briefs = _spent(partial(memory.brief, task=query) for query in queries[:_BRIEFS])
    size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
    return {
        **loaded,
        "write": spread(writes),
        "recall": reads,
        "brief": briefs,
        "cold_recall": _cold(home, ["recall", queries[0], "--json"]),
        "cold_brief": _cold(home, ["brief", "--task", queries[0], "--json"]),
        "file_mb": round(size / 1e6, 1),
        "rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


class _Spent:
    """What a load takes from now on: processor time, that of other processes that read for it included, and waiting."""

    def __init__(self) -> None:
        self._cpu, self._clock = _all_cpu(), time.perf_counter()

    def rates(self, count: int) -> dict[str, int]:
        """Return how many of so many that was, by processor time and by waiting."""
        cpu, waited = _all_cpu() - self._cpu, time.perf_counter() - self._clock
        return {"load_per_cpu_s": round(count / cpu), "load_per_s": round(count / waited)}


def _all_cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(item.ru_utime + item.ru_stime for item in used)


def _spent(acts: Iterable[Callable[[], Any]]) -> dict[str, float]:
    """Return the spread of waiting times, and the CPU time of one."""
    started = time.process_time()
    times = [timed(act) for act in acts]
    return {**spread(times), "cpu_ms": round((time.process_time() - started) / len(times) * 1000, 3)}


def _cold(home: Path, words: list[str]) -> dict[str, float]:
    """Return what one answer costs in a process of its own: waiting, CPU and the most memory it held."""
    env = environment_of(home)
    command = [sys.executable, "-m", "standfast", *words]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    times = [timed(partial(_run, command, env)) for _ in range(_COLD)]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {**spread(times), "cpu_ms": round(cpu / _COLD * 1000, 1), "rss_mb": _peak(words, env)}


def _peak(words: list[str], env: dict[str, str]) -> float:
    """Return the most memory one process held, in MB; 0 where the system does not tell.

    The system is asked by that process itself: what a parent is told includes what the parent held at the start.
    """
    code = "import sys; from standfast.__main__ import main; main(sys.argv[1:])\n"
    code += "sys.stderr.write(open('/proc/self/status').read())"
    told = _run([sys.executable, "-c", code, *words], env).stderr.decode("utf-8", "replace")
    found = re.search(r"VmHWM:\s+(\d+) kB", told)
    return round(int(found[1]) / 1024, 1) if found else 0.0


def _run(command: list[str], env: dict[str, str], text: str = "") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=text.encode(), env=env, capture_output=True, check=False, timeout=120)


def environment_of(home: Path | str) -> dict[str, str]:
    """Return a process's surroundings; compiled modules are kept, as they are where Standfast is installed."""
    env = {**os.environ, "STANDFAST_HOME": str(home), "STANDFAST_PROJECT": "speed"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def start_up() -> dict[str, float]:
    """Return the CPU time of short processes, beside bare Python's."""
    hook = (
        '{"session_id":"s","cwd":".","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},'
    )
    hook += '"tool_response":"' + "x y z " * 600 + '","tool_use_id":"t"}'
    listing = (
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
        '"clientInfo":{"name":"bench","version":"1"}}}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
    )
    loop = "import json,sys\nfor l in sys.stdin:\n m=json.loads(l)\n"
    loop += " print(json.dumps({'jsonrpc':'2.0','id':m['id'],'result':{}}))"
    with tempfile.TemporaryDirectory(prefix="standfast-start-") as home:
        env = environment_of(home)
        me = [sys.executable, "-m", "standfast"]
        _cpu_of([*me, "hook", "claude-code", "PostToolUse"], env, hook, rounds=2)
        return {
            "python_json_re_sqlite3_ms": _cpu_of([sys.executable, "-I", "-c", "import json, re, sqlite3"], env),
            "python_json_rpc_loop_ms": _cpu_of([sys.executable, "-c", loop], env, listing),
            "hook_capture_ms": _cpu_of([*me, "hook", "claude-code", "PostToolUse"], env, hook),
            "hook_brief_ms": _cpu_of([*me, "hook", "claude-code", "SessionStart"], env, hook),
            "mcp_tools_list_ms": _cpu_of([*me, "mcp"], env, listing),
            "version_ms": _cpu_of([*me, "--version"], env),
        }


def _cpu_of(command: list[str], env: dict[str, str], text: str = "", rounds: int = 9) -> float:
    times = []
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        _run(command, env, text)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return round(sorted(times)[len(times) // 2] * 1000, 1)


def timed(act: Callable[[], Any]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def spread(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "p50_ms": round(ordered[len(ordered) // 2] * 1000, 3),
        "p95_ms": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))] * 1000, 3),
    }


def _ratios(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Return what the promises are about: ours against the plain table, and large against small."""
    ratios: dict[str, float] = {}
    for row in rows:
        size, raw, own = row["memories"], row["raw"], row["standfast"]
        ratios[f"raw_load_over_ours@{size}"] = round(raw["load_per_cpu_s"] / own["load_per_cpu_s"], 1)
        ratios[f"raw_load_over_ours_waiting@{size}"] = round(raw["load_per_s"] / own["load_per_s"], 1)
        ratios[f"write_over_raw@{size}"] = round(own["write"]["p50_ms"] / raw["write"]["p50_ms"], 2)
        for measure, name in (("p50_ms", "recall_over_fts_plus_scan"), ("cpu_ms", "recall_cpu_over_fts_plus_scan")):
            floor = raw["read"][measure] + raw["scan"][measure]
            ratios[f"{name}@{size}"] = round(own["recall"][measure] / floor, 2)
    first, last = rows[0]["standfast"], rows[-1]["standfast"]
    ratios["write_largest_over_smallest"] = round(last["write"]["p50_ms"] / first["write"]["p50_ms"], 2)
    return ratios
