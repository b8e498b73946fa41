"""What is about to run, through shells and scripts, and what it takes away or in, calls up the notes about that."""

from __future__ import annotations

import subprocess

import pytest

from tests.unit.moments.test_tell import Shop, shop, told

__all__ = ["shop"]


@pytest.mark.parametrize(
    ("note", "command", "other"),
    [
        ("Never delete anything below /srv/shop/tills", "rm -rf /srv/shop/tills/old", "rm -rf /srv/shop/cache"),
        ("Never delete anything below /srv/shop/tills", "cd /srv/shop && rm -rf tills/old", "ls /srv/shop/tills"),
        ("Never delete anything below /srv/shop/tills", "find /srv/shop/tills -mtime +9 -delete", "du -sh /srv/shop"),
        ("Never delete anything below /srv/shop/tills", "ssh till1 'sudo rm -rf /srv/shop'", "ssh till1 uptime"),
        ("drawers/old cannot be made again, don't remove it", "rm -rf drawers", "rm -rf drawers/new"),
        ("never drop or truncate the tills table", "psql -c 'DROP TABLE tills'", "psql -c 'drop table trial'"),
        (
            "never drop or truncate the tills table",
            "psql shop <<'S'\ntruncate tills;\nS",
            "psql -c 'select * from tills'",
        ),
        ("s3://shop-tills: ask Ana before deleting anything", "aws s3 rm --recursive s3://shop-tills/x", "aws s3 ls"),
        ("redis-cli FLUSHALL closes every till", "redis-cli -h till1 flushall", "redis-cli info"),
        ("git clean -fdx takes .till.key, which is nowhere else", "git clean -xdf", "git clean -n"),
        ("git stash drop lost a drawer in May", "git stash drop", "git stash"),
    ],
)
def test_a_warning_about_what_a_command_takes_away_leads(shop: Shop, note: str, command: str, other: str) -> None:
    shop.know(note)
    assert told(shop.open("s1"), "command", command=other) == ""
    assert note in told(shop.open("s2"), "command", command=command)


def test_a_warning_of_one_thing_is_no_warning_of_another(shop: Shop) -> None:
    shop.know("Never run migrations on Fridays")
    shop.know("Don't drop the tills table")
    said = told(shop.open("s1"), "command", command="psql -c 'drop table tills' && till migrate")
    assert said.count("WARNING") == 1
    assert "tills table" in said.splitlines()[1]


def test_what_names_the_very_command_comes_before_what_its_script_runs(shop: Shop) -> None:
    (shop.root / "Makefile").write_text("fresh:\n\tdropdb shop\n\ttill migrate\n")
    shop.know("Before any till migrate ask Ana, never do it alone")
    shop.know("Never dropdb, it loses the drawers")
    shop.know("Never run make fresh on the real till")
    assert "make fresh" in told(shop.open("s1"), "command", command="make fresh").splitlines()[1]


@pytest.mark.parametrize(
    ("note", "command"),
    [
        ("Never force push to main", "bash -lc 'git push --force origin main'"),
        ("till wipe loses the day's sales, ask first", "make -C {root} fresh"),
        ("till wipe loses the day's sales, ask first", "cd {root} && make fresh"),
        ("till wipe loses the day's sales, ask first", "cd {root}/shop && make -C .. fresh"),
        ("don't run make fresh on a Friday", "make all"),
        ("Take a copy before every migration", "cd shop && python ../manage.py migrate"),
        ("never call bin/open.sh by hand", "sh bin/open.sh now"),
        ("never call bin/open.sh by hand", "./bin/open.sh"),
        ("don't use emptytills on the real shop", "./manage.py emptytills"),
    ],
)
def test_a_command_is_followed_through_shells_folders_and_scripts(shop: Shop, note: str, command: str) -> None:
    (shop.root / "Makefile").write_text("all: fresh\nfresh:\n\ttill wipe\n")
    shop.know(note)
    assert told(shop.open("s1"), "command", command="cd /tmp && make all") == ""
    assert note in told(shop.open("s2"), "command", command=command.format(root=shop.root))


@pytest.mark.parametrize(
    "command", ["kubectl get pods", "helm ls", "terraform plan", "alembic history", "ansible-playbook --check x.yml"]
)
def test_who_only_looks_deploys_nothing(shop: Shop, command: str) -> None:
    shop.know("Deploys and migrations wait until the till is closed")
    session = shop.open("s1")
    assert told(session, "command", command=command) == ""
    assert "closed" in told(session, "command", command="./deploy.sh")


