"""`standfast hook AGENT EVENT`: what agents call. Records what happened, says what is known, never gets in the way.

The face of the hook path: JSON in and out in that agent's own shape. Whatever goes wrong, the agent goes on; it is
noted once in the home and `doctor` shows it. Every import here is paid for at every tool call.
"""

from __future__ import annotations

import json
import os
import sys

from standfast.agents import backoff
from standfast.config import find_home
from standfast.context.patterns import open_patterns
from standfast.errors import StoreBusy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any, TextIO

    from standfast.agents.contract import Agent, HookEvent
    from standfast.memory import Memory
    from standfast.model.moment import Clock

LONGEST = 32 << 20
WAIT_S = 1.5  # an agent waits for its hooks: rather spool than delay it
SAME_S = 10
_noted: list[str] = []  # what this call has put into the log
_USAGE = "usage: standfast hook AGENT EVENT   (JSON on stdin; called by agents, see `standfast setup`)\n"


def main(argv: Sequence[str]) -> int:
    """Answer one hook call; return the exit status the agent's shape asks for."""
    if argv[2:] == ["later"]:
        from standfast.agents.later import main as do_later

        return do_later(argv)
    if len(argv) != 2 or argv[0].startswith("-"):
        sys.stderr.write(_USAGE)
        return 0 if argv and argv[0] in {"-h", "--help"} else 2
    if os.environ.get("STANDFAST_LEARNING"):
        return 0  # an agent that we had started to learn from a session: nobody's session
    seen: dict[str, Any] = {}
    try:
        payload = json.loads(sys.stdin.buffer.read(LONGEST) or b"{}")
        patterns = open_patterns(find_home(os.environ))
        seen = payload if isinstance(payload, dict) else {}
        text, status = answer(argv[0], argv[1], seen, os.environ, apart=True)
        if text:
            _print(text, sys.stderr if status == 2 else sys.stdout)
        patterns.save()
    except Exception as error:  # noqa: BLE001 - the outermost edge: a hook that fails lets the agent go on
        note_failure(error)
        told = _tell_person(argv[0], argv[1], seen, error)
        if told:
            _print(told, sys.stdout)
        return 0
    return status


def _print(text: str, stream: TextIO) -> None:
    """Write UTF-8 whatever the console's code page is; a client that is gone misses nothing."""
    buffer = getattr(stream, "buffer", None)
    try:
        if buffer is None:
            stream.write(text)
        else:
            buffer.write(text.encode("utf-8", "replace"))
        stream.flush()
    except BrokenPipeError:
        # What is left in the buffer goes nowhere: the interpreter's last flush must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def answer(
    name: str,
    event: str,
    payload: dict[str, Any],
    env: Mapping[str, str],
    *,
    clock: Clock | None = None,
    apart: bool = False,
) -> tuple[str, int]:
    """Record one event and return what to print and the exit status; a replay brings its own clock.

    `apart`, what takes its time is done by a process of its own: an agent waits for its hooks.
    """
    from standfast.agents import read_event

    agent, seen = read_event(name, event, payload, env)
    if not seen.kind:
        return agent.render(seen)
    if seen.own_tool and seen.kind == "before-tool":
        return agent.allowance(seen) or agent.silence(seen), 0
    if seen.kind == "prompt" and _is_forged(env, agent, seen):
        return agent.silence(seen), 0
    memory = open_memory(agent, seen, env, clock)
    seen.at = memory.context.clock.now().timestamp()
    try:
        if agent.reports_tasks_as_prompts and seen.kind == "prompt":
            from standfast.agents.delegated import as_delegated

            as_delegated(memory, seen)
        backoff.note_outcome(memory.context.settings.home, stored=_capture(memory, seen))
        _note_model(memory, agent, seen)
        denied, warned = _foreseen(memory, agent, seen)
        if denied:
            return agent.render(seen, deny=denied)
        noted = _learn(memory, agent, seen, env)
        if seen.kind in {"session-start", "session-end"}:
            from standfast.agents.later import leave_work

            leave_work(memory, agent, seen, env, (name, event) if apart else ())
        told = [part for part in (warned, noted, *_told(memory, agent, seen)) if part]
        return agent.render(seen, context="\n\n".join(told))
    except StoreBusy:
        backoff.note_outcome(memory.context.settings.home, stored=False)
        raise
    finally:
        memory.close()


