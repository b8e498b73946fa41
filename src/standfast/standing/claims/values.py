"""Which value a claim gives to which name, and what the code gives it: "max returned rows is 1000", `http2=True`.

Owns: reading the values that a sentence gives (a number, an amount, a switch) with the words it gives them to, and
finding the one name of the code that these words name: spelled as it is, or all of its words in their order. A value
alone names nothing. Where a caller gives the value, where several names come as near, or where any doubt is in the way,
it finds nothing. Neighbours: `stated.py` (keeps what is found), `contradiction.py` (what else a claim says wrongly),
`amounts.py` (amounts and their units), `settings.py` (keys of configuration files).
"""

from __future__ import annotations

import re

from standfast.code.literals import compute, spell, spell_number
from standfast.code.relations import DEFAULT, GIVES, VALUE, Relation
from standfast.model.value import Value
from standfast.standing.claims.amounts import ENDS, find_quantity, is_given, is_within, is_worth
from standfast.standing.claims.items import is_denied
from standfast.text.amounts import NUMERALS, UNIT, UNITS
from standfast.text.identifier import split_identifier
from standfast.text.lexicon import STOP
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.code.source import Source
    from standfast.standing.claims.claim import Claim
    from standfast.standing.claims.stated import Region

MOST, LEAST = "<=", ">="


def _list(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, text.split()))


_LONGEST = 2_000
_TOKEN = re.compile(
    r"(?P<text>`?(?:\"[^\"\n`]{0,60}\"|(?<!\w)'[^'\n`]{0,60}'(?!\w))`?)"
    r"|(?P<number>(?<![\w.$#/-])-?\d[\d_]*(?:,\d{3})*(?:\.\d+)?(?![\w]*[(])(?=[A-Za-z%]{0,12}(?![\w.]*\w)|\b)%?)"
    r"|(?P<name>[A-Za-z_$@][\w$]*(?:(?:\.|::|->|-|/)[\w$]+)*)|(?P<sign>[=:(),;.!?\n])"
)
_WORKED = re.compile(r"`[^`\n]*[\w)] ?[*+/<>%-]+ ?[\w(][^`\n]*`")  # an expression gives nothing a value
_COUNTED = re.compile(r"(?i:" + "|".join(sorted(NUMERALS, key=len, reverse=True)) + ")")
_SWITCHES = {
    "true": "true", "on": "true", "enabled": "true", "false": "false", "off": "false", "disabled": "false",
    "none": "none", "null": "none", "nil": "none", "undefined": "none",
}  # fmt: skip
_ENGLISH = _list("on off enabled disabled none")  # as often as they are values
_WORDS = frozenset(_SWITCHES.values())
_LINKS = _list(
    "is are was were be equals = : to at by of default defaults defaulting set now still only falls back limited capped"
    " restricted after every within the a an value its"
)
_STRONG = _list("is are was were equals = : to at of by after every within default defaults defaulting")
_BOUNDS = (
    (MOST, re.compile(r"\b(?:not exceed|(?:at|not) most|(?:no|not) (?:more|longer|larger) than)\s*$", re.IGNORECASE)),
    (LEAST, re.compile(r"\b(?:at least|(?:no|not) (?:less|fewer|shorter) than)\s*$", re.IGNORECASE)),
)
_BOUNDING = _list("must not exceed most more than least less no may cannot should shall never")
_BREAKS = _list(", ; . ! ? and but because which that when if while so then unless") | {"\n"}
_MEASURES = _stems("max min maximum minimum limit num number count total n size amount upper lower most least val")
_FREE = _stems("default value option setting parameter argument param arg keyword flag field number amount count")
_DEFAULT_ROOT, _EVERY = stem("default"), "every"
_REPEATED = _stems("interval period frequency")
_LOW, _HIGH = _stems("min minimum least lower"), _stems("max maximum most upper")
_SHAPED = re.compile(r"[a-z][A-Z]|\w_\w|[A-Za-z]\d|^[A-Z]{2}")
_MAKERS = re.compile(r"__init__|__new__|constructor|__construct|initialize|init|new|default|New\w*")
_OWN = frozenset(("default", "value", "DEFAULT", "defaultValue", "default_value"))
_FALLBACK = re.compile(r"[\w.$]+(?:(?:\|\||\?\?)[\w.$]+)*?(?:\|\||\?\?)(-?\d[\d.]*|true|false|\"[^\"]*\")")
_WRAPPED = re.compile(r"(?:Some|Just|u?int\d{0,2}|[iuf]\d{2}|float\d{0,2}|double|Number|Decimal|Optional\.of)\((.+)\)")
_SET = re.compile(
    r"(?<![\w$.])(?<![\w$.]-)(@{0,2})([\w$.]++(?:-[\w$.]++)*+)\s*+((?:[-+*/%|&^]|<<|>>)?=(?![=>])|\+\+|--)"
)
_LITERAL = re.compile(
    r"-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?|0x[\da-f]+|true|false|none|null|nil|undefined|\"[^\"]*\"", re.IGNORECASE
)
_CALLERS = re.compile(
    r"\b(?:set(?:ting|s)?|pass(?:ing|es|ed)?|giv(?:e|es|ing|en)(?! up)|specif\w+|call(?:ing|s)?|configur(?:e|es|ing)|"
    r"chang(?:e|es|ing)|overrid\w+|if|when|unless|via|try|rais(?:e|ing)|lower(?:ing)?|increas\w+)\b[^.;:\n]{0,60}$",
    re.IGNORECASE,
)
_DEFAULT = re.compile(r"\bdefault", re.IGNORECASE)
_DEFAULTS_TO = re.compile(r"\bdefault(?:s|ing)? (?:to|is|value is) (?:the )?`?$", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|used to be|formerly|previously|no longer|not|never|than|from|before|until)\s*$|n't\s*$",
    re.IGNORECASE,
)
_MOST_SAID = 6
_WINDOW = 9  # words before a value in which its name stands


