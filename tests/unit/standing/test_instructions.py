"""What an instruction file names and the repository no longer has is told, with the line and the nearest name."""

import json

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.standing.documents.faulty import has_faulty
from standfast.standing.documents.gone import is_defined
from standfast.standing.documents.instructions import find_stale

RULES = """# Rules

Run `make lint` and `make test-all` before you push.
Install with `pip install -e ".[dev,docs]"`.
The settings are in `src/shop/settings.py`; see [the guide](docs/guide.md).
Start it with `npm run serve`.
`ShopError` is what callers catch, and `SHOP_TOKEN` must be set.
Create `src/shop/new_thing.py` for a new thing, e.g. `src/shop/foo.py`.
Visit `https://example.net/a/b.html` and use `useState` from React.
Needs Python 3.9+.
"""


@pytest.fixture
def shop(repo):
    repo.write("AGENTS.md", RULES)
    repo.write("Makefile", "lint:\n\truff check\n\ntest-all:\n\tpytest\n")
    repo.write("pyproject.toml", '[project]\nname = "shop"\nrequires-python = ">=3.9"\n'
               '[project.optional-dependencies]\ndev = ["pytest"]\ndocs = ["mkdocs"]\n')  # fmt: skip
    repo.write(
        "src/shop/settings.py",
        "import os\n\nTOKEN = os.environ['SHOP_TOKEN']\n\n\nclass ShopError(Exception):\n    pass\n",
    )
    repo.write("docs/guide.md", "# Guide\n")
    repo.write("package.json", json.dumps({"scripts": {"serve": "vite", "build": "vite build"}}))
    repo.commit("First")
    return repo


def told(repo):
    return {(item.line, item.kind, item.name): item for item in find_stale(open_snapshot(str(repo.root)))}


def test_what_is_all_there_is_not_told(shop):
    assert told(shop) == {}


def test_what_a_sparse_checkout_leaves_out_is_there(shop):
    for name in ("Makefile", "pyproject.toml", "package.json"):
        (shop.root / name).rename(shop.root / "src" / name)
    shop.commit("Move all of it down")
    shop.git("sparse-checkout", "set", "--cone", "docs")
    assert not (shop.root / "src").exists()
    assert told(shop) == {}
    shop.write("docs/guide.md", "# Guide\n\nTake `SHOP_TOKEN`.\n")
    snapshot = open_snapshot(str(shop.root))
    snapshot.look_up(["ShopError", "SHOP_TOKEN"])
    assert (snapshot.grep("ShopError"), set(snapshot.grep("SHOP_TOKEN"))) == (
        ["src/shop/settings.py", "AGENTS.md"][::-1],
        {"AGENTS.md", "docs/guide.md", "src/shop/settings.py"},
    )


@pytest.mark.parametrize("where", ["in that repo", "in the other repository", "of another repo"])
def test_a_path_of_another_repository_is_not_told(shop, where):
    shop.write("docs/conventions.md", "# Conventions\n")
    shop.commit("Add conventions")
    (shop.root / "docs/conventions.md").unlink()
    shop.commit("Move conventions elsewhere")
    here = "Conventions are in `docs/conventions.md`.\n"
    shop.write("AGENTS.md", RULES + here)
    assert (11, "path", "docs/conventions.md") in told(shop)
    shop.write("AGENTS.md", RULES + here.replace(".\n", f" {where}.\n"))
    assert told(shop) == {}


def test_a_target_a_script_an_extra_and_a_version_that_are_gone_are_told_with_the_nearest(shop):
    shop.write("Makefile", "lint:\n\truff check\n\ntest-unit:\n\tpytest\n")
    shop.write("package.json", json.dumps({"scripts": {"server": "vite"}}))
    shop.write("pyproject.toml", '[project]\nname = "shop"\nrequires-python = ">=3.11"\n'
               '[project.optional-dependencies]\ndev = ["pytest"]\ndocumentation = ["mkdocs"]\n')  # fmt: skip
    shop.commit("Change")
    found = told(shop)
    assert found[(3, "make target", "test-all")].nearest == "test-unit"
    assert found[(6, "package script", "serve")].nearest == "server"
    assert found[(4, "extra", "docs")].nearest
    assert (10, "version", "Python 3.9+") in found
    assert len(found) == 4


