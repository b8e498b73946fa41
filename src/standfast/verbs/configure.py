"""Configure: change a setting, and refuse values that would mean nothing. A person's act.

Owns which values each setting takes beyond its type (`config` checks that): a word that nothing answers to would be
kept in silence, and the person would believe that something is switched off. `doctor` asks the same of a file that was
written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standfast.code.globs import BadGlob, compile_glob
from standfast.config import Setting, change_setting, read_value
from standfast.context.context import Context
from standfast.errors import ConfigError
from standfast.learn.session import SIGNS
from standfast.moments.table import COMMAND, MOMENTS, PROMPT, READ
from standfast.trust.person import require_person
from standfast.trust.threshold import check_entry

_TALKATIVE = (READ, PROMPT, COMMAND)
_EMBEDDERS = ("fastembed:", "sentence-transformers:", "onnx:", "openai:")
_MODELS = ("openai:", "anthropic:", "command:")
_WEB = ("https://", "http://")
_ADDRESSES = {
    "embedder_url": _WEB,
    "learner_url": _WEB,
    "oidc_issuer": _WEB,
    "team": (*_WEB, "postgresql://", "postgres://", "sqlite://"),
}


def configure(context: Context, name: str, value: str | None, *, agents: Sequence[str] = ()) -> Setting:
    """Write one setting into the configuration file, or take it out; `agents` are the agents that are known."""
    require_person(context.who, "changes settings")
    if value is not None:
        plain, read = read_value(name, value)
        fault = next(_faults(plain, read, agents), None)
        if fault:
            raise ConfigError(fault[0], hint=fault[1], code="bad-setting")
    return change_setting(context.settings.home, name, value)


def list_faults(context: Context, *, agents: Sequence[str] = ()) -> list[str]:
    """Return what the configuration says that nothing answers to."""
    names = ("signs_off", "talkative", "quiet", "review", "keep_out", "embedder", "learner", *_ADDRESSES)
    return [f"{text} {hint}" for name in names for text, hint in _faults(name, getattr(context.settings, name), agents)]


def _faults(name: str, value: object, agents: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a value, each with what it may be."""
    entries = [str(item) for item in value] if isinstance(value, (list, tuple)) else [str(value)] if value else []
    for entry in entries:
        if name in {"signs_off", "talkative"}:
            allowed: tuple[str, ...] = SIGNS if name == "signs_off" else _TALKATIVE
            if entry not in allowed:
                yield f"{name}: {entry!r} is not known.", "It takes " + ", ".join(allowed) + "."
        elif name == "quiet" and not _may_be_quiet(entry, agents):
            words = (*MOMENTS, *agents, "all", "project:ID", "AGENT:MOMENT")
            yield f"quiet: {entry!r} is not known.", "It takes " + ", ".join(words) + "."
        elif name == "review":
            yield from _caught(entry)
        elif name == "keep_out":
            try:
                compile_glob(entry.removeprefix("!"))
            except BadGlob as error:
                yield f"keep_out: {error}.", "It takes folders and globs such as private/** or ~/work/secret-project."
        elif name == "embedder" and entry not in {"static", "off"} and not _names(entry, _EMBEDDERS):
            yield f"embedder: {entry!r} is not known.", f"It takes static, off, {', '.join(_EMBEDDERS)}… with a name."
        elif name == "learner" and not _names(entry, _MODELS):
            yield f"learner: {entry!r} is not known.", f"It takes {', '.join(_MODELS)}… with a name."
        elif name in _ADDRESSES and not _names(entry, _ADDRESSES[name]):
            yield f"{name}: {entry!r} is not an address.", f"It begins with {', '.join(_ADDRESSES[name])}."


def _caught(entry: str) -> Iterator[tuple[str, str]]:
    try:
        check_entry(entry)
    except ConfigError as error:
        yield error.message, error.hint


def _names(entry: str, beginnings: Sequence[str]) -> bool:
    return any(entry.startswith(item) and len(entry) > len(item) for item in beginnings)


def _may_be_quiet(entry: str, agents: Sequence[str]) -> bool:
    who, _, moment = entry.rpartition(":") if entry.rpartition(":")[2] in MOMENTS else (entry, "", "")
    if not who or who == "all":
        return bool(moment) or who == "all"
    return who in agents or not agents or (who.startswith("project:") and len(who) > len("project:"))
