"""Find tokens by their own shape: a literal they must begin with, then a pattern.

Owns the anchored matcher. A rule's pattern is compiled the first time one of its anchors stands in a text at a place
where a token could begin, and is tried only there: most texts compile nothing. It must not know what a rule means.
Neighbours: gitleaks.py and vendors.py hold the rules, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.needles import Needles, runs_of
from standfast.capture.redact.gitleaks import EXAMPLES
from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.values import entropy, strangeness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Match

Span = tuple[int, int, str]
# (id, anchors, case-sensitive, boundary before the token, characters before the anchor, solid width, pattern, least
#  entropy (negative: take everything), patterns of values to let through)
Rule = tuple[str, tuple[str, ...], bool, bool, int, int, str, float, tuple[str, ...]]

_JUDGED = 128  # as much of a token is enough to tell it from a row of x
_FILLED = r"(?i:x{8}|\*{4}|\.{3}|0{12}|1{12}|your[_-]|_here)"


class Table:
    """Hold rules by their anchors."""

    __slots__ = ("exact", "exact_needles", "folded", "folded_needles")

    def __init__(self, *sources: Iterable[Rule]) -> None:
        """Sort the rules by anchor, apart for anchors in any case."""
        self.exact: dict[str, list[Rule]] = {}
        self.folded: dict[str, list[Rule]] = {}
        for source in sources:
            for rule in source:
                side = self.exact if rule[2] else self.folded
                for anchor in rule[1]:
                    side.setdefault(anchor, []).append(rule)
        self.exact_needles, self.folded_needles = Needles(self.exact), Needles(self.folded)


def find_tokens(text: str, lower: str, runs: str, table: Table) -> list[Span]:
    """Return the spans of tokens that the rules recognise.

    `runs` are the stretches of the text that are long enough to hold a token at all: prose has few, so hundreds of
    anchors are looked for in little text.
    """
    found: list[Span] = []
    if not runs:
        return found
    for anchor in table.exact_needles.present(runs, runs_of(runs)):
        for rule in table.exact[anchor]:
            _follow(text, text, anchor, rule, found)
    runs = runs.lower()
    for anchor in table.folded_needles.present(runs, runs_of(runs)):
        for rule in table.folded[anchor]:
            _follow(text, lower, anchor, rule, found)
    return found


def _follow(text: str, where: str, anchor: str, rule: Rule, found: list[Span]) -> None:
    at = where.find(anchor)
    bounded, back, width, pattern = rule[3:7]
    while at >= 0:
        resume = at + len(anchor)
        start = at - back
        match = None
        inside = start < 0 or (bounded and start > 0 and _is_inside(text, start))
        if not inside and (not width or _is_solid(text[start : start + width], width)):
            match = compiled(pattern).match(text, start)
        if match:
            span = _span(match)
            resume = max(resume, (start + match.end()) // 2)  # what was looked at in vain is not looked at for ever
            if _is_real(text[span[0] : min(span[1], span[0] + _JUDGED)], rule):
                end = _to_the_end(text, span[1])
                found.append((span[0], end, rule[0]))
                resume = max(resume, end)
        at = where.find(anchor, resume)


def _is_inside(text: str, start: int) -> bool:
    """Tell whether a word goes on here; a hyphen between two words does not end one, nor does a plus in base64."""
    before = text[start - 1]
    return _is_word(before) or (before in "-+" and start > 1 and _is_word(text[start - 2]) and text[start] != "-")


def _is_word(char: str) -> bool:
    return char == "_" or (char.isascii() and char.isalnum())


def _is_solid(piece: str, width: int) -> bool:
    return len(piece) == width and len(piece.split(None, 1)) == 1


def _span(match: Match[str]) -> tuple[int, int]:
    for group in range(1, match.re.groups + 1):
        if match.start(group) >= 0:
            return match.span(group)
    return match.span()


def _is_real(value: str, rule: Rule) -> bool:
    """Tell whether the match is a token and not an example, a row of x, or a name with the same beginning."""
    if rule[7] < 0:
        return True
    if entropy(value) < max(rule[7], 2.0) or value in EXAMPLES or compiled(_FILLED).search(value):
        return False
    if not any(map(str.isdigit, value)) and strangeness(value) < 0.2 * len(value):
        return False
    return not any(compiled(allowed).search(value) for allowed in rule[8])


def _to_the_end(text: str, end: int) -> int:
    """Go on over characters that can only belong to the same token, so that no remainder of a secret is left."""
    size = len(text)
    while end < size and _is_word(text[end]):
        end += 1
    return end
