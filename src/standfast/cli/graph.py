"""standfast graph: what a memory, or something memories are about, is related to."""

import argparse
from collections.abc import Iterator

from standfast.cli import paint
from standfast.cli.face import Face, Piece, safe
from standfast.cli.places import repo_paths
from standfast.errors import ConfigError
from standfast.recall.entities import is_named
from standfast.verbs.graph import Edge, Graph, Node

READS = True
_COMMIT = len("commit:") + 12
_PHRASES = {
    "supersedes": ("supersedes", "superseded by"),
    "contradicts": ("contradicts", "contradicted by"),
    "because-of": ("because of", "is the reason of"),
    "derived-from": ("derived from", "led to"),
    "about": ("about", "is the subject of"),
    "anchored-at": ("anchored at", "known about it"),
    "scoped-to": ("is for", "meant for it"),
    "in": ("in", "holds"),
    "evidence": ("evidence", "is evidence of"),
    "said-by": ("said by", "said"),
    "session": ("learned in", "learned"),
    "given-to": ("given to", "was given"),
    "read-at": ("code read at", "code was read at it"),
    "tagged": ("tagged", "is on"),
}
"""How a relation reads from its start and from its end."""
_HUBS = frozenset({"said-by", "session", "given-to", "read-at", "tagged"})
"""Relations told from the memory's side only, unless their end was asked about: half a project may share one."""

EXAMPLES = """
standfast graph 7qp2
standfast graph src/locks.py::acquire --hops 2
standfast graph person:Ana --json
standfast graph src/locks.py --mermaid
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "reference",
        metavar="ID|ENTITY",
        help="a memory, a path, PATH::SYMBOL, a tag, person:NAME, agent:NAME, session:ID, commit:SHA or dep:NAME",
    )
    add("--hops", metavar="N", type=int, default=1, help="how far to go, from memory to memory (default 1, at most 3)")
    add("--limit", metavar="N", type=int, default=50, help="how many nodes at most (default 50)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--mermaid", action="store_true", help="print a Mermaid diagram")
    form.add_argument("--dot", action="store_true", help="print a Graphviz graph")


def run(args: argparse.Namespace, face: Face) -> int:
    if face.json and (args.mermaid or args.dot):
        raise ConfigError("Ask for one form at a time.", hint="Leave out --json, or --mermaid and --dot.", code="usage")
    reference = args.reference if is_named(args.reference) else repo_paths(face, [args.reference])[0]
    graph = face.open().graph(reference, hops=args.hops, limit=args.limit, given=True)
    face.answer(graph.to_dict())
    if args.mermaid:
        face.raw(safe(_mermaid(graph)))
    elif args.dot:
        face.raw(safe(_dot(graph)))
    else:
        _say_tree(face, graph)
    return 0


def _say_tree(face: Face, graph: Graph) -> None:
    ids = paint.Ids(face, {node.memory.id: None for node in graph.nodes if node.memory})
    nodes = {node.id: node for node in graph.nodes}
    face.say(*_tell(ids, graph.root))
    for lead, phrase, name in _walk(_branches(graph), graph.root.id, ""):
        face.say(lead, *(_tell(ids, nodes[name]) if name else [(phrase, "bold")]))
    if not graph.edges:
        face.say("Nothing here is related to it." if not graph.withheld else "Nothing related fits the limit.")
    if graph.withheld:
        face.note(f"at least {graph.withheld} more did not fit; raise --limit to see them")


def _tell(ids: paint.Ids, node: Node) -> list[Piece]:
    if node.memory is None:
        name = node.id[:_COMMIT] if node.type == "commit" else node.id
        return [name, *([(" (no longer here)", "dim")] if node.type == "missing" else [])]
    standing = paint.stands(node.judged) if node.judged else ""
    status = paint.status(node.memory.status.value)
    parts: list[Piece] = [f" {node.memory.content.kind} · ", status, " · ", standing]
    return [*ids(node.id), *parts, f"  {paint.shorten(node.label, 72)}"]


Branches = dict[str, dict[str, list[tuple[str, bool]]]]
"""Node → how it is related → what to, and whether that is where the other one is told in full."""


def _branches(graph: Graph) -> Branches:
    """Lay the graph out as a tree from its root: nearest first, every relation once."""
    beside: dict[str, list[Edge]] = {}
    for edge in graph.edges:
        beside.setdefault(edge.start, []).append(edge)
        beside.setdefault(edge.end, []).append(edge)
    queue, told, placed = [graph.root.id], set(), {graph.root.id}
    found: Branches = {}
    for name in queue:  # grows while it is walked
        for edge in beside.get(name, []):
            outward = edge.start == name
            crowd = (edge.kind in _HUBS and not edge.end.startswith("commit:")) or edge.kind == "read-at"
            if edge in told or (crowd and not outward and name != graph.root.id):
                continue
            told.add(edge)
            other = edge.end if outward else edge.start
            phrase = _PHRASES.get(edge.kind, (edge.kind, f"{edge.kind} of"))[not outward]
            found.setdefault(name, {}).setdefault(phrase, []).append((other, other not in placed))
            if other not in placed:
                placed.add(other)
                queue.append(other)
    return found


def _walk(branches: Branches, name: str, lead: str) -> Iterator[tuple[str, str, str]]:
    """Yield (lead, phrase or nothing, node or nothing) for every row below a node."""
    groups = list(branches.get(name, {}).items())
    for place, (phrase, members) in enumerate(groups, 1):
        last = place == len(groups)
        yield f"{lead}{'└─ ' if last else '├─ '}", phrase, ""
        below = f"{lead}{'   ' if last else '│  '}"
        for number, (other, whole) in enumerate(members, 1):
            ends = number == len(members)
            yield f"{below}{'└─ ' if ends else '├─ '}", "", other
            if whole:
                yield from _walk(branches, other, f"{below}{'   ' if ends else '│  '}")


def _captions(graph: Graph) -> Iterator[tuple[str, str]]:
    for node in graph.nodes:
        caption = paint.shorten(node.label if node.memory else node.id, 60)
        if node.memory is not None:
            standing = node.judged.word if node.judged else ""
            caption = f"{node.id} {node.memory.content.kind}, {node.memory.status}, {standing}: {caption}"
        yield node.id, caption


def _mermaid(graph: Graph) -> str:
    """Draw for Mermaid; every sign that means something there is spelled out."""
    numbers = {name: f"n{number}" for number, (name, _) in enumerate(_captions(graph))}
    rows = [f'  {numbers[name]}["{_spelled(caption)}"]' for name, caption in _captions(graph)]
    rows += [f"  {numbers[edge.start]} -->|{edge.kind}| {numbers[edge.end]}" for edge in graph.edges]
    return "\n".join(["graph LR", *rows])


def _spelled(text: str) -> str:
    return "".join(char if char.isalnum() or char in " .,:/_-" else f"#{ord(char)};" for char in text)


def _dot(graph: Graph) -> str:
    rows = [f"  {_quoted(name)} [label={_quoted(caption)}];" for name, caption in _captions(graph)]
    rows += [f"  {_quoted(edge.start)} -> {_quoted(edge.end)} [label={_quoted(edge.kind)}];" for edge in graph.edges]
    return "\n".join(["digraph standfast {", "  rankdir=LR;", "  node [shape=box];", *rows, "}"])


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
