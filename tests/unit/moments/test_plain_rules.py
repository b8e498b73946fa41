"""A rule in plain words, without a kind, an anchor or quotes, is told at the very edit or command that it is for."""

from __future__ import annotations

import pytest

from tests.unit.moments.test_tell import Shop, shop, told

__all__ = ["shop"]


@pytest.mark.parametrize(
    ("rule", "command", "other"),
    [
        ("Run the linter before you push", "git push -u origin till", "git pull"),
        ("Never run pytest or mypy on the host, they need the container", "uv run mypy shop", "cat mypy.ini"),
        ("Do not call tsc directly, there is a script for it", "npx tsc --noEmit", "cat tsconfig.json"),
        ("Use uv instead of pip", "python -m pip install redis", "pipx list"),
        ("Never run the whole pytest suite, it takes an hour", "bundle exec pytest -q", "pytest tests/test_till.py"),
        ("Avoid --all-tills, it fills the disk", "docker compose exec web till count --all-tills", "till count"),
        ("shop run wipe empties the till, ask first", "shop run wipe", "shop run serve"),
        ("pnpm run wipe empties the till, only for a fresh start", "pnpm wipe", "pnpm run serve"),
        ("Ask before you add a dependency", "yarn workspace @shop/web add lodash", "yarn install"),
        ("Use date-fns instead of Day.js", "npm install dayjs", "npm install zod"),
        ("Always open pull requests as drafts", "gh pr create --fill", "gh pr create --draft --fill"),
        ("Before you consider a task done, run bin/check", "git commit -am x", "git log"),
        ("Run make tidy after every Python change", "git commit -m x", "make tidy"),
        ("Run the type check before pushing: yarn types --strict", "git push", "yarn types --strict"),
        ("To try a build run pnpm run build:dry, not pnpm run build", "pnpm build", "pnpm run build:dry"),
        ("Never force push or rebase a shared branch", "git push -f", "git push origin till"),
        ("Don't force push to shared branches, people have them", "git push --force origin x", "git push origin x"),
        ("No new gems without asking", "bundle add pagy", "bundle install"),
        ("Format with ruff, black is gone", "black shop", "ruff format shop"),
        ("plotly is pinned at 2.26, 2.27 broke the colours", "pnpm add plotly.js@latest", "pnpm add zod"),
        ("till.reset drops every price, ask me first", "mix till.reset", "mix till.open"),
        ("never run rails till:load or till:reset here", "DAY=1 bin/rails till:reset", "bin/rails till:open"),
        (
            "Pushing to production opens the shop, so never push there",
            "git push origin production",
            "git push origin x",
        ),
        ("Never put names of customers into commits", "git commit -m x", "git show"),
        ("Do not search inside .cache folders", "grep -rn till .cache/x", "grep -rn till shop"),
        ("Stage files by name, no git add -A or git add .", "git add -A", "git add pay.py"),
        ("Use the helpers in bin rather than bundle exec", "bundle exec till count", "bin/till count"),
        ("Set the drawer up before any till command", "till count", "tiller count"),
        ("Push branches to origin, never to upstream", "git push upstream x", "git push origin x"),
        ("Avoid ./dev build shop, it is slow", "./dev build shop", "./dev build shop/till"),
        (
            "php artisan till:empty --all empties them, ask first",
            "php artisan till:empty --all",
            "php artisan till:list",
        ),
        ("Lint every file you change with bin/lint before you commit", "git commit -m x", "bin/lint pay.py"),
        ("Run ./dev generate when dependencies change", "go get shop.example/till", "go vet"),
        ("Build the pages before you start till-server", "till-server --port 80", "till-worker"),
        ("cargo test on the whole workspace takes an hour, always pass -p", "cargo test", "cargo test -p till"),
        ("shop test at the root opens every till, give it one", "shop test", "shop test tills/one"),
        ("Run make all after switching branches", "git checkout till", "git checkout -- pay.py"),
        ("Do not mark PRs as ready, leave them in draft", "gh pr ready 12", "gh pr list --draft"),
        ("Start the drawer before you generate migrations", "dotnet ef migrations add Till", "dotnet build"),
        ("Don't amend or squash commits that are pushed", "git commit --amend", "git commit -m x"),
        ("When you are done run bin/check --all", "git commit -m x", "git log"),
        ("Never run shop without a path, it has a thousand tills", "shop -x", "shop tills/one"),
        ("docker compose down -v loses the till, ask first", "docker compose down -v", "docker compose up -d"),
        ("Commit summaries have at most 50 characters", "git commit -m x", "git diff --stat"),
        ("Every PR that touches shop/ needs a line of news", "gh pr create --fill", "git diff --stat"),
        ("Don't run the unit tests with till test, they need cargo", "till test x", "cargo test unit::till"),
        (
            "cargo build --release is slow, use cargo build --bin till",
            "cargo build --release",
            "cargo build --bin till",
        ),
        ("Use yarn, npm install breaks the lock file", "npm install", "yarn install"),
        ("Don't run update-till against the shop, it is done by hand", "yarn update-till", "yarn build-till"),
        ("Run make empty before the tests, the till keeps its coins", "pytest shop", "make empty"),
        ("Give migrations a telling name", "php artisan make:migration tills", "php artisan migrate"),
        ("Run make tidy before committing, the till fails on long lines", "git commit -m x", "make tidy"),
        ("A line of release notes is required in every PR", "gh pr create --fill", "make release-check"),
    ],
)
def test_a_plain_rule_is_told_at_the_command_it_is_for_and_at_no_other(
    shop: Shop, rule: str, command: str, other: str
) -> None:
    shop.know(rule)
    session = shop.open("s1")
    assert told(session, "command", command=other) == ""
    assert rule in told(session, "command", command=command)


