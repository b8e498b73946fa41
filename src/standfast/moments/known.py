"""What a session knows already, what has been said often enough, and what its agent's own files say.

Owns the choice among what was found at a moment: nothing twice, unless it was compacted away or its action has come;
nothing that rests; nothing that an instruction file of the agent says. Every memory left out has its cause. Owns as
well who stands behind a memory. Hook path: one query for the session, one per memory that may have to rest.
"""

from __future__ import annotations

from datetime import timedelta
from fnmatch import fnmatchcase

from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Authority
from standfast.model.value import Value
from standfast.moments.lines import is_whole_in
from standfast.moments.table import BREAK, EDIT, IN_FILES, INFERRED, MOMENTS, RESTING, SAID_ALREADY, way_of
from standfast.recall.receipts import reader_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.moments.table import Moment, Occasion
    from standfast.recall.receipts import Result

PERSON, DOCUMENT, SESSION, AGENT = "person", "document", "session", "agent"
AGAINST = "against"
REST_DAYS = 7
_FILES = 20  # of a folder of instruction files
_BYTES = 200_000
_SPELLED = 16  # letters: fewer stand in any file
_WORDS = compile_later(r"\w+")
# Moments at which an action comes: what was said at one of them for the same session is not said there again.
ACTIONS = frozenset(("edit", "command", "failure", "break"))
_SPOKEN = frozenset(
    (Kind.CONVENTION, Kind.DECISION, Kind.PREFERENCE, Kind.REQUIREMENT)
)  # of a session: words, no deeds


class Chosen(Value):
    """What may be said whole, what only once more in a line, and why the rest is not."""

    fresh: tuple[Result, ...]
    again: tuple[Result, ...]
    causes: dict[str, int]


def choose(context: Context, moment: Moment, occasion: Occasion, found: Sequence[Result]) -> Chosen:
    """Part what was found into what is new to the session, what its action calls up once more, and the rest."""
    told, files = told_in(context), OwnFiles(context, occasion.loaded)
    fresh: list[Result] = []
    again: list[Result] = []
    causes: dict[str, int] = {}
    for result in found:
        verbs = told.get(result.memory.id)
        known = verbs is not None and _is_known(moment, result, verbs)
        if known and not (moment.again and _is_new_at(moment, verbs or {})):
            causes[SAID_ALREADY] = causes.get(SAID_ALREADY, 0) + 1
        elif not known and (
            only_loaded(result.memory, occasion.loaded) or (files.say(result.memory) and _waits(result))
        ):
            causes[IN_FILES] = causes.get(IN_FILES, 0) + 1
        elif _may_rest(moment, result) and rests(context, moment, result):
            causes[RESTING] = causes.get(RESTING, 0) + 1
        else:
            (again if known else fresh).append(result)
    return Chosen(tuple(fresh), tuple(again), causes)


def _is_known(moment: Moment, result: Result, verbs: Mapping[str, int]) -> bool:
    """Tell whether a session was told a memory as it is now: whole, or as much as this moment has room for."""
    rooms = [
        MOMENTS[verb].tokens if verb in MOMENTS else None
        for verb, revision in verbs.items()
        if revision >= result.memory.revision
    ]
    return any(room is None or room >= moment.tokens or is_whole_in(result, room) for room in rooms)


def _is_new_at(moment: Moment, verbs: Mapping[str, int]) -> bool:
    """Tell whether what a session was told is news at this moment: no action called it up before.

    That an edit broke its anchor is news, although the note was said before that very edit.
    """
    return moment.name not in verbs if moment.name == BREAK else ACTIONS.isdisjoint(verbs)


def _waits(result: Result) -> bool:
    """Tell whether nothing is lost when a session reads it elsewhere: it is not against what is being done."""
    return way_of(result.scores) != AGAINST


def _may_rest(moment: Moment, result: Result) -> bool:
    """Tell whether a note may be said often enough here: at an edit only what was inferred to be about the file."""
    return bool(moment.rests) and (moment.name != EDIT or way_of(result.scores) in INFERRED)


