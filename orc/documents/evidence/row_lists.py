"""Which rows of a table a question lists or keeps: all of it, or that of the answer before. Pure (D-411)."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from orc.documents.evidence.bounded_rows import bounded_cells, is_bounded
from orc.documents.evidence.changed_rows import asks_change, changed_cells
from orc.documents.evidence.compared_rows import COMPARING, compared_cells, compares_things
from orc.documents.evidence.counted_rows import counts_things, rows_of_kind
from orc.documents.evidence.fitting_rows import ListedCell, asks_for_rows, fitting_cells
from orc.documents.evidence.passage_sentences import Sentence, sentences_of_text
from orc.documents.evidence.superlatives import extremes_in
from orc.documents.questions.answer_kind import Kind, is_headed
from orc.documents.questions.further_languages import further_kind
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, Question
from orc.documents.questions.romance import romance_kind
from orc.documents.text.sentences import BARS, has_rows
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_ORDERS = regex(
    r"\W*(?:(?:please|bitte|can you|could you) )?(?:list|name|show|enumerate|nenn(?:e|en)?|zeig(?:e|en)?|liste[nrz]?"
    r"|compare[rz]?|compara|confronta|vergleichen?|vergelijk|jämför|citez|énumérez|énumère|enumera|enumere|muestra|elenca|mostra|noem|toon|nämn|lista)\b",
    re.IGNORECASE,
)
_ASKS = regex(
    r"\W*(?:what|which|who|when|where|how much|welche[nrsm]?|was|wer|wann|wo|quel(?:le)?s?|qui|quand|combien|qué"
    r"|cu[aá]l(?:es)?|cuánto|quali?|che|quanto|quais|wat|welke?|wie|vilka|vad|hvilke|jakie|jaké)\b",
    re.IGNORECASE,
)
_OF_SEVERAL = regex(
    r"\b(?:are|there|sind|gibt|sont|y a|son|hay|sono|ci sono|são|há|zijn|finns|findes|są|jsou)\b", re.IGNORECASE
)
_OF_ONE = regex(r"\b(?:is|ist|est|è|é|how many|wie ?viele|combien de|hoeveel)\b", re.IGNORECASE)
_SHORT_NAME = regex(r"\b[A-ZÀ-ÖØ-Þ]{2,4}\b")  # of a row, mostly
_WORD = regex(r"[^\W\d_][\w'’-]*")
_NAME = regex(r"(?<=[^\W\d_] )[A-ZÀ-Þ][\w'’-]+")
_MARKS = regex(r"\\(?=\W)|\s?\[\d{1,3}\]")  # of citations, and of escapes
_LAST_VOWELS = regex(r"[aeiouy]{1,2}\Z")
# All that a table lists is offered, and can be chosen.
_OFFERED = (FUNCTION_WORDS | COMPARING | LIGHT_WORDS - frozenset(content_words("included"))) | frozenset(
    content_words(
        "werden wurden er t every enumerate planned offered available scheduled book rent hire buy choose order "
        "attend join sell possible alle bitte nenne zeige angeboten verfügbar geplant vorhanden buchen mieten "
        "kaufen wählen besuchen belegen mir man ihr proposés proposées disponibles louer réserver acheter choisir "
        "suivre listez citez énumérez tous ofrecen disponibili disponíveis alquilar reservar comprar elegir todos "
        "todas muestra elenca tutti noleggiare prenotare seguire scegliere mostra alugar noem toon huren boeken "
        "kopen volgen kiezen aangeboden beschikbaar hyra boka välja nämn erbjuds"
    )
)
_MOST, _FEW, _MOST_WORDS = 20, 4, 12
_LEAST, _LONGEST_ENDING = 3, 3


class _Columns(NamedTuple):
    """What a question names of a table: the columns, its words that are in no heading, the number of those that are,
    and whether one has another ending there."""

    places: frozenset[int]
    left: frozenset[str]
    named: int
    is_inflected: bool


class _Candidate(NamedTuple):
    """A row that the question may list: the place of the cell that it asks for, 0 for the row's name, the number of its
    words in headings, and whether it has words that choose among the rows."""

    sentence: Sentence
    row: Row
    column: int
    named: int
    is_chosen: bool

    @property
    def fit(self) -> tuple[int, bool]:
        return self.named, not self.column


def listed_cells(
    question: Question, sentences: Sequence[Sentence], *, strict: bool = False
) -> tuple[list[ListedCell], int]:
    """The cells of the rows that fit the question, that it compares, or that changed as it says; or those of the column
    that it lists ("Which concerts are there?", "the venues of the concerts"), each once. And the number of further
    ones. Of four or more rows with the question's other words, only these; unless strict, a row with the name that it
    has need not have its verb: the flights that Sara Lind flies. None unless the question names a heading in the
    plural, or orders a list."""
    fitting = bounded_cells(question, sentences)
    if fitting is None:
        of_rows = (read(question, sentences) for read in (changed_cells, compared_cells, fitting_cells))
        fitting = next(filter(None, of_rows), None)
    if fitting is not None:
        return fitting[:_MOST], max(len(fitting) - _MOST, 0)
    asked = {} if extremes_in(question.text) else _words_of_request(question)
    is_plural = _ORDERS.match(question.text) or _OF_SEVERAL.search(question.text)
    kind = _asked_kind(question.text) if asked else None
    persons = frozenset(() if strict else content_words(" ".join(_NAME.findall(question.text))))
    in_rows = frozenset[str]().union(*(s.words for s in sentences if s.row)) if asked else frozenset[str]()
    tables = dict[tuple[str, ...], _Columns]()
    candidates = list[_Candidate]()
    for s in sentences if asked else ():
        row = s.row
        if row is None or not row.kind or not row.separated or ends_section(row.label):
            continue
        heads = (row.kind, *(heading for heading, _ in row.columns))
        found = tables.get(heads) or tables.setdefault(heads, _columns_named(asked, heads, kind))
        if not found.places or len(found.places - {0}) > 1 or not (is_plural or found.is_inflected):
            continue
        left = found.left - (frozenset(content_words(" ".join(s.titles[-1:]))) - in_rows)
        lacking = left - s.words
        if not lacking or (len(lacking) == 1 and not persons.isdisjoint(s.words) and persons.isdisjoint(lacking)):
            candidates.append(_Candidate(s, row, max(found.places), found.named, bool(left)))
    best = max((candidate.fit for candidate in candidates), default=None)
    candidates = [candidate for candidate in candidates if candidate.fit == best]
    if any(candidate.is_chosen for candidate in candidates) and len(candidates) < _FEW:
        return [], 0
    cells = dict[tuple[str, ...], ListedCell]()
    for s, row, column, *_ in candidates:
        values = row.cells
        at = column or next((i for i, value in enumerate(values) if any(map(str.isalpha, value))), 0)
        names = (row.label, *(row.headings[at - 1] if column else ())) if at else ()
        cells.setdefault((values[at], *names), ListedCell(s.number, values[at], names))
    return [*cells.values()][:_MOST], max(len(cells) - _MOST, 0)


def lists_rows(question: Question, text: str) -> bool:
    """Whether a text has a table of which the question lists a column or rows, or counts the rows."""
    is_list = (
        compares_things(question)
        or is_bounded(question)
        or asks_for_rows(question)
        or asks_change(question)
        or bool(_words_of_request(question))
    )
    if not (has_rows(text) and (is_list or counts_things(question))):
        return False
    sentences = sentences_of_text(text)
    return bool(rows_of_kind(question, sentences)) or (
        is_list and bool(listed_cells(question, sentences, strict=True)[0])
    )


def row_before(
    best: Sequence[Sentence], sentences: Sequence[Sentence], question: Question, before: str
) -> Sentence | None:
    """The row of the answer before, if several rows of the same table match the question best, which says nothing but
    the heading of a column or the kind of its cells."""
    rows = [s.row for s in best if s.row]
    if len(best) < 2 or len(rows) < len(best) or not before or any(row.above != rows[0].above for row in rows):
        return None
    kind = _asked_kind(question.text)
    said = LIGHT_WORDS.union(content_words(" ".join(rows[0].above)), kind.words if kind else ())
    if not said.issuperset(question.words):
        return None
    lines = {line.strip(f"{BARS}- ") for line in _MARKS.sub("", before).split("\n")}
    answered = [
        s
        for s in sentences
        if s.row
        and s.row.above == rows[0].above
        # the lines of the answer have the row, or its label and another cell
        and (s.text.strip(f"{BARS} ") in lines or len(lines.intersection(s.row.cells)) > 1)
    ]
    return answered[0] if len({s.text for s in answered}) == 1 else None


def _words_of_request(question: Question) -> dict[str, list[str]]:
    """The words that say what a question lists, by their form; none if it lists nothing."""
    text, said = question.text, frozenset(question.words) - (_OFFERED - question.genitives)
    tokens = [*islice(_WORD.findall(text), _MOST_WORDS + 1)]
    names_row = not text.isupper() and _SHORT_NAME.search(text) is not None
    lists = not names_row and (_ORDERS.match(text) or (_ASKS.match(text) and not _OF_ONE.search(text)))
    forms = {form.casefold(): content_words(form) for form in tokens if lists and len(tokens) <= _MOST_WORDS}
    return {form: words for form, words in forms.items() if not said.isdisjoint(words)}


def _asked_kind(text: str) -> Kind | None:
    return asked_kind(text) or romance_kind(text) or further_kind(text)


def _columns_named(asked: Mapping[str, Sequence[str]], heads: Sequence[str], kind: Kind | None) -> _Columns:
    """What the question names of a table with these headings; asked are its words by their form."""
    places = {
        form: [i for i, head in enumerate(heads) if _is_in_heading(form, words, head)] for form, words in asked.items()
    }
    columns = {i for each in places.values() for i in each}
    of_kind = [i for i, h in enumerate(heads) if i and kind and is_headed(frozenset(content_words(h)), kind.heads)]
    is_of_kind = columns == {0} and len(of_kind) == 1
    columns |= {*of_kind} if is_of_kind else set()
    left = {word for form, words in asked.items() if not places[form] for word in words}
    left -= kind.words if kind and is_of_kind else frozenset()
    joined = " ".join(heads).casefold()
    is_inflected = any(each and form not in joined for form, each in places.items())
    return _Columns(frozenset(columns), frozenset(left), sum(map(bool, places.values())), is_inflected)


def _is_in_heading(form: str, words: Sequence[str], heading: str) -> bool:
    """Whether a word, in this form and as it is compared, is in the heading with another ending at most: fietsen for
    fiets, corsi for corso."""
    if not words or not {*words}.isdisjoint(content_words(heading)):
        return bool(words)
    for other in _WORD.findall(heading.casefold()):
        one, two = sorted((_LAST_VOWELS.sub("", form), _LAST_VOWELS.sub("", other)), key=len)
        if len(one) >= _LEAST and two.startswith(one) and len(two) - len(one) <= _LONGEST_ENDING:
            return True
    return False
