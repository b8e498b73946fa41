"""A verb as a method: what a face calls on a namespace of `Memory` is the verb itself, told where and for whom it acts.

A namespace is a table of its verbs; what each takes and returns stands once, in `verbs/`. Modules are loaded when the
first of their verbs is used, because hooks and MCP start with the namespaces and use few of them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Concatenate, ParamSpec, TypeVar

    from standfast.context.context import Context

    Given = ParamSpec("Given")
    Answer = TypeVar("Answer")


class Namespace:
    """Verbs for one caller in one place."""

    def __init__(self, context: Context) -> None:
        self.context = context


def namespace(name: str) -> Any:
    """Return the namespace of this name as an attribute."""

    def opened(home: Namespace) -> Any:
        from importlib import import_module

        return getattr(import_module("standfast.memory.namespaces"), name.capitalize())(home.context)

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
    """Return these modules of verbs, to be loaded when one of their verbs is used."""
    return [Later(f"standfast.verbs.{module}") for module in modules]


class Method:
    """A verb among the attributes of a namespace; `help` shows it with what is said and taken in `verbs/`."""

    def __init__(self, verb: Any, *, whole: bool) -> None:
        self._verb, self._whole = verb, whole
        self._name = ""
        self._made: Any = None

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"{owner.__qualname__}.{name}"

    def __get__(self, home: Namespace | None, kind: type) -> Any:
        made = self._made = self._made or self._make()
        if home is not None:
            return made.__get__(home, kind)
        if not hasattr(made, "__signature__"):
            made.__signature__ = _signature_of(made.__wrapped__)
        return made

    def _make(self) -> Any:
        function = getattr(self._verb, "__wrapped__", self._verb)
        if self._whole:

            def method(home: Namespace, /, *given: Any, **options: Any) -> Any:
                from standfast.context.acts import one_act

                with one_act(home.context):
                    return function(home.context, *given, **options)
        else:

            def method(home: Namespace, /, *given: Any, **options: Any) -> Any:
                return function(home.context, *given, **options)

        method.__doc__, method.__module__ = function.__doc__, function.__module__
        method.__name__, method.__qualname__ = self._name.rpartition(".")[2], self._name
        method.__wrapped__ = function  # type: ignore[attr-defined]
        return method


def _signature_of(function: Any) -> Any:
    """Return the signature of a verb as a method has it: with the namespace in the place of the context."""
    from inspect import Parameter, signature  # only whoever asks for help waits for it

    found = signature(function)
    first, *others = found.parameters.values()
    home = first.replace(name="self", kind=Parameter.POSITIONAL_ONLY, annotation=Parameter.empty)
    return found.replace(parameters=[home, *others])


def verb(function: Callable[Concatenate[Context, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Return a verb as a method of a namespace."""
    return Method(function, whole=False)  # type: ignore[return-value]


def act(function: Callable[Concatenate[Context, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Return a verb as a method whose writes are one act: `undo` takes it back as a whole."""
    return Method(function, whole=True)  # type: ignore[return-value]


class Plain:
    """A function that needs no namespace, among the attributes of one."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def __get__(self, home: Namespace | None, kind: type) -> Any:
        return getattr(self._function, "__wrapped__", self._function)


def plain(function: Callable[Given, Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Return a function that needs no namespace as an attribute of one."""
    return Plain(function)  # type: ignore[return-value]
