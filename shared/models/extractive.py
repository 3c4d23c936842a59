"""The chat model without a configured model: it answers with the documents' own sentences."""

import re
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from orc.documents.asked_sections import section_asked
from orc.documents.citations.markers import escaped
from orc.documents.evidence.calculated_rows import calculated_rows
from orc.documents.evidence.central_sentences import central_of_each_passage, central_sentences
from orc.documents.evidence.compared_years import without_compared_years, without_other_months
from orc.documents.evidence.counted_rows import counted_rows
from orc.documents.evidence.document_choice import sentences_for_choice
from orc.documents.evidence.exact_rows import without_longer_names
from orc.documents.evidence.file_names import without_file_names
from orc.documents.evidence.identifiers import Identifiers, with_exact_names, without_scattered_names
from orc.documents.evidence.judging import judged_question
from orc.documents.evidence.language_criteria import LanguageCriteria, criteria_for
from orc.documents.evidence.list_items import ABOVE_PASSAGE
from orc.documents.evidence.listed_kinds import of_kind_asked
from orc.documents.evidence.marked_notes import with_notes
from orc.documents.evidence.modifiers import Modifiers
from orc.documents.evidence.named_documents import passages_of_named
from orc.documents.evidence.namesakes import without_namesakes
from orc.documents.evidence.near_misses import NearMisses
from orc.documents.evidence.neighbours import with_neighbours, with_qualifications, with_telling_headings
from orc.documents.evidence.opening_lines import asks_opening, stated_at_opening
from orc.documents.evidence.other_things import without_other_things, without_words_of_names
from orc.documents.evidence.passage_sentences import Sentence, read_sentences
from orc.documents.evidence.persons import FULL_NAME
from orc.documents.evidence.row_cells import dated_title, distinct_titles
from orc.documents.evidence.row_lists import listed_cells, row_before
from orc.documents.evidence.row_names import lacks_row, questions_by_row, total_alone, with_code, without_rows_of_others
from orc.documents.evidence.row_notes import notes_asked
from orc.documents.evidence.sentence_ranking import Ranking
from orc.documents.evidence.small_documents import MOST_FEW, are_small
from orc.documents.evidence.sources import asked_of_source, heads_of, passages_that_answer
from orc.documents.evidence.stacked_rows import newest_first
from orc.documents.evidence.summaries import headed_summary, section_of
from orc.documents.evidence.superlatives import extreme_rows, lacks_cell
from orc.documents.evidence.title_names import without_title_names
from orc.documents.grounding import corrected
from orc.documents.list_notices import AND_MORE, DOCUMENT, DOCUMENTS, ROWS
from orc.documents.notices import (
    INTRODUCTION,
    NO_PASSAGE,
    NO_QUESTION,
    NOT_IN_DOCUMENTS,
    NOTHING_IN_IT,
    PART_NOT_IN_DOCUMENTS,
    TRANSLATION_NEEDS_MODEL,
)
from orc.documents.questions.instructions import PERSON, leans_on_another, parts_asked, several_questions
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.named_sources import document_meant
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.questions.translations import asks_for_translation
from orc.documents.reading_requests import asks_for_task, asks_only_for_pages
from orc.documents.refusals import refusal_over
from orc.documents.search.catalogue_questions import CatalogueQuestion, catalogue_question
from orc.documents.search.synonyms import Synonyms
from orc.documents.text.everyday import says
from orc.documents.text.periods import join_periods
from orc.documents.text.tokens import content_words
from orc.domain import Passage
from orc.graphs.planning.heuristics import asks_nothing, is_small_talk
from orc.graphs.planning.talk_replies import reply_to_talk
from orc.ports import ChatChunk, ChatRequest, Finished, Grounding, TextDelta
from shared.models.answer_text import AnswerText as _Answer
from shared.models.by_document import group_by_document
from shared.models.quoted_lists import joined_quotes
from shared.models.quoted_parts import quoted_items, quoted_sections
from shared.models.quoting import heading_of, list_by_document, list_sentences, quote

