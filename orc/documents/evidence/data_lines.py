"""Lines of data: table rows, JSON members and lines without an end mark, which state something without a sentence.
Pure."""

import re

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.answer_kind import Kind
from orc.patterns import regex

_SAYS_SOMETHING = regex(  # Ann Lee, chair; Greek (mother tongue), English (C2), French
    r"[\w)], [^\W\d_][^,]{0,60}, [^\W\d_]|"
    r":\s?\S|\d|\A[-*+•]\s|(?:\A|(?:Grüßen?|[Rr]egards|[Ss]incerely|[Ff]aithfully),?\s)"
    r"(?:[A-ZÀ-Þ][\w'’.-]{0,30} ){1,4}[A-ZÀ-Þ][\w'’-]{0,30}, \w"
)
_NUMBER_OF_SECTION = regex(
    r"\A(?:#{1,6} )?(?:§+|art(?:icles?|icolo|ículo|igo|ikel)?\.?|section|clause|part|chapter|teil|abschnitt|kapitel"
    r"|paragraf|punto|capítulo|chapitre|hoofdstuk) ?(?:\d{1,3}(?:\.\d{1,3}){0,3}|(?-i:[A-Z]))\b[.):]?\s{0,3}[-–—:]?",
    re.IGNORECASE,
)
_LINK = regex(r"\[(?P<text>[^\[\]\n]{1,100})\]\(https?://[^\s()]{1,300}\)|\bhttps?://\S+")
_MEMBER = regex(r"\"[^\"]{1,60}\"\s?:")


def is_data(sentence: Sentence) -> bool:
    """Whether the sentence is a table row or a JSON member."""
    return sentence.row is not None or _MEMBER.search(sentence.text) is not None


def may_have_figure(kind: Kind | None, sentence: Sentence) -> bool:
    """Whether a sentence has a measure of this kind, or is a row. A bare number measures nothing."""
    if sentence.row is not None:
        return True
    return kind is not None and kind.pattern.search("7") is None and kind.pattern.search(sentence.text) is not None


def says_something(text: str) -> bool:
    """Whether a line without an end mark says something, as a heading does not: Ann Lee, chair."""
    return _SAYS_SOMETHING.search(text) is not None


def without_section_number(text: str) -> str:
    """The text without the number of the section that it heads."""
    return _NUMBER_OF_SECTION.sub("", text)


def without_links(text: str) -> str:
    """The text with the words of its links for these, and without bare addresses, whose digits answer nothing."""
    return _LINK.sub(lambda link: link["text"] or "", text) if "://" in text else text
