"""Chooses what a summary of a document consists of without a model. Pure."""

from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter

from orc.documents.evidence.apparatus import is_apparatus, is_apparatus_line
from orc.documents.evidence.central_sentences import central_sentences
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_OPENING = 1_000
_HEADING = regex(r"#{1,6} ")


def headed_summary(sentences: Sequence[Sentence], limit: int) -> list[Sentence]:
    """The title of a document and its central sentences, each with the heading over it, in the order of the text."""
    central = central_sentences(sentences, limit)
    in_order = sorted(sentences, key=attrgetter("start"))
    titles = [s for s in in_order if s.is_document_title or (s.start < _OPENING and s.text.startswith("# "))]
    title = [s for s in titles if not is_apparatus_line(s.text)][:1]
    headings = [s for s, following in pairwise(in_order) if _heads(s, following)]
    over = []
    for s in central:
        above = [h for h in headings if h.start < s.start]
        over += [h for h in above[-1:] if h.text in s.titles]
    return sorted({id(s): s for s in (*title, *over, *central)}.values(), key=attrgetter("start"))


def section_of(sentences: Sequence[Sentence], topic: Sequence[str]) -> list[Sentence]:
    """The sentences of a document under headings that have all words of the topic; empty without such a heading."""
    return [s for s in sentences if any({*topic}.issubset(content_words(title)) for title in s.titles)]


def _heads(sentence: Sentence, following: Sentence) -> bool:
    """Whether a line is a marked heading, and no comment above the output of a program."""
    return _HEADING.match(sentence.text) is not None and not is_apparatus(following)
