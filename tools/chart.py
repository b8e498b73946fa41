"""Draw the curves of `bench decay` for the documentation: what is still true of what each way presents.

standfast bench decay REPO… --stops 6 --json | python tools/chart.py > docs/explanation/decay.svg
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

_WIDTH, _HEIGHT = 680, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 190, 24, 44
_COLOURS = ("#b4441a", "#1d6b8f", "#5b7a1f", "#7a3f8f", "#8f6b1d", "#3f5f8f")


def draw(rows: Sequence[dict[str, Any]]) -> str:
    """Draw, for each repository, the share that is still true: of all that was written, and of what is presented."""
    furthest = max(point["commits"] for row in rows for point in row["curve"])
    least = min(point["naive_true"] for row in rows for point in row["curve"])
    floor = max(0, 10 * int((least - 5) // 10))
    frame = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-label="Share still true over commits">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        *_axes(furthest, floor),
    ]
    for number, row in enumerate(rows):
        colour = _COLOURS[number % len(_COLOURS)]
        start = [{"commits": 0, "naive_true": 100.0, "presented_true": 100.0}]
        for name, dash in (("naive_true", "5 4"), ("presented_true", "")):
            points = [_place(point["commits"], point[name], furthest, floor) for point in [*start, *row["curve"]]]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>')
        parts += _legend(number, row, colour)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _place(commits: int, share: float, furthest: int, floor: int) -> tuple[float, float]:
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    return _LEFT + wide * commits / furthest, _TOP + high * (100 - share) / (100 - floor)


def _axes(furthest: int, floor: int) -> list[str]:
    parts: list[str] = []
    for share in range(floor, 101, 10 if floor < 80 else 5):
        left, height = _place(0, share, furthest, floor)
        right, _ = _place(furthest, share, furthest, floor)
        parts.append(f'<line x1="{left}" y1="{height:.1f}" x2="{right:.1f}" y2="{height:.1f}" stroke="#dddddd"/>')
        parts.append(f'<text x="{left - 6}" y="{height + 4:.1f}" text-anchor="end">{share} %</text>')
    for commits in range(0, furthest + 1, 100):
        place, bottom = _place(commits, floor, furthest, floor)
        parts.append(f'<text x="{place:.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{commits}</text>')
    place, bottom = _place(furthest // 2, floor, furthest, floor)
    parts.append(f'<text x="{place:.1f}" y="{bottom + 36:.1f}" text-anchor="middle">commits later</text>')
    return parts


def _legend(number: int, row: dict[str, Any], colour: str) -> list[str]:
    left, top = _WIDTH - _RIGHT + 14, _TOP + 14 + 54 * number
    name = row["repository"].replace("+", "/", 1)
    return [
        f'<text x="{left}" y="{top}" font-weight="bold" fill="{colour}">{name}</text>',
        f'<text x="{left}" y="{top + 16}">presented as current (line)</text>',
        f'<text x="{left}" y="{top + 32}">all that was written (dashes)</text>',
    ]


if __name__ == "__main__":
    sys.stdout.write(draw(json.load(sys.stdin)["repositories"]))
