"""From float rows to the shipped file: int8 components with one scale a row.

Owns the last step of the recipe; the form of the file belongs to `standfast.recall.embed.table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from standfast.recall.embed.table import write_table

if TYPE_CHECKING:
    from pathlib import Path


def write_quantised(path: Path, model: str, tokens: list[str], rows: np.ndarray) -> None:
    """Quantise each row to its own largest component and write the table."""
    scales = np.maximum(np.abs(rows).max(1), 1e-12) / 127
    packed = np.rint(rows / scales[:, None]).astype(np.int8)
    write_table(
        path, model=model, dimensions=rows.shape[1], tokens=tokens, scales=scales.tolist(), rows=packed.tobytes()
    )
