"""Numbers as words say them, in English."""

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMERALS = {
    **{word: number for number, word in enumerate(_SMALL.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
    "hundred": 100,
    "thousand": 1_000,
    "million": 1_000_000,
}
