"""Those who do what a question with "who" says: who rents something is its tenant. Pure (D-388)."""

import json
import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from orc.documents.text.everyday import base_forms
from orc.documents.text.list_marks import ITEM_NAME
from orc.documents.text.tokens import content_words
from orc.patterns import regex

# Who won the contract, but not: who has a key.
_WHO_DOES = regex(
    r"\W*(?:who|wer) (?!(?:is|are|was|were|has|have|had|does|did|do|can|could|may|might|must|should|will|would|shall"
    r"|ist|sind|war|waren|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|wird|wurde)\b)(\w+)",
    re.IGNORECASE,
)
_PLAIN = frozenset(base_forms(content_words("send give make offer bring receive take raise submit")))
_CAPITALISED = r"(?<![\w'’.-])[A-ZÄÖÜ][\w'’.-]{1,60}"
_BASE = regex(r"(?<=[sx])es\Z|(?<=[cs]h)es\Z|s\Z")  # of fixes, mows
_LABEL = regex(r"\W{0,5}([^:\n\d]{2,60}):\s{1,3}(?!\S{0,40}\d)")  # not: Invoice number: NS-412


class Doers:
    """deeds are the verb of a question with "who", in compared form, and objects its other needed words; both are empty
    for another question. has_nouns is true if nouns for those who do it are known."""

    def __init__(self, question: str, needed: Collection[str]) -> None:
        found = _WHO_DOES.match(question)
        self.deeds = frozenset(content_words(found[1])).intersection(needed) if found else frozenset[str]()
        nouns = [noun for deed in base_forms(self.deeds) for noun in _nouns_by_verb().get(deed, ())]
        self.objects = frozenset(needed) - self.deeds if nouns else frozenset[str]()
        self.has_nouns = bool(nouns)
        self._received = frozenset(needed) - self.deeds
        self._words = frozenset(content_words(" ".join(nouns)))
        self._is_plain = _PLAIN.issuperset(base_forms(self.deeds))
        one = "|".join(map(re.escape, nouns)) or r"\b\B"
        stem = re.escape(_BASE.sub("", found[1])) if self.deeds and found else r"\b\B"
        base = stem if found and found[1].endswith("s") else r"\b\B"
        self._begins = regex(rf"[\W\d_]{{0,9}}(?:[a-z]\) |{ITEM_NAME}: )?{base} \w", re.IGNORECASE)
        self._as_noun = regex(
            rf"(?P<noun>\b(?:the|an?|this|that|any|no|of|each|its|their|our|my|your|\w{{2,12}}ly) {stem}s?\b(?! by\b))"
            rf"|\b{stem}\w{{0,3}}\b",
            re.IGNORECASE,
        )
        article = r"(?:(?i:the|an?|our|der|die|das|eine?|mr|mrs|ms|dr|herrn?|frau)\.? ){0,2}"
        self._named = regex(
            rf"\({article}[\"“„«]?(?i:{one})[\"”“»]?\)|\b(?i:{one}) ?:\s?\S"
            rf"|\b(?i:{one})(?: (?i:since|seit|of the|of our|of|der|des) [\w ]{{2,30}}?)?"
            rf" (?i:is|are|was|were|ist|sind|war|waren) "
            rf"{article}[A-ZÄÖÜ]"
            rf"|{_CAPITALISED},? (?:(?:is|was|ist|war) (?:the |der |die )?|as (?:the )?|als |the )(?i:{one})\b"
            r"(?!['’])"
            rf"|{_CAPITALISED}, (?i:{one})\b(?!['’])"
        )

    def is_order(self, text: str) -> bool:
        """Whether a text begins with the verb and does not say who: Preside at meetings of creditors."""
        return self._begins.match(text) is not None

    def are_things_in(self, text: str) -> bool:
        """Whether a text has the verb as a noun only: the rent is 900 pounds."""
        said = [found["noun"] for found in self._as_noun.finditer(text)] if self.deeds else []
        return bool(said) and all(said)

    def covered(self, text: str, headings: Collection[str]) -> frozenset[str]:
        """Those of the question's words that a text need not say: all of them if it names the one who does it ("Tenant:
        Ann Lee"), the verb under a heading for those who do, or beside a label that is its object ("Apologies: Ann
        Lee")."""
        if self.has_nouns and self._named.search(text):
            return self.deeds | self.objects
        label = _LABEL.match(text) if self.deeds and self._is_plain else None
        is_received = label is not None and not self._received.isdisjoint(content_words(label[1]))
        if is_received or not self._words.isdisjoint(headings):
            return self.deeds
        return frozenset()


@cache
def _nouns_by_verb() -> Mapping[str, tuple[str, ...]]:
    """The nouns for those who do something, by the verb in compared form."""
    found: dict[str, tuple[str, ...]] = {}
    for line in json.loads(Path(__file__).with_name("doers.json").read_text(encoding="utf-8")):
        verbs, nouns = line.split(" / ")
        for verb in base_forms(content_words(verbs)):
            found[verb] = (*found.get(verb, ()), *nouns.split())
    return found
