"""A claim held against code: which of what it states stands there, then and now.

Owns: choosing, from all that a file says, what the claim says too (taken when something is learned), and asking later
whether the file still says it. A name and a value that merely both occur are not enough: the file has to bind one to
the other, in the same definition. Must not: follow what moved; `judge.py` says where to look.
Neighbours: `claim.py` (the words), `code/relations.py` (what a file says), `fingerprint.py` (keeps the statements).
"""

from __future__ import annotations

import re

from standfast.code.literals import compute
from standfast.code.qualified import last_name
from standfast.code.relations import (
    BASE,
    CALLS,
    DECORATOR,
    DEFAULT,
    DEFINES,
    GIVES,
    IMPORTS,
    MODIFIER,
    PARAMETER,
    PARAMETERS,
    PATTERN,
    RAISES,
    RETURNS,
    TYPE,
    VALUE,
    Relation,
)
from standfast.model.value import Value, replace
from standfast.standing.claims.values import agrees, find_literal, spell_bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.code.source import Source
    from standfast.standing.claims.claim import Claim

MENTIONS, LACKS = "mentions", "lacks"
THERE = "there"
HERE = "@"
_MOST = 24
_BINDING = (DEFAULT, VALUE, TYPE, RETURNS)
_RANK = {DEFAULT: 0, VALUE: 1, TYPE: 2, RETURNS: 3}
_TOKEN = re.compile(r"[A-Za-z_$][\w$]*|\d[\w.]*")
_WORD = re.compile(r"\w+")
_SPLIT = re.compile(r"\.|::|->|/|#")
_GIVING = frozenset((DEFAULT, VALUE, GIVES))
_ORDINARY = re.compile(r"[a-z]+")
_CONNECTING = frozenset((CALLS, RAISES, BASE, IMPORTS, DECORATOR))
_CUED = _CONNECTING | {DEFINES, PARAMETER}
_NAMING = frozenset((DEFINES, PARAMETER, IMPORTS))


class Region(Value):
    """The part of a file that an anchor is about: a definition by its qualified name, some lines, or (neither) all."""

    source: Source
    name: str = ""
    first: int = 0
    last: int = 0

    def lines(self) -> tuple[int, int]:
        """Return its first and last line."""
        if self.first:
            return self.first, self.last
        found = [symbol for symbol in self.source.symbols if symbol.name == self.name] if self.name else []
        if found:
            return min(symbol.first for symbol in found), max(symbol.last for symbol in found)
        return 1, self.source.text.count("\n") + 1


class Mismatch(Value):
    """A word of the claim that does not match the code, and what the code has there instead (empty when nothing)."""

    word: str
    said: str = ""
    found: str = ""

    def __str__(self) -> str:
        if not self.said:
            return f"`{self.word}` is no longer there"
        if not self.found:
            return f"{f'`{self.word}`: ' if self.word else ''}{self.said} is no longer there"
        if self.word == self.said:
            return f"`{self.word}` is called {self.found} now"
        return f"{_quote(self.word)}is {self.found}, not {self.said}"

    @property
    def says(self) -> str:
        """What the code has in place of what is said, where that is a value or a name."""
        return self.found if self.found != THERE else ""

    def line_in(self, region: Region) -> int:
        """Return the line of the region that has the word, and best also what the code says of it; 0 where none has."""
        first, _ = region.lines()
        word, value = last_name(self.word), self.says.strip('"')
        lines = enumerate(read_code(region).split("\n"), first)
        found = [(value not in line, place) for place, line in lines if word and word in _TOKEN.findall(line)]
        return min(found, default=(True, 0))[1]


def _quote(word: str) -> str:
    return f"`{word}` " if word else ""


def state(claim: Claim, region: Region, agreed: Sequence[Relation] = ()) -> list[Relation]:
    """List what the claim states and the code at the region says, as it is now.

    `agreed` are the values that the code gives as the claim does. What the region itself says comes first; what other
    definitions of the file say counts only for words that are not accounted for by then.
    """
    lifted = dict.fromkeys(_lifted(r, region.name) for r in region.source.relations)
    said = [r for r in lifted if _is_said(claim, r, region) and not _is_negated(claim, r)]
    own = set(region.name.split(".")) if region.name else set()
    said = [r for r in said if r.kind not in _CONNECTING or r.value or _is_apart(claim, r, own)]
    here = list_tokens(region)
    said = [r for r in said if not (r.name in here and _is_elsewhere(r, region))]
    found = [*agreed, *_strongest(claim, [r for r in said if _is_inside(r, region)], region)]
    covered = own.union(*(_words_of(r) for r in found))
    found += _strongest(claim, [r for r in said if not _is_inside(r, region) and r.name not in covered], region)
    covered = covered.union(*(_words_of(r) for r in found))
    found += _mentions(claim, region, covered)
    found += _lacking(claim, region)
    return [_relative(r, region.name) for r in found][:_MOST]


