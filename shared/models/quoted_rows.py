"""What an answer quotes of a table row."""

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.row_cells import quoted_cells
from orc.documents.evidence.table_terms import counts_row, is_of_money, terms_over
from orc.documents.questions.question import Question
from orc.documents.text.sentences import BARS
from orc.documents.text.tables import Row


def quoted_row(
    sentence: Sentence, row: Row, question: Question, asking: Question, title: str, *, alone: bool, is_named: bool
) -> list[tuple[int, str]]:
    """The parts of a row's quote, each with its level: the cells that are asked for, with those that name the row and
    the columns' headings, or else the row with the headings over it; then the title that tells its table from others,
    and what is said above the table of all that is in it. asking is what the user wrote of the question, alone whether
    the row is the answer alone, is_named whether its name tells it from the others."""
    parts = [*quoted_cells(row, question, asking, alone=alone, named=is_named or alone)]
    if not parts:
        lines = [" ".join(line.split()).strip(f"{BARS} ") for line in (sentence.shown or sentence.text, *row.above)]
        parts = [(0, line) for line in dict.fromkeys(lines)]
    parts += [(0, title)] if (0, title) not in parts else []
    terms = terms_over(row, sentence.titles, sentence.table_title, sentence.terms)
    parts += [(0, term) for term in terms if not any(term in part for _, part in parts)]
    if counts_row(question.text, row):
        parts = [part for part in parts if not (is_of_money(part[1]) and part[1] in (*row.captions, *terms))]
    return [part for part in parts if part[1]] or [(0, sentence.text)]
