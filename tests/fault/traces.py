"""An independent scan for planted words, in every encoding; it shares no line with the proof that it checks.

Every planted word begins with PREFIX. Each way of writing that beginning is looked for in the bytes of every file and
in its name; what stands behind it tells which word it was. Compressed streams are opened, archives are plain bytes.
"""

from __future__ import annotations

import base64
import bz2
import gzip
import re
import zlib
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PREFIX = "qxzvj"
_LETTERS = re.compile(r"qxzvj\w{3,}")
_CASES = (PREFIX, PREFIX.upper(), PREFIX.title())
_WINDOW = 160
_STREAMS: tuple[tuple[bytes, Callable[[bytes], bytes]], ...] = (
    (b"\x1f\x8b", lambda data: zlib.decompressobj(31).decompress(data)),
    (b"BZh", lambda data: bz2.BZ2Decompressor().decompress(data)),
    (b"\x78\x9c", lambda data: zlib.decompressobj().decompress(data)),
    (b"\x78\x01", lambda data: zlib.decompressobj().decompress(data)),
    (b"\x78\xda", lambda data: zlib.decompressobj().decompress(data)),
)


def words_in(data: bytes) -> set[str]:
    """Return every planted word, lower case, that these bytes say in any encoding."""
    found: set[str] = set()
    for text in _readings(data):
        found.update(_LETTERS.findall(text.lower()))
    return found


def _readings(data: bytes) -> Iterator[str]:
    lowered = data.lower()
    yield from _plain(lowered)
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le"):
        for written in {case.encode(encoding) for case in _CASES}:
            for at in _places(data, written):
                yield data[at : at + 4 * _WINDOW].decode(encoding, "replace")
    for at in _places(lowered, PREFIX.encode().hex().encode()):
        digits = re.match(rb"(?:[0-9a-f]{2})+", lowered[at : at + 2 * _WINDOW])
        if digits:
            yield bytes.fromhex(digits[0].decode()).decode("utf-8", "replace")
    escaped = "".join(f"\\u{ord(char):04x}" for char in PREFIX).encode()
    for at in _places(lowered, escaped):
        codes = re.match(rb"(?:\\u[0-9a-f]{4})+", lowered[at : at + 2 * _WINDOW])
        yield "".join(chr(int(code, 16)) for code in codes[0].split(b"\\u")[1:]) if codes else ""
    percent = "".join(f"%{ord(char):02x}" for char in PREFIX).encode()
    for at in _places(lowered, percent):
        codes = re.match(rb"(?:%[0-9a-f]{2})+", lowered[at : at + 2 * _WINDOW])
        yield bytes.fromhex(codes[0].replace(b"%", b"").decode()).decode("utf-8", "replace") if codes else ""
    yield from _base64(data)
    for magic, opened in _STREAMS:
        for at in _places(data, magic):
            try:
                inner = opened(data[at:])
            except (OSError, EOFError, zlib.error, ValueError):
                continue
            if PREFIX.encode() in inner.lower():
                yield inner.decode("utf-8", "replace")


def _plain(lowered: bytes) -> Iterator[str]:
    for at in _places(lowered, PREFIX.encode()):
        yield lowered[at : at + _WINDOW].decode("utf-8", "replace")


def _base64(data: bytes) -> Iterator[str]:
    """Yield what begins with a planted word in base64, wherever in a group of three bytes the word begins."""
    for case in _CASES:
        raw = case.encode()
        for skip in (0, 1, 2):  # bytes of the beginning that share a group with what stands before it
            sure = raw[skip : skip + 3]
            for at in _places(data, base64.b64encode(sure)):
                run = re.match(rb"[A-Za-z0-9+/_-]+", data[at : at + 2 * _WINDOW])
                piece = run[0][: len(run[0]) // 4 * 4] if run else b""
                if len(piece) >= 12:
                    try:
                        inner = base64.b64decode(piece.replace(b"-", b"+").replace(b"_", b"/"))
                    except ValueError:
                        continue
                    yield (raw[:skip] + inner).decode("utf-8", "replace")


def _places(data: bytes, wanted: bytes) -> Iterator[int]:
    at = data.find(wanted)
    while at >= 0:
        yield at
        at = data.find(wanted, at + 1)


def traces(folders: list[Path], gone: set[str]) -> dict[str, set[str]]:
    """Return, by file, which of these words stand in it or in its name; of Git's own files, ours alone are read."""
    found: dict[str, set[str]] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            inside = path.relative_to(folder)
            if ".git" in inside.parts and not any(part.startswith("standfast-") for part in inside.parts):
                continue
            seen = words_in(str(inside).encode("utf-8", "surrogateescape"))
            if path.is_file() and not path.is_symlink():
                try:
                    data = path.read_bytes()
                except FileNotFoundError:  # a log that its database has just let go of
                    continue
                seen |= words_in(data)
                seen |= {word for word in gone if _ending(word) in data}
            if hit := {word for word in gone if any(_same(word, other) for other in seen)}:
                found[str(path)] = hit
    return found


def _same(word: str, other: str) -> bool:
    """Tell whether what was found is the word, or a search term or a piece that was made of it."""
    return other.startswith(word) or (len(other) >= len(PREFIX) + 4 and word.startswith(other))


def _ending(word: str) -> bytes:
    """Return the end of a word: an index that shortens what two words begin with still has to write that."""
    return word[-9:-2].encode()


def written_every_way(word: str) -> list[bytes]:
    """Return a word in every encoding that the scan has to find."""
    raw = word.encode()
    return [
        *(raw, raw.upper(), word.encode("utf-16-le"), word.encode("utf-16-be"), raw.hex().encode(), zlib.compress(raw)),
        *(base64.b64encode(b"." * ahead + raw + b"....") for ahead in (0, 1, 2)),
        "".join(f"\\u{ord(char):04x}" for char in word).encode(),
        "".join(f"%{byte:02X}" for byte in raw).encode(),
        quote(word).encode(),
        gzip.compress(b"and then " + raw),
    ]
