"""Make further recall sets to tune on, so that no weight is fitted to one set.

`make_sets.py history GIT_DIR OUT`: commits; a query is a later commit's message without references, and its files; what
it names (fixes, follow-up, reverts) is relevant. `make_sets.py dialogue FRIENDSQA_JSON OUT`: turns of dialogues with
questions whose answers are single turns (FriendsQA's form).
"""

import json
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_NAMED = re.compile(
    r"(?i)(?:fix(?:es|ed)?|follow[- ]?up|revert(?:s|ed)?|regress|introduced|broke)\D[^\n]{0,60}?\b([0-9a-f]{7,40})\b"
)
_REFERENCE = re.compile(
    r"(?im)^.*\b(?:this reverts|fixes:|follow-?up to|signed-off-by|reviewed-by).*$|\b[0-9a-f]{7,40}\b|#\d+"
)
SCENES = 27  # sessions a scope: about as many as one long acquaintance has
MOST_FILES = 40


def write(folder: Path, name: str, records: list[dict[str, Any]]) -> None:
    """Write records as JSON Lines."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))


def history(git: str, out: Path) -> None:
    """Turn a repository's commits into a set."""
    log = subprocess.run(
        ["git", "-C", git, "log", "--no-merges", "--name-only", "--format=%x01%H%x00%cI%x00%B%x02"],
        capture_output=True, text=True, check=False, errors="replace",
    ).stdout  # fmt: skip  # a partial clone stops where objects are missing; what it gave until then serves
    corpus, queries, by_hash = [], [], {}
    for entry in reversed(log.split("\x01")[1:]):
        head, _, files = entry.partition("\x02")
        digest, at, message = head.split("\0")
        paths = [part for part in files.split("\n") if part and not part.startswith("vendor/")][:MOST_FILES]
        moment = datetime.fromisoformat(at).astimezone(UTC).isoformat()
        named = {by_hash[part[:7]] for part in _NAMED.findall(message) if part[:7] in by_hash}
        plain = _REFERENCE.sub("", message).strip()
        title, _, body = plain.partition("\n")
        record = {"id": digest[:12], "text": body.strip() or title, "at": moment, "kind": "episode", "scope": "repo"}
        corpus.append(record | {"session": None, "title": title, "files": paths, "supersedes": []})
        if named and paths:
            before = (datetime.fromisoformat(moment) - timedelta(seconds=1)).isoformat()  # it must not find itself
            query = {"id": f"q-{digest[:12]}", "text": plain, "at": before, "scope": "repo", "files": paths}
            queries.append(query | {"relevant": sorted(named), "stale": [], "type": "history"})
        by_hash[digest[:7]] = digest[:12]
    write(out, "corpus.jsonl", corpus)
    write(out, "queries.jsonl", queries)


def dialogue(source: Path, out: Path) -> None:
    """Turn dialogues with answered questions into a set."""
    corpus, queries = [], []
    at = datetime(2024, 1, 1, tzinfo=UTC)
    for number, snapshot in enumerate(
        sorted(json.loads(source.read_text())["data"], key=lambda load: str(load["title"]))
    ):
        scope, session = f"talk{number // SCENES}", snapshot["title"]
        at += timedelta(days=3)
        for paragraph in snapshot["paragraphs"]:
            for turn in paragraph["utterances:"]:
                at += timedelta(seconds=20)
                text = f"{', '.join(item.split()[0] for item in turn['speakers'])}: {turn['utterance']}"
                record = {"id": f"{session}/{turn['uid']}", "text": text, "at": at.isoformat(), "kind": "episode"}
                corpus.append(
                    record | {"scope": scope, "session": session, "title": None, "files": [], "supersedes": []}
                )
            for item in paragraph["qas"]:
                relevant = sorted({f"{session}/{answer['utterance_id']}" for answer in item["answers"]})
                query = {"id": item["id"], "text": item["question"], "at": None, "scope": scope, "files": []}
                queries.append(query | {"relevant": relevant, "stale": [], "type": "turn"})
    write(out, "corpus.jsonl", corpus)
    write(out, "queries.jsonl", queries)


if __name__ == "__main__":
    if sys.argv[1] == "history":
        history(sys.argv[2], Path(sys.argv[3]))
    else:
        dialogue(Path(sys.argv[2]), Path(sys.argv[3]))
