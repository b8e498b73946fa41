"""Records in bulk: JSON Lines in, an answer for each line in the same order, a bad line reported and passed by."""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from standfast.cli.face import Face
from standfast.cli.progress import Bar
from standfast.errors import ConfigError, StandfastError, StoreError, UserError

_HINT = "Each line is one JSON object."
_TOLD = 5  # failed lines that a person is told of


class SomeFailed(UserError):
    """Some lines could not be met."""

    code = "some-failed"


def parse_record(line: bytes) -> dict[str, Any]:
    """Read one line as a JSON object."""
    try:
        record = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ConfigError("The line is not UTF-8.", hint=_HINT, code="bad-record") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"The line is not JSON: {error}.", hint=_HINT, code="bad-record") from None
    if not isinstance(record, dict):
        raise ConfigError("The line is not a JSON object.", hint=_HINT, code="bad-record")
    return record


class BulkLines:
    """Lines that become something; those that cannot keep their place in the answer."""

    def __init__(
        self, face: Face, name: str, make: Callable[[Mapping[str, Any]], Any], label: str, *, silent: bool = False
    ) -> None:
        self._face = face
        self._name = name
        self._make = make
        self._bar = Bar(face, label)
        self._waiting: deque[tuple[int, StandfastError | None]] = deque()
        self._silent = silent
        self.errors: list[dict[str, Any]] = []
        self.total = 0

    @property
    def failed(self) -> int:
        """How many lines could not be met so far."""
        return len(self.errors)

    def __iter__(self) -> Iterator[Any]:
        size, read = self._face.size(self._name), 0
        with self._bar:
            for number, line in self._face.lines(self._name):
                self.total += 1
                read += len(line)
                self._bar(read if size else self.total, size)
                try:
                    made = self._make(parse_record(line))
                except StoreError:
                    raise
                except StandfastError as error:
                    self._waiting.append((number, error))
                    continue
                self._waiting.append((number, None))
                yield made

    def answer(self, record: Mapping[str, Any] | StandfastError) -> None:
        """Print the answer to the next good line, after those of the bad lines before it."""
        self.drain()
        number, _ = self._waiting.popleft()
        if isinstance(record, StandfastError):
            self._bad(number, record)
        elif not self._silent:
            self._face.record(record)
        if not self._waiting:
            self._face.flush()  # what is committed is acknowledged before the next batch is read

    def finish(self) -> int:
        """Print what is left, and complain at the end when something failed."""
        self.drain()
        self._face.flush()
        if self.failed:
            message = f"{self.failed} of {self.total} lines failed; the others are done."
            raise SomeFailed(message, hint=self._told() or "Each failed line has its number and reason in the answer.")
        return 0

    def _told(self) -> str:
        """Say which lines failed first, and why, where the answer does not."""
        if not self._silent:
            return ""
        said = [f"Line {item['line']}: {item['error']['message']}" for item in self.errors[:_TOLD]]
        return " ".join([*said, *(["…"] if self.failed > _TOLD else [])])

    def drain(self) -> None:
        """Print the bad lines that come next."""
        while self._waiting and self._waiting[0][1] is not None:
            number, error = self._waiting.popleft()
            if error is not None:
                self._bad(number, error)

    def _bad(self, number: int, error: StandfastError) -> None:
        record = {"line": number, **error.to_dict()}
        self.errors.append(record)
        if not self._silent:
            self._face.record(record)