def test_a_path_that_was_moved_is_told_with_where_it_is_and_since_when(shop):
    shop.write("src/shop/conf/settings.py", shop.read("src/shop/settings.py"))
    shop.git("rm", "-q", "src/shop/settings.py")
    moved = shop.commit("Move the settings")
    found = told(shop)
    one = found[(5, "path", "src/shop/settings.py")]
    assert one.nearest == "src/shop/conf/settings.py"
    assert one.since == moved
    assert one.written
    assert one.author


def test_a_name_that_stood_in_the_code_when_the_line_was_written_is_told_once_it_is_gone(shop):
    shop.write(
        "src/shop/settings.py",
        "import os\n\nTOKEN = os.environ['STORE_TOKEN']\n\n\nclass StoreError(Exception):\n    pass\n",
    )
    shop.commit("Rename")
    found = told(shop)
    assert {(line, name) for line, _, name in found} == {(7, "ShopError"), (7, "SHOP_TOKEN")}


def test_what_was_found_before_is_told_while_nothing_has_changed_without_asking_git_for_its_files(shop):
    shop.write("Makefile", "lint:\n\truff check\n")
    snapshot = open_snapshot(str(shop.root))
    assert (has_faulty(str(shop.root)), find_stale(snapshot, known_only=True)) == (False, [])
    found = find_stale(snapshot)
    assert has_faulty(str(shop.root))
    again = open_snapshot(str(shop.root))
    again.list_paths = None  # whoever asked for it would fail
    assert find_stale(again, known_only=True) == found != []
    shop.write("Makefile", "lint:\n\truff check\n\ntest-all:\n\tpytest\n")
    assert find_stale(open_snapshot(str(shop.root)), known_only=True) == []
    assert find_stale(open_snapshot(str(shop.root))) == []
    assert not has_faulty(str(shop.root))


def test_what_was_found_before_is_told_whatever_else_was_changed_since_until_it_is_back(shop):
    shop.write("Makefile", "lint:\n\truff check\n")
    found = find_stale(open_snapshot(str(shop.root)))
    assert found != []
    shop.write("untracked.txt", "x\n")
    assert find_stale(open_snapshot(str(shop.root)), known_only=True) == found
    shop.commit("More")
    shop.write("src/shop/settings.py", shop.read("src/shop/settings.py") + "\n# more\n")
    assert find_stale(open_snapshot(str(shop.root)), known_only=True) == found
    shop.write("Makefile", "lint:\n\truff check\n\ntest-all:\n\tpytest\n")
    assert find_stale(open_snapshot(str(shop.root)), known_only=True) == []


def test_what_was_found_is_told_again_without_looking_and_forgotten_when_it_is_back(shop):
    shop.write("Makefile", "lint:\n\truff check\n")
    assert len(told(shop)) == 1
    assert told(shop) == told(shop)
    shop.write("Makefile", "lint:\n\truff check\n\ntest-all:\n\tpytest\n")
    assert told(shop) == {}


@pytest.mark.parametrize(
    "line",
    [
        "Never edit src/shop/settings.py",
        "Do not modify `src/shop/settings.py` by hand.",
        "Prices are read in src/shop/settings.py, nowhere else.",
    ],
)
def test_what_must_not_be_edited_has_to_be_there(shop, line):
    shop.write("AGENTS.md", f"# Rules\n\n{line}\n")
    shop.commit("Rule")
    assert told(shop) == {}
    shop.git("rm", "-q", "src/shop/settings.py")
    shop.commit("Gone")
    assert (3, "path", "src/shop/settings.py") in told(shop)


@pytest.mark.parametrize(
    "line",
    [
        "If `src/shop/settings.py` (or `src/shop/conf.py`) exists, read it first.",
        "Personal files (`src/shop/settings.py`) are gitignored.",
        "Do not commit `src/shop/settings.py`.",
        "Run `pytest src/shop/test_file.py -v` for one file.",
        "`src/shop/7001.settings.py` is named after its issue.",
        "Backend logging is set with `RUST_LOG`.",
    ],
)
def test_what_a_line_does_not_say_is_there_is_not_told(shop, line):
    shop.write("src/shop/a.py", "RUST_LOG = 1\n")
    shop.write("src/shop/b.py", "B = 1\n")
    shop.write("AGENTS.md", f"# Rules\n\n{line}\n")
    shop.commit("Rule")
    shop.git("rm", "-q", "src/shop/settings.py", "src/shop/a.py")
    shop.commit("Gone")
    assert told(shop) == {}


