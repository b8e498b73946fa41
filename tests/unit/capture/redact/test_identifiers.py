"""Ids are drawn at random, as keys are; none is taken for one, alone or joined to others."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from standfast import Memory
from standfast.capture.redact import redact
from standfast.config import Settings
from standfast.model.memory import Evidence
from standfast.model.source import Source

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
Draw = Callable[[random.Random], str]


def drawn(prefix: str, size: int, alphabet: str = LETTERS) -> Draw:
    return lambda chance: prefix + "".join(chance.choices(alphabet, k=size))


def uuid(chance: random.Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))


def timed_uuid(chance: random.Random) -> str:
    return "019a8b" + str(UUID(int=chance.getrandbits(128), version=4))[6:14] + "7" + uuid(chance)[15:]


def open_code(prefix: str) -> Draw:
    return lambda chance: drawn(prefix, 12, HEX)(chance) + drawn("", 14)(chance)


def ours(letter: str) -> Draw:
    alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    return lambda chance: drawn(letter, 6, alphabet)(chance) + drawn("-", 7, alphabet)(chance)


# Session, turn and call, as each client writes them.
CLIENTS: dict[str, tuple[Draw, Draw, Draw]] = {
    "claude-code": (uuid, uuid, drawn("toolu_01", 22)),
    "claude-code on another cloud": (uuid, drawn("msg_01", 22), drawn("toolu_vrtx_01", 22)),
    "codex": (timed_uuid, timed_uuid, drawn("call_", 24)),
    "opencode": (open_code("ses_"), open_code("msg_"), open_code("prt_")),
    "gemini-cli": (
        uuid,
        lambda chance: f"{uuid(chance)}########{chance.randrange(40)}",
        drawn("read_file-17", 24, HEX),
    ),
    "copilot-cli": (uuid, uuid, drawn("tooluse_", 22, LETTERS + "-_")),
    "cursor": (uuid, uuid, lambda chance: drawn("call_", 24)(chance) + "\n" + drawn("fc_", 50, HEX)(chance)),
    "qwen-code": (uuid, uuid, drawn("call_", 32, HEX)),
    "amp": (lambda chance: f"T-{uuid(chance)}", uuid, drawn("toolu_01", 22)),
    "goose": (drawn("20261103_", 3, string.digits), lambda chance: f"msg_{uuid(chance)}", drawn("call_", 24)),
    "another": (drawn("resp_", 50, HEX), drawn("chatcmpl-", 29), drawn("fc_", 50, HEX)),
    "ours": (ours("s"), ours("m"), ours("o")),
}
COUNT = 25


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    return opened(tmp_path_factory.mktemp("home"))


def opened(home: Path) -> Memory:
    settings = Settings(home=home, store_url=f"sqlite://{home / 'store'}", embedder="off", user="ana")
    return Memory(settings, Source("person", "ana"), home)


@pytest.mark.parametrize("client", CLIENTS)
def test_what_something_is_found_again_by_is_never_masked(memory: Memory, client: str) -> None:
    chance = random.Random(client)
    for _ in range(COUNT):
        session, turn, call = (draw(chance) for draw in CLIENTS[client])
        number = drawn("", 8, HEX)(chance)
        keys = (f"tool:{turn}:{call}:w:{number}", f"prompt:{turn}:::{number}", f"tool::{call}::{number}")
        joined = (f"{session}/{key}" for key in (turn, *keys, f"{session}:{keys[1]}"))
        for text in (session, turn, call, *keys, *joined):
            assert memory.context.clean_key(text) == text
            assert memory.context.clean_key(f"turn:{text}") == f"turn:{text}"


def test_an_id_beside_another_that_ends_like_a_name_is_not_remembered_as_a_secret(memory: Memory) -> None:
    call = "call_AY4eu8o9R2KDiO0aps4Q8wID"
    key = f"tool:msg_d19610ca9751hHd51rjAdS0KEY:{call}:w:5dfe6f2e"
    assert memory.context.clean_key(key) == key
    memory.context.clean(key)  # in a text it may be taken for one, and is forgotten again
    assert memory.context.clean(call) == call


@pytest.mark.parametrize("client", CLIENTS)
def test_an_id_is_no_secret_in_a_text_or_an_address(client: str) -> None:
    chance = random.Random(f"{client} in a text")
    for _ in range(COUNT):
        session, turn, call = (draw(chance).split("\n")[0] for draw in CLIENTS[client])
        texts = (
            *(session, turn, call, f"{session}/{turn}", f"standfast why {session}", f"said in {session}, turn {turn}"),
            f"http://127.0.0.1:7777/sessions/{session}?event={turn}",
            f"/api/v1/sessions/{session}/events/{call}",
            f"/home/ana/.claude/projects/-home-ana-shop/{session}.jsonl",
        )
        for text in texts:
            assert redact(text, key=b"k" * 32, personal=True).text == text


@pytest.mark.parametrize("name", ["app_databasepassword", "call_mysecretpassword2024", "db2pw"])
def test_a_name_with_the_beginning_of_an_id_is_still_a_name(name: str) -> None:
    assert "hunter2abc9" not in redact(f"{name}: hunter2abc9", key=b"k" * 32).text


@pytest.mark.parametrize(
    "secret", ["ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5", "wJ4lrXUtnFEmI/K7MDqNG/bPxRfiCYzXAqPLwKEY9"]
)
def test_a_secret_beside_ids_is_masked_in_what_is_found_again_by_them(memory: Memory, secret: str) -> None:
    session = uuid(random.Random(7))
    for text in (secret, f"{session}/{secret}", f"turn:{session}/prompt:{secret}:::0a1b2c3d"):
        cleaned = memory.context.clean_key(text)
        assert secret not in cleaned
        assert memory.context.clean_key(cleaned) == cleaned


NAMED = [
    *(f"{name}0f8fad5b-d9cb-469f-a165-70867728950e" for name in ("api_key: ", "token:", "client_secret: ", "bearer ")),
    *(f"{name}user_hunter2hunter2hunter2" for name in ("password: ", "my password is ")),
]


@pytest.mark.parametrize("said", NAMED)
def test_what_a_name_gives_away_is_masked_though_it_looks_like_an_id(tmp_path: Path, said: str) -> None:
    memory = opened(tmp_path)
    value = re.split("[: ]", said)[-1]
    for text in (said, f"turn:{said}", f"{uuid(random.Random(7))}/{said}"):
        assert value not in memory.context.clean_key(text)
    assert value not in memory.context.clean_evidence(Evidence("turn", said)).ref
    assert value not in memory.context.clean_source(Source("agent", "codex", session=said, turn=said)).session


CREDENTIALS = ("client_secret: {}", "api_key={}", '{{"auth_token": "{}"}}', "ACCESS_TOKEN='{}'")


@pytest.mark.parametrize("said", CREDENTIALS)
@pytest.mark.parametrize("prefix", ["user_", "org-", "cus_", "acct_"])
def test_what_is_drawn_behind_a_word_is_a_secret_where_a_name_says_so(said: str, prefix: str) -> None:
    chance = random.Random(11)
    values = [drawn(prefix, 20, alphabet)(chance) for alphabet in (LETTERS, HEX) for _ in range(100)]
    left = [value for value in values if value in redact(said.format(value), key=b"k" * 32).text]
    assert len(left) <= 2


@pytest.mark.parametrize("said", CREDENTIALS)
@pytest.mark.parametrize(
    "name", ["user_accountRepository", "user_sha256Checksum", "app_refreshTokenV2Handler", "org-authenticationService"]
)
def test_a_name_behind_a_word_is_no_secret_though_one_is_promised(said: str, name: str) -> None:
    assert name in redact(said.format(name), key=b"k" * 32).text
