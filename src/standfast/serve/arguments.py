"""Arguments: hold what a caller sent against the schema it was told. The same for MCP tools and REST.

Owns nothing but the check; the schemas stand where the offer stands (`mcp.tools`, `http.routes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from standfast.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def checked(name: str, schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that are there, each known and of the type its schema says."""
    known = schema["properties"]
    found = {key: value for key, value in given.items() if value is not None}
    missing = [key for key in schema["required"] if key not in found]
    unknown = [key for key in found if key not in known]
    if missing or unknown:
        word = f"needs {missing[0]}" if missing else f"does not take {unknown[0]}"
        raise ConfigError(f"{name} {word}.", hint="It takes " + (", ".join(known) or "nothing") + ".")
    for key, value in found.items():
        if not _fits(value, known[key]["type"]):
            hint = "Correct the argument and call again."
            raise ConfigError(f"{key} must be of type {known[key]['type']}.", hint=hint)
        least, most = known[key].get("minimum"), known[key].get("maximum")
        if (least is not None and value < least) or (most is not None and value > most):
            bounds = f"between {least} and {most}" if most is not None else f"at least {least}"
            raise ConfigError(f"{key} must be {bounds}.", hint="Correct the argument and call again.")
    return found


def _fits(value: Any, wanted: str) -> bool:
    if wanted == "array":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if wanted == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, bool if wanted == "boolean" else str)
