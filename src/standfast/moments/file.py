"""A file at hand: the few things that matter about it, one line each, whether or not anybody anchored them to it.

Owns the choice and the words: what persons and documents decided about the file, its folder or a name in it, what was
tried there and taken back, choices and fixes with their reason, the last change that was explained. Light: hooks call
`about_file` when a file is touched (no numpy, no parser, no Git). Must not: leave receipts; who says the lines does.
Neighbours: `learn.telling` (a commit in one line), `recall.terms` (the words to look up), `brief`, `tell`.
"""

from __future__ import annotations

import re
from math import log

from standfast.code.globs import matches_any
from standfast.context.view import views
from standfast.learn.message import fold_title
from standfast.learn.telling import TAG, Telling, decides, is_trivial, reverted_by, tell
from standfast.model.encode import decode_scope
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.session import EventKind
from standfast.model.trust import Standing
from standfast.model.value import Value, replace
from standfast.moments.known import PERSON, voice_of
from standfast.moments.wording import render_reason, standing_note
from standfast.recall.fence import clean_for_model, label
from standfast.recall.pack import count_tokens
from standfast.recall.receipts import Result
from standfast.recall.terms import exactly, folders_of, query_terms, read_chunk, whole_of
from standfast.standing.memories import Judge, Judged
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.store.contract import Partition
    from standfast.store.values import Document, View

SAID = tuple(kind for kind in Kind if kind is not Kind.EPISODE)
_FILES = 8  # files at hand that are looked up; a sweep over more is about none of them
_ANCHORED = 24
_EXPLAINED = 96
_LATEST = 12
_ASKED = 60  # commits that share words with the task; those at the files at hand are looked at
_EVENTS = 60
_NAMES = 40  # names defined in a file that are looked up
_BYTES = 256_000
_LINE = 230  # characters of a commit's line: whole sentences, so often fewer
_WRITTEN = 2  # statements of documents before what history tells
_YEARS_S = 3 * 365 * 86_400.0
_LEFT = {"all": "all of it still there", "part": "part of it still there", "none": "nothing left of it"}
_PASSING = frozenset(("fix", "change"))
_BARE = frozenset(("fix", "change", "decision"))  # without a reason these say little
_FEW = 3
_TRACE = 0.25  # of the lines that a commit changed in a file: with fewer that still stand it is about something else
_PLAIN = 2  # commits without a reason: the latest change, and one more
_FOLLOWED = 3  # files whose earlier names are asked of Git
_PATIENCE_S = 5.0
_EACH = {"tried and taken back": 2, "reverted": 1, "decision": 5, "breaking": 2, "fix": 1, "change": 1}
_TASK = 4_000  # characters of what was asked that are looked at
_FEWEST = 2  # telling words in common from which a commit is near the task
_ASKS = 4  # words of a task from which it says what the session is about
_TITLE = 1.3  # times the weight of a word of the task that stands in a title
_BODY = 120  # words of a body from which each says less
_PART = 0.15  # and this part of their weight
_NEAR = 8.0  # what all of the task would add to the worth of a commit
_WORDS = 80
_QUOTES = str.maketrans("“”", '""')
_WORD = compile_later(r"[A-Za-z_$][\w$]{3,60}")
_TAKES_BACK = compile_later(r'^revert\W+"(?P<title>.+?)"?$')
_COMMON = frozenset(
    (
        *(
            "__init__",
            "__main__",
            "index",
            "main",
            "mod",
            "lib",
            "utils",
            "util",
            "helpers",
            "helper",
            "types",
            "common",
        ),
        *("base", "config", "test", "tests", "setup", "readme", "conftest", "constants", "errors", "models", "views"),
        *("app", "core"),
    )
)
_DEFINED = compile_later(
    r"^[ \t]*(?:(?:export|default|public|private|protected|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|const|"
    r"override|open|internal|sealed|data)\s+){0,5}(?:class|def|fn|func(?:\s*\([^)\n]{0,80}\))?|function\*?|struct|enum|"
    r"trait|interface|type|module|object|const)\s+(?P<name>[A-Za-z_$][\w$]{3,60})",
    re.MULTILINE,
)


