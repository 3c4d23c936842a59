"""Parses table rows in plain text into cells, each with its column heading."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from orc.documents.text.leaders import is_led, led_cells, may_lead, without_leader
from orc.documents.text.sentences import with_typed_bars
from orc.documents.text.struck import is_struck
from orc.patterns import regex

_FIGURE = regex(
    r"[-+–—($€£¥~≈<> ]*\d(?:[\d.,:/]|[ \u00a0\u202f](?=\d{3}(?!\d)))*[)% ]*[a-zA-Z€$]{0,3}|[-–—]+|n/?a", re.IGNORECASE
)
_RANGE = regex(r"[$€£¥]? ?(?!0\d)\d{1,6}[.,]\d{1,3} ?[-–—] ?[$€£¥]? ?(?!0\d)\d{1,6}[.,]\d{1,3}%?")
"""Of two amounts. Whole numbers may be the ages that head columns, and those with a zero are days."""
_YEAR = regex(r"(?:19|20)\d\d(?:\D.*)?|\d\d?[./]\d\d?[./](?:19|20)?\d\d")
_QUANTITY = regex(r"[-+–~≈<>]?\d[\d.,]*[ \u00a0\u202f]?°?[^\W\d_]{1,20}[²³]?")
_MOST_YEARS = 15  # between the first and the last of those that head columns
_NOTE = regex(r"\(?\d\)?")
_NAMED = regex(r"\d{1,2}[A-Za-z]{1,2}")  # a thing with a digit in its name: 5G, 4K, 2nd
SEPARATOR = regex(r"[|\t]")
"""What marks the end of a cell."""
_UNIT = regex(r"\(([^()]*)\)")
_TOTAL = regex(
    r"\W*(?:(?:sub|grand |overall )?total|sum\b|summe\b|gesamt|somme\b|totaal|suma\b|soma\b|合計|合计|总计|小计)",
    re.IGNORECASE,
)
_WHOLE = regex(r"\W*(?:the )?(?:group|konzern|groupe|grupo|gruppo|concern|koncern(?:en)?|konsernet)\W*", re.IGNORECASE)
# The result of a whole statement, per share, and the names of groups that may contain it.
_PER_SHARE = regex(
    r"\W*(?:(?:basic|diluted|and|net) ){0,4}\W?(?:income|loss(?:es)?|profit|earnings)\b[^|]{0,60}?"
    r"\bper [\w ]{0,20}share"
    r"|\W*(?:(?:un)?verwässertes )?(?:ergebnis|gewinn|verlust) (?:je|pro) \w{0,12}aktie"
    r"|\W*(?:résultat|bénéfice|perte)[^|]{0,40}? par action",
    re.IGNORECASE,
)
_OF_RESULTS = regex(
    r"\bshares?\b|aktie|\bactions?\b|\b(?:income|loss|profit|earnings|ergebnis|résultat)\b", re.IGNORECASE
)
RULE = regex(r"[\s|:+=-]*")
"""A line between rows."""
_LEAST_FACTS = 4  # rows of a table of facts
_LEAST_CELLS = 3

type Heading = tuple[str, ...]
"""The heading cells of a column, from the top."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of figures or facts. columns are (heading, value) of the filled cells; heading is "" if unknown. headings
    are the heading cells of each of these columns, captions the label of the group of rows and the remarks of the
    headings on all columns, such as a unit; above are the lines above the row. lacking are the headings over the row's
    empty cells, kind is the heading over its label. separated means that marks separate the cells."""

    label: str
    columns: tuple[tuple[str, str], ...]
    headings: tuple[tuple[str, ...], ...] = ()
    captions: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    separated: bool = False
    kind: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The label and the values of the filled cells, in order."""
        return (self.label, *(value for _, value in self.columns))

    @property
    def figures(self) -> list[str]:
        """The values that contain a digit."""
        return [value for _, value in self.columns if any(map(str.isdecimal, value))]

    @property
    def is_fact(self) -> bool:
        """Whether it is a name and its value, without a heading."""
        return self.separated and len(self.columns) == 1 and not (self.columns[0][0] or self.lacking)

    @property
    def over(self) -> str:
        return " ".join(self.above)


