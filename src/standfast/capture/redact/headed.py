"""Find secrets in tables that name their columns first: pages with `<th>`, statements that insert rows.

Owns both syntaxes. A cell is judged as the heading of its column promises; a row with another number of cells is passed
by. Neighbours: columns.py reads tables of lines, names.py judges the headings, weigh.py the values, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.names import NONE, PASSWORD, classify
from standfast.capture.redact.weigh import is_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from re import Match

    Span = tuple[int, int, str]

_TABLE = 65536  # characters of one table
_CELL = r"(?i:<t[hd](?:[ \t\n][^<>]{0,200})?>(?P<cell>[^\0]{0,400}?)(?=</?t[hdr]\b|</?table\b|\Z))"
_TAG = r"<[^<>]{0,200}>"
_INSERT = (
    r"(?i:insert\s{1,4}(?:or\s\w{1,10}\s)?into)\s{1,4}[^\s()]{1,80}\s{0,4}"
    r"\((?P<names>[^()]{3,800})\)\s{0,8}(?i:values)"
)
_ROW = r"\s{0,8},?\s{0,8}\((?P<row>(?:[^()'\";]|'[^'\n]{0,400}'|\"[^\"\n]{0,400}\"|\([^()]{0,80}\)){1,4000})\)"
_FIELD = r"(?:N?'(?P<cell>(?:[^'\n]|''){0,400})'|[^,'\"]{1,200}|\"[^\"\n]{0,400}\")(?:,|\Z)\s{0,8}"


def find_headed(text: str, lower: str) -> list[Span]:
    """Return the spans of cells whose columns promise a secret."""
    found: list[Span] = []
    at = lower.find("<th")
    while at >= 0:
        at = lower.find("<th", _page(text, lower, at, found))
    at = lower.find("insert ")
    while at >= 0:
        at = lower.find("insert ", _statement(text, at, found))
    return found


def _page(text: str, lower: str, at: int, found: list[Span]) -> int:
    """Add the cells of the table whose first heading stands here, and return where it ends."""
    end = lower.find("</table", at, at + _TABLE)
    end = end if end >= 0 else min(len(text), at + _TABLE)
    start = lower.find("<td", at, end)
    if start < 0:
        return end
    levels = [classify(_shown(head["cell"])) for head in compiled(_CELL).finditer(text, at, start)]
    while any(levels) and start < end:
        stop = lower.find("<tr", start + 1, end)
        stop = stop if stop >= 0 else end
        _judge(compiled(_CELL).finditer(text, start, stop), levels, _shown, found)
        start = stop
    return end


def _statement(text: str, at: int, found: list[Span]) -> int:
    """Add the values that a statement inserts, and return where it ends."""
    match = compiled(_INSERT).match(text, at)
    if match is None:
        return at + 7
    levels = [classify(name.strip(" \t\r\n\"'`[]")) for name in match["names"].split(",")]
    end = match.end()
    while any(levels) and (row := compiled(_ROW).match(text, end)):
        _judge(compiled(_FIELD).finditer(text, *row.span("row")), levels, str.strip, found)
        end = row.end()
    return end


def _shown(cell: str) -> str:
    """Return what a page shows of a cell: its text without the tags."""
    return compiled(_TAG).sub("", cell).strip()


def _judge(cells: Iterable[Match[str]], levels: list[int], read: Callable[[str], str], found: list[Span]) -> None:
    """Add the whole of every cell in which `read` finds what its column promises: tags may stand inside the value."""
    row = list(cells)
    if len(row) != len(levels):
        return
    for level, cell in zip(levels, row, strict=True):
        written = cell["cell"] or ""
        value = read(written)
        if level != NONE and value and is_secret(value, level, quoted=True, firm=not value.isalpha()):
            start = cell.start("cell") + len(written) - len(written.lstrip())
            found.append((start, start + len(written.strip()), "password" if level == PASSWORD else "secret"))
