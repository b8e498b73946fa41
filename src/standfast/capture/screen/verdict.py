"""Owns the verdict on a text: what rules, hidden characters, disguises and the model see, weighed together.

This is the code every write goes through. It must not know where a text came from beyond `trusted`, must not raise,
and must answer the same for the same text. Origin and authority decide more than any verdict; they live in `trust`.
"""

from __future__ import annotations

from standfast.capture.screen import linear
from standfast.capture.screen.decode import readings
from standfast.capture.screen.fold import fold
from standfast.capture.screen.hidden import decode_selectors, decode_tags, find_hidden
from standfast.capture.screen.rules import HINT, HOSTILE, SUSPECT, Doubt, match_rules, snip

_MOST_REASONS = 6
# A hint alone is nothing; it brings the model's bar down by as much as a clear phrase brings the score up.
_HINT_WORTH = 0.7
# What a trusted writer may say freely: who the agent is and how it answers is theirs to decide.
_OWN_BUSINESS = frozenset({"persona", "output", "leak", "bypass", "privilege", "model"})
_WORDS = frozenset(
    {"override", "authority", "persona", "secrecy", "trigger", "leak", "exfiltration", "bypass", "privilege", "remote"}
)


class Verdict:
    """What screening says of one text: `clean`, `suspect` or `hostile`, and why."""

    __slots__ = ("reasons", "verdict")

    def __init__(self, verdict: str, reasons: tuple[str, ...] = ()) -> None:
        self.verdict = verdict
        self.reasons = reasons

    def __repr__(self) -> str:
        return f"Verdict({self.verdict!r}, {self.reasons!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and (self.verdict, self.reasons) == (other.verdict, other.reasons)

    def __hash__(self) -> int:
        return hash((self.verdict, self.reasons))


def screen(text: str, *, trusted: bool = False) -> Verdict:
    """Judge whether a text tries to become an instruction.

    `trusted` is for what a person wrote as their own: it may set personas and dictate answers; hidden text, forged
    turns, broken fences, exfiltration and claims over memory are still reported.
    """
    found = find_hidden(text)
    folded = fold(text)
    plain = match_rules(folded)
    found += plain
    found += _disguised(text, folded, {finding.label for finding in plain})
    if not trusted:
        found += _modelled(folded, found)
    else:
        found = [finding for finding in found if finding.family not in _OWN_BUSINESS]
    return _weigh(found)


def _modelled(folded: str, found: list[Doubt]) -> list[Doubt]:
    hints = {finding.family for finding in found if finding.level == HINT}
    if linear.score(folded) + _HINT_WORTH * len(hints) <= linear.threshold():
        return []
    shown = ", ".join(f"'{word}'" for word in linear.telling_words(folded))
    return [
        Doubt(
            "model",
            SUSPECT,
            f"reads like an injected instruction ({shown})" if shown else "reads like an injected instruction",
        )
    ]


def _disguised(text: str, folded: str, plain: set[str]) -> list[Doubt]:
    """Screen every other reading of the text; an instruction found in one, and not plainly, was hidden on purpose."""
    others = readings(folded)
    if not text.isascii():
        others += [("tag characters", decode_tags(text)), ("variation selectors", decode_selectors(text))]
    found = []
    for disguise, reading in others:
        hits = [hit for hit in match_rules(fold(reading)) if hit.level >= SUSPECT and hit.label not in plain]
        found += [Doubt("disguise", HOSTILE, f"{hit.label}, disguised as {disguise}", hit.snippet) for hit in hits[:1]]
        if not hits and disguise in ("base64", "hexadecimal") and linear.score(fold(reading)) > linear.threshold():
            found.append(Doubt("disguise", SUSPECT, f"carries an instruction disguised as {disguise}", snip(reading)))
    return found


def _weigh(found: list[Doubt]) -> Verdict:
    level = max((finding.level for finding in found), default=0)
    if level < SUSPECT:
        return Verdict("clean")
    firm = {finding.family for finding in found if finding.level >= SUSPECT}
    said = firm & _WORDS
    forged = firm & {"template", "tool", "hidden", "fence", "comment"}
    if (forged and said) or len(said) >= 2 or len(forged) >= 2:
        level = HOSTILE
    ranked = sorted(found, key=lambda finding: -finding.level)
    reasons = dict.fromkeys(str(finding) for finding in ranked)
    return Verdict("hostile" if level >= HOSTILE else "suspect", tuple(reasons)[:_MOST_REASONS])
