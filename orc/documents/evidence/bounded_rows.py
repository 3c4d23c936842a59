"""Lists the rows of a table whose figure lies within the bounds that a question states: the members who pay more than
100, or joined before 2020. Pure (D-435)."""

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from orc.documents.evidence.fitting_rows import HAVE, NAMES, ListedCell
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.superlatives import column_figures
from orc.documents.questions.answer_kind import COLUMN_HEADS, is_headed
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.everyday import says
from orc.documents.text.opposites import with_plain_bounds
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words
from orc.documents.text.yes_no import yes_or_no
from orc.patterns import regex

_WHO = regex(r"\W*(?:who|wer|qui|qui[ée]n(?:es)?|chi|quem)\b", re.IGNORECASE)
_ASKS = regex(
    rf"{_WHO.pattern}|\W*(?:(?:please|bitte) )?"
    r"(?:which|what(?! (?:is|are|was|were))|how many|list|show|name|welche[nrsm]?|wie ?viele|nenne?|zeige?"
    r"|quel(?:le)?s?|combien d[e’']|cu[aá]les|qué|cu[aá]nt[oa]s|quali?|quant[ieoa]s?|quais|welke|hoeveel)\b",
    re.IGNORECASE,
)
_MORE = (
    r"(?:more(?: expensive)?|greater|higher|larger|bigger|longer|taller|older|heavier|dearer|later|newer) than"
    r"|(?:mehr|größer|höher|länger|älter|schwerer|teurer|später|neuer) als"
    r"|(?:plus|más|più|mais) (?:\w+ )?(?:d[e’']|di|que)|meer dan"
)
_LESS = (
    r"(?:less(?: expensive)?|fewer|lower|smaller|shorter|younger|lighter|cheaper|earlier) than"
    r"|(?:weniger|kleiner|niedriger|kürzer|jünger|leichter|billiger|günstiger|früher) als"
    r"|(?:moins|menos|meno) (?:\w+ )?(?:d[e’']|di|que)|minder dan"
)
_FIGURE = r"(?:[$€£]\s?|(?:EUR|USD|GBP|CHF)\s)?(?P<{0}>\d{{4}}-\d\d-\d\d|\d[\d.,'’]*\d|\d)(?![\d:/])"
_UNIT = r"\s?(?P<unit>[€$£%]|[^\W\d_]+)?"
_BOUND = regex(
    rf"\b(?:(?P<above>{_MORE}|over|above|exceeding|über|oltre|acima de|boven)"
    rf"|(?P<below>{_LESS}|under|below|unter|abaixo de|onder)"
    r"|(?P<after>after|nach|après|después de|dopo(?: il)?|depois de)"
    r"|(?P<before>before|vor|avant|antes de|prima del|voor)"
    r"|(?P<least>at least|mindestens|wenigstens|au moins|al menos|almeno|pelo menos|minstens)"
    r"|(?P<most>at most|up to|höchstens|maximal|bis zu|au plus|como máximo|al massimo|no máximo|hoogstens)"
    r"|(?P<since>since|from|seit|ab|depuis|à partir de|desde|dal|vanaf|sinds)"
    r"|(?P<until>until|till|bis|jusqu[’']en|hasta|fino al|até|tot))"
    rf"(?: de[mnr]| the)?\s?{_FIGURE.format('figure')}{_UNIT}",
    re.IGNORECASE,
)
_BETWEEN = regex(
    rf"\b(?:between|zwischen|entre|tra|tussen) {_FIGURE.format('first')}{_UNIT.replace('unit', 'of_first')}"
    rf" ?(?:and|und|et|y|e|en) {_FIGURE.format('last')}{_UNIT}",
    re.IGNORECASE,
)
# A bound behind its figure: 30 or more, 2019 or earlier.
_BEHIND = regex(
    r"(?P<figure>(?<![\d.,-])\d[\d.,'’-]{0,20}(?: [^\W\d_]{1,20})?) (?:or|oder|ou|o|of)"
    r" (?:(?P<least>more|later|above|over|longer|older|heavier|mehr|später|plus|más|più|mais|meer)"
    r"|less|fewer|earlier|below|under|weniger|früher|moins|menos|meno|minder)\b",
    re.IGNORECASE,
)
_SIGNED = regex(  # in which months was the balance negative
    r"\W*(?:(?:in|im|for|für|en|dans|nel|em) )?(?:which|what|welche[nrsm]?|quel(?:le)?s?|cu[aá]les|qué|quali?|quais"
    r"|welke)\b.{3,80}\b(?P<sign>(?:(?P<below>negati)|positi)(?:ve?s?|ve?[nrsm]?|f|[vf]s|v[oaei]s?))\b",
    re.IGNORECASE,
)
_BELOW, _OPEN = ("below", "before", "most", "until"), ("above", "below", "after", "before")
_DATED = ("after", "before", "since", "until")
# The kind of figure that a comparative, a unit or a verb means.
_KINDS = (
    ("age", regex(r"\b(?:older|younger|älter|jünger|âgé|jeunes|mayor|menor)", re.IGNORECASE)),
    (
        "money",
        regex(
            r"\b(?:expensive|cheap|dear|pa(?:y|id)|cost|earn|teurer|billig|günstig|zahl|koste|verdien|cher|chère|co[uû]te"
            r"|cuesta|costa|euro|dollar|pounds)|[€$£]",
            re.IGNORECASE,
        ),
    ),
    ("weight", regex(r"\b(?:heavier|lighter|weigh|schwerer|leichter|wieg|lourd|p[eè]s|pesa)|\bkg\b", re.IGNORECASE)),
    ("start", regex(r"\b(?:later|newer|earlier|später|neuer|früher)", re.IGNORECASE)),
)
_IDLE = HAVE | LIGHT_WORDS | frozenset(content_words("werden wurden worden was were been"))
_PERSONS = frozenset(content_words("people persons person personen leute employees mitarbeiter personnes personas"))
_PRICES = frozenset(content_words("price prices preis preise einzelpreis prix precio prezzo preço prijs pris cena"))
_DATE = regex(r"\d{4}-\d\d-\d\d|\d\d?\.\d\d?\.\d{4}")
_YEARS = range(1000, 2101)
_LEAST, _YEAR = 4, 4


