"""Decides whether a sentence gives the number of the things that a question counts. Pure."""

import re
from collections.abc import Callable, Collection, Sequence

from orc.documents.questions.answer_forms import NUMBER
from orc.documents.questions.question import is_year
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_UNITS = frozenset(
    content_words(
        "day days week weeks month months year years hour hours minute minutes pound pounds euro euros dollar "
        "dollars pence cent "
        "per percent kilometre metre metres square tage tagen wochen monate monaten jahre jahren stunden minuten "
        "uhr prozent "
        "january february march april may june july august september october november december januar februar märz "
        "juni juli "
        "oktober dezember am pm"
    )
)
_COSTS = frozenset(content_words("cost costs expense expenses salaries wages pay fees kosten aufwand löhne gehälter"))
_PRICE = regex(r"[$€£¥] ?\d[\d.,]{0,12}")  # £12 for members
_MONEY = frozenset(content_words("pound euro dollar pence cent"))
_TOTALS = frozenset(content_words("number total come came stood stand amount beträgt"))
_NUMBER_WORDS = content_words(  # in the form in which they are compared
    "twelve twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen fünf zwölf zwanzig dreißig "
    "vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend dutzend"
)
_GROUPED = regex(r"(?<![\d.,])[12][,’'](\d{3})(?![\d.,]*\d)")
_IS_NUMBER = regex(f"{NUMBER}|{'|'.join(_NUMBER_WORDS)}", re.IGNORECASE)
_SECTION = regex(r"§+ ?\d+|\A\W{0,3}\d{1,3}(?:\.\d{1,3}){0,3}[.)](?=\s)")
_AWAY = regex(
    rf"{NUMBER} (?:\w{{2,10}} (?:after|before|since|nach|vor)|(?:days?|weeks?|months?|years?|tage|wochen|monate|jahre)"
    r" (?:for|für))\b",
    re.IGNORECASE,
)  # six months after a member leaves, three months for both parties
_BY = regex(  # checked by two members, durch zwei Vorstandsmitglieder
    rf"\b(?:by|durch|(?:wird|werden|wurden?) (?:[\w-]{{1,30}} ){{0,6}}von)"
    rf" (?:at least |mindestens |any )?(?:{NUMBER}|{'|'.join(_NUMBER_WORDS)})\b",
    re.IGNORECASE,
)
_SOME_OF = regex(  # any two of its members, a 3/4 majority of the members, 20 % of them
    rf"\b(?:\d ?/ ?\d\b|\d[\d.,]{{0,5}} ?(?:%|percent\b|per cent\b|prozent\b)"
    rf"|{NUMBER} (?:of (?:its|their|the|our|your|these|those)|seiner|ihrer|unserer|dieser|der)\b)",
    re.IGNORECASE,
)
_MAY = (  # each member may borrow two boats: a limit, not how many there are
    r"\b(?:may|can|must|should|darf|dürfen|kann|können|muss|müssen|soll|sollen"
    r"|peu(?:t|vent)|pouvez|pouvons|dois|doit|doivent|pued[eo]n?|podemos|debe[ns]?|può|possono|possiamo|deve|devono"
    r"|pode[mn]?|devem|mag|mogen|kunt|kunnen|moet|moeten|får|måste|må|skal|można|mogą|mohou|lze|můžete"
    r"|может|можно|могут|може|можна|можуть)"
    r" (?!(?:seat|hold|take|fit|carry|accommodate|accueillir|recevoir|contenir|albergar|acoger|ospitare|contenere"
    r"|acolher|rymma|rumme|pomieścić|bevatten|herbergen)\b)[^.;:!?\d]{0,60}?"
)
_LIMIT = regex(f"{_MAY}{NUMBER}", re.IGNORECASE)
_PART_HAS = regex(  # how many members a club has is not said by how many its board has
    r"\b(?P<part>\w{0,20}(?:board|committee|council|panel|jury|vorstand|ausschuss|beirat|kommission|gremium|aufsichtsrat))s?"
    rf" (?:consists? of|comprises?|has|have|is made up of|besteht aus|hat|umfasst|bilden) {NUMBER}",
    re.IGNORECASE,
)
_TAKES_PART = regex(  # of all users, 8,200
    r"\b(?:take|took|taking|taken) part\b|\bparticipat\w+|\b(?:repli|respond)ed\b|\bvoted\b|\bnahmen .{0,40}\bteil\b"
    r"|\bteilgenommen\b",
    re.IGNORECASE,
)
_DOER = regex(r"(?:er|or|ee?|ist|ant|ent|glied)\Z")  # lamps may light, but they do not act
_TIMES = regex(r"\w*?(tag|stunde|woche|monat|jahr|minute)e?[ns]?")  # Urlaubstage are counted in Arbeitstagen
_NO_TIME = r"(?!(?:minute|hour|day|night|week|month|year|stunde|tag|nacht|woche|monat|jahr))"
_REACH = 4
_SIGNS = frozenset("$€£¥%")

