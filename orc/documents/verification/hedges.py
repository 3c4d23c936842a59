"""Compares a claim with sentences that say a thing only as denied, claimed or planned, and with what a price includes
(D-484)."""

import json
import re
from itertools import islice
from pathlib import Path

from orc.documents.text.figures import figures
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.verification.passage_blocks import prose_sentences
from orc.documents.verification.word_overlap import base_forms_of
from orc.patterns import regex

_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_HEDGES = {kind: regex(rf"\b(?:{words})\b", re.IGNORECASE) for kind, words in _WORDS.items()}
# Words with which a claim says itself that something is claimed or planned.
_SAID_SO = {
    "claimed": regex(
        r"\b(?:say|says|said|claims?|according|laut|sagen|sagt|selon|disent|según|dicen|dicono|secondo)\b",
        re.IGNORECASE,
    ),
    "planned": regex(
        r"\b(?:will|would|should|plan(?:s|ned)?|expected|forecasts?|expectations?|targets?|goals?|wird|werden|würden?"
        r"|será|serán|devrai(?:t|ent))\b",
        re.IGNORECASE,
    ),
}
_WITH = regex(
    r"\b(?:including|excluding|inclusive of|exclusive of|without|plus|inklusive|einschließlich|ohne|zuzüglich|zzgl\.?"
    r"|inkl\.?|exkl\.?|y compris|hors|sans|incluido|incluida|sin|compreso|compresa|senza|escluso|esclusa)"
    r" (?:the |any |a |an |die |der |das |eine? |la |le |les |el |il )?(?P<what>[^\W\d_]{3,})",
    re.IGNORECASE,
)
_LEAST_SHARE = 0.6
_LEAST_WORDS = 2
_MOST_SENTENCES = 200


def hedges_agree(passage: str, claim: str) -> bool:
    """Whether a sentence that has most of the claim's words states it as the claim does. A denied, claimed or planned
    thing is no fact.

    The passage says "Sales are expected to reach 80 million": "Sales reached 80 million" does not agree."""
    claim_words = frozenset(base_forms_of(claim))
    hedged, most = list[bool](), _LEAST_SHARE
    told = [word for word in claim_words if not word[0].isdecimal()]
    is_single = len(told) >= _LEAST_WORDS and len(sentence_spans(claim)) == 1
    for sentence in islice(prose_sentences(passage), _MOST_SENTENCES) if is_single else ():
        share = len(claim_words & frozenset(base_forms_of(sentence))) / len(claim_words)
        if share < most:
            continue
        if share > most:
            most, hedged = share, []
        kinds = [kind for kind, pattern in _HEDGES.items() if pattern.search(sentence)]
        hedged.append(any(not _tells(kind, claim) for kind in kinds))
    return not hedged or not all(hedged)


def _tells(kind: str, claim: str) -> bool:
    """Whether a claim says itself that something is denied, claimed or planned."""
    said_so = _SAID_SO.get(kind)
    return _HEDGES[kind].search(claim) is not None or (said_so is not None and said_so.search(claim) is not None)


def extras_agree(passage: str, claim: str) -> bool:
    """Whether what a claim with figures says to be included or left out stands in a sentence or row with other words of
    it.

    The passage says "The rent is 900 euros. Parking costs 50": "The rent is 900 euros including parking" does not
    agree."""
    words = frozenset(base_forms_of(_WITH.sub(" ", claim)))
    if len(sentence_spans(claim)) > 1 or not any(figure.counts for figure in figures(claim)):
        return True
    for found in _WITH.finditer(claim):
        what = frozenset(base_forms_of(found["what"]))
        texts = (*prose_sentences(passage), *filter(is_row, passage.split("\n")))
        lines = (frozenset(base_forms_of(line)) for line in texts)
        if what and not any(what <= line and (words & line) for line in lines):
            return False
    return True
