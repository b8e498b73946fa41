"""Check: what must be true of a model's proposal before a person is asked about it.

Its quote stands in the evidence; every path is a file of the repository; every symbol stands in the repository or the
evidence; every commit is one; every command was run or stands in the evidence. One fault, and it is dropped. Must not
store or ask anything.
"""

from __future__ import annotations

import re

from standfast.model.kind import HAPPENED, Kind
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LONGEST = 600
_QUOTE = 12  # characters: less stands anywhere
_TICKED = re.compile(r"`([^`\n]{1,200})`")
_PATH = re.compile(
    r"(?<![\w/:.@-])(?:[\w.-]+/)+[\w.-]+\.\w{1,8}\b|(?<![\w/.-])[\w-]+\.(?:py|js|ts|tsx|go|rs|java|rb|c|h|cpp|md|toml|json|ya?ml|sql|sh)\b"
)
_SYMBOL = re.compile(r"\b[A-Za-z]\w*(?:_\w+)+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z0-9]+[A-Z]\w*\b|\b[A-Za-z_]\w*(?=\(\))")
_SHA = re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b")
KINDS = frozenset(kind for kind in Kind if kind not in HAPPENED) | {Kind.ATTEMPT}


class Ground(Value):
    """What proposals are held against: the words of the evidence, and what the repository answers."""

    evidence: str
    is_file: Callable[[str], bool]
    is_commit: Callable[[str], bool]
    stands_in_code: Callable[[str], bool]

    def holds(self, words: str) -> bool:
        """Tell whether words stand in the evidence; spacing does not count."""
        return " ".join(words.split()) in " ".join(self.evidence.split())


def text_of(proposal: dict[str, Any], name: str) -> str:
    """Return a field of a proposal that is text."""
    value = proposal.get(name)
    return value.strip() if isinstance(value, str) else ""


def anchors_of(proposal: dict[str, Any]) -> list[str]:
    """Return the files that a proposal says it is about."""
    told = proposal.get("anchors")
    return [item for item in told if isinstance(item, str) and item][:6] if isinstance(told, list) else []


def find_fault(proposal: dict[str, Any], ground: Ground) -> str:
    """Return what is wrong with a proposal; nothing where everything it names is there."""
    text, quote = text_of(proposal, "text"), text_of(proposal, "quote")
    said = f"{text}\n{text_of(proposal, 'why')}"
    if not text or len(said) > LONGEST:
        return "it says nothing, or too much for one claim"
    if len(quote) < _QUOTE or not ground.holds(quote):
        return "its quote is not in the evidence"
    ticked = _TICKED.findall(said)
    commands = [item for item in ticked if " " in item.strip()]
    bare = _TICKED.sub(" ", said)
    paths = [*(anchor.partition("::")[0].partition("@")[0] for anchor in anchors_of(proposal)), *_PATH.findall(bare)]
    names = [item.strip() for item in ticked if " " not in item.strip()]
    paths += [item for item in names if _PATH.fullmatch(item) or "/" in item]
    symbols = [
        *(anchor.partition("::")[2].partition("@")[0] for anchor in anchors_of(proposal)),
        *_SYMBOL.findall(bare),
    ]
    symbols += [item for item in names if item not in paths and not _SHA.fullmatch(item)]
    for what, found, exists in (
        ("file", paths, ground.is_file),
        ("commit", _SHA.findall(said), ground.is_commit),
        ("command", commands, ground.holds),
        ("symbol", [name.rstrip("()") for name in symbols if name], lambda name: _stands(name, ground)),
    ):
        missing = next((name for name in found if name and not exists(name)), None)
        if missing is not None:
            return f"the {what} {missing} is not there"
    return ""


def _stands(name: str, ground: Ground) -> bool:
    return name in ground.evidence or ground.stands_in_code(name)
