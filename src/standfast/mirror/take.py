"""Taking the mirror in: edits become revisions, new files memories, removed files retractions.

Owns how a file's words enter: who is stamped as their source, through redaction and screening, as a revision of what
the edit started from. What conflicts is kept in both versions as a dispute. Nothing a file claims raises its weight:
it can only say that no person stands behind it. Neighbours: `survey` (what is to be taken), `verbs.mirror`.
"""

from __future__ import annotations

import json

from standfast.capture.draft import Draft, Prepared
from standfast.errors import Refused, StandfastError
from standfast.mirror.format import Page
from standfast.mirror.merge import merge_pages
from standfast.mirror.page import guard_in, masked, page_of_version, same_guard
from standfast.mirror.survey import State
from standfast.model.anchor import parse_anchor
from standfast.model.encode import encode_anchored, encode_content
from standfast.model.fold import authority_of
from standfast.model.ids import MemoryId
from standfast.model.key import content_key
from standfast.model.memory import Anchored
from standfast.model.moment import read_time
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Authority, Status
from standfast.model.value import Value, replace
from standfast.standing.anchors.anchoring import claim_of
from standfast.store.values import Change
from standfast.trust.admission import prepare, refuse_many
from standfast.trust.overrule import may_overrule
from standfast.trust.purged import refuse_purged
from standfast.trust.record import payload_of, remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Any

    from standfast.code.snapshot import Snapshot
    from standfast.mirror.provenance import Written
    from standfast.mirror.survey import SurveyItem, Surveyor
    from standfast.model.anchor import Anchor
    from standfast.model.memory import Content, Memory
    from standfast.model.operation import Operation


class Taken(Value):
    """What became of one file: `act` is what was done, `source` who is on record for it."""

    id: str
    path: str
    act: str
    source: str
    status: str
    note: str = ""


