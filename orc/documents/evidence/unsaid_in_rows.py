"""Words of a question that a row of a table need not say, since a heading over it says them: games, under Lost; fitted,
under Quantity; a talk, beside a time. Pure (D-530)."""

import re
from collections.abc import Collection

from orc.documents.questions.answer_kind import COLUMN_HEADS, is_headed
from orc.documents.text.everyday import base_forms
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_COUNTS = regex(r"\W*(?:how many|what (?:percentage|share|proportion)|wie viele|wie ?viel prozent)\b", re.IGNORECASE)
_FIGURE = regex(r"\d[\d.,’']{0,12} ?%?")
_CLOCK = regex(r"\d{1,2}[:.]\d\d")
_PARTICIPLE = regex(r"[a-zäöüß]{3,20}(?:ed|t|en|wn|d)", re.IGNORECASE)
_LAST_WORD = regex(r"([^\W\d_]+)\W*\Z")
_SESSIONS = frozenset(
    content_words(
        "talk session lecture presentation speech workshop event break item slot vortrag vorträge referat sitzung "
        "veranstaltung pause programmpunkt"
    )
)
_STATEMENTS = frozenset(content_words("agree disagree say think feel believe find stimmen zu zustimmen meinen finden"))


def unsaid_in_row(row: Row, question: str, counted: str | None, required: Collection[str]) -> frozenset[str]:
    """The required words that this row need not say. counted is the word for what the question counts."""
    unsaid = set[str]()
    if any(_CLOCK.match(cell) for cell in row.cells):
        unsaid |= _SESSIONS.intersection(required)
    if _COUNTS.match(question) is None:
        return frozenset(unsaid)
    said = {w for w in required if counted is None or w != counted or w in _STATEMENTS}
    for heading, value in row.columns:
        over = content_words(heading)
        deeds = {w for w in said if len(over) == 1 and {*base_forms((w,))} & {*base_forms(over)}}
        if deeds and _FIGURE.fullmatch(value):
            unsaid |= deeds | ({counted} if counted else set())
    last = _LAST_WORD.search(question)
    if counted in content_words(row.label) and last and _PARTICIPLE.fullmatch(last[1]):
        stock = any(is_headed(frozenset(content_words(h)), COLUMN_HEADS["stock"]) for h, _ in row.columns)
        unsaid |= {*content_words(last[1])} & {*required} if stock else set()
    return frozenset(unsaid)
