"""A verb is declared once: what the faces and the facade take is what the table says."""

from __future__ import annotations

import argparse
import importlib
import inspect

import pytest

from standfast.memory import Memory
from standfast.memory.namespaces import Sessions
from standfast.model.kind import Kind
from standfast.serve.http.routes import OPERATIONS
from standfast.serve.mcp.tools import TOOLS
from standfast.verbs.declared import KINDS, PARAMETERS, PROFILES, VERBS

# How the command line spells a word of which it takes several, one flag each.
FLAGS = {"anchors": "anchor", "tags": "tag", "kinds": "kind", "ids": "id", "operations": "operation"}
# What a face says in words of its own: a purge names what it matches; a revision's base, its own revision.
FACADE = {"text": {"purge": "match"}, "ids": {"purge": "references"}, "operations": {"revert": "references"}}
SESSIONS = {"sessions": Sessions.list, "replay": Sessions.replay, "handoff": Sessions.handoff}


def test_every_parameter_and_kind_is_known() -> None:
    assert set(KINDS) == {kind.value for kind in Kind}
    for verb, (takes, needs, profile) in VERBS.items():
        assert set(takes) <= set(PARAMETERS), verb
        assert set(needs) <= set(takes), verb
        assert profile in PROFILES


def test_mcp_and_rest_take_only_what_is_declared() -> None:
    for name, tool in TOOLS.items():
        assert set(tool["inputSchema"]["properties"]) <= set(VERBS[name][0]), name
    for operation in OPERATIONS:
        for word, schema in operation.takes.items():
            assert word in PARAMETERS, (operation.name, word)
            assert schema["type"] == PARAMETERS[word]["type"], (operation.name, word)


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_the_facade_takes_every_word(verb: str) -> None:
    words = set(inspect.signature(SESSIONS.get(verb) or getattr(Memory, verb)).parameters)
    for word in VERBS[verb][0]:
        told = FACADE.get(word, {}).get(verb, "reference" if word == "id" else word)
        if (verb, word) in {("review", "approve"), ("review", "reject"), ("recall", "sessions"), ("replay", "limit")}:
            continue  # methods of their own: approve, reject, sessions.recall; events come as they are read
        if (verb, word) in {("revise", "supersedes"), ("revise", "retract"), ("supersede", "id"), ("supersede", "by")}:
            continue  # one tool for agents, several methods for programs
        assert told in words, (verb, word)


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"why", "supersede"}))
def test_the_command_line_takes_every_word(verb: str) -> None:
    parser = argparse.ArgumentParser()
    importlib.import_module(f"standfast.cli.{verb}").configure(parser)
    flags = {action.dest for action in parser._actions} | {
        option.lstrip("-").replace("-", "_") for action in parser._actions for option in action.option_strings
    }
    for word in VERBS[verb][0]:
        told = FLAGS.get(word, word)
        if verb == "purge" and word == "text":
            told = "match"
        if verb == "replay" and word == "id":
            told = "session"
        if (verb, word) in {("revise", "supersedes"), ("revise", "retract"), ("replay", "limit"), ("review", "limit")}:
            continue  # commands of their own; and a person sees all of it
        assert flags & {told, word, word.rstrip("s")}, (verb, word, sorted(flags))
