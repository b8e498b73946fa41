"""The folder of a home: made for its owner alone, with its secret, and the person's own rules of redaction."""

from __future__ import annotations

import os

from standfast.errors import StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from standfast.capture.redact import CustomRule
    from standfast.config import Settings


def load_own_rules(settings: Settings) -> tuple[CustomRule, ...]:
    """Return the person's own redaction rules; most homes have none, and then nothing is loaded for them."""
    text = settings.own_rules()
    if not text:
        return ()
    from standfast.capture.redact import load_rules

    return load_rules(text, settings.home / "rules.vetted")


def ensure_home(home: Path) -> None:
    """Make the home, for its owner alone: folders made on the way to a file inside it would be open to others."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(home, error) from error


def _unwritable(home: Path, error: OSError) -> StoreError:
    hint = "Set STANDFAST_HOME to a folder you can write to, on a local disk."
    return StoreError(f"Cannot write {home}: {error.strerror}.", hint=hint, code="store-read-only")


def ensure_key(path: Path) -> bytes:
    """Return the secret in this file, made once."""
    from standfast.text.files import write_once

    ensure_home(path.parent)
    try:
        try:
            found = path.read_bytes()
            if len(found) == 32:
                return found
        except FileNotFoundError:
            pass
        write_once(path, os.urandom(32), mode=0o600, sync=True)  # where another process was first, its key counts
        return path.read_bytes()
    except OSError as error:
        raise _unwritable(path.parent, error) from error