class _Bounds(NamedTuple):
    """The figures from least to most, without the ends if they are open, as a phrase of the question states them."""

    phrase: str
    least: float
    most: float
    is_open: bool
    is_dated: bool
    is_year: bool
    unit: str

    def contain(self, value: float) -> bool:
        if self.is_year:  # nothing in 2018 is after 2018
            value = math.floor(value)
        is_end = value in (self.least, self.most)
        return self.least <= value <= self.most and not (self.is_open and is_end)


def bounded_cells(question: Question, sentences: Sequence[Sentence]) -> list[ListedCell] | None:
    """The names of the rows of which a figure lies within the bounds in a question, each with the figure and its
    heading; rows without the question's other words are left out. None if it states no bounds, or if no table has one
    column of the figures that it means."""
    if (bounds := _bounds_of(question)) is None:
        return None
    tables = defaultdict[tuple[str, ...], list[tuple[Sentence, Row]]](list)
    for s in sentences:
        if s.row and s.row.separated and s.row.columns and not ends_section(s.row.label):
            tables[s.row.above].append((s, s.row))
    listed = (_Table(rows).cells_within(bounds, question) for rows in tables.values())
    return next((cells for cells in listed if cells is not None), None)


def is_bounded(question: Question) -> bool:
    """Whether a question asks for things with a figure within bounds."""
    return _bounds_of(question) is not None


def _bounds_of(question: Question) -> _Bounds | None:
    """The bounds in a question for things, if it states them once."""
    if (signed := _SIGNED.match(question.text)) and not any(map(str.isdecimal, question.text)):
        least, most = (-math.inf, 0.0) if signed["below"] else (0.0, math.inf)
        return _Bounds(signed["sign"], least, most, is_open=True, is_dated=False, is_year=False, unit="")
    if not _ASKS.match(question.text):
        return None
    text = _BEHIND.sub(
        lambda found: f"{'at least' if found['least'] else 'at most'} {found['figure']}",
        with_plain_bounds(question.text),
    )
    ranges, stated = [*_BETWEEN.finditer(text)], [*_BOUND.finditer(text)]
    if len(ranges) == 1:
        found, written = ranges[0], [ranges[0]["first"], ranges[0]["last"]]
        side = "range"
    elif len(stated) == 1 and not ranges:
        found, written = stated[0], [stated[0]["figure"]]
        side = next(name for name in (*_OPEN, "least", "most", "since", "until") if found[name])
    else:
        return None
    values = [value for value in column_figures(written) or () if value is not None]
    unit, are_dates = found["unit"] or "", all(map(_DATE.fullmatch, written))
    are_years = all(value in _YEARS and len(each) == _YEAR for value, each in zip(values, written, strict=False))
    means_years = are_years and not _kind_of(unit) and (side == "range" or _kind_of(found[0]) == "start")
    is_dated = are_dates or means_years or side in _DATED
    if not values or (is_dated and not (are_years or are_dates)):
        return None
    least = -math.inf if side in _BELOW else min(values)
    most = max(values) if side == "range" or side in _BELOW else math.inf
    return _Bounds(found[0], least, most, side in _OPEN, is_dated, is_dated and are_years, unit)


def _kind_of(phrase: str) -> str:
    return next((kind for kind, pattern in _KINDS if pattern.search(phrase)), "")


