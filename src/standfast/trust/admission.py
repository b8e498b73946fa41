"""Admission: a draft is read at the edge, redacted and screened before anything is written.

Owns the order redact, screen, decide the status. After this a draft is content that may reach the disk.
"""

from __future__ import annotations

from functools import lru_cache

from standfast.capture.draft import Draft, Prepared
from standfast.capture.redact.across import mask_across
from standfast.capture.screen import Verdict, screen
from standfast.context.context import Context
from standfast.errors import ConfigError, Refused
from standfast.model.anchor import parse_anchor
from standfast.model.kind import Kind, parse_kind
from standfast.model.memory import BY, LINK_KINDS, Anchored, Content, Evidence, Link
from standfast.model.moment import parse_horizon, parse_time
from standfast.model.pattern import compile_later
from standfast.model.scope import USER, Scope, parse_scope
from standfast.model.source import Source
from standfast.model.trust import Authority, Status
from standfast.model.value import replace
from standfast.trust.authority import OUTSIDE, way_of, why_beyond
from standfast.trust.kind_from_words import kind_from_words
from standfast.trust.threshold import asks_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.code.kept_out import KeptOut

TEXT_LIMIT = 64_000
EVIDENCE_KINDS = frozenset({"turn", "commit", "branch", "file", "document", "memory"})
MANY = 64
_TITLE_LIMIT = 300
_TAG_LIMIT = 64
_ROOM = 3  # fewer words give no order
_SHA = compile_later(r"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b")  # no word of any order
_COMMIT = compile_later(r"commit:[0-9a-f]{40}(?:[0-9a-f]{24})?(?= |$)")
_WORDS = compile_later(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")
VERDICTS = ("clean", "suspect", "hostile")
_STRICTNESS = (Status.ACTIVE, Status.PROPOSED, Status.DISPUTED, Status.QUARANTINED)


def prepare(context: Context, draft: Draft) -> Prepared:
    """Redact, screen and validate a draft."""
    with context.known.held():
        return _prepare(context, draft)


def _prepare(context: Context, draft: Draft) -> Prepared:
    source = context.clean_source(draft.source) if draft.source else context.who
    found: list[str] = []
    if context.kept_out is not None and source.kind != "person":
        _refuse_kept_out(context.kept_out, draft)
    for name in ("anchors", "tags", "links", "evidence"):
        refuse_many(name, getattr(draft, name))
    # What is far too long is refused before it is searched for secrets; masking shortens only a little.
    _refuse_long(max((draft.text, draft.title, draft.why, draft.rejected, draft.guard), key=len), 4 * TEXT_LIMIT)
    content = _read_content(context, draft, source, found)
    if draft.status not in ("", Status.ACTIVE, Status.PROPOSED):
        hint = "A new memory is active, or proposed for a person to approve."
        raise ConfigError(
            f"{draft.status!r} is not a status that a memory can start with.", hint=hint, code="bad-status"
        )
    _check_group(context, content)
    status, reasons, verdict = _screened(context, draft, source, content.scope)
    if asked := asks_first(context.settings.review, content, source):
        status, reasons = stricter(status, Status.PROPOSED), (*reasons, f"you asked to see it first (review: {asked})")
    at = parse_time(draft.at, now=context.clock.now()) if draft.at else None
    doubt = verdict != "clean" and way_of(source, context.who).is_data
    older = tuple(draft.supersedes)
    worded = not draft.kind
    return Prepared(
        content, status, reasons, tuple(found), source, older, at, verdict=verdict, doubt=doubt, worded=worded
    )


def _read_content(context: Context, draft: Draft, source: Source, found: list[str]) -> Content:
    """Return what a draft says, masked and parsed; the rules that masked something are added to `found`."""
    (title, text, why), across = mask_across((draft.title, draft.text, reason_of(draft)), context.key)
    found += across
    fields = {"text": text, "title": title, "why": why, "guard": draft.guard}
    cleaned = {name: _clean(context, said, found) for name, said in fields.items()}
    # Names carry secrets too: a branch, a path, the command of an anchor.
    listed = {
        name: tuple(dict.fromkeys(_clean_name(context, item, found) for item in getattr(draft, name)))
        for name in ("anchors", "evidence", "links")
    }
    if not cleaned["text"].strip():
        raise ConfigError("There is nothing to remember.", hint="Give the memory a text.", code="empty")
    _refuse_long(cleaned["text"], TEXT_LIMIT)
    given = parse_kind(draft.kind) if draft.kind else None
    kind = given or kind_from_words(cleaned["text"])
    return Content(
        kind=kind,
        text=cleaned["text"].strip(),
        scope=_scope(context, draft.scope, source, found) if draft.scope else _own_scope(context, given, source),
        title=" ".join(cleaned["title"].split())[:_TITLE_LIMIT],
        why=cleaned["why"].strip(),
        tags=tuple(dict.fromkeys(_tag(context, tag, found) for tag in draft.tags)),
        anchors=tuple(Anchored(parse_anchor(item)) for item in listed["anchors"]),
        evidence=tuple(_evidence(item) for item in listed["evidence"]),
        links=tuple(_link(item) for item in listed["links"]),
        guard=cleaned["guard"],
        expires_at=parse_horizon(draft.expires, now=context.clock.now()) if draft.expires else None,
    )


def reason_of(draft: Draft) -> str:
    """Return why, with what was ruled out: nothing in the code shows an alternative that was not taken."""
    ruled_out = f"Ruled out: {draft.rejected.strip()}" if draft.rejected.strip() else ""
    return "\n".join(part for part in (draft.why.strip(), ruled_out) if part)


def _refuse_kept_out(kept_out: KeptOut, draft: Draft) -> None:
    """Refuse what nobody but the person themselves may put on record: it is about what they keep out."""
    paths = (parse_anchor(item).path for item in draft.anchors)
    said = (draft.text, draft.title, draft.why, draft.rejected, draft.guard, draft.scope, *draft.tags)
    refs = (item.partition(":")[2] for item in draft.evidence)
    _refuse_naming(kept_out, (*said, *refs))
    if any(kept_out.covers(path) for path in paths if path):
        raise _kept_out()


def clean_remark(context: Context, text: str) -> str:
    """Return a remark, redacted; refused where it is about what a person keeps out and not their own."""
    if text and context.kept_out is not None and not context.who.is_person:
        _refuse_naming(context.kept_out, (text,))
    return context.clean(text)


def _refuse_naming(kept_out: KeptOut, said: Iterable[str]) -> None:
    from standfast.capture.kept_out import names_any

    if kept_out.everything or any(names_any(kept_out, text) for text in said if text):
        raise _kept_out()


def _kept_out() -> Refused:
    hint = "The person's own setting keep_out says so: go on without remembering this."
    return Refused("That is about files that are kept out of memory.", hint=hint, code="kept-out")


def refuse_many(what: str, values: Sequence[object]) -> None:
    """Refuse a list that no single claim needs: each entry is looked at whenever the memory is."""
    if len(values) > MANY:
        hint = "Name the few that matter; a folder or a glob stands for many."
        raise ConfigError(f"A memory has up to {MANY} {what}, not {len(values):,}.", hint=hint, code="too-many")


def _refuse_long(text: str, limit: int) -> None:
    if len(text) > limit:
        hint = "Keep one claim per memory; anchor or link longer documents instead."
        raise ConfigError(f"A memory holds up to {TEXT_LIMIT:,} characters.", hint=hint, code="too-long")


def _clean(context: Context, text: str, found: list[str]) -> str:
    """Return a text without its secrets, and note what they were."""
    if not text:
        return text
    result = context.redaction_of(text)
    found += [finding.rule for finding in result.findings]
    return result.text


def _clean_name(context: Context, text: str, found: list[str]) -> str:
    """Return a name without its secrets; the id of a commit is none, and what follows it comes again and again."""
    if head := _COMMIT.match(text):
        return head[0] + _clean(context, text[head.end() :], found)
    return text if text.startswith("turn:") and context.clean_key(text) == text else _clean(context, text, found)


def _check_group(context: Context, content: Content) -> None:
    """Refuse to write to a group that the project at hand does not share with: nobody here would find it again."""
    scope = content.scope
    project = context.here.project
    if scope.level == "group" and project and scope.name not in context.store.catalog.groups_of(project):
        hint = f"`standfast group join {scope.name}` first."
        raise Refused(f"This project does not share with the group {scope.name}.", hint=hint, code="not-in-group")


def _screened(context: Context, draft: Draft, source: Source, scope: Scope) -> tuple[Status, tuple[str, ...], str]:
    """Judge the words as they came: redaction would hide an encoded order. Reasons quote them, so they are redacted.

    What people said and merged is data: a suspicion is noted and lowers authority. What an agent or an outside source
    wants to become active is held.
    """
    way = way_of(source, context.who)
    trusted = way.rule  # who may set rules may say who the agent is and how it answers
    # Paragraphs, because each of them is judged alone as well: a title must not water down the order below it.
    text = "\n\n".join(part for part in (draft.title, draft.text, reason_of(draft)) if part)
    said = screen(text, trusted=trusted)
    names = (*draft.tags, *draft.anchors, *draft.evidence, *draft.links, *scope.paths, scope.branch)
    names += (draft.source.name, source.session) if draft.source else (source.name, source.session)
    worst, why = judge_names(context, names)
    worst = max(worst, said.verdict, key=VERDICTS.index)
    reasons = (*map(context.clean, said.reasons), *why)
    status: Status = getattr(way, worst)
    if status is Status.ACTIVE and draft.status == Status.PROPOSED:
        status = Status.PROPOSED
    if way is OUTSIDE and not reasons:
        origin = "its file is not committed here" if source.kind == "document" else "it came from an untrusted origin"
        reasons = (f"{origin}: a person decides",)
    beyond = why_beyond(way, scope, context.here.branch)
    if beyond:
        status, reasons = stricter(status, Status.PROPOSED), (*reasons, beyond)
    return status, reasons, worst


def judge_names(context: Context, names: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """Judge tags, anchors, evidence and links: an order can be spelled with hyphens, dots and slashes as well.

    A name in words is read like any text. One without a space is an identifier: there only the rules speak, because
    the model knows sentences.
    """
    spoken: list[str] = []
    spelled: list[str] = []
    for name in dict.fromkeys(_SHA.sub("", name) for name in names):
        words = _WORDS.findall(name)
        if len(words) >= _ROOM or not name.isascii():
            (spoken if " " in name.strip() else spelled).extend((name, " ".join(words)))
    verdicts = [_screen_names("\n".join(spoken), trusted=False)] if spoken else []
    verdicts += [_screen_names("\n".join(spelled), trusted=True)] if spelled else []
    worst = max((item.verdict for item in verdicts), key=VERDICTS.index, default="clean")
    return worst, tuple(context.clean(reason) for verdict in verdicts for reason in verdict.reasons)


@lru_cache(2_048)
def _screen_names(text: str, *, trusted: bool) -> Verdict:
    """Screen names; the same paths and people come with thousands of commits."""
    return screen(text, trusted=trusted)


def stricter(one: Status, other: Status) -> Status:
    """Return the status that lets less through; those that a person decides are compared, others stay as they are."""
    return max(one, other, key=_STRICTNESS.index) if one in _STRICTNESS and other in _STRICTNESS else one


def _scope(context: Context, asked: str, source: Source, found: list[str]) -> Scope:
    """Read a scope; its globs and branch are redacted, while a name that would have to be is refused."""
    scope = parse_scope(asked, here=context.scope)
    refuse_secret(context, scope.name)
    if source.ceiling is not Authority.INSTRUCTION and not context.reaches(scope):
        hint = "An agent writes to the project at hand, the groups it joined, and the user."
        raise Refused(f"{scope.partition} is out of reach here.", hint=hint, code="out-of-reach")
    paths = tuple(_clean(context, path, found) for path in scope.paths)
    return replace(scope, paths=paths, branch=_clean(context, scope.branch, found))


def _own_scope(context: Context, kind: Kind | None, source: Source) -> Scope:
    """Return the scope of what names none: the project at hand; a person's own preference goes with the person.

    What an agent, or only its words, take for a preference stays where it was heard: nobody said that it is for every
    project, and in every project's brief it would be a way in.
    """
    if kind is Kind.PREFERENCE and source.kind == "person" and not source.untrusted:
        return USER
    return context.scope


def refuse_secret(context: Context, name: str) -> None:
    """Refuse a name that looks like a secret: names become names of files."""
    if name and context.clean(name) != name:
        raise ConfigError("That name looks like a secret.", hint="Choose another name.", code="secret-name")


def _tag(context: Context, text: str, found: list[str]) -> str:
    tag = " ".join(_clean(context, text, found).split()).lower()
    if not tag or len(text) > _TAG_LIMIT:
        hint = f"A tag is a word or two, up to {_TAG_LIMIT} characters."
        raise ConfigError(f"{tag!r} is not a tag.", hint=hint, code="bad-tag")
    return tag


def _evidence(text: str) -> Evidence:
    kind, _, ref = text.partition(":")
    if kind not in EVIDENCE_KINDS or not ref or not ref.isprintable():
        hint = "Write turn:ID, commit:SHA, branch:NAME, file:PATH, document:REF or memory:ID."
        raise ConfigError(f"{text!r} is not evidence.", hint=hint, code="bad-evidence")
    ref, by, name = ref.partition(BY) if kind == "commit" else (ref, "", "")
    return Evidence(kind, ref, f"{by.strip()} {name}" if by else "")


def _link(text: str) -> Link:
    kind, _, target = text.partition(":")
    if kind not in LINK_KINDS or not target or not target.isprintable():
        hint = "Write KIND:ID with one of " + ", ".join(LINK_KINDS) + "."
        raise ConfigError(f"{text!r} is not a link.", hint=hint, code="bad-link")
    return Link(kind, target)
