"""Slots: what may stand in the one place in which two claims differ, and whether it has room for one answer only.

Owns the closed types: numbers and dates, names of code, choices of which a project makes one, opposites, what was
approved against what was called off. Pure tables and tests on words; `reading` reads texts, `clash` compares them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from standfast.model.pattern import compile_later
from standfast.text.amounts import NUMERALS
from standfast.text.stem import stem as floor_stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def words(text: str) -> frozenset[str]:
    """Return the words of a table."""
    return frozenset(text.split())


# Words that say the same of a rule: what is done again, the noun of a verb, another name.
_ALIKE = {
    floor_stem(word): floor_stem(same)
    for same, alike in {
        "start": "begin", "end": "finish", "via": "through", "macos": "osx", "allocate": "reallocate",
        "assign": "reassign", "schedule": "reschedule", "name": "rename", "renew": "renewal", "approve": "approval",
        "remove": "removal", "raise": "raised",
    }.items()
    for word in alike.split()
}  # fmt: skip


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Return the stem (`text.stem`) of a word in any case; one for words that say the same of a rule."""
    found = floor_stem(word.lower())
    return _ALIKE.get(found, found)


def stems(text: str) -> frozenset[str]:
    """Return the words of a table without their endings."""
    return frozenset(map(stem, text.split()))


# Choices of which a project makes one; names of several words are written with a low line.
_RIVALS = (
    "npm pnpm yarn bun", "pip poetry uv pipenv conda pdm rye", "tabs spaces", "jest vitest mocha jasmine nodeunit ava",
    "pytest unittest nose", "postgres postgresql mysql mariadb sqlite oracle mongodb", "redis memcached valkey",
    "rest graphql grpc soap", "react vue svelte angular sveltekit nextjs solid next.js", "merge rebase squash",
    "black ruff ruff-format yapf autopep8", "flake8 pylint ruff-check ruff", "eslint biome tslint oxlint",
    "prettier biome dprint oxfmt", "mypy pyright ty pyre basedpyright", "webpack rollup vite esbuild parcel",
    "pre-commit prek husky lefthook yorkie simple-git-hooks",
    "travis travisci circleci jenkins github_actions gitlab_ci appveyor buildkite azure_pipelines",
    "camelcase snake_case kebab-case pascalcase", "make just task nox tox invoke", "docker podman",
    "kafka rabbitmq nats sqs", "utc local", "json yaml toml xml ini", "single double", "log4j logback slf4j loguru",
    "sync async synchronous asynchronous", "monolith microservices", "aws gcp azure", "cents dollars euros",
    "integers floats decimals", "flask django fastapi starlette", "maven gradle mvn gradlew bazel",
    "ascending descending", "light dark", "main master develop trunk", "jquery vanilla", "celery rq dramatiq",
    "rust go java kotlin python typescript javascript ruby php", "apache nginx caddy", "svn git mercurial",
    "monday tuesday wednesday thursday friday saturday sunday", "daily weekly monthly quarterly yearly hourly",
    "january february march april may june july august september october november december",
    "milliseconds ms seconds sec minutes min hours days weeks months years", "kb mb gb tb kib mib gib",
    "alpha beta stable deprecated experimental preview unreleased legacy",
    "planned pending progress ongoing completed complete done shipped proposed ratified", "slack discord gitter irc",
    "turborepo nx lerna turbopack", "redux zustand mobx jotai", "prisma drizzle typeorm sequelize sqlalchemy",
    "github gitlab bitbucket", "sentry datadog newrelic honeycomb", "openai anthropic gemini mistral", "s3 gcs",
    "stripe paypal adyen", "websockets sse polling", "gpl mit apache-2.0 bsd", "admins owners",
    "autotools automake cmake meson scons",
    "red green blue yellow orange purple violet pink brown black white grey gray navy bronze gold silver cyan teal",
    "sass less scss tailwind", "cypress playwright puppeteer selenium", "mkdocs sphinx docusaurus vitepress mintlify",
    "tsc tsgo swc babel", "nvm fnm volta asdf mise", "npx bunx", "zod yup joi valibot", "winston pino bunyan",
    "moment dayjs date-fns luxon", "terraform opentofu pulumi", "express fastify koa hono", "vercel netlify heroku",
)  # fmt: skip
_BESIDE = words("january monday daily ms kb alpha planned python svelte utc light merge red")  # of such, several may be
_OPPOSITES = (
    "always never", "allow deny forbid prohibit", "enabled disabled", "on off", "public private", "http https",
    "required optional forbidden", "before after", "approved rejected", "include exclude", "accept reject",
    "minimum maximum", "true false", "yes no", "up down", "increase decrease", "more less",
    "mandatory optional", "allowed forbidden", "lowercase uppercase", "keep remove", "static dynamic",
    "internal external", "local remote",
    "manual automatic", "manually automatically", "blocking non-blocking", "mutable immutable",
)  # fmt: skip
_SWITCHES = words("on off true false enabled disabled")
_SENTENCE = 3  # blanks of a quotation that is no name
_NUMBERS = NUMERALS.keys() | words("both once twice single no none")
_AROUND = "`'\"_*~:.()"  # what may stand around a name from code
_MONTHS = compile_later(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$",
    re.IGNORECASE,
)
_CODE = compile_later(
    r"(?!(?:e\.g|i\.e|a\.k)\b)(?:v?\d+\.\d\S*$|[@\w.-]++(?:[/\\][\w.@*-]++)++/?$|\w++(?:::?\w++)++(?:\(\))?$|(?=\w+$)\w+_|"
    r"(?:[\w-]++\.)+[a-z]\w{0,5}$|[\w.+-]+@[\w-]+\.[\w.-]+$|[a-z]+[A-Z]\w*$|\w[\w.]*\(\)$|--?[a-z][\w-]+$|@[\w/-]+$|"
    r"\.\w+$|[\w./-]+[:@]v?\d[\w.-]*$|#[A-Za-z][\w-]*$)"
)


