"""Members of series that a question names by a code of letters and digits (flight LX 318, the BX-300), and the
sentences that are about another member. Pure (D-520)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import is_year
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_CODE = regex(
    r"(?<![\w-])(?:(?P<before>[^\W\d_]{3,20}) )?(?P<series>[A-Z]{2,4}(?P<gap>[ -]?)|[A-Z]-?)"
    r"(?P<id>\d{1,6}[A-Za-z]?)(?![\w%°]|[.,:]\d|-\d)"
)
_NO_SERIES = regex(  # currencies, eras, parts of the day or the year, and words in capitals
    "EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|RON|AUD|CAD|INR|RUB|UAH|BRL|MXN|TRY|ZAR|KR|FR|RM|US|FY|CY|AD|BC|CE"
    "|BCE|AM|PM|NO|NR|OF|IN|AT|BY|TO|ON|OR|IS|IT|AN|AS|IF|UP|Q|H|T|S|I|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|SEPT|OCT"
    "|NOV|DEC|PAGE|VOL|PART|ITEM|STEP|DAY|WEEK|YEAR|AGE|TOP|TEL|FAX|PO|ART|SEC|MIO|UNIT"
)
_MOST = 4


class Series:
    """The members of series in one question."""

    def __init__(self, question: str) -> None:
        self._asked = () if question.upper() == question else (*islice(_codes(question), _MOST),)

    def marks(self, text: str) -> set[str]:
        """Marks for the members that the text names, "LX=318", or names others in place of, "LX≠318"."""
        found = {(series, one) for series, one, _ in _codes(text)} if self._asked else set[tuple[str, str]]()
        return {
            f"{series}{'=' if (series, one) in found else '≠'}{one}"
            for series, one, _ in self._asked
            if any(other == series for other, _ in found)
        }

    def are_missing(self, words: frozenset[str]) -> bool:
        """Whether a document with these words and marks has other members of the series only."""
        return any(f"{s}≠{one}" in words and f"{s}={one}" not in words for s, one, _ in self._asked)

    def without_others(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences that do not name other members alone: of the same series, or of another one behind the noun
        that is before the question's somewhere, as in train IC 512 for train RE 17."""
        kept = list(sentences)
        asked = {(series, one) for series, one, _ in self._asked}
        if not asked:
            return kept
        said = [(s, found) for s in sentences if (found := [*_codes(s.text)])]
        nouns = {before for _, found in said for series, one, before in found if before and (series, one) in asked}
        known = {series for series, _ in asked}
        others = {
            id(s)
            for s, found in said
            if asked.isdisjoint((series, one) for series, one, _ in found)
            and any(series in known or before in nouns for series, _, before in found)
        }
        return [s for s in kept if id(s) not in others]


def _codes(text: str) -> Iterator[tuple[str, str, str]]:
    """The codes of a text: the letters of each, its digits and the word before it."""
    for found in _CODE.finditer(text):
        series, one = found["series"].strip(" -"), found["id"]
        is_date = is_year(one) and found["gap"] != "-"
        if not (is_date or _NO_SERIES.fullmatch(series)):
            yield series, one.upper(), " ".join(content_words(found["before"] or "")[:1])
