"""The form of the answer that a question's words determine: when, how many, who. Pure."""

import re

from orc.documents.questions.answer_forms import NAME_IN_DIGITS
from orc.documents.questions.asked_forms import ASKS_CONTACT, ASKS_NUMBER, ASKS_QUOTE, CONTACT, QUOTED, TELEPHONE
from orc.documents.questions.countries import ASKS_COUNTRY, COUNTRY
from orc.documents.questions.definitions import definition_asked
from orc.documents.questions.japanese import counter_asked
from orc.documents.questions.times import FOR_EVER, ROMANCE_CLOCK, ROMANCE_DAYS, ROMANCE_MONTHS
from orc.patterns import regex

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
YEAR = r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)"
_DATE = regex(
    rf"{YEAR}|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|\b\d{{1,2}}:\d\d\b|\d ?[年月日]|\b{_MONTH} \d|\b\d{{1,2}} {_MONTH}"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d{1,2} ?[ap]\.?m\b|\b(?:noon|midnight|o'clock)\b"
    r"|\b(?:on|by|before|until|from) the (?:\d{1,2}(?:st|nd|rd|th)|(?:first|last)(?: \w+)? day)\b"
    r"|\b(?:am|zum|bis|ab|vom) (?:\d{1,2}\.(?! ?\d)|(?:ersten|letzten) (?-i:[A-ZÄÖÜ]))"
    r"|\b\w{0,12}(?:jahr|monat|quartal|woche)e?[ns]?(?:ende|anfang|beginn)s?\b"
    r"|\b(?:first|second|third|fourth|last|(?:erste|zweite|dritte|vierte|letzte)[nrs]?|\d\.)"
    r" (?:quarter|half|week|quartal|halbjahr|woche)"
    rf"|{ROMANCE_CLOCK}|\b(?:{ROMANCE_DAYS}|{ROMANCE_MONTHS})s?\b"
    r"|\b(?:\d{1,3}|[^\W\d_]{2,9}) (?:minutos?|horas?|d[ií]as?|heures?|jours?|minuti|ore|giorn[io]|semanas?"
    r"|settiman[ae]) (?:avant|après|antes|después|depois|prima|dopo)\b"
    r"|\bat (?:(?:half|quarter) (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?! and a (?:half|quarter)\b)"
    r"(?=\W*\Z| ?[^\w\s-]| (?:in|on|at|and|or|to|the|this|that|each|every|until|when|sharp)\b)",  # not: at five percent
    re.IGNORECASE,
)
CALENDAR = regex(
    rf"{YEAR}|\b{_MONTH} \d{{1,2}}\b|\b\d{{1,2}} {_MONTH}"
    rf"|\b(?:\d\d|(?:at|from|until|till|by|um|ab|bis|von) \d):[0-5]\d\b|{NAME_IN_DIGITS}",
    re.IGNORECASE,
)
ROMANCE_NUMBERS = (  # numbers in French, Spanish, Portuguese and Italian that are no English words
    r"(?:deux|trois|quatre|cinq|sept|huit|dix"
    r"|onze|douze|quinze|vingt|trente|soixante|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte"
    r"|treinta|sesenta|dois|duas|quatro|sete|oito|nove|dez|doze|vinte|trinta|tre|quattro|cinque|sette|otto|dieci|dodici"
    r"|quindici|venti|trenta)"
)
FURTHER_NUMBERS = (  # of German, Dutch and Polish
    r"(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|neunzig|hundert"
    r"|twee|vijf|zes|zeven|negen|tien|twaalf|twintig|dertig|veertig|vijftig|zestig|honderd"
    r"|dw(?:a|ie|óch)|trz(?:y|ech)|czter(?:y|ech)|pię(?:ć|ciu)|sześ(?:ć|ciu)|siedem|osiem|dziewięć|dziesię(?:ć|ciu))"
)
AMOUNT = regex(
    r"[\d%$€£¥]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|(?:twen|thir|for"
    r"|fif|six|seven"
    rf"|eigh|nine)ty|dozens?|hundreds?|thousands?|half|none|twice|once|several|{ROMANCE_NUMBERS}|{FURTHER_NUMBERS})\b"
    r"|[一二三四五六七八九十百千万]",
    re.IGNORECASE,
)
_LENGTH = regex(
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|ninety|half"
    rf"|{ROMANCE_NUMBERS}|{FURTHER_NUMBERS})\b)"
    r"[\w.,]{0,12}[ -]"
    r"(?:(?!(?:an?|per|each|every|pro|je|par|por|al)\b)\w{1,12} )?"  # not: 900 euros a month
    r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|decades?|met(?:re|er)s?"
    r"|kilomet(?:re|er)s?|km|miles?|feet|foot|inch(?:es)?|[cm]m|yards?|pages?|tagen?|wochen?|monaten?|jahren?"
    r"|stunden?|jours?"
    r"|mois|ans?|semaines?|heures?|días?|meses|años?|semanas?|horas?|giorni|mesi|anni|ore|dias|anos"
    r"|minuten?|dag(?:en)?|weken|maand(?:en)?|jaar|jaren|uur|dni|tygodni\w{0,2}|miesi[ąę]c\w{1,2}|lat|godzin)\b"
    r"(?! (?:later|earlier|ago|später|zuvor|früher)\b)"
    rf"|{FOR_EVER}",
    re.IGNORECASE,
)
NAME = regex(
    r"(?<=[\w,;:'\"(] )(?!(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b)[A-Z][\w'-]+|\b[A-Z]\w+ [A-Z]\w+|[\u0600-\u0dff\u3040-\u9fff]"
)
_PLACE = regex(r"\b(?:in|at|on|from|to|near|into|inside|behind|under|through) (?:the |an? )?[\w'-]+", re.IGNORECASE)
REASON = regex(
    r"\b(?:because|since|due|owing|so that|in order|as a result|caus\w+|reasons?|driven|attribut\w+|result(?:ed"
    r"|ing)? |"
    r"therefore|thanks to|for fear|weil|wegen|da|porque|debido|parce|car|perché|poiché)\b|因为|由于|ため|から",
    re.IGNORECASE,
)
_NAMED = regex(r"\b(?:named|called|names?|known as|christened)\b", re.IGNORECASE)
_EXPECTATIONS = (
    (ASKS_CONTACT, regex(f"{CONTACT}|{NAME.pattern}")),
    (ASKS_NUMBER, regex(TELEPHONE)),
    (ASKS_QUOTE, regex(QUOTED)),
    (r"\bwhat (?:is|was|are|were|do|does|did) .{1,80}\b(?:called|named)\W*\Z|\bname of\b|['’]s names?\b", _NAMED),
    (
        r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|time)s?\b|\b(?:wann|quand|cu[aá]ndo|quando)\b|什么时候|いつ",
        _DATE,
    ),
    (
        r"\b(?:how long|wie lange?|combien de temps|cu[aá]nto tiempo|quanto tempo|hoe ?lang|jak długo)\b"
        r"|\bwelche (?:\w{0,20}frist|dauer|laufzeit)\b",
        _LENGTH,
    ),
    (
        r"\bhow (?:many|much|old|often|far|large|big|high|tall|fast)\b|\bpercent"
        r"|\b(?:what|which) (?:is|was|were|are) the (?:\w+ ){0,4}(?:number|amount|price|cost|total|average|rate|ratio"
        r"|value|size|age|percentage|share|fee|change|difference|sum|revenue|sales|income|expense)"
        r"|\A\W*(?:is|are|was|were|does|do|ist|sind|war|kostet) [^?]{1,60}(?:[$€£] ?\d|\d ?(?:€|euros?\b|pounds?\b|%))"
        r"|\bwas (?:kostet|kosten|(?:muss|müssen) .{1,60}\b(?:be)?zahlen)\b"
        r"|\bwhat (?:does|do|did|will) .{1,60}\b(?:costs?|pay)\W*\Z"
        r"|\b(?:wie ?viele?|combien|cu[aá]nt[oa]s?|quant[oaie])\b|多少|几|いくら|いくつ",
        AMOUNT,
    ),
    (ASKS_COUNTRY, regex(COUNTRY)),
    (r"\b(?:who|whose|whom|wer|wem|wen|qui|qui[eé]n(?:es)?|chi|quem)\b|谁|誰", NAME),
    (r"\b(?:where|wo|wohin|où|d[oó]nde|dove|onde)\b|哪里|どこ", _PLACE),
    (r"\b(?:why|warum|wieso|pourquoi|por qu[eéê]|perché)\b|为什么|なぜ", REASON),
)
COUNTED = regex(r"\bhow many ([a-z]{3,}?)(?:ies|es|s)?\b", re.IGNORECASE)
"""How many, and the thing counted, without the ending of its plural."""
MEASURED = regex(  # how much rice, whose amount stands beside it
    r"\W*how much (?!(?:do|does|did|is|are|was|were|will|would|can|could|has|have|had|should|must|may|shall|more|less"
    r"|of|the|an?|my|our|your|it|longer|time|money|cash|notice|leave|holiday|vacation|experience)\b|\w+(?:er|ed)\b)"
    r"([a-z]{3,}?)\b(?! (?:leave|holiday|vacation|time|money|cash|notice|experience)\b)",
    re.IGNORECASE,
)

