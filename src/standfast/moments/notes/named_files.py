"""The files at hand, and the words by which a text names them.

Owns paths, earlier names and what a file defines, as a text would write them, and whether a memory names one of these.
Must not look anything up in the store. Hook path: each file is read once, no parser; Git is asked only by
`list_earlier`.
"""

from __future__ import annotations

import re

from standfast.code.qualified import last_name
from standfast.code.tracked import Tracked
from standfast.model.kind import NORMS, Kind
from standfast.model.pattern import compile_later
from standfast.moments.known import DOCUMENT, PERSON, is_noted, voice_of
from standfast.moments.notes import brought
from standfast.moments.notes.ban import Lines, coded_in, denied_in, forbids_change, is_put_in, roles_told
from standfast.moments.notes.file_sort import grows, is_for_sort, is_other_language, put_in, sorts_of, sorts_within
from standfast.moments.notes.occasion import is_for_change, is_outside, speaks_of_pulls
from standfast.moments.notes.place import is_spoken_of, lies_at, names_of, spots_in
from standfast.moments.notes.role import SENT, role_of
from standfast.moments.notes.subject import WIDE, is_elsewhere, is_excepted, is_general, is_of_other_ending, is_subject
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
_FOLLOWED = 3  # files whose earlier names are asked of Git
_PATIENCE_S = 5.0
_WORD = compile_later(r"[A-Za-z_$][\w$]{3,60}")
_COMMON = frozenset(read_lists(__file__, "words")["common_files"])
_DEFINED = compile_later(
    r"[ \t]*(?:(?:export|default|public|private|protected|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|const|"
    r"override|open|internal|sealed|data)\s+){0,5}(?:class|def|fn|func(?:\s*\([^)\n]{0,80}\))?|function\*?|struct|enum|"
    r"trait|interface|type|module|object|const)\s+(?P<name>[A-Za-z_$][\w$]{3,60})"
)  # from the beginning of a line
_AT_ROOT = compile_later(r"\b(?:root|top[- ]level) [`'\"]?$", re.IGNORECASE)
_NEXT = compile_later(r"[`'\"]?(?:,| and| or)\s+(?:and |or )?[`'\"]?[\w./-]*\w\.\w+")  # another file behind one
_LAST = compile_later(r"\.\w{1,8}[`'\"]?(?:,| and| or) (?:and |or )?[`'\"]?$")
_NEAR = 60  # characters before a file that are read
_LONG = 5  # letters of a name that has capitals inside
_DEFINES = tuple(read_lists(__file__, "words")["definitions"])  # looking for one costs less than matching


