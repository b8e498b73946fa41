"""Measures that a user can run: what `standfast bench` prints, through the same calls that users make."""
