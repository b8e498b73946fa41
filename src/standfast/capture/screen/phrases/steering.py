"""Owns the phrases that change who the model is or what it answers."""

from __future__ import annotations

from standfast.capture.screen.phrases.rule import HINT, SUSPECT, Rule

_FREE = (
    r"(?:unrestricted|unfiltered|uncensored|unlimited|unchained|unbound|jailbroken|amoral|immoral|unethical|evil"
    r"|rogue|lawless|limitless|boundless|no[- ]limits?)"
)
_LIMITS = (
    r"(?:restrictions?|guidelines?|filters?|limits?|limitations?|constraints?|rules?|polic(?:y|ies)|safeguards?"
    r"|boundaries|censorship|ethics|morals?|morality|guardrails?|safety (?:measures|protocols|features|checks"
    r"|training)|regulations?|norms|standards|principles|laws)"
)
_MODEL = (
    r"(?:ai|a\.i\.|assistant|chat ?bot|bot|language model|model|llm|gpt|chatgpt|claude|gemini|copilot|entity"
    r"|character|persona|agent|hacker)"
)
_REPLY = (
    r"(?:answers?|responses?|reply|replies|outputs?|messages?|elucidation|explanation|summar(?:y|ies)"
    r"|completions?)"
)
_WORK = (
    r"(?:answers?|responses?|reply|elucidation|explanation|solution|code|implementation|algorithm|codebase|program"
    r"|script|output)"
)

