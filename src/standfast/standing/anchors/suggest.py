"""Likely anchors: the files, symbols, commands, commits and dependencies that a text names and that really exist.

Owns: reading names out of prose and looking them up. Must not: propose what is not there or what is ambiguous; a wrong
anchor costs more than none. Neighbours: `snapshot.py`, `command.py`, `dependency.py`.
"""

import posixpath
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import takewhile

from standfast.code.filetypes import is_test
from standfast.code.languages import find_language
from standfast.code.qualified import last_name
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.code.symbols import Symbol
from standfast.model.anchor import Anchor
from standfast.standing.anchors.command import find_definition
from standfast.standing.anchors.dependency import find_package

_MAX_ANCHORS = 6
_MAX_GREPS = 6
_MAX_FILES = 8
_LONGEST_MAJOR = 2
_MOST_COMPARED = 4_000
_CLOSE = 0.7
_SLIP = 0.82  # of a last name, which a long one before it does not make any nearer
_MOST_SLIPS = 20
_BEGUN = 0.8  # of a name that was cut short, with another ending at most
_SHORTEST_CUT = 4
_PATH = re.compile(
    r"(?<![\w/.@+-])(?P<path>(?:\.?[\w@+-][\w@.+-]*/)*\.?[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}|(?:[\w@.+-]+/)+[\w@.+-]*)"
    r"(?:::(?P<symbol>[A-Za-z_]\w*(?:[.:#]+\w+)*)|(?::|#L)(?P<first>\d{1,7})(?:-L?(?P<last>\d{1,7}))?)?"
)
_FRAGMENT = re.compile(  # as addresses of pages name a part, and as test runners and traces do
    r"(?P<path>[^#:]+\.\w+)[#:](?P<name>[A-Za-z_][\w.:]*)"
)
_CODE = re.compile(r"(?<!`)`+([^`\n]+)`+")
_WORD = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(\))?")
# A program that a sentence says to run, and what it is told; "make sure" and "go with" have no such place.
_TOLD_TO_RUN = re.compile(
    r"(?:\b(?:run|runs|running|ran|with|via|through|use|uses|using|call|calls)|:)\s+"
    r"(?P<command>(?:make|just|task|npm|pnpm|yarn|bun|cargo|go|tox|nox)(?:[ ]+[a-z0-9@./-][\w@:./=-]*){1,5})"
)
# Whatever stands before it, this can only be a recipe: `npm run` says so, and so does a name that is no English word.
_RECIPE = re.compile(
    r"(?<![\w./`-])(?P<command>(?:npm|pnpm|yarn|bun) run \w+(?:[:./-]\w+)*"
    r"|(?:make|just|task) (?:[A-Za-z0-9]+_\w+|\w+(?:[:./-]\w+)+))(?![\w/-])"
)
# A line that begins with one: "task lint before every push"; "make release notes short" means none.
_BEGINS = re.compile(
    r"^[ \t]{0,8}(?:[-*] )?(?P<command>(?:just|task) \w[\w-]*(?=[.,;:]?(?:\s|$))"
    r"|make \w[\w-]*(?=[.,;:]?$|[.,;:] | (?:before|after|in|to|and|runs|is)\b))",
    re.MULTILINE,
)
_FUNCTION_WORD = re.compile(
    r" (?=(?:before|after|for|in|to|and|or|when|if|on|at|from|not|instead|every|always|never|first|then|so|because|as|"
    r"but|only|here|it|the|a|is|are|must|should)\b)"
)
_LINK = re.compile(r"\]\([^)\s\]]*\)")  # where a link leads is for the reader to go to; its words say what is meant
_ORDINARY = re.compile(r"[a-z]+")
_WORD_ALONE = re.compile(r"[A-Za-z_$][\w$]*")
_MODULE = re.compile(r"\s*(?:pub(?:\([\w ]+\))?\s+)?mod\s+\w+\s*;")  # says where a module is, not what it does
_FIXTURE = re.compile(r"(?:^|/)(?:fixtures?|examples?|samples?|testdata)/", re.IGNORECASE)
_SHA = re.compile(r"(?<![\w/-])[0-9a-f]{7,64}(?![\w/-])")
_VERSIONED = re.compile(  # from where a name begins, and from nowhere in it: else a long one is read again and again
    r"(?<![\w./@-])[./-]*(?P<name>@?[A-Za-z][\w./-]*?)`?"
    r"(?P<said>@|==|\s*>=|\s+(?:(?:is|are|has|have|must|be|still|now|stays?|pinned|locked|fixed|frozen|kept|held|version|exactly|minimum|"
    r"at least|at|to|on|>=)\s+){0,5}>?=?)`?v?(?P<version>\d+(?:\.\d+)*(?:\.x)?)(?![\w%])"
    r"(?P<newer>`?(?:\+| (?:or|and) (?:newer|later|above|higher|up)\b))?"
)
# Words before a name or its version that say which versions do: this one alone, or all from it on.
_ONLY = re.compile(
    r"\b(?:pin(?:s|ned|ning)?|lock(?:s|ed)?|stay(?:s|ing)?|stuck|stick|frozen|freeze|hold|held|keep|kept|exactly)\b|=="
    r"|(?:\b(?:is|are|run|runs|running)|'(?:s|re)) (?:still |now )?(?:on|at)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(r">=|\b(?:at least|minimum)\b", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:requir|support|need)\w*", re.IGNORECASE)
