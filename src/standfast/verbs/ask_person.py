"""Ask the person: what a client that can put a question to its user is asked for, and what the answer does.

Two questions: whether what a user just said should outlive the task (once in a session, where a sign fired and nothing
was remembered), and whether what an agent's call left waiting may count. The answer is the person's act, with their
turn as evidence. No answer changes nothing: the agent is asked instead, and review still waits.
Neighbours: `learn.session.belief.asking` asks the agent the first of them; `serve.mcp` carries the question.
"""

from __future__ import annotations

from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import Conflict
from standfast.learn.session.belief.asking import ASKED, find_pending, note
from standfast.model.memory import Evidence, Memory
from standfast.model.operation import Act
from standfast.model.session import EventKind
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.recall.fence import in_quotes
from standfast.store.revised import enriched
from standfast.store.values import LogFilter
from standfast.text.lines import one_line
from standfast.trust.person import find_person
from standfast.verbs.decide import approve, reject, require_shown
from standfast.verbs.supersede import supersede
from standfast.verbs.told import store_told, store_untold

KEEP, TASK, REJECT, REPLACE = "keep", "only this task", "reject", "replace the older one"
_SHOWN = 400
_WHOLE = 1_200  # characters that a form can show: who decides about more reads it in review


class Question(Value):
    """What is asked, as a message and a form; about a waiting memory, or about words in a turn."""

    message: str
    choices: tuple[str, ...]
    memory: str = ""
    turn: str = ""
    words: str = ""
    revision: int = 0  # of the memory, as it is shown

    @property
    def form(self) -> dict[str, Any]:
        """What the client shows: one choice, and for a user's own words the claim they may reword."""
        decision = {"type": "string", "title": "Decision", "enum": list(self.choices)}
        properties: dict[str, Any] = {"decision": decision}
        if self.words:
            properties["claim"] = {"type": "string", "title": "In one sentence", "default": self.words}
        schema = {"type": "object", "properties": properties, "required": ["decision"]}
        return {"message": self.message, "requestedSchema": schema}


def next_question(context: Context, *, remembered: bool = False) -> Question | None:
    """Return what a person should be asked now, if anything; `remembered`: the call before this stored something."""
    if not context.who.session:
        return None
    memory = _left_waiting(context) if remembered else None
    if memory is not None:
        return _about(context, memory) if len(_shown(memory)) <= _WHOLE else None
    pending = None if remembered or "corrected" in context.settings.signs_off else find_pending(context)
    if pending is None:
        return None
    turn, words = pending
    message = f"You said “{_short(words)}”. Should later sessions in this project know that?"
    return Question(message, (KEEP, TASK), turn=turn, words=words)


def _left_waiting(context: Context) -> Memory | None:
    """Return what the session's last note left waiting for a person."""
    for partition in context.partitions():
        wanted = LogFilter(session=context.who.session, acts=(Act.REMEMBER,))
        last = partition.log.find_latest(wanted)
        memory = partition.memories.find(last.header.memory) if last and last.header.memory else None
        if memory is not None and memory.status is Status.PROPOSED and memory.source.kind == "agent":
            return memory
    return None


def _about(context: Context, memory: Memory) -> Question:
    against = [link.target for link in memory.content.links if link.kind in {"contradicts", "supersedes"}]
    found = (part.memories.find(target) for part in context.partitions() for target in against[:1])  # type: ignore[arg-type]
    older = next((item for item in found if item is not None), None)
    message = f"An agent wants to keep {_shown(memory)}. It waits because {memory.reason or 'of you'}."
    if older is None:
        return Question(message, (KEEP, REJECT), memory.id, revision=memory.revision)
    message += f" It conflicts with: “{_short(older.content.text)}”."
    return Question(message, (REPLACE, KEEP, REJECT), memory.id, revision=memory.revision)


def _shown(memory: Memory) -> str:
    """Return all that would count if a person said yes: what it is, for whom, and every word of it."""
    content = memory.content
    words = (content.title if content.title not in content.text else "", content.text, content.why)
    said = "; because ".join(f"“{in_quotes(part)}”" for part in (" — ".join(filter(None, words[:2])), words[2]) if part)
    return f"as a {content.kind.value} for {content.scope}: {said}"


def take_answer(context: Context, question: Question, reply: dict[str, Any]) -> str:
    """Do what a person decided, and return what to tell the agent about it; nothing where they decided nothing."""
    if question.words:
        note(context, ASKED, question.turn)  # whatever they said: it is not asked twice
    content = reply.get("content")
    decision = content.get("decision") if isinstance(content, dict) and reply.get("action") == "accept" else None
    if decision not in question.choices:
        return ""
    turn = question.turn or _last_turn(context)
    person = _as_person(context, turn)
    if question.memory:
        return _decide(person, question, decision, turn)
    if decision == TASK:
        store_untold(person, question.words, turn)
        return "The user was asked: what they said earlier was only about this task."
    claim = content.get("claim") if isinstance(content, dict) else ""
    done = store_told(person, claim if isinstance(claim, str) and claim.strip() else question.words, turn)
    return f"The user was asked, and what they said earlier is now remembered as {done.id} ({done.status})."


def _decide(person: Context, question: Question, decision: str, turn: str) -> str:
    memory, number = question.memory, question.revision
    if decision == REJECT:
        reject(person, [memory])
        return f"The user was asked and does not want {memory} kept."
    partition, _ = get_memory(person, memory)
    try:
        with partition.writing():  # nothing comes between what was shown and what is approved
            _, known = get_memory(person, memory)
            require_shown(partition, known, number)
            if turn:
                evidence = (Evidence("turn", f"{person.who.session}/{turn}"),)
                grown = known.content.joined(replace(known.content, evidence=evidence))
                change = enriched(partition, known, grown, person.who)
                partition.log.append(change)
                number = change.revision
            approve(person, [f"{memory}@{number}"])
    except Conflict as error:
        return f"The user was asked, but {error.message} It waits."
    against = [link.target for link in known.content.links if link.kind == "contradicts"]
    for older in against if decision == REPLACE else ():
        supersede(person, older, memory)
    return f"The user was asked and approved {memory}."


def _as_person(context: Context, turn: str) -> Context:
    """Return the same place and store for the person who answered, in their session and turn."""
    person = find_person(context.where, context.settings.user)
    who = replace(person, session=context.who.session, turn=turn)
    return context.told_by(who)


def _last_turn(context: Context) -> str:
    events = context.partition(context.scope).journal.events(context.who.session)
    return next((item.key for item in reversed(list(events)) if item.kind is EventKind.PROMPT), "")


def _short(text: str) -> str:
    return in_quotes(one_line(text, _SHOWN))
