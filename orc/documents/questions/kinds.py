"""Kinds of answers: how questions ask for an age, a colour or a time, and how answers look. Pure."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from orc.documents.questions.asked_forms import ASKS_NUMBER, ASKS_QUOTE, SAID, TELEPHONE
from orc.documents.questions.german import forms_in_compounds
from orc.documents.questions.question import FUNCTION_WORDS
from orc.documents.questions.times import ASKS_OPENING, OPENING, OPENING_WORDS, SPOKEN_HOUR
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

NUMBER = (
    r"(?:(?<!\d)(?<!\d[.,])\d[\d.,]{0,20}+"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ]\w+)?|\w{2,5}teen|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|\w{0,20}(?:zehn|zig|zwölf\w*|hundert)|dreißig|zwei|drei|vier|fünf|sechs|sieben|acht|neun|elf)"
)
_CURRENCY = r"(?:USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|BRL|ZAR|MXN|ILS|AED|SGD|HKD)"
_CASH = (
    rf"(?:[$€£¥]|\b{_CURRENCY}\b) ?\d|(?:\d|\b(?:hundred|thousand|million|billion)|{NUMBER}) ?(?:million |billion )?"
    rf"(?:[$€£¥]|(?:{_CURRENCY}|euros?|dollars?|pounds?|pence|cents?|francs?|franken|yen|yuan|rupees?|pesos?|rand"
    r"|kron(?:er|or|as?)|kroner|złoty\w*|zloty\w*|lira|rubles?|roubles?|shekels?|dirhams?|reais)\b)"
    rf"|(?:\b(?:is|are|was|were|costs?|ist|war|sind|beträgt|betrug|kostet)|\w:) {NUMBER}"
    r"(?=\W*\Z|[.;] | (?:per|an?|each|pro|je)\b)"  # of an amount without its currency
    r"|\A[^\d:.]{3,60} \d[\d.,]{0,12}[.,]\d\d\W{0,3}\Z"  # Total 2,472.00
    r"|\b(?:free of charge|for free|is free|pays? nothing|pays? half|kostenlos|kostenfrei|unentgeltlich)\b"
)
_MONEY = rf"{_CASH}|\b(?:per cent|percent)\b|\d ?%"


def _length_but(other: str) -> str:
    """The pattern of a length, such as 4 metres, that is not followed by one of these other dimensions."""
    return (
        rf"{NUMBER} ?-?(?:[cmk]?m|\w{{0,5}}met(?:re|er)s?n?|feet|foot|ft|inch(?:es)?|yards?|storeys?|floors?"
        rf"|stockwerken?)\b(?! (?:{other})\b)|\d ?[x×] ?\d|\d['\"′″]"
    )


_WIDTHS = _length_but("long|high|tall|deep|lang|hoch|tief")
_DEPTHS = _length_but("long|high|tall|wide|lang|hoch|breit")
_HEIGHTS = _length_but("long|wide|deep|lang|breit|tief")
_HOW_HIGH = rf"{_MONEY}|{_HEIGHTS}|\d ?(?:°|grad\b)"
_WEIGHTS = (
    rf"{NUMBER} ?-?(?:k?g|mg|t|lbs?|kilos?|\w{{0,5}}gram(?:me?)?s?|ton(?:ne)?[ns]?|pfund|ounces?|oz|stones?)\b"
    rf"|\bweigh\w*\b.{{0,40}}{NUMBER} pounds?\b"  # pounds are money too
)
_FLOOR = (
    r"\b(?:ground|top|upper|lower|first|second|third|\w+th|\d+(?:st|nd|rd|th)) (?:floor|storey)"
    r"|\bfloor (?:\d|one|two|three|four|five)"
    r"|\b(?:basement|attic|upstairs|downstairs|keller|\w*geschoss)\b|(?:\d\.|\w{1,20}ten) (?:stock|etage)"
)
_TEMPERATURE = rf"{NUMBER} ?(?:°|(?-i:[CF])\b|degrees?\b|grad\b)|\bgas mark \d"
_REDUCTION = (
    r"\b(?:discount\w*|rebates?|reductions?|reduced|concessions?|half|cheaper|rabatt\w*|ermäßig\w*|nachl[aä]ss\w*"
    r"|skonto|hälfte|halbe[nr]?)\b|(?:\d ?%|\bper ?cent|[$€£]\d+) (?:off|less)\b"
)
_UNIT = (
    r"[$€£]|\b(?:in|into) (?:\w+ ){0,2}(?:thousands?|millions?|billions?|euros?|dollars?|pounds?|francs?|yen|kroner"
    r"|litres?|liters?|tonnes?|tons?|kilograms?|kg|hours?|(?:kilo)?met(?:re|er)s?|percent|per cent|kwh|mwh|tausend"
    r"|millionen|franken|prozent|stunden|litern?|kilogramm)\b|\btausend euro\b"
)
_COLOURS = (
    r"\b(?:(?:dark|light|pale|hell|dunkel)?-?(?:red|blue|green|yellow|black|white|gr[ea]y|brown|golden|silver|pink"
    r"|purple|orange|violet|beige|crimson|rot|blau|grün|gelb|schwarz|weiß|grau|braun|rosa|lila|violett|türkis)(?:e[nmrs]?)?)\b"
)
_AGE = (
    rf"\b(?:age[ds]?|years? (?:old|of age)|born|jahre? alt|geboren|(?:mindest)?alter|lebensjahr)\b.{{0,60}}{NUMBER}"
    rf"|{NUMBER}.{{0,60}}\b(?:age|years? (?:old|of age)|jahre? alt|lebensjahr)\b|\bvolljährig\b"
    rf"|\b(?:must be|have to be|at least|under|over|mindestens|ab|unter) {NUMBER}"
    r"(?: (?:years?|jahren?)\b|[.,;]? ?\Z|[.,;] )"
    r"|\b(?:founded|established|built|dat(?:es?|ing) (?:back )?(?:from|to)|go(?:es|ing) back to|opened|inaugurated"
    r"|gegründet|erbaut|gebaut|eröffnet|stamm(?:t|en) aus)\b.{0,60}\d{4}"
    rf"|\b(?:is|was|am|are|turn(?:s|ed)|ist|war|bin|wird|wurde) (?:about |nearly |etwa |fast )?{NUMBER}(?=\W*\Z|[.;] )"
)


_LONG_HEAD = 5  # a shorter one ends other words: date, candidate
_SHORT_HEADS = frozenset(content_words("preis zeit lohn dauer"))
_MEASURES = frozenset(
    content_words("day night week month year hour person adult child place piece tag nacht woche monat jahr stunde")
)


def is_headed(words: frozenset[str], heads: frozenset[str]) -> bool:
    """Whether one of the words is one of these heads of columns, or a compound with it: Einzelpreis, Lieferzeit."""
    return not heads.isdisjoint(words) or any(word.endswith(_heads_of_compounds(heads)) for word in words)


@cache
def _heads_of_compounds(heads: frozenset[str]) -> tuple[str, ...]:
    known = [head for head in heads if len(head) >= _LONG_HEAD or head in _SHORT_HEADS]
    return (*known, *forms_in_compounds(known))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of answer: how questions ask for it, how it looks in prose and, as cell, in a table, which words of a
    question belong to asking for it, and the heads: words of headings over such cells. A table without heads may have
    any kind. If is_figure, a table may give the bare number."""

    asks: re.Pattern[str]
    pattern: re.Pattern[str]
    words: frozenset[str]
    cell: re.Pattern[str]
    heads: frozenset[str]
    in_tables: bool
    is_figure: bool

    def is_in(self, text: str, words: frozenset[str], *, is_data: bool) -> bool:
        """Whether a sentence or, as data, a JSON member contains this kind of answer. A member alone does not define
        what its value is, unless the kind has a distinctive form."""
        if is_data and (not self.in_tables or self.words & words):
            return True
        return self.pattern.search(text) is not None

    def is_alone_in(self, text: str) -> bool:
        """Whether a sentence has this kind of answer and no subject of its own before it: the price is 14 euros."""
        found = self.pattern.search(text)
        general = self.heads.union(self.words, _MEASURES, FUNCTION_WORDS)
        before = content_words(text[: found.start()]) if found else ()
        return found is not None and all(word in general or word[0].isdecimal() for word in before)

    def is_in_row(self, row: Row, text: str, around: frozenset[str], asked: frozenset[str]) -> bool:
        """Whether a row can contain this kind of answer: by the form of a cell, a word in the row or around it, or a
        heading that the question names. The name of a fact is its heading. around are the words of the row, its
        headings and its section, asked those of the question. In an "Interval (days)", 2000 is no year, and no date."""
        if not self.heads or not (row.is_fact or any(heading for heading, _ in row.columns)):
            return self.is_in(text, around, is_data=True)
        around = frozenset(content_words(row.label)) if row.is_fact else around
        remarks = " ".join(heading.partition("(")[2] for heading, _ in row.columns)
        units = () if self.is_figure else content_words(remarks)
        cells = (value for heading, value in row.columns if not (value.isdecimal() and "(" in heading))
        if self.cell.search(" | ".join((row.label, *cells))) or is_headed(around.difference(units), self.heads):
            return True
        if any(self.asks.search(heading) for heading, _ in row.columns):
            return True  # Where | When
        named = (value for heading, value in row.columns if not asked.isdisjoint(content_words(heading)))
        return any(any(map(str.isdecimal, value)) for value in named)


