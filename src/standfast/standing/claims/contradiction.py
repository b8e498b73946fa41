"""What a claim says and the code at hand does not: seen at the moment it is said, and while it stays so.

Owns: the few plain forms in which a sentence binds one name to another ("inherits from X", "calls X"), and holding them
against the code. Only what the code plainly says otherwise counts; what cannot be found out is left alone. Must not:
guess at longer sentences. Neighbours: `values.py` (names and their values), `stated.py`, `claim.py`.
"""

from __future__ import annotations

import re

from standfast.code.qualified import last_name
from standfast.code.relations import BASE, CALLS, DECORATOR, DEFINES, IMPORTS, RAISES, Relation
from standfast.standing.claims.stated import HERE, list_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.standing.claims.claim import Claim
    from standfast.standing.claims.stated import Region

_NAME = r"[`\"']?@?(?P<name>[A-Za-z_$][\w$.:]*)"
_VERBS = (
    (BASE, re.compile(rf"\b(?:inherits? from|extends|subclass(?:es)? of|derives? from|is an? subclass of)\s+{_NAME}")),
    (DECORATOR, re.compile(rf"\bdecorated (?:with|by)\s+{_NAME}")),
    (CALLS, re.compile(rf"\b(?:calls|invokes|delegates to)\s+{_NAME}")),
    (RAISES, re.compile(rf"\b(?:raises|throws)\s+{_NAME}")),
    (IMPORTS, re.compile(rf"\bimports\s+{_NAME}")),
)
_MOST = 4


def contradict(claim: Claim, region: Region, wrong: Sequence[Relation]) -> list[Relation]:
    """List what the claim states in so many words and the code at the region does not say; `wrong` are its values."""
    return [_here(r, region.name) for r in (*wrong, *_names(claim, region))][:_MOST]


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
            if kind == IMPORTS:
                is_subject = _is_importer(claim, region, *match.span()) and not _comes_in(region, last)
            else:
                is_subject = _says_before(claim, region.name, match.start())
            if is_subject and claim.says(name) and name not in claim.negated and not {name, last} & there:
                wrong.append(_here(Relation(kind, scope, last if kind != IMPORTS else name), region.name))
    return wrong


def _says_before(claim: Claim, qualified: str, end: int) -> bool:
    """Tell whether a sentence names a definition before its verb: else it is another thing's base, callee and so on."""
    words = set(re.findall(r"\w+", re.split(r"[.;]\s", claim.text[:end])[-1]))
    return qualified.rpartition(".")[2] in words


def _is_importer(claim: Claim, region: Region, start: int, end: int) -> bool:
    """Tell whether a file may be what a sentence says imports something: not where it names another as that.

    "`a` imports x from `b`, not through `c`" says nothing of what `b` and `c` import.
    """
    before = re.split(r"[.;]\s", claim.text[:start])[-1]
    named = [path for path in claim.paths if path in before]
    own = [path for path in claim.paths if f"/{region.source.path}".endswith(f"/{path}")]
    return any(path in own for path in named) if named else not any(path in claim.text[end:] for path in own)


def _comes_in(region: Region, name: str) -> bool:
    """Tell whether a file uses a name that it does not define: it is from elsewhere, imported or handed on."""
    defined = any(r.kind == DEFINES and r.name == name for r in region.source.relations)
    return name in list_tokens(region) and not defined


def _here(r: Relation, name: str) -> Relation:
    from standfast.model.value import replace

    inside = bool(name) and (r.scope == name or r.scope.startswith(name + "."))
    return replace(r, scope=HERE + r.scope[len(name) :]) if inside else r
