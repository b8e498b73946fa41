"""Mechanical facts about code and whether they are true, by a reader that shares nothing with the judge.

Python is read with the standard library's `ast`; JavaScript, TypeScript, Go and Rust with a few patterns of their own
over a syntax tree. A fact is a sentence as an agent would write it, an anchor, and a key under which a later reading
either has the same value or has not. Used by `decay.py` alone.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_MOST_VALUE = 60
_GRAMMARS = {".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript", ".ts": "typescript",
             ".tsx": "tsx", ".go": "go", ".rs": "rust"}  # fmt: skip

Reading = dict[tuple[str, ...], set[str]]


class Fact(NamedTuple):
    """A sentence, where it is anchored, and what makes it true: `value` among what a reading has under `key`."""

    text: str
    anchor: str
    path: str
    key: tuple[str, ...]
    value: str


def is_true(fact: Fact, reading: Reading | None) -> bool:
    """Tell whether a fact is true of a file as it was read; of a file that is gone nothing is."""
    return reading is not None and fact.value in reading.get(fact.key, ())


def read_file(path: str, text: str) -> Reading | None:
    """Read what a file says; None for a language that is not read, or a text that is not in it."""
    if path.endswith(".py"):
        try:
            return _collect(_read_python(ast.parse(text)))
        except (SyntaxError, ValueError, RecursionError):
            return None
    grammar = _GRAMMARS.get(path[path.rfind(".") :])
    if grammar is None:
        return None
    from ast_grep_py import SgRoot

    root = SgRoot(text, grammar).root()
    reader = {"go": _read_go, "rust": _read_rust}.get(grammar, _read_script)
    return _collect(reader(root))


def _collect(pairs: Iterator[tuple[tuple[str, ...], str]]) -> Reading:
    found: Reading = {}
    for key, value in pairs:
        found.setdefault(key, set()).add(value)
    return found


def make_facts(path: str, reading: Reading, chance: random.Random) -> list[Fact]:
    """Write sentences about what a file says, in various words."""
    facts: list[Fact] = []
    for key, values in reading.items():
        kind, name = key[0], key[1]
        for value in values:
            if len(value) > _MOST_VALUE or "\n" in value or len(values) > 8:
                continue
            said = chance.choice(_WORDS[kind]).format(path=path, name=name, more=key[-1], value=value)
            anchor = path if kind == "imports" else f"{path}::{name}"
            facts.append(Fact(said, anchor, path, key, value))
    return facts


_WORDS = {
    "default": (
        "In `{path}`, `{name}` has `{more}` defaulting to {value}.",
        "The default of parameter {more} of {name} in {path} is {value}.",
        "{name}({more}=...) defaults to {value} ({path})",
    ),
    "parameters": (
        "`{name}` in {path} takes the parameters {value}.",
        "The signature in {path} is `{name}({value})`.",
        "{name} ({path}) accepts these arguments: {value}.",
    ),
    "base": (
        "Class {name} in {path} inherits from {value}.",
        "`{name}` extends `{value}` ({path})",
        "{name} is a subclass of {value}, see {path}.",
    ),
    "value": (
        "The constant `{name}` in `{path}` is {value}.",
        "{name} = {value} in {path}",
        "{path} sets {name} to {value}.",
    ),
    "calls": (
        "`{name}` in {path} calls `{value}`.",
        "{name} ({path}) delegates to {value}().",
        "In {path}, {name} invokes {value}.",
    ),
    "decorator": (
        "`{name}` in {path} is decorated with `{value}`.",
        "{path}: {name} carries the decorator @{value}.",
    ),
    "imports": ("`{path}` imports `{value}`.", "Module {path} depends on {value}.", "{path} uses {value} (an import)."),
    "raises": ("`{name}` in {path} raises `{value}`.", "In {path}, {name} fails with {value}."),
    "defines": ("`{name}` in {path} has a member `{value}`.", "{value} is defined on {name} in {path}."),
    "type": ("Field {more} of `{name}` in {path} is of type `{value}`.",),
    "returns": ("`{name}` in {path} returns `{value}`.",),
}


def _read_python(tree: ast.Module) -> Iterator[tuple[tuple[str, ...], str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((("imports", ""), alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((("imports", ""), f"{node.module}.{alias.name}") for alias in node.names if alias.name != "*")
    yield from _python_block(tree.body, "")


def _python_block(body: list[ast.stmt], above: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            plain = node.value is not None and isinstance(node.value, ast.Constant) and node.value.value is not Ellipsis
            for target in targets:
                if isinstance(target, ast.Name) and plain and isinstance(node.value, ast.Constant):
                    yield ("value", above + target.id), repr(node.value.value)
        elif isinstance(node, ast.ClassDef):
            name = above + node.name
            yield from ((("base", name), ast.unparse(base)) for base in node.bases)
            yield from ((("decorator", name), ast.unparse(item)) for item in node.decorator_list)
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield ("defines", name), inner.name
            yield from _python_block(node.body, name + ".")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _python_function(node, above + node.name)
        elif isinstance(node, ast.If | ast.Try):
            yield from _python_block(node.body, above)


def _python_function(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    everything = [
        *(arg.arg for arg in plain),
        *([given.vararg.arg] if given.vararg else []),
        *(arg.arg for arg in given.kwonlyargs),
        *([given.kwarg.arg] if given.kwarg else []),
    ]
    names = [arg for arg in everything if arg not in {"self", "cls"}]
    if len(names) > 1:
        yield ("parameters", name), ", ".join(names)
    pairs = [
        *zip(plain[::-1], given.defaults[::-1], strict=False),
        *zip(given.kwonlyargs, given.kw_defaults, strict=True),
    ]
    for arg, default in pairs:
        if isinstance(default, ast.Constant):
            yield ("default", name, arg.arg), repr(default.value)
    yield from ((("decorator", name), ast.unparse(item)) for item in node.decorator_list)
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name | ast.Attribute):
            called = ast.unparse(inner.func)
            if re.fullmatch(r"[\w.]+", called):
                yield ("calls", name), called
        elif isinstance(inner, ast.Raise) and inner.exc is not None:
            raised = inner.exc
            while isinstance(raised, ast.Call):
                raised = raised.func
                if isinstance(raised, ast.Attribute) and isinstance(raised.value, ast.Call):
                    raised = raised.value
            if isinstance(raised, ast.Name | ast.Attribute):
                yield ("raises", name), ast.unparse(raised)


def _text(node: SgNode | None) -> str:
    return " ".join(node.text().split()) if node is not None else ""


def _calls(node: SgNode, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for call in node.find_all(kind="call_expression"):
        called = re.sub(r" ?(\.|::) ?", r"\1", _text(call.field("function")))
        if re.fullmatch(r"[\w$]+(?:(?:\.|::)[\w$]+)*", called):
            yield ("calls", name), called


def _read_script(root: SgNode) -> Iterator[tuple[tuple[str, ...], str]]:
    for node in root.find_all(kind="import_statement"):
        yield ("imports", ""), _text(node.field("source")).strip("'\"")
    for top in root.children():
        inner = top.field("declaration") if top.kind() == "export_statement" else top
        if inner is None:
            continue
        if inner.kind() in {"function_declaration", "generator_function_declaration"}:
            yield from _script_function(inner, _text(inner.field("name")))
        elif inner.kind() in {"class_declaration", "abstract_class_declaration"}:
            yield from _script_class(inner)
        elif inner.kind() in {"lexical_declaration", "variable_declaration"}:
            for item in inner.find_all(kind="variable_declarator"):
                if item.parent() != inner:
                    continue
                yield from _script_variable(item)


def _script_variable(node: SgNode) -> Iterator[tuple[tuple[str, ...], str]]:
    name, value = _text(node.field("name")), node.field("value")
    if value is None or not re.fullmatch(r"[\w$]+", name):
        return
    if value.kind() in {"number", "string", "true", "false", "null"}:
        yield ("value", name), _text(value)
    elif value.kind() in {"arrow_function", "function_expression"}:
        yield from _script_function(value, name)


def _script_class(node: SgNode) -> Iterator[tuple[tuple[str, ...], str]]:
    name = _text(node.field("name"))
    heritage = next((kid for kid in node.children() if kid.kind() == "class_heritage"), None)
    found = re.search(r"extends ([\w$.]+)", _text(heritage))
    if found:
        yield ("base", name), found[1]
    body = node.field("body")
    for member in body.named_children() if body is not None else ():
        called = _text(member.field("name"))
        if member.kind() == "method_definition" and re.fullmatch(r"[\w$]+", called):
            yield ("defines", name), called
            yield from _script_function(member, f"{name}.{called}")


def _script_function(node: SgNode, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    given = node.field("parameters")
    names: list[str] = []
    for part in given.named_children() if given is not None else ():
        if "comment" in part.kind():
            continue
        bare = part.field("pattern") or part.field("left") or part
        names.append(re.sub(r"^\.\.\.", "", _text(bare)).split(":")[0].split("=")[0].rstrip("? "))
        default = part.field("value") or part.field("right")
        if default is not None and default.kind() in {"number", "string", "true", "false", "null"}:
            yield ("default", name, names[-1]), _text(default)
    if len(names) > 1 and all(re.fullmatch(r"[\w$]+", item) for item in names):
        yield ("parameters", name), ", ".join(names)
    body = node.field("body")
    if body is not None:
        yield from _calls(body, name)


def _read_go(root: SgNode) -> Iterator[tuple[tuple[str, ...], str]]:
    for node in root.find_all(kind="import_spec"):
        yield ("imports", ""), _text(node.field("path")).strip('"')
    for node in root.find_all(any=[{"kind": "function_declaration"}, {"kind": "method_declaration"}]):
        owner = re.search(r"\b(\w++)(?:\[.*\])?\)$", _text(node.field("receiver")))
        yield from _go_function(node, (f"{owner[1]}." if owner else "") + _text(node.field("name")))
    for top in root.children():
        if top.kind() in {"const_declaration", "var_declaration"}:
            for spec in top.find_all(any=[{"kind": "const_spec"}, {"kind": "var_spec"}]):
                name, value = _text(spec.field("name")), spec.field("value")
                if value is not None and re.fullmatch(r"\"[^\"]*\"|[\d.]+|true|false", _text(value)):
                    yield ("value", name), _text(value)
        for spec in top.find_all(kind="type_spec") if top.kind() == "type_declaration" else ():
            yield from _go_fields(spec)


def _go_function(node: SgNode, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    given, result, body = node.field("parameters"), _text(node.field("result")), node.field("body")
    parts = given.named_children() if given is not None else []
    names = [_text(item) for part in parts for item in part.field_children("name") if item.is_named()]
    if len(names) > 1:
        yield ("parameters", name), ", ".join(names)
    if result:
        yield ("returns", name), result
    if body is not None:
        yield from _calls(body, name)


def _go_fields(spec: SgNode) -> Iterator[tuple[tuple[str, ...], str]]:
    struct = spec.field("type")
    lists = [kid for kid in struct.children() if kid.kind() == "field_declaration_list"] if struct else []
    for field in lists[0].named_children() if lists else ():
        for each in field.field_children("name"):
            if each.is_named():
                yield ("type", _text(spec.field("name")), _text(each)), _text(field.field("type"))


def _used(node: SgNode | None, front: str) -> Iterator[str]:
    """Yield the full names in a `use` tree."""
    if node is None:
        return
    if node.kind() == "scoped_use_list":
        yield from _used(node.field("list"), front + _text(node.field("path")) + "::")
    elif node.kind() == "use_list":
        for kid in node.named_children():
            yield from _used(kid, front)
    elif node.kind() == "use_as_clause":
        yield from _used(node.field("path"), front)
    elif re.fullmatch(r"[\w:]+", _text(node)):
        yield (front + _text(node)).removesuffix("::self")


def _read_rust(root: SgNode) -> Iterator[tuple[tuple[str, ...], str]]:
    for node in root.find_all(kind="use_declaration"):
        yield from ((("imports", ""), name) for name in _used(node.field("argument"), ""))
    for node in root.find_all(any=[{"kind": "const_item"}, {"kind": "static_item"}]):
        value = _text(node.field("value"))
        if node.parent() == root and re.fullmatch(r"\"[^\"]*\"|[\d._]++\w*|true|false|b?'.'", value):
            yield ("value", _text(node.field("name"))), value
    for node in root.find_all(kind="struct_item"):
        body = node.field("body")
        for field in body.named_children() if body is not None else ():
            if field.kind() == "field_declaration":
                yield ("type", _text(node.field("name")), _text(field.field("name"))), _text(field.field("type"))
    for node in root.find_all(kind="function_item"):
        holder = node.parent()
        around = holder.parent() if holder is not None else None
        owner = re.match(r"\w+", _text(around.field("type"))) if around and around.kind() == "impl_item" else None
        if owner is not None:
            yield from _rust_function(node, f"{owner[0]}.{_text(node.field('name'))}")
        elif holder == root:
            yield from _rust_function(node, _text(node.field("name")))


def _rust_function(node: SgNode, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    given, result, body = node.field("parameters"), _text(node.field("return_type")), node.field("body")
    parts = given.named_children() if given is not None else []
    names = [_text(part.field("pattern")) for part in parts if part.kind() == "parameter"]
    if len(names) > 1 and all(re.fullmatch(r"\w+", item) for item in names):
        yield ("parameters", name), ", ".join(names)
    if result:
        yield ("returns", name), result
    if body is not None:
        yield from _calls(body, name)