def _is_apart(claim: Claim, r: Relation, own: set[str]) -> bool:
    """Tell whether what is called is said beside the name of the caller: naming a function does not say it recurs."""
    return r.name not in own.union(r.scope.split(".")) or claim.count(r.name) > 1


def _is_inside(r: Relation, region: Region) -> bool:
    if not region.name or r.scope == region.name or r.scope.startswith(region.name + "."):
        return True
    return _is_itself(r, region)


def _is_elsewhere(r: Relation, region: Region) -> bool:
    """Tell whether a name is only defined or imported outside the region; where it is used inside, that counts."""
    if r.kind not in _NAMING or r.kind == PARAMETER or not (region.name or region.first):
        return False
    outside = bool(region.first) or not _is_inside(r, region)
    return outside and r.name not in region.name.split(".")


def _is_itself(r: Relation, region: Region) -> bool:
    """Tell whether what is anchored is the very name that is bound."""
    above, _, last = region.name.rpartition(".")
    return bool(region.name) and r.kind in _BINDING and r.scope == above and r.name == last


def _lifted(r: Relation, name: str) -> Relation:
    """Say of the anchored definition what its inner functions call and raise."""
    return replace(r, scope=name) if name and r.kind in {CALLS, RAISES} and r.scope.startswith(name + ".") else r


def _words_of(r: Relation) -> set[str]:
    """Return the words of a claim that a relation accounts for."""
    words = {r.name, r.value.strip('"'), *_SPLIT.split(r.name), *r.scope.split(".")}
    return words | set(r.value.split(",")) if r.kind == PARAMETERS else words


def _is_said(claim: Claim, r: Relation, region: Region) -> bool:
    subject = _is_subject(claim, r.scope, region, own=r.kind in _BINDING or r.kind == DEFINES)
    if not subject and not _is_itself(r, region):
        return False
    match r.kind:
        case "defines":
            return claim.says(r.name, DEFINES if r.scope else "")
        case "parameters":
            return _says_signature(claim, r)
        case "parameter":
            return claim.says(r.name, PARAMETER)
        case "default" | "value":
            if find_literal(r.value):
                return False  # which of several names a value is given to `values.py` tells
            return r.name != r.value and (r.name in claim.tokens or claim.says(r.name)) and claim.states(r.value)
        case "imports":
            return claim.says(r.name, IMPORTS) if _WORD.fullmatch(r.name) else claim.contains(r.name)
        case "type":
            return claim.says(r.name, TYPE) and claim.is_about(TYPE) and _states_type(claim, r.value)
        case "returns":
            return claim.is_about(RETURNS) and _states_type(claim, r.value)
        case "modifier":
            return claim.is_about(MODIFIER) and r.name in claim.text.lower()
        case "decorator":
            return claim.states(r.value) if r.value else claim.says(r.name, DECORATOR)
        case _:
            return claim.says(r.name, r.kind)


def _is_subject(claim: Claim, scope: str, region: Region, *, own: bool) -> bool:
    """Tell whether the claim is about a definition: the anchored one, or one it names."""
    parts = scope.split(".") if scope else []
    if region.name and (scope == region.name or scope.startswith(region.name + ".")):
        rest = parts[region.name.count(".") + 1 :]
        return all(part in claim.words or claim.says(part) for part in rest)
    if not parts:
        return own or not region.name
    if claim.says(parts[-1]):
        return True
    return not region.name and all(part in claim.words for part in parts)


def _says_signature(claim: Claim, r: Relation) -> bool:
    names = [name for name in r.value.split(",") if name not in {"", PATTERN}]
    written = dict(claim.signatures()).get(r.scope.rpartition(".")[2])
    if not r.value:
        return claim.is_about("nothing") and (written == [] if written is not None else claim.is_about(PARAMETER))
    if written:
        return written == names
    if not names:
        return False
    if not claim.is_about(PARAMETER) or not all(name in claim.tokens for name in names):
        return False
    return len(names) > 1 or re.search(r"\b(?:signature|only|exactly)\b", claim.text) is not None


