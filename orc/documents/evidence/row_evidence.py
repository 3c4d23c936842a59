"""Whether the sentences and table rows that match a question best cannot answer it: they lack the kind of answer, or
are about things with other numbers, or about other quarters and months. Pure (D-360, D-375, D-412, D-430)."""

import re
from collections.abc import Callable, Iterable

from orc.documents.evidence.passage_sentences import Sentence, sentences_of_text
from orc.documents.questions.answer_kind import Kind
from orc.documents.questions.question import Question
from orc.documents.questions.row_numbers import AskedNumbers
from orc.documents.text.figures import month_names
from orc.documents.text.periods import PART_OF_YEAR, spell_periods
from orc.documents.text.sentences import has_rows
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_MONTHS = {name.lower(): number for name, number in month_names().items()}
_YEARS = r"(?:[ ,/&|-]{1,3}(?:(?:and|of|und|et|the|fiscal|financial|calendar|year) ){0,4}(?:19|20)\d\d(?!\d)){1,6}"
_PART = regex(
    rf"\b(?P<part>[qh][1-4])\b(?: {PART_OF_YEAR})?(?P<years>{_YEARS})?"
    rf"|\b(?P<month>{'|'.join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))})\b\.?(?: \d\d?\b,?)?"
    rf"(?P<years_of>{_YEARS})?"
    r"|(?<![\d.])\d\d?[./](?P<number>\d\d?)[./](?P<year>(?:19|20)\d\d)(?!\d)"
)
_IN_MONTH = regex(
    r"\b(?:in|im|for|of|during|für|en|de|di|em|op|i|w|we|v|ve|в|у|d['’]) ?"
    rf"({'|'.join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))})\b(?!\.? ?\d)",
    re.IGNORECASE,
)
_YEAR = regex(r"(?:19|20)\d\d")
_OF_PERIODS = regex(r"[qh][1-4]|\d.*")
_PERIOD_WORDS = frozenset(content_words(f"quarter half quartal halbjahr trimestre semestre {' '.join(_MONTHS)}"))
_SEVERAL = 2
_WITHIN_DOCUMENT = 1  # an offset: the text's first line is no title of a document

FIGURE = regex(r"\d[\d.,'’]*\d")
"""A figure of two digits or more, in a cell."""

_OF_FIGURE = regex(
    r"\W*(?:which|what|who|whose|welche[nrsm]?|wer)\b.{1,60}\b(?:has|have|had|with|shows?|hat|hatte|mit)\b.{0,60}?"
    r"(?P<figure>(?<![\w.,])(?!(?:19|20)\d\d\b)\d[\d.,'’]{1,12}\d)(?: ?%)?\W*\Z",
    re.IGNORECASE,
)

type Part = tuple[str, str, str]
"""The kind of a part of a year, which one it is, and the year, "" if that is not beside it: ("q", "4", "2024")."""


def has_rows_without_kind(kind: Kind, asked: frozenset[str], text: str) -> bool:
    """Whether the sentences of a text with most of the asked words are table rows without this kind of answer."""
    best = _best_matches(_sentences_of_tables(text), asked, lambda s: s.words)
    return bool(best) and not any(
        s.row is None or kind.is_in_row(s.row, s.text, s.words | s.headings | s.scope, asked) for s in best
    )


def has_rows_of_others(numbers: AskedNumbers, asked: frozenset[str], text: str) -> bool:
    """Whether the sentences of a text with most of the asked words, there, in headings over them or in the title of
    their table, are table rows about things with other numbers."""
    lowered = text.lower() if numbers.by_word else ""
    if not any(word in lowered for word, _ in numbers.by_word):
        return False
    sentences = [s for s in _sentences_of_tables(text) if not s.is_title]
    rows = [(id(s), s.row) for s in sentences if s.row]
    are_others = numbers.others_among([row for _, row in rows])
    others = {key for (key, _), is_other in zip(rows, are_others, strict=True) if is_other}
    best = _best_matches(sentences, asked, lambda s: s.words | s.headings | (s.titled if s.row else frozenset()))
    return bool(best) and all(id(s) in others for s in best)


