"""Standing: what the repository says now of a memory, computed just before it is shown."""

from __future__ import annotations

from holdfast.model.trust import WORST_FIRST, Standing
from holdfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.model.memory import Anchored, Memory
    from holdfast.repo.scene import Scene
    from holdfast.repo.verdict import Judgement
    from holdfast.verbs.context import Context


class Judged(Value):
    """The worst standing among a memory's anchors, and what is known of each."""

    standing: Standing
    detail: tuple[dict[str, Any], ...] = ()


class Judge:
    """Judges several memories against one look at the working tree. Make a new one for every answer."""

    def __init__(self, context: Context, *, explain: bool = False) -> None:
        self._root = context.here.root
        self._scene: Scene | None = None
        self._explain = explain

    def __call__(self, memory: Memory) -> Judged:
        """Return where a memory stands in the working tree at hand."""
        anchors = [one for one in memory.content.anchors if one.fingerprint is not None]
        if not anchors or self._root is None:
            return Judged(Standing.UNANCHORED)
        from holdfast.repo.judge import judge

        if self._scene is None:
            from holdfast.repo.scene import open_scene

            self._scene = open_scene(str(self._root))
        detail: list[dict[str, Any]] = []
        for one in anchors:
            judgement = judge(self._scene, one.anchor, one.fingerprint)
            now = str(judgement.now) if judgement.now else ""
            fine = judgement.standing in {Standing.HOLDS, Standing.MOVED, Standing.UNANCHORED}
            more = _explained(self._scene, one, judgement) if self._explain and not fine else {}
            detail.append(
                {
                    "anchor": str(one.anchor),
                    "standing": judgement.standing.value,
                    "reason": judgement.reason,
                    "now": now,
                    **more,
                }
            )
        found = {one["standing"] for one in detail}
        worst = next((standing for standing in WORST_FIRST if standing.value in found), Standing.UNANCHORED)
        return Judged(worst, tuple(detail))


def _explained(scene: Scene, one: Anchored, judgement: Judgement) -> dict[str, Any]:
    """Return which commit made the difference, by whom and when, and the lines then and now."""
    from holdfast.repo.culprit import explain

    if one.fingerprint is None:
        return {}
    found = explain(scene, one.anchor, one.fingerprint, judgement)
    more: dict[str, Any] = {}
    if found.culprit:
        culprit = found.culprit
        more["commit"] = {"sha": culprit.sha, "author": culprit.author, "at": culprit.at, "subject": culprit.subject}
    for name, lines in (("before", found.before), ("after", found.after)):
        if lines:
            more[name] = {"path": lines.path, "first": lines.first, "lines": list(lines.lines)}
    return more
