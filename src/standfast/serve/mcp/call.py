"""What MCP calls do: each tool calls the facade once and renders text for a model.

Loaded at the first call, not at the start. Everything that leaves here as memory is fenced as quoted data.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from standfast.agents.client import name_client, session_of
from standfast.agents.lineage import is_forged
from standfast.config import load_settings
from standfast.errors import StandfastError
from standfast.memory import Memory
from standfast.model.ids import mint
from standfast.model.source import Source
from standfast.moments.presence import own_session
from standfast.moments.wording import render_brief, render_memory, render_results
from standfast.recall.fence import NOTICE, clean_for_model, fence_line, label
from standfast.serve.arguments import checked
from standfast.serve.mcp.tools import TOOLS
from standfast.verbs.redact import open_redactor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from standfast.config import Settings
    from standfast.model.session import Excerpt
    from standfast.verbs.ask_person import Question
    from standfast.verbs.review import Waiting

Record = dict[str, Any]
_RECALL_LIMIT = 8
_ASK_AFTER = frozenset(("recall", "brief", "show", "feedback", "remember"))
_SHOWN = 200


class Calls:
    """One client's calls, on one project. `env` is what the client set for us: nothing, where it did not start us.

    `apart` is for clients without a session: calls belong together only where they name their thread. `asks`: the
    client may have a person in front of it, who may be asked; `forged` tells that it is the agent's model instead.
    `attempt` makes a call again that fails because a shared store is away.
    """

    def __init__(
        self,
        settings: Settings,
        env: Mapping[str, str],
        where: Path,
        *,
        apart: bool = False,
        asks: bool = False,
        forged: Callable[[Mapping[str, str]], bool] = is_forged,
        attempt: Callable[[Callable[[], str]], str] | None = None,
    ) -> None:
        self._settings = settings
        self._env = env
        self._where = where
        self._apart = apart
        self._looked = False  # at the place, in this call
        self.asks = asks
        self._forged = forged
        self._attempt = attempt
        # What a client says of the session is as it was started: one that it then takes up again has another id.
        self._told = "" if apart else session_of(env)
        self._session = "" if apart else self._told or mint("session")
        self._memory: Memory | None = None
        self._identity: tuple[str, str] = ("", "")
        self._names: dict[str, str] = {}  # of the client, as it gave it

    @classmethod
    def started(cls, *, store: str = "") -> Calls:
        """Serve the client that started this process, in its folder."""
        return cls(load_settings(store=store), os.environ, Path.cwd(), asks=True)

    def meet(self, client: Record, roots: list[str]) -> None:
        """Take note of who is calling and from which folder."""
        given = str(client.get("name", ""))[:200]
        if given not in self._names:
            told = open_redactor(self._settings)(given).text  # before it is made plain
            self._names = {given: name_client(told, self._env)}
        name = self._names[given]
        where = _folder(roots) or self._env.get("CLAUDE_PROJECT_DIR") or str(self._where)
        if (name, where) != self._identity:
            self.close()
            self._identity = (name, where)

    @property
    def memory(self) -> Memory:
        """The facade, for this client in this place, as the place is now."""
        if self._memory is None:
            name, where = self._identity
            self._memory = Memory(self._settings, Source("agent", name, session=self._session), Path(where))
        if not self._looked:
            self._memory.renew()
            self._looked = True
        return self._memory

    def tool(self, name: str, arguments: Record, meta: Record) -> tuple[str, bool]:
        """Do one tool call; return its text and whether it failed."""
        self._enter(meta)
        try:
            wanted = checked(name, TOOLS[name]["inputSchema"], arguments)
            if self._attempt is None:
                return _TOOLS[name](self.memory, **wanted), False
            return self._attempt(lambda: _TOOLS[name](self.memory, **wanted)), False
        except StandfastError as error:
            return f"{error.message} {error.hint}".strip(), True

    def question(self, name: str) -> Question | None:
        """Return what the client's user should be asked after a call, if anything.

        Nobody is asked through a server that a command of the agent's model started: it would answer itself.
        """
        if not self.asks or name not in _ASK_AFTER:
            return None
        try:
            found = self.memory.sessions.question(remembered=name == "remember")
        except StandfastError:
            return None  # what is wrong with the store is said by the next call
        if found is not None and self._forged(self._env):
            self.asks, found = False, None
        return found

    def answered(self, question: Question, reply: Record | None) -> str:
        """Take the user's answer and return what to tell the agent; a client that gives none is not asked again."""
        if reply is None or self._forged(self._env):
            self.asks = False
            return ""
        try:
            return self.memory.sessions.answer(question, reply)
        except StandfastError as error:
            return f"{error.message} {error.hint}".strip()

    def _enter(self, meta: Record) -> None:
        """Look at the place again, and go on in the thread that a call names, or in the session at hand."""
        self._looked = False
        named = meta.get("threadId") or meta.get("sessionId")
        thread = named if isinstance(named, str) and named else "" if self._apart else self._session
        if not self._apart and not named:
            with suppress(StandfastError):  # the call itself tells what is wrong with the store
                context = self.memory.context
                known = self._told and context.partition(context.scope).journal.find(self._told) is not None
                thread = self._told if known else own_session(context) or thread
        if thread != self._session:
            self._session = thread
            self.close()

    def resource(self, uri: str) -> str | None:
        """Return a resource's text, or None when there is no such one."""
        self._enter({})
        try:
            parts = urlsplit(uri)
        except ValueError:
            return None
        if parts.scheme != "standfast":
            return None
        target = unquote(parts.path.lstrip("/"))
        try:
            if parts.netloc == "brief" and not target:
                return _brief(self.memory)
            if parts.netloc == "memory" and target:
                return _show(self.memory, target)
            if parts.netloc == "file" and target:
                return _recall(self.memory, target, files=[target])
        except StandfastError:
            return None
        return None

    def prompt(self, name: str, arguments: Record) -> str:
        """Return a prompt's text."""
        self._enter({})
        if name == "recall":
            return _recall(self.memory, str(arguments.get("query", "")))
        if name == "review":
            waiting = self.memory.review(given=True)
            lines = [_waiting(item, item.memory.content.text[:_SHOWN]) for item in waiting]
            return f"These memories wait for a person's decision. {NOTICE}\n" + ("\n".join(lines) or "none")
        if name == "handoff":
            return (
                "Hand this work over: with the `remember` tool, kind `thread`, note what was done, what is left, what "
                "was tried and failed and why, and which files matter (as anchors). One note, complete without this "
                "conversation."
            )
        text = str(arguments.get("text", ""))
        what = (
            f": {clean_for_model(text)}" if text else " what was learned in this conversation that later sessions need"
        )
        return f"Use the `remember` tool to store{what}."

    def release(self) -> None:
        """Give back, between two calls, what other callers may need."""
        if self._memory is not None:
            self._memory.context.release()

    def close(self) -> None:
        """Let go of the store."""
        self._looked = False
        if self._memory is not None:
            self._memory.close()
            self._memory = None


