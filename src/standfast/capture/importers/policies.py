"""Policies, checklists and guides for maintainers: how one releases is a procedure, the rest is read like a guide.

A checklist is kept whole, section by section, in its order: a single step of it tells nobody what to do. Neighbours:
`instructions` (rules one by one), `changes` (a page of that name may be what changed).
"""

from __future__ import annotations

import re
from posixpath import basename

from standfast.capture.importers.changes import is_log, read_changes
from standfast.capture.importers.commands import is_commands
from standfast.capture.importers.designs import gives_reason
from standfast.capture.importers.finding import Statement
from standfast.capture.importers.instructions import read_instructions
from standfast.capture.importers.kinds import is_aside
from standfast.capture.importers.leads import is_sample
from standfast.capture.importers.orders import is_imperative, is_order
from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.capture.importers.wording import cut_words, shorten
from standfast.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.importers.page import Part, Section

_CHECKLIST = re.compile(r"releas|publish|checklist|deploy|runbook|playbook|how-?to", re.IGNORECASE)
_RELEASE = re.compile(r"releas|publish", re.IGNORECASE)  # asked for in those words, whatever the page calls itself
_HOW = re.compile(r"^(?:test|build)ing\b", re.IGNORECASE)  # how one does it, and how it works: no rules
_TEXT = 4_000
_MOST = 20  # sections or releases
_TITLE = 160
_LEAST = 6  # words
_SHORT = 2  # letters of what stands for several words


def read_policy(path: str, text: str) -> list[Statement]:
    """Return the rules of a policy, or the steps of a checklist, in their own words."""
    if not _CHECKLIST.search(basename(path)):
        rules = read_instructions(path, text, everywhere=True, guide=True)
        return [replace(rule, kind=kind, title=rule.title or _name(path)) for rule in rules if (kind := _kind(rule))]
    page = read_page(path, split_front(own_words(text))[1])
    if is_log(page.sections):
        return read_changes(path, text)[:_MOST]
    found: list[Statement] = []
    top = page.sections[1].heading if len(page.sections) > 1 and not page.sections[0].body.strip() else ""
    for place, section in enumerate(page.sections):
        end = page.sections[place + 1].line if place + 1 < len(page.sections) else len(text)
        parts = [part for part in page.parts if section.line <= part.line < end]
        if parts and _does(parts) and len(section.body.split()) >= _LEAST:
            said = shorten(section.body, _TEXT)
            found.append(Statement(path, said, "procedure", title=_title(path, section, top), line=section.line))
    return found[:_MOST]


def _kind(said: Statement) -> str:
    """Return the kind of what a page says, if it counts; under "how we decide" not everything is a decision."""
    if _HOW.search(basename(said.file)) and said.kind not in {"procedure", "gotcha"}:
        return ""
    if said.kind != "decision" or gives_reason(said.text):
        return said.kind
    return "convention" if is_order(said.text) else ""


def _does(parts: list[Part]) -> bool:
    """Tell whether a section says what to do, step by step or by commands."""
    heads = parts[0].headings
    if is_aside(heads) or is_sample(heads):
        return False
    plain = [part for part in parts if part.kind == "item" or (part.kind == "paragraph" and "`" in part.text)]
    acts = [part for part in plain if is_imperative(part.text)]
    return bool(acts) or any(part.kind == "steps" or (part.kind == "code" and is_commands(part)) for part in parts)


def _title(path: str, section: Section, top: str) -> str:
    """Return the section's heading, after what the whole page is about."""
    about = top or _name(path)
    heads = [about, *([section.heading] if section.heading and section.heading != about else [])]
    title = " › ".join(head.strip("*_`#: ") for head in heads)
    return cut_words(f"How to release it: {title}" if _RELEASE.search(basename(path)) else title, _TITLE)


def _name(path: str) -> str:
    """Return the name of a file as a title: `AI_POLICY.md` is "AI policy"."""
    words = re.split(r"[-_]+", basename(path).rpartition(".")[0])
    plain = " ".join(word if len(word) == _SHORT else word.lower() for word in words)
    return plain[:1].upper() + plain[1:]
