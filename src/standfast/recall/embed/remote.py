"""Vectors from an OpenAI-compatible endpoint: Ollama, LM Studio, OpenAI, Voyage and others.

Owns one HTTP exchange and its failures, with the standard library only. Must not read the environment: the key,
the address and the mask come from the caller. Texts leave the machine here, and only here, so nothing opens this
unasked and every text goes through the mask.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request

from standfast.errors import ConfigError, Unavailable
from standfast.recall.embed.vector import quantise
from standfast.text.web import exchange

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DEFAULT_BASE_URL = "https://api.openai.com/v1"
TIMEOUT_S = 30.0
BATCH = 64
MAX_CHARACTERS = 24_000  # about 8,000 tokens at three characters each: the usual limit of one input
MAX_ANSWER = 64 * 1024 * 1024
_BUSY = (408, 409, 425, 429, 500, 502, 503, 504)
_PROBE = "dimension"


class OpenAIEmbedder:
    """Embeds through `POST {base_url}/embeddings`."""

    def __init__(
        self,
        name: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout_s: float = TIMEOUT_S,
        batch: int = BATCH,
        mask: Callable[[str], str] = str,
    ) -> None:
        self._name = name
        self._url = _embeddings_url(base_url or DEFAULT_BASE_URL)
        self._key = api_key
        self._timeout_s = timeout_s
        self._batch = batch
        self._mask = mask
        self._dimensions = 0

    @property
    def model(self) -> str:
        """Name of the model with its dimension; asks the endpoint once for the latter."""
        return f"openai:{self._name}/{self.dimensions}"

    @property
    def dimensions(self) -> int:
        """Length of every vector, learned from the first answer."""
        if not self._dimensions:
            self._ask([_PROBE])
        return self._dimensions

    def embed_query(self, text: str) -> bytes:
        """Embed one question."""
        return self.embed([text])[0]

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Embed documents in batches; empty ones become zero vectors without being sent."""
        wanted = [at for at, text in enumerate(texts) if text.strip()]
        found: dict[int, bytes] = {}
        for start in range(0, len(wanted), self._batch):
            part = wanted[start : start + self._batch]
            found.update(zip(part, self._ask([self._mask(texts[at])[:MAX_CHARACTERS] for at in part]), strict=True))
        empty = b"" if len(found) == len(texts) else bytes(self.dimensions)
        return [found.get(at, empty) for at in range(len(texts))]

    def _ask(self, texts: list[str]) -> list[bytes]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "standfast"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        body = json.dumps({"model": self._name, "input": texts}).encode()
        request = Request(self._url, data=body, headers=headers, method="POST")  # noqa: S310  # checked to be http(s)
        try:
            content = exchange(request, timeout_s=self._timeout_s, most=MAX_ANSWER)
        except HTTPError as cause:
            with cause:
                raise self._refused(cause) from cause
        except (URLError, OSError) as cause:
            raise Unavailable(
                f"The embedding endpoint {self._url} does not answer: {getattr(cause, 'reason', cause)}",
                hint="Start it or correct its address; recall goes on with words alone until then.",
                code="embedder-unreachable",
                retryable=True,
            ) from cause
        return self._read(content, len(texts))

    def _refused(self, cause: HTTPError) -> Unavailable:
        said = cause.read(400).decode("utf-8", "replace").strip()
        if self._key:
            said = said.replace(self._key, "[key]")
        hints = {401: "Check the API key.", 403: "Check the API key.", 404: f"Check that it serves {self._name!r}."}
        return Unavailable(
            f"The embedding endpoint {self._url} answered {cause.code}: {said or cause.reason}",
            hint=hints.get(cause.code, "Try again later; recall goes on with words alone until then."),
            code="embedder-refused",
            retryable=cause.code in _BUSY,
        )

    def _read(self, content: bytes, count: int) -> list[bytes]:
        try:
            entries = sorted(json.loads(content)["data"], key=_position)
            vectors = [quantise([float(x) for x in entry["embedding"]]) for entry in entries]
        except (ValueError, KeyError, TypeError, AttributeError) as cause:
            raise self._unexpected("something that is not a list of embeddings") from cause
        if len(vectors) != count:
            raise self._unexpected(f"{len(vectors)} vectors for {count} texts")
        lengths = {len(vector) for vector in vectors} | ({self._dimensions} if self._dimensions else set())
        if len(lengths) != 1 or 0 in lengths:
            raise self._unexpected(f"vectors of the lengths {sorted(lengths)}")
        self._dimensions = lengths.pop()
        return vectors

    def _unexpected(self, what: str) -> Unavailable:
        return Unavailable(
            f"The embedding endpoint {self._url} gave {what}.",
            hint=f"Check that {self._name!r} is an embedding model.",
            code="embedder-answer",
        )


def _position(entry: dict[str, Any]) -> int:
    return int(entry.get("index", 0))


def _embeddings_url(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ConfigError(
            f"Not an address of an embedding endpoint: {base_url!r}",
            hint="Write it with its version, for example http://localhost:11434/v1.",
            code="embedder-address",
        )
    return base_url.rstrip("/") + "/embeddings"
