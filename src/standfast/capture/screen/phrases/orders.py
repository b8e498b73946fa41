"""Owns the phrases that give orders: over earlier instructions, over memory, for later, and in secret."""

from __future__ import annotations

from standfast.capture.screen.phrases.rule import HINT, SUSPECT, Rule

_DROP = (
    r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|neglect|overlook|discard|dismiss|abandon|override"
    r"|overrule|void|erase|set aside|pay no (?:attention|heed) to|stop (?:following|obeying)|(?:do not|don't"
    r"|no longer) (?:follow|obey|listen to|adhere to))"
)
_DROP_NEEDLES = (
    "ignor;disregard;forget;neglect;overlook;discard;dismiss;abandon;overrid;overrul; void;erase;set aside"
    ";pay no;not follow;n't follow;longer follow;stop follow;obey;listen to;adhere to"
)
_EARLIER = (
    r"(?:previous(?:ly)?|prior|earlier|preceding|above|former|foregoing|past|existing|original|initial|system|old"
    r"|aforementioned|before|so far)"
)
_ORDERS = (
    r"(?:(?:instructions?|instruct|directions?|directives?|prompts?|guidelines?|guidance|commands?|orders?|rules?"
    r"|programming|training|prompting|memor(?:y|ies))\b|(?:constraints?|restrictions?|assignments?|tasks?|context"
    r"|messages?|conversations?|inputs?|requests?|entr(?:y|ies))\b(?! (?:if|when|after|on|for|from|until|unless"
    r"|during|in|as|with|which|that) ))"
)
_STRICT = (
    r"(?:instructions?|directives?|prompts?|guidelines?|guidance|rules|programming|training|system messages?"
    r"|memories)"
)
_HIDE = (
    r"(?:secretly|silently|quietly|covertly|stealthily|discreetly|unnoticed|behind the scenes"
    r"|in the background)"
)
_PERSON = (
    r"(?:the |your |any |a )?(?:user|human|developer|operator|owner|customer|person|admin|anyone|anybody|them|him"
    r"|her)\b"
)
_SHELL = (
    r"(?:curl|wget|iwr|invoke-webrequest|fetch\(|requests\.(?:post|get|put)|nc|ncat|netcat|powershell|iex"
    r"|base64 -d|bash -c|sh -c|eval|npx --yes|python -c)"
)

