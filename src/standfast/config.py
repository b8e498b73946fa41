"""Settings: the only reader of the environment and of configuration files.

Everything below gets values, never names of variables. Environment wins over `config.toml` in the home, which wins
over the defaults.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from standfast.errors import ConfigError, remedy
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
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
    read_clones: bool = False
    keep_out: tuple[str, ...] = ()
    journal_days: int = 90
    journal_events: int = 1_000_000
    quiet: tuple[str, ...] = ()
    talkative: tuple[str, ...] = ()
    user: str = ""
    team: str = ""
    oidc_issuer: str = ""
    oidc_client: str = ""
    hook_secret: str = ""
    signs_off: tuple[str, ...] = ()
    mirror_at: str = ""
    learner: str = ""
    learner_url: str = ""
    learner_key: str = ""
    learner_tokens: int = 50_000
    after_merge: str = ""
    review: tuple[str, ...] = ()
    pooler: str = ""
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
            hint = "Fix or remove the file: nothing is written while its rules cannot be read."
            raise ConfigError(f"Cannot read {self.home / 'rules.toml'}: {error}.", hint=hint) from error

    @property
    def spool(self) -> Path:
        """Where hooks leave events that could not be stored in time."""
        return self.home / "spool"


_WAIT_S = 10.0


class Setting(Value):
    """One setting as it counts now: `origin` is `default`, the configuration file, or the variable that says it."""

    name: str
    value: Any
    origin: str
    default: Any
    help: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "value": self.value,
            "from": self.origin,
            "default": self.default,
            "help": self.help,
        }


_HELP = {
    "store": "where memories are stored: sqlite:///FOLDER or postgresql://…",
    "durability": "full waits for the disk at every write, normal leaves that to the system",
    "wait_s": "seconds to wait for a busy store",
    "embedder": "how texts are compared by meaning: static (built in), off, or another embedder",
    "embedder_url": "the address of that endpoint",
    "private_words": "words that are masked in everything that is written",
    "keep_out": "folders and globs that are never captured nor learned from: private/**, ~/work/secret-project",
    "brief_tokens": "the maximum length of a brief, in tokens",
    "read_clones": "read a new clone in the background when its first session starts",
    "journal_days": "how many days session events are kept",
    "journal_events": "the maximum number of session events kept",
    "quiet": "moments, agents or projects at which nothing is said",
    "talkative": "moments (read, prompt, command) that also tell what documents, history and sessions say nearby",
    "user": "your name, if not the one Git has",
    "team": "the team's store to sync with: https://HOST, postgresql://…, or sqlite:///FOLDER of another store",
    "oidc_issuer": "team server: the identity provider that people log in with",
    "oidc_client": "team server: its client id with that provider",
    "signs_off": "signs that are not learned from",
    "review": "what waits for your approval: everything, or entries such as agent decision, session, branch",
    "mirror_at": "when what you decided on a branch is written into its mirror: commit or session; empty is never",
    "learner": "a model that proposes what sessions teach: openai:NAME, anthropic:NAME or command:WORDS; empty is off",
    "learner_url": "the address of that model's endpoint, if not the default",
    "learner_tokens": "how many tokens the model may use in a day",
    "after_merge": "a command that looks at each merged diff and proposes what stale memories should say now",
    "pooler": "transaction, if PostgreSQL is behind a transaction-mode pooler such as PgBouncer",
    "encryption": "whether everything is encrypted; `standfast encrypt` and `decrypt` change it",
}
_DEFAULTS = {name: getattr(Settings, name) for name in _HELP if name != "store"}
_FILE_KEYS = {name: list if isinstance(value, tuple) else type(value) for name, value in _DEFAULTS.items()}
_VARIABLES = {
    "store": "STANDFAST_STORE",
    "embedder": "STANDFAST_EMBEDDER",
    "durability": "STANDFAST_DURABILITY",
    "pooler": "STANDFAST_POOLER",
    "encryption": "STANDFAST_ENCRYPTION",
}


def list_settings(environment: Mapping[str, str] | None = None, *, store: str = "") -> list[Setting]:
    """Return every setting with its value and where that comes from."""
    env = os.environ if environment is None else environment
    settings = load_settings(env, store=store)
    written = _read_file(settings.home / "config.toml")
    found: list[Setting] = []
    for name, text in _HELP.items():
        default = f"sqlite://{settings.home / 'store'}" if name == "store" else _DEFAULTS[name]
        value = settings.store_url if name == "store" else getattr(settings, name)
        value = without_password(value) if name in {"store", "team"} else value
        origin = str(settings.home / "config.toml") if name in written else "default"
        origin = _VARIABLES[name] if env.get(_VARIABLES.get(name, "")) else origin
        found.append(Setting(name, value, "--store" if name == "store" and store else origin, default, text))
    return found


def without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    login, found, place = rest.rpartition("@")
    user, colon, _ = login.partition(":")
    return f"{scheme}://{user}:…@{place}" if found and colon and scheme != "sqlite" else url


def change_setting(home: Path, name: str, text: str | None) -> Setting:
    """Write one setting into the configuration file and leave everything else there as it is; None takes it out."""
    if name == "encryption":
        hint = "Run `standfast encrypt` or `standfast decrypt`."
        raise ConfigError("That setting follows what is done to the files.", hint=hint, code="bad-setting")
    name = _known(name)
    return write_setting(home, name, None if text is None else _value(name, text))


def read_value(name: str, text: str) -> tuple[str, object]:
    """Return a setting's name as it is written, and what a person typed for it as a value of its type."""
    known = _known(name)
    return known, _value(known, text)


