"""Claims: what a text states, taken apart so that two of them can be held against each other. Pure; never by likeness.

Owns reading a clause into subject, verb, rest and whether it denies, and telling where two clauses say different things
of the same address: same subject, same verb, one place in which they differ, and what stands there is a value of a
closed type or the one answer the verb has room for. Where it cannot tell, it says nothing. Neighbour: `conflict`, which
finds what to compare.
"""

from __future__ import annotations

import re

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# A sentence ends a clause, and so does a comma before what only explains it.
_CLAUSE = re.compile(
    r"(?<=[.!?;])\s+|\n+|\s+[–—]\s+|,\s+(?=(?:seen|see|which|because|since|so|as|noted|found|but|according)\b)"
)
_WORD = re.compile(r"`[^`\n]{1,80}`|\$?\d[\d.,]*%?[a-z]*|[\w./@#:+-]*\w%?|\$\w+", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()\n]{0,200}\)")
_NAMED = re.compile(r"^\s*([A-Za-z][\w /'-]{2,60}?):\s+(\S[^:\n]{0,200})$")
_MOST_CLAUSES = 12
_LONGEST = 40  # words of a clause; more is a story
_SPAN = 4  # words in which two claims may differ


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NEGATIONS = _set("not never no don't doesn't cannot can't mustn't isn't aren't without avoid stop nobody neither nor")
_EMPTY = _set("a an the this that these those please always just simply now currently really only ever")
_MODALS = _set("must should shall will would can may do does did have has had be been being need needs")
_COPULAS = _set("is are was were be becomes became stays remains equals means")
# Verbs that have room for one answer, however it reads.
_SINGLE = _set(
    "prefer allocate reallocate assign schedule set default limit cap keep live run listen deploy move name call own "
    "lead cost expire last start end close open rename belong report approve budget target pin lock key store write "
    "host locate base build release ship retry wait rotate round choose pick decide select require"
)
_USE = _set("use write run install build test format lint deploy log store choose pick select prefer adopt")
_SETS = _set(
    "move delay change update postpone shift bump raise lower increase reduce switch cut extend shorten reset rename "
    "set correct amend push"
)
_TOLD = _set("prefer pin set limit cap name call store round rotate keep")  # without a subject these have one answer
_BEFORE = _set("by to in at on with after from every for as under until within per of into than = : called named")
_NARROW = _set("except unless only if when where while during")
# Choices of which a project makes one.
_RIVALS = (
    "npm pnpm yarn bun", "pip poetry uv pipenv conda", "tabs spaces", "jest vitest mocha jasmine",
    "pytest unittest nose", "postgres postgresql mysql mariadb sqlite oracle", "redis memcached",
    "rest graphql grpc soap", "react vue svelte angular sveltekit nextjs solid", "merge rebase squash",
    "black ruff yapf autopep8", "eslint biome tslint", "camelcase snake_case kebab-case pascalcase",
    "make just task", "docker podman", "kafka rabbitmq nats sqs", "utc local", "json yaml toml xml",
    "single double", "sync async synchronous asynchronous", "monolith microservices", "aws gcp azure",
    "cents dollars euros", "integers floats decimals", "flask django fastapi", "maven gradle",
    "ascending descending", "light dark", "allow deny", "enabled disabled", "on off", "public private",
    "http https", "main master develop trunk", "rust go java kotlin python typescript javascript ruby php",
    "monday tuesday wednesday thursday friday saturday sunday", "daily weekly monthly quarterly yearly hourly",
    "approved rejected", "before after", "required optional forbidden",
)  # fmt: skip
_TYPED = re.compile(
    r"\$?\d[\d.,]*(?:%|[a-z]{0,4})$|v?\d+(?:\.\d+)+\S*$|`.*`$|[\w-]+(?:/[\w.-]+)+$|\w+_\w+$|\w+\.\w{1,5}$|[a-z]+[A-Z]\w*$"
)
_ENDINGS = ("ating", "ated", "ates", "ate", "ied", "ing", "ies", "ed", "es", "s", "e")


