"""The places of a passage in which words stand together: a clause with its heading, or a table (D-463)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from orc.documents.text.everyday import Phrases, base_forms, other_words
from orc.documents.text.figures import figure_words
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.negations import count_negations
from orc.documents.verification.passage_blocks import blocks_of
from orc.patterns import regex

_LANGUAGES = frozenset(("en", "de"))  # those of _REFERS_BACK
_REFERS_BACK = regex(
    r"\W*(?:(?i:if|when|where|wenn|falls) )?(?i:he|she|it|they|this|that|these|those|such|there|both|his|her|its|their"
    r"|er|sie|es|dies\w{0,2}|dort|dazu|beide)\b"
)
_NEVER = regex(r"\b(?:never|nie|niemals) (?P<denied>[\w'’-]+(?: [\w'’-]+)?)", re.IGNORECASE)
_ELSEWHERE = frozenset(  # a text says these in many ways
    base_forms(
        content_words(
            "every each all any both everyone everybody one two three four five six seven eight nine ten once twice "
            "soon later already still again always usually jeder jede jedes alle allen eins zwei drei bald schon immer"
        )
    )
)
_RELATED, _FEWEST, _FEW_WORDS, _LONGEST_TITLE = 5, 2, 4, 100


@dataclass(frozen=True, slots=True)
class Place:
    """The words of a clause or a sentence, or of a table, and those of the headings over it."""

    words: frozenset[str]
    of_headings: frozenset[str] = frozenset()
    text: str = ""

    def has(self, word: str, synonyms: Phrases) -> bool:
        """Whether the place has the word in any form, a related word, or one that means the same."""
        return (
            word in self.words
            or (len(word) >= _RELATED and any(other[:_RELATED] == word[:_RELATED] for other in self.words))
            or (len(word) > _RELATED and any(word in other for other in self.words))
            or any(phrase <= self.words and _means(phrase, word) for phrase in synonyms)
        )


def says_together(passage: str, words: Mapping[str, Phrases], claim: str) -> bool:
    """Whether a place of an English or German passage has all of these words of a claim, given with their synonyms. One
    of five or more may be elsewhere, unless the place has another word before the noun that it describes. The headings
    over a place belong to it, but it must have two of the words itself. What a place denies with "never" is not said
    there, unless the claim denies too.

    The passage says "Water is included in the rent. Gas is paid by the tenants. Guides wear a green badge, porters a
    red cap.": "Gas is included in the rent" and "Guides wear a red badge" are not said together."""
    if language_by_function_words(passage) not in _LANGUAGES:
        return True
    words = {word: synonyms for word, synonyms in words.items() if word not in _ELSEWHERE}
    least = len(words) - (len(words) > _FEW_WORDS)
    for place in _clauses(passage):
        others = [word for word, synonyms in words.items() if not place.has(word, synonyms)]
        lacking = [word for word in others if not Place(place.of_headings).has(word, words[word])]
        is_about = len(words) - len(others) >= min(_FEWEST, len(words)) and len(words) - len(lacking) >= least
        if (
            is_about
            and not any(_describes_otherwise(claim, place, word) for word in lacking)
            and (count_negations(claim) or words.keys().isdisjoint(_never(place.text)))
        ):
            return True
    return False


def _describes_otherwise(claim: str, place: Place, word: str) -> bool:
    """Whether the place has another word before the one that follows this word in the claim."""
    of_claim, of_place = (pairwise(base_forms(content_words(text))) for text in (claim, place.text))
    following = {second for first, second in of_claim if first == word and not function_words(second)}
    return any(second in following and not function_words(first) for first, second in of_place)


def _never(text: str) -> frozenset[str]:
    """The words that a text denies with "never"."""
    return frozenset(base_forms(word for found in _NEVER.finditer(text) for word in content_words(found["denied"])))


def _clauses(passage: str) -> Iterator[Place]:
    """The sentences, or the parts between their semicolons, each with the words of the passage's first line and
    of the heading over it, and of the sentence before it if it refers to that; and the tables."""
    first_line, *others = passage.lstrip().split("\n", 1)
    is_title = others and len(first_line) <= _LONGEST_TITLE and not first_line.rstrip().endswith((".", "!", "?", ":"))
    title = frozenset(base_forms(content_words(first_line if is_title else "")))
    heading = before = frozenset[str]()
    for block in blocks_of(passage):
        spans = [(0, len(block.text))] if block.is_table else sentence_spans(block.text)
        for sentence in (block.text[start:end] for start, end in spans):
            for text in [sentence] if block.is_table else sentence.split("; "):
                words = frozenset(base_forms((*content_words(text), *figure_words(text))))
                if _REFERS_BACK.match(text):
                    words |= before
                yield Place(words, heading | title, text)
                before = words or before
            if not (block.is_table or sentence.rstrip().endswith((".", "!", "?"))):
                heading = words


def _means(phrase: frozenset[str], word: str) -> bool:
    """Whether a phrase means what the word does, and is not only what answers a question with it, as a price answers
    one that asks whether something is cheap."""
    if len(phrase) > 1:
        return True
    [other] = phrase
    return any(word in back for back in other_words((other,), other, loose=True).get(other, ()))
