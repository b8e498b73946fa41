"""Worth: how likely a person's sentence is to hold beyond the task it was said in.

Owns adding up the signs of that: words about how work is done here, and a sentence that forbids something outright,
speak for it; words about what a page shows, values, names in code, descriptions, length, and a turn that specifies a
task, speak against. The weights were fitted on judged sentences of public sessions, each project by the others
(docs/explanation/learning.md). Must not find sentences (`spoken` does).
"""

from __future__ import annotations

import re

from standfast.learn.session.markers import pattern
from standfast.model.pattern import compile_later

FLOOR = -0.1  # below it too much speaks against a sentence: chosen where few repeated corrections are lost
_NEAR = 14  # words from the sign on in which a sentence names what it is about
_LONG, _LONG_TURN = 220, 1_200  # characters from which length no longer counts
_MOST = 3  # words about the work; more say nothing further
_VALUE = compile_later(r"\d")
_SYMBOL = compile_later(r"\b[a-z]+[A-Z]\w|\b\w+_\w|\w\(\)")
_ATTACHED = compile_later(r"\[(?:Image|Pasted text|Screenshot)[^\]]{0,40}\]", re.IGNORECASE)  # put there by clients
_SIGNS = ("order", "hard", "soft")

WEIGHTS = {
    "conduct": 1.3,
    "tools": 1.1,
    "process": 1.0,
    "forbids": 1.0,
    "ways": 0.8,
    "asked_for": 0.7,
    "shouted": 0.5,
    "standing": 0.4,
    "artefact": -1.5,
    "value": -1.4,
    "turn": -1.1,
    "symbol": -1.0,
    "length": -1.0,
    "described": -0.5,
}


def worth_of(sentence: str, turn: int) -> float:
    """Return how much more speaks for a sentence, in a turn of so many characters, than against it."""
    return sum(WEIGHTS[name] * value for name, value in features(sentence, turn).items())


def features(sentence: str, turn: int) -> dict[str, float]:
    """Return the signs of worth in a sentence, each between 0 and 1."""
    sentence = _ATTACHED.sub("", sentence).strip()
    plain = ("conduct", "asked_for", "tools", "standing", "described")
    found = {name: _has(pattern(name), sentence) for name in plain}
    unspelled = pattern("letter_cases").sub("", sentence)  # "camelCase" names a way of writing names, and no one thing
    found["ways"] = max(float(unspelled != sentence), *(_has(pattern(name), sentence) for name in ("ways", "person")))
    return {
        **found,
        "symbol": _has(_SYMBOL, unspelled) * (1 - found["standing"]),  # "start names with 'x_'" names no one thing
        "process": min(_MOST, len(pattern("process").findall(sentence))) / _MOST,
        "artefact": _has(pattern("artefact"), _from_sign(sentence)),
        "forbids": float(bool(pattern("forbids").match(sentence))),
        "shouted": float("!" in sentence),
        "value": _has(_VALUE, sentence),
        "length": min(len(sentence), _LONG) / _LONG,
        "turn": min(turn, _LONG_TURN) / _LONG_TURN,
    }


def _from_sign(sentence: str) -> str:
    """Return the words of a sentence from its sign on, where it names what it is about."""
    places = (match.start() for name in _SIGNS if (match := pattern(name).search(sentence)))
    return " ".join(sentence[next(places, 0) :].split()[:_NEAR])


def _has(expression: re.Pattern[str], text: str) -> float:
    return float(bool(expression.search(text)))
