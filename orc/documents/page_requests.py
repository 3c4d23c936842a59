"""The pages that a question names: by number, in figures or words, as a range, or counted from an end. Pure."""

import re
from collections.abc import Iterator, Sequence

from orc.documents import east_asian_pages
from orc.documents.questions.question_language import question_language
from orc.patterns import regex

MOST_PAGES = 50
"""How many of the pages that a question names are read."""

_ORDINALS = """
first erste primera prima primeira première eerste
second zweite segunda seconda deuxième seconde tweede
third dritte tercera terza terceira troisième derde
fourth vierte cuarta quarta quatrième vierde
fifth fünfte quinta cinquième vijfde
sixth sechste sexta sesta sixième zesde
seventh siebte séptima settima sétima septième zevende
eighth achte octava ottava oitava huitième achtste
ninth neunte novena nona neuvième negende
tenth zehnte décima decima dixième tiende
"""
_CARDINALS = """
one eins uno
two zwei beiden deux dos due duas twee
three drei trois tres tre três drie
four vier quatre cuatro quattro quatro
five fünf cinq cinco cinque vijf
six sechs seis sei zes
seven sieben sept siete sette sete zeven
eight acht huit ocho otto oito
nine neun neuf nueve nove negen
ten zehn dix diez dieci dez tien
"""
_FROM_END = (
    "last|letzte|dernière|última|ultima|laatste",
    "(?:second|2nd|next)[- ](?:to[- ])?last|last but one|penultimate|vorletzte|zweitletzte|avant-dernière|penúltima"
    "|penultima|voorlaatste",
    "(?:third|3rd)[- ](?:to[- ])?last|last but two|antepenultimate|drittletzte|antépénultième|antepenúltima|terzultima",
    "(?:fourth|4th)[- ](?:to[- ])?last|last but three|viertletzte|quartultima",
    "(?:fifth|5th)[- ](?:to[- ])?last|fünftletzte",
)


def _numbers(table: str) -> dict[str, int]:
    """The number of each word of a table whose lines have the words for 1, 2, 3 and so on."""
    return {word: number for number, line in enumerate(table.strip().splitlines(), 1) for word in line.split()}


_CARDINAL_OF, _ORDINAL_OF = _numbers(_CARDINALS), _numbers(_ORDINALS)

