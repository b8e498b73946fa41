"""The survey: store and mirror side by side, without changing either.

Owns the one judgement that export, import and check share: for every memory and file, which side is ahead. A file is
ahead when somebody changed it after both sides last agreed; a file that is merely old (another branch, a store that
moved on) is behind, never an edit. Must not write. Neighbours: `page`, `take`, `verbs.mirror`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from standfast.code.git import find_git
from standfast.context.context import Context
from standfast.errors import ConfigError
from standfast.mirror.book import Agreed, Book
from standfast.mirror.folder import File, Problem, derive_id, read_project, scan_folder
from standfast.mirror.format import DISPUTED, Page, parse_page, render_page
from standfast.mirror.front import BadPage
from standfast.mirror.page import completed, holds_secret, masked, page_of, page_of_version
from standfast.mirror.provenance import History, Written
from standfast.model.ids import MemoryId
from standfast.model.kind import HAPPENED, Kind
from standfast.model.memory import Content, Memory, Version
from standfast.model.trust import WAITING, Authority, Status
from standfast.model.value import Value, replace
from standfast.store.contract import Partition
from standfast.store.values import View
from standfast.trust.purged import is_purged
from standfast.trust.release import KINDS, SHARED


class State(StrEnum):
    """Which side is ahead: the file, the store, or neither."""

    NEW = "new"
    EDIT = "edit"
    DELETED = "deleted"
    RETURNED = "returned"
    APPROVED = "approved"
    RESOLVED = "resolved"
    SUPERSEDING = "superseding"
    VERIFIED = "verified"
    BEHIND = "behind"
    MISSING = "missing"
    REMOVE = "remove"
    UNNAMED = "unnamed"
    WAITING = "waiting"
    DISPUTED = "disputed"
    BROKEN = "broken"
    SAME = "same"
    KEPT = "kept"


IMPORTS = frozenset(
    (
        State.NEW,
        State.EDIT,
        State.DELETED,
        State.RETURNED,
        State.APPROVED,
        State.RESOLVED,
        State.SUPERSEDING,
        State.VERIFIED,
    )
)
"""What import takes in."""
EXPORTS = frozenset((State.BEHIND, State.MISSING, State.REMOVE, State.UNNAMED))
"""What export writes."""


class SurveyItem(Value):
    """One memory or file and which side is ahead. `page` is the file in the store's words, `ours` the store's page."""

    state: State
    path: str
    id: str
    data: bytes = b""
    raw: Page | None = None
    page: Page | None = None
    ours: Page | None = None
    memory: Memory | None = None
    base: Version | None = None
    written: Written = Written()
    note: str = ""


class Survey(Value):
    """Everything compared, in the order of paths; `settled` are memories whose files needed no comparing."""

    root: Path
    items: tuple[SurveyItem, ...]
    problems: tuple[Problem, ...]
    withheld: int
    project: str
    settled: tuple[str, ...] = ()


class Surveyor:
    """One look at store and mirror."""

    def __init__(self, context: Context, *, trust: bool = False, asked: bool = True) -> None:
        root = context.here.root
        git = find_git(str(root)) if root else None
        if root is None or git is None or not context.here.project:
            hint = "The mirror needs a Git repository; run `git init` first."
            raise ConfigError("This is not a Git repository.", hint=hint, code="no-project")
        self.context, self.root, self.git, self.trust = context, root, git, trust
        self.project = str(read_project(root).get("id", ""))
        self.partition: Partition = context.partition(context.scope)
        self.book = Book(Path(git.place.git_dir))
        self.history = History(git, asked=asked)
        self._memories: dict[str, Memory | None] = {}
        self._news: dict[tuple[str, str], bool] = {}
        self._branch_own: set[str] = set()

    def look(self, *, incoming: bool = False) -> Survey:
        """Compare everything; `incoming` leaves out what can only be news from the store, and costs far less."""
        retired: dict[str, list[str]] = {}
        if not incoming:
            for memory in self.partition.memories.select(View(statuses=()), newest_first=False):
                self._memories[memory.id] = self._carried(memory)
                if memory.status is Status.SUPERSEDED and memory.superseded_by:
                    retired.setdefault(memory.superseded_by, []).append(memory.id)
        files, problems = scan_folder(self.root)
        settled = self._settled(files) if incoming else {}
        read, twice = self._read(files, settled, problems)
        names = {*read, *(self.book.files if incoming else self._memories)} - set(settled)
        items: list[SurveyItem] = []
        withheld = 0
        broken = {problem.path for problem in problems}
        for name in sorted(names - twice):
            item = self._compare(name, self._find(name), read.get(name), retired.get(name, []))
            if item is None:
                withheld += 1
            elif not (item.state == State.MISSING and self._known_path(name) in broken):
                items.append(item)
        items.sort(key=lambda entry: (entry.path, entry.id))
        return Survey(self.root, tuple(items), tuple(problems), withheld, self.project, tuple(settled))

    def _find(self, name: str) -> Memory | None:
        """Return a memory as it is now."""
        if name not in self._memories:
            memory = self.partition.memories.find(MemoryId(name))
            self._memories[name] = self._carried(memory) if memory else None
        return self._memories[name]

    def is_carried(self, name: str) -> bool:
        """Tell whether a memory is only true on the branch at hand, and travels with it."""
        return name in self._branch_own

    def _carried(self, memory: Memory) -> Memory:
        """Return a memory as its file says it: what a person decided on the branch at hand, without the branch.

        The file is part of that branch, so nobody reads it as true elsewhere; it stays where it was carried before.
        """
        scope, here = memory.content.scope, self.context.here.branch
        wanted = bool(self.context.settings.mirror_at) or memory.id in self.book.files
        if not wanted or not here or scope.branch != here or not memory.is_decided:
            return memory
        self._branch_own.add(memory.id)
        content = replace(memory.content, scope=replace(scope, branch=""))
        return replace(memory, version=replace(memory.version, content=content))

    def _settled(self, files: Sequence[File]) -> dict[str, str]:
        """Return the memories whose files are to the byte what both sides agreed on: there is nothing to take in."""
        held = {file.path: file.data for file in files}
        return {
            name: item.path
            for name, item in self.book.files.items()
            if item.state and item.path in held and item.mark == self.mark(held[item.path])
        }

    def _read(
        self, files: Sequence[File], settled: dict[str, str], problems: list[Problem]
    ) -> tuple[dict[str, tuple[File, Page]], set[str]]:
        """Read files into pages by id; name what cannot be read, and ids that more than one file carries."""
        read: dict[str, tuple[File, Page]] = {}
        paths: dict[str, list[str]] = {name: [path] for name, path in settled.items()}
        done = set(settled.values())
        for file in files:
            if file.path in done:
                continue
            try:
                page = parse_page(file.data)
                name = page.id or self._name(file, page)
                completed(self.context, page, file.path)
            except BadPage as error:
                problems.append(Problem(file.path, error.kind, error.message, error.hint, error.line))
                continue
            paths.setdefault(name, []).append(file.path)
            read[name] = (file, page)
        twice = {name for name, found in paths.items() if len(found) > 1}
        for name in sorted(twice):
            hint = f"Both say they are {name}. Remove the `id` of the newer one: it gets its own at the next export."
            problems += [Problem(path, "duplicate", "Two files carry one id.", hint) for path in paths[name]]
        return read, twice

    def _known_path(self, name: str) -> str:
        agreed = self.book.files.get(name)
        return agreed.path if agreed else ""

    def _name(self, file: File, page: Page) -> str:
        """Return the id of a file that carries none: every clone that meets it first gives it the same one."""
        known = self.book.find_path(file.path)
        if known:
            return known
        first = self.history.first(file.path)
        try:
            start = parse_page(first) if first else page
        except BadPage:
            start = page
        said = render_page(replace(start, id="", others=(), extra=()))
        return derive_id(file.path, said)

    def mark(self, data: bytes) -> str:
        """Return a fingerprint of a file from which nothing can be guessed."""
        return self.context.fingerprint("mirror\x1f" + data.decode("latin-1"))

    def state(self, memory: Memory, retired: int) -> str:
        """Return what changes with every change of a memory in the store."""
        return f"{memory.hlc}.{retired}"

    def is_news(self, written: Written, agreed: Agreed) -> bool:
        """Tell whether a commit came after both sides agreed: another branch is no news, however it differs."""
        pair = (agreed.head, written.commit)
        if pair not in self._news:
            self._news[pair] = self.history.is_ahead_of(agreed.head) and not self.history.had(*pair)
        return self._news[pair]

    def _follows(self, path: str, written: Written, agreed: Agreed) -> bool:
        """Tell whether a change was made to what both sides agreed on, and not to something older."""
        if not written.commit:
            latest = next(self.history.earlier(path, most=1), b"")
            return agreed.head == self.history.head or self.mark(latest) == agreed.mark
        if not self.is_news(written, agreed):
            return False
        return any(self.mark(data) == agreed.mark for data in self.history.earlier(path))

    # -- the judgement

    def _compare(
        self,
        name: str,
        memory: Memory | None,
        found: tuple[File, Page] | None,
        retired: list[str],
    ) -> SurveyItem | None:
        agreed = self.book.files.get(name)
        if found is None:
            return self._without_file(name, memory, agreed, retired) if memory else None
        file, raw = found
        fresh = agreed is None or agreed.path != file.path or agreed.mark != self.mark(file.data)
        if memory and agreed and not fresh and agreed.state == self.state(memory, len(retired)) and raw.id:
            return SurveyItem(State.SAME, file.path, name, file.data, raw, memory=memory)
        page = completed(self.context, replace(raw, id=name), file.path)
        item = SurveyItem(
            State.SAME, file.path, name, file.data, raw, page, None, memory, None, self.history.written(file.path)
        )
        if memory is None:
            return self._unknown(item)
        ours = page_of(self.context, memory, retired)
        if isinstance(ours, Page):
            return self._current(replace(item, ours=ours), agreed, fresh=fresh)
        return self._withheld(item, memory, agreed, ours.reason, fresh=fresh)

    def _without_file(self, name: str, memory: Memory, agreed: Agreed | None, retired: list[str]) -> SurveyItem | None:
        ours = page_of(self.context, memory, retired)
        if not isinstance(ours, Page) or not (memory.is_decided or agreed):
            return None  # what no person said or approved gets no file; one that it has is kept
        item = SurveyItem(State.MISSING, agreed.path if agreed else "", name, ours=ours, memory=memory)
        if agreed and agreed.path:
            gone = self.history.deleted(agreed.path)
            if gone is not None and self._follows(agreed.path, gone, agreed):
                landed = gone.landed or self.trust
                note = f"removed by {gone.name} in {gone.commit[:10]}"
                return replace(item, state=State.DELETED if landed else State.WAITING, written=gone, note=note)
            if gone is None and not self.history.written(agreed.path).commit:
                return replace(item, note="removed here, and not committed: commit that to take it back")
        return item

    def _unknown(self, item: SurveyItem) -> SurveyItem:
        page = item.page or Page()
        memory = MemoryId(item.id)
        if is_purged(self.context, self.partition, Content(Kind.FACT, page.text, self.context.scope), memory):
            return replace(item, state=State.REMOVE, note="it was purged")
        if self.partition.log.of_memory(memory):
            return replace(item, state=State.REMOVE, note="what brought it in was reverted")
        if any(
            partition.log.of_memory(memory)
            for partition in self.context.partitions()
            if partition.key != self.partition.key
        ):
            return replace(item, state=State.BROKEN, note="its id belongs to something else here: remove the line `id`")
        if not page.text:
            return replace(item, state=State.BROKEN, note="there is no text in it")
        return replace(item, state=State.NEW)

    def _withheld(
        self, item: SurveyItem, memory: Memory, agreed: Agreed | None, reason: str, *, fresh: bool
    ) -> SurveyItem:
        """Judge a file whose memory does not leave: it waits for a person, or it has gone, or it became private."""
        landed = self._landed(item)
        raw = item.raw or Page()
        if memory.status is Status.DISPUTED:
            decided = fresh and agreed is not None and raw.status != DISPUTED and landed
            return replace(item, state=State.RESOLVED if decided else State.DISPUTED, note="`standfast review` decides")
        if memory.status in WAITING:
            if memory.status is Status.PROPOSED and memory.source.untrusted and landed:
                return replace(
                    item, state=State.APPROVED if self._says(item, memory) else "resolved", note="it has landed"
                )
            return replace(item, state=State.WAITING, note=memory.reason or reason)
        absent = agreed if agreed and not agreed.path and item.written.commit and landed else None
        if memory.status is Status.RETRACTED and absent and self.is_news(item.written, absent):
            return replace(item, state=State.RETURNED)
        if memory.status is not Status.ACTIVE or _is_private(memory.content):
            if fresh and not self._said_before(item, memory):
                note = f"{reason} in the store, and the file was edited: `standfast restore {memory.id}`, or remove it"
                return replace(item, state=State.WAITING, note=note)
            return replace(item, state=State.REMOVE, note=reason)
        return replace(item, state=State.KEPT, note=reason)

    def _said_before(self, item: SurveyItem, memory: Memory) -> bool:
        """Tell whether a revision says what the file says, so that no word is lost with it."""
        versions = self.partition.memories.versions(memory.id)
        known = [page_of_version(self.context, _speaking(memory), version) for version in versions]
        page = item.page or Page()
        return any(entry and masked(self.context, page, entry).says_same(entry) for entry in known)

    def _says(self, item: SurveyItem, memory: Memory) -> bool:
        page = page_of_version(self.context, _speaking(memory), memory.version)
        return bool(page and item.page and masked(self.context, item.page, page).says_same(page))

    def _current(self, item: SurveyItem, agreed: Agreed | None, *, fresh: bool) -> SurveyItem:
        """Judge a file whose memory is in the mirror."""
        raw, page, ours, memory = item.raw, item.page, item.ours, item.memory
        assert raw
        assert page
        assert ours
        assert memory
        told = masked(self.context, page, ours)
        if told.says_same(ours) and not raw.others:
            return self._agreeing(item, fresh=fresh)
        landed = self._landed(item)
        if raw.others:
            return self._disputing(item, fresh=fresh, landed=landed)
        if agreed and not fresh:
            return replace(item, state=State.BEHIND)  # it was taken in as it is; the store has moved on
        follows = agreed is not None and self._follows(item.path, item.written, agreed)
        versions = self.partition.memories.versions(memory.id)
        base = next((version for version in versions if agreed and version.operation == agreed.operation), None)
        if not (follows and base):
            known = [page_of_version(self.context, memory, version) for version in versions]
            if any(entry and masked(self.context, page, entry).says_same(entry) for entry in known):
                return replace(item, state=State.BEHIND)
            base = self._base(item, versions, known)
        if not landed:
            return replace(item, state=State.WAITING, note=_not_landed(item.written))
        return replace(item, state=State.EDIT, base=base)

    def _agreeing(self, item: SurveyItem, *, fresh: bool) -> SurveyItem:
        raw, ours = item.raw or Page(), item.ours or Page()
        if self._landed(item) and any(
            (old := self._find(supersede)) is not None and old.status is Status.ACTIVE for supersede in raw.supersedes
        ):
            return replace(item, state=State.SUPERSEDING)
        if ours.source and not raw.source and raw.id and fresh and self._landed(item) and item.written.commit:
            return replace(item, state=State.APPROVED, note="a person stands behind it now")
        if not raw.id or not raw.at or set(ours.supersedes) - set(raw.supersedes):
            return replace(item, state=State.UNNAMED if not raw.id else State.BEHIND)
        verified = item.page.verified if item.page else ""
        if fresh and verified > ours.verified and self._landed(item):
            return replace(
                item, state=State.VERIFIED, note=f"verified by {item.written.name}" if item.written.name else ""
            )
        if bool(raw.source) != bool(ours.source) or verified < ours.verified:
            return replace(item, state=State.BEHIND)
        if holds_secret(self.context, raw):
            return replace(item, state=State.BEHIND, note="it holds a secret: the next export takes it out of the file")
        return replace(item, state=State.SAME)

    def _disputing(self, item: SurveyItem, *, fresh: bool, landed: bool) -> SurveyItem:
        """Judge a file that shows two versions of a memory which is not disputed here."""
        if not fresh:
            return replace(item, state=State.BEHIND)
        if not landed:
            return replace(item, state=State.WAITING, note=_not_landed(item.written))
        return replace(item, state=State.EDIT, note="two versions of it were merged")

    def _base(self, item: SurveyItem, versions: list[Version], known: list[Page | None]) -> Version | None:
        """Find the revision an edit started from: the one that the file was before."""
        if len(versions) == 1:
            return versions[0]
        for data in self.history.earlier(item.path):
            try:
                was = completed(self.context, parse_page(data), item.path)
            except BadPage:
                continue
            for version, page in zip(reversed(versions), reversed(known), strict=True):
                if page and masked(self.context, was, page).says_same(page):
                    return version
        return None

    def _landed(self, item: SurveyItem) -> bool:
        return self.trust or not item.written.commit or item.written.landed


def _speaking(memory: Memory) -> Memory:
    """Return a memory as if somebody had stood up for it: to compare its words, never to let it out."""
    return replace(memory, authority=max(memory.authority, Authority.NOTE))


def _is_private(content: Content) -> bool:
    shared = content.kind in HAPPENED and SHARED in content.tags
    return content.scope.level != "project" or bool(content.scope.branch) or not (content.kind in KINDS or shared)


def _not_landed(written: Written) -> str:
    return f"by {written.name} in {written.commit[:10]}, which is in no branch that people merge into"
