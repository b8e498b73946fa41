"""Value: the base of everything that is a value. Immutable, compared by content, cheap to define.

The same contract as a frozen dataclass, for type checkers too. Written by hand because `dataclasses` generates code
when a class is defined: the forty classes on the hook path cost 60 ms of CPU there, and 2 ms here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from functools import cached_property
    from typing import Any, TypeVar, dataclass_transform

    computed = cached_property
    T = TypeVar("T", bound="Value")
else:

    def dataclass_transform(**_: object) -> object:
        """Tell type checkers only."""
        return lambda made: made

    class computed:  # noqa: N801 - a decorator
        """A property that is worked out when it is first asked for, without the lock of `functools` in Python 3.11."""

        def __init__(self, work_out: Callable[[Any], Any]) -> None:
            self._work_out = work_out
            self.__doc__ = work_out.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, value: Any, owner: type | None = None) -> Any:
            if value is None:
                return self
            found = value.__dict__[self._name] = self._work_out(value)
            return found


@dataclass_transform(frozen_default=True, eq_default=True)
class Value:
    """A value: annotated fields, in order, some with defaults."""

    if not TYPE_CHECKING:
        _fields: tuple[str, ...] = ()
        _defaults: dict[str, Any] = {}
        _names: frozenset[str] = frozenset()

        def __init_subclass__(cls) -> None:
            own = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - inspect costs what we save
            cls._fields = (*cls._fields, *(name for name in own if name not in cls._fields))
            cls._names = frozenset(cls._fields)
            cls._defaults = {**cls._defaults, **{name: cls.__dict__[name] for name in own if name in cls.__dict__}}

        def __init__(self, *args: Any, **named: Any) -> None:
            fields = self._fields
            state = self.__dict__
            if not named and len(args) == len(fields):
                state.update(zip(fields, args, strict=False))
                return
            if not args and named.keys() == self._names:
                state.update(named)
                return
            state.update(self._defaults)
            state.update(named)
            if args:
                if len(args) > len(fields) or not named.keys().isdisjoint(fields[: len(args)]):
                    raise TypeError(f"{type(self).__name__} got a field twice or too many of them")
                state.update(zip(fields, args, strict=False))
            if len(state) != len(fields) or not self._names.issuperset(named):
                odd = sorted(self._names ^ state.keys())
                raise TypeError(f"{type(self).__name__} lacks or does not know: {', '.join(odd)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be removed")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *(self.__dict__[name] for name in fields_of(type(self)))))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, ready for JSON: the fields by name, unless a class says otherwise."""
        return {name: plain(self.__dict__[name]) for name in fields_of(type(self))}

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self.__dict__[name]!r}" for name in fields_of(type(self)))
        return f"{type(self).__name__}({shown})"


def plain(value: Any) -> Any:
    """Return a field as JSON can hold it: values as their records, enumerations by their word, times in UTC."""
    if value is None or isinstance(value, str | int | float):
        return getattr(value, "word", None) or getattr(value, "value", value)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "items"):
        return {str(plain(name)): plain(item) for name, item in value.items()}
    if hasattr(value, "isoformat"):
        from standfast.model.moment import render_time

        return render_time(value)
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(item) for item in value]
    return str(value)


def fields_of(kind: type[Value]) -> tuple[str, ...]:
    """Return the names of a value's fields, in order."""
    found: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    return found


def replace(value: T, /, **changes: Any) -> T:
    """Return the same value with some fields changed."""
    state = dict(value.__dict__)
    unknown = changes.keys() - state.keys()
    if unknown:
        raise TypeError(f"{type(value).__name__} does not know: {', '.join(sorted(unknown))}")
    state.update(changes)
    return make_unchecked(type(value), state)


def make_unchecked(kind: type[T], state: dict[str, Any] | Iterable[tuple[str, Any]]) -> T:
    """Return a value of fields that are known to be whole: of hundreds, the checks cost more than the reads."""
    made = object.__new__(kind)
    made.__dict__.update(state)
    return made
