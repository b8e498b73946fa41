"""Do prompts that ask nothing of a project stay unanswered? Plays people's prompts of other projects through the hooks.

`python bench/prompts.py SESSIONS.jsonl… -- CHECKOUT…`: sessions are of other projects, one JSON object a line, with
`turns` (`[role, text]`) or `events` (as `standfast bench moments` takes them). Each checkout is mined in a temporary
home (or found in `--homes DIR`, one folder `h-NAME` each), and gets another share of the prompts, each in a session of
its own, and small talk. Prints how many got nothing, and what the others got.
"""

import argparse
import json
import os
import random
import sys
import tempfile
from pathlib import Path

from standfast.agents.hook import answer
from standfast.config import load_settings
from standfast.memory import Memory

SMALL_TALK = (
    "continue", "go on", "yes please", "ok, do it", "thanks, that looks good", "What is the weather in Paris?",
    "let's continue with the next step", "commit this and push", "looks good to me, proceed", "why?", "try again",
    "can you explain that again in simpler words?", "no, not like that", "what do you think we should do next?",
    "please fix the failing tests", "hello, how are you today?", "write me a short poem about autumn", "stop here",
    "summarize what we have done so far", "it still does not work, same error as before",
)  # fmt: skip


def read_prompts(path: Path) -> list[str]:
    """Return what people said in a file of sessions."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        session = json.loads(line)
        found += [turn[1] for turn in session.get("turns", ()) if turn[0] == "user"]
        found += [event["text"] for event in session.get("events", ()) if event["kind"] == "prompt"]
    return [text for text in found if text.strip()]


def ask(checkout: Path, home: Path, session: str, prompt: str) -> str:
    """Return what a new session is told at its first prompt."""
    env = {**os.environ, "STANDFAST_HOME": str(home), "STANDFAST_DURABILITY": "normal"}
    payload = {"session_id": session, "cwd": str(checkout), "hook_event_name": "UserPromptSubmit", "prompt": prompt}
    said, _ = answer("claude-code", "UserPromptSubmit", payload, env)
    return str(json.loads(said).get("hookSpecificOutput", {}).get("additionalContext", "")) if said else ""


def _some(chance: random.Random, prompts: list[str], most: int) -> list[str]:
    return chance.sample(prompts, min(len(prompts), most))


def main() -> None:
    """Print a row for each checkout, and below it what was said although nothing was asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--homes", type=Path)
    parser.add_argument("--prompts", type=int, default=60, help="for each checkout")
    parser.add_argument("--seed", type=int, default=1)
    cut = sys.argv.index("--")
    asked = parser.parse_args(sys.argv[1:cut])
    chance = random.Random(asked.seed)
    total = quiet = 0
    for name in sys.argv[cut + 1 :]:
        checkout = Path(name).resolve()
        share = asked.prompts // len(asked.files)
        prompts = [prompt for known in map(read_prompts, asked.files) for prompt in _some(chance, known, share)]
        with tempfile.TemporaryDirectory() as folder:
            home = asked.homes / f"h-{checkout.name}" if asked.homes else Path(folder)
            if not asked.homes:
                settings = load_settings({**os.environ, "STANDFAST_HOME": folder, "STANDFAST_DURABILITY": "normal"})
                with Memory.open(checkout, settings=settings) as memory:
                    memory.mine()
            every = [*prompts, *SMALL_TALK]
            said = {prompt: ask(checkout, home, f"p{asked.seed}-{place}", prompt) for place, prompt in enumerate(every)}
        silent = sum(not told for told in said.values())
        total, quiet = total + len(said), quiet + silent
        print(f"{checkout.name}: {silent} of {len(said)} got nothing", flush=True)
        for prompt, told in said.items():
            if told:
                print(f"  {' '.join(prompt.split())[:300]}\n{told}\n", flush=True)
    print(f"together: {quiet} of {total} ({quiet / max(1, total):.1%})")


if __name__ == "__main__":
    main()
