"""What a person keeps out, in what agents report: never a byte of it is put on record.

Owns finding such paths in a tool call, in what it printed and in what was said about it. A call that names one leaves
no event; what another call printed is left out whole where it names one, or may come from one. Hook path where a person
keeps anything out. Neighbours: `code.kept_out` knows the paths, `verbs.capture` and the import of transcripts ask here.
"""

from __future__ import annotations

import os
import re

from standfast.model.session import COMMAND_KEYS, EventKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from standfast.code.kept_out import KeptOut

LEFT_OUT = "[kept out]"
_PATH = r"(?:[A-Za-z]:[\\/])?[^\s\"'`<>|;&()\[\]{},=:*?!#]+"
_TEXTS = ("content", "contents", "old_string", "new_string", "old_str", "new_str", "file_text")
_TEXTS_OF_A_FILE = ("text", "code")  # what is written to a file that the call names; else it is said or run
_PLACES = frozenset(("file_path", "filePath", "path", "absolute_path", "notebook_path", "target_file", "filename"))
_PATCHED = r"(?m)^\*\*\* (?:Update File|Add File|Delete File|Move to): (.+)$|^(?:\+\+\+|---) (?:[ab]/)?(\S.*?)\s*$"
_DEEPEST = 12
_MOST_FOUND = 200  # files that a wildcard of a command is looked up for
_FED = r"(?<!<)<(?![<(&])\s*([^\s<>|;&()]+)"
_MOST_FED = 40  # files that a line reads as input, and folders that it goes to
# Programs that go through folders by themselves, and what makes them print lines without the name of their file.
_NAMELESS = r"(?:^|\s)-\w*[hI]\w*(?=\s|$)|--no-filename"
_SEARCHERS = frozenset(("grep", "egrep", "fgrep", "rg", "ag", "ack", "git"))
# What prints the contents of files below a line that names each, and what passes such lines on with what is below them;
# what prints each line with the name of its file, and what passes whole lines on.
_PATCHES = frozenset(("diff", "show", "archive", "cat-file", "whatchanged", "format-patch", "stash"))
_NO_PATCH = frozenset(("--stat", "--shortstat", "--numstat", "--name-only", "--name-status", "--no-patch", "-s"))
_OF_LOG = ("-p", "-u", "-L", "-U", "--patch", "--cc", "--unified")
_PASSES = frozenset(("cat", "less", "more", "tee", "head", "nl", "wc", "bat", "delta"))
_PASSES_LINES = _PASSES | {"tail", "sort", "uniq", "column", "tac", "grep", "egrep", "fgrep", "rg"}
_ONLY_MATCHES = r"(?:^|\s)-\w*[oh]\w*(?=\s|$)|--only-matching"


def without_kept_out(
    kept_out: KeptOut, kind: EventKind, body: Any, files: Sequence[str]
) -> tuple[Any, tuple[str, ...]] | None:
    """Return what may be put on record of an event, and its files; None where the event itself is kept out."""
    if kept_out.everything:
        return None
    if kind is EventKind.PROMPT and isinstance(body, str):
        from standfast.capture.enclosed import without_enclosed

        return (without_enclosed(body, LEFT_OUT) if names_any(kept_out, body) else body), tuple(files)
    if isinstance(body, str):
        return ("" if names_any(kept_out, body) else body), _others(kept_out, files)
    if _others(kept_out, files) != tuple(files):
        return None
    if not isinstance(body, dict):
        return body, tuple(files)
    asked = body.get("input")
    if _asks_for(kept_out, asked):
        return None
    told = "response" in body and any(names_any(kept_out, text) for text in _texts(body["response"]))
    return ({**body, "response": LEFT_OUT} if told or _may_print_any(kept_out, asked) else body), tuple(files)


def names_any(kept_out: KeptOut, text: str) -> bool:
    """Tell whether a text names a path that is kept out."""
    if kept_out.is_told(text):
        return True
    for token in set(re.findall(_PATH, text)):
        plain = token.strip(".,") if token[:1] != "." else token.rstrip(".,")
        if "/" not in plain and "\\" not in plain and "." not in plain:
            continue  # a word, not a path
        slashed = plain.replace("\\", "/")
        if kept_out.covers(slashed) or (slashed[:2] in ("a/", "b/") and kept_out.covers(slashed[2:])):
            return True
    return False


def _others(kept_out: KeptOut, files: Sequence[str]) -> tuple[str, ...]:
    return tuple(file for file in files if not kept_out.covers(file, resolve=True))


