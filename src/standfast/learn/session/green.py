"""Green: a check failed, files were changed, the same check passed. What had broken, and where it was mended."""

from __future__ import annotations

from standfast.learn.session.commands import CHECKS, aim_of, plain
from standfast.learn.session.failure import fingerprint_failure, name_of
from standfast.learn.session.finding import Lesson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from standfast.learn.session.turns import Step, Turn

    Inside = Callable[[str], str]

_FEW = 3  # files: a change to more is a feature, not a repair
_MOST = 1


def find(turns: Sequence[Turn], inside: Inside) -> list[Lesson]:
    """Return what was mended in a session; `inside` names a file as the repository does, or not at all."""
    steps = [step for turn in turns for step in turn.steps]
    found: list[Lesson] = []
    red: dict[str, tuple[Step, int]] = {}
    for place, step in enumerate(steps):
        if not step.command or aim_of(step.command) not in CHECKS or step.failed is None:
            continue
        name = name_of(step.command)
        if step.failed:
            red.setdefault(name, (step, place))
        elif name in red:
            broke, since = red.pop(name)
            files = _changed(steps[since:place], inside)
            failure = fingerprint_failure(broke.command, broke.output)
            if failure.line and 0 < len(files) <= _FEW and plain(broke.command):
                found.append(
                    Lesson(
                        "green",
                        "found",
                        "gotcha",
                        f"`{plain(broke.command)}` failed with: {failure.line} It passed after a change to "
                        f"{', '.join(files)}.",
                        step.at,
                        (broke.key, step.key),
                        anchors=tuple(files),
                        tags=(failure.tag,),
                        weight=1.0,
                    )
                )
    return found[:_MOST]


def _changed(steps: Sequence[Step], inside: Inside) -> list[str]:
    named = (inside(path) for step in steps if step.writes for path in step.files)
    return list(dict.fromkeys(path for path in named if path))