@pytest.mark.parametrize(
    ("rule", "path", "other"),
    [
        ("Changes in shop/till have to fit old tills", "shop/till/view.py", "shop/view.py"),
        ("Never add dependencies to the root package.json", "package.json", "tills/package.json"),
        ("TillHelper must stay small", "shop/TillHelper.cs", "shop/PageHelper.cs"),
        ("The /api/open route is public, keep it free of reads", "web/api/open.ts", "web/api/close.ts"),
        ("Changes of tables have to be made in both db/mine and db/yours", "db/yours/a.sql", "db/a.sql"),
        ("old_tills is history, leave it alone", "shop/old_tills/a.py", "shop/tills/a.py"),
    ],
)
def test_a_plain_rule_is_told_before_a_file_or_folder_that_it_spells_out_is_changed(
    shop: Shop, rule: str, path: str, other: str
) -> None:
    shop.know(rule)
    session = shop.open("s1")
    assert told(session, "edit", changes=(other,), edit={"old_string": "a", "new_string": "b"}) == ""
    assert rule in told(session, "edit", changes=(path,), edit={"old_string": "a", "new_string": "b"})


@pytest.mark.parametrize(
    ("rule", "path", "line", "other"),
    [
        ("Never use print() here, use the log", "shop/till.py", "print(total)", "fingerprint(total)"),
        ("Use @record instead of @dataclass", "shop/till.py", "@dataclass\nclass Till:", "class Till:"),
        ("Read arguments with click, not argparse", "shop/till.py", "import argparse", "import click"),
        ("Use date-fns instead of Day.js", "shop/till.ts", "import dayjs from 'dayjs'", "import x from 'days'"),
        ("No match statements, the tills have an old Python", "shop/till.py", "match total:", "re.match(total)"),
        ("In queries use select, never include", "shop/till.ts", "find({ include: all })", "find({ select: all })"),
        ("Don't use freeze_time in tests", "tests/test_till.py", "with freeze_time(x):", "with clock(x):"),
        ("No moment.js, dates go through shop/time", "shop/till.ts", "import x from 'moment'", "const moments = 1"),
        ("Never use dump() in committed code, use the log", "shop/till.php", "dump($total);", "$total++;"),
        ("Never set innerHTML", "shop/till.ts", "drawer.innerHTML = total", "drawer.textContent = total"),
        ("Don't import moment directly, use shop/time", "shop/till.ts", "import x from 'moment'", "const moments = 1"),
        ("When adding a Go module run make work", "go.mod", "shop.example/till v1.2.0", "// nothing"),
        ("Avoid unwrap(), pass the error on", "shop/till.rs", "let a = b.unwrap();", "let a = b?;"),
        ("No println! here, use log::debug!", "shop/till.rs", 'println!("x");', 'log::debug!("x");'),
        ("Read with row[0], not row.get(), when the schema has it", "shop/till.ts", "row.get('a')", "row['a']"),
        ("The shop package must stay free of core-data", "shop/till.ts", "from '@x/core-data'", "from '@x/core'"),
        ("No new calls with a __trial prefix", "shop/till.ts", "export { a as __trialDrawer }", "export { a }"),
        ("Ask before you add a dependency", "package.json", '"lodash": "^4.17.0",', '"lint": "eslint ."'),
        ("No new gems without asking", "Gemfile", 'gem "pagy"', "# web"),
    ],
)
def test_what_a_plain_rule_denies_is_told_when_the_lines_put_it_in(
    shop: Shop, rule: str, path: str, line: str, other: str
) -> None:
    shop.know(rule)
    session = shop.open("s1")
    assert told(session, "edit", changes=(path,), edit={"old_string": "a", "new_string": f"a\n{other}"}) == ""
    assert rule in told(session, "edit", changes=(path,), edit={"old_string": "a", "new_string": f"a\n{line}"})
    assert rule in told(shop.open("s2"), "edit", changes=(path,), edit={"content": f"{line}\n"})


