"""Reads a sentence from the other side: what one buys from another is what the other sells to the first (D-519)."""

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from orc.documents.verification.restated import restated_sentences
from orc.patterns import regex

_PERSON = (
    r"(?:(?:the|an?|his|her|their|its|our|der|die|das|dem|den|de|het|il|la|el|Mrs?\.?|Ms\.?|Dr\.?|Herrn?|Frau) ){0,2}"
    r"(?:[^\W\d_][\w'’-]{1,30})(?: (?-i:[A-ZÄÖÜ])[\w'’-]{1,30}){0,3}"
)
_WHAT = r"(?P<what>[^.;:,]{1,80}?)"
_NAME = r"(?:(?:Mrs?|Ms|Dr)\.? )?(?-i:[A-Z])[\w'’-]{1,30}(?: (?-i:[A-Z])[\w'’-]{1,30}){0,3}"
_THING = r"(?:an?|the|his|her|their|its|\d[\d.,]*) [^.;:,]{1,60}"  # lent Ann her boat
_MOST_SENTENCES, _LONGEST = 5, 400


def with_converses(passage: str, claim: str) -> str:
    """The passage with each sentence that the claim restates from the other side put as the claim has it.

    The passage says "Ann sold the van to Bob", the claim that somebody bought something: "Bob bought the van from
    Ann"."""
    for given, taken in _patterns():
        for own, other in ((given, taken), (taken, given)):
            stated = own.search(claim)
            if stated is None or not stated["link"] or other.search(claim):
                continue
            for sentence in islice(restated_sentences(passage, claim), _MOST_SENTENCES):
                found = None if own.search(sentence) or len(sentence) > _LONGEST else other.search(sentence)
                if found:
                    taker, thing = found["object"] or found["other"], found["what"] or found["thing"]
                    turned = f"{taker} {stated['verb']} {thing} {stated['link']} {found['subject']}"
                    passage = passage.replace(sentence, f"{sentence[: found.start()]}{turned}{sentence[found.end() :]}")
    return passage


@cache
def _patterns() -> Sequence[tuple[re.Pattern[str], re.Pattern[str]]]:
    """For each pair of verbs the sentences with one and with the other."""
    pairs: list[tuple[str, str, str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return [
        (
            _sentence(given, to, rf"|(?P<other>{_NAME}) (?P<thing>{_THING})"),
            _sentence(taken, from_, "|(?P<other>\\A\\Z)(?P<thing>)"),
        )
        for given, to, taken, from_ in pairs
    ]


def _sentence(verb: str, link: str, more: str) -> re.Pattern[str]:
    return regex(
        rf"\b(?P<subject>{_PERSON}) (?P<verb>{verb}) (?:{_WHAT} (?P<link>{link}) (?P<object>{_PERSON}){more})",
        re.IGNORECASE,
    )
