"""When the ground gives way: homes that cannot be written, files from the future, stores in use."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from standfast.context.patterns import PREFIX, open_patterns
from standfast.model.pattern import compile_kept, look_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faces.cli.conftest import Desk


def partition_file(desk: Desk) -> Path:
    return next((desk.home / "store").glob("project-*.db"))


def test_a_home_that_is_a_file_is_a_store_error(desk: Desk) -> None:
    desk.home.write_text("in the way", encoding="utf-8")
    for words in (["remember", "x"], ["status"], ["recall", "x"]):
        assert desk.fail(*words, code=3)["code"].startswith("store-")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_cannot_be_written_is_a_store_error(desk: Desk) -> None:
    desk.home.mkdir(mode=0o500)
    assert desk.fail("remember", "x", code=3)["code"] == "store-read-only"


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="there is no folder that nobody can write")  # noqa: PTH112
def test_a_home_where_nothing_can_be_made_is_a_store_error(desk: Desk) -> None:
    desk.env["STANDFAST_HOME"] = "/proc/self/standfast"
    for words in (["remember", "x"], ["status"], ["brief"]):
        assert desk.fail(*words, code=3)["code"] == "store-read-only"
    assert desk.run("doctor", "--json").code == 3


@pytest.mark.parametrize(("version", "code"), [(999, "store-too-new"), (1, "store-too-old")])
def test_a_file_of_another_format_is_refused_and_left_alone_and_the_doctor_says_the_same(
    desk: Desk, version: int, code: str
) -> None:
    desk.remember("A memory")
    with sqlite3.connect(partition_file(desk)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = partition_file(desk).read_bytes()
    error = desk.fail("recall", "memory", code=3)
    assert error["code"] == code
    assert error["hint"]
    for words in (["doctor"], ["doctor", "--fix"]):
        done = desk.run(*words, "--json")
        assert done.code == 3
        told = [check for check in json.loads(done.out)["checks"] if error["message"] in check["message"]]
        assert told
        assert {check["hint"] for check in told} == {error["hint"]}
    assert partition_file(desk).read_bytes() == before


def test_a_store_in_use_is_busy_within_the_wait(desk: Desk) -> None:
    desk.remember("A memory")
    (desk.home / "config.toml").write_text("wait_s = 0.05\n", encoding="utf-8")
    other = sqlite3.connect(partition_file(desk), isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        done = desk.start("remember", "Another", "--json")  # locks do not keep a process out that holds them itself
        assert done.returncode == 3
        assert json.loads(done.stderr)["error"]["code"] == "store-busy"
        assert json.loads(desk.start("status", "--json").stdout)["memories"] == {"active": 1}
    finally:
        other.close()
    desk.remember("Another")


def test_a_damaged_file_is_named_and_not_hidden(desk: Desk) -> None:
    desk.remember("A memory")
    victim = partition_file(desk)
    for extra in ("-wal", "-shm"):
        victim.with_name(victim.name + extra).unlink(missing_ok=True)
    victim.write_bytes(b"This is no database at all. " * 400)
    error = desk.fail("recall", "memory", code=3)
    assert error["code"] == "store-corrupt"
    assert "doctor" in error["hint"]


@pytest.mark.parametrize(
    "text",
    ["durability = [", 'durability = "sometimes"', "colour = 1", 'wait_s = "long"', 'embedder = "no-such-thing"'],
)
def test_wrong_settings_are_named(desk: Desk, text: str) -> None:
    desk.home.mkdir(mode=0o700)
    (desk.home / "config.toml").write_text(text + "\n", encoding="utf-8")
    desk.env.pop("STANDFAST_DURABILITY", None)
    done = desk.run("remember", "x", "--json")
    assert done.code in {1, 2}
    assert done.error["hint"]


@pytest.mark.parametrize("url", ["mysql://x", "sqlite://", "postgres:/localhost/x"])
def test_an_unknown_store_is_wrong_configuration(desk: Desk, url: str) -> None:
    assert desk.fail("status", "--store", url, code=2)["code"] == "store-unknown"


def test_another_store_can_be_named(desk: Desk) -> None:
    url = f"sqlite://{desk.folder.parent / 'elsewhere'}"
    identity = desk.remember("Kept elsewhere", "--store", url)
    assert desk.fail("show", identity, code=1)["code"] == "not-found"
    assert desk.ask("show", identity, "--store", url)["text"] == "Kept elsewhere"
    desk.env["STANDFAST_STORE"] = url
    assert desk.ask("show", identity)["text"] == "Kept elsewhere"


def test_many_processes_write_at_once(desk: Desk) -> None:
    import concurrent.futures

    desk.ask("init", "--history", "none")
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda number: desk.start("remember", f"Memory {number}", "--json"), range(6)))
    assert [item.returncode for item in done] == [0] * 6
    assert desk.ask("status")["memories"] == {"active": 6}


@pytest.mark.skipif(os.name != "posix", reason="arguments are text there")
def test_arguments_that_are_not_utf8_do_not_break_anything(desk: Desk) -> None:
    done = desk.start("remember", os.fsdecode(b"caf\xe9 opens at nine"), "--json")
    assert done.returncode == 0, done.stderr
    assert desk.start("recall", os.fsdecode(b"caf\xe9"), "--json").returncode == 0
    assert desk.start("show", os.fsdecode(b"\xff\xfe"), "--json").returncode == 1


def test_what_a_repair_could_not_bring_back_is_red_until_a_person_says_that_they_know(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment id")
    (lost,) = (desk.home / "store").glob("project-*.db")
    for path in (desk.home / "store").glob(f"{lost.name}*"):
        path.unlink()

    def losses(*words: str) -> tuple[int, list[str]]:
        done = desk.run("doctor", *words, "--json")
        return done.code, [check["verdict"] for check in done.json["checks"] if "lost" in check["message"]]

    assert losses("--fix") == (3, ["fail"]), "it was begun anew, and what it held is gone"
    assert losses() == (3, ["fail"])
    refused = desk.run("doctor", "--accept-loss", "--json", env={"CLAUDECODE": "1"})
    assert refused.error["code"] == "authority"
    assert losses() == (3, ["fail"])
    assert losses("--fix") == (3, ["fail"]), "a repair that has nothing left to do accepts nothing"
    assert losses("--accept-loss") == (0, ["ok"])
    assert losses() == (0, ["ok"]), "it is known, and still told"
    (line,) = (check["message"] for check in desk.run("doctor", "--json").json["checks"] if "lost" in check["message"])
    assert "known to person:" in line


def test_only_a_person_forgets_what_hooks_could_not_do_or_would_not_believe(desk: Desk) -> None:
    log = desk.home / "log" / "hooks.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("2026-11-15T10:00:00.000Z Refused forged-prompt\n")
    desk.run("doctor", "--fix", env={"CLAUDECODE": "1"})
    assert "forged-prompt" in log.read_text()
    desk.run("doctor", "--fix")
    assert not log.exists()


def test_doctor_finds_and_removes_damaged_expressions_that_hooks_keep(desk: Desk) -> None:
    desk.run("remember", "x")
    kept = open_patterns(desk.home)
    compile_kept("(?:a|b)+c")
    kept.save()
    look_in(None)
    (place,) = desk.home.glob(f"{PREFIX}*")
    place.write_bytes(place.read_bytes()[:-9] + b"7" * 9)
    (check,) = (check for check in desk.run("doctor", "--json").json["checks"] if place.name in check["message"])
    assert check["verdict"] == "warn"
    desk.run("doctor", "--fix", "--json")
    assert not place.exists()
