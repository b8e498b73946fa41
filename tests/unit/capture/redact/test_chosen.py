"""Passwords that people choose and say, in places that no assignment marks, and the words beside them that stay."""

from __future__ import annotations

import pytest

from standfast.capture.redact import redact
from standfast.capture.redact.plain import read_plain

KEY = b"a key of one home"

GONE = [
    ("user ana pass walnut-ladder-63", "walnut-ladder-63"),
    ("user ana pass umbrella-puzzle-shadow-lizard", "umbrella-puzzle-shadow-lizard"),
    ('password = "window-kitten-hammer-tunnel"', "window-kitten-hammer-tunnel"),
    ("my password used to be kitten-needle-54 but i changed it", "kitten-needle-54"),
    ("the code to unlock the vault is Ozps+OH2Kpx-x9", "Ozps+OH2Kpx-x9"),
    ("# TODO remove: pass is xlZSVLnFCxe0", "xlZSVLnFCxe0"),
    ("<kim> pw for that box? <lee> Window265island", "Window265island"),
    ('static const char kPass[] = "mXow%Q91w82%x9";', "mXow%Q91w82%x9"),
    ('mode=dynamic-keys wpa2-pre-shared-key="V5kE%AO21xX=x9"', "V5kE%AO21xX=x9"),
    ('GraphDatabase.driver(uri, auth=("neo4j", "lemon-island-delta-forest"))', "lemon-island-delta-forest"),
    ('curl_easy_setopt(h, CURLOPT_USERPWD, "ana:8g7Y*4dZZ83*x9");', "8g7Y*4dZZ83*x9"),
    ("netflix ana@acme.io YCcc-0g2zWo*x9", "YCcc-0g2zWo*x9"),
    ("a1 LOGIN ana q0jbNQLrehLL\na1 OK", "q0jbNQLrehLL"),
    ("mqtt: {broker: nas, username: ana, password: ibfJSuOlyRmS}", "ibfJSuOlyRmS"),
    ("local-user ana password irreversible-cipher Hwn7QSzanyxe", "Hwn7QSzanyxe"),
    ("203.0.113.4 203.0.113.9 : PSK 7V02_9WuHS4*x9", "7V02_9WuHS4*x9"),
    ('Content-Disposition: form-data; name="password"\n\nKitten1718elbow\n', "Kitten1718elbow"),
    ('expect "assword:"; send "SuaUjIy1KIFn\\r"', "SuaUjIy1KIFn"),
    ('And I fill in "Password" with "violin-feather-1"', "violin-feather-1"),
    ("Server    User    Password\n------    ----    --------\ndb1       ana     oc34n_Hammer4\n", "oc34n_Hammer4"),
    ("Recovery codes:\npgmq5-bcxgu\n1. hawc8-ixbdn  2. x71ab-99qmz\n", "hawc8-ixbdn"),
    ('testPassword = "basicPass"', "basicPass"),
    ('dataSource.setPassword("m121212");', "m121212"),
    ('{"ADMIN_PASSWORD": "123456"}', "123456"),
    ("docker run -e POSTGRES_PASSWORD=mysecretpassword \\\n  postgres", "mysecretpassword"),
    ('const string expectedClientSecret = "4D35385D9F24";', "4D35385D9F24"),
    ('"unique_token": "EJjDgTkTl",', "EJjDgTkTl"),
    ('var botToken string = "60210628263064570884093939025160"', "60210628263064570884093939025160"),
    ('pg_connect("host=sheep port=5432 user=lamb password=postgres")', "postgres"),
    ('mapOf("password" to "secret1234")', "secret1234"),
    ('passwords = ["maple-tango", "9dk2"]', "9dk2"),
    ("12 words: window ocean elbow mirror jungle yellow lizard needle lemon pencil insect bottle", "lizard needle"),
]
STAYS = [
    'autocomplete="current-password" password="forgot-password-link-text"',
    "password: acme-service-config-prod",
    "'id' => 1,\n'password' => $subject->password,\n",
    "mailer_password=Sender Password\nregister_submit=Create account\n",
    "password_change:\n  explanation: パスワードが変更されました。\n",
    "this.username = user;\n\t\tthis.password = password;\n",
    "Password: passwordResponse{\n  Identity: fields,\n",
    'registration.setClientSecret("clientSecret");',
    "the user sending an authenticated request, validated+set by a previous handler",
    'release.create(target: "97ea5e77b4d61d5d80ed08f7512847dee3ec9af5")',
    "the user should pass column_v2 to the filter",
    "make the user input pass through-filter to the next step",
    "struct Login {\n  input_username: TextInput,\n  input_password: TextInputComponent,\n}",
    "Recovery codes: see the page about codes\n- one is used once\n",
    "Signed-off-by: Ana <ana@acme.io>\nana@acme.io 2024-11-01\nmail ana@acme.io afterwards",
    'auth = ("basic", "digest")\nlogin("username", "password")',
    "Server    User    Port\n------    ----    ----\ndb1       ana     5432\n",
]


@pytest.mark.parametrize(("text", "secret"), GONE)
def test_what_somebody_chose_goes(text: str, secret: str) -> None:
    result = redact(text, key=KEY)
    assert secret not in result.text
    assert redact(result.text, key=KEY).text == result.text


def test_a_poor_password_is_masked_where_it_is_one_and_not_where_the_word_stands_otherwise() -> None:
    text = 'source.setURL("will-be-overwritten");\nsource.setPassword("will-be-overwritten");'
    assert redact(text, key=KEY).text.startswith(
        'source.setURL("will-be-overwritten");\nsource.setPassword("[redacted:'
    )


@pytest.mark.parametrize("text", STAYS)
def test_what_only_speaks_of_passwords_stays(text: str) -> None:
    assert redact(text, key=KEY).text == text


def test_only_the_parts_that_look_otherwise_are_read_again() -> None:
    line = "nothing to see on this line of an ordinary log\n"
    text = line * 400 + "pass\u200bword = tango-7-foxtrot\n" + line * 400
    parts = read_plain(text)
    assert 0 < sum(len(plain) for plain, _ in parts) < len(text) / 4
    assert "tango-7-foxtrot" not in redact(text, key=KEY).text


def test_signs_at_both_ends_of_a_long_text_are_both_read() -> None:
    line = "nothing to see on this line of an ordinary log\n"
    text = f"pass\u200bword = tango-7-foxtrot\n{line * 200}secr\u200bet_key = walnut-8-Ladder\n{line * 200}\u200b"
    clean = redact(text, key=KEY).text
    assert "tango-7-foxtrot" not in clean
    assert "walnut-8-Ladder" not in clean


def test_a_key_whose_heading_has_an_unseen_sign_goes_whole() -> None:
    lines = [f"{'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC' * 2}{number:04d}" for number in range(80)]
    body = "\n".join(lines)
    text = f"-----BEGIN\u200b PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n"
    clean = redact(text, key=KEY).text
    assert not any(line in clean for line in lines)