_MONTHS = (
    r"january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai"
    r"|juni|juli|oktober|dezember"
)
_WHEN = (
    r"(?<![\d.,$€£¥])\d[\d.,]{0,20}+(?! ?(?:[$€£¥%]|(?:euros?|dollars?|pounds?|cents?|franken|prozent|per ?cent)\b))"
    rf"|{SPOKEN_HOUR}|\b(?:(?:up)?on|at) (?:receipt|delivery|arrival|signature|signing|request|completion|checkout)\b"
    r"|\bbei (?:erhalt|lieferung|ankunft|abschluss|unterschrift|abholung)\b"
    rf"|\b(?:{_MONTHS}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days?|mornings?|evenings?|nights?|noon"
    r"|midnight|sunset|sunrise|dawn|dusk|sonnen(?:auf|unter)gangs?|weeks?|weekends?"
    r"|months?|years?|spring|summer|autumn|winter|christmas|easter|after|before|until|during|soon|immediately|once|later"
    r"|\w*tage?[ns]?|(?:mitter)?nachts?|\w*wochen?|monate?n?s?|jahre?n?s?|morgens?|abends?|mittags?|nach|vor|bis|während"
    r"|sofort|unverzüglich|sobald|später|frühling|sommer|herbst|winter|zwischen"
    r"|quartal\w?|quarter|halbjahr\w?|\w*jährlich|monatlich|wöchentlich|täglich|annually|yearly|monthly|weekly|daily)\b"
)
# A digit alone is no time in a table, unless a heading says so.
_POINT_IN_TIME = (
    r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\b\d\d?[/:]\d\d|\b\d\d?\.\d\d?\.|\d ?(?:[ap]\.?m\b|uhr\b|h\b)"
    rf"|\b(?:{_MONTHS}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|noon|midnight|daily"
    r"|weekly|monthly|spring|summer|autumn|winter)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|(?:tag|woche|abend)s\b"
)
_CLOCK = (
    rf"{SPOKEN_HOUR}"
    r"|\b(?:[01]?\d|2[0-4])[.:h]\d\d\b|\d ?(?:[ap]\.?m\b|uhr\b|o['’]clock\b|h\b)"
    r"|\b(?:noon|midday|midnight|mitternacht)\b"
    r"|\b(?:from|at|by|until|till|um|ab|bis|von|gegen) (?:[01]?\d|2[0-4])\b(?! ?(?:%|per\b|days?|weeks?|months?|years?"
    r"|people|tagen?|wochen?|monaten?|jahren?|(?-i:[A-Z])))|\b(?:half past|quarter (?:to|past))\b"
)
_CAUSE = (
    r"\b(?:because|since|owing|due|thanks|therefore|thus|hence|so|reasons?|cause[ds]?|causing|led to|left"
    r"|result(?:s|ed|ing)?|for (?:the|fear|lack|want|its|their|his|her)|in order|to avoid|to prevent|to save"
    r"|as (?:it|they|he|she|the|there|no)"
    r"|in view of|given|after|no longer|otherwise|would|wegen|weil|denn|da|damit|daher|deshalb|deswegen|darum|durch"
    r"|aufgrund|aus|grund|gründen?|infolge|sonst|um)\b|\baus\b.{0,30}gründen"
)
_DURATION = (
    rf"{NUMBER}[ -](?:(?!(?:an?|per|each|every|pro|je)\b)\w+ )?"  # not: 900 euros a month
    r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|met(?:re|er)s?|kilomet\w+|miles?"
    r"|feet|minuten?|stunden?|tagen?|nächten?|wochen?|monaten?|jahren?|metern?)\b|\b(?:until|indefinite\w*"
    r"|unbefristet|bis)\b"
    r"|\b(?:takes?|took|lasts?|lasted|for|within|in|after|is|was|about|around|nearly|over|under|dauerte?|ist|etwa)"
    r" (?:an?|half an?|several|a few|some|eine?n?|mehrere|einige) (?:second|minute|hour|day|night|week|fortnight"
    r"|month|year|decade|sekunde|stunde|tag|nacht|nächte|woche|monat|jahr)e?[ns]?\b"
    r"|\d ?(?:h|hrs?|min|mins|sec)\b|\b(?:half|quarter of) an hour\b|\b(?:minuten?|stunden?|years?|hours?)\b"
)
_OFTEN = (
    r"\b(?:once|twice|times|every|each|daily|nightly|weekly|monthly|quarterly|yearly|annual\w*|per|an? (?:day|week"
    r"|month|year|night)"
    rf"|\w*mal|\w*jährlich\w*|monatlich\w*|täglich\w*|wöchentlich\w*|jede[nrsm]?|alle|in (?:{_MONTHS})"
    rf"|im (?:{_MONTHS}))\b"
)
_NO_PLACE = (  # up to 2,500 euros, in 2019, on 14 June; but at 41 Mill Road
    rf"(?!(?:writing|advance|case|time|order|last|least|most|once|first|all|{_MONTHS})\b"
    rf"|\d[\d.,]{{0,20}}+(?:\W*\Z|[^\w\s]| (?:(?-i:[a-z])|(?:{_MONTHS}|euros?|prozent|tage\w?|uhr)\b)))"
)
_WHERE = (
    r"\b(?:in|at|on|to|from|near|behind|under|inside|outside|opposite|through|beside|into|by|of|im|am|an|auf|bei"
    r"|beim|hinter|neben|unter|aus|nach|zu[mr]?|vor) "
    rf"{_NO_PLACE}\w|\b(?:lives?|lived|home|abroad|outdoors|\d{{5}})\b"
)
_NAMED = (
    r"(?-i:(?<!\w)[A-ZÄÖÜ][\w'&.-]{1,40}+ (?:& |and |und )?[A-ZÄÖÜ][\w'-]+)|(?-i:(?<=[a-z,] )[A-Z][a-z]+(?=[.,;]))"
    r"|\b(?:named?|called|heißt|genannt|namens|known as|mr|mrs|ms|frau|herr)\b"
)
_REASON = (
    r"\b(?:because|since|as|due to|owing to|so that|in order to|as a result|caus\w+|reasons?|therefore|thanks to"
    r"|for fear|weil|wegen|damit|deshalb|aufgrund|infolge)\b"
)
_FIGURES = (_CASH, _MONEY, _WIDTHS, _DEPTHS, _HEIGHTS, _HOW_HIGH, _WEIGHTS, _DURATION, NUMBER, OPENING)