def read_table(lines: Sequence[str]) -> list[Row | None]:
    """The rows for the adjacent lines of one table, without cells that are struck out. None for heading lines, also
    where the table repeats them, rules, and rows with no other cells."""
    cells = cells_of(lines)
    count = 0 if lines and is_led(lines[0]) else headings_of(cells)
    width = max((len(row) for row in cells[:count]), default=0)
    captions: list[str] = []  # remarks of the headings on the whole table
    columns: list[Heading] = [()] * width
    own = _is_of_first_group(cells, count)
    for i, row in enumerate(cells[: count - own]):
        captions += _UNIT.findall(row[0]) if row else []
        if len(named := [cell for cell in row[1:] if cell]) == 1 and width > 2:
            captions.append(named[0].strip("()"))
            continue
        for j, cell in enumerate(_over_columns(row, cells[count - 1] if i + 1 < count else ()), 1):
            columns[j] = (*columns[j], cell) if cell and columns[j][-1:] != (cell,) else columns[j]
    above = [line for line, row in zip(lines[: count - own], cells, strict=False) if row]
    naming = [row for row in cells[:count] if any(row[1:])] or cells[:count]  # not the table's title
    kind = " ".join(dict.fromkeys(row[0] for row in naming if row and row[0]))
    heads = set(map(tuple, cells[:count]))  # a table may repeat them at the top of a page
    section: list[str] = []
    rows: list[Row | None] = []
    for line, row in zip(lines, cells, strict=True):
        filled = [(j, cell) for j, cell in enumerate(row) if j and cell]
        if row and (not filled or (section and _is_label_with_remark(row[0], section[0], filled))):
            section = [row[0]]
        if section and _is_apart_from_group(row[0] if row else "", section[0]):
            section = []
        filled = [(j, cell) for j, cell in filled if not is_struck(cell)]
        if len(rows) < count or not filled or tuple(row) in heads:
            rows.append(None)
        else:
            marked = SEPARATOR.search(with_typed_bars(line)) is not None
            if len(columns) < len(row):  # columns without a heading are assumed to be the first
                headings = [(), *[()] * (len(row) - max(len(columns), 1)), *columns[1:]]
            else:  # if empty cells are not marked, the cells of a shorter row could be in any column
                headings = columns if marked or len(columns) == len(row) else [()] * len(row)
            over = tuple(headings[j] for j, _ in filled)
            values = tuple((" ".join(headings[j]), cell) for j, cell in filled)
            parted = marked or [cell.strip().strip('"') for cell in line.split(",")] == row
            width_of_row = len(headings) if marked else len(row)  # marks at the end may be missing
            known = {j for j, _ in filled}
            empty = tuple(" ".join(headings[j]) for j in range(1, width_of_row) if j not in known)
            rows.append(Row(row[0], values, over, (*section, *captions), (*above, *section), empty, parted, kind))
            section = [] if ends_section(row[0]) else section
    return rows


def _is_label_with_remark(label: str, section: str, filled: Sequence[tuple[int, str]]) -> bool:
    """Whether a row is the label of the next group, like that of this one, with only words in one cell, as a source."""
    return "(" in label and "(" in section and len(filled) == 1 and not any(map(str.isdecimal, filled[0][1]))


def _is_apart_from_group(label: str, group: str) -> bool:
    """Whether a row of this name is a result per share, which no group of other figures contains, though it may have no
    total."""
    return _PER_SHARE.match(label) is not None and not _OF_RESULTS.search(group)


def _is_of_first_group(cells: Sequence[Sequence[str]], count: int) -> bool:
    """Whether the last heading row is the label of the first of several groups of rows: the columns are named above it,
    and other labels follow below rows."""
    if (
        count < 2
        or not cells[count - 1]
        or any(cells[count - 1][1:])
        or not any(any(row[1:]) for row in cells[: count - 1])
    ):
        return False
    return any(row and not any(row[1:]) for row in cells[count + 1 : -1])


