"""A process that remembers one thing after the other and writes down each as soon as it was acknowledged."""

import os
import sys
from pathlib import Path

from standfast import Memory
from standfast.config import load_settings
from standfast.errors import StoreBusy
from standfast.model.source import Source


def main() -> None:
    """Write `count` memories as agent `name`, acknowledged ones into the file `acks`."""
    name, count, acks = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    handle = os.open(acks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    memory = Memory(load_settings(), Source("agent", name, session=f"session-{name}"), Path.cwd())
    for number in range(count):
        text = f"{name}x{number}q is what {name} learned as number {number}"
        try:
            memory.remember(text, kind="fact")
        except StoreBusy:
            continue
        os.write(handle, f"{text}\n".encode())
    memory.close()


if __name__ == "__main__":
    main()
