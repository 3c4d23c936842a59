"""The notations in which models write citation markers (D-125, D-472)."""

import re

from orc.patterns import regex

_DASHES = "–—‐‑-"
_UNSEEN = "\u200b-\u200d\u2060\ufeff"  # characters without width
_BLANK = rf"[ \t\xa0{_UNSEEN}]"
_LISTED = rf"[\d \t\xa0{_UNSEEN},;&、，{_DASHES}]"
SEE = r"(?i:see|cf|siehe|vgl|voir|vedi|véase|ver|zie)(?i:[ \xa0](?:also|auch|aussi|también|anche|também|ook))?"
"""A reference word before the number of a source."""

_SOURCE = (
    r"(?i:sources?|passages?|citations?|cite|ref(?:erences?)?|documents?|docs?|quellen?|dokumente?|fuentes?|fontes?|fonti"
    r"|documentos?|documenti?|bron|źródł[oa]|källa|kilde|zdroj|kaynak|источник|джерело|πηγή|المصدر|出典|資料|资料|来源|來源|출처)"
)
_IN_PARENTHESES = r"(?i:sources?|quellen?|fuentes?|fontes?|fonti|bron(?:nen)?)[ \xa0:.#]{1,3}"
_AND = r"(?:and|und|(?<=[ \xa0])(?:et|y|e|en|och|og|i|и)(?=[ \xa0]))"
_NUMBERS = rf"\d{_LISTED}{{0,60}}(?:{_AND}{_LISTED}{{1,9}}){{0,3}}"
_PAGE = (
    r"(?:[,;:][ \xa0]?|[ \xa0])(?i:(?:pp?\.?|pages?|s\.|seiten?|págs?\.?|páginas?)[ \xa0]?[\d–-]{1,11}"
    r"|(?:§{1,2}|sec(?:tions?|\.)|clauses?|art(?:icles?|ikel|\.)|abschnitt|sección|chapters?|kapitel)"
    r"[ \xa0]?\d[\d.–-]{0,10})"
)
_SOURCES = rf"{_NUMBERS}(?:{_SOURCE}[ :.#_-]{{0,3}}{_NUMBERS}){{0,9}}"  # Source 1, Source 2
_PAGES_OF_OTHERS = rf"(?:[,;][ \xa0]?(?:{_SOURCE}[ :.#]{{1,3}})?\d{{1,3}}{_PAGE}){{0,9}}"
_FILE = r"(?:[,:]|[ \xa0][–—-])[ \xa0][^`~\[\]［］【】\n]{1,100}\.[A-Za-z]\w{1,4}"
_OPENING = r"(?:(?<!\\)[\[［]|\\{1,2}\[(?![ \t\xa0]))"  # a formula begins with a space
_OUTER = r"(?<!\\)\[(?=\[)"

PIECE = regex(
    r"(?P<ticks>`+|~+)"
    r"|(?P<newline>\n)"
    r"|\{[\[［]\d[^`~\[\]［］【】\n]{0,330}[\]］]"  # an index in a formula
    rf"|(?P<space>[ \t]?)(?:(?P<outer>{_OUTER})?{_OPENING}(?:[\^#]|(?:{SEE}[ :.]{{1,3}})?(?:{_SOURCE}[ :.#_-]{{0,3}})?)"
    rf"(?P<list>{_BLANK}{{0,3}}{_SOURCES}(?:{_PAGE}{_PAGES_OF_OTHERS})?)(?:{_FILE}(?:{_PAGE})?)?"
    r"(?:\^|†[^`~\[\]［］【】\n]{0,60})?\\{0,2}[\]］](?(outer)\])"
    rf"|\({_IN_PARENTHESES}(?P<named>{_NUMBERS}(?:{_IN_PARENTHESES}{_NUMBERS}){{0,9}})\)"
    rf"|【(?:{_SOURCE}[ :.#_-]{{0,3}})?(?P<mark>\d{{1,6}}(?:[,;、，] ?\d{{1,6}}){{0,9}})"
    r"(?:[:†][^`~\[【】\n]{0,60})?】)"
    r"|(?P<void>\[cite[_ ](?:start|end)\])"
)
"""What a stream is divided at: marks of code, line ends and brackets that may be markers. A bracket has its numbers in
the group list, named (in parentheses) or mark; void encloses what a marker cites."""

