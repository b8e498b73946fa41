"""Models installed beside Standfast: fastembed, sentence-transformers, or an ONNX folder.

Owns the adapters to those libraries. Must not make any of them a requirement, and must not shorten their vectors:
the model's own dimension is part of its name. The ONNX adapter needs onnxruntime alone (the `minilm` extra); it reads a
BERT-style folder with `model.onnx` and `vocab.txt`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standfast.errors import ConfigError, Unavailable
from standfast.recall.embed.vector import quantise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from standfast.recall.embed.contract import Embedder

_PROBE = "dimension"


class LocalEmbedder:
    """Wraps two functions of a library, one for documents and one for questions."""

    def __init__(
        self,
        name: str,
        documents: Callable[[list[str]], Sequence[Sequence[float]]],
        question: Callable[[str], Sequence[float]],
    ) -> None:
        self._documents = documents
        self._question = question
        self._dimensions = len(question(_PROBE))
        self._model = f"{name}/{self._dimensions}"

    @property
    def model(self) -> str:
        """Library, model and dimension."""
        return self._model

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return self._dimensions

    def embed_query(self, text: str) -> bytes:
        """Embed one question, with the model's own prompt for questions where it has one."""
        return quantise(map(float, self._question(text))) if text.strip() else bytes(self._dimensions)

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Embed documents; empty ones become zero vectors."""
        wanted = [at for at, text in enumerate(texts) if text.strip()]
        vectors = [bytes(self._dimensions)] * len(texts)
        if wanted:
            for at, vector in zip(wanted, self._documents([texts[at] for at in wanted]), strict=True):
                vectors[at] = quantise(map(float, vector))
        return vectors


def open_local(family: str, name: str) -> Embedder:
    """Open an installed model: `fastembed`, `sentence-transformers` or `onnx`."""
    return {"fastembed": _open_fastembed, "sentence-transformers": _open_sentence_transformers, "onnx": _open_onnx}[
        family
    ](name)


def _open_fastembed(name: str) -> Embedder:
    library = _import("fastembed")
    try:
        model = library.TextEmbedding(model_name=name)
    except (ValueError, OSError) as cause:
        raise _no_model("fastembed", name, cause) from cause
    return LocalEmbedder(
        f"fastembed:{name}",
        lambda texts: list(model.passage_embed(texts)),
        lambda text: next(iter(model.query_embed(text))),
    )


def _open_sentence_transformers(name: str) -> Embedder:
    library = _import("sentence-transformers")
    try:
        model = library.SentenceTransformer(name)
    except (ValueError, OSError) as cause:
        raise _no_model("sentence-transformers", name, cause) from cause
    prompt = "query" if "query" in (getattr(model, "prompts", None) or {}) else None
    return LocalEmbedder(
        f"sentence-transformers:{name}",
        lambda texts: model.encode(texts, show_progress_bar=False),
        lambda text: model.encode([text], prompt_name=prompt, show_progress_bar=False)[0],
    )


def _open_onnx(name: str) -> Embedder:
    folder = Path(name).expanduser()
    if not (folder / "vocab.txt").is_file() or not (folder / "model.onnx").is_file():
        raise ConfigError(
            f"No ONNX model in {folder}",
            hint="The folder must hold model.onnx and vocab.txt of a BERT-style model.",
            code="embedder-model",
        )
    _import("onnxruntime")
    from standfast.recall.embed.onnx import OnnxModel, fingerprint

    model = OnnxModel(folder)
    return LocalEmbedder(f"onnx:{folder.name}@{fingerprint(folder)}", model.embed, lambda text: model.embed([text])[0])


def _import(package: str) -> Any:
    try:
        return import_module(package.replace("-", "_"))
    except ImportError as cause:
        raise Unavailable(
            f"The embedder needs the package {package}, which is not installed.",
            hint=f"Install {package} beside Standfast, or use the built-in embedder: static.",
            code="embedder-missing",
        ) from cause


def _no_model(family: str, name: str, cause: Exception) -> Unavailable:
    return Unavailable(
        f"{family} cannot open the model {name!r}: {cause}",
        hint="Check the name, and that the model was downloaded or may be.",
        code="embedder-model",
    )
