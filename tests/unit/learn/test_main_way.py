"""Which of several ways is the repository's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.code import runtimes
from standfast.learn.procedures.main import choose_ways
from standfast.learn.procedures.read import list_ways, read_ways
from tests.unit.learn.repository import Repository, states

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory

TESTS = "How to run the tests"
POM = "<project><modelVersion>4.0.0</modelVersion></project>\n"
GRADLE = 'plugins { id("java") }\n'
MAKE = "test:\n\tgo test -race ./...\n"
BANNER = 'all:\n\techo "** targets **"\n\ntest:\n\tgo test -race ./...\n'


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "shop")


def answers(memory: Memory, question: str = "how do I run the tests") -> list[str]:
    """Return what is answered, with titles."""
    return [
        f"{result.memory.content.title}: {result.memory.content.text}" for result in memory.recall(question).results
    ]


def test_a_build_file_in_a_folder_speaks_for_that_folder(repo: Repository, tmp_path: Path) -> None:
    repo.write("build.gradle.kts", GRADLE)
    repo.write("gradlew", "#!/bin/sh\n")
    repo.write("sample/pom.xml", POM)
    repo.commit("Build with Gradle")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        first = answers(memory)[0]
        assert "gradlew" in first
        assert any("pom.xml" in answer and "in sample" in answer for answer in answers(memory))


def test_a_target_comes_before_what_a_manifest_implies(repo: Repository, tmp_path: Path) -> None:
    repo.write("go.mod", "module shop\n")
    repo.write("Makefile", MAKE)
    repo.commit("Test with make")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "make test" in answers(memory)[0]
        text = memory.brief().text
        assert text.count(TESTS) == 1
        assert "make test" in text


def test_what_only_prints_builds_nothing(repo: Repository, tmp_path: Path) -> None:
    repo.write("Makefile", BANNER)
    repo.commit("Say what there is")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert not any("make all" in answer for answer in answers(memory, "how do I build it"))


def test_two_files_that_say_the_same_are_told_once(repo: Repository, tmp_path: Path) -> None:
    repo.write("pytest.ini", "[pytest]\n")
    repo.write("pyproject.toml", "[tool.pytest.ini_options]\n")
    repo.commit("Test with pytest")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert sum("`pytest`" in answer for answer in answers(memory)) == 1


def test_the_brief_names_the_command_for_tests_however_much_it_runs(repo: Repository, tmp_path: Path) -> None:
    steps = " && ".join(f"$(MAKE) part-{number}" for number in range(9))
    repo.write("Makefile", f"test:\n\t{steps}\n\nlint:\n\tgo vet ./...\n")
    repo.commit("Test in parts")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        text = memory.brief().text
        assert "make test" in text
        assert "part-3" not in text


GUIDE = """# Working here

- Tests: `just check`. One of them: `pytest tests/test_one.py -k name`.

