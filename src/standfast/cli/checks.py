"""What `doctor` looks at: small checks, each with a verdict and what to do about it.

A check gets the face, opens what it needs itself and may fix what it finds when `fix` is set. Neighbours: `doctor` runs
them, `connected` and `gate_check` have those about agents and the gate.
"""

import os
import shutil
import stat
import sys
from pathlib import Path

from standfast import __version__
from standfast.agents import NAMES
from standfast.cli.face import Face
from standfast.code.git import find_git, find_program
from standfast.code.hooks.events import inspect_events
from standfast.code.locate import find_checkout
from standfast.context.patterns import find_damage
from standfast.errors import StoreBusy, StoreCorrupt, StoreError, Unavailable
from standfast.memory import Memory
from standfast.mirror.driver import is_installed
from standfast.model.value import Value, replace
from standfast.verbs.enforced import has_mirror


class Outcome(Value):
    """One verdict: `ok`, `warn` or `fail`, what was seen, what to do, and whether it was fixed just now."""

    check: str
    verdict: str
    message: str
    hint: str = ""
    fixed: bool = False


ROOM = 1 << 20  # bytes that have to be free


def check_python(face: Face, *, fix: bool) -> list[Outcome]:
    """Say what runs, and from where."""
    del face, fix
    version = ".".join(map(str, sys.version_info[:3]))
    return [Outcome("program", "ok", f"Standfast {__version__} on Python {version} at {sys.executable}")]


def check_home(face: Face, *, fix: bool) -> list[Outcome]:
    """Make sure that the home is ours and nobody else can read it."""
    import tempfile

    home = face.settings.home
    folder = next(path for path in (home, *home.parents) if path.exists())
    try:
        tempfile.TemporaryDirectory(prefix="standfast-doctor-", dir=folder).cleanup()
    except OSError as error:
        hint = "Set STANDFAST_HOME to a folder you can write to, on a local disk."
        return [Outcome("home", "fail", f"{home} cannot be written: {error.strerror}", hint)]
    if shutil.disk_usage(folder).free < ROOM:
        hint = "Free some space: nothing can be remembered, and hooks cannot even say so."
        return [Outcome("home", "fail", f"The disk that holds {home} is full", hint)]
    if folder != home:
        return [Outcome("home", "ok", f"{home} does not exist yet; it is made with the first memory")]
    if os.name != "posix":
        return [Outcome("home", "ok", str(home))]
    return [_private(home, "home", 0o700, fix=fix)]


def check_patterns(face: Face, *, fix: bool) -> list[Outcome]:
    """See whether the expressions that the home keeps compiled are as they were written; fix: they are made again."""
    path = find_damage(face.settings.home)
    if not path:
        return []
    if fix:
        Path(path).unlink(missing_ok=True)
        return [Outcome("home", "ok", f"{path} was damaged; it is made again by the next hook", fixed=True)]
    hint = "It holds nothing of yours, and what is damaged is not used; `standfast doctor --fix` has it made again."
    return [Outcome("home", "warn", f"{path} is damaged: the disk may be failing", hint)]


def check_settings(face: Face, *, fix: bool) -> list[Outcome]:
    """See whether the configuration says anything that nothing answers to."""
    del fix
    faults = face.open().maintenance.list_setting_faults(agents=NAMES)
    hint = f"Fix it in {face.settings.home / 'config.toml'}, or with `standfast config set`."
    return [Outcome("settings", "warn", fault, hint) for fault in faults]


def check_key(face: Face, *, fix: bool) -> list[Outcome]:
    """Make sure that the home's secret is whole and private."""
    path = face.settings.home / "key"
    if not path.exists():
        return [Outcome("key", "ok", "There is no key yet; it is made with the first memory")]
    if path.stat().st_size != 32:
        hint = "Restore it from a copy of the home; without it purged content could come back unnoticed."
        return [Outcome("key", "fail", f"{path} is damaged", hint)]
    return [_private(path, "key", 0o600, fix=fix)] if os.name == "posix" else [Outcome("key", "ok", str(path))]


