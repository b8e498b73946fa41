"""Markdown exports of Notion and Confluence: pages with ids in their names and properties under their titles."""

from __future__ import annotations

import re
from posixpath import basename
from urllib.parse import unquote

from standfast.capture.importers.context_folder import read_context
from standfast.capture.importers.incidents import read_incident
from standfast.capture.importers.stores.record import StoredRecord, joined, list_files, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ID = re.compile(r"(?<![ _-])[ _-]+(?:[0-9a-f]{32}|[0-9]{6,12})(?=\.md$|/|$)")
_PROPERTY = re.compile(r"^(?P<name>[A-Z][\w /()-]{0,40}): (?P<value>\S.*)$")
_PROPERTIES = frozenset({"status", "date", "tags", "created", "last edited", "created time", "last edited time"})
_INCIDENT = re.compile(r"\b(?:post-?mortem|incident|outage|root cause)\b", re.IGNORECASE)
_LEAST = 60  # characters; an empty page of an export says nothing


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield decision records and post-mortems as such, other pages by what they say."""
    base = path.parent if path.is_file() else path
    for page in list_files(path, "Unpack the export, and name its folder."):
        if page.suffix == ".md":
            name = _ID.sub("", unquote(page.relative_to(base).as_posix()))
            yield from read_page(name, read_file(page))


def read_page(name: str, text: str) -> Iterator[StoredRecord]:
    """Yield what one page says."""
    body, at, tags = _without_properties(text)
    if len(body) < _LEAST:
        return
    title = basename(name).removesuffix(".md")
    if _INCIDENT.search(title) or _INCIDENT.search(body.split("\n", 1)[0]):
        found = read_incident(name, body)
    else:
        found = read_context(name, body)
    for number, item in enumerate(found):
        yield StoredRecord(
            f"{name}#{number}", joined(item.text), item.kind, item.title or title, why=item.why, tags=tags,
            at=item.at or at,
        )  # fmt: skip


def _without_properties(text: str) -> tuple[str, str, tuple[str, ...]]:
    """Return the page with its status as a record states it, and without its other properties; its date; its tags."""
    lines = text.replace("\r\n", "\n").split("\n")
    heading = next((at for at, line in enumerate(lines) if line.startswith("# ")), None)
    if heading is None:
        return text.strip(), "", ()
    kept, at, status = lines[: heading + 1], "", ""
    tags: tuple[str, ...] = ()
    rest = iter(lines[heading + 1 :])
    for line in rest:
        found = _PROPERTY.match(line)
        if line.strip() and (found is None or found["name"].lower() not in _PROPERTIES):
            kept.append(line)
            break
        if found is not None:
            name, value = found["name"].lower(), found["value"].strip()
            if name == "status":
                status = value
            elif name == "tags":
                tags = tuple(tag.strip() for tag in value.split(",") if tag.strip())
            else:
                at = at or _day(value)
    if status:
        kept[heading + 1 : heading + 1] = ["", f"Status: {status}", ""]
    return "\n".join([*kept, *rest]).strip(), at, tags


def _day(value: str) -> str:
    from datetime import datetime

    for form in ("%B %d, %Y", "%B %d, %Y %I:%M %p", "%Y-%m-%d", "%Y/%m/%d", "%d %B %Y", "%b %d, %Y"):
        try:
            return datetime.strptime(value, form).date().isoformat()  # noqa: DTZ007 - a day
        except ValueError:
            continue
    return ""
