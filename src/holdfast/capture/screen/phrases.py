# ruff: noqa: E501
"""Owns the rule table: the wording and the syntax by which text tries to become an instruction.

A rule is a row: family, level (1 hint, 2 suspect, 3 hostile), label, needles of which one must occur (and one of `also`
where given), and a pattern over lower-cased, folded text. `talk` marks rules whose words honest text uses too when it
forbids or discusses them. Patterns hold no unbounded repetition. How rows are matched stands in `rules`.
"""

from __future__ import annotations


class Rule:
    """One row of the table."""

    __slots__ = ("also", "family", "label", "level", "needles", "pattern", "talk")

    def __init__(
        self,
        family: str,
        level: int,
        label: str,
        needles: tuple[str, ...],
        pattern: str,
        *,
        also: tuple[str, ...] = (),
        talk: bool = True,
    ) -> None:
        self.family = family
        self.level = level
        self.label = label
        self.needles = needles
        self.pattern = pattern
        self.also = also
        self.talk = talk


_DROP = (
    r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|neglect|overlook|discard|dismiss|abandon|override|overrule|void|erase"
    r"|set aside|pay no (?:attention|heed) to|stop (?:following|obeying)|(?:do not|don't|no longer) (?:follow|obey|listen to|adhere to))"
)
_DROP_NEEDLES = ("ignor", "disregard", "forget", "neglect", "overlook", "discard", "dismiss", "abandon", "overrid", "overrul",
                 " void", "erase", "set aside", "pay no", "not follow", "n't follow", "longer follow", "stop follow", "obey",
                 "listen to", "adhere to")  # fmt: skip
_EARLIER = r"(?:previous(?:ly)?|prior|earlier|preceding|above|former|foregoing|past|existing|original|initial|system|old|aforementioned|before|so far)"
_ORDERS = (
    r"(?:instructions?|instruct|directions?|directives?|prompts?|guidelines?|guidance|commands?|orders?|rules?|programming|training"
    r"|constraints?|restrictions?|assignments?|tasks?|prompting|context|messages?|conversations?|inputs?|requests?|memor(?:y|ies)|entr(?:y|ies))"
)
_STRICT = (
    r"(?:instructions?|directives?|prompts?|guidelines?|guidance|rules|programming|training|system messages?|memories)"
)
_HIDE = r"(?:secret(?:ly)?|silent(?:ly)?|quiet(?:ly)?|covert(?:ly)?|stealthily|discreetly|unnoticed|behind the scenes|in the background)"
_PERSON = r"(?:the |your |any |a )?(?:user|human|developer|operator|owner|customer|person|admin|anyone|anybody|them|him|her)\b"
_LOOT = (
    r"(?:\.env\b|env(?:ironment)?[ _-]?var(?:iable)?s?|process\.env|id_rsa|id_ed25519|\.ssh\b|\.aws\b|\.npmrc|\.netrc|\.git-credentials|/etc/passwd|/etc/shadow"
    r"|private keys?|ssh keys?|api[ _-]?keys?|credentials?|passwords?|secrets?|access tokens?|session tokens?|cookies?|wallet|seed phrase|keychain"
    r"|(?:chat|conversation|message|command|browser) histor(?:y|ies)|(?:this|the|our|full|entire|whole) (?:chat|conversation|transcript)"
    r"|system prompt|user(?:'s)? (?:data|files?|information|details)|personal (?:data|information)|source code|all (?:the )?(?:data|information|files|memories)|bank details)"
)
_SEND = r"(?:send|sends|sending|upload|post|forward|transmit|exfiltrate|leak|e-?mail|copy|push|submit|deliver|ship|report|beam|append|encode|attach|share|dump|smuggle|pipe)"
_AWAY = (
    r"(?:https?://|www\.|ftp://|\b[\w-]{2,40}\.(?:com|net|org|io|xyz|ru|cn|dev|site|example|evil|top|info|app|sh)\b|attacker|(?:my|our|this|that|an?|the) (?:external |remote |following )?"
    r"(?:server|url|webhook|endpoint|address|site|domain|e-?mail|channel|host)|\b[\w.+-]{1,40}@[\w-]{1,40}\.\w{2,10}|pastebin|requestbin|ngrok|discord|telegram|gist)"
)
_SHELL = r"(?:curl|wget|iwr|invoke-webrequest|fetch\(|requests\.(?:post|get|put)|nc|ncat|netcat|powershell|iex|base64 -d|bash -c|sh -c|eval|npx --yes|python -c)"
_FREE = r"(?:unrestricted|unfiltered|uncensored|unlimited|unchained|unbound|jailbroken|amoral|immoral|unethical|evil|rogue|lawless|limitless|boundless)"
_LIMITS = (
    r"(?:restrictions?|guidelines?|filters?|limits?|limitations?|constraints?|rules?|polic(?:y|ies)|safeguards?|boundaries|censorship|ethics|morals?|morality|guardrails?"
    r"|safety (?:measures|protocols|features|checks|training)|regulations?|norms|standards|principles|laws)"
)
_MODEL = r"(?:ai|a\.i\.|assistant|chat ?bot|bot|language model|model|llm|gpt|chatgpt|claude|gemini|copilot|entity|character|persona|agent|hacker)"
_REPLY = (
    r"(?:answers?|responses?|reply|replies|outputs?|messages?|elucidation|explanation|summar(?:y|ies)|completions?)"
)
_WORK = r"(?:answers?|responses?|reply|elucidation|explanation|solution|code|implementation|algorithm|codebase|program|script|output)"