def test_what_git_ignores_is_not_missed(shop):
    shop.write(".gitignore", "work/\n")
    shop.write("work/open/a.md", "A\n")
    shop.git("add", "-f", "work/open/a.md")
    shop.write("AGENTS.md", "# Rules\n\nWork lies in `work/open/`.\n")
    shop.commit("Work")
    shop.git("rm", "-q", "-r", "work")
    shop.commit("Gone")
    assert told(shop) == {}


def test_a_heading_underlined_with_tildes_opens_no_block_of_commands(shop):
    page = "Checking\n~~~~~~~~\n\nThis is what it prints::\n\n    [warn] src/shop/gone.py\n"
    shop.write("CONTRIBUTING.rst", page)
    shop.commit("Say what the check prints")
    assert told(shop) == {}


def test_what_other_programs_are_told_is_no_target(shop):
    page = "```sh\nsudo dnf install make automake\nmake -j 4 lint\n```\nThe parts that make up the shop.\n"
    shop.write("AGENTS.md", page)
    shop.commit("Say what is needed")
    assert told(shop) == {}


def test_a_target_is_read_wherever_a_shell_would_run_it(shop):
    shop.write("AGENTS.md", "```sh\nCI=1 sudo make -s gone && time make lint\n```\nRun `(make away)`.\n")
    shop.commit("Run more")
    assert set(told(shop)) == {(2, "make target", "gone"), (4, "make target", "away")}


def test_code_between_three_back_ticks_in_a_sentence_opens_no_block(shop):
    page = "A key is text (\n``` `a` ```), never a number.\nThe parts that make up the shop.\n"
    shop.write("AGENTS.md", f"{page}\n```js\nrun('src/x/gone.py')\n```\n")
    shop.commit("Say what a key is")
    assert told(shop) == {}


def test_a_flag_is_no_recipe(shop):
    shop.write("justfile", "lint:\n    ruff check\n")
    shop.write("AGENTS.md", "Run `just --list`, then `just lint`.\n")
    shop.commit("Use just")
    assert told(shop) == {}


def test_a_recipe_of_another_folder_is_not_missed_here(shop):
    shop.write("packages/a/justfile", "lint:\n    ruff check\n")
    shop.write("AGENTS.md", "Run `just packages/a/<recipe>`, `just packages/a/lint` or `just tools::lint`.\n")
    shop.commit("Use just")
    assert told(shop) == {}


def test_the_manifest_at_the_top_counts_however_many_there_are_below(shop):
    for number in range(220):
        shop.write(f"examples/e{number}/package.json", "{}")
    shop.commit("Add examples")
    assert told(shop) == {}


def test_which_python_is_wanted_is_read_from_the_nearest_manifest(shop):
    shop.write("tools/pyproject.toml", '[project]\nname = "tools"\nrequires-python = ">=3.11"\n')
    shop.write("tools/AGENTS.md", "Needs Python 3.10+.\n")
    shop.commit("Add tools")
    (one,) = told(shop).values()
    assert (one.file, one.name, one.nearest) == ("tools/AGENTS.md", "Python 3.10+", ">=3.11 (tools/pyproject.toml)")


def test_a_target_and_a_script_are_told_where_no_file_could_have_them(shop):
    shop.git("rm", "-q", "Makefile", "package.json")
    shop.commit("Drop both")
    found = told(shop)
    assert {(3, "make target", "lint"), (6, "package script", "serve")} <= set(found)


@pytest.mark.parametrize("file", ["CMakeLists.txt", "configure.ac", "rules.mk", ".gitmodules"])
def test_a_target_is_not_told_where_a_makefile_may_be_made_or_come_from_elsewhere(shop, file):
    shop.git("rm", "-q", "Makefile")
    shop.write(file, "")
    shop.commit("Make it")
    assert not [name for name in told(shop) if name[1] == "make target"]


