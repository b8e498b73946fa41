"""Which of our hooks Codex will really run: it skips those that nobody has trusted, without a word.

Owns `untrusted`, for `doctor`, and `trusted_tables`, for a `setup` that a person runs: approving a hook is the user's
act. Both are pure. Reproduced with 0.166 (`hooks/list` of its app server gives the same hashes). Setup side.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from standfast.agents.edit.jsonc import is_ours
from standfast.agents.edit.jsontree import data_of
from standfast.agents.edit.kinds import Edit, TomlTable

TIMEOUT = 600


def untrusted(hooks_path: str, hooks_text: str, config_text: str) -> list[str]:
    """List the events of our hooks in a hooks.json that Codex skips, given the text of its config.toml."""
    state = _state(config_text)
    return [
        event
        for event, name, wanted in _ours(hooks_path, hooks_text)
        if state.get(name, {}).get("trusted_hash") != wanted or state[name].get("enabled") is False
    ]


def trusted_tables(hooks_path: str, hooks_text: str, config_path: str, config_text: str) -> list[Edit]:
    """Return the entries by which Codex trusts our hooks; what a person switched off stays as it is."""
    state = _state(config_text)
    return [
        TomlTable(config_path, ("hooks", "state", name), {"trusted_hash": wanted}, "lets Codex run these hooks")
        for _, name, wanted in _ours(hooks_path, hooks_text)
        if state.get(name, {}).get("enabled") is not False
    ]


def _state(config_text: str) -> dict[str, Any]:
    state = tomllib.loads(config_text).get("hooks", {}).get("state", {})
    return state if isinstance(state, dict) else {}


def _ours(hooks_path: str, hooks_text: str) -> Iterator[tuple[str, str, str]]:
    """Yield event, name and hash of every hook of ours, as Codex names and hashes them."""
    for event, groups in data_of(hooks_text).get("hooks", {}).items():
        for outer, group in enumerate(groups):
            for inner, handler in enumerate(group.get("hooks", [])):
                if is_ours(handler, f" hook codex {event}"):
                    yield event, f"{hooks_path}:{snake(event)}:{outer}:{inner}", trust_hash(event, group, handler)


def trust_hash(event: str, group: dict[str, Any], handler: dict[str, Any]) -> str:
    """Compute the name under which Codex trusts a hook: what it runs, when, and for how long."""
    known = {
        "type": "command",
        "command": handler["command"],
        "timeout": handler.get("timeout", TIMEOUT),
        "async": handler.get("async", False),
    }
    told: dict[str, Any] = {"event_name": snake(event), "hooks": [known]}
    if group.get("matcher") is not None:
        told["matcher"] = group["matcher"]
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def snake(event: str) -> str:
    """Spell an event's name as Codex keeps it."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