def _is_forged(env: Mapping[str, str], agent: Agent, seen: HookEvent) -> bool:
    """Tell whether a program made this prompt up: then it is nobody's word, and `doctor` shows it."""
    from standfast.agents.lineage import is_forged, is_unwitnessed
    from standfast.errors import Refused

    if is_forged(env, agent):
        said = "A command in an agent's shell reported a prompt."
    elif not _may_write(seen.transcript) and not agent.editor and is_unwitnessed(env, agent.name, seen.transcript):
        said = "A prompt was reported that neither the client nor its own record stands behind."
    else:
        return False
    note_failure(Refused(said, code="forged-prompt"))
    return True


def _may_write(transcript: str) -> bool:
    """Tell whether a client may only not have written its record yet: the folder is there."""
    return os.path.isdir(os.path.dirname(transcript))  # noqa: PTH112, PTH120 - hook path


def open_memory(
    agent: Agent, seen: HookEvent, env: Mapping[str, str], clock: Clock | None = None, *, wait_s: float = 0.0
) -> Memory:
    """Open the memory of the place that an event tells of, in the name of its session."""
    from pathlib import Path

    from standfast.config import load_settings
    from standfast.memory import Memory
    from standfast.model.source import Source
    from standfast.model.value import replace

    settings = load_settings(env)
    settings = replace(settings, wait_s=wait_s or backoff.wait_s(settings.home, WAIT_S))
    session = seen.session_id or f"{agent.name}-{os.getppid()}"
    who = Source("agent", agent.name, session=session, turn=seen.subagent_id)
    memory = Memory(settings, who, Path(seen.cwd or "."), clock=clock)
    memory.context.longest = agent.longest
    return memory


def _capture(memory: Memory, seen: HookEvent) -> bool:
    """Put the event on record, once however many hooks report it; False where it had to wait in the spool."""
    from standfast.agents import contract
    from standfast.model.session import EventKind
    from standfast.verbs.capture import Report

    kinds = {
        contract.SESSION_START: EventKind.START,
        contract.PROMPT: EventKind.PROMPT,
        # What a tool did is recorded after it; what a sub-agent is sent to do, before it starts.
        contract.BEFORE_TOOL: EventKind.SUBAGENT if seen.task else None,
        contract.AFTER_TOOL: EventKind.TOOL,
        contract.TOOL_FAILED: EventKind.TOOL,
        contract.STOP: EventKind.ANSWER,
        contract.SUBAGENT_START: EventKind.SUBAGENT,
        contract.SUBAGENT_STOP: EventKind.SUBAGENT,
        contract.COMPACT: EventKind.COMPACT,
        contract.SESSION_END: EventKind.END,
    }
    kind = kinds[seen.kind]
    if kind is None or not captures_here(memory):
        return True
    body: Any = seen.prompt or seen.message or seen.task
    if seen.tool_name and kind is EventKind.TOOL:
        body = {"input": seen.tool_input, "failed": seen.failed}
        if not seen.own_tool:  # never journal what memory itself said: it would be learned again
            # What a command printed is kept alike for every agent: learning compares it between them.
            body["response"] = seen.output if seen.command and seen.output else seen.tool_response
    key, near = _keys(seen)
    report = Report(
        session=memory.context.who.session,
        key=key,
        near=near,
        kind=kind,
        tool=seen.tool_name or seen.subagent,
        body=body,
        files=seen.files,
        ends=seen.kind == contract.SESSION_END,
        outcome=str(seen.raw.get("reason", "")) if seen.kind == contract.SESSION_END else "",
    )
    return memory.hooks.capture(report)


def _note_model(memory: Memory, agent: Agent, seen: HookEvent) -> None:
    """Put on record which model works here, where the client says so."""
    name = agent.model_in(seen)
    if not name or not captures_here(memory):
        return
    from standfast.errors import StoreError
    from standfast.verbs.capture import note_model

    try:
        note_model(memory.context, name)
    except StoreError as error:
        note_failure(error)


