"""An embedding endpoint on this machine, for whoever asks one."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Answer = Callable[[dict[str, Any]], tuple[int, Any]]


class Endpoint:
    """A small embedding server: keeps what it was asked, answers as told."""

    def __init__(self, answer: Answer) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answer = answer
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.asked.append({"path": self.path, **asked})
                endpoint.headers.append(dict(self.headers))
                code, answer = endpoint.answer(asked)
                content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                with suppress(ConnectionError):  # a client that gave up is part of the tests
                    self.send_response(code)
                    self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Answer until the end of the block."""
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield
        self.server.shutdown()
        self.server.server_close()
        thread.join(5)
