"""What a command does, in words that memories use: deploy, migrate, release, test, destroy; with which program.

Owns the words of a command that matter (its forms without options), the acts it stands for, the programs that do the
same job, and whether it destroys something. The lists are in `command_words.json`: another act or program is a word
there. Must not look anything up. Hook path: light.
"""

from __future__ import annotations

import re
from itertools import pairwise

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.runs import joined, list_runs, script_of
from standfast.text.shell import READERS, SHELLS, behind_options, program_of, unwrap
from standfast.text.word_lists import read_lists

_LISTS = read_lists(__file__, "command_words")
ACTS: dict[str, list[str]] = {act: words.split() for act, words in _LISTS["spoken_of"].items()}
"""The words by which a memory speaks of an act."""
FAMILIES = {program: frozenset(family.split()) for family in _LISTS["same_job"] for program in family.split()}
"""For a program, those that do the same job: a note about one of them is about the choice."""
_BY_PROGRAM = {program: act for act, programs in _LISTS["programs"].items() for program in programs.split()}
_BY_WORD = {word: act for act, words in _LISTS["words"].items() for word in words.split()}
_ONLY_LOOKS = READERS | set(_LISTS["look_at_files"])  # who looks at a file does nothing of what its name says
_DESTROYS, _DESTROYS_DATA = (tuple(map(compile_later, _LISTS[name])) for name in ("destroy", "destroy_data"))
# What runs the program behind it: the words before that, a dot for each word that only says where.
_THROUGH = tuple(tuple(line.split()) for line in _LISTS["run_programs"])
_INTERPRETERS = SHELLS | set(_LISTS["run_files"])
_RUNNERS = frozenset(form[0] for form in _THROUGH if len(form) == 1)
_NAMES, _PARTS, _PIECES = compile_later(r"[:_-]"), compile_later(r"[_-]"), compile_later(r"[^\w]+")
_NARROWS = compile_later(r"(?:^|\s)(?:\S*[/:]\S*|\S+\.\w{1,5}|-(?:p|k|t|m|run|-filter|-package|-grep|-test\w*)\b\S*)")
_FEWEST = 3  # letters of a target that is worth looking for
_READ = 8_192  # characters of a command line
_DEEPEST = 3  # lines within lines
ELSEWHERE = "~"  # a folder that is none of this repository
_LONGEST = 8  # words of a beginning, and options, that an anchor may name


class Act(Value):
    """One simple command: its words without options, the acts it stands for, its program and what it is aimed at.

    `folder` is where it runs, from where the line is typed (`ELSEWHERE`: on another machine, in some package); `fed` is
    what the line gives it to read.
    """

    words: tuple[str, ...]
    raw: str
    program: str
    acts: tuple[str, ...]
    targets: tuple[str, ...]
    folder: str = ""
    fed: str = ""

    @property
    def telling(self) -> int:
        """How many of its words it takes to say what it does: `npm run test`, `git push`; 0 where they say little."""
        place = next((place for place, word in enumerate(self.words) if place and word not in _LISTS["say_nothing"]), 0)
        named = " ".join(self.words[: place + 1])
        if named in _LISTS["by_third"] and len(self.words) > place + 1:
            return place + 2
        return place + 1 if place and named not in _LISTS["everyday"] else 0

    @property
    def runs_script(self) -> bool:
        """Whether its first word behind the program only says that a script is run."""
        return len(self.words) > 1 and self.words[1] in _LISTS["say_nothing"]

    @property
    def spelled(self) -> str:
        """A pattern for how a text spells what it does: its program and that word, options and `run` between or not."""
        telling = self.words[: self.telling]
        if self.program in _LISTS["script_words"] and len(telling) > 1:
            return rf"{self.program} (?:run )?{re.escape(telling[-1].lower())}"
        return r"(?: --?[\w=-]+)* ".join(re.escape(word.lower()) for word in telling)

    @property
    def forms(self) -> tuple[str, ...]:
        """How an anchor may name it: as it stands, by a beginning of its words, or by its program with an option."""
        raw = self.raw.split()
        beginnings = [
            " ".join(words[:count]) for words in (raw, self.words) for count in range(min(len(words), _LONGEST), 0, -1)
        ]
        options = [f"{self.program} {word.partition('=')[0]}" for word in raw[1:] if word.startswith("-")]
        return tuple(dict.fromkeys([self.raw, *beginnings, *options[:_LONGEST]]))


def read_acts(command: str, most: int = 6) -> list[Act]:
    """Return what the simple commands of a command line do, through shells and runners; looking around is left out."""
    found: dict[str, Act] = {}
    _follow(command[:_READ], "", found, 0)
    return list(found.values())[:most]


def _follow(line: str, folder: str, found: dict[str, Act], depth: int) -> None:
    for run in list_runs(line):
        words, place = list(run.words), joined(folder, run.folder)
        while words:
            act = _read(words, place, run.fed)
            if act is not None:
                found.setdefault(act.raw, act)
            words, elsewhere = _inner(words)
            place = ELSEWHERE if elsewhere else place
            if words and depth < _DEEPEST and (script := script_of(program_of(words[0]), words)):
                _follow(script, place, found, depth + 1)
                break