def _learn(memory: Memory, agent: Agent, seen: HookEvent, env: Mapping[str, str]) -> str | None:
    """Heed an order in a prompt, and note what learning from prompts needs to know of the client."""
    from standfast.agents import contract
    from standfast.errors import StandfastError

    if memory.context.is_kept_out:
        return None
    if seen.kind in {contract.STOP, contract.SESSION_START, contract.SESSION_END}:
        _look_up_told(memory)
        _note_records(memory, agent, seen, env)
    if seen.kind == contract.SESSION_START and seen.source in {"", "startup"} and not agent.editor:
        from standfast.agents.lineage import note_above, was_above

        _ = was_above(env, agent.name) or note_above(env, agent.name)
    try:
        if seen.kind == contract.PROMPT:
            from standfast.agents.lineage import is_unwitnessed

            key = memory.hooks.recorded(*_keys(seen))
            if not agent.editor and is_unwitnessed(env, agent.name, seen.transcript):
                memory.hooks.wait_for_record(key, seen.transcript)
                return None
            if seen.subagent or _is_only_said(agent, seen, env):
                return None
            return memory.hooks.heed(seen.prompt, key, seen.transcript)
        if seen.kind == contract.SESSION_END and memory.context.settings.mirror_at:
            memory.mirror.carry("session")
    except StandfastError as error:
        note_failure(error)
    return None


def _note_records(memory: Memory, agent: Agent, seen: HookEvent, env: Mapping[str, str]) -> None:
    """Note where the client keeps its own record of sessions: a purge looks there, and prompts are held against it."""
    folder = agent.record_folder(env)
    if seen.transcript:
        from standfast.agents.lineage import note_record

        note_record(memory.context.settings.home, memory.context.who.name, seen.transcript)
        folder = _find_records(seen.transcript, agent.records_below)
    if folder and os.path.isdir(folder) and captures_here(memory):  # noqa: PTH112
        from standfast.context.beyond_checkouts import note_records

        note_records(memory.context, agent.name, folder)


def _find_records(transcript: str, below: Sequence[str]) -> str:
    """Return the folder that holds all of an agent's sessions; the transcript's own where it is anywhere else."""
    import re

    from standfast.context.beyond_checkouts import is_too_wide

    own = os.path.dirname(transcript)  # noqa: PTH120 - hook path
    found = re.search("".join(rf"[\\/]{name}" for name in below) + r"\Z", own, re.ASCII)
    above = own[: found.start()] if found else own
    return own if is_too_wide(above) else above


def _is_only_said(agent: Agent, seen: HookEvent, env: Mapping[str, str]) -> bool:
    """Tell whether an order came without the client or record that it claims: it is learned from, never obeyed."""
    from standfast.agents.lineage import is_alone, is_nameless
    from standfast.errors import Refused
    from standfast.learn.session.markers import may_have

    nameless = is_nameless(env, agent.name, seen.transcript)  # every prompt is looked at: it may name the first record
    if agent.editor or not any(may_have(name, seen.prompt) for name in ("order", "withdraw")):
        return False
    if is_alone(env, agent.name):
        said, code = (
            "A prompt that asks to remember something was not sent by the client's own program.",
            "unseen-client",
        )
    elif nameless:
        said, code = "A prompt that asks to remember something names no record of its session.", "unseen-record"
    else:
        return False
    note_failure(Refused(said, code=code))
    return True


def _look_up_told(memory: Memory) -> None:
    """See whether prompts that stored something stand in the client's own record; most sessions have none."""
    folder = os.path.join(memory.context.settings.home, "pending")  # noqa: PTH118 - hook path
    if not os.path.isdir(folder) or not any(name.startswith("told-") for name in os.listdir(folder)):  # noqa: PTH112, PTH208
        return
    from standfast.errors import Refused, StandfastError

    try:
        if memory.hooks.look_up_told():
            raise Refused("A prompt was reported that is not in the client's own transcript.", code="forged-prompt")
    except StandfastError as error:
        note_failure(error, memory.context.settings.home)


