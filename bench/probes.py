"""Mutation probes: lines of every package that promises rest on, flipped one at a time; its tests must see each.

    python bench/probes.py                # all of them, after the same tests passed on the tree as it is
    python bench/probes.py revert purge   # those whose name or file holds one of these words
    python bench/probes.py --list

Works on a temporary copy of the tree, never on the tree itself. A probe whose old line is not there exactly once is an
error, not a pass: correct the table when the line it flips is rewritten.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "src/standfast"
LIMIT_S = 240
FAILED = 1  # how pytest ends when a test failed; any other status says that the tests did not run


class Probe(NamedTuple):
    """One flipped line: what it would break, where it stands, its text, what takes its place, and who must see it."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


PROBES = (
    Probe(
        "an agent reverts a person's act",
        "verbs/revert.py",
        "            if foreign and not context.who.is_person:",
        "            if foreign and not context.who.name:",
        ("tests/unit/verbs/test_memory_life.py",),
    ),
    Probe(
        "a revert undoes what came after its end",
        "verbs/revert.py",
        "            if item.header.act not in _NEVER and (until is None or item.header.recorded_at <= until)",
        "            if item.header.act not in _NEVER and (until is None or item.header.recorded_at >= until)",
        ("tests/unit/verbs/test_memory_life.py",),
    ),
    Probe(
        "output is cut through a secret at its head",
        "verbs/capture.py",
        "        if finding.start < half < finding.end:",
        "        if finding.end < half < finding.start:",
        ("tests/unit/verbs/test_way_in.py",),
    ),
    Probe(
        "output is cut through a secret at its tail",
        "verbs/capture.py",
        "            last = max(last, offset + finding.end)",
        "            last = min(last, offset + finding.end)",
        ("tests/unit/verbs/test_way_in.py",),
    ),
    Probe(
        "a pause of an agent's shell counts",
        "verbs/pause.py",
        "    require_person(context.who, _DOES)\n    named =",
        "    named =",
        ("tests/faces/hooks/test_moments.py",),
    ),
    Probe(
        "as-of recall gives today's words",
        "recall/answer.py",
        "        then = ((item, item.partition.memories.as_of(item.document.memory, as_of)) for item in hits)",
        "        then = ((item, item.partition.memories.find(item.document.memory)) for item in hits)",
        ("tests/faces/cli/test_recall.py", "tests/unit/recall/test_search.py"),
    ),
    Probe(
        "as-of recall knows later reverts",
        "store/relational/memories.py",
        "        return fold_readable(memory, effective(operations, as_of(reverts, moment) if moment else reverts))",
        "        return fold_readable(memory, effective(operations, reverts))",
        ("tests/contract/test_log.py", "tests/contract/test_memories.py"),
    ),
    Probe(
        "an agent is answered without a receipt",
        "recall/receipts.py",
        "        if not context.who.is_person or error.code not in UNWRITABLE:",
        "        if error.code not in UNWRITABLE:",
        ("tests/fault/test_damage.py",),
    ),
    Probe(
        "an imitated tag is defused in small letters only",
        "recall/fence.py",
        '[^\\W\\x00-\\x7f])", re.IGNORECASE',
        '[^\\W\\x00-\\x7f])"',
        ("tests/unit/recall/test_fence.py",),
    ),
    Probe(
        "a quoted block quotes its first line only",
        "recall/fence.py",
        '    return "\\n".join([f"[{label(memory_id)} from {label(source)}]", '
        '*(f"{_QUOTE}{line}".rstrip() for line in lines)])',
        '    return "\\n".join([f"[{label(memory_id)} from {label(source)}]", _QUOTE + lines[0], *lines[1:]])',
        ("tests/unit/recall/test_fence.py",),
    ),
    Probe(
        "the floor lets everything through",
        "recall/floor.py",
        "    return wordy * max(large, small_floor(documents, spoken=spoken))",
        "    return 0 * wordy * max(large, small_floor(documents, spoken=spoken))",
        ("tests/unit/recall/test_floor.py",),
    ),
    Probe(
        "what is far behind an answer is given too",
        "recall/floor.py",
        "    return [item for item in ranked if item.score >= least]",
        "    return [item for item in ranked if item.score >= least or item.score]",
        ("tests/unit/recall/test_floor.py",),
    ),
    Probe(
        "a path scope is seen everywhere",
        "context/view.py",
        "    return not scope.paths or _concerns(scope.paths, files, context.here.inside)",
        "    return not scope.paths or bool(scope.paths)",
        ("tests/faces/cli/test_recall.py",),
    ),
    Probe(
        "what another branch says is seen here",
        "context/view.py",
        "    if scope.branch and not elsewhere and not is_here(context, scope.branch):",
        "    if scope.branch and elsewhere and not is_here(context, scope.branch):",
        ("tests/faces/cli/test_branches.py",),
    ),
    Probe(
        "nothing whose time is over goes on record",
        "standing/catch_up.py",
        "    due = partition.memories.due(context.clock.now())",
        "    due = partition.memories.due(context.clock.now())[:0]",
        ("tests/unit/verbs/test_memory_life.py",),
    ),
    Probe(
        "what expired is active until that is written",
        "model/memory.py",
        "        return replace(self, status=Status.EXPIRED) if over and self.status is Status.ACTIVE else self",
        "        return replace(self, status=self.status) if over and self.status is Status.ACTIVE else self",
        ("tests/contract/test_memories.py", "tests/contract/test_index.py", "tests/unit/verbs/test_memory_life.py"),
    ),
    Probe(
        "an agent's note stands among the rules",
        "model/memory.py",
        "        return self.is_decided and TRAITS[self.content.kind].pinned",
        "        return TRAITS[self.content.kind].pinned",
        ("tests/unit/moments/test_brief.py", "tests/unit/trust/test_authority.py"),
    ),
    Probe(
        "a header that was changed passes",
        "model/operation.py",
        "        if hash_header(text) != recorded:",
        "        if not hash_header(text):",
        ("tests/unit/store/test_chain.py",),
    ),
    Probe(
        "a header that links elsewhere passes",
        "model/operation.py",
        "        if follows and header.previous != previous:",
        "        if follows and not header.previous:",
        ("tests/unit/store/test_chain.py",),
    ),
    Probe(
        "a file of a newer format is opened",
        "store/sqlite/migrate.py",
        "    if version > newest:",
        "    if version > newest + 1:",
        ("tests/unit/store/test_migrate.py",),
    ),
    Probe(
        "purged words come back in another project",
        "trust/record.py",
        "        partition.memories.is_purged(tombstone, memory) or catalog.is_purged(tombstone)",
        "        partition.memories.is_purged(tombstone, memory) and catalog.is_purged(tombstone)",
        ("tests/unit/verbs/test_memory_life.py", "tests/fault/test_purge_reach.py"),
    ),
    Probe(
        "an agent writes to user scope at once",
        "trust/authority.py",
        '    if scope.level != "project":',
        '    if scope.level == "group":',
        ("tests/unit/trust/test_authority.py",),
    ),
    Probe(
        "an agent writes to another branch at once",
        "trust/authority.py",
        "    if scope.branch and scope.branch != branch:",
        "    if scope.branch and not branch:",
        ("tests/unit/trust/test_authority.py",),
    ),
    Probe(
        "an exception for a path contradicts the rule",
        "trust/conflicts/conflict.py",
        "    return branches and one.paths == other.paths and _flat(content.text) != _flat(said.text)",
        "    return branches and _flat(content.text) != _flat(said.text)",
        ("tests/unit/trust/test_conflict.py",),
    ),
    Probe(
        "two memories that clash are not noticed",
        "trust/conflicts/conflict.py",
        "    if source.kind not in _LIVE or not claims_of(content):",
        "    if source.kind in _LIVE or not claims_of(content):",
        ("tests/unit/trust/test_conflict.py",),
    ),
    Probe(
        "an agent brings back what a person ended",
        "trust/overrule.py",
        "ended is None or ended.ceiling is not Authority.INSTRUCTION or",
        "ended is None or ended.ceiling is Authority.INSTRUCTION or",
        ("tests/unit/trust/test_overrule.py",),
    ),
    Probe(
        "what a session was told is told again",
        "moments/known.py",
        "        if verbs is not None and max(verbs.values()) >= result.memory.revision:",
        "        if verbs is not None and max(verbs.values()) > result.memory.revision:",
        ("tests/unit/moments/test_tell.py",),
    ),
    Probe(
        "a reminder comes at every action",
        "moments/known.py",
        "            if moment.again and ACTIONS.isdisjoint(verbs):",
        "            if moment.again:",
        ("tests/unit/moments/test_tell.py", "tests/faces/hooks/test_moments.py"),
    ),
    Probe(
        "a damaged pause file lets everything speak",
        "moments/quiet.py",
        "        return [Pause(capture=True, speak=True)]",
        "        return [Pause(capture=False, speak=False)]",
        ("tests/faces/hooks/test_moments.py",),
    ),
    Probe(
        "a purged session comes back with a backup",
        "purge/forget.py",
        "    context.store.catalog.bury([session_mark(context, session) for session in wanted.sessions], SESSION)",
        "    context.store.catalog.bury([], SESSION)",
        ("tests/unit/purge",),
    ),
    Probe(
        "a purged session comes back with its transcript",
        "verbs/import_transcripts.py",
        "    if is_buried(context, identity):",
        "    if not identity:",
        ("tests/faces/cli/test_import_transcripts.py",),
    ),
    Probe(
        "purged words come back with another session's transcript",
        "verbs/import_transcripts.py",
        "    events = [event for event in events if gone is None or not gone.carries(event.body)]",
        "    events = [event for event in events if gone is None or gone]",
        ("tests/faces/cli/test_import_transcripts.py",),
    ),
    Probe(
        "the proof of a purge misses what lies across two blocks",
        "text/quotation.py",
        "_OVERLAP = 8 << 10",
        "_OVERLAP = 8",
        ("tests/unit/text/test_quotation.py",),
    ),
    Probe(
        "a path with a star in its name is a pattern",
        "code/git.py",
        '    "GIT_LITERAL_PATHSPECS": "1",',
        '    "GIT_LITERAL_PATHSPECS": "0",',
        ("tests/unit/code/test_git.py", "tests/unit/guard/test_check.py"),
    ),
    Probe(
        "a repository's own diff program runs",
        "code/git.py",
        '_SHOWS = ("--no-ext-diff", "--no-textconv")',
        '_SHOWS = ("--no-textconv",)',
        ("tests/unit/code/test_git.py",),
    ),
    Probe(
        "a repository's own text conversion runs",
        "code/git.py",
        '_SHOWS = ("--no-ext-diff", "--no-textconv")',
        '_SHOWS = ("--no-ext-diff",)',
        ("tests/unit/code/test_git.py",),
    ),
    Probe(
        "a repository's own filters run",
        "code/git.py",
        "        return (*_NO_HOOKS, *self._drivers)",
        "        return _NO_HOOKS",
        ("tests/unit/code/test_git.py",),
    ),
    Probe(
        "a repository's own hooks run",
        "code/git.py",
        "        return (*_NO_HOOKS, *self._drivers)",
        "        return self._drivers",
        ("tests/unit/code/test_git.py",),
    ),
    Probe(
        "an approval counts for words that nobody read",
        "verbs/review.py",
        "            require_shown(*get_memory(context, name), number)",
        "            get_memory(context, name)",
        ("tests/unit/trust/test_authority.py",),
    ),
    Probe(
        "a damaged session is sealed by what it says next",
        "store/relational/journal.py",
        "_seal_of(row[:-2], kept) if sound else row[-1]",
        "_seal_of(row[:-2], kept)",
        ("tests/fault/test_damaged_rows.py",),
    ),
    Probe(
        "a pipe that drops the names of files is captured",
        "capture/kept_out.py",
        "        if _loses_names(kept_out, text):",
        "        if not kept_out and _loses_names(kept_out, text):",
        ("tests/unit/capture/test_kept_out.py",),
    ),
    Probe(
        "a guard looks at another index than the commit's",
        "code/changes.py",
        '    index = os.environ.get("GIT_INDEX_FILE", "")\n    answer =',
        '    index = ""\n    answer =',
        ("tests/unit/guard/test_check.py", "tests/unit/code/hooks/test_gate.py"),
    ),
    Probe(
        "the lowest version of a range is outside it",
        "code/versions.py",
        '        ">=": version >= limit,',
        '        ">=": version > limit,',
        ("tests/unit/standing/test_dependency.py",),
    ),
    Probe(
        "a star of a glob crosses folders",
        "code/globs.py",
        '"*": "[^/]*", "?": "[^/]"}',
        '"*": ".*", "?": "[^/]"}',
        ("tests/unit/code/test_globs.py",),
    ),
    Probe(
        "a placeholder can be guessed without the key",
        "capture/redact/placeholder.py",
        '    digest = blake2b(secret.encode("utf-8", "surrogatepass"), key=key[:64], digest_size=2).hexdigest()',
        '    digest = blake2b(secret.encode("utf-8", "surrogatepass"), digest_size=2).hexdigest()',
        ("tests/unit/capture/redact/test_engine.py",),
    ),
    Probe(
        "a waiver ends a day before its date",
        "guard/waiver.py",
        "    if left < 0:",
        "    if left <= 0:",
        ("tests/unit/guard/test_check.py",),
    ),
    Probe(
        "a waiver in the code may run for ever",
        "guard/waiver.py",
        "    if longest is not None and left > longest:",
        "    if longest is not None and left > 100 * longest:",
        ("tests/unit/guard/test_check.py",),
    ),
    Probe(
        "a person's own words in a pause are learned",
        "memory/hooks.py",
        "        if not captures(self._context):",
        "        if not captures:",
        ("tests/unit/verbs/test_memory_life.py",),
    ),
    Probe(
        "an answer hides that a source is untrusted",
        "model/source.py",
        '"untrusted": self.untrusted}',
        '"untrusted": self.untrusted and self.item}',
        ("tests/unit/verbs/test_memory_life.py",),
    ),
    Probe(
        "drift ends well although something drifted",
        "cli/drift.py",
        "    return STALE if args.exit_code and report.stale else 0",
        "    return STALE if args.exit_code and not report else 0",
        ("tests/faces/cli/test_drift.py",),
    ),
    Probe(
        "a web page of another site may ask",
        "serve/http/auth.py",
        '    if origin is None or (_HOST.fullmatch(host) and origin.lower() in {f"http://{host}", f"https://{host}"}):',
        "    if origin is None or _HOST.fullmatch(host):",
        ("tests/faces/http/test_auth.py",),
    ),
    Probe(
        "a server on the network asks for no token",
        "serve/http/auth.py",
        "        self.token_needed = token_needed or not self.loopback",
        "        self.token_needed = token_needed",
        ("tests/faces/http/test_auth.py",),
    ),
    Probe(
        "a memory closes the block of an instruction file",
        "mirror/block.py",
        '    said = " ".join(pinned.text.split()).replace("<!--", "<! --").replace("-->", "-- >")',
        '    said = " ".join(pinned.text.split())',
        ("tests/unit/mirror/test_block.py",),
    ),
    Probe(
        "a short message that only says what was done explains",
        "learn/telling.py",
        "        return bool(_STRONG.search(message.subject))\n    if length",
        "        return True\n    if length",
        ("tests/unit/learn/test_signs.py",),
    ),
    Probe(
        "a setting with another value makes a shell an agent's",
        "agents/shell.py",
        "    return bool(value) and value.lower().startswith(beginning.lower())",
        "    return bool(value)",
        ("tests/unit/agents/test_shell.py",),
    ),
    Probe(
        "taking our block out takes a person's line break",
        "agents/edit/markdown.py",
        "        if piece.lead and before.endswith(piece.lead):",
        "        if piece.lead and not before.endswith(piece.lead):",
        ("tests/unit/agents/test_edit_markdown.py",),
    ),
    Probe(
        "a file that is gone is said to hold",
        "standing/anchors/judge.py",
        'at(anchor, path=nearest))\n    return Judgement(Standing.BROKEN, "the file is gone")',
        'at(anchor, path=nearest))\n    return Judgement(Standing.HOLDS, "the file is gone")',
        ("tests/unit/standing/test_judge.py",),
    ),
    Probe(
        "a model's proposal needs no words of the evidence",
        "learn/model/check.py",
        "    if len(quote) < _QUOTE or not ground.holds(quote):",
        "    if len(quote) < _QUOTE:",
        ("tests/faces/cli/test_learn_model.py",),
    ),
    Probe(
        "a model's proposal may name files that are not there",
        "learn/model/check.py",
        '        ("file", paths, ground.is_file),',
        '        ("file", paths, bool),',
        ("tests/faces/cli/test_learn_model.py",),
    ),
    Probe(
        "a model's budget begins anew with every call",
        "learn/model/budget.py",
        "            day, now.tokens + tokens,",
        "            day, tokens,",
        ("tests/faces/cli/test_learn_model.py",),
    ),
    Probe(
        "what happened is held against what is claimed",
        "trust/conflicts/address.py",
        "    if content.kind in HAPPENED:\n        return []",
        "    if not content.kind:\n        return []",
        ("tests/unit/trust/test_conflict.py",),
    ),
    Probe(
        "claims of one subject have no address in common",
        "trust/conflicts/address.py",
        '        yield f"{verb} {subject} {rest}"',
        '        yield f"{verb} {subject} {claim.said}"',
        ("tests/unit/trust/test_conflict.py",),
    ),
    Probe(
        "a thread closes when one of its branches has landed",
        "standing/branches/threads.py",
        "        return all(_branch_landed(grounds, kept, item, tips[item.ref]) for item in branches)",
        "        return any(_branch_landed(grounds, kept, item, tips[item.ref]) for item in branches)",
        ("tests/faces/cli/test_threads.py",),
    ),
    Probe(
        "a thread that a person opened again is closed again",
        "standing/branches/threads.py",
        '    if any(item.header.act is Act.EXPIRE and (item.payload or {}).get("reason") == LANDED for item in past):',
        "    if not past:",
        ("tests/faces/cli/test_threads.py",),
    ),
    Probe(
        "a branch that has done nothing yet counts as landed",
        "standing/branches/threads.py",
        '    if branch.note == f"{_SINCE}{tip or before}":',
        "    if not branch.ref:",
        ("tests/faces/cli/test_threads.py",),
    ),
    Probe(
        "what an untrusted origin said leaves for the team",
        "sync/leaving.py",
        "    if memory.authority is Authority.UNTRUSTED:",
        "    if memory.authority is None:",
        ("tests/faces/cli/test_sync.py", "tests/unit/sync"),
    ),
    Probe(
        "a secret leaves for the team",
        "sync/leaving.py",
        "        if holds_secret(self._context, operation):",
        "        if not operation.header.source.name:",
        ("tests/faces/cli/test_sync.py", "tests/unit/sync"),
    ),
    Probe(
        "hostile words come in from another machine",
        "sync/arriving.py",
        '    if spoken and not header.source.is_person and screen(spoken).verdict == "hostile":',
        '    if not spoken and screen(spoken).verdict == "hostile":',
        ("tests/faces/cli/test_sync.py", "tests/unit/sync"),
    ),
    Probe(
        "what was purged comes back with a sync under another id",
        "sync/arriving.py",
        '            gone = is_purged(context, partition, decode_content(payload["content"]))',
        "            gone = False",
        ("tests/faces/cli/test_sync.py", "tests/unit/sync"),
    ),
    Probe(
        "a gap in a chain is never filled",
        "sync/ranges.py",
        "                    left.append((start, low - 1))",
        "                    left.append((start, start - 1))",
        ("tests/unit/sync", "tests/faces/cli/test_sync.py"),
    ),
    Probe(
        "a session that has heard enough is told more",
        "moments/tell.py",
        "    if moment.share and spent_in(context) >= moment.share:",
        "    if moment.share and spent_in(context) < 0:",
        ("tests/unit/moments/test_tell.py", "tests/unit/moments/test_file.py"),
    ),
    Probe(
        "what the agent's own files say is said to it",
        "moments/known.py",
        "        elif only_loaded(result.memory, occasion.loaded):",
        "        elif not occasion.moment:",
        ("tests/unit/moments/test_tell.py",),
    ),
    Probe(
        "a guard does not see what a group of imports names",
        "code/imports.py",
        "            fronts.append(fronts[-1] + word)",
        "            fronts.append(word)",
        ("tests/unit/guard/test_match.py", "tests/unit/code/test_imports.py"),
    ),
)