UNFINISHED = regex(
    rf"[ \t]?(?:\\{{1,2}}|\{{|(?:\{{|{_OUTER})?{_OPENING}[\^#]?(?:{SEE}[ :.]{{1,3}})?"
    rf"(?:[^\W\d_]{{1,10}}[ :.#_-]{{0,3}})?{_BLANK}{{0,3}}(?:\d[^`~\[\]［］【】\n]{{0,330}})?"
    rf"|\((?:[sSqQfFbB][^\W\d_]{{0,8}}[ \xa0:.#]{{0,3}}"
    rf"(?:{_NUMBERS}(?:[^\W\d_]{{1,10}}[ \xa0:.#]{{0,3}}(?:{_NUMBERS})?){{0,10}})?)?"
    r"|\[cite[_ ](?:s(?:t(?:a(?:rt?)?)?)?|e(?:nd?)?)?"
    r"|【(?:[^\W\d_]{1,10}[ :.#_-]{0,3})?(?:\d[\d,;、， ]{0,80}(?:[:†][^`~\[【】\n]{0,60})?)?)?\Z"
)
"""The end of a text in which a marker may have begun."""

HALF = regex(r"[ \t]?(?<!\\)\[\[[^`~\[\]［］【】\n]{1,330}\]\Z")
"""A marker that perhaps another bracket closes."""

CUT = regex(
    rf"[ \t]?(?:(?:{_OUTER})?{_OPENING}[\^#]?(?:{SEE}[ :.]{{1,3}})?(?:{_SOURCE}[ :.#_-]{{0,3}})?"
    rf"{_BLANK}{{0,3}}(?P<list>\d{_LISTED}{{0,60}}(?:{_SOURCE}[ :.#_-]{{0,3}}(?:\d{_LISTED}{{0,60}})?){{0,9}})?"
    r"|\[cite[_ ][a-z]{0,5}|【(?:\d[\d,;、， ]{0,80})?)\Z"
)
"""A marker that is unfinished at the end of an answer."""

_BARE = regex(rf"\s?\\{{0,2}}[\[［]{{1,2}}{_BLANK}{{0,3}}\d{_LISTED}{{0,60}}\\{{0,2}}[\]］]{{1,2}}")
_ESCAPED_OPENING = regex(r"\s?\\+[\[［].*[^\\][\]］]", re.DOTALL)
_PAGES = regex(_PAGE)
_SOURCE_WORDS = regex(rf"{_SOURCE}[ \xa0:.#_-]{{0,3}}")
_THOUSANDS = regex(r"\d{1,3}(?:,\d{3})+")
_RANGE = regex(rf"(\d+)(?:{_BLANK}*[{_DASHES}]{_BLANK}*(\d+))?")
_BETWEEN_NUMBERS = regex(rf"(?:[ \t\xa0{_UNSEEN},;&、，]|{_AND})*")
_PADDED = regex(r"(?<!\d)0\d")


def body_of(mark: re.Match[str]) -> str:
    """The numbers in a piece that may be a marker; empty for any other piece."""
    return mark["list"] or mark["named"] or mark["mark"] or ""


def is_bare(mark: str) -> bool:
    """Whether a marker consists of brackets and numbers, as other brackets do."""
    return _BARE.fullmatch(mark) is not None


def has_escaped_opening(mark: str) -> bool:
    """Whether only the first bracket is escaped, so it is text."""
    return _ESCAPED_OPENING.fullmatch(mark) is not None


def ranges_in(body: str) -> list[tuple[int, int]]:
    """The ranges of numbers in a marker; a number is a range of its own. Empty if the brackets are no marker."""
    if body == "0":  # source numbers begin with 1, so 0 means none
        return [(0, 0)]
    body = _SOURCE_WORDS.sub("", _PAGES.sub("", body))
    ranges = [(int(a), int(b or a)) for a, b in _RANGE.findall(body)]
    is_list = _BETWEEN_NUMBERS.fullmatch(_RANGE.sub("", body)) and not _PADDED.search(body)
    return ranges if is_list and all(0 < a <= b for a, b in ranges) else []


def unfinished_ranges(body: str) -> list[tuple[int, int]]:
    """The ranges before the last number in a marker, which may go on."""
    return [(int(a), int(b or a)) for a, b in _RANGE.findall(body)][:-1]


def is_quantity(body: str) -> bool:
    """Whether the numbers are one number with separators, as in 1,200."""
    return _THOUSANDS.fullmatch(body) is not None
