"""The mirror: export to files, import from them, check that both agree, and the block in instruction files.

Owns the order of steps. Export writes only what may leave and never over an edit that was not taken in; import takes
edits in and writes no file; check changes nothing at all. Neighbours: `mirror_survey` says which side is ahead,
`mirror_take` brings words in, `repo.mirror` knows the files.
"""

from __future__ import annotations

from pathlib import Path

from holdfast.errors import ConfigError, HoldfastError, Refused
from holdfast.model.ids import ProjectId
from holdfast.model.trust import Authority
from holdfast.model.value import Value
from holdfast.repo.locate import find_place, read_head
from holdfast.repo.mirror.book import Agreed, Book
from holdfast.repo.mirror.folder import (
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
    scan_folder,
    stamp_folder,
    write_file,
)
from holdfast.repo.mirror.format import Page, parse_page, render_page
from holdfast.repo.mirror.front import BadPage
from holdfast.repo.mirror.index import Listed, render_index, without_standing
from holdfast.store.values import Project
from holdfast.verbs.mirror_survey import EXPORTS, IMPORTS, Item, Survey, Surveyor
from holdfast.verbs.mirror_take import Taken, Taker
from holdfast.verbs.standing import Judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.repo.mirror.block import Pinned
    from holdfast.store.contract import Progress
    from holdfast.verbs.context import Context

_QUIET = frozenset({"same", "kept"})


class Difference(Value):
    """One thing on which store and files do not agree, and which side is ahead."""

    state: str
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
    """What import did; `changed` is False when nothing had changed since the last time."""

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
    surveyor = Surveyor(context)
    survey = surveyor.look()
    taken = {item.path.casefold() for item in survey.items if item.data}
    taken |= {one.path.casefold() for one in survey.problems}
    written: list[str] = []
    removed: list[str] = []
    pages: list[Item] = []
    for found in survey.items:
        if found.state == "remove":
            if delete_file(survey.root, found.path):
                removed.append(found.path)
            _note(surveyor, found, "")
            continue
        item = _write(surveyor, found, taken, written) if found.state in EXPORTS and found.ours else found
        if item.state == "same":
            _note(surveyor, item, item.path)
        if item.raw:
            pages.append(item)
    written += _write_beside(surveyor, survey, pages)
    written += [path for path, _ in _blocks(context, survey.root, pages) if _put(survey.root, path, context, pages)]
    _close(surveyor, waiting=surveyor.book.waiting)
    left = tuple(_difference(one) for one in survey.items if one.state not in {*EXPORTS, *_QUIET})
    unchanged = sum(1 for one in survey.items if one.state == "same")
    return Exported(tuple(written), tuple(removed), unchanged, left, survey.problems, survey.withheld)


def _write(surveyor: Surveyor, item: Item, taken: set[str], written: list[str]) -> Item:
    """Bring one file up to the store and return the item as it is then."""
    from holdfast.verbs.mirror_page import to_write

    assert item.ours
    path = item.path if item.data else ""
    if not path:
        path = item.path if item.path and item.path.casefold() not in taken else name_page(item.ours, taken)
        taken.add(path.casefold())
    page = to_write(surveyor.context, item.ours, item.raw, path)
    data = render_page(page, item.data or None)
    if write_file(surveyor.root, path, data):
        written.append(path)
    return Item("same", path, item.id, data, page, page, item.ours, item.memory)


def _write_beside(surveyor: Surveyor, survey: Survey, pages: Sequence[Item]) -> list[str]:
    """Write the index, the project's id and what Git has to know; nothing where there is no memory to mirror."""
    root, context = survey.root, surveyor.context
    if not pages and not (root / FOLDER).is_dir():
        return []
    project = survey.project or str(context.here.project)
    files = {
        INDEX: _index(context, pages),
        PROJECT: render_project(project),
        ATTRIBUTES: ATTRIBUTES_TEXT,
    }
    if survey.project:
        del files[PROJECT]
    if (root / FOLDER / ATTRIBUTES).exists():
        del files[ATTRIBUTES]
    here = context.here
    context.store.catalog.add_project(Project(ProjectId(here.project), here.name, (("mirror", project),)))
    return [f"{FOLDER}/{name}" for name, data in files.items() if write_file(root, f"{FOLDER}/{name}", data)]


def _index(context: Context, pages: Sequence[Item]) -> bytes:
    """List what the files say, with what the repository says now of those that the store knows."""
    judge = Judge(context)
    listed: list[Listed] = []
    for item in pages:
        if item.raw and item.raw.id:
            standing = judge(item.memory).standing.value if item.memory else ""
            listed.append(Listed(item.raw, item.path, standing))
    return render_index(listed)


