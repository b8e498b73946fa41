"""Transfer: everything out as records, and records, transcripts and documents in.

One method a verb, reached as `memory.transfer`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from standfast.context.acts import one_act
from standfast.context.context import Context
from standfast.learn.documents import DocumentsRead
from standfast.model.ids import MemoryId
from standfast.store.contract import Progress
from standfast.trust.release import Released, Withheld
from standfast.verbs.follow_files import Followed, follow_files
from standfast.verbs.import_store import Brought, import_store
from standfast.verbs.import_transcripts import Imported, import_transcripts
from standfast.verbs.mine import import_documents
from standfast.verbs.portable import export, export_for_others, import_records
from standfast.verbs.skills import Skill, export_skills


class Transfer:
    """Export and import."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def export(self) -> Iterator[dict[str, Any]]:
        """Yield everything in reach, one record per memory with its history."""
        return export(self._context)

    def export_for_others(self) -> Iterator[Released | Withheld]:
        """Yield what other people would get of each memory here, or why they get nothing of it."""
        return export_for_others(self._context)

    def import_records(self, records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[MemoryId, str]]:
        """Import exported memories."""
        return import_records(self._context, records)

    def import_transcripts(self, agent: str, path: str | Path, progress: Progress | None = None) -> Imported:
        """Import an agent's past sessions into the journal."""
        with one_act(self._context):
            return import_transcripts(self._context, agent, Path(path), progress)

    def follow(self, tool: str, path: str | Path) -> Followed:
        """Follow the memory files that an agent keeps for itself; does nothing if they did not change."""
        return follow_files(self._context, tool, Path(path))

    def import_store(self, tool: str, path: str | Path, progress: Progress | None = None) -> Brought:
        """Import what another tool remembered."""
        with one_act(self._context):
            return import_store(self._context, tool, Path(path), progress)

    def export_skills(self, references: Sequence[str], folder: str | Path) -> list[Skill]:
        """Write procedures as folders with a SKILL.md."""
        return export_skills(self._context, references, Path(folder))

    def import_documents(self, form: str, path: str | Path) -> DocumentsRead:
        """Import instruction files, decision records, post-mortems or a context folder."""
        with one_act(self._context):
            return import_documents(self._context, form, Path(path))
