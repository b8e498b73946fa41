"""Own words: what a person typed, without what programs put around it.

Owns taking out of a prompt everything that is not the person's live word: reminders and hook text in tags, output of
local commands, fenced, quoted and pasted text, what a parent agent wrote, and sentences of which a part was redacted:
what they were about is gone. Must not judge what is left (`sentences`, `spoken`). Neighbour: `capture.own_output` takes
out what Standfast itself had said.
"""

from __future__ import annotations

import re

from standfast.learn.session.words.sentences import sentences
from standfast.model.pattern import compile_later

LONGEST = 20_000  # characters of a prompt that are read; more than that nobody typed

# Blocks that clients put into a user's turn. The names are theirs; an unclosed one reaches to the end.
_TAGGED = compile_later(
    r"<(system[-_](?:reminder|notification)|command-[\w-]{1,20}|local-command-[\w-]{1,20}|bash-(?:input|stdout|stderr)|hook[-_]context|"
    r"user[-_](?:instructions|query_context|rules|memory(?!-input))|environment_(?:context|details)|additional_data|"
    r"attached_files|open_and_recently_viewed_files|untrusted_context|task-notification|ide_[\w-]{1,30}|tool_result|"
    r"teammate-message|[a-z]{1,20}(?:-[a-z]{1,20}){0,3}-event|"
    r"function_results|file_contents?|document|context|details)\b[^>]{0,200}>.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
# What a person typed behind the sign by which Claude Code takes a line into its memory: as it stands in a transcript,
# and as it was typed, alone: above other lines it is a comment or a heading.
_MEMORISED = compile_later(r"<user-memory-input>(.{1,2000}?)</user-memory-input>", re.DOTALL | re.IGNORECASE)
_NOTED = compile_later(
    r"\A#[ ]?(?=(?:[Nn]ever|[Aa]lways|[Dd]on['’]?t|[Dd]o not|we|use|please|make sure|only)\b[^\n]*+\s*+\Z)"
)
# What a client or a command writes into a turn between tags, whatever their name: from a line's start to its end tag.
_BLOCK = compile_later(r"(?m)^[ \t]*<([a-z][\w-]{0,40})(?:[ \t][^<>\n]{0,200})?>", re.IGNORECASE)
_UNWRAPPED = frozenset(("user_query", "user-memory-input"))
# A command that was typed with words behind it, as its file puts them into the text that the client sends.
_COMMANDED = compile_later(
    r"\A\s*+(?:---\n.{0,4000}?\n---\s*+)?(?:# [^\n]*\n\s*+)?## User Input\s+```[a-z]*\n"
    r"(?:\$ARGUMENTS|(.{0,8000}?))\n?```.*\Z",
    re.DOTALL,
)
# A command that was called, or instructions that a client sends: what stands below is the text of a file.
_CALLED = compile_later(r"\s*(?:<command-(?:message|name)>|#{1,3} [^\n]{1,120}\n\s*<[A-Za-z])")
_CLOSED = compile_later(r"</?user_query>|</[a-z]{1,30}(?:[-_][a-z]{1,30})+>", re.IGNORECASE)  # left by a nested block
_FENCED = compile_later(r"(?m)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)|```.*?(?:```|\Z)", re.DOTALL)
_QUOTED = compile_later(r"(?m)^[ \t]*>.*$")
# What follows was written by somebody else, or shows how something is written: to the end of its line, or the paragraph
# below where it ends the line.
_REPORTED = compile_later(
    r"(?m)(?<![\w'’])(?:(?!(?:i|we)\b)[\w.@'’-]{1,40} (?:wrote|writes|said|says|told (?:me|us)|replied|"
    r"commented|posted|suggested|suggests)(?: \w{1,20}){0,3}|(?:an? |the |for )?example(?: [a-z]{1,20})?)"
    r" ?:(?:[ \t]*\S.*$|\s*\n(?:.+(?:\n|\Z))*)",
    re.IGNORECASE,
)
_OWN = compile_later(r"(?:\b(?:i|we)\b(?:['’]ve)?(?: \w{1,20}){0,3} |\bremember\b.*)\Z", re.IGNORECASE)  # before it
_LOG = compile_later(
    r"^\s*(?:at |File \"|Traceback|\[?\d{4}-\d\d-\d\d[T ]\d|\d{1,2}:\d\d:\d\d|[+-]{3} |@@ |diff --git|\$ |% |❯ |➜ |"
    r"npm (?:ERR|WARN)|['‘\"][\w$.]{1,60}['’\"] is (?:defined|declared|assigned|possibly|not)\b|"
    r"(?:Unhandled|Uncaught)\b|(?:[\w-]+\.)*[A-Z]\w+(?:Exception|Error)\b|"
    r"(?:error|warning|fatal|info|debug|fail|crit|warn|dbug)\b ?[:\[(]|[\w./-]+:\d+(?::\d+)?:? |\d+[|│] |[|+*#=_-]{4,}|"
    r"[^\s@]{1,64}@[^\s@:~]{1,255}[:~]\S{0,400}[$#%] )",
    re.IGNORECASE,
)
_SHELL = compile_later(r"^(?:\$|%|❯|➜) \S|\S ❯ \S")
_CODE = compile_later(
    r"[{};]\s*$|^\s*(?:import|def|class|function|return|public|private|#include)\b.*[({;:=]|^\s*from\s+\S+\s+import\b|"
    r"^\s*(?:const|let|var)\s+(?:[\w$]+\s*[=:;]|[{\[])|^\s*//"
)
_MACHINE = compile_later(
    r"^\s*(?:\[Request interrupted|Caveat: The messages below|This session is being continued from|"
    r"Stop hook feedback|\[SYSTEM|<task>|# Task\b|"
    r"You are (?:an?|the) [^\n]{0,80}(?:agent|assistant|reviewer|engineer|expert)\b|"
    r"Base directory for this skill:|Full transcript available at|Read the output file to retrieve the result|"
    r"\[Terminal [^\]\n]{0,80}notification|---\n(?:name|description|argument-hint|allowed-tools): |"
    r"You must fully embody this agent|IT IS CRITICAL THAT YOU FOLLOW|"
    r"@agent (?:try again|continue)|(?:please )?implement the (?:following (?:plan|to-?dos)|plan as specified)\b|"
    r"analy[sz]e this session)",
    re.IGNORECASE,
)
# Both sides of a talk, as a program or a copy of one writes them.
_DIALOGUE = (compile_later(r"(?m)^(?:User|Human): "), compile_later(r"(?m)^(?:Assistant|AI|Model): "))
_INTERRUPTED = compile_later(r"\[Request interrupted by user[^\]]{0,40}\]")


_INDENTED = compile_later(r"(?: {2}|\t)[ \t]{0,40}\S")
_LISTED = compile_later(r"\s*(?:[-*+•–] |\(?\d{1,2}[.)] |#{1,6} |\*\*|[A-Z][\w /]{1,30}:\s*$|\|)")
_ITEM = compile_later(r"\s*(?:[-*+•–] |\(?\d{1,2}[.)] |#{1,6} |\*\*|\|)")
_BELOW = compile_later(r"\b(?:these|those|following|below)\b", re.IGNORECASE)
REDACTED = "[redacted:"  # begins what stands where redaction took something out
_MESSAGE = 40  # characters: nobody types a line so long twice in one turn
_LIST = 3  # lines that list or head: what has so many was written as a document, or by a model
_DOCUMENT = 300  # characters


def is_document(text: str) -> bool:
    """Tell whether a turn is written like a document: a specification of a task, or text from elsewhere."""
    if len(text) < _DOCUMENT:
        return False
    return sum(is_listed(line) for line in text[:LONGEST].split("\n")) >= _LIST


def is_listed(line: str) -> bool:
    """Tell whether a line is part of a list or a table, or heads a section."""
    return bool(_LISTED.match(line))


def lead_of(text: str) -> str:
    """Return the first line of a turn where it stands outside any list; nothing where the turn begins with one."""
    line = text.lstrip().partition("\n")[0]
    return "" if _ITEM.match(line) else line


def points_below(sentence: str) -> bool:
    """Tell whether a sentence above a list is about the list and says nothing without it."""
    return bool(_BELOW.search(sentence))


def own_words(text: str) -> str:
    """Return what the person typed themselves, line by line; nothing when a program wrote the turn."""
    if _CALLED.match(text):
        return ""
    text = _COMMANDED.sub(r"\1", _INTERRUPTED.sub("", text[:LONGEST]))
    text = _NOTED.sub("Remember: ", _MEMORISED.sub(r"Remember: \1", text))
    text = _CLOSED.sub("", _without_blocks(_TAGGED.sub("\n", text)))
    if _MACHINE.match(text) or all(said.search(text) for said in _DIALOGUE):
        return ""
    text = _REPORTED.sub(_without_report, _QUOTED.sub("", _FENCED.sub("\n", text)))
    raw = text.split("\n")
    lines = [_without_break(line.strip()) for line in raw]
    typed = [line for line, typed in zip(lines, _typed(lines, _indented(raw)), strict=True) if typed]
    return "\n".join(_without_redacted(line) for line in typed).strip()


def _indented(lines: list[str]) -> set[int]:
    """Return the lines that stand indented below others and list nothing: programs print so, nobody types so."""
    plain = next((place for place, line in enumerate(lines) if line[:1].strip()), len(lines))
    below = ((place, line) for place, line in enumerate(lines) if place > plain)
    return {place for place, line in below if _INDENTED.match(line) and not _ITEM.match(line)}


def _without_redacted(line: str) -> str:
    """Return a line without the sentences from which something was redacted."""
    if REDACTED not in line:
        return line
    return " ".join(part for part in sentences(line) if REDACTED not in part)


def _without_blocks(text: str) -> str:
    """Return a text without what stands between tags from a line's start on; a tag that nothing closes is left."""
    kept: list[str] = []
    start = 0
    lower = text.replace("\u0130", "I").lower()  # the one letter whose lower case is longer than itself
    unclosed: set[str] = set(_UNWRAPPED)
    for match in _BLOCK.finditer(text):
        name = match.group(1).lower()
        if match.start() < start or name in unclosed:
            continue
        end = lower.find(f"</{name}>", match.end())
        if end < 0:
            unclosed.add(name)
            continue
        kept.append(text[start : match.start()])
        start = end + len(name) + 3
    return "\n".join((*kept, text[start:]))


def _without_report(match: re.Match[str]) -> str:
    """Return what stands for the words of somebody else: nothing, unless the person says them or wants them kept."""
    line = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    return match.group() if _OWN.search(line) else "\n"


def _without_break(line: str) -> str:
    """Return a line without the sign by which a line break is typed in a terminal."""
    return line.rstrip("\\").rstrip() if line.endswith("\\") else line


def _typed(lines: list[str], printed: set[int]) -> list[bool]:
    """Tell which lines a person typed: not code or logs, nor messages, which stand between such lines, or twice."""
    typed = [place not in printed and _is_typed(line) for place, line in enumerate(lines)]
    filled = [place for place, line in enumerate(lines) if line]
    seen: dict[str, int] = {}
    for place in filled:
        if len(lines[place]) >= _MESSAGE and not _ITEM.match(lines[place]):
            seen[lines[place]] = seen.get(lines[place], 0) + 1
    between = {
        place
        for before, place, after in zip(filled, filled[1:], filled[2:], strict=False)
        if not typed[before] and not typed[after]
    }
    repeated = {place for place in filled if seen.get(lines[place], 0) > 1}
    pasted = between | repeated | _below_output(lines, typed)
    return [value and place not in pasted for place, value in enumerate(typed)]


def _below_output(lines: list[str], typed: list[bool]) -> set[int]:
    """Return a command line and what a program wrote below it or a log: there, people begin in lower case."""
    found: set[int] = set()
    output = False
    for place, line in enumerate(lines):
        shell = bool(_SHELL.search(line))
        output = bool(line) and (output or shell or bool(_LOG.match(line)))
        if output and typed[place] and (shell or not line[0].islower()):
            found.add(place)
    return found


def _is_typed(line: str) -> bool:
    if not line.strip():
        return True
    return not (_LOG.match(line) or _CODE.search(line) or _is_dense(line))


def _is_dense(line: str) -> bool:
    """Tell whether a line is mostly signs and digits, as logs, tables and paths are."""
    if len(line) < 24:
        return False
    letters = sum(char.isalpha() or char == " " for char in line)
    return letters < 0.7 * len(line)
