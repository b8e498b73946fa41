"""Logging in with a provider of our own, in a real browser: the code flow with PKCE, and nothing that stays behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.faces.http.test_viewer import needs_browser, needs_node, node
from tests.faces.team.conftest import TeamServer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faces.team.issuer import Issuer


@needs_node
@needs_browser
def test_a_person_logs_in_with_a_browser_and_sees_their_project(
    tmp_path: Path, fresh_database: str, issuer: Issuer
) -> None:
    (tmp_path / "standfast").mkdir()
    settings = f'oidc_issuer = "{issuer.url}"\noidc_client = "standfast"\n'
    (tmp_path / "standfast" / "config.toml").write_text(settings, encoding="utf-8")
    team = TeamServer(tmp_path, fresh_database)
    try:
        team.command("remember", "Locks are keyed by payment_id", "--kind", "decision")
        team.command("token", "new", "ana@example.org", "--login", "--profile", "reader", "--project", "shop")
        url = f"http://127.0.0.1:{team.port}"
        done = node("drive.mjs", "login", url, "", issuer.url, "Locks are keyed by payment_id")
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        team.stop()
    first, second = issuer.asked[:2]
    assert first["response_type"] == "code"
    assert {first["code_challenge_method"], second["code_challenge_method"]} == {"S256"}
    for name in ("state", "nonce", "code_challenge"):  # new ones each time, and long enough to be nobody's guess
        assert first[name] != second[name]
        assert len(first[name]) >= 43
    assert len(issuer.codes) == 1  # of the login that was left; the other one was redeemed
