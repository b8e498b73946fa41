"""What two stores hand each other: operations as they were written, in any order, each once.

Owns which operations are here (per device, in ranges of its chain), handing them out and taking them in. What comes in
is held against its own hash, its commitment and its neighbours in the chain; nothing is written that is not what its
device wrote. Must not judge what an operation says or who may send it: `sync` does.
"""

from __future__ import annotations

import json

from standfast.errors import Conflict
from standfast.model.operation import Act, Operation, commit_to, decode_header, hash_header
from standfast.store.relational.database import guarded
from standfast.store.replay import UNREADABLE
from standfast.store.values import Carried

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.model.ids import DeviceId
    from standfast.model.operation import Header
    from standfast.store.relational.database import Database
    from standfast.store.relational.log import TableLog

_HINT = "It was changed on its way, or the log of one side was put back from a copy. Run `standfast doctor` on both."


@guarded
class TableExchange:
    """Operations of one partition, on their way out and in."""

    def __init__(self, connection: Database, log: TableLog) -> None:
        self._db = connection
        self._sql = connection.statements("exchange")
        self._log = log

    def held(self) -> dict[DeviceId, list[tuple[int, int]]]:
        found: dict[DeviceId, list[tuple[int, int]]] = {}
        for device, first, last in self._db.execute(self._sql["held"]):
            found.setdefault(device, []).append((first, last))
        return found

    def carried(self, device: DeviceId, first: int, last: int, *, limit: int) -> Iterator[Carried]:
        for header, digest, nonce, body in self._db.execute(self._sql["carried"], (device, first, last, limit)):
            said = bytes(body).decode() if body is not None else None
            yield Carried(bytes(header).decode(), digest, bytes(nonce) if nonce is not None else None, said)

    def receive(self, carried: Sequence[Carried]) -> list[Operation]:
        arrived: list[Operation] = []
        for item in carried:
            operation = read_carried(item)
            known = self._db.execute(self._sql["hash_of"], (operation.id,)).get
            if known is not None and known != item.hash:
                raise Conflict(f"Operation {operation.id} is here with another content.", hint=_HINT, code="forked")
            if known is None:
                self._check(operation)
                self._log.insert(operation, item.header, item.nonce or b"", item.body)
                arrived.append(operation)
        held = self.held() if arrived else {}
        for device in dict.fromkeys(operation.header.device for operation in arrived):
            ranges = held[device]
            if len(ranges) > 1 or ranges[0][0] > 1:
                self._db.execute(self._sql["note_gap"], (device,))
        self._log.take_in(arrived)
        return arrived

    def _check(self, operation: Operation) -> None:
        """Hold an operation against its neighbours in the chain, and what it undoes against the order of clocks."""
        header = operation.header
        for number, digest, text in self._db.execute(
            self._sql["beside"], (header.device, header.number, header.number)
        ).fetchall():
            follows = number == header.number + 1 and decode_header(text).previous == operation.hash
            if not follows and not (number == header.number - 1 and header.previous == digest):
                said = f"Operation {operation.id} does not fit into the chain of device {header.device}."
                raise Conflict(said, hint=_HINT, code="forked")
        self._check_clock(header)

    def _check_clock(self, header: Header) -> None:
        """Refuse to undo what is yet to come: causes come before effects, or reverts could go in circles."""
        clocks = [self._db.execute(self._sql["clock_of"], (target,)).get for target in header.targets]
        earliest = self._db.execute(self._sql["earliest_revert"], (header.id,)).get
        late = any(clock is not None and clock >= header.hlc for clock in clocks)
        if late or (earliest is not None and earliest <= header.hlc):
            raise Conflict(f"Operation {header.id} undoes what came after it.", hint=_HINT, code="forked")


def read_carried(carried: Carried) -> Operation:
    """Read an operation as it came, and hold it against its hash and its commitment."""
    try:
        header = decode_header(carried.header)
        payload = json.loads(carried.body) if carried.body is not None else None
        canonical = header.encode() == carried.header and hash_header(carried.header) == carried.hash
        shaped = payload is None or isinstance(payload, dict)
    except (*UNREADABLE, RecursionError):
        canonical = shaped = False
    if not canonical or not shaped or (header.targets and header.act is not Act.REVERT):
        raise Conflict("An operation is not what its hash says.", hint=_HINT, code="forked")
    if carried.body is not None and commit_to(carried.body, carried.nonce or b"") != header.commitment:
        raise Conflict(f"Operation {header.id} does not say what it committed to.", hint=_HINT, code="forked")
    return Operation(header, carried.hash, payload)
