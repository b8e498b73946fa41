"""standfast config: settings, where each comes from, and changing them."""

import argparse

from standfast.agents import NAMES
from standfast.cli import paint
from standfast.cli.face import Face
from standfast.config import Setting, get_setting, list_settings
from standfast.errors import ConfigError

READS = False

EXAMPLES = """
standfast config list
standfast config get brief_tokens
standfast config set brief_tokens 2000
standfast config set private_words "apollo, internal.example.org"
standfast config set brief_tokens             back to the default

Only a person changes settings: an agent's shell is refused.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("action", metavar="get|set|list", nargs="?", default="list", choices=("get", "set", "list"), help="what to do")
    add("name", metavar="NAME", nargs="?", default="", help="a setting")
    add("value", metavar="VALUE", nargs="?", default=None, help="its value; `set` without one restores the default")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.action == "list":
        if args.name:
            raise ConfigError("list takes no name.", hint=f"`standfast config get {args.name}`.", code="usage")
        return _list(face)
    if not args.name:
        raise ConfigError("Which setting?", hint="`standfast config list` shows them all.", code="usage")
    if args.action == "get":
        if args.value is not None:
            raise ConfigError("get takes no value.", hint=f"`standfast config set {args.name} …`.", code="usage")
        setting = get_setting(args.name, face.env, store=face.store)
        face.answer(setting.to_dict())
        face.say(_text(setting), (f"  ({setting.origin})", "dim"))
        return 0
    setting = face.open().maintenance.configure(args.name, args.value, agents=NAMES)
    counts = get_setting(args.name, face.env, store=face.store)
    face.answer(counts.to_dict())
    face.say(f"{setting.name} = ", (_text(setting), "bold"), (f"  ({setting.origin})", "dim"))
    if counts.origin != setting.origin:
        face.say((f"{counts.origin} says {_text(counts)}, and that counts before the file.", "yellow"))
    return 0


def _list(face: Face) -> int:
    settings = list_settings(face.env, store=face.store)
    face.answer({"settings": [setting.to_dict() for setting in settings]})
    rows = [[setting.name, paint.shorten(_text(setting), 48), (setting.origin,), setting.help] for setting in settings]
    face.table(("setting", "value", "from", "what it does"), rows)
    return 0


def _text(setting: Setting) -> str:
    if isinstance(setting.value, tuple):
        return ", ".join(setting.value) or "(none)"
    if isinstance(setting.value, bool):
        return "yes" if setting.value else "no"
    return str(setting.value) or "(none)"
