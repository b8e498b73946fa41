"""Commit messages: their subject, their body without trailers, their sentences. Word for word, never reworded."""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_TRAILER = compile_later(
    r"^(signed-off-by|co-?authored-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|cc|change-id|git-svn-id|"
    r"reviewed-on|pull-request|closes?|link|original-commit|[a-z]+-[a-z-]*-id|[\w-]*signature|helped-by|commit-queue|"
    r"auto-submit|approved-by|phabricator|differential revision|test plan|bug|refs?|issue)\s*:\s"
    r"|^[a-z]+(?:-[a-z]+)+: [\w./:#@+-]+$",  # a name of several parts, and one word
    re.IGNORECASE,
)
# What a program writes that carries commits from one repository into another.
_CARRIED = compile_later(
    r"^(?:copybara import of .*:|--|[0-9a-f]{40,64} by [^<]{1,80}<\S+@\S+>:|COPYBARA_\w+=.*)$", re.IGNORECASE
)
_CONVERTED = compile_later(r"\n[^\S\n]*--HG--\n.*\Z", re.DOTALL)  # what Mercurial notes below a message for itself
_GENERATED, _GENERATED_END = "<!-- This is an auto-generated comment", "<!-- end of auto-generated comment"
_EDITED = "# Please enter the commit message"  # where what Git itself writes below a message begins
_TICKED = compile_later(r"^[ \t]{0,12}[-*+] \[[ xX]\] ", re.MULTILINE)  # a box of a pull request's template
_HEADING = compile_later(r"#{1,6} ")
_MERGE = compile_later(
    r"^merge (branch|branches|pull request|remote-tracking|tag|commit|origin/|upstream/|\S+ into )", re.IGNORECASE
)
_FENCE = compile_later(r"^(```|~~~| {4}|\t|[|>])")
# A few lines of code that a sentence ends with, and a sentence that more than that would complete.
_SHOWN = compile_later(r"(?<![.!?\s])[:\s]{0,3}\n{1,2}```[\w-]*\n((?:[^`\n]{1,80}\n){1,3})```(?=\n|\Z)")
_CUT_OFF = compile_later(r"^[^\n]*[^.!?)\n]\n{1,2}(?=```)", re.MULTILINE)
_ENDS = (".", "!", "?", ")", ":", '"', "'", "”")
_DRAWN = compile_later(r"[\u2500-\u259f]")  # what tables and drawings are made of
_BULLET = compile_later(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_SQUASHED = compile_later(r"\* \S[^\n]*(?:\n(?![-*+#] )[^\n]+){0,3}")  # the title of a commit, in a squashed branch
_SQUASHES = 2
# A title among squashed ones that tells nothing: only words that say so, or what is done in every review.
_IDLE = (
    r"(?:fix(?:e[sd]|ing|up)?|up(?:date[sd]?|dating)|lint(?:s|er|ing)?|typos?|wip|tests?|merged?|clean(?:-?up|ing)?|nits?"
    r"|format(?:s|ted|ting)?|black|ruff|isort|prettier|final|more|minor|small|again|now|actually|oops|meh|ci|docs?|skip"
    r"|tweaks?|polish|spacing|whitespace|changelog|address(?:ed)?|apply|appl(?:ied|ying)|review|code|comments?|feedback"
    r"|suggestions?|from|some|the|for|it|add|try|attempt|debug|temp|rebase|conflicts?|types?|hints?|errors?|[0-9]{1,2})"
)
_IDLE_TITLE = compile_later(
    rf"\* (?:{_IDLE}(?:[\s,.!:]{{1,3}}|\Z)){{1,6}}|\* merge (?:branch|remote|pull)\b[^\n]{{0,200}}", re.IGNORECASE
)
_RULED = compile_later(r"-{6,}")  # what ends the list of a squashed branch, before the trailers
_WORD = compile_later(r"\w+")
_LANDED = compile_later(r"(?<!\s)\s*(?:\((?:[\w.-]+/[\w.-]+)?[#!]\d+\)|[\"”]\s+[#!]\d+)\s*$")
# What begins so turns against what was said just before, or rests on it: neither is true without the other.
TURNS = compile_later(
    r"(?:however|but|yet|that said|unfortunately|nevertheless|nonetheless|on the other hand|conversely|even so"
    r"|that(?:['’]s| (?:is|was|would|will|means?|makes?|way|said|leads?|causes?|gives?|allows?)))\b",
    re.IGNORECASE,
)
_NEW = 0.3  # of the words of a reason: one with fewer of its own says the claim again


class Message(Value):
    """A subject, the body below it, and the trailers under that."""

    subject: str
    body: str
    trailers: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """Subject and body."""
        return f"{self.subject}\n\n{self.body}" if self.body else self.subject


def read_message(text: str) -> Message:
    """Read a message; the generated first line of a merge, and what a program carried along, is not what was said."""
    lines = _without_template(_CONVERTED.sub("", text.replace("\r\n", "\n"))).strip().split("\n")
    if "copybara" in text.lower():
        lines = "\n".join(line for line in lines if not _CARRIED.match(line)).strip().split("\n")
    if lines and _MERGE.match(lines[0]):
        lines = "\n".join(lines[1:]).strip().split("\n")
    if _EDITED in text:
        lines = _without_notes(lines)
    subject = " ".join(lines[0].removeprefix("* ").split()) if lines else ""
    body = [line.rstrip() for line in lines[1:] if not _TRAILER.match(line)]
    trailers = tuple(line.strip() for line in lines[1:] if _TRAILER.match(line))
    return Message(subject, _said_once(subject, re.sub(r"\n{3,}", "\n\n", "\n".join(body)).strip()), trailers)


def _without_notes(lines: Sequence[str]) -> list[str]:
    """Return the lines without what Git itself wrote for whoever edited the message."""
    kept: list[str] = []
    noted = False
    for line in lines:
        words = line.lstrip()
        noted = words.startswith(_EDITED) or (noted and words.startswith("#"))
        if not noted:
            kept.append(line)
    return kept


def _said_once(subject: str, body: str) -> str:
    """Return a body with each paragraph once, and of a squashed branch without its title again and idle titles."""
    parts = body.split("\n\n")
    if len(parts) == 1 and not body.startswith("* "):
        return body
    if body.startswith("* ") or sum(map(_is_squashed, parts)) >= _SQUASHES:
        title = fold_title(subject)
        parts = [
            part for part in parts
            if not (_IDLE_TITLE.fullmatch(part) or _RULED.fullmatch(part))
            and not (part.startswith("* ") and fold_title(part[2:]) == title)
        ]  # fmt: skip
    return "\n\n".join(dict.fromkeys(parts))


def _without_template(text: str) -> str:
    """Return a message without what a pull request's template puts there: comments, boxes to tick, and a heading with
    nothing left below it.
    """
    if "<!--" not in text and not _TICKED.search(text):
        return text
    kept: list[str] = []
    for line in _without_comments(text).split("\n"):
        if _TICKED.match(line):
            _drop_heading(kept)
            continue
        if _HEADING.match(line):
            _drop_heading(kept)
        kept.append(line)
    _drop_heading(kept)
    return "\n".join(kept)


def _drop_heading(lines: list[str]) -> None:
    """Take a last heading off the lines where only empty ones follow it."""
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), -1)
    if last > 0 and _HEADING.match(lines[last]):
        del lines[last:]