_PAGE = (
    r"(?:pages?|pp?\.|pg\.?|slides?|sheets?|seiten?|s\.|folien?|blatt|páginas?|pág\.|diapositivas?|diapos?|hojas?"
    r"|pagin(?:a|e|as|es|a['’]s)|diapositive|fogli[oa]?|slides|folhas?|dia(?! ?\w{1,6} de\b)|blad"
    r"|strona|stronie|страниц\w|стр\.)"
)
_THE = r"(?:(?:the|de[rmnl]?|die|das|zu[rm]?|l[aeo]s?|al?|os?|à|della|alla) |l['’])"  # or a preposition with it
_NUMBERED = rf"(?:{_THE}{{0,2}}{_PAGE}(?: (?:no\.?|number|nr\.?|nummer|n[°º]))? ?)"
_TO = (
    r"(?:\s?[-–—]\s?|,? (?:(?:up )?to|through|thru|until|till|bis|à|au|jusqu['’](?:à|au)|al?|alla|hasta|fino a(?:lla)?"
    r"|até|tot(?: en met)?|t/m) )"
)
_AND = r"(?:\s?,\s?|,? (?:and|or|und|oder|et|ou|y|o|e|en|i|и|&) )"
_TWO = {  # in other languages, due is no number and dos an article
    "due": r"(?:(?<=in[ae] )|(?<=(?:le|me) ))due",
    "dos": r"dos(?=\W*\Z|[^\w\s]| (?:[yao]|al|del?|en|hasta|[úu]ltimas|primeras|p[áa]ginas|hojas|diapositivas)\b)",
}
_NUMBER = rf"(?:\d{{1,12}}|(?:{'|'.join(_TWO.get(word, word) for word in _CARDINAL_OF)})(?!\w))"
_POSITION = (
    rf"(?:(?:{'|'.join(reversed(_FROM_END))})[nrms]?(?!\w)"
    r"|\d{1,3}(?:st|nd|rd|th|[ªºa]|e|er|re|ère|ème|de|ste)(?!\w)"
    r"|\d{1,3}\.(?= (?:seite|folie|blatt|(?:bis|und|oder) \d))"
    rf"|(?:{'|'.join(_ORDINAL_OF)})[nrms]?(?!\w))"
)
_BACKWARDS = (
    r"(?: (?:(?:counting |counted |starting )?(?:from|before) the (?:end|back|last(?: page)?)"
    r"|vo[nm] (?:hinten|ende|schluss)(?: (?:aus|her|gezählt))?"
    r"|(?:à partir|en partant|en commençant par|avant) (?:de )?la fin|(?:desde|por) el final"
    r"|(?:partendo |a partire )?dalla fine|a (?:contar|partir) do fim|van ?achteren|va[nf](?:af)? het einde?)(?!\w))"
)
_TO_END = (
    rf"(?:{_TO}{_THE}{{0,2}}(?:(?:end|ende|schluss|fin|final|fine|fim|einde?)|(?:{_FROM_END[0]})n? {_PAGE})(?!\w))"
)
_FIRST = r"(?:first|ersten?|premières|primeras|prime|primeiras|eerste)"
_LAST = r"(?:last|letzten?|dernières|[úu]ltimas|ultime|laatste)"
_PAGES = regex(
    rf"(?<![\w.])(?:(?P<between>between|zwischen|entre|tra|fra|tussen) )?{_NUMBERED}"
    rf"(?P<listed>{_NUMBER}(?:(?:{_TO}|{_AND}){_NUMBERED}?{_NUMBER}){{0,9}})(?P<open>{_TO_END})?(?![\w%€$])"
    rf"|(?P<eastern>{east_asian_pages.MENTION})"
    rf"|(?<![\w.])(?P<counted>(?:{_FIRST}|{_LAST}) {_NUMBER}|{_NUMBER} (?:{_FIRST}|{_LAST})) {_PAGE}(?!\w)"
    rf"|(?<![\w.-])(?P<places>{_POSITION}(?:(?:{_TO}|{_AND}){_THE}?(?:{_PAGE} )?{_POSITION}){{0,4}})[ -]{_PAGE}"
    rf"(?P<backwards>{_BACKWARDS})?(?! ?\d)(?!\w)",
    re.IGNORECASE,
)
_ON = (
    r"(?:(?<!\w)(?P<on>on|in|at|of|from|under|per|according to|auf|von|aus|laut|gemäß|sur|dans|de|selon|en|según|su"
    r"|nella|di|secondo|em|segundo|op|van|uit|volgens|na|à|zur?|al?|alla) )?"
)
_BESIDE = regex(
    rf"[(,;]? ?{_ON}{_THE}{{0,2}}(?:{_PAGES.pattern})"
    r"(?P<end>[),:;]|(?(eastern)(?:には|では|に|は|の|에는|에서|의|[上里裡中]的?|的)|(?!)))?",
    re.IGNORECASE,
)
_WHOLE = {  # what else says or has something, if no preposition is before the page
    "de": "das Dokument",
    "fr": "le document",
    "es": "el documento",
    "it": "il documento",
    "pt": "o documento",
    "nl": "het document",
}
_PART = regex(rf"(?<!\w)(?:(?P<place>{_POSITION})|(?P<number>{_NUMBER}))|(?P<to>{_TO})", re.IGNORECASE)
_IS_LAST = regex(_LAST, re.IGNORECASE)
_DIFFERENCE = regex(r"(?:diff[eé]ren[cz]\w*|unterschied\w*|verschil\w*|compar\w+) \Z", re.IGNORECASE)
_BEYOND = regex(  # other pages than the named ones
    r"\b(?:except|without|excluding|other than|apart from|(?:all|everything|anything) but|rest of|each|every|after"
    r"|before|until|up to|außer|ohne|übrigen|jede[mnrs]?|nach|vor|ab|bis zur|sauf|hors|chaque|après|avant|salvo|excepto"
    rf"|cada|después de|tranne|ogni|dopo) {_THE}?(?:(?:{_POSITION}|{_FIRST}|{_LAST}|{_NUMBER}) ){{0,2}}{_PAGE}(?!\w)"
    rf"|\bfrom {_PAGE} ?\d+ on(?:wards?)?\b|\bthe rest\b|{east_asian_pages.OTHERS}",
    re.IGNORECASE,
)
_UNSURE = regex(r"(?<!\w)(?:s\.|sheets?|blatt|hojas?|fogli[oa]?|folhas?|dia|blad)", re.IGNORECASE)
_LABELLED = regex(
    r"\b(?:work)?sheets?\b|\btabs?\b|\b(?:tabellen|arbeits)?bl(?:a|ä)tt\w{0,3}\b|\breiter\b|\bfeuille\b|\bonglet\b"
    r"|\bhoja\b|\bpestaña\b|\bfoglio\b|\bscheda\b|\bfolha\b|\baba\b|\b(?:tab|werk)blad\b|\bлист\w?\b|シート|工作表",
    re.IGNORECASE,
)


def names_pages(question: str) -> bool:
    """Whether the question names pages by their numbers or places, or may name a sheet."""
    return _PAGES.search(question) is not None or _LABELLED.search(question) is not None


def names_other_pages(question: str) -> bool:
    """Whether the question asks for what is before, after or beside the pages that it names."""
    ranges = [found.span() for found in _PAGES.finditer(question)]
    return any(not any(start < beyond.start() < end for start, end in ranges) for beyond in _BEYOND.finditer(question))


