"""Starter packs: every rule is sound, and proves itself on several snippets."""

import pytest

from standfast.errors import NotFound
from standfast.guard.ambiguity import is_exponential
from standfast.guard.change import held
from standfast.guard.check import check
from standfast.guard.match.regex import settings
from standfast.guard.pack import list_packs, load_pack
from standfast.guard.prove import prove
from standfast.guard.render import render_rule
from standfast.guard.rule import Guard, parse_rule
from standfast.guard.vet import vet_guard

GUARDS = [guard for pack in list_packs() for guard in load_pack(pack)]


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.id)
def test_a_starter_rule_catches_and_passes_what_it_says(guard: Guard) -> None:
    vet_guard(guard, trial=False)
    assert [(verdict.expected, verdict.snippet, verdict.problem) for verdict in prove(guard) if verdict.problem] == []


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.id)
def test_a_starter_rule_has_snippets_on_both_sides_a_reason_and_reads_back(guard: Guard) -> None:
    assert len(guard.caught) + len(guard.passes) >= 3
    assert guard.reason
    assert parse_rule(render_rule(guard, form="json"))._replace(reason=guard.reason) == guard


def test_every_language_pack_has_about_ten_structural_rules() -> None:
    assert list_packs() == ["general", "go", "python", "typescript"]
    for pack in ("go", "python", "typescript"):
        assert len([guard for guard in load_pack(pack) if guard.kind == "structural"]) >= 10


def test_ids_are_unique_across_packs() -> None:
    ids = [guard.id for guard in GUARDS]
    assert len(ids) == len(set(ids))


def test_a_pack_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(NotFound) as error:
        load_pack("../secret")
    assert "general" in error.value.hint


@pytest.mark.slow
@pytest.mark.parametrize("guard", [guard for guard in GUARDS if guard.kind == "regex"], ids=lambda guard: guard.id)
def test_no_regular_expression_of_a_pack_is_slow(guard: Guard) -> None:
    pattern, _, flags = settings(guard)
    assert not is_exponential(pattern, flags)
    vet_guard(guard)


@pytest.mark.parametrize("language", ["python", "typescript", "go"])
def test_an_unfinished_file_breaks_no_rule(language: str) -> None:
    name = {"python": "a.py", "typescript": "a.ts", "go": "a.go"}[language]
    for text in ("", "def f(:\n  {{{", "func (", "const x = `${", "\ufeff\n\n", "import (", "\x0c"):
        with held("edit", {name: (None, text.encode())}) as change:
            assert check(GUARDS, change, today="2026-11-15", everything=True).broken == ()


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.id)
def test_asking_all_guards_at_once_finds_what_each_finds_alone(guard: Guard) -> None:
    everywhere = [other._replace(paths=()) for other in GUARDS]
    ending = {"python": "py", "typescript": "ts", "go": "go"}.get(guard.languages[0] if guard.languages else "", "txt")
    for snippet in guard.caught:
        if guard.kind in {"structural", "regex"}:
            with held("all", {snippet.path or f"a.{ending}": (None, snippet.text.encode())}) as change:
                report = check(everywhere, change, today="2026-11-15")
            assert guard.id in {finding.guard for finding in report.findings}