_LONGEST = 400
_ON_TOPIC, _ON_SUBJECT, _ROOT = 0.45, 0.6, 5  # shares, letters
_DEFINED = re.compile(r"\((?:(?:herein)?after |the )?[\"“„«'‘]([^()\"”“»'’]{2,40})[\"”“»'’]\)")


class ExtractiveChatModel:
    """Answers only from a request's grounding, in the words of its passages; the number of its passage follows each
    sentence. Without documents it says what it is and how to configure a model. synonyms are those of the search."""

    name = "extractive"
    generative = False

    def __init__(self, synonyms: Synonyms | None = None) -> None:
        self._synonyms = synonyms or Synonyms.with_built_in()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        answer = _answer_message(request.grounding, self._synonyms)
        if request.grounding and answer in NOT_IN_DOCUMENTS.by_language.values():
            answer = refusal_over(request.grounding)
        for piece in re.findall(r"\S+\s*|\s+", answer):
            yield TextDelta(piece)
        yield Finished("stop", model=self.name)

    async def ping(self) -> None:
        return

    async def aclose(self) -> None:
        return


def _answer_message(grounding: Grounding | None, synonyms: Synonyms) -> str:
    """The answer to a message. If it asks several questions, their answers in order, then the questions without one."""
    if grounding is None or not grounding.passages:
        return answer_question(grounding, synonyms)
    grounding = corrected(grounding, synonyms)
    message = grounding.asked or grounding.question
    if asks_for_translation(message):
        return TRANSLATION_NEEDS_MODEL.to(message)
    if not (parts := several_questions(message) or questions_by_row(message, grounding.passages)):
        return _answer_best_reading(grounding, synonyms)
    passages = tuple(replace(passage, confidence=None) for passage in grounding.passages)  # each part has its own
    answers, whole_question = dict[str, str](), ""  # the last part that is understood alone
    for part in parts:
        before = next(reversed(answers.values()), grounding.before)
        of_part = replace(grounding, question=part, passages=passages, queries=(), asked=part, before=before)
        if whole_question and (leans_on_another(part) or not content_words(part)):
            stands_alone = content_words(part) and not PERSON.search(part)
            of_part = replace(of_part, question=f"{whole_question} {part}", queries=(part,) if stands_alone else ())
        else:
            whole_question = part
        is_empty = of_part.question == part and not content_words(part)
        answers[part] = NOT_IN_DOCUMENTS if is_empty else _answer_best_reading(of_part, synonyms)
        if NOT_IN_DOCUMENTS.begins(answers[part]) and of_part.question != part:  # one sentence may answer both
            of_whole, own = answer_question(replace(of_part, asked=""), synonyms), Question(part)
            says_it = own.words and all(
                w in of_whole.words or says(of_whole.words, own.loose_words.get(w, ())) for w in own.words
            )
            answers[part] = of_whole if says_it and of_whole in answers.values() else answers[part]
    given = dict.fromkeys(answer for answer in answers.values() if not NOT_IN_DOCUMENTS.begins(answer))
    unanswered = [part for part, answer in answers.items() if answer not in given] if given else []
    notice = (PART_NOT_IN_DOCUMENTS if given else NOT_IN_DOCUMENTS).to(message)
    return "\n\n".join([*given, *(notice.format(escaped(part)) for part in unanswered)]) or notice


