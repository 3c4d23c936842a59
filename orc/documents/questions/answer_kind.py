"""A kind of answer: how questions ask for it, and how it looks in prose and in a table. Pure."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from orc.documents.questions.answer_forms import CAUSE, CLOCK, CODE, DEADLINE, MAIL, WHEN, WHERE
from orc.documents.questions.asked_forms import TELEPHONE
from orc.documents.questions.german import forms_in_compounds
from orc.documents.questions.question import FUNCTION_WORDS
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

COLUMN_HEADS: Mapping[str, frozenset[str]] = {
    kind: frozenset(content_words(" ".join(lines)))
    for kind, lines in json.loads(Path(__file__).with_name("column_heads.json").read_text(encoding="utf-8")).items()
}
"""By kind of answer, the words of headings over it, in English, German, Romance and further languages."""

_LONG_HEAD = 5  # a shorter one ends other words: date, candidate
_SHORT_FORM = 3  # a shorter one ends too many words
_SHORT_HEADS = frozenset(content_words("preis zeit lohn dauer"))
_OTHER_UNIT = regex(
    r"\d ?(?:litres?|liters?|l|k?g|mg|k?wh?|v|db|°|[gm]?hz|[cmk]?m|m²|[gm]b|knots?|mph|km/h)(?!\w)", re.IGNORECASE
)
_MEASURES = frozenset(
    content_words("day night week month year hour person adult child place piece tag nacht woche monat jahr stunde")
)


def is_headed(words: frozenset[str], heads: frozenset[str]) -> bool:
    """Whether one of the words is one of these heads of columns, or a compound with it: Einzelpreis, Lieferzeit."""
    return not heads.isdisjoint(words) or any(word.endswith(_heads_of_compounds(heads)) for word in words)


@cache
def _heads_of_compounds(heads: frozenset[str]) -> tuple[str, ...]:
    known = [head for head in heads if len(head) >= _LONG_HEAD or head in _SHORT_HEADS]
    return (*known, *(form for form in forms_in_compounds(known) if len(form) >= _SHORT_FORM))


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

    @property
    def is_time(self) -> bool:
        return self.pattern.pattern in (CLOCK, WHEN, DEADLINE)

    @property
    def is_distinct(self) -> bool:
        """Whether such an answer has a form that nothing else has: a telephone number."""
        return self.pattern.pattern in (TELEPHONE, MAIL, CODE)

    def is_only_of(self, text: str, asked: Collection[str]) -> bool:
        """Whether a place is asked for, and all that a text has of the form of one are the things asked for: 37 rowers
        took part in the regatta. asked are the question's words."""
        if self.pattern.pattern != WHERE:
            return False
        places = [_DETERMINER.sub("", text[found.end() - 1 :]) for found in self.pattern.finditer(text)]
        named = (_FIRST_WORD.match(place) for place in places)
        return bool(places) and all(name is not None and {*content_words(name[0])} & {*asked} for name in named)

    def is_any_time(self, text: str) -> bool:
        """Whether a reason is asked for and a text says what follows whenever something is so."""
        return self.pattern.pattern == CAUSE and _WHENEVER.match(text) is not None

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
            if self.is_time:  # a digit alone is no time
                return self.cell.search(text) is not None
            return self.is_in(
                text, around, is_data=not self.is_figure or any(map(str.isdecimal, "".join(row.cells[1:])))
            )
        around = frozenset(content_words(row.label)) if row.is_fact else around
        remarks = " ".join(heading.partition("(")[2] for heading, _ in row.columns)
        units = () if self.is_figure else content_words(remarks)
        cells = (value for heading, value in row.columns if not (value.isdecimal() and "(" in heading))
        named = (row.label.partition("(")[0], *cells)  # 80 % humidity is no price
        if self.cell.search(" | ".join(named)) or is_headed(around.difference(units), self.heads):
            return True
        if any(self.asks.search(heading) for heading, _ in row.columns):
            return True  # Where | When
        headings = ((heading.partition("(")[0], value) for heading, value in row.columns)  # without the unit
        asked_for = (value for heading, value in headings if not asked.isdisjoint(content_words(heading)))
        figures = (value for value in asked_for if any(map(str.isdecimal, value)))
        if any(not (self.is_figure and _OTHER_UNIT.search(value)) for value in figures):
            return True
        units = [unit.partition("/")[0].strip() for caption in row.captions for unit in _IN_BRACKETS.findall(caption)]
        valued = (f"{unit} {value} {unit}" for unit in units for value in row.figures)  # Wool ($/kg) above 4.10
        return any(map(self.cell.search, valued))


_DETERMINER = regex(r"\A(?:the|an?|our|your|this|these|its|de[rmsn]|die|das|eine[rmsn]?|unsere[rmsn]?) ", re.IGNORECASE)
_WHENEVER = regex(r"\W{0,5}(?:when|if|whenever|wenn|falls|sobald)\b", re.IGNORECASE)
_FIRST_WORD = regex(r"[\w'’-]{1,40}")
_IN_BRACKETS = regex(r"\(([^()]{1,20})\)")


def answer_kind(
    asks: str,
    pattern: str,
    words: str,
    *,
    heads: str = "",
    cell: str = "",
    in_tables: bool = True,
    is_figure: bool = False,
) -> Kind:
    """A kind of answer that prose and, with in_tables, tables have, from patterns without case."""
    return Kind(
        regex(asks, re.IGNORECASE),
        regex(pattern, re.IGNORECASE),
        frozenset(content_words(words)),
        regex(cell or pattern, re.IGNORECASE),
        COLUMN_HEADS.get(heads, frozenset()),
        in_tables=in_tables,
        is_figure=is_figure,
    )
