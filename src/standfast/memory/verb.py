"""A verb as a method: what a face calls on a namespace of `Memory` is the verb itself, told where and for whom it acts.

A namespace is a table of its verbs; what each takes and returns stands once, in `verbs/`. Modules are loaded when the
first of their verbs is called, because hooks and MCP start with the namespaces and use few of them. A verb that is
named like its module stands below the module's others: from there on the name is the verb's.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Concatenate, ParamSpec, TypeVar

    from standfast.context.context import Context

    Given = ParamSpec("Given")
    Answer = TypeVar("Answer")


class Space:
    """A namespace of `Memory`: verbs for one caller in one place."""

    def __init__(self, context: Context) -> None:
        self.context = context


def part(name: str) -> Any:
    """Return the namespace of this name as an attribute."""

    def opened(space: Space) -> Any:
        from importlib import import_module

        return getattr(import_module("standfast.memory.spaces"), name.capitalize())(space.context)

    return property(opened)


class Later:
    """A module, or a function in one, that is loaded when it is called or asked about."""

    def __init__(self, module: str, name: str = "") -> None:
        self._module, self._name = module, name

    def __getattr__(self, name: str) -> Later:
        if self._name:
            raise AttributeError(name)
        return Later(self._module, name)

    @property
    def __wrapped__(self) -> Any:
        from importlib import import_module

        return getattr(import_module(self._module), self._name)

    def __call__(self, *given: Any, **options: Any) -> Any:
        return self.__wrapped__(*given, **options)


def verbs(*modules: str) -> list[Later]:
    """Return these modules of verbs, to be loaded when one of their verbs is called."""
    return [Later(f"standfast.verbs.{module}") for module in modules]


def verb(function: Callable[Concatenate[Context, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Return a verb as a method of a namespace."""

    def method(space: Space, /, *given: Given.args, **options: Given.kwargs) -> Answer:
        return function(space.context, *given, **options)

    method.__wrapped__ = function  # type: ignore[attr-defined]
    return method


def act(function: Callable[Concatenate[Context, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Return a verb as a method whose writes are one act: `undo` takes it back as a whole."""

    def method(space: Space, /, *given: Given.args, **options: Given.kwargs) -> Answer:
        from standfast.context.acts import one_act

        with one_act(space.context):
            return function(space.context, *given, **options)

    method.__wrapped__ = function  # type: ignore[attr-defined]
    return method
