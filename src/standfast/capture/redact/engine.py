"""Replace secrets in a text: the one function that everything written or sent goes through.

Owns the order of the finders, the merging of what they find, and the promise that a second run changes nothing. It must
never raise on any text, never read the environment and never import more than the standard library: every hook call
pays for it. Neighbours: the finders beside it, payload.py for structured values.
"""

from __future__ import annotations

from operator import itemgetter

from standfast.capture.redact import placeholder
from standfast.capture.redact.assignments import find_assigned
from standfast.capture.redact.blocks import find_blocks
from standfast.capture.redact.carriers import find_carried
from standfast.capture.redact.columns import find_columns
from standfast.capture.redact.commands import find_commands
from standfast.capture.redact.given import find_given
from standfast.capture.redact.headed import find_headed
from standfast.capture.redact.identifiers import is_identifier
from standfast.capture.redact.lazy import compiled, lowered, words_of
from standfast.capture.redact.plain import read_plain
from standfast.capture.redact.prose import find_said
from standfast.capture.redact.runs import find_runs, list_runs
from standfast.capture.redact.shapes import find_tokens
from standfast.capture.redact.values import decode_text, is_hex, is_phrase, looks_random

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs more to import than a redaction takes
    from collections.abc import Sequence

    from standfast.capture.redact.custom import CustomRule
    from standfast.capture.redact.known import Known

Span = tuple[int, int, str]
_ROUNDS = 6  # masking one secret can lay bare another; real texts settle after one extra look
_SHORTEST = 8  # nothing shorter can hold a name and its secret
_ENCODED = 40  # characters of base64 that can hold a name and its value
_WRAPPED = 10  # a shorter piece is not broken over lines
_REST = r"[\\=]?\r?\n[ \t>|+]{0,24}(?P<body>[A-Za-z0-9+/_.~-]{8,200}={0,2})(?=[\"'`,;]{0,3}[ \t]{0,8}\\?(?:\r?\n|\Z))"
_UNBOUNDED = 1 << 62
_OVERLAP = 4096  # a cut text is scanned this far beyond the cut, so that half a secret is still known for one
_JOINTS = {ord(sign): None for sign in "-_./"}
_ECHOES = 64  # how many different secrets are looked for again elsewhere in the same text
_UNNAMED = frozenset({"random-string", "known-secret", "word", "private"})  # nothing that a name gave away
_GENERIC = words_of(
    """secret password bearer-token authorization basic-auth cookie url-password random-string known-secret token"""
)


class SecretSpan(tuple[str, int, int]):
    """Say which rule found a secret, and where in the original text."""

    __slots__ = ()
    rule: str = property(itemgetter(0))  # type: ignore[assignment]
    start: int = property(itemgetter(1))  # type: ignore[assignment]
    end: int = property(itemgetter(2))  # type: ignore[assignment]

    def __new__(cls, rule: str, start: int, end: int) -> SecretSpan:  # noqa: PYI034
        """Keep the three parts."""
        return super().__new__(cls, (rule, start, end))


class Redaction:
    """Hold the text without its secrets, and what was found."""

    __slots__ = ("findings", "text")

    def __init__(self, text: str, findings: tuple[SecretSpan, ...]) -> None:
        """Keep both."""
        self.text = text
        self.findings = findings

    def __repr__(self) -> str:
        """Show it without the original."""
        return f"Redaction({self.text!r}, {self.findings!r})"


def redact(
    text: str,
    *,
    key: bytes,
    words: Sequence[str] = (),
    personal: bool = False,
    bound: int | None = None,
    rules: Sequence[CustomRule] = (),
    known: Known | None = None,
) -> Redaction:
    """Replace every secret in the text by a placeholder that says what it was.

    `words` are replaced wherever they stand. `personal` also masks personal data, for what leaves the machine. `bound`
    cuts the result to that many characters, with a note of the full length. `rules` are the user's own. `known` is what
    the home remembers of secrets: those are found again without their names, and new ones are remembered.
    """
    return redact_part(text, key=key, words=words, personal=personal, bound=bound, rules=rules, known=known, alone=True)


