"""standfast completion: a script for your shell, made from the parsers themselves."""

import argparse

from standfast.cli import list_commands
from standfast.cli.face import Face
from standfast.cli.parser import build_parser
from standfast.errors import ConfigError
from standfast.model.kind import Kind
from standfast.model.trust import Status
from standfast.text.lines import one_line

VALUES: dict[str, list[str]] = {
    "--kind": list(Kind),
    "--include": list(Status),
    "--scope": ["user", "project", "group:"],
}
WORDS = {
    "feedback": ["helpful", "wrong", "stale"],
    "completion": ["bash", "zsh", "fish", "powershell"],
    "group": ["join", "leave", "list"],
    "skill": ["export"],
}

EXAMPLES = """
source <(standfast completion bash)                      in ~/.bashrc
standfast completion zsh > "${fpath[1]}/_standfast"
standfast completion fish > ~/.config/fish/completions/standfast.fish
standfast completion powershell | Out-String | Invoke-Expression
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="bash|zsh|fish|powershell", help="your shell")


def run(args: argparse.Namespace, face: Face) -> int:
    shells = {"bash": _bash, "zsh": _zsh, "fish": _fish, "powershell": _powershell}
    if args.shell not in shells:
        hint = "One of: " + ", ".join(shells) + "."
        raise ConfigError(f"There is no completion for {args.shell!r}.", hint=hint, code="unknown-shell")
    script = shells[args.shell]()
    face.answer({"shell": args.shell, "script": script})
    face.raw(script)
    return 0


def _flags(command: str) -> list[tuple[str, str]]:
    """Return the long flags of a command with their help."""
    return [
        (name, str(action.help or "").split(";", maxsplit=1)[0])
        for action in build_parser(command)._actions  # noqa: SLF001 - argparse offers no other way to list them
        for name in action.option_strings
        if name.startswith("--")
    ]


def _words(command: str) -> list[str]:
    """Return the words that a command's arguments may be."""
    if command == "import":
        from standfast.cli.import_ import SOURCES

        return list(SOURCES)
    named = [
        str(choice)
        for action in build_parser(command)._actions  # noqa: SLF001 - as above
        if not action.option_strings
        for choice in action.choices or ()
    ]
    return WORDS.get(command, named)


def _flag_names(command: str) -> str:
    return " ".join(name for name, _ in _flags(command))


def _bash() -> str:
    commands = list_commands()
    cases = "\n".join(f'    {name}) words="{" ".join([*_words(name), _flag_names(name)])}" ;;' for name in commands)
    values = "\n".join(f'    {flag}) words="{" ".join(words)}" ;;' for flag, words in VALUES.items())
    return f"""# bash completion of standfast
_standfast() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" command="" words="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${{COMP_WORDS[i]}}" in
      -C|--directory|--store) ((i++)) ;;
      -*) ;;
      *) command="${{COMP_WORDS[i]}}"; break ;;
    esac
  done
  case "$previous" in
    -C|--directory) COMPREPLY=($(compgen -d -- "$current")); return ;;
    --file|--output|--restore) COMPREPLY=($(compgen -f -- "$current")); return ;;
{values}
  esac
  if [ -z "$words" ]; then
    case "$command" in
    "") words="{" ".join(commands)} --help --version" ;;
{cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _standfast standfast
"""


def _zsh() -> str:
    commands = list_commands()
    listed = "\n".join(f"    {_quote(f'{name}:{one_line(line)}')}" for name, line in commands.items())
    cases = []
    for name in commands:
        flags = " ".join(_quote(f"{flag}[{_bracketed(line)}]{_zsh_value(flag)}") for flag, line in _flags(name))
        words = _words(name)
        rest = _quote(f"*:word:({' '.join(words)})") if words else _quote("*:file:_files")
        cases.append(f"    {name}) _arguments {flags} {rest} ;;")
    body = "\n".join(cases)
    return f"""#compdef standfast
_standfast() {{
  local -a commands
  commands=(
{listed}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
{body}
  esac
}}
if [ "$funcstack[1]" = "_standfast" ]; then
  _standfast "$@"
else
  compdef _standfast standfast
fi
"""


def _zsh_value(flag: str) -> str:
    if flag in VALUES:
        return f":value:({' '.join(VALUES[flag])})".replace("group:", "group\\:")
    return ":folder:_files -/" if flag == "--directory" else ""


def _fish() -> str:
    lines = ["# fish completion of standfast", "complete -c standfast -f"]
    for name, line in list_commands().items():
        lines.append(f"complete -c standfast -n __fish_use_subcommand -a {name} -d {_quote(one_line(line))}")
        seen = f"'__fish_seen_subcommand_from {name}'"
        for flag, help_text in _flags(name):
            values = f" -x -a {_quote(' '.join(VALUES[flag]))}" if flag in VALUES else ""
            lines.append(f"complete -c standfast -n {seen} -l {flag[2:]} -d {_quote(one_line(help_text))}{values}")
        if words := _words(name):
            lines.append(f"complete -c standfast -n {seen} -a {_quote(' '.join(words))}")
    return "\n".join(lines) + "\n"


def _powershell() -> str:
    table = "\n".join(
        f"    '{name}' = @({', '.join(_ps(word) for word in [*_words(name), *_flag_names(name).split()])})"
        for name in list_commands()
    )
    values = "\n".join(f"    '{flag}' = @({', '.join(map(_ps, words))})" for flag, words in VALUES.items())
    return f"""# PowerShell completion of standfast
Register-ArgumentCompleter -Native -CommandName standfast -ScriptBlock {{
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{{
{table}
  }}
  $values = @{{
{values}
  }}
  $words = @($commandAst.CommandElements | ForEach-Object {{ $_.ToString() }})
  $command = $words | Select-Object -Skip 1 | Where-Object {{ $commands.ContainsKey($_) }} | Select-Object -First 1
  $last = if ($wordToComplete) {{ $words[-2] }} else {{ $words[-1] }}
  $found = if ($values.ContainsKey($last)) {{ $values[$last] }}
    elseif ($command) {{ $commands[$command] }}
    else {{ $commands.Keys + @('--help', '--version') }}
  $found | Where-Object {{ $_ -like "$wordToComplete*" }} | Sort-Object | ForEach-Object {{
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }}
}}
"""


def _bracketed(text: str) -> str:
    return one_line(text).replace("[", "(").replace("]", ")").replace(":", " ")


def _quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _ps(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
