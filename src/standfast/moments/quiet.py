"""Quiet: where nothing is captured or nothing is said, because a person said so.

Owns the pauses (`pause.json` in the home, written by the person's own command) and the setting `quiet`, which names
moments, agents and projects that stay silent; a place that is kept out for good (`keep_out`) is silent as well. Nothing
in a repository is read here, so nothing there can loosen it.
Hook path: one look whether the file is there.
"""

from __future__ import annotations

import json
import os

from standfast.model.moment import read_time
from standfast.model.value import Value
from standfast.text.files import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path
    from typing import Any

    from standfast.context.context import Context

FILE = "pause.json"
ALL = "all"


class Pause(Value):
    """One pause: what stops (capturing, speaking), where (`all`, `project:ID`, `session:ID`), and until when.

    A moment or an agent narrows it; without an end it lasts until it is taken back.
    """

    capture: bool
    speak: bool
    where: str = ALL
    until: datetime | None = None
    moment: str = ""
    agent: str = ""

    def describe(self) -> str:
        """Say it in words."""
        what = " and ".join(word for word, on in (("capturing", self.capture), ("speaking", self.speak)) if on)
        where = "everywhere" if self.where == ALL else f"in {self.where.replace(':', ' ')}"
        parts = [what, where, f"at {self.moment}" if self.moment else "", f"for {self.agent}" if self.agent else ""]
        until = f"until {self.until:%Y-%m-%d %H:%M} UTC" if self.until else "until `standfast pause --off`"
        return " ".join(part for part in (*parts, until) if part)


def read_pauses(home: Path, now: datetime) -> list[Pause]:
    """Return the pauses that are not over; a file that cannot be read pauses everything: silence is the safe side."""
    try:
        with open(os.path.join(home, FILE), encoding="utf-8") as file:  # noqa: PTH118, PTH123 - hook path
            rows = json.load(file)
        return [pause for pause in map(_pause, rows) if pause.until is None or pause.until > now]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError):
        return [Pause(capture=True, speak=True)]


def write_pauses(home: Path, pauses: list[Pause]) -> None:
    """Write the pauses, whole; none: the file goes."""
    path = home / FILE
    if not pauses:
        path.unlink(missing_ok=True)
        return
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, json.dumps([pause.to_dict() for pause in pauses]).encode(), mode=0o600)


def _pause(row: dict[str, Any]) -> Pause:
    until = read_time(row["until"]) if row.get("until") else None
    return Pause(bool(row["capture"]), bool(row["speak"]), str(row.get("where", ALL)), until,
                 str(row.get("moment", "")), str(row.get("agent", "")))  # fmt: skip


def in_force(context: Context) -> list[Pause]:
    """Return the pauses that hold for this caller now."""
    now = context.clock.now()
    return [
        pause
        for pause in read_pauses(context.settings.home, now)
        if _reaches(context, pause.where) and pause.agent in {"", context.who.name}
    ]


def around(context: Context) -> list[Pause]:
    """Return the pauses that a person who looks at this place should know of: its sessions' as well."""
    now = context.clock.now()
    found = read_pauses(context.settings.home, now)
    return [item for item in found if item.where.startswith("session:") or _reaches(context, item.where)]


def _reaches(context: Context, where: str) -> bool:
    word, _, name = where.partition(":")
    if word == "session":
        return bool(context.who.session) and context.who.session.startswith(name)
    return where == ALL or (word == "project" and context.here.project == name)


def captures(context: Context) -> bool:
    """Tell whether what happens is put on record here."""
    return not context.is_kept_out and not any(item.capture and not item.moment for item in in_force(context))


def speaks(context: Context, moment: str) -> bool:
    """Tell whether something may be said at this moment, to this agent, in this project."""
    if context.is_kept_out or any(item.speak and item.moment in {"", moment} for item in in_force(context)):
        return False
    quiet = context.settings.quiet
    if not quiet:
        return True
    agent, project = context.who.name, f"project:{context.here.project}"
    named = {moment, agent, f"{agent}:{moment}", project, f"{project}:{moment}", ALL}
    return named.isdisjoint(quiet)
