"""Write docs/reference/python.md from the library itself: what `standfast` exports, with signatures and docstrings."""

import inspect
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import standfast
from standfast.memory import Memory, namespaces
from standfast.model.value import Value, fields_of

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "python.md"
WIDTH = 100
HEAD = """# The library

Generated from the code by `make docs`. What is listed here is stable; everything else may change in any version.

```python
from standfast import Memory

with Memory.open() as memory:
    memory.remember("Locks are keyed by payment_id", kind="decision", why="two refunds raced in March")
    print(memory.recall("which key does the payment lock use?").to_dict())
```

A `Memory` is not thread-safe: open one per thread. Where a method takes a time, it takes a `datetime` or text as on the
command line (`2026-03-01`, `yesterday`, `2h`). A `reference` is a memory's id or an unambiguous part of it. An
answer is an immutable value with `to_dict()`, which gives what the command of that name prints with `--json`. An
error is a `StandfastError` with `code`, `message`, `hint` and `retryable`.
"""


def render() -> str:
    """Return the whole page."""
    methods = {name for name in vars(Memory) if not name.startswith("_")}
    parts = [HEAD, "## Memory\n", describe(Memory), "", methods_of(methods - namespaces_of(Memory).keys(), Memory)]
    for name, kind in namespaces_of(Memory).items():
        names = [word for word in vars(kind) if not word.startswith("_")]
        parts += [f"## memory.{name}\n", describe(kind), "", methods_of(names, kind)]
    parts += ["## What methods take and return\n", *map(render_value, exported_values())]
    return "\n".join(parts)


def exported_values() -> list[type[Value]]:
    """Return the values that `standfast` exports, by name."""
    found = [getattr(standfast, name) for name in standfast.__all__]
    return [kind for kind in found if isinstance(kind, type) and issubclass(kind, Value)]


def namespaces_of(kind: type[object]) -> dict[str, type[object]]:
    """Return the classes behind the namespaces of `Memory`, by name."""
    names = [name for name, member in vars(kind).items() if isinstance(member, property)]
    return {name: getattr(namespaces, name.capitalize()) for name in names}


def listed_verbs() -> dict[str, Any]:
    """Return every verb of the page, by the name it is called with."""
    homes = {"memory": Memory, **{f"memory.{name}": kind for name, kind in namespaces_of(Memory).items()}}
    return {
        f"{home}.{name}": getattr(kind, name)
        for home, kind in homes.items()
        for name, member in vars(kind).items()
        if not name.startswith("_") and not isinstance(member, property)
    }


def methods_of(names: Collection[str], kind: type[object]) -> str:
    """Return the methods of a class, in the order of the code."""
    shown = [(name, getattr(kind, name)) for name in vars(kind) if name in names]
    return "\n".join(f"```python\n{signature(name, member)}\n```\n{describe(member)}\n" for name, member in shown)


def signature(name: str, member: Any) -> str:
    """Return a method as it is called, with what it returns."""
    found = inspect.signature(plain_function(member))
    given = [part for part in found.parameters.values() if part.name not in {"self", "cls", "context"}]
    taken = [spell(part) for part in given]
    first = next((place for place, part in enumerate(given) if part.kind is part.KEYWORD_ONLY), None)
    if first is not None:
        taken.insert(first, "*")
    gives = found.return_annotation
    line = f"{name}({', '.join(taken)}) -> {gives}"
    return line if len(line) <= WIDTH else f"{name}(\n    " + ",\n    ".join(taken) + f",\n) -> {gives}"


def plain_function(member: Any) -> Any:
    """Return what a method calls: the verb, where the method is one."""
    return inspect.unwrap(getattr(member, "__func__", member))


def spell(part: inspect.Parameter) -> str:
    """Return a parameter as it stands in the code."""
    default = (
        ""
        if part.default is part.empty
        else f" = {json.dumps(part.default) if isinstance(part.default, str) else part.default}"
    )
    return f"{part.name}: {part.annotation}{default}"


def describe(member: Any) -> str:
    """Return a docstring as one paragraph."""
    return " ".join((inspect.getdoc(plain_function(member)) or "").split())


def render_value(kind: type[Value]) -> str:
    """Return the section of one value: what it is, and its fields."""
    types: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        types |= {name: str(hint) for name, hint in vars(base).get("__annotations__", {}).items()}
    rows = [f"| `{name}` | `{types.get(name, '')}` |".replace(" | None", " \\| None") for name in fields_of(kind)]
    return "\n".join([f"### {kind.__name__}\n", describe(kind), "", "| field | type |", "|---|---|", *rows, ""])


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
