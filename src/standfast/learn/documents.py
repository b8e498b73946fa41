"""Documents become memories: what files of the repository say now, kept in step with what they said before.

A rule that left its file is retracted, one that came back is restored; what a person decided about a memory since then
stays decided. Which words were taken before is read from the log, so that nothing rejected, reverted or purged returns.
"""

from __future__ import annotations

import re
from datetime import datetime
from posixpath import dirname

from standfast.capture.draft import Draft
from standfast.capture.importers.discover import tells_past
from standfast.capture.importers.gather import Gathered, read_findings, read_text
from standfast.code.git import find_git
from standfast.code.locate import is_shallow
from standfast.errors import StandfastError
from standfast.learn.procedures import read as ways
from standfast.learn.procedures.forbidden import Forbidden, read_forbidden
from standfast.learn.procedures.guide import is_guide
from standfast.learn.procedures.main import choose_ways
from standfast.model.encode import decode_content
from standfast.model.ids import MemoryId
from standfast.model.key import content_key
from standfast.model.kind import Kind
from standfast.model.operation import Act
from standfast.model.source import Source, SourceFilter
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.standing.documents.authors import Dates
from standfast.store.values import Change, LogFilter, View
from standfast.trust.admission import prepare
from standfast.trust.batch import remember_read
from standfast.trust.record import Remembered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from standfast.capture.draft import Prepared
    from standfast.capture.importers.finding import Statement
    from standfast.code.git import Git
    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.store.contract import Partition

_MOST = 1_500  # memories from documents; a repository with more rules than this has a generated file among them
_CHANGES = "changes"
_GONE = "it is no longer in "
_OUTSIDE = "import"
_FILE_HEADING = re.compile(r"(?:^|› |\()[`*]{0,3}(?P<name>[\w./-]{1,120}\.[A-Za-z]\w{0,9})[`*]{0,3}\)?$")


class DocumentsRead(Value):
    """How many files were read and what they gave; `by_form` counts what is new per form, `files` what was read.

    `cut` says per form how much more the files say than is read of them unasked.
    """

    files: Mapping[str, int]
    by_form: Mapping[str, int]
    known: int = 0
    retired: int = 0
    refused: int = 0
    cut: Mapping[str, int] = {}
    restored: int = 0  # operations of an undone reading that count again
    undone: str = ""  # the undo that took back what these files said, with more that was read then

    @property
    def added(self) -> int:
        """How many memories are new."""
        return sum(self.by_form.values())


class _Said(Value):
    """One finding as it would be stored, with where it came from, and how many secrets were known by then."""

    form: str
    finding: Statement
    prepared: Prepared
    key: str
    secrets: int

    @property
    def source(self) -> Source:
        """The file that says it."""
        return self.prepared.source


def take_documents(context: Context, found: Gathered, *, dry_run: bool = False) -> DocumentsRead:
    """Bring memory in step with these files."""
    partition = context.partition(context.scope)
    said, refused, cut = _read(context, found)
    past = _past(context, partition, said, found)
    now = {item.key for item in said}
    unread = {name: _unread(partition, said, past.get(name, {}), older) for name, older in cut.items()}
    gone = {
        key: memory
        for name, keys in past.items()
        for key, memory in keys.items()
        if key not in now and key not in unread.get(name, {})
    }
    fresh = [item for item in said if item.key not in past[item.source.name]]
    fresh.sort(key=lambda item: item.form != _CHANGES)  # what changed long ago is not what a reader sees first
    files = {form: len(members) for form, members in found.files.items() if members}
    ids = {key: memory for keys in past.values() for key, memory in keys.items()}
    new = {item.key: item.form for item in reversed(fresh) if item.key not in ids}  # what two files say is one memory
    left = sum(release not in set(unread[name].values()) for name, older in cut.items() for release in older)
    by_form = _count(files, new)
    taken = DocumentsRead(files, by_form, len(now) - len(new), refused=refused, cut={_CHANGES: left} if left else {})
    if dry_run:
        return taken
    kept = _store(context, fresh, [_with_older(partition, item, past, now, found) for item in fresh])
    ids = {**dict(reversed(kept)), **ids}
    by_form = _count(files, {key: form for key, form in new.items() if key in ids})
    retired = _keep_step(partition, said, ids, _known_here(context, partition, found, gone), new)
    return replace(taken, by_form=by_form, retired=retired, refused=refused + len(fresh) - len(kept))


def _past(
    context: Context, partition: Partition, said: Sequence[_Said], found: Gathered
) -> dict[str, dict[str, MemoryId]]:
    """Return what each file ever said here, also those that are there no more."""
    past: dict[str, dict[str, MemoryId]] = {}
    for entry in said:
        if entry.source.name not in past:
            past[entry.source.name] = past_words(partition, entry.source)
    if found.whole:
        names = {name for members in found.files.values() for name, _ in members}
        names |= {context.clean_source(Source("document", name)).name for name in names}
        past |= {name: past_words(partition, Source("document", name)) for name in _lost(partition, found, names)}
    return past


