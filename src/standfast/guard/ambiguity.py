"""Ambiguity of regular expressions: can a loop take the same text in two ways?

Owns one question about a pattern's form. An automaton is built from the parsed pattern; when a state can be left and
reached again on the same text along two paths, a backtracking matcher doubles its work with every character
(exponential ambiguity). Polynomial slowness is left to `trial.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, TypeVar

_parser: Any = import_module("re._parser")
_MAXREPEAT: Any = import_module("re._constants").MAXREPEAT

_MAX_STATES = 800
_MAX_PAIRS = 60_000
_LOOSE = 12  # a bounded repeat this wide behaves like an unbounded one
PROBES = "".join(map(chr, range(256))) + "Ωж中\u2028"
_CATEGORIES = {
    "CATEGORY_DIGIT": re.compile(r"\d"),
    "CATEGORY_NOT_DIGIT": re.compile(r"\D"),
    "CATEGORY_SPACE": re.compile(r"\s"),
    "CATEGORY_NOT_SPACE": re.compile(r"\S"),
    "CATEGORY_WORD": re.compile(r"\w"),
    "CATEGORY_NOT_WORD": re.compile(r"\W"),
}

Steps = list[list[tuple[int, int]]]
Node = TypeVar("Node")


def parse(pattern: str, flags: int) -> tuple[Any, int]:
    """Return the parsed pattern and its flags, inline ones included."""
    tree = _parser.parse(pattern, flags)
    return tree, int(tree.state.flags)


def is_exponential(pattern: str, flags: int = 0) -> bool:
    """Tell whether some loop of the pattern can take the same text in two ways."""
    tree, flags = parse(pattern, flags)
    return any(_ambiguous(part, flags) for part in (tree, *_lookarounds(tree)))


def bodies(operator: Any, argument: Any) -> list[Any]:
    """Return the patterns nested in one item of a pattern."""
    name = str(operator)
    if name in {"ASSERT", "ASSERT_NOT"}:
        return [argument[1]]
    if name == "SUBPATTERN":
        return [argument[3]]
    if name == "BRANCH":
        return list(argument[1])
    if name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
        return [argument[2]]
    if name == "GROUPREF_EXISTS":
        return [body for body in argument[1:] if body]
    return [argument] if name == "ATOMIC_GROUP" else []


def character_mask(operator: Any, argument: Any, flags: int) -> int:
    """Return which probe characters an item of one character takes, as bits."""
    fold = bool(flags & re.IGNORECASE)
    return sum(1 << bit for bit, probe in enumerate(PROBES) if _takes(str(operator), argument, probe, flags, fold=fold))


def _takes(name: str, argument: Any, probe: str, flags: int, *, fold: bool) -> bool:
    if name == "ANY":
        return probe != "\n" or bool(flags & re.DOTALL)
    forms = {probe, probe.lower(), probe.upper()} if fold else {probe}
    codes = {ord(form) for form in forms if len(form) == 1}
    if name in {"LITERAL", "NOT_LITERAL"}:
        return (argument in codes) == (name == "LITERAL")
    negated = bool(argument) and str(argument[0][0]) == "NEGATE"
    for operator, value in argument:
        kind = str(operator)
        if (
            (kind == "LITERAL" and value in codes)
            or (kind == "RANGE" and any(value[0] <= code <= value[1] for code in codes))
            or (kind == "CATEGORY" and _CATEGORIES[str(value)].match(probe))
        ):
            return not negated
    return negated


class _Automaton:
    """States with empty moves, and moves on sets of probe characters kept as bit masks."""

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.empty: list[list[int]] = []
        self.moves: list[list[tuple[int, int]]] = []
        self.counts_nothing = False
        self._atomic = 0
        self._masks: dict[str, int] = {}

    def state(self, *behind: int) -> int:
        """Add a state, reached by an empty move from those named."""
        if len(self.empty) >= _MAX_STATES:
            raise _TooLarge
        self.empty.append([])
        self.moves.append([])
        number = len(self.empty) - 1
        for start in behind:
            self.empty[start].append(number)
        return number

    def sequence(self, items: Iterable[Any], start: int) -> int:
        """Add items one after the other; return the last state."""
        for operator, argument in items:
            start = self._item(operator, argument, start)
        return start

    def _item(self, operator: Any, argument: Any, start: int) -> int:
        name = str(operator)
        if name in {"LITERAL", "NOT_LITERAL", "IN", "ANY"}:
            key = f"{name}{argument}"
            if key not in self._masks:
                self._masks[key] = character_mask(operator, argument, self.flags)
            end = self.state()
            self.moves[start].append((self._masks[key], end))
            return end
        if name in {"BRANCH", "GROUPREF_EXISTS"}:
            ends = [self.sequence(branch, self.state(start)) for branch in bodies(operator, argument)]
            return self.state(*ends)
        if name in {"MAX_REPEAT", "MIN_REPEAT"}:
            return self._repeat(argument[0], argument[1], argument[2], start)
        if name in {"ATOMIC_GROUP", "POSSESSIVE_REPEAT"}:
            self._atomic += 1
            start = self.sequence(bodies(operator, argument)[0], start)
            self._atomic -= 1
            return start
        if name == "SUBPATTERN":
            return self.sequence(argument[3], start)
        return start  # anchors, look-arounds and back references take no text that could be counted here

    def _repeat(self, least: int, most: Any, body: Any, start: int) -> int:
        """Add a repeat: an exact count of a definite length keeps it, a wide one becomes a loop."""
        if self._atomic:
            return self.sequence(body, start)  # what is never taken back has one way through
        shortest, longest = body.getwidth()
        # A counted repeat may spend its count on nothing: `(a?){30}a{30}` tries every subset.
        self.counts_nothing |= int(least) >= _LOOSE and shortest == 0 < longest
        if int(least) >= _LOOSE and shortest != longest:
            least, most = 1, _MAXREPEAT
        for _ in range(min(int(least), 2)):
            start = self.sequence(body, start)
        if most is _MAXREPEAT or int(most) - int(least) >= _LOOSE:
            # The way in and the way round are kept apart: an empty round is no round for the matcher.
            inner = self.state(start)
            last = self.sequence(body, inner)
            self.empty[last].append(inner)
            return self.state(start, last)
        ends = [start]
        for _ in range(min(int(most) - int(least), 3)):
            start = self.sequence(body, start)
            ends.append(start)
        return self.state(*ends)

    def steps(self) -> Steps:
        """Return each state's moves after its empty moves; a move reached in two ways is listed twice."""
        return [
            [move for through, ways in self._ways(state).items() for move in self.moves[through] * ways]
            for state in range(len(self.empty))
        ]

    def _ways(self, origin: int) -> dict[int, int]:
        """Count, up to two, the simple paths of empty moves from one state to each other."""
        ways: dict[int, int] = {origin: 1}
        budget = 400
        path: list[tuple[int, int]] = [(origin, 0)]
        on_path = {origin}
        while path and budget:
            state, index = path.pop()
            if index < len(self.empty[state]):
                path.append((state, index + 1))
                target = self.empty[state][index]
                if target not in on_path:
                    budget -= 1
                    ways[target] = min(2, ways.get(target, 0) + 1)
                    path.append((target, 0))
                    on_path.add(target)
            else:
                on_path.discard(state)
        return ways


