"""A small world full of planted words, to purge from: memories, revisions, proposals, sessions, hand-overs, blocks,
mirrors, branches, backups in and out of the home, imports and restores; beside it the files that agents keep for
themselves (transcripts and memory files), which the proof has to name and nothing may change.

Every sentence has words of its own that nothing else says, so that a trace of them anywhere is a trace of it. What each
memory and each session says is written down here as it is planted; the program is never asked. Neighbour: `traces`,
which looks for them.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standfast import Memory
from standfast.agents.hook import answer
from standfast.config import Settings
from standfast.errors import NotFound, StandfastError
from standfast.model.source import Source
from standfast.purge.others import AGENTS_OWN, TRANSCRIPTS
from tests.fault.traces import PREFIX, traces, words_in

if TYPE_CHECKING:
    from standfast.verbs.purge import Purged

_SOUNDS = ("ba", "ko", "lu", "ter", "min", "sa", "vo", "rin", "del", "pu", "gar", "ti", "nem", "os", "fal", "wy")
_DIGITS = str.maketrans("0123456789", "bdfgklmprt")
_MOULDS = (
    "The {0} service writes {1} records before {2} reads them",
    "Never restart {0} while {1} waits for {2} in the queue",
    "Customer {0} pays {1} percent less than {2} on the list",
    "Use {0} instead of {1} when the {2} job runs at night",
    "We decided that {0} owns {1} and nobody else calls {2}",
)
_KINDS = ("decision", "convention", "fact", "gotcha", "requirement", "procedure", "attempt")
_FILES = ("AGENTS.md", "CLAUDE.md", "docs/RULES.md", ".cursor/rules/standfast.mdc")
WAYS = ("id", "ids", "session", "agent", "person", "import", "match", "match sentence", "leaks")
GIT = ("git", "-c", "user.name=Ana", "-c", "user.email=ana@example.net", "-c", "commit.gpgsign=false")


class World:
    """One home, two repositories with a worktree, an agent, and somebody who purges."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.folder, self.home = folder, folder / "home"
        self.settings = Settings(
            home=self.home, store_url=f"sqlite://{self.home / 'store'}", embedder="off", durability="normal", user="ana"
        )
        self.repos = [self._repository(name) for name in ("shop", "till")]
        self.says: dict[str, set[str]] = defaultdict(set)  # memory: the words planted in it
        self.heard: dict[str, set[str]] = defaultdict(set)  # session: the words said in it
        self.people: dict[str, str] = {}  # memory: who wrote it
        self.gone: set[str] = set()
        self.planted: set[str] = set()  # words in memory files of agents
        self.away: list[str] = []  # what was carried out of reach
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.counts_named = 0  # files of agents that the proof named
        self._exported: list[dict[str, Any]] = []
        self._kept: bytes | None = None
        self._number = 0
        (folder / "outside").mkdir()
        (folder / "stick").mkdir()
        (folder / "agents").mkdir()

    def _repository(self, name: str) -> Path:
        root = self.folder / name
        root.mkdir()
        for words in (["init", "-q", "-b", "main"], ["commit", "-q", "--allow-empty", "-m", "Begin"]):
            subprocess.run([*GIT, *words], cwd=root, check=True, capture_output=True)
        return root

    def git(self, root: Path, *words: str) -> str:
        done = subprocess.run([*GIT, *words], cwd=root, check=False, capture_output=True, text=True)
        return done.stdout

    def open(self, root: Path | None = None, who: Source | None = None) -> Memory:
        """Open the memory as a person, or as somebody else."""
        return Memory(self.settings, who or Source("person", "ana"), root or self.chance.choice(self.repos))

    # -- words

    def sentence(self) -> tuple[str, set[str]]:
        """Return a new sentence and the words that are its own."""
        words = {self._word() for _ in range(3)}
        return self.chance.choice(_MOULDS).format(*sorted(words)), words

    def _word(self) -> str:
        """Return a new word: its number in letters comes first, so that no two of them begin alike."""
        number = f"{self._next():04d}".translate(_DIGITS)
        return PREFIX + number + "".join(self.chance.choices(_SOUNDS, k=2)) + number[::-1] + "an"

    def _next(self) -> int:
        self._number += 1
        return self._number

    def disguised(self, text: str) -> str:
        """Return the same sentence as somebody else would write it down."""
        way = self.chance.randrange(6)
        forms = (
            text,
            text.upper(),
            text.lower(),
            text.replace(" ", "\n"),
            json.dumps({"said": text}),
            f"note: {text}!",
        )
        return forms[way]

    # -- what happens

    def remember(self) -> None:
        said, words = self.sentence()
        extra: dict[str, Any] = {}
        for field in ("title", "why"):
            if self.chance.random() < 0.4:
                more, own = self.sentence()
                extra[field] = more
                words |= own
        who = Source("person", "ana")
        if self.chance.random() < 0.35:
            who = Source("agent", self.chance.choice(("codex", "claude-code")), session=f"s{self.chance.randrange(6)}")
        scope = {} if self.chance.random() < 0.8 else {"scope": "user"}
        root = self.chance.choice(self.repos)
        branch = self.chance.random() < 0.2
        if branch:
            self.git(root, "switch", "-q", "-C", "feature")
        with self.open(root, who) as memory:
            made = memory.remember(said, kind=self.chance.choice(_KINDS), **extra, **scope).id
        if branch:
            self.git(root, "switch", "-q", "main")
        self.says[made] |= words
        self.people[made] = str(who)

    def revise(self) -> None:
        if not self.says:
            return
        target = self.chance.choice(list(self.says))
        said, words = self.sentence()
        agent = self.chance.random() < 0.4
        who = Source("agent", "codex", session=f"s{self.chance.randrange(6)}") if agent else None
        for root in self.repos:
            with self.open(root, who) as memory:
                try:
                    done = memory.revise(target, said)
                except StandfastError:
                    continue
                self.says[done.id] |= words
            if done.id != target:  # a proposal beside it carries what it would revise
                self.says[done.id] |= self._own_words(done.id)
                self.people[done.id] = str(who)
            return

    def judge(self) -> None:
        """Say something about a memory that is there."""
        if not self.says:
            return
        target = self.chance.choice(list(self.says))
        note, words = self.sentence()
        with self.open(self.repos[0]) as memory:
            try:
                act = self.chance.randrange(3)
                if act == 0:
                    memory.feedback(target, "wrong", note=note)
                elif act == 1:
                    memory.verify(target, note=note)
                else:
                    memory.retract(target, reason=note)
            except StandfastError:
                return
        self.says[target] |= words

    def session(self) -> None:
        """Let an agent's session happen through its hooks; it may quote a memory, and may be handed over."""
        name, root = f"s{self.chance.randrange(6)}", self.chance.choice(self.repos)
        env = {"STANDFAST_HOME": str(self.home), "HOME": str(self.folder), "STANDFAST_USER": "ana"}
        record = self.folder / "agents" / root.name / f"{name}.jsonl"
        record.parent.mkdir(exist_ok=True)

        def hook(event: str, **more: Any) -> None:
            payload = {"session_id": name, "cwd": str(root), "hook_event_name": event, **more}
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"sessionId": name, "cwd": str(root), "message": more}) + "\n")
            answer("claude-code", event, {**payload, "transcript_path": str(record)}, env)

        if self.chance.random() < 0.3:
            self._note_by_hand(record.parent / "memory")

        before = self._ids()
        words: set[str] = set()
        hook("SessionStart", source="startup")
        for _ in range(self.chance.randrange(1, 4)):
            said, own = self.sentence()
            words |= own
            lead = self.chance.choice(("", "", "Please remember: ", "No, don't do that. ", "Always: "))
            hook("UserPromptSubmit", prompt=lead + said)
            said, own = self.sentence()
            words |= own
            hook("PostToolUse", tool_name="Bash", tool_input={"command": "cat notes"}, tool_response={"stdout": said})
        if self.says and self.chance.random() < 0.5:
            quoted = self.disguised(self._text_of(self.chance.choice(list(self.says))))
            if quoted.strip():
                hook("PostToolUse", tool_name="Read", tool_input={"file_path": "n"}, tool_response=quoted)
        if self.chance.random() < 0.4:
            said, own = self.sentence()
            words |= own
            hook("Stop", last_assistant_message=said)
        if self.chance.random() < 0.4:
            with self.open(root) as memory:
                memory.sessions.handoff(session=name)
        if self.chance.random() < 0.7:
            hook("SessionEnd", reason="exit")
        self.heard[name] |= words
        for made in self._ids() - before:  # learned from it: it carries words of it
            self.says[made] |= self._own_words(made)

    def _note_by_hand(self, folder: Path) -> None:
        """Let the agent keep something in a memory file of its own, which is followed."""
        said, words = self.sentence()
        self.planted |= words
        folder.mkdir(exist_ok=True)
        head = f"---\nname: note {self._next()}\ndescription: a note\ntype: project\n---\n"
        (folder / f"note{self._number}.md").write_text(f"{head}{said}.\n", encoding="utf-8")

    def _ids(self) -> set[str]:
        found: set[str] = set()
        for root in self.repos:
            with self.open(root) as memory:
                found |= {record["id"] for record in memory.transfer.export()}
        return found

    def _record(self, identity: str) -> dict[str, Any]:
        for root in self.repos:
            with self.open(root) as memory:
                for record in memory.transfer.export():
                    if record["id"] == identity:
                        return record
        return {}

    def _text_of(self, identity: str) -> str:
        record = self._record(identity)
        return str(record["state"]["version"]["content"]["text"]) if record else ""

    def _own_words(self, identity: str) -> set[str]:
        said = json.dumps(self._record(identity), ensure_ascii=False).lower().encode()
        known = {word for words in (*self.heard.values(), *self.says.values(), self.planted) for word in words}
        return words_in(said) & known

    def mirror(self) -> None:
        root = self.chance.choice(self.repos)
        with self.open(root) as memory:
            memory.mirror.export()
            if self.chance.random() < 0.5:
                memory.mirror.write_block([self.chance.choice(_FILES)])
        act = self.chance.random()
        if act < 0.4:
            self.git(root, "add", "-A")
            self.git(root, "commit", "-qm", "What we know")
        elif act < 0.5 and not self.gone:  # later, Git itself would bring back what it carries
            copy = self.folder / f"tree{self._next()}"
            self.git(root, "worktree", "add", "-q", str(copy), "-b", copy.name)
            if copy.is_dir():
                self.git(copy, "checkout", "-q", "main", "--", ".standfast")

    def back_up(self) -> None:
        if len(list(self.folder.glob("outside/*"))) + len(list(self.home.glob("backups/*"))) > 2:
            return  # each is searched at every purge: more of them say nothing new
        with self.open() as memory:
            act = self.chance.random()
            if act < 0.5:
                memory.maintenance.backup()
                return
            target = self.folder / "outside" / f"b{self._next()}.standfast"
            memory.maintenance.backup(str(target))
            if act > 0.8:
                moved = self.folder / "stick" / target.name
                if self._kept is None:
                    self._kept = target.read_bytes()
                target.rename(moved)
                self.away.append(str(target))

    def export(self) -> None:
        with self.open() as memory:
            self._exported += list(memory.transfer.export())

    def bring_in(self) -> None:
        """Import what somebody else said."""
        said, words = self.sentence()
        other = self.folder / f"other{self._next()}"
        settings = Settings(home=other, store_url=f"sqlite://{other / 'store'}", embedder="off", durability="normal")
        root = self.chance.choice(self.repos)
        with Memory(settings, Source("person", "ben"), root) as memory:
            made = memory.remember(said, kind="fact").id
            records = list(memory.transfer.export())
        shutil.rmtree(other)
        with self.open(root) as memory:
            if list(memory.transfer.import_records(records)):
                self.says[made] |= words
                self.people[made] = "person:ben"

    def rebuild(self) -> None:
        with self.open() as memory:
            memory.maintenance.reindex()
            memory.brief()
        with self.open(who=Source("agent", "codex", session=f"s{self.chance.randrange(6)}")) as memory:
            memory.sessions.recall("service records queue")  # its receipt names turns of sessions

    ACTS = (
        *(remember,) * 6,
        *(revise,) * 3,
        *(session,) * 3,
        *(judge, mirror, mirror, back_up, back_up, export, bring_in, rebuild),
    )

    def live(self, steps: int) -> None:
        """Let things happen."""
        for _ in range(steps):
            act = self.chance.choice(self.ACTS)
            act(self)

    # -- purging

    def purge(self) -> None:
        """Purge in one of the ways there are, then look for every word of what went."""
        living = sorted(set(self.says) & self._ids())
        if not living:
            return
        way = self.chance.choice(WAYS)
        wanted, arguments = self._aim(way, living)
        if not arguments:
            return
        before = self._ids()
        done = self._purged(arguments)
        self.counts[way] += 1
        self._check(way, wanted, done, before)

    def _purged(self, arguments: dict[str, Any]) -> Purged:
        """Purge from a repository in which what is named can be named."""
        first, second = self.chance.sample(self.repos, 2)
        try:
            with self.open(first) as memory:
                return memory.purge(**arguments)
        except NotFound:
            with self.open(second) as memory:
                return memory.purge(**arguments)

    def _aim(self, way: str, living: list[str]) -> tuple[set[str], dict[str, Any]]:
        """Return the words that have to go and how to ask for it."""
        target = self.chance.choice(living)
        if way in ("id", "ids", "leaks"):
            here = self._in_one_place(living, target) if way == "ids" else [target]
            named = self.chance.sample(here, min(len(here), 3))
            return {word for name in named for word in self.says[name]}, {"references": named}
        if way == "session":
            if not self.heard:
                return set(), {}
            name = self.chance.choice(list(self.heard))
            return set(self.heard[name]), {"session": name}
        if way in ("agent", "person", "import"):
            who = {"agent": "agent:codex", "person": "person:ben", "import": "import:standfast"}[way]
            named = [
                name for name in living if self.people.get(name) == who or self.people.get(name, "").startswith(who)
            ]
            return {word for name in named for word in self.says[name]}, {"source": who} if named else {}
        word = self.chance.choice(sorted(self.says[target]) or [""])
        if not word:
            return set(), {}
        if way == "match":
            return {word}, {"match": word.upper() if self.chance.random() < 0.3 else word}
        text = self._text_of(target)
        return {item for item in self.says[target] if item in text.lower()}, {"match": text} if text else {}

    def _in_one_place(self, living: list[str], target: str) -> list[str]:
        for root in self.repos:
            with self.open(root) as memory:
                known = [record["id"] for record in memory.transfer.export() if record["id"] in living]
            if target in known:
                return known
        return [target]

    def _check(self, way: str, wanted: set[str], done: Purged, before: set[str], listed: tuple[str, ...] = ()) -> None:
        gone = set(wanted)
        for name in done.purged:
            gone |= self.says.pop(name, set())
        if way == "session":
            self.heard = defaultdict(set, {name: words for name, words in self.heard.items() if not words <= gone})
        self._check_others(way, gone, done)
        named = {hit.where for hit in done.proof.hits if hit.place == "memory"}
        if named:  # it says the same and lives on: the proof names it, and it is purged as the answer suggests
            self.counts["named"] += 1
            kept = {word for name in named for word in self._own_words(name)}
            if not kept & gone:
                self.problems.append(f"{way}: {named} are named and say nothing of it")
            more = self._purged({"references": sorted(named)})
            self._check(way, gone, more, before - set(done.purged), (*listed, *done.commits))
            return
        for words in (*self.says.values(), *self.heard.values()):
            words.difference_update(gone)  # whatever else had said it does so no more, or is found below
        self.gone |= gone
        for path, words in self.scan().items():
            self.problems.append(f"{way}: {sorted(words)[:3]} in {path}; proof {done.proof.hits} {done.purged}")
        if hits := [hit for hit in done.proof.hits if hit.place not in (AGENTS_OWN, TRANSCRIPTS)]:
            self.problems.append(f"{way}: the proof found {hits}")
        if unknown := set(done.proof.unreached) - set(self.away) - {str(self.folder)}:
            self.problems.append(f"{way}: unreached {unknown}")
        if lost := before - self._ids() - set(done.purged):
            self.problems.append(f"{way}: {lost} went unnamed")
        self._check_git(way, gone, (*listed, *done.commits))

    def _check_others(self, way: str, gone: set[str], done: Purged) -> None:
        """Hold what the proof names of agents' own files against what is in them; then do as its answer suggests."""
        named = {hit.where for hit in done.proof.hits if hit.place in (AGENTS_OWN, TRANSCRIPTS)}
        files = [path for path in (self.folder / "agents").rglob("*") if path.is_file()]
        saying = {str(path) for path in files if words_in(path.read_bytes()) & gone}
        if saying - named:
            self.problems.append(f"{way}: {sorted(saying - named)} say it and are not named")
        if wrong := {name for name in named if not words_in(Path(name).read_bytes()) & (gone | self.gone)}:
            self.problems.append(f"{way}: {sorted(wrong)} are named and say nothing of it")
        self.counts_named += len(named)
        for name in named:
            Path(name).unlink()

    def _check_git(self, way: str, gone: set[str], listed: tuple[str, ...]) -> None:
        for root in self.repos:
            commits = self.git(root, "rev-list", "--all").split()
            if len(commits) < 2 or not gone:
                continue
            words = [part for word in sorted(gone) for part in ("-e", word)]
            said = self.git(root, "grep", "-l", "-i", "-F", *words, *commits, "--", ".standfast", *_FILES)
            carrying = {line.partition(":")[0] for line in said.splitlines()}
            named = {line.split(" ")[0] for line in listed}
            # A commit brings a blob in or takes it out; those in between only keep it.
            if carrying and not any(commit.startswith(tuple(named)) for commit in carrying if named):
                self.problems.append(f"{way}: {len(carrying)} commits carry it and none is listed: {listed}")

    def scan(self) -> dict[str, set[str]]:
        """Return every trace of what was purged so far, wherever we can reach."""
        places = [path for path in self.folder.iterdir() if path.name not in ("stick", "agents") and path.is_dir()]
        return traces(places, self.gone)

    def come_back(self) -> None:
        """Try every way back: an old export, an old backup, the mirror from Git."""
        with self.open(self.repos[0]) as memory:
            list(memory.transfer.import_records(self._exported))
        for root in self.repos:
            if self.git(root, "ls-files", ".standfast"):
                self.git(root, "checkout", "-q", "HEAD", "--", ".standfast")
                with self.open(root) as memory:
                    memory.mirror.import_()
                    memory.mirror.export()
        if self._kept is not None:
            old = self.folder / "stick" / "old.standfast"
            old.write_bytes(self._kept)
            with self.open() as memory:
                memory.maintenance.restore_backup(str(old))
        for path, words in self.scan().items():
            if ".standfast" not in Path(path).parts and Path(path).name not in {Path(name).name for name in _FILES}:
                self.problems.append(f"came back: {sorted(words)[:3]} in {path}")
