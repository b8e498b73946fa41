"""Commands and what defines them."""

import json

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.standing.anchors.command import find_definition


@pytest.fixture
def project(repo):
    repo.write("package.json", json.dumps({"scripts": {"build": "tsc -p .", "test": "vitest"}}))
    repo.write("Makefile", "VAR := 1\n.PHONY: test\ntest: build ## run\n\tpytest -q\n\nbuild:\n\tcc x.c\n")
    repo.write("justfile", "default:\n  just --list\n\nship env:\n  ./ship {{env}}\n")
    repo.write(
        "Taskfile.yml",
        "version: '3'\nincludes:\n  site:\n    aliases: [w]\n    taskfile: ./website\n\ntasks:\n  # all\n"
        "  test:watch:\n    aliases: [tw]\n    cmds:\n      - go test\n  'lint': golangci-lint run\n\nsilent: true\n",
    )
    repo.write("website/Taskfile.yaml", "tasks:\n  build:\n    - vite build\n")
    repo.write("scripts/seed.sh", "#!/bin/sh\necho seed\n")
    repo.write("manage.py", "print(1)\n")
    repo.write("pyproject.toml", '[project]\nname = "x"\n[project.scripts]\nxcli = "x:main"\n')
    repo.write("Cargo.toml", "[package]\n")
    repo.commit("Project")
    return repo


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("npm run build", "package.json"),
        ("npm test -- --watch", "package.json"),
        ("yarn build", "package.json"),
        ("CI=1 pnpm run build", "package.json"),
        ("make test", "Makefile"),
        ("make -j4 test VAR=2", "Makefile"),
        ("just ship prod", "justfile"),
        ("task test:watch", "Taskfile.yml"),
        ("task tw -- -v", "Taskfile.yml"),
        ("task lint A=b", "Taskfile.yml"),
        ("task site:build", "website/Taskfile.yaml"),
        ("task w:build", "website/Taskfile.yaml"),
        ("./scripts/seed.sh --fast", "scripts/seed.sh"),
        ("bash scripts/seed.sh", "scripts/seed.sh"),
        ("python manage.py migrate", "manage.py"),
        ("uv run xcli", "pyproject.toml"),
        ("cargo test", "Cargo.toml"),
    ],
)
def test_what_defines_a_command_is_found(project, command, path):
    assert find_definition(open_snapshot(str(project.root)), command).path == path


@pytest.mark.parametrize(
    "command",
    [
        "npm run nope",
        "make nope",
        "ls -la",
        "./nope.sh",
        "go test ./...",
        "'",
        "",
        "make VAR",
        "task aliases",
        "task site:nope",
    ],
)
def test_what_nothing_defines_is_not_found(project, command):
    assert find_definition(open_snapshot(str(project.root)), command) is None


def test_a_changed_recipe_touches_and_a_removed_one_breaks(project):
    make, npm, script = (project.anchor(f"cmd:{c}") for c in ("make test", "npm run build", "./scripts/seed.sh"))
    assert [make.standing, npm.standing, script.standing] == ["holds"] * 3
    project.edit("Makefile", ("pytest -q", "pytest -x"))
    project.edit("package.json", ("tsc -p .", "tsc -b"))
    project.edit("scripts/seed.sh", ("echo seed", "echo sown"))
    assert [make.standing, npm.standing, script.standing] == ["touched"] * 3
    project.edit("Makefile", ("test:", "check:"))
    project.edit("package.json", ('"build"', '"compile"'))
    (project.root / "scripts/seed.sh").unlink()
    assert [make.standing, npm.standing, script.standing] == ["broken"] * 3
