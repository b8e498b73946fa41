"""Find tokens that nothing announces: runs of characters drawn at random, whatever they are called.

Owns what is judged from a long run of characters without spaces; prose has few of those, so each can be looked at with
care. A random run is a secret unless something excuses it: it is a digest, an identifier, encoded content, a part of an
address. A run of hexadecimal digits, or one only half random, is the other way round: it needs a name or a word about
secrets before it. Neighbours: around.py looks at what stands before, shapes.py knows the announced ones.
"""

from __future__ import annotations

from standfast.capture.redact.around import (
    could_be_meant,
    is_about_content,
    is_announced,
    is_answer,
    is_content,
    is_excused,
    is_for_service,
    is_given,
    is_part_of_block,
)
from standfast.capture.redact.identifiers import is_identifier
from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.values import (
    holds_text,
    is_hex,
    is_placeholder,
    is_random,
    is_reference,
    is_uuid,
    looks_random,
    share_of_words,
    strangeness,
)
from standfast.capture.redact.weigh import is_made_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.redact.known import Known

    Span = tuple[int, int, str]

_RUN = r"[^\s\"'`<>(){}\[\],;|\0\\]{13,}"
_PIECE = r"[A-Za-z0-9_\-+/~.]{16,400}={0,2}"
_SEGMENT = r"[A-Za-z0-9_\-+~]{16,400}={0,2}"
_JUDGED = 96  # as much of a run is enough to judge it by
_LONGEST = 200  # a longer run that nothing speaks for is content
_DIGESTS = ("sha1", "sha256", "sha384", "sha512", "md5", "data:", "h1:", "blake", "sha-", "SHA256:", "SHA512:", "MD5:")
_SAYING = ("secret", "token", "key", "access", "private", "passw")
# A run that says itself what it holds: `acme-token-…`, `acmeSECRET.…`.
_SELF_SAID = (
    r"(?i:secret|token|apikey|api[_-]key|access|private|password|passwd|(?<![a-z])key)"
    r"(?i:[_.-]?(?:key|token|access|secret|id)){0,2}"
    r"[-_.:=](?P<body>(?=[A-Za-z.-]{0,200}[0-9])[A-Za-z0-9.-]{16,200})\Z"
)


def list_runs(text: str) -> list[tuple[int, str]]:
    """Return the stretches that are long enough to hold a token, and where they begin."""
    runs: list[tuple[int, str]] = []
    at = 0
    stretches = compiled(_RUN)
    for word in text.split():
        if len(word) >= 13:  # the pattern alone would walk every shorter word once for each of its letters
            at = text.find(word, at)
            runs += [(at + m.start(), m[0]) for m in stretches.finditer(word)]
            at += len(word)
    return runs


def find_runs(
    lower: str, runs: list[tuple[int, str]], found_by_name: list[Span], known: Known | None, *, alone: bool = True
) -> list[Span]:
    """Return the spans of tokens found by their randomness; what a name gave away already is not judged.

    `alone` says that a random run may be taken for a secret although nothing speaks for it.
    """
    found: list[Span] = []
    last = 0
    for start, body in runs:
        if known is not None:
            found += known.find(start, body)
        if body.startswith(_DIGESTS):
            continue
        low, pieces = _past_address(body) if "://" in body else (0, _PIECE)
        cut = -1
        for piece in compiled(pieces).finditer(body, low):
            while last < len(found_by_name) and found_by_name[last][1] < start + piece.end():
                last += 1
            if last < len(found_by_name) and found_by_name[last][0] <= start + piece.start():
                continue
            whole, cut = piece.start() != cut, piece.end()
            if not whole:
                continue  # the rest of a run that is longer than any token
            value = piece[0].rstrip(".-/_")
            called = pieces is _SEGMENT and "hook" in body and len(value) >= 24 and is_hex(value)
            rule = "webhook" if called else _judge(lower, start + piece.start(), value, alone=alone)
            if rule:
                found.append((start + piece.start(), start + piece.start() + len(value), rule))
    return found


def _past_address(body: str) -> tuple[int, str]:
    """Return where judging begins and what a piece is: of an address what is asked for, or all of one that calls."""
    at = body.find("://")
    if "hook" in body or "/api/" in body or "token" in body:
        return at + 3, _SEGMENT
    asked = body.find("?", at)
    return (asked if asked >= 0 else len(body)), _PIECE


def _judge(lower: str, start: int, value: str, *, alone: bool) -> str:
    """Return the rule by which a run is a secret, or nothing."""
    if len(value) < 16 or (value.isalpha() and len(value) < 20):
        return ""
    head = value[:_JUDGED]
    meant = could_be_meant(lower, start, value)
    if not meant and "_" not in value and is_part_of_block(lower, start, value):
        return ""  # a long list or encoded content: nothing speaks for any line of it
    if "_" in value and _is_hex_key(value):
        return "token"
    if is_random(head):
        if is_content(value) or is_placeholder(value):
            return ""
        if alone and len(value) <= _LONGEST and not is_excused(lower, start, value):
            return "random-string"
    elif not meant or _is_worded(head) or is_content(value) or _is_filled(value):
        return ""
    if value[0] in "/v" and is_reference(value):
        return ""
    if _says_itself(value):
        return "token"
    return _meant(lower, start, value) if meant and not _spells_text(value) else ""


def _meant(lower: str, start: int, value: str) -> str:
    """Return the rule by which what stands before a run makes it a secret, or nothing."""
    if (is_hex(value) or _is_mixed(value)) and is_given(lower, start, value):
        return "secret"
    if is_hex(value) or is_uuid(value) or is_made_up(value):
        named = is_announced(lower, start, value, plain=True) or is_for_service(lower, start)
        return "secret" if named or is_answer(lower, start, value) else ""
    return "secret" if looks_random(value[:_JUDGED], least=16, share=0.25) and is_announced(lower, start, value) else ""


def _is_worded(value: str) -> bool:
    """Tell whether a run is made of words: the names of code that mentions secrets."""
    return strangeness(value) < 0 and not is_hex(value)


def _is_filled(value: str) -> bool:
    return is_placeholder(value) and not is_made_up(value)


def _says_itself(value: str) -> bool:
    lower = value.lower()
    if len(value) < 24 or not any(map(lower.__contains__, _SAYING)):
        return False
    said = compiled(_SELF_SAID).search(value)
    if said is None:
        return False
    return is_hex(said["body"]) or is_uuid(said["body"]) or share_of_words(said["body"]) < 0.15


def _spells_text(value: str) -> bool:
    """Tell whether a sentence is written in base64, or plain letters in hexadecimal digits."""
    if not is_hex(value):
        return holds_text(value)
    return len(value) % 2 == 0 and all(32 <= sign < 127 for sign in bytes.fromhex(value))


def _is_hex_key(value: str) -> bool:
    """Tell whether hexadecimal digits stand behind a prefix as vendors write it, and not one of a file or an object."""
    kind, _, body = value.rpartition("_")
    if len(body) < 32 or not is_hex(body) or body.isdigit() or body.isalpha() or not kind.replace("_", "").isalnum():
        return False
    return not is_identifier(value) and not is_about_content(kind)


def _is_mixed(value: str) -> bool:
    """Tell whether letters and digits take turns in a run that holds no word, be it as regular as a made-up key."""
    return value.isalnum() and not value.isalpha() and not value.isdigit() and share_of_words(value) < 0.15
