"""Whatever the text: no exception, no second change, no planted secret left, no more than linear work."""

from __future__ import annotations

import string
import uuid
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings, strategies as st

from standfast.capture import redact as redaction
from standfast.capture.redact import redact, redact_value
from tests.property.growth import MOST, TRIES, cpu, growth

KEY = b"a key of one home"
ALNUM = string.ascii_letters + string.digits
FRAGMENTS = (
    'password = "', 'password: ', 'token=', 'Authorization: Bearer ', '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----', '://user:', '@host', 'eyJhbGciOiJ', '.eyJ', 'ghp_', 'AKIA', 'sk-', 'xoxb-',
    '<private>', '</private>', 'kind: Secret\ndata:\n  ', '[redacted:secret:0a1b]', '[redacted:', 'api_key',
    '"key": "', '${X}', 'curl -u a:', 'mysql -p', 'Cookie: a=', '\n', ' ', '\x00', "'", '"', '`', '\\', '\\n', '=',
    ':', ',', '(', ')', '{', '}', '<', '>', '$6$', 'é', 'İ', 'K', '🙂', '\ud800', '\u202e',
    "x" * 40, "aB3" * 12,
    "0123456789abcdef" * 3, 'name: DB_PASSWORD\n  value: ', 'default = ', 'secret', 'key',
    'is', '--token ', 'facebook ',
)  # fmt: skip
texts = st.one_of(
    st.text(st.characters(codec=None, exclude_categories=()), max_size=200),
    st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join),
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(ALNUM + "-_./+=", max_size=24)), max_size=24).map("".join),
)


@settings(max_examples=400, deadline=None)
@given(texts, st.booleans())
@example("İ" * 50 + " password = 'hunter2İ'", False)
def test_no_text_is_an_error_and_a_second_run_changes_nothing(text: str, personal: bool) -> None:
    once = redact(text, key=KEY, personal=personal)
    assert redact(once.text, key=KEY, personal=personal).text == once.text
    last = 0
    for rule, start, end in once.findings:
        assert rule
        assert last <= start < end <= len(text)
        last = end


@settings(max_examples=150, deadline=None)
@given(texts, st.integers(0, 300))
def test_a_bound_is_kept_and_a_second_run_changes_nothing(text: str, bound: int) -> None:
    once = redact(text, key=KEY, bound=bound).text
    if len(text) > bound:
        assert len(once) <= bound
    if len(once) <= bound:
        assert redact(once, key=KEY, bound=bound).text == once


def drawn(size: int, letters: str = ALNUM) -> st.SearchStrategy[str]:
    def made(seed: int) -> str:  # not drawn letter by letter: shrinking would leave nothing random
        source = Random(seed)
        return "aZ7q" + "".join(source.choice(letters) for _ in range(size - 4))

    return st.integers(0, 2**32).map(made)


hexes = drawn(28, "0123456789abcdef").map(lambda s: "a7f3" + s)
planted = st.one_of(
    drawn(36).map("ghp_{}".format),
    drawn(40).map("glpat-{}".format),
    drawn(24).map("sk_live_{}".format),
    drawn(48).map("sk-proj-{}".format),
    drawn(90).map("sk-ant-api03-{}AA".format),
    drawn(16, string.ascii_uppercase + "234567").map(lambda s: "AKIA" + s.upper()[:16]),
    drawn(35).map("AIza{}".format),
    drawn(36).map("npm_{}".format),
    drawn(64, "0123456789abcdef").map(lambda s: "dop_v1_" + s.replace("aZ7q", "a17f")),
    drawn(43).map("hvs.CAES{}".format),
    drawn(24).map("xoxb-1234567890123-1234567890123-{}".format),
)
values = st.one_of(planted, drawn(32), drawn(40), hexes, drawn(32).map(lambda s: s[:10] + "!" + s[10:]))
NAMED = (
    'password = "{}"', 'export API_TOKEN={}', '"client_secret": "{}"', 'secret_key: {}\n', '--token {}',
    'apikey={}&x=1', 'https://bo:{}@git.invalid/x', 'Authorization: Bearer {}', '<password>{}</password>',
    "setPassword('{}')", 'PWD={};', "curl -u 'bo:{}' https://x.invalid", 'X-Api-Key: {}', '<private>{}</private>',
    "define('API_KEY', '{}');", '- name: API_TOKEN\n  value: {}\n', "ENV['API_TOKEN'] = '{}'",
    'var accessToken string = "{}"', 'the password is {}', 'the api token for billing is {}',
    '{{"key":"a1","client_secret":"{}","x":"' + "y," * 80 + '"}}', 'name,api_token\nbo,{}\n', 'api key = {}',
    '<key>ApiToken</key>\n<string>{}</string>', 'public string ApiToken {{ get; set; }} = "{}";',
)  # fmt: skip
around = st.text(st.sampled_from("ab 1.\n"), max_size=30)


@settings(max_examples=300, deadline=None)
@given(planted, around, around)
def test_a_planted_token_is_never_left(secret: str, before: str, after: str) -> None:
    left = redact(f"{before} {secret} {after}", key=KEY).text
    assert not [at for at in range(len(secret) - 11) if secret[at : at + 12] in left]


@settings(max_examples=400, deadline=None)
@given(values, st.sampled_from(NAMED), around, around)
def test_a_planted_value_under_a_secret_name_is_never_left(secret: str, named: str, before: str, after: str) -> None:
    assert secret not in redact(f"{before}\n{named.format(secret)}\n{after}", key=KEY).text


