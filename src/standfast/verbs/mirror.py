"""The mirror: export to files, import from them, check that both agree, and the block in instruction files.

Owns the order of steps. Export writes only what may leave and never over an edit that was not taken in; import takes
edits in and writes no file; check changes nothing at all. Neighbours: `mirror.survey` says which side is
ahead, `mirror.take` brings words in, `mirror.folder` knows the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from standfast.code.identity import read_mirror_id
from standfast.code.locate import find_checkout, read_head
from standfast.context.context import Context
from standfast.errors import Refused, StandfastError, StoreError, Unavailable
from standfast.mirror.book import NAME, Agreed, Book, stamp_folder
from standfast.mirror.folder import (
    ATTRIBUTES,
    ATTRIBUTES_TEXT,
    FOLDER,
    INDEX,
    PROJECT,
    Problem,
    delete_file,
    name_page,
    read_project,
    render_project,
    write_file,
)
from standfast.mirror.format import render_page
from standfast.mirror.index import Listed, render_index, without_standing
from standfast.mirror.page import to_write
from standfast.mirror.pinned import list_blocks, put_into, with_block
from standfast.mirror.survey import EXPORTS, IMPORTS, State, Survey, SurveyItem, Surveyor
from standfast.mirror.take import Taken, Taker
from standfast.model.ids import ProjectId
from standfast.model.value import Value, replace
from standfast.standing.memories import Judge
from standfast.store.contract import Progress
from standfast.store.values import Project
from standfast.text.lock import held
from standfast.trust.person import require_person

_QUIET = frozenset((State.SAME, State.KEPT))
_PATIENCE_S = 2.0  # a Git hook waits for a quiet import
_WAIT_S = 20.0
_BATCH = 64  # a transaction of so many holds others up for a moment at most


class Difference(Value):
    """One thing on which store and files do not agree, and which side is ahead."""

    state: State
    path: str
    id: str
    note: str = ""


class Exported(Value):
    """What export did: files written and removed, and what was left alone."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int
    left: tuple[Difference, ...] = ()
    problems: tuple[Problem, ...] = ()
    withheld: int = 0


class Imported(Value):
    """What import did: what it took in, what agreed already, what waits (it has not landed), what could not be read."""

    taken: tuple[Taken, ...] = ()
    unchanged: int = 0
    waiting: tuple[Difference, ...] = ()
    problems: tuple[Problem, ...] = ()


class Checked(Value):
    """Whether store and files agree."""

    differences: tuple[Difference, ...]
    problems: tuple[Problem, ...]
    agreeing: int

    @property
    def agrees(self) -> bool:
        """Whether there is nothing to do."""
        return not self.differences and not self.problems


# -- export


def mirror_export(context: Context) -> Exported:
    """Write the project's memory as files; whatever a person changed in them and nobody took in is left alone."""
    with _alone(context):
        return _export(context)


def mirror_carry(context: Context, at: str) -> tuple[str, ...]:
    """Write what a person decided on the branch at hand into its mirror, where the person set that for this moment.

    Only where there is a mirror, and only that; at a commit it becomes part of it. Return the files.
    """
    root = context.here.root
    if context.settings.mirror_at != at or root is None or not (root / FOLDER).is_dir():
        return ()
    with _alone(context):
        done = _export(context, carried=True)
    changed = (*done.written, *done.removed)
    if changed and at == "commit":
        from standfast.code.changes import stage_beside

        stage_beside(root, changed)
    return changed


def _export(context: Context, *, carried: bool = False) -> Exported:
    surveyor = Surveyor(context)
    survey = surveyor.look()
    taken = {item.path.casefold() for item in survey.items if item.data}
    taken |= {problem.path.casefold() for problem in survey.problems}
    written: list[str] = []
    removed: list[str] = []
    pages: list[SurveyItem] = []
    for found in survey.items:
        if carried and not surveyor.is_carried(found.id):
            pages += [found] if found.raw else []
            continue
        if found.state == State.REMOVE:
            if delete_file(survey.root, found.path):
                removed.append(found.path)
            _note(surveyor, found, "")
            continue
        item = _write(surveyor, found, taken, written) if found.state in EXPORTS and found.ours else found
        if item.state == State.SAME:
            _note(surveyor, item, item.path)
        if item.raw:
            pages.append(item)
    if carried and not (written or removed):
        return Exported((), (), len(pages))
    written += _write_beside(surveyor, survey, pages)
    blocks, damaged = list_blocks(survey.root)
    written += [path for path, _ in blocks if put_into(survey.root, path, context, pages)]
    _close(surveyor, waiting=surveyor.book.waiting)
    left = tuple(_difference(entry) for entry in survey.items if entry.state not in {*EXPORTS, *_QUIET})
    unchanged = sum(1 for entry in survey.items if entry.state == State.SAME)
    problems = (*survey.problems, *damaged)
    return Exported(tuple(written), tuple(removed), unchanged, left, problems, survey.withheld)


