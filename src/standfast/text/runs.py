"""Every program that a command line runs: through shells, `eval`, `xargs`, pipes into a shell, loops and variables.

Owns following a line into what it starts, as far as the line itself tells: a script on disk is not opened, and a
variable counts where the line sets it. What is known too little is left as it is written. Hook path: light.
Neighbours: `shell.py` splits the words.
"""

from __future__ import annotations

from itertools import islice, product

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.shell import SHELLS, Command, parse_commands, program_of, unwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DEEPEST = 4  # shells within shells
_MOST = 400  # programs of one line
_MOST_WORDS = 4_000
_VARIABLE = compile_later(r"\$(?:(\w+)|\{(\w+)[^{}]{0,80}\})")
_BRACES = compile_later(r"\{([^{},\s]*(?:,[^{},\s]*)+)\}")
_PRINTERS = frozenset(("echo", "printf", "cat"))


class Run(Value):
    """One program that a command line runs: its words from its name on, what is set for it, and in which folder."""

    words: tuple[str, ...]
    assigned: tuple[str, ...] = ()
    folder: str = ""  # relative to where the line is typed

    @property
    def program(self) -> str:
        """The program's name, without its folder."""
        return program_of(self.words[0])


def list_runs(text: str) -> list[Run]:
    """Return every program that a command line runs, in order."""
    return _Follower().follow(text, 0)


class _Follower:
    """Follows one command line: what it has set so far, and the folder it has gone to."""

    def __init__(self) -> None:
        self.values: dict[str, tuple[str, ...]] = {}
        self.aliases: dict[str, tuple[str, ...]] = {}
        self.exported: list[str] = []
        self.folder = ""
        self.found: list[Run] = []

    def follow(self, text: str, depth: int) -> list[Run]:
        piped: Sequence[str] = ()
        for command in parse_commands(text):
            if len(self.found) >= _MOST:
                break
            printed = self._take(command, piped, depth)
            piped = printed if command.pipes else ()
        return self.found

    def _take(self, command: Command, piped: Sequence[str], depth: int) -> Sequence[str]:
        """Take in one simple command; return what it prints, where the line tells."""
        fed = any(program_of(word) == "xargs" for word in command.words)
        assigned, words = unwrap(list(self._expanded(command.words)))
        if words and words[0] in self.aliases:
            words = [*self.aliases[words[0]], *words[1:]]
        if not words:
            self._set(assigned)
            return ()
        program, rest = program_of(words[0]), words[1:]
        given = [command.heredoc] if command.heredoc is not None else piped
        if script := _script_of(program, words, given):
            if depth < _DEEPEST:
                self.exported += assigned
                self.follow(script, depth + 1)
        elif not self._is_setting(program, rest):
            more = [word for line in piped for word in line.split()] if fed else []
            run = Run((*words, *more)[:_MOST_WORDS], (*self.exported, *assigned), self.folder)
            self.found.append(run)
        return given if program == "cat" and not rest else [" ".join(rest)] if program in _PRINTERS else ()

    def _is_setting(self, program: str, rest: Sequence[str]) -> bool:
        """Tell whether a command only sets something for those behind it, and note what."""
        if program in {"export", "declare", "local", "readonly", "typeset"}:
            self._set([word for word in rest if "=" in word])
            self.exported += [word for word in rest if "=" in word]
        elif program in {"cd", "pushd"} and rest:
            self.folder = joined(self.folder, rest[-1])
        elif program == "alias":
            pairs = (word.partition("=") for word in rest if "=" in word)
            self.aliases |= {name: tuple(value.split()) for name, _, value in pairs}
        elif program == "for" and "in" in rest[1:2]:
            self.values[rest[0]] = tuple(rest[2:])
        else:
            return False
        return True

    def _set(self, assigned: Sequence[str]) -> None:
        for word in assigned:
            name, _, value = word.partition("=")
            self.values[name] = tuple(value.split()) or ("",)

    def _expanded(self, words: Sequence[str]) -> Iterator[str]:
        """Yield words with the variables that the line has set, and with `{a,b}` as two."""
        count = 0
        for word in words:
            forms: Sequence[str] = (word,)
            if "$" in word and self.values:
                forms = self._with_values(word)
            for form in forms:
                for made in _braced(form):
                    count += 1
                    if count > _MOST_WORDS:
                        return
                    yield made

    def _with_values(self, word: str) -> Sequence[str]:
        names = {name for found in _VARIABLE.finditer(word) if (name := found[1] or found[2]) in self.values}
        if len(names) != 1:
            return (word,)
        (name,) = names

        def put(value: str) -> str:
            return _VARIABLE.sub(lambda found: value if (found[1] or found[2]) == name else found[0], word)

        return [put(value) for value in self.values[name][:64]]


def _script_of(program: str, words: Sequence[str], given: Sequence[str]) -> str:
    """Return the command line that a command hands to a shell; nothing for other commands."""
    if program == "eval":
        return " ".join(words[1:])
    if len(words) == 1 and any(sign in words[0] for sign in " \n;"):
        return words[0]  # what `env -S` splits, or a list of one: a line in one word
    if program not in SHELLS:
        return ""
    for place, word in enumerate(words[1:-1], 1):
        if word.startswith("-") and not word.startswith("--") and "c" in word:
            return words[place + 1]
    return "\n".join(given) if all(word.startswith("-") for word in words[1:]) else ""


def _braced(word: str) -> Sequence[str]:
    pieces = _BRACES.split(word) if "{" in word and "," in word else [word]
    if not 1 < len(pieces) <= 7:
        return (word,)
    choices = [piece.split(",")[:64] if place % 2 else [piece] for place, piece in enumerate(pieces)]
    return ["".join(parts) for parts in islice(product(*choices), 256)]


def joined(folder: str, further: str) -> str:
    """Return where a folder leads from another one."""
    return further if not folder or further.startswith(("/", "~")) or further[1:2] == ":" else f"{folder}/{further}"