def _inner(words: list[str]) -> tuple[list[str], bool]:
    """Return the command that a command hands on, or the script that it runs; and whether that is done elsewhere."""
    program, rest = program_of(words[0]).lower(), words[1:]
    if program == "ssh":
        at = behind_options(words, 1, _LISTS["ssh_options"])
        return unwrap(words[at + 1 :])[1], True
    if program in _INTERPRETERS and rest and rest[0][:1] != "-" and ("/" in rest[0] or "." in rest[0]):
        return rest, False
    if program in _LISTS["script_words"] and rest[1:] and rest[0] in _INTERPRETERS:
        return rest, False
    return _behind_runner(words), words[:2] == ["yarn", "workspace"]


def _behind_runner(words: list[str]) -> list[str]:
    """Return the command that a runner of programs is given, or nothing."""
    plain = [program_of(words[0]).lower(), *words[1:]]
    for form in _THROUGH:
        if len(plain) > len(form) and all(want in {".", has} for want, has in zip(form, plain, strict=False)):
            rest = words[len(form) :]
            while rest and (rest[0].startswith("-") or "=" in rest[0]):
                rest = rest[1:]
            return [words[0], *rest] if form[:2] == ("yarn", "workspace") else rest
    return []


def is_runner(act: Act) -> bool:
    """Tell whether a form of a command only runs another one: `bundle exec`, `uv run`; `npx` does nothing else."""
    return len(act.words) > 2 and act.program not in _RUNNERS and bool(_behind_runner(act.raw.split()))


def runners_in(text: str) -> list[str]:
    """Return the runners of programs that a text names: `bundle exec`, `uv run`."""
    return [
        form for form in (" ".join(words) for words in _THROUGH if len(words) > 1 and "." not in words) if form in text
    ]


def adds_dependency(act: Act) -> bool:
    """Tell whether a command adds a dependency, or takes newer ones: `yarn add x`, not `yarn install`."""
    return " ".join(act.words[:2]) in _LISTS["take_newer_dependencies"] or bool(added_by(act))


def added_by(act: Act) -> tuple[str, ...]:
    """Return what a command adds to the dependencies, as it is written."""
    for count in (2, 3):
        if " ".join(act.words[:count]) in _LISTS["add_dependencies"] and " -r " not in act.raw:
            added = act.words[count:]
            return added if any(word[:1] not in "./" for word in added) else ()
    return ()


def is_whole(act: Act) -> bool:
    """Tell whether a command is aimed at nothing in particular: the whole suite, every package."""
    return not _NARROWS.search(act.raw.partition(" ")[2])


def _read(words: list[str], folder: str = "", fed: str = "") -> Act | None:
    if "--help" in words:
        return None
    program = program_of(words[0]).lower()
    if program in _LISTS["look_around"]:
        return None
    for option, value in pairwise([word for given in words[1:] for word in given.split("=", 1)]):
        if option in _LISTS["name_a_part"]:
            folder = ELSEWHERE
        elif option in _LISTS["name_a_folder"]:
            folder = joined(folder, value)
    valued = [*_LISTS["name_a_folder"], *_LISTS["take_value"].get(program, ())]
    given = (word for before, word in pairwise(words) if word and before not in valued)
    plain = [program, *(word for word in given if not word.startswith("-"))]
    acts = dict.fromkeys([_BY_PROGRAM[program]] if program in _BY_PROGRAM else [])
    rest = [word for word in plain[1:] if word not in _LISTS["say_nothing"]]
    tells = program in _BY_PROGRAM and plain[1:2] and plain[1] in _LISTS["only_ready"]
    tells = tells or any(part in _LISTS["only_tell"] for word in plain[1:3] for part in _NAMES.split(word))
    tells = tells or any(word in _LISTS["only_try"] for word in words)
    for word in rest[: 2 if program in _LISTS["run_scripts"] else 1] if program not in _ONLY_LOOKS else ():
        name = word.rpartition("/")[2].partition(".")[0].lower()
        known = {**_BY_PROGRAM, **_BY_WORD}
        acts |= dict.fromkeys(known[part] for part in (name, *_NAMES.split(name)) if part in known)
    if program not in _LISTS["run_scripts"]:
        script = program.partition(".")[0]
        acts |= dict.fromkeys(_BY_WORD[part] for part in _PARTS.split(script) if part in _BY_WORD)
    named = [piece for word in rest for piece in _PIECES.split(word)]
    targets = tuple(dict.fromkeys(piece.lower() for piece in named if len(piece) >= _FEWEST and not piece.isdigit()))
    done = () if tells else tuple(acts)  # `gh release list` releases nothing
    return Act(tuple(plain), " ".join(words), program, done, () if tells else targets[:8], folder, fed)


def parts_of(act: Act) -> list[str]:
    """Return what a command may do the part of that a text names: "integration tests", "cypress tests"."""
    return [*act.targets, *({act.program} & _BY_PROGRAM.keys())]


def is_only_looking(act: Act) -> bool:
    """Tell whether a command only looks at files: what forbids looking at some is no matter of others."""
    return act.program in _ONLY_LOOKS


def removes(command: str) -> bool:
    """Tell whether a command line takes files away."""
    return any(map(takes_files, read_acts(command)))


def takes_files(act: Act) -> bool:
    """Tell whether a command takes files away."""
    return act.program in _LISTS["remove_files"] or act.words[:2] == ("git", "rm")


def destroys(act: Act) -> bool:
    """Tell whether a command takes something away that a later command does not bring back."""
    if any(pattern.search(act.raw) for pattern in _DESTROYS):
        return True
    fed = f"{act.raw}\n{act.fed}"
    return act.program not in _LISTS["take_prose"] and any(pattern.search(fed) for pattern in _DESTROYS_DATA)
