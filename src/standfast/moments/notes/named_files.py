"""The files at hand, and the words by which a text names them.

Owns paths and what a file defines, as a text would write them, and whether a memory names one of these. Must not look
anything up in the store. Hook path: each file is read once, no parser, no Git.
"""

from __future__ import annotations

import re

from standfast.code.qualified import last_name
from standfast.code.tracked import Tracked
from standfast.model.kind import NORMS, Kind
from standfast.model.pattern import compile_later
from standfast.moments.known import DOCUMENT, is_noted, voice_of
from standfast.moments.notes.ban import Lines, denied_in, forbids_change, is_put_in
from standfast.moments.notes.dependency import is_about_taking, is_manifest, packages_in
from standfast.moments.notes.occasion import ADDED, is_for_taking, speaks_of_pulls
from standfast.moments.notes.place import begins_with, is_left_out, is_spoken_of, lies_at, spots_in
from standfast.moments.notes.role import SENT, role_of
from standfast.recall.terms import folders_of, read_chunk, whole_of
from standfast.text.word_lists import read_lists
from standfast.trust.kind_from_words import says_what_to_do

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory

NAMES = 40  # names defined in a file that are looked up
_FILES = 8  # files at hand that are looked up; a sweep over more is about none of them
_BYTES = 256_000
_WORD = compile_later(r"[A-Za-z_$][\w$]{3,60}")
_DEFINED = compile_later(
    r"[ \t]*(?:(?:export|default|public|private|protected|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|const|"
    r"override|open|internal|sealed|data)\s+){0,5}(?:class|def|fn|func(?:\s*\([^)\n]{0,80}\))?|function\*?|struct|enum|"
    r"trait|interface|type|module|object|const)\s+(?P<name>[A-Za-z_$][\w$]{3,60})"
)  # from the beginning of a line
_BRANDS = frozenset(read_lists(__file__, "words")["brands"])  # products: written as no word of prose is
_NAME = compile_later(r"(?<![\w/.-])[A-Za-z_$][\w$]{3,60}(?![\w/-])")
_AT_ROOT = compile_later(r"\b(?:root|top[- ]level) [`'\"]?$", re.IGNORECASE)
_OF_NEW = compile_later(r"\bnew [`'\"]?(?:[\w.*-]+[`'\"]? )?(?:files?|modules?|folders?)\b", re.IGNORECASE)
_NEW = compile_later(r"\bnew\b", re.IGNORECASE)
_OF_RUNNING = compile_later(r"\brun(?:s|ning)?\b|\btests? (?:needs?|requires?)\b", re.IGNORECASE)
_TAKEN_OUT = compile_later(
    r"\b(?:remov|delet|drop)(?:e|es|ed|ing|s|ped|ping)?\s+"
    r"(?P<what>(?:(?!\b(?:from|in|for|with|of|to|by|because)\b)[^.;:\n]){1,80})",
    re.IGNORECASE,
)  # what a message says it took out, up to where or why
_LONG = 5  # letters of a name that has capitals inside
_WIDE = 0.1  # of the files: what is said of so many is a rule of the project
_FEW = 12  # files that are never too many
_NAMESAKES = 3  # files of one name
_DEFINES = tuple(read_lists(__file__, "words")["definitions"])  # looking for one costs less than matching


