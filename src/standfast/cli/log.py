"""standfast log: the operations, of one memory or all, the latest first."""

import argparse

from standfast.answers import shape_entry
from standfast.cli import paint
from standfast.cli.face import Face, Piece
from standfast.cli.parser import add_stream, examples
from standfast.errors import ConfigError

READS = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("id", metavar="ID", nargs="?", default="", help="a memory; without it, everything in reach")
    parser.add_argument("--limit", metavar="N", type=int, default=50, help="how many at most (default 50, 0 for all)")
    add_stream(parser, "print one operation per line")
    examples(
        parser,
        """
standfast log
standfast log 7qp2
standfast revert $(standfast log --limit 1 --json | jq -r '.operations[0].operation')
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """List operations."""
    if args.limit < 0:
        raise ConfigError("A limit is not negative.", hint="Use --limit 50, or 0 for all.", code="bad-limit")
    entries = face.open().log(args.id, limit=args.limit)
    if face.jsonl:
        for entry in entries:
            face.record(shape_entry(entry))
        return 0
    if face.json:
        face.answer({"operations": [shape_entry(entry) for entry in entries]})
        return 0
    if not entries:
        face.say("Nothing has happened here yet.")
        return 0
    ids = paint.Ids(face, [memory for entry in entries for memory in entry.operation.header.touched])
    rows: list[list[str | list[Piece]]] = []
    for entry in entries:
        header = entry.operation.header
        what: list[Piece] = [*ids(header.memory)] if header.memory else [", ".join(header.targets[:3])]
        what += [f" r{header.revision}"] if header.revision else []
        act = (header.act.value, "strike dim" if entry.reverted else paint.ACT.get(header.act.value, ""))
        words: list[Piece] = [("reverted: ", "magenta")] if entry.reverted else []
        words += [paint.shorten(entry.words, 160) or ("(nothing of it is left)", "dim")]
        words += [(f" (replaces {', '.join(header.supersedes)})", "dim")] if header.supersedes else []
        row = [header.id, [act], paint.stamp(header.recorded_at), paint.source(header.source), what, words]
        rows.append(row)  # type: ignore[arg-type]
    face.table(("operation", "act", "recorded", "by", "memory", "words"), rows)
    return 0
