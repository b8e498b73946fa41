"""Markdown, as far as rule files and decision records need it: front matter, headings, and the blocks below them.

Owns: taking out what is not the file's own word (comments, Standfast's managed blocks). Must not: judge what a block
means (`kinds.py`). Written for files of people: whatever it does not know is a paragraph, never an error.
"""

from __future__ import annotations

import re

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST = 400_000  # a rule file of this size is something else; the rest of it is not read

# What Standfast itself wrote must never come back as something learned; a block without its end reaches to the end.
_OWN = re.compile(
    r"<!--\s*standfast:(?P<name>[\w:]*?)begin\b.*?(?:<!--\s*standfast:(?P=name)end\b[^>]*-->|\Z)", re.DOTALL
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FRONT = re.compile(r"\A---[ \t]*\n(?P<front>.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY = re.compile(r"(?P<key>[A-Za-z][\w-]*)\s*:\s*(?P<value>.*)")
_HEADING = re.compile(r" {0,3}(?P<level>#{1,6})(?:\s+(?P<text>.*?))?(?:\s+#+)?\s*$")
_UNDERLINE = re.compile(r" {0,3}(?P<sign>=+|-+)\s*$")
_ITEM = re.compile(r"(?P<indent>\s*)(?P<sign>[-*+•]|\d{1,3}[.)])\s+(?P<text>.*)")
_FENCE = re.compile(r"\s*(?P<sign>`{3,}|~{3,})")
_RULE = re.compile(r" {0,3}(?:\*\s*){3,}$| {0,3}(?:-\s*){3,}$| {0,3}(?:_\s*){3,}$")


class Block(Value):
    """One block: `kind` is item, steps, paragraph, code or table; `lead` is the line that introduces a list."""

    kind: str
    text: str
    headings: tuple[str, ...] = ()
    lead: str = ""


class Section(Value):
    """A heading and the text below it, up to the next heading."""

    level: int
    heading: str
    body: str


def own_words(text: str) -> str:
    """Return a text without comments and without what Standfast wrote into it."""
    plain = text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    return _COMMENT.sub("", _OWN.sub("", plain))


def split_front(text: str) -> tuple[dict[str, list[str]], str]:
    """Return the front matter (each key with its values) and the rest.

    Read by hand: rule files write `globs: **/*.ts`, which is no YAML.
    """
    match = _FRONT.match(text)
    if match is None:
        return {}, text
    front: dict[str, list[str]] = {}
    key = ""
    for line in match["front"].split("\n"):
        pair = _KEY.fullmatch(line.rstrip())
        if pair:
            key = pair["key"].lower()
            front[key] = _values(pair["value"])
        elif key and line.lstrip().startswith("- "):
            front[key] += _values(line.lstrip()[2:])
    return front, text[match.end() :]


def _values(text: str) -> list[str]:
    inside = text.strip().removeprefix("[").removesuffix("]")
    depth, parts, part = 0, [], ""
    for char in inside:  # a comma inside {a,b} of a glob does not divide
        depth += (char == "{") - (char == "}")
        if char == "," and depth <= 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return [one for one in (value.strip().strip("'\"").strip() for value in (*parts, part)) if one]


def split_sections(text: str) -> list[Section]:
    """Return the sections of a text; the first has no heading and holds what stands above all headings."""
    found: list[tuple[int, str, list[str]]] = [(0, "", [])]
    for line, heading in _lines(text):
        if heading:
            found.append((heading[0], heading[1], []))
        else:
            found[-1][2].append(line)
    return [Section(level, heading, "\n".join(lines).strip()) for level, heading, lines in found]


def _lines(text: str) -> Iterator[tuple[str, tuple[int, str] | None]]:
    """Yield each line with the heading it is, if any; what stands in a fence is never a heading."""
    lines = text.split("\n")
    fence, skip = "", False
    for place, line in enumerate(lines):
        if skip:
            skip = False
            continue
        mark = _FENCE.match(line)
        if mark and (not fence or mark["sign"].startswith(fence)):
            fence = "" if fence else mark["sign"]
        if fence or mark:
            yield line, None
            continue
        after = lines[place + 1] if place + 1 < len(lines) else ""
        under = _UNDERLINE.fullmatch(after)
        alone = place == 0 or not lines[place - 1].strip()
        if match := _HEADING.fullmatch(line):
            yield line, (len(match["level"]), (match["text"] or "").strip())
        elif under and line.strip() and alone and not _ITEM.fullmatch(line) and len(after.strip()) > 2:
            skip = True
            yield line, (1 if under["sign"].startswith("=") else 2, line.strip())
        else:
            yield line, None


def split_blocks(text: str) -> list[Block]:
    """Return the blocks of a text in order, each with the headings it stands under."""
    blocks: list[Block] = []
    trail: list[tuple[int, str]] = []
    for section in split_sections(text):
        if section.level:
            trail = [one for one in trail if one[0] < section.level] + [(section.level, section.heading)]
        blocks += _section_blocks(section.body, tuple(heading for _, heading in trail if heading))
    return blocks


def _section_blocks(body: str, headings: tuple[str, ...]) -> list[Block]:
    found: list[Block] = []
    lead = ""
    for kind, lines in _groups(body):
        text = "\n".join(lines).strip()
        if kind == "code" and found and found[-1].kind in {"paragraph", "item"} and found[-1].lead == lead:
            last = found.pop()  # a sample belongs to the words before it
            found.append(Block(last.kind, f"{last.text}\n{text}", headings, last.lead))
        elif kind in {"item", "steps"}:
            if found and found[-1].kind == "paragraph" and found[-1].text.endswith(":"):
                lead = " ".join(found.pop().text[:-1].split())
            found += [Block(kind, one, headings, lead) for one in (_items(lines) if kind == "item" else [text])]
        else:
            lead = ""
            found.append(Block(kind, text, headings))
    return found


def _groups(body: str) -> Iterator[tuple[str, list[str]]]:
    """Yield runs of lines that belong together, with what they are."""
    kind, lines, fence = "", [], ""
    for line in [*body.split("\n"), ""]:
        mark = _FENCE.match(line)
        inside = kind in {"item", "steps"} and line[:1] in {" ", "\t"}
        if fence:
            lines.append(line)
            if mark and mark["sign"].startswith(fence):
                fence = ""
            continue
        if mark:
            fence = mark["sign"]
            if not inside:
                yield from _run(kind, lines)
                kind, lines = "code", []
            lines.append(line)
            continue
        now = _kind_of(line, kind, lines)
        if now != kind:
            yield from _run(kind, lines)
            kind, lines = now, []
        if kind:
            lines.append(line)
    yield from _run(kind, lines)


def _run(kind: str, lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    if kind and any(line.strip() for line in lines):
        yield kind, list(lines)


def _kind_of(line: str, kind: str, lines: Sequence[str]) -> str:
    if not line.strip():
        return kind if kind in {"item", "steps"} else ""
    if _RULE.fullmatch(line):
        return ""
    item = _ITEM.fullmatch(line)
    in_list = kind in {"item", "steps"}
    if item:
        nested = in_list and len(item["indent"].expandtabs(4)) >= 2
        return kind if nested else "steps" if item["sign"][0].isdigit() else "item"
    if in_list and (line[:1] in {" ", "\t"} or (lines and lines[-1].strip())):
        return kind
    return "table" if line.lstrip().startswith("|") else "paragraph"


def _items(lines: Sequence[str]) -> list[str]:
    """Return the top items of a list, each with what is nested in it."""
    items: list[list[str]] = []
    for line in lines:
        match = _ITEM.fullmatch(line)
        if match and len(match["indent"].expandtabs(4)) < 2:
            items.append([match["text"]])
        elif items:
            items[-1].append(line)
    return ["\n".join(item).strip() for item in items]
