"""What every coding agent is to Standfast: a name, its hook events, how they are read and how they are answered.

Owns the neutral `HookEvent` and the `Agent` that each file of this package fills in. Loaded at every tool call of every
agent, so it imports nothing but `json` and must stay that way (no typing, dataclasses, pathlib or re at run time).
Must not know an agent's name, touch the disk or read the environment. Neighbours: one file per agent, `host` (which
agent is really calling), `site` and `plan` (the setup side, never loaded by a hook).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

    Payload = Mapping[str, Any]

SESSION_START = "session-start"
PROMPT = "prompt"
BEFORE_TOOL = "before-tool"
AFTER_TOOL = "after-tool"
TOOL_FAILED = "tool-failed"
STOP = "stop"
SUBAGENT_START = "subagent-start"
SUBAGENT_STOP = "subagent-stop"
COMPACT = "compact"
SESSION_END = "session-end"

# The names that Claude Code introduced and several agents took over, whole or in part, in the order setup writes them.
EVENTS = {
    "SessionStart": SESSION_START,
    "UserPromptSubmit": PROMPT,
    "PreToolUse": BEFORE_TOOL,
    "PostToolUse": AFTER_TOOL,
    "PostToolUseFailure": TOOL_FAILED,
    "SubagentStart": SUBAGENT_START,
    "SubagentStop": SUBAGENT_STOP,
    "PreCompact": COMPACT,
    "Stop": STOP,
    "SessionEnd": SESSION_END,
}

# Claude Code and Codex move longer texts into a file and show a preview; one limit for all keeps every agent whole.
CONTEXT_LIMIT = 9_000
CUT_NOTE = "\n[cut here: more is known, ask with the recall tool]"

# Names of tools that change files, in any agent's spelling, lower case.
WRITERS = frozenset(
    (
        *("edit", "write", "multiedit", "notebookedit", "apply_patch", "applypatch", "patch", "create", "insert"),
        *(
            "str_replace",
            "strreplace",
            "str_replace_editor",
            "str_replace_based_edit_tool",
            "search_replace",
            "replace",
        ),
        *("write_file", "edit_file", "create_file", "delete_file", "editfiles", "createfile", "delete"),
        *("replace_string_in_file", "multi_replace_string_in_file", "insert_edit_into_file", "edit_notebook_file"),
        *("fs_write", "write_to_file", "replace_in_file", "editnotebook", "text_editor"),
        *("developer__text_editor", "developer__write", "developer__edit"),
    )
)
# Names of tools that send a sub-agent off.
SENDERS = frozenset(("task", "agent", "subagent", "spawn_agent", "runsubagent", "delegate", "new_task"))


class HookEvent:
    """One thing an agent reported, in words that are the same for every agent; `raw` keeps what it said."""

    def __init__(self, agent: str, name: str, kind: str, raw: Payload) -> None:
        self.agent = agent  # who is really calling
        self.name = name  # the agent's own name of the event
        self.kind = kind  # "" for an event that means nothing to us
        self.raw = raw
        self.session_id = ""
        self.cwd = ""
        self.at = 0.0  # when the hook was called: one moment, however long the answer takes
        self.prompt = ""
        self.tool_name = ""
        self.tool_input: Any = None
        self.tool_response: Any = None
        self.files: tuple[str, ...] = ()  # read or changed, also through the shell
        self.changes: tuple[str, ...] = ()  # of these, those it changes
        self.writes = False  # the tool changes files
        self.command = ""  # what it runs in a shell
        self.output = ""  # what it answered, as text
        self.failed = False
        self.source = ""  # startup, resume, clear, compact; "" when the agent does not say
        self.turn_id = ""
        self.tool_use_id = ""
        self.transcript = ""
        self.message = ""  # what the agent answered, where it says so
        self.subagent = ""  # the kind of sub-agent that reports, or that begins or ends
        self.subagent_id = ""
        self.task = ""  # what a sub-agent is sent to do, where the agent says so

    @property
    def identified(self) -> bool:
        """Whether the agent gave this very occurrence an id, so that an equal `key` is the same occurrence."""
        return bool(self.tool_use_id or self.turn_id)

    @property
    def own_tool(self) -> bool:
        """Whether the tool is one of ours: what it returned came from memory and must not be learned again."""
        return "standfast" in self.tool_name.lower()

    @property
    def key(self) -> str:
        """Name this occurrence within its session: equal when two hooks report the same thing.

        Not the tool's name: an agent that runs another's hooks also translates the names of its tools.
        """
        from standfast.model.digests import (
            blake2b,
        )  # nobody can make up another prompt that has the name of one that was typed

        told = json.dumps([self.prompt, self.message, self.tool_input, self.source], sort_keys=True, default=str)
        number = blake2b(told.encode("utf-8", "replace"), digest_size=8).hexdigest()
        return f"{self.kind}:{self.turn_id}:{self.tool_use_id}:{'w' if self.writes else ''}:{number}"


class Agent(ABC):
    """One coding agent: what it reports, the shape it wants back, and what `setup` writes for it."""

    name = ""
    title = ""
    binaries: tuple[str, ...] = ()
    shell: tuple[str, ...] = ()  # what its shell tool sets for commands: `NAME`, or `NAME=beginning of the value`
    editor = False  # people have terminals of their own inside it: being started by it says nothing
    events: Mapping[str, str] = {}  # the agent's event name → our kind
    injects: frozenset[str] = frozenset()  # kinds whose answer may carry context
    denies: frozenset[str] = frozenset()  # kinds whose answer may refuse
    skips_git_hooks = False  # its shell runs no Git hook: the gate is held before its `git commit`
    reports_failures = False  # a command that failed comes as an event of its own, never as a result
    tells_exit = True  # whether its report of a command says how it ended
    tells_compaction = False  # a session start is reported again after its context was compacted
    reports_tasks_as_prompts = False  # it reports what a sub-agent is sent to do as if a person had asked
    forgets_brief = False  # a session that is taken up again has lost what it was told at its start
    records_below: tuple[str, ...] = ()  # patterns of the folders from where all of its sessions are to a transcript
    own_memory = ""  # what the memory it keeps for itself is called, where it keeps one
    loads: tuple[str, ...] = ()  # instruction files it loads by itself: names and globs, `A else B` where A decides
    includes = False  # a line `@path` of these files loads that file as well
    note = ""  # what a person must still do after setup
    longest = CONTEXT_LIMIT  # characters of context that it shows whole

    event_keys: tuple[str, ...] = ("hook_event_name", "hookEventName")
    session_keys: tuple[str, ...] = ("session_id", "sessionId")
    cwd_keys: tuple[str, ...] = ("cwd",)
    prompt_keys: tuple[str, ...] = ("prompt",)
    tool_keys: tuple[str, ...] = ("tool_name", "toolName")
    input_keys: tuple[str, ...] = ("tool_input", "toolArgs")
    response_keys: tuple[str, ...] = ("tool_response", "toolResult")
    source_keys: tuple[str, ...] = ("source",)
    turn_keys: tuple[str, ...] = ("prompt_id", "turn_id")
    call_keys: tuple[str, ...] = ("tool_use_id", "toolUseId", "toolCallId")
    message_keys: tuple[str, ...] = ("last_assistant_message",)
    transcript_keys: tuple[str, ...] = ("transcript_path", "transcriptPath")

    def parse(self, event: str, payload: Payload, env: Mapping[str, str]) -> HookEvent:
        """Read what the agent said into the neutral event; unknown fields stay in `raw`."""
        name, kind = self.resolve(event, payload)
        seen = HookEvent(self.name, name, kind, payload)
        seen.session_id = first_text(payload, self.session_keys)
        seen.cwd = first_text(payload, self.cwd_keys)
        seen.turn_id = first_text(payload, self.turn_keys)
        seen.transcript = first_text(payload, self.transcript_keys)
        seen.message = first_text(payload, self.message_keys)
        seen.source = first_text(payload, self.source_keys) if kind == SESSION_START else ""
        seen.source = "startup" if seen.source == "new" else seen.source
        seen.subagent = first_text(payload, ("agent_type", "agentName", "subagent_type"))
        seen.subagent_id = first_text(payload, ("agent_id", "agentId", "subagent_id"))
        seen.task = first_text(payload, self.prompt_keys) if kind == SUBAGENT_START else ""
        seen.prompt = first_text(payload, self.prompt_keys) if kind in (PROMPT, SESSION_START) else ""
        seen.tool_name = first_text(payload, self.tool_keys)
        if seen.tool_name:
            seen.tool_use_id = first_text(payload, self.call_keys)
            seen.tool_input = decoded(first_value(payload, self.input_keys))
            seen.tool_response = first_value(payload, self.response_keys)
        self.refine(seen, env)
        if seen.tool_name and seen.kind:
            self.read_call(seen)
        return seen

    def read_call(self, seen: HookEvent) -> None:
        """Fill in what a tool call touches, runs and came to."""
        from standfast.agents.reading import command_of, has_failed, output_of, printed_by, shell_files, touched

        named = touched(seen.tool_input)
        lowered = seen.tool_name.lower()
        seen.writes = seen.writes or lowered in WRITERS
        seen.command = "" if seen.writes else command_of(seen.tool_input)
        changed = named if seen.writes else ()
        if seen.command:
            read, changed = shell_files(seen.command, seen.cwd)
            named = (*named, *read, *changed)
        elif lowered in SENDERS and isinstance(seen.tool_input, dict):
            seen.task = first_text(seen.tool_input, ("prompt", "task", "message", "description"))
        seen.files = tuple(dict.fromkeys((*seen.files, *named)))
        seen.changes = changed
        if seen.kind in (AFTER_TOOL, TOOL_FAILED):
            output = output_of(seen.tool_response)
            seen.output = printed_by(output) if seen.command else output
            seen.failed = seen.kind == TOOL_FAILED
            if not seen.failed and not self.reports_failures:
                seen.failed = has_failed(seen.command, seen.tool_response, tells_exit=self.tells_exit)

    def resolve(self, event: str, payload: Payload) -> tuple[str, str]:
        """Name the event: what the payload calls it when we know that, else what the command line called it."""
        told = first_text(payload, self.event_keys)
        for name in (told, event):
            if name in self.events:
                return name, self.events[name]
        lowered = {known.lower(): known for known in self.events}
        for name in (told, event):
            known = lowered.get(name.lower())
            if known:
                return known, self.events[known]
        return told or event, ""

    def model_in(self, seen: HookEvent, /) -> str:
        """Return the model that works in a session, where the event tells."""
        told = seen.raw.get("model") if seen.kind in (SESSION_START, PROMPT) else ""
        name = told.get("id") if isinstance(told, dict) else told
        return name if isinstance(name, str) else ""

    def memory_folder(self, _seen: HookEvent, _env: Mapping[str, str], /) -> str:
        """Return the folder of the memory files it keeps for itself in this project, where it keeps some."""
        return ""

    def record_folder(self, _env: Mapping[str, str], /) -> str:
        """Return the folder below which it keeps its sessions, where it names no transcript of its own."""
        return ""

    def refine(self, seen: HookEvent, env: Mapping[str, str], /) -> None:  # noqa: B027 - most have nothing to correct
        """Correct what this agent says in a way of its own."""

    def render(self, event: HookEvent, *, context: str | None = None, deny: str | None = None) -> tuple[str, int]:
        """Say it back in this agent's exact shape: what to print and the exit code.

        With exit code 2 the printed text must go to stderr, where the agents that use it look for the reason.
        Context is dropped where the agent would ignore it or loop on it (stop).
        """
        if deny and event.kind in self.denies:
            return self.refusal(event, cut(deny))
        if not context or not context.strip() or event.kind not in self.injects or event.kind == STOP:
            return self.silence(event), 0
        return self.addition(event, cut(context)), 0

    def addition(self, event: HookEvent, text: str, /) -> str:
        """Shape context."""
        return specific(event, additionalContext=text)

    def refusal(self, event: HookEvent, reason: str, /) -> tuple[str, int]:
        """Shape a refused tool call."""
        return specific(event, permissionDecision="deny", permissionDecisionReason=reason), 0

    def notice(self, _text: str, /) -> str:
        """Shape a word to the person that the model does not see; nothing where the agent has no way to show one."""
        return ""

    def allowance(self, _event: HookEvent, /) -> str:
        """Shape the consent to a call of our own tools, where the agent would refuse it; nothing where it does not."""
        return ""

    def silence(self, _event: HookEvent, /) -> str:
        """Shape the answer that has nothing to say."""
        return ""

    def sample(self, event: str, session: str, cwd: str) -> dict[str, Any]:
        """Make a payload as the agent would send it, to try a hook with."""
        kind = self.events[event]
        payload: dict[str, Any] = {"hook_event_name": event, self.session_keys[0]: session, self.cwd_keys[0]: cwd}
        if kind == SESSION_START:
            payload[self.source_keys[0]] = "startup"
        elif kind == PROMPT:
            payload[self.prompt_keys[0]] = "Is everything connected?"
        elif kind in (BEFORE_TOOL, AFTER_TOOL, TOOL_FAILED):
            payload |= {self.tool_keys[0]: "Read", self.input_keys[0]: {"file_path": "README.md"}}
            payload[self.call_keys[0]] = "call-1"
            if kind != BEFORE_TOOL:
                payload[self.response_keys[0]] = "nothing"
        return payload

    @abstractmethod
    def folders(self, site: Site) -> Sequence[str]:
        """List the folders whose presence says that this agent is installed."""

    @abstractmethod
    def edits(self, site: Site) -> list[Edit]:
        """List what `setup` writes for this agent at the site's level."""

    def trusts(self, site: Site, written: Mapping[str, bytes], /) -> list[Edit]:
        """List what `setup` adds once it is known what its files will hold: an agent's own record of trust."""
        del site, written
        return []

    def trusts_folder(self, site: Site, folder: str, /) -> list[Edit]:
        """List what tells the agent that a person trusts a folder, where it runs nothing of ours before that."""
        del site, folder
        return []


