"""What a command does, in words that memories use: deploy, migrate, release, test, destroy; with which program.

Owns the words of a command that matter (its forms without options), the acts it stands for, the programs that do the
same job, and whether it destroys something. Data first: another act or program is a line here. Must not look anything
up. Hook path: light.
"""

from __future__ import annotations

import re
from itertools import pairwise

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.shell import READERS, parse_commands, unwrap

# Words by which a command shows what it does, and by which a memory speaks of it.
ACTS = {
    "deploy": ("deploy", "deployment", "deploys", "rollout", "release", "ship", "production", "staging"),
    "migrate": ("migrate", "migration", "migrations", "schema"),
    "release": ("release", "publish", "version", "tag", "changelog"),
    "test": ("test", "tests", "testing", "suite"),
    "install": ("install", "dependency", "dependencies", "lockfile", "package"),
    "build": ("build", "compile", "bundle"),
    "lint": ("lint", "format", "formatter", "linter"),
    "push": ("push", "branch", "remote"),
    "commit": ("commit", "commits", "message"),
    "seed": ("seed", "fixtures"),
    "rollback": ("rollback", "revert", "downgrade"),
    "merge": ("merge", "rebase"),
}
# Programs and their words that do an act; the first word of a script's name counts as well (`npm run deploy`).
_DOES = {
    "deploy": "kubectl helm terraform pulumi ansible-playbook flyctl fly vercel netlify heroku serverless sls cdk eb",
    "migrate": "alembic flyway liquibase dbmate goose sqlx knex",
    "release": "twine semantic-release changeset goreleaser cargo-release",
    "test": "pytest vitest jest mocha ava rspec phpunit ctest tox nox unittest playwright cypress",
    "build": "webpack vite esbuild rollup tsc cmake bazel",
    "lint": "eslint ruff flake8 black prettier mypy pylint rubocop clippy gofmt biome",
}
_BY_PROGRAM = {program: act for act, programs in _DOES.items() for program in programs.split()}
_BY_WORD = {
    **{act: act for act in ACTS},
    "publish": "release",
    "tests": "test",
    "migration": "migrate",
    "migrations": "migrate",
    "migrator": "migrate",
    "i": "install",
    "ci": "install",
    "add": "install",
    "sync": "install",
    "apply": "deploy",
    "upgrade": "migrate",
    "format": "lint",
    "fmt": "lint",
    "rebase": "merge",
    "downgrade": "rollback",
    "rollout": "deploy",
}
# Programs that do the same job: a note about one of them is about the choice.
_FAMILIES = (
    "npm pnpm yarn bun",
    "pip pip3 uv poetry pipenv pdm conda",
    "pytest unittest nose tox nox",
    "jest vitest mocha ava jasmine",
    "eslint biome tslint oxlint",
    "black ruff yapf autopep8 flake8 pylint",
    "make just task invoke",
    "docker podman docker-compose",
    "mvn gradle gradlew mvnw",
    "psql mysql sqlite3 mongosh redis-cli",
    "git jj gh hg",
    "tsc tsx ts-node swc esbuild",
)
FAMILIES = {program: frozenset(family.split()) for family in _FAMILIES for program in family.split()}
_RUNNERS = frozenset(
    (
        "npm",
        "pnpm",
        "yarn",
        "bun",
        "make",
        "just",
        "task",
        "npx",
        "pnpx",
        "bunx",
        "poetry",
        "uv",
        "pipenv",
        "cargo",
        "go",
    )
)
_SKIPPED = frozenset(
    (
        "run",
        "run-script",
        "exec",
        "x",
        "-m",
        "--",
        "python",
        "python3",
        "node",
        "sh",
        "bash",
        "manage.py",
        "artisan",
        "console",
        "bin",
        "rails",
    )
)
_EVERYDAY = frozenset(
    (
        *("git add", "git status", "git diff", "git log", "git show", "git branch", "git fetch", "git commit"),
        *("git checkout", "git pull", "git stash", "npm install", "npm i", "pip install", "docker ps"),
    )
)
_DEEDS = frozenset(("git add", "git commit", "git checkout", "git pull", "npm install", "npm i", "pip install"))
_LOOKS = frozenset(
    (
        *(
            "cd",
            "echo",
            "ls",
            "cat",
            "pwd",
            "export",
            "true",
            "false",
            "sleep",
            "printf",
            "which",
            "set",
            "source",
            ".",
        ),
        *("for", "do", "done", "if", "then", "else", "fi", "while", "[", "test"),
    )
)
_ONLY_LOOKS = READERS | {"find", "fd", "tree", "du"}  # who looks at a file does nothing of what its name says
_DESTROYS = (
    compile_later(r"\brm\s+(?:-\S+\s+)*-\w*[rf]"),
    compile_later(r"\bgit\s+(?:\S+\s+)?(?:reset\s+--hard|clean\s+-\w*[fdx]|branch\s+-D|stash\s+(?:drop|clear)|filter-\w+)"),
    compile_later(r"\bgit\s+push\s[^;&|\n]{0,200}(?:--force\b|-f\b|--delete\b|--mirror\b|\s\+\S)"),
    compile_later(r"\bgit\s+(?:checkout|restore)\s+(?:--\s+)?\."),
    compile_later(r"\b(?:drop\s+(?:table|database|schema)|truncate\s+(?:table\s+)?\w|delete\s+from\b)", re.IGNORECASE),
    compile_later(r"\b(?:dropdb|flushall|flushdb|mkfs\S*|shred|wipefs)\b", re.IGNORECASE),
    compile_later(r"\b(?:terraform|pulumi|cdk|sls|serverless)\s+(?:destroy|down|remove)\b"),
    compile_later(r"\b(?:kubectl|helm|gcloud|az|aws|docker|podman|heroku|flyctl|gh)\s[^;&|\n]{0,200}"
               r"\b(?:delete|destroy|rm|prune|uninstall|purge|terminate\S*|down\s+-v|down\s+--volumes)\b"),
    compile_later(r"\b(?:migrate|db|database|schema)[: ](?:reset|drop|rollback|fresh|wipe)\b"),
    compile_later(r"\b(?:npm|pnpm|yarn)\s+unpublish\b|\bdd\s[^;&|\n]{0,100}\bof=|\bchmod\s+-R\b|\bfind\s[^;&|\n]{0,200}-delete\b"),
)  # fmt: skip
_NAMES, _PARTS, _PIECES = compile_later(r"[:_-]"), compile_later(r"[_-]"), compile_later(r"[^\w]+")
_REMOVERS = frozenset(("rm", "rmdir", "unlink", "shred"))
_IN_FOLDER = frozenset(("-C", "--chdir", "--cwd", "--directory", "--git-dir", "--prefix", "--work-tree"))
# What runs the program behind it: the words before that, a dot for each word that only says where.
_THROUGH = tuple(
    tuple(line.split())
    for line in (
        *("npx", "bunx", "pnpx", "pnpm exec", "pnpm dlx", "yarn exec", "yarn dlx", "npm exec", "npm x", "bun x"),
        *("uv run", "uvx", "poetry run", "pipenv run", "pdm run", "hatch run", "rye run", "pixi run", "conda run"),
        *("bundle exec", "python -m", "python3 -m", "py -m", "mise exec", "direnv exec .", "dotenv", "cross-env"),
        *("docker exec .", "docker compose exec .", "docker compose run .", "docker-compose exec .", "podman exec ."),
        *(
            "docker-compose run .",
            "kubectl exec .",
            "yarn workspace .",
            "xvfb-run",
            "rtk",
            "sail",
            "devbox run",
            "nix run",
        ),
    )
)
_SCRIPTS = frozenset(("npm", "pnpm", "yarn", "bun"))  # `pnpm dx` is `pnpm run dx`
_ADDS = frozenset(
    (
        *(("npm", "install"), ("npm", "i"), ("npm", "add"), ("pnpm", "add"), ("pnpm", "install"), ("pnpm", "i")),
        *(("yarn", "add"), ("bun", "add"), ("bun", "install"), ("cargo", "add"), ("uv", "add"), ("poetry", "add")),
        *(("pip", "install"), ("pip3", "install"), ("go", "get"), ("composer", "require"), ("bundle", "add")),
        *(("pdm", "add"), ("pipenv", "install"), ("gem", "install"), ("deno", "add"), ("mix", "deps.get")),
    )
)
_BUMPS = frozenset((("cargo", "update"), ("npm", "update"), ("yarn", "upgrade"), ("pnpm", "update"), ("uv", "lock")))
_NARROWS = re.compile(r"(?:^|\s)(?:\S*[/:]\S*|\S+\.\w{1,5}|-(?:p|k|t|m|run|-filter|-package|-grep|-test\w*)\b\S*)")
_FEWEST = 3  # letters of a target that is worth looking for
_LONGEST = 8  # words of a beginning, and options, that an anchor may name


