"""What is in a file: its text, syntax, symbols and their digests, each worked out once and only when asked for.

Owns: `Source` (one file) and `Sources` (the files of one view). Must not: judge. Hooks ask for text alone: what parses
is loaded when it is asked for. Neighbours: `view.py` (where files come from), `symbols.py`, `tokens.py`, `outline.py`
(how they are read), `judge.py`.
"""

from __future__ import annotations

from functools import cached_property

from standfast.text.lines import unify_ends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

    from standfast.code.digest import Digest
    from standfast.code.languages import Language
    from standfast.code.outline import Unit
    from standfast.code.relations import Relation
    from standfast.code.statements import Statement
    from standfast.code.symbols import Symbol
    from standfast.code.tokens import Stream
    from standfast.code.tree import View


class Source:
    """One file's content, parsed and digested as far as anyone asks, once."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self._measures: dict[int, tuple[Digest, list[int]]] = {}  # by identity: `symbols` keeps them alive
        self._statements: dict[str, list[Statement]] = {}

    @cached_property
    def text(self) -> str:
        """The content as text, line ends made one."""
        return unify_ends(self.data.decode("utf-8", "replace").removeprefix("\ufeff"))

    @cached_property
    def is_binary(self) -> bool:
        """Tell whether this is not text, by git's own rule."""
        return b"\0" in self.data[:8000]

    @cached_property
    def _parsed(self) -> tuple[SgNode, Language] | None:
        from standfast.code.languages import find_language
        from standfast.code.symbols import parse_source

        language = None if self.is_binary else find_language(self.path)
        return parse_source(self.text, language) if language else None

    @property
    def root(self) -> SgNode | None:
        """The syntax tree, where the language is known."""
        return self._parsed[0] if self._parsed else None

    @property
    def language(self) -> Language | None:
        """The language it was parsed as."""
        return self._parsed[1] if self._parsed else None

    @cached_property
    def symbols(self) -> list[Symbol]:
        """All definitions."""
        from standfast.code.symbols import list_symbols

        return list_symbols(*self._parsed) if self._parsed else []

    @cached_property
    def units(self) -> list[Unit]:
        """The whole file cut into units."""
        from standfast.code.hashing import blob_id
        from standfast.code.outline import Unit, list_source_units, list_text_units

        if self.is_binary:
            return [Unit("m", blob_id(self.data)[:8], blob_id(self.data)[:8], 1)]
        if self._parsed is not None:
            root, language = self._parsed
            return list_source_units(root, self.symbols, language)
        return list_text_units(self.text, self.path)

    @cached_property
    def relations(self) -> list[Relation]:
        """What the file says about its names."""
        from standfast.code.relations import list_relations

        return list_relations(self._parsed[0], self.symbols, self._parsed[1]) if self._parsed else []

    @cached_property
    def stream(self) -> Stream:
        """The tokens of the whole file."""
        from standfast.code.tokens import read_tokens

        assert self._parsed is not None
        return read_tokens(*self._parsed, lines=True)

    @cached_property
    def uncommented(self) -> str:
        """The text with comments and documentation strings blanked out, lines kept."""
        from standfast.code.comments import blank_comments

        return blank_comments(self.text, *self._parsed) if self._parsed else self.text

    def statements(self, name: str) -> list[Statement]:
        """List the innermost statements of all definitions of one name, without one those of the whole file.

        None where the language is not known.
        """
        if name not in self._statements:
            self._statements[name] = self._read_statements(name)
        return self._statements[name]

    def _read_statements(self, name: str) -> list[Statement]:
        from standfast.code.statements import read_statements

        if self._parsed is None:
            return []
        root, language = self._parsed
        nodes = [(symbol.node, symbol.path[-1]) for symbol in self.symbols if symbol.name == name]
        return [
            statement
            for node, own in (nodes if name else [(root, "")])
            for statement in read_statements(node, language, own)
        ]

    def digest(self, symbol: Symbol) -> Digest:
        """Digest one of the symbols, its own name left out."""
        return self._measure(symbol)[0]

    def sketch(self, symbol: Symbol) -> list[int]:
        """Sketch one of the symbols, to find it again after a change."""
        return self._measure(symbol)[1]

    def _measure(self, symbol: Symbol) -> tuple[Digest, list[int]]:
        known = self._measures.get(id(symbol))
        if known is None:
            from standfast.code.digest import digest_stream, sketch
            from standfast.code.tokens import read_tokens

            assert self.language is not None
            stream = read_tokens(symbol.node, self.language, symbol.path[-1])
            leaves = [token.text for token in stream.tokens if token.leaf]
            known = self._measures[id(symbol)] = (digest_stream(stream), sketch(leaves))
        return known

    def container_units(self, symbol: Symbol) -> list[Unit]:
        """Cut a class or the like into units."""
        from standfast.code.outline import list_container_units

        assert self.language is not None
        return list_container_units(symbol, self.symbols, self.language)

    def find(self, wanted: str) -> list[Symbol]:
        """Find the definitions that a name means."""
        from standfast.code.symbols import find_symbol

        return find_symbol(self.symbols, wanted)


class Sources:
    """Files of one view, each read and parsed at most once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._known: dict[str, Source | None] = {}
        self.touched: set[str] = set()

    def find(self, path: str) -> Source | None:
        """Open a file, or None where there is none."""
        self.touched.add(path)
        if path not in self._known:
            data = self.view.read(path)
            self._known[path] = None if data is None else Source(path, data)
        return self._known[path]

    def known(self, path: str) -> Source | None:
        """Return a file that was opened before."""
        return self._known.get(path)

    def add(self, path: str, data: bytes) -> Source:
        """Take a file's content from elsewhere."""
        source = Source(path, data)
        self.share(source)
        return source

    def share(self, source: Source) -> None:
        """Take a file that was read and parsed for someone else."""
        self._known[source.path] = source
