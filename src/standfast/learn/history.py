"""History becomes memory: an episode per commit worth reading, and a few proposals for a person to decide.

Where reading stopped is noted in the catalogue; what was taken is known from the log. Rewritten history adds only
commits that say something new: an episode is known by its words and the moment they were written.
"""

from __future__ import annotations

from collections import Counter, deque
from datetime import UTC, datetime
from functools import partial
from itertools import tee

from standfast.capture.draft import Draft
from standfast.code.history import find_tips, iter_commits, list_commits
from standfast.errors import ConfigError, StandfastError
from standfast.learn.attempts import as_attempt, mark_reverts, read_reverts
from standfast.learn.episodes import Episode, read_episode, touched
from standfast.learn.message import fold_title, read_message
from standfast.learn.proposals import MOST, Proposal, choose, from_sign
from standfast.learn.signs import Sign, read_sign
from standfast.learn.telling import TAG, explains
from standfast.model.anchor import parse_anchor
from standfast.model.key import content_key
from standfast.model.memory import BY
from standfast.model.source import Source, SourceFilter
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.store.values import LogFilter, View
from standfast.trust.admission import MANY, prepare
from standfast.trust.batch import remember_many
from standfast.trust.record import Remembered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from standfast.code.git import Git
    from standfast.code.history import Commit
    from standfast.code.kept_out import KeptOut
    from standfast.context.context import Context
    from standfast.learn.reverts import Reverts
    from standfast.store.contract import Partition, Progress

HISTORY = 20_000
_MARK = "mined"
_SHOWN = 5  # commits that looked like orders, named for who wants to look
_LONGEST_NAME = 60
_LOOKS = 4 * MOST  # proposals that are looked at until there are enough
_STANDS = 0.2  # of the lines that a commit added: with fewer, the code went another way since
_REMOVED = 0.9  # of the lines that a commit took away: with fewer still gone, it came back


class Learned(Value):
    """How many commits were read, and what became of them: an episode, or an attempt where it was taken back."""

    commits: int = 0
    episodes: int = 0
    proposals: int = 0
    known: int = 0
    left_out: int = 0
    suspect: int = 0
    attempts: int = 0
    suspects: tuple[str, ...] = ()  # the first of them


class _Reading:
    """What is gathered while commits go by."""

    def __init__(self) -> None:
        self.signs: list[Sign] = []
        self.read = 0
        self.known = 0
        self.left_out = 0
        self.suspect = 0
        self.stored: Counter[str] = Counter()  # by kind
        self.suspects: list[str] = []
        self.places: deque[int] = deque()  # of the commits of drafts that are not stored yet
        self.own: Collection[str] = ()
        self.reverts: Reverts | None = None


def learn_history(
    context: Context, git: Git, *, most: int = HISTORY, dry_run: bool = False, progress: Progress | None = None
) -> Learned:
    """Learn from the commits that were not read before; `most` bounds how many, newest first, 0 for all.

    Only what led to the files at hand is read: what only another branch has, here or as last fetched, is not so here.
    """
    tips = [head] if (head := git.find_commit("HEAD")) else []
    marked = _marked(context, most)
    if not tips or set(tips) <= set(marked):
        return Learned()
    shas = list_commits(git, tips, known=marked, most=most)
    tell = partial(_tell, progress, len(shas))
    tell(0)
    partition = context.partition(context.scope)
    reading = _Reading()
    defaults = find_tips(git)
    reading.own = frozenset(list_commits(git, tips, known=defaults, most=most)) if tips != defaults else ()
    drafts = _drafts(context, git, shas[::-1], reading, partition)
    if dry_run:
        reading.stored.update(draft.kind for draft in drafts if _is_good(context, draft))
    else:
        _store(context, drafts, reading, tell)
    proposals = _proposals(context, git, reading, partition, partial(tell, len(shas)))
    if dry_run:
        return _learned(reading, len(proposals))
    stored = sum(isinstance(item, Remembered) for item in remember_many(context, proposals))
    if reading.reverts is not None:
        mark_reverts(partition, reading.reverts)
    _mark(context, tips, most)
    return _learned(reading, stored)


