"""The functions that the text of strangers reaches, and texts made to have them work the longest."""

import asyncio
import io
import re
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from xml.sax.saxutils import escape

from orc.conversations.records import Message
from orc.document_qa.answer import without_dangling_markers
from orc.documents.asked_sections import (
    AskedSection,
    has_numbers,
    heading_line,
    may_ask_for_section,
    mentions,
    section_asked,
    sections_in,
)
from orc.documents.citations.answer_statements import quotation_before, statement_around, statement_before, statements
from orc.documents.citations.attribution import attributed
from orc.documents.citations.best_sentences import best_sentences
from orc.documents.citations.markers import MarkerStream, escaped
from orc.documents.citations.quoted_rows import place_row
from orc.documents.citations.quotes import Wording, quotations, verbatim_places
from orc.documents.citations.sanitized_text import SanitizedText
from orc.documents.citations.snippets import cite
from orc.documents.citations.source import Source
from orc.documents.citations.tracker import Citations
from orc.documents.east_asian_pages import pages_in
from orc.documents.evidence.ages import asks_age_of_person, only_bounds_age, says_founding
from orc.documents.evidence.answer_criteria import AnswerCriteria
from orc.documents.evidence.apparatus import is_apparatus, is_apparatus_line
from orc.documents.evidence.asked_days import without_other_days
from orc.documents.evidence.asked_fields import AskedFields, asks_for_field
from orc.documents.evidence.asked_lists import asks_for_list_alone, items_asked, may_ask_for_list
from orc.documents.evidence.asked_names import names_a_body, names_only_kind, names_other
from orc.documents.evidence.asked_numbers import AskedNumber, without_numbers_of_others
from orc.documents.evidence.asked_things import AskedThings
from orc.documents.evidence.bounded_rows import bounded_cells, is_bounded
from orc.documents.evidence.calculated_rows import calculated_rows
from orc.documents.evidence.central_sentences import central_sentences
from orc.documents.evidence.changed_rows import asks_change, changed_cells
from orc.documents.evidence.compared_rows import compared_cells, compares_things, lacks_compared
from orc.documents.evidence.compared_years import compares_with_year, without_compared_years, without_other_months
from orc.documents.evidence.counted_rows import counted_rows, counts_things
from orc.documents.evidence.counting import counts, spell_grouped, without_parts
from orc.documents.evidence.data_lines import is_data, says_something, without_links, without_section_number
from orc.documents.evidence.distinctions import capital_names, kinds_in
from orc.documents.evidence.document_choice import sentences_for_choice
from orc.documents.evidence.doers import Doers
from orc.documents.evidence.enumerations import asked_member, introduces_list
from orc.documents.evidence.exact_rows import without_longer_names
from orc.documents.evidence.file_names import without_file_names
from orc.documents.evidence.first_parts import asks_for_part, part_at_opening
from orc.documents.evidence.fitting_rows import asks_for_rows, fitting_cells
from orc.documents.evidence.focus import Focus
from orc.documents.evidence.header_lines import asks_header, stated_in_header
from orc.documents.evidence.identifiers import Identifiers, with_exact_names, without_scattered_names
from orc.documents.evidence.judging import confidences
from orc.documents.evidence.language_criteria import criteria_for
from orc.documents.evidence.list_items import Introductions
from orc.documents.evidence.listed_kinds import asks_for_kind, of_kind_asked
from orc.documents.evidence.lookalikes import Lookalikes
from orc.documents.evidence.marked_notes import with_notes
from orc.documents.evidence.modifiers import Modifiers
from orc.documents.evidence.named_documents import passages_of_named
from orc.documents.evidence.namesakes import has_form, mixes_names, without_namesakes
from orc.documents.evidence.near_misses import NearMisses
from orc.documents.evidence.near_pairs import share_of_near_pairs
from orc.documents.evidence.opening_lines import asks_opening, stated_at_opening
from orc.documents.evidence.other_things import without_other_things, without_words_of_names
from orc.documents.evidence.others_asked import without_others_asked
from orc.documents.evidence.passage_sentences import Sentence, read_sentences
from orc.documents.evidence.past_terms import asks_for_present, is_over
from orc.documents.evidence.payers import payer_asked, pays_to
from orc.documents.evidence.permissions import (
    asks_advice,
    asks_permission,
    deed_asked,
    states_advice,
    states_rule,
    words_of_asking,
)
from orc.documents.evidence.persons import names_only, names_someone
from orc.documents.evidence.qualifications import (
    announces,
    goes_on_from_list,
    is_claim,
    is_limit,
    is_reply,
    qualifies,
    tells_status,
)
from orc.documents.evidence.qualifiers import Qualifiers, graded, punctuality
from orc.documents.evidence.requirements import Requirements
from orc.documents.evidence.row_cells import asked_column, dated_title, distinct_titles, naming_cells, quoted_cells
from orc.documents.evidence.row_evidence import (
    figure_of_row,
    has_rows_of_other_months,
    has_rows_of_others,
    has_rows_without_kind,
)
from orc.documents.evidence.row_lists import listed_cells, lists_rows, row_before
from orc.documents.evidence.row_match import words_of_whole_cells
from orc.documents.evidence.row_names import lacks_row, questions_by_row, total_alone, without_rows_of_others
from orc.documents.evidence.row_notes import notes_asked
from orc.documents.evidence.sentence_ranking import Ranking
from orc.documents.evidence.series import Series
from orc.documents.evidence.small_documents import AskedOfSmall
from orc.documents.evidence.sources import asked_of_source, passages_that_answer
from orc.documents.evidence.statements import Statements
from orc.documents.evidence.summaries import headed_summary, section_of
from orc.documents.evidence.superlatives import extreme_asked, extreme_rows
from orc.documents.evidence.table_terms import counts_row, is_of_money, states_terms, terms_over
from orc.documents.evidence.title_names import without_title_names
from orc.documents.evidence.titled_names import with_titles
from orc.documents.evidence.unnamed_doers import leaves_doer_open, names_beyond_places
from orc.documents.evidence.unsaid_in_rows import unsaid_in_row
from orc.documents.evidence.word_coverage import Coverage
from orc.documents.list_notices import YOU_HAVE
from orc.documents.markdown.blocks import Blocks
from orc.documents.markdown.prose import plain
from orc.documents.markdown.sanitizer import InertText
from orc.documents.material import confidence_of_reading
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.page_notices import PagesAsked, omission_notices, page_notices
from orc.documents.page_requests import (
    beside_pages,
    names_only_pages,
    names_other_pages,
    names_pages,
    pages_beyond,
    pages_named,
    sure_mentions,
    with_sheet_numbers,
)
from orc.documents.paths import check_blob_name
from orc.documents.questions.calculations import has_sum, sum_asked
from orc.documents.questions.compared_documents import changed_between, choice_asked
from orc.documents.questions.covered_amounts import states_cover, states_other_amount
from orc.documents.questions.definitions import definition_asked
from orc.documents.questions.document_kinds import DocumentHead, kind_of
from orc.documents.questions.english_spellings import other_words_in_english
from orc.documents.questions.further_languages import further_kind
from orc.documents.questions.german import (
    german_compound_endings,
    german_spellings,
    german_verb_forms,
    is_german,
    separated_prefix,
    words_in_compounds,
)
from orc.documents.questions.inflections import are_slavic_forms, with_names_of_tables
from orc.documents.questions.instructions import parts_asked, several_questions, without_instructions
from orc.documents.questions.japanese import counter_asked, without_endings
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.named_sources import named_source
from orc.documents.questions.overviews import asks_for_overview, is_about_summaries
from orc.documents.questions.question import Question, years_in
from orc.documents.questions.question_language import language_of_answer, question_languages
from orc.documents.questions.resuming import without_resuming
from orc.documents.questions.romance import romance_kind
from orc.documents.questions.row_numbers import AskedNumbers
from orc.documents.questions.times import is_called_off
from orc.documents.questions.translations import asks_for_translation
from orc.documents.reading_requests import asks_only_for_pages, asks_only_to_read, subject_of, wants_judgement
from orc.documents.reading_requests import is_about_all as is_about_all_of
from orc.documents.records import Content, new_document
from orc.documents.refusals import refusal, refusal_over
from orc.documents.regions import rects_of, words_of
from orc.documents.rendering import set_apart
from orc.documents.reply import ReplyReader, read_reply
from orc.documents.search.bm25 import best, scorable
from orc.documents.search.catalogue_questions import CatalogueQuestion, catalogue_question, lacks_subject
from orc.documents.search.corrections import Spelling
from orc.documents.search.kind_questions import kinds_asked
from orc.documents.search.name_match import name_matches
from orc.documents.search.query import Query
from orc.documents.search.record_questions import mentions_record, record_question
from orc.documents.search.statements import statements_for
from orc.documents.search.synonyms import Synonyms, has_phrase
from orc.documents.search.variants import similar_words
from orc.documents.section_requests import names_sections, number_of, sections_named, title_of
from orc.documents.text.abbreviations import stands_for
from orc.documents.text.chunks import chunk_text
from orc.documents.text.comparisons import only_compared
from orc.documents.text.everyday import other_words
from orc.documents.text.everyday_by_language import everyday_words
from orc.documents.text.field_lines import field_of
from orc.documents.text.figures import calendar_dates, figure_words, figures, without_dates
from orc.documents.text.fiscal_years import spelled_year_ends
from orc.documents.text.front_matter import front_matter_end, is_about, is_member
from orc.documents.text.function_words import are_other_languages, is_translation, language_by_function_words
from orc.documents.text.heading_lines import heading_lines
from orc.documents.text.headings import Headings
from orc.documents.text.identifier_heads import compared_forms
from orc.documents.text.initials import Initials
from orc.documents.text.intervals import all_intervals, stated_intervals
from orc.documents.text.labels import with_labels
from orc.documents.text.leaders import (
    contents_lines,
    is_contents_title,
    is_led,
    led_cells,
    page_after_leader,
    with_leader_tabs,
    without_leader,
)
from orc.documents.text.life_dates import spelled_lives
from orc.documents.text.line_ends import (
    are_facts,
    begins_with_day,
    goes_on_with_number,
    is_in_dotted_date,
    leads_on,
    names_ordinal,
)
from orc.documents.text.list_marks import goes_on_in, introductions_above, name_of_item
from orc.documents.text.metadata import keywords, language_of, lead
from orc.documents.text.opening import names_in, years_in_opening
from orc.documents.text.opposites import bounds_differ, is_of_other_kind, placements_differ, restrictions
from orc.documents.text.particulars import in_whole_units, particulars, without_particulars
from orc.documents.text.periods import join_periods, spell_periods
from orc.documents.text.prose_lines import without_prose_tabs
from orc.documents.text.recurrence import recurring_periods
from orc.documents.text.row_labels import AskedLabels, row_labels
from orc.documents.text.sentences import is_row, sentence_spans, with_typed_bars
from orc.documents.text.spelling import is_misspelt, respelled
from orc.documents.text.stacked_tables import dated_titles, head_alone, heads_at_end, tables_below, titles_over
from orc.documents.text.struck import as_struck, is_struck, joined_struck, struck_spans, with_struck_lines
from orc.documents.text.table_heads import TableHeads
from orc.documents.text.tables import Row, are_facts_below, begins_table, read_table
from orc.documents.text.titles import Titles
from orc.documents.text.tokens import content_words, plain_words, spelled_words
from orc.documents.text.year_ranges import spelled_years
from orc.documents.text.yes_no import yes_or_no
from orc.documents.verification.accompaniments import accompaniments_agree
from orc.documents.verification.agents import agents_agree
from orc.documents.verification.bounds import bounds_agree, ranges_agree
from orc.documents.verification.bracketed import bracketed_words_agree
from orc.documents.verification.claims import clauses, supports_claim
from orc.documents.verification.clause_matching import clauses_match
from orc.documents.verification.clauses import clauses_of, joined_without, names_of
from orc.documents.verification.comparisons import comparisons_agree, with_plain_comparisons
from orc.documents.verification.conditions import conditions_agree, without_condition
from orc.documents.verification.contrasts import contrasts_agree
from orc.documents.verification.converses import with_converses
from orc.documents.verification.coordinated import coordinated_agree
from orc.documents.verification.crossed_cells import crossed_cell_agrees
from orc.documents.verification.denials import absence_agrees, denials_agree, has_denial
from orc.documents.verification.designations import designations_agree
from orc.documents.verification.exceptions import exceptions_agree, with_plain_exceptions
from orc.documents.verification.hedges import extras_agree, hedges_agree
from orc.documents.verification.known_names import has_names
from orc.documents.verification.named_cells import named_cells_agree
from orc.documents.verification.negations import count_negations, denies, in_each_place, negations_agree, of_each
from orc.documents.verification.noun_substitution import has_substituted_noun
from orc.documents.verification.numbered import without_other_numbers
from orc.documents.verification.own_sentences import own_sentences_agree
from orc.documents.verification.pairings import pairings_agree
from orc.documents.verification.passage_blocks import blocks_of, prose_sentences
from orc.documents.verification.passage_figures import passage_figures
from orc.documents.verification.periods import asides_agree, periods_agree, readings_of_years
from orc.documents.verification.places import says_together
from orc.documents.verification.predicates import predicate_agrees
from orc.documents.verification.proposals import proposals_agree, with_plain_rejections
from orc.documents.verification.rates import rates_agree
from orc.documents.verification.restated import beginnings, repeats, restated_sentences
from orc.documents.verification.roles import only_gives_role, roles_agree
from orc.documents.verification.row_values import rows_agree
from orc.documents.verification.scope import is_about_all, is_about_some, supports_always, universal_words
from orc.documents.verification.sections import sections_agree
from orc.documents.verification.spellings import names_agree
from orc.documents.verification.strength import strength_agrees
from orc.documents.verification.subjects import subject_agrees
from orc.documents.verification.table_rows import matches_table_row
from orc.documents.verification.time_limits import time_limits_agree
from orc.documents.verification.topics import topics_agree
from orc.documents.verification.translations import translation_agrees
from orc.documents.verification.word_overlap import has_words, shares_words
from orc.documents.verification.yes_no_cells import cell_agrees, without_denying_cells
from orc.domain import Chunk, ExtractedText, Heading, PageLayout, Passage
from orc.errors import InvalidRequest
from orc.graphs.nodes.query_planner import standalone_question
from orc.graphs.planning.about_orc import question_about_orc
from orc.graphs.planning.ellipsis import filled_in
from orc.graphs.planning.heuristics import asks_nothing
from orc.graphs.planning.noun_phrases import replaced_phrases
from orc.graphs.planning.plan import NoPlan, read_plan
from orc.graphs.planning.planner import data_line
from orc.graphs.planning.references import UnknownReference, references, substitute
from orc.graphs.planning.small_talk import farewell_language, greeting_language, is_acknowledgement, thanks_language
from orc.graphs.planning.talk_replies import reply_to_talk
from orc.ports import ChatRequest, Grounding
from orc.text import IncomingText, normalized, parse_object, repaired, stream_safe
from orc.tools.answers import one_line, read_answer
from orc.tools.masking import masked, names_secret
from orc.tools.naming import clean as clean_tool_name
from orc.tools.offer import ToolResult
from orc.tools.results import shown
from orc.tools.tool_context import carried_by
from shared.extraction.formats.charsets import declared_in, decode
from shared.extraction.formats.content import (
    Flow,
    Unreadable,
    clean,
    control_characters,
    first_line,
    tidy_title,
)
from shared.extraction.formats.html import read_html
from shared.extraction.formats.html_lists import with_mark
from shared.extraction.formats.page_tree import is_circular
from shared.extraction.formats.pdf_alignment import Seen, align
from shared.extraction.formats.pdf_bookmarks import headings_on
from shared.extraction.formats.reader import read_file
from shared.extraction.formats.rows import table_text
from shared.extraction.formats.text import (
    read_csv,
    read_json,
    read_markdown,
    read_sent_markdown,
    read_sent_text,
    read_text,
)
from shared.models.extractive import ExtractiveChatModel