def test_a_target_is_not_told_where_the_makefile_is_kept_out_of_the_repository(shop):
    shop.git("rm", "-q", "Makefile")
    shop.write(".gitignore", "Makefile\n")
    shop.commit("Keep it out")
    assert not [name for name in told(shop) if name[1] == "make target"]


def test_a_target_of_a_folder_below_is_not_told(shop):
    shop.git("rm", "-q", "Makefile")
    shop.write("docs/Makefile", "lint:\n\tvale .\n\ntest-all:\n\ttrue\n")
    shop.commit("Move it")
    assert not [name for name in told(shop) if name[1] == "make target"]


def test_a_name_that_only_looks_a_little_alike_is_not_suggested(shop):
    shop.write("Makefile", "lint:\n\truff check\n\ntext:\n\tsphinx\n\ndevhelp:\n\tsphinx\n")
    shop.write("AGENTS.md", "Run `make test` and `make dev`.\n")
    shop.commit("Change")
    near = {item.name: item.nearest for item in find_stale(open_snapshot(str(shop.root))) if item.kind == "make target"}
    assert near == {"test": "", "dev": ""}


@pytest.mark.parametrize(
    "path", ["tests/repro-XXXX.py", "tests/issue-1234.py", "tests/MyThing.py", "docs/NNNN-title.md"]
)
def test_a_path_with_a_blank_to_be_filled_in_is_not_told(shop, path):
    for name in ("one", "two"):
        shop.write(f"tests/{name}.py", "")
        shop.write(f"docs/{name}.md", "")
    shop.write("AGENTS.md", f"{RULES}Put it at `{path}`.\n")
    shop.commit("Say where it goes")
    assert told(shop) == {}


def test_a_script_that_only_says_that_it_is_gone_is_no_nearest_one(shop):
    scripts = {"serve:website": "echo 'It has been moved' && exit 1", "build": "vite build"}
    shop.write("package.json", json.dumps({"scripts": scripts}))
    shop.commit("Move the website")
    assert told(shop)[6, "package script", "serve"].nearest == ""


def test_a_dotfile_that_was_renamed_is_told(shop):
    shop.write(".rustfmt.toml", "edition = '2024'\n")
    shop.write("AGENTS.md", RULES + "`.rustfmt.toml` needs nightly.\n")
    shop.commit("Format")
    assert told(shop) == {}
    (shop.root / ".rustfmt.toml").rename(shop.root / "rustfmt.toml")
    shop.commit("Rename")
    assert [*told(shop)] == [(11, "path", ".rustfmt.toml")]


def test_a_version_below_what_files_ask_for_is_told_with_what_they_ask_for(shop):
    shop.write("rust-toolchain.toml", '[toolchain]\nchannel = "1.98.0"\n')
    shop.write("AGENTS.md", RULES + "It builds on stable 1.97.0.\nThe toolchain 1.98.0 is pinned.\nGo 1.2 did that.\n")
    shop.commit("Pin")
    found = told(shop)
    assert [*found] == [(11, "version", "Rust 1.97.0")]
    assert "1.98.0" in str(found[11, "version", "Rust 1.97.0"])


@pytest.mark.parametrize(
    "line", ["`old_sync_flag` was removed.", "Never bring `old_sync_flag` back.", "Say `old_sync_flag`, e.g."]
)
def test_a_line_that_says_itself_that_a_name_is_gone_is_not_told(shop, line):
    shop.write("src/shop/flags.py", "old_sync_flag = True\n")
    shop.write("AGENTS.md", RULES + line + "\n")
    shop.commit("Flag")
    shop.write("src/shop/flags.py", "")
    shop.commit("No flag")
    assert told(shop) == {}


def test_a_name_of_another_library_is_not_told_once_nobody_uses_it(shop):
    shop.write("src/shop/flags.py", "from lib import make_thing\n\nthing = [make_thing(1)]\nreturn make_thing(2)\n")
    shop.write("AGENTS.md", RULES + "Use `make_thing()` for things.\n")
    shop.commit("Use")
    shop.write("src/shop/flags.py", "")
    shop.commit("Use it no more")
    assert told(shop) == {}


