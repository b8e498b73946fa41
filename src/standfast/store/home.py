"""What belongs to a home, whichever store it uses: its device, and which folder on this machine is which project.

A store may be shared between machines; a folder's path and the device that signs a chain of operations mean nothing on
another one. Neighbour: `contract`, what every engine keeps.
"""

from __future__ import annotations

from typing import Protocol

from standfast.model.ids import DeviceId, ProjectId


class Home(Protocol):
    """This machine's side of a store."""

    @property
    def device(self) -> DeviceId:
        """The id under which this home writes operations; asked anew for every transaction."""

    def renew_device(self) -> None:
        """Start new chains from here on: after a restore the old ones may have gone further elsewhere."""

    def find_projects(self, folder: str) -> list[ProjectId]:
        """Return the projects that a folder was seen as."""

    def folders_of(self, project: ProjectId) -> list[str]:
        """Return the folders that a project was seen in."""

    def ensure_folder(self, folder: str, project: ProjectId) -> ProjectId:
        """Note that a folder is this project unless it is known as another by now; return the one it is."""

    def move_folder(self, folder: str, project: ProjectId) -> None:
        """Make a folder this project, whatever it was."""

    def add_folder(self, folder: str, project: ProjectId) -> None:
        """Note that a folder is this project too."""

    def contains(self, text: str) -> bool:
        """Tell whether the name of a folder contains these characters."""

    def problems(self) -> list[str]:
        """Check what keeps it; return what is wrong."""

    def close(self) -> None:
        """Let go of it."""
