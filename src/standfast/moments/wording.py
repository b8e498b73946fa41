"""Speaking to a model: memories as fenced, quoted text with their source and standing."""

from __future__ import annotations

import re
from itertools import takewhile

from standfast.learn.session.finding import tells_session
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Standing
from standfast.model.value import replace
from standfast.recall.fence import clean_for_model, fence, label, quote_line
from standfast.standing.breach import REMEDY, find_breach
from standfast.standing.judged import NOT_CHECKED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from standfast.model.memory import Content, Memory
    from standfast.moments.brief import Brief
    from standfast.recall.answer import Recalled, Shown
    from standfast.standing.judged import Judged

_LABELS = {
    Standing.MOVED: "the code has moved",
    Standing.TOUCHED: "code nearby changed",
    Standing.DRIFTED: "DRIFTED: the code changed since",
    Standing.BROKEN: "BROKEN: the code is gone",
}
LATE = "not checked: what it is about came after it was said"
UNSURE = "the code it is about changed since: check it"
_SOURCE = 120  # characters of a document that are shown: it is named by its path
_SESSION = 700  # of a session: `show` tells the rest
_COMMIT = 2_000  # of a commit's message, likewise
_EARLIER = 200  # characters of earlier words that are quoted
_ENDS = (".", "!", "?", ":", ";", "…", "。", "！", "？")  # a text that ends so needs no stop before its reason
_PLACE = 160  # characters of a file and its line
_VALUE = 48  # of a value in the code
_WORDS = compile_later(r"(?<!\w)\d*[^\W\d]\w*\s\W*[^\W\d]|[\[\]<>`“”\n]")
_BOUND = compile_later(r"[<>]=?(?= ?v?\d)")  # of a version: no tag begins so
_FEW = 5  # words of a heading
_LEADS = (":", ",", " because")
_ELSEWHERE = compile_later(
    r",?(?<!\s)\s+(?:because\s[^.\n(]{0,60})?\\?\(see (?:below|above)[^)\n]{0,60}\)", re.IGNORECASE
)
_CLAIM = 320  # characters of what a record chose, and of its reason
_VERBS = {Standing.DRIFTED: "drifted", Standing.BROKEN: "is broken"}


def render_results(recalled: Recalled, asked: str = "") -> str:
    """Say what was found; of an earlier session and of a long message, what is asked about."""
    if not recalled.results:
        return "\n".join(["Nothing is known about that here.", *_render_hidden(recalled)])
    parts = recalled.tell_read_as()
    parts += [render_judged(_shortened(result.memory, asked), result.judged) for result in recalled.results]
    if recalled.withheld:
        parts.append(f"{recalled.withheld} more matched less well: ask more narrowly, or raise limit.")
    parts += _render_hidden(recalled)
    if recalled.dense != "on":
        parts.append(f"(search by meaning: {recalled.dense})")
    return "\n".join(parts)


def _shortened(memory: Memory, asked: str) -> Memory:
    is_session = tells_session(memory)
    if not is_session and (memory.source.kind != "commit" or len(memory.content.text) <= _COMMIT):
        return memory
    from standfast.recall.abridge import abridge

    text = abridge(memory.content.text, asked, _SESSION if is_session else _COMMIT)
    content = replace(memory.content, title="" if is_session else memory.content.title, text=text)
    return replace(memory, version=replace(memory.version, content=content))


def _render_hidden(recalled: Recalled) -> list[str]:
    """Say what would have answered, were it current, and how a person sees it."""
    if not recalled.hidden:
        return []
    counts = ", ".join(f"{count} {status}" for status, count in sorted(recalled.hidden.items()))
    statuses = ",".join(sorted(recalled.hidden))
    return [f"Withheld, not current: {counts}; `standfast recall --include {statuses}` shows them."]


def outdated_notes(judged: Judged) -> list[str]:
    """Say that a rule is no longer what its person says, with their later words, or not what holds on this branch."""
    if judged.replaced:
        return [f"replaced on this branch by {judged.replaced}"]
    words = clean_for_model(judged.since).translate(str.maketrans("“”", '""'))
    return [f"may be outdated, said differently on {words}"] if words else []


