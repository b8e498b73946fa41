"""Parsers: what every command accepts, and errors in our own words.

Owns the flags that all commands share and the layout of help. Each command adds its own in `configure`. Must stay
light: the standard library's argparse and nothing else.
"""

import argparse
from collections.abc import Sequence
from importlib import import_module
from itertools import takewhile
from textwrap import indent
from typing import Any, NoReturn

from standfast.cli import list_commands, module_of
from standfast.errors import ConfigError

WITH_VALUE = frozenset({"-C", "--directory", "--store"})


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are errors like all others."""

    _given: Sequence[str] = ()

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and know what was given where that is wrong."""
        self._given = args or ()
        return super().parse_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with the command line, with what was probably meant."""
        unknown = next(filter(self._is_unknown, takewhile(lambda word: word != "--", self._given)), "")
        hint = f"See `{self.prog} --help`."
        if unknown:
            message, hint = f"there is no option {unknown}", f"{self._meant(unknown)} {hint}"
        raise ConfigError(f"{message[:1].upper()}{message[1:]}.", hint=hint, code="usage")

    def _is_unknown(self, word: str) -> bool:
        return (
            word[:1] == "-"
            and word[1:2].strip("0123456789.") != ""
            and word.partition("=")[0] not in self._option_string_actions
        )

    def _meant(self, unknown: str) -> str:
        from difflib import get_close_matches

        options = [name for name in self._option_string_actions if name.startswith("--")]
        if near := get_close_matches(unknown.partition("=")[0], options, 1):
            return f"Did you mean {near[0]}?"
        return f"If it is part of the text, write `--` before the text: `{self.prog} -- {unknown}`."


class Layout(argparse.RawDescriptionHelpFormatter):
    """Help with examples that keep their lines."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)


def build_parser(command: str) -> Parser:
    """Return the parser of one command."""
    line = list_commands()[command]
    parser = Parser(
        prog=f"standfast {command}",
        description=f"{line[:1].upper()}{line[1:]}.",
        formatter_class=Layout,
        allow_abbrev=False,
    )
    module = import_module(module_of(command))
    if hasattr(module, "configure"):
        module.configure(parser)
    if shown := getattr(module, "EXAMPLES", "").strip():
        parser.epilog = "examples:\n" + indent(shown, "  ")
    shared = parser.add_argument_group("on every command")
    shared.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    shared.add_argument(
        "--store", metavar="URL", default="", help="the store to use: sqlite:///FOLDER or postgresql://…"
    )
    shared.add_argument("-C", "--directory", metavar="PATH", default="", help="work as if started in PATH")
    shared.add_argument("-q", "--quiet", action="store_true", help="say nothing beyond the answer")
    return parser


def add_stream(parser: argparse.ArgumentParser, help_text: str) -> None:
    """Let a command answer with a record per line."""
    parser.add_argument("--jsonl", action="store_true", help=help_text)


def split_list(values: list[str] | None) -> list[str]:
    """Read a flag that may be repeated and may hold several values between commas."""
    return [part.strip() for value in values or [] for part in value.split(",") if part.strip()]
