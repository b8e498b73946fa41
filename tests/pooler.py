"""A pooler that lends connections by the transaction, as unkind as one may be: every transaction gets another one.

It refuses what such poolers refuse (settings that come with a connection, statements prepared under a name), and what a
session leaves on a connection is found there by whoever comes next.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN, _CRYPTIC = 196608, {80877103, 80877104}
_ENDS = frozenset((b"Q", b"S"))  # messages after which the server says when it is ready


class Pooler:
    """Listens on loopback and lends a few connections to a server that is reached by a socket in a folder."""

    def __init__(self, folder: str, *, lines: int = 6) -> None:
        self._path = f"{folder}/.s.PGSQL.5432"
        self._free = deque(Backend(self._path) for _ in range(lines))
        self._there = threading.Condition()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.refused: list[str] = []
        self.transactions = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        held: Backend | None = None
        try:
            with client:
                self._greet(client)
                for kind, message in messages(client):
                    if kind == b"X":
                        return
                    if kind == b"P" and message[5:6] != b"\0":
                        self.refused.append("a statement prepared under a name")
                    held = held or self._lend()
                    held.line.sendall(message)
                    if kind in _ENDS and held.answer(client) == b"I":
                        held = self._take_back(held)
        except (OSError, EOFError, ValueError):
            return
        finally:
            if held is not None:
                held.line.sendall(_query(b"ROLLBACK"))
                held.answer(None)
                self._take_back(held)

    def _greet(self, client: socket.socket) -> None:
        while True:
            (size,) = struct.unpack("!i", _read(client, 4))
            body = _read(client, size - 4)
            (code,) = struct.unpack("!i", body[:4])
            if code in _CRYPTIC:
                client.sendall(b"N")
                continue
            if code != _PLAIN:
                raise ValueError(code)
            if b"\0options\0" in body:
                self.refused.append("settings that come with a connection")
                text = b"SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"
                client.sendall(b"E" + struct.pack("!i", len(text) + 4) + text)
                raise EOFError
            with self._there:
                client.sendall(self._free[0].greeting if self._free else b"")
            return

    def _lend(self) -> Backend:
        with self._there:
            self._there.wait_for(lambda: self._free, timeout=600)
            self.transactions += 1
            return self._free.popleft()

    def _take_back(self, backend: Backend) -> None:
        with self._there:
            self._free.append(backend)
            self._there.notify()

    def close(self) -> None:
        """Close the door and every connection."""
        self._door.close()
        for backend in self._free:
            backend.line.close()


class Backend:
    """One connection to the server."""

    def __init__(self, path: str) -> None:
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(path)
        body = struct.pack("!i", _PLAIN) + b"user\0postgres\0database\0postgres\0client_encoding\0UTF8\0\0"
        self.line.sendall(struct.pack("!i", len(body) + 4) + body)
        self.greeting = b""
        for kind, message in messages(self.line):
            self.greeting += message
            if kind == b"Z":
                break

    def answer(self, client: socket.socket | None) -> bytes:
        """Pass on what the server says until it is ready; return whether it is in a transaction."""
        for kind, message in messages(self.line):
            if client is not None:
                client.sendall(message)
            if kind == b"Z":
                return message[5:6]
        raise EOFError


def messages(line: socket.socket) -> Iterator[tuple[bytes, bytes]]:
    """Yield messages, each with its kind."""
    while True:
        head = _read(line, 5)
        (size,) = struct.unpack("!i", head[1:])
        yield head[:1], head + _read(line, size - 4)


def _query(text: bytes) -> bytes:
    return b"Q" + struct.pack("!i", len(text) + 5) + text + b"\0"


def _read(line: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        piece = line.recv(size - len(found))
        if not piece:
            raise EOFError
        found += piece
    return found