```sh
$ just lint   # before a commit
```
"""


def test_what_the_guide_names_comes_before_what_manifests_suggest(repo: Repository, tmp_path: Path) -> None:
    repo.write("go.mod", "module shop\n")
    repo.write("Makefile", MAKE)
    repo.write("justfile", "check:\n    go vet ./...\n\nlint:\n    go vet ./...\n")
    repo.write(".github/workflows/ci.yml", "jobs:\n  test:\n    steps:\n      - run: go test -count 1 ./...\n")
    repo.write("AGENTS.md", GUIDE)
    repo.commit("Write down how to work here")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert answers(memory)[0] == f"{TESTS}: `just check` (AGENTS.md). Also `make test` (Makefile)."
        assert memory.recall("how do I run the tests").results[0].judged.standing.value == "holds"
        assert "`just lint` (AGENTS.md)" in answers(memory, "how do I lint the code")[0]
        assert not any("In CI" in answer for answer in answers(memory))


def test_one_way_to_run_the_tests_answers_and_its_parts_and_what_ci_does_only_who_asks_for_them(
    repo: Repository, tmp_path: Path
) -> None:
    repo.write("package.json", '{"scripts": {"test": "mocha", "test:quick": "mocha -b", "test:coverage": "nyc mocha"}}')
    repo.write(".github/workflows/ci.yml", "jobs:\n  test:\n    steps:\n      - run: npx karma start\n")
    repo.write("tools/package.json", '{"scripts": {"test": "ava"}}')
    repo.write("AGENTS.md", "# Agents\n\n- Run the tests with `npm test`.\n")
    repo.commit("Test in many ways")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "`npm test`" in answers(memory)[0]
        assert len(answers(memory)) == 1
        assert "npm run test:coverage" in answers(memory, "how do I run the tests with coverage")[0]
        assert memory.recall("how do I run the tests").withheld == 4
        named = [result.memory.content.text for result in memory.recall(TESTS, kinds=["procedure"]).results]
        assert len(named) == 5
        assert any("npx karma start" in text for text in named)


def test_what_a_guide_says_beyond_the_command_and_another_way_answer_too(repo: Repository, tmp_path: Path) -> None:
    database = "Start the database first with `docker compose up -d db`, then run `npm test`."
    repo.write("package.json", '{"scripts": {"test": "mocha"}}')
    repo.write("Cargo.toml", '[package]\nname = "shop"\n')
    repo.write("AGENTS.md", f"# Agents\n\n- Run the tests with `npm test`.\n- {database}\n")
    repo.write("CONTRIBUTING.md", "# Contributing\n\n## Run the tests\n\n1. Run `npm ci`.\n2. Run `npm test`.\n")
    repo.commit("Say what the tests need")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        found = answers(memory)
        assert "`npm test`" in found[0]
        assert any(database in text for text in found)
        assert any("npm ci" in text for text in found)
        assert any("cargo test" in text for text in found)
        assert not any("Run the tests with" in text for text in found)


def test_who_carries_the_wrapper_of_gradle_does_not_build_with_maven(repo: Repository, tmp_path: Path) -> None:
    repo.write("build.gradle", GRADLE)
    repo.write("gradlew", "#!/bin/sh\n")
    repo.write("pom.xml", POM)
    repo.commit("Build with Gradle")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "./gradlew test" in answers(memory)[0]
        assert not any("mvn" in answer for answer in answers(memory))


def test_the_manifest_of_a_language_that_few_files_are_in_speaks_for_those_few(
    repo: Repository, tmp_path: Path
) -> None:
    repo.write("mix.exs", "defmodule Shop.MixProject do\nend\n")
    repo.write("package.json", '{"scripts": {"test": "jest"}}\n')
    repo.write("assets/app.js", "let a = 1\n")
    for number in range(8):
        repo.write(f"lib/part{number}.ex", "a\n")
    repo.commit("Write it in Elixir")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        text = memory.brief().text
        assert "mix test" in text
        assert "npm" not in text


def test_the_steps_of_a_document_for_one_occasion_are_found_and_not_told_in_every_session(
    repo: Repository, tmp_path: Path
) -> None:
    repo.write("Makefile", MAKE)
    repo.write("CONTRIBUTING.md", "# Contributing\n\n## Push\n\n```\ngit push origin my-feature-branch\n```\n")
    repo.commit("Say how to push")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        text = memory.brief().text
        assert "make test" in text
        assert "my-feature-branch" not in text


def test_what_a_readme_tells_those_who_work_on_it_comes_before_the_build_tools_default() -> None:
    readme = "# Shop\n\n## Usage\n\nRun `cargo test`.\n\n## Running tests\n\n```sh\n$ cargo test --all\n```\n"
    paths = frozenset(("README.md", "Cargo.toml", "src/lib.rs"))
    assert set(list_ways(paths)) == {"README.md", "Cargo.toml"}
    found = read_ways("README.md", readme, paths) + read_ways("Cargo.toml", "[package]\nname = 'shop'\n", paths)
    first = choose_ways(found, paths)[0]
    assert (first.file, first.title) == ("README.md", "How to run the tests")
    assert first.text.startswith("`cargo test --all`")


def test_a_readme_that_shows_how_the_product_is_used_says_nothing_of_its_tests() -> None:
    assert read_ways("README.md", "# Runner\n\n## Usage\n\n```sh\npytest\n```\n", frozenset(("README.md",))) == []


def test_a_command_of_a_guide_that_has_nothing_to_run_is_not_offered() -> None:
    guide = "# Shop\n\nLint with `make lint`, test with `npm run test`.\n"
    found = read_ways("AGENTS.md", guide, frozenset(("AGENTS.md",)), can_run=lambda command: "make" not in command)
    assert [item.title for item in found] == ["How to run the tests"]


def test_a_script_of_the_repository_beats_what_its_build_system_implies(repo: Repository, tmp_path: Path) -> None:
    repo.write("pyproject.toml", '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n')
    repo.write("scripts/build", "#!/bin/sh\nhatch build\n")
    repo.write("scripts/test", "#!/bin/sh\npytest\n")
    repo.commit("Script what is done")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert answers(memory)[0] == "How to run the tests: `scripts/test`."
        assert "How to build it: `scripts/build`." in answers(memory, "how do I build it")
        (set_up,) = [text for text in answers(memory, "how do I set up the project") if "set up" in text]
        assert set_up == "How to set up the project: `pip install -e .`, by its build system (pyproject.toml)."


def test_a_command_that_is_shown_beats_one_that_a_sentence_mentions() -> None:
    guide = (
        "# Contributing\n\nMore arguments are passed on to `pytest`.\n\n## Running the tests\n\n"
        "```bash\nhatch env run --env test.py3.12-optional run\n```\n"
    )
    (tests,) = read_ways("CONTRIBUTING.md", guide, [])
    assert tests.text == "`hatch env run --env test.py3.12-optional run` (CONTRIBUTING.md)."


@pytest.mark.parametrize(
    ("file", "text", "question", "says"),
    [
        (
            "package.json",
            '{"engines": {"node": "^20.19.0 || >=22.12.0"}}',
            "which node versions are supported",
            ">=22.12",
        ),
        ("pyproject.toml", '[project]\nrequires-python = ">=3.11"\n', "which Python version is required", ">=3.11"),
        ("go.mod", "module shop\n\ngo 1.22\n", "what is the minimum Go version", "`1.22` or newer"),
        ("Cargo.toml", '[package]\nrust-version = "1.74"\n', "which Rust versions are supported", "`1.74` or newer"),
        (".nvmrc", "v20.11.0\n", "which node version is used", "v20.11.0"),
        (".tool-versions", "nodejs 20.1.0\npython 3.12.1\n", "which python version is used", "3.12.1"),
    ],
)
def test_which_versions_are_supported_is_answered_from_the_manifest(
    repo: Repository, tmp_path: Path, file: str, text: str, question: str, says: str
) -> None:
    repo.write(file, text)
    repo.commit("Say what it runs on")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert says in answers(memory, question)[0]


@pytest.mark.parametrize(
    ("claim", "doubted"),
    [
        ("We support node 18 and newer", True),
        ("Node.js 16 is supported", True),
        ("We support Node.js 20 and newer", False),
        ("Support for node 18 was dropped", False),
        ("The job for docs runs node 18", False),
    ],
)
def test_a_version_that_the_manifest_does_not_support_is_told_when_it_is_remembered(
    repo: Repository, tmp_path: Path, claim: str, doubted: bool
) -> None:
    repo.write("package.json", '{"engines": {"node": "^20.19.0 || >=22.12.0"}}')
    repo.commit("Say what it runs on")
    with repo.open(tmp_path / "home") as memory:
        doubts = memory.remember(claim).doubts
        assert any("engines.node" in doubt and "^20.19.0" in doubt for doubt in doubts) is doubted


def test_a_version_of_more_digits_than_a_number_may_have_is_none() -> None:
    asked = runtimes.Runtime("Python", ">=3.9")
    said = runtimes.find_claimed_version("Python 3.8+ is supported")
    assert said is not None
    assert runtimes.denies(asked, said)
    assert runtimes.find_claimed_version(f"Python {'1' * 5000}+ is supported") is None


def test_one_script_in_two_spellings_is_named_once(repo: Repository, tmp_path: Path) -> None:
    repo.write("package.json", '{"packageManager": "pnpm@9.0.0", "scripts": {"test": "vitest run"}}')
    repo.write("CONTRIBUTING.md", "# Contributing\n\n## Tests\n\n```bash\npnpm run test\n```\n")
    repo.commit("Say how tests are run")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "pnpm run test" in answers(memory)[0]
        assert "Also" not in answers(memory)[0]


def test_a_folder_of_another_language_does_not_say_how_the_project_is_set_up() -> None:
    paths = [
        "CMakeLists.txt",
        "tools/js/package.json",
        "tools/js/package-lock.json",
        *(f"src/{n}.cpp" for n in range(9)),
    ]
    found = [
        *read_ways("CMakeLists.txt", "project(shop)\nenable_testing()\n", paths),
        *read_ways("tools/js/package.json", '{"scripts": {"hello": "node hello.js"}}', paths),
    ]
    titles = {way.file: way.title for way in choose_ways(found, paths) if way.title.startswith("How to set up")}
    assert titles == {"tools/js/package.json": "How to set up the project in tools/js"}


def test_a_guide_for_contributors_below_the_docs_speaks_for_the_project(repo: Repository, tmp_path: Path) -> None:
    repo.write("pyproject.toml", '[project]\nname = "shop"\n')
    repo.write("docs/config/internal/testing.md", "# Testing\n\nRun `pytest` in an environment.\n")
    repo.write("docs/community/contributing.md", "# Contributing\n\n## Run the tests\n\n```bash\nhatch test\n```\n")
    repo.commit("Say how to contribute")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        (line,) = [line for line in memory.brief().text.splitlines() if TESTS in line]
        assert line.index("`hatch test`") < line.find("`pytest`") % len(line)


def test_what_the_guide_names_is_said_with_what_ends_it() -> None:
    package = '{"scripts": {"test": "vitest"}}'
    guide = "# Contributing\n\n## Testing\n\n```sh\npnpm test\npnpm test react\n```\n"
    files = ["package.json", "pnpm-lock.yaml", "CONTRIBUTING.md"]
    found = [*read_ways(files[0], package, files), *read_ways(files[2], guide, files)]
    said = {way.title: way.text for way in choose_ways(found, files)}
    assert said[TESTS] == (
        "`pnpm test --run` (`pnpm test` watches and does not end); or `pnpm test react --run` (CONTRIBUTING.md)."
    )


def test_a_folder_with_a_start_script_is_not_how_a_project_with_programs_is_run() -> None:
    project = '[project]\nname = "shop"\nscripts = {shop = "shop:main"}\n'
    files = ["pyproject.toml", "web/package.json", "web/app.js"]
    found = [
        *read_ways(files[0], project, files),
        *read_ways(files[1], '{"scripts": {"start": "vite"}}', files),
    ]
    said = {way.title: way.text for way in choose_ways(found, files)}
    assert said["How to run it"].startswith("`shop`")
    assert said["How to run it in web"].startswith("In `web`: `npm start`")


def test_a_default_of_the_build_system_names_the_script_that_the_repository_has() -> None:
    project = '[project]\nname = "shop"\n[build-system]\nrequires = []\n'
    for script, own in (("release/build.py", True), ("build.py", False), ("src/shop/build.py", False)):
        files = ["pyproject.toml", script]
        said = {way.title: way.text for way in choose_ways(read_ways(files[0], project, files), files)}
        assert said["How to build it"].startswith(f"`{script}` is the repository's own") is own
        assert "`python -m build`, by its build system" in said["How to build it"]


def test_the_program_that_a_project_installs_is_answered_and_not_told_unasked(repo: Repository, tmp_path: Path) -> None:
    repo.write("pyproject.toml", '[project]\nname = "shop"\n\n[project.scripts]\nshop = "shop:main"\n')
    repo.write("Makefile", MAKE)
    repo.commit("Install the shop")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert "`shop`" in answers(memory, "how do I run it")[0]
        assert "How to run it" not in memory.brief().text
        assert "make test" in memory.brief().text


@pytest.mark.parametrize("folder", ["", "dotnet/"])
def test_of_several_solutions_the_one_that_holds_the_most_projects_is_how_it_is_tested(
    repo: Repository, tmp_path: Path, folder: str
) -> None:
    projects = [f'<Project Path="src/Part{number}/Part{number}.csproj" />' for number in range(20)]
    for name, held in (("All.of.Shop", projects), ("AI", projects[:2])):
        repo.write(f"{folder}{name}.slnx", "<Solution>\n" + "\n".join(held) + "\n</Solution>\n")
    repo.write(f"{folder}src/Part1/Part1.csproj", "<Project />\n")
    repo.commit("Begin")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        told = answers(memory)
        assert f"`dotnet test {folder}All.of.Shop.slnx`" in told[0]
        assert not any("AI.slnx" in answer for answer in told)


MANIFEST = """[project]
name = "shop"

