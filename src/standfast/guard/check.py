"""The check: guards against a change, giving a report.

Owns the order of steps and the promise that nothing but a fitting rule blocks: a rule that breaks is reported and the
rest goes on. Cheapest first: paths, sizes, words, and only then the parser; the diff is asked for only where something
was found.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from standfast.code.changes import ChangedFile
from standfast.code.filetypes import any_covers, is_binary_name, language_of, may_be_script
from standfast.code.globs import BadGlob, matches_any
from standfast.code.lines import Lines
from standfast.errors import StandfastError
from standfast.guard.change import ChangeSet, added_waivers, looked_before, wide_lines
from standfast.guard.file import File
from standfast.guard.finding import Broken, Finding, Report, Skipped, Waiver
from standfast.guard.match import WITHOUT_CONTENT, Match, find, find_in_change
from standfast.guard.match.lean import may_match, spelled_out
from standfast.guard.match.structural import rule_out
from standfast.guard.match.unparsed import find_beside_errors, find_words
from standfast.guard.rule import Guard
from standfast.guard.waiver import AGENT, waiver_in_code, waiver_passed_in

MAX_READ = 16 * 1024 * 1024
MAX_PARSED = 1024 * 1024
MAX_MATCHES = 20_000  # a rule that fits everything is noticed long before
_SHOWN = 240


def check(
    guards: Sequence[Guard],
    change: ChangeSet,
    *,
    today: str,
    waivers: Sequence[Waiver] = (),
    everything: bool = False,
    budget_s: float | None = None,
    by_person: bool = True,
) -> Report:
    """Run the guards in force over a change. Without `everything`, only what touches new lines is found.

    A waiver that the change brings into the code counts only `by_person`.
    """
    run = _Check(guards, change, today, waivers, everything=everything, budget_s=budget_s, by_person=by_person)
    return run.run()


class _Check:
    """One run: the change, what was found so far, and which guards broke on the way."""

    def __init__(
        self,
        guards: Sequence[Guard],
        change: ChangeSet,
        today: str,
        waivers: Sequence[Waiver],
        *,
        everything: bool,
        budget_s: float | None,
        by_person: bool,
    ) -> None:
        self.guards = [guard for guard in guards if guard.in_force(today)]
        self.change = change
        self.today = today
        self.waivers = waivers
        self.everything = everything
        self.deadline = None if budget_s is None else time.monotonic() + budget_s
        self.by_person = by_person
        self.broken: dict[str, Broken] = {}
        self.binary: list[str] = []
        self.skipped: dict[tuple[str, str], str] = {}
        self.findings: list[Finding] = []
        self.waived: list[Finding] = []
        self.read = 0

    def run(self) -> Report:
        """Walk the change once."""
        selected = self._select()
        sizes = self.change.contents.sizes([entry for entry, _ in selected]) if selected else {}
        readable = self._readable(selected, sizes)
        hits: list[tuple[ChangedFile, File, Guard, list[Match]]] = []
        waiving: list[tuple[ChangedFile, File, list[Guard]]] = []
        matched = 0
        for done, (entry, guards) in enumerate(selected):
            if self.deadline is not None and time.monotonic() > self.deadline:
                self.skipped["", "time"] = (
                    f"{len(selected) - done} files were not looked at: the time allowed was used up"
                )
                break
            data = self.change.contents.read(entry) if entry.path in readable else b""
            file = File(entry.path, data, status=entry.status)
            file.size = sizes.get(entry.path, 0)
            self.read += entry.path in readable
            fitting = self._of_script(guards, file)
            if not self.by_person and b"standfast:" in data:
                waiving.append((entry, file, fitting))
            for guard in self._likely(fitting, entry, file):
                matches = self._find(guard, file)
                if matches:
                    hits.append((entry, file, guard, matches))
                    matched += len(matches)
            if matched > MAX_MATCHES:
                self.skipped["", "matches"] = f"more than {MAX_MATCHES:,} matches: the rest was not looked at"
                break
        self._judge(hits)
        self._companions()
        if self.change.partial:
            self._waived_by_agent(waiving)
        self._say_binary()
        self.findings.sort(key=lambda finding: (finding.path, finding.start_line, finding.guard))
        skipped = tuple(Skipped(path, reason) for (path, _), reason in self.skipped.items())
        return Report(
            self.change.name,
            tuple(self.findings),
            tuple(self.waived),
            tuple(self.broken.values()),
            skipped,
            len(self.guards),
            len(self.change.entries),
            self.read,
        )

    def _select(self) -> list[tuple[ChangedFile, list[Guard]]]:
        """Return the files some guard looks at, with those guards. Guards that share a selection are asked once."""
        groups: dict[tuple[Any, ...], list[Guard]] = {}
        for guard in self.guards:
            if guard.kind != "companion":
                groups.setdefault((guard.languages, guard.paths), []).append(guard)
        selected: list[tuple[ChangedFile, list[Guard]]] = []
        for entry in self.change.entries:
            if entry.status == "deleted":
                continue
            language = language_of(entry.path)
            unnamed = may_be_script(entry.path)
            chosen: list[Guard] = []
            for (languages, paths), group in groups.items():
                if languages and not unnamed and not any_covers(languages, language):
                    continue
                try:
                    fits = not paths or matches_any(entry.path, paths)
                except BadGlob as error:
                    for guard in group:
                        self._break(guard, error)
                    continue
                if fits:
                    chosen += group if entry.mode == "file" else [g for g in group if g.kind in WITHOUT_CONTENT]
            if chosen:
                selected.append((entry, chosen))
        return selected

    def _of_script(self, guards: list[Guard], file: File) -> list[Guard]:
        """Return the guards for the language that a script's first line names, where its name says nothing."""
        if not may_be_script(file.path):
            return guards
        language = file.language
        return [guard for guard in guards if not guard.languages or any_covers(guard.languages, language)]

    def _readable(self, selected: list[tuple[ChangedFile, list[Guard]]], sizes: dict[str, int]) -> set[str]:
        """Return the files whose content is wanted and not too large, and announce them in order."""
        wanted: list[ChangedFile] = []
        for entry, guards in selected:
            size = sizes.get(entry.path, 0)
            if entry.mode != "file" or all(guard.kind in WITHOUT_CONTENT for guard in guards):
                continue
            if size > MAX_READ:
                self.skipped[entry.path, "read"] = f"{size:,} bytes: files over {MAX_READ:,} are not read"
            elif size:
                wanted.append(entry)
        self.change.contents.expect(wanted)
        return {entry.path for entry in wanted}

    def _fits(self, guard: Guard, entry: ChangedFile, file: File) -> bool:
        """Tell whether a guard can be asked about this file at all."""
        if guard.kind in WITHOUT_CONTENT:
            return True
        if not file.data:
            return False
        if file.binary and not file.mostly_text:
            if entry.path not in self.binary and not is_binary_name(entry.path):
                self.binary.append(entry.path)
            return False
        if guard.kind == "import" and (why := _unparsable(file)):
            self.skipped[entry.path, "parsed"] = f"{why}: rules about imports were not run on it"
            return False
        return True

    def _likely(self, guards: list[Guard], entry: ChangedFile, file: File) -> list[Guard]:
        """Return the guards worth asking about a file."""
        fitting = [guard for guard in guards if guard.id not in self.broken and self._fits(guard, entry, file)]
        structural = [guard for guard in fitting if guard.kind == "structural"]
        if len(structural) < 2 or _unparsable(file):
            return fitting
        kept = {guard.id for guard in rule_out(structural, file, broken=not self.change.partial)}
        return [guard for guard in fitting if guard.kind != "structural" or guard.id in kept]

    def _find(self, guard: Guard, file: File) -> list[Match]:
        try:
            return self._find_structural(guard, file) if guard.kind == "structural" else find(guard, file)
        except BaseException as error:  # the parser panics outside Exception, and a broken rule must never block
            if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError, GeneratorExit)):
                raise
            self._break(guard, error)
            return []

    def _find_structural(self, guard: Guard, file: File) -> list[Match]:
        """Ask the parser; what it cannot read is judged by the words that the rule spells out, at commits."""
        why = _unparsable(file)
        if why and (self.change.partial or not spelled_out(guard)[0]):
            self.skipped[file.path, "parsed"] = f"{why}: structural rules were not run on it"
        found = [] if why else find(guard, file)
        if self.change.partial or not may_match(guard, file.text):
            return found
        return find_words(guard, file, why) if why else [*found, *find_beside_errors(guard, file, found)]

    def _break(self, guard: Guard, error: BaseException) -> None:
        said = str(error).partition("Stack backtrace")[0]
        text = " ".join(line.strip() for line in said.splitlines() if line.strip()) or type(error).__name__
        hint = error.hint if isinstance(error, StandfastError) else f"Run `standfast guard test {guard.id}`."
        self.broken[guard.id] = Broken(guard.id, text[:400], hint)

    def _judge(self, hits: list[tuple[ChangedFile, File, Guard, list[Match]]]) -> None:
        """Keep what touches new lines and file it under findings or waived."""
        lines: dict[str, Lines | None] = {}
        if hits and not self.everything:
            by_line = [entry for entry, _, _, matches in hits if any(match.start_line for match in matches)]
            lines = self.change.contents.added(list(dict.fromkeys(by_line))) if by_line else {}
            lines.update({entry.path: wide_lines(self.change, entry, file) for entry, file, _, _ in hits if file.wide})
        for entry, file, guard, matches in hits:
            for match in matches:
                if self.everything or self._is_new(guard, entry, match, matches, lines.get(entry.path)):
                    self._file(guard, file, entry, match)

    def _is_new(
        self, guard: Guard, entry: ChangedFile, match: Match, matches: list[Match], lines: Lines | None
    ) -> bool:
        if entry.old_path and not looked_before(self.change, guard, entry):
            return True  # what comes in under a guard from outside was never judged by it
        if match.start_line == 0:
            return entry.status == "added" or not self._before(guard, entry)
        if lines is None or lines.touches(match.start_line, match.end_line):
            return True
        # Taking a line away can break a rule too; then the match is one that was not there before.
        cut = lines.cut_inside(match.start_line, match.end_line)
        return cut and len(self._before(guard, entry)) < len(matches)

    def _before(self, guard: Guard, entry: ChangedFile) -> list[Match]:
        path = entry.old_path or entry.path
        if guard.kind in WITHOUT_CONTENT:
            file = File(path, b"")
            file.size = self.change.contents.size_before(entry)
            return self._find(guard, file)
        data = self.change.contents.read_before(entry)
        return [] if data is None or len(data) > MAX_READ else self._find(guard, File(path, data))

    def _file(self, guard: Guard, file: File | None, entry: ChangedFile, match: Match) -> None:
        path = entry.path
        waiver, note = waiver_passed_in(self.waivers, guard.id, path, self.today)
        if waiver is None and file is not None and match.start_line and b"standfast:" in file.data:
            all_lines = file.text.split("\n")
            near = {match.start_line - 1, match.start_line, match.end_line}
            beside = [all_lines[number - 1] for number in sorted(near) if 0 < number <= len(all_lines)]
            waiver, said = waiver_in_code(beside, guard.id, self.today)
            note = note or said
            if waiver is not None and not self.by_person and added_waivers(self.change, entry, file, [guard]):
                waiver, note = None, AGENT
        text = match.text if len(match.text) <= _SHOWN else match.text[: _SHOWN - 1] + "…"
        finding = Finding(
            guard.id,
            guard.severity,
            path,
            match.start_line,
            match.end_line,
            text,
            guard.message,
            match.why,
            guard.memory,
            guard.reason,
            waiver,
            note,
        )
        (self.findings if waiver is None else self.waived).append(finding)

    def _waived_by_agent(self, waiving: list[tuple[ChangedFile, File, list[Guard]]]) -> None:
        """Find waivers that an agent writes, even before there is anything to waive."""
        for entry, file, guards in waiving:
            found = {(finding.path, finding.guard) for finding in self.findings}
            for line, guard, words in added_waivers(self.change, entry, file, guards):
                if (entry.path, guard.id) not in found:
                    told = (guard.id, guard.severity, entry.path, line, line, words[:_SHOWN], guard.message)
                    self.findings.append(Finding(*told, memory=guard.memory, reason=guard.reason, note=AGENT))

    def _say_binary(self) -> None:
        """Say once which files hold no text although their names do not say so."""
        if self.binary:
            more = f" and {len(self.binary) - 3} more" if len(self.binary) > 3 else ""
            said = f"{', '.join(self.binary[:3])}{more}: not text, judged by name and size only"
            self.skipped["", "binary"] = said

    def _companions(self) -> None:
        paths = list(
            dict.fromkeys(path for entry in self.change.entries for path in (entry.path, entry.old_path) if path)
        )
        for guard in self.guards:
            if guard.kind != "companion" or self.change.partial:
                continue
            try:
                found = find_in_change(
                    guard, [path for path in paths if not guard.paths or matches_any(path, guard.paths)]
                )
            except (BadGlob, KeyError, TypeError, ValueError) as error:
                self._break(guard, error)
                continue
            for path, match in found:
                self._file(guard, None, ChangedFile(path, "modified"), match)


def _unparsable(file: File) -> str:
    """Say why a file is not given to a parser, or nothing."""
    if file.size > MAX_PARSED:
        return f"{file.size:,} bytes"
    return "brackets nest too deeply" if file.too_nested else ""
