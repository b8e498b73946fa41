"""holdfast export: everything in reach as JSON Lines, one memory a line with its history."""

import argparse
import json

from holdfast.cli import paint
from holdfast.cli.face import Face
from holdfast.cli.parser import add_stream, examples

READS = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="write to a file instead of standard output")
    add_stream(parser, "one memory per line; the default")
    examples(
        parser,
        "holdfast export > memories.jsonl\nholdfast import holdfast memories.jsonl   brings them back, history and all",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Write everything."""
    records = face.open().export()
    if args.output:
        from holdfast.agents.written import write

        lines = [json.dumps(record, ensure_ascii=False) for record in records]
        path = face.path(args.output)
        write(str(path), "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), private=True)
        if face.json:
            face.answer({"file": str(path), "memories": len(lines)})
        else:
            face.say(f"Wrote {paint.count(len(lines), 'memory', 'memories')} to {path}.")
        return 0
    if face.json:
        face.answer({"memories": list(records)})
        return 0
    for record in records:
        face.record(record)
    return 0
