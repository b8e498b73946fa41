"""LangGraph's `BaseStore` on Standfast: long-term memory for graphs, with search, undo and redaction behind it.

    from standfast.adapters.langgraph import StandfastStore

    store = StandfastStore("my-app")
    store.put(("users", "ada"), "editor", {"text": "Ada writes in Helix"})
    store.search(("users",), query="which editor does Ada use?")

Needs the extra `standfast[langgraph]`. A deleted item is retracted: out of every answer, still in the history, and gone
for good after `standfast purge`. What looks like an injected order waits for a person and is not returned before.
"""

from __future__ import annotations

import asyncio
from threading import RLock
from typing import Any

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
    )
except ImportError as missing:
    raise ImportError("LangGraph is not installed: pip install 'standfast[langgraph]'") from missing

from collections.abc import Callable, Iterable

from standfast.adapters.named import MOST, UNDECIDED, cleaned, open_memory, packed, prefixes, tag_of, unpacked
from standfast.memory import Memory
from standfast.model.memory import Memory as Remembrance

_PATH, _ITEM = "lg-path", "lg-item"
_MOST_FOUND = 1000


class StandfastStore(BaseStore):
    """Items of a program, each one memory. One store may be used by many threads."""

    def __init__(self, project: str = "", *, memory: Memory | None = None) -> None:
        """Open the store of a program by its name, or use a memory that is open already."""
        self._memory = memory if memory is not None else open_memory(project or "langgraph", "langgraph")
        self._lock = RLock()

    def close(self) -> None:
        """Let go of the store."""
        self._memory.close()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do these operations one after the other."""
        with self._lock:
            return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same on a worker thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _do(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, PutOp):
            self._put(op)
            return None
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._list(op)
        raise ValueError(f"Unknown operation type: {type(op).__name__}")

    def _find(self, op: GetOp | PutOp, *include: str) -> Remembrance | None:
        tag = tag_of(_ITEM, *op.namespace, "", op.key)
        found = self._memory.newest(limit=1, tags=[tag], include=(*UNDECIDED, *include))
        return found[0].memory if found else None

    def _get(self, op: GetOp) -> Item | None:
        found = self._find(op)
        return _item(found) if found else None

    def _put(self, op: PutOp) -> None:
        known = self._find(op, "quarantined")
        if op.value is None:
            if known:
                self._memory.retract(known.id, reason="deleted by the program")
            return
        told = {"namespace": list(op.namespace), "key": op.key, "value": cleaned(self._memory, op.value)}
        text = packed({**told, **({"index": False} if op.index is False else {})})
        if known:
            self._memory.revise(known.id, text)
            return
        tags = [tag_of(_PATH, *names) for names in prefixes(op.namespace)]
        self._memory.remember(text, tags=[*tags, tag_of(_ITEM, *op.namespace, "", op.key)])

    def _search(self, op: SearchOp) -> list[SearchItem]:
        tags = [tag_of(_PATH, *op.namespace_prefix)]
        scored: Iterable[tuple[Remembrance, float | None]]
        if op.query:
            wanted = _MOST_FOUND if op.filter else min(op.offset + op.limit, _MOST_FOUND)
            answer = self._memory.recall(op.query, limit=max(wanted, 1), tags=tags)
            scored = [(result.memory, result.score) for result in answer.results]
        else:
            scored = [(item.memory, None) for item in self._memory.newest(limit=MOST, tags=tags)]
        found = [_found(memory, score) for memory, score in scored if not (op.query and _unindexed(memory))]
        kept = [item for item in found if _fits(item.value, op.filter or {})]
        return kept[op.offset : op.offset + op.limit]

    def _list(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        everything = self._memory.newest(limit=MOST, tags=[tag_of(_PATH)], include=UNDECIDED)
        named = {_item(item.memory).namespace for item in everything}
        if op.match_conditions:
            named = {names for names in named if all(_matches(condition, names) for condition in op.match_conditions)}
        if op.max_depth is not None:
            named = {names[: op.max_depth] for names in named}
        return sorted(named)[op.offset : op.offset + op.limit]


def _told(memory: Remembrance) -> dict[str, Any]:
    told = unpacked(memory.content.text)
    return (
        told if isinstance(told, dict) else {"namespace": [], "key": memory.id, "value": {"text": memory.content.text}}
    )


def _unindexed(memory: Remembrance) -> bool:
    return _told(memory).get("index") is False


def _item(memory: Remembrance) -> Item:
    told = _told(memory)
    return Item(
        value=told["value"],
        key=told["key"],
        namespace=tuple(told["namespace"]),
        created_at=memory.at,
        updated_at=memory.version.recorded_at,
    )


def _found(memory: Remembrance, score: float | None) -> SearchItem:
    item = _item(memory)
    return SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)


def _matches(condition: MatchCondition, names: tuple[str, ...]) -> bool:
    path = tuple(condition.path)
    if len(names) < len(path):
        return False
    part = names[: len(path)] if condition.match_type == "prefix" else names[len(names) - len(path) :]
    return all(wanted in ("*", name) for wanted, name in zip(path, part, strict=True))


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda value, wanted: bool(value == wanted),
    "$ne": lambda value, wanted: bool(value != wanted),
    "$gt": lambda value, wanted: float(value) > float(wanted),
    "$gte": lambda value, wanted: float(value) >= float(wanted),
    "$lt": lambda value, wanted: float(value) < float(wanted),
    "$lte": lambda value, wanted: float(value) <= float(wanted),
}


def _fits(value: Any, wanted: Any) -> bool:
    """Tell whether a value has what a filter asks for: equal leaves, or the comparisons that begin with a dollar."""
    if not isinstance(wanted, dict):
        return bool(value == wanted)
    if any(name.startswith("$") for name in wanted):
        unknown = next((name for name in wanted if name not in _COMPARE), None)
        if unknown:
            raise ValueError(f"Unsupported operator: {unknown}")
        return value is not None and all(_COMPARE[name](value, bound) for name, bound in wanted.items())
    return isinstance(value, dict) and all(_fits(value.get(name), item) for name, item in wanted.items())