class ClaimedValue(Value):
    """One value that a claim gives: as code spells it, with its unit, the bound it is, and the words it is given to."""

    value: str
    spelled: str
    bound: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    exact: tuple[str, ...]
    around: frozenset[str]
    plain: bool
    """Nothing follows that would say what is counted, as in "16 pages"."""

    @property
    def kept(self) -> str:
        """The value as it is kept and held against the code later."""
        return f"{self.bound}{self.spelled}"


class Bound(Value):
    """What came of a claim's values: those that the code gives too, those it gives otherwise, and one not found."""

    agreed: tuple[Relation, ...] = ()
    wrong: tuple[Relation, ...] = ()
    loose: str = ""


def bind(claim: Claim, region: Region) -> Bound:
    """Hold each value that a claim gives against what the code at the region gives the name it is given to."""
    if region.first and not region.name:
        return Bound()  # some lines of a file: what is given a value in them cannot be told
    agreed: list[Relation] = []
    wrong: list[Relation] = []
    loose: list[str] = []
    named_with: set[str] = set()
    values = list_values(region)
    for said in list_claimed_values(claim.text, region.name):
        meant = _find_meant(said, values, region)
        alike = [r for r in meant if agrees(said.kept, r.value)]
        named_with |= {said.spelled} if said.exact and alike else set()
        if alike:
            agreed += [Relation(r.kind, r.scope, r.name, said.kept) for r in alike]
        elif meant and all(_is_comparable(said, r.value) for r in meant):
            wrong += [Relation(r.kind, r.scope, r.name, said.kept) for r in meant]
        elif said.before or said.exact:
            loose.append(said.spelled)
    named = {(r.scope, r.name) for r in agreed}
    unfound = next((spelled for spelled in loose if spelled not in named_with), "")  # said twice: checked by its name
    return Bound(tuple(agreed), tuple(r for r in wrong if (r.scope, r.name) not in named), unfound)


def list_claimed_values(text: str, own: str = "") -> list[ClaimedValue]:
    """List the values that a sentence gives to something: not what a caller gives, what is past, or only denied."""
    text = _WORKED.sub(lambda found: " " * len(found[0]), text[:_LONGEST])
    tokens = [(found.lastgroup or "", found[0], found.start(), found.end()) for found in _TOKEN.finditer(text)]
    said: list[ClaimedValue] = []
    for at, (sort, word, start, end) in enumerate(tokens):
        value = _read_value(sort, word) or _read_word(tokens, at, text)
        if not value or len(said) == _MOST_SAID:
            continue
        ahead = text[max(0, start - 200) : start].rstrip(" `\"'")
        bound = next((sign for sign, pattern in _BOUNDS if pattern.search(ahead)), "")
        sentence = re.split(r"[.;!?]\s|\n", text[:start])[-1]
        is_default = _DEFAULT.search(sentence + text[start : start + 60].partition("\n")[0]) is not None
        if _CALLERS.search(sentence) if is_default else is_given(text[:start], own):
            continue
        unit = re.match(UNIT, text[end:]) if sort == "number" or value.isdigit() else None
        spelled = f"{value} {unit[0].strip(' -')}" if unit else value
        skipped = len(re.findall(r"[A-Za-z]+", unit[0])) if unit and not text[end : end + 1].isalpha() else 0
        before, exact = _look_back(tokens, at)
        if not bound and not exact and (_PAST.search(ahead) or is_denied(text, start)):
            continue
        after = _look_ahead(tokens, at + 1 + skipped)
        exact = exact or _in_brackets(tokens, at + 1 + skipped)
        if word.lower() in _ENGLISH and not (before and is_default):
            continue
        around = frozenset(_roots(sentence + text[end:].partition(". ")[0]))
        is_plain = bool(unit) or re.match(ENDS, text[end:]) is not None
        said.append(ClaimedValue(value, spelled, bound, before, after, exact, around, is_plain))
    return said


