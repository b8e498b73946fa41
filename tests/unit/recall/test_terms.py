"""How text becomes terms."""

import sys
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from standfast.model.anchor import parse_anchor
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content
from standfast.model.scope import Scope
from standfast.recall.terms import MAX_TERM, fields, query_terms, read
from standfast.text.stem import stem

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("getUserById", {"user", "id", "getuserbyid"}),
        ("get_user_by_id", {"user", "id", "getuserbyid"}),
        ("get-user-by-id", {"user", "id", "getuserbyid"}),
        ("HTTP2Server", {"http", "server", "http2", "http2server"}),
        ("src/middleware/auth.ts", {"src", "middlewar", "auth", "ts", "authts", "srcmiddlewareauthts"}),
        ("E11000", {"11000", "e11000"}),
        ("--no-verify", {"verifi", "noverifi"}),
        ("v1.2.3", {"1_2_3", "1_2"}),
        ("3.12", {"3_12"}),
        ("2025-02-21", {"2025_02_21", "2025_02", "2025"}),
        ("$400,000", {"400000"}),
        ("don't user's", {"user"}),
        ("C++ C# .NET", {"cpp", "csharp", "dotnet"}),
        ("9fceb02d0ae598e95dc970b7", {"9fceb02d0ae598e95dc970b7", "9fceb02"}),
        ("数据库", {"数据", "据库"}),
        ("résumé ﬁle", {"resum", "file"}),
        ("🚀 ... !!! \x00", set()),
        ("the of and", set()),
        ("", set()),
    ],
)  # fmt: skip
def test_a_text_gives_these_terms(text: str, terms: set[str]) -> None:
    assert set(read(text)) == terms


@pytest.mark.parametrize(
    "forms",
    [
        ("connect", "connected", "connecting", "connection", "connections"),
        ("cache", "caches", "cached", "caching"),
        ("normalize", "normalise", "normalised", "normalizing", "normalisation"),
        ("behavior", "behaviour", "behaviours"),
        ("cancel", "cancelled", "canceled", "cancelling"),
        ("write", "wrote", "written", "writing", "writes"),
        ("index", "indices", "indexes", "indexing", "indexed"),
        ("dependency", "dependencies"),
        ("fail", "failed", "fails", "failing"),
        ("choose", "chose", "chosen", "choosing"),
        ("retry", "retries", "retried", "retrying"),
        ("deploy", "deploys", "deployed", "deploying"),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("universe", "unit"),
        ("test", "text"),
        ("process", "produce"),
        ("user", "use"),
        ("string", "strong"),
        ("port", "part"),
    ],
)
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_short_words_and_codes_are_left_alone() -> None:
    assert [stem(word) for word in ("js", "s3", "e11000", "数据")] == ["js", "s3", "e11000", "数据"]


def test_fields_hold_title_and_tags_text_and_why_and_places() -> None:
    content = Content(
        kind=Kind.DECISION,
        text="Use Redis.",
        scope=Scope("project", "shop"),
        title="Session store",
        why="Postgres locked.",
        tags=("ops",),
        anchors=(Anchored(parse_anchor("src/db/pool.ts::openPool")), Anchored(parse_anchor("dep:redis@^4"))),
    )
    title, body, place = fields(content)
    assert title.split() == ["session", "store", "ops"]
    assert body.split() == ["us", "redis", "postgr", "lock"]
    assert {"srcdbpoolts", "srcdb", "poolts", "openpool", "pool", "redis"} <= set(place.split())


def test_a_question_gives_each_term_once_in_order() -> None:
    assert query_terms("Why does the pool pool connections?") == ("pool", "connect")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text())
def test_any_text_gives_terms_that_every_engine_keeps_whole(text: str) -> None:
    for term in read(text):
        assert 0 < len(term) <= MAX_TERM
        assert all(char.isalnum() or char == "_" for char in term)
        assert term.encode("utf-8")
        assert " " not in term


def test_reading_again_gives_the_same() -> None:
    text = "getUserById in src/a.ts raises E11000 and 数据库 fails " * 3
    assert read(text) == read(text)


def test_a_stack_trace_is_read_in_part() -> None:
    trace = "\n".join(
        f'  File "/app/src/module{number}.py", line {number}, in handler{number}' for number in range(9000)
    )
    assert 1000 < len(read(trace)) < 100_000


def test_terms_import_nothing_slow() -> None:
    import subprocess

    code = "import sys; import standfast.recall.terms, standfast.recall.question; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "'numpy'" not in loaded
    assert "'dataclasses'" not in loaded


@pytest.mark.parametrize(
    ("one", "other"),
    [("import", "important"), ("operator", "operation"), ("general", "generate"), ("port", "portable")],
)
def test_words_that_look_alike_stay_apart(one: str, other: str) -> None:
    assert read(one) != read(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("migrations", "migrate"),
        ("validation", "validated"),
        ("deployment", "deploying"),
        ("policies", "policy"),
        ("retried", "retry"),
        ("configuration", "configure"),
        ("decision", "decide"),
        ("normalise", "normalization"),
    ],
)
def test_forms_of_one_word_meet(one: str, other: str) -> None:
    assert read(one) == read(other)
