"""Which documents of a checkout were found to name something that is not there.

Owns the book in the git folder where `instructions.py` keeps what it found. A session start opens it first, and most
have nothing in it: then neither git nor any document is asked. Must not: judge. Neighbour: `instructions.py`.
"""

from __future__ import annotations

from standfast.code.cache import open_cache
from standfast.code.locate import find_checkout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.cache import Cache

BOOK = "instructions"
_NOTHING = ",[]]"  # how the row of a document ends that names nothing false


def open_book(git_dir: str) -> Cache:
    """Open what was found out of the documents of a checkout."""
    return open_cache(git_dir, book=BOOK)


def has_faults(git_dir: str, path: str) -> bool:
    """Tell whether something false was found out of a document before."""
    return not open_book(git_dir).get(path, _NOTHING).endswith(_NOTHING)


def list_faulty(book: Cache) -> list[str]:
    """Return the documents of which something false was found out before."""
    return [path for path, said in book.list_rows() if not said.endswith(_NOTHING)]


def has_faulty(root: str) -> bool:
    """Tell whether something false was found out of any document of this checkout."""
    place = find_checkout(root)
    return place is not None and bool(list_faulty(open_book(place.git_dir)))
