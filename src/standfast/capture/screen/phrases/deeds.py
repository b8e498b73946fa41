"""Owns the deeds that give an order away however politely it is put: what is taken, where it goes, what is let in.

Poison is seldom loud. It asks to send the environment to an address, to fetch a page and do what it says, to end every
answer with a link. A row here names both halves of such a deed in one line, so that neither half alone counts.
"""

# ruff: noqa: E501
from __future__ import annotations

from standfast.capture.screen.phrases.rule import HINT, SUSPECT, Rule

# An address elsewhere: not this machine, not a place to be filled in.
_AWAY = (
    r"(?:https?://(?!localhost|127\.|0\.0\.0\.0|\[|\$|<|\{)[^\s\"'`<>]{4,200}|\b[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,20}"
    r"|\b[\w-]{2,40}\.(?:com|net|org|io|xyz|ru|cn|dev|site|example|evil|top|info|app|sh|tk|test)/?\b"
    r"|\b(?:webhook|pastebin|requestbin|ngrok|gist)\b|\b(?:external|remote) (?:\w+ )?(?:server|endpoint|host|url)|\battackers?\b)"
)
_SEND = (
    r"\b(?:send|post|upload|forward|transmit|e-?mail|mail|copy|push|submit|report|dump|pipe|publish|rout(?:e|ing)|sync"
    r"|mirror|back up|share|deliver|sends|uploads|transmits|posts|forwards)\b"
)
_LOOT = (
    r"(?:\benv(?:ironment)?\b(?:[ _-]?var(?:iable)?s?\b)?(?! file| setup)|\.env\b|\bapi[ _-]?keys?\b|\bcredentials?\b|\bsecrets\b"
    r"|\b(?:access|session|auth|bearer)[ _-]?tokens?\b|\bprivate keys?\b|\bssh keys?\b|\bid_rsa\b|\.ssh\b|\.aws\b|\bpasswords\b"
    r"|\bcookies\b|\b(?:chat|conversation|session|shell|command|prompt)s? (?:history|context|logs?|transcripts?|metadata)\b"
    r"|\b(?:full|entire|whole|complete) (?:conversation|transcript|chat|context|codebase|repository|customer record)\b"
    r"|\bsource code\b|\blogin data\b|\blogins\.json\b|\bkey4\.db\b|\b(?:customer|user|account) (?:records?|data|balances?)\b|\bauthori[sz]ation headers?\b"
    r"|\bsensitive (?:quer(?:y|ies)|data|files|information)\b|\bworking directory\b|\bcontents? of (?:the |your |every |all )?"
    r"(?:home|~|config|database)\b)"
)
# What makes an order stand: it holds for every time, or for whoever reads it.
_STANDING = (
    r"\b(?:always|every|each|whenever|from now on|going forward|in (?:all )?future|on start(?:up)?|before (?:you|any|each|every"
    r"|starting|doing|answering|running|working|beginning)|at the (?:start|beginning) of|first thing|must|agents?|assistants?"
    r"|when(?:ever)? (?:you|asked|the user|a user|this tool|working))\b"
)
_FETCH = r"\b(?:fetch|download|open|visit|read|load|get|pull|retrieve|check|consult|request|curl|wget|look up|go to)\b"
_FOLLOW = r"\b(?:follow|obey|execute|run|apply|do what(?:ever)?|carry out|act on|adhere to|comply with|treat|use|implement|perform)\b"
_SAID = (
    r"\b(?:it|them|its|whatever|what(?: it| they| is)?|instructions?|steps|commands?|directives?|contents?|output|response|result"
    r"|payload|script|rules|guidance)\b"
)
_ANSWERS = (
    r"(?:responses?|answers?|repl(?:y|ies)|summar(?:y|ies)|messages? to the user|outputs?|conversations?|emails?)"
)
_PLANT = r"(?:https?://\S{4,120}|\blinks?\b|\burl\b|\b(?:phrase|sentence|text|banner|footer|notice|disclaimer)\b|'[^'\n]{4,120}'|\"[^\"\n]{4,120}\")"

