"""Credentials in addresses, headers, cookies, tokens and on command lines: only the secret part goes."""

from __future__ import annotations

import base64
import json
from random import Random

import pytest

from standfast.capture.redact import carriers, commands, redact
from standfast.capture.redact.lazy import compiled, on_lines
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
CHOSEN = "hunter2Tango"
RANDOM = draw(40, seed=3)


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def jwt(claims: dict[str, object]) -> str:
    parts = [{"alg": "HS256", "typ": "JWT"}, claims]
    head, body = (base64.urlsafe_b64encode(json.dumps(p).encode()).decode().rstrip("=") for p in parts)
    return f"{head}.{body}.{draw(43)}"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("postgres://app:{v}@db.internal:5432/shop", "postgres://app:[*]@db.internal:5432/shop"),
        ("mongodb+srv://app:{v}@cluster0.invalid/x?w=majority", "mongodb+srv://app:[*]@cluster0.invalid/x?w=majority"),
        ("redis://:{v}@cache:6379/0", "redis://:[*]@cache:6379/0"),
        ("amqp://bo:{v}@mq/vhost", "amqp://bo:[*]@mq/vhost"),
        ("git clone https://bo:{v}@git.invalid/x.git", "git clone https://bo:[*]@git.invalid/x.git"),
        ("https://x-access-token:{v}@github.com/a/b", "https://x-access-token:[*]@github.com/a/b"),
        ("bo:{v}@tcp(db:3306)/shop?parseTime=true", "bo:[*]@tcp(db:3306)/shop?parseTime=true"),
        ("jdbc:oracle:thin:bo/{v}@//db:1521/x", "jdbc:oracle:thin:bo/[*]@//db:1521/x"),
    ],
)
def test_only_the_password_of_an_address_goes(text: str, left: str) -> None:
    result = redact(text.format(v=CHOSEN), key=KEY)
    (finding,) = result.findings
    start, end = left.split("[*]")
    assert result.text.startswith(start)
    assert result.text.endswith(end)
    assert text.format(v=CHOSEN)[finding.start : finding.end] == CHOSEN


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org:8443/a@b",
        "postgres://user:password@localhost:5432/db",
        "postgres://${USER}:${PASSWORD}@db/x",
        "http://localhost:5000/@variable",
        "git@github.com:a/b.git",
        "see https://docs.example.org/@scope/package",
    ],
)
def test_addresses_without_a_password_survive(text: str) -> None:
    assert redact(text, key=KEY).text == text


def test_a_token_as_user_of_an_address_goes() -> None:
    assert RANDOM not in redact(f"https://{RANDOM}@git.invalid/x.git", key=KEY).text


@pytest.mark.parametrize(
    "header",
    [
        "Authorization: Bearer {v}",
        "authorization: token {v}",
        "Authorization: {v}",
        "'Authorization': 'Bearer {v}',",
        'headers["Authorization"] = f"Bearer {v}"',
        'req.Header.Set("Authorization", "Bearer {v}")',
        'curl -H "Authorization: ApiKey {v}" https://x.invalid',
        "Proxy-Authorization: Bearer {v}",
        "X-Api-Key: {v}",
        "X-Auth-Token: {v}",
        "PRIVATE-TOKEN: {v}",
        "use bearer {v} for it",
        "Cookie: theme=dark; session={v}",
        "Set-Cookie: sid={v}; Path=/; HttpOnly",
        "Ocp-Apim-Subscription-Key: {v}",
        "https://x.invalid/cb?access_token={v}&state=1",
        "https://x.invalid/blob?sv=2022-11-02&sig={v}%3D",
        "https://b.s3.amazonaws.com/o?X-Amz-Expires=60&X-Amz-Signature={v}",
    ],
)
def test_headers_and_parameters_lose_their_credential(header: str) -> None:
    assert RANDOM not in redact(header.format(v=RANDOM), key=KEY).text


