"""Every event of every agent: what it says becomes the neutral event, and the answer has that agent's exact shape."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standfast.agents import NAMES, get_agent, read_event
from standfast.agents.contract import CONTEXT_LIMIT, HookEvent
from standfast.agents.reading import touched

FIXTURES = Path(__file__).parents[2] / "agents" / "fixtures"
CASES = sorted(FIXTURES.glob("*/*.json"))


def case(path: Path) -> tuple[dict, str]:
    return json.loads(path.read_text(encoding="utf-8")), path.parent.name


def parsed(path: Path) -> HookEvent:
    told, _ = case(path)
    return read_event(*told["argv"], told["payload"], told["env"])[1]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_a_recorded_event_is_read_into_the_neutral_one(path: Path) -> None:
    told, host = case(path)
    seen = parsed(path)
    assert seen.agent == host
    assert {name: getattr(seen, name) for name in told["neutral"]} == {
        name: tuple(value) if name == "files" else value for name, value in told["neutral"].items()
    }
    assert seen.raw == told["payload"]


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_the_answer_has_the_agents_exact_shape(path: Path) -> None:
    told, host = case(path)
    agent, seen = get_agent(host), parsed(path)
    said, code = agent.render(seen, context="KNOWN")
    assert (said, code) == (told["context"] or agent.render(seen)[0], 0)
    if not told["context"] or told["context"] == "{}":
        assert "KNOWN" not in said
    refused, code = agent.render(seen, deny="REASON")
    if told["deny"]:
        assert [refused, code] == told["deny"]
    else:
        assert (refused, code) == agent.render(seen)


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_no_answer_says_anything_when_there_is_nothing_to_say(path: Path) -> None:
    seen = parsed(path)
    assert get_agent(seen.agent).render(seen, context="  \n") in (("", 0), ("{}", 0))


@pytest.mark.parametrize("path", [path for path in CASES if case(path)[0]["neutral"]["kind"] == "stop"], ids=name_of)
def test_stop_never_carries_context(path: Path) -> None:
    seen = parsed(path)
    assert "KNOWN" not in get_agent(seen.agent).render(seen, context="KNOWN")[0]


@pytest.mark.parametrize("path", [path for path in CASES if "KNOWN" in (case(path)[0]["context"] or "")], ids=name_of)
def test_long_context_is_cut_with_a_note_and_stays_readable(path: Path) -> None:
    seen = parsed(path)
    long = "\n".join(f"line {number} “é”" for number in range(2_000))
    said, _ = get_agent(seen.agent).render(seen, context=long)
    text = said if said.startswith("line") else next(iter(flatten(json.loads(said))))
    assert len(text) <= CONTEXT_LIMIT
    assert "cut here" in text
    assert text.splitlines()[-2].endswith("“é”")


def flatten(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in flatten(inner) if text.startswith("line")]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("name", NAMES)
def test_every_event_that_an_agent_knows_has_a_recorded_payload(name: str) -> None:
    agent = get_agent(name)
    covered = {parsed(path).name for path in CASES if path.parent.name == name}
    aliases = {"UserPromptSubmit"} if name == "cursor" else set()
    assert set(agent.events) - covered - aliases == set()


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_unknown_and_broken_fields_do_not_stop_an_event(path: Path) -> None:
    told, host = case(path)
    agent = get_agent(host)
    odd = dict.fromkeys(told["payload"], 7) | {"brand_new": {"deep": [1]}}
    for payload in (
        odd,
        {},
        {**told["payload"], "tool_input": [1, {"path": None}], "tool_info": [], "workspace_roots": 3},
    ):
        seen = agent.parse(told["argv"][1], payload, {})
        assert seen.raw == payload
        assert isinstance(seen.key, str)
        agent.render(seen, context="KNOWN", deny="REASON")


@pytest.mark.parametrize("payload", [None, [], "text", 7])
def test_what_is_not_an_object_is_an_event_without_content(payload: object) -> None:
    agent, seen = read_event("claude-code", "Stop", payload, {})  # type: ignore[arg-type]
    assert (agent.name, seen.kind, seen.raw) == ("claude-code", "stop", {})


def test_two_hooks_that_report_one_thing_give_one_key() -> None:
    folder = FIXTURES / "copilot-cli"
    for own, foreign in (
        ("sessionStart", "from-claude-SessionStart"),
        ("userPromptSubmitted", "from-claude-UserPromptSubmit"),
    ):
        assert parsed(folder / f"{own}.json").key == parsed(folder / f"{foreign}.json").key
    claude = FIXTURES / "claude-code"
    assert parsed(claude / "Stop.json").key != parsed(claude / "UserPromptSubmit.json").key
    assert parsed(claude / "PostToolUse.json").identified
    assert not parsed(folder / "userPromptSubmitted.json").identified


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (
            {"command": "*** Begin Patch\n*** Update File: a b.py\n*** Move to: c.py\n@@\n*** Delete File: d\n"},
            ["a b.py", "c.py", "d"],
        ),
        ({"command": ["apply_patch", "*** Begin Patch\n*** Add File: x\n+y\n*** End Patch"]}, ["x"]),
        ({"edits": [{"file_path": "a"}, {"file_path": "b"}, {"file_path": "a"}]}, ["a", "b"]),
        ({"replacements": [{"filePath": "a"}], "files": ["b", ""]}, ["b", "a"]),
        ({"command": "cat a.txt", "path": ""}, []),
        ("*** Begin Patch\n*** Add File: only text\n", ["only text"]),
        (None, []),
        (7, []),
    ],
)
def test_files_are_found_in_any_agents_arguments(arguments: object, files: list[str]) -> None:
    assert list(touched(arguments)) == files