def _answer_best_reading(grounding: Grounding, synonyms: Synonyms) -> _Answer:
    """The answer to a question. A follow-up ("And in 2023?") has several readings: with the question before it, as it
    was rephrased, and alone. The answer whose sentences say most of what the user wrote, and of its context, is given.
    One that says nothing of what the user wrote counts only if it differs from that to the question before, or if the
    user asks for nothing definite; one to the user's words alone only if it is a single sentence or has the kind of
    answer asked for. A question about a person is read alone only where both together have no answer, and the sentences
    or the headings over them must name that person."""
    if grounding.asked in ("", grounding.question):
        return answer_question(grounding, synonyms)
    written, whole = Question(grounding.asked), Question(grounding.question)
    kind = asked_kind(written.text)
    own = [word for word in written.words if word not in LIGHT_WORDS and not (kind and word in kind.words)]
    context = [word for word in whole.words if word not in LIGHT_WORDS and word not in written.words]

    def said_of(words: Iterable[str], answer: _Answer) -> int:
        """How many of the words the answer has, in any form or as a synonym."""
        return sum(
            word in answer.words
            or says(answer.words, whole.loose_words.get(word, ()))
            or (len(word) >= _ROOT and any(other.startswith(word[:_ROOT]) for other in answer.words))
            for word in words
        )

    passages = tuple(replace(passage, confidence=None) for passage in grounding.passages)  # each reading has its own
    if not grounding.queries:
        answer = answer_question(grounding, synonyms)
        named = [word for word in own if word in whole.words and not word[0].isdecimal()]
        is_of_other = bool(named) and said_of(context, answer) and not said_of(named, answer)
        if not is_of_other:
            return answer
        alone = answer_question(replace(grounding, question=grounding.asked, passages=passages), synonyms)
        person = frozenset(word for word in context if word in whole.names) or frozenset(context)
        begins = FULL_NAME.match(alone.lstrip("#*_ "))  # in an article about another: Olga Brandt declined
        is_other = begins is not None and person.isdisjoint(content_words(begins[0]))
        is_said = PERSON.search(grounding.asked) and said_of(named, alone) and said_of(person, alone)
        is_answer = is_said and not (is_other or alone.is_refusal)
        return alone if is_answer else _Answer(NOT_IN_DOCUMENTS.to(grounding.question))
    question_before = grounding.question.removesuffix(grounding.asked).strip()
    of_question_before, first, *others = [
        answer_question(replace(grounding, question=reading, passages=passages), synonyms)
        for reading in (question_before, grounding.question, *grounding.queries)
    ]
    leans = question_before != grounding.question
    is_vague = not kind and (others[-1].sentences > 1 or not own)  # how did it change?
    if leans and is_vague and not first.is_refusal:
        return first
    found = list[tuple[int, int, _Answer]]()
    for answer in (first, *others):
        is_new = not (leans and answer == of_question_before)
        count = said_of(own or written.words, answer)
        if not answer.is_refusal and (count or (leans and is_new)):
            found.append((count + (said_of(context, answer) if is_new else 0), count, answer))
    if not found:
        return _Answer(NOT_IN_DOCUMENTS.to(grounding.question))
    _, most, best = max(found, key=lambda each: each[0]) if leans else found[0]
    if leans and of_question_before in best:  # without the answer to the question before
        return min((answer for _, count, answer in found if count >= most and answer in best), key=len)
    return best


