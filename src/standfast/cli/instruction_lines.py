"""What in the instruction files is no longer true, as lines: `drift`, `status` and `up` lead with them."""

from standfast.cli.face import Face

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.standing.instructions import Stale

_MOST = 12


def tell_instructions(face: Face, stale: "Sequence[Stale]") -> None:
    """Tell what in the instruction files is no longer true."""
    if not stale:
        return
    face.say("No longer true in your instruction files:")
    for one in stale[:_MOST]:
        near = f"; nearest: {one.nearest}" if one.nearest else ""
        since = f" since {one.since[:12]}" if one.since else ""
        face.say("  ", (f"{one.file}:{one.line}", "red"), f"  {one.kind} {one.name} is not there{since}{near}")
    if len(stale) > _MOST:
        face.say((f"  and {len(stale) - _MOST} more", "dim"))
    face.say()
