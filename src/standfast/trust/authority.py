"""Authority: every way in, and what may become of words that come by it. One table; nothing else decides it.

Owns the one rule: what is unreviewed has one low authority whatever it says of itself, is never a rule, never reaches
beyond its project and branch, and waits where it would. Must not read or write anything. Neighbours: `admission` asks
`way_of`, `Memory.is_decided` and `Memory.is_pinned` say what is unreviewed, docs/explanation/threat-model.md shows the
table.
"""

from __future__ import annotations

from standfast.model.trust import Authority, Status
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.scope import Scope
    from standfast.model.source import Source

_ACTIVE, _PROPOSED, _QUARANTINED = Status.ACTIVE, Status.PROPOSED, Status.QUARANTINED


class Way(Value):
    """One way in: what clean, suspect and hostile words become, at which authority, and whether they may be rules.

    `reach` is how far they go at once; beyond it they wait for a person.
    """

    name: str
    faces: str
    clean: Status
    suspect: Status
    hostile: Status
    authority: Authority
    rule: bool
    reach: str

    @property
    def is_data(self) -> bool:
        """Whether suspicion only lowers authority: what people said and merged is kept, found and given."""
        return self.suspect is Status.ACTIVE


PERSON = Way(
    "person", "a person at the command line, in the library, over HTTP with their own token", _ACTIVE, _ACTIVE, _ACTIVE,
    Authority.INSTRUCTION, rule=True, reach="any scope",
)  # fmt: skip
DOCUMENT = Way(
    "document", "files of the project as its main branch has them (`init`, Git hooks); landed mirror files",
    _ACTIVE, _ACTIVE, _ACTIVE, Authority.INSTRUCTION, rule=True, reach="the project",
)  # fmt: skip
COMMIT = Way(
    "commit", "messages of merged commits (`init`, Git hooks)", _ACTIVE, _ACTIVE, _ACTIVE,
    Authority.OBSERVED, rule=False, reach="the project",
)  # fmt: skip
IMPORT = Way(
    "import", "what a person brings in (`import`, `bench`)", _ACTIVE, _ACTIVE, _ACTIVE,
    Authority.NOTE, rule=False, reach="the project",
)  # fmt: skip
SESSION = Way(
    "session", "what is learned from the turns of a session (hooks, `import` of transcripts)",
    _ACTIVE, _PROPOSED, _QUARANTINED, Authority.NOTE, rule=False, reach="the project",
)  # fmt: skip
AGENT = Way(
    "agent",
    "MCP, hooks, REST with the agents' token; memory files that it keeps; command line, library, `import` in its shell",
    _ACTIVE, _PROPOSED, _QUARANTINED, Authority.NOTE, rule=False, reach="the project at hand, its branch at hand",
)  # fmt: skip
OUTSIDE = Way(
    "outside", "mirror files of branches nobody merged, rule files that are not committed, anything marked untrusted",
    _PROPOSED, _PROPOSED, _QUARANTINED, Authority.UNTRUSTED, rule=False, reach="nowhere before a person approves",
)  # fmt: skip
WAYS = (PERSON, DOCUMENT, COMMIT, IMPORT, SESSION, AGENT, OUTSIDE)
_BY_KIND = {way.name: way for way in WAYS}


def way_of(source: Source, caller: Source) -> Way:
    """Return the way that words of this source come by; what an agent brings in is the agent's word."""
    if source.untrusted:
        return OUTSIDE
    if source.kind == "import" and caller.kind == "agent":
        return AGENT
    return _BY_KIND.get(source.kind, IMPORT)


def why_beyond(way: Way, scope: Scope, branch: str) -> str:
    """Say why words may not go to a scope at once, or nothing; `branch` is the one at hand."""
    if way is not AGENT:
        return ""
    if scope.level != "project":
        return f"an agent's words for {scope.level} scope wait for a person"
    if scope.branch and scope.branch != branch:
        return f"an agent's words for another branch ({scope.branch}) wait for a person"
    return ""


def table() -> str:
    """Return the table as Markdown, for the docs."""
    rows = [
        "| way in | clean | suspect | hostile | authority | may be a rule | reaches |",
        "|---|---|---|---|---|---|---|",
    ]
    for way in WAYS:
        lowered = {_ACTIVE: f"active, {Authority.UNTRUSTED.word}"}
        cells = (
            f"**{way.name}**: {way.faces}",
            way.clean.value,
            lowered.get(way.suspect, way.suspect.value),
            lowered.get(way.hostile, way.hostile.value),
            way.authority.word if way.authority < Authority.APPROVED else f"up to {way.authority.word}",
            "yes" if way.rule else "no",
            way.reach,
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)
