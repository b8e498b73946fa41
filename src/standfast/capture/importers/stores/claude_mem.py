"""claude-mem: its database of observations and session summaries."""

from __future__ import annotations

from standfast.capture.importers.stores.record import (
    StoredRecord,
    joined,
    read_sqlite,
    rows,
    text_of,
    texts_of,
    time_of,
)  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_KINDS = {
    "decision": "decision", "bugfix": "gotcha", "discovery": "fact", "security_alert": "gotcha",
    "security_note": "gotcha",
}  # fmt: skip
_OBSERVED = (
    "id", "project", "type", "title", "subtitle", "text", "narrative", "facts", "concepts", "files_read",
    "files_modified", "created_at", "created_at_epoch", "merged_into_project",
)  # fmt: skip
_SUMMED = (
    "id", "project", "request", "investigated", "learned", "completed", "next_steps", "files_edited", "notes",
    "created_at", "created_at_epoch", "merged_into_project",
)  # fmt: skip

_BY_HAND = "Manual memory"  # what it calls everything that was saved by itself
_PARTS = {
    "completed": "Done", "learned": "Learned", "investigated": "Looked into", "notes": "Notes", "next_steps": "Open",
}  # fmt: skip


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield decisions, findings and fixes as such, everything else that was done as episodes."""
    with read_sqlite(path / "claude-mem.db" if path.is_dir() else path) as connection:
        for row in rows(connection, "observations", _OBSERVED, "created_at_epoch"):
            facts = "\n".join(f"- {fact}" for fact in texts_of(row, "facts"))
            subtitle = text_of(row, "subtitle")
            text = joined("" if subtitle == _BY_HAND else subtitle, text_of(row, "narrative", "text"), facts)
            if text:
                yield StoredRecord(
                    f"observation/{row['id']}",
                    text,
                    _KINDS.get(text_of(row, "type"), "episode"),
                    text_of(row, "title"),
                    tags=texts_of(row, "concepts"),
                    files=texts_of(row, "files_modified") or texts_of(row, "files_read"),
                    at=time_of(row, "created_at_epoch", "created_at"),
                    project=text_of(row, "merged_into_project", "project"),
                )
        for row in rows(connection, "session_summaries", _SUMMED, "created_at_epoch"):
            told = [(word, text_of(row, name)) for name, word in _PARTS.items()]
            if any(said for _, said in told[:-1]):
                yield StoredRecord(
                    f"summary/{row['id']}",
                    "\n".join(f"{word}: {said}" for word, said in told if said),
                    "episode",
                    text_of(row, "request").split("\n")[0],
                    files=texts_of(row, "files_edited"),
                    at=time_of(row, "created_at_epoch", "created_at"),
                    project=text_of(row, "merged_into_project", "project"),
                )
