"""Audit: the operations log as a file that anybody can check: who did what and when, never what a memory says.

Owns writing the hash-linked headers of everything in reach, signing the file with a person's SSH key, and checking such
a file without a store. Must not carry payloads: a purged memory stays purged. Neighbour: `model.operation` (the chain).
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from standfast.context.context import Context
from standfast.errors import ConfigError, Refused
from standfast.model.operation import decode_header, verify_chain
from standfast.model.value import Value
from standfast.store.values import LogFilter
from standfast.trust.person import require_person

NAMESPACE = "standfast"
_LONGEST_S = 60


class Audited(Value):
    """What an audit file holds, whether its chains are whole, and whose signature was checked."""

    file: str
    operations: int
    devices: int
    problems: tuple[str, ...] = ()
    signed: str = ""  # the signature's file, or the signer whose signature was checked


def export_audit(context: Context, target: str, *, key: str = "") -> Audited:
    """Write the headers of every operation in reach, oldest first; with `key`, sign the file beside it."""
    require_person(context.who, "exports the audit log")
    path, devices, count = Path(target), set(), 0
    with path.open("w", encoding="utf-8") as file:
        for partition in context.partitions():
            for operation in partition.log.iterate(LogFilter(), newest_first=False):
                line = {"header": operation.header.encode(), "hash": operation.hash}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
                devices.add((operation.header.partition, operation.header.device))
                count += 1
    signature = ""
    if key:
        _run("-Y", "sign", "-q", "-f", key, "-n", NAMESPACE, str(path))
        signature = f"{path}.sig"
    return Audited(str(path), count, len(devices), signed=signature)


def check_audit(source: str, *, signers: str = "", signer: str = "") -> Audited:
    """Check the chains of an audit file, and its signature against a file of allowed signers, where one is named."""
    chains: dict[tuple[str, str], list[tuple[int, str, str]]] = {}
    problems: list[str] = []
    path = Path(source)
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line)
                header = decode_header(record["header"])
                link = (header.number, record["header"], record["hash"])
            except (ValueError, KeyError, TypeError):
                problems.append(f"line {number} is not an operation")
                continue
            chains.setdefault((header.partition, header.device), []).append(link)
    for links in chains.values():
        if problem := verify_chain([link[1:] for link in sorted(links)]):
            problems.append(problem)
    if signers:
        problems += _unsigned(path, signers, signer)
    count = sum(map(len, chains.values()))
    return Audited(source, count, len(chains), tuple(problems), signer if signers and not problems else "")


def _unsigned(path: Path, signers: str, signer: str) -> list[str]:
    if not signer:
        raise ConfigError(
            "Whose signature?", hint="Name them with --signer, as the file of signers does.", code="usage"
        )
    verify = ("-Y", "verify", "-f", signers, "-I", signer, "-n", NAMESPACE, "-s", f"{path}.sig")
    try:
        _run(*verify, given=path.read_bytes())
    except Refused as error:
        return [f"the signature of {signer} does not hold: {error.hint}"]
    return []


def _run(*arguments: str, given: bytes | None = None) -> None:
    """Run ssh-keygen; what it says against it becomes the hint."""
    command: Sequence[str] = ("ssh-keygen", *arguments)
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=_LONGEST_S, check=False)
    except FileNotFoundError:
        raise ConfigError("ssh-keygen is not installed.", hint="Install OpenSSH 8.1 or later.", code="no-ssh") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
        raise Refused("ssh-keygen refused.", hint=said.splitlines()[-1] if said else "It gave no reason.", code="ssh")
