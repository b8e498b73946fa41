"""Which folders Gemini CLI trusts: in any other it runs neither server nor hooks, nor at all without a terminal.

Owns reading its list, for `setup` and `doctor`. Trusting a folder is a person's act and more than trusting our hooks:
the folder's own settings, servers and commands count from then on. Reads only. Setup side. Proven with 0.61.
"""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

from standfast.agents.edit.jsontree import read_object
from standfast.agents.site import Site

TRUSTED, REFUSED = "trusted", "refused"


def folders_path(site: Site) -> str:
    """Name the file that lists the folders."""
    return site.env.get("GEMINI_CLI_TRUSTED_FOLDERS_PATH") or site.at_home(".gemini", "trustedFolders.json")


def verdict_on(folder: str, site: Site) -> str:
    """Return `trusted`, `refused`, or nothing where nobody was asked yet; the nearest folder that is listed decides."""
    security = read_object(site.at_home(".gemini", "settings.json")).get("security")
    asked = security.get("folderTrust") if isinstance(security, dict) else None
    if isinstance(asked, dict) and asked.get("enabled") is False:
        return TRUSTED
    kind = PureWindowsPath if site.windows else PurePosixPath
    listed = {kind(name): str(value) for name, value in read_object(folders_path(site)).items()}
    parents = {path.parent for path, value in listed.items() if value == "TRUST_PARENT"}
    for path in (kind(folder), *kind(folder).parents):
        if listed.get(path) == "DO_NOT_TRUST":
            return REFUSED
        if listed.get(path) == "TRUST_FOLDER" or path in parents:
            return TRUSTED
    return ""
