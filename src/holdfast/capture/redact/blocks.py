"""Find secrets that take more than one line: private keys, certificates, `<private>` passages, Kubernetes secrets.

Owns what is recognised by how it opens and closes. Every finder starts from a literal and moves forward only, so the
work is linear however often the literal occurs. Neighbours: engine.py collects.
"""

from __future__ import annotations

import re

Span = tuple[int, int, str]

_LONGEST_PEM = 64_000
_END = re.compile(r"-----END[ A-Z0-9_-]{0,64}-----")
_BODY = re.compile(r"[A-Za-z0-9+/=\s\\:,.\-]{40,}")
_PLAIN = re.compile(r"[A-Za-z0-9+/=]{16,}")
_BEGIN = re.compile(
    r"-----BEGIN (?P<what>[A-Z0-9 ._-]{0,64}?(?P<kind>PRIVATE KEY(?: BLOCK)?|CERTIFICATE|PKCS7|ENCRYPTED MESSAGE))-----"
)
_DATA = re.compile(r"(?m)^(?P<indent>[ \t]*)(?:string)?data:[ \t]*$", re.IGNORECASE)
_KIND = re.compile(r"(?m)^[ \t]*[\"']?kind[\"']?:[ \t]*[\"']?secret[\"']?[ \t]*,?$", re.IGNORECASE)
_ENTRY = re.compile(
    r"(?P<indent>[ \t]*)(?P<name>[\"']?[\w.-]{1,80}[\"']?):[ \t]*"
    r"(?:(?P<fold>[|>][-+]?)|(?P<q>[\"']?)(?P<value>[^\s\"'#{}$][^\n\"']{3,}?)(?P=q))[ \t]*\Z"
)


def find_pem(text: str) -> list[Span]:
    """Return private keys and certificates in PEM form, also cut off or with escaped line ends."""
    found: list[Span] = []
    at = text.find("-----BEGIN ")
    while at >= 0:
        begin = _BEGIN.match(text, at)
        resume = at + 11
        if begin:
            end = _END.search(text, begin.end(), begin.end() + _LONGEST_PEM)
            nested = text.find("-----BEGIN ", begin.end())
            if end and not 0 <= nested < end.start():
                stop = end.end()
                body_end = end.start()
            else:
                body = _BODY.match(text, begin.end(), begin.end() + _LONGEST_PEM)
                stop = body_end = body.end() if body else begin.end()
            if _PLAIN.search(text, begin.end(), body_end) and body_end - begin.end() >= 40:
                rule = "certificate" if begin["kind"] in ("CERTIFICATE", "PKCS7") else "private-key"
                found.append((at, stop, rule))
                resume = stop
            else:
                resume = begin.end()
        at = text.find("-----BEGIN ", resume)
    return found


_PEM64 = re.compile(r"LS0tLS1CRUdJTi[A-Za-z0-9+/\r\n]{32,64000}={0,2}")


def find_encoded_pem(text: str) -> list[Span]:
    """Return PEM blocks that were encoded in base64 once more."""
    found: list[Span] = []
    at = text.find("LS0tLS1CRUdJTi")
    while at >= 0:
        match = _PEM64.match(text, at)
        if match:
            found.append((at, match.end(), "private-key"))
        at = text.find("LS0tLS1CRUdJTi", match.end() if match else at + 14)
    return found


_PUTTY = re.compile(r"Private-Lines:[ \t]*\d{1,3}\s+((?:[A-Za-z0-9+/=]{4,80}\s*){1,200})")


def find_putty(text: str) -> list[Span]:
    """Return the private lines of a PuTTY key file."""
    found: list[Span] = []
    at = text.find("Private-Lines:")
    while at >= 0:
        match = _PUTTY.match(text, at)
        if match:
            found.append((match.start(1), match.start(1) + len(match[1].rstrip()), "private-key"))
        at = text.find("Private-Lines:", match.end() if match else at + 14)
    return found


def find_private(text: str, lower: str) -> list[Span]:
    """Return what stands between `<private>` and `</private>`."""
    found: list[Span] = []
    at = lower.find("<private>")
    while at >= 0:
        start = at + 9
        end = lower.find("</private>", start)
        if end < 0:
            break
        if text[start:end].strip():
            found.append((start, end, "private"))
        at = lower.find("<private>", end)
    return found


def find_kubernetes(text: str, lower: str) -> list[Span]:
    """Return the values under `data:` and `stringData:` of Kubernetes Secret manifests."""
    if "secret" not in lower or "data:" not in lower or "kind" not in lower:
        return []
    found: list[Span] = []
    start = 0
    for document in re.split(r"(?m)^---[ \t]*$", text):
        if _KIND.search(document):
            for block in _DATA.finditer(document):
                _read_data(document, block, start, found)
        start += len(document)
        start = text.find("\n", start) if text.startswith("---", start) else start
        start = max(start, 0)
    return found


def _read_data(document: str, block: re.Match[str], base: int, found: list[Span]) -> None:
    indent = len(block["indent"])
    at = block.end() + 1
    folded = -1
    while at < len(document):
        stop = document.find("\n", at)
        stop = len(document) if stop < 0 else stop
        line = document[at : min(stop, at + 8192)]
        depth = len(line) - len(line.lstrip())
        if line.strip() and depth <= indent:
            return
        entry = _ENTRY.match(line)
        if folded >= 0 and depth > folded and line.strip():
            found.append((base + at + depth, base + at + len(line.rstrip()), "kubernetes-secret"))
        elif entry:
            folded = depth if entry["fold"] else -1
            if entry["value"]:
                found.append((base + at + entry.start("value"), base + at + entry.end("value"), "kubernetes-secret"))
        at = stop + 1
