"""Numpy without threads: our products are small, and on a busy machine threads only wait for each other.

Owns one import. 10,000 vectors take 0.3 ms of CPU with one thread and 0.9 to 6 with several. Where a program has numpy
already, it is left as it is.
"""

from __future__ import annotations

import os
import sys

_NAMES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def import_numpy() -> None:
    """Import numpy; its library reads how many threads to start at that moment only."""
    if "numpy" in sys.modules:
        return
    missing = [name for name in _NAMES if name not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    try:
        import numpy  # noqa: F401, ICN001
    finally:
        for name in missing:
            del os.environ[name]
