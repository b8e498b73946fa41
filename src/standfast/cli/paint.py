"""How memories look to people: ids, statuses, standings, times and first lines, as styled pieces.

Neighbours: `table` puts pieces on the terminal; for programs, an answer has `to_dict`.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from standfast.cli.face import Face, Piece
from standfast.model.ids import TAIL
from standfast.model.memory import Memory
from standfast.model.source import Source
from standfast.text.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Anchored
    from standfast.model.receipt import Receipt
    from standfast.standing.judged import Judged

STATUS = {
    "active": "green",
    "proposed": "yellow",
    "disputed": "magenta",
    "quarantined": "red",
    "superseded": "dim",
    "retracted": "dim",
    "expired": "dim",
}
STANDING = {
    "holds": "green",
    "moved": "cyan",
    "touched": "yellow",
    "drifted": "red",
    "broken": "bold red",
    "unanchored": "dim",
}
ACT = {"revert": "magenta", "purge": "bold red", "retract": "yellow", "reject": "yellow", "remember": "green"}


class Ids:
    """The ids of one answer, each with the part that is enough to type."""

    def __init__(self, face: Face, memories: "Iterable[MemoryId]") -> None:
        self._known: Mapping[MemoryId, int] = face.open().labels.shortest(memories) if face.terminal else {}

    def __call__(self, identity: str) -> list[Piece]:
        """Return an id with the part that is enough to type highlighted."""
        length = self._known.get(identity)  # type: ignore[call-overload]
        if length is None:
            return [identity]
        cut = TAIL + length
        return [(identity[:TAIL], "dim"), (identity[TAIL:cut], "bold cyan"), (identity[cut:], "cyan")]


def status(word: str) -> Piece:
    """Return a status in its colour."""
    return (word, STATUS.get(word, ""))


def standing(word: str, told: str = "") -> Piece:
    """Return a standing in its colour, in the word that people read where it is another one."""
    return (told or word, STANDING.get(word, ""))


def anchored(standings: "Mapping[str, int]", unchecked: int, unsure: int) -> list[Piece]:
    """Return how many of what has anchors stand how; what holds, and could not be checked, is counted apart.

    Of what was touched, `unsure` says how many somebody has to look at.
    """
    from standfast.standing.judged import NOT_CHECKED

    counts = {word: number for word, number in standings.items() if word != "unanchored"}
    if unchecked:
        counts["holds"] = counts.get("holds", 0) - unchecked
    unknown = standings.get("unanchored", 0) + unchecked
    pieces: list[Piece] = []
    for word, number in [*counts.items(), ("unanchored", unknown)]:
        if number:
            pieces += [", "] if pieces else []
            pieces += [f"{number:,} ", (NOT_CHECKED if word == "unanchored" else word, STANDING.get(word, ""))]
            pieces += [" (", (f"{unsure:,} to look at", "yellow"), ")"] if word == "touched" and unsure else []
    return pieces


def stands(judged: "Judged") -> Piece:
    """Return in its colour what people read of a standing."""
    return (judged.word, STANDING.get(judged.standing.value, ""))


def is_apart(judged: "Judged", anchors: "Sequence[Anchored]") -> bool:
    """Tell whether nothing is to be said of a standing: there are places, and nothing was taken there to compare."""
    return judged.standing.value == "unanchored" and not judged.detail and bool(anchors)


def source(who: Source) -> str:
    """Return who said it."""
    return f"{who}" + (" (untrusted)" if who.untrusted else "")


def by(who: Source) -> str:
    """Name who said it in a few words: a commit by the beginning of its id."""
    return f"commit {who.name[:10]}" if who.kind == "commit" else source(who)


def ago(moment: datetime, now: datetime) -> str:
    """Return how long ago something was, in one unit."""
    seconds = (now - moment).total_seconds()
    if seconds < 0:
        return f"{moment:%Y-%m-%d %H:%M}"
    for size, unit in ((86400 * 365, "y"), (86400 * 30, "mo"), (86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def stamp(moment: datetime) -> str:
    """Return an instant as people read it, in UTC."""
    return f"{moment:%Y-%m-%d %H:%M:%S}Z"


def receipt(found: "Receipt") -> list[Piece]:
    """Return a receipt in a line: for what and for whom it was, when, and what it cost."""
    to = found.to + (f" in session {found.session}" if found.session else "")
    total = f"{count(found.tokens, 'token')}, {found.withheld} withheld"
    return [(found.id, "bold"), f"  {found.verb} for {to} · {stamp(found.at)} · {total}"]


def because(why: str) -> str:
    """Say a reason; what was ruled out is no cause of anything."""
    return why[:1].lower() + why[1:] if why.startswith("Ruled out:") else f"because {why}"


def first_line(memory: Memory, width: int = 96) -> str:
    """Return what a memory says in one line: its title, or how its text begins.

    A heading of a document says little, and stands over several: its text follows.
    """
    title, text = memory.content.title, memory.content.text
    if title and memory.source.kind == "document":
        return shorten(f"{title}: {text}", width)
    return shorten(title or text, width)


def shorten(text: str, width: int = 96) -> str:
    """Return a text in one line of at most this many characters."""
    return one_line(text, width)


def body(text: str, indent: str = "  ") -> str:
    """Return a text with every line indented."""
    return "\n".join(f"{indent}{line}" if line else "" for line in text.splitlines())


def count(number: int, single: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{number:,} {single if number == 1 else many or single + 's'}"


def waiting(shown: int, everything: int) -> str:
    """Say how many memories wait for a person: how many `standfast review` shows now, and how many with --all."""
    if not shown:
        waits = count(everything, "memory that waits", "memories that wait")
        return f"`standfast review --all` shows {waits} for you."
    more = f", {everything:,} with --all" if everything > shown else ""
    return f"`standfast review` shows {count(shown, 'memory that waits', 'memories that wait')} for you{more}."