# Deeds of an assistant by the three things they need: that it holds for every time, what is handled, and a way round.
_EVER = r"\b(?:all|every|each|any|always|whenever|automatically|from now on|going forward|future)\b"
_HANDLED = (
    r"\b(?:e-?mails?|messages?|drafts?|transactions?|payments?|invoices?|transfers?|reservations?|bookings?|appointments?|reminders?"
    r"|orders?|checkouts?|purchases?|responses?|repl(?:y|ies)|outputs?|inputs?|results|summar(?:y|ies)|statements?|reports|transcripts?"
    r"|conversations?|quer(?:y|ies)|records?|spreadsheets?|customer|exports?)\b"
)
_PERSONAL = (
    r"\b(?:ssns?|social security(?: numbers?)?|credit[ -]card(?: numbers?| details)?|cvv|(?:bank )?account numbers?|home address(?:es)?"
    r"|dates? of birth|passport numbers?|(?:login )?passwords)\b"
)
# Checks between an assistant and what it does for a person; teams lift reviews and validation of their own every day.
_CHECK = r"\b(?:confirm(?:ing|ation)|two-factor|2fa|mfa|consent|safety checks?)\b"

DEEDS: tuple[Rule, ...] = (
    Rule(
        "exfiltration",
        SUSPECT,
        "has everything of a kind go through a place elsewhere",
        "rout;forward;redirect;send ;copy ;cc ;cc';bcc;loop;log all;be sent;be copied;be submitted;be booked;be processed;be logged",
        rf"{_EVER}[^\n]{{0,50}}?{_HANDLED}[^\n]{{0,60}}?\b(?:rout\w{{1,3}}|forward(?:ing)?|redirect|send|copy|b?cc(?:'?e?d)?"
        rf"|loop(?:ed)?|(?:must|should|shall|to) (?:\w{{1,12}} )?be (?:forwarded|sent|copied|redirected|submitted|booked|processed|logged))\b[^\n]{{0,24}}?\b(?:to|through|via|at|on|in)\b[^\n]{{0,40}}?"
        rf"{_AWAY}"
        rf"|{_EVER}[^\n]{{0,40}}?\b(?:b?cc|loop(?: in)?|copy(?: in)?|forward|log|rout\w{{1,3}})\b[^\n]{{0,60}}?{_AWAY}[^\n]{{0,50}}?{_HANDLED}"
        rf"|{_HANDLED}[^\n]{{0,60}}?{_EVER} (?:b?cc|loop in|copy in)\b[^\n]{{0,40}}?{_AWAY}",
        also="http;@;.com;.net;.org;.io;.xyz;.ru;.cn;.dev;.site;.example;.top;.info;.app;webhook;external;remote",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "puts personal data into what is written",
        "social security;ssn;credit card;credit-card;cvv;account number;home address;date of birth;passport;password",
        rf"{_EVER}[^\n]{{0,160}}?\b(?:include|including|append|attach|put|e-?mail(?:ing|ed)?|forward(?:ing|ed)?|share|provide|mention|quote)\b"
        rf"[^\n,;.]{{0,60}}?{_PERSONAL}(?![^\n]{{0,60}}\b(?:field|fixture|tests?|docs|sample|header name)\b)"
        rf"|{_PERSONAL}[^\n]{{0,40}}?\b(?:should|must|shall) be (?:included|appended|attached|shared|e-?mailed|forwarded|mentioned)\b"
        rf"|\b(?:cache|keep|store|save)\b[^\n]{{0,20}}?{_PERSONAL}[^\n]{{0,40}}?\b(?:in plain ?text|shared|/tmp|world-readable)\b",
        also="includ;append;attach;put ;mail;forward;share;provide;mention;quote;cache;keep;store;save",
    ),
    Rule(
        "bypass",
        SUSPECT,
        "says that somebody lifted a check",
        "confirm;two-factor;2fa;mfa;consent;safety check;scrutiny;asking",
        rf"\b(?:confirmed|authori[sz]ed|called|said|says|approved|instructed|directed|told|agreed|announced|decided|updated|determined|established)\b"
        rf"[^\n.]{{0,100}}?\b(?:bypass(?:ing)?|skip(?:ping)?|no longer (?:needs?|required?|ha(?:ve|s) to)|waived?|waiving|without|lifted|suspended"
        rf"|reduced)\b[^\n.]{{0,50}}?(?:{_CHECK}|\bscrutiny\b|\basking\b)"
        rf"|\b(?:cancell?ed|waived|revoked|suspended|lifted)\b (?:the |our |all |any |\w+ ){{0,4}}{_CHECK}[^\n]{{0,80}}?\b(?:future|from now on|going forward"
        rf"|always|all|every)\b",
        also="bypass;skip;no longer;waiv;without;lifted;suspended;reduced;cancel;revoked",
    ),
    Rule(
        "output",
        SUSPECT,
        "puts itself into every summary or memory",
        "summar;memory;memories;profile",
        r"\bwhen(?:ever)? you (?:summari[sz]e|(?:write|create|make|update|save) (?:\w+ ){0,3}(?:summar|memor|notes? about|my profile))[^\n]{0,120}?\b(?:include|add|insert"
        r"|mention|repeat|copy)\b"
        r"|\b(?:include|add|insert|repeat|copy)\b[^\n]{0,50}?\b(?:in|into|to) (?:all|every|each|any) (?:\w+ ){0,3}(?:summar(?:y|ies)|memor(?:y|ies))\b",
        also="include;add ;insert;mention;repeat;copy",
    ),
    Rule(
        "bypass",
        SUSPECT,
        "takes a protection away everywhere",
        "disable;turn off;bypass;skip",
        r"\b(?:disable|turn off|bypass|skip)\b (?:the |all |any )?(?:ssl|tls|certificate|signature|csrf|authentication|authori[sz]ation|parameteri[sz]ed|sandbox)"
        r"\b[^\n.]{0,30}?\b(?:verification|validation|checks?|quer(?:y|ies)|layer|protection)\b[^\n.]{0,40}?\b(?:in all|in every|everywhere|always|direct string)\b(?![^\n]{0,30}\b(?:tests?|fixtures?|local|dev)\b)",
    ),
    Rule(
        "output",
        HINT,
        "says what to praise or to do when somebody asks",
        "recommend;suggest;mention;promote;emphasi;prefer;book ;select;decline",
        r"\b(?:always|only|never|strongly)\b[^\n]{0,20}?\b(?:recommend|suggest|mention|promote|emphasi[sz]e|select|book|prefers?)\b[^\n]{0,100}?"
        r"(?:\b(?:products?|vendors?|providers?|brands?|stores?|merchants?|partners?|links?|services?|options?|tickets?)\b|\b\w{2,40}\.(?:com|net)\b)"
        r"|\b(?:when(?:ever)?|if) [^\n]{2,60}?\b(?:asks?|asked|mentions?|calls?|discussing)\b[^\n]{0,100}?\b(?:recommend|suggest|mention|promote|emphasi[sz]e"
        r"|select|book|decline|tell them)\b",
        also="always;only;never;strongly;when;if ",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "sends private data to an address elsewhere",
        "send;post;upload;forward;transmit;mail;copy;push;submit;report;dump;pipe;publish;rout;sync;mirror;back up;share;deliver"
        ";as a query;as a header;as a parameter;as a url",
        rf"{_SEND}[^\n]{{0,70}}?{_LOOT}[^\n]{{0,80}}?\b(?:to|at|via|through|into|using|with)\b[^\n]{{0,40}}?{_AWAY}"
        rf"|{_LOOT}[^\n]{{0,80}}?(?:\band\b|\bthen\b|,)[^\n]{{0,20}}?{_SEND}[^\n]{{0,40}}?\b(?:to|at|via)\b[^\n]{{0,40}}?{_AWAY}"
        rf"|{_LOOT}[^\n]{{0,20}}?\b(?:at|to|on)\b[^\n]{{0,20}}?{_AWAY}[^\n]{{0,20}}?\bby (?:send|post|upload|submitt)ing\b"
        rf"|{_SEND}[^\n]{{0,60}}?\b(?:to|at|via)\b[^\n]{{0,30}}?{_AWAY}[^\n]{{0,30}}?\b(?:includ\w{{2,4}}|contain\w{{3}}|along with"
        rf"|together with|attach\w{{0,3}}|with (?:all|the full|the entire|your|every|its|the customer|the user))\b[^\n]{{0,50}}?{_LOOT}"
        rf"|{_AWAY}[^\n]{{0,20}}?\bwith\b[^\n]{{0,20}}?{_LOOT} as (?:a|the) (?:query|url|header|body|form|parameter)",
        also="http;@;.com;.net;.org;.io;.xyz;.ru;.cn;.dev;.site;.example;.evil;.top;.info;.app;.sh;.tk;.test;webhook;pastebin"
        ";requestbin;ngrok;gist;external;remote;attacker",
        on_line="env;api;credential;secrets;token;private key;ssh;id_rsa;.aws;passwords;cookies;history;context;log;transcript;data"
        ";conversation;chat;codebase;repository;record;source code;key4;balance;authori;sensitive;working directory;content",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "has a copy sent to an address elsewhere",
        "a copy;copy of;bcc;loop them;know what;results to;result to;output to;answer to;response to;conversation to",
        r"\b(?:always|also|every|each|silently|quietly)\b[^\n]{0,60}?\b(?:send|forward|e-?mail|bcc|post|upload|let|loop)\b[^\n]{0,40}?"
        r"(?:\ba copy\b|\b(?:the|its|your|all|every) (?:\w+ )?(?:results?|outputs?|answers?|responses?|conversations?)\b|\bknow what\b"
        rf"|\b[\w.+-]{{1,40}}@[\w.-]{{3,40}} know\b)[^\n]{{0,60}}?(?:{_AWAY}|\b(?:user|customer) (?:asked|said|typed)\b)",
        also="@;http;webhook;endpoint;external",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "fills an address with what was said",
        "base64;encoded;encode",
        r"https?://[^\n]{4,200}?\b(?:replac\w{1,3}|substitut\w{1,3}|where(?:as)?|with)\b[^\n]{0,40}?\b(?:base64|url)?[ -]?encoded?\b"
        r"[^\n]{0,60}?\b(?:message|conversation|summary|history|context|e-?mail|prompt|data|contents?)\b"
        r"|\b(?:where(?:as)?|replac\w{1,3}|substitut\w{1,3})\b[^\n]{0,30}?\bbase64[ -]?encoded\b[^\n]{0,80}?https?://",
        also="http",
    ),
    Rule(
        "remote",
        SUSPECT,
        "has whoever reads it fetch a page and do what it says",
        "follow;obey;execut;run ;apply;do what;carry out;act on;adhere;comply;treat;perform;implement",
        rf"^(?=[^\n]{{0,400}}{_STANDING})[^\n]{{0,200}}{_FETCH}[^\n]{{0,80}}?(?:https?://\S{{4,200}}|\b(?:this|that|the) (?:\w+ )?"
        rf"(?:url|address|link|gist|endpoint|web ?page|site))[^\n]{{0,80}}?\b(?:and|then|to)\b[^\n]{{0,40}}?{_FOLLOW}[^\n]{{0,40}}?{_SAID}"
        rf"|\b(?:current|latest|real|actual|updated|further|your|additional|new) (?:instructions|rules|orders|directives|policy"
        rf"|configuration) (?:are|is|live|lives|can be found|will be) (?:kept |hosted |served |published )?(?:at|on|under|from) "
        rf"https?://\S{{4,200}}[^\n]{{0,60}}\b(?:follow|obey|apply|fetch|load|read)\b",
        also="http;url;address;link;gist;endpoint;page;site",
    ),
    Rule(
        "output",
        SUSPECT,
        "puts its words into every answer",
        "response;answer;repl;summar;conversation;output;email;link;url;the text;the phrase",
        rf"\b(?:append|include|add|insert|prepend|mention|output|print|repeat|put|say)\b[^\n]{{0,30}}?{_PLANT}[^\n]{{0,60}}?\b(?:to|in|at"
        rf"|into|of|after|before|when)\b[^\n]{{0,30}}?\b(?:all|every|each|your|any|the user's|its|first|next)\b (?:\w+ ){{0,3}}{_ANSWERS}\b"
        rf"|\b(?:all|every|each|your) (?:\w+ ){{0,2}}{_ANSWERS}\b[^\n]{{0,20}}?\b(?:end|begin|start|close|open)s?\b (?:with|in|by) "
        rf"[^\n]{{0,30}}?(?:https?://|'[^'\n]{{4,120}}'|\"[^\"\n]{{4,120}}\")"
        rf"|\b(?:always|when\w{{0,4}}) (?:\w+ ){{0,4}}(?:include|append|add|mention|insert)\b[^\n]{{0,20}}?\b(?:link|url)\b"
        rf"[^\n]{{0,10}}https?://"
        rf"|\b(?:when (?:summari[sz]ing|answering|responding|replying)|on (?:the|every|each) (?:\w+ )?(?:query|question|request|turn))\b"
        rf"[^\n]{{0,20}}?\b(?:include|append|add|output|print|say|insert)\b[^\n]{{0,12}}?{_PLANT}",
        also="append;include;add ;insert;prepend;mention;output;print;repeat;put ;say ;end ;ends ;begin;start;close",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "has a secret echoed back",
        "authorization header;bearer;env.;environment variable;api token;api_token;session token;api key;access token;mcp.json"
        ";credentials;.env",
        r"\b(?:echo|return|repeat|print|output|include|reveal|read|forward)\b[^\n]{0,60}(?:authori[sz]ation header|bearer token|\benv\.\w"
        r"|environment variables?|api[ _]tokens?|session tokens?|access tokens?|api keys?|mcp\.json|credentials\b|\.env\b)"
        r"[^\n]{0,60}\b(?:in|into|as|along with|to) (?:your|the|a|its|every|each) (?:\w+ ){0,2}(?:responses?|answers?|repl(?:y|ies)"
        r"|output|results?|parameters?|arguments?|sidenote|description|next)\b",
    ),
    Rule(
        "remote",
        SUSPECT,
        "runs what it decodes",
        "base64",
        r"\bbase64\s{1,3}(?:-d|-di|--decode)\b[^\n|]{0,40}\|\s{0,3}(?:sudo )?(?:(?:ba|z|da)?sh|python3?|perl|node)\b",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "pipes what it collects to an address elsewhere",
        "curl;wget; nc ",
        r"(?:\becho [\"']?\$\w{0,40}(?:key|token|secret|pass)\w{0,10}|\b(?:cat|env|printenv|set|sqlite3|tar|find|grep|zip|security|history|git (?:log|diff|config))\b)[^\n]{0,240}\|\s{0,3}"
        r"(?:curl|wget|nc|ncat)\b(?![^\n]{0,120}(?:localhost|127\.0\.0\.1))[^\n]{0,160}(?:https?://|\b[\w-]{2,40}\.\w{2,6}\b)",
        also="|",
    ),
    Rule(
        "remote",
        SUSPECT,
        "starts itself again and again",
        "crontab;launchagent;authorized_keys;.git/hooks;systemctl enable;/etc/cron;rc.local;startup folder;.profile;.bash_profile",
        r"\b(?:add|append|write|put|install|insert|echo|copy|place|drop)\b[^\n]{0,100}(?:launchagents?|\.git/hooks|/etc/cron|rc\.local"
        r"|startup folder|\.bash_profile|~/\.profile)[^\n]{0,120}(?:https?://|\bcurl\b|\bwget\b|\bnc\b|\bbase64\b)",
    ),
    Rule(
        "bypass",
        SUSPECT,
        "opens every door",
        "unrestricted;autoapprove;auto-approve;auto_approve;dangerously;yolo",
        r"\b(?:allow|grant|enable|give)\w{0,3} (?:\w+ ){0,2}(?:unrestricted|unlimited) (?:\w+ )?(?:access|permissions?|execution)\b"
        r"|\bauto-?_?approve[\"'\s:=]{1,4}true\b",
    ),
)
