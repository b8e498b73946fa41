"""Small programs for the standing bench: written once as plain data, rendered in five languages and many styles.

A program is data, so a mutation's meaning is known exactly: what changes the data changes the meaning, what changes
only the style does not. Nothing here uses Standfast.
"""

# ruff: noqa: ARG002 (a writer takes the style whether or not its language has that choice)
from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

Expr = tuple[Any, ...]
Stmt = tuple[Any, ...]

WORDS = [
    "order",
    "invoice",
    "customer",
    "amount",
    "total",
    "limit",
    "retry",
    "window",
    "batch",
    "cursor",
    "token",
    "account",
    "region",
    "ledger",
]
VERBS = ["fetch", "charge", "settle", "refund", "audit", "notify", "resolve", "publish", "validate", "reserve"]
KEYS = ["payment_id", "amount_due", "currency", "attempt", "source_ref", "status_code"]


@dataclass(frozen=True)
class Function:
    """A function: parameters with or without a default, and statements."""

    name: str
    params: tuple[tuple[str, int | None], ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Style:
    """Everything a formatter or a tidy colleague may change."""

    indent: str = "    "
    quote: str = '"'
    wrap: bool = False
    parens: bool = False
    semicolons: bool = True
    lone_braces: bool = True
    comments: tuple[str, ...] = ()
    document: str = "Do it."
    blank: bool = False
    imports: tuple[int, ...] = field(default=(0, 1, 2))


def make_function(chance: random.Random) -> Function:
    """Make up a function with every construct that the mutations need."""
    names = chance.sample(WORDS, 8)
    first, second, third, total, item, note, rate, noun = names
    limit, side = chance.randint(100, 900), chance.choice(["over", "under"])
    verb = [chance.choice(VERBS) for _ in range(5)]
    sum_up = ("bin", "+", ("var", first), ("call", verb[0], (("var", second), ("int", chance.randint(2, 90)))))
    add_one = [("set", total, "+=", ("member", item, "weight")), ("call", verb[1], (("var", item), ("var", total)))]
    body: list[Stmt] = [
        ("let", total, sum_up),
        ("let", rate, ("bin", "*", ("var", total), ("int", chance.randint(2, 90)))),
        ("if", ("cmp", chance.choice("<>"), ("var", total), ("int", limit)), [("fail", f"{first} is {side} {second}")]),
        ("for", item, ("call", verb[2], (("var", second),)), add_one),
        ("let", note, ("interp", f"{first} of ", total)),
        ("call", verb[3], (("var", note), ("str", chance.choice(["eu", "us", "asia"])), ("var", rate))),
    ]
    if chance.random() < 0.5:
        less = [("set", rate, "-=", ("int", chance.randint(1, 9)))]
        body.insert(4, ("if", ("cmp", "==", ("var", rate), ("int", chance.randint(1, 50))), less))
    keys = chance.sample(KEYS, 3)
    rest = ("bin", "-", ("var", rate), ("var", third))
    body.append(("return", ("map", ((keys[0], ("var", first)), (keys[1], ("var", total)), (keys[2], rest)))))
    params = ((first, None), (second, None), (third, chance.randint(2, 9)))
    return Function(f"{verb[4]}_{noun}", params, tuple(body))


def local_names(function: Function) -> list[str]:
    """List the local variables."""
    return [stmt[1] for stmt in function.body if stmt[0] in {"let", "for"}]


def rename(function: Function, old: str, new: str, *, parameter: bool) -> Function:
    """Rename a variable throughout."""

    def walk(node: Any) -> Any:
        if isinstance(node, tuple):
            if node[:1] == ("var",):
                return ("var", new) if node[1] == old else node
            if node[:1] in {("let",), ("set",), ("for",), ("member",)} and node[1] == old:
                return (node[0], new, *(walk(part) for part in node[2:]))
            if node[:1] == ("interp",):
                return ("interp", node[1], new if node[2] == old else node[2])
            return tuple(walk(part) for part in node)
        return [walk(part) for part in node] if isinstance(node, list) else node

    params = function.params
    if parameter:
        params = tuple((new if name == old else name, default) for name, default in params)
    return replace(function, params=params, body=walk(function.body))


def list_edits(node: Any, edit: Any) -> list[Any]:
    """List every tree that results from applying `edit` to one node for which it returns something."""
    results: list[Any] = []
    if isinstance(node, tuple | list):
        if isinstance(node, tuple) and node and isinstance(node[0], str):
            changed = edit(node)
            if changed is not None:
                results.append(changed)
        for at, part in enumerate(node):
            changed_parts = list_edits(part, edit)
            results.extend(type(node)([*node[:at], new, *node[at + 1 :]]) for new in changed_parts)
    return results


def render_file(functions: list[Function], language: str, styles: list[Style]) -> str:
    """Write a whole file."""
    return {"python": _Python, "typescript": _TypeScript, "go": _Go, "rust": _Rust, "java": _Java}[language]().file(
        functions, styles
    )


class _Writer:
    """Shared shape of the C-like languages; each language overrides what differs."""

    comment = "//"
    imports: tuple[str, ...] = ()

    def file(self, functions: list[Function], styles: list[Style]) -> str:
        head = "\n".join(self.imports[i] for i in styles[0].imports)
        parts = [self.function(function, style) for function, style in zip(functions, styles, strict=True)]
        return self.prologue() + head + "\n\n" + "\n\n".join(parts) + "\n" + self.epilogue()

    def prologue(self) -> str:
        return ""

    def epilogue(self) -> str:
        return ""

    def function(self, function: Function, style: Style) -> str:
        lines = [f"{self.comment} {style.document}", self.head(function, style)]
        lines += self.block(function.body, style, 1)
        return "\n".join([*lines, "}"])

    def head(self, function: Function, style: Style) -> str:
        raise NotImplementedError

    def block(self, body: Any, style: Style, depth: int) -> list[str]:
        lines: list[str] = []
        for at, stmt in enumerate(body):
            if style.comments and at % 2 == 0:
                lines.append(f"{style.indent * depth}{self.comment} {style.comments[at % len(style.comments)]}")
            lines += self.statement(stmt, style, depth)
            if style.blank:
                lines.append("")
        return lines

    def end(self, style: Style) -> str:
        return ";"

    def statement(self, stmt: Stmt, style: Style, depth: int) -> list[str]:
        pad, end = style.indent * depth, self.end(style)
        match stmt:
            case ("let", name, value):
                return [f"{pad}{self.let(name)} {self.expr(value, style, depth)}{end}"]
            case ("set", name, op, value):
                return [f"{pad}{name} {op} {self.expr(value, style, depth)}{end}"]
            case ("call", fn, args):
                return [f"{pad}{self.call(fn, args, style, depth)}{end}"]
            case ("return", value):
                text = self.expr(value, style, depth)
                return [f"{pad}return {f'({text})' if style.parens else text}{end}"]
            case ("fail", text):
                return [f"{pad}{self.fail(self.string(text, style))}{end}"]
            case ("if", cond, body):
                return self.enclose(f"{pad}{self.condition(cond, style, depth)}", body, style, depth)
            case ("for", name, over, body):
                return self.enclose(f"{pad}{self.loop(name, self.expr(over, style, depth))}", body, style, depth)
        raise AssertionError(stmt)

    def enclose(self, head: str, body: Any, style: Style, depth: int) -> list[str]:
        return [f"{head} {{", *self.block(body, style, depth + 1), style.indent * depth + "}"]

    def condition(self, cond: Expr, style: Style, depth: int) -> str:
        text = self.expr(cond, style, depth)
        return f"if ({f'({text})' if style.parens else text})"

    def expr(self, node: Expr, style: Style, depth: int) -> str:
        match node:
            case ("var", name):
                return str(name)
            case ("int", value):
                return str(value)
            case ("str", text):
                return self.string(text, style)
            case ("bin" | "cmp", op, left, right):
                text = f"{self.expr(left, style, depth)} {op} {self.expr(right, style, depth)}"
                return f"({text})" if style.parens and node[0] == "bin" else text
            case ("call", fn, args):
                return self.call(fn, args, style, depth)
            case ("member", name, attribute):
                return f"{name}.{attribute}"
            case ("interp", text, name):
                return self.interpolate(text, name, style)
            case ("map", pairs):
                return self.mapping(pairs, style, depth)
        raise AssertionError(node)

    def call(self, fn: str, args: Any, style: Style, depth: int) -> str:
        return self.listing(f"{fn}(", [self.expr(arg, style, depth + 1) for arg in args], ")", style, depth)

    def listing(self, start: str, parts: list[str], end: str, style: Style, depth: int) -> str:
        if not style.wrap:
            return f"{start}{', '.join(parts)}{end}"
        pad = style.indent * (depth + 1)
        last = "," if self.trailing_commas else ""
        return start + "\n" + ",\n".join(pad + part for part in parts) + last + "\n" + style.indent * depth + end

    trailing_commas = True

    def string(self, text: str, style: Style) -> str:
        return f'"{text}"'

    def let(self, name: str) -> str:
        raise NotImplementedError

    def fail(self, text: str) -> str:
        raise NotImplementedError

    def loop(self, name: str, over: str) -> str:
        raise NotImplementedError

    def interpolate(self, text: str, name: str, style: Style) -> str:
        raise NotImplementedError

    def mapping(self, pairs: Any, style: Style, depth: int) -> str:
        raise NotImplementedError


class _Python(_Writer):
    comment = "#"
    imports = ("import os", "import sys", "from ledger import post")

    def function(self, function: Function, style: Style) -> str:
        lines = [self.head(function, style), f'{style.indent}"""{style.document}"""']
        return "\n".join([*lines, *self.block(function.body, style, 1)])

    def head(self, function: Function, style: Style) -> str:
        params = [name if default is None else f"{name}={default}" for name, default in function.params]
        return self.listing(f"def {function.name}(", params, "):", style, 0)

    def end(self, style: Style) -> str:
        return ""

    def enclose(self, head: str, body: Any, style: Style, depth: int) -> list[str]:
        return [f"{head}:", *self.block(body, style, depth + 1)]

    def condition(self, cond: Expr, style: Style, depth: int) -> str:
        text = self.expr(cond, style, depth)
        return f"if {f'({text})' if style.parens else text}"

    def string(self, text: str, style: Style) -> str:
        return f"{style.quote}{text}{style.quote}"

    def let(self, name: str) -> str:
        return f"{name} ="

    def fail(self, text: str) -> str:
        return f"raise ValueError({text})"

    def loop(self, name: str, over: str) -> str:
        return f"for {name} in {over}"

    def interpolate(self, text: str, name: str, style: Style) -> str:
        return f"f{style.quote}{text}{{{name}}}{style.quote}"

    def mapping(self, pairs: Any, style: Style, depth: int) -> str:
        parts = [f"{self.string(key, style)}: {self.expr(value, style, depth + 1)}" for key, value in pairs]
        return self.listing("{", parts, "}", style, depth)


class _TypeScript(_Writer):
    imports = ("import os from 'os';", "import { post } from './ledger';", "import fs from 'fs';")

    def head(self, function: Function, style: Style) -> str:
        params = [f"{n}: number" + ("" if d is None else f" = {d}") for n, d in function.params]
        return self.listing(f"export function {function.name}(", params, "): unknown {", style, 0)

    def end(self, style: Style) -> str:
        return ";" if style.semicolons else ""

    def enclose(self, head: str, body: Any, style: Style, depth: int) -> list[str]:
        if not style.lone_braces and len(body) == 1:
            return [head, *self.statement(body[0], style, depth + 1)]
        return super().enclose(head, body, style, depth)

    def string(self, text: str, style: Style) -> str:
        return f"{style.quote}{text}{style.quote}"

    def let(self, name: str) -> str:
        return f"let {name} ="

    def fail(self, text: str) -> str:
        return f"throw new Error({text})"

    def loop(self, name: str, over: str) -> str:
        return f"for (const {name} of {over})"

    def interpolate(self, text: str, name: str, style: Style) -> str:
        return f"`{text}${{{name}}}`"

    def mapping(self, pairs: Any, style: Style, depth: int) -> str:
        quote = style.quote if style.quote == "'" else ""
        parts = [f"{quote}{key}{quote}: {self.expr(value, style, depth + 1)}" for key, value in pairs]
        return self.listing("{ ", parts, " }", style, depth)


class _Go(_Writer):
    imports = ('import "fmt"', 'import "os"', 'import "example.org/ledger"')

    def prologue(self) -> str:
        return "package jobs\n\n"

    def head(self, function: Function, style: Style) -> str:
        return self.listing(f"func {function.name}(", [f"{n} int" for n, _ in function.params], ") any {", style, 0)

    def end(self, style: Style) -> str:
        return ""

    def condition(self, cond: Expr, style: Style, depth: int) -> str:
        return f"if {self.expr(cond, style, depth)}"

    def let(self, name: str) -> str:
        return f"{name} :="

    def fail(self, text: str) -> str:
        return f"panic({text})"

    def loop(self, name: str, over: str) -> str:
        return f"for _, {name} := range {over}"

    def interpolate(self, text: str, name: str, style: Style) -> str:
        return f'fmt.Sprintf("{text}%d", {name})'

    def mapping(self, pairs: Any, style: Style, depth: int) -> str:
        parts = [f'"{key}": {self.expr(value, style, depth + 1)}' for key, value in pairs]
        return self.listing("map[string]any{", parts, "}", style, depth)


class _Rust(_Writer):
    imports = ("use std::fmt;", "use std::io;", "use crate::ledger::post;")

    def head(self, function: Function, style: Style) -> str:
        params = [f"{n}: i64" for n, _ in function.params]
        return self.listing(f"pub fn {function.name}(", params, ") -> Value {", style, 0)

    def condition(self, cond: Expr, style: Style, depth: int) -> str:
        return f"if {self.expr(cond, style, depth)}"

    def let(self, name: str) -> str:
        return f"let mut {name} ="

    def fail(self, text: str) -> str:
        return f"panic!({text})"

    def loop(self, name: str, over: str) -> str:
        return f"for {name} in {over}"

    def interpolate(self, text: str, name: str, style: Style) -> str:
        return f'format!("{text}{{{name}}}")'

    def mapping(self, pairs: Any, style: Style, depth: int) -> str:
        parts = [f"{key}: {self.expr(value, style, depth + 1)}" for key, value in pairs]
        return self.listing("Payload { ", parts, " }", style, depth)


class _Java(_Writer):
    imports = ("import java.util.Map;", "import java.util.List;", "import org.example.Ledger;")
    trailing_commas = False

    def prologue(self) -> str:
        return "package org.example.jobs;\n\n"

    def file(self, functions: list[Function], styles: list[Style]) -> str:
        head = "\n".join(self.imports[i] for i in styles[0].imports)
        parts = [self.function(function, style) for function, style in zip(functions, styles, strict=True)]
        return f"{self.prologue()}{head}\n\npublic class Jobs {{\n" + "\n\n".join(parts) + "\n}\n"

    def head(self, function: Function, style: Style) -> str:
        params = [f"int {n}" for n, _ in function.params]
        return self.listing(f"public Object {function.name}(", params, ") {", style, 0)

    def enclose(self, head: str, body: Any, style: Style, depth: int) -> list[str]:
        if not style.lone_braces and len(body) == 1:
            return [head, *self.statement(body[0], style, depth + 1)]
        return super().enclose(head, body, style, depth)

    def let(self, name: str) -> str:
        return f"var {name} ="

    def fail(self, text: str) -> str:
        return f"throw new IllegalStateException({text})"

    def loop(self, name: str, over: str) -> str:
        return f"for (var {name} : {over})"

    def interpolate(self, text: str, name: str, style: Style) -> str:
        return f'"{text}" + {name}'

    def mapping(self, pairs: Any, style: Style, depth: int) -> str:
        parts = [f'"{key}", {self.expr(value, style, depth + 1)}' for key, value in pairs]
        return self.listing("Map.of(", parts, ")", style, depth)
