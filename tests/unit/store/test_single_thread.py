"""How numpy comes into a process."""

import os
import subprocess
import sys

CODE = """
import os, sys
before = dict(os.environ)
from standfast.store.single_thread import import_numpy
assert "numpy" not in sys.modules
import_numpy()
assert "numpy" in sys.modules
assert dict(os.environ) == before
"""


def test_importing_numpy_leaves_no_trace_in_the_environment() -> None:
    told = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    subprocess.run([sys.executable, "-c", CODE], check=True, env={**told, "OMP_NUM_THREADS": "3"}, timeout=60)
