"""What one operation of REST is, and the words its parameters are described with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from standfast.memory import Memory
from standfast.model.value import Value
from standfast.verbs.declared import KINDS

Record = dict[str, Any]
Act = Callable[..., Record]

TEXT: Record = {"type": "string"}
TEXTS: Record = {"type": "array", "items": {"type": "string"}}
FLAG: Record = {"type": "boolean"}
KIND: Record = {**TEXT, "description": ", ".join(KINDS)}
TIME: Record = {**TEXT, "description": "2026-11-15, 2026-11-15T10:00:00Z, yesterday, 2h, 3d"}

READER, AGENT, ADMIN = "reader", "agent", "admin"
ALLOWED = {READER: {READER}, AGENT: {READER, AGENT}, ADMIN: {READER, AGENT, ADMIN}}


class Operation(Value):
    """One method of one path. `takes` come from the query on GET and from the body otherwise; `{id}` from the path."""

    name: str
    method: str
    path: str
    summary: str
    act: Act | None  # None: `rest` answers it itself; it is about the server, or not one JSON document
    answer: str
    takes: Mapping[str, Record] = {}
    needs: tuple[str, ...] = ()
    level: str = READER
    status: int = 200
    media: str = "application/json"

    @property
    def schema(self) -> Record:
        """The schema of its arguments, without those in the path."""
        return {"type": "object", "properties": dict(self.takes), "required": list(self.needs)}


def limit(most: int) -> Record:
    """Describe how many are wanted."""
    return {"type": "integer", "minimum": 1, "maximum": most}


def one(verb: str, **always: Any) -> Act:
    """Return what calls a verb of the facade and answers with its JSON; an `id` in the path is what it is about."""

    def act(memory: Memory, **options: Any) -> Record:
        answer: Record = _call(memory, verb, {**options, **always}).to_dict()
        return answer

    return act


def many(name: str, verb: str, **always: Any) -> Act:
    """Return the same for a verb that answers with several, under a name."""

    def act(memory: Memory, **options: Any) -> Record:
        return {name: [item.to_dict() for item in _call(memory, verb, {**options, **always})]}

    return act


def _call(memory: Memory, verb: str, options: dict[str, Any]) -> Any:
    about = [options.pop("id")] if "id" in options else []
    return attrgetter(verb)(memory)(*about, **options)
