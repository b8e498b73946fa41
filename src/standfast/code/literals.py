"""Strings, numbers and other leaves, spelled one way.

Owns: what a formatter may change inside a literal (quotes, escapes of quotes, prefixes, digit case) and the text kinds
whose layout means nothing. Must not: see the syntax tree; `tokens.py` calls it with kinds and texts, `relations.py`
with expressions.
"""

import re

from standfast.model.pattern import compile_later

_OPENING = compile_later(r"(?P<prefix>[A-Za-z@$]*)(?P<hash>#*)(?P<quote>\"\"\"|'''|\"|'|`)")
_ESCAPE = compile_later(r"\\(.)", re.DOTALL)
_SPACE = compile_later(r"\s+")
_AROUND_MARKS = compile_later(r"\s*([^\w\s])\s*")
_INDENT = compile_later(r"\n[ \t]*")
_C_COMMENT = compile_later(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_DELIMITERS = ("_start", "_end", "quote", "delimiter")
_CONTENT = ("content", "fragment", "text", "escape", "start", "end", "quote", "_str_", "delimiter")
_QUOTED = compile_later(r"[A-Za-z@$]{0,3}(\"\"\"|'''|\"|'|`)")
_NUMBER = compile_later(
    r"[+-]?(?:0[xXbBoO][\da-fA-F_]++|\d[\d_']*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?)(?P<unit>[a-zA-Z%]\w*)?"
)
_CODED = compile_later(r"\\u([0-9a-fA-F]{4})|\\U(000[0-9a-fA-F]{5})|\\x([0-9a-fA-F]{2})")
_LAST_COMMA = compile_later(r",(?=[)\]}])")
_SUFFIX = compile_later(r"(?:usize|isize|[iu](?:8|16|32|64|128)|f32|f64|(?<![uUlLfFdDn])[uUlLfFdDn]+)$")
_LONGEST = 400
_PRODUCT = compile_later(r"[\d*<()]{3,60}")
_TYPED = compile_later(r"(?<=\d)(?:[iu](?:size|8|16|32|64|128)|[uUlLn]{1,3})\b")
_LARGEST = 64  # a shift or a power beyond it is not a value that anyone would say
_MOST_BITS = 128  # nor is a number beyond this
# Their languages take the common indentation away before the program sees the text.
_DEDENTED = frozenset(("heredoc_content", "multiline_string_fragment", "multi_line_str_text"))


def is_content(kind: str) -> bool:
    """Tell whether a named part of a string is text, and not an expression inside it."""
    return any(word in kind for word in _CONTENT)


def string_piece(kind: str, text: str) -> str:
    """Spell one text part of a string that also has expressions in it; of a delimiter only what is not a quote."""
    if kind.endswith(_DELIMITERS):
        return "".join(sorted(text.lower().strip("\"'`u")))
    return "s:" + _bare_quotes(text)


def plain_string(text: str, raw_quotes: str, *, dedent: bool = False) -> str:
    """Spell a string literal without its quotes; `raw_quotes` are those that leave escapes alone in this language."""
    found = _OPENING.match(text)
    if found is None:
        return "s:" + _bare_quotes(text)
    prefix = "".join(sorted(set(found["prefix"].lower()) - {"u"}))
    quote, body = found["quote"], text[found.end() :]
    closing = quote + found["hash"]
    body = body.removesuffix(closing)
    if quote in raw_quotes and ("\\" in body or "#{" in body or "$" in body):
        return f"s{prefix}raw:{body}"
    if "r" not in prefix:
        body = _bare_quotes(body)
    if dedent and quote == '"""':
        body = _INDENT.sub("\n", body)
    return f"s{prefix}:{body}"


def _bare_quotes(text: str) -> str:
    """Write quotes inside a string without a backslash: whether they need one depends on the quotes around it."""
    return _ESCAPE.sub(lambda found: found[1] if found[1] in "'\"`" else found[0], text)


def normalise_number(text: str) -> str:
    """Spell a number without digit separators and with lower-case letters."""
    number = text.lower().replace("_", "").replace("'", "")
    if "." in number and number.replace(".", "", 1).isdigit():
        whole, _, part = number.partition(".")
        return f"{whole or '0'}.{part.rstrip('0') or '0'}"
    return number


def tidy_leaf(kind: str, text: str) -> str:
    """Take away layout that means nothing from the text of a leaf; empty when nothing is left."""
    if kind == "jsx_text":
        return _SPACE.sub(" ", text).strip()
    if kind.startswith("preproc_arg"):
        return _AROUND_MARKS.sub(r"\1", _SPACE.sub(" ", _C_COMMENT.sub("", text.replace("\\\n", " "))).strip())
    if kind in _DEDENTED:
        return _INDENT.sub("\n", text)
    return text


def spell(text: str) -> str:
    """Spell an expression one way: strings in double quotes, numbers plain, no space that means nothing."""
    text = text.strip()
    if not text or len(text) > _LONGEST:
        return text[:_LONGEST]
    number = _NUMBER.fullmatch(text)
    if number is not None and (not number["unit"] or _SUFFIX.fullmatch(number["unit"])):
        return spell_number(_SUFFIX.sub("", text) if not text.lower().startswith("0x") else text)
    opening = _QUOTED.match(text)
    if opening is not None and text.endswith(opening[1]) and text.count(opening[1]) == 2:
        body = plain_string(text, "").partition(":")[2]
        return '"' + _CODED.sub(lambda found: chr(int(found[1] or found[2] or found[3], 16)), body) + '"'
    return _LAST_COMMA.sub("", _SPACE.sub("", text).replace("'", '"'))


def compute(text: str) -> int | None:
    """Return what a product, power or shift of whole numbers comes to: `64*(1<<10)` is 65536; None for all else."""
    bare = _TYPED.sub("", text.replace("_", "").replace(" ", ""))
    if _PRODUCT.fullmatch(bare) is None or not ("*" in bare or "<<" in bare):
        return None
    import ast

    try:
        return _work_out(ast.parse(bare, mode="eval").body)
    except (SyntaxError, ValueError):
        return None


def _work_out(node: object) -> int | None:
    import ast

    if isinstance(node, ast.Constant):
        return int(node.value) if isinstance(node.value, int) else None
    if not isinstance(node, ast.BinOp):
        return None
    left, right = _work_out(node.left), _work_out(node.right)
    operator = {ast.Mult: "*", ast.LShift: "<<", ast.Pow: "**"}.get(type(node.op), "")
    # How a shift binds beside a product depends on the language.
    is_plain = operator == "*" or isinstance(node.right, ast.Constant)
    return operate(left, operator, right) if is_plain and left is not None and right is not None else None


def operate(left: int, operator: str, right: int) -> int | None:
    """Return what `*`, `<<` or `**` makes of two whole numbers; None for all else, and for what nobody would say."""
    if operator == "*":
        value = left * right if max(left.bit_length(), right.bit_length()) <= _MOST_BITS else None
    elif operator in {"<<", "**"} and right <= _LARGEST and left.bit_length() <= _MOST_BITS:
        value = left << right if operator == "<<" else left**right
    else:
        value = None
    return value if value is not None and value.bit_length() <= _MOST_BITS else None


def spell_number(text: str) -> str:
    """Spell a number one way: 1_000 and 1000, 0.50 and 0.5 are the same."""
    number = normalise_number(text.lstrip("+"))
    return number.removesuffix(".0") if re.fullmatch(r"-?\d+\.0", number) else number
