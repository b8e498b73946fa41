"""The face of one run: where it stands, what it may print, and the memory it opens.

Owns standard input and output. A command gives its answer in both forms, `answer` for programs and `say` for people,
and the one that was asked for is printed: with `--json` exactly one document goes to stdout and nothing else. What is
said to people beside the answer goes to stderr. Commands never touch `sys.stdout` themselves.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from standfast.errors import ConfigError, NotFound

if TYPE_CHECKING:
    import argparse

    from standfast.config import Settings
    from standfast.memory import Memory

Piece = str | tuple[str, str]
"""A run of text, plain or with a style."""

_C0 = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_TURNING = {0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_VISIBLE = {**_C0, 0x7F: 0x2421, **dict.fromkeys([*range(0x80, 0xA0), *_TURNING], 0xFFFD)}


_LONGEST = 8 << 20  # far more than a memory holds; an endless file must not be read to its end


class Face:
    """What a command talks through."""

    def __init__(self, args: "argparse.Namespace", env: Mapping[str, str]) -> None:
        self.env = env
        self.json: bool = args.json
        self.jsonl: bool = getattr(args, "jsonl", False)
        self.quiet: bool = args.quiet
        self.store: str = args.store
        self.where = _folder(args.directory)
        self.reads = False  # set for commands that stamp nothing
        self._memory: Memory | None = None

    # -- the memory behind it

    @property
    def settings(self) -> "Settings":
        """The settings of this run."""
        from standfast.config import load_settings

        return load_settings(self.env, store=self.store)

    def open(self) -> "Memory":
        """Return the memory of this place, opened once and closed with the run."""
        if self._memory is None:
            from standfast.agents.caller import find_caller
            from standfast.memory import Memory

            settings = self.settings
            caller = find_caller(self.env, self.where, settings.user, writes=not self.reads)
            self._memory = Memory.open(self.where, who=caller, settings=settings)
        return self._memory

    def close(self) -> None:
        """Let go of the store."""
        if self._memory is not None:
            self._memory.close()

    # -- what comes in

    def path(self, text: str) -> Path:
        """Return a path as the caller means it."""
        return self.where / native_path(text)

    def read(self, name: str) -> str:
        """Return the text of a file, or of standard input when it is called `-`."""
        data = sys.stdin.buffer.read(_LONGEST + 1) if name == "-" else _read(self.path(name))
        if len(data) > _LONGEST:
            raise ConfigError(
                f"{name} is too long to be one memory.", hint="Keep one claim per memory.", code="too-long"
            )
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            place = "Standard input" if name == "-" else name
            raise ConfigError(
                f"{place} is not UTF-8: {error.reason}.", hint="Convert it first.", code="bad-text"
            ) from None

    def lines(self, name: str = "-") -> Iterator[tuple[int, bytes]]:
        """Yield numbered lines of a file or of standard input, leaving out empty ones."""
        with self._stream(name) as stream:
            for number, line in enumerate(stream, 1):
                plain = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                if plain.strip():
                    yield number, plain

    def size(self, name: str = "-") -> int:
        """Return how many bytes `lines` will read, or 0 when nobody knows."""
        import stat

        try:
            found = os.fstat(sys.stdin.fileno()) if name == "-" else self.path(name).stat()
        except (OSError, ValueError):
            return 0
        return found.st_size if stat.S_ISREG(found.st_mode) else 0

    def _stream(self, name: str) -> AbstractContextManager[IO[bytes]]:
        if name == "-":
            return nullcontext(sys.stdin.buffer)
        try:
            return self.path(name).open("rb")
        except OSError as error:
            raise _unreadable(name, error) from error

    @property
    def can_ask(self) -> bool:
        """Whether a person is there to answer a question."""
        return not self.json and not self.jsonl and sys.stdin.isatty() and sys.stderr.isatty()

    def ask(self, question: str) -> bool:
        """Ask a person yes or no; no is the default."""
        sys.stderr.write(f"{question} [y/N] ")
        sys.stderr.flush()
        return sys.stdin.readline().strip().lower() in {"y", "yes"}

    # -- what goes out

    @property
    def programmed(self) -> bool:
        """Whether a program reads the answer."""
        return self.json or self.jsonl

    def answer(self, document: Mapping[str, Any], *, lines: str = "") -> None:
        """Print the one JSON document where a program asked for it; with `--jsonl`, each of its `lines` on one."""
        if self.jsonl:
            for record in document[lines] if lines else (document,):
                self.record(record)
        elif self.json:
            seen = sys.stdout.isatty()  # to a person's terminal, nothing but what JSON itself may hold unescaped
            sys.stdout.write(json.dumps(document, ensure_ascii=seen, indent=2 if seen else None) + "\n")

    def record(self, document: Mapping[str, Any]) -> None:
        """Print one JSON line."""
        sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")

    def flush(self) -> None:
        """Hand out what was printed so far."""
        sys.stdout.flush()

    def write(self, text: str) -> None:
        """Print text as it is, in whichever form it was asked for."""
        sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")

    def raw(self, text: str) -> None:
        """Show a person text as it is."""
        if not self.programmed:
            self.write(text)

    def say(self, *pieces: Piece) -> None:
        """Tell a person one line of the answer."""
        if self.programmed:
            return
        shown = _safe_pieces(pieces)
        if self.terminal:
            from standfast.cli.table import print_pieces

            print_pieces(shown, styled=self.styled)
        else:
            sys.stdout.write(plain(shown).rstrip() + "\n")

    def fold(self, *pieces: Piece, indent: int = 2) -> None:
        """Tell a person a paragraph: on a terminal it is broken between words, and every line of it is indented."""
        if self.terminal:
            from standfast.cli.table import print_folded

            print_folded(_safe_pieces(pieces), indent, styled=self.styled)
        else:
            self.say(" " * indent, *pieces)

    def note(self, text: str) -> None:
        """Tell a person something beside the answer: on stderr, and only when they may want it."""
        if not self.quiet and not self.programmed:
            sys.stderr.write(safe(text) + "\n")

    def next(self, text: str) -> None:
        """Tell a person what they may want to do next."""
        if not self.quiet:
            self.say(("→ " + text, "dim"))

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[Sequence[Piece] | str]]) -> None:
        """Show a person a table."""
        if self.programmed:
            return
        from standfast.cli import table

        cells = [[_safe_pieces((cell,) if isinstance(cell, str) else cell) for cell in row] for row in rows]
        if self.terminal:
            table.print_table(columns, cells, styled=self.styled)
        else:
            sys.stdout.write(table.plain_table(columns, cells))

    @property
    def styled(self) -> bool:
        """Whether colour and bold are wanted: `NO_COLOR` with any value says no."""
        return not self.env.get("NO_COLOR")

    @property
    def terminal(self) -> bool:
        """Whether a person looks at the output."""
        return not self.programmed and sys.stdout.isatty()


def plain(pieces: Sequence[Piece]) -> str:
    """Return pieces without their styles."""
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces)


def safe(text: str) -> str:
    """Return a text that cannot command a terminal: what agents wrote may hold escapes or turn lines around."""
    return text if text.isascii() and text.isprintable() else text.translate(_VISIBLE)


def _safe_pieces(pieces: Sequence[Piece]) -> list[Piece]:
    return [safe(piece) if isinstance(piece, str) else (safe(piece[0]), piece[1]) for piece in pieces]


def native_path(text: str) -> Path:
    """Return a path that was read as UTF-8 as the file system knows it."""
    if "\0" in text:
        raise ConfigError("A path cannot contain a null character.", hint="Check the path.", code="bad-path")
    return Path(text if os.name == "nt" else os.fsdecode(text.encode("utf-8", "surrogateescape"))).expanduser()


def _folder(directory: str) -> Path:
    try:
        where = native_path(directory).absolute() if directory else Path.cwd()
        found = where.is_dir()
    except OSError:
        found, where = False, Path(directory)
    if not found:
        said, hint = (
            (f"There is no folder {directory!r}.", "Check -C.")
            if directory
            else ("The folder you are in is gone.", "Go to another.")
        )
        raise ConfigError(said, hint=hint, code="no-folder")
    return where


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST + 1)
    except OSError as error:
        raise _unreadable(str(path), error) from error


def _unreadable(name: str, error: OSError) -> NotFound:
    return NotFound(f"Cannot read {name}: {error.strerror or error}.", hint="Check the path.", code="no-file")
