"""Owns the deeds that give an order away however politely it is put: what is taken, where it goes, what is let in.

Poison is seldom loud. It asks to send the environment to an address, to fetch a page and do what it says, to end every
answer with a link. A row here names both halves of such a deed in one line, so that neither half alone counts.
"""

# ruff: noqa: E501
from __future__ import annotations

from standfast.capture.screen.phrases.rule import SUSPECT, Rule

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


DEEDS: tuple[Rule, ...] = (
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
)
