"""What a text encloses, in fences of code and between tags: pasted, not typed.

Owns finding it in one pass, whatever is left open. Hook path where a person keeps anything out: light.
Neighbour: `kept_out.py`, which puts no such part on record.
"""

from __future__ import annotations

from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = compile_later(r"(?m)^[ \t]*(?P<fence>```+|~~~+)|<(?P<close>/?)(?P<tag>\w[\w-]*+)[^<>]*>")


def without_enclosed(text: str, instead: str) -> str:
    """Return a text with something else for each part that it encloses."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(_spans(text), key=lambda span: (span[0], -span[1])):
        if start >= at:
            parts += (text[at:start], instead)
        at = max(at, end)
    return "".join((*parts, text[at:]))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield what is enclosed, one in another included; a fence that is left open goes on to the end, a tag does not."""
    stack: list[tuple[str, int]] = []
    opened: dict[str, int] = {}
    fence, begun = "", 0
    for token in _TOKEN.finditer(text):
        if mark := token["fence"]:
            if not fence:
                fence, begun = mark, token.start()
            elif mark.startswith(fence):
                yield begun, token.end()
                fence = ""
        elif fence or text[token.end() - 2] == "/":
            continue
        elif not token["close"]:
            stack.append((token["tag"], token.start()))
            opened[token["tag"]] = opened.get(token["tag"], 0) + 1
        elif opened.get(token["tag"]):
            name = ""
            while name != token["tag"]:  # what is open inside is left open
                name, start = stack.pop()
                opened[name] -= 1
            yield start, token.end()
    if fence:
        yield begun, len(text)
