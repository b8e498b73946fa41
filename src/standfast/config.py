"""Settings: the only reader of the environment and of configuration files.

Everything below gets values, never names of variables. Environment wins over `config.toml` in the home, which wins
over the defaults.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from standfast.errors import ConfigError
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


SHARED = ("postgresql://", "postgres://")


class Settings(Value):
    """How this run of Standfast is set up."""

    home: Path
    store_url: str
    project: str = ""
    durability: str = "full"
    wait_s: float = 10.0
    embedder: str = "static"
    embedder_url: str = ""
    embedder_key: str = ""
    private_words: tuple[str, ...] = ()
    brief_tokens: int = 1500
    keep_out: tuple[str, ...] = ()
    journal_days: int = 90
    journal_events: int = 1_000_000
    quiet: tuple[str, ...] = ()
    user: str = ""
    signs_off: tuple[str, ...] = ()
    encryption: bool = False
    encryption_key: str = ""

    @property
    def store_folder(self) -> Path:
        """The folder of the embedded store; of a shared one, where this machine keeps its own side."""
        return self.home / "store" if self.is_shared else Path(self.store_url.removeprefix("sqlite://"))

    @property
    def is_shared(self) -> bool:
        """Whether the store is on a server that others use too."""
        return self.store_url.startswith(SHARED)

    @property
    def backups(self) -> Path:
        """Where backups go when no file is named."""
        return self.home / "backups"

    def own_rules(self) -> str:
        """Return the text of the person's own redaction rules (`rules.toml` in the home), or nothing."""
        try:
            return (self.home / "rules.toml").read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except (OSError, UnicodeDecodeError) as error:
            hint = "Mend or remove the file: nothing is written past rules that cannot be read."
            raise ConfigError(f"Cannot read {self.home / 'rules.toml'}: {error}.", hint=hint) from error

    @property
    def spool(self) -> Path:
        """Where hooks leave events that could not be stored in time."""
        return self.home / "spool"


_FILE_KEYS = {
    "durability": str,
    "wait_s": float,
    "embedder": str,
    "embedder_url": str,
    "private_words": list,
    "keep_out": list,
    "brief_tokens": int,
    "journal_days": int,
    "journal_events": int,
    "quiet": list,
    "user": str,
    "signs_off": list,
    "encryption": bool,
}


def load_settings(environment: Mapping[str, str] | None = None, *, store: str = "") -> Settings:
    """Read the settings of this run; `store` is what --store said."""
    env = os.environ if environment is None else environment
    home = Path(env.get("STANDFAST_HOME") or default_home(env, sys.platform)).expanduser().absolute()
    values = _read_file(home / "config.toml")
    url = store or env.get("STANDFAST_STORE") or str(values.pop("store", "")) or f"sqlite://{home / 'store'}"
    if env.get("STANDFAST_EMBEDDER"):
        values["embedder"] = env["STANDFAST_EMBEDDER"]
    if env.get("STANDFAST_DURABILITY"):
        values["durability"] = env["STANDFAST_DURABILITY"]
    if env.get("STANDFAST_ENCRYPTION"):
        values["encryption"] = env["STANDFAST_ENCRYPTION"].strip().lower() not in {"0", "false", "no", "off"}
    return Settings(
        home=home,
        store_url=_check_url(url),
        project=env.get("STANDFAST_PROJECT", "").strip(),
        embedder_key=env.get("STANDFAST_EMBEDDER_KEY", ""),
        encryption_key=env.get("STANDFAST_KEY", "").strip(),
        **values,
    )


def default_home(env: Mapping[str, str], platform: str) -> str:
    """Return the platform's folder for a user's data."""
    user = env.get("USERPROFILE" if platform == "win32" else "HOME") or str(Path.home())
    if platform == "win32":
        return str(Path(env.get("LOCALAPPDATA") or Path(user) / "AppData" / "Local") / "standfast")
    if platform == "darwin":
        return str(Path(user) / "Library" / "Application Support" / "standfast")
    return str(Path(env.get("XDG_DATA_HOME") or Path(user) / ".local" / "share") / "standfast")


def _check_url(url: str) -> str:
    if url.startswith("sqlite://") and len(url) > len("sqlite://"):
        path = url.removeprefix("sqlite://")
        # sqlite:///folder is absolute on POSIX; sqlite:///C:/folder keeps its drive.
        return "sqlite://" + (path[1:] if len(path) > 2 and path[0] == "/" and path[2] == ":" else path)
    if url.startswith(SHARED):
        return url
    hint = "Use sqlite:///FOLDER or postgresql://…, or leave it unset for the default."
    raise ConfigError(f"{url!r} is not a store.", hint=hint, code="store-unknown")


def _read_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"Cannot read {path}: {error.strerror}.", hint="Check its permissions.") from error
    import tomllib  # only where there is something to read

    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}.", hint="Mend or remove the file.") from error
    checked: dict[str, Any] = {}
    for name, value in values.items():
        wanted = _FILE_KEYS.get(name)
        if name == "store" and isinstance(value, str):
            checked[name] = value
        elif wanted is None:
            known = ", ".join(sorted([*_FILE_KEYS, "store"]))
            raise ConfigError(f"{path}: {name!r} is not a setting.", hint=f"Known: {known}.")
        elif not isinstance(value, wanted) and not (wanted is float and isinstance(value, int)):
            raise ConfigError(f"{path}: {name} must be a {wanted.__name__}.", hint="Mend the file.")
        else:
            checked[name] = tuple(value) if isinstance(value, list) else value
    return checked
