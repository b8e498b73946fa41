"""standfast hook: handed on to the agents' face, before anything else is imported."""

from standfast.agents.hook import main

TYPE_CHECKING = False  # every import here is paid for at every tool call
if TYPE_CHECKING:
    import argparse

    from standfast.cli.face import Face

__all__ = ["configure", "main", "run"]


def configure(parser: "argparse.ArgumentParser") -> None:
    """Add the flags of this command."""
    from standfast.agents import NAMES
    from standfast.cli.parser import examples

    parser.add_argument("agent", metavar="AGENT", help="one of: " + ", ".join(NAMES))
    parser.add_argument("event", metavar="EVENT", help="the event, as that agent calls it")
    examples(
        parser,
        """
standfast hook claude-code SessionStart < payload.json

What the agent says comes in as JSON, what it is told goes out in its own shape. A hook that fails lets the agent go
on; `standfast doctor` shows it.
""",
    )


def run(args: "argparse.Namespace", _face: "Face") -> int:
    """Answer one event."""
    return main([args.agent, args.event])
