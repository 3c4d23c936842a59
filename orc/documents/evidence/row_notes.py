"""The notes below a table to which the names of its rows refer: Unallocated items (c). Pure (D-502)."""

import re
from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.tokens import content_words
from orc.domain import Passage
from orc.patterns import regex

_MARK = regex(r"\s?(?P<mark>\([a-z\d]{1,2}\)|[*†‡§]{1,3}|[¹²³])\Z")
_ASKS = regex(
    r"\W*(?:what|which|was|woraus|que|qu['’]est-ce que|de quoi|qué|cosa|che cosa|o que|wat|waaruit) (?:\w{1,12} ){0,3}?"
    r"(?:[^?]{1,80} )?(?:consists? of|contains?|comprises?|includes?|means?|(?:made|composed) (?:up )?of"
    r"|bestehen|besteht|enthalten|enthält|umfass(?:en|t)|bedeute[nt]|compren(?:d|nent)|compose(?:nt)?|signifie(?:nt)?|incluyen?"
    r"|significan?|comprenden?|comprendono|significa(?:no)?|incluem?|bevat(?:ten)?|bestaa[nt]|betekent)\W*\Z",
    re.IGNORECASE,
)
_ASKS_WHAT = regex(
    r"\W*(?:what are(?! the\b)|what is meant by|was sind|que sont|qué son|(?:che )?cosa sono|o que são|wat zijn)"
    r" [^?]{1,80}\W*\Z",
    re.IGNORECASE,
)
_SAYING = LIGHT_WORDS | frozenset(
    content_words(
        "consist consists contain contains comprise comprises include includes mean means made composed woraus besteht "
        "bestehen enthalten enthält umfassen umfasst bedeutet bedeuten comprennent composent compose signifie incluyen "
        "incluye significa significan comprenden comprendono significano inclui incluem bevat bevatten bestaan bestaat "
        "betekent waaruit quoi meant"
    )
)
_MOST, _FARTHEST = 3, 3_000


def notes_asked(
    question: Question, best: Sequence[Sentence], sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> list[Sentence]:
    """The notes on the best sentences, if these are rows with a mark behind their name and the question asks only what
    the row of this name consists of or means. Empty if none has a note not far below."""
    if not best or not (_ASKS.match(question.text) or _ASKS_WHAT.match(question.text)):
        return []
    notes = dict[str, Sentence]()
    for s in best:
        found = _MARK.search(s.row.label) if s.row else None
        if s.row is None or found is None:
            return []
        name = frozenset(content_words(s.row.label[: found.start()]))
        if not name or not frozenset(question.words) - _SAYING <= name:
            return []
        file = passages[s.number - 1].file_id
        below = (n for n in sentences if passages[n.number - 1].file_id == file and _is_note(n, s, found["mark"]))
        note = min(below, key=lambda n: n.start, default=None)
        if note is None:
            continue
        notes.setdefault(note.text.removeprefix(found["mark"]).strip(), note)
    return [*notes.values()][:_MOST]


def _is_note(sentence: Sentence, row: Sentence, mark: str) -> bool:
    """Whether a sentence of the same document begins with the mark of a row not far above it."""
    is_below = row.end <= sentence.start <= row.end + _FARTHEST
    return sentence.row is None and is_below and sentence.text.startswith(mark) and len(sentence.text) > len(mark) + 1
