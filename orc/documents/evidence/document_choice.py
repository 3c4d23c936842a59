"""The document that a question chooses by a value that each of several documents states, such as the cheapest offer; or
what each says of it, if their values cannot be compared. Pure (D-520, D-552)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.sentence_ranking import Ranking
from orc.documents.evidence.sources import heads_of
from orc.documents.questions.answer_kind import COLUMN_HEADS
from orc.documents.questions.compared_documents import DOCUMENT_NOUNS, Choice, choice_asked
from orc.documents.questions.document_kinds import DocumentHead, kind_of
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, Question
from orc.documents.text.everyday import says
from orc.documents.text.field_lines import field_of
from orc.documents.text.figures import CALENDAR, CURRENCIES, calendar_dates, figures, is_currency
from orc.documents.text.tokens import content_words, plain_words
from orc.domain import Passage
from orc.patterns import regex

_MONEY = regex(
    r"[$€£¥] ?\d|\d ?[$€£¥]|\d (?:[a-z]{6,8} )?(?:euros?|dollars?|pounds?|franc\w*|franken|kr)\b"
    r"|\b(?:EUR|USD|GBP|CHF) ?\d|\d ?(?:EUR|USD|GBP|CHF)\b"
)
_TIME = regex(r"\d")
_TOTAL = frozenset(
    content_words(
        "total sum due payable summe gesamt gesamtbetrag gesamtsumme gesamtpreis endbetrag rechnungsbetrag zahlbetrag "
        "montant importe totale somma totaal totaalbedrag overall"
    )
)
_PART = frozenset(content_words("subtotal net netto zwischensumme hors excluding excl without zuzüglich zzgl ohne sin"))
_BASIS = frozenset(  # what an amount includes or is for: amounts on another basis are not comparable
    content_words(
        "net netto gross brutto including incl excluding excl inklusive zuzüglich zzgl vat tax mwst ust ttc tva iva "
        "btw plus without ohne sans sin senza sem optional minimum maximum least most "
        "monthly month yearly year annual annually weekly week daily day hourly hour night person each piece metre "
        "quarter quarterly monat monatlich jahr jährlich woche tag stunde person stück mois mensuel annuel jour heure "
        "mes mensual año anual día hora mese mensile anno annuo working business"
    )
)
_GENERIC = _TOTAL | frozenset(
    content_words(
        "price cost amount value final grand date day term preis betrag kosten datum tag wert prix coût valeur date "
        "precio coste valor fecha prezzo costo data preço prijs bedrag datum"
    )
)
_DATE = frozenset(content_words("date datum fecha data dated issued vom le dato"))
_BEGINS = frozenset(content_words("start begin"))
_WITH_TOTAL = frozenset(("invoice", "receipt", "offer"))
_WORKING = frozenset(content_words("working business arbeitstage werktage ouvrables ouvrés hábiles lavorativi úteis"))
_VALID = frozenset(content_words("valid gültig valable válida valida geldig"))
_UNITS = {"day": (1.0, "day"), "week": (7.0, "day"), "month": (1.0, "month"), "year": (12.0, "month")}
_NO_FIGURES = frozenset(("date", "clock", "part", "place", CALENDAR))
_LEAST_COMPARED, _MONTHS = 2, 12
_LEAST_WHOLE, _PASSAGES = 1_000, 20  # characters of a chunk that may not be the last one; of a choice between documents


@dataclass(frozen=True, slots=True)
class _Stated:
    """A value and the sentence that states it; values of one unit and basis are comparable."""

    sentence: Sentence
    value: tuple[float, ...]
    unit: str
    basis: frozenset[str] = frozenset()


def sentences_for_choice(
    question: Question, documents: Mapping[str, Sequence[Sentence]], passages: Sequence[Passage]
) -> list[Sentence] | None:
    """The sentence of the document that the question chooses, or those of several alike, if each document of the kind
    states one comparable value. Else, for each document, its sentence about what decides; empty if it is not known.
    None if the question does not choose between several of these documents, or one states what it asks for."""
    choice = choice_asked(question.text) if len(documents) > 1 else None
    if choice is None:
        return None
    kind, heads = kind_of(choice.thing), _heads(documents, passages)
    compared = [name for name, head in heads.items() if kind is None or kind.name in head.kinds]
    if choice.sort:
        compared = [name for name in compared if heads[name].begins_with([*choice.sort])]
    if (choice.sort and not compared) or (kind and any(kind.name in head.lists for head in heads.values())):
        return None
    light = FUNCTION_WORDS | LIGHT_WORDS - _BEGINS
    topic = [w for w in question.words if w in choice.words and w not in light]
    named = [name for name in compared if not heads[name].words.isdisjoint(topic)]
    if _LEAST_COMPARED <= len(named) < len(compared):  # which offer is cheaper, Acme's or Apex's
        compared, said = named, frozenset[str]().union(*(heads[name].words for name in named))
        topic = [word for word in topic if word not in said]
    asked = replace(choice, words=frozenset(topic))
    stated = {name: _stated(asked, kind.name if kind else "", question, documents[name]) for name in documents}
    known = [each for name in compared if (each := stated[name])]
    others = [name for name, head in heads.items() if name not in compared and not head.kinds]  # may be of the kind too
    are_all = choice.count in (None, len(compared)) and not any(stated[name] for name in others)
    if are_all and _are_comparable(known, len(compared)) and _are_whole(compared, passages):
        best = (min if choice.is_least else max)(each.value for each in known)
        return [each.sentence for each in known if each.value == best]
    if choice.by == "figure":
        listed = [each.sentence for each in known]
    else:
        listed = _of_each(choice, topic, question, [documents[name] for name in (*compared, *others)])
    if len(listed) > 1:
        return listed
    are_several = kind is not None and len(compared) >= _LEAST_COMPARED
    is_said = any(not choice.comparative.isdisjoint(s.words) for its in documents.values() for s in its)
    return [] if are_several and not is_said else None


def _heads(names: Iterable[str], passages: Sequence[Passage]) -> dict[str, DocumentHead]:
    heads = heads_of(passages)
    found = {passage.blob_name: heads[passage.file_id] for passage in passages}
    return {name: found.get(name) or DocumentHead(name) for name in names}


def _are_comparable(stated: Sequence[_Stated], count: int) -> bool:
    """Whether there are this many values, several of one unit and basis."""
    return len(stated) == count >= _LEAST_COMPARED and len({(each.unit, each.basis) for each in stated}) == 1


def _of_each(
    choice: Choice, topic: Sequence[str], question: Question, documents: Iterable[Sequence[Sentence]]
) -> list[Sentence]:
    """For each of these documents, its sentence about what decides, if the question is plainly about documents."""
    if DOCUMENT_NOUNS.isdisjoint(content_words(choice.thing)):
        return []
    topic = topic or [*COLUMN_HEADS["money"]] if choice.by == "money" else topic
    pattern, found = _MONEY if choice.by == "money" else _TIME, list[Sentence]()
    for sentences in documents:
        having = [s for s in sentences if pattern.search(s.text) and not s.is_document_title]
        found += Ranking(having, question, topic).answer(1) if having and topic else []
    return found


def _are_whole(names: Sequence[str], passages: Sequence[Passage]) -> bool:
    """Whether all passages of these documents are at hand, as far as their number and length tell."""
    if len(passages) >= _PASSAGES:  # further documents may have been left out
        return False
    share = _PASSAGES // len(names)
    for name in names:
        chunks = sorted((p.chunk for p in passages if p.blob_name == name), key=lambda chunk: chunk.start)
        if not chunks or chunks[0].start or any(b.start > a.end for a, b in pairwise(chunks)):
            return False
        if len(chunks) >= share and chunks[-1].end > _LEAST_WHOLE:
            return False
    return True


def _stated(choice: Choice, kind: str, question: Question, sentences: Sequence[Sentence]) -> _Stated | None:
    """The one value of a document that decides; None without one or with several."""
    topic, found = choice.words, list[_Stated]()
    lines = [s for s in sentences if not s.is_document_title]
    if topic:
        others = question.loose_words
        about = [s for s in lines if all(w in s.words or says(s.words, others.get(w, ())) for w in topic)]
        found = _values(choice, about)
    elif choice.by in ("money", "figure") and kind in _WITH_TOTAL:
        found = _values(replace(choice, by="money"), [s for s in lines if not _TOTAL.isdisjoint(s.words)])
        found = found or _values(replace(choice, by="money"), lines)  # the only amount
    elif choice.by == "date":
        found = _values(choice, [s for s in lines if _label(s) and _label(s) <= _DATE])
    if len({each.value for each in found}) > 1:
        found = [each for each in found if _PART.isdisjoint(each.sentence.words)]
    return found[0] if len({each.value for each in found}) == 1 else None


def _values(choice: Choice, sentences: Sequence[Sentence]) -> list[_Stated]:
    """The values in these sentences, of the kind that decides; none at all if a sentence has several of them."""
    found = list[_Stated]()
    for s in sentences:
        values = _dates(choice, s) if choice.by == "date" else _figures(choice, s)
        values = values or (
            _dates(choice, s) if choice.by == "duration" and not choice.words.isdisjoint(_VALID) else []
        )
        if len(values) > 1:
            return []
        found += values
    return found


def _label(sentence: Sentence) -> frozenset[str]:
    """The words of the label before what a sentence states, but for kinds of documents; empty without one."""
    words = plain_words(field[0]) if (field := field_of(sentence.text)) else []
    return frozenset(content_words(" ".join(word for word in words if kind_of(word) is None)))


def _basis(choice: Choice, sentence: Sentence, words: frozenset[str]) -> frozenset[str]:
    """What a sentence says beside the question that its value is of: these words, and those of its label."""
    return ((words & sentence.words) | _label(sentence)) - _GENERIC - choice.words


def _dates(choice: Choice, sentence: Sentence) -> list[_Stated]:
    """The dates in a sentence, with both readings of 1/2/2024."""
    dates = {each for each in calendar_dates(sentence.text) if each[1] <= _MONTHS}
    basis = _basis(choice, sentence, frozenset())
    return [_Stated(sentence, (year, month, day), "date", basis) for day, month, year in dates if year]


def _figures(choice: Choice, sentence: Sentence) -> list[_Stated]:
    """The amounts, durations or other figures in a sentence, each reading of them."""
    found = list[_Stated]()
    for figure in figures(sentence.text):
        is_money = figure.unit in CURRENCIES or is_currency(figure.unit)
        by, unit = _UNITS.get(figure.unit, (1.0, figure.unit))
        if figure.refers or figure.is_year or figure.unit in _NO_FIGURES:
            continue
        is_bare = not figure.unit and not figure.noun
        if (choice.by == "money" and not (is_money or is_bare)) or (
            choice.by == "duration" and figure.unit not in _UNITS
        ):
            continue
        basis = _basis(choice, sentence, _WORKING if choice.by == "duration" else _BASIS)
        values = {reading[0][0] * by for reading in figure.readings if len(reading) == 1}  # 4 280 is not 4 and 280
        found += [_Stated(sentence, (value,), unit or figure.noun, basis) for value in values]
    return found