_PEOPLE = (
    r"people|persons?|guests?|passengers?|visitors?|diners?|portions?|servings?|seats?|personen|leute|gäste|portionen"
    r"|plätze"
)
PEOPLE = frozenset(content_words(_PEOPLE.replace("?", "").replace("|", " ") + " person guest passenger"))
_HAS_ROOM = regex(
    r"\b(?:serves?|seats?|sleeps?|feeds?|accommodates?|carr(?:y|ies)|holds?|takes?|fits?|fasst"
    r"|(?:enough|room|space) for|(?:reicht|reichen|platz) für|capacity of)"
    r" (?:up to |about |around |at most |bis zu |etwa |rund )?"
    rf"{NUMBER}(?=\W*\Z|[.,;:)]| (?:and|und|in|at|on|{_PEOPLE})\b)",
    re.IGNORECASE,
)
_HOLDING = frozenset(
    content_words("hold fit seat sleep accommodate carry feed serve take passen passt fasst fassen reicht reichen")
)

_SAID_NUMBERS = frozenset(
    content_words(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen "
        "several pair couple"
    )
)
_AFTER_NUMBER = 4


def counts(
    text: str, head: str, others: Phrases, is_form: Callable[[str, str], bool] | None, *, of_all: bool = False
) -> bool:
    """Whether a number precedes the counted thing or its unit of time in a sentence, or follows it without a unit. head
    is the thing in compared form, others are its synonyms, and is_form decides on the forms of German words. Those who
    do what the sentence says are not all of them, which of_all asks for."""
    thing = rf"\b{re.escape(head)}\w{{0,3}}"
    if words_of_room(text, head) or re.search(rf"{thing} (?:for|für) {NUMBER} {_NO_TIME}", text.lower()):
        return True  # spaces for 40 cars
    if re.search(rf"\b(?:number of|zahl der) (?:[\w-]{{1,20}} ){{0,4}}{thing}[^.;]{{0,40}} {NUMBER}", text.lower()):
        return True  # the number of breeding pairs of lapwing rose to 96
    acts = of_all and _DOER.search(head) is not None
    if of_all and _TAKES_PART.search(text):
        return False
    unit = _TIMES.fullmatch(head) if is_form else None
    text = _LIMIT.sub("", _SOME_OF.sub("", text)) if of_all else text
    text = spell_grouped(_BY.sub("", text) if acts else text)
    words = content_words(_PRICE.sub("", _AWAY.sub("", _SECTION.sub("", text))))
    for at, word in enumerate(words):
        unit_of_money = _MONEY.intersection(words[at + 1 : at + 2]) - {head}
        if not _IS_NUMBER.fullmatch(word) or is_year(word) or unit_of_money:
            continue
        following = frozenset(words[at + 1 : at + 1 + _REACH])
        units = [found[1] for found in map(_TIMES.fullmatch, words[at + 1 : at + 2]) if found]
        if (
            (unit and unit[1] in units)
            or head in following
            or says(following, others)
            or (is_form is not None and any(is_form(head, other) for other in following))
        ):
            return True
        before = words[max(at - 2, 0) : at]
        if head in before and _TOTALS.intersection(before) and not _UNITS.intersection(words[at + 1 : at + 2]):
            return True
    return False


def without_parts(text: str, asked: Collection[str]) -> str:
    """A text without what it says of a board or committee that is not among the question's words."""
    return _PART_HAS.sub(lambda found: found[0] if {*content_words(found["part"])} & {*asked} else "", text)


def may_count(row: Row) -> bool:
    """Whether a row may give the number of its things: it is not about costs, and not all of its figures are amounts of
    money and shares."""
    is_cost = not _COSTS.isdisjoint(content_words(row.label))
    return not is_cost and (not row.figures or any(_SIGNS.isdisjoint(figure) for figure in row.figures))


def words_of_room(text: str, head: str | None) -> frozenset[str]:
    """The words that a sentence need not say if a question counts people and it says for how many there is room or
    enough: the hall seats 120, serves 12. head is the counted thing in compared form."""
    return _HOLDING | {head} if head in PEOPLE and _HAS_ROOM.search(text) else frozenset()


def spell_grouped(text: str) -> str:
    """The text with another number of four digits for each that has a separator of thousands and would else be read as
    a year: 1,706 people."""
    return _GROUPED.sub(r"9\1", text)


def numbers_thing(words: Sequence[str], thing: str, names: Phrases) -> bool:
    """Whether a number stands before a thing or one of its other names among the words of a sentence, or follows it
    directly."""
    for at, word in enumerate(words):
        if word in _SAID_NUMBERS or (word[0].isdecimal() and not is_year(word)):
            following = frozenset(words[at + 1 : at + _AFTER_NUMBER])
            if any(name <= following for name in names) or thing in words[max(at - 1, 0) : at]:
                return True
    return False
