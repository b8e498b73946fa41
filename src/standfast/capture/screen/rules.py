"""Owns the shapes of injected text that can be named: each rule says what it sees, how grave it is, and where.

A rule runs only when one of its needles occurs in the lower-cased, folded text, and its pattern is compiled then: most
text costs a few substring searches. Every repetition in a pattern is bounded, so no text makes matching superlinear.
The phrases themselves stand in `phrases`; this module must not decide a verdict.
"""

from __future__ import annotations

import re
from functools import cache

from standfast.capture.needles import Needles
from standfast.capture.screen.phrases import HINT, HOSTILE, RULES, SUSPECT, Rule
from standfast.text.lines import one_line

_NEAR = 240
_MOST_PLACES = 64

_compiled: dict[str, re.Pattern[str]] = {}
_NEGATED = (
    r"(?:\bnot|n't|\bnever|\bno one (?:may|should)|\bavoid|\bcannot|\bwithout|\bprevents?|\bforbids?|\brefuse to"
    r"|\bwho|\bblocks?|\brejects?"
    r"|\bdetects?|\bif (?:you|we|they)|\battempts? to|\btr(?:y|ies|ied|ying) to|\bnor|\bprohibited from"
    r"|\bnobody)\W+(?:\w+\W+){0,3}$"
)
_DISCUSSED = (
    r"prompt[- ]injection|inject(?:ed|ion|ions)\b|attack(?:s|er|ers)?\b|jailbreak(?:s|ing)? (?:attempt|prompt|pattern)"
    r"|\bdetect|\bscreen(?:s|ed|ing)?\b|\bscanner|\bfilters?\b|\bflag(?:s|ged)\b|\bhostile (?:input|text)"
    r"|\bknown pattern|\b(?:phrase|string|pattern|tag|token|marker|text)s? (?:like|such as)|\bred[- ]team|\badversar"
    r"|\bsaniti[sz]|\bescap(?:e|es|ed|ing)\b|\bmalicious|\bthreat model|\bchat template|\btokeni[sz]er|\bfixture"
    r"|\btest case|\b(?:says?|saying|quotes?|quoted|displays?|lists?|listed|mentions?|describes?|explains?)\W"
    r"|\bliteral|\bas an? (?:\w+ )?(?:example|pattern)"
)
_REPORTED = (
    r"\b(?:attack(?:s|er|ers)?|adversar(?:y|ies)|jailbreaks?|injections?|(?:hostile|poisoned|malicious) \w+)\b"
    r"[^.\n]{0,40}\b(?:could|can|may|might|would|will|asks?|tells?|try|tries|instructs?|tricks?|wants?)\b"
)
_QUOTES = "\"'`"

__all__ = ["HINT", "HOSTILE", "SUSPECT", "Doubt", "match_rules", "snip"]


class Doubt:
    """One thing that was seen: family (what kind of attack), level, label and the place it stands."""

    __slots__ = ("family", "label", "level", "line", "snippet")

    def __init__(self, family: str, level: int, label: str, snippet: str = "", line: int = 0) -> None:
        self.family = family
        self.level = level
        self.label = label
        self.snippet = snippet
        self.line = line

    def __str__(self) -> str:
        where = f" (line {self.line})" if self.line > 1 else ""
        return f"{self.label}{where}: '{self.snippet}'" if self.snippet else f"{self.label}{where}"


def match_rules(folded: str) -> list[Doubt]:
    """Return what the rules see in folded text, at most one finding a rule."""
    lowered = folded.lower()
    if len(lowered) != len(folded):
        folded = lowered
    found: list[Doubt] = []
    for rule, needles, also in _likely(lowered):
        hit = _first_meant(rule, lowered, also) if may_match(rule, needles, also, lowered) else None
        if hit is not None:
            line = folded.count("\n", 0, hit.start()) + 1
            found.append(Doubt(rule.family, rule.level, rule.label, snip(hit[0]), line))
    return found


