"""Dependencies: their version as lock files and manifests say."""

import json

import pytest

from standfast.code.manifests import list_packages
from standfast.code.versions import in_range, is_breaking

FORMS = [
    ("package-lock.json", json.dumps({"packages": {"": {}, "node_modules/react": {"version": "17.0.2"}}}), "react"),
    ("package.json", json.dumps({"dependencies": {"react": "^17.0.2"}}), "react"),
    ("pnpm-lock.yaml", "packages:\n\n  react@17.0.2:\n    resolution: {}\n", "react"),
    ("pnpm-lock.yaml", "packages:\n\n  '@types/node@17.0.2':\n    resolution: {}\n", "@types/node"),
    ("pnpm-lock.yaml", "packages:\n\n  /react/17.0.2:\n    resolution: {}\n", "react"),
    ("yarn.lock", 'react@^17.0.0, react@^17.0.1:\n  version "17.0.2"\n', "react"),
    ("yarn.lock", '"@types/node@npm:^17":\n  version: 17.0.2\n', "@types/node"),
    ("uv.lock", '[[package]]\nname = "my-lib"\nversion = "17.0.2"\n', "My_Lib"),
    ("poetry.lock", '[[package]]\nname = "my-lib"\nversion = "17.0.2"\n', "my.lib"),
    ("Cargo.lock", '[[package]]\nname = "serde"\nversion = "17.0.2"\n', "serde"),
    ("Cargo.toml", '[dependencies]\nserde = { version = "17.0.2", features = [] }\n', "serde"),
    (
        "pyproject.toml",
        '[project]\nname="x"\ndependencies = ["my-lib[extra]>=17.0.2; python_version>\'3\'"]\n',
        "my-lib",
    ),
    ("requirements-dev.txt", "# c\nmy-lib==17.0.2  # why\n", "my_lib"),
    ("go.mod", "module x\n\nrequire (\n\tgithub.com/a/b v17.0.2 // indirect\n)\n", "github.com/a/b"),
    ("Gemfile.lock", "GEM\n  specs:\n    rails (17.0.2)\n      rack (>= 1)\n", "rails"),
    ("composer.lock", json.dumps({"packages": [{"name": "a/b", "version": "v17.0.2"}]}), "a/b"),
    ("Pipfile.lock", json.dumps({"default": {"my-lib": {"version": "==17.0.2"}}}), "my-lib"),
    (
        "pom.xml",
        (
            "<properties><v>17.0.2</v></properties><dependency><groupId>g</groupId><artifactId>a</artifactId>"
            "<version>${v}</version></dependency>"
        ),
        "g:a",
    ),
    ("build.gradle.kts", 'implementation("g:a:17.0.2")', "g:a"),
    ("app.csproj", '<PackageReference Include="Lib" Version="17.0.2" />', "Lib"),
]


@pytest.mark.parametrize(("path", "text", "name"), FORMS)
def test_every_form_is_read_and_a_major_bump_is_drift(repo, path, text, name):
    repo.write(path, text)
    repo.commit("Lock")
    anchored = repo.anchor(f"dep:{name}")
    assert anchored.standing == "holds"
    repo.edit(path, ("17.0.2", "17.0.9"))
    assert anchored.standing == "holds"
    repo.edit(path, ("17.0.9", "17.3.0"))
    assert anchored.standing == "touched"
    repo.edit(path, ("17.3.0", "18.0.0"))
    assert anchored.standing == "drifted"
    repo.write(path, "")
    assert anchored.standing == "broken"


def test_a_range_decides_when_it_is_given(repo):
    repo.write("requirements.txt", "httpx==0.25.1\n")
    repo.commit("Lock")
    anchored = repo.anchor("dep:httpx@>=0.25,<0.27")
    repo.edit("requirements.txt", ("0.25.1", "0.26.0"))
    assert anchored.standing == "holds"
    repo.edit("requirements.txt", ("0.26.0", "0.27.0"))
    assert anchored.standing == "drifted"


def test_what_is_locked_counts_before_what_is_asked_for(repo):
    repo.write("package.json", json.dumps({"dependencies": {"react": "^17.0.0"}}))
    repo.write("package-lock.json", json.dumps({"packages": {"node_modules/react": {"version": "17.0.2"}}}))
    repo.commit("Lock")
    anchored = repo.anchor("dep:react@^17")
    repo.write("package-lock.json", json.dumps({"packages": {"node_modules/react": {"version": "18.1.0"}}}))
    assert anchored.standing == "drifted"


@pytest.mark.parametrize(
    ("version", "wanted", "inside"),
    [
        ("1.4.2", "^1.2", True),
        ("2.0.0", "^1.2", False),
        ("0.3.1", "^0.2.3", False),
        ("0.2.9", "^0.2.3", True),
        ("1.2.9", "~1.2.3", True),
        ("1.3.0", "~1.2.3", False),
        ("1.9.0", "~>1.2", True),
        ("1.3.0", "~>1.2.0", False),
        ("1.4.9", "~=1.4.2", True),
        ("1.5.0", "~=1.4.2", False),
        ("1.5.0", "1.x", True),
        ("2.5.0", "1.x", False),
        ("1.5.0", "1", True),
        ("2.31.0", "2.28", True),
        ("1.5.0", ">=1.2 <2", True),
        ("2.0.0", ">= 1.2, < 2", False),
        ("1.2.0", ">=1.2", True),
        ("1.2", "<=1.2.0", True),
        ("1.2.0", ">1.2", False),
        ("2.0.0", "<2", False),
        ("3.0.0", "^1 || ^3", True),
        ("1.5.0", "1.2 - 1.6", True),
        ("1.5.0", "==1.5.0", True),
        ("1.5.1", "!=1.5.0", True),
        ("1.5.0", "*", True),
        ("1.5.0", "workspace:^", None),
        ("1.5.0", "", None),
    ],
)
def test_ranges(version, wanted, inside):
    assert in_range(version, wanted) is inside


def test_the_first_number_that_is_not_zero_promises_compatibility():
    assert is_breaking("1.9.9", "2.0.0")
    assert is_breaking("0.2.1", "0.3.0")
    assert is_breaking("2.0", "1.9")
    assert not is_breaking("1.2.3", "1.9.0")
    assert not is_breaking("v1.2", "1.2.0")


@pytest.mark.parametrize("path", [form[0] for form in FORMS])
@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "\x00", "<<<<<<< ours\n{}", '{"packages": 3}', "package = 1"])
def test_a_file_that_is_no_lock_file_names_nothing_and_is_no_error(path, text):
    assert list_packages(path, text) == []
