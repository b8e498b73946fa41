"""Write the raw evidence of every candidate of a set, so that formulas can be compared without asking again."""

import argparse
import pickle
from pathlib import Path
from typing import Any

import numpy as np
from sets import load, moment_of, read_lines

from standfast.model.kind import TRAITS
from standfast.model.moment import read_time
from standfast.recall import weights
from standfast.recall.ask import Ask
from standfast.recall.candidates import Pool
from standfast.recall.embed import open_embedder
from standfast.recall.question import read_question
from standfast.recall.terms import whole_of
from standfast.store.values import View

weights.LEXICAL_LIMIT, weights.DENSE_LIMIT, weights.PLACED_LIMIT, weights.TELLING = 200, 100, 80, 16


def evidence(query: dict[str, Any], loaded: Any, embedder: Any) -> dict[str, Any]:
    """Return arrays over the candidates of one query."""
    moment = moment_of(query, loaded)
    partition = loaded.store.partition(loaded.keys[query["scope"]])
    view = View(before=moment) if query["at"] else View()
    files = tuple(query["files"])[:16]
    ask = Ask(query["text"], moment, files, embedder=embedder)
    question = read_question(query["text"], partition.index)
    pool = Pool(partition, view, question)
    pool.gather(ask, embedder.embed_query(query["text"]))
    documents = list(pool.documents.values())
    at = {one.row: number for number, one in enumerate(documents)}
    columns = [(number, term, weight) for number, concept in enumerate(question.concepts) for term, weight in concept]
    counts = np.zeros((3, len(documents), len(columns)), np.float32)
    places = [set(one.place.split()) for one in documents]
    spots: list[dict[int, list[int]]] = []  # per document: where in its body each asked term stands
    column_of = {term: number for number, (_, term, _) in enumerate(columns)}
    for number, one in enumerate(documents):
        found: dict[int, list[int]] = {}
        for field, text in enumerate((one.title, one.body, one.place)):
            for spot, word in enumerate(text.split()):
                if word in column_of:
                    counts[field, number, column_of[word]] += 1
                    if field == 1:
                        found.setdefault(column_of[word], []).append(spot)
        spots.append(found)
    whole = [whole_of(path) for path in files]
    folder = [whole_of(path.rpartition("/")[0]) for path in files]
    name = [whole_of(path.rpartition("/")[2]) for path in files]
    stats = partition.index.statistics(whole)
    ids = [loaded.ids[one.memory] for one in documents]
    return {
        "id": query["id"],
        "relevant": set(query["relevant"]),
        "stale": set(query["stale"]),
        "ids": ids,
        "concept": np.array([one[0] for one in columns], int),
        "weight": np.array([one[2] for one in columns], np.float32),
        "terms": [one[1] for one in columns],
        "counts": counts,
        "spots": spots,
        "length": np.array([one.length for one in documents], np.float32),
        "title_length": np.array([len(one.title.split()) for one in documents], np.float32),
        "average": question.average_length,
        "cosine": np.array([pool.cosines.get(one.row, 0.0) for one in documents], np.float32),
        "beside": [[at[row] for row in pool.neighbours.get(one.row, ()) if row in at] for one in documents],
        "exact": np.array([[one in place for one in whole] for place in places], np.float32).reshape(len(ids), -1),
        "folder": np.array([[one in place for one in folder] for place in places], np.float32).reshape(len(ids), -1),
        "name": np.array([[one in place for one in name] for place in places], np.float32).reshape(len(ids), -1),
        "frequency": np.array([stats.frequency.get(one, 0) for one in whole], np.float32),
        "documents": stats.documents,
        "place_length": np.array([len(place) for place in places], np.float32),
        "age": np.array([(moment - read_time(one.at)).total_seconds() / 86400 for one in documents], np.float32),
        "half_life": np.array([TRAITS[one.kind].half_life_days or np.inf for one in documents], np.float32),
    }


def main() -> None:
    """Dump sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every Nth query")
    parser.add_argument("--home", type=Path, required=True)
    options = parser.parse_args()
    embedder = open_embedder()
    for name in options.names:
        loaded = load(options.sets / name, options.home)
        found = [
            evidence(query, loaded, embedder)
            for query in read_lines(options.sets / name / "queries.jsonl")[:: options.every]
        ]
        loaded.store.close()
        with (options.out / f"{name}.pickle").open("wb") as file:
            pickle.dump(found, file)
        ceiling = sum(bool(one["relevant"] & set(one["ids"])) for one in found) / len(found)
        size = sum(len(one["ids"]) for one in found) / len(found)
        print(
            f"{name}: {len(found)} queries, {size:.0f} candidates each, {100 * ceiling:.1f} % hold an answer",
            flush=True,
        )


if __name__ == "__main__":
    main()
