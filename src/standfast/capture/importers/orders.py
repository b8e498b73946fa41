"""Orders: whether a sentence of a document tells somebody what to do or not to do, and which way its list points.

Plain words decide. Owns the difference between a rule and what only sounds like one: a greeting, an offer of help, what
one will see, an example. Must not: know where the sentence stands (`kinds` does).
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MUST = re.compile(
    r"\b(must(?: not|n't)?|shall(?: not)?|never|always|avoid|forbidden|prohibited|mandatory|required"
    r"|(?:is|are) not (?:allowed|permitted|accepted)|not allowed|disallowed|ensure|make sure|be sure to|instead of"
    r"|rather than|no longer|only (?:use|add|import|call|change|commit|accept|touch|edit)|prefer(?:red|ably)?"
    r"|should(?: not|n't)?"
    r"|ought to|(?:is|are) expected to|(?:is|are) discouraged"
    r"|(?<!may )(?<!might )(?<!will )(?<!'ll )(?<!want )(?<!would )needs? to|(?<!not )(?<!n't )ha(?:s|ve) to"
    r"|no more than|at most"
    r"|at least"
    r"|keep in mind|remember to|try to|we (?:require|expect|ask|recommend|follow|prefer)|recommended"
    r"|by convention)\b",
    re.IGNORECASE,
)
_VERB = (
    r"use|keep|run|write|add|put|follow|prefer|avoid|check|test|update|remove|name|format|document|commit|create"
    r"|import"
    r"|include|return|handle|validate|log|set|call|pass|wrap|mark|treat|read|ask|stop|limit|place|define|declare"
    r"|implement|do|don't|never|always|be|make|respect|respond|verify|fix|leave|store|sort|group|split|reuse|extend"
    r"|start|sign|squash|rebase|push|mention|describe|explain|tag|bump|wrap|cover|target|base|refer|reference|link"
    r"|list"
    r"|provide|consider|choose|match|maintain|preserve|minimi[sz]e|restrict|separate|structure|organi[sz]e|convert"
    r"|replace|delete|move|rename|specify|state|note|raise|throw|catch|assert|mock|inject|expose|export|document"
    r"|annotate"
    r"|configure|enable|disable|apply|attach|assign|submit|contain|indent|capitali[sz]e|stick|adhere|skip|ignore"
    r"|review"
    r"|regenerate|generate|confirm|inspect|isolate|lint|build|install|open|close|try|begin|end|propose|discuss"
    r"|favou?r"
    r"|break|bundle|batch|cache|clean|compare|compile|compute|complete|design|distinguish|drop|edit|emit|exclude"
    r"|expect"
    r"|fail|fall|fetch|find|flag|guard|import|improve|increase|initiali[sz]e|insert|introduce|invoke|load|lock|look"
    r"|merge"
    r"|modify|normali[sz]e|omit|order|override|parse|perform|pin|plan|post|print|query|quote|record|reduce|refactor"
    r"|reject|rely|render|report|require|resolve|reserve|rethrow|save|scope|search|send|serve|share|show|simplify"
    r"|strip"
    r"|summari[sz]e|support|switch|sync|take|track|translate|trim|turn|type|unify|unwrap|upgrade|wait|watch|work"
)
_IMPERATIVE = re.compile(
    rf"^(?:please,?\s+|also,?\s+|then,?\s+|and\s+)?(?:{_VERB})\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
_STATES = re.compile(
    r"^\s*(?:[\w`'-]+\s+){0,3}?(?:is|are|was|were|has|will|does|means|can|may|provides|contains|lives?)\b"
)
_NOUN = re.compile(
    r"^\s*(?::|[-–—=]|$|\(|(?:case|cases|coverage|suite|system|server|level|levels|file|files|name|names)\b)"
)
_IF = re.compile(
    r"^(?:if|when|whenever|before|after|for|in|on|while|unless|where|with)\b[^,]{2,160},\s*(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_KIND_WORDS = re.compile(
    r"\b(thanks?|thank you|welcome|appreciat\w+|feel free|happy to|glad to|don'?t worry|(?:do not|don'?t) hesitate"
    r"|shy"
    r"|(?:do not|don'?t) be (?:afraid|intimidated|discouraged)|(?:do not|don'?t) let (?:this|that|it)|no need to"
    r"|(?:do not|don'?t) (?:need|have) to|(?:do not|don'?t) know (?:where|how|what)|not required|optional\w*|enjoy\w*"
    r"|good luck|have fun|(?:you|anyone|anybody|users?|they) (?:can|may|could|might|are free)|if you (?:want|like"
    r"|prefer|wish)"
    r"|you (?:may|might) (?:want|need)|great way|join us|star (?:the|this)|sponsor\w*|donat\w+|congratulations"
    r"|excited)\b",
    re.IGNORECASE,
)
_FORESEES = re.compile(
    r"\b(?:you|this|it|that|there|which|they|everything|command|output|result\w*|server|app|page|browser"
    r"|tests?)\s+(?:should|must|"
    r"will|would|might|may)\s+(?:now\s+|also\s+|then\s+)?(?:see|be able|be (?:fine|good|easy|enough|possible|ready"
    r"|present\w*|running"
    r"|greeted|asked"
    r"|redirected|installed|set)|have (?:a|the|been)|succeed|work|get|look|find|pass|appear|start|open|print|show"
    r"|output"
    r"|return)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"^\W*(avoid\w*|don'?ts?|do not|never|bad|wrong|incorrect|anti-?patterns?|not (?:allowed|ok|okay)|forbidden"
    r"|prohibited"
    r"|what not to do|things (?:not to do|to avoid)|mistakes|discouraged|disallowed|unacceptable|out of scope)\b",
    re.IGNORECASE,
)
_AGAINST_END = re.compile(
    r"\b(to avoid|must not|should not|shouldn't|do not|don't|never|are not allowed|is not allowed|avoid)$",
    re.IGNORECASE,
)
_CROSS = re.compile(r"^[\s*_]*(?:❌|✗|✘|🚫|👎|⛔|:x:|\[x\]\s(?=bad))")
_EXAMPLE = re.compile(
    r"\b(for example|e\.g|examples?|for instance|such as|like (?:this|so|these)|looks? like|samples?|something like"
    r"|the (?:output|result|following (?:output|error|text))|would (?:be|give|print)|equivalent to|outputs?|good"
    r"|better)\s*$"
    r"|^\W*(?:for )?(?:examples?|e\.g|good|better|sample|output|before|after)\b(?!.{40})",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(ways? (?:you can|to|of) (?:contribut\w*|help\w*|get\w*)|some of (?:them|these)|there are (?:many|several"
    r"|a few|three|two)"
    r"|you can (?:help|contribute|find|also)|(?:any|one) of (?:these|the following)|(?:we|you) (?:will|may|might"
    r"|can) (?:find"
    r"|see|get)"
    r"|where to|more information|uses? \S+ to (?:enforce|check|run)|thanks|thank you|here (?:are|is) (?:some|a few"
    r"|the list))\b",
    re.IGNORECASE,
)
_SAMPLE = re.compile(
    r"\b(examples?|samples?|templates?|demo|when to (?:apply|use)|common gaps|output|before/after)\b", re.IGNORECASE
)
_NEGATED = re.compile(r"^\W*(avoid|never|no|not|don'?t|do not|without|must not)\b", re.IGNORECASE)
_MARKS = re.compile(r"^(?:\[[ xX]\]\s*)?[\s>*_`\"'“(\[]*(?:✅|✔️?|☑️?|👍|⚠️|🔴|🟢|❗|‼️|:[a-z_]+:)?[\s*_]*")
_LABEL = re.compile(r"^\*\*(?P<label>[^*\n]{2,80}?)[:.]?\*\*\s*[:–—-]?\s*(?P<rest>.*)", re.DOTALL)
_NOT_RULED = re.compile(
    r"^\W*(purpose|why|skills?|background|when to (?:use|apply)|examples?|summary|overview|description|format)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"')*_]*\s+(?=[\"'(\[`*_]*[A-Z`])")


_FORBIDS = re.compile(
    r"(?:^|[,;:.!(—–-]\s*|\b(?:please|and|but|so|just|also|then|or|you|we|contributors"
    r"|therefore)\s+)[*_]*(?:do \**not|don['’]?t)\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:that|which|who|where|when)\s+(?:[\w`-]+\s+){0,3}?(?:don['’]?t|do not|doesn['’]?t|does not|should|must"
    r"|needs? to"
    r"|ha(?:s|ve) to|no longer)\b",
    re.IGNORECASE,
)
_SHOWS = re.compile(r"^\W*(?:for (?:example|instance)|e\.g)\b", re.IGNORECASE)


def is_order(text: str) -> bool:
    """Tell whether a sentence, or the first of a text, says what to do or not to do."""
    plain = _MARKS.sub("", text.strip(), count=1)
    label = _LABEL.match(text.strip())
    said = label["rest"] if label and label["rest"] else plain
    if label and _NOT_RULED.match(label["label"]):
        return False
    first = sentences(said)[0] if said else ""
    whole = " ".join(first.split())
    if not whole or whole.endswith("?") or _KIND_WORDS.search(whole) or _FORESEES.search(whole) or _SHOWS.match(whole):
        return False
    if orders(whole) or (label and orders(label["label"])) or is_imperative(whole):
        return True
    return bool(label) and is_imperative(label["label"]) if label else False


def orders(sentence: str) -> bool:
    """Tell whether a word of duty stands in the sentence itself, and not in a clause about something else."""
    own = _RELATIVE.sub(" ", sentence)
    return bool(_MUST.search(own) or _FORBIDS.search(own))


def is_imperative(sentence: str) -> bool:
    """Tell whether a sentence begins with what to do, also after the case it is for."""
    plain = _MARKS.sub("", sentence, count=1)
    match = _IMPERATIVE.match(plain)
    if match and not _NOUN.match(match["rest"]) and not _STATES.match(match["rest"]):
        return True
    case = _IF.match(plain)
    return bool(case) and is_imperative(case["rest"]) if case else False


def points_against(words: str) -> bool:
    """Tell whether what a lead or a heading introduces is what not to do."""
    plain = words.strip().strip(":*_ ")
    return bool(_AGAINST.match(plain) or _AGAINST_END.search(plain) or _CROSS.match(plain))


def is_negated(text: str) -> bool:
    """Tell whether a text says itself that it is what not to do."""
    return bool(_NEGATED.match(text))


def is_sample(headings: Sequence[str]) -> bool:
    """Tell whether what stands under these headings shows how something looks, and rules nothing."""
    return bool(headings) and bool(_SAMPLE.search(headings[-1]))


def is_crossed(text: str) -> bool:
    """Tell whether an item is marked as what not to do by a sign alone."""
    return bool(_CROSS.match(text)) and not _NEGATED.match(_CROSS.sub("", text, count=1))


def introduces_example(words: str) -> bool:
    """Tell whether a lead introduces an example, an offer or a choice, not a rule."""
    plain = words.strip().strip(":*_ ")
    return bool(_EXAMPLE.search(plain) or _OFFER.search(plain))


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph, as they are written."""
    return [part for part in _SENTENCE.split(text.strip()) if part.strip()] or [text]
