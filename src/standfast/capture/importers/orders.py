"""Orders: whether a sentence of a document tells somebody what to do or not to do, and which way its list points.

Plain words decide. Owns the difference between a rule and what only sounds like one: a greeting, an offer of help, what
one will see, an example. Must not: know where the sentence stands (`kinds` does).
"""

from __future__ import annotations

import re

from standfast.text.sentences import first_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Where a clause begins: what stands there is said to the reader, not told of somebody.
_CLAUSE = (
    r"(?:^|[,;:.!(—–-]\s*|\b(?:please|and|but|so|just|also|then|or|you|we|contributors|therefore|should|must"
    r"|to)\s+)[*_]*"
)
_MUST = re.compile(
    r"\b(?:must(?: not|n't)?|shall(?: not)?|never|always|forbidden|prohibited|mandatory|(?:is|are) not (?:allowed"
    r"|permitted|accepted)|not allowed|disallowed|(?:permitted|allowed|accepted|acceptable) (?:only|as long as"
    r"|provided)|only (?:use|add|import|call|change|commit|accept|touch|edit)"
    r"|should(?: not|n't)?|ought to|(?:is|are) expected to|(?:is|are) discouraged|(?:is|are|be) (?:\w+ )?(?:required"
    r"|preferred)|required (?:to|for|in|on|before|when)"
    r"|(?<!may )(?<!might )(?<!will )(?<!'ll )(?<!want )(?<!would )(?<!n't )(?<!not )needs? to"
    r"|(?<!not )(?<!n't )ha(?:s|ve) to|we (?:require|expect|ask|follow|prefer)|by convention)\b|^[\W_]*(?:required"
    r"|preferred)\b|\b(?:required|preferred)\W*$"
    rf"|{_CLAUSE}(?:do \**not|don['’]?t)\b(?! (?:want|know|need|have|like|assume|think|believe)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"{_CLAUSE}(?:avoid|ensure|make sure|be sure to|prefer(?:ably)?|remember to|try to)\b", re.IGNORECASE
)
# These compare; they order something only where the sentence tells of nobody who does it already.
_COMPARES = re.compile(r"\b(?:instead of|rather than|no longer|no more than|at (?:least|most))\b", re.IGNORECASE)
_VERB = (
    r"use|keep|run|write|add|put|follow|prefer|avoid|check|test|update|remove|name|format|document|commit|create"
    r"|import|include|return|handle|validate|log|set|call|pass|wrap|mark|treat|read|ask|stop|limit|place|define"
    r"|declare|implement|do|don't|never|always|be|make|respect|respond|verify|fix|leave|store|sort|group|split|reuse"
    r"|extend|start|sign|squash|rebase|push|mention|describe|explain|tag|bump|wrap|cover|target|base|refer|reference"
    r"|link|list|provide|consider|choose|match|maintain|preserve|minimi[sz]e|restrict|separate|structure|organi[sz]e"
    r"|convert|replace|delete|move|rename|specify|state|note|raise|throw|catch|assert|mock|inject|expose|export"
    r"|document|annotate|configure|enable|disable|apply|attach|assign|submit|contain|indent|capitali[sz]e|stick|adhere"
    r"|skip|ignore|review|regenerate|generate|confirm|inspect|isolate|lint|build|install|open|close|try|begin|end"
    r"|propose|discuss|favou?r|break|bundle|batch|cache|clean|compare|compile|compute|complete|design|distinguish|drop"
    r"|edit|emit|exclude|expect|fail|fall|fetch|find|flag|guard|import|improve|increase|initiali[sz]e|insert|introduce"
    r"|invoke|load|lock|look|merge|modify|normali[sz]e|omit|order|override|parse|perform|pin|plan|post|print|query"
    r"|quote|record|reduce|refactor|reject|rely|render|report|require|resolve|reserve|rethrow|save|scope|search|send"
    r"|serve|share|show|simplify|strip|summari[sz]e|support|switch|sync|take|track|translate|trim|turn|type|unify"
    r"|unwrap|upgrade|wait|watch|work|ensure|remember|study"
)
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|may|does|did|it|they|this|there|allows|comes?|contains|creates"
    r"|depends?|follows|gets|gives|goes|includes|keeps|lets|makes|needs|provides|relies|remains?|requires|returns|takes"
    r"|uses)\b",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    rf"^(?:please,?\s+|also,?\s+|then,?\s+|and\s+)?(?:{_VERB})\b(?!/[\w-]+[/.`]|[.:=-]\w)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_STATES = re.compile(
    r"^\s*(?:[\w`'-]+\s+){0,3}?(?:is|are|was|were|has|will|does|means|can|may|provides|contains|lives?)\b"
)
_NOUN = re.compile(
    r"^[,`]|^\.\w|^\s*(?::|[-–—=]|$|\(|(?:cases?|coverage|suite|system|server|levels?|files?|names?|tools?|checking"
    r"|runner|process|pipeline|steps?|[Aa]vailable)\b)"
)
_IF = re.compile(
    r"^(?:if|when|whenever|before|after|for|in|on|while|unless|where|with|instead of)\b[^,]{2,160},\s*(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_KIND_WORDS = re.compile(
    r"\b(thanks?|thank you|welcome|appreciat\w+|feel (?:free|like)|please do!|happy to|glad to|don'?t worry|(?:do not"
    r"|don'?t) hesitate|shy|(?:do not|don'?t) be (?:afraid|intimidated|discouraged)|(?:do not|don'?t) let (?:this|that"
    r"|it)|no need to|(?:do not|don'?t) (?:need|have) to|(?:do not|don'?t) know (?:where|how|what)|not required"
    r"|optional\w*|enjoy\w*|(?:do not|don'?t) (?:despair|feel|fret|panic)|good luck|have fun|(?:you|anyone|anybody"
    r"|users?|they) (?:can|may|could|might|are free)|(?:if|when) you (?:want|like|prefer|wish|would like|encounter"
    r"|run into|get stuck|have (?:any |a )?(?:trouble|problems?|questions?))|if you(?:['’]re| are) (?:using|on|running"
    r"|stuck|curious|working on)|you (?:may|might) (?:want|need)|great way|join us|star (?:the|this)|sponsor\w*"
    r"|donat\w+|congratulations|excited|please be patient|bear with (?:us|me)|(?:do not|don['’]?t) (?:be surprised"
    r"|take it"
    r" personally)|please,? please)\b",
    re.IGNORECASE,
)
_FORESEES = re.compile(
    r"\b(?:you|this|it|that|there|which|they|everything|command|output|result\w*|server|app|page|browser|documentation"
    r"|docs|site|build|tests?)\s+(?:should|must|will|would|might|may)\s+(?:now\s+|also\s+|then\s+)*(?:see|be able"
    r"|be (?:fine|good|easy|enough|possible|ready|present\w*|running|automatically|available|greeted|asked|redirected"
    r"|installed|set)|have (?:a|the|been)|succeed|work|get|look|find|pass|appear|start|open|print|show|output"
    r"|return|result)\b|\b(?:should|will) now\b|\bshould (?:do\b(?= but|[.,;]|$)|work (?:without|fine|as|out)|reply"
    r"|print)\b"
    r"|\b(?:should"
    r"|will) be (?:\w+ ){1,7}automatically\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"^\W*(avoid\w*|don'?ts?|do not|never|bad|wrong|incorrect|anti-?patterns?|not (?:allowed|ok|okay)|forbidden"
    r"|prohibited"
    r"|what not to do|things (?:not to do|to avoid)|mistakes|discouraged|disallowed|unacceptable|out of scope"
    r"|we (?:\w+ )?(?:discourage|reject|(?:do not|don['’]t|will not|won['’]t) (?:accept|merge|want)))\b",
    re.IGNORECASE,
)
_AGAINST_END = re.compile(
    r"\b(to avoid|must not|should not|shouldn't|do not|don't|never|are not allowed|is not allowed|avoid)$",
    re.IGNORECASE,
)
_CROSS = re.compile(r"^[\s*_]*(?:❌|✗|✘|🚫|👎|⛔|:x:|\[x\]\s(?=bad))")
_EXAMPLE = re.compile(
    r"\b(for example|e\.g|examples?|for instance|such as|as follows|like (?:this|so|these)|looks? like|samples?"
    r"|something like|the (?:output|result|following (?:output|error|text))|would (?:be|give|print)|equivalent to"
    r"|outputs?|good|better)\s*$|^\W*(?:for )?(?:examples?|e\.g|good|better|sample|output)\b(?!.{40})|^\W*(?:before"
    r"|after)\W*$"
    r"|^\W*(?:an? )?(?:examples?|sample) (?:output|run|session)\b",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(ways? (?:you can|to|of) (?:contribut\w*|help\w*|get\w*)|some of (?:them|these)|there are (?:many|several"
    r"|a few|three|two)|you can (?:help|find|also)|can contribute|(?:any|one) of (?:these|the following)|(?:we"
    r"|you) (?:will|may|might|can) (?:find|see|get)|where to|when .{3,60} (?:is|are) (?:fine|ok|okay|acceptable"
    r"|unnecessary|enough)|consider (?:contributing|helping|joining)|more information|uses? \S+ to (?:enforce|check"
    r"|run)|thanks|thank you|here (?:are|is) (?:some|a few|the list))\b",
    re.IGNORECASE,
)
_SAMPLE = re.compile(
    r"\b((?:key )?concepts|glossary|terminology|definitions|examples?|samples?|templates?|demo|responsibilities"
    r"|purposes?|when to (?:apply|use)|common gaps|output|before/after)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"^\W*(?:please,? )?(avoid|never|no|not|don'?t|do not|without|must not)\b", re.IGNORECASE)
_MARKS = re.compile(r"^(?:\[[ xX]\]\s*)?[\s>*_`\"'“(\[]*(?:✅|✔️?|☑️?|👍|⚠️|🔴|🟢|❗|‼️|:[a-z_]+:)?[\s*_]*")
_TO_DO = re.compile(r"^\[[ xX]\]\s")  # a list that is ticked off tells what is done and what is left to do
_LABEL = re.compile(r"^\*\*(?P<label>[^*\n]{2,80}?)[:.]?\*\*\s*[:–—-]?\s*(?P<rest>.*)", re.DOTALL)
_NOT_RULED = re.compile(
    r"^\W*(purpose|why|skills?|background|(?:recommended|further) reading|see also|resources|when to (?:use|apply)"
    r"|examples?|summary|overview|description|format|problems?|symptoms?|causes?|solutions?|triggers?|characteristics"
    r"|(?:\w+ )?conditions?|inputs?|outputs?|locations?|status|returns?|defaults?|features?|benefits?|dependencies"
    r"|tech(?:nology)? stack|components?|endpoints?|responsibilit\w+|(?:\w+ )?(?:focus|considerations)|contains"
    r"|includes|how to|used? (?:for|in|by|with)$)\b(?!.{30})",
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
    rf"^{_EITHER}(?:\s+(?!the\b|an?\b|all\b|any\b|every\b|each\b|your\b|it\b|them\b|fast\b|early\b|often\b|first\b"
    rf"|only\b|with\b|that\b|this\b)[\w/-]+){{0,2}}(?:\W*$|:\s+`)|^{_EITHER}\s+[\w/-]+\s+(?:and|or)\s+[\w/-]+(?:\W*$"
    rf"|\s+\w+ed\b)|^{_EITHER}\s+[\w/-]+(?:\s+[\w/-]+)?\s+(?:do|does|are|will|can|may|have|has)\b|^{_EITHER}\s+(?:of"
    rf"|for(?!\s+(?:the|an?|your|all|any|each)\b)|returns|uses|contains|provides|requires|supports|handles)\s",
    re.IGNORECASE,
)
_TITLE = re.compile(
    rf"^{_EITHER}\s+(?!the\b|an?\b|all\b|any\b|every\b|each\b|your\b|it\b|them\b|only\b|with\b|that\b|this\b|these\b)",
    re.IGNORECASE,
)
# "Vite - Build tool", "`src/` - sources", "POST /sessions - makes one": a name, a dash, and what it is.
_DESCRIBES = re.compile(
    r"^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+/\S*|[*_]*`[^`]{1,200}`[*_]*(?:\s*\([^)]{0,200}\))?"
    r"|[\w.@/+#-]{1,80}(?:\s[\w.@/+#-]{1,80}){0,3})"
    r"\s+[-–—]\s+(?P<rest>.+)|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+`?/",
    re.DOTALL,
)
_QUOTED = re.compile(r":\**\s*[\"“][^\"”]+[\"”](?:,\s*[\"“][^\"”]+[\"”])*(?:\s*\([^)]*\))?\s*$")
_LISTS = re.compile(
    r"\b(?:includ(?:e|es|ing)|contains?|provides?|available|supported|exists?|because|they|it|will|are|can|may)$"
    r"|\bcomes? in\b|^(?:this|that|the|it|these|an?)\b(?!.*\bmeans)"
    r"|\b(?:is|are|was|provides?|offers?|gives?|has|have|includes?|contains?|supports?|does|serves?)\b",
    re.IGNORECASE,
)
_EXPLAINS = (" will", " does", " means", " because")  # how a lead ends that says what something does, or why
_CASE = re.compile(r"^\W*(?:if|to|when|whenever|for|before|after|unless)\b", re.IGNORECASE)
_RULED = re.compile(
    r"\b(?:rules?|styles?|guidelines?|conventions?|practices?|principles?|requirements?|standards?|polic(?:y|ies)"
    r"|criteria)\b",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s[-–—]\s")
_ASIDE = re.compile(
    r"\([^()]{0,40}\b(?:preferred|recommended|required|optional)\b[^()]{0,80}\)"
    r"|\bno \w+(?: \w+)? (?:is |are )?required\b",
    re.IGNORECASE,
)
_SPAN = re.compile(r"(`{1,3})(?=\S)[^`]{1,300}(?<=\S)\1")  # what a command or a name says in there is not said here
_BRACKETS = re.compile(r"(?<!\])\([^()]*\)")
_RELATIVE = re.compile(
    r"(?:\b(?:that|which|who|where|when|because)|, as)\s+(?:[\w`-]+\s+){0,3}?(?:don['’]?t|do not|doesn['’]?t|does not"
    r"|should|must|needs? to|ha(?:s|ve) to|no longer)\b|\b(?:know|knew|think|believe|found|means?"
    r"|shows?) (?:that )?(?:[\w`-]+\s+){0,3}?(?:must|should|needs? to|ha(?:s|ve) to)\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"^[\"“'][^\"”']{2,120}[\"”']\s*(?:→|->|=>|⇒)")
STEPS = re.compile(r"\b(?:these|following) steps\b", re.IGNORECASE)
_SHOWS = re.compile(
    r"^\W*(?:(?:in)?correct|good|bad|wrong|right)\b[^:]{0,30}:|^\W*(?:in contrast|by contrast|conversely)\b"
    r"|^\W*(?:(?:(?:consider|take|imagine)\b[^.]{0,30}?,? )?(?:(?:for|as an) (?:example|instance)|e\.g|(?:more|less"
    r"|rather) like this)\b|(?:imagine|suppose)\b|(?:examples?|output)\s*:)|^[\"“`*][^\"”`*]{2,60}[\"”`*]+ (?:means?"
    r"|refers? to|stands for)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"^\W*(?:(?:for|before|if|when) [^,.]{3,90}, )?(?:please,? |also,? |always |take a moment to |(?:be"
    r"|make) sure (?:to|you) |ensure you(?:['’]ve)? |you should )*(?:read|review|see|start with|look (?:at|through)"
    r"|refer to|check(?: out)?|consult|visit|open|go (?:to|through)|(?:have|take) a look)\b(?:(?:[^.\n]{0,160}"
    r"|[^.\n]{0,80}\[[^\]\n]{0,120})(?:\]\(|\]\[|<?https?://)|[^.\n]{0,60}\s[*_`@]{0,9}[\w/.-]+\.(?:mdc?|mdx|rst|txt"
    r"|adoc)\b|\s+(?:[\w']+ ){0,3}(?:README|wiki|documentation|docs|guidelines)\b|[^.\n]{0,60}\b(?:following|below"
    r"|above|next|this|that|these) (?:\w+ ){0,2}(?:guides?|sections?|documents?|docs?|pages?|files?|instructions"
    r"|guidelines)\b|[^.\n]{0,60}\b(?:guide|section|document|page|instructions|guidelines) (?:below|above)\b)"
    r"|^\W*(?:please,? )?(?:take|have) a look\b|^\W*go to the (?:link|page|url|site)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?:(?:make sure|ensure|be sure) that|,\s*(?:run|type|execute|enter)\.?|\bfollowing(?: \w+){0,2}(?: (?:is"
    r"|are) \w+)?)[\s:]*$",
    re.IGNORECASE,
)
# What a lead says only together with what stands below it ("Use the following:"), and one step ("Run the tests:").
_FORWARD = re.compile(
    r"^\W*(?:(?:also )?(?:run|generate|set|fix|start|install|open|configure)|(?:all )?required|use for|if you need)\b"
    r"|\b(?:follow(?:ing|s)|below|these|this|such|so(?! that)|samples?|e\.g|steps?|here|like|either|template|one of|two"
    r"|three|four|five|both|next|then|format|structure|commands?|options?|things)\b|\b(?:run|use|using|with|via|by|to"
    r"|in|of|for|from|on|at|that|is|are|be|and|or|includes?|including|as|add|do|when|if|consider|contains?)\W*$",
    re.IGNORECASE,
)
_WHOLE = 4  # words of a lead that says something by itself
_OURSELVES = re.compile(
    r"^\W*(?:it['’]s likely|maybe|perhaps|sometimes|occasionally|should you somehow)\b|^\W*(?:\w+, )?we(?:['’]ll| will"
    r"| hold| hope| aim"
    r"| strive| intend| do our best| try| recommend| provide)\b|^\W*note:? (?:that )?(?:the|this|it|we)\b"
    r"|\bmake sure (?:that )?you (?:have|['’]ve)\b|\bit will (?:likely|probably)\b|\byou(?:['’]re"
    r"| are)? (?:going to need|need to know|will (?:\w+ )?need)\b|\byou['’]ll (?:\w+ )?need\b"
    r"|\ball (?:that )?you (?:need|have) to do\b|^\W*put (?:\w+ly|another way),"
    r"|\bquestions\b[^.]{0,60}\bshould be (?:directed|addressed|sent)\b|^\W*the following example\b"
    r"|\byet to be \w+ed\b|\bthis ensures?\b|\b(?:may|might|can) need to\b",
    re.IGNORECASE,
)
_CERTAIN = re.compile(
    r"\b(?:(?:is|are|was|were) (?:almost |nearly )?(?:never|no longer)|(?:almost|nearly) always|(?:['’](?:re|m|s)|am"
    r"|are|is) always)\b|(?:\b(?:will|would|can|does|this should be)|['’]ll) (?:always|never|automatically|already)\b"
    r"|\bnot always\b|\balways (?:available|present|there)\b|(?:^|:\W{1,4})always \w+(?:ed|s)\b|\bshould(?:n['’]t"
    r"| not) (?:have"
    r"|need) to\b|\bthe user has to\b|\b(?:our|the|your) users (?:should|must|have to|need to)\b"
    r"|\bwe only \w+[^.]{0,80}\b(?:at the moment|currently|for now)\b|\bit (?:should|is expected to)\b"
    r"|\bshould have been\b"
    r"|(?<!try )(?<!need )(?<!needs )(?<!have )\bto (?:ensure|make sure|avoid)\b|\brequired (?:to (?:build|run|compile"
    r"|install|use|work)|for (?:building|compiling"
    r"|formatting|installing|running|(?:the )?\w+ (?:bindings|support|builds?)))\b|\bhelps? (?:\w+ )?(?:to )?(?:avoid"
    r"|ensure"
    r"|make sure)\b|\bwe (?:need|have|had) to\b|(?<=[\w`] )(?:never|always) (?:\w+[^e\W]ed|\w*[^su\W]s)\b"
    r"|(?<=s, )(?:never|always) \w*[^su\W]s\b",
    re.IGNORECASE,
)
_NOTES = re.compile(
    r"^\W*(?:please,? )?(?:note|be aware|keep in mind|bear in mind|remember)(?: that\b|[:,])\s*", re.IGNORECASE
)
# "To debug it, you must …" is a way to do something; "To keep the history readable, never …" is a rule with its reason.
_WAY = re.compile(
    r"^\W*(?:in order )?to (?!keep|avoid|ensure|make sure|prevent|maintain|preserve|reduce|minimi[sz]e|help"
    r"|facilitate)\w+\b[^,]{2,120},(?!.*\b(?:never|not|don['’]t)\b)",
    re.IGNORECASE,
)
# What every contribution does, whatever the project: a step with nothing of a rule in it.
_STEP = re.compile(
    r"^\W*(?:please,? |then,? |now,? )?(?:implement|make|write|commit|push|create|open|submit|fork|clone|send|start)\s+"
    r"(?:(?:your|an?|the|some|new|own|feature|topic|local|remote)\s+){1,3}"
    r"(?:features?|changes?|fix(?:es)?|bug ?fix(?:es)?|forks?|branch(?:es)?|pull requests?|PRs?|commits?"
    r"|repo(?:sitory)?|code|patch(?:es)?|modifications|improvements?)(?:\s+(?:or|and|with|for)\s+(?:your |the |a )?"
    r"(?:features?|changes?|fix(?:es)?|bug ?fix(?:es)?|improvements?|branch))?(?:\W*$|, (?:push|commit|open|create)\b)",
    re.IGNORECASE,
)
_LEARNS = re.compile(
    r"^\W*use (?:this |it )?(?:when|if)\b|^\W*(?:if [^,]{3,80}, )?(?:check|see|use|review|look at|set|pass)\b.{2,120}?"
    r"\b(?:to (?:see|understand|learn|find|skip|list|show|print)|for (?:examples?|logs?|log files|details))\b"
    r"|^\W*override the\b.{2,80}\bwith\b",
    re.IGNORECASE,
)

# "If a test needs to see the page, that is one for a browser": what is needed there is the case, not the duty.
_SUPPOSES = re.compile(r"^\W*(?:if|when|whenever|once)\b[^,.]{2,200}?,\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)


# "Feel free to …, but make sure to …": what is offered comes first, what is asked for after it.
_BUT = re.compile(r"(?:,|;|\.) (?:but|however),? (?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_ENCOURAGED = re.compile(r"\b(?:is|are) (?:\w+ )?encouraged to$", re.IGNORECASE)
_MAKES = re.compile(r"^\W*(?:add|writ|creat|updat|maintain)ing\b", re.IGNORECASE)

_PROCEDURE = re.compile(r"\b(?:procedure|process|steps|workflow|checklist)\b", re.IGNORECASE)
_YOURS = re.compile(
    r"\W*(?:if|when|whenever) (?:you(?:['’]re| are)? )?(?:add|creat|writ|introduc|implement|contribut)", re.IGNORECASE
)


def is_order(text: str) -> bool:
    """Tell whether a sentence, or the first of a text, says what to do or not to do."""
    plain = _MARKS.sub("", text.strip(), count=1)
    label = _LABEL.match(text.strip())
    said = label["rest"] if label and label["rest"] else plain
    if label and (_NOT_RULED.match(label["label"]) or _POINTS.match(label["label"])):
        return False
    if label and label["label"].startswith("["):
        return orders(first_sentence(said))  # a link, and what is behind it
    if text.strip().startswith("(") or is_to_do(text):
        return False
    first = first_sentence(said)
    whole = _NOTES.sub("", _ASIDE.sub(" ", " ".join(first.split())).strip())
    described = _DESCRIBES.match(plain) or _DESCRIBES.match(text.strip())
    named = label is None or label["label"].strip().startswith("`")
    if described and named and not is_imperative(_DASH.split(plain, maxsplit=1)[0]):
        return bool(described["rest"]) and orders(described["rest"])
    whole = _after_offer(whole)
    if (
        not whole
        or whole.endswith("?")
        or _KIND_WORDS.search(_SPAN.sub("``", whole))
        or _FORESEES.search(whole)
        or _SHOWS.match(whole)
    ):
        return False
    if any(seen.search(whole) for seen in (_POINTS, _LEARNS, _OURSELVES, _WAY, _STEP)):
        return False
    if orders(whole) or (label and orders(_ASIDE.sub(" ", label["label"]))) or is_imperative(whole):
        return True
    return bool(label) and is_imperative(label["label"]) if label else False


def _after_offer(words: str) -> str:
    """Return what is asked for after an offer, or the words as they are."""
    but = _BUT.search(words)
    return but["rest"] if but and _KIND_WORDS.search(words[: but.start()]) else words


def orders(sentence: str) -> bool:
    """Tell whether a word of duty stands in the sentence itself, and not in a clause about something else."""
    own = _own_clause(sentence)
    return bool(_MUST.search(own) or _ASKS.search(own) or (_COMPARES.search(own) and not _TELLS.search(own)))


def obliges(sentence: str) -> bool:
    """Tell whether a sentence says by itself that something must be or must not be, wherever it stands."""
    return bool(_MUST.search(_own_clause(sentence)))


def _own_clause(sentence: str) -> str:
    case = _SUPPOSES.match(sentence)
    if case:  # "If you add a test, it should …": what one makes, not what one sees
        yours = _YOURS.match(sentence)
        sentence = case["rest"].removeprefix("it ") if yours else case["rest"]
    return _CERTAIN.sub(" ", _RELATIVE.sub(" ", _BRACKETS.sub(" ", _SPAN.sub("``", sentence))))


def is_imperative(sentence: str) -> bool:
    """Tell whether a sentence begins with what to do, also after the case it is for."""
    plain = _MARKS.sub("", sentence, count=1)
    if _NAMES.match(plain) or sentence.lstrip("*_ ").startswith("`"):
        return False
    match = _IMPERATIVE.match(plain)
    if match and not _NOUN.match(match["rest"]) and not _STATES.match(match["rest"]):
        return True
    case = _IF.match(_BRACKETS.sub(" ", plain))
    return bool(case) and is_imperative(case["rest"]) if case else False


def leads_to_orders(lead: str) -> bool:
    """Tell whether a lead makes orders of what follows it; "Commit history during review" names what it is about."""
    if _ENCOURAGED.search(lead):
        return True
    return (
        is_order(lead)
        and not STEPS.search(lead)
        and not lead.endswith(_EXPLAINS)
        and (orders(lead) or not _TITLE.match(_MARKS.sub("", lead.strip(), count=1)))
    )


def is_whole(lead: str) -> bool:
    """Tell whether a lead is an order by itself, which what stands below it only shows."""
    shown = _FORWARD.search(_SPAN.sub("``", lead)) or introduces_example(lead)
    return not shown and leads_to_orders(lead) and len(lead.split()) >= _WHOLE


def demands(lead: str) -> bool:
    """Tell whether a lead makes a duty of what follows it, and not a way to do something in some case."""
    return obliges(lead) and not is_case(lead)


def is_case(lead: str) -> bool:
    """Tell whether a lead says when something is so or is done."""
    return bool(_CASE.match(lead))


def is_ruled(words: str) -> bool:
    """Tell whether a lead or a heading says that what follows are rules."""
    return bool(_RULED.search(words))


def describes(lead: str) -> bool:
    """Tell whether a lead says that what follows is how something is: its parts, conditions, results."""
    plain = lead.strip().strip(":*_ ")
    ruled = is_ruled(plain) or _ENCOURAGED.search(plain) or is_order(plain) or is_case(plain)
    told = any(pattern.match(plain) for pattern in (_NOT_RULED, _POINTS, _DESCRIBES))
    if told or plain.endswith(_EXPLAINS):
        return True
    if _PROCEDURE.search(plain):
        return False
    return bool(_LISTS.search(plain)) and not ruled


def points_against(words: str) -> bool:
    """Tell whether what a lead or a heading introduces is what not to do."""
    plain = words.strip().strip(":*_ ")
    return bool(_AGAINST.match(plain) or _AGAINST_END.search(plain) or _CROSS.match(plain))


def is_negated(text: str) -> bool:
    """Tell whether a text says itself that it is what not to do."""
    return bool(_NEGATED.match(text))


def is_sample(headings: Sequence[str]) -> bool:
    """Tell whether what stands under these headings shows how something looks, and rules nothing."""
    return bool(headings) and bool(_SAMPLE.search(headings[-1])) and not _MAKES.match(headings[-1])


def is_crossed(text: str) -> bool:
    """Tell whether an item is marked as what not to do by a sign alone; a bad example in quotes is not one."""
    return bool(_CROSS.match(text)) and not _QUOTED.search(text) and not _NEGATED.match(_CROSS.sub("", text, count=1))


def is_to_do(text: str) -> bool:
    """Tell whether an item is one of a list that is ticked off."""
    return bool(_TO_DO.match(text.strip()))


def is_pair(text: str) -> bool:
    """Tell whether a text only shows what becomes of what: "this" → "that"."""
    return bool(_PAIR.match(text.strip()))


def introduces_example(words: str) -> bool:
    """Tell whether a lead introduces an example, an offer or a choice, not a rule."""
    plain = words.strip().strip(":*_ ")
    asked = is_ruled(plain) and is_order(plain)
    return bool((_EXAMPLE.search(plain) and not asked) or _OFFER.search(plain))


def is_offered(lead: str) -> bool:
    """Tell whether a lead says that what follows is for whoever wants it."""
    return bool(_KIND_WORDS.search(_after_offer(lead)))


def is_way(text: str) -> bool:
    """Tell whether a text says how something is done by whoever wants that: "To stop it, run …"."""
    return bool(_WAY.match(text))


def is_unfinished(text: str) -> bool:
    """Tell whether a text only leads to what follows it, without a colon."""
    return bool(_BEGINS.search(text))
