"""`holdfast hook`: handed on to the agents' face, before anything else is imported."""

from holdfast.agents.hook import main

__all__ = ["main"]