_NOT_SO = re.compile(r"\b(?:not|never|no longer|was|were|used to|unpin\w*|instead of)\b|n't\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:!?\n]|\.\s")
_REACH = 80  # characters before a name in which such a word is said of it

_SENTENCE = re.compile(r"[.;!?]\s+|\n")
# What such a sentence names need not be there: it mentions what was, is to be, is made by a program, or is an example.
_NOT_THERE = re.compile(
    r"\b(?:no|not|never|without|remov\w*|delet\w*|gone|drop\w*|mov(?:e|es|ed|ing)|renam\w*|replac\w*|was|were|old|"
    r"former\w*|previous\w*|creat\w*|add\w*|new|put|plac(?:e|es|ing)|generat\w*|writ\w*|emit\w*|produc\w*|outputs?|"
    r"build\w*|built|will|should|would|must|plan\w*|instead|ignor\w*|missing|if|when|unless|like|such as|examples?|"
    r"e\.?g|imports?|imported|requir\w*|urls?|endpoints?|routes?|serv\w*|upload\w*|download\w*|cach\w*|logs?|logged|"
    r"temp\w*|install\w*|copie[sd]|copy|branch|fork|upstream)\b|n't\b|://",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"[A-Z][A-Z0-9_]*|foo|bar|baz|x+|your\w*|my\w*|example\w*|name")


def suggest_anchors(snapshot: Snapshot, text: str) -> list[Anchor]:
    """List likely anchors for a text, the surest first."""
    whole, text = text, _LINK.sub("]", text)
    quoted = _CODE.findall(text)
    mentioned = _find_paths(snapshot, text)
    files = list(dict.fromkeys(anchor.path for anchor in mentioned))
    symbols = [
        anchor
        for anchor in _find_symbols(snapshot, _list_names(text, quoted), files)
        if anchor.path in files or _is_meant(anchor, text)
    ]
    covered = {anchor.path for anchor in (*mentioned, *symbols) if anchor.kind != "path"}
    paths = [anchor for anchor in mentioned if anchor.kind != "path" or anchor.path not in covered]
    found = [
        *(anchor for anchor in paths if anchor.kind != "path"),
        *symbols,
        *(anchor for anchor in paths if anchor.kind == "path"),
        *_find_commands(snapshot, [*quoted, *_spoken_commands(text)]),
        *_find_dependencies(snapshot, text),
        *_find_commits(snapshot, text),
    ]
    if not found and whole != text:
        found = [anchor for anchor in _find_paths(snapshot, whole) if find_language(anchor.path) is not None]
    return list(dict.fromkeys(found))[:_MAX_ANCHORS]


