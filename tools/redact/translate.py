"""Translate Go (RE2) regular expressions into Python ones, and find the literals that a match begins with.

Owns the dialect, nothing about rules. Python's `re` backtracks, so every open-ended repeat gets an upper bound here:
together with anchoring this keeps the work per character constant. Neighbour: generate.py.
"""

from __future__ import annotations

import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]

OPEN_REPEAT = 512  # a token longer than this is cut there by the pattern and finished by the matcher
END = r"""(?:[\x60'"\s;]|\\[nr]|$)"""
END_ALSO = r"""(?:[\x60'"\s;]|\\[nr]|$|\b)"""
PYTHON_END = r"(?![\w+=-]|\.\w)"  # a wider set of ends than upstream, because text is not always a file of code


def to_python(regex: str) -> str:
    """Translate one pattern."""
    regex = regex.replace(END_ALSO, PYTHON_END).replace(END, PYTHON_END)
    regex = re.sub(r"\(\?:\[\^([^\]]+)\]\|\\z\)$", r"(?![\1])", regex)  # an end that is consumed: only look at it
    out, _ = _group(regex, 0)
    return out


def _group(regex: str, at: int) -> tuple[str, int]:
    """Translate up to the parenthesis that closes the group beginning at `at`."""
    out: list[str] = []
    flags_opened = 0
    while at < len(regex):
        char = regex[at]
        if char == ")":
            break
        if char == "\\":
            out.append(r"\Z" if regex[at + 1] == "z" else regex[at : at + 2])
            at += 2
        elif char == "[":
            piece, at = _class(regex, at)
            out.append(piece)
        elif char == "(":
            bare = re.compile(r"\(\?(-?[is]+)\)").match(regex, at)
            if bare:  # Go: the flag holds to the end of the group
                out.append(f"(?{bare[1]}:")
                flags_opened += 1
                at = bare.end()
                continue
            head = re.compile(r"\((?:\?(?:P<\w+>|-?[is]*:|[=!]|<[=!]))?").match(regex, at)
            assert head
            inner, at = _group(regex, head.end())
            out.append((re.sub(r"\?P<\w+>", "?:", head[0])) + inner + ")")
            at += 1
        elif char in "*+":
            out.append(f"{{{int(char == '+')},{OPEN_REPEAT}}}")
            at += 1
        elif char == "{" and (open_end := re.compile(r"\{(\d+),\}").match(regex, at)):
            out.append(f"{{{open_end[1]},{max(OPEN_REPEAT, 4 * int(open_end[1]))}}}")
            at = open_end.end()
        elif char == "{" and not re.compile(r"\{\d+(?:,\d+)?\}").match(regex, at):
            out.append(r"\{")
            at += 1
        else:
            out.append(char)
            at += 1
    return "".join(out) + ")" * flags_opened, at


def _class(regex: str, at: int) -> tuple[str, int]:
    """Translate a character class."""
    end = at + 1
    if regex[end] == "^":
        end += 1
    if regex[end] == "]":
        end += 1
    while regex[end] != "]":
        if regex.startswith("[:", end):
            end = regex.index(":]", end) + 2
        else:
            end += 2 if regex[end] == "\\" else 1
    piece = regex[at : end + 1]
    piece = piece.replace("[:alnum:]", "a-zA-Z0-9").replace(r"\w .-/", r"\w ./-")
    return "[" + piece[1:-1].replace("[", r"\[") + "]", end + 1


def anchors_of(pattern: str) -> tuple[tuple[str, ...], bool, bool]:
    """Return the literals a match begins with, whether case matters, and whether a boundary precedes them."""
    tree = parser.parse(pattern, re.ASCII)
    found, _ = _prefixes(list(tree), bool(tree.state.flags & re.IGNORECASE))
    least = min((len(text) for text, _ in found), default=0)
    exact = all(sensitive for _, sensitive in found)
    if not found or least < (2 if exact else 3):
        return (), False, False
    return tuple(sorted({t if exact else t.lower() for t, _ in found})), exact, pattern.startswith((r"\b", r"(?i:\b"))


def solid_width(pattern: str) -> int:
    """Return how many characters without white space every match begins with; 0 when that cannot be said."""
    tree = parser.parse(pattern, re.ASCII)
    if re.search(r"\\s|[^\\]\. ?\{|\[\^| ", pattern.replace(PYTHON_END, "")):
        return 0
    return int(tree.getwidth()[0])


def _prefixes(items: list[tuple[object, object]], folded: bool) -> tuple[list[tuple[str, bool]], bool]:  # noqa: C901
    """Return (literal, case-sensitive) prefixes, and whether the items are wholly literal."""
    found: list[tuple[str, bool]] = [("", True)]
    for op, value in items:
        if op in (sre.AT, sre.ASSERT_NOT):
            continue
        if op is sre.LITERAL:
            char = chr(value)  # type: ignore[call-overload]
            if folded and char.isalpha() and all(s and len(t) >= 3 for t, s in found):
                return found, False
            found = [(t + char, s and not (folded and char.isalpha())) for t, s in found]
        elif op is sre.IN and len(value) <= 4 and all(o is sre.LITERAL for o, _ in value):  # type: ignore[arg-type,attr-defined]
            found = [(t + chr(c), s and not folded) for t, s in found for _, c in value]  # type: ignore[attr-defined]
        elif op is sre.SUBPATTERN:
            _, add, drop, inner = value  # type: ignore[misc]
            now = (folded or bool(add & re.IGNORECASE)) and not drop & re.IGNORECASE
            more, whole = _prefixes(list(inner), now)
            if not more:
                return (found if found != [("", True)] else []), False
            if now and not folded and all(s and len(t) >= 3 for t, s in found):
                return found, False
            found = [(a + b, s and z) for a, s in found for b, z in more]
            if not whole:
                return found, False
        elif op is sre.BRANCH:
            parts = [_prefixes(list(branch), folded) for branch in value[1]]  # type: ignore[index]
            if any(not p or any(not t for t, _ in p) for p, _ in parts):
                return (found if found != [("", True)] else []), False
            found = [(a + b, s and z) for a, s in found for p, _ in parts for b, z in p]
            if not all(whole for _, whole in parts):
                return found, False
        else:
            return (found if found != [("", True)] else []), False
    return found, True
