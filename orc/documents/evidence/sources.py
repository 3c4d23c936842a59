"""The documents in which a question seeks its answer: "in the lease" is lease.pdf. Pure."""

from collections.abc import Sequence

from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.judging import confidence_of, documents_that_answer
from orc.documents.questions.calculations import has_sum, sum_asked
from orc.documents.questions.question import Question
from orc.documents.text.tokens import content_words
from orc.domain import Passage
from orc.patterns import regex

_GAP = regex(r"[\W_]+")


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
