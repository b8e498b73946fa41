"""A brief keeps its budget, its order and its ids."""

from hypothesis import HealthCheck, given, settings, strategies as st

from standfast.recall.pack import BriefLine, Section, count_tokens, pack

_WORDS = st.text(alphabet=st.sampled_from("abcdefgh ,.é数🚀\n\t-_/0123456789"), max_size=200)
_LINES = st.lists(st.builds(BriefLine, id=st.integers(0, 9999).map("m{}".format), text=_WORDS), max_size=8)
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
    assert len(packed.given) + packed.withheld == sum(len(section.lines) for section in sections)
    assert all(f"[{item}]" in packed.text for item in packed.given)


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
        Section("Rules", (BriefLine("m1", "Use tabs."), BriefLine("m2", "No force pushes."))),
        Section("Decisions", (BriefLine("m3", "Payments go through Stripe."),)),
    ]
    packed = pack(sections, 200)
    assert packed.given == ("m1", "m2", "m3")
    assert packed.text == (
        "## Rules\n- Use tabs. [m1]\n- No force pushes. [m2]\n\n## Decisions\n- Payments go through Stripe. [m3]"
    )
    assert packed.withheld == 0


def test_what_does_not_fit_is_counted_by_kind_and_can_be_asked_for() -> None:
    lines = tuple(BriefLine(f"m{number}", "A gotcha about the queue worker.", kind="gotcha") for number in range(50))
    packed = pack([Section("Gotchas", lines, ask="recall gotchas")], 120)
    assert packed.given
    assert packed.withheld == 50 - len(packed.given)
    assert f"{packed.withheld} gotchas" in packed.text.splitlines()[-1]
    assert "recall gotchas" in packed.text.splitlines()[-1]


def test_a_talkative_memory_is_said_whole_or_not_at_all_and_after_the_others() -> None:
    long = BriefLine("m1", "word " * 300)
    section = Section("", (long, BriefLine("m2", "Short.")))
    assert pack([section], 250).given == ("m2",)
    both = pack([section], 1_000)
    assert both.given == ("m1", "m2")
    assert both.text.count("word") == 300


def test_every_section_gets_its_share_before_the_first_takes_the_rest() -> None:
    many = tuple(BriefLine(f"a{number}", "Rule about the queue worker.") for number in range(50))
    few = tuple(BriefLine(f"b{number}", "Note about the queue worker.") for number in range(3))
    packed = pack([Section("Rules", many, share=100), Section("Notes", few, share=100)], 300)
    assert {"b0", "b1", "b2"} <= set(packed.given)
    assert sum(item.startswith("a") for item in packed.given) > 5


def test_a_section_never_takes_more_than_it_may() -> None:
    many = tuple(BriefLine(f"a{number}", "Thread about the queue worker.") for number in range(50))
    packed = pack([Section("Threads", many, share=50, most=100, firm=True)], 600)
    assert count_tokens("\n".join(packed.rows)) <= 100


def test_a_bound_holds_while_others_have_more_to_say_and_leaves_no_line_out_alone() -> None:
    written = Section("Written", tuple(BriefLine(f"w{at}", "The queue worker retries.") for at in range(9)), most=40)
    notes = Section("Notes", tuple(BriefLine(f"n{at}", "Drains at night.") for at in range(60)))
    assert len([item for item in pack([written, notes], 300).given if item[0] == "w"]) < 9
    assert pack([written], 300).withheld == 0


@_patiently
@given(_SECTIONS, st.integers(0, 2000))
def test_characters_are_bounded_as_well(sections: list[Section], longest: int) -> None:
    packed = pack(sections, 600, longest=max(1, longest))
    assert len(packed.text) <= max(1, longest)
    assert all(row in packed.text for row in packed.rows)


def test_lines_are_one_line_each() -> None:
    packed = pack([Section("", (BriefLine("m1", "first\n\n- [x] second\r\nthird"),))], 200)
    assert packed.text.count("\n") == 0
