"""What in Git still carries it: commits whose files say it, and blobs that are staged. Read, never rewritten.

Owns the search in the mirror's folder, instruction files and skills, where words of ours are put; through all refs and
the reflog. Every blob is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from standfast.code.git import Git, GitError, decode, find_git
from standfast.code.locate import Checkout
from standfast.mirror.block import FILES
from standfast.mirror.folder import FOLDER
from standfast.purge.places import list_blocks
from standfast.text.quotation import Quotation

_BATCH = 500
_TIMEOUT_S = 120.0
_LARGEST = 64 << 20


def list_carriers(checkouts: Sequence[Checkout], gone: Quotation, skills: Sequence[Path] = ()) -> list[str]:
    """Return `ID SUBJECT` of each commit that carries it, and `staged: PATH`; each repository is asked once.

    `skills` are the folders in which some were written. A history that Git cannot read is named too: what it carries is
    not known.
    """
    found: dict[str, None] = {}
    asked: set[str] = set()
    for checkout in checkouts:
        git = find_git(checkout.root)
        if git is None:
            continue
        try:
            if checkout.common_dir not in asked:
                asked.add(checkout.common_dir)
                found.update(dict.fromkeys(_commits(git, checkout, gone, skills)))
            found.update(dict.fromkeys(_staged(git, gone)))
        except GitError as error:
            found[_unsearched(checkout, error.message)] = None
    return list(found)


def _commits(git: Git, checkout: Checkout, gone: Quotation, skills: Sequence[Path]) -> Iterator[str]:
    written = [
        folder.relative_to(checkout.root).as_posix() for folder in skills if folder.is_relative_to(checkout.root)
    ]
    names = [path.relative_to(checkout.root).as_posix() for path in list_blocks(checkout)]
    paths = list(dict.fromkeys((FOLDER, *FILES, *names, *written)))
    answer = git.ask(
        *("rev-list", "--all", "--reflog", "--full-history", "--objects", "--no-object-names", "--", *paths),
        timeout_s=_TIMEOUT_S,
    )
    if answer.code != 0:
        yield _unsearched(checkout, answer.err)
        return
    guilty = _carrying(git, decode(answer.out).split(), gone)
    for start in range(0, len(guilty), _BATCH):
        blobs = (f"--find-object={blob}" for blob in guilty[start : start + _BATCH])
        # A merge is asked too for what none of its parents has: a stash is one.
        said = git.ask("log", "--all", "--reflog", "-c", "-s", *blobs, "--format=%h %s", timeout_s=_TIMEOUT_S)
        yield from decode(said.out).splitlines()
        if said.code != 0:
            yield _unsearched(checkout, said.err)


def _unsearched(checkout: Checkout, error: str) -> str:
    return f"the history of {checkout.root or checkout.git_dir} could not be searched ({error.partition(chr(10))[0]})"


def _staged(git: Git, gone: Quotation) -> Iterator[str]:
    entries: dict[str, str] = {}
    for line in git.ask("diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames").out.split(b"\0:"):
        head, _, path = line.partition(b"\0")
        words = head.lstrip(b":").split()
        if len(words) == 5 and words[4] != b"D":
            entries.setdefault(decode(words[3]), decode(path.rstrip(b"\0")))
    for blob in _carrying(git, list(entries), gone):
        yield f"staged: {entries[blob]}"


def _carrying(git: Git, blobs: Sequence[str], gone: Quotation) -> list[str]:
    found: list[str] = []
    for start in range(0, len(blobs), _BATCH):
        read = git.find_blobs(blobs[start : start + _BATCH], limit=_LARGEST)
        found += [blob for blob, data in read.items() if gone.carries(data.decode("utf-8", "replace"))]
    return found
