"""The table of moments: every point in a session at which something may be said unasked, and within which bounds.

Owns names, budgets, floors and what each moment may say; `docs/reference/moments.md` is written from it. Must not look
anything up: each moment has a module of its own (`at_start`, `at_prompt`, `at_file`, `at_command`, `at_failure`), and
`tell` walks through them. Hook path: values only.
"""

from __future__ import annotations

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

START = "start"
RESUME = "resume"
COMPACT = "compact"
PROMPT = "prompt"
READ = "read"
EDIT = "edit"
COMMAND = "command"
FAILURE = "failure"
BREAK = "break"
SUBAGENT = "subagent"
SUBAGENT_END = "subagent-end"
COMMIT = "commit"
END = "end"


class Moment(Value):
    """One moment: when it is, what may be said then, and how much of it.

    `most` memories within `tokens`; `floor` is the share of what is asked that a memory must answer (words of a prompt,
    of a command, of an error that stand together in it); 0 where a memory is anchored or named, which is exact.
    `again`: what the session was told before may be said once more, in one line, because its action has come.
    `share`: after a session was told so many tokens beyond its brief, this moment is silent (0: never), but for a rule
    that the very command or lines break.
    `rests`: after it was said in so many sessions of the last week, a note has a rest (0: never); before an edit only
    one of which a file's folder, sort or lines make it likely that it is meant.
    """

    name: str
    when: str
    says: str
    most: int = 0
    tokens: int = 0
    floor: float = 0.0
    again: bool = False
    rests: int = 0
    share: int = 0
    speaks: bool = True


MOMENTS = {
    moment.name: moment
    for moment in (
        Moment(
            START,
            "a session starts",
            "the brief: open threads and hand-overs, people's rules and decisions, what concerns the branch and files",
            most=60,
            tokens=1500,
        ),
        Moment(
            RESUME,
            "a session is resumed",
            "what changed meanwhile: merges, others' notes, what it was told that no longer holds; the brief again, "
            "where the agent lost it",
            most=12,
            tokens=400,
        ),
        Moment(
            COMPACT,
            "the agent's context was compacted or cleared",
            "the brief again, what the session was told since and has lost, and what it was doing",
            most=60,
            tokens=1500,
        ),
        Moment(PROMPT, "a person asks", "what answers the prompt", most=3, tokens=300, floor=0.2, share=500),
        Moment(
            READ,
            "before a file is read",
            "what somebody noted about the file; where no task is known, one choice of its history that still stands",
            most=3,
            tokens=260,
            rests=4,
            share=450,
        ),
        Moment(
            EDIT,
            "before a file is changed",
            "what was noted, ruled or said of the file and the lines that change; that this edit changes what a note "
            "is about; what history tells of the task",
            most=3,
            tokens=360,
            again=True,
            rests=4,
            share=900,
        ),
        Moment(
            COMMAND,
            "before a command runs",
            "what is anchored to the command or about what it does; warnings first if it destroys something",
            most=3,
            tokens=260,
            floor=0.5,
            again=True,
            share=1100,
        ),
        Moment(
            FAILURE,
            "after a command or tool failed",
            "what worked after the same failure before, and the session it is known from",
            most=2,
            tokens=220,
            floor=0.5,
            again=True,
        ),
        Moment(
            BREAK,
            "after an edit that breaks an anchor",
            "that the memory anchored there no longer matches, so that it is revised while the reason is fresh",
            most=2,
            tokens=160,
            again=True,
        ),
        Moment(SUBAGENT, "a sub-agent starts", "a lean brief for its task", most=12, tokens=450),
        Moment(
            SUBAGENT_END,
            "a sub-agent ends",
            "nothing: what it noted and did is filed under its parent session",
            speaks=False,
        ),
        Moment(COMMIT, "before a commit", "what guards refuse or warn about (in the Git hook, or at the command)"),
        Moment(END, "a session ends", "nothing: the session is closed and can be learned from", speaks=False),
    )
}

NOTHING_KNOWN = "nothing known"
BELOW_FLOOR = "below the floor"
NOT_NOW = "not worth an interruption"
SAID_ALREADY = "said already"
RESTING = "said often, resting"
IN_FILES = "in the agent's own files"
NO_ROOM = "no room"
SPENT = "the session was told enough"
SAID = "said"
CAUSES = (SAID, NOTHING_KNOWN, BELOW_FLOOR, NOT_NOW, SAID_ALREADY, RESTING, IN_FILES, NO_ROOM, SPENT)
"""Why something was said at a moment, or nothing: on record for every look-up."""


WAYS = {
    "against": "forbids what is being done",
    "occasion": "names this command or deed as its occasion",
    "named": "says something of this very file or command",
    "folder": "is for the folder or pattern that the file lies in",
    "path": "was written for this path",
    "failed": "nearly this command failed here before",
    "failure": "worked after the same failure",
    "act": "speaks of a deploy, a migration, a release",
    "commit": "is a commit that did something here",
    "anchor": "is anchored here",
}
"""By which way a memory comes to speak at an action: among the scores on its receipt, the first of these counts."""


EXACT = frozenset(("against", "occasion", "named", "path", "failed", "failure", "anchor"))
"""Ways by which a memory is about the very thing at hand."""

INFERRED = frozenset(("folder",))
"""Ways by which a note speaks at many files of a project: one that is wrong would do so again and again."""


def way_of(scores: Mapping[str, float]) -> str:
    """Return the way by which a memory came to speak, or nothing where it was looked up by words."""
    return next((way for way in WAYS if way in scores), "")


class Occasion(Value):
    """One moment as it came: what is asked, touched, run or failing, in the same words for every agent."""

    moment: str
    prompt: str = ""
    files: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    command: str = ""
    output: str = ""
    edit: object = None
    """The arguments of the tool that is about to change a file: which lines it touches."""
    loaded: tuple[str, ...] = ()
    """The instruction files that this agent loads by itself."""
    lost: bool = False
    """A session that is taken up again no longer holds what it was told at its start."""


class Told(Value):
    """What is said at a moment (nothing: an empty text), why, and what it costs."""

    moment: str
    text: str = ""
    cause: str = NOTHING_KNOWN
    tokens: int = 0
    given: int = 0
