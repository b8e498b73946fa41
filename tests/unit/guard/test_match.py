"""Matching: each kind of rule against files."""

import pytest

from standfast.code.manifests import list_packages
from standfast.code.versions import in_range
from standfast.guard.file import File
from standfast.guard.match import find
from standfast.guard.match.lean import may_match, narrow_regex, needed_words
from standfast.guard.rule import Guard, Snippet


def guard(kind: str, rule: dict[str, object], *languages: str, **more: object) -> Guard:
    base = Guard("g", "block", kind, rule, "m", (Snippet("a"),), (Snippet("b"),), languages)
    return base._replace(**more)


def lines(guard_: Guard, path: str, text: str) -> list[int]:
    return [match.start_line for match in find(guard_, File(path, text.encode()))]


def test_structural_rules_have_the_whole_rule_language() -> None:
    rule = guard(
        "structural",
        {
            "all": [{"pattern": "$F($$$)"}, {"matches": "risky"}],
            "inside": {"kind": "for_statement", "stopBy": "end"},
            "not": {"inside": {"kind": "try_statement", "stopBy": "end"}},
        },
        "python",
        constraints={"F": {"regex": "^(fetch|send)$"}},
        utils={"risky": {"not": {"has": {"kind": "keyword_argument", "stopBy": "end"}}}},
    )
    text = "for x in y:\n    fetch(x)\n    send(x, timeout=1)\n    other(x)\n"
    text += "    try:\n        send(x)\n    except E:\n        pass\nfetch(1)\n"
    assert lines(rule, "a.py", text) == [2]


def test_follows_and_precedes_see_the_order_of_statements() -> None:
    rule = guard(
        "structural",
        {
            "pattern": "commit()",
            "inside": {"kind": "expression_statement", "follows": {"has": {"pattern": "publish()"}, "stopBy": "end"}},
        },
        "python",
    )
    assert lines(rule, "a.py", "def f():\n    publish()\n    commit()\n") == [3]
    assert lines(rule, "a.py", "def f():\n    commit()\n    publish()\n") == []


def test_a_typescript_rule_reads_jsx_files_and_no_others() -> None:
    rule = guard("structural", {"pattern": "dangerous($A)"}, "typescript")
    assert lines(rule, "a.ts", "dangerous(1)\n") == [1]
    assert lines(rule, "a.tsx", "const x = <p>{dangerous(1)}</p>\n") == [1]
    assert lines(rule, "a.js", "dangerous(1)\n") == []
    assert lines(rule, "a.unknown", "dangerous(1)\n") == []


def test_a_statement_that_ends_with_its_line_feed_does_not_reach_into_the_next_line() -> None:
    rule = guard("structural", {"kind": "function_definition"}, "python")
    [match] = find(rule, File("a.py", b"def f():\n    pass\n\n\nx = 1\n"))
    assert (match.start_line, match.end_line) == (1, 2)


@pytest.mark.parametrize(
    ("rule", "text", "may"),
    [
        ({"pattern": "lock($A)"}, "unlocked", True),
        ({"pattern": "lock($A)"}, "nothing", False),
        ({"pattern": "$A.lock_all($$$ARGS)"}, "x.lock_all()", True),
        ({"pattern": "$ARGS"}, "", True),
        ({"any": [{"pattern": "first()"}, {"pattern": "second()"}]}, "second", True),
        ({"any": [{"pattern": "first()"}, {"pattern": "second()"}]}, "third", False),
        ({"any": [{"pattern": "first()"}, {"kind": "call"}]}, "third", True),
        ({"all": [{"pattern": "first()"}, {"has": {"pattern": "second"}}]}, "first", False),
        ({"pattern": "first()", "not": {"has": {"pattern": "second"}}}, "first", True),
        ({"kind": "call", "inside": {"pattern": "outer($$$)", "stopBy": "end"}}, "inner", False),
        ({"pattern": {"context": "class A { $F }", "selector": "field_definition"}}, "other", True),
        ({"pattern": {"context": "foo(bar)", "strictness": "signature"}}, "other", True),
        ({"kind": "identifier", "regex": "^foo$"}, "other", False),
        ({"kind": "identifier", "regex": "^(?:foo|bar)$"}, "other", True),
        ({"kind": "identifier", "regex": "(?i)foo"}, "FOO", True),
        ({"kind": "identifier", "regex": "foo|bar"}, "bar", True),
        ({"kind": "identifier", "regex": "fooo?"}, "foo", True),
        ({"kind": "identifier", "regex": "abcd*"}, "abc", True),
        ({"kind": "identifier", "regex": "abcd{0}e"}, "abce", True),
        ({"kind": "identifier", "regex": r"verify\s*=\s*False"}, "verify=True", False),
        ({"kind": "identifier", "regex": r"[abc]foo((x)|bar)"}, "other", True),
    ],
)
def test_words_a_rule_spells_out_decide_whether_a_file_is_parsed(rule: dict[str, object], text: str, may: bool) -> None:
    assert may_match(guard("structural", rule, "python"), text) is may


