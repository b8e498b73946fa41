"""The statements of a definition: which words, numbers, signs and literals each has, and hashes that formatting keeps.

Owns: cutting a token stream into its innermost statements, and naming what stands in one by keys that are the same in
every language: `w:` a word of a name or of a short text, `n:` a number, `p:` signs, `c:` what many words say (`none`,
`raise`), `r:` the sort of thing that is given back. Local names and words of messages have keys of their own (`l:`):
they may be reworded at will. Must not: know claims. Neighbours: `tokens.py`, `source.py`, `standing/claims/gist.py`.
"""

from __future__ import annotations

import re
import zlib

from standfast.code.literals import operate, spell_number
from standfast.code.tokens import read_tokens
from standfast.model.value import Value
from standfast.text.identifier import split_identifier
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ast_grep_py import SgNode

    from standfast.code.languages import Language
    from standfast.code.tokens import Token

_BLOCK = re.compile(
    r"\((?:block|\w*statement_list|statement_block|compound_statement|body_statement|\w*_body|then|do)$"
)
_PART = re.compile(
    r"\((?:\w*statement|\w*declaration|\w*declarator|\w*clause|\w*_arm|\w*pair|keyed_element|\w*parameter|\w*_case|"
    r"field_initializer|return\w*|if\w*|match_expression|switch\w*|for\w*|while\w*|raise|throw\w*|\w*assignment\w*|"
    r"keyword_argument|enum_variant|when|else|elsif|rescue|ensure)$"
)
_RUN = re.compile(r"[A-Za-z0-9]+")
_NUMBER = re.compile(r"\d[\w.]*")
_NAME = re.compile(r"[A-Za-z_$@][\w$]*[?!]?")
_STRING = re.compile(r"s\w{0,6}:")
_SPACED = re.compile(r"\w\s+\w")
_ERROR = re.compile(r"(?:Error|Exception|Err|err|Errorf)$")
_MESSAGE = 3  # words with a space between: what is longer is told to somebody, and may be reworded
_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\", "\\0": "\0"}
_NOTHING = frozenset(("none", "null", "nil", "undefined"))
_RAISING = frozenset(
    ("raise", "throw", "throws", "panic", "err", "errorf", "reject", "bail", "fail", "fatal", "fatalf", "abort")
)
_LEAVING = frozenset(("return", "raise", "throw", "yield"))
_GIVEN = {
    "(list": "list", "(list_comprehension": "list", "(array": "list", "(array_expression": "list",
    "(tuple": "tuple", "(tuple_expression": "tuple", "(expression_list": "tuple",
    "(dictionary": "dict", "(dictionary_comprehension": "dict", "(object": "dict", "(hash": "dict",
    "(set": "set", "(set_comprehension": "set", "(generator_expression": "generator",
}  # fmt: skip
_SAME = {"===": "==", "!==": "!=", "and": "&&", "or": "||", "not": "!", "is": "==", "is not": "!="}
POLES = frozenset(("==", "!=", "<", "<=", ">", ">=", "!", "&&", "||", "true", "false", "in", "not in"))
_MOST_BITS = 128  # a number beyond this is not a value that anyone would say


class Statement(Value):
    """One statement: what it has, and its hash; `shape` leaves out its values and what turns its sense round.

    `values` are these, in order: an operator or truth value as it is, anything else as its first key.
    """

    keys: frozenset[str]
    hash: str
    shape: str
    values: tuple[str, ...]
    size: int


def read_statements(node: SgNode, language: Language, own: str) -> list[Statement]:
    """Return the innermost statements of one definition, its own name left out."""
    stream = read_tokens(node, language, own)
    return [_read(part, stream.local_names) for part in _cut(stream.tokens)]


