"""TOML: our table at the end of the file, exact undo with its sub-tables, refusal of what cannot be extended."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings, strategies as st

from standfast.agents.edit.document import Malformed
from standfast.agents.edit.files import apply_edits, undo_edits
from standfast.agents.edit.kinds import Piece, TomlTable

VALUES = {"command": "/opt/standfast", "args": ["mcp"], "startup_timeout_sec": 30, "mode": "approve"}
TABLE = TomlTable("f", ("mcp_servers", "standfast"), VALUES)

REAL = b'''# my settings
model = "gpt-5" # the big one
notify = ["terminal-notifier",
  "-title", "[Codex]", # brackets in a string
]

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-mcp"]
env = { TOKEN = "x", "[mcp_servers.standfast]" = "not a header" }

[mcp_servers.docs.tools.search]
approval_mode = "approve"

[projects."/home/me/a.b"]
trust_level = "trusted"

[[profiles_list]]
text = """
[mcp_servers.standfast]
command = "inside a string"
"""

[tui]
theme = 'da"rk'
'''

BLOCKS = st.sampled_from(
    [
        b"# note\n",
        b"\n",
        b"[a]\nx = 1\n",
        b'[a.b]\ny = "[z]" # c\n\n',
        b"[mcp_servers.other]\ncommand = 'x'\n",
        b'[mcp_servers.other.env]\nK = """\n[mcp_servers.standfast]\n"""\n',
        b"[[list]]\nn = [\n  1, # ]\n  2,\n]\n",
        b"[mcp_servers]\n",
        b"[\"quo.ted\"]\nk = '''a\n]b'''\n",
    ]
)


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    head = draw(st.sampled_from([b"", b'model = "x"\n', b"# head\n\nk = [1,\n 2]\n"]))
    text = head + b"".join(draw(st.lists(BLOCKS, max_size=6, unique=True)))
    text = draw(st.sampled_from([text, text, text.rstrip(b"\n")]))
    try:
        tomllib.loads(text.decode())
    except tomllib.TOMLDecodeError:
        text = head
    return text.replace(b"\n", b"\r\n") if draw(st.integers(0, 3)) == 0 else text


def load(data: bytes) -> dict:
    return tomllib.loads(data.decode().replace("\r\n", "\n"))


def done(data: bytes | None, table: TomlTable = TABLE) -> tuple[bytes, list[Piece]]:
    after, pieces = apply_edits(data, [table])
    return after, [piece for piece in pieces if piece]


@given(documents())
@settings(max_examples=80, deadline=None)
def test_undo_gives_back_every_byte_and_a_second_setup_changes_nothing(data: bytes) -> None:
    after, pieces = done(data)
    assert load(after)["mcp_servers"]["standfast"] == VALUES
    assert apply_edits(after, [TABLE]) == (after, [None])
    assert undo_edits(after, pieces) == data


@given(
    documents(),
    st.sampled_from([b'[zz]\nq = "new"\n', b"\n# later\n[zz.y]\nq = 1\n", b'[hooks.state."/a:b:0:0"]\nh = 1']),
)
@settings(max_examples=60, deadline=None)
def test_tables_added_behind_ours_stay(data: bytes, added: bytes) -> None:
    after, pieces = done(data)
    undone = undo_edits(after + added, pieces)
    assert undone is not None
    assert load(undone) == load(data + b"\n" + added)
    if data.endswith(b"\n") or not data:
        assert undone == data + added


def test_a_real_file_keeps_comments_strings_and_other_servers() -> None:
    after, pieces = done(REAL)
    assert after.startswith(REAL)
    assert load(after)["mcp_servers"]["docs"]["tools"]["search"] == {"approval_mode": "approve"}
    changed = after.replace(b"theme = 'da\"rk'", b'theme = "light"')
    assert undo_edits(changed, pieces) == REAL.replace(b"theme = 'da\"rk'", b'theme = "light"')


def test_sub_tables_and_keys_that_the_agent_hung_on_ours_go_with_it() -> None:
    after, pieces = done(REAL)
    theirs = (
        after + b'enabled = false\n\n[mcp_servers.standfast.tools.remember]\napproval_mode = "approve"\n\n[zz]\nk = 1\n'
    )
    undone = undo_edits(theirs, pieces)
    assert undone is not None
    assert load(undone) == {**load(REAL), "zz": {"k": 1}}


def test_an_older_table_is_renewed_in_place_with_its_sub_tables_kept() -> None:
    old = b'[mcp_servers.standfast]\ncommand = "/old" # mine\n\n[mcp_servers.standfast.env]\nK = "v"\n\n[z]\nk = 1\n'
    after, pieces = done(old)
    assert load(after)["mcp_servers"]["standfast"] == {**VALUES, "env": {"K": "v"}}
    assert undo_edits(after, pieces) == old


@pytest.mark.parametrize(
    "data",
    [
        b"a = ",
        b"[a\nb = 1\n",
        b'mcp_servers = { docs = { command = "x" } }\n',
        b'[mcp_servers]\nstandfast = { command = "x" }\n',
        b'mcp_servers.standfast.command = "x"\n',
        b"\xff\xfe",
    ],
)
def test_what_cannot_be_extended_in_place_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed) as failure:
        done(data)
    assert failure.value.hint


def test_windows_paths_are_written_so_that_they_read_back() -> None:
    path = 'C:\\Users\\Ada "A"\\bin\\standfast.exe'
    after, _ = done(None, TomlTable("f", ("mcp_servers", "standfast"), {"command": path}))
    assert load(after)["mcp_servers"]["standfast"]["command"] == path
