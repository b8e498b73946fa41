"""After a failure: what worked when the same thing failed before, from memory alone, never from the raw journal.

Owns which memories are about a failure: those learned from an equal one (by its fingerprint), those anchored to the
command, those that name the port it could not have, and those that somebody noted and whose words name the same error.
Must not read sessions, choose by session (`known`) or word anything (`lines`). Hook path: words and places, nothing
scanned.
"""

from __future__ import annotations

import re

from standfast.context.view import views
from standfast.learn.session.failure import find_remedies, fingerprint_failure, mask
from standfast.learn.session.finding import is_of_failure
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.moments.known import is_noted
from standfast.moments.notes.named_error import Error
from standfast.recall.answer import recall_light
from standfast.recall.receipts import Result
from standfast.recall.terms import query_terms
from standfast.standing.memories import Judge
from standfast.trust.kind_from_words import says_what_to_do

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.learn.session.failure import Failure
    from standfast.model.memory import Memory
    from standfast.moments.table import Moment

_CONSIDERED = 8
_LOOKED = 32  # that share a word with the output
_TAIL = 6  # lines at its end
_TERMS = 48
_SHOWN, _TELLS = 100, 24  # characters of the line that a lesson quotes; a shorter one may be any failure's
_SHORTEST = 8  # characters of the line that tells what broke
_MASKED = compile_later(r"<\w+>")
_FEWEST = 2  # words of an error that a memory must share
_HELPS = (Kind.GOTCHA, Kind.ATTEMPT, Kind.PROCEDURE, Kind.DECISION)
_RULES = (Kind.GOTCHA, Kind.ATTEMPT, Kind.PROCEDURE, Kind.DECISION, Kind.CONVENTION, Kind.REQUIREMENT)
_READ = 40_000  # characters of output from its end
_PORTS = 2  # that are looked up
# Names that only an error has: types, codes, and what it could not find.
_TELLING = compile_later(
    r"[A-Z][A-Za-z]{1,80}(?:Error|Exception|Warning|Failure)\b|\b[A-Z]{2,}[A-Z0-9_]{3,}\b|\b[A-Z]{1,4}\d{3,5}\b"
)
_QUOTED = compile_later(r"['\"`‘]([\w@][\w./@-]{4,60})['\"`’]")
_OF_FAILING = compile_later(
    r"\b(?:if|when|fails?|failing|failed|errors?|missing|cannot|not found|breaks?|broken|complains?)\b|n['’]t find\b",
    re.IGNORECASE,
)
_NOT_REACHED = compile_later(r"in use|EADDRINUSE|refused|\bbind\b", re.IGNORECASE)
_PORT = compile_later(
    r"(?:\b127\.0\.0\.1|\b0\.0\.0\.0|\blocalhost|::1?\]?|\bport)['\"]?(?:\s?[:,=]\s?|\s)(\d{2,5})\b", re.IGNORECASE
)


def at_failure(context: Context, moment: Moment, command: str, output: str) -> tuple[list[tuple[str, Result]], int]:
    """Return what is known to have helped, each with where it is known from, and how much is below the floor."""
    failure = fingerprint_failure(command, output)
    judge = Judge(context, light=True)
    found = _worded(context, failure.line, output)
    remedies = find_remedies(context, failure, limit=_CONSIDERED) or [
        memory for memory in found if _is_of_same_line(memory, failure)
    ]
    news = [memory for memory in remedies if not _is_in_sight(memory, output)][:1]  # of several ways the latest
    equal = [Result(memory, 1.0, {"failure": 1.0}, judge(memory)) for memory in news]
    equal += _about_ports(context, output)
    known, line, error = {result.memory.id for result in equal}, _unmasked(failure.line), Error(output)
    found = [memory for memory in found if memory.id not in known and is_noted(memory) and not is_of_failure(memory)]
    named = [memory for memory in found if error.is_named_by(_words(memory)) or _may_help(memory, line, moment.floor)]
    told = [*equal, *(Result(memory, 1.0, {"named": 1.0}, judge(memory)) for memory in named)]
    return [(_origin(result.memory), result) for result in told], len(found) - len(named)


def _worded(context: Context, line: str, output: str) -> list[Memory]:
    """Return what shares words with the line that tells, and with the last lines of the output."""
    last = [_unmasked(mask(tail)) for tail in output[-_READ:].rstrip().rsplit("\n", _TAIL)[-_TAIL:]]
    terms = list(dict.fromkeys(query_terms("\n".join((_unmasked(line), *reversed(last))))))[:_TERMS]
    found: list[Memory] = []
    for partition, view in views(context) if terms else ():
        documents = partition.index.lexical(terms, view, _LOOKED)
        several = partition.memories.find_several([item.memory for item in documents]) if documents else {}
        found += [several[item.memory] for item in documents if item.memory in several]
    return found


def _unmasked(line: str) -> str:
    return _MASKED.sub(" ", line).strip()


def _is_of_same_line(memory: Memory, failure: Failure) -> bool:
    """Tell whether a lesson is from another program that failed with the same line, which says what lies around it."""
    line = failure.line[:_SHOWN]
    return is_of_failure(memory) and len(line) >= _TELLS and failure.lies_around and line in mask(memory.content.text)


def _about_ports(context: Context, output: str) -> list[Result]:
    """Return what is noted or ruled about a port that was taken or did not answer: few memories name one."""
    lines = [line for line in output[-_READ:].splitlines() if _NOT_REACHED.search(line)]
    ports = dict.fromkeys(port for line in lines for port in _PORT.findall(line))
    if not ports:
        return []
    named = list(ports)[:_PORTS]
    pattern = re.compile(rf"(?<![\w.])(?:{'|'.join(named)})(?![\w.]\w)")
    found = recall_light(context, f"port {' '.join(named)}", limit=_CONSIDERED)
    return [item for item in found if item.memory.content.kind in _RULES and pattern.search(_words(item.memory))]


def _is_in_sight(memory: Memory, output: str) -> bool:
    """Tell whether a memory only says which files were changed last time, and the failure names these itself."""
    changed = [anchored.anchor.path for anchored in memory.content.anchors if anchored.anchor.path]
    return bool(changed) and all(path.rpartition("/")[2] in output for path in changed)


def _may_help(memory: Memory, line: str, floor: float) -> bool:
    """Tell whether a memory says what is to be done, in enough words of the line that tells."""
    helps = memory.content.kind in _HELPS or says_what_to_do(memory)
    return helps and len(line) >= _SHORTEST and _speaks_of(_words(memory), line, floor)


def _words(memory: Memory) -> str:
    content = memory.content
    return f"{content.title}\n{content.text}\n{content.why}"


def _speaks_of(text: str, line: str, floor: float) -> bool:
    have = set(query_terms(text))
    asked = query_terms(line)
    shared = [term for term in asked if term in have]
    telling = [name for name in _TELLING.findall(line) if name in text]
    if telling and len(shared) >= max(_FEWEST, floor * len(asked)):
        return True
    quoted = [name for name in _QUOTED.findall(line) if re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-])", text)]
    if quoted and len(shared) > _FEWEST and _OF_FAILING.search(text):
        return True  # it says what to do when this very thing is missing or broken
    return len(shared) > _FEWEST and len(shared) >= (floor + 0.2) * len(asked)


def _origin(memory: Memory) -> str:
    """Say where it is known from: the session that learned it, or the commit; what rules tell may be the cause."""
    source = memory.source
    if source.kind == "document":
        return "this may be why"
    session = source.session[:8]
    return f"seen before (session {session})" if session else "seen before"