def _unread(
    partition: Partition, said: Sequence[_Said], past: Mapping[str, MemoryId], older: Sequence[str]
) -> dict[str, str]:
    """Return which words of a file that was not read to its end are about an older release, and which: not gone."""
    from standfast.capture.importers.changes import release_of

    now = {item.key for item in said}
    titles = {item.prepared.content.title for item in said}
    states = partition.memories.find_several([memory for key, memory in past.items() if key not in now])
    names = {memory: state.content.title for memory, state in states.items() if state.content.title not in titles}
    releases = {memory: release_of(title) for memory, title in names.items()}
    return {key: releases[memory] for key, memory in past.items() if releases.get(memory) in set(older)}


def _store(context: Context, fresh: Sequence[_Said], drafts: list[Draft]) -> list[tuple[str, MemoryId]]:
    """Store what is new; return the keys of what was taken, each with its memory."""

    def read(place: int) -> Prepared:
        item, draft = fresh[place], drafts[place]
        if item.secrets != context.known.refresh():  # what it says may be one of them
            return prepare(context, draft)
        return replace(item.prepared, supersedes=tuple(draft.supersedes))

    results = zip(fresh, remember_read(context, drafts, read), strict=True)
    return [(entry.key, result.id) for entry, result in results if isinstance(result, Remembered)]


def _count(forms: Iterable[str], new: Mapping[str, str]) -> dict[str, int]:
    found = list(new.values())
    return {form: found.count(form) for form in forms}


def _read(context: Context, found: Gathered) -> tuple[list[_Said], int, dict[str, list[str]]]:
    """Return what the files say, how much of it was refused, and which older releases some of them have."""
    said: list[_Said] = []
    cut: dict[str, list[str]] = {}
    refused = 0
    dates = Dates((context.here.root or context.where) if found.inside else None)
    unknown = found.unborn and not context.who.is_person  # nobody merged them, and no person asked to read them
    for form, listed in found.files.items():
        guides = (
            [entry for entry in found.files.get("instructions", ()) if is_guide(entry[0])] if form == ways.FORM else ()
        )
        members = [*ways.with_one_solution(listed, lambda file: len(read_text(*file, found, str))), *guides]
        forbidden = [read_forbidden(name, read_text(name, path, found, str)) for name, path in guides]
        every: dict[str, list[Statement]] = {}
        for name, path in members:
            every[name], more = _findings(context, form, name, path, found, forbidden)
            cut |= {context.clean_source(Source("document", name)).name: more} if more else {}
        if form == ways.FORM:
            settled = choose_ways([finding for findings in every.values() for finding in findings], found.paths)
            every = {name: [finding for finding in settled if finding.file == name] for name in every}
        # What holds everywhere need not be said again for a folder: a guide that pages are made from, and the pages.
        everywhere = {_words(item) for findings in every.values() for item in findings if not item.paths}
        every = {
            name: [item for item in findings if not item.paths or _words(item) not in everywhere]
            for name, findings in every.items()
        }
        for name, path in members:
            kind = "document" if found.inside else _OUTSIDE
            source = context.clean_source(Source(kind, name, untrusted=unknown or name in found.loose))
            findings = every[name]
            told = form == _CHANGES and all(finding.at for finding in findings)  # each release says its day itself
            if findings and not told:
                findings = dates.date(found.links.get(name, name), found.read(name, path), findings)
            for finding in findings:
                try:
                    prepared = prepare(context, _draft(finding, source, found))
                except StandfastError:
                    refused += 1
                    continue
                key = content_key(prepared.content, source)
                said.append(_Said(form, finding, prepared, key, context.known.count))
    return list({(item.source.name, item.key): item for item in said[:_MOST]}.values()), refused, cut


def _words(finding: Statement) -> tuple[str, ...]:
    return (finding.kind, finding.title, " ".join(finding.text.split()))


def _findings(
    context: Context, form: str, name: str, path: Path, found: Gathered, forbidden: Sequence[Forbidden]
) -> tuple[list[Statement], list[str]]:
    """Return what one file says, and which older releases it has that nobody asked to read."""
    newest = form == _CHANGES and found.whole
    if form != ways.FORM and not newest:
        return read_findings(form, name, path, found, context.clean_whole), []
    text = read_text(name, path, found, context.clean_whole)
    if newest:
        from standfast.capture.importers.changes import read_newest

        return read_newest(name, text)
    can_run = _inventory(context, found) if is_guide(name) or ways.is_workflow(name) else None
    told = ways.read_ways(name, text, found.paths, can_run=can_run, forbidden=forbidden) if text else []
    return told, []


