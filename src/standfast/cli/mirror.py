"""standfast mirror: project memory as Markdown files in the repository, and back."""

import argparse
import sys
from pathlib import Path

from standfast.cli import paint
from standfast.cli.face import Face, native_path, safe
from standfast.cli.progress import Bar
from standfast.errors import ConfigError
from standfast.mirror.folder import Problem
from standfast.mirror.merge import merge_files
from standfast.verbs.mirror import Difference

ACTS = ("export", "import", "check", "block", "merge")
_WORDS = {
    "new": "new file, not in the store yet",
    "edit": "edited, not in the store yet",
    "deleted": "removed, still in the store",
    "returned": "back again, retracted in the store",
    "approved": "approved in the file, not in the store yet",
    "resolved": "settled in the file, disputed in the store",
    "superseding": "takes another's place, not in the store yet",
    "verified": "verified in the file, not in the store yet",
    "behind": "the store is ahead",
    "missing": "in the store, without a file",
    "remove": "no longer in the store",
    "unnamed": "has no id yet",
    "waiting": "waits",
    "disputed": "disputed",
    "broken": "cannot be taken in",
}

EXAMPLES = """
standfast mirror export          write .standfast/; commit it with the code
standfast mirror import          take in what people changed in the files
standfast mirror check           exit 1 and a list when files and store differ; changes nothing
standfast mirror block AGENTS.md keep what is pinned in an instruction file, between markers
standfast mirror merge %O %A %B %P   what Git runs; `standfast init` installs it
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("act", metavar="export|import|check|block|merge", choices=ACTS, help="what to do")
    add("files", metavar="FILE", nargs="*", help="block: instruction files; merge: what Git passes to a merge driver")
    add("--trust", action="store_true", help="import: stand behind what others put on this unmerged branch")
    add("--remove", action="store_true", help="block: take the block out again")


def run(args: argparse.Namespace, face: Face) -> int:
    takes = {"block": True, "merge": True}.get(args.act, False)
    if (args.files and not takes) or (args.trust and args.act != "import") or (args.remove and args.act != "block"):
        raise ConfigError("These arguments do not go together.", hint="See `standfast mirror --help`.")
    act = {"export": _export, "import": _import, "check": _check, "block": _block, "merge": _merge}[args.act]
    return act(args, face)


def _export(args: argparse.Namespace, face: Face) -> int:
    del args
    done = face.open().mirror.export()
    face.answer(done.to_dict())
    for path in done.written:
        face.say(f"  wrote    {path}")
    for path in done.removed:
        face.say(f"  removed  {path}")
    kept = f"{paint.count(len(done.written), 'file')} written, {len(done.removed)} removed, {done.unchanged} unchanged"
    stay = f"; {done.withheld} stay private" if done.withheld else ""
    face.say(f"{kept}{stay}.")
    _tell_differences(face, done.left, "Left alone")
    _tell_problems(face, done.problems)
    if any(item.state in {"new", "edit"} for item in done.left):
        face.next("`standfast mirror import` takes edits in; then export again.")
    elif done.written or done.removed:
        face.next("`git add .standfast` and commit it with the code it is about.")
    return 0


def _import(args: argparse.Namespace, face: Face) -> int:
    with Bar(face, "taking in") as bar:
        done = face.open().mirror.import_(trust=args.trust, progress=bar)
    face.answer(done.to_dict())
    for item in done.taken:
        note = f" ({item.note})" if item.note else ""
        face.say(f"  {item.act:<10} {item.id}  {item.path}  by {item.source}{note}")
    face.say(f"{paint.count(len(done.taken), 'file')} taken in, {done.unchanged} unchanged.")
    _tell_differences(face, done.waiting, "Waiting")
    _tell_problems(face, done.problems)
    if any(item.state == "waiting" for item in done.waiting):
        face.next("What others put on an unmerged branch comes in when it is merged; --trust takes it in now.")
    return 1 if done.problems else 0


def _check(args: argparse.Namespace, face: Face) -> int:
    del args
    done = face.open().mirror.check()
    face.answer({"agrees": done.agrees, **done.to_dict()})
    if done.agrees:
        face.say((f"Files and store agree on {paint.count(done.agreeing, 'memory', 'memories')}.", "green"))
    else:
        _tell_differences(face, done.differences, "Different")
        _tell_problems(face, done.problems)
        face.next("`standfast mirror import` takes the files in, `standfast mirror export` writes them.")
    return 0 if done.agrees else 1


def _block(args: argparse.Namespace, face: Face) -> int:
    from standfast.cli.places import repo_paths

    changed = face.open().mirror.write_block(repo_paths(face, args.files) if args.files else (), remove=args.remove)
    face.answer({"changed": list(changed)})
    if changed:
        for path in changed:
            face.say(f"  {'took the block out of' if args.remove else 'wrote the block in'} {path}")
    else:
        face.say("Nothing to change.")
    return 0


def _merge(args: argparse.Namespace, face: Face) -> int:
    """Merge as Git asks: the result goes into the second file. Exit 1 leaves it untouched for a merge of text."""
    if not 3 <= len(args.files) <= 4:
        raise ConfigError("A merge takes three files.", hint="standfast mirror merge %O %A %B %P")
    base, ours, theirs = (_bytes(face.where / native_path(name)) for name in args.files[:3])
    name = args.files[3] if len(args.files) == 4 else args.files[1]
    merged = merge_files(name, base, ours, theirs)
    if merged is None:
        return 1
    data, conflicts = merged
    (face.where / native_path(args.files[1])).write_bytes(data)
    if conflicts:
        said = f"standfast: {name}: both sides changed {', '.join(conflicts)}; both versions are kept in it."
        sys.stderr.write(
            safe(said) + "\nstandfast: after the merge, `standfast mirror import` and `standfast review`.\n"
        )
    return 0


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise ConfigError(f"Cannot read {path}: {error.strerror}.", hint="Git passes %O %A %B.") from None


def _tell_differences(face: Face, differences: tuple[Difference, ...], title: str) -> None:
    if not differences:
        return
    face.say((f"{title}: {len(differences)}", "bold"))
    for difference in differences:
        note = f"; {difference.note}" if difference.note else ""
        face.say(f"  {difference.path or difference.id}: {_WORDS.get(difference.state, difference.state)}{note}")


def _tell_problems(face: Face, problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        where = f"{problem.path}:{problem.line}" if problem.line else problem.path
        face.say((f"  {where}: {problem.message}", "yellow"))
        if problem.hint:
            face.say(f"    {problem.hint}")