class About(Value):
    """One line about a file: the memory it says, with where it stands, and the words."""

    result: Result
    text: str
    word: str = ""
    """Of a commit: what sort of word it is."""
    reasoned: bool = False
    """Of a commit: a reason is said."""
    firm: bool = False
    """Of a commit: it says what is to be so, or what was not chosen, and why."""
    shared: float = 0.0
    """Of a commit: the part of the session's task that it speaks of, by the weight of words; 0 where it is small."""
    story: str = ""
    """Of a commit: what it did, folded; the commit and the merge of its request tell one story."""
    asked: bool = False
    """Of a commit: what the session is about is known, so that a commit about something else can be told."""

    @property
    def id(self) -> MemoryId:
        """The memory it says."""
        return self.result.memory.id

    @property
    def commit(self) -> str:
        """The commit it is from, if it is from one."""
        source = self.result.memory.source
        return source.name if source.kind == "commit" else ""

    @property
    def row(self) -> str:
        """The line as it is given."""
        return f"- {self.text} [{self.id}]"


class _Hand:
    """The files at hand, and the words by which a text names them."""

    def __init__(self, context: Context, paths: Sequence[str], names: Iterable[str] = ()) -> None:
        self.paths = [path.strip("/") for path in paths[:_FILES] if path.strip("/")]
        self.earlier: list[str] = []
        self.folders = list(dict.fromkeys(folder for path in self.paths for folder in folders_of(path)))
        self.literal: list[str] = []
        self.stems = {path.rpartition("/")[2].partition(".")[0].strip("_").lower() for path in self.paths} - {""}
        self.terms: dict[str, None] = {}
        self.names = frozenset(names)
        for path in self.paths:
            self._name(path)
            self._define(_defined_in(context, path))
        found = [re.escape(item) for item in dict.fromkeys(self.literal)]
        self.pattern = re.compile(rf"(?<![\w/.-])(?:{'|'.join(found)})(?![\w-])") if found else None

    def _name(self, path: str) -> None:
        name = path.rpartition("/")[2]
        stem_of = name.partition(".")[0].lower()
        self.literal.append(path)
        self.terms[whole_of(path)] = None
        if "/" in path:
            module = path.rpartition(".")[0].removeprefix("src/").removeprefix("lib/").removesuffix("/__init__")
            self.literal.append(path.partition("/")[2])
            if "/" in module:  # one word alone may mean anything
                self.literal += [module.replace("/", "."), module.replace("/", "::")]
                self.terms[whole_of(module)] = None
        if stem_of not in _COMMON and "." in name:
            self.literal.append(name)
            self.terms[whole_of(name)] = None

    def _define(self, names: Sequence[str]) -> None:
        self.literal += names
        for name in names:
            self.terms.update(dict.fromkeys(term for term in read_chunk(name) if len(term) > 5))

    def named_in(self, memory: Memory) -> bool:
        """Tell whether the words of a memory name a file at hand, or something defined in it."""
        content = memory.content
        return bool(self.pattern and self.pattern.search(f"{content.title}\n{content.text}\n{content.why}"))

    def is_spoken_of(self, memory: Memory) -> bool:
        """Tell whether a person stands behind a memory that speaks of a name in the lines at hand."""
        return voice_of(memory) == PERSON and not self.names.isdisjoint(words_of(memory))

    @property
    def places(self) -> list[str]:
        """The files under every name they had."""
        return list(dict.fromkeys([*self.paths, *self.earlier]))

    def headed_by(self, subject: str) -> bool:
        """Tell whether a subject begins with the name of a file at hand, as in `tree: …` or `fix(tree): …`."""
        head = subject.partition(":")[0].lower()
        return len(head) < 40 and any(name in head for name in self.stems)


def about_file(
    context: Context,
    paths: Sequence[str],
    *,
    limit: int = 8,
    budget: int = 400,
    hint: str = "",
    after: Iterable[str] = (),
    left: bool = False,
    names: Iterable[str] = (),
) -> list[About]:
    """Return the few lines that matter at these files, the most telling first, within `budget` tokens.

    `hint` is what the session is about (else what it was asked): of several reasons the one that shares its words
    comes first. `after` are memories that were told already. With `left`, commits are told with how much of what they
    added is still in the code, and those of which nothing is come last: Git is asked once for each, and for the names
    that the files had before. `names` stand in the lines at hand: what persons said of them is told as well.
    """
    if not paths or limit < 1:
        return []
    hand = _Hand(context, paths, names)
    if left:
        hand.earlier = _list_earlier(context, hand.paths)
    told = set(after)
    about = hint or _asked(context)
    words = _telling(about, hand)
    judge = Judge(context, blame=left)
    said: list[About] = []
    happened: list[tuple[float, str, About]] = []
    for partition, view in views(context, files=hand.paths):
        said += _said(partition, view, hand, judge)
        happened += _happened(partition, view, hand, words)
    happened.sort(key=lambda item: (-item[0], item[2].id))
    first, last = _ordered(said, hand)
    approved = {item.commit for item in said}
    history = [item for item in _mixed(happened) if item.id not in told and item.commit not in approved]
    if left:
        history = _with_left(history[: 2 * limit], judge, hand.places)
    return _fill([item for item in (*first, *history, *last) if item.id not in told], limit, budget)