@settings(max_examples=100, deadline=None)
@given(values, st.sampled_from(["password", "api_token", "clientSecret", "DB_PASSWORD", "x-api-key"]))
def test_a_planted_value_in_a_payload_is_never_left(secret: str, name: str) -> None:
    value = {"input": {"env": [{name: secret}]}, "output": f"used {secret}", "tail": [secret, {secret: 1}]}
    assert secret not in repr(redact_value(value, key=KEY).value)


json_like = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False),
        st.sampled_from(FRAGMENTS),
        st.text(max_size=20),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(FRAGMENTS), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(json_like)
def test_no_payload_is_an_error_and_a_second_run_changes_nothing(value: object) -> None:
    once = redact_value(value, key=KEY).value
    assert redact_value(once, key=KEY).value == once


PROVOKING = [
    *FRAGMENTS,
    'a', 'a.', '-a', 'A1', 'a=', 'key=key', 'pass ', 'ey.', 'q~', '::', '$2a$', '-u a:b ', 'AAAA', '0x1f', 'token,',
    'the password is ', '密码是', 'auth:\n  ', 'auth: {"a": "b", ', '| password |\n', 'password\tx\n', '\x1b[1m',
    'раss', 'user = a\npassword = b\n', '"cookies":[', 'https://h/api/aZ7kQ2mX9pLwaZ7kQ2mX', 'aZ7kQ2mX9pLwaZ7kQ2mX\n',
    '$krb5tgs$', '{SSHA}',
    'acme_8f3b5d7a9c1e2f4068a1b3c5d7e9f012 ', 'secret-', 'host:5432:a:b:c\n', 'xoxb-.', 'ghs_1_eyJ.',
    '<th>password', '<th>password<td>', '<tr><td>a', 'insert into t (password) values (', 'echo a | ', 'kinit <<< ',
    "insert into t (pw) values ('a'),", 'connect a/b', 'a -u a -p ', '-u a --b c --d e ', 'radius-server key ',
    'login with a / ', 'user a, pass ', '$ANSIBLE_VAULT;1.1;AES256\n0f0f', ' user a using ', ']:5 a:b\n',
    '|| password ||\n', 'sqlplus a/"b@', 'sqlplus a/b/c@', 'connect a/"b ', 'the pass: `a', '<TH>password<TD>', '://[a:]b@',
    "'key',", 'key(', 'kind: Secret\n---\n', 'identified by ', 'login x password ', '+49 ', '1 ', 'a@',
]  # fmt: skip


def masked(text: str) -> object:
    return redact(text, key=KEY)


@pytest.mark.parametrize("piece", PROVOKING, ids=range(len(PROVOKING)))
def test_four_times_the_text_costs_nothing_like_sixteen_times_the_work(piece: str) -> None:
    masked(piece * 50)  # compile what it needs
    assert growth(masked, piece) < MOST


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PROVOKING), st.text(ALNUM, min_size=1, max_size=6)), min_size=1, max_size=4))
def test_no_mixture_of_provocations_makes_it_slow(pieces: list[str]) -> None:
    piece = "".join(pieces)
    masked(piece * 50)
    assert growth(masked, piece) < MOST


def test_the_yardstick_tells_a_square_from_a_line() -> None:
    def square(text: str) -> int:
        return sum(text.count("b") for _ in text)

    assert any(growth(square, "ab") > MOST for _ in range(TRIES))  # a busy machine makes the small text dear at times
    assert growth(lambda text: [sign for sign in text if sign == "b"], "ab") < MOST


@pytest.mark.parametrize(
    "line", ['password = "hunter{}Tango"\n', "token: aZ7q{}MEsak1f89QLicUE6xW\n", "https://a:b{}c!@h/ "]
)
def test_many_secrets_cost_nothing_like_the_square_of_their_number(line: str) -> None:
    few, many = ("".join(line.format(n) for n in range(count)) for count in (300, 1200))
    assert growth(lambda text: masked(many if len(text) > 2_000 else few), "x", start=2_000) < MOST


def test_lines_that_each_hold_a_secret_cost_a_few_times_as_much_as_source_code() -> None:
    draw = Random(3)
    forms = (
        'db_password = "{}!"\n',
        "  service_token: {}\n",
        "API_KEY={}\n",
        "https://bo:{}@db.internal/x\n",
        "ghp_{}\n",
    )
    lines = [draw.choice(forms).format("".join(draw.choices(ALNUM, k=36))) for _ in range(900)]
    dense = "".join(lines)
    source = "".join(path.read_text("utf-8") for path in sorted(Path(redaction.__file__).parent.glob("*.py")))

    def cost(text: str) -> float:
        return cpu(lambda: masked(text[: len(dense)]))

    masked(dense[:2000] + source[:2000])
    # Two to four times as much on an idle machine; others may interfere, but not with every pair.
    assert any(cost(dense) < 6 * cost(source) for _ in range(8))


@pytest.mark.parametrize("written", ["req-{}", "org-{}", "msg_{}", "thread/{}/events", "s-{}.log", "codex-{}"])
def test_a_name_with_a_uuid_or_a_hexadecimal_number_in_it_stays(written: str) -> None:
    chance = Random(7)
    for _ in range(60):
        number = uuid.UUID(int=chance.getrandbits(128), version=4)
        for text in (str(number), str(number).upper(), number.hex):
            assert redact(written.format(text), key=b"k" * 32).findings == ()
