"""standfast up: the main job in one go."""

import argparse
import sys
from collections.abc import Collection
from shlex import quote

from standfast.agents.plan import FoundAgent, detect
from standfast.cli import paint
from standfast.cli.brief import brief_for, of_agent
from standfast.cli.connected import list_connected
from standfast.cli.face import Face
from standfast.cli.instruction_lines import tell_instructions
from standfast.cli.mined import learn, tell_mined
from standfast.cli.places import home_of
from standfast.cli.serve import DEFAULT_PORT, HERE, is_free, serve
from standfast.cli.status import tell_paused
from standfast.context.acts import one_act
from standfast.context.view import views
from standfast.errors import ConfigError
from standfast.learn.habits import tell_habits
from standfast.learn.procedures.way import TITLES
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Memory
from standfast.model.value import replace
from standfast.moments.brief import LEAD, STALE, Brief
from standfast.moments.files.lately import list_busy
from standfast.moments.sections import RUNS, is_only_found
from standfast.recall.answer import Shown
from standfast.standing.memories import Judge
from standfast.store.values import View
from standfast.verbs.mine import Mined
from standfast.verbs.review import Waiting
from standfast.verbs.status import StatusReport

_NEWEST = 40
_UNWRITTEN = 6
_CONSIDERED = 4_000  # memories among which what no file says is looked for
_LEARNED = [kind.value for kind in Kind if kind is not Kind.EPISODE]  # commits would be all there is to see
_WAITING = 5
_BUSY = 4  # files of late that are looked at
_TELLING = 2  # commits from which a file makes an example
_LATELY = 3
_CLAIM = 240  # characters of a claim with its reason
NONE = -1  # no history

EXAMPLES = "standfast up\nstandfast up ~/src/shop --once"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("repo", metavar="REPO", nargs="?", default="", help="the repository (default: here)")
    parser.add_argument("--once", action="store_true", help="print and exit, serve nothing")
    parser.add_argument("--port", metavar="PORT", type=int, help="the port to serve on (default 8765, or any free one)")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.repo:
        face.where = face.path(args.repo)
        if not face.where.is_dir():
            raise ConfigError(f"There is no folder {args.repo!r}.", hint="Name a repository.", code="no-folder")
    memory = face.open()
    with one_act(memory.context):  # `undo` takes back all that one `up` read
        mined, before, early = _read(face)
    waiting = memory.review(limit=_WAITING)
    agent = brief_for(face)
    brief = memory.brief()
    agents = _agents(face)
    report = memory.status()
    if face.json:
        document = {
            "status": report.to_dict(),
            "ways": [{"id": way.id, "title": way.content.title, "text": way.content.text} for way in _ways(face)],
            "newest": [item.to_dict() for item in memory.newest(limit=_NEWEST, kinds=_LEARNED)],
            "waiting": [item.to_dict() for item in waiting],
            "brief": {**brief.to_dict(), "agent": agent},
            "mined": mined.to_dict() if mined else None,
            "agents": [{"name": agent.name, "title": agent.title, "by": agent.by} for agent in agents],
        }
        face.answer(document)
        return 0
    after = _unwritten(face)
    seen = {item.memory.id for item in before}
    _tell_newest(face, [item for item in after if item.memory.id not in seen])
    if not after and not report.waiting_all and not brief.text:
        _tell_first_steps(face)
    _tell_busy(face)
    if mined and mined.changed:
        tell_mined(face, mined, suspects=False)  # of 80 in 100,000 commits none meant harm
        if _known(report) != early:  # the first line was said before the history was read
            face.say(f"With the history, known here: {_known(report)}.")
    _tell_waiting(face, waiting, report.waiting)
    _tell_brief(face, brief, agent, {*seen, *(item.memory.id for item in after), *(way.id for way in _ways(face))})
    _tell_agents(face, agents)
    return 0 if args.once else _serve(face, args.port)


def _read(face: Face) -> tuple[Mined | None, list[Shown], str]:
    """Read what the project tells; return that, what was shown before its history, and how much was known then."""
    first = learn(face, history=NONE)  # documents and manifests: there in a moment, and the first useful screen
    before: list[Shown] = []
    early = ""
    if not face.json:
        before = _unwritten(face)
        report = face.open().status()
        early = _known(report)
        _tell_place(face, report)
        _tell_newest(face, before)
        _tell_ways(face)
        face.flush()
    mined = learn(face, read=first.documents if first else None)
    if mined and first:
        mined = replace(mined, restored=first.restored + mined.restored)
    return mined, before, early


