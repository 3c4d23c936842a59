"""Forms of names and of other words in languages that inflect them, which the comparison of words tells apart: v Brně,
w Łodzi. Pure (D-407, D-514)."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from orc.documents.questions.question_language import question_languages
from orc.documents.text.sentences import is_row
from orc.documents.text.tables import cells_of
from orc.documents.text.tokens import content_words, shared_beginning, spelled_words
from orc.patterns import regex

_INFLECTING = frozenset(("cs", "sk", "pl", "ru", "uk"))
_WORD = regex(r"[^\W\d_]{3,24}")
_LAST_VOWELS = regex(r"[aeiouyаеёиіїйоуыэюяь]{1,2}\Z")
_FLEETING = regex(r"(?<=\w\w)(?:ie|[eеёо])(?=[^\W\d_aeiouyаеёиоуыэюя]ь?\Z)")
_LEAST, _CLOSE, _LONGEST_ENDING = 3, 0.6, 3
_MOST_NAMES, _MOST_WORDS = 200, 40
_VOWELS = regex(r"[aeiouyаеёиіїоуыэюяєьъ]")
_PREFIX = regex(
    r"(?:za|wy|do|na|po|prze|przy|od|ob|roz|pod|o|u|w|z|s|vy|pře|při|od|roz|v|по|за|вы|ви|на|до|от|від|об|пере|при|раз"
    r"|роз|под|під|о|у|с|з)"
)
_CASE = regex(r"(?<=\w{4})(?:i?em|ow|ov|ami|ach|ech|om|ego|ej|y(?:ch|m|mi)|ich|ов|ах|ей|ом)\Z")
_ROOT, _LONGEST_APART, _LONGEST_SUFFIX = 4, 6, 4


def are_forms(word: str, other: str) -> bool:
    """Whether two words agree in at least three letters at their beginning, and in nearly two thirds of the longer."""
    begins_alike = word[:_LEAST] == other[:_LEAST] and min(len(word), len(other)) >= _LEAST
    return word == other or (begins_alike and shared_beginning(word, other) >= _CLOSE * max(len(word), len(other)))


@lru_cache(maxsize=32_768)
def are_slavic_forms(word: str, other: str) -> bool:
    """Whether two words, in compared form, can be forms of one Slavic word, or one is the other with a prefix: they
    begin alike and have the same consonants, but for those of an ending. Zmienić, zmiana; składek, składka; płaci,
    opłacania."""
    if word == other:
        return True
    shorter, longer = sorted((word, other), key=len)
    if len(shorter) < _ROOT or len(longer) - len(shorter) > _LONGEST_APART:
        return False
    if word[:_LEAST] == other[:_LEAST]:
        one, two = sorted((_VOWELS.sub("", _CASE.sub("", each)) for each in (word, other)), key=len)
        return len(one) >= _LEAST and two.startswith(one)
    bare = _PREFIX.sub("", longer, count=1) if _PREFIX.match(longer) else ""
    return _ROOT <= len(bare) <= len(shorter) + _LONGEST_SUFFIX and bare.startswith(shorter)


def inflects(question: str) -> bool:
    """Whether the question is in a language that inflects names, most likely."""
    return not question_languages(question).isdisjoint(_INFLECTING)


def with_names_of_tables(question: str, texts: Iterable[str]) -> str:
    """The question with the names of rows and columns in the form that the tables of the texts have: Brno for "v Brně",
    if the texts lack that form and only one name begins like it."""
    known = list(texts)
    rows = (line for text in known for line in text.split("\n") if is_row(line))
    cells = (cell for line in rows for cell in cells_of([line])[0] if not any(map(str.isdecimal, cell)))
    words = islice((word for cell in cells for word in _WORD.findall(cell)), _MOST_NAMES)
    names = {"".join(spelled_words(word)): word for word in words}
    said = frozenset(form for text in known for form in content_words(text)) if names else frozenset[str]()
    pieces, at = list[str](), 0
    for word in islice(_WORD.finditer(question), _MOST_WORDS):
        form, agreeing = "".join(spelled_words(word[0])), dict[str, int]()
        for name in names if names and not said.issuperset(content_words(word[0])) else ():
            stem = _LAST_VOWELS.sub("", name)
            for each in (_FLEETING.sub("", stem), stem):
                same = shared_beginning(form, each)
                if same >= max(_LEAST, 2 * len(each) / 3) and len(form) - same <= _LONGEST_ENDING:
                    agreeing[name] = same
        best = [name for name, same in agreeing.items() if same == max(agreeing.values())]
        if len(best) == 1:
            pieces += [question[at : word.start()], names[best[0]]]
            at = word.end()
    return "".join((*pieces, question[at:]))
