"""Which of our hooks Codex will really run: it skips those that nobody has trusted, without a word.

Owns `untrusted`, pure, for `doctor`. Reads Codex's own record of trust and never writes it: approving a hook is the
user's act. Reproduced with 0.166 (`hooks/list` of its app server gives the same hashes). Setup side.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from typing import Any

from standfast.agents.edit.jsonc import is_ours
from standfast.agents.edit.jsontree import data_of

TIMEOUT = 600


def untrusted(hooks_path: str, hooks_text: str, config_text: str) -> list[str]:
    """List the events of our hooks in a hooks.json that Codex skips, given the text of its config.toml."""
    state = tomllib.loads(config_text).get("hooks", {}).get("state", {})
    skipped = []
    for event, groups in data_of(hooks_text).get("hooks", {}).items():
        for outer, group in enumerate(groups):
            for inner, handler in enumerate(group.get("hooks", [])):
                if not is_ours(handler, f" hook codex {event}"):
                    continue
                trusted = state.get(f"{hooks_path}:{snake(event)}:{outer}:{inner}", {}).get("trusted_hash")
                if trusted != trust_hash(event, group, handler):
                    skipped.append(event)
    return skipped


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