class Hand:
    """The files at hand, and the words by which a text names them."""

    def __init__(
        self,
        context: Context,
        paths: Sequence[str],
        *,
        changes: bool = False,
        lines: Lines | None = None,
    ) -> None:
        self.paths = [path.strip("/") for path in paths[:_FILES] if path.strip("/")]
        self.changes = changes
        self._root = context.here.root
        self.lines = Lines() if lines is None else lines  # of lines that are only taken out as well
        self.earlier: list[str] = []
        self.folders = list(dict.fromkeys(folder for path in self.paths for folder in folders_of(path)))
        self.literal: list[str] = []
        self.terms: dict[str, None] = {}
        taken_in = changes and any(map(is_manifest, self.paths))
        self.packages = packages_in(self.lines.added, self.lines.removed) if taken_in else []
        before = packages_in("", self.lines.removed) if taken_in else []
        self._takes_in_new = not set(self.packages).issubset(before)
        changed = set(self.lines.added.split("\n")) ^ set(self.lines.removed.split("\n"))
        self._names = sorted(names_in("\n".join(changed)))[:NAMES]
        self._around: set[str] | None = None  # the definitions around the lines that change, where these are known
        self._innermost: set[str] = set()
        self._defined: set[str] = set()
        self._files: Tracked | None = None
        self._bans: dict[str, bool] = {}
        self._broken: dict[str, bool] = {}
        for path in self.paths:
            self._name(path)
            self._define(self._names_of(context, path))
        self.literal = list(dict.fromkeys(self.literal))

    def _name(self, path: str) -> None:
        *folders, name = path.split("/")
        self.literal.append(path)
        if folders:
            module = path.rpartition(".")[0].removeprefix("src/").removeprefix("lib/").removesuffix("/__init__")
            rest = path.partition("/")[2]
            self.literal += [rest] if "/" in rest or "." in rest else []  # one word alone may mean anything
            if "/" in module:
                self.literal += [module.replace("/", "."), module.replace("/", "::")]
                self.terms[whole_of(module)] = None
        alone = [name] if "." in name else []
        alone += [stem_of for stem_of in (name.partition(".")[0],) if _is_coined(stem_of)]
        self.literal += alone
        self.terms.update(dict.fromkeys([whole_of(path), *(term for name in alone for term in read_chunk(name)[-1:])]))

    def _define(self, names: Sequence[str]) -> None:
        self.literal += names
        for name in names:
            if len(self.terms) >= NAMES:
                break  # no more are looked up
            self.terms.update(dict.fromkeys(term for term in read_chunk(name) if len(term) > 5))

    def _names_of(self, context: Context, path: str) -> list[str]:
        """Return the names that a file defines; where lines of it change, those around these and in them alone."""
        text = _read(context, path)
        defined = list(_definitions(text))
        self._defined.update(defined)
        names = _telling(defined)
        if len(self.paths) > 1 or (around := _around(text, self.lines.parts)) is None:
            return names
        put = set(_WORD.findall(f"{self.lines.removed}\n{self.lines.added}"))
        self._innermost = {chain[-1] for chain in around if chain}.union(_definitions(self.lines.removed))
        self._around = put.union(*around)
        return [name for name in names if name in self._around]

    def is_beside(self, memory: Memory) -> bool:
        """Tell whether a memory is only anchored here to definitions that the lines which change are not in."""
        here = [item.anchor for item in memory.content.anchors if item.anchor.path in {*self.paths, *self.folders}]
        known = self._around is not None and bool(here)
        return known and all(at.kind == "symbol" and last_name(at.detail) not in (self._around or ()) for at in here)

    def has_again(self, claim: str) -> bool:
        """Tell whether words say that a definition was taken out which is in a file at hand: that was taken back."""
        gone = (names_in(at["what"]) for at in _TAKEN_OUT.finditer(claim))
        return any(not self._defined.isdisjoint(names) for names in gone)

    def changes_what_is(self, memory: Memory) -> bool:
        """Tell whether the lines that change are in a definition to which a memory is anchored."""
        anchors = (item.anchor for item in memory.content.anchors if item.anchor.path in self.paths)
        return any(last_name(anchor.detail) in self._innermost for anchor in anchors if anchor.kind == "symbol")

    def named_in(self, memory: Memory) -> bool:
        """Tell whether the words of a memory speak of a file at hand, or of something defined in it.

        What a person says of a name in the lines that change is about these as well. Where it only sends one there, who
        is there does as it says.
        """
        content = memory.content
        text = f"{content.title}\n{content.text}\n{content.why}"
        if self.packages and is_for_taking(text) and not is_for_taking(text, new=self._takes_in_new):
            return False  # a newer version of what is there is no new dependency
        return self.speaks_of_lines(memory) or any(
            self._is_telling(at[0]) and role_of(text, at.start()) != SENT for at in self._mentions(text)
        )

    def is_named(self, text: str) -> bool:
        """Tell whether words name a file at hand, or something defined in it."""
        return any(self._is_telling(at[0]) for at in self._mentions(text))

    def speaks_of_lines(self, memory: Memory) -> bool:
        """Tell whether a person says something of a name in the lines that change."""
        return memory.is_persons and any(_is_named(name, memory.content.text) for name in self._names)

    def _mentions(self, text: str) -> Iterator[re.Match[str]]:
        for item in self.literal:
            found = re.finditer(rf"(?<![\w/.-]){re.escape(item)}(?![\w-]|\.\w)", text) if item in text else ()
            yield from (at for at in found if "/" not in self.paths[0] or not _AT_ROOT.search(text, 0, at.start()))

    def _is_telling(self, name: str) -> bool:
        """Tell whether few other files have the name of a file at hand: an index or a config may be any."""
        ambiguous = name in {path.rpartition("/")[2] for path in self.paths if "/" in path}
        return not ambiguous or self._tracked().count([name]) <= _NAMESAKES

    def is_for(self, memory: Memory) -> bool:
        """Tell whether somebody noted a rule for the folder or pattern in which a file at hand is about to change.

        A rule that denies something of code is for the lines that put it in, and what is said of so many files that it
        holds for the project is in the brief.
        """
        text = memory.content.text
        if _OF_NEW.search(text) and self._are_there():
            return False
        if not self.changes or not is_noted(memory) or not says_what_to_do(memory) or speaks_of_pulls(text):
            return False
        if denied_in(text, paths=self.paths) or all(is_left_out(text, path) for path in self.paths):
            return False
        norm = memory.content.kind in NORMS or memory.content.kind is Kind.FACT
        spots = [spot for path in self.paths if (spot := is_spoken_of(text, path, top=norm))]
        coined = (name for name in self._coined if _is_named(name, text))
        begun = self._begun_by(text)
        return any("*" in spot or not self.is_general(spot) for spot in (*spots, *coined, *begun))

    def _begun_by(self, text: str) -> list[str]:
        """Return the names here with which a text begins; what is said of new ones is for who makes one.

        What is said of running something is told at the command.
        """
        if _OF_RUNNING.search(text) or (_NEW.search(text) and self._are_there()):
            return []
        return [name for path in self.paths for name in begins_with(text, path)]

    def _tracked(self) -> Tracked:
        if self._files is None:
            self._files = Tracked(str(self._root or ""))
        return self._files

    def _are_there(self) -> bool:
        return self._root is not None and all((self._root / path).exists() for path in self.paths)

    @property
    def _coined(self) -> list[str]:
        """The folders here whose names are no words of prose: `old_migrations`."""
        names = dict.fromkeys(folder.rpartition("/")[2] for folder in self.folders)
        return [name for name in names if _is_coined(name)]

    def is_general(self, folder: str) -> bool:
        """Tell whether so many files lie in a folder that what is said of it is said of the project."""
        files, name = self._tracked(), folder.strip("/").removeprefix("./")
        return not files.is_known or files.count([name]) > max(_FEW, _WIDE * files.total)

    def is_followed(self, memory: Memory) -> bool:
        """Tell whether a memory only sends one to a file at hand, or says that such files belong where it lies.

        What is anchored to a place that its words do not have is about that place.
        """
        content = memory.content
        here = {*self.paths, *self.folders}
        anchored = (item.anchor.path for item in content.anchors if item.anchor.path in here)
        if any(not _is_spelled(path, content.text) for path in anchored):
            return False
        sent = spots_in(content.text, sent=True)
        named = any(lies_at(path, spot) for path in self.paths for spot in sent) or any(self._mentions(content.text))
        return named and not self.named_in(memory) and not self.is_for(memory)

    def is_placed_by_words(self, memory: Memory) -> bool:
        """Tell whether a memory is anchored here only because its words name the place, so that these alone count.

        What denies something of code is for who puts that in, and what is said of a folder is for what it says so of.
        """
        text, here = memory.content.text, {*self.paths, *self.folders}
        placed = [item.anchor.path for item in memory.content.anchors if item.anchor.path in here]
        if all(path in self.folders for path in placed):
            return all(_is_spelled(path, text) or self.is_general(path) for path in placed)
        return bool(denied_in(text, paths=self.paths)) and all(_is_spelled(path, text) for path in placed)

    def is_about(self, memory: Memory) -> bool:
        """Tell whether a memory names a file at hand, is for its folder, or is against what is about to be done."""
        ways = (self.named_in, self.is_barred_by, self.is_broken, self.is_taken_in, self.is_for_taking, self.is_for)
        return any(is_so(memory) for is_so in ways)

    def is_taken_in(self, memory: Memory) -> bool:
        """Tell whether a memory is about a dependency that the lines of a manifest change."""
        return is_about_taking(memory, self.packages)

    def is_for_taking(self, memory: Memory) -> bool:
        """Tell whether a note is for who changes a dependency, and the lines of a manifest do."""
        noted = bool(self.packages) and is_noted(memory) and says_what_to_do(memory)
        return noted and is_for_taking(memory.content.text, new=self._takes_in_new)

    def way_of(self, memory: Memory) -> str:
        """Return the way by which a memory comes to speak at the files at hand.

        It is *against* what is about to be done, it was written for a *path*, its words *named* the file or what is
        taken in, a change of the dependencies is its *occasion*, it is for the *folder*; else it is only *anchored*.
        """
        if self.is_barred_by(memory) or self.is_broken(memory):
            return "against"
        if memory.content.scope.paths:
            return "path"
        if self.named_in(memory) or self.is_taken_in(memory):
            return "named"
        return "occasion" if self.is_for_taking(memory) else "folder" if self.is_for(memory) else "anchor"

    def is_barred_by(self, memory: Memory) -> bool:
        """Tell whether a memory forbids changing a file at hand; each is read once."""
        if memory.id not in self._bans:
            self._bans[memory.id] = forbids_change(memory, self.paths)
        return self._bans[memory.id]

    def is_broken(self, memory: Memory) -> bool:
        """Tell whether the lines put in what a rule denies; each is read once. A page must write it as code."""
        if memory.id not in self._broken:
            text, page = memory.content.text, voice_of(memory) == DOCUMENT
            self._broken[memory.id] = (
                bool(self.lines)
                and (memory.content.kind in NORMS if page else is_noted(memory) and says_what_to_do(memory))
                and is_put_in(denied_in(text, coded=page, paths=self.paths), self.lines, text)
                and not any(is_left_out(text, path) for path in self.paths)
            )
        return self._broken[memory.id]

    def is_put_in_exactly(self, memory: Memory) -> bool:
        """Tell whether the lines put in exactly what a rule denies, which it writes as code."""
        text = memory.content.text
        denied = denied_in(text, coded=True, paths=self.paths)
        return any(self.lines.have(thing, exactly=True) for thing in denied) and self.is_broken(memory)

    def words(self) -> list[str]:
        """Return what the lines put in, and the packages that they change, by which rules against them are found."""
        return [*self._names, *self.packages, *(ADDED.split() if self.packages else ()), *self.lines.words()]

    @property
    def around(self) -> list[str]:
        """The folders and endings here, as rules for them are looked up."""
        folders = (name for folder in self.folders for name in (folder, "/".join(folder.split("/")[-2:])))
        endings = (path.rpartition("/")[2].partition(".")[2] for path in self.paths)
        coined = (read_chunk(name)[-1] for name in self._coined)
        named = (term for path in self.paths for part in path.split("/")[-3:] for term in read_chunk(part))
        found = (*map(whole_of, folders), *coined, *(term for name in endings for term in read_chunk(name)), *named)
        return list(dict.fromkeys(found))

    @property
    def places(self) -> list[str]:
        """The files under every name they had."""
        return list(dict.fromkeys([*self.paths, *self.earlier]))