def _read_value(sort: str, word: str) -> str:
    low = word.lower()
    if sort == "number":
        return spell_number(word.rstrip("%").replace(",", ""))
    if sort == "text":
        return spell(word.strip("`"))
    if sort == "name" and low in _SWITCHES:
        return _SWITCHES[low]
    return str(NUMERALS[low]) if sort == "name" and low != "one" and _COUNTED.fullmatch(low) else ""


def _read_word(tokens: Sequence[tuple[str, str, int, int]], at: int, text: str) -> str:
    """Return a word that is said to be a default ("the log level defaults to info") as the string it would be."""
    sort, word, start, end = tokens[at]
    if sort != "name" or word.lower() in STOP or not _DEFAULTS_TO.search(text[max(0, start - 40) : start]):
        return ""
    return f'"{word}"' if not text[end:].strip("`") or text[end:].lstrip("`")[:1] in ".,;)\n" else ""


def _look_back(tokens: Sequence[tuple[str, str, int, int]], at: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words that a value is given to, from behind, and the name it is assigned to where that is written."""
    place = at - 1
    linked = every = False
    while place >= 0 and tokens[place][1].lower() in _LINKS:
        if tokens[place][1] == "=" or (tokens[place][1] == ":" and place and "." in tokens[place - 1][1]):
            name = tokens[place - 1][1] if place and tokens[place - 1][0] == "name" else ""
            return (), (name,) if name else ()
        linked = linked or tokens[place][1].lower() in _STRONG
        every = every or tokens[place][1].lower() == _EVERY
        place -= 1
    while place >= 0 and tokens[place][1].lower() in _BOUNDING:
        linked = True
        place -= 1
    words = [_EVERY] if every else []
    while place >= 0 and len(words) < _WINDOW:
        word = tokens[place][1]
        if word.lower() in _BREAKS or word == "(":
            break
        if word == ")":  # `redirect()` and an aside
            while place >= 0 and tokens[place][1] != "(":
                place -= 1
        elif tokens[place][0] == "name":
            words.append(word)
        place -= 1
    shaped = bool(words) and _SHAPED.search(words[0]) is not None
    return (tuple(reversed(words)), ()) if linked or shaped else ((), ())


def _look_ahead(tokens: Sequence[tuple[str, str, int, int]], at: int) -> tuple[str, ...]:
    """Return the words that follow a value."""
    words: list[str] = []
    for sort, word, *_ in tokens[at : at + 4]:
        if sort != "name" or word.lower() in _BREAKS:
            break
        words.append(word)
    return tuple(words)


def _in_brackets(tokens: Sequence[tuple[str, str, int, int]], at: int) -> tuple[str, ...]:
    """Return a name that stands alone in brackets after a value, in the same sentence: "10 MB (MAX_BODY_SIZE)"."""
    for place in range(at, min(len(tokens) - 2, at + _WINDOW)):
        if tokens[place][1] in {".", ";", "!", "?", "\n"} or tokens[place][0] == "number":
            return ()
        if tokens[place][1] == "(":
            is_alone = tokens[place + 1][0] == "name" and tokens[place + 2][1] == ")"
            return (tokens[place + 1][1],) if is_alone else ()
    return ()


def list_values(region: Region) -> list[Relation]:
    """List what the code gives names in the definition, or anywhere in a whole file, each as the literal it comes to.

    Of a class what it is made with; a local that is counted up or set again is no value of anything.
    """
    relations = region.source.relations
    constants = {r.name: r.value for r in relations if r.kind == VALUE and r.scope == ""}
    containers = {symbol.name for symbol in region.source.symbols if symbol.container}
    is_class = region.name in containers
    above, _, last = region.name.rpartition(".")
    found: list[Relation] = []
    signs = _Signs(region.source)
    for r in relations:
        if r.kind not in {DEFAULT, VALUE, GIVES}:
            continue
        is_own = r.scope == above and r.name == last and bool(region.name)
        if region.name and not is_own and not is_within(r.scope, region.name):
            continue
        inside = r.scope[len(region.name) + 1 :].split(".")[0] if is_class and r.scope != region.name else ""
        if inside and not _MAKERS.fullmatch(inside) and f"{region.name}.{inside}" not in containers:
            continue
        value = find_literal(r.value, constants)
        if value and not (r.kind == VALUE and _is_counted(r, value, containers, signs)):
            found.append(Relation(r.kind, r.scope, r.name, value))
    return list(dict.fromkeys(found))


def find_literal(value: str, constants: dict[str, str] | None = None) -> str:
    """Return the number, amount or switch that a value of the code comes to; nothing where it comes to none."""
    for _ in range(3):
        if _LITERAL.fullmatch(value):
            return _SWITCHES.get(value.lower(), value)
        if compute(value) is not None or find_quantity(value) is not None:
            return value
        wrapped = _WRAPPED.fullmatch(value) or _FALLBACK.fullmatch(value)
        following = wrapped[1] if wrapped else (constants or {}).get(re.split(r"\.|::", value)[-1], "")
        if not following or following == value:
            return ""
        value = following
    return ""


class _Signs:
    """With which signs the functions of a file set their names: the file is cut once, and each function read once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lines: list[str] = []
        self._around: dict[str, list[tuple[int, int]]] = {}
        self._read: dict[str, dict[str, list[str]]] = {}

    def of(self, function: str) -> dict[str, list[str]]:
        """Return the signs that each name is set with in a function, in their order."""
        if function not in self._read:
            if not self._lines:
                self._lines = self._source.uncommented.split("\n")
                for symbol in self._source.symbols:
                    self._around.setdefault(symbol.name, []).append((symbol.first, symbol.last))
            parts = (self._lines[first - 1 : last] for first, last in self._around.get(function, ()))
            found = self._read[function] = {}
            for marks, name, sign in _SET.findall("\n".join(line for part in parts for line in part)):
                for at in range(len(marks) + 1):
                    found.setdefault(marks[at:] + name, []).append(sign)
        return self._read[function]


def _is_counted(r: Relation, value: str, containers: set[str], signs: _Signs) -> bool:
    """Tell whether a local is only where something begins: it is counted up, or set again under a name of one word."""
    function = r.scope
    if not function or function in containers or _MAKERS.fullmatch(function.rpartition(".")[2]):
        return False
    sets = signs.of(function).get(r.name, [])
    is_word = r.name.islower() and "_" not in r.name
    return any(sign != "=" for sign in sets) or (
        is_word and (len(sets) > 1 or (bool(sets) and value in {"0", "false"}))
    )


def _find_meant(said: ClaimedValue, values: Sequence[Relation], region: Region) -> list[Relation]:
    """Find the values whose name is the one that is said: of those that fit, the ones that leave the fewest words.

    A longer name of which every word is said is meant before a shorter one.
    """
    best: list[Relation] = []
    containers = {symbol.name for symbol in region.source.symbols if symbol.container}
    score = (99, 0, 0)
    for r in values:
        left = _measure(said, r, region, containers)
        if left is not None and left <= score:
            best = [r] if left < score else [*best, r]
            score = left
    if best and not said.exact:
        core = set(_core(best[0].name)) - _MEASURES
        longer = [r for r in values if core < set(_core(r.name)) - _MEASURES <= said.around]
        size = max((len(_core(r.name)) for r in longer), default=0)
        best = [r for r in longer if len(_core(r.name)) == size] or best
    plain = [r for r in best if r.kind != VALUE or not r.scope or r.scope == region.name]
    given = [[r for r in some if r.value != "none"] for some in (plain, best)]
    return given[0] or given[1] or plain or best  # what is nothing at first is given its value inside


def _core(name: str) -> list[str]:
    """Return the stems of a name's words, without its unit and that it is a default."""
    return [root for root in _roots(re.sub(r"^k(?=[A-Z])", "", name)) if root != _DEFAULT_ROOT and root not in UNITS]


def _measure(said: ClaimedValue, r: Relation, region: Region, containers: set[str]) -> tuple[int, int, int] | None:
    """Say how well a name of the code is the one that is said: words left over, and words shared; None if it is not."""
    is_own = r.name in _OWN and r.scope in containers
    core = _roots(r.scope.rpartition(".")[2]) if is_own else _core(r.name)
    if said.exact:
        names = [_last(name) for name in said.exact]
        return (0, 0, 0) if r.name.lstrip("@$") in names or (is_own and core in map(_roots, names)) else None
    given = [root for word in said.before if word.lower() not in STOP for root in _roots(word)]
    if is_own and r.scope == region.name and not [root for root in given if root not in _FREE]:
        return 0, 0, 0
    if any(_last(word) == r.name for word in said.before) and _SHAPED.search(r.name):
        return 0, 0, -len(core)
    if (_LOW & set(core) and _HIGH & set(given)) or (_HIGH & set(core) and _LOW & set(given)):
        return None
    path = re.split(r"[/.]", region.source.path)[-2:]
    known = {stem(_EVERY), *_roots(f"{r.scope}.{region.name}.{path[0]}"), *core, *_FREE, *_MEASURES}
    short = [root for root in core if root not in _MEASURES and not (_EVERY in said.before and root in _REPEATED)]
    for sought in (core, short):
        if not sought:
            continue
        start, end = _find_run(sought, given)
        extra = [root for root in given[:start] if root not in known]
        if start < end and not set(given[end:]) - known and len(extra) < len(sought):
            return len(extra), len(core) - len(sought), -len(sought)
        ahead = [root for word in said.after for root in _roots(word)]
        if ahead[: len(sought)] == sought:
            return 0, len(core) - len(sought), -len(sought)
    return None


def _last(name: str) -> str:
    return re.split(r"\.|::|->", name)[-1].lstrip("@$")


def _roots(name: str) -> list[str]:
    """Return the stems of a name's words."""
    return [stem(part.lower()) for run in re.findall(r"[A-Za-z]+|\d+", name) for part in split_identifier(run)]


def _find_run(sought: Sequence[str], given: Sequence[str]) -> tuple[int, int]:
    """Find words one after the other among those that are said, the last such place first."""
    for start in range(len(given) - 1, -1, -1):
        if list(given[start : start + len(sought)]) == sought:
            return start, start + len(sought)
        if len(sought) == 1 and given[start] + "".join(given[start + 1 : start + 2]) == sought[0]:
            return start, start + 2  # "log level" is `loglevel`
    return 0, 0


def agrees(kept: str, value: str) -> bool:
    """Tell whether a value of the code is the one that is said, or within the bound that is said."""
    sign = kept[:2] if kept[:2] in {MOST, LEAST} else ""
    said = kept[len(sign) :]
    if said == value or is_worth(said, value):
        return True
    pair = _in_one_unit(said, value) if sign else None
    return pair is not None and (pair[1] <= pair[0] if sign == MOST else pair[1] >= pair[0])


def _in_one_unit(said: str, value: str) -> tuple[float, float] | None:
    """Return a bound and a value as numbers of one unit; None where their units cannot be told."""
    quantity = find_quantity(value)
    number, _, unit = said.partition(" ")
    worth = UNITS.get(unit.lower())
    if quantity is not None:
        return (float(number) * worth[1], quantity[0]) if worth and worth[0] == quantity[1] else None
    plain = compute(value)
    try:
        return (float(number), float(value if plain is None else plain)) if not unit else None
    except ValueError:
        return None


def _is_comparable(said: ClaimedValue, value: str) -> bool:
    """Tell whether two values are of one sort; of two words neither may be the beginning of the other.

    A product may be said by one of its factors: "64 (in KB)".
    """
    if _sort(said.value) != _sort(value):
        return False
    if _sort(value) == "number" and not value.isdigit():
        return said.plain and (" " in said.spelled or said.value not in re.findall(r"\d+", value))
    if _sort(value) != "text":
        return True
    pair = said.value.strip('"').lower(), value.strip('"').lower()
    return bool(pair[0] and pair[1]) and not pair[0].startswith(pair[1]) and not pair[1].startswith(pair[0])


def _sort(value: str) -> str:
    return "text" if value[:1] == '"' else "word" if value in _WORDS else "number"


def spell_bound(kept: str) -> str:
    """Say a value that is kept, for people."""
    return kept.replace(MOST, "at most ", 1).replace(LEAST, "at least ", 1) if kept[:2] in {MOST, LEAST} else kept