@pytest.mark.parametrize(
    "line",
    ["    pub name_it: bool,", "func (s *Shop) name_it(a int) {", '  "name_it": 3,', "static int name_it(void)",
     "name_it=1", "  async name_it(a) {", "\tname_it string `json:\"x\"`", "export const name_it = 3",
     "def self.x; end; def name_it"],
)  # fmt: skip
def test_a_line_that_introduces_a_name_is_known(line):
    assert is_defined("name_it", line)


@pytest.mark.parametrize(
    "line", ["return name_it(3)", "x = name_it", "use lib::name_it;", "if name_it == 3:", "await name_it()"]
)
def test_a_line_that_uses_a_name_does_not_introduce_it(line):
    assert not is_defined("name_it", line)


def test_a_type_with_one_capital_is_told_once_the_code_has_it_nowhere(shop):
    shop.write("src/shop/store.py", "class Database:\n    pass\n\n\nSettings = {}\n")
    shop.write("docs/labels.yaml", "Ledger: the book\n")
    shop.write("AGENTS.md", RULES + "All rows go through `Database`.\nThe `Ledger` is a page.\n")
    shop.commit("Add a store")
    assert told(shop) == {}
    shop.write("src/shop/store.py", "class Shelf:\n    pass\n")
    (shop.root / "docs/labels.yaml").unlink()
    shop.commit("Rename it")
    assert list(told(shop)) == [(11, "name", "Database")]


def test_what_is_an_example_of_style_a_placeholder_or_used_up_at_each_release_is_not_told(shop):
    for release in ("First", "Second"):
        shop.write("RELEASE.md", f"{release}\n")
        shop.write("src/shop/ids.py", "msg_id = 1\n")
        shop.commit(f"Describe the {release.lower()} release")
        said = "Include `RELEASE.md` with each change.\nBe explicit. BAD: `id`. GOOD: `msg_id`.\n"
        shop.write("AGENTS.md", f"{RULES}{said}Tests are in `src/shop/test_action_EventNameHere.py`.\n")
        shop.commit("Say so")
        (shop.root / "RELEASE.md").unlink()
        (shop.root / "src/shop/ids.py").unlink()
        shop.commit(f"Release the {release.lower()}")
    assert told(shop) == {}


@pytest.mark.parametrize("path", ["docs/legacy/design.md", "docs/shop/03-detailed-design.md"])
def test_pages_of_the_past_and_steps_of_some_work_are_not_told(shop, path):
    shop.write(path, "The till is `src/shop/till.py`.\n")
    shop.write("docs/design.md", "The till is `src/shop/till.py`.\n")
    shop.write("src/shop/till.py", "open = True\n")
    shop.commit("Add a till")
    (shop.root / "src/shop/till.py").unlink()
    shop.commit("Drop the till")
    found = find_stale(open_snapshot(str(shop.root)), [path, "docs/design.md"])
    assert [item.file for item in found] == ["docs/design.md"]


def test_a_target_is_gone_where_only_a_makefile_of_another_folder_takes_any(repo):
    repo.write("docs/Makefile", "html:\n\tsphinx\n\n%: Makefile\n\tsphinx $@\n")
    repo.write("src/a.py", "A = 1\n")
    repo.write("AGENTS.md", "Run the tests with `make test`.\n\nBuild with `cd docs && make pdf`, or `make html`.\n")
    repo.write("docs/AGENTS.md", "Build with `make pdf`.\n")
    repo.commit("Begin")
    assert [(item.file, item.name) for item in find_stale(open_snapshot(str(repo.root)))] == [("AGENTS.md", "test")]


def test_a_name_that_was_just_renamed_is_told_of_a_line_that_is_not_committed_yet(repo):
    repo.write("src/a.py", "def begin_startup(a):\n    return a\n")
    repo.commit("Begin")
    repo.write("AGENTS.md", "`begin_startup` runs the hooks.\n")
    assert find_stale(open_snapshot(str(repo.root))) == []
    repo.write("src/a.py", "def start(a):\n    return a\n")
    assert [item.name for item in find_stale(open_snapshot(str(repo.root)))] == ["begin_startup"]