def _asks_for(kept_out: KeptOut, asked: Any) -> bool:
    """Tell whether the arguments of a call name a path that is kept out."""
    named = list(_named_texts(asked))
    exempt = _TEXTS + (_TEXTS_OF_A_FILE if any(name in _PLACES for name, _ in named) else ())
    for name, text in named:
        if name in COMMAND_KEYS and any(_is_word_of(kept_out, word) for word in _words(text)):
            return True
        if any(kept_out.covers((one or other).strip()) for one, other in re.findall(_PATCHED, text)):
            return True
        whole = name in COMMAND_KEYS or name in _TEXTS_OF_A_FILE or "\n" not in text
        if name not in exempt and whole and names_any(kept_out, text):
            return True
        if name not in exempt and name not in COMMAND_KEYS and "\n" not in text and _is_word_of(kept_out, text):
            return True
    return False


def _words(command: str) -> Iterator[str]:
    """Yield the words of all programs that a command line runs, and what stands behind `=`, `:` and `@` in them."""
    from standfast.text.runs import list_runs

    fed = list(dict.fromkeys(target.strip("\"'") for target in re.findall(_FED, command)))[:_MOST_FED]
    folders: set[str] = set()
    for run in list_runs(command):
        new = () if run.folder in folders or len(folders) > _MOST_FED else fed
        folders.add(run.folder)
        for word in (*run.words, *run.assigned, *new):
            yield os.path.join(run.folder, word) if run.folder else word  # noqa: PTH118 - hook path
            yield from re.split(r"[=:@]", word)[1:]
        if run.folder:
            yield run.folder
    from standfast.text.shell import parse_commands

    for parsed in parse_commands(command):
        yield from (target for _, target in parsed.redirects)


def _is_word_of(kept_out: KeptOut, word: str) -> bool:
    """Tell whether a word names something kept out, itself or by its wildcards."""
    if not word or len(word) > 4_096 or "\0" in word or word.startswith("-"):
        return False
    return kept_out.covers(word, resolve=True) or any(
        kept_out.covers(item, resolve=True) for item in _found_by(kept_out, word)
    )


def _found_by(kept_out: KeptOut, word: str) -> list[str]:
    """Return the first files that the wildcards of a word find; one more than are looked at tells that there are."""
    if not any(sign in word for sign in "*?[") or len(word) > 4_096 or "\0" in word or word.startswith("-"):
        return []
    from glob import iglob
    from itertools import islice

    return list(islice(iglob(kept_out.at(word)), _MOST_FOUND + 1))  # noqa: PTH207 - hook path


def _may_print_any(kept_out: KeptOut, asked: Any) -> bool:
    """Tell whether a command prints of files that it does not name, or of too many to look at each."""
    from standfast.text.runs import list_runs
    from standfast.text.shell import READERS

    for name, text in _named_texts(asked):
        if name not in COMMAND_KEYS:
            continue
        if any(len(_found_by(kept_out, word)) > _MOST_FOUND for word in _words(text)):
            return True
        for run in list_runs(text):
            line = " ".join(run.words)
            if run.program in READERS and any("$" in word or word == "{}" for word in run.words[1:]):
                return True
            if run.program in _SEARCHERS and re.search(_NAMELESS, line):
                return True
            if run.program == "find" and re.search(r"\s-(?:exec|ok)", line):
                return True
        if _loses_names(kept_out, text):
            return True
    return False


def _loses_names(kept_out: KeptOut, line: str) -> bool:
    """Tell whether a pipe prints of files that no word names, and drops the names that were printed with it."""
    from standfast.text.shell import parse_commands, program_of

    passes: frozenset[str] | None = None  # by what the names that were printed are passed on
    fed = False
    for command in parse_commands(line):
        words = command.words or [""]
        program = program_of(words[0])
        only = program in _SEARCHERS and re.search(_ONLY_MATCHES, " ".join(words))
        if passes is not None and (only or program not in passes):
            return True
        if not command.pipes:
            passes = None
        elif not any(os.path.isfile(kept_out.at(word)) for word in words[1:]):  # noqa: PTH113 - hook path
            if program == "tar" or (program == "git" and _prints_patches(words)):
                passes = _PASSES
            elif program in _SEARCHERS and not fed and (program != "git" or "grep" in words):
                passes = _PASSES_LINES
        fed = command.pipes
    return False


def _prints_patches(words: Sequence[str]) -> bool:
    if not _NO_PATCH.isdisjoint(words):
        return False
    return not _PATCHES.isdisjoint(words) or ("log" in words and any(word.startswith(_OF_LOG) for word in words))


def _named_texts(value: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif depth < _DEEPEST and isinstance(value, dict):
        for key, entry in value.items():
            yield from _named_texts(entry, str(key), depth + 1)
    elif depth < _DEEPEST and isinstance(value, (list, tuple)):
        if name in COMMAND_KEYS and all(isinstance(word, str) for word in value):
            yield name, _as_line(value)
        else:
            for entry in value:
                yield from _named_texts(entry, name, depth + 1)


def _as_line(words: Sequence[str]) -> str:
    from shlex import join

    return words[-1] if len(words) == 3 and re.fullmatch(r"-[a-z]*c", words[1]) else join(words)


def _texts(value: Any) -> Iterator[str]:
    yield from (text for _, text in _named_texts(value))
