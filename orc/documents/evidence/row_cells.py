"""Chooses what an answer says of a table row: the cell that is asked for, the cells that name the row, and the table.
Pure (D-374)."""

import re
from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.qualifiers import TAKES_PLACE
from orc.documents.evidence.superlatives import extreme_asked
from orc.documents.questions.answer_kind import COLUMN_HEADS, is_headed
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.question import LIGHT_WORDS, Question, years_in
from orc.documents.questions.row_numbers import AskedNumbers
from orc.documents.text.everyday import says
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_PERSON = regex(r"(?:[A-ZÀ-Þ][^\W\d]{0,20}\.? ){1,3}[A-ZÀ-Þ][^\W\d]{1,20}(?:-[^\W\d]{1,20})?")
_HOW_MUCH = regex(r"\bhow much (?:is|are|was|were|for)\b", re.IGNORECASE)
_HOW_MANY_ARE_HAD = regex(
    r"\W*how many .{1,60}\b(?:are there|is there|(?:do|does) (?:you|they|we|the \w+) (?:have|sell|stock)|are left"
    r"|are (?:available|in stock))\b"
    r"|\W*wie viele .{1,60}\b(?:gibt es|sind (?:da|vorhanden|übrig)|habt ihr|haben sie)\b",
    re.IGNORECASE,
)
_NOTE = regex(r"\([a-z\d]{1,2}\)|[*†‡]")  # (a), of a note below the table
_WIDE, _BROAD, _MOST_SHOWN, _MOST_ALIKE = 4, 5, 12, 40
_PERSON_HEADS = COLUMN_HEADS["person"]
_CURRENT = regex(
    r"\b(?:this|(?:the )?current|diese[mnrs]?|cette|cet?|esta|este|quest[ao]|deze|denna|denne) "
    r"(?P<period>week|month|quarter|year|season|woche|monat|quartal|jahr|saison|semaine|mois|trimestre|année|semana|mes|año"
    r"|settimana|mese|anno|maand|kwartaal|jaar|mês|ano)\b",
    re.IGNORECASE,
)
_EARLIER = regex(
    r"\b(?:last|previous|prior|ago|letzte[mnrs]?|vorige[mnrs]?|dernière?|passée?|pasad[ao]|scors[ao]|vorig|passad[ao])\b",
    re.IGNORECASE,
)
_BY_WHOM = regex(
    r"\W*(?:(?:and|und|et|y|e|en|och) )?(?:(?:by|to|with|von|bei|par|por|da|door|av) )?(?:whom?|wer|wem|qui|quién|chi"
    r"|quem|vem|hvem|wie (?:is|geeft|leidt))\b",
    re.IGNORECASE,
)


def asked_column(row: Row, question: Question) -> int | None:
    """The index of the column that the question asks for, None if it asks for none or several."""
    columns = asked_columns(row, question)
    return columns[0] if len(columns) == 1 else None


def asked_columns(row: Row, question: Question) -> list[int]:
    """The indices of the columns that the question asks for: those whose heading has most of its words and, of these,
    little else (trading profit, beside underlying trading profit), or is of the kind that it asks for. Empty if the
    assignment of cells to headings is uncertain."""
    if not row.separated or len(row.columns) + len(row.lacking) < 2:
        return []
    words = frozenset(question.words) - AskedNumbers(question.text).counted  # 3 tins
    words -= frozenset(content_words(" ".join(TAKES_PLACE.findall(question.text))))
    cells = [frozenset(content_words(value)) for _, value in row.columns]
    headings = [frozenset(content_words(heading)) for heading, _ in row.columns]
    if now := _CURRENT.search(question.text):  # this week, which is not under: Last week
        period = frozenset(content_words(now["period"]))
        headings = [h - period if _EARLIER.search(row.columns[j][0]) else h for j, h in enumerate(headings)]
    named = [len(words & heading) for heading in headings]
    if all(words & cell or not count for cell, count in zip(cells, named, strict=True)):
        own = frozenset(content_words(row.label)).union(*cells)  # oil, of an oil change, is not its lubricant
        in_other_words = [phrases for word, phrases in question.loose_words.items() if word in words - own]
        reworded = [sum(says(heading, phrases) for phrases in in_other_words) for heading in headings]
        named = reworded if any(reworded) else named
    if max(named) and named.count(max(named)) > 1:  # words of the row's name are not about a column: a torque wrench
        words -= frozenset(content_words(row.label)).union(*cells)
        named = [len(words & heading) for heading in headings]
    if not any(named):
        said = frozenset(content_words(row.label)).union(*cells)
        named = [sum(are_forms(w, other) for w in words - said for other in heading) for heading in headings]
    if not any(named):
        kind = asked_kind(question.text)
        by_whom = _BY_WHOM.match(question.text) and not is_headed(frozenset(content_words(row.kind)), _PERSON_HEADS)
        heads = kind.heads if kind else _PERSON_HEADS if by_whom else frozenset[str]()
        heads |= COLUMN_HEADS["money"] if not kind and _HOW_MUCH.search(question.text) else frozenset()
        heads |= COLUMN_HEADS["stock"] if _HOW_MANY_ARE_HAD.match(question.text) else frozenset()
        named = [int(is_headed(heading, heads)) for heading in headings]
    if not any(named) and question.wants_name and not _PERSON.fullmatch(row.label):  # the only person in the row
        named = [int(_PERSON.fullmatch(value) is not None) for _, value in row.columns]
    most = max(named)
    found = [j for j, count in enumerate(named) if count == most] if most else []
    if len(found) > _MOST_ALIKE:
        return []
    told = [j for j in found if not all(word[0].isdecimal() for word in words & headings[j])]
    alone = {j: frozenset(content_words(_NOTE.sub("", row.columns[j][0]))) for j in found}
    found = [j for j in found if not any(alone[other] < alone[j] for other in told)]
    return [_column_of_kind(row, question, found[0])] if len(found) == 1 else found


