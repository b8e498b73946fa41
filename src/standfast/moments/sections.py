"""Sections of a brief: who said what, in which order, and how much of the budget each sort gets before the others.

Open threads first, then what persons decided and know, then what concerns the files at hand, what documents say that
the agent does not load itself, how things are done, and what agents noted; unreviewed words never stand under rules.
Within a section persons come before documents, then the most repeated and the newest first. Hook path: bounded reads.
Must not: pack or leave receipts. Neighbours: `brief` (composes), `files.about` (what matters at a file), `recall.pack`.
"""

from __future__ import annotations

import re

from standfast.context.view import views
from standfast.learn.procedures.way import RUN, TITLES
from standfast.model.kind import NORMS, TRAITS, Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Authority
from standfast.model.value import Value, replace
from standfast.moments.document_worth import LATER, is_bound, rank
from standfast.moments.known import AGENT, DOCUMENT, PERSON, SESSION, is_loaded, only_loaded, voice_of
from standfast.moments.wording import render_choice
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory

LOADED = (
    "AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", "WARP.md", "AGENT.md", ".cursorrules", ".windsurfrules",
    ".clinerules", ".goosehints", ".github/copilot-instructions.md", ".github/instructions/*", ".cursor/rules/*",
    ".windsurf/rules/*", ".clinerules/*", ".claude/rules/*", ".claude/CLAUDE.md", ".kiro/steering/*", ".junie/*",
    ".roorules", ".continue/rules/*", ".augment/rules/*", ".amazonq/rules/*",
)  # fmt: skip
"""Files that some agent loads by itself; what counts where it is not known which agent asks."""
HANDFUL = 5
"""Decision records that a project can have and every session be told of all; of more, so many of the newest."""
# How many of a kind are read; of conventions that are pinned all, these are notes.
_MOST = {
    Kind.THREAD: 400, Kind.DECISION: 200, Kind.PROCEDURE: 120, Kind.GOTCHA: 100, Kind.ATTEMPT: 40, Kind.PREFERENCE: 40
}  # fmt: skip
_READ = {kind: _MOST.get(kind, 60) for kind in Kind if kind is not Kind.EPISODE}
_PINNED = 300
RUNS = compile_later(r", which runs `[^`\n]*`")  # what a command runs in turn is for whoever asks
_COMMANDS = compile_later(r"`([^`\n]+)`")
_EVERYBODYS = compile_later(
    r"(?:npm|pnpm|yarn|bun)(?: run)? (?:i|ci|install|prepare|build|dev|start|serve|preview)"
    r"|go (?:[a-z]+ \./\.\.\.|run \.)|"
    r"cargo (?:build|test|run|fmt|check)|mix (?:format|deps\.get)|(?:bundle|composer) install|"
    r"(?:uv|poetry) (?:sync|install|build)|"
    r"pip install -e \.|python3? -m build"
)
_PROGRAM = compile_later(r"(?:`(?:\w+ run )?[\w-]+`(?:; or )?)+ \(pyproject\.toml\)\.")  # whoever installs it has it
_LANGUAGE = compile_later(r"\*\.\w+")  # a scope that is all files of a language
_SOME = 2  # words
_NAMING = "@/._-"  # in a word that names a file or a rule: it says which
_BAN = compile_later(r"\b(?:never|do not|must not|not allowed|forbidden)\b|\b(?:do|must)n['’]?t\b", re.IGNORECASE)
_STEP = 200  # characters that make one rule longer than another
_OF_ONE = 2  # rules of one section of a document before those of the others


class Voices(Value):
    """What is known here, by what it is and who said it, each in the order it would be told."""

    threads: tuple[Memory, ...]
    rules: tuple[Memory, ...]
    decided: tuple[Memory, ...]
    known: tuple[Memory, ...]
    written: tuple[Memory, ...]
    records: tuple[Memory, ...]
    ways: tuple[Memory, ...]
    notes: tuple[Memory, ...]
    learned: tuple[Memory, ...]


