"""Retry: a shared store that is away for a moment: a database that restarts costs time and no call.

Owns how often and how long. A call that failed is made again from its beginning: nothing of a transaction that did not
end is kept, and what was kept although nobody heard of it is known when it is said again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from standfast.errors import StandfastError

Kind = TypeVar("Kind")
WAITS_S = (0.1, 0.3, 0.8, 1.5, 3.0, 5.0, 5.0)


def patiently(act: Callable[[], Kind]) -> Kind:
    """Do something on the store; wait and do it again while the store is busy or away."""
    for wait_s in WAITS_S:
        try:
            return act()
        except StandfastError as error:
            if not error.retryable:
                raise
        time.sleep(wait_s)
    return act()
