"""Compares two periods of a table: which segments declined compared with 2023. Pure (D-425)."""

import re
from collections import defaultdict
from collections.abc import Sequence

from orc.documents.evidence.compared_years import compares_with_year
from orc.documents.evidence.fitting_rows import ListedCell
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.superlatives import column_figures
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import Question, years_in
from orc.documents.text.periods import spell_periods
from orc.documents.text.tables import ends_section
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_ROSE = (
    r"gr[eo]w\w?|rose|risen|increased?|gained?|improved?|wuchs\w*|gewachsen|stieg\w*|gestiegen|zugenommen|zulegten"
    r"|zugelegt|verbesserten|verbessert"
)
_FELL = (
    r"declined?|fell|fallen|decreased?|dropped|shr[au]nk|worsened?|sank\w*|gesunken|fiel\w*|gefallen|abgenommen"
    r"|zurückgegangen|zurückgingen|schrumpf\w+|geschrumpft|verschlechtert\w*"
)
_ASKS = regex(
    rf"\W*(?:which|welche[nrsm]?) (?P<thing>[^\W\d_][\w'’-]*)\b.{{0,80}}?\b(?:(?P<up>{_ROSE})|{_FELL})\b", re.IGNORECASE
)
_PART = regex(r"\b[qh][1-4]\b")
_CHANGE = regex(
    rf"\b(?:chang|growth|increas|decreas|veränder|wachstum|vs\b|up\b|down\b|higher|lower|{_ROSE}|{_FELL})|%|\+/-",
    re.IGNORECASE,
)


def asks_change(question: Question) -> bool:
    """Whether a question asks which things rose or fell."""
    return _ASKS.match(question.text) is not None


def changed_cells(question: Question, sentences: Sequence[Sentence]) -> list[ListedCell]:
    """The names of the rows whose figure rose, or fell, between the two periods that the question means, with both
    figures. Empty if the columns do not determine the periods."""
    asked = _ASKS.match(question.text)
    thing = content_words(asked["thing"]) if asked else []
    tables = defaultdict[tuple[str, ...], list[Sentence]](list)
    for s in sentences if thing else ():
        if s.row and not ends_section(s.row.label) and any(are_forms(thing[0], w) for w in content_words(s.row.kind)):
            tables[s.row.above].append(s)
    for rows in tables.values():
        cells = [dict(s.row.columns) if s.row else {} for s in rows]
        periods = {_period(heading): heading for each in cells for heading in each if len(years_in(heading)) == 1}
        part, years = _period(question.text)[0], sorted(question.years)
        of_part = [period for period in periods if period[0] == part or not years]
        known = sorted({year for _, year in of_part})
        if len(years) == 1:
            later = [year for year in known if year > years[0]]
            years = [*years, *later[-1:]] if compares_with_year(question.text) else [f"{int(years[0]) - 1}", *years]
        ends = [periods.get((part, year)) for year in years] if years else [*map(periods.get, sorted(of_part))]
        if len(ends) != 2 or None in ends:
            continue
        before, after = (column_figures([each.get(heading or "", "") for each in cells]) for heading in ends)
        listed = [
            ListedCell(s.number, s.row.label, (each[ends[1] or ""], ends[1] or "", each[ends[0] or ""], ends[0] or ""))
            for s, each, old, new in zip(rows, cells, before or [], after or [], strict=False)
            if s.row and old is not None and new is not None and (new > old if asked and asked["up"] else new < old)
        ]
        if listed:
            return listed
    return []


def lacks_change(question: Question, best: Sequence[Sentence]) -> bool:
    """Whether the question asks which things rose or fell, and neither the best sentences nor the headings over them
    say anything of a change."""
    said = (f"{s.text} {s.row.over if s.row else ''}" for s in best)
    return asks_change(question) and not any(map(_CHANGE.search, said))


def _period(text: str) -> tuple[str, str]:
    """The part of a year and the year in a heading, or "" for what it does not have."""
    found = _PART.search(spell_periods(text.lower()))
    return found[0] if found else "", max(years_in(text), default="")
