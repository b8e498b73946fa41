"""Reading a file beside a database that has it open, in the same process.

Owns the handles that are kept for it. Must not know what is in the files. Neighbour: `files` writes.
"""

from __future__ import annotations

import os
from _thread import allocate_lock  # `threading` takes a hook as long as a query
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_KEPT: dict[tuple[int, int], int] = {}
_keeping = allocate_lock()


@contextmanager
def open_beside(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read that a database in this process may have open.

    Closing any handle of such a file would let go of every lock that the process holds on it: other processes would
    then throw its log away, or write over what is being read. So the handle is kept, once for each file.
    """
    with _keeping:
        for name, handle in list(_KEPT.items()):
            if not os.fstat(handle).st_nlink:  # deleted: nobody can open it any more
                os.close(_KEPT.pop(name))
        there = path.stat()
        key = (there.st_dev, there.st_ino)
        if key not in _KEPT:
            _KEPT[key] = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        with open(_KEPT[key], "rb", closefd=False) as file:
            file.seek(0)
            yield file
