"""The numbers that tell things of one kind apart, such as sizes, codes and rooms: a question for the wrench of 19 mm is
not answered by a row about the wrench of 18 mm. Pure (D-375)."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise, takewhile

from orc.documents.questions.question import FUNCTION_WORDS, MAX_WORDS, is_year
from orc.documents.text.figures import month_names
from orc.documents.text.periods import spell_periods
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

type Numbers = Mapping[tuple[str, bool], frozenset[str]]
"""The numbers beside each word; true for those before it: 19 of ("mm", True), 12 of ("room", False). Of a code, also
the letters before the number: tx of ("1012", False)."""

_TOKEN = regex(r"\d+(?:[.,:/'’-]\d+)*|[^\W\d_]+")
_BEFORE, _BEHIND = regex(r"[\s-]{0,2}"), regex(r"[\s.:#№-]{0,3}")
_MONTH = "|".join(sorted(map(re.escape, month_names()), key=len, reverse=True))
_DAY = regex(
    rf"(?<!\d)(?P<day>\d\d?)(?:\.|st|nd|rd|th|er)? (?:of |de )?(?P<month>{_MONTH})\b"
    rf"|\b(?P<month_before>{_MONTH}) (?P<day_behind>\d\d?)(?:st|nd|rd|th)?(?![\d:])",
    re.IGNORECASE,
)
_OF_YEAR = regex(r",? ?(?:(?:19|20)\d\d)?")
_MOST_NAMES = 50
_NUMBER = regex(r"\d[\d.,/-]*")
# A number between others is covered, though it is not written.
_RANGE = regex(
    r"\d\s?(?:to|and|bis|und|à|et|a|e|y)\s?\d|(?<![\d-])\d{1,3}[-–—~]\d{1,3}(?![\d-])|[<>≤≥+]"
    r"|\d[^\d|]{0,12}\s[-–—]\s?\d"
    r"|\b(?:(?:up|down) to|under|over|above|below|more|less|fewer|greater|at (?:least|most)|than|from|until|till|within"
    r"|max(?:imum)?|min(?:imum)?|each|every|any|ab|bis|über|unter|mehr|weniger|mindestens|höchstens|maximal|jede\w*"
    r"|jusqu\w*|dès|moins|hasta|desde|menos|fino|oltre|tot)\b",
    re.IGNORECASE,
)
_COMPARED = regex(
    r"\b(?:between|zwischen|entre|tra|more|less|fewer|than|at (?:least|most)|up to|mehr|weniger|mindestens|höchstens)\b"
    r"|\b(?:over|under|above|below|from|within|after|before|über|unter|ab|nach|vor|bis) \d|\d (?:to|bis|[-–]) \d"
    r"|(?<![\d-])\d{1,3}[-–]\d{1,3}(?![\d-])",
    re.IGNORECASE,
)
_WHETHER = regex(
    r"\W*(?:is|are|was|were|do|does|did|can|could|may|must|will|would|has|have|had|ist|sind|war|hat|haben|kann|darf|muss"
    r"|gibt|est|sont|es|hay|è|sono) ",
    re.IGNORECASE,
)
# Amounts, times of day and dates are compared in other ways.
_NO_KINDS = frozenset(
    content_words(
        "euro euros eur dollar dollars usd pound pounds gbp cent cents pence chf percent prozent million millions mio "
        "billion billions thousand uhr pm am january february march april may june july august september october "
        "november december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober "
        "dezember"
    )
) | {"am", "h"}


class AskedNumbers:
    """The numbers of things in a question, and the words of their names: hdmi and cabl of "the HDMI cable 3 m". counted
    are the words of what a number counts: guest of "for 3 guests". There are no numbers if the question compares them
    ("more than 3 rooms"). A question whether something is so may be wrong about amounts ("Is the deposit 3 rents?")."""

    def __init__(self, question: str) -> None:
        found = {} if _COMPARED.search(question) else _numbers_in(question)
        is_claim = _WHETHER.match(question) is not None
        self.by_word = {kind: numbers for kind, numbers in found.items() if not (is_claim and kind[1])}
        if not _COMPARED.search(question) and (day := _DAY.search(question)):
            self.by_word |= _number_of(day)
        tokens = [token[0] for token in islice(_TOKEN.finditer(spell_periods(question.lower())), MAX_WORDS)]
        words = [frozenset(() if token[0].isdecimal() else content_words(token)) - FUNCTION_WORDS for token in tokens]
        names, counted = set[str](), set[str]()
        for at, token in enumerate(tokens):
            if token[0].isdecimal():
                before, behind = list(takewhile(bool, reversed(words[:at]))), list(takewhile(bool, words[at + 1 :]))
                names.update(*(before or behind))
                counted.update(*(behind[:1] if not before else ()))
        self._names, self.counted = frozenset(names), frozenset(counted)

    def agree_with(self, row: Row) -> bool | None:
        """Whether a row has one of the numbers beside the same word, or under it as a heading. False if it only has
        other numbers there, and none that stand for a range; None if it has none there."""
        if not self.by_word:
            return None
        own = defaultdict[tuple[str, bool], set[str]](set)
        headings = [heading for heading, _ in row.columns]
        for text in (*row.cells, *dict.fromkeys((*headings, *row.lacking))):
            for kind, numbers in _numbers_in(text).items() if _RANGE.search(text) is None else ():
                own[kind] |= numbers
        if (day := _DAY.match(row.label)) and _OF_YEAR.fullmatch(row.label, day.end()):
            own |= {kind: {*numbers} for kind, numbers in _number_of(day).items()}
        for heading, value in ((row.kind, row.label), *row.columns):
            words = content_words(heading) if _NUMBER.fullmatch(value) else []
            for word in words if len(words) == 1 else ():
                own[word, word in self.counted] |= {" ".join(content_words(value))}
        agreeing = [not own[kind].isdisjoint(numbers) for kind, numbers in self.by_word.items() if own[kind]]
        return all(agreeing) if agreeing else None

    def are_others_in(self, title: str) -> bool:
        """Whether the title of a table has only other numbers beside the words of these: week 12, for week 14."""
        own = _numbers_in(title) if self.by_word and _RANGE.search(title) is None else {}
        agreeing = [not own[kind].isdisjoint(numbers) for kind, numbers in self.by_word.items() if kind in own]
        return bool(agreeing) and not any(agreeing)

    def others_among(self, rows: Sequence[Row]) -> list[bool]:
        """For each row, whether it is about another thing: its numbers do not agree or, if they do, such a row has more
        words of the name, so that the thing with this number is not that of the question."""
        agreeing = [self.agree_with(row) for row in rows]
        if False not in agreeing:
            return [False] * len(rows)
        named = [self._names.intersection(content_words(" ".join(row.cells))) for row in rows]
        known = dict.fromkeys(words for words, agrees in zip(named, agreeing, strict=True) if agrees is False)
        others = [*islice(known, _MOST_NAMES)]
        return [
            agrees is False or (agrees is True and any(words < more for more in others))
            for words, agrees in zip(named, agreeing, strict=True)
        ]


def _number_of(day: re.Match[str]) -> Numbers:
    month, number = day["month"] or day["month_before"], day["day"] or day["day_behind"]
    return {(month.lower(), False): frozenset({number.lstrip("0")})}


@lru_cache(maxsize=1_024)
def _numbers_in(text: str) -> Numbers:
    spelled = spell_periods(text.lower())
    found = defaultdict[tuple[str, bool], frozenset[str]](frozenset)
    for one, other in pairwise(_TOKEN.finditer(spelled)):
        is_before = one[0][0].isdecimal()
        if is_before == other[0][0].isdecimal():
            continue
        number, word = (one[0], other[0]) if is_before else (other[0], one[0])
        gap = spelled[one.end() : other.start()]
        if is_year(number) or not (_BEFORE if is_before else _BEHIND).fullmatch(gap):
            continue
        form, is_apart = " ".join(content_words(number)), any(map(str.isspace, gap))
        names = [each for each in content_words(word) if not (is_apart and each in FUNCTION_WORDS)]
        if not (is_apart or is_before):  # A-12, which is not B-12
            names = names or [word]
            found[form, False] |= {names[0]}
        if names and names[0] not in _NO_KINDS:
            found[names[0], is_before] |= {form}
    return found