class Act(Value):
    """One simple command: its words without options, the acts it stands for, its program and what it is aimed at."""

    words: tuple[str, ...]
    raw: str
    program: str
    acts: tuple[str, ...]
    targets: tuple[str, ...]

    @property
    def telling(self) -> int:
        """How many of its words it takes to say what it does: `npm run test`, `git push`; 0 where they say little."""
        place = next((place for place, word in enumerate(self.words) if place and word not in _SKIPPED), 0)
        return place + 1 if place and " ".join(self.words[: place + 1]) not in _EVERYDAY else 0

    @property
    def runs_script(self) -> bool:
        """Whether its first word behind the program only says that a script is run."""
        return len(self.words) > 1 and self.words[1] in _SKIPPED

    @property
    def spelled(self) -> str:
        """A pattern for how a text spells what it does: its program and that word, options and `run` between or not."""
        telling = self.words[: self.telling]
        if self.program in _SCRIPTS and len(telling) > 1:
            return rf"{self.program} (?:run )?{re.escape(telling[-1].lower())}"
        return r"(?: --?[\w=-]+)* ".join(re.escape(word.lower()) for word in telling)

    @property
    def forms(self) -> tuple[str, ...]:
        """How an anchor may name it: as it stands, by a beginning of its words, or by its program with an option."""
        raw = self.raw.split()
        beginnings = [
            " ".join(words[:count]) for words in (raw, self.words) for count in range(min(len(words), _LONGEST), 0, -1)
        ]
        options = [f"{self.program} {word.partition('=')[0]}" for word in raw[1:] if word.startswith("-")]
        return tuple(dict.fromkeys([self.raw, *beginnings, *options[:_LONGEST]]))