class _TooLarge(Exception):
    """The automaton would be too large to search; the trial decides alone."""


def _lookarounds(items: Any) -> list[Any]:
    found: list[Any] = []
    for operator, argument in items:
        inside = bodies(operator, argument)
        if str(operator) in {"ASSERT", "ASSERT_NOT"}:
            found += inside
        for body in inside:
            found += _lookarounds(body)
    return found


def _ambiguous(tree: Any, flags: int) -> bool:
    automaton = _Automaton(flags)
    try:
        automaton.sequence(tree, automaton.state())
    except _TooLarge:
        return False
    if automaton.counts_nothing:
        return True
    steps = automaton.steps()
    rings = components(range(len(steps)), lambda state: [target for _, target in steps[state]])
    return any(_ring_ambiguous(steps, frozenset(ring)) for ring in rings)


def _ring_ambiguous(steps: Steps, ring: frozenset[int]) -> bool:
    inside = {state: [(mask, target) for mask, target in steps[state] if target in ring] for state in ring}
    for moves in inside.values():
        for at, (mask, target) in enumerate(moves):
            if any(mask & other and target == same for other, same in moves[at + 1 :]):
                return True
    if len(ring) ** 2 > _MAX_PAIRS:
        return False

    def together(pair: tuple[int, int]) -> list[tuple[int, int]]:
        left, right = inside[pair[0]], inside[pair[1]]
        return [(item, other) for mask, item in left for same, other in right if mask & same]

    for group in components([(state, state) for state in ring], together):
        met = {left == right for left, right in group}
        if met == {True, False}:
            return True
    return False


def components(roots: Iterable[Node], after: Callable[[Node], list[Node]]) -> list[list[Node]]:
    """Return the strongly connected components of what the roots reach, those with a loop (Tarjan, no recursion)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    found: list[list[Node]] = []
    for root in roots:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(after(root)))]
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is not None:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(after(target))))
                elif target in on_stack:
                    low[node] = min(low[node], index[target])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == index[node]:
                at = stack.index(node)
                group = stack[at:]
                del stack[at:]
                on_stack.difference_update(group)
                if len(group) > 1 or node in after(node):
                    found.append(group)
    return found
