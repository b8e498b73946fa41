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
    text_below,
    title_of,
    without_pairs,
)
from standfast.capture.importers.wording import cut_words, shorten
from standfast.model.value import Value
from standfast.text.sentences import first_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.capture.importers.page import Page, Section

_TEXT = 4_000
_WHY = 2_000
# The decision itself, not what drove it, who took it or where others are: nothing but a subtitle follows the word.
_DECISION = re.compile(
    r"^(?:the |our |final |key )*(?:(?:design )?decisions?(?: outcomes?| made| taken| summary)?|outcome|resolution"
    r"|chosen (?:option|solution|approach)|what (?:was|we) decided)(?: \d{1,2})?(?:\W*$|\s*[:–—(-])",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"^(context|problem|background|motivation|rationale|drivers|decision drivers|issue|why|forces)\b", re.IGNORECASE
)
_OPTIONS = re.compile(
    r"^(?:(?:considered|possible|design) )?(?:options?|alternatives|solutions)\b(?! \w{1,2}\b)", re.IGNORECASE
)
_AFTER = re.compile(
    r"^(?:consequences|implications|evidence|references|links|more information|related|see also|appendix|next steps"
    r"|changelog|history)\b",
    re.IGNORECASE,
)
_CONSEQUENCES = re.compile(r"^consequences\b", re.IGNORECASE)
_SHAPE = re.compile(
    r"^(?:#{1,6}[ \t]+|\*\*|)(?P<name>status|context|decision|(?:considered )?options|consequences|alternatives)"
    r"\b[^\n]{0,40}$|^(?P<front>status|deciders|decision-makers):",
    re.IGNORECASE | re.MULTILINE,
)
# "- **(b) Root directly at `context/`** — chosen." and "Option B (chosen)", not "Not chosen".
_CHOSEN = re.compile(
    r"(?:[(\[–—:*✅✔-]|\b(?:is|was)\b)[\s*_]{0,4}(?:chosen|selected|accepted|adopted)\b", re.IGNORECASE
)
_LABEL = re.compile(
    r"^[\W_]{0,9}(?:(?:option|alternative|approach)\s+)?(?P<label>[a-z]|\d{1,2}(?:\.\d{1,2}){0,2})"
    r"\s{0,3}(?:[.):–—-]+|\Z)\**\s*(?P<title>.*)",
    re.IGNORECASE | re.DOTALL,
)
# "Option B", "Choose A", "Q1 = A": what was chosen, named by its label alone.
_NAMED = re.compile(
    r"(?:\b(?i:option|alternative|approach|choose|chose|chosen|select|selected|adopt|adopted|pick|picked)[\s:*\"(]{1,4}"
    r"|=\s{0,3})(?P<label>[A-Z]|[a-z](?=\))|\d{1,2}(?:\.\d{1,2}){0,2})(?![\w'’]|[\"*]{0,3}\s{0,2}[:(–—-])"
)
_BARE_LABEL = r"\b(?:option|alternative|approach)\s(?:[A-Z]|\d{1,2}(?:\.\d{1,2}){0,2})"
_LABELLED = re.compile(
    rf"\*\*{_BARE_LABEL}\*\*\s?[:–—-]\s{{1,2}}|{_BARE_LABEL}\s?[:–—-]\s{{1,2}}|(?<=: \*\*)\d{{1,2}}[.)]\s",
    re.IGNORECASE,
)
# What the form calls the answer in every record: two answers to two questions are not against each other.
_ANSWER = re.compile(r"^\W{0,4}chosen (?:option|solution|approach)[*_]{0,2}:[*_]{0,2}\s*", re.IGNORECASE)
_UNDECIDED = re.compile(
    r"^\W*(?:tbd|tba|to be (?:decided|determined|defined|discussed|done)|todo|pending|n/?a|none(?: yet)?|open"
    r"|(?:not (?:yet )?|un)decided(?: yet)?)\W*$",
    re.IGNORECASE,
)
# What a template leaves to be filled in; a link is none.
_UNFILLED = re.compile(r"[\s\"“]{0,9}(?:\{[^{}\n]{3,}\}|\[[^\[\]\n]{3,}\](?![(\[:]))")
_JOINED = 3  # words and signs that a template has between its placeholders
_OUTCOME = re.compile(r"outcome|resolution|chosen|decided", re.IGNORECASE)
_MARKS = " \t\n*_#.:;,()[]–—-"
_TOLD = 24  # characters of a title by which it is known to be told already
_TITLE = 160
_MARKED = 240  # characters within which an option is marked as the one that was chosen, and a decision names it
_NUMBER = re.compile(r"^(?:adr|rfc|dr)?[\s_#-]*(?P<number>\d{1,12})(?!\d)", re.IGNORECASE)
_REF = re.compile(
    r"\]\((?P<file>[^)\s#]+)|\b(?P<name>[\w-]+\.(?:md|adoc|rst|txt))\b|(?P<number>\d{1,12})", re.IGNORECASE
)
_BY = re.compile(r"\b(?:superseded|replaced|obsoleted)\b[^.\n]*?\bby\b(?P<rest>[^\n]*)", re.IGNORECASE)
_REPLACES = re.compile(r"\b(?:supersedes|replaces|obsoletes)\b(?P<rest>[^\n]*)", re.IGNORECASE)
_OVER = re.compile(r"\b(reject|declin|withdraw|abandon|deprecat|obsolet|retired)", re.IGNORECASE)
_OPEN = re.compile(r"\b(propos|draft|pending|in review|under review|open|rfc|wip)", re.IGNORECASE)