def _states_type(claim: Claim, value: str) -> bool:
    words = _TOKEN.findall(value)
    return bool(words) and claim.states(value) and (len(words) > 1 or value in claim.parts or value in claim.words)


def _is_negated(claim: Claim, r: Relation) -> bool:
    return r.name in claim.negated and r.kind in {CALLS, RAISES, BASE, IMPORTS, DECORATOR, PARAMETER}


def _strongest(claim: Claim, found: Sequence[Relation], region: Region) -> list[Relation]:
    """Keep the plainest: of several bindings of one name one, of what is called the whole, of what it is the rest.

    That a name is merely defined, imported or a parameter somewhere is left out where the claim says more of it.
    """
    meant = {(r.name, r.kind) for r in found if r.kind in _CUED and claim.is_about(r.kind)}
    plain = {name for name, _ in meant}
    found = [r for r in found if r.kind not in _CUED or r.name not in plain or (r.name, r.kind) in meant]
    best: dict[tuple[str, str], int] = {}
    for r in found:
        if r.kind in _RANK:
            key = (r.name, r.value)
            best[key] = min(best.get(key, 9), _RANK[r.kind])
    kept = [r for r in found if r.kind not in _RANK or best[(r.name, r.value)] == _RANK[r.kind]]
    whole = {(r.kind, r.scope, last) for r in kept if (last := _SPLIT.split(r.name)[-1]) != r.name}
    decorated = {r.scope for r in kept if r.kind == DECORATOR and r.value}
    kept = [
        r
        for r in kept
        if (r.kind not in _CONNECTING or (r.kind, r.scope, r.name) not in whole)
        and not (r.kind == DECORATOR and not r.value and r.scope in decorated)
    ]
    raised = {r.name for r in kept if r.kind in {RAISES, DECORATOR}}
    kept = [r for r in kept if r.kind != CALLS or r.name not in raised]
    said = {word for r in kept if r.kind not in _NAMING or r.kind == PARAMETERS for word in _words_of(r)}
    said |= set(region.name.split("."))
    return [r for r in kept if r.kind not in _NAMING or r.name not in said]


def _mentions(claim: Claim, region: Region, covered: set[str]) -> list[Relation]:
    """List what the claim names and the region has, though it is bound to nothing that the claim says."""
    here = list_tokens(region)
    whole = not region.name and not region.first
    found: list[Relation] = []
    for name in sorted(claim.names):
        last = last_name(name)
        if whole and _ORDINARY.fullmatch(last):
            continue  # somewhere in a whole file an English word stands by chance
        if last in here and not {name, last} & covered and name not in claim.negated:
            found.append(Relation(MENTIONS, HERE, last))
    for number in sorted(claim.numbers):
        is_said = claim.is_about(RETURNS) and _is_returned(number, region)
        if is_said and number in here and number not in covered:
            found.append(Relation(MENTIONS, HERE, number))
    text = read_code(region)
    for piece in sorted(claim.strings):
        quoted = len(piece) > 2 and piece not in covered and not _TOKEN.fullmatch(piece)
        if quoted and any(f"{quote}{piece}{quote}" in text for quote in "\"'`"):
            found.append(Relation(MENTIONS, HERE, "", f'"{piece}"'))
    return found


def _is_returned(number: str, region: Region) -> bool:
    """Tell whether the region gives back that number: one digit is otherwise too common to be what a claim means."""
    return re.search(rf"\b(?:return|yield)[ (]+-?{re.escape(number)}(?![\w.])", read_code(region)) is not None


def _lacking(claim: Claim, region: Region) -> list[Relation]:
    """List what the claim says is not there, and is not."""
    here = list_tokens(region)
    names = sorted(claim.negated & claim.names)
    return [Relation(LACKS, HERE, name) for name in names if last_name(name) not in here]


def _relative(r: Relation, name: str) -> Relation:
    if name and (r.scope == name or r.scope.startswith(name + ".")):
        return replace(r, scope=HERE + r.scope[len(name) :])
    return r


