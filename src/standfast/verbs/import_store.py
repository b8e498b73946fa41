"""Import the store of another tool: what it says becomes memories here, once, with the tool as their source.

What was brought in before is known again by its words, also where it was retracted, revised or purged since: doing
it again adds only what is new. What was kept for other projects stays out and is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from standfast.capture.draft import Draft
from standfast.capture.importers.stores import TOOLS, read_store
from standfast.capture.importers.stores.record import StoredRecord
from standfast.context.context import Context
from standfast.errors import ConfigError, StandfastError
from standfast.learn.documents import past_words
from standfast.model.ids import MemoryId
from standfast.model.key import content_key
from standfast.model.moment import read_time
from standfast.model.source import Source
from standfast.model.value import Value, replace
from standfast.store.contract import Progress
from standfast.trust.admission import prepare
from standfast.trust.batch import remember_many
from standfast.trust.record import Remembered

_BATCH = 200
_MOST_FILES = 8
_MOST_TAGS = 8


class Brought(Value):
    """What came of it: new, known already, of other projects (with their names), and refused."""

    added: int = 0
    known: int = 0
    elsewhere: int = 0
    refused: int = 0
    projects: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        counts = {name: getattr(self, name) for name in ("added", "known", "elsewhere", "refused")}
        return {**counts, "projects": list(self.projects)}


def import_store(context: Context, tool: str, path: str | Path, progress: Progress | None = None) -> Brought:
    """Import what another tool remembered."""
    if tool not in TOOLS:
        hint = "Known: " + ", ".join(TOOLS) + "."
        raise ConfigError(f"Nothing is known about importing {tool!r}.", hint=hint, code="unknown-source")
    source = context.clean_source(Source("import", tool))
    partition = context.partition(context.scope)
    past = set(past_words(partition, source))
    done = Brought()
    others: dict[str, None] = {}
    count = 0
    for records in _batches(read_store(tool, Path(path))):
        drafts = []
        for record in records:
            if record.project and not is_here(context, record.project):
                others.setdefault(record.project)
                done = replace(done, elsewhere=done.elsewhere + 1)
                continue
            if _is_own(context, record):
                done = replace(done, known=done.known + 1)
                continue
            draft = draft_of(context, record, source)
            try:
                key = content_key(prepare(context, draft).content, source)
            except StandfastError:
                done = replace(done, refused=done.refused + 1)
                continue
            if key in past:
                done = replace(done, known=done.known + 1)
            else:
                past.add(key)
                drafts.append(draft)
        results = remember_many(context, drafts)
        added = sum(isinstance(result, Remembered) for result in results)
        done = replace(done, added=done.added + added, refused=done.refused + len(drafts) - added)
        count += len(records)
        if progress is not None:
            progress(count, count)
    return replace(done, projects=tuple(others)[:20])


def _is_own(context: Context, record: StoredRecord) -> bool:
    """Tell whether a record only says again what the memory says that it was made from: a word for it is not enough."""
    if not record.ours:
        return False
    found = (partition.memories.find(MemoryId(record.ours)) for partition in context.partitions())
    content = next((memory.content for memory in found if memory is not None), None)
    return content is not None and " ".join(content.text.split()) in " ".join(record.text.split())


def _batches(records: Iterator[StoredRecord]) -> Iterator[Sequence[StoredRecord]]:
    batch: list[StoredRecord] = []
    for record in records:
        batch.append(record)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    yield batch


def draft_of(context: Context, record: StoredRecord, source: Source) -> Draft:
    """Return a record of another tool as a draft, with its place there as evidence."""
    at = record.at if _is_time(record.at) else ""
    name = f"document:{source.name}/{record.id}" if record.id.isprintable() else ""
    return Draft(
        text=record.text,
        kind=record.kind,
        title=record.title,
        why=record.why,
        tags=[tag for tag in dict.fromkeys(map(_tag, record.tags)) if tag][:_MOST_TAGS],
        anchors=_anchors(context, record.files),
        evidence=[*([name] if name else []), *([f"commit:{record.commit}"] if record.commit else [])],
        at=at,
        source=source,
    )


def _is_time(text: str) -> bool:
    try:
        read_time(text)
    except ValueError:
        return False
    return True


def _tag(text: str) -> str:
    word = "-".join(text.lower().split())[:64]
    return word if word.isprintable() and "," not in word else ""


def _anchors(context: Context, files: Sequence[str]) -> list[str]:
    """Return those of the files that are there, as the project names them."""
    root = context.here.root
    if root is None:
        return []
    found: dict[str, None] = {}
    for file in files:
        path = Path(file)
        try:
            inside = path.relative_to(root) if path.is_absolute() else path
            known = ".." not in inside.parts and (root / inside).is_file()
        except (OSError, ValueError):
            continue
        name = inside.as_posix()
        if known and name.isprintable() and ":" not in name and "@" not in name:
            found.setdefault(name)
    return list(found)[:_MOST_FILES]


def is_here(context: Context, project: str) -> bool:
    """Tell whether another tool's word for a project means the one at hand: its folder, or that folder's name."""
    root = context.here.root or context.where
    told = project.replace("\\", "/").rstrip("/")
    if "/" in told and (told.startswith("/") or told[1:2] == ":"):
        return told == root.as_posix()
    return PurePosixPath(told).name == root.name