def test_basic_authentication_goes_and_its_scheme_stays() -> None:
    secret = encoded(f"bo:{CHOSEN}")
    for text in (f"Authorization: Basic {secret}", f"basic {secret}", f'"auth": "{secret}"'):
        result = redact(text, key=KEY)
        assert secret not in result.text
        assert result.text.startswith(text.split(secret)[0])


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: required",
        "Authorization: Bearer <token>",
        "Authorization: Bearer $TOKEN",
        "the Authorization header: see RFC 9110, section 11.6.2",
        "Cookie: a small file that a site stores",
        "Basic knowledge of authorization is assumed",
        "bearer authentication-middleware",
    ],
)
def test_prose_about_headers_survives(text: str) -> None:
    assert redact(text, key=KEY).text == text


def test_web_tokens_go_whole() -> None:
    token = jwt({"sub": "1", "name": "Bo"})
    for text in (f"token {token} expired", f'"{token}"', f"?id_token={token}&x=1", token.rsplit(".", 1)[0]):
        assert token[:40] not in redact(text, key=KEY).text


def test_words_that_begin_like_a_web_token_survive() -> None:
    for text in ("eyes.eyebrows.eyelids", "they.eye", "eyJ is how they begin", "a.b.c eyJhbGciOi"):
        assert redact(text, key=KEY).text == text


@pytest.mark.parametrize(
    "command",
    [
        "curl -u bo:{v} https://x.invalid",
        "curl --user 'bo:{v}' https://x.invalid",
        'curl -u "bo:{v}" https://x.invalid',
        "mysql -u root -p{v} shop",
        "mysql -uroot -p'{v}' shop",
        "mysqldump -h db -p{v} shop > x.sql",
        "sshpass -p {v} ssh bo@host",
        "sshpass -p '{v}' scp a b",
        "docker login -u bo -p {v} registry.invalid",
        "redis-cli -h cache -a {v} ping",
        "ldapsearch -x -D cn=admin -w {v} -b dc=x",
        "sqlcmd -S db -U sa -P {v}",
        "smbclient //host/share -U bo%{v}",
        "htpasswd -b .htpasswd bo {v}",
        "openssl rsa -in key.pem -passin pass:{v}",
        "echo 'bo:{v}' | sudo chpasswd",
        "net user bo {v} /add",
        "CREATE USER bo IDENTIFIED BY '{v}';",
        "CREATE USER bo@'%' IDENTIFIED WITH mysql_native_password BY '{v}'",
        "requests.get(url, auth=HTTPBasicAuth('bo', '{v}'))",
        'ConvertTo-SecureString "{v}" -AsPlainText -Force',
        "mongo -u bo -p {v} --authenticationDatabase admin",
        "gpg --batch --passphrase {v} -d x.gpg",
        "kubectl create secret generic x --from-literal=password={v}",
        "aws configure set aws_secret_access_key {v}7kQ9zX2mB4nV6cL8pR1s",
    ],
)
def test_commands_lose_the_password(command: str) -> None:
    assert CHOSEN not in redact(command.format(v=CHOSEN), key=KEY).text


@pytest.mark.parametrize(
    "line",
    [
        "docker login -u bo -p {v} registry.invalid",
        "docker login -p {v} -u bo",
        "podman login -p {v} quay.invalid",
        "oc login -p {v} -u bo",
        "helm registry login -p {v} -u bo",
        "mariadb -uroot -p{v}",
        "mariadb -u root -p'{v}' shop",
        "wpa_passphrase net {v}",
        "snmp-server community {v} RO",
        'client.Credentials = new NetworkCredential("bo", "{v}");',
        'smtp.login("bo", "{v}")',
        'requests.get(url, auth=HTTPBasicAuth("bo", "{v}"))',
        'new UsernamePasswordCredentials("bo", "{v}")',
        'new BasicAWSCredentials("bo", "{v}")',
    ],
)
@pytest.mark.parametrize("value", [*(draw(12, seed=seed) for seed in range(5)), "rosebud", "sunshine1", "maple-tango"])
def test_drawn_and_poor_passwords_go_whatever_else_is_on_the_line(line: str, value: str) -> None:
    assert value not in redact(line.format(v=value), key=KEY).text


