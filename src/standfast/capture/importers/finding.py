"""A finding: what one file says, in its own words, before it becomes a memory."""

from __future__ import annotations

from standfast.model.value import Value


class Statement(Value):
    """One statement of a file. `becomes` is the status it says it has: active, proposed, superseded or retracted.

    `file` and `line` are where it stands, `commit` last wrote it, `supersedes` and `superseded_by` name other files
    it mentions.
    """

    file: str
    text: str
    kind: str
    title: str = ""
    why: str = ""
    paths: tuple[str, ...] = ()
    at: str = ""
    becomes: str = "active"
    reason: str = ""
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    line: int = 0
    commit: str = ""
    anchors: tuple[str, ...] = ()