def redact_part(
    text: str,
    *,
    key: bytes,
    words: Sequence[str],
    personal: bool,
    bound: int | None,
    rules: Sequence[CustomRule],
    known: Known | None = None,
    alone: bool,
) -> Redaction:
    """Redact a text that may be part of something larger; `alone`: a lone random string is a secret here."""
    if len(text) < _SHORTEST and not (words or rules or personal) and (bound is None or len(text) <= bound):
        return Redaction(text, ())
    note, limit = "", _UNBOUNDED
    if bound is not None and len(text) > bound:
        note, limit = f"\n[cut: {len(text)} characters in all]", max(0, bound)
        note = note if len(note) < limit else ""
        text = text[: limit + _OVERLAP]
    if known is not None:
        known.refresh()
    masked: list[Span] = []
    masks: dict[tuple[int, int], str] = {}  # every round needs the same placeholders again
    for _ in range(_ROUNDS):
        out, pieces, reached = _render(text, masked, key, note, limit, masks)
        fresh = scan(out, words=words, personal=personal, rules=rules, known=known, alone=alone)
        if not fresh:
            break
        masked = sorted(masked + _to_original(fresh, pieces))
    else:
        out, pieces, reached = _render(text, masked, key, note, limit, masks)
    if known is not None and masked:
        named = (text[start:end] for start, end, rule in masked if rule not in _UNNAMED)
        known.learn(value for value in named if not is_identifier(value))  # an id would be masked wherever it is a key
    return Redaction(out, tuple(SecretSpan(rule, start, end) for start, end, rule in masked if end <= reached))


def _render(
    text: str, masked: list[Span], key: bytes, note: str, limit: int, masks: dict[tuple[int, int], str]
) -> tuple[str, list[tuple[int, int, int]], int]:
    """Return the masked text, its unmasked pieces (place in it, in the original, length), and how far it goes."""
    parts: list[str] = []
    pieces: list[tuple[int, int, int]] = []
    room = limit - len(note)
    size = last = 0
    for start, end, rule in [*masked, (len(text), len(text), "")]:
        take = min(start - last, room - size)
        if take > 0:
            parts.append(text[last : last + take])
            pieces.append((size, last, take))
            size += take
        stand_in = masks.get((start, end)) or placeholder.mask(text[start:end], rule, key) if rule else ""
        masks[start, end] = stand_in
        if take < start - last or size + len(stand_in) > room:
            break
        parts.append(stand_in)
        size += len(stand_in)
        last = end
    return "".join(parts) + note, pieces, last


def _to_original(spans: list[Span], pieces: list[tuple[int, int, int]]) -> list[Span]:
    """Carry spans of the masked text, in order, over to the original."""
    found: list[Span] = []
    first = 0
    for start, end, rule in spans:
        while first < len(pieces) and pieces[first][0] + pieces[first][2] <= start:
            first += 1
        for at, origin, size in pieces[first : first + 4]:  # a span holds no placeholder, so it is in one piece
            low, high = max(start, at), min(end, at + size)
            if low < high:
                found.append((low - at + origin, high - at + origin, rule))
    return found


def scan(
    text: str,
    *,
    words: Sequence[str] = (),
    personal: bool = False,
    rules: Sequence[CustomRule] = (),
    known: Known | None = None,
    alone: bool = True,
) -> list[Span]:
    """Return where secrets stand, merged and in order, leaving placeholders alone."""
    done = placeholder.spans_of(text)
    text, blots = placeholder.blank(text, done)
    found = _scan(text, words=words, personal=personal, rules=rules, known=known, alone=alone)
    odd: list[Span] = []
    for plain, places in read_plain(text):
        lone = alone and places[:1] == [0] and places[-1] == len(text) - 1
        looked = _scan(plain, words=words, personal=personal, rules=rules, known=known, alone=lone)
        odd += [(places[start], places[end - 1] + 1, rule) for start, end, rule in looked]
    if odd:
        found = merge_spans(found + odd)
    return _unblank(_without(found, blots, text), done, blots)


def _unblank(spans: list[Span], done: list[tuple[int, int]], blots: list[tuple[int, int]]) -> list[Span]:
    """Carry spans that hold no blot back to the text with its placeholders."""
    moved: list[Span] = []
    first = shift = 0
    for start, end, rule in spans:
        while first < len(blots) and blots[first][1] <= start:
            shift = done[first][1] - blots[first][1]
            first += 1
        moved.append((start + shift, end + shift, rule))
    return moved


def _scan(
    text: str,
    *,
    words: Sequence[str],
    personal: bool,
    rules: Sequence[CustomRule],
    known: Known | None,
    alone: bool,
) -> list[Span]:
    lower = lowered(text)
    runs = list_runs(text)
    found = find_tokens(text, runs)
    if rules:
        from standfast.capture.redact.custom import find_custom

        found += find_custom(text, lower, rules)
    assigned = find_assigned(text, lower)
    found += assigned
    found += find_blocks(text, lower) + find_carried(text, lower)
    found += find_commands(text, lower) + find_given(text, lower)
    found += find_runs(lower, runs, merge_spans(found), known, alone=alone)  # what has a name is not judged again
    found += find_said(text, lower, assigned)
    found += _encoded(runs)
    if "\n" in text:
        found += find_columns(text, lower)
    if "<th" in lower or "insert " in lower:
        found += find_headed(text, lower)
    if words:
        found += _find_words(text, lower, words)
    if personal:
        from standfast.capture.redact.personal import find_personal

        found += find_personal(text, lower)
    if found:
        found += _echoes(text, found)
        found += _carried_on(text, found)
    return merge_spans(found)


