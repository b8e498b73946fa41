"""Where secrets stand in real text: below empty parents, in tables and sentences, in colour, broken over lines."""

from __future__ import annotations

import pytest

from standfast.capture.redact import redact, redact_value
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
VALUES = ["tango7-Foxtrot", "Sommer2024!", "aZ7kQ2mX9pLw", draw(20), "8a7d43b578633074b7970386fee29476"]
PARENTS = ["auth", "credentials", "secrets", "password", "token", "api_key"]
CHILDREN = ["password", "pass", "pwd", "token", "secret", "api_key", "client_secret", "value", "default", "production"]


def gone(text: str, value: str) -> bool:
    return value not in redact(text, key=KEY).text


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(
    "shape",
    [
        "{p}:\n  {c}: {v}\n",
        '{p}:\n  user: bob\n  {c}: "{v}"\nother: 1\n',
        "x:\n    {p}:\n\n        {c}: {v}\n",
        '{{"{p}": {{"{c}": "{v}"}}}}',
    ],
)
def test_a_secret_below_an_empty_parent_that_promises_one_goes(shape: str, value: str) -> None:
    texts = [shape.format(p=parent, c=child, v=value) for parent in PARENTS for child in CHILDREN]
    assert [text for text in texts if not gone(text, value)] == []


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("parent", PARENTS)
def test_the_same_holds_in_a_payload(parent: str, value: str) -> None:
    assert value not in repr(redact_value({parent: {"production": value, "host": "db"}}, key=KEY).value)


def test_what_stands_below_a_package_that_is_named_after_secrets_survives() -> None:
    text = "js-tokens:\n  specifier: ^4.0.0\n  version: 4.0.0\ntoken-store:\n  resolution: Release2024Q3x\n"
    assert redact(text, key=KEY).text == text


TABLES = {
    "markdown": "| user | password |\n|---|---|\n| bob | {} |\n",
    "markdown of names": "| setting | value |\n|---|---|\n| password | {} |\n",
    "psql": " user | password \n------+----------\n bob  | {}\n(1 row)\n",
    "psql expanded": "-[ RECORD 1 ]\nuser     | bob\npassword | {}\n",
    "mysql": "+------+----------+\n| user | password |\n+------+----------+\n| bob  | {} |\n+------+----------+\n",
    "tabs": "user\tpassword\nbob\t{}\n",
    "tab": "password\t{}\n",
    "commas": "user,password\nbob,{}\n",
    "semicolons": "user;password;host\nbob;{};h\n",
    "blanks": "NAME   PASSWORD   HOST\nbob    {}   h1\n",
    "html": "<tr><td>Password</td><td>{}</td></tr>",
    "html with headings": "<table><tr><th>User<th>Password</tr><tr><td>bob</td><td><b>{}</b></td></tr></table>",
    "wiki": "|| user || password ||\n| bob | {} |\n",
    "html in capitals": "<TABLE><TR><TH>User</TH><TH>Password</TH></TR><TR><TD>bob</TD><TD>{}</TD></TR></TABLE>",
    "html said twice": "<tr><th>User<th>Password</tr><tr><td>bob</td><td><b title='{0}'>{0}</b></td></tr>",
    "insert": "INSERT INTO users (email, password) VALUES ('a@b.c', 'x'), (NULL, '{}');",
}
SENTENCES = {
    "English": "the password for the staging db is {}, do not share it",
    "direct": "log in as bob with password {}",
    "changed": 'the passphrase was changed to "{}"',
    "German": "Das Passwort für den Server lautet {}.",
    "of a host by its name": "Das Kennwort für db1.corp.internal lautet {}.",
    "French": "Le mot de passe est {}",
    "Spanish": "La contraseña es {}",
    "Portuguese": "a senha é {}",
    "Italian": "la password è {}",
    "Polish": "hasło to {}",
    "Dutch": "het wachtwoord is {}",
    "Swedish": "lösenordet är {}",
    "Russian": "пароль: {}",
    "Chinese": "数据库的密码是{}",
    "Chinese with a colon": "密码：{}",
    "Japanese": "パスワードは{}です",
    "Korean": "비밀번호는 {} 입니다",
}
PLACES = {
    "unknown scheme": "Authorization: ACME-v2 {}",
    "colour": "password: \x1b[32m{}\x1b[0m\n",
    "coloured name": "\x1b[1mpassword\x1b[0m=\x1b[33m{}\x1b[0m",
    "escaped colour": '{{"out": "\\u001b[1mAPI_KEY\\u001b[0m: \\u001b[32m{}\\u001b[39m"}}',
    "imitating letter": "p\u0430ssword: {}",
    "imitating letters": 'p\u0430\u0455\u0455word = "{}"',
    "archive of requests": '{{"cookies":[{{"name":"sid","value":"{}"}}]}}',
    "arguments": '["mysql", "--password", "{}"]',
    "element": "<password>\n   {}\n</password>",
    "element with attributes": '<Pass encoding="plain">{}</Pass>',
    "pgpass": "db.internal:5432:app:bob:{}",
    "title": "# Password {}",
    "code in a sentence": "- Use password `{}` there",
    "bold": "**Password:** {}",
    "flags of any program": "hdbsql -n host -u app -p {} 'select 1'",
    "flags of a task": "schtasks /create /tn x /ru CORP\\bob /rp {}",
    "piped": "echo '{}' | kinit bob@CORP",
    "here-string": 'cryptsetup open /dev/sdb x <<< "{}"',
    "slashed": "connect app/{}@//db:1521/PROD",
    "slashed in quotes": 'connect app/"{}"@db',
    "slashed, to a variable": "connect app/{}@$DB",
    "slashed for a program, to a variable": "sqlplus -S app/{}@$DB",
    "db2": "db2 connect to SAMPLE user app using {}",
    "router": "radius-server host 10.0.0.6 auth-port 1812 key 0 {}",
    "router of version 3": "snmp-server user bob ops v3 auth sha {0} priv aes 128 {0}",
    "relay": "[smtp.corp.io]:587 bob:{}",
    "directive below a user": "IMAPStore work\nUser bob\nPass {}\n",
    "connection string with braces": "Driver={{ODBC Driver 18}};Server=db;Uid=app;Pwd={{{}}};",
    "answer file": "<Password>\n  <Value>{}</Value>\n</Password>",
    "owner and pass in one word": "remoteuser = app\nremotepass = {}\n",
    "workflow": "::add-mask::{}",
    "definition": '#define WIFI_PASS "{}"',
    "user and pass in a sentence": "- VPN: user ana, pass {}",
    "typed": "When asked for the passphrase, type {} and press Enter.",
}
PAIRS = {
    "English": "Login with ana / {} on the test box",
    "credentials": "creds: ana, {}",
    "French": "Identifiants : ana / {}",
    "German": "Zugangsdaten: ana / {}",
}


