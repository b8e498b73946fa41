"""A progress bar on stderr: shown to a person who waits, silent everywhere else."""

import sys
import time

from standfast.cli.face import Face

_WIDTH = 28
_EVERY_S = 0.1


class Bar:
    """One line that is rewritten in place; use it as a context manager and call it with (done, total)."""

    def __init__(self, face: Face, label: str) -> None:
        self._shown = sys.stderr.isatty() and not face.quiet
        self._label = label
        self._last = 0.0
        self._drawn = False

    def __enter__(self) -> "Bar":  # noqa: PYI034 - Self would cost the import of typing
        return self

    def __exit__(self, *failure: object) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __call__(self, done: int, total: int) -> None:
        """Draw how far it is, a few times a second."""
        now = time.monotonic()
        if not self._shown or now - self._last < _EVERY_S:
            return
        self._last = now
        self._drawn = True
        part = f"{done:,}"
        if total:
            filled = min(_WIDTH, _WIDTH * done // total)
            part = f"[{'█' * filled}{'·' * (_WIDTH - filled)}] {min(100, 100 * done // total)} %"
        sys.stderr.write(f"\r\x1b[K{self._label} {part}")
        sys.stderr.flush()
