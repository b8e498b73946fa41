"""Orders: whether a sentence is a person's own order to remember something, and what is to be remembered.

A plain memory verb ("remember", "keep in mind", "make it a rule") where a clause begins, behind nothing but courtesy,
and a claim behind it; or words that say from when on something holds. What others said, what is to be written
somewhere, what the program shall do and what is done once are no orders. Reads single sentences; `told` takes the words
of a turn. Loaded when a prompt is reported, so it imports nothing but the markers.
"""

from __future__ import annotations

from standfast.learn.session.markers import pattern
from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_CLAUSE = compile_later(r"[.,;:!?–—)](?=\s)|\s-(?=\s)|(?<!\S)(?:and|but|so|then|because)(?=\s)", 2)
_COLON = compile_later(r":\s")
_QUOTE = "\"“'‘`«„"
_SPOKEN = compile_later(r"\"[^\"\n]{1,400}?\s[^\"\n]{0,400}\"|“[^”\n]{1,400}?\s[^”\n]{0,400}”")
_SUBJECT = 5  # words in which a sentence names what it is about


class Order(Value):
    """One order: where the claim begins, and whether it only points to what stands around it."""

    start: int
    claim: str
    points: bool = False
    lasting: bool = False  # it says from when on something holds: its words belong to the claim


def find_order_in(sentence: str, before: str = "") -> Order | None:
    """Return the order in a sentence; `before` is the sentence before it, which may say that it is written out."""
    for match in pattern("order").finditer(sentence):
        head = sentence[: match.start()]
        if is_of_others(head, before):
            continue
        found = _taken(sentence, head, match)
        if found is not None and not is_for_now(sentence, found):
            return found
    return None


def is_of_others(head: str, before: str = "") -> bool:
    """Tell whether what stands before some words makes them another's: quoted, reported, or text to be written."""
    opened = head.count('"') % 2 or head.count("“") > head.count("”") or head.rstrip()[-1:] in tuple(_QUOTE)
    if opened or is_reported(head):
        return True
    colons = [*_COLON.finditer(head)]
    announced = head[: colons[-1].start()] if colons else before.rstrip()[:-1] if before.rstrip()[-1:] == ":" else ""
    own = pattern("order_lead").fullmatch(f"{announced.strip()} ") or pattern("order").search(announced)
    return bool(announced.strip()) and not own


def is_for_now(sentence: str, order: Order) -> bool:
    """Tell whether what is to be remembered ends with the task at hand, or is no more than praise or pep."""
    if pattern("once_done").search(sentence) and not pattern("recurs").search(sentence):
        return True
    if pattern("habit").search(order.claim):
        return True
    return any(pattern(name).search(sentence) for name in ("fine", "pep", "elsewhere"))


def is_reported(words: str) -> bool:
    """Tell whether words are said to be somebody else's."""
    return bool(pattern("reports").search(words))


def without_quoted(sentence: str) -> str:
    """Return a sentence without what stands in quotation marks and has more than one word."""
    return _SPOKEN.sub('""', sentence) if '"' in sentence or "“" in sentence else sentence


def _taken(sentence: str, head: str, match: re.Match[str]) -> Order | None:
    rest, said = sentence[match.end() :], match.group()
    cut = _last_clause(head)
    if pattern("order_lasting").fullmatch(said.strip()):
        if (
            sentence.endswith("?")
            or is_of_program(head + rest)
            or not (head.strip(" ,;:.-–—") or rest.strip(" .,!;:-"))
        ):
            return None
        tasked = pattern("tasked").match(head)
        if tasked and pattern("pointing").search(sentence):
            return None
        begins = match.start() if tasked and not head[cut:].strip() else 0
        return Order(begins, rest, lasting=True)
    clause = head[cut:].strip()
    if clause and not pattern("order_lead").fullmatch(f"{clause} "):
        return None
    if sentence.endswith("?") and not pattern("order_asked").search(sentence):
        return None
    beside = cut > 0 and pattern("tasked").match(sentence)
    if beside and not pattern("generally").search(sentence):
        return None  # it goes along with a task
    if pattern("order_pointing").match(said + rest):
        return Order(cut, rest, points=True)
    deed = pattern("order_deed").match(rest)
    ruled = pattern("order_ruling").search(said)
    if deed and not (ruled or pattern("recurs").search(sentence)):
        return None  # it is done once
    if not (deed or ruled or pattern("order_claim").match(rest)):
        return None
    claim = rest[deed.end() :] if deed else pattern("order_claim_lead").sub("", rest, count=1)
    if pattern("order_written").match(sentence, match.start()) and not rest.startswith(":"):
        return Order(match.start(), rest.strip())  # a rule to be written down: its words go on from there
    points = bool(pattern("order_deed_pointing").match(rest))
    return Order(len(sentence) - len(claim.lstrip()), claim.strip(), points)


def _last_clause(head: str) -> int:
    """Return where the last clause of some words begins."""
    return max((match.end() for match in _CLAUSE.finditer(head)), default=0)


def is_of_program(rest: str) -> bool:
    """Tell whether what holds from now on is how a page or a program behaves, not how work is done on it."""
    subject = " ".join(rest.strip(" ,:").split()[:_SUBJECT])
    if not pattern("order_thing").match(subject) and not pattern("product").match(rest.strip(" ,:")):
        return False
    if pattern("artefact").search(subject):
        return True
    return bool(pattern("wished").search(rest)) and not (
        pattern("process").search(rest) or pattern("worked").search(rest) or pattern("addressed").search(rest)
    )