def test_what_stood_there_before_is_not_put_in(shop: Shop) -> None:
    shop.know("Never use print() here, use the log")
    edit = {"old_string": "print(total)\nx = 1", "new_string": "print(total)\nx = 2"}
    assert told(shop.open("s1"), "edit", changes=("shop/till.py",), edit=edit) == ""


def test_what_a_plain_rule_denies_in_tests_is_not_told_of_other_files(shop: Shop) -> None:
    shop.know("Don't use sleep() in tests")
    edit = {"old_string": "a", "new_string": "sleep(1)"}
    assert told(shop.open("s1"), "edit", changes=("shop/till.py",), edit=edit) == ""
    assert "sleep()" in told(shop.open("s2"), "edit", changes=("tests/test_till.py",), edit=edit)


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("The shop package must stay free of env()", "tills/till.php"),
        ("Never call env() outside the config files", "config/till.php"),
    ],
)
def test_a_rule_that_leaves_a_place_out_is_not_told_there(shop: Shop, rule: str, path: str) -> None:
    shop.know(rule)
    edit = {"old_string": "a", "new_string": "env('TILL')"}
    assert told(shop.open("s1"), "edit", changes=(path,), edit=edit) == ""
    assert rule in told(shop.open("s2"), "edit", changes=("shop/till.php",), edit=edit)


