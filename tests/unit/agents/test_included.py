"""What an agent has read with an instruction file: what the file includes, links to, and is a copy of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.agents.included import list_brought

if TYPE_CHECKING:
    from pathlib import Path


def write(root: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = root / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_what_a_file_includes_is_read_with_it_relative_to_the_file_that_says_so(tmp_path: Path) -> None:
    write(tmp_path, CLAUDE="See @docs/style.md.\n", docs__style="@more.md\n", docs__more="- Tabs.\n", more="- No.\n")
    assert list_brought(str(tmp_path), "CLAUDE.md", follow=True) == ["docs/style.md", "docs/more.md"]
    assert list_brought(str(tmp_path), "CLAUDE.md", follow=False) == []


@pytest.mark.parametrize(
    "line",
    ["`@AGENTS.md`", "```\n@AGENTS.md\n```", "~~~\nx\n@AGENTS.md", "me@AGENTS.md", "@AGENTS.txt", "@ AGENTS.md"],
)
def test_what_stands_in_code_or_is_no_file_includes_nothing(tmp_path: Path, line: str) -> None:
    write(tmp_path, CLAUDE=f"# Rules\n\n{line}\n", AGENTS="- Tabs.\n")
    assert list_brought(str(tmp_path), "CLAUDE.md", follow=True) == []


def test_a_circle_ends_and_so_does_a_chain_that_is_too_deep(tmp_path: Path) -> None:
    write(tmp_path, CLAUDE="@AGENTS.md", AGENTS="@CLAUDE.md @one.md")
    write(tmp_path, one="@two.md", two="@three.md", three="@four.md", four="@five.md", five="- Tabs.\n")
    found = list_brought(str(tmp_path), "CLAUDE.md", follow=True)
    assert found == ["AGENTS.md", "one.md", "two.md", "three.md", "four.md"]


def test_nothing_outside_the_repository_is_followed(tmp_path: Path) -> None:
    root = tmp_path / "shop"
    write(tmp_path, outside="- Tabs.\n")
    write(
        root, CLAUDE=f"@../outside.md @{tmp_path}/outside.md @~/outside.md @linked.md @../shop/AGENTS.md\n", AGENTS="x"
    )
    (root / "linked.md").symlink_to(tmp_path / "outside.md")
    assert list_brought(str(root), "CLAUDE.md", follow=True) == ["AGENTS.md"]


def test_a_link_and_a_copy_are_the_same_words_for_every_agent(tmp_path: Path) -> None:
    write(tmp_path, AGENTS="- Tabs.\n", GEMINI="- Tabs.\n")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    assert set(list_brought(str(tmp_path), "CLAUDE.md", follow=False)) == {"AGENTS.md", "GEMINI.md"}
    write(tmp_path, GEMINI="- Spaces.\n")
    assert list_brought(str(tmp_path), "AGENTS.md", follow=False) == ["CLAUDE.md"]
