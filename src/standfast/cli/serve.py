"""standfast serve: MCP, REST and a page over HTTP, for this machine unless told otherwise."""

import argparse
from typing import Any

from standfast.cli.face import Face
from standfast.errors import ConfigError
from standfast.serve.http.auth import is_loopback

HERE = "127.0.0.1"
DEFAULT_PORT = 8765

EXAMPLES = """
standfast serve
standfast serve --port 0 --open
standfast serve --host 0.0.0.0 --name memory.example.com

MCP is at /mcp, REST at /api/v1 (its description: /api/v1/openapi.json), health at /healthz, counts at /metrics.
Nothing but health is answered without a token (`Authorization: Bearer TOKEN`). There are two, in files that only you
can read: with yours a request is you, with the agents' it is an agent. The page gets yours when --open opens it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--host", metavar="HOST", default=HERE, help="the address to listen on (default: this machine alone)")
    add("--port", metavar="PORT", type=int, default=DEFAULT_PORT, help="the port (default 8765; 0: any that is free)")
    add("--profile", choices=("reader", "agent", "admin"), default="agent", help="what callers other than you may do")
    add("--no-token", action="store_true", help="answer everybody on this machine, all its accounts included")
    add("--name", metavar="NAME", action="append", default=[], help="a host name this server is reached by")
    add("--log", choices=("json",), help="write a line to standard error for every request, without content")
    add("--read-only", action="store_true", help="show everything, change nothing, whoever asks")
    add("--open", action="store_true", help="open the viewer in a browser")


def run(args: argparse.Namespace, face: Face) -> int:
    if not 0 <= args.port < 65536:
        raise ConfigError("A port is between 0 and 65535.", hint="Use --port 8765.", code="bad-port")
    if args.no_token and not is_loopback(args.host):
        hint = "Leave out --no-token, or serve this machine alone."
        raise ConfigError("Other machines always need a token.", hint=hint, code="usage")
    chosen = {
        "profile": "reader" if args.read_only else args.profile,
        "names": args.name,
        "log": args.log is not None,
        "read_only": args.read_only,
    }
    return serve(face, args.host, args.port, token_needed=not args.no_token, browse=args.open, **chosen)


def is_free(port: int) -> bool:
    """Tell whether nothing listens on a port of this machine."""
    import socket

    with socket.socket() as probe:
        return probe.connect_ex((HERE, port)) != 0


def serve(face: Face, host: str, port: int, *, token_needed: bool = True, browse: bool = False, **chosen: Any) -> int:
    """Serve the memory of this place and say where."""
    from standfast.serve.http.run import Server

    person = face.open().context.who
    team = face.settings.is_shared
    server = Server(face.settings, face.where, person, host=host, port=port, token_needed=token_needed, **chosen)
    header = f"Authorization: Bearer $(cat '{server.agent_token_file}')"

    def ready() -> None:
        if face.json:
            files = {"token_file": str(server.token_file), "agent_token_file": str(server.agent_token_file)}
            told = {} if team else files
            face.answer({"url": server.url, "mcp": f"{server.url}/mcp", **told})
        else:
            face.say(("Serving ", "green"), f"{server.url}  (MCP at {server.url}/mcp, REST at {server.url}/api/v1)")
            if team:
                face.say(("  Everybody needs a token: `standfast token new PERSON`. Stop with Ctrl-C.", "dim"))
            elif face.terminal:
                face.say(("  The page, with your token: ", "dim"), server.page)
            elif server.auth.token_needed:  # what is not a terminal may be a log, which is no place for a token
                face.say(("  The page, with your token: ", "dim"), f"{server.url}/#token=$(cat '{server.token_file}')")
            if server.auth.token_needed and not team:
                face.say((f"  MCP and REST for agents need the header  {header}", "dim"))
            if not team:
                face.say((f"  Your own token is in {server.token_file}. Stop with Ctrl-C.", "dim"))
        face.flush()
        if browse:
            server.browse()

    try:
        server.run(ready)
    except KeyboardInterrupt:
        return 0
    return 0