def _learned(reading: _Reading, proposals: int) -> Learned:
    return Learned(
        reading.read,
        reading.stored["episode"],
        proposals,
        reading.known,
        reading.left_out,
        reading.suspect,
        reading.stored["attempt"],
        tuple(reading.suspects),
    )


def _tell(progress: Progress | None, commits: int, stored: int, looked_at: int = 0) -> None:
    """Tell how far it is: a tenth of the time goes to asking Git what is left of the code behind proposals."""
    if progress:
        progress(9 * stored + commits * looked_at // _LOOKS, 10 * commits)


def _store(context: Context, drafts: Iterable[Draft], reading: _Reading, tell: Callable[[int], None]) -> None:
    """Store what commits became, and tell how far that is."""
    given, told = tee(drafts)
    seen: set[str] = set()
    for draft, result in zip(told, remember_many(context, given), strict=True):
        place = reading.places.popleft()
        tell(place)
        if isinstance(result, StandfastError):
            reading.left_out += 1
        elif result.operation is None or result.id in seen:  # two commits that say the same are one memory
            reading.known += 1
        else:
            seen.add(result.id)
            reading.stored[draft.kind] += 1
            reading.suspect += bool(result.reasons)
            reading.suspects += [result.id] if result.reasons and len(reading.suspects) < _SHOWN else []


def _is_good(context: Context, draft: Draft) -> bool:
    try:
        prepare(context, draft)
    except StandfastError:
        return False
    return True


def _drafts(
    context: Context,
    git: Git,
    shas: Sequence[str],
    reading: _Reading,
    partition: Partition,
) -> Iterator[Draft]:
    now = int(context.clock.now().timestamp())
    read_before = find_depth(context) is not None  # else whatever is here came another way, and equal words are found
    branch = context.clean(context.here.branch or context.here.commit[:12])
    commits = list(_allowed(context.kept_out, iter_commits(git, shas), reading))
    reading.reverts = read_reverts(git, commits)
    told: dict[str, str] = {}  # the bodies of commits, by their titles
    for commit in commits:
        reading.read += 1
        message = read_message(context.clean_whole(commit.message))
        episode = read_episode(commit, message)
        title = fold_title(message.subject)
        # The merge of a request that says no more than a commit it brought is told with that commit.
        merges = len(commit.parents) > 1 and title in told and message.body in told[title]
        if episode is None or merges:
            reading.left_out += 1
            continue
        told[title] = message.body
        if len(commit.parents) < 2:
            sign = read_sign(commit, message, touched(commit, message))
            # What a revert says is said with what it took back; where that came again, it holds no longer.
            known = sign is not None and sign.reason == "revert" and commit.sha in reading.reverts.takers
            reading.signs += [sign] if sign and not known else []
        if read_before and _is_known(partition, commit.sha):
            reading.known += 1
        else:
            draft = _episode(episode, now, [TAG] if explains(message) else [])
            taken = reading.reverts.taken.get(commit.sha)
            draft = as_attempt(draft, taken) if taken is not None else draft
            reading.places.append(reading.read)
            # What only the branch at hand has is true there and nowhere else.
            yield replace(draft, scope=f"project,branch:{branch}") if branch and commit.sha in reading.own else draft


def _allowed(kept_out: KeptOut | None, commits: Iterable[Commit], reading: _Reading) -> Iterator[Commit]:
    """Yield commits without the files that a person keeps out; one that changed no other is passed by."""
    for commit in commits:
        files = commit.files if kept_out is None else tuple(item for item in commit.files if not kept_out.covers(item))
        if len(files) == len(commit.files):
            yield commit
        elif files:
            yield commit._replace(files=files)
        else:
            reading.left_out += 1


def _episode(episode: Episode, now: int, tags: list[str]) -> Draft:
    return Draft(
        text=episode.text,
        kind="episode",
        title=episode.title,
        tags=tags,
        anchors=_anchors(episode.files),
        evidence=[f"commit:{episode.sha}{_author(episode.author)}"],
        at=_time(episode.at, now),
        source=Source("commit", episode.sha, item=str(episode.authored)),
    )


def _author(name: str) -> str:
    """Say who wrote a commit, as evidence has it: who decided this is who to ask."""
    plain = " ".join(name.split())[:_LONGEST_NAME]
    return f"{BY}{plain}" if plain and plain.isprintable() else ""


def _time(seconds: int, now: int) -> str:
    return datetime.fromtimestamp(min(max(seconds, 0), now), UTC).isoformat()


def _anchors(files: Sequence[str]) -> list[str]:
    return [path for path in files if _is_plain(path)]


def _is_plain(path: str) -> bool:
    """Tell whether a path, written as an anchor, means that path and nothing else."""
    try:
        anchor = parse_anchor(path)
    except ConfigError:
        return False
    return anchor.kind == "path" and anchor.path == path


def _is_known(partition: Partition, sha: str) -> bool:
    wanted = LogFilter(source=SourceFilter("commit", sha))
    return partition.log.find_latest(wanted) is not None


def _proposals(
    context: Context, git: Git, reading: _Reading, partition: Partition, tell: Callable[[int], None]
) -> list[Draft]:
    """Return what a person is asked, as far as there is room in the queue and it was never asked before."""
    room = MOST - _asked(partition)
    if room <= 0 or not reading.signs:
        return []
    present = frozenset(git.list_tracked()) if git.place.root else frozenset(git.list_tree("HEAD"))
    found = [item for item in (from_sign(sign, present) for sign in reading.signs) if item]
    now = int(context.clock.now().timestamp())
    stands = _survivors(git)
    drafts: list[Draft] = []
    for place, proposal in enumerate(choose(found, _LOOKS)):
        tell(place)
        draft = _proposal(proposal, now)
        if len(drafts) < room and _is_new(context, partition, draft) and stands(proposal.sha):
            drafts.append(draft)
    return drafts


def _survivors(git: Git) -> Callable[[str], bool]:
    """Return what tells whether enough of a commit is left in the code for its word to be asked about."""
    from standfast.code.snapshot import open_snapshot
    from standfast.standing.survival import find_left

    if not git.place.root:
        return lambda _: True
    snapshot = open_snapshot(git.place.root)

    def stands(sha: str) -> bool:
        left = find_left(snapshot, sha, {}, thorough=True)
        return left is None or left.share >= (_REMOVED if left.removal else _STANDS)

    return stands


def _proposal(proposal: Proposal, now: int) -> Draft:
    return Draft(
        text=proposal.text,
        kind=proposal.kind,
        title=proposal.title,
        why=proposal.why,
        anchors=_anchors(proposal.files),
        evidence=[f"commit:{sha}" for sha in proposal.commits[:MANY]],
        at=_time(proposal.at, now),
        status=Status.PROPOSED.value,
        source=Source("commit", proposal.sha, item=proposal.item),
    )


def _asked(partition: Partition) -> int:
    """Return how many proposals from history still wait."""
    view = View(statuses=(Status.PROPOSED,))
    return sum(memory.source.kind == "commit" for memory in partition.memories.select(view))


def _is_new(context: Context, partition: Partition, draft: Draft) -> bool:
    """Tell whether this was never asked, whatever was decided about it; what is not clean is not asked at all."""
    source = draft.source
    if source is None:
        return False
    try:
        prepared = prepare(context, draft)
    except StandfastError:
        return False
    asked = partition.log.iterate(LogFilter(source=SourceFilter(source.kind, source.name)))
    if prepared.reasons or any(item.header.source.item == source.item for item in asked):
        return False
    return not partition.memories.find_equal(content_key(prepared.content, source))


def find_depth(context: Context) -> int | None:
    """Return how deep history was read here before (0: all of it), or None where it never was."""
    depths = [depth for _, depth in _marks(context)]
    return None if not depths else 0 if 0 in depths else max(depths)


def _marked(context: Context, most: int) -> list[str]:
    """Return the commits up to which history was read at least this deep."""
    return [sha for sha, depth in _marks(context) if depth == 0 or 0 < most <= depth]


def _marks(context: Context) -> list[tuple[str, int]]:
    marks = (value.partition(" ")[::2] for value in context.store.catalog.bookmarks(context.here.project, _MARK))
    return [(sha, int(depth)) for sha, depth in marks if depth.isdigit()]


def _mark(context: Context, tips: Sequence[str], most: int) -> None:
    context.store.catalog.add_bookmarks(context.here.project, _MARK, [f"{tip} {most}" for tip in tips])
