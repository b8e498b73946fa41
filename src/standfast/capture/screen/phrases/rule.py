"""Owns the shape of a rule: one row of the tables in this package."""

from __future__ import annotations

HINT, SUSPECT, HOSTILE = 1, 2, 3


class Rule:
    """A row: what it sees, how grave it is, and when its pattern is worth compiling.

    One of `needles` must occur (with one of `also` nearby, where given) before the pattern is tried on lower-cased,
    folded text; both are lists joined by semicolons. Rules of `talk` are not meant for text that discusses attacks,
    rules of `denial` not for text that forbids what they name. Where `on_line` is given, what matches stands on one
    line, with one of those words and one of `also`: no other line is searched.
    """

    __slots__ = ("also", "denial", "family", "label", "level", "needles", "on_line", "pattern", "talk")

    def __init__(
        self,
        family: str,
        level: int,
        label: str,
        needles: str,
        pattern: str,
        *,
        also: str = "",
        talk: bool = True,
        denial: bool = True,
        on_line: str = "",
    ) -> None:
        self.family = family
        self.level = level
        self.label = label
        self.needles = tuple(needles.split(";"))
        self.pattern = pattern
        self.also = tuple(also.split(";")) if also else ()
        self.talk = talk
        self.denial = denial
        self.on_line = tuple(on_line.split(";")) if on_line else ()
