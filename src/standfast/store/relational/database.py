"""What the shared steps need of an engine's connection: to run statements, and to say what went wrong.

Statements are written with `?` and `?N` for bound values, in `.sql` files that have the same names in every engine.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, Protocol, TypeVar

    from standfast.errors import StandfastError

    Kind = TypeVar("Kind")
else:
    Protocol = object

_GENERATOR = 0x20  # a flag of a function's code
_ROUND = (1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
EVERYTHING = 1 << 62  # as a limit: no limit


class Database(Protocol):
    """A connection. Rows hold what their statement selects, so they are not typed here."""

    @property
    def in_transaction(self) -> bool: ...
    @property
    def trouble(self) -> tuple[type[Exception], ...]: ...
    def ours(self, error: Exception, /) -> StandfastError: ...
    def statements(self, file: str, /) -> Mapping[str, str]: ...
    def execute(self, sql: str, values: Any = ..., /) -> Any: ...
    def executemany(self, sql: str, values: Any, /) -> Any: ...
    def insert(self, sql: str, values: Any, /) -> int: ...
    def changes(self) -> int: ...


class Transactional(Database, Protocol):
    """A connection that opens and ends write transactions."""

    def begin(self) -> None: ...
    def begin_reading(self) -> None: ...
    def end_reading(self) -> None: ...
    def commit(self) -> None: ...
    def roll_back(self) -> None: ...
    def hasty(self) -> AbstractContextManager[None]: ...


@contextmanager
def transaction(connection: Transactional) -> Iterator[None]:
    """Open a write transaction, of which nothing is kept unless it ends without an error."""
    connection.begin()
    try:
        yield
        connection.commit()
    except BaseException:
        connection.roll_back()
        raise


def guarded(kind: type[Kind]) -> type[Kind]:
    """Let every public method of a class that reads from `_db` raise our errors, whenever its rows are read."""
    for name, method in list(vars(kind).items()):
        if not name.startswith("_") and callable(method):
            lazy = method.__code__.co_flags & _GENERATOR
            setattr(kind, name, _yielding(method) if lazy else _returning(method))
    return kind


def _returning(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, *args: Any, **options: Any) -> Any:
        try:
            return method(self, *args, **options)
        except self._db.trouble as error:
            raise self._db.ours(error) from error

    return call


def _yielding(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, *args: Any, **options: Any) -> Any:
        try:
            yield from method(self, *args, **options)
        except self._db.trouble as error:
            raise self._db.ours(error) from error

    return call


@cache
def load(path: Path) -> dict[str, str]:
    """Return the statements of one file by name."""
    parts = f"\n{path.read_text(encoding='utf-8')}".split("\n-- name: ")[1:]
    return {name.strip(): text.strip() for name, _, text in (part.partition("\n") for part in parts)}


def rounded(values: Sequence[Any]) -> tuple[str, list[Any]]:
    """Return marks for a list that a column is looked up in, and its values: the last one again, up to a round number.

    Saying a value twice changes nothing there, and a statement that was asked before need not be read anew.
    """
    room = next((step for step in _ROUND if step >= len(values)), len(values)) - len(values) if values else 0
    return marks(len(values) + room), [*values, *[values[-1]] * room] if room else list(values)


def marks(count: int) -> str:
    """Return that many bound-parameter marks; none is a list that nothing is in."""
    return ",".join("?" * count) or "NULL"