@pytest.mark.parametrize(
    "text", [*TABLES.values(), *SENTENCES.values(), *PLACES.values()], ids=[*TABLES, *SENTENCES, *PLACES]
)
def test_a_password_goes_wherever_it_is_said(text: str) -> None:
    assert [value for value in VALUES if not gone(text.format(value), value)] == []


@pytest.mark.parametrize("text", PAIRS.values(), ids=PAIRS)
def test_a_password_beside_a_users_name_goes_where_a_word_announces_both(text: str) -> None:
    values = [value for value in VALUES if not value.isalnum() or not value.islower()]  # a digest is no password
    assert [value for value in values if not gone(text.format(value), value)] == []


AROUND = [
    "pw for the jump host: {}",
    "try logging in as admin with {} as password",
    "my password ({}) no longer works",
    "A temporary password is generated for root@localhost: {}",
    "Password for the elastic user (reset it later):\n  {}\n",
    "the default login is **nagios / {}**",
    "Default login is `admin`/`{}`.",
    'echo "10.2.10.56:5432:*:contrib:{}" >> ~/.pgpass',
    'echo "db.example.com:6432:app:ana:{}" > ~/.pgpass',
    "echo *:*:*:ana:{} >> ~/.pgpass",
    "~/.pgpass:1:db.example.com:6432:app:ana:{}",
    "rpcclient -U 'CORP/ana%{}' 10.0.0.5",
    "ppp chap password 0 {}",
    "user ana insecure-password {}",
    "config create x webdav user ana pass {}",
    '<wsse:Password Type="x#PasswordText">{}</wsse:Password>',
    "ALTER USER sys IDENTIFIED BY {};",
    "create database link sales connect to app identified by {} using 'db'",
    "New-LocalUser -Password (ConvertTo-SecureString {} -AsPlainText)",
    "CREATE USER chris IDENTIFIED BY {};",
    "for the admin password:\n{}\n",
    "security unlock-keychain -p {} build.keychain",
    "signtool sign /f cert.pfx /p {} app.exe",
    "keytool -importkeystore -srckeystore a.p12 -srcstorepass {} -destkeystore b.jks",
    "snmpget -v3 -u ana -a SHA -A {} 10.0.0.5 sysName.0",
    "user orders on >{} ~orders:* +@read",
    '"ana" * "{}" *',
    "<auth-user-pass>\nana\n{}\n</auth-user-pass>",
    "await page.fill('#password', '{}');",
    'driver.find_element(By.ID, "password").send_keys("{}")',
    "cy.get('input[name=password]').type('{}{{enter}}')",
    "ssh there as ana, password's {}",
    "temp password {} - please change it",
    "the shared secret we agreed on: {}",
]


