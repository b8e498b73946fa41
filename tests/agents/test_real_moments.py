"""Each moment that a real client offers, seen in the request that reached the model, against the table in the docs.

One session per client does what brings the moments about: it is asked, reads, changes a file, runs a command that
fails and sends a sub-agent off; a second run takes it up again, a third fills its context so that it is compacted. What
is known is planted just before each moment, so that nothing else can have told it.
"""

from __future__ import annotations

import functools
import re
import tempfile
from pathlib import Path

import pytest

from standfast.moments import table as t
from standfast.moments.at_file import NOW_UNTRUE
from tests.agents.clients import CLIENTS, MOVES, TASK, Client, asked, program_of
from tests.agents.scripted_model import Model, Say, Step, Use
from tests.agents.test_real_clients import Machine, _installed, pytestmark
from tests.docs.test_reference import load_tool

__all__ = ["_installed", "pytestmark"]

QUESTION = "How are invoices of Norwegian customers rounded since the audit?"
LATER = "And what about the Danish ones?"
SAYS = {
    t.START: "Invoices are numbered per country since the audit of March",
    t.PROMPT: "Invoices of Norwegian customers are rounded to whole kroner since the audit",
    t.READ: "The rounding in prices stays half-even, the ledger depends on it",
    t.EDIT: "The table of taxes is frozen until the review of December",
    t.BREAK: NOW_UNTRUE,
    t.COMMAND: "Purge the CDN after deploy.sh, or old prices are shown",
    t.FAILURE: "ModuleNotFoundError: No module named 'ledger_core' goes away after `make link`",
    t.SUBAGENT: "Refunds are counted once per customer and month, never per payment",
    t.RESUME: "Since the audit was closed, receipts carry a serial number",
    t.COMPACT: "Told again after a compaction: stock is counted in pallets",
}
FAILING = "echo \"ModuleNotFoundError: No module named 'ledger_core'\" >&2; exit 1\n"
FREE = {"claude-code": ("--allowedTools", "Bash,Edit,Agent")}  # what lets it work without a person


def _asked(name: str, prompt: str) -> Client:
    client = asked(CLIENTS[name], prompt)
    return client._replace(words=(*client.words, *FREE.get(name, client.free)))


def _of_sub_agent(text: str) -> Step | None:
    """Answer a sub-agent's own request: it holds the task and not what the person asked."""
    return Say("Twelve.") if TASK in text and QUESTION not in text else None


def _steps(name: str, machine: Machine) -> list[Step]:
    client, moves = CLIENTS[name], MOVES[name]
    taxes = machine.project / "taxes.py"
    taxes.write_text("x = 1\n")  # the edit leaves nothing of it: whatever is said of the file is in doubt
    (machine.project / "deploy.sh").write_text(FAILING)
    tools, shell = client.shell

    def at_file() -> None:
        more = [f"The bank reads column {number}" for number in range(t.MOMENTS[t.EDIT].most + 1)]
        for text in (*more, SAYS[t.EDIT]):  # the newest is told first, and not all find room before the edit
            machine.learn(text, kind="gotcha", anchors=["taxes.py"])

    def at_command() -> None:
        machine.learn(SAYS[t.COMMAND], kind="procedure", anchors=["cmd:sh deploy.sh"])
        machine.learn(SAYS[t.FAILURE], kind="gotcha")

    def read() -> None:
        machine.learn(SAYS[t.READ], kind="gotcha", anchors=["prices.py"])

    look = client.read if name != "codex" else (tools, lambda path: shell(f"cat {path.name}"))  # it has no other way
    steps: list[Step] = [Use(look[0], look[1](machine.file), before=read), Use(look[0], look[1](taxes))]
    steps.append(Use(moves.edit[0], moves.edit[1](taxes), before=at_file))
    steps.append(Use(tools, shell("sh deploy.sh"), before=at_command))
    meanwhile = Use(("tool_search",), {"query": moves.searched}) if moves.searched else None
    known = functools.partial(machine.learn, SAYS[t.SUBAGENT], kind="fact")
    steps.append(Use(moves.send[0], moves.send[1], before=known, meanwhile=meanwhile))
    return [*steps, Use(tools, shell("sleep 4")), Say("Done.")]  # some sub-agents work while their sender goes on


@functools.cache
def heard(name: str) -> dict[str, list[str]]:
    """Run a client's sessions once; return what reached the model at each of them."""
    client = CLIENTS[name]
    if not program_of(client).exists():
        pytest.skip(f"{name} is not installed for this system")
    with tempfile.TemporaryDirectory(prefix="standfast-moments-") as folder:
        machine = Machine(Path(folder))
        machine.learn(SAYS[t.START], kind="decision")
        machine.learn(SAYS[t.PROMPT], kind="fact")
        with Model(_steps(name, machine), aside=_of_sub_agent) as model:
            said = machine.session(_asked(name, QUESTION), model)
        assert model.missing == [], said[-2000:]
        found = {"first": model.asked}
        machine.learn(SAYS[t.RESUME], kind="decision")
        again = _asked(name, LATER)
        with Model([Say("The same.")]) as model:
            machine.session(again._replace(words=MOVES[name].resumed(again.words)), model)
        found["resumed"] = model.asked
        found["compacted"] = _compacted(name, machine)
        with machine.memory() as memory:
            receipts = [receipt for session in memory.sessions.list() for receipt in memory.why(session.id)]
        found["receipts"] = sorted({item.memory for receipt in receipts for item in receipt.given})
    return found


def _ids(texts: list[str]) -> list[str]:
    return sorted({identity for text in texts for identity in re.findall(r"\[(m[0-9a-z]{6}-[0-9a-z]{7})\]", text)})


def _compacted(name: str, machine: Machine) -> list[str]:
    """Let a client's context run full; return what it asks after it was compacted."""
    moves, (tools, shell) = MOVES[name], CLIENTS[name].shell
    if not moves.full:
        return []
    full = Use(tools, shell("true"), tokens=moves.full)
    later = functools.partial(machine.learn, SAYS[t.COMPACT], kind="decision")
    steps: list[Step] = [full, Use(tools, shell("true"), before=later, tokens=moves.full), *[Say("Done.")] * 6]
    client = _asked(name, QUESTION)
    variables = client.variables
    with Model(steps) as model:
        machine.session(client._replace(variables=lambda url: {**variables(url), **dict(moves.room)}), model)
    return model.asked


def _reached(name: str, moment: str) -> bool:
    """Tell whether what belongs to a moment reached the model then."""
    found = heard(name)
    if moment == t.SUBAGENT:
        return any(SAYS[moment] in text and QUESTION not in text for text in found["first"])
    if moment == t.RESUME:
        return any(SAYS[t.RESUME] in text and SAYS[t.START] in text for text in found["resumed"])
    if moment == t.COMPACT:
        return any(SAYS[moment] in text for text in found["compacted"])
    return any(SAYS[moment] in text for text in found["first"])


@pytest.mark.parametrize("moment", [name for name, item in t.MOMENTS.items() if item.speaks and name != t.COMMIT])
@pytest.mark.parametrize("name", list(CLIENTS))
def test_a_moment_is_in_the_request_where_the_table_says_so_and_nowhere_else(name: str, moment: str) -> None:
    table = load_tool("moments")
    assert _reached(name, moment) == (table.way_of(name, moment) in {table.HOOK, table.AFTER})


@pytest.mark.parametrize("name", list(CLIENTS))
def test_what_reached_the_model_is_what_the_receipts_say_and_nothing_else(name: str) -> None:
    found = heard(name)
    assert _ids([*found["first"], *found["resumed"], *found["compacted"]]) == found["receipts"]
