"""Find passwords that people say in a sentence: "the password for staging is …", "das Passwort lautet …", "密码是…".

Owns a table of what a password is called in many languages and of the words that stand between it and its value. In a
sentence nearly every word after "is" is just a word, so only a value that no sentence would hold is taken.
Neighbours: assignments.py reads settings and code, weigh.py and values.py judge, engine.py collects.
"""

from __future__ import annotations

from bisect import bisect_left

from standfast.capture.redact.lazy import compiled, present, wanted
from standfast.capture.redact.values import is_jumbled, is_phrase, is_placeholder, is_reference, looks_random

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    Span = tuple[int, int, str]

# (language, what a password or a code is called, and the words that lead to its value, both separated by commas)
LANGUAGES: tuple[tuple[str, str, str], ...] = (
    (
        "English",
        "password,passphrase,passcode,passwd,pwd,pw,api key,access code,login code,secret key,wifi key,network key",
        "is,was,are,equals,is now,was changed to,was set to,has been set to,set to,changed to,reset to,type,enter,use",
    ),
    ("English", "shared secret", "is"),
    ("English", "code to unlock,unlock code,door code,entry code", "used to be"),
    (
        "German",
        "passwort,kennwort,zugangscode,zugangsdaten,schlüssel lautet",
        "ist,lautet,heißt,war,wäre,ist jetzt,wurde geändert auf",
    ),
    ("French", "mot de passe,mdp,code secret,code d'accès", "est,était,sera"),
    ("Spanish", "contraseña,contrasena,clave,código secreto,código de acceso", "es,era,será"),
    ("Portuguese", "senha,palavra-passe,código de acesso", "é,era,foi"),
    ("Italian", "parola d'ordine,chiave,codice segreto,codice d'accesso,codice di accesso", "è,era"),
    ("Dutch", "wachtwoord", "is,was,luidt"),
    ("Polish", "hasło,haslo", "to,jest,brzmi"),
    ("Czech", "heslo", "je,bylo,zní"),
    ("Swedish", "lösenord", "är,var"),
    ("Danish", "adgangskode,kodeord,passord", "er,var"),
    ("Finnish", "salasana", "on,oli"),
    ("Turkish", "şifre,sifre,parola", "şu"),
    ("Romanian", "parola", "este,e"),
    ("Hungarian", "jelszó,jelszo", "az,ez"),
    ("Greek", "κωδικός,κωδικος", "είναι"),
    ("Russian", "пароль,ключ", "это,такой"),
    ("Ukrainian", "пароль", "це"),
    ("Hebrew", "סיסמה,סיסמא,הסיסמה", "היא"),
    ("Arabic", "كلمة المرور,كلمة السر", "هي"),
    ("Hindi", "पासवर्ड", "है"),
    ("Vietnamese", "mật khẩu", "là"),
    ("Indonesian", "kata sandi", "adalah"),
    ("Thai", "รหัสผ่าน", "คือ"),
    ("Chinese", "密码,密碼,口令,密钥,密鑰", "是,为,為,就是,改成,改为"),
    ("Japanese", "パスワード,暗証番号", "は"),
    ("Korean", "비밀번호,암호,패스워드", "는,은"),
)
_LEADS = "|".join(sorted({word for _, _, words in LANGUAGES for word in words.split(",")}, key=len, reverse=True))
_SAID = (
    r"(?:[^\W\d_]{1,12})?(?:[ \t]{1,3}(?:[^\s:=|,.;]|\.(?=\w)){1,30}){0,5}?"
    r"(?P<lead>[ \t]{0,3}(?:[:：=]|[-–—][ \t])|['’]s[ \t]{1,3}"
    rf"|(?:(?<=[^\x00-\x7f])|,?[ \t]{{1,3}})(?:{_LEADS})(?![a-z])[ \t:：]{{0,3}})"
    r"[ \t]{0,3}(?P<open>[\"'`“„«「『*]{0,3})(?P<value>[^\s\0\"'`<>,;\x7f-\U0010ffff]{4,128})"
)
_QUOTED = (
    r"(?P<lead>(?:[ \t]{1,3}[^\s:=|,.;\"'`]{1,30}){0,3}?[ \t]{1,3})(?P<open>[\"'`“„«「『])"
    r"(?P<value>[^\s\0\"'`<>,;\x7f-\U0010ffff]{6,128})"
)
# The value in brackets (a letter and a digit, and no `issue#482`), after more words and a colon, or alone below; and
# before its name: "with … as password".
_BESIDE = (
    r"[ \t]\([\"'`]?(?=[^\s)]{0,128}\d)(?=[^\s)]{0,128}[A-Za-z])(?![A-Za-z]{1,40}[-#]?\d{1,12}[\"'`]?\))"
    r"(?P<value>[^\s\0\"'`<>,;()\x7f-\U0010ffff]{8,128})[\"'`]?\)"
)
_LATER = (
    r"[^\n:=]{1,60}[:：][ \t]{1,3}[\"'`*]{0,3}(?P<value>[^\s\0\"'`<>,;\x7f-\U0010ffff]{8,128})"
    r"[\"'`*.]{0,3}[ \t]{0,8}(?:\n|\Z)"
)
_BELOW = r"[^\n]{0,120}:[ \t]{0,8}\r?\n(?:[ \t]{0,16}\r?\n)?[ \t>]{0,16}(?P<value>[!-~]{8,128})[ \t]{0,8}(?:\r?\n|\Z)"
# Who asks for it is answered with nothing else, in the next message.
_ANSWERED = (
    r"[^\n?]{0,60}\?[ \t]{0,4}(?:\r?\n(?:[^\n]{0,60}\n)?)?"
    r"(?:[ \t]{0,8}(?:\[[^\]\n]{1,24}\][ ])?<?[\w.@ -]{1,32}[:>][ ]{1,2})(?P<value>[!-~]{8,128})[ \t]{0,8}(?:\r?\n|\Z)"
)
_OPENS = r"\A\s*(?:async )?(?:def|class|if|elif|for|while|with|except|case)\b"  # code, indented below
_BEFORE = (
    r"(?:with|use|using|enter|type)[ ]{1,2}[\"'`*]{0,2}(?P<value>[!-~]{8,64}?)[\"'`*]{0,2}"
    r"[ ]as[ ](?:the[ ]|its[ ]|your[ ]|my[ ]|a[ ])?\Z"
)
_DIRECT = r"[ \t]{1,3}(?P<value>[^\s\0\"'`<>,;\x7f-\U0010ffff]{8,128})"
_NEXT = r"[^\x00-\x7f]{0,3}(?P<value>[!-~]{8,128})"  # a script without spaces runs into the password
# What announces a user and a password, and how the two are written beside each other: "login with ana / …".
_ACCOUNTS = wanted((
    "user ", "benutzer", "utilisateur", "usuario", "utente", "login", "log in", "logged in", "sign in", "creds",
    "credentials", "account", "zugang", "anmelde", "identifiant", "credenciales", "acceso", "credenziali", "accesso",
    "credenciais", "inlog", "логин", "доступ", "账号", "帳號", "アカウント", "계정",
))  # fmt: skip
_BOTH = (
    r"[^\W\d_]{0,12}[ \t]{0,3}(?:[\w.-]{2,24}[ \t]{1,3}){0,3}?(?:[\w.-]{2,24}(?=:[ ]))?[:：=(-]{0,2}[ \t]{0,3}"
    r"(?P<mark>[\"'`*]{0,2})(?P<who>[\w.@+-]{2,64})[\"'`*]{0,2}[ \t]{0,2}[/,:|，、／][ \t]{0,2}[\"'`*]{0,2}"
    r"(?P<said>(?:pass(?:word|wd)?|pw|pwd|pin|passwort|kennwort|mdp|clave|senha|wachtwoord)[ \t:=]{1,3})?"
    r"(?P<value>[^\s\0\"'`<>,;()\x7f-\U0010ffff]{8,128})"
)
_SHORT = r"[a-z]{2,12}-?\d{1,3}(?:[a-z]{0,3})"  # sha256, utf-8, base64, oauth2
_NEAR = 8
_SIGNS = frozenset("!@#$%^&*=?~")
_MARKS = frozenset("\"'“„«") - {""}