[dependency-groups]
dev = ["pytest", "ruff", "mypy"]

[tool.pytest.ini_options]
[tool.ruff]
[tool.mypy]
"""
CANONICAL = "Use `nox -e all` for every check: it formats, lints and type-checks the code, then runs all test suites."


def procedures(repo: Repository, home: Path) -> str:
    """Return every way of this repository that is known."""
    repo.commit("Say how it is done here")
    with repo.open(home) as memory:
        memory.mine(history=-1)
        return "\n".join(state.content.text for state in states(memory) if state.content.kind.value == "procedure")


def test_where_the_guide_wants_its_own_commands_only_no_manifest_says_another(repo: Repository, tmp_path: Path) -> None:
    repo.write("pyproject.toml", MANIFEST)
    repo.write("AGENTS.md", f"# Shop\n\n{CANONICAL}\n")
    assert "ruff check" in procedures(repo, tmp_path / "home")
    repo.write("AGENTS.md", f"# Shop\n\n{CANONICAL} Never invoke any test or lint tool directly.\n")
    told = procedures(repo, tmp_path / "other")
    assert "`nox -e all` (AGENTS.md)" in told
    assert not any(tool in told for tool in ("ruff", "mypy", "pytest"))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Use `uv`, not `pip`, for any installation.", False),
        ("Never run `pip` directly.", False),
        ("Use `uv` instead of `poetry` or `pip`.", False),
        ("If you are offline, do not use `pip`.", True),
        ("Do not run `pip` in a folder of another project.", True),
        ("This is `pip`, and more.", True),
    ],
)
def test_a_command_that_the_guide_forbids_is_no_way(repo: Repository, tmp_path: Path, said: str, told: bool) -> None:
    repo.write("pyproject.toml", MANIFEST)
    repo.write("AGENTS.md", f"# Shop\n\n{said}\n")
    assert ("`pip install" in procedures(repo, tmp_path / "home")) is told


def test_what_the_guide_itself_names_is_not_forbidden_by_it(repo: Repository, tmp_path: Path) -> None:
    repo.write("pyproject.toml", MANIFEST)
    repo.write("AGENTS.md", "# Shop\n\n- Never run `pytest` directly.\n\n## Run the tests\n\n```sh\npytest\n```\n")
    assert "`pytest` (AGENTS.md)" in procedures(repo, tmp_path / "home")