def copy_tree(target: Path) -> None:
    """Copy what Git knows or would take, as it stands now."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source = ROOT / name
        if source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name, follow_symlinks=False)


def make_python(tree: Path) -> None:
    """Make an interpreter that has the copy and this one's packages: processes that tests start see the copy too."""
    venv.create(tree / ".venv", symlinks=True)
    (packages,) = (tree / ".venv").glob("lib/*/site-packages")
    (packages / "a_copy.pth").write_text(f"{tree / 'src'}\n", encoding="utf-8")
    shared = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "b_shared.pth").write_text("\n".join(shared) + "\n", encoding="utf-8")


def run_tests(tree: Path, tests: tuple[str, ...]) -> tuple[int | None, str]:
    """Run tests against the copy; return how pytest ended (None: out of time) and its last lines."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    python = str(tree / ".venv" / "bin" / "python")
    command = [python, "-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return None, f"no answer within {LIMIT_S} s"
    return done.returncode, "\n".join((done.stdout + done.stderr).strip().splitlines()[-12:])


def put(path: Path, text: str) -> None:
    """Write a module, and forget its compiled form: that one is known by second and size alone."""
    path.write_text(text, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def missing(probes: tuple[Probe, ...]) -> list[str]:
    """Return what is wrong with the table: an old line that is not there exactly once, a test that is not there."""
    wrong = []
    for probe in probes:
        path = ROOT / SOURCE / probe.file
        count = path.read_text(encoding="utf-8").count(probe.old) if path.is_file() else 0
        if count != 1:
            wrong.append(f"{probe.file}: the old line stands there {count} times, not once ({probe.name}): {probe.old}")
        wrong += [
            f"{test} is not there ({probe.name})"
            for test in probe.tests
            if not (ROOT / test.partition("::")[0]).exists()
        ]
    return wrong


def run_probe(tree: Path, probe: Probe) -> bool:
    """Flip the line in the copy, run its tests, put it back; tell whether a test failed."""
    path = tree / SOURCE / probe.file
    before = path.read_text(encoding="utf-8")
    started = time.monotonic()
    put(path, before.replace(probe.old, probe.new))
    try:
        code, said = run_tests(tree, probe.tests)
    finally:
        put(path, before)
    word = {FAILED: "killed", 0: "SURVIVED"}.get(code if code is not None else -1, "UNCLEAR")
    print(f"{word:9} {time.monotonic() - started:5.1f} s  {probe.file}: {probe.name}", flush=True)
    if word == "UNCLEAR":
        print(said)
    return word == "killed"


def main() -> int:
    """Run the probes; end with 1 when one survived, with 2 when the table or the tree is not fit for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only probes whose name or file holds one of these")
    parser.add_argument("--list", action="store_true", help="print the table and run nothing")
    parser.add_argument("--unchecked", action="store_true", help="do not run the tests on the tree as it is first")
    args = parser.parse_args()
    chosen = tuple(
        probe for probe in PROBES if not args.words or any(word in f"{probe.file} {probe.name}" for word in args.words)
    )
    if wrong := missing(chosen):
        print("\n".join(wrong), file=sys.stderr)
        return 2
    if args.list:
        print("\n".join(f"{probe.file}: {probe.name}" for probe in chosen))
        return 0
    with tempfile.TemporaryDirectory(prefix="probes-") as folder:
        tree = Path(folder)
        copy_tree(tree)
        make_python(tree)
        if not args.unchecked:
            code, said = run_tests(tree, tuple(dict.fromkeys(test for probe in chosen for test in probe.tests)))
            if code != 0:
                print(f"The tests do not pass on the tree as it is:\n{said}", file=sys.stderr)
                return 2
        survivors = [probe for probe in chosen if not run_probe(tree, probe)]
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} killed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
