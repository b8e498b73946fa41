"""What a person keeps out is found in what agents report, whatever signs its path has and however long the text is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from standfast.capture.enclosed import without_enclosed
from standfast.capture.kept_out import LEFT_OUT, without_kept_out
from standfast.code.kept_out import KeptOut
from standfast.model.session import EventKind
from tests.property.growth import MOST, growth

if TYPE_CHECKING:
    from pathlib import Path

PIECES = (
    "a",
    "<a>",
    "<a><b>",
    "<a",
    "</a>",
    "<a></b>",
    "```\n",
    "````\n```\n",
    "<a/>",
    "\n ",
    "<br>\n<input name=x>\n",
)


def told(root: Path, entry: str, response: str, command: str = "grep -rn KEY .") -> Any:
    """Return what is put on record of what a command printed."""
    kept_out = KeptOut([entry], str(root), str(root))
    allowed = without_kept_out(kept_out, EventKind.TOOL, {"input": {"command": command}, "response": response}, ())
    return allowed[0]["response"] if allowed else None


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ("app/(admin)/**", "app/(admin)/s.ts:1: KEY=V"),
        ("app/(admin)/**", "/srv/app/(admin)/s.ts:1: KEY=V"),
        ("pages/[client]/**", "pages/[client]/x.ts:1: KEY=V"),
        ("**/[client]/**", "src/pages/[client]/x.ts:1: KEY=V"),
        ("Client Files/**", "Client Files/a.md:3: secret"),
        ("Client Files", "./Client Files/a.md:3: secret"),
        ("secrets", "secrets:1:KEY"),
        ("secrets", "other\nsecrets\n1:KEY"),
        ("secrets", "==> secrets <==\nKEY"),
        ("private/**", "private/a.md:3: secret"),
    ],
)
def test_what_was_printed_of_a_kept_out_path_is_left_out_whatever_signs_it_has(
    tmp_path: Path, entry: str, line: str
) -> None:
    assert told(tmp_path, entry, line) == LEFT_OUT


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ("app/(admin)/**", "app/(shop)/s.ts:1: KEY=V"),
        ("pages/[client]/**", "pages/about.ts:1: KEY=V"),
        ("secrets", "we found no secrets in a.py"),
        ("Client Files/**", "Client/a.md:3: line"),
    ],
)
def test_what_was_printed_of_other_paths_stays(tmp_path: Path, entry: str, line: str) -> None:
    assert told(tmp_path, entry, line) == line


def test_a_file_below_a_folder_with_brackets_is_kept_out(tmp_path: Path) -> None:
    kept_out = KeptOut(["pages/[client]/**"], str(tmp_path), str(tmp_path))
    assert kept_out.covers("pages/[client]/x.ts")
    assert kept_out.covers("pages/c/x.ts")
    assert not kept_out.covers("pages/about/x.ts")


def test_what_a_wildcard_printed_is_left_out_where_it_finds_too_many_files_to_look_at(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"d{number:03}").mkdir()
        (tmp_path / f"d{number:03}" / "f.txt").write_text("x")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "deal.txt").write_text("DEAL")
    assert told(tmp_path, "private/**", "x\nDEAL\n", "cat */*.txt") in (LEFT_OUT, None)
    assert told(tmp_path, "private/**", "x\n", "cat d00*/*.txt") == "x\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <b>c</b> d", "a # d"),
        ("a <b><b>c</b>e</b> d", "a # d"),
        ("a <b> c", "a <b> c"),
        ("a <br> <b>c<i></b> d", "a <br> # d"),
        ("a\n```\nc\n```\nd", "a\n#\nd"),
        ("a\n```\nc </b>", "a\n#"),
        ("a\n````\nc\n```\nd\n````\ne", "a\n#\ne"),
        ("<b/> a", "<b/> a"),
    ],
)
def test_what_a_text_encloses_is_taken_out_with_all_that_is_in_it(text: str, left: str) -> None:
    assert without_enclosed(text, "#") == left


@pytest.mark.parametrize("piece", PIECES)
def test_what_is_never_closed_is_read_once(piece: str) -> None:
    assert growth(lambda text: without_enclosed(text, LEFT_OUT), piece) <= MOST
    assert growth(lambda text: without_enclosed(f"<{text}", LEFT_OUT), piece) <= MOST


@pytest.mark.parametrize(
    ("command", "left_out"),
    [
        ("git log -p | grep KEY", True),
        ("git show | sed -n 1,20p", True),
        ("git stash show -p | tail", True),
        ("git format-patch -1 --stdout | grep KEY", True),
        ("git archive HEAD | strings", True),
        ("grep -r KEY . | cut -d: -f2", True),
        ("git grep KEY | awk -F: '{print $2}'", True),
        ("rg KEY | grep -o 'KEY.*'", True),
        ("git log -p | head -40", False),  # what names the file comes first
        ("git log -p a.py | grep KEY", False),
        ("git log --oneline | grep KEY", False),
        ("git diff --stat | tail -1", False),
        ("rg KEY src | sort | head", False),
        ("pytest -q | grep FAILED | cut -c1-80", False),
        ("grep -n KEY a.py | cut -d: -f2", False),
    ],
)
def test_what_a_pipe_prints_without_the_names_of_its_files_is_left_out(
    tmp_path: Path, command: str, *, left_out: bool
) -> None:
    (tmp_path / "a.py").write_text("KEY = 1\n")
    assert told(tmp_path, "private/**", "KEY=V", command) == (LEFT_OUT if left_out else "KEY=V")


@pytest.mark.parametrize("command", ["cat < private/a.env", "cd src; sort <../private/a.env", "read x <private/a.env"])
def test_a_file_that_is_given_as_input_is_named(tmp_path: Path, command: str) -> None:
    assert told(tmp_path, "private/**", "KEY=V", command) is None


@pytest.mark.parametrize(
    ("asked", "recorded"),
    [
        ({"code": 'x = 1\nprint(open("private/a.env").read())'}, False),
        ({"text": "private/a.env"}, False),
        ({"path": "README.md", "text": "private/a.env is not committed"}, True),
        ({"file_path": "a.py", "code": 'HIDDEN = "private/a.env"'}, True),
        ({"code": "print(1)"}, True),
    ],
)
def test_code_that_is_run_may_not_name_a_kept_out_file_and_a_document_may(
    tmp_path: Path, asked: dict[str, str], *, recorded: bool
) -> None:
    kept_out = KeptOut(["private/**"], str(tmp_path), str(tmp_path))
    allowed = without_kept_out(kept_out, EventKind.TOOL, {"input": asked, "response": "KEY=V"}, ())
    assert (allowed is not None) is recorded