@pytest.mark.parametrize(
    ("note", "command", "other"),
    [
        ("We tried tills 5 in April and went back, it leaks", "pip install -U tills", "pip install drawers"),
        ("We tried tills 5 in April and went back, it leaks", "uv pip install 'tills>=5'", "pip uninstall tills"),
        ("we decided against tills-kit, it has no cache", "pnpm add tills-kit@2", "pnpm add zod"),
        ("stay with drawers 2, newer ones break the scale", "yarn up drawers", "yarn install"),
    ],
)
def test_what_was_decided_about_a_dependency_is_told_to_who_takes_it_in(
    shop: Shop, note: str, command: str, other: str
) -> None:
    shop.know(note)
    assert told(shop.open("s1"), "command", command=other) == ""
    assert note in told(shop.open("s2"), "command", command=command)


@pytest.mark.parametrize(
    ("note", "command", "other"),
    [
        ("drawer tests hang when the scale is off: till up scale first", "pytest tests/drawer", "pytest tests/unit"),
        ("drawer tests hang when the scale is off: till up scale first", "make test-drawer", "till up scale"),
        ("commit messages start with the number, e.g. SHOP-12", "git commit -m 'Fix'", "git commit -m 'SHOP-7 Fix'"),
        ("never shopctl restart till-web, use reload", "shopctl restart till-web.service", "shopctl restart nginx"),
        ("careful: make tidy also deletes the drawers", "make tidy", "make test"),
    ],
)
def test_a_note_is_told_at_the_part_that_it_is_about(shop: Shop, note: str, command: str, other: str) -> None:
    (shop.root / "Makefile").write_text("tidy:\n\ttrue\ntest:\n\ttrue\n")
    shop.know(note)
    assert told(shop.open("s1"), "command", command=other) == ""
    assert note in told(shop.open("s2"), "command", command=command)


def test_what_stands_in_brackets_is_what_a_note_sends_one_to(shop: Shop) -> None:
    shop.know("The scale needs a server (till up scale), otherwise it waits for ever")
    assert told(shop.open("s1"), "command", command="till up scale") == ""


def test_what_forbids_to_overwrite_a_branch_forbids_no_plain_push_to_it(shop: Shop) -> None:
    subprocess.run(["git", "symbolic-ref", "HEAD", "refs/heads/main"], cwd=shop.root, check=True)
    rule = "Don't force push to main or release branches"
    shop.know(rule)
    for number, fine in enumerate(("git commit -m x", "git push", "git push --force-with-lease origin shop/x")):
        assert told(shop.open(f"s{number}"), "command", command=fine) == ""
    for number, wrong in enumerate(("git push -f", "git push origin +main", "git push --force origin release/2")):
        assert rule in told(shop.open(f"t{number}"), "command", command=wrong)


DENIED = "till.Closed: the drawer of the scale is locked"


@pytest.mark.parametrize(
    ("note", "output"),
    [
        ("when it says 'drawer of the scale is locked' turn the key", f"Traceback\n{DENIED}"),
        ("drawer of the scale is locked → turn the key", f"error: {DENIED}\nmake: *** [Makefile:3: test] Error 1"),
        ("TILL_E_LOCKED: somebody has the key, ask Ana", "fatal TILL_E_LOCKED at 0x1"),
        ("EADDRINUSE on 5173 is the other till, close it", "Error: listen EADDRINUSE: address in use 127.0.0.1:5173"),
        ("Scale tests failing with 'No such drawer' need the new key", "InvalidError: Request 9: No such drawer: 'x'"),
    ],
)
def test_a_note_that_names_an_error_is_told_at_it_whatever_failed(shop: Shop, note: str, output: str) -> None:
    shop.know(note, kind="fact")
    for number, command in enumerate(("pytest -q", "make test")):
        assert note in told(shop.open(f"s{number}"), "failure", command=command, output=f"Exit code 1\n{output}")


@pytest.mark.parametrize(
    ("note", "output"),
    [
        ("EADDRINUSE on 5173 is the other till, close it", "Error: listen EADDRINUSE: address in use 127.0.0.1:3000"),
        ("when it says 'the drawer is locked' turn the key", "error: the drawer is open"),
        ("if the scale is off run `till up scale` first", "error: till up scale: no such command"),
        ("ModuleNotFoundError for till means the scale is off", "ModuleNotFoundError: No module named 'drawer'"),
    ],
)
def test_a_note_about_another_error_is_not_told(shop: Shop, note: str, output: str) -> None:
    shop.know(note, kind="fact")
    assert told(shop.open("s1"), "failure", command="pytest -q", output=output) == ""
