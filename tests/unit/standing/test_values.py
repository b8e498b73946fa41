"""The values that code gives its names, of a whole file at once."""

from standfast.code.source import Source
from standfast.standing.claims.stated import Region
from standfast.standing.claims.values import list_values
from tests.property.growth import cpu

ONE = """def handle_{0}(value, limit=10):
    count_{0} = 0
    retries = 3
    for _ in value:
        count_{0} += 1
    return retries, count_{0}


"""


def region_of(text: str, name: str = "big.py") -> Region:
    region = Region(Source(name, text.encode()))
    assert region.source.relations
    assert region.source.symbols
    assert region.source.uncommented
    return region


def test_a_local_that_is_counted_up_is_no_value_and_one_that_stays_is() -> None:
    found = {(r.scope, r.name, r.value) for r in list_values(region_of(ONE.format(0) + ONE.format(1)))}
    assert found == {
        (f"handle_{n}", name, value) for n in (0, 1) for name, value in (("limit", "10"), ("retries", "3"))
    }


def test_a_local_is_not_set_where_a_longer_name_with_a_hyphen_is() -> None:
    text = "function Field(id) {\n  const left = 3;\n  return <A aria-left={id} left-most={id} />;\n}\n"
    assert ("left", "3") in {(r.name, r.value) for r in list_values(region_of(text, "Field.jsx"))}


def test_four_times_the_functions_cost_about_four_times_as_much() -> None:
    small, large = (region_of("".join(map(ONE.format, range(count)))) for count in (400, 1600))
    ratios = [cpu(lambda: list_values(large)) / cpu(lambda: list_values(small)) for _ in range(3)]
    assert min(ratios) < 8
