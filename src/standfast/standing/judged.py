"""What a judgement says: where a memory stands, what is known of each anchor, and what stands against it.

Owns these values and which standing is the worst. Must not judge: `memories` does.
"""

from __future__ import annotations

from standfast.model.trust import WORST_FIRST, Standing
from standfast.model.value import Value
from standfast.standing.anchors.judgement import UNSHOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from standfast.model.ids import MemoryId

STALE = frozenset((Standing.DRIFTED, Standing.BROKEN))
NOT_CHECKED = "not checked"
WRITTEN = "still written"
_OF_COMMITS = {
    Standing.HOLDS: "still in the code",
    Standing.TOUCHED: "partly rewritten since",
    Standing.BROKEN: "rewritten since",
}


class Side(Value):
    """What stands against a memory: its weight, day and standing, and what the code says of the two."""

    memory: MemoryId
    told: str
    supported: MemoryId | None = None  # by the code, of the two
    reason: str = ""

    def __str__(self) -> str:
        """Say it without the reason, which quotes code."""
        side = "" if not self.supported else "that one" if self.supported == self.memory else "this one"
        return f"{self.memory} ({self.told}{f'; the code supports {side}' if side else ''})"

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.memory, "told": self.told, "supported": self.supported or "", "reason": self.reason}


class Judged(Value):
    """The worst standing among a memory's anchors, what is known of each, and what it rests on that is stale."""

    standing: Standing
    detail: tuple[dict[str, Any], ...] = ()
    rests_on: tuple[tuple[MemoryId, Standing], ...] = ()
    against: tuple[MemoryId, ...] = ()
    sides: tuple[Side, ...] = ()  # of the first of these; of each, where one memory is shown
    since: str = ""  # what the same person said later about the same thing, with its day
    earlier: str = ""  # the words before the last revision, where those are what holds here
    revised_on: str = ""  # the branch of that revision, where it is not this one
    replaced: str = ""  # the memory that takes its place on the branch at hand; elsewhere it still holds

    @property
    def word(self) -> str:
        """What people read of the standing: whether anything was checked; of a commit, whether it is still there."""
        told = [item for item in self.detail if item["standing"] == self.standing.value]
        words = [item.get("word", "") for item in told]
        if words and all(words):
            return str(words[0])
        return word_of(self.standing, anchored=bool(told))

    @property
    def is_unsure(self) -> bool:
        """Tell whether the lines that the claim is about were rewritten, and nobody can tell that it still holds."""
        return self.standing is Standing.TOUCHED and any(item.get("check") for item in self.detail)

    @property
    def is_late(self) -> bool:
        """Tell whether nothing was at its place when it was said, and nobody has checked it there since."""
        return self.word == NOT_CHECKED and any(item.get("check") for item in self.detail)

    @property
    def is_unshown(self) -> bool:
        """Tell whether it gives a value that nothing at its places could be compared with."""
        return self.word == NOT_CHECKED and any(item.get("reason", "").endswith(UNSHOWN) for item in self.detail)

    @property
    def is_far(self) -> bool:
        """Tell whether what was touched is only elsewhere in a file that the claim is about as a whole."""
        touched = [item for item in self.detail if item["standing"] == Standing.TOUCHED.value]
        return self.standing is Standing.TOUCHED and bool(touched) and all(item.get("far") for item in touched)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with the word that people read of the standing where it is another."""
        return {
            "standing": self.standing.value,
            **({"word": self.word} if self.word != self.standing.value else {}),
            "standing_detail": list(self.detail),
            "rests_on": [{"id": memory, "standing": standing.value} for memory, standing in self.rests_on],
            "against": list(self.against),
            "sides": [side.to_dict() for side in self.sides],
            "since": self.since,
            "earlier": self.earlier,
            "revised_on": self.revised_on,
            **({"replaced": self.replaced} if self.replaced else {}),
        }


def word_of(standing: Standing, *, anchored: bool, source: str = "") -> str:
    """Return what people read of a standing: what has anchors, and can be held against nothing there, is not checked.

    What a commit did is not said to hold or to be broken: it is still in the code, or rewritten since. Of what only a
    document says, all that is known is that it still says so.
    """
    if source == "commit":
        return _OF_COMMITS.get(standing, standing.value)
    if source == "document" and standing is Standing.HOLDS and not anchored:
        return WRITTEN
    return NOT_CHECKED if anchored and standing is Standing.UNANCHORED else standing.value


def worst(standings: Iterable[Standing]) -> Standing:
    """Return the standing that decides for a memory with several anchors."""
    found = set(standings)
    return next((standing for standing in WORST_FIRST if standing in found), Standing.UNANCHORED)
