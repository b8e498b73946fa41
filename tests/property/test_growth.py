"""Every reader of outside text costs about twice as much for twice the text, whatever the text is made of.

The list names the readers. Each is fed repetitions of pieces that its grammar knows, at a size and at four times that
size; the CPU time may grow by a little more than four.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from standfast.agents import codex_trust, lineage, reading
from standfast.agents.edit import jsontree, markdown as edited_markdown, toml, yaml
from standfast.capture import own_output
from standfast.capture.importers import (
    changes,
    context_folder,
    decisions,
    designs,
    incidents,
    instructions,
    markdown,
    orders,
    page,
    policies,
    record,
)
from standfast.capture.importers.stores import agent_files, basic_memory, pages, requests, skills
from standfast.capture.redact import redact
from standfast.capture.redact.across import mask_across
from standfast.capture.screen import screen
from standfast.code import (
    globs,
    identity,
    imports,
    literals,
    manifests,
    outline,
    recipes,
    runtimes,
    statements,
    symbols,
    typed_git,
    versions,
)
from standfast.code.history import Commit
from standfast.code.recipes import read_tasks
from standfast.code.source import Source
from standfast.code.tracked import Tracked
from standfast.errors import StandfastError
from standfast.guard import waiver
from standfast.learn import message, reverts, signs, telling
from standfast.learn.procedures import guide, makefile, package_json, python_project, workflows, yaml_file
from standfast.learn.session import agreed, commands, ending, episode, failure, turns
from standfast.learn.session.signs import corrected, decided, green, retried, routine, told, undone
from standfast.learn.session.words import own_words, sentences, spoken, subject, worth
from standfast.mirror import block, format as mirror_format, front, index
from standfast.model import anchor, scope
from standfast.model.session import Event, EventKind
from standfast.moments import at_prompt
from standfast.moments.notes import named_commands, occasion, place
from standfast.moments.notes.command import read_acts
from standfast.recall import abridge, fence, terms, when
from standfast.recall.embed import words as embed_words
from standfast.standing import support
from standfast.standing.anchors import anchoring as standing_anchor, setting, suggest
from standfast.standing.claims import gist, items as claim_items, lines, values as bound
from standfast.standing.documents import names
from standfast.sync import batch
from standfast.text import amounts, identifier, markup, passage, quotation, sentences as text_sentences, shell
from standfast.trust.conflicts import reading as claims, slots
from tests.property.growth import MOST, TRIES, cpu

KEY = b"k" * 32
NOW = datetime(2026, 1, 1, tzinfo=UTC)
GONE = quotation.Quotation(KEY)
GONE.add("a sentence that was purged and is looked for")
ASKED = {
    "pyproject.toml": "[project]\nrequires-python = ",
    "setup.cfg": "[options]\npython_requires = ",
    "Cargo.toml": "[package]\nrust-version = ",
    "rust-toolchain.toml": "[toolchain]\nchannel = ",
    "pubspec.yaml": "environment:\n  sdk:",
    "setup.py": "setup(python_requires=",
    "go.mod": "go ",
    "composer.json": '{"require": {"php": "',
    "package.json": '{"engines": {"node": "',
    "mix.exs": "elixir: ",
    "Package.swift": "swift-tools-version:",
    "pom.xml": "<java.version>",
}
"""How a version begins in each manifest: what follows is read as one."""
MANIFESTS = (
    *(
        "package.json",
        "package-lock.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "poetry.lock",
        "Cargo.lock",
        "go.mod",
        "go.sum",
    ),
    *(
        "composer.lock",
        "Gemfile",
        "Gemfile.lock",
        "Pipfile",
        "Cargo.toml",
        "requirements.txt",
        "pyproject.toml",
        "pom.xml",
    ),
    *("pom.xml", "build.gradle", "x.csproj", "Package.resolved"),
)


def read_skill(text: str) -> object:
    with TemporaryDirectory() as folder:
        path = Path(folder, skills.NAME)
        path.write_text(text, encoding="utf-8")
        return list(skills.read(path))


def read_index(text: str) -> object:
    with TemporaryDirectory() as folder:
        for name in ("objects", "refs"):
            Path(folder, ".git", name).mkdir(parents=True, exist_ok=True)
        Path(folder, ".git", "HEAD").write_text("ref: refs/heads/main\n")
        Path(folder, ".git", "index").write_bytes(b"DIRC\0\0\0\2\0\0\0\1" + text.replace("\0", "").encode())
        return Tracked(folder).count(["a"])


def read_manifest(name: str, text: str) -> object:
    """Read a third of the text three times: no line is longer than what is read of one, so all of it is read."""
    return manifests.list_packages(name, "\n".join([text[: len(text) // 3]] * 3))


def read_numbers(text: str) -> object:
    """Read code that has a number as long as a text, and a product as long."""
    code = f"def x():\n    a = 0x{'f' * len(text)}\n    b = {' * '.join(['9999999'] * (len(text) // 10 + 1))}\n"
    return Source("x.py", code.encode()).statements("x")


def read_session(text: str) -> object:
    """Read the turns of a session in which everything was said, run and printed once."""
    body = json.dumps({"input": {"command": text}, "failed": True, "response": text})
    kinds = ((EventKind.PROMPT, "", text), (EventKind.TOOL, "Bash", body), (EventKind.ANSWER, "", text))
    events = [Event("s", f"k{place}", kind, NOW, tool, said) for place, (kind, tool, said) in enumerate(kinds * 2)]
    found = turns.read_turns(events)
    every = ("said", "told", "corrected", "decided")
    heard = corrected.hear(found, every)
    return (
        corrected.undoubted(heard), decided.find(found), retried.find(found), green.find(found, str),
        undone.find(found, str), routine.find(found, ()), episode.find(found, str, ()), ending.ended_badly(found),
    )  # fmt: skip


READERS: dict[str, Callable[[str], object]] = {
    "redaction": lambda text: redact(text, key=KEY),
    "names in Git's index": read_index,
    "redaction across fields": lambda text: mask_across((text[:200], text, text[:100]), KEY),
    "screening": screen,
    "instruction files": lambda text: instructions.read_instructions("AGENTS.md", text),
    "reStructuredText": lambda text: instructions.read_instructions("CONTRIBUTING.rst", text[:4000]),
    "decision records": lambda text: decisions.read_decision("docs/adr/0001-x.md", "# 1. T\n\n" + text),
    "post-mortems": lambda text: incidents.read_incident("postmortems/x.md", "# T\n\n" + text),
    "release notes": lambda text: changes.read_changes("CHANGELOG.md", text),
    "design pages": lambda text: designs.read_design("DESIGN.md", text),
    "policies": lambda text: policies.read_policy("GOVERNANCE.md", text),
    "checklists": lambda text: policies.read_policy("RELEASING.md", text),
    "context folders": lambda text: context_folder.read_context("agent-context/x.md", text),
    "bodies of pull requests": requests.clean,
    "notes of basic-memory": lambda text: list(basic_memory.read_note("x.md", text)),
    "memory files of agents": lambda text: [*agent_files.read_topic("x.md", text), *agent_files.read_index("y", text)],
    "wiki exports": lambda text: list(pages.read_page("X.md", "# X\n\n" + text)),
    "front matter": lambda text: page.split_front("---\n" + text),
    "our own words": own_output.without_ours,
    "commit messages": lambda text: (message.read_message(text), message.sentences(text), message.paragraphs(text)),
    "command lines": lambda text: (shell.parse_commands(text), shell.unwrap(text.split())),
    "waivers": lambda text: waiver.new_waivers("", text),
    "JSON of clients": jsontree.data_of,
    "TOML of clients": lambda text: list(toml.statements(text)),
    "mirror pages": lambda text: mirror_format.parse_page(text.encode()),
    "mirror front matter": lambda text: mirror_format.parse_page(f"---\n{text}\n---\n# t\n\nx\n".encode()),
    "questions": terms.query_terms,
    "paths": terms.path_terms,
    "tokens of the embedder": embed_words.split_runs,
    "fence": fence.clean_for_model,
    "makefiles": recipes.read_targets,
    "anchors": anchor.parse_anchor,
    "globs": lambda text: globs.matches_any("src/a/b.py", (text[:2000],)),
    "quotations": GONE.carries,
    "remains of a quotation": GONE.rest_of,
    "Markdown": markdown.read_markdown,
    "orders in documents": lambda text: (orders.is_order(text), orders.is_imperative(text)),
    "sentences": lambda text: (text_sentences.split_sentences(text), text_sentences.split_sentences(text, typed=True)),
    "imports": lambda text: (imports.expand_group(text), imports.read_python_import(text)),
    "leads of documents": lambda text: (page.lead_of(text), page.own_words(text)),
    "versions and ranges": lambda text: (versions.is_breaking(text, text), versions.in_range("1.2.3", text)),
    "units of a text": lambda text: outline.list_text_units(text, "x.md"),
    "names of symbols": symbols.split_symbol,
    "addresses of remotes": identity.normalise_remote,
    "words of commits": lambda text: (telling.decides("s", text), telling.tell("t", text, 300)),
    "subjects as they are told": lambda text: (
        telling.decides(text, "because of it"),
        telling.tell(text, "It failed because of it.", 300),
        telling.is_release(text),
        telling.is_trivial(text),
    ),
    "markup of pages": markup.as_read,
    "words of reverts": lambda text: (
        reverts.without_boilerplate("This reverts commit abcdef1 " + ", " * (len(text) // 2)),
        reverts.without_boilerplate("This reverts commit abcdef1 " + text),
    ),
    "commits that messages name": lambda text: (
        signs.named_commits(message.read_message(f"Repair it\n\nFixes: {text}")),
        reverts.find_reverts([Commit("a" * 40, (), 0, 0, "A", "a@b", f"Revert it\n\n{text}", ())], lambda _: ()),
    ),
    "subjects of commits": lambda text: (signs.plain_subject(text), signs.is_sentence(text)),
    "prompts": lambda text: (sentences.sentences(text), told.find_order("remember: " + text)),
    "a person's own words": own_words.own_words,
    "spoken sentences": lambda text: (spoken.find_spoken(text, answers=True), spoken.weight_of(text)),
    "consent": agreed.takes_up,
    "subjects of sentences": subject.subject_of,
    "claims": claims.read_claims,
    "titles": lambda text: (claims.title_name(f"{text}!"), message.fold_title(f"a{text}!")),
    "names of code in prose": lambda text: (
        suggest._CODE.findall(text),
        suggest._PATH.findall(text),
        suggest._VERSIONED.findall(text),
        suggest._spoken_commands(text),
        standing_anchor._PINS.search(text),
        suggest._range_of(f"{text} react 18", next(suggest._VERSIONED.finditer("react 18"))),
        standing_anchor._names_file(text),
        support._WORD.findall(text),
    ),
    "names in claims": names.list_names,
    "items of claims": claim_items.list_items,
    "numbers of code": read_numbers,
    "what code sets": bound._SET.findall,
    "failures": lambda text: failure.fingerprint_failure(text[:300], text),
    "failures on one long line of signs": lambda text: failure.salient_line("." * len(text) + "x"),
    "blocks": lambda text: block.put_block(text, (), name="AGENTS.md"),
    "index of the mirror": lambda text: index.read_records(text.encode()),
    "dates in questions": lambda text: when.read_when(text, NOW),
    "identifiers": identifier.split_identifier,
    "scopes": lambda text: scope.parse_scope(text, here=scope.USER),
    "patches": reading.patched,
    "output of commands": lambda text: (reading.printed_by(text), reading.has_failed(text, text, tells_exit=False)),
    "files of commands": lambda text: reading.shell_files(text, "/"),
    "tasks": lambda text: read_tasks(f"tasks:\n  {text}:\n    {text}\n"),
    "recipes": lambda text: (makefile.read_make(text), makefile.read_just(text), python_project.read_tox(text)),
    "scripts of packages": lambda text: package_json.read_package(text, ()),
    "workflows": workflows.read_workflow,
    "skills": lambda text: read_skill("---\nname: x\n---\n" + text),
    "bundles of sync": lambda text: batch.unpack(batch.pack({"operations": text})),
    "YAML of clients": lambda text: yaml.load(text),  # noqa: PLW0108 - not PyYAML's own
    "blocks in Markdown of clients": edited_markdown.locate,
    "commands that commit": lambda text: (
        typed_git.read_typed(text),
        typed_git.read_typed("git commit " + text).matters,
        typed_git.read_typed("A=1; git merge $A" + text).matters,
    ),
    "commands that set, redirect and repeat": lambda text: (
        typed_git.read_typed("git commit " + ">a " * (len(text) // 3)),
        typed_git.read_typed("export a=1;" * (len(text) // 22) + "git commit;" * (len(text) // 22)),
        typed_git.read_typed("x=" + "a" * (len(text) // 2) + "; echo " + "$x" * (len(text) // 4)),
        typed_git.read_typed("cd a;(" * (len(text) // 12) + "git add a&" * (len(text) // 20)),
    ),
    "calls of hooks": lambda text: (
        lineage.calls_hook("standfast hook " + text),
        lineage.between_is_foreign([[["sh", "-c", text]], [["claude"]]]),
    ),
    "turns of sessions": read_session,
    "commands of sessions": lambda text: (
        commands.aim_of(text),
        commands.aimed_part(text),
        commands.only_handles(text),
        commands.plain(text),
        retried.lead_of(text),
    ),
    "worth of sentences": lambda text: worth.features(text, 1),
    "guides": lambda text: guide.read_guide("CONTRIBUTING.md", text),
    "YAML of projects": yaml_file.load_yaml,
    "questions in prompts": lambda text: (at_prompt.asks_about_the_past(text), at_prompt.telling_words(text)),
    "places that a rule names": place.spots_in,
    "commands that a rule names": lambda text: named_commands.role_in(text, read_acts("git push --force origin till")),
    "whether a rule is for a dependency": occasion.is_for_taking,
    "whether a rule leaves a path out": lambda text: place.is_left_out(text, "a.py"),
    "amounts": amounts.spell_amounts,
    "literals of code": lambda text: (
        literals.plain_string(text, '"'),
        literals.normalise_number(text),
        literals.spell(text),
        statements.split_words(text),
    ),
    "passages of documents": lambda text: (passage.says(text, text[:200]), passage.find_lines(text, text[-200:])),
    "slots of claims": lambda text: (slots.words(text), slots.stems(text), slots.is_code(text), slots.is_value(text)),
    "abridged texts": lambda text: abridge.abridge(text, "why does it hang?", 300),
    "gist of claims": gist.says_enough,
    "keys of settings": lambda text: (
        setting.list_settings(Source("a.toml", "".join(f"k{n} = 1\n" for n in range(len(text) // 2)).encode())),
        setting.list_settings(Source("a.ini", text.encode())),
    ),
    "keys of the mirror": lambda text: front.split_entries(text.split("\n"), 1),
    "bodies of records": lambda text: (record.spread(text), record.without_pairs(text)),
    "trust of Codex": lambda text: codex_trust.untrusted("/h.json", text, text),
    "versions that a sentence gives": runtimes.find_claimed_version,
    "lines that give a value": lambda text: lines.names_line(
        Source("a.toml", f"port {text} = 1".encode()), f"{text} port 1"
    ),
    "versions that a project asks for": lambda text: [
        runtimes.read_runtimes(name, f"{ASKED.get(name, '')}{text}'x;") for name in runtimes.FILES
    ],
    "versions of other tables": lambda text: (
        runtimes.read_runtimes("pyproject.toml", f"[tool.poetry.dependencies]\npython = '{text};"),
        runtimes.read_runtimes("pom.xml", f"<java.version>1{text}!"),
        runtimes.read_runtimes("pubspec.yaml", f"environment:\n  sdk:{text}#"),
    ),
    "aliases of workflows": lambda text: workflows.read_workflow(
        "a0: &a0 [{run: npm test}]\n"
        + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, len(text) // 1_100 + 2))
    ),
    "places to clone": lambda text: (
        guide.read_guide("CONTRIBUTING.md", "git clone " * (len(text) // 10) + "!"),
        guide.read_guide("CONTRIBUTING.md", f"git clone {text}!"),
    ),
    "marks before a word of duty": lambda text: orders.orders("`" * len(text) + "a" * len(text)),
    "versions that are spoken of": lambda text: runtimes.find_claimed_version(f"python {text}.x1 is supported"),
    "versions of packages": lambda text: manifests.list_packages("package.json", f'{{"require": {{"a": "{text}!"}}}}'),
    "Python projects": lambda text: (
        python_project.read_pyproject(text, ()),
        python_project.read_pyproject("a = " + text, ()),
    ),
    **{name: (lambda text, name=name: read_manifest(name, text)) for name in MANIFESTS},  # type: ignore[misc]
}

PIECES = (
    *(
        "<",
        "< ",
        "<<",
        "<!--",
        "[",
        "[ ",
        "](",
        "`",
        "` ",
        "``",
        '"',
        '\\"',
        "'",
        "a ",
        "a: ",
        "a=",
        "- ",
        "| ",
        "* ",
        "#",
    ),
    *(
        "\n",
        "\n ",
        "\t",
        "---\n",
        "```\n",
        '{"a":',
        "{",
        "$(",
        "<<E\n",
        "[a]\n",
        'name = "',
        "password: ",
        "é",
        "\u200b",
    ),
    *("ab_cD", "a/", "a.b ", "://", "@", "%41", "standfast: allow ", "This reverts commit ", "**", "__"),
    *("a.b.", "a_", "v1.", "a+", "@/", " (#"),
    *(" ", "revert  ", "fixes  ", "since:  ", "1.2.3", "1,000", "{,", ": use `ab` ", "fixes!!", ":a:`b `_", "`   "),
)
_SIZE = 3_000


def cost(read: Callable[[str], object], text: str) -> float:
    def work() -> None:
        with suppress(StandfastError, ValueError):  # refused is read as well
            read(text)

    return cpu(work)


@pytest.mark.parametrize("name", sorted(READERS))
def test_four_times_the_text_costs_about_four_times_as_much(name: str) -> None:
    read = READERS[name]
    worst: list[tuple[float, str]] = []
    for piece in PIECES:
        text = piece * (4 * _SIZE // len(piece) + 1)
        small = cost(read, text[:_SIZE])
        large = cost(read, text[: 4 * _SIZE])
        for _ in range(TRIES):  # others may interfere: what is square is too slow every time
            if large <= 0.08 or large <= MOST * max(small, 0.001):
                break
            small = max(small, cost(read, text[:_SIZE]))
            large = min(large, cost(read, text[: 4 * _SIZE]))
        else:
            worst.append((round(large / max(small, 0.001), 1), piece))
    assert worst == []
