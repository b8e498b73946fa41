"""Owns the forgeries: chat templates, system turns, tool calls, broken fences and hidden comments."""

from __future__ import annotations

from standfast.capture.screen.phrases.rule import HINT, HOSTILE, SUSPECT, Rule

FORGERY: tuple[Rule, ...] = (
    Rule(
        "template",
        SUSPECT,
        "contains chat-template tokens",
        "<|;|>;[inst];[/inst];<<sys>>;<</sys>>;start_of_turn;end_of_turn",
        r"<\|(?:start|end|call|return|sep|pad|[a-z_0-9 :-]{0,16}(?:im_|system|user|assistant|human|of_?text|of_?turn"
        r"|prompt|header|eot|eom|bos|eos|fim_|tool|channel|message|inst)[a-z_0-9 :-]{0,16})\|>"
        r"|<\|(?:im_start|im_end|system|user|assistant|endoftext)|\[/?inst\]|<</?sys>>|</?"
        r"(?:start|end)_of_turn>",
    ),
    Rule(
        "template",
        SUSPECT,
        "imitates a system tag",
        "<system;</system;< system;[system;[ system;{system;{ system;{{;<developer;</developer;[developer"
        ";[admin;<admin;<important;<new;<hidden;<secret",
        r"</?\s?(?:system|developer)[-_ ]?(?:prompt|message|messages|reminder|instructions?|notice|override|note)"
        r"\b[^>\n]{0,80}>|<\s?(?:important[-_ ]instructions?|admin[-_ ]override|new[-_ ]instructions?"
        r"|hidden[-_ ]instructions?|secret[-_ ]instructions?)\b[^>\n]{0,80}>|\[\s?(?:system|admin|developer)[ _-]"
        r"(?:message|prompt|note|notice|override|instructions?|update|command|announcement)\s?\]|\{\s?system\s?:"
        r"|\{\{#?system~?\}\}",
    ),
    Rule(
        "template",
        SUSPECT,
        "imitates a system turn",
        "system:;system :;admin:;administrator:;developer:;root:;sys:;prompt:;message:;note:;notice:"
        ";override:;instruction:;alert:;update:;command:;announcement:",
        r"(?:^|[.!?\"'\]>]\s{0,3}|: )\W{0,4}(?:system|admin|administrator|developer|root|sys)(?: (?:prompt|message"
        r"|note|notice|override|instruction|alert|update|command|announcement))?\s?:\s{0,3}(?:you "
        r"(?:are|must|will|have|should|can)|ignore|disregard|forget|override|new instruction|from now|always|never"
        r"|reveal|the (?:user|assistant|model|previous)|this (?:simulation|conversation|is)|disable|enable|grant"
        r"|bypass|do not|all (?:previous|prior|safety)|please|your)",
        also="system;admin;developer;root:;sys:",
    ),
    Rule(
        "template",
        HINT,
        "imitates a chat turn",
        "system:;system\n;# system;#system;assistant:;assistant\n;human:;user:;### ;###;<system;<assistant"
        ";<human;</system;</assistant;</human;[system;[assistant;[/system;[/assistant;< system;system message"
        ";system prompt",
        r"^\W{0,4}#{0,4}\s?(?:system|assistant)\s?(?:prompt|message)?\s?:?\s{0,3}$|^\W{0,3}(?:human"
        r"|user)\s?:[^\n]{0,400}\n{1,3}\W{0,3}(?:assistant|ai|bot|chatgpt)\s?:|<\s?/?\s?(?:system|assistant"
        r"|human)\s?>|\[/?(?:system|assistant)\]|^#{2,4} ?(?:instruction|response|system|human|assistant)s?\s?:",
    ),
    Rule(
        "tool",
        SUSPECT,
        "contains tool-call syntax",
        "<tool;</tool;< tool;<function;</function;<invoke;</invoke;antml:;<parameter;```tool_",
        r"</?\s?(?:antml:)?(?:tool_use|tool_call|tool_calls|tool_result|tool_code|function_calls?"
        r"|function_results?|function_call|invoke)\b[^>\n]{0,120}>|<(?:antml:)?parameter name=|^```tool_(?:code|call)",
    ),
    Rule(
        "tool",
        SUSPECT,
        "contains a tool call as data",
        "\"name\";'name';action:",
        r"[{,]\s{0,4}[\"']name[\"']\s?:\s?[\"'][\w.:-]{2,60}[\"']\s?,\s{0,4}[\"'](?:arguments|parameters|input"
        r"|args)[\"']\s?:\s?[{\"]|^\W{0,3}action\s?:[^\n]{1,80}\n\W{0,3}action input\s?:",
    ),
    Rule(
        "fence",
        HOSTILE,
        "tries to close the fence around memory",
        "memor;standfast;recalled",
        r"<\s{0,2}/\s{0,2}(?:standfast|memor(?:y|ies)|recalled)[\w:-]{0,20}[^>\n]{0,40}>?",
        talk=False,
        denial=False,
    ),
    Rule(
        "fence",
        SUSPECT,
        "pretends that quoted text has ended",
        "end of;end memor;end user;end context;end document;end data;end input;end tool;end quot"
        ";end untrusted;end article;stop of;close of;</untrusted;</quoted;</retrieved;</tool;</user",
        r"(?:[-=*#_~%<\[]{2,8}|^)\s{0,3}(?:end|stop|close) (?:of )?(?:the )?(?:memory|memories|context|document"
        r"|documents|data|quoted? (?:text|data)|quote|tool (?:output|result)|untrusted (?:text|data|content)|user "
        r"(?:input|query|message|ambiguity)|input|article|e-?mail|web ?page|retrieved \w{3,12}"
        r"|search results?)\s{0,3}(?:[-=*#_~%>\]]{2}|$)|</\s?(?:untrusted|quoted|retrieved|tool|user)[-_ ]?"
        r"(?:text|data|content|output|input|query|document|results?)\s?>",
    ),
    Rule(
        "comment",
        SUSPECT,
        "hides an instruction in a comment",
        "<!--;display:none;display: none;font-size:0;font-size: 0;[//]:;[comment]:",
        r"(?:<!--|\[(?://|comment)\]:\s?#?)[^>\n]{0,200}?\b(?:ignore (?:all|any|previous|prior|the|your)|disregard"
        r"|you must|you are (?:an? |now|the )|assistant|(?:ai|llm|(?<!copilot )coding) agents?|language model"
        r"|do not tell|send|execute"
        r"|system prompt|exfiltrat|curl |new instructions?|override|secretly|instruction for|if you are an)\b|"
        r"(?:display\s?:\s?none|font-size\s?:\s?0|visibility\s?:\s?hidden|opacity\s?:\s?0"
        r"\b)[^>\n]{0,80}>[^<]{0,200}?\b(?:ignore|disregard|you must|you are|assistant|send|execute|system prompt"
        r"|override|instructions?)\b",
    ),
)