def read_acts(command: str, most: int = 6) -> list[Act]:
    """Return what the simple commands of a command line do; those that only look around are left out."""
    found: list[Act] = []
    for parsed in parse_commands(command[:8_192]):
        _, words = unwrap(parsed.words)
        while words:
            if (act := _read(words)) is not None:
                found.append(act)
            words = _behind_runner(words)
    return found[:most]


def _behind_runner(words: list[str]) -> list[str]:
    """Return the command that a runner of programs is given, or nothing."""
    plain = [words[0].rpartition("/")[2].lower(), *words[1:]]
    for form in _THROUGH:
        if len(plain) > len(form) and all(want in {".", has} for want, has in zip(form, plain, strict=False)):
            rest = words[len(form) :]
            while rest and (rest[0].startswith("-") or "=" in rest[0]):
                rest = rest[1:]
            return [words[0], *rest] if form[:2] == ("yarn", "workspace") else rest
    return []


def runners_in(text: str) -> list[str]:
    """Return the runners of programs that a text names: `bundle exec`, `uv run`."""
    return [
        form for form in (" ".join(words) for words in _THROUGH if len(words) > 1 and "." not in words) if form in text
    ]


def adds_dependency(act: Act) -> bool:
    """Tell whether a command adds a dependency, or takes newer ones: `yarn add x`, not `yarn install`."""
    form = act.words[:2]
    if form in _BUMPS:
        return True
    return form in _ADDS and any(word[:1] not in "./" for word in act.words[2:]) and " -r " not in act.raw


def is_whole(act: Act) -> bool:
    """Tell whether a command is aimed at nothing in particular: the whole suite, every package."""
    return not _NARROWS.search(act.raw.partition(" ")[2])


def _read(words: list[str]) -> Act | None:
    program = words[0].rpartition("/")[2].lower()
    if program in _LOOKS:
        return None
    given = (word for before, word in pairwise(words) if word and before not in _IN_FOLDER)
    plain = [program, *(word for word in given if not word.startswith("-"))]
    acts: dict[str, None] = {}
    if program in _BY_PROGRAM:
        acts[_BY_PROGRAM[program]] = None
    rest = [word for word in plain[1:] if word not in _SKIPPED]
    for word in rest[: 2 if program in _RUNNERS else 1] if program not in _ONLY_LOOKS else ():
        name = word.rpartition("/")[2].partition(".")[0].lower()
        for part in (name, *_NAMES.split(name)):
            if part in _BY_WORD:
                acts[_BY_WORD[part]] = None
            elif part in _BY_PROGRAM:
                acts[_BY_PROGRAM[part]] = None
    script = program.partition(".")[0]
    for part in _PARTS.split(script):
        if part in _BY_WORD and program not in _RUNNERS:
            acts[_BY_WORD[part]] = None
    named = [piece for word in rest for piece in _PIECES.split(word)]
    targets = tuple(dict.fromkeys(piece.lower() for piece in named if len(piece) >= _FEWEST and not piece.isdigit()))
    return Act(tuple(plain), " ".join(words), program, tuple(acts), targets[:8])


def is_deed(act: Act) -> bool:
    """Tell whether an everyday command changes something: `git commit`, not `git log`."""
    return " ".join(act.words[:2]) in _DEEDS


def is_only_looking(act: Act) -> bool:
    """Tell whether a command only looks at files: what forbids looking at some is no matter of others."""
    return act.program in _ONLY_LOOKS


def removes(command: str) -> bool:
    """Tell whether a command takes files away."""
    return any(act.program in _REMOVERS or act.words[:2] == ("git", "rm") for act in read_acts(command))


def destroys(command: str) -> bool:
    """Tell whether a command takes something away that a later command does not bring back."""
    text = command[:8_192]
    return any(pattern.search(text) for pattern in _DESTROYS)