def _with_left(history: Sequence[About], judge: Judge, places: Collection[str]) -> list[About]:
    """Say of each commit how much of what it added is left; what is gone here, or not of this branch, sinks.

    So does one that changed next to nothing in these files: it is about others.
    """
    from standfast.standing.survival import count_in

    there: list[About] = []
    aside: list[About] = []
    gone: list[About] = []
    for item in history:
        judged = judge(item.result.memory)
        told = replace(item, text=_mark(item.text, judged), result=replace(item.result, judged=judged))
        if judged.standing is Standing.BROKEN:
            gone.append(told)
            continue
        changed, stands = count_in(judge.snapshot, item.commit, places, judge.kept) if judged.detail else (1, 1)
        (there if stands > _TRACE * changed else aside).append(told)
    # What is wholly gone from the code is worth a line where it was a choice, or where there is little else to say.
    gone = [item for item in gone if item.word not in _PASSING or len(there) < _FEW]
    plain = [item for item in there if not item.reasoned and item.word in _BARE]
    telling = [item for item in there if item not in plain]
    return [*telling, *plain[: max(_PLAIN, _FEW - len(telling))], *aside[: max(0, _FEW - len(there))], *gone]


def _list_earlier(context: Context, paths: Sequence[str]) -> list[str]:
    """Return the names that the first files at hand had before they were renamed, and no other file has now."""
    from standfast.code.git import find_git
    from standfast.code.history import list_earlier_names

    root = context.here.root
    git = find_git(str(root)) if root else None
    if root is None or git is None:
        return []
    names = [name for path in paths[:_FOLLOWED] for name in list_earlier_names(git, path, timeout_s=_PATIENCE_S)]
    return [name for name in names if not (root / name).exists()]


def _mark(text: str, judged: Judged) -> str:
    """Put what is left of a commit behind its day and author."""
    left = next((item for item in judged.detail if item.get("left")), None)
    if left is None:
        return text
    told = left["reason"]
    word = told if "branch" in told or "removed" in told else _LEFT[left["left"]]
    return text.replace("):", f"; {word}):", 1)


def _asked(context: Context) -> str:
    """Return what the session was asked, from its first events: there the task stands."""
    session = context.who.session
    events = context.partition(context.scope).journal.events(session, limit=_EVENTS) if session else ()
    return "\n".join(event.body[:1_000] for event in events if event.kind is EventKind.PROMPT)


def _fill(found: Sequence[About], limit: int, budget: int) -> list[About]:
    lines: list[About] = []
    seen: set[str] = set()
    for item in found:
        cost = count_tokens(item.row) + 1
        words = item.story or " ".join(item.text.rpartition("“")[2].lower().split())
        stories = {words} | _quoted_titles(item.story)
        if cost <= budget and seen.isdisjoint(stories):
            lines.append(item)
            seen |= stories
            budget -= cost
        if len(lines) == limit:
            break
    return lines


def _quoted_titles(story: str) -> set[str]:
    """Return what a commit that takes another back says of it: both tell one story."""
    match = _TAKES_BACK.match(story)
    return {match["title"]} if match else set()


def _said(partition: Partition, view: View, hand: _Hand, judge: Judge) -> list[About]:
    """Return what was decided, ruled or warned of about the files, anchored there or only naming them."""
    narrowed = replace(view, kinds=SAID)
    placed = partition.index.placed([*hand.places, *hand.folders], narrowed, _ANCHORED)
    named = partition.index.lexical(list(hand.terms)[:_NAMES], narrowed, _ANCHORED) if hand.terms else []
    terms = [term for name in sorted(hand.names) for term in read_chunk(name) if len(term) > 5]
    named += partition.index.lexical(terms[:_NAMES], narrowed, _ANCHORED) if terms else []
    memories = partition.memories.find_several([item.memory for item in (*placed, *named)])
    anchored = {item.memory for item in placed}
    found = {
        memory.id: memory
        for memory in memories.values()
        if (memory.id in anchored or hand.named_in(memory) or hand.is_spoken_of(memory)) and not _is_history(memory)
    }
    for memory in _of_path(partition, narrowed, hand):
        found[memory.id] = memory
    return [_say(memory, judge(memory)) for memory in found.values()]


