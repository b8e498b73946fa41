"""A brief keeps its budget, its order and its ids."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from standfast.recall.pack import Line, Section, count_tokens, pack

_WORDS = st.text(alphabet=st.sampled_from("abcdefgh ,.é数🚀\n\t-_/0123456789"), max_size=200)
_LINES = st.lists(st.builds(Line, id=st.integers(0, 9999).map("m{}".format), text=_WORDS), max_size=8)
_SECTIONS = st.lists(
    st.builds(
        Section, heading=st.sampled_from(["Rules", "Decisions", ""]), lines=_LINES.map(tuple), ask=st.just("more")
    ),
    max_size=3,
)
_patiently = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_patiently
@given(_SECTIONS, st.integers(0, 600))
def test_a_budget_is_never_exceeded(sections: list[Section], budget: int) -> None:
    packed = pack(sections, budget)
    assert packed.tokens == count_tokens(packed.text) <= budget
    assert len(packed.given) + packed.withheld == sum(len(one.lines) for one in sections)
    assert all(f"[{one}]" in packed.text for one in packed.given)


@_patiently
@given(_SECTIONS, st.integers(0, 600))
def test_the_same_sections_give_the_same_bytes(sections: list[Section], budget: int) -> None:
    assert pack(sections, budget) == pack(sections, budget)


@_patiently
@given(st.text())
def test_a_count_is_between_nothing_and_the_bytes(text: str) -> None:
    assert (0 < count_tokens(text) <= 1 + len(text.encode("utf-8", "replace"))) or not text


def test_sections_come_in_order_and_pinned_lines_first() -> None:
    sections = [
        Section("Rules", (Line("m1", "Use tabs."), Line("m2", "No force pushes."))),
        Section("Decisions", (Line("m3", "Payments go through Stripe."),)),
    ]
    packed = pack(sections, 200)
    assert packed.given == ("m1", "m2", "m3")
    assert packed.text == (
        "## Rules\n- Use tabs. [m1]\n- No force pushes. [m2]\n\n## Decisions\n- Payments go through Stripe. [m3]"
    )
    assert packed.withheld == 0


def test_what_does_not_fit_is_counted_and_can_be_asked_for() -> None:
    lines = tuple(Line(f"m{number}", "A gotcha about the queue worker.") for number in range(50))
    packed = pack([Section("Gotchas", lines, ask="recall gotchas")], 120)
    assert packed.given
    assert packed.withheld == 50 - len(packed.given)
    assert packed.text.endswith(f"{packed.withheld} withheld; ask for recall gotchas.")


def test_a_talkative_memory_is_cut_and_the_next_still_fits() -> None:
    packed = pack([Section("", (Line("m1", "word " * 5000), Line("m2", "Short.")))], 400)
    assert packed.given == ("m1", "m2")
    assert "… [m1]" in packed.text


def test_a_cut_line_keeps_whole_words() -> None:
    packed = pack([Section("", (Line("m1", "alpha beta gamma delta " * 200),))], 120)
    body = packed.text.removeprefix("- ").partition(" …")[0]
    assert set(body.split()) <= {"alpha", "beta", "gamma", "delta"}


def test_lines_are_one_line_each() -> None:
    packed = pack([Section("", (Line("m1", "first\n\n- [x] second\r\nthird"),))], 200)
    assert packed.text.count("\n") == 0
