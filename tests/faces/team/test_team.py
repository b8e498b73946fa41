"""A team's server: who comes in, what each profile may do, and that nothing of another project is ever seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg

from standfast.serve.http.routes import OPERATIONS
from tests.faces.team.conftest import PROFILES, TeamServer

if TYPE_CHECKING:
    from standfast.serve.http.operation import Operation

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
