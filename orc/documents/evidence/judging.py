"""Judges whether documents answer a question: by the share of its words in a passage, and by the names and numbers that
the passage's document has or lacks. Pure (D-109)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice, pairwise
from math import log

from orc.documents.evidence.bounded_rows import is_bounded
from orc.documents.evidence.confidence import ANSWERED, OTHER_SUBJECT_FACTOR, Evidence
from orc.documents.evidence.counting import numbers_thing, spell_grouped
from orc.documents.evidence.distinctions import ADDRESS, ROLES, capital_names, has_other_of_kind, kinds_in
from orc.documents.evidence.file_names import without_file_names
from orc.documents.evidence.focus import OPEN_WORDS, Focus
from orc.documents.evidence.identifiers import Identifiers
from orc.documents.evidence.language_criteria import LanguageCriteria, criteria_for
from orc.documents.evidence.modifiers import Modifiers
from orc.documents.evidence.namesakes import has_form, mixes_names
from orc.documents.evidence.near_misses import NearMisses
from orc.documents.evidence.near_pairs import share_of_near_pairs
from orc.documents.evidence.passage_sentences import Sentence, read_lines, sentences_of_text
from orc.documents.evidence.requirements import WHO_HOLDS
from orc.documents.evidence.row_evidence import AskedPeriods, has_rows_of_others, has_rows_without_kind
from orc.documents.evidence.row_lists import lists_rows
from orc.documents.evidence.sentence_ranking import LEAST, MOST
from orc.documents.evidence.small_documents import MOST_FEW, AskedOfSmall, all_small, are_small
from orc.documents.evidence.titled_names import with_titles
from orc.documents.questions.german import words_in_compounds
from orc.documents.questions.inflections import are_slavic_forms, inflects
from orc.documents.questions.instructions import question_alone, questions_alone
from orc.documents.questions.japanese import counter_asked
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.question import LIGHT_WORDS, MAX_WORDS, Question
from orc.documents.questions.question_language import begins_in_english, has_english_words
from orc.documents.questions.row_numbers import AskedNumbers
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.identifier_heads import compared_forms
from orc.documents.text.initials import Initials
from orc.documents.text.row_labels import AskedLabels, row_labels
from orc.documents.text.sentences import has_rows, sentence_spans
from orc.documents.text.tokens import content_words, is_short_piece, plain_words, words_of
from orc.domain import Passage
from orc.patterns import regex

MOST_TEXTS = 40

_WINDOW = 40
_SHORT, _BEGINNING = 3, 5
_RELATED_SHARE = 0.6
_LIGHT_WEIGHT = 0.3
_MOST_MISSING = 2
_LEAST_ROWS = 4
_FOREIGN = 0.75
_WITH_SENTENCE = 2 / 3

_GAP = regex(r"[\W_]+|(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_ACRONYM = regex(r"\b[A-Z]{2,6}\b")
_PART_OF_YEAR = regex(r"[qh]\d")
# Texts write them as numbers or omit them.
_NEVER_DECIDE = LIGHT_WORDS | frozenset(
    content_words(
        "january february march april may june july august september october november december jan feb mar apr jun jul "
        "aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mr mrs ms dr euro "
        "dollar pound internet english german french spanish agreement contract report policy handbook annual "
        "fiscal fys section position posten artikel produkt eintrag zeile"
    )
)

type Text = tuple[str, str]
"""A document and a text from it."""


def confidences(
    question: str,
    passages: Sequence[Text],
    among: Sequence[Text],
    names: Mapping[str, str],
    phrases: Sequence[str] = (),
    terms: Mapping[str, Phrases] | None = None,
    sizes: Mapping[str, int | None] | None = None,
) -> list[float]:
    """For each passage, given as document and text, the likelihood from 0 to 1 that it answers the question. among are
    the best passages that words have found, however many documents are embedded; names maps documents to their names.
    phrases are synonyms of the question's terms, and terms maps words of the question to the phrases that can replace a
    word. sizes has the number of chunks of each document, None if it is unknown. If a whole message would be refused,
    its single question is judged, or its best one."""
    question = with_titles(without_file_names(question, names.values()), [text for _, text in among])
    of_message = _confidences(question, passages, among, names, phrases, terms, sizes)
    parts = questions_alone(question) if max(of_message, default=ANSWERED) < ANSWERED else ()
    by_part = [_confidences(part, passages, among, names, phrases, terms, sizes) for part in parts]
    return [max(of_passage) for of_passage in zip(*by_part, strict=True)] if by_part else of_message


def _confidences(
    question: str,
    passages: Sequence[Text],
    among: Sequence[Text],
    names: Mapping[str, str],
    phrases: Sequence[str] = (),
    terms: Mapping[str, Phrases] | None = None,
    sizes: Mapping[str, int | None] | None = None,
) -> list[float]:
    """As confidences, for the question as it is."""
    year_ends = compared_forms(question, among)
    among, passages = ([(key, year_ends.get(key, str)(text)) for key, text in texts] for texts in (among, passages))
    asked, known_small = Question(question), all_small((sizes or {}).values())
    few = len(among) <= MOST_FEW and (known_small is not None or are_small(key for key, _ in among))
    judge = Judge(asked, phrases, terms, few=few)
    words = {key: {*content_words(_GAP.sub(" ", name)), *judge.known_in(name)} for key, name in names.items()}
    for key, text in [*among[:MOST_TEXTS], *passages]:
        words.setdefault(key, set()).update(judge.known_in(text))
    endings, count = asked.endings if few else {}, min(len(among), MOST_TEXTS)
    of_document = {key: words_in_compounds(endings, own).union(own) for key, own in words.items()}
    is_long, found = known_small is False, list[Evidence]()
    for key, text in passages:
        evidence = judge.evidence(text, of_document[key], count, names.get(key, ""), is_long=is_long)
        if lists_rows(asked, text):
            factor = 1.0 if is_bounded(asked) else evidence.subject_factor  # rows need not have the bound itself
            evidence = replace(evidence, subject_factor=factor, lacks=False, holds=True)
        found.append(evidence)
    keys = [key for key, _ in passages]
    answered = {key for key, each in zip(keys, found, strict=True) if each.holds or (each.share or 0.0) >= MOST}
    opened = {key for key, each in zip(keys, found, strict=True) if each.leaves_open} - answered
    return [
        judge.confidence(replace(e, lacks=True) if k in opened else e, of_document[k], is_small=known_small is True)
        for k, e in zip(keys, found, strict=True)
    ]


def overall_confidence(passages: Iterable[Passage]) -> float | None:
    """The likelihood that the documents answer: that of the best passage, 0 without passages, None if they were not
    judged."""
    found = list(passages)
    judged = [passage.confidence for passage in found if passage.confidence is not None]
    return max(judged) if judged else None if found else 0.0


def confidence_of(question: str, passages: Sequence[Passage]) -> float:
    """The likelihood that these passages answer, judging them if the search has not."""
    known = overall_confidence(passages)
    return max(confidences(question, *_texts_of(passages))) if known is None else known


def documents_that_answer(question: str, passages: Sequence[Passage]) -> frozenset[str]:
    """The documents, by id, of which a passage answers."""
    known = [passage.confidence for passage in passages]
    judged = known if None not in known else confidences(question, *_texts_of(passages))
    return frozenset(p.file_id for p, value in zip(passages, judged, strict=True) if (value or 0.0) >= ANSWERED)


def judged_question(question: str, passages: Sequence[Passage]) -> str:
    """The text by which these passages are judged: the message, or the single question in it."""
    alone = question_alone(question)
    return alone if alone and max(_confidences(question, *_texts_of(passages))) < ANSWERED else question


def _texts_of(passages: Sequence[Passage]) -> tuple[Sequence[Text], Sequence[Text], Mapping[str, str]]:
    texts = [(passage.file_id, passage.chunk.headed_text) for passage in passages]
    return texts, texts, {passage.file_id: passage.blob_name for passage in passages}


class Judge:
    """Judges passages for one question. phrases are synonyms of its terms, which raise a passage's confidence; terms
    maps words of the question to the phrases that can replace a word. few means that there are so few texts that all
    words of their documents are known."""

    def __init__(
        self,
        asked: Question,
        phrases: Sequence[str] = (),
        terms: Mapping[str, Phrases] | None = None,
        *,
        few: bool = False,
    ) -> None:
        self._text = text = asked.text
        found = content_words(text)
        words = asked.topic if asked.topic and (asked.wants_overview or asked.compares) else asked.words
        self.weights: Mapping[str, float] = {word: _LIGHT_WEIGHT if word in LIGHT_WORDS else 1.0 for word in words}
        self._synonyms = asked.loose_words if few and not phrases else asked.other_words
        self._labels = AskedLabels(found[:MAX_WORDS], self.weights)
        pairs = pairwise(word for word in found if word in self.weights)
        self._pairs = tuple(islice((pair for pair in pairs if pair[0] != pair[1]), MAX_WORDS))
        opens_in_english = begins_in_english(text)
        self._inflects = len(found) > _FOREIGN * len(plain_words(text)) and not opens_in_english
        self._is_slavic = self._inflects and inflects(text)
        self.numbers = frozenset(word for word in self.weights if word[0].isdecimal())
        self.names = frozenset(capital_names(text)) & self.weights.keys() - self.numbers
        self._weights_without_names = {
            word: w for word, w in self.weights.items() if word not in self.names | self.numbers
        }
        self._decisive = frozenset(
            name for name in self.names - _NEVER_DECIDE if len(name) > 1 and not _PART_OF_YEAR.fullmatch(name)
        )
        if terms:
            self._decisive -= frozenset(content_words(" ".join(_ACRONYM.findall(text))))
        self._years = asked.years & self.numbers
        self._numbers, self._periods = AskedNumbers(text), AskedPeriods(asked)
        self._identifiers = Identifiers(text)
        self._near_misses = NearMisses(text, self._synonyms)
        self._modifiers = Modifiers(text if few else "", self._synonyms)
        self._kinds = tuple(islice(kinds_in(found), MAX_WORDS))
        self._phrases = tuple(form for phrase in phrases if (form := frozenset(content_words(phrase))))
        self._of_small = AskedOfSmall(asked) if few else None
        self._few = few and not self._inflects and has_english_words(text)
        self._initials = Initials(text, few=few)
        self._focus = Focus(text)
        whole = asked.wants_overview or asked.compares
        is_known = asked.is_german or opens_in_english or (not self._inflects and has_english_words(text))
        criteria = criteria_for(asked, terms) if few and not whole else None
        self._needs_subject = isinstance(criteria, LanguageCriteria)
        self._criteria = criteria if is_known or self._needs_subject else None
        self._kind = asked_kind(text) if is_known and not (whole or few) else None
        self._counter = counter_asked(text)
        self._asks_holder = WHO_HOLDS.match(text) is not None
        self._told = frozenset(terms or ())  # the words that a text may say in its own terms
        of_words = frozenset(form for forms in (terms or {}).values() for form in forms)
        self._phrases_of_question = tuple(form for form in self._phrases if form not in of_words)
        addressed = ADDRESS.match(text)
        greeted = set(content_words(addressed[0] if addressed else ""))
        self._asked_words = self.weights.keys() - self.numbers - OPEN_WORDS - greeted

    def words_of(self, text: str) -> tuple[str, ...]:
        """The words of a passage, with the question's abbreviations added after their terms."""
        return words_of(self._initials.spelled(text))

    def known_in(self, text: str) -> frozenset[str]:
        """The words of a passage, and the marks of what the question identifies by a number."""
        return frozenset(self.words_of(text)) | self._identifiers.marks(text)

    def evidence(
        self, text: str, of_document: frozenset[str], texts: int, name: str = "", *, is_long: bool = False
    ) -> Evidence:
        """The evidence of a passage. of_document has the words of its document and the marks of what the question
        identifies; texts is the number of passages to choose from, name that of the document. is_long means that not
        all documents are small."""
        words = self.words_of(text)
        of_passage = frozenset(words)
        beginnings = _beginnings(of_document) if self._inflects else frozenset()
        missing = sum(
            not (
                name in of_document
                or name[:_BEGINNING] in beginnings
                or says(of_document, self._synonyms.get(name, ()))
            )
            for name in self.names
        )
        share, best_share = None, None  # of the criteria, by the best sentence, if they apply
        is_excluded, leaves_open = False, False
        if self._criteria is not None and self._criteria.is_applicable:
            every = sentences_of_text(text, name, self._text)
            sentences = self._near_misses.without_others(self._identifiers.without_others(every))
            if isinstance(self._criteria, LanguageCriteria):
                sentences = self._criteria.without_others(sentences)
            share = best_share = max(map(self._criteria.share, sentences), default=0.0)
            leaves_open = share < MOST and self._criteria.leave_open(sentences)
            has_none = leaves_open or self._criteria.lack_figures(sentences, share)
            has_none = has_none or self._has_near_miss(every, sentences, share)
            is_excluded = has_none or self._criteria.excludes(share, of_document)
            if not self._asks_holder and says(of_document, self._phrases_of_question):  # it says so in its own terms
                best_share, is_excluded = None, has_none
        windows = range(0, max(len(words) - _WINDOW // 2, 1), _WINDOW // 2)
        return Evidence(
            in_window=max(self._share(frozenset(words[start : start + _WINDOW])) for start in windows),
            in_passage=self._share(of_passage),
            without_names=self._share(of_passage, self._weights_without_names),
            pairs_nearby=share_of_near_pairs(self._pairs, words),
            other_phrases=float(self._says_phrase(of_passage)),
            names_present=float(bool(self.names) and not missing),
            names_missing=min(missing, _MOST_MISSING),
            numbers_missing=min(len(self.numbers - of_document), _MOST_MISSING),
            texts=0.0 if is_long else log(1 + texts),
            other_rows=float((is_long or texts > MOST_FEW) and self._has_other_rows(text)),
            is_long=is_long * (_WITH_SENTENCE if share is not None and share >= LEAST else 1.0),
            subject_factor=OTHER_SUBJECT_FACTOR if self._has_other_subject(text, words, of_document) else 1.0,
            lacks=is_excluded
            or (self._counter is not None and self._counter.search(text) is None)
            or (self._kind is not None and has_rows_without_kind(self._kind, frozenset(self.weights), text))
            or (
                (best_share is None or self._needs_subject or bool(self._phrases_of_question))
                and self._lacks_asked_thing(text, of_document, texts)
            ),
            holds=best_share is not None and best_share >= MOST and not self._phrases_of_question,
            share=share,
            leaves_open=leaves_open,
        )

    def _has_near_miss(self, every: Sequence[Sentence], kept: Sequence[Sentence], share: float) -> bool:
        """Whether the best sentence is about something near what is asked for, and the kept ones, of which the best has
        this share, do not answer as well."""
        left_out = {*map(id, every)} - {*map(id, kept)} if share < MOST else set[int]()
        shares = (self._criteria.share(s) for s in every if id(s) in left_out) if self._criteria else ()
        best = max(shares, default=0.0)
        return best >= MOST > share or best >= LEAST > share

    def confidence(self, evidence: Evidence, of_document: frozenset[str], *, is_small: bool) -> float:
        """The likelihood that a passage answers, by its evidence, its document's words and whether that is small."""
        known, small = evidence.confidence, self._of_small if is_small else None
        return small.confidence(known, evidence.share, of_document, self.lacking) if small else known

    def _has_other_rows(self, text: str) -> bool:
        """Whether a text of a long document has a table, and no row that the question names."""
        return len(row_labels(text)) >= _LEAST_ROWS and not self._labels.weight_in(text)

    def _has_other_subject(self, text: str, words: Sequence[str], of_document: frozenset[str]) -> bool:
        """Whether the question has a name or a year that the document lacks, or the passage has another year or another
        one of a kind in its place: the chief financial officer, for the chief executive officer."""
        unknown = [w for w in self._decisive - of_document if not says(of_document, self._synonyms.get(w, ()))]
        are_known = all(has_form(name, of_document, inflects=self._inflects) for name in unknown)
        if not are_known or mixes_names(self._text, text):
            return True
        is_other = any(one not in of_document and has_other_of_kind(words, *kind) for *kind, one in self._kinds)
        is_other = is_other or not self._years <= of_document or self._identifiers.are_missing(of_document)
        if is_other or self._modifiers.are_missing(text, of_document):
            return True
        is_other = self._periods.are_others_in(text) or has_rows_of_others(self._numbers, frozenset(self.weights), text)
        if is_other or not self._years:
            return is_other
        weights = {word: weight for word, weight in self.weights.items() if word not in self.numbers}
        if max(weights.values(), default=0.0) < 1:
            return False
        # Either no sentence or row has any of the other words, or those with most of them name only other years.
        lines = [(of_line, self._share(of_line, weights), years) for of_line, years in read_lines(text)]
        most = max((share for _, share, _ in lines), default=1.0)
        if not most and not self._says_phrase(frozenset(words)):
            return True
        best_years = (years for of_line, share, years in lines if share == most or self._says_phrase(of_line))
        stated = frozenset[str]().union(*best_years)
        return bool(stated) and not stated & self._years

    def _lacks_asked_thing(self, text: str, of_document: frozenset[str], texts: int) -> bool:
        """Whether the text cannot contain what is asked for: there is no number before the thing to be counted, the
        head of the requested noun phrase is missing, or less than half of that phrase or of a short question's words is
        there. With too many texts, not all words of the document are known."""
        if self._focus.lacks_priced(of_document) or (self._focus.counted and not self._has_count(text)):
            return True
        asked = self._asked_words if self._few and len(self._asked_words) <= _SHORT else frozenset()
        missing = len(self.lacking(asked, of_document))
        if self._says_phrase(of_document):
            if self._few and len(untold := self._asked_words - self._told) > 1:
                missing = len(self.lacking(untold, of_document))
                return 2 * missing > len(untold)  # how long chat logs are kept, of invoices
            return 1 < missing == len(asked)  # how long one boils an egg is no term of storage
        if texts < MOST_TEXTS and (lacking := self.lacking(focus := self._focus.words, of_document)):
            least = 1 if focus[-1] in ROLES else len(focus)
            if lacking[-1] == focus[-1] or 2 * len(lacking) >= least:
                return True
        return bool(asked) and 2 * missing >= len(asked)

    def lacking(self, asked: Iterable[str], of_document: frozenset[str]) -> list[str]:
        """Those of these words that the document lacks, including their synonyms."""
        beginnings = _beginnings(of_document)
        return [w for w in asked if not (w in of_document or self._has_related(w, of_document, beginnings))]

    def _has_count(self, text: str) -> bool:
        """Whether a sentence has a number before the thing that the question counts, or the text has a table."""
        counted = self._focus.words[-1]
        named = (frozenset((counted,)), *self._synonyms.get(counted, ()))
        if has_rows(text):
            return True
        sentences = (self.words_of(spell_grouped(text[start:end])) for start, end in sentence_spans(text))
        return any(numbers_thing(words, counted, named) for words in sentences)

    def _says_phrase(self, words: frozenset[str]) -> bool:
        """Whether the words have all words of a synonym of the question."""
        return says(words, self._phrases)

    def _share(self, words: frozenset[str], some: Mapping[str, float] | None = None) -> float:
        """The weighted share of the question, or of some of its words with their weights, that these words cover.
        Inflected and related words count less."""
        weights = self.weights if some is None else some
        total = sum(weights.values())
        if not total:
            return 0.0 if some is None else 1.0
        beginnings = _beginnings(words)
        covered = 0.0
        for word, weight in weights.items():
            if word in words:
                covered += weight
            elif self._has_related(word, words, beginnings):
                covered += _RELATED_SHARE * weight
        return covered / total

    def _has_related(self, word: str, words: frozenset[str], beginnings: frozenset[str]) -> bool:
        """Whether the words, which begin so, have another form of the word or a synonym."""
        if len(word) >= _BEGINNING and not word[0].isdecimal() and word[:_BEGINNING] in beginnings:
            return True
        begins = is_short_piece(word) and any(other.startswith(word) for other in words)
        begins = begins or (self._is_slavic and any(are_slavic_forms(word, other) for other in words))
        return begins or says(words, self._synonyms.get(word, ()))


@lru_cache(maxsize=64)
def _beginnings(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:_BEGINNING] for word in words if len(word) >= _BEGINNING)