def _note(surveyor: Surveyor, item: Item, path: str) -> None:
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
    book.head, book.stamp, book.waiting = surveyor.history.head, stamp_folder(surveyor.root), waiting
    book.write()


# -- import


def mirror_import(
    context: Context, *, trust: bool = False, quiet: bool = False, progress: Progress | None = None
) -> Imported:
    """Take in what people changed in the files; `quiet` returns at once when nothing changed, and never fails."""
    if quiet:
        try:
            return Imported() if _unchanged(context) else mirror_import(context)
        except HoldfastError:
            return Imported()  # a mirror that is broken, newer or busy must not stop Git
    if trust and context.who.ceiling is not Authority.INSTRUCTION:
        hint = "Run it yourself, outside the agent."
        raise Refused("Only a person says that a branch is to be trusted.", hint=hint, code="authority")
    surveyor = Surveyor(context, trust=trust)
    if surveyor.history.under_way:
        hint = "Finish or abort it first; until then nobody can say whose words these are."
        raise Refused("A merge or rebase is under way.", hint=hint, code="merging")
    survey = surveyor.look()
    taker, taken, problems = Taker(surveyor), list[Taken](), list(survey.problems)
    todo = [one for one in survey.items if one.state in IMPORTS]
    todo.sort(key=lambda one: one.state == "deleted")  # what is superseded is retired first, and then not retracted
    for number, item in enumerate(todo, 1):
        try:
            taken.append(taker.take(item))
            _note(surveyor, item, "" if item.state == "deleted" else item.path)
            _reopen(surveyor, item)
        except HoldfastError as error:
            problems.append(Problem(item.path, error.code, error.message, error.hint))
        if progress:
            progress(number, len(todo))
    for item in survey.items:
        if item.state == "same":
            _note(surveyor, item, item.path)
    waiting = tuple(_difference(one) for one in survey.items if one.state in {"waiting", "disputed", "broken"})
    _close(surveyor, waiting=any(one.state == "waiting" for one in survey.items))
    same = sum(1 for one in survey.items if one.state == "same")
    return Imported(tuple(taken), same, waiting, tuple(problems))


def _reopen(surveyor: Surveyor, item: Item) -> None:
    """Let the next look compare the words of what was taken: the store may not say exactly what the file says."""
    agreed = surveyor.book.files[item.id]
    surveyor.book.files[item.id] = Agreed(agreed.path, agreed.mark, "", agreed.operation, agreed.head)


def _unchanged(context: Context) -> bool:
    """Tell, from files alone, that nothing happened since the last time."""
    place = find_place(str(context.where))
    if place is None:
        return True
    stamp = stamp_folder(Path(place.root))
    if not stamp:
        return not (Path(place.git_dir) / "holdfast-mirror.json").exists()
    book = Book(Path(place.git_dir))
    return book.stamp == stamp and (not book.waiting or book.head == read_head(place).commit)


# -- check


def mirror_check(context: Context) -> Checked:
    """Say where store and files differ; change nothing."""
    surveyor = Surveyor(context)
    survey = surveyor.look()
    differences = [_difference(one) for one in survey.items if one.state not in _QUIET]
    if not differences and not survey.problems:
        differences += _stale_beside(context, survey.root, [one for one in survey.items if one.raw])
    agreeing = sum(1 for one in survey.items if one.state == "same")
    return Checked(tuple(differences), survey.problems, agreeing)


def _stale_beside(context: Context, root: Path, pages: Sequence[Item]) -> list[Difference]:
    if not pages and not (root / FOLDER).is_dir():
        return []
    found: list[Difference] = []
    wanted = without_standing(_index(context, pages))
    try:
        held = without_standing((root / FOLDER / INDEX).read_bytes())
    except OSError:
        held = None
    if held != wanted:
        found.append(Difference("behind", f"{FOLDER}/{INDEX}", "", "`holdfast mirror export` writes it"))
    if not read_project(root).get("id"):
        found.append(Difference("missing", f"{FOLDER}/{PROJECT}", "", "`holdfast mirror export` writes it"))
    for path, text in _blocks(context, root, pages):
        if _with_block(context, path, text, pages) != text:
            found.append(Difference("behind", path, "", "`holdfast mirror block` brings it up to date"))
    return found


def _difference(item: Item) -> Difference:
    return Difference(item.state, item.path, item.id, item.note)


# -- the block


