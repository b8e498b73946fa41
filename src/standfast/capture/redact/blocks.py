"""Find secrets that take more than one line: private keys, certificates, `<private>` passages, Kubernetes secrets.

Owns what is recognised by how it opens and closes. Every finder starts from a literal and moves forward only, so the
work is linear however often the literal occurs. Neighbours: engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

Span = tuple[int, int, str]

_LONGEST = 64_000
_BEGIN = (
    r"-----BEGIN (?P<what>[A-Z0-9 ._-]{0,48}?(?:PRIVATE KEY(?: BLOCK)?|CERTIFICATE|PKCS7"
    r"|OpenVPN Static key V1))-----"
)
_END = r"-----END[ A-Za-z0-9._-]{0,64}-----"
_CLOSING = r"-----END [A-Z0-9 ._-]{0,48}?PRIVATE KEY(?: BLOCK)?-----"
_LINE = r"[A-Za-z0-9+/=]+"
_MARKS = frozenset((">", "|", "-", "*", "+", "#"))  # what a quoted or listed line may begin with
_WIDTHS = (64, 70, 76)  # of a line of a key, as PEM, OpenSSH and MIME break it
_FULL = 32  # a line of a key that is shorter than this is its last
_IN_A_ROW = 3
_LAST = r"(?m)(?:(?<=[\s\"'])|^)(?P<word>[A-Za-z0-9+/=]{1,200})(?:\\{1,4}[rn]){0,2}[\"',;+) \t\\]{0,6}\r?$"
_HEADERS = 400  # how far the lines of a block may begin below its first line
_KEYS = ("MII", "MIG", "MHc", "MHQ", "MC4", "b3BlbnNzaC1rZXk")  # how the usual forms begin, encoded
_SHARED = r"-----BEGIN [A-Z0-9 ._-]{0,48}?(?:PUBLIC KEY(?: BLOCK)?|SIGNATURE|MESSAGE|REQUEST)-----"
_BODY = r"[A-Za-z0-9+/=\s\\:,.\-]{40,64000}"
_SOLID = r"[A-Za-z0-9+/=]{16,}"
_ENCODED = r"LS0tLS1CRUdJTi[A-Za-z0-9+/\r\n]{32,64000}={0,2}"
_PUTTY = r"Private-Lines:[ \t]*\d{1,3}\s{1,4}(?P<body>(?:[A-Za-z0-9+/=]{4,80}(?:\r?\n|\Z)){1,200})"
_VAULT = r"\$ANSIBLE_VAULT;[\w.;-]{3,80}\s{1,40}(?P<body>[0-9a-f]{16,80}(?:\s{1,40}[0-9a-f]{2,80}){0,2000})"
_KIND = r"(?m)^[ \t]*[\"']?[Kk]ind[\"']?:[ \t]*[\"']?[Ss]ecret[\"']?[ \t]*,?$"
_DATA = r"(?m)^(?P<indent>[ \t]*)(?:data|stringData):[ \t]*$"
_ENTRY = (
    r"\A(?P<indent>[ \t]*)[\"']?[\w./-]{1,80}[\"']?:[ \t]*"
    r"(?:(?P<fold>[|>][-+]?)|(?P<q>[\"']?)(?P<value>[^\s\"'#{}$][^\n\"']{3,})(?P=q))\Z"
)


def find_blocks(text: str, lower: str) -> list[Span]:
    """Return everything that spans lines."""
    found: list[Span] = []
    if "-----BEGIN " in text:
        _pem(text, found)
    if "-----END " in text:
        _tails(text, found)
    if len(text) > _IN_A_ROW * _WIDTHS[0]:
        _lines_of_keys(text, found)
    if "LS0tLS1CRUdJTi" in text:
        found += [(*m.span(), "private-key") for m in compiled(_ENCODED).finditer(text)]
    if "Private-Lines:" in text:
        found += [
            (m.start("body"), len(m["body"].rstrip()) + m.start("body"), "private-key")
            for m in compiled(_PUTTY).finditer(text)
        ]
    if "$ANSIBLE_VAULT;" in text:
        found += [(*m.span("body"), "encrypted-secret") for m in compiled(_VAULT).finditer(text)]
    if "<private>" in lower:
        _private(text, lower, found)
    if "secret" in lower and ("data:" in text or "Data:" in text):
        _kubernetes(text, found)
    return found


def _pem(text: str, found: list[Span]) -> None:
    """Add private keys and certificates in PEM form, also cut off or with escaped line ends."""
    at = text.find("-----BEGIN ")
    while at >= 0:
        begin = compiled(_BEGIN).match(text, at)
        resume = at + 11
        if begin:
            stop, body_end = _pem_end(text, begin.end())
            resume = begin.end()
            if body_end - begin.end() >= 40 and compiled(_SOLID).search(text, begin.end(), body_end):
                public = begin["what"].endswith(("CERTIFICATE", "PKCS7"))
                found.append((at, stop, "certificate" if public else "private-key"))
                resume = stop
        at = text.find("-----BEGIN ", resume)


def _pem_end(text: str, start: int) -> tuple[int, int]:
    """Return where the block ends and where its body does; a block without an end goes as far as its body."""
    dashes = text.find("-----", start, start + _LONGEST)
    end = compiled(_END).match(text, dashes) if dashes >= 0 else None
    if end:
        return end.end(), end.start()
    body = compiled(_BODY).match(text, start, dashes if dashes >= 0 else start + _LONGEST)
    stop = body.end() if body else start
    return stop, stop


def _tails(text: str, found: list[Span]) -> None:
    """Add keys whose first line is not here: the lines of letters and digits before the line that ends one."""
    last = 0
    for end in compiled(_CLOSING).finditer(text):
        start = body = end.start()
        size = 0
        lines = list(compiled(r"\S+").finditer(text, max(last, end.start() - _LONGEST), end.start()))
        for line in reversed(lines):
            if line[0] not in _MARKS:
                if not compiled(_LINE).fullmatch(line[0]) or (size and len(line[0]) < _FULL):
                    break
                start, size = line.start(), size + len(line[0])
        if size >= _FULL and start < body:
            found.append((start, end.end(), "private-key"))
        last = end.end()


def _lines_of_keys(text: str, found: list[Span]) -> None:
    """Add rows of full lines that are a key's, wherever its first line went and whatever a log or a diff put before."""
    wide = [word for word in text.split() if len(word) >= _WIDTHS[0]]
    if len(wide) < _IN_A_ROW or sum(map(_is_solid, wide)) < _IN_A_ROW:
        return
    at = seen = 0
    for word in wide:
        place = text.find(word, seen)
        seen = place + len(word)
        if place >= at:
            at = _rows_from(text, max(at, text.rfind("\n", at, place) + 1), found)


