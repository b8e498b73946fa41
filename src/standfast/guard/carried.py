"""Guards as memories carry them: read, with the memory's own words as the reason, or what is wrong with one.

Must not: know what is in force where, or match anything. Neighbours: `rule` (the document), `verbs.enforced` (what is
in force). On the hook path.
"""

from __future__ import annotations

import json

from standfast.errors import StandfastError
from standfast.model.value import Value
from standfast.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from standfast.guard.finding import Waiver
    from standfast.guard.rule import Guard
    from standfast.model.memory import Memory

_REASON = 600


class CarriedGuard(Value):
    """A memory with its guard, or with what is wrong with it."""

    memory: Memory
    document: dict[str, Any]
    guard: Guard | None = None
    problem: str = ""
    hint: str = ""

    @property
    def id(self) -> str:
        """The guard's id, or the memory's where it has none that can be read."""
        return str(self.document.get("id") or self.memory.id)

    @property
    def waivers(self) -> list[Waiver]:
        """The waivers that the guard carries; one without reason or date does not count."""
        from standfast.guard.finding import Waiver

        found: list[Waiver] = []
        for item in self.document.get("waivers") or ():
            if isinstance(item, dict) and item.get("reason") and item.get("until"):
                paths = tuple(str(path) for path in item.get("paths") or ())
                person = str(item.get("person", ""))
                found.append(Waiver(self.id, str(item["reason"]), str(item["until"]), person, paths))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the guard, the memory that carries it and its words, or what is wrong with it, as plain data."""
        guard, content = self.guard, self.memory.content
        return {
            "guard": self.id,
            "memory": self.memory.id,
            "words": content.title or content.text,
            "status": self.memory.status.value,
            "severity": guard.severity if guard else None,
            "kind": guard.kind if guard else None,
            "languages": list(guard.languages) if guard else [],
            "paths": list(guard.paths) if guard else [],
            "since": guard.since if guard else "",
            "expires": guard.expires if guard else "",
            "message": guard.message if guard else "",
            "waivers": self.document.get("waivers") or [],
            "problem": self.problem,
        }


def read_carried(memory: Memory) -> CarriedGuard:
    """Read the guard of a memory, or say what is wrong with it."""
    from standfast.guard.rule import read_guard

    document: dict[str, Any] = {}
    try:
        loaded = json.loads(memory.content.guard)
        document = loaded if isinstance(loaded, dict) else {}
        guard = read_guard(_whole(document), name=f"the guard of {memory.id}")
    except StandfastError as error:
        said = error.message.removeprefix(f"{document.get('id')}: ").removesuffix(".")
        return CarriedGuard(memory, document, None, said, error.hint)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        hint = f"`standfast guard remove {memory.id}`, or add it again."
        return CarriedGuard(memory, document, None, f"it cannot be read: {error}", hint)
    paths = guard.paths or memory.content.scope.paths
    return CarriedGuard(
        memory, document, guard._replace(memory=memory.id, reason=reason_of(memory, guard.message), paths=paths)
    )


def _whole(document: dict[str, Any]) -> dict[str, Any]:
    """Fill in a starter rule that is kept by name, because its snippets look like the secrets it finds."""
    if "pack" not in document or "rule" in document:
        return document
    from standfast.guard.pack import load_pack
    from standfast.guard.render import guard_document

    shipped = {guard.id: guard for guard in load_pack(str(document["pack"]))}
    return {**guard_document(shipped[str(document["id"])]), **document}


def reason_of(memory: Memory, message: str = "") -> str:
    """Quote what the memory says, and why; what the guard's own message says already is not repeated."""
    said, why = one_line(memory.content.text), one_line(memory.content.why)
    stop = "" if said.endswith((".", "!", "?", ":", "…")) else "."
    parts = [said + stop, f"Why: {why}"] if why else [said]
    if why and said == one_line(message):
        parts = [why]
    return one_line(" ".join(parts), _REASON)
