"""Memory: one thing learned, as it stands now, and the content a revision of it carries."""

from __future__ import annotations

from datetime import datetime

from standfast.model.anchor import Anchor, Fingerprint
from standfast.model.ids import MemoryId, OperationId
from standfast.model.kind import TRAITS, Kind
from standfast.model.moment import render_time
from standfast.model.scope import Scope
from standfast.model.source import Source
from standfast.model.trust import Authority, Status
from standfast.model.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_UNREVIEWED = 0.6  # the most that repetition and praise make of what nobody decided; a decision starts at 0.66
LINK_KINDS = ("supersedes", "contradicts", "beside", "because-of", "derived-from", "about")


class Anchored(Value):
    """An anchor with the fingerprint of what was there; None when nothing could be read."""

    anchor: Anchor
    fingerprint: Fingerprint | None = None


BY = " by "
"""Between a commit and who wrote it, where evidence is given as text."""


class Evidence(Value):
    """What supports a memory: `kind` is turn, commit, branch, file, document or memory; `ref` says where to find it.

    The note of a commit is "by" and who wrote it, where that is known.
    """

    kind: str
    ref: str
    note: str = ""


class Link(Value):
    """A typed, dated relation from a memory to another memory or an entity."""

    kind: str
    target: str
    at: datetime | None = None


class Content(Value):
    """What one revision says. Every revision carries the whole of it, so that each stands on its own."""

    kind: Kind
    text: str
    scope: Scope
    title: str = ""
    why: str = ""
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchored, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    links: tuple[Link, ...] = ()
    guard: str = ""
    expires_at: datetime | None = None

    @property
    def lead(self) -> str:
        """The title as it stands before the text; nothing where the text begins with it."""
        return f"{self.title}: " if self.title and not self.text.startswith(self.title) else ""

    @property
    def sessions_behind(self) -> frozenset[str]:
        """The sessions whose turns are named as evidence."""
        return frozenset(item.ref.rpartition("/")[0] for item in self.evidence if item.kind == "turn")

    def joined(self, other: Content) -> Content:
        """Return this content with the tags, anchors, evidence and links that `other` adds."""
        return replace(
            self,
            tags=tuple(dict.fromkeys((*self.tags, *other.tags))),
            anchors=_by(self.anchors + other.anchors, lambda item: str(item.anchor)),
            evidence=tuple(dict.fromkeys((*self.evidence, *other.evidence))),
            links=_by(self.links + other.links, lambda item: f"{item.kind} {item.target}"),
        )


def _by(items: tuple[Any, ...], key: Callable[[Any], str]) -> tuple[Any, ...]:
    return tuple({key(item): item for item in reversed(items)}.values())[::-1]


class Feedback(Value):
    """How often agents and people said it was helpful, wrong or stale.

    `noted` counts what agents said against something a person decided: it is shown, and moves nothing.
    """

    helpful: int = 0
    wrong: int = 0
    stale: int = 0
    noted: int = 0


class Version(Value):
    """One revision's content, when it was learned and written, and the operation that brought it."""

    revision: int
    content: Content
    operation: OperationId
    source: Source
    at: datetime
    recorded_at: datetime


class Memory(Value):
    """The current state of one memory: a projection of its operations."""

    id: MemoryId
    version: Version
    status: Status
    authority: Authority
    sources: tuple[Source, ...]
    at: datetime
    recorded_at: datetime
    hlc: int
    superseded_by: MemoryId | None = None
    disputed_by: tuple[Version, ...] = ()
    feedback: Feedback = Feedback()
    verified_at: datetime | None = None
    reason: str = ""
    approved_at: datetime | None = None
    """When a person approved the words it has now."""

    @property
    def content(self) -> Content:
        """What it says now."""
        return self.version.content

    @property
    def revision(self) -> int:
        """The number of the revision it is at."""
        return self.version.revision

    @property
    def source(self) -> Source:
        """Who said it first."""
        return self.sources[0]

    @property
    def teller(self) -> Source:
        """Who stands behind the words it has now: the person who gave them, else who said them first."""
        return self.version.source if self.version.source.is_person else self.source

    def seen_at(self, now: datetime | None) -> Memory:
        """Return it as it is at a moment: expired once its time is over, before the operation that says so."""
        over = now is not None and self.content.expires_at is not None and self.content.expires_at <= now
        return replace(self, status=Status.EXPIRED) if over and self.status is Status.ACTIVE else self

    @property
    def is_decided(self) -> bool:
        """Whether a person, or a file that people merged, stands behind it; everything else is unreviewed."""
        return self.authority >= Authority.APPROVED

    @property
    def is_persons(self) -> bool:
        """Whether a person said it, gave it the words it has now, or approved them."""
        return self.approved_at is not None or any(source.is_person for source in (*self.sources, self.version.source))

    @property
    def is_pinned(self) -> bool:
        """Whether it stands among the rules of its scope: of a kind that is pinned, and decided."""
        return self.is_decided and TRAITS[self.content.kind].pinned

    @property
    def sway(self) -> int:
        """What feedback adds to its rank: votes for less against; praise lifts nothing unreviewed past a decision."""
        votes = self.feedback.helpful - self.feedback.wrong - self.feedback.stale
        return votes if self.is_decided else min(votes, 0)

    @property
    def confidence(self) -> float:
        """How sure we are, 0 to 1: authority, voices and feedback. What is unreviewed stays below what is decided."""
        base = 0.3 + 0.12 * (self.authority - 1)
        voices = len({(*source.identity, source.session) for source in self.sources})
        support = min(voices - 1, 4) * 0.05 + min(self.feedback.helpful, 5) * 0.03
        doubt = min(self.feedback.wrong, 3) * 0.2 + min(self.feedback.stale, 3) * 0.12
        most = 0.98 if self.is_decided else _UNREVIEWED
        return round(min(most, max(0.02, base + support - doubt)), 3)

    def to_dict(self) -> dict[str, Any]:
        """Return what every record of a memory says, as plain data."""
        content = self.content
        return {
            "id": self.id,
            "revision": self.revision,
            "kind": content.kind.value,
            "title": content.title,
            "text": content.text,
            "why": content.why,
            "scope": str(content.scope),
            "tags": list(content.tags),
            "status": self.status.value,
            "authority": self.authority.word,
            "source": self.source.to_dict(),
            "anchors": [str(anchor.anchor) for anchor in content.anchors],
            "at": render_time(self.version.at),
        }


class AboutMemory(Value):
    """What says something of one memory: its words are at hand."""

    memory: Memory

    @property
    def id(self) -> MemoryId:
        """The memory's id."""
        return self.memory.id

    @property
    def title(self) -> str:
        """What it is called, where it has a title."""
        return self.memory.content.title

    @property
    def text(self) -> str:
        """What it says."""
        return self.memory.content.text
