"""What a text says of a command: whether it names it, its program, an option or a branch, and in which role.

Owns how prose spells a command and where such a form ends. Must not look anything up. Hook path: light. Neighbours:
`role` (what a text does with what it names), `command` (what a command does), `named_files` (the same for files).
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.moments.notes.command import FAMILIES, is_only_looking, is_runner, runners_in
from standfast.moments.notes.role import FORBIDDEN, OCCASION, SENT, role_of, strongest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from standfast.moments.notes.command import Act

_GOES_ON = (
    r"(?:here|by|for|in|at|on|to|any\w*|ever|directly|and|or|but|because|since|when|if|we|it|again|please|instead|as"
    r"|before|after|right|so|that|which|first|once|until|unless|every|each|with|without|is|are)"
)
"""Words behind a command that are no part of it."""
_ITSELF = rf"(?! `?[\w-])| {_GOES_ON}\b| (?:commands?|calls?|(?:test )?suite)\b"
"""What stands behind a program that is named alone."""
_REST = r"(?P<rest>[^`\n]*`|(?: --?[\w-]+| \.(?=\W|$))*)"
_AIM = compile_later(rf" `?(?!{_GOES_ON}\b|(?:commands?|calls?|runs?|suite|test)\b)([\w./:-]*[\w/])", re.IGNORECASE)
_LAST_AIM = compile_later(rf"{_AIM.pattern}(?=[`,;:.]?(?:\s*$|\n)|[,;:`)])", re.IGNORECASE)
_MARKED_AIM = compile_later(r" `?(\w[\w./:]*[-_./:\d][\w./:-]*\w)")  # a name, whatever stands behind it
_PLACE = compile_later(r"(?<![\w/])(?:\.[\w.-]+|[\w.-]+/[\w./-]*)")
_INSIDE = compile_later(r"\b(?:in|from|of|at) `?$")  # "not in git" forbids no call of it
_SENTENCE = compile_later(r"[.;!?](?:\s|$)|\n")
_DEED = compile_later(r"\b(?:commit|push)\w*")
_OVERWRITES = compile_later(r"\bforce|\boverwrit|\s-f\b")
_FORCE = frozenset(("-f", "--mirror"))
_OPTION = compile_later(r"--?[a-z][\w-]{2}")  # a letter alone means something else to each program
_COINED = 6  # letters of a word that is no word of prose
_LETTERS = compile_later(r"-\w{1,4}")  # each an option of its own
_EXAMPLE = compile_later(
    r"(?:\be\.?g\.?|\bfor example|\bexamples?:|\bsuch as|\blike)[,:]? [`'\"]?([\w#./:-]*\d|[\w#./-]+:)"
)
_NUMBER = compile_later(r"\d+")
_NAMED = 4  # letters of an option that a rule may name as a word


def role_in(text: str, acts: Sequence[Act], here: str = "") -> str:
    """Return the role in which a text names one of these commands, or nothing; `here` is the branch at hand."""
    lowered = text.lower()
    return strongest(role for act in acts for role in _roles(lowered, act, here))


def _roles(text: str, act: Act, here: str) -> Iterator[str]:
    if is_only_looking(act):
        words = tuple(f"{word}/" for word in act.words[1:])
        spots = (at for at in _PLACE.finditer(text) if any(word.startswith(at[0].rstrip("/.") + "/") for word in words))
        yield from (FORBIDDEN for at in spots if role_of(text, at.start()) == FORBIDDEN)
        return
    yield from (role_of(text, at.start()) for at in _spelled(text, act))
    itself = () if is_runner(act) else _stand(act.program, rf"{_alone(act.program)}(?:{_ITSELF})", text)
    itself = (at for at in itself if not _INSIDE.search(text, 0, at.start()))
    yield from (role for at in itself if (role := role_of(text, at.start())) in {FORBIDDEN, OCCASION})
    for option in {word.partition("=")[0] for word in act.raw.lower().split() if _OPTION.match(word)}:
        found = _stand(option, rf"(?<![\w-]){re.escape(option)}(?![\w-])", text)
        yield from (FORBIDDEN for at in found if role_of(text, at.start()) == FORBIDDEN)
    if bars_branch(text, act, here):
        yield FORBIDDEN


def _stand(word: str, form: str, text: str) -> Iterable[re.Match[str]]:
    """Return where a form that holds a word stands: few texts have the word, and compiling costs more than looking."""
    return re.finditer(form, text) if word in text else ()


def _alone(program: str) -> str:
    return rf"(?<![\w/.-]){re.escape(program)}(?![\w/-]|\.\w)"


def _spelled(text: str, act: Act) -> Iterator[re.Match[str]]:
    """Yield where a text spells a command out, with no option and no aim that it has not.

    Of what everybody runs every day (`git push`) that it is named says nothing, unless it is quoted or forbidden.
    """
    first = act.raw.split()[0].lower().removeprefix("./")
    last = act.words[act.telling - 1].lower() if act.telling else ""
    ways = [(last, rf"(?<![\w-]){act.spelled}(?![\w:-]){_REST}")] if last else []
    if "/" in first or "." in first:  # a script, from whichever folder it is called
        name = first.rpartition("/")[2]
        script = rf"(?<![\w./-])(?P<path>(?:[\w.-]*/){'*' if '.' in name else '+'}){re.escape(name)}(?![\w/-]|\.\w)"
        ways.append((name, rf"{script}(?P<words>(?: (?!{_GOES_ON}\b)[\w./:]+)*){_REST}"))
    runners = (runner for runner in runners_in(text) if act.raw.startswith(f"{runner} "))
    ways += [(runner, rf"{re.escape(runner)}(?P<rest>)(?:{_ITSELF})") for runner in runners]
    for word, way in ways:
        yield from (at for at in _stand(word, way, text) if _fits(at, act))
    made_of_parts = not last.isalnum()  # `db:reset`, `update-db`: no word of prose
    if len(last) >= _COINED and (made_of_parts or act.runs_script or "." in act.program):  # it has a name of its own
        alone = _stand(last, rf"(?<![\w./:-]){re.escape(last)}(?!\w|[.:/-]\w)", text)
        yield from (at for at in alone if _governs(at) or (made_of_parts and not at.start()))
    if not act.telling and len(act.words) > 1 and not act.runs_script:
        second = act.words[1].lower()
        form = _stand(second, rf"{_alone(act.program)} {re.escape(second)}(?![\w:-]){_REST}", text)
        yield from (at for at in form if _fits(at, act) and (text[at.start() - 1 : at.start()] == "`" or _governs(at)))


def _governs(at: re.Match[str]) -> bool:
    return role_of(at.string, at.start()) in {FORBIDDEN, OCCASION, SENT}


def _fits(form: re.Match[str], act: Act) -> bool:
    """Tell whether a command has what stands behind a form: its options, its aim, all of it."""
    groups = form.groupdict()
    if not set((groups.get("words") or "").split()) <= set(act.words):
        return False
    if (path := (groups.get("path") or "").removeprefix("./")) and path not in f"/{act.raw.split()[0].lower()}":
        return False
    aims, end = [word.lower() for word in act.words[max(act.telling, 2) :]], form.end()
    aim = _LAST_AIM.match(form.string, end) or _MARKED_AIM.match(form.string, end)
    if aim is not None and aims and not any(f"{word}.".startswith(f"{aim[1]}.") for word in (*aims, *act.words)):
        return False
    return has_options(form["rest"], act) and ("." not in form["rest"].strip("`").split() or "." in act.words)


def has_options(rest: str, act: Act) -> bool:
    """Tell whether a command has every option in the rest of a form: `-xdf` is `-fdx`, and `-v` is `--volumes`."""
    given = [word.lower() for word in act.raw.split() if word.startswith("-")]
    letters = {letter for word in given if word[:2] != "--" for letter in word[1:]}
    letters |= {word[2:3] for word in given if word[:2] == "--"}
    wanted = [word.lower().strip("`.,;:)") for word in rest.split() if word.startswith("-") and word.strip("`-")]
    return all(
        any(has.startswith(word) for has in given)
        or (set(word[1:]) <= letters if _LETTERS.fullmatch(word) else word[:2] == "--" and f"-{word[2]}" in given)
        for word in wanted
    )


def does_as_told(text: str, act: Act) -> bool:
    """Tell whether a command has the option that a text asks for in a word: "open them as drafts", `--draft`."""
    options = (word[2:].partition("=")[0] for word in act.raw.lower().split() if word.startswith("--"))
    named = "|".join(rf"{re.escape(option)}s?" for option in options if len(option) >= _NAMED)
    found = list(re.finditer(rf"(?<![\w])(?:--)?(?:{named})\b", text.lower())) if named else []
    return (bool(found) and all(role_of(text, at.start()) != FORBIDDEN for at in found)) or _is_like(text, act)


def _is_like(text: str, act: Act) -> bool:
    """Tell whether a command has what a text gives an example of: of `SHOP-12` any number behind the same letters."""
    forms = (r"\d+".join(map(re.escape, _NUMBER.split(at[1]))) for at in _EXAMPLE.finditer(text))
    return any(re.search(rf"(?<![\w-]){form}", act.raw) for form in forms)


def offers_other(text: str, act: Act) -> bool:
    """Tell whether a text sends one to another program that does the same job, and not to this one."""
    lowered = text.lower()
    named = rf"{_alone(act.program)}(?: `?(?!{_GOES_ON}\b)(?P<form>[a-z][\w-]*))?"
    for at in _stand(act.program, named, lowered):
        if role_of(lowered, at.start()) == SENT or (at["form"] or act.program) not in act.words:
            return False
    others = FAMILIES.get(act.program, frozenset()) - {act.program}
    return any(
        role_of(lowered, at.start()) == SENT
        for other in sorted(others)
        for at in _stand(other, rf"{_alone(other)}(?:{_ITSELF})", lowered)
    )


def branch_of(act: Act, here: str) -> str:
    """Return the branch that a commit or a push goes to; a push that names none goes from the one at hand."""
    if act.words[:2] == ("git", "commit"):
        return here
    if act.words[:2] != ("git", "push"):
        return ""
    return act.words[3].rpartition(":")[2].lstrip("+").removeprefix("refs/heads/") if len(act.words) > 3 else here


def is_forced(act: Act) -> bool:
    """Tell whether a push overwrites what is there."""
    return any(word in _FORCE or word[:1] == "+" or word.startswith("--force") for word in act.raw.split()[2:])


def bars_branch(text: str, act: Act, here: str) -> bool:
    """Tell whether a text forbids to commit or push to the very branch, or the remote, that a command goes to.

    What forbids to overwrite a branch forbids nothing else.
    """
    remote = act.words[2] if act.words[:2] == ("git", "push") and len(act.words) > 2 else ""
    branch = branch_of(act, here).lower()
    aims = {re.escape(branch), re.escape(remote.lower()) if remote != "origin" else ""} - {""}
    aims |= {rf"{re.escape(branch.partition('/')[0])}(?:/\*)?(?= branch)"} if "/" in branch else set()
    for sentence in _SENTENCE.split(text) if aims else ():
        if _OVERWRITES.search(sentence) and not is_forced(act):
            continue
        deeds = list(_DEED.finditer(sentence))
        named = [at for aim in aims for at in re.finditer(rf"(?<![\w/-]){aim}(?![\w/-])", sentence)]
        if deeds and any(role_of(sentence, at.start()) == FORBIDDEN for at in named):
            return True
        if named and any(role_of(sentence, at.start()) == FORBIDDEN and at.end() < len(sentence) for at in deeds[1:]):
            return True
    return False
