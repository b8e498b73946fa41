"""Cost of guards: the staged check as a ratio to ast-grep itself, and a backtest over a thousand commits.

    python bench/guard.py                 # history made for the purpose
    python bench/guard.py --repo PATH     # backtest over a real repository

CPU time of this process and its children, the best of several runs: compare ratios, never seconds.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from standfast.code.filetypes import covers
from standfast.guard.backtest import backtest, render_backtest
from standfast.guard.change import staged
from standfast.guard.check import check
from standfast.guard.match.lean import config
from standfast.guard.pack import list_packs, load_pack
from standfast.guard.rule import Guard, Snippet

TODAY = "2026-11-15"
FILES, GUARDS, COMMITS = 50, 100, 1000


def cpu() -> float:
    """Return the CPU seconds of this process and of children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in used)


def measure(work, runs: int = 5) -> float:
    """Return the best CPU time of several runs."""
    times = []
    for _ in range(runs):
        begun = cpu()
        work()
        times.append(cpu() - begun)
    return min(times)


def git(root: Path, *arguments: str, given: bytes | None = None) -> bytes:
    return subprocess.run(["git", *arguments], cwd=root, input=given, check=True, capture_output=True).stdout


def guards() -> list[Guard]:
    """Return the starter packs, filled up to a hundred with project rules of the kind people write."""
    found = [guard for pack in list_packs() for guard in load_pack(pack)]
    verbs = ["acquire", "release", "publish", "charge", "render", "connect", "migrate", "encode", "enqueue", "lookup"]
    nouns = ["lock", "event", "payment", "session", "schema", "cache"]
    names = [f"{verb}_{noun}" for verb in verbs for noun in nouns]
    for name in names[: GUARDS - len(found)]:
        rule = {"pattern": f"{name}($$$ARGS)", "not": {"inside": {"kind": "with_statement", "stopBy": "end"}}}
        snippet = (Snippet(f"{name}(1)\n"),)
        found.append(Guard(f"bench-{name}", "block", "structural", rule, "m", snippet, snippet, ("python",)))
    return found


def sources() -> list[tuple[str, bytes]]:
    """Return fifty files of real Python, of usual size."""
    folder = Path(os.__file__).parent
    files = sorted(path for path in folder.glob("*.py") if 3_000 < path.stat().st_size < 60_000)
    picked = random.Random(7).sample(files, FILES)
    return [(f"src/{path.name}", path.read_bytes()) for path in picked]


def staged_repository(root: Path, files: list[tuple[str, bytes]]) -> None:
    """Commit the files, then stage an edit in the middle of each."""
    git(root, "init", "-q")
    for path, data in files:
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_bytes(data)
    git(root, "add", "-A")
    git(root, "-c", "user.name=b", "-c", "user.email=b@x", "commit", "-qm", "base")
    for path, data in files:
        lines = data.split(b"\n")
        lines.insert(len(lines) // 2, b"# edited by the benchmark")
        (root / path).write_bytes(b"\n".join(lines))
    git(root, "add", "-A")


def bench_staged() -> dict[str, float]:
    """Measure the staged check against the parser run once over the same files, with one rule and with all of them."""
    from ast_grep_py import SgRoot

    chosen = guards()
    files = sources()
    texts = [data.decode("utf-8", "replace") for _, data in files]
    rules = [config(guard, "python") for guard in chosen if any(covers(name, "python") for name in guard.languages)]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        staged_repository(root, files)

        def ours() -> None:
            with staged(root) as change:
                report = check(chosen, change, today=TODAY)
            assert report.files == FILES
            assert not report.broken

        def nothing() -> None:
            with staged(root) as change:
                check([guard._replace(paths=("nowhere/**",)) for guard in chosen], change, today=TODAY)

        def one_rule() -> None:
            for text in texts:
                SgRoot(text, "python").root().find_all({"rule": {"pattern": "breakpoint()"}})

        def all_rules() -> None:
            for text in texts:
                tree = SgRoot(text, "python").root()
                for rule in rules:
                    tree.find_all(rule)

        check_s, idle_s, one_s, all_s = (measure(work) for work in (ours, nothing, one_rule, all_rules))
    return {
        "files": FILES,
        "guards": len(chosen),
        "python_rules": len(rules),
        "kilobytes": round(sum(map(len, texts)) / 1024),
        "check_cpu_s": round(check_s, 4),
        "check_nothing_matches_cpu_s": round(idle_s, 4),
        "ast_grep_one_rule_cpu_s": round(one_s, 4),
        "ast_grep_all_rules_cpu_s": round(all_s, 4),
        "ratio_to_one_rule": round(check_s / one_s, 2),
        "ratio_to_all_rules": round(check_s / all_s, 2),
    }


def bench_start() -> dict[str, float]:
    """Measure what a check that matches no file has to import, as CPU time over a bare interpreter."""
    program = (
        "from pathlib import Path; from standfast.guard.change import staged; from standfast.guard.check import check;"
        "from standfast.guard.rule import parse_rule"
    )

    def cost(code: str) -> float:
        return statistics.median(
            measure(lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True), 3)
            for _ in range(3)
        )

    bare, ours = cost("pass"), cost(program)
    return {"bare_cpu_s": round(bare, 4), "imports_cpu_s": round(ours - bare, 4)}


