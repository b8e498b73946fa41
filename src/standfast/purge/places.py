"""Every place where we keep words. Purge, its proof and `doctor` walk this list; what is not in it is not ours.

Owns the list. A test holds it against every file that the commands leave behind. `disposable` files may be deleted when
they carry what is purged: nothing is lost but speed, or what could never be stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from standfast.capture.importers.stores.skills import NAME as SKILL, is_made_from_memory
from standfast.code.locate import Checkout
from standfast.context.beyond_checkouts import FOLDER as FOLLOWED, list_skill_folders
from standfast.context.checkouts import list_checkouts, list_kept
from standfast.context.context import Context
from standfast.context.patterns import PREFIX as PATTERNS
from standfast.mirror.folder import FOLDER
from standfast.mirror.forget import find_blocks
from standfast.model.value import Value

SKILLS = "skills"


class KeptPlace(Value):
    """Files of one sort, and what may be done about them."""

    name: str
    paths: tuple[Path, ...]
    disposable: bool = False


def list_places(context: Context) -> list[KeptPlace]:
    """Return every place where words are kept: of the home, of the store, of every checkout this home has seen."""
    home = context.settings.home
    checkouts, _ = list_checkouts(context)
    stored = {Path(path) for path in context.store.files.paths()}
    aside = {Path(path) for paths in context.store.files.damaged().values() for path in paths}
    copies = {Path(path) for path in context.store.files.copies()} | set(list_files(context.settings.backups))
    spool, pending = set(list_files(context.settings.spool)), set(list_files(home / "pending"))
    followed = set(list_files(home / FOLLOWED))  # the names of folders; what is gone is looked at again
    own = {home / "config.toml"}  # the person's own words, which only they change
    patterns = set(home.glob(f"{PATTERNS}*"))  # the program's own words
    rest = set(list_files(home)) - stored - aside - copies - spool - pending - followed - patterns - own
    return [
        _place("store", stored),
        _place("damaged files set aside", aside, disposable=True),
        _place("backups", copies),
        _place("spool", spool, disposable=True),
        _place("pending notes", pending, disposable=True),
        _place("notes of agents' folders", followed, disposable=True),
        _place("compiled patterns", patterns, disposable=True),
        _place("home", rest),
        _place("notes in git folders", list_kept(checkouts), disposable=True),
        _place("mirror", (path for checkout in checkouts for path in list_files(Path(checkout.root, FOLDER)))),
        _place("blocks in instruction files", (path for checkout in checkouts for path in list_blocks(checkout))),
        _place(SKILLS, list_skills(context), disposable=True),
    ]


def list_skills(context: Context) -> list[Path]:
    """Return the skills that were written from memories and still say so: without that line a file is its owner's."""
    found = [path for folder in list_skill_folders(context) for path in sorted(folder.glob(f"*/{SKILL}"))]
    return [path for path in found if path.is_file() and not path.is_symlink() and is_made_from_memory(path)]


def list_blocks(checkout: Checkout) -> list[Path]:
    """Return the instruction files of a checkout that carry a block of ours."""
    root = Path(checkout.root)
    return [root / name for name in find_blocks(root)]


def list_unreached(context: Context) -> list[str]:
    """Return what cannot be searched from here: checkouts and backups that are not there now, a server's own copies."""
    _, missing = list_checkouts(context)
    server = ["the database server's write-ahead log, replicas and backups"] if context.settings.is_shared else []
    missing += [str(folder) for folder in list_skill_folders(context) if not folder.is_dir()]
    return [*server, *missing, *(path for path in context.store.files.copies() if not Path(path).exists())]


def _place(name: str, paths: Iterable[Path], *, disposable: bool = False) -> KeptPlace:
    return KeptPlace(name, tuple(sorted(path for path in set(paths) if path.is_file())), disposable=disposable)


def list_files(folder: Path) -> list[Path]:
    """Return the files below a folder, but for what databases share in memory: that holds numbers of pages alone, and
    a process that closes it lets go of its locks."""
    if not folder.is_dir():
        return []
    found = (path for path in folder.rglob("*") if not path.name.endswith("-shm"))
    return [path for path in found if path.is_file() and not path.is_symlink()]