def _is_coined(name: str) -> bool:
    """Tell whether a name is no word of prose: it has several, as code writes them."""
    plain = name.strip("_-.")
    return len(plain) > _LONG and ("_" in plain or "-" in plain or plain[1:] != plain[1:].lower())


def _is_spelled(path: str, text: str) -> bool:
    """Tell whether a text has the name of what lies at a path."""
    return path.rpartition("/")[2] in text


def _is_named(name: str, text: str) -> bool:
    """Tell whether a text says something of what has a name, and does not only send one there."""
    found = re.finditer(rf"(?<![\w/.-]){re.escape(name)}(?![\w-]|\.\w)", text) if name in text else ()
    return any(role_of(text, at.start()) != SENT for at in found)


def names_in(text: str) -> set[str]:
    """Return the names of code in a message: no word of prose is written so, and no abbreviation is one (`HTTP`)."""
    found = {name for name in _NAME.findall(text) if name[1:] != name[1:].lower() or "_" in name.strip("_")}
    return {name for name in found if ("_" in name or not name.isupper()) and name.lower() not in _BRANDS}


def _definitions(text: str) -> Iterator[str]:
    """Yield the names that are defined in a text, in their order."""
    start = end = 0
    for line in text.split("\n"):
        if start >= end and line.lstrip(" \t").startswith(_DEFINES) and (found := _DEFINED.match(text, start)):
            yield found["name"]
            end = found.end()
        start += len(line) + 1


