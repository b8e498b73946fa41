"""What in the instruction files is no longer true, as lines: `drift`, `status` and `up` lead with them."""

from collections.abc import Sequence

from standfast.cli.face import Face
from standfast.standing.documents.instructions import Stale

_MOST = 12


def tell_instructions(
    face: Face, stale: Sequence[Stale], *, apart: bool = True, where: str = "instruction files"
) -> None:
    """Tell what in the instruction files is no longer true; `apart` sets it off from what follows."""
    if not stale:
        return
    face.say(f"No longer true in your {where}:")
    for item in stale[:_MOST]:
        since = f" (since {item.since[:12]})" if item.since else ""
        face.say("  ", (f"{item.file}:{item.line}", "red"), f"  {item.fault}{since}")
    if len(stale) > _MOST:
        face.say((f"  and {len(stale) - _MOST} more", "dim"))
    if apart:
        face.say()
