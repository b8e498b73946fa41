"""holdfast serve: MCP, REST and a page over HTTP, for this machine unless told otherwise."""

import argparse

from holdfast.cli.face import Face
from holdfast.cli.parser import examples
from holdfast.errors import ConfigError

HERE = "127.0.0.1"
DEFAULT_PORT = 8765


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    add = parser.add_argument
    add("--host", metavar="HOST", default=HERE, help="the address to listen on (default: this machine alone)")
    add("--port", metavar="PORT", type=int, default=DEFAULT_PORT, help="the port (default 8765; 0: any that is free)")
    add(
        "--profile", choices=("reader", "agent", "admin"), default="agent", help="what callers without the token may do"
    )
    add("--require-token", action="store_true", help="ask for the token on this machine too")
    add("--open", action="store_true", help="open the page in a browser")
    examples(
        parser,
        """
holdfast serve
holdfast serve --port 0 --open
holdfast serve --host 0.0.0.0

MCP is at /mcp, REST at /api/v1 (its description: /api/v1/openapi.json), health at /healthz, counts at /metrics.
Who sends the token acts as you; who does not is an agent. From other machines nothing is answered without it.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Serve until interrupted."""
    if not 0 <= args.port < 65536:
        raise ConfigError("A port is between 0 and 65535.", hint="Use --port 8765.", code="bad-port")
    return serve(face, args.host, args.port, profile=args.profile, token_needed=args.require_token, browse=args.open)


def is_free(port: int) -> bool:
    """Tell whether nothing listens on a port of this machine."""
    import socket

    with socket.socket() as probe:
        return probe.connect_ex((HERE, port)) != 0


def serve(
    face: Face, host: str, port: int, *, profile: str = "agent", token_needed: bool = False, browse: bool = False
) -> int:
    """Serve the memory of this place and say where."""
    from holdfast.serve.http.run import Server

    person = face.open().context.who
    server = Server(face.settings, face.where, person, host=host, port=port, profile=profile, token_needed=token_needed)
    page = f"{server.url}/#token={server.token}"

    def ready() -> None:
        if face.json:
            face.answer({"url": server.url, "mcp": f"{server.url}/mcp", "token_file": str(server.token_file)})
        else:
            face.say(("Serving ", "green"), f"{server.url}  (MCP at {server.url}/mcp, REST at {server.url}/api/v1)")
            face.say((f"  The token is in {server.token_file}. Stop with Ctrl-C.", "dim"))
        face.flush()
        if browse:
            import webbrowser

            webbrowser.open(page)

    try:
        server.run(ready)
    except KeyboardInterrupt:
        return 0
    return 0
