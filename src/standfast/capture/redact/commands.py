"""Find passwords given to commands and statements: `curl -u`, `mysql -p`, `docker login -p`, `IDENTIFIED BY`, netrc.

Owns which command takes a secret behind which flag. Long flags that say what they are (`--password x`) belong to
assignments.py. Every finder starts from the command's name and stays on its line. Neighbours: carriers.py, engine.py.
"""

from __future__ import annotations

from standfast.capture.redact.carriers import is_credential
from standfast.capture.redact.lazy import compiled, held, on_lines, present, wanted
from standfast.capture.redact.prose import is_chosen

Span = tuple[int, int, str]

_USER = (
    r"(?<!\S)(?:-u|--user|-U|--proxy-user|-usr|--creds)(?:=|[ \t]{0,4})(?P<q>[\"']?)"
    r"(?P<user>(?>\{[^}\s]{1,80}\}|[^\s:\"'`]){0,128}|[^\s:\"'`]{0,128})(?P=q)?:"
    r"(?P<r>[\"']?)(?P<secret>[^\s\"'`]{0,128})"
)
_VALUE = r"(?:(?P<secret>[^\s'\"]{3,256})|(?P<mark>['\"])(?P<quoted>[^'\"\n]{3,256})(?P=mark))"
# The command, and what stands between it and the password.
_COMMANDS = {
    "mysql": r"-p",
    "mariadb": r"-p",
    "mongo": r"-p[ =]?",
    "sshpass": r"-p[ ]?",
    "docker login": r"-p[ =]?",
    "podman login": r"-p[ =]?",
    "helm registry login": r"-p[ =]?",
    "oc login": r"-p[ =]?",
    "az login": r"-p[ =]",
    "twine": r"-p[ =]",
    "redis-cli": r"-a[ ]",
    "ldapsearch": r"-w[ ]?",
    "ldapmodify": r"-w[ ]?",
    "sqlcmd": r"-P[ ]?",
    "bcp ": r"-P[ ]?",
    "smbclient": r"-U[ ]?['\"]?[^\s%'\"]{1,64}%",
    "rpcclient": r"-U[ ]?['\"]?[^\s%'\"]{1,64}%",
    "xfreerdp": r"/p:",
    "psexec": r"-p[ ]",
    "rabbitmqctl": r"(?:add_user|change_password)[ ]\S{1,64}[ ]",
    "htpasswd": r"-[A-Za-z]{0,6}b[A-Za-z]{0,6}[ ]\S{1,128}[ ]\S{1,64}[ ]",
    "openssl": r"-(?:passin|passout|pass|k)[ ](?:pass:)?",
    "net user": r"(?<=user )[\w.\\-]{1,64}[ ](?=\S{1,128}[ ]/add)",
    "net use": r"/user:\S{1,64}[ ]",
    "convertto-securestring": r"(?:-String[ ])?(?=['\"]|[^\s$(-])",
    "lpass login": r"--password=",
    "snmpwalk": r"-[AX][ ]",
    "snmpget": r"-[AX][ ]",
    "snmpset": r"-[AX][ ]",
    "unlock-keychain": r"-p[ ]",
    "create-keychain": r"-p[ ]",
    "signtool": r"/p[ ]",
    "importkeystore": r"-(?:src|dest)(?:store|key)?pass[ ]",
    "ipmitool": r"-P[ ]",
    "zip ": r"-P[ ]?",
    "7z ": r"-p",
    "nmcli": r"password[ ]",
    "snmp-server community": r"(?<=community )",
    "cqlsh": r"-p[ ]",
    "beeline": r"-p[ ]",
    "evil-winrm": r"-p[ ]",
    "crackmapexec": r"-p[ ]",
    "netexec": r"-p[ ]",
    "mongorestore": r"-p[ =]?",
    "clickhouse-client": r"--password[ =]",
    "lftp": r"-u[ ][\w.-]{1,64},",
    "wpa_passphrase": r"(?<=passphrase )\S{1,64}[ ]",
}
_NAMES = wanted(_COMMANDS)
_FETCHING = wanted(("curl", "http", "wget"))
_CONNECTING = wanted(("connect", "pdo(", "_open(", "directoryentry(", "ftp_login(", "_bind(", "_user("))
_CALLS = wanted(("auth(", "credentials(", "login(", "credential(", "credentials.create("))
_SPOKEN = frozenset(("convertto-securestring",))  # commands that sentences mention: what follows may be any word
_BY = r"(?i:identified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?)"
_IDENTIFIED = (
    _BY + r"(?P<q>['\"])(?P<secret>[^'\"\n]{3,128})(?P=q)"
    r"|(?<! is )(?<! are )(?<! be )(?<! was )" + _BY + r"(?P<bare>[^\s'\"();:]{6,128})(?=[\s;]|\Z)"
)
# What a statement begins with that gives somebody a password, which then needs no quotes.
_STATES = (
    r"(?i:(?:create|alter|set)\s{1,4}(?:(?:or|replace|public|shared|default)\s{1,4}){0,4}(?:user|role|login)\s"
    r"|(?:grant|connect\s{1,4}to)\s)"
)
_SET_WORD = (
    r"(?i:set\s{1,4}password(?:\s{1,4}for\s{1,4}\S{1,80})?\s{0,4}=\s{0,4}(?:password\s{0,2}\(\s{0,2})?)"
    r"(?P<q>['\"])(?P<secret>[^'\"\n]{3,128})(?P=q)"
)
# The last of three arguments of a call that opens a connection: where to, as whom, and with what.
_CONNECT = (
    r"\((?:(?<=[cC]onnect\()|(?<=[cC]onnection\()|(?<=mysqli\()|(?<=PDO\()|(?<=ftp_login\()|(?<=ldap_bind\()"
    r"|(?<=change_user\()|(?<=imap_open\()|(?<=DirectoryEntry\())"
    r"\s{0,24}[^,()\n]{1,200},\s{0,24}[\"'][^\"'\n]{0,128}[\"'],\s{0,24}[\"'](?P<secret>[^\"'\n]{4,128})[\"']"
)
_NETRC = r"login\s{1,4}\S{1,128}\s{1,4}password\s{1,4}(?P<secret>\S{3,256})"
CHANGES = "chpasswd"
CHPASSWD = r"[\"']?[\w.-]{1,32}:(?P<secret>[^\s\"':]{4,128})[\"']?[ ]{0,2}\|[ ]{0,2}(?:sudo[ ])?chpasswd"
_BASIC_CALL = (
    r"(?:BasicAuth\w{0,16}|basic_auth|UsernamePasswordCredentials|login|auth_basic|NetworkCredential"
    r"|Basic(?:AWS|Session)Credentials|AwsBasicCredentials\.create|AWSCredentials)"
    r"\(\s{0,4}[\"'][^\"'\n]{1,128}[\"']\s{0,2},\s{0,4}[\"'](?P<secret>[^\"'\n]{4,128})[\"']"
)

