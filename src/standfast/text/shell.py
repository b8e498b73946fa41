"""Words of a shell command line: quotes, operators, redirects and heredocs, enough to see what is written where.

Owns the splitting only. Expansions are not made: a word with `$` in it stays as it is written. Hook path: light.
"""

from __future__ import annotations

from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

_OPERATOR = compile_later(r"&&|\|\||\|&|;;|&>>|&>|<<<|<<-|<<|>>|>\||>&|<&|[;|&<>()\n]")
_SPACE = " \t\r"
_PLAIN = compile_later(r"[^\s'\"\\;|&<>()]+")  # a run of signs that mean nothing to a shell


class Command(Value):
    """One simple command: its words, its output redirects (append, target), its heredoc, whether it pipes on."""

    words: list[str]
    redirects: list[tuple[bool, str]] = []  # noqa: RUF012 - a value: never changed
    heredoc: str | None = None
    pipes: bool = False


def parse_commands(text: str) -> list[Command]:
    """Return the simple commands of a command line, in order."""
    return _Reader(text).commands()


class _Reader:
    """Reads a command line once, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.at = 0
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
            if ends or mark in {"\n", ";", "&&", "||", "|", "|&", "&", "(", ")", ";;"}:
                self.at += max(1, len(mark))
                if words or redirects:
                    for index in range(heredocs):
                        start = len(self.waiting) - heredocs + index
                        self.waiting[start] = (len(self.done), *self.waiting[start][1:])
                    self.done.append(Command(words, redirects, inline, mark in {"|", "|&"}))
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
                    redirects = [*redirects, (">>" in mark, target)]
            else:
                self._take_word(words)
        return self.done

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
            elif char == "\\" and self.at + 1 < len(text):
                out.append("" if text[self.at + 1] == "\n" else text[self.at + 1])
                self.at += 2
            else:
                out.append(char)
                self.at += 1
        return "".join(out)

    def _double_quoted(self) -> str:
        out: list[str] = []
        text = self.text
        while self.at < len(text) and text[self.at] != '"':
            if text[self.at] == "\\" and self.at + 1 < len(text):
                following = text[self.at + 1]
                out.append({"\n": ""}.get(following, following) if following in '$`"\\\n' else "\\" + following)
                self.at += 2
            else:
                out.append(text[self.at])
                self.at += 1
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