def _without_comments(text: str) -> str:
    found, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        found.append(text[at:start])
        if text.startswith(_GENERATED, start) and (last := text.find(_GENERATED_END, end)) >= 0:
            end = max(end, text.find("-->", last))
        at = end + 3
    return "".join((*found, text[at:]))


def finish_sentences(body: str) -> str:
    """Return a body in which a sentence that ends with a block of code has it in its line, or is left out with it."""
    if "```" not in body:
        return body
    told = _SHOWN.sub(lambda shown: " `" + "; ".join(shown[1].strip().split("\n")) + "`.", body)
    return _CUT_OFF.sub("", told)


def paragraphs(body: str) -> list[str]:
    """Return the paragraphs and list items of a body as single lines; code and quotes are left out."""
    return [text for text, _ in parts_of(body)]


def parts_of(body: str) -> list[tuple[str, bool]]:
    """Return the paragraphs and list items of a body as single lines, and of each whether it is an item."""
    found: list[tuple[list[str], bool]] = [([], False)]
    before: list[str] = []  # the last that has words
    for line in body.split("\n"):
        if before and _FENCE.match(line):
            before[-1] += "" if before[-1].endswith(_ENDS) else ":"  # what stands there completes the sentence
        if not line.strip("-*+• \t") or _FENCE.match(line) or _HEADING.match(line.lstrip()) or _DRAWN.search(line):
            found.append(([], False))
            continue
        if _BULLET.match(line):
            found.append(([_BULLET.sub("", line)], True))
        else:
            found[-1][0].append(line.strip())
        before = found[-1][0]
    return [(" ".join(" ".join(lines).split()), item) for lines, item in found if lines]


def without_squashed(body: str) -> str:
    """Return what a body says before it lists the steps of a squashed branch: they are not about the whole.

    Of 30 lines from steps 10 were worth a newcomer's time.
    """
    body = body.partition("Squashed commit of the following")[0]
    parts = body.split("\n\n") if body.count("* ") >= _SQUASHES else []
    steps = [place for place, part in enumerate(parts) if _is_squashed(part)]
    return "\n\n".join(parts[: steps[0]]) if len(steps) >= _SQUASHES else body


def _is_squashed(part: str) -> bool:
    """Tell whether a part of a body is a title by itself, and not the items of a list."""
    return part.startswith("* ") and bool(_SQUASHED.fullmatch(part.rstrip()))


def says_again(words: str, claim: str) -> bool:
    """Tell whether words only repeat a claim."""
    said = set(_WORD.findall(words.lower()))
    return bool(said) and len(said - set(_WORD.findall(claim.lower()))) < _NEW * len(said)


def fold_title(title: str) -> str:
    """Fold a title so that a quote of it is found: without the number it landed as, marks at the ends, and case."""
    plain = _LANDED.sub("", title.strip())
    return " ".join(plain.strip(" \"'`“”.…").lower().split())


def sentences(body: str) -> list[str]:
    """Return the sentences of a body, each with what turns against it."""
    return [sentence for part in paragraphs(body) for sentence in join_turns(split_sentences(part))]


def join_turns(said: Sequence[str]) -> list[str]:
    """Return sentences, each that turns against the one before it together with that one."""
    joined: list[str] = []
    for sentence in said:
        if joined and TURNS.match(sentence):
            joined[-1] = f"{joined[-1]} {sentence}"
        else:
            joined.append(sentence)
    return joined


def first_of(parts: Sequence[str], most: int) -> str:
    """Return as many whole parts, from the first on, as fit."""
    said: list[str] = []
    length = 0
    for part in parts:
        length += len(part) + 1
        if length > most and said:
            break
        said.append(part)
    return " ".join(said)[:most]
