"""Holdfast: memory for coding agents that knows what still holds."""

__version__ = "0.1.0"