def told_in(context: Context) -> dict[MemoryId, dict[str, int]]:
    """Return what this session was told since its context was last compacted: memory → way → revision."""
    found: dict[MemoryId, dict[str, int]] = {}
    session = context.who.session
    if session:
        reader = reader_of(context.who)
        for memory, revision, verb in context.partition(context.scope).receipts.told_in(session, reader):
            ways = found.setdefault(memory, {})
            ways[verb] = max(revision, ways.get(verb, 0))
    return found


def spent_in(context: Context) -> int:
    """Return how many tokens this reader was told in the session beyond its brief."""
    session = context.who.session
    return context.partition(context.scope).receipts.spent_in(session, reader_of(context.who)) if session else 0


def rests(context: Context, moment: Moment, result: Result) -> bool:
    """Tell whether a note was said at this moment in so many other sessions of the last days that it has a rest."""
    since = context.clock.now() - timedelta(days=REST_DAYS)
    receipts = context.partition(context.scope).receipts
    return receipts.sessions_told(result.memory.id, moment.name, since) >= moment.rests


def only_loaded(memory: Memory, loaded: Sequence[str]) -> bool:
    """Tell whether only files say this that the agent has loaded itself, or keeps as its own memory."""
    return bool(loaded) and all(
        (source.kind == "document" and is_loaded(source.name, loaded)) or str(source) in loaded
        for source in memory.sources
    )


class OwnFiles:
    """What the instruction files say that an agent loads by itself, read where the first note is held against them."""

    def __init__(self, context: Context, loaded: Sequence[str]) -> None:
        self._root, self._loaded, self._text = context.here.root, loaded, ""
        self._is_read = not loaded or context.here.root is None

    def say(self, memory: Memory) -> bool:
        """Tell whether these files have the words of a memory, all of them and in this order."""
        if not self._is_read:
            self._is_read, self._text = True, " ".join(map(_plain, self._read()))
        words = _plain(memory.content.text) if self._text else ""
        return len(words) >= _SPELLED and words in self._text

    def _read(self) -> Iterator[str]:
        for name in self._loaded:
            paths = self._root.glob(name.lstrip("/")) if self._root and "*" in name else ()
            for path in (
                *sorted(paths)[:_FILES],
                *(() if "*" in name or not self._root else (self._root / name.lstrip("/"),)),
            ):
                try:
                    with path.open(encoding="utf-8", errors="replace") as file:
                        yield file.read(_BYTES)
                except OSError:
                    continue


def _plain(text: str) -> str:
    return f" {' '.join(_WORDS.findall(text.lower()))} "


def is_loaded(path: str, loaded: Sequence[str]) -> bool:
    """Tell whether a file is one of those that the agent loads: `/path` is that file, a glob fits in every folder."""
    return f"/{path}" in loaded or any(_fits(path, glob) for glob in loaded)


def _fits(path: str, glob: str) -> bool:
    """Tell whether a path is what a glob says, in any folder; a plain name or beginning needs no pattern."""
    head = glob.removesuffix("*")
    if any(mark in head for mark in "*?["):
        return fnmatchcase(path, glob) or fnmatchcase(path, f"*/{glob}")
    if head != glob:
        return path.startswith(head) or f"/{head}" in path
    return path == glob or path.endswith(f"/{glob}")


def voice_of(memory: Memory) -> str:
    """Return who stands behind a memory: a person, a document, a session's words, or only an agent."""
    sources = memory.sources
    if memory.authority is Authority.UNTRUSTED:
        return AGENT  # nobody stands behind what looked like an order
    if memory.is_persons:
        return PERSON
    if sources[0].kind == "session":
        return SESSION
    if all(source.kind == "document" for source in sources):
        return DOCUMENT
    return PERSON if memory.authority >= Authority.APPROVED else AGENT


def is_noted(memory: Memory) -> bool:
    """Tell whether somebody said or noted a memory, or a person approved it.

    What was only read in documents and commits, or seen in what sessions did, is told where it has earned that.
    """
    voice = voice_of(memory)
    if voice == SESSION:
        return memory.content.kind in _SPOKEN
    return voice == PERSON or (voice == AGENT and (memory.source.kind != "commit" or memory.is_decided))
