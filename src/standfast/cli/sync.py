"""standfast sync: hand in to the team what may leave, take in what it has."""

import argparse
import re
import time

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.errors import ConfigError, StandfastError
from standfast.sync.rounds import Round, Synced

_MOST = 20

EXAMPLES = """
standfast config set team https://memory.example.org
standfast sync status
standfast sync push --dry-run
standfast sync push --yes && standfast sync pull

Only this project and its groups take part. Proposals, untrusted memories, episodes, attempts and threads stay here, and
everything that leaves is checked for secrets again. A purge reaches everybody.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("act", metavar="push|pull|status", choices=("push", "pull", "status"), help="what to do")
    add("id", metavar="ID", nargs="*", help="memories to send that would otherwise stay here")
    add("--team", metavar="URL", default="", help="https://HOST, postgresql://…, or sqlite:///FOLDER of another store")
    add("--scope", metavar="user", default="", help="also what is yours alone, which otherwise never leaves")
    add(
        "--every",
        metavar="SPAN",
        default="",
        help="repeat until interrupted, every 15m, 2h, …",
    )
    add("--dry-run", action="store_true", help="say what would leave and send nothing")
    add("-y", "--yes", action="store_true", help="do not ask before something leaves for the first time")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.id and args.act != "push":
        raise ConfigError("Only a push names memories.", hint="See `standfast sync --help`.")
    wait_s = _span(args.every) if args.every else 0.0
    code = _round(args, face)
    while wait_s:
        face.flush()
        try:
            time.sleep(wait_s)
            code = _round(args, face)
        except KeyboardInterrupt:
            return 0
        except StandfastError as error:
            if not error.retryable:
                raise
            face.note(f"{error.message} {error.hint}")  # the next round brings what this one could not
    return code


def _span(text: str) -> float:
    found = re.fullmatch(r"(\d{1,4})\s*(s|m|h)", text.strip())
    seconds = int(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2]] if found else 0
    if seconds < 1:
        raise ConfigError(f"{text!r} is not a length of time.", hint="Write 30s, 15m or 2h.", code="bad-time")
    return float(seconds)


def _round(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    options = {"team": args.team, "scope": args.scope}
    team = memory.team
    if args.act == "push":
        if not args.dry_run and not args.yes:
            _confirm(face, team.push(args.id, **options, dry_run=True))
        done = team.push(args.id, **options, dry_run=args.dry_run)
    else:
        done = team.pull(**options) if args.act == "pull" else team.status(**options)
    face.answer(done.to_dict())
    _tell(face, args.act, done)
    return 0


def _confirm(face: Face, preview: Synced) -> None:
    fresh = [item for item in preview.scopes for leaves in item.leaves if leaves.fresh]
    if not fresh:
        return
    if not face.can_ask:
        hint = "Look with --dry-run, then add --yes."
        raise ConfigError(
            "Something would leave for the first time, and there is nobody to ask.", hint=hint, code="needs-yes"
        )
    for line in _leaving(preview):
        face.note(line)
    if not face.ask(f"Send this to {preview.remote}?"):
        raise ConfigError("Nothing was sent.", hint="`standfast sync status` shows what would be.", code="declined")


def _leaving(done: Synced) -> list[str]:
    lines = [
        f"  {leaves.id}  {item.scope}  {paint.shorten(leaves.title, 60)}"
        for item in done.scopes
        for leaves in item.leaves
        if leaves.fresh
    ]
    more = len(lines) - _MOST
    return [*lines[:_MOST], f"  and {more} more"] if more > 0 else lines


def _tell(face: Face, act: str, done: Synced) -> None:
    for item in done.scopes:
        face.say(_line(act, done, item))
        for stays in item.stays[:_MOST]:
            face.say((f"  stays: {stays.id}  {paint.shorten(stays.title, 50)} ({stays.reason})", "dim"))
        for operation, reason in item.taken.refused[:_MOST]:
            face.say((f"  refused: operation {operation} ({reason})", "yellow"))
        if item.taken.purged:
            face.say(f"  purged: {paint.count(len(item.taken.purged), 'memory', 'memories')}, on this side too")
        for disputed in item.taken.disputed:
            face.say((f"  disputed: {disputed} was changed on both sides; `standfast review` shows both", "yellow"))
    if done.dry_run and act == "push":
        for line in _leaving(done):
            face.say(line)
    for copies in done.apart[:_MOST]:
        places = " and ".join(f"{name} in {scope}" for name, scope in zip(copies.ids, copies.scopes, strict=True))
        face.say((f"Grown apart: {copies.title} ({places})", "yellow"))
        for first, second in copies.differences:
            face.say(f"  {first or '—'} → {second or '—'}")


def _line(act: str, done: Synced, item: Round) -> str:
    moved = paint.count(item.operations, "operation")
    if act == "pull":
        return f"{item.scope}: took in {paint.count(item.taken.added, 'operation')} from {done.remote}."
    if act == "status":
        return f"{item.scope}: {moved} to send, {item.waiting} to take in."
    word = "would send" if done.dry_run else "sent"
    return f"{item.scope}: {word} {moved} to {done.remote}."
