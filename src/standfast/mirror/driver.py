"""The merge driver's place in Git: one section of the repository's own configuration.

Owns installing it and taking it out. Where the program is gone, the driver falls back to Git's own merge of text, so
that nothing is lost without a mark. Which files it is for stands in `.standfast/.gitattributes`, beside them.
Neighbours: `merge.py` (what the driver does), `code/hooks/gate.py` (the gate's place in Git).
"""

from __future__ import annotations

import sys

from standfast.code.git import Git
from standfast.code.hooks.file import quote_program

_NAME = "merge.standfast.name"
_DRIVER = "merge.standfast.driver"
_SECTION = "merge.standfast"
_TITLE = "standfast memory, field by field"


def driver_command(program: str = "") -> str:
    """Return what Git is to run: ours, and Git's own merge of text where ours cannot."""
    quoted = quote_program(program or sys.executable)
    return f"{quoted} -P -m standfast mirror merge %O %A %B %P || git merge-file -L ours -L base -L theirs %A %O %B"


def is_installed(git: Git) -> bool:
    """Tell whether Git knows the driver here."""
    return bool(git.find_line("config", "--get", _DRIVER))


def install_driver(git: Git, program: str = "") -> bool:
    """Tell Git about the driver; False when it knows it already."""
    wanted = driver_command(program)
    if git.find_line("config", "--local", "--get", _DRIVER) == wanted:
        return False
    git.read("config", "--local", _NAME, _TITLE)
    git.read("config", "--local", _DRIVER, wanted)
    return True


def remove_driver(git: Git) -> bool:
    """Take the driver out again; False when there is none."""
    if not git.find_line("config", "--local", "--get", _DRIVER):
        return False
    return git.ask("config", "--local", "--remove-section", _SECTION).code == 0
