"""Sorts of files and of lines, in the words by which rules call them: tests, migrations, translations, a dependency.

Owns which sort a path is of, which sorts a rule is for, and the words to look such rules up by. Data first: another
sort is a line here. Must not look anything up. Hook path: light. Neighbours: `applies` (occasions), `things` (names in
the lines).
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Sort(Value):
    """One sort: how a rule calls it, which paths are of it, which lines are (of any path), and whether it is wide.

    `narrows` is asked of the lines that are put into such a path, where they are known. Of a wide sort (a language, a
    side of the program) a rule is only told where a change of it is the occasion; of a broad one (most files of many
    projects are one) also where one is made.
    """

    words: re.Pattern[str]
    paths: re.Pattern[str]
    lines: re.Pattern[str] | None = None
    narrows: re.Pattern[str] | None = None
    wide: bool = False
    broad: bool = False
    asked: str = ""


_SCREEN = r"\.(?:[jt]sx|vue|svelte|astro|blade\.php|erb|haml|slim|hbs|html|css|scss|sass|less)$"
_TESTED = (
    r"(?:^|/)(?:tests?|__tests__|specs?|e2e|testing)/|(?:^|/)test_[^/]*$"
    r"|(?:_test|_spec|[.-](?:test|spec)|[a-z]Tests?)\.\w+$"
)


def _sort(
    words: str,
    paths: str,
    *,
    lines: str = "",
    narrows: str = "",
    wide: bool = False,
    broad: bool = False,
    asked: str = "",
) -> Sort:
    given = compile_later(lines) if lines else None
    narrowed = compile_later(narrows) if narrows else None
    return Sort(
        compile_later(rf"(?<![\w./`-])(?:{words})(?![\w/`-]|\.\w)", re.IGNORECASE),
        compile_later(paths, re.IGNORECASE),
        given,
        narrowed,
        wide,
        broad,
        asked,
    )


SORTS: dict[str, Sort] = {
    "test": _sort(r"tests?|specs?|test (?:cases?|files?)|test code", _TESTED, asked="test spec"),
    "fixture": _sort(
        r"fixtures?|snapshots?", r"(?:^|/)(?:fixtures?|__snapshots__|snapshots?)(?:/|\.)", asked="fixture"
    ),
    "migration": _sort(
        r"(?:database |db |schema )?migrations?",
        r"(?:^|/)(?:migrations?|(?:\w+_)?migrate)/|_migration\.\w+$",
        asked="migration",
    ),
    "schema": _sort(
        r"(?:database |db |prisma |graphql )?schemas?",
        r"(?:^|/)schemas?(?:/|\.\w+$)|[._-]schema\.\w+$|\.prisma$|\.graphqls?$",
        asked="schema",
    ),
    "dependency": _sort(
        r"dependenc(?:y|ies)|go modules?"
        r"|(?:npm |python |new |third-party |external )?(?:packages|librar(?:y|ies)|crates?|gems?)",
        r"(?:^|/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|Gemfile|composer\.json|requirements[\w.-]*\.txt"
        r"|requirements/[^/]+|setup\.(?:py|cfg)|Pipfile|pom\.xml|build\.gradle(?:\.kts)?|pubspec\.yaml|mix\.exs"
        r"|[^/]+\.(?:gemspec|csproj)|deno\.jsonc?|environment\.ya?ml)$",
        narrows=r"[\"'\s=^~v@:][\^~>=<]*\d|version|workspace:|latest|\bgem\b|\w[=<>]=",
        asked="dependency package library",
    ),
    "lockfile": _sort(
        r"lock ?files?",
        r"(?:^|/)(?:[\w.-]+\.lock|package-lock\.json|pnpm-lock\.yaml|go\.sum|bun\.lockb|npm-shrinkwrap\.json)$",
        asked="lockfile",
    ),
    "workflow": _sort(
        r"workflow files?|(?:github |CI )?workflows|CI (?:config\w*|files?|jobs?|pipelines?)|pipelines?",
        r"(?:^|/)\.(?:github/workflows|circleci|buildkite)/|(?:^|/)(?:\.gitlab-ci|azure-pipelines|\.travis)\.ya?ml$"
        r"|(?:^|/)Jenkinsfile$",
        asked="workflow pipeline",
    ),
    "image": _sort(
        r"docker ?files?|docker images?|compose files?|docker-compose",
        r"(?:^|/)(?:[\w.-]*Dockerfile[\w.-]*|Containerfile|(?:docker-)?compose[\w.-]*\.ya?ml)$",
        asked="dockerfile docker compose",
    ),
    "translation": _sort(
        r"translations?|locales?|other languages|translated (?:strings?|texts?)|languages? files?|i18n files?",
        r"(?:^|/)(?:locales?|i18n|lang|langs|translations?|messages)/|\.(?:po|pot|xliff|arb)$",
        asked="translation locale i18n",
    ),
    "route": _sort(
        r"(?:API |REST |HTTP |new )?(?:endpoints?|routes?|controllers?|handlers?)",
        r"(?:^|/)(?:routes?|routers?|controllers?|handlers?|endpoints?)(?:/|\.\w+$)"
        r"|[_-]?(?:controller|router|routes)\.\w+$"
        r"|(?:^|/)api/|(?:^|/)urls\.py$",
        broad=True,
        asked="endpoint route controller",
    ),
    "component": _sort(
        r"(?:UI |React |Vue |Svelte |new )?components?",
        r"(?:^|/)components?(?:-[\w]+)?/.*\.\w+$|\.(?:vue|svelte)$|component\.\w+$",
        broad=True,
        asked="component",
    ),
    "template": _sort(
        r"templates?|views?",
        r"(?:^|/)(?:templates?|views?)/|\.(?:vue|svelte|erb|haml|hbs|j2|jinja2?|blade\.php)$",
        broad=True,
        asked="template view",
    ),
    "model": _sort(
        r"(?:database |db |ORM )?models?", r"(?:^|/)models?(?:/|\.\w+$)|_model\.\w+$", broad=True, asked="model"
    ),
    "variable": _sort(
        r"(?:env(?:ironment)?|ENV) (?:variables?|vars?|keys?|settings?)",
        r"(?:^|/)\.env(?:\.[\w.-]+)?$|(?:^|/)env\.\w+$",
        lines=r"process\.env\.|import\.meta\.env|os\.environ|\bgetenv\(|\benv\(['\"]|\bENV\[|\bENV\.fetch|env::var",
        asked="environment env variable",
    ),
    "changelog": _sort(
        r"change ?logs?|release notes", r"(?:^|/)(?:CHANGELOG|CHANGES|NEWS|HISTORY)[\w.-]*$", asked="changelog"
    ),
    "style": _sort(
        r"CSS|SCSS|style ?sheets?|styles",
        r"\.(?:css|scss|sass|less|styl)$",
        lines=r"<style\b|\bstyle=[{\"']",
        broad=True,
        asked="css style",
    ),
    "screen": _sort(
        r"UI|user interface|front-?end|client[- ]side",
        rf"{_SCREEN}|(?:^|/)(?:frontend|client|ui|webapp|assets|javascripts?|resources/js)/",
        wide=True,
        asked="ui frontend",
    ),
    "server": _sort(r"back-?end|server[- ]side", r"(?:^|/)(?:backend|server)/", wide=True, asked="backend server"),
    "page": _sort(
        r"docs|documentation", r"(?:^|/)docs?/|\.(?:md|mdx|rst|adoc)$", wide=True, asked="docs documentation"
    ),
    "python": _sort(
        "Python|pytest",
        r"\.pyi?$"
        r"|(?:^|/)(?:pyproject\.toml|requirements[\w.-]*\.txt|setup\.(?:py|cfg)|Pipfile)$",
        wide=True,
        asked="python",
    ),
    "rust": _sort("Rust", r"\.rs$|(?:^|/)Cargo\.(?:toml|lock)$", wide=True, asked="rust"),
    "go": _sort("Go|Golang", r"\.go$|(?:^|/)go\.(?:mod|sum|work)$", wide=True, asked="go golang"),
    "ruby": _sort("Ruby|RSpec", r"\.(?:rb|rake|gemspec)$|(?:^|/)(?:Gemfile|Rakefile)$", wide=True, asked="ruby"),
    "php": _sort("PHP|PHPUnit", r"\.php$|(?:^|/)composer\.json$", wide=True, asked="php"),
    "java": _sort(
        "Java|Kotlin|JUnit", r"\.(?:java|kts?)$|(?:^|/)(?:pom\.xml|build\.gradle)$", wide=True, asked="java kotlin"
    ),
    "script": _sort(
        "TypeScript|JavaScript|TS|JS|Node|jest|vitest",
        r"\.(?:[cm]?[jt]sx?|vue|svelte)$|(?:^|/)package\.json$",
        wide=True,
        asked="typescript javascript",
    ),
}
_NEAR = 80  # characters before a sort that are read
_LANGUAGES = frozenset(("python", "rust", "go", "ruby", "php", "java", "script"))
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
    return [word for name in sorted(sorts) for word in SORTS[name].asked.split()]


def sorts_in(phrase: str) -> set[str]:
    """Return the sorts that a phrase names."""
    return {name for name, sort in SORTS.items() if sort.words.search(phrase)}


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


def is_for_sort(text: str, sorts: set[str], *, made: bool = True, names: Iterable[str] = ()) -> bool:
    """Tell whether a rule is for files of one of these sorts: "in specs", "migrations must", "no strings in templates".

    It begins with them, or says what is to be in them or done with them; tests that are to be run are no files. What is
    for a broad sort is for who makes one.
    """
    for name in sorts:
        sort = SORTS[name]
        if sort.wide or (sort.broad and not made):
            continue
        for clause in _CLAUSE.split(text):
            for at in sort.words.finditer(clause):
                before = clause[max(0, at.start() - _NEAR) : at.start()]
                if not _RUN.search(before) and _leads_to(before, names):
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
