"""standfast scan: secrets that were stored before a rule knew them, and their removal."""

import argparse
from typing import Any

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream
from standfast.cli.purge import refuse_leftovers, tell_proof
from standfast.errors import ConfigError
from standfast.memory import Memory
from standfast.verbs.scan import Leak

READS = True
EXAMPLES = """
standfast scan
standfast scan --jsonl
standfast scan --purge
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--purge", action="store_true", help="remove every byte of what was found")
    parser.add_argument("-y", "--yes", action="store_true", help="with --purge: do not ask")
    add_stream(parser, "print each finding as it is found, one per line")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    if face.jsonl and not args.purge:
        for leak in memory.maintenance.scan():
            face.record(_shape(leak))
        return 0
    leaks = list(memory.maintenance.scan())
    if args.purge:
        return _purge(args, face, memory, leaks)
    face.answer({"leaks": [_shape(leak) for leak in leaks]})
    _tell(face, leaks)
    if leaks and face.can_ask:
        return _purge(args, face, memory, leaks)
    if leaks:
        face.next("`standfast scan --purge` removes every byte of it. Then change the secrets themselves.")
    return 0


def _tell(face: Face, leaks: list[Leak]) -> None:
    if not leaks:
        face.say("Nothing stored looks like a secret.")
        return
    rows = [[leak.memory or f"event of {leak.session}", leak.partition, ", ".join(leak.rules)] for leak in leaks]
    face.table(("what", "where", "looks like"), rows)


def _purge(args: argparse.Namespace, face: Face, memory: Memory, leaks: list[Leak]) -> int:
    if leaks and not args.yes:
        if not face.can_ask:
            hint = "Add --yes, or leave --purge out to see what would go."
            raise ConfigError("A purge cannot be undone, and there is nobody to ask.", hint=hint, code="needs-yes")
        if args.purge:
            _tell(face, leaks)
        what = paint.count(len(leaks), "memory or event", "memories and events")
        if not face.ask(f"Delete {what} for good?"):
            raise ConfigError("Nothing was purged.", hint="`standfast scan --purge` asks again.", code="declined")
    proof = memory.maintenance.purge_leaks(leaks)
    face.answer({"leaks": [_shape(leak) for leak in leaks], "proof": proof.to_dict()})
    if not leaks:
        face.say("Nothing stored looks like a secret; there is nothing to purge.")
    else:
        face.say(f"Purged {paint.count(len(leaks), 'memory or event', 'memories and events')}.")
        tell_proof(face, proof)
        face.next("Now change the secrets themselves: whoever read the files before has them.")
    refuse_leftovers(proof)
    return 0


def _shape(leak: Leak) -> dict[str, Any]:
    what = {"id": leak.memory} if leak.memory else {"session": leak.session, "event": leak.event}
    return {**what, "partition": leak.partition, "rules": list(leak.rules)}