_NAMES = wanted(name for _, names, _ in LANGUAGES for name in names.split(","))


def find_said(text: str, lower: str, assigned: list[Span]) -> list[Span]:
    """Return the spans of passwords in sentences; a name whose value is `assigned` or masked says no more."""
    found: list[Span] = []
    starts = [span[0] for span in assigned]
    for name in present(_NAMES, lower):
        at = lower.find(name)
        while at >= 0:
            end = at + len(name)
            near = bisect_left(starts, end)
            told = (near < len(starts) and starts[near] - end < _NEAR) or "\0" in text[end : end + _NEAR]
            span = None if told or _is_inside(lower, at, end) else _value(text, end) or _around(text, at, end)
            if span:
                found.append((*span, "password"))
                end = max(end, span[1])
            at = lower.find(name, end)
    for word in present(_ACCOUNTS, lower):
        _accounts(text, lower, word, found)
    return found


def _is_inside(lower: str, at: int, end: int) -> bool:
    """Tell whether a short name is but a part of a word."""
    return end - at < 3 and lower[at].isascii() and (lower[at - 1 : at].isalnum() or lower[end : end + 1].isalnum())


def _around(text: str, at: int, end: int) -> tuple[int, int] | None:
    """Return a password that stands before its name, in brackets behind it, or at the end of or below what tells it."""
    stop = min(len(text), end + 320)
    found = compiled(_BEFORE).search(text, max(0, at - 90), at) if text[at - 1 : at] == " " else None
    patterns = (_BESIDE, _LATER, _BELOW) if _ends_in_colon(text, end) else (_BESIDE, _LATER, _ANSWERED)
    for pattern in patterns:
        found = found or compiled(pattern).match(text, end, stop)
    return found.span("value") if found and is_unspoken(found["value"]) and not _is_body(text, at, found) else None


