"""Questions whether something is allowed or required, and the sentences that are rules. Pure."""

import re

from orc.documents.text.tokens import content_words
from orc.patterns import regex

_ALLOWED = (
    r"(?:allowed|permitted|forbidden|prohibited|banned|compulsory|mandatory|erlaubt|gestattet|verboten|untersagt"
    r"|zulässig|pflicht|vorgeschrieben)"
)
_ADVISABLE = r"(?:safe|ok|okay|fine|alright|all right|acceptable|advisable|legal|lawful|sicher|in ordnung|ratsam)"
_ASKS_ADVICE = regex(
    rf"\W*(?:(?:is|are) (?:it|this|that|they|(?:the|my|our|this|these) (?:[\w-]{{1,20}} ){{0,2}}?[\w-]{{1,20}})"
    rf"|ist (?:es|das)) {_ADVISABLE} "
    r"(?:to|if|for|in|during|while|when|with|on|that|after|before|zu|für|während|wenn)\b",
    re.IGNORECASE,
)
_ASKS = regex(
    r"\W*(?:(?:can|may|must|should) (?:i|we|one|you|my|tenants?|members?)|am i allowed|are we allowed|do (?:i"
    r"|we) (?:have|need) to"
    r"|(?:kann|können) (?:ich|wir|man|mein\w*)|(?:darf|dürfen|muss|müssen) \w+"
    rf"|(?:is|are|ist|sind) .{{1,80}}\b{_ALLOWED})\b",
    re.IGNORECASE,
)
_ADVICE = regex(
    rf"n['’]t\b|\b(?:{_ADVISABLE[3:-1]}|not|no|never|avoid\w{{0,3}}|should|must|only|recommend\w{{0,5}}|prefer\w{{0,4}}"
    r"|advi[sc]e\w{0,4}|danger\w{0,5}|harm\w{0,4}|risks?|permitted|allowed|forbidden|prohibited|ask|consult|talk|without"
    r"|nicht|kein\w{0,2}|nie|soll\w{0,3}|darf|dürfen|muss|nur|vermeid\w{0,3}|empfohlen|gefähr\w{0,4}|arzt)\b",
    re.IGNORECASE,
)
_IT = ("it", "this", "that", "they", "es", "das")
_RULES = regex(
    r"n['’]t\b|\b(?:ok|okay|avoid|recommended|preferable|advis(?:ed|able)|acceptable|safe|may|must|can|not|no|only|closed"
    r"|compulsory|mandatory|obligatory|allowed|permitted|prohibited|forbidden|banned|tolerated|consent|approval"
    r"|permission|requires?|required|necessary|needed|possible|welcome|on request|to be|shall|free|provided|belongs?"
    r"|dürfen|darf|muss|müssen|kann|können|nicht|kein\w*|nur|erlaubt|pflicht|erforderlich|auf anfrage|notwendig|nötig"
    r"|gesperrt|geschlossen|(?:stays?|remains?|bleib(?:t|en)) (?:bitte )?(?:at home|zu hause)"
    r"|gestattet"
    r"|untersagt|verboten|zustimmung|erlaubnis|bedürfen|bedarf|(?:ist|sind) .{0,80}\bzu\w*"
    r"|[a-zäöü]{2,12}zu[a-zäöüß]{3,20}n (?:ist|sind))\b",
    re.IGNORECASE,
)

