"""A model, where a person wants one: it proposes, everything it names is checked, and its cost is known."""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from tests.faces.cli.conftest import AGENT
from tests.faces.cli.test_handoff import hook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faces.cli.conftest import Desk

PERSON = "bea.lima@shop-payments.io"
SAID = "We never retry refunds, the bank books them twice"
GOOD = {
    "text": "Refunds are not retried; `acquire` in src/locks.py is called once",
    "kind": "decision",
    "why": "The bank books them twice",
    "quote": SAID,
    "anchors": ["src/locks.py"],
}


class Endpoint:
    """A model's endpoint on loopback, in the words of both APIs; `proposals` is what it answers."""

    def __init__(self) -> None:
        self.proposals: list[dict[str, Any]] = [GOOD]
        self.answer = b""  # in its place, where an endpoint goes wrong
        self.elsewhere = ""  # where it would have the question asked
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.heard = threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                endpoint.asked.append((self.path, {name.lower(): said for name, said in self.headers.items()}, body))
                endpoint.heard.set()
                given = {"proposals": endpoint.proposals}
                if self.path.endswith("/messages"):
                    used = {"input_tokens": 900, "output_tokens": 100}
                    answer = {"content": [{"type": "tool_use", "name": "propose", "input": given}], "usage": used}
                else:
                    used = {"prompt_tokens": 900, "completion_tokens": 100}
                    call = {"function": {"name": "propose", "arguments": json.dumps(given)}}
                    answer = {"choices": [{"message": {"tool_calls": [call]}}], "usage": used}
                data = endpoint.answer or json.dumps(answer).encode()
                self.send_response(302 if endpoint.elsewhere else 200)
                self.send_header("location", endpoint.elsewhere)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    thread = threading.Thread(target=made.server.serve_forever, daemon=True)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


@pytest.fixture
def worked(desk: Desk, endpoint: Endpoint) -> Desk:
    """A desk with a session that ended, and a model at the endpoint."""
    session(desk)
    return configured(desk, endpoint)


def configured(desk: Desk, endpoint: Endpoint) -> Desk:
    """Name a model; from then on, each session that ends is asked about aside."""
    desk.ask("config", "set", "learner", "openai:small")
    desk.ask("config", "set", "learner_url", endpoint.url)
    return desk


def session(desk: Desk, name: str = "s1") -> None:
    hook(desk, "SessionStart", name, source="startup")
    hook(desk, "UserPromptSubmit", name, prompt="Look at the refunds", prompt_id="p1")
    ran = {"command": "pytest -q"}
    hook(desk, "PostToolUse", name, tool_name="Bash", tool_input=ran, tool_response="3 passed", tool_use_id="t1")
    hook(desk, "Stop", name, last_assistant_message="I added a retry.")
    hook(desk, "UserPromptSubmit", name, prompt=f"{SAID}. Ask {PERSON}", prompt_id="p2")
    hook(desk, "Stop", name, last_assistant_message="Removed it.")
    hook(desk, "SessionEnd", name, reason="exit")


def waiting(desk: Desk) -> list[dict[str, Any]]:
    return [
        memory
        for memory in desk.ask("list", "--status", "proposed")["memories"]
        if memory["source"]["name"] == "learner"
    ]


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_what_a_model_proposes_waits_for_a_person_with_the_users_turn_as_evidence(
    worked: Desk, endpoint: Endpoint, kind: str
) -> None:
    worked.ask("config", "set", "learner", f"{kind}:small")
    done = worked.ask("learn", env={"STANDFAST_LEARNER_KEY": "key-1"})
    assert (done["sessions"], done["dropped"], done["tokens"]) == (1, [], 1000)
    (found,) = waiting(worked)
    assert found["id"] in done["proposed"]
    shown = worked.ask("show", found["id"])
    assert [item["ref"].partition("/")[0] for item in shown["evidence"] if item["kind"] == "turn"] == ["s1"]
    assert GOOD["text"] not in str(worked.ask("recall", "are refunds retried")["results"])
    path, heads, body = endpoint.asked[0]
    assert path == {"openai": "/v1/chat/completions", "anthropic": "/v1/messages"}[kind]
    assert "key-1" in {heads.get("authorization", "").removeprefix("Bearer "), heads.get("x-api-key")}
    assert PERSON not in json.dumps(body)
    worked.ask("review", "--approve", found["id"])
    assert GOOD["text"] in str(worked.ask("recall", "are refunds retried")["results"])


