"""Kinds of memory and what each kind implies by default."""

from enum import StrEnum

from standfast.errors import ConfigError
from standfast.model.trust import Authority
from standfast.model.value import Value


class Kind(StrEnum):
    """What sort of thing was learned."""

    __hash__ = str.__hash__  # an enumeration's own is a call of Python, and ranking looks up kinds by the hundred

    DECISION = "decision"
    CONVENTION = "convention"
    FACT = "fact"
    GOTCHA = "gotcha"
    REQUIREMENT = "requirement"
    EPISODE = "episode"
    ATTEMPT = "attempt"
    THREAD = "thread"
    PROCEDURE = "procedure"
    PREFERENCE = "preference"


class Traits(Value):
    """Defaults of a kind: the weight a person's word of it carries, how fast it ages, how it reaches an agent.

    `folder` is where the mirror keeps it; without one it is the user's own and never leaves. `happened`: it tells what
    happened in sessions, contradicts nothing, and leaves only where it is tagged for that. `norm`: it says what shall
    be. `of_code`: it is said of the code at hand, and on a branch of that branch.
    """

    authority: Authority
    half_life_days: float | None
    pinned: bool = False
    folder: str = ""
    happened: bool = False
    norm: bool = False
    of_code: bool = False


# Half-lives follow what ages: what happened yesterday matters more than what happened last year; a rule does not
# age at all. Episodes: about two weeks fitted real commit history best (docs/explanation/ranking.md).
TRAITS: dict[Kind, Traits] = {
    Kind.DECISION: Traits(Authority.APPROVED, None, folder="decisions", norm=True, of_code=True),
    Kind.CONVENTION: Traits(Authority.INSTRUCTION, None, pinned=True, folder="conventions", norm=True),
    Kind.FACT: Traits(Authority.APPROVED, 180.0, folder="facts", of_code=True),
    Kind.GOTCHA: Traits(Authority.APPROVED, 365.0, folder="gotchas", of_code=True),
    Kind.REQUIREMENT: Traits(Authority.INSTRUCTION, None, pinned=True, folder="requirements", norm=True, of_code=True),
    Kind.EPISODE: Traits(Authority.NOTE, 14.0, folder="episodes", happened=True, of_code=True),
    Kind.ATTEMPT: Traits(Authority.NOTE, 60.0, folder="episodes", happened=True, of_code=True),
    Kind.THREAD: Traits(Authority.NOTE, 14.0, folder="episodes", happened=True),
    Kind.PROCEDURE: Traits(Authority.APPROVED, 365.0, folder="procedures"),
    Kind.PREFERENCE: Traits(Authority.INSTRUCTION, None, pinned=True, norm=True),
}
HAPPENED = frozenset(kind for kind, traits in TRAITS.items() if traits.happened)
NORMS = frozenset(kind for kind, traits in TRAITS.items() if traits.norm)
OF_CODE = frozenset(kind for kind, traits in TRAITS.items() if traits.of_code)


def parse_kind(text: str) -> Kind:
    """Read a kind by its name."""
    try:
        return Kind(text.strip().lower())
    except ValueError:
        hint = "One of: " + ", ".join(Kind)
        raise ConfigError(f"{text!r} is not a kind of memory.", hint=hint, code="bad-kind") from None
