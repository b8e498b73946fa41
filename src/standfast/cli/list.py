"""standfast list: the memories here, filtered and sorted, a page at a time."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face, Piece
from standfast.cli.parser import add_stream, split_list
from standfast.cli.places import repo_paths
from standfast.model.kind import Kind
from standfast.recall.answer import Shown
from standfast.verbs.list_ import Listed
from standfast.verbs.list_filter import LONGEST

_NARROWING = (
    "kind", "tag", "status", "standing", "source", "file", "path", "scope", "branch", "since", "ending", "text",
    "cursor",
)  # fmt: skip
_FILTERS = ("source", "scope", "branch", "since", "ending", "text", "sort", "cursor")

EXAMPLES = """
standfast list
standfast list --kind decision --since 30d
standfast list --status waiting           what waits for a person
standfast list --standing stale           what drifted or broke
standfast list --ending 14d               what ends soon
standfast list --file src/pay.py --text lock --sort standing
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--kind", metavar="K", action="append", help="only this kind; may be repeated")
    add("--tag", metavar="T", action="append", help="only with this tag; may be repeated, then with all of them")
    add("--status", metavar="S", action="append", help="active (default), proposed, superseded, …; waiting; all")
    add("--standing", metavar="S", action="append", help="holds, moved, touched, drifted, broken, unanchored; stale")
    add("--source", metavar="SRC", default="", help="only from person:NAME, agent:NAME, session:ID, commit:SHA, …")
    add("--file", metavar="FILE", default="", help="only about this file: anchored in it, scoped to it or read from it")
    add("--path", metavar="PATH", default="", help="only about files below this folder, or matching this glob")
    add("--scope", metavar="S", default="", help="only this scope: user, group:NAME, project, path:GLOB, branch:NAME")
    add("--branch", metavar="NAME", default="", help="only what is true on this branch until it lands")
    add("--since", metavar="TIME", default="", help="only what changed since: 2026-03-01, 2h, yesterday")
    add(
        "--ending", metavar="TIME", default="", help="only what expires by then: a date, or a span from now such as 30d"
    )
    add("--text", metavar="WORDS", default="", help="only what says all of these words")
    add("--sort", metavar="ORDER", default="", help="newest (default), oldest, title, standing (worst first), ending")
    add("--limit", metavar="N", type=int, default=50, help="how many at most (default 50)")
    add("--cursor", metavar="C", default="", help="the next page: what the page before printed")
    add_stream(parser, "print one memory per line")


def run(args: argparse.Namespace, face: Face) -> int:
    kinds, apart = split_list(args.kind), 0
    if not (face.programmed or any(getattr(args, name) for name in _NARROWING)):
        # Commits by the thousand would be all there is to see.
        kinds, apart = [kind.value for kind in Kind if kind is not Kind.EPISODE], face.open().status().episodes
    listed = face.open().list(
        kind=kinds,
        tag=split_list(args.tag),
        status=split_list(args.status),
        standing=split_list(args.standing),
        file=repo_paths(face, [args.file])[0] if args.file else "",
        path=repo_paths(face, [args.path])[0] if args.path else "",
        limit=args.limit,
        given=True,
        **{name: getattr(args, name) for name in _FILTERS},
    )
    face.answer(listed.to_dict(), lines="memories")
    if not face.programmed:
        _tell(args, face, listed, apart)
    return 0


def _tell(args: argparse.Namespace, face: Face, listed: Listed, apart: int) -> None:
    """Show a page as a table; `apart` episodes are not on it."""
    if not listed.shown and apart:
        face.say(f"Only {apart:,} episodes of commits and sessions.")
        face.next("`standfast list --kind episode` shows them.")
        return
    if not listed.shown:
        filtered = any(getattr(args, name) for name in ("kind", "tag", "status", "standing", "file", "path", *_FILTERS))
        face.say("Nothing here matches." if filtered else "Nothing is remembered here yet.")
        face.next("Remove a filter." if filtered else '`standfast remember "…"`, or `standfast init`.')
        return
    ids = paint.Ids(face, [shown.memory.id for shown in listed.shown])
    now = face.open().context.clock.now()
    rows = []
    for shown in listed.shown:
        memory = shown.memory
        age = paint.ago(memory.version.at, now)
        rows.append([ids(memory.id), memory.content.kind.value, _stands(shown), age, paint.first_line(memory, 200)])
    face.table(("id", "kind", "stands", "of", "memory"), rows)
    if apart:
        face.say((f"Besides: {apart:,} commits and sessions (`standfast list --kind episode`).", "dim"))
    if listed.cursor:
        face.next(f"There is more: `--limit {min(4 * args.limit, LONGEST)}`, or --kind, --text, --since.")
    elif "waiting" in split_list(args.status):
        face.next(f"`standfast review --show {listed.shown[0].memory.id}`, then --approve or --reject.")


def _stands(shown: Shown) -> list[Piece]:
    """Return what was decided where that is not `active`, else how it stands, and when it ends."""
    status, ends = shown.memory.status.value, shown.memory.content.expires_at
    pieces: list[Piece] = [paint.status(status) if status != "active" else paint.stands(shown.judged)]
    return [*pieces, f" until {ends:%Y-%m-%d}"] if ends else pieces
