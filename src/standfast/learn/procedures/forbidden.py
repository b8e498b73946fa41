"""What a team's guide forbids: commands by name, and acts that are done through its own commands only.

A way that goes past them is not told, whichever manifest implies it. What is forbidden under a condition is not
forbidden. Neighbours: `guide` (what it names), `read` (asks). Must not read files.
"""

from __future__ import annotations

import re

from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.learn.procedures.guide import read_guide
from standfast.model.value import Value
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.learn.procedures.way import Way

_SPAN = r"`[^`\n]{2,60}`"
_COMMANDS = re.compile(
    r"\b(?:never|do not|don['’]t|must not|not|instead of|rather than|avoid)(?: (?:us|run|call|invok|execut)(?:e|ing)?)?"
    rf" (?P<list>{_SPAN}(?:(?:, (?:or |and )?| or | nor | and ){_SPAN}){{0,5}})"
    r"(?=\s?(?:[.,;:)—–]|directly\b|for any\b|$))",
    re.IGNORECASE,
)
_DIRECTLY = re.compile(r"\b(?:never|do not|don['’]t|must not)\b(?P<acts>[^.`]{1,200})\bdirectly\b", re.IGNORECASE)
_ACT = re.compile(r"\b(test|build|lint|format)(?:s|ing|ting|t?ers?)?\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|when|while|unless|until|before|after|without|except)\b", re.IGNORECASE)


class Forbidden(Value):
    """Commands that a guide forbids, the acts that are done by what it names only, and the programs it names."""

    file: str
    commands: tuple[str, ...]
    acts: tuple[str, ...]
    programs: tuple[str, ...]

    def covers(self, path: str, way: Way) -> bool:
        """Tell whether a way that another file says is forbidden."""
        if path == self.file:
            return False
        steps = [step for step in way.command.split(" && ") if not step.startswith("cd ")]
        if any(step == one or step.startswith(f"{one} ") for step in steps for one in self.commands):
            return True
        return way.act in self.acts and not all(step.split(" ")[0] in self.programs for step in steps)


def read_forbidden(path: str, text: str) -> Forbidden:
    """Return what a guide forbids; nothing that it names itself as what to run."""
    ways = read_guide(path, text)
    named = {way.command for way in ways}
    said = list(_sentences(path, text))
    lists = [found["list"] for words in said for found in _COMMANDS.finditer(words)]
    commands = {command for spans in lists for command in re.findall(r"`([^`]+)`", spans)}
    clauses = [found["acts"] for words in said for found in _DIRECTLY.finditer(words)]
    acts = {act.lower() for clause in clauses for act in _ACT.findall(clause)}
    programs = {command.split(" ")[0] for command in named}
    return Forbidden(path, tuple(sorted(commands - named)), tuple(sorted(acts)) if programs else (), tuple(programs))


def _sentences(path: str, text: str) -> Iterable[str]:
    for part in read_page(path, split_front(own_words(text))[1]).parts:
        if part.kind != "code":
            yield from (words for words in split_sentences(part.text) if not _CONDITION.search(words))
