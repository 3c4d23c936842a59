"""Reads the lines of a passage as prose and as rows of tables. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from orc.documents.text.fiscal_years import Spelling
from orc.documents.text.sentences import is_row
from orc.documents.text.stacked_tables import dated_titles, heads_at_end, tables_below, titles_over
from orc.documents.text.table_heads import split_tables
from orc.documents.text.tables import Row, are_facts_below, begins_table, read_table
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_REMARK = regex(r"\|?\s{0,9}[^|\s][^|]{20,400}\|[|\s]*")  # a row with one filled cell


def lines_and_rows(
    lines: Sequence[str], above: Sequence[str], apart: Collection[int], year_ends: Spelling
) -> Iterator[tuple[int, Row | None]]:
    """Each line of prose and each table row, without headings, which the rows contain. The headings of the first table
    are in the rows above it, which are not among the lines. apart are the lines that follow a blank one. year_ends
    spells the dates in headings at which a fiscal year ends."""
    lines = lines[: heads_at_end(lines, apart)]
    blocks = [*pairwise([*sorted(i for i in apart if i < len(lines) and is_row(lines[i])), len(lines)])]
    facts = {i: end for i, end in blocks if are_facts_below(lines[i - 1], lines[i:end])}
    below, dated = tables_below(lines, apart), dated_titles(lines, apart)
    begins = below.union(i for i, _ in blocks if begins_table(lines[i - 1], lines[i : i + 3]))
    begins.update(at for title in dated for at in (title, title + 1))
    titles = titles_over(below, lines)
    for start, end in pairwise(sorted({0, *begins, *facts, *facts.values(), len(lines)})):
        for _, group in split_tables(list(enumerate(lines[start:end], start))):
            members = [i for i, _ in group]
            if start in facts:
                yield from ((i, read_table([lines[i].rstrip("| \t")])[0]) for i in members)
            elif start not in dated and any(is_row(lines[i]) for i in members):
                rows = read_table([*above, *(lines[i] for i in members)])[len(above) :]
                heads = ([(year_ends(heading), value) for heading, value in row.columns] if row else [] for row in rows)
                rows = [row and replace(row, columns=(*its,)) for row, its in zip(rows, heads, strict=True)]
                is_text = (i in titles or not is_row(lines[i]) or _REMARK.fullmatch(lines[i]) for i in members)
                yield from ((i, row) for i, row, text in zip(members, rows, is_text, strict=True) if row or text)
                above = ()
            else:
                yield from ((i, None) for i in members)


def words_over(row: Row, over: str) -> frozenset[str]:
    """The words of what is over a row, but for those over its empty columns alone."""
    empty = {*content_words(" ".join(row.lacking))} if row.lacking else set[str]()
    filled = {*content_words(" ".join(heading for heading, _ in row.columns))} if empty else set[str]()
    return frozenset(content_words(over)) - (empty - filled)