def _is_history(memory: Memory) -> bool:
    """Tell whether a memory is told as a commit: it is one, and no person made it theirs."""
    return memory.source.kind == "commit" and (memory.content.kind is Kind.EPISODE or not memory.is_decided)


def words_of(memory: Memory) -> set[str]:
    """Return the words and names of code in a memory."""
    content = memory.content
    return set(_WORD.findall(f"{content.title}\n{content.text}\n{content.why}"))


def _of_path(partition: Partition, view: View, hand: _Hand) -> Iterable[Memory]:
    """Return the rules whose scope is a path that a file at hand fits."""
    scopes = tuple(
        scope
        for scope in view.scopes or ()
        if "path:" in scope and any(matches_any(path, decode_scope(scope).paths) for path in hand.paths)
    )
    return partition.memories.select(replace(view, scopes=scopes), limit=_ANCHORED) if scopes else ()


def _ordered(said: Sequence[About], hand: _Hand) -> tuple[list[About], list[About]]:
    """Put what persons decided first, then what warns, then the rest; the newest of each first.

    Long statements of documents, those that hold for a whole folder, and more than a few come after what history tells.
    """
    order = {Kind.DECISION: 0, Kind.GOTCHA: 0, Kind.ATTEMPT: 1, Kind.REQUIREMENT: 1, Kind.CONVENTION: 1}

    def key(about: About) -> tuple[int, int, float]:
        memory = about.result.memory
        ours = memory.source.kind not in {"document", "import"} and memory.is_decided
        return (not ours, order.get(memory.content.kind, 2), -memory.at.timestamp())

    first: list[About] = []
    last: list[About] = []
    for item in sorted(said, key=key):
        written = item.result.memory.source.kind == "document"
        few = sum(other.result.memory.source.kind == "document" for other in first) < _WRITTEN
        near = few and len(item.text) <= _LINE and hand.named_in(item.result.memory)
        (first if not written or near else last).append(item)
    return first, last


def _say(memory: Memory, judged: Judged) -> About:
    content = memory.content
    title = f"{content.title}: " if content.title and not content.text.startswith(content.title) else ""
    why = render_reason(content.text, content.why)
    stale = standing_note(judged, {Standing.DRIFTED: "DRIFTED", Standing.BROKEN: "BROKEN"})
    words = _quoted(f"{title}{content.text.rstrip()}{why}")
    text = f"{content.kind} by {label(str(memory.source))}{f', {stale}' if stale else ''}: {words}"
    return About(Result(memory, 1.0, {"anchor": 1.0}, judged), text)


def _quoted(words: str) -> str:
    return f"“{' '.join(clean_for_model(words).translate(_QUOTES).split())}”"


