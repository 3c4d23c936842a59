"""Finds single letters that are names, such as the A of "plan A", which would be read as articles, conjunctions or
pronouns otherwise (D-370). Pure."""

import re

from orc.documents.text.tokens import GLUED, content_words
from orc.patterns import regex
from orc.text import word_set

LABELS = "\u16a0-\u16b9"
"""The runes that stand for the labels A to Z, as the inside of a character class."""

_FIRST_LABEL = ord("\u16a0")
_ENDS = r"(?![\w&/+-]|\.\s?[a-zà-ÿ]|\.\w|['’](?!s\b))"
_VERBS = (
    r"(?:is|are|was|were|has|have|had|costs?|pays?|gets?|receives?|owes|covers|includes|must|may|can|cannot|shall|will"
    r"|does|did|ist|sind|war|hat|kostet|zahlt|bekommt|erhält|muss|darf|kann|wird|gilt|coûte|paie|cuesta|paga|custa"
    r"|costa)\b"
)
_NOUNS = word_set(
    "annex article building category class clause exhibit gate grade group level lot mark option paragraph part party"
    " phase plan point room schedule section series stage tariff tenant type unit variant zone"
)
_LABEL = regex(
    rf"(?<=[^\s\d.!?…:;,|(\"“„«*_A-Z][ \u00a0])[A-Z]{_ENDS}"
    rf"|(?<=[A-Z][ \u00a0])[A-Z]{_ENDS}(?! [A-Z]{{2}})"  # not the article of a sentence in capitals
    r"|(?<=[*_\"“„«'‘(])[A-Z](?=[*_\"”“»)]|['’](?!\w))"
    r"|(?<=[^\W\d_]{2}-)[A-Z](?![\w&/+.'’])"
    r"|^[ \t>*_#-]{0,6}[A-Z](?=[*_]{0,2}[ \t]{0,9}(?:[|\t:=–—]|- |$)|,\S|[ \t]{1,9}[$€£]?\d[\d.,]*%?[ \t]*$)"
    r"|[|\t][ ]{0,9}[A-Z](?=[ ]{0,9}(?:[|\t]|$))"
    rf"|(?:^|(?<=[.!?…:;,]\s))A(?=[*_]{{0,2}} (?:{_VERBS}|(?:and|or|und|oder|et|y|e) [A-Z]\b))"
    rf"|(?<=[{GLUED}])[A-Z](?![A-Za-z\d])|(?<![A-Za-z\d])[A-Z](?=[{GLUED}])"
    rf"|\b(?i:{'|'.join(sorted(_NOUNS))}) [a-z](?=[.,;:)]| {_VERBS})",
    re.MULTILINE,
)
_WORD_BEFORE = regex(r"[^\W\d_]{1,20}[ \u00a0]\Z")


def with_labels(text: str) -> str:
    """The text with a rune for each letter that is a label. No list of articles and the like contains runes, so all
    functions for words keep them."""

    def as_rune(found: re.Match[str]) -> str:
        before, letter = found[0][:-1], found[0][-1]
        if letter == "I" and (word := _WORD_BEFORE.search(text, max(found.start() - 21, 0), found.start())):
            is_pronoun = word[0][0].islower() or not content_words(word[0])  # "the bone I had", "When I came"
            if is_pronoun and word[0][:-1].lower() not in _NOUNS:
                return found[0]
        return f"{before}{chr(_FIRST_LABEL + ord(letter.upper()) - ord('A'))}"

    return _LABEL.sub(as_rune, text)
