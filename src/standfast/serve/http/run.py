"""Running the server: the socket, the event loop, and the end of both."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from standfast.config import Settings
from standfast.errors import ConfigError
from standfast.model.source import Source
from standfast.serve.http.app import build_app
from standfast.serve.http.auth import AGENTS, Auth, ensure_token
from standfast.serve.http.state import ServerState
from standfast.serve.http.timeouts import HurriedProtocol
from standfast.text.files import write_whole

_GRACE_S = 3


class Server:
    """A server that has its address and is not running yet."""

    def __init__(
        self,
        settings: Settings,
        where: Path,
        person: Source,
        *,
        host: str,
        port: int,
        profile: str = "agent",
        token_needed: bool = True,
        names: Sequence[str] = (),
        log: bool = False,
        read_only: bool = False,
    ) -> None:
        self.home = settings.home
        self.token, self.token_file = ensure_token(settings.home)
        agents, self.agent_token_file = ensure_token(settings.home, AGENTS)
        self.auth = Auth(host=host, token=self.token, agent_token=agents, token_needed=token_needed, names=names)
        self._leaf: Path | None = None
        self._socket = bind(host, port)
        self.port: int = self._socket.getsockname()[1]
        name = f"[{host}]" if ":" in host else host
        self.url = f"http://{name}:{self.port}"
        self._state = ServerState(
            settings, where, person=person, auth=self.auth, profile=profile, log=log, read_only=read_only
        )
        config = uvicorn.Config(
            build_app(self._state),
            log_level="error",
            access_log=False,
            server_header=False,
            http=HurriedProtocol,
            ws="none",
            timeout_graceful_shutdown=_GRACE_S,
            lifespan="on",
        )
        self._runner = uvicorn.Server(config)
        self._state.is_ending = lambda: self._runner.should_exit

    @property
    def page(self) -> str:
        """The address of the page with the person's token in the part that browsers keep to themselves."""
        return f"{self.url}/#token={self.token}"

    def browse(self) -> None:
        """Open the page, by way of a file: the words of a running program are there for every account to read."""
        import webbrowser

        self._leaf = self.home / f"page-{self.port}.html"
        leaf = f'<!doctype html><meta http-equiv="refresh" content="0; url={self.page}">\n'
        write_whole(self._leaf, leaf.encode("ascii"), mode=0o600)
        webbrowser.open(self._leaf.as_uri())

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until interrupted; `ready` is called once connections are taken."""
        self._socket.listen(128)
        try:
            with _ended_by_a_signal():
                ready()
                self._runner.run(sockets=[self._socket])
        finally:
            if self._leaf is not None:
                self._leaf.unlink(missing_ok=True)

    def stop(self) -> None:
        """End serving soon, from another thread; an interrupt does the same."""
        self._runner.should_exit = True


@contextmanager
def _ended_by_a_signal() -> Iterator[None]:
    """Let SIGTERM end the program like an interrupt does: the runner raises it again when it has stopped."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def bind(host: str, port: int) -> socket.socket:
    """Return a bound socket, or say kindly why there is none."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, number)
    except OSError as error:
        hint = "Use 127.0.0.1 for this machine alone, 0.0.0.0 for every interface."
        raise ConfigError(f"{host!r} is not an address to listen on: {error}.", hint=hint, code="bad-host") from error
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        hint = "Choose another with --port; --port 0 takes any that is free."
        raise ConfigError(f"Cannot listen on {host}:{port}: {error.strerror}.", hint=hint, code="no-port") from error
    return bound
