"""What sort of file a path is, in the words by which rules call it: tests, migrations, translations, a dependency.

Owns which sort a path is of, which sorts a rule is for, and the words to look such rules up by. The sorts are in
`file_sorts.json`: another one is an entry there. Must not look anything up. Hook path: light. Neighbour: `occasion`.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.moments.notes.role import FORBIDDEN, OCCASION, SENT, role_of, words_before
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


_OF_LINES = ("lines", "narrows", "grows")


class Sort(Value):
    """One sort: how a rule calls it, which paths are of it, which lines are (of any path), and whether it is wide.

    `narrows` is asked of the lines that are put into such a path, where they are known, and `grows` whether these are
    one more of the sort. Of a wide sort (a language, a side of the program) or a common one (a component, a model) a
    rule is only told where a change of it is the occasion; of a broad one (tests) also where one is made. By `asked`
    such rules are looked up.
    """

    words: re.Pattern[str]
    paths: re.Pattern[str]
    lines: re.Pattern[str] | None
    narrows: re.Pattern[str] | None
    grows: re.Pattern[str] | None
    asked: list[str]
    wide: bool
    broad: bool
    common: bool
    language: bool


def _sort(entry: dict[str, Any]) -> Sort:
    lines, narrows, grow = (compile_later(entry[name]) if name in entry else None for name in _OF_LINES)
    return Sort(
        compile_later(rf"(?<![\w./`-])(?:{entry['words']})(?![\w/`-]|\.\w)", re.IGNORECASE),
        compile_later(entry["paths"], re.IGNORECASE),
        lines,
        narrows,
        grow,
        entry["asked"].split(),
        *(name in entry for name in ("wide", "broad", "common", "language")),
    )


SORTS = {name: _sort(entry) for name, entry in read_lists(__file__, "file_sorts").items()}
_LANGUAGES = frozenset(name for name, sort in SORTS.items() if sort.language)
_NEAR = 80  # characters before a sort that are read
_ANY = frozenset(map(stem, ("the", "all", "any", "every", "each", "new", "our", "your", "no", "these", "most")))
_RUN = compile_later(
    r"\b(?:run\w*|pass\w*|execut\w+|start\w*|fail\w*|green|whole|against|break\w*|the suite of|before|after|once"
    r"|while|until)\W+(?:[\w'-]+\W+){0,3}$",
    re.IGNORECASE,
)  # tests that are run are no files
_WITHIN = compile_later(r"\b(?:in|inside|within)\W+(?:[\w'-]+\W+){0,3}$", re.IGNORECASE)
_NEW = compile_later(r"\bnew\W+(?:[\w-]+\W+)?$", re.IGNORECASE)  # of such a file it is said where one is made
_IN = frozenset(("in", "into", "inside", "within", "for", "to"))


def sorts_of(path: str, added: str = "") -> set[str]:
    """Return the sorts that a path, or the lines that are put into it, are of."""
    found: set[str] = set()
    for name, sort in SORTS.items():
        if sort.paths.search(path) and not (added and sort.narrows and not sort.narrows.search(added)):
            found.add(name)
    return (found - {"test"} if "fixture" in found else found) | put_in(added)


def asked_for(sorts: Iterable[str]) -> list[str]:
    """Return the words by which rules for these sorts are looked up."""
    return [word for name in sorted(sorts) for word in SORTS[name].asked]


def sorts_in(phrase: str) -> set[str]:
    """Return the sorts that a phrase names."""
    return {name for name, sort in SORTS.items() if sort.words.search(phrase)}


def sorts_within(text: str) -> set[str]:
    """Return the sorts of files that a text is for alone: "in tests", "inside the server specs"."""
    return {
        name
        for name, sort in SORTS.items()
        if any(_WITHIN.search(text[max(0, at.start() - _NEAR) : at.start()]) for at in sort.words.finditer(text))
    }


def without_sorts(phrase: str) -> str:
    """Return a phrase without the words that name sorts."""
    for sort in SORTS.values():
        phrase = sort.words.sub(" " if sort.wide else _special, phrase)
    return phrase


def _special(named: re.Match[str]) -> str:
    """Return the names that stand before a sort and are a part of how it is called: Prisma, GraphQL."""
    return " ".join(word for word in named[0].split()[:-1] if word[:1].isupper())


def put_in(added: str) -> set[str]:
    """Return the sorts that lines are of, whatever file they are put into."""
    return {name for name, sort in SORTS.items() if sort.lines is not None and sort.lines.search(added)}


def is_other_language(text: str, sorts: set[str]) -> bool:
    """Tell whether a text is for another language than that of the files of these sorts."""
    named = sorts_in(text) & _LANGUAGES
    return bool(named) and not _LANGUAGES.isdisjoint(sorts) and named.isdisjoint(sorts)


def is_for_sort(
    text: str, sorts: set[str], *, made: bool = True, grown: bool = True, names: Iterable[str] = ()
) -> bool:
    """Tell whether a rule is for files of one of these sorts: "in specs", "migrations must", "no strings in templates".

    It begins with them, forbids them or says what is to be in them; tests that are to be run are no files. What is for
    a broad sort is for who makes one or lets one grow by a definition, what is for new ones for who makes one.
    """
    for name in sorts:
        sort = SORTS[name]
        if sort.wide or sort.common or (sort.broad and not grown):
            continue
        for at in sort.words.finditer(text):
            before = text[max(0, at.start() - _NEAR) : at.start()]
            if (made or not _NEW.search(before)) and not _RUN.search(before) and _is_meant(text, at.start(), names):
                return True
    return False


def _is_meant(text: str, start: int, names: Iterable[str]) -> bool:
    """Tell whether a sort is what a rule is for; a special one ("till tests") must be a name of the path."""
    before = words_before(text, start)
    if before[-1:] == ["to"] and text.startswith("test", start):
        return False  # "to test a part" is a deed
    role = role_of(text, start)
    if role in {FORBIDDEN, OCCASION} or any(word in _IN for word in before[-3:]):
        return True
    special = stem(before[-1].lower()) if before else ""
    return role != SENT and len(before) < 2 and (not before or special in _ANY or special in names)


def grows(sorts: Iterable[str], added: str, removed: str) -> bool:
    """Tell whether lines put another one of these sorts into a file, as a test case is put in."""
    ways = [sort.grows for name in sorts if (sort := SORTS[name]).grows is not None]
    return any(len(way.findall(added)) > len(way.findall(removed)) for way in ways)
