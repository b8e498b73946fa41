"""Find values below a name that promises a secret and has none itself: `auth:` over `  production: …`.

Owns what stands under an empty parent, in YAML by indentation, in JSON and code by braces and brackets. Children whose
own name promises a secret are assignments.py's; the others are judged as if they stood at the parent, unless their name
says what they are.
Neighbours: assignments.py calls it, weigh.py judges.
"""

from __future__ import annotations

from standfast.capture.redact.around import is_about_content
from standfast.capture.redact.lazy import compiled, words_of
from standfast.capture.redact.names import is_about
from standfast.capture.redact.weigh import is_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_CHILD = (
    r"(?P<indent>[ \t]{1,40})(?:-[ \t])?\\?[\"']?(?:(?P<name>[\w.-]{1,48})\\?[\"']?[ \t]{0,4}:[ \t]{1,8})?"
    r"(?P<quote>\\?[\"'])?(?P<value>[^\s\0\"'\\#{}\[\]&*>|,][^\s\"'\\,]{3,200})\\?[\"']?,?[ \t]{0,8}(?:#[^\n]{0,80})?"
)
_MEMBER = r"\\?\"(?P<name>[\w.-]{1,48})\\?\"\s{0,8}:\s{0,8}\\?\"(?P<value>[^\"\\\n]{4,200})\\?\""
_ITEM = r"\s{0,24}[\"'](?P<value>[^\"'\\\n]{1,200})[\"']\s{0,24}(?:,|(?=\]))"
_BLANK = frozenset((" ", "\t", "\r", "\n", ""))  # how a line below a parent begins
_MOST = 24  # children of one parent
_LONGEST = 2000  # characters of what stands in braces
_OTHERS = words_of(
    """user username login email mail host hostname server url uri endpoint realm type kind method scheme provider
    issuer audience region name description domain address port path file mode driver engine image version role
    account tenant project scope grant algorithm ref from source key_ref
    specifier resolved resolution engines dependencies license funding"""
)


def find_children(text: str, start: int, at: int, level: int) -> list[tuple[int, int]]:
    """Return the values below a parent whose name begins at `start` and whose operator ends before `at`."""
    if text[at : at + 1] == "{":
        stop = text.find("}", at, at + _LONGEST)
        inside = compiled(_MEMBER).finditer(text, at, stop if stop > 0 else at)
        return [m.span("value") for m in inside if names_secret(m["name"], m["value"], level, quoted=True)]
    if text[at : at + 1] == "[":
        return list(_items(text, at + 1, level))
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip(" \t-\"'"):
        return []  # a part of a longer name, such as a package's
    indent = len(text[line:start]) - len(text[line:start].lstrip(" \t"))
    found: list[tuple[int, int]] = []
    at = text.find("\n", start)
    for _ in range(_MOST):
        if at < 0 or text[at + 1 : at + 2] not in _BLANK:
            break
        end = text.find("\n", at + 1)
        child = compiled(_CHILD).fullmatch(text, at + 1, end if end >= 0 else len(text))
        if child is None and text[at + 1 : end if end >= 0 else len(text)].strip():
            deeper = text[at + 1 : at + 2 + indent].isspace()
            if not deeper:
                break
        if child:
            if len(child["indent"]) <= indent:
                break
            if names_secret(child["name"] or "", child["value"], level, quoted=bool(child["quote"])):
                found.append(child.span("value"))
        at = end
    return found


def _items(text: str, at: int, level: int) -> Iterator[tuple[int, int]]:
    """Yield the secrets of a list that holds nothing but strings."""
    for _ in range(_MOST):
        item = compiled(_ITEM).match(text, at)
        if item is None:
            break
        if is_secret(item["value"], level, quoted=True, firm=True):
            yield item.span("value")
        at = item.end()


def names_secret(name: str, value: str, level: int, *, quoted: bool) -> bool:
    """Tell whether a value under a name of its own is the secret that the name above it promises."""
    last = name.lower().replace("-", "_").rsplit("_", 1)[-1]
    if last in _OTHERS or is_about(last) or is_about_content(name) or ":" in value or "/" in value:
        return False
    return is_secret(value, level, quoted=quoted, firm=False)
