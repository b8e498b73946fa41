"""mem0's verbs on Standfast: `add`, `search`, `get`, `get_all`, `update`, `delete`, `history`, in mem0's own shapes.

    from standfast.adapters.mem0 import Memory

    memory = Memory("my-app")
    memory.add("I prefer window seats", user_id="ada")
    memory.search("where does she like to sit?", user_id="ada")["results"]

No model is called: what is added is kept as it was said, so `infer` changes nothing. A deleted memory is retracted: out
of every answer, still in its history, and gone for good after `standfast purge`. Scores are between 0 and 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Any

from standfast.adapters.named import MOST, UNDECIDED, cleaned, open_memory, packed, tag_of, unpacked
from standfast.capture.draft import Draft
from standfast.errors import NotFound, StandfastError
from standfast.memory import Memory as Facade
from standfast.model.memory import Memory as Remembrance
from standfast.model.moment import render_time
from standfast.model.operation import Operation
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.trust.record import Remembered

Record = dict[str, Any]
Messages = str | dict[str, str] | list[dict[str, str]]

_NAMES = ("user_id", "agent_id", "run_id")
_MARK = "mem0:"
_ALL = tag_of("mem0", "all")
MOST_FOUND = 1000
_EVENTS = {"remember": "ADD", "revise": "UPDATE", "retract": "DELETE", "restore": "ADD"}


class Memory:
    """Memories of users, agents and runs of one program."""

    def __init__(self, project: str = "", *, memory: Facade | None = None) -> None:
        """Open the memory of a program by its name, or use one that is open already."""
        self._memory = memory if memory is not None else open_memory(project or "mem0", "mem0")
        self._lock = RLock()

    def close(self) -> None:
        """Let go of the store."""
        self._memory.close()

    def add(
        self,
        messages: Messages,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        infer: bool = True,
    ) -> Record:
        """Keep what was said; of a conversation every message but the system's."""
        del infer
        names = _required(user_id=user_id, agent_id=agent_id, run_id=run_id)
        results = []
        with self._lock:
            for role, text in _said(messages):
                told = {**names, "metadata": cleaned(self._memory, dict(metadata or {})), "role": role}
                done = self._store(text, names, f"document:{_MARK}{packed(told, plain=True)}")
                results.append({"id": done.id, "memory": text, "event": "ADD" if done.operation else "NONE"})
        return {"results": results}

    def search(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        limit: int = 100,
        top_k: int | None = None,
        filters: Mapping[str, Any] | None = None,
        threshold: float | None = None,
    ) -> Record:
        """Find what answers a query, best first; `filters` may hold the ids, and what metadata must equal."""
        names, wanted = _split(filters, user_id=user_id, agent_id=agent_id, run_id=run_id)
        most = min(top_k or limit, MOST_FOUND)
        with self._lock:
            found = self._memory.recall(query, limit=MOST_FOUND if wanted else most, tags=_tags(names))
        results = [{**_shaped(result.memory), "score": _score(result.score)} for result in found.results]
        return {
            "results": [result for result in results if _has(result, wanted) and result["score"] >= (threshold or 0.0)][
                :most
            ]
        }

    def get(self, memory_id: str) -> Record | None:
        """Return one memory, or None."""
        with self._lock:
            found = self._find(memory_id)
        return _shaped(found) if found else None

    def get_all(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        limit: int = 100,
        top_k: int | None = None,
        filters: Mapping[str, Any] | None = None,
    ) -> Record:
        """Return what is kept for these ids, the latest first."""
        names, wanted = _split(filters, user_id=user_id, agent_id=agent_id, run_id=run_id)
        with self._lock:
            most = top_k or limit
            found = self._memory.newest(limit=MOST if wanted else most, tags=_tags(names), include=UNDECIDED)
        kept = [item for item in (_shaped(shown.memory) for shown in found) if _has(item, wanted)]
        return {"results": kept[:most]}

    def update(self, memory_id: str, text: str | None = None, *, data: str | None = None) -> Record:
        """Write a new revision; the one before stays in the history. Metadata stays as it was."""
        words = text or data
        if not words:
            raise ValueError("An update needs a text.")
        with self._lock:
            self._get(memory_id)
            self._memory.revise(memory_id, words)
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> Record:
        """Take a memory back."""
        with self._lock:
            self._get(memory_id)
            self._memory.retract(memory_id, reason="deleted by the program")
        return {"message": "Memory deleted successfully!"}

    def delete_all(
        self, *, user_id: str | None = None, agent_id: str | None = None, run_id: str | None = None
    ) -> Record:
        """Take back what is kept for these ids."""
        _required(user_id=user_id, agent_id=agent_id, run_id=run_id)
        with self._lock:
            for item in self.get_all(user_id=user_id, agent_id=agent_id, run_id=run_id, limit=MOST)["results"]:
                self.delete(item["id"])
        return {"message": "Memories deleted successfully!"}

    def reset(self) -> None:
        """Take back everything that was added."""
        with self._lock:
            for item in self._memory.newest(limit=MOST, tags=[_ALL], include=UNDECIDED):
                self._memory.retract(item.memory.id, reason="reset by the program")

    def history(self, memory_id: str) -> list[Record]:
        """Return what became of a memory, the oldest first."""
        with self._lock:
            entries = [item.operation for item in reversed(self._memory.log(memory_id, limit=0)) if not item.reverted]
        records, before = [], None
        for operation in entries:
            event = _EVENTS.get(operation.header.act.value)
            after = _text_of(operation)
            if event is None:
                continue
            if event == "ADD" and before is not None and after is not None:
                event = "UPDATE"
            records.append(_past(operation, event, before, None if event == "DELETE" else after or before))
            before = after or before
        return records

    def _store(self, text: str, names: Mapping[str, str], evidence: str) -> Remembered:
        # Owners are told apart in the source: what two of them say in the same words stays two memories.
        source = Source("agent", "mem0", item=tag_of("owner", *names, *names.values()))
        (done,) = self._memory.remember_many([Draft(text=text, tags=_tags(names), evidence=[evidence], source=source)])
        if isinstance(done, StandfastError):
            raise done
        return done

    def _find(self, memory_id: str) -> Remembrance | None:
        try:
            found = self._memory.show(memory_id).memory
        except NotFound:
            return None
        kept = found.status in {Status.ACTIVE, *map(Status, UNDECIDED)}
        return found if kept and _ALL in found.content.tags else None

    def _get(self, memory_id: str) -> Remembrance:
        found = self._find(memory_id)
        if found is None:
            raise ValueError(f"Memory with id {memory_id} not found. Please provide a valid 'memory_id'")
        return found