def _encoded(runs: list[tuple[int, str]]) -> list[Span]:
    """Return the runs that are text in base64 and hold a secret in it: a manifest, a settings file, a pair of names."""
    found: list[Span] = []
    for start, run in runs:
        if len(run) >= _ENCODED and (plain := decode_text(run)):
            lower = plain.lower()
            inside = find_assigned(plain, lower) or find_blocks(plain, lower) or find_tokens(plain, list_runs(plain))
            if inside:
                found.append((start, start + len(run), "encoded-secret"))
    return found


def _find_words(text: str, lower: str, words: Sequence[str]) -> list[Span]:
    found: list[Span] = []
    for word in words:
        needle = lowered(word)
        at = lower.find(needle) if needle.strip() else -1
        while at >= 0:
            end = at + len(needle)
            inside = (needle[0].isalnum() and at and text[at - 1].isalnum()) or (
                needle[-1].isalnum() and text[end : end + 1].isalnum()
            )
            if not inside:
                found.append((at, end, "word"))
            at = lower.find(needle, end)
    return found


def _echoes(text: str, found: list[Span]) -> list[Span]:
    """Return the places where a secret that was recognised once stands again without the context that gave it away."""
    secrets = {text[start:end]: rule for start, end, rule in found if end - start <= 4096}
    more: list[Span] = []
    for secret in [s for s in secrets if telling(s)][:_ECHOES]:
        at = text.find(secret)
        while at >= 0:
            more.append((at, at + len(secret), secrets[secret]))
            at = text.find(secret, at + len(secret))
    return more


def _carried_on(text: str, found: list[Span]) -> list[Span]:
    """Return the lines below a secret that a terminal or a mail program broke in two: nothing but more of the same."""
    more: list[Span] = []
    done = 0  # each line is looked at once, however many secrets stand above it
    for first, last, rule in sorted(found):
        start, end = first, last
        if end < done:
            continue
        while end < len(text) and text[end] in "\\=\r\n":  # a mark of the break, or the break itself
            rest = compiled(_REST).match(text, end)
            if rest is None or end - start < _WRAPPED or not _goes_on(text[start:end], rest["body"]):
                break
            more.append((*rest.span("body"), rule))
            start, end = rest.span("body")
            done = end
    return more


def _goes_on(piece: str, body: str) -> bool:
    """Tell whether a line can be the rest of what stands above it."""
    if is_hex(body):
        return is_hex(piece.rstrip("=")) and not body.isdigit() and not body.isalpha()
    return looks_random(body, least=8, share=0.3)


def telling(secret: str) -> bool:
    """Tell whether the secret is so unlike a word that it can be masked wherever it stands."""
    plain = secret.translate(_JOINTS)
    return len(secret) >= 8 and " " not in secret and not plain.isdigit() and (not plain.isalpha() or is_phrase(secret))


def mask_known(text: str, known: dict[str, str], key: bytes) -> str:
    """Mask secrets that were recognised elsewhere; `known` maps each to its rule."""
    for secret in sorted(known, key=len, reverse=True):
        if secret in text:
            text = text.replace(secret, placeholder.mask(secret, known[secret], key))
    return text


def merge_spans(found: list[Span]) -> list[Span]:
    """Join overlapping spans; the more telling rule gives its name."""
    merged: list[Span] = []
    for start, end, rule in sorted(found):
        if merged and start < merged[-1][1]:
            low, high, known = merged[-1]
            merged[-1] = (low, max(high, end), _name(known, rule, high - low, end - start))
        elif start < end:
            merged.append((start, end, rule))
    return merged


def _name(known: str, rule: str, size: int, other: int) -> str:
    if (known in _GENERIC) != (rule in _GENERIC):
        return rule if known in _GENERIC else known
    return rule if other > size else known


def _without(spans: list[Span], done: list[tuple[int, int]], text: str) -> list[Span]:
    """Cut existing placeholders out of the spans, and drop what is left of them when it says nothing."""
    if not done:
        return spans
    kept: list[Span] = []
    first = 0
    for start, end, rule in spans:
        while first < len(done) and done[first][1] <= start:
            first += 1
        at, near = start, first
        while near < len(done) and done[near][0] < end:
            kept.append((at, done[near][0], rule))
            at = done[near][1]
            near += 1
        kept.append((at, end, rule))
    return [(a, b, rule) for a, b, rule in kept if b > a and any(map(str.isalnum, text[a:b]))]
