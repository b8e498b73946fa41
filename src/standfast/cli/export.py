"""standfast export: everything in reach as JSON Lines, one memory a line with its history; or what others may have."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream
from standfast.errors import ConfigError
from standfast.trust.release import Released, Withheld

READS = True
EXAMPLES = """
standfast export > memories.jsonl
standfast import standfast memories.jsonl   brings them back, history and all
standfast export --for-others --preview
standfast export --for-others -o shop.jsonl   a colleague reads it with `standfast remember --jsonl < shop.jsonl`
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-o", "--output", metavar="FILE", default="", help="write to a file instead of standard output")
    add("--for-others", action="store_true", help="only what may leave, masked; the other side gets proposals")
    add("--preview", action="store_true", help="with --for-others: show what would leave and what stays, and why")
    add_stream(parser, "one memory per line; the default")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.preview:
        if not args.for_others or args.output:
            raise ConfigError("--preview goes with --for-others and writes no file.", hint="See --help.")
        return _preview(face)
    memory = face.open()
    if args.for_others:
        released = (other.record for other in memory.transfer.export_for_others() if isinstance(other, Released))
        return _write(args, face, released)
    code = _write(args, face, memory.transfer.export())
    for line in memory.maintenance.damaged():
        face.note(f"Not exported as it was written: {line}.")
    return code


def _write(args: argparse.Namespace, face: Face, records: Iterable[dict[str, Any]]) -> int:
    if args.output:
        from standfast.agents.written import write

        lines = [json.dumps(record, ensure_ascii=False) for record in records]
        path = face.path(args.output)
        if path.exists() and not path.is_file():
            hint = "Name a file, or leave -o out and send standard output where it should go."
            raise ConfigError(f"{path} is not a file.", hint=hint, code="bad-path")
        write(str(path), "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), private=True)
        face.answer({"file": str(path), "memories": len(lines)})
        face.say(f"Wrote {paint.count(len(lines), 'memory', 'memories')} to {path}.")
        return 0
    if face.json:
        face.answer({"memories": list(records)})
        return 0
    for record in records:
        face.record(record)
    return 0


def _preview(face: Face) -> int:
    decided = list(face.open().transfer.export_for_others())
    released = [item for item in decided if isinstance(item, Released)]
    withheld = [item for item in decided if isinstance(item, Withheld)]
    face.answer(
        {
            "released": [{"id": item.id, "masked": item.masked, "record": item.record} for item in released],
            "withheld": [{"id": item.id, "kind": item.kind, "reason": item.reason} for item in withheld],
        }
    )
    face.say((f"Would leave: {paint.count(len(released), 'memory', 'memories')}", "bold"))
    for item in released:
        face.say(json.dumps(item.record, ensure_ascii=False), ("  (masked)" if item.masked else "", "yellow"))
    face.say((f"Stay here: {paint.count(len(withheld), 'memory', 'memories')}", "bold"))
    for kept in withheld:
        face.say(f"  {kept.id}  {kept.kind}: {kept.reason}")
    return 0
