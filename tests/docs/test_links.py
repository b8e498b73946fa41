"""Every link of a page to another place in the repository leads there, to the heading it names."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

REPOSITORY = Path(__file__).parents[2]
PAGES = sorted(
    page
    for place in (
        REPOSITORY.glob("*.md"),
        *((REPOSITORY / name).rglob("*.md") for name in ("docs", "plugins", "bench")),
    )
    for page in place
    if "node_modules" not in page.parts
)
FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
TARGET = re.compile(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)|(?:href|src)=\"([^\"]+)\"|^\[[^\]]+\]: (\S+)", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z]+:|//")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[`*]")


def targets(text: str) -> list[str]:
    """Return where the links of a page lead within the repository."""
    found = (next(filter(None, match)) for match in TARGET.findall(FENCED.sub("", text)))
    return [unquote(target) for target in found if not ELSEWHERE.match(target)]


def anchors(text: str) -> set[str]:
    """Return the names under which the headings of a page are found."""
    names: list[str] = re.findall(r"(?:id|name)=\"([^\"]+)\"", text)
    for heading in HEADING.findall(FENCED.sub("", text)):
        plain = MARKUP.sub(r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        names.append(f"{name}-{names.count(name)}" if name in names else name)
    return set(names)


def leads_somewhere(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    there = page.parent / path if path else page
    if not there.exists():
        return False
    return not anchor or there.suffix != ".md" or anchor in anchors(there.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert [target for target in targets(page.read_text(encoding="utf-8")) if not leads_somewhere(page, target)] == []


def test_a_dead_link_and_a_heading_that_is_not_there_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# What `it` is\n[a](other.md) [b](page.md#what-it-is) [c](#gone)\n", encoding="utf-8")
    assert [leads_somewhere(page, target) for target in targets(page.read_text())] == [False, True, False]
