"""The context of a call: who asks, where they stand, and which store answers.

The composition: the only place that knows which store and which embedder are used. Everything is opened when first
needed and no earlier, so that a command pays only for what it does.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from standfast.capture.redact import Redaction, redact
from standfast.config import Settings
from standfast.context.here import Here, find_here
from standfast.context.home import ensure_home, ensure_key, load_own_rules
from standfast.context.late_indexer import LateIndexer
from standfast.errors import Unavailable
from standfast.model.memory import Content
from standfast.model.moment import Clock
from standfast.model.pattern import compile_later
from standfast.model.scope import USER, Scope
from standfast.model.source import Source
from standfast.model.value import replace
from standfast.text.lines import one_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.redact import CustomRule, Known
    from standfast.code.kept_out import KeptOut
    from standfast.model.memory import Evidence
    from standfast.recall.embed.contract import Embedder
    from standfast.store.contract import Partition, Store
    from standfast.store.sqlite.home import SqliteHome


_TEAM_KEYS = "team-keys"
_LONGEST_NAME = 80
_LONGEST_PATH = 400
_MOST_NAMES = 20_000
_SHA = compile_later(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SECOND = compile_later(r"\d{1,11}")
_PARTS = compile_later(r"([/:#\s]+)")  # what an id is joined with
_STAND_IN = "x9Kq2ZpL7vT4mW8s"  # for an id: any name gives it away, and without one it is a random string


class Context:
    """One caller in one place. `where` is the folder the caller works in."""

    def __init__(self, settings: Settings, who: Source, where: Path, clock: Clock | None = None) -> None:
        self.settings = settings
        self._who = who
        self.where = where
        self.clock = clock or Clock()
        self._clean_names: set[str] = set()
        self._clean_at = 0
        self._found: list[Partition] | None = None
        self._store: Store | None = None
        self._home: SqliteHome | None = None
        self._here: Here | None = None
        self._rules: tuple[CustomRule, ...] | None = None
        self.loaded: tuple[str, ...] | None = None
        """The files the asking agent loads by itself, as globs; None where it is not known which agent asks."""
        self.longest = 0
        """How many characters the asking agent shows whole; 0 where there is no such bound."""

    @cached_property
    def who(self) -> Source:
        """Who asks. Names and session ids come from agents and their environment: they are redacted like any text."""
        return self.clean_source(self._who)

    def clean(self, text: str) -> str:
        """Return a text that may be written: readable, and without what redaction takes out."""
        return self.redaction_of(text).text

    def clean_source(self, source: Source) -> Source:
        """Return a source that may be written: its names and ids are text from outside."""
        told = {name: getattr(source, name) for name in ("name", "session", "turn", "item")}
        # Git made the id of a commit and the second it was written in: they are not text from outside.
        git_made = source.kind == "commit" and _SHA.fullmatch(source.name)
        ours = {"name", "item"} if git_made and _SECOND.fullmatch(source.item) else {"name"}
        cleaned = {name: value if name in ours or not value else self.clean_key(value) for name, value in told.items()}
        cleaned["name"] = source.name if git_made else self.clean(source.name)
        longest = _LONGEST_PATH if source.kind == "document" else _LONGEST_NAME
        cleaned["name"] = one_name(cleaned["name"], longest) or "unknown"
        cleaned |= {name: one_name(cleaned[name], _LONGEST_PATH) for name in ("session", "turn")}
        return source if cleaned == told else replace(source, **cleaned)

    def clean_whole(self, text: str) -> str:
        """Return a text that may be taken apart: without secrets that span lines, whose parts nobody would know."""
        from standfast.capture.redact.across import holds_block

        return self.clean(text) if holds_block(text) else text

    def clean_id(self, text: str) -> str:
        """Return the id of a session as it may be written: one plain line."""
        return one_name(self.clean_key(text), _LONGEST_PATH)

    def clean_key(self, text: str) -> str:
        """Return what something is found again by, as it may be written.

        Ids are drawn at random. Joined to one another they look like secrets by chance, so each is judged by itself,
        and what stands around them without them. What a name gives away (`api_key: …`) stays one, though it looks like
        an id.
        """
        from standfast.capture.redact import is_id

        parts = _PARTS.split(text)
        ids = {part for part in parts if is_id(part)}
        rest = "".join("0" if part in ids else part for part in parts)
        # Never all of it first: what is masked is remembered, and an id would be known for a secret from then on.
        apart = ids and all(self.clean(part) == part for part in (rest, *ids))
        return text if apart and not self._names_any(parts, ids) else self.clean(text)

    def _names_any(self, parts: list[str], ids: set[str]) -> bool:
        """Tell whether the words around ids say that one is a secret; nothing is remembered of it."""
        stood_for = "".join(_STAND_IN if part in ids else part for part in parts)
        found = redact(stood_for, key=self.key, rules=self.rules).findings
        return any(finding.rule != "random-string" for finding in found)

    def clean_evidence(self, evidence: Evidence) -> Evidence:
        """Return evidence that may be written."""
        judge = self.clean_key if evidence.kind == "turn" else self.clean
        return replace(evidence, ref=judge(evidence.ref), note=self.clean(evidence.note))

    def mask(self, text: str) -> str:
        """Return a text that may leave this machine: redacted again, and without personal data."""
        words, rules = self.settings.private_words, self.rules
        return (
            redact(text, key=self.key, words=words, personal=True, rules=rules, known=self.known).text if text else ""
        )

    @property
    def rules(self) -> tuple[CustomRule, ...]:
        """The person's own redaction rules."""
        if self._rules is None:
            self._rules = load_own_rules(self.settings)
        return self._rules

    @cached_property
    def kept_out(self) -> KeptOut | None:
        """What the person keeps from being captured and learned from; None where there is nothing."""
        if not self.settings.keep_out:
            return None
        from standfast.code.kept_out import KeptOut
        from standfast.code.locate import find_checkout

        place = find_checkout(str(self.where))  # not `here`: that needs the store, which may be busy
        return KeptOut(self.settings.keep_out, place.root if place else "", str(self.where))

    @property
    def is_kept_out(self) -> bool:
        """Whether the person keeps this whole place out."""
        return self.kept_out is not None and self.kept_out.everything

    @cached_property
    def known(self) -> Known:
        """What this home remembers of secrets, by keyed hashes."""
        from standfast.capture.redact import Known

        return Known(self.settings.home / "known", self.key)

    def redaction_of(self, text: str) -> Redaction:
        """Return a text that may be written, and what was taken out of it. Every path in goes through here."""
        if not text:
            return Redaction("", ())
        if text in self._clean_names and self.known.refresh() == self._clean_at:
            return Redaction(text, ())
        readable = text.encode("utf-8", "replace").decode().replace("\0", "")
        found = redact(readable, key=self.key, words=self.settings.private_words, rules=self.rules, known=self.known)
        if len(text) <= _LONGEST_PATH and found.text == text:
            self._note_clean(text)
        return found

    def _note_clean(self, text: str) -> None:
        """Keep a name that holds nothing secret, as long as no further secret is known: paths come by the thousand."""
        known = self.known.count
        if known != self._clean_at or len(self._clean_names) >= _MOST_NAMES:
            self._clean_names.clear()
            self._clean_at = known
        self._clean_names.add(text)

    def clean_value(self, value: object) -> object:
        """Return a structured value that may be written: its names give values away, and none of its texts is kept."""
        from standfast.capture.redact import redact_value

        words, rules = self.settings.private_words, self.rules
        return redact_value(value, key=self.key, words=words, rules=rules, known=self.known).value

    @property
    def store(self) -> Store:
        """The store this run uses."""
        if self._store is None:
            self._store = self._open_shared() if self.settings.is_shared else self._open_own()
        return self._store

    def _open_own(self) -> Store:
        from standfast.store.sqlite.store import SqliteStore

        ensure_home(self.settings.home)
        if self.settings.encryption:
            from standfast.store.sqlite.encryption import unlock

            unlock(self.settings.store_folder, self.settings.home, self.settings.encryption_key)
        return SqliteStore(
            self.settings.store_folder,
            home=self.home,
            indexer=self.indexer,
            clock=self.clock,
            durability=self.settings.durability,
            wait_s=self.settings.wait_s,
        )

    def _open_shared(self) -> Store:
        try:
            from standfast.store.postgres.store import PostgresStore
        except ImportError as error:
            hint = "Install `standfast[postgres]`."
            raise Unavailable("The PostgreSQL driver is not installed.", hint=hint, code="postgres-missing") from error
        settings = self.settings
        return PostgresStore(
            settings.store_url,
            home=self.home,
            indexer=self.indexer,
            clock=self.clock,
            wait_s=settings.wait_s,
            person=settings.user,
            by_transaction=settings.pooler == "transaction",
        )

    @cached_property
    def indexer(self) -> LateIndexer:
        """What makes content searchable."""
        return LateIndexer(self)

    @property
    def home(self) -> SqliteHome:
        """This machine's side of the store: its device, its folders."""
        if self._home is None:
            self._home = self._open_home()
        return self._home

    def _open_home(self) -> SqliteHome:
        from standfast.store.sqlite.home import FILE, SqliteHome

        folder = self.settings.home / "store"
        ensure_home(self.settings.home)
        if self.settings.encryption:
            from standfast.store.sqlite.encryption import unlock

            unlock(folder, self.settings.home, self.settings.encryption_key)
        return SqliteHome(folder / FILE, durability=self.settings.durability, wait_s=self.settings.wait_s)

    @property
    def is_open(self) -> bool:
        """Whether the store was needed so far."""
        return self._store is not None

    @property
    def has_store(self) -> bool:
        """Whether there is a store to ask, without making one."""
        return self.is_open or self.settings.is_shared or self.settings.store_folder.exists()

    @cached_property
    def embedder(self) -> Embedder | None:
        """The dense side, or None when it is switched off."""
        return None if self.settings.embedder == "off" else self.open_embedder(self.settings.embedder)

    def open_embedder(self, spec: str) -> Embedder:
        """Open an embedder. What is embedded elsewhere leaves this machine: questions and memories go there masked."""
        from standfast.recall.embed import open_embedder

        settings = self.settings
        return open_embedder(
            spec, api_key=settings.embedder_key or None, base_url=settings.embedder_url or None, mask=self.mask
        )

    @property
    def here(self) -> Here:
        """The project at hand, or none."""
        if self._here is None:
            self._here = find_here(self.store.catalog, self.home, self.where, self.settings.project, clean=self.clean)
        return self._here

    @property
    def scope(self) -> Scope:
        """What `project` means here: the project, or the user where there is none."""
        return Scope("project", self.here.project) if self.here.project else USER

    @cached_property
    def key(self) -> bytes:
        """The home's own secret: makes fingerprints of secrets, queries and purged content unguessable."""
        return ensure_key(self.settings.home / "key")

    def partition(self, scope: Scope) -> Partition:
        """Return the partition a scope lives in."""
        if self._found and all(item.key != scope.partition for item in self._found):
            self._found = []
        return self.store.partition(scope.partition)

    @property
    def reach(self) -> list[str]:
        """The keys of the partitions in reach here: the project's, its groups', the user's."""
        keys = [self.scope.partition]
        if self.here.project:
            keys += [f"group:{name}" for name in self.store.catalog.groups_of(self.here.project)]
            keys.append("user")
        return keys

    def reaches(self, scope: Scope) -> bool:
        """Tell whether a scope is in reach here."""
        return scope.partition in self.reach

    def partitions(self) -> list[Partition]:
        """Return the partitions in reach here; within one call of a long-lived caller they are looked up once."""
        found = self._found
        if not found:
            opened = (self.store.find_partition(key) for key in self.reach)
            found = [item for item in opened if item is not None]
            self._found = found if self._found is not None else None
        return found

    def fingerprint(self, text: str) -> str:
        """Return a keyed fingerprint of a text, from which nothing can be guessed."""
        return self._print(self.key, text)

    def purge_print(self, text: str) -> str:
        """Return a fingerprint of a text that everybody who shares the store makes alike."""
        return self._print(self.purge_key, text)

    @staticmethod
    def _print(key: bytes, text: str) -> str:
        from standfast.model.digests import keyed_sha256

        return keyed_sha256(key, text.encode("utf-8", "surrogatepass"))[:32]

    def mark_of(self, key: bytes) -> str:
        """Return the fingerprint of a key that tombstones are made with."""
        return self._print(key, "key\x1f")

    @cached_property
    def purge_key(self) -> bytes:
        """The secret that tombstones are made with: the home's own, or the one that a shared store keeps for all."""
        return self.store.catalog.key() or self.key

    @property
    def purge_keys(self) -> tuple[bytes, ...]:
        """Every secret that tombstones here are made with: our own first, then those of the teams we sync with."""
        try:
            lines = (self.settings.home / _TEAM_KEYS).read_text(encoding="ascii").split()
        except FileNotFoundError:
            return (self.purge_key,)
        return tuple(dict.fromkeys((self.purge_key, *map(bytes.fromhex, lines))))

    def adopt_key(self, key: bytes) -> None:
        """Make tombstones with this secret too from now on, and know those that others made with it."""
        from standfast.text.files import write_whole

        if key not in self.purge_keys:
            adopted = [*self.purge_keys[1:], key]
            data = "".join(f"{held.hex()}\n" for held in adopted).encode()
            write_whole(self.settings.home / _TEAM_KEYS, data, mode=0o600, sync=True)

    def tombstones_of(self, content: Content) -> list[str]:
        """Return what a purge leaves of a content, so that it cannot come back: one for every secret."""
        import re

        words = " ".join(re.findall(r"[^\W_]+", content.text.casefold()))
        return [self._print(key, "purged\x1f" + words) for key in self.purge_keys]

    def hurry(self, wait_s: float) -> None:
        """Wait no longer than this for a busy store; one that is open already waits as it was told to."""
        if self._store is None:
            self.settings = replace(self.settings, wait_s=min(wait_s, self.settings.wait_s))

    def renew(self) -> None:
        """Forget what may have changed since the last call: the branch at hand, the person's own rules."""
        self.look_again()
        self._rules = None
        self._found = []
        self.loaded = None

    def look_again(self) -> None:
        """Forget where the caller stands: it is found out anew when next asked for."""
        self._here = None

    def at(self, where: Path) -> Context:
        """Return the same caller in another place, on the same store."""
        other = Context(replace(self.settings, project=""), self._who, where, self.clock)
        other._store, other._home = self.store, self.home
        return other

    def told_by(self, who: Source) -> Context:
        """Return another caller in the same place, on the same store."""
        other = Context(self.settings, who, self.where, self.clock)
        other._store, other._home = self.store, self.home
        return other

    def close_store(self) -> None:
        """Let go of the store; it is opened again when it is needed."""
        self.close()
        self._found = None
        self._store = self._home = self._here = None

    def release(self) -> None:
        """Give back, between two calls, what others may need: the connections of a shared store."""
        self._found = None
        if self._store is not None:
            self._store.release()

    def close(self) -> None:
        """Let go of what was opened."""
        for opened in (self._store, self._home):
            if opened is not None:
                opened.close()