def test_a_rule_for_some_pull_requests_is_not_told_at_the_files_they_touch(shop: Shop) -> None:
    shop.know("Every PR that touches shop/ needs a line of news")
    edit = {"old_string": "a", "new_string": "b"}
    assert told(shop.open("s1"), "edit", changes=("shop/till.py",), edit=edit) == ""


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("Tests must not have comments", "tests/test_till.py"),
        ("Till tests need a drawer, run them with make drawer", "tests/till/test_open.py"),
        ("Try it with the till open first; test it twice", "tests/test_till.py"),
        ("Every change of the till needs a picture", "shop/till.py"),
        ("Translation files other than en.json come from the shop, don't touch them", "lang/en.json"),
        ("Everything is typed, no new .js files in shop/pages", "shop/pages/old.js"),
        ("en.json is the only one that we edit by hand, the rest comes from the shop", "lang/en.json"),
    ],
)
def test_a_rule_is_not_told_at_every_file_that_may_be_of_its_sort(shop: Shop, rule: str, path: str) -> None:
    shop.know(rule)
    (shop.root / path).parent.mkdir(parents=True, exist_ok=True)
    (shop.root / path).write_text("a\n")
    edit = {"old_string": "a", "new_string": "b"}
    assert told(shop.open("s1"), "edit", changes=(path,), edit=edit) == ""


def test_what_is_denied_of_something_of_a_program_does_not_deny_the_program(shop: Shop) -> None:
    shop.know("Never guess flags of till, look at its help")
    assert told(shop.open("s1"), "command", command="till count") == ""


def test_who_does_it_in_the_way_that_a_ban_offers_is_not_told_of_the_ban(shop: Shop) -> None:
    shop.know("Never write a price list by hand, generate it with pwsh prices.ps1")
    assert told(shop.open("s1"), "command", command="pwsh prices.ps1 May") == ""
    shop.know("Never edit prices.py by hand, it comes out of make prices")
    assert told(shop.open("s2"), "command", command="make prices") == ""


@pytest.mark.parametrize(
    ("name", "text", "command", "other"),
    [
        ("Makefile", "all: x\nfresh: all\n\t@till wipe --all\nopen:\n\ttill open\n", "make fresh", "make open"),
        (
            "package.json",
            '{"scripts": {"fresh": "till wipe --all", "open": "till open"}}',
            "npm run fresh",
            "npm run open",
        ),
    ],
)
def test_a_warning_of_a_command_is_told_before_the_script_that_runs_it(
    shop: Shop, name: str, text: str, command: str, other: str
) -> None:
    shop.know("till wipe loses the day's sales, ask first")
    shop.know("Don't call till wipe directly, there is a script")
    (shop.root / name).write_text(text)
    assert told(shop.open("s1"), "command", command=other) == ""
    said = told(shop.open("s2"), "command", command=command)
    assert "ask first" in said
    assert "directly" not in said  # who runs the script does as it says


@pytest.mark.parametrize("command", ["cd web && npm run fresh", "npm --prefix web run fresh", "npm -w web run fresh"])
def test_a_script_of_another_folder_is_not_taken_for_that_of_this_one(shop: Shop, command: str) -> None:
    shop.know("till wipe loses the day's sales, ask first")
    (shop.root / "package.json").write_text('{"scripts": {"fresh": "till wipe --all"}}')
    assert "ask first" in told(shop.open("s1"), "command", command="npm run fresh")
    assert told(shop.open("s2"), "command", command=command) == ""


@pytest.mark.parametrize("text", ["", "[]", '{"scripts": 3}', '{"scripts": {"fresh": 1}}', "{", "\0"])
def test_a_package_file_that_is_none_changes_nothing(shop: Shop, text: str) -> None:
    shop.know("till wipe loses the day's sales, ask first")
    (shop.root / "package.json").write_text(text)
    assert told(shop.open("s1"), "command", command="npm run fresh") == ""


def test_a_plain_fact_that_rules_on_nothing_stays_silent(shop: Shop) -> None:
    shop.know("Till numbers are drawn by lot at every push")
    assert told(shop.open("s1"), "command", command="git push") == ""


def test_a_plain_rule_that_the_brief_told_is_told_once_more_at_its_action(shop: Shop) -> None:
    rule = "Run the linter before you push"
    shop.know(rule)
    session = shop.open("s1")
    assert rule in told(session, "start")
    assert rule in told(session, "command", command="git push")
    assert told(session, "command", command="git push") == ""


