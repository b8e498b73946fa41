"""standfast import: bring memories in from elsewhere.

Owns the table of what can be read; each source's reading lives with its verb.
"""

import argparse
from collections.abc import Callable

from standfast.capture.importers.discover import FORMS
from standfast.capture.importers.stores import TOOLS
from standfast.cli import paint
from standfast.cli.bulk import BulkLines
from standfast.cli.face import Face
from standfast.cli.parser import add_stream
from standfast.cli.progress import Bar
from standfast.errors import ConfigError

_BACK = "`standfast undo` undoes this."

Importer = Callable[[argparse.Namespace, Face], int]

EXAMPLES = """
standfast export | standfast -C ../other import standfast -
standfast import standfast memories.jsonl --jsonl
standfast import claude-code ~/.claude/projects
standfast import codex ~/.codex/sessions
standfast import adr docs/adr
standfast import instructions ../shared/RULES.md
standfast import mem0 history.db
standfast import claude-mem ~/.claude-mem
gh pr list --state all --json number,title,body,state,mergedAt,closedAt,author,url,files,reviews,comments > pulls.json
standfast import github pulls.json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help="what it is: " + ", ".join(SOURCES))
    parser.add_argument(
        "path", metavar="PATH", nargs="?", default="", help="the file or folder; - reads an export from standard input"
    )
    add_stream(parser, "report each record on a line of its own")


def run(args: argparse.Namespace, face: Face) -> int:
    importer = SOURCES.get(args.source)
    known = "Known: " + ", ".join(SOURCES) + "."
    if importer is not None and args.path:
        from standfast.context.acts import one_act

        with one_act(face.open().context):
            return importer(args, face)
    if importer is not None:
        raise ConfigError(f"Where is the {args.source} to import?", hint="Name a file or a folder.", code="no-path")
    if args.path in SOURCES:
        hint = f"`standfast import {args.path} {args.source}`"
        raise ConfigError("What it is comes first, then where it is.", hint=hint, code="unknown-source")
    if not args.path:
        raise ConfigError(f"What is {args.source!r}? Say that first.", hint=known, code="unknown-source")
    raise ConfigError(f"Nothing is known about importing {args.source!r}.", hint=known, code="unknown-source")


def _import_export(args: argparse.Namespace, face: Face) -> int:
    """Bring back what `standfast export` wrote: a record at a time, so that a bad one does not stop the rest."""
    memory = face.open()
    lines = BulkLines(
        face,
        args.path,
        lambda record: next(iter(memory.transfer.import_records([record]))),
        "Importing",
        silent=not face.jsonl,
    )
    counts = {"added": 0, "known": 0, "purged": 0}
    for identity, outcome in lines:
        counts[outcome] += 1
        lines.answer({"id": identity, "outcome": outcome})
    lines.drain()
    if face.json and not face.jsonl:
        face.answer({**counts, "failed": lines.failed, "errors": lines.errors})
        return 1 if lines.failed else 0
    left = f"{counts['known']} known already, {counts['purged']} purged before and left out"
    face.say(f"Brought in {paint.count(counts['added'], 'memory', 'memories')}; {left}.")
    if counts["added"]:
        face.next(_BACK)
    return lines.finish()


def _import_transcripts(args: argparse.Namespace, face: Face) -> int:
    """Bring an agent's past sessions into the journal; doing it again adds only what is new."""
    with Bar(face, "Importing") as bar:
        done = face.open().transfer.import_transcripts(args.source, face.path(args.path), bar)
    face.answer(done.to_dict())
    taken = f"{paint.count(done.sessions, 'session')} with {paint.count(done.events, 'event')}"
    face.say(f"Brought in {taken}; {done.known} known already, {done.elsewhere} of other projects left out.")
    if done.kept_out:
        face.say(f"{paint.count(done.kept_out, 'session')} in folders that you keep out (keep_out) left out.")
    for place in done.unread[:5]:
        face.say(f"Left out: {place}")
    if done.said or done.learned or done.found:
        told = f"{done.said} of the user's sentences as unconfirmed, {done.found} from what was done"
        face.say(f"Learned {told}; {done.learned} came back in several sessions and are active.")
    if done.waiting:
        wait = paint.count(done.waiting, "session waits", "sessions wait")
        face.say(f"{wait} to be learned from: another process is learning. The next session's end or start does it.")
    if done.sessions:
        face.next("`standfast sessions` lists them, `standfast replay SESSION` shows one.")
    if done.said or done.learned or done.found:
        face.next(f"{_BACK} The sessions stay.")
    return 0


def _import_documents(args: argparse.Namespace, face: Face) -> int:
    """Bring in what files say; doing it again adds only what is new."""
    done = face.open().transfer.import_documents(args.source, face.path(args.path))
    counts = {"added": done.added, "known": done.known, "retired": done.retired, "refused": done.refused}
    counts |= {"restored": done.restored} if done.restored else {}
    face.answer(counts)
    read = paint.count(sum(done.files.values()), "file")
    taken = paint.count(done.added, "memory", "memories")
    face.say(f"Read {read}, brought in {taken}; {done.known} known already, {done.retired} no longer active.")
    if done.restored:
        face.say(f"{paint.count(done.restored, 'operation')} that `undo` had undone are active again.")
    if done.undone:
        face.next(f"`undo` undid some of it: `standfast revert {done.undone}` restores all that was read then.")
    if done.added or done.retired:
        face.next(_BACK)
    return 0


def _import_store(args: argparse.Namespace, face: Face) -> int:
    """Bring in what another tool remembered; doing it again adds only what is new."""
    with Bar(face, "Importing") as bar:
        done = face.open().transfer.import_store(args.source, face.path(args.path), bar)
    face.answer(done.to_dict())
    taken = paint.count(done.added, "memory", "memories")
    face.say(f"Brought in {taken}; {done.known} known already, {done.refused} refused.")
    if done.elsewhere:
        named = ", ".join(done.projects[:5])
        face.say(f"{done.elsewhere} of other projects were left out ({named}): run it there for those.")
    if done.added:
        face.next(f"`standfast list --source import:{args.source}` shows them. {_BACK}")
    return 0


SOURCES: dict[str, Importer] = {
    "standfast": _import_export,
    **dict.fromkeys((form.name for form in FORMS), _import_documents),
    **dict.fromkeys(TOOLS, _import_store),
    **dict.fromkeys(("claude-code", "codex", "gemini-cli", "copilot-cli", "opencode"), _import_transcripts),
}