def test_words_of_named_rules_count() -> None:
    assert needed_words({"matches": "u"}, {"u": {"pattern": "special()"}}) == [frozenset({"special"})]


def test_regex_rules_find_every_place_and_know_their_flags() -> None:
    rule = guard("regex", {"regex": {"pattern": "^todo:", "flags": ["ignorecase"], "keywords": ["ToDo"]}})
    assert lines(rule, "a.txt", "TODO: a\nx todo: b\ntodo: c\n") == [1, 3]
    assert lines(rule, "a.txt", "nothing\n") == []


def test_a_regex_finds_what_lies_across_the_windows_of_a_long_text() -> None:
    rule = guard("regex", {"regex": "NEEDLE-[0-9]+"})
    for at in (0, 2995, 3999, 4000, 4001, 6990, 9_000, 100_000):
        text = "x" * at + "NEEDLE-123" + "y" * 9_000
        [match] = find(rule, File("a.js", text.encode()))
        assert match.text == "NEEDLE-123"


def test_line_ends_in_a_regex_are_those_of_lines_not_of_windows() -> None:
    rule = guard("regex", {"regex": "^x+$"})
    text = "a" + "x" * 12_000 + "\n" + "xxx\n"
    assert lines(rule, "a.txt", text)[-1] == 2
    start = guard("regex", {"regex": "^x"})
    assert lines(start, "a.txt", "a" + "x" * 12_000) == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "requirements.txt",
            "# c\nFlask==2.0.1\nrequests[x]>=2 ; python_version<'4'\n-r other.txt\n",
            [("Flask", 2, "2.0.1"), ("requests", 3, "")],
        ),
        ("requirements/dev.txt", "pytest\n", [("pytest", 1, "")]),
        ("dev-requirements.txt", "pytest==8.0 --hash=sha256:ab\n", [("pytest", 1, "8.0")]),
        (
            "pyproject.toml",
            (
                '[project]\nname = "x"\ndependencies = [\n  "httpx[http2]>=0.27",\n  "attrs==23.1",\n]\n'
                '[project.optional-dependencies]\ndev = ["ruff"]\n[tool.ruff]\nline-length = 1\n'
            ),
            [("httpx", 4, ""), ("attrs", 5, "23.1"), ("ruff", 8, "")],
        ),
        (
            "pyproject.toml",
            '[tool.poetry.dependencies]\npython = "^3.11"\nflask = "^2.0"\nx = {version = "1.2.3"}\n',
            [("flask", 3, ""), ("x", 4, "")],
        ),
        (
            "Cargo.toml",
            '[dependencies]\nserde = "1.0.1"\n[dependencies.tokio]\nversion = "1"\n',
            [("serde", 2, "1.0.1"), ("tokio", 3, "")],
        ),
        (
            "package.json",
            (
                '{\n  "name": "x",\n  "dependencies": {\n    "lodash": "4.17.20",\n    "@a/b": "^1.0.0"\n  },\n'
                '  "scripts": {"test": "x"}\n}\n'
            ),
            [("lodash", 4, "4.17.20"), ("@a/b", 5, "")],
        ),
        ("package.json", '{"dependencies": {"lodash": "4.17.20"}}', [("lodash", 1, "4.17.20")]),
        (
            "package-lock.json",
            (
                '{\n "packages": {\n  "node_modules/@a/b": {\n   "version": "1.2.3"\n  },\n'
                '  "node_modules/x/node_modules/y": {\n   "version": "2.0.0"\n'
            ),
            [("@a/b", 3, "1.2.3"), ("y", 6, "2.0.0")],
        ),
        (
            "yarn.lock",
            '"@a/b@^1.0.0":\n  version "1.2.3"\nlodash@^4.0.0, lodash@^4.1.0:\n  version "4.17.20"\n',
            [("@a/b", 1, "1.2.3"), ("lodash", 3, "4.17.20")],
        ),
        (
            "pnpm-lock.yaml",
            "packages:\n  /lodash@4.17.20:\n    x: y\n  '@a/b@1.0.0(peer@2.0.0)':\n",
            [("lodash", 2, "4.17.20"), ("@a/b", 4, "1.0.0")],
        ),
        ("poetry.lock", '[[package]]\nname = "flask"\nversion = "2.0.1"\n', [("flask", 2, "2.0.1")]),
        (
            "go.mod",
            "module x\n\ngo 1.22\n\nrequire github.com/a/b v1.2.3\nrequire (\n\tgithub.com/c/d v0.1.0 // indirect\n)\n",
            [("github.com/a/b", 5, "1.2.3"), ("github.com/c/d", 7, "0.1.0")],
        ),
        (
            "go.sum",
            "github.com/a/b v1.2.3 h1:x=\ngithub.com/a/b v1.2.3/go.mod h1:y=\n",
            [("github.com/a/b", 1, "1.2.3")],
        ),
        ("Gemfile", "gem 'rails', '7.0.1'\ngem \"puma\"\n", [("rails", 1, "7.0.1"), ("puma", 2, "")]),
        ("Gemfile.lock", "GEM\n  specs:\n    rails (7.0.1)\n      x (>= 1)\n", [("rails", 3, "7.0.1")]),
        ("Pipfile.lock", '{\n "default": {\n  "flask": {\n   "version": "==2.0.1"\n', [("flask", 3, "2.0.1")]),
        (
            "app.csproj",
            '<PackageReference Include="Newtonsoft.Json" Version="13.0.1" />\n',
            [("Newtonsoft.Json", 1, "13.0.1")],
        ),
        (
            "composer.lock",
            '{"packages": [{"name": "a/b", "version": "v1.2.0"}, {"name": "c/d", "version": "2.0"}]}',
            [("a/b", 1, "1.2.0"), ("c/d", 1, "2.0")],
        ),
        ("package.json", '{"dependencies": {"half": "1.0.0", ', [("half", 1, "1.0.0")]),
        ("notes.txt", "flask==1\n", []),
    ],
)
def test_manifests_and_locks_say_name_line_and_exact_version(
    path: str, text: str, expected: list[tuple[str, int, str]]
) -> None:
    assert [(package.name, package.line, package.version) for package in list_packages(path, text)] == expected


