"""How well standing tells change from noise, and what keeping it up to date costs.

    python bench/standing.py [--per-kind 12] [--seed 1] [--memories 10000] [--json]

First table: generated mutations in five languages, of which the true meaning is known, without a claim. Second: edits
under a claim, in all languages (`standing_claims.py`). Third: the cost of bringing the standing of many anchored
memories up to date after a commit that touches ten files.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import MutableMapping
from dataclasses import replace
from pathlib import Path

import standing_claims
from standing_programs import (
    VERBS,
    Function,
    Style,
    list_edits,
    local_names,
    make_function,
    rename,
    render_file,
)

from standfast.code.cache import open_cache
from standfast.code.snapshot import Snapshot, open_snapshot
from standfast.code.tree import Files
from standfast.model.anchor import Anchor, Fingerprint, parse_anchor
from standfast.model.memory import Anchored
from standfast.standing.anchors.batch import Surveyor
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.anchors.judge import judge
from standfast.standing.anchors.judgement import Judgement

SUFFIX = {"python": ".py", "typescript": ".ts", "go": ".go", "rust": ".rs", "java": ".java"}
CALM, MILD, DRIFT = "holds or moved", "at most touched", "drifted"
ALLOWED = {CALM: {"holds", "moved"}, MILD: {"holds", "moved", "touched"}, DRIFT: {"drifted"}}
LOCKS = {
    "python": ("uv.lock", '[[package]]\nname = "lib"\nversion = "{}"\n'),
    "typescript": ("package-lock.json", '{{"packages": {{"node_modules/lib": {{"version": "{}"}}}}}}'),
    "go": ("go.mod", "module x\n\nrequire example.org/lib v{}\n"),
    "rust": ("Cargo.lock", '[[package]]\nname = "lib"\nversion = "{}"\n'),
    "java": (
        "pom.xml",
        "<dependency><groupId>g</groupId><artifactId>lib</artifactId><version>{}</version></dependency>",
    ),
}
CALM_KINDS = [
    "re-indented", "comments edited", "documentation edited", "quotes, commas, semicolons", "lines wrapped",
    "parentheses, braces", "formatter on everything", "imports reordered", "line ends CRLF", "functions reordered",
    "another function edited", "git mv", "moved to another file", "patch version bumped",
]  # fmt: skip
MILD_KINDS = ["one local renamed", "two locals renamed"]
DRIFT_KINDS = [
    "parameter renamed", "key changed", "constant changed", "text changed", "condition changed", "operator changed",
    "arguments swapped", "call removed", "other function called", "default changed", "statement added",
    "condition removed", "major version bumped",
]  # fmt: skip


class Case:
    """Some functions in one file, one of which is anchored."""

    def __init__(self, language: str, chance: random.Random) -> None:
        self.language = language
        self.chance = chance
        functions = [make_function(chance) for _ in range(4)]
        names = Counter(function.name for function in functions)
        self.functions = [f for f in functions if names[f.name] == 1] or functions[:1]
        self.target = chance.randrange(len(self.functions))
        self.styles = [Style()] * len(self.functions)
        self.path = f"src/jobs{SUFFIX[language]}"

    def render(self, functions: list[Function] | None = None, styles: list[Style] | None = None) -> str:
        return render_file(functions or self.functions, self.language, styles or self.styles)

    @property
    def anchor(self) -> Anchor:
        return parse_anchor(f"{self.path}::{self.functions[self.target].name}")

    @property
    def lines(self) -> Anchor:
        text = self.render()
        head = next(i for i, line in enumerate(text.split("\n"), 1) if f"{self.functions[self.target].name}(" in line)
        return Anchor("lines", self.path, first=head + 2, last=head + 8)


def restyle(case: Case, kind: str) -> str | None:
    """Write the same program another way."""
    chance, style = case.chance, Style()
    changes: dict[str, object] = {
        "re-indented": {"indent": chance.choice(["  ", "\t", "   ", "        "])},
        "comments edited": {"comments": tuple(chance.sample(["why", "mind the gap", "see #12", "TODO"], 2))},
        "documentation edited": {"document": "Do it, but carefully."},
        "quotes, commas, semicolons": {"quote": "'", "semicolons": False},
        "lines wrapped": {"wrap": True},
        "parentheses, braces": {"parens": True, "lone_braces": False},
        "imports reordered": {"imports": tuple(chance.choice([(2, 1, 0), (1, 0, 2), (2, 0, 1)]))},
    }
    everything = {"indent": "  ", "quote": "'", "semicolons": False, "wrap": True, "blank": True, "comments": ("x",)}
    chosen = everything if kind == "formatter on everything" else changes.get(kind)
    if chosen is None:
        return None
    return case.render(styles=[replace(style, **chosen)] * len(case.functions))  # type: ignore[arg-type]


def mutate(case: Case, kind: str) -> Function | None:
    """Change the meaning of the anchored function in one place; None when it has no such place."""
    function, chance = case.functions[case.target], case.chance
    if kind == "parameter renamed":
        return rename(function, function.params[0][0], "user_id", parameter=True)
    if kind == "default changed":
        if case.language not in {"python", "typescript"}:
            return None
        name, default = function.params[2]
        return replace(function, params=(*function.params[:2], (name, (default or 0) + 1)))
    if kind == "statement added":
        at = chance.randrange(1, len(function.body))
        added = ("call", chance.choice(VERBS), (("int", 7),))
        return replace(function, body=(*function.body[:at], added, *function.body[at:]))
    if kind in {"call removed", "condition removed"}:
        word = "call" if kind == "call removed" else "if"
        places = [i for i, stmt in enumerate(function.body) if stmt[0] == word]
        at = chance.choice(places)
        return replace(function, body=function.body[:at] + function.body[at + 1 :])
    versions = list_edits(function.body, lambda node: edit_node(node, kind, chance))
    return replace(function, body=chance.choice(versions)) if versions else None


def edit_node(node: tuple, kind: str, chance: random.Random) -> tuple | None:
    match kind, node:
        case "constant changed", ("int", value):
            return ("int", value + 1)
        case "text changed", ("str", text):
            return ("str", text + "-2")
        case "text changed", ("fail", text):
            return ("fail", text + " now")
        case "text changed", ("interp", text, name):
            return ("interp", "no " + text, name)
        case "condition changed", ("cmp", op, left, right):
            return ("cmp", {">": ">=", "<": "<=", "==": "!="}[op], left, right)
        case "operator changed", ("bin", op, left, right):
            return ("bin", "-" if op != "-" else "+", left, right)
        case "operator changed", ("set", name, op, value):
            return ("set", name, "-=" if op == "+=" else "+=", value)
        case "arguments swapped", ("call", fn, args) if len(args) > 1 and args[0] != args[1]:
            return ("call", fn, (args[1], args[0], *args[2:]))
        case "other function called", ("call", fn, args):
            return ("call", chance.choice([verb for verb in VERBS if verb != fn]), args)
        case "key changed", ("map", pairs):
            at = chance.randrange(len(pairs))
            return ("map", (*pairs[:at], ("user_id", pairs[at][1]), *pairs[at + 1 :]))
    return None


def run_case(language: str, kind: str, expected: str, chance: random.Random) -> list[tuple[str, str]] | None:
    """Make one case, mutate it, and say how it stands: for the symbol and for some of its lines."""
    if kind.endswith("version bumped"):
        return [("symbol", run_version(language, kind, chance))]
    case = Case(language, chance)
    if kind in {"git mv", "moved to another file"}:
        return [("symbol", run_move(case, kind))]
    after = rewrite(case, kind, expected)
    if after is None:
        return None
    before = {case.path: case.render().encode()}
    results = []
    for name, anchor in (("symbol", case.anchor), ("lines", case.lines)):
        if name == "lines" and (expected == DRIFT or kind == "functions reordered"):
            continue  # the change may be outside those lines
        taken = take_fingerprint(Snapshot(Files(before), None, None), anchor)
        assert taken is not None, (anchor, before)
        snapshot = Snapshot(Files({case.path: after.encode()}), None, None)
        results.append((name, str(judge(snapshot, anchor, taken).standing)))
    return results


def rewrite(case: Case, kind: str, expected: str) -> str | None:
    functions = list(case.functions)
    if expected == DRIFT:
        changed = mutate(case, kind)
        if changed is None:
            return None
        functions[case.target] = changed
        return case.render(functions)
    if expected == MILD:
        count = 1 if kind == "one local renamed" else 2
        for number, name in enumerate(case.chance.sample(local_names(functions[case.target]), count)):
            functions[case.target] = rename(functions[case.target], name, f"renamed{number}", parameter=False)
        return case.render(functions)
    if kind == "line ends CRLF":
        return case.render().replace("\n", "\r\n")
    if kind == "functions reordered":
        return case.render(functions[::-1])
    if kind == "another function edited":
        if len(functions) < 2:
            return None
        other = (case.target + 1) % len(functions)
        functions[other] = make_function(case.chance)
        return case.render(functions) if functions[other].name != functions[case.target].name else None
    return restyle(case, kind)


def run_version(language: str, kind: str, chance: random.Random) -> str:
    path, form = LOCKS[language]
    major, minor, patch = chance.randint(1, 20), chance.randint(0, 30), chance.randint(0, 30)
    newer = (major + 1, 0, 0) if kind.startswith("major") else (major, minor, patch + 1)
    versions = [".".join(map(str, version)) for version in ((major, minor, patch), newer)]
    old, new = (Snapshot(Files({path: form.format(version).encode()}), None, None) for version in versions)
    anchor = parse_anchor("dep:example.org/lib" if language == "go" else "dep:lib")
    return str(judge(new, anchor, take_fingerprint(old, anchor)).standing)


def run_move(case: Case, kind: str) -> str:
    """Moves are seen through Git, so they are made in a real repository."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        git(root, "init", "-q")
        write(root, case.path, case.render())
        write(
            root,
            f"src/other{SUFFIX[case.language]}",
            Case(case.language, case.chance).render().replace("Jobs", "Other"),
        )
        git(root, "add", "-A")
        git(root, "commit", "-qm", "Before")
        taken = take_fingerprint(open_snapshot(folder), case.anchor)
        target = f"lib/deep/tasks{SUFFIX[case.language]}"
        if kind == "git mv":
            (root / target).parent.mkdir(parents=True)
            git(root, "mv", case.path, target)
        else:
            rest = [f for i, f in enumerate(case.functions) if i != case.target] or [make_function(case.chance)]
            write(root, case.path, case.render(rest, [Style()] * len(rest)))
            moved = case.render([case.functions[case.target]], [Style()])
            write(root, target, moved.replace("Jobs", "Tasks"))
            git(root, "add", "-A")
        git(root, "commit", "-qm", "After")
        return str(judge(open_snapshot(folder), case.anchor, taken).standing)


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def git(root: Path, *args: str) -> None:
    who = {f"GIT_{role}_{what}": "bench@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = os.environ | who | {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *args], cwd=root, check=True, env=env, capture_output=True)


def run_mutations(per_kind: int, seed: int) -> dict[str, dict]:
    """Run every kind of mutation in every language."""
    kinds = [(k, CALM) for k in CALM_KINDS] + [(k, MILD) for k in MILD_KINDS] + [(k, DRIFT) for k in DRIFT_KINDS]
    report: dict[str, dict] = {}
    for language in SUFFIX:
        chance = random.Random(f"{seed}:{language}")
        rows: dict[str, Counter] = defaultdict(Counter)
        wrong: list[str] = []
        tally: Counter = Counter()
        for kind, expected in kinds:
            made = 0
            for _ in range(per_kind * 4):
                if made == per_kind:
                    break
                results = run_case(language, kind, expected, chance)
                if results is None:
                    continue
                made += 1
                for name, standing in results:
                    good = standing in ALLOWED[expected]
                    rows[kind][good] += 1
                    tally["mutations"] += name == "symbol"
                    tally[("alarm" if standing in {"drifted", "broken"} else "calm", expected == DRIFT)] += 1
                    if not good:
                        wrong.append(f"{kind} ({name}): {standing}")
        caught, missed = tally["alarm", True], tally["calm", True]
        false = tally["alarm", False]
        report[language] = {
            "mutations": tally["mutations"],
            "precision": 100 * caught / max(caught + false, 1),
            "recall": 100 * caught / max(caught + missed, 1),
            "false_alarms": false,
            "rows": {kind: (rows[kind][True], rows[kind].total()) for kind, _ in kinds},
            "wrong": wrong,
        }
    return report


def survey_all(
    snapshot: Snapshot, items: list[Anchored], kept: MutableMapping[str, str]
) -> tuple[dict[int, Judgement], Surveyor]:
    """Judge many anchors in one pass; return what was found, and who looked: that knows what it cost."""
    surveyor = Surveyor(snapshot, kept)
    return {place: surveyor.judge(item) for place, item in enumerate(items)}, surveyor


def run_cost(memories: int, seed: int) -> dict[str, float]:
    """Measure bringing many memories up to date after a commit that touches ten files."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        git(root, "init", "-q")
        files = max(memories // 20, 20)
        for number in range(files):
            body = "".join(
                f"def f{number}_{k}(value, limit={k}):\n    total = value * {k} + limit\n"
                "    log(total)\n    return total\n\n\n"
                for k in range(20)
            )
            write(root, f"src/p{number % 50}/m{number}.py", body)
        git(root, "add", "-A")
        git(root, "commit", "-qm", "Before")
        snapshot = open_snapshot(folder)
        items = []
        for n in range(memories):
            number, k = n % files, n // files % 20
            anchor = parse_anchor(f"src/p{number % 50}/m{number}.py::f{number}_{k}")
            items.append(Anchored(anchor, take_fingerprint(snapshot, anchor)))
        kept = open_cache(str(root / ".git"))
        survey_all(open_snapshot(folder), items, kept)
        kept.save()
        for number in chance.sample(range(files), 10):
            path = root / f"src/p{number % 50}/m{number}.py"
            path.write_text(
                path.read_text().replace("value * 3", "value * 33").replace("    log", "    # why\n    log")
            )
        git(root, "commit", "-qam", "After")
        started = time.process_time()
        kept = open_cache(str(root / ".git"))  # as a new process has it: read from the disk, and written back
        known, small = survey_all(open_snapshot(folder), items, kept)
        kept.save()
        middle = time.process_time()
        fresh, full = survey_all(open_snapshot(folder), items, {})
        ended = time.process_time()
        assert known == fresh
        whole = open_snapshot(folder)
        for item in items:
            judge(whole, item.anchor, without_blob(item.fingerprint))
        parsed = time.process_time()
        kept = open_cache(str(root / ".git"))
        _, idle = survey_all(open_snapshot(folder), items, kept)
        rested = time.process_time()
    return {
        "memories": memories,
        "files": files,
        "files_read": len(small.read),
        "files_read_full": len(full.read),
        "judged": small.judged,
        "cpu_s": middle - started,
        "cpu_s_full": ended - middle,
        "cpu_s_parsed": parsed - ended,
        "cpu_s_idle": rested - parsed,
        "files_read_idle": len(idle.read),
        "ratio": (parsed - ended) / (middle - started),
        "ratio_files": len(full.read) / max(len(small.read), 1),
    }


def without_blob(taken: Fingerprint | None) -> Fingerprint:
    """Forget which blob it was, so that only its syntax can tell."""
    assert taken is not None
    data = json.loads(taken.data)
    data["b"] = ""
    return Fingerprint(taken.scheme, taken.commit, json.dumps(data))


def print_mutations(report: dict[str, dict]) -> None:
    """Print the generated mutations for people."""
    kinds = {CALM: CALM_KINDS, MILD: MILD_KINDS, DRIFT: DRIFT_KINDS}
    print(f"{'mutation':28}" + "".join(f"{language:>12}" for language in report))
    for expected, names in kinds.items():
        print(f"\n{expected}")
        for kind in names:
            cells = [report[language]["rows"][kind] for language in report]
            print(f"  {kind:26}" + "".join(f"{f'{good}/{all_}' if all_ else '-':>12}" for good, all_ in cells))
    print()
    for name in ("mutations", "false_alarms", "precision", "recall"):
        values = [report[language][name] for language in report]
        print(
            f"{name:28}"
            + "".join(f"{value:>12.1f}" if isinstance(value, float) else f"{value:>12}" for value in values)
        )
    for language, entry in report.items():
        for line, count in Counter(entry["wrong"]).items():
            print(f"  {language}: {line} ×{count}")


def print_cost(cost: dict[str, float]) -> None:
    """Print what a commit costs."""
    print(f"\n{cost['memories']} memories anchored in {cost['files']} files, then a commit that touches 10 of them:")
    print(
        f"  files read {cost['files_read']} of {cost['files_read_full']} ({cost['ratio_files']:.0f} times fewer), ",
        end="",
    )
    print(f"judged anew {cost['judged']} of {cost['memories']}; {cost['files_read_idle']} when nothing changed")
    print(f"  {cost['cpu_s']:.2f} s of CPU; {cost['cpu_s_full']:.2f} s without a cache (every file read, few parsed),")
    print(f"  {cost['cpu_s_parsed']:.2f} s when every file is parsed again: {cost['ratio']:.0f} times as much;")
    print(f"  {cost['cpu_s_idle']:.2f} s when nothing changed")


def main() -> int:
    """Run the bench; fail when precision or recall is below 95 %, or any edit under a claim is judged wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--per-kind", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = run_mutations(options.per_kind, options.seed)
    claims = standing_claims.run()
    cost = run_cost(options.memories, options.seed)
    if options.json:
        print(json.dumps({"mutations": report, "claims": claims, "cost": cost}))
    else:
        print_mutations(report)
        standing_claims.print_table(claims)
        print_cost(cost)
    generated = all(min(entry["precision"], entry["recall"]) >= 95 for entry in report.values())
    return 0 if generated and all(row["right"] == "True" for row in claims) else 1


if __name__ == "__main__":
    sys.exit(main())
