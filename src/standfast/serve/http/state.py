"""The state of one server: its home and folder, who the person is, which profile agents have."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from standfast.config import Settings
from standfast.errors import ConfigError, Refused
from standfast.model.source import Source
from standfast.serve.http.auth import Auth
from standfast.serve.http.metrics import Metrics
from standfast.serve.http.pool import Pool
from standfast.serve.http.team.entry import Team
from standfast.serve.http.telemetry import Telemetry


class ServerState:
    """One server: its checks, its pool and its counts."""

    def __init__(
        self,
        settings: Settings,
        where: Path,
        *,
        person: Source,
        auth: Auth,
        profile: str = "agent",
        log: bool = False,
        read_only: bool = False,
    ) -> None:
        self.settings = settings
        self.where = where
        self.person = person
        self.auth = auth
        self.profile = profile
        self.pool = Pool(settings)
        self.metrics = Metrics()
        self.team = Team(settings, self.pool) if settings.is_shared else None
        self.telemetry = Telemetry(os.environ, log=log)
        self.read_only = read_only
        self.is_ending: Callable[[], bool] = lambda: False  # the one who runs the server says when it stops

    def folder(self, asked: str, headers: Mapping[str, str]) -> Path:
        """Return the folder a request is about: the served one, or another of this machine for who has a token."""
        if not asked:
            return self.where
        if not self.auth.knows(headers):
            hint = "Send `Authorization: Bearer TOKEN`; `standfast serve` says which file has the token."
            raise Refused("Choosing a folder needs a token.", hint=hint, code="not-allowed")
        if not self.auth.loopback:
            hint = "A server that others reach serves one folder."
            raise Refused("Folders cannot be chosen from another machine.", hint=hint, code="not-allowed")
        folder = Path(asked)
        if not folder.is_absolute() or "\0" in asked or not _is_folder(folder):
            raise ConfigError(f"There is no folder {asked!r}.", hint="Name one by its full path.", code="no-folder")
        return folder


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir() and os.access(path, os.R_OK | os.X_OK)
    except OSError:
        return False
