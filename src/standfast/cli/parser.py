"""Parsers: what every command accepts, and errors in our own words.

Owns the flags that all commands share and the layout of help. Each command adds its own in `configure`. Must stay
light: the standard library's argparse and nothing else.
"""

import argparse
from importlib import import_module
from textwrap import indent
from typing import NoReturn

from standfast.cli import list_commands, module_of
from standfast.errors import ConfigError

WITH_VALUE = frozenset({"-C", "--directory", "--store"})


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are errors like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with the command line."""
        raise ConfigError(f"{message[:1].upper()}{message[1:]}.", hint=f"See `{self.prog} --help`.", code="usage")


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