class Claim(Value):
    """One clause: subject, verb (its stem; empty for none), rest, whether it denies, and whether it narrows itself."""

    subject: tuple[str, ...]
    verb: str
    rest: tuple[str, ...]
    denies: bool
    narrow: bool
    said: str

    @property
    def terms(self) -> frozenset[str]:
        """What it is about: the words that carry meaning."""
        return frozenset(stem(word) for word in (*self.subject, *self.rest))


class Clash(Value):
    """Two claims that cannot both be right: in which words, and what sort of difference it is."""

    why: str
    one: str
    other: str


def read_claims(text: str) -> list[Claim]:
    """Return what a text states, clause by clause."""
    found = []
    for clause in _CLAUSE.split(_ASIDE.sub(" ", text[:4000]))[:_MOST_CLAUSES]:
        named = _NAMED.match(clause)
        if named:
            subject = tuple(
                word for word in _WORD.findall(named[1].lower()) if word not in _EMPTY and stem(word) not in _SETTERS
            )
            rest = tuple(word for word in _WORD.findall(named[2]) if word.lower() not in _EMPTY)
            if subject and 0 < len(rest) <= _LONGEST:
                said = " ".join(clause.split())
                found.append(Claim(subject, "be", rest, denies=False, narrow=False, said=said))
            continue
        words = [word.strip("`") if word.count("`") == 2 else word for word in _WORD.findall(clause)]
        if 2 <= len(words) <= _LONGEST and not clause.rstrip().endswith("?"):
            claim = _read(words, " ".join(clause.split()))
            if claim:
                found.append(claim)
    return found


def _read(words: Sequence[str], said: str) -> Claim | None:
    lowered = [word.lower() for word in words]
    denies = sum(word in _NEGATIONS or word.endswith("n't") for word in lowered) % 2 == 1
    narrow = any(word in _NARROW for word in lowered)
    kept = [
        word
        for word, low in zip(words, lowered, strict=True)
        if low not in _NEGATIONS and low not in _EMPTY and not low.endswith("n't")
    ]
    place = _find_verb(kept)
    if place < 0 or len(kept) - place < 2:
        return None
    end = place
    while (step := _further(kept, end)) > end:
        end = step  # "are keyed by", "need to be set": the last verb says most
    verb = kept[end].lower()
    if stem(verb) in _SETTERS and kept[end + 1].lower() == "to" and end + 2 < len(kept):
        verb, end = "is", end + 1  # what something was moved to is what it is
    subject = tuple(word.lower() for word in kept[:place] if word.lower() not in _MODALS | {"we", "you", "i", "our"})
    rest = tuple(kept[end + 1 :])
    return Claim(subject, "be" if verb in _COPULAS else stem(verb), rest, denies, narrow, said) if rest else None


def _find_verb(kept: Sequence[str]) -> int:
    """Return where the verb is: what is or was set to something before anything that may be a noun as well."""
    low = [word.lower() for word in kept]
    for at, word in enumerate(low[:-1]):
        if at and (word in _COPULAS or word in _MODALS or (stem(word) in _SETTERS and low[at + 1] == "to")):
            return at
    return next((at for at, word in enumerate(kept) if _is_verb(word, first=at == 0)), -1)


def _further(kept: Sequence[str], end: int) -> int:
    """Return where the verb goes on after a copula or modal, or the same place."""
    if kept[end].lower() not in _COPULAS | _MODALS:
        return end
    nearby = end + 2 if end + 1 < len(kept) and kept[end + 1].lower() == "to" else end + 1
    return nearby if nearby < len(kept) - 1 and _is_verb(kept[nearby], first=False) else end


def _is_verb(word: str, *, first: bool) -> bool:
    low = word.lower()
    if low in _COPULAS or low in _MODALS:
        return True
    root = stem(low)
    return root in _STEMS or root in _SETTERS or (not first and low.endswith("ed") and len(low) > 4)


def stem(word: str) -> str:
    """Return a word without its ending, and without what only repeats a verb."""
    low = word.lower()
    if not low.isalpha():
        return low
    for ending in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            low = low[: -len(ending)]
            break
    return low.removeprefix("re") if low.startswith("re") and low[2:] in _ROOTS else low


