"""Mine: learn what a repository already says, from its files and its history. Doing it again adds only what is new.

Nothing is made up: every memory is the word of a file or a commit, with that file or commit as its evidence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from standfast.capture.importers.decisions import is_record
from standfast.capture.importers.discover import FORMS
from standfast.capture.importers.gather import Gathered, gather, gather_path, read_text
from standfast.code.git import find_git
from standfast.context.context import Context
from standfast.errors import ConfigError, NotFound, UserError
from standfast.learn.documents import DocumentsRead, take_documents
from standfast.learn.history import HISTORY, Learned, find_depth, learn_history
from standfast.learn.procedures import read as ways
from standfast.model.operation import Act, Operation
from standfast.model.value import Value, replace
from standfast.standing.memories import Judge
from standfast.standing.survey import survey
from standfast.store.contract import Partition, Progress
from standfast.store.values import Change, LogFilter
from standfast.verbs.review import count_waiting

_READ = ("document", "commit", "import")  # kinds of sources that are read, not heard


class Mined(Value):
    """What came out of it: from documents, and from history (None where there is none, or it was not asked for)."""

    documents: DocumentsRead
    history: Learned | None
    waiting: int = 0  # what `review` shows now
    waiting_all: int = 0  # and what it shows with everything
    dry_run: bool = False
    restored: int = 0  # operations that `undo` had taken back and that count again
    kept_out: bool = False  # the person keeps this place out: nothing was read

    @property
    def changed(self) -> bool:
        """Whether anything is known now that was not."""
        taken, learned = self.documents, self.history
        return bool(
            taken.added
            or taken.retired
            or self.restored
            or (learned and (learned.episodes or learned.attempts or learned.proposals))
        )

    def to_dict(self) -> dict[str, Any]:
        taken, learned = self.documents, self.history
        forms = {form: {"files": files, "added": taken.by_form.get(form, 0)} for form, files in taken.files.items()}
        for form, more in taken.cut.items():
            forms[form]["left_out"] = more
        record: dict[str, Any] = {"documents": forms, "known": taken.known, "retired": taken.retired}
        if learned:
            counts = ("commits", "episodes", "attempts", "proposals", "known", "left_out", "suspect")
            record["history"] = {name: getattr(learned, name) for name in counts}
        names = ("restored", "waiting", "waiting_all", "dry_run", "kept_out")
        return {**record, "refused": taken.refused, **{name: getattr(self, name) for name in names}}


def mine(
    context: Context,
    *,
    history: int | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Mined:
    """Learn what this repository already says; `history` is how many commits at most, 0 for all, -1 for none."""
    return mine_repository(context, history=history, dry_run=dry_run, progress=progress)


def mine_repository(
    context: Context,
    *,
    history: int | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
    asked: bool = True,
    read: DocumentsRead | None = None,
) -> Mined:
    """Learn from the repository at hand, whoever wants it.

    `read` is what its documents gave a moment ago: they are not read again. Where a person `asked` for it, an earlier
    reading that they had undone counts again.
    """
    if not context.here.project:
        hint = "Run `git init` first, or name a project with STANDFAST_PROJECT."
        raise ConfigError("There is no project here.", hint=hint, code="no-project")
    if context.is_kept_out:
        return Mined(DocumentsRead({}, {}), None, dry_run=dry_run, kept_out=True)
    restored = _read_again(context) if asked and context.who.is_person and not dry_run else 0
    root = context.here.root or context.where
    git = find_git(str(root))
    learned = None
    most = HISTORY if history is None else history
    if git is not None and most >= 0:
        learned = learn_history(context, git, most=most, dry_run=dry_run, progress=progress)
    # Documents last: what people wrote down is what a reader of the latest should see first.
    taken = read or take_documents(
        context,
        gather(root, git, keep_out=context.kept_out, also={ways.FORM: ways.list_ways}),
        dry_run=dry_run,
    )
    mined = Mined(taken, learned, dry_run=dry_run, restored=restored)
    if mined.changed and not dry_run and context.here.root:
        survey(context, Judge(context))  # once for all that came in, so that no later question has to
    shown, everything = count_waiting(context)
    return replace(mined, waiting=shown, waiting_all=everything)


def mine_again(context: Context) -> Mined | None:
    """Learn what came since; only where somebody asked for it once, and as deep as then."""
    depth = find_depth(context) if context.here.project else None
    return None if depth is None else mine_repository(context, history=depth, asked=False)


def import_documents(context: Context, form: str, path: str | Path) -> DocumentsRead:
    """Import instruction files, decision records, post-mortems or a context folder."""
    known = [item.name for item in FORMS]
    if form not in known:
        raise ConfigError(f"{form!r} is not known.", hint="Known: " + ", ".join(known) + ".", code="unknown-source")
    path = Path(path)
    if not path.exists():
        raise NotFound(f"There is nothing at {path}.", hint="Check the path.", code="no-file")
    root = context.here.root
    found = gather_path(form, path, root)
    if not any(found.files.values()):
        hint = "Markdown and plain text files are read."
        raise NotFound(f"Nothing to read at {path}.", hint=hint, code="no-file")
    if form == "adr":
        found = replace(found, files={form: _records(found, path)})
    names = {name for members in found.files.values() for name, _ in members}
    restored = _read_again(context, names) if context.who.is_person else 0
    taken = take_documents(context, replace(found, whole=False))
    return replace(taken, restored=restored, undone=_undone_with(context, names))


def _read_again(context: Context, names: Collection[str] = ()) -> int:
    """Take back every standing undo of reading the repository, or these files alone; return how many operations count.

    What a person retracted, rejected or reverted by itself stays as they left it.
    """
    partition = context.partition(context.scope)
    restored = 0
    for undone, origins in _undone_readings(partition):
        sources = [item.header.source for item in origins]
        if all(source.name in names if names else source.kind != "import" for source in sources):
            with partition.writing():
                partition.log.append(Change(Act.REVERT, context.who, targets=(undone.id,)))
            restored += sum(not partition.log.is_reverted(item.id) for item in origins)
    return restored


def _undone_with(context: Context, names: Collection[str]) -> str:
    """Return the undo that took back what these files said, together with more; nothing where there is none."""
    readings = _undone_readings(context.partition(context.scope))
    found = (undone.id for undone, origins in readings if any(item.header.source.name in names for item in origins))
    return next(found, "")


def _undone_readings(partition: Partition) -> Iterator[tuple[Operation, list[Operation]]]:
    """Yield every standing undo of what was read from files and history, the latest first, and what it took back."""
    for undone in list(partition.log.iterate(LogFilter(acts=(Act.REVERT,)))):
        if (undone.payload or {}).get("undo") and not partition.log.is_reverted(undone.id):
            origins = list(_origins(partition, undone))
            if origins and all(item.header.source.kind in _READ for item in origins):
                yield undone, origins


def _origins(partition: Partition, operation: Operation) -> Iterator[Operation]:
    """Yield what a revert took back in the end, through reverts of reverts."""
    if operation.header.act is not Act.REVERT:
        yield operation
        return
    for target in operation.header.targets:
        if (inner := partition.log.find(target)) is not None:
            yield from _origins(partition, inner)


def _records(found: Gathered, path: Path) -> Sequence[tuple[str, Path]]:
    """Return the decision records among the files; a guide or a list of rules decides nothing."""
    members = found.files["adr"]
    records = [(name, file) for name, file in members if is_record(name, read_text(name, file, found, str))]
    if not records:
        raise UserError(
            f"{path} is no decision record: it has no section that says what was decided, and no number.",
            hint=f"`standfast import instructions {path}` reads rules.",
            code="not-a-record",
        )
    return records