def _folder(roots: list[str]) -> str:
    for uri in roots:
        parts = urlsplit(uri)
        if parts.scheme == "file":
            path = unquote(parts.path)
            return path[1:] if len(path) > 2 and path[2] == ":" else path
    return ""


def _recall(memory: Memory, query: str, *, sessions: bool = False, **options: Any) -> str:
    if sessions:
        return _recall_sessions(memory, query, int(options.get("limit", _RECALL_LIMIT)))
    answer = memory.recall(query, **{"limit": _RECALL_LIMIT, **options})
    excerpts = _render_excerpts(answer.sessions) if answer.sessions else ""
    if not answer.results and excerpts:
        return f"No memory answers that. Past sessions speak of it:\n{excerpts}"
    said = render_results(answer, query)
    return f"{said}\nPast sessions speak of it, too:\n{excerpts}" if excerpts else said


def _recall_sessions(memory: Memory, query: str, limit: int) -> str:
    hits = memory.sessions.recall(query, limit=limit).hits
    return _render_excerpts(hits) if hits else "No session here says anything about that."


def _render_excerpts(hits: Sequence[Excerpt]) -> str:
    said = [
        fence_line(
            f"{hit.text}",
            source=" ".join(filter(None, (hit.kind, hit.tool, hit.branch, f"{hit.at:%Y-%m-%d}"))),
            memory_id=hit.session,
        )
        for hit in hits
    ]
    return "\n".join([NOTICE, *said])


