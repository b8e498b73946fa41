"""A team's server: who comes in, what each profile may do, and that nothing of another project is ever seen."""

from __future__ import annotations

import json
import re
import time
from contextlib import closing
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from standfast import Memory
from standfast.config import Settings
from standfast.model.source import Source
from standfast.serve.http.routes import OPERATIONS
from standfast.serve.mcp.tools import TOOLS
from standfast.store.postgres.connect import PostgresConnection
from standfast.store.values import LogFilter, View
from standfast.sync.batch import pack, unpack
from tests.faces.team.conftest import PROFILES, TeamServer

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.serve.http.operation import Operation

LEVELS = {
    **dict.fromkeys(("recall", "brief", "show"), "reader"),
    **dict.fromkeys(("remember", "revise", "feedback"), "agent"),
    **dict.fromkeys(("review", "revert", "purge"), "admin"),
}
DECIDING = {"approve", "reject", "undo"}
PLAIN = {"text": "x", "ids": ["m000000-0000000"], "query": "locks", "verdict": "helpful", "id": "m000000-0000000"}


def needed(operation: Operation) -> str:
    return "maintainer" if operation.name in DECIDING else operation.level


def call(team: TeamServer, operation: Operation, token: str) -> tuple[int, str]:
    path = f"/api/v1{operation.path.replace('{id}', 'm000000-0000000')}"
    given = {name: PLAIN.get(name, "x") for name in operation.needs}
    is_read = operation.method == "GET"
    reply = team.ask(operation.method, path, None if is_read else given, token=token, **(given if is_read else {}))
    return reply.status, reply.json.get("error", {}).get("code", "") if reply.status >= 400 else ""


def test_every_route_asks_every_profile(team: TeamServer) -> None:
    tokens = {profile: team.token(f"ana-{profile}", profile) for profile in PROFILES}
    for operation in OPERATIONS:
        if operation.name == "sessionEvents":
            continue
        assert call(team, operation, "")[0] == 401
        assert call(team, operation, "sft_aaaaaaaaaa_bbbbbbbb")[0] == 401
        for profile in PROFILES:
            status, code = call(team, operation, tokens[profile])
            allowed = PROFILES.index(profile) >= PROFILES.index(needed(operation))
            assert ((status, code) == (403, "not-allowed")) != allowed, (operation.name, profile, status, code)
            assert status < 500, (operation.name, profile, status)


def begin(team: TeamServer, token: str) -> dict[str, str]:
    """Begin a session over MCP; return the headers that its calls carry."""
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests"}}
    begun = team.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}, token=token)
    return {"Mcp-Session-Id": begun.headers["mcp-session-id"]}