def earlier_notes(judged: Judged) -> list[str]:
    """Say which words hold here, where those of the last revision do not: they may be those of another branch."""
    words = clean_for_model(judged.earlier).translate(str.maketrans("“”", '""'))[:_EARLIER]
    where = f", revised on branch {label(judged.revised_on)}" if judged.revised_on else ""
    return [f"here the words before its last revision hold: “{words}”{where}"] if words else []


def conflict_notes(judged: Judged) -> list[str]:
    """Say what stands against a memory, with which weight, and which of the two the code supports."""
    return [f"conflicts with {side}, unsettled" for side in judged.sides]


def told_by(memory: Memory, most: int = 64) -> str:
    """Name who stands behind a memory's words, and that a person approved what another said."""
    name = label(str(memory.teller), most)
    return f"{name}, approved" if memory.approved_at and not memory.teller.is_person else name


def render_judged(memory: Memory, judged: Judged) -> str:
    """Say one memory: a line about it, then its words, fenced."""
    content = memory.content
    reason = content.why if content.why.startswith("Ruled out:") else f"Why: {content.why}"
    text = content.text + (f"\n{reason}" if content.why else "")
    title = f"{clean_for_model(content.title)}\n" if not content.text.startswith(content.title) else ""
    source = str(memory.source)
    return fence(title + text, source=source, memory_id=memory.id, notes=list(_notes(memory, judged)))


def _notes(memory: Memory, judged: Judged) -> Iterator[str]:
    """Say what a memory is, who stands behind it, and how it stands, a few words each."""
    content = memory.content
    teller = told_by(memory, _SOURCE)
    yield from (str(content.kind), str(memory.authority.word))
    if teller != label(str(memory.source), _SOURCE):
        yield teller
    yield f"{memory.at:%Y-%m-%d}"
    if note := standing_note(memory, judged, _LABELS):
        yield note
    yield from (*conflict_notes(judged)[:2], *earlier_notes(judged), *outdated_notes(judged))
    yield from (f"rests on {entry}, which {_VERBS[standing]}" for entry, standing in judged.rests_on[:2])
    if content.scope.branch:
        yield f"from unmerged branch {label(content.scope.branch)}"


def standing_note(memory: Memory, judged: Judged, labels: Mapping[Standing, str]) -> str:
    """Say how a memory stands and since when, in the words that a moment has for it; nothing where it has none.

    Of what drifted also what the code says in its place, and of a rule that the code breaks where, and what to do.
    """
    if any(item.get("left") for item in judged.detail):  # a commit is not broken by what was written after it
        return judged.word if labels.get(judged.standing) else ""
    told = (
        LATE
        if judged.is_late
        else UNSURE
        if judged.is_unsure
        else ""
        if judged.is_far
        else NOT_CHECKED
        if judged.is_unshown
        else labels.get(judged.standing, "")
    )
    if not told:
        return ""
    if lost := next((item["anchor"] for item in judged.detail if item.get("nowhere")), ""):
        return f"BROKEN, it points at nothing: {label(lost, _PLACE)}"
    if place := find_breach(memory.content, judged):
        where = f"{label(place, _PLACE)}{render_since(judged)}{_render_says(judged)}"
        return f"DRIFTED, the code breaks this rule at {where}: {REMEDY}"
    if any(item.get("never") for item in judged.detail):
        told = "DRIFTED, never matched the code"
    return f"{told}{render_since(judged)}{_render_says(judged)}"


def _render_says(judged: Judged) -> str:
    """Say what the code has in place of what is claimed; a value of several words is written so that it is no sentence.

    What stands in code is said by whoever wrote the code.
    """
    says = next((item["says"] for item in judged.detail if item.get("says")), "")
    plain = clean_for_model(says) if not _WORDS.search(_BOUND.sub("", says)) else label(says)
    return f"; the code says {plain[:_VALUE]}" if says else ""


def render_since(judged: Judged) -> str:
    """Say which commit it was and when, where that is known; not by whom: a commit's author may be a sentence."""
    commit = next((item["commit"] for item in judged.detail if item.get("commit")), None)
    if commit is None:
        return ""
    if not commit["sha"]:
        return " (not committed yet)"
    return f" ({label(commit['sha'][:10])}, {label(commit['at'][:10])})"


