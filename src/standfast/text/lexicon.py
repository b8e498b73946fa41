"""Words with a rule of their own: stop words, irregular forms, and what developers abbreviate.

Owns tables only. Small on purpose: what the stemmer, the vocabulary of a store or the dense side can find is not here.
"""

_STOP = """
a about above after again all also am an and any are aren as at be because been before being below between both but by
can cannot could couldn d did didn do does doesn doing don done down during each either else ever few for from further
get gets getting got had hadn has hasn have haven having he her here hers herself him himself his how i if in into is
isn it its itself just ll let m may me might more most much must my myself neither no nor not now of off on once only
or other our ours ourselves out over own please re s same shall shan she should shouldn since so some such t than that
the their theirs them themselves then there these they this those through to too under until up upon us ve very was
wasn we were weren what when where which while who whom whose why will with won would wouldn yet you your yours
yourself yourselves
"""
STOP = frozenset(_STOP.split())

_FORMS = """
begin began begun; break broke broken; create creation creations; decide decision decisions;
bring brought; build built; buy bought; catch caught; choose chose chosen;
come came; cost costs; deal dealt; do did done; draw drew drawn; drive drove driven; eat ate eaten; fall fell fallen;
feel felt; fight fought; find found; fly flew flown; forget forgot forgotten; forbid forbade forbidden; freeze froze
frozen; give gave given; go went gone; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept;
know knew known; lead led; leave left; lend lent; lie lay lain; lose lost; make made; mean meant; meet met; pay paid;
ride rode ridden; ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent;
shake shook shaken; shoot shot; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; speak spoke
spoken; spend spent; spin spun; stand stood; steal stole stolen; stick stuck; strike struck; swim swam swum; take took
taken; teach taught; tell told; think thought; throw threw thrown; understand understood; wake woke woken; wear wore
worn; win won; write wrote written; rewrite rewrote rewritten; rebuild rebuilt; override overrode overridden;
index indices indexes; vertex vertices; matrix matrices; child children; person people; man men; woman women;
foot feet; mouse mice; datum data; criterion criteria; analysis analyses; basis bases; schema schemata schemas;
"""
IRREGULAR = {
    form: words[0] for entry in _FORMS.split(";") if (words := entry.split()) for form in words[1:] if form != "data"
}

_ABBREVIATIONS = """
a11y accessibility; addr address; admin administrator; alloc allocate; app application; arg argument; async
asynchronous; attr attribute; auth authentication authorization authenticate authorize; bg background; bool boolean;
btn button; calc calculate; cb callback; cert certificate; cfg config conf configuration configure; char character;
cmd command; col column; conn connection connect; creds credential; ctx context; ctrl control; db database; decl
declaration; del delete; dep dependency; dev development; diff difference; dir directory folder; dist distribution; doc
documentation document; dup duplicate; el element; env environment; err error; evt event; exc exception; exec execute;
ext extension; fmt format; fn func function; gen generate; gha github; hw hardware; i18n internationalization; idx
index; img image; impl implementation implement; info information; infra infrastructure; init initialize
initialization; int integer; iter iteration; js javascript; k8s kubernetes; l10n localization; lang language; len
length; lib library; loc location; max maximum; mem memory; mgr manager; min minimum; mod module; msg message; mw
middleware; nav navigation; num number; obj object; o11y observability; ops operations; opt option; org organization;
param parameter; perf performance; pg postgres postgresql psql; pkg package; pos position; pref preference; prev
previous; proc process; prod production; ptr pointer; pwd passwd pw password; py python; qty quantity; rb ruby; recv
receive; ref reference; regex regexp; repo repository; req request; resp response; rs rust; sec security; sess session;
spec specification; src source; srv server; stat statistic; stg staging; str string; svc service; sync synchronize;
tbl table; temp tmp temporary; tok token; ts typescript; tx txn transaction; tz timezone; util utility; val value; var
variable; ver version; vm virtual; win windows; yml yaml; md markdown; sh shell; ip address; hn hostname; ns namespace
"""


def _groups() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entry in _ABBREVIATIONS.split(";"):
        words = tuple(entry.split())
        for word in words:
            found[word] = found.get(word, ()) + tuple(other for other in words if other != word)
    return found


ABBREVIATIONS = _groups()
"""Each word with those that may stand for it, in both directions."""

SPELLED = {"c++": "cpp", "c#": "csharp", "f#": "fsharp", ".net": "dotnet", "node.js": "nodejs", "r&d": "rnd"}
"""Names whose punctuation is the name."""

_COMMON = (
    (
        0.10,
        """make use need want work add new time thing way know like first good last change set run code file take
    look find see say come go give try think well one two still back people right""",
    ),
    (
        0.05,
        """call test user data name line type value write read show start end keep put point part long fix function
    check order case list page open state system return support create error move next different high problem help
    start day week year number place great question ask tell feel really project team service build""",
    ),
    (
        0.02,
        """allow always apply available base become better big both change clear complete current default every
    exist few follow full group happen hold important include instead issue kind large later leave less level live
    local main many mean move never note old part possible present provide public real remove replace result send
    side simple single small sort step stop sure turn version wait world already another around actually""",
    ),
)
COMMON = {word: share for share, words in reversed(_COMMON) for word in words.split()}
"""Everyday words, with roughly the share of texts that hold them: what is rare in a small store may be common."""

_FRAMES = """
rule convention standard guideline policy practice norm; decision decide choice choose; preference prefer favorite;
requirement require; procedure process step; gotcha pitfall caveat trap; reason rationale motivation
"""
FRAMES = tuple(tuple(entry.split()) for entry in _FRAMES.split(";"))
"""Words that name a kind of memory: they say what sort of answer is wanted, hardly what it is about."""

_FILLERS = """
something anything someone anyone everything everyone nothing somebody anybody everybody nobody somewhere anywhere
everywhere sometimes somehow anyhow anyway whatever whenever wherever whoever whichever currently exactly usually
normally generally basically supposed explain describe
"""
FILLERS = frozenset(_FILLERS.split())
"""Words that hold a place in a question, and say nothing of what it is about."""

SETTLED = (*FRAMES[0], *FRAMES[1], "latest", "newest")
"""Words that ask for what was settled last: a later rule or decision takes the place of an earlier one."""
