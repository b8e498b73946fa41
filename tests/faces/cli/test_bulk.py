"""Records in bulk, line by line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def lines(*records: object) -> str:
    return "".join(
        (record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)) + "\n" for record in records
    )


def test_every_line_is_answered_in_order(desk: Desk) -> None:
    records = [{"text": f"Fact number {number}", "kind": "fact", "tags": [f"t{number}"]} for number in range(600)]
    done = desk.run("remember", "--jsonl", given=lines(*records))
    assert (done.code, done.err) == (0, "")
    assert len(done.lines) == 600
    assert {line["status"] for line in done.lines} == {"active"}
    for number in (0, 299, 599):
        assert desk.ask("show", done.lines[number]["id"])["text"] == f"Fact number {number}"


def test_a_bad_line_reports_its_number_and_does_not_stop_the_rest(desk: Desk) -> None:
    given = lines(
        {"text": "Good one"},
        "this is not JSON",
        "",
        {"title": "no text"},
        {"text": "Unknown field", "colour": "blue"},
        {"text": "Bad kind", "kind": "opinion"},
        ["not", "an", "object"],
        {"text": 7},
        {"text": "Good two"},
    )
    done = desk.run("remember", "--jsonl", given=given)
    assert done.code == 1
    answers = done.lines
    assert [answer.get("line") for answer in answers] == [None, 2, 4, 5, 6, 7, 8, None]
    assert [answer["error"]["code"] for answer in answers[1:7]] == ["bad-record"] * 3 + ["bad-kind"] + [
        "bad-record"
    ] * 2
    assert done.error["code"] == "some-failed"
    assert {result["text"] for result in desk.ask("recall", "good")["results"]} == {"Good one", "Good two"}


def test_a_last_line_that_is_bad_is_reported_too(desk: Desk) -> None:
    done = desk.run("remember", "--jsonl", given=lines({"text": "Good"}) + '{"text": "cut o')
    assert done.code == 1
    assert [answer.get("line") for answer in done.lines] == [None, 2]


def test_bytes_that_are_not_utf8_spoil_one_line_only(desk: Desk) -> None:
    done = desk.run("remember", "--jsonl", given=b'{"text": "caf\xe9"}\n{"text": "fine"}\n')
    assert done.code == 1
    assert [answer.get("line") for answer in done.lines] == [1, None]


def test_records_come_from_a_file_and_may_start_with_a_byte_order_mark(desk: Desk) -> None:
    (desk.folder / "records.jsonl").write_bytes(b"\xef\xbb\xbf" + lines({"text": "From a file"}).encode())
    done = desk.run("remember", "--jsonl", "--file", "records.jsonl")
    assert done.code == 0
    assert desk.ask("show", done.lines[0]["id"])["text"] == "From a file"


def test_no_lines_at_all_is_no_error(desk: Desk) -> None:
    assert desk.run("remember", "--jsonl", given="\n\n") == (0, "", "")


def test_files_and_anchors_of_a_record_are_both_anchors(desk: Desk) -> None:
    given = lines({"text": "About locks", "files": ["src/locks.py"], "anchors": ["src/locks.py::acquire"]})
    identity = desk.run("remember", "--jsonl", given=given).lines[0]["id"]
    assert desk.ask("show", identity)["anchors"] == ["src/locks.py::acquire", "src/locks.py"]


def test_what_was_acknowledged_before_a_failure_stays(desk: Desk) -> None:
    given = lines({"text": "Kept"}, {"text": "Supersedes nothing", "supersedes": ["zzzzzzz"]}, {"text": "Also kept"})
    done = desk.run("remember", "--jsonl", given=given)
    assert done.code == 1
    assert [("error" in line) for line in done.lines] == [False, True, False]
    assert len(desk.ask("log")["operations"]) == 2


def test_a_text_beside_records_is_refused(desk: Desk) -> None:
    done = desk.run("remember", "Text", "--jsonl", given=lines({"text": "x"}))
    assert done.code == 2
    assert done.error["code"] == "usage"


def test_a_person_is_told_which_lines_of_an_import_failed_and_why(desk: Desk) -> None:
    desk.write("kept.jsonl", lines("not JSON", ["not", "an", "object"]))
    done = desk.run("import", "standfast", "kept.jsonl")
    assert done.code == 1
    assert "Line 1: The line is not JSON" in done.err
    assert "Line 2: The line is not a JSON object." in done.err
