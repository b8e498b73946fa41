"""standfast screen: judge text for injected instructions, with the code every write goes through. Opens no store."""

import argparse
from typing import Any

from standfast.capture.screen import Verdict, screen
from standfast.cli.bulk import BulkLines
from standfast.cli.face import Face
from standfast.cli.parser import add_stream
from standfast.cli.redact import text_of

EXAMPLES = "standfast screen < page.md\nstandfast screen --jsonl < texts.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="a text (default: standard input)")
    add_stream(parser, 'read {"text"} lines and answer each with {"verdict","reasons"}')


def run(args: argparse.Namespace, face: Face) -> int:
    if face.jsonl:
        lines = BulkLines(face, args.file, text_of, "Screening")
        for text in lines:
            lines.answer(_shape(screen(text)))
            face.flush()
        return lines.finish()
    verdict = screen(face.read(args.file))
    face.answer(_shape(verdict))
    face.say((verdict.verdict, {"clean": "green", "suspect": "yellow"}.get(verdict.verdict, "bold red")))
    for reason in verdict.reasons:
        face.say(f"  {reason}")
    return 0


def _shape(verdict: Verdict) -> dict[str, Any]:
    return {"verdict": verdict.verdict, "reasons": list(verdict.reasons)}