_DEGREE = compile_later(r"(?<=\w{3})(?:ily|ier|iest|ly|er|est|y)$")


def _by_word(groups: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Return for each word of some groups in which of them it is."""
    found: dict[str, tuple[int, ...]] = {}
    for at, group in enumerate(groups):
        for word in set(map(stem, group.split())):
            found[word] = (*found.get(word, ()), at)
    return found


_FAMILIES = _by_word(_RIVALS)
_PASSING = frozenset(at for at, group in enumerate(_RIVALS) if not _BESIDE.isdisjoint(group.split()))
_POLES = _by_word(_OPPOSITES)
CHOICES = frozenset(word for word, sorts in _FAMILIES.items() if not _PASSING.issuperset(sorts))
"""Words for one of several of which a project makes one for each thing."""
_HEADS = frozenset(word.partition("_")[0] for word in _FAMILIES.keys() | _POLES.keys() if "_" in word)
STOOD = stems("approved accepted confirmed renew adopted enabled granted agreed signed scheduled active reinstated")
FELL = stems(
    "cancelled canceled revoked rejected rescinded withdrawn dropped abandoned discontinued removed terminated denied "
    "invalidated deprecated disabled overturned declined suspended"
)


@lru_cache(maxsize=16_384)
def is_number(word: str) -> bool:
    """Tell whether a word is an amount, a version or part of a date."""
    bare = word.strip("`'\"()[]")
    return (any(char.isdigit() for char in bare) and not _is_name(bare)) or bare.lower() in _NUMBERS


def _is_name(word: str) -> bool:
    """Tell whether digits only belong to a name: utf8, sha256, a_1."""
    return word[:1].isalpha() and word[:1].lower() != "v" and not re.match(r"[A-Za-z]{1,4}-?\d+(?:\.\d+)*$", word)


@lru_cache(maxsize=16_384)
def is_code(raw: str) -> bool:
    """Tell whether a word is a name from code, a path, a command or what stands in quotes."""
    return (raw[:1] in "`'\"“‘" and (raw[:1] == "`" or raw.count(" ") < _SENTENCE)) or bool(_CODE.match(raw))


def are_spellings(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two answers are one in another spelling, a shorter name of the same thing, or a mistyped word."""
    left, right = "".join(one).lower().rstrip("."), "".join(other).lower().rstrip(".")
    if _begin_and_end_otherwise(left, right):
        return False
    code = "." in left or "." in right or any(map(is_code, one)) or any(map(is_code, other))
    left, right = (left.strip(_AROUND), right.strip(_AROUND)) if code else (_squeezed(left), _squeezed(right))
    shorter, longer = (left, right) if len(left) <= len(right) else (right, left)
    if left == right or not shorter or _is_short_form(shorter, longer):
        return True
    if code:  # a name with and without where it is from; of two paths one is another place
        ends = "/" not in shorter and len(shorter) > 3 and longer.endswith(shorter)
        return ends and longer[-len(shorter) - 1] in "./:\\"
    if not (left.isalpha() and right.isalpha()):
        return False
    alike = left[:3] == right[:3] and left[-2:] == right[-2:] and abs(len(left) - len(right)) <= 1
    return (alike and len(left) > 5) or _DEGREE.sub("", left) == _DEGREE.sub("", right)


def _begin_and_end_otherwise(left: str, right: str) -> bool:
    """Tell at a glance that two answers are not one: its spellings begin or end alike, but for a number in words."""
    if not left or not right or left[0] == right[0] or left[-1] == right[-1]:
        return False
    bare = left[0].isalnum() and right[0].isalnum() and left[-1].isalnum() and right[-1].isalnum()
    return bare and left[0].isdigit() == right[0].isdigit()


def _is_short_form(shorter: str, longer: str) -> bool:
    """Tell whether one is the other in short: 2 of 2.0, -h of --help."""
    if longer.startswith("--"):
        return len(shorter) == 2 and longer.startswith("-" + shorter)
    if shorter.isalpha() and len(shorter) > 3 and longer.startswith(shorter + "."):
        return longer[len(shorter) + 1 :].isalpha()  # the name of a file without its ending
    return shorter.isdigit() and longer == shorter + ".0"


def _squeezed(text: str) -> str:
    bare = text if text.isalnum() else "".join(filter(str.isalnum, text))
    return str(NUMERALS[bare]) if bare in NUMERALS else bare


def why_one_answer(one: Sequence[str], other: Sequence[str]) -> str:
    """Return why only one of two answers, given as they were written, can stand in a place; nothing if both may."""
    left, right = [stem(word.strip("`'\"")) for word in one], [stem(word.strip("`'\"")) for word in other]
    if len(left) <= 2 and len(right) <= 2 and _are_rivals(_POLES, left, right):
        return "they say the opposite"
    if not _FAMILIES.keys().isdisjoint(named := _named(left)) and _are_rivals(_FAMILIES, named, _named(right)):
        return "they name different choices"
    if any(map(is_number, one)) and any(map(is_number, other)) and not _same_numbers(one, other):
        return "they give different values"
    short = len(one) <= 2 and len(other) <= 2
    have = any if short else all  # of a longer row every word has to be one
    return "they give different names" if have(map(is_code, one)) and have(map(is_code, other)) else ""


def are_switched(one: str, other: str) -> bool:
    """Tell whether two words say of a switch that it is one way and the other."""
    return {one.lower(), other.lower()} <= _SWITCHES and _are_rivals(_POLES, [stem(one)], [stem(other)])


def _are_rivals(groups: dict[str, tuple[int, ...]], one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether both are of one group, and no word of it is in both."""
    if groups.keys().isdisjoint(one) or groups.keys().isdisjoint(other):
        return False
    sides: list[dict[int, set[str]]] = [{}, {}]
    for words, side in zip((one, other), sides, strict=True):
        for word in words:
            for at in groups.get(word, ()):
                side.setdefault(at, set()).add(word)
    return any(side.isdisjoint(sides[1][at]) for at, side in sides[0].items() if at in sides[1])


def choices_of(keys: Sequence[str]) -> set[str]:
    """Return which sorts of choices and opposites words are of, each by a name."""
    named = _named(keys)
    choices: set[str] = set()
    for sort, groups in (("choice", _FAMILIES), ("pole", _POLES)):
        if not groups.keys().isdisjoint(named):
            choices.update(f"{sort} {at}" for word in named for at in groups.get(word, ()))
    return choices


@lru_cache(maxsize=16_384)
def is_choice(key: str) -> bool:
    """Tell whether a word is one of several of which there is room for one."""
    return bool(choices_of((key,)))


def habits_of(key: str) -> tuple[int, ...]:
    """Return the sorts of choices that a word is of and of which a project makes one for each thing."""
    return tuple([at for at in _FAMILIES.get(key, ()) if at not in _PASSING])


def _named(keys: Sequence[str]) -> list[str]:
    """Return words with those of two parts, and the words inside a command."""
    if len(keys) == 1 and " " not in keys[0]:
        return list(keys)
    parts = " ".join(keys).split()
    joined = [] if _HEADS.isdisjoint(parts) else [f"{a}_{b}" for a, b in pairwise(parts)]
    return [*keys, *parts, *joined]


def _same_numbers(one: Sequence[str], other: Sequence[str]) -> bool:
    return [word for word in one if is_number(word)] == [word for word in other if is_number(word)]


def is_name(raw: str) -> bool:
    """Tell whether a word inside a clause is a name: of code, of a product, of a person."""
    return raw.lower() not in _PLATFORMS and (is_code(raw) or raw[:1].isupper())


_PLATFORMS = words("windows linux macos osx mac android ios unix posix debian ubuntu fedora alpine i")


@lru_cache(maxsize=16_384)
def is_value(raw: str) -> bool:
    """Tell whether a word is a value of a closed type by itself."""
    return is_number(raw) or is_code(raw) or (bool(_MONTHS.match(raw)) and raw[:1].isupper())