def _over_columns(row: Sequence[str], last: Sequence[str]) -> list[str]:
    """The heading over each column but the first, of a row of headings above the last one; the last one itself without
    one below it. A heading covers the empty cells after it. If blank columns divide the table into as many parts as
    there are headings, it covers its part, wherever it is in it."""
    if not last:
        return [*row[1:]]
    parts = [
        [j for j, _ in group] for named, group in groupby(enumerate(last[1:], 1), key=lambda e: bool(e[1])) if named
    ]
    own = [[cell for j in part for cell in row[j : j + 1] if cell] for part in parts]
    if len(parts) > 1 and all(len(each) == 1 for each in own) and sum(map(bool, row[1:])) == len(parts):
        of_column = {j: cell for part, (cell,) in zip(parts, own, strict=True) for j in part}
        return [of_column.get(j, "") for j in range(1, max(len(row), len(last)))]
    covering, over = "", list[str]()
    for cell in row[1:]:
        covering = cell or covering
        over.append(covering)
    return over


def led_row(line: str) -> Row | None:
    """The row that a label, the dots that lead from it and its value are; None for another line."""
    cells = led_cells(line)
    return Row(cells[0], (("", cells[1]),), ((),), separated=True) if cells else None


def cells_of(lines: Sequence[str]) -> list[list[str]]:
    """The cells for the adjacent lines of one table, without the bars around rows. A rule has none."""
    typed = list(map(with_typed_bars, lines))
    barred = [line for line in typed if not RULE.fullmatch(line)] or typed
    first = 1 if all(line.startswith("|") for line in barred) else 0
    last = -1 if first and all(line.endswith("|") for line in barred) else None
    rows = list[list[str]]()
    for line, plain in zip(lines, typed, strict=True):
        if RULE.fullmatch(plain):
            cells = []
        elif separator := SEPARATOR.search(plain):
            ends = [*(i for i, mark in enumerate(plain) if mark == separator[0]), len(line)]
            cells = [" ".join(line[start + 1 : end].split()) for start, end in pairwise([-1, *ends])]
            cells = list(map(without_leader, cells)) if may_lead(line) else cells
        else:
            words = line.split()
            label = len(words)
            while label and (_FIGURE.fullmatch(words[label - 1]) or words[label - 1] in "$€£"):
                label -= 1
            cells, sign = [" ".join(words[:label])], ""
            for word in words[label:]:
                if word in "$€£":
                    sign = word
                else:
                    cells.append(sign + word)
                    sign = ""
            if len(cells) < 3 and line.count(",") >= 2 and ", " not in line:
                cells = [cell.strip().strip('"') for cell in line.split(",")]
        rows.append(cells[first:last])
    return rows


def headings_of(table: Sequence[Sequence[str]]) -> int:
    """The number of heading rows at the top: those above the first row of figures, or above the first rule if a row
    with a label follows it, or one in a table of words, whose first cell may be blank above the names of the rows."""
    first = row_of_figures(table)
    rule = next((i for i, (above, row) in enumerate(pairwise(table), 1) if above and not row), None)
    if (
        rule is not None
        and (first is None or rule < first)
        and any(row[0] for row in table[rule + 1 : rule + 2] if row)
    ):
        return rule
    if are_facts(table):
        return 0
    if first is not None:
        return first
    titles = next((i for i, row in enumerate(table) if any(row[1:])), 0)
    heads, *below = table[titles:] or [[]]
    names_columns = len(heads) > 1 and all(heads[1:]) and all(row[0] for row in below if row)
    return titles + 1 if below and (names_columns or all(heads)) else 0


def are_facts(table: Sequence[Sequence[str]]) -> bool:
    """Whether each row is a name and its value, without a row of headings: the values are of different kinds, as to
    their words and figures, whereas those below a heading are alike."""
    rows = [row for row in table if row]
    if len(rows) < _LEAST_FACTS or not all(len(row) == 2 and row[0] for row in rows) or not rows[0][1]:
        return False
    others = [value for _, value in rows[1:]]
    kinds = Counter("".join(filter(str.isalpha, v)) if any(map(str.isdecimal, v)) else "words" for v in others)
    return 2 * max(kinds.values()) <= len(others)


