"""File types: which languages the parser knows, what they are called, which of them a file is written in, and what a
file is for: code, or what is written beside it.

Owns the one table of names and endings. The parser aborts the process on a name it does not know, so every name passes
`canonical` first. Nothing here imports the parser. Neighbour: `languages` (what the grammars of some of them name).
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later

_LANGUAGES = {  # what people also call it, and how its files end, the usual ending first
    "bash": ("sh shell", "sh bash zsh ksh bats"),
    "c": ("", "c h"),
    "cpp": ("c++ cc cxx", "cc cpp cxx c++ hh hpp hxx h++ ipp cu inl"),
    "csharp": ("c# cs", "cs csx"),
    "css": ("", "css"),
    "dart": ("", "dart"),
    "elixir": ("ex", "ex exs"),
    "go": ("golang", "go"),
    "haskell": ("hs", "hs"),
    "hcl": ("terraform tf", "hcl tf tfvars"),
    "html": ("", "html htm xhtml"),
    "java": ("", "java"),
    "javascript": ("js jsx", "js jsx mjs cjs"),
    "json": ("", "json"),
    "kotlin": ("kt", "kt kts"),
    "lua": ("", "lua"),
    "markdown": ("md", "md markdown"),
    "nix": ("", "nix"),
    "php": ("", "php"),
    "python": ("py", "py pyi pyw"),
    "ruby": ("rb", "rb rake gemspec"),
    "rust": ("rs", "rs"),
    "scala": ("", "scala sc sbt"),
    "solidity": ("sol", "sol"),
    "swift": ("", "swift"),
    "tsx": ("", "tsx"),
    "typescript": ("ts", "ts mts cts"),
    "yaml": ("yml", "yaml yml"),
}
_BY_NAME = {word: name for name, (others, _) in _LANGUAGES.items() for word in (name, *others.split())}
_BY_ENDING = {ending: name for name, (_, endings) in _LANGUAGES.items() for ending in endings.split()}
_BY_FILE_NAME = {
    "Rakefile": "ruby",
    "Gemfile": "ruby",
    "Vagrantfile": "ruby",
    "BUILD": "python",
    "SConstruct": "python",
}

_INTERPRETERS = {
    "bash": "bash sh dash ksh zsh",
    "javascript": "node nodejs bun",
    "lua": "lua luajit",
    "php": "php",
    "python": "python pypy",
    "ruby": "ruby",
    "typescript": "deno ts-node tsx",
}
_BY_INTERPRETER = {program: name for name, programs in _INTERPRETERS.items() for program in programs.split()}
# Nobody expects these to be judged by their content; any other file that turns out binary is worth a word.
_BINARY = (
    "7z a avi avif bin bmp bz2 class dat db dll dylib eot exe gif gz ico jar jpeg jpg mov mp3 mp4 npy npz o ogg onnx"
    " otf parquet pdf pkl png psd pyc pyd so sqlite tar tgz tif tiff ttf war wasm wav webm webp whl woff woff2 xz zip"
)
_BINARY_ENDINGS = frozenset(_BINARY.split())

NAMES = tuple(_LANGUAGES)


_TEST = compile_later(
    r"(?i:(?:^|[/._-])(?:tests?|specs?|__tests__|__snapshots__|testing|testdata|e2e|fixtures?)(?=[/._-]|$))"
    r"|[a-z\d](?:Tests?|Spec)\.\w+$|(?:^|/)conftest\.py$",
)
_PAGE = compile_later(
    r"\.(?:md|mdx|mdc|markdown|rst|adoc|txt|livemd|org)$|(?:^|/)(?:docs?|documentation|website|examples?|samples?"
    r"|bench(?:marks?)?|changelogs?|changes|newsfragments|\.changeset)/"
    r"|(?:^|/)(?:CHANGELOG|CHANGES|NEWS|HISTORY|AUTHORS|CONTRIBUTORS|THANKS|README|LICENSE|NOTICE)(?:\.\w+)?$"
    r"|(?:^|/)(?:package-lock\.json|npm-shrinkwrap\.json|go\.sum|[\w.-]+\.lock|pnpm-lock\.yaml|bun\.lockb)$"
    r"|\.(?:po|pot|snap)$",
    re.IGNORECASE,
)


def canonical(name: str) -> str | None:
    """Return the parser's name for a language, or None when it does not know it."""
    return _BY_NAME.get(name.strip().lower())


def language_of(path: str) -> str | None:
    """Return the language a file's name stands for, or None."""
    name = path.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if dot and stem:
        return _BY_ENDING.get(ending.lower())
    return _BY_FILE_NAME.get(name)


def is_binary_name(path: str) -> bool:
    """Tell whether a file's name says that it holds no text."""
    return path.rpartition(".")[2].lower() in _BINARY_ENDINGS


def may_be_script(path: str) -> bool:
    """Tell whether a file's name leaves it open what it is written in, so that its first line may say."""
    return "." not in path.rpartition("/")[2][1:] and language_of(path) is None


def language_of_script(data: bytes) -> str | None:
    """Return the language of the interpreter that a script's first line names, or None."""
    if not data.startswith(b"#!"):
        return None
    words = data[2:256].partition(b"\n")[0].decode("utf-8", "replace").split()
    names = [word.rpartition("/")[2] for word in words]
    if names[:1] == ["env"]:
        names = [name for name in names[1:] if not name.startswith("-") and "=" not in name]
    return _BY_INTERPRETER.get(names[0].rstrip("0123456789.")) if names else None


def covers(wanted: str, actual: str) -> bool:
    """Tell whether a guard for `wanted` looks at a file in `actual`; TypeScript includes its JSX flavour."""
    return wanted == actual or (wanted == "typescript" and actual == "tsx")


def any_covers(languages: tuple[str, ...], language: str | None) -> bool:
    """Tell whether a guard for these languages looks at a file in `language`."""
    return language is not None and any(covers(wanted, language) for wanted in languages)


def extension(name: str) -> str:
    """Return the first file ending of a language, for a snippet that has no path of its own."""
    return _LANGUAGES[name][1].partition(" ")[0] if name in _LANGUAGES else "txt"


def is_test(path: str) -> bool:
    """Tell whether a file holds tests, or what tests read."""
    return _TEST.search(path) is not None


def is_beside_code(path: str) -> bool:
    """Tell whether a file is not what the program does: a test, a page, an example, a benchmark, a lock."""
    return is_test(path) or _PAGE.search(path) is not None