def test_maven_and_gradle_dependencies_have_short_and_long_names() -> None:
    pom = (
        "<dependency>\n <groupId>org.x</groupId>\n <artifactId>y</artifactId>\n <version>1.0</version>\n</dependency>\n"
    )
    assert [item.name for item in list_packages("pom.xml", pom)] == ["y", "org.x:y"]
    assert [item.name for item in list_packages("build.gradle", "implementation 'org.x:y:1.0'\n")] == ["y", "org.x:y"]


def test_a_forbidden_dependency_is_found_by_name_and_by_exact_version() -> None:
    by_name = guard("dependency", {"dependency": {"forbid": ["Left_Pad"]}})
    assert lines(by_name, "requirements.txt", "left-pad\n") == [1]
    by_version = guard("dependency", {"dependency": {"forbid": ["lodash@<4.17.21"]}})
    assert lines(by_version, "yarn.lock", 'lodash@^4.0.0:\n  version "4.17.20"\n') == [1]
    assert lines(by_version, "yarn.lock", 'lodash@^4.0.0:\n  version "4.17.21"\n') == []
    assert lines(by_version, "package.json", '{"dependencies": {"lodash": "^4.17.20"}}') == []
    assert lines(by_version, "package.json", '{"dependencies": {"lodash": "4.17.20"}}') == [1]


def test_a_required_dependency_that_is_missing_concerns_the_whole_manifest_not_the_lock() -> None:
    rule = guard("dependency", {"dependency": {"require": ["structlog"], "manifests": ["requirements.txt", "*.lock"]}})
    assert lines(rule, "requirements.txt", "flask\n") == [0]
    assert lines(rule, "requirements.txt", "structlog\n") == []
    assert lines(rule, "poetry.lock", '[[package]]\nname = "flask"\nversion = "1"\n') == []
    assert lines(rule, "other-requirements.txt", "flask\n") == []


def test_versions_compare_by_their_numbers() -> None:
    rule = guard("dependency", {"dependency": {"forbid": ["x@>1.9.9"]}})
    assert lines(rule, "requirements.txt", "x==1.10.0\n") == [1]
    assert lines(rule, "requirements.txt", "x==1.9.9\n") == []


@pytest.mark.parametrize(
    "wanted", ["~1", "~1.5", "~=1.4", "~>1.5", "^1", "1.x", ">=1,<2", "^0.3 || ^1", "1.2 - 1.6", "*"]
)
def test_a_range_means_to_a_guard_what_it_means_to_an_anchor(wanted: str) -> None:
    rule = guard("dependency", {"dependency": {"forbid": [f"x@{wanted}"]}})
    for version in ("0.3.1", "1.4.0", "1.5.0", "1.9.0", "2.0.0"):
        assert bool(lines(rule, "requirements.txt", f"x=={version}\n")) is (in_range(version, wanted) is True)


def test_an_alias_does_not_hide_what_is_installed() -> None:
    rule = guard("dependency", {"dependency": {"forbid": ["left-pad"]}})
    assert lines(rule, "package.json", '{"dependencies": {"pad": "npm:left-pad@1.3.0"}}') == [1]