class Hand:
    """The files at hand, and the words by which a text names them."""

    def __init__(
        self,
        context: Context,
        paths: Sequence[str],
        names: Iterable[str] = (),
        *,
        changes: bool = False,
        lines: Lines | None = None,
    ) -> None:
        self.paths = [path.strip("/") for path in paths[:_FILES] if path.strip("/")]
        self.changes = changes
        self._root = context.here.root
        self.lines = lines or Lines()
        self.sorts = set().union(*(sorts_of(path, self.lines.fresh) for path in self.paths)) if changes else set()
        self.earlier: list[str] = []
        self.folders = list(dict.fromkeys(folder for path in self.paths for folder in folders_of(path)))
        self.literal: list[str] = []
        self.stems = {path.rpartition("/")[2].partition(".")[0].strip("_").lower() for path in self.paths} - {""}
        self.terms: dict[str, None] = {}
        self.names = frozenset(names)
        self.brought = brought.imported_in(self.lines.fresh) if self.lines else []
        is_manifest = "dependency" in self.sorts
        self.packages = brought.packages_in(self.lines.added, self.lines.removed) if is_manifest else []
        self._around: set[str] | None = None  # the definitions around the lines that change, where these are known
        self._innermost: set[str] = set()
        self._files: Tracked | None = None
        self._bans: dict[str, bool] = {}
        self._broken: dict[str, bool] = {}
        for path in self.paths:
            self._name(path)
            self._define(self._names_of(context, path))
        self.literal = list(dict.fromkeys(self.literal))

    def _name(self, path: str) -> None:
        name = path.rpartition("/")[2]
        stem_of = name.partition(".")[0].lower()
        self.literal.append(path)
        self.terms[whole_of(path)] = None
        if "/" in path:
            module = path.rpartition(".")[0].removeprefix("src/").removeprefix("lib/").removesuffix("/__init__")
            rest = path.partition("/")[2]
            self.literal += [rest] if "/" in rest or "." in rest else []  # one word alone may mean anything
            if "/" in module:
                self.literal += [module.replace("/", "."), module.replace("/", "::")]
                self.terms[whole_of(module)] = None
        if stem_of not in _COMMON and "." in name:
            self.literal.append(name)
            self.terms[whole_of(name)] = None

    def _define(self, names: Sequence[str]) -> None:
        self.literal += names
        for name in names:
            if len(self.terms) >= NAMES:
                break  # no more are looked up
            self.terms.update(dict.fromkeys(term for term in read_chunk(name) if len(term) > 5))

    def _names_of(self, context: Context, path: str) -> list[str]:
        """Return the names that a file defines; where lines of it change, those around these and in them alone."""
        text = _read(context, path)
        names = _telling(_definitions(text))
        if len(self.paths) > 1 or (around := _around(text, self.lines.parts)) is None:
            return names
        put = set(_WORD.findall(f"{self.lines.removed}\n{self.lines.added}"))
        self._innermost = {chain[-1] for chain in around if chain}
        self._around = put.union(*around)
        return [name for name in names if name in self._around]

    def is_beside(self, memory: Memory) -> bool:
        """Tell whether a memory is only anchored here to definitions that the lines which change are not in."""
        here = [item.anchor for item in memory.content.anchors if item.anchor.path in {*self.paths, *self.folders}]
        known = self._around is not None and bool(here)
        return known and all(at.kind == "symbol" and last_name(at.detail) not in (self._around or ()) for at in here)

    def changes_what_is(self, memory: Memory) -> bool:
        """Tell whether the lines that change are in a definition to which a memory is anchored."""
        anchors = (item.anchor for item in memory.content.anchors if item.anchor.path in self.paths)
        return any(last_name(anchor.detail) in self._innermost for anchor in anchors if anchor.kind == "symbol")

    def named_in(self, memory: Memory) -> bool:
        """Tell whether the words of a memory speak of a file at hand, or of something defined in it.

        Where it only sends one there, who is there does as it says; but of several files each is to be changed.
        """
        content = memory.content
        text = f"{content.title}\n{content.text}\n{content.why}"
        return any(
            role_of(text, at.start()) != SENT or (self.changes and _is_listed(at)) for at in self._mentions(text)
        )

    def _mentions(self, text: str) -> Iterator[re.Match[str]]:
        if self.paths and all(is_outside(text, path) for path in self.paths):
            return
        for item in self.literal:
            found = re.finditer(rf"(?<![\w/.-]){re.escape(item)}(?![\w-]|\.\w)", text) if item in text else ()
            yield from (at for at in found if "/" not in self.paths[0] or not _AT_ROOT.search(text, 0, at.start()))

    def is_for(self, memory: Memory) -> bool:
        """Tell whether somebody noted a rule for a file at hand: for its folder, its sort, or changing what it is.

        A rule that denies something of code is for the lines that put it in.
        """
        return bool(self.way_for(memory))

    def way_for(self, memory: Memory) -> str:
        """Return by which of these ways a rule is for a file at hand, or nothing."""
        content = memory.content
        if not self.changes or not is_noted(memory):
            return ""
        if all(is_of_other_ending(memory.content.text, path) for path in self.paths):
            return ""
        if self._is_subject_of(memory.content.text):
            return "subject"
        if not says_what_to_do(memory):
            return ""
        text, norm = content.text, content.kind in NORMS or content.kind is Kind.FACT
        left_out = is_other_language(text, self.sorts) or all(is_outside(text, path) for path in self.paths)
        if denied_in(text, paths=self.paths):
            return "lines" if not left_out and self._puts_in(text) else ""
        spots = [spot for path in self.paths if (spot := is_spoken_of(text, path, top=norm))]
        if any("*" in spot or not self.is_general(spot) for spot in spots) and not speaks_of_pulls(text):
            return "folder"
        if self._puts_in(text) and not left_out:
            return "lines"
        if all(is_elsewhere(text, path, self.files) for path in self.paths):
            return ""
        if self._is_for_change(text, self.paths) and self._is_for_change(text, map(self._narrowed, self.paths)):
            return "change"
        return "sort" if not left_out and self._is_of_sort(text) else ""

    def _is_for_change(self, text: str, paths: Iterable[str]) -> bool:
        made, grown = self._is_made(), self._grows()
        return any(is_for_change(text, path, self.sorts, made=made, grown=grown) for path in paths)

    def _narrowed(self, path: str) -> str:
        """Return a path without the folders in which a great part of the project lies: they say little of a change."""
        *folders, name = path.split("/")
        return "/".join([*(folder for folder in folders if not self.is_general(folder)), name])

    def _is_subject_of(self, text: str) -> bool:
        if speaks_of_pulls(text) or any(is_outside(text, path) for path in self.paths):
            return False
        made, fresh = self._is_made(), self.lines.words()
        return any(is_subject(text, path, self.files, fresh=fresh, made=made) for path in self.paths)

    @property
    def files(self) -> Tracked:
        """The tracked files of the repository, read once, where a note names one."""
        if self._files is None:
            self._files = Tracked(str(self._root or ""))
        return self._files

    def is_general(self, folder: str) -> bool:
        """Tell whether so many files lie in a folder that what is said of it is said of the project."""
        return is_general(self.files, [folder.strip("/").removeprefix("./")], WIDE)

    def _grows(self) -> bool:
        """Tell whether a file is made, or gets a definition or a test that it had not."""
        old, new = (set(_definitions(lines)) for lines in (self.lines.removed, self.lines.added))
        return self._is_made() or bool(new - old) or grows(self.sorts, self.lines.added, self.lines.removed)

    def _is_of_sort(self, text: str) -> bool:
        names = {name for path in self.paths for name in names_of(path)}
        if is_for_sort(text, self.sorts, made=self._is_made(), grown=self._grows(), names=names):
            return True
        return is_for_sort(text, put_in(self.lines.fresh), names=names)

    def _is_made(self) -> bool:
        """Tell whether a file at hand is not there yet."""
        return self._root is not None and any(not (self._root / path).exists() for path in self.paths)

    def _puts_in(self, text: str) -> bool:
        """Tell whether the lines put in what a text denies or speaks of, in files of the sort that it is for."""
        if not self.lines:
            return False
        things = denied_in(text, paths=self.paths) if denied_in(text) else coded_in(text, spoken=True)
        if not is_put_in(things, self.lines, text):
            return False
        return not self._is_left_out(text)

    def _is_left_out(self, text: str) -> bool:
        """Tell whether a text leaves the files at hand out: it is for other places, or for files of another sort."""
        if any(is_outside(text, path) for path in self.paths):
            return True
        named = sorts_within(text)
        return bool(named) and named.isdisjoint(self.sorts)

    def is_followed(self, memory: Memory) -> bool:
        """Tell whether a memory only sends one to a file at hand, or says that such files belong where it lies.

        What is anchored to a place that its words do not have is about that place.
        """
        content = memory.content
        if self.changes and any(is_excepted(content.text, path) for path in self.paths):
            return True
        here = {*self.paths, *self.folders}
        if any(item.anchor.path in here and item.anchor.path not in content.text for item in content.anchors):
            return False
        sent = spots_in(content.text, sent=True)
        named = any(lies_at(path, spot) for path in self.paths for spot in sent) or any(self._mentions(content.text))
        return named and not self.named_in(memory) and not self.is_for(memory)

    def is_denial_elsewhere(self, memory: Memory) -> bool:
        """Tell whether a memory denies something of code, and only its words name the place that it is anchored to.

        Then it is for who puts that in, not for every change there.
        """
        text, here = memory.content.text, {*self.paths, *self.folders}
        placed = (item.anchor.path for item in memory.content.anchors if item.anchor.path in here)
        if all(is_of_other_ending(text, path) for path in self.paths):
            return True
        return bool(denied_in(text, paths=self.paths)) and all(path in text for path in placed)

    def is_general_anchor(self, memory: Memory) -> bool:
        """Tell whether a memory is only anchored to folders here in which a great part of the project lies."""
        here = [item.anchor.path for item in memory.content.anchors if item.anchor.path in {*self.paths, *self.folders}]
        return bool(here) and all(path not in self.paths and self.is_general(path) for path in here)

    def is_about(self, memory: Memory) -> bool:
        """Tell whether a memory names a file at hand or a name in its lines, is for it, or forbids to change it."""
        ways = (self.named_in, self.is_spoken_of, self.is_barred_by, self.is_broken, self.is_for)
        return any(is_so(memory) for is_so in ways)

    def way_of(self, memory: Memory) -> str:
        """Return the way by which a memory comes to speak at the files at hand.

        It is *against* what is about to be done, it was written for a *path*, its words *named* the file, the *lines*
        have a name of which it speaks, it is for the *folder*, for such a *change* or this *sort* of file; else it is
        only *anchored* there.
        """
        if self.is_barred_by(memory) or self.is_broken(memory):
            return "against"
        if memory.content.scope.paths:
            return "path"
        if self.named_in(memory):
            return "named"
        return self.way_for(memory) or ("lines" if self.is_spoken_of(memory) else "anchor")

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
                and (
                    is_put_in(denied_in(text, coded=page, paths=self.paths), self.lines, text)
                    or (not page and brought.denies_in_words(text, self.lines) and self._is_about_here(memory))
                )
                and not is_other_language(text, self.sorts)
                and not self._is_left_out(text)
            )
        return self._broken[memory.id]

    def _is_about_here(self, memory: Memory) -> bool:
        """Tell whether a memory is about the files at hand, whatever their lines have."""
        anchored = any(item.anchor.path in self.paths for item in memory.content.anchors)
        return anchored or self.named_in(memory) or self._is_subject_of(memory.content.text)

    def is_spoken_of(self, memory: Memory) -> bool:
        """Tell whether a person stands behind a memory that speaks of a name in the lines at hand."""
        if brought.is_anchored_to(memory, self.packages):
            return True
        if voice_of(memory) != PERSON:
            return False
        text = f"{memory.content.title}\n{memory.content.text}\n{memory.content.why}"
        wanted = roles_told(text)
        spoken = (
            at for at in _WORD.finditer(text) if at[0] in self.names and text[at.end() : at.end() + 1] not in {".", "/"}
        )
        said = any(role_of(text, at.start()) in wanted for at in spoken) or self._rules_on_lines(memory, text)
        return said and not self._is_left_out(memory.content.text)

    def _rules_on_lines(self, memory: Memory, text: str) -> bool:
        """Tell whether a note rules on what the lines import, a dependency that they change, or what they take out."""
        if not (memory.content.kind is Kind.DECISION or says_what_to_do(memory)):
            return False
        return (
            brought.speaks_of(
                text, self.brought, denied=False
            )  # what is denied may be so in another place (`is_broken`)
            or brought.speaks_of(text, self.packages, denied=True)
            or brought.wants_back(text, self.lines)
        )

    @property
    def places(self) -> list[str]:
        """The files under every name they had."""
        return list(dict.fromkeys([*self.paths, *self.earlier]))

    def headed_by(self, subject: str) -> bool:
        """Tell whether a subject begins with the name of a file at hand, as in `tree: …` or `fix(tree): …`."""
        head = subject.partition(":")[0].lower()
        return len(head) < 40 and any(name in head for name in self.stems)


def _is_listed(mention: re.Match[str]) -> bool:
    """Tell whether a file is named beside others, all of which are to be changed."""
    before = mention.string[max(0, mention.start() - _NEAR) : mention.start()]
    return bool(_NEXT.match(mention.string, mention.end()) or _LAST.search(before))


def words_of(memory: Memory) -> set[str]:
    """Return the words and names of code in a memory."""
    content = memory.content
    return set(_WORD.findall(f"{content.title}\n{content.text}\n{content.why}"))


def list_earlier(context: Context, paths: Sequence[str]) -> list[str]:
    """Return the names that the first files at hand had before they were renamed, and no other file has now."""
    from standfast.code.git import find_git
    from standfast.code.history import list_earlier_names

    root = context.here.root
    git = find_git(str(root)) if root else None
    if root is None or git is None:
        return []
    names = [name for path in paths[:_FOLLOWED] for name in list_earlier_names(git, path, timeout_s=_PATIENCE_S)]
    return [name for name in names if not (root / name).exists()]


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