def _tell_place(face: Face, report: StatusReport) -> None:
    """Say where this is, and before all else what is no longer true here."""
    branch = f" on {report.branch}" if report.branch else ""
    alone = " (this folder alone: it is not in a repository)" if report.by == "folder" else ""
    face.say((report.name, "bold"), f"{branch}{alone}: {_known(report, ' known so far')}")
    tell_paused(face, report)
    if report.unembedded:
        waiting = paint.count(report.unembedded, "memory has", "memories have")
        face.next(f"{waiting} no vector of the model in use and are found by words alone: `standfast reindex`.")
    for project in report.claims:
        face.next(f"It claims to be {project}. If it is: `standfast init --join {project}`.")
    if report.instructions:
        face.say()
        tell_instructions(face, report.instructions, apart=False)


def _known(report: StatusReport, word: str = "") -> str:
    """Say how much is known, and how much there is besides that only tells what happened."""
    happened = f", and {report.episodes:,} commits and sessions to look things up in" if report.episodes else ""
    return f"{report.known:,}{word}{happened}"


def _unwritten(face: Face) -> list[Shown]:
    """Return what is known that no file says, the latest first."""
    context = face.open().context
    kinds = [kind for kind in Kind if kind is not Kind.EPISODE]
    found = [
        memory
        for partition, view in views(context, kinds=kinds)
        for memory in partition.memories.select(view, limit=_CONSIDERED)
        if _is_unwritten(memory)
    ]
    told: dict[str, Memory] = {}
    for memory in sorted(found, key=lambda item: item.version.at, reverse=True):
        told.setdefault(memory.content.why or str(memory.id), memory)  # what one revert took back is one story
    judge = Judge(context)
    return [Shown(memory, judge(memory)) for memory in list(told.values())[:_UNWRITTEN]]


def _is_unwritten(memory: Memory) -> bool:
    """Tell whether no file says this: it is somebody's word."""
    return memory.source.kind != "document" and not is_only_found(memory)


def _ways(face: Face) -> list[Memory]:
    """Return how things are done here, as manifests say, one way for each thing; what everybody knows is left out."""
    context = face.open().context
    partition = context.partition(context.scope)
    found = {
        memory.content.title: memory
        for memory in partition.memories.select(View(kinds=(Kind.PROCEDURE,)), limit=200)
        if memory.source.kind == "document" and (memory.content.title == TITLES[0] or not is_only_found(memory))
    }
    return [found[title] for title in TITLES if title in found]


def _tell_ways(face: Face) -> None:
    ways = _ways(face)
    if ways:
        _heading(face, "How things are done here")
        for memory in ways:
            face.fold((f"{memory.content.title}: ", "dim"), RUNS.sub("", memory.content.text))


def _serve(face: Face, port: int | None) -> int:
    """Serve what was just shown, and open it where a person looks."""
    face.say()
    chosen = port if port is not None else DEFAULT_PORT if is_free(DEFAULT_PORT) else 0
    return serve(face, HERE, chosen, browse=face.terminal)


def _agents(face: Face) -> list[FoundAgent]:
    return detect(home_of(face), face.env, sys.platform)


def _heading(face: Face, text: str) -> None:
    face.say()
    face.say((text, "bold"))


def _tell_newest(face: Face, newest: list[Shown]) -> None:
    if not newest:
        return
    _heading(face, "What is known that no file says, the latest first")
    now = face.open().context.clock.now()
    for item in newest:
        memory = item.memory
        mark = [" ", paint.stands(item.judged)] if item.judged.word != "unanchored" else []
        when = paint.ago(memory.version.at, now)
        face.say(
            "  ",
            (f"{memory.content.kind.value}", "bold"),
            f" by {paint.by(memory.source)}, {when}",
            *mark,
            f"  {memory.id}",
        )
        face.fold(_claim(memory), indent=4)
    doubtful = [item for item in newest if item.judged.standing.value in {"drifted", "broken"}]
    if doubtful:
        face.next(f"The code behind {doubtful[0].memory.id} has changed: `standfast verify` lists what to look at.")


