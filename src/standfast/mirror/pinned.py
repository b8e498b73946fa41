"""The block of pinned memories in instruction files: what goes into it, and into which files.

Owns the choice of memories and the reading and writing of files that belong to others. Neighbours: `block`
knows the markers, `mirror` refreshes blocks at every export.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from standfast.context.context import Context
from standfast.errors import ConfigError, Refused, StandfastError, unwritable
from standfast.mirror.block import FILES, Pinned, find_block, list_named, put_block, take_block
from standfast.mirror.folder import Problem
from standfast.mirror.format import Page
from standfast.mirror.page import is_of_documents, page_of
from standfast.mirror.survey import SurveyItem, Surveyor
from standfast.model.kind import TRAITS, Kind
from standfast.model.trust import Authority
from standfast.text.files import write_whole

_DECISIONS = 20  # in a block that every session reads


def mirror_block(context: Context, paths: Sequence[str] = (), *, remove: bool = False) -> list[str]:
    """Bring the block in instruction files up to date, or take it out; return the files that changed."""
    surveyor = Surveyor(context)
    root = surveyor.root
    if not paths:
        blocks, problems = list_blocks(root)
        if problems:
            raise Refused(problems[0].message, hint=problems[0].hint, code="bad-block")
        found = [path for path, _ in blocks]
        if not found and not remove:
            hint = "Name one: `standfast mirror block AGENTS.md`. From then on export keeps it up to date."
            raise ConfigError("No instruction file carries the block yet.", hint=hint, code="no-block")
        paths = found
    for path in paths:
        if path not in FILES and not path.endswith((".md", ".mdc")):
            hint = "Known: " + ", ".join(FILES) + "; any other Markdown file works too."
            raise ConfigError(f"{path} is not an instruction file.", hint=hint, code="bad-path")
    if remove:
        return [path for path in paths if _replace(root, path, partial(take_block, name=path))]
    if named := [path for path in paths if path not in {*FILES, *surveyor.book.blocks}]:
        surveyor.book.blocks += named
        surveyor.book.write()
    pages = surveyor.look().items
    return [path for path in paths if put_into(root, path, context, pages)]


def put_into(root: Path, path: str, context: Context, pages: Sequence[SurveyItem]) -> bool:
    """Bring the block in one file up to date; False when it is."""
    return _replace(root, path, lambda text: with_block(context, path, text, pages))


def with_block(context: Context, path: str, text: str, pages: Sequence[SurveyItem]) -> str:
    """Return what a file says with the block up to date."""
    return put_block(text, _pinned(context, pages, path), name=path)


def _pinned(context: Context, pages: Sequence[SurveyItem], path: str) -> list[Pinned]:
    """Return what a person decided and every session should know; never an agent's own note."""
    from standfast.recall.fence import clean_for_model

    found: list[tuple[str, Pinned]] = []
    for item in pages:
        memory = item.memory
        if memory is None or memory.authority < Authority.APPROVED:
            continue
        decided = memory.content.kind is Kind.DECISION
        if not decided and not TRAITS[memory.content.kind].pinned:
            continue
        if is_of_documents(memory) or any(str(source) == f"document:{path}" for source in memory.sources):
            continue  # a file says so itself
        page = item.ours or page_of(context, memory)
        if isinstance(page, Page):
            said = f"{page.title}: {page.text}" if page.title else page.text
            where = f" (for {', '.join(page.paths)})" if page.paths else ""
            found.append((f"{decided:d} {page.kind} {memory.id}", Pinned(clean_for_model(said) + where, item.path)))
    rules = [entry for key, entry in sorted(found, key=lambda pair: pair[0]) if key.startswith("0")]
    decisions = [entry for key, entry in sorted(found, key=lambda pair: pair[0], reverse=True) if key.startswith("1")]
    return [*rules, *decisions[:_DECISIONS]]  # of decisions the newest: ids begin with the time


def list_blocks(root: Path) -> tuple[list[tuple[str, str]], list[Problem]]:
    """Return the instruction files that carry the block, with what they say, and those in which it is damaged."""
    found: list[tuple[str, str]] = []
    problems: list[Problem] = []
    for path in list_named(root):
        try:
            text = _text(root, path)
            if text and find_block(text, path):
                found.append((path, text))
        except StandfastError as error:
            problems.append(Problem(path, "block", error.message, error.hint))
    return found, problems


def _target(root: Path, path: str) -> Path:
    """Return the file itself, through links as long as they stay inside the repository."""
    top, target = root.resolve(), (root / path).resolve()
    if not target.is_relative_to(top) or ".git" in target.relative_to(top).parts:
        raise ConfigError(f"{path} is outside the repository.", hint="Name a file inside it.", code="bad-path")
    return target


def _text(root: Path, path: str) -> str:
    try:
        return _target(root, path).read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"Cannot read {path}: {error}.", hint="It has to be UTF-8.", code="bad-file") from None


def _replace(root: Path, path: str, change: Callable[[str], str]) -> bool:
    """Write a file anew when the change makes a difference; what becomes empty was ours alone and goes."""
    before = _text(root, path)
    after = change(before)
    if after == before:
        return False
    target = _target(root, path)
    try:
        if not after.strip():
            target.unlink(missing_ok=True)
            return True
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, after.encode("utf-8"))
    except OSError as error:
        raise unwritable(path, error) from None
    return True