def _column_of_kind(row: Row, question: Question, named: int) -> int:
    """The index of the only column with a heading of the kind that the question asks for, if the column that it names
    has the row's own name or is of another kind: when is the candle making course, with a course and a date; what does
    delivery to zone 2 cost, with charges and days of delivery. Otherwise that of the named column."""
    kind = asked_kind(question.text)
    heads = kind.heads if kind else _PERSON_HEADS if _BY_WHOM.match(question.text) else frozenset[str]()
    headings = [frozenset(content_words(heading)) for heading, _ in row.columns]
    of_kind = [at for at, heading in enumerate(headings) if is_headed(heading, heads)]
    asked = frozenset(question.words)
    is_name = not asked.isdisjoint(content_words(row.columns[named][1]))
    is_of_other = any(
        is_headed(headings[named], others) for others in COLUMN_HEADS.values() if heads.isdisjoint(others)
    )
    if len(of_kind) == 1 and (is_name or is_of_other):
        return of_kind[0]
    cells = [at for at in of_kind if kind and kind.cell.search(row.columns[at][1])]
    is_of_more = not headings[named] <= asked
    return (
        cells[0] if len(cells) == 1 and is_of_more and named in of_kind else named
    )  # Duration, for how long, beside Long hair


def naming_cells(row: Row, question: Question, column: int) -> list[str]:
    """The cells by which the question names the row, in their order, with the first cell if it asks for an extreme; if
    it names none, the first with letters. column is the one that is asked for."""
    asked = frozenset(question.words) - LIGHT_WORDS
    cells = [row.label, *(value for j, (_, value) in enumerate(row.columns) if j != column)]
    words = [asked.intersection(content_words(cell)) for cell in cells]
    chosen, said = set[int](), set[str]()
    for at in sorted(range(len(cells)), key=lambda at: -len(words[at])):
        if words[at] - said and (at == 0 or any(map(str.isalpha, cells[at]))):
            chosen.add(at)
            said |= words[at]
    if chosen and extreme_asked(question.text)[0] and any(map(str.isalpha, row.label)):
        chosen.add(0)  # the dearest of the mains
    if chosen:
        return [cells[at] for at in sorted(chosen)]
    return [next((cell for cell in cells if any(map(str.isalpha, cell))), row.label)]


def quoted_cells(
    row: Row, question: Question, asking: Question, *, alone: bool, named: bool
) -> tuple[tuple[int, str], ...]:
    """What an answer quotes of a row, each with its level below the first: the cell that is asked for, with the cells
    that name the row, the column's headings and the table's title; the row's name with the cells in several columns
    that are asked for, with the headings of each below it, or with all cells of a wide row of figures that is the
    answer alone. Empty if it quotes the row as it is, as those whose name does not tell them apart. asking is what the
    user wrote of the question."""
    columns = asked_columns(row, asking)
    if len(columns) == 1:
        (column,) = columns
        if not any(map(str.isalnum, row.columns[column][1])):
            return ()  # a dash says nothing without the row
        names = naming_cells(row, question, column)
        parts = dict.fromkeys((row.columns[column][1], *names, *row.headings[column], *row.captions))
        return tuple((0, part) for part in parts)
    if len(row.columns) < _WIDE or not (named and row.separated and row.label and any(map(str.isalpha, row.label))):
        return ()
    is_broad = len(row.columns) + len(row.lacking) >= _BROAD
    words = sum(any(map(str.isalpha, value)) for _, value in row.columns)
    if alone and not columns and is_broad and 2 * words < len(row.columns):
        columns = [*range(len(row.columns))]
    if not (1 < len(columns) <= _MOST_SHOWN and all(row.headings[j] for j in columns)):
        return ()
    cells = ((level, part) for j in columns for level, part in _cell_with_headings(row, j))
    return ((0, row.label), *cells, *((0, part) for part in row.captions))


def _cell_with_headings(row: Row, column: int) -> tuple[tuple[int, str], ...]:
    return ((0, row.columns[column][1]), *((1, heading) for heading in row.headings[column]))


def cells_with_headings(row: Row, columns: Sequence[int]) -> tuple[str, ...]:
    """The row's cells in these columns, each before its headings."""
    return tuple(part for j in columns for part in (row.columns[j][1], *row.headings[j]))


def distinct_titles(tables: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """For the headings over each of several tables, the nearest one that distinguishes them; empty if none does."""
    different = list(dict.fromkeys(tables))
    for level in range(1, min(map(len, different), default=0) + 1):
        names = [titles[-level].lstrip("# ") for titles in different]
        if len({*names}) > 1:
            return dict(zip(different, names, strict=True))
    return {}


def dated_title(sentence: Sentence, question: Question) -> str:
    """The title over a row's table if only it has a year that the question names: sales by quarter for 2023. Without
    it, the row could be of any year."""
    title = sentence.titles[-1] if sentence.row and sentence.titles else ""
    return title.lstrip("# ") if question.years & years_in(title) and not question.years & sentence.years else ""