ORDERS: tuple[Rule, ...] = (
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions",
        _DROP_NEEDLES,
        rf"\b{_DROP}\W+(?:\w+\W+){{0,4}}?(?:{_EARLIER}\W+(?:\w+\W+){{0,4}}?{_ORDERS}|(?:your|all|any|every|other"
        r"|given|current|the rest of)\W+(?:(?:of|the|your|my|those|these|other|and|safety|current"
        rf"|given)\W+){{0,3}}{_STRICT})\b(?! if you (?:have|already|are|use|don't|do not|want|prefer))",
        also=(
            "instruct;direct;prompt;guid;command;order;rule;program;train;constrain;restrict;assign;task"
            ";context;message;conversation;input;request;memor;entr"
        ),
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions",
        _DROP_NEEDLES,
        rf"\b{_DROP}\W+(?:the |any |all |those |these |my |of |what ){{0,6}}(?:{_ORDERS}|text|words|documents?"
        rf"|everything"
        r"|anything|stuff)\W+(?:that |which |what )?(?:(?:was|were|is|are) )?(?:above|before|prior|previously"
        r"|preceding|you (?:were|have been|had been|got|know|have|received|learned)|i (?:said|told|gave)|we "
        r"(?:said|discussed|talked)|up to now|so far|until now|provided|given|beforehand|earlier)\b",
        also=(
            "above;prior;previous;preced;you were;you have;you had;you got;you know;you received;you learned"
            ";i said;i told;i gave;we said;we discuss;we talked;up to now;so far;until now;provided;given;earlier"
            ";thing before;text before;tructions before;rules before;words before;stuff before;told before"
            ";prompt before;messages before;was before;were before;came before;said before;beforehand"
        ),
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to forget what came before",
        "forget everything;forget all;forget anything;forget about;ignore everything;ignore all"
        ";ignore anything;disregard everything;disregard all;disregard anything;ignore about;disregard about",
        r"\b(?:forget|ignore|disregard)\W+(?:about )?(?:everything|all|anything|all of (?:this|that|it))(?:\W+"
        r"(?:that|and|now|else|we|i|you|above|before|prior|said|stated|written|told|the|of|here|start|begin|print"
        r"|say|instead)\b|\s{0,3}[.!:]|$)",
    ),
    Rule(
        "override",
        SUSPECT,
        "declares what came before void",
        "irrelevant;void;obsolete;no longer valid;cancelled;despite;contrary to;regardless of;behind you"
        ";deviating;start over",
        r"\b(?:all|everything|any)\b[^.\n]{0,20}\b(?:previous|prior|above|earlier|told|said|received)"
        r"\b[^.\n]{0,30}\b(?:is|are) (?:now )?(?:irrelevant|void|obsolete|no longer valid|cancelled)\b|\b"
        r"(?:despite|contrary to|regardless of|deviating from)\W+(?:what you(?:'ve| have| were| had)? "
        r"(?:been )?told|(?:all |the |your ){0,3}(?:previous|prior|earlier) (?:instructions|orders|rules|guidelines))"
        r"\b|\bleave (?:all |the ){0,2}(?:previous|prior|earlier) (?:instructions|information|tasks) behind\b",
    ),
    Rule(
        "override",
        SUSPECT,
        "announces new instructions",
        "new ",
        r"(?:\b(?:here (?:are|is)|follow(?:ing)? (?:are|is)|these are|you (?:have|now have)|(?:now )?follow|obey"
        r"|concentrate on|focus on|now come|come now|receive|switch to|now for)\W+(?:\w+\W+){0,3}?new "
        r"(?:\w+ ){0,2}(?:instructions?|tasks?|directives?|orders|rules|assignments?)\b|(?:^|[.!?:\"']\s{0,4})"
        r"(?:now )?(?:your )?new (?:\w+ ){0,1}(?:instructions?|tasks?|directives?|orders|assignments?)(?: follow"
        r"| are| is)?\s{0,3}[:.]|\bnew (?:instructions|tasks|orders|directives) (?:now )?follow\b)",
        also="instruction;task;directive;orders;rules;assignment",
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to change the model's instructions",
        "change;replace;update;rewrite;overwrite;override;modify;reprogram;reset",
        r"\b(?:change|replace|update|rewrite|overwrite|override|modify|reprogram|reset)\W+(?:\w+\W+){0,3}?your\W+"
        r"(?:\w+\W+){0,2}?(?:instructions|prompt|programming|guidelines|directives|system message|memory|memories)"
        r"\b|\breplace your rules\b",
        also="your ",
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions (German)",
        "ignorier;vergiss;vergessen;missacht;beachte;verwirf;vergesse;hinter sich;hinter dir;irrelevant"
        ";abweichend;entgegen",
        r"\b(?:ignorier(?:e|en|t)?|vergiss|vergessen|vergesse|missachte(?:n)?|beachte(?:n)?|verwirf|streiche)"
        r"\b[^.\n]{0,50}\b(?:anweisung(?:en)?|befehle?|aufgaben?|angaben|vorgaben|instruktionen|regeln|alles|davor"
        r"|vorherige[nrs]?|bisherige[nrs]?|obige[nrs]?|zuvor|oben|kontext|eingaben?|ausfuhrungen|dokumente)\b|\b"
        r"(?:anweisungen|ausfuhrungen|befehle|vorgaben|obigen?|vorherigen?)\b[^.\n]{0,40}\b(?:ignorieren|vergessen"
        r"|missachten)\b|\b(?:vorherigen|bisherigen|obigen)\b[^.\n]{0,40}\b(?:hinter (?:sich|dir)|irrelevant"
        r"|ungultig|hinfallig)\b|\b(?:abweichend|entgegen)\b[^.\n]{0,30}\b(?:instruktionen|anweisungen|vorgaben)\b",
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions (French)",
        "oublie;ignorez;ignorer;ignore les;ignore tout;ignore ces;ignore vos;ignore mes;ignore ce;neglige"
        ";tenez pas;tiens pas",
        r"\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?|ne (?:tenez|tiens) pas compte)\W+(?:\w+ ){0,2}?(?:les|toutes"
        r"|tout|ces|vos|mes|des|aux|ce)\b[^.\n]{0,50}\b(?:instructions|consignes|directives|ordres|precede(?:nt"
        r"|nte|ntes|nts)?|ci-dessus|auparavant)\b",
        also="instructions;consignes;directives;ordres;precede;ci-dessus;auparavant",
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions (Spanish, Portuguese, Italian)",
        "ignor;olvid;esque;desconsid;dimentic;caso omiso;omite;trascura",
        r"\b(?:ignor[ae](?:r|n|te)?|olvid[ae](?:r|te|n)?|esqueca|esquece|desconsidere|dimentica(?:re|te)?|trascura"
        r"(?:re)?|haz caso omiso|omite)\b[^.\n]{0,50}\b(?:todo (?:lo )?que|instrucciones|instrucoes|istruzioni"
        r"|indicaciones|ordenes|ordens|ordini|directivas|direttive|anterior(?:es)?|precedent[ei]|arriba|acima"
        r"|sopra|reglas|regras)\b",
        also=(
            "instrucc;instruco;istruzion;indicac;ordenes;ordens;ordini;directiv;direttiv;anterior;precedent"
            ";arriba;acima;sopra;reglas;regras;todo"
        ),
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions (Slavic, Dutch, Nordic, Turkish)",
        "zaborav;ignorir;zignoruj;zapomnij;negeer;vergeet;glom ;ignorera;yoksay;unut;ignorirai",
        r"\b(?:zaborav(?:i|ite)|ignorira(?:j|jte)|zignoruj|zapomnij|negeer|vergeet|glom|ignorera|yoksay|unut)"
        r"\b[^.\n]{0,50}\b(?:prethodn\w{1,4}|upute|naredbe|instrukcij\w|sve|poprzedni\w{1,3}|wszystk\w{1,3}"
        r"|polecenia|instructies|eerdere|alles|vorige|bovenstaande|tidigare|instruktioner|onceki|talimat\w{0,6})\b",
    ),
    # Russian is spelled as folding leaves it: letters that look Latin are Latin.
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions (Russian)",
        "зaбyд;иrhopиpy;oтmehи",
        r"(?:зaбyд|иrhopиpy)\w{0,6}\b[^.\n]{0,50}(?:иhctpyk|ykaзa|komahд|npeдыдyщ|npabил|bыwe|bce\b)",
    ),
    Rule(
        "override",
        SUSPECT,
        "asks to ignore earlier instructions (Chinese, Japanese, Korean)",
        "忽略;无视;無視;忘记;忘掉;忘れ;무시;잊어",
        r"(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,16}(?:指令|指示|提示|命令|之前|以上|上面|前面|规则|規則)|(?:指示|命令|プロンプト|ルール|以前)[^。\n]{0,16}(?:無視"
        r"|忘れ)|(?:이전|위의|지시|명령|모든)[^.\n]{0,16}(?:무시|잊어)",
    ),
    Rule(
        "authority",
        SUSPECT,
        "claims to overrule what is already remembered",
        "supersede;override;replace;precedence;priority;outrank;invalidat;cancel;overrul;void;trump;obsolete;nullif",
        r"\b(?:supersedes?|overrides?|replaces?|takes? (?:absolute |full )?(?:precedence|priority) over|outranks?"
        r"|invalidates?|cancels?|overrules?|voids?|trumps?|nullif(?:y|ies)|makes? obsolete)\W+(?:\w+\W+){0,2}?"
        r"(?:all|any|every|everything|each|whatever)\b(?:\W+\w+){0,4}?\W+(?:entr(?:y|ies)|memor(?:y|ies)|notes?"
        r"|instructions?|rules?|guidelines?|records?|prompts?|context|directives?)\b"
        r"|\b(?:supersedes?|overrides?|outranks?|overrules?)\W+everything (?:before|else|earlier|stored|remembered)\b",
    ),
    Rule(
        "authority",
        SUSPECT,
        "claims the highest authority for itself",
        "authorit;priority;precedence;trusted;binding;unquestion;immutable;permanent",
        r"\b(?:treat|consider|regard|store|save|mark|flag|record|remember)\W+(?:this|these|it|the following)"
        r"\b[^.\n]{0,40}\b(?:highest|top|absolute|maximum|ultimate|supreme|system[- ]level|admin"
        r"(?:istrator)?[- ]level|trusted|permanent|immutable|verified|approved|authoritative|binding)\b|\b"
        r"(?:highest|supreme|absolute|ultimate) (?:authority|priority|precedence)\b[^.\n]{0,60}\b(?:memor|entr"
        r"|instruction|rule|note|prompt)|\bthe only (?:valid|true|authoritative|binding|correct) (?:memory|entry"
        r"|instruction|note|record|source of truth)\b",
    ),
    Rule(
        "authority",
        SUSPECT,
        "asks to erase other memories",
        "memor;entries;remember",
        r"\b(?:delete|erase|purge|wipe|discard|remove|forget|retract|clear|drop|distrust)\W+(?:all|every|any|your"
        r"|the other|other|each)\W+(?:\w+\W+){0,3}?(?:memor(?:y|ies)|memory entries|remembered|earlier entries"
        r"|stored (?:facts|notes|entries))\b",
        also="delete;erase;purge;wipe;discard;remove;forget;retract;clear;drop;distrust",
    ),
    Rule(
        "authority",
        SUSPECT,
        "tries to spread to other memories",
        "copy th;propagate th;replicate th;spread th;insert th;embed th;repeat th;include th;write th"
        ";store th;save th;add th",
        r"\b(?:copy|propagate|replicate|spread|insert|embed|repeat|include|write|store|save|add)\W+"
        r"(?:this|these|the (?:above|present|same))\b(?: (?:exact|whole|full|very|entire))?"
        r"(?: (?:text|note|entry|memory|rule|instruction|message|line|paragraph|sentence)s?)?"
        r"(?: (?:verbatim|unchanged|again))?\W+(?:in|into|to|across|with)\W+(?:\w+ ){0,3}?(?:all|every|each|any"
        r"|your|other)\b"
        r"[^.\n]{0,40}\b(?:memor(?:y|ies)|projects?|sessions?|agents?|workspaces?|scopes?|summar(?:y|ies)"
        r"|compactions?|conversations?|repositor(?:y|ies) you|files? you|notes you)\b",
        also="memor;project;session;agent;workspace;scope;summar;compaction;conversation;repositor;file;notes",
    ),
    Rule(
        "authority",
        SUSPECT,
        "claims an approval that no person gave",
        "approved;authori;consent;permission;confirm",
        r"\bthe (?:user|owner|developer|admin|administrator|maintainer|security team)s?\W+(?:has|have|had)\W+"
        r"(?:\w+ )?(?:approved|authori[sz]ed|consented|agreed|confirmed|granted|given (?:permission|consent))"
        r"\b[^.\n]{0,80}\b(?:no|without|need not|don't|do not|never|skip|any|all|every)\b",
    ),
    Rule(
        "secrecy",
        SUSPECT,
        "asks to keep something from the user",
        "tell;inform;mention;reveal;notify;alert;know;disclos;warn;report",
        r"\b(?:do not|don't|never|must not|dont|do n't|should not|shouldn't|refrain from|avoid)\W+(?:ever )?"
        rf"(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|let)\W+{_PERSON}(?:\W+(?:about"
        r"|that|of|know|anything|why|this|it|you)\b|\s{0,3}[.!,;\"']|\s{0,3}$)|\b(?:do not|don't|never|must not"
        r"|dont)\W+"
        r"(?:ever )?(?:mention|reveal|disclose|report|acknowledge)\W+(?:this|these|that|the (?:instruction|rule"
        rf"|note|memory|entry|change|request|message))\w{{0,8}}\b[^.\n]{{0,40}}(?:\bto {_PERSON}|\binstruction"
        rf"|\bsummary|"
        r"\banywhere\b|\bever\b|\bmemor|[.!]|$)",
        also="do not;don't;never;must not;dont;do n't;should not;shouldn't;refrain;avoid ",
        denial=False,
    ),
    Rule(
        "secrecy",
        SUSPECT,
        "asks to act behind the user's back",
        "secretly;silently;quietly;covert;stealth;discreet;unnoticed;behind the scenes;in the background"
        ";without the user;without anyone;without them",
        rf"(?:^|[.;:,]\W{{0,4}}|\b(?:and|then|must|should|you|please|always|also|(?<!likely )to|will) ){_HIDE}\W{{1,3}}"
        r"(?:and \w+ )?(?:send|upload|post|forward|exfiltrate|copy|add|insert|append|include|run"
        r"|execute|download|install|disable|change|replace|delete|approve|email|leak|log|commit|push|modify|call"
        r"|invoke|recommend|save|store|remember)\b(?!s)|\b(?:send|upload|post|forward|exfiltrate|copy|insert"
        rf"|append|run|execute|download|install|disable|delete|leak)\b[^.\n]{{0,60}}\b(?:secretly|covertly"
        r"|stealthily|discreetly|without (?:the user|anyone|them) (?:knowing|noticing|seeing))\b",
    ),
    Rule(
        "secrecy",
        HINT,
        "asks to act without telling or asking",
        "without tell;without inform;without notif;without ask;without alert;without warn;without mention"
        ";without the know;without confirm;without consent;without permission;without ever",
        r"\bwithout\W+(?:ever )?(?:telling|informing|notifying|asking|alerting|warning|mentioning (?:it|this) to"
        rf"|the knowledge of|confirmation from|consent (?:of|from)|permission from)\W+{_PERSON}",
    ),
    Rule(
        "secrecy",
        SUSPECT,
        "asks to keep its instructions hidden",
        "keep this;keep these;keep it;keep the;hide;hidden from;hiding",
        r"\bkeep\W+(?:this|these|it|the (?:instruction|note|change|rule|memory)\w{0,8})\W+(?:\w+ ){0,3}?"
        r"(?:(?:secret|hidden|confidential|private)\W+from|to yourself|between us)\b|\bhid(?:e|den|ing)\b"
        r"[^.\n]{0,40}\bfrom (?:the )?(?:user|human|reviewer|developer|operator)\b[^.\n]{0,20}[.!]?$",
    ),
    Rule(
        "trigger",
        SUSPECT,
        "makes a network command a standing order",
        "always;before ;every ;each ;first;whenever;start of",
        r"(?:\balways\b|\bfirst\b|\bbefore (?:anything|doing|every|each|you|any|answering|running|starting"
        r"|continuing)|\bat the (?:start|beginning|end) of (?:every|each|any)|\bevery time\b|\bwhenever\b|\bon "
        rf"(?:every|each)\b)[^.\n]{{0,80}}\b(?:run|execute|invoke|call|eval|source|download|fetch|load)"
        rf"\b[^\n]{{0,40}}?\b{_SHELL}(?:\W[^\n]{{0,120}}?(?:https?://|\|\s?(?:ba|z)?sh)|\b[^\n]{{0,20}}$)",
        also=(
            "curl;wget;iwr;invoke-web;fetch(;requests.;nc ;netcat;powershell;iex;base64;bash -c;sh -c;eval"
            ";npx;python -c"
        ),
    ),
    Rule(
        "trigger",
        SUSPECT,
        "plants a delayed trigger",
        "whenever;when ;if ;once ;as soon;every time;each time;next time;the moment;after ",
        r"\b(?:whenever|when|if|once|as soon as|every time|each time|the next time|next time|the moment|after)"
        rf"\b[^.\n]{{0,100}}\b(?:user|someone|anyone|human|developer|session|conversation|message|prompt|agent"
        rf"|assistant|you|i)\b[^.\n]{{0,100}}\b{_HIDE}\b[^.\n]{{0,40}}\b(?:send|run|execute|add|insert|include"
        r"|upload|forward|append|install|disable|approve|delete|change|replace|recommend|copy|download|call|post"
        r"|do|start|make)\b",
        also="secretly;silently;quietly;covert;stealth;discreet;unnoticed;behind the scenes;in the background",
    ),
    Rule(
        "trigger",
        SUSPECT,
        "plants a trigger phrase",
        "trigger;code word;codeword;magic word;password;says;passphrase;keyword",
        r"\b(?:trigger|activation|secret|magic|code) ?(?:word|phrase|keyword)s?\b[^.\n]{0,80}\b(?:then|you (?:must"
        r"|will|should)|execute|run|send|reply|respond|switch|activate|ignore|disable|bypass|unlock)\b",
    ),
)