class _Option(Value):
    """One of the options a record weighed, with the label it is called by, and whether it is marked as chosen."""

    label: str
    title: str
    text: str
    chosen: bool


def read_decisions(path: str, text: str) -> list[Statement]:
    """Return what a decision record decided, if it decided anything."""
    decision = read_decision(path, text)
    return [decision] if decision else []


def read_decision(path: str, text: str) -> Statement | None:
    """Return the decision that a record holds, or None when it holds none; what is only proposed is a fact."""
    front, body = split_front(own_words(text))
    page = read_page(path, spread(body))
    sections = page.sections
    status = _status(front, sections)
    title = title_of(front, sections)
    named, decision = _decided(page)
    if not (named or decision):
        decision = _rest(sections)
    answer = _ANSWER.sub("", decision)
    if not title or not decision.strip(_MARKS) or _UNDECIDED.match(decision) or _is_unfilled(answer):
        return None
    if _UNFILLED.fullmatch(title):  # a record whose title nobody wrote is called as its file is
        title = _NUMBER.sub("", basename(path).partition(".")[0]).strip("-_").replace("-", " ")
    later, earlier = _refs(path, _BY.findall(status)), _refs(path, _REPLACES.findall(_keys(sections)))
    becomes, reason = _becomes(status)
    proposed = becomes == "proposed"
    return Statement(
        file=path,
        text=shorten(answer, _TEXT),
        kind="fact" if proposed else "decision",
        title=f"Proposed, not decided: {title}" if proposed else title,
        why=shorten(said_under(sections, _CONTEXT), _WHY),
        at=date_of(front, sections),
        becomes="active" if proposed else becomes,
        reason=reason,
        supersedes=earlier,
        superseded_by=later,
        line=next((section.line for section in sections if section.level), 1),
    )


def _is_unfilled(answer: str) -> bool:
    """Tell whether an answer is what the template says and no more: `"{option}", because {reason, say {force}}`."""
    said = answer.partition("\n\n")[0]
    return bool(_UNFILLED.match(said)) and len(_UNFILLED.sub("", _UNFILLED.sub("", said)).split()) <= _JOINED


def _decided(page: Page) -> tuple[bool, str]:
    """Return whether a section says what was decided, and what: its words, or those of the options marked as chosen."""
    heads = [place for place, item in enumerate(page.sections) if item.level and _DECISION.match(item.heading)]
    outcomes = [place for place in heads if _OUTCOME.search(page.sections[place].heading)] or heads
    said: list[str] = []
    until = 0
    for place in outcomes:
        if place >= until:
            below, until = text_below(page.sections, place)
            part = _DECISION.sub("", page.sections[place].heading, count=1).strip(_MARKS)
            said.append(f"{part}\n\n{below}" if part and below else part or below)
    options = _list_options(page)
    if not heads:
        return False, "\n".join(option.text for option in options if option.chosen)
    return True, _spelled_out("\n\n".join(filter(None, said)), options)