_SOME = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|(?:twen|thir|for|fif|six|seven|eigh"
    r"|nine)ty|no"
    r"|dozens?|hundreds?|thousands?|several)"
)
_EXPECTED = tuple((regex(asks, re.IGNORECASE), answer) for asks, answer in _EXPECTATIONS)


def expected_answer(question: str) -> re.Pattern[str] | None:
    """The pattern of an answer, if the question's form determines it."""
    if counter := counter_asked(question):
        return counter
    if counted := COUNTED.search(question) or MEASURED.match(question):
        things = rf"\b{re.escape(counted[1])}(?:ies|es|s|y|e|is)?\b"
        return re.compile(
            rf"(?:\d|\b{_SOME})[\w.,-]*\W{{1,3}}(?:\w+\W{{1,3}}){{0,3}}{things}"
            rf"|\bnumber of (?:\w+ )?{things}(?:\W{{1,3}}\w+){{0,5}}?\W{{1,3}}\d"
            rf"|\A(?!.*{things}).*?(?:{AMOUNT.pattern})",
            re.IGNORECASE | re.DOTALL,
        )
    asked = next((answer for asks, answer in _EXPECTED if asks.search(question)), None)
    if asked in (None, NAME) and (definition := definition_asked(question)):
        return re.compile(f"{definition}|{NAME.pattern}" if asked else definition)
    return asked
