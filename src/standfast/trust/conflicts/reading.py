"""Claims: what a text states, taken apart so that two of them can be held against each other. Pure; never by likeness.

Owns reading a clause: its words without what carries no meaning, where its subject ends, whether it denies, which part
of it is a condition, and whether it can be compared at all: a heading, a question, a permission and what only points
to the sentence before state nothing by themselves. Neighbours: `clauses` (cuts a text), `slots` (closed
types), `clash` (compares two claims).
"""

from __future__ import annotations

import re
from functools import lru_cache

from standfast.model.pattern import compile_later
from standfast.text.amounts import spell_amounts
from standfast.trust.conflicts.claim import LIGHT, SETTERS, SINGLE, USES, Claim
from standfast.trust.conflicts.clauses import (
    CONDITIONS,
    PHRASE,
    STARTS,
    WORD,
    list_said,
    split_clauses,
    without_asides,
    without_marks,
)
from standfast.trust.conflicts.slots import (
    FELL,
    STOOD,
    is_choice,
    is_code,
    is_name,
    is_number,
    is_value,
    stem,
    stems,
    words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LEAD = compile_later(
    r"(?:^|(?<=, ))(?:[\"“*-]\s*)?(?:(?:so|also|additionally|similarly|likewise|specifically|well|now|and|then|just|"
    r"simply|again|(?:no|nope|nah|yes|ok|okay|wait|hey|ugh|actually|wrong)(?=[,:])|"
    r"i(?: already| just| have|'ve)* (?:said|told you|asked you)(?: that| to)?|"
    r"(?:first|second|third|last|final)(?:ly)?(?=,)|next(?=,)|finally|please|always|remember to|remember|"
    r"note(?: that|(?=:))|(?:make sure|ensure)(?: that)?(?: you| to)?|"
    r"(?:start|begin)(?= \w+ing\b)|"
    r"(?:from now on|going forward|moving forward|for now|from here on|henceforth)|"
    r"(?:i|we)(?:'d| would)? (?:want|need|like|expect|prefer) (?:you|us) to|"
    r"(?:i'd|we'd) like (?:you|us) to|we(?:'re| are)(?: now)? going to|(?:one|another|our) [\w ]{3,40} is to|"
    r"for (?:the|our|your) [\w ]{3,40}(?=: (?:i|we)\b)|to [\w ]{3,30}(?=, (?:i|we)\b)|"
    r"(?:i|we)(?:'d| would)? (?:want|need|like|expect)(?= (?:all |our |the )?[\w ]{3,40} to \w)|"
    r"to build on that|you (?:should|must|need to|have to)|let's)[,:]?\s+)+",
    re.IGNORECASE,
)  # what only says that an order follows
_INSTANCE = compile_later(r"(?i)for (?:example|instance)\b,?")  # it might as well be another
_CONTRAST = compile_later(r", (?:and )?not [\w`'./-]+(?: [\w`'./-]+){0,3}[.!]?$")  # what it is not, said besides
_TICKED = compile_later(r"`[^`\n]*`|\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|[-=]> ")
_SIGN = compile_later(r"[{}<>|=(]")
_CODE = compile_later(r"[{}<>|]|=>|[=(]\s*$| =|\w\((?!\)[\s.,;]*(?:\w|$))")  # `call()` is a name
_STATEMENT = compile_later(r"\s*(?:import|const|let|var|from|def|return|export|class|use)\s\S.*(?:[;'\"]|\bimport\b)")
_LABEL = compile_later(r"^\s*([A-Za-z][\w /'’.-]{1,60}?):\s+(\S.{0,240})$")
READ = 4_000  # characters of a text
_MOST_CLAUSES = 12
_MOST_ROW = 4
_LONGEST = 40  # words of a clause; more is a story
_WORDS = 4  # without its names, of a clause in which another name may stand

NEGATIONS = words("not never no cannot neither nor without avoid stop nobody nothing")
_COPULAS = words("is are was were be becomes became stays remains equals means")
_MODALS = words("must should shall will would can may do does did have has had been being need needs")
_BETWEEN = words("to not only now always never also then still")
_SHORT = {"won't": "will", "can't": "can", "cannot": "can"}
_DETERMINERS = words("a an the all any each every your our its no")
_POINTS = words("to this these those it they that he she such here their it's that's here's its his her both")
_WHOLE = words("project repository repo monorepo codebase app application package library service document guide")
_GENERIC = stems(
    "command cli file path example note usage type option step modify create issue update add remove class name id tag "
    "source link reference see task phase part section new fix"
)  # labels that say what form something has, not what it is about
_REFERS = words("see refer read visit consult welcome")
_OPENS = words("if when unless where")
_DATED = words("once until during")  # no condition at the start of a clause, or before a date
_MORE_VERBS = stems(
    "support include provide contain return raise accept connect create generate follow migrate adhere cover reach "
    "track measure manage download update execute implement extend inherit resolve strip clear reset commit push merge "
    "enable bundle place limit mean begin put add remove drop avoid allow forbid send receive parse render save load "
    "read check stay verify review wrap utilize enforce validate open submit ensure start end prefix name remain "
    "export pass land go register annotate configure define declare specify invoke apply attach mount join upload "
    "publish expose bind depend"
)
TOLD = stems("prefer pin set limit cap name call store round rotate keep")  # without a subject these have one answer
_VERBS = SINGLE | USES | _MORE_VERBS
_ACTIONS = _VERBS | SETTERS
_OUTCOMES = FELL | STOOD
_AUXILIARIES = _COPULAS | _MODALS
_EMPTY = LIGHT | STARTS | words("up instead declaring initializing defining creating")
_PLAIN = words(
    "requires supports provides recommends utilizes follows listens expires uses includes contains returns raises "
    "accepts adheres prefers enforces executes lives owns costs defaults"
)  # never nouns
_AFTER = words("into from by at when as")
_TAKEN = compile_later(r"\w{3,}[^e]ed(?<!embed)")
_SUFFIX = compile_later(r"(?<![\s_-])[\s_-]*(?:v\d+|\(?(?:updated|corrected|revised|new|again)\)?)$", re.IGNORECASE)


def read_claims(text: str, title: str = "") -> list[Claim]:
    """Return what a text states, clause by clause; a short one is also the value of what its title names."""
    found: list[Claim] = []
    plain = without_marks(text[:READ])
    clauses = split_clauses(plain)
    for clause in clauses[:_MOST_CLAUSES]:
        read = [_read(one, whole=len(clauses) == 1) for one in list_said(clause)]
        found += [claim for claim in read if claim is not None]
    if 1 < len(clauses) <= _MOST_ROW and (
        len(found) < len(clauses) or any(claim.values or claim.denies for claim in found)
    ):
        row = _read(" ".join(plain.split()), as_row=True)
        found += [row] if row is not None else []
    name = title_name(title)
    phrase = without_asides(text[:400]) if name else ""
    if phrase and len(phrase.split()) <= PHRASE and len(clauses) == 1:
        claim = _read(f"{name}: {phrase}", of_title=True)
        found += [claim] if claim is not None else []
    return found


@lru_cache(maxsize=1_024)
def title_name(title: str) -> str:
    """Return what a title names, without a mark of its version; nothing for one that names several things."""
    name = title.strip()
    for _ in range(2 if name else 0):
        name = _SUFFIX.sub("", name)
    return "" if not name or (name.endswith("s") and not name.endswith("ss") and not name.endswith("us")) else name


def _read(said: str, *, of_title: bool = False, as_row: bool = False, whole: bool = True) -> Claim | None:
    leads = said.rstrip(" *_").endswith(":")  # to what follows, which is not here
    told = _without_lead(said.rstrip(" :"))
    said = _CONTRAST.sub("", told) if "not " in told else told
    if said.endswith("?") or _is_code(said) or _INSTANCE.match(said):
        return None
    spelled = spell_amounts(said)
    label = _LABEL.match(spelled) if ":" in said and not as_row else None
    tokens = WORD.findall(spelled)
    if not 2 <= len(tokens) <= _LONGEST:
        return None
    raw = [token for token in tokens if token not in {",", ":"}]
    if len(raw) < 2:
        return None
    known = [_know(token) for token in raw]
    lowered = [word[0] for word in known]
    denies = sum([word[1] for word in known]) % 2 == 1
    if _is_cut_off(lowered, label=bool(label)) or (as_row and not _REFERS.isdisjoint(lowered)):
        return None
    pointing = as_row or _points_back(lowered, tokens)
    conditional = _conditional(tokens, lowered, label=bool(label))
    moved = -1
    if label and not pointing:
        found = _end_of_label(label[1], of_title=of_title)
    else:
        found = (0, "") if pointing else _verb_of(raw, lowered, conditional)
    if found is None:
        return None
    place, verb = found
    if verb and not label and _is_moved_to(lowered, place):
        verb, moved = "be", place  # what something was moved to is what it is
    kept = [at for at, word in enumerate(known) if word[2] and at != moved]
    keys = [known[at][2] for at in kept]
    terms = frozenset([known[at][2] for at in kept if not known[at][3] and lowered[at] not in _EMPTY])
    subject = tuple([known[at][2] for at in kept if at < place and lowered[at] not in LIGHT])
    names = frozenset([known[at][2] for at in kept if known[at][4] and (at or place == 1) and at != place])
    frame = frozenset([term for term in terms if not is_choice(term)])
    if names and len(frame - names) >= max(_WORDS, len(frame & names)):  # a heading writes every word as a name
        frame -= names
    values = frozenset([raw[at].strip("`'\"“”‘’").lower() for at in kept if known[at][3]])
    if not verb and not values and frame == terms and not (denies or (whole and 1 < len(terms) <= PHRASE)):
        return None  # nothing in it could be another, nor is it said or denied as a whole
    return Claim(
        tuple([raw[at] for at in kept]),
        tuple(keys),
        tuple([conditional[at] for at in kept]),
        verb,
        sum([at < place for at in kept]),
        denies,
        bool(label) and (of_title or place <= 5),
        of_title,
        told if not of_title else told.partition(": ")[2],
        terms,
        values,
        frame,
        subject,
        frozenset(keys),
        whole,
        leads,
    )


def _end_of_label(label: str, *, of_title: bool) -> tuple[int, str] | None:
    """Return where a label ends, as the verb of what it names; None where it names nothing of its own."""
    named = WORD.findall(label)
    if not of_title and all(stem(word) in _GENERIC or is_number(word) for word in named):
        return None
    return len(named), "be"


def _is_moved_to(lowered: Sequence[str], place: int) -> bool:
    """Tell whether a verb says what something is set to."""
    return _is_set(lowered[place]) and place + 2 < len(lowered) and lowered[place + 1] == "to"


def _without_lead(said: str) -> str:
    """Return a clause without what only says that an order follows."""
    if ", " in said:
        return _LEAD.sub("", said)
    lead = _LEAD.match(said)
    return said[lead.end() :] if lead else said


def _is_code(said: str) -> bool:
    if not _SIGN.search(said):
        return bool(_STATEMENT.match(said))
    bare = _TICKED.sub("", said)
    return bool(_CODE.search(bare) or _STATEMENT.match(bare))


@lru_cache(maxsize=16_384)
def _know(token: str) -> tuple[str, bool, str, bool, bool]:
    """Return what a word is by itself: in small letters, whether it denies, its key, whether it is a value, a name."""
    low = token.lower().replace("’", "'")
    denies = low in NEGATIONS or low.endswith("n't")
    return low, denies, "" if denies else _key(token), is_value(token), is_name(token)


def _is_cut_off(lowered: Sequence[str], *, label: bool) -> bool:
    """Tell whether a clause goes on elsewhere, or says what was done to something else."""
    if lowered[-1] in _AUXILIARIES or lowered[-1] in _OPENS:
        return True  # "The function has:", "Do it if:"
    return not label and lowered[1] in _AFTER and bool(_TAKEN.fullmatch(lowered[0]))  # "Converted into …"


def _points_back(lowered: Sequence[str], tokens: Sequence[str]) -> bool:
    """Tell whether only what stands before a clause says what it is about: only the very same words say otherwise."""
    if lowered[0] in STARTS and lowered[0] != "to":  # "before that …"
        return lowered[1] in _POINTS and _WHOLE.isdisjoint(lowered[2:3])
    if lowered[0] == "this" and lowered[1] in _WHOLE:
        return False
    if lowered[-1] == "instead":
        return True
    return lowered[0] in _POINTS and not (lowered[0] == "to" and "," in tokens)


def _verb_of(raw: Sequence[str], lowered: Sequence[str], conditional: Sequence[bool]) -> tuple[int, str] | None:
    """Return where a clause's verb is, and its stem; none of what only permits something, has no verb or does not say
    of what: only the very same words can say otherwise. None for a clause that only points elsewhere.
    """
    place, verb = _main_verb(raw, [_SHORT.get(word, word.removesuffix("n't")) for word in lowered], conditional)
    if lowered[place] in _REFERS and lowered[place + 1 : place + 2] != ["by"]:
        return None
    if place < 0:
        return 0, ""
    if place >= len(raw) - 1 and verb not in _OUTCOMES:
        return 0, ""
    if lowered[place : place + 2] == ["set", "up"]:
        return 0, ""  # it gives nothing a value
    return (0, "") if is_code(raw[place]) else (place, verb)


@lru_cache(maxsize=16_384)
def _key(token: str) -> str:
    bare = token.strip("`'\"“”‘’")
    return stem(bare.rstrip(".,")) if bare else token


def _main_verb(raw: Sequence[str], lowered: Sequence[str], conditional: Sequence[bool]) -> tuple[int, str]:
    """Return where a clause's own verb is, and its stem: not the one of "if you want"."""
    start = next((at for at, part in enumerate(conditional) if not part), 0)
    end = next((at for at in range(start, len(raw)) if conditional[at]), len(raw))
    if end - start > 1:
        place, verb = _find_verb(raw[start:end], lowered[start:end])
        if place >= 0:
            return start + place, verb
    return _find_verb(raw, lowered)


def _find_verb(raw: Sequence[str], lowered: Sequence[str]) -> tuple[int, str]:
    """Return where the verb is and its stem: what is or was set to something before what may be a noun as well."""
    order = len(raw) > 1 and stem(lowered[0]) in _VERBS and (lowered[1] in _DETERMINERS or is_code(raw[1]))
    if order:
        return 0, stem(lowered[0])  # "Call the …", "Have Node installed"
    for at, word in enumerate(lowered[:-1]):
        if at and word in _PLAIN:
            return at, stem(word)
        if at and (word in _COPULAS or word in _MODALS or (_is_set(word) and lowered[at + 1] == "to")):
            return _further(lowered, at)
    for at, word in enumerate(lowered):
        root = stem(word)
        if at == 0 and word.endswith("s") and len(lowered) > 2 and stem(lowered[1]) in _VERBS:
            continue  # "Tests run with …"
        if word in _REFERS or root in _VERBS or root in SETTERS or (at and word.endswith("ed") and len(word) > 4):
            return at, root
    second = len(raw) > 3 and lowered[1].isalpha() and lowered[1] not in _EMPTY
    return (1, stem(lowered[1])) if second else (-1, "")


def _is_set(word: str) -> bool:
    """Tell whether a word says that something was given a value."""
    return stem(word) in SETTERS and (word.endswith("ed") or word in {"set", "cut", "is", "reset"})


def _further(lowered: Sequence[str], at: int) -> tuple[int, str]:
    """Return where the verb goes on after a copula or modal: "are keyed by", "need to be set"."""
    while at + 2 < len(lowered):
        step = at + 2 if lowered[at + 1] in _BETWEEN or lowered[at + 1].endswith("ly") else at + 1
        if step >= len(lowered) or lowered[at] not in _AUXILIARIES:
            break
        root = stem(lowered[step])
        known = lowered[step] in _AUXILIARIES or root in _ACTIONS or lowered[step].endswith("ed")
        if not known and lowered[at] in _COPULAS:
            break  # what something is; after a modal every word is a verb
        at = step
    return at, "be" if lowered[at] in _COPULAS else stem(lowered[at])


def _conditional(tokens: Sequence[str], lowered: Sequence[str], *, label: bool) -> list[bool]:
    """Tell of each word whether it belongs to a condition: up to the comma at the start, else to the end."""
    found: list[bool] = []
    inside = not label and tokens[0].lower() in STARTS and "," in tokens
    if not inside and CONDITIONS.isdisjoint(lowered):
        return [False] * len(lowered)
    starting = inside
    for at, (word, after) in enumerate(zip(tokens, (*tokens[1:], ""), strict=True)):
        low = word.lower()
        if word == ":":  # a label may stand before a condition
            inside = starting = after.lower() in CONDITIONS and "," in tokens[at:]
            continue
        if word == ",":
            inside, starting = inside and not starting, False
            continue
        if low in CONDITIONS and not (low in _DATED and (not found or is_value(after))):
            inside = True
        found.append(inside)
    return found
