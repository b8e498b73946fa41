"""holdfast mcp: handed on to the MCP face. Agents reach it before anything here is imported (see `__main__`)."""

import argparse
import os

from holdfast.cli.face import Face
from holdfast.cli.parser import examples


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument(
        "--profile",
        choices=("reader", "agent", "admin"),
        default="agent",
        help="which tools may be called (default agent)",
    )
    examples(
        parser,
        """
holdfast mcp
holdfast mcp --profile reader

`holdfast setup` connects agents to it; `holdfast serve` offers the same over HTTP.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Serve until standard input ends."""
    from holdfast.serve.mcp.stdio import main

    os.chdir(face.where)
    return main(["--profile", args.profile, *(["--store", args.store] if args.store else [])])