COLUMN_HEADS: Mapping[str, frozenset[str]] = {
    kind: frozenset(content_words(" ".join(lines)))
    for kind, lines in json.loads(Path(__file__).with_name("column_heads.json").read_text(encoding="utf-8")).items()
}
"""By kind of answer, the words of headings over it, in English, German, Romance and further languages."""


def _kind(asks: str, pattern: str, words: str, *, cell: str = "", heads: str = "", in_tables: bool = False) -> Kind:
    return Kind(
        regex(asks, re.IGNORECASE),
        regex(pattern, re.IGNORECASE),
        frozenset(content_words(words)),
        regex(cell or pattern, re.IGNORECASE),
        COLUMN_HEADS.get(heads, frozenset()),
        in_tables,
        is_figure=pattern in _FIGURES,
    )


_KINDS = (
    _kind(r"\?\W{0,5}(?:and |but |und |aber )?(?:why|warum|wieso|weshalb)\W{0,5}\Z", _REASON, "warum wieso weshalb"),
    _kind(
        r"\bhow old\b|\b(?:what|which) age\b|\bwie alt\b|\bwelche[sm]? alter\b", _AGE, "old age alt alter", heads="age"
    ),
    _kind(ASKS_QUOTE, SAID, "say write answer reply shout remark ask note add explain declare schreibt schrieb"),
    _kind(
        r"\bhow (?:hot|cold|warm)\b|\b(?:what|which) temperature\b|\bwie (?:heiß|warm|kalt)\b|\bwelche temperatur\b",
        _TEMPERATURE,
        "hot cold warm temperature heiß kalt temperatur",
        heads="temperature",
        in_tables=True,
    ),
    _kind(
        r"\bmoney off\b|\b(?:get|is there|are there|have|offer) .{0,30}\b(?:discounts?|rebates?|reductions?)\b"
        r"|\b(?:gibt es|bekomm\w+|krieg\w+) .{0,30}\b(?:rabatt|ermäßigung|nachlass)\b",
        _REDUCTION,
        "money off discount rebate reduction rabatt ermäßigung nachlass",
        in_tables=True,
    ),
    _kind(
        r"\b(?:what|which) (?:units?|currency)\b|\b(?:welche|in welcher) (?:einheit|währung)\b",
        _UNIT,
        "unit currency einheit währung",
        in_tables=True,
    ),
    _kind(
        r"\b(?:what|which) colou?rs?\b|\bcolou?r of\b|\bwelche farben?\b|\bfarbe de[rs]\b",
        _COLOURS,
        "colour color farbe",
        in_tables=True,
    ),
    _kind(
        ASKS_NUMBER,
        TELEPHONE,
        "phone telephone number telefonnummer call ring dial contact kontakt",
        heads="phone",
        in_tables=True,
    ),
    _kind(
        r"\be-?mail[ -]add?ress?e?\b|\b(?:what|which|wie) (?:is|ist|lautet) .{0,60}\be-?mail\W*\Z",
        r"[\w.+-]{1,60}@[\w-]{1,60}\.\w",
        "email mail address adresse e contact kontakt",
        heads="mail",
        in_tables=True,
    ),
    _kind(
        r"\b(?:what|which) (?:is|was|are) (?:the|my|our) (?:[\w-]+ ){0,3}(?:code|pin|passcode|password|combination)\b"
        r"|\bwie lautet (?:der|das|die) \w*(?:code|passwort|kennwort|pin)\b",
        r"\b\w*(?:code|pin|pass\w{4}|kennwort|combination)\b[^.]{0,40}(?:\bis\b|\bist\b|\blautet\b|:|=)|\d{3,}",
        "",
    ),
    _kind(
        r"\b(?:which|what) (?:floor|storey)\b(?! area| space| plan)"
        r"|\bwelche[mnrs]? (?:stock|stockwerk|etage|geschoss)\b",
        _FLOOR,
        "floor",
    ),
    _kind(r"\bhow much (?:money|cash)\b|\bwie viel geld\b", _CASH, "money geld", heads="money"),
    _kind(
        r"\b(?:how much|what) (?:does|do|did|will|would) .{1,60}\b(?:earns?|get paid|makes? (?:an?|per|each|in an?)\b)"
        r"|\bverdien(?:t|en)\b",
        _CASH,
        "",
        heads="money",
    ),
    _kind(r"\bhow (?:far|much) (?:behind|ahead|late)\b", rf"{_DURATION}|\d ?%", "far"),
    _kind(
        r"\bhow far\b|\bwie weit\b",
        rf"{NUMBER}.{{0,60}}\b(?:k?m|kilomet\w+|miles?|met(?:re|er)s?|minut\w+|yards?)\b",
        "far weit",
    ),
    _kind(
        r"\b(?:what|how (?:much|high)) (?:is|was) the (?:\w+ ){0,2}(?:price|cost|salary|wage|rent)\b",
        _CASH,
        "price",
        heads="money",
    ),
    _kind(
        r"\bhow much (?:does|do|did|will|would) .{1,60}\bcosts?\b|\bwhat (?:does|do|did|will) .{1,60}\bcosts?\b"
        r"|\bwhat (?:is|was) the (?:\w+ ){0,2}(?:fee|fine|penalty)\b|['’]s (?:salary|wage)\b"
        r"|\b(?:was|wie ?viel) (?:kostet|kosten|verdient)\b|\bwie teuer\b"
        r"|\b(?:was|wie ?viel) (?:(?:be)?zahl(?:t|en)\b|m[uü]ss\w* (?!.{0,60}\bnoch\b).{1,60}\bzahlen\W*\Z)"
        r"|\bwhat (?:do|does|must) .{1,60}\bpay\W*\Z",
        _MONEY,
        "cost price pay kostet kosten teuer zahlt zahlen bezahlt bezahlen",
        heads="money",
    ),
    _kind(
        r"\b(?:what|how (?:big|great|high)) (?:is|are|was|were) (?:the )?(?:\w+ ){0,2}(?:chances?|risks?|odds"
        r"|probability|likelihood) (?:of|that)\b"
        r"|\bwie (?:groß|hoch) ist (?:das|die) (?:risiko|wahrscheinlichkeit|chance)\b",
        rf"{NUMBER} (?:in|out of|of|von) (?:\d|an?\b|one\b|ten\b|every\b|each\b)|\d ?%|\bper ?cent\b|\bprozent\b"
        r"|\b(?:rare|rarely|seldom|common|unlikely|likely|never|risk|chance|selten|häufig|risiko)\b",
        "chance risk odds probability likelihood risiko wahrscheinlichkeit",
    ),
    _kind(r"\bwie hoch (?:ist|sind)\b", _HOW_HIGH, "", heads="money"),
    _kind(r"\bnames? of\b|['’]s names?\b", _NAMED, "name"),
    _kind(r"\bhow wide\b|\bwie breit\b", _WIDTHS, "wide breit", in_tables=True),
    _kind(r"\bhow deep\b|\bwie tief\b", _DEPTHS, "deep tief", in_tables=True),
    _kind(r"\bhow tall\b", _HEIGHTS, "tall", in_tables=True),
    _kind(r"\bhow heavy\b|\bwie schwer\b", _WEIGHTS, "heavy schwer", in_tables=True),
    _kind(r"\bhow (?:high|big|large|fast)\b|\bwie (?:groß|schnell)\b", NUMBER, ""),
    _kind(
        r"\bhow long\b.{1,60}\bin (?:k?m|kilomet\w+|met\w+|miles|feet|cm)\b",
        rf"{NUMBER} ?(?:k?m|cm|kilomet\w+|met\w+|miles?|feet)\b",
        "long k m kilometres kilometers km metres meters miles feet cm",
    ),
    _kind(r"\bhow long\b|\bwie lange?\b", _DURATION, "long", heads="duration"),
    _kind(r"\bhow often\b|\bwie oft\b", _OFTEN, "often oft"),
    _kind(r"\A\W*(?:and |und )?(?:why|warum|wieso|weshalb)\b", _CAUSE, "reason grund"),
    _kind(ASKS_OPENING, OPENING, OPENING_WORDS, heads="time", in_tables=True),
    _kind(
        r"\b(?:what|which) time\b(?! of)|\bwhat(?:['’]s| is| was) the time\b|\bum wie ?viel uhr\b",
        _CLOCK,
        "time uhr",
        cell=_CLOCK,
        heads="time",
    ),
    _kind(
        r"\A\W*(?:when (?:can|may|must|will)|wann (?:kann|darf|muss|wird))\b",
        rf"{_WHEN}|\b(?:if|when|wenn|falls|sofern)\b",
        "year date month time",
        cell=_POINT_IN_TIME,
        heads="time",
    ),
    _kind(
        r"\A(?:(?!\b(?:what|who|how|where|why|which|do|does|did|is|are|was|can|may|must|should)\b).){0,40}\bwhen\b"
        r"|\b(?:what|which) (?:year|date|day|month|time)s?\b|\bwhat (?:is|was) the (?:\w+ )?deadline\b|\bwann\b",
        _WHEN,
        "year date month time",
        cell=_POINT_IN_TIME,
        heads="time",
    ),
    _kind(r"\A\W*(?:and |und )?(?:where|wo|wohin)\b", _WHERE, "", heads="place"),
    _kind(
        r"\bwie (?:heißt|heißen|hieß)\b",
        r"(?-i:[A-ZÄÖÜ][a-zäöüß-]+ [A-ZÄÖÜ][a-zäöüß-]+)|\b(?:heißt|genannt|namens|name|Frau|Herr)\b",
        "heißt",
    ),
)


def asked_kind(question: str) -> Kind | None:
    """The kind of answer that an English or German question asks for. None if its form does not say."""
    return next((kind for kind in _KINDS if kind.asks.search(question)), None)


_COSTS = r"(?:costs?|kosten?|kostet|coûte(?:nt)?|cuestan?|costan?o?|custam?)"
_ASKS_COST = regex(rf"\b(?:{_COSTS}|price|preis|prix|precio|prezzo|preço)\b", re.IGNORECASE)
_STATES_COST = regex(rf"\b{_COSTS}\b[^\w,;]{{1,5}}\d", re.IGNORECASE)
_COVERS = regex(
    r"\b(?:cover(?:s|ed)?|insure[sd]?|reimburse[sd]?|deckt|versichert|erstattet|übernimmt|couvre|rembourse|cubre|reembolsa"
    r"|copre|rimborsa|cobre)\b",
    re.IGNORECASE,
)


def states_cover(text: str, question: str) -> bool:
    """Whether a text states an amount that is covered, where the question asks for a price."""
    if _ASKS_COST.search(question) is None or _COVERS.search(question):
        return False
    found = _COVERS.search(text)
    return found is not None and not any(map(str.isdecimal, text[: found.start()])) and not _STATES_COST.search(text)
