"""Compare `count_tokens` with real tokenisers on the texts of recall sets.

`python tools/ranking/tokens.py TOKENISER_JSON… -- FILE…`: tokenisers in Hugging Face's JSON form or tiktoken's, texts
as JSON Lines with `text`. Needs the packages `tokenizers` and `tiktoken`, which Standfast itself does not.
"""

import base64
import json
import random
import string
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from standfast.recall.pack import count_tokens

_CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)


def open_tokeniser(path: Path) -> Callable[[str], int]:
    """Return a function that counts with a tokeniser's file."""
    if path.suffix == ".json":
        from tokenizers import Tokenizer

        loaded = Tokenizer.from_file(str(path))
        return lambda text: len(loaded.encode(text).ids)
    import tiktoken

    ranks = {base64.b64decode(token): int(rank) for token, rank in map(str.split, path.read_text().splitlines())}
    encoding = tiktoken.Encoding(path.name, pat_str=_CL100K, mergeable_ranks=ranks, special_tokens={})
    return lambda text: len(encoding.encode_ordinary(text))


def texts(files: list[Path]) -> Iterator[tuple[str, str]]:
    """Yield texts of the sets, and some that no set has."""
    for file in files:
        for line in file.read_text("utf-8").splitlines()[:3000]:
            yield file.parent.name, json.loads(line)["text"][:2000]
    chance = random.Random(7)
    for name, alphabet in (
        ("hexadecimal", "0123456789abcdef"), ("base64", string.ascii_letters + string.digits + "+/"),
        ("lower", string.ascii_lowercase), ("punctuation", string.punctuation + " "), ("digits", string.digits + " "),
        ("cjk", "数据库连接超时重试配置文件"), ("emoji", "🚀🔥✅❌🧪"), ("blanks", " \n\t"),
    ):  # fmt: skip
        for _ in range(200):
            yield name, "".join(chance.choice(alphabet) for _ in range(200))


def main() -> None:
    """Print, per kind of text, the ratios of our count to each tokeniser's."""
    at = sys.argv.index("--")
    counters = {path.name[:12]: open_tokeniser(path) for path in map(Path, sys.argv[1:at])}
    ratios: dict[tuple[str, str], list[float]] = {}
    for name, text in texts([Path(item) for item in sys.argv[at + 1 :]]):
        if len(text.encode()) >= 100:
            ours = count_tokens(text)
            for counter, count in counters.items():
                ratios.setdefault((name, counter), []).append(ours / max(1, count(text)))
    for (name, counter), found in ratios.items():
        print(f"{name:18}{counter:14}least {min(found):.2f}  mean {sum(found) / len(found):.2f}  of {len(found)}")


if __name__ == "__main__":
    main()
