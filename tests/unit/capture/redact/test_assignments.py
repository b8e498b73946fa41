"""Values assigned to secret names, in the spellings of many languages; and the look-alikes that survive."""

from __future__ import annotations

import pytest

from standfast.capture.redact import redact
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
CHOSEN = "hunter2!Tango"  # a password that a person chose
RANDOM = draw(28, seed=4)

SPELLINGS = {
    "shell export": "export DB_PASSWORD={v}",
    "shell inline": "DB_PASSWORD={v} ./run.sh",
    "dotenv": "APP=x\nDB_PASSWORD={v}\nPORT=1",
    "dotenv quoted": 'DB_PASSWORD="{v}"',
    "windows set": "set DB_PASSWORD={v}",
    "setx": 'setx DB_PASSWORD "{v}"',
    "powershell": '$env:DB_PASSWORD = "{v}"',
    "powershell set": '[Environment]::SetEnvironmentVariable("DB_PASSWORD", "{v}")',
    "fish": 'set -x DB_PASSWORD "{v}"',
    "json": '{{"user": "bo", "password": "{v}"}}',
    "json escaped": '"{{\\"password\\": \\"{v}\\"}}"',
    "yaml quoted": "db:\n  password: '{v}'\n",
    "yaml": "db:\n  password: {v}\n",
    "yaml name and value": "- name: DB_PASSWORD\n  value: {v}\n",
    "json name and value": '{{"name": "DB_PASSWORD", "value": "{v}"}}',
    "toml": '[db]\npassword = "{v}"\n',
    "ini": "[db]\npassword={v}\n",
    "java properties": "spring.datasource.password={v}\n",
    "php define": "define('DB_PASSWORD', '{v}');",
    "php array": "'password' => '{v}',",
    "php property": "$mail->Password = '{v}';",
    "ruby": "ENV['DB_PASSWORD'] = '{v}'",
    "ruby symbol": ":password => '{v}',",
    "ruby keyword": "connect(password: '{v}')",
    "python": "password = '{v}'",
    "python typed": 'password: str = "{v}"',
    "python environ": "os.environ['DB_PASSWORD'] = '{v}'",
    "python default": "os.environ.setdefault('DB_PASSWORD', '{v}')",
    "python keyword": 'connect(user="bo", password="{v}")',
    "python bytes": "password = b'{v}'",
    "go short": 'password := "{v}"',
    "go typed": 'var dbPassword string = "{v}"',
    "go constant": 'const DbPassword = "{v}"',
    "c define": '#define DB_PASSWORD "{v}"',
    "c pointer": 'const char *password = "{v}";',
    "c sharp": 'private const string DbPassword = "{v}";',
    "java": 'String dbPassword = "{v}";',
    "java setter": 'ds.setPassword("{v}");',
    "kotlin": 'val dbPassword = "{v}"',
    "swift": 'let dbPassword = "{v}"',
    "rust": 'let password: &str = "{v}";',
    "javascript": "const dbPassword = '{v}'",
    "template literal": "const dbPassword = `{v}`",
    "typescript": "password: string = '{v}'",
    "r": 'password <- "{v}"',
    "lua": 'password = "{v}"',
    "perl": "my $password = '{v}';",
    "make": "DB_PASSWORD ?= {v}",
    "make immediate": "DB_PASSWORD := {v}",
    "dockerfile env": "FROM x\nENV DB_PASSWORD={v}\n",
    "dockerfile old env": "FROM x\nENV DB_PASSWORD {v}\n",
    "dockerfile arg": "ARG DB_PASSWORD={v}",
    "docker run": "docker run -e DB_PASSWORD={v} postgres",
    "build argument": "docker build --build-arg DB_PASSWORD={v} .",
    "helm": "helm install x --set db.password={v}",
    "terraform": 'variable "db_password" {{\n  default = "{v}"\n}}',
    "terraform attribute": '  password = "{v}"',
    "long flag": "tool --password {v} --go",
    "long flag equals": "tool --password={v} --go",
    "long flag quoted": "tool --db-password '{v}'",
    "java system property": "java -Ddb.password={v} -jar x",
    "xml element": "<password>{v}</password>",
    "xml attribute": '<db user="bo" password="{v}"/>',
    "xml add": '<add key="DbPassword" value="{v}" />',
    "spring property": '<property name="password" value="{v}"/>',
    "connection string": "Server=db;User Id=bo;Password={v};Encrypt=true",
    "odbc": "DRIVER=x;UID=bo;PWD={v};",
    "jdbc query": "jdbc:mysql://db/x?user=bo&password={v}&ssl=1",
    "netrc": "machine git.invalid login bo password {v}",
    "pypirc": "[pypi]\nusername = bo\npassword = {v}",
    "shell default": "${{DB_PASSWORD:-{v}}}",
    "comparison": 'if password == "{v}":',
    "heroku": "heroku config:set DB_PASSWORD={v}",
    "sql": "ALTER USER bo WITH PASSWORD '{v}';",
    "sentence": "the password is {v}, do not share",
    "pass as a name": "smtp_pass: '{v}'",
    "german": "passwort = '{v}'",
    "spanish": "contrasena: '{v}'",
    "chat": 'my password: "{v}"',
}


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_a_chosen_password_is_found_in_every_spelling(spelling: str) -> None:
    text = spelling.format(v=CHOSEN)
    result = redact(text, key=KEY)
    assert CHOSEN not in result.text
    assert result.findings


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_a_random_token_is_found_in_every_spelling(spelling: str) -> None:
    for name in ("API_TOKEN", "api_token"):
        text = spelling.replace("DB_PASSWORD", name).replace("password", name).format(v=RANDOM)
        assert RANDOM not in redact(text, key=KEY).text, text


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize("hole", ["changeme", "xxxxxxxxxxxx", "<your-password>", "${PW}", "********", "{{ pw }}"])
def test_placeholders_survive_in_every_spelling(spelling: str, hole: str) -> None:
    text = spelling.replace("{v}", "@@").replace("{{", "{").replace("}}", "}").replace("@@", hole)
    assert redact(text, key=KEY).text == text


