"""standfast recall: find the memories that answer a question, best first."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream, split_list
from standfast.cli.places import repo_paths
from standfast.cli.show import tell_commit, tell_otherwise
from standfast.errors import ConfigError
from standfast.learn.session.finding import tells_session
from standfast.model.kind import Kind
from standfast.moments.at_prompt import lead_of
from standfast.moments.first import is_unread
from standfast.recall.abridge import abridge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.session import Excerpt
    from standfast.recall.answer import Recalled
    from standfast.recall.receipts import Result
    from standfast.standing.judged import Judged

_SHOWN = 400  # characters of a memory's text; `show` says the rest
_BRIEFLY = 240  # the same of a result after the first
_MOST = 10  # results, unless somebody says how many
_AT_FIRST = 5  # the same for a person, who sees the nearest of them
_NEAR = 0.7  # of the best score: what is farther from it is seldom what was asked for
_PLACES = 2

EXAMPLES = """
standfast recall "which key does the payment lock use?"
standfast recall timeout --files src/net.py --kind gotcha --limit 3
standfast recall "release steps" --as-of 2026-03-01 --include superseded --explain
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("query", metavar="QUERY", nargs="+", help="what you want to know; - reads standard input")
    add(
        "-n", "--limit", metavar="N", type=int, help="how many at most (default: 10 with --json, else the nearest of 5)"
    )
    add("--files", metavar="A,B", action="append", help="the files being worked on: what is about them comes first")
    add("--kind", metavar="K", action="append", help="only this kind; may be repeated")
    add("--tag", metavar="T", action="append", help="only with this tag; may be repeated")
    add("--scope", metavar="S", default="", help="only this scope: user, group:NAME, project, path:GLOB, branch:NAME")
    add("--as-of", metavar="TIME", default=None, help="as it was known then: 2026-03-01, 3d, yesterday")
    add(
        "--include",
        metavar="STATUS",
        action="append",
        help="also superseded, proposed, retracted, …; branches: what unmerged branches say",
    )
    add("--sessions", action="store_true", help="search past sessions instead: prompts, answers, commands, failures")
    add("--explain", action="store_true", help="show how each score is made up")
    add_stream(parser, "print one result per line")


def run(args: argparse.Namespace, face: Face) -> int:
    query = " ".join(args.query)
    if not query.strip() and not args.files:
        hint = 'For example: standfast recall "how do I run the tests?"'
        raise ConfigError("There is no question.", hint=hint, code="empty")
    if args.sessions:
        return _sessions(face, face.read("-") if query == "-" else query, _MOST if args.limit is None else args.limit)
    limit = args.limit if args.limit is not None else _MOST if face.programmed else _AT_FIRST
    answer = face.open().recall(
        face.read("-") if query == "-" else query,
        limit=limit,
        files=repo_paths(face, split_list(args.files)),
        kinds=split_list(args.kind),
        tags=split_list(args.tag),
        scope=args.scope,
        as_of=args.as_of,
        include=split_list(args.include),
    )
    face.answer(answer.to_dict(), lines="results")
    if not face.programmed:
        _tell(face, answer, query, explain=args.explain, limit=args.limit)
        if not (args.include or args.scope or args.as_of or args.kind or args.tag):
            _tell_elsewhere(face, query)
    return 0


def _tell_elsewhere(face: Face, query: str) -> None:
    """Say to a person how many memories of unmerged branches would have answered; what they say is the branches'."""
    from standfast.context.view import is_here
    from standfast.model.encode import decode_scope

    context = face.open().context
    scopes = [scope for partition in context.partitions() for scope in partition.memories.scopes()]
    if query == "-" or not context.who.is_person or all(is_here(context, decode_scope(item).branch) for item in scopes):
        return
    found = _nearest(face.open().recall(query, limit=_AT_FIRST, include=("branches",), preview=True).results)
    count = sum(not is_here(context, item.memory.content.scope.branch) for item in found)
    if count:
        known = paint.count(count, "answer")
        face.say((f"{known} from unmerged branches left out; --include branches shows them.", "dim"))


def _sessions(face: Face, query: str, limit: int) -> int:
    """Answer out of past sessions."""
    answer = face.open().sessions.recall(query, limit=limit)
    face.answer(answer.to_dict(), lines="sessions")
    _tell_excerpts(face, answer.hits)
    if answer.hits:
        face.next(f"`standfast replay {answer.hits[0].session}` shows the whole session.")
    else:
        face.say("No session here says anything about that.")
    return 0


def _tell_excerpts(face: Face, excerpts: "Sequence[Excerpt]") -> None:
    for excerpt in excerpts:
        about = " · ".join(
            filter(None, (excerpt.kind, excerpt.tool, excerpt.agent, excerpt.branch, paint.stamp(excerpt.at)))
        )
        face.say((excerpt.session, "bold"), (f"  {about}", "dim"))
        face.say(paint.body(excerpt.text, "   "))