def render_memory(shown: Shown) -> str:
    """Say one memory whole."""
    memory, judged = shown.memory, shown.judged
    content = memory.content
    lines = [render_judged(memory, judged), f"status: {memory.status}, revision {memory.revision}"]
    # Names are words from outside as well, so they stand in the quote.
    lines.append(quote_line(f"scope: {content.scope}"))
    if content.tags:
        lines.append(quote_line("tags: " + ", ".join(content.tags)))
    for item in judged.detail:
        lines.append(quote_line(f"anchor {item['anchor']}: {item['standing']} {item['reason']}"))
    if not judged.detail and content.anchors:
        lines.append(quote_line("anchors: " + ", ".join(str(anchor.anchor) for anchor in content.anchors)))
    lines += [quote_line(f"evidence: {item.kind}:{item.ref} {item.note}") for item in content.evidence]
    if memory.superseded_by:
        lines.append(f"superseded by {memory.superseded_by}")
    return "\n".join(lines)


def render_brief(brief: Brief) -> str:
    """Say what a session should know."""
    return brief.text or "Nothing beyond what this session was told already."


def render_reason(text: str, why: str) -> str:
    """Say the reason after a text, with the stop that the text may lack."""
    stop = "" if text.rstrip().endswith(_ENDS) else "."
    return f"{stop} Why: {why}" if why else ""


def render_words(memory: Memory) -> str:
    """Say a memory's words with its reason: all of them, as they are read; of a record what was chosen and why."""
    content = memory.content
    words = f"{content.lead}{content.text.rstrip()}{render_reason(content.text, content.why)}"
    if memory.source.kind != "document":
        return words
    from standfast.text.markup import as_read

    if content.kind is Kind.DECISION and content.why and (choice := render_choice(content)):
        words = f"{content.lead}{choice}"
    return as_read(words)


def render_choice(content: Content) -> str:
    """Return the sentences of a record that say what was chosen and, if these do not, those that give the reason.

    Nothing where what was chosen is a list, or a page, that cannot be told in a line.
    """
    from standfast.learn.message import parts_of
    from standfast.learn.telling import BECAUSE, tell
    from standfast.text.sentences import split_sentences

    parts = parts_of(_ELSEWHERE.sub("", content.text))
    if len(parts) > 1 and _is_heading(parts[0][0]):
        parts[:2] = [(f"{parts[0][0].rstrip(':')}: {parts[1][0]}", False)]
    first, *rest = parts or [("", False)]
    said = split_sentences(first[0])
    if first[0].endswith(_LEADS):  # what it leads to belongs to the choice: all of that, or none
        led = [text for text, _ in takewhile(lambda part: part[1], rest)]
        fits = bool(led) and sum(map(len, led), len(said[-1])) < _CLAIM
        said[-1:] = [f"{said[-1]} {'; '.join(led)}"] if fits else []
    claim = fit(said, _CLAIM)
    if not claim or BECAUSE.search(claim):
        return claim
    after = content.text.partition("\n\n")[2]
    reason = next(filter(None, (tell(claim, said, _CLAIM).reason for said in (content.why, after))), "")
    if not reason and len(content.why) < _CLAIM:  # but for the question that the record answers
        told = (sentence for part, _ in parts_of(content.why) for sentence in split_sentences(part))
        reason = " ".join(sentence for sentence in told if not sentence.endswith("?"))
    return f"{claim}{render_reason(claim, reason)}"


def _is_heading(part: str) -> bool:
    """Tell whether a part is the heading of what comes after it: a few words that end no sentence and quote nothing."""
    return part[:1].isalnum() and len(part.split()) < _FEW and not part.endswith((".", "!"))


def fit(sentences: Sequence[str], most: int) -> str:
    """Return the first of these sentences, and as many after it as `most` characters hold."""
    said, *rest = sentences or [""]
    for sentence in rest:
        if len(said) + len(sentence) >= most:
            break
        said = f"{said} {sentence}"
    return said