def test_a_warning_that_spells_a_command_with_its_options_leads(shop: Shop) -> None:
    shop.know("rm -rf build is needed after a new branch")
    shop.know("Never rm -rf build while the till is open, it lost a day once", kind="gotcha")
    first = told(shop.open("s1"), "command", command="rm -rf build").splitlines()[1]
    assert "WARNING" in first
    assert "lost a day" in first


def test_a_failure_brings_the_note_about_what_it_could_not_find(shop: Shop) -> None:
    shop.know("If the tests cannot find module till_core, run make link")
    failed = "ModuleNotFoundError: No module named 'till_core'"
    assert "make link" in told(shop.open("s1"), "failure", command="pytest tests/x.py", output=failed)
    other = "ModuleNotFoundError: No module named 'drawer_core'"
    assert told(shop.open("s2"), "failure", command="pytest tests/x.py", output=other) == ""


def test_what_is_anchored_to_a_command_in_plain_words_is_told_before_it_although_the_brief_told_it(shop: Shop) -> None:
    shop.know("Purge the cache after it, or old prices are shown", anchors=["cmd:npm run deploy"])
    session = shop.open("s1")
    assert "Purge" in told(session, "start")
    assert "Purge" in told(session, "command", command="npm run deploy")
    assert told(session, "command", command="npm run deploy") == ""


@pytest.mark.parametrize(
    ("rule", "action"),
    [
        ("Don't edit till.lock by hand, change prices.json and let till sync write it", "prices.json"),
        ("Never push to shop/till directly, push to your fork", "web/shop/till/page.py"),
        ("shop/till must not import from shop-office", "shop/till/page.py"),
        ("Run make prices after adding or renaming Python files", "shop/page.py"),
        ("Till tests need the drawer open", "tests/data/till.json"),
        ("till.gen.py is generated, don't edit it", "shop/use.py"),
    ],
)
def test_who_changes_what_a_rule_only_sends_one_to_or_names_in_passing_is_not_told(
    shop: Shop, rule: str, action: str
) -> None:
    shop.know(rule)
    (shop.root / action).parent.mkdir(parents=True, exist_ok=True)
    (shop.root / action).write_text("def till():\n    pass\n")
    edit = {"old_string": "    pass", "new_string": "    return 1"}
    assert told(shop.open("s1"), "edit", changes=(action,), edit=edit) == ""


@pytest.mark.parametrize(
    ("rule", "path", "line"),
    [
        ("shop/till must not import from shop-office", "shop/till/page.py", "import x from 'shop-office'"),
        ("Use require in tests, not the old till.Assert", "shop/till_test.go", "till.Assert(open)"),
        ("Ask before changing anything under shop/till", "shop/till/page.py", "x = 2"),
    ],
)
def test_a_rule_is_told_to_whose_lines_are_what_it_is_for(shop: Shop, rule: str, path: str, line: str) -> None:
    shop.know(rule)
    (shop.root / path).parent.mkdir(parents=True, exist_ok=True)
    (shop.root / path).write_text("x = 1\n")
    edit = {"old_string": "x = 1", "new_string": f"x = 1\n{line}"}
    assert rule in told(shop.open("s1"), "edit", changes=(path,), edit=edit)


def test_a_page_that_names_another_program_of_the_same_job_forbids_none(shop: Shop) -> None:
    (shop.root / "CONTRIBUTING.md").write_text("# Guide\n\n- Please follow the style: we use Black for Python.\n")
    shop.open().mine()
    assert told(shop.open("s1"), "command", command="ruff format shop") == ""


def test_the_way_by_which_a_line_came_is_on_record(shop: Shop) -> None:
    shop.know("Never npm, yarn or npx here, use pnpm")
    session = shop.open("s1")
    assert "pnpm" in told(session, "command", command="npx till")
    (row,) = session.hooks.moments()
    assert row.ways == {"against": 1}
