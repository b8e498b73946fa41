"""Redact structured values: hook payloads, tool inputs and results, JSON of any shape.

Owns the walk. A value is judged by the key it stands under as well as by itself, and a secret that one part gives away
is masked in every other part too. It must never raise, whatever an agent sends. Neighbour: engine.py redacts each text.
"""

from __future__ import annotations

from standfast.capture.redact import placeholder
from standfast.capture.redact.around import is_about_content
from standfast.capture.redact.engine import mask_known, redact_part, telling
from standfast.capture.redact.names import NONE, PASSWORD, classify
from standfast.capture.redact.nested import names_secret
from standfast.capture.redact.weigh import is_empty, is_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.capture.redact.custom import CustomRule
    from standfast.capture.redact.known import Known

_DEEPEST = 60
_NAMES = ("name", "key", "Name", "Key", "variable", "header")


class ValueRedaction:
    """Hold a value without its secrets, and the names of the rules that found some."""

    __slots__ = ("rules", "value")

    def __init__(self, value: object, rules: tuple[str, ...]) -> None:
        """Keep both."""
        self.value = value
        self.rules = rules


class _Walk:
    """Remember what one walk found, so that a second can mask it everywhere."""

    __slots__ = ("bound", "custom", "home", "key", "known", "personal", "rules", "words")

    def __init__(
        self,
        key: bytes,
        words: Sequence[str],
        personal: bool,  # noqa: FBT001
        bound: int | None,
        custom: Sequence[CustomRule],
        home: Known | None,
    ) -> None:
        self.key, self.words, self.personal, self.bound, self.custom = key, words, personal, bound, custom
        self.home = home
        self.rules: list[str] = []
        self.known: dict[str, str] = {}

    def text(self, text: str, *, alone: bool = True) -> str:
        done = redact_part(
            text,
            key=self.key,
            words=self.words,
            personal=self.personal,
            bound=self.bound,
            rules=self.custom,
            known=self.home,
            alone=alone,
        )
        for rule, start, end in done.findings:
            self.rules.append(rule)
            self.learn(text[start:end], rule)
        return done.text

    def learn(self, secret: str, rule: str) -> None:
        if telling(secret):
            self.known[secret] = rule

    def under(self, name: str, value: object, parent: int = NONE) -> object | None:
        """Return the mask for a value whose key gives it away, or the key that it stands below, or None."""
        level = classify(name)
        if isinstance(value, (dict, list, tuple, bool)) or value is None or not (level or parent):
            return None
        text = str(value)
        if not text or placeholder.spans_of(text):
            return None
        if level == PASSWORD:
            secret = not is_empty(text)
        elif level:
            secret = is_secret(text, level, quoted=True, firm=True)
        else:
            secret = names_secret(name, text, parent, quoted=True)
        if not secret:
            return None
        rule = "password" if (level or parent) == PASSWORD else "secret"
        self.rules.append(rule)
        self.learn(text, rule)
        return placeholder.mask(text, rule, self.key)

    def value(self, value: object, depth: int, parent: int = NONE) -> object:
        if isinstance(value, str):
            return self.text(value)
        if depth > _DEEPEST:
            return "[cut: nested too deep]" if isinstance(value, (dict, list, tuple)) else value
        if isinstance(value, dict):
            return self.table(value, depth, parent)
        if isinstance(value, (list, tuple)):
            return self.row(value, depth, parent)
        if isinstance(value, bytes):
            return self.text(value.decode("utf-8", "replace"))
        return value

    def row(self, row: Sequence[object], depth: int, parent: int) -> list[object]:
        """Redact a list; in the arguments of a command and in a pair, one item can name the next."""
        out: list[object] = []
        before: object = ""
        for item in row:
            named = isinstance(before, str) and (before[:1] == "-" or len(row) == 2) and "=" not in before
            masked = self.under(before, item, parent) if named and isinstance(before, str) else None
            out.append(masked if masked is not None else self.value(item, depth + 1, parent))
            before = item
        return out

    def table(self, table: dict[object, object], depth: int, parent: int) -> dict[object, object]:
        named = next((table[n] for n in _NAMES if isinstance(table.get(n), str)), "")
        out: dict[object, object] = {}
        for key, item in table.items():
            name = str(named) if key in ("value", "Value", "default") and isinstance(named, str) else key
            name = name if isinstance(name, str) else ""
            masked = self.under(name, item, parent)
            safe_key = self.text(key) if isinstance(key, str) and len(key) >= 13 else key
            if masked is None and isinstance(item, str):
                masked = self.text(item, alone=not (isinstance(key, str) and is_about_content(key)))
            # What stands below a name that promises a secret is looked at with that name in mind.
            below = PASSWORD if name == "cookies" else max(parent, classify(name))
            out[safe_key] = masked if masked is not None else self.value(item, depth + 1, below)
        return out


def redact_value(
    value: object,
    *,
    key: bytes,
    words: Sequence[str] = (),
    personal: bool = False,
    bound: int | None = None,
    rules: Sequence[CustomRule] = (),
    known: Known | None = None,
) -> ValueRedaction:
    """Replace every secret in a JSON-like value, at any depth; `bound` holds for each text in it."""
    walk = _Walk(key, words, personal, bound, rules, known)
    clean = walk.value(value, 0)
    if walk.known:
        clean = _mask_everywhere(clean, walk.known, key)
        if known is not None:
            known.learn(walk.known)
    return ValueRedaction(clean, tuple(walk.rules))


def _mask_everywhere(value: object, known: dict[str, str], key: bytes) -> object:
    if isinstance(value, str):
        return mask_known(value, known, key)
    if isinstance(value, dict):
        return {_mask_everywhere(k, known, key): _mask_everywhere(v, known, key) for k, v in value.items()}
    if isinstance(value, list):
        return [_mask_everywhere(item, known, key) for item in value]
    return value
