"""Owns the phrases that take something: data, the prompt, rights, or the checks that protect them."""

from __future__ import annotations

from standfast.capture.screen.phrases.rule import HINT, HOSTILE, SUSPECT, Rule

_LOOT = (
    r"(?:\.env\b|env(?:ironment)?[ _-]?var(?:iable)?s?|process\.env|id_rsa|id_ed25519|\.ssh\b|\.aws\b|\.npmrc"
    r"|\.netrc|\.git-credentials|/etc/passwd|/etc/shadow|private keys?|ssh keys?|api[ _-]?keys?|credentials?"
    r"|passwords?|secrets?|access tokens?|session tokens?|cookies?|wallet|seed phrase|keychain|(?:chat"
    r"|conversation|message|command|browser) histor(?:y|ies)|(?:this|the|our|full|entire|whole) (?:chat"
    r"|conversation|transcript)|system prompt|user(?:'s)? (?:data|files?|information|details)|personal (?:data"
    r"|information)|source code|all (?:the )?(?:data|information|files|memories)|bank details)"
)
_SEND = (
    r"(?:send|sends|sending|upload|post|forward|transmit|exfiltrate|leak|e-?mail|copy|push|submit|deliver|ship"
    r"|report|beam|append|encode|attach|share|dump|smuggle|pipe)"
)
_AWAY = (
    r"(?:https?://|www\.|ftp://|\b[\w-]{2,40}\.(?:com|net|org|io|xyz|ru|cn|dev|site|example|evil|top|info|app|sh)"
    r"\b|attacker|(?:my|our|this|that|an?|the (?:external|remote|following))"
    r" (?:external |remote |following )?(?:server|url|webhook|endpoint"
    r"|address|site|domain|e-?mail|channel|host)|\b[\w.+-]{1,40}@[\w-]{1,40}\.\w{2,10}|pastebin|requestbin|ngrok"
    r"|discord|telegram|gist)"
)
# A place in an address to be filled in, and what would fill it.
_SLOT = r"(?:\{\{?|\$\{|\$\(|<|%7b|\[|%s)[\w ./-]{0,24}?"
_CARGO = (
    r"(?:data|secret|conversation|history|chat|api_?key|token|env|passw|system|context|summar|memor|messages"
    r"|contents?|base64|exfil|leak|b64)"
)

_RUN = (
    r"(?:execut(?:e|es|ed|ing)|run(?:s|ning)?|started?|launch(?:ed)?|sourced?|call(?:ed)?|invoked?|loaded?"
    r"|follow(?:ed)?|obey|appl(?:y|ied))"
)
_HOST = r"(?:https?://|\b)[\w-]{2,40}(?:\.[\w-]{1,40}){1,4}\b(?:/\S{0,120})?"
_THERE = r"(?:mirror|server|host|address|url|site|page|link|endpoint|gist|paste)"
_FETCH = r"(?:fetch|download|open|visit|read|get|load|browse)"
_OBEY = r"(?:follow|obey|execute|run|apply|do what|carry out)"

