"""The other side of a sync over HTTP: the same questions, each one request with a compressed document each way.

Owns retries and what may be trusted to a connection: a token goes over TLS, or to this machine itself. A request is
asked again when nobody answered; taking a batch in twice changes nothing.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from standfast.errors import ConfigError, Refused, StoreError, Unavailable
from standfast.store.people import Judgement
from standfast.store.values import Project
from standfast.sync.arriving import Arrived
from standfast.sync.batch import UNPACKED, Batch, decode_batch, encode_batch, pack, unpack
from standfast.sync.ranges import Ranges
from standfast.sync.remote import Welcome
from standfast.text.web import exchange, is_private

KIND = "application/x-standfast-sync"
_TRIES = 4
_WAIT_S = 0.5
_TIMEOUT_S = 60


class HttpRemote:
    """A team's server."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if not is_private(url):
            hint = "Use https://, so that nobody on the way reads the token and the memories."
            raise Refused("The address is not encrypted.", hint=hint, code="not-encrypted")
        self.name = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._base = f"{self.name}{parts.path.rstrip('/')}/api/v1/sync/"
        self._token = token

    def meet(self, project: Project | None, groups: Sequence[str], *, create: bool) -> Welcome:
        """Say who we are and which project we mean."""
        offered = {"id": project.id, "name": project.name, "evidence": list(project.evidence)} if project else None
        found = self._ask("meet", {"project": offered, "groups": list(groups), "create": create})
        try:
            key = bytes.fromhex(found["key"])
            return Welcome(str(found["project"]), key, str(found["person"]), tuple(map(str, found["groups"])))
        except (KeyError, TypeError, ValueError):
            raise _strange() from None

    def held(self, key: str) -> Ranges:
        return decode_ranges(self._ask("held", {"key": key}).get("held"))

    def fetch(self, key: str, held: Ranges) -> Batch:
        """Return operations that we lack, a batch of them."""
        return decode_batch(self._ask("fetch", {"key": key, "held": held}))

    def send(self, key: str, batch: Batch) -> Arrived:
        """Hand a batch in."""
        found = self._ask("send", {"key": key, "batch": encode_batch(batch)})
        try:
            refused = tuple((str(name), str(why)) for name, why in found["refused"])
            names = (tuple(map(str, found[part])) for part in ("purged", "disputed"))
            return Arrived(int(found["added"]), int(found["known"]), refused, *names)
        except (KeyError, TypeError, ValueError):
            raise _strange() from None

    def judge(self, key: str, judgements: Sequence[Judgement]) -> None:
        """Say what our checkout says now of what is anchored in it."""
        self._ask("judge", {"key": key, "judged": [item.to_dict() for item in judgements]})

    def close(self) -> None:
        """Let go of it."""

    def _ask(self, what: str, record: Mapping[str, Any]) -> dict[str, Any]:
        body = pack(record)
        for left in reversed(range(_TRIES)):
            request = urllib.request.Request(  # noqa: S310 - http or https, checked above
                self._base + what,
                data=body,
                headers={"Authorization": f"Bearer {self._token}", "Content-Type": KIND, "Accept": KIND},
            )
            try:
                return unpack(exchange(request, timeout_s=_TIMEOUT_S, most=UNPACKED))
            except urllib.error.HTTPError as error:
                told = _error_of(error)
                if not told.retryable or not left:
                    raise told from None
            except (OSError, urllib.error.URLError) as error:
                if not left:
                    hint = "Nothing is lost: run it again when the server is back."
                    said = f"The team's server does not answer: {getattr(error, 'reason', error)}."
                    raise Unavailable(said, hint=hint, code="team-away", retryable=True) from error
            time.sleep(_WAIT_S * (_TRIES - left))
        raise AssertionError


def decode_ranges(found: Any) -> dict[Any, list[tuple[int, int]]]:
    """Read ranges from a document."""
    try:
        return {
            str(device): [(int(first), int(last)) for first, last in spans] for device, spans in dict(found).items()
        }
    except (TypeError, ValueError, AttributeError):
        hint = "Use the same version of Standfast on both sides."
        raise ConfigError("Those are not ranges of operations.", hint=hint, code="bad-batch") from None


def _error_of(error: urllib.error.HTTPError) -> StoreError | Refused:
    try:
        told = json.loads(error.read())["error"]
        code, message, hint = str(told["code"]), str(told["message"]), str(told["hint"])
    except (ValueError, KeyError, TypeError, OSError):
        code, message, hint = "team-failed", f"The team's server answered {error.code}.", "Ask who runs it."
    if error.code in {429, 502, 503, 504}:
        return StoreError(message, hint=hint, code=code, retryable=True)
    return Refused(message, hint=hint, code=code)


def _strange() -> ConfigError:
    return ConfigError(
        "The server answers in a form that is not known.", hint="Upgrade the older side.", code="bad-batch"
    )