def _write(surveyor: Surveyor, item: SurveyItem, taken: set[str], written: list[str]) -> SurveyItem:
    """Bring one file up to the store and return the item as it is then."""
    assert item.ours
    path = item.path if item.data else ""
    if not path:
        path = item.path if item.path and item.path.casefold() not in taken else name_page(item.ours, taken)
        taken.add(path.casefold())
    page = to_write(surveyor.context, item.ours, item.raw, path)
    data = render_page(page, item.data or None)
    if write_file(surveyor.root, path, data):
        written.append(path)
    return SurveyItem(State.SAME, path, item.id, data, page, page, item.ours, item.memory)


def _write_beside(surveyor: Surveyor, survey: Survey, pages: Sequence[SurveyItem]) -> list[str]:
    """Write the index, the project's id and what Git has to know; nothing where there is no memory to mirror."""
    root, context = survey.root, surveyor.context
    if not pages and not (root / FOLDER).is_dir():
        return []
    project = survey.project or str(context.here.project)
    files = {INDEX: _index(context, pages)}
    if read_mirror_id(str(root)) != project:
        files[PROJECT] = render_project(project)
    if not (root / FOLDER / ATTRIBUTES).exists():
        files[ATTRIBUTES] = ATTRIBUTES_TEXT
    here = context.here
    context.store.catalog.add_project(Project(ProjectId(here.project), here.name, (("mirror", project),)))
    return [f"{FOLDER}/{name}" for name, data in files.items() if write_file(root, f"{FOLDER}/{name}", data)]


def _index(context: Context, pages: Sequence[SurveyItem]) -> bytes:
    """List what the files say, with what the repository says now of those that the store knows."""
    judge = Judge(context)
    listed: list[Listed] = []
    for item in pages:
        if item.raw and item.raw.id:
            standing = judge(item.memory).standing.value if item.memory else ""
            listed.append(Listed(item.raw, item.path, standing))
    return render_index(listed)


def _note(surveyor: Surveyor, item: SurveyItem, path: str) -> None:
    """Write down that store and file agree on a memory now, or that its file is gone."""
    memory = surveyor.partition.memories.find(item.memory.id) if item.memory else None
    retired = len(item.ours.supersedes) if item.ours else -1
    before = surveyor.book.files.get(item.id)
    if retired < 0 and before and path:
        state = before.state
    else:
        state = surveyor.state(memory, max(retired, 0)) if memory else ""
    operation = memory.version.operation if memory else ""
    mark = surveyor.mark(item.data) if path else ""
    surveyor.book.files[item.id] = Agreed(path, mark, state, operation, surveyor.history.head)


def _close(surveyor: Surveyor, *, waiting: bool) -> None:
    book = surveyor.book
    book.head, book.stamp, book.waiting = surveyor.history.head, stamp_folder(surveyor.root / FOLDER), waiting
    book.write()


# -- import


def mirror_import(
    context: Context, *, trust: bool = False, quiet: bool = False, progress: Progress | None = None
) -> Imported:
    """Take in what people changed in the files; `quiet` returns at once when nothing changed, and never fails."""
    if quiet:
        return _import_quietly(context)
    if trust:
        require_person(context.who, "says that a branch is to be trusted")
    return _import(context, trust=trust, progress=progress)


def _import(context: Context, *, trust: bool = False, asked: bool = True, progress: Progress | None = None) -> Imported:
    with _alone(context):
        done = _take_in(Surveyor(context, trust=trust, asked=asked), progress, asked=asked)
        if any(item.act == "restored" for item in done.taken):
            # What came back may have come back in other words.
            more = _take_in(Surveyor(context, trust=trust, asked=asked), None, asked=asked)
            done = replace(more, taken=(*done.taken, *more.taken))
        return done


@contextmanager
def _alone(context: Context) -> Iterator[None]:
    """Let one process at a time compare files and store: two that start from the same notes undo each other's work."""
    place = find_checkout(str(context.where))
    if place is None:
        yield
        return
    with held(Path(place.git_dir) / f"{NAME}.lock", wait_s=_WAIT_S) as alone:
        if not alone:
            hint = "It is done by itself after Git's events; try again in a moment."
            raise Unavailable("Another process is taking the mirror in.", hint=hint, code="mirror-busy", retryable=True)
        yield


