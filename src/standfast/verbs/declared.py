"""Each verb, declared once: its parameters, which of them it needs, and the lowest profile that may call it.

Owns the words. A parameter has one name, one type and one help everywhere; the schemas of MCP and REST are made from
this table, and a test holds the flags of the command line and the signatures of the facade against it. Literals only:
the MCP server imports this at every start.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost the start more than the whole dialogue
if TYPE_CHECKING:
    from typing import Any

    Record = dict[str, Any]

PROFILES = ("reader", "agent", "maintainer", "admin")
"""Who may do what, each including the one before: read; write; decide what waits; revert and purge."""

KINDS = (
    *("decision", "convention", "fact", "gotcha", "requirement"),
    *("episode", "attempt", "thread", "procedure", "preference"),
)
_TEXT: Record = {"type": "string"}
_TEXTS: Record = {"type": "array", "items": _TEXT}
_FLAG: Record = {"type": "boolean"}
_TIME = "2026-11-15, 2026-11-15T10:00:00Z, yesterday, 2h, 3d"


def _count(most: int, least: int = 1) -> Record:
    return {"type": "integer", "minimum": least, "maximum": most}


PARAMETERS: dict[str, Record] = {
    "after": {**_count(1_000_000, 0), "description": "How many events you already have"},
    "anchors": {
        **_TEXTS,
        "description": "What it is about: PATH, PATH::SYMBOL, PATH:10-20, dep:NAME@RANGE, cmd:LINE",
    },
    "approve": _TEXTS,
    "as_of": {**_TEXT, "description": _TIME},
    "at": {**_TEXT, "description": _TIME},
    "based_on": {**_count(1_000_000), "description": "The revision this started from"},
    "branch": {**_TEXT, "description": "Only what is true on this branch until it lands"},
    "budget": {**_count(32_000, 100), "description": "Tokens"},
    "by": _TEXT,
    "confirm": {
        **_TEXT,
        "description": "The `confirm` value that the dry run returned: exactly these memories are deleted",
    },
    "cursor": {**_TEXT, "description": "The `cursor` of the previous page"},
    "derived": {**_FLAG, "description": "Also everything that was built on it"},
    "dry_run": _FLAG,
    "ending": {**_TEXT, "description": "Expires by: 2026-11-15, or 30d from now"},
    "expires": {**_TEXT, "description": "Ends: 2026-11-15, or 30d from now"},
    "file": {**_TEXT, "description": "About this file: anchored in it, scoped to it or read from it"},
    "files": {**_TEXTS, "description": "Paths you are working on"},
    "hops": _count(3),
    "id": {**_TEXT, "description": "Memory id or an unambiguous part of it"},
    "ids": _TEXTS,
    "include": {**_TEXTS, "description": "Statuses besides active: superseded, proposed, …"},
    "keep": {**_TEXT, "description": "The memory that stays"},
    "kind": {**_TEXT, "enum": list(KINDS)},
    "kinds": {"type": "array", "items": {**_TEXT, "enum": list(KINDS)}},
    "limit": _count(1000),
    "model": {**_TEXT, "description": "A model's name, as `sessions` lists it"},
    "name": {**_TEXT, "description": "Name of a group: lower-case letters, digits and dashes"},
    "note": _TEXT,
    "operations": _TEXTS,
    "path": {**_TEXT, "description": "About files below this folder, or matching this glob"},
    "points": _count(500),
    "preview": {**_FLAG, "description": "Search as you type: leaves no receipt for a person"},
    "query": _TEXT,
    "reason": _TEXT,
    "reject": _TEXTS,
    "rejected": {**_TEXT, "description": "What was considered and ruled out"},
    "retract": _FLAG,
    "revision": _count(1_000_000),
    "said": {**_FLAG, "description": "Also what you said about projects"},
    "scope": {**_TEXT, "description": "project (default), user, group:NAME, with ,path:GLOB ,branch:NAME added"},
    "session": _TEXT,
    "sessions": {**_FLAG, "description": "Search past sessions instead"},
    "since": {**_TEXT, "description": _TIME},
    "skip": {**_count(1_000_000, 0), "description": "How many to skip first"},
    "sort": {**_TEXT, "enum": ["newest", "oldest", "title", "standing", "ending"]},
    "source": {**_TEXT, "description": "person:NAME, agent:NAME, session:ID, commit:SHA, import:NAME"},
    "standing": {
        **_TEXT,
        "description": "holds, moved, touched, drifted, broken, unanchored; stale: drifted or broken",
    },
    "status": {**_TEXT, "description": "active (default), proposed, …; waiting: what a person has to decide; all"},
    "supersedes": {**_TEXTS, "description": "Ids this replaces"},
    "tag": {**_TEXT, "description": "One or more, separated by commas"},
    "tags": _TEXTS,
    "task": _TEXT,
    "text": _TEXT,
    "title": _TEXT,
    "under": {**_TEXT, "description": "A folder of the repository"},
    "until": {**_TEXT, "description": _TIME},
    "until_now": {**_FLAG, "description": "End the stream after the events so far"},
    "verdict": {**_TEXT, "enum": ["helpful", "wrong", "stale"]},
    "why": {**_TEXT, "description": "The reason, incident or evidence"},
}


def _verb(takes: str, needs: str = "", profile: str = "agent") -> tuple[tuple[str, ...], tuple[str, ...], str]:
    return tuple(takes.split()), tuple(needs.split()), profile


VERBS = {
    "remember": _verb("text kind title why rejected anchors scope tags supersedes at expires dry_run", needs="text"),
    "recall": _verb("query limit files kinds tags scope as_of include sessions", needs="query", profile="reader"),
    "brief": _verb("budget files task", profile="reader"),
    "list": _verb(
        "kind tag status standing source file path scope branch since ending text sort limit cursor", profile="reader"
    ),
    "show": _verb("id as_of", needs="id", profile="reader"),
    "log": _verb("id limit", profile="reader"),
    "why": _verb("id", needs="id", profile="reader"),
    "revise": _verb("id text title why kind scope tags anchors based_on supersedes retract", needs="id"),
    "supersede": _verb("id by", needs="id by"),
    "retract": _verb("id reason", needs="id"),
    "restore": _verb("id", needs="id"),
    "verify": _verb("id note", needs="id"),
    "feedback": _verb("id verdict note", needs="id verdict"),
    "status": _verb("", profile="reader"),
    "sessions": _verb("limit", profile="reader"),
    "replay": _verb("id limit", needs="id", profile="reader"),
    "handoff": _verb("text session"),
    "review": _verb("limit approve reject", profile="maintainer"),
    "revert": _verb("operations session source model since until derived dry_run", profile="admin"),
    "undo": _verb("dry_run", profile="admin"),
    "purge": _verb("ids session source text dry_run", profile="admin"),
}


def properties_of(verb: str, *names: str) -> Record:
    """Return the schemas of a verb's parameters, of all or of these; a word it does not have is a fault of ours."""
    takes = VERBS[verb][0]
    return {name: PARAMETERS[name] for name in (names or takes) if name in takes or _unknown(verb, name)}


def needs_of(verb: str, *names: str) -> list[str]:
    """Return which of these parameters a verb cannot do without."""
    return [name for name in VERBS[verb][1] if name in (names or VERBS[verb][0])]


def _unknown(verb: str, name: str) -> bool:
    raise KeyError(f"{verb} does not take {name}")
