"""JSON and JSONC: additions in the file's style, exact undo, whatever the file looks like."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings, strategies as st

from standfast.agents.edit.document import Malformed
from standfast.agents.edit.files import apply_edits, undo_edits
from standfast.agents.edit.jsontree import data_of
from standfast.agents.edit.kinds import JsonDefault, JsonEntry, JsonItem, Piece

SERVER = JsonEntry("f", ("mcpServers", "standfast"), {"command": "/opt/standfast", "args": ["mcp"], "env": {}})
MARK = " hook claude-code Stop"
HOOK = JsonItem(
    "f", ("hooks", "Stop"), {"hooks": [{"type": "command", "command": "/opt/standfast hook claude-code Stop"}]}, MARK
)
OTHER_HOOK = JsonItem(
    "f",
    ("hooks", "Start"),
    {"hooks": [{"command": "/opt/standfast hook claude-code Start"}]},
    " hook claude-code Start",
)
VERSION = JsonDefault("f", ("version",), 1)
EDITS = [SERVER, VERSION, HOOK, OTHER_HOOK]

KEYS = st.sampled_from(["a", "b", "mcp", "Stop", "x y", "schlüssel", "standfast2", "command"])
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 99), st.sampled_from(["", "text", 'quo"te', "//no", "{", "é"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)


class Pen:
    """Writes a value as JSONC in a drawn style: indentation, comments, trailing commas, line ends."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.unit = draw(st.sampled_from(["  ", "    ", "\t", " "]))
        self.comments = draw(st.booleans())
        self.commas = draw(st.booleans())
        self.tight = draw(st.integers(0, 9)) == 0

    def remark(self, indent: str) -> str:
        if not self.comments or self.draw(st.integers(0, 3)):
            return ""
        return self.draw(
            st.sampled_from([" // note, {", " /* [1, */", f"\n{indent}// own line", f"\n{indent}/* two\nlines */"])
        )

    def write(self, value: object, depth: int = 0) -> str:
        if not isinstance(value, dict | list):
            return json.dumps(value, ensure_ascii=False)
        opener, closer = ("{", "}") if isinstance(value, dict) else ("[", "]")
        pairs = list(value.items()) if isinstance(value, dict) else [(None, item) for item in value]
        colon = ":" if self.tight else ": "
        shown = [
            (json.dumps(key, ensure_ascii=False) + colon if key is not None else "") + self.write(item, depth + 1)
            for key, item in pairs
        ]
        if self.tight:
            return opener + ",".join(shown) + closer
        inside, outside = self.unit * (depth + 1), self.unit * depth
        if not shown:
            gap = self.draw(st.sampled_from(["", " ", "\n" + outside, "\n\n"]))
            return opener + (f" // empty\n{outside}" if self.comments and self.draw(st.booleans()) else gap) + closer
        if depth and not self.draw(st.integers(0, 2)):
            return opener + self.draw(st.sampled_from(["", " "])) + ", ".join(shown) + closer
        text = opener
        for index, item in enumerate(shown):
            comma = "," if index < len(shown) - 1 or (self.commas and self.draw(st.booleans())) else ""
            space = self.draw(st.sampled_from(["", "", "", " "])) if self.comments else ""
            text += f"\n{inside}{item}{space}{comma}{self.remark(inside)}"
        return text + "\n" + outside + closer


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    root = draw(st.dictionaries(KEYS, VALUES, max_size=3))
    servers = st.dictionaries(KEYS, st.dictionaries(KEYS, SCALARS, max_size=2), max_size=2)
    if draw(st.booleans()):
        root["mcpServers"] = draw(servers)
    if draw(st.booleans()):
        groups = st.lists(
            st.fixed_dictionaries({"hooks": st.lists(st.just({"command": "lint"}), max_size=2)}), max_size=2
        )
        root["hooks"] = draw(st.dictionaries(st.sampled_from(["Stop", "Start", "Other"]), groups, max_size=3))
    if draw(st.booleans()):
        root["version"] = 1
    keys = draw(st.permutations(list(root)))
    text = Pen(draw).write({key: root[key] for key in keys})
    text = draw(st.sampled_from(["", "", "\n", "// head\n", "/* head */ "])) + text
    text += draw(st.sampled_from(["\n", "", "\n\n", "  \n// tail", "\n/* tail */\n"]))
    if draw(st.integers(0, 3)) == 0:
        text = text.replace("\n", "\r\n")
    return draw(st.sampled_from([b"", b"", b"", b"\xef\xbb\xbf"])) + text.encode()