# Can I smoke here, darf man hier rauchen: the verb without an object. Is cooking allowed: the subject.
_DEED = regex(
    r"\W*(?:can|may|must|should) (?:i|we|one|you) (?:not |still |also |already )?"
    r"(?!(?:hand|turn|fill|send|give|check|log|sign|drop|carry|put|bring|take|call|move) "
    r"(?:in|on|off|out|over|up|back)\b)"
    r"(?P<english>[a-z]{3,})\b"
    r"(?=\W*\Z| (?:in|on|at|inside|outside|during|after|before|here|there|near|from|for)\b)"
    r"|\W*(?:darf|dürfen|kann|können|muss|müssen) (?:ich|wir|man) (?:(?:auch|hier|noch|schon|nicht|dort|immer) )*"
    r"(?:(?:im|in|auf|am|an|vor|nach|bei|während|zu|zur|zum)\b.{1,40} )?(?P<german>[a-zäöüß]{4,}n)\W*\Z"
    r"|\W*(?:can|may|could) (?:the|my|our|an?|this|these) (?:[\w'’-]{1,20} ){1,3}?be (?P<passive>[a-z]{3,20})\b"
    r"|\W*(?:darf|dürfen|kann|können) (?:d[aei][rsen]|m?eine?n?) .{3,60} (?P<german_passive>[a-zäöüß]{4,20}[tn])"
    r" werden\W*\Z"
    rf"|\W*(?:is|are) (?:[\w-]+ ){{0,2}}?(?P<subject>[\w-]+) {_ALLOWED}\b"
    rf"|\W*(?:ist|sind) (?:(?:d[aei][sre]|m?eine?) )?(?P<noun>(?-i:[A-ZÄÖÜ])[\w-]+) .{{0,60}}\b{_ALLOWED}\W*\Z",
    re.IGNORECASE,
)
# Peut-on fumer, ¿se puede fumar?, mag ik roken, czy można palić, можно ли курить.
_FURTHER_DEED = regex(
    r"\W*(?:peut-on|puis-je|pouvons-nous|est-il (?:permis|autorisé|interdit|possible) de|(?:a-t-on|ai-je) le droit de"
    r"|(?:se )?pueden?|puedo|podemos|está (?:permitido|prohibido)|es posible"
    r"|si può|posso|possiamo|è (?:permesso|consentito|vietato|possibile)|pode-se|é (?:permitido|proibido|possível)"
    r"|(?:får|må|kan) (?:man|jag|jeg|vi)|czy (?:można|mogę|wolno)|mohu|může se|smí se|lze|je možné"
    r"|можно(?: ли)?|могу ли я|чи (?:можна|можу я)) (?:(?:se|me|nous|si|mi) |[smd]['’])?(?P<verb>[^\W\d_]{4,20})"
    r"(?=\W*\Z| (?:dans|sur|à|aux?|ici|dehors|pendant|en (?:el|las?|los)|aquí|dentro|fuera|durante|in|nel\w*|sul\w*"
    r"|qui|fuori|n[ao]s?|em|aqui|fora|i|på|inne|ute|här|her|w|na|tutaj|v|tady|в|на|здесь|у|тут)\b)"
    # Le loyer peut-il augmenter, kan hyran höjas, kan de huur verhoogd worden.
    r"|\W*(?:l[ea]s? |l['’])[^\W\d_]{3,20} peu(?:t|vent)-(?:ils?|elles?) (?:être )?(?P<rises>[^\W\d_]{4,20})\W*\Z"
    r"|\W*(?:kan|får|må) [^\W\d_]{3,20}(?:n|t|na|ne) (?P<raised>[^\W\d_]{4,20}s)\W*\Z"
    r"|\W*(?:mag|mogen|kan|kunnen) (?:de|het|mijn) [^\W\d_]{3,20} (?P<done>[^\W\d_]{4,20}) worden\W*\Z"
    r"|\W*(?:mag|mogen|kan) (?:ik|je|men|u|we|wij) (?:(?:op|in|aan|bij|tijdens)\b.{1,40} )?(?P<dutch>[a-z]{3,20}en)"
    r"(?=\W*\Z| (?:op|in|aan|bij|tijdens)\b)"
    r"|\W*(?:l[ea]s? |l['’])(?P<french>[^\W\d_]{3,20}) (?:sont|est)-(?:ils?|elles?) "
    r"(?:admi|autoris|permi|interdi|accept)"
    r"|\W*(?:se (?:permiten?|admiten?|aceptan?)"
    r"|(?:están?|sono|è|são|é) (?:permitid|prohibid|proibid|ammess|vietat)[oaie]s?"
    r"|si accetta(?:no)?|är|er|zijn|czy) (?:l[aeo]s? |los |el |il |i |gli |[oa]s? |de )?(?P<noun>[^\W\d_]{3,20})"
    r"(?=\W*\Z| (?:tillåt|tillad|tillat|toegestaan|welkom|verboden|są (?:dozwol|mile)))",
    re.IGNORECASE,
)
_PLAIN = frozenset(
    content_words(
        "it anyone anybody someone somebody everyone everybody one people "
        "get put use keep have take bring leave come stay live sit sleep work start begin stop come wait park pay "
        "kommen bleiben gehen sein stehen arbeiten wohnen sitzen parken übernachten zahlen bezahlen "
        "avoir être venir aller rester faire mettre utiliser entrer sortir payer dormir stationner "
        "estar quedar quedarse hacer usar entrar salir pagar dormir aparcar venire andare restare fare mettere usare "
        "entrare uscire pagare dormire parcheggiare ficar fazer utilizar sair estacionar komen blijven gaan doen "
        "gebruiken betalen slapen parkeren komma stanna göra använda betala sova parkera komme blive gjøre bruge bruke "
        "betale sove parkere przyjść zostać używać płacić spać parkować přijít zůstat používat platit spát parkovat "
        "прийти остаться пользоваться платить оплатить спать парковаться"
    )
)
RULE_WORDS = frozenset(content_words(" ".join(_ALLOWED[3:-1].split("|"))))
"""The words of a question that ask whether something is a rule. A rule may say it in any other way."""


def asks_permission(question: str) -> bool:
    """Whether a question in English or German asks what one may or must do, or what is safe or acceptable."""
    return _ASKS.match(question) is not None or _ASKS_ADVICE.match(question) is not None


def words_of_asking(question: str) -> frozenset[str]:
    """The words of a question that only ask for a rule, such as "safe" in "is it safe in winter"."""
    asked = _ASKS_ADVICE.match(question)
    return RULE_WORDS | frozenset(content_words(asked[0]) if asked and asked[0].split()[1].lower() in _IT else ())


def asks_advice(question: str) -> bool:
    """Whether a question asks what is safe or acceptable."""
    return _ASKS_ADVICE.match(question) is not None


def states_advice(sentence: str) -> bool:
    """Whether a sentence says what is safe or acceptable, or what is better not done."""
    return _ADVICE.search(sentence) is not None


def states_rule(sentence: str) -> bool:
    """Whether a sentence says what is allowed, required or forbidden."""
    return _RULES.search(sentence) is not None


def deed_asked(question: str, *, further: bool = False) -> frozenset[str]:
    """What a question for permission is about, in compared form: its verb if that has no object or is in the passive,
    or its subject; empty if its verb is too general. The question is in English or German, or with further in another
    language."""
    found = (_FURTHER_DEED if further else _DEED).match(question)
    return frozenset(content_words(" ".join(filter(None, found.groups()))) if found else ()) - _PLAIN