def _rows_from(text: str, start: int, found: list[Span]) -> int:
    """Add the rows of full lines that begin on this line, and return where the first line is that goes on with none."""
    row: list[tuple[int, int]] = []
    width = 0
    for line in compiled(_LAST).finditer(text, start):
        size = line.end("word") - line.start("word")
        if size == width:
            row.append(line.span("word"))
            continue
        if row and size < width and len(row) >= _IN_A_ROW and _is_rest(line["word"]):
            row.append(line.span("word"))
        _add_row(text, row, found)
        if size not in _WIDTHS:
            return line.end()
        row, width = [line.span("word")], size
    _add_row(text, row, found)
    return len(text)


def _is_solid(word: str) -> bool:
    """Tell whether a word is letters and digits in base64, apart from how a string or a diff writes it."""
    return word.strip("\"'+,;=\\)").replace("+", "").replace("/", "").removesuffix("\\n").isalnum()


def _is_of_key(text: str, start: int) -> bool:
    """Tell whether lines begin as a key does, or follow words about one, and not in a block meant for others."""
    head = text.rfind("-----BEGIN ", max(0, start - _HEADERS), start)
    if head >= 0 and compiled(_SHARED).match(text, head) and text.find("-----END", head, start) < 0:
        return False
    return text.startswith(_KEYS, start) or "private key" in text[max(0, start - _HEADERS) : start].lower()


def _is_rest(word: str) -> bool:
    """Tell whether a word can be the last line of a key rather than the first word after it."""
    return word.endswith("=") or (len(word) >= 16 and any(map(str.isdigit, word)) and any(map(str.isupper, word)))


def _add_row(text: str, row: list[tuple[int, int]], found: list[Span]) -> None:
    if len(row) >= _IN_A_ROW and _is_of_key(text, row[0][0]):
        said = "".join(text[start:end] for start, end in row)
        # Digests are of one case; words have no digits.
        if any(map(str.isupper, said)) and any(map(str.islower, said)) and any(map(str.isdigit, said)):
            found.append((row[0][0], row[-1][1], "private-key"))


def _private(text: str, lower: str, found: list[Span]) -> None:
    at = lower.find("<private>")
    while at >= 0:
        start = at + 9
        end = lower.find("</private>", start)
        if end < 0:
            return
        if text[start:end].strip():
            found.append((start, end, "private"))
        at = lower.find("<private>", end)


def _kubernetes(text: str, found: list[Span]) -> None:
    """Add the values under `data:` and `stringData:` of Kubernetes Secret manifests."""
    start = 0
    while start < len(text):
        stop = text.find("\n---", start)
        stop = len(text) if stop < 0 else stop + 1
        if compiled(_KIND).search(text, start, stop):
            for block in compiled(_DATA).finditer(text, start, stop):
                _read_data(text, block, stop, found)
        start = stop + 3 if stop < len(text) else stop


def _read_data(text: str, block: Match[str], stop: int, found: list[Span]) -> None:
    indent = len(block["indent"])
    at = block.end() + 1
    folded = -1
    while at < stop:
        end = text.find("\n", at, stop)
        end = stop if end < 0 else end
        line = text[at : min(end, at + 65536)]
        depth = len(line) - len(line.lstrip())
        if line.strip() and depth <= indent:
            return
        entry = compiled(_ENTRY).match(line.rstrip())
        if folded >= 0 and depth > folded and line.strip():
            found.append((at + depth, at + len(line.rstrip()), "kubernetes-secret"))
        elif entry:
            folded = depth if entry["fold"] else -1
            if entry["value"]:
                found.append((at + entry.start("value"), at + entry.end("value"), "kubernetes-secret"))
        at = end + 1
