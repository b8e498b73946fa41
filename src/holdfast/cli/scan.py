"""holdfast scan: secrets that were stored before a rule knew them."""

import argparse

from holdfast.cli import paint
from holdfast.cli.face import Face
from holdfast.cli.parser import add_stream, examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.verbs.care import Leak

READS = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    add_stream(parser, "print one memory per line, as it is found")
    examples(parser, "holdfast scan\nholdfast scan --jsonl")


def run(args: argparse.Namespace, face: Face) -> int:
    """Look through everything that is stored."""
    del args
    found = face.open().scan()
    if face.jsonl:
        for leak in found:
            face.record(_shape(leak))
        return 0
    leaks = list(found)
    if face.json:
        face.answer({"leaks": [_shape(leak) for leak in leaks]})
        return 0
    if not leaks:
        face.say("No stored memory holds anything that looks like a secret.")
        return 0
    ids = paint.Ids(face, [leak.memory for leak in leaks])
    face.table(("id", "where", "looks like"), [[ids(one.memory), one.partition, ", ".join(one.rules)] for one in leaks])
    face.next(f"`holdfast purge {leaks[0].memory}` removes every byte of it. Then change the secret itself.")
    return 0


def _shape(leak: "Leak") -> "dict[str, Any]":
    return {"id": leak.memory, "partition": leak.partition, "rules": list(leak.rules)}
