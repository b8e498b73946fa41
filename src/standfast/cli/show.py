"""standfast show: one memory, as it is or was."""

import argparse
import difflib

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.places import name_nearest, repo_paths
from standfast.errors import NotFound
from standfast.learn.habits import tell_habits
from standfast.model.trust import Standing
from standfast.model.value import replace

_MOST_LINES = 24
_LONGEST = 90  # characters of one line, of two on one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from standfast.model.anchor import Anchor
    from standfast.model.memory import Memory, Version
    from standfast.model.source import Source
    from standfast.recall.answer import Shown
    from standfast.standing.judged import Judged

READS = True
EXAMPLES = """
standfast show 7qp2
standfast show src/locks.py
standfast show src/locks.py::acquire
standfast show m5x0k3f-7qp2rta --as-of yesterday --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", metavar="ID|FILE", help="a prefix of the id or of its part after the dash; or a file, or FILE::SYMBOL"
    )
    parser.add_argument("--as-of", metavar="TIME", default=None, help="as it was known then: 2026-03-01, 3d, yesterday")


def run(args: argparse.Namespace, face: Face) -> int:
    if path := _file(args.id, face):
        return _show_file(path, face)
    if place := _place(args.id, face):
        return _show_file(place.path, face, place)
    shown = face.open().show(args.id, as_of=args.as_of, given=True)
    face.answer(shown.to_dict())
    tell_memory(face, shown)
    face.next(f"`standfast log {shown.memory.id}` shows its history.")
    return 0


def _file(name: str, face: Face) -> str:
    """Return the path of a file of the repository that is meant, or nothing."""
    root = face.open().context.here.root
    if root is None or not ("/" in name or "." in name):
        return ""
    (path,) = repo_paths(face, [name])
    if (root / path).exists():
        return path
    if "/" in name and "::" not in name and not name.startswith("conf:"):
        hint = name_nearest(face, path) or "Check the path."
        raise NotFound(f"There is no file {name!r} here.", hint=hint, code="no-file")
    return ""


def _place(name: str, face: Face) -> "Anchor | None":
    """Return the definition in a file that is meant, written as an anchor; None for what is none."""
    root = face.open().context.here.root
    if root is None or "::" not in name:
        return None
    from standfast.code.snapshot import open_snapshot
    from standfast.model.anchor import parse_anchor
    from standfast.standing.anchors.suggest import find_near

    path, _, symbol = name.partition("::")
    anchor = parse_anchor(f"{repo_paths(face, [path])[0]}::{symbol}")
    snapshot = open_snapshot(str(root))
    source = snapshot.sources.find(anchor.path)
    if found := source.find(anchor.detail) if source is not None else []:
        return replace(anchor, detail=found[0].name)
    near = find_near(snapshot, anchor)
    hint = f"Did you mean {near}?" if near else "Check the path and the name."
    raise NotFound(f"There is no {anchor} here.", hint=hint, code="no-file")


def _is_at(memory: "Memory", place: "Anchor") -> bool:
    """Tell whether a memory is anchored to a definition, to what is in it, or to what it is in."""
    told = [item.anchor for item in memory.content.anchors if item.anchor.path == place.path]
    within = f"{place.detail}."
    return any(
        not other.detail or f"{other.detail}.".startswith(within) or within.startswith(f"{other.detail}.")
        for other in told
    )


def _show_file(path: str, face: Face, place: "Anchor | None" = None) -> int:
    found = face.open().about([path], given=True)
    if place is not None:
        found = replace(found, lines=tuple(line for line in found.lines if _is_at(line.result.memory, place)))
    lines = [{"id": line.id, "text": line.text} for line in found.lines]
    (habits,) = found.habits
    people = [{"name": name, "commits": number, "last": day} for name, number, day in habits.people]
    together = [{"file": other, "commits": number} for other, number in habits.together]
    face.answer({"file": path, "lines": lines, "people": people, "together": together})
    face.say((str(place or path), "bold"))
    for line in found.lines:
        face.say(f"  {line.row}")
    for habits in found.habits:
        for said in tell_habits(habits):
            face.say((f"  {said}", "dim"))
    if not found.lines:
        face.next(f'`standfast remember "…" --anchor {place or path}` tells the next session what to know here.')
    return 0


def tell_memory(face: Face, shown: "Shown") -> None:
    """Tell a person everything about one memory."""
    memory, content = shown.memory, shown.memory.content
    ids = paint.Ids(face, [memory.id])
    face.say(
        *ids(memory.id),
        f"  {content.kind.value} · ",
        paint.status(memory.status.value),
        f" · revision {memory.revision}",
    )
    if content.title:
        face.say((content.title, "bold"))
    face.say()
    face.say(paint.body(content.text))
    if content.why:
        face.say()
        face.say((paint.body(paint.because(content.why)), "italic"))
    face.say()
    for name, value in _facts(shown):
        face.say((f"{name:<11} ", "dim"), value)


def tell_commit(commit: dict[str, str], standing: str = "") -> str:
    """Say since which commit it is so, by whom and when."""
    if not commit["sha"]:
        return f"{standing}: not committed yet" if standing else "not committed yet"
    since = f"since {commit['sha'][:10]} by {commit['author']}, {commit['at'][:10]}"
    since += f": {commit['subject']}" if commit["subject"] else ""
    return f"{standing} {since}" if standing else since


def tell_left(record: "dict[str, Any]") -> str:
    """Say how much of what a commit added is still in the code; nothing for what is not a commit."""
    if not record.get("left"):
        return ""
    return record["reason"] or "all of what it added is still in the code"


def tell_otherwise(memory: "Memory", judged: "Judged") -> str:
    """Say where the code breaks a rule, or what it says in place of a claim; nothing where neither is known."""
    from standfast.standing.breach import REMEDY, find_breach

    if place := find_breach(memory.content, judged):
        return f"the code breaks this rule at {place}: {REMEDY}"
    return next((item["reason"] for item in judged.detail if item.get("says") or item.get("never")), "")


def tell_standing(record: "dict[str, Any]", *, whole: bool = True) -> list[str]:
    """Say how an anchor stands: why, since which commit and by whom, and the lines then and now.

    Without `whole`, of the lines only the one nearest the claim.
    """
    reason = tell_left(record) or record.get("reason", "")
    lines = [f"{record['anchor']}: {_word(record)}{', ' if reason else ''}{reason}"]
    if record.get("commit") and not record.get("left"):
        lines.append("  " + tell_commit(record["commit"]))
    if not whole:
        return lines + [f"  {line}" for line in _tell_nearest(record.get("nearest"))]
    before, after = (record.get(name, {}).get("lines", []) for name in ("before", "after"))
    changed = (
        [line for line in difflib.ndiff(before, after) if line[:1] in "+-"][:_MOST_LINES] if before or after else []
    )
    return lines + [f"  {paint.body(line.rstrip())}" for line in changed]


def _tell_nearest(nearest: "dict[str, Any] | None") -> list[str]:
    """Say the changed line nearest the claim, as it was and as it is, on one line."""
    if not nearest:
        return []
    before, after = (paint.shorten(nearest[name], _LONGEST) for name in ("before", "after"))
    where = f"line {nearest['line']}: " if after else ""
    return [f"{where}{before} → {after}" if before and after else f"{where}+ {after}" if after else f"- {before}"]


def _word(record: "dict[str, Any]") -> str:
    """Return what people read of the standing of an anchor."""
    from standfast.standing.judged import word_of

    return str(record.get("word") or word_of(Standing(record["standing"]), anchored=True))


def tell_guard(stored: str) -> list[tuple[str, str | tuple[str, str]]]:
    """Tell what a guard does, where and why, as its rule file says it."""
    import json

    from standfast.guard.render import render_document

    try:
        document = dict(json.loads(stored))
    except (ValueError, TypeError):
        return [("guard", paint.shorten(stored))]
    does = "warns" if document.get("severity") == "warn" else "blocks"
    facts: list[tuple[str, str | tuple[str, str]]] = [("guard", f"{document.get('id', '')} {does}")]
    where = document.get("paths") or ["every file"]
    facts.append(("", f"in {', '.join(str(item) for item in where)}"))
    facts += [("", f"says {' '.join(str(document['message']).split())}")] if document.get("message") else []
    shown = ("pack", "language", "rule", "constraints", "utils", "since", "expires", "promote_after")
    rule = {key: document[key] for key in shown if document.get(key)}
    facts += [("", paint.body(line)) for line in render_document(rule).splitlines()]
    for item in document.get("waivers") or ():
        facts.append(
            ("", f"waived until {item.get('until')} by {item.get('person') or 'nobody named'}: {item.get('reason')}")
        )
    return facts


def _before(version: "Version", name: str) -> str:
    """Say what a memory, or the one it replaced, said before, since when and why."""
    why = f", because {paint.shorten(version.content.why, 80)}" if version.content.why else ""
    return f"{name}, {version.at:%Y-%m-%d}: {paint.shorten(version.content.text)}{why}"


def _facts(shown: "Shown") -> list[tuple[str, str | tuple[str, str]]]:
    memory, content = shown.memory, shown.memory.content
    facts: list[tuple[str, str | tuple[str, str]]] = []
    if not paint.is_apart(shown.judged, content.anchors):
        facts.append(("standing", paint.stands(shown.judged)))
    for entry in shown.judged.detail:
        facts += [("", line) for line in tell_standing(entry)]
    if not shown.judged.detail:
        name = "changed" if memory.source.kind == "commit" else "anchor"
        facts += [(name, str(anchor.anchor)) for anchor in content.anchors]
    facts += [("replaced", f"on this branch by {shown.judged.replaced}")] if shown.judged.replaced else []
    facts += [("said since", shown.judged.since)] if shown.judged.since else []
    if shown.judged.earlier:
        facts.append(("holds here", shown.judged.earlier))
        facts += [("revised on", f"branch {shown.judged.revised_on}")] if shown.judged.revised_on else []
    facts += [("conflict", f"with {side}, unsettled") for side in shown.judged.sides]
    facts += [("", side.reason) for side in shown.judged.sides if side.reason]
    facts += [("rests on", f"{entry}, which is {standing}") for entry, standing in shown.judged.rests_on]
    if content.scope.branch:
        facts.append(("branch", f"from unmerged branch {content.scope.branch}"))
    facts += [
        ("scope", str(content.scope)),
        ("source", ", ".join(dict.fromkeys(paint.source(source) for source in _tellers(memory)))),
        ("authority", f"{memory.authority.word}, confidence {memory.confidence:.2f}"),
        ("learned", paint.stamp(memory.version.at)),
        ("recorded", paint.stamp(memory.version.recorded_at)),
    ]
    facts += [("given", str(shown.use))] if shown.use and shown.use.given else []
    facts += [("replaces", _before(older.version, older.id)) for older in shown.replaced]
    facts += [("before", _before(version, f"revision {version.revision}")) for version in shown.versions]
    facts += [("tags", ", ".join(content.tags))] if content.tags else []
    facts += [("evidence", f"{item.kind}:{item.ref} {item.note}".rstrip()) for item in content.evidence]
    facts += [("link", f"{link.kind} {link.target}") for link in shown.links]
    facts += [("replaced by", memory.superseded_by)] if memory.superseded_by else []
    facts += [("reason", memory.reason)] if memory.reason else []
    facts += [("expires", paint.stamp(content.expires_at))] if content.expires_at else []
    facts += [("verified", paint.stamp(memory.verified_at))] if memory.verified_at else []
    facts += tell_guard(content.guard) if content.guard else []
    for version in memory.disputed_by:
        facts.append(("or", f"revision {version.revision} by {version.source}: {paint.shorten(version.content.text)}"))
    return facts


def _tellers(memory: "Memory") -> "tuple[Source, ...]":
    """Return who said a memory; first the person who gave it the words it has now."""
    given = memory.version.source
    return (given, *memory.sources) if given.is_person else memory.sources
