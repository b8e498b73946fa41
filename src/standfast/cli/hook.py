"""standfast hook: handed on to the agents' face, before anything else is imported."""

from standfast.agents.hook import main

TYPE_CHECKING = False  # every import here is paid for at every tool call
if TYPE_CHECKING:
    import argparse

    from standfast.cli.face import Face

__all__ = ["configure", "main", "run"]

EXAMPLES = """
standfast hook claude-code SessionStart < payload.json

Reads the agent's event as JSON from standard input and answers in that agent's format. A hook that fails lets the agent
go on; `standfast doctor` shows it.
"""


def configure(parser: "argparse.ArgumentParser") -> None:
    from standfast.agents import NAMES

    parser.add_argument("agent", metavar="AGENT", help="one of: " + ", ".join(NAMES))
    parser.add_argument("event", metavar="EVENT", help="the event, as that agent calls it")


def run(args: "argparse.Namespace", _face: "Face") -> int:
    return main([args.agent, args.event])
