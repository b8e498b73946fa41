"""Lists of words that are data: a JSON file beside the module that reads with them.

Owns finding and reading such a file. Must not know what the words are for. Hook path: light.
"""

from __future__ import annotations

import json
import os
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@cache
def read_lists(module: str, name: str) -> dict[str, Any]:
    """Return the lists of `NAME.json` beside a module, which gives its `__file__`."""
    folder = os.path.dirname(module)  # noqa: PTH120 - the hook path loads no pathlib
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:  # noqa: PTH123 - the same
        found: dict[str, Any] = json.load(file)
    return found
