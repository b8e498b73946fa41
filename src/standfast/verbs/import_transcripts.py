"""Bring in past transcripts: sessions and events into the journal, redacted and bounded, each once.

A session that hooks recorded is left as it is. From a folder, only sessions that ran in this project are taken; a file
that is named alone is taken whatever it says about its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from standfast.capture.kept_out import without_kept_out
from standfast.capture.transcripts import AGENTS, find_files, get_reader, list_patterns
from standfast.capture.transcripts.heard import Heard
from standfast.code.kept_out import KeptOut
from standfast.context.context import Context
from standfast.errors import ConfigError, NotFound
from standfast.model.session import Event, EventKind, Session
from standfast.model.value import Value, replace
from standfast.purge.tombstones import is_buried, open_buried
from standfast.store.contract import Progress
from standfast.verbs.capture import model_event, written
from standfast.verbs.learn import learn_pending

_START = "import:start"
_PER_SESSION = 50_000


class Imported(Value):
    """How many sessions and events came in, how many sessions were left out and why, and what could not be read."""

    sessions: int = 0
    events: int = 0
    known: int = 0
    elsewhere: int = 0
    kept_out: int = 0
    said: int = 0
    learned: int = 0
    found: int = 0
    waiting: int = 0  # sessions that were not learned from: another process was learning, and the next start finds them
    unread: tuple[str, ...] = ()


def import_transcripts(context: Context, agent: str, path: str | Path, progress: Progress | None = None) -> Imported:
    """Read an agent's transcripts into the journal of the project at hand, and learn from them.

    Sessions that are there are left as they are, and learned from once: what was broken off goes on where it stopped.
    """
    if agent not in AGENTS:
        raise ConfigError(f"Transcripts of {agent!r} are not known.", hint="Known: " + ", ".join(AGENTS) + ".")
    path = Path(path)
    if not path.exists():
        raise NotFound(f"There is nothing at {path}.", hint="Check the path.", code="no-file")
    read = get_reader(agent)
    files, unread = find_files(agent, path)
    named = path.is_file() and path.suffix != ".db"
    counts = {"sessions": 0, "events": 0, "known": 0, "elsewhere": 0, "kept_out": 0}
    for place, file in enumerate(files):
        for heard in _readable(_by_session(read(file)), file, unread):
            outcome, added = _take(context, agent, heard, named=named)
            counts[outcome] += 1
            counts["events"] += added
        if progress:
            progress(place + 1, len(files))
    if path.is_file() and not any(counts.values()):
        _nothing_in(agent, path, unread)
    done = learn_pending(context, progress=progress)
    learned = {"said": done.said, "learned": done.learned, "found": done.found, "waiting": done.waiting}
    return Imported(**counts, **learned, unread=tuple(unread))


def _nothing_in(agent: str, path: Path, unread: Sequence[str]) -> None:
    """Say that the one file that was named holds nothing that could be brought in."""
    if unread:
        raise ConfigError(f"{unread[0]}.", hint="Check the file and who may read it.", code="unreadable")
    hint = f"Name a transcript that {agent} wrote ({', '.join(list_patterns(agent))}), or the folder with all of them."
    raise ConfigError(f"There is no session of {agent} in {path}.", hint=hint, code="no-sessions")


def _by_session(stream: Iterable[Heard]) -> Iterator[list[Heard]]:
    for _, group in groupby(stream, key=lambda item: item.session):
        yield [entry for _, entry in zip(range(_PER_SESSION), group, strict=False)]


def _readable(sessions: Iterator[list[Heard]], file: Path, unread: list[str]) -> Iterator[list[Heard]]:
    """Yield what can be read, and note a file that cannot: what fails where it is written is another matter."""
    try:
        yield from sessions
    except OSError as error:
        unread.append(f"{file} (cannot be read: {error.strerror})")


def _take(context: Context, agent: str, heard: Sequence[Heard], *, named: bool) -> tuple[str, int]:
    cwd = next((item.cwd for item in heard if item.cwd), "")
    project = next((item.project for item in heard if item.project), "")
    if not named and not _here(context, cwd, project):
        return "elsewhere", 0
    if context.settings.keep_out:
        heard = list(_allowed(context, heard, cwd))
        if not heard:
            return "kept_out", 0
    identity = context.clean_id(heard[0].session)
    if is_buried(context, identity):
        return "known", 0
    journal = context.partition(context.scope).journal
    fresh = journal.find(identity) is None
    if not fresh and not journal.knows(identity, _START):
        return "known", 0
    first, last = min(item.at for item in heard), max(item.at for item in heard)
    branch = next((item.branch for item in heard if item.branch), "")
    unknown = (item for item in heard if item.tokens and (fresh or not journal.knows(identity, _key(context, item))))
    tokens = sum(item.tokens for item in unknown)  # of a transcript that has grown, only what it added
    session = Session(identity, agent, first, last, context.clean(cwd), context.clean(branch))
    start = Event(identity, _START, EventKind.START, first, body="imported")
    gone = open_buried(context)
    models = [model_event(context, identity, item.model, item.at) for item in heard if item.model]
    events = [start, *models, *(_event(context, identity, item) for item in heard)]
    events = [event for event in events if gone is None or not gone.carries(event.body)]
    partition = context.partition(context.scope)
    with partition.writing():
        added = partition.journal.record(session, events, tokens=tokens)
        partition.journal.close(identity, last, f"imported {context.clock.now():%Y-%m-%d}")
    return ("sessions" if added else "known"), added


def _allowed(context: Context, heard: Sequence[Heard], cwd: str) -> Iterator[Heard]:
    """Yield what may be put on record of a session: nothing of what the person keeps out."""
    root = str(context.here.root or context.where)
    kept_out = KeptOut(context.settings.keep_out, root, cwd or root)
    for item in heard:
        allowed = without_kept_out(kept_out, item.kind, item.body, item.files)
        if allowed is not None:
            yield replace(item, body=allowed[0], files=allowed[1])


def _event(context: Context, session: str, heard: Heard) -> Event:
    files = tuple(context.clean(file) for file in heard.files)
    key = _key(context, heard)
    return Event(session, key, heard.kind, heard.at, context.clean(heard.tool), written(context, heard.body), files)


def _key(context: Context, heard: Heard) -> str:
    return f"import:{context.clean_key(heard.key)}"


def _here(context: Context, cwd: str, project: str) -> bool:
    """Say whether a session ran in the project at hand; one that does not say where is taken."""
    root = context.here.root or context.where
    if project and not cwd:
        from hashlib import sha256

        return project == sha256(str(root).encode()).hexdigest()
    return not cwd or Path(cwd) == root or root in Path(cwd).parents