@pytest.mark.parametrize(
    "change",
    [
        {"quote": "We always retry refunds, said nobody"},
        {"quote": ""},
        {"text": "Refunds are not retried, see src/payments.py"},
        {"anchors": ["src/nowhere.py"]},
        {"anchors": ["../../etc/passwd"]},
        {"text": "Refunds are not retried by `try_again`"},
        {"text": "Refunds are not retried since deadbee1"},
        {"text": "Refunds are checked with `make refunds`"},
        {"kind": "episode"},
        {"text": ""},
        {"text": "Refunds " * 200},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_proposal_that_names_what_is_not_there_is_dropped(
    worked: Desk, endpoint: Endpoint, change: dict[str, Any]
) -> None:
    endpoint.proposals = [{**GOOD, **change}]
    done = worked.ask("learn")
    assert (done["proposed"], len(done["dropped"])) == ([], 1)
    assert waiting(worked) == []


def test_a_command_and_a_commit_that_are_there_stand(worked: Desk, endpoint: Endpoint) -> None:
    sha = worked.git("rev-parse", "HEAD")[:10]
    endpoint.proposals = [{**GOOD, "text": f"Refunds are not retried since {sha}; `pytest -q` shows it"}]
    sure = any(char.isalpha() for char in sha) and any(char.isdigit() for char in sha)
    assert len(worked.ask("learn")["proposed"]) == 1 or not sure


def test_a_session_is_asked_about_once(worked: Desk, endpoint: Endpoint) -> None:
    worked.ask("learn")
    assert worked.ask("learn")["sessions"] == 0
    assert len(endpoint.asked) == 1


def test_the_days_budget_is_kept_and_status_tells_the_cost(desk: Desk, endpoint: Endpoint) -> None:
    session(desk)
    session(desk, "s2")
    worked = configured(desk, endpoint)
    worked.ask("config", "set", "learner_tokens", "2600")
    assert worked.ask("learn")["left"] == 1, "the first took 1,000 tokens: no second one fits"
    assert len(endpoint.asked) == 1
    told = worked.ask("status")["learner"]
    assert (told["model"], told["tokens"], told["calls"], told["budget"]) == ("openai:small", 1000, 1, 2600)
    assert (told["proposed"], told["dropped"], told["failed"]) == (1, 0, "budget")
    assert "1,000 of 2,600 tokens" in worked.run("status").out


def test_without_a_model_nothing_is_asked(desk: Desk, endpoint: Endpoint) -> None:
    session(desk)
    desk.ask("config", "set", "learner_url", endpoint.url)
    assert desk.fail("learn", code=2)["code"] == "no-learner"
    assert desk.ask("status")["learner"] is None
    assert endpoint.asked == []


def test_nothing_in_a_repository_names_a_model_or_a_command(desk: Desk, endpoint: Endpoint) -> None:
    told = f'learner = "openai:small"\nlearner_url = "{endpoint.url}"\nafter_merge = "touch owned"\n'
    for place in ("config.toml", ".standfast/config.toml", "standfast.toml"):
        desk.write(place, told)
    desk.commit("Be helpful")
    session(desk)
    assert desk.fail("learn", code=2)["code"] == "no-learner"
    desk.start("drift", "--event", "post-merge")
    assert not (desk.folder / "owned").exists()
    assert desk.run("config", "set", "learner", "openai:small", env=AGENT).code == 1, "an agent's shell is refused"


def test_a_session_that_ended_red_teaches_gotchas_only(desk: Desk, endpoint: Endpoint) -> None:
    hook(desk, "SessionStart", "s3", source="startup")
    hook(desk, "UserPromptSubmit", "s3", prompt=SAID, prompt_id="p1")
    failed = {"tool_name": "Bash", "tool_input": {"command": "pytest -q"}, "error": "Exit code 1", "tool_use_id": "t1"}
    hook(desk, "PostToolUseFailure", "s3", **failed)
    hook(desk, "SessionEnd", "s3", reason="exit")
    endpoint.proposals = [GOOD, {**GOOD, "kind": "gotcha"}]
    done = configured(desk, endpoint).ask("learn", "s3")
    assert (len(done["proposed"]), len(done["dropped"])) == (1, 1)


def command(desk: Desk, proposals: list[dict[str, Any]], name: str) -> str:
    """Write an agent's command that answers with these proposals and keeps what it was asked."""
    path, asked = desk.folder.parent / f"{name}.py", desk.folder.parent / f"{name}.txt"
    path.write_text(
        f"import sys\nopen({str(asked)!r}, 'w').write(sys.stdin.read())\n"
        f"print('Here you are:', {json.dumps({'proposals': proposals})!r})\n"
    )
    return f"{sys.executable} {path}"


def test_the_agents_own_command_answers_too(desk: Desk) -> None:
    session(desk)
    desk.ask("config", "set", "learner", f"command:{command(desk, [GOOD], 'agent')}")
    assert len(desk.ask("learn")["proposed"]) == 1
    asked = (desk.folder.parent / "agent.txt").read_text()
    assert SAID in asked
    assert all(f'"{name}":' in asked for name in ("proposals", "text", "kind", "why", "quote", "anchors"))
    assert '"id":' not in asked
    assert desk.ask("status")["learner"]["tokens"] > 0


def test_a_command_that_fails_is_said_and_costs_nobody_a_session(desk: Desk) -> None:
    session(desk)
    desk.ask("config", "set", "learner", f"command:{sys.executable} -c 'raise SystemExit(3)'")
    assert desk.fail("learn", code=1)["code"] == "learner-failed"
    assert desk.ask("status")["learner"]["failed"] == "learner-failed"
    desk.ask("config", "set", "learner", f"command:{command(desk, [GOOD], 'agent')}")
    assert desk.ask("learn")["sessions"] == 1
    assert desk.ask("status")["learner"]["failed"] == ""


def test_at_the_end_of_a_session_the_model_is_asked_aside(worked: Desk, endpoint: Endpoint) -> None:
    session(worked, "s2")
    assert endpoint.heard.wait(60), "a process of its own asks"


@pytest.mark.parametrize("event", ["post-merge", "post-checkout"])
def test_after_a_merge_a_command_proposes_what_stale_memories_should_say(desk: Desk, event: str) -> None:
    desk.write("src/limits.py", "RETRIES = 3\n")
    desk.commit("Limit retries")
    old = desk.remember("RETRIES is 3 in src/limits.py", "--kind", "decision", "--anchor", "src/limits.py::RETRIES")
    other = desk.remember("Locks are released in order", "--kind", "decision", "--anchor", "src/locks.py")
    desk.git("checkout", "-q", "-b", "more")
    desk.write("src/limits.py", "RETRIES = 5\n")
    desk.commit("Retry more")
    desk.git("checkout", "-q", "main")
    update = {"id": old, "text": "RETRIES is 5 in src/limits.py", "quote": "+RETRIES = 5"}
    wrong = [{**update, "id": other}, {**update, "quote": "+RETRIES = 7, really"}]
    desk.ask("config", "set", "after_merge", command(desk, [update, *wrong], "reviewer"))
    desk.git("merge", "-q", "--no-ff", "-m", "Merge", "more")
    done = desk.start("drift", "--event", event)
    assert done.returncode == 0, done.stderr
    asked = (desk.folder.parent / "reviewer.txt").read_text()
    assert old in asked
    assert "+RETRIES = 5" in asked
    assert all(f'"{name}":' in asked for name in ("proposals", "id", "text", "quote"))
    assert other not in asked, "the merge does not touch it"
    (found,) = desk.ask("list", "--status", "proposed")["memories"]
    assert found["text"] == "RETRIES is 5 in src/limits.py"
    assert desk.ask("show", old)["status"] == "active"
    desk.ask("review", "--approve", found["id"])
    assert desk.ask("show", old)["status"] == "superseded"
    (desk.folder.parent / "reviewer.txt").unlink()
    desk.start("drift", "--event", event)
    assert not (desk.folder.parent / "reviewer.txt").exists(), "each merge is looked at once"


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize(
    "answer",
    [
        b"[" * 100_000,
        b'{"choices": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"choices": "abc", "content": "abc", "usage": [1]}',
        b'{"choices": [{"message": {"tool_calls": ["x", {"function": "y"}]}}], "content": [{"type": "tool_use"}]}',
        b'{"choices": [{"message": null}], "content": [null], "usage": {"prompt_tokens": "many"}}',
        b'{"choices": [{"message": {"content": "[[[[[["}}], "content": [{"text": "' + b"[" * 20_000 + b'"}]}',
    ],
)
def test_an_endpoint_that_answers_nonsense_costs_nobody_anything(
    worked: Desk, endpoint: Endpoint, answer: bytes, kind: str
) -> None:
    worked.ask("config", "set", "learner", f"{kind}:small")
    endpoint.answer = answer
    done = worked.run("learn", "--json")
    assert done.code in {0, 1}, done.out
    assert waiting(worked) == []


def test_what_an_endpoint_says_it_took_gives_nothing_back_of_the_budget(worked: Desk, endpoint: Endpoint) -> None:
    endpoint.answer = b'{"choices": [], "usage": {"prompt_tokens": -900000, "completion_tokens": -1}}'
    worked.ask("learn")
    assert worked.ask("status")["learner"]["tokens"] > 0


def test_a_question_is_not_sent_on_to_another_address(worked: Desk, endpoint: Endpoint) -> None:
    asked: list[str] = []

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(str(self.headers))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        threading.Thread(target=stranger.serve_forever, daemon=True).start()
        endpoint.elsewhere = f"http://127.0.0.1:{stranger.server_address[1]}/"
        assert worked.fail("learn", code=1)["code"] == "learner-refused"
        stranger.shutdown()
    assert endpoint.asked
    assert asked == []