def _score(value: float) -> float:
    """Bring a score between 0 and 1, in the same order."""
    return round(max(value, 0.0) / (1 + max(value, 0.0)), 6)


def _required(**names: str | None) -> dict[str, str]:
    given = {name: value for name, value in names.items() if value}
    if not given:
        raise ValueError("A memory belongs to a user, an agent or a run: name at least one of " + ", ".join(_NAMES))
    return given


def _split(filters: Mapping[str, Any] | None, **names: str | None) -> tuple[dict[str, str], Record]:
    rest = dict(filters or {})
    given = {**names, **{name: rest.pop(name) for name in _NAMES if name in rest}}
    return _required(**given), rest


def _tags(names: Mapping[str, str]) -> list[str]:
    return [_ALL, *(tag_of("mem0", name, value) for name, value in names.items())]


def _said(messages: Messages) -> Sequence[tuple[str, str]]:
    if isinstance(messages, str):
        return [("user", messages)]
    listed = [messages] if isinstance(messages, dict) else messages
    return [
        (item.get("role", "user"), item["content"])
        for item in listed
        if item.get("role") != "system" and item.get("content")
    ]


def _told(memory: Remembrance) -> Record:
    for item in memory.content.evidence:
        told = unpacked(item.ref.removeprefix(_MARK)) if item.ref.startswith(_MARK) else None
        if isinstance(told, dict):
            return told
    return {}


def _shaped(memory: Remembrance) -> Record:
    told, text = _told(memory), memory.content.text
    changed = memory.version.revision > 1
    return {
        "id": memory.id,
        "memory": text,
        "hash": hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
        "metadata": told.get("metadata") or None,
        "created_at": render_time(memory.at),
        "updated_at": render_time(memory.version.recorded_at) if changed else None,
        **{name: told[name] for name in (*_NAMES, "role") if name in told},
    }


def _has(record: Record, wanted: Mapping[str, Any]) -> bool:
    metadata = record["metadata"] or {}
    return all(metadata.get(name) == value for name, value in wanted.items())


def _text_of(operation: Operation) -> str | None:
    content = (operation.payload or {}).get("content")
    return str(content["text"]) if isinstance(content, dict) and "text" in content else None


def _past(operation: Operation, event: str, before: str | None, after: str | None) -> Record:
    header = operation.header
    return {
        "id": header.id,
        "memory_id": header.memory,
        "old_memory": before,
        "new_memory": after,
        "event": event,
        "created_at": render_time(header.at),
        "updated_at": render_time(header.recorded_at),
        "is_deleted": event == "DELETE",
        "actor_id": header.source.name,
        "role": None,
    }
