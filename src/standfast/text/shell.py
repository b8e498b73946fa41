"""Words of a shell command line: quotes, operators, redirects, heredocs and substitutions; nothing is run.

Owns the splitting, and which program a simple command runs behind `env`, `sudo`, `timeout` and their like.
Expansions are not made: a word with `$` in it stays as it is written. Hook path: light. Neighbours: `runs.py`, which
follows a command line into the shells it starts.
"""

from __future__ import annotations

from itertools import count

from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

_OPERATOR = compile_later(r"&&|\|\||\|&|;;|&>>|&>|<<<|<<-|<<|>>|>\||>&|<&|[;|&<>()\n]")
_SPACE = " \t\r"
_PLAIN = compile_later(r"[^\s'\"\\;|&<>()$`]+")  # a run of signs that mean nothing to a shell
_ENDS = frozenset(("\n", ";", "&&", "||", "|", "|&", "&", "(", ")", ";;"))
_ENDS_LIST = frozenset(("\n", ";", "&", "(", ")", ";;"))
_ESCAPED = compile_later(r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|([\s\S]))")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b"}
_DEEPEST = 4  # substitutions within substitutions: nobody types more
_MOST_SHELLS = 8  # shells within shells that are told apart
SHELLS = frozenset(("bash", "sh", "zsh", "dash", "ksh", "ash"))
# Programs that print what stands in files and change nothing, unless an option says so.
READERS = frozenset(
    (
        *("cat", "head", "tail", "less", "more", "bat", "batcat", "nl", "tac", "wc", "sed", "gsed", "awk", "gawk"),
        *("grep", "egrep", "fgrep", "rg", "ag", "jq", "yq", "cut", "sort", "uniq", "diff", "cmp", "file", "stat", "od"),
        *("xxd", "hexdump", "strings", "md5sum", "sha256sum", "type", "gc"),
    )
)
# What runs the program named behind it, and its short options that take the next word.
# fmt: off
_WRAPPERS = {
    **dict.fromkeys(("nohup", "setsid", "command", "builtin", "unbuffer", "noglob", "nocorrect", "chronic"), ""),
    "sudo": "ugpChrtTRDU", "doas": "uC", "env": "uCS", "nice": "n", "ionice": "cnpPu", "timeout": "ks", "exec": "a",
    "xargs": "IELlnPsda", "time": "fo", "stdbuf": "ioe", "caffeinate": "tw", "strace": "eoEpu",
}
_LONG = frozenset((
    "--user", "--group", "--chdir", "--unset", "--signal", "--kill-after", "--max-args", "--max-procs", "--max-lines",
    "--adjustment", "--delimiter", "--arg-file", "--class", "--classdata", "--input", "--output", "--error",
    "--format", "--prompt", "--host",
))
# fmt: on
_KEYWORDS = frozenset(("!", "{", "}", "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "coproc"))


class Command(Value):
    """One simple command: its words, its output redirects (append, target), its heredoc, whether it pipes on.

    `shells` numbers the shells within the shell that it runs in, outermost first: `(…)`, `$(…)`, what `&` ends.
    `hangs` says that `&&` or `||` stands before it: it may never run.
    """

    words: list[str]
    redirects: list[tuple[bool, str]] = []  # noqa: RUF012 - a value: never changed
    heredoc: str | None = None
    pipes: bool = False
    shells: tuple[int, ...] = ()
    hangs: bool = False


_TALKERS = frozenset(("echo", "printf", "exit", "true", "false", ":", "return"))


def only_talks(text: str) -> bool:
    """Tell whether a command line only prints something and ends: an excuse, a hint, the list of targets."""
    commands = parse_commands(text)
    return bool(commands) and all(
        command.words and program_of(command.words[0].lstrip("@-")) in _TALKERS and not command.redirects
        for command in commands
    )


def parse_commands(text: str) -> list[Command]:
    """Return the simple commands of a command line, in order; what a word substitutes stands before its command."""
    return _Reader(text).commands()


def unwrap(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what is assigned for a command, and its words from the program on that it runs in the end."""
    assigned: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        name = program_of(word)
        if "=" in word and word.partition("=")[0].isidentifier():
            assigned.append(word)
        elif name in _WRAPPERS:
            at = behind_options(words, at + 1, _WRAPPERS[name]) + (name == "timeout") - 1
        elif word not in _KEYWORDS:
            break
        at += 1
    return assigned, list(words[at:])


def program_of(word: str) -> str:
    """Return the name of the program that a word calls, whatever folder it is in."""
    return word.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")


def behind_options(words: Sequence[str], at: int, valued: str) -> int:
    """Return where the options end that begin at a place; those of the letters in `valued` take the next word."""
    while at < len(words) and words[at].startswith("-") and words[at] != "-":
        word = words[at]
        if word == "--":
            return at + 1
        if word in {"-S", "--split-string"}:
            return at + 1  # what `env` is to split is a command line of its own
        letters = word[1:] if not word.startswith("--") else ""
        place = next((place for place, letter in enumerate(letters) if letter in valued), -1)
        at += 2 if word in _LONG or (letters and place == len(letters) - 1) else 1
    return at


class _Reader:
    """Reads a command line once, from left to right."""

    def __init__(
        self, text: str, depth: int = 0, shells: tuple[int, ...] = (), numbers: Iterator[int] | None = None
    ) -> None:
        self.text = text.replace("\r\n", "\n")
        self.depth = depth
        self.numbers = numbers or count()
        self.open = [shells]  # the shells at hand, one entry for each parenthesis
        self.listed = 0  # how many commands were done when the list at hand began
        self.at = 0
        self.hangs = False
        self.done: list[Command] = []
        self.waiting: list[tuple[int, str, bool]] = []  # heredocs whose body starts at the next line feed

    def commands(self) -> list[Command]:
        """Read to the end."""
        words: list[str] = []
        redirects: list[tuple[bool, str]] = []
        heredocs = 0
        inline: str | None = None
        while self.at <= len(self.text):
            self._skip_space()
            operator = _OPERATOR.match(self.text, self.at)
            mark = operator.group() if operator else ""
            ends = self.at >= len(self.text)
            if ends or mark in _ENDS:
                self.at += max(1, len(mark))
                if words or redirects:
                    for index in range(heredocs):
                        start = len(self.waiting) - heredocs + index
                        self.waiting[start] = (len(self.done), *self.waiting[start][1:])
                    pipes = mark in {"|", "|&"}
                    self.done.append(Command(words, redirects, inline, pipes, self.open[-1], self.hangs))
                self._turn(mark)
                words, redirects, heredocs, inline = [], [], 0, None
                if mark == "\n" or ends:
                    self._bodies()
            elif mark in {"<<", "<<-"}:
                self.at += len(mark)
                self._skip_space()
                self.waiting.append((-1, self._word(), mark == "<<-"))
                heredocs += 1
            elif mark:
                self.at += len(mark)
                self._skip_space()
                target = self._word()
                if mark == "<<<":
                    inline = target + "\n"
                elif mark in {">", ">>", ">|", "&>", "&>>"}:
                    redirects.append((">>" in mark, target))
            else:
                self._take_word(words)
        return self.done

    def _turn(self, mark: str) -> None:
        """Go into a shell within the shell, or leave it, as an operator says."""
        if mark == "(":
            self.open.append(self._within(self.open[-1]))
        elif mark == ")" and len(self.open) > 1:
            self.open.pop()
        elif mark == "&":
            before, inner = self.open[-1], self._within(self.open[-1])
            for place in range(self.listed, len(self.done)):
                command = self.done[place]
                self.done[place] = replace(command, shells=(*inner, *command.shells[len(before) :]))
        self.hangs = mark in {"&&", "||"} or (self.hangs and mark in {"|", "|&"})
        if mark in _ENDS_LIST:
            self.listed = len(self.done)

    def _within(self, shells: tuple[int, ...]) -> tuple[int, ...]:
        return (*shells, next(self.numbers)) if len(shells) < _MOST_SHELLS else shells

    def _take_word(self, words: list[str]) -> None:
        if self.text[self.at] == "#":
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end
            return
        start = self.at
        word = self._word()
        follows = self.text[self.at : self.at + 1]
        if not (word.isdigit() and follows in {">", "<"} and self.text[start : self.at] == word):
            words.append(word)  # a number right before a redirect is a file descriptor

    def _skip_space(self) -> None:
        while self.at < len(self.text):
            if self.text[self.at] in _SPACE:
                self.at += 1
            elif self.text.startswith("\\\n", self.at):
                self.at += 2
            else:
                return

    def _word(self) -> str:
        out: list[str] = []
        text = self.text
        while self.at < len(text):
            plain = _PLAIN.match(text, self.at)
            if plain:
                out.append(plain.group())
                self.at = plain.end()
                continue
            char = text[self.at]
            if char in _SPACE or _OPERATOR.match(text, self.at):
                break
            if char == "'":
                end = text.find("'", self.at + 1)
                end = len(text) if end < 0 else end
                out.append(text[self.at + 1 : end])
                self.at = end + 1
            elif char == '"':
                self.at += 1
                out.append(self._double_quoted())
            elif text.startswith("$'", self.at):
                out.append(self._ansi_quoted())
            elif text.startswith('$"', self.at):
                self.at += 1  # a translated string is a string
            elif char == "\\" and self.at + 1 < len(text):
                out.append("" if text[self.at + 1] == "\n" else text[self.at + 1])
                self.at += 2
            else:
                out.append(self._substituted() or self._one())
        return "".join(out)

    def _one(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def _substituted(self) -> str:
        """Read `$(…)` or backticks at hand: the commands inside are run too, and before; nothing for other signs."""
        text, start = self.text, self.at
        if text.startswith("$(", start):
            end = _closing(text, start + 2)
            inner = text[start + 2 : end]
        elif text[start] == "`":
            end = text.find("`", start + 1)
            end = len(text) if end < 0 else end
            inner = text[start + 1 : end]
        else:
            return ""
        if self.depth < _DEEPEST:
            self.done += _Reader(inner, self.depth + 1, self._within(self.open[-1]), self.numbers).commands()
        self.at = end + 1
        return text[start : self.at]

    def _ansi_quoted(self) -> str:
        start = self.at + 2
        end = start
        while end < len(self.text) and self.text[end] != "'":
            end += 2 if self.text[end] == "\\" else 1
        self.at = end + 1
        return _ESCAPED.sub(_unescaped, self.text[start:end])

    def _double_quoted(self) -> str:
        out: list[str] = []
        text = self.text
        while self.at < len(text) and text[self.at] != '"':
            if text[self.at] == "\\" and self.at + 1 < len(text):
                following = text[self.at + 1]
                out.append({"\n": ""}.get(following, following) if following in '$`"\\\n' else "\\" + following)
                self.at += 2
            else:
                out.append(self._substituted() or self._one())
        self.at += 1
        return "".join(out)

    def _bodies(self) -> None:
        """Read the bodies of the heredocs that wait, in order, and give them to their commands."""
        for index, delimiter, strip_tabs in self.waiting:
            lines: list[str] = []
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                line = self.text[self.at : end]
                self.at = end + 1
                line = line.lstrip("\t") if strip_tabs else line
                if line == delimiter:
                    break
                lines.append(line + "\n")
            if 0 <= index < len(self.done):
                self.done[index] = replace(self.done[index], heredoc="".join(lines))
        self.waiting = []


def _closing(text: str, at: int) -> int:
    """Return where the parenthesis that was opened before `at` is closed: quotes hide theirs."""
    open_ = 1
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char == "'":
            end = text.find("'", at + 1)
            at = len(text) if end < 0 else end
        elif char in "()":
            open_ += 1 if char == "(" else -1
            if not open_:
                return at
        at += 1
    return len(text)


def _unescaped(match: re.Match[str]) -> str:
    two, four, octal, letter = match.groups()
    if letter:
        return _LETTERS.get(letter, letter)
    return chr(int(two or four, 16) if two or four else int(octal, 8) & 0xFF)
