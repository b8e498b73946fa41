"""standfast mcp: handed on to the MCP face. Agents reach it before anything here is imported (see `__main__`)."""

import argparse
import os

from standfast.cli.face import Face
from standfast.serve.mcp.stdio import main

EXAMPLES = """
standfast mcp
standfast mcp --profile reader

`standfast setup` connects agents to it; `standfast serve` offers the same over HTTP.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile",
        choices=("reader", "agent", "admin"),
        default="agent",
        help="which tools may be called (default agent)",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    os.chdir(face.where)
    return main(["--profile", args.profile, *(["--store", args.store] if args.store else [])])
