"""Tables and coloured lines: rich on a terminal, aligned plain text elsewhere.

The only module that imports rich, and only when somebody looks.
"""

import unicodedata
from collections.abc import Sequence

from standfast.cli.face import Piece, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

Cell = Sequence[Piece]
_WIDEST = 72
_NARROW = 90


def print_pieces(pieces: Sequence[Piece], *, styled: bool = True) -> None:
    """Print one line, in colour unless that is not wanted."""
    from rich.text import Text

    _console(styled=styled, soft_wrap=True).print(Text.assemble(*pieces))


def print_folded(pieces: Sequence[Piece], indent: int, *, styled: bool = True) -> None:
    """Print a paragraph broken between words, every line indented."""
    from rich.padding import Padding
    from rich.text import Text

    _console(styled=styled).print(Padding(Text.assemble(*pieces), (0, 0, 0, indent), expand=False))


def _console(*, styled: bool, **options: bool) -> "Console":
    """Return where to print; without style there is no escape in what is printed, not even for bold."""
    from rich.console import Console

    return Console(highlight=False, color_system="auto" if styled else None, **options)  # type: ignore[arg-type]


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Cell]], *, styled: bool = True) -> None:
    """Print a table that fits the terminal; a narrow one gets two lines a row, the last column below the others."""
    from rich.table import Table
    from rich.text import Text

    console = _console(styled=styled)
    if console.width < _NARROW and len(columns) > 2:
        for row in rows:
            head = [cell for cell in row[:-1] if plain(cell).strip()]
            pieces = [piece for place, cell in enumerate(head) for piece in (*(("  ",) if place else ()), *cell)]
            console.print(Text.assemble(*pieces), soft_wrap=False)
            body = Text.assemble(*row[-1])
            body.truncate(2 * (console.width - 2), overflow="ellipsis")
            for line in body.wrap(console, console.width - 2):
                console.print(Text("  ") + line)
        return
    table = Table(box=None, pad_edge=False, header_style="dim", show_edge=False)
    for place, name in enumerate(columns):
        table.add_column(name, overflow="ellipsis" if place == len(columns) - 1 else "fold", no_wrap=place == 0)
    for row in rows:
        table.add_row(*(Text.assemble(*cell) for cell in row))
    console.print(table)


def plain_table(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Return a table as aligned text; the last column keeps its length."""
    texts = [[" ".join(plain(cell).split()) for cell in row] for row in rows]
    lines = [[*columns], *texts]
    widths = [min(_WIDEST, max(_width(line[place]) for line in lines)) for place in range(len(columns))]
    return "".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell + " " * max(0, width - _width(cell)) for cell, width in zip(cells[:-1], widths, strict=False)]
    return "  ".join([*padded, cells[-1]]).rstrip() + "\n"


def _width(text: str) -> int:
    """Return how many columns a text takes; East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