def _is_body(text: str, at: int, found: re.Match[str]) -> bool:
    """Tell whether a value is the body below a line of code: `def`, `class`, `if …`, a call that ends in a colon."""
    if ":\n" not in text[at : found.start("value")]:
        return False  # on the same line, which may be long
    start = text.rfind("\n", 0, at) + 1
    head, _, below = text[start : found.start("value")].partition(":\n")
    deeper = len(below) - len(below.lstrip()) > len(head) - len(head.lstrip())
    called = head.endswith(")") and compiled(r"\w\(").search(head)
    return head.endswith("commit") or (deeper and bool(called or compiled(_OPENS).match(head)))


def _ends_in_colon(text: str, at: int) -> bool:
    """Tell whether the line here may announce what stands below it."""
    stop = text.find("\n", at, at + 140)
    return stop >= 0 and text[at:stop].rstrip(" \t\r").endswith(":")


def _accounts(text: str, lower: str, word: str, found: list[Span]) -> None:
    """Add passwords that stand beside a user's name, with nothing but a word for both before them."""
    at = lower.find(word)
    while at >= 0:
        end = at + len(word)
        stop = text.find("\n", end, end + 240)
        match = compiled(_BOTH, unicode=True).match(text, end, stop if stop >= 0 else min(len(text), end + 240))
        value = match["value"].rstrip(".:?*") if match else ""
        said = match is not None and (match["said"] or match["mark"])
        if match and (is_chosen(value, quoted=False) if said else is_unspoken(value)):
            found.append((match.start("value"), match.start("value") + len(value), "password"))
            end = match.end()
        at = lower.find(word, end)


def _value(text: str, at: int) -> tuple[int, int] | None:
    stop = text.find("\n", at, at + 320)
    stop = min(at + 320, len(text)) if stop < 0 else stop
    match = compiled(_SAID, unicode=True).match(text, at, stop)
    if match is None:
        match = compiled(_QUOTED, unicode=True).match(text, at, stop)
    direct = compiled(_DIRECT).match(text, at, stop)
    if direct and _is_mixed(direct["value"]):
        match = direct if match is None or match.start("value") > direct.end() else match
    if match is None and text[at - 1 : at] > "\x7f":
        match = compiled(_NEXT).match(text, at, stop)
    if match is None:
        return None
    value = match["value"].rstrip(".:!?)]*_ ") if not match["value"].endswith(("!", "?")) else match["value"]
    value = value.rstrip(".,:)]")
    said = match.groupdict()
    quoted = (said.get("open") or "")[:1] in _MARKS and said["lead"].strip()[-1:] not in ("", ":")
    return (match.start("value"), match.start("value") + len(value)) if is_chosen(value, quoted=quoted) else None


def _is_mixed(value: str) -> bool:
    """Tell whether a word has small and capital letters and digits, as no word of a sentence has."""
    return any(map(str.isdigit, value)) and any(map(str.isupper, value)) and any(map(str.islower, value))


def is_unspoken(value: str) -> bool:
    """Tell whether a value is one that neither a sentence nor the name of a thing would hold."""
    if not is_chosen(value, quoted=False) or value.isidentifier() != value.isalnum() or "/" in value or "." in value:
        return False
    if value.istitle() and value.rstrip("0123456789").isalpha():  # `Profile2`
        return False
    if _is_mixed(value) or not _SIGNS.isdisjoint(value):
        return True
    return looks_random(value) or is_jumbled(value) or is_phrase(value)


def is_chosen(value: str, *, quoted: bool) -> bool:
    """Tell whether a word of a sentence is one that a person or a machine chose as a password."""
    if (
        len(value) < (4 if quoted else 6)
        or is_placeholder(value)
        or is_reference(value, quoted=quoted)
        or "](" in value
    ):
        return False
    digits = sum(map(str.isdigit, value))
    letters = sum(map(str.isalpha, value))
    if not letters or not value.isascii() or compiled(_SHORT).fullmatch(value):
        return False
    if quoted and value.isalpha() and value.islower():
        return True  # a sentence that puts a word into quotes after "is" means that word
    if digits:
        upper = any(map(str.isupper, value))
        return len(value) >= 8 and (upper or digits > 2 or quoted or not value.isalnum()) and "://" not in value
    if not _SIGNS.isdisjoint(value[1:]):
        return len(value) >= 8 and "(" not in value and "=" not in value
    return looks_random(value, least=12) or is_jumbled(value) or is_phrase(value)
