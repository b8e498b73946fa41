"""What a claim says and the code at hand does not: seen at the moment it is said, and while it stays so.

Owns: the few plain forms in which a sentence binds a name to a value ("X is 30", "default of X: 30") or one name to
another ("inherits from X", "calls X"), and holding them against the code. Only what the code plainly says otherwise
counts; what cannot be found out is left alone. Must not: guess at longer sentences. Neighbours: `stated.py`,
`claim.py`.
"""

from __future__ import annotations

import re

from standfast.code.literals import compute, spell
from standfast.code.qualified import last_name
from standfast.code.relations import BASE, CALLS, DECORATOR, DEFAULT, IMPORTS, RAISES, VALUE, Relation
from standfast.standing.claim import STOP
from standfast.standing.claim_amounts import ENDS, amounts, is_given, is_same, is_within, is_worth
from standfast.standing.stated import HERE, read_code
from standfast.text.amounts import UNIT
from standfast.text.identifier import split_identifier
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.standing.claim import Claim
    from standfast.standing.stated import Region

_LITERAL = re.compile(r"-?\d[\d_.]*|\"[^\"]*\"|true|false|none|null|nil", re.IGNORECASE)
_SAID = r"(?:-?\d[\d_]*(?:\.\d+)?|`[^`\n]{1,60}`|\"[^\"\n]{0,60}\"|'[^'\n]{0,60}'|True|False|None|true|false|null|nil)"
_BETWEEN = (
    r"(?:[^\n.;,0-9\"']|\.(?=\w)){0,40}?(?:=|:|\b(?:is|to|of|at|equals|defaults?|value)\b)\s*"
    r"(?:(?:the|a|an|value|default|set|to|now|still)\s+){0,3}"
)
_WRITTEN = re.compile(
    r"(?<![\w.$])(?P<owner>(?:[A-Za-z_$][\w$]*(?:\.|->|::))*)(?P<name>[A-Za-z_$][\w$]*)"
    rf"(?:\s*=\s*|(?<=\w):\s+)(?P<value>{_SAID})(?P<unit>{UNIT})?(?![\w.]*\w)"
)  # an assignment as code has it
_NAME = r"[`\"']?@?(?P<name>[A-Za-z_$][\w$.:]*)"
_VERBS = (
    (BASE, re.compile(rf"\b(?:inherits? from|extends|subclass(?:es)? of|derives? from|is an? subclass of)\s+{_NAME}")),
    (DECORATOR, re.compile(rf"\bdecorated (?:with|by)\s+{_NAME}")),
    (CALLS, re.compile(rf"\b(?:calls|invokes|delegates to)\s+{_NAME}")),
    (RAISES, re.compile(rf"\b(?:raises|throws)\s+{_NAME}")),
    (IMPORTS, re.compile(rf"\bimports\s+{_NAME}")),
)
_MOST = 4
_JOINING = frozenset(("equals", "defaults", "now", "still"))


def contradict(claim: Claim, region: Region) -> list[Relation]:
    """List what the claim states in so many words and the code at the region does not say."""
    found = [*(_values(claim, region) or _written(claim, region)), *_names(claim, region)]
    return (found or [_here(r, region.name) for r in amounts(claim, region)])[:_MOST]


def _values(claim: Claim, region: Region) -> list[Relation]:
    """List the values that a claim gives to names of the region, and that the code does not."""
    above, _, last = region.name.rpartition(".")
    bound: dict[tuple[str, str, str], set[str]] = {}
    for r in region.source.relations:
        own = r.scope == region.name or (r.scope == above and r.name == last)
        if r.kind in {DEFAULT, VALUE} and own and (r.name in claim.words or _is_own(claim, r, region)):
            bound.setdefault((r.kind, r.scope, r.name), set()).add(r.value)
    wrong: list[Relation] = []
    for (kind, scope, name), values in bound.items():
        said = re.search(
            rf"(?<![\w.]){re.escape(name)}{_BETWEEN}(?P<value>{_SAID})(?P<unit>{UNIT})?(?![\w.]*\w)", claim.text
        )
        if said is None or is_given(claim.text[: said.start()], region.name) or not _is_of_it(said, name, region):
            continue
        if all(compute(value) is not None for value in values):
            amount = _amount(said, claim.text[said.end() :], values)
            wrong += [Relation(kind, scope, name, amount)] if amount else []
            continue
        if not all(_LITERAL.fullmatch(value) for value in values):
            continue
        value = spell(said["value"].strip("`"))
        if _sort(value) == _sort(next(iter(values))) and value not in values and not is_same(claim, value, values):
            unit = (said["unit"] or "").strip(" -")
            wrong.append(Relation(kind, scope, name, f"{value} {unit}" if unit and value.isdigit() else value))
    others = {
        name
        for _, _, name in bound
        if any(name == r.name and r.value.split(" ")[0] in _all(bound, name) for r in wrong)
    }
    return [_here(r, region.name) for r in wrong if r.name not in others]


