"""YAML: one entry of a mapping, exact undo, refusal of what does not survive a textual edit."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from standfast.agents.edit.document import Malformed
from standfast.agents.edit.files import apply_edits, undo_edits
from standfast.agents.edit.kinds import Piece, YamlEntry

VALUE = {"name": "standfast", "type": "stdio", "cmd": "/opt/hold: fast", "args": ["mcp"], "enabled": True, "envs": {}}
ENTRY = YamlEntry("f", ("extensions", "standfast"), VALUE)

REAL = b"""\
# goose
GOOSE_PROVIDER: openai   # provider
extensions:
  # built in
  developer:
    bundled: true
    enabled: true
    name: developer

    timeout: 300 # seconds
    type: builtin
  memory:
    envs: {}
    args:
    - -y
    - memory # last one

  # end of extensions
GOOSE_MODEL: gpt
instructions: |
  extensions:
    standfast: not here

"""

HEADS = st.sampled_from([b"", b"a: 1\n", b"# only\n", b"---\nb: [1, 2]\n", b"t: |\n  x\n  y\n\n", b"a: 1"])
MIDDLES = st.sampled_from(
    [
        b"",
        b"extensions:\n",
        b"extensions: {}\n",
        b"extensions: {} # none yet\n",
        b"extensions:\n  a:\n    x: 1\n",
        b"extensions:\n    a:\n        x: 'q'   # c\n    b: {y: [1]}\n",
        b"extensions:\n  a:\n    t: |\n      text\n      more\n",
        b"extensions:\n  a:\n    l:\n    - 1\n    - k: v\n\n  # tail\n",
        b"extensions:\n  a:\n    empty:\n",
    ]
)
TAILS = st.sampled_from([b"", b"z: 1\n", b"\n\nz: {q: 1}\n", b"# end\n", b"z: 1", b"z:\n- 1\n- 2\n"])


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    head, middle, tail = draw(HEADS), draw(MIDDLES), draw(TAILS)
    if head == b"a: 1" and (middle or tail):
        head += b"\n"
    text = head + middle + tail
    return text.replace(b"\n", b"\r\n") if draw(st.integers(0, 3)) == 0 else text


def done(data: bytes | None) -> tuple[bytes, list[Piece]]:
    after, pieces = apply_edits(data, [ENTRY])
    return after, [piece for piece in pieces if piece]


def load(data: bytes) -> dict:
    return yaml.safe_load(data.decode()) or {}


@given(documents())
@settings(max_examples=120, deadline=None)
def test_undo_gives_back_every_byte_and_a_second_setup_changes_nothing(data: bytes) -> None:
    after, pieces = done(data)
    assert load(after)["extensions"]["standfast"] == VALUE
    assert apply_edits(after, [ENTRY]) == (after, [None])
    assert undo_edits(after, pieces) == data


@given(documents())
@settings(max_examples=80, deadline=None)
def test_entries_that_others_add_meanwhile_stay(data: bytes) -> None:
    after, pieces = done(data)
    rewritten = load(after)
    rewritten["extensions"]["zz"] = {"enabled": True}
    rewritten["new"] = ["x"]
    undone = undo_edits(yaml.safe_dump(rewritten).encode(), pieces)
    assert undone is not None
    wanted = load(data)
    wanted["extensions"] = {**(wanted.get("extensions") or {}), "zz": {"enabled": True}}
    assert load(undone) == {**wanted, "new": ["x"]}


def test_a_real_file_keeps_comments_and_order() -> None:
    after, pieces = done(REAL)
    assert all(line in after.splitlines() for line in REAL.splitlines())
    assert list(load(after)["extensions"]) == ["developer", "memory", "standfast"]
    changed = after.replace(b"GOOSE_MODEL: gpt", b"GOOSE_MODEL: other # new")
    assert undo_edits(changed, pieces) == REAL.replace(b"GOOSE_MODEL: gpt", b"GOOSE_MODEL: other # new")


def test_an_older_entry_is_renewed_in_place_and_comes_back_on_undo() -> None:
    old = b"extensions:\n  standfast:\n    cmd: /old # mine\n    args: [mcp]\n  z: {}\n"
    after, pieces = done(old)
    assert load(after)["extensions"] == {"standfast": VALUE, "z": {}}
    assert undo_edits(after, pieces) == old


@pytest.mark.parametrize(
    "data",
    [
        b"a: [1\n",
        b"- 1\n- 2\n",
        b"extensions: [1]\n",
        b"extensions: {a: {x: 1}}\n",
        b"a: 1\n---\nb: 2\n",
        b"\tx: 1\n",
        b"x: &a 1\nextensions: *a\n",
    ],
)
def test_what_cannot_be_extended_in_place_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed) as failure:
        done(data)
    assert failure.value.hint
