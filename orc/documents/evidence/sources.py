"""The documents in which a question seeks its answer: "in the lease" is lease.pdf. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.judging import confidence_of, documents_that_answer
from orc.documents.questions.calculations import has_sum, sum_asked
from orc.documents.questions.document_kinds import DocumentHead
from orc.documents.questions.named_sources import named_source
from orc.documents.questions.question import Question
from orc.documents.text.tokens import content_words
from orc.domain import Chunk, Passage
from orc.patterns import regex

_GAP = regex(r"[\W_]+")
_HEAD = regex(r"[\s#*]*(?P<line>[^\n]{1,300})")


def asked_of_source(question: str, passages: Sequence[Passage], asked: str = "") -> tuple[str, Sequence[Passage]]:
    """The question without the documents that it names as its source, and the passages, those of other documents
    without their text. Both as they are if it names none, or if these need not be the source and do not answer. asked
    is the end of the question that the user wrote; what is before it is from an earlier one, which had its own source.
    """
    before = question.removesuffix(asked) if asked else ""
    heads = heads_of(passages)
    source, earlier = named_source(asked or question, heads), named_source(before, heads)
    if source is None:
        return question, passages
    before = (earlier.question or before) if earlier else before
    rest = f"{before} {source.question}".strip() or question
    kept = [passage for passage in passages if passage.file_id in source.keys]
    if not source.is_sole and not _answers(rest, kept):
        return question, passages
    if len(kept) == len(passages):
        return rest, passages
    judged_again = (replace(passage, confidence=None) for passage in passages)
    return rest, [p if p.file_id in source.keys else replace(p, chunk=_without_text(p.chunk)) for p in judged_again]


def _without_text(chunk: Chunk) -> Chunk:
    return replace(chunk, text="", table_head="")


def _answers(question: str, passages: Sequence[Passage]) -> bool:
    asks_for_fact = not (asked := Question(question)).wants_overview and not asked.compares
    return asks_for_fact and confidence_of(question, [replace(p, confidence=None) for p in passages]) >= ANSWERED


def heads_of(passages: Sequence[Passage]) -> dict[str, DocumentHead]:
    """The heads of the documents of these passages, by file id: the title is that over a passage, or the first line."""
    heads = dict[str, DocumentHead]()
    for passage in passages:
        first = passage.chunk.text if not passage.chunk.start else ""
        if first or passage.file_id not in heads:
            line = _HEAD.match(first)
            title = passage.headings[0] if passage.headings else line["line"] if line else ""
            heads[passage.file_id] = DocumentHead(passage.blob_name, title, first)
    return heads


def passages_that_answer(asked: str, question: Question, passages: Sequence[Passage]) -> frozenset[int]:
    """The numbers, from 1, of the passages from which the answer may come: those of the document in which the question
    seeks it, or of others if that has no answer and they mention such a document. Empty if the passages do not answer.
    """
    if (total := sum_asked(asked)) and not any(has_sum(passage.chunk.text, total) for passage in passages):
        return frozenset()
    whole = {name for name in question.named if "." in name and name.rsplit("/", 1)[-1].casefold() in asked.casefold()}
    sources = question.sources or (whole if len(whole) == 1 else frozenset())
    sought = [passage for passage in passages if passage.blob_name in sources]
    if sought and confidence_of(asked, sought) >= ANSWERED:
        return frozenset(number for number, passage in enumerate(passages, 1) if passage in sought)
    if confidence_of(asked, passages) < ANSWERED:
        return frozenset()
    said = content_words(_GAP.sub(" ", " ".join(sources)))
    source = frozenset(content_words(asked)).intersection(said)
    mentioning = {p.file_id for p in passages if p in sought or source.issubset(content_words(p.chunk.headed_text))}
    answering = documents_that_answer(asked, passages) & mentioning
    return frozenset(number for number, passage in enumerate(passages, 1) if passage.file_id in answering)