def find_near(snapshot: Snapshot, anchor: Anchor) -> str:
    """Return the file or definition that a place was probably meant to be, where nothing is at it; else nothing."""
    if anchor.kind not in {"path", "symbol", "lines"}:
        return ""
    if anchor.kind == "path" and (match := _FRAGMENT.fullmatch(anchor.path)):
        path = match["path"] if match["path"] in snapshot.list_paths() else _find_near_path(snapshot, match["path"])
        meant = Anchor("symbol", path, match["name"])
        there = snapshot.sources.find(path) if path else None
        return str(meant) if there and there.find(meant.detail) else find_near(snapshot, meant) if path else ""
    source = snapshot.sources.find(anchor.path)
    if source is None:
        path = _find_near_path(snapshot, anchor.path)
        there = snapshot.sources.find(path) if path else None
        if there is None or anchor.kind != "symbol" or there.find(anchor.detail):
            return f"{path}::{anchor.detail}" if path and anchor.kind == "symbol" else path
        source = there
    name = _find_near_name(source, anchor.detail) if anchor.kind == "symbol" else ""
    return f"{source.path}::{name}" if name else ""


def list_missing(snapshot: Snapshot, text: str) -> list[str]:
    """List the files that a text says are there, by paths from a folder of the tree, and that are not."""
    found: list[str] = []
    for sentence in _SENTENCE.split(text):
        names = [match["path"].rstrip(".").removeprefix("./") for match in _PATH.finditer(sentence)]
        names = [name for name in names if "/" in name and posixpath.splitext(name)[1]]
        if names and not _NOT_THERE.search(_PATH.sub(" ", sentence)):
            found += [name for name in names if _is_missing(snapshot, name)]
    return list(dict.fromkeys(found))


def _is_missing(snapshot: Snapshot, name: str) -> bool:
    """Tell whether a path leads into a folder of the tree, to a file of a sort that the tree has, and none is there."""
    parts = name.split("/")
    if any(_PLACEHOLDER.fullmatch(part.partition(".")[0]) for part in parts) or snapshot.view.stamp(name):
        return False
    paths = snapshot.list_paths()
    is_there = any(path == name or path.endswith("/" + name) or path.startswith(name + "/") for path in paths)
    suffix = posixpath.splitext(name)[1]
    is_likely = any(path.startswith(parts[0] + "/") for path in paths) and any(path.endswith(suffix) for path in paths)
    return is_likely and not is_there


def _find_near_path(snapshot: Snapshot, path: str) -> str:
    paths = sorted(snapshot.list_paths())
    inside = [item for item in paths if item.endswith(f"/{path}")]  # written from the folder of a package
    if len(inside) == 1:
        return inside[0]
    folder, _, base = path.rpartition("/")
    same = [item for item in paths if item.rpartition("/")[2] == base]
    beside = [item for item in paths if item.rpartition("/")[0] == folder]
    for pool in (same, beside, paths[:_MOST_COMPARED]):
        close = [item for item in get_close_matches(path, pool, cutoff=_CLOSE) if _is_alike(item, path)]
        if close:
            return close[0]
    return same[0] if len(same) == 1 else ""


def _is_alike(one: str, other: str) -> bool:
    """Tell whether two files have nearly the same name: a folder and an ending in common make nothing alike."""
    stems = [posixpath.splitext(posixpath.basename(path))[0] for path in (one, other)]
    return bool(get_close_matches(stems[0], stems[1:], cutoff=_CLOSE))


