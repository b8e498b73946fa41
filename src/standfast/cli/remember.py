"""standfast remember: store one memory, or many."""

import argparse

from standfast.capture.draft import draft_from
from standfast.cli import paint
from standfast.cli.bulk import BulkLines
from standfast.cli.face import Face
from standfast.cli.parser import add_stream, split_list
from standfast.cli.places import repo_paths
from standfast.errors import ConfigError, StandfastError
from standfast.trust.record import Changed, Remembered
from standfast.verbs.declared import KINDS

EXAMPLES = """
standfast remember "Locks are keyed by payment_id" --kind decision --why "two refunds raced in March"
standfast remember "Retries are capped at 3" --kind convention --anchor src/net.py::fetch --tag network
git log -1 --format=%B | standfast remember - --kind episode
standfast remember --jsonl < memories.jsonl

A record has the same words: {"text": "…", "kind": "decision", "anchors": ["src/net.py::fetch"], "tags": ["network"]}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("text", metavar="TEXT", nargs="?", help="what was learned; - reads standard input")
    add("--file", metavar="PATH", default="", help="read the text (or, with --jsonl, the records) from a file")
    add_content_flags(parser)
    add("--rejected", metavar="TEXT", default="", help="what was considered and ruled out")
    add("--supersedes", metavar="ID", action="append", help="a memory that this one replaces; may be repeated")
    add("--link", metavar="KIND:ID", action="append", help="contradicts, because-of, derived-from or about another")
    add("--evidence", metavar="REF", action="append", help="turn:ID, commit:SHA, file:PATH, document:REF or memory:ID")
    add("--at", metavar="TIME", default="", help="when it was learned, if not now: 2026-03-01, 3d, yesterday")
    add("--expires", metavar="TIME", default="", help="when it stops being true: a date, or 30d from now")
    add("--dry-run", action="store_true", help="say what would happen and change nothing")
    add_stream(parser, "read records from standard input, one per line, and answer each with one")


def add_content_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say what a memory is; `revise` has the same."""
    add = parser.add_argument
    kinds = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
    places = "PATH[::SYMBOL][@COMMIT], PATH:10-20, commit:SHA, dep:NAME@RANGE, cmd:COMMAND or conf:FILE#KEY"
    scopes = "user, group:NAME, project or project:ID; add path:GLOB and branch:NAME after commas"
    add("--kind", metavar="K", help=f"{kinds}; a new memory without one gets it from its words")
    add("--title", metavar="T", help="a line to know it by")
    add("--why", metavar="W", help="the reason behind it")
    add("--anchor", metavar="A", action="append", help=f"the code it is about, may be repeated: {places}")
    add("--scope", metavar="S", help=f"who it is for: {scopes}")
    add("--tag", metavar="T", action="append", help="a word to find it by; may be repeated")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.jsonl:
        return _run_bulk(args, face)
    done = face.open().remember(
        _text(args, face),
        kind=args.kind or "",
        title=args.title or "",
        why=args.why or "",
        rejected=args.rejected,
        anchors=repo_paths(face, args.anchor or []),
        scope=args.scope or "",
        tags=split_list(args.tag),
        supersedes=split_list(args.supersedes),
        links=args.link or (),
        evidence=args.evidence or (),
        at=args.at,
        expires=args.expires,
        dry_run=args.dry_run,
    )
    face.answer(done.to_dict())
    tell_change(face, done, "Would remember" if args.dry_run else "Remembered")
    return 0


def _text(args: argparse.Namespace, face: Face) -> str:
    if (args.text is None) == (not args.file):
        hint = 'Give a TEXT, - for standard input, or --file: standfast remember "…".'
        raise ConfigError("What should be remembered?", hint=hint)
    return str(face.read(args.file or "-") if args.file or args.text == "-" else args.text)


def _run_bulk(args: argparse.Namespace, face: Face) -> int:
    if args.text not in (None, "-"):
        raise ConfigError("--jsonl reads records, not a TEXT.", hint="standfast remember --jsonl < FILE")
    lines = BulkLines(face, args.file or "-", draft_from, "Remembering")
    for done in face.open().remember_many(lines):
        lines.answer(done if isinstance(done, StandfastError) else done.to_dict())
    return lines.finish()


def _unanswered(done: Changed) -> list[str]:
    """Return the places where nothing was found and no doubt says so already."""
    doubts = getattr(done, "doubts", ())
    return [
        each for each in getattr(done, "unresolved", ()) if not any(doubt.startswith(f"{each}: ") for doubt in doubts)
    ]