# What is typed into a field that says it takes a password, and a key that is written out where something is encrypted.
_TYPED = (
    r"(?:(?:fill|type|fill_in|setValue|set_value|input)\([\"'][^\"'\n]{0,40})?(?i:passw(?:or)?d|passphrase|pwd)[\w\]#.=-]{0,24}"
    r"[\"']\]?\)?(?:\s{0,2},\s{0,4}|\.(?:type|fill|send_keys|sendKeys|setValue|set_value|input)\(\s{0,4})"
    r"[\"'](?P<secret>[^\"'\s{]{4,128})[\"'{]"
)
_CIPHER = (
    r"(?:AES|DES3|ChaCha20|Fernet|SecretBox|Encrypt[eo]r|Cipher(?:iv)?|SecretKeySpec)\b[\w.]{0,24}\([^\n\"']{0,60}"
    r"[\"'](?P<secret>[0-9a-fA-F]{32,128}|[A-Za-z0-9+/_-]{22,88}={0,2})[\"']"
)


def _is_picked(secret: str) -> bool:
    """Tell whether a quoted value is one that somebody picked as a password."""
    return is_chosen(secret, quoted=True)


# Calls that hold a secret as it is: words of which one is there, the pattern, the rule, and who judges the value.
_HOLDING = (
    (_CONNECTING, _CONNECT, "password", is_credential),
    (
        wanted((".fill(", ".type(", "send_keys(", "sendkeys(", "setvalue(", "set_value(", "fill_in(")),
        _TYPED,
        "password",
        _is_picked,
    ),
    (
        wanted(
            ("aes.", "des3.", "chacha20", "fernet(", "secretbox(", "encryptor(", "encrypter(", "cipher", "keyspec(")
        ),
        _CIPHER,
        "secret",
        is_credential,
    ),
    (_CALLS, _BASIC_CALL, "basic-auth", is_credential),
)


