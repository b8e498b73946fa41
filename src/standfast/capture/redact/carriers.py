"""Find credentials by the protocol that carries them: addresses, headers, cookies, JSON Web Tokens, password hashes.

Owns the syntax of those carriers; only the secret part is reported, so that a connection string keeps its host.
Every finder starts from a literal and looks at a bounded stretch. Neighbours: values.py judges, commands.py reads
command lines, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled, held, on_lines, present, wanted
from standfast.capture.redact.prose import is_chosen
from standfast.capture.redact.values import (
    holds_basic,
    is_placeholder,
    is_random,
    is_reference,
    looks_random,
    share_of_words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

Span = tuple[int, int, str]

_USERINFO = r"(?P<user>[^\s/:\"'<>`\\?#,;|]{0,128}):(?P<secret>[^\s/\"'<>`\\,;|]{1,256})@(?=[\w\[.$%{-])"
_MANUAL = frozenset(
    {
        *("", "user", "username", "usr", "name", "login", "me", "admin", "root", "postgres"),
        *("pass", "password", "passwd", "pwd", "secret"),
    }
)
_SHORTHAND = frozenset({"pass", "pw"})  # what manuals write for any host
_HOST = (
    r"(?:localhost|127\.0\.0\.1|host\w{0,4}|server|db|database|postgres|mysql|redis|mongo\w{0,2}"
    r"|(?:[a-z]{1,12}\.)?example\.\w{2,7})"
    r"(?![\w-])"
)
_CLASS_END = r"\](?:[+*?{()|]|\Z)"  # of a pattern, not of a password: `[^:]+:[^@]+@`
_BARE_USER = r"(?P<secret>[A-Za-z0-9_.~%-]{16,256})@(?=[\w\[])"
_DSN = r"(?P<secret>[^\s:/@\"'`()]{3,128})@(?:tcp|udp|unix)\("
_ORACLE = r"(?:thin|oci):[\w$.-]{1,64}/(?P<secret>[^\s@/\"']{3,128})@"
_JWT = r"(?<![A-Za-z0-9_-])ey[A-Za-z0-9_-]{8,4096}\.ey[A-Za-z0-9_/\\+-]{8,16384}(?:\.[A-Za-z0-9_/\\+-]{0,4096}={0,2})?"
_JWE = r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{16,2048}(?:\.[A-Za-z0-9_-]{0,4096}){4}"
_AUTHORIZATION = (
    r"[\"'`\]\\]{0,3}\s{0,4}(?:=>|[:=,])\s{0,4}(?:\[\s{0,4})?(?:[bfru]{0,2}\\{0,3}[\"'`])?\s{0,2}"
    r"(?:(?P<scheme>[A-Za-z][\w-]{1,24})[ \t]{1,4})?(?P<secret>[A-Za-z0-9_.~+/=:@%!*|-]{6,4096})"
)
_SCHEMES = frozenset(
    (
        *("basic", "bearer", "token", "apikey", "api-key", "api-token", "key", "digest", "negotiate", "ntlm", "hmac"),
        *("oauth", "oauth2", "bot", "jwt", "sharedkey", "sharedaccesssignature", "genie-key", "klaviyo-api-key"),
        *("deepl-auth-key", "ssws", "pvetoken", "zoho-oauthtoken", "splunk", "client-id", "access-token", "flyv1"),
    )
)
_BEARER = r"[ \t]{1,4}(?:\\{0,2}[\"'])?(?P<secret>[A-Za-z0-9_.~+/=:@|-]{12,4096})"
_BASIC = r"[A-Za-z0-9+/]{8,512}={0,2}"
_SIGNED = (
    r"[?&](?:X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature|Signature|sig)=(?P<secret>[\w%+/.~-]{16,2048}={0,2})"
)
_COOKIE = r"[\"']?\s{0,3}:\s{0,3}[\"']?(?P<pairs>[\w.!#$%&*+^`|~-]{1,128}=[^\r\n\"']{3,4096})"
_PAIR = r"(?P<name>[\w.!#$%&*+^`|~-]{1,128})=(?P<value>[^;\s\"']{3,4096})"
_JUDGED = 96  # as much of a value is enough to judge it by
_WORDLIKE = 12  # letters: `theme=dark` opens nothing
_JWK = r"\\?\"(?:k|d|p|q|dp|dq|qi)\\?\"\s{0,4}:\s{0,4}\\?\"(?P<secret>[A-Za-z0-9_-]{20,2048})\\?\""
_SPLUNK = r"[Ss]plunk[ ](?P<secret>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![\w-])"
_PHRASE = (
    r"\w{0,16}(?: (?:words?|phrase))?[\"']?\s{0,4}(?:is|[:=]{1,2}|=>)\s{0,4}[\"'`]?"
    r"(?P<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![\w-])"
)
_HAR = r"\\?\"\s{0,4}:\s{0,4}\["
_HAR_VALUE = r"\\?\"value\\?\"\s{0,4}:\s{0,4}\\?\"(?P<secret>[^\"\\\n]{3,4096})"
_HASH = (
    r"\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|[156yHP]\$[./A-Za-z0-9=$]{8,40}[./A-Za-z0-9]{22,90}"
    r"|1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}(?![./A-Za-z0-9])|(?:apr1|sha1|md5|sm3|7)\$[^\s:$]{1,64}\$(?:[^\s:$]{1,64}\$)?[./A-Za-z0-9]{22,90}"
    r"|argon2(?:id?|d)\$v=\d+\$[a-z0-9=,]{6,40}\$[A-Za-z0-9+/]{8,90}\$[A-Za-z0-9+/]{16,90}"
    r"|(?:(?:pbkdf2|scrypt)[\w-]{0,16}|gy|y|S|H|B|P|8|9|14)\$[\w$=,./+-]{32,200}|krb5[a-z0-9]{2,8}\$[^\s\"']{32,8192}"
    r"|(?:DCC2|NETNTLM\w{0,6}|NT|LM|SHA|WPAPSK|office|zip2|keepass|bitlocker|ansible)\$[^\s\"']{24,2048})"
)
_LDAP_HASH = r"\{(?:S?SHA\d{0,3}|S?MD5|CRYPT|PBKDF2[\w-]{0,12}|ARGON2|x-\w{4,8})\}(?P<secret>[\w./+=$,-]{16,200})"
_NTLM_HASH = r"::[\w.-]{0,64}:[0-9a-fA-F]{16,48}:(?P<secret>[0-9a-fA-F]{32,48}:[0-9a-fA-F]{32,4096})"
_DUMP_HASH = r":(?P<secret>[0-9a-fA-F]{32}:[0-9a-fA-F]{32}):::"
_SCRAM = r"SCRAM-SHA-(?:1|256)\$\d{3,7}:(?P<secret>[A-Za-z0-9+/=$:]{32,200})"
_STORED = r"md5(?P<secret>[0-9a-f]{32})(?![0-9A-Za-z])"
_MYSQL_HASH = r"\*(?P<secret>[0-9A-F]{40})(?![0-9A-Za-z])"
_DOTTED_HASH = r"pbkdf2\.sha\d{1,3}\.\d{3,8}\.(?P<secret>[0-9A-Fa-f.]{32,1024})"
_SHADOW = r"(?m)^[a-z_][\w.-]{0,31}\$?:(?P<secret>[./A-Za-z0-9]{13}|\$[^\s:]{8,200}):\d{0,6}:"
_HTPASSWD = r"(?m)^[\w.@-]{1,64}:(?P<secret>\$(?:apr1|2[aby]|5|6|1)\$[^\s:]{8,200})$"
# A line of a password file: alone or in quotes, or anywhere on a line that names the file.
_PGPASS_LINE = (
    r"[\w.*-]{1,128}:(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*@-]{1,64}:(?P<secret>[^\s:\"'\\$]{3,128})(?=\s|\Z|[\"'\\])"
)
_PGPASS = rf"(?m)(?:^[ \t]{{0,16}}|(?<=[\"'])){_PGPASS_LINE}(?=[ \t]{{0,16}}$|[\"'\\])"
_INTO_PGPASS = rf"(?<![^\s\"']){_PGPASS_LINE}(?=[^\n]{{0,80}}(?i:pgpass))"
_FROM_PGPASS = rf"(?i:pgpass)[^\n]{{0,80}}?[ \t\"':]{_PGPASS_LINE}"
# A mail relay and as whom to send through it; whom an IPsec peer authenticates as.
_RELAY = r"(?m)^\[?[\w.-]{3,128}\]?(?::\d{2,5})?[ \t]{1,16}[\w.@+-]{1,64}:(?P<secret>[^\s:]{6,128})$"
_IPSEC = r"[ \t]:[ \t]{1,8}(?:EAP|XAUTH|PSK|PIN|NTLM|PKCS8)[ \t]{1,8}\"(?P<secret>[^\"\n]{4,256})\""
_WORKFLOW = r"::(?:add-mask|set-output name=\w{0,40}(?i:pass|token|secret|key)\w{0,40})::(?P<secret>[^\s$]{4,256})"
_BUNDLER = r"(?i:bundle_)\w{1,60}__\w{1,60}[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<secret>\w{4,64}:\w{4,64})"
_DJANGO_KEY = r"django-insecure-(?P<secret>[^\s\"'\\]{20,100})"
_XML_KEY = r"<(?:P|Q|DP|DQ|InverseQ|D)>(?P<secret>[A-Za-z0-9+/=\s]{16,2048})"
# How the bytes of a private key begin in base64, without a heading: a sequence, then its version.
_RAW_KEY = (
    r"(?<![A-Za-z0-9+/])(?P<secret>(?:MII[A-Za-z0-9+/]{3}IBA(?:AKC|DAN)|MIG[A-Za-z0-9+/]AgEA|MHcCAQEE|MC4CAQAw)"
    r"[A-Za-z0-9+/]{32,16000}={0,2})"
)
_DJANGO_HASH = r"(?:pbkdf2_sha(?:1|256|512)|argon2|bcrypt_sha256)\$\d{4,8}\$[A-Za-z0-9]{8,64}\$[A-Za-z0-9+/]{27,90}=?"


def find_carried(text: str, lower: str) -> list[Span]:
    """Return the spans of credentials carried by a protocol."""
    found: list[Span] = []
    if "://" in text:
        _addresses(text, found)
    if "(" in text and ("@tcp(" in text or "@unix(" in text):
        _data_sources(text, found)
    if "ey" in text:
        _jwts(text, found)
    for word in present(_HEADED, lower):
        _HEADERS[word](text, lower, found)
    if "$" in text:
        _hashes(text, found)
    there = held(lower)
    for words, rule, pattern in _SHAPES if not there.isdisjoint(_SHAPED) else ():
        if not there.isdisjoint(words):
            sign = SIGNS.get(pattern)
            matches = on_lines(pattern, sign, text) if sign else compiled(pattern).finditer(text)
            found += [(*m.span("secret"), rule) for m in matches]
    for word in present(_OPENING, lower):
        _phrases(text, lower, word, found)
    return found


def _phrases(text: str, lower: str, word: str, found: list[Span]) -> None:
    """Add the words that open a wallet, where something says that they do."""
    at = lower.find(word)
    while at >= 0:
        match = compiled(_PHRASE).match(text, at + len(word))
        if match and len(set(match["secret"].split())) >= 10:
            found.append((*match.span("secret"), "recovery-phrase"))
        at = lower.find(word, match.end() if match else at + len(word))


def _addresses(text: str, found: list[Span]) -> None:
    at = text.find("://")
    while at >= 0:
        start = at + 3
        if "@" in text[start : start + 400]:
            match = compiled(_USERINFO).match(text, start)
            if match:
                optional = "[" in match["user"] and match["secret"][0] == "]"  # `http://[user:]name@host`
                if _is_literal(match["secret"]) and not optional and not _is_manual(text, match):
                    found.append((*match.span("secret"), "url-password"))
                if len(match["user"]) >= 20 and looks_random(match["user"], least=20):
                    found.append((*match.span("user"), "url-token"))
            else:
                match = compiled(_BARE_USER).match(text, start)
                if match and looks_random(match["secret"], least=16):
                    found.append((*match.span("secret"), "url-token"))
        at = text.find("://", start)


def is_credential(secret: str) -> bool:
    """Tell whether what stands where a password must stand is one, and not a variable or a placeholder."""
    if is_placeholder(secret):
        return False
    opened = secret[0] in "$%{<[*(" or compiled(_CLASS_END).match(secret) is not None
    return not opened or looks_random(secret, least=12)


def _is_literal(secret: str) -> bool:
    """Tell whether something was written out there, be it as poor as `password`."""
    return is_credential(secret) or (secret.isalpha() and secret.islower() and len(set(secret)) > 2)


def _is_manual(text: str, match: Match[str]) -> bool:
    """Tell whether the address is the one that every manual shows: `user:password@localhost`."""
    if match["user"] not in _MANUAL or match["secret"] not in _MANUAL:
        return False
    return match["secret"] in _SHORTHAND or compiled(_HOST).match(text, match.end()) is not None


def _data_sources(text: str, found: list[Span]) -> None:
    for anchor in ("@tcp(", "@unix("):
        at = text.find(anchor)
        while at >= 0:
            colon = text.rfind(":", max(0, at - 130), at)
            match = compiled(_DSN).match(text, colon + 1) if colon >= 0 else None
            if match and is_credential(match["secret"]):
                found.append((*match.span("secret"), "url-password"))
            at = text.find(anchor, at + len(anchor))


def _jwts(text: str, found: list[Span]) -> None:
    at = text.find("ey")
    while at >= 0:
        end = at + 2
        if not at or not (text[at - 1].isalnum() or text[at - 1] in "_-"):
            dot = text.find(".", at, at + 4096)
            if dot >= at + 10 and " " not in text[at:dot]:
                match = compiled(_JWT).match(text, at) or compiled(_JWE).match(text, at)
                if match:
                    found.append((at, match.end(), "jwt"))
                    end = match.end()
        at = text.find("ey", end)


def _authorizations(text: str, lower: str, found: list[Span]) -> None:
    at = lower.find("authorization")
    while at >= 0:
        match = compiled(_AUTHORIZATION).match(text, at + 13)
        if match and _is_authorization(match):
            found.append((*match.span("secret"), "authorization"))
        at = lower.find("authorization", match.end() if match else at + 13)


def _is_authorization(match: Match[str]) -> bool:
    scheme, secret = (match["scheme"] or "").lower(), match["secret"]
    if is_placeholder(secret) or secret.lower() in _SCHEMES:
        return False
    if scheme in _SCHEMES or scheme.endswith(("-key", "-token", "-auth", "-sha256")):
        word = secret.rstrip("=")  # "Authorization: Bearer nonexistent", `Digest username="…"`
        spoken = word.isalpha() and share_of_words(word) > 0.6
        return (len(secret) >= 8 and not spoken and not is_reference(secret)) or looks_random(secret)
    # A scheme that nobody knows: what follows must look like a credential, not like a sentence.
    return looks_random(secret) or is_chosen(secret, quoted=False)


def _bearers(text: str, lower: str, found: list[Span]) -> None:
    at = lower.find("bearer")
    while at >= 0:
        match = compiled(_BEARER).match(text, at + 6)
        if match and looks_random(match["secret"], least=12) and not is_placeholder(match["secret"]):
            found.append((*match.span("secret"), "bearer-token"))
        at = lower.find("bearer", match.end() if match else at + 6)


def _basics(text: str, lower: str, found: list[Span]) -> None:
    at = lower.find("basic ")
    while at >= 0:
        match = compiled(_BASIC).match(text, at + 6)
        if match and holds_basic(match[0]):
            found.append((*match.span(), "basic-auth"))
        at = lower.find("basic ", at + 6)


def _cookies(text: str, lower: str, found: list[Span]) -> None:
    at = lower.find("cookie")
    while at >= 0:
        match = compiled(_COOKIE).match(text, at + 6)
        if match:
            only_first = lower[max(0, at - 4) : at] == "set-"
            for pair in compiled(_PAIR).finditer(text, *match.span("pairs")):
                value = pair["value"]
                plain = value.isalpha() and len(value) < _WORDLIKE
                named = is_reference(value) and not is_random(value[:_JUDGED])
                if not plain and not named and not is_placeholder(value):
                    found.append((*pair.span("value"), "cookie"))
                if only_first:
                    break
        at = lower.find("cookie", match.end() if match else at + 6)


def _archived(text: str, lower: str, found: list[Span]) -> None:
    """Add the values of cookies in an archive of requests: a list of names and values under "cookies"."""
    at = lower.find('cookies\\"') if 'cookies\\"' in lower else lower.find('cookies"')
    while at >= 0:
        opened = compiled(_HAR).match(text, at + 7)
        stop = text.find("]", opened.end(), opened.end() + 65536) if opened else -1
        if opened and stop > 0:
            found += [(*m.span("secret"), "cookie") for m in compiled(_HAR_VALUE).finditer(text, opened.end(), stop)]
        at = lower.find("cookies", max(stop, at + 7))


def _hashes(text: str, found: list[Span]) -> None:
    at = text.find("$")
    while at >= 0:
        end = at + 1
        if text[at + 1 : at + 2] in "1256789yHPSBasmpkgDNLSWoz" and "$" in text[at + 1 : at + 18]:
            match = compiled(_HASH).match(text, at)
            if match:
                found.append((*match.span(), "password-hash"))
                end = match.end()
        at = text.find("$", end)
    if "_sha" in text or "argon2$" in text:
        found += [(*m.span(), "password-hash") for m in compiled(_DJANGO_HASH).finditer(text)]


_HEADERS = {
    "authorization": _authorizations,
    "bearer": _bearers,
    "basic ": _basics,
    "cookie": _cookies,
    "cookies": _archived,
}
_HEADED = wanted(_HEADERS)
_OPENING = wanted(("mnemonic", "phrase", "seed", "recovery", "12 words", "24 words", "twelve words"))
# Any of the words calls for the pattern, wherever in the text it stands.
_SHAPES = (
    (("{sha", "{ssha", "{md5}", "{smd5}", "{crypt}", "{pbkdf2", "{argon2}"), "password-hash", _LDAP_HASH),
    (("::",), "password-hash", _NTLM_HASH),
    ((":::",), "password-hash", _DUMP_HASH),
    (("scram-sha-",), "password-hash", _SCRAM),
    (("md5",), "password-hash", _STORED),
    (("password", "pwd"), "password-hash", _MYSQL_HASH),
    (("pbkdf2.",), "password-hash", _DOTTED_HASH),
    ((":543", ":*:"), "password", _PGPASS),
    (("pgpass",), "password", _INTO_PGPASS),
    (("pgpass",), "password", _FROM_PGPASS),
    ((":$",), "password-hash", _SHADOW),
    ((":$",), "password-hash", _HTPASSWD),
    (("]:",), "password", _RELAY),
    ((": eap ", ": xauth "), "password", _IPSEC),
    (("::add-mask::", "::set-output "), "secret", _WORKFLOW),
    (("bundle_",), "password", _BUNDLER),
    (("jdbc:oracle:",), "url-password", _ORACLE),
    (("x-amz-", "signature=", "sig="), "signed-url", _SIGNED),
    (('"kty',), "private-key", _JWK),
    (("splunk ",), "splunk-token", _SPLUNK),
    (("django-insecure-",), "secret", _DJANGO_KEY),
    (("<rsakeyvalue>",), "private-key", _XML_KEY),
    (("ibaakc", "ibadan", "ageamb", "mhccaqee", "mc4caqaw"), "private-key", _RAW_KEY),
)
_SHAPED = wanted(word for words, _, _ in _SHAPES for word in words)
# What stands in every match of a pattern that could begin with any letter.
SIGNS = {
    _PGPASS: r":(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*@-]{1,64}:",
    _RELAY: r"(?m):[^\s:]{6,128}$",
}
