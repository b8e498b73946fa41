"""Whether a text names the error that an output shows: it quotes it, has its code, or says it in the same words.

Owns how prose speaks of an error. What a text only sends one to (the way out) names no error. Must not look anything
up. Hook path: light; everything is read once. Neighbour: `role`.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.moments.notes.role import SENT, role_of
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_READ = 40_000  # characters of output from its end
_LINE = 400  # of a line
_LONGEST = 4_000  # of a text
_NEAR = 30  # around a code: the port that it speaks of
_QUOTED = compile_later(
    r"(?<!\w)'(?P<single>[^'\n]{4,160})'(?!\w)|\"(?P<double>[^\"\n]{4,160})\"|`(?P<code>[^`\n]{4,160})`"
    r"|[“‘](?P<curly>[^”’\n]{4,160})[”’]"
)
_CODE = compile_later(
    r"\b(?:E[A-Z]{4,}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{1,8}\d{3,5}|[A-Z][a-z]+(?:[A-Z][a-z]+)+(?:Error|Exception)"
    r"|[A-Z]\w{1,40}(?:\.|::)[A-Z]\w{0,40}(?:Error|Exception))\b"
)
_WITH = compile_later(r"\b(?:with|by)\W{0,3}$")
_NUMBER = compile_later(r"(?<![\w.])\d{2,5}(?![\w.])")
_SAYS = compile_later(
    r"(?<![-\w])(?:error|exception|fatal|panic|fail(?:ed|ure|s)?|cannot|can't|could not|couldn't|unable|not found"
    r"|no such|denied|refused|undefined|unknown|invalid|missing|unexpected|conflict|timed? ?out|abort(?:ed)?|fault"
    r"|killed|in use|out of|must|not)\b|Error\b|Exception\b",
    re.IGNORECASE,
)
_WORD = compile_later(r"[A-Za-z][\w.-]*\w|\w")
_RUN = 3  # words in a row that only the same error has
_TELLING = 2  # of these that not every error has
_WORDS = read_lists(__file__, "words")
_COMMON, _SMALL, _ANY = (frozenset(_WORDS[name]) for name in ("of_errors", "between_words", "any_code"))


class Error:
    """What an output says went wrong."""

    def __init__(self, output: str) -> None:
        lines = [line[:_LINE] for line in output[-_READ:].split("\n")]
        said = [line for line in lines if _SAYS.search(line) or _CODE.search(line)]
        self._text = " ".join(" ".join(lines).lower().split())
        self._numbers = {number for line in said for number in _NUMBER.findall(line)}
        self._codes = {code for line in said for code in _CODE.findall(line)} - _ANY
        self._runs = {run for line in said for run, _ in _runs_of(line)}

    def is_named_by(self, text: str) -> bool:
        """Tell whether a text quotes this error, has its code, or has a few words of it in a row."""
        text = text[:_LONGEST]
        if any(self._is_meant(at) for at in _CODE.finditer(text)) or any(map(self._has, _QUOTED.finditer(text))):
            return True
        return any(run in self._runs and not _is_way_out(text, start) for run, start in _runs_of(text))

    def _is_meant(self, code: re.Match[str]) -> bool:
        """Tell whether a code is this error's, and the number beside it as well."""
        if code[0] not in self._codes or _is_way_out(code.string, code.start()):
            return False
        near = code.string[max(0, code.start() - _NEAR) : code.start()], code.string[code.end() : code.end() + _NEAR]
        numbers = {number for part in near for number in _NUMBER.findall(part)}
        return not numbers or not numbers.isdisjoint(self._numbers)

    def _has(self, quoted: re.Match[str]) -> bool:
        piece = " ".join(quoted[quoted.lastindex or 0].lower().split())
        words = _WORD.findall(piece)
        if len(words) < _TELLING or piece not in self._text or (quoted["code"] and not _SAYS.search(piece)):
            return False
        return (len(words) >= _RUN or not _COMMON.issuperset(words)) and not _is_way_out(quoted.string, quoted.start())


def _is_way_out(text: str, start: int) -> bool:
    """Tell whether a text sends one to what begins at a place; what something fails with is no way out."""
    return role_of(text, start) == SENT and not _WITH.search(text, max(0, start - _NEAR), start)


def _runs_of(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every few words in a row of which most are not every error's, and where they begin."""
    words = [(at[0].lower(), at.start()) for at in _WORD.finditer(text)]
    words = [(word, start) for word, start in words if word not in _SMALL]
    for place in range(len(words) - _RUN + 1):
        run = tuple(word for word, _ in words[place : place + _RUN])
        if sum(word not in _COMMON for word in run) >= _TELLING:
            yield run, words[place][1]