@pytest.mark.parametrize("shape", AROUND)
@pytest.mark.parametrize("value", ["Saddle1370anchor", "rQG1y28zV9cgfm"])
def test_a_password_goes_on_whichever_side_of_its_name_it_stands(shape: str, value: str) -> None:
    assert gone(shape.format(value), value)


@pytest.mark.parametrize(
    "text",
    [
        "the objects are identified by identifier, and users are identified by username;",
        "the password (at least 8 characters) is checked with scrypt as password hash",
        "2026-11-16T10:00:00 host:5432:app:ana:connected2",
        "acl: allow:*:read:users:write2",
        "cache key foo:*:bar:baz:quux99",
        "user table password column_v2 renamed",
        "username and password stored_procedure2",
        "username label password strength-meter2 widget",
        "user flow pass count=12/12",
        "the user ana pass walnut-ladder-63 tests",
        "depends on >=3.11.4 and runs on >3.10.0",
        "page.fill('#password', 'password'); page.type('text')",
        'fields = ["password", "username"]; form.type("submit")',
        "the password's strength-meter is a widget",
        "# Restore password (important!)",
        "reset password (issue#482)",
        "Rows are identified by order_id_v2",
        "password rules, in order:\n  minimum-length\n",
        "the user must pass validation before the login page opens",
        "pwd: print the working directory; pw is short for password",
        "$secure = ConvertTo-SecureString $plain -AsPlainText -Force",
        "Use ConvertTo-SecureString cmdlet to encrypt values.",
        "`ConvertTo-SecureString` and `Get-Credential` are used; ConvertTo-SecureString requires a key.",
        "def check_password():\n    return_value2=1\n",
        "class Password:\n    MIN_LENGTH_2=8\n",
        "Fix password handling, commit:\nabcdef1234567890abcdef\n",
        "The user must pass TestCase42Fixture, and the login should pass Argument1Name on",
        "Objects are identified by SHA256-prefix; see docs",
    ],
)
def test_what_only_stands_around_the_word_survives(text: str) -> None:
    assert redact(text, key=KEY).text == text


def test_random_letters_are_a_password_also_where_the_syntax_is_loose() -> None:
    for text in ("host=db password={} sslmode=require", "  postgresPassword: {}", "spring.redis.password = {}"):
        assert gone(text.format("qZAFODAJyxwFMI"), "qZAFODAJyxwFMI")


def test_an_encrypted_vault_and_a_recovery_phrase_below_its_name_go() -> None:
    vault = "$ANSIBLE_VAULT;1.1;AES256\n" + "8f" * 40 + "\n" + "3a" * 40 + "\n"
    assert "3a3a" not in redact(vault, key=KEY).text
    words = "harbor lantern winter copper meadow tiger velvet orbit candle river falcon maple"
    assert "lantern" not in redact(f"recovery words:\n{words}", key=KEY).text


@pytest.mark.parametrize(
    "text",
    [
        "Das Passwort ist vergessen worden und muss zurückgesetzt werden.",
        "le mot de passe est obligatoire",
        "la contraseña es incorrecta",
        "密码是必填项",
        "the password is base64 encoded and then sent over http2",
        "the password is hashed with argon2id",
        "| password | required |\n|---|---|\n| yes | no |",
        "Authorization: Digest is described in RFC 7616",
        "Authorization: Digest username=",
        "All of the tests pass: `LocalPlatformClient`, `RemotePlatformClient`",
        "the tests pass: `first`, `test_login_2`",
        "these now pass: `tests/unit/test_a2.py::test_b`",
        "in the first pass: `parser` and `HttpClient` are read",
        "  --faint: #4a584f;\n  --pass: #4be38b;",
        '"next-auth": "^5.0.0-beta.31",',
        "k8s.io/kube-openapi v0.0.0-20260317180543-43fb72c5454a",
        "a proxy is written http://user:pass@proxy.acme.io:3128",
        "mysql://[^:]+:[^@]+@host",
        "an address is http://[user:]name@host",
        "sqlplus /nolog; sqlplus $USER/$PASS@db; sqlplus <user>/<word>@db",
        'connect github.com/org/repo@v1, connect client/"a server of 2 kinds"',
        "docker run -u 1000 -p 8080:80 app; ssh -l bob -p 2222 host; psql -U app -p 5433",
        "users may opt in to using IDNA2003, and the vector may be read using `.get(0)`",
        "echo done | tee -a log; echo hello | gpg -e",
        "log in with Google / GitHub; login: POST /api/v2/login, account: Settings / Profile2",
        "INSERT INTO users (email, password) VALUES (?, ?)",
        "<table><tr><th>Option</th><th>Token</th></tr><tr><td>x</td><td>required</td></tr></table>",
    ],
)
def test_talk_about_passwords_survives(text: str) -> None:
    assert redact(text, key=KEY).text == text


