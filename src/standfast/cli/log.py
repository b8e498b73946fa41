"""standfast log: the operations, of one memory or all, the latest first."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face, Piece
from standfast.cli.parser import add_stream
from standfast.errors import ConfigError

READS = True
EXAMPLES = """
standfast log
standfast log 7qp2
standfast log --export audit.jsonl --sign ~/.ssh/id_ed25519
standfast log --check audit.jsonl --signers allowed_signers --signer ana@example.org
standfast revert $(standfast log --limit 1 --json | jq -r '.operations[0].operation')
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", nargs="?", default="", help="a memory; without it, everything in reach")
    parser.add_argument("--limit", metavar="N", type=int, default=50, help="how many at most (default 50, 0 for all)")
    add = parser.add_argument
    add(
        "--export",
        metavar="FILE",
        default="",
        help="write who did what and when, hash-linked, without what memories say",
    )
    add(
        "--sign",
        metavar="KEY",
        default="",
        help="with --export: sign the file with this SSH key, beside it as FILE.sig",
    )
    add("--check", metavar="FILE", default="", help="check such a file: its chains, and with --signers its signature")
    add("--signers", metavar="FILE", default="", help="with --check: allowed signers, as ssh-keygen reads them")
    add("--signer", metavar="NAME", default="", help="with --signers: whose signature it must be")
    add_stream(parser, "print one operation per line")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.limit < 0:
        raise ConfigError("A limit cannot be negative.", hint="Use --limit 50, or 0 for all.", code="bad-limit")
    if args.export or args.check:
        return _audit(args, face)
    entries = face.open().log(args.id, limit=args.limit)
    face.answer({"operations": [entry.to_dict() for entry in entries]}, lines="operations")
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


def _audit(args: argparse.Namespace, face: Face) -> int:
    """Write the audit log to a file, or check one."""
    maintenance = face.open().maintenance
    if args.export:
        done = maintenance.export_audit(args.export, key=args.sign)
    else:
        done = maintenance.check_audit(args.check, signers=args.signers, signer=args.signer)
    face.answer(done.to_dict())
    counted = f"{paint.count(done.operations, 'operation')} of {paint.count(done.devices, 'device')}"
    if args.export:
        face.say(f"Wrote {counted} to {done.file}." + (f" Signed: {done.signed}." if done.signed else ""))
        return 0
    for problem in done.problems:
        face.say((problem, "red"))
    whole = f"{counted}: every chain is whole" + (f", signed by {done.signed}" if done.signed else "")
    face.say(f"{whole}." if not done.problems else f"{done.file} does not hold.")
    return 1 if done.problems else 0