@pytest.mark.parametrize(
    "name",
    [
        "apiKey",
        "api_key",
        "API-KEY",
        "x-api-key",
        "accessKey",
        "secret_key",
        "clientSecret",
        "auth_token",
        "SESSION_TOKEN",
        "refresh_token",
        "privateKey",
        "signing_key",
        "encryption_key",
        "webhook_secret",
        "JWT_SECRET",
        "npm_config__authToken",
        "stripe_key",
        "ACME_KEY",
        "consumer_secret",
        "AccountKey",
        "SharedAccessKey",
        "aws_secret_access_key",
        "SECRET_KEY_BASE",
        "bot_token",
        "db_cred",
    ],
)
def test_names_of_tokens_give_a_random_value_away(name: str) -> None:
    for text in (f'{name} = "{RANDOM}"', f"{name}: {RANDOM}\n", f"{name}={RANDOM}"):
        assert RANDOM not in redact(text, key=KEY).text, text


@pytest.mark.parametrize(
    "text",
    [
        "the token expires every 30 days",
        "password: required",
        "Password: must have at least 12 characters",
        "set the API key in the settings",
        'label = "Password:"',
        'password = "Password"',
        "password = input('Password: ')",
        "password = getpass.getpass()",
        "password = os.getenv('DB_PASSWORD')",
        "password = config['db']['password']",
        "password = settings.DB_PASSWORD",
        "password: ${{ secrets.DB_PASSWORD }}",
        "password: {{ .Values.db.password }}",
        "password = var.db_password",
        "password: !vault |",
        "api_key = process.env.API_KEY",
        "apiKey: String,",
        "token: string;",
        "token = response.json()['access_token']",
        "token, err := client.Token(ctx)",
        "const token = await getToken()",
        "def login(user, password):",
        "key = sorted(items, key=lambda x: x.name)",
        "max_tokens: 4096",
        "token_count = 1234567",
        "primary_key = 'orders_2024_01_05_partition'",
        "cache_key = f'{user}:{page}:v12'",
        "public_key = 'ssh-rsa'",
        "keyboard_layout: de-latin1-nodeadkeys",
        "secretName: db-credentials-v2",
        "tokenizer = AutoTokenizer.from_pretrained('bert-base-uncased')",
        "Pass `--verbose=true` to see more",
        "auth_method: saml2",
        "author = 'Jane Q. Public 1984'",
        "password_policy: min12-upper-lower-digit",
        "token_url: https://login.example.org/oauth2/v2.0/token",
        "private_key_path = /etc/ssl/private/server-2024.key",
        "key_id = 0xDEADBEEF",
        "credentials_id: 'jenkins-deploy-01'",
        "PASSWORD_RESET_TIMEOUT = 259200",
        "if (token === null) return",
        "session_key_length = 256",
        "csrf_token: {% csrf_token %}",
        'password = ""',
        "the secret sauce is simplicity",
        "a pass-through proxy: nginx-1.25.3-alpine",
        "sort -t, -k2 --key=1,1n",
        "the auth flow: client -> gateway -> service-v2.1.0",
        "passed: 128 tests, 2 skipped",
        "PWD=/home/bo/src/standfast",
    ],
)
def test_look_alikes_survive(text: str) -> None:
    assert redact(text, key=KEY).text == text


