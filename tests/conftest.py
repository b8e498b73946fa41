"""What every test gets: an environment without the developer's own, so that no test sees or touches a real home."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.postgres"]

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEPT = {"PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "COMSPEC", "PATHEXT", "LANG", "PYTHONPATH", "VIRTUAL_ENV"}

# The same examples in every run, however busy the machine: a commit is green or red, never both.
# `--hypothesis-profile=explore` draws new ones.
settings.register_profile("pinned", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", settings.get_profile("pinned"), derandomize=False)
settings.load_profile("pinned")


@pytest.fixture(scope="session", autouse=True)
def _stripped_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Leave only what programs need to run, with homes in a temporary folder and Git without personal settings."""
    folder = tmp_path_factory.mktemp("home")
    own = {
        "HOME": str(folder),
        "USERPROFILE": str(folder),
        "STANDFAST_HOME": str(folder / "standfast"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name not in _KEPT and not name.startswith(("PYTEST", "COV_", "HYPOTHESIS")):
                patch.delenv(name)
        for name, value in own.items():
            patch.setenv(name, value)
        yield
