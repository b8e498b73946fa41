"""One file of the mirror: a page of Markdown with front matter, read and written.

Owns the form: which fields there are, their order, and how title, text, why and guard stand in the body. Reading then
writing gives the same bytes; writing over a file keeps every line whose meaning did not change, and every entry that
nobody here knows. Must not read files or know the store. Neighbours: `front.py` (the lines between `---`), `merge.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from standfast.mirror.front import BadPage, FrontKey, read_list, read_text, split_entries, write_entry
from standfast.model.ids import is_id
from standfast.model.kind import Kind
from standfast.model.value import Value, replace
from standfast.text.lines import unify_ends

FORMAT = 1
LARGEST = 512 << 10
OTHER = "<!-- standfast: the other version -->"
DISPUTED = "disputed"
TEXTS = ("at", "expires", "id", "kind", "source", "status", "verified")
LISTS = ("anchors", "paths", "supersedes", "tags")
BODY = ("title", "text", "why", "guard")
CONTENT = ("kind", *BODY, "tags", "anchors", "paths", "expires")
"""The fields that make a revision; the others say where it comes from."""

_CONFLICT = re.compile(r"^<{7} .*?^={7}$.*?^>{7} ", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"## (why|guard)[ \t]*", re.IGNORECASE)
_BREAK = re.compile(re.escape(OTHER) + r"[ \t]*")
_TAKEN = re.compile(rf"\\*(?:{_HEADING.pattern}|{_BREAK.pattern}|<{{7}} .*)", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?P<mark>`{3,}|~{3,})[ \t]*+(?:ya?ml)?[ \t]*+\n(?P<rule>.*?)\n?(?P=mark)\s*", re.DOTALL)


class Page(Value):
    """What a file says. `guard` is a rule file as text; `extra` are entries nobody here knows, as written.

    `others` are the versions beside this one while it is disputed.
    """

    id: str = ""
    kind: str = ""
    title: str = ""
    text: str = ""
    why: str = ""
    guard: str = ""
    tags: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    at: str = ""
    expires: str = ""
    source: str = ""
    status: str = ""
    verified: str = ""
    extra: tuple[tuple[str, tuple[str, ...]], ...] = ()
    others: tuple[Page, ...] = ()

    def says_same(self, other: Page) -> bool:
        """Tell whether two pages say the same."""
        return all(getattr(self, name) == getattr(other, name) for name in CONTENT)


class _Sheet(Value):
    """A file cut into its parts."""

    entries: tuple[FrontKey, ...]
    tail: tuple[str, ...]
    body: str
    first: int


def parse_page(data: bytes) -> Page:
    """Read one file; what is wrong with it is said with its line."""
    if len(data) > LARGEST:
        raise BadPage(f"The file is larger than {LARGEST >> 10} KB.", hint="Keep one claim per file.", kind="too-large")
    text = _decode(data)
    if found := _CONFLICT.search(text):
        line = text.count("\n", 0, found.start()) + 1
        hint = (
            "Keep the words you want and remove the marks, or `git merge --abort`, run `standfast init --yes` for the "
            "merge driver, and merge again."
        )
        raise BadPage("Two versions stand between conflict marks.", line=line, hint=hint, kind="conflict")
    parts = _split_others(text)
    page = _read(_cut(parts[0], 1))
    line, others = parts[0].count("\n") + 2, []
    for part in parts[1:]:
        others.append(_read(_cut(part, line)))
        line += part.count("\n") + 2
    return replace(page, others=tuple(others)) if others else page


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadPage("The file is not UTF-8.", line=line, hint="Save it as UTF-8.") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadPage("The file holds a null character.", line=line, hint="Is it a text file?")
    return unify_ends(text)


def _split_others(text: str) -> list[str]:
    parts: list[list[str]] = [[]]
    for line in text.split("\n"):
        if _BREAK.fullmatch(line):
            parts.append([])
        else:
            parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def _cut(text: str, first: int) -> _Sheet:
    lines = text.split("\n")
    start = next((place for place, line in enumerate(lines) if line.strip()), len(lines))
    if start == len(lines) or lines[start].rstrip() != "---":
        return _Sheet((), (), text, first)
    end = next((place for place in range(start + 1, len(lines)) if lines[place].rstrip() in {"---", "..."}), 0)
    if not end:
        raise BadPage("The front matter is not closed.", line=first + start, hint="Close it with a line `---`.")
    entries, tail = split_entries(lines[start + 1 : end], first + start + 1)
    return _Sheet(tuple(entries), tail, "\n".join(lines[end + 1 :]), first + end + 1)


def _read(sheet: _Sheet) -> Page:
    fields: dict[str, str | tuple[str, ...]] = {}
    extra: list[tuple[str, tuple[str, ...]]] = []
    for entry in sheet.entries:
        if entry.key in TEXTS:
            fields[entry.key] = _checked(entry, read_text(entry))
        elif entry.key in LISTS:
            fields[entry.key] = tuple(dict.fromkeys(_checked(entry, item) for item in read_list(entry) if item))
        else:
            extra.append((entry.key, (*entry.lead, *entry.lines)))
    fields.update(_read_body(sheet))
    return Page(**fields, extra=tuple(extra))  # type: ignore[arg-type]


def _checked(entry: FrontKey, value: str) -> str:
    if not value.isprintable():
        raise BadPage(f"`{entry.key}` holds a control character.", line=entry.number)
    bad = (entry.key in {"id", "supersedes"} and not is_id(value, "memory")) and value
    if bad:
        hint = "Ids are written by Standfast. Leave `id` out of a new file: it gets one at the next export."
        raise BadPage(f"{value[:40]!r} is not the id of a memory.", line=entry.number, hint=hint)
    if entry.key == "kind" and value not in set(Kind):
        raise BadPage(f"{value[:40]!r} is not a kind.", line=entry.number, hint="One of: " + ", ".join(Kind) + ".")
    if entry.key == "status" and value not in {"", "active", DISPUTED}:
        hint = "Remove the line: a file that is present is active. `standfast retract` withdraws the memory."
        raise BadPage(f"The status {value[:40]!r} is not kept in files.", line=entry.number, hint=hint)
    return "" if entry.key == "status" and value == "active" else value


def _read_body(sheet: _Sheet) -> dict[str, str]:
    sections: dict[str, list[str]] = {"text": []}
    where, guard_line = "text", sheet.first
    for number, line in enumerate(sheet.body.split("\n"), sheet.first):
        found = _HEADING.fullmatch(line)
        if found and found[1].lower() not in sections:
            where, guard_line = found[1].lower(), number
            sections[where] = []
        else:
            sections[where].append(line[1:] if line[:1] == "\\" and _TAKEN.fullmatch(line) else line)
    lines = "\n".join(sections["text"]).strip().split("\n")
    title = ""
    if lines[0].startswith("# "):
        title = " ".join(lines.pop(0)[2:].split())
    elif re.match(r"\\+# ", lines[0]):
        lines[0] = lines[0][1:]
    why = "\n".join(sections.get("why", ())).strip()
    guard = ""
    if "guard" in sections:
        rule = _FENCE.fullmatch("\n".join(sections["guard"]) + "\n")
        if rule is None:
            hint = "Write the rule between ```yaml and ```, and nothing else below the heading."
            raise BadPage("Under `## Guard` stands something else than one rule.", line=guard_line, hint=hint)
        guard = rule["rule"]
    return {"title": title, "text": "\n".join(lines).strip(), "why": why, "guard": guard.strip("\n")}


def render_page(page: Page, previous: bytes | None = None) -> bytes:
    """Write a page; over `previous`, keeping every line of it whose meaning is the same."""
    if previous is not None:
        try:
            old = parse_page(previous)
        except BadPage:
            old = None
        if old == page:
            return previous
        if old is not None and not old.others and not page.others:
            return _render(page, _cut(_decode(previous), 1), old).encode()
    return f"\n{OTHER}\n".join(_render(item) for item in (replace(page, others=()), *page.others)).encode()


def _render(page: Page, sheet: _Sheet | None = None, old: Page | None = None) -> str:
    wanted: dict[str, str | tuple[str, ...]] = {
        name: value for name in sorted((*TEXTS, *LISTS)) if (value := getattr(page, name))
    }
    if sheet is None or old is None:
        lines = [line for name, value in wanted.items() for line in write_entry(name, value)]
        lines += [line for _, raw in page.extra for line in raw]
        return "\n".join(["---", *lines, "---", "", _body(page)])
    kept = dict(page.extra)
    lines = []
    for entry in sheet.entries:
        if entry.key in TEXTS or entry.key in LISTS:
            for name in [item for item in wanted if item < entry.key and not _has(sheet.entries, item)]:
                lines += write_entry(name, wanted.pop(name))
            value = wanted.pop(entry.key, None)
            lines += entry.lead
            if value is not None:
                lines += entry.lines if value == getattr(old, entry.key) else write_entry(entry.key, value)
        else:
            lines += kept.pop(entry.key, ())
    lines += [line for name, value in wanted.items() for line in write_entry(name, value)]
    lines += [line for raw in kept.values() for line in raw]
    lines += sheet.tail
    same = all(getattr(page, name) == getattr(old, name) for name in BODY)
    kept_body = sheet.body if sheet.entries else "\n" + sheet.body.lstrip("\n")
    return "\n".join(["---", *lines, "---", kept_body if same else "\n" + _body(page)])


def _has(entries: Sequence[FrontKey], name: str) -> bool:
    return any(entry.key == name for entry in entries)


def _body(page: Page) -> str:
    text = _escape(page.text)
    if not page.title and re.match(r"\\*# ", text):
        text = "\\" + text
    parts = [f"# {page.title}"] if page.title else []
    parts.append(text)
    if page.why:
        parts += ["## Why", _escape(page.why)]
    if page.guard:
        mark = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`{3,}", page.guard)), default=0))
        parts += ["## Guard", f"{mark}yaml\n{page.guard}\n{mark}"]
    return "\n\n".join(part for part in parts if part) + "\n"


def _escape(text: str) -> str:
    """Keep words that look like a heading of ours from being read as one."""
    return "\n".join(f"\\{line}" if _TAKEN.fullmatch(line) else line for line in text.split("\n"))
