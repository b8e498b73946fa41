"""What a text consists of: units that change independently, each with its digest.

Owns: cutting a source file into definitions (a class into its own lines and its methods), a document into paragraphs,
anything else into lines; and comparing two such lists. It is what lets an unrelated edit in a large file or class be
`touched`, and not `drifted`. Must not: read files. Neighbours: `symbols.py`, `tokens.py`, `judge.py`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from standfast.code.digest import Digest, digest_stream
from standfast.code.hashing import hash_text
from standfast.code.languages import Language
from standfast.code.symbols import Symbol
from standfast.code.tokens import read_tokens
from standfast.model.pattern import compile_later

if TYPE_CHECKING:
    from ast_grep_py import SgNode

HEAD, BODY, IMPORT = "h", "m", "i"
MAX_UNITS = 128
_SHORT = 8
_PROSE = (".md", ".markdown", ".mdx", ".rst", ".txt", ".adoc", ".org", "")
_BLANK = compile_later(r"\n\s*\n")


class Unit(NamedTuple):
    """One part: its role (the head of a class, a body or an import) and shortened digests."""

    role: str
    exact: str
    renamed: str
    weight: int


class Difference(NamedTuple):
    """How a list of units changed: shares of its weight from 0 to 1, and whether a head is among what was lost.

    `unseen`: it changed, in a part that is not among the sampled ones.
    """

    lost: float
    renamed: float
    head_lost: bool
    added: bool
    imports: bool
    unseen: bool = False

    @property
    def same(self) -> bool:
        """Nothing changed at all."""
        return not (self.lost or self.renamed or self.added or self.imports or self.unseen)


def _unit(role: str, digest: Digest) -> Unit:
    return Unit(role, digest.exact[:_SHORT], digest.renamed[:_SHORT], max(digest.weight, 1))


def list_source_units(root: "SgNode", symbols: Sequence[Symbol], language: Language) -> list[Unit]:
    """Cut a parsed file into units."""
    containers = {_span(symbol.node): symbol for symbol in symbols if symbol.container}
    units: list[Unit] = []
    for node in root.named_children():
        kind = node.kind()
        if "comment" in kind:
            continue
        if kind in language.imports or kind.startswith("import_"):
            units.extend(_import_units(node, language))
        elif (symbol := containers.get(_span(node))) is not None:
            units.extend(list_container_units(symbol, symbols, language))
        else:
            stream = read_tokens(node, language)
            if stream.tokens:
                units.append(_unit(BODY, digest_stream(stream)))
    return units


def list_container_units(symbol: Symbol, symbols: Sequence[Symbol], language: Language) -> list[Unit]:
    """Cut a class or the like into its head (its own lines and fields) and the bodies it contains."""
    depth = len(symbol.path)
    start, end = _span(symbol.node)
    inner = [
        other
        for other in symbols
        if len(other.path) == depth + 1
        and other.path[:depth] == symbol.path
        and start <= _span(other.node)[0] < end
        and (other.container or other.kind in language.functions)
    ]
    without = frozenset(_span(other.node) for other in inner)
    units = [_unit(HEAD, digest_stream(read_tokens(symbol.node, language, symbol.path[-1], without)))]
    for other in inner:
        if other.container:
            units.extend(unit._replace(role=BODY) for unit in list_container_units(other, symbols, language))
        else:
            units.append(_unit(BODY, digest_stream(read_tokens(other.node, language, symbol.path[-1]))))
    return units


def list_text_units(text: str, path: str) -> list[Unit]:
    """Cut a text that has no known syntax: prose into paragraphs, everything else into lines."""
    name = path.rpartition("/")[2]
    suffix = name[name.rfind(".") :].lower() if "." in name[1:] else ""
    parts: Iterable[str] = _BLANK.split(text) if suffix in _PROSE else text.splitlines()
    units: list[Unit] = []
    for part in parts:
        words = part.split()
        if words:
            short = hash_text(" ".join(words))[:_SHORT]
            units.append(Unit(BODY, short, short, len(words)))
    return units


def sample_units(units: Sequence[Unit]) -> list[Unit]:
    """Keep a bounded sample, the same ones in every version of a file; heads are always kept."""
    heads = [unit for unit in units if unit.role == HEAD][:MAX_UNITS]
    rest = sorted((unit for unit in units if unit.role != HEAD), key=lambda unit: unit.exact)
    return heads + rest[: MAX_UNITS - len(heads)]


def compare_units(old: Sequence[Unit], new: Sequence[Unit], *, total: int) -> Difference:
    """Compare the sampled units of then with all units of now; `total` is how many there were then."""
    exact = Counter(unit.exact for unit in new)
    renamed = Counter(unit.renamed for unit in new)
    whole = sum(unit.weight for unit in old if unit.role != IMPORT) or 1
    lost = changed = 0
    head_lost = imports = False
    missing: list[Unit] = []
    for unit in old:
        if exact[unit.exact] > 0:
            exact[unit.exact] -= 1
            renamed[unit.renamed] -= 1
        else:
            missing.append(unit)
    for unit in missing:
        if unit.role == IMPORT:
            imports = True
        elif renamed[unit.renamed] > 0:
            renamed[unit.renamed] -= 1
            changed += unit.weight
        else:
            lost += unit.weight
            head_lost = head_lost or unit.role == HEAD
    added = len(new) > total and not lost
    return Difference(lost / whole, changed / whole, head_lost, added, imports)


def _import_units(node: "SgNode", language: Language) -> list[Unit]:
    specs = [node] if node.kind() in language.imports else node.find_all(any=[{"kind": k} for k in language.imports])
    units: list[Unit] = []
    for spec in specs:
        # Sorted, because import sorters reorder the names inside one statement too.
        texts = sorted(token.text for token in read_tokens(spec, language).tokens if token.leaf)
        short = hash_text("\n".join(texts))[:_SHORT]
        units.append(Unit(IMPORT, short, short, len(texts)))
    return units


def _span(node: "SgNode") -> tuple[int, int]:
    span = node.range()
    return span.start.index, span.end.index
