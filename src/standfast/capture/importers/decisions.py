"""Decision records (MADR and Nygard forms): the decision, why, when, whether it stands, and what took its place.

Neighbours: `page`, `record`. Which files are looked at is `discover`'s question.
"""

from __future__ import annotations

import re
from posixpath import basename, dirname

from standfast.capture.importers.finding import Statement
from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.capture.importers.record import (
    DATE,
    STATUS,
    date_of,
    pairs_of,
    said_under,
    spread,
    title_of,
    without_pairs,
)
from standfast.capture.importers.wording import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.capture.importers.page import Section

_TEXT = 4_000
_WHY = 2_000
_DECISION = re.compile(
    r"^(the )?(decision( outcome)?s?|outcome|resolution|chosen option|what we decided)\b", re.IGNORECASE
)
_CONTEXT = re.compile(
    r"^(context|problem|background|motivation|rationale|drivers|decision drivers|issue|why|forces)\b", re.IGNORECASE
)
_OPTIONS = re.compile(r"^(considered (options|alternatives)|alternatives|options|consequences)\b", re.IGNORECASE)
_SHAPE = re.compile(
    r"^(?:#{1,6}[ \t]+|\*\*|)(?P<name>status|context|decision|decision outcome|considered options|consequences"
    r"|alternatives)"
    r"\b[^\n]{0,40}$|^(?P<front>status|deciders|decision-makers):",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER = re.compile(r"^(?:adr|rfc|dr)?[\s_#-]*(?P<number>\d{1,12})(?!\d)", re.IGNORECASE)
_REF = re.compile(
    r"\]\((?P<file>[^)\s#]+)|\b(?P<name>[\w-]+\.(?:md|adoc|rst|txt))\b|(?P<number>\d{1,12})", re.IGNORECASE
)
_BY = re.compile(r"\b(?:superseded|replaced|obsoleted)\b[^.\n]*?\bby\b(?P<rest>[^\n]*)", re.IGNORECASE)
_REPLACES = re.compile(r"\b(?:supersedes|replaces|obsoletes)\b(?P<rest>[^\n]*)", re.IGNORECASE)
_OVER = re.compile(r"\b(reject|declin|withdraw|abandon|deprecat|obsolet|retired)", re.IGNORECASE)
_OPEN = re.compile(r"\b(propos|draft|pending|in review|under review|open|rfc|wip)", re.IGNORECASE)


def read_decisions(path: str, text: str) -> list[Statement]:
    """Return what a decision record decided, if it decided anything."""
    decision = read_decision(path, text)
    return [decision] if decision else []


def read_decision(path: str, text: str) -> Statement | None:
    """Return the decision that a record holds, or None when it holds none."""
    front, body = split_front(own_words(text))
    sections = read_page(path, spread(body)).sections
    status = _status(front, sections)
    decision = said_under(sections, _DECISION)
    context = said_under(sections, _CONTEXT)
    title = title_of(front, sections)
    if not decision:
        rest = (
            section for section in sections if not STATUS.match(section.heading) and not _CONTEXT.match(section.heading)
        )
        decision = "\n\n".join(without_pairs(item.body) for item in rest if without_pairs(item.body))
    if not title or not decision.strip():
        return None
    later, earlier = _refs(path, _BY.findall(status)), _refs(path, _REPLACES.findall(_keys(sections)))
    becomes, reason = _becomes(status)
    return Statement(
        file=path,
        text=shorten(decision, _TEXT),
        kind="decision",
        title=title,
        why=shorten(context, _WHY),
        at=date_of(front, sections),
        becomes=becomes,
        reason=reason,
        supersedes=earlier,
        superseded_by=later,
        line=next((section.line for section in sections if section.level), 1),
    )


def may_be_record(text: str) -> bool:
    """Tell whether a text names enough of what a record consists of to be worth a parser's look."""
    return len({(match["name"] or match["front"]).lower() for match in _SHAPE.finditer(text[:20_000])}) > 1


def looks_decided(path: str, text: str) -> bool:
    """Tell whether a file is a decision record by its sections, whatever folder it is in."""
    front, body = split_front(own_words(text))
    sections = read_page(path, spread(body)).sections
    if not said_under(sections, _DECISION):
        return False
    grounds = said_under(sections, _CONTEXT) or said_under(sections, STATUS) or said_under(sections, _OPTIONS)
    return bool(grounds) or bool(front.get("status"))


def is_record(path: str, text: str) -> bool:
    """Tell whether a file that somebody calls a decision record is one: by its sections, its number or its folder."""
    from standfast.capture.importers.discover import sort_paths

    return bool(number_of(path) or sort_paths([path])["adr"]) or looks_decided(path, text)


def number_of(path: str) -> str:
    """Return the number a record's file name starts with, without leading zeros."""
    match = _NUMBER.match(basename(path))
    return match["number"].lstrip("0") if match else ""


def resolve(findings: Sequence[Statement]) -> list[tuple[str, str]]:
    """Return (older file, newer file) for every supersession these records mention, as far as both are there."""
    files = {item.file for item in findings}
    numbers = {(dirname(item.file), number_of(item.file)): item.file for item in findings if number_of(item.file)}

    def find(finding: Statement, ref: str) -> str:
        return ref if ref in files else numbers.get((dirname(finding.file), ref.lstrip("0")), "")

    pairs: dict[tuple[str, str], None] = {}
    for item in findings:
        pairs.update(dict.fromkeys((item.file, find(item, ref)) for ref in item.superseded_by))
        pairs.update(dict.fromkeys((find(item, ref), item.file) for ref in item.supersedes))
    return [(old, new) for old, new in pairs if old and new and old != new and (new, old) not in pairs]


def _status(front: dict[str, list[str]], sections: Sequence[Section]) -> str:
    named = ", ".join(front.get("status", ())) or said_under(sections, STATUS)
    return named or next((value for key, value in pairs_of(sections) if key == "status"), "")


def _keys(sections: Sequence[Section]) -> str:
    """Return the lines about the record itself: its status section, and `Supersedes:` lines."""
    lines = [f"{key} {value}" for key, value in pairs_of(sections)]
    return "\n".join([said_under(sections, STATUS), *lines])


def _becomes(status: str) -> tuple[str, str]:
    first = " ".join(status.split())[:200]
    if _BY.search(status):
        return "superseded", first
    if _OVER.search(first):
        return "retracted", first
    # A record keeps its history under "status": it was proposed once, and counts as what it says it is at last.
    if _OPEN.search(first) and not re.search(r"\b(accept|approv|implement|decided|adopted)", status, re.IGNORECASE):
        return "proposed", first
    return "active", ""


def _refs(path: str, said: Sequence[str]) -> tuple[str, ...]:
    """Return the records that these words name: paths beside this one, or numbers."""
    found: dict[str, None] = {}
    for rest in said:
        for match in _REF.finditer(rest):
            name = match["file"] or match["name"]
            if name and "://" not in name:
                found[f"{dirname(path)}/{basename(name)}".lstrip("/")] = None
            elif match["number"] and not DATE.search(rest):
                found[match["number"]] = None
    return tuple(found)
