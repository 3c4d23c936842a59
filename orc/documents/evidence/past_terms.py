"""What was so until a year, and what has been so since: the manager until 2022, the fee from 2025. Pure (D-520)."""

from orc.documents.evidence.passage_sentences import Sentence
from orc.patterns import regex

_YEAR = r"(?:19|20)\d\d\b"
_ENDED = regex(
    r"\b(?:until|till|up to|bis|jusqu['’](?:en|au|à)|hasta|fino (?:al?|alla)|até|tot|till och med|indtil|до)\b"
    rf"[^.;:|]{{0,30}}?{_YEAR}",
)
_SINCE = regex(
    r"\b(?:since|from|as of|seit(?:dem|her)?|ab|depuis|à partir|desde|a partir|dal(?:la|l['’])?|sinds|vanaf|sedan|siden"
    r"|från|fra|od|с)\b",
)
_NOW = regex(
    r"\b(?:is|are|costs?|ist|sind|kostet|beträgt|est|sont|coûte|es|son|cuesta|è|sono|costa|é|são|custa|kost|bedraagt|är"
    r"|kostar)\b"
)
_PAST = regex(r"\b(?:was|were|did|until|before|war|waren|bis|vor|était|avant|era|antes|prima|tot|voor)\b|(?:19|20)\d\d")
_OPENING = 60


def asks_for_present(question: str) -> bool:
    """Whether a question asks for what is so now and names no other time."""
    text = question.lower()
    return _NOW.search(text) is not None and _PAST.search(text) is None


def is_over(text: str) -> bool:
    """Whether a text only says what was so until a year."""
    lowered = text.lower()
    return _ENDED.search(lowered) is not None and _SINCE.search(lowered) is None


def follows(one: Sentence, other: Sentence) -> bool:
    """Whether the other sentence, right after one of what was so, begins with what has been so since."""
    if one.row or other.row or not one.adjoins(other) or not is_over(one.text):
        return False
    return _SINCE.search(other.text[:_OPENING].lower()) is not None