def _private(path: Path, name: str, mode: int, *, fix: bool) -> Outcome:
    found = stat.S_IMODE(path.stat().st_mode)
    if not found & 0o077:
        return Outcome(name, "ok", f"{path} is private")
    if fix:
        path.chmod(mode)
        return Outcome(name, "ok", f"{path} was open to others and is private now", fixed=True)
    return Outcome(name, "warn", f"{path} can be read by others", f"`standfast doctor --fix`, or chmod {mode:o} {path}")


def check_store(face: Face, *, fix: bool) -> list[Outcome]:
    """Check files, log and derived data; repair by salvaging from the log and rebuilding."""
    folder = face.settings.store_folder
    if not folder.exists() and not face.settings.is_shared:
        return [Outcome("store", "ok", "There is no store yet; it is made with the first memory")]
    memory = face.open()
    try:
        problems, behind = memory.maintenance.problems(), memory.maintenance.unfinished()
    except StoreCorrupt as error:  # the catalogue itself: nothing can be opened before it is made again
        if not fix:
            raise
        problems, behind = [error.message], []
    damage = [line for line in problems if line not in behind]
    if fix and (damage or behind):
        salvaged = memory.maintenance.salvage() if damage else []
        found = [Outcome("store", "ok", line, fixed=True) for line in salvaged]
        try:
            memory.maintenance.reindex()
        except Unavailable as error:  # everything but vectors was salvaged, and they can be made later
            found.append(Outcome("store", "warn", error.message, error.hint))
        except StoreError as error:  # one that cannot be opened does not hide what was done to the others
            found.append(Outcome("store", "fail", error.message, error.hint))
        behind = memory.maintenance.unfinished()
        damage = [line for line in memory.maintenance.problems() if line not in behind]
        return [*found, *_known(memory), *_problems(memory, damage), *map(_unfinished, behind)]
    found = _problems(memory, damage) or _known(memory)
    whole = Outcome("store", "ok", f"{_name(face)}: what is kept, the log and the index agree")
    return [*found, *map(_unfinished, behind)] or [whole]


def _name(face: Face) -> str:
    """Return how the store is called; an address may carry a password."""
    return "The shared store" if face.settings.is_shared else str(face.settings.store_folder)


def _known(memory: Memory) -> list[Outcome]:
    """Go on naming what a repair could not bring back: red until a person knows, then a line of history."""
    hint = "`standfast backup --restore FILE` puts a backup back; `standfast doctor --accept-loss` says that you know."
    known = memory.maintenance.known_losses()
    return [
        Outcome("store", "ok", f"{line}; known to {known[line]}")
        if line in known
        else Outcome("store", "fail", line, hint)
        for line in memory.maintenance.losses()
    ]


def _problems(memory: Memory, damage: list[str]) -> list[Outcome]:
    hint = "`standfast doctor --fix` saves what the log holds; `standfast backup --restore FILE` puts a backup back."
    refused = memory.maintenance.refused() if damage else {}
    return [Outcome("store", "fail", line, refused.get(line, hint)) for line in damage]


def _unfinished(line: str) -> Outcome:
    return Outcome("store", "warn", line, "Nothing is damaged or lost: `standfast reindex` makes it now.")


def check_leftovers(face: Face, *, fix: bool) -> list[Outcome]:
    """Look for a purge that was stopped and copies that killed runs left; fix by going on, and by deleting."""
    if not face.settings.store_folder.exists():
        return []
    memory = face.open()
    found: list[Outcome] = []
    if memory.maintenance.is_purge_pending():
        try:
            gone = memory.maintenance.finish_purge() if fix else ()
        except StoreBusy as error:
            return [Outcome("purge", "fail", f"A purge was stopped before it was done. {error.message}", error.hint)]
        if fix and not memory.maintenance.is_purge_pending():
            found.append(Outcome("purge", "ok", f"Finished a purge of {len(gone)} that was stopped", fixed=True))
        elif fix:
            hint = "Close other programs that use Standfast and run it again."
            found.append(Outcome("purge", "fail", "A purge could still not remove everything", hint))
        else:
            hint = "`standfast doctor --fix` finishes it, and so does the next purge."
            found.append(Outcome("purge", "fail", "A purge was stopped before it was done", hint))
    if lost := memory.maintenance.lost_keys():
        message = (
            f"The key in {face.settings.home} is another than the one that purges in {lost} projects were made with"
        )
        hint = "What was purged could come back unnoticed: put the key back from a copy of the home, or purge it again."
        found.append(Outcome("key", "warn", message, hint))
    left = memory.maintenance.leftovers(clear=fix)
    if left and fix:
        found.append(Outcome("store", "ok", f"Deleted {len(left)} that killed runs left behind", fixed=True))
    elif left:
        message = f"Killed runs left {len(left)} behind, which may hold all that is stored: {left[0]}"
        found.append(Outcome("store", "warn", message, "`standfast doctor --fix` deletes them."))
    return found