def _is_own(claim: Claim, r: Relation, region: Region) -> bool:
    """Tell whether a member of what is anchored is said by an everyday word: its `default`, its `value`."""
    return bool(region.name) and r.scope == region.name and r.name in STOP and r.name in claim.tokens


def _is_of_it(said: re.Match[str], name: str, region: Region) -> bool:
    """Tell whether an everyday word is said of what is anchored: nothing but its name stands between word and value."""
    if name not in STOP:
        return True
    own = {stem(part.lower()) for part in split_identifier(region.name.rpartition(".")[2])}
    between = said[0][len(name) : said.start("value") - said.start()]
    words = [word.lower() for word in re.findall(r"[A-Za-z]+", between)]
    return all(word in STOP or word in _JOINING or stem(word) in own for word in words)


def _written(claim: Claim, region: Region) -> list[Relation]:
    """List the assignments that a claim writes out (`this.limit = 3`) where the code inside gives only other values.

    A plain name and a colon are English as often; only an owner before the name makes an assignment of them.
    """
    wrong: list[Relation] = []
    for said in list(_WRITTEN.finditer(claim.text))[:_MOST]:
        is_plain = "=" in said[0] or said["owner"]
        if not is_plain or said["unit"] or is_given(claim.text[: said.start()], region.name):
            continue
        value = spell(said["value"].strip("`"))
        bound = [
            r
            for r in region.source.relations
            if r.kind in {DEFAULT, VALUE} and r.name == said["name"] and _LITERAL.fullmatch(r.value)
            and (not region.name or is_within(r.scope, region.name))
        ]  # fmt: skip
        is_other = all(_sort(r.value) == _sort(value) and r.value != value for r in bound)
        if (
            bound
            and is_other
            and not re.search(rf"{re.escape(said['name'])}\W{{1,8}}{re.escape(value)}\b", read_code(region))
        ):
            wrong.append(_here(Relation(bound[0].kind, bound[0].scope, said["name"], value), region.name))
    return wrong


def _amount(said: re.Match[str], after: str, values: set[str]) -> str:
    """Return the amount that is said of a name whose value is a product, if that does not come to it."""
    number, unit = said["value"].strip("`\"'"), (said["unit"] or "").strip()
    factors = {factor for value in values for factor in re.findall(r"\d+", value)}
    is_plain = number.replace("_", "").isdigit() and (unit or (number not in factors and re.match(ENDS, after)))
    amount = f"{number} {unit}".strip()
    return amount if is_plain and not any(is_worth(amount, value) for value in values) else ""


def _all(bound: dict[tuple[str, str, str], set[str]], name: str) -> set[str]:
    return set().union(*(values for (_, _, other), values in bound.items() if other == name))


def _sort(value: str) -> str:
    if value[:1] == '"':
        return "text"
    return "number" if re.fullmatch(r"-?[\d.]+", value) else "word"


def _names(claim: Claim, region: Region) -> list[Relation]:
    """List what a claim says is called, inherited and so on, where the code has none of it."""
    wrong: list[Relation] = []
    for kind, pattern in _VERBS:
        scope = "" if kind == IMPORTS else region.name
        if (kind == IMPORTS) == bool(region.name) or pattern.search(claim.text) is None:
            continue
        there = {
            r.name for r in region.source.relations
            if r.kind == kind and (r.scope == scope or (bool(scope) and r.scope.startswith(scope + ".")))
        }  # fmt: skip
        for match in list(pattern.finditer(claim.text))[:_MOST]:
            name = match["name"].rstrip(".:")
            last = last_name(name)
            is_subject = region.name == "" or _says_before(claim, region.name, match.start())
            if is_subject and claim.says(name) and name not in claim.negated and not {name, last} & there:
                wrong.append(_here(Relation(kind, scope, last if kind != IMPORTS else name), region.name))
    return wrong


def _says_before(claim: Claim, qualified: str, end: int) -> bool:
    """Tell whether a sentence names a definition before its verb: else it is another thing's base, callee and so on."""
    words = set(re.findall(r"\w+", re.split(r"[.;]\s", claim.text[:end])[-1]))
    return qualified.rpartition(".")[2] in words


def _here(r: Relation, name: str) -> Relation:
    from standfast.model.value import replace

    inside = bool(name) and (r.scope == name or r.scope.startswith(name + "."))
    return replace(r, scope=HERE + r.scope[len(name) :]) if inside else r