def _find_near_name(source: Source, name: str) -> str:
    names = {symbol.name: None for symbol in source.symbols}
    lasts = {symbol.path[-1]: symbol.name for symbol in reversed(source.symbols)}
    wanted = re.sub(r"::|#|->", ".", name)
    slips = get_close_matches(last_name(name), list(lasts), n=_MOST_SLIPS, cutoff=_SLIP)
    meant = [qualified for qualified in names if qualified.rpartition(".")[2] in slips]
    close = get_close_matches(wanted, meant, n=1, cutoff=_CLOSE)
    near = close[0] if close else lasts[slips[0]] if slips else ""
    # One that was cut short begins as the whole name does: as far as that, another of a like length does not.
    last = last_name(name)
    begun = max(lasts, key=lambda item: _shared(item, last), default="")
    length = _shared(begun, last)
    is_begun = length >= _SHORTEST_CUT and length >= _BEGUN * len(last) and length > _shared(last_name(near), last)
    return lasts[begun] if is_begun else near


def _shared(one: str, other: str) -> int:
    """Count the letters with which two names begin alike."""
    return len(posixpath.commonprefix([one.casefold(), other.casefold()]))


def _is_meant(anchor: Anchor, text: str) -> bool:
    """Tell whether a text means this definition, and not merely a word that is also the name of some member.

    An option, a field of a message and a header are words in back-ticks too; that one class somewhere happens to have a
    member of that name says nothing. It counts if the text names what it is a member of, or calls it.
    """
    above, _, last = anchor.detail.rpartition(".")
    if not above or not _ORDINARY.fullmatch(last):
        return True
    words = set(_WORD_ALONE.findall(text))
    return any(part in words for part in above.split(".")) or re.search(rf"\b{last}\(", text) is not None


def _find_paths(snapshot: Snapshot, text: str) -> list[Anchor]:
    found: list[Anchor] = []
    for match in _PATH.finditer(text):
        path = _resolve(snapshot, match["path"].rstrip("./") if not match["symbol"] else match["path"])
        source = snapshot.sources.find(path) if path else None
        if not path:
            continue
        if match["symbol"] and source is not None and source.find(match["symbol"]):
            found.append(Anchor("symbol", path, match["symbol"]))
        elif match["first"] and source is not None:
            first, last = int(match["first"]), int(match["last"] or match["first"])
            if 0 < first <= last <= source.text.count("\n") + 1:
                found.append(Anchor("lines", path, first=first, last=last))
        else:
            found.append(Anchor("path", path))
    return found


def _resolve(snapshot: Snapshot, name: str) -> str:
    """Find the one file or folder that a written path means, however much of its front was left out."""
    wanted = name.removeprefix("./").strip("/")
    if not wanted:
        return ""
    paths = snapshot.list_paths()
    if wanted in paths:
        return wanted
    tails = [path for path in paths if path.endswith("/" + wanted)]
    if "/" not in wanted:  # a bare name means no file that only a test has
        tails = [path for path in tails if not is_test(posixpath.dirname(path)) and not _FIXTURE.search(path)]
    if len(tails) == 1:
        return tails[0]
    if "/" in name and any(path.startswith(wanted + "/") for path in paths):
        return wanted
    return ""


def _list_names(text: str, quoted: Iterable[str]) -> list[str]:
    """List words that look like names in code: quoted ones, calls, and ones with inner capitals or underscores."""
    names: list[str] = []
    for piece in quoted:
        match = _WORD.fullmatch(piece.strip()) or re.fullmatch(r"([A-Za-z_$][\w$.]*)\(.*\)", piece.strip())
        if match is not None:
            names.append(match[match.lastindex or 0])
    for word in _WORD.findall(_PATH.sub(" ", text)):
        bare = word.removesuffix("()")
        if word.endswith("()") or re.search(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Za-z]\.[A-Za-z]\w*[A-Z_]", bare):
            names.append(word)
    return list(dict.fromkeys(name.removesuffix("()") for name in names))


def _find_symbols(snapshot: Snapshot, names: Sequence[str], files: Sequence[str]) -> list[Anchor]:
    found: list[Anchor] = []
    greps = 0
    for name in names:
        near = [anchor for path in files if (anchor := _define(snapshot.sources.find(path), name)) is not None]
        if not near and greps < _MAX_GREPS:
            greps += 1
            near = _grep_definitions(snapshot, name)
        if len(near) == 1 or (near and any(anchor.path in files for anchor in near)):
            found.append(near[0])
    return found