def _tell_anchors(face: Face, done: Remembered) -> None:
    """Say what it is anchored to, and whether that is so; of what is anchored to nothing, what it may be about."""
    anchors = [each for each in done.anchors if each not in done.unresolved]
    if anchors:
        fresh = bool(done.operation) and done.revision == 1  # what was said before is not held against the code again
        holds = [fresh and not any(doubt.startswith(f"{each}: ") for doubt in done.doubts) for each in anchors]
        words = ["not checked" if each in done.unchecked else "holds" for each in anchors]
        told = [f"{each} ({word})" if so else each for each, word, so in zip(anchors, words, holds, strict=True)]
        face.say("  anchored to ", ", ".join(told))
    elif not done.unresolved and not done.unanchored:
        face.say(("  not anchored: it names nothing that is in the code", "dim"))
        face.next("`--anchor PATH` or `--anchor cmd:COMMAND` has it said at that file or command, too.")
    if not done.unanchored:
        return
    face.say(("  not anchored: nothing can tell when this stops being true", "yellow"))
    place = getattr(done, "likely", "")
    if place and getattr(done, "dry_run", False):
        face.next(f"If it is about {place}, add `--anchor {place}`.")
    elif place:
        face.next(f"If it is about {place}: `standfast revise {done.id} --anchor {place}`.")


def _tell_place(face: Face, done: Changed) -> None:
    """Say what the code and the branch at hand have to do with it."""
    for doubt in getattr(done, "doubts", ()):
        face.say(("checked against the code: ", "yellow"), doubt)
        near = doubt.partition(": nothing is there; did you mean ")[2].removesuffix("?")
        if near and not getattr(done, "dry_run", False):
            face.next(f"If so: `standfast revise {done.id} --anchor {near}`.")
    if isinstance(done, Remembered):
        _tell_anchors(face, done)
    for anchor in _unanswered(done):
        face.say((f"  nothing was found at {anchor}: it cannot tell whether this still holds", "yellow"))
    if branch := getattr(done, "branch", ""):
        face.say((f"  for branch {branch}, until it lands", "cyan"))
        if face.open().context.who.is_person:  # an agent's word does not reach beyond its branch
            way = "standfast remember …" if getattr(done, "dry_run", False) else f"standfast revise {done.id}"
            face.next(f"For the whole project now: `{way} --scope project`.")


def tell_change(face: Face, done: Changed, verb: str) -> None:
    """Tell a person what became of a change to one memory."""
    unchanged = "" if done.operation else "  (nothing needed to change)"
    ids = paint.Ids(face, [done.id])
    kind = getattr(done, "kind", "")
    worded = f" · {kind}, by its words" if kind else ""
    status = paint.status(done.status.value)
    face.say(f"{verb} ", *ids(done.id), f"  revision {done.revision} · ", status, worded, unchanged)
    words = face.open().labels.words([done.id]) if "emember" not in verb else {}  # who remembers has just said them
    if done.id in words:
        face.say("  ", paint.shorten(words[done.id]))
    if done.instead_of:
        face.say("  stands for ", *paint.Ids(face, [done.instead_of])(done.instead_of), ", which has the same words")
    _tell_place(face, done)
    if done.redactions:
        face.say(("  redacted before writing: " + ", ".join(sorted(set(done.redactions))), "yellow"))
    for conflict in done.conflicts:
        word = "differs from" if "scope" in conflict else "conflicts with"
        face.say(f"  {word} ", *ids(conflict["id"]), f": {conflict['why']}")
    alike: tuple[dict[str, str], ...] = getattr(done, "near", ())
    for item in alike:
        face.say("  says nearly the same as ", *ids(item["id"]), f": {paint.shorten(item['words'], 80)}")
    for item in done.rests:
        face.say(f"  rested on the old version: {item['kind']} {item['id']}  {paint.shorten(item['words'], 80)}")
    for older in done.later:
        face.say("  takes the place of ", *ids(older), " once its branch has landed: elsewhere that one still holds")
    waits = done.status.value != "active"
    for reason in done.reasons:
        face.say(f"  waits for a person: {reason}" if waits else f"  kept, but ranked low: {reason}")
    if behind := getattr(done, "behind", ""):
        face.say((f"  {behind} still says it as it was: `standfast mirror export` brings it up to date", "yellow"))
    if done.status.value in {"proposed", "quarantined", "disputed"}:
        face.next(f"`standfast review --show {done.id}`, then --approve or --reject it.")
    elif rivals := [item["id"] for item in (*done.conflicts, *alike) if "scope" not in item]:
        face.next(f"If one replaces the other: `standfast supersede {rivals[0]} {done.id}`.")
