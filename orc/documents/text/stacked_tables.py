"""Tables one below the other in a text, such as the same table for two years in one sheet: where one begins, and the
rows of its head that a blank line divides from its rows. Pure (D-500)."""

from collections.abc import Collection, Sequence
from itertools import takewhile

from orc.documents.text.sentences import is_row, with_typed_bars
from orc.documents.text.tables import RULE, SEPARATOR, cells_of, row_of_figures
from orc.patterns import regex

_MOST_HEADS, _LEAST_NAMED = 4, 2
_MOST_LABELS = 12
_MARKS = ("|", "\t", "  ", "│", "┃")
_DATED = regex(r"(?:\S{1,80} ){1,8}\d\d?[ ./-]\d\d?[ ./-](?:\d\d)?\d\d")


def head_alone(lines: Sequence[str], following: Sequence[str]) -> bool:
    """Whether all these lines, which a blank line divides from the following ones, are the head of the table there:
    rows without figures, the last of which names several columns, above a row with as many cells that has figures."""
    if not (0 < len(lines) <= _MOST_HEADS and following):
        return False
    return _heads_at([*lines, following[0]]) == len(lines)


def tables_below(lines: Sequence[str], apart: Collection[int]) -> set[int]:
    """The lines at which another table begins than the one above, which has rows of figures: after a blank line,
    perhaps below rows with one cell, the first row of a head, or of a title that adjoins it. apart are the lines that
    follow a blank one."""
    begins, last_figures, last = set[int](), -1, -1
    may_have = bool(apart) and any(mark in line for line in lines for mark in _MARKS)
    known = {at: cells_of([line])[0] if is_row(line) else [] for at, line in enumerate(lines)} if may_have else {}
    for place in range(len(known)):
        at = place
        if row_of_figures([known[at]]) == 0:
            last_figures = at
        elif last < last_figures and _follows_blank(at, known, apart) and _heads_at(lines[at : at + _MOST_HEADS + 1]):
            last = at
            while at - 1 > last_figures and at not in apart and not any(known[at - 1][1:]) and known[at - 1]:
                at -= 1  # its title, without a blank line between them
            begins.add(at)
    return begins


def titles_over(begins: Collection[int], lines: Sequence[str]) -> set[int]:
    """The rows with only a first cell directly above the lines at which tables begin: their titles."""
    found = set[int]()
    for begin in begins:
        for at in range(begin - 1, max(begin - 1 - _MOST_LABELS, -1), -1):
            if not _is_marked(lines[at]) or any(cells_of([lines[at]])[0][1:]):
                break
            found.add(at)
    return found


def heads_at_end(lines: Sequence[str], apart: Collection[int]) -> int:
    """Where the head of a table whose rows are not among the lines begins, as at the end of a passage: below a blank
    line and rows of figures, rows that mark no figures, one of which has no label or is above too; or else the number
    of lines."""
    at = len(lines)
    while at and len(lines) - at < _MOST_HEADS and _is_marked(lines[at - 1]) and not _has_figures(lines[at - 1]):
        at -= 1
    heads = cells_of(lines[at:])
    are_named = all(any(row[1:]) for row in heads) and sum(map(bool, heads[-1] if heads else ())) >= _LEAST_NAMED
    if not (at and at in apart and are_named and any(map(_has_figures, lines[:at]))):
        return len(lines)
    is_head = any(not row[0] for row in heads) or not {*lines[at:]}.isdisjoint(lines[:at])
    return at if is_head else len(lines)


def dated_titles(lines: Sequence[str], apart: Collection[int]) -> set[int]:
    """The lines between two blank ones, above rows with marks between their cells, that end in a date and are titles,
    such as the name of a sheet: they look like a label and its figures."""
    return {
        at
        for at, line in enumerate(lines)
        if (at in apart or not at)
        and at + 1 in apart
        and _DATED.fullmatch(line)
        and not _is_marked(line)
        and any(map(_is_marked, lines[at + 1 : at + 3]))
    }


def _follows_blank(at: int, known: dict[int, list[str]], apart: Collection[int]) -> bool:
    """Whether a row follows a blank line, or rows with one cell that do."""
    for before in range(at, max(at - _MOST_LABELS, -1), -1):
        if before in apart:
            return True
        if before and sum(map(bool, known[before - 1])) > 1:
            return False
    return False


def _heads_at(lines: Sequence[str]) -> int:
    """The number of rows at the beginning of these lines that are the head of a table; 0 if they are none. Marks
    separate their cells."""
    rows = cells_of([*takewhile(_is_marked, lines)])
    for at, row in enumerate(rows):
        if len(row) != len(rows[0]):
            return 0
        if row_of_figures([row]) == 0:
            is_head = at > 0 and sum(map(bool, rows[at - 1])) >= _LEAST_NAMED
            return at if is_head and (at == 1 or _is_label_alike([each[0] for each in rows[:at]])) else 0
        if not any(row[1:]):
            return 0
    return 0


def _has_figures(line: str) -> bool:
    return is_row(line) and row_of_figures(cells_of([line])) == 0


def _is_label_alike(labels: Sequence[str]) -> bool:
    """Whether the rows of a head name their columns but not what is beside them, or with one label."""
    return len(labels) - labels.count("") <= 1


def _is_marked(line: str) -> bool:
    """Whether a line is a row, and no rule, with marks between its cells."""
    typed = with_typed_bars(line)
    return is_row(line) and SEPARATOR.search(typed) is not None and not RULE.fullmatch(typed)