def _keys(seen: HookEvent) -> tuple[str, str]:
    """Name an occurrence, and how another hook may have named it a moment ago.

    An agent that gives no id says the same twice for two reasons: two of its hooks report one thing, or it happened
    again. Within SAME_S it is the former.
    """
    if seen.identified:
        return seen.key, ""
    span = int(seen.at // SAME_S)
    return f"{seen.key}:{span:x}", f"{seen.key}:{span - 1:x}"


def _foreseen(memory: Memory, agent: Agent, seen: HookEvent) -> tuple[str, str]:
    """Return why a guard forbids what the tool is about to do, and what one warns of."""
    if not seen.writes and not seen.command:
        return "", ""
    if seen.kind == "before-tool" and "standfast" in seen.command and "hook" in seen.command:
        from standfast.agents.lineage import REFUSED, calls_hook

        if calls_hook(seen.command) and seen.kind in agent.denies:
            _note_refusal(memory, seen, REFUSED)
            return REFUSED, ""
    home = memory.context.settings.home
    if seen.kind == "after-tool" and "before-tool" not in agent.injects and (home / "pending").is_dir():
        from standfast.agents.pending import take

        return "", take(home, seen)
    if seen.kind != "before-tool":
        return "", ""
    foreseen = memory.guards.foresee(seen.tool_input, cwd=seen.cwd)
    if not foreseen.denied and any(sign in seen.command for sign in ("git", ".sh", ".bash")):
        held = memory.guards.foresee_commit(seen.command, cwd=seen.cwd, unhooked=agent.skips_git_hooks)
        foreseen = held if held.denied or held.warned else foreseen
    denied = foreseen.denied if seen.kind in agent.denies else ""
    if denied:
        _note_refusal(memory, seen, denied)
    if foreseen.warned and seen.kind not in agent.injects:
        from standfast.agents.pending import leave

        leave(home, seen, memory.context.clean(foreseen.warned))  # told after the call: before it nobody would hear
        return "", ""
    return denied, foreseen.warned


def captures_here(memory: Memory) -> bool:
    """Tell whether a person stopped capturing here; most have never stopped anything, and then nothing is loaded."""
    settings = memory.context.settings
    if not settings.keep_out and not os.path.exists(os.path.join(settings.home, "pause.json")):  # noqa: PTH110, PTH118
        return True
    from standfast.moments.quiet import captures

    return captures(memory.context)


def _note_refusal(memory: Memory, seen: HookEvent, denied: str) -> None:
    """Put on record that a guard refused a call: it never ran, so nothing else tells of it."""
    from standfast.model.session import EventKind
    from standfast.verbs.capture import Report

    if not captures_here(memory):
        return
    body = {"input": seen.tool_input, "failed": True, "refused": denied}
    key, near = _keys(seen)
    memory.hooks.capture(
        Report(memory.context.who.session, f"refused:{key}", EventKind.NOTE, near and f"refused:{near}",
               seen.tool_name, body, seen.files)
    )  # fmt: skip


def _told(memory: Memory, agent: Agent, seen: HookEvent) -> list[str]:
    """Return what to tell the agent at the moments that this event is."""
    if seen.kind not in agent.injects:
        return []
    if seen.kind == "after-tool" and "before-tool" in agent.injects and not seen.failed and not seen.changes:
        return []  # what there was to say was said before the call
    from standfast.agents.occasions import occasions_of
    from standfast.moments.quiet import speaks

    found = occasions_of(agent, seen, memory.context)
    return [memory.hooks.tell(item).text for item in found if speaks(memory.context, item.moment)]


def _tell_person(name: str, event: str, payload: dict[str, Any], error: Exception) -> str:
    """Return a word to the person about what keeps memory from working, once a day: the log tells if it was said.

    Where the log itself cannot be written, it is said when a session starts and at each prompt, not at every tool.
    """
    import contextlib

    from standfast.errors import StandfastError, of_the_machine

    error = (of_the_machine(error) if isinstance(error, OSError) else None) or error
    if not isinstance(error, StandfastError) or isinstance(error, StoreBusy):
        return ""
    with contextlib.suppress(Exception):
        from standfast.agents import contract, read_event
        from standfast.config import find_home

        agent, seen = read_event(name, event, payload, os.environ)
        due = seen.kind in {contract.SESSION_START, contract.PROMPT}
        if _noted:
            lines = (find_home(os.environ) / "log" / "hooks.log").read_text(encoding="utf-8").splitlines()
            day, same = lines[-1][:10], lines[-1].partition(" ")[2]
            due = sum(line.startswith(day) and line.endswith(same) for line in lines) <= len(_noted)
        if due:
            return agent.notice(f"Standfast: {error.message} {error.hint} `standfast doctor` shows more.")
    return ""


def note_failure(error: Exception, home: Path | None = None) -> None:
    """Note a failure where `doctor` looks; a full or read-only disk must not stop the agent either."""
    import contextlib

    with contextlib.suppress(Exception):
        from standfast.config import find_home
        from standfast.model.moment import Clock, render_time

        folder = (home or find_home(os.environ)) / "log"  # not from settings: they may be what failed
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the home: its mode is not that of a parent
        folder.mkdir(mode=0o700, exist_ok=True)
        line = f"{render_time(Clock().now())} {type(error).__name__} {getattr(error, 'code', '')}\n"
        handle = os.open(folder / "hooks.log", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8") as file:
            file.write(line)
        _noted.append(line)