@pytest.mark.parametrize("before", ["my db", "wifi", "the", "redis"])
@pytest.mark.parametrize("value", ["Tr0ub4dor!9", "hunter2x9"])
def test_a_password_in_backticks_after_the_short_word_for_it_goes(before: str, value: str) -> None:
    assert gone(f"{before} pass: `{value}`", value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "<table><tr><th>User<th>Password</tr><tr><td>ana</td><td> Hun<wbr>ter2!X9q7</td></tr></table>",
            "Hun<wbr>ter2!X9q7",
        ),
        ("INSERT INTO users (name, password) VALUES ('ana', 'Ab<9x>cdef!27Zk')", "Ab<9x>cdef!27Zk"),
        ('sqlplus app/"Wel@come1"@db', "Wel@come1"),
        ('sqlplus app/\\"Wel@come1\\"@db', "Wel@come1"),
        ('connect app/"Wel come/1"@db', "Wel come/1"),
        ("sqlplus app/tiger/x@prod", "tiger/x"),
        ("sqlplus scott/p/w9d@db", "p/w9d"),
        ("sqlplus scott/pass@w0rd@db", "pass@w0rd"),
        ("https://user:]secret9@host/", "]secret9"),
    ],
)
def test_a_password_goes_whole_whatever_signs_it_holds(text: str, value: str) -> None:
    assert [text[found.start : found.end] for found in redact(text, key=KEY).findings] == [value]


@pytest.mark.parametrize("end", ["\n", "\n    ", "\\\n", "=\n", "\r\n> "])
def test_a_value_broken_over_lines_goes_whole(end: str) -> None:
    first, second = draw(30, seed=1), draw(24, seed=2)
    left = redact(f"token: {first}{end}{second}\nnext: line\n", key=KEY).text
    assert first not in left
    assert second not in left
    assert "next: line" in left


HASHES = [
    "$krb5tgs$23$*svc$ACME$cifs/x*$" + "8f" * 16 + "$" + "3a" * 60,
    "$krb5asrep$23$bob@ACME:" + "8f" * 16 + "$" + "3a" * 60,
    "$2b$12$" + draw(53),
    "$6$rounds=5000$saltsalt$" + draw(86),
    "$argon2id$v=19$m=65536,t=3,p=4$" + draw(22) + "$" + draw(43),
    "{SSHA}" + draw(38) + "==",
    "bob::ACME:1122334455667788:" + "8f" * 16 + ":" + "3a" * 40,
    "bob:1001:aad3b435b51404eeaad3b435b51404ee:" + "8f1c" * 8 + ":::",
    "SCRAM-SHA-256$4096:" + draw(24) + "$" + draw(44) + ":" + draw(44),
]


@pytest.mark.parametrize("value", HASHES)
def test_a_hash_of_a_password_goes(value: str) -> None:
    assert value[-30:-4] not in redact(f"dump:\n{value}\nend", key=KEY).text


def test_a_plain_word_beside_a_user_is_the_password() -> None:
    for text in ("user = aladdin\npassword = {}\n", "username: bob\npassword: '{}'\n", "Server=x;Uid=sa;Pwd={};"):
        assert gone(text.format("opensesame"), "opensesame")
    assert redact("self.username = username\nself.password = password\n", key=KEY).findings == ()


def test_a_line_that_says_but_who_and_with_what_holds_a_password_even_of_words() -> None:
    assert gone("VPN\nuser ana pass walnut-ladder-63\n", "walnut-ladder-63")


@pytest.mark.parametrize("shape", ['AES.new(bytes.fromhex("{}"), AES.MODE_GCM)', "new Encrypter(hex2bin('{}'), 'AES')"])
def test_a_key_that_is_written_out_where_something_is_encrypted_goes(shape: str) -> None:
    key = "28589448c6e9378543bd06dcad1bb8c2642343cb9d56ec1f14f6139730d5e131"
    assert gone(shape.format(key), key)


@pytest.mark.parametrize(
    "line",
    ["a1b2c-d3e4f g5h6j-k7m8n", "1. a1b2c-d3e4f", "- a1b2c-d3e4f,", "a1b2c-d3e4f,g5h6j-k7m8n", "a1b2c-d3e4f\tx1"],
)
def test_codes_that_let_somebody_in_again_go_from_lines_of_nothing_else(line: str) -> None:
    left = redact(f"Recovery codes:\n{line}\n", key=KEY).text
    assert ("a1b2c" in left) is line.endswith("x1")


def test_codes_go_below_the_second_word_for_them_when_nothing_is_below_the_first() -> None:
    assert "a1b2c" not in redact("a backup code " + "is " * 60 + "\nbackup codes:\na1b2c-d3e4f\n", key=KEY).text
