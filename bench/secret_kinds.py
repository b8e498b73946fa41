"""Write test material for `standfast bench secrets`: secrets in the shapes that tools, files and people give them.

    python bench/secret_kinds.py OUT.jsonl [--seed N] [--fresh]
    standfast bench secrets OUT.jsonl --clean DIR

Owns the values. The shapes are beside it, one file a kind in `secrets/`, ten shapes each, separated by `%%`; a mark
such as «pw» stands where a value goes. Kinds whose names begin with `fresh_` were scored once, after the others were
fixed, and are left out unless asked for. Nothing here is or was anybody's secret: a seed makes all of it.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import re
from pathlib import Path

_SHAPES = Path(__file__).parent / "secrets"
_ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_WORDS = re.findall(
    r"\w+",
    """harbor lantern winter copper meadow tiger velvet orbit candle river falcon maple silver garden anchor pepper
    cobalt thunder willow ember marble canyon pilot saddle walnut comet bishop ladder magnet sparrow""",
)
_MARK = re.compile("«(\\w+)»")
_HIDDEN = frozenset(
    {"pw", "key", "tok", "hex", "HEX", "b64", "b64pw", "b64pair", "b64key", "apr", "jwt", "AGE", "words12"}
)
_STYLES = 5  # of passwords: each shape is written once with each


class Values:
    """Draw values: `style` says what sort of password, the rest is chance."""

    def __init__(self, seed: str, style: int) -> None:
        """Begin anew for every shape, so that adding one changes no other."""
        self._chance = random.Random(seed)
        self._style = style

    def draw(self, mark: str, *, quoted: bool) -> str:
        """Return a value for a mark; only quoted passwords hold signs that a shell or an address would read."""
        return str(getattr(self, f"_{mark}")(quoted) if mark == "pw" else getattr(self, f"_{mark}")())

    def _letters(self, size: int, alphabet: str = _ALNUM) -> str:
        return "".join(self._chance.choice(alphabet) for _ in range(size))

    def _bytes(self, size: int) -> bytes:
        return bytes(self._chance.randrange(256) for _ in range(size))

    def _pw(self, quoted: bool = False) -> str:
        first, second = self._chance.sample(_WORDS, 2)
        number = self._chance.randrange(10, 2030)
        if self._style == 0:
            return self._letters(14)
        if self._style == 1:
            signs = "!@#%^&*-_+=" if quoted else "!*-_+"
            return self._letters(3) + self._chance.choice(signs) + self._letters(8) + self._chance.choice(signs) + "q7"
        if self._style == 2:
            return f"{first.title()}{number}{second}"
        if self._style == 3:
            return f"{first.replace('e', '3').replace('a', '4')}!{second.title()}{number % 10}"
        return f"{first}-{second}-{number % 100}"

    def _key(self) -> str:
        if self._style == 0:
            return self._bytes(16).hex()
        if self._style == 1:
            raw = self._bytes(16).hex()
            return "-".join((raw[:8], raw[8:12], raw[12:16], raw[16:20], raw[20:]))
        return self._letters((32, 24, 40)[self._style % 3])

    def _tok(self) -> str:
        joint = ("", "-", "_", ".", "")[self._style]
        return self._letters(20) + joint + self._letters(22)

    def _hex(self) -> str:
        return self._bytes(16).hex()

    def _HEX(self) -> str:  # noqa: N802 (the mark's name)
        return self._bytes(32).hex()

    def _b64(self) -> str:
        return base64.b64encode(self._bytes((30, 33, 40, 48, 64)[self._style])).decode()

    def _b64key(self) -> str:
        return base64.b64encode(self._bytes(32)).decode()

    def _b64pw(self) -> str:
        return base64.b64encode(self._pw().encode()).decode()

    def _b64pair(self) -> str:
        return base64.b64encode(f"{self._user()}:{self._pw()}".encode()).decode()

    def _apr(self) -> str:
        return f"$apr1${self._letters(8)}${self._letters(22)}"

    def _jwt(self) -> str:
        def part(text: str) -> str:
            return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

        return ".".join((part('{"alg":1}'), part(json.dumps({"sub": self._user()})), self._letters(43)))

    def _AGE(self) -> str:  # noqa: N802
        return self._letters(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")

    def _words12(self) -> str:
        return " ".join(self._chance.sample(_WORDS, 12))

    def _user(self) -> str:
        return self._chance.choice(("svc_orders", "deploy", "ana", "reporting", "app"))

    def _host(self) -> str:
        return self._chance.choice(
            ("db1.corp.internal", "10.3.0.12", "registry.acme.io", "files.acme.io", "mq.acme.io")
        )


def write_rows(seed: int, *, fresh: bool) -> list[dict[str, object]]:
    """Return one row for each value of each shape of each kind."""
    rows: list[dict[str, object]] = []
    for path in sorted(_SHAPES.glob("*.txt")):
        if path.stem.startswith("fresh_") != fresh:
            continue
        shapes = path.read_text("utf-8").removesuffix("\n").replace("\\e[", "\x1b[").split("\n%%\n")
        for number, shape in enumerate(shapes):
            for style in range(_STYLES):
                rows += _fill(path.stem, number, shape, Values(f"{seed} {path.stem} {number} {style}", style))
    return rows


def _fill(kind: str, number: int, shape: str, values: Values) -> list[dict[str, object]]:
    drawn: list[str] = []

    def put(mark: re.Match[str]) -> str:
        value = values.draw(mark[1], quoted=shape[mark.start() - 1 : mark.start()] in ("'", '"'))
        if mark[1] in _HIDDEN:
            drawn.append(value)
        return value

    text = _MARK.sub(put, shape)
    return [
        {"source": kind, "rule": f"{kind}-{number}", "secret": True, "text": text, "value": value} for value in drawn
    ]


def main() -> None:
    """Write the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="the kinds kept back, instead of the others")
    given = parser.parse_args()
    rows = write_rows(given.seed, fresh=given.fresh)
    given.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    print(f"{len(rows)} rows of {len({row['source'] for row in rows})} kinds")


if __name__ == "__main__":
    main()
