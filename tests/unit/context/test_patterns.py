"""Expressions that a home keeps compiled: the same expressions, and never in the way."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from standfast.context.patterns import PREFIX, find_damage, open_patterns
from standfast.model.pattern import Folded, compile_kept, compile_later, list_compiled, look_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BETWEEN = b"\n\0\x1e\0\n"
EXPRESSIONS = [
    (r"\b(?P<name>[a-z_]\w*)\s*=\s*(?:'(?P<value>[^']*)'|(\d+))", re.IGNORECASE),
    (r"(?<!\w)pass(?:word)?(?=\W|$)", 0),
    (r"^[éß]\w+\Z", re.MULTILINE | re.ASCII),
    (r"", 0),
    ("[\x00-\x08\ud800-\udfff\U0001f000]+", 0),
]


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    yield
    look_in(None)


@pytest.mark.parametrize(("pattern", "flags"), EXPRESSIONS)
def test_what_was_kept_is_the_expression_that_was_compiled(tmp_path: Path, pattern: str, flags: int) -> None:
    kept = open_patterns(tmp_path)
    first = compile_kept(pattern, flags)
    kept.save()
    open_patterns(tmp_path)
    again = compile_kept(pattern, flags)
    assert list_compiled() == set()
    assert again == first == re.compile(pattern, flags)
    assert (again.groups, again.groupindex, again.flags) == (first.groups, first.groupindex, first.flags)
    text = "Name = 'x'; Password\néa"
    assert [match.groups() for match in again.finditer(text)] == [match.groups() for match in first.finditer(text)]


OTHER = """
import sys
from pathlib import Path
from standfast.context.patterns import open_patterns
from standfast.model.pattern import compile_kept
kept = open_patterns(Path(sys.argv[1]))
compile_kept("[c-e]+(f|g)")
kept.save()
"""


def test_what_another_process_kept_meanwhile_stays(tmp_path: Path) -> None:
    first = open_patterns(tmp_path)
    compile_kept("a+b")
    first.save()
    slow = open_patterns(tmp_path)
    compile_kept("h{2,9}i")
    subprocess.run([sys.executable, "-c", OTHER, str(tmp_path)], check=True)
    slow.save()
    open_patterns(tmp_path)
    for pattern in ("a+b", "[c-e]+(f|g)", "h{2,9}i"):
        compile_kept(pattern)
    assert list_compiled() == set()


HEAD = b"standfast patterns 3 "
HARM = [
    HEAD,
    HEAD + b"0000000001\n",
    HEAD + b"0000000001\n" + b"\xff" * 12,
    HEAD + b"0000099999\n" + b"\0" * 40,
    HEAD + b"00000000x1\n" + b"\0" * 40,
]
HARM += [b"", b"\xff\xfe", b"0 a+", b"0 a+" + BETWEEN, b"0 a+" + BETWEEN + b'[0,"ffff",0,{}]', b"0 a+" + BETWEEN + b"7"]


@pytest.mark.parametrize("harm", HARM)
def test_a_damaged_file_costs_time_and_nothing_else(tmp_path: Path, harm: bytes) -> None:
    kept = open_patterns(tmp_path)
    compile_kept("a+")
    kept.save()
    (place,) = tmp_path.glob(f"{PREFIX}*")
    place.write_bytes(harm)
    kept = open_patterns(tmp_path)
    assert compile_kept("a+").fullmatch("aaa")
    kept.save()
    open_patterns(tmp_path)
    assert compile_later("a+").fullmatch("aaa")
    assert list_compiled() == set()


def test_no_flipped_bit_is_taken_for_code(tmp_path: Path) -> None:
    kept = open_patterns(tmp_path)
    compile_kept("(?:a|bc)+d{2,3}")
    kept.save()
    (place,) = tmp_path.glob(f"{PREFIX}*")
    whole = place.read_bytes()
    assert find_damage(tmp_path) == ""
    for at in range(len(whole)):
        harmed = bytearray(whole)
        harmed[at] ^= 1 << at % 8
        place.write_bytes(harmed)
        assert find_damage(tmp_path) == str(place)
        open_patterns(tmp_path)
        assert compile_kept("(?:a|bc)+d{2,3}").fullmatch("abcdd")
        assert list_compiled()  # it was made anew


def test_what_an_earlier_version_kept_without_a_checksum_is_made_anew_and_is_no_damage(tmp_path: Path) -> None:
    kept = open_patterns(tmp_path)
    compile_kept("a+")
    kept.save()
    (place,) = tmp_path.glob(f"{PREFIX}*")
    place.write_bytes(b"0 a+" + BETWEEN + b'[0, "00", 0, {}]')
    assert find_damage(tmp_path) == ""
    open_patterns(tmp_path)
    assert compile_kept("a+").fullmatch("aaa")
    assert list_compiled() == {("a+", 0)}


def test_a_home_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    kept = open_patterns(tmp_path / "none")
    assert compile_kept("b+").search("abb")
    kept.save()
    assert not (tmp_path / "none").exists()


def test_a_folded_expression_is_found_in_capitals() -> None:
    assert Folded(r"\bbecause\b").search("BECAUSE of it")
    assert Folded(r"\bbecause\b").search("causes") is None


def test_of_many_that_are_kept_each_is_found_again(tmp_path: Path) -> None:
    kept = open_patterns(tmp_path)
    made = [f"a{{{number}}}" for number in range(1, 400)]
    for pattern in made:
        compile_kept(pattern)
    kept.save()
    kept = open_patterns(tmp_path)
    assert all(compile_kept(pattern) == re.compile(pattern) for pattern in made)
    assert compile_kept("b{3}").fullmatch("bbb")
    kept.save()  # one more, and none is lost
    open_patterns(tmp_path)
    assert all(compile_kept(pattern) for pattern in [*made, "b{3}"])
    assert list_compiled() == set()


def test_a_file_that_was_replaced_meanwhile_is_read_as_it_was(tmp_path: Path) -> None:
    kept = open_patterns(tmp_path)
    compile_kept("a+")
    kept.save()
    kept = open_patterns(tmp_path)
    (place,) = tmp_path.glob(f"{PREFIX}*")
    place.unlink()
    place.write_bytes(b"another")
    assert compile_kept("a+").fullmatch("aaa")
    assert list_compiled() == set()