def has_rows_of_other_months(month: str, asked: frozenset[str], text: str) -> bool:
    """Whether the rows of a text with most of the asked words are of a table of single months without this one, which
    the text names nowhere."""
    sentences = [s for s in _sentences_of_tables(text) if not s.is_title]
    best = [s.row for s in _best_matches(sentences, asked, _words_around)]
    named = {one for kind, one, _ in _parts(text) if kind == "month"} if best else {month}
    if month in named:
        return False
    heads = {row.above: [heading for heading, _ in row.columns] for row in best if row}
    for above in heads:
        heads[above] += [s.row.label for s in sentences if s.row and s.row.above == above]
    months = ([[one for kind, one, _ in _parts(head) if kind == "month"] for head in each] for each in heads.values())
    single = [all(len(of) < _SEVERAL for of in each) and sum(map(len, each)) >= _SEVERAL for each in months]
    return None not in best and bool(single) and all(single)


def _sentences_of_tables(text: str) -> list[Sentence]:
    """The sentences of a text with tables; none of another one."""
    return sentences_of_text(text, start=_WITHIN_DOCUMENT) if has_rows(text) else []


def _best_matches(
    sentences: Iterable[Sentence], asked: frozenset[str], words_of: Callable[[Sentence], frozenset[str]]
) -> list[Sentence]:
    """The sentences with most of the asked words, of which words_of gives each its own; none if no sentence has any."""
    shared = [(len(asked & words_of(s)), s) for s in sentences]
    most = max((count for count, _ in shared), default=0)
    return [s for count, s in shared if count == most > 0]


def _words_around(sentence: Sentence) -> frozenset[str]:
    return sentence.words | sentence.headings | sentence.scope


class AskedPeriods:
    """The parts of years that a question names with their years, and its month without a year."""

    def __init__(self, asked: Question) -> None:
        self._asked = frozenset(part for part in _parts(asked.text) if part[2])
        self._month = next((str(_MONTHS[found[1].lower()]) for found in [_IN_MONTH.search(asked.text)] if found), "")
        words = frozenset(asked.words) - _PERIOD_WORDS
        self._words = frozenset(word for word in words if not _OF_PERIODS.fullmatch(word))

    def are_others_in(self, text: str) -> bool:
        """Whether the sentences of a text with most of the question's words are about other periods: they name other
        parts of years of the same kind (Q3 2024 for Q4 2024), while the text has those of the question nowhere, not
        even without a year; they are rows of half-years for a quarter; or rows of a table of other months."""
        if self._month and has_rows_of_other_months(self._month, self._words, text):
            return True
        named = _parts(text) if self._asked else frozenset[Part]()
        kinds = {kind for kind, _, _ in self._asked}
        wider = "h" if "q" in kinds else None
        if not any(kind in {*kinds, wider} and year for kind, _, year in named):
            return False
        known = self._asked | {(kind, one, "") for kind, one, _ in self._asked}
        sentences = [s for s in sentences_of_text(text, start=_WITHIN_DOCUMENT) if not s.is_title]
        for sentence in _best_matches(sentences, self._words, _words_around):
            over = [_parts(heading) for heading, _ in sentence.row.columns if heading] if sentence.row else []
            if over and all(any(kind == wider and year for kind, _, year in parts) for parts in over):
                return True
            own = " | ".join((sentence.text, sentence.row.over if sentence.row else ""))
            others = {part for part in _parts(own) if part[0] in kinds and part[2]}
            # A single date in a sentence may be that of an event.
            if not named & known and len(others) >= (_SEVERAL if sentence.row is None and "month" in kinds else 1):
                return True
        return False


def _parts(text: str) -> frozenset[Part]:
    """The parts of years in a text, each with its years or, without one beside it, with ""."""
    found = set[Part]()
    for each in _PART.finditer(spell_periods(" ".join(text.lower().split()))):
        if each["part"]:
            kind, one, years = each["part"][0], each["part"][1], each["years"]
        else:
            kind, one, years = "month", str(each["number"] or _MONTHS[each["month"]]).lstrip("0"), each["years_of"]
        found.update((kind, one, year) for year in _YEAR.findall(each["year"] or years or "") or [""])
    return frozenset(found)


def figure_of_row(question: str) -> frozenset[str]:
    """The figure by which a question identifies the row that it asks for: which region had sales of 1706."""
    found = _OF_FIGURE.match(question)
    return frozenset(FIGURE.findall(found["figure"]) if found else ())