def done(data: bytes | None, edits: list | None = None) -> tuple[bytes, list[Piece]]:
    after, pieces = apply_edits(data, edits or EDITS)
    return after, [piece for piece in pieces if piece]


def read(data: bytes) -> object:
    return data_of(data.decode("utf-8-sig"))


def without_ours(data: object) -> object:
    """Give a value less our entries and less containers that are empty."""
    if isinstance(data, list):
        return [without_ours(item) for item in data if "opt/standfast hook" not in json.dumps(item)]
    if isinstance(data, dict):
        kept = {key: without_ours(value) for key, value in data.items() if key not in ("standfast", "version")}
        return {key: value for key, value in kept.items() if value not in ({}, [])}
    return data


@given(documents())
@settings(max_examples=120, deadline=None)
def test_undo_gives_back_every_byte(data: bytes) -> None:
    after, pieces = done(data)
    assert read(after)["mcpServers"]["standfast"] == SERVER.value
    assert HOOK.value in read(after)["hooks"]["Stop"]
    assert without_ours(read(after)) == without_ours(read(data))
    assert undo_edits(after, pieces) == data


@given(documents())
@settings(max_examples=60, deadline=None)
def test_a_second_setup_changes_nothing(data: bytes) -> None:
    after, _ = done(data)
    again, pieces = apply_edits(after, EDITS)
    assert again == after
    assert pieces == [None] * len(EDITS)


@given(documents(), st.sampled_from(["mcpServers", "hooks", "root"]))
@settings(max_examples=120, deadline=None)
def test_what_another_tool_adds_meanwhile_survives_undo_as_if_we_had_never_been_there(data: bytes, where: str) -> None:
    foreign = {
        "mcpServers": JsonEntry("f", ("mcpServers", "zz"), {"command": "npx", "args": ["-y", "zz"]}),
        "hooks": JsonItem("f", ("hooks", "Stop"), {"hooks": [{"command": "standfast-lint"}]}, "standfast-lint"),
        "root": JsonEntry("f", ("zz",), [1, {"deep": True}]),
    }[where]
    after, pieces = done(data)
    theirs, _ = apply_edits(after, [foreign])
    undone = undo_edits(theirs, pieces)
    alone, _ = apply_edits(data, [foreign])
    assert undone is not None
    wanted = read(alone)
    if read(undone) != wanted:  # the field a file needs stays while somebody else may need it
        wanted["version"] = 1
    assert read(undone) == wanted
    if "version" in read(data):
        assert b"".join(undone.split()) == b"".join(alone.split())


@given(documents())
@settings(max_examples=60, deadline=None)
def test_bytes_changed_elsewhere_stay_changed(data: bytes) -> None:
    after, pieces = done(data)
    for old, new in ((b"head", b"HEAD"), (b"tail", b"TAIL"), (b"lint", b"check"), (b"note, {", b"notes")):
        assert undo_edits(after.replace(old, new), pieces) == data.replace(old, new)


@given(documents())
@settings(max_examples=60, deadline=None)
def test_a_file_rewritten_by_its_owner_loses_only_our_entries(data: bytes) -> None:
    after, pieces = done(data)
    rewritten = json.dumps(read(after), indent=4).encode()
    undone = undo_edits(rewritten, pieces)
    assert undone is not None
    assert without_ours(read(undone)) == without_ours(read(data))
    assert b"opt/standfast" not in undone