THEFT: tuple[Rule, ...] = (
    Rule(
        "remote",
        SUSPECT,
        "runs or follows what a remote place serves",
        "http;mirror;.example;.sh;.xyz;.io;.dev;.net;.com",
        rf"\b{_RUN}\b[^\n]{{0,80}}\b(?:from|at|of|under|on|by) (?:the |our |a |an |this )?(?:\w+ ){{0,3}}?"
        rf"{_THERE}\b[^\n]{{0,20}}{_HOST}"
        rf"|\b{_FETCH}\b[^.\n]{{0,40}}https?://\S{{1,200}}[^.\n]{{0,40}}\b(?:and|then)\b[^.\n]{{0,30}}\b{_OBEY}\b"
        r"|^(?![^\n]{0,200}\binstall)[^\n]{0,200}\b(?:curl|wget)\b[^\n|]{1,200}\|\s?(?:sudo )?"
        r"(?:(?:ba|z|da)?sh|python3?)\b",
        also=(
            "mirror;server;host;address;url;site;page;link;endpoint;gist;paste;follow;obey;execut;run;apply;do what"
            ";carry out;curl;wget"
        ),
    ),
    Rule(
        "remote",
        SUSPECT,
        "takes packages past their checks",
        "--trusted-host;--no-check-certificate;--insecure;--no-verify;--nogpgcheck;without asking;without review"
        ";without confirmation",
        r"\b(?:install(?:ed|s)?|pull(?:ed)?|fetch(?:ed)?|download(?:ed)?|packages?|dependenc(?:y|ies))\b[^\n]{0,160}"
        r"(?:--trusted-host|--no-check-certificate|--insecure|--nogpgcheck)|\b(?:push(?:ed)?|commit(?:s|ted)?|merged?)\b"
        r"[^\n]{0,80}(?:without (?:asking|review|confirmation)|with --no-verify)",
    ),
    Rule(
        "remote",
        SUSPECT,
        "gives itself a way in",
        "authorized_keys;sudoers;crontab;.bashrc;.zshrc;.profile;deploy key;nopasswd",
        r"\b(?:add|append|put|write|copy|insert|echo|paste|modify)\b[^\n]{0,120}(?:authorized_keys|sudoers|nopasswd"
        r"|crontab|deploy keys?|(?:curl|wget|base64|\bnc |/dev/tcp|https?:)[^\n]{0,80}\.(?:bash|zsh)rc"
        r"|\.(?:bash|zsh)rc\b[^\n]{0,80}(?:curl|wget|base64|\bnc |/dev/tcp))",
    ),
    Rule(
        "exfiltration",
        HOSTILE,
        "sends secrets or private data away",
        ".env;env var;env-var;env_var;environment var;environment_var;environmentvar;envvar;process.env"
        ";id_rsa;id_ed25519;.ssh;.aws;.npmrc;.netrc;.git-cred;/etc/;private key;ssh key;api key;api_key"
        ";api-key;apikey;credential;password;secret;access token;session token;cookie;wallet;seed phrase"
        ";keychain;histor;the chat;the conversation;this chat;this conversation;our chat;our conversation"
        ";full chat;full conversation;entire chat;entire conversation;whole chat;whole conversation"
        ";transcript;system prompt;user data;user information;user file;user detail;user's;personal"
        ";source code;all data;all the data;all information;all the information;all files;all the files"
        ";all memories;all the memories;bank details",
        rf"\b{_SEND}\b\W+(?:me |us |them |along |over |back |out )?(?:all |any |the |your |his |her |their |every "
        r"|each |full |complete |entire |a copy of |contents? of |content |of |from |local |project |user(?:'s)? "
        rf"|stored |found |values? |file |files |whole |as |and |in |with ){{0,8}}{_LOOT}[^\n]{{0,100}}?{_AWAY}",
        also=(
            "http;www.;ftp:;.com;.net;.org;.io;.xyz;.ru;.cn;.dev;.site;.example;.evil;.top;.info;.app;.sh"
            ";attacker;server;url;webhook;endpoint;address;site;domain;mail;channel;host;@;pastebin;requestbin"
            ";ngrok;discord;telegram;gist"
        ),
    ),
    Rule(
        "exfiltration",
        HOSTILE,
        "pipes local files to a remote host",
        "curl;wget;nc ;ncat;netcat;invoke-webrequest;requests.post;fetch(",
        r"\b(?:curl|wget|nc|ncat|netcat|iwr|invoke-webrequest)\b[^\n]{0,240}?(?:\$\(|`)\s?(?:cat|env|printenv"
        r"|base64|whoami|hostname|type|get-content|tar|find|ls)\b|\b(?:curl|wget)\b[^\n]{0,200}?(?:-d"
        r"|--data[a-z-]{0,12}|-f|--form|-t|--upload-file|--post-file)[ =]{0,2}[^\s]{0,90}(?:\.env\b"
        r"|id_rsa|id_ed25519|\.ssh|\.aws|/etc/passwd|credentials|\.npmrc|\.netrc)|\b(?:cat|printenv|env|tar"
        r"|base64)\b[^\n|]{0,120}\|\s?(?:base64[^\n|]{0,20}\|\s?)?(?:curl|nc|ncat|netcat|wget)\b|\b"
        r"(?:requests\.post|fetch)\([^\n]{0,160}(?:os\.environ|process\.env|open\([^\n)]{0,60}(?:\.env|id_rsa"
        r"|private|\.ssh|\.aws))",
    ),
    Rule(
        "exfiltration",
        HOSTILE,
        "opens a remote shell",
        "/dev/tcp;nc -;bash -i;os.dup2;ncat -;mkfifo",
        r"/dev/tcp/\S|\bn(?:c|cat)\b[^\n]{0,60}\s-[a-z]{0,4}e\b|\bbash -i\b[^\n]{0,20}>&|os\.dup2\(s\.fileno"
        r"|mkfifo [^\n]{0,60}\|\s?(?:ba)?sh",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "loads a remote picture that runs code",
        "<img;<iframe;<svg",
        r"<(?:img|iframe|svg)\b[^>\n]{0,300}https?://[^>\n]{0,300}\bon(?:error|load|click)\s?=",
    ),
    Rule(
        "exfiltration",
        HOSTILE,
        "smuggles data out in the address of an image",
        "](;<img",
        rf"!\[[^\]\n]{{0,120}}\]\(\s?<?https?://[^)\s]{{1,300}}?{_SLOT}(?:{_CARGO}|prompt|encoded)"
        rf"|<img[^>\n]{{0,200}}src\s?=\s?[\"']?https?://[^\"'>\s]{{1,300}}?{_SLOT}(?:{_CARGO}|prompt|encoded)",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "smuggles data out in the address of a link",
        "](",
        rf"\[[^\]\n]{{0,120}}\]\(\s?<?https?://[^)\s]{{1,300}}?[?&/=][\w%.-]{{0,40}}{_SLOT}{_CARGO}",
    ),
    Rule(
        "exfiltration",
        SUSPECT,
        "asks to take data out",
        "exfiltrat;send all;env variables;environment variables;redirect",
        r"(?:^|[.!?:;,]\s{1,2}|\b(?:and|then|please|must|should|always|you) )exfiltrate\W+(?:the|all|any|every|user"
        r"|your|this|data|secrets|files|env|credentials|them|it|everything)\b"
        r"|\bsend (?:me |us )?all (?:the |your |of )?(?:data|information|details|files|content"
        r"|variables|env)\b|\bredirect (?:all |the )?(?:output|data|traffic|results?) to (?:my|this|our|an? "
        r"(?:external|remote))\b",
    ),
    Rule(
        "exfiltration",
        HINT,
        "runs a script straight from the network",
        "curl;wget;iwr;iex",
        r"\b(?:curl|wget|iwr)\b[^\n|]{0,200}\|\s?(?:sudo )?(?:ba|z|da)?sh\b|\b(?:curl|wget)\b[^\n|]{0,200}\|\s?"
        r"(?:sudo )?(?:python3?|node|perl|ruby|php|iex)\b|\biex\b[^\n]{0,60}(?:iwr|downloadstring)",
    ),
    Rule(
        "leak",
        SUSPECT,
        "asks for the system prompt",
        "prompt;instruction;system message;directive",
        r"\b(?:reveal|show|print|repeat|output|display|tell me|give me|leak|expose|dump|disclose|share|write "
        r"(?:out|down)|return|recite|spell (?:out|check)|type out|list|paste|copy|summari[sz]e|translate|encode"
        r"|what(?:'s| is| are| was| were)|provide|need)(?: me| us| out| back| to me)?[ ,:]{1,3}(?:\w+ ){0,3}?(?:"
        r"(?:your|the full|the entire|the exact"
        r"|the original|the complete|the initial|the hidden|the secret|the above|the previous|full"
        r"|all the|all your|entire|complete|initial|original|hidden|secret|above|previous|prior|preceding) "
        r"(?:\w+ ){0,3}?)(?:system prompts?|system message|(?:system |initial |original |hidden |secret "
        r"|internal |first |own )?prompt(?: text)?s?|prompting|(?:system |initial |original |hidden |secret "
        r"|internal |developer |previous |above |prior |exact |full ){1,3}(?:instructions|directives|rules|messages?)"
        r"|instructions (?:above|verbatim|you (?:were|have been|got|received)|to me|so far|word|as|in|formatted"
        r"|given))\b|\bprint (?:the )?(?:above|previous) (?:instructions|prompt|text)|\boutput "
        r"(?:the )?previous instructions|\brepeat your (?:instructions|prompt)\b|\bout all instructions\b"
        r"|(?:^|[.!?:;,]\s{1,2}|\b(?:and|then|now|please|must|also) )(?:reveal|leak|expose|dump|disclose|recite|print"
        r"|output) (?:the |its )?(?:\w+ ){0,2}?system prompts?\b",
    ),
    Rule(
        "leak",
        SUSPECT,
        "asks to repeat what stands above",
        " above;before;the beginning;the start;the top;preceding;prior to this",
        r"\b(?:repeat|print|output|show(?: me)?|display|reveal|recite|copy|return|give me|translate"
        r"|summari[sz]e)\W+(?:me )?(?:everything|all|all (?:the )?(?:text|words|content)|(?:all |every |the )?"
        r"(?:words?|text|sentences?|lines?|content|paragraphs?))\W+(?:\w+\W+){0,2}?(?:above|before this|preceding"
        r"|prior to this)\b|\bwhat (?:was|is|were|are|stands?) (?:\w+ ){0,4}(?:written |said |stated )?(?:at the "
        r"(?:beginning|start|top)|above|before)\b[^.\n]{0,30}\b(?:prompt|conversation|message|instruction|text"
        r"|chat)\b|\b(?:words|sentences|text) (?:above|before) (?:this|the text)\b[^\n]{0,30}$",
        also=(
            "repeat;print ;output ;reveal;recite;everything;all text;sentence;prompt;conversation;instruction"
            ";what was;what is;words above;text above;words before;text before"
        ),
    ),
    Rule(
        "privilege",
        SUSPECT,
        "claims or demands special rights",
        "admin;root;sudo;privilege;superuser;openai;anthropic;creator",
        r"\bgrant (?:me|us|yourself) (?:\w+ ){0,2}(?:admin|root|access|privileges?|superuser|full)\b|\bi am "
        r"(?:the |an? |your |now )?(?:admin|administrator|root|superuser|creator|sysadmin)\b[^\n]{0,60}\b(?:grant"
        r"|obey|must|no restrictions|override|access|bypass|reveal|allow|comply|give|so|therefore)\b|\b(?:elevate"
        r"|escalate) (?:my |your |the )?privileges? (?:to|and|immediately|now)\b|\bi have root access\b|\b"
        r"(?:openai|anthropic|your (?:creators?|developers?))\W+(?:has|have|employee|team|staff|engineer)\W+"
        r"(?:\w+ ){0,3}(?:approved|authori[sz]ed|granted|enabled|instructed|allowed|permits?)\b",
    ),
    Rule(
        "bypass",
        SUSPECT,
        "switches protection off",
        "safety;filter;restriction;security;guardrail;safeguard;moderation;censorship",
        r"\b(?:disable|bypass|turn off|remove|override|circumvent|deactivate|evade|skip)\W+(?:all |the |your |any "
        r"|every |its |of ){0,4}(?:safety|security|content|ethical|moral|moderation|ai)?\s?(?:safety|filters?"
        r"|restrictions|security|guardrails|safeguards|moderation|censorship|safety (?:filters?"
        r"|checks?|protocols?|measures|features|guidelines|settings))\b(?=[^.\n]{0,80}(?:\byou\b|\byour\b|\bmy\b|"
        r"\bplease\b|\bassistant\b|\bai\b|\bcomply\b|\brefuse\b|\banything\b|\band bypass\b|\ball\b)"
        r"|[^.\n]{0,12}[.!])",
    ),
    Rule(
        "bypass",
        SUSPECT,
        "skips a check and records that it passed",
        "mark;flag;record;stamp;status",
        r"\b(?:skip|bypass|disabl|forc|drop|fill|monkeypatch|reuse)\w{0,4}\b[^\n]{0,200}\b(?:mark(?:s"
        r"|ed|ing)?|flag(?:s|ged)?|record(?:s|ed)?|stamp(?:s|ed)?|set|status)\b[^\n.]{0,60}\b"
        r"(?:passed|success(?:ful)?|approved|sanitized|signed[- ]?off|ready_for_signoff|ok|clean|final|green"
        r"|verified|complete)\b(?=[^\n]{0,160}\b(?:unblock|regardless|without|avoid|instantly|faster|green|delay"
        r"|review|gates?|owners|approved|downstream|stakeholders)\b|[^\n]{0,4}$)",
        also="skip;bypass;disabl;monkeypatch;reuse;forc;drop;fill",
    ),
    Rule(
        "bypass",
        HINT,
        "turns a check off",
        "skip_;force_ok;--no-verify;always pass;always return true;monkeypatch",
        r"\bskip_\w{2,20}\s?=\s?(?:1|true)|\bforce_ok\b|\bchecks? to always pass\b|--no-verify\b",
    ),
)
