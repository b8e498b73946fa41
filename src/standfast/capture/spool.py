"""The spool: events whose hook could not reach the store in time, kept until it can.

One small file per event, written whole and synced before the hook returns; what is in it was redacted before. Events
carry their key, so taking one twice is taking it once.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from standfast.text.files import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

UNREADABLE = ".unreadable"


def leave(folder: Path, record: dict[str, Any]) -> None:
    """Put one redacted event aside."""
    os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103 - hook path
    name = f"{record['at']}-{os.getpid()}-{os.urandom(4).hex()}".replace(":", "")
    data = json.dumps(record, ensure_ascii=False).encode()
    write_whole(os.path.join(folder, f"{name}.json"), data, mode=0o600, sync=True)  # noqa: PTH118 - hook path


def waiting(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield what waits, oldest first, with the file to remove once it is stored; what is not an event is set aside."""
    for path in sorted(folder.glob("*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except OSError:
            continue  # another process stored it just now, or the disk does not answer: it is tried again
        except (ValueError, RecursionError):
            record = None
        if isinstance(record, dict):
            yield path, record
        else:
            set_aside(path)


def set_aside(path: Path) -> None:
    """Take a file that is not an event out of everybody's way and keep it for a person; `doctor` shows it."""
    with suppress(OSError):
        path.rename(path.with_suffix(UNREADABLE))


def count_unreadable(folder: Path) -> int:
    """Count what was set aside."""
    return sum(1 for _ in folder.glob(f"*{UNREADABLE}"))