def read_voices(context: Context, files: Sequence[str], known: Mapping[MemoryId, int]) -> Voices:
    """Read what a brief may say and this session was not told, without what the agent's own files say.

    A document's rule for some files is told where one of them is at hand, not to a session that has none yet.
    """
    loaded = LOADED if context.loaded is None else context.loaded
    found: dict[MemoryId, Memory] = {}
    for partition, view in views(context, files=files):
        for memory in partition.memories.select(view, pinned=True, limit=_PINNED):
            found[memory.id] = memory
        for kind, most in _READ.items():
            for memory in partition.memories.select(replace(view, kinds=(kind,)), limit=most):
                found[memory.id] = memory
    fresh = [item for item in found.values() if known.get(item.id, 0) < item.revision and not only_loaded(item, loaded)]
    anywhere = not files and not context.here.inside
    return _sorted([item for item in fresh if not is_only_found(item) and not (anywhere and _is_for_some_files(item))])


def _is_for_some_files(memory: Memory) -> bool:
    """Tell whether a document gives a rule for a folder or some names only: a language is everywhere.

    How a package is built and tested is no rule.
    """
    paths = memory.content.scope.paths
    if not paths or memory.content.kind is Kind.PROCEDURE or any(map(_LANGUAGE.fullmatch, paths)):
        return False
    return voice_of(memory) == DOCUMENT


def is_only_found(memory: Memory) -> bool:
    """Tell whether it is there when asked for, and not worth telling unasked.

    That is what a document neither chose with a reason nor bounds, its steps for one occasion, a way that is
    everybody's, and what history tells.
    """
    content = memory.content
    if says_nothing(memory):
        return True
    if memory.source.kind == "document" and voice_of(memory) == AGENT:
        return True  # nobody stands behind it, and no agent noted it
    if memory.source.kind == "commit" and memory.authority < Authority.APPROVED:
        return True  # who touches its files is told: of eleven attempts on first screens five were worth their place
    if content.kind is Kind.PROCEDURE:
        installed = content.title == RUN and _PROGRAM.fullmatch(content.text)
        known = content.title not in TITLES or installed or _is_everybodys(content.text)
        return voice_of(memory) == DOCUMENT and bool(known)
    return voice_of(memory) == DOCUMENT and not _bounds(memory)


def says_nothing(memory: Memory) -> bool:
    """Tell whether a memory says nothing to whoever did not ask: a bare word that names no file, or a secret gone."""
    content = memory.content
    text = content.text.strip()
    if content.kind is Kind.FACT and "[redacted:" in text:
        text = " ".join(said for said in split_sentences(text) if "[redacted:" not in said)
    named = any(char in text for char in _NAMING)
    return text.isascii() and len(text.split()) < _SOME and not (named or content.title or content.why)


def forbids(memory: Memory) -> bool:
    """Tell whether a rule forbids something."""
    return bool(_BAN.search(memory.content.text))


def _bounds(memory: Memory) -> bool:
    """Tell whether a document chose something and says why, or says what is never or always to be.

    What it advises or tells beyond that is done anyway, or found when asked for: of the lines in 98 briefs that told it
    all, 36 of 129 were worth their tokens; of those that bound something 36 of 39. What is written for agents is told
    to an agent that does not load it, but for plain statements.
    """
    content = memory.content
    if content.kind in {Kind.DECISION, Kind.FACT}:
        return content.kind is Kind.DECISION and bool(content.why and render_choice(content))
    if any(is_loaded(source.name, LOADED) for source in memory.sources):
        return True
    return content.kind in NORMS and is_bound(memory)


def _is_everybodys(text: str) -> bool:
    """Tell whether a way only runs what the manifest's own program is always run with: nobody needs to be told."""
    return all(map(_EVERYBODYS.fullmatch, _COMMANDS.findall(RUNS.sub("", text))))


