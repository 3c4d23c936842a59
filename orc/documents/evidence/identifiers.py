"""Things that a question identifies by a number, a code or a letter (pump 9, invoice 2024-0878, 16 Kiln Lane, Orbit X),
and the sentences that are about another one. Pure (D-391)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.series import Series
from orc.documents.questions.german import is_german
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, is_year
from orc.documents.questions.question_language import question_languages
from orc.documents.text.list_marks import ITEM_NAME, name_of_item
from orc.documents.text.tokens import content_words
from orc.patterns import regex

TIMES = frozenset(
    content_words(
        "day days week weeks month months year years hour hours january february march april may june july august "
        "september october november december"
    )
)
"""Words before or after a number that make it a time."""

_MOST = 8
_ID = (
    r"(?:(?:[A-Z]{1,4}-?)?\d{1,12}[A-Za-z]?(?:[-/][A-Za-z]{0,4}\d{1,12}|\.\d{1,6}){0,4}|[IVX]{2,5}"
    r"|[A-HJ-Z](?!['’]\w))(?![^\W_]|[%€$£°]|[.,]\d)"
)
_NUMBERED = regex(
    r"(?<![^\W_])(?P<noun>[a-zà-ɏͰ-ӿ]{3,30})(?:[ _-](?:no|nr|nº|n°|number|nummer|num[eé]ro|número)\b\.?)?"
    rf"[ _:#-]{{1,2}}(?P<id>(?-i:{_ID}))",
    re.IGNORECASE,
)
_ROW_NAME = regex(rf"[| ]{{0,3}}(?P<id>{_ID})\s{{0,3}}\|")
_FURTHER = regex(  # pumps 3 and 4, rooms 101 to 120, version 3.10 or later
    r",?\s?(?:(?P<range>-|–|to|bis|à|al?|through)|,|&|\+|and|or|und|oder|et|ou|[yoe])\s?"
    rf"(?:(?P<up>later|newer|higher|above|more|höher|neuer|plus|más|superior\w{{0,3}})\b|(?P<id>(?-i:{_ID})))",
    re.IGNORECASE,
)
_ADDRESS = regex(  # 16 Kiln Lane, 16 rue des Lilas
    r"(?:\A|(?<![^\W_])[a-z]{1,20} )(?P<id>\d{1,5}[a-z]?)(?P<noun>,? (?:rue|avenue|boulevard|place|quai|chemin|allée) "
    r"(?:(?:de|des|du|la) ){0,2}[\w'’-]{2,30}| [A-Z][\w'’-]{1,30} [A-Z][\w'’-]{2,30})"
)
_CODE = regex(
    r"(?<![\w-])(?:[A-Z]{1,4}-\d{2,8}|(?![qQhH]\d\b|FY\d)(?:[A-Z]{1,3}\d{1,4}|\d{1,4}[A-Z])"
    r"|(?<=\b[dD](?:ie|er) )\d{1,2}[a-h])(?![\w-])"  # a class: die 7a
)
_ITEM_NAME = regex(rf"(?<![\w-]){ITEM_NAME}(?![\w-])", re.IGNORECASE)
_PART_OF_YEAR = regex(r"[QqHh]\d|FY\d{1,2}")
_ROMAN = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9", "XI": "11", "XII": "12"}
_NAME = regex(r"(?<![\w-])[A-Z][\w&-]{1,30}(?: (?:[A-Z][\w&-]{0,30}|\d\w{0,10})(?!\w)){1,5}")
_CAPITALISED = regex(r"(?<![\w-])[A-Z][\w&-]{0,30}")
_ASKS = regex(r"\W*(?:is|are|was|were|can|could|may|must|do|does|did|has|have|will|would|should)\b", re.IGNORECASE)
_FOLLOWING = regex(r"(?P<initial>\.? ?[.&])?\W?(?P<word>\w+)")
_ARTICLE = regex(r"l[aeo]s?|[dn]el(?:la)?|du|el|il|[ao]|d[ao]", re.IGNORECASE)
_CAPITAL = regex("[A-Z][a-z]")
_VERB = regex(r"(?:ing|ed|(?<![su])s)\Z")  # or a plural
_REFERS = regex(
    r"(?:its?|they|their|this|these|er|sie|es|seine?[nmrs]?|ihre?[nmrs]?|diese[rs]?|il|elle|son|sa|ses|sus?|ess[oa])\b",
    re.IGNORECASE,
)
# A word between one of these and a number is a verb: can I pay 50.
_BEFORE_VERB = frozenset(("i", "we", "you", "they", "he", "she", "it", "to", "can", "may", "must", "not"))
_NO_NOUNS = (LIGHT_WORDS - frozenset(content_words("article page document file table type number"))) | frozenset(
    content_words(
        "below above beyond past top besides roughly nearly almost exactly jahr tag woche monat stunde uhr an ans "
        "année mois jour semaine heure año mes día semana hora anno anni mese giorno settimana ora ano mês dia"
    )
)
_NO_PLURALS = frozenset(("is", "was", "has", "does", "les", "des", "las", "los"))
_CURRENCIES = frozenset(content_words("franc dollar pound euro kroner"))
_LONGEST_UNIT = 2


@dataclass(frozen=True, slots=True)
class _Thing:
    """A noun in compared form, or the pattern of an address, and its identifier. A text without the identifier is about
    another thing if it is a name, and otherwise only if the text has another identifier in its place."""

    noun: str
    id: str
    is_name: bool
    address: re.Pattern[str] | None = None

    def is_identified(self, text: str, start: int, end: int) -> bool:
        """Whether the identifier between these offsets is this one (TX-12 for TX12, IV for 4), or begins a list or a
        range that includes it: pumps 3 and 4, rooms 101 to 120."""
        one = text[start:end]
        first, hyphen, last = one.partition("-")
        while True:
            own, other = self.id.replace("-", ""), one.replace("-", "")
            if own.casefold() == other.casefold() or _ROMAN.get(own, own) == _ROMAN.get(other, other):
                return True
            is_range = hyphen and all(map(str.isdecimal, (self.id, first, last)))
            if is_range and int(first) <= int(self.id) <= int(last):
                return True
            further = _FURTHER.match(text, end)
            if further is None or further["up"]:
                return further is not None
            hyphen, first, last = further["range"], one, further["id"]
            one, end = last, further.end()


class Identifiers:
    """The identified things of one question."""

    def __init__(self, question: str) -> None:
        german = is_german(question)
        self._things = tuple(islice(_things(question, german=german), _MOST))
        self._codes = frozenset(content_words(" ".join(_CODE.findall(question))))
        self._series = Series(question)
        self._items = frozenset(map(_plain, _ITEM_NAME.findall(question)))

    def marks(self, text: str) -> set[str]:
        """Marks for the question's things that the text names, "pump=9", or names others in place of, "pump≠9". They
        are no words, so that they can be kept among the words of a document."""
        places = list[tuple[_Thing, re.Match[str]]]()
        for found in _NUMBERED.finditer(text) if self._things else ():
            stem = content_words(found["noun"])
            for thing in self._things:
                if thing.address is None and stem == [thing.noun] and not is_year(found["id"]):
                    places.append((thing, found))
        for thing in self._things:
            places += ((thing, found) for found in (thing.address.finditer(text) if thing.address else ()))
        for head, found in _rows_by_name(text) if self._things and "|" in text else ():
            places += ((thing, found) for thing in self._things if thing.address is None and head == [thing.noun])
        return self._series.marks(text) | {
            f"{thing.noun}{'=' if thing.is_identified(text, *found.span('id')) else '≠'}{thing.id}"
            for thing, found in places
        }

    def are_missing(self, words: frozenset[str]) -> bool:
        """Whether a document with these words and marks has no such thing."""
        if not self._codes <= words or self._series.are_missing(words):
            return True
        return any(
            f"{thing.noun}={thing.id}" not in words
            and not words.issuperset(content_words(thing.id))
            and (thing.is_name or f"{thing.noun}≠{thing.id}" in words)
            for thing in self._things
        )

    def is_about(self, text: str) -> bool | None:
        """Whether the text is about the question's things, rather than about others. None if it names neither."""
        marks = self.marks(text)
        if any("≠" in mark and mark.replace("≠", "=") not in marks for mark in marks):
            return False
        return True if marks else None

    def without_others(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences that are not about other things: by their own words, by those of the sentence to which they
        refer, or by the heading above them."""
        sentences = self._series.without_others(self._without_other_items(sentences))
        if not self._things:
            return sentences
        kept = list[Sentence]()
        under, about, before = None, None, None  # the heading's, and the previous sentence's
        for sentence in sentences:
            if before is None or before.number != sentence.number:
                under = None
            own = self.is_about(sentence.text)
            if sentence.is_title:
                under = own
            elif own is None:
                refers = before is not None and before.adjoins(sentence) and _REFERS.match(sentence.text)
                own = about if refers and about is not None else under
            if own is not False:
                kept.append(sentence)
            about, before = own, sentence
        return kept

    def _without_other_items(self, sentences: Sequence[Sentence]) -> Sequence[Sentence]:
        """The sentences without those of lines about another item than the question names, if one is about that."""
        names = [name_of_item(s.item or s.text) for s in sentences] if self._items else []
        if not any(_plain(name) in self._items for name in names if name):
            return sentences
        return [s for s, name in zip(sentences, names, strict=True) if not name or _plain(name) in self._items]


def _plain(name: str) -> str:
    return name.replace("-", "").casefold()


def _rows_by_name(text: str) -> Iterator[tuple[list[str], re.Match[str]]]:
    """The rows whose first cell is an identifier, with the words of the heading over it: F, under Band."""
    start, head = 0, list[str]()
    for line in text.split("\n"):
        cell, bar, _ = line.lstrip("| ").partition("|")
        if not bar:
            head = []
        elif not head:
            head = content_words(cell)
        elif found := _ROW_NAME.match(text, start):
            yield head, found
        start += len(line) + 1


def without_scattered_names(question: str, titles: Iterable[str], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, without the words of a document's name in the question ("General Electric") where a sentence has
    them apart and in small letters: general conditions in electric markets."""
    known = " ".join(titles).casefold()
    names = [name for name in islice(_NAME.findall(question), _MOST) if name.casefold() in known]
    scattered = frozenset(content_words(" ".join(names)))
    return [
        replace(s, words=s.words - (scattered - frozenset(content_words(" ".join(_CAPITALISED.findall(s.text))))))
        if names and not s.is_title and not any(name.casefold() in s.text.casefold() for name in names)
        else s
        for s in sentences
    ]


def with_exact_names(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, without those that have only a longer name than the question ("Orbit 5 Pro" for "Orbit 5") if
    another has that name itself."""
    kept = list(sentences)
    for name in islice(_NAME.findall(question), _MOST):
        found = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)(?P<more> (?:[A-Z]|\d))?")
        ends = {id(s): [match["more"] is None for match in found.finditer(s.text)] for s in kept}
        if any(map(any, ends.values())):
            kept = [s for s in kept if any(ends[id(s)]) or not ends[id(s)]]
    return kept


def _things(question: str, *, german: bool) -> Iterator[_Thing]:
    """The things that the question identifies: by a noun and what follows it, and as a street with a number."""
    english = _ASKS.match(question) is not None or "en" in question_languages(question)
    for found in _NUMBERED.finditer(question):
        noun, one = found["noun"], found["id"]
        stem, before = content_words(noun), question[max(found.start() - 30, 0) : found.start()].lower().split()[-1:]
        following, small = _FOLLOWING.match(question, found.end()), noun.islower()
        if len(stem) != 1 or not {*stem}.isdisjoint(FUNCTION_WORDS | TIMES | _NO_NOUNS) or is_year(one):
            continue
        if _PART_OF_YEAR.fullmatch(one) or (small and german) or (one.isalpha() and following and following["initial"]):
            continue
        if english and small and (_BEFORE_VERB.intersection(before) or _VERB.search(noun)):
            continue
        if following:  # a number before a unit, a plural or a German noun counts it: 18 kg, 3 eggs, 9 May
            word, following_stem = following["word"], content_words(following["word"])
            is_unit = bool(following_stem) and following_stem[0] not in FUNCTION_WORDS and len(word) <= _LONGEST_UNIT
            is_plural = small and word.endswith("s") and not word.endswith("ss") and word not in _NO_PLURALS
            is_noun = german and word[0].isupper()
            if is_noun or is_unit or is_plural or not TIMES.isdisjoint(following_stem):
                continue
        if (
            german
            or english
            or not (following and content_words(following["word"]))
            or _ARTICLE.fullmatch(" ".join(before))
        ):
            yield _Thing(stem[0], one, bool(before) and _CAPITAL.match(noun) is not None and one[0].isdecimal())
    for found in () if german else _ADDRESS.finditer(question):
        words = content_words(found["noun"])
        if words and not is_year(found["id"]) and TIMES.isdisjoint(words) and words[-1] not in _CURRENCIES:
            phrase = r"\s".join(map(re.escape, found["noun"].strip(", ").split()))
            pattern = re.compile(rf"(?<![\w.,-])(?P<id>\d{{1,5}}[a-z]?)(?![^\W\d_]),?\s{phrase}\b", re.IGNORECASE)
            yield _Thing(" ".join(words), found["id"], is_name=False, address=pattern)