@pytest.mark.parametrize(
    ("path", "text", "forbid", "found"),
    [
        ("src/web/a.py", "from app.db import session\n", "app.db", [1]),
        ("src/web/a.py", "import app.db.models as m\n", "app.db", [1]),
        ("src/web/a.py", "import app.database\n", "app.db", []),
        ("src/web/a.py", "from app import db, web\n", "app.db", [1]),
        ("src/web/a.py", "from app import (\n    db,\n    web,\n)\n", "app.db", [1]),
        ("src/web/a.py", "from ..db import session\n", "src/db", [1]),
        ("src/web/a.py", "from . import db\n", "src/web/db", [1]),
        ("src/web/a.py", "x = 'import app.db'  # from app.db import x\n", "app.db", []),
        ("src/web/a.py", "from app.db.sub import x\n", "app.*.sub", [1]),
        ("src/web/a.ts", "import { q } from '../db/query'\n", "src/db", [1]),
        ("src/web/a.ts", "export * from '@acme/db'\n", "@acme/db", [1]),
        ("src/web/a.ts", "const x = require('knex')\n", "knex", [1]),
        ("src/web/a.ts", "const x = await import('knex/lib')\n", "knex", [1]),
        ("src/web/a.ts", "const x = lookup('knex')\n", "knex", []),
        ("src/web/a.tsx", "import knex from 'knexify'\n", "knex", []),
        ("src/web/a.go", 'import (\n\t"fmt"\n\tdb "github.com/acme/app/db"\n)\n', "github.com/acme/app/db", [3]),
        ("src/web/A.java", "import com.acme.db.Session;\n", "com.acme.db", [1]),
        ("src/web/a.rs", "use app::{db, web};\n", "app::db", [1]),
        ("src/web/a.rs", "pub use app::{web, db::{self, Pool}};\n", "app::db", [1]),
        ("src/web/a.rs", "use app::{web, dbx};\n", "app::db", []),
        ("src/web/a.php", "<?php\nuse App\\{Db, Web as W};\n", "App\\Db", [2]),
        ("src/web/A.scala", "import app.{db => store, web}\n", "app.db", [1]),
        ("src/web/a.rs", "use crate::db::Session;\n", "crate::db", [1]),
        ("src/core/a.py", "import app.db\n", "app.db", []),
        ("src/web/a.txt", "import app.db\n", "app.db", []),
    ],
)
def test_imports_that_cross_a_boundary_are_found(path: str, text: str, forbid: str, found: list[int]) -> None:
    rule = guard("import", {"import": {"from": ["src/web/**"], "forbid": [forbid]}})
    assert lines(rule, path, text) == found


def test_an_allowed_import_is_taken_out_of_the_forbidden_ones() -> None:
    rule = guard("import", {"import": {"from": "src/web/**", "forbid": ["app.db"], "allow": ["app.db.types"]}})
    assert lines(rule, "src/web/a.py", "import app.db.types\nimport app.db.session\n") == [2]


def test_a_constraint_that_names_words_spares_files_without_them() -> None:
    rule = guard(
        "structural", {"pattern": "$DB.$CALL($Q)"}, "python", constraints={"CALL": {"regex": "^(?:run|execute)$"}}
    )
    assert may_match(rule, "db.execute(x)")
    assert not may_match(rule, "db.fetch(x)")
    either = rule._replace(rule={"any": [{"pattern": "$A.$CALL($Q)"}, {"pattern": "other($Q)"}]})
    assert may_match(either, "db.fetch(x)")
    loose = rule._replace(constraints={"CALL": {"regex": "^(?:run|exec.*)$"}})
    assert may_match(loose, "nothing")


@pytest.mark.parametrize(
    ("pattern", "narrowed"),
    [
        (r"^\w+\s*=", r"^[A-Za-z0-9_]+[ \t\n\r\f\x0b]*="),
        (r"[\w.-]+", r"[A-Za-z0-9_.-]+"),
        (r"\bfoo\b", r"(?-u:\b)foo(?-u:\b)"),
        (r"\\w\.", r"\\w\."),
        (r"[^\s\]]", r"[^ \t\n\r\f\x0b\]]"),
        (r"\W\D", r"[^A-Za-z0-9_][^0-9]"),
        (r"[[:alpha:]\w]", r"[[:alpha:]\w]"),
    ],
)
def test_classes_are_narrowed_to_ascii_without_changing_the_rest(pattern: str, narrowed: str) -> None:
    assert narrow_regex(pattern) == narrowed


def test_text_beyond_ascii_is_matched_with_the_rule_as_it_was_written() -> None:
    rule = guard("structural", {"kind": "identifier", "regex": r"^\w+_id$"}, "python")
    assert lines(rule, "a.py", "größe_id = 1\n") == [1]
    assert lines(rule, "a.py", "size_id = 1\n") == [1]