def find_mismatch(statements: Sequence[Relation], region: Region) -> Mismatch | None:
    """Find the first statement that the code at the region no longer makes.

    What is said of a name that several definitions have is said as long as one of them says it.
    """
    found: dict[object, Mismatch | None] = {}
    for r in statements:
        key = (r.name, r.value) if r.kind in _GIVING else r
        if key not in found or found[key] is not None:
            found[key] = _mismatch(r, region, region.source)
    return next((item for item in found.values() if item is not None), None)


def _mismatch(r: Relation, region: Region, source: Source) -> Mismatch | None:
    if r.kind == MENTIONS:
        return _unmentioned(r, region)
    if r.kind == LACKS:
        here = last_name(r.name) in list_tokens(region)
        return Mismatch(r.name, "absent", THERE) if here else None
    scope = region.name + r.scope[1:] if r.scope.startswith(HERE) else r.scope
    same = [other for other in source.relations if other.kind == r.kind]
    if r.kind in {CALLS, RAISES, BASE, IMPORTS, DECORATOR, MODIFIER, PARAMETER, DEFINES}:
        return _absent(r, scope, same)
    values = [other.value for other in same if other.scope == scope and other.name == r.name]
    if r.value in values:
        return None
    constants = {other.name: other.value for other in source.relations if other.kind == VALUE and not other.scope}
    near = _near(r, scope, source) if r.kind in _GIVING and not values else []
    values = values or near
    worth = [literal for value in values if (literal := find_literal(value, constants))]
    if r.kind in _GIVING and any(agrees(r.value, value) for value in worth):
        return None
    word = r.name or scope.rpartition(".")[2]
    if r.kind == PARAMETERS:
        found = f"({values[0].replace(',', ', ')})" if values else ""
        return Mismatch(word, f"({r.value.replace(',', ', ')})", found)
    return Mismatch(word, spell_bound(r.value), _worked_out((worth or values)[0]) if values else "")


def _worked_out(value: str) -> str:
    worth = compute(value)
    return value if worth is None else f"{value} = {worth}"


def _near(r: Relation, scope: str, source: Source) -> list[str]:
    """List what one name is bound to in the definitions inside: a default that became a field, and so on."""
    return [
        other.value
        for other in source.relations
        if other.kind in _GIVING
        and other.name == r.name
        and (other.scope == scope or (other.scope + ".").startswith(scope + "."))
    ]


def _absent(r: Relation, scope: str, same: Sequence[Relation]) -> Mismatch | None:
    for other in same:
        inside = other.scope == scope or (
            r.kind in {CALLS, RAISES} and other.scope.startswith(scope + "." if scope else "")
        )
        if inside and other.name == r.name and (not r.value or other.value == r.value):
            return None
    return Mismatch(r.name or r.value)


def _unmentioned(r: Relation, region: Region) -> Mismatch | None:
    if r.value:
        piece = r.value.strip('"')
        if any(f"{quote}{piece}{quote}" in read_code(region) for quote in "\"'`"):
            return None
    elif r.name in list_tokens(region):
        return None
    word = r.name or r.value
    for helper in list_helpers(region):
        inner = Region(region.source, helper)
        if word in list_tokens(inner) or (r.value and word.strip('"') in read_code(inner)):
            return None  # it was taken out into a function of its own
    if any(other.value == (r.value or r.name) for other in list_constants(region)):
        return None  # it was given a name
    return Mismatch(word.strip('"'))


def list_helpers(region: Region) -> list[str]:
    """List the definitions in the same file that the region calls."""
    called = {
        r.name
        for r in region.source.relations
        if r.kind == CALLS and (not region.name or r.scope == region.name or r.scope.startswith(region.name + "."))
    }
    return [symbol.name for symbol in region.source.symbols if symbol.path[-1] in called and symbol.name != region.name]


def list_constants(region: Region) -> list[Relation]:
    """List the names that are given a value around the region, in the same file or class, and that it mentions."""
    here = list_tokens(region)
    above = region.name.rpartition(".")[0]
    return [
        r
        for r in region.source.relations
        if r.kind == VALUE and r.scope in {"", above} and r.name in here and not _is_itself(r, region)
    ]


def list_tokens(region: Region) -> frozenset[str]:
    """List the words of the code at a region, comments left out."""
    return frozenset(_TOKEN.findall(read_code(region)))


def read_code(region: Region) -> str:
    """Return the code at a region, comments left out."""
    first, last = region.lines()
    return "\n".join(region.source.uncommented.split("\n")[first - 1 : last])