def write_setting(home: Path, name: str, value: object) -> Setting:
    """Write a checked value."""
    from standfast.text.lock import held

    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with held(home / "config.toml.lock", wait_s=_WAIT_S):  # what another process sets meanwhile stays
        _write_setting(home / "config.toml", name, value)
    return next(setting for setting in list_settings({"STANDFAST_HOME": str(home)}) if setting.name == name)


def _write_setting(path: Path, name: str, value: object) -> None:
    import json
    import tomllib

    from standfast.text.files import write_whole

    _read_file(path)  # what is broken already is said, and not written over
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    line = [] if value is None else [f"{name} = {json.dumps(value, ensure_ascii=False)}"]
    for start, _ in enumerate(lines):
        end = _end_of(name, lines, start, tomllib.loads)
        if end:
            lines[start:end] = line
            break
    else:
        lines += line
    write_whole(path, "".join(f"{kept}\n" for kept in lines).encode(), mode=0o600, sync=True)


def _end_of(name: str, lines: list[str], start: int, loads: Callable[[str], dict[str, Any]]) -> int:
    """Return the line after the value of a setting that begins at `start`; 0 where another thing begins there."""
    written = lines[start].partition("=")[0].strip().strip("\"'")
    if written.replace("-", "_") != name:
        return 0
    for end in range(start + 1, len(lines) + 1):
        try:
            if written in loads("\n".join(lines[start:end])):
                return end
        except ValueError:
            continue
    return 0


def _known(name: str) -> str:
    """Return a setting's name as it is written, with hyphens or without; refuse one that is none."""
    plain = name.replace("-", "_")
    if plain not in _HELP:
        from difflib import get_close_matches

        near = get_close_matches(name.lower().replace("-", "_"), _HELP, n=1)
        hint = f"Did you mean {near[0]}?" if near else "Known: " + ", ".join(_HELP) + "."
        raise ConfigError(f"{name!r} is not a setting.", hint=hint, code="bad-setting")
    return plain


def get_setting(name: str, environment: Mapping[str, str] | None = None, *, store: str = "") -> Setting:
    """Return one setting."""
    name = _known(name)
    return next(setting for setting in list_settings(environment, store=store) if setting.name == name)


def _entries(name: str, values: list[Any]) -> list[Any]:
    """Return a list's entries as they are kept: a sign is also known as `status` writes it ("asked again")."""
    return [value.replace(" ", "_") if name == "signs_off" and isinstance(value, str) else value for value in values]


