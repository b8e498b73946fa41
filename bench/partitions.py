"""One file per partition, or partitions in one file? The measurement behind docs/decisions/0003.

Both layouts hold the same notes of the same projects in FTS5. Compared: opening and asking one project (what a hook
does), asking thirty, one durable write while another project writes, and forgetting a project. CPU and wall in one run.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import apsw

PROJECTS, NOTES = 60, 400
WORDS = [f"word{number}" for number in range(3000)]


def connect(path: Path) -> apsw.Connection:
    db = apsw.Connection(str(path))
    db.pragma("journal_mode", "wal")
    db.pragma("synchronous", 2)
    db.pragma("secure_delete", 1)
    db.set_busy_timeout(5000)
    return db


def fill(db: apsw.Connection, table: str, chance: random.Random) -> None:
    db.execute(f"CREATE VIRTUAL TABLE {table} USING fts5 (text)")
    with db:
        for _ in range(NOTES):
            db.execute(f"INSERT INTO {table} (text) VALUES (?)", (" ".join(chance.choices(WORDS, k=30)),))


def ask(db: apsw.Connection, table: str) -> None:
    sql = f"SELECT rowid FROM {table} WHERE {table} MATCH 'word1 OR word2 OR word3' ORDER BY rank LIMIT 10"
    db.execute(sql).fetchall()


def timed(act, rounds: int = 15) -> float:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        act()
        times.append(time.perf_counter() - started)
    return sorted(times)[rounds // 2] * 1000


def contended(paths: list[Path], tables: list[str]) -> float:
    """Return the time of a durable write while a second project is written without pause."""
    stop = threading.Event()

    def other() -> None:
        db = connect(paths[1])
        while not stop.is_set():
            db.execute(f"INSERT INTO {tables[1]} (text) VALUES ('noise')")

    thread = threading.Thread(target=other)
    thread.start()
    db = connect(paths[0])
    result = timed(lambda: db.execute(f"INSERT INTO {tables[0]} (text) VALUES ('a note')"))
    stop.set()
    thread.join()
    return result


def main() -> int:
    chance = random.Random(1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        one = root / "one.db"
        shared = connect(one)
        for number in range(PROJECTS):
            fill(shared, f"p{number}", chance)
            fill(connect(root / f"p{number}.db"), "note", chance)
        for name, paths, tables in (
            ("a file each", [root / f"p{number}.db" for number in range(PROJECTS)], ["note"] * PROJECTS),
            ("one file", [one] * PROJECTS, [f"p{number}" for number in range(PROJECTS)]),
        ):
            rows.append(
                (
                    name,
                    timed(lambda p=paths, t=tables: ask(connect(p[0]), t[0])),
                    timed(lambda p=paths, t=tables: [ask(connect(p[n]), t[n]) for n in range(30)], 5),
                    contended(paths, tables),
                    sum(path.stat().st_size for path in set(paths)) / 1e6,
                )
            )
    print(f"{'layout':14}{'open+ask ms':>13}{'thirty ms':>11}{'write under load ms':>21}{'MB':>8}")
    for name, first, thirty, write, size in rows:
        print(f"{name:14}{first:13.2f}{thirty:11.1f}{write:21.2f}{size:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
