"""How far a long command is, on stderr: a bar that is redrawn on a terminal, a plain line now and then elsewhere."""

import sys
import time

from standfast.cli.face import Face

_WIDTH = 28
_EVERY_S = 0.1
_LINE_EVERY_S = 15.0  # what is over sooner needs no line in a log


class Bar:
    """Use it as a context manager and call it with (done, total)."""

    def __init__(self, face: Face, label: str) -> None:
        self._shown = not face.quiet
        self._terminal = sys.stderr.isatty()
        self._label = label
        self._last = 0.0 if self._terminal else time.monotonic()

    def __enter__(self) -> "Bar":  # noqa: PYI034 - Self would cost the import of typing
        return self

    def __exit__(self, *failure: object) -> None:
        if self._shown and self._terminal and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __call__(self, done: int, total: int) -> None:
        """Tell how far it is, a few times a second; in plain lines every few seconds."""
        now = time.monotonic()
        if not self._shown or now - self._last < (_EVERY_S if self._terminal else _LINE_EVERY_S):
            return
        self._last = now
        if self._terminal:
            sys.stderr.write(f"\r\x1b[K{self._label} {_drawn(done, total)}")
        else:
            sys.stderr.write(f"{self._label}: {_percent(done, total) if total else f'{done:,}'}\n")
        sys.stderr.flush()


def _drawn(done: int, total: int) -> str:
    if not total:
        return f"{done:,}"
    filled = min(_WIDTH, _WIDTH * done // total)
    return f"[{'█' * filled}{'·' * (_WIDTH - filled)}] {_percent(done, total)}"


def _percent(done: int, total: int) -> str:
    return f"{min(100, 100 * done // total)} %"
