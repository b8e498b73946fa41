"""Kinds of memory and what each kind implies by default."""

from enum import StrEnum

from standfast.errors import ConfigError
from standfast.model.trust import Authority
from standfast.model.value import Value


class Kind(StrEnum):
    """What sort of thing was learned."""

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
    """Defaults of a kind: the weight a person's word of it carries, how fast it ages, how it reaches an agent."""

    authority: Authority
    half_life_days: float | None
    pinned: bool


# Half-lives follow what ages: what happened yesterday matters more than what happened last year; a rule does not
# age at all. Episodes: about two weeks fitted real commit history best (docs/explanation/ranking.md).
TRAITS: dict[Kind, Traits] = {
    Kind.DECISION: Traits(Authority.APPROVED, None, pinned=False),
    Kind.CONVENTION: Traits(Authority.INSTRUCTION, None, pinned=True),
    Kind.FACT: Traits(Authority.APPROVED, 180.0, pinned=False),
    Kind.GOTCHA: Traits(Authority.APPROVED, 365.0, pinned=False),
    Kind.REQUIREMENT: Traits(Authority.INSTRUCTION, None, pinned=True),
    Kind.EPISODE: Traits(Authority.NOTE, 14.0, pinned=False),
    Kind.ATTEMPT: Traits(Authority.NOTE, 60.0, pinned=False),
    Kind.THREAD: Traits(Authority.NOTE, 14.0, pinned=False),
    Kind.PROCEDURE: Traits(Authority.APPROVED, 365.0, pinned=False),
    Kind.PREFERENCE: Traits(Authority.INSTRUCTION, None, pinned=True),
}


def parse_kind(text: str) -> Kind:
    """Read a kind by its name."""
    try:
        return Kind(text.strip().lower())
    except ValueError:
        hint = "One of: " + ", ".join(Kind)
        raise ConfigError(f"{text!r} is not a kind of memory.", hint=hint, code="bad-kind") from None