def mirror_block(context: Context, paths: Sequence[str] = (), *, remove: bool = False) -> list[str]:
    """Bring the block in instruction files up to date, or take it out; return the files that changed."""
    from holdfast.repo.mirror.block import FILES, take_block

    surveyor = Surveyor(context)
    root = surveyor.root
    if not paths:
        found = [path for path, _ in _blocks(context, root, ())]
        if not found and not remove:
            hint = "Name one: `holdfast mirror block AGENTS.md`. From then on export keeps it up to date."
            raise ConfigError("No instruction file carries the block yet.", hint=hint, code="no-block")
        paths = found
    for path in paths:
        if path not in FILES and not path.endswith((".md", ".mdc")):
            hint = "Known: " + ", ".join(FILES) + "; any other Markdown file works too."
            raise ConfigError(f"{path} is no instruction file.", hint=hint, code="bad-path")
    if remove:
        return [path for path in paths if _replace(root, path, lambda text, name=path: take_block(text, name=name))]
    pages = surveyor.look().items
    return [path for path in paths if _put(root, path, context, pages)]


def _put(root: Path, path: str, context: Context, pages: Sequence[Item]) -> bool:
    return _replace(root, path, lambda text: _with_block(context, path, text, pages))


def _with_block(context: Context, path: str, text: str, pages: Sequence[Item]) -> str:
    from holdfast.repo.mirror.block import put_block

    return put_block(text, _pinned(context, pages), name=path)


def _pinned(context: Context, pages: Sequence[Item]) -> list[Pinned]:
    """Return what a person decided and every session should know; never an agent's own note."""
    from holdfast.model.kind import TRAITS
    from holdfast.recall.fence import clean_for_model
    from holdfast.repo.mirror.block import Pinned
    from holdfast.verbs.mirror_page import page_of

    found: list[tuple[str, Pinned]] = []
    for item in pages:
        memory = item.memory
        if memory is None or not TRAITS[memory.content.kind].pinned or memory.authority < Authority.APPROVED:
            continue
        page = item.ours or page_of(context, memory)
        if isinstance(page, Page):
            said = f"{page.title}: {page.text}" if page.title else page.text
            where = f" (for {', '.join(page.paths)})" if page.paths else ""
            found.append((f"{page.kind} {memory.id}", Pinned(clean_for_model(said) + where, item.path)))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _blocks(context: Context, root: Path, pages: Sequence[Item]) -> list[tuple[str, str]]:
    """Return the instruction files that carry the block, with what they say."""
    from holdfast.repo.mirror.block import FILES, find_block

    del context, pages
    found: list[tuple[str, str]] = []
    for path in FILES:
        text = _text(root, path)
        if text and find_block(text, path):
            found.append((path, text))
    return found


def _text(root: Path, path: str) -> str:
    target = root / path
    if target.is_symlink() and not target.resolve().is_relative_to(root.resolve()):
        raise Refused(f"{path} is a link out of the repository.", hint="Name the file itself.", code="bad-path")
    try:
        return target.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"Cannot read {path}: {error}.", hint="It has to be UTF-8.", code="bad-file") from None


def _replace(root: Path, path: str, change: object) -> bool:
    """Write a file anew when the change makes a difference; what becomes empty was ours alone and goes."""
    if ".." in Path(path).parts or Path(path).is_absolute():
        raise ConfigError(f"{path} lies outside the repository.", hint="Name a file inside it.", code="bad-path")
    before = _text(root, path)
    after = change(before)  # type: ignore[operator]
    if after == before:
        return False
    target = root / path
    if not after.strip():
        target.unlink(missing_ok=True)
        return True
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(after.encode("utf-8"))
    return True


# -- purge


def forget_files(context: Context, memories: Sequence[str]) -> list[Path]:
    """Remove the working files of purged memories; return every working file that is left, for the proof."""
    root = context.here.root
    if root is None or not (root / FOLDER).is_dir():
        return []
    gone = set(memories)
    book = Book(Path(place.git_dir)) if (place := find_place(str(root))) else None
    named = {book.files[name].path for name in gone if name in book.files} if book else set()
    for file in scan_folder(root)[0]:
        try:
            mine = parse_page(file.data).id in gone
        except BadPage:
            mine = any(name.encode() in file.data for name in gone)
        if mine or file.path in named:
            delete_file(root, file.path)
    if book and gone & set(book.files):
        for name in gone & set(book.files):
            del book.files[name]
        book.write()
    try:
        mirror_export(context)  # the index and the blocks may still quote it
    except HoldfastError:
        delete_file(root, f"{FOLDER}/{INDEX}")
    return [path for path in sorted((root / FOLDER).rglob("*")) if path.is_file() and not path.is_symlink()]