def row_of_figures(table: Sequence[Sequence[str]]) -> int | None:
    """The first row with a label and figures that are not all years or notes beside headings. Below a heading over each
    of its cells, it has no notes."""
    for i, row in enumerate(table):
        filled = [cell for cell in row[1:] if cell]
        figures = [cell for cell in filled if _FIGURE.fullmatch(cell) and not _YEAR.fullmatch(cell)]
        figures += filter(_RANGE.fullmatch, filled)
        heads = [above for above in table[max(i - 2, 0) : i] if len(above) == len(row) and all(above)]
        is_headed = bool(heads)
        if not figures and is_headed and len(set(heads[-1])) == len(row):  # each cell has its own heading
            figures = [cell for cell in filled if _QUANTITY.fullmatch(cell) and not _YEAR.fullmatch(cell)]
        if not figures and row and row[0] and is_headed:
            years = [int(cell[:4]) if _YEAR.fullmatch(cell) and cell[:4].isdecimal() else 0 for cell in row[1:]]
            over_years = any(_YEAR.fullmatch(cell) for below in table[i + 1 : i + 2] for cell in below[1:])
            is_wide = bool(years) and max(years) - min(years) > _MOST_YEARS
            if all(years) and (over_years or is_wide):  # facts rather than headings: far apart, or over other years
                return i
        are_notes = len(figures) < len(filled) and all(map(_NOTE.fullmatch, figures)) and not is_headed
        if i == 0 and all(map(_NAMED.fullmatch, figures)) and 2 * len(figures) < len(filled):
            below = zip(row[1:], *(next_row[1:] for next_row in table[1:2]), strict=False)
            are_notes = any(not re.search(r"\d", head) and own and _FIGURE.fullmatch(own[0]) for head, *own in below)
        if row and row[0] and figures and not are_notes:
            return i
    return None


def begins_table(before: str, lines: Sequence[str]) -> bool:
    """Whether the lines after a blank one begin another table than the line before it: with a heading above a rule,
    with the only row without figures, with rows of words below one of figures, or with a heading over figures and
    another number of cells."""
    cells = cells_of(lines)
    rules = [not row for row in cells]
    if any(rules):
        return rules in ([False, True, False], [True, False, True])
    has_figures = [row_of_figures([row]) == 0 for row in (*cells_of([before]), *cells)]
    wide, *filled = map(_without_end, [*cells_of([before]), *cells])  # the tables of a sheet have as many cells
    is_of_other_width = len(cells) > 1 and len(filled[0]) == len(filled[1]) != len(wide) > 1
    if is_of_other_width and SEPARATOR.search(before) and has_figures[1:3] == [False, True] and all(filled[0]):
        return True
    is_of_words = has_figures == [True, False, False, False] and all(len(row) > 1 and all(row) for row in cells)
    return is_of_words or (has_figures[:3] == [True, False, True] and sum(map(bool, cells[0])) > 1)


def _without_end(row: Sequence[str]) -> list[str]:
    """The cells up to the last one with text."""
    return [*row[: max((place for place, cell in enumerate(row, 1) if cell), default=0)]]


def are_facts_below(before: str, lines: Sequence[str]) -> bool:
    """Whether the rows after a blank one are names with one value each, which the headings of the row before it are not
    over: that row has more cells, and in the column of these values another kind of them."""
    (wide, *block) = cells_of([before, *lines])
    is_alone = all(len(row) > 1 and row[0] and row[1] and not any(row[2:]) for row in block)
    if not (is_alone and block and sum(map(bool, wide)) >= _LEAST_CELLS) or any(ends_section(row[0]) for row in block):
        return False
    kinds = [re.sub(r"[\d.,]", "", v) if any(map(str.isdecimal, v)) else "words" for v in (row[1] for row in block)]
    return kinds != [re.sub(r"[\d.,]", "", wide[1]) if any(map(str.isdecimal, wide[1])) else "words"] * len(block)


def is_total(label: str) -> bool:
    """Whether a row of this name adds up other rows: a total, or the group below its segments."""
    return ends_section(label) or _WHOLE.fullmatch(label) is not None


def ends_section(line: str) -> bool:
    """Whether a row is the total of the rows above it, which ends their group."""
    return _TOTAL.match(line) is not None
