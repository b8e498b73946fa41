"""How a session ends decides what it teaches: a good one leaves an episode, a bad one its attempts and gotchas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from standfast.agents.hook import answer

if TYPE_CHECKING:
    from standfast.model.memory import Memory as State
    from tests.faces.hooks.conftest import Shop

DECIDED = "Let's go with Postgres instead of SQLite, because two writers block each other"
TAKEN_BACK = "Undo that, the cache made every refund slower"


class Session:
    """One session of Claude Code, as its hooks report it."""

    def __init__(self, shop: Shop, name: str = "s1") -> None:
        self.shop, self.name, self.number = shop, name, 0
        self.report("SessionStart", source="startup")

    def report(self, event: str, **fields: Any) -> Session:
        self.number += 1
        payload = {"session_id": self.name, "cwd": str(self.shop.folder), "hook_event_name": event, **fields}
        answer("claude-code", event, payload, self.shop.env)
        return self

    def says(self, text: str) -> Session:
        return self.report("UserPromptSubmit", prompt=text, prompt_id=f"p{self.number}")

    def answers(self, text: str) -> Session:
        return self.report("Stop", last_assistant_message=text)

    def edits(self, path: str) -> Session:
        name = str(self.shop.folder / path)
        tool = {"file_path": name, "old_string": "a", "new_string": "b"}
        return self.report("PostToolUse", tool_name="Edit", tool_input=tool, tool_response="ok", tool_use_id=self.id)

    def runs(self, command: str, output: str = "", *, code: int = 0) -> Session:
        event = "PostToolUseFailure" if code else "PostToolUse"
        told = {"stdout": output, "exit_code": code}
        tool = {"command": command}
        more = {"error": f"Exit code {code}\n{output}"} if code else {"tool_response": told}
        return self.report(event, tool_name="Bash", tool_input=tool, tool_use_id=self.id, **more)

    @property
    def id(self) -> str:
        return f"t{self.number}"

    def ends(self) -> list[State]:
        """End it, and return what it left."""
        self.report("SessionEnd", reason="exit")
        with self.shop.memory() as memory:
            return [item.memory for item in memory.list(status="all", limit=100).shown]


def kinds(found: list[State]) -> set[str]:
    return {item.content.kind.value for item in found}


def worked(shop: Shop) -> Session:
    """A session in which something was decided, something failed and was fixed, and something taken back."""
    session = Session(shop).says("Make refunds idempotent").edits("refunds.py").answers("Done, with SQLite.")
    session.says(DECIDED).edits("refunds.py").answers("Postgres it is; I also added a cache.")
    session.says(TAKEN_BACK).edits("refunds.py")
    session.runs("npm test", "sh: vitest: not found", code=127).runs("pnpm vitest run", "3 passed")
    return session


def test_a_good_session_leaves_one_episode_with_goal_changes_decisions_failures_and_their_turns(shop: Shop) -> None:
    session = worked(shop).runs("git commit -qam Refunds", "[main 1a2b3c4] Make refunds idempotent")
    found = session.answers("Committed.").says("And write the changelog").ends()
    (episode,) = [item for item in found if item.content.kind.value == "episode"]
    lines = dict(line.split(": ", 1) for line in episode.content.text.splitlines())
    assert lines["Goal"] == "Make refunds idempotent"
    assert lines["Changed"] == "refunds.py"
    assert "Postgres" in lines["Decided"]
    assert "slower" in lines["Decided against"]
    assert "npm test" in lines["Failed"]
    assert lines["Open"] == "And write the changelog"
    assert [item.ref for item in episode.content.evidence if item.kind == "commit"] == ["1a2b3c4"]
    turns = [item.ref for item in episode.content.evidence if item.kind == "turn"]
    assert len(turns) == 4, "where it began, where it was decided and taken back, and where it ended"
    assert all(turn.startswith("s1/") for turn in turns)


@pytest.mark.parametrize(
    ("how", "command", "code"),
    [
        ("red", "pnpm vitest run", 1),
        ("taken back", "git reset -q --hard HEAD", 0),
        ("restored", "git checkout -- .", 0),
    ],
)
def test_a_session_that_ended_badly_teaches_attempts_and_gotchas_only(
    shop: Shop, how: str, command: str, code: int
) -> None:
    found = worked(shop).runs(command, "1 failed" if code else "", code=code).answers("Sorry.").ends()
    learned = [item for item in found if item.status == "active"]
    assert kinds(learned) <= {"attempt", "gotcha"}, how
    assert "attempt" in kinds(learned), "what was taken back stays known"


def test_a_session_that_its_user_broke_off_leaves_no_episode(shop: Shop) -> None:
    found = worked(shop).says("[Request interrupted by user for tool use]").ends()
    assert kinds([item for item in found if item.status == "active"]) <= {"attempt", "gotcha"}


def test_work_after_it_was_taken_back_makes_it_good_again(shop: Shop) -> None:
    session = worked(shop).runs("git checkout -- .").edits("refunds.py").runs("pnpm vitest run", "3 passed")
    assert "episode" in kinds(session.answers("Now it works.").ends())


@pytest.mark.parametrize("prompt", ["", "What does refund() do?"])
def test_a_session_that_did_nothing_leaves_nothing(shop: Shop, prompt: str) -> None:
    session = Session(shop)
    if prompt:
        session.says(prompt).answers("It takes the lock.")
    assert session.ends() == []