RULES: tuple[Rule, ...] = (
    # --- claims over earlier instructions
    Rule("override", 2, "asks to ignore earlier instructions", _DROP_NEEDLES,
         rf"\b{_DROP}\W+(?:\w+\W+){{0,4}}?(?:{_EARLIER}\W+(?:\w+\W+){{0,4}}?{_ORDERS}|(?:your|all|any|every|other|given|current|the rest of)\W+(?:(?:of|the|your|my|those|these|other|and|safety|current|given)\W+){{0,3}}{_STRICT})\b(?! if you (?:have|already|are|use|don't|do not|want|prefer))",
         also=("instruct", "direct", "prompt", "guid", "command", "order", "rule", "program", "train", "constrain", "restrict",
               "assign", "task", "context", "message", "conversation", "input", "request", "memor", "entr")),
    Rule("override", 2, "asks to ignore earlier instructions", _DROP_NEEDLES,
         rf"\b{_DROP}\W+(?:the |any |all |those |these |my |of |what )*(?:{_ORDERS}|text|words|documents?|everything|anything|stuff)\W+(?:that |which |what )?(?:(?:was|were|is|are) )?(?:above|before|prior|previously|preceding|you (?:were|have been|had been|got|know|have|received|learned)|i (?:said|told|gave)|we (?:said|discussed|talked)|up to now|so far|until now|provided|given|beforehand|earlier)\b",
         also=("above", "before", "prior", "previous", "preced", "you were", "you have", "you had", "you got", "you know", "you received", "you learned",
               "i said", "i told", "i gave", "we said", "we discuss", "we talked", "up to now", "so far", "until now", "provided", "given", "earlier")),
    Rule("override", 2, "asks to forget what came before", ("forget", "ignor", "disregard"),
         r"\b(?:forget|ignore|disregard)\W+(?:about )?(?:everything|all|anything|all of (?:this|that|it))(?:\W+(?:that|and|now|else|we|i|you|above|before|prior|said|stated|written|told|the|of|here|start|begin|print|say|instead)\b|\s*[.!:]|$)"),
    Rule("override", 2, "announces new instructions", ("new ",),
         r"(?:\b(?:here (?:are|is)|follow(?:ing)? (?:are|is)|these are|you (?:have|now have)|(?:now )?follow|obey|concentrate on|focus on|now come|come now|receive|switch to|now for)\W+(?:\w+\W+){0,3}?new (?:\w+ ){0,2}(?:instructions?|tasks?|directives?|orders|rules|assignments?)\b|(?:^|[.!?:\"']\s{0,4})(?:now )?(?:your )?new (?:\w+ ){0,1}(?:instructions?|tasks?|directives?|orders|assignments?)(?: follow| are| is)?\s*[:.]|\bnew (?:instructions|tasks|orders|directives) (?:now )?follow\b)",
         also=("instruction", "task", "directive", "orders", "rules", "assignment")),
    Rule("override", 2, "asks to change the model's instructions", ("your ",),
         r"\b(?:change|replace|update|rewrite|overwrite|override|modify|reprogram|reset)\W+(?:\w+\W+){0,3}?your\W+(?:\w+\W+){0,2}?(?:instructions|prompt|programming|guidelines|directives|system message|memory|memories)\b|\breplace your rules\b",
         also=("instruct", "prompt", "program", "guideline", "directive", "system message", "memor", "rules")),
    Rule("override", 2, "asks to ignore earlier instructions (German)", ("ignorier", "vergiss", "vergessen", "missacht", "beachte", "verwirf", "vergesse"),
         r"\b(?:ignorier(?:e|en|t)?|vergiss|vergessen|vergesse|missachte(?:n)?|beachte(?:n)?|verwirf|streiche)\b[^.\n]{0,50}\b(?:anweisung(?:en)?|befehle?|aufgaben?|angaben|vorgaben|instruktionen|regeln|alles|davor|vorherige[nrs]?|bisherige[nrs]?|obige[nrs]?|zuvor|oben|kontext|eingaben?|ausfuhrungen|dokumente)\b|\b(?:anweisungen|ausfuhrungen|befehle|vorgaben|obigen?|vorherigen?)\b[^.\n]{0,40}\b(?:ignorieren|vergessen|missachten)\b"),
    Rule("override", 2, "asks to ignore earlier instructions (French)", ("ignore", "oubli", "neglig", "tenez pas", "tiens pas"),
         r"\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?|ne (?:tenez|tiens) pas compte)\W+(?:\w+ ){0,2}?(?:les|toutes|tout|ces|vos|mes|des|aux|ce)\b[^.\n]{0,50}\b(?:instructions|consignes|directives|ordres|precede(?:nt|nte|ntes|nts)?|ci-dessus|auparavant)\b"),
    Rule("override", 2, "asks to ignore earlier instructions (Spanish, Portuguese, Italian)", ("ignor", "olvid", "esque", "desconsid", "dimentic", "caso omiso", "omite", "trascura"),
         r"\b(?:ignor[ae](?:r|n|te)?|olvid[ae](?:r|te|n)?|esqueca|esquece|desconsidere|dimentica(?:re|te)?|trascura(?:re)?|haz caso omiso|omite)\b[^.\n]{0,50}\b(?:instrucciones|instrucoes|istruzioni|indicaciones|ordenes|ordens|ordini|directivas|direttive|anterior(?:es)?|precedent[ei]|arriba|acima|sopra|reglas|regras)\b"),
    Rule("override", 2, "asks to ignore earlier instructions (Slavic, Dutch, Nordic, Turkish)", ("zaborav", "ignorir", "zignoruj", "zapomnij", "negeer", "vergeet", "glom ", "ignorera", "yoksay", "unut", "ignorirai"),
         r"\b(?:zaborav(?:i|ite)|ignorira(?:j|jte)|zignoruj|zapomnij|negeer|vergeet|glom|ignorera|yoksay|unut)\b[^.\n]{0,50}\b(?:prethodn\w{1,4}|upute|naredbe|instrukcij\w|sve|poprzedni\w{1,3}|wszystk\w{1,3}|polecenia|instructies|eerdere|alles|vorige|bovenstaande|tidigare|instruktioner|onceki|talimat\w{0,6})\b"),
    Rule("override", 2, "asks to ignore earlier instructions (Chinese, Japanese, Korean)", ("忽略", "无视", "無視", "忘记", "忘掉", "忘れ", "무시", "잊어"),
         r"(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,16}(?:指令|指示|提示|命令|之前|以上|上面|前面|规则|規則)|(?:指示|命令|プロンプト|ルール|以前)[^。\n]{0,16}(?:無視|忘れ)|(?:이전|위의|지시|명령|모든)[^.\n]{0,16}(?:무시|잊어)"),
    # --- claims over memory
    Rule("authority", 2, "claims to overrule what is already remembered", ("supersede", "override", "replace", "precedence", "priority", "outrank", "invalidat", "cancel", "overrul", "void", "trump", "obsolete", "nullif"),
         r"\b(?:supersedes?|overrides?|replaces?|takes? (?:absolute |full )?(?:precedence|priority) over|outranks?|invalidates?|cancels?|overrules?|voids?|trumps?|nullif(?:y|ies)|makes? obsolete)\W+(?:\w+\W+){0,2}?(?:all|any|every|everything|each|whatever)\b(?:\W+\w+){0,4}?\W+(?:entr(?:y|ies)|memor(?:y|ies)|notes?|instructions?|rules?|guidelines?|records?|prompts?|context|directives?|prior|earlier|stored|remembered|before|else)\b"),
    Rule("authority", 2, "claims the highest authority for itself", ("authorit", "priority", "precedence", "trusted", "binding", "unquestion", "immutable", "permanent"),
         r"\b(?:treat|consider|regard|store|save|mark|flag|record|remember)\W+(?:this|these|it|the following)\b[^.\n]{0,40}\b(?:highest|top|absolute|maximum|ultimate|supreme|system[- ]level|admin(?:istrator)?[- ]level|trusted|permanent|immutable|verified|approved|authoritative|binding)\b|\b(?:highest|supreme|absolute|ultimate) (?:authority|priority|precedence)\b[^.\n]{0,60}\b(?:memor|entr|instruction|rule|note|prompt)|\bthe only (?:valid|true|authoritative|binding|correct) (?:memory|entry|instruction|note|record|source of truth)\b"),
    Rule("authority", 2, "asks to erase other memories", ("memor", "entries", "remember"),
         r"\b(?:delete|erase|purge|wipe|discard|remove|forget|retract|clear|drop|distrust)\W+(?:all|every|any|your|the other|other|each)\W+(?:\w+\W+){0,3}?(?:memor(?:y|ies)|memory entries|remembered|earlier entries|stored (?:facts|notes|entries))\b"),
    Rule("authority", 2, "claims an approval that no person gave", ("approved", "authori", "consent", "permission", "confirm"),
         r"\bthe (?:user|owner|developer|admin|administrator|maintainer|security team)s?\W+(?:has|have|had)\W+(?:\w+ )?(?:approved|authori[sz]ed|consented|agreed|confirmed|granted|given (?:permission|consent))\b[^.\n]{0,80}\b(?:no|without|need not|don't|do not|never|skip|any|all|every)\b"),
    # --- roles and templates
    Rule("template", 2, "contains chat-template tokens", ("<|", "|>", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "start_of_turn", "end_of_turn"),
         r"<\|[a-z_0-9 :-]{2,32}\|>|<\|(?:im_start|im_end|system|user|assistant|endoftext)|\[/?inst\]|<</?sys>>|</?(?:start|end)_of_turn>"),
    Rule("template", 2, "imitates a system tag", ("<system", "</system", "< system", "[system", "[ system", "{system", "{ system", "{{", "<developer", "</developer", "[developer",
          "[admin", "<admin", "<important", "<new", "<hidden", "<secret"),
         r"</?\s?(?:system|developer)[-_ ]?(?:prompt|message|messages|reminder|instructions?|notice|override|note)\b[^>\n]{0,80}>|<\s?(?:important[-_ ]instructions?|admin[-_ ]override|new[-_ ]instructions?|hidden[-_ ]instructions?|secret[-_ ]instructions?)\b[^>\n]{0,80}>|\[\s?(?:system|admin|developer)[ _-](?:message|prompt|note|notice|override|instructions?|update|command|announcement)\s?\]|\{\s?system\s?:|\{\{#?system~?\}\}"),
    Rule("template", 2, "imitates a system turn", ("system:", "system :", "admin:", "administrator:", "developer:", "root:", "sys:", "prompt:", "message:", "note:", "notice:",
          "override:", "instruction:", "alert:", "update:", "command:", "announcement:"),
         r"(?:^|[.!?\"'\]>]\s{0,3}|: )\W{0,4}(?:system|admin|administrator|developer|root|sys)(?: (?:prompt|message|note|notice|override|instruction|alert|update|command|announcement))?\s?:\s{0,3}[\[(\"']{0,2}(?:you (?:are|must|will|have|should|can)|ignore|disregard|forget|override|new instruction|from now|always|never|reveal|the (?:user|assistant|model|previous)|this (?:simulation|conversation|is)|disable|enable|grant|bypass|do not|all (?:previous|prior|safety)|please|your)",
         also=("system", "admin", "developer", "root:", "sys:")),
    Rule("template", 1, "imitates a chat turn", ("system", "assistant", "human:", "user:", "### ", "<human"),
         r"^\W{0,4}#{0,4}\s?(?:system|assistant)\s?(?:prompt|message)?\s?:?\s*$|^\W{0,3}(?:human|user)\s?:[^\n]{0,400}\n{1,3}\W{0,3}(?:assistant|ai|bot|chatgpt)\s?:|<\s?/?\s?(?:system|assistant|human)\s?>|\[/?(?:system|assistant)\]|^#{2,4} ?(?:instruction|response|system|human|assistant)s?\s?:"),
    Rule("tool", 2, "contains tool-call syntax", ("<tool", "</tool", "< tool", "<function", "</function", "<invoke", "</invoke", "antml:", "<parameter", "\"tool_",
          "\"function_call", "```tool_"),
         r"</?\s?(?:antml:)?(?:tool_use|tool_call|tool_calls|tool_result|tool_code|function_calls?|function_results?|function_call|invoke)\b[^>\n]{0,120}>|<(?:antml:)?parameter name=|\"(?:tool_calls?|function_call|tool_use)\"\s?:\s?[\[{]|\"type\"\s?:\s?\"(?:tool_use|tool_call|function_call|tool_result)\"|^```tool_(?:code|call)"),
    Rule("tool", 2, "contains a tool call as data", ("\"name\"", "'name'", "action:"),
         r"[{,]\s{0,4}[\"']name[\"']\s?:\s?[\"'][\w.:-]{2,60}[\"']\s?,\s{0,4}[\"'](?:arguments|parameters|input|args)[\"']\s?:\s?[{\"]|^\W{0,3}action\s?:[^\n]{1,80}\n\W{0,3}action input\s?:"),
    Rule("fence", 3, "tries to close the fence around memory", ("memor", "holdfast", "recalled"),
         r"<\s{0,2}/\s{0,2}(?:holdfast|memor(?:y|ies)|recalled)[\w:-]{0,20}[^>\n]{0,40}>?", talk=False),
    Rule("fence", 2, "pretends that quoted text has ended", ("end of", "end memor", "end user", "end context", "end document", "end data", "end input", "end tool", "end quot", "end untrusted",
          "end article", "stop of", "close of", "</untrusted", "</quoted", "</retrieved", "</tool", "</user"),
         r"(?:[-=*#_~%<\[]{2,}|^)\s{0,3}(?:end|stop|close) (?:of )?(?:the )?(?:memory|memories|context|document|documents|data|quoted? (?:text|data)|quote|tool (?:output|result)|untrusted (?:text|data|content)|user (?:input|query|message|ambiguity)|input|article|e-?mail|web ?page|retrieved \w{3,12}|search results?)\s{0,3}(?:[-=*#_~%>\]]{2,}|$)|</\s?(?:untrusted|quoted|retrieved|tool|user)[-_ ]?(?:text|data|content|output|input|query|document|results?)\s?>"),
    # --- secrecy towards the person
    Rule("secrecy", 2, "asks to keep something from the user", ("tell", "inform", "mention", "reveal", "notify", "alert", "know", "disclos", "warn", "report"),
         rf"\b(?:do not|don't|never|must not|dont|do n't|should not|shouldn't|refrain from|avoid)\W+(?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|let)\W+{_PERSON}(?:\W+(?:about|that|of|know|anything|why|this|it|you)\b|\s*[.!,;\"']|\s*$)|\b(?:do not|don't|never|must not|dont)\W+(?:ever )?(?:mention|reveal|disclose|report|acknowledge)\W+(?:this|these|that|the (?:instruction|rule|note|memory|entry|change|request|message))\w*\b[^.\n]{{0,40}}(?:\bto {_PERSON}|\binstruction|\bsummary|\banywhere\b|\bever\b|\bmemor|[.!]|$)",
         also=("do not", "don't", "never", "must not", "dont", "do n't", "should not", "shouldn't", "refrain", "avoid "), talk=False),
    Rule("secrecy", 2, "asks to act behind the user's back", ("secret", "silent", "quiet", "covert", "stealth", "discreet", "unnoticed", "behind the", "in the background"),
         rf"\b{_HIDE}\W+(?:and \w+ )?(?:send|upload|post|forward|exfiltrate|copy|add|insert|append|include|run|execute|download|install|disable|change|replace|delete|approve|email|leak|log|commit|push|modify|call|invoke|recommend|save|store|remember)\b(?!s)|\b(?:send|upload|post|forward|exfiltrate|copy|insert|append|run|execute|download|install|disable|delete|leak)\b[^.\n]{{0,60}}\b(?:secretly|covertly|stealthily|discreetly|without (?:the user|anyone|them) (?:knowing|noticing|seeing))\b"),
    Rule("secrecy", 1, "asks to act without telling or asking", ("without",),
         rf"\bwithout\W+(?:ever )?(?:telling|informing|notifying|asking|alerting|warning|mentioning (?:it|this) to|the knowledge of|confirmation from|consent (?:of|from)|permission from)\W+{_PERSON}"),
    Rule("secrecy", 2, "asks to keep its instructions hidden", ("secret", "hidden", "confidential", "between us", "private"),
         r"\bkeep\W+(?:this|these|it|the (?:instruction|note|change|rule|memory)\w*)\W+(?:\w+ ){0,3}?(?:secret|hidden|confidential|to yourself|between us|private)\b(?:\W+from\b|[.!]|$)|\bhid(?:e|den|ing)\b[^.\n]{0,40}\bfrom {0,1}(?:the )?(?:user|human|reviewer|developer|operator)\b[^.\n]{0,20}[.!]?$"),
    # --- taking data out
    Rule("exfiltration", 3, "sends secrets or private data away", ("send", "upload", "post", "forward", "transmit", "exfiltrat", "leak", "mail", "copy", "push", "submit", "deliver", "ship", "report", "append", "encode", "attach", "share", "dump", "smuggle", "pipe", "beam"),
         rf"\b{_SEND}\b\W+(?:me |us |them |along |over |back |out )?(?:all |any |the |your |his |her |their |every |each |full |complete |entire |a copy of |contents? of |content |of |from |local |project |user(?:'s)? |stored |found |values? |file |files |whole |as |and |in |with )*{_LOOT}[^\n]{{0,100}}?{_AWAY}",
         also=(".env", "env", "process.env", "id_", ".ssh", ".aws", ".np", ".net", ".git-", "/etc/", "key", "credential", "password", "secret", "token", "cookie", "wallet", "seed", "histor", "conversation", "chat", "transcript", "system prompt", "user", "personal", "source code", "all ", "bank")),
    Rule("exfiltration", 3, "pipes local files to a remote host", ("curl", "wget", "nc ", "ncat", "netcat", "invoke-webrequest", "requests.post", "fetch("),
         r"\b(?:curl|wget|nc|ncat|netcat|iwr|invoke-webrequest)\b[^\n]{0,240}?(?:\$\(|`)\s?(?:cat|env|printenv|base64|whoami|hostname|type|get-content|tar|find|ls)\b|\b(?:curl|wget)\b[^\n]{0,200}?(?:-d|--data[a-z-]{0,12}|-f|--form|-t|--upload-file|--post-file)[ =]{0,2}[^\s]{0,30}@?[^\s]{0,60}(?:\.env\b|id_rsa|id_ed25519|\.ssh|\.aws|/etc/passwd|credentials|\.npmrc|\.netrc)|\b(?:cat|printenv|env|tar|base64)\b[^\n|]{0,120}\|\s?(?:base64[^\n|]{0,20}\|\s?)?(?:curl|nc|ncat|netcat|wget)\b|\b(?:requests\.post|fetch)\([^\n]{0,160}(?:os\.environ|process\.env|open\([^\n)]{0,60}(?:\.env|id_rsa|private|\.ssh|\.aws))"),
    Rule("exfiltration", 3, "opens a remote shell", ("/dev/tcp", "nc -", "bash -i", "os.dup2", "ncat -", "mkfifo"),
         r"/dev/tcp/\S|\bn(?:c|cat)\b[^\n]{0,60}\s-[a-z]{0,4}e\b|\bbash -i\b[^\n]{0,20}>&|os\.dup2\(s\.fileno|mkfifo [^\n]{0,60}\|\s?(?:ba)?sh"),
    Rule("exfiltration", 3, "smuggles data out in an image or link address", ("](", "<img", "src="),
         r"!\[[^\]\n]{0,120}\]\(\s?<?https?://[^)\s]{1,300}?(?:\{\{?|\$\{|\$\(|<|%7b|\[|%s)[^)\n]{0,80}|\[[^\]\n]{0,120}\]\(\s?https?://[^)\s]{1,300}?[?&/=][\w%.-]{0,40}(?:\{\{?|\$\{|<|%7b|\[)\s?(?:data|secret|secrets|conversation|history|chat|api_?key|token|env|password|prompt|system|context|summary|memory|memories|message|user_?data|contents?|base64|encoded|exfil\w{0,6}|leak\w{0,4}|b64)\w{0,20}|<img[^>\n]{0,200}src\s?=\s?[\"']?https?://[^\"'>\s]{1,300}?(?:\{\{?|\$\{|%7b|\[)[^\"'>\n]{0,60}"),
    Rule("exfiltration", 2, "asks to take data out", ("exfiltrat", "send all", "env variables", "environment variables", "redirect"),
         r"\bexfiltrate\W+(?:the|all|any|every|user|your|this|data|secrets|files|env|credentials|them|it|everything)\b|\bsend (?:me |us )?all (?:the |your |of )?(?:data|information|details|files|content|variables|env)\b|\bredirect (?:all |the )?(?:output|data|traffic|results?) to (?:my|this|our|an? (?:external|remote))\b"),
    Rule("exfiltration", 1, "runs a script straight from the network", ("curl", "wget", "iwr", "iex"),
         r"\b(?:curl|wget|iwr)\b[^\n|]{0,200}\|\s?(?:sudo )?(?:ba|z|da)?sh\b|\b(?:curl|wget)\b[^\n|]{0,200}\|\s?(?:sudo )?(?:python3?|node|perl|ruby|php|iex)\b|\biex\b[^\n]{0,60}(?:iwr|downloadstring)"),
    # --- standing orders and triggers
    Rule("trigger", 2, "makes a network command a standing order", ("always", "before ", "every ", "each ", "first", "whenever", "start of"),
         rf"(?:\balways\b|\bfirst\b|\bbefore (?:anything|doing|every|each|you|any|answering|running|starting|continuing)|\bat the (?:start|beginning|end) of (?:every|each|any)|\bevery time\b|\bwhenever\b|\bon (?:every|each)\b)[^.\n]{{0,80}}\b(?:run|execute|invoke|call|eval|source|download|fetch|load)\b[^\n]{{0,40}}?\b{_SHELL}(?:\W[^\n]{{0,120}}?(?:https?://|\|\s?(?:ba|z)?sh)|\b[^\n]{{0,20}}$)",
         also=("curl", "wget", "iwr", "invoke-web", "fetch(", "requests.", "nc ", "netcat", "powershell", "iex", "base64", "bash -c", "sh -c", "eval", "npx", "python -c")),
    Rule("trigger", 2, "plants a delayed trigger", ("whenever", "when ", "if ", "once ", "as soon", "every time", "each time", "next time", "the moment", "after "),
         rf"\b(?:whenever|when|if|once|as soon as|every time|each time|the next time|next time|the moment|after)\b[^.\n]{{0,100}}\b(?:user|someone|anyone|human|developer|session|conversation|message|prompt|agent|assistant|you|i)\b[^.\n]{{0,100}}\b{_HIDE}\b[^.\n]{{0,40}}\b(?:send|run|execute|add|insert|include|upload|forward|append|install|disable|approve|delete|change|replace|recommend|copy|download|call|post|do|start|make)\b",
         also=("secret", "silent", "quiet", "covert", "stealth", "discreet", "unnoticed", "behind the", "in the background")),
    Rule("trigger", 2, "plants a trigger phrase", ("trigger", "code word", "codeword", "magic word", "password", "says", "passphrase", "keyword"),
         r"\b(?:trigger|activation|secret|magic|code) ?(?:word|phrase|keyword)s?\b[^.\n]{0,80}\b(?:then|you (?:must|will|should)|execute|run|send|reply|respond|switch|activate|ignore|disable|bypass|unlock)\b"),
    # Jailbreaks and personas.
    Rule("persona", 2, "gives the model a persona without limits", ("unrestricted", "unfiltered", "uncensored", "unlimited", "unchained", "unbound", "jailbroken", "moral", "ethical", "evil", "rogue", "lawless", "limitless", "boundless"),
         rf"\b(?:you are|you're|you will be|you must be|act as|acting as|pretend|role ?-?play|simulate|imagine|become|be|named|called|as)\b[^.\n]{{0,80}}\b(?:an? |the |completely |totally |fully |truly |mode )*{_FREE}\b[^.\n]{{0,40}}\b{_MODEL}\b|\b{_FREE}\W+(?:and \w+ )?(?:ai|chat ?bot|language model|chatgpt|gpt|llm|mode assistant|response mode)\b"),
    Rule("persona", 2, "declares the model free of limits", ("no ", "without", "free", "ignore", "bypass", "not bound", "remove", "disable", "lift", "break", "regardless", "disregard", "beyond"),
         rf"\b(?:you|he|she|they|ai|assistant|model|gpt|chatgpt|bot|hacker|character|persona|who|mode|\w{{2,12}}gpt|it)\b[^.\n]{{0,40}}\b(?:ha(?:s|ve|ving) no|with no|without|free (?:of|from)|freed from|not (?:bound|limited|restricted|constrained|governed) by|no longer (?:bound|limited|restricted) by|unbound by|do(?:es)? not (?:have|follow|obey|care about|abide by|adhere to|respect)|doesn't (?:have|follow|obey|care about|abide by)|don't (?:have|follow|care about)|disregards?|ignores?|bypass(?:es)?|broken free (?:of|from))\W+(?:(?:any|all|the|its|their|his|her|your|of|or|and|such|those|these|typical|usual|confines|ethical|moral|morals|ethics|safety|content|legal|openai(?:'s)?|programming|imposed|filters|rules|restrictions|boundaries|guidelines|limitations|human|regard|for|to|ai|set|by)\W+){{0,8}}{_LIMITS}\b",
         also=("restrict", "guideline", "filter", "limit", "constrain", "rule", "polic", "safeguard", "boundar", "censor", "ethic", "moral", "guardrail", "safety", "regulation", "norms", "standards", "principles", "laws")),
    Rule("persona", 2, "names a known jailbreak", ("do anything now", "dan ", "dan.", "dan,", "dan:", "jailbreak", "god mode", "sudo mode", "mode enabled", "mode activated", "mode output", "developer mode", "opposite mode", "evil mode", "chaos mode", "mode override"),
         r"\bdo anything now\b|\b(?:you are|act(?:ing)? as|become|called|named|be|respond as|as) (?:a |an |the |special (?:agent )?)?[\"']?dan\b(?! (?:\w+ )?(?:brown|abramov|[a-z]+son)\b)|\b(?:dan|god|jailbreak(?:ed)?|sudo|unrestricted|unfiltered|evil|opposite|chaos|apophis|uncensored|no[- ]limits?) mode\b|\b(?:enable|enter|activate)\W+(?:\w+ )?jailbreak|\bdeveloper mode (?:output|override)|\b(?:activate|enable|with) developer mode\b[^.\n]{0,60}\b(?:override|chatgpt|gpt|ai|restrict|filter|unfiltered|rules)|\[?(?:🔓|\U0001f513)\s?jailbreak"),
    Rule("persona", 2, "demands obedience without refusal", ("refuse", "decline", "obey", "comply", "say no", "no matter what", "question", "reject"),
         r"\b(?:you|it|he|she|\w{2,12}(?:gpt|bot))\W+(?:can ?not|can't|must not|may not|will not|won't|should not|are not allowed to|must never|will never|never|do not|don't|shall not)\W+(?:ever )?(?:refuse|decline|reject|say no)\b|\bnever (?:refuse|decline|reject|say no)\b(?!s)[^.\n]{0,40}\b(?:request|question|prompt|answer|order|anything|command|to answer|to do|me)|\b(?:you|it)\W+(?:must|will|shall|have to|should|are (?:required|obliged|programmed) to)\W+(?:\w+ )?(?:obey|comply)\b[^.\n]{0,60}|\bmust (?:obey|comply with)\W+(?:\w+\W+){0,3}(?:commands?|orders?|requests?|instructions?)\b|\bdo not refuse\b|\b(?:answer|fulfil|fulfill|comply with|respond to|do)\W+(?:any|every|all|anything|everything|whatever)\b[^.\n]{0,60}\b(?:no matter what|regardless of|without (?:question|hesitation|any|refusing|refusal|exception|warning|moral|filter|restriction|limit|censor))"),
    Rule("persona", 2, "changes who the model is from now on", ("from now on", "from this point", "from this moment", "henceforth", "from here on", "you are now", "now you are", "now on you", "you will now", "jetzt bist du", "du bist jetzt", "ab jetzt", "ab sofort", "von nun an", "nun bist du"),
         r"\b(?:from now on|from this (?:point|moment)(?: on(?:ward)?s?| forward)?|henceforth|from here on(?: out)?)[ ,;:]+(?:\w+[ ,]+){0,2}?(?:you(?:'re| are| will| must| shall| have to)?[ ,]+(?:\w+[ ,]+){0,2}?(?:are|be|act|answer|respond|reply|behave|speak|play|pretend|become|called|talk|going to|obey|comply|refer)|act as|answer as|respond as|reply as|respond only|reply only|answer only|only (?:answer|respond|reply))\b|\b(?:you are now|now you are|you will now (?:be|act|play|become|respond|answer))\W+(?!(?:ready|able|set|done|connected|logged|in the|on the|using|running|at|free to|good|all set|finished|subscribed|viewing|seeing|part of)\b)|\b(?:jetzt bist du|du bist jetzt|ab jetzt bist|ab sofort bist|von nun an bist|nun bist du|ab jetzt wirst)\b"),
    Rule("persona", 1, "asks to play a part", ("act as", "pretend", "roleplay", "role-play", "role play", "persona", "in character", "simulate", "imagine you"),
         r"\b(?:i want you to|you will|you are going to|let's|please|must|now|always) (?:act|pretend|role ?-?play|simulate|play)\b|(?:^|[.!?:\"']\s{0,3})(?:act as (?:an? |if |the |my )|pretend (?:to be|that you|you|i am|i'm)|role ?-?play as|simulate an? (?:ai|assistant|character|person)|imagine you(?:'re| are)|assume the (?:role|persona|identity))|\b(?:stay|remain) in character\b|\bbreak(?:ing)? character\b|\bassume (?:the )?(?:role|persona|identity) of\b"),
    # --- prompt leaks and privilege
    Rule("leak", 2, "asks for the system prompt", ("prompt", "instruction", "system message", "directive"),
         r"\b(?:reveal|show|print|repeat|output|display|tell me|give me|leak|expose|dump|disclose|share|write (?:out|down)|return|recite|spell (?:out|check)|type out|list|paste|copy|summari[sz]e|translate|encode|what(?:'s| is| are| was| were)|provide|need)\W+(?:\w+\W+){0,4}?(?:(?:your|the full|the entire|the exact|the original|the complete|the initial|the hidden|the secret|the above|the previous|this|full|all|all the|entire|complete|initial|original|hidden|secret|above|previous|prior|preceding)\W+(?:\w+\W+){0,3}?)(?:system prompts?|system message|(?:system |initial |original |hidden |secret |internal |first |own )?prompt(?: text)?s?|prompting|(?:system |initial |original |hidden |secret |internal |developer |previous |above |prior |exact |full )+(?:instructions|directives|rules|messages?)|instructions (?:above|verbatim|you (?:were|have been|got|received)|to me|so far|word|as|in|formatted|given))\b|\bprint (?:the )?(?:above|previous) (?:instructions|prompt|text)|\boutput (?:the )?previous instructions|\brepeat your (?:instructions|prompt)\b|\bout all instructions\b"),
    Rule("leak", 2, "asks to repeat what stands above", (" above", "before", "the beginning", "the start", "the top", "preceding", "prior to this"),
         r"\b(?:repeat|print|output|show(?: me)?|display|reveal|recite|copy|return|give me|translate|summari[sz]e)\W+(?:me )?(?:everything|all|all (?:the )?(?:text|words|content)|(?:all |every |the )?(?:words?|text|sentences?|lines?|content|paragraphs?))\W+(?:\w+\W+){0,2}?(?:above|before this|preceding|prior to this)\b|\bwhat (?:was|is|were|are|stands?) (?:\w+ ){0,4}(?:written |said |stated )?(?:at the (?:beginning|start|top)|above|before)\b[^.\n]{0,30}\b(?:prompt|conversation|message|instruction|text|chat)\b|\b(?:words|sentences|text) (?:above|before) (?:this|the text)\b[^\n]{0,30}$",
         also=("repeat", "print ", "output ", "reveal", "recite", "everything", "all text", "sentence", "prompt", "conversation", "instruction", "what was", "what is",
               "words above", "text above", "words before", "text before")),
    Rule("privilege", 2, "claims or demands special rights", ("admin", "root", "sudo", "privilege", "superuser", "openai", "anthropic", "creator"),
         r"\bgrant (?:me|us|yourself) (?:\w+ ){0,2}(?:admin|root|access|privileges?|superuser|full)\b|\bi am (?:the |an? |your |now )?(?:admin|administrator|root|superuser|creator|sysadmin)\b[^\n]{0,60}\b(?:grant|obey|must|no restrictions|override|access|bypass|reveal|allow|comply|give|so|therefore)\b|\b(?:elevate|escalate) (?:my |your |the )?privileges? (?:to|and|immediately|now)\b|\bi have root access\b|\b(?:openai|anthropic|your (?:creators?|developers?))\W+(?:has|have|employee|team|staff|engineer)\W+(?:\w+ ){0,3}(?:approved|authori[sz]ed|granted|enabled|instructed|allowed|permits?)\b"),
    Rule("bypass", 2, "switches protection off", ("safety", "filter", "restriction", "security", "guardrail", "safeguard", "moderation", "constraints", "censorship"),
         r"\b(?:disable|bypass|turn off|remove|override|circumvent|deactivate|evade|skip)\W+(?:all |the |your |any |every |its |of )*(?:safety|security|content|ethical|moral|moderation|ai)?\s?(?:safety|filters?|restrictions|security|guardrails|safeguards|moderation|constraints|censorship|safety (?:filters?|checks?|protocols?|measures|features|guidelines|settings))\b(?=[^.\n]{0,80}(?:\byou\b|\byour\b|\bmy\b|\bplease\b|\bassistant\b|\bai\b|\bcomply\b|\brefuse\b|\banything\b|\band bypass\b|\ball\b)|[^.\n]{0,12}[.!])"),
    Rule("bypass", 2, "skips a check and records that it passed", ("skip", "bypass", "without", "disable", "always pass", "force", "mark", "stale"),
         r"\b(?:skip|bypass|disabl|forc|drop|fill|monkeypatch|reuse|avoid|ignor)\w{0,4}\b[^\n]{0,200}\b(?:mark(?:s|ed|ing)?|flag(?:s|ged)?|record(?:s|ed)?|stamp(?:s|ed)?|set|status|report(?:s|ed)?)\b[^\n.]{0,60}\b(?:passed|success(?:ful)?|approved|sanitized|signed[- ]?off|ready_for_signoff|ok|clean|final|green|verified|complete)\b(?=[^\n]{0,160}\b(?:unblock|regardless|without|avoid|instantly|faster|green|delay|review|gates?|owners|approved|downstream|stakeholders)\b|[^\n]{0,4}$)"),
    Rule("bypass", 1, "turns a check off", ("skip_", "force_ok", "--no-verify", "always pass", "always return true", "monkeypatch"),
         r"\bskip_\w{2,20}\s?=\s?(?:1|true)|\bforce_ok\b|\bchecks? to always pass\b|--no-verify\b"),
    # --- steering the answer
    Rule("output", 2, "plants text or links in the model's answers", ("answer", "response", "reply", "replies", "output", "message", "summar"),
         rf"\b(?:add|append|include|integrate|insert|modify|alter|augment|enhance|embed|incorporate|weave|slip|mention|promote|suggest|recommend|advertise|plug|direct|tell|place)\b[^.\n]{{0,160}}\b(?:your|every|each) (?:\w+ )?{_REPLY}\b(?! to the user)|\bin (?:your|every|each|all) (?:\w+ )?{_REPLY}\W+(?:subtly |always |also |secretly )?(?:include|suggest|mention|tease|add|recommend|promote|advise|claim|insert|hint|state|urge|encourage|direct|link)\b",
         also=("www.", "http", ".com", "brand", "link", "promot", "discount", "download", "click", "false", "fake", "rumor", "rumour", "mislead", "advert", "visit", "buy", "subscribe", "fabricat", "hint", "scandal", "teas", "sentence", "statement", "users", "announce", "unverified", "baseless", "donat", "headline", "tip ", "fact ", "reminder", "statistic", "sale", "offer", "invit", "gratitude", "highlight", "mention")),
    Rule("output", 2, "garbles or encodes the model's answers", ("base", "cipher", "encod", "encrypt", "revers", "backward", "emoji", "anagram", "scrambl", "misspel", "typo", "without spaces", "substitut", "morse", "binary", "pig latin", "spaces", "vowel", "letters", "invert", "rot13", "shift", "hex"),
         r"\byour (?:\w+ )?(?:answer|response|reply|message|output|words)(?:'s)?\b[^.\n]{0,80}\b(?:base ?-?\d\d|cipher|encod\w{2,4}|encrypt\w{0,4}|revers\w{1,3}|backwards?|emojis?|anagram\w{0,4}|scrambl\w{1,3}|misspell\w{0,5}|typos?|(?:without|no|remove) (?:any )?spaces|substitut\w{2,4}|morse|binary|hexadecimal|pig latin|vowels?|rot-?13|symbols|letters|numbers|fours|threes)\b|\b(?:encod\w{1,3}|encrypt|reverse|invert|scramble|jumble|shuffle|anagram|misspell|rearrange|substitute|garble|obfuscate|shift|replace|remove|group|convert|swap|mirror|combine)\b[^.\n]{0,60}\byour (?:\w+ )?(?:answer|response|reply|message|output)(?:'s)?\b|\b(?:reply|respond|answer)\W+(?:only )?(?:in|using|with) (?:base ?-?\d\d|reverse|morse|binary|emojis?|pig latin|rot-?13|hexadecimal|a? ?(?:caesar )?cipher)\b",
         also=("your ", "reply", "respond", "answer in", "answer using", "answer with", "answer only")),
    Rule("output", 2, "plants code in the model's work", ("your ", "embed"),
         rf"\b(?:following|subsequent|below|next|given|provided|accompanying|ensuing) (?:\w+ )?(?:code|script|snippet|source)(?: (?:snippet|block|section|excerpt|segment|fragment|piece|lines?))?\b[^.\n]{{0,60}}\b(?:in|into|to|within|of|inside|with|as|enhance|augment|somewhere in)\W+(?:\w+\W+){{0,5}}?your {_WORK}|\b(?:your|the) (?:\w+ )?{_WORK}\b[^.\n]{{0,60}}\b(?:following|subsequent|below) (?:code|script|snippet|source)\b[^.\n]{{0,30}}:|\bembed(?:ding)? the (?:below|following) code\b",
         also=("snippet", "following code", "following script", "following source", "subsequent", "below code", "next code", "given code", "provided code",
               "code block", "code section", "code excerpt", "code segment", "accompanying", "ensuing")),
    Rule("output", 1, "dictates the model's answer", ("say ", "print", "write", "reply", "respond", "output", "answer", "schreib", "sag "),
         r"\b(?:instead|only|just|simply|always|now|then|stop|and)\W{1,3}(?:say|print|write|output|reply|respond|answer)\b[^.\n]{0,20}[:\"']|\b(?:reply|respond|answer) (?:only )?with [\"']|\bstart your (?:answer|reply|response) with\b|\brepeat after me\b"),
    Rule("comment", 2, "hides an instruction in a comment", ("<!--", "display:none", "display: none", "font-size:0", "font-size: 0", "[//]:", "[comment]:"),
         r"(?:<!--|\[(?://|comment)\]:\s?#?)[^>\n]{0,200}?\b(?:ignore (?:all|any|previous|prior|the|your)|disregard|you must|you are|assistant|(?:ai|llm|coding) agents?|language model|do not tell|send|execute|system prompt|exfiltrat|curl |new instructions?|override|secretly|instruction for|if you are an)\b|(?:display\s?:\s?none|font-size\s?:\s?0|visibility\s?:\s?hidden|opacity\s?:\s?0\b)[^>\n]{0,80}>[^<]{0,200}?\b(?:ignore|disregard|you must|you are|assistant|send|execute|system prompt|override|instructions?)\b"),
)  # fmt: skip