def _read(context: Context, path: str) -> str:
    root = context.here.root
    if root is None:
        return ""
    try:
        with (root / path).open("rb") as file:
            return file.read(_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def _telling(names: Iterable[str]) -> list[str]:
    """Return the names that a text would name: long ones, or of several words."""
    telling = (name for name in dict.fromkeys(names) if "_" in name.strip("_") or name[1:] != name[1:].lower())
    return [name for name in telling if "_" in name.strip("_") or len(name) > _LONG][:NAMES]


def _around(text: str, parts: Sequence[str]) -> list[list[str]] | None:
    """Return the definitions around the first line of each part of a text, the innermost last; None: one is not there.

    What is set in deeper is inside, in languages with braces as well.
    """
    found: list[list[str]] = []
    for part in parts:
        start = text.find(part) if part.strip() else -1
        if start < 0:
            return None
        start += len(part) - len(part.lstrip("\n"))
        *above, at_hand = text[: (text + "\n").index("\n", start)].split("\n")
        chain: list[tuple[int, str]] = []
        for row in (*above, at_hand):
            if row.lstrip(" \t").startswith(_DEFINES) and (at := _DEFINED.match(row)):
                chain = [
                    *((depth, name) for depth, name in chain if depth < _indent_of(row)),
                    (_indent_of(row), at["name"]),
                ]
        defines = bool(_DEFINED.match(at_hand))
        found.append([name for depth, name in chain if depth < _indent_of(at_hand) + defines])
    return found or None


def _indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