def with_sheet_numbers(question: str, labels: Sequence[str]) -> str:
    """The question with the numbers of the sheets that it calls by name: "the page 2", for "the sheet Boats"."""
    said, sheet = question.casefold(), rf"(?:{_LABELLED.pattern})"
    named = [(number, label) for number, label in enumerate(labels, 1) if label and label.casefold() in said]
    for number, label in sorted(named, key=lambda each: len(each[1]), reverse=True):
        name = rf"[\"“”„«'‘]?(?<!\w){re.escape(label)}(?!\w)[\"“”»'’]?"
        mention = rf"{sheet}(?: (?:named|called|namens|appelée?|llamada))? {name}|{name}[ -]{sheet}"
        question = re.sub(mention, f"page {number}", question, flags=re.IGNORECASE)
    return question


def sure_mentions(question: str) -> list[str]:
    """The mentions of pages, in lower case, by words that mean nothing else."""
    return [found[0].casefold() for found in _PAGES.finditer(question) if not _UNSURE.search(found[0])]


def names_only_pages(question: str) -> bool:
    """Whether all that the question names by numbers are pages, by words that mean nothing else."""
    found = [mention[0] for mention in _PAGES.finditer(question)]
    return bool(found) and not any(map(_UNSURE.search, found))


def replace_pages(question: str, replacement: str) -> str:
    """The question with a replacement for each mention of pages."""
    return _PAGES.sub(replacement, question)


def beside_pages(question: str) -> str:
    """The question without its mentions of pages: "How long is the river?", for "How long is the river on page 4?". A
    page that says something becomes the document."""

    def replaced(found: re.Match[str]) -> str:
        is_apart = found["on"] or found["eastern"] or found["end"] or found[0][0] in "(,;"
        is_subject = not is_apart and found.start() and question[found.end() :].strip(" .?!")
        return f" {_WHOLE.get(question_language(question) or '', 'the document')} " if is_subject else " "

    question = " ".join(question.split())
    beside = " ".join(_BESIDE.sub(replaced, question).split())
    beside = re.sub(r" (?=[.?!,;])", "", beside)
    return beside[:1].upper() + beside[1:]


def pages_named(question: str, pages: int, labels: Sequence[str]) -> list[int]:
    """The pages, slides or sheets of a document that the question names, by their numbers or places, or sheets by their
    labels, in its order. None if it asks for what is before, after or beside them."""
    if names_other_pages(question):
        return []
    numbers = list(_numbers_in(question, pages))
    if _LABELLED.search(question):
        said = question.casefold()
        numbers += [
            number
            for number, label in enumerate(labels, 1)
            if label and re.search(rf"(?<!\w){re.escape(label.casefold())}(?!\w)", said)
        ]
    return [number for number in dict.fromkeys(numbers) if 1 <= number <= pages]


def pages_beyond(question: str, pages: int) -> list[int]:
    """The numbers of named pages that a document of so many pages does not have, at most 50; of a range, its ends. A
    number after a word that means other things than pages too, such as that of a section ("s. 21"), is left out."""
    if names_other_pages(question):
        return []
    numbers = dict.fromkeys(_numbers_in(question, pages, surely=True))
    return [number for number in numbers if not 1 <= number <= pages][:MOST_PAGES]


def _numbers_in(question: str, pages: int, *, surely: bool = False) -> Iterator[int]:
    """The numbers of the pages, also of those that a document of so many pages does not have. surely: only after words
    that mean nothing but pages."""
    for found in _PAGES.finditer(question):
        if surely and _UNSURE.search(found[0]):
            continue
        kind = next(name for name in ("counted", "listed", "eastern", "places") if found[name])
        if kind == "eastern":
            yield from east_asian_pages.pages_in(found[kind], pages)
            continue
        parts = _PART.finditer(question, *found.span(kind))
        if kind == "counted":
            count = next(_number(part["number"]) for part in parts if part["number"])
            is_last = _IS_LAST.search(found[kind]) is not None
            first = max(1, pages - count + 1) if is_last else 1
            yield from range(first, (pages if is_last else min(count, pages)) + 1)
            yield from () if is_last or count <= pages else (count,)
            continue
        before, is_range = 0, False
        for part in parts:
            if part["to"]:
                is_range = before > 0
                continue
            number = _number(part["number"]) if part["number"] else _place(part["place"], pages)
            number = max(0, pages + 1 - number) if found["backwards"] else number
            between = found["between"] and not _DIFFERENCE.search(question[: found.start()])
            yield from range(before + 1, min(number - 1, pages) + 1) if before and (is_range or between) else ()
            yield number
            before, is_range = number, False
        if found["open"]:
            yield from range(before + 1, pages + 1)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _CARDINAL_OF[word.casefold()]


def _place(word: str, pages: int) -> int:
    """The number of the page that an ordinal names, counted from the end for the last ones."""
    word = word.casefold()
    for place, words in reversed([*enumerate(_FROM_END)]):
        if re.match(words, word):
            return max(0, pages - place)
    if figures := re.match(r"\d+", word):
        return int(figures[0])
    return next(number for ordinal, number in _ORDINAL_OF.items() if word.startswith(ordinal))
