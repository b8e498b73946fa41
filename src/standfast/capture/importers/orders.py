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
    r"|(?<!may )(?<!might )(?<!will )(?<!'ll )(?<!want )(?<!would )(?<!n't )(?<!not )needs? to"
    r"|(?<!not )(?<!n't )ha(?:s|ve) to"
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
    r"^[,`]|^\s*(?::|[-–—=]|$|\(|(?:cases?|coverage|suite|system|server|levels?|files?|names?|tools?|checking|runner|process|pipeline|steps?)\b)"
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
    r"|(?:do not|don'?t) (?:despair|feel)|good luck|have fun"
    r"|(?:you|anyone|anybody|users?|they) (?:can|may|could|might|are free)|if you (?:want|like"
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
    r"|where to|when .{3,60} (?:is|are) (?:fine|ok|okay|acceptable|unnecessary|enough)"
    r"|consider (?:contributing|helping|joining)|more information"
    r"|uses? \S+ to (?:enforce|check|run)|thanks|thank you|here (?:are|is) (?:some|a few"
    r"|the list))\b",
    re.IGNORECASE,
)
_SAMPLE = re.compile(
    r"\b((?:key )?concepts|glossary|terminology|definitions"
    r"|examples?|samples?|templates?|demo|when to (?:apply|use)|common gaps|output|before/after)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"^\W*(avoid|never|no|not|don'?t|do not|without|must not)\b", re.IGNORECASE)
_MARKS = re.compile(r"^(?:\[[ xX]\]\s*)?[\s>*_`\"'“(\[]*(?:✅|✔️?|☑️?|👍|⚠️|🔴|🟢|❗|‼️|:[a-z_]+:)?[\s*_]*")
_LABEL = re.compile(r"^\*\*(?P<label>[^*\n]{2,80}?)[:.]?\*\*\s*[:–—-]?\s*(?P<rest>.*)", re.DOTALL)
_NOT_RULED = re.compile(
    r"^\W*(purpose|why|skills?|background|(?:recommended|further) reading|see also|resources|when to (?:use|apply)"
    r"|examples?|summary|overview|description|format|problems?|symptoms?|causes?|solutions?|triggers?|characteristics"
    r"|(?:\w+ )?conditions?|inputs?|outputs?|locations?|status|returns?|defaults?|features?|benefits?|dependencies"
    r"|tech(?:nology)? stack|components?|endpoints?|responsibilit\w+|(?:\w+ )?focus|contains|includes)\b(?!.{30})",
    re.IGNORECASE,
)
# Words that name a thing as often as they order one: "Test matrix", "Review focus", "Build tool".
_EITHER = (
    r"(?:test|review|fail|skip|build|format|log|document|commit|lint|report|query|plan|design|end|start|merge|support"
    r"|cache|batch|order|record|target|type|work|watch|state|scope|link|list|name|mark|note|import|export|check|call"
    r"|limit|group|split|store|cover|guard|lock|load|mock|return|search|share|show|track|turn|update|upgrade|base|tag"
    r"|sort|switch|sync|quote|print|post|reference|structure|complete|clean|share|set|place|raise|catch|stop|plan|read"
    r"|state|install|open|close|edit|error|request|override|render|push|pin|patch)"
)
_NAMES = re.compile(
    rf"^{_EITHER}(?:\s+(?!the\b|an?\b|all\b|any\b|every\b|each\b|your\b|it\b|them\b|fast\b|early\b|often\b|first\b|only\b|with\b|that\b|this\b)"
    rf"[\w/-]+){{0,2}}\W*$|^{_EITHER}\s+(?:of|for(?!\s+(?:the|an?|your|all|any|each)\b))\s",
    re.IGNORECASE,
)
_TITLE = re.compile(
    rf"^{_EITHER}\s+(?!the\b|an?\b|all\b|any\b|every\b|each\b|your\b|it\b|them\b|only\b|with\b|that\b|this\b|these\b)",
    re.IGNORECASE,
)
# "Vite - Build tool", "`src/` - sources", "POST /sessions - makes one": a name, a dash, and what it is.
_DESCRIBES = re.compile(
    r"^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+/\S*|[*_]*`[^`]{1,200}`[*_]*(?:\s*\([^)]{0,200}\))?|[\w.@/+#-]{1,80}(?:\s[\w.@/+#-]{1,80}){0,3})"
    r"\s+[-–—]\s+(?P<rest>.+)|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+`?/",
    re.DOTALL,
)
_QUOTED = re.compile(r":\**\s*[\"“][^\"”]+[\"”](?:,\s*[\"“][^\"”]+[\"”])*(?:\s*\([^)]*\))?\s*$")
_LISTS = re.compile(r"\b(?:includ(?:e|es|ing)|contains?|provides?|available|supported|exists?)$", re.IGNORECASE)
_DASH = re.compile(r"\s[-–—]\s")
_ASIDE = re.compile(
    r"\([^()]{0,40}\b(?:preferred|recommended|required|optional)\b[^()]{0,80}\)"
    r"|\bno \w+(?: \w+)? (?:is |are )?required\b",
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
_SHOWS = re.compile(
    r"^\W*(?:(?:in)?correct|good|bad|wrong|right)\b[^:]{0,30}:"
    r"|^\W*(?:(?:for (?:example|instance)|e\.g|(?:more|less|rather) like this)\b|(?:examples?|output)\s*:)",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"^\W*(?:(?:for|before|if|when) [^,.]{3,90}, )?(?:please,? |also,? )*"
    r"(?:read|see|look at|refer to|check(?: out)?|consult|visit|open|go to|(?:have|take) a look)\b"
    r"(?:[^.\n]{0,160}|[^.\n]{0,80}\[[^\]\n]{0,120})(?:\]\(|<?https?://)|^\W*(?:please,? )?(?:take|have) a look\b"
    r"|^\W*go to the (?:link|page|url|site)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?:(?:make sure|ensure|be sure) that|\bfollowing(?: \w+)?)[\s:]*$", re.IGNORECASE)
_OURSELVES = re.compile(
    r"^\W*we(?:['’]ll| will| hold| hope| aim| do our best)\b|^\W*note:? (?:that )?(?:the|this|it|we)\b"
    r"|\bmake sure (?:that )?you (?:have|['’]ve)\b|\bit will (?:likely|probably)\b"
    r"|\byou(?:['’]re| are)? (?:going to need|need to know|will need)\b|\byou['’]ll need\b",
    re.IGNORECASE,
)
_CERTAIN = re.compile(
    r"\b(?:is|are|was|were) (?:never|no longer)\b"
    r"|\b(?:will|would|can|does|this should be) (?:always|never|automatically|already)\b|\bit should\b"
    r"|(?<!try )(?<!need )(?<!needs )(?<!have )\bto (?:ensure|make sure|avoid)\b",
    re.IGNORECASE,
)
_LEARNS = re.compile(
    r"^\W*(?:check|see|use|review|look at)\b.{2,120}?\b(?:to (?:see|understand|learn|find)|for examples?)\b",
    re.IGNORECASE,
)


def is_order(text: str) -> bool:
    """Tell whether a sentence, or the first of a text, says what to do or not to do."""
    plain = _MARKS.sub("", text.strip(), count=1)
    label = _LABEL.match(text.strip())
    said = label["rest"] if label and label["rest"] else plain
    if (label and _NOT_RULED.match(label["label"])) or said.startswith("("):
        return False
    first = sentences(said)[0] if said else ""
    whole = _ASIDE.sub(" ", " ".join(first.split())).strip()
    described = _DESCRIBES.match(plain)
    if described and not label and not is_imperative(_DASH.split(plain, maxsplit=1)[0]):
        return bool(described["rest"]) and orders(described["rest"])
    if not whole or whole.endswith("?") or _KIND_WORDS.search(whole) or _FORESEES.search(whole) or _SHOWS.match(whole):
        return False
    if _POINTS.match(whole) or _LEARNS.match(whole) or _OURSELVES.search(whole):
        return False
    if orders(whole) or (label and orders(_ASIDE.sub(" ", label["label"]))) or is_imperative(whole):
        return True
    return bool(label) and is_imperative(label["label"]) if label else False


def orders(sentence: str) -> bool:
    """Tell whether a word of duty stands in the sentence itself, and not in a clause about something else."""
    own = _CERTAIN.sub(" ", _RELATIVE.sub(" ", sentence))
    return bool(_MUST.search(own) or _FORBIDS.search(own))


def is_imperative(sentence: str) -> bool:
    """Tell whether a sentence begins with what to do, also after the case it is for."""
    plain = _MARKS.sub("", sentence, count=1)
    if _NAMES.match(plain):
        return False
    match = _IMPERATIVE.match(plain)
    if match and not _NOUN.match(match["rest"]) and not _STATES.match(match["rest"]):
        return True
    case = _IF.match(plain)
    return bool(case) and is_imperative(case["rest"]) if case else False


def leads_to_orders(lead: str) -> bool:
    """Tell whether a lead makes orders of what follows it; "Commit history during review" names what it is about."""
    return is_order(lead) and (orders(lead) or not _TITLE.match(_MARKS.sub("", lead.strip(), count=1)))


def describes(lead: str) -> bool:
    """Tell whether a lead says that what follows is how something is: its parts, conditions, results."""
    plain = lead.strip().strip(":*_ ")
    return bool(_NOT_RULED.match(plain) or _LISTS.search(plain))


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
    """Tell whether an item is marked as what not to do by a sign alone; a bad example in quotes is not one."""
    return bool(_CROSS.match(text)) and not _QUOTED.search(text) and not _NEGATED.match(_CROSS.sub("", text, count=1))


def introduces_example(words: str) -> bool:
    """Tell whether a lead introduces an example, an offer or a choice, not a rule."""
    plain = words.strip().strip(":*_ ")
    return bool(_EXAMPLE.search(plain) or _OFFER.search(plain))


def is_unfinished(text: str) -> bool:
    """Tell whether a text only leads to what follows it, without a colon."""
    return bool(_BEGINS.search(text))


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph, as they are written."""
    return [part for part in _SENTENCE.split(text.strip()) if part.strip()] or [text]
