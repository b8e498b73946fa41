"""Secrets as people, tools and services spell them beyond a plain assignment, and their look-alikes that stay."""

from __future__ import annotations

import json

import pytest

from standfast.capture.redact import redact
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
CHOSEN = "hunter2Tango"
RANDOM = draw(40, seed=5)
HEX = draw(35, "0123456789abcdef", seed=6)[3:]
UUID = f"{HEX[:8]}-{HEX[8:12]}-4{HEX[13:16]}-a{HEX[17:20]}-{HEX[20:]}"
WORDS = "abandon ability able about above absent absorb abstract absurd abuse access accident"


@pytest.mark.parametrize(
    "text",
    [
        "SET PASSWORD FOR 'bob'@'%' = '{v}';",
        "SET PASSWORD = PASSWORD('{v}');",
        "echo {v} | sudo -S apt update",
        "echo '{v}' | sudo -k -S id",
        "<AdministratorPassword><Value>{v}</Value></AdministratorPassword>",
        'DriverManager.getConnection(url, "root", "{v}")',
        'DBI->connect("dbi:mysql:x", "root", "{v}")',
        'mysqli_connect("localhost", "root", "{v}", "x")',
        'new PDO("mysql:host=h", "root", "{v}")',
        "the password for staging is {v}",
        "the password of the build user was {v}.",
        "contraseña: {v}",
        "mot de passe : {v}",
        "hasło: {v}",
        "Пароль: {v}",
        "パスワード: {v}",
        "비밀번호: {v}",
        "nmcli dev wifi connect office password {v}",
        "enable secret 0 {v}",
        "username admin privilege 15 password 0 {v}",
        "snmp-server community {v} RW",
        "cqlsh db -u cassandra -p {v}",
        "beeline -u jdbc:hive2://h -n bob -p {v}",
        "sqlplus scott/{v}@orcl",
        "lftp -u bob,{v} ftp.x",
        "username,password\nbob,{v}\n",
        "User name,Password,Console link\r\nana,{v},https://x.invalid\r\n",
        '{{"key":"a1","password":"{v}","rest":"' + "b," * 70 + '"}}',
        "key=row1&password={v}&x=" + "y" * 150,
    ],
)
def test_a_chosen_password_goes(text: str) -> None:
    done = redact(text.format(v=CHOSEN), key=KEY)
    assert CHOSEN not in done.text
    assert redact(done.text, key=KEY).text == done.text


@pytest.mark.parametrize("value", [RANDOM, HEX, UUID])
@pytest.mark.parametrize(
    "text",
    [
        "rollbar key = '{v}'",
        "rollbar: '{v}'",
        'Rollbar.init("{v}")',
        "| rollbar key | `{v}` |",
        "use this token for rollbar: {v}",
        "AZURE_DEVOPS_EXT_PAT={v}",
        'public string RollbarToken {{ get; set; }} = "{v}";',
        "<key>ApiKey</key>\n<string>{v}</string>",
        '{{"name":"x","rollbar":{{"apiKey":"{v}"}}}}',
    ],
)
def test_a_random_value_given_to_a_service_goes(text: str, value: str) -> None:
    assert value not in redact(text.format(v=value), key=KEY).text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f'new BasicAWSCredentials("AKIA{RANDOM[:16].upper()}", "{RANDOM}")', RANDOM),
        (f"https://acme.azurewebsites.net/api/f?code={RANDOM}{RANDOM[:12]}==", RANDOM),
        (f"https://{HEX}:{HEX[::-1]}@sentry.corp.invalid/2", HEX),
        (json.dumps({"kty": "oct", "k": RANDOM}), RANDOM),
        (f"Splunk {UUID}", UUID),
        (f'MNEMONIC="{WORDS}"', WORDS),
        (f"the seed phrase is {WORDS}", WORDS),
        (f"Administrator:500:{HEX}:{HEX[::-1]}:::", HEX),
        ("define('NONCE_SALT',  '5G/Ifmlk/7OU3~][,R%!~?;:4&RqOz-VudBJ@4|i,zLSAn!*gEk|b&H<LN3/MI~K');", "5G/Ifmlk"),
        ("User name,Access key ID,Secret access key\nana,AKIAQ7J4M2X9W5T3R8KZ," + RANDOM + "\n", RANDOM),
    ],
)
def test_a_secret_of_a_special_form_goes(text: str, secret: str) -> None:
    assert secret not in redact(text, key=KEY).text


@pytest.mark.parametrize(
    "text",
    [
        "name,score\nana,12\npassword,policy\nstrict,yes\n",
        "token,count\nthe,120\nof,80\n",
        "run_pass integration_e2e2 || return 2",
        "if password1 != password2 { return errMismatch }",
        "the password for staging is rotated monthly",
        "the token of the session is refreshed-by-v2-clients",
        f"rollbar: commit {HEX}",
        f"ROLLBAR_RELEASE={HEX}{HEX[:8]}",
        f'rollbar = {{ version = "1.2", checksum = "{HEX}{HEX}" }}',
        "pat = r'^[a-z0-9]{8}-[A-Z]{4}$'",
        "echo hello | sudo tee /etc/motd",
        "the seed phrase is twelve words long and you must never lose them or write them down here",
        "connect(host, port, timeout) and getConnection(pool, name, options)",
        "SET PASSWORD needs the right to do so",
        "snmp-server community",
        f"import x from './{RANDOM[:5]}'; const data = atob('AAABAAEAEBAAAAEAIABoBAAAFgAAACgAAAAQ')",
        "<key>CFBundleName</key>\n<string>Standfast Viewer 2</string>",
        "{ get; set; } = default",
    ],
)
def test_look_alikes_survive(text: str) -> None:
    assert redact(text, key=KEY).text == text