class Taker:
    """Takes items of one survey in."""

    def __init__(self, surveyor: Surveyor) -> None:
        self._surveyor = surveyor
        self._context = surveyor.context
        self._partition = surveyor.partition
        self._snapshots: dict[str, Snapshot] = {}

    def take(self, item: SurveyItem) -> Taken | None:
        """Take one item in; None when somebody else did since it was looked at."""
        acts: dict[State, Callable[[SurveyItem, Source], Taken | None]] = {
            State.NEW: self._new,
            State.EDIT: self._edit,
            State.DELETED: self._deleted,
            State.RETURNED: self._returned,
            State.APPROVED: self._approved,
            State.RESOLVED: self._resolved,
            State.SUPERSEDING: self._superseding,
            State.VERIFIED: self._verified,
        }
        return acts[item.state](item, self._source(item))

    def _source(self, item: SurveyItem) -> Source:
        """Return who wrote it as it may be written: a name in front matter or in a commit is text like any other."""
        return self._context.clean_source(self._stated(item))

    def _stated(self, item: SurveyItem) -> Source:
        """Say who wrote it: the committer; the Git user for what is not committed; never more than it claims."""
        who, written = self._context.who, item.written
        if self._surveyor.trust:
            return who
        stated = item.raw.source if item.raw else ""
        if stated:
            kind, _, name = stated.partition(":")
            return Source("agent", name or kind, untrusted=not written.landed)
        if who.kind != "person" and (written.here or not written.commit):
            return who  # an agent may write and commit files under its user's name
        if not written.commit:
            name = self._context.settings.user or self._surveyor.history.user or who.name
            return Source("person", name)
        return Source("person", written.name, untrusted=not written.landed)

    # -- new files

    def _new(self, item: SurveyItem, source: Source) -> Taken | None:
        page = item.page or Page()
        prepared, note = self._prepared(page, source, item.written)
        content = replace(
            prepared.content, anchors=self._anchored(page.anchors, item.written, claim_of(prepared.content))
        )
        others = [self._version(entry, source, item.written) for entry in page.others]
        with self._partition.writing():
            refuse_purged(self._context, self._partition, content)
            memory = MemoryId(item.id)
            if self._is_here(memory, content, source):
                return None
            retired = self._retired(page, source) if prepared.status is Status.ACTIVE else ()
            change = Change(
                Act.REMEMBER,
                source,
                memory,
                payload_of(content, prepared.status, prepared.reasons, doubt=prepared.doubt),
                at=prepared.at,
                supersedes=retired,
                revision=1,
            )
            self._partition.log.append(change)
            for other in others:
                self._beside(memory, other, source)
        return self._taken(item, "remembered", source, note)

    def _is_here(self, memory: MemoryId, content: Content, source: Source) -> bool:
        """Tell whether another import, say of a Git hook, took the same file in while this one was looking."""
        equal = self._partition.memories.find_equal(content_key(content, source))
        return self._partition.memories.find(memory) is not None or any(item.status is Status.ACTIVE for item in equal)

    def _prepared(
        self, page: Page, source: Source, written: Written, old: Content | None = None
    ) -> tuple[Prepared, str]:
        """Redact, screen and validate the words of a page; say what of it could not be taken."""
        guard, note = self._guard(page, old)
        at = written.at if old else page.at or written.at
        draft = _draft(page, guard, source, at, self._context.scope.partition)
        prepared = prepare(self._context, draft)
        late = prepared.at is not None and prepared.at > self._context.clock.now()
        return (replace(prepared, at=None) if late else prepared), note

    def _guard(self, page: Page, old: Content | None) -> tuple[str, str]:
        """Return the guard to store: the one that was there unless the file has another that proves itself."""
        kept = old.guard if old else ""
        if not page.guard:
            return "", ""
        from standfast.guard.prove import accept_rule

        try:
            document = guard_in(page.guard)
            if "pack" in document and "rule" not in document:
                return json.dumps(document, ensure_ascii=False), ""
            accept_rule(page.guard, name="the guard")
        except StandfastError as error:
            return kept, f"its guard was left out: {error.message} {error.hint}".strip()
        text = json.dumps(document, ensure_ascii=False)
        if self._context.clean(text) != text:
            return kept, "its guard was left out: it holds what looks like a secret"
        return text, ""

    def _anchored(self, anchors: tuple[str, ...], written: Written, claim: str) -> tuple[Anchored, ...]:
        """Anchor to the code as it was when the file was committed, so that what drifted since is seen."""
        from standfast.code.snapshot import open_snapshot
        from standfast.standing.anchors.fingerprint import take_fingerprint

        refuse_many("anchors", anchors)
        found: list[Anchored] = []
        for text in anchors:
            anchor: Anchor = parse_anchor(self._context.clean(text))
            if written.commit not in self._snapshots:
                self._snapshots[written.commit] = open_snapshot(str(self._surveyor.root), written.commit)
            found.append(Anchored(anchor, take_fingerprint(self._snapshots[written.commit], anchor, claim)))
        return tuple(found)

    def _retired(self, page: Page, source: Source) -> tuple[MemoryId, ...]:
        """Return what a page supersedes and its source may retire."""
        found: list[MemoryId] = []
        for name in page.supersedes:
            old = self._partition.memories.find(MemoryId(name))
            if old is not None and old.status is Status.ACTIVE and may_overrule(Authority.NOTE, source, old):
                found.append(old.id)
        return tuple(found)

    # -- edits

    def _edit(self, item: SurveyItem, source: Source) -> Taken:
        memory, page, ours = item.memory, item.page, item.ours
        assert memory
        assert page
        assert ours
        if page.others:
            return self._two_versions(item, memory, page, source)
        told = masked(self._context, page, ours)
        base = page_of_version(self._context, memory, item.base) if item.base else None
        merged = merge_pages(base or Page(), ours, told)
        wanted = merged.page
        if merged.conflicts:
            wanted = merge_pages(base or Page(), told, ours).page
        wanted = _in_own_words(wanted, told, page)
        prepared, note = self._prepared(wanted, source, item.written, memory.content)
        content = self._content(memory, prepared, wanted, ours, item.written)
        weight = authority_of(content, (source,))
        if prepared.status is not Status.ACTIVE or not may_overrule(weight, source, memory):
            return self._proposed(item, memory, prepared, source)
        with self._partition.writing():
            refuse_purged(self._context, self._partition, content)
            current = self._partition.memories.find(memory.id) or memory
            if not merged.conflicts:
                self._supersede(page, memory, source)
                if content == current.content:
                    return self._taken(item, "known", source, note)
                doubt = prepared.doubt
                self._revise(memory.id, content, source, current.version.operation, prepared.at, doubt=doubt)
            elif not self._is_known(memory.id, content):
                self._revise(memory.id, content, source, self._stale_base(current, item), prepared.at)
        if merged.conflicts:
            said = f"both sides changed {', '.join(merged.conflicts)}: `standfast review` decides"
            return self._taken(item, "disputed", source, " ".join(filter(None, (said, note))))
        return self._taken(item, "revised", source, note)

    def _content(self, memory: Memory, prepared: Prepared, wanted: Page, ours: Page, written: Written) -> Content:
        """Return the content of a revision: what the file did not touch stays as the store has it, unmasked."""
        old, new = memory.content, prepared.content
        kept = {
            name: getattr(old, name)
            for name in ("title", "text", "why")
            if getattr(wanted, name) == getattr(ours, name)
        }
        tags = [tag for tag in old.tags if tag not in ours.tags or tag in wanted.tags]
        held = {str(anchor.anchor): anchor for anchor in old.anchors}
        anchors = [item for name, item in held.items() if name not in ours.anchors or name in wanted.anchors]
        if kept.keys() & {"title", "text"} != {"title", "text"}:  # other words are said of the code they came with
            said = claim_of(replace(new, **kept))
            looked = self._anchored(tuple(str(item.anchor) for item in anchors), written, said)
            anchors = [now if now.fingerprint else item for item, now in zip(anchors, looked, strict=True)]
        fresh = self._anchored(tuple(anchor for anchor in wanted.anchors if anchor not in held), written, claim_of(new))
        guard = old.guard if same_guard(wanted.guard, ours.guard) else new.guard
        return replace(
            new,
            **kept,
            kind=new.kind,
            scope=replace(old.scope, paths=new.scope.paths),
            tags=tuple(dict.fromkeys((*tags, *new.tags))),
            anchors=(*anchors, *fresh),
            evidence=old.evidence,
            links=old.links,
            guard=guard,
        )

    def _proposed(self, item: SurveyItem, memory: Memory, prepared: Prepared, source: Source) -> Taken:
        """Leave what may not overrule a memory as a proposal beside it."""
        content = prepared.content
        draft = Draft(
            text=content.text, kind=content.kind.value, title=content.title, why=content.why, scope=str(content.scope),
            tags=content.tags, supersedes=(memory.id,), links=(f"derived-from:{memory.id}",), source=source,
        )  # fmt: skip
        done = remember(self._context, draft)
        why = "; ".join(prepared.reasons) or f"{memory.id} carries more authority than {source}"
        return Taken(done.id, item.path, "proposed", str(source), done.status.value, why)

    def _two_versions(self, item: SurveyItem, memory: Memory, page: Page, source: Source) -> Taken:
        """Take in a file that shows two versions: the one the store has stays, the others stand beside it."""
        versions = [self._version(entry, source, item.written) for entry in (replace(page, others=()), *page.others)]
        with self._partition.writing():
            for version in versions:
                self._beside(memory.id, version, source)
        return self._taken(item, "disputed", source, "`standfast review` decides")

    def _version(self, page: Page, source: Source, written: Written) -> tuple[Content, datetime | None]:
        prepared, _ = self._prepared(page, source, written)
        content = replace(prepared.content, anchors=self._anchored(page.anchors, written, claim_of(prepared.content)))
        return content, prepared.at

    def _beside(self, memory: MemoryId, version: tuple[Content, datetime | None], source: Source) -> None:
        """Put a version beside the current one; what was screened out before waits as the memory itself does."""
        current = self._partition.memories.find(memory)
        content, at = version
        if current is not None and not self._is_known(memory, content) and not source.untrusted:
            refuse_purged(self._context, self._partition, content)
            self._revise(memory, content, source, self._stale_base(current, None), at)

    def _is_known(self, memory: MemoryId, content: Content) -> bool:
        """Tell whether a revision said this before."""
        said = (content.kind, content.title, content.text, content.why)
        versions = self._partition.memories.versions(memory)
        return any(
            (version.content.kind, version.content.title, version.content.text, version.content.why) == said
            for version in versions
        )

    def _stale_base(self, current: Memory, item: SurveyItem | None) -> str:
        """Return a revision before the current one, as the start of both versions; one is made where there is none."""
        now = current.version.operation
        if item and item.base and item.base.operation != now:
            return item.base.operation
        for version in self._partition.memories.versions(current.id):
            if version.operation != now and not self._partition.log.is_reverted(version.operation):
                return version.operation
        self._revise(current.id, current.content, current.version.source, now, None)
        return now

    def _revise(
        self,
        memory: MemoryId,
        content: Content,
        source: Source,
        base: str,
        at: datetime | None,
        *,
        doubt: bool = False,
    ) -> Operation:
        number = self._partition.memories.last_revision(memory) + 1
        payload = {"content": encode_content(content)} | ({"doubt": True} if doubt else {})
        return self._partition.log.append(
            Change(Act.REVISE, source, memory, payload, at=at, based_on=base, revision=number)  # type: ignore[arg-type]
        )

    def _supersede(self, page: Page, memory: Memory, source: Source) -> None:
        for old in self._retired(page, source):
            self._partition.log.append(Change(Act.SUPERSEDE, source, old, {"by": memory.id}))

    # -- decisions

    def _superseding(self, item: SurveyItem, source: Source) -> Taken:
        assert item.memory
        with self._partition.writing():
            self._supersede(item.page or Page(), item.memory, source)
        return self._taken(item, "superseded", source)

    def _approved(self, item: SurveyItem, source: Source) -> Taken:
        return self._act(item, Act.APPROVE, source, "approved")

    def _returned(self, item: SurveyItem, source: Source) -> Taken:
        return self._act(item, Act.RESTORE, source, "restored")

    def _deleted(self, item: SurveyItem, source: Source) -> Taken:
        return self._act(item, Act.RETRACT, source, "retracted", {"reason": f"its file was {item.note}"})

    def _verified(self, item: SurveyItem, source: Source) -> Taken:
        """Take over that somebody looked and it still held: its anchors are what the code was at that commit."""
        memory, page = item.memory, item.page or Page()
        assert memory
        looked = self._anchored(page.anchors, item.written, claim_of(memory.content))
        fresh = {str(anchored.anchor): anchored for anchored in looked}
        anchors = [fresh.get(str(anchored.anchor), anchored) for anchored in memory.content.anchors]
        payload = {"note": self._context.clean(item.note), "anchors": [encode_anchored(entry) for entry in anchors]}
        at = min(read_time(page.verified), self._context.clock.now())
        return self._act(item, Act.VERIFY, source, "verified", payload, at=at)

    def _act(
        self,
        item: SurveyItem,
        act: Act,
        source: Source,
        word: str,
        payload: dict[str, Any] | None = None,
        *,
        at: datetime | None = None,
    ) -> Taken:
        memory = item.memory
        assert memory
        landed = act is Act.APPROVE and item.written.landed and not source.untrusted  # people merged it
        decides = source.ceiling is Authority.INSTRUCTION or (landed and memory.source.untrusted)
        if not decides and (act is Act.APPROVE or not may_overrule(source.ceiling, source, memory)):
            hint = "Run `standfast mirror import` yourself, outside the agent."
            raise Refused(f"Only a person decides about {memory.id}.", hint=hint, code="authority")
        with self._partition.writing():
            current = self._partition.memories.find(memory.id)
            if current is not None and current.hlc == memory.hlc:
                self._partition.log.append(Change(act, source, memory.id, payload, at=at))
        return self._taken(item, word, source, item.note)

    def _resolved(self, item: SurveyItem, source: Source) -> Taken:
        """Settle a dispute the way the file does."""
        memory, page = item.memory, item.page
        assert memory
        assert page
        if source.ceiling is not Authority.INSTRUCTION:
            raise Refused(
                f"Only a person decides about {memory.id}.", hint="`standfast review` lists it.", code="authority"
            )
        chosen = None
        for version in (memory.version, *memory.disputed_by):
            said = page_of_version(self._context, memory, version)
            if said and masked(self._context, page, said).says_same(said):
                chosen = version.operation
        prepared, note = self._prepared(page, source, item.written, memory.content)
        if chosen is None and (prepared.doubt or prepared.status is not Status.ACTIVE):
            return self._proposed(item, memory, prepared, source)
        with self._partition.writing():
            if chosen is None:
                content = replace(
                    prepared.content, anchors=self._anchored(page.anchors, item.written, claim_of(prepared.content))
                )
                refuse_purged(self._context, self._partition, content)
                self._revise(memory.id, content, source, memory.version.operation, prepared.at)
            payload = {"version": chosen} if chosen else {}
            self._partition.log.append(Change(Act.APPROVE, source, memory.id, payload))
        return self._taken(item, "settled", source, note)

    def _taken(self, item: SurveyItem, act: str, source: Source, note: str = "") -> Taken:
        state = self._partition.memories.find(MemoryId(item.id))
        status = state.status.value if state else ""
        return Taken(item.id, item.path, act, str(source), status, note or (state.reason if state else ""))


def _draft(page: Page, guard: str, source: Source, at: str, partition: str) -> Draft:
    scope = ",".join([partition, *(f"path:{path}" for path in page.paths)])
    return Draft(
        text=page.text, kind=page.kind, title=page.title, why=page.why, scope=scope, tags=page.tags, guard=guard,
        at=at, expires=page.expires, source=source,
    )  # fmt: skip


def _in_own_words(wanted: Page, told: Page, page: Page) -> Page:
    """Return the merged page with the file's own words where they were taken: the mask is for the way out."""
    own = {
        name: getattr(page, name) for name in ("title", "text", "why") if getattr(wanted, name) == getattr(told, name)
    }
    return replace(wanted, **own)
