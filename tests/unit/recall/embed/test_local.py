"""Models installed beside Standfast: what is missing is said, what is there gives the same form of vectors."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from standfast.errors import ConfigError, Unavailable
from standfast.recall.embed import open_embedder
from standfast.recall.embed.local import LocalEmbedder

if TYPE_CHECKING:
    from pathlib import Path

FASTEMBED = """
class TextEmbedding:
    def __init__(self, model_name):
        if model_name != "toy":
            raise ValueError("no such model")
    def passage_embed(self, texts):
        return ([float(text.count(c)) for c in "ab"] for text in texts)
    def query_embed(self, text):
        yield [float(text.count(c)) + 1.0 for c in "ab"]
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("fastembed", "sentence_transformers"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


@pytest.mark.parametrize("spec", ["fastembed:x", "sentence-transformers:x"])
def test_a_missing_package_is_named_with_what_to_do(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = spec.partition(":")[0]
    monkeypatch.setitem(sys.modules, package.replace("-", "_"), None)
    with pytest.raises(Unavailable) as caught:
        open_embedder(spec)
    assert caught.value.code == "embedder-missing"
    assert package in caught.value.hint


def test_an_installed_library_gives_stored_vectors_under_its_own_name(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (installed / "fastembed.py").write_text(FASTEMBED)
    embedder = open_embedder("fastembed:toy")
    assert (embedder.model, embedder.dimensions) == ("fastembed:toy/2", 2)
    assert embedder.embed(["aa", " ", "b"]) == [bytes([127, 0]), bytes(2), bytes([0, 127])]
    assert embedder.embed_query("x") == bytes([90, 90])
    monkeypatch.delitem(sys.modules, "fastembed")


def test_a_model_the_library_does_not_know_is_unavailable(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (installed / "fastembed.py").write_text(FASTEMBED)
    with pytest.raises(Unavailable) as caught:
        open_embedder("fastembed:other")
    assert caught.value.code == "embedder-model"
    monkeypatch.delitem(sys.modules, "fastembed")


def test_a_folder_without_a_model_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        open_embedder(f"onnx:{tmp_path}")
    assert caught.value.code == "embedder-model"


def test_empty_texts_never_reach_the_model() -> None:
    given: list[str] = []

    def documents(texts: list[str]) -> list[list[float]]:
        given.extend(texts)
        return [[1.0, 0.0] for _ in texts]

    embedder = LocalEmbedder("toy", documents, lambda _: [0.0, 1.0])
    assert embedder.embed(["", "x", "\n"]) == [bytes(2), bytes([127, 0]), bytes(2)]
    assert embedder.embed_query(" ") == bytes(2)
    assert given == ["x"]