def check_recall(face: Face, *, fix: bool) -> list[Outcome]:
    """Plant a memory in a home of its own, with these settings, and find it again by its meaning."""
    del fix
    import tempfile

    with tempfile.TemporaryDirectory(prefix="standfast-doctor-") as folder:
        home = Path(folder)
        settings = replace(face.settings, home=home, store_url=f"sqlite://{home / 'store'}", project="doctor")
        with Memory.open(home, settings=settings) as memory:
            planted = memory.remember("The payment lock is keyed by the id of the payment", kind="decision")
            memory.remember("Screenshots are taken with a viewport of 1280 by 800", kind="convention")
            answer = memory.recall("what is the payment lock keyed by?", limit=1)
    if not answer.results or answer.results[0].memory.id != planted.id:
        return [Outcome("recall", "fail", "A memory that was just planted was not found", "Please report this.")]
    if answer.dense == "off":
        return [Outcome("recall", "ok", "A planted memory was found by its words; search by meaning is switched off")]
    if answer.dense != "on":
        hint = "Check the embedder settings in config.toml; recall goes on by words alone."
        return [Outcome("recall", "warn", f"Search by meaning does not work: {answer.dense}", hint)]
    return [Outcome("recall", "ok", f"A planted memory was found by words and meaning ({face.settings.embedder})")]


def check_git(face: Face, *, fix: bool) -> list[Outcome]:
    """See whether this is a repository that can be read."""
    del fix
    if find_program() is None:
        hint = "Install git: without it, memories cannot be checked against the code."
        return [Outcome("git", "warn", "There is no git program", hint)]
    place = find_checkout(str(face.where))
    if place is None:
        return [Outcome("git", "ok", "No repository here; memories go to the user")]
    return [
        Outcome("git", "ok", f"The repository at {place.root} can be read"),
        *_look_at_events(face),
        *_look_at_driver(face),
    ]


def _look_at_events(face: Face) -> list[Outcome]:
    """See whether the hooks after Git's events are still all there; without any, everything happens when asked."""
    git = find_git(str(face.where))
    found = inspect_events(git) if git is not None and git.place.root else None
    if found is None or found.state in {"absent", "elsewhere"}:
        return []
    if found.state == "partly":
        message = f"Another program replaced Git hooks of ours; left are {', '.join(found.installed)}"
        return [Outcome("git", "warn", message, "`standfast init --yes` puts them back, beside what is there now.")]
    return [Outcome("git", "ok", "Standfast runs after commits, merges, checkouts and rewrites")]


def _look_at_driver(face: Face) -> list[Outcome]:
    """See whether Git joins the files of the mirror field by field; without the driver it merges them as text."""
    git = find_git(str(face.where))
    if git is None or not has_mirror(face.where) or is_installed(git):
        return []
    message = "There is a mirror here, and Git merges its files as text: the merge driver is not installed"
    return [Outcome("git", "warn", message, "`standfast init --yes` installs it.")]


def check_hooks(face: Face, *, fix: bool) -> list[Outcome]:
    """Show what hooks could not do: they never stop an agent, so this is where it is seen."""
    path = face.settings.home / "log" / "hooks.log"
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return [Outcome("hooks", "ok", "No hook has failed")]
    if fix and lines and face.open().context.who.is_person:  # an agent does not forget for its person
        path.unlink()
        return [Outcome("hooks", "ok", f"Forgot {len(lines)} noted failures", fixed=True)]
    message = f"{len(lines)} hook calls failed, the last: {lines[-1] if lines else ''}"
    return [Outcome("hooks", "warn", message, "`standfast doctor --fix` forgets them.")] if lines else []
