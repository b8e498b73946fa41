"""Budget: what a model may spend in a day, in tokens, and what it has. One small file in the home, without words."""

from __future__ import annotations

import json
from pathlib import Path

from standfast.model.value import Value
from standfast.text.files import write_whole
from standfast.text.lock import held

NAME = "learner.json"


class Spent(Value):
    """What was spent on one day, and what came of it."""

    day: str = ""
    tokens: int = 0
    calls: int = 0
    proposed: int = 0
    dropped: int = 0
    failed: str = ""  # why the last call came to nothing


def read_spent(home: Path, day: str) -> Spent:
    """Return what was spent today."""
    try:
        told = json.loads((home / NAME).read_text(encoding="utf-8"))
        found = Spent(**{name: told[name] for name in Spent.__annotations__})
    except (OSError, ValueError, KeyError, TypeError):
        return Spent(day)
    return found if found.day == day else Spent(day)


def add_spent(
    home: Path, day: str, *, tokens: int = 0, calls: int = 0, proposed: int = 0, dropped: int = 0, failed: str = ""
) -> Spent:
    """Add to what was spent today; a call says whether it failed, and without one why there was none."""
    with held(home / f"{NAME}.lock", wait_s=5):
        now = read_spent(home, day)
        done = Spent(
            day, now.tokens + tokens, now.calls + calls, now.proposed + proposed, now.dropped + dropped,
            failed if calls or failed else now.failed,
        )  # fmt: skip
        write_whole(home / NAME, json.dumps(done.to_dict()).encode(), mode=0o600)
    return done
