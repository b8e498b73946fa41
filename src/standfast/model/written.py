"""Written: the ways in which a text can stand in a record of ours.

Owns one list, by which the journal deletes and the proof of a purge searches: a text stands as it is, or inside JSON,
or inside JSON that was put into JSON again, as tool calls and the spool do. It must not know where records lie.
"""

import json

_DEEPEST = 3  # a tool call whose argument is JSON itself, waiting in the spool


def forms_of(text: str) -> tuple[str, ...]:
    """Return a text as it stands by itself and inside JSON, up to three times over; each once."""
    found = {text: None}
    for plainly in (False, True):
        inside = text
        for _ in range(_DEEPEST):
            inside = json.dumps(inside, ensure_ascii=plainly)[1:-1]
            found[inside] = None
    return tuple(found)
