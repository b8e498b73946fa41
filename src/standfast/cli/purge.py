"""standfast purge: delete for good, everywhere, and prove it."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.progress import Bar
from standfast.errors import ConfigError, Refused, StoreError
from standfast.purge.others import AGENTS_OWN, TRANSCRIPTS
from standfast.purge.proof import Proof
from standfast.verbs.purge import PATIENCE_S, Purged, purge_waiting

_WAITS = f"Waiting up to {PATIENCE_S:.0f} seconds: another process is learning from sessions, and may store it again."
_LIVING = {"memory", "header of the log", "name, remote or folder of a project", AGENTS_OWN, TRANSCRIPTS}

EXAMPLES = """
standfast purge 7qp2
standfast purge --match "internal.example.org" --dry-run
standfast purge --session 0b9c2f7e --yes --json

Nothing brings it back: not revert, not a backup, not an import. What stays is a tombstone without content.
To keep the history and only stop giving it to agents, use `standfast retract`.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("id", metavar="ID", nargs="*", help="memories")
    add("--session", metavar="S", default="", help="everything a session said, and its events")
    add("--source", metavar="SRC", default="", help="everything a source said: person:NAME, agent:NAME, …")
    add(
        "--match",
        metavar="TEXT",
        default="",
        help="everything in whose history this text was ever written, in every project",
    )
    add("--dry-run", action="store_true", help="list what would go and change nothing")
    add("-y", "--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    wanted = {"session": args.session, "source": args.source, "match": args.match}
    if not args.dry_run and not args.yes:
        _confirm(face, memory.purge(args.id, **wanted, dry_run=True))
    with Bar(face, "Purging") as bar:
        done = purge_waiting(
            memory.context, args.id, **wanted, dry_run=args.dry_run, progress=bar, on_wait=lambda: face.note(_WAITS)
        )
    face.answer(done.to_dict())
    _tell(face, done)
    refuse_leftovers(done.proof)
    return 0


def refuse_leftovers(proof: Proof) -> None:
    """Raise where something still says it, with what a person can do about it."""
    if not proof.found:
        return
    said = {hit.place for hit in proof.hits}
    kind = Refused if said <= _LIVING else StoreError  # what lives on was not to be deleted; bytes were
    raise kind("Something still says it.", hint=_hint(proof), code="purge-incomplete")


def _hint(proof: Proof) -> str:
    first = {hit.place: hit.where for hit in reversed(proof.hits)}
    if row := first.get("memory"):
        return f"Another memory says the same sentence: `standfast show {row}`, and purge it too if it has to go."
    if copy := first.get("backups"):
        return f"{copy} is damaged or cannot be written: delete it, or make it writable, and purge again."
    if not set(first) <= _LIVING:
        return "Close other programs that use Standfast and purge again; the answer lists the places."
    if own := first.get(AGENTS_OWN):
        return f"{own} is the agent's own: take it out there, or let the agent do so; it does not come back here."
    if record := first.get(TRANSCRIPTS):
        return f"{record} is the agent's own record of a session: delete the file, or the session in that agent."
    return "Names of projects, folders and sessions stay on record; what they were given to is gone."


def _confirm(face: Face, preview: Purged) -> None:
    if not face.can_ask:
        hint = "Add --yes, or --dry-run to see what would go."
        raise ConfigError("A purge cannot be undone, and there is nobody to ask.", hint=hint, code="needs-yes")
    what = paint.count(len(preview.purged), "memory", "memories")
    if not preview.purged:
        return
    for line in _lines(preview):
        face.note(line)
    if not face.ask(f"Delete {what} for good?"):
        raise ConfigError("Nothing was purged.", hint="`standfast retract` keeps the history.", code="declined")


def _lines(preview: Purged, most: int = 20) -> list[str]:
    """Say which memories would go and where they live: a purge reaches every project of this home."""
    lines = [f"  {memory}  {place}  {paint.shorten(text, 60)}" for memory, place, text in preview.preview[:most]]
    more = len(preview.preview) - len(lines)
    return [*lines, f"  and {more} more"] if more > 0 else lines


def _tell(face: Face, done: Purged) -> None:
    what = paint.count(len(done.purged), "memory", "memories")
    if done.dry_run:
        face.say(f"Would purge {what}.")
        for line in _lines(done, most=len(done.preview)):
            face.say(line)
        return
    face.say(f"Purged {what}." if done.purged else "There is no memory to purge.")
    tell_proof(face, done.proof)
    if done.commits:
        face.say(("Git commits that still carry it:", "yellow"))
        for commit in done.commits:
            face.say(f"  {commit}")
        face.next("`git filter-repo --replace-text` rewrites them; then force-push and let others clone afresh.")


def tell_proof(face: Face, proof: Proof) -> None:
    """Say how much was searched, what still says it, and what could not be searched."""
    looked = f"{paint.count(proof.files_scanned, 'file')} and {proof.bytes:,} bytes"
    if proof.found:
        face.say((f"Searched {looked}: still found in {paint.count(proof.found, 'place')}.", "bold red"))
        for hit in proof.hits:
            face.say(f"  {hit.place}: {hit.where}")
    else:
        face.say((f"Proof: searched {looked}, found nothing of it.", "green"))
    for path in proof.removed:
        face.say(f"Removed {path}: it held it, and nothing is lost with it.")
    if proof.unreached:
        face.say(("Not there to be searched; if it comes back, purge again:", "yellow"))
        for folder in proof.unreached:
            face.say(f"  {folder}")