def _cut(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each innermost statement, in the order in which they begin."""
    parts: list[list[Token]] = [[]]
    around: list[tuple[str, int]] = [("", 0)]  # kinds of the nodes that are open, and the part each belongs to
    for token in tokens:
        kind, part = around[-1]
        if not token.leaf and token.text.startswith("("):
            if _BLOCK.match(kind) or _PART.match(token.text):
                parts.append([])
                part = len(parts) - 1
            around.append((token.text, part))
        elif not token.leaf and token.text == ")":
            if len(around) > 1:
                around.pop()
            continue
        parts[part].append(token)
    yield from (part for part in parts if any(token.leaf for token in part))


def _read(tokens: Sequence[Token], local_names: Sequence[set[str]]) -> Statement:
    keys = set(_given(tokens))
    texts: list[str] = []
    shape: list[str] = []
    values: list[str] = []
    for token in tokens:
        is_local = token.scope >= 0 and token.text in local_names[token.scope]
        texts.append("_" if is_local else token.text)
        if not token.leaf:
            continue
        keys.update((f"l:{word}" for word in split_words(token.text)) if is_local else _of_leaf(token.text))
        value = "" if is_local else _value(token.text)
        (values if value else shape).append(value or texts[-1])
    leaves = [token.text for token in tokens if token.leaf]
    keys.update(_computed(leaves))
    return Statement(frozenset(keys), _hash(texts), _hash(shape), tuple(values), len(leaves))


def _value(text: str) -> str:
    """Return how a leaf is told among the values of a statement; nothing where it is a name or a mark."""
    pole = _SAME.get(text, text).lower()
    if pole in POLES:
        return pole
    if pole in _NOTHING:
        return "c:none"
    if _NUMBER.fullmatch(text):
        return next(iter(_of_number(text)))
    return next(iter(_of_string(text.partition(":")[2])), "p:?") if _STRING.match(text) else ""


def _hash(texts: Sequence[str]) -> str:
    return f"{zlib.crc32(chr(31).join(texts).encode('utf-8', 'surrogatepass')):08x}"


def _of_leaf(text: str) -> Iterator[str]:
    if _STRING.match(text):
        yield from _of_string(text.partition(":")[2])
    elif _NUMBER.fullmatch(text):
        yield from _of_number(text)
    elif _NAME.fullmatch(text):
        yield from _of_name(text)
    elif len(text) > _MESSAGE:
        yield from _of_string(text)  # a pattern


def _of_name(text: str) -> Iterator[str]:
    words = split_words(text)
    yield from (f"w:{word}" for word in words)
    yield f"w:{''.join(words)}"
    low = text.lower()
    if low in _NOTHING:
        yield "c:none"
    if low in {"true", "false"}:
        yield f"c:{low}"
    if low in _RAISING:
        yield "c:raise"


def _of_string(text: str) -> Iterator[str]:
    for written, meant in _ESCAPES.items():
        text = text.replace(written, meant)
    if len(text) < 2:
        yield f"p:{text}"
    runs = _RUN.findall(text)
    is_message = len(runs) >= _MESSAGE and _SPACED.search(text) is not None
    yield from (f"{'l' if is_message else 'w'}:{word}" for word in split_words(text))
    if not is_message:
        yield from (f"n:{spell_number(run)}" for run in runs if run.isdigit())
    signs = _RUN.split(text)
    for run in sorted({signs[0], signs[-1]} - {""}):
        yield f"p:{run}"
        yield from (f"p:{sign}" for sign in sorted(set(run)))


def _of_number(text: str) -> Iterator[str]:
    yield f"n:{spell_number(text)}"
    low = text.lower().replace("_", "")
    if low.startswith("0o"):
        yield from (f"n:{low[2:]}", f"n:0{low[2:]}")
    elif re.fullmatch(rf"0x[\da-f]{{1,{_MOST_BITS // 4}}}", low):
        yield f"n:{int(low, 16)}"


def _computed(texts: Sequence[str]) -> Iterator[str]:
    """Yield the values of plain products, powers and shifts of numbers."""
    value = 0
    for at, text in enumerate(texts):
        if not re.fullmatch(r"\d[\d_]{0,9}", text):
            continue
        number = int(text)
        operator = texts[at - 1] if at > 1 and re.fullmatch(r"\d[\d_]{0,9}", texts[at - 2]) else ""
        if operator not in {"*", "<<", "**"}:
            value = number
            continue
        worth = operate(value, operator, number)
        if worth is None:
            return
        value = worth
        yield f"n:{value}"


def _given(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield what sort of thing a statement gives back, where that is plain to see, and whether it is an error."""
    leaves = [token.text for token in tokens if token.leaf]
    if not leaves or leaves[0] not in _LEAVING:
        return
    after = next((at for at, token in enumerate(tokens) if token.leaf), 0) + 1
    if after < len(tokens) and not tokens[after].leaf and tokens[after].text in _GIVEN:
        yield f"r:{_GIVEN[tokens[after].text]}"
    if leaves[0] == "yield":
        yield "r:generator"
    if any(_ERROR.search(text) for text in leaves[1:]):
        yield "c:raise"


def split_words(text: str) -> list[str]:
    """Return the stems of the words in a name or text."""
    parts = (part.lower() for run in _RUN.findall(text) for part in split_identifier(run))
    return [stem(part) for part in parts if not part.isdigit()]