def _inventory(context: Context, found: Gathered) -> Callable[[str], bool] | None:
    """Return what tells whether a command has what it needs here, where that can be told."""
    if context.here.root is None or not found.inside:
        return None
    from standfast.code.snapshot import open_snapshot
    from standfast.standing.documents.lookup import Inventory

    return Inventory(open_snapshot(str(context.here.root))).can_run


def _draft(finding: Statement, source: Source, found: Gathered) -> Draft:
    # Named, so that a file is the whole project's word on whichever branch one is: it is read as the default has it.
    ruled = finding.kind in {"convention", "requirement"}
    paths = (ruled and _headed(finding, found.paths)) or finding.paths
    scope = ",".join(["project", *(f"path:{glob}" for glob in paths)]) if found.inside else ""
    anchors = [] if ruled else _named_paths(finding.text, found.paths)
    anchors = [*finding.anchors, *anchors]
    return Draft(
        text=finding.text,
        kind=finding.kind,
        title=finding.title,
        why=finding.why,
        anchors=anchors,
        scope=scope,
        evidence=[
            f"{'file' if found.inside else 'document'}:{finding.file}{f':{finding.line}' if finding.line else ''}",
            *([f"commit:{finding.commit}"] if finding.commit else []),
        ],
        at=finding.at,
        status="" if finding.becomes == "active" else "proposed",
        source=source,
    )


def _headed(finding: Statement, paths: frozenset[str]) -> tuple[str, ...]:
    """Return the file that a rule is for because its heading is the name of one: "Skills (`_skills.py`)"."""
    match = _FILE_HEADING.search(finding.title)
    name = match["name"] if match else ""
    if not name or tells_past(name):
        return ()
    folder = dirname(finding.file)
    here = f"{folder}/" if folder else ""
    hits = [path for path in paths if path.endswith(name) and path.startswith(here) and f"/{path}".endswith(f"/{name}")]
    return (hits[0],) if len(hits) == 1 else ()


def _named_paths(text: str, paths: frozenset[str]) -> list[str]:
    """Return the files of the repository that a text names in full."""
    words = dict.fromkeys(word.strip("`'\"()[]<>,;:.*") for word in text.replace("](", " ").split() if "/" in word)
    return [word for word in words if word in paths and word.isprintable() and ":" not in word and "@" not in word][:3]


def past_words(partition: Partition, source: Source) -> dict[str, MemoryId]:
    """Return what a source ever said here: the key of the words, and the memory they went to."""
    wanted = LogFilter(source=SourceFilter(source.kind, source.name), acts=(Act.REMEMBER,))
    found: dict[str, MemoryId] = {}
    for operation in partition.log.iterate(wanted, newest_first=False):
        if operation.payload is not None and operation.header.memory is not None:
            found[content_key(decode_content(operation.payload["content"]), source)] = operation.header.memory
    return found


def _lost(partition: Partition, found: Gathered, names: set[str]) -> set[str]:
    """Return the files that memories in force came from and that are there no more."""
    kinds = tuple(kind for kind in Kind if kind is not Kind.EPISODE)
    view = View(statuses=(Status.ACTIVE, Status.PROPOSED), kinds=kinds)
    sources = {
        source.name
        for memory in partition.memories.select(view)
        for source in memory.sources
        if source.kind == "document"
    }
    return {name for name in sources if name not in names and name not in found.paths}


def _with_older(
    partition: Partition, said: _Said, past: Mapping[str, Mapping[str, MemoryId]], now: set[str], found: Gathered
) -> Draft:
    """Return the draft; a record that was reworded takes the place of its earlier words."""
    draft = _draft(said.finding, said.source, found)
    if said.form not in {"adr", "postmortems"} or said.finding.becomes != "active":
        return draft
    older = [memory for key, memory in past[said.source.name].items() if key not in now]
    states = (partition.memories.find(memory) for memory in older)
    return replace(draft, supersedes=[state.id for state in states if state and _is_files(state)])


def _is_files(state: Memory) -> bool:
    """Tell whether a memory is in force and says what files say, and nobody else had a hand in it."""
    voices = (*state.sources, state.version.source)
    return state.status in {Status.ACTIVE, Status.PROPOSED} and all(voice.kind == "document" for voice in voices)


