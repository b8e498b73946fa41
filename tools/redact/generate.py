"""Generate the gitleaks rule table of the redactor from gitleaks' own configuration.

Owns the way from `config/gitleaks.toml` (Go regular expressions) to `src/standfast/capture/redact/gitleaks.py`
(Python ones, ready for the anchored matcher). It is run by hand to refresh the rules, never at run time:

    git clone --depth 1 https://github.com/gitleaks/gitleaks
    python tools/redact/generate.py gitleaks/config/gitleaks.toml v8.30.0

Two shapes come out. A token rule is recognised by what it looks like (`ghp_…`); it is anchored on literals that must
stand at its beginning. An assigned rule is recognised by the name it is assigned to (`adafruit_key = …`); all of those
share one assignment scanner at run time, so only the names and the shape of the value are kept.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from translate import anchors_of, solid_width, to_python

TARGET = Path(__file__).resolve().parents[2] / "src" / "standfast" / "capture" / "redact" / "gitleaks.py"

# Shapes that Standfast reads with scanners of its own (wider, multi-line or tied to a name), so the rule is left out.
OWN = {
    "aws-amazon-bedrock-api-key-short-lived",
    "curl-auth-header",
    "curl-auth-user",
    "facebook-access-token",
    "freemius-secret-key",
    "generic-api-key",
    "hashicorp-tf-password",
    "jwt",
    "kubernetes-secret-yaml",
    "nuget-config-password",
    "pkcs12-file",
    "private-key",
    "sidekiq-sensitive-url",
}

# Rules whose upstream pattern also fires on plain digests or common prose when run on text rather than on files.
NARROWED = {
    "sourcegraph-access-token": r"\b(sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40})\b",
    "vault-service-token": r"\b(hvs\.[\w-]{90,120})\b",
    "atlassian-api-token": r"\b(ATATT3[A-Za-z0-9_\-=]{186})\b",
    "jwt-base64": r"\b(ZXlK[a-zA-Z0-9]{40,}={0,2})",
    "azure-ad-client-secret": r"(?<![\w~.-])([a-zA-Z0-9_~.]{3}\dQ~[a-zA-Z0-9_~.-]{31,34})(?![\w~-])",
    "hashicorp-tf-api-token": r"\b((?i)[a-z0-9]{14}\.(?-i:atlasv1)\.[a-z0-9\-_=]{60,70})",
    "microsoft-teams-webhook": r"webhook\.office\.com/webhookb2/([a-z0-9@-]{73}/\w{15}/[a-z0-9]{32}/[a-z0-9-]{36})",
    "slack-webhook-url": r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{43,56})",
}
# Tokens whose literal part stands inside them: the literal, and how many characters of the token come before it.
INSIDE = {
    "azure-ad-client-secret": ("Q~", 4),
    "hashicorp-tf-api-token": (".atlasv1.", 14),
    "maxmind-license-key": ("_mmk", 36),
}
ALSO_ASSIGNED = [
    ("facebook-access-token", ("facebook",), r"(?i:\d{15,16}[|%][0-9a-z\-_]{27,40})", 3.0),
    ("atlassian-api-token", ("atlassian", "confluence", "jira"), "(?i:[a-z0-9]{20}[a-f0-9]{4})", 3.5),
    ("sourcegraph-access-token", ("sourcegraph",), "[a-fA-F0-9]{40}", 3.0),
]

PREFIX = r"[\w.-]{0,50}?"
MIDDLE = r"""(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"""
MIDDLE_SCOPED = r"""(?:[ \t\w.-]{0,20})[\s'"]{0,3})(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"""
END = r"""(?:[\x60'"\s;]|\\[nr]|$)"""


def split_assigned(regex: str) -> str | None:
    """Return the value's pattern when the rule is one of the assigned shape, else None."""
    for middle in (MIDDLE_SCOPED, MIDDLE):
        if middle in regex and regex.endswith(END):
            value = regex.split(middle, 1)[1][: -len(END)]
            return f"(?i:{value})" if regex.startswith("(?i)") else value
    return None


def allowed(rule: dict[str, Any]) -> tuple[str, ...]:
    """Collect the allow-list patterns of a rule that speak about the secret itself."""
    lists = rule.get("allowlists", [])
    return tuple(to_python(r) for a in lists if a.get("regexTarget") != "match" for r in a.get("regexes", []))


def examples(config: dict[str, Any]) -> list[str]:
    """Collect the example keys that upstream lets through because documentation shows them."""
    lists = [a for rule in config["rules"] for a in rule.get("allowlists", [])] + [config["allowlist"]]
    words = [text for a in lists for text in (*a.get("regexes", []), *a.get("stopwords", []))]
    return sorted({w for w in words if re.fullmatch(r"[\w-]{20,}", w) and re.search(r"\d", w)})


def build(config: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """Sort the rules into tokens and assigned values, translated."""
    tokens: list[Any] = []
    assigned: list[Any] = list(ALSO_ASSIGNED)
    for rule in config["rules"]:
        name, regex = rule["id"], NARROWED.get(rule["id"], rule.get("regex", ""))
        if name in OWN or not regex:
            continue
        least = float(rule.get("entropy", 0))
        value = split_assigned(regex)
        if value is not None:
            names = tuple(sorted({k.lower() for k in rule["keywords"]}))
            assigned.append((name, names, to_python(value), least))
            continue
        pattern = to_python(regex.replace("([a-z0-9]{4}-){3}", "(?:[a-z0-9]{4}-){3}"))  # no capture inside a secret
        anchors, exact, bounded = anchors_of(pattern)
        inside, back = INSIDE.get(name, ("", 0))
        if inside:
            anchors, exact, bounded = (inside,), True, True
        if not anchors:
            raise SystemExit(f"{name}: no literal to start from; add it to NARROWED, INSIDE or OWN")
        width = solid_width(pattern)
        tokens.append((name, anchors, exact, bounded, back, width, pattern, least, allowed(rule)))
    return tokens, sorted(assigned)


HEAD = '''"""Rules of gitleaks, generated by tools/redact/generate.py: do not edit by hand.

Origin: https://github.com/gitleaks/gitleaks {version}, config/gitleaks.toml. Refresh: see docs/reference/redaction.md.

{licence}
"""

# ruff: noqa: E501
from __future__ import annotations

ORIGIN = "gitleaks {version}"

# fmt: off
# (id, anchors, anchors are case-sensitive, a boundary stands before the token, characters before the anchor,
#  least width without white space, pattern, least entropy, patterns of values that are let through)
TOKENS: tuple[tuple[str, tuple[str, ...], bool, bool, int, int, str, float, tuple[str, ...]], ...] = '''

MIT = """Copyright (c) 2019 Zachary Rice

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""


def rows(values: list[Any]) -> str:
    """Write a tuple with one row a line, so that a refresh reads well as a diff."""
    return "(\n" + "".join(f"    {value!r},\n" for value in values) + ")"


def render(config: dict[str, Any], version: str) -> str:
    """Write the module's text."""
    tokens, assigned = build(config)
    for row in tokens:
        re.compile(row[6], re.ASCII)
    return (
        HEAD.format(version=version, licence="The MIT License (MIT)\n\n" + MIT)
        + rows(tokens)
        + "\n\n# (id, names of which one is part of the name, pattern of the value, least entropy)\n"
        + "ASSIGNED: tuple[tuple[str, tuple[str, ...], str, float], ...] = "
        + rows(assigned)
        + "\n\n# Keys that documentation shows.\nEXAMPLES: frozenset[str] = frozenset("
        + rows(examples(config))
        + ")"
        + "\n"
    )


def main() -> None:
    """Read the configuration named on the command line and write the module."""
    source, version = Path(sys.argv[1]), sys.argv[2]
    TARGET.write_text(render(tomllib.loads(source.read_text("utf-8")), version), "utf-8")


if __name__ == "__main__":
    main()
