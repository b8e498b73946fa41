"""What a check found: values only, rendered by `report.py`."""

from __future__ import annotations

from typing import NamedTuple


class Waiver(NamedTuple):
    """A way out on the record: which guard, why, who, until when, and where (no globs: everywhere)."""

    guard: str
    reason: str
    until: str
    person: str = ""
    paths: tuple[str, ...] = ()


class Finding(NamedTuple):
    """One place in the change where a guard's rule fits. Line 0 stands for the file as a whole."""

    guard: str
    severity: str
    path: str
    start_line: int
    end_line: int
    text: str
    message: str
    why: str = ""
    memory: str = ""
    reason: str = ""
    waiver: Waiver | None = None
    note: str = ""

    @property
    def place(self) -> str:
        """Where it is, as editors read it."""
        return f"{self.path}:{self.start_line}" if self.start_line else self.path


class Broken(NamedTuple):
    """A guard that could not be run; it never blocks."""

    guard: str
    error: str
    hint: str = ""


class Skipped(NamedTuple):
    """A file, or all that was left, that was not looked at, and why."""

    path: str
    reason: str


class Report(NamedTuple):
    """The outcome of one check."""

    change: str
    findings: tuple[Finding, ...] = ()
    waived: tuple[Finding, ...] = ()
    broken: tuple[Broken, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    guards: int = 0
    files: int = 0
    read: int = 0

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """The findings that stop the change."""
        return tuple(finding for finding in self.findings if finding.severity == "block")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that are only said."""
        return tuple(finding for finding in self.findings if finding.severity != "block")

    @property
    def blocked(self) -> bool:
        """Whether the change must not go through."""
        return any(finding.severity == "block" for finding in self.findings)