class _Table:
    """The rows under the same headings."""

    def __init__(self, rows: Sequence[tuple[Sentence, Row]]) -> None:
        self._rows = [(s, row, {heading: cell for heading, cell in row.columns if heading}) for s, row in rows]
        self._words = {h: frozenset(content_words(h)) for *_, cells in self._rows for h in cells}
        (first, top), *_ = rows
        self._about = {*content_words(top.kind), *first.scope, *first.titled}
        self._is_of_persons = not NAMES.isdisjoint(self._about.union(*self._words.values()))

    def cells_within(self, bounds: _Bounds, question: Question) -> list[ListedCell] | None:
        """The cells that bounded_cells lists; None if the table lacks what the question means."""
        words = frozenset(question.words) - _IDLE - frozenset(content_words(bounds.phrase))
        things = {w for w in words if any(are_forms(w, o) or o.startswith(w.ljust(_LEAST)) for o in self._about)}
        asks_for_persons = _WHO.match(question.text) or words & _PERSONS
        if not (things or (self._is_of_persons and asks_for_persons)):
            return None
        words -= things | _PERSONS
        named = {heading: {w for w in words if _is_named(w, its, question)} for heading, its in self._words.items()}
        column = self._column_meant(bounds, words, named)
        if column is None:
            return None
        words -= named[column] | {w for w in words if self._is_of_kind(column, _kind_of(w))}
        fitting = [words <= self._said_in(s, cells) for s, _, cells in self._rows]
        listed = [
            ListedCell(s.number, _name_of(row), (cells[column], column))
            for (s, row, cells), value, fits in zip(self._rows, self._figures(column), fitting, strict=True)
            if fits and value is not None and bounds.contain(value)
        ]
        return listed if any(fitting) else None

    def _column_meant(self, bounds: _Bounds, words: Set[str], named: Mapping[str, Set[str]]) -> str | None:
        """The heading of the column of figures that the bounds mean: that of their unit, one that the question names,
        one of their kind of figure, a price, or the only one. None if it is not clear."""
        kind = _kind_of(bounds.phrase) or next(filter(None, map(_kind_of, sorted(words))), "")
        unit = frozenset(content_words(bounds.unit))
        columns = [h for h in self._words if self._fits(h, bounds, kind, is_named=bool(named[h]))]
        readings = (
            {h for h in columns if unit & self._words[h]},
            {h for h in columns if named[h]},
            {h for h in columns if self._is_of_kind(h, kind)},
            {h for h in columns if kind == "money" and _PRICES & self._words[h]},
        )
        meant, is_told = columns, not kind
        for reading in readings:  # each narrows what the ones before leave open
            if narrower := [h for h in meant if h in reading]:
                meant, is_told = narrower, True
        return meant[0] if is_told and len(meant) == 1 else None

    def _fits(self, heading: str, bounds: _Bounds, kind: str, *, is_named: bool) -> bool:
        """Whether a column has figures that can be compared with the bounds: years or dates with these, and others of
        the same unit with other bounds."""
        figures = [value for value in self._figures(heading) if value is not None]
        has_years = all(math.floor(value) in _YEARS for value in figures)
        if not figures or bounds.is_dated:
            return bool(figures) and has_years
        is_time = has_years and any(self._is_of_kind(heading, each) for each in ("start", "time"))
        of_column = " ".join((heading, *(cells.get(heading, "") for *_, cells in self._rows))).casefold()
        has_unit = kind == "money" or not content_words(bounds.unit) or bounds.unit.casefold() in of_column
        return has_unit and (is_named or not is_time)

    def _figures(self, heading: str) -> Sequence[float | None]:
        cells = [cells.get(heading, "") for *_, cells in self._rows]
        return column_figures(cells) or [None] * len(cells)

    def _is_of_kind(self, heading: str, kind: str) -> bool:
        return bool(kind) and is_headed(self._words[heading], COLUMN_HEADS[kind])

    def _said_in(self, sentence: Sentence, cells: Mapping[str, str]) -> frozenset[str]:
        """The words of a row and of its headings, but not of those over cells that say no."""
        return sentence.words.union(*(self._words[h] for h, cell in cells.items() if yes_or_no(cell) is not False))


def _is_named(word: str, heading: frozenset[str], question: Question) -> bool:
    """Whether a heading has the word, as a form, a synonym or a participle: gekauft for Kaufdatum."""
    stem = word.removeprefix("ge")[:_LEAST]
    is_in = any(are_forms(word, o) or (len(stem) == _LEAST and o.startswith(stem)) for o in heading)
    return is_in or says(heading, question.loose_words.get(word, ()))


def _name_of(row: Row) -> str:
    """The cell that names a row: its label, or the one under a heading for names if the label is a number."""
    names = (value for heading, value in row.columns if not NAMES.isdisjoint(content_words(heading)))
    return row.label if any(map(str.isalpha, row.label)) else next(names, row.label)
