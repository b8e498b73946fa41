"""standfast redact: take secrets out of text, with the very code every write goes through. Opens no store."""

import argparse
from collections.abc import Mapping
from typing import Any

from standfast.capture.redact import Redaction
from standfast.cli.bulk import BulkLines
from standfast.cli.face import Face
from standfast.cli.parser import add_stream
from standfast.errors import ConfigError
from standfast.verbs.redact import open_redactor

EXAMPLES = "standfast redact < deploy.log\nstandfast redact --jsonl < texts.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="a text (default: standard input)")
    add_stream(parser, 'read {"text"} lines and answer each with {"text","findings":[{"rule","start","end"}]}')


def run(args: argparse.Namespace, face: Face) -> int:
    redactor = open_redactor(face.settings)
    if face.jsonl:
        lines = BulkLines(face, args.file, text_of, "Redacting")
        for text in lines:
            lines.answer(_shape(redactor(text)))
            face.flush()
        return lines.finish()
    done = redactor(face.read(args.file))
    face.answer(_shape(done))
    face.raw(done.text)
    if done.findings:
        face.note("redacted: " + ", ".join(sorted({finding.rule for finding in done.findings})))
    return 0


def text_of(record: Mapping[str, Any]) -> str:
    """Return the text of a record."""
    text = record.get("text")
    if not isinstance(text, str):
        raise ConfigError("The record has no text.", hint='Write {"text": "…"}.', code="bad-record")
    return text


def _shape(done: Redaction) -> dict[str, Any]:
    findings = [{"rule": finding.rule, "start": finding.start, "end": finding.end} for finding in done.findings]
    return {"text": done.text, "findings": findings}