def answer_question(grounding: Grounding | None, synonyms: Synonyms) -> _Answer:
    """The answer to the grounding's question: a reply to small talk, the documents that mention something, a summary,
    what a document states at its beginning, cells of a table, or the sentences that answer. Else that it has none."""
    asked = join_periods(grounding.question.strip()) if grounding else ""
    if is_small_talk(asked):
        return _Answer(reply_to_talk(asked, grounding.languages if grounding else ()))
    if asked and asks_nothing(asked):
        return _Answer(NO_QUESTION.to(asked))
    if grounding is None or not (grounding.passages or grounding.documents):
        return _Answer(INTRODUCTION.to(asked))
    is_follow_up = asked.endswith(f" {grounding.asked}")
    asked, passages = asked_of_source(asked, grounding.passages, grounding.asked if is_follow_up else "")
    grounding = replace(grounding, question=asked, passages=tuple(passages))
    of_named = passages_of_named(asked, passages)
    read = [s for s in read_sentences(grounding.passages, asked) if s.number in of_named]
    if not (sentences := read):
        return _Answer(NOT_IN_DOCUMENTS.to(asked))
    titles = [sentence.text for sentence in sentences if sentence.is_document_title]
    question = Question(asked, [*grounding.documents, *titles])
    about = catalogue_question(asked)
    if about is not None and about.subject:  # no passage tells that a document lacks a word
        is_listed = about.wants == "mentions"
        listed = _list_mentions(grounding, question, sentences, about) if is_listed else NOT_IN_DOCUMENTS.to(asked)
        return _Answer(listed)
    if answer := _answer_by_form(asked, grounding, question, sentences):
        return answer
    if not (answering := passages_that_answer(asked, question, grounding.passages)):
        return _Answer(NOT_IN_DOCUMENTS.to(asked))
    sentences = [s for s in sentences if s.number in answering and not s.is_salutation]
    sentences = without_scattered_names(asked, [*grounding.documents, *titles], sentences)
    own = without_namesakes(asked, sentences, grounding.passages)
    sentences = Identifiers(asked).without_others(without_rows_of_others(asked, own))
    sentences = NearMisses(asked, question.loose_words).without_others(Modifiers(asked, {}).without_others(sentences))
    judged = without_file_names(judged_question(asked, grounding.passages), grounding.documents)
    judged, sentences = without_title_names(judged, sentences, grounding.passages)
    question = Question(judged) if judged != asked else question
    listing = _list_cells(question, sentences, grounding.passages)
    chosen, titled, more = ([], [], 0) if listing else _choose_sentences(grounding, sentences, question, synonyms)
    if not chosen:
        return listing or _Answer(NOT_IN_DOCUMENTS.to(asked))
    is_titled, chosen = titled is chosen, with_notes(chosen, read, grounding.passages)
    words = frozenset[str]().union(*(s.words | s.headings | s.scope for s in chosen))
    title_of = distinct_titles([s.titles for s in (chosen if is_titled else own) if s.row])
    written = Question(grounding.asked) if is_follow_up else question
    if len(chosen) == 1 and chosen[0].introduced_at != ABOVE_PASSAGE:
        return _Answer(
            quote(
                chosen[0], question, "", title_of.get(chosen[0].titles, "") or dated_title(chosen[0], question), written
            ),
            words,
        )
    labels = Counter(s.row.label for s in chosen if s.row)
    alone = [s for s in chosen if s.row and labels[s.row.label] == 1]
    over = ((title_of.get(s.titles, "") or dated_title(s, question)) if s.row else "" for s in chosen)
    quotes = (quote(s, question, "  ", t, written, is_named=s in alone) for s, t in zip(chosen, over, strict=True))
    left_out = f"\n\n{AND_MORE.to(asked).format(more)}" if more else ""
    return _Answer(f"{joined_quotes(chosen, quotes)}{left_out}", words, len(chosen))


def _answer_by_form(
    asked: str, grounding: Grounding, question: Question, sentences: Sequence[Sentence]
) -> _Answer | None:
    """The answer to a question whose form says what to show: pages, a summary, what documents state at their beginning
    or of what decides between them, or all sentences of a kind. None for another question."""
    if listed := of_kind_asked(asked, sentences):
        return _Answer(list_sentences(listed, question), frozenset(question.words), len(listed))
    titles = [sentence.text for sentence in sentences if sentence.is_document_title]
    if asks_only_for_pages(asked, [*grounding.documents, *titles]) and not asks_for_task(asked):
        return _Answer(list_by_document(grounding, question, central_of_each_passage(sentences)))
    is_section = section_asked(asked, [*grounding.documents, *titles]) is not None
    if is_section and (quoted := quoted_sections(grounding, sentences)):
        return quoted
    if question.wants_overview or (question.compares and len(set(grounding.documents)) > 1):
        return _Answer(_summarise(grounding, question, sentences))
    meant = document_meant(asked, heads_of(grounding.passages)) if asks_opening(asked) else None
    of_file = [s for s in sentences if meant in (None, grounding.passages[s.number - 1].file_id)]
    if stated := stated_at_opening(asked, of_file, [meant or passage.file_id for passage in grounding.passages]):
        words = frozenset[str]().union(*(s.words for s in stated))
        return _Answer(" ".join(quote(s, Question("")) for s in stated), words, len(stated))
    if listed_items := quoted_items(grounding, question, sentences):
        return listed_items
    chosen = sentences_for_choice(question, group_by_document(grounding, sentences), grounding.passages)
    if chosen is not None:
        text = list_by_document(grounding, question, chosen) or NOT_IN_DOCUMENTS.to(asked)
        return _Answer(text, frozenset(question.words), len(chosen))
    return None


