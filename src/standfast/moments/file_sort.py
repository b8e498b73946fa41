"""What sort of file a path is, in the words by which rules call it: tests, migrations, translations, a dependency.

Owns which sort a path is of, which sorts a rule is for, and the words to look such rules up by. The sorts are in
`file_sorts.json`: another one is an entry there. Must not look anything up. Hook path: light. Neighbour: `occasion`.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Sort(Value):
    """One sort: how a rule calls it, which paths are of it, which lines are (of any path), and whether it is wide.

    `narrows` is asked of the lines that are put into such a path, where they are known. Of a wide sort (a language, a
    side of the program) a rule is only told where a change of it is the occasion; of a broad one (most files of many
    projects are one) also where one is made. By `asked` such rules are looked up.
    """

    words: re.Pattern[str]
    paths: re.Pattern[str]
    lines: re.Pattern[str] | None
    narrows: re.Pattern[str] | None
    asked: list[str]
    wide: bool
    broad: bool
    language: bool


def _sort(entry: dict[str, Any]) -> Sort:
    lines, narrows = (compile_later(entry[name]) if name in entry else None for name in ("lines", "narrows"))
    return Sort(
        compile_later(rf"(?<![\w./`-])(?:{entry['words']})(?![\w/`-]|\.\w)", re.IGNORECASE),
        compile_later(entry["paths"], re.IGNORECASE),
        lines,
        narrows,
        entry["asked"].split(),
        *(name in entry for name in ("wide", "broad", "language")),
    )


SORTS = {name: _sort(entry) for name, entry in read_lists(__file__, "file_sorts").items()}
_LANGUAGES = frozenset(name for name, sort in SORTS.items() if sort.language)
_NEAR = 80  # characters before a sort that are read
_ANY = frozenset(
    map(stem, ("the", "all", "any", "every", "each", "new", "our", "your", "no", "unit", "automated", "these", "most"))
)
_VERB = compile_later(
    r"^(?:in|into|for|to|add|adding|change|create|creating|edit|editing|mock|modify|put|touch|update|use|write|writing)\b",
    re.IGNORECASE,
)
_RUN = compile_later(
    r"\b(?:run\w*|pass\w*|execut\w+|start\w*|fail\w*|green|whole|against|break\w*|the suite of)\W+(?:[\w'-]+\W+){0,3}$",
    re.IGNORECASE,
)  # tests that are run are no files
_WITHIN = compile_later(r"\b(?:in|inside|within)\W+(?:[\w'-]+\W+){0,3}$", re.IGNORECASE)
_NEW = compile_later(r"\bnew\W+(?:[\w-]+\W+)?$", re.IGNORECASE)  # of such a file it is said where one is made
_CLAUSE = compile_later(r"[.;:!?](?:\s|$)|\n")
_FOR = compile_later(
    r"\b(?:when|if)\W+(?:(?:a|an|the|your)\W+)?$"
    r"|(?:^|\b(?:in|into|inside|of|for|to|no|new|every|each|any|all|write|writing|add|adding|put|putting|touch|touching"
    r"|edit|editing|change|changing|modify|update|updating|create|creating|use|using|mock)\W+)"
    r"(?:(?!(?:in|into|of|to|for|from|with|before|after|by|and then)\b)[\w',-]+\W+){0,3}$",
    re.IGNORECASE,
)  # what stands before the sort that a rule is for


def sorts_of(path: str, added: str = "") -> set[str]:
    """Return the sorts that a path, or the lines that are put into it, are of."""
    found: set[str] = set()
    for name, sort in SORTS.items():
        if sort.paths.search(path) and not (added and sort.narrows and not sort.narrows.search(added)):
            found.add(name)
    return found | put_in(added)


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

    It begins with them, or says what is to be in them or done with them; tests that are to be run are no files. What is
    for a broad sort is for who makes one or lets one grow by a definition, what is for new ones for who makes one.
    """
    for name in sorts:
        sort = SORTS[name]
        if sort.wide or (sort.broad and not grown):
            continue
        for clause in _CLAUSE.split(text):
            for at in sort.words.finditer(clause):
                before = clause[max(0, at.start() - _NEAR) : at.start()]
                if at[0].lower() == "test" and before.lower().endswith("to "):
                    continue  # "to test a part" is a deed
                if (made or not _NEW.search(before)) and not _RUN.search(before) and _leads_to(before, names):
                    return True
    return False


def _leads_to(before: str, names: Iterable[str]) -> bool:
    """Tell whether what stands before a sort makes it what a rule is for; a special one must be a name of the path."""
    words = before.split()
    if len(words) == 1:
        special = stem(words[0].lower())
        return (
            special in _ANY
            or special in names
            or bool(sorts_in(words[0]))
            or bool(_FOR.search(before) and _VERB.search(before))
        )
    return not words or bool(_FOR.search(before))
