"""What a name gave away once is known again in the same home without it, and nothing of it is kept."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from standfast.capture.redact import Known, redact, redact_value
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
HEX = "8f3b5d7a9c1e2f4068a1b3c5d7e9f012"


def test_a_value_that_a_name_gave_away_is_known_without_it_in_a_later_process(tmp_path: Path) -> None:
    redact(f"api_key: {HEX}", key=KEY, known=Known(tmp_path / "known", KEY))
    later = redact(f"it ran with {HEX} again", key=KEY, known=Known(tmp_path / "known", KEY))
    assert HEX not in later.text
    assert HEX in redact(f"it ran with {HEX} again", key=KEY).text


def test_it_is_known_inside_a_longer_run_too(tmp_path: Path) -> None:
    redact(f'password = "{HEX}"', key=KEY, known=Known(tmp_path / "known", KEY))
    text = f"GET /items?sort=up&page={HEX}&x=1"
    assert HEX not in redact(text, key=KEY, known=Known(tmp_path / "known", KEY)).text


def test_a_running_process_learns_what_another_one_found(tmp_path: Path) -> None:
    server = Known(tmp_path / "known", KEY)
    assert HEX in redact(f"it ran with {HEX}", key=KEY, known=server).text
    redact_value({"api_key": HEX}, key=KEY, known=Known(tmp_path / "known", KEY))
    assert HEX not in redact(f"it ran with {HEX}", key=KEY, known=server).text


def test_what_could_be_guessed_is_not_remembered(tmp_path: Path) -> None:
    known = Known(tmp_path / "known", KEY)
    for value in ("tango-7-foxtrot", "Sommer2024!", "correcthorsebatterystaple1", "12345678901234567890"):
        redact(f'password = "{value}"', key=KEY, known=known)
    assert not (tmp_path / "known").exists()


def test_the_file_holds_hashes_that_another_key_does_not_confirm(tmp_path: Path) -> None:
    value = draw(32)
    redact(f'password = "{value}"', key=KEY, known=Known(tmp_path / "known", KEY))
    kept = (tmp_path / "known").read_bytes()
    assert len(kept) == 8
    assert value.encode() not in kept
    other = Known(tmp_path / "known", b"another home's key")
    assert HEX in redact(f"it ran with {HEX}", key=KEY, known=other).text


def test_the_file_stays_small_and_survives_a_torn_write(tmp_path: Path) -> None:
    path = tmp_path / "known"
    known = Known(path, KEY)
    known.learn(sha256(str(n).encode()).hexdigest() for n in range(9000))
    known.learn([draw(24, seed=9001)])
    assert path.stat().st_size <= 8192 * 8
    path.write_bytes(path.read_bytes() + b"abc")
    Known(path, KEY).learn([HEX])
    assert path.stat().st_size % 8 == 0
    assert HEX not in redact(f"it ran with {HEX}", key=KEY, known=Known(path, KEY)).text


def test_a_home_that_cannot_be_written_redacts_all_the_same(tmp_path: Path) -> None:
    known = Known(tmp_path / "missing" / "known", KEY)
    assert HEX not in redact(f"api_key: {HEX}", key=KEY, known=known).text