def _choose_sentences(
    grounding: Grounding, sentences: Sequence[Sentence], question: Question, synonyms: Synonyms
) -> tuple[list[Sentence], Sequence[Sentence], int]:
    """The sentences that answer the question, each with those that are needed to understand it; those whose titles tell
    them apart, which are all rows of a table of which one is the greatest; and the number of rows that answer as well
    and are left out."""
    texts = [passage.chunk.headed_text for passage in grounding.passages]
    terms = synonyms.by_word(question.text, texts)
    criteria = criteria_for(question, terms)
    used = criteria if criteria.is_applicable and len(texts) <= MOST_FEW else None
    sentences = without_words_of_names(question, sentences, grounding.passages)
    sentences = used.without_others(sentences) if isinstance(used, LanguageCriteria) else sentences
    place_of, phrases = {id(s): i for i, s in enumerate(sentences)}, synonyms.of(question.text, texts)
    are_of_small = are_small(passage.file_id for passage in grounding.passages)
    ranking = Ranking(sentences, question, phrases=phrases, criteria=used, decide=are_of_small)
    kept = without_other_things(question, sentences, phrases)
    kept = without_longer_names(question, kept, grounding.passages)
    ranking.keep(without_compared_years(question, kept))
    of_months = without_other_months(question.text, ranking.answer())
    best = total_alone(question, with_exact_names(question.text, with_code(question, of_months, sentences)))
    if best and (lacks_cell(question, best[0], sentences) or lacks_row(question, best, sentences, terms)):
        best = []
    best = [its] if (its := row_before(best, sentences, question, grounding.before)) else best
    best = calculated_rows(question, best, sentences, grounding.passages)
    best = notes_asked(question, best, sentences, grounding.passages) or best
    extreme = extreme_rows(question, best[0], sentences, grounding.passages) if best else None
    places = [place_of[id(s)] for s in (best if extreme is None else extreme)]
    if question.wants_name:  # first the definitions of the answer's terms, as in contracts: Acme Ltd (the "Tenant")
        said = frozenset[str]().union(*(sentences[i].words for i in places))
        defining = (
            i
            for i, s in enumerate(sentences)
            if len(s.text) <= _LONGEST and any(said.intersection(content_words(t)) for t in _DEFINED.findall(s.text))
        )
        places = [*(i for i in islice(defining, 1) if i not in places), *places]
    near = dict.fromkeys(j for i in places for j in with_neighbours(sentences, i, question))
    shown = dict.fromkeys(with_telling_headings(sentences, [*near]))
    chosen, table = newest_first(question, [sentences[i] for i in shown]), best[0].row if extreme else None
    titled = [s for s in sentences if s.row and s.row.above == table.above] if table else chosen
    return chosen, titled, 0 if extreme else ranking.rows_left_out(best)