_ROOTS = _set("alloc assign schedul nam stor")
_SETTERS = frozenset(stem(word) for word in _SETS)
_STEMS = frozenset(stem(word) for word in _SINGLE | _USE)
_SINGLES = frozenset(stem(word) for word in _SINGLE)
_USES = frozenset(stem(word) for word in _USE)
_TELLS = frozenset(stem(word) for word in _TOLD)


def find_clash(one: Claim, other: Claim) -> Clash | None:
    """Return how two claims stand against each other, or None where both may be right or nobody can tell."""
    if one.narrow != other.narrow:
        return None  # an exception lives beside its rule
    same_verb = one.verb == other.verb or {one.verb, other.verb} <= _USES
    if not same_verb or not _same_subject(one.subject, other.subject):
        return None
    left, right = _plain(one.rest), _plain(other.rest)
    if left == right:
        return _clash("one denies what the other says", one, other) if one.denies != other.denies else None
    if one.denies or other.denies:
        return None
    if flipped := _is_flipped(left, right):
        return _clash(flipped, one, other)
    return _differ(one, other, left, right)


def _same_subject(one: Sequence[str], other: Sequence[str]) -> bool:
    return tuple(map(stem, one)) == tuple(map(stem, other))


def _plain(words: Sequence[str]) -> list[str]:
    return [stem(word) for word in words if word.lower() not in _EMPTY | _MODALS]


def _is_flipped(left: list[str], right: list[str]) -> str:
    """Tell whether one puts first what the other puts last: A over B, A instead of B."""
    for mark in ("over", "instead", "rather", "befor"):
        if mark in left and mark in right:
            first, second = (_sides(words, mark) for words in (left, right))
            if first[0] and first[1] and set(first[0]) <= set(second[1]) and set(second[0]) <= set(first[1]):
                return "they prefer the opposite"
    return ""


def _sides(words: list[str], mark: str) -> tuple[list[str], list[str]]:
    at = words.index(mark)
    after = [word for word in words[at + 1 :] if word not in {"of", "than"}]
    return words[:at], after


def _differ(one: Claim, other: Claim, left: list[str], right: list[str]) -> Clash | None:
    """Find the one place in which the rests differ, and tell whether it has room for one answer only."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    a, b = left[start : len(left) - end], right[start : len(right) - end]
    if not a or not b or len(a) > _SPAN or len(b) > _SPAN:
        return None
    shared = len(one.subject) + start + end
    raw_a, raw_b = (_raw(claim.rest, start, end) for claim in (one, other))
    if _are_rivals(a, b):
        return _clash("they name different choices", one, other) if shared or one.verb in _USES else None
    if not shared:
        return None
    typed = len(raw_a) == len(raw_b) == 1 and all(_TYPED.match(word) for word in (*raw_a, *raw_b))
    numbers = any(any(char.isdigit() for char in word) for word in raw_a) and any(
        any(char.isdigit() for char in word) for word in raw_b
    )
    leads = any(word in _BEFORE for word in left[:start])
    if (typed or numbers) and (one.verb in _SINGLES or one.verb == "be" or leads):
        return _clash("they give different values", one, other)
    single = one.verb in (_SINGLES if one.subject else _TELLS)
    if single and (leads or end > 0):
        return _clash("they give different answers", one, other)
    if one.verb == "be" and one.subject and leads:
        return _clash("they give different answers", one, other)
    return None


def _raw(words: Sequence[str], start: int, end: int) -> list[str]:
    kept = [word for word in words if word.lower() not in _EMPTY | _MODALS]
    return kept[start : len(kept) - end]


def _are_rivals(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two short answers are different members of one closed family."""
    for family in _FAMILIES:
        a, b = family.intersection(one), family.intersection(other)
        if a and b and not a & b:
            return True
    return False


_FAMILIES = tuple(frozenset(map(stem, group.split())) for group in _RIVALS)


def _clash(why: str, one: Claim, other: Claim) -> Clash:
    return Clash(why, one.said, other.said)