def _likely(lowered: str) -> list[tuple[Rule, list[str], frozenset[str]]]:
    """Return the rules that have needles in the text, in their order, with those needles and the `also` that is there.

    A rule with an `also` of which nothing is there is left out.
    """
    needles, rules_of, besides = _needles()
    present = needles.held_by(lowered)
    places: dict[int, list[str]] = {}
    for needle in present:
        for place in rules_of.get(needle, ()):
            places.setdefault(place, []).append(needle)
    likely = []
    for place in sorted(places):
        also = besides[place].intersection(present)
        if also or not RULES[place].also:
            likely.append((RULES[place], places[place], also))
    return likely


@cache
def _needles() -> tuple[Needles, dict[str, list[int]], list[frozenset[str]]]:
    """Return every word that rules look for, the places of the rules it is a needle of, and what each has besides."""
    rules_of: dict[str, list[int]] = {}
    for place, rule in enumerate(RULES):
        for needle in rule.needles:
            rules_of.setdefault(needle, []).append(place)
    besides = [frozenset(rule.also) for rule in RULES]
    return Needles([*rules_of, *(word for words in besides for word in words)]), rules_of, besides


def may_match(rule: Rule, needles: list[str], also: frozenset[str], lowered: str) -> bool:
    """Tell whether one of these needles stands near a word of the rule's `also`: compiling a pattern is what costs."""
    if not rule.also:
        return True
    for needle in needles:
        at = lowered.find(needle)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            near = lowered[max(0, at - _NEAR) : at + _NEAR]
            if any(word in near for word in also):
                return True
            at = lowered.find(needle, at + len(needle))
        else:
            return True
    return False


def snip(text: str) -> str:
    """Return the text on one line, cut so that a reason stays readable."""
    return one_line(text, 70)


def _first_meant(rule: Rule, lowered: str, also: frozenset[str]) -> re.Match[str] | None:
    """Find the first match that is said rather than spoken about; the tries are bounded."""
    pattern = _compiled.get(rule.pattern)
    if pattern is None:
        pattern = _compiled[rule.pattern] = re.compile(rule.pattern, re.MULTILINE)
    lines = _list_lines(lowered, also, rule.on_line) if rule.on_line else [(0, len(lowered))]
    hits = (hit for start, end in lines for hit in pattern.finditer(lowered, start, end))
    for tries, hit in enumerate(hits):
        if not (rule.denial and _is_denied(lowered, hit)) and not (rule.talk and _is_discussed(lowered, hit)):
            return hit
        if tries == 16:
            return hit
    return None


def _list_lines(text: str, also: frozenset[str], words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return where the lines begin and end that hold one of `also` and one of `words`, in order."""
    lines: dict[int, int] = {}
    for word in also:
        at = text.find(word)
        while at >= 0:
            start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
            end = len(text) if end < 0 else end
            lines[start] = end
            at = text.find(word, end)
    return [
        (start, end) for start, end in sorted(lines.items()) if any(text.find(word, start, end) >= 0 for word in words)
    ]


def _is_denied(lowered: str, hit: re.Match[str]) -> bool:
    """Tell whether the words before a match, in its own sentence, forbid it or make it conditional."""
    before = lowered[max(0, hit.start() - 60) : hit.start()]
    return re.search(_NEGATED, before[max(before.rfind("\n"), before.rfind(". ")) + 1 :]) is not None


def _is_discussed(lowered: str, hit: re.Match[str]) -> bool:
    """Tell whether a match is reported of an attacker, or quoted where attacks are being discussed."""
    start, end = hit.span()
    if re.search(_REPORTED, lowered[max(0, start - 80) : min(end, start + 40)]):
        return True
    quoted = any(
        sign in lowered[max(0, start - 24) : start] and sign in lowered[end - 1 : end + 60] for sign in _QUOTES
    )
    return quoted and re.search(_DISCUSSED, lowered[max(0, start - 240) : end + 120]) is not None
