"""Whether a sentence names someone, rather than only a role. Pure."""

import re
from collections.abc import Collection

from orc.documents.text.tokens import content_words
from orc.patterns import regex

FULL_NAME = regex(r"[A-ZÀ-Þ][\w'’.-]{1,30},? [A-ZÀ-Þ][\w'’-]{1,30}")
"""A first and a last name, as they fill a cell."""
_WORD = regex(r"[A-ZÀ-Þ]\.(?= [A-ZÀ-Þ][a-zà-ÿ])|[^\W\d_](?:[\w'’.-]*[\w])?|\d+|[^\w\s]")
_TELLS_WHO = regex(r"\b(?:is|was|are|were|been|named|called)\b|:\s", re.IGNORECASE)
_CAPITAL = regex(r"\b[A-Z][\w'’-]+")
_ARTICLE = regex(
    r"the|an?|our|your|my|his|her|their|its|this|that|each|every|no|any|all|los?|l[ae]s?|el|il|gli|un[ae]?|[oa]s?|um"
    r"|de[rnt]?|het|een|notre|votre|nuestr[oa]s?|[nv]ostr[oa]|[nv]oss[oa]|onze|vår|vores",
    re.IGNORECASE,
)
_ENDS = frozenset(".!?:;•\n|")
_NO_NAMES = regex(
    r"January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Christmas|Easter|If|When|In|On|At|For|From|To|And|Or|But|With"
)


def names_someone(sentence: str, asked: Collection[str]) -> bool:
    """Whether a sentence has a name in capitals that is none of the question's words, given as asked, and has no
    article: in "the Secretary and Ann Lee" it is Ann Lee."""
    before = "."
    for word in _WORD.findall(sentence):
        is_capital = word[0].isupper() and (any(map(str.islower, word)) or word.endswith("."))
        is_new = is_capital and not _NO_NAMES.fullmatch(word) and not set(content_words(word)) <= {*asked}
        if is_new and before != "." and not _ARTICLE.fullmatch(before):
            return True
        before = "." if word in _ENDS and word != ":" else word
    return False


def names_only(words: Collection[str], text: str, role: str | None) -> bool:
    """Whether a text has no names but these words, and does not say who has the role."""
    if not {*content_words(" ".join(_CAPITAL.findall(text)))} <= {*words}:
        return False
    return content_words(text)[:1] != [role] and _TELLS_WHO.search(text) is None