SENTENCE = "The revenue of Acme was 4.2 million dollars in 2021, says the report."


def _read_anew(question: str, *names: str) -> Question:
    read = Question(question, names)
    _ = read.other_words, read.loose_words, read.telling  # which are read on first use
    return read


_read = lru_cache(maxsize=8_192)(_read_anew)


@dataclass(frozen=True)
class Asked:
    """A function of a question and of the text that the question contains behind its beginning. The question is read
    before, once for all functions: what that costs is measured by itself."""

    function: Callable[[Question, str], object]
    beginning: str = ""

    def question(self, text: str) -> Question:
        return _read(self.beginning + text)

    def __call__(self, text: str) -> object:
        return self.function(self.question(text), text)


def _passage(text: str, name: str = "report.md") -> Passage:
    return Passage("file-1", name, Chunk("chunk_0", 0, len(text), text, 1), 1.0, ("bm25",), (0,))


def _fields_in(text: str) -> None:
    for question in (f"What is the {text}", "How long does the loan run?"):
        fields = AskedFields(question, content_words(text), lambda words: words)
        for sentence in read_sentences([_passage(f"Term: {text}\n{text}: 4 months")]):
            fields.worth(sentence, lambda: True)
            fields.denies(sentence.text)


def _pages_asked(text: str) -> None:
    document = new_document("c", "a.pdf", blob_etag="", updated_at="", size=1, mime_type="", created_at="", title=text)
    content = Content("c", "", text, len(text), 1, (0, 1, 2), "")
    PagesAsked.of(f"page {text}", document, content, [Chunk("chunk_0", 0, len(text), text, 1)])


def _streamed_reply(text: str) -> None:
    stream = ReplyReader()
    for start in range(0, len(text), 8):
        stream.feed(text[start : start + 8])
    stream.end()


def _marked(text: str) -> None:
    stream = MarkerStream(9)
    for start in range(0, len(text), 7):
        stream.feed(text[start : start + 7])
    stream.flush()


def _marked_as_given(text: str) -> None:
    stream = MarkerStream(1, [text, text])
    stream.feed(f"As {text} a [1] and {text}")
    stream.flush()


def _inert(text: str) -> None:
    stream = InertText()
    for start in range(0, len(text), 7):
        stream.feed(text[start : start + 7])
    stream.end()


def _shown(text: str) -> None:
    shown = SanitizedText()
    shown.feed(text)
    shown.end()
    for start in range(0, len(text), 500):
        shown.span(start, start + 500)


def _cited(text: str) -> None:
    """An answer as it streams, with markers and quotations."""

    async def write() -> None:
        citations, markers, answer, passages = Citations(SENTENCE, source), MarkerStream(1), "", [_passage(SENTENCE)]
        for start in range(0, len(text), 500):
            for part in markers.feed(text[start : start + 500]):
                if isinstance(part, str):
                    answer += part
                else:
                    await citations.cited(part, answer, passages)
        await citations.ended(answer, passages)
        citations.mark_unverified(answer, await citations.quotes_without_source(answer, passages, []))

    async def source(_: str) -> Source:
        return Source(SENTENCE)

    asyncio.run(write())


def _blocks(text: str) -> None:
    blocks = Blocks()
    for line in text.split("\n"):
        blocks.read(line)


def _repaired_in_pieces(text: str) -> None:
    stream = IncomingText()
    for start in range(0, len(text), 7):
        stream.feed(text[start : start + 7])
    stream.flush()


def _flow(text: str) -> None:
    flow = Flow()
    flow.add(text, level=1)
    flow.content("")


def _lacks(text: str) -> None:
    document = new_document("c", "a.txt", blob_etag="", updated_at="", size=1, mime_type="", created_at="", title=text)
    lacks_subject(CatalogueQuestion("lacks", frozenset(("rent",))), document, text)


def _named(text: str) -> None:
    document = new_document("c", text, blob_etag="", updated_at="", size=1, mime_type="", created_at="", title=text)
    name_matches(f"What does {SENTENCE} say?", [document])


def _searched(text: str) -> None:
    best(Query(SENTENCE), [scorable("content", [Chunk("chunk_0", 0, len(text), text)])], top_k=3)


def _asked(text: str) -> None:
    best(Query(text), [scorable("content", [Chunk("chunk_0", 0, len(SENTENCE), SENTENCE)])], top_k=3)


def _ranked(text: str) -> None:
    sentences = read_sentences([_passage(text)])
    Ranking(sentences, _read(SENTENCE)).answer()
    central_sentences(sentences, 4)


def _summarised(text: str) -> None:
    sentences = read_sentences([_passage(f"# References\n\n{text}")])
    headed_summary(sentences, 4)
    section_of(sentences, ("reference",))
    part_at_opening("What does the third paragraph say?", sentences)
    for sentence in sentences:
        is_apparatus(sentence)


def _extreme(text: str) -> None:
    passage = _passage(f"| a | b |\n|---|---|\n{text}")
    sentences = read_sentences([passage])
    for row in [each for each in sentences if each.row][:1]:
        extreme_rows(Question(f"Which a has the highest b in {text}?"), row, sentences, [passage])


def _ranked_by(question: Question, text: str) -> None:
    Ranking(read_sentences([_passage(text[1:])]), question).answer()


def _titles(text: str) -> None:
    titles = Titles()
    for line in text.split("\n"):
        titles.read(line, is_heading=True)


def _row(text: str) -> Row:
    return Row(text, (("b", text), (text, "c")), (("b",), (text,)), separated=True)


def _noted(text: str) -> list[Sentence]:
    return read_sentences([_passage(f"Item | Price\na (b) | 7\n{text}\n\n(b) {text}")])


def _stacked(text: str) -> None:
    lines = text.split("\n")
    apart = range(len(lines))
    titles_over(tables_below(lines, apart), lines)
    heads_at_end(lines, apart)
    dated_titles(lines, apart)


def _priced(text: str) -> list[Sentence]:
    return read_sentences([_passage(f"Item | Price\nelk | 7\nhen | {text}")])


def _opening(question: str, text: str) -> list[Sentence]:
    return stated_at_opening(question, read_sentences([_passage(text)]), ["document"])


def _other_things(question: Question, text: str) -> list[Sentence]:
    return without_other_things(question, read_sentences([_passage(text)]), ["net earnings"])


def _longer_names(question: Question, text: str) -> list[Sentence]:
    passage = _passage(text)
    return without_longer_names(question, read_sentences([passage]), [passage])


def _calculated(question: Question, text: str) -> list[Sentence]:
    passage = _passage(text)
    sentences = read_sentences([passage])
    return calculated_rows(question, sentences[:1], sentences, [passage])


def _lacks_row(question: Question, text: str) -> bool:
    sentences = read_sentences([_passage(text)])
    return lacks_row(question, sentences[:1], sentences)


def _row_before(question: Question, text: str, before: str) -> object:
    sentences = read_sentences([_passage(text)])
    return row_before([s for s in sentences if s.row], sentences, question, before)


def _covered(words: frozenset[str]) -> set[str]:
    question = _read("Who rents the 2 rooms of the tenant?")
    return Coverage(question, Requirements(question, {})).of(words, words)


def _judged(question: str, text: str) -> None:
    confidences(question, [("d", text)], among=[("d", text)], names={"d": "report.md"}, phrases=["cost of sales"])


def _judged_by_forms(text: str) -> None:
    for asked in (
        "Où se trouve la place ?",
        "Combien de places y a-t-il ?",
        "Qui dirige la place ?",
        "Quel est le numéro de téléphone ?",
        "Est-ce ouvert le lundi ?",
    ):
        _judged(asked, text)


def _asked_of_itself(text: str) -> None:
    best(Query(text), [scorable("content", [Chunk("chunk_0", 0, len(text), text)])], top_k=3)


def _extracted(text: str) -> None:
    async def answer() -> None:
        grounding = Grounding(SENTENCE, (_passage(text),), ("report.md",))
        async for _ in ExtractiveChatModel().stream(ChatRequest((), grounding=grounding)):
            pass

    asyncio.run(answer())


def _refused(act: Callable[[], object]) -> None:
    with suppress(InvalidRequest, NoPlan, UnknownReference, Unreadable):
        act()


def _office(part: str, kind: str, xml: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as package:
        package.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f'<Override PartName="/{part}" ContentType="application/vnd.openxmlformats-officedocument.{kind}"/>'
            "</Types>",
        )
        package.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r"'
            f' Type="http://x/officeDocument" Target="{part}"/></Relationships>',
        )
        package.writestr(part, xml)
    return data.getvalue()


def _docx(text: str) -> None:
    paragraphs = "".join(f"<w:p><w:t>{escape(line)}</w:t></w:p>" for line in clean(text).split("\n"))
    xml = f'<w:document xmlns:w="w"><w:body>{paragraphs}</w:body></w:document>'
    _refused(lambda: read_file(_office("d.xml", "wordprocessingml.document.main+xml", xml), "docx", max_characters=1))


EARLIER = Message(
    message_id="m", seq=1, role="user", text=SENTENCE, run_id="r", parent_message_id=None, created_at="2026-01-01"
)
FURTHER_KINDS = (
    "Welke kleur heeft het?",
    "Hoe oud is zij?",
    "Wat kost het?",
    "Wat is het telefoonnummer?",
    "Hoe lang duurt het?",
    "Hoe laat begint het?",
    "Wanneer begint het?",
    "Hoeveel plaatsen zijn er?",
    "Waarom is het dicht?",
    "Waar is het?",
    "Hoe zwaar is het?",
    "Hoe diep is het?",
    "Hoe hoog is het?",
    "Hoe groot is het?",
)
ROMANCE_KINDS = (
    "Quel âge a-t-il ?",
    "Combien coûte-t-il ?",
    "Quel est le téléphone ?",
    "Quel est le courriel ?",
    "Quelle est la durée ?",
    "Quand ouvre-t-il ?",
    "Quand est-il né ?",
    "À quelle heure part-il ?",
    "Où se trouve-t-il ?",
    "Combien de places ?",
    "Pourquoi est-il fermé ?",
    "Quel est le poids ?",
    "Quelle est la longueur ?",
    "Quelle est la surface ?",
)
KINDS = (
    "Why?",
    "How old is it?",
    "What colour is it?",
    "What is the phone number?",
    "Which floor is it on?",
    "How much does it earn?",
    "How far is it?",
    "What is the price?",
    "What is the name of it?",
    "How tall is it?",
    "How long is it?",
    "How often is it?",
    "When is it open?",
    "When is it?",
    "Where is it?",
    "Wie heißt er?",
)
QUESTIONS = (
    "When was it?",
    "How many are there?",
    "Who was it?",
    "Where is it?",
    "Why is it?",
    "How long is it?",
    "What is a telescope?",
)


