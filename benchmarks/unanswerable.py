"""Whether the extractive model knows what documents do not contain: each question asked of its own documents, of two
others of the same kind, and of two of another kind."""

import random
from collections.abc import Sequence

from benchmarks.corpus import Asked, documents, questions, set_of_document
from benchmarks.tables import show
from orc.documents.analysis import Query
from orc.documents.chunk import chunk_text
from orc.documents.questions import Question
from orc.documents.ranking import Ranking, Sentence, read_sentences
from orc.documents.scoring import Scorable, best, scorable
from orc.domain import ExtractedText, Passage

_TOP_K = 8
_SEED = 5

type Corpus = dict[str, Scorable]


def measure(_rounds: int, _turns: int) -> None:
    corpus = {
        name: scorable(name, chunk_text(ExtractedText(text, name), size=2000, overlap=200))
        for name, text in documents().items()
    }
    halves = [[each for each in questions() if each.is_of_other_half is other] for other in (False, True)]
    columns = [_measure(corpus, half, random.Random(_SEED)) for half in halves]
    rows = [(label, *(f"{column[label]:.3f}" for column in columns)) for label in columns[0]]
    show("Questions and the documents that they are asked of", ("", "one half", "the other half"), rows)


def _measure(corpus: Corpus, asked: Sequence[Asked], chance: random.Random) -> dict[str, float]:
    sets = set_of_document()
    own, same, other = [], [], []
    for question in asked:
        alike = [name for name in corpus if sets[name] == question.set and name not in question.documents]
        unlike = [name for name in corpus if sets[name] != question.set]
        own.append(_answer(corpus, question, question.documents))
        same.append(_answer(corpus, question, chance.sample(alike, 2)))
        other.append(_answer(corpus, question, chance.sample(unlike, 2)))
    cited = sum(_cites(answer, question) for answer, question in zip(own, asked, strict=True))
    return {
        "the answer cites the evidence": cited / len(asked),
        'false alarm: "not in the documents", though it is': _share_of_none(own),
        "recognised, wrong documents of the same kind": _share_of_none(same),
        "recognised, documents of another kind": _share_of_none(other),
    }


def _answer(corpus: Corpus, asked: Asked, names: Sequence[str]) -> list[tuple[str, Sentence]]:
    """The sentences that answer, each with its document; none says that the documents do not contain it."""
    found = best(Query(asked.question), [corpus[name] for name in names], top_k=_TOP_K)
    passages = [Passage(each.content_id, each.content_id, each.chunk, each.score, each.sources) for each in found]
    ranking = Ranking(read_sentences(passages), Question(asked.question))
    return [(passages[each.number - 1].file_id, each) for each in ranking.answer()]


def _cites(answer: Sequence[tuple[str, Sentence]], asked: Asked) -> bool:
    return any(
        name == asked.document and any(sentence.start < end and start < sentence.end for start, end in asked.gold)
        for name, sentence in answer
    )


def _share_of_none(answers: Sequence[Sequence[object]]) -> float:
    return sum(not answer for answer in answers) / len(answers)
