"""Every program that a command line runs: through shells, `eval`, `xargs`, pipes into a shell, loops and variables.

Owns following a line into what it starts, as far as the line itself tells: a script on disk is not opened, and a
variable counts where the line sets it. What is known too little is left as it is written. Hook path: light.
Neighbours: `shell.py` splits the words.
"""

from __future__ import annotations

from itertools import islice, pairwise, product

from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace
from standfast.text.shell import SHELLS, Command, parse_commands, program_of, unwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_PLACES = 16  # folders to come back to
_MOST_DOUBTS = 4  # folders in which a line may be besides
_DEEPEST = 4  # shells within shells
MOST = 4_000  # programs of one line
_MOST_WORDS = 4_000
_LONGEST = 4_096  # characters of a word once its variables and braces are put in; a longer one stays as it is written
_MOST_PUT = 1 << 20  # characters of all such words of one line
_VARIABLE = compile_later(r"\$(?:(\w+)|\{(\w+)[^{}]{0,80}\})")
_BRACES = compile_later(r"\{([^{},\s]*(?:,[^{},\s]*)+)\}")
_PRINTERS = frozenset(("echo", "printf", "cat"))


class Run(Value):
    """One program that a command line runs: its words from its name on, what is set for it, and in which folder."""

    words: tuple[str, ...]
    assigned: tuple[str, ...] = ()
    folder: str = ""  # relative to where the line is typed
    fed: str = ""  # what the line itself gives it to read: a heredoc, what `echo` prints into the pipe

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
        self.places = [""]  # the folders gone to and not come back from; the last one is the folder at hand
        self.doubts: list[str] = []  # where the line still is if a `cd` behind `&&` or `||` was never run
        self.left = _MOST_PUT
        self.found: list[Run] = []

    def follow(self, text: str, depth: int) -> list[Run]:
        piped: Sequence[str] = ()
        outer: list[tuple[tuple[int, ...], list[str], list[str]]] = []  # shells left for one within, and their folders
        shells: tuple[int, ...] = ()
        in_pipe = False
        stayed: list[str] = []  # the folders from which the list at hand went elsewhere, perhaps
        for command in parse_commands(text):
            if len(self.found) >= MOST:
                break
            while outer and command.shells[: len(shells)] != shells:
                shells, self.places, self.doubts = outer.pop()
            if command.shells != shells:
                outer.append((shells, self.places[:], self.doubts[:]))
                shells = command.shells
            if not command.hangs:
                doubts = dict.fromkeys(place for place in (*self.doubts, *stayed) if place != self.places[-1])
                self.doubts, stayed = list(doubts)[:_MOST_DOUBTS], []
            before, doubted = self.places, self.doubts
            printed = self._take(command, piped, depth)
            if command.pipes or in_pipe:
                self.places, self.doubts = before, doubted
            elif command.hangs and self.places[-1] != before[-1]:
                stayed += [before[-1], *doubted]
            in_pipe = command.pipes
            piped = printed if command.pipes else ()
        if outer:
            _, self.places, self.doubts = outer[0]
        return self.found

    def _take(self, command: Command, piped: Sequence[str], depth: int) -> Sequence[str]:
        """Take in one simple command; return what it prints, where the line tells."""
        fed = any(program_of(word) == "xargs" for word in command.words)
        placed = any(word.startswith(("-I", "-i", "--replace")) for word in command.words)
        expanded = list(self._expanded(command.words))
        assigned, words = unwrap(expanded)
        if words and words[0] in self.aliases:
            words = [*self._paid(self.aliases[words[0]]), *words[1:]]
        if not words:
            self._set(assigned)
            self.found += [Run(("export", *assigned))] if assigned else []
            return ()
        program, rest = program_of(words[0]), words[1:]
        given = [command.heredoc] if command.heredoc is not None else piped
        chosen = _chosen_folder(expanded[: len(expanded) - len(words)])
        folder = joined(self.places[-1], chosen)
        if script := script_of(program, words, given):
            if depth < _DEEPEST:
                self.found += [Run(("export", *assigned))] if assigned else []
                before = self.places
                self.places = before if program == "eval" else [*before, folder]
                self.follow(script, depth + 1)
                self.places = self.places if program == "eval" else before
        else:
            told = self._paid([word for line in piped for word in line.split()])
            more = (told or (() if placed else ("$@",))) if fed else ()
            run = Run(
                (*words, *more)[:_MOST_WORDS], tuple(assigned), folder, "" if fed else "\n".join(given)[:_LONGEST]
            )
            self.found += [run, *(replace(run, folder=joined(doubt, chosen)) for doubt in self.doubts)]
            self._note(program, rest)
        return given if program == "cat" and not rest else [" ".join(rest)] if program in _PRINTERS else ()

    def _note(self, program: str, rest: Sequence[str]) -> None:
        """Note what a command sets for those behind it."""
        if program in {"export", "declare", "local", "readonly", "typeset"}:
            self._set([word for word in rest if "=" in word])
        elif program in {"cd", "pushd", "popd"}:
            self._go(program, rest[-1] if rest else "")
        elif program == "alias":
            pairs = (word.partition("=") for word in rest if "=" in word)
            self.aliases |= {name: tuple(value.split()) for name, _, value in pairs}
        elif program == "for" and "in" in rest[1:2]:
            self.values[rest[0]] = tuple(rest[2:])

    def _go(self, program: str, folder: str) -> None:
        """Go to another folder, or back to the one before."""
        if program == "popd" or folder == "-" or (program == "pushd" and folder[:1] in {"", "+", "-"}):
            self.places = self.places[:-1] or [""]
            return
        self.doubts = [joined(doubt, folder or "~") for doubt in self.doubts]
        if len(self.places) < _MOST_PLACES:
            self.places = [*self.places, joined(self.places[-1], folder or "~")]
        else:
            self.places = [*self.places[1:], joined(self.places[-1], folder or "~")]

    def _paid(self, words: Sequence[str]) -> Sequence[str]:
        """Return words that stand for others while there is room for them."""
        self.left -= sum(map(len, words)) + len(words)
        return words if self.left > 0 else ()

    def _set(self, assigned: Sequence[str]) -> None:
        for word in assigned:
            name, _, value = word.partition("=")
            self.values[name] = tuple(value.split()) or ("",)

    def _expanded(self, words: Sequence[str]) -> Iterator[str]:
        """Yield words with the variables that the line has set, and with `{a,b}` as two."""
        count = 0
        for word in words:
            forms: Sequence[str] = (word,)
            if self.left > 0 and len(word) <= _LONGEST and ("$" in word or "{" in word):
                forms = [made for form in self._with_values(word) for made in _braced(form)]
                self.left -= sum(map(len, forms)) + len(forms)
            for form in forms:
                count += 1
                if count > _MOST_WORDS:
                    return
                yield form

    def _with_values(self, word: str) -> Sequence[str]:
        found = [name for sign in _VARIABLE.finditer(word) if (name := sign[1] or sign[2]) in self.values]
        if len(set(found)) != 1:
            return (word,)
        values = self.values[found[0]][:64]
        if len(word) + len(found) * max(map(len, values), default=0) > _LONGEST:
            return (word,)

        def put(value: str) -> str:
            return _VARIABLE.sub(lambda sign: value if (sign[1] or sign[2]) == found[0] else sign[0], word)

        return [put(value) for value in values]


def _chosen_folder(wrapping: Sequence[str]) -> str:
    """Return the folder that `env -C` and its like go to before they run a program."""
    for word, following in pairwise([*wrapping, ""]):
        if word in {"-C", "--chdir", "-D"}:
            return following
        if word.startswith("--chdir="):
            return word.partition("=")[2]
    return ""


def script_of(program: str, words: Sequence[str], given: Sequence[str] = ()) -> str:
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
    if not further:
        return folder
    return further if not folder or further.startswith(("/", "~")) or further[1:2] == ":" else f"{folder}/{further}"
