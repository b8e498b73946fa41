"""Green: a check failed, files were changed, the same check passed. What had broken, and where it was repaired.

Only where something around the code broke and was fixed there (a manifest, a setting, a script of the build): that the
code at hand was wrong until it was changed teaches nobody.
"""

from __future__ import annotations

import re

from standfast.code.languages import find_language
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
_SETS_UP = re.compile(r"(?:config|conftest|setup|settings|rc)\.\w+$")


def find(turns: Sequence[Turn], inside: Inside) -> list[Lesson]:
    """Return what was repaired in a session; `inside` names a file as the repository does, or not at all."""
    steps = [step for turn in turns for step in turn.steps]
    found: list[Lesson] = []
    red: dict[str, tuple[Step, int]] = {}
    for place, step in enumerate(steps):
        if not step.command or aim_of(step.command) not in CHECKS or step.failed is None:
            continue
        name = plain(step.command) or name_of(step.command)
        if step.failed:
            red.setdefault(name, (step, place))
        elif name in red:
            broke, since = red.pop(name)
            files = _changed(steps[since:place], inside)
            failure = fingerprint_failure(broke.command, broke.output)
            around = 0 < len(files) <= _FEW and all(map(_is_around, files))
            if around and failure.lies_around and plain(broke.command):
                found.append(
                    Lesson(
                        "green",
                        "found",
                        "gotcha",
                        f"`{plain(broke.command)}` failed with: {failure.said} It passed after a change to "
                        f"{', '.join(files)}.",
                        step.at,
                        (broke.key, step.key),
                        anchors=tuple(files),
                        tags=(failure.tag,),
                        weight=1.0,
                    )
                )
    return found[:_MOST]


def _is_around(path: str) -> bool:
    """Tell whether a file is no code, or code that only sets something up: `jest.config.js`."""
    return find_language(path) is None or bool(_SETS_UP.search(path))


def _changed(steps: Sequence[Step], inside: Inside) -> list[str]:
    named = (inside(path) for step in steps if step.writes for path in step.files)
    return list(dict.fromkeys(path for path in named if path))