def without(*absent: str) -> dict[str, str]:
    """Return the common events of an agent that has not all of them."""
    return {name: kind for name, kind in EVENTS.items() if name not in absent}


def each(events: Mapping[str, str], **options: Any) -> dict[str, dict[str, Any]]:
    """Want every one of these events, with the same options."""
    return {name: dict(options) for name in events}


def specific(event: HookEvent, **fields: str) -> str:
    """Write the shape that Claude Code introduced and several agents took over."""
    return written(hookSpecificOutput={"hookEventName": event.name, **fields})


def written(**fields: Any) -> str:
    """Write an answer as JSON."""
    return json.dumps(fields, ensure_ascii=False)


def cut(text: str) -> str:
    """Keep text within what every agent shows whole, and say so where it was cut."""
    text = text.strip()
    if len(text) <= CONTEXT_LIMIT:
        return text
    head = text[: CONTEXT_LIMIT - len(CUT_NOTE)]
    newline = head.rfind("\n", CONTEXT_LIMIT // 2)
    return (head[:newline] if newline > 0 else head) + CUT_NOTE


def first_value(payload: Payload, keys: Sequence[str]) -> Any:
    """Return the first of these that is there."""
    for key in keys:
        if payload.get(key) is not None:
            return payload[key]
    return None


def first_text(payload: Payload, keys: Sequence[str]) -> str:
    """Return the first of these that is a text with something in it."""
    for key in keys:
        value = payload.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def decoded(value: Any) -> Any:
    """Open arguments that an agent sends as a JSON text."""
    if isinstance(value, str) and value[:1] in "{[" and value:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