def _sorted(memories: Sequence[Memory]) -> Voices:
    sorts: dict[str, list[Memory]] = {name: [] for name in Voices.__annotations__}
    for memory in memories:
        sorts[_sort_of(memory)].append(memory)
    ordered = {name: tuple(sorted(members, key=_weight)) for name, members in sorts.items()}
    ordered["threads"] = tuple(_by_turns(sorts["threads"]))
    ordered["ways"] = tuple(sorted(sorts["ways"], key=_way))
    once: dict[str, Memory] = {}  # a page that is kept in two folders says it once
    for memory in ordered["written"]:
        once.setdefault(memory.content.text, memory)
    records = [memory for memory in once.values() if memory.content.kind is Kind.DECISION]
    if len(records) > HANDFUL:  # found when they are asked for, and told at their files; to every session the newest
        once = {text: memory for text, memory in once.items() if memory not in records}
        ordered["records"] = tuple(sorted(records, key=lambda memory: -memory.at.timestamp()))
    ordered["written"] = tuple(_varied(once.values()))
    return Voices(**ordered)


def _varied(memories: Iterable[Memory]) -> list[Memory]:
    """Put bans and what names something of this project first, no more than a few of one section before the others."""
    counts: dict[str, int] = {}
    places: dict[MemoryId, int] = {}
    given = list(memories)
    ranks = {one.id: rank(one) for one in given}
    found = sorted(given, key=lambda one: ranks[one.id])
    for memory in found:
        title = memory.content.title
        counts[title] = counts.get(title, 0) + 1
        places[memory.id] = counts[title]
    return sorted(
        found,
        key=lambda one: (
            ranks[one.id] == LATER,
            places[one.id] > _OF_ONE,
            ranks[one.id],
            len(one.content.text) // _STEP,  # of two that matter as much the shorter leaves room for a third
        ),
    )


def _sort_of(memory: Memory) -> str:
    kind, voice = memory.content.kind, voice_of(memory)
    if kind is Kind.THREAD:
        return "threads"
    if voice == SESSION or (voice == AGENT and _is_confirmed(memory)):
        return "learned"
    if voice == AGENT:
        return "notes"
    if kind is Kind.PROCEDURE:
        return "ways"
    if voice == DOCUMENT:
        return "written"
    return "rules" if TRAITS[kind].pinned else "decided" if kind in NORMS else "known"


def _is_confirmed(memory: Memory) -> bool:
    from standfast.learn.session.belief.for_brief import is_confirmed

    return is_confirmed(memory)


def _way(memory: Memory) -> tuple[bool, int, int, float]:
    """Order ways of doing things: persons' before what manifests say, the repository's own first, tests first."""
    title = memory.content.title
    place = TITLES.index(title) if title in TITLES else len(TITLES)
    return (voice_of(memory) != PERSON, place, _depth(memory), -memory.at.timestamp())


def _depth(memory: Memory) -> int:
    """Return how deep in the repository a document lies; what lies near the top speaks for more of it."""
    return memory.source.name.count("/") if memory.source.kind == "document" else 0


def _weight(memory: Memory) -> tuple[int, int, int, float]:
    """Order by what was repeated most, then decisions before the rest, then the newest first."""
    repeated = min(5, len({(*source.identity, source.session) for source in memory.sources}) + memory.feedback.helpful)
    first = memory.content.kind in NORMS
    return (-repeated, not first, _depth(memory), -memory.at.timestamp())


def _by_turns(threads: Sequence[Memory]) -> Iterable[Memory]:
    """Order open threads newest first, but each author in turn: a flood by one displaces nobody else's."""
    authors: dict[str, list[Memory]] = {}
    for memory in sorted(threads, key=lambda thread: thread.at.timestamp()):
        authors.setdefault(f"{memory.source.kind}:{memory.source.name}", []).append(memory)
    while authors:
        newest = sorted(authors, key=lambda name: (not name.startswith("person:"), -authors[name][-1].at.timestamp()))
        for name in newest:
            yield authors[name].pop()
            if not authors[name]:
                del authors[name]
