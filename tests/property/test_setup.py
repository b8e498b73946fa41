"""Setup on machines that are lived in: whatever is in the files of whichever agents, undo gives every byte back."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings, strategies as st

from standfast.agents import NAMES
from tests.unit.agents import test_edit_json, test_edit_toml, test_edit_yaml
from tests.unit.agents.test_edit_markdown import TEXTS
from tests.unit.agents.test_plan import Machine

if TYPE_CHECKING:
    from collections.abc import Mapping

DOCUMENTS = {
    ".json": test_edit_json.documents(),
    ".jsonc": test_edit_json.documents(),
    ".toml": test_edit_toml.documents(),
    ".yaml": test_edit_yaml.documents(),
    ".md": TEXTS.map(str.encode),
}
AGENTS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True)


def places(level: str) -> list[str]:
    """List every file that setup may touch, below the machine's folder."""
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        return sorted(str(Path(change.path).relative_to(folder)) for change in machine.plan(level=level))


PLACES = {level: places(level) for level in ("user", "project")}


@st.composite
def lived_in(draw: st.DrawFn) -> tuple[str, dict[str, bytes]]:
    """Draw a level and what some of its files hold."""
    level = draw(st.sampled_from(["user", "project"]))
    known = [path for path in PLACES[level] if Path(path).suffix in DOCUMENTS and "standfast" not in Path(path).name]
    chosen = draw(st.lists(st.sampled_from(known), max_size=5, unique=True))
    return level, {path: draw(DOCUMENTS[Path(path).suffix]) for path in chosen}


def fill(machine: Machine, root: Path, files: Mapping[str, bytes]) -> dict[str, bytes | None]:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return machine.tree()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lived_in(), AGENTS, st.randoms(use_true_random=False))
def test_agents_come_and_go_in_any_order_and_leave_every_byte_as_it_was(
    machine_state: tuple[str, dict[str, bytes]], agents: list[str], chance: object
) -> None:
    level, files = machine_state
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        before = fill(machine, Path(folder), files)
        for name in agents:
            machine.setup(name, level=level)
        assert [item for item in machine.plan(*agents, level=level) if item.changes] == []
        leaving = list(agents)
        chance.shuffle(leaving)  # type: ignore[attr-defined]
        for name in leaving:
            machine.undo(name)
        assert machine.tree() == before
