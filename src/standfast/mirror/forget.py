"""Forgetting in the mirror: a purge reaches the working files, the index and the blocks.

Owns which files go. Neighbours: `purge` calls it before it proves that nothing is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from standfast.code.git import decode, find_git
from standfast.code.locate import find_checkout
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.mirror.block import BEGIN, has_block, list_named
from standfast.mirror.book import Book
from standfast.mirror.folder import FOLDER, INDEX, delete_file, scan_folder, write_file
from standfast.mirror.format import parse_page
from standfast.mirror.front import BadPage
from standfast.mirror.index import read_records, render_records
from standfast.mirror.pinned import mirror_block


def forget_files(context: Context, root: Path, memories: Sequence[str]) -> None:
    """Remove the working files of purged memories from one checkout, and bring its blocks up to date."""
    gone = set(memories)
    book = Book(Path(place.git_dir)) if (place := find_checkout(str(root))) else None
    named = {book.files[name].path for name in gone if name in book.files} if book else set()
    for file in scan_folder(root)[0] if (root / FOLDER).is_dir() else ():
        try:
            mine = parse_page(file.data).id in gone
        except BadPage:
            mine = any(name.encode() in file.data for name in gone)
        if mine or file.path in named:
            delete_file(root, file.path)
    if book and gone & set(book.files):
        for name in gone & set(book.files):
            del book.files[name]
        book.write()
    _forget_beside(context, root, gone)


def _forget_beside(context: Context, root: Path, gone: set[str]) -> None:
    """Take purged memories out of the index and of the blocks that quote them."""
    path = f"{FOLDER}/{INDEX}"
    try:
        records = read_records((root / path).read_bytes())
    except OSError:
        records = {}
    if records is None:
        delete_file(root, path)  # it cannot be read, and the next export writes it
    elif gone & set(records):
        write_file(root, path, render_records({name: item for name, item in records.items() if name not in gone}))
    for path in find_blocks(root):
        try:
            mirror_block(context if root == context.here.root else context.at(root), [path])
        except StandfastError:
            continue  # the proof names a file that still holds it


def find_blocks(root: Path) -> list[str]:
    """Return every file of a checkout that carries a block of ours, wherever in it somebody put one."""
    git = find_git(str(root))
    marker = BEGIN[: BEGIN.index(" (")]
    answer = (
        git.ask("grep", "-l", "-z", "--untracked", "-F", marker, "--", "*.md", "*.mdc", globs=True) if git else None
    )
    inside = [decode(name) for name in answer.out.split(b"\0") if name] if answer else []
    top = [path.name for path in sorted(root.glob("*.md"))]
    found = []
    for name in dict.fromkeys((*list_named(root), *top, *inside)):
        path = root / name
        try:
            if path.is_file() and not path.is_symlink() and has_block(path.read_text("utf-8", "replace")):
                found.append(name)
        except OSError:
            continue
    return found