def _keep_step(
    partition: Partition,
    said: Sequence[_Said],
    ids: Mapping[str, MemoryId],
    gone: Sequence[Memory],
    new: Collection[str],
) -> int:
    """Retract what left its file, restore what came back, and give records the status they say they have.

    Return how much of what was known before is no longer in force.
    """
    from standfast.capture.importers.decisions import resolve

    retired = 0
    by_file = {item.finding.file: item for item in said if item.finding.kind == "decision"}
    newer = dict(resolve([item.finding for item in by_file.values()]))
    still = {ids[item.key] for item in said if item.key in ids}
    with partition.writing():
        for state in gone:
            if state.id not in still:
                _append(partition, Act.RETRACT, state.source, state.id, {"reason": _GONE + state.source.name})
                retired += 1
        for item in said:
            known = partition.memories.find(ids[item.key]) if item.key in ids else None
            by = by_file.get(newer.get(item.finding.file, "")) if by_file.get(item.finding.file) is item else None
            if known:
                retired += _settle(partition, item, known, ids.get(by.key) if by else None) * (item.key not in new)
    return retired


def _known_here(context: Context, partition: Partition, found: Gathered, gone: Mapping[str, MemoryId]) -> list[Memory]:
    """Return those of the memories whose words are gone that this checkout can know to be gone.

    What was written in a commit that is not part of what is read here was never here to go: another checkout is ahead
    of this one, or the project has more than one repository.
    """
    states = (partition.memories.find(memory) for memory in dict.fromkeys(gone.values()))
    ours = [state for state in states if state and _is_files(state)]
    git = find_git(str(context.here.root or context.where)) if ours and found.commit else None
    return ours if git is None else [state for state in ours if _was_here(git, found.commit, state)]


def _was_here(git: Git, commit: str, state: Memory) -> bool:
    """Tell whether a memory was read from what came before this commit, or from what was rewritten since."""
    written = next((item.ref for item in state.content.evidence if item.kind == "commit"), commit)
    if git.find_commit(written):
        return written == commit or not git.is_ancestor(commit, written)
    made = git.find_line("show", "--no-patch", "--format=%cI", commit)
    return is_shallow(git.place) and bool(made) and state.at <= datetime.fromisoformat(made)


def _settle(partition: Partition, said: _Said, state: Memory, newer: MemoryId | None) -> int:
    """Give one memory the status its file says, unless that was said before and somebody decided otherwise since."""
    in_force = state.status in {Status.ACTIVE, Status.PROPOSED}
    last = _last_word(partition, state.id)
    if newer and newer != state.id:
        if in_force and last is not Act.SUPERSEDE:
            _append(partition, Act.SUPERSEDE, said.source, state.id, {"by": newer})
            return 1
    elif said.finding.becomes in {"retracted", "superseded"}:
        if in_force and last is not Act.RETRACT:
            _append(
                partition, Act.RETRACT, said.source, state.id, {"reason": f"{said.finding.file}: {said.finding.reason}"}
            )
            return 1
    elif _is_back(state, last) or (said.finding.becomes == "active" and _lost_its_successor(partition, state)):
        _append(partition, Act.RESTORE, said.source, state.id, {})
    elif said.finding.becomes == "active" and _was_only_proposed(state, said.source) and last is None:
        _append(partition, Act.APPROVE, said.source, state.id, {})
    return 0


def _is_back(state: Memory, last: Act | None) -> bool:
    """Tell whether a memory was put aside only because its words had left their file."""
    return state.status is Status.RETRACTED and last is Act.RETRACT and state.reason.startswith(_GONE)


def _lost_its_successor(partition: Partition, state: Memory) -> bool:
    """Tell whether files put a memory aside for another that has since left its file: then nothing is in its place."""
    newer = partition.memories.find(state.superseded_by) if state.superseded_by else None
    if state.status is not Status.SUPERSEDED or newer is None or newer.status is not Status.RETRACTED:
        return False
    aside = [
        item.header
        for item in partition.log.of_memory(state.id)
        if (item.header.act is Act.SUPERSEDE and item.header.memory == state.id) or state.id in item.header.supersedes
    ]
    by_files = bool(aside) and aside[-1].source.kind == "document"
    return by_files and newer.reason.startswith(_GONE)


def _was_only_proposed(state: Memory, now: Source) -> bool:
    """Tell whether a memory waits because its file called it a proposal, or was not committed; for no other reason."""
    arrived = state.source.untrusted and not now.untrusted
    return state.status is Status.PROPOSED and (arrived or not state.reason) and state.source.kind == "document"


def _last_word(partition: Partition, memory: MemoryId) -> Act | None:
    """Return the last thing that files decided about a memory beside saying it."""
    acts = {Act.RETRACT, Act.RESTORE, Act.SUPERSEDE, Act.APPROVE}
    said = [item.header for item in partition.log.of_memory(memory) if item.header.source.kind == "document"]
    return next((item.act for item in reversed(said) if item.act in acts and item.memory == memory), None)


def _append(partition: Partition, act: Act, source: Source, memory: MemoryId, payload: Mapping[str, object]) -> None:
    partition.log.append(Change(act, source, memory, payload))
