"""Proposals: of all that history teaches, the few that are worth a person's look, each with its commits as evidence."""

from __future__ import annotations

import re

from standfast.code.filetypes import is_beside_code
from standfast.learn.message import fold_title, says_again
from standfast.learn.signs import Sign
from standfast.learn.telling import BECAUSE
from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


MOST = 20
_SHARES = {"choice": 0.4, "revert": 0.3, "breaking": 0.2, "repair": 0.1}
_YEAR = 365 * 24 * 3600
_ANCHORS = 6
_AGAIN = compile_later(r"re-?(?:apply|land|instate|introduce)", re.IGNORECASE)  # what was taken back is here again
_PREFIX = compile_later(r"^\w+(?:\([^)]*\))?!?:\s*")
_DONE = compile_later(r"[A-Za-z]+")
_OFFERS = compile_later(r"\b(?:feel free to|let me know)\b", re.IGNORECASE)
_RESTS = compile_later(r"(?:still|however|but|yet|also|instead|otherwise),?\s", re.IGNORECASE)


class Proposal(Value):
    """What a person is asked to approve. `item` is the same whenever the same thing is found again."""

    item: str
    sha: str
    at: int
    kind: str
    title: str
    text: str
    why: str
    files: tuple[str, ...]
    commits: tuple[str, ...]
    weight: float


def from_sign(sign: Sign, present: Collection[str]) -> Proposal | None:
    """Return the proposal a sign makes, unless the code it was about is gone, or it was about none."""
    files = [path for path in sign.files if path in present]
    beside = all(path.startswith(".github/") or is_beside_code(path) for path in files)
    again = sign.reason == "revert" and _AGAIN.match(sign.title)
    if (sign.files and beside) or again or not _gives_reason(sign.why, sign.title or sign.text):
        return None
    commits = (sign.sha, *sign.others)
    weight = sign.weight
    return Proposal(
        sign.reason,
        sign.sha,
        sign.at,
        sign.kind,
        sign.title,
        sign.text,
        sign.why,
        tuple(files[:_ANCHORS]),
        commits,
        weight,
    )


def _gives_reason(why: str, claim: str) -> bool:
    """Tell whether a reason says more than what was done, and does not rest on words that are left out."""
    done = _DONE.match(_PREFIX.sub("", claim))
    again = done is not None and why.lower().startswith(f"{done[0].lower()} ") and not BECAUSE.search(why)
    return not (again or _RESTS.match(why) or _OFFERS.search(why) or says_again(why, claim))


def choose(proposals: Iterable[Proposal], most: int = MOST) -> list[Proposal]:
    """Return the best, no more than `most`, mixed so that one sort of sign does not crowd out the others."""
    found = list(
        {(fold_title(item.title), item.text): item for item in proposals}.values()
    )  # what was done twice is asked once
    newest = max((item.at for item in found), default=0)
    found.sort(key=lambda item: (-_worth(item) - 2.0 ** (-(newest - item.at) / _YEAR), item.sha, item.item))
    waiting: dict[str, list[Proposal]] = {}
    for item in reversed(found):
        waiting.setdefault(item.item.partition(":")[0], []).append(item)
    taken: list[Proposal] = []
    counts = dict.fromkeys(waiting, 0)
    while waiting and len(taken) < most:
        sort = max(waiting, key=lambda name: (_SHARES.get(name, 0.1) / (counts[name] + 1), name))
        taken.append(waiting[sort].pop())
        counts[sort] += 1
        if not waiting[sort]:
            del waiting[sort]
    return taken


def _worth(proposal: Proposal) -> float:
    return proposal.weight + (0.2 if proposal.files else 0.0) + min(len(proposal.why), 400) / 1000