def _tell(face: Face, answer: "Recalled", query: str, *, explain: bool, limit: int | None) -> None:
    if answer.sessions and not answer.results:
        face.say("No memory answers that. Past sessions speak of it:")
        _tell_excerpts(face, answer.sessions)
        face.next(f"`standfast replay {answer.sessions[0].session}` shows the whole session.")
        return
    if not answer.results:
        face.say("Nothing here answers that.")
        _tell_hidden(face, answer)
        if is_unread(face.open().context):
            face.next("Nobody let Standfast read this repository yet: `standfast up` does.")
        else:
            face.next("`standfast status` shows what is in reach; --include superseded looks at what was replaced.")
        return
    for line in answer.tell_read_as():
        face.say((line, "yellow"))
    told = answer.results if limit is not None else _nearest(answer.results)
    ids = paint.Ids(face, [item.memory.id for item in told])
    for rank, result in enumerate(told, 1):
        _tell_result(face, rank, result, ids, query, explain=explain)
    if limit is None and (answer.withheld or len(told) < len(answer.results)):
        face.say(("More matched, less closely or as well; --limit shows more.", "dim"))
    elif answer.withheld and len(told) >= (limit or 0):
        face.say((f"{answer.withheld} more matched, past the limit; --limit shows more.", "dim"))
    if answer.sessions:
        face.say("Past sessions speak of it, too:")
        _tell_excerpts(face, answer.sessions)
    _tell_hidden(face, answer)
    if not answer.receipt:
        face.say(("No receipt was kept: the store cannot be written.", "yellow"))
    if answer.dense != "on":
        face.say((f"Search by meaning: {answer.dense}", "dim" if answer.dense == "off" else "yellow"))
    face.next(f"`standfast show {answer.results[0].memory.id}` says more.")


def _nearest(results: "Sequence[Result]") -> "Sequence[Result]":
    """Return the first few that are about as near to the question as the best."""
    least = _NEAR * max((item.score for item in results), default=0.0)
    return [item for item in results[:_AT_FIRST] if item.score >= least] or results[:1]


def _tell_hidden(face: Face, answer: "Recalled") -> None:
    """Say what would have answered, were it current."""
    if answer.hidden:
        counts = ", ".join(f"{count} {status}" for status, count in sorted(answer.hidden.items()))
        face.say((f"Withheld, not current: {counts}; --include {','.join(sorted(answer.hidden))} shows them.", "dim"))


def _tell_result(face: Face, rank: int, result: "Result", ids: paint.Ids, query: str, *, explain: bool) -> None:
    memory, content = result.memory, result.memory.content
    is_commit = memory.source.kind == "commit"
    lead = lead_of(result)
    face.say(
        (f"{rank}. ", "dim"),
        (f"{lead}: " if lead else "", "yellow"),
        (content.title or paint.shorten(content.text, 400), "bold"),
    )
    text = abridge(content.text, query, _SHOWN) if tells_session(memory) else content.text
    rest = text.removeprefix(content.title).strip() if content.title else ""
    if rest:
        face.say(paint.body(paint.shorten(rest, _SHOWN if rank == 1 else _BRIEFLY), "   "))
    if content.why:
        face.say((f"   {paint.because(paint.shorten(content.why, 300))}", "italic"))
    about: list[str | tuple[str, str]] = ["   ", *ids(memory.id), " · "]
    if content.kind is not Kind.EPISODE or not is_commit:
        about += [f"{content.kind.value} · "]
    if memory.status.value != "active":
        about += [paint.status(memory.status.value), " · "]
    now = face.open().context.clock.now()
    if not paint.is_apart(result.judged, content.anchors):
        about += [paint.stands(result.judged), " · "]
    about += [f"{paint.by(memory.source)} · {paint.ago(memory.version.at, now)}"]
    face.say(*about)
    _tell_history(face, result)
    _tell_doubts(face, result.judged)
    if content.scope.branch:
        face.say((f"   from unmerged branch {content.scope.branch}", "yellow"))
    if content.anchors:
        places = ", ".join(str(anchor.anchor) for anchor in content.anchors[:_PLACES])
        more = f" and {len(content.anchors) - _PLACES} more" if len(content.anchors) > _PLACES else ""
        face.say((f"   {'changed' if is_commit else 'at'} {places}{more}", "dim"))
    if explain:
        _tell_score(face, result)


def _tell_doubts(face: Face, judged: "Judged") -> None:
    """Say what speaks against a memory: changed code, later words, other words here, a contradiction, stale ground."""
    if judged.is_late or judged.is_unsure:
        what = "came after it was said" if judged.is_late else "changed since"
        face.say((f"   the code it is about {what}: check it", "yellow"))
    if judged.replaced:
        face.say((f"  replaced on this branch by {judged.replaced}", "yellow"))
    if judged.since:
        face.say((f"  said differently since: {paint.shorten(judged.since, 300)}", "yellow"))
    if judged.earlier:
        where = f", revised on branch {judged.revised_on}" if judged.revised_on else ""
        face.say((f"  here its earlier words hold: {paint.shorten(judged.earlier, 300)}{where}", "yellow"))
    for side in judged.sides[:3]:
        face.say((f"  conflicts with {side}: `standfast review` settles it", "yellow"))
    for other, standing in judged.rests_on[:3]:
        face.say((f"   rests on {other}, which is {standing}", "yellow"))


def _tell_history(face: Face, result: "Result") -> None:
    """Say where the code says otherwise, or since which commit something stands as it does."""
    if told := tell_otherwise(result.memory, result.judged):
        face.say((f"   {told}", "yellow"))
    for item in result.judged.detail:
        if item.get("commit") and not item.get("left"):  # of a commit, its standing says how much is left
            face.say(("   " + tell_commit(item["commit"], item["standing"]), "dim"))
            break


def _tell_score(face: Face, result: "Result") -> None:
    """Show how the score came about: what every side adds to it."""
    added = {name: value for name, value in result.scores.items() if round(value, 3)}
    parts = " ".join(f"{name} {value:+.3f}" for name, value in added.items()) or "nothing"
    face.say((f"   score {result.score:.3f} = {parts}", "cyan"))
