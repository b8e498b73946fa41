"""Read and run the rules that people add themselves.

Owns their form (TOML: id, regex, keywords, and if wanted entropy and allow) and the refusal of rules that could make
redaction slow: `re` backtracks, so a pattern must prove itself on texts made to provoke it before it is taken.
Neighbours: config.py reads the file and calls load_rules once; engine.py runs what it returns.
"""

from __future__ import annotations

import re
from contextlib import suppress

from standfast.capture.redact.values import entropy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

Span = tuple[int, int, str]

_WINDOW, _OVERLAP = 2048, 512  # a match of a person's rule is within this many characters
_SLOW = 0.004  # seconds for one window; an honest pattern takes a hundredth of it
_TRIALS = 1  # of the trials below: rules are tried again when they change
_ID = r"[a-z0-9][a-z0-9-]{0,47}"
_FASTER = "Avoid repeats inside repeats, and repeats of the same characters side by side; bound them: {1,64}."
_PROVOKING = "a0A-_ ./=:\"'x1\n"


class CustomRule:
    """Hold one rule that a person added; its patterns are compiled when a text first has one of its keywords."""

    __slots__ = ("_allow", "_pattern", "_sources", "entropy", "keywords", "name")

    def __init__(
        self, name: str, source: str, keywords: tuple[str, ...], least: float = 0.0, allow: tuple[str, ...] = ()
    ) -> None:
        """Keep the parts; load_rules has checked them."""
        self.name, self.keywords, self.entropy = name, keywords, least
        self._sources = (source, *allow)
        self._pattern: re.Pattern[str] | None = None
        self._allow: tuple[re.Pattern[str], ...] = ()

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds it."""
        if self._pattern is None:
            self._pattern, *allow = map(re.compile, self._sources)
            self._allow = tuple(allow)
        return self._pattern

    @property
    def allow(self) -> tuple[re.Pattern[str], ...]:
        """What lets a value through."""
        _ = self.pattern  # compiles both
        return self._allow


def load_rules(toml_text: str, vetted: Path | None = None) -> tuple[CustomRule, ...]:
    """Read rules from TOML; raise ConfigError with a hint when one is malformed or could be slow.

    `vetted` is a file that names the text that was tried last: the trials cost some forty milliseconds a rule, and a
    hook would pay for them at every call.
    """
    mark = _mark_of(toml_text)
    known = vetted is not None and _read(vetted) == mark
    rules = _load(toml_text, tried=known)
    if vetted is not None and not known:
        with suppress(OSError):
            vetted.write_text(mark, "ascii")
    return rules


def _mark_of(text: str) -> str:
    from sys import version

    from standfast.model.digests import blake2b

    return blake2b(f"{_TRIALS}\n{version}\n{text}".encode(), digest_size=20).hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except (OSError, ValueError):
        return ""


def _load(toml_text: str, *, tried: bool) -> tuple[CustomRule, ...]:
    import tomllib

    try:
        rows = tomllib.loads(toml_text).get("rules", [])
    except tomllib.TOMLDecodeError as error:
        raise _refusal(
            f"The redaction rules are not valid TOML: {error}", "Check quotes; write patterns as '''…'''."
        ) from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _refusal("The redaction rules are not a list of tables.", "Start each rule with a line [[rules]].")
    rules = tuple(_rule(row, number, tried=tried) for number, row in enumerate(rows, 1))
    names = [rule.name for rule in rules]
    for name in names:
        if names.count(name) > 1:
            raise _refusal(f"Two redaction rules are called {name}.", "Give each rule an id of its own.")
    return rules


def _refusal(message: str, hint: str) -> Exception:
    from standfast.errors import ConfigError

    return ConfigError(message, hint=hint, code="redaction-rule")


def _rule(row: dict[str, object], number: int, *, tried: bool) -> CustomRule:
    name, source, keywords = row.get("id"), row.get("regex"), row.get("keywords")
    if not isinstance(name, str) or not re.fullmatch(_ID, name):
        raise _refusal(
            f"Redaction rule {number} has no usable id.", 'Use small letters, digits and hyphens: id = "acme-token".'
        )
    if not isinstance(source, str) or not source:
        raise _refusal(
            f"Redaction rule {name} has no regex.", "Add regex = '''…''' with one group around the secret, or none."
        )
    if not isinstance(keywords, list) or not all(isinstance(k, str) and len(k) >= 3 for k in keywords) or not keywords:
        raise _refusal(
            f"Redaction rule {name} has no keywords.",
            "Name at least one word of three or more characters that stands in every match or right beside it.",
        )
    least = row.get("entropy", 0.0)
    allow = row.get("allow", [])
    if not isinstance(least, (int, float)) or not isinstance(allow, list):
        raise _refusal(
            f"Redaction rule {name} has a malformed entropy or allow.", "entropy = 3.0, allow = ['''^test''']"
        )
    if not tried:
        _check_speed(name, _compile(name, source), source, keywords)
        for allowed in allow:
            _compile(name, str(allowed))
    lowered = tuple(keyword.lower() for keyword in keywords)
    return CustomRule(name, source, lowered, float(least), tuple(map(str, allow)))


def _compile(name: str, source: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(source)
    except (re.error, OverflowError, RecursionError) as error:
        raise _refusal(
            f"Redaction rule {name}: the pattern cannot be read: {error}", "Python's re syntax applies."
        ) from error
    if pattern.match(""):
        raise _refusal(f"Redaction rule {name} matches nothing at all.", "A pattern must need at least one character.")
    return pattern


def _check_speed(name: str, pattern: re.Pattern[str], source: str, keywords: Sequence[str]) -> None:
    """Provoke the pattern with repeated characters, letting them grow by one: a runaway shows before it hurts."""
    chars = sorted({c for c in source + _PROVOKING if c.isascii() and c not in "\\[](){}?*+|^$"})[:24]
    pumps = chars + [a + b for a in chars[:12] for b in chars[:12] if a != b]
    for start in ("", *keywords[:2]):
        for pump in pumps:
            for times in (*range(2, 34), 120, 400, _WINDOW // len(pump)):
                if _takes(pattern, start + pump * times + "\0") > _SLOW:
                    raise _refusal(f"Redaction rule {name} can take very long on some texts.", _FASTER)


def _takes(pattern: re.Pattern[str], text: str) -> float:
    """Return the processor time of one search: the best of three when it seems slow, as others may interfere."""
    from time import process_time

    best = 1.0
    for _ in range(3):
        start = process_time()
        for _ in pattern.finditer(text):
            pass
        best = min(best, process_time() - start)
        if best <= _SLOW or best > 50 * _SLOW:
            break
    return best


def find_custom(text: str, lower: str, rules: Iterable[CustomRule]) -> list[Span]:
    """Return the spans that people's own rules find."""
    found: list[Span] = []
    for rule in rules:
        if not any(keyword in lower for keyword in rule.keywords):
            continue
        for low in range(0, len(text), _WINDOW - _OVERLAP):
            window = lower[low : low + _WINDOW]
            if any(keyword in window for keyword in rule.keywords):
                for match in rule.pattern.finditer(text, low, low + _WINDOW):
                    group = 1 if rule.pattern.groups and match.start(1) >= 0 else 0
                    if _is_meant(match[group], rule):
                        found.append((*match.span(group), rule.name))
    return found


def _is_meant(value: str, rule: CustomRule) -> bool:
    if not value or (rule.entropy and entropy(value) < rule.entropy):
        return False
    return not any(allowed.search(value) for allowed in rule.allow)