def find_commands(text: str, lower: str) -> list[Span]:
    """Return the spans of passwords on command lines and in statements."""
    found: list[Span] = []
    there = held(lower)
    if not there.isdisjoint(_FETCHING):
        for flag in ("-u", "--user", "--proxy-user", "-U"):
            _users(text, lower, flag, found)
    for command in present(_NAMES, lower):
        at = lower.find(command)
        while at >= 0:
            end = _command(text, at + len(command), _COMMANDS[command], found, spoken=command in _SPOKEN)
            at = lower.find(command, end)
    if "identified" in lower:
        _starting(text, lower, "identified", _IDENTIFIED, found)
    if "machine " in lower or "\nlogin " in lower:
        _starting(text, lower, "login", _NETRC, found)
    if "set password" in lower:
        _starting(text, lower, "set password", _SET_WORD, found)
    for words, pattern, rule, judge in _HOLDING:
        if not there.isdisjoint(words):
            found += [(*m.span("secret"), rule) for m in compiled(pattern).finditer(text) if judge(m["secret"])]
    if CHANGES in lower:
        found += [
            (*m.span("secret"), "password") for m in on_lines(CHPASSWD, CHANGES, text) if is_credential(m["secret"])
        ]
    return found


def _users(text: str, lower: str, flag: str, found: list[Span]) -> None:
    at = text.find(flag)
    while at >= 0:
        match = compiled(_USER).match(text, at)
        if match:
            group = "secret" if match["secret"] else "user"
            secret = match[group].strip("{}")
            around = lower[max(0, at - 400) : at + 400]
            template = match["user"].startswith("<") or match[group].startswith("$") or "/" in match["user"]
            fetched = "curl" in around or "http" in around or "wget" in around
            if fetched and len(secret) >= 4 and not template and is_credential(secret):
                found.append((*match.span(group), "basic-auth"))
        at = text.find(flag, at + len(flag))


def _command(text: str, at: int, lead: str, found: list[Span], *, spoken: bool) -> int:
    """Look for the password on the rest of the line, and return where to look for the command again.

    Of a command that is `spoken` of, a bare word is one if no sentence would hold it, or if more flags follow.
    """
    stop = text.find("\n", at, at + 400)
    stop = min(len(text), at + 400) if stop < 0 else stop
    match = compiled(r"(?<=\s)" + lead + _VALUE).search(text, at, stop)
    if match:
        group = "quoted" if match["quoted"] else "secret"
        secret = match[group]
        doubtful = spoken and group == "secret" and text[match.end() : match.end() + 3].lower() not in (" -a", " -f")
        sure = not doubtful or is_chosen(secret, quoted=False)
        if sure and is_credential(secret) and secret[0] not in "-=$":
            found.append((*match.span(group), "password"))
        return match.end()
    return min(stop, at + 200)


def _is_stated(text: str, at: int) -> bool:
    """Tell whether the statement that goes on here is one that gives somebody a password."""
    start = max(0, at - 400)
    return compiled(_STATES).search(text, max(start, text.rfind(";", start, at)), at) is not None


def _starting(text: str, lower: str, word: str, pattern: str, found: list[Span]) -> None:
    at = lower.find(word)
    while at >= 0:
        match = compiled(pattern).match(text, at)
        if match and match["secret"] and is_credential(match["secret"]):
            found.append((*match.span("secret"), "password"))
        elif match and not match["secret"] and _is_stated(text, at) and is_chosen(match["bare"], quoted=False):
            found.append((*match.span("bare"), "password"))
        at = lower.find(word, at + len(word))