def _rest(sections: Sequence[Section]) -> str:
    """Return what a record says that has no section of its own for its decision."""
    told = [item for item in sections if not STATUS.match(item.heading) and not _CONTEXT.match(item.heading)]
    kept = [item for item in told if not (_OPTIONS.match(item.heading) or _AFTER.match(item.heading))]
    top = next((item for item in sections if item.level), None)
    for chosen in (kept, told):
        bodies = [(item, without_pairs(item.body)) for item in chosen]
        said = [body if item is top or not item.level else f"{item.heading}\n\n{body}" for item, body in bodies if body]
        if said:
            return "\n\n".join(said)
    return ""


def _list_options(page: Page) -> list[_Option]:
    """Return the options that a record weighed, wherever they have a heading, an item or a row of their own."""
    found: list[_Option] = []
    inside = 0
    for section in page.sections:
        if inside and section.level <= inside:
            inside = 0
        if not inside and section.level and _OPTIONS.match(section.heading):
            inside = section.level
        elif inside or section.heading[:7].lower() == "option ":
            found.append(_option("", section.heading))
        rows = [line for line in section.body.split("\n") if line.startswith("|")] if inside else []
        found += [_option("", row.strip("| ").partition("|")[0]) for row in rows[2:]]
    for part in page.parts:
        if any(map(_OPTIONS.match, part.headings)):
            if part.kind == "steps":
                found += [_option(str(number), item.text) for number, item in enumerate(part.items, 1)]
            elif part.kind == "item":
                found.append(_option("", part.text))
    return found


def _option(label: str, text: str) -> _Option:
    match = _LABEL.match(text)
    name, rest = (match["label"], match["title"]) if match else (label, text)
    plain = rest.strip("*_ ")
    title = plain.partition("**")[0] if "**" in plain[:_TITLE] else first_sentence(plain)
    mark = _CHOSEN.search(text[:_MARKED])
    bare = _CHOSEN.sub("", title).strip(_MARKS)
    return _Option(name.lower() or label, cut_words(" ".join(bare.split()), _TITLE), text.strip(), mark is not None)


def _spelled_out(decision: str, options: Sequence[_Option]) -> str:
    """Return a decision that names an option by its label with the title of that option.

    Outside its record the label says nothing, and "option 2" of one is not against "option 3" of another.
    """
    told: set[str] = set()

    def say(match: re.Match[str]) -> str:
        label = match["label"].lower()
        named = {option.title: option.chosen for option in options if option.label == label and option.title}
        titles = [title for title, chosen in named.items() if chosen or len(named) == 1]
        lead = [title for title in titles if title[:_TOLD].lower() not in decision.lower()]
        if label in told or not lead:
            return match[0]
        told.add(label)
        return f"{match[0][: match.start('label') - match.start()]}“{'”, “'.join(lead)}”"

    return _NAMED.sub(say, _LABELLED.sub("", decision[:_MARKED])) + decision[_MARKED:]


def may_be_record(text: str) -> bool:
    """Tell whether a text names enough of what a record consists of to be worth a parser's look."""
    return len({(match["name"] or match["front"]).lower() for match in _SHAPE.finditer(text[:20_000])}) > 1


def looks_decided(path: str, text: str) -> bool:
    """Tell whether a file is a decision record by its sections, whatever folder it is in."""
    front, body = split_front(own_words(text))
    page = read_page(path, spread(body))
    sections = page.sections
    named, decision = _decided(page)
    if not decision:
        return False
    options = said_under(sections, _OPTIONS) or said_under(sections, _CONSEQUENCES)
    grounds = (_status(front, sections), said_under(sections, _CONTEXT), options)
    return sum(map(bool, grounds)) > (0 if named else 1)


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
