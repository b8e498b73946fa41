"""standfast token: who may use the team's store over its server."""

import argparse

from standfast.cli.face import Face
from standfast.errors import ConfigError
from standfast.store.people import Token
from standfast.verbs.declared import PROFILES

EXAMPLES = """
standfast --store postgresql://… token new ana --profile maintainer --project shop
standfast --store postgresql://… token new ana --agent codex --project shop --expires 30d
standfast --store postgresql://… token list
standfast --store postgresql://… token revoke k3v5q2aaaa

reader reads; agent also writes; maintainer also decides what waits; admin also reverts and purges.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("act", metavar="new|list|revoke", choices=("new", "list", "revoke"), help="what to do")
    add("name", metavar="PERSON|ID", nargs="?", default="", help="new: whose token it is; revoke: which token")
    add(
        "--agent",
        metavar="NAME",
        default="",
        help="a token for this agent of theirs: its calls never count as the person's",
    )
    add("--profile", choices=PROFILES, default="agent", help="what it may be used for (default: agent)")
    add("--project", metavar="P", action="append", default=[], help="a project, by id or name; '*' for all")
    add("--expires", metavar="TIME", default="90d", help="a span from now or a date, a year at most (default: 90d)")
    add(
        "--login",
        action="store_true",
        help="no token: what this person may do after logging in with the identity provider",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    if (args.act == "list") == bool(args.name):
        raise ConfigError("Those arguments do not go together.", hint="standfast token new PERSON, list, or revoke ID.")
    team = face.open().team
    if args.act == "new":
        token, text = team.new_token(
            args.name, agent=args.agent, profile=args.profile, projects=args.project, expires=args.expires,
            login=args.login,
        )  # fmt: skip
        face.answer({**token.to_dict(), "token": text})
        face.say(f"{_whose(token)} may be {token.profile} until {token.expires_at}.")
        if text:
            face.say((f"  {text}", "bold"))
            face.say(("  It is shown this once: what is kept is a digest.", "dim"))
        return 0
    if args.act == "revoke":
        token = team.revoke_token(args.name)
        face.answer(token.to_dict())
        face.say(f"Token {token.id} of {_whose(token)} no longer opens anything.")
        return 0
    tokens = team.tokens()
    face.answer({"tokens": [token.to_dict() for token in tokens]})
    rows = [
        [
            token.id,
            _whose(token),
            token.profile,
            " ".join(token.projects),
            (token.revoked_at and "revoked") or token.expires_at,
        ]
        for token in tokens
    ]
    face.table(("id", "for", "profile", "projects", "until"), rows)
    return 0


def _whose(token: Token) -> str:
    return f"{token.agent} of {token.person}" if token.agent else token.person