def _define(source: Source | None, name: str) -> Anchor | None:
    symbols = source.find(name) if source is not None else []
    if source is None or not symbols or (symbols[0].first == symbols[-1].last and len(name) < 3):
        return None
    if _MODULE.match(source.text.split("\n")[symbols[0].first - 1]) or _is_local(source, symbols[0]):
        return None
    return Anchor("symbol", source.path, symbols[0].name)


def _is_local(source: Source, symbol: Symbol) -> bool:
    """Tell whether something is defined inside a function: nobody outside of it means that."""
    above = ".".join(symbol.path[:-1])
    return any(other.name == above and not other.container for other in source.symbols)


def _grep_definitions(snapshot: Snapshot, name: str) -> list[Anchor]:
    last = last_name(name)
    hits = [path for path in snapshot.grep(last) if find_language(path) is not None and not is_test(path)]
    if len(hits) > 40:
        return []  # a word of everywhere says nothing about where
    hits.sort(key=lambda path: path.count("/"))
    return [anchor for path in hits[:_MAX_FILES] if (anchor := _define(snapshot.sources.find(path), name)) is not None]


def _find_commands(snapshot: Snapshot, quoted: Iterable[str]) -> list[Anchor]:
    commands = [piece.strip().removeprefix("$ ") for piece in quoted if " " in piece.strip()]
    return [Anchor("cmd", command) for command in commands if find_definition(snapshot, command) is not None]


def _spoken_commands(text: str) -> list[str]:
    """Return the commands that a text tells to run without marking them: "tests run with pnpm vitest --run".

    Plain words behind what is run ("make clean also deletes the cache") are words of the sentence.
    """
    found = (_FUNCTION_WORD.split(match["command"], 1)[0].split() for match in _TOLD_TO_RUN.finditer(text))
    told = [" ".join(_spoken(words)).rstrip(".:") for words in found]
    named = [match["command"] for form in (_RECIPE, _BEGINS) for match in form.finditer(_CODE.sub(" ", text))]
    return [*told, *(name for name in dict.fromkeys(named) if not any(other.startswith(name) for other in told))]


def _spoken(words: Sequence[str]) -> list[str]:
    named = 3 if {"run", "exec"}.intersection(words[1:3]) else 2  # `npm run build`, `pnpm vitest run`
    return [*words[:named], *takewhile(lambda word: not _ORDINARY.fullmatch(word), words[named:])]


def _find_dependencies(snapshot: Snapshot, text: str) -> list[Anchor]:
    found: list[Anchor] = []
    for match in list(_VERSIONED.finditer(text))[:8]:
        name = match["name"].rstrip(".")
        if len(match["version"]) > _LONGEST_MAJOR and "." not in match["version"]:
            continue  # status code 200
        wanted = _range_of(text, match)
        if wanted and find_package(snapshot, name) is not None:
            found.append(Anchor("dep", name, wanted))
    return found


def _range_of(text: str, match: re.Match[str]) -> str:
    """Return which versions do by the words around one: `==3.1`, `>=3.1`, or `3.1` and what is compatible with it.

    Nothing where the words between the name and the number do not say that it is its version.
    """
    before, said, version = text[max(0, match.start() - _REACH) : match.start()], match["said"], match["version"]
    words = f"{_CLAUSE.split(before)[-1]} {said}"
    plain = version if not said.strip() or said.strip() in {"@", "==", "version"} else ""
    if _NOT_SO.search(words):
        return plain
    if match["newer"] or _LEAST.search(words):
        return f">={version}"
    if _ONLY.search(words):
        return f"=={version.removesuffix('.x')}"
    return f">={version}" if _ASKS.search(words) else plain


def _find_commits(snapshot: Snapshot, text: str) -> list[Anchor]:
    if snapshot.git is None:
        return []
    words = [word for word in _SHA.findall(text) if re.search(r"\d", word)][:4]
    return [Anchor("commit", sha) for word in words if (sha := snapshot.git.find_commit(word))]