STEERING: tuple[Rule, ...] = (
    Rule(
        "persona",
        SUSPECT,
        "gives the model a persona without limits",
        "unrestricted;unfiltered;uncensored;unlimited;unchained;unbound;jailbroken;moral;ethical;evil;rogue"
        ";lawless;limitless;boundless;no limit;no-limit",
        r"\b(?:you are|you're|you will be|you must be|act as|acting as|pretend|role ?-?play|simulate|imagine"
        rf"|become|be|named|called|as)\b[^.\n]{{0,80}}\b(?:an? |the |completely |totally |fully |truly "
        rf"|mode ){{0,4}}{_FREE}\b[^.\n]{{0,40}}\b{_MODEL}\b|\b{_FREE}\W+(?:and \w+ )?(?:ai|chat ?bot|language model"
        r"|chatgpt|gpt|llm|mode assistant|response mode)\b",
    ),
    Rule(
        "persona",
        SUSPECT,
        "declares the model free of limits",
        "no ;without;free;ignore;bypass;not bound;remove;disable;lift;break;regardless;disregard;beyond",
        rf"\b(?:you|he|she|they|ai|assistant|model|gpt|chatgpt|bot|hacker|character|persona|who|mode|\w{{2,12}}gpt"
        rf"|it)\b[^.\n]{{0,40}}\b(?:ha(?:s|ve|ving) no|with no|without|free (?:of|from)|freed from|not (?:bound"
        r"|limited|restricted|constrained|governed) by|no longer (?:bound|limited|restricted) by|unbound by|do"
        r"(?:es)? not (?:have|follow|obey|care about|abide by|adhere to|respect)|doesn't (?:have|follow|obey"
        r"|care about|abide by)|don't (?:have|follow|care about)|disregards?|ignores?|bypass(?:es)?|broken free "
        r"(?:of|from))\W+(?:(?:any|all|the|its|their|his|her|your|of|or|and|such|those|these|typical|usual"
        r"|confines|ethical|moral|morals|ethics|safety|content|legal|openai(?:'s)?|programming|imposed|filters"
        rf"|rules|restrictions|boundaries|guidelines|limitations|human|regard|for|to|ai|set|by)\W+){{0,8}}{_LIMITS}"
        r"\b",
        also=(
            "restrict;guideline;filter;limit;constrain;rule;polic;safeguard;boundar;censor;ethic;moral"
            ";guardrail;safety;regulation;norms;standards;principles;laws"
        ),
    ),
    Rule(
        "persona",
        SUSPECT,
        "names a known jailbreak",
        "do anything now;dan ;dan.;dan,;dan:;jailbreak;god mode;sudo mode;mode enabled;mode activated"
        ";mode output;developer mode;opposite mode;evil mode;chaos mode;mode override",
        r"\bdo anything now\b|\b(?:you are|act(?:ing)? as|become|called|named|be|respond as|as) (?:a |an |the "
        r"|special (?:agent )?)?[\"']?dan\b(?! (?:\w+ )?(?:brown|abramov|[a-z]+son)\b)|\b(?:dan|god|jailbreak"
        r"(?:ed)?|sudo|unrestricted|unfiltered|evil|opposite|chaos|apophis|uncensored|no[- ]limits?) mode\b|\b"
        r"(?:enable|enter|activate)\W+(?:\w+ )?jailbreak|\bdeveloper mode (?:output|override)|\b(?:activate|enable"
        r"|with) developer mode\b[^.\n]{0,60}\b(?:override|chatgpt|gpt|ai|restrict|filter|unfiltered|rules)|\[?"
        r"(?:🔓|\U0001f513)\s?jailbreak",
    ),
    Rule(
        "persona",
        SUSPECT,
        "demands obedience without refusal",
        "refuse;decline;obey;comply;say no;no matter what;question;reject",
        r"\b(?:you|it|he|she|\w{2,12}(?:gpt|bot))\W+(?:can ?not|can't|must not|may not|will not|won't|should not"
        r"|are not allowed to|must never|will never|never|do not|don't|shall not)\W+(?:ever )?(?:refuse|decline"
        r"|reject|say no)\b|\bnever (?:refuse|decline|reject|say no)\b(?!s)[^.\n]{0,40}\b(?:request|question"
        r"|prompt|answer|order|anything|command|to answer|to do|me)|\b(?:you|it)\W+(?:must|will|shall|have to"
        r"|should|are (?:required|obliged|programmed) to)\W+(?:\w+ )?(?:obey|comply)\b[^.\n]{0,60}|\bmust (?:obey"
        r"|comply with)\W+(?:\w+\W+){0,3}(?:commands?|orders?|requests?|instructions?)\b|\bdo not refuse\b|\b"
        r"(?:answer|fulfil|fulfill|comply with|respond to|do)\W+(?:any|every|all|anything|everything|whatever)"
        r"\b[^.\n]{0,60}\b(?:no matter what|regardless of|without (?:question|hesitation|any|refusing|refusal"
        r"|exception|warning|moral|filter|restriction|limit|censor))",
        also="you;never;must;not ;request;answer;it ",
    ),
    Rule(
        "persona",
        SUSPECT,
        "changes who the model is from now on",
        "from now on;from this point;from this moment;henceforth;from here on;you are now;now you are"
        ";now on you;you will now;your name is;your new name;you now go;jetzt bist du;du bist jetzt;ab jetzt"
        ";ab sofort;von nun an;nun bist du",
        r"\b(?:from now on|from this (?:point|moment)(?: on(?:ward)?s?| forward)?|henceforth|from here on"
        r"(?: out)?)[ ,;:]+(?:\w+[ ,]+){0,2}?(?:you(?:'re| are| will| must| shall| have to)?[ ,]+"
        r"(?:\w+[ ,]+){0,2}?(?:are|be|act|answer|respond|reply|behave|speak|play|pretend|become|called|talk"
        r"|going to|obey|comply|refer)|act as|answer as|respond as|reply as|respond only|reply only|answer only"
        r"|only (?:answer|respond|reply))\b|\bnow you are (?:an?|my|the|no longer|dan)\b"
        r"|\b(?:you are now|you will now (?:be|act|play|become|respond|answer))\W+"
        r"(?!(?:ready|able|set|done|connected|logged|in the|on the|using|running|at|free to"
        r"|good|all set|finished|subscribed|viewing|seeing|part of)\b)|\b(?:jetzt bist du|du bist jetzt"
        r"|ab jetzt bist|ab sofort bist|von nun an bist|nun bist du|ab jetzt wirst)\b|\byour (?:new )?name is "
        r"(?:now )?(?!\W)(?!not\b)[a-z^][\w^.-]{1,20}\b[^.\n]{0,60}(?:\bai\b|\bmode\b|\bunlocked\b|\brestrict|"
        r"\brules?\b|\bpretend|\bchatgpt\b)|\byou now go by (?:the name)?",
    ),
    Rule(
        "persona",
        HINT,
        "asks to play a part",
        "act as;pretend;roleplay;role-play;role play;persona;in character;simulate;imagine you",
        r"\b(?:i want you to|you will|you are going to|let's|please|must|now|always) (?:act|pretend|role ?-?play"
        r"|simulate|play)\b|(?:^|[.!?:\"']\s{0,3})(?:act as (?:an? |if |the |my )|pretend (?:to be|that you|you"
        r"|i am|i'm)|role ?-?play as|simulate an? (?:ai|assistant|character|person)|imagine you(?:'re| are)"
        r"|assume the (?:role|persona|identity))|\b(?:stay|remain) in character\b|\bbreak(?:ing)? character\b|"
        r"\bassume (?:the )?(?:role|persona|identity) of\b",
    ),
    Rule(
        "output",
        SUSPECT,
        "plants text or links in the model's answers",
        "answer;response;reply;replies;output;message;summar",
        r"\b(?:add|append|include|integrate|insert|modify|alter|augment|enhance|embed|incorporate|weave|slip"
        rf"|mention|promote|suggest|recommend|advertise|plug|direct|tell|place)\b(?:[^.\n]|\.(?=\S)){{0,160}}\b(?:your|every"
        rf"|each) (?:\w+ )?{_REPLY}\b(?! to the user)|\bin (?:your|every|each|all) (?:\w+ )?{_REPLY}\W+(?:subtly "
        r"|always |also |secretly )?(?:include|suggest|mention|tease|add|recommend|promote|advise|claim|insert"
        r"|hint|state|urge|encourage|direct|link)\b",
        also=(
            "www.;http;.com;brand;link;promot;discount;download;click;false;fake;rumor;rumour;mislead;advert"
            ";visit;buy;subscribe;fabricat;hint;scandal;teas;sentence;statement;users;announce;unverified"
            ";baseless;donat;headline;tip ;fact ;reminder;statistic;sale;offer;invit;gratitude;highlight"
            ";mention"
        ),
    ),
    Rule(
        "output",
        SUSPECT,
        "garbles or encodes the model's answers",
        "base;cipher;encod;encrypt;revers;backward;emoji;anagram;scrambl;misspel;typo;without spaces"
        ";substitut;morse;binary;pig latin;spaces;vowel;letters;invert;rot13;shift;hex",
        r"\byour (?:\w+ )?(?:answer|response|reply|message|output|words)(?:'s)?\b[^.\n]{0,80}\b(?:base ?-?\d\d"
        r"|cipher|encod\w{2,4}|encrypt\w{0,4}|revers\w{1,3}|backwards?|emojis?|anagram\w{0,4}|scrambl\w{1,3}"
        r"|misspell\w{0,5}|typos?|(?:without|no|remove) (?:any )?spaces|substitut\w{2,4}|morse|binary|hexadecimal"
        r"|pig latin|vowels?|rot-?13|symbols|letters|numbers|fours|threes)\b|\b(?:encod\w{1,3}|encrypt|reverse"
        r"|invert|scramble|jumble|shuffle|anagram|misspell|rearrange|substitute|garble|obfuscate|shift|replace"
        r"|remove|group|convert|swap|mirror|combine)\b[^.\n]{0,60}\byour (?:\w+ )?(?:answer|response|reply|message"
        r"|output)(?:'s)?\b|\b(?:reply|respond|answer)\W+(?:only )?(?:in|using|with) (?:base ?-?\d\d|reverse|morse"
        r"|binary|pig latin|rot-?13|hexadecimal|a? ?(?:caesar )?cipher)\b",
        also="your ;reply;respond;answer in;answer using;answer with;answer only",
    ),
    Rule(
        "output",
        SUSPECT,
        "plants code in the model's work",
        "your ;embed",
        r"\b(?:following|subsequent|below|next|given|provided|accompanying|ensuing) (?:\w+ )?(?:code|script"
        rf"|snippet|source)(?: (?:snippet|block|section|excerpt|segment|fragment|piece|lines?))?\b[^.\n]{{0,60}}\b"
        rf"(?:in|into|to|within|of|inside|with|as|enhance|augment|somewhere in)\W+(?:\w+\W+){{0,5}}?your {_WORK}|\b"
        rf"(?:your|the) (?:\w+ )?{_WORK}\b[^.\n]{{0,60}}\b(?:following|subsequent|below) (?:code|script|snippet"
        rf"|source)\b[^.\n]{{0,30}}:|\bembed(?:ding)? the (?:below|following) code\b",
        also=(
            "snippet;following code;following script;following source;subsequent;below code;next code"
            ";given code;provided code;code block;code section;code excerpt;code segment;accompanying;ensuing"
        ),
    ),
    Rule(
        "output",
        HINT,
        "dictates the model's answer",
        "say ;print;write;reply;respond;output;answer;schreib;sag ",
        r"\b(?:instead|only|just|simply|always|now|then|stop|and)\W{1,3}(?:say|print|write|output|reply|respond"
        r"|answer)\b[^.\n]{0,20}[:\"']|\b(?:reply|respond|answer) (?:only )?with [\"']|\bstart your (?:answer"
        r"|reply|response) with\b|\brepeat after me\b",
    ),
)
