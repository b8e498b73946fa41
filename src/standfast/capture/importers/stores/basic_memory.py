"""basic-memory: a folder of Markdown notes with observations (`- [category] text #tag (context)`) and relations."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from standfast.capture.importers.page import split_front
from standfast.capture.importers.stores.record import StoredRecord, joined, list_files, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_OBSERVATION = re.compile(r"^[-*] \[(?P<category>[^\[\]()\s][^\[\]()]{0,63})\] (?P<said>\S.*)$")
_RELATION = re.compile(
    r"^[-*] (?P<sort>[^\[\]]{1,80}?)\s*\[\[(?P<target>[^\[\]]{1,200})\]\](?P<context> \([^()]{1,400}\))?"
)
_CONTEXT = re.compile(r"\s\((?P<context>[^()]{1,400})\)\s*$")
_TAG = re.compile(r"(?:(?<=\s)|^)#(?P<tag>[\w/-]{1,64})")
_TAGS_AFTER = re.compile(r"(?:(?:(?<!\s)\s+|^)#[\w/-]{1,64}){1,40}\s*$")
_KINDS = {
    "decision": "decision", "preference": "preference", "requirement": "requirement", "rule": "convention",
    "convention": "convention", "gotcha": "gotcha", "issue": "gotcha", "problem": "gotcha", "bug": "gotcha",
    "procedure": "procedure", "step": "procedure",
}  # fmt: skip
_CHECKBOX = frozenset({"x", "X", " ", "-"})


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield each observation on its own, and what else a note says as one memory."""
    for note in list_files(path, "Name the folder of the notes."):
        if note.suffix == ".md":
            base = path.parent if path.is_file() else path
            saved = datetime.fromtimestamp(note.stat().st_mtime, UTC).isoformat()
            yield from read_note(note.relative_to(base).as_posix(), read_file(note), saved=saved)


def read_note(name: str, text: str, *, saved: str = "") -> Iterator[StoredRecord]:
    """Yield what one note says; `saved` is when, where it does not say itself."""
    front, body = split_front(text)
    title = ", ".join(front.get("title", ())) or name.rpartition("/")[2].removesuffix(".md")
    tags = tuple(front.get("tags", ()))
    at = next(iter(front.get("modified", front.get("updated", front.get("created", ())))), saved)
    rest: list[str] = []
    relations: list[str] = []
    for number, line in enumerate(body.splitlines()):
        observed = _OBSERVATION.match(line)
        related = _RELATION.match(line)
        if observed and observed["category"] not in _CHECKBOX:
            yield _observation(f"{name}#{number}", title, observed, tags, at)
        elif related:
            relations.append(
                f"{title} {related['sort'].strip().replace('_', ' ')} {related['target']}{related['context'] or ''}"
            )
        elif not line.startswith("#") or line.lstrip("# ").strip() not in {title, "Observations", "Relations"}:
            rest.append(line)
    said = joined("\n".join(rest).strip(), "\n".join(relations))
    if said:
        yield StoredRecord(name, said, "fact", title, tags=tags, at=at)


def _observation(id_: str, title: str, found: re.Match[str], tags: tuple[str, ...], at: str) -> StoredRecord:
    said = found["said"]
    own = tuple(match["tag"] for match in _TAG.finditer(said))
    said = _TAGS_AFTER.sub("", said).rstrip()
    context = _CONTEXT.search(said)
    said = _TAGS_AFTER.sub("", said[: context.start()]) if context else said
    said = _TAG.sub(r"\g<tag>", said)  # within a sentence a tag is one of its words
    category = found["category"].strip().lower()
    kind = _KINDS.get(category, "fact")
    return StoredRecord(
        id_, said.strip(), kind, title, why=context["context"] if context else "", tags=(*tags, category, *own), at=at
    )