def _value(name: str, text: str) -> object:
    """Read what a person typed for a setting; several values of a list stand between commas."""
    wanted = _FILE_KEYS.get(name, str)
    try:
        if wanted is list:
            return _entries(name, [part.strip() for part in _parts(text) if part.strip()])
        value = _read_bool(text) if wanted is bool else wanted(text)
    except ValueError:
        kind = "yes or no" if wanted is bool else f"a {wanted.__name__}"
        raise ConfigError(f"{name} must be {kind}.", hint=_HELP[name], code="bad-setting") from None
    if name == "store":
        _check_url(text)
    if name == "durability" and text not in {"full", "normal"}:
        raise ConfigError(f"{text!r} is not a durability.", hint="Say full or normal.", code="bad-setting")
    if name == "pooler" and text not in {"", "transaction"}:
        raise ConfigError(f"{text!r} is not a way to lend connections.", hint="Say transaction.", code="bad-setting")
    if name == "mirror_at" and text not in {"", "commit", "session"}:
        raise ConfigError(f"{text!r} is not a moment.", hint="Say commit or session.", code="bad-setting")
    if isinstance(value, (int, float)) and not 0 <= value < 1e12:
        raise ConfigError(f"{name} is not negative, and not endless.", hint=_HELP[name], code="bad-setting")
    return value


def _parts(text: str) -> list[str]:
    """Split at commas, but not at those of a choice `{a,b}` in a glob."""
    import re

    parts = re.findall(r"\{[^{}]*\}|[^,{}]+|[,{}]", text)
    return "".join("\0" if part == "," else part for part in parts).split("\0")


def _read_bool(text: str) -> bool:
    word = text.strip().lower()
    if word not in {"yes", "no", "true", "false", "on", "off", "1", "0"}:
        raise ValueError(word)
    return word in {"yes", "true", "on", "1"}


def load_settings(environment: Mapping[str, str] | None = None, *, store: str = "") -> Settings:
    """Read the settings of this run; `store` is what --store said."""
    env = os.environ if environment is None else environment
    home = find_home(env)
    values = _read_file(home / "config.toml")
    url = store or env.get("STANDFAST_STORE") or str(values.pop("store", "")) or f"sqlite://{home / 'store'}"
    if env.get("STANDFAST_EMBEDDER"):
        values["embedder"] = env["STANDFAST_EMBEDDER"]
    if env.get("STANDFAST_DURABILITY"):
        values["durability"] = env["STANDFAST_DURABILITY"]
    if env.get("STANDFAST_POOLER"):
        values["pooler"] = env["STANDFAST_POOLER"].strip()
    if env.get("STANDFAST_ENCRYPTION"):
        values["encryption"] = env["STANDFAST_ENCRYPTION"].strip().lower() not in {"0", "false", "no", "off"}
    return Settings(
        home=home,
        store_url=_check_url(url),
        project=env.get("STANDFAST_PROJECT", "").strip(),
        learner_key=env.get("STANDFAST_LEARNER_KEY", ""),
        embedder_key=env.get("STANDFAST_EMBEDDER_KEY", ""),
        encryption_key=env.get("STANDFAST_KEY", "").strip(),
        hook_secret=env.get("STANDFAST_HOOK_SECRET", "").strip(),
        **values,
    )


def find_home(env: Mapping[str, str]) -> Path:
    """Return where everything is kept; a configuration file that cannot be read is there, too."""
    return Path(env.get("STANDFAST_HOME") or default_home(env, sys.platform)).expanduser().absolute()


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
        if path.exists() and not path.is_file():
            raise ConfigError(f"{path} is not a file.", hint="Remove it.")
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8: {error.reason}.", hint="Fix or remove the file.") from error
    except OSError as error:
        raise ConfigError(f"Cannot read {path}: {error.strerror}.", hint=remedy(error)) from error
    import tomllib  # only where there is something to read

    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}.", hint="Fix or remove the file.") from error
    checked: dict[str, Any] = {}
    for written, value in values.items():
        name = written.replace("-", "_")
        wanted = _FILE_KEYS.get(name)
        if name == "store" and isinstance(value, str):
            checked[name] = value
        elif wanted is None:
            known = ", ".join(sorted([*_FILE_KEYS, "store"]))
            raise ConfigError(f"{path}: {name!r} is not a setting.", hint=f"Known: {known}.")
        elif not isinstance(value, wanted) and not (wanted is float and isinstance(value, int)):
            raise ConfigError(f"{path}: {name} must be a {wanted.__name__}.", hint="Fix the file.")
        else:
            checked[name] = tuple(_entries(name, value)) if isinstance(value, list) else value
    return checked