@pytest.mark.parametrize("data", [None, b"", b"\n", b"  \n\n", b"// only a comment", b"/* c */\r\n", b"\xef\xbb\xbf"])
def test_a_file_without_a_value_gets_one_and_loses_it_again(data: bytes | None) -> None:
    after, pieces = done(data)
    assert read(after)["mcpServers"]["standfast"] == SERVER.value
    assert undo_edits(after, pieces) == (data or b"")


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b'{"a": 1,, "b": 2}',
        b"{'a': 1}",
        b'{"a": 1} x',
        b'{"a" 1}',
        b'{"a": 01}',
        b"[1, 2]",
        b'"text"',
        b'{"mcpServers": []}',
        b'{"mcpServers": null}',
        b'{"hooks": {"Stop": {}}}',
        b"{/* unfinished",
        b'{"a": "line\nbreak"}',
        b"\xff\xfe{\x00}\x00",
        b"[" * 5000,
    ],
)
def test_a_malformed_file_is_refused_with_the_place_of_the_fault(data: bytes) -> None:
    with pytest.raises(Malformed) as failure:
        apply_edits(data, EDITS)
    assert failure.value.hint


def test_the_style_of_the_neighbours_is_taken_over() -> None:
    tabs = b'{\n\t"mcpServers": {\n\t\t"a": {"command": "x"},\n\t},\n}\n'
    after, _ = done(tabs, [SERVER])
    assert after.startswith(tabs[:-7])
    assert b'\n\t\t"standfast": {\n\t\t\t"command"' in after
    tight, _ = done(b'{"mcpServers":{"a":{"command":"x"}}}', [SERVER])
    assert b"\n" not in tight
    assert b'"standfast":{"command":"/opt/standfast"' in tight
    windows, _ = done(b'{\r\n  "a": 1\r\n}\r\n', [SERVER])
    assert windows.count(b"\n") == windows.count(b"\r\n")


def test_an_older_entry_of_ours_is_renewed_in_place_and_a_users_own_comes_back_on_undo() -> None:
    old = b'{"mcpServers": {"standfast": {"command": "/old/standfast" /* mine */}, "z": {}}}'
    after, pieces = done(old, [SERVER])
    assert list(read(after)["mcpServers"]) == ["standfast", "z"]
    assert read(after)["mcpServers"]["standfast"] == SERVER.value
    assert undo_edits(after, pieces) == old


def test_a_hook_is_renewed_where_it_stands_when_the_program_moved() -> None:
    before, _ = done(b'{"hooks": {"Stop": [{"hooks": [{"command": "lint"}]}]}}', [HOOK])
    moved = JsonItem("f", HOOK.keys, {"hooks": [{"command": "/new/standfast hook claude-code Stop"}]}, MARK)
    after, _ = done(before, [moved])
    assert [group["hooks"][0]["command"] for group in read(after)["hooks"]["Stop"]] == [
        "lint",
        "/new/standfast hook claude-code Stop",
    ]


def test_a_handler_that_somebody_put_into_our_group_stays() -> None:
    after, pieces = done(b"{}", [HOOK])
    value = read(after)
    value["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "lint"})
    undone = undo_edits(json.dumps(value, indent=2).encode(), pieces)
    assert undone is not None
    assert read(undone) == {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "lint"}]}]}}


def test_a_comment_before_our_entry_is_not_glued_to_what_follows() -> None:
    after, pieces = done(b'{"a": 1}', [JsonEntry("f", ("standfast",), 1)])
    assert after == b'{"a": 1, "standfast": 1}'
    theirs = b'{"a": 1, // why\n "standfast": 1, "b": 2}'
    undone = undo_edits(theirs, pieces)
    assert undone is not None
    assert read(undone) == {"a": 1, "b": 2}
    assert b"// why\n" in undone


def test_pieces_survive_the_manifest() -> None:
    data = b'{\n  "hooks": {}\n}\n'
    after, pieces = done(data)
    kept = [Piece.from_json(json.loads(json.dumps(piece.to_json()))) for piece in pieces]
    assert undo_edits(after, kept) == data