def _tell_busy(face: Face) -> None:
    """Show what is known about one of the busiest files of late, the first of which there is something to tell."""
    memory = face.open()
    for path in list_busy(memory.context, _BUSY):
        (habits,) = (found := memory.about([path])).habits
        commits = [line for line in found.lines if line.commit]
        if len(commits) >= _TELLING:
            _heading(face, f"What is known about {path}")
            for said in (*(line.text for line in commits[:_LATELY]), *tell_habits(habits)):
                face.fold(f"- {said}")
            face.next(f"`standfast brief --files {quote(path)}` tells all of it, and of any other file.")
            return


def _claim(memory: Memory) -> str:
    """Return a memory as a claim with its reason, in a line or two."""
    content = memory.content
    claim = content.title or content.text.split("\n", 1)[0]
    word = "Reverted" if content.kind is Kind.ATTEMPT else "Why"
    return paint.shorten(f"{claim.rstrip('.')}. {word}: {content.why}" if content.why else claim, _CLAIM)


def _tell_waiting(face: Face, waiting: list[Waiting], total: int) -> None:
    if not waiting:
        return
    more = f", the first {len(waiting)}" if total > len(waiting) else ""
    _heading(face, f"Waits for you: {max(total, len(waiting))}{more}")
    for item in waiting:
        reason = "" if item.memory.status.value == "proposed" else f" ({paint.shorten(item.reason, 60)})"
        face.say(
            "  ",
            (item.memory.content.kind.value, "bold"),
            f" by {paint.by(item.memory.source)}{reason}  {item.memory.id}",
        )
        face.fold(_claim(item.memory), indent=4)
    face.next("`standfast review --each` decides with one key each.")


def _tell_brief(face: Face, brief: Brief, agent: str, shown: Collection[MemoryId]) -> None:
    """Tell what the next session would be given; what stands on the screen already is not printed once more."""
    _heading(face, f"What the next session{of_agent(agent, '')} would be told")
    again = [item for item in brief.given if item in shown]
    text = _without(brief.text, again)
    if text:
        for line in text.splitlines():
            face.fold(line)
    elif not again:
        face.say("  nothing beyond what its own instruction files say")
    if again:
        lines = paint.count(len(again), "line")
        face.say(f"  {'and ' if text else ''}what stands above already ({lines}); `standfast brief` prints all of it")
    withheld = f"; {brief.withheld} left out" if brief.withheld else ""
    face.say((f"  costs {paint.count(brief.tokens, 'token')}{withheld}", "dim"))


def _without(text: str, shown: Collection[MemoryId]) -> str:
    """Return the sections of a brief without its lead, these lines, and headings that have none left."""
    kept: list[str] = []
    for section in text.removeprefix(LEAD).strip().split("\n\n"):
        if section.startswith(STALE):  # the screen begins with it
            continue
        rows = [row for row in section.split("\n") if not row.endswith(tuple(f"[{item}]" for item in shown))]
        if len(rows) > 1 or (rows and not rows[0].startswith("## ")):
            kept.append("\n".join(rows))
    return "\n\n".join(kept)


def _tell_first_steps(face: Face) -> None:
    _heading(face, "Nobody has written anything down here yet. Try:")
    for line in (
        'standfast remember "Locks are keyed by payment_id" --kind decision --why "two refunds raced in March"',
        'standfast recall "which key does the payment lock use?"',
        "standfast tour        the main features in a throwaway repository",
    ):
        face.say(f"  {line}")
    face.say("Anchor a memory to code (--anchor src/locks.py::acquire), and Standfast tells when it no longer holds.")


def _tell_agents(face: Face, agents: list[FoundAgent]) -> None:
    _heading(face, "Agents on this machine")
    if not agents:
        face.say("  none found")
        return
    connected = list_connected(face)
    left = [agent for agent in agents if agent.name not in connected]
    marks = {agent.name: " (connected)" for agent in agents if agent not in left}
    face.say("  " + ", ".join(f"{agent.title}{marks.get(agent.name, '')}" for agent in agents))
    if left:
        them = "them" if len(left) == len(agents) else ", ".join(agent.title for agent in left)
        face.next(f"`standfast setup` connects {them}.")