def tool(team: TeamServer, token: str, session: dict[str, str], name: str, /, **arguments: object) -> str:
    """Call a tool over MCP; return what comes back, result or error."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    while (reply := team.ask("POST", "/mcp", body, token=token, headers=session)).status == 429:
        time.sleep(float(reply.headers["retry-after"]))
    assert reply.status == 200, reply.body
    return json.dumps(reply.json)


def test_every_tool_asks_every_profile(team: TeamServer) -> None:
    known = team.command("list")["memories"][0]["id"]
    given = {
        "recall": {"query": "locks"}, "brief": {}, "show": {"id": known}, "remember": {"text": "a b c", "kind": "fact"},
        "revise": {"id": known, "text": "Locks are keyed by order_id"}, "feedback": {"id": known, "verdict": "helpful"},
        "review": {}, "revert": {"operations": ["o000000-0000000"]}, "purge": {"ids": ["m000000-0000000"]},
    }  # fmt: skip
    assert given.keys() == TOOLS.keys()
    for profile in PROFILES:
        token = team.token(f"ana-{profile}", profile)
        session = begin(team, token)
        for name, arguments in given.items():
            said = tool(team, token, session, name, **arguments)
            allowed = PROFILES.index(profile) >= PROFILES.index(LEVELS[name])
            assert ("profile does not allow" in said) != allowed, (name, profile, said)


def test_sync_asks_every_profile_and_takes_nothing_that_is_not_a_batch(team: TeamServer) -> None:
    project = team.command("status")["project"]
    for act in ("meet", "held", "fetch", "send", "judge"):
        path = f"/api/v1/sync/{act}"
        assert team.ask("POST", path, b"x").status == 401
        for profile in PROFILES:
            token = team.token(f"ana-{profile}", profile)
            for body in (b"", b"\x00\xff" * 50, NASTY[0].encode(), pack({"key": f"project:{project}'"})):
                reply = team.ask("POST", path, body, token=token)
                assert 400 <= reply.status < 500 or (reply.status, act) == (200, "meet"), (act, profile, reply.body)
    assert team.command("list")["memories"]


def test_another_projects_ids_are_not_there(team: TeamServer) -> None:
    bank = team.command("list", project="bank")["memories"][0]["id"]
    bank_id = team.command("status", project="bank")["project"]
    token = team.token("ana", "admin")
    for path in (f"/memories/{bank}", f"/memories/{bank}/log", f"/memories/{bank}/why", f"/memories/{bank}/graph"):
        reply = team.ask("GET", f"/api/v1{path}", token=token)
        assert (reply.status, b"noon" in reply.body) == (404, False)
    for name in ("bank", bank_id):
        assert team.ask("GET", "/api/v1/memories", token=token, project=name).status == 404
    assert b"noon" not in team.ask("GET", "/api/v1/recall", token=token, query="when does the bank close?").body
    assert team.ask("POST", f"/api/v1/memories/{bank}/retract", {}, token=token).status == 404
    reply = team.ask("POST", "/api/v1/purge", {"ids": [bank], "dry_run": True}, token=token)
    assert (reply.status, b"noon" in reply.body) in {(404, False), (400, False)}
    assert team.command("list", project="bank")["memories"][0]["status"] == "active"


def test_a_token_is_shown_once_kept_as_a_digest_and_ends(team: TeamServer) -> None:
    token = team.token("ana", "reader")
    secret = token.rpartition("_")[2]
    with psycopg.connect(team.database) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'standfast'").fetchall()
        for (table,) in tables:
            with connection.cursor().copy(f"COPY (SELECT * FROM standfast.{table}) TO STDOUT") as rows:
                assert not any(secret.encode() in bytes(row) for row in rows)
    (listed,) = team.command("token", "list")["tokens"]
    assert secret not in str(listed)
    assert team.ask("GET", "/api/v1/status", token=token).status == 200
    team.command("token", "revoke", listed["id"])
    assert team.ask("GET", "/api/v1/status", token=token).status == 401
    late = team.token("ben", "reader", "--expires", "1h")
    with psycopg.connect(team.database, autocommit=True) as connection:
        connection.execute("UPDATE standfast.token SET expires_at = '2020-01-01T00:00:00.000Z' WHERE person = 'ben'")
    assert team.ask("GET", "/api/v1/status", token=late).status == 401


def test_every_call_is_a_person_and_an_agent_and_goes_on_record(team: TeamServer) -> None:
    own, agents = team.token("ana", "maintainer"), team.token("ana", "agent", "--agent", "codex")
    said = team.rest("POST", "/memories", {"text": "Refunds are signed by two"}, token=own)
    noted = team.rest("POST", "/memories", {"text": "The queue is slow on Mondays"}, token=agents)
    assert team.rest("GET", f"/memories/{said['id']}", token=own)["source"] == {
        "kind": "person",
        "name": "ana",
        "session": "",
    }
    source = team.rest("GET", f"/memories/{noted['id']}", token=own)["source"]
    assert (source["kind"], source["name"]) == ("agent", "codex")
    team.ask("POST", "/api/v1/revert", {"operations": ["o000000-0000000"]}, token=agents)
    with psycopg.connect(team.database) as connection:
        rows = connection.execute("SELECT person, agent, act, status FROM standfast.access ORDER BY row").fetchall()
        said_anything = connection.execute(
            "SELECT count(*) FROM standfast.access WHERE act LIKE '%Refunds%'"
        ).fetchone()
    assert ("ana", "", "POST /api/v1/memories", 201) in rows
    assert ("ana", "codex", "POST /api/v1/memories", 201) in rows
    assert ("ana", "codex", "POST /api/v1/revert", 403) in rows
    assert said_anything == (0,)


def test_what_is_a_persons_own_is_not_another_persons(team: TeamServer) -> None:
    ana, ben = team.token("ana", "agent"), team.token("ben", "agent")
    team.rest("POST", "/memories", {"text": "I like short answers", "kind": "preference", "scope": "user"}, token=ana)
    mine = team.rest("GET", "/memories", token=ana, scope="user")["memories"]
    assert [item["text"] for item in mine] == ["I like short answers"]
    assert team.rest("GET", "/memories", token=ben, scope="user")["memories"] == []


NASTY = ["'; DROP TABLE standfast.memory; --", "x' OR '1'='1", "%s %(a)s $1 ?1 :p", "\\'); SELECT 1; --", "a\u2028b"]


def test_sql_through_every_text_field_is_only_text(team: TeamServer) -> None:
    token = team.token("ana", "admin")
    session = begin(team, token)
    for nasty in NASTY:
        for operation in OPERATIONS:
            if operation.name == "sessionEvents":
                continue
            sample = {"array": [nasty], "string": nasty, "integer": 1, "boolean": True}
            given = {name: sample[schema["type"]] for name, schema in operation.takes.items()}
            path = f"/api/v1{operation.path.replace('{id}', 'm000000-0000000')}"
            is_read = operation.method == "GET"
            reply = team.ask(
                operation.method, path, None if is_read else given, token=token, **(given if is_read else {})
            )
            assert reply.status < 500, (operation.name, reply.body)
        forged = {"Authorization": f"Bearer sft_{nasty.encode('ascii', 'replace').decode()}_x"}
        assert team.ask("GET", "/api/v1/status", headers=forged).status == 401
        for name, declared in TOOLS.items():
            properties = declared["inputSchema"]["properties"]
            sample = {"array": [nasty], "string": nasty, "integer": 1, "boolean": True}
            tool(team, token, session, name, **{field: sample[schema["type"]] for field, schema in properties.items()})
    kept = team.rest("POST", "/memories", {"text": f"Note {NASTY[0]}", "kind": "fact"}, token=token)
    assert team.rest("GET", f"/memories/{kept['id']}", token=token)["text"] == f"Note {NASTY[0]}"
    assert team.command("list")["memories"]


def test_a_caller_who_hurries_too_much_is_slowed_down(team: TeamServer) -> None:
    token = team.token("ana", "reader")
    statuses = [team.ask("GET", "/api/v1/server", token=token).status for _ in range(260)]
    assert set(statuses) <= {200, 429}
    assert statuses[0] == 200


def test_nothing_is_open_by_default(team: TeamServer) -> None:
    for path in ("/api/v1/status", "/metrics", "/api/v1/openapi.json", "/mcp"):
        assert team.ask("GET", path).status == 401
    assert team.ask("GET", "/healthz").json["status"] == "ok"
    page = team.ask("GET", "/")
    assert (page.status, b"payment_id" in page.body) == (200, False)
    other = team.ask(
        "GET", "/api/v1/status", headers={"Origin": "https://evil.example"}, token=team.token("a", "reader")
    )
    assert other.status == 403


def test_row_level_security_holds_when_a_query_forgets_its_scope(team: TeamServer) -> None:
    with psycopg.connect(team.database, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS plain")
        connection.execute("CREATE ROLE plain")
        connection.execute("GRANT USAGE ON SCHEMA standfast TO plain")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA standfast TO plain")
        key = connection.execute("SELECT key FROM standfast.partition WHERE key LIKE 'project:%' LIMIT 1").fetchone()[0]
        tables = connection.execute(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = 'standfast' "
            "AND column_name = 'partition' AND table_name <> 'partition'"
        ).fetchall()
        connection.execute("SET ROLE plain")
        connection.execute("SELECT set_config('standfast.partition', %s, false)", (key,))
        for (table,) in tables:
            seen = connection.execute(f"SELECT DISTINCT partition FROM standfast.{table}").fetchall()
            assert seen in ([], [(key,)]), table
        connection.execute("RESET ROLE")
        connection.execute("DROP OWNED BY plain")
        connection.execute("DROP ROLE plain")


OWN = re.compile(r"\b(?:\w\.)?partition = :p\b")


@pytest.mark.parametrize("role", ["plain", "postgres"])
def test_the_programs_own_queries_see_nothing_of_other_projects_without_their_scope(
    role: str, tmp_path: Path, fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(fresh_database, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
        connection.execute("DO $$ BEGIN CREATE ROLE plain LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
        connection.execute("GRANT CREATE ON DATABASE postgres TO plain")
    url = fresh_database.replace("//postgres:@", f"//{role}:@")
    assert role in url

    def open_memory(project: str) -> Memory:
        settings = Settings(home=tmp_path / project, store_url=url, project=project, embedder="off", user="ana")
        return Memory(settings, Source("person", "ana"), tmp_path)

    with open_memory("shop") as shop, open_memory("bank") as bank:
        shop.remember("The shop closes at noon", kind="decision", tags=["hours"], anchors=["shop.py"])
        bank.remember("The bank closes at midnight", kind="decision", tags=["hours"], anchors=["bank.py"])
    statements = PostgresConnection.statements

    def without_scope(file: str) -> dict[str, str]:
        named = statements(file).items()
        return {name: OWN.sub("true", sql) if sql.startswith("SELECT") else sql for name, sql in named}

    monkeypatch.setattr(PostgresConnection, "statements", staticmethod(without_scope))
    try:
        with open_memory("shop") as shop:
            partition = shop.context.partition(shop.context.scope)
            found = [partition.memories.select(View(statuses=())), partition.log.iterate(LogFilter())]
            seen = str([*(list(items) for items in found), partition.index.vocabulary("", 100)])
    finally:
        with psycopg.connect(fresh_database, autocommit=True) as connection:
            connection.execute("DROP SCHEMA standfast CASCADE")
            connection.execute("DROP OWNED BY plain")
            connection.execute("DROP ROLE plain")
    assert "noon" in seen
    assert ("midnight" in seen) == (role == "postgres")  # whom no wall stops: without it the query's scope is missed


def met(team: TeamServer, token: str, **asked: Any) -> Any:
    reply = team.ask("POST", "/api/v1/sync/meet", pack(asked), token=token)
    return unpack(reply.body) if reply.status == 200 else reply.json["error"]["code"]


def offer(identity: str, name: str) -> dict[str, Any]:
    return {"id": identity, "name": name, "evidence": [["name", name]]}


def test_who_meets_a_project_of_others_learns_no_more_than_of_one_that_is_not_there(team: TeamServer) -> None:
    token = team.token("ana", "maintainer")
    there, nowhere = offer("p000000-0000001", "bank"), offer("p000000-0000002", "nowhere")
    assert met(team, token, project=there) == met(team, token, project=nowhere)
    assert met(team, token, project=there, create=True) == met(team, token, project=nowhere, create=True)
    assert met(team, team.token("root", "maintainer", project="*"), project=there)["project"]


def test_a_group_of_other_projects_is_not_joined_by_naming_it(team: TeamServer) -> None:
    everybody = team.token("root", "maintainer", project="*")
    ours, theirs = (team.command("status", project=name)["project"] for name in ("shop", "bank"))
    met(team, everybody, project=offer(theirs, "bank"), groups=["vault"], create=True)
    own = team.token("ana", "maintainer")
    assert met(team, own, project=offer(ours, "shop"), groups=["vault", "tills"], create=True)["groups"] == ["tills"]
    reply = team.ask("POST", "/api/v1/sync/held", pack({"key": "group:vault"}), token=own)
    assert reply.status == 404
    both = met(team, everybody, project=offer(ours, "shop"), groups=["vault"], create=True)
    assert both["groups"] == ["tills", "vault"]


def test_a_project_that_is_called_like_the_id_of_another_takes_no_calls_from_it(team: TeamServer) -> None:
    shop = team.command("status", project="shop")["project"]
    token = team.token("root", "reader", project="*")
    with psycopg.connect(team.database) as connection:
        connection.execute("INSERT INTO standfast.project VALUES ('p000000-0000009', %s, '2026-01-01')", (shop,))
    reply = team.ask("GET", "/api/v1/memories", token=token, project=shop)
    assert reply.status == 200
    assert b"noon" not in reply.body


def test_a_stream_of_events_ends_with_its_token(team: TeamServer) -> None:
    token = team.token("ana", "agent")
    with psycopg.connect(team.database) as connection:
        key = f"project:{team.command('status', project='shop')['project']}"
        connection.execute("SELECT set_config('standfast.partition', %s, false)", (key,))
        connection.execute(
            "INSERT INTO standfast.session (partition, id, agent, started_at, last_at, events) "
            "VALUES (%s, 's-open', 'codex', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', 0)",
            (key,),
        )
    with closing(HTTPConnection("127.0.0.1", team.port, timeout=300)) as line:
        line.request("GET", "/api/v1/sessions/s-open/events", headers={"Authorization": f"Bearer {token}"})
        reply = line.getresponse()
        assert reply.readline().startswith(b"id:")
        for found in team.command("token", "list")["tokens"]:
            team.command("token", "revoke", found["id"])
        assert b'"no-token"' in reply.read()
        reply.close()


def test_the_record_of_calls_takes_no_words_that_a_caller_made_up(team: TeamServer) -> None:
    token = team.token("ana", "agent")
    session = begin(team, token)
    for method, name in (("tools/call", "the till opens with 4711"), ("the till opens with 4711", "recall")):
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": name, "arguments": {}}}
        team.ask("POST", "/mcp", body, token=token, headers=session)
    with psycopg.connect(team.database) as connection:
        acts = {act for (act,) in connection.execute("SELECT act FROM standfast.access").fetchall()}
    assert "mcp tools/call" in acts
    assert not any("4711" in act for act in acts)


def test_a_session_ends_when_its_client_says_so(team: TeamServer) -> None:
    token = team.token("ana", "agent")
    session = begin(team, token)
    ended = team.ask("DELETE", "/mcp", token=token, headers=session)
    assert ended.status == 204
