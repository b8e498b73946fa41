"""Every method of the contract is called by this suite, so that a second engine cannot leave one out unseen."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from standfast.store import contract, home

FOLDER = Path(__file__).parent
PROTOCOLS = [
    contract.Log, contract.Memories, contract.Index, contract.Comparison, contract.Journal, contract.Receipts,
    contract.Partition, contract.Catalog, contract.Store, home.Home,
]  # fmt: skip


def called() -> set[str]:
    """Return the names of all attributes that this suite uses."""
    trees = [
        ast.parse(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.py") if path.name != Path(__file__).name
    ]
    return {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.__name__)
def test_the_suite_calls_every_method(protocol: type) -> None:
    declared = {name for name in vars(protocol) if not name.startswith("_")}
    assert declared
    assert declared - called() == set()


def test_no_engine_is_spoken_to_behind_its_contract() -> None:
    forbidden = {"connection", "execute", "_db"}
    assert not forbidden & called()
