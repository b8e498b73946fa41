"""Find tokens by their own shape: a literal that announces one, then the form that the vendor's row gives.

Owns how a row of vendors.py is read and matched. A form is compiled the first time its anchor stands in a text where a
token could be, and is tried only there: most texts compile nothing. A telling anchor (`ghp_`) needs little more, and
even a token cut off after it is one; an anchor that could begin a word (`AC`, `pat`) needs a body drawn at random.
Neighbours: vendors.py holds the rows, values.py judges the body, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled, words_of
from standfast.capture.redact.values import is_hex, is_varied, looks_random, strangeness
from standfast.capture.redact.vendors import ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    Span = tuple[int, int, str]
    Row = tuple[str, str, str, str]

_PART = r"(?P<kind>[dhlumwbtz])(?P<low>\d{1,3})(?:-(?P<high>\d{1,3}))?|(?P<uuid>U)|'(?P<said>[^']*)'|(?P<sign>.)"
_CLASSES = {
    "d": "[0-9]", "h": "[0-9a-fA-F]", "l": "[a-z0-9]", "u": "[A-Z0-9]", "m": "[A-Za-z0-9]", "w": r"[\w-]",
    "b": "[A-Za-z0-9+/]", "t": r"[\w.%/+=~-]", "z": "[A-Z2-7]",
}  # fmt: skip
_UUID = r"[0-9A-Za-z]{8}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{12}"
_MOST = 4096
_LONG = 40  # no token that holds a mere sign is shorter
_BEFORE = 128  # as far before an anchor may its token begin
_SOLID = 20
_JUDGED = 128  # as much of a token is enough to tell it from a row of x
_FILLED = r"(?i:x{8}|\*{4}|\.{3}|your[_-]|_here|example|placeholder|redacted)"
_CORE = r"[A-Za-z0-9]+"
_CUT = r"[A-Za-z0-9_-]{10,200}"  # what is left of a token that was cut off


_patterns: dict[Row, str] = {}


def pattern_of(row: Row) -> str:
    """Return the row as a pattern, its group being the secret."""
    known = _patterns.get(row)
    if known is None:
        known = _patterns[row] = _pattern(row)
    return known


def _pattern(row: Row) -> str:
    _, _, anchors, form = row
    literal = "(?:" + "|".join(map(_escaped, anchors.split())) + ")"
    parts = [] if "@" in form else [literal]
    opened = ">" in form
    for part in compiled(_PART).finditer(form):
        if part["kind"]:
            high = part["high"] or _MOST
            padding = "={0,2}" if part["kind"] == "b" else ""
            parts.append(f"{_CLASSES[part['kind']]}{{{part['low']},{high}}}{padding}")
        elif part["uuid"]:
            parts.append(_UUID)
        elif part["said"]:
            parts.append(_escaped(part["said"]))
        elif part["sign"] == "@":
            parts.append(literal)
        elif part["sign"] != "*":
            parts.append("(" if part["sign"] == ">" else _escaped(part["sign"]))
    return "".join(parts) + ")" if opened else "(" + "".join(parts) + ")"


def _escaped(text: str) -> str:
    return "".join(sign if sign.isalnum() or sign == "_" else "\\" + sign for sign in text)


def _is_telling(anchor: str) -> bool:
    """Tell whether an anchor could hardly begin a word or a name: it has a sign inside, and some letters before it."""
    if anchor in _RARE:
        return True
    return len(anchor) >= 7 or (len(anchor) >= 4 and not anchor.isalnum() and anchor not in _COMMON)


_RARE = frozenset({"AKIA", "ASIA"})
# Beginnings that names and versions share with tokens.
_COMMON = words_of(
    """live_ test_ key_ key- api- sdk- mob- rel- pat. sat. secret_ secret- console- client- prod: dev: v1.0- ext_"""
)


def _by_anchor() -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for row in ROWS:
        for anchor in row[2].split():
            rows.setdefault(anchor, []).append(row)
    return rows


_ROWS = _by_anchor()
_HEAD = 3
_HEADS = r"_?([A-Za-z0-9]{3})[A-Za-z0-9]*"


def _by_head() -> dict[str, list[str]]:
    """Return the anchors that no word goes on into, by their first letters: they are looked for where words begin."""
    heads: dict[str, list[str]] = {}
    for anchor, rows in _ROWS.items():
        if anchor[:_HEAD].isalnum() and len(anchor) >= _HEAD and not any("@" in row[3] for row in rows):
            heads.setdefault(anchor[:_HEAD], []).append(anchor)
    return heads


_FIRST = _by_head()
_ANYWHERE = tuple(anchor for anchor in _ROWS if len(anchor) > 1 and anchor not in _FIRST.get(anchor[:_HEAD], ()))
_SHORT = tuple(anchor for anchor in _ROWS if len(anchor) == 1)


def find_tokens(text: str, runs: list[tuple[int, str]]) -> list[Span]:
    """Return the spans of tokens that the rows recognise; `runs` are the stretches long enough to hold one."""
    found: list[Span] = []
    if not runs:
        return found
    solid = "\n".join([run for _, run in runs])
    for anchor in _present(solid, runs):
        telling = _is_telling(anchor)
        at = text.find(anchor)
        while at >= 0:
            resume = _follow(text, at, anchor, found, telling=telling)
            at = text.find(anchor, resume)
    for anchor in _SHORT:
        for start, run in runs:
            if len(run) > _LONG and anchor in run:
                _search(text, start, start + min(len(run), 400), anchor, found)
    return found


def _present(solid: str, runs: list[tuple[int, str]]) -> list[str]:
    """Return the anchors that the runs hold: most must stand where a word begins, or after an escaped line end."""
    heads = set(compiled(_HEADS).findall(solid))
    heads.update(run[1 : 1 + _HEAD] for _, run in runs if run[0] in "nrt")
    begun = [anchor for head in _FIRST.keys() & heads for anchor in _FIRST[head] if anchor in solid]
    return begun + [anchor for anchor in _ANYWHERE if anchor in solid]


def _follow(text: str, at: int, anchor: str, found: list[Span], *, telling: bool) -> int:
    """Try the rows of an anchor that stands at a place, and return where to look for it again."""
    resume = at + len(anchor)
    for row in _ROWS[anchor]:
        if "@" in row[3]:
            resume = max(resume, _search(text, max(0, at - _BEFORE), at + 400, anchor, found))
            continue
        if (
            at and _is_inside(text, at) and not (telling and text[at - 1] == "_")
        ):  # `backup_ghp_…`: a name put before it
            continue
        match = compiled(pattern_of(row)).match(text, at)
        if match is None:
            continue
        start, end = match.span(1)
        if not telling and _is_word(text[end : end + 1]):
            continue
        if _is_real(text[start : min(end, start + _JUDGED)], anchor, telling=telling) or row[3][-1] == "*":
            end = _to_the_end(text, end, whole=end - start >= _MOST)
            found.append((start, end, row[0]))
            resume = max(resume, end)
        else:
            resume = max(resume, (at + end) // 2)  # what was looked at in vain is not looked at for ever
    if telling and resume == at + len(anchor) and not (at and _is_inside(text, at)):
        resume = _follow_cut(text, at, anchor, found)
    return resume


def _follow_cut(text: str, at: int, anchor: str, found: list[Span]) -> int:
    """Take what is left of a token that was cut off: a telling anchor, then fewer letters than its row wants."""
    rest = compiled(_CUT).match(text, at + len(anchor))
    if rest and anchor[-1] in "_-." and looks_random(rest[0], share=0.3) and _is_real(rest[0], "", telling=True):
        found.append((at, rest.end(), _ROWS[anchor][0][0]))
        return rest.end()
    return at + len(anchor)


def _search(text: str, low: int, high: int, anchor: str, found: list[Span]) -> int:
    """Look for tokens that hold the anchor inside, in a stretch around it."""
    last = low
    for row in _ROWS[anchor]:
        if "@" in row[3]:
            for match in compiled(r"(?<![\w-])" + pattern_of(row) + r"(?![\w-])").finditer(text, low, high):
                last = match.end()
                if _is_real(match[1].replace(anchor, ""), "", telling=False):
                    found.append((*match.span(1), row[0]))
    return last


def _is_inside(text: str, start: int) -> bool:
    """Tell whether a word goes on here; a hyphen between two words does not end one, nor does a plus in base64."""
    before = text[start - 1]
    if _is_word(before):
        return not (before in "nrt" and text[start - 2 : start - 1] == "\\")  # an escaped line end
    return before in "-+" and start > 1 and _is_word(text[start - 2]) and text[start] != "-"


def _is_word(char: str) -> bool:
    return char == "_" or (char.isascii() and char.isalnum())


def _is_real(value: str, anchor: str, *, telling: bool) -> bool:
    """Tell whether the match is a token and not an example, a row of x, or a name with the same beginning."""
    body = value.removeprefix(anchor)
    if not body or compiled(_FILLED).search(value):
        return False
    strange = strangeness(body)
    digits = sum(map(str.isdigit, body))
    core = max(compiled(_CORE).findall(body), key=len, default="")
    if telling:  # what has the whole form is a token, be it one that a person filled in: names have shorter parts
        return digits > 1 or anchor in _RARE or strange >= 0.2 * len(body) or (anchor != "" and len(core) >= _SOLID)
    if is_hex(core):
        return not core.isdigit() and digits > 1 and is_varied(core, 2.9)
    mixed = any(map(str.isupper, body)) and any(map(str.islower, body))
    return (digits > 0 or mixed) and is_varied(body, 2.8) and strange >= (0.25 if digits else 0.35) * len(body)


def _to_the_end(text: str, end: int, *, whole: bool) -> int:
    """Go on over characters that can only belong to the same token, so that no remainder of a secret is left."""
    size = len(text)
    while end < size and (_is_word(text[end]) or (whole and not text[end].isspace())):
        end += 1
    return end
