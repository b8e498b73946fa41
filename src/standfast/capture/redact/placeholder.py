"""Write and recognise what stands in a secret's place: `[redacted:aws-access-token:3f2a]`.

Owns the form of a placeholder. The last part is a keyed hash of the secret: equal secrets stay equal within one home,
and neither the secret nor a guess at it can be confirmed without the home's key. It has 16 bits on purpose: even with
the key, some sixty thousand other guesses fit as well. Neighbours: engine.py replaces, payload.py walks values.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled

PLACEHOLDER = r"\[redacted:[a-z0-9][a-z0-9-]{0,63}:[0-9a-f]{4}\]"
_BLOT = "\0" * 8


def mask(secret: str, rule: str, key: bytes) -> str:
    """Return the placeholder for a secret."""
    from standfast.model.digests import blake2b

    digest = blake2b(secret.encode("utf-8", "surrogatepass"), key=key[:64], digest_size=2).hexdigest()
    return f"[redacted:{rule}:{digest}]"


def spans_of(text: str) -> list[tuple[int, int]]:
    """Return where placeholders already stand."""
    if "[redacted:" not in text:
        return []
    return [match.span() for match in compiled(PLACEHOLDER).finditer(text)]


def blank(text: str, spans: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Return the text with placeholders blotted out, and where the blots stand.

    A blot is short: a text full of secrets is looked at once more when they are masked, and must not have grown.
    """
    if not spans:
        return text, []
    parts: list[str] = []
    blots: list[tuple[int, int]] = []
    last = size = 0
    for start, end in spans:
        parts += (text[last:start], _BLOT)
        size += start - last
        blots.append((size, size + len(_BLOT)))
        size += len(_BLOT)
        last = end
    return "".join(parts) + text[last:], blots