def _seen(text: str) -> list[Seen]:
    """Each character 10 points high, 80 in a line, with a gap behind every tenth."""
    said = [character for character in text if not character.isspace()]
    corners = [(n % 80 * 6 + n // 10 % 8 * 9, n // 80 * 12) for n in range(len(said))]
    return [Seen(character, (x, y, x + 6, y + 10)) for character, (x, y) in zip(said, corners, strict=True)]


def _drawn(text: str) -> PageLayout:
    lefts = [None if character.isspace() else n % 80 / 80 for n, character in enumerate(text)]
    boxes = [None if left is None else (left, 0.5, left + 0.01, 0.6) for left in lefts]
    return PageLayout(600, 800, tuple(boxes))


REACHED: Mapping[str, Callable[[str], object]] = {
    "orc.text.stream_safe": stream_safe,
    "orc.text.repaired": repaired,
    "orc.text.normalized": lambda text: normalized("NFKC", text),
    "orc.text.IncomingText": _repaired_in_pieces,
    "orc.documents.search.query.Query": _asked,
    "orc.documents.search.query.Places": _searched,
    "orc.documents.regions.words_of": lambda text: words_of(text, _drawn(text), offset=0),
    "orc.documents.regions.rects_of": lambda text: rects_of(text, _drawn(text), 0, len(text)),
    "orc.documents.text.chunks.chunk_text": lambda text: chunk_text(ExtractedText(text, ""), size=300, overlap=50),
    "orc.documents.citations.best_sentences.best_sentences": lambda text: best_sentences(
        text, [(1, span) for span in sentence_spans(text)], SENTENCE, SENTENCE
    ),
    "orc.documents.citations.snippets.cite": lambda text: cite(_passage(text), 1, claim=SENTENCE, question=SENTENCE),
    "orc.documents.citations.snippets.cite (quoted)": lambda text: cite(
        _passage(text), 1, claim=text[:400], question=""
    ),
    "orc.documents.citations.snippets.cite (word)": lambda text: cite(
        _passage(f"{SENTENCE} {text[:1]}. {text}"), 1, claim=text[:1], question=SENTENCE
    ),
    "orc.documents.citations.snippets.cite (claim)": lambda text: cite(
        _passage(SENTENCE), 1, claim=text, question=text
    ),
    "shared.extraction.formats.charsets.decode": lambda text: decode(text.encode("utf-8", "replace") + b"\xff"),
    "shared.extraction.formats.charsets.declared_in": lambda text: declared_in(text.encode("utf-8", "replace")),
    "shared.extraction.formats.page_tree.is_circular": lambda text: is_circular(text.encode("utf-8", "replace")),
    "shared.extraction.formats.pdf_bookmarks.headings_on": lambda text: list(
        headings_on(f"{text}\n2. A b", 0, [(1, "A b"), (1, text[:200])])
    ),
    "shared.extraction.formats.pdf_alignment.align": lambda text: align(text, _seen(text)),
    "shared.extraction.formats.pdf_alignment.align (elsewhere)": lambda text: align(text, _seen(text[::-1])),
    "shared.extraction.formats.content.clean": clean,
    "shared.extraction.formats.content.control_characters": control_characters,
    "shared.extraction.formats.content.first_line": first_line,
    "shared.extraction.formats.content.tidy_title": tidy_title,
    "shared.extraction.formats.content.Flow": _flow,
    "shared.extraction.formats.html_lists.with_mark": lambda text: with_mark("  - ", text),
    "shared.extraction.formats.html.read_html (lists)": lambda text: _refused(
        lambda: read_html(f"<ul><li>{text.replace(' ', '<ol><li>')}<dl><dt>{text}<dd>{text}".encode())
    ),
    "shared.extraction.formats.html.read_html": lambda text: _refused(lambda: read_html(text.encode())),
    "shared.extraction.formats.rows.table_text": lambda text: table_text([text.split(","), [text], text.split("\n")]),
    "shared.extraction.formats.text.read_text": lambda text: _refused(lambda: read_text(text.encode())),
    "shared.extraction.formats.text.read_markdown": lambda text: _refused(lambda: read_markdown(text.encode())),
    "shared.extraction.formats.text.read_json": lambda text: _refused(lambda: read_json(text.encode())),
    "shared.extraction.formats.text.read_sent_text": lambda text: _refused(lambda: read_sent_text(text.encode())),
    "shared.extraction.formats.text.read_sent_markdown": lambda text: _refused(
        lambda: read_sent_markdown(text.encode())
    ),
    "shared.extraction.formats.text.read_csv": lambda text: _refused(lambda: read_csv(text.encode())),
    "shared.extraction.formats.word.read_docx": _docx,
    "orc.documents.markdown.sanitizer.InertText": _inert,
    "orc.documents.questions.instructions.without_instructions": without_instructions,
    "orc.documents.text.periods.join_periods": join_periods,
    "orc.documents.text.periods.spell_periods": lambda text: spell_periods(text.lower()),
    "orc.documents.material.confidence_of_reading": lambda text: confidence_of_reading(0.1, text, {"en"}),
    "orc.documents.reading_requests.wants_judgement": wants_judgement,
    "orc.documents.reading_requests.is_about_all": lambda text: is_about_all_of(text, ["a.pdf"]),
    "orc.documents.reading_requests.is_about_all (task)": lambda text: is_about_all_of(f"translate {text}", []),
    "orc.documents.reading_requests.subject_of": lambda text: subject_of(f"translate it in {text}"),
    "orc.documents.page_requests.pages_named": lambda text: pages_named(f"page 1 {text} sheet", 60, [text[:99], "a"]),
    "orc.documents.page_requests.pages_named (places)": lambda text: pages_named(f"second {text} page", 60, []),
    "orc.documents.page_requests.names_pages": names_pages,
    "orc.documents.reading_requests.asks_only_to_read": lambda text: asks_only_to_read(f"Read {text}", ["a.pdf"]),
    "orc.documents.asked_sections.may_ask_for_section": lambda text: may_ask_for_section(f"Read section {text}"),
    "orc.documents.asked_sections.section_asked": lambda text: section_asked(f"Read the part about {text}", ["a.pdf"]),
    "orc.documents.asked_sections.sections_in": lambda text: [
        sections_in(f"1. Fees\n{text}", [Heading(0, 1, "1. Fees")], asked, are_marked=is_marked)
        for asked in (AskedSection(("1",)), AskedSection(title="fees"), AskedSection(title=text[:200]))
        for is_marked in (True, False)
    ],
    "orc.documents.asked_sections.has_numbers": lambda text: has_numbers(text, ()),
    "orc.documents.asked_sections.mentions": lambda text: mentions(f"section {text}", AskedSection(("1",))),
    "orc.documents.asked_sections.heading_line": heading_line,
    "orc.documents.section_requests.number_of": lambda text: number_of(Heading(0, 1, f"Section {text}")),
    "orc.documents.section_requests.title_of": title_of,
    "orc.documents.section_requests.names_sections": names_sections,
    "orc.documents.section_requests.sections_named": lambda text: sections_named(
        f"section 1 {text} fees", [Heading(0, 1, f"Section {text}"), Heading(9, 1, f"1.1 {text}")]
    ),
    "orc.documents.section_requests.sections_named (title)": lambda text: sections_named(
        f"section {text}", [Heading(0, 1, text), Heading(9, 2, "Fees")]
    ),
    "orc.documents.section_requests.sections_named (numbers)": lambda text: sections_named(
        f"section 1{text}", [Heading(0, 1, "1 Fees")]
    ),
    "orc.documents.page_requests.pages_named (Chinese)": lambda text: pages_named(f"第1页到{text}页", 60, []),
    "orc.documents.east_asian_pages.pages_in": lambda text: list(pages_in(f"第1页到{text}页", 60)),
    "orc.documents.evidence.titled_names.with_titles": lambda text: with_titles(
        f"What does David Lindqvist pay {text}?", [text, f"Mr Lindqvist {text}"]
    ),
    "orc.documents.page_notices.PagesAsked.of": _pages_asked,
    "orc.documents.page_notices.page_notices": lambda text: page_notices(
        [PagesAsked("a.pdf", ("a.pdf",), 3, (), (), (7,))], text, str
    ),
    "orc.documents.page_notices.omission_notices": lambda text: omission_notices({text: range(999)}, text, str),
    "orc.documents.page_requests.beside_pages": lambda text: beside_pages(f"on page 1 {text}"),
    "orc.documents.page_requests.names_only_pages": names_only_pages,
    "orc.documents.page_requests.with_sheet_numbers": lambda text: with_sheet_numbers(
        f"sheet {text}", [text[:99], "a"]
    ),
    "orc.documents.page_requests.sure_mentions": lambda text: sure_mentions(f"page {text}"),
    "orc.documents.page_requests.pages_beyond": lambda text: pages_beyond(f"page {text}", 3),
    "orc.documents.reading_requests.asks_only_for_pages": lambda text: asks_only_for_pages(f"page 3 {text}", []),
    "orc.documents.page_requests.names_other_pages": lambda text: names_other_pages(f"after {text}"),
    "orc.documents.page_requests.pages_named (numbers)": lambda text: pages_named(f"page {text}", 60, []),
    "orc.documents.text.heading_lines.heading_lines": heading_lines,
    "orc.documents.text.heading_lines.heading_lines (numbered)": lambda text: heading_lines(
        text.replace(" ", "\n\n2. A b\n")
    ),
    "orc.documents.text.prose_lines.without_prose_tabs": lambda text: without_prose_tabs(f"  {text}.\t {text}"),
    "orc.documents.evidence.apparatus.is_apparatus": _summarised,
    "orc.documents.evidence.apparatus.is_apparatus_line": is_apparatus_line,
    "orc.documents.evidence.apparatus.is_apparatus_line (link)": lambda text: is_apparatus_line(
        f"- [a](https://{text}"
    ),
    "orc.documents.evidence.first_parts.asks_for_part": lambda text: asks_for_part(f"the first {text}"),
    "orc.documents.evidence.first_parts.part_at_opening": _summarised,
    "orc.documents.evidence.summaries.headed_summary": _summarised,
    "orc.documents.evidence.summaries.section_of": _summarised,
    "orc.documents.questions.calculations.sum_asked": lambda text: sum_asked(f"what is 2 + {text}"),
    "orc.documents.questions.calculations.has_sum": lambda text: has_sum(text, "2+2"),
    "orc.documents.questions.overviews.asks_for_overview": lambda text: asks_for_overview(f"summarise {text}"),
    "orc.documents.questions.overviews.is_about_summaries": lambda text: is_about_summaries(f"how is a {text}", "a"),
    "orc.documents.questions.question_language.language_of_answer": lambda text: language_of_answer(text, ["ja"]),
    "orc.documents.questions.translations.asks_for_translation": lambda text: asks_for_translation(f"bitte {text}"),
    "orc.documents.refusals.refusal": lambda text: refusal(f"who {text}", ["pt"]),
    "orc.documents.refusals.refusal_over": lambda text: refusal_over(Grounding("who is it?", (_passage(text),))),
    "orc.documents.questions.resuming.without_resuming": lambda text: without_resuming(f"does {text} resume the"),
    "orc.documents.text.front_matter.front_matter_end": lambda text: front_matter_end(f"---\n{text}\n---\n"),
    "orc.documents.text.front_matter.is_member": is_member,
    "orc.documents.text.front_matter.is_about": lambda text: is_about(f"title: {text}", text),
    "orc.documents.text.leaders.page_after_leader": lambda text: page_after_leader(text + " .... 3"),
    "orc.documents.text.leaders.contents_lines": lambda text: contents_lines((text + " . . 3\n").split("\n")),
    "orc.documents.text.leaders.contents_lines (below a title)": lambda text: contents_lines(
        ["Contents", *(text + "\t3\n").split("\n")]
    ),
    "orc.documents.text.leaders.contents_lines (of chapters)": lambda text: contents_lines(
        [f"{text[:150]} {n}-{n}" for n in range(1, 20)]
    ),
    "orc.documents.text.leaders.is_contents_title": is_contents_title,
    "orc.documents.text.leaders.is_led": lambda text: is_led(f"{text} .... {text}"),
    "orc.documents.text.leaders.led_cells": lambda text: led_cells(f"{text[:99]} .... {text}"),
    "orc.documents.text.leaders.with_leader_tabs": lambda text: with_leader_tabs(text.replace(" ", " .... 4.50\n")),
    "orc.documents.text.leaders.without_leader": lambda text: without_leader(f".. {text} ..."),
    "orc.documents.text.line_ends.are_facts": lambda text: are_facts(f"A {text}: b", f"A {text}: b"),
    "orc.documents.text.line_ends.begins_with_day": lambda text: begins_with_day(f"3. {text}"),
    "orc.documents.text.line_ends.goes_on_with_number": lambda text: goes_on_with_number(f"{text} am", f"3. {text}"),
    "orc.documents.text.line_ends.is_in_dotted_date": lambda text: is_in_dotted_date(f"{text}2020. 3{text}", len(text)),
    "orc.documents.text.line_ends.leads_on": lambda text: leads_on(f"{text} the"),
    "orc.documents.text.line_ends.names_ordinal": lambda text: names_ordinal(f"{text} am", "3"),
    "orc.documents.text.headings.Headings.over": lambda text: Headings([Heading(0, 1, text)] * 3).over(1, text),
    "orc.documents.markdown.blocks.Blocks": _blocks,
    "orc.documents.markdown.prose.plain": plain,
    "orc.documents.citations.attribution.attributed": lambda text: attributed(
        text, [_passage(SENTENCE), _passage(text[:1_200])]
    ),
    "orc.documents.citations.sanitized_text.SanitizedText": _shown,
    "orc.documents.citations.tracker.Citations": _cited,
    "orc.documents.citations.answer_statements.statements": statements,
    "orc.documents.citations.answer_statements.statement_before": lambda text: statement_before(f"{text}[1]"),
    "orc.documents.citations.answer_statements.statement_around": lambda text: statement_around(
        text + "[1]" + text, statement_before(f"{text}[1]"), 2 * len(text) + 3
    ),
    "orc.documents.search.synonyms.Synonyms.of": Synonyms({"gross margin": ["cost of sales"], "R&D": ["research"]}).of,
    "orc.documents.search.synonyms.has_phrase": lambda text: has_phrase(text, ["cost of sales", "net income"]),
    "orc.documents.text.abbreviations.stands_for": lambda text: stands_for("FBC", text.split()),
    "orc.documents.text.abbreviations.stands_for (short)": lambda text: stands_for(text, ["Foo", "Bar", "Corporation"]),
    "orc.documents.text.opening.names_in": names_in,
    "orc.documents.text.opening.years_in_opening": years_in_opening,
    "orc.documents.text.spelling.respelled": lambda text: respelled(text.split(), {"bestbuy": "bestbuy"}, ["FBC"]),
    "orc.documents.text.spelling.is_misspelt": lambda text: is_misspelt(text, f"{text[:-1]}x"),
    "orc.documents.text.tokens.spelled_words": spelled_words,
    "orc.documents.search.statements.statements_for": statements_for,
    "orc.documents.search.statements.Statement.likeness": statements_for("quick ratio")[0].likeness,
    "orc.documents.search.catalogue_questions.catalogue_question": catalogue_question,
    "orc.documents.search.catalogue_questions.catalogue_question (begun)": lambda text: catalogue_question(
        f"which document mentions {text}"
    ),
    "orc.documents.search.catalogue_questions.lacks_subject": _lacks,
    "orc.documents.questions.question.Question (names)": lambda text: Question(SENTENCE, [text, f"{text}.pdf"]),
    "orc.documents.evidence.bounded_rows.bounded_cells": lambda text: bounded_cells(
        _read("Which items cost more than 7?"), read_sentences([_passage(f"Item | Price\nelk | 7\nhen | 8\n{text}")])
    ),
    "orc.documents.evidence.bounded_rows.bounded_cells (question)": Asked(
        lambda question, _: bounded_cells(question, read_sentences([_passage("Item | Price\nelk | 7\nhen | 8")])),
        "Which items cost more than 7 ",
    ),
    "orc.documents.evidence.bounded_rows.is_bounded (bounds)": lambda text: is_bounded(
        Question("Which " + " ".join(f"over {w}" for w in text.split()))
    ),
    "orc.documents.evidence.changed_rows.asks_change": lambda text: asks_change(Question(f"Which parts {text}")),
    "orc.documents.evidence.changed_rows.changed_cells": lambda text: changed_cells(
        _read("Which parts fell in 2023?"), read_sentences([_passage(f"Part | 2022 | 2023\n{text}")])
    ),
    "orc.documents.evidence.compared_rows.compared_cells": lambda text: compared_cells(
        _read("Compare elk and hen"), read_sentences([_passage(f"Item | Price\nelk | 7\nhen | 8\n{text}")])
    ),
    "orc.documents.evidence.compared_rows.compared_cells (question)": Asked(
        lambda question, _: compared_cells(question, read_sentences([_passage("Item | Price\nelk | 7\nhen | 8")])),
        "Compare elk and ",
    ),
    "orc.documents.evidence.compared_rows.compares_things": Asked(
        lambda question, _: compares_things(question), "Who lives cheaper in 2023 "
    ),
    "orc.documents.evidence.compared_rows.compared_cells (names)": lambda text: compared_cells(
        _read("Is elk cheaper than hen?"),
        read_sentences([_passage("Item | Price\n" + "\n".join(f"{w} elk | hen" for w in text.split()))]),
    ),
    "orc.documents.evidence.compared_rows.lacks_compared": Asked(
        lambda question, text: lacks_compared(question, _priced(text)[:2], _priced(text)), "Compare elk and "
    ),
    "orc.documents.evidence.compared_years.compares_with_year": compares_with_year,
    "orc.documents.evidence.fitting_rows.asks_for_rows": Asked(
        lambda question, _: asks_for_rows(question), "Who lives cheaper in 2023 "
    ),
    "orc.documents.evidence.fitting_rows.fitting_cells": lambda text: fitting_cells(
        _read("Who lives in Bonn?"), read_sentences([_passage(f"Name | Town | Fee\n{text}")])
    ),
    "orc.documents.text.yes_no.yes_or_no": yes_or_no,
    "orc.documents.evidence.compared_years.without_compared_years": Asked(
        lambda question, text: [
            without_compared_years(question, ()),
            without_compared_years(_read("Sales in 2023?"), read_sentences([_passage(f"2023 {text}")])),
            without_other_months(f"in April {question.text}", read_sentences([_passage(f"in March {text}")])),
        ],
        "Who lives cheaper in 2023 ",
    ),
    "orc.documents.text.fiscal_years.spelled_year_ends": lambda text: [
        spelled_year_ends(f"Cash FY22 {text}", ()),
        spelled_year_ends("Cash FY22", [("a", f"fiscal 2022 ended January 28, 2023\n{text}")])["a"](text),
    ],
    "orc.documents.text.identifier_heads.compared_forms": lambda text: [
        compared_forms(f"Cash {text}", [("a", "aB | cD")]),
        compared_forms("Cash", [("a", f"aB | cD\n{text}")])["a"](text),
    ],
    "orc.documents.text.year_ranges.spelled_years": lambda text: [
        spelled_years(f"Cash 1985-1999 {text}", ()),
        spelled_years("Cash 1985-1999", [("a", f"a_85_99\n{text}")])["a"](text),
    ],
    "orc.documents.text.initials.Initials": lambda text: Initials(text).spelled(SENTENCE),
    "orc.documents.text.initials.Initials.spelled": lambda text: Initials("Who is the CEO, or PT?", few=True).spelled(
        text
    ),
    "orc.documents.text.initials.Initials.terms_in": lambda text: Initials(
        "Who is the chief executive officer?"
    ).terms_in(text),
    "orc.documents.evidence.focus.Focus": lambda text: [Focus(text), Focus(f"What is the {text}")],
    "orc.documents.text.everyday_by_language.everyday_words": lambda text: everyday_words(["it"], text.split()),
    "orc.documents.text.everyday.other_words": lambda text: other_words(text.split()),
    "orc.documents.evidence.distinctions.capital_names": lambda text: [*capital_names(text)],
    "orc.documents.evidence.distinctions.kinds_in": lambda text: [*kinds_in(text.split())],
    "orc.documents.questions.german.german_spellings": german_spellings,
    "orc.documents.questions.german.german_verb_forms": german_verb_forms,
    "orc.documents.questions.german.is_german": is_german,
    "orc.documents.questions.german.separated_prefix": separated_prefix,
    "orc.documents.list_notices.YOU_HAVE.to": YOU_HAVE.to,
    "orc.documents.notices.Notice.to": NOT_IN_DOCUMENTS.to,
    "orc.documents.text.intervals.stated_intervals": stated_intervals,
    "orc.documents.text.intervals.all_intervals": all_intervals,
    "orc.documents.questions.kinds.asked_kind": asked_kind,
    "orc.documents.questions.kinds.Kind": lambda text: [
        kind.is_in(text, frozenset(), is_data=False) for asked in KINDS if (kind := asked_kind(asked))
    ],
    "orc.documents.evidence.row_evidence.has_rows_of_other_months": lambda text: has_rows_of_other_months(
        "4", frozenset({"b"}), f"a | May | June\nb | 1 | 2\n{text}"
    ),
    "orc.documents.evidence.row_evidence.figure_of_row": figure_of_row,
    "orc.documents.evidence.data_lines.says_something": says_something,
    "orc.documents.evidence.data_lines.without_links": without_links,
    "orc.documents.evidence.data_lines.without_section_number": without_section_number,
    "orc.documents.evidence.row_evidence.has_rows_of_others": lambda text: has_rows_of_others(
        AskedNumbers("What is room 12?"), frozenset(["a", "room"]), f"| room | b |\n|---|---|\n| 11 | {text} |\n{text}"
    ),
    "orc.documents.evidence.row_cells.asked_column": Asked(
        lambda question, text: asked_column(_row(text), question), "Who lives cheaper in 2023 "
    ),
    "orc.documents.evidence.row_cells.naming_cells": Asked(
        lambda question, text: naming_cells(_row(text), question, 0)
    ),
    "orc.documents.evidence.row_cells.quoted_cells": Asked(
        lambda question, text: quoted_cells(_row(text), question, question, alone=True, named=True)
    ),
    "orc.documents.evidence.counted_rows.counted_rows": lambda text: counted_rows(
        _read("How many towns are there?"),
        read_sentences([_passage(f"Town | b\na | 1\n{text}")]),
        [_passage(f"Town | b\na | 1\n{text}")],
    ),
    "orc.documents.evidence.counted_rows.counts_things": Asked(
        lambda question, _: counts_things(question), "How many towns "
    ),
    "orc.documents.evidence.marked_notes.with_notes": lambda text: with_notes(
        read_sentences([_passage(text)])[:9], read_sentences([_passage(text)]), [_passage(text)]
    ),
    "orc.documents.evidence.table_terms.states_terms": states_terms,
    "orc.documents.evidence.table_terms.terms_over": lambda text: terms_over(
        Row("Ox", (("", "7"),), ((),)), [text, text], text, [text]
    ),
    "orc.documents.evidence.table_terms.is_of_money": is_of_money,
    "orc.documents.evidence.table_terms.counts_row": lambda text: counts_row(
        f"how many {text}", Row(text, (("", "7"),), ((),))
    ),
    "orc.documents.evidence.row_notes.notes_asked": Asked(
        lambda question, text: notes_asked(question, _noted(text), _noted(text), [_passage(text)]),
        "What does a include ",
    ),
    "orc.documents.evidence.row_cells.dated_title": lambda text: [
        dated_title(each, _read("Sales of 2023")) for each in read_sentences([_passage(f"{text} 2023:\na | b\nc | 1")])
    ],
    "orc.documents.evidence.exact_rows.without_longer_names": lambda text: _longer_names(_read("Net sales"), text),
    "orc.documents.evidence.exact_rows.without_longer_names (question)": Asked(
        lambda question, _: _longer_names(question, "a | b\nNet sales | 1\nOther net sales | 2")
    ),
    "orc.documents.evidence.calculated_rows.calculated_rows": lambda text: _calculated(_read("Current ratio"), text),
    "orc.documents.evidence.calculated_rows.calculated_rows (question)": Asked(
        lambda question, _: _calculated(question, "a | b\nInventories | 1\nCost of sales | 2")
    ),
    "orc.documents.evidence.row_cells.distinct_titles": lambda text: distinct_titles([tuple(text.split()), ("a",)]),
    "orc.documents.evidence.row_lists.lists_rows": lambda text: lists_rows(
        _read("Which concerts are there?"), f"concert | b\na | 1\n{text}"
    ),
    "orc.documents.evidence.row_lists.lists_rows (headings)": lambda text: lists_rows(
        _read("Which concerts are there?"), f"{text} | {text}\na | 1\nb | 2"
    ),
    "orc.documents.evidence.row_lists.listed_cells": Asked(
        lambda question, _: listed_cells(question, read_sentences([_passage("concert | b\na | 1\nb | 2")]))
    ),
    "orc.documents.evidence.row_lists.row_before": lambda text: _row_before(
        _read("What is the b?"), f"a | b\nc | 1\n{text}", "c"
    ),
    "orc.documents.evidence.row_lists.row_before (answer)": Asked(
        lambda question, text: _row_before(question, "a | b\nc | 1\nd | 2", text)
    ),
    "orc.documents.evidence.row_names.without_rows_of_others": lambda text: without_rows_of_others(
        text, read_sentences([_passage(f"a | IT | 9:30\n{SENTENCE}")])
    ),
    "orc.documents.evidence.row_names.without_rows_of_others (text)": lambda text: without_rows_of_others(
        "Is there an IT ferry at 9:15?", read_sentences([_passage(f"ferry | b\n8:15 | IT\n{text}")])
    ),
    "orc.documents.evidence.row_names.questions_by_row": lambda text: questions_by_row(
        "Price of the aa and the bb", [_passage(f"aa | 1\nbb | 2\n{text}")]
    ),
    "orc.documents.evidence.row_names.questions_by_row (question)": lambda text: questions_by_row(
        text, [_passage("aa | 1\nbb | 2")]
    ),
    "orc.documents.evidence.row_names.lacks_row": lambda text: _lacks_row(
        _read("The red room"), f"room | b\nold room | 2\n{text}"
    ),
    "orc.documents.evidence.row_names.total_alone": lambda text: total_alone(
        _read(SENTENCE), read_sentences([_passage(f"a | b\n{text}\nTotal | 3")])
    ),
    "orc.documents.evidence.row_names.lacks_row (question)": Asked(
        lambda question, _: _lacks_row(question, "room | b\nold room | 2")
    ),
    "orc.documents.evidence.opening_lines.asks_opening": asks_opening,
    "orc.documents.evidence.opening_lines.stated_at_opening": lambda text: _opening("Who wrote the paper?", text),
    "orc.documents.evidence.opening_lines.stated_at_opening (parties)": lambda text: _opening(
        "Who is the tenant?", text
    ),
    "orc.documents.evidence.other_things.without_other_things": lambda text: _other_things(
        _read("Net income and cost of heating for Ann Lee?"), f"Name | First name\nLee | Net cost\n{text}"
    ),
    "orc.documents.evidence.other_things.without_other_things (rows)": lambda text: _other_things(
        _read("Which has the lowest net income, Ann Lee?"), "\n".join(f"{word} | {word} | 1" for word in text.split())
    ),
    "orc.documents.evidence.other_things.without_other_things (question)": Asked(
        lambda question, _: _other_things(question, "Name | First name\nLee | Net cost 1\nThe lowest net income is 5.")
    ),
    "orc.documents.evidence.other_things.without_words_of_names": lambda text: without_words_of_names(
        _read("Revenue of Calder Foods"), read_sentences([_passage(f"Calder Foods\na | 1\n{text}")]), []
    ),
    "orc.documents.evidence.other_things.without_words_of_names (question)": Asked(
        lambda question, _: without_words_of_names(
            question, read_sentences([_passage(f"Calder Foods {SENTENCE}\na | 1\nfoods | 2")]), []
        )
    ),
    "orc.documents.questions.inflections.with_names_of_tables": lambda text: with_names_of_tables(
        "Kdo je v Brně?", [text]
    ),
    "orc.documents.questions.inflections.with_names_of_tables (rows)": lambda text: with_names_of_tables(
        "Kdo je v Brně?", ["\n".join(f"{word} | {word}" for word in text.split())]
    ),
    "orc.documents.questions.inflections.with_names_of_tables (question)": lambda text: with_names_of_tables(
        f"Kdo je v {text}?", ["Brno | leden\nPraha | únor"]
    ),
    "orc.documents.questions.inflections.are_slavic_forms": lambda text: are_slavic_forms(
        f"zmien{text}", f"zmian{text}"
    ),
    "orc.documents.questions.japanese.counter_asked": counter_asked,
    "orc.documents.questions.japanese.without_endings": lambda text: without_endings(text.split()),
    "orc.documents.questions.covered_amounts.states_other_amount": lambda text: states_other_amount(
        text, "What does it cost?"
    ),
    "orc.documents.questions.covered_amounts.states_other_amount (asked)": lambda text: states_other_amount(
        "Sales of 4 million", text
    ),
    "orc.documents.questions.times.is_called_off": lambda text: is_called_off(text, "When is the concert?"),
    "orc.documents.questions.times.is_called_off (asked)": lambda text: is_called_off("It is cancelled.", text),
    "orc.documents.text.field_lines.field_of": field_of,
    "orc.documents.evidence.asked_fields.asks_for_field": asks_for_field,
    "orc.documents.evidence.asked_fields.asks_for_field (long)": lambda text: asks_for_field(f"how long does {text}"),
    "orc.documents.evidence.asked_fields.AskedFields": _fields_in,
    "orc.documents.evidence.data_lines.is_data": lambda text: [is_data(s) for s in read_sentences([_passage(text)])],
    "orc.documents.questions.covered_amounts.states_cover": lambda text: states_cover(text, "What does it cost?"),
    "orc.documents.evidence.counting.without_parts": lambda text: without_parts(text, ("member",)),
    "orc.documents.questions.instructions.several_questions": several_questions,
    "orc.documents.questions.instructions.parts_asked": parts_asked,
    "orc.documents.evidence.row_match.words_of_whole_cells": lambda text: words_of_whole_cells(
        _row(text), frozenset(content_words(text))
    ),
    "orc.documents.questions.row_numbers.AskedNumbers": AskedNumbers,
    "orc.documents.questions.row_numbers.AskedNumbers.others_among": lambda text: AskedNumbers(
        f"Price of room 12 {text}"
    ).others_among([row for row in read_table(["room | b", "11 | 2", *text.split("\n")]) if row]),
    "orc.documents.text.titles.Titles": _titles,
    "orc.documents.text.row_labels.AskedLabels": lambda text: AskedLabels(content_words(text), {}).weight_in(
        f"{text} | {text}"
    ),
    "orc.documents.text.row_labels.row_labels": lambda text: row_labels("\n".join([f"{text} | 1"] * 2)),
    "orc.documents.text.stacked_tables.head_alone": lambda text: head_alone(text.split("\n"), [f"a | {text}"]),
    "orc.documents.text.stacked_tables.tables_below": lambda text: _stacked(f"a | b\nc | 1\n{text}\nd | e\nf | 2"),
    "orc.documents.text.stacked_tables.heads_at_end": lambda text: _stacked(f"a | b\nc | 1\n | {text}"),
    "orc.documents.text.tables.are_facts_below": lambda text: are_facts_below(f"{text} | 1 | 2", [f"{text} | {text}"]),
    "orc.documents.text.tables.begins_table": lambda text: begins_table(text, [text, text]),
    "orc.documents.citations.quoted_rows.place_row": lambda text: place_row(
        _passage(f"a | b\n{text}"), f"a | b\n{text}", [text[:1], "b", text[1:2]], ()
    ),
    "orc.documents.evidence.row_evidence.has_rows_without_kind": lambda text: [
        has_rows_without_kind(kind, frozenset(["a"]), f"| a | b |\n|---|---|\n| a | {text} |\n{text}")
        for asked in ("When is it open?",)
        if (kind := asked_kind(asked))
    ],
    "orc.documents.questions.kinds.Kind.is_in_row": lambda text: [
        kind.is_in_row(_row(text), text, frozenset(["a"]), frozenset(["a"]))
        for asked in ("How old is it?", "Where is it?")
        if (kind := asked_kind(asked))
    ],
    "orc.documents.evidence.language_criteria.LanguageCriteria": lambda text: _judged(
        "Quel est le prix de la place ?", text
    ),
    "orc.documents.evidence.language_criteria.LanguageCriteria (forms)": _judged_by_forms,
    "orc.documents.evidence.language_criteria.LanguageCriteria (question)": lambda text: criteria_for(
        Question(f"Quel est le prix {text}")
    ),
    "orc.documents.text.recurrence.recurring_periods": recurring_periods,
    "orc.documents.questions.romance.romance_kind": lambda text: [
        romance_kind(asked + text) for asked in ("quel ", "que ")
    ],
    "orc.documents.questions.romance.Kind": lambda text: [
        kind.is_in(text, frozenset(), is_data=False) for asked in ROMANCE_KINDS if (kind := romance_kind(asked))
    ],
    "orc.documents.evidence.language_criteria.LanguageCriteria (compounds)": lambda text: _judged(
        "Hoeveel kost een huurfiets?", text
    ),
    "orc.documents.questions.further_languages.further_kind": lambda text: [
        further_kind(f"{asked}{text}") for asked in ("hoe ", "")
    ],
    "orc.documents.questions.further_languages.Kind": lambda text: [
        kind.is_in(text, frozenset(), is_data=False) for asked in FURTHER_KINDS if (kind := further_kind(asked))
    ],
    "orc.documents.questions.question_language.question_languages": question_languages,
    "orc.documents.evidence.superlatives.extreme_asked": extreme_asked,
    "orc.documents.evidence.superlatives.extreme_rows": _extreme,
    "orc.documents.questions.german.words_in_compounds": lambda text: [
        words_in_compounds({"rasen": ("rasen",), "eichentur": ("eichentur",)}, text.split()),
        words_in_compounds({text[:1000]: (text[:1000],)}, ["tur", "eich"]),
        german_compound_endings(text),
    ],
    "orc.documents.text.list_marks.introductions_above": lambda text: [
        introductions_above(text, at) for at in range(0, len(text), max(len(text) // 50, 1))
    ],
    "orc.documents.evidence.list_items.Introductions.read": lambda text: [
        lists.read(*line.span(), frozenset(), is_apart=False)
        for lists in [Introductions(text, 0)]
        for line in re.finditer(r"[^\n]+", text)
    ],
    "orc.documents.text.list_marks.name_of_item": lambda text: [name_of_item(text), name_of_item(f"1. Order{text}")],
    "orc.documents.text.list_marks.goes_on_in": lambda text: [goes_on_in(text, "(a) war,"), goes_on_in("We pay", text)],
    "orc.documents.evidence.qualifications.qualifies": lambda text: [
        qualifies(text, SENTENCE),
        qualifies(SENTENCE, text),
        qualifies(text[:300], text),
    ],
    "orc.documents.evidence.qualifications.announces": announces,
    "orc.documents.evidence.qualifications.is_claim": is_claim,
    "orc.documents.evidence.qualifications.is_limit": is_limit,
    "orc.documents.evidence.qualifications.is_reply": is_reply,
    "orc.documents.evidence.qualifications.goes_on_from_list": goes_on_from_list,
    "orc.documents.evidence.qualifications.tells_status": tells_status,
    "orc.documents.evidence.lookalikes.Lookalikes.words_for_others": lambda text: [
        Lookalikes("Where is the office?").words_for_others(text),
        Lookalikes(text).words_for_others(SENTENCE),
    ],
    "orc.documents.evidence.near_pairs.share_of_near_pairs": lambda text: share_of_near_pairs(
        [("a", "b"), ("1", "x")], text.split()
    ),
    "orc.documents.questions.definitions.definition_asked": lambda text: [
        re.search(pattern, text) if len(pattern) < 2_000 else None
        for pattern in (definition_asked(f"Was ist {text[:200]}?"), definition_asked("Was ist ein Hauptmieter?"))
        if pattern
    ],
    "orc.documents.evidence.enumerations.asked_member": lambda text: [
        asked_member(each, _read("Who is the chair?")) for each in (text, f"Ann Lee (chair), {text}")
    ],
    "orc.documents.evidence.enumerations.introduces_list": lambda text: introduces_list(
        f"{text}:", _read("Who is the chair?")
    ),
    "orc.documents.evidence.judging.confidences": lambda text: _judged(SENTENCE, text),
    "orc.documents.evidence.judging.confidences (both)": lambda text: _judged(text, text[1:]),
    "orc.documents.evidence.judging.confidences (period)": lambda text: _judged("What was revenue in Q4 2024?", text),
    "orc.documents.evidence.answer_criteria.AnswerCriteria.share": lambda text: max(
        map(AnswerCriteria(_read("Who rents the 2 rooms of the tenant?")).share, read_sentences([_passage(text)])),
        default=0.0,
    ),
    "orc.documents.evidence.word_coverage.Coverage.of": lambda text: _covered(frozenset(content_words(text))),
    "orc.documents.evidence.counting.counts": lambda text: counts(text, "room", (), None),
    "orc.documents.evidence.counting.counts (all)": lambda text: counts(text, "member", (), None, of_all=True),
    "orc.documents.evidence.small_documents.AskedOfSmall": lambda text: AskedOfSmall(Question(text)).evidence(
        0.5, 0.5, frozenset(content_words(text)), lambda words, _: [*words]
    ),
    "orc.documents.evidence.unnamed_doers.leaves_doer_open": lambda text: leaves_doer_open(
        "Wer hat den Schlüssel?", text, ("schlüssel",)
    ),
    "orc.documents.evidence.unnamed_doers.names_beyond_places": lambda text: names_beyond_places(text, ("key",)),
    "orc.documents.evidence.asked_numbers.AskedNumber": lambda text: AskedNumber(
        Question(f"What is the {text} number?")
    ),
    "orc.documents.evidence.asked_numbers.AskedNumber.is_of_other": lambda text: AskedNumber(
        _read("What is the room number?")
    ).is_of_other(text),
    "orc.documents.evidence.asked_numbers.without_numbers_of_others": lambda text: without_numbers_of_others(
        text, asked_kind("What is the phone number?")
    ),
    "orc.documents.evidence.unsaid_in_rows.unsaid_in_row": lambda text: [
        unsaid_in_row(s.row, f"How many games were {text}", "game", ("game", "lost"))
        for s in read_sentences([_passage(text)])
        if s.row
    ],
    "orc.documents.evidence.persons.names_only": lambda text: names_only(("key",), text, "key"),
    "orc.documents.evidence.doers.Doers": lambda text: Doers(f"Who rents {text}", content_words(text)),
    "orc.documents.evidence.doers.Doers.covered": lambda text: Doers("Who rents it?", ["rent"]).covered(
        text, frozenset()
    ),
    "orc.documents.evidence.asked_days.without_other_days": lambda text: without_other_days(
        "Est-ce ouvert le lundi ?", read_sentences([_passage(text)])
    ),
    "orc.documents.evidence.asked_days.without_other_days (question)": lambda text: without_other_days(
        text, read_sentences([_passage("Ouvert le lundi.")])
    ),
    "orc.documents.evidence.others_asked.without_others_asked": lambda text: without_others_asked(
        "Quando riceve il dottor Galli nella terza settimana?", read_sentences([_passage(text)]), has_kind=True
    ),
    "orc.documents.evidence.others_asked.without_others_asked (question)": lambda text: without_others_asked(
        text, read_sentences([_passage(SENTENCE)]), has_kind=True
    ),
    "orc.documents.evidence.identifiers.Identifiers": lambda text: Identifiers(text).marks(SENTENCE),
    "orc.documents.evidence.identifiers.Identifiers.marks": Identifiers("pump 9, 16 Kiln Lane, TX-12").marks,
    "orc.documents.evidence.series.Series": lambda text: Series(text).marks(SENTENCE),
    "orc.documents.evidence.series.Series.marks": Series("flight LX 318, the BX-300").marks,
    "orc.documents.evidence.series.Series.without_others": lambda text: Series("train RE 17").without_others(
        read_sentences([_passage(text)])
    ),
    "orc.documents.evidence.near_misses.NearMisses": lambda text: NearMisses(text, {}).without_others(
        read_sentences([_passage(SENTENCE)])
    ),
    "orc.documents.evidence.near_misses.NearMisses.without_others": lambda text: [
        NearMisses(question, {}).without_others(read_sentences([_passage(text)]))
        for question in (
            "When does the next meeting with Ann end on 5 May 2024 at the north gate?",
            "How much do adults cost?",
            "Who operated?",
        )
    ],
    "orc.documents.evidence.past_terms.is_over": is_over,
    "orc.documents.evidence.past_terms.asks_for_present": asks_for_present,
    "orc.documents.evidence.asked_lists.may_ask_for_list": may_ask_for_list,
    "orc.documents.evidence.asked_lists.asks_for_list_alone": lambda text: asks_for_list_alone(Question(text)),
    "orc.documents.evidence.asked_lists.items_asked": lambda text: [
        items_asked(Question(question), read_sentences([_passage(f"# Shop\n\n## {text}\n\n{text}")]))
        for question in ("What are the rules?", "Which documents do I need?", "What are the steps?", f"List the {text}")
    ],
    "orc.documents.evidence.listed_kinds.asks_for_kind": asks_for_kind,
    "orc.documents.evidence.listed_kinds.of_kind_asked": lambda text: [
        of_kind_asked(question, read_sentences([_passage(text)]))
        for question in ("List all dates", "List all amounts", "Who is mentioned?", "How many risks are there?")
    ],
    "orc.documents.evidence.document_choice.sentences_for_choice": lambda text: sentences_for_choice(
        _read("Which offer is cheaper?"), {name: read_sentences([_passage(text)]) for name in "ab"}, [_passage(text)]
    ),
    "orc.documents.questions.compared_documents.choice_asked": choice_asked,
    "orc.documents.questions.compared_documents.changed_between": lambda text: changed_between(
        text, years_in(text), {text: content_words(text)}
    ),
    "orc.documents.text.figures.calendar_dates": calendar_dates,
    "orc.documents.text.opposites.is_of_other_kind": lambda text: is_of_other_kind(
        frozenset(pairwise(content_words(text))), frozenset(pairwise(content_words(text)))
    ),
    "orc.documents.evidence.identifiers.without_scattered_names": lambda text: without_scattered_names(
        text, [text], read_sentences([_passage(SENTENCE)])
    ),
    "orc.documents.evidence.identifiers.with_exact_names": lambda text: with_exact_names(
        text, read_sentences([_passage(SENTENCE)])
    ),
    "orc.documents.evidence.asked_things.AskedThings": lambda text: AskedThings(text, {}).are_missing(
        SENTENCE, frozenset()
    ),
    "orc.documents.evidence.asked_things.AskedThings.are_missing": lambda text: AskedThings(
        "Gibt es im 1. Haus Bildungsurlaub?", {}
    ).are_missing(text, frozenset(content_words(text))),
    "orc.documents.evidence.modifiers.Modifiers": lambda text: Modifiers(text, {}).are_missing(SENTENCE, frozenset()),
    "orc.documents.evidence.modifiers.Modifiers.are_missing": lambda text: Modifiers(
        "the head baker of the tomato house", {}
    ).are_missing(text, frozenset()),
    "orc.documents.evidence.named_documents.passages_of_named": lambda text: passages_of_named(
        "the revenue of Acme Foods",
        [replace(_passage(text), file_id="a"), replace(_passage("Acme Foods"), file_id="b")],
    ),
    "orc.documents.evidence.named_documents.passages_of_named (question)": lambda text: passages_of_named(
        text, [replace(_passage("Acme Food Ltd"), file_id="a"), replace(_passage("Acme Foods"), file_id="b")]
    ),
    "orc.documents.evidence.counting.spell_grouped": spell_grouped,
    "orc.documents.evidence.namesakes.without_namesakes": lambda text: without_namesakes(
        "Pinta Books", read_sentences([_passage(text)]), [_passage(text)]
    ),
    "orc.documents.evidence.namesakes.without_namesakes (question)": lambda text: without_namesakes(
        text, read_sentences([_passage(SENTENCE)]), [_passage(SENTENCE)]
    ),
    "orc.documents.evidence.title_names.without_title_names": lambda text: without_title_names(
        "What was the revenue of Acme Foods?", read_sentences([_passage(text)]), [_passage(text)]
    ),
    "orc.documents.evidence.title_names.without_title_names (question)": lambda text: without_title_names(
        text, read_sentences([_passage(SENTENCE)]), [_passage(SENTENCE)]
    ),
    "orc.documents.evidence.namesakes.has_form": lambda text: has_form(
        "aldergrove", content_words(text), inflects=False
    ),
    "orc.documents.evidence.file_names.without_file_names": lambda text: without_file_names(text, ["lease2.md"]),
    "orc.documents.evidence.namesakes.mixes_names": lambda text: mixes_names("Who is Martin Shore?", text),
    "orc.documents.evidence.namesakes.mixes_names (question)": lambda text: mixes_names(text, SENTENCE),
    "orc.documents.evidence.persons.names_someone": lambda text: names_someone(text, ["chair"]),
    "orc.documents.evidence.permissions.asks_permission": asks_permission,
    "orc.documents.evidence.permissions.deed_asked": deed_asked,
    "orc.documents.evidence.permissions.states_rule": states_rule,
    "orc.documents.evidence.permissions.words_of_asking": words_of_asking,
    "orc.documents.evidence.permissions.asks_advice": asks_advice,
    "orc.documents.evidence.permissions.states_advice": states_advice,
    "orc.documents.evidence.payers.payer_asked": payer_asked,
    "orc.documents.evidence.payers.pays_to": lambda text: pays_to("Wolves", f"{text} paid to Wolves"),
    "orc.documents.evidence.header_lines.asks_header": asks_header,
    "orc.documents.evidence.header_lines.stated_in_header": lambda text: stated_in_header(
        "What time does the meeting start?", read_sentences([_passage(text)]), read_sentences([_passage(text)])
    ),
    "orc.documents.evidence.statements.Statements": lambda text: Statements(
        Question(f"What is {text}"), read_sentences([_passage(text)])
    ),
    "orc.documents.evidence.statements.Statements.worth": lambda text: [
        Statements(_read("How many days are left if I leave?"), ()).worth(s) for s in read_sentences([_passage(text)])
    ],
    "orc.documents.evidence.ages.asks_age_of_person": asks_age_of_person,
    "orc.documents.evidence.ages.says_founding": says_founding,
    "orc.documents.evidence.asked_names.names_a_body": lambda text: names_a_body(text, "Which company is it?", ()),
    "orc.documents.evidence.asked_names.names_a_body (question)": lambda text: names_a_body(SENTENCE, text, ()),
    "orc.documents.evidence.asked_names.names_other": lambda text: names_other(
        text, "What is the name of it?", "x", {}
    ),
    "orc.documents.evidence.asked_names.names_other (question)": lambda text: names_other(SENTENCE, text, "x", {}),
    "orc.documents.evidence.asked_names.names_only_kind": lambda text: names_only_kind(text, "Which child is it?", ()),
    "orc.documents.evidence.asked_names.names_only_kind (question)": lambda text: names_only_kind(SENTENCE, text, ()),
    "orc.documents.evidence.ages.only_bounds_age": only_bounds_age,
    "orc.documents.text.life_dates.spelled_lives": spelled_lives,
    "orc.documents.text.comparisons.only_compared": only_compared,
    "orc.documents.evidence.sources.asked_of_source": lambda text: asked_of_source(
        "What does the lease say about cats?", [_passage(text), replace(_passage("Lease"), file_id="b")]
    ),
    "orc.documents.evidence.sources.asked_of_source (question)": lambda text: asked_of_source(
        text, [_passage(SENTENCE), replace(_passage("Lease"), file_id="b")]
    ),
    "orc.documents.questions.named_sources.named_source": lambda text: named_source(
        f"According to the {text}", {"a": DocumentHead("lease.txt"), "b": DocumentHead("bill.txt")}
    ),
    "orc.documents.questions.document_kinds.kind_of": kind_of,
    "orc.documents.questions.document_kinds.DocumentHead": lambda text: (
        (head := DocumentHead(text, text, text)).kinds,
        head.lists,
        head.says(["lease"]),
        head.begins_with(["lease"]),
    ),
    "orc.documents.search.kind_questions.kinds_asked": lambda text: [
        kinds_asked(each, [*text.split(), "leases"], frozenset(text.split()), frozenset(), counts=True)
        for each in (text, f"請求書{text}ありますか")
    ],
    "orc.documents.evidence.sources.passages_that_answer": lambda text: passages_that_answer(
        "What is the rent in the lease?", _read("What is the rent in the lease?", "lease.txt"), [_passage(text)]
    ),
    "orc.documents.evidence.passage_sentences.read_sentences": lambda text: read_sentences([_passage(text)]),
    "orc.documents.questions.english_spellings.other_words_in_english": lambda text: other_words_in_english(
        text, content_words(text), loose=True
    ),
    "orc.graphs.planning.noun_phrases.replaced_phrases": lambda text: replaced_phrases(text, "the deposit"),
    "orc.graphs.planning.noun_phrases.replaced_phrases (other)": lambda text: replaced_phrases(
        "What is the rent in May?", text
    ),
    "orc.documents.evidence.qualifiers.punctuality": punctuality,
    "orc.documents.evidence.qualifiers.graded": lambda text: graded(text, ["severity"]),
    "orc.documents.evidence.qualifiers.Qualifiers": Asked(
        lambda question, text: Qualifiers(question, content_words(text), {}, frozenset())
    ),
    "orc.documents.search.variants.similar_words": lambda text: similar_words(
        ["telescope", "revenues"], [dict.fromkeys(text.split())]
    ),
    "orc.documents.citations.markers.MarkerStream": _marked,
    "orc.documents.citations.bracket_context.BracketReader": _marked_as_given,
    "orc.documents.citations.markers.escaped": escaped,
    "orc.documents.citations.answer_statements.quotation_before": lambda text: quotation_before(f"{text}[1]"),
    "orc.documents.text.metadata.language_of": language_of,
    "orc.documents.text.metadata.keywords": lambda text: keywords(text, "en", title=text[:120]),
    "orc.documents.text.metadata.lead": lambda text: lead(text, "title"),
    "orc.documents.search.name_match.name_matches": _named,
    "orc.documents.search.name_match.name_matches (question)": lambda text: name_matches(text, []),
    "orc.documents.paths.check_blob_name": lambda text: _refused(lambda: check_blob_name(text, field="name")),
    "orc.documents.questions.question.Question": _read_anew,
    "orc.documents.questions.question.Question (begun)": lambda text: _read_anew(
        f"Who lives cheaper in 2023, and which items cost more than 7? Compare elk and {text}"
    ),
    "orc.documents.evidence.sentence_ranking.Ranking (both)": Asked(_ranked_by),
    "orc.documents.search.variants.similar_words (both)": lambda text: similar_words(
        text.split(), [dict.fromkeys(text[1:].split())]
    ),
    "orc.documents.search.bm25.best (both)": _asked_of_itself,
    "orc.documents.questions.question.Question.expects": lambda text: [_read(q).expects(text) for q in QUESTIONS],
    "orc.documents.citations.quotes.Wording": lambda text: Wording(text).has(SENTENCE),
    "orc.documents.citations.quotes.Wording.has": lambda text: Wording(SENTENCE).has(text),
    "orc.documents.citations.quotes.verbatim_places": lambda text: list(verbatim_places(text, text[:2])),
    "orc.documents.citations.quotes.verbatim_places (both)": lambda text: list(verbatim_places(text, text[1:])),
    "orc.documents.citations.quotes.quotations": lambda text: list(quotations(text)),
    "orc.documents.evidence.sentence_ranking.Ranking": _ranked,
    "orc.documents.search.record_questions.record_question": lambda text: record_question(text[:300], [SENTENCE]),
    "orc.documents.search.record_questions.record_question (names)": lambda text: record_question(SENTENCE, [text]),
    "orc.documents.search.record_questions.mentions_record": mentions_record,
    "orc.documents.rendering.set_apart": set_apart,
    "orc.documents.text.sentences.sentence_spans": sentence_spans,
    "orc.documents.text.sentences.is_row": is_row,
    "orc.documents.text.sentences.with_typed_bars": lambda text: with_typed_bars(f"│{text}"),
    "orc.documents.verification.claims.supports_claim": lambda text: supports_claim(text, SENTENCE, question=text),
    "orc.documents.verification.claims.supports_claim (claim)": lambda text: supports_claim(
        f"1 2 3 {SENTENCE}", f"{SENTENCE} {text}"
    ),
    "orc.documents.verification.claims.supports_claim (numbers)": lambda text: supports_claim(
        _distinct("{} ")(len(text)), text[::-1]
    ),
    "orc.documents.verification.claims.supports_claim (both)": lambda text: supports_claim(text, text),
    "orc.documents.verification.claims.supports_claim (row)": lambda text: supports_claim(
        f"| {SENTENCE} | 4 |\n{text}", f"{SENTENCE} 4"
    ),
    "orc.documents.verification.passage_figures.passage_figures": passage_figures,
    "orc.documents.verification.passage_blocks.blocks_of": lambda text: [block.rows() for block in blocks_of(text)],
    "orc.documents.verification.word_overlap.has_words": lambda text: has_words(text, text, text, has_figures=False),
    "orc.documents.verification.known_names.has_names": lambda text: has_names(text, text, text, text),
    "orc.documents.verification.negations.count_negations": count_negations,
    "orc.documents.verification.negations.in_each_place": in_each_place,
    "orc.documents.verification.negations.negations_agree": lambda text: negations_agree(
        text, SENTENCE, is_translated=False
    ),
    "orc.documents.verification.negations.negations_agree (claim)": lambda text: negations_agree(
        SENTENCE, text, is_translated=False
    ),
    "orc.documents.verification.denials.has_denial": has_denial,
    "orc.documents.verification.denials.absence_agrees": lambda text: absence_agrees(text, text),
    "orc.documents.verification.yes_no_cells.cell_agrees": lambda text: cell_agrees(
        f"a | b | c\n{text} | no | {text}\n{text}", "a b"
    ),
    "orc.documents.verification.yes_no_cells.cell_agrees (claim)": lambda text: cell_agrees(
        "a | b | c\na | no | 1", text
    ),
    "orc.documents.verification.yes_no_cells.without_denying_cells": without_denying_cells,
    "orc.documents.verification.denials.denials_agree": lambda text: denials_agree(
        text, SENTENCE, len, is_translated=True
    ),
    "orc.documents.verification.denials.denials_agree (both)": lambda text: denials_agree(
        f"{text} niet", f"{text[::2]} niet", len, is_translated=False
    ),
    "orc.documents.verification.bounds.ranges_agree": lambda text: ranges_agree(text, f"{text} from 9 to 7"),
    "orc.documents.verification.translations.translation_agrees": lambda text: translation_agrees(
        text, f"{text} 7 euros", "", has_figures=True
    ),
    "orc.documents.verification.bounds.bounds_agree": lambda text: bounds_agree(text, f"{text} up to 9"),
    "orc.documents.verification.roles.roles_agree": lambda text: roles_agree(text, f"{text} The tenant is Ann Lee."),
    "orc.documents.verification.roles.only_gives_role": lambda text: only_gives_role(
        text, f"{text} The tenant is Ann Lee."
    ),
    "orc.documents.verification.bracketed.bracketed_words_agree": lambda text: bracketed_words_agree(
        f"{text} Monetra (payments), Cloudvelt (hosting).", text
    ),
    "orc.documents.verification.places.says_together": lambda text: says_together(
        text, {"gas": (), "rent": ()}, SENTENCE
    ),
    "orc.documents.verification.places.says_together (claim)": lambda text: says_together(
        SENTENCE, dict.fromkeys(content_words(text), ()), text
    ),
    "orc.documents.verification.predicates.predicate_agrees": lambda text: predicate_agrees(text, SENTENCE),
    "orc.documents.verification.predicates.predicate_agrees (claim)": lambda text: predicate_agrees(SENTENCE, text),
    "orc.documents.verification.predicates.predicate_agrees (both)": lambda text: predicate_agrees(text, text),
    "orc.documents.verification.rates.rates_agree": lambda text: rates_agree(text, f"{text}, 3 a year"),
    "orc.documents.verification.designations.designations_agree": lambda text: designations_agree(text, text),
    "orc.documents.verification.numbered.without_other_numbers": lambda text: without_other_numbers(
        text, f"{text} Train 2"
    ),
    "orc.documents.verification.pairings.pairings_agree": lambda text: pairings_agree(
        text, f"{SENTENCE} It costs 7, 9."
    ),
    "orc.documents.verification.pairings.pairings_agree (both)": lambda text: pairings_agree(
        f"{text}, 7, 9", f"7, {text}"
    ),
    "orc.documents.verification.spellings.names_agree": lambda text: names_agree(
        text, f"By Ann Lee and {SENTENCE}", ""
    ),
    "orc.documents.verification.spellings.names_agree (both)": lambda text: names_agree(text, text.title(), text),
    "orc.documents.verification.periods.periods_agree": lambda text: periods_agree(
        text, f"{SENTENCE} It rose to 7 in 2023."
    ),
    "orc.documents.verification.periods.periods_agree (both)": lambda text: periods_agree(text, f"{text} 7 in 2023"),
    "orc.documents.verification.periods.asides_agree": lambda text: asides_agree(text, f"{text} It was 7."),
    "orc.documents.verification.periods.readings_of_years": lambda text: readings_of_years(
        text, f"{text} in fiscal 2022"
    ),
    "orc.documents.verification.crossed_cells.crossed_cell_agrees": lambda text: crossed_cell_agrees(
        f"| Shift | Mon |\n|---|---|\n| Night | {text} |\n| Early | Haas |", "Haas has the night shift on Monday."
    ),
    "orc.documents.verification.crossed_cells.crossed_cell_agrees (claim)": lambda text: crossed_cell_agrees(
        "| Shift | Mon |\n|---|---|\n| Night | Lopez |\n| Early | Haas |", f"{text} has the night shift on Monday."
    ),
    "orc.documents.verification.named_cells.named_cells_agree": lambda text: named_cells_agree(
        f"{text}\nOx | Beds\nElk | 9\nHen | 8", "9 beds in 7"
    ),
    "orc.documents.verification.named_cells.named_cells_agree (claim)": lambda text: named_cells_agree(
        "Ox | Beds\nElk | 9\nHen | 8", f"{text} 9 beds"
    ),
    "orc.documents.verification.own_sentences.own_sentences_agree": lambda text: own_sentences_agree(
        text, "In 2019 Mara paid Otto 12 euros"
    ),
    "orc.documents.verification.own_sentences.own_sentences_agree (claim)": lambda text: own_sentences_agree(
        f"In 2021 Mara met Otto. {SENTENCE}", f"2019 Mara Otto {text}"
    ),
    "orc.documents.verification.sections.sections_agree": lambda text: sections_agree(
        f"# Mara\n{text}\n# Otto\n{text}", "For Mara it is 12 euros"
    ),
    "orc.documents.verification.sections.sections_agree (claim)": lambda text: sections_agree(
        f"# Mara\n{SENTENCE}\n# Otto\n12 euros", f"For Mara it is {text}"
    ),
    "orc.documents.verification.agents.agents_agree": lambda text: agents_agree(
        f"The board may exclude {text}", "The board may exclude members"
    ),
    "orc.documents.verification.agents.agents_agree (claim)": lambda text: agents_agree(
        SENTENCE, f"The board may exclude {text}"
    ),
    "orc.documents.verification.comparisons.comparisons_agree": lambda text: comparisons_agree(
        text, "The oak is taller than the elm"
    ),
    "orc.documents.verification.comparisons.comparisons_agree (claim)": lambda text: comparisons_agree(
        SENTENCE, f"{text} is taller than {text}"
    ),
    "orc.documents.verification.comparisons.with_plain_comparisons": lambda text: with_plain_comparisons(
        text, "The oak is taller than the elm"
    ),
    "orc.documents.verification.comparisons.with_plain_comparisons (claim)": lambda text: with_plain_comparisons(
        SENTENCE, text
    ),
    "orc.documents.verification.conditions.conditions_agree": lambda text: conditions_agree(
        text, "If it rains, the race is postponed"
    ),
    "orc.documents.verification.conditions.conditions_agree (claim)": lambda text: conditions_agree(
        SENTENCE, f"If {text}, the race is late"
    ),
    "orc.documents.verification.converses.with_converses": lambda text: with_converses(
        text, "Bob bought the van from Ann"
    ),
    "orc.documents.verification.converses.with_converses (claim)": lambda text: with_converses(
        SENTENCE, f"Bob sold {text} to {text}"
    ),
    "orc.documents.verification.exceptions.exceptions_agree": lambda text: exceptions_agree(
        text, "All boats except canoes may be used"
    ),
    "orc.documents.verification.exceptions.exceptions_agree (claim)": lambda text: exceptions_agree(
        SENTENCE, f"All {text} except {text}"
    ),
    "orc.documents.verification.exceptions.with_plain_exceptions": lambda text: with_plain_exceptions(
        text, "Canoes may be used"
    ),
    "orc.documents.verification.exceptions.with_plain_exceptions (claim)": lambda text: with_plain_exceptions(
        SENTENCE, text
    ),
    "orc.documents.verification.proposals.proposals_agree": lambda text: proposals_agree(
        f"{text} proposed to sell {text}", "Ann sold the van"
    ),
    "orc.documents.verification.proposals.proposals_agree (claim)": lambda text: proposals_agree(
        SENTENCE, f"{text} proposed to sell {text}"
    ),
    "orc.documents.verification.proposals.with_plain_rejections": lambda text: with_plain_rejections(
        text, "Ann sold the van"
    ),
    "orc.documents.verification.proposals.with_plain_rejections (claim)": lambda text: with_plain_rejections(
        SENTENCE, text
    ),
    "orc.documents.verification.restated.restated_sentences": lambda text: restated_sentences(
        text, "The bridge closes soon"
    ),
    "orc.documents.verification.restated.restated_sentences (claim)": lambda text: restated_sentences(SENTENCE, text),
    "orc.documents.verification.strength.strength_agrees": lambda text: strength_agrees(
        text, "Most boats must be used"
    ),
    "orc.documents.verification.strength.strength_agrees (claim)": lambda text: strength_agrees(
        SENTENCE, f"Most {text} may {text}"
    ),
    "orc.documents.verification.time_limits.time_limits_agree": lambda text: time_limits_agree(
        text, "It closes after 3 May"
    ),
    "orc.documents.verification.time_limits.time_limits_agree (claim)": lambda text: time_limits_agree(
        SENTENCE, f"{text} after 3 May{text}"
    ),
    "orc.documents.verification.conditions.without_condition": without_condition,
    "orc.documents.verification.restated.beginnings": beginnings,
    "orc.documents.verification.restated.repeats": lambda text: repeats(text, text),
    "orc.documents.verification.clauses.joined_without": joined_without,
    "orc.documents.verification.negations.denies": denies,
    "orc.documents.verification.negations.of_each": of_each,
    "orc.documents.verification.hedges.hedges_agree": lambda text: hedges_agree(text, "The bridge closes soon"),
    "orc.documents.verification.hedges.hedges_agree (claim)": lambda text: hedges_agree(SENTENCE, text),
    "orc.documents.verification.hedges.extras_agree": lambda text: extras_agree(text, "12 euros including parking"),
    "orc.documents.verification.hedges.extras_agree (claim)": lambda text: extras_agree(
        SENTENCE, f"12 euros including {text}"
    ),
    "orc.documents.verification.passage_blocks.prose_sentences": lambda text: list(prose_sentences(text)),
    "orc.documents.verification.coordinated.coordinated_agree": lambda text: coordinated_agree(
        f"Ann leads {text} and Bob leads {text}.", f"Bob leads {text}"
    ),
    "orc.documents.verification.accompaniments.accompaniments_agree": lambda text: accompaniments_agree(
        f"Dogs are not allowed without {text}.", f"Dogs are not allowed with {text}"
    ),
    "orc.documents.verification.contrasts.contrasts_agree": lambda text: contrasts_agree(
        f"{text} open and closed {text}", "a is open"
    ),
    "orc.documents.verification.contrasts.contrasts_agree (claim)": lambda text: contrasts_agree(
        "A is open and b closed.", f"{text} is open"
    ),
    "orc.documents.verification.topics.topics_agree": lambda text: topics_agree(
        f"子は{text}、母は9円です。{text}", "子は9円"
    ),
    "orc.documents.verification.topics.topics_agree (claim)": lambda text: topics_agree(
        "子は7円、母は9円です。", f"子は{text}"
    ),
    "orc.documents.verification.row_values.rows_agree": lambda text: rows_agree(
        f"{text}\nOx | 7\nElk | 9", f"{text} 2"
    ),
    "orc.documents.verification.table_rows.matches_table_row": lambda text: matches_table_row(
        text, text, list(figures(text))
    ),
    "orc.documents.verification.noun_substitution.has_substituted_noun": lambda text: has_substituted_noun(
        text, SENTENCE
    ),
    "orc.documents.verification.noun_substitution.has_substituted_noun (both)": lambda text: has_substituted_noun(
        text, text[::2]
    ),
    "orc.documents.verification.scope.universal_words": universal_words,
    "orc.documents.verification.scope.supports_always": supports_always,
    "orc.documents.verification.scope.is_about_all": is_about_all,
    "orc.documents.verification.scope.is_about_some": is_about_some,
    "orc.documents.verification.subjects.subject_agrees": lambda text: subject_agrees(text, SENTENCE, ""),
    "orc.documents.verification.subjects.subject_agrees (both)": lambda text: subject_agrees(text, text, ""),
    "orc.documents.verification.claims.clauses": clauses,
    "orc.documents.verification.clause_matching.clauses_match": lambda text: clauses_match(text, SENTENCE, text),
    "orc.documents.verification.clauses.clauses_of": lambda text: list(
        clauses_of(text, german=False, decimal_comma=None)
    ),
    "orc.documents.verification.clauses.names_of": lambda text: names_of(text, german=True),
    "orc.documents.text.opposites.bounds_differ": lambda text: bounds_differ(text, text),
    "orc.documents.text.opposites.placements_differ": lambda text: placements_differ(text, text),
    "orc.documents.text.opposites.restrictions": lambda text: list(restrictions(text)),
    "orc.documents.text.particulars.particulars": lambda text: list(particulars(text)),
    "orc.documents.text.particulars.in_whole_units": in_whole_units,
    "orc.documents.text.particulars.without_particulars": without_particulars,
    "orc.documents.verification.word_overlap.shares_words": lambda text: shares_words(text, SENTENCE),
    "orc.documents.text.labels.with_labels": with_labels,
    "orc.documents.text.figures.figures": lambda text: list(figures(text)),
    "orc.documents.text.figures.figure_words": figure_words,
    "orc.documents.text.figures.without_dates": without_dates,
    "orc.documents.text.function_words.are_other_languages": lambda text: are_other_languages(text, SENTENCE),
    "orc.documents.text.function_words.is_translation": lambda text: is_translation(text, "Собаки разрешены"),
    "orc.documents.text.function_words.language_by_function_words": language_by_function_words,
    "orc.documents.text.table_heads.TableHeads": TableHeads,
    "orc.documents.text.table_heads.TableHeads.over": lambda text: chunk_text(
        ExtractedText(f"a | b\n{text}", ""), size=99, overlap=9
    ),
    "orc.documents.search.corrections.Spelling (question)": lambda text: Spelling(
        text, ("de",), Synonyms({})
    ).corrected([SENTENCE]),
    "orc.documents.search.corrections.Spelling (text)": lambda text: Spelling(
        "lanldord", ("en",), Synonyms({})
    ).corrected([text]),
    "orc.documents.text.struck.struck_spans": struck_spans,
    "orc.documents.text.struck.joined_struck": lambda text: joined_struck(as_struck(text)),
    "orc.documents.text.struck.with_struck_lines": lambda text: with_struck_lines(f"~~{text}~~"),
    "orc.documents.text.struck.is_struck": is_struck,
    "orc.documents.text.tables.read_table": lambda text: read_table(text.split("\n")),
    "orc.documents.text.tables.read_table (line)": lambda text: read_table([text, SENTENCE, text]),
    "orc.documents.text.tokens.content_words": content_words,
    "orc.documents.text.tokens.plain_words": plain_words,
    "orc.document_qa.answer.without_dangling_markers": lambda text: without_dangling_markers(text, {1: 1}),
    "orc.documents.reply.read_reply": read_reply,
    "orc.tools.tool_context.carried_by": lambda text: carried_by(ToolResult(None, f"code_thread_id {text}")),
    "orc.documents.reply.read_reply (incomplete)": lambda text: read_reply(f'{{"answer": "{text}'),
    "orc.documents.reply.ReplyReader": _streamed_reply,
    "orc.documents.reply.ReplyReader (object)": lambda text: _streamed_reply(f'{{"answer": {text}'),
    "orc.graphs.planning.plan.read_plan": lambda text: _refused(lambda: read_plan(text)),
    "orc.text.parse_object": parse_object,
    "orc.graphs.planning.planner.data_line": lambda text: data_line({"name": text}),
    "orc.graphs.nodes.query_planner.standalone_question": lambda text: standalone_question(text, [EARLIER]),
    "orc.graphs.planning.ellipsis.filled_in": lambda text: filled_in(f"And {text}", SENTENCE),
    "orc.graphs.planning.ellipsis.filled_in (before)": lambda text: filled_in("And East in 2022?", text),
    "orc.graphs.planning.references.references": references,
    "orc.graphs.planning.references.substitute": lambda text: _refused(lambda: substitute(text, {"a": "b"})),
    "orc.graphs.planning.about_orc.question_about_orc": question_about_orc,
    "orc.graphs.planning.heuristics.asks_nothing": asks_nothing,
    "orc.graphs.planning.small_talk.greeting_language": greeting_language,
    "orc.graphs.planning.small_talk.greeting_language (begun)": lambda text: greeting_language(f"hello {text}"),
    "orc.graphs.planning.small_talk.thanks_language": thanks_language,
    "orc.graphs.planning.talk_replies.reply_to_talk": reply_to_talk,
    "orc.graphs.planning.small_talk.farewell_language": farewell_language,
    "orc.graphs.planning.small_talk.is_acknowledgement": is_acknowledgement,
    "orc.graphs.planning.small_talk.thanks_language (begun)": lambda text: thanks_language(f"thanks for {text}"),
    "orc.tools.answers.one_line": one_line,
    "orc.tools.answers.read_answer": lambda text: read_answer("search", {"rows": [text]}, text),
    "orc.tools.masking.masked": lambda text: masked({"url": [f"https://{text}", f"https://a/b?{text}={text}"]}),
    "orc.tools.masking.names_secret": names_secret,
    "orc.tools.naming.clean": clean_tool_name,
    "orc.tools.offer.ToolResult.read": lambda text: ToolResult.read(None, text),
    "orc.tools.results.shown": lambda text: shown(ToolResult({"rows": [{"a": text}] * 3}, text)),
    "shared.models.extractive.ExtractiveChatModel": _extracted,
}


def _repeat(unit: str) -> Callable[[int], str]:
    return lambda length: (unit * (length // len(unit) + 1))[:length]


def _around(start: str, unit: str, end: str) -> Callable[[int], str]:
    return lambda length: start + (unit * (length // len(unit)))[: length - len(start) - len(end)] + end


def _marks_reversed(length: int) -> str:
    return "a" + "\u0300" * (length // 2) + "\u0316" * (length // 2)


def _distinct(unit: str) -> Callable[[int], str]:
    return lambda length: "".join(unit.format(number) for number in range(length // len(unit.format(1234))))


def _hidden_headings(length: int) -> str:
    hidden = _distinct("<h2>w{}</h2>")(length // 2)
    return f"<html><body><p>{'a b c ' * (length // 12)}</p><template>{hidden}</template></body></html>"


# fmt: off
_UNITS = (
    "~~a ", "~~a~~ ", "~~a\n", "<s>a", "a~~",
    "niet a ", "не более 5 ", "verilmez, ", "租不", "않", "Plan A ", "I ", "| A ", "(a. B ", "incl. B ",
    "a [1], ", "“a b c” [1] ",
    "give the ", "if you cannot know ", "answer in ", "you are a b ", "round to ", "in at most ", "fy ", "q1 ", "1q23",
    "A'", "A-", "telescope (", "fass ", "fällt ", "“a", "the of in ", "【1 ", "what ", "what is a ", "for a ", "many ",
    "every 2 days ", "once a week, ", "daily ", "if you a ", "low a ", "Ann Lee is the tenant. ", "&amp;",
    "<!", "<?", "<![CDATA[", "a=\"b\" ", "W", "the in ", "\u0300\u0316", "\u0344", "\u1161", "A",
    "Word ", "a\n", "# a # b", " #", "#", "# ", "]", "[1]", "[1] ", "[1,", "[a](b)", "](", "(",
    "(a ", "{", "{{ ", "{{a}}", "\" ", " \"a", "“", "“a b c d ", "“a b c d” ", "«", "「ab", "'", "'s ",
    "a'", "’", "1 ", "1,", "1.", "1,2 ", "12:", "$1", "1%",
    "a                                                  ", "\t", "\n ", " \n", "a\n\n", "\r", "\x85", "\xa0",
    "\u2028", "``a", "` ", "```\n", "`a`", "~", "~~~\n", "|", "|\n", "| a | b |\n|---|---|\n", ",", "a,",
    "a,b,c\n", "a\tb\n", ";", "漢", "。", "かな", "ก", "ก ", "한국", "한",
    "\u200d", "\u200c", "\xad", "א", "ו", "ال", "\u0915\u094d", "ả", ".",
    "a.b ", "a. B", "Mr. ", "…", "?", "!", "? ", "a? B", ":", "a: ", "-", "- ", "- a\n", "_", "_a",
    "*", "**a", "* a\n", "=", "=\n", "a\n=\n", "---\n", "---\ntitle: a\n", "<", "< ", "<a ", "<a>", "<b",
    "</a>", "<!--", "&", "&lt;", "&#1;", "<h1>a</h1>", "<p>", "<td>", "<tr><td>a", "\\", "%", "%25", "/", "aB", "Aa ",
    "Aa of ", "Aa Bb Cc ", "a-b ", "1a", "a1B2", "\x1b[", "\x1b[0", "\x00", "x\u0301", "É", "ß", "İ", "ﬁ", "½", "①",
    "【", "【1", "†", "[1†", "in ", "in the ", "what is the ", "summary ", "because ", "million ", "twenty ",
    "twenty-", "jan ", "1 jan ", "and ", "it ", "this ", "[[\"a\",", "{\"a\":", "\"a\",",
)
# fmt: on
TEXTS: Mapping[str, Callable[[int], str]] = {
    "marks in reversed order": _marks_reversed,
    "a heading closed again and again": _around("# a", " #", " b"),
    "headings in a template": _around("<html><template>", "<h1>a</h1>", "</template>"),
    "headings of one word": _around("<html>", "<h1>a</h1>\n", ""),
    "a heading underlined with dashes": _around("a\n", "-", "b"),
    "spaces in the middle": _around("a", " ", "b"),
    "line breaks in the middle": _around("a", "\n", "b"),
    "spaces before a marker": _around("a", " ", "[1]"),
    "tabs before a marker": _around("a", "\t ", "b [1]"),
    "an open quotation": _around("“a b ", "c ", "\n"),
    "quotations without a source": _repeat('"a b c d" '),
    "an open code fence": _around("```\n", "a\n", "``"),
    "front matter without end": _around("---\n", "a: b\n", ""),
    "front matter without a title": _around("---\n", "\n", "title:"),
    "a fenced answer": _around("```json ", " ", "x"),
    "how much and what": _around("what is the ", "a ", "?"),
    "a question defined": _around("What is a", " b", "c!x"),
    "question marks": _around("What is a ", "?", "x"),
    "open brackets of JSON": _around('{"a": ', "[", ""),
    "distinct words": _distinct("w{} "),
    "distinct numbers": _distinct("{} "),
    "distinct names": _distinct("Na{} "),
    "distinct headings": _distinct("# w{}\n"),
    "distinct intervals": _distinct("every {} days, "),
    "distinct columns": _distinct("w{}\t"),
    "distinct paragraphs": _distinct("W{} is a word.\n\n"),
    "headings that are not shown": _hidden_headings,
    "headings in headings": _around("<html>", "<h1><div>a", ""),
    "cells in cells": _around("<table><tr>", "<td><div>", ""),
    "cells of many marks": _around("<table><tr>", "<td><i><i>", ""),
    "thanks for much": _around("thanks", " for a b c", "#"),
    "a reference that is not closed": _around("{{", " ", "x"),
    "what is a number": _around("-", "1", "x"),
    "brackets of a number": _around("(((", "$ ", "1"),
    "a label": _around("Label", " a", ": "),
    "one line": _repeat("a"),
    "one word": _repeat("word "),
    "expanding characters": _repeat("\ufdfa"),
    "headings": _repeat("# a\n"),
    "brackets": _repeat("["),
    "quotation marks": _repeat('"'),
    "digits": _repeat("1"),
    "spaces": _repeat(" "),
    "line breaks": _repeat("\n"),
    "backticks": _repeat("`"),
    "a table": _repeat("| a "),
    "ideographs": _repeat("漢字。"),
    "joined emoji": _repeat("👨\u200d👩\u200d"),
    "right to left": _repeat("وال"),
    "dots": _repeat("a."),
    "abbreviations": _repeat("e.g. "),
    "JSON in JSON": _repeat('{"a":{"b":1},"c":'),
    "members of JSON": _repeat('{"a":1,"b":"c"},'),
}
"""What is known to have been slow somewhere, and one of each kind of text."""
UNITS: Mapping[str, Callable[[int], str]] = {repr(unit): _repeat(unit) for unit in _UNITS}
_IDS = "takes ids, names and bytes, and passes texts on to what is measured"
_PARSER = "hands the file to a parser, in a process with limits of time and memory"
_MODULES = {
    _IDS: "orc.documents.search.catalogue orc.documents.contents orc.documents.records orc.documents.events "
    "orc.documents.search.fusion orc.documents.registrations orc.documents.registry "
    "orc.documents.search.related orc.documents.removal orc.documents.search.retriever "
    "orc.documents.search.hybrid_index orc.documents.citations.source orc.graphs.context.document_step "
    "orc.graphs.execution.answer_writer orc.graphs.planning.follow_up orc.graphs.context.history "
    "orc.graphs.turn orc.graphs.planning.routing "
    "orc.graphs.execution.tool_results orc.graphs.context.state orc.graphs.execution.steps "
    "orc.graphs.execution.tool_loop orc.tools.agent_loop orc.documents.formats "
    "orc.documents.grounding shared.extraction.document_intelligence orc.tools.built_in orc.tools.tool_context "
    "orc.tools.answering orc.tools.client orc.tools.direct orc.tools.server orc.tools.toolbox "
    "orc.tools.named_documents "
    "orc.documents.citations.tracker orc.documents.labels "
    "orc.documents.text.languages orc.documents.upload_recorder orc.documents.pages "
    "orc.documents.pieces orc.documents.page_material orc.documents.section_material "
    "orc.documents.search.selection",
    "is measured with orc.documents.reply, which alone uses it": "orc.documents.reply_json",
    "is measured with orc.documents.citations.markers": "orc.documents.citations.notation "
    "orc.documents.citations.empty_brackets orc.documents.citations.link_targets",
    "reads pages of at most 2,000 boxes": "shared.extraction.formats.pdf_columns shared.extraction.formats.pdf_tables "
    "shared.extraction.formats.pdf_ruled_tables shared.extraction.formats.pdf_wrapped_tables "
    "shared.extraction.formats.pdf_titles shared.extraction.formats.pdf_continued_tables "
    "shared.extraction.formats.pdf_leaders shared.extraction.formats.pdf_margins "
    "shared.extraction.formats.pdf_spaces shared.extraction.formats.pdf_late_cells "
    "shared.extraction.formats.pdf_symbols",
    "is measured with orc.documents.evidence.passage_sentences": "orc.documents.evidence.passage_rows",
    "is measured with orc.documents.questions.question": "orc.documents.questions.answer_kind "
    "orc.documents.questions.expected_answers",
    _PARSER: "shared.extraction.extractor shared.extraction.child shared.extraction.formats.reader "
    "shared.extraction.formats.package shared.extraction.formats.pdf shared.extraction.formats.sheets "
    "shared.extraction.formats.xml shared.extraction.formats.pdf_page shared.extraction.formats.drawings "
    "shared.extraction.formats.far_cells shared.extraction.formats.sheet_cells "
    "shared.extraction.formats.pdf_paragraphs",
    "counts its work: tests/graphs/test_arguments.py": "orc.graphs.planning.arguments",
}
BOUNDED: Mapping[str, str] = {name: why for why, names in _MODULES.items() for name in names.split()}
"""The modules that take text and are not measured, each with the reason."""