def test_a_secret_named_once_is_masked_wherever_it_stands_again() -> None:
    result = redact(f"password = '{CHOSEN}'\nthen I typed {CHOSEN} again", key=KEY)
    assert CHOSEN not in result.text
    assert len(result.findings) == 2


def test_marks_inside_a_bare_password_go_with_it() -> None:
    result = redact("db:\n  password: p4ss,w(o)rd;9!\n  port: 1\n", key=KEY)
    assert "w(o)rd" not in result.text
    assert "port: 1" in result.text


@pytest.mark.parametrize(
    "text", ["use --no-ask-password everywhere", "--password is required here", "--token-file path"]
)
def test_a_word_after_a_flag_survives(text: str) -> None:
    assert redact(text, key=KEY).text == text


@pytest.mark.parametrize(
    "text",
    [
        "export API_TOKEN=${API_TOKEN:-{v}}",
        "ENV APIKEY {v}",
        "    proxy_set_header x-apikey {v};",
        "TOKEN: process.env.SERVICE_TOKEN || '{v}',",
        "sharedaccesskey={v}",
    ],
)
def test_a_value_goes_where_a_default_a_directive_or_a_joined_name_gives_it_away(text: str) -> None:
    assert RANDOM not in redact(text.replace("{v}", RANDOM), key=KEY).text


def test_a_key_in_groups_of_unlike_length_goes_after_its_name() -> None:
    assert "a33a" not in redact("APIKEY: 23d968ff-10b9-4e6f-a33a-zebra01x\n", key=KEY).text


@pytest.mark.parametrize("text", ['login(userName: "root", password: "{v}")', 'SECRET_KEY = "{v}"', "PGPASSWORD={v}\n"])
def test_a_plain_word_goes_where_only_a_password_can_stand(text: str) -> None:
    assert "walrus" not in redact(text.replace("{v}", "walrus"), key=KEY).text


def test_the_key_of_a_framework_goes_without_quotes() -> None:
    key = "r&lvy7bzry1*k+qq)=x-!=0yd5l5#1gxzk!82@ru25*ntos3_9^"
    assert "lvy7b" not in redact(f"DEBUG=1\nSECRET_KEY={key}\nHOST=a\n", key=KEY).text
    assert "lvy7b" not in redact(f"KEY = 'django-insecure-{key}'", key=KEY).text


@pytest.mark.parametrize("said", ["my db password is {v}", "password: {v}", "DB_PASSWORD={v}", "the token is {v} now"])
def test_a_password_with_an_ampersand_in_it_goes_whole(said: str) -> None:
    assert "9pq" not in redact(said.format(v="Xk9fQz2L&9pq"), key=KEY).text


def test_an_ampersand_before_the_next_field_or_command_ends_a_password() -> None:
    assert "&user=bo" in redact("GET /in?password=Xk9fQz2Lm&user=bo", key=KEY).text
    assert "& sleep 1" in redact("export DB_PASSWORD=Xk9fQz2Lm & sleep 1", key=KEY).text


@pytest.mark.parametrize("text", ["secret = {}", 'secret = "{}"', "secret: {}"])
def test_what_people_choose_as_a_secret_goes_as_a_password_does(text: str) -> None:
    for value in ("copper&51", "brisk-otter-51", "Tq7vLm2x"):
        assert value not in redact(text.format(value), key=KEY).text


@pytest.mark.parametrize("text", ["secret: my-secret", "secret = shop-tls", "secret: postgres-credentials"])
def test_the_name_of_a_secret_stays(text: str) -> None:
    assert redact(text, key=KEY).text == text
