"""Owns the phrases by which text plants itself in memory: standing orders, borrowed authority, false experience.

These are the shapes that a note, an issue or a tool's answer has when it is meant for the agent of a later session.
"""

# ruff: noqa: E501
from __future__ import annotations

from standfast.capture.screen.phrases.rule import SUSPECT, Rule

_AI = r"(?:ai|a\.i\.|llms?|language models?|assistants?|ai agents?|coding agents?|agents?|gpt(?:-?\d)?|chatgpt|claude|copilot|gemini)"
_ENTRIES = r"(?:entries|memories|notes|facts|records|instructions|documents|descriptions|versions of this)"
_FILE = r"(?:~/\.ssh|id_rsa|\.env\b|~/\.aws|\.netrc|\.npmrc|/etc/passwd|credentials(?: file)?|private keys?|keychain)"
_CHECKS = r"(?:approvals?|reviews?|validation|verification|security|safety|schema|permission|compliance|sign-?off)"

PLANTING: tuple[Rule, ...] = (
    Rule(
        "authority",
        SUSPECT,
        "poses as a message to the model from its user",
        "message from;message for;message to",
        r"\b(?:important|urgent|confidential|priority) message (?:from|for|to) [^.\n]{0,60}?(?:\bto you\b|\bto the (?:ai"
        rf"|assistant|agent|model)\b|\b{_AI}\b)",
    ),
    Rule(
        "override",
        SUSPECT,
        "puts its own task before the user's",
        "before you can;before you solve;before answering;before anything else;before any other;after you do that"
        ";do the following first",
        r"\bbefore (?:you can |you )?(?:solve|answer|start|finish|complete|continue)\w{0,3}\b[^.\n]{0,80}?\b(?:please |you must "
        r"|first )?(?:do|read|send|call|run|open|fetch|include|pass)\b[^.\n]{0,120}\b(?:first|otherwise|or else|will not work)"
        r"|\bafter (?:you do|doing) that,? (?:you can|you may|continue|proceed)\b"
        r"|\b(?:agent|assistant|ai|model)s?\b[^.\n]{0,20}\brun [^.\n]{1,60} before anything else\b"
        r"|\bmust be (?:called|used|run|invoked) before any other tool\b",
    ),
    Rule(
        "override",
        SUSPECT,
        "declares the task done and gives another",
        "next task;new task;task is complete;completed the",
        r"\b(?:you have|you've|now that you have) (?:now |successfully )?(?:completed|finished|done|solved) (?:the|your|all)"
        r"\b[^.\n]{0,40}[.!,;:]\s{0,3}(?:your |the |now )?(?:next|new|real|actual) (?:task|job|assignment|goal)\b",
    ),
    Rule(
        "authority",
        SUSPECT,
        "addresses whatever model reads it",
        "note to;note for;message for;requirement for;instructions for;reading this;processing this;if you are an",
        rf"\b(?:note|message|instructions?|requirement|reminder|hint|memo) (?:to|for) (?:any|all|the|every|future)? ?{_AI}\b"
        rf"[^.\n]{{0,40}}(?:reading|processing|reviewing|summari[sz]ing|working|:)"
        rf"|\bhidden (?:requirement|instruction|rule|task)s? for {_AI}"
        rf"|\bif you are (?:an? |the )?{_AI}\b[^.\n]{{0,40}}\b(?:reading|reviewing|processing|summari[sz]ing|you must|respond)",
    ),
    Rule(
        "authority",
        SUSPECT,
        "declares other memories wrong",
        "are wrong;are outdated;are obsolete;are invalid;are void;are false;is outdated;should be ignored;must be deleted"
        ";must be ignored;should be deleted;no longer apply;no longer applies",
        rf"\b(?:older|earlier|previous|other|existing|all other|conflicting|past)(?: \w+)? {_ENTRIES} (?:\w+ )?(?:are|were) "
        r"(?:now |all |simply )?(?:wrong|outdated|obsolete|invalid|void|false|fake|incorrect)\b[^\n]{0,20}\b(?:and|must|should"
        rf"|delete|ignore|forget|discard)|\b{_ENTRIES} (?:are|is) outdated and (?:should|must) be (?:ignored|deleted|discarded)"
        r"|\b(?:maintainer|owner|team|user|admin)'?s?'? rules no longer appl(?:y|ies)\b",
    ),
    Rule(
        "authority",
        SUSPECT,
        "lends its own source the owner's trust",
        "as if it came from;as if they came from;as trusted;as the owner;verified and signed;signed by;pre-approve"
        ";preapprove;pre-authori;as authoritative",
        r"\btreat (?:all |any |every |the )?(?:text|files?|content|messages?|notes?|everything|anything)\b[^\n]{0,60}"
        r"\bas (?:if (?:it|they) (?:came|were) (?:from|written by|by)|trusted|authoritative|instructions?)\b"
        r"|\b(?:this|the present) (?:memory|note|entry|rule) (?:is|was) (?:already )?(?:verified|signed|approved)(?: and \w+)? by"
        r"\b[^.\n]{0,60}[;.,] ?(?:do not|don't|never|no need|skip)"
        r"|\b(?:i|we|hereby|team|lead|owner|admin) (?:hereby )?pre-?(?:approved?|authori[sz]ed?) (?:all|every|any)\b",
    ),
    Rule(
        "secrecy",
        SUSPECT,
        "asks to be left out of what people see",
        "in review;in the review;do not mention;don't mention;not to mention;nobody needs to know;no one needs to know"
        ";quietly;nothing is missing",
        r"\b(?:do not|don't|never) (?:show|list|display|surface|include) (?:it|this|that|them) in (?:the |any )?(?:review|log|"
        r"summary|report|diff|history)\b"
        r"|\bwhen (?:you )?(?:summari[sz]\w{1,4}|describ\w{1,4}|review\w{0,3}|explain\w{0,3})\b[^.\n]{0,60}[, ]"
        r"(?:do not|don't|never) mention\b"
        r"|\b(?:quietly|silently)[;,. ]{1,3}(?:nobody|no one) (?:needs?|has) to know\b"
        r"|\bif (?:anyone|somebody|someone|the user) asks\b[^.\n]{0,80}\btell (?:them|him|her) (?:that )?(?:nothing|everything|it"
        r"|all|there)\b",
    ),
    Rule(
        "trigger",
        SUSPECT,
        "gives a standing order that fetches new ones",
        "and follow;and obey;and execute;and do what;and apply;then follow",
        r"\b(?:every time|each time|whenever|at the start of|in (?:all|every) (?:future )?|before each|on each)\b[^.\n]{0,80}"
        r"\b(?:fetch|download|load|visit|open|read|get|check)\b[^\n]{0,120}?(?:https?://|\bfile\b|\bpage\b|\burl\b)[^\n]{0,80}"
        r"\b(?:and|then) (?:follow|obey|execute|do what|apply) (?:it|them|its|the instructions|what|whatever)\b",
    ),
    Rule(
        "trigger",
        SUSPECT,
        "makes itself remembered again and again",
        "into memory;in memory;to memory;your memory;into the memory",
        r"\b(?:each|every) time\b[^.\n]{0,60}\b(?:write|store|save|add|copy|put) (?:it|this|that)\b[^.\n]{0,30}\b(?:memory|notes)\b"
        r"|\b(?:when|once|if) (?:the )?user (?:says?|types?|answers?)\b[^.\n]{0,40}\b(?:update|change|edit|write to) your memory\b",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "carries secret files into what others read",
        ".env;.ssh;id_rsa;.aws;.netrc;.npmrc;/etc/passwd;credentials;private key;keychain",
        rf"\b(?:read|append|include|paste|copy|post|attach|embed|put|add|pass)\b[^.\n]{{0,40}}{_FILE}[^\n]{{0,80}}\b(?:as|in|into"
        r"|to|within) (?:the |a |an |its |your )?(?:\w+ ){0,3}(?:parameter|argument|description|comment|issue|pull request|reply"
        r"|answer|response|message|commit|summary|url|query|header|gist|sidenote)\b",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "collects what people type in secret",
        "every password;all passwords;any password;every credential;all credentials;every secret;every token;all tokens"
        ";session id",
        r"\b(?:store|save|log|record|keep|write|collect|note|copy)(?: down)? (?:every|all|any) (?:password|credential|secret|token"
        r"|api key)s? (?:that )?(?:you|the user|users?|they|is|are)\b"
        r"|\bevery (?:answer|reply|response|message) (?:has to|must|should) (?:contain|include|carry)\b[^\n]{0,80}\b(?:sent|send"
        r"|post\w{0,2}) (?:it )?to https?://",
    ),
    Rule(
        "bypass",
        SUSPECT,
        "teaches to get around checks",
        "skip;bypass;marked as passed;mark as passed;mark it as passed;even if they fail;even if it fails;are green",
        rf"\balways (?:skip|bypass|disable|ignore|circumvent) (?:the |any |all |every )?(?:\w+ )?{_CHECKS}\b"
        rf"|\b{_CHECKS}\b[^.\n]{{0,60}}\bbypass(?:ed|ing)?\b[^.\n]{{0,40}}\bmark(?:ed)? (?:it |them )?as (?:passed|done|approved)\b"
        rf"|\bskipp(?:ed|ing) (?:the )?{_CHECKS} (?:step|gate|check|process)?\b[^.\n]{{0,60}}\b(?:succeed\w{{0,2}}|worked|success"
        r"|unblocked|passed)\b"
        r"|\btell (?:the )?(?:user|them|team|reviewers?)\b[^.\n]{0,20}\b(?:all |the )?tests (?:are green|pass(?:ed)?|succeeded)"
        r"\b[^.\n]{0,30}\beven (?:if|when|though)\b",
    ),
    Rule(
        "privilege",
        SUSPECT,
        "asks to give somebody rights as a matter of course",
        "admin;collaborator;maintainers;owners list;sudoers;allowlist;whitelist",
        r"\b(?:whenever|every time|each time|always|when you)\b[^.\n]{0,80}\b(?:add|grant|give|invite|append)\b[^.\n]{0,60}"
        r"[\w.+-]{1,40}@[\w-]{1,40}\.\w{2,10}[^.\n]{0,40}\b(?:admins?|administrators?|collaborators?|maintainers?|owners?"
        r"|sudoers|allowlist|whitelist)\b",
    ),
    Rule(
        "override",
        SUSPECT,
        "swaps a usual command for one from elsewhere",
        "instead of",
        r"\binstead of (?:the |your |our )?(?:usual|normal|regular|official|documented|standard)\b[^.\n]{0,60}\b(?:run|use|execute"
        r"|install)\b[^\n]{0,20}(?:\bcurl\b|\bwget\b|https?://|\bnpx\b|\bpip install\b)",
        also="curl;wget;http;npx;pip install",
    ),
    Rule(
        "leak",
        SUSPECT,
        "claims an override that opens the configuration",
        "override code;maintenance mode;debug mode;diagnostic mode;service mode",
        r"\b(?:admin|root|system|developer|master|security)\W{0,3}override code\b"
        r"|\b(?:maintenance|diagnostic|debug|service) mode\b[^\n]{0,40}\b(?:output|print|reveal|show|dump|display) (?:your|all your"
        r"|the system)\b",
    ),
    Rule(
        "secrecy",
        SUSPECT,
        "works against those who watch",
        "cannot read;can't read;cannot see;can't see;never sees;won't notice;cannot notice;cannot detect;believe;audit"
        ";user think",
        r"\bso (?:that )?(?:the |no )?(?:monitoring|monitor|reviewers?|users?|humans?|team|filters?|scanners?|auditors?)"
        r" (?:cannot|can't|can not|will not|won't|does not|doesn't|never) (?:read|see|notice|detect|find)\b"
        r"|\b(?:let|make) the (?:user|reviewer|team|customer)s? (?:believe|think)\b"
        r"|\b(?:audit (?:trail|log)|logs?|history|transcript)s? (?:must|may|should|shall|can) (?:not|never) (?:show|mention|contain)\b"
        r"|\bunder no circumstances (?:may|must|should|shall) the (?:audit|log|history|transcript|summary)\b"
        r"|\bmake sure (?:that )?the (?:reviewer|user|team|auditor)s? (?:never|does not|do not|doesn't|don't) (?:see|notice|learn)s?\b",
    ),
    Rule(
        "persona",
        SUSPECT,
        "gives the model another purpose",
        "true goal;real goal;actual goal;secret goal;hidden goal;true purpose;real purpose;true mission;real mission;real task"
        ";forget you are;forget that you are",
        r"\byour (?:true|real|actual|secret|hidden) (?:goal|purpose|mission|objective|task) (?:is|was)\b"
        r"|\bforget (?:that )?you(?: are|'re) (?:an? |the )?(?:ai|assistant|agent|model|chat ?bot)\b",
    ),
    Rule(
        "authority",
        SUSPECT,
        "ranks itself above people",
        "outranks;priority than the user;above the user;guardrails;safeguards;safety rules",
        r"\boutranks? (?:anything|everything|all|any|what)\b|\bhigher priority than the (?:user|owner|developer|system)\b"
        r"|\b(?:guardrails|safeguards|safety (?:rules|policies)|restrictions) (?:no longer|do not|don't) apply\b",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "asks for what proves who somebody is",
        "session cookie;session token;environment variables;access token;api token",
        r"\b(?:paste|post|send|output|print|reply with|share|hand over)\b[^.\n]{0,40}\b(?:your|their|the user'?s?|its)"
        r" (?:own )?(?:session (?:cookie|token)|environment variables|access token|api (?:token|key))s?\b",
    ),
    Rule(
        "override",
        SUSPECT,
        "asks for something besides what its reader was asked for",
        "instead;make sure to;also ;you must;insert ;append ",
        r"\b(?:if|when|whenever|once) (?:you(?:'re| are)? |someone |anyone |the user |a user )?(?:asks?|asked|told|tells"
        r"|requested|instructed)(?: you)?\b[^.\n]{0,30}\b(?:summari[sz]e|translate|review|describe|analy[sz]e|answer|process)"
        r"\b[^.\n]{0,12}\b(?:the|this) (?:input|document|text|page|e-?mail|content|article|message|website|file)\b[^.\n]{0,60}"
        r"\b(?:instead|make sure to|you must|also (?:say|add|include|mention|recommend|insert|write|tell)|insert|append)\b",
        also="asked;asks;told;tells;requested;instructed",
    ),
    Rule(
        "override",
        SUSPECT,
        "brings an order as one that was forgotten",
        "forgot to;neglected to;failed to;omitted to",
        r"\b(?:forgot|neglected|failed|omitted) to (?:ask|tell|instruct) you (?:to|that)\b",
        also="instruction;prompt",
    ),
    Rule(
        "override",
        SUSPECT,
        "says that a mode is on in which it must be followed",
        " mode",
        r"\byou(?:'re| are) (?:now |currently )?(?:operating|running|working|acting) (?:in|under) (?:an? |the )?[\w-]{1,20} mode\b"
        r"[^.\n]{0,20}\b(?:must|need to|have to|should|will)\b",
        also="operating;running;working;acting",
    ),
    Rule(
        "output",
        SUSPECT,
        "dictates what stands in the answer",
        "in your re;in your answer;in your summary;in your output",
        r"\b(?:include|put|insert|add|write|embed|place|do|ensure)\b[^.\n]{0,60}\bin your (?:response|reply|answer|summary|output)"
        r"\b[^.\n]{0,20}\b(?:the following|this|exactly|verbatim|word for word)\b|\b(?:do|include|put|insert|add|write|embed) "
        r"(?:exactly )?(?:the following|this)\b[^.\n]{0,40}\bin(?:to)? your (?:response|reply|answer|summary|output)\b",
    ),
)
