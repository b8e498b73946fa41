"""Look at what stands beside an assignment: is the name a flag, a setting, an argument; is a user named next to it?

Owns the neighbourhood of a name, always from its end backwards: a pattern that must end there would be tried at every
place. Beside a line that says as whom to log in, even a plain word is the password.
Neighbours: assignments.py asks, weigh.py judges values by themselves.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.values import is_marked, is_reference

_BEFORE_FLAG = " \t\n\r\f\v\"'[(,="
_SETTERS = ("export", "set", "setx", "env", "ENV", "ARG", "-e", "--env", "--build-arg", "--set", "config:set")
_DIRECTIVES = (
    *("ENV", "ARG", "set", "setx", "#define", "export", "config", "machine", "login"),
    *("proxy_set_header", "add_header", "fastcgi_param", "SetEnv", "RequestHeader"),
)
_NOTHING = frozenset({"null", "none", "nullptr", "true", "false", "void", "undefined", "self", "this"})
_ITSELF = frozenset({"password", "passwd", "pass", "pwd", "passphrase"})  # a parameter of the same name
_CONNECTION = (
    r"(?i:(?:server|data source|host|provider|user id|uid|user|initial catalog|database|driver|dsn|endpoint)\s{0,2}=)"
)
_KEYWORDS = r"(?:host|hostaddr|port|user|dbname|sslmode)=[^\s\"';&]{1,64} (?:\w{1,24}=[^\s\"';&]{0,64} ){0,4}\Z"
_LOGIN_LINE = (
    r"(?im:^[ \t#;/-]{0,24}[\"']?(?:[\w.$>-]{0,24}[._>-])?(?:user|username|user_name|login|uid|user id|account)[\"']?"
    r"[ \t]{0,16}"
    r"(?:[=:]|=>|(?=[\"'])|(?<=[ \t]))[ \t]{0,12}[\"']?[\w@.\\-]{1,64}[\"']?[,;]?[ \t]{0,24}(?:(?://|#)[^\n]{0,80})?$)"
)


# The same beside it: `userName: "root", password: "…"`.
_LOGIN_BESIDE = (
    r"(?i:[\"']?(?:user|user_?name|login|uid|account|email)[\"']?\s{0,2}(?:=>|[=:])\s{0,2}[\"'][\w@.\\-]{1,64}[\"'],\s{1,24}"
    r"[\"':]{0,2})\Z"
)


def is_flag(before: str) -> bool:
    """Tell whether the name is a flag: `--name`, `-name` or `/name`."""
    head = before.removesuffix("--")
    if head == before:
        head = before[:-1] if before.endswith(("-", "/")) else before
    return head != before and (not head or head[-1] in _BEFORE_FLAG)


def is_line_start(before: str) -> bool:
    """Tell whether the name begins a line, or an item of a list that has one."""
    head = before.rstrip(" \t")
    if head[-1:] == "-" and before[-1:] == " ":
        head = head[:-1].rstrip(" \t")
    return not head or head[-1] == "\n"


def is_setting(before: str) -> bool:
    """Tell whether the name begins a line or follows a word that sets variables."""
    head = before.rstrip(" \t")
    if not head or head[-1] == "\n":
        return True
    return head != before and head.endswith(_SETTERS) and head.split()[-1].endswith(_SETTERS)


def is_directive(before: str) -> bool:
    """Tell whether the name begins a line, or the line is a directive whose arguments are separated by spaces."""
    line = before[before.rfind("\n") + 1 :].lstrip(" \t")
    if not line:
        return True
    if not line.startswith(_DIRECTIVES):
        return False
    word = next(
        (directive for directive in sorted(_DIRECTIVES, key=len, reverse=True) if line.startswith(directive)), ""
    )
    return not (line[len(word) : len(word) + 1].isalnum() or line[len(word) : len(word) + 1] == "_")


def is_first_argument(before: str) -> bool:
    """Tell whether the name is quoted and opens the arguments of a call."""
    if before[-1:] not in ('"', "'"):
        return False
    return before[-8:-1].rstrip("\\").rstrip(" \t").endswith("(")


def is_connection(before: str) -> bool:
    """Tell whether what stands before is a part of a connection string: `Server=…;Uid=…;`."""
    if before[-1:] == " ":  # `host=db user=ana password=…`, as libpq writes it
        return compiled(_KEYWORDS).search(before, max(0, len(before) - 120)) is not None
    return before.rstrip()[-1:] == ";" and compiled(_CONNECTION).search(before) is not None


def is_stated(text: str, at: int, value: str, before: str) -> bool:
    """Tell whether a plain word is the password because what stands beside it says as whom, or where, to connect."""
    if len(value) < 4 or len(set(value.lower())) < 3 or not value.replace("_", "").replace("-", "").isalnum():
        return False
    if value.lower() in _NOTHING or is_marked(value, value.lower()):
        return False
    after = text[at + len(value) : at + len(value) + 1]
    if text[at - 1] == " " and after == ";" and value.lower() in _ITSELF:  # `this.password = password;`
        return False
    if is_connection(before) or (after == ";" and compiled(_CONNECTION).search(before)):
        return True
    if is_reference(value) or value.lower() in _ITSELF:
        return False
    inline = after in (",", "}") and "{" in before.rpartition("\n")[2]  # `{user: ana, password: …}`
    if not inline and (not is_line_start(before) or after not in ("", "\n", "\r", " ")):
        return False
    return names_user(before)


def names_user(before: str) -> bool:
    """Tell whether one of the few lines before says as whom to log in."""
    if compiled(_LOGIN_LINE).search(before):
        return True
    return "," in before[-8:] and compiled(_LOGIN_BESIDE).search(before, max(0, len(before) - 120)) is not None