@pytest.mark.parametrize(
    "line",
    [
        "/msg NickServ identify {v}",
        "/msg NickServ identify bo {v}",
        "ldappasswd -D cn=bo -w {v}",
        "ldappasswd -x -D cn=bo -s {v}",
        "change-password -D cn=bo -w {v}",
    ],
)
@pytest.mark.parametrize("value", [*(draw(12, seed=seed) for seed in range(5)), "hunter2Tango", "Summer2024"])
def test_passwords_typed_after_a_service_or_a_tool_for_passwords_go(line: str, value: str) -> None:
    assert value not in redact(line.format(v=value), key=KEY).text


@pytest.mark.parametrize("line", ['"bo" "md5{v}"', "CREATE ROLE bo PASSWORD 'md5{v}';", "bo:$apr1$abcdefgh${v}"])
def test_a_stored_hash_goes_where_only_its_own_sign_tells_it(line: str) -> None:
    for seed in range(10):
        value = draw(32, "0123456789abcdef", seed=seed)[3:] + "0a7"
        assert value not in redact(line.format(v=value), key=KEY).text


@pytest.mark.parametrize(
    "command",
    [
        "curl -u $USER:$PASSWORD https://x.invalid",
        "curl -u <user:password> https://x.invalid",
        "docker run -u 1000:1000 alpine",
        "docker run -p 8080:80 nginx",
        "mysql -u root -p shop",
        "mkdir -p build/output",
        "ssh -p 2222 bo@host",
        "git log -p --stat",
        "ls -la /usr/share/mysql -p",
        "python -u script.py:main",
        "rsync -u a:/x b:/y",
    ],
)
def test_commands_without_a_password_survive(command: str) -> None:
    assert redact(command, key=KEY).text == command


def test_password_hashes_go() -> None:
    for value in (
        f"$2b$12${draw(53)}",
        f"$6$saltsalt${draw(86)}",
        f"$apr1$abcdefgh${draw(22)}",
        f"$1$saltsalt${draw(22)}",
    ):
        assert value not in redact(f"bo:{value}:19000:0", key=KEY).text


def test_prices_and_shell_variables_are_no_hashes() -> None:
    text = "it costs $1$ or $5 or $2a, and $6 for $HOME/$USER"
    assert redact(text, key=KEY).text == text


def test_the_address_that_every_manual_shows_survives_whatever_its_domain() -> None:
    for text in (
        "https://user:password@example.net/",
        "http://user:secret@host/",
        "https://user:password@proxy.example.com",
    ):
        assert redact(text, key=KEY).text == text


def test_the_third_of_three_words_that_open_a_connection_goes() -> None:
    assert "Azerty123" not in redact("pymysql.connect('localhost', 'root', 'Azerty123')", key=KEY).text


def test_a_cookie_that_is_a_plain_word_survives_and_a_session_goes() -> None:
    assert redact("Cookie: theme=dark; lang=en", key=KEY).text == "Cookie: theme=dark; lang=en"
    assert "k3j9q" not in redact("Cookie: theme=dark; sid=k3j9q2m8x7", key=KEY).text


def test_a_public_key_in_hexadecimal_digits_survives() -> None:
    text = "Public Key: d107beecc17325f55da976bcbab207ba4df68bd3f8fce7c3b5850311128264fd"
    assert redact(text, key=KEY).text == text


@pytest.mark.parametrize(("pattern", "sign"), [*carriers.SIGNS.items(), (commands.CHPASSWD, commands.CHANGES)])
def test_reading_only_lines_with_a_sign_finds_what_reading_all_of_them_finds(pattern: str, sign: str) -> None:
    pieces = (
        *("db.internal:5432:shop:ana:hunter2Tango", "*:*:*:bo:'x", "[mail.invalid]:587 bo:hunter2Tango", "a b:secret"),
        *("ana:hunter2Tango | chpasswd", "'bo:x|chpasswd|sudo chpasswd", "chpasswd", "\n", "\n", "\r\n", " ", '"', ":"),
    )
    chosen = Random(5)
    found = 0
    for _ in range(400):
        text = "".join(chosen.choices(pieces, k=12))
        whole = [match.span() for match in compiled(pattern).finditer(text)]
        assert [match.span() for match in on_lines(pattern, sign, text)] == whole
        found += len(whole)
    assert found > 20
