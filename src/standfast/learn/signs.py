"""Signs in a commit message that something was learned: a revert with its reason, a fix that names what it repairs, a
choice and its reason, a break with what was. The words stay those of the message.

Owns: recognising. Must not: choose among what was recognised (`proposals.py`).
"""

from __future__ import annotations

import re

from standfast.learn.message import first_of, paragraphs, sentences
from standfast.learn.reverts import is_revert_like
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.learn.commit import Commit
    from standfast.learn.message import Message

_SHA = r"(?P<sha>[0-9a-f]{7,40})\b"
_REVERTS = re.compile(rf"\bthis reverts commit {_SHA}[^.\n]*\.?", re.IGNORECASE)
_REVERT_SUBJECT = re.compile(r"^revert(?:\s*:|\s+)\W*(?P<what>.+?)\W*$", re.IGNORECASE)
_REPAIRS = re.compile(
    r"\b(?:fixes|fix(?:es|ed)? (?:a )?regressions? (?:from|in|of|introduced (?:by|in))|regression (?:from|in|of|since)"
    r"|introduced (?:by|in|with)|broken (?:by|since|in|with)|broke(?:n)? (?:by|in)|caused by"
    rf"|follow[- ]?up (?:to|for|of|on)|amends|fixup for|since)\s*:?\s*(?:commit\s+)?{_SHA}",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(r"\bfollow[- ]?up\b", re.IGNORECASE)
_BREAKING = re.compile(r"^BREAKING[ -]CHANGE\s*:\s*(?P<what>.*)", re.IGNORECASE)
_BANG = re.compile(r"^[a-z]+(\([^)]*\))?!:\s+\S", re.IGNORECASE)
_BECAUSE = re.compile(
    r"\b(because|instead of|rather than|so that|in order to|otherwise|turns out|the reason)\b", re.IGNORECASE
)
_STRONG = re.compile(r"\b(because|instead of|rather than|turns out|the reason)\b", re.IGNORECASE)
_FIX = re.compile(r"\b(fix(es|ed)?|bug|regress(ion|ed)?|hot-?fix|crash|broken)\b", re.IGNORECASE)
_SOME = 40
_SAID = 1_200


class Sign(Value):
    """What one commit teaches. `others` are commits it names; `weight` says how plainly it teaches it."""

    reason: str
    kind: str
    sha: str
    at: int
    title: str
    text: str
    why: str = ""
    files: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    weight: float = 0.0


def is_fix(message: Message) -> bool:
    """Tell whether a commit repairs something, by its subject."""
    return bool(_FIX.search(message.subject)) and not _REVERT_SUBJECT.match(message.subject)


def named_commits(message: Message) -> tuple[str, ...]:
    """Return the commits a message says it reverts, repairs or follows."""
    text = "\n".join((message.whole, *message.trailers))
    return tuple(dict.fromkeys(match["sha"] for one in (_REVERTS, _REPAIRS) for match in one.finditer(text)))


def read_sign(commit: Commit, message: Message, files: tuple[str, ...]) -> Sign | None:
    """Return the plainest thing a commit teaches, or None."""
    sign = _breaking(message) or _revert(message) or _repair(message) or _choice(message)
    if sign is None:
        return None
    reason, kind, text, why, weight = sign
    others = tuple(one for one in named_commits(message) if not commit.sha.startswith(one))
    return Sign(reason, kind, commit.sha, commit.committed, message.subject[:300], text, why, files, others, weight)


_Found = tuple[str, str, str, str, float] | None


def _breaking(message: Message) -> _Found:
    lines = message.body.split("\n")
    for place, line in enumerate(lines):
        match = _BREAKING.match(line)
        if match:
            rest = "\n".join([match["what"], *lines[place + 1 :]])
            said = first_of(paragraphs(rest)[:3], _SAID)
            return ("breaking", "decision", said, "", 3.0) if len(said) > 10 else None
    if _BANG.match(message.subject):
        said = first_of(paragraphs(message.body), _SAID)
        return "breaking", "decision", message.subject, said, 2.6
    return None


def _revert(message: Message) -> _Found:
    """A revert teaches when it says why; the words about the act itself do not count as a reason."""
    if not is_revert_like(message.whole):
        return None
    body = _REVERTS.sub("", message.body)
    reason = first_of([one for one in paragraphs(body) if len(one) > 12], _SAID)
    return ("revert", "attempt", message.subject, reason, 2.8) if len(reason) >= _SOME else None


def _repair(message: Message) -> _Found:
    named = _REPAIRS.search("\n".join((message.body, *message.trailers)))
    if not named and not (_FOLLOWS.search(message.subject) and _BECAUSE.search(message.body)):
        return None
    said = [one for one in paragraphs(message.body) if not _only_names(one)]
    text = first_of(said, _SAID)
    if len(text) < _SOME:
        return None
    return "repair", "gotcha", text, "", 2.2 + (0.3 if _STRONG.search(text) else 0.0)


def _only_names(paragraph: str) -> bool:
    return len(_REPAIRS.sub("", paragraph)) < _SOME


def _choice(message: Message) -> _Found:
    said = sentences(message.body)
    reasons = [one for one in said if _BECAUSE.search(one)]
    why = first_of(reasons or said[:3], _SAID)
    if _STRONG.search(message.subject) and (reasons or len(why) >= 2 * _SOME):
        return "choice", "decision", message.subject, why, 1.4 + min(len(why), 300) / 600
    strong = [one for one in reasons if _STRONG.search(one) and len(one) >= _SOME]
    if not strong:
        return None
    return "choice", "decision", first_of(strong, _SAID), "", 1.2 + min(len(strong), 3) * 0.15