def made_history(root: Path) -> None:
    """Write a thousand commits: files that grow, and now and then a mistake that is fixed later."""
    git(root, "init", "-q", "-b", "main")
    chance = random.Random(11)
    files = {f"svc{n}/mod{n}.py": ["import os", ""] for n in range(20)}
    mistakes = ["    breakpoint()", "    return requests.get(url)", "def f(x=[]): pass"]
    out: list[bytes] = []
    open_mistakes: list[tuple[str, str]] = []
    for number in range(COMMITS):
        path = chance.choice(list(files))
        subject = f"Change {number}"
        if open_mistakes and number % 40 == 39:
            path, mistake = open_mistakes.pop()
            files[path].remove(mistake)
            subject = f"Fix {number}"
        elif number % 50 == 25:
            mistake = mistakes[number // 50 % 3]
            files[path] += [f"def broken_{number}(url):", mistake]
            open_mistakes.append((path, mistake))
        else:
            files[path] += [f"def work_{number}(a, b):", f"    return a + b + {number}", ""]
        data = ("\n".join(files[path]) + "\n").encode()
        when = 1_600_000_000 + number * 86_400
        out.append(
            b"commit refs/heads/main\ncommitter b <b@x> %d +0000\ndata %d\n%s\nM 100644 inline %s\ndata %d\n%s\n"
            % (when, len(subject), subject.encode(), path.encode(), len(data), data)
        )
    git(root, "fast-import", "--quiet", given=b"".join(out))


def bench_backtest(repository: Path | None, wanted: list[str]) -> tuple[dict[str, float], str]:
    """Measure the replay of some rules of the packs."""
    chosen = [guard for pack in list_packs() for guard in load_pack(pack) if guard.id in wanted]
    with tempfile.TemporaryDirectory() as folder:
        root = repository or Path(folder)
        if repository is None:
            made_history(root)
        results = []

        def work() -> None:
            results[:] = backtest(root, chosen, limit=COMMITS)

        took = measure(work, 1 if repository else 2)
    figures = {
        "commits": results[0].commits,
        "cpu_s": round(took, 3),
        "ms_per_commit": round(1000 * took / results[0].commits, 2),
    }
    return figures, render_backtest(results)


def main() -> None:
    """Run everything and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", type=Path, help="backtest over this repository instead of a made one")
    rules = "py-debugger,py-request-without-timeout,py-mutable-default"
    parser.add_argument("--rules", default=rules, help="rules of the starter packs to replay")
    arguments = parser.parse_args()
    print(json.dumps({"start": bench_start(), "staged": bench_staged()}, indent=2))
    figures, table = bench_backtest(arguments.repo, arguments.rules.split(","))
    print(json.dumps({"backtest": figures}, indent=2))
    print(table)


if __name__ == "__main__":
    main()
