"""Compares the periods of figures: what a thing was in 2022 is not what it was in 2023 (D-400)."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, islice, pairwise

from orc.documents.text.everyday import base_forms
from orc.documents.text.figures import CALENDAR, Figure, FigureSet, figures, month_names
from orc.documents.text.opposites import sides_of
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tables import read_table
from orc.documents.text.tokens import content_words
from orc.documents.verification.clauses import ASIDE, UP_OR_DOWN
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.passage_figures import has_decimal_comma, passage_figures, scales_of
from orc.documents.verification.table_rows import label_words
from orc.patterns import regex

_YEAR = r"(?<![\w.,/-])(?:FY ?)?(?:19|20)\d\d(?![\w/-]|[.,]\d)|\bFY ?\d\d\b"
_TOKEN = regex(
    rf"(?P<period>\b(?:\d{{1,2}}\.? )?(?:{'|'.join(sorted(month_names(), key=len, reverse=True))})\.?(?: \d{{1,2}},?)?"
    rf" (?:19|20)\d\d\b|(?<![\w.])\d{{1,2}}\.\d{{1,2}}\.(?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b|{_YEAR})"
    r"|(?P<figure>(?:[$€£¥] ?|\b(?:EUR|USD|GBP|CHF) |(?<![\w.,]))\d[\d.,]{0,20})",
    re.IGNORECASE,
)
_YEARS = regex(r"(?<!\d)(?P<year>(?:19|20)\d\d)(?!\d)|\bFY ?(?P<short>\d\d)\b", re.IGNORECASE)
_COMPARED = regex(r"\b(?:compared|than|versus|vs|against|up|down|gegenüber|als)\b", re.IGNORECASE)
_NO_PERIOD_OF_IT = regex(
    r"\b(?:compared (?:with|to)|than|from|since|versus|vs\.?|against|over|before|after|until|due|maturing|gegenüber"
    r"|seit|als|bis)(?: \w{1,12}){0,3} ?\Z",
    re.IGNORECASE,
)
_EARLIER = regex(r"\b(?:previous|prior|last|before|earlier|from|compared|than|vor\w*|als|von)\b", re.IGNORECASE)
_FROM, _TO = (regex(rf"\b(?:{words})(?: \w{{1,12}})? ?\Z", re.IGNORECASE) for words in ("from|von", "to|auf"))
_APART = regex(r"[;:]\s|\b(?:and|und|but|aber|while|whereas|während|which|who)\b", re.IGNORECASE)
_LISTED = regex(r"\W{0,3}(?:\w{1,12}\W{1,2}){0,3}")
_FISCAL = r"\b(?:(?:fiscal|financial)(?: year)? |Geschäftsjahr\w{0,2} |FY ?)(?P<fiscal>(?:19|20)?\d\d)\b"
_FISCAL_YEAR = regex(_FISCAL, re.IGNORECASE)
_ENDED = regex(
    rf"{_FISCAL}[^.;\n]{{0,20}}\b(?:end(?:ed|s|ing|ete|et)|clos\w+)(?: \w+)? "
    r"(?P<date>\w+\.? \w+,? (?P<year>(?:19|20)\d\d))\b",
    re.IGNORECASE,
)
_EARLY = regex(
    r"\b(?:(?:Jan|Feb|Mar|Apr|Mär|Apr)\w{0,6}\.? \d{1,2},? (?P<first>20\d\d)"
    r"|\d{1,2}\.? (?:Jan|Feb|Mar|Apr|Mär)\w{0,6}\.? (?P<last>20\d\d))\b"
)
_NEGATIVE = regex(r"[^\d]*[(–−-]")
_BESIDE_EARLIER = regex(
    r"\b(?:compared (?:with|to)|against|versus|vs\.?|gegenüber|verglichen mit|im Vergleich zu|contre|frente a"
    r"|rispetto a|(?:up|down) from)(?: \w{1,12})? ?\Z",
    re.IGNORECASE,
)
_HEADING = regex(r"(?:(?P<marks>#{1,6}) )?[^\n]{1,100}\n?")
_SECTION_NUMBER = regex(r"\A(?:#{1,6} )?\d{1,2}(?:\.\d{1,2}){0,4}[.)]? (?=[^\W\d_])")
_ENDS_SENTENCE = tuple(".!?;:,…")
_PLAIN = 1
_LATER_YEARS = 11
_NEAR, _FAR, _NEXT_WORDS, _LONGEST_HEADING = 45, 80, 20, 200
_MOST_FIGURES, _MOST_ROWS = 6, 60
_MOVES = regex(r"\b(?:stieg|sank|fiel|wuchs|erhöhte|verringerte)(?:en)?n?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Period:
    """The years and months that a text names."""

    years: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.years or self.months)

    def differs_from(self, other: "_Period") -> bool:
        """Whether both name years, or both months, and have none in common."""
        both = ((self.years, other.years), (self.months, other.months))
        return any(own and others and own.isdisjoint(others) for own, others in both)


@dataclass(frozen=True, slots=True)
class _Dated:
    """A figure and the period that its text gives it. before is the text before it; years are those of all figures in
    its row, last is the value there of the year before."""

    figure: Figure
    period: _Period
    before: str = ""
    years: frozenset[int] = frozenset()
    last: float | None = None


def periods_agree(passage: str, claim: str) -> bool:
    """Whether the passage gives the claim's figures the same years and months, in sentences and in the rows that the
    claim names. What rises or falls must not come from a later year. A figure without a period agrees.

    The passage says "Sales were 90 in 2022 and 95 in 2023": "Sales were 95 in 2022" does not agree."""
    stated = list(islice(_dated_in_sentences(claim), _MOST_FIGURES))
    sides = sides_of(set(base_forms(content_words(claim)))).get(UP_OR_DOWN, set())
    moves = sides or _MOVES.search(claim)
    if not any(each.period or moves for each in stated):
        return True
    if len(sides) == 1 and not _moves_as_said(stated, falls=1 in sides):
        return False
    dated = list(_dated_in(passage, set(content_words(claim))))
    scales = scales_of(passage)
    known = [(FigureSet([each.figure], scales=scales), each) for each in dated]
    came_from: set[int] = set()
    for each in stated:
        found = [other for of_it, other in known if of_it.contains(each.figure)]
        if not found or not all(other.period for other in found):
            continue
        if all(each.period.differs_from(other.period) for other in found):
            return False
        if len(sides) == 1 and _TO.search(each.before) and all(other.last is not None for other in found):
            risen = {other.figure.readings[0][0][0] > (other.last or 0) for other in found}
            if risen == {1 in sides}:
                return False
        years = set[int]().union(*(other.period.years for other in found))
        if moves and _FROM.search(each.before):
            came_from = years
        elif moves and _TO.search(each.before) and years:
            of_rows = [other.years for other in found]
            earlier = came_from or (set[int]().union(*of_rows) - years if all(of_rows) else set())
            if earlier and min(earlier) > max(years):
                return False
    return True


def _moves_as_said(stated: Sequence[_Dated], *, falls: bool) -> bool:
    """Whether the figure after "from" is greater than the one of that unit after "to" if the claim says that something
    falls, and less if it rises."""
    first, last = (next((each for each in stated if side.search(each.before)), None) for side in (_FROM, _TO))
    if first is None or last is None or first.figure.unit != last.figure.unit:
        return True
    before, after = (each.figure.readings[0][0][0] for each in (first, last))
    return before == after or (after < before) == falls


def _dated_in(passage: str, claim_words: Set[str]) -> Iterator[_Dated]:
    """The figures of the passage in sentences and in the rows that the claim names. Those of a table or a paragraph
    that has no years have the one of the heading over it, unless that is part of a date (D-544)."""
    over, level, above = _Period(), 0, ""
    for block in blocks_of(passage):
        if block.is_table:
            lines = [above, *filter(str.strip, block.lines)]
            found, own = list(_dated_in_rows(lines, claim_words)), lines[1:]
        else:
            found, own = list(_dated_in_sentences(_SECTION_NUMBER.sub("", block.text))), block.lines
            heading = None if found or block.text.rstrip().endswith(_ENDS_SENTENCE) else _HEADING.fullmatch(block.text)
            depth = len(heading["marks"] or "") or _PLAIN if heading else 0
            if heading and ((period := _period(heading[0])).years or depth <= level):
                over, level = (_Period() if period.months else period), depth
        above = own[-1] if own else above
        has_years = any(map(_YEARS.search, own))
        yield from found if has_years else (replace(each, period=each.period or over) for each in found)


def asides_agree(passage: str, claim: str) -> bool:
    """Whether a claim that names no year and nothing earlier has no figure that the passage only has in an aside about
    an earlier period.

    The passage says "Sales rose to 95 (2022: 90)": "Sales were 90" does not agree."""
    if _YEARS.search(claim) or _EARLIER.search(claim) or not ASIDE.search(passage):
        return True
    outside = passage_figures(ASIDE.sub(" ", passage), passage)
    asides = FigureSet(figures("; ".join(ASIDE.findall(passage))))
    stated = islice(figures(claim), _MOST_FIGURES)
    return not any(asides.contains(figure) and not outside.contains(figure) for figure in stated)


def readings_of_years(passage: str, claim: str) -> list[tuple[str, str]]:
    """The passage and the claim as they are, after those in which the claim's fiscal years are the calendar years in
    which they end, if the passage has such dates in the first four months of the following years. Only the latter if
    the passage says when they end and has these dates elsewhere too."""
    if not (stated := {_year(found["fiscal"]) for found in _FISCAL_YEAR.finditer(claim)}):
        return [(passage, claim)]
    ends = {
        _year(found["fiscal"]): found["year"]
        for found in islice(_ENDED.finditer(passage), _MOST_FIGURES)
        if passage.count(found["date"]) > 1
    }
    is_known = stated <= ends.keys()
    if not is_known:
        ends = {year: f"{int(year) + 1}" for year in stated}
    early = {found["first"] or found["last"] for found in _EARLY.finditer(passage)}

    def in_calendar_years(text: str) -> str:
        return _FISCAL_YEAR.sub(lambda found: ends.get(_year(found["fiscal"]), found[0]), text)

    if is_known:
        return [(in_calendar_years(passage), in_calendar_years(claim))]
    return [*([(passage, in_calendar_years(claim))] if early.issuperset(ends.values()) else ()), (passage, claim)]


def _year(digits: str) -> str:
    return digits if len(digits) > 2 else f"20{digits}"


def _period(text: str) -> _Period:
    """The years and months in a heading or another short text."""
    years = frozenset(int(found["year"] or f"20{found['short']}") for found in _YEARS.finditer(text))
    months = frozenset(
        int(value // (1e6 if value >= 1e6 else 100) if figure.unit == "date" else value)
        for figure in figures(text)
        if figure.unit in ("date", CALENDAR)
        for reading in figure.readings
        for value, _ in reading
    )
    return _Period(years, months)


def _dated_in_rows(lines: Sequence[str], claim_words: Set[str]) -> Iterator[_Dated]:
    """The figures of the rows that the claim names. The first line is the one above the table."""
    named = list[tuple[frozenset[str], list[tuple[_Period, str]]]]()
    over: list[_Period] = []  # the periods of the last line that has nothing else
    for line, row in zip(lines, [None, *read_table(lines[1:])], strict=True):
        found = list(_TOKEN.finditer(" ".join(line.split())))
        if len(found) > 1 and all(each["period"] for each in found):
            over = [_period(each[0]) for each in found]
        label = label_words(row) if row else None
        if row and label and label <= claim_words:
            columns = [(_period(heading[:_LONGEST_HEADING]), value) for heading, value in row.columns]
            if over and not any(period for period, _ in columns):
                notes = len(columns) - len(over)  # references before the figures
                if 0 <= notes <= 1:
                    columns = [*columns[:notes], *zip(over, (value for _, value in columns[notes:]), strict=True)]
            named.append((label, columns))
            if len(named) > _MOST_ROWS:
                return
    for label, columns in named:
        if not any(label < other for other, _ in named):
            years = frozenset().union(*(period.years for period, _ in columns))
            values = {
                year: figure.readings[0][0][0]
                for period, value in columns
                for year in period.years
                for figure in islice(figures(value), 1)
                if not _NEGATIVE.match(value)
            }
            for period, value in columns:
                latest = max(period.years, default=0)
                last = values.get(latest - 1) if latest in values else None
                yield from (_Dated(each, period, years=years, last=last) for each in islice(figures(value), 1))


def _dated_in_sentences(text: str) -> Iterator[_Dated]:
    """The figures of the sentences of a text. A figure has the period that closely follows it, or else the one before
    it; lists of figures and of periods correspond."""
    for start, end in sentence_spans(text):
        sentence = " ".join(text[start:end].split())
        comma = has_decimal_comma(sentence)
        tokens = list(_TOKEN.finditer(sentence))
        found = dict[int, _Dated]()
        for i, token in enumerate(tokens):
            if token["figure"]:
                last = min(tokens[i + 1].start() if i + 1 < len(tokens) else len(sentence), token.end() + _NEXT_WORDS)
                before = sentence[max(tokens[i - 1].end() if i else 0, token.start() - _FAR) : token.start()]
                for figure in figures(sentence[token.start() : last], decimal_comma=comma):
                    if figure.counts and figure.unit != CALENDAR:
                        found.setdefault(i, _Dated(figure, _Period(), before))
        given = _period_tokens(sentence, tokens)
        for i, each in found.items():
            if i in given:
                yield replace(each, period=_period(tokens[given[i]][0]))
            elif (later := i + 1) in found and _BESIDE_EARLIER.search(found[later].before) and later in given:
                latest = max(_period(tokens[given[later]][0]).years, default=0)
                years = frozenset(range(latest + 1, latest + _LATER_YEARS)) if latest else frozenset[int]()
                yield replace(each, period=_Period(years))
            else:
                yield each


def _period_tokens(text: str, tokens: Sequence[re.Match[str]]) -> dict[int, int]:
    """For each token that is a figure and has a period, the position of the token that is its period."""
    gaps = [text[one.end() : other.start()] for one, other in pairwise(tokens)]
    # A bracket ends a list: "140 in 2023 (2022: 120)".
    marks = accumulate(("(" in gap for gap in gaps), initial=0)
    kinds = [
        (token["period"] is None, mark if token["period"] else 0) for token, mark in zip(tokens, marks, strict=False)
    ]
    runs = [list(run) for _, run in groupby(range(len(tokens)), kinds.__getitem__)]
    given = dict[int, int]()  # the period of each figure
    for earlier, run, later in zip([[], *runs], runs, [*runs[1:], []], strict=False):
        if tokens[run[0]]["period"] is None:
            continue
        if len(run) > 1:
            for others in (earlier, later):
                inner = [gaps[i] for i in (*run[:-1], *others[:-1])]
                if len(others) == len(run) and all(map(_LISTED.fullmatch, inner)):
                    given |= dict(zip(others, run, strict=True))
            continue
        at = run[0]
        gap = gaps[at - 1] if at else text[: tokens[at].start()]
        if _NO_PERIOD_OF_IT.search(gap[-_FAR:]):
            continue
        follows = bool(earlier) and tokens[earlier[-1]]["period"] is None
        if follows and len(gap) <= _NEAR and ", " not in gap and not _APART.search(gap):
            given[earlier[-1]] = at
            continue
        for i in later:
            gap = gaps[i - 1]
            if len(gap) > _FAR or _APART.search(gap) or _COMPARED.search(gap):
                break
            if not _FROM.search(gap) and (i == later[0] or _TO.search(gap)):
                given.setdefault(i, at)
    return given
