"""The sections that a question names: by number ("section 45", "§ 3.2") or by title ("the chapter on fees"). Pure."""

import re
from collections.abc import Iterator, Sequence

from orc.domain import Heading
from orc.patterns import regex

type Span = tuple[int, int]
"""Where a section begins and ends in the document's text; an end of -1 is that of the text."""

SECTION = (
    r"(?:sections?|chapters?|clauses?|articles?|parts?|paragraphs?|annex|appendix|schedule|art\.|§{1,2}"
    r"|abschnitt(?:e?s|e)?|kapitel[sn]?|artikel[sn]?|teil(?:e?s)?|anhang|ziffer|klausel|chapitre|partie|annexe"
    r"|secci[óo]n|cap[íi]tulo|art[íi]culo|cl[áa]usula|anexo|parte|sezione|capitolo|articolo|clausola|allegato"
    r"|se[çc][ãa]o|artigo|hoofdstuk|paragraaf|deel|bijlage|rozdzia[łl]\w{0,3}|artyku[łl]\w{0,3}|avsnitt(?:et)?)"
)
NUMBER = r"(?:\d{1,4}(?:\.\d{1,3}){0,4}|(?-i:[IVXLC]{1,7}|[A-Z]))"
NUMBERED = (
    rf"{SECTION}(?: (?:no\.?|number|nr\.?|nummer|n[°º]))?[ \xa0]?"
    rf"(?P<numbers>{NUMBER}(?:(?:, | (?:and|to|und|bis|et|y|e|en|i|och|[-–]) |[-–]){NUMBER}){{0,9}})(?![\w%€$])"
)
_NUMBERED = regex(rf"(?<!\w){NUMBERED}", re.IGNORECASE)
EACH_NUMBER = regex(NUMBER)
_NAMES_SECTION = regex(rf"(?<!\w){SECTION}(?!\w)", re.IGNORECASE)
_NUMBER_OF_HEADING = regex(
    rf"\W{{0,4}}(?:{SECTION}[ \xa0]?(?P<named>{NUMBER})|(?P<bare>\d{{1,4}}(?:\.\d{{1,3}}){{0,4}}))\.?(?!\w)"
    r"[\s.:)–—-]{0,4}",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W_]+")
_LEAST_LETTERS = 4


def names_sections(question: str) -> bool:
    """Whether the question has a word for a section."""
    return _NAMES_SECTION.search(question) is not None


def sections_named(question: str, headings: Sequence[Heading]) -> list[Span]:
    """The sections that the question names, with those inside them, in the order of the text."""
    numbers = [n for found in _NUMBERED.finditer(question) for n in EACH_NUMBER.findall(found["numbers"])]
    chosen = [at for at, heading in enumerate(headings) if number_of(heading) in numbers]
    if not numbers and names_sections(question):
        words = _words(question)
        chosen = [at for at, heading in enumerate(headings) if _has_title(words, heading)]
    return list(_without_inner(_span(headings, at) for at in chosen))


def number_of(heading: Heading) -> str | None:
    """The number at the beginning of a heading."""
    found = _NUMBER_OF_HEADING.match(heading.text)
    return (found["named"] or found["bare"]) if found else None


def title_of(heading: str) -> str:
    """The heading without its number."""
    return _NUMBER_OF_HEADING.sub("", heading, count=1)


def _has_title(words: Sequence[str], heading: Heading) -> bool:
    """Whether the words of a question have those of the heading beside each other."""
    title = _words(title_of(heading.text))
    places = range(len(words) - len(title) + 1) if any(len(word) >= _LEAST_LETTERS for word in title) else ()
    return any(words[at : at + len(title)] == title for at in places)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _span(headings: Sequence[Heading], at: int) -> Span:
    start, level = headings[at].start, headings[at].level
    return start, next((heading.start for heading in headings[at + 1 :] if heading.level <= level), -1)


def _without_inner(spans: Iterator[Span]) -> Iterator[Span]:
    """The spans, of which each begins after the one before, without those inside another one."""
    reached = 0
    for start, end in spans:
        if reached >= 0 and start >= reached:
            yield start, end
            reached = end
