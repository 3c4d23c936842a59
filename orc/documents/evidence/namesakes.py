"""Tells names apart that the comparison of words does not: those that differ in their ends only, such as Pinto Books
and Pinta Books, and those of two people of whom a third has one name each. Pure (D-389)."""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import chain, islice

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.text.tokens import content_words, shared_beginning, spelled_words
from orc.domain import Passage
from orc.patterns import regex

_CAPITAL = regex(r"(?<![^\W_])[A-ZÀ-Þ][^\W\d_]{2,40}")
_FULL = regex(
    r"(?<![^\W_])(?=(?P<first>[A-ZÀ-Þ][^\W\d_]{1,40}) (?P<last>[A-ZÀ-Þ][^\W\d_]{1,40}?)(?:['’]?s)?(?![^\W_]))"
)
_TITLES = frozenset(
    (
        *("mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "the", "herr", "frau", "herrn", "familie"),
        *(
            "captain",
            "colonel",
            "general",
            "admiral",
            "major",
            "lieutenant",
            "sergeant",
            "president",
            "senator",
            "judge",
        ),
        *("judge", "king", "queen", "prince", "princess", "lord", "lady", "sister", "kapitän", "könig", "königin"),
        *("family", "monsieur", "madame", "señor", "señora", "signora", "senhor", "senhora", "meneer", "mevrouw"),
    )
)
_TITLED = regex(
    r"(?<!\w)(?:(?P<his>(?:Mr|Herrn?|[Ss]eñor|[Ss]ignor|[Mm]onsieur|M)\.?)"
    r"|(?:Mrs|Ms|Miss|Frau|[Ss]eñora|[Ss]ignora|[Mm]adame|Mme)\.?) "
    r"(?P<last>[A-ZÀ-Þ][\w'’-]{1,40}?)(?:['’]?s)?(?!\w)"
)
_BEFORE_SUBJECT = regex(r"[\W_]*(?:(?:El|La|Il) )?")
_WHO = regex(r"\W*(?:\w+ )?(?:who(?:m|se)?|we(?:r|m|n|ssen)|qui|quién(?:es)?|chi|quem)\b", re.IGNORECASE)
_PRONOUN = regex(
    r"\b(?:she|hers?|he|him|his|their|them|sie|ihre?[mnrs]?|ih[mnr]|seine?[mnrs]?|elle|lui|son|sa|ses|sus?|suo|sua|seus?)\b",
    re.IGNORECASE,
)
_OF = regex(r"\b(?:of|von|de|di|da|del) \Z")
_MOST = 8
_VOWELS = frozenset("aeiou")
_INFLECTIONS = frozenset(("", "s", "es", "e", "n", "en", "er", "ern", "ung", "in"))
_SHORT, _ROOT = 3, 5


def without_namesakes(question: str, sentences: Sequence[Sentence], passages: Sequence[Passage]) -> list[Sentence]:
    """The sentences without those about another name than the question's, if the passages have both names, and without
    those about people with another title. A sentence with neither name is about the one that its document has."""
    documents = defaultdict[str, set[str]](set)
    for passage in passages:
        documents[passage.file_id].update(_names(passage.chunk.headed_text), spelled_words(passage.blob_name))
    known = frozenset(chain.from_iterable(documents.values()))
    asked = _names(question) & known
    others = {name: {other for other in known - asked if _are_namesakes(name, other)} for name in asked}

    def is_about_other(sentence: Sentence) -> bool:
        """Whether the nearest names, in the sentence or else in its document, are those of a namesake only."""
        around = (_names(sentence.text), documents[passages[sentence.number - 1].file_id])
        for name, its_others in others.items():
            nearest = next((names for names in around if name in names or not its_others.isdisjoint(names)), (name,))
            if name not in nearest:
                return True
        return False

    of_title = [s for s in sentences if s.row is not None or not _is_of_other_title(question, s.text)]
    return [sentence for sentence in of_title if not is_about_other(sentence)] if any(others.values()) else of_title


def has_form(name: str, words: Collection[str], *, inflects: bool) -> bool:
    """Whether the words, in compared form, have one that may be another form of the name, or the name misspelt: with
    the same beginning and, unless the language inflects names, with an end of at most three other letters. Aldergrove
    is not Alder."""
    near = [word for word in words if word[:_ROOT] == name[:_ROOT]] if len(name) >= _ROOT else []
    ends = (max(len(name), len(word)) - shared_beginning(name, word) for word in near)
    return bool(near) if inflects else any(end <= _SHORT for end in ends)


def mixes_names(question: str, text: str) -> bool:
    """Whether the question names someone whose first name in the text belongs only to people with another surname, and
    whose surname only to people with another first name: Martin Shore, beside Martin Shaw and Paul Shore."""
    for found in islice(_FULL.finditer(question), _MOST):
        first, last = found["first"], found["last"]
        if found.start() == 0 or not _TITLES.isdisjoint((first.lower(), last.lower())):
            continue
        own = re.compile(rf"(?<![^\W_]){re.escape(first)}(?![^\W_])(?P<other> (?!{re.escape(last)})[A-ZÀ-Þ][^\W\d_])?")
        its = re.compile(rf"(?P<other>(?<![^\W_])[A-ZÀ-Þ][^\W\d_]{{1,40}} )?(?<![^\W_]){re.escape(last)}(?!\w)")
        firsts, lasts = list(own.finditer(text)), list(its.finditer(text))
        if firsts and lasts and all(each["other"] for each in (*firsts, *lasts)):
            is_whole = f"{first} " in {each["other"] for each in lasts}
            if not is_whole and f" {first.lower()}" not in text and f" {last.lower()}" not in text:
                return True
    return False


def names_namesake(question: str, text: str) -> bool:
    """Whether a sentence has another first name, or only the other title, before the surname of someone whom the
    question names, or begins with another person and lacks that surname: Peter Schulz, for Anna Schulz; Mr Novak, for
    Ms Novak; Ms Orr pays, for Ms Novak. Who has dealings with Ms Novak may be another person."""
    if _is_of_other_title(question, text):
        return True
    for found in islice(_FULL.finditer(question), _MOST):
        first, last = found["first"], found["last"]
        if found.start() and _TITLES.isdisjoint((first.lower(), last.lower())) and not re.search(rf"\b{first}\b", text):
            before = re.findall(rf"(?<![^\W_])([A-ZÀ-Þ][^\W\d_]{{1,40}}) {last}(?!\w)", text)
            if any(each.lower() not in _TITLES and content_words(each) for each in before):
                return True
    return False


def _is_of_other_title(question: str, text: str) -> bool:
    asked = list(islice(_TITLED.finditer(question), _MOST))
    for titled in asked:
        said = {found["his"] is not None for found in _TITLED.finditer(text) if found["last"] == titled["last"]}
        if said == {titled["his"] is None}:
            return True
    begins = _BEFORE_SUBJECT.match(text)
    if not (asked and begins and _TITLED.match(text, begins.end())) or _WHO.match(question) or _PRONOUN.search(text):
        return False
    return not any(titled["last"] in text or _is_possessor(titled, question) for titled in asked)


def _is_possessor(titled: re.Match[str], question: str) -> bool:
    """Whether the question is about what the person has: Ms Novak's deputy."""
    return titled[0].endswith(("'s", "’s")) or _OF.search(question, 0, titled.start()) is not None


def _names(text: str) -> frozenset[str]:
    return frozenset(word for name in _CAPITAL.findall(text) for word in spelled_words(name))


def _are_namesakes(name: str, other: str) -> bool:
    """Whether two names differ in their last vowel only, or after five letters in endings that are no inflection: Pinto
    and Pinta, Aldera and Alderon, but not Tag and Tage."""
    if name == other or len(name) <= _SHORT:
        return False
    same = shared_beginning(name, other)
    ends = {name[same:], other[same:]}
    if same >= _ROOT:
        return ends.isdisjoint(_INFLECTIONS) and max(map(len, ends)) <= _SHORT
    return len(name) == len(other) == same + 1 and ends <= _VOWELS