def _happened(partition: Partition, view: View, hand: _Hand, words: frozenset[str]) -> list[tuple[float, str, About]]:
    """Return the commits that explain something about the files, each with what it is worth."""
    episodes = replace(view, kinds=(Kind.EPISODE, Kind.ATTEMPT))
    explained = partition.index.placed(hand.places, replace(episodes, tags=(TAG,)), _EXPLAINED)
    latest = partition.index.placed(hand.places, episodes, _LATEST)
    weights = _weigh(partition, words)
    asked = partition.index.lexical(sorted(words)[:_NAMES], episodes, _ASKED) if words else []
    here = {exactly(path) for path in hand.places}
    near = [item for item in asked if not here.isdisjoint(item.place.split())]
    documents = {item.memory: item for item in (*latest, *explained, *near)}
    memories = partition.memories.find_several(list(documents))
    tried = [memory for memory in memories.values() if memory.content.kind is Kind.ATTEMPT]
    # Of what was tried and taken back one line is told: with what was tried, or else with the commit that took it back.
    takers = {item.ref[:7] for memory in tried for item in memory.content.evidence if item.kind == "commit"}
    takers -= {memory.source.name[:7] for memory in tried}
    undone = {sha[:7] for memory in memories.values() for sha in reverted_by(memory.content.text)}
    undone -= {memory.source.name[:7] for memory in tried}
    newest = max((memory.at.timestamp() for memory in memories.values()), default=0.0)
    found: list[tuple[float, str, About]] = []
    for memory in memories.values():
        if not _is_history(memory) or memory.source.name[:7] in undone | takers:
            continue
        told = _told(memory, words)
        if told.weight < 0:
            continue
        age = 2.0 ** (-(newest - memory.at.timestamp()) / _YEARS_S)
        named = 0.8 * hand.named_in(memory) + 0.6 * hand.headed_by(told.claim)
        focus = 1.5 / max(1, len(memory.content.anchors)) + named
        shared = _shared(documents[memory.id], weights)
        worth = told.weight + focus + age + _NEAR * shared
        said = f"{told.claim.rstrip('.:')}. {told.reason}" if told.reason else told.claim
        line = _tell(memory, told.word, said)
        firm = decides(memory.content.title, memory.content.text)
        like = shared if shared >= _PART else 0.0
        known = len(words) >= _ASKS
        story = fold_title(told.claim)
        line = replace(line, reasoned=bool(told.reason), firm=firm, shared=like, asked=known, story=story)
        found.append((worth, told.word, line))
    return found


def _told(memory: Memory, words: frozenset[str]) -> Telling:
    content = memory.content
    if content.kind is not Kind.ATTEMPT:
        return tell(content.title, content.text, _LINE, words)
    claim = content.title or content.text.split("\n", 1)[0]
    weight = 2.4 if content.why else -1.0 if is_trivial(claim) else 0.6
    return Telling("tried and taken back", claim, content.why[:_LINE], weight)


def _telling(task: str, hand: _Hand) -> frozenset[str]:
    """Return the words of a task that may tell it from others; the names of the files at hand do not."""
    named = {stem(part) for path in hand.paths for part in re.findall(r"[a-z]{3,40}", path.lower())}
    return frozenset(query_terms(task[:_TASK])[:_WORDS]) - named


def _weigh(partition: Partition, words: frozenset[str]) -> dict[str, float]:
    """Return how telling each word of a task is here: a word that every commit has tells nothing."""
    if not words:
        return {}
    statistics = partition.index.statistics(sorted(words))
    return {word: log(1 + statistics.documents / (1 + statistics.frequency.get(word, 0))) for word in words}


def _shared(document: Document, weights: Mapping[str, float]) -> float:
    """Return the part of what the session is about that a commit speaks of: at least a few of its words, or nothing.

    What its title says counts for more; of a long body less, because a long one has many words by chance.
    """
    title, body = set(document.title.split()), document.body.split()
    common = weights.keys() & {*title, *body}
    if len(common) < _FEWEST:
        return 0.0
    beneath = min(1.0, _BODY / max(1, len(body))) ** 0.5
    said = sum(weights[word] * (_TITLE if word in title else beneath) for word in common)
    return min(1.0, said / sum(weights.values()))


def _tell(memory: Memory, word: str, said: str) -> About:
    by = next((item.note.removeprefix("by ") for item in memory.content.evidence if item.kind == "commit"), "")
    text = f"{word} ({memory.at:%Y-%m}{f', {by}' if by else ''}): {_quoted(said)}"
    return About(Result(memory, 0.5, {"anchor": 1.0}, Judged(Standing.UNANCHORED)), text, word)


def _mixed(happened: Sequence[tuple[float, str, About]]) -> list[About]:
    """Take the best of each sort first, so that ten fixes do not hide the one decision; then the rest by worth."""
    counts: dict[str, int] = {}
    first: list[About] = []
    rest: list[About] = []
    for _, word, line in happened:
        counts[word] = counts.get(word, 0) + 1
        (first if counts[word] <= _EACH[word] else rest).append(line)
    return first + rest


def _defined_in(context: Context, path: str) -> list[str]:
    """Return the names that a file defines, as far as a text would name them: long ones, or of several words."""
    root = context.here.root
    if root is None:
        return []
    try:
        with (root / path).open("rb") as file:
            text = file.read(_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return []
    names = dict.fromkeys(match["name"] for match in _DEFINED.finditer(text))
    telling = [name for name in names if "_" in name.strip("_") or (name[1:] != name[1:].lower() and len(name) > 5)]
    return telling[:_NAMES]