def _remember(memory: Memory, text: str, **options: Any) -> str:
    done = memory.remember(text, **options)
    state = f"{done.id} ({done.status}{f', kept as {done.kind}' if done.kind else ''})"
    said = f"Remembered {state}." if done.operation else f"Known already: {state}."
    if done.redactions:
        said += " Redacted before writing: " + ", ".join(sorted(set(done.redactions))) + "."
    if done.doubts:
        said += " Checked against the code: " + _flat("; ".join(done.doubts)) + "."
    if done.reasons:
        waits = done.status.value != "active"
        said += " It waits for a person: " if waits else " Kept, with little weight: "
        said += _flat("; ".join(done.reasons)) + "."
    if done.rests:
        named = ", ".join(f"{item['kind']} {item['id']}" for item in done.rests[:5])
        said += f" These rested on the old version: {named}."
    if done.later:
        said += f" It takes the place of {', '.join(done.later)} once its branch has landed."
    for conflict in done.conflicts:
        said += f" Compare {conflict['id']}: {_flat(conflict['why'])}."
    for other in done.near:
        said += f" {other['id']} says nearly the same: if this replaces it, call revise with supersedes."
    return said


def _flat(text: str) -> str:
    """Return words that may quote a memory on one line, defused."""
    return " ".join(clean_for_model(text).split())


def _brief(memory: Memory, **options: Any) -> str:
    """Brief, whole: who asks for it wants it, also after the hook gave it or the conversation was cut short."""
    from standfast.agents.occasions import note_loaded

    note_loaded(memory.context)
    return render_brief(memory.brief(**options, again=True))


def _show(memory: Memory, id: str) -> str:  # noqa: A002 - the tool's own word
    return render_memory(memory.show(id, given=True))


def _revise(memory: Memory, id: str, text: str = "", supersedes: tuple[str, ...] = (), *, retract: bool = False) -> str:  # noqa: A002
    from standfast.errors import ConfigError

    done = []
    if retract:
        done.append(f"Retracted {memory.retract(id).id}.")
    elif text:
        changed = memory.revise(id, text)
        done.append(f"{changed.id} is now revision {changed.revision} ({changed.status}).")
    for old in supersedes:
        changed = memory.supersede(old, id)
        later = f"{id} takes the place of {old} once its branch has landed."
        done.append(later if changed.later else f"{changed.id} is superseded by {id}.")
    if not done:
        raise ConfigError("Nothing to change.", hint="Give text, supersedes or retract.")
    return " ".join(done)


def _feedback(memory: Memory, id: str, verdict: str, note: str = "") -> str:  # noqa: A002
    return f"Noted: {memory.feedback(id, verdict, note=note).id} was {verdict}."


def _review(memory: Memory, approve: tuple[str, ...] = (), reject: tuple[str, ...] = ()) -> str:
    done = [f"{item.id}: {item.status}" for item in (*memory.approve(approve), *memory.reject(reject))]
    waiting = [_waiting(item, item.reason) for item in memory.review(given=True)]
    return "\n".join([*done, "Waiting:", *(waiting or ["nothing"])])


def _waiting(waiting: Waiting, said: str) -> str:
    """Say one memory that waits on one line; why it waits may quote what it says."""
    memory = waiting.memory
    return fence_line(said, source=str(memory.source), memory_id=memory.id, note=str(memory.status))


def _revert(memory: Memory, operations: tuple[str, ...] = (), **options: Any) -> str:
    done = memory.revert(operations, **options)
    word = "Would revert" if done.dry_run else "Reverted"
    reached = ", ".join(label(name) for name, _ in done.blast.sessions) or "no session"
    return f"{word} {len(done.operations)} operations on {len(done.memories)} memories. Had been given to: {reached}."


def _purge(memory: Memory, ids: list[str]) -> str:
    done = memory.purge(ids, granted=True)
    proof = done.proof
    return f"Purged {', '.join(done.purged)}. {proof.files_scanned} files searched, {proof.found} traces found."


_TOOLS: dict[str, Callable[..., str]] = {
    "recall": _recall,
    "remember": _remember,
    "brief": _brief,
    "show": _show,
    "revise": _revise,
    "feedback": _feedback,
    "review": _review,
    "revert": _revert,
    "purge": _purge,
}