def _list_cells(question: Question, sentences: Sequence[Sentence], passages: Sequence[Passage]) -> _Answer | None:
    """The rows that the question counts, after their number, or the cells of a table that it lists, each with its row's
    name, and the number of those left out. None if it counts or lists none."""
    counted, more = counted_rows(question, sentences, passages)
    cells, more = (counted, more) if counted else listed_cells(question, sentences)
    lines = ["\n  - ".join(f"{escaped(part)} [{cell.number}]" for part in (cell.value, *cell.names)) for cell in cells]
    head = f"{ROWS.to(question.text).format(len(cells) + more)}:\n- " if counted else "- "
    lines += [AND_MORE.to(question.text).format(more)] if more else []
    return _Answer(head + "\n- ".join(lines), frozenset(question.words), len(cells)) if lines else None


def _list_mentions(
    grounding: Grounding, question: Question, sentences: Sequence[Sentence], about: CatalogueQuestion
) -> str:
    """The documents that mention the subject, each with its best sentence, after their number if the question asks for
    it. Other words for the subject count only if no document has its own. A document with the subject in its name need
    not repeat it."""
    parts = []
    sentences = [s for s in sentences if not about.subject.isdisjoint(s.words | s.named)] or sentences
    for name, of_document in group_by_document(grounding, sentences).items():
        is_named = about.is_either or any(about.subject <= s.named for s in of_document)
        best = Ranking(of_document, question, sorted(about.subject)).answer(1, needed=0.0 if is_named else _ON_SUBJECT)
        parts += [f"{heading_of(name)}\n- {quote(sentence, question, '  ')}" for sentence in best]
    if about.counts and parts:
        count = (DOCUMENTS if len(parts) > 1 else DOCUMENT).to(question.text).format(len(parts))
        parts.insert(0, f"{count}:")
    return "\n\n".join(parts) or NOT_IN_DOCUMENTS.to(question.text)


def _summarise(grounding: Grounding, question: Question, sentences: Sequence[Sentence]) -> str:
    """Summarises the documents one after another by sentences that are central to each, or to the question's topic. If
    the question names some of them, only those."""
    documents = group_by_document(grounding, sentences)
    named = {name: its for name, its in documents.items() if name in question.named}
    if not (question.asks_each or (question.compares and len(named) == 1)):  # both leases, of which one is lease.pdf
        documents = named or ({name: its for name, its in documents.items() if its} if question.named else documents)
    parts_wanted = parts_asked(grounding.question)
    limit = max(1, parts_wanted // len(documents)) if parts_wanted else max(2, 6 - len(documents))
    titled = question.names & frozenset[str]().union(*(s.words | s.named for s in sentences if s.start == 0))
    topic = [word for word in question.topic if not (question.compares and word in titled)] or question.topic
    parts, empty, has_all = list[str](), list[str](), False
    for name, its in documents.items():
        if section := section_of(its, topic) if question.of_section else []:
            summary = central_sentences(section, limit)
        elif its and topic:
            ranking = Ranking(without_other_things(question, its, ()), question, topic)
            summary = ranking.answer(limit, close=0.85 if question.asks_each else 0.5, needed=_ON_TOPIC)
        elif parts_wanted:
            summary = central_sentences(its, limit)
        else:
            summary = headed_summary(its, limit)
        lines = [f"- {quote(s, question, '  ')}" for s in with_qualifications(summary, its)]
        nothing = (NOTHING_IN_IT if its else NO_PASSAGE).to(question.text)
        parts.append("\n".join([heading_of(name), *(lines or [f"- {nothing}"])]))
        empty += parts[-1:] if not lines else ()
        are_rows = len(summary) > 1 and all(s.row for s in summary)
        said = frozenset[str]().union(*(s.words | s.headings for s in summary))
        has_all = has_all or (are_rows and said.issuperset(topic))
    if len(parts) == len(empty):
        return NOT_IN_DOCUMENTS.to(question.text)
    if topic and has_all and not (question.named or question.asks_each):  # two rows of one document are compared
        parts = [part for part in parts if part not in empty]
    return "\n\n".join(parts)