def _take_in(surveyor: Surveyor, progress: Progress | None, *, asked: bool) -> Imported:
    """Take in what is news; what is not committed only where somebody `asked`: nobody can say who wrote it."""
    if surveyor.history.under_way:
        hint = "Finish or abort it first; until then nobody can say whose words these are."
        raise Refused("A merge or rebase is under way.", hint=hint, code="merging")
    survey = surveyor.look(incoming=True)
    taker, taken, problems = Taker(surveyor), list[Taken](), list(survey.problems)
    todo = [entry for entry in survey.items if entry.state in IMPORTS and (asked or entry.written.commit)]
    left = any(entry.state in IMPORTS for entry in survey.items if not (asked or entry.written.commit))
    todo.sort(
        key=lambda entry: entry.state == State.DELETED
    )  # what is superseded is retired first, and then not retracted
    for start in range(0, len(todo), _BATCH):
        with surveyor.partition.writing():
            for item in todo[start : start + _BATCH]:
                try:
                    with surveyor.partition.trying():
                        took = taker.take(item)
                    if took:
                        taken.append(took)
                        _note_taken(surveyor, item)
                except StoreError:
                    raise
                except StandfastError as error:
                    problems.append(Problem(item.path, error.code, error.message, error.hint))
        if progress:
            progress(min(start + _BATCH, len(todo)), len(todo))
    for item in survey.items:
        if item.state == State.SAME:
            _note(surveyor, item, item.path)
    for name in survey.settled:
        surveyor.book.files[name] = replace(surveyor.book.files[name], head=surveyor.history.head)
    waiting = tuple(
        _difference(entry) for entry in survey.items if entry.state in {State.WAITING, State.DISPUTED, State.BROKEN}
    )
    _close(surveyor, waiting=left or any(entry.state == State.WAITING for entry in survey.items))
    same = len(survey.settled) + sum(1 for entry in survey.items if entry.state == State.SAME)
    return Imported(tuple(taken), same, waiting, tuple(problems))


def _import_quietly(context: Context) -> Imported:
    context.hurry(_PATIENCE_S)
    try:
        return Imported() if _unchanged(context) else _import(context, asked=False)
    except StandfastError:
        return Imported()  # a mirror that is broken, newer or busy must not stop Git


def _note_taken(surveyor: Surveyor, item: SurveyItem) -> None:
    """Write down what was taken in; the next look compares the words: the store may not say exactly what they say."""
    if item.state == State.RETURNED:
        return
    _note(surveyor, item, "" if item.state == State.DELETED else item.path)
    surveyor.book.files[item.id] = replace(surveyor.book.files[item.id], state="")


def _unchanged(context: Context) -> bool:
    """Tell, from files alone, that nothing happened since the last time."""
    place = find_checkout(str(context.where))
    if place is None:
        return True
    stamp = stamp_folder(Path(place.root) / FOLDER)
    if not stamp:
        return not (Path(place.git_dir) / NAME).exists()
    book = Book(Path(place.git_dir))
    return book.stamp == stamp and (not book.waiting or book.head == read_head(place).commit)


# -- check


def mirror_check(context: Context) -> Checked:
    """Say where store and files differ; change nothing."""
    surveyor = Surveyor(context)
    survey = surveyor.look()
    differences = [_difference(item) for item in survey.items if item.state not in _QUIET]
    problems = (*survey.problems, *list_blocks(survey.root)[1])
    if not differences and not problems:
        differences += _stale_beside(context, survey.root, [item for item in survey.items if item.raw])
    agreeing = sum(1 for item in survey.items if item.state == State.SAME)
    return Checked(tuple(differences), problems, agreeing)


def _stale_beside(context: Context, root: Path, pages: Sequence[SurveyItem]) -> list[Difference]:
    if not pages and not (root / FOLDER).is_dir():
        return []
    found: list[Difference] = []
    wanted = without_standing(_index(context, pages))
    try:
        held = without_standing((root / FOLDER / INDEX).read_bytes())
    except OSError:
        held = None
    if held != wanted:
        found.append(Difference(State.BEHIND, f"{FOLDER}/{INDEX}", "", "`standfast mirror export` writes it"))
    if not read_project(root).get("id"):
        found.append(Difference(State.MISSING, f"{FOLDER}/{PROJECT}", "", "`standfast mirror export` writes it"))
    for path, text in list_blocks(root)[0]:
        if with_block(context, path, text, pages) != text:
            found.append(Difference(State.BEHIND, path, "", "`standfast mirror block` brings it up to date"))
    return found


def _difference(item: SurveyItem) -> Difference:
    return Difference(item.state, item.path, item.id, item.note)
