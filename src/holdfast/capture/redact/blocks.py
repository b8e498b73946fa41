"""Find secrets that take more than one line: private keys, certificates, `<private>` passages, Kubernetes secrets.

Owns what is recognised by how it opens and closes. Every finder starts from a literal and moves forward only, so the
work is linear however often the literal occurs. Neighbours: engine.py collects.
"""

from __future__ import annotations

from holdfast.capture.redact.lazy import compiled

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
_BODY = r"[A-Za-z0-9+/=\s\\:,.\-]{40,64000}"
_SOLID = r"[A-Za-z0-9+/=]{16,}"
_ENCODED = r"LS0tLS1CRUdJTi[A-Za-z0-9+/\r\n]{32,64000}={0,2}"
_PUTTY = r"Private-Lines:[ \t]*\d{1,3}\s{1,4}(?P<body>(?:[A-Za-z0-9+/=]{4,80}(?:\r?\n|\Z)){1,200})"
_KIND = r"(?m)^[ \t]*[\"']?[Kk]ind[\"']?:[ \t]*[\"']?[Ss]ecret[\"']?[ \t]*,?$"
_DATA = r"(?m)^(?P<indent>[ \t]*)(?:data|stringData):[ \t]*$"
_ENTRY = (
    r"(?P<indent>[ \t]*)[\"']?[\w./-]{1,80}[\"']?:[ \t]*"
    r"(?:(?P<fold>[|>][-+]?)|(?P<q>[\"']?)(?P<value>[^\s\"'#{}$][^\n\"']{3,})(?P=q))[ \t]*\Z"
)


def find_blocks(text: str, lower: str) -> list[Span]:
    """Return everything that spans lines."""
    found: list[Span] = []
    if "-----BEGIN " in text:
        _pem(text, found)
    if "LS0tLS1CRUdJTi" in text:
        found += [(*m.span(), "private-key") for m in compiled(_ENCODED).finditer(text)]
    if "Private-Lines:" in text:
        found += [
            (m.start("body"), len(m["body"].rstrip()) + m.start("body"), "private-key")
            for m in compiled(_PUTTY).finditer(text)
        ]
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
        entry = compiled(_ENTRY).match(line)
        if folded >= 0 and depth > folded and line.strip():
            found.append((at + depth, at + len(line.rstrip()), "kubernetes-secret"))
        elif entry:
            folded = depth if entry["fold"] else -1
            if entry["value"]:
                found.append((at + entry.start("value"), at + entry.end("value"), "kubernetes-secret"))
        at = end + 1
