"""Every reader of outside text costs about twice as much for twice the text, whatever the text is made of.

The list names the readers. Each is fed repetitions of pieces that its grammar knows, at a size and at four times that
size; the CPU time may grow by a little more than four.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from standfast.agents.edit import jsontree, toml
from standfast.capture import ours
from standfast.capture.importers import changes, context_folder, decisions, designs, incidents, instructions, page
from standfast.capture.redact import redact
from standfast.capture.redact.across import mask_across
from standfast.capture.screen import screen
from standfast.code import globs, manifests
from standfast.errors import StandfastError
from standfast.guard import waiver
from standfast.learn import message
from standfast.mirror import format as mirror_format
from standfast.model import anchor
from standfast.recall import fence, terms
from standfast.recall.embed import words as embed_words
from standfast.standing import command
from standfast.text import quotation, shell

KEY = b"k" * 32
GONE = quotation.Quotation(KEY)
GONE.add("a sentence that was purged and is looked for")
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
    *("composer.lock", "Gemfile", "Gemfile.lock", "Pipfile", "requirements.txt", "pyproject.toml", "pom.xml"),
    *("build.gradle", "x.csproj", "Package.resolved"),
)
READERS: dict[str, Callable[[str], object]] = {
    "redaction": lambda text: redact(text, key=KEY),
    "redaction across fields": lambda text: mask_across((text[:200], text, text[:100]), KEY),
    "screening": screen,
    "instruction files": lambda text: instructions.read_instructions("AGENTS.md", text),
    "reStructuredText": lambda text: instructions.read_instructions("CONTRIBUTING.rst", text[:4000]),
    "decision records": lambda text: decisions.read_decision("docs/adr/0001-x.md", "# 1. T\n\n" + text),
    "post-mortems": lambda text: incidents.read_incident("postmortems/x.md", "# T\n\n" + text),
    "release notes": lambda text: changes.read_changes("CHANGELOG.md", text),
    "design pages": lambda text: designs.read_design("DESIGN.md", text),
    "context folders": lambda text: context_folder.read_context("agent-context/x.md", text),
    "front matter": lambda text: page.split_front("---\n" + text),
    "our own words": ours.without_ours,
    "commit messages": lambda text: (message.read_message(text), message.sentences(text), message.paragraphs(text)),
    "command lines": shell.parse_commands,
    "waivers": lambda text: waiver.new_waivers("", text),
    "JSON of clients": jsontree.data_of,
    "TOML of clients": lambda text: list(toml.statements(text)),
    "mirror pages": lambda text: mirror_format.parse_page(text.encode()),
    "mirror front matter": lambda text: mirror_format.parse_page(f"---\n{text}\n---\n# t\n\nx\n".encode()),
    "questions": terms.query_terms,
    "paths": terms.path_terms,
    "tokens of the embedder": embed_words.split_runs,
    "fence": fence.clean_for_model,
    "makefiles": command.read_targets,
    "anchors": anchor.parse_anchor,
    "globs": lambda text: globs.matches_any("src/a/b.py", (text[:2000],)),
    "quotations": GONE.carries,
    **{name: (lambda text, name=name: manifests.list_packages(name, text)) for name in MANIFESTS},  # type: ignore[misc]
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
)
_SIZE = 3_000


def cost(read: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    with suppress(StandfastError, ValueError):  # refused is read as well
        read(text)
    return time.process_time() - started


@pytest.mark.parametrize("name", sorted(READERS))
def test_four_times_the_text_costs_about_four_times_as_much(name: str) -> None:
    read = READERS[name]
    worst: list[tuple[float, str]] = []
    for piece in PIECES:
        text = piece * (4 * _SIZE // len(piece) + 1)
        small = cost(read, text[:_SIZE])
        large = cost(read, text[: 4 * _SIZE])
        if large > 0.08 and large > 9 * small:  # looked at again, at its best of three
            small = min(small, *(cost(read, text[:_SIZE]) for _ in range(3)))
            large = min(large, *(cost(read, text[: 4 * _SIZE]) for _ in range(3)))
            if large > 0.08 and large > 9 * max(small, 0.001):
                worst.append((round(large / max(small, 0.001), 1), piece))
    assert worst == []
